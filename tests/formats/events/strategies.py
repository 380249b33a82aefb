"""Any body of any event type, for hypothesis."""

from __future__ import annotations

import functools
from typing import Any

from hypothesis import strategies as st

from binwriter.formats.constants import MAX_UPDATED_DBS, ChecksumAlgorithm, EventType, StatusVarCode
from binwriter.formats.declaration import Declared
from binwriter.formats.events import (
    AnonymousGtid,
    AppendBlock,
    AutoIncrement,
    BeginLoadQuery,
    CommitTimestamps,
    CreateFile,
    DeleteFile,
    ExecLoad,
    ExecuteLoadQuery,
    FormatDescription,
    Gtid,
    GtidIntervals,
    Heartbeat,
    HeartbeatV2,
    Ignorable,
    Incident,
    Intvar,
    Invoker,
    Load,
    LoadOptions,
    MetadataField,
    NewLoad,
    OldLoadOptions,
    PreviousGtids,
    Query,
    Rand,
    Raw,
    Rotate,
    Rows,
    RowsQuery,
    SessionCharset,
    Slave,
    StartV3,
    StatusVar,
    Stop,
    TableMap,
    TaggedGtid,
    TransactionContext,
    TransactionPayload,
    UserVar,
    ViewChange,
    XaPrepare,
    Xid,
)


def unsigned(bits: int) -> st.SearchStrategy[int]:
    return st.integers(0, (1 << bits) - 1)


u8, u16, u24, u32, u48, u55, u64 = (unsigned(bits) for bits in (8, 16, 24, 32, 48, 55, 64))
i32, i64 = st.integers(-(1 << 31), (1 << 31) - 1), st.integers(-(1 << 63), (1 << 63) - 1)
data = st.binary(max_size=300)
short = st.binary(max_size=255)
name = st.binary(max_size=40).map(lambda value: value.replace(b"\0", b""))
tags = st.from_regex(r"([a-z_][a-z0-9_]{0,31})?", fullmatch=True, alphabet=st.characters(codec="ascii"))
uuids = st.uuids()

_STATUS_VALUES: dict[StatusVarCode, st.SearchStrategy[Any]] = {
    StatusVarCode.FLAGS2: u32,
    StatusVarCode.SQL_MODE: u64,
    StatusVarCode.CATALOG: short,
    StatusVarCode.AUTO_INCREMENT: st.builds(AutoIncrement, u16, u16),
    StatusVarCode.CHARSET: st.builds(SessionCharset, u16, u16, u16),
    StatusVarCode.TIME_ZONE: short,
    StatusVarCode.CATALOG_NZ: short,
    StatusVarCode.LC_TIME_NAMES: u16,
    StatusVarCode.CHARSET_DATABASE: u16,
    StatusVarCode.TABLE_MAP_FOR_UPDATE: u64,
    StatusVarCode.MASTER_DATA_WRITTEN: u32,
    StatusVarCode.INVOKER: st.builds(Invoker, short, short),
    StatusVarCode.UPDATED_DB_NAMES: st.none() | st.lists(name, max_size=MAX_UPDATED_DBS).map(tuple),
    StatusVarCode.MICROSECONDS: u24,
    StatusVarCode.COMMIT_TS: u64,
    StatusVarCode.COMMIT_TS2: st.builds(CommitTimestamps, u64, u64),
    StatusVarCode.EXPLICIT_DEFAULTS_FOR_TIMESTAMP: u8,
    StatusVarCode.DDL_LOGGED_WITH_XID: u64,
    StatusVarCode.DEFAULT_COLLATION_FOR_UTF8MB4: u16,
    StatusVarCode.SQL_REQUIRE_PRIMARY_KEY: u8,
    StatusVarCode.DEFAULT_TABLE_ENCRYPTION: u8,
    StatusVarCode.ENABLE_CASCADE_TRIGGERS: u8,
}
status_var_lists = st.lists(
    st.sampled_from(StatusVarCode).flatmap(lambda code: st.builds(StatusVar, st.just(code), _STATUS_VALUES[code])),
    max_size=8,
).map(tuple)


@st.composite
def table_maps(draw: st.DrawFn) -> TableMap:
    if draw(st.booleans()):
        types = tuple(draw(st.lists(u8, max_size=300)))
        fields = (draw(u16), draw(short), draw(short), types, b"", b"")
        return TableMap(draw(u48), *fields, has_metadata=False)
    types = tuple(draw(st.lists(u8, max_size=300)))
    size = (len(types) + 7) // 8
    return TableMap(
        draw(u48),
        draw(u16),
        draw(short),
        draw(short),
        types,
        draw(data),
        draw(st.binary(min_size=size, max_size=size)),
        tuple(draw(st.lists(st.builds(MetadataField, u8, data), max_size=4))),
    )


_IMAGES: dict[EventType, tuple[bool, bool]] = {
    EventType.PRE_GA_WRITE_ROWS: (False, True),
    EventType.PRE_GA_UPDATE_ROWS: (True, False),
    EventType.PRE_GA_DELETE_ROWS: (True, False),
    EventType.WRITE_ROWS_V1: (False, True),
    EventType.UPDATE_ROWS_V1: (True, True),
    EventType.DELETE_ROWS_V1: (True, False),
    EventType.WRITE_ROWS: (False, True),
    EventType.UPDATE_ROWS: (True, True),
    EventType.DELETE_ROWS: (True, False),
    EventType.PARTIAL_UPDATE_ROWS: (True, True),
}


@st.composite
def rows_events(draw: st.DrawFn) -> Rows:
    event_type = draw(st.sampled_from(sorted(_IMAGES)))
    before, after = _IMAGES[event_type]
    columns = draw(st.integers(0, 600))
    bitmap = st.binary(min_size=(columns + 7) // 8, max_size=(columns + 7) // 8)
    first_version = event_type <= EventType.DELETE_ROWS_V1
    return Rows(
        event_type,
        draw(u48),
        draw(u16),
        b"" if first_version else draw(data),
        columns,
        draw(bitmap) if before else None,
        draw(bitmap) if after else None,
        draw(data),
    )


@st.composite
def gtids(draw: st.DrawFn, cls: type[Gtid]) -> Gtid:
    """Each server generation writes a few fields more than the one before."""
    generation = draw(st.integers(0, 5))
    five_seven: tuple[Any, ...] = (draw(i64), draw(i64)) if generation >= 1 else ()
    eight_zero: tuple[Any, ...] = (draw(u55), draw(st.none() | u55), draw(u64)) if generation >= 2 else ()
    later: tuple[Any, ...] = (draw(unsigned(31)), draw(st.none() | u32)) if generation >= 3 else ()
    ticket: tuple[Any, ...] = (draw(u64),) if generation >= 4 else ()
    return cls(draw(u8), draw(uuids), draw(i64), *five_seven, *eight_zero, *later, *ticket)


tagged_gtids = st.builds(
    TaggedGtid, u8, uuids, i64, tags, i64, i64, u64, st.none() | u64, u64, u32, st.none() | u32, st.none() | u64
)


@st.composite
def previous_gtids(draw: st.DrawFn) -> PreviousGtids:
    tagged = draw(st.booleans())
    intervals = st.lists(st.tuples(i64, i64), max_size=4).map(tuple)
    entries = st.builds(GtidIntervals, uuids, tags if tagged else st.just(""), intervals)
    return PreviousGtids(tuple(draw(st.lists(entries, max_size=4))), tagged)


@st.composite
def user_vars(draw: st.DrawFn) -> UserVar:
    if draw(st.booleans()):
        return UserVar(draw(data), True, 0, 0, b"")
    return UserVar(draw(data), False, draw(u8), draw(u32), draw(data), draw(st.none() | u8))


def _version(known: bool) -> st.SearchStrategy[str]:
    return st.sampled_from(["9.7.4-2", "5.6.21-log", "8.0.40"] if known else ["5.1.39", "5.5.20-log", "5.6.0"])


@st.composite
def _post_header_lengths(draw: st.DrawFn) -> tuple[int, ...]:
    """With the right entry for the format description itself: 57 and the count of types."""
    lengths = draw(st.lists(u8, max_size=50))
    return tuple(57 + len(lengths) if index == 14 else length for index, length in enumerate(lengths))


@st.composite
def format_descriptions(draw: st.DrawFn) -> FormatDescription:
    checksums = draw(st.booleans())
    return FormatDescription(
        draw(u16),
        draw(_version(checksums)),
        draw(u32),
        draw(u8),
        draw(_post_header_lengths()),
        draw(st.sampled_from(ChecksumAlgorithm)) if checksums else None,
    )


_query_fields = functools.partial(st.builds, Query, u32, u32, u16, status_var_lists, short, data)

columns = st.lists(short, max_size=4).map(tuple)
one_byte = st.binary(min_size=1, max_size=1)
_old_load_options = st.builds(OldLoadOptions, one_byte, one_byte, one_byte, one_byte, one_byte, u8, u8)
_load_options = st.builds(LoadOptions, short, short, short, short, short, u8)

_other_fields = st.lists(st.tuples(st.integers(4, 1 << 20), data), max_size=2).map(tuple)

BODIES: dict[str, st.SearchStrategy[Declared]] = {
    "Query": _query_fields()
    | st.builds(Query, u32, u32, u16, st.just(()), short, data, post_header_length=st.just(11)),
    "Stop": st.builds(Stop),
    "Rotate": st.builds(Rotate, u64, data),
    "Intvar": st.builds(Intvar, u8, u64),
    "AppendBlock": st.builds(AppendBlock, u32, data),
    "BeginLoadQuery": st.builds(BeginLoadQuery, u32, data),
    "DeleteFile": st.builds(DeleteFile, u32),
    "ExecuteLoadQuery": st.builds(ExecuteLoadQuery, u32, u32, u16, u32, u32, u32, u8, status_var_lists, short, data),
    "Rand": st.builds(Rand, u64, u64),
    "UserVar": user_vars(),
    "FormatDescription": format_descriptions(),
    "Xid": st.builds(Xid, u64),
    "TableMap": table_maps(),
    "Rows": rows_events(),
    "Incident": st.builds(Incident, u16, st.none() | short),
    "StartV3": st.builds(StartV3, u16, _version(False), u32, version_rest=st.sampled_from([b"", b"\0rest"])),
    "Load": st.builds(Load, u32, u32, u32, _old_load_options, columns, short, short, data),
    "Slave": st.builds(Slave, u64, u16, name, data),
    "CreateFile": st.builds(CreateFile, u32, u32, u32, u32, _load_options, columns, short, short, name, data),
    "ExecLoad": st.builds(ExecLoad, u32),
    "NewLoad": st.builds(NewLoad, u32, u32, u32, _load_options, columns, short, short, data),
    "Ignorable": st.builds(Ignorable, data),
    "TransactionContext": st.builds(TransactionContext, u32, u8, short, data, columns, columns),
    "ViewChange": st.builds(ViewChange, name, i64, st.lists(st.tuples(data, data), max_size=4).map(tuple)),
    "Heartbeat": st.builds(Heartbeat, data),
    "HeartbeatV2": st.builds(HeartbeatV2, data, u64, other_fields=_other_fields),
    "RowsQuery": st.builds(RowsQuery, data, length=u8),
    "Gtid": gtids(Gtid),
    "AnonymousGtid": gtids(AnonymousGtid),
    "TaggedGtid": tagged_gtids,
    "PreviousGtids": previous_gtids(),
    "XaPrepare": st.builds(XaPrepare, u8, i32, data, data),
    "TransactionPayload": st.builds(TransactionPayload, u64, st.none() | u64, payload=data, other_fields=_other_fields),
    "Raw": st.builds(Raw, st.just(160), data),
}
