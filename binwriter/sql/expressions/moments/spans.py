"""Values where either a time or a moment may stand: TIMEDIFF, ADDTIME, TIME_FORMAT, and EXTRACT of a part of a time.

A text with a date's dashes is a moment, one with colons a time, and digits alone are a date where they are one
(captured: times_or_moments, edges_of_moments).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from binwriter.mysql.values import temporal_text
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import text_of_bytes, truncated
from binwriter.sql.expressions.moments import numbers, temporal, texts
from binwriter.sql.expressions.moments.coercion import (
    incorrect_datetime,
    note_zone,
    to_full_datetime,
    to_partial_datetime,
    to_zoneless_time,
)
from binwriter.sql.expressions.types import ExprType

_DATE_IN_PARTS = 10_000  # smaller numbers are times where EXTRACT asks


def to_span(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """A TIME or a DATETIME; None with 1292."""
    return _span(value, type_, context, _number)


def to_partial_span(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """As `to_span`; month and day of a number may be zero."""
    return _span(value, type_, context, _partial_number)


def to_zoneless_span(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """As `to_partial_span`, where a server does not ask for the time zone of a text: TIME_FORMAT (captured:
    texts_become_times_*)."""
    return _span(value, type_, context, _partial_number, asks_zone=False)


def to_parts(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """As EXTRACT reads what a part of a time is asked of: what is neither is said to be no time."""
    return _span(value, type_, context, _parts_of_number, _no_time)


def _span(
    value: Any,
    type_: ExprType,
    context: StatementContext,
    of_number: Callable[[Any, ExprType, StatementContext], Any],
    complain: Callable[[StatementContext, object], None] = incorrect_datetime,
    *,
    asks_zone: bool = True,
) -> Any:
    if value is None or isinstance(value, (date, timedelta)):
        return value
    if isinstance(value, (int, float, Decimal)):
        return of_number(value, type_, context)
    if not isinstance(value, (str, bytes)):
        return to_zoneless_time(value, type_, context)
    text = value if isinstance(value, str) else text_of_bytes(value)
    dashed = "-" in text.lstrip()[1:]
    if dashed and asks_zone:
        return to_full_datetime(value, type_, context)
    if dashed or ":" not in text:
        read = temporal_text.parse_datetime(text)
        moment = texts.local(temporal.moment_of(read), context)
        if moment is not None and not read.problem:
            if asks_zone:
                note_zone(value, moment, context)
            return moment
    if temporal.length_of(temporal_text.parse_time(text))[0] is None:
        complain(context, text)
        return None
    time = to_zoneless_time(value, type_, context)
    if asks_zone:
        note_zone(value, time, context)
    return time


def _no_time(context: StatementContext, text: object) -> None:
    truncated(context, "time", text)


def _number(value: Any, type_: ExprType, context: StatementContext) -> Any:
    if numbers.is_moment(value):
        return to_full_datetime(value, type_, context)
    return to_zoneless_time(value, type_, context)


def _partial_number(value: Any, type_: ExprType, context: StatementContext) -> Any:
    if not numbers.is_moment(value):
        return to_zoneless_time(value, type_, context)
    moment = to_partial_datetime(value, type_, context)
    return datetime(moment.year, moment.month, moment.day) if type(moment) is date else moment


def _parts_of_number(value: Any, type_: ExprType, context: StatementContext) -> Any:
    parts = numbers.split(value)
    if parts is not None and parts[0] >= _DATE_IN_PARTS and numbers.datetime_of(*parts, partial=True) is not None:
        return to_partial_datetime(value, type_, context)
    return to_zoneless_time(value, type_, context)
