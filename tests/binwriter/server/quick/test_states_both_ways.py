"""Sessions that set variables and come back to what they were: plans and trees of each state are kept, and are those of
that state alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from binwriter.mysql.variables.server_scope import Values
from binwriter.server.execute.quick import statements as quick_statements
from binwriter.server.server import Server

pytestmark = pytest.mark.slow

SETUP = (
    "CREATE DATABASE d",
    "USE d",
    "CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, a TINYINT, b VARCHAR(3), c TIMESTAMP NULL, d DOUBLE)",
    "CREATE TABLE m (id INT PRIMARY KEY, a VARCHAR(10) NOT NULL) ENGINE=MyISAM",
    "CREATE VIEW v AS SELECT a, b FROM t",
    "INSERT INTO t VALUES (1, 1, 'a', '2024-01-01 00:00:00', 1.5), (2, 2, 'b', NULL, NULL)",
)
SETS = (
    "SET autocommit = 0",
    "SET autocommit = 1",
    "SET @@session.autocommit = 1",
    "SET NAMES utf8mb4",
    "SET NAMES latin1",
    "SET NAMES utf8mb4 COLLATE utf8mb4_bin",
    "SET sql_mode = ''",
    "SET sql_mode = DEFAULT",
    "SET sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'",
    "SET sql_mode = 'STRICT_ALL_TABLES,PIPES_AS_CONCAT,NO_UNSIGNED_SUBTRACTION'",
    "SET time_zone = '+03:00'",
    "SET time_zone = 'SYSTEM'",
    "SET timestamp = 1700000000",
    "SET timestamp = DEFAULT",
    "SET binlog_format = STATEMENT",
    "SET binlog_format = ROW",
    "SET binlog_row_image = MINIMAL",
    "SET binlog_row_image = FULL",
    "SET auto_increment_increment = 5",
    "SET auto_increment_increment = 1",
    "SET sql_select_limit = 1",
    "SET sql_select_limit = DEFAULT",
    "SET sql_auto_is_null = 1",
    "SET sql_auto_is_null = 0",
    "SET @@transaction_isolation = 'SERIALIZABLE'",
    "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
    "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ",
    "SET GLOBAL max_connections = 100",
    "SET foreign_key_checks = 0, unique_checks = 0",
    "SET foreign_key_checks = 1, unique_checks = 1",
    "SET sql_log_bin = 0",
    "SET sql_log_bin = 1",
    "SET insert_id = 40",
    "SET last_insert_id = 2",
    "SET @x = 3, SESSION sort_buffer_size = 40000",
    "SET lc_time_names = 'de_DE'",
    "SET lc_time_names = DEFAULT",
    "SET explicit_defaults_for_timestamp = DEFAULT",
    "SET no_such_variable = 1",
)
STATEMENTS = (
    "SELECT @@autocommit, @@sql_mode, @@time_zone, @@character_set_client, @@collation_connection",
    "SELECT @@session.transaction_isolation",
    "SELECT @@global.max_connections, @@max_allowed_packet AS m",
    "SELECT @x, @@sort_buffer_size",
    "SELECT 'a' 'b', \"b\", 1 || 0, 'x\\ny'",
    "SELECT MONTHNAME('2024-03-01'), FROM_UNIXTIME(0)",
    "SELECT @@no_such_variable",
    "SELECT a, b, c FROM t WHERE id = 1",
    "SELECT * FROM t WHERE id IS NULL",
    "SELECT a, b FROM t",
    "INSERT INTO t (a, b) VALUES ({n}, 'x')",
    "INSERT INTO t (a, b) VALUES ({n}, 'long text')",
    "INSERT INTO t (a, b, c) VALUES (300, 'y', '2024-02-0{d} 10:00:00')",
    "INSERT INTO t (a, b) VALUES (1, 'it\\'s')",
    "UPDATE t SET a = {n} WHERE id = 1",
    "UPDATE t SET a = a + 1, d = 1.5 WHERE id = 2",
    "UPDATE t SET b = CONCAT(b, 'z') WHERE id = 2",
    "DELETE FROM t WHERE id = {n}",
    "INSERT INTO m VALUES ({n}, NULL)",
    "INSERT IGNORE INTO m VALUES ({n}, 'a')",
    "BEGIN",
    "COMMIT",
    "ROLLBACK",
    "START TRANSACTION READ ONLY",
    "SHOW VARIABLES LIKE 'sql_mode'",
    "SET NAMES utf8mb4",
    "CREATE TEMPORARY TABLE IF NOT EXISTS m (id INT, a INT)",
    "DROP TEMPORARY TABLE IF EXISTS m",
    "ALTER TABLE t COMMENT 'again'",
    "USE mysql",
    "USE d",
)


@pytest.mark.parametrize("seed", range(4))
def test_states_of_variables_are_the_same_both_ways(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few settings at a time, so that the session comes back to what they were; each statement is sent some times."""
    monkeypatch.setattr(quick_statements, "_SIGHTS", 1)
    chance = random.Random(seed)
    texts: list[str] = []
    for _ in range(20):
        sets = chance.sample(SETS, 3)
        sent = chance.sample(STATEMENTS, 5)
        for _ in range(4):
            texts += [chance.choice(sets), *sent]
    options = ("gtid-mode=OFF",)
    with (
        Server(tmp_path / "quick", options) as quick,
        Server(tmp_path / "exact", options, plan_cache=False) as exact,
    ):
        sessions = [quick.connect(), exact.connect()]
        for session in sessions:
            for text in SETUP:
                assert session.run(text).error is None, text
        for number, text in enumerate(texts):
            filled = text.format(n=number % 90 + 3, d=number % 9 + 1)
            told = []
            for session in sessions:
                result = session.run(filled)
                described = result.described() if result.described is not None else ()
                warnings = session.run("SHOW WARNINGS").rows
                told.append((result.rows, str(result.error), result.diagnostics, result.affected, described, warnings))
            assert told[0] == told[1], (number, filled, texts[max(0, number - 12) : number])
    for path in sorted((tmp_path / "exact").iterdir()):
        assert path.read_bytes() == (tmp_path / "quick" / path.name).read_bytes(), path.name


def test_states_have_numbers() -> None:
    values = Values([("a", 1), ("b", "x")])
    begin = values.changes
    values["a"] = 1
    assert values.changes == begin
    values["a"] = True  # another kind, which is shown otherwise
    other = values.changes
    assert other != begin
    values["b"] = "y"
    both = values.changes
    assert both not in (begin, other)
    values["a"] = 1
    only = values.changes
    assert only not in (begin, other, both)
    values["b"] = "x"
    assert values.changes not in (other, both, only)
    values["a"] = True
    values["b"] = "y"
    values["b"] = "x"
    values["a"] = 1
    back = values.changes
    values.update(a=1, b="x")
    assert values.changes == back
    values.change()
    assert values.changes not in (begin, other, both, only, back)


def test_none_are_in_the_state_of_none() -> None:
    values = Values()
    values["transaction_isolation"] = "SERIALIZABLE"
    serializable = values.changes
    assert serializable
    values.clear()
    assert values.changes == 0
    values["transaction_isolation"] = "SERIALIZABLE"
    assert values.changes == serializable
