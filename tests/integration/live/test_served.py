"""Served logs read by programs that nobody here wrote: mysqlbinlog, a replica, python-mysql-replication."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from pymysqlreplication import BinLogStreamReader
from pymysqlreplication.event import HeartbeatLogEvent
from pymysqlreplication.row_event import DeleteRowsEvent, UpdateRowsEvent, WriteRowsEvent

from binwriter.chance import system_chance
from binwriter.integration.following import Following, SourceAddress, tables_of
from binwriter.integration.machines import CommandResult
from binwriter.integration.mysql import MySQLServer
from binwriter.live.serving import Serving, Settings
from binwriter.live.source.folder import FolderLog, previous_gtids_of_file
from binwriter.live.source.folder_server import FolderServer
from binwriter.live.tls import own_context
from binwriter.server.server import Server
from tests.integration.live.conftest import GTIDS, gateway
from tests.integration.live.test_replica import CREATE, DDL, FINISH, MANY, TRANSACTIONS, TYPES

pytestmark = [pytest.mark.mysql, pytest.mark.slow]

Serve = Callable[[Server], Serving]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Serves a server to everybody, with TLS."""
    with ExitStack() as stack:

        def served(server: Server) -> Serving:
            tls = own_context(tmp_path / "tls")
            settings = Settings("0.0.0.0", users={"repl": "s3cret"}, tls=tls, plain_from_anywhere=True)
            stack.enter_context(server)
            return stack.enter_context(Serving(server, settings))

        yield served


def _live(tmp_path: Path, *options: str) -> Server:
    """A server with a log of several files."""
    server = Server(tmp_path / "log", (*GTIDS, *options), chance=system_chance())
    session = server.connect()
    first, second, third = (*CREATE, *TYPES), (*MANY[:20], *TRANSACTIONS, FINISH[0]), DDL[:4]
    for statement in (*first, "FLUSH BINARY LOGS", *second, "FLUSH BINARY LOGS", *third):
        session.execute(statement)
    session.execute("COMMIT")
    session.close()
    return server


def _mysqlbinlog(replica: MySQLServer, serving: Serving, *arguments: str) -> CommandResult:
    login = f"--host={gateway(replica)} --port={serving.port} --user=repl --password=s3cret"
    result = replica.run(f"mysqlbinlog {login} {' '.join(arguments)}", shell=True)
    assert result.exit_code == 0, result.stderr
    return result


@pytest.mark.parametrize("ssl", ["REQUIRED", "DISABLED"])
def test_mysqlbinlog_fetches_the_files_bytes(ssl: str, replica: MySQLServer, serve: Serve, tmp_path: Path) -> None:
    server = _live(tmp_path)
    serving = serve(server)
    raw = _mysqlbinlog(
        *(replica, serving, f"--ssl-mode={ssl} --get-server-public-key --raw --read-from-remote-server --to-last-log"),
        "binlog.000001 && sha256sum binlog.0*",
    ).stdout.decode()  # fmt: skip
    sums = [line.split()[0] for line in raw.splitlines()]
    stored = [path.read_bytes() for path in server.log_files()]
    stored[-1] = stored[-1][:21] + b"\0" + stored[-1][22:]  # it is in use
    assert sums == [_sha256(data) for data in stored]


def _sha256(data: bytes) -> str:
    import hashlib

    return hashlib.sha256(data).hexdigest()


def test_mysqlbinlog_prints_what_it_prints_of_the_files(replica: MySQLServer, serve: Serve, tmp_path: Path) -> None:
    server = _live(tmp_path)
    serving = serve(server)
    first = server.log_files()[0]
    from_file = replica.mysqlbinlog(["-vv", "--verify-binlog-checksum"], {first.name: first.read_bytes()}).stdout
    for source, sets in (("--read-from-remote-server", ""), ("--read-from-remote-source=BINLOG-DUMP-GTIDS", "")):
        remote = _mysqlbinlog(replica, serving, "-vv", "--verify-binlog-checksum", source, sets, first.name).stdout
        assert _comparable(remote) == _comparable(from_file)
    some = f"--exclude-gtids={server.chance.uuid}:1-4"
    left = _mysqlbinlog(replica, serving, "--read-from-remote-source=BINLOG-DUMP-GTIDS", some, first.name).stdout
    assert f"{server.chance.uuid}:4'".encode() not in left
    assert f"{server.chance.uuid}:5'".encode() in left


def _comparable(printed: bytes) -> list[bytes]:
    """Without what says where it was read from."""
    return [line for line in printed.splitlines() if not line.startswith((b"# [empty]", b"SET TIMESTAMP=0"))]


def test_mysqlbinlog_that_never_stops_gets_what_is_committed(
    replica: MySQLServer, serve: Serve, tmp_path: Path
) -> None:  # fmt: skip
    server = _live(tmp_path)
    serving = serve(server)
    session = server.connect()
    replica.run("mkdir -p /tmp/never && rm -f /tmp/never/*", shell=True)
    login = f"--host={gateway(replica)} --port={serving.port} --user=repl --password=s3cret"
    follow = f"mysqlbinlog {login} --read-from-remote-server --raw --stop-never --result-file=/tmp/never/ binlog.000001"
    replica.run(f"nohup {follow} >/tmp/never/out 2>&1 & echo $! >/tmp/never/pid", shell=True)
    try:
        for number in range(3):
            session.execute(f"INSERT INTO d.t (name) VALUES ('never {number}')")
            session.execute("FLUSH BINARY LOGS")
        wanted = [path.name for path in server.log_files()][:-1]
        for _ in range(100):
            out = replica.run(f"cd /tmp/never; sha256sum {' '.join(wanted)} 2>/dev/null", shell=True).stdout.decode()
            sums = [line.split()[0] for line in out.splitlines()]
            if sums == [_sha256(path.read_bytes()) for path in server.log_files()[:-1]]:
                break
        assert sums == [_sha256(path.read_bytes()) for path in server.log_files()[:-1]]
    finally:
        replica.run("kill $(cat /tmp/never/pid)", shell=True)


@contextmanager
def _follows(replica: MySQLServer, serving: Serving, **more: Any) -> Iterator[Following]:
    address = SourceAddress(gateway(replica), serving.port, "repl", "s3cret")
    with Following(replica.connect, address, **more) as following:
        yield following


@pytest.mark.parametrize("by_gtid", [True, False], ids=["auto-position", "position"])
def test_from_a_real_server_over_files_to_a_replica(
    by_gtid: bool, replica: MySQLServer, serve: Serve, tmp_path: Path
) -> None:  # fmt: skip
    """The real server writes, its files are copied and served, and it follows itself under another name."""
    with replica.connect() as connection, connection.cursor() as cursor:
        for statement in (*CREATE, *TYPES, "FLUSH BINARY LOGS", *MANY, *DDL, "FLUSH BINARY LOGS", *TRANSACTIONS[:7]):
            cursor.execute(statement)
        connection.commit()
    raw: dict[str, Any] = {"conv": {}, "use_unicode": False}
    with replica.connect(**raw) as connection:
        before = tables_of(connection, ("d",))
    (tmp_path / "files").mkdir()
    for name, data in replica.fetch_binlogs().items():
        (tmp_path / "files" / name).write_bytes(data)
    replica.reset()
    folder = FolderLog(tmp_path / "files")
    # the same UUID and id would be refused: the source says another one
    named = ("server-id=77", "server-uuid=cccccccc-cccc-cccc-cccc-cccccccccccc")
    serving = serve(FolderServer(folder, tmp_path / "own", named, chance=system_chance()))
    place = None if by_gtid else ("binlog.000001", 4)
    replica.execute("SET GLOBAL server_id = 3")  # it skips events of its own id
    with _follows(replica, serving, place=place) as following:
        file, position = serving.server.position()
        following.wait(file, position, gtids=serving.server.gtid_executed if by_gtid else "")
        with replica.connect(**raw) as connection:
            assert tables_of(connection, ("d",)) == before


def test_a_folder_that_grows_is_followed_by_a_replica(replica: MySQLServer, serve: Serve, tmp_path: Path) -> None:
    writer = _live(tmp_path)
    serving = serve(FolderServer(FolderLog(tmp_path / "log"), tmp_path / "own", chance=system_chance()))
    with writer, _follows(replica, serving) as following:
        session = writer.connect()
        for statement in (*MANY[:2], "FLUSH BINARY LOGS", *MANY):
            session.execute(statement)
        session.execute("COMMIT")
        serving.server.folder.refresh()  # type: ignore[attr-defined]
        following.wait(*writer.position(), gtids=writer.gtid_executed)
        assert (
            replica.execute("SELECT COUNT(*) FROM d.t")[0][0] == session.execute("SELECT COUNT(*) FROM d.t").rows[0][0]
        )


@pytest.mark.parametrize("options", [{}, {"auto_position": "all of the first file"}, {"slave_heartbeat": 0.05}])
def test_python_mysql_replication_streams_from_a_live_server(
    options: dict[str, Any], serve: Serve, tmp_path: Path
) -> None:  # fmt: skip
    server = _live(tmp_path, "binlog_row_metadata=FULL")
    serving = serve(server)
    settings = {"host": "127.0.0.1", "port": serving.port, "user": "repl", "passwd": "s3cret", "read_timeout": 20}
    kinds = [WriteRowsEvent, UpdateRowsEvent, DeleteRowsEvent, HeartbeatLogEvent]
    start: dict[str, Any] = {"log_file": "binlog.000002", "log_pos": 4}
    if "auto_position" in options:
        start, options = {}, {"auto_position": str(previous_gtids_of_file(server.log_files()[1]))}
    stream = BinLogStreamReader(
        settings, server_id=9, blocking=True, only_events=kinds, resume_stream=True, **start, **options
    )
    names = (
        row["values"]["name"]
        for event in stream
        if isinstance(event, WriteRowsEvent)
        for row in event.rows
        if "name" in row["values"]
    )
    assert list(itertools.islice(names, 4)) == ["row 0", "other 0", "row 1", "other 1"]
    server.connect().execute("INSERT INTO d.t (name) VALUES ('news')")
    assert "news" in itertools.islice(names, 100)
    if "slave_heartbeat" in options:
        assert any(isinstance(event, HeartbeatLogEvent) for event in itertools.islice(stream, 3))
    stream.close()


def test_python_mysql_replication_trusts_what_a_folder_says(serve: Serve, tmp_path: Path) -> None:
    """Without checksums and with full metadata: it goes by two variables, and loses bytes where they are not true."""
    _live(tmp_path, "binlog_checksum=NONE", "binlog_row_metadata=FULL").shutdown()
    shutil.copytree(tmp_path / "log", tmp_path / "copy")
    serving = serve(FolderServer(FolderLog(tmp_path / "copy"), tmp_path / "own", chance=system_chance()))
    settings = {"host": "127.0.0.1", "port": serving.port, "user": "repl", "passwd": "s3cret"}
    stream = BinLogStreamReader(
        settings,
        server_id=9,
        blocking=False,
        log_file="binlog.000002",
        log_pos=4,
        only_events=[WriteRowsEvent],
        resume_stream=True,
    )
    rows = [row["values"] for event in stream for row in event.rows]
    stream.close()
    assert [row["name"] for row in rows[:2]] == ["row 0", "other 0"]
