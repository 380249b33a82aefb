"""The columns that expressions give to CREATE TABLE .. SELECT by their type alone.

Source: MySQL manual, "CREATE TABLE ... SELECT Statement"; as a 9.7.4 makes them (captured: create_select_kinds_row).
"""

from __future__ import annotations

from collections.abc import Callable

from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.sql.expressions.types import NOT_FIXED_SCALE, ExprType, Kind

# Integers that show this many digits or more become BIGINT.
INT_DIGITS = 10
# Strings that are longer, in characters, become TEXT.
LONGEST_VARCHAR = 512
# Bytes of a TEXT; what may be longer becomes a LONGTEXT.
_LONGEST_TEXT = 65535


def _int_spec(name: str, type_: ExprType, nullable: bool) -> ColumnSpec:
    if type_.bit:
        return ColumnSpec(name, ColumnType.BIT, nullable, length=type_.length)
    digits = type_.length or 21
    kind = ColumnType.LONGLONG if digits > INT_DIGITS + (not type_.unsigned) else ColumnType.LONG
    return ColumnSpec(name, kind, nullable, unsigned=type_.unsigned)


def _decimal_spec(name: str, type_: ExprType, nullable: bool) -> ColumnSpec:
    precision = min(65, max(1, type_.scale, type_.length - (2 if type_.scale else 1)))
    return ColumnSpec(
        name, ColumnType.NEWDECIMAL, nullable, unsigned=type_.unsigned, precision=precision, scale=type_.scale
    )


def _real_spec(name: str, type_: ExprType, nullable: bool) -> ColumnSpec:
    digits = (type_.length, type_.scale) if type_.scale < NOT_FIXED_SCALE else (0, 0)
    kind = ColumnType.FLOAT if type_.single else ColumnType.DOUBLE
    return ColumnSpec(name, kind, nullable, precision=digits[0], scale=digits[1])


def string_spec(name: str, type_: ExprType, nullable: bool) -> ColumnSpec:
    """VARCHAR, or a TEXT for what may be longer: of functions there are no others than TEXT and LONGTEXT."""
    width = collation_by_id(type_.collation).mbmaxlen
    if type_.length > LONGEST_VARCHAR:
        size = 2 if type_.length * width <= _LONGEST_TEXT else 4
        return ColumnSpec(name, ColumnType.BLOB, nullable, length=size, collation=type_.collation)
    return ColumnSpec(name, ColumnType.VARCHAR, nullable, length=type_.length * width, collation=type_.collation)


def text_spec(name: str, type_: ExprType, nullable: bool) -> ColumnSpec:
    """The TEXT that has room for all bytes."""
    size = type_.length * collation_by_id(type_.collation).mbmaxlen
    prefix = next((prefix for prefix in (1, 2, 3) if size < 1 << 8 * prefix), 4)
    return ColumnSpec(name, ColumnType.BLOB, nullable, length=prefix, collation=type_.collation)


def _null_spec(name: str, type_: ExprType, nullable: bool) -> ColumnSpec:
    return ColumnSpec(name, ColumnType.VARCHAR, True)


def _temporal_spec(kind: ColumnType) -> Callable[[str, ExprType, bool], ColumnSpec]:
    def spec(name: str, type_: ExprType, nullable: bool) -> ColumnSpec:
        is_timestamp = type_.kind is Kind.DATETIME and type_.field in (ColumnType.TIMESTAMP, ColumnType.TIMESTAMP2)
        made = ColumnType.TIMESTAMP2 if is_timestamp else kind  # one of several (captured: create_select_choices)
        return ColumnSpec(name, made, nullable, fsp=0 if kind is ColumnType.DATE else type_.scale)

    return spec


SPECS: dict[Kind, Callable[[str, ExprType, bool], ColumnSpec]] = {
    Kind.NULL: _null_spec,
    Kind.INT: _int_spec,
    Kind.DECIMAL: _decimal_spec,
    Kind.REAL: _real_spec,
    Kind.STRING: string_spec,
    Kind.DATE: _temporal_spec(ColumnType.DATE),
    Kind.TIME: _temporal_spec(ColumnType.TIME2),
    Kind.DATETIME: _temporal_spec(ColumnType.DATETIME2),
    Kind.YEAR: lambda name, type_, nullable: ColumnSpec(name, ColumnType.YEAR, nullable, unsigned=True),
    Kind.JSON: lambda name, type_, nullable: ColumnSpec(name, ColumnType.JSON, nullable, length=4),
}
