"""A server's logs, read as a replica reads them: mysqlbinlog's --read-from-remote-server, --to-last-log, --stop-never.

Source: MySQL manual, "Replication Protocol" (COM_BINLOG_DUMP) and "mysqlbinlog"; `binlog_dump` reads one file of it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any, cast

import pymysql
from pymysql.constants import COMMAND, ER

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.errors import LogFileError
from binwriter.formats.constants import BINLOG_MAGIC, ChecksumAlgorithm, EventType, HeaderFlag
from binwriter.formats.header import HEADER_LENGTH, EventHeader
from binwriter.formats.records import dataclass
from binwriter.mysql.server_url import ServerUrl

_NON_BLOCK = 0x01
# what stands before each event in its packet: the byte of an OK
_OK = 1
_HEARTBEATS = (EventType.HEARTBEAT, EventType.HEARTBEAT_V2)
# of a Rotate event: the position that is rotated to
_POSITION = 8
_CHECKSUM = 4


@dataclass(frozen=True, kw_only=True)
class RemoteChoice:
    """to_last_log: the files behind the named ones, too. stop_never: and wait for more. server_id: what the reader says
    that it is; 0 is what mysqlbinlog says.
    """

    server: ServerUrl
    to_last_log: bool = False
    stop_never: bool = False
    server_id: int = 0


class RemoteLogs:
    """The events of each file, in order, as a local `LogFiles` has them; each file is asked for on its own connection.

    Raises LogFileError with the server's words. notes, damages: none.
    """

    def __init__(self, names: Sequence[str], choice: RemoteChoice, *, verify: bool) -> None:
        self._names, self._choice, self._verify = names, choice, verify
        self.notes: list[str] = []
        self.damages: list[str] = []

    def __iter__(self) -> Iterator[Iterator[LogEvent]]:
        names = self._all_names()
        for number, name in enumerate(names):
            yield self._events(name, follows=self._choice.stop_never and number == len(names) - 1)

    def _all_names(self) -> list[str]:
        names = list(self._names)
        if not (self._choice.to_last_log or self._choice.stop_never):
            return names
        with self._connected() as connection, connection.cursor() as cursor:
            cursor.execute("SHOW BINARY LOGS")
            listed = [str(row[0]) for row in cursor.fetchall()]
        return names + (listed[listed.index(names[-1]) + 1 :] if names[-1] in listed else [])

    def _connected(self) -> pymysql.connections.Connection[Any]:
        try:
            return pymysql.connect(**self._choice.server.options(), charset="utf8mb4")
        except (pymysql.MySQLError, OSError, RuntimeError) as error:
            raise LogFileError(f"Failed on connect: {error.args[-1] if error.args else error}") from error

    def _events(self, name: str, *, follows: bool) -> Iterator[LogEvent]:
        with self._connected() as connection:
            try:
                dump = _Dump(connection, name, follows=follows, server_id=self._choice.server_id)
                while dump.has_file:
                    stream = cast(Any, io.BufferedReader(_File(dump)))
                    yield from read_events(stream, verify=self._verify)
            except pymysql.MySQLError as error:
                raise LogFileError(f"Got error reading packet from server: {error.args[-1]}") from error
            finally:
                connection._force_close()  # type: ignore[attr-defined]  # what is on its way is of no interest


class _Dump:
    """What a server sends, event by event. name: of the file that is under way. has_file: whether there is one."""

    def __init__(
        self, connection: pymysql.connections.Connection[Any], name: str, *, follows: bool, server_id: int
    ) -> None:
        self.name, self.has_file = name, True
        self._raw, self._follows = cast(Any, connection), follows
        self._footer = _CHECKSUM if _has_checksums(connection) else 0
        flags = 0 if follows else _NON_BLOCK
        request = len(BINLOG_MAGIC).to_bytes(4, "little") + flags.to_bytes(2, "little")
        self._raw._execute_command(
            COMMAND.COM_BINLOG_DUMP, request + (server_id or int(follows)).to_bytes(4, "little") + name.encode()
        )

    def event(self) -> bytes | None:
        """The next one that stands in the file; None at the file's end."""
        while not (packet := self._raw._read_packet()).is_eof_packet():
            event: bytes = packet.get_all_data()[_OK:]
            header = EventHeader.parse(event[:HEADER_LENGTH])
            if not header.flags & HeaderFlag.ARTIFICIAL and header.type not in _HEARTBEATS:
                return event
            if header.type == EventType.ROTATE:
                name = event[HEADER_LENGTH + _POSITION : len(event) - self._footer].decode("utf-8", "surrogateescape")
                if name != self.name:
                    self.name, self.has_file = name, self._follows
                    return None
        self.has_file = False
        return None


def _has_checksums(connection: pymysql.connections.Connection[Any]) -> bool:
    """Whether the server's events have them, once it has been told that they are understood."""
    with connection.cursor() as cursor:
        try:
            cursor.execute("SET @source_binlog_checksum = @@GLOBAL.binlog_checksum")
            cursor.execute("SET @master_binlog_checksum = @source_binlog_checksum")
            cursor.execute("SELECT @source_binlog_checksum")
        except pymysql.MySQLError as error:
            if error.args[0] == ER.UNKNOWN_SYSTEM_VARIABLE:  # before 5.6
                return False
            raise
        row: Any = cursor.fetchone()
    return str(row[0]).upper() != ChecksumAlgorithm.NONE.name


class _File(io.RawIOBase):
    """One file of a dump as a stream."""

    def __init__(self, dump: _Dump) -> None:
        self.name = dump.name
        self._dump, self._left, self._has_ended = dump, BINLOG_MAGIC, False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._left and not self._has_ended:  # asked again, the dump would begin the next file
            self._left = self._dump.event() or b""
            self._has_ended = not self._left
        view = memoryview(buffer)
        taken, self._left = self._left[: len(view)], self._left[len(view) :]
        view[: len(taken)] = taken
        return len(taken)
