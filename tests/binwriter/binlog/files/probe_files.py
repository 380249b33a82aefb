"""Logs made to ask mysqlbinlog how it prints what no captured log has: old types, edge values, partial updates."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from binwriter.formats.columns.row_image import RowFormat, RowImage
from binwriter.formats.columns.rows_data import RowChange, encode_rows
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import optional_metadata
from binwriter.formats.columns.values import (
    IncompleteDate,
    JsonDiff,
    JsonDiffOperation,
    JsonDiffs,
    JsonDocument,
    JsonInteger,
    JsonOpaque,
)
from binwriter.formats.constants import BINLOG_MAGIC, ColumnType, EventType
from binwriter.formats.declaration import Declared
from binwriter.formats.events import FormatDescription, MetadataField, Rows, TableMap, build_body, event_type_of
from binwriter.formats.header import frame
from binwriter.formats.servers import PROFILES

MOMENT = datetime(2009, 2, 25, 12, 34, 56)
TABLE_ID = 100


def log_of(bodies: Iterable[Declared]) -> bytes:
    """A log file of 9.7 with these events."""
    description = FormatDescription.of(PROFILES["9.7"], 0)
    data = BINLOG_MAGIC
    for body in (description, *bodies):
        content = build_body(body)
        end = len(data) + len(content) + 23
        data += frame(event_type_of(body), content, timestamp=1700000000, server_id=1, end_log_pos=end)
    return data


def inserts(spec: ColumnSpec, values: Sequence[Any]) -> list[Declared]:
    """A Table_map and a Write_rows event with these values of one column."""
    form = RowFormat([spec])
    optional = tuple(MetadataField(*pair) for pair in optional_metadata([spec], full=False, primary_key=None))
    table = TableMap(TABLE_ID, 1, b"db", b"t", tuple(form.column_types), form.metadata, form.null_bits, optional)
    rows = b"".join(form.encode([value]) for value in values)
    return [table, Rows(EventType.WRITE_ROWS, TABLE_ID, 1, b"", 1, None, b"\1", rows)]


def _column(kind: ColumnType, **parameters: Any) -> ColumnSpec:
    return ColumnSpec("a", kind, **parameters)


JSON_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 32768, -32769, 2**31, 2**32, -(2**63), 2**64 - 1, JsonInteger(5, unsigned=True)),
    *(1.0, -0.0, 0.1, 1e14, 1e15, 1e16, 1e20, 1e22, 1e100, 1e-4, 1e-5, 1.5e-10, 1e-15, 1e-16),
    *(123456789012345.6, 1234567890123456.7, 5e-324, 1.7976931348623157e308, 100.0, 0.001),
    "a\"b\\c/d\b\f\n\r\t\x01\x1f\x7fé日😀'",
    *(Decimal("1.50"), Decimal("-0.001"), Decimal("123456789012345678901234567890.5")),
    *(date(2012, 3, 18), datetime(2012, 3, 18, 11, 30, 45, 123)),
    *(timedelta(hours=-87, seconds=-3, microseconds=-5), timedelta(hours=800)),
    *(JsonOpaque(15, b"U"), JsonOpaque(16, b"\1\2"), JsonOpaque(252, b""), JsonOpaque(7, bytes(8))),
    JsonOpaque(246, bytes.fromhex("0b0280000009 00")),  # 9.00 with more digits than it needs
    JsonOpaque(254, b"x" * 80),
    *([], {}, [[], {}], {"a": [1, {"b": None}], "bb": "x", "c\"'": 1}),
)


def type_events() -> list[Declared]:
    """Every column type with edge values and NULL; of the old types, which no server of today writes, too."""
    kind = ColumnType
    events: list[Declared] = []

    def add(spec: ColumnSpec, *values: Any) -> None:
        events.extend(inserts(spec, [*values, None]))

    add(_column(kind.TIME), timedelta(hours=838, minutes=59, seconds=59), -timedelta(hours=1, seconds=3), timedelta(0))
    add(_column(kind.DATETIME), MOMENT, IncompleteDate(), IncompleteDate(2010, 0, 0, 1, 2, 3))
    add(_column(kind.TIMESTAMP), MOMENT.replace(tzinfo=UTC), IncompleteDate())
    add(_column(kind.NEWDATE), date(2009, 2, 5), IncompleteDate(2010))
    for fsp in (0, 1, 3, 6):
        part = 1_000_000 - 10 ** (6 - fsp) if fsp else 0
        moment = MOMENT.replace(microsecond=part)
        longest = timedelta(hours=838, minutes=59, seconds=58, microseconds=part)
        add(_column(kind.TIME2, fsp=fsp), longest, -longest, -timedelta(microseconds=part), timedelta(0))
        partial_date = IncompleteDate(2010, 0, 0, 1, 2, 3, part)
        add(_column(kind.DATETIME2, fsp=fsp), moment, IncompleteDate(), partial_date)
        add(_column(kind.TIMESTAMP2, fsp=fsp), moment.replace(tzinfo=UTC), IncompleteDate())
    add(_column(kind.FLOAT), 0.0, -0.0, 1e-45, 3.4e38, 123456.0, 1234567.0, 0.0001, 0.00001)
    add(_column(kind.DOUBLE), 0.0, -0.0, 5e-324, 1e16, 1e20, 1e21, 0.0001, 0.00001, 123456789.125)
    add(_column(kind.YEAR), 0, 1901, 2155)
    add(_column(kind.VARCHAR, length=400), *(bytes((byte,)) for byte in range(256)))
    add(_column(kind.BLOB, length=2), bytes(range(256)), b"it's")
    add(_column(kind.VECTOR, length=3), bytes(12), struct.pack("<2f", -123456.789, 3e38), struct.pack("<f", 1e-30))
    add(_column(kind.JSON, length=4), *map(JsonDocument, JSON_VALUES))
    add(_column(kind.BIT, length=12), 0, 5, 4095)
    add(_column(kind.ENUM, length=1), 0, 1, 255)
    add(_column(kind.ENUM, length=2), 0, 1, 65535)
    add(_column(kind.SET, length=3), 0, 1, 65535)
    for length in (0, 1, 255, 256, 1023):
        add(_column(kind.STRING, length=length), b"x"[:length])
        add(_column(kind.VARCHAR, length=length), b"x"[:length])
    add(_column(kind.NEWDECIMAL, precision=10, scale=3), Decimal("1.5"), Decimal("-1234567.125"), Decimal(0))
    for size in (1, 2, 3, 4):
        add(_column(kind.BLOB, length=size), b"x")
    for integer, bits in ((kind.TINY, 8), (kind.SHORT, 16), (kind.INT24, 24), (kind.LONG, 32), (kind.LONGLONG, 64)):
        add(_column(integer), 1, -1, -(1 << bits - 1), (1 << bits - 1) - 1)
    return events


def _diff(operation: str, path: str, *value: Any) -> JsonDiff:
    return JsonDiff(JsonDiffOperation[operation], path, JsonDocument(value[0]) if value else None)


DIFFS: tuple[tuple[JsonDiff, ...], ...] = (
    (),
    (_diff("REPLACE", "$.a", 1),),
    (_diff("REPLACE", "$.a", 1), _diff("REPLACE", "$.b", "x")),
    (_diff("INSERT", "$.a", None), _diff("INSERT", "$[2]", True), _diff("INSERT", "$.q[3]", False)),
    (_diff("REMOVE", "$.a"), _diff("REMOVE", "$[1]")),
    (_diff("REPLACE", "$.a", {"x": 1}), _diff("INSERT", "$.a", [1, "b"])),
    (_diff("REMOVE", "$.a"), _diff("REPLACE", "$.a", 1), _diff("REMOVE", "$.a")),
    (_diff("REPLACE", '$."a b\'"', "it's"),),
    tuple(_diff("REPLACE", "$", value) for value in JSON_VALUES if not isinstance(value, JsonOpaque)),
)


def partial_update_events() -> list[Declared]:
    """PARTIAL_UPDATE_ROWS with every kind of difference."""
    specs = [
        ColumnSpec("id", ColumnType.LONG, nullable=False),
        ColumnSpec("j", ColumnType.JSON, length=4),
        ColumnSpec("k", ColumnType.JSON, length=4),
    ]
    form = RowFormat(specs)
    table = TableMap(TABLE_ID, 1, b"db", b"t", tuple(form.column_types), form.metadata, form.null_bits)
    before = RowImage((0, 1, 2), (1, JsonDocument(1), None))
    after = [RowImage((0, 1, 2), (1, JsonDiffs(diffs), JsonDocument([1])), value_options=1) for diffs in DIFFS]
    after.append(RowImage((0, 1, 2), (1, JsonDocument(2), JsonDiffs(DIFFS[2])), value_options=1))
    after.append(RowImage((0, 1, 2), (1, JsonDocument(2), None), value_options=0))
    empty = Rows(EventType.PARTIAL_UPDATE_ROWS, TABLE_ID, 1, b"", 3, b"\7", b"\7", b"")
    data = encode_rows(specs, empty, [RowChange(before, image) for image in after])
    return [table, replace(empty, rows=data)]


def row_shape_events() -> list[Declared]:
    """Extra row info of each kind, strange names, rows without columns, and rows that no Table_map describes."""
    form = RowFormat([ColumnSpec("id", ColumnType.LONG, nullable=False)])
    table = TableMap(TABLE_ID, 1, b"db", b"t", tuple(form.column_types), form.metadata, form.null_bits)
    one_row = b"\0\1\0\0\0"
    write, update, delete = EventType.WRITE_ROWS, EventType.UPDATE_ROWS, EventType.DELETE_ROWS
    named = replace(table, schema=b"a`b", table="é`".encode())
    events: list[Declared] = []
    for body in (
        Rows(write, TABLE_ID, 1, b"\0\5\0abc", 1, None, b"\1", one_row * 2),
        Rows(write, TABLE_ID, 1, b"\0\2\x40", 1, None, b"\1", one_row),
        Rows(write, TABLE_ID, 1, b"\1\7\0", 1, None, b"\1", one_row),
        Rows(update, TABLE_ID, 1, b"\1\7\0\2\0", 1, b"\1", b"\1", one_row * 4),
        Rows(delete, TABLE_ID, 1, b"\0\5\xffabc\1\7\0", 1, b"\1", None, one_row),
        Rows(write, TABLE_ID, 1, b"", 1, None, b"\0", b""),
    ):
        events += [table, body]
    events += [named, Rows(delete, TABLE_ID, 1, b"", 1, b"\1", None, one_row)]
    return [*events, Rows(write, 77, 1, b"", 1, None, b"\1", one_row)]


PROBES = {"types": type_events, "partial_updates": partial_update_events, "row_shapes": row_shape_events}
