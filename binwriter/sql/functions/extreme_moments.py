"""GREATEST and LEAST of what dates or datetimes are among: they are compared as such, and the result is a text.

Source: MySQL manual, "Comparison Functions and Operators"; captured: clusters/greatest_of_moments,
clusters/extremes_among_columns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import Any

from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.values.temporal_keys import parts_of
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.coercion import temporal_as_number
from binwriter.sql.expressions.conditions.keys import Key
from binwriter.sql.expressions.moments.coercion import to_named_datetime, to_partial_date, to_partial_datetime
from binwriter.sql.expressions.moments.temporal import format_date, format_datetime, parse_datetime
from binwriter.sql.expressions.types import (
    CAST_AS_YEAR,
    DATE_TYPE,
    NOT_FIXED_SCALE,
    BinaryLiteral,
    CompiledExpression,
    ExprType,
    Kind,
    MomentText,
    datetime_type,
)
from binwriter.sql.functions.registry import Call

# Of values as they are, each with the text that it would be among texts.
Picked = Callable[[StatementContext, Sequence[tuple[Any, Any]]], Any]
Read = Callable[[Any, StatementContext], Any]
_MOST_FRACTION = 6
_AFTER_ALL, _BEFORE_ALL = (1 << 15,), (-1,)
_NO_DATE = "16383-15-31"  # all bits of a packed date
_RANKS = (Kind.TIME, Kind.DATE, Kind.DATETIME)


def among_moments(call: Call, pick: Callable[..., Any], key: Key, wanted: Kind) -> Picked:
    """What is no moment is the largest of all beside dates. Beside a DATETIME it is the smallest, and where that is
    what is looked for, all are texts.
    """
    if wanted is Kind.DATE:
        return _among_dates(call, pick)
    scale = max(_scale(arg, call) for arg in call.args)
    name = _name(max((arg for arg in call.args if arg.type.kind.temporal), key=_rank))
    readers = [_without_zone(_reader(arg.type, partial(to_named_datetime, name=name))) for arg in call.args]

    def picked(context: StatementContext, values: Sequence[tuple[Any, Any]]) -> Any:
        moments = [_unless_zero(read(own, context)) for read, (own, _) in zip(readers, values, strict=True)]
        chosen = pick(moments, key=lambda moment: _BEFORE_ALL if moment is None else parts_of(moment))
        if chosen is None:
            return pick([text for _, text in values], key=lambda text: key(context, text))
        return MomentText(format_datetime(chosen, scale), temporal_as_number(chosen, datetime_type(scale)))

    return picked


def _among_dates(call: Call, pick: Callable[..., Any]) -> Picked:
    readers = [_reader(arg.type, to_partial_date) for arg in call.args]

    def picked(context: StatementContext, values: Sequence[tuple[Any, Any]]) -> Any:
        moments = [read(own, context) for read, (own, _) in zip(readers, values, strict=True)]
        chosen = pick(moments, key=lambda moment: _AFTER_ALL if moment is None else parts_of(moment))
        return _NO_DATE if chosen is None else MomentText(format_date(chosen), temporal_as_number(chosen, DATE_TYPE))

    return picked


def _reader(type_: ExprType, of_text: Callable[[Any, ExprType, StatementContext], Any]) -> Read:
    """How an argument becomes a moment: a year is its first day, unless a cast made it; a BIT its bytes, a FLOAT a
    DOUBLE."""
    if type_.kind is Kind.YEAR and type_.source != CAST_AS_YEAR:
        return lambda own, context: date(own, 1, 1) if own else to_partial_datetime(own, type_, context)
    if type_.bit:
        of_number = to_partial_date if of_text is to_partial_date else to_partial_datetime
        size = (type_.length + 7) // 8
        return lambda own, context: of_number(own.to_bytes(size, "big"), type_, context)
    if type_.kind is Kind.JSON and of_text is not to_partial_date:
        return lambda own, context: of_text(to_text(own, type_), type_, context)
    if type_.kind is Kind.REAL:
        plain = replace(type_, single=False, scale=NOT_FIXED_SCALE)
        of_number = to_partial_date if of_text is to_partial_date else to_partial_datetime
        return lambda own, context: of_number(own, plain, context)
    if type_.kind is Kind.STRING or of_text is to_partial_date:
        return lambda own, context: of_text(own, type_, context)
    return lambda own, context: to_partial_datetime(own, type_, context)


def _without_zone(read: Read) -> Read:
    """Texts among moments ask for no time zone (captured: zones_of_conditions_statement)."""

    def quietly(own: Any, context: StatementContext) -> Any:
        with context.zone_not_asked():
            return read(own, context)

    return quietly


def _unless_zero(moment: Any) -> Any:
    return None if moment == IncompleteDate() else moment


def _scale(part: CompiledExpression, call: Call) -> int:
    """Digits of the second: of a number those behind its point; all six of a text that may have any."""
    if part.type.kind in (Kind.REAL, Kind.DECIMAL) or part.type.kind.temporal:
        return min(part.type.scale, _MOST_FRACTION)
    if part.type.kind not in (Kind.STRING, Kind.JSON):
        return 0
    value = part.eval(call.scope.context, ()) if part.constant else None
    if isinstance(value, BinaryLiteral):
        return 0
    text = to_text(value, part.type)
    if not isinstance(text, str) or parse_datetime(text)[0] is None:
        return _MOST_FRACTION
    return min(_MOST_FRACTION, len(text.partition(".")[2]))


def _rank(part: CompiledExpression) -> tuple[int, bool]:
    """A DATETIME's name is told before a TIMESTAMP's, and that before others'."""
    return _RANKS.index(part.type.kind), part.type.field is not ColumnType.TIMESTAMP


def _name(part: CompiledExpression) -> str:
    """What a message calls an argument: a column by its name."""
    return part.text.rpartition(".")[2].strip("`") if part.text.endswith("`") else part.text.upper()
