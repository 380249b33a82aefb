"""Layouts that hang on the server that wrote the log: version 3, early trees of 5.1, MariaDB, post-header lengths."""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.formats.constants import BINLOG_MAGIC, ChecksumAlgorithm, EventType, HeaderFlag
from binwriter.formats.declaration import Declared
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.events import (
    CreateFile,
    FormatDescription,
    Gtid,
    Incident,
    Load,
    NewLoad,
    ParseContext,
    Query,
    Raw,
    Rotate,
    Rows,
    StartV3,
    StatusVar,
    TableMap,
    TaggedGtid,
    build_body,
    event_type_of,
    parse_body,
    with_transaction_length,
)
from binwriter.formats.header import frame, framed_size
from binwriter.formats.servers import PROFILES, knows_checksums
from tests.formats.log_files import CAPTURES, log_files


def log_of(*bodies: Declared | tuple[int, bytes]) -> bytes:
    """A log of these events, without checksums."""
    data = BINLOG_MAGIC
    for body in bodies:
        number, body_bytes = body if isinstance(body, tuple) else (int(event_type_of(body)), build_body(body))
        data += frame(number, body_bytes, timestamp=0, server_id=1, end_log_pos=0, checksum=None)
    return data


# --- version 3: MySQL 4.0 and 4.1 (manual, "Start_event_v3", "Query_event", "Load_event") ---

START = struct.pack("<H50sI", 3, b"4.1.23-log", 1000000000)
QUERY = struct.pack("<IIBH", 7, 1, 4, 0) + b"test\0DROP TABLE t"
LOAD_HEAD = struct.pack("<IIIBBI", 7, 1, 5, 2, 4, 2)
COLUMNS = b"\1\2a\0bc\0t1\0test\0"
OLD_LOAD = LOAD_HEAD + b",\0\n\0\\" + bytes((4, 2 | 8)) + COLUMNS + b"/tmp/f"
OPTIONS = b"\2||\1'\1\n\0\1\\" + bytes((8,))
NEW_LOAD = LOAD_HEAD + OPTIONS + COLUMNS + b"/tmp/f"
CREATE_FILE = LOAD_HEAD + b"\x09\0\0\0" + OPTIONS + COLUMNS + b"/tmp/f\0" + b"1||2\n"


def test_a_log_of_version_3() -> None:
    data = log_of(
        (1, START),
        (EventType.QUERY, QUERY),
        (EventType.LOAD, OLD_LOAD),
        (EventType.NEW_LOAD, NEW_LOAD),
        (EventType.CREATE_FILE, CREATE_FILE),
        (EventType.EXEC_LOAD, b"\x09\0\0\0"),
        (EventType.ROTATE, b"\4\0\0\0\0\0\0\0log-bin.002"),
    )
    events = list(read_events(data))
    for event in events:
        assert build_body(event.body) == event.body_bytes
        description = event.context.format_description
        assert description is not None
        assert (description.binlog_version, description.server_version) == (3, "4.1.23-log")
    start, query, load, new_load, create_file, _, rotate = (event.body for event in events)
    assert start == StartV3(3, "4.1.23-log", 1000000000)
    assert query == Query(7, 1, 0, (), b"test", b"DROP TABLE t", post_header_length=11)
    assert isinstance(load, Load)
    assert (load.skip_lines, load.columns, load.table, load.schema, load.file_name) == (
        5,
        (b"a", b"bc"),
        b"t1",
        b"test",
        b"/tmp/f",
    )
    assert (load.options.field_terminator, load.options.escaped, load.options.empty_flags) == (b",", b"\\", 10)
    assert isinstance(new_load, NewLoad)
    assert (new_load.options.field_terminator, new_load.options.line_start) == (b"||", b"")
    assert isinstance(create_file, CreateFile)
    assert (create_file.file_id, create_file.file_name, create_file.block) == (9, b"/tmp/f", b"1||2\n")
    assert rotate == Rotate(4, b"log-bin.002")


def test_a_relay_log_of_4_0_begins_with_rotate() -> None:
    events = list(read_events(log_of((EventType.ROTATE, b"\4\0\0\0\0\0\0\0log-bin.002"), (EventType.QUERY, QUERY))))
    assert events[1].body == Query(7, 1, 0, (), b"test", b"DROP TABLE t", post_header_length=11)


def test_other_versions_are_refused() -> None:
    with pytest.raises(CorruptLogError, match=":4: a binary log of version 5 cannot be read"):
        list(read_events(log_of((1, struct.pack("<H", 5) + START[2:]))))


def test_version_2_of_4_0_0_is_read_as_3() -> None:
    [_, stop] = read_events(log_of((1, struct.pack("<H", 2) + START[2:]), (EventType.STOP, b"")))
    assert stop.context.format_description is not None
    assert stop.context.format_description.post_header_length(EventType.QUERY) == 11


def test_longer_headers() -> None:
    """5.1.63-google: eight bytes of a group number and four of a checksum behind the 19 of each header."""
    lengths = (56, 13, 0, 8, 0, 18, 0, 4, 4, 4, 4, 18, 0, 0, 83, 0, 4, 26, 8, 0, 0, 0, 8, 8, 8, 2)
    description = FormatDescription(4, "5.1.63-google-log", 0, 31, lengths)
    query = Query(1, 0, 0, (), b"d", b"BEGIN")
    rotate = Rotate(4, b"log.000002")
    data = log_of(description)
    framing: dict[str, Any] = {"timestamp": 0, "server_id": 1, "end_log_pos": 0, "checksum": None}
    data += frame(EventType.QUERY, query.build(), extra_header=b"12345678abcd", **framing)
    data += frame(EventType.ROTATE, rotate.build(), **framing)
    events = list(read_events(data))
    assert [event.body for event in events] == [description, query, rotate]
    assert [event.extra_header for event in events] == [b"", b"12345678abcd", b""]
    short = log_of(description) + frame(EventType.STOP, b"", **framing)
    with pytest.raises(CorruptLogError, match="19 bytes, its header of 31"):
        list(read_events(short))
    with pytest.raises(CorruptLogError, match="headers of 18 bytes"):
        list(read_events(log_of(replace(description, header_length=18))))


def test_version_1_is_refused() -> None:
    """MySQL 3.23: the header ends behind the size."""
    body = struct.pack("<H50sI", 1, b"3.23.58-log", 1000000000)
    event = struct.pack("<IBII", 1000000000, 1, 1, 13 + len(body)) + body
    with pytest.raises(CorruptLogError, match=r"version 1 \(MySQL 3\.23\) cannot be read"):
        list(read_events(BINLOG_MAGIC + event))


def test_a_log_without_a_description_is_refused() -> None:
    with pytest.raises(CorruptLogError, match="no format description: the first event is of type 2"):
        list(read_events(log_of((EventType.QUERY, QUERY))))


# --- the trees in which row-based replication was made ---


def test_an_early_tree_of_5_1(shared_dir: Path) -> None:
    """ver_5_1-wl2325_r.001 of MySQL's test data: 5.2.2-a_drop6p13, which numbered types in its own way."""
    events = list(read_events(shared_dir / "corpus" / "ver_5_1-wl2325_r.001"))
    assert [(event.header.type, event.type) for event in events[4:7]] == [
        (16, EventType.TABLE_MAP),
        (17, EventType.PRE_GA_WRITE_ROWS),
        (16, EventType.TABLE_MAP),
    ]
    table_map, rows = events[4].body, events[5].body
    assert isinstance(table_map, TableMap)
    assert (table_map.table_id, table_map.table_id_size, table_map.schema, table_map.table) == (0, 4, b"test", b"t1")
    assert (table_map.column_types, table_map.has_metadata) == ((3, 254), False)
    assert isinstance(rows, Rows)
    assert (rows.type, rows.table_id_size, rows.column_count) == (EventType.PRE_GA_WRITE_ROWS, 4, 2)
    assert build_body(table_map) == events[4].body_bytes


@pytest.mark.parametrize(
    ("version", "number"),
    [
        *((version, 16) for version in ("5.1.1-a_drop5p3", "5.1.4-a_drop6p2", "5.2.0-a_drop6p3", "5.2.2-a_drop6p13c")),
        *((version, 19) for version in ("5.1.6-a_drop5p20", "5.1.5-a_drop6p1", "5.2.3-a_drop6p1", "5.1.5-alpha")),
    ],
)
def test_which_versions_numbered_types_differently(version: str, number: int) -> None:
    lengths = (56, 13, 0, 8, 0, 18, 0, 4, 4, 4, 4, 18, 0, 0, 79, 6, 6, 6, 6, 0, 4, 26)
    context = ParseContext(FormatDescription(4, version, 0, 19, lengths))
    assert context.type_number(EventType.TABLE_MAP) == number
    assert context.event_type(number) == EventType.TABLE_MAP
    other = ParseContext(FormatDescription(4, version, 0, 19, (*lengths, 0)))
    assert other.type_number(EventType.TABLE_MAP) == EventType.TABLE_MAP


def test_a_pre_ga_update_has_one_bitmap() -> None:
    lengths = (56, 13, 0, 8, 0, 18, 0, 4, 4, 4, 4, 18, 0, 0, 79, 0, 4, 26, 6, 6, 6, 6)
    context = ParseContext(FormatDescription(4, "5.1.3-alpha", 0, 19, lengths))
    data = bytes.fromhex("05000000 0100 02 03 fe")
    rows = parse_body(EventType.PRE_GA_UPDATE_ROWS, data, context)
    assert rows == Rows(EventType.PRE_GA_UPDATE_ROWS, 5, 1, b"", 2, b"\3", None, b"\xfe", table_id_size=4)
    assert build_body(rows) == data


# --- post-header lengths and fields that are not there ---


def context_with(**lengths: int) -> ParseContext:
    description = FormatDescription.of(PROFILES["9.7"], 0)
    stated = list(description.post_header_lengths)
    for name, length in lengths.items():
        stated[EventType[name] - 1] = length
    return ParseContext(replace(description, post_header_lengths=tuple(stated)))


@pytest.mark.parametrize(
    ("name", "length"),
    {
        "QUERY": 12,
        "TABLE_MAP": 9,
        "WRITE_ROWS": 8,
        "WRITE_ROWS_V1": 10,
        "GTID": 34,
        "ROTATE": 4,
        "VIEW_CHANGE": 50,
        "TRANSACTION_CONTEXT": 14,
        "LOAD": 19,
        "CREATE_FILE": 5,
        "XID": 6,
    }.items(),
)
def test_an_unknown_post_header_gives_raw_bytes(name: str, length: int) -> None:
    body = parse_body(EventType[name], b"anything", context_with(**{name: length}))
    assert body == Raw(EventType[name], b"anything")


def test_the_first_servers_with_format_descriptions() -> None:
    """The reference manual's example of a hex dump: 5.0.15."""
    event = bytes.fromhex(
        "9dfc5c43 0f 01000000 5e000000 62000000 0000 0400" + b"5.0.15-debug-log".hex() + "00" * 34 + "9dfc5c43"
        "13 38 0d 00 08 00 12 00 04 04 04 04 12 00 00 4b 00 04 1a"
    )
    [found] = read_events(BINLOG_MAGIC + event)
    body = found.body
    assert isinstance(body, FormatDescription)
    assert (body.server_version, len(body.post_header_lengths), body.checksum) == ("5.0.15-debug-log", 18, None)
    assert build_body(body) == found.body_bytes


def test_rest_of_a_version() -> None:
    """Servers copied the version into memory that they had not cleared."""
    data = struct.pack("<H50sI", 3, b"4.0.18\0og\0abc", 0)
    start = StartV3.parse(data)
    assert (start.server_version, start.version_rest) == ("4.0.18", b"\0og\0abc")
    assert start.build() == data
    with pytest.raises(EncodeError, match="the first of them zero"):
        replace(start, version_rest=b"x").build()


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        *((version, False) for version in ("5.2.14-MariaDB", "5.6.0-m1", "5.1.44-maria-beta")),
        *((version, True) for version in ("5.3.0-MariaDB", "5.5.68-MariaDB", "10.5.8-MariaDB-log", "5.6.1-m5")),
    ],
)
def test_which_servers_have_checksums(version: str, expected: bool) -> None:
    assert knows_checksums(version) is expected


def test_an_incident_without_a_message() -> None:
    assert parse_body(EventType.INCIDENT, b"\1\0") == Incident(1, None)
    assert Incident(1, None).build() == b"\1\0"


def test_gtid_bodies_by_era() -> None:
    head = b"\1" + bytes(range(16)) + b"\5" + bytes(7)
    clock = b"\2" + struct.pack("<qq", 3, 4)
    for data, fields in [
        (head, {"last_committed": None}),
        (head + clock, {"last_committed": 3, "sequence_number": 4, "immediate_commit_timestamp": None}),
        (head + clock + bytes((9, 0, 0, 0, 0, 0, 0)), {"immediate_commit_timestamp": 9, "transaction_length": None}),
    ]:
        body = parse_body(EventType.GTID, data)
        assert isinstance(body, Gtid)
        assert build_body(body) == data
        for name, value in fields.items():
            assert getattr(body, name) == value


def test_gtid_fields_that_are_not_known_are_kept() -> None:
    head = b"\1" + bytes(range(16)) + b"\5" + bytes(7)
    # milestones of 5.7 before 5.7.5: type 1 and one number
    milestone = parse_body(EventType.GTID, head + b"\1" + bytes(8))
    assert isinstance(milestone, Gtid)
    assert (milestone.last_committed, milestone.rest) == (None, b"\1" + bytes(8))
    assert build_body(milestone) == head + b"\1" + bytes(8)
    newer = replace(TAGGED, rest=b"\x30\x02")
    assert parse_body(EventType.GTID_TAGGED, newer.build()) == newer
    sized = with_transaction_length(newer, 100)
    assert sized.transaction_length == framed_size(len(sized.build()), ChecksumAlgorithm.CRC32, 42) + 100
    plain = Gtid(1, UUID(int=1), 5, 0, 1, 9, None, 0, 90704, None, 7, rest=b"new")
    assert parse_body(EventType.GTID, plain.build()) == plain
    sized_plain = with_transaction_length(plain, 100)
    assert sized_plain.transaction_length == framed_size(len(sized_plain.build()), ChecksumAlgorithm.CRC32, 33) + 100


TAGGED = TaggedGtid(0, UUID(int=1), 1, "blue", 1, 3, 1795230053555492, None, 100, 90704)


def test_status_variables_need_their_post_header() -> None:
    with pytest.raises(EncodeError, match="no room"):
        Query(1, 0, 0, (StatusVar(0, 0),), b"", b"", post_header_length=11).build()


# --- whole files ---


def test_a_description_holds_until_the_next_one() -> None:
    """Relay logs of a 9.7.4 replica whose source changed binlog_checksum, and of group replication."""
    folder = Path(__file__).parents[2] / "golden" / "relay"
    algorithms = {}
    for path in log_files(folder):
        events = list(read_events(path))
        for event in events:
            assert build_body(event.body) == event.body_bytes
        algorithms[path.name] = [event.checksum is not None for event in events if not is_description(event)]
    # own description, Previous_gtids, Rotate; the source's description, the source's events
    assert algorithms == {
        "gr_applier.000002": [False],
        "relay-bin.000004": [False] * 2 + [True] * 7,
        "relay-bin.000008": [True] * 2 + [False] * 8,
    }


def is_description(event: LogEvent) -> bool:
    return event.header.type == EventType.FORMAT_DESCRIPTION


def test_encrypted_events_of_mariadb_are_named() -> None:
    description = FormatDescription(4, "10.5.8-MariaDB", 0, 19, (), ChecksumAlgorithm.NONE)
    data = BINLOG_MAGIC + frame(15, description.build(), timestamp=0, server_id=1, end_log_pos=0)
    data += frame(164, bytes(17), timestamp=0, server_id=1, end_log_pos=0, checksum=None) + b"\x81" * 40
    events = read_events(data)
    assert [next(events).header.type, next(events).header.type] == [15, 164]
    with pytest.raises(CorruptLogError, match="from here on the events are encrypted"):
        next(events)


def test_the_header_flag_of_5_1_27(shared_dir: Path) -> None:
    seen = set()
    for path in log_files(shared_dir / "oracle-old" / "5.1.27"):
        seen |= {event.header.flags for event in read_events(path)}
    assert HeaderFlag.UPDATE_TABLE_MAP_VERSION in {HeaderFlag(flags) & HeaderFlag(0x10) for flags in seen}
    for name in CAPTURES[:2]:
        for path in log_files(shared_dir / "oracle" / "captured" / name):
            assert all(not event.header.flags & 0x10 for event in read_events(path))
