"""Rows that an index finds in the order that is asked for, by a subquery's values or by a joined table's list: the same
as reading all of them gives, in the same order, with the same warnings, errors and flags."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from binwriter.server.server import Server
from binwriter.sql.query import select_compiler
from binwriter.sql.query.access import listed
from binwriter.sql.query.access.path import AccessPath
from binwriter.sql.query.access.total_order import TotalOrder
from binwriter.sql.query.joins.filters import Filtered
from binwriter.storage.table_data import TableData

_TABLES = (
    "CREATE TABLE t (id INT PRIMARY KEY, a INT, b INT NOT NULL, d DATETIME, s VARCHAR(9), KEY (a), KEY (d), "
    "KEY (b, a))",
    "CREATE TABLE u (x INT, y INT, v BIGINT UNSIGNED, PRIMARY KEY (x, y), UNIQUE KEY (v), KEY (y))",
    "CREATE TABLE m (id INT PRIMARY KEY, a INT, KEY (a)) ENGINE=MyISAM",
    "CREATE TABLE p (id INT PRIMARY KEY, a INT, KEY (a)) PARTITION BY HASH (id) PARTITIONS 3",
    "CREATE TABLE x (id INT, s VARCHAR(9), c CHAR(3) COLLATE latin1_bin, e DECIMAL(5,2) NOT NULL, PRIMARY KEY (id), "
    "KEY (s), KEY (c, s), KEY (e), KEY (s DESC, id)) DEFAULT CHARSET latin1",
    "CREATE TABLE g (id INT PRIMARY KEY, a INT, w INT AS (a + 1), KEY (a), KEY (w))",
)
_QUERIES = (
    "SELECT id, a FROM t WHERE a > {0} OR (a = {0} AND id > {1}) ORDER BY a, id LIMIT {2}",
    "SELECT * FROM t WHERE a < {0} OR (a = {0} AND id < {1}) ORDER BY a DESC, id DESC LIMIT {2}",
    "SELECT * FROM t WHERE (a, id) > ({0}, {1}) ORDER BY a, id LIMIT {2}",
    "SELECT * FROM t WHERE (a, id) <= ({0}, {1}) ORDER BY a DESC, id DESC LIMIT {2} OFFSET 2",
    "SELECT * FROM t WHERE NOT (a, id) > ({0}, {1}) AND b <> 3 ORDER BY a, id LIMIT {2}",
    "SELECT id, a AS b, b AS a FROM t ORDER BY a, id LIMIT {2}",
    "SELECT t.b, a FROM t ORDER BY t.a, t.id LIMIT {2}",
    "SELECT * FROM t ORDER BY a, id DESC LIMIT {2}",
    "SELECT * FROM t WHERE b = 2 OR b = {0} OR id IN (1, {1}) ORDER BY d DESC, id DESC LIMIT {2}",
    "SELECT * FROM t WHERE d > '2025-01-03' OR (d = '2025-01-03' AND id > {1}) ORDER BY d, id LIMIT {2}",
    "SELECT * FROM t ORDER BY b, a, id, s LIMIT {2}",
    "SELECT * FROM t ORDER BY b DESC, a DESC, id DESC LIMIT {2}",
    "SELECT SQL_CALC_FOUND_ROWS id FROM t WHERE a IN ({0}, 3) OR b > {1} ORDER BY a, id LIMIT {2}",
    "SELECT DISTINCT b FROM t ORDER BY b, a, id LIMIT {2}",
    "SELECT id, ROW_NUMBER() OVER (ORDER BY b) FROM t ORDER BY a, id LIMIT {2}",
    "SELECT * FROM t WHERE a > {0} AND id < 30 OR a IS NULL ORDER BY a, id LIMIT {2}",
    "SELECT * FROM t WHERE s > {0} ORDER BY a, id LIMIT {2}",
    "SELECT * FROM t WHERE a = {0} ORDER BY b, a, id LIMIT {2}",
    "SELECT * FROM u WHERE (y, x) > ({0}, {1}) ORDER BY y, x LIMIT {2}",
    "SELECT * FROM u WHERE v > -{0} ORDER BY v DESC, x DESC, y DESC LIMIT {2}",
    "SELECT id, a FROM t ORDER BY a LIMIT {2}",
    "SELECT a, id FROM t WHERE a > {0} ORDER BY a DESC LIMIT {2}",
    "SELECT a, id FROM t WHERE a <= {0} OR a IS NULL ORDER BY a LIMIT {2} OFFSET 3",
    "SELECT * FROM t ORDER BY a LIMIT {2}",
    "SELECT *, a + b AS d FROM t WHERE b <> {0} ORDER BY d LIMIT {2}",
    "SELECT * FROM t WHERE b <> {0} ORDER BY t.d DESC LIMIT {2}",
    "SELECT SQL_CALC_FOUND_ROWS b, a FROM t WHERE id > {1} ORDER BY b DESC, a DESC LIMIT {2}",
    "SELECT a, b FROM t WHERE a IN ({0}, 4) ORDER BY b LIMIT {2}",
    "SELECT b, a FROM t WHERE a > {0} AND b < 5 ORDER BY b, a LIMIT {2}",
    "SELECT x FROM u WHERE y > {0} ORDER BY y LIMIT {2}",
    "SELECT x, y FROM u ORDER BY x DESC LIMIT {2}",
    "SELECT v FROM u ORDER BY v LIMIT {2}",
    "SELECT id, s FROM x ORDER BY s LIMIT {2}",
    "SELECT id, s FROM x WHERE s LIKE 'a%' ORDER BY s DESC LIMIT {2}",
    "SELECT * FROM x WHERE id > {1} ORDER BY c LIMIT {2}",
    "SELECT c, s FROM x WHERE s > 'A' ORDER BY c DESC, s DESC LIMIT {2}",
    "SELECT id, e FROM x WHERE e > {0} ORDER BY e LIMIT {2}",
    "SELECT id, (SELECT s FROM x x2 WHERE x2.id > x.id ORDER BY s LIMIT 1) FROM x WHERE id < {0}",
    "INSERT INTO x SELECT id + 1000 + {1}, s, c, e FROM x WHERE id < 30 ORDER BY s LIMIT {2}",
    "UPDATE x SET e = e + 1 WHERE c = 'b' ORDER BY id DESC LIMIT {2}",
    "UPDATE x SET e = e + 1 ORDER BY s LIMIT {2}",
    "DELETE FROM x WHERE id > 1000 ORDER BY c LIMIT 2",
    "SELECT * FROM m ORDER BY a, id LIMIT {2}",
    "SELECT a FROM m ORDER BY a DESC LIMIT {2}",
    "SELECT * FROM p ORDER BY a LIMIT {2}",
    "SELECT w FROM g ORDER BY w LIMIT {2}",
    "SELECT * FROM p WHERE (a, id) > ({0}, {1}) ORDER BY a, id LIMIT {2}",
    "SELECT * FROM g WHERE a > {0} OR id > {1} ORDER BY w, id LIMIT {2}",
    "SELECT (SELECT id FROM t t2 WHERE t2.b = t.b OR t2.b = {0} ORDER BY a, id LIMIT 1) FROM t",
    "SELECT * FROM t WHERE a IN (SELECT y FROM u WHERE x < {0})",
    "SELECT * FROM t WHERE a IN (SELECT y FROM u WHERE x < {0}) AND b < {1} ORDER BY s, id LIMIT {2}",
    "SELECT * FROM t WHERE a IN (SELECT s FROM t WHERE id < {0})",
    "SELECT * FROM t WHERE a IN (SELECT y FROM u WHERE x = {0}) AND s > {1}",
    "SELECT * FROM t WHERE a IN (SELECT y FROM u WHERE x = (SELECT y FROM u))",
    "SELECT COUNT(*), MAX(b) FROM t WHERE b IN (SELECT a FROM m WHERE id BETWEEN {0} AND {1})",
    "SELECT t.id, u.x, u.v FROM t LEFT JOIN u ON u.y = t.a WHERE t.id IN ({0}, {1}, 7)",
    "SELECT t.id, u.x, u.v FROM t JOIN u ON u.y = t.a WHERE t.a IN ({0}, {1}) AND u.x IN (1, 2, {0})",
    "SELECT t.id, m.id FROM m JOIN t ON t.b = m.a WHERE m.id IN ({0}, {1}) OR m.id = 3",
    "SELECT t.id, u.x FROM t LEFT JOIN u ON u.y = t.a WHERE t.id = {0}",
    "SELECT t.id, g.w FROM t LEFT JOIN g ON g.a = t.a AND g.id IN (1, {1}, {0}) WHERE t.a IN ({0}, 2, 3)",
    "UPDATE t JOIN u ON u.y = t.a SET t.b = t.b + 1 WHERE u.x = {0} AND t.id > {1}",
    "UPDATE t SET s = CONCAT(b, '-') WHERE a IN (SELECT y FROM u WHERE x = {0})",
    "DELETE t FROM t JOIN u ON u.y = t.a WHERE t.a = {0} AND u.v > {1}",
    "INSERT INTO t SELECT id + 100, a, b + 1, d, s FROM t WHERE id = {0} AND NOT EXISTS "
    "(SELECT 1 FROM t WHERE id = {0} + 100)",
)


def _exactly(patch: pytest.MonkeyPatch) -> None:
    """Without what is quicker."""
    patch.setattr(TotalOrder, "__call__", lambda self, context: None)
    patch.setattr(listed, "listed_for_query", lambda *given: None)
    patch.setattr(select_compiler.listed, "listed_for_query", lambda *given: None)
    patch.setattr(Filtered, "_narrowed", lambda self, context: None)
    patch.setattr(AccessPath, "whole_size", lambda self, context: None)
    patch.setattr(TableData, "first_values", lambda self, key: len({row[key.columns[0]] for _, row in self.scan()}))


def _told(folder: Path, *, another: bool) -> list[object]:
    told: list[object] = []
    chance = random.Random(5)
    with Server(folder, ("server-id=1",)) as server:
        session = server.connect()
        for text in ("CREATE DATABASE d", "USE d", *_TABLES):
            session.execute(text)
        for table, count in (("t", 60), ("m", 20), ("p", 20), ("g", 40)):
            for n in range(count):
                a = chance.choice(["NULL", *range(9)])
                more = {"t": f", {chance.randrange(6)}, '2025-01-0{chance.randrange(1, 8)}', '{n % 4}x'"}.get(table, "")
                into = "g (id, a)" if table == "g" else table
                session.execute(f"INSERT INTO {into} VALUES ({n * 7 % 61}, {a}{more})")
        for n in range(40):
            letters = ", ".join(chance.choice(["NULL", *(f"'{letter}'" for letter in "aAbBä c")]) for _ in range(2))
            session.execute(f"INSERT INTO x VALUES ({n * 7 % 41}, {letters}, {chance.randrange(9)}.5)")
        for n in range(30):
            session.execute(f"INSERT INTO u VALUES ({n % 6}, {n % 7}, {n * 11 % 31 or 'NULL'})")
        if another:
            server.connect(database="d").execute("SELECT 1")
        for round_ in range(2):
            for query in _QUERIES:
                text = query.format(chance.randrange(9), chance.randrange(50), (1, 4, 100)[round_ % 3])
                result = session.run(text)
                diagnostics = [(one.code, one.message) for one in result.diagnostics]
                told.append((text, result.error and str(result.error), result.rows, result.affected, diagnostics))
                told.append(session.execute("SELECT FOUND_ROWS(), ROW_COUNT()").rows)
        told.append(session.execute("SHOW SESSION STATUS LIKE 'Select%'").rows)
        told += [session.execute(f"SELECT * FROM {table} ORDER BY id").rows for table in "tx"]
    return told


@pytest.mark.parametrize("another", [False, True])
def test_the_same_as_of_all_rows(tmp_path: Path, another: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = _told(tmp_path / "quick", another=another)
    _exactly(monkeypatch)
    assert quick == _told(tmp_path / "exact", another=another)


def test_rows_in_order_are_taken_from_the_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the orders above those that an index has."""
    seen = list[bool]()
    call = TotalOrder.__call__
    monkeypatch.setattr(
        TotalOrder, "__call__", lambda self, context: (rows := call(self, context), seen.append(rows is not None))[0]
    )
    _told(tmp_path, another=False)
    assert sum(seen) > 150


def test_values_of_an_index_are_counted_as_rows_change(tmp_path: Path) -> None:
    chance = random.Random(7)
    with Server(tmp_path) as server:
        session = server.connect()
        for text in (
            "CREATE DATABASE d",
            "USE d",
            "CREATE TABLE t (id INT PRIMARY KEY, a INT, b INT, KEY (a), KEY (b DESC))",
        ):
            session.execute(text)
        data = server.front_end.database.table("d", "t")
        for number in range(200):
            a, b = (chance.choice(["NULL", *range(12)]) for _ in range(2))
            session.run(
                chance.choice(
                    [
                        f"INSERT INTO t VALUES ({number}, {a}, {b})",
                        f"INSERT INTO t VALUES ({number}, {a}, {b}), ({number + 1000}, {b}, {a})",
                        f"UPDATE t SET a = {a} WHERE id = {chance.randrange(number + 1)}",
                        f"UPDATE t SET b = {b} WHERE a = {a}",
                        f"DELETE FROM t WHERE id = {chance.randrange(number + 1)}",
                        f"DELETE FROM t WHERE a = {a}",
                        "BEGIN",
                        "ROLLBACK",
                    ]
                )
            )
            for key in data.definition.keys:
                assert data.first_values(key) == len({row[key.columns[0]] for _, row in data.scan()})
