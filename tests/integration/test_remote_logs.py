"""`inspect -R`: a server's logs as a replica reads them, from ours and from a real one."""

from __future__ import annotations

import base64
import json
import shlex
import threading
from contextlib import suppress
from itertools import chain
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import LogEvent
from binwriter.cli import main
from binwriter.errors import LogFileError
from binwriter.integration.mysql import MySQLServer
from binwriter.integration.remote_logs import RemoteChoice, RemoteLogs
from binwriter.integration.testing import FakeMySQL
from binwriter.mysql.server_url import ServerUrl

pytestmark = pytest.mark.slow
_TABLE = ("CREATE DATABASE shop", "CREATE TABLE shop.t (a INT PRIMARY KEY)")


def _at(server: FakeMySQL | MySQLServer) -> list[str]:
    return [
        *("-R", f"--host={server.host}", f"--port={server.port}", f"--user={server.user}"),
        f"--password={server.password}",
    ]


def test_files_come_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with FakeMySQL({"gtid_mode": "ON", "enforce_gtid_consistency": "ON"}) as server:
        server.execute(*_TABLE, "INSERT INTO shop.t VALUES (1)", "FLUSH BINARY LOGS", "INSERT INTO shop.t VALUES (2)")
        for words, count in ((["binlog.000001"], 1), (["-t", "binlog.000001"], 2), (["-t", "binlog.000002"], 1)):
            out = tmp_path / f"{len(words)}{words[-1]}"
            out.mkdir()
            assert main(["inspect", *_at(server), "--raw", "-r", f"{out}/", *words]) == 0
            copies = sorted(out.iterdir())
            assert len(copies) == count
            for copy in copies:
                (original,) = (path for path in map(Path, server.log.files) if path.name == copy.name)
                ours, theirs = bytearray(copy.read_bytes()), bytearray(original.read_bytes())
                ours[4 + 17 : 4 + 19] = theirs[4 + 17 : 4 + 19]  # a file that is open says so on the disk only
                assert ours == theirs
        assert main(["inspect", *_at(server), "--json", "--start-position=4", "binlog.000002"]) == 0
        assert json.loads(capsys.readouterr().out.splitlines()[-1])["type"] == "XID"


@pytest.mark.parametrize(
    "option", ["--skip-gtids", "-d shop", "--stop-position=400", "--read-from-remote-source=binlog-dump-gtids"]
)
def test_options_choose_as_from_a_file(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with FakeMySQL() as server:
        # of a file that is open the server sends what it would be if it were closed
        server.execute(*_TABLE, "INSERT INTO shop.t VALUES (1)", "FLUSH BINARY LOGS")
        assert main(["inspect", *_at(server), "--sql", *shlex.split(option), "binlog.000001"]) == 0
        remote = capsys.readouterr().out
        file = server.log.files[0]
        words = [] if "remote" in option else shlex.split(option)
        assert main(["inspect", "--sql", *words, str(file)]) == 0
        assert remote == capsys.readouterr().out


def test_what_a_server_refuses_is_said_in_its_words(capsys: pytest.CaptureFixture[str]) -> None:
    with FakeMySQL() as server:
        for words, told in (
            (["binlog.000099"], "Got error reading packet from server: Could not find first log file name"),
            (["--user=nobody", "binlog.000001"], "Failed on connect: Access denied for user 'nobody'"),
            (["--port=1", "binlog.000001"], "Failed on connect: Can't connect to MySQL server"),
        ):
            assert main(["inspect", *_at(server), *words]) == 2
            assert told in capsys.readouterr().err


def test_a_reader_that_never_stops_goes_on_in_the_next_file() -> None:
    """It gets each event when it is written: the writer waits for the reader between two."""
    with FakeMySQL() as server:
        server.execute(*_TABLE)
        where = ServerUrl(server.host, server.port, server.user, server.password)
        logs = RemoteLogs(["binlog.000001"], RemoteChoice(server=where, stop_never=True), verify=True)
        seen: list[LogEvent] = []
        arrived = threading.Semaphore(0)

        def read() -> None:
            with suppress(LogFileError):  # when the server has gone
                for event in chain.from_iterable(logs):
                    seen.append(event)
                    if event.type.name == "XID":
                        arrived.release()

        threading.Thread(target=read, daemon=True).start()
        for number, statement in enumerate(("SELECT 1", "FLUSH BINARY LOGS", "FLUSH BINARY LOGS")):
            server.execute(statement, f"INSERT INTO shop.t VALUES ({number})")
            assert arrived.acquire(timeout=60)
        xids = [event.file for event in seen if event.type.name == "XID"]
        assert xids == ["binlog.000001", "binlog.000002", "binlog.000003"]


@pytest.mark.mysql
def test_a_real_server_s_files_are_those_that_mysqlbinlog_gets(mysql_server: MySQLServer, tmp_path: Path) -> None:
    with mysql_server.connect() as connection, connection.cursor() as cursor:
        cursor.execute("FLUSH BINARY LOGS")
        cursor.execute("SHOW BINARY LOGS")
        names = [str(row[0]) for row in cursor.fetchall()][-2:]
    options = shlex.join(mysql_server.client_options())
    command = f"mysqlbinlog -R --raw {options} -r /tmp/ {names[0]} && base64 -w 0 /tmp/{names[0]}"
    done = mysql_server.run(command, files={}, shell=True)
    assert done.exit_code == 0, done.stderr
    assert main(["inspect", *_at(mysql_server), "--raw", "-r", f"{tmp_path}/", names[0]]) == 0
    assert (tmp_path / names[0]).read_bytes() == base64.b64decode(done.stdout)
