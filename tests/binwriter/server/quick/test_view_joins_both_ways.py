"""A row of a view that joins tables: the same by plan as the exact way, whatever is done to the tables and the view."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from .test_both_ways import OPTIONS, compare

pytestmark = pytest.mark.slow

_TABLES = (
    "CREATE DATABASE d",
    "USE d",
    "CREATE TABLE o (id INT PRIMARY KEY, k INT, t VARCHAR(8), s TIMESTAMP NULL, u INT, UNIQUE KEY (u))",
    "CREATE TABLE c (id INT PRIMARY KEY, name VARCHAR(8) NOT NULL, k INT, d DECIMAL(5,1), KEY (k))",
    "CREATE TABLE e (id INT PRIMARY KEY, x INT)",
)
_VIEWS = (
    "VIEW v AS SELECT o.id, o.t, c.name FROM o JOIN c ON c.id = o.k",
    "VIEW v (id, t, name) AS SELECT o.u, o.t AS z, c.d FROM o LEFT JOIN c ON c.id = o.k",
    "VIEW v AS SELECT o.id, o.s AS t, name FROM o, c, e WHERE c.id = o.k AND e.id = c.k",
    "VIEW v AS SELECT o.id, o.t, c.name FROM o JOIN c ON c.id = o.k WHERE c.k > 2",
    "VIEW v AS SELECT o.id, UPPER(o.t) AS t, c.name FROM o JOIN c ON c.id = o.k",
    "ALGORITHM=TEMPTABLE VIEW v AS SELECT o.id, o.t, c.name FROM o JOIN c ON c.id = o.k",
    "SQL SECURITY INVOKER VIEW v AS SELECT o.id, o.t, c.name FROM o JOIN c ON c.id = o.k",
    "VIEW v AS SELECT o.* FROM o JOIN c ON c.id = o.k",
    "VIEW v AS SELECT o.id, o.t, c.name FROM o JOIN c ON c.k = o.k",
    "VIEW v AS SELECT id, t, k AS name FROM o",
)
_QUERIES = (
    "SELECT * FROM v WHERE id = {n}",
    "SELECT name, id FROM v WHERE v.id = {n}",
    "SELECT w.t AS first, w.id second FROM v AS w WHERE w.id = {n}",
    "SELECT t FROM d.v WHERE id = {n} LIMIT 1",
    "SELECT id, t FROM v WHERE id = {n} ORDER BY t LIMIT 2",
    "SELECT v.*, t FROM v WHERE id = {n}",
    "SELECT id FROM v WHERE id = {n} AND name = 'n{n}'",
    "SELECT name FROM v WHERE id = '{n}'",
    "SELECT COUNT(*) FROM v WHERE id = {n}",
    "SELECT id FROM v WHERE id = {n} FOR UPDATE",
    "SELECT k FROM v WHERE id = {n}",
)
_DONE = (
    "UPDATE o SET k = {n}, t = 'u{n}' WHERE id = {n}",
    "DELETE FROM c WHERE id = {n}",
    "INSERT IGNORE INTO c VALUES ({n}, 'n', {n}, 1)",
    "SET time_zone = '+0{z}:00'",
    "BEGIN",
    "COMMIT",
    "ALTER TABLE c MODIFY name VARCHAR({z}0) NOT NULL",
    "ALTER TABLE o ADD COLUMN z{n}{z} INT FIRST",
    "CREATE TEMPORARY TABLE IF NOT EXISTS c (id INT, name INT)",
    "CREATE TEMPORARY TABLE IF NOT EXISTS v (id INT, name INT, t INT)",
    "DROP TEMPORARY TABLE IF EXISTS c",
    "DROP TEMPORARY TABLE IF EXISTS v",
    "SET SESSION transaction_isolation = 'SERIALIZABLE'",
    "DROP TABLE e",
    "CREATE TABLE IF NOT EXISTS e (id INT PRIMARY KEY, x INT)",
)


def _filled() -> list[str]:
    rows = (f"({n}, {n * 3 % 13}, 't{n}', '2025-01-0{n % 9 + 1}', {30 - n})" for n in range(1, 13))
    others = (f"({n}, 'n{n}', {n % 5}, {n}.5)" for n in range(1, 11))
    numbers = (f"({n}, {n})" for n in range(1, 4))
    return [
        f"INSERT INTO o VALUES {', '.join(rows)}",
        f"INSERT INTO c VALUES {', '.join(others)}",
        f"INSERT INTO e VALUES {', '.join(numbers)}",
    ]


def _texts(chance: random.Random, many: int) -> list[str]:
    texts = [*_TABLES, *_filled()]
    for _ in range(many):
        texts.append(f"CREATE OR REPLACE {chance.choice(_VIEWS)}")
        for query in chance.sample(_QUERIES, 4):
            for _ in range(5):
                texts.append(query.format(n=chance.randrange(1, 14)))
                if chance.random() < 0.15:
                    texts.append(chance.choice(_DONE).format(n=chance.randrange(1, 14), z=chance.randrange(1, 9)))
        texts += ["COMMIT", "SELECT FOUND_ROWS(), @@warning_count"]
    return texts


@pytest.mark.sweep(every=4)
@pytest.mark.parametrize("seed", range(8))
def test_rows_of_views_are_the_same_by_plan(tmp_path: Path, seed: int) -> None:
    compare(tmp_path, _texts(random.Random(seed), 12), OPTIONS[seed % len(OPTIONS)])


@pytest.mark.parametrize("view", _VIEWS[:3])
def test_rows_of_views_go_by_plan(tmp_path: Path, view: str) -> None:
    texts = [*_TABLES, *_filled(), f"CREATE {view}"]
    for query in _QUERIES[:5]:
        texts += [query.format(n=n) for n in (*range(1, 13), *range(18, 30))]
    assert compare(tmp_path, texts, OPTIONS[1]) > 10
