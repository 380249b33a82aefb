"""skip-log-bin: what a server without a log does otherwise, as a 9.7.4 that was started with it answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.errors import MySQLError
from binwriter.server.server import Server
from binwriter.server.session import Session

OFF = ("skip-log-bin", "gtid-mode=OFF", "enforce-gtid-consistency=OFF")
UUID = "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa"


def run(session: Session, *statements: str) -> None:
    for sql in statements:
        session.execute(sql)


def made(server: Server) -> Session:
    session = server.connect()
    run(session, "CREATE DATABASE d", "USE d", "CREATE TABLE t (a INT AUTO_INCREMENT PRIMARY KEY, b VARCHAR(40))")
    return session


def test_nothing_is_written_and_variables_say_so(tmp_path: Path) -> None:
    with Server(tmp_path, OFF) as server:
        session = made(server)
        run(session, "INSERT INTO t (b) VALUES ('x')", "FLUSH BINARY LOGS", "PURGE BINARY LOGS TO 'x'")
        values = "SELECT @@log_bin, @@log_bin_basename, @@log_bin_index, @@sql_log_bin, @@GLOBAL.log_replica_updates"
        assert session.execute(values).rows == ((0, None, None, 1, 0),)
        assert session.execute("SHOW BINARY LOG STATUS").rows == ()
        assert session.execute("SHOW BINLOG EVENTS").rows == ()
        with pytest.raises(MySQLError, match="1381"):
            session.execute("SHOW BINARY LOGS")
        local = "SELECT JSON_KEYS(local) = JSON_ARRAY('gtid_executed') FROM performance_schema.log_status"
        assert session.execute(local).rows == ((1,),)
    assert list(tmp_path.iterdir()) == []


def test_what_only_a_log_forbids_is_allowed(tmp_path: Path) -> None:
    """Functions that nobody vouches for, statements that are unsafe as text, engines that have no rows for the log."""
    with Server(tmp_path, OFF) as server:
        session = made(server)
        run(session, "SET binlog_format = STATEMENT", "CREATE FUNCTION f() RETURNS INT RETURN 1")
        assert session.execute("SELECT f()").rows == ((1,),)
        assert not session.execute("INSERT INTO t (b) VALUES (UUID())").diagnostics
        run(session, "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED", "INSERT INTO t (b) VALUES ('x')")
        told = session.execute("SET binlog_row_value_options = PARTIAL_JSON").diagnostics
        assert [(warning.code, warning.message[:30]) for warning in told] == [(3645, "When the binary log is closed,")]


def test_only_gtids_that_sessions_name_are_executed(tmp_path: Path) -> None:
    with Server(tmp_path, ("skip-log-bin", "gtid-mode=ON", "enforce-gtid-consistency=ON")) as server:
        session = made(server)
        run(session, f"SET gtid_next = '{UUID}:1'", "INSERT INTO t (b) VALUES ('x')")
        with pytest.raises(MySQLError, match="1837"):
            session.execute("INSERT INTO t (b) VALUES ('y')")
        run(session, f"SET gtid_next = '{UUID}:2'", "BEGIN", "INSERT INTO t (b) VALUES ('z')", "ROLLBACK")
        run(session, f"SET gtid_next = '{UUID}:4'")
        with pytest.raises(MySQLError, match="1050"):
            session.execute("CREATE TABLE t (a INT)")
        run(session, f"SET gtid_next = '{UUID}:3'", "CREATE TABLE u (a INT)", "SET gtid_next = AUTOMATIC")
        run(session, "INSERT INTO u VALUES (1)")
        sets = session.execute("SELECT @@GLOBAL.gtid_executed, @@GLOBAL.gtid_purged").rows
        assert sets == ((f"{UUID}:1:3", f"{UUID}:1:3"),)


def test_tables_are_kept_without_a_log_and_beside_one(tmp_path: Path) -> None:
    with Server(tmp_path, OFF, keep=True) as server:
        run(made(server), "INSERT INTO t (b) VALUES ('x')")
    with Server(tmp_path, OFF[1:], keep=True) as server:
        run(server.connect(database="d"), "INSERT INTO t (b) VALUES ('y')")
    with Server(tmp_path, OFF, keep=True) as server:
        session = server.connect(database="d")
        run(session, "INSERT INTO t (b) VALUES ('z')")
    with Server(tmp_path, OFF[1:], keep=True) as server:
        assert [row[0] for row in server.connect(database="d").execute("SELECT b FROM t").rows] == ["x", "y", "z"]
        assert [path.name for path in server.log_files()] == ["binlog.000001", "binlog.000002"]
