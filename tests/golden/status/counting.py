"""By how much statements raise status variables: what is run, and how it is written down.

`statements.sql` runs on one connection, one behind the other; of each kind of statement of `../commands` a cell is
asked in some places, too. SHOW STATUS is asked before and behind, and what one SHOW STATUS counts itself is taken off.
The same code asks a real server and ours.

Left out is what a clock, files, caches of a server or its own threads move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.golden.answers import capture as answers
from tests.golden.commands.places import PLACES, Connection, Place

FOLDER = Path(__file__).parent
# Kinds of statements are asked here.
ASKED_IN = tuple(place for place in PLACES if place.name in ("top", "prepared", "procedure", "transaction"))
_COUNTED = re.compile(
    r"Com_|Handler_|Select_|Sort_|Created_tmp_tables|Questions|Queries|Innodb_rows_|Binlog_(stmt_)?cache_use"
    r"|Prepared_stmt_count|Flush_commands|Slow_queries|Table_locks_"
)
_ENDS_CONNECTIONS = re.compile(r"RESTART|SHUTDOWN|KILL")

Counts = dict[str, int]


def statements() -> list[str]:
    """Those that run one behind the other."""
    return answers.statements("../status/statements.sql")


def counts(connection: Connection) -> Counts | None:
    """All that are compared; None where an XA transaction that has ended lets nobody ask."""
    error, rows = connection.run("SHOW STATUS")
    if error is not None:
        return None
    return {str(name): int(str(value)) for name, value in rows if _COUNTED.match(str(name))}


class Counting:
    """One connection whose statements are counted."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        first, second = counts(connection), counts(connection)
        assert first is not None and second is not None
        self._own = _difference(first, second)

    def of(self, statement: str) -> tuple[str | None, Counts]:
        """The error, if there is one, and by how much it raised what; nothing is told where nobody can ask."""
        before = counts(self._connection)
        error, _ = self._connection.run(statement)
        after = counts(self._connection)
        if before is None or after is None:
            return error, {}
        raised = _difference(before, after)
        return error, {
            name: left
            for name in sorted({*raised, *self._own})
            if (left := raised.get(name, 0) - self._own.get(name, 0))
        }


def _difference(before: Mapping[str, int], after: Mapping[str, int]) -> Counts:
    return {name: value - before.get(name, 0) for name, value in after.items() if value != before.get(name, 0)}


def line_of(raised: Mapping[str, int]) -> str:
    """As a file has it."""
    return " ".join(f"{name}={value}" for name, value in raised.items())


def counts_of(line: str) -> Counts:
    """What `line_of` wrote."""
    return {name: int(value) for name, _, value in (pair.partition("=") for pair in line.split())}


def of_statements(connection: Connection) -> Iterator[tuple[str, str | None, Counts]]:
    """(statement, error, what it raised) of each of `statements`."""
    counting = Counting(connection)
    for statement in statements():
        yield statement, *counting.of(statement)


def cell(connection: Connection, statement: str, place: Place) -> Counts:
    """What a kind of statement raises in a place; its last step alone counts, what comes before prepares it."""
    quoted = "'" + statement.replace("'", "''") + "'"
    steps = [step.replace("{statement}", statement).replace("{quoted}", quoted) for step in place.steps]
    for step in steps[:-1]:
        error, _ = connection.run(step)
        if error is not None:
            return {}
    raised = Counting(connection).of(steps[-1])[1]
    for step in place.ends:
        connection.run(step)
    return raised


def is_asked(statement: str) -> bool:
    """Whether the connection is there behind it."""
    return _ENDS_CONNECTIONS.match(statement) is None
