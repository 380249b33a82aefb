"""What replicas ask: COM_REGISTER_REPLICA, COM_BINLOG_DUMP, COM_BINLOG_DUMP_GTID (MySQL source documentation,
"Replication Protocol"; errors as captured: tests/golden/dumps). Payloads begin with the command's byte.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntFlag

from binwriter.errors import CorruptLogError
from binwriter.formats.events.previous_gtids import PreviousGtids
from binwriter.mysql.gtid.sets import GtidSet
from binwriter.mysql.messages.table import mysql_error
from binwriter.wire.errors import MalformedPacketError
from binwriter.wire.numbers import Reader

# a server keeps that many bytes of each, with the zero at the end
_LONGEST_HOST, _LONGEST_USER, _LONGEST_PASSWORD = 60, 97, 97
_LONGEST_NAME = 511


class DumpFlag(IntFlag):
    """BINLOG_*: how a dump is wanted."""

    NON_BLOCK = 1  # it ends at the end of the log
    HEARTBEAT_V2 = 2
    THROUGH_GTID = 4


@dataclass(frozen=True, slots=True)
class ReplicaRegistration:
    """Who a replica says it is (SHOW REPLICAS): its own id, report_host, report_user, report_password, report_port."""

    server_id: int
    host: str
    user: str
    password: str = field(repr=False)
    port: int


@dataclass(frozen=True, slots=True)
class DumpRequest:
    """What is to be sent. file: "" for the first one, or the one that fits `gtids`, as a client writes it.

    gtids: what the client has; None: it asks by file and position.
    """

    server_id: int
    flags: DumpFlag
    file: str
    position: int
    gtids: GtidSet | None = None

    @property
    def waits(self) -> bool:
        """Whether it goes on at the end of the log: not for the flag, nor for the server id 0 (mysqlbinlog's)."""
        return not self.flags & DumpFlag.NON_BLOCK and self.server_id != 0


def read_registration(payload: bytes) -> ReplicaRegistration:
    """MySQLError 1835 or 1105 for what cannot be one."""
    reader = Reader(payload, 1)
    try:
        server_id = reader.integer(4)
        host = _reported(reader, _LONGEST_HOST, "ER_REGISTER_REPLICA_HOST")
        user = _reported(reader, _LONGEST_USER, "ER_REGISTER_REPLICA_USER")
        password = _reported(reader, _LONGEST_PASSWORD, "ER_REGISTER_REPLICA_PASSWORD")
    except MalformedPacketError as error:
        raise error.answer from None
    if reader.left < 10:
        raise mysql_error("ER_REGISTER_REPLICA_PARAMETERS")
    return ReplicaRegistration(server_id, host, user, password, reader.integer(2))


def _reported(reader: Reader, longest: int, symbol: str) -> str:
    length = reader.integer(1)
    if length > longest or length > reader.left:
        raise mysql_error(symbol)
    return reader.take(length).decode("utf-8", "replace")


def read_dump(payload: bytes) -> DumpRequest:
    """COM_BINLOG_DUMP. MySQLError 1835 if it is too short."""
    reader = Reader(payload, 1)
    try:
        position, flags, server_id = reader.integer(4), reader.integer(2), reader.integer(4)
    except MalformedPacketError as error:
        raise error.answer from None
    return DumpRequest(server_id, DumpFlag(flags), _name(reader.rest()), position)


def read_dump_gtid(payload: bytes) -> DumpRequest:
    """COM_BINLOG_DUMP_GTID. MySQLError 1835 if it is too short, 1773 for what is no set."""
    reader = Reader(payload, 1)
    try:
        flags, server_id, length = reader.integer(2), reader.integer(4), reader.integer(4)
        if length > _LONGEST_NAME:
            raise MalformedPacketError
        name, position = reader.take(length), reader.integer(8)
        encoded = reader.take(reader.integer(4))
    except MalformedPacketError as error:
        raise error.answer from None
    return DumpRequest(server_id, DumpFlag(flags), _name(name), position, _gtids(encoded))


def _name(data: bytes) -> str:
    """As a string of C: what stands behind a zero does not count."""
    return data.partition(b"\0")[0].decode("utf-8", "replace")


def _gtids(encoded: bytes) -> GtidSet:
    """The set is written as in a Previous_gtids event. A set with a source and no interval ends a 9.7.4; here 1773."""
    try:
        body = PreviousGtids.parse(encoded)
        if not all(entry.intervals for entry in body.gtid_set):
            raise CorruptLogError("a source without intervals")
        return GtidSet.from_previous_gtids(body)
    except CorruptLogError:
        raise mysql_error("ER_MALFORMED_GTID_SET_ENCODING") from None
