"""A folder of a real server's files, served: they are sent as they are, and what clients ask is answered from them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pymysql
import pytest

from binwriter.errors import LogFileError
from binwriter.formats.constants import EventType
from binwriter.live.serving import Serving
from binwriter.live.source.folder import FolderLog
from binwriter.live.source.folder_server import FolderServer, profile_of_version
from tests.binwriter.live.source.dump_client import ask, dump, dump_gtid, events, run, type_of
from tests.golden.dumps.ours import captured, captured_log

UUID = captured()[0][0]["uuid"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return captured_log(1, tmp_path)[0].directory


@pytest.fixture
def serving(folder: Path, tmp_path: Path) -> Iterator[Serving]:
    with FolderServer(FolderLog(folder), tmp_path / "own") as server, Serving(server) as served:
        server.make_read_only()
        yield served


def _connect(serving: Serving) -> pymysql.Connection:
    return pymysql.connect(host=serving.host, port=serving.port, user="root", read_timeout=60)


def test_variables_and_lists_say_what_the_files_say(serving: Serving) -> None:
    client = _connect(serving)
    told = captured()[0][1]
    (state,) = run(client, "SELECT @@server_uuid, @@gtid_executed, @@gtid_purged, @@gtid_mode, @@version, @@server_id")
    assert state == (UUID, told["executed"].replace(",", ",\n"), told["purged"], "ON", "9.7.4-2", 1)
    assert run(client, "SHOW GLOBAL VARIABLES LIKE 'BINLOG_CHECKSUM'") == [("binlog_checksum", "CRC32")]
    assert run(client, "SHOW VARIABLES LIKE 'BINLOG_ROW_METADATA';") == [("binlog_row_metadata", "MINIMAL")]
    logs = run(client, "SHOW BINARY LOGS")
    assert (logs[0], len(logs)) == (("binlog.000002", 1276, "No"), 5)
    assert run(client, "SHOW BINARY LOG STATUS")[0][:2] == ("binlog.000006", 920)
    assert run(client, "SHOW BINLOG EVENTS IN 'binlog.000003' LIMIT 1, 1")[0][2] == "Previous_gtids"


@pytest.mark.parametrize(
    "statement",
    [
        "FLUSH BINARY LOGS",
        "PURGE BINARY LOGS TO 'binlog.000003'",
        "RESET BINARY LOGS AND GTIDS",
        "CREATE DATABASE d",
    ],
)
def test_nothing_is_changed(statement: str, serving: Serving, folder: Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(pymysql.err.MySQLError) as raised:
        run(_connect(serving), statement)
    assert raised.value.args[0] == 1290
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_file_that_grows_is_followed_by_whole_events_and_into_the_next(serving: Serving, folder: Path) -> None:
    last = folder / "binlog.000006"
    client = _connect(serving)
    ask(client, dump(last.name, last.stat().st_size, 0))
    sent = events(client)
    assert [type_of(next(sent)) for _ in range(2)] == [EventType.ROTATE, EventType.FORMAT_DESCRIPTION]
    whole = (folder / "binlog.000002").read_bytes()
    event = whole[198:280]  # a GTID event of another file serves as well
    for piece in (event[:10], event[10:50], event[50:]):
        with last.open("ab") as file:
            file.write(piece)
        serving.server.folder.refresh()  # type: ignore[attr-defined]
    assert next(sent) == event
    shutil.copy(folder / "binlog.000003", folder / "new")
    (folder / "new").rename(folder / "binlog.000007")
    assert [type_of(next(sent)) for _ in range(3)] == [
        EventType.ROTATE, EventType.FORMAT_DESCRIPTION, EventType.PREVIOUS_GTIDS
    ]  # fmt: skip
    assert f"{UUID}:1-5:tag:1-2" in serving.server.gtid_executed  # as the new file says


def test_auto_position_in_a_folder(serving: Serving) -> None:
    client = _connect(serving)
    ask(client, dump_gtid(f"{UUID}:1-8:tag:1-2"), by_gtid=True)
    assert EventType.TRANSACTION_PAYLOAD in [type_of(event) for event in events(client)]
    ask(client, dump_gtid(f"{UUID}:1-2"), by_gtid=True)
    with pytest.raises(pymysql.err.MySQLError, match="purged required binary logs"):
        list(events(client))


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(LogFileError, match="no binary log in"):
        FolderLog(tmp_path)
    for name in ("a.000001", "b.000001"):
        (tmp_path / name).write_bytes(b"\xfebin")
    with pytest.raises(LogFileError, match=r"several binary logs \(a, b\)"):
        FolderLog(tmp_path)


@pytest.mark.parametrize(
    ("version", "profile"),
    [("9.7.4-2", "9.7"), ("9.1.0", "8.4"), ("8.0.11", "8.0"), ("5.7.44-log", "5.7"), ("4.1.7", "5.1.27")],
)
def test_the_server_is_of_the_files_version(version: str, profile: str) -> None:
    assert profile_of_version(version).name == profile
