"""Events that no server can easily be made to write, built by us and read by the server's own mysqlbinlog."""

from __future__ import annotations

import struct
from uuid import UUID

import pytest

from binwriter.formats.constants import BINLOG_MAGIC, ChecksumAlgorithm, EventType, HeaderFlag
from binwriter.formats.declaration import Declared
from binwriter.formats.events import (
    FormatDescription,
    GtidIntervals,
    Ignorable,
    Incident,
    PreviousGtids,
    Query,
    Rows,
    TableMap,
    TransactionContext,
    ViewChange,
    Xid,
    build_body,
    event_type_of,
)
from binwriter.formats.events.parts.extra_row_info import NdbInfo, PartitionInfo, extra_row_info
from binwriter.formats.events.parts.payload import build_payload
from binwriter.formats.header import frame, framed_size
from binwriter.formats.servers import PROFILES
from binwriter.integration.mysql import MySQLServer

pytestmark = pytest.mark.mysql

GTIDS = PreviousGtids((GtidIntervals(UUID(int=5), "", ((1, 9),)),)).build()
TABLE_MAP = TableMap(5, 1, b"d", b"t", (3,), b"", b"\1")


def insert(number: int, extra: bytes = b"") -> Rows:
    return Rows(EventType.WRITE_ROWS, 5, 1, extra, 1, None, b"\1", b"\0" + struct.pack("<i", number))


def update(extra: bytes) -> Rows:
    return Rows(EventType.UPDATE_ROWS, 5, 1, extra, 1, b"\1", b"\1", b"\0\1\0\0\0\0\2\0\0\0")


def printed(server: MySQLServer, *bodies: Declared) -> str:
    data = BINLOG_MAGIC
    for body in (FormatDescription.of(PROFILES["9.7"], 1700000000), PreviousGtids(()), *bodies):
        event_type, body_bytes = event_type_of(body), build_body(body)
        data += frame(
            event_type,
            body_bytes,
            timestamp=1700000000,
            server_id=1,
            end_log_pos=len(data) + framed_size(len(body_bytes), ChecksumAlgorithm.CRC32, event_type),
            flags=HeaderFlag.IGNORABLE if event_type == EventType.IGNORABLE else 0,
        )
    result = server.mysqlbinlog(
        ["-vv", "--base64-output=DECODE-ROWS", "--verify-binlog-checksum", "--force-if-open"], {"binlog.000001": data}
    )
    assert result.exit_code == 0, result.stderr
    return result.stdout.decode()


def test_events_of_group_replication(mysql_server: MySQLServer) -> None:
    uuid = b"3e11fa47-71ca-11e1-9e33-c80aa9429562"
    context = TransactionContext(77, 1, uuid, GTIDS, (b"hash1", b"hash22"), (b"read",))
    text = printed(mysql_server, context, ViewChange(b"16975462:3", 42, ((b"key1", GTIDS), (b"key2", b"value"))))
    assert f"Transaction_context: server_uuid={uuid.decode()}\tthread_id=77" in text
    assert "View_change_log_event: view_id=16975462:3" in text


def test_extra_row_info(mysql_server: MySQLServer) -> None:
    text = printed(
        mysql_server,
        TABLE_MAP,
        insert(1, extra_row_info(EventType.WRITE_ROWS, PartitionInfo(3))),
        TABLE_MAP,
        update(extra_row_info(EventType.UPDATE_ROWS, NdbInfo(0x40, b"ndb"), PartitionInfo(3, 4))),
    )
    assert "### Extra row info for partitioning: partition: 3\n" in text
    assert "### Extra row ndb info: data_format: 64, len: 3, data: 0x6E6462" in text
    assert "### Extra row info for partitioning: source_partition: 4 target_partition: 3\n" in text


def test_ignorable_and_incident(mysql_server: MySQLServer) -> None:
    text = printed(mysql_server, Ignorable(b"abc"), Incident(1, b"lost"))
    assert "# Unrecognized ignorable event" in text
    assert "# Incident: LOST_EVENTS" in text


@pytest.mark.parametrize("compression", [0, 255])
def test_a_payload_of_ours(mysql_server: MySQLServer, compression: int) -> None:
    bodies: list[Declared] = [Query(1, 0, 0, (), b"d", b"BEGIN"), TABLE_MAP, *(insert(n) for n in range(50)), Xid(7)]
    events = [
        frame(
            event_type_of(body),
            build_body(body),
            timestamp=1700000000,
            server_id=1,
            end_log_pos=0,
            checksum=ChecksumAlgorithm.NONE,
        )
        for body in bodies
    ]
    text = printed(mysql_server, build_payload(events, compression))
    assert ("compression_type=ZSTD" in text) is (compression == 0)
    assert text.count("### INSERT INTO `d`.`t`") == 50
    assert "Xid = 7" in text
