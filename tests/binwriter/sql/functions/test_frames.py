"""Aggregates over frames that grow, move on or shrink are those of the frame's rows, whatever was worked out before."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from binwriter.server.server import Server

_CALLS = {
    "COUNT(*)": len,
    "COUNT(v)": lambda found: len(_present(found)),
    "SUM(v)": lambda found: sum(_present(found)) if _present(found) else None,
    "MIN(v)": lambda found: min(_present(found), default=None),
    "MAX(v)": lambda found: max(_present(found), default=None),
    "BIT_OR(v)": lambda found: _bits(found, 0, lambda one, other: one | other),
    "BIT_AND(v)": lambda found: _bits(found, 2**64 - 1, lambda one, other: one & other),
    "BIT_XOR(v)": lambda found: _bits(found, 0, lambda one, other: one ^ other),
    "ROUND(SUM(v * 1e0), 3)": lambda found: float(sum(_present(found))) if _present(found) else None,
    "ROUND(VAR_POP(v), 3)": lambda found: _variance(_present(found)),
}


def _present(found: Sequence[int | None]) -> list[int]:
    return [value for value in found if value is not None]


def _bits(found: Sequence[int | None], total: int, both: Any) -> int:
    for value in _present(found):
        total = both(total, value)
    return total


def _variance(found: Sequence[int]) -> float | None:
    if not found:
        return None
    mean = sum(found) / len(found)
    return round(sum((value - mean) ** 2 for value in found) / len(found), 3)


def _edge(chance: random.Random) -> tuple[str, int]:
    """Its text, and how far from the row."""
    distance = chance.randrange(6)
    side = chance.choice((-1, 1))
    edges = [("CURRENT ROW", 0), (f"{distance} {'PRECEDING' if side < 0 else 'FOLLOWING'}", side * distance)]
    return chance.choice(edges)


def _frame(chance: random.Random) -> tuple[str, int, int]:
    """A frame of rows that may be: its text, and how far it reaches."""
    start = chance.choice([("UNBOUNDED PRECEDING", -1000), _edge(chance)])
    end = chance.choice([("UNBOUNDED FOLLOWING", 1000), _edge(chance)])
    order = ("PRECEDING", "CURRENT ROW", "FOLLOWING")
    places = [next(place for place, word in enumerate(order) if one[0].endswith(word)) for one in (start, end)]
    if places[0] > places[1]:
        return _frame(chance)
    return f"ROWS BETWEEN {start[0]} AND {end[0]}", start[1], end[1]


@pytest.mark.slow
def test_an_aggregate_of_a_frame_is_that_of_its_rows(tmp_path: Path) -> None:
    chance = random.Random(7)
    values = [chance.choice([None, *range(20)]) for _ in range(40)]
    frames = [_frame(chance) for _ in range(16)]
    with Server(tmp_path / "log") as server:
        session = server.connect()
        session.execute("CREATE DATABASE test")
        session.execute("USE test")
        session.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT UNSIGNED)")
        rows = ", ".join(f"({place}, {'NULL' if value is None else value})" for place, value in enumerate(values))
        session.execute(f"INSERT INTO t VALUES {rows}")
        for text, before, behind in frames:
            calls = ", ".join(f"{call} OVER w" for call in _CALLS if not call.startswith("R"))
            calls += "".join(f", ROUND({call[6:-4]} OVER w, 3)" for call in _CALLS if call.startswith("R"))
            found = session.execute(f"SELECT {calls} FROM t WINDOW w AS (ORDER BY id {text}) ORDER BY id").rows
            wanted = []
            for place in range(len(values)):
                inside = values[max(0, place + before) : max(0, place + behind + 1)]
                wanted.append(tuple(of(inside) for of in _CALLS.values()))
            assert [tuple(row) for row in found] == wanted, text


def test_peers_are_found_once(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        session.execute("CREATE DATABASE test")
        session.execute("USE test")
        session.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT)")
        session.execute("INSERT INTO t VALUES (1, 5), (2, 5), (3, NULL), (4, 7), (5, 5)")
        ranks = "RANK() OVER w, DENSE_RANK() OVER w, PERCENT_RANK() OVER w, CUME_DIST() OVER w, SUM(id) OVER w"
        found = session.execute(f"SELECT id, {ranks} FROM t WINDOW w AS (ORDER BY v) ORDER BY id").rows
        assert [tuple(map(float, row)) for row in found] == [
            (1, 2, 2, 0.25, 0.8, 11),
            (2, 2, 2, 0.25, 0.8, 11),
            (3, 1, 1, 0.0, 0.2, 3),
            (4, 5, 3, 1.0, 1.0, 15),
            (5, 2, 2, 0.25, 0.8, 11),
        ]
