"""Comments behind a statement's semicolon (texts as a 9.7.4 logs them under STATEMENT)."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.server.server import Server
from binwriter.sql.text.statement_end import without_end

LOGGED = {
    "DELETE FROM t1; -- 'aaa'": "DELETE FROM t1; -- 'aaa'",
    "INSERT INTO t1 VALUES(1); # x": "INSERT INTO t1 VALUES(1); # x",
    "insert into t1 values (4) ; /* z */  ; ": "insert into t1 values (4) ; /* z */",
    "insert into t1 values (4) ;; ": "insert into t1 values (4)",
    "insert into t1 values (5) /* a */; -- z": "insert into t1 values (5) /* a */; -- z",
    "update t1 set a='x'; /* c */": "update t1 set a='x'; /* c */",
}


def test_they_are_logged_with_it(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        for sql in ("CREATE DATABASE d", "USE d", "CREATE TABLE t1 (a VARCHAR(9))", "SET binlog_format = STATEMENT"):
            session.execute(sql)
        for sql in LOGGED:
            assert session.run(sql).error is None, sql
        events = [str(row[5]) for row in session.execute("SHOW BINLOG EVENTS").rows]
    assert [one.removeprefix("use `d`; ") for one in events if "t1" in one][1:] == [*LOGGED.values()]


@pytest.mark.parametrize("text", ["SELECT 1; SELECT 2", "SELECT 'a; -- b'", "SELECT 1 -- ;", "SELECT 1 /*; */", ""])
def test_other_semicolons_stay(text: str) -> None:
    assert without_end(text) == text


def test_parameters_stand_beside_pipes(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        session.execute("SET sql_mode = 'PIPES_AS_CONCAT'")
        assert session.prepare("SELECT ?||?").execute(("a", "b")).rows == (("ab",),)
