"""An event in words: the columns Event_type and Info of SHOW BINLOG EVENTS. One entry a body class.

The forms are those of a 9.7.4 server (tests/binwriter/inspection/test_event_info.py), which was shown every file
that it can read; of the events that only older servers know (Start_v3, the Load events, Slave) those of the source of
5.0.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import cache
from typing import Any

from binwriter.binlog.files.reader import LogEvent
from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.decimal import decimal_from_binary
from binwriter.formats.constants import (
    CompressionType,
    EventType,
    HeaderFlag,
    IntvarType,
    RowsFlag,
    StatusVarCode,
    UserVarType,
)
from binwriter.formats.errors import BinwriterError, CorruptLogError
from binwriter.formats.events import (
    AnonymousGtid,
    AppendBlock,
    BeginLoadQuery,
    CreateFile,
    DeleteFile,
    ExecLoad,
    ExecuteLoadQuery,
    FormatDescription,
    Gtid,
    Heartbeat,
    HeartbeatV2,
    Ignorable,
    Incident,
    Intvar,
    Load,
    NewLoad,
    PreviousGtids,
    Query,
    Rand,
    Rotate,
    Rows,
    RowsQuery,
    Slave,
    StartV3,
    TableMap,
    TaggedGtid,
    TransactionContext,
    TransactionPayload,
    UserVar,
    ViewChange,
    XaPrepare,
    Xid,
)
from binwriter.inspection.load_text import load_text
from binwriter.mysql.gtid.sets import GtidSet, GtidValue
from binwriter.mysql.raw_bytes import bytes_of
from binwriter.mysql.values.real_text import real_text

# Names that are not the type's own in capitalized form.
_TYPE_NAMES = {
    EventType.FORMAT_DESCRIPTION: "Format_desc",
    EventType.RAND: "RAND",
    EventType.USER_VAR: "User var",
    EventType.ANONYMOUS_GTID: "Anonymous_Gtid",
    EventType.GTID_TAGGED: "Gtid_tagged_log_event",
    EventType.XA_PREPARE: "XA_prepare",
    EventType.PARTIAL_UPDATE_ROWS: "Update_rows_partial",
    EventType.PRE_GA_WRITE_ROWS: "Write_rows_event_old",
    EventType.PRE_GA_UPDATE_ROWS: "Update_rows_event_old",
    EventType.PRE_GA_DELETE_ROWS: "Delete_rows_event_old",
}
_INCIDENTS = {0: "NOTHING", 1: "LOST_EVENTS"}


@cache
def event_type_name(event_type: int) -> str:
    """The type as SHOW BINLOG EVENTS names it; `Unknown` for a number that MySQL has not."""
    if event_type not in EventType.__members__.values():
        return "Unknown"
    return _TYPE_NAMES.get(EventType(event_type), EventType(event_type).name.capitalize())


def event_info(event: LogEvent) -> str:
    """What `sent_info` gives, as people read it: bytes that are no UTF-8 as \\xNN."""
    return bytes_of(sent_info(event)).decode("utf-8", "backslashreplace")


def sent_info(event: LogEvent) -> str:
    """The column Info, its bytes as they are: "" for a type that has none. CorruptLogError if the body cannot be
    parsed."""
    body = event.body
    describe = _INFO.get(type(body))
    try:
        return describe(body, event) if describe is not None else ""
    except CorruptLogError as error:  # parts of it make no sense
        raise CorruptLogError(f"{event.file}:{event.position}: {error}") from error


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _name(data: bytes) -> str:
    """A quoted identifier."""
    return "`" + _text(data).replace("`", "``") + "`"


def _format_description(body: FormatDescription | StartV3, event: LogEvent) -> str:
    return f"Server ver: {body.server_version}, Binlog ver: {body.binlog_version}"


def _previous_gtids(body: PreviousGtids, event: LogEvent) -> str:
    return str(GtidSet.from_previous_gtids(body))


def _gtid(body: Gtid | TaggedGtid, event: LogEvent) -> str:
    return gtid_info(
        "ANONYMOUS" if isinstance(body, AnonymousGtid) else GtidValue(body.uuid, getattr(body, "tag", ""), body.gno)
    )


def gtid_info(value: GtidValue | str) -> str:
    """Of an event with this GTID."""
    return f"SET @@SESSION.GTID_NEXT= '{value}'"


def _query(body: Query, event: LogEvent) -> str:
    xid = next(
        (f" /* xid={var.value} */" for var in body.status_vars if var.code == StatusVarCode.DDL_LOGGED_WITH_XID), ""
    )
    return _used_schema(body.schema, event) + _text(body.query) + xid


def _used_schema(schema: bytes, event: LogEvent) -> str:
    used = schema and not event.header.flags & HeaderFlag.SUPPRESS_USE
    return f"use {_name(schema)}; " if used else ""


def _load_query(body: ExecuteLoadQuery, event: LogEvent) -> str:
    return f"{_used_schema(body.schema, event)}{_text(body.query)} ;file_id={body.file_id}"


def _user_var(body: UserVar, event: LogEvent) -> str:
    return f"@{_name(body.name)}={user_value(body)}"


# REAL is a double; behind precision and scale a DECIMAL has at most 30 bytes
_USER_VALUE_SIZES: dict[int, range] = {UserVarType.REAL: range(8, 9), UserVarType.DECIMAL: range(3, 33)}


def user_value(body: UserVar, collation_name: str = "{}") -> str:
    """A user variable's value as a literal; CorruptLogError if it has too few bytes for its type.

    collation_name: the form of its collation's name.
    """
    if body.is_null:
        return "NULL"
    sizes = _USER_VALUE_SIZES.get(body.type)
    if sizes is not None and len(body.value) not in sizes:
        raise CorruptLogError(f"user variable: {UserVarType(body.type).name} of {len(body.value)} bytes")
    if body.type == UserVarType.INT:
        return str(int.from_bytes(body.value, "little", signed=not body.flags))
    if body.type == UserVarType.REAL:
        return real_text(struct.unpack("<d", body.value)[0])
    if body.type == UserVarType.DECIMAL:
        number, _ = decimal_from_binary(body.value, body.value[0], body.value[1], offset=2)
        return f"{number:f}"
    try:
        collation = collation_by_id(body.collation)
    except BinwriterError:
        return "???"
    value = f"0x{body.value.hex().upper()}" if body.value else '""'
    return f"_{collation.charset} {value} COLLATE {collation_name.format(collation.name)}"


def _intvar(body: Intvar, event: LogEvent) -> str:
    """The server prints the value as a signed number, and of a type that it does not know only that."""
    value = body.value - (1 << 64) if body.value >> 63 else body.value
    name = IntvarType(body.type).name if body.type in IntvarType.__members__.values() else "INVALID_INT"
    return f"{name}={value}"


def _rows(body: Rows, event: LogEvent) -> str:
    return rows_info(body.table_id, body.flags)


def rows_info(table_id: int, flags: int) -> str:
    """Of a rows event with this table and these flags."""
    return f"table_id: {table_id}{_rows_flags(flags)}"


@cache
def _rows_flags(flags: int) -> str:
    names = "".join(f" {flag.name}_F" for flag in RowsFlag if flags & flag)
    return f" flags:{names}" if names else ""


def _xa_prepare(body: XaPrepare, event: LogEvent) -> str:
    command = "COMMIT" if body.one_phase else "PREPARE"
    ending = " ONE PHASE" if body.one_phase else ""
    return f"XA {command} X'{body.gtrid.hex()}',X'{body.bqual.hex()}',{body.format_id % (1 << 32)}{ending}"


def _payload(body: TransactionPayload, event: LogEvent) -> str:
    known = body.compression_type in CompressionType.__members__.values()
    compression = CompressionType(body.compression_type).name if known else str(body.compression_type)
    return f"compression='{compression}', decompressed_size={body.uncompressed_size or len(body.payload)} bytes"


def _context(body: TransactionContext, event: LogEvent) -> str:
    return f"server_uuid={_text(body.server_uuid)}\tthread_id={body.thread_id}"


def _file_block(body: AppendBlock, event: LogEvent) -> str:
    return f";file_id={body.file_id};block_len={len(body.block)}"


def _file_id(body: DeleteFile | ExecLoad, event: LogEvent) -> str:
    return f";file_id={body.file_id}"


def _create_file(body: CreateFile, event: LogEvent) -> str:
    return f"db={_text(body.schema)};table={_text(body.table)};file_id={body.file_id};block_len={len(body.block)}"


def _load(body: Load | NewLoad, event: LogEvent) -> str:
    return _used_schema(body.schema, event) + load_text(body)


_INFO: dict[type, Callable[[Any, LogEvent], str]] = {
    StartV3: _format_description,
    FormatDescription: _format_description,
    PreviousGtids: _previous_gtids,
    Gtid: _gtid,
    AnonymousGtid: _gtid,
    TaggedGtid: _gtid,
    Query: _query,
    Load: _load,
    NewLoad: _load,
    CreateFile: _create_file,
    ExecLoad: _file_id,
    ExecuteLoadQuery: _load_query,
    BeginLoadQuery: _file_block,
    AppendBlock: _file_block,
    DeleteFile: _file_id,
    Intvar: _intvar,
    Rand: lambda body, event: f"rand_seed1={body.seed1},rand_seed2={body.seed2}",
    UserVar: _user_var,
    TableMap: lambda body, event: f"table_id: {body.table_id} ({_text(body.schema)}.{_text(body.table)})",
    Rows: _rows,
    RowsQuery: lambda body, event: f"# {_text(body.text)}",
    Xid: lambda body, event: f"COMMIT /* xid={body.xid} */",
    XaPrepare: _xa_prepare,
    Rotate: lambda body, event: f"{_text(body.name)};pos={body.position}",
    Slave: lambda body, event: f"host={_text(body.host)},port={body.port},log={_text(body.log)},pos={body.position}",
    Incident: lambda body, event: f"#{body.incident} ({_INCIDENTS.get(body.incident, 'UNKNOWN')})",
    Heartbeat: lambda body, event: f"{_text(body.name)};pos={event.header.log_pos}",
    HeartbeatV2: lambda body, event: f"{_text(body.name)};pos={body.position}",
    Ignorable: lambda body, event: f"# {len(body.data)} bytes that may be ignored",
    TransactionContext: _context,
    ViewChange: lambda body, event: f"view_id={_text(body.view_id)}",
    TransactionPayload: _payload,
}
