"""Statements as clients send them: comments behind a semicolon, SHOW prepared, sql_select_limit (as a 9.7.4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.errors import MySQLError
from binwriter.server.server import Server
from binwriter.sql.text.statement_end import without_end

LOGGED = {
    "DELETE FROM t1; -- 'aaa'": "DELETE FROM t1; -- 'aaa'",
    "INSERT INTO t1 VALUES(1); # x": "INSERT INTO t1 VALUES(1); # x",
    "insert into t1 values (4) ; /* z */  ; ": "insert into t1 values (4) ; /* z */",
    "insert into t1 values (4) ;; ": "insert into t1 values (4)",
    "insert into t1 values (5) /* a */; -- z": "insert into t1 values (5) /* a */; -- z",
    "update t1 set a='x'; /* c */": "update t1 set a='x'; /* c */",
    "insert into t1 values (6); -- a; b": "insert into t1 values (6); -- a; b",
    "insert into t1 values (7); /* a */ /* b; c */": "insert into t1 values (7); /* a */ /* b; c */",
    "insert into t1 values (8);\n# x\n": "insert into t1 values (8);\n# x",
    "insert into t1 values (9); -- x\n /* y */": "insert into t1 values (9); -- x\n /* y */",
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


OTHERS = [
    "SELECT 1; SELECT 2",
    "SELECT 'a; -- b'",
    "SELECT 1 -- ;",
    "SELECT 1 /*; */",
    "",
    f"SELECT 1; {'/**/ ' * 99}x*/",
]


@pytest.mark.parametrize("text", OTHERS)
def test_other_semicolons_stay(text: str) -> None:
    assert without_end(text) == text


def test_parameters_stand_beside_pipes(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        session.execute("SET sql_mode = 'PIPES_AS_CONCAT'")
        assert session.prepare("SELECT ?||?").execute(("a", "b")).rows == (("ab",),)


@pytest.mark.parametrize(("sql", "near"), [("SHOW DATABAAAA", "DATABAAAA"), ("SHOW TABLES LIKE ?", r"\?")])
def test_what_is_no_show_is_not_prepared(tmp_path: Path, sql: str, near: str) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        session.execute("USE d")
        with pytest.raises(MySQLError, match=f"near '{near}'"):
            session.prepare(sql)
        session.prepare("SHOW CREATE TABLE nope")


# (captured: a 9.7.4)
LIMITED = {
    "SELECT a FROM t": 2,
    "SELECT a FROM t LIMIT 3": 3,
    "SELECT a FROM t UNION ALL SELECT a FROM t": 2,
    "SELECT COUNT(*) FROM (SELECT a FROM t) x": 1,
    "CALL p()": 3,
    "VALUES ROW(1), ROW(2), ROW(3)": 2,
    "TABLE t": 2,
    "WITH x AS (SELECT a FROM t) SELECT * FROM x": 2,
}


def test_sql_select_limit_is_for_a_client_s_own_queries(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        for sql in ("CREATE DATABASE d", "USE d", "CREATE TABLE t (a INT)", "INSERT INTO t VALUES (1), (2), (3)",
                    "CREATE PROCEDURE p() SELECT a FROM t", "SELECT a FROM t", "SET sql_select_limit = 2"):  # fmt: skip
            session.execute(sql)
        for _ in range(3):  # with a plan, too
            assert {sql: len(session.execute(sql).rows) for sql in LIMITED} == LIMITED
        assert session.execute("INSERT INTO t SELECT a FROM t").affected == 3


def test_a_host_of_digits_needs_no_quotes(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        session.execute("CREATE USER 'x'@127.0.0.1 IDENTIFIED BY 'y'")
        assert session.execute("SHOW GRANTS FOR x@127.0.0.1").rows == (("GRANT USAGE ON *.* TO `x`@`127.0.0.1`",),)


def test_moments_as_whole_numbers_carry(tmp_path: Path) -> None:
    """Captured: a 9.7.4."""
    values = {
        "TIMESTAMP'2001-10-20 10:10:59.5'": 20011020101100,
        "TIMESTAMP'2001-12-31 23:59:59.5'": 20020101000000,
        "TIME'10:59:59.5'": 110000,
        "TIME'10:59:59.4'": 105959,
        "TIME'-10:59:59.6'": -110000,
    }
    with Server(tmp_path / "log") as server:
        session = server.connect()
        for value, number in values.items():
            assert session.execute(f"SELECT CAST({value} AS SIGNED)").rows == ((number,),)


def test_the_information_schema_needs_no_lock_in_any_letter_case(tmp_path: Path) -> None:
    """As mariadb-dump asks."""
    with Server(tmp_path / "log") as server:
        session = server.connect()
        for sql in ("CREATE DATABASE d", "USE d", "CREATE TABLE t (a INT)", "LOCK TABLES t READ"):
            session.execute(sql)
        sql = "SELECT engine FROM INFORMATION_SCHEMA.TABLES WHERE table_schema = DATABASE() AND table_name = 't'"
        assert session.execute(sql).rows == (("InnoDB",),)
