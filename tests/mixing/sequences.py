"""Scripts of mixed-engine sequences in the scenario notation, made by a seed: same seed, same script.

A sequence is a list of commands (`engines`, `temporary`, `committing`, `other`), such as B T N-trig R.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tests.mixing import committing, engines, other, temporary
from tests.mixing.script import Command, Script
from tests.mixing.transactions import TRANSACTIONS


@dataclass(frozen=True, slots=True)
class Setting:
    """One of the six settings that a script runs in."""

    binlog_format: str
    direct: str

    @property
    def name(self) -> str:
        return f"{self.binlog_format.lower()}_{self.direct.lower()}"

    @property
    def statements(self) -> list[str]:
        return [
            f"SET SESSION binlog_direct_non_transactional_updates={self.direct}",
            f"SET SESSION binlog_format={self.binlog_format}",
        ]


SETTINGS = tuple(
    Setting(binlog_format, direct) for binlog_format in ("STATEMENT", "ROW", "MIXED") for direct in ("OFF", "ON")
)
SETTING = "the setting"
"""Stands behind a connection's name for the statements of the setting."""
_PLACE = re.compile(r"con\d+: |disconnect: ")
_HEAD = ("SET TIMESTAMP=1700000000", "SET GLOBAL log_bin_trust_function_creators=1")
_ENGINES: dict[str, Command] = {**TRANSACTIONS, **engines.CHANGES, **engines.CREATED_COMMANDS}
_TEMPORARY: dict[str, Command] = {**TRANSACTIONS, **temporary.TEMPORARY_COMMANDS}


def singles() -> Iterator[list[str]]:
    """Every changing command alone, in autocommit, and alone in a transaction."""
    for name in engines.CHANGES:
        yield [name]
    for name, end in itertools.product(engines.CHANGES, "CR"):
        yield ["B", name, end]


def pairs() -> Iterator[list[str]]:
    """Every two changing commands in a transaction that commits, and in one that rolls back."""
    for first, second, end in itertools.product(engines.CHANGES, engines.CHANGES, "CR"):
        yield ["B", first, second, end]


def savepoint_sequences(source: random.Random, count: int) -> Iterator[list[str]]:
    """Transactions of changes between savepoints."""
    names = list(engines.CHANGES)
    points = ["Sn", "Rn", "Cn", "S-same", "R-same"]
    for _ in range(count):
        length = source.randint(3, 8)
        found = [source.choice(points) if source.random() < 0.45 else source.choice(names) for _ in range(length)]
        yield ["B", *found, source.choice("CR")]


def creating_sequences(source: random.Random, count: int) -> Iterator[list[str]]:
    """CREATE .. SELECT, INSERT .. SELECT into what it made, TRUNCATE, temporary tables, between other changes."""
    names = list(engines.CHANGES)
    created = list(engines.CREATED_COMMANDS)
    for _ in range(count):
        length = source.randint(2, 7)
        found = [source.choice(created) if source.random() < 0.6 else source.choice(names) for _ in range(length)]
        if source.random() < 0.7:
            found.insert(source.randrange(length), "B")
        found.append(source.choice("CCR"))
        if source.random() < 0.7:
            found.append(source.choice(["drop-CS", "drop-CT", "drop-CT-N"]))
        yield found


def random_sequences(source: random.Random, count: int) -> Iterator[list[str]]:
    """Longer transactions of any changes."""
    names = list(engines.CHANGES)
    for _ in range(count):
        yield ["B", *source.choices(names, k=source.randint(2, 6)), source.choice("CR")]


def temporary_sequences(source: random.Random, count: int) -> Iterator[list[str]]:
    """Creating, reading and dropping temporary tables in and out of transactions."""
    names = list(temporary.TEMPORARY_COMMANDS)
    again = ["Create-N-Temp", "Create-T-Temp", "Create-N", "Create-T"]
    for _ in range(count):
        found = source.choices(names, k=source.randint(1, 6))
        if source.random() < 0.8:
            found = ["B", *found, source.choice("CR")]
        if source.random() < 0.3:
            found.insert(source.randint(1, len(found)), source.choice(["Sn", "Rn"]))
        yield [*found, *again * 2]


def _statements(sequences: Iterable[Sequence[str]], commands: dict[str, Command], script: Script) -> Iterator[str]:
    for sequence in sequences:
        for name in sequence:
            yield from commands[name](script)
            script.statement += 1
        script.statement, script.savepoints = 1, 0
        script.transaction += 1


def engine_statements(source: random.Random, sequences: Iterable[Sequence[str]]) -> Iterator[str]:
    """The statements of sequences of the commands in `engines`."""
    return _statements(sequences, _ENGINES, Script(source))


def temporary_statements(source: random.Random, sequences: Iterable[Sequence[str]]) -> Iterator[str]:
    """The statements of sequences of the commands in `temporary`."""
    return _statements(sequences, _TEMPORARY, Script(source))


def committing_statements(source: random.Random, rounds: int = 1) -> Iterator[str]:
    """Every committing statement after an insert: within BEGIN, with autocommit off, or in autocommit."""
    script = Script(source)
    inserts = list(committing.COMMITTING_INSERTS.values())
    for _ in range(rounds):
        for chain in source.sample(committing.COMMITTING, len(committing.COMMITTING)):
            begin = source.choice(["BEGIN", "SET AUTOCOMMIT= 0", ""])
            for statement in chain(script):
                if begin:
                    yield begin
                for insert in source.choices(inserts, k=source.randint(0, 2)):
                    yield from insert(script)
                yield statement
            yield source.choice(["COMMIT", "ROLLBACK"])
            yield "SET AUTOCOMMIT= 1"


def other_statements(source: random.Random, count: int) -> Iterator[str]:
    """Statements of `other` between transaction borders."""
    script = Script(source)
    for _ in range(count):
        inside = source.random() < 0.6
        if inside:
            yield "BEGIN"
        for command in source.choices(other.OTHER, k=source.randint(1, 5)):
            yield from command(script)
        if inside:
            yield source.choice(["COMMIT", "COMMIT", "ROLLBACK"])


def scenario(title: str, setup: Iterable[str], setting: Setting, run: Iterable[str], files: dict[str, str]) -> str:
    """A scenario's text: what is set up in the default format, then the setting and the statements.

    A statement without a connection's name belongs to con1.
    """
    lines = [f"title: {title}", "tags: golden mixing", *(f"file: {name} {text}" for name, text in files.items())]
    statements = itertools.chain(_HEAD, setup, setting.statements, run)
    for statement in statements:
        place, _, greeting = statement.rpartition(SETTING)
        if place and not greeting:
            lines += [f"{place}{one};" for one in setting.statements]
        else:
            lines.append(statement if _PLACE.match(statement) else f"con1: {statement};")
    return "\n".join(lines) + "\n"
