"""Values where either a time or a moment may stand: TIMEDIFF, ADDTIME, TIME_FORMAT, and EXTRACT of a part of a time.

A text that is a time with colons and nothing else is a time; else one that begins as a date or datetime is that, with
whatever delimiters, and any other a time (captured: times_or_moments, edges_of_moments, texts_of_spans).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from binwriter.formats.columns.values import IncompleteDate, JsonDocument
from binwriter.formats.records import replace
from binwriter.mysql.values import temporal_text
from binwriter.mysql.values.temporal_text import Parsed
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.coercion import text_of_bytes, truncated
from binwriter.sql.expressions.moments import numbers, temporal, texts
from binwriter.sql.expressions.moments.coercion import (
    at_midnight,
    incorrect_datetime,
    is_word_of_old_time,
    note_zone,
    to_full_datetime,
    to_partial_datetime,
    to_zoneless_time,
    zero_date_allowed,
)
from binwriter.sql.expressions.moments.days import day_number_of_parts, from_day_number
from binwriter.sql.expressions.types import ExprType, Kind, as_moment

_DATE_IN_PARTS = 10_000  # smaller numbers are times where EXTRACT asks


def to_span(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """A TIME or a DATETIME; None with 1292."""
    return _span(value, type_, context, _number, _whole_moment)


def to_partial_span(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """As `to_span`; month and day of a number may be zero."""
    return _span(value, type_, context, _partial_number, _any_moment)


def to_zoneless_span(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """As `to_partial_span`, where a server does not ask for the time zone of a text: TIME_FORMAT (captured:
    texts_become_times_*)."""
    return _span(value, type_, context, _partial_number, _moment_here, asks_zone=False)


def to_parts(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """As EXTRACT reads what a part of a time is asked of: what is neither is said to be no time."""
    return _span(value, type_, context, _parts_of_number, _plain_moment, _no_time)


def _span(
    value: Any,
    type_: ExprType,
    context: StatementContext,
    of_number: Callable[[Any, ExprType, StatementContext], Any],
    of_moment: Callable[[str, Parsed, StatementContext], Any],
    complain: Callable[[StatementContext, object], None] = incorrect_datetime,
    *,
    asks_zone: bool = True,
) -> Any:
    value = as_moment(value)
    if value is None or isinstance(value, (date, timedelta)):
        return value
    if type_.bit or (asks_zone and complain is incorrect_datetime and isinstance(value, JsonDocument)):
        value = to_text(value, type_)  # (captured: clusters/years_as_moments)
    if isinstance(value, (int, float, Decimal)):
        if type_.of_column and type_.kind is Kind.YEAR and complain is incorrect_datetime:
            type_ = replace(type_, of_column=False)  # its digits are a time here
        return of_number(value, type_, context)
    if not isinstance(value, (str, bytes)):
        return to_zoneless_time(value, type_, context)
    text = value if isinstance(value, str) else text_of_bytes(value)
    if not _is_clock(text):
        read = texts.datetime_in(text, context)
        moment = of_moment(text, read, context) if read.found and read.kind != "time" else _NONE
        if moment is not _NONE:
            if asks_zone:
                note_zone(value, moment, context)
            return moment
        is_time = temporal.length_of(temporal_text.parse_time(text))[0] is not None
        if not is_time and not is_word_of_old_time(text, context):
            complain(context, text)
            return None
    time = to_zoneless_time(value, type_, context)
    if asks_zone:
        note_zone(value, time, context)
    return time


_NONE: Any = object()  # the text is no moment for who asks


def _is_clock(text: str) -> bool:
    """Whether a text is a time with colons, and nothing else."""
    if ":" not in text:
        return False
    read = temporal_text.parse_time(text)
    length, whole = temporal.length_of(read)
    return read.kind == "time" and length is not None and whole and not read.delimiters


def _whole_moment(text: str, read: Parsed, context: StatementContext) -> Any:
    """What is written as it should be has to be a day of the calendar; the rest is counted in days."""
    moment = texts.local(temporal.moment_of(read), context)
    if not (read.problem or read.delimiters):
        if moment is None or (isinstance(moment, IncompleteDate) and not (moment.month and moment.day)):
            truncated(context, read.kind, text)
            return None
        return at_midnight(moment)
    texts.warn_delimiters(context, text, read)
    return moment if isinstance(moment, datetime) else _counted(read)


def _any_moment(text: str, read: Parsed, context: StatementContext) -> Any:
    texts.warn_delimiters(context, text, read)
    moment = texts.local(temporal.moment_of(read), context)
    return moment if isinstance(moment, datetime) else _counted(read)


def _moment_here(text: str, read: Parsed, context: StatementContext) -> Any:
    texts.warn_delimiters(context, text, read)
    clock = temporal_text.Parsed("time", hour=read.hour, minute=read.minute, second=read.second)
    clock.nanosecond = read.nanosecond
    return temporal.length_of(clock)[0]


def _plain_moment(text: str, read: Parsed, context: StatementContext) -> Any:
    """Zeros for month and day may stand, in what is written as it should be; all else is read as a time."""
    if read.problem or read.delimiters:
        return _NONE
    moment = texts.local(temporal.moment_of(read), context)
    if moment is None or (isinstance(moment, IncompleteDate) and not zero_date_allowed(moment, context, partial=True)):
        incorrect_datetime(context, text)
        return None
    return at_midnight(moment)


def _counted(read: Parsed) -> Any:
    """The day that lies so many days behind, of one that no calendar has."""
    day = from_day_number(day_number_of_parts(read.year, read.month, read.day))
    clock = timedelta(hours=read.hour, minutes=read.minute, seconds=read.second, microseconds=read.nanosecond // 1000)
    return day if isinstance(day, IncompleteDate) else datetime(day.year, day.month, day.day) + clock


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
