"""Statements with large values, and with escapes and doubled quotes in them: by plan as the exact way."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from binwriter.server.execute.quick import statements as quick_statements
from binwriter.server.server import Server
from binwriter.sql.quick.texts import said, scanned, written

pytestmark = pytest.mark.slow

SETUP = (
    "CREATE DATABASE d",
    "USE d",
    "CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, a LONGTEXT, v VARCHAR(12), e ENUM('a','it''s','b\\\\'))",
    "CREATE TABLE u (k VARCHAR(40) PRIMARY KEY, a TEXT, b BLOB, c CHAR(9)) CHARSET latin1",
    "CREATE TABLE m (id INT AUTO_INCREMENT PRIMARY KEY, a MEDIUMTEXT) ENGINE=MyISAM",
)
LARGE = (5_000, 9_000, 70_000)
PIECES = (
    "x",
    "it''s",
    "\\'",
    "\\\\",
    "\\n",
    "\\0",
    "\\Z",
    "\\%",
    "\\_",
    "\\x",
    "\n",
    "é",
    '\\"',
    '"',
    "-- ",
    "/*",
    "?",
)
STATEMENTS = (
    "INSERT INTO t (a, v) VALUES ({large}, {small})",
    "INSERT INTO t (a, v) VALUES ({small}, {small})",
    "INSERT INTO t (v, e) VALUES ({small}, 'it\\'s')",
    "INSERT INTO t (v, e) VALUES ({small}, 'it''s')",
    "INSERT INTO t VALUES (NULL, {large}, 'x', 'a')",
    "UPDATE t SET a = {large} WHERE id = {n}",
    "UPDATE t SET v = {small}, a = {small} WHERE id = {n}",
    "INSERT INTO u VALUES ({key}, {large}, 'b', 'c')",
    "INSERT INTO u VALUES ({key}, {small}, {small}, {small})",
    "UPDATE u SET a = {large} WHERE k = {key}",
    "DELETE FROM u WHERE k = {key}",
    "SELECT a FROM u WHERE k = {key}",
    "INSERT INTO m (a) VALUES ({large})",
    "SET @x = {small}",
    "SET @x = 'plain', @y = {small}",
    "SELECT @x, @y, {small}",
    "SELECT id, v FROM t WHERE id = {n}",
    "BEGIN",
    "COMMIT",
    "ROLLBACK",
)
PREPARED = ("INSERT INTO t (a, v) VALUES (?, ?)", "UPDATE t SET v = ? WHERE id = ?", "DELETE FROM u WHERE k = ?")
SETS = (
    ("SET sql_mode = 'NO_BACKSLASH_ESCAPES'", "SET sql_mode = DEFAULT"),
    ("SET binlog_format = STATEMENT", "SET binlog_format = ROW"),
    ("SET binlog_row_image = MINIMAL", "SET binlog_row_image = FULL"),
    ("SET binlog_rows_query_log_events = 1", "SET binlog_rows_query_log_events = 0"),
    ("SET NAMES latin1", "SET NAMES utf8mb4"),
)


def _filled(text: str, chance: random.Random) -> str:
    def small() -> str:
        return "'" + "".join(chance.choice(PIECES) for _ in range(chance.randrange(4))) + "'"

    def large() -> str:
        return small()[:-1] + chance.choice("xy") * chance.choice(LARGE) + small()[1:]

    keys = ("'a'", "'it''s'", "'b\\\\'", "'c '", "'c'", "'\\n'")
    return text.format(large=large(), small=small(), key=chance.choice(keys), n=chance.randrange(1, 9))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("options", [(), ("max-binlog-cache-size=8192", "binlog-cache-size=4096")], ids=["", "full"])
def test_values_are_the_same_both_ways(
    tmp_path: Path, seed: int, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick_statements, "_SIGHTS", 1)
    chance = random.Random(seed)
    with (
        Server(tmp_path / "quick", options) as quick,
        Server(tmp_path / "exact", options, plan_cache=False) as exact,
    ):
        sessions = [quick.connect(), exact.connect()]
        for session in sessions:
            for text in SETUP:
                assert session.run(text).error is None, text
        prepared = [[session.prepare(text) for text in PREPARED] for session in sessions]
        for number in range(260):
            if not number % 40:
                pair = chance.choice(SETS)
                for session in sessions:
                    session.run(pair[number // 40 % 2])
            if chance.random() < 0.1:
                which, key = chance.randrange(len(PREPARED)), chance.choice(("it's", "b\\", "a", "q" * 6000, 5))
                values = (((key, "c\\'"), ("d\\n", 3), (key,))[which],)
                told = []
                for statements in prepared:
                    try:
                        told.append(str(statements[which].execute(values[0])))
                    except Exception as error:
                        told.append(str(error))
                assert told[0] == told[1], (which, values)
                continue
            text = _filled(chance.choice(STATEMENTS), chance)
            results = [session.run(text) for session in sessions]
            shown = [(one.rows, str(one.error), one.diagnostics, one.affected, one.insert_id) for one in results]
            assert shown[0] == shown[1], text[:300]
        last = ("COMMIT", "SELECT * FROM t", "SELECT * FROM u", "SHOW STATUS LIKE 'Binlog_cache%'")
        for text in last:
            assert sessions[0].run(text).rows == sessions[1].run(text).rows, text
    for path in sorted((tmp_path / "exact").iterdir()):
        assert path.read_bytes() == (tmp_path / "quick" / path.name).read_bytes(), path.name


def test_large_values_go_by_plan(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        session = server.connect()
        for text in SETUP:
            session.run(text)
        for number in range(6):
            session.run(f"INSERT INTO t (a, v) VALUES ('it\\'s {number}{'x' * 50_000}', 'd''oh')")
        assert server.sessions and session.run("SELECT COUNT(*) FROM t WHERE v = 'd\\'oh'").rows == ((6,),)


@pytest.mark.parametrize("value", ["", "it's", "a\\b", "\\", "'", "''", "\\'", "x\0y"])
def test_what_is_written_is_said(value: str) -> None:
    assert said(written(value)) == value


def test_statements_of_many_values_are_not_looked_at() -> None:
    rows = ", ".join(f"({number}, 'note {number}')" for number in range(500))
    assert scanned(f"INSERT INTO t VALUES {rows}") is None
    large = "x" * 100_000
    assert scanned(f"INSERT INTO t VALUES (1, '{large}')") == ("INSERT INTO t VALUES (\0, \0)", ["1", f"'{large}'"])
    assert scanned(f"INSERT INTO t VALUES (1, '{large * 11}')") is None
