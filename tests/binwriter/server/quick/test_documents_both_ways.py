"""INSERT, UPDATE and REPLACE of documents: the same answers and logs by plan as without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from .test_both_ways import OPTIONS, compare

pytestmark = pytest.mark.slow

_TABLES = (
    "CREATE DATABASE d",
    "USE d",
    "CREATE TABLE t (id INT PRIMARY KEY, j JSON, n INT)",
    "CREATE TABLE a (id INT PRIMARY KEY AUTO_INCREMENT, j JSON NOT NULL, k INT, KEY (k))",
    "CREATE TABLE g (id INT PRIMARY KEY, j JSON, v INT AS (j->'$.a'))",
    "CREATE TABLE w (id INT PRIMARY KEY, j JSON, CHECK (JSON_VALID(j)))",
    "CREATE TABLE old (id INT PRIMARY KEY, j JSON) ENGINE=MyISAM",
    "CREATE TABLE seen (id INT PRIMARY KEY, j JSON)",
    "CREATE TRIGGER s BEFORE INSERT ON seen FOR EACH ROW SET NEW.j = JSON_SET(NEW.j, '$.t', 1)",
    "INSERT INTO t VALUES (0, '{}', 0)",
)
_DOCUMENTS = (
    *("'{\"a\": 1}'", "'{\"a\": 1}'", "'{\"a\": 1.0}'", "'{\"a\": true}'", "'[1, 2]'", "'[1, 2,]'", "'1'", "1", "''"),
    *("NULL", "'null'", "'\"text\"'", '\'{"é": "\\u00e9"}\'', "'{\"a\": \"it''s\"}'", '\'{"a": "\\\\n"}\''),
    *('\'{"b": 1, "b": 2}\'', "'{\"a\": 1e400}'", "'{\"a\": -0.0}'", "'18446744073709551616'", "-1", "' {} '"),
    *("'\"\\\\ud800\"'", "'{\"a\": 0}'", "'not'", f"'{'[' * 99}{']' * 99}'", f"'{'[' * 101}{']' * 101}'"),
    *(f"'{{\"{'k' * 70000}\": 1}}'", f"'\"{'x' * 900}\"'"),
)
_STATEMENTS = (
    *("INSERT INTO t VALUES ({n}, {j}, 1)", "INSERT INTO old VALUES ({n}, {j})", "SHOW WARNINGS"),
    *("INSERT INTO a (j, k) VALUES ({j}, {k})", "INSERT INTO g (id, j) VALUES ({n}, {j})", "SELECT ROW_COUNT()"),
    *("UPDATE t SET j = {j} WHERE id = 0", "UPDATE t SET j = {j}, n = {n} WHERE id = 0 AND j = {j}", "SHOW WARNINGS"),
    *("UPDATE a SET j = {j} WHERE k = {k}", "INSERT INTO w VALUES ({n}, {j})", "INSERT INTO seen VALUES ({n}, {j})"),
    *("REPLACE INTO t VALUES ({k}, {j}, 2)", "UPDATE g SET j = {j} WHERE id = {n}", "UPDATE old SET j = {j}"),
    *("INSERT INTO t VALUES ({k}, {j}, 3) ON DUPLICATE KEY UPDATE j = VALUES(j)", "SELECT n FROM t WHERE j = {j}"),
    *(
        "INSERT INTO t VALUES ({k}, '7', 3) ON DUPLICATE KEY UPDATE j = {j}",
        "INSERT IGNORE INTO t VALUES ({n}, {j}, 4)",
    ),
)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(options) or "plain")
def test_documents_are_the_same_by_plan(tmp_path: Path, options: tuple[str, ...]) -> None:
    texts = list(_TABLES)
    for n, document in enumerate(_DOCUMENTS):
        texts += [statement.format(n=n, j=document, k=n % 3) for statement in _STATEMENTS]
    texts += ["SET binlog_row_value_options = 'PARTIAL_JSON'", "BEGIN"]
    texts += [f"UPDATE t SET j = '{{\"a\": {n}}}' WHERE id = {n % 3}" for n in range(8)]
    texts += ["ROLLBACK", "SET binlog_row_value_options = '', sql_mode = ''"]
    texts += [f"INSERT INTO t VALUES ({n}, {document}, 1)" for n, document in enumerate(_DOCUMENTS, 200)]
    texts += ["ALTER TABLE t MODIFY j VARCHAR(9)", "INSERT INTO t VALUES (300, '{\"a\":1}', 1)"]
    texts += ["SELECT * FROM t", "SELECT * FROM a", "SELECT * FROM old"]
    assert compare(tmp_path, texts, options) > 60
