"""Joins whose partners an index or a table of hashes finds, against the same with each pair asked: the same rows in the
same order, and the same words."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from binwriter.server.server import Server
from binwriter.server.session import Session

pytestmark = pytest.mark.slow

SETUP = (
    "CREATE DATABASE d",
    "USE d",
    "CREATE TABLE a (id INT PRIMARY KEY, x BIGINT UNSIGNED, t VARCHAR(20), d DECIMAL(9,1), KEY x (x))",
    "CREATE TABLE b (id BIGINT UNSIGNED PRIMARY KEY, x SMALLINT, t VARCHAR(20), KEY x (x, t), UNIQUE KEY t (t))",
    "CREATE TABLE c (id INT, x INT, t VARCHAR(20), KEY id (id)) ENGINE=MyISAM",
    *(f"INSERT INTO a VALUES ({n}, {n * 7 % 23 if n % 5 else 'NULL'}, 'a{n % 9}', {n % 30}.0)" for n in range(-2, 60)),
    *(f"INSERT INTO b VALUES ({n}, {n * 5 % 19 if n % 4 else 'NULL'}, 'a{n}')" for n in range(45, 0, -1)),
    *(f"INSERT INTO c VALUES ({n % 20}, {n % 13 if n % 6 else 'NULL'}, 'a{n % 11}')" for n in range(40)),
    "SET optimizer_switch = DEFAULT",
)
TWO = (
    "a {join} b ON {on}",
    "b {join} a ON {on}",
    "c {join} a ON {on_c}",
    "a {join} c ON {on_c}",
)
JOINS = ("JOIN", "LEFT JOIN", "RIGHT JOIN")
ON = (
    ("a.x = b.id", "a.x = c.id"),
    ("b.x = a.id", "c.x = a.id"),
    ("a.x = b.id AND a.id > b.x", "a.x = c.id AND c.x <> a.id"),
    ("a.id = b.x AND b.t = a.t", "a.id = c.id AND a.t = c.t"),
    ("a.d = b.id", "a.d = c.x"),
    ("a.x = b.id AND b.t LIKE 'a1%'", "a.x = c.x AND CONCAT(c.t) > 'a3'"),
    ("a.t = b.id", "a.t = c.id"),
    ("a.id = b.id OR a.x = b.x", "a.id = c.id OR a.x = c.x"),
)
WHERE = (
    "",
    "WHERE a.id = 7",
    "WHERE a.id < 9",
    "WHERE a.x IN (3, 5, 6) AND a.t > 'a2'",
    "WHERE a.t = 7",
    "WHERE a.id = '12x'",
)
THREE = (
    "SELECT * FROM a JOIN b ON b.id = a.x JOIN c ON c.id = b.x {where}",
    "SELECT * FROM a LEFT JOIN b ON b.id = a.x LEFT JOIN c ON c.id = b.x {where}",
    "SELECT * FROM a LEFT JOIN b ON b.id = a.x JOIN c ON c.id = a.x {where}",
    "SELECT * FROM a LEFT JOIN b ON b.id = a.x JOIN c ON c.x = b.x {where}",
    "SELECT a.id, b.id, c.t FROM a, b, c WHERE a.x = b.id AND b.x = c.id AND a.id < 20",
    "SELECT a.id, b.id, c.t FROM a, b, c WHERE a.x = b.id AND b.x = c.id AND a.t > 3",
    "SELECT a.id, (SELECT COUNT(*) FROM b JOIN c ON c.id = b.x WHERE b.id = a.x) FROM a {where}",
    "SELECT * FROM a JOIN b USING (id) JOIN c USING (id) {where}",
    "SELECT * FROM a NATURAL JOIN b {where}",
    "SELECT * FROM a JOIN (SELECT id, COUNT(*) n FROM c GROUP BY id) g ON g.id = a.x {where}",
    "SELECT * FROM a JOIN b ON b.id = a.x {where} LIMIT 3",
    "SELECT a.id FROM a JOIN b ON b.id = a.x {where} ORDER BY b.t DESC, a.id LIMIT 5",
    "SELECT b.x, COUNT(*), MAX(a.id) FROM a LEFT JOIN b ON b.id = a.x {where} GROUP BY b.x",
    "SELECT a.*, (SELECT COUNT(*) FROM a, b JOIN c ON c.id = d) FROM a {where}",
    "SELECT a.*, (SELECT COUNT(*) FROM a, b JOIN c ON c.id = a.x) FROM a {where}",
    "SELECT b.x, c.x FROM a, b JOIN c ON c.id = b.x {where}",
    "SELECT x.id, y.id FROM a x JOIN a y ON y.id = x.x JOIN b ON b.id = y.x WHERE x.id = 7",
)


def _queries() -> list[str]:
    two = (
        f"SELECT * FROM {tables.format(join=join, on=on[0], on_c=on[1])} {where}"
        for tables, join, on, where in product(TWO, JOINS, ON, WHERE)
    )
    three = (query.format(where=where) for query in THREE for where in WHERE if "{where}" in query or not where)
    return [*two, *three]


def _said(session: Session, query: str) -> tuple[object, ...]:
    result = session.run(query)
    status = session.run("SHOW SESSION STATUS LIKE 'Select%'").rows
    return result.rows, str(result.error), result.diagnostics, status


@pytest.mark.parametrize(("transaction", "each"), [(False, 2), (True, 7)])
def test_joins_are_the_same_both_ways(tmp_path: Path, transaction: bool, each: int) -> None:
    with Server(tmp_path / "quick") as quick, Server(tmp_path / "exact", plan_cache=False) as exact:
        sessions = [quick.connect(), exact.connect()]
        for session in sessions:
            for text in SETUP:
                assert session.run(text).error is None, text
            if transaction:
                session.run("BEGIN")
                session.run("UPDATE a SET t = 'changed' WHERE id = 7")
        for query in _queries()[::each]:
            one, other = (_said(session, query) for session in sessions)
            assert one == other, query


def test_a_row_is_joined_by_key_without_reading_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from binwriter.sql.query.joins import lookups

    with Server(tmp_path) as server:
        session = server.connect()
        for text in SETUP:
            session.run(text)
        rows = ", ".join(f"({n}, {n % 7}, 'b{n}')" for n in range(100, 3000))
        session.run(f"INSERT INTO b VALUES {rows}")
        monkeypatch.setattr(lookups.LazyRows, "_known", lambda self: pytest.fail("it is read as a whole"))
        result = session.run("SELECT a.id, b.t FROM a JOIN b ON b.id = a.x WHERE a.id = 7")
        assert result.rows == ((7, "a3"),)
