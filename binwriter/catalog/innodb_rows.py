"""Whether the longest row of an InnoDB table fits in half a page, as the engine reckons it.

Measured with a 9.7.4 (pages of 16 KiB): how many columns of 25 types a table may have; captured: limits/sizes. Source:
MySQL manual, "InnoDB Row Formats", "Limits on Table Column Count and Row Size".
"""

from __future__ import annotations

from binwriter.catalog.limits import field_bytes
from binwriter.catalog.tables import Column, Table
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType

# By ROW_FORMAT: bytes that a row must stay below, and how much of a long column stands in it.
_DYNAMIC = (8126, 40)
_FORMATS = {"DYNAMIC": _DYNAMIC, "COMPACT": (8126, 788)}
_HEADER = 5
_HIDDEN = 6 + 7  # DB_TRX_ID, DB_ROLL_PTR
_ROW_ID = 6
_SHORT = 256  # a column that may be longer has two bytes of length, one where it stands outside
_POINTER = 20
_LONG = frozenset({ColumnType.BLOB, ColumnType.JSON, ColumnType.GEOMETRY, ColumnType.VECTOR})
_VARIABLE = _LONG | {ColumnType.VARCHAR}


def too_large_for_page(table: Table) -> tuple[int, int] | None:
    """(bytes that a row may have, bytes of a BLOB's prefix) where a row could be too large; None if it never is."""
    if table.engine.name != "InnoDB":
        return None
    row_format = next(
        (option.partition("=")[2] for option in table.options if option.startswith("ROW_FORMAT=")), "DYNAMIC"
    )
    known = _FORMATS.get(row_format if row_format != "DEFAULT" else "DYNAMIC")
    if known is None:
        return None
    most, local = known
    stored = [column for column in table.columns if column.stored or not column.generated]
    nulls = sum(column.spec.nullable for column in stored)
    size = _HEADER + (nulls + 7) // 8 + _HIDDEN + sum(_in_page(column, local) for column in stored)
    has_key = any(key.unique and not any(_may_be_null(table, part.column) for part in key.parts) for key in table.keys)
    size += 0 if has_key else _ROW_ID
    return (most, local - _POINTER if local > 2 * _POINTER else 0) if size >= most else None


def _may_be_null(table: Table, column: int) -> bool:
    return table.columns[column].spec.nullable


def _in_page(column: Column, local: int) -> int:
    """The bytes of a column's longest value in the page, with those of its length."""
    spec = column.spec
    if not _varies(spec):
        return field_bytes(spec)
    longest = local if spec.type in _LONG else spec.length
    return local + 1 if longest >= local else longest + (1 if longest < _SHORT else 2)


def _varies(spec: ColumnSpec) -> bool:
    """A CHAR does where its characters do."""
    if spec.type is not ColumnType.STRING or spec.collation == BINARY_COLLATION_ID:
        return spec.type in _VARIABLE
    charset = collation_by_id(spec.collation)
    return charset.mbminlen != charset.mbmaxlen
