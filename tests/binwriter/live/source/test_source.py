"""Dumps of a live server: they follow the log, end when they shall, and disturb nobody."""

from __future__ import annotations

import gc
import socket
import threading
import weakref
from pathlib import Path

import pymysql
import pytest

from binwriter.formats.constants import EventType
from binwriter.live.serving import Serving
from binwriter.server.server import Server
from tests.binwriter.live.source.conftest import Connect
from tests.binwriter.live.source.dump_client import NON_BLOCK, ask, dump, dump_gtid, events, run, type_of
from tests.golden.dumps.cases import DUMP, REGISTER

FIRST = "binlog.000001"


def _fill(connect: Connect, *more: str) -> None:
    run(connect(), "CREATE DATABASE d", "CREATE TABLE d.t (a INT PRIMARY KEY, b LONGBLOB)", *more)


def _stored(sent: list[bytes]) -> bytes:
    return b"\xfebin" + b"".join(
        event for event in sent if not (type_of(event) == EventType.ROTATE and event[17] == 0x20)
    )


def test_a_dump_is_the_files_bytes(serving: Serving, connect: Connect) -> None:
    _fill(connect, "INSERT INTO d.t VALUES (1, 'x')", "FLUSH BINARY LOGS")
    client = connect()
    ask(client, dump(FIRST))
    path = serving.server.log_files()[0]
    assert _stored(list(events(client))).startswith(path.read_bytes())
    assert run(client, "SELECT 1") == [(1,)]  # the connection goes on


@pytest.mark.sweep(every=5)
@pytest.mark.parametrize("size", [1 << 18, 3_000_000, (1 << 24) - 60, 1 << 24, 20_000_000])
def test_events_larger_than_a_block_or_a_packet(size: int, serving: Serving, connect: Connect) -> None:
    _fill(connect, "SET GLOBAL max_allowed_packet = 1 << 30")
    run(connect(), f"INSERT INTO d.t VALUES (1, REPEAT('x', {size})), (2, 'y')", "FLUSH BINARY LOGS")
    client = connect()
    ask(client, dump(FIRST))
    assert _stored(list(events(client))).startswith(serving.server.log_files()[0].read_bytes())


@pytest.mark.slow
def test_what_is_committed_is_sent_at_once_to_all(serving: Serving, connect: Connect) -> None:
    _fill(connect)
    clients = [connect() for _ in range(20)]
    for number, client in enumerate(clients):
        payload = dump_gtid("", flags=0, server_id=number + 100) if number % 2 else dump(FIRST, 4, 0, number + 100)
        ask(client, payload, by_gtid=bool(number % 2))
    for number in range(3):
        run(connect(), f"INSERT INTO d.t VALUES ({number}, 'x')")
        for client in clients:
            assert EventType.XID in map(type_of, _until(client, EventType.XID))
    assert len(run(connect(), "SHOW PROCESSLIST")) >= len(clients)


def _until(client: object, kind: int) -> list[bytes]:
    sent = []
    for event in events(client):
        sent.append(event)
        if type_of(event) == kind:
            break
    return sent


@pytest.mark.slow
def test_a_client_that_does_not_read_holds_nobody_up(serving: Serving, connect: Connect) -> None:
    _fill(connect, *(f"INSERT INTO d.t VALUES ({number}, REPEAT('x', 900000))" for number in range(40)))
    slow, quick = connect(), connect()
    ask(slow, dump(FIRST, 4, 0))
    ask(quick, dump(FIRST, 4, NON_BLOCK, 7))
    assert sum(type_of(event) == EventType.XID for event in events(quick)) == 40
    run(connect(), "INSERT INTO d.t VALUES (100, 'x')")


def test_kill_ends_a_dump_and_shutdown_ends_all(serving: Serving, connect: Connect) -> None:
    client, other = connect(), connect()
    ask(client, dump(FIRST, 4, 0))
    ask(other, dump(FIRST, 4, 0, 7))
    for waiting in (client, other):
        _until(waiting, EventType.PREVIOUS_GTIDS)
    run(connect(), f"KILL {client.thread_id()}")
    with pytest.raises(pymysql.err.OperationalError, match="Lost connection"):
        list(events(client))
    serving.stop()
    with pytest.raises(pymysql.err.OperationalError, match="Lost connection"):
        list(events(other))


def test_the_same_replica_again_ends_its_older_dump(connect: Connect) -> None:
    first, second, stranger = connect(), connect(), connect()
    for client, uuid in ((first, "a"), (stranger, "b"), (second, "a")):
        ask(client, dump(FIRST, 4, 0), f"SET @replica_uuid = '{uuid}'")
        _until(client, EventType.PREVIOUS_GTIDS)
    with pytest.raises(pymysql.err.MySQLError, match="A replica with the same server_uuid"):
        list(events(first))
    run(connect(), "CREATE DATABASE d")
    for client in (second, stranger):
        assert _until(client, EventType.QUERY)


def test_replicas_are_shown_as_long_as_they_are_there(connect: Connect) -> None:
    client = connect()
    run(client, "SET @replica_uuid = 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa'")
    client._execute_command(
        REGISTER, (7).to_bytes(4, "little") + b"\x01h\x00\x00" + (3307).to_bytes(2, "little") + bytes(8)
    )
    client._read_ok_packet() if hasattr(client, "_read_ok_packet") else client._read_packet()
    asked = connect()
    assert run(asked, "SHOW REPLICAS") == [(7, "h", 3307, 1, "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa")]
    client.close()
    for _ in range(100):
        if not run(asked, "SHOW REPLICAS"):
            break
    assert run(asked, "SHOW REPLICAS") == []


def test_rotation_and_purge_under_way(serving: Serving, connect: Connect) -> None:
    _fill(connect)
    client = connect()
    ask(client, dump(FIRST, 4, 0))
    _until(client, EventType.QUERY)
    writer = connect()
    for number in range(5):
        run(writer, f"INSERT INTO d.t VALUES ({number}, 'x')", "FLUSH BINARY LOGS")
    seen = 0
    for event in events(client):
        seen += type_of(event) == EventType.XID
        if seen == 5:
            break
    last = serving.server.log_files()[-1].name
    run(writer, f"PURGE BINARY LOGS TO '{last}'", "INSERT INTO d.t VALUES (9, 'x')")
    assert type_of(_until(client, EventType.XID)[-1]) == EventType.XID


def test_a_file_that_is_deleted_under_a_dump_is_an_error_to_that_one(serving: Serving, connect: Connect) -> None:
    _fill(connect, "FLUSH BINARY LOGS", "FLUSH BINARY LOGS", "FLUSH BINARY LOGS")
    serving.server.log_files()[1].unlink()
    client, other = connect(), connect()
    ask(client, dump(FIRST))
    with pytest.raises(pymysql.err.MySQLError, match="could not open log file"):
        list(events(client))
    ask(other, dump("binlog.000003"))
    assert list(events(other))


@pytest.mark.slow
def test_truncated_commands_and_clients_that_vanish(serving: Serving, connect: Connect) -> None:
    whole = dump(FIRST, 4, 0)
    for length in range(10):
        client = connect()
        client._execute_command(DUMP, whole[:length])
        with pytest.raises(pymysql.err.MySQLError, match="Malformed communication packet"):
            client._read_packet()
        client._force_close()
    for _ in range(30):
        client = connect()
        ask(client, whole)
        client._sock.shutdown(socket.SHUT_RDWR)
        client._force_close()
    asked = connect()
    for _ in range(200):
        if len(serving.connections) <= 2:
            break
        run(asked, "SELECT 1")
        threading.Event().wait(0.02)
    assert len(serving.connections) <= 2


def test_heartbeats_come_at_their_period_and_none_where_there_is_news(connect: Connect) -> None:
    client = connect()
    ask(client, dump(FIRST, 4, 0), "SET @source_heartbeat_period = 20000000")
    beats = [event for _, event in zip(range(6), events(client), strict=False)]
    assert [type_of(event) for event in beats] == [
        EventType.ROTATE, EventType.FORMAT_DESCRIPTION, EventType.PREVIOUS_GTIDS, *[EventType.HEARTBEAT] * 3
    ]  # fmt: skip


def test_reset_ends_dumps(serving: Serving, connect: Connect, tmp_path: Path) -> None:
    """As replicas of a 9.7.4 see it (MySQL's suite rpl): one that reads a file of the same name notices nothing yet."""
    waiting = connect()
    ask(waiting, dump(FIRST, 4, 0), "SET @source_heartbeat_period = 20000000")
    _until(waiting, EventType.PREVIOUS_GTIDS)
    run(connect(), "RESET BINARY LOGS AND GTIDS")
    assert [type_of(event) for _, event in zip(range(2), events(waiting), strict=False)] == [EventType.HEARTBEAT] * 2
    client = connect()
    run(connect(), "FLUSH BINARY LOGS")
    ask(client, dump(FIRST, 4, 0))
    _until(client, EventType.PREVIOUS_GTIDS)
    _until(client, EventType.PREVIOUS_GTIDS)
    run(connect(), "RESET BINARY LOGS AND GTIDS")
    with pytest.raises(pymysql.err.MySQLError, match="could not find next log"):
        list(events(client))


@pytest.mark.slow
def test_a_file_that_is_being_sent_is_not_purged(serving: Serving, connect: Connect) -> None:
    """Captured: a 9.7.4 with a client that did not read."""
    fill = [f"INSERT INTO d.t VALUES ({number}, REPEAT('x', 16000000))" for number in range(3)]
    _fill(connect, "FLUSH BINARY LOGS", *fill, "FLUSH BINARY LOGS", "FLUSH BINARY LOGS", "FLUSH BINARY LOGS")
    client, asked = connect(), connect()
    ask(client, dump("binlog.000002", 4, 0))
    assert type_of(next(events(client))) == EventType.ROTATE
    text = "file ./binlog.000002 was not purged because it was being read by 1 thread(s), purged only"
    for to, told in (
        ("TO 'binlog.000004'", "1 out of 3"),
        ("TO 'binlog.000005'", "0 out of 3"),
        ("BEFORE '2100-01-01'", "0 out of 4"),
    ):
        run(asked, f"PURGE BINARY LOGS {to}")
        assert run(asked, "SHOW WARNINGS") == [("Warning", 1867, f"{text} {told} files.")]
    states = {row[4]: row[6] for row in run(asked, "SHOW PROCESSLIST")}
    assert states["Binlog Dump"] == "Sending to client"


def test_a_served_server_is_not_kept(tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server, Serving(server):
        pass
    seen = weakref.ref(server)
    del server
    gc.collect()
    assert seen() is None


def test_who_lacks_replication_slave_gets_no_log(serving: Serving, connect: Connect) -> None:
    """Answers as a 9.7.4 gave them to an account with no privilege, by a password."""
    run(connect(), "CREATE USER low IDENTIFIED BY 'x'", "CREATE USER rep IDENTIFIED BY 'x'")
    run(connect(), "GRANT REPLICATION SLAVE ON *.* TO rep")
    denied = "Access denied; you need (at least one of) the REPLICATION SLAVE privilege(s) for this operation"
    for command, payload, code, text in (
        (REGISTER, bytes(18), 1045, "Access denied for user 'low'@'%' (using password: YES)"),
        (DUMP, dump(FIRST), 1227, denied),
    ):
        for user in ("low", "rep"):
            client = pymysql.connect(host=serving.host, port=serving.port, user=user, password="x", read_timeout=60)
            client._execute_command(command, payload)
            if user == "rep":
                client._read_packet()
            else:
                with pytest.raises(pymysql.OperationalError) as refused:
                    client._read_packet()
                assert refused.value.args == (code, text)
            client._force_close()
