"""Sizes that definitions must keep to: names, in characters; key parts and whole rows of tables, in bytes."""

from __future__ import annotations

from collections.abc import Sequence

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.messages import mysql_error
from binwriter.schema import Column

MAX_ROW_BYTES = 65535
_LONGEST_NAME = 64  # characters
_SHOWN_OF_STRING = 70

_FIXED_BYTES = {
    ColumnType.TINY: 1,
    ColumnType.SHORT: 2,
    ColumnType.INT24: 3,
    ColumnType.LONG: 4,
    ColumnType.LONGLONG: 8,
    ColumnType.FLOAT: 4,
    ColumnType.DOUBLE: 8,
    ColumnType.YEAR: 1,
    ColumnType.DATE: 3,
}
_TEMPORAL_BYTES = {ColumnType.TIME2: 3, ColumnType.DATETIME2: 5, ColumnType.TIMESTAMP2: 4}
_POINTER_BYTES = 8  # a BLOB's row holds its length and a pointer
_DIGITS_TO_BYTES = (0, 1, 1, 2, 2, 3, 3, 4, 4, 4)  # DECIMAL: nine digits in four bytes


def field_bytes(spec: ColumnSpec) -> int:
    """Bytes of a column in the server's record buffer (MySQL manual, "Data Type Storage Requirements")."""
    fixed = _FIXED_BYTES.get(spec.type)
    if fixed is not None:
        return fixed
    if spec.type in _TEMPORAL_BYTES:
        return _TEMPORAL_BYTES[spec.type] + (spec.fsp + 1) // 2
    match spec.type:
        case ColumnType.NEWDECIMAL:
            whole, fraction = spec.precision - spec.scale, spec.scale
            return sum(digits // 9 * 4 + _DIGITS_TO_BYTES[digits % 9] for digits in (whole, fraction))
        case ColumnType.STRING:
            return spec.length
        case ColumnType.VARCHAR:
            return spec.length + (1 if spec.length < 256 else 2)
        case ColumnType.BIT:
            return (spec.length + 7) // 8
        case ColumnType.ENUM:
            return 1 if len(spec.members) < 256 else 2
        case ColumnType.SET:
            size = (len(spec.members) + 7) // 8
            return 8 if size > 4 else size
        case ColumnType.VECTOR:
            return _POINTER_BYTES + 4
        case _:
            return _POINTER_BYTES + spec.length


def key_part_bytes(spec: ColumnSpec, length: int) -> int:
    """Bytes of a column, or of its prefix of so many characters, in a key; a VARCHAR's length bytes do not count."""
    if length:
        width = 1 if spec.collation == BINARY_COLLATION_ID else collation_by_id(spec.collation).mbmaxlen
        return length * width
    return spec.length if spec.type is ColumnType.VARCHAR else field_bytes(spec)


def check_row_size(columns: Sequence[Column]) -> None:
    """ER_TOO_BIG_ROWSIZE when the columns, with a bit for each that may be NULL, need more than 65535 bytes."""
    null_bits = sum(column.spec.nullable for column in columns)
    total = sum(field_bytes(column.spec) for column in columns) + (null_bits + 7) // 8
    if total > MAX_ROW_BYTES:
        raise mysql_error("ER_TOO_BIG_ROWSIZE", MAX_ROW_BYTES)


def check_length(name: str, most: int = _LONGEST_NAME, what: str = "") -> None:
    """ER_TOO_LONG_IDENT for the name of an object; ER_WRONG_STRING_LENGTH for what is no object.

    most: characters. what: a string that has its own error, user name say.
    """
    if len(name) <= most:
        return
    if what:
        raise mysql_error("ER_WRONG_STRING_LENGTH", name[:_SHOWN_OF_STRING], what, most)
    raise mysql_error("ER_TOO_LONG_IDENT", name)
