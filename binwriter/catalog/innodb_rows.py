"""Whether the longest row of an InnoDB table fits in half a page, as the engine reckons it.

Measured with a 9.7.4 (pages of 16 KiB): how many columns of 25 types a table may have; captured: limits/sizes. Source:
MySQL manual, "InnoDB Row Formats", "Limits on Table Column Count and Row Size".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from binwriter.catalog.field_sizes import field_bytes
from binwriter.errors import MySQLError
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.row_image import RowFormat
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.mysql.engines import Engine
from binwriter.mysql.messages.table import mysql_error


class Column(Protocol):
    """What counts of a `tables.Column`."""

    @property
    def spec(self) -> ColumnSpec: ...
    @property
    def virtual(self) -> bool: ...


class Table(Protocol):
    """What counts of a `tables.Table`, which asks this module."""

    @property
    def columns(self) -> Sequence[Column]: ...
    @property
    def keys(self) -> Sequence[Any]: ...
    @property
    def engine(self) -> Engine: ...
    @property
    def options(self) -> Sequence[str]: ...
    @property
    def row_format(self) -> RowFormat: ...


@dataclass(frozen=True)
class _Format:
    """most: bytes that a row must stay below; local: how much of a long column stands in it. header: of a row; offsets:
    bytes for each field, in place of lengths and bits of NULLs."""

    most: int
    local: int
    header: int = 5
    offsets: int = 0


_DYNAMIC = _Format(8126, 40)
_FORMATS = {"DYNAMIC": _DYNAMIC, "COMPACT": _Format(8126, 788), "REDUNDANT": _Format(8123, 788, 6, 2)}
_HIDDEN = 6 + 7  # DB_TRX_ID, DB_ROLL_PTR
_ROW_ID = 6
_SHORT = 256  # a column that may be longer has two bytes of length, one where it stands outside
_POINTER = 20
_ONE_BYTE = 128  # lengths from here on have two, in columns that may be longer than 255 bytes
_LONG = frozenset({ColumnType.BLOB, ColumnType.JSON, ColumnType.GEOMETRY, ColumnType.VECTOR})
_VARIABLE = _LONG | {ColumnType.VARCHAR}


def too_large_for_page(table: Table) -> tuple[int, int] | None:
    """(bytes that a row may have, bytes of a BLOB's prefix) where a row could be too large; None if it never is."""
    kept = _format_of(table)
    if kept is None:
        return None
    size = _beside_columns(table, kept) + sum(_in_page(column, kept) for column in _stored(table))
    return _told(kept) if size >= kept.most else None


def too_large_error(most: int, prefix: int) -> MySQLError:
    """ER_TOO_BIG_ROW_OF_PAGE as it is told of definitions and of rows."""
    advice = "or using ROW_FORMAT=DYNAMIC or ROW_FORMAT=COMPRESSED " if prefix else ""
    return mysql_error("ER_TOO_BIG_ROW_OF_PAGE", most, advice, prefix)


def may_outgrow_page(table: Table) -> bool:
    """Whether a row's values decide on it: short columns that are long enough together are let in."""
    kept = _format_of(table)
    if kept is None:
        return False
    longest = sum(max(_in_page(column, kept), _longest(column, kept)) for column in _stored(table))
    return _beside_columns(table, kept) + longest >= kept.most


def row_too_large(table: Table, row: Sequence[ColumnValue]) -> tuple[int, int] | None:
    """As `too_large_for_page`, of a row as it is (captured: clusters/rows_beyond_a_page)."""
    kept = _format_of(table)
    if kept is None:
        return None
    size = _beside_columns(table, kept)
    for column, value, codec in zip(table.columns, row, table.row_format.codecs, strict=True):
        if column.virtual:
            continue
        if not _varies(column.spec):
            size += field_bytes(column.spec) if value is not None or kept.offsets else 0
        elif value is not None:
            length = max(len(codec.encode(value)) - _length_bytes(column.spec), _least(column.spec))
            size += _value_in_page(column.spec, length, kept)
    return _told(kept) if size >= kept.most else None


def _format_of(table: Table) -> _Format | None:
    if table.engine.name != "InnoDB":
        return None
    row_format = next(
        (option.partition("=")[2] for option in table.options if option.startswith("ROW_FORMAT=")), "DYNAMIC"
    )
    return _FORMATS.get(row_format if row_format != "DEFAULT" else "DYNAMIC")


def _told(kept: _Format) -> tuple[int, int]:
    return kept.most, kept.local - _POINTER if kept.local > 2 * _POINTER else 0


def _stored(table: Table) -> list[Column]:
    return [column for column in table.columns if not column.virtual]


def _beside_columns(table: Table, kept: _Format) -> int:
    """What a row has beside its columns."""
    stored = _stored(table)
    has_key = any(key.unique and not any(_may_be_null(table, part.column) for part in key.parts) for key in table.keys)
    size = kept.header + _HIDDEN + (0 if has_key else _ROW_ID)
    if kept.offsets:
        return size + kept.offsets * (len(stored) + (2 if has_key else 3))
    return size + (sum(column.spec.nullable for column in stored) + 7) // 8


def _may_be_null(table: Table, column: int) -> bool:
    return table.columns[column].spec.nullable


def _in_page(column: Column, kept: _Format) -> int:
    """The bytes of a column's longest value in the page, with those of its length."""
    spec = column.spec
    if not _varies(spec):
        return field_bytes(spec)
    longest = kept.local if spec.type in _LONG else spec.length
    if kept.offsets:
        return min(longest, kept.local)
    return kept.local + 1 if longest >= kept.local else longest + (1 if longest < _SHORT else 2)


def _longest(column: Column, kept: _Format) -> int:
    """The same as far as its value stands there: one that is short as such stays, however long it is."""
    spec = column.spec
    return spec.length + 1 if _varies(spec) and not _goes_outside(spec) else _in_page(column, kept) + 1


def _value_in_page(spec: ColumnSpec, length: int, kept: _Format) -> int:
    outside = _goes_outside(spec) and length > kept.local
    if kept.offsets:
        return kept.local if outside else length
    if outside:
        return _POINTER + 2 + (kept.local - _POINTER if kept.local > 2 * _POINTER else 0)
    return length + (1 if not _goes_outside(spec) or length < _ONE_BYTE else 2)


def _goes_outside(spec: ColumnSpec) -> bool:
    return spec.type in _LONG or spec.length >= _SHORT


def _length_bytes(spec: ColumnSpec) -> int:
    """Of a value as row events have it."""
    return spec.length if spec.type in _LONG else 1 if spec.length < _SHORT else 2


def _least(spec: ColumnSpec) -> int:
    """A CHAR has a byte for each character at least."""
    return spec.length // collation_by_id(spec.collation).mbmaxlen if spec.type is ColumnType.STRING else 0


def _varies(spec: ColumnSpec) -> bool:
    """A CHAR does where its characters do."""
    if spec.type is not ColumnType.STRING or spec.collation == BINARY_COLLATION_ID:
        return spec.type in _VARIABLE
    charset = collation_by_id(spec.collation)
    return charset.mbminlen != charset.mbmaxlen
