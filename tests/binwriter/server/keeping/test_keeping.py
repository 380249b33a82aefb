"""A server that is made again with the folder of one before it: all is there, and the log goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from binwriter import verify
from binwriter.binlog.files.reader import read_events
from binwriter.errors import LogFileError, OptionError
from binwriter.formats.events import Query
from binwriter.inspection.verify.finding import Severity
from binwriter.scenario.script import split_script
from binwriter.server.keeping.form import STATE_FILE
from binwriter.server.server import Server

SCRIPT = Path(__file__).with_name("all_kinds.sql").read_text("utf-8")
ASKED = (
    *(f"SHOW CREATE TABLE d.{name}" for name in ("parent", "child", "kinds", "made", "parts", "my", "mem")),
    *(f"SHOW CREATE TABLE d.{name}" for name in ("placed", "moved", "found")),
    *(f"SELECT * FROM d.{name}" for name in ("parent", "child", "kinds", "parts", "my", "v")),
    "SELECT a, b, c, d FROM d.made",
    "SHOW CREATE FUNCTION d.f",
    "SHOW CREATE PROCEDURE d.p",
    "SHOW CREATE EVENT d.e",
    "SHOW CREATE VIEW d.v",
    "SHOW CREATE VIEW other.broken",
    "SHOW CREATE DATABASE d",
    "SHOW TRIGGERS FROM d",
    "SELECT * FROM other.broken",
    "SELECT * FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = 'd'",
    "SELECT * FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'd' AND TABLE_NAME <> 'mem'",
    "SELECT * FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'd'",
    "SELECT * FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = 'd'",
    "SELECT * FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = 'd' AND TABLE_NAME <> 'mem'",
    "SELECT * FROM information_schema.EVENTS",
    "SELECT ST_AsText(ST_GeomFromText('POINT(1 2)', 900001))",
    "SELECT * FROM information_schema.COLUMN_STATISTICS",
    "SELECT * FROM information_schema.LIBRARIES",
    "SELECT * FROM mysql.component",
    "SELECT @@rpl_semi_sync_source_timeout",
    "DROP TABLESPACE `t``s3`",
    "CREATE UNDO TABLESPACE un2 ADD DATAFILE 'un.ibu'",
    "DROP UNDO TABLESPACE innodb_undo_001",
    "ALTER UNDO TABLESPACE innodb_undo_001 SET INACTIVE",
    "SELECT * FROM mysql.user",
    "SELECT * FROM mysql.tables_priv",
    "SELECT * FROM mysql.columns_priv",
    "SELECT * FROM mysql.procs_priv",
    "SELECT cost_name, cost_value FROM mysql.server_cost",
    "SELECT * FROM mysql.engine_cost",
    "SHOW CREATE USER u@'%'",
    "SHOW GRANTS FOR u@'%'",
    "SHOW GRANTS FOR r",
    "SELECT @@server_uuid, @@gtid_executed, @@gtid_purged, @@max_connections, @@sql_mode",
    "SELECT * FROM performance_schema.persisted_variables",
    "SELECT * FROM information_schema.RESOURCE_GROUPS",
    "SELECT * FROM mysql.servers",
    "CREATE SERVER srv FOREIGN DATA WRAPPER mysql OPTIONS (HOST 'h')",
    "SHOW CREATE TABLE mysql.func",
    "SELECT * FROM mysql.func",
    "SHOW CREATE TABLE mysql.plugin",
    "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'mysql'",
    "SELECT CONVERT_TZ('2020-07-01 00:00:00', 'Europe/Paris', '+00:00')",
    "SELECT n_rows FROM mysql.innodb_table_stats WHERE database_name = 'd' AND table_name = 'parent'",
)


def answers(server: Server) -> list[Any]:
    session = server.connect()
    found = [session.run(sql) for sql in ASKED]
    session.close()
    return [(str(one.error), one.rows) for one in found]


def run(server: Server, script: str) -> None:
    session = server.connect()
    for _, sql in split_script(script):
        session.execute(sql)
    session.close()


def kept(folder: Path, *options: str) -> Server:
    return Server(folder, ["gtid-mode=ON", "enforce-gtid-consistency=ON", *options], keep=True)


def is_right(folder: Path) -> bool:
    """Whether `verify` has nothing to say but that a crash left a file without an end."""
    return all(finding.severity is Severity.NOTE for finding in verify(folder).findings)


def statements(folder: Path) -> list[bytes]:
    files = sorted(folder.glob("binlog.0*"))
    return [event.body.query for file in files for event in read_events(file) if isinstance(event.body, Query)]


def test_all_is_there_behind_a_clean_stop_and_the_log_goes_on(tmp_path: Path) -> None:
    with kept(tmp_path) as server:
        run(server, SCRIPT)
        session = server.connect()
        session.execute("SET PERSIST max_connections = 77, PERSIST sql_mode = 'ANSI'")
        before = answers(server)
    logged = statements(tmp_path)
    with kept(tmp_path) as server:
        assert statements(tmp_path) == logged
        after = answers(server)  # the MEMORY table is told to be empty when it is opened
        session = server.connect()
        assert session.execute("SELECT @@GLOBAL.max_connections, @@GLOBAL.sql_mode").rows[0][0] == 77
        session.execute("RESET PERSIST sql_mode")
        assert session.execute("SELECT * FROM d.mem").rows == ()
        for sql, name in (("(b) VALUES (1)", "parts"), ("(name) VALUES ('z')", "parent"), ("(b) VALUES (1)", "my")):
            session.execute(f"INSERT INTO d.{name} {sql}")
        assert session.execute("SELECT MAX(id) FROM d.parts").rows == ((7,),)
        assert session.execute("SELECT MAX(id) FROM d.parent").rows == ((5,),)
        assert session.execute("SELECT id, b FROM d.my").rows == ((7, 1), (8, 2), (9, 11))
        with pytest.raises(Exception, match="a foreign key constraint fails"):
            session.execute("INSERT INTO d.child VALUES (1, 99)")
    for sql, one, other in zip(ASKED, before, after, strict=True):
        if "max_connections" not in sql:  # which has another value from the next start on
            assert other == one, sql
    assert is_right(tmp_path)
    with kept(tmp_path) as server:
        assert server.connect().execute("SELECT VARIABLE_NAME FROM performance_schema.persisted_variables").rows == (
            ("max_connections",),
        )


@pytest.mark.parametrize("binlog_format", ["ROW", "STATEMENT", "MIXED"])
def test_what_the_log_has_behind_the_last_state_is_run_again_behind_a_crash(tmp_path: Path, binlog_format: str) -> None:
    with kept(tmp_path, f"binlog-format={binlog_format}") as server:
        run(server, SCRIPT)
    server = kept(tmp_path, f"binlog-format={binlog_format}")
    session = server.connect()
    for _, sql in split_script(Path(__file__).with_name("behind_the_state.sql").read_text("utf-8")):
        session.execute(sql)
    other = server.connect()
    asked = [f"SELECT * FROM d.{name}" for name in ("parent", "child", "late", "parts", "v")]
    asked += ["SHOW CREATE TABLE d.late", "SHOW CREATE TABLE d.parts", "SHOW GRANTS FOR late"]
    before = [other.execute(sql).rows for sql in asked]
    server.crash()
    with kept(tmp_path, f"binlog-format={binlog_format}") as server:
        session = server.connect()
        assert [session.execute(sql).rows for sql in asked] == before
        assert session.execute("SELECT @@GLOBAL.max_connections").rows == ((77,),)
        assert server.keeper.replayed == 10
        session.execute("INSERT INTO d.late (b) VALUES ('x')")
        assert session.execute("SELECT COUNT(*), COUNT(DISTINCT a) FROM d.late").rows == ((8, 8),)
    assert is_right(tmp_path)


def test_a_prepared_transaction_waits_on(tmp_path: Path) -> None:
    with kept(tmp_path) as server:
        run(server, "CREATE DATABASE d; CREATE TABLE d.t (a INT PRIMARY KEY, b INT)")
        run(server, "INSERT INTO d.t VALUES (1, 1), (2, 2), (3, 3)")
        session = server.connect()
        for sql in ("XA START 'x'", "INSERT INTO d.t VALUES (4, 4)", "UPDATE d.t SET b = 9 WHERE a < 3"):
            session.execute(sql)
        for sql in ("DELETE FROM d.t WHERE a = 3", "UPDATE d.t SET b = 10 WHERE a = 1", "XA END 'x'", "XA PREPARE 'x'"):
            session.execute(sql)
    for crashes in (True, False):
        server = kept(tmp_path)
        session = server.connect()
        assert session.execute("SELECT * FROM d.t").rows == ((1, 1), (2, 2), (3, 3))
        assert session.execute("XA RECOVER").rows == ((1, 1, 0, "x"),)
        session.execute("SET innodb_lock_wait_timeout = 1")
        assert "1205" in str(session.run("DELETE FROM d.t WHERE a = 1").error)
        (server.crash if crashes else server.shutdown)()
    with kept(tmp_path) as server:
        session = server.connect()
        session.execute("XA COMMIT 'x'")
        assert session.execute("SELECT * FROM d.t").rows == ((1, 10), (2, 9), (4, 4))
    assert statements(tmp_path)[-1].startswith(b"XA COMMIT")


def test_a_purged_or_reset_log_is_not_needed_any_more(tmp_path: Path) -> None:
    server = kept(tmp_path)
    run(server, "CREATE DATABASE d; CREATE TABLE d.t (a INT PRIMARY KEY); INSERT INTO d.t VALUES (1)")
    server.flush_logs()
    run(server, "PURGE BINARY LOGS TO 'binlog.000002'; INSERT INTO d.t VALUES (2)")
    server.crash()
    server = kept(tmp_path)
    gtids = server.gtid_executed
    run(server, "INSERT INTO d.t VALUES (3); RESET BINARY LOGS AND GTIDS; INSERT INTO d.t VALUES (4)")
    server.crash()
    with kept(tmp_path) as server:
        assert server.connect().execute("SELECT * FROM d.t").rows == ((1,), (2,), (3,), (4,))
        assert gtids.endswith(":1-4")
        assert server.gtid_executed.endswith(":1")


def test_a_state_that_cannot_be_used_is_refused_with_the_way_out(tmp_path: Path) -> None:
    with kept(tmp_path) as server:
        run(server, "CREATE DATABASE d; CREATE TABLE d.t (a INT PRIMARY KEY); INSERT INTO d.t VALUES (1)")
    state = tmp_path / STATE_FILE
    whole = state.read_bytes()
    for damaged in (whole[:-30], whole[:200], b"", whole.replace(b"CREATE TABLE", b"CREATE TALBE"), b"\x80\x04rubbish"):
        state.write_bytes(damaged)
        with pytest.raises(LogFileError, match=r"remove .*tables\.kept"):
            kept(tmp_path)
    state.write_bytes(whole.replace(b'"form": 1', b'"form": 2'))
    with pytest.raises(LogFileError):
        kept(tmp_path)
    state.write_bytes(whole)
    (tmp_path / "mysqld-auto.cnf").write_text("[]")
    with pytest.raises(OptionError, match="no file of persisted variables"):
        kept(tmp_path)
    (tmp_path / "mysqld-auto.cnf").unlink()
    state.unlink()
    with kept(tmp_path) as server:
        assert "d" not in server.catalog.schemas


def test_without_it_nothing_is_kept(tmp_path: Path) -> None:
    for _ in range(2):
        with Server(tmp_path) as server:
            server.connect().execute("CREATE DATABASE d")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["binlog.000001", "binlog.000002", "binlog.index"]


def test_a_server_that_had_ended_needs_no_file_of_its_log(tmp_path: Path) -> None:
    """As a mysqld starts whose log somebody took away, or put back as it was before."""
    with Server(tmp_path, keep=True) as server:
        run(server, "CREATE DATABASE d; CREATE TABLE d.t (a INT PRIMARY KEY); INSERT INTO d.t VALUES (1)")
    for path in tmp_path.glob("binlog.*"):
        path.unlink()
    with Server(tmp_path, keep=True) as again:
        assert again.connect(database="d").execute("SELECT * FROM t").rows == ((1,),)
        assert [path.name for path in again.log_files()] == ["binlog.000001"]
        again.crash()
    (tmp_path / "binlog.000001").unlink()
    (tmp_path / "binlog.index").unlink()
    with pytest.raises(LogFileError, match="the kept tables stand for"):
        Server(tmp_path, keep=True)


def test_what_the_log_does_not_have_is_kept_before_the_log_builds_on_it(tmp_path: Path) -> None:
    """A session without its log; then a crash, behind which the log alone could not be run again."""
    server = Server(tmp_path, keep=True)
    run(server, "CREATE DATABASE d; CREATE TABLE d.t (a INT PRIMARY KEY); INSERT INTO d.t VALUES (1)")
    session = server.connect(database="d")
    for sql in (
        "SET sql_log_bin = 0",
        "CREATE TABLE u (a INT PRIMARY KEY)",
        "INSERT INTO u VALUES (1), (2)",
        "INSERT INTO t VALUES (2)",
        "CREATE USER x@y",
        "BEGIN",
        "INSERT INTO u VALUES (9)",
        "ROLLBACK",
        "SET sql_log_bin = 1",
        "INSERT INTO u VALUES (3)",
        "UPDATE t SET a = 20 WHERE a = 2",
        "SET sql_log_bin = 0",
        "DELETE FROM u WHERE a = 1",
    ):
        session.execute(sql)
    session.close()
    server.crash()
    with Server(tmp_path, keep=True) as again:
        session = again.connect(database="d")
        assert session.execute("SELECT * FROM t").rows == ((1,), (20,))
        assert session.execute("SELECT * FROM u").rows == ((2,), (3,))
        assert session.execute("SELECT COUNT(*) FROM mysql.user WHERE user = 'x'").rows == ((1,),)
