"""Rows that an index finds and of which more is asked: the same by plan as the exact way."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from .test_both_ways import OPTIONS, compare

_TEXTS = ("NULL", "'Ab'", "'ab '", "'c'")
_ROWS = ", ".join(
    f"({n}, {n % 11}, {_TEXTS[n % 4]}, {n}.{n % 10}, '2025-0{n % 9 + 1}-15 12:00:0{n % 7}', "
    f"{'NULL' if n % 3 else repr('2025-01-02')}, {n % 4}, {n if n % 5 else 'NULL'})"
    for n in range(120)
)
_TABLES = (
    "CREATE DATABASE d",
    "USE d",
    "SET sql_mode = ''",
    "CREATE TABLE a (id INT PRIMARY KEY, k INT, s VARCHAR(9), d DECIMAL(8,2), m DATETIME, e DATE, n INT, z INT, "
    "KEY (k), KEY (z, n))",
    f"INSERT INTO a VALUES {_ROWS}",
    "CREATE TABLE b LIKE a",
    "ALTER TABLE b MODIFY s CHAR(9) COLLATE utf8mb4_0900_as_cs, MODIFY e DATE NOT NULL",
    "INSERT INTO b SELECT * FROM a",
    "UPDATE b SET e = '0000-00-00', m = '2025-00-00' WHERE id < 20",
    "ANALYZE TABLE a, b",
)
_MORE: tuple[Callable[[int], str], ...] = (
    lambda n: f"s = '{('Ab', 'ab', 'C', 'x ')[n % 4]}'",
    lambda n: f"s > '{'abc'[n % 3]}'",
    lambda n: f"d >= {n * 9}.5",
    lambda n: f"d = {n}",
    lambda n: f"d < '{n}5'",
    lambda n: f"m > '2025-0{n % 9 + 1}-15'",
    lambda n: f"m <= '2025-0{n % 9 + 1}-15 12:00:0{n % 7}'",
    lambda n: f"e = '2025-0{n % 2 + 1}-02'",
    lambda n: f"e < '2025-02-{28 + n % 4} 01:00:00'",
    lambda n: f"m > 2025010{n % 9}",
    lambda n: "e IS NULL",
    lambda n: "s IS NOT NULL",
    lambda n: "NOT (z IS NULL)",
    lambda n: f"z IS NULL AND n < {n % 4}",
)
_STATEMENTS = (
    "SELECT id, s, m FROM {t} WHERE k = {n} AND {more}",
    "SELECT COUNT(*), MAX(id) FROM {t} WHERE {more} AND k = {n}",
    "UPDATE {t} SET d = d + 1 WHERE k = {n} AND {more}",
    "SELECT id FROM {t} WHERE id > {n}0 AND {more} LIMIT 1",
    "DELETE FROM {t} WHERE {more} AND id IN ({n}1, {n}2, {n})",
)


@pytest.mark.parametrize("table", ["a", "b"])
def test_what_is_asked_beside_keys_is_the_same_by_plan(tmp_path: Path, table: str) -> None:
    texts = [*_TABLES]
    for statement, more in product(_STATEMENTS, _MORE):
        for n in (3, 4, 1, 5, 7):
            texts += [statement.format(t=table, n=n, more=more(n)), "SELECT ROW_COUNT(), FOUND_ROWS(), @@warning_count"]
    assert compare(tmp_path, texts, OPTIONS[1]) > 100
