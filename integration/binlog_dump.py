"""Log files read over the replication protocol, from a server whose disk cannot be reached.

Source: MySQL manual, "Replication Protocol", COM_BINLOG_DUMP; field guide, part D, "Then the source sends".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pymysql
from pymysql.constants import COMMAND

from binwriter.formats.constants import BINLOG_MAGIC, EventType, HeaderFlag

_START = len(BINLOG_MAGIC)
# end with an EOF packet at the end of the log, rather than wait for more
_NON_BLOCK = 0x01
# send heartbeats of version 2
_HEARTBEAT_V2 = 0x02
# any that no replica has: a dump ends an older one of the same id
_SERVER_ID = 0xFFFFFF42
# what stands before each event in its packet: the byte of an OK
_OK = 1
_TYPE = 4
_HEARTBEATS = (EventType.HEARTBEAT, EventType.HEARTBEAT_V2)
_FLAGS = slice(_OK + 17, _OK + 19)


def dump_file(connection: pymysql.connections.Connection[Any], name: str) -> bytes:
    """One log file as it would be if it were closed: the in-use flag of its first event is clear.

    The connection is of no use afterwards. Raises pymysql's errors, such as 1236 for a file that is not there.
    """
    with connection.cursor() as cursor:
        # else the server refuses to send events with checksums
        cursor.execute("SET @source_binlog_checksum = @@GLOBAL.binlog_checksum")
    _request(connection, name, _START, _NON_BLOCK)
    return BINLOG_MAGIC + b"".join(_events(connection))


def receive_until_heartbeat(
    connection: pymysql.connections.Connection[Any],
    name: str,
    position: int = _START,
    *,
    period: float = 0.2,
    version_2: bool = True,
) -> list[bytes]:
    """The events that a replica gets from this place on, up to the first heartbeat, checksums included.

    period: seconds of idleness after which the server sends one (source_heartbeat_period). version_2: of which kind.
    The connection is of no use afterwards. Raises pymysql's errors.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET @source_binlog_checksum = @@GLOBAL.binlog_checksum")
        cursor.execute("SET @source_heartbeat_period = %s", (int(period * 1e9),))
    _request(connection, name, position, _HEARTBEAT_V2 if version_2 else 0)
    raw: Any = connection
    packets: list[bytes] = []
    while not (packets and packets[-1][_TYPE] in _HEARTBEATS):
        packets.append(raw._read_packet().get_all_data()[_OK:])
    return packets


def _request(connection: pymysql.connections.Connection[Any], name: str, position: int, flags: int) -> None:
    request = position.to_bytes(4, "little") + flags.to_bytes(2, "little")
    raw: Any = connection
    raw._execute_command(COMMAND.COM_BINLOG_DUMP, request + _SERVER_ID.to_bytes(4, "little") + name.encode())


def _events(connection: Any) -> Iterator[bytes]:
    """The stored events: those between the Rotate that announces this file and the one that announces the next."""
    announced = False
    while not (packet := connection._read_packet()).is_eof_packet():
        data: bytes = packet.get_all_data()
        if int.from_bytes(data[_FLAGS], "little") & HeaderFlag.ARTIFICIAL:
            if announced:
                return
            announced = True
        else:
            yield data[_OK:]
