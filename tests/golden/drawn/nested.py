"""Expressions in expressions, by chance, where they may stand: `python -m tests.golden.drawn.nested KIND --seed N`.

Prints a script: each expression as an item of a query of its KIND (`plain`, `aggregate`, `window`, `group`, `union`,
`derived`), the table that CREATE TABLE .. SELECT makes of it, its definition and its rows. `python -m
binwriter.integration.corpus` asks a real server and ours the same.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path

_TABLES = Path(__file__).with_name("nested.sql")
_PARTS = Path(__file__).with_name("nested.txt")
_FRAMES = (
    "ORDER BY id",
    "PARTITION BY n ORDER BY id",
    "PARTITION BY e ORDER BY id",
    "ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW",
)
_AROUND = ("r", "CONCAT(r)", "COALESCE(r,1)", "MAX(r)", "r+1")
_ANY, _AGGREGATED = "NNNSSDDTJ", "NNNSSDTJ"
_PLACE = re.compile(r"\{([NSDTJX])\}")
_ALONE = re.compile(r"[\w.']+|\w+\(.*\)")


class Drawing:
    """Expressions by chance. depth: how many calls stand in one another at most."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.parts: dict[tuple[str, str], list[str]] = {}
        for line in _PARTS.read_text().splitlines():
            if not line.startswith("#"):
                part, kind, text = line.split(" ", 2)
                self.parts.setdefault((part, kind), []).append(text)

    def chosen(self, part: str, kind: str = "-") -> str:
        return self.chance.choice(self.parts[part, kind])

    def expression(self, kind: str, depth: int) -> str:
        if kind == "X":
            kind = self.chance.choice(_ANY)
        if depth <= 0 or self.chance.random() < 0.15:
            return self.chosen("column", kind)
        return self.filled(self.chosen("call", kind), depth - 1)

    def filled(self, call: str, depth: int) -> str:
        return _PLACE.sub(lambda place: self._operand(place[1], depth), call)

    def _operand(self, kind: str, depth: int) -> str:
        made = self.expression(kind, depth)
        return made if _ALONE.fullmatch(made) else f"({made})"

    def aggregate(self) -> str:
        return self.filled(self.chosen("aggregate", self.chance.choice(_AGGREGATED)), 1)


_KINDS: dict[str, Callable[[Drawing], str]] = {
    "plain": lambda drawn: f"SELECT {drawn.expression('X', 2)} r FROM t ORDER BY id",
    "aggregate": lambda drawn: f"SELECT {drawn.aggregate()} r FROM t",
    "window": lambda drawn: (
        f"SELECT {drawn.filled(drawn.chosen('window'), 1)} r FROM t"
        f" WINDOW w AS ({drawn.chance.choice(_FRAMES)}) ORDER BY id"
    ),
    "group": lambda drawn: f"SELECT {drawn.expression('X', 1)} k, {drawn.aggregate()} r FROM t GROUP BY k ORDER BY k",
    "union": lambda drawn: (
        f"SELECT {drawn.expression('X', 1)} r FROM t WHERE id<3"
        f" UNION ALL SELECT {drawn.expression('X', 1)} FROM t WHERE id=1"
    ),
    "derived": lambda drawn: (
        f"SELECT {drawn.chance.choice(_AROUND)} r"
        f" FROM (SELECT {drawn.expression('X', 2)} r FROM t ORDER BY id LIMIT 3) x"
    ),
}


def script(kind: str, seed: int, number: int) -> str:
    """The statements, one a line but for those of the table."""
    drawn, lines = Drawing(seed), [_TABLES.read_text().rstrip()]
    for place in range(number):
        query = _KINDS[kind](drawn)
        lines += [f"{query};", f"CREATE TABLE c{place} AS {query};", f"SHOW CREATE TABLE c{place};"]
        lines.append(f"SELECT * FROM c{place};")
    return "\n".join(lines) + "\n"


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="tests.golden.drawn.nested", description=__doc__)
    parser.add_argument("kind", choices=_KINDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=100, help="expressions")
    arguments = parser.parse_args()
    sys.stdout.write(script(arguments.kind, arguments.seed, arguments.number))
    return 0


if __name__ == "__main__":
    sys.exit(main())
