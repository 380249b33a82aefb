"""Corruptions of Table_map and rows events: columns, bitmaps, and cells that no value has."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import replace

from binwriter.formats.collations import COLLATIONS
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.row_image import RowImage
from binwriter.formats.columns.rows_data import RowChange, decode_rows, encode_rows
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import specs_from_table_map
from binwriter.formats.columns.values import CellValue, JsonDiffs, StoredCell
from binwriter.formats.constants import ColumnType, EventType
from binwriter.formats.errors import CorruptLogError
from binwriter.formats.events import Rows, TableMap
from binwriter.formats.events.rows import ROWS_PRE_GA, ROWS_V1
from binwriter.formats.malformed.corruption import Corruption, CorruptionError, Subject
from binwriter.formats.primitives import PackedInt, bitmap_size

_TABLE_MAP = frozenset({EventType.TABLE_MAP})
_V2 = frozenset(
    {EventType.WRITE_ROWS, EventType.UPDATE_ROWS, EventType.DELETE_ROWS, EventType.PARTIAL_UPDATE_ROWS},
)
_ROWS = ROWS_PRE_GA | ROWS_V1 | _V2

_NO_SUCH_COLUMN_TYPE = 200
# neither a length nor what begins one
_BAD_PACKED = b"\xff"
_HUGE_PACKED = b"\xfe" + b"\xff" * 8
_TABLE_ID_SIZE = 6
_FLAGS_SIZE = 2

# the cell's bytes, prefix included -> wrong ones
Spoil = Callable[[ColumnSpec, bytes], bytes | None]


def _table_map(subject: Subject) -> TableMap:
    if not isinstance(subject.body, TableMap):
        raise CorruptionError(f"the layout of the event at {subject.position} is not known")
    return subject.body


def _rows(subject: Subject) -> Rows:
    if not isinstance(subject.body, Rows):
        raise CorruptionError(f"the layout of the event at {subject.position} is not known")
    return subject.body


# --- Table_map ---


def _count_offset(body: TableMap) -> int:
    """Behind table id, flags, and two names, each with a length before it and a zero byte behind it."""
    return body.table_id_size + _FLAGS_SIZE + len(body.schema) + len(body.table) + 4


def _other_count(subject: Subject, packed: bytes) -> bytes:
    body = _table_map(subject)
    return subject.with_bytes(_count_offset(body), packed, len(PackedInt.encode(len(body.column_types))))


def table_map_columns(subject: Subject) -> bytes:
    return _other_count(subject, PackedInt.encode(len(_table_map(subject).column_types) + 1 + subject.below(100)))


def column_type(subject: Subject) -> bytes:
    body = _table_map(subject)
    types = list(body.column_types)
    if not types:
        raise CorruptionError(f"the table at {subject.position} has no columns")
    types[subject.below(len(types))] = _NO_SUCH_COLUMN_TYPE
    return subject.with_body(replace(body, column_types=tuple(types)).build())


def column_metadata(subject: Subject) -> bytes:
    body = _table_map(subject)
    if not body.metadata:
        raise CorruptionError(f"no column of the table at {subject.position} has parameters")
    return subject.with_body(replace(body, metadata=body.metadata[:-1]).build())


def _optional_metadata(subject: Subject) -> bytes:
    body = _table_map(subject)
    if not body.optional_metadata:
        raise CorruptionError(f"the table at {subject.position} has no optional metadata")
    last = body.optional_metadata[-1]
    start = len(subject.body_bytes) - len(last.value) - len(PackedInt.encode(len(last.value)))
    return subject.with_bytes(start, b"\xfa", len(PackedInt.encode(len(last.value))))


# --- rows ---


def rows_columns(subject: Subject) -> bytes:
    """One column more than the table has; the bitmaps are as long as that count needs, the rows are as they were."""
    body = _rows(subject)
    size = bitmap_size(body.column_count + 1)
    changed = replace(
        body,
        column_count=body.column_count + 1,
        columns_before=body.columns_before and body.columns_before.ljust(size, b"\xff"),
        columns_after=body.columns_after and body.columns_after.ljust(size, b"\xff"),
    )
    return subject.with_body(changed.build())


def unknown_table_id(subject: Subject) -> bytes:
    body = _rows(subject)
    other = max((*subject.tables, body.table_id)) + 1 + subject.below(1000)
    return subject.with_body(replace(body, table_id=other).build())


def rows_cut(subject: Subject) -> bytes:
    body = _rows(subject)
    if not body.rows:
        raise CorruptionError(f"the event at {subject.position} has no rows")
    return subject.with_body(replace(body, rows=body.rows[:-1]).build())


def _extra_length(length: int) -> Callable[[Subject], bytes]:
    def make(subject: Subject) -> bytes:
        return subject.with_bytes(_rows(subject).table_id_size + _FLAGS_SIZE, length.to_bytes(2, "little"))

    return make


# --- cells ---


def _cell(
    kinds: Sequence[ColumnType], spoil: Callable[[ColumnSpec, bytes], bytes | None]
) -> Callable[[Subject], bytes]:
    """Another cell in the first row that has one of these types. spoil: the wrong cell, or None to leave this one."""

    def make(subject: Subject) -> bytes:
        body = _rows(subject)
        specs = _specs(subject, body)
        changes = list(_decoded(subject, specs, body))
        for number, change in enumerate(changes):
            for name in ("before", "after"):
                image = getattr(change, name)
                wrong = image and _spoilt(image, specs, kinds, spoil)
                if wrong:
                    changes[number] = replace(change, **{name: wrong})
                    return subject.with_body(replace(body, rows=encode_rows(specs, body, changes)).build())
        kinds_text = ", ".join(kind.name for kind in kinds)
        raise CorruptionError(
            f"the rows at {subject.position} have no cell of type {kinds_text} that can be made wrong"
        )

    return make


def _spoilt(image: RowImage, specs: Sequence[ColumnSpec], kinds: Sequence[ColumnType], spoil: Spoil) -> RowImage | None:
    """The image with its first such cell made wrong; None if it has none."""
    for index, (column, value) in enumerate(zip(image.columns, image.values, strict=True)):
        if specs[column].type in kinds and value is not None and not isinstance(value, JsonDiffs):
            wrong = spoil(specs[column], _stored(specs[column], value))
            if wrong is not None:
                return replace(image, values=(*image.values[:index], StoredCell(wrong), *image.values[index + 1 :]))
    return None


def _stored(spec: ColumnSpec, value: CellValue) -> bytes:
    return value.stored if isinstance(value, StoredCell) else codec_for(spec).encode(value)


def _specs(subject: Subject, body: Rows) -> tuple[ColumnSpec, ...]:
    table = subject.tables.get(body.table_id)
    if table is None:
        raise CorruptionError(f"no Table_map describes the rows at {subject.position}")
    optional = [(field.type, field.value) for field in table.optional_metadata]
    try:
        return specs_from_table_map(table.column_types, table.metadata, table.null_bits, optional)
    except CorruptLogError as error:
        raise CorruptionError(f"the Table_map before {subject.position} is damaged already: {error}") from error


def _decoded(subject: Subject, specs: Sequence[ColumnSpec], body: Rows) -> tuple[RowChange, ...]:
    try:
        return decode_rows(specs, body)
    except CorruptLogError as error:
        raise CorruptionError(f"the rows at {subject.position} are damaged already: {error}") from error


def _date(spec: ColumnSpec, stored: bytes) -> bytes:
    """In month 15."""
    return (2024 << 9 | 15 << 5 | 1).to_bytes(len(stored), "little")


def _time(spec: ColumnSpec, stored: bytes) -> bytes:
    """At minute 63, not negative: the minutes stand 6 bits from the end of five bytes (DATETIME) or three (TIME)."""
    whole = 5 if spec.type is ColumnType.DATETIME2 else 3
    number = int.from_bytes(stored[:whole], "big") | 1 << (8 * whole - 1) | 63 << 6
    return number.to_bytes(whole, "big") + stored[whole:]


def _json(document: bytes) -> Callable[[ColumnSpec, bytes], bytes]:
    return lambda spec, stored: len(document).to_bytes(spec.length, "little") + document


def _enum(spec: ColumnSpec, stored: bytes) -> bytes | None:
    highest = (1 << 8 * len(stored)) - 1
    return highest.to_bytes(len(stored), "little") if 0 < len(spec.members) < highest else None


def _text(spec: ColumnSpec, stored: bytes) -> bytes | None:
    """Bytes that UTF-8 never has."""
    prefix = spec.length if spec.type is ColumnType.BLOB else 1 + (spec.length > 255)
    if not COLLATIONS[spec.collation].charset.startswith("utf8") or len(stored) == prefix:
        return None
    return stored[:prefix] + b"\xff" * (len(stored) - prefix)


def _string_length(spec: ColumnSpec, stored: bytes) -> bytes:
    prefix = 1 + (spec.length > 255)
    return b"\xff" * prefix + stored[prefix:]


def _vector(spec: ColumnSpec, stored: bytes) -> bytes | None:
    prefix = 4
    length = len(stored) - prefix
    return (length - 1).to_bytes(prefix, "little") + stored[prefix:-1] if length > 1 else None


_JSON = (ColumnType.JSON,)
_TEXT = (ColumnType.VARCHAR, ColumnType.STRING, ColumnType.BLOB)

# In MySQL's binary JSON: an object of one member and 65535 bytes; an unknown type; an array whose one element is an
# array at offset 0, that is, itself.
_JSON_TOO_LONG = b"\x00" + struct.pack("<HH", 1, 0xFFFF)
_JSON_UNKNOWN = b"\x77\x00\x00\x00"
_JSON_LOOP = b"\x02" + struct.pack("<HHBH", 1, 7, 2, 0)

ROWS = (
    Corruption(
        "table-map-columns", "the Table_map's column count is more than its types", table_map_columns, _TABLE_MAP
    ),
    Corruption("column-type", "a column of the Table_map has a type that no server has", column_type, _TABLE_MAP),
    Corruption(
        "column-metadata", "the Table_map's metadata is a byte shorter than its types need", column_metadata, _TABLE_MAP
    ),
    Corruption(
        "optional-metadata",
        "a field of the Table_map's optional metadata goes past the event's end",
        _optional_metadata,
        _TABLE_MAP,
    ),
    Corruption(
        "packed-length",
        "the Table_map's column count begins with ff, as no packed integer does",
        lambda subject: _other_count(subject, _BAD_PACKED),
        _TABLE_MAP,
    ),
    Corruption(
        "packed-length-huge",
        "the Table_map announces 2^64-1 columns: nobody should allocate them",
        lambda subject: _other_count(subject, _HUGE_PACKED),
        _TABLE_MAP,
    ),
    Corruption("rows-columns", "the rows event has a column more than its Table_map", rows_columns, _ROWS),
    Corruption("unknown-table-id", "rows of a table id that no Table_map announced", unknown_table_id, _ROWS),
    Corruption("rows-cut", "the last row lacks its last byte; size and checksum agree", rows_cut, _ROWS),
    Corruption("extra-info-zero", "the extra row info's length does not count itself", _extra_length(0), _V2),
    Corruption("extra-info-long", "the extra row info goes past the event's end", _extra_length(0xFFFF), _V2),
    Corruption(
        "decimal-cell",
        "a DECIMAL whose groups of digits are greater than their digits allow",
        _cell((ColumnType.NEWDECIMAL,), lambda spec, stored: b"\xff" * len(stored)),
        _ROWS,
    ),
    Corruption("date-cell", "a DATE in month 15", _cell((ColumnType.DATE,), _date), _ROWS),
    Corruption(
        "time-cell", "a DATETIME or TIME at minute 63", _cell((ColumnType.DATETIME2, ColumnType.TIME2), _time), _ROWS
    ),
    Corruption("json-cell", "a JSON document that goes past its own end", _cell(_JSON, _json(_JSON_TOO_LONG)), _ROWS),
    Corruption("json-type", "a JSON document of an unknown type", _cell(_JSON, _json(_JSON_UNKNOWN)), _ROWS),
    Corruption(
        "json-loop", "a JSON array that contains itself: nobody should loop", _cell(_JSON, _json(_JSON_LOOP)), _ROWS
    ),
    Corruption(
        "enum-cell",
        "a member that the ENUM has not (told by binlog_row_metadata=FULL)",
        _cell((ColumnType.ENUM,), _enum),
        _ROWS,
    ),
    Corruption("text-cell", "a string that is no UTF-8 in a column that is", _cell(_TEXT, _text), _ROWS),
    Corruption(
        "string-length",
        "a string whose length goes into or past the cells that follow",
        _cell((ColumnType.VARCHAR, ColumnType.STRING), _string_length),
        _ROWS,
    ),
    Corruption(
        "vector-cell", "a VECTOR that is no whole number of floats", _cell((ColumnType.VECTOR,), _vector), _ROWS
    ),
)
