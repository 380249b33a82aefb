"""Columns as expressions: the static type of a ColumnSpec, and the way from a stored value to an expression value."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from binwriter.catalog.tables import Column
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.expressions.moments.timezone import session_zone, to_local
from binwriter.sql.expressions.types import (
    NO_MEMBER,
    NOT_FIXED_SCALE,
    Coercibility,
    ExprType,
    Kind,
    MemberText,
)

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext

# digits that an integer type shows at most, sign included
_INTEGER_LENGTHS = {
    ColumnType.TINY: 4,
    ColumnType.SHORT: 6,
    ColumnType.INT24: 9,
    ColumnType.LONG: 11,
    ColumnType.LONGLONG: 20,
}


def _integer(spec: ColumnSpec) -> ExprType:
    return ExprType(Kind.INT, unsigned=spec.unsigned, length=_INTEGER_LENGTHS[spec.type])


def _string(spec: ColumnSpec) -> ExprType:
    """TINYTEXT to LONGTEXT count as many characters as they have room for bytes (captured: create_table_texts_row). Of
    a TEXT or BLOB column that is no number nothing is said (captured: long_texts_as_numbers)."""
    if spec.type is ColumnType.BLOB:
        length = (1 << 8 * spec.length) - 1
    elif spec.type is ColumnType.GEOMETRY:
        length = 0
    else:
        length = spec.length // collation_by_id(spec.collation).mbmaxlen
    return ExprType(
        Kind.STRING,
        length=length,
        collation=spec.collation,
        coercibility=Coercibility.IMPLICIT,
        of_column=True,
        unquestioned=spec.type in (ColumnType.BLOB, ColumnType.GEOMETRY, ColumnType.VECTOR),
    )


def _real(spec: ColumnSpec, length: int) -> ExprType:
    """FLOAT and DOUBLE; with (M,D) a value has D digits."""
    scale, width = (spec.scale, spec.precision) if spec.precision else (NOT_FIXED_SCALE, length)
    return ExprType(Kind.REAL, scale=scale, length=width, single=spec.type is ColumnType.FLOAT, of_column=True)


def _member(spec: ColumnSpec) -> ExprType:
    length = max((len(member) for member in spec.members), default=0)
    field = ColumnType.SET if spec.type is ColumnType.SET and spec.collation != BINARY_COLLATION_ID else None
    coercibility = Coercibility.IMPLICIT
    return ExprType(
        Kind.STRING, length=length, collation=spec.collation, coercibility=coercibility, member=True, field=field
    )


_TYPES: dict[ColumnType, Callable[[ColumnSpec], ExprType]] = {
    **dict.fromkeys(_INTEGER_LENGTHS, _integer),
    ColumnType.YEAR: lambda spec: ExprType(Kind.YEAR, unsigned=True, length=4, of_column=True),
    ColumnType.BIT: lambda spec: ExprType(Kind.INT, unsigned=True, length=spec.length, bit=True),
    ColumnType.FLOAT: lambda spec: _real(spec, 12),
    ColumnType.DOUBLE: lambda spec: _real(spec, 22),
    ColumnType.NEWDECIMAL: lambda spec: ExprType(
        Kind.DECIMAL,
        unsigned=spec.unsigned,
        scale=spec.scale,
        length=spec.precision + (2 if spec.scale else 1),
        whole=spec.precision - spec.scale,
    ),
    **dict.fromkeys((ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB, ColumnType.GEOMETRY), _string),
    **dict.fromkeys((ColumnType.ENUM, ColumnType.SET), _member),
    ColumnType.DATE: lambda spec: ExprType(Kind.DATE, length=10),
    ColumnType.TIME2: lambda spec: ExprType(Kind.TIME, scale=spec.fsp, length=10),
    **dict.fromkeys(
        (ColumnType.DATETIME2, ColumnType.TIMESTAMP2), lambda spec: ExprType(Kind.DATETIME, scale=spec.fsp, length=19)
    ),
    ColumnType.JSON: lambda spec: ExprType(
        Kind.JSON, collation=46, coercibility=Coercibility.IMPLICIT, source=spec.name
    ),
}


def column_type(spec: ColumnSpec) -> ExprType:
    """The static type of a column's value in an expression."""
    column = ColumnType.NEWDATE if spec.type is ColumnType.DATE else spec.type
    type_ = replace(_TYPES.get(spec.type, _string)(spec), column=column)
    if type_.binary or type_.kind.temporal:
        return replace(type_, field=_BLOBS[spec.length] if spec.type is ColumnType.BLOB else _FIELDS.get(spec.type))
    return type_


_BLOBS = {1: ColumnType.TINY_BLOB, 2: ColumnType.BLOB, 3: ColumnType.MEDIUM_BLOB, 4: ColumnType.LONG_BLOB}
_FIELDS = {
    ColumnType.DATE: ColumnType.DATE,
    ColumnType.TIME2: ColumnType.TIME,
    ColumnType.DATETIME2: ColumnType.DATETIME,
    ColumnType.TIMESTAMP2: ColumnType.TIMESTAMP,
    **{one: one for one in (ColumnType.STRING, ColumnType.VARCHAR, ColumnType.GEOMETRY, ColumnType.VECTOR)},
}


def type_of_column(column: Column) -> ExprType:
    """The same of a table's column: in functions the numbers of ZEROFILL are texts of one width (captured:
    zerofilled_texts)."""
    type_ = column_type(column.spec)
    if column.spec.type is ColumnType.STRING and not type_.binary:
        return replace(type_, padded=column.spec.length)
    if (type_.kind is Kind.INT or type_.single) and column.display_width > type_.length:
        type_ = replace(type_, length=column.display_width)
    return replace(type_, zeros=_number_width(column)) if column.zerofill else type_


def shown_type(column: Column, context: StatementContext) -> ExprType:
    """The same where its value is shown as text: a REAL's goes by the server's version."""
    type_ = type_of_column(column)
    return type_ if context.variables.behaviour.shortest_reals else replace(type_, printed=type_.kind is Kind.REAL)


def _number_width(column: Column) -> int:
    spec = column.spec
    if spec.type in _INTEGER_LENGTHS:
        return column.display_width or _INTEGER_LENGTHS[spec.type] - (spec.type is not ColumnType.LONGLONG)
    if spec.type is ColumnType.NEWDECIMAL:
        return spec.precision + (spec.scale > 0)
    return spec.precision or _TYPES[spec.type](spec).length


def _timestamp(spec: ColumnSpec) -> Callable[[StatementContext, Any], Any]:
    def read(context: StatementContext, value: Any) -> Any:
        if isinstance(value, datetime):
            return to_local(value, context)
        if value is not None:  # the zero date asks for the zone as well (captured: zones_of_copied_moments)
            session_zone(context)
        return value

    return read


def _enum(spec: ColumnSpec) -> Callable[[StatementContext, Any], Any]:
    texts = (NO_MEMBER, *(MemberText(member, index) for index, member in enumerate(spec.members, 1)))
    return lambda context, value: value if value is None else texts[value]


def _set(spec: ColumnSpec) -> Callable[[StatementContext, Any], Any]:
    def read(context: StatementContext, value: Any) -> Any:
        return None if value is None else MemberText(member_text(spec, value), value)

    return read


def padded_reader(spec: ColumnSpec) -> Callable[[StatementContext, Any], Any] | None:
    """How PAD_CHAR_TO_FULL_LENGTH has a column read: CHAR as it is stored; None for other types (captured:
    char_padded)."""
    if spec.type is not ColumnType.STRING or spec.collation == BINARY_COLLATION_ID:
        return None
    width = spec.length // collation_by_id(spec.collation).mbmaxlen
    return lambda context, value: value.ljust(width) if isinstance(value, str) else value


def member_text(spec: ColumnSpec, value: int) -> str:
    """What the number of an ENUM or SET stands for; nothing for one that is no member's."""
    if spec.type is ColumnType.ENUM:
        return spec.members[value - 1] if 0 < value <= len(spec.members) else ""
    return ",".join(member for bit, member in enumerate(spec.members) if value >> bit & 1)


_READERS: dict[ColumnType, Callable[[ColumnSpec], Callable[[StatementContext, Any], Any]]] = {
    ColumnType.TIMESTAMP2: _timestamp,
    ColumnType.ENUM: _enum,
    ColumnType.SET: _set,
}


def reader(spec: ColumnSpec) -> Callable[[StatementContext, Any], Any] | None:
    """How a stored value becomes an expression value; None when it already is one."""
    make = _READERS.get(spec.type)
    return make(spec) if make else None
