"""ORDER BY with LIMIT of an UPDATE or DELETE: the first rows of the clustered index are those that sorting all of them
gives, in the same order, and the logs are the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from binwriter.server.server import Server
from binwriter.sql.query.matching import _Order

_TABLES = (
    "a INT PRIMARY KEY, b INT",
    "a INT PRIMARY KEY, b INT, KEY (b)",
    "a INT, b INT, PRIMARY KEY (a, b)",
    "a INT, b INT, PRIMARY KEY (b DESC, a)",
    "a VARCHAR(9) PRIMARY KEY, b INT UNIQUE",
)
_ORDERS = ("a", "a DESC", "a, b", "a DESC, b DESC", "b, a", "b DESC, a", "b", "-a", "a + 0")
_WHERES = ("", "WHERE b > 3", "WHERE b % 2", "WHERE a > 3")
_CHANGES = (
    "DELETE FROM t {} LIMIT 2",
    "UPDATE t SET b = b + 100 {} LIMIT 3",
    "UPDATE t SET a = a + 50 {} LIMIT 2",
    "DELETE FROM t {} LIMIT 0",
)


def _left_by_all(folder: Path) -> list[object]:
    left: list[object] = []
    with Server(folder) as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        session.execute("USE d")
        cases = [(table, order, where) for table in _TABLES for order in _ORDERS for where in _WHERES]
        for number, (table, order, where) in enumerate(cases):
            session.run("DROP TABLE IF EXISTS t")
            session.execute(f"CREATE TABLE t ({table})")
            keys = random.Random(number).sample(range(1, 40), 14)
            for some in (keys[:9], keys[9:]):
                session.execute(f"INSERT INTO t VALUES {', '.join(f'({key}, {3 * key % 50})' for key in some)}")
            session.execute("DELETE FROM t WHERE b % 5 = 0")
            change = _CHANGES[number % len(_CHANGES)].format(f"{where} ORDER BY {order}")
            result = session.run(change)
            left.append((table, change, result.affected, str(result.error), session.run("SELECT * FROM t").rows))
    left.append((folder / "binlog.000001").read_bytes())
    return left


def test_rows_by_the_clustered_index_are_the_first_of_those_that_are_sorted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = _left_by_all(tmp_path / "quick")
    monkeypatch.setattr(_Order, "clustered_rows", lambda self: None)
    assert quick == _left_by_all(tmp_path / "sorted")
