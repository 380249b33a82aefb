"""Bytes of columns in the server's record buffer."""

from __future__ import annotations

from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType

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
