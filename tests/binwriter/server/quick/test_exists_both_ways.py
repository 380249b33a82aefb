"""SELECT EXISTS of rows that an index finds: the same by plan as the exact way, the name of its column included."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .test_both_ways import OPTIONS, compare

_TABLES = (
    "CREATE DATABASE d",
    "USE d",
    "CREATE TABLE a (id INT PRIMARY KEY, k INT, s VARCHAR(9), n INT, KEY (k), KEY (s))",
    "INSERT INTO a VALUES " + ", ".join(f"({n}, {n % 9}, 's{n % 7}', {n % 3})" for n in range(60)),
    "CREATE TABLE m (id INT PRIMARY KEY) ENGINE=MyISAM",
    "INSERT INTO m VALUES (1), (2)",
)
_PLANNED: tuple[Callable[[int], str], ...] = (
    lambda n: f"select exists(select * from a where k = {n}) as `exists`",
    lambda n: f"SELECT EXISTS (SELECT 1 FROM a WHERE id = {n * 20})",
    lambda n: f"SELECT EXISTS(SELECT id FROM d.a WHERE s = 's{n + 4}' AND n < 2)",
    lambda n: f"SELECT  EXISTS (SELECT 1 FROM a x WHERE x.id BETWEEN {n * 15} AND {n * 16}) there",
)
_OTHERS: tuple[Callable[[int], str], ...] = (
    lambda n: f"SELECT EXISTS (SELECT 1 FROM a WHERE n = {n})",
    lambda n: f"SELECT EXISTS (SELECT 1 FROM a WHERE id = {n * 20} AND n = 1 AND s = 'a long text in the name')",
    lambda n: f"SELECT NOT EXISTS (SELECT 1 FROM a WHERE id = {n * 20})",
    lambda n: f"SELECT EXISTS (SELECT COUNT(*) FROM a WHERE id = {n * 20})",
    lambda n: f"SELECT EXISTS (SELECT 1 FROM a WHERE id = {n * 20} LIMIT {n % 2})",
    lambda n: f"SELECT EXISTS (SELECT 1 FROM m WHERE id = {n})",
    lambda n: f"SELECT EXISTS (SELECT 1 FROM a WHERE id = {n}) AS x, {n}",
    lambda n: f"SELECT EXISTS (SELECT 1 FROM a WHERE id = '{n}x') AS x",
    lambda n: f"SELECT EXISTS (SELECT {n} FROM a WHERE id = {n}) AS x",
)


@pytest.mark.parametrize("around", ["autocommit", "transaction"])
def test_whether_rows_are_there_is_the_same_by_plan(tmp_path: Path, around: str) -> None:
    texts = [*_TABLES]
    for text in (*_PLANNED, *_OTHERS):
        texts += ["BEGIN"] * (around == "transaction")
        for n in (1, 2, 3, 5, 8, 9, 0):
            texts += [text(n), "SELECT FOUND_ROWS(), ROW_COUNT(), @@warning_count"]
        texts += ["PREPARE p FROM 'SELECT EXISTS (SELECT 1 FROM a WHERE id = ?)'", "SET @a = 3"]
        texts += ["EXECUTE p USING @a", "EXECUTE p USING @a", "COMMIT"]
    assert compare(tmp_path, texts, OPTIONS[1]) >= 5 * len(_PLANNED)
