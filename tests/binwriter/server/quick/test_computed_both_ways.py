"""UPDATE of a row by what is computed of it: the same by plan as the exact way, whatever the row has."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from .test_both_ways import OPTIONS, compare

pytestmark = pytest.mark.slow

_TABLES = (
    "CREATE DATABASE d",
    "USE d",
    "CREATE TABLE a (id INT PRIMARY KEY, n TINYINT UNSIGNED, m INT, t VARCHAR(8), s CHAR(4) NOT NULL, d DECIMAL(5,2), "
    "at DATETIME DEFAULT NOW() ON UPDATE NOW(), j VARCHAR(3), UNIQUE KEY (m))",
    "CREATE TABLE b (id INT AUTO_INCREMENT PRIMARY KEY, n BIGINT, m INT NOT NULL, t VARCHAR(20) CHARACTER SET latin1, "
    "s VARCHAR(6) COLLATE utf8mb4_bin, d DECIMAL(12,0) UNSIGNED, at TIMESTAMP NULL, j TEXT)",
)
_VALUES = (
    "CONCAT(t, 'x')",
    "CONCAT(s, '-', n)",
    "CASE WHEN n > 50 THEN 1 ELSE n + 1 END",
    "CASE n WHEN 1 THEN 2 WHEN 2 THEN 'x' END",
    "IF(n > 3, m, NULL)",
    "GREATEST(n - 10, 0)",
    "LEAST(n, m, 100)",
    "COALESCE(n, m, 7)",
    "IFNULL(t, s)",
    "NULLIF(n, 5)",
    "n * 2",
    "-n",
    "m",
    "t",
    "d + 0.5",
    "d * 1.5",
    "n + m",
    "n = 3 OR t IS NULL",
    "n BETWEEN 2 AND 40",
    "t IN ('a', 'b1', 'c')",
    "t LIKE 'a%'",
    "UPPER(t)",
    "LEFT(s, 2)",
    "REPLACE(t, 'b', 'longer')",
    "REPEAT(t, n)",
    "LPAD(t, 4, '0')",
    "SUBSTRING(t, 2)",
    "LENGTH(t)",
    "MOD(n, 0)",
    "MOD(n, 7)",
    "ABS(m)",
    "n / 3",
    "RAND() * 0 + n",
    "NOW()",
    "UUID()",
    "@v",
    "(SELECT MAX(id) FROM b)",
    "n + '1'",
    "t + 1",
    "d.a.n",
    "nothing",
)
_COLUMNS = ("n", "m", "t", "s", "d", "at", "j")
_SETTINGS = (
    "SET sql_mode = ''",
    "SET sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT'",
    "SET collation_connection = 'utf8mb4_bin'",
    "SET time_zone = '+02:00'",
    "SET div_precision_increment = 2",
    "SET autocommit = 0",
    "SET timestamp = 1700000000",
    "ALTER TABLE a MODIFY t VARCHAR(5)",
    "CREATE TRIGGER r BEFORE UPDATE ON b FOR EACH ROW SET NEW.m = 3",
)


def _row(chance: random.Random, table: str, key: int) -> str:
    texts = ("'a'", "'b1'", "'abcdefgh'", "''", "'12'", "NULL", "'\u00e9\u00e4'", "'B '")
    numbers = ("0", "1", "2", "5", "60", "255", "NULL")
    text, other = chance.choice(texts), chance.choice(("'s'", "'ab'", "'7'", "''"))
    number, amount = chance.choice(numbers), chance.choice(("0", "1.25", "99", "NULL"))
    return f"REPLACE INTO {table} VALUES ({key}, {number}, {key * 3}, {text}, {other}, {amount}, NULL, NULL)"


def _texts(chance: random.Random, many: int) -> list[str]:
    texts = [*_TABLES]
    for number in range(many):
        table, values = chance.choice("aab"), chance.choices(_VALUES, k=2)
        if number % 12 == 11:
            texts.append(chance.choice(_SETTINGS))
        sets = [f"{column} = {value}" for column, value in zip(chance.sample(_COLUMNS, 2), values, strict=True)]
        head = f"UPDATE {table} SET {', '.join(sets[: chance.choice((1, 1, 2))])}"
        for _ in range(5):
            key = chance.randrange(1, 6)
            texts += [_row(chance, table, key), f"{head} WHERE id = {key}", "SELECT ROW_COUNT(), @@warning_count"]
    return [*texts, "COMMIT", "SELECT * FROM a", "SELECT * FROM b"]


@pytest.mark.sweep(every=4)
@pytest.mark.parametrize("seed", range(16))
def test_computed_values_are_the_same_by_plan(tmp_path: Path, seed: int) -> None:
    compare(tmp_path, _texts(random.Random(seed), 40), OPTIONS[seed % len(OPTIONS)])


@pytest.mark.parametrize(
    "value", ["m = CASE WHEN m > 50 THEN 1 ELSE m + 100 END", "t = CONCAT(s, 'x'), m = m + id * 9"]
)
def test_computed_values_go_by_plan(tmp_path: Path, value: str) -> None:
    rows = [f"INSERT INTO a (id, n, m, s) VALUES ({key}, {key}, {key}, 's{key}')" for key in range(1, 9)]
    changes = [f"UPDATE a SET {value} WHERE id = {key}" for key in range(1, 9)]
    folders = tmp_path / "1", tmp_path / "2"
    for folder in folders:
        folder.mkdir()
    without = compare(folders[0], [*_TABLES, *rows], OPTIONS[1])
    assert compare(folders[1], [*_TABLES, *rows, *changes], OPTIONS[1]) >= without + 4
