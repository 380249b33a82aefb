"""`binlog_error_action`, as a 9.7.4 answered that could not write to its log (EIO), or could not begin a file.

Answers were captured with a shim under mysqld that fails every write to `binlog.0*` while a file is there.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import pytest

from binwriter import disk
from binwriter.binlog.files.reader import read_events
from binwriter.errors import LogFileError, MySQLError, ScenarioError
from binwriter.scenario.notation import parse_script
from binwriter.scenario.run import run_scenario
from binwriter.server.server import Server
from binwriter.server.session import Session


class FailingDisk(disk.Disk):
    """writes: writing fails. names: making files fails."""

    def __init__(self, *, writes: bool = False, names: bool = False) -> None:
        self.writes, self.names = writes, names

    def write(self, file: BinaryIO, data: memoryview | bytes) -> None:
        if self.writes:
            raise OSError(errno.EIO, "Input/output error")
        super().write(file, data)

    def create(self, path: Path, flags: int = 0) -> BinaryIO:
        if self.names:
            raise OSError(errno.EACCES, "Permission denied")
        return super().create(path, flags)


@contextmanager
def _server(folder: Path, action: str) -> Iterator[tuple[Server, Session]]:
    options = [f"binlog-error-action={action}", "gtid-mode=ON", "enforce-gtid-consistency=ON"]
    with Server(folder, options) as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        session.execute("CREATE TABLE d.t (a INT PRIMARY KEY)")
        session.execute("INSERT INTO d.t VALUES (1)")
        yield server, session


def _is_in_use(folder: Path) -> bool:
    return bool(next(read_events(folder / "binlog.000001")).header.flags & 1)


def test_a_commit_that_cannot_be_logged_stops_the_server(tmp_path: Path) -> None:
    words = (
        "ERROR 1598 (HY000): Binary logging not possible. Message: An error occurred during flush stage of the commit. "
        "'binlog_error_action' is set to 'ABORT_SERVER'. Server is being stopped."
    )
    with _server(tmp_path, "ABORT_SERVER") as (server, session):
        before = (tmp_path / "binlog.000001").read_bytes()
        with disk.use(FailingDisk(writes=True)), pytest.raises(LogFileError) as found:
            session.execute("INSERT INTO d.t VALUES (2)")
        assert str(found.value).startswith(words)
        assert server.log is None
    assert (tmp_path / "binlog.000001").read_bytes() == before
    assert _is_in_use(tmp_path)


def test_a_rotation_that_cannot_be_done_stops_the_server(tmp_path: Path) -> None:
    with _server(tmp_path, "ABORT_SERVER") as (server, session):
        with disk.use(FailingDisk(names=True)), pytest.raises(LogFileError) as found:
            session.execute("FLUSH BINARY LOGS")
        assert str(found.value).startswith("ERROR 1598 (HY000): Binary logging not possible. Message: ")
        assert str(found.value).endswith(", while rotating the binlog. Aborting the server")
        assert server.log is None
    assert _is_in_use(tmp_path)


@pytest.mark.parametrize(
    ("statement", "failing", "error", "counted"),
    [
        (
            "INSERT INTO d.t VALUES (2)",
            {"writes": True},
            (3, "Error writing file './binlog.000001' (OS errno 5 - Input/output error)"),
            "1-4",
        ),
        (
            "FLUSH BINARY LOGS",
            {"names": True},
            (29, "File './binlog.~rec~' not found (OS errno 13 - Permission denied)"),
            "1-3",
        ),
    ],
)
def test_a_server_that_ignores_it_goes_on_without_its_log(
    tmp_path: Path, statement: str, failing: dict[str, bool], error: tuple[int, str], counted: str
) -> None:
    with _server(tmp_path, "IGNORE_ERROR") as (server, session):
        before = (tmp_path / "binlog.000001").read_bytes()
        with disk.use(FailingDisk(**failing)), pytest.raises(MySQLError) as found:
            session.execute(statement)
        assert (found.value.code, found.value.message) == error
        executed = f"{server.chance.server_uuid}:{counted}"
        for sql in (
            "INSERT INTO d.t VALUES (3)",
            "CREATE TABLE d.q (a INT)",
            "FLUSH BINARY LOGS",
            "FLUSH LOGS",
            "PURGE BINARY LOGS TO 'binlog.000001'",
        ):
            session.execute(sql)
        assert session.execute("SELECT COUNT(*) FROM d.t").rows[0][0] == (3 if statement.startswith("INSERT") else 2)
        with pytest.raises(MySQLError, match="You are not using binary logging") as refused:
            session.execute("SHOW BINARY LOGS")
        assert refused.value.code == 1381
        assert session.execute("SHOW BINARY LOG STATUS").rows == ()
        assert session.execute("SHOW BINLOG EVENTS").rows == ()
        assert server.gtid_executed == executed
        session.execute("SET gtid_next = 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa:1'")
        session.execute("INSERT INTO d.t VALUES (7)")
        assert "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa:1" in server.gtid_executed
    assert (tmp_path / "binlog.000001").read_bytes() == before
    assert _is_in_use(tmp_path)


def test_a_run_whose_log_was_turned_off_says_so_at_its_end(tmp_path: Path) -> None:
    failing = FailingDisk()

    def before_step(step: object) -> None:
        failing.writes = getattr(step, "line", 0) >= 2

    script = parse_script("CREATE TABLE t (a INT);\nINSERT INTO t VALUES (1);\nINSERT INTO t VALUES (2);")
    with disk.use(failing), pytest.raises(LogFileError, match="logging was turned off") as found:
        run_scenario(script, tmp_path, ["binlog-error-action=IGNORE_ERROR"], before_step=before_step)
    assert not isinstance(found.value, ScenarioError)
    assert _is_in_use(tmp_path)


def test_a_defect_leaves_a_log_that_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from binwriter.server.execute.statement import SqlRunner

    run = SqlRunner.run

    def broken(self: SqlRunner, sql: object, *arguments: object) -> object:
        if "broken" in str(sql):
            raise AttributeError("a defect")
        return run(self, sql, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(SqlRunner, "run", broken)
    script = parse_script("CREATE TABLE t (a INT);\nINSERT INTO t VALUES (1);\nSELECT 'broken';")
    with pytest.raises(AttributeError) as found:
        run_scenario(script, tmp_path)
    assert found.value.__notes__[0].endswith(":3")
    assert not _is_in_use(tmp_path)
    assert [event.header.type for event in read_events(tmp_path / "binlog.000001")][-1] == 3
