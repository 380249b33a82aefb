"""Functions that make dates and times, or text of them (MySQL manual, "Date and Time Functions")."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta, tzinfo
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from binwriter.errors import MySQLError
from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.locale_names import calendar_names
from binwriter.mysql.time_zones import time_zone_name
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import TextConverter, to_text
from binwriter.sql.expressions.coercion import as_c_string, to_decimal, to_int, truncated
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.moments import temporal
from binwriter.sql.expressions.moments.coercion import (
    takes_any_day,
    to_cast_datetime,
    to_date,
    to_full_datetime,
    to_partial_date,
    to_partial_datetime,
    to_time,
    zero_date_allowed,
)
from binwriter.sql.expressions.moments.dates import whole_amount
from binwriter.sql.expressions.moments.days import MAX_DAYS, day_number, from_day_number
from binwriter.sql.expressions.moments.overflows import overflowed
from binwriter.sql.expressions.moments.spans import to_zoneless_span
from binwriter.sql.expressions.moments.timezone import (
    EPOCH,
    from_microseconds,
    session_zone,
    to_instant,
    to_local,
    unasked,
    zone_by_name,
)
from binwriter.sql.expressions.numbers import INT64_MAX, as_int64, decimal_text
from binwriter.sql.expressions.types import (
    DATE_TYPE,
    INT_TYPE,
    BinaryLiteral,
    CompiledExpression,
    ExprType,
    Kind,
    Row,
    datetime_type,
    decimal_type,
    text_type,
    time_type,
)
from binwriter.sql.functions.converters import as_str, whole_datetime, whole_day
from binwriter.sql.functions.dates.formats import format_pattern
from binwriter.sql.functions.registry import Call, function, strict_null, with_context

if TYPE_CHECKING:
    from binwriter.sql.functions.dates.readings import Reading

MICROSECOND = timedelta(microseconds=1)
_LAST_INSTANT = 32_536_771_200_000_000  # microseconds; 3001-01-19, where 64-bit servers end
_BEYOND_DAYS = 3_652_500  # from here on servers do not look at the year


def value_scale(type_: ExprType) -> int:
    """Digits of the second that a time made of this value shows."""
    if type_.kind.temporal or type_.kind in (Kind.DECIMAL, Kind.REAL):
        return min(6, type_.scale)  # of a DOUBLE (M, D), too
    return 0 if type_.kind in (Kind.INT, Kind.YEAR) else 6


def _scale_of(part: CompiledExpression, call: Call) -> int:
    """As `value_scale`; a number in bits has none."""
    if part.constant and isinstance(part.eval(call.scope.context, ()), BinaryLiteral):
        return 0
    return value_scale(part.type)


_Reader = Callable[[Any, "ExprType", StatementContext], Decimal | None]


def _read_seconds(call: Call, place: int, exact: _Reader = to_decimal) -> tuple[int, _Reader]:
    """The digits of an argument that is seconds, and what reads it: whole ones up to 5.5 (captured:
    fractions_of_seconds_statement)."""
    if call.scope.context.variables.behaviour.moments_have_fractions:
        return _scale_of(call.args[place], call), exact
    return 0, _whole_seconds


def _whole_seconds(value: Any, type_: ExprType, context: StatementContext) -> Decimal | None:
    whole = whole_amount(value, type_, context)
    return None if whole is None else Decimal(whole)


def clipped_time(time: timedelta, context: StatementContext, shown: str = "", *, digits: int = 0) -> timedelta:
    """The time within MySQL's range of 838:59:59; warning 1292 when it was cut. digits: of the second that it shows."""
    clipped = max(-temporal.MAX_TIME, min(time, temporal.MAX_TIME))
    if clipped != time:
        truncated(context, "time", shown or temporal.format_time(time, digits))
    return clipped


def literal_scale(part: CompiledExpression, call: Call, *, as_time: bool = False) -> int:
    """As `value_scale`; a literal string has as many digits as it shows, but all where it is no moment, or no time
    (captured: clusters/digits_of_moments)."""
    if not part.constant or part.type.kind is not Kind.STRING:
        fractions = call.scope.context.variables.behaviour.moments_have_fractions
        return value_scale(part.type) if fractions or part.type.kind is not Kind.STRING else 0
    value = part.eval(call.scope.context, ())
    text = str(to_text(value, part.type))
    any_day = takes_any_day(call.scope.context)
    known = temporal.parse_time(text) if as_time else temporal.parse_datetime(text, any_day=any_day)
    if known[0] is None:
        return 0 if isinstance(value, BinaryLiteral) else 6
    return min(6, len(text.partition(".")[2]))


def _only_date(value: Any, type_: ExprType, context: StatementContext) -> Any:
    moment = to_date(value, type_, context)
    return None if moment is None else temporal.date_of(moment)


@function("DATE")
def _date(call: Call) -> CompiledExpression:
    return strict_null(call, DATE_TYPE, lambda value: value, _only_date)


@function("TIME")
def _time(call: Call) -> CompiledExpression:
    return strict_null(call, time_type(literal_scale(call.args[0], call, as_time=True)), lambda value: value, to_time)


def _moment_to_add_to(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """A number has to be a whole one."""
    read = whole_datetime if isinstance(value, (int, float, Decimal)) else to_full_datetime
    return read(value, type_, context)


@function("TIMESTAMP")
def _timestamp(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, moment: datetime, *times: timedelta) -> datetime:
        """One without a day stays as it is (captured: timestamps_without_days)."""
        if times:
            context.text_becomes_datetime()
        return sum(times, start=timedelta()) + moment if times else moment

    scale = max(literal_scale(part, call, as_time=bool(place)) for place, part in enumerate(call.args))
    first = _moment_to_add_to if len(call.args) > 1 else to_cast_datetime
    return with_context(call, datetime_type(scale), compute, first, to_time)


_MANY_HOURS = 1_000_000  # more than any TIME has


@function("MAKEDATE")
def _makedate(call: Call) -> CompiledExpression:
    def compute(year: int, day: int) -> date | IncompleteDate | None:
        if not 0 <= year <= 9999 or day < 1:
            return None
        number = day_number(date(temporal.full_year(year, 2 if year < 100 else 4), 1, 1)) + day - 1
        return from_day_number(number) if number <= MAX_DAYS else None

    return strict_null(call, DATE_TYPE, compute, to_int)


@function("MAKETIME")
def _maketime(call: Call) -> CompiledExpression:
    scale, seconds_of = _read_seconds(call, 2)

    def compute(context: StatementContext, hour: int, minute: int, second: Decimal) -> timedelta | None:
        if abs(second) >= INT64_MAX:
            truncated(context, "DECIMAL", decimal_text(second))
        if not 0 <= minute <= 59 or not 0 <= second < 60:
            return None
        hours = min(abs(hour), _MANY_HOURS)
        time = timedelta(hours=hours, minutes=minute, microseconds=int(second.scaleb(6)))
        shown = f"{hour if hour >= 0 else as_int64(-hour)}:{minute:02}:{int(second):02}" if hours < abs(hour) else ""
        return clipped_time(-time if hour < 0 else time, context, shown)

    return with_context(call, time_type(scale), compute, to_int, to_int, seconds_of)


_FIRST_DAY = 366  # of year 1; before 8.0 there is none before it


@function("FROM_DAYS")
def _from_days(call: Call) -> CompiledExpression:
    behaviour = call.scope.context.variables.behaviour
    warns, counts = behaviour.warns_of_days, behaviour.counts_days

    def compute(context: StatementContext, number: int) -> date | IncompleteDate | None:
        if warns and not 0 < number <= MAX_DAYS:
            overflowed(context, "DATE", call.text)
            return None
        if counts and MAX_DAYS < number < _BEYOND_DAYS:
            overflowed(context, "DATE", call.text, "from_days")
            return None
        if not counts and number < _FIRST_DAY:  # (captured: 5.6.21/columns_rolled_up_row)
            return from_day_number(0)
        return from_day_number(number)

    return with_context(call, DATE_TYPE, compute, to_int)


def _whole(microseconds: Decimal, context: StatementContext) -> int:
    return int(microseconds if context.cuts_fractions else microseconds.to_integral_value())


@function("SEC_TO_TIME")
def _sec_to_time(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, seconds: Decimal) -> timedelta:
        most = _MANY_HOURS * 3600
        micros = max(Decimal(-most), min(seconds, Decimal(most))).scaleb(6)
        time = timedelta(microseconds=_whole(micros, context))
        return clipped_time(time, context, decimal_text(seconds))

    scale, seconds_of = _read_seconds(call, 0)
    return with_context(call, time_type(scale), compute, seconds_of)


@function("TIME_TO_SEC")
def _time_to_sec(call: Call) -> CompiledExpression:
    def compute(time: timedelta) -> int:
        total = temporal.total_microseconds(time)
        return abs(total) // 1_000_000 * (-1 if total < 0 else 1)

    return strict_null(call, INT_TYPE, compute, to_time)


@function("UNIX_TIMESTAMP")
def _unix_timestamp(call: Call) -> CompiledExpression:
    if not call.args:
        return CompiledExpression(INT_TYPE, lambda context, row: context.start_microseconds // 1_000_000, call.text)
    scale = literal_scale(call.args[0], call)
    if call.args[0].constant and call.types[0].kind is Kind.STRING:
        text = call.args[0].eval(call.scope.context, ())
        any_day = takes_any_day(call.scope.context)
        if isinstance(text, str) and temporal.parse_datetime(text, any_day=any_day)[0] is None:
            scale = 6
    if not call.scope.context.variables.behaviour.moments_have_fractions:
        scale = 0

    def moment_or_zero(value: Any, type_: ExprType, context: StatementContext) -> Any:
        """What is no moment counts as the zero date (captured: crafted/moments)."""
        moment = to_partial_datetime(value, type_, context)
        return IncompleteDate() if moment is None and value is not None else moment

    def compute(context: StatementContext, moment: Any) -> Any:
        micros = instant(context, moment)
        return Decimal(micros).scaleb(-6).quantize(Decimal(1).scaleb(-scale)) if scale else micros // 1_000_000

    def instant(context: StatementContext, moment: Any) -> int:
        """Microseconds; 0 for what is no instant. The 30th of February is the second of March or the first."""
        if isinstance(moment, IncompleteDate):
            if not (moment.year and moment.month and moment.day):
                return 0
            first = datetime(moment.year, moment.month, 1, moment.hour, moment.minute, moment.second)
            moment = first + timedelta(moment.day - 1)
        micros = (to_instant(to_full_datetime(moment, DATE_TYPE, context), context) - EPOCH) // MICROSECOND
        return micros if 0 <= micros < _LAST_INSTANT else 0

    def for_a_column(context: StatementContext, moment: Any) -> Any:
        """Whole seconds have no point there, others six digits behind it (captured: clusters/years_as_moments)."""
        seconds, micros = divmod(instant(context, moment), 1_000_000)
        return Decimal(seconds * 1_000_000 + micros).scaleb(-6) if micros else seconds

    type_ = decimal_type(scale, 13 + scale) if scale else INT_TYPE
    made = with_context(call, type_, compute, moment_or_zero)
    if scale:
        made = replace(made, stored=with_context(call, type_, for_a_column, moment_or_zero).eval)
    behaviour = call.scope.context.variables.behaviour
    if call.args[0].type.field is not ColumnType.TIMESTAMP or behaviour.copies_moments_by_zone:
        return made
    return replace(made, eval=unasked(made.eval))  # a column's own seconds (captured: zones_asked_statement)


def _seconds(value: Any, type_: ExprType, context: StatementContext) -> Decimal | None:
    """Of what is no whole number it is said that it does not fit into 64 bits (captured: numbers_as_moments)."""
    seconds = to_decimal(value, type_, context)
    if seconds is not None and type_.kind is not Kind.INT and abs(seconds) > INT64_MAX:
        truncated(context, "DECIMAL", decimal_text(seconds))
    return seconds


@function("FROM_UNIXTIME")
def _from_unixtime(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, seconds: Decimal, pattern: str | None = None) -> Any:
        if not 0 <= seconds < 32_536_771_200:
            return None
        moment = to_local(from_microseconds(_whole(seconds.scaleb(6), context)), context)
        return moment if pattern is None else _formatted(context, moment, pattern)

    session_zone(call.scope.context)  # also where it is never reckoned (captured: zones_asked_statement)
    scale, seconds_of = _read_seconds(call, 0, _seconds)
    if len(call.args) == 2:
        return with_context(call, text_type(0, connection_collation(call.scope)), compute, seconds_of, as_str)
    return with_context(call, datetime_type(scale), compute, seconds_of)


def _formatted(context: StatementContext, value: Any, pattern: str, *, is_time: bool = False) -> str | None:
    """NULL where the pattern is empty (captured: clusters/second_operands)."""
    if not pattern:
        return None
    return format_pattern(value, pattern, calendar_names(context.variables.get("lc_time_names")), is_time=is_time)


@function("DATE_FORMAT")
def _date_format(call: Call) -> CompiledExpression:
    type_ = text_type(0, connection_collation(call.scope))

    return with_context(call, type_, _formatted, to_partial_datetime, as_str)


@function("TIME_FORMAT")
def _time_format(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, value: Any, pattern: str) -> str | None:
        if not isinstance(value, timedelta):
            kept = value if context.variables.behaviour.formatted_times_keep_dates else temporal.time_of(value)
            return _formatted(context, kept, pattern, is_time=True)
        shown = _formatted(context, abs(value), pattern, is_time=True)
        return f"-{shown}" if shown is not None and value < timedelta() else shown

    return with_context(call, text_type(0, connection_collation(call.scope)), compute, to_zoneless_span, as_str)


@function("DAYNAME")
def _dayname(call: Call) -> CompiledExpression:
    type_ = text_type(9, connection_collation(call.scope))
    return with_context(call, type_, lambda context, day: _formatted(context, day, "%W"), whole_day)


@function("MONTHNAME")
def _monthname(call: Call) -> CompiledExpression:
    type_ = text_type(9, connection_collation(call.scope))

    def compute(context: StatementContext, day: date | IncompleteDate) -> str | None:
        return _formatted(context, day, "%M") if day.month else None

    return with_context(call, type_, compute, to_partial_date)


def _read_moment(reading: Reading, context: StatementContext, *, is_time: bool) -> Any:
    """None for days that sql_mode does not let be."""
    date_parts = (reading.year, reading.month, reading.day)
    clock = (reading.hour, reading.minute, reading.second, reading.microsecond)
    any_day = context.variables.behaviour.reads_any_day and all(date_parts)
    moment = temporal.build_datetime(*date_parts, *clock, any_day=any_day)
    if moment is None and context.has_mode("ALLOW_INVALID_DATES"):
        return IncompleteDate(*date_parts, *clock)
    dated = any(date_parts) or not is_time
    refused = dated and isinstance(moment, IncompleteDate) and not any_day and not zero_date_allowed(moment, context)
    return None if refused else moment


@function("STR_TO_DATE")
def _str_to_date(call: Call) -> CompiledExpression:
    from binwriter.sql.functions.dates.readings import Misfit, read_pattern

    pattern = call.args[1]
    known = (
        as_str(pattern.eval(call.scope.context, ()), pattern.type, call.scope.context)
        if pattern.constant
        else "%Y %H %f"
    )
    timed = any(f"%{letter}" in known for letter in "fHhIiklrSsT")
    dated = any(f"%{letter}" in known for letter in "abcjMmUuVvWwXxYy")  # a day alone is one of a TIME
    scale = 6 if "%f" in known else 0
    type_ = (datetime_type(scale) if dated else time_type(scale)) if timed else DATE_TYPE

    def compute(context: StatementContext, given: tuple[str, str], wanted: str) -> Any:
        text, shown = given
        try:
            reading = read_pattern(text, wanted)
        except Misfit as error:
            kind = "datetime" if error.time is None else "time"
            context.value_problem("ER_WRONG_VALUE_FOR_TYPE", kind, error.time or shown, "str_to_date")
            return None
        is_time = type_.kind is Kind.TIME
        moment = _read_moment(reading, context, is_time=is_time)
        if moment is not None and reading.left:
            truncated(context, type_.kind.name.lower(), shown)
        zero = not (reading.year and reading.month and reading.day)  # any of them
        if moment is None or (zero and not is_time and context.has_mode("NO_ZERO_DATE")):
            context.value_problem("ER_WRONG_VALUE_FOR_TYPE", "datetime", shown, "str_to_date")
            return None
        if is_time:
            return temporal.time_of(moment) + timedelta(days=reading.day)
        return moment if type_.kind is Kind.DATETIME else temporal.date_of(moment)

    @TextConverter
    def text_of(value: Any, type_: ExprType, context: StatementContext) -> tuple[str, str]:
        return as_str(value, type_, context), as_c_string(value, type_)

    return with_context(call, type_, compute, text_of, as_str)


@function("CONVERT_TZ")
def _convert_tz(call: Call) -> CompiledExpression:
    moment_of, *zones = call.args

    def zone(context: StatementContext, argument: CompiledExpression, row: Row) -> tzinfo | None:
        value = argument.eval(context, row)
        if value is None:
            return None
        try:
            name = time_zone_name(as_str(value, argument.type, context), context.variables.zones)
            return zone_by_name(name)
        except MySQLError:  # a zone that the server does not know makes NULL
            return None

    def evaluate(context: StatementContext, row: Row) -> datetime | None:
        from_zone, to_zone = (zone(context, argument, row) for argument in zones)
        if from_zone is None or to_zone is None:  # the time is not even looked at: text asks for no time zone
            return None
        value = moment_of.eval(context, row)
        moment = None if value is None else whole_datetime(value, moment_of.type, context)
        if moment is None:
            return None
        instant = moment.replace(tzinfo=from_zone)
        micros = (instant - EPOCH) // MICROSECOND
        if not 1_000_000 <= micros < _LAST_INSTANT:  # no TIMESTAMP: it stays as it is
            return moment
        return instant.astimezone(to_zone).replace(tzinfo=None)

    return CompiledExpression(datetime_type(literal_scale(moment_of, call)), evaluate, call.text, call.constant)
