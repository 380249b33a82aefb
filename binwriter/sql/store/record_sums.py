"""What CHECKSUM TABLE says of a table: the sum of its records' checksums, as a server has them in memory.

A record: the bits of NULL, then column by column its bytes; of texts, BLOBs, documents and BIT what they say without
their lengths (captured: clusters/checksums_of_tables).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from typing import Any
from zlib import crc32

from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_of_any_server
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.mysql.values.json_text import json_text
from binwriter.sql.functions.json.documents import in_order

_BEHIND_LENGTH = frozenset({ColumnType.VARCHAR, ColumnType.BLOB, ColumnType.GEOMETRY, ColumnType.VECTOR})
_VARYING = frozenset({*_BEHIND_LENGTH, ColumnType.JSON})
_BIASED = {ColumnType.TIME2: 3, ColumnType.DATETIME2: 5}  # bytes before the fraction
_OF_MOMENTS = {ColumnType.DATE: 3, ColumnType.TIMESTAMP2: 4}
_LONGEST = 16
_MASK = 0xFFFFFFFF

Bytes = Callable[[Any], bytes]


def checksum(table: Table, rows: Iterable[Sequence[Any]]) -> int:
    """The sum, in 32 bits."""
    if table.engine.insert_only:  # ARCHIVE has not written them out yet
        return 0
    parts = [_part(column) for column in table.columns]
    missing = [_missing(column, part, in_place=table.engine.two_phase) for column, part in _zipped(table, parts)]
    nullable = [index for index, column in enumerate(table.columns) if column.spec.nullable]
    nullable.sort(key=lambda index: table.columns[index].virtual)
    first = 0 if _is_packed(table) else 1
    size = (first + len(nullable) + 7) // 8
    used = (first + len(nullable)) % 8
    unused = -1 << (8 * (size - 1) + used) if size else 0  # of a last byte without room all bits are set
    total = 0
    for row in rows:
        bits = unused | first
        for place, index in enumerate(nullable, first):
            if row[index] is None:
                bits |= 1 << place
        sum_ = crc32((bits & ((1 << 8 * size) - 1)).to_bytes(size, "little")) if size else 0
        for index, part in enumerate(parts):
            value = row[index]
            sum_ = crc32(missing[index] if value is None else part(value), sum_)
        total += sum_
    return total & _MASK


def _zipped(table: Table, parts: list[Bytes]) -> Iterable[tuple[Column, Bytes]]:
    return zip(table.columns, parts, strict=True)


def _is_packed(table: Table) -> bool:
    """Whether records have lengths of their own; else their first bit says that they are not deleted."""
    asks = any(option.upper() == "ROW_FORMAT=DYNAMIC" for option in table.options)
    return asks or any(column.spec.type in _VARYING for column in table.columns)


def _part(column: Column) -> Bytes:
    """A value's bytes."""
    spec, codec = column.spec, codec_for(column.spec)
    if spec.type is ColumnType.JSON:
        return lambda value: json_text(JsonDocument(in_order(value.root))).encode()
    if spec.type is ColumnType.STRING:
        return _padded(spec)
    if spec.type in _BEHIND_LENGTH:
        prefix = (2 if spec.length > 255 else 1) if spec.type is ColumnType.VARCHAR else _prefix(spec)
        return lambda value: codec.encode(value)[prefix:]
    return codec.encode


def _prefix(spec: ColumnSpec) -> int:
    return 4 if spec.type is ColumnType.VECTOR else spec.length


def _padded(spec: ColumnSpec) -> Bytes:
    """CHAR as a record has it, with its blanks; BINARY with its zeros."""
    codec = codec_for(spec)
    prefix = 2 if spec.length > 255 else 1
    pad = b"\0" if spec.collation == BINARY_COLLATION_ID else collation_of_any_server(spec.collation).encode(" ")
    return lambda value: _filled(codec.encode(value)[prefix:], pad, spec.length)


def _filled(data: bytes, pad: bytes, length: int) -> bytes:
    return data + pad * ((length - len(data)) // len(pad))


def _missing(column: Column, part: Bytes, *, in_place: bool) -> bytes:
    """What stands where NULL is: in InnoDB the column's DEFAULT, in others nothing."""
    default = column.default if column.default_kind is DefaultKind.LITERAL else None
    if in_place and default is not None and column.spec.type not in (ColumnType.BLOB, ColumnType.JSON):
        return part(default)
    return _nothing(column.spec)


def _nothing(spec: ColumnSpec) -> bytes:
    if spec.type in _VARYING:
        return b"null" if spec.type is ColumnType.JSON else b""
    if spec.type is ColumnType.STRING:
        return _padded(spec)("" if spec.collation != BINARY_COLLATION_ID else b"")
    if spec.type is ColumnType.NEWDECIMAL:
        return codec_for(spec).encode(Decimal(0))
    fraction = (spec.fsp + 1) // 2
    if spec.type in _BIASED:  # zero is in the middle of what the bytes say
        whole = _BIASED[spec.type]
        return (1 << (8 * whole - 1)).to_bytes(whole, "big") + bytes(fraction)
    if spec.type in _OF_MOMENTS:
        return bytes(_OF_MOMENTS[spec.type] + fraction)
    return bytes(codec_for(spec).decode(bytes(_LONGEST), 0)[1])
