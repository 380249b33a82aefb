"""Every pairing of three engines in programs and statements that fail halfway, over sessions with small caches.

A statement belongs to one of three connections. Sessions that are opened after SET GLOBAL max_binlog_cache_size have
caches that overflow (1197, 1705); they leave with open transactions and temporary tables. The texts: pairings.txt,
pairings_tables.txt.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path

from tests.mixing.sequences import SETTING

_HERE = Path(__file__).parent
_ENGINES = {"t": "InnoDB", "n": "MyISAM", "h": "MEMORY"}
_ENGINE = re.compile(r"=([EFG])\b")
_PLACE = re.compile(r"\b(v|b|f[a-z]_|p[a-z]_|[a-z]{2}_|ftmp_)?([EFG])(_[EFG]|[12kiwzx])?\b")
_KEY = re.compile(r"\b[KL]\b")
_KEYS = 14
_CONNECTIONS = 3
_GREETING = (
    "SET TIMESTAMP=1700000000",
    "SET SESSION innodb_lock_wait_timeout = 1",
    "SET SESSION lock_wait_timeout = 1",
)
_STAYS = 0.8
"""How likely the next command is on the same connection."""

FILES = {"p.txt": "801,1,one\\n802,2,two\\n1,3,dup\\n803,4,four\\n"}
SHARES = {"changes": 50, "wide": 7, "control": 22, "settings": 5, "temporary": 14, "sessions": 2}
ALONE = {**SHARES, "sessions": 0}
"""How often each kind of command comes; the second on one connection with large caches."""


def _sections(name: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    own: list[str] = []
    for line in (_HERE / name).read_text().splitlines():
        if line.startswith("#"):
            continue
        if line.startswith("== "):
            found[line[3:]] = own = []
        elif line.startswith(" "):
            own[-1] += "\n" + line
        else:
            own.append(line)
    return found


def _named(text: str, letters: dict[str, str]) -> str:
    def place(match: re.Match[str]) -> str:
        head, letter, tail = match[1] or "", letters[match[2]], match[3] or ""
        return head + letter + (f"_{letters[tail[1]]}" if tail.startswith("_") else tail)

    return _PLACE.sub(place, _ENGINE.sub(lambda match: _ENGINES[letters[match[1]]], text))


def configure() -> list[str]:
    """Tables, triggers, functions and procedures of every pairing."""
    sections = _sections("pairings_tables.txt")
    found = [_named(text, {"E": letter}) for letter in _ENGINES for text in sections["each"]]
    for first, second in itertools.product(_ENGINES, repeat=2):
        found += [_named(text, {"E": first, "F": second}) for text in sections["pair"]]
    return found + sections["once"]


def _filled(source: random.Random, text: str, number: int) -> list[str]:
    weights = (5, 4, 1)
    letters = dict(zip("EFG", source.choices(list(_ENGINES), weights, k=3), strict=True))
    if letters["E"] == letters["F"] and source.random() < 0.6:
        letters["F"] = source.choices(list(_ENGINES), weights)[0]
    long, _, rest = text.partition(" ")
    size = source.choice((900, 2500, 3900, 4200, 5000, 7800))
    filled = _named(rest if long == "LONG" else text, letters).replace("#1", str(number + 1)).replace("#", str(number))
    filled = filled.replace("SIZE", str(size)).replace("WORDS", "words " * (size // 6))
    return _KEY.sub(lambda _: str(source.randint(1, _KEYS)), filled).split(";; ")


class _Sessions:
    """The connections of a script: how each is named now, and what new ones are to be told."""

    def __init__(self) -> None:
        self._names = [f"con{number + 1}" for number in range(_CONNECTIONS)]
        self._opened = {"con1"}
        self._count = _CONNECTIONS
        self.current = 0

    def lines(self, statements: list[str]) -> Iterator[str]:
        """The statements on the current connection, which is greeted when it is new."""
        name = self._names[self.current]
        if name not in self._opened:
            self._opened.add(name)
            yield from (f"{name}: {statement};" for statement in _GREETING)
            yield f"{name}: {SETTING}"
        yield from (f"{name}: {statement};" for statement in statements)

    def command(self, text: str) -> Iterator[str]:
        """A command of section `sessions`."""
        word, *values = text.split(" ")
        if word == "DISCONNECT":
            yield from self._replaced()
        else:
            yield from self.lines([f"SET GLOBAL {name} = {value}" for name, value in _limits(word, values)])
            self.current = (self.current + 1) % _CONNECTIONS
            yield from self._replaced()

    def _replaced(self) -> Iterator[str]:
        name = self._names[self.current]
        if name in self._opened:
            yield f"disconnect: {name}"
        self._count += 1
        self._names[self.current] = f"con{self._count}"


def _limits(word: str, values: list[str]) -> Iterator[tuple[str, str]]:
    if word == "SPILL":
        yield "binlog_cache_size", values[0]
        yield "binlog_stmt_cache_size", values[0]
    else:
        for name, value in zip(("cache", "stmt_cache"), values or ["DEFAULT"] * 2, strict=True):
            yield f"max_binlog_{name}_size", value


def statements(source: random.Random, count: int) -> Iterator[str]:
    """That many commands on one connection."""
    commands = _sections("pairings.txt")
    for number in range(count):
        yield from _filled(source, source.choice(commands[_kind(source, ALONE)]), 600 + 3 * number)
    yield "COMMIT"


def lines(source: random.Random, count: int) -> Iterator[str]:
    """That many commands over several connections, each statement with its connection's name."""
    commands = _sections("pairings.txt")
    sessions = _Sessions()
    # what earlier scripts left on the same server
    yield from (f"SET GLOBAL {name}_size = DEFAULT" for name in ("binlog_cache", "binlog_stmt_cache"))
    yield from _GREETING
    for number in range(count):
        if source.random() > _STAYS:
            sessions.current = source.randrange(_CONNECTIONS)
        kind = _kind(source, SHARES)
        text = source.choice(commands[kind])
        if kind == "sessions":
            yield from sessions.command(text)
        else:
            yield from sessions.lines(_filled(source, text, 600 + 3 * number))


def _kind(source: random.Random, shares: dict[str, int]) -> str:
    return source.choices(list(shares), list(shares.values()))[0]
