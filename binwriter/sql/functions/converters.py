"""Converters of arguments: (value, type, context) -> what a function computes with. They are never called with None."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any

from binwriter.formats.columns.values import IncompleteDate
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import TextConverter, to_bytes, to_characters, to_text
from binwriter.sql.expressions.coercion import text_of_bytes
from binwriter.sql.expressions.moments import numbers
from binwriter.sql.expressions.moments.coercion import (
    at_midnight,
    incorrect_datetime,
    to_date,
    to_full_datetime,
    truncated_date,
)
from binwriter.sql.expressions.moments.days import day_beyond_month
from binwriter.sql.expressions.types import ExprType, Kind

Converter = Callable[[Any, ExprType, StatementContext], Any]


def characters(collation: int) -> TextConverter[Any]:
    """To text of a collation's character set (bytes for binary)."""
    return TextConverter(lambda value, type_, context: to_characters(value, type_, collation))


@TextConverter
def as_bytes(value: Any, type_: ExprType, context: StatementContext) -> bytes | None:
    """To the bytes of the text in its own character set."""
    return to_bytes(value, type_)


@TextConverter
def own_text(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """To text in the value's own character set: str, or bytes of a binary string."""
    return to_text(value, type_)


@TextConverter
def as_str(value: Any, type_: ExprType, context: StatementContext) -> str:
    """To str, whatever the character set."""
    text = to_text(value, type_)
    return text_of_bytes(text) if isinstance(text, bytes) else str(text)


def whole_date(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """To a date that the calendar has; None for zero and partial dates."""
    return _whole(to_date(value, type_, context), value, type_, context, truncated_date)


def whole_day(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """As `whole_date`, where a DATE that its month has not is none: for places in a week or year (captured: cluster
    days_beyond_months)."""
    if isinstance(value, IncompleteDate) and type_.kind is Kind.DATE:
        return None
    return _whole(to_date(value, type_, context, any_day=False), value, type_, context, truncated_date)


def whole_datetime(value: Any, type_: ExprType, context: StatementContext) -> datetime | None:
    """To a datetime that the calendar has; None for zero and partial dates."""
    moment = at_midnight(_whole(to_full_datetime(value, type_, context), value, type_, context, incorrect_datetime))
    return moment if isinstance(moment, datetime) else None


def _whole(
    moment: Any,
    value: Any,
    type_: ExprType,
    context: StatementContext,
    complain: Callable[[StatementContext, object], None],
) -> Any:
    """A number or text that is one in part only is told of whatever sql_mode is (captured: clusters/dates_in_part)."""
    if not isinstance(moment, IncompleteDate):
        return moment
    if (day := day_beyond_month(moment)) is not None:
        return day
    if isinstance(value, (int, float, Decimal)):
        (complain if isinstance(value, Decimal) else incorrect_datetime)(context, numbers.shown(value, type_))
    elif isinstance(value, (str, bytes)):
        complain(context, as_str(value, type_, context))
    return None
