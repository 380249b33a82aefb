"""Log files read over the replication protocol, from a server whose disk cannot be reached.

Source: MySQL manual, "Replication Protocol", COM_BINLOG_DUMP; field guide, part D, "Then the source sends".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pymysql
from pymysql.constants import COMMAND

from binwriter.formats.constants import BINLOG_MAGIC, HeaderFlag

_START = len(BINLOG_MAGIC)
# end with an EOF packet at the end of the log, rather than wait for more
_NON_BLOCK = 0x01
# any that no replica has: a dump ends an older one of the same id
_SERVER_ID = 0xFFFFFF42
# what stands before each event in its packet: the byte of an OK
_OK = 1
_FLAGS = slice(_OK + 17, _OK + 19)


def dump_file(connection: pymysql.connections.Connection[Any], name: str) -> bytes:
    """One log file as it would be if it were closed: the in-use flag of its first event is clear.

    The connection is of no use afterwards. Raises pymysql's errors, such as 1236 for a file that is not there.
    """
    with connection.cursor() as cursor:
        # else the server refuses to send events with checksums
        cursor.execute("SET @source_binlog_checksum = @@GLOBAL.binlog_checksum")
    request = (
        _START.to_bytes(4, "little")
        + _NON_BLOCK.to_bytes(2, "little")
        + _SERVER_ID.to_bytes(4, "little")
        + name.encode()
    )
    raw: Any = connection
    raw._execute_command(COMMAND.COM_BINLOG_DUMP, request)
    return BINLOG_MAGIC + b"".join(_events(raw))


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
