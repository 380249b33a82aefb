"""An event as one JSON object, with keys that stay.

Always there, in this order: file, position, type (MySQL's name of it, null for a number that MySQL has not), type_code
(the header's number), timestamp (seconds since 1970), server_id, size, end_log_pos, flags (names; bits without one as
hex), checksum ("0x..." or null), payload_position (of the Transaction_payload that the event came in, else null), body.
`error` is there if the body, or its rows, cannot be read; a body that cannot is then {"hex": ...}.

In a body every field has its name in `binwriter.formats.events`, but for what reads better in another form: GTIDs and
sets of GTIDs are text, flags lists of names, status variables an object by name, a Table_map has its columns described,
rows events have the table's name and the rows by column. Values: see `value_json`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from enum import IntFlag
from functools import lru_cache
from typing import Any
from uuid import UUID

from binwriter.binlog.files.reader import LogEvent
from binwriter.binlog.files.rows import MappedTable, TableRows, UnknownTableError
from binwriter.binlog.files.selection import gtid_of
from binwriter.errors import CorruptLogError
from binwriter.formats.columns.row_image import RowImage, columns_of_bitmap
from binwriter.formats.columns.rows_data import RowChange
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import primary_key_of
from binwriter.formats.constants import (
    CompressionType,
    EventType,
    GtidFlag,
    HeaderFlag,
    IntvarType,
    QueryFlags2,
    RowsFlag,
    StatusVarCode,
    TableMapFlag,
    UserVarType,
)
from binwriter.formats.declaration import Declared
from binwriter.formats.events import (
    AnonymousGtid,
    ExecuteLoadQuery,
    Gtid,
    Intvar,
    PreviousGtids,
    Query,
    Raw,
    Rows,
    TableMap,
    TaggedGtid,
    TransactionPayload,
    UserVar,
)
from binwriter.formats.events.parts.extra_row_info import ExtraRowChunk, NdbInfo, PartitionInfo, extra_row_chunks
from binwriter.inspection.value_json import Json, bytes_json, cell_json, hex_json
from binwriter.mysql.gtid.sets import GtidSet


def event_json(event: LogEvent, rows: TableRows | UnknownTableError | None = None) -> dict[str, Json]:
    """The object.

    rows: of a rows event, as `OpenTables.follow` gives them, or the error that it raised; without them the rows are
    bytes. Raises nothing for a damaged body: see `error`.
    """
    header = event.header
    known = event.type in EventType.__members__.values()
    entry: dict[str, Json] = {
        "file": event.file,
        "position": event.position,
        "type": EventType(event.type).name if known else None,
        "type_code": header.type,
        "timestamp": header.timestamp,
        "server_id": header.server_id,
        "size": header.size,
        "end_log_pos": header.log_pos,
        "flags": flag_names(HeaderFlag, header.flags),
        "checksum": None if event.checksum is None else f"{event.checksum:#010x}",
        "payload_position": event.payload.position if event.payload else None,
    }
    try:
        body = event.body
    except CorruptLogError as error:
        return entry | {"body": hex_json(event.body_bytes), "error": str(error)}
    try:
        entry["body"] = _body(event, body)
    except CorruptLogError as error:  # parts of it make no sense
        return entry | {"body": _fields(body), "error": f"{event.file}:{event.position}: {error}"}
    if isinstance(body, Rows) and isinstance(entry["body"], dict):
        entry |= _with_rows(entry["body"], rows)
    return entry


def flag_names(flags: type[IntFlag], value: int) -> list[Json]:
    """The names of the bits, lowest first; the rest as hex."""
    return list(_flag_names(flags, value))


@lru_cache(maxsize=1024)
def _flag_names(flags: type[IntFlag], value: int) -> tuple[Json, ...]:
    """The same few are asked for again at every event, and enum's arithmetic is slow."""
    names = tuple(str(flag.name) for flag in flags if flag and value & flag)
    rest = value & ~sum(flags)
    return (*names, hex(rest)) if rest else names


def _body(event: LogEvent, body: Declared) -> Json:
    special = _BODIES.get(type(body))
    return special(body, event) if special is not None else _fields(body)


def _fields(body: Declared, **others: Json) -> dict[str, Json]:
    """Each field by its name; others replace fields, in their place, or follow."""
    fields = {
        field.name: others[field.name] if field.name in others else _plain(getattr(body, field.name))
        for field in dataclasses.fields(body)
        if field.init
    }
    return fields | others


def _plain(value: Any) -> Json:
    """A field's value, whatever it is."""
    if isinstance(value, bytes):
        return bytes_json(value)
    if isinstance(value, bool | None | str) or type(value) is int:
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, Declared):
        return _fields(value)
    if hasattr(value, "_asdict"):
        return {name: _plain(member) for name, member in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(name): _plain(member) for name, member in value.items()}
    return [_plain(member) for member in value]


# --- bodies that read better in a form of their own ---


def _gtid(body: Gtid | TaggedGtid, event: LogEvent) -> Json:
    gtid = gtid_of(event)
    flags = flag_names(GtidFlag, body.flags)
    return {"gtid": "ANONYMOUS" if gtid is None else str(gtid)} | _fields(body, flags=flags)


def _previous_gtids(body: PreviousGtids, event: LogEvent) -> Json:
    return _fields(body, gtid_set=str(GtidSet.from_previous_gtids(body)).replace("\n", ""))


def _query(body: Any, event: LogEvent) -> Json:
    variables: dict[str, Json] = {}
    for variable in body.status_vars:
        known = variable.code in StatusVarCode.__members__.values()
        name = StatusVarCode(variable.code).name if known else str(int(variable.code))
        is_flags = known and variable.code == StatusVarCode.FLAGS2
        variables[name] = flag_names(QueryFlags2, variable.value) if is_flags else _plain(variable.value)
    return _fields(body, status_vars=variables)


def _table_map(body: TableMap, event: LogEvent) -> Json:
    table = MappedTable(body)
    optional = tuple((item.type, item.value) for item in body.optional_metadata)
    key = primary_key_of(optional)
    names = [spec.name for spec in table.specs]
    return {
        "table_id": body.table_id,
        "flags": flag_names(TableMapFlag, body.flags),
        "schema": bytes_json(body.schema),
        "table": bytes_json(body.table),
        "columns": [_column(spec) for spec in table.specs],
        "primary_key": None
        if key is None
        else [{"column": names[index], "prefix": prefix} for index, prefix in key if index < len(names)],
    }


# of a ColumnSpec; units are those of its docstring
_COLUMN_KEYS = (
    *("name", "nullable", "unsigned", "length", "precision", "scale", "fsp"),
    *("collation", "members", "geometry_type", "visible"),
)


def _column(spec: ColumnSpec) -> Json:
    return {"type": spec.type.name} | {key: _plain(getattr(spec, key)) for key in _COLUMN_KEYS}


def _rows(body: Rows, event: LogEvent) -> Json:
    bitmaps = {
        name: None if bitmap is None else list[Json](columns_of_bitmap(bitmap, body.column_count))
        for name, bitmap in (("columns_before", body.columns_before), ("columns_after", body.columns_after))
    }
    return {
        "table_id": body.table_id,
        "flags": flag_names(RowsFlag, body.flags),
        "extra": [_extra(chunk) for chunk in extra_row_chunks(body)],
        "column_count": body.column_count,
        **bitmaps,
        "schema": None,
        "table": None,
        "rows": hex_json(body.rows),
    }


def _extra(chunk: ExtraRowChunk) -> Json:
    kind = {NdbInfo: "NDB", PartitionInfo: "PARTITION"}.get(type(chunk))
    fields = _fields(chunk) if isinstance(chunk, PartitionInfo) else _fields(chunk, data=hex_json(chunk.data))
    return ({} if kind is None else {"type": kind}) | fields


def _payload(body: TransactionPayload, event: LogEvent) -> Json:
    known = body.compression_type in CompressionType.__members__.values()
    return {
        "compression_type": CompressionType(body.compression_type).name if known else body.compression_type,
        "uncompressed_size": body.uncompressed_size,
        "payload_size": len(body.payload),
    }


def _intvar(body: Intvar, event: LogEvent) -> Json:
    known = body.type in IntvarType.__members__.values()
    return _fields(body, type=IntvarType(body.type).name if known else body.type)


def _user_var(body: UserVar, event: LogEvent) -> Json:
    known = body.type in UserVarType.__members__.values()
    is_text = body.type == UserVarType.STRING
    return _fields(
        body,
        type=UserVarType(body.type).name if known else body.type,
        value=bytes_json(body.value) if is_text else hex_json(body.value),
    )


_BODIES: dict[type, Callable[[Any, LogEvent], Json]] = {
    Gtid: _gtid,
    AnonymousGtid: _gtid,
    TaggedGtid: _gtid,
    PreviousGtids: _previous_gtids,
    Query: _query,
    ExecuteLoadQuery: _query,
    TableMap: _table_map,
    Rows: _rows,
    TransactionPayload: _payload,
    Intvar: _intvar,
    UserVar: _user_var,
    Raw: lambda body, event: {"data": hex_json(body.data)},
}


# --- rows ---


def _with_rows(entry: dict[str, Json], rows: TableRows | UnknownTableError | None) -> dict[str, Json]:
    """The keys `body` and, if need be, `error`."""
    if isinstance(rows, UnknownTableError):
        return {"error": str(rows)}
    if rows is None:
        return {}
    try:
        decoded: Json = [_change(change, rows.specs()) for change in rows.changes()]
    except CorruptLogError as error:
        return {"error": str(error)}
    table = rows.table.body
    return {
        "body": entry | {"schema": bytes_json(table.schema), "table": bytes_json(table.table), "rows": decoded},
    }


def _change(change: RowChange, specs: tuple[ColumnSpec, ...]) -> Json:
    return {
        name: None if image is None else _image(image, specs)
        for name, image in (("before", change.before), ("after", change.after))
    }


def _image(image: RowImage, specs: tuple[ColumnSpec, ...]) -> Json:
    return {
        specs[index].name: cell_json(value, specs[index])
        for index, value in zip(image.columns, image.values, strict=True)
    }
