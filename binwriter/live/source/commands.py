"""COM_REGISTER_REPLICA, COM_BINLOG_DUMP and COM_BINLOG_DUMP_GTID of a connection."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import Any

from binwriter.binlog.files.ends import LogEnd
from binwriter.formats.constants import ChecksumAlgorithm
from binwriter.live.channel import ConnectionEnded
from binwriter.live.connection import Connection
from binwriter.live.registry import answers, streams
from binwriter.live.source.sender import DumpSettings, Sender
from binwriter.live.source.source import RunningDump, Source
from binwriter.live.source.start import start_of
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.replicas import LogReader, Replica
from binwriter.wire.answers import eof_packet
from binwriter.wire.commands import Command
from binwriter.wire.dump_events import read_acknowledgement
from binwriter.wire.dump_requests import DumpRequest, read_dump, read_dump_gtid, read_registration
from binwriter.wire.errors import WireError

_QUIT = bytes((Command.QUIT,))
_NANOSECONDS = 1e9
# of whoever follows a log (MySQL manual, "Creating a User for Replication")
_NEEDED = "REPLICATION SLAVE"


@answers(Command.REGISTER_REPLICA)
def register(connection: Connection, payload: bytes) -> Iterable[bytes]:
    """A replica says who it is."""
    rights = connection.session.rights
    if rights is not None and not rights.may(_NEEDED):
        raise rights.denied_login()
    told = read_registration(payload)
    replica = Replica(told.server_id, told.host, told.port, _text(connection, "replica_uuid", "slave_uuid"))
    connection.server.replicas.registered[connection.thread_id] = replica
    return (connection.ok(),)


@streams(Command.BINLOG_DUMP)
def dump(connection: Connection, payload: bytes) -> AsyncIterator[bytes]:
    """By file and position."""
    _refuse_without_privilege(connection)
    return _sent(connection, read_dump(payload))


@streams(Command.BINLOG_DUMP_GTID)
def dump_gtid(connection: Connection, payload: bytes) -> AsyncIterator[bytes]:
    """By what the client has."""
    _refuse_without_privilege(connection)
    return _sent(connection, read_dump_gtid(payload))


def _refuse_without_privilege(connection: Connection) -> None:
    """Error 1227, where a registration gets 1045 (as a 9.7.4 answers)."""
    rights = connection.session.rights
    if rights is not None and not rights.may(_NEEDED):
        raise mysql_error("ER_SPECIFIC_ACCESS_DENIED_ERROR", _NEEDED)


# --- what the connection has set before


def _variable(connection: Connection, *names: str) -> Any:
    """The value of the user variable that is set under one of these names."""
    variables = connection.session.user_variables
    return next((variables[name].value for name in names if name in variables), None)


def _text(connection: Connection, *names: str) -> str:
    value = _variable(connection, *names)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value or "")


def _settings(connection: Connection, source: Source) -> DumpSettings:
    told = _text(connection, "source_binlog_checksum", "master_binlog_checksum")
    checksum = None
    if told:
        checksum = ChecksumAlgorithm.CRC32 if told.upper() == ChecksumAlgorithm.CRC32.name else ChecksumAlgorithm.NONE
    semi_sync = _text(connection, "rpl_semi_sync_replica", "rpl_semi_sync_slave") == "1"
    return DumpSettings(checksum, semi_sync, source.semi_sync.wants_answer)


def _period(connection: Connection) -> float | None:
    """Seconds between heartbeats; None for none."""
    value = _variable(connection, "source_heartbeat_period", "master_heartbeat_period")
    try:
        nanoseconds = float(value or 0)
    except ValueError:
        return None
    return nanoseconds / _NANOSECONDS if nanoseconds > 0 else None


# --- the dump


@dataclass
class _Dump:
    """One that runs."""

    connection: Connection
    source: Source
    sender: Sender
    running: RunningDump
    waits: bool
    period: float | None
    semi_sync: bool
    failed: Exception | None = None  # what ended the listening


async def _sent(connection: Connection, request: DumpRequest) -> AsyncIterator[bytes]:
    source = Source.of(connection.server)
    settings = _settings(connection, source)
    loop = asyncio.get_running_loop()
    start = await loop.run_in_executor(source.threads, start_of, source.log, request)
    sender = Sender(source.log, request, start, settings)
    uuid = _text(connection, "replica_uuid", "slave_uuid")
    running = RunningDump(connection.thread_id, request.server_id, uuid, asyncio.Event())
    dump = _Dump(connection, source, sender, running, request.waits, _period(connection), settings.semi_sync)
    if settings.semi_sync:
        source.semi_sync.joined(connection.thread_id)
    listening = loop.create_task(_listen(dump))
    try:
        connection.session.client.begins("Binlog Dump" if request.gtids is None else "Binlog Dump GTID")
        with source.running(running, LogReader(lambda: sender.name, lambda: running.waits)):
            await _send_all(dump)
    finally:
        sender.close()
        if settings.semi_sync:
            source.semi_sync.left(connection.thread_id)
        listening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await listening
        connection.channel.stop_listening(sender.sequence)
    yield eof_packet(connection.status())


async def _send_all(dump: _Dump) -> None:
    """Until the end that the client wants. ConnectionEnded, WireError, MySQLError."""
    channel, sender = dump.connection.channel, dump.sender
    while True:
        _check(dump)
        dump.running.woken.clear()
        block = sender.block()
        if block is None and dump.waits:
            dump.source.sleeps(dump.running.woken)
            block = sender.block()
            if block is None:
                if not await _woken(dump):
                    channel.write_framed(sender.heartbeat())
                continue
        if block is None:
            return
        if block:
            channel.write_framed(block)
            await channel.drain()
        await asyncio.sleep(0)  # others get their turn, too, and the end of the connection is heard of


def _check(dump: _Dump) -> None:
    """Whether the dump goes on."""
    if dump.running.replaced:
        raise dump.sender.replaced()
    if dump.failed is not None:
        raise dump.failed
    if dump.connection.session.closed:
        raise ConnectionEnded


async def _woken(dump: _Dump) -> bool:
    """Waits for the log to grow, or something else to happen; False if it is time for a heartbeat."""
    dump.running.waits = True
    try:
        await asyncio.wait_for(dump.running.woken.wait(), dump.period)
    except TimeoutError:
        return False
    finally:
        dump.running.waits = False
    return True


async def _listen(dump: _Dump) -> None:
    """What the client says meanwhile: that it has a group, or that it goes."""
    channel = dump.connection.channel
    try:
        while True:
            payload = await channel.listen()
            if payload == _QUIT:
                raise ConnectionEnded
            answer = read_acknowledgement(payload) if dump.semi_sync else None
            if answer is not None:
                dump.source.semi_sync.acknowledged(dump.connection.thread_id, LogEnd(*answer))
    except (ConnectionEnded, WireError) as error:
        dump.failed = error
        dump.running.woken.set()
