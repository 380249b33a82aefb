"""What ALTER TABLE makes of a value whose column changes its type.

A server copies from field to field, which is not what INSERT .. SELECT does: large columns, members and moments are
given texts, bits are numbers, documents are their texts (captured: tests/golden/values/altered.txt.xz).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from binwriter.catalog.tables import Column
from binwriter.errors import MySQLError
from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.values import ColumnValue, JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import Diagnostic
from binwriter.mysql.values.json_text import json_text
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.assign import assigned_value
from binwriter.sql.expressions.coercion import to_decimal, to_int, truncated
from binwriter.sql.expressions.columns import column_type, reader, shown_type
from binwriter.sql.expressions.numbers import INT64_MAX, INT64_MIN, UINT64_MASK, UINT64_MAX, round_decimal
from binwriter.sql.expressions.types import DEFAULT_COLLATION_ID, ExprType, Kind
from binwriter.sql.store import store
from binwriter.sql.store.documents import named_with_table
from binwriter.sql.store.target import Target

_LARGE = frozenset({ColumnType.BLOB, ColumnType.JSON, ColumnType.GEOMETRY, ColumnType.VECTOR})
_TEXTS = frozenset({ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB})
_MEMBERS = frozenset({ColumnType.ENUM, ColumnType.SET})
_MOMENTS = frozenset({ColumnType.DATE, ColumnType.TIME2, ColumnType.DATETIME2, ColumnType.TIMESTAMP2})
_DATES = frozenset({ColumnType.DATETIME2, ColumnType.TIMESTAMP2})
_INTEGERS = frozenset({ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG})
_WHOLE = _INTEGERS | {ColumnType.YEAR, ColumnType.BIT}
_NUMBERS = _INTEGERS | {ColumnType.NEWDECIMAL, ColumnType.FLOAT, ColumnType.DOUBLE, ColumnType.YEAR}
_BINARY = frozenset({ColumnType.GEOMETRY, ColumnType.VECTOR})
_NUMBER_BYTES = 4  # of a VECTOR
_TEXT = ExprType(Kind.STRING, collation=DEFAULT_COLLATION_ID)
_BYTES = ExprType(Kind.STRING, collation=BINARY_COLLATION_ID)


def converted_value(value: ColumnValue, before: Column, after: Column, context: StatementContext) -> ColumnValue:
    """A value under a column's new definition. value: as the old column keeps it, never NULL. MySQLError as `store`."""
    read = reader(before.spec)
    shown = value if read is None else read(context, value)
    if after.spec.type is ColumnType.JSON:
        return _document(shown, before, after, context)
    if isinstance(shown, Decimal | float) and after.spec.type in _WHOLE:
        return _whole(shown, before, after, context)
    if after.spec.type is ColumnType.VECTOR and type(value) is bytes and before.spec.type in _LARGE:
        return _vector(value, after, context)
    taken, type_ = _taken(shown, before, after, context)
    return store(
        after, assigned_value(taken, type_, after.spec, context, altered=True), context, as_error=context.strict
    )


def _document(shown: Any, before: Column, after: Column, context: StatementContext) -> ColumnValue:
    """Of a text, whatever the type was; the table is named as it is while it is made."""
    taken, type_ = _taken(shown, before, after, context)
    try:
        return store(
            after, assigned_value(taken, type_, after.spec, context, altered=True), context, as_error=context.strict
        )
    except MySQLError as error:
        raise named_with_table(error, after.name, context.name_of_copy) from None


def _vector(value: bytes, after: Column, context: StatementContext) -> ColumnValue:
    """The bytes as they are, be they numbers or not."""
    if len(value) <= _NUMBER_BYTES * after.spec.length:
        return value
    target = Target(after.spec, context, context.strict)
    target.report("ER_DATA_TOO_LONG" if context.strict else "WARN_DATA_TRUNCATED")
    return value[: _NUMBER_BYTES * after.spec.length]


def _time_of(moment: datetime) -> timedelta:
    return timedelta(hours=moment.hour, minutes=moment.minute, seconds=moment.second, microseconds=moment.microsecond)


def _taken(shown: Any, before: Column, after: Column, context: StatementContext) -> tuple[Any, ExprType]:
    """What the new column is given, and its type."""
    old, new, type_ = before.spec.type, after.spec.type, column_type(before.spec)
    if old is ColumnType.BIT:
        return _of_bits(shown, before, after)
    if new is ColumnType.BIT:
        return (to_int(shown, replace(type_, of_column=True, source=before.name), context) or 0) & UINT64_MASK, type_
    if isinstance(shown, JsonDocument):
        if new is ColumnType.JSON:
            return shown, type_
        if new is not ColumnType.NEWDECIMAL:
            return json_text(shown), _TEXT
    if new is ColumnType.NEWDECIMAL and (isinstance(shown, JsonDocument) or old in _TEXTS or old in _BINARY):
        told = replace(type_, of_column=True, source=before.name, unquestioned=old in _LARGE)
        return _decimal(shown, told, context), type_
    if old in _NUMBERS and (new in _LARGE or new in _MEMBERS or new in _MOMENTS):
        return to_text(shown, shown_type(before, context)), _TEXT
    if old in _DATES and new is ColumnType.TIME2 and isinstance(shown, datetime):
        return _time_of(shown), type_
    if new is ColumnType.YEAR and type_.kind.temporal:
        return to_int(shown, type_, context), ExprType(Kind.INT)  # all its digits, which are too many
    reals = (ColumnType.FLOAT,) if context.variables.behaviour.shortest_reals else (ColumnType.FLOAT, ColumnType.DOUBLE)
    if (before.zerofill or old in reals) and new in _TEXTS:
        return to_text(shown, shown_type(before, context)), type_  # captured: zerofilled_texts, texts_of_floats
    return shown, type_


def _decimal(shown: Any, type_: ExprType, context: StatementContext) -> Decimal | None:
    """The number; what stands behind the first complaint of it comes after it."""
    said = len(context.diagnostics)
    try:
        return to_decimal(shown, type_, context)
    except MySQLError as error:
        error.later = (*error.later, *context.diagnostics[said:])
        del context.diagnostics[said:]
        raise


def _of_bits(shown: Any, before: Column, after: Column) -> tuple[Any, ExprType]:
    """Bytes for large columns, else the number: its digits in columns of characters."""
    number = shown if isinstance(shown, int) else int.from_bytes(shown, "big")
    if after.spec.type in _LARGE:
        return number.to_bytes((before.spec.length + 7) // 8, "big"), _BYTES
    if after.spec.type in _TEXTS:
        return str(number), _TEXT
    return number, ExprType(Kind.INT, unsigned=True)


def _whole(shown: Decimal | float, before: Column, after: Column, context: StatementContext) -> ColumnValue:
    """Rounded, and within eight bytes: what lies beyond is complained of before it is stored."""
    exact = isinstance(shown, Decimal)
    if isinstance(shown, float) and before.spec.type is ColumnType.FLOAT:
        number = to_int(shown, shown_type(before, context), context)
        given = number & UINT64_MASK if number is not None and after.spec.type is ColumnType.BIT else number
        return store(after, given, context, as_error=context.strict)
    number = int(round_decimal(shown, 0)) if isinstance(shown, Decimal) else round(shown)
    low, high = (0, UINT64_MAX) if exact and before.spec.unsigned else (INT64_MIN, INT64_MAX)
    clipped = min(max(number, low), high)
    given = clipped & UINT64_MASK if after.spec.type is ColumnType.BIT else clipped
    if clipped != number:
        try:
            of_real = ("INTEGER", to_text(shown, shown_type(before, context)))
            truncated(context, *(("DECIMAL", shown) if exact else of_real))
        except MySQLError as error:
            try:
                store(after, given, context, as_error=True)
            except MySQLError as behind:
                error.later = (*error.later, Diagnostic("Error", behind.code, behind.message))
            raise
    return store(after, given, context, as_error=context.strict)
