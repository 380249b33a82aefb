"""Values as dates and times, as expressions take them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import ROUND_DOWN, Decimal
from typing import Any

from binwriter.formats.columns.values import IncompleteDate, JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.coercion import text_of_bytes, truncated
from binwriter.sql.expressions.moments import numbers, temporal, texts, zoned
from binwriter.sql.expressions.moments.documents import read_document
from binwriter.sql.expressions.moments.timezone import zone_by_name
from binwriter.sql.expressions.numbers import decimal_text
from binwriter.sql.expressions.types import ExprType, Kind, as_moment


def to_datetime(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """A date or datetime (datetime, date, IncompleteDate); None with warning 1292 for what is none."""
    moment = _to_moment(value, type_, context, incorrect_datetime)
    note_zone(value, moment, context)
    return moment


def note_zone(value: Any, moment: Any, context: StatementContext) -> None:
    """A text that became a moment asks for the time zone."""
    if moment is not None and isinstance(value, (str, bytes)):
        context.text_becomes_datetime()


def to_date(value: Any, type_: ExprType, context: StatementContext, *, any_day: bool = True) -> Any:
    """As `to_datetime`, with the warning that functions of dates give. any_day: ALLOW_INVALID_DATES counts."""
    return _to_moment(value, type_, context, truncated_date, any_day=any_day)


def to_partial_date(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """As `to_date`; month and day may be zero whatever sql_mode says (YEAR, DAY, DATE_FORMAT and their kin)."""
    return _to_moment(value, type_, context, truncated_date, partial=True, any_day=True)


def to_partial_datetime(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """As `to_partial_date`, with the warning of functions of datetimes."""
    moment = _to_moment(value, type_, context, incorrect_datetime, partial=True, any_day=True)
    note_zone(value, moment, context)
    return moment


def to_named_datetime(value: Any, type_: ExprType, context: StatementContext, *, name: str) -> Any:
    """As `to_partial_datetime`, with a warning that names what the text is compared with."""

    def complain(context: StatementContext, text: object) -> None:
        context.value_problem("ER_TRUNCATED_WRONG_TEMPORAL", "datetime", text, name, context.row_number)

    moment = _to_moment(value, type_, context, complain, partial=True, any_day=True)
    note_zone(value, moment, context)
    return moment


def truncated_date(context: StatementContext, text: object) -> None:
    """1292 Truncated incorrect date value: 'abc', which older servers say of a datetime."""
    if context.variables.behaviour.names_wrong_dates:
        truncated(context, "date", text)
    else:
        incorrect_datetime(context, text)


def _to_moment(
    value: Any,
    type_: ExprType,
    context: StatementContext,
    complain: Callable[[StatementContext, object], None],
    *,
    partial: bool = False,
    names_fractions: bool = True,
    any_day: bool = False,
) -> Any:
    any_day = any_day and takes_any_day(context)
    value = as_moment(value)
    if value is None or isinstance(value, date):
        return value
    if type(value) is int:
        value = _as_column_keeps(value, type_)
    if isinstance(value, IncompleteDate):
        return value if partial or zero_date_allowed(value, context) else None
    if isinstance(value, date):
        return value
    if isinstance(value, timedelta):
        return current_date(context) + value
    if isinstance(value, JsonDocument):
        asked_for = ColumnType.DATE if complain is truncated_date else ColumnType.DATETIME2
        return read_document(value, asked_for, context, type_.source)
    if isinstance(value, (str, bytes)):
        text = value if isinstance(value, str) else text_of_bytes(value)
        read = texts.datetime_in(texts.characters_of(value), context)
        parsed, has_time = texts.local(temporal.moment_of(read, any_day=any_day), context), read.kind == "datetime"
        if parsed is not None and read.problem:
            as_date = complain is truncated_date and context.variables.behaviour.names_wrong_dates
            context.warn("ER_TRUNCATED_WRONG_VALUE", "datetime" if has_time and not as_date else "date", text)
    elif complain is truncated_date and context.variables.behaviour.names_wrong_dates:
        return _date_of_number(value, type_, context, partial=partial, any_day=any_day)
    else:
        read, text = None, numbers.shown(value, type_)
        # only where nothing but a datetime is asked for (captured: clusters/fractions_cut_off)
        cut = context.cuts_fractions and not names_fractions
        parts = numbers.split(numbers.in_microseconds(value) if cut else value)
        below = isinstance(value, float) and value < 0
        parsed = None if parts is None or below else numbers.datetime_of(*parts, partial=partial or any_day)
        has_time = parts is not None and parts[0] > numbers.LAST_DATE
        complain = incorrect_datetime
        if parsed is not None and parts is not None and parts[0] and names_fractions and parts[1] and not has_time:
            truncated_date(context, text)
    zero = partial and read is None and parsed == IncompleteDate()  # 0 is no date that NO_ZERO_DATE is asked of
    if isinstance(parsed, IncompleteDate) and not (zero or zero_date_allowed(parsed, context, partial=partial)):
        parsed = None
    if parsed is None:
        complain(context, text)
        return None
    if read is not None:
        if read.displacement is not None and isinstance(parsed, IncompleteDate) and not (parsed.month and parsed.day):
            clock = (read.hour, read.minute, read.second)
            raise zoned.incomplete(read.year, read.month, read.day, clock, read.displacement)
        texts.warn_delimiters(context, value, read)
    return parsed if has_time else temporal.date_of(parsed)


def _as_column_keeps(value: int, type_: ExprType) -> Any:
    """A YEAR column's value is the first of January, a BIT column's its bytes (captured: clusters/years_as_moments)."""
    if type_.kind is Kind.YEAR and type_.of_column:
        return datetime(value, 1, 1) if value else IncompleteDate(0, 1, 1)
    return to_text(value, type_) if type_.bit else value


def _date_of_number(value: Any, type_: ExprType, context: StatementContext, *, partial: bool, any_day: bool) -> Any:
    """Which warning it is depends on the kind of the number, and on whether it fits into 64 bits."""
    parts = numbers.split(value)
    moment = None if parts is None else numbers.date_of(parts[0], partial=partial or any_day)
    if isinstance(moment, IncompleteDate) and not zero_date_allowed(moment, context, partial=partial):
        moment = None
    if moment is not None:
        return temporal.date_of(moment)
    text = numbers.shown(value, type_)
    if isinstance(value, float) and parts is not None:
        text = str(parts[0])  # (captured: clusters/values_of_each_kind)
    if isinstance(value, Decimal):
        if parts is None:
            truncated(context, "DECIMAL", decimal_text(value.to_integral_value(ROUND_DOWN)))
        truncated_date(context, text)
    elif parts is None:
        truncated_date(context, text)
    else:
        incorrect_datetime(context, text)
    return None


def zero_date_allowed(
    value: IncompleteDate, context: StatementContext, *, partial: bool = False, compared: bool = False
) -> bool:
    """NO_ZERO_DATE and NO_ZERO_IN_DATE forbid zero dates in conversions; partial: the latter does not count. compared:
    of a literal beside a column."""
    if value.month and value.day:
        return True  # the year alone may be zero
    if value.year or value.month or value.day:
        takes_them = context.variables.behaviour.functions_take_zero_parts and not compared
        return partial or takes_them or not context.has_mode("NO_ZERO_IN_DATE")
    return not context.has_mode("NO_ZERO_DATE")


def takes_any_day(context: StatementContext) -> bool:
    """Whether days up to the 31st are taken in any month (captured: clusters/days_that_no_month_has)."""
    return context.has_mode("ALLOW_INVALID_DATES")


def incorrect_datetime(context: StatementContext, text: object) -> None:
    """1292 Incorrect datetime value: 'abc'."""
    context.value_problem("ER_INCORRECT_DATETIME_VALUE", "datetime", text)


def to_cast_datetime(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """As `to_full_datetime`, without a warning of a fraction that a number without a time has."""
    moment = _to_moment(value, type_, context, incorrect_datetime, names_fractions=False, any_day=True)
    note_zone(value, moment, context)
    return at_midnight(moment)


def at_midnight(moment: Any) -> Any:
    """A date as the datetime that it begins with; anything else as it is."""
    if isinstance(moment, date) and not isinstance(moment, datetime):
        return datetime(moment.year, moment.month, moment.day)
    return moment


def to_full_datetime(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """As `to_datetime`, a date becoming midnight."""
    return at_midnight(to_datetime(value, type_, context))


def to_time(value: Any, type_: ExprType, context: StatementContext) -> timedelta | None:
    """TIME; None with warning 1292 for what is none."""
    time = to_zoneless_time(value, type_, context)
    note_zone(value, time, context)
    return time


def to_zoneless_time(value: Any, type_: ExprType, context: StatementContext) -> timedelta | None:
    """As `to_time`, where a server does not ask for the time zone of a text: literals, TIME_FORMAT (captured:
    texts_become_times_*)."""
    value = as_moment(value)
    if value is None or isinstance(value, timedelta):
        return value
    if type(value) is int:
        value = _as_column_keeps(value, type_)
    if isinstance(value, (date, IncompleteDate)):
        return temporal.time_of(value)
    if isinstance(value, (str, bytes)):
        text = value if isinstance(value, str) else text_of_bytes(value)
        read = texts.time_in(texts.characters_of(value), context)
        parsed, whole = texts.read_time(read, context)
        if not whole:
            truncated(context, "time", text)
        if parsed is not None or read.kind != "time":
            texts.warn_delimiters(context, value, read)
        if parsed is None and is_word_of_old_time(text, context):
            return timedelta()
        return parsed
    if isinstance(value, JsonDocument):
        length: timedelta | None = read_document(value, ColumnType.TIME2, context, type_.source)
        return length
    return numbers.to_time(value, type_, context)


def is_word_of_old_time(text: str, context: StatementContext) -> bool:
    """Whether it is a time of zero for what it begins with, as up to 5.7 (captured: parts_of_words_row)."""
    if not context.variables.behaviour.words_are_no_time:
        return False
    begun = text.strip().lstrip("-")
    return bool(begun) and not begun[0].isdigit()


def current_date(context: StatementContext) -> datetime:
    """Today's midnight in the session's time zone, which a time that becomes a date does not ask for as others do
    (captured: zones_of_stored_values)."""
    now = context.now.astimezone(zone_by_name(context.variables.settings.time_zone)).replace(tzinfo=None)
    return now.replace(hour=0, minute=0, second=0, microsecond=0)
