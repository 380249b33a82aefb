"""Statements on tables of nine engines, with everything that scripts do beside changing rows.

ARCHIVE, BLACKHOLE, CSV, MEMORY and MERGE beside InnoDB and MyISAM; views, triggers, routines, foreign keys, generated
columns, XA, LOCK TABLES, LOAD DATA, temporary tables, isolation levels, READ ONLY. The texts: many_commands.txt,
many_tables.txt.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

_HERE = Path(__file__).parent
_ENGINES = {"ti": "InnoDB", "tj": "InnoDB", "tm": "MyISAM", "tn": "MyISAM", "th": "MEMORY", "tb": "BLACKHOLE"}
_WEIGHTS = {"ti": 5, "tj": 4, "tm": 5, "tn": 3, "th": 2, "tb": 1}
_WITH_PROGRAMS = ("ti", "tm", "th", "tj")
_WITH_ALL_COLUMNS = ("ti", "tm")
_PROGRAM = re.compile(r"[gq][a-z]?_[XYZ]|w_[XYZ]")
_PLACE = re.compile(r"\b((?:w|[gq][a-z]?)_)?([XYZ])(?=\b|_)")
_KEY = re.compile(r"\b[KL]\b")
_KEYS = 12
_SHARES = {"changes": 62, "control": 24, "settings": 6, "definitions": 8}

FILES = {
    "g.txt": "401\\t1\\tone\\n402\\t2\\ttwo\\n",
    "d.txt": "404\\t1\\tone\\n1\\t2\\ttwo\\n405\\t1\\tx\\n",
    "c.txt": "501,'1',one\\n502,2,'tw'\\n",
}


def _lines(name: str) -> list[str]:
    return [line for line in (_HERE / name).read_text().splitlines() if not line.startswith("#")]


def configure() -> list[str]:
    """Everything the statements use."""
    found: list[str] = []
    for line in _lines("many_tables.txt"):
        if line.startswith(" "):
            found[-1] += "\n" + line
        else:
            found.append(line)
    return found


def _commands() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in _lines("many_commands.txt"):
        if line.startswith("== "):
            found[line[3:]] = own = []
        else:
            own.append(line)
    return found


def _stems(text: str) -> tuple[str, ...]:
    """The tables that the command can be about."""
    if "X_ge" in text or "X_de" in text:
        return _WITH_ALL_COLUMNS
    return _WITH_PROGRAMS if _PROGRAM.search(text) else tuple(_ENGINES)


def _filled(source: random.Random, text: str, number: int) -> list[str]:
    stems = _stems(text)
    weights = [_WEIGHTS[stem] for stem in stems]
    chosen = {place: source.choices(stems, weights)[0] for place in "XYZ"}
    for _ in range(5):
        if chosen["X"] == chosen["Y"] and source.random() < 0.8:
            chosen["Y"] = source.choices(stems, weights)[0]
    filled = text.replace("=EX", "=" + _ENGINES[chosen["X"]]).replace("=EY", "=" + _ENGINES[chosen["Y"]])
    filled = _PLACE.sub(lambda match: (match[1] or "") + chosen[match[2]], filled)
    filled = filled.replace("#+1", str(number + 1)).replace("#", str(number))
    return _KEY.sub(lambda _: str(source.randint(1, _KEYS)), filled).split(";; ")


def statements(source: random.Random, count: int) -> Iterator[str]:
    """That many commands, transaction borders and settings between them."""
    commands = _commands()
    kinds, shares = list(_SHARES), list(_SHARES.values())
    for number in range(count):
        kind = source.choices(kinds, shares)[0]
        yield from _filled(source, source.choice(commands[kind]), 600 + 3 * number)
    yield "COMMIT"
