"""UPDATE and DELETE .. WHERE column IN (SELECT ..): the same where a key finds what the subquery lists as the exact
way."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from binwriter.sql.query.access.listed import ListedRows

from .test_both_ways import OPTIONS, compare

_ROWS = 60
_TABLES = (
    "CREATE DATABASE d",
    "USE d",
    "CREATE TABLE a (id INT PRIMARY KEY, k INT, t VARCHAR(8), n TINYINT UNSIGNED, KEY (k))",
    "CREATE TABLE b (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, k SMALLINT NOT NULL, t VARCHAR(4), n INT, "
    "KEY (k, n))",
    "CREATE TABLE c (k INT, n INT, t VARCHAR(9), KEY (k))",
    "CREATE TABLE m (id INT PRIMARY KEY, k INT, t VARCHAR(8), n INT, KEY (k)) ENGINE=MyISAM",
    "CREATE TABLE p (id INT PRIMARY KEY, k INT, t VARCHAR(8), n INT, KEY (k)) PARTITION BY HASH (id) PARTITIONS 3",
    "CREATE TABLE s (id INT PRIMARY KEY, x INT, y VARCHAR(9), z INT, UNIQUE KEY (x), KEY (z))",
    "CREATE TABLE e (id INT PRIMARY KEY, x INT, z INT, y INT)",
)
_QUERIES = (
    "SELECT x FROM s WHERE z = {z}",
    "SELECT x FROM s WHERE id = {z}",
    "SELECT id FROM s WHERE z IN ({z}, 2)",
    "SELECT z FROM s WHERE id < {z} * 4",
    "SELECT x FROM s",
    "SELECT x FROM e",
    "SELECT NULL FROM s LIMIT 1",
    "SELECT x + 1 FROM s WHERE z = {z}",
    "SELECT y FROM s WHERE z = {z}",
    "SELECT {z}",
    "SELECT z FROM s UNION SELECT {z}",
    "SELECT y / 2 FROM s WHERE z = {z}",
    "SELECT MAX(x) FROM s GROUP BY z",
    "SELECT x FROM s WHERE y = {z}",
    "SELECT x FROM s WHERE s.z = {table}.n",
)
_RESTS = (
    "",
    "",
    "",
    "AND n > {z}",
    "AND t IS NOT NULL",
    "AND t > 'a' AND n <> 7",
    "AND t = {z}",
    "AND k < 40",
    "LIMIT 3",
)
_SETS = ("n = n + 1", "k = {z}", "t = 'a text that is too long'", "t = CONCAT(t, '-'), n = {z}", "n = t", "n = 300")
_IGNORES = ("", "", "", "IGNORE ")


def _drawn(chance: random.Random) -> str:
    table, z = chance.choice("aaabbcmp"), chance.randrange(8)
    condition = f"{chance.choice(('k', 'k', 'k', 'id'))} {chance.choice(('IN', 'IN', 'IN', 'NOT IN'))}"
    where = f"WHERE {condition} ({chance.choice(_QUERIES)}) {chance.choice(_RESTS)}"
    head = f"UPDATE {chance.choice(_IGNORES)}{table} SET {chance.choice(_SETS)}"
    if chance.random() < 0.3:
        head = f"DELETE {chance.choice(_IGNORES)}FROM {table}"
    return f"{head} {where}".format(z=z, table=table).strip()


def _filled(chance: random.Random) -> list[str]:
    texts = []
    for table in "abmp":
        rows = (f"({n}, {n * 7 % 23}, 't{n % 5}', {n % 11})" for n in chance.sample(range(1, 300), _ROWS))
        texts.append(f"INSERT INTO {table} VALUES {', '.join(rows)}")
    rows = (f"({n * 5 % 19 if n % 6 else 'NULL'}, {n % 9}, 't{n % 3}')" for n in range(_ROWS))
    texts.append(f"INSERT INTO c VALUES {', '.join(rows)}")
    rows = (f"({n}, {n * 3 if n % 7 else 'NULL'}, '{n % 4}{'x' * (n % 5 == 0)}', {n % 8})" for n in range(1, 40))
    return [*texts, f"INSERT INTO s VALUES {', '.join(rows)}"]


_AROUND = ("BEGIN", "COMMIT", "ROLLBACK", "SET sql_mode = ''", "SET sql_mode = DEFAULT", "SHOW WARNINGS")


def _texts(chance: random.Random, many: int) -> list[str]:
    texts = [*_TABLES, *_filled(chance)]
    if chance.random() < 0.3:
        texts.append("CREATE TRIGGER r AFTER UPDATE ON a FOR EACH ROW SET @seen = CONCAT_WS(',', @seen, NEW.id)")
    for _ in range(many):
        if chance.random() < 0.25:
            texts.append(chance.choice((*_AROUND, f"DELETE FROM s WHERE id = {chance.randrange(40)}")))
        texts += [_drawn(chance), "SELECT ROW_COUNT(), FOUND_ROWS(), @@warning_count, @seen"]
    return [*texts, "COMMIT", *(f"SELECT * FROM {table}" for table in "abcmp")]


@pytest.mark.sweep(every=4)
@pytest.mark.parametrize("seed", range(16))
def test_rows_that_a_subquery_lists_are_the_same_both_ways(tmp_path: Path, seed: int) -> None:
    compare(tmp_path, _texts(random.Random(seed), 50), OPTIONS[seed % len(OPTIONS)])


def test_keys_find_what_a_subquery_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, rows = [], ListedRows.rows
    monkeypatch.setattr(ListedRows, "rows", lambda self, context: asked.append(None) or rows(self, context))
    chance = random.Random(0)
    where = "WHERE k IN (SELECT x FROM s WHERE id = 3) AND n > 1"
    texts = [*_TABLES, *_filled(chance), f"UPDATE a SET n = 1 {where}", f"DELETE FROM b {where}", "SELECT * FROM b"]
    compare(tmp_path, texts, OPTIONS[1])
    assert len(asked) == 2
