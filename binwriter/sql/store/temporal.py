"""Values into DATE, DATETIME, TIMESTAMP and TIME.

Order of the steps as in a server: read the value, round it to the column's fractional digits (halves up), judge zero
and impossible dates by sql_mode, then cut what the column has no room for. In strict mode every problem is error 1292;
otherwise it is warning 1264 or 1265 and the zero value, or the nearest one. Up to 5.5 texts lose their fractions.
"""

from __future__ import annotations

import calendar
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from binwriter.formats.columns.values import ColumnValue, IncompleteDate, ReadDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.mysql.values import temporal_text as reading
from binwriter.mysql.values.real_text import real_text
from binwriter.sql.expressions.coercion import text_of_bytes
from binwriter.sql.expressions.moments import texts, zoned
from binwriter.sql.expressions.moments.coercion import current_date
from binwriter.sql.expressions.moments.temporal import format_datetime, format_time, round_fraction
from binwriter.sql.expressions.moments.timezone import session_zone, to_local
from binwriter.sql.store import moments_before_5_6
from binwriter.sql.store.strings import temporal_text, value_text
from binwriter.sql.store.target import Target

if TYPE_CHECKING:
    from binwriter.mysql.values.temporal_text import Parsed, Problem

TIME_LIMIT = timedelta(hours=838, minutes=59, seconds=59)
TIMESTAMP_FIRST = datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)
TIMESTAMP_END = datetime(2038, 1, 19, 3, 14, 8, tzinfo=UTC)
ZERO_DATE = IncompleteDate()
_BEYOND_HOURS = 10_000  # more only say that the TIME is out of range

_TYPE_NAMES = {
    ColumnType.DATE: "date",
    ColumnType.DATETIME2: "datetime",
    ColumnType.TIMESTAMP2: "datetime",
    ColumnType.TIME2: "time",
}


@dataclass(frozen=True, slots=True)
class _Source:
    """The value that came in: as the messages show it, and which kind of complaint fits it. beyond: a number of no
    moment, before 5.6."""

    text: str
    number: bool = False
    beyond: bool = False


def _report(target: Target, source: _Source, problem: Problem) -> None:
    """1292 in strict mode, else 1265 or 1264."""
    if target.as_error and not target.context.forgives:
        target.report("ER_TRUNCATED_WRONG_TEMPORAL", _TYPE_NAMES[target.spec.type], source.text)
    elif _is_truncated(target, source, problem):
        target.truncated()
    else:
        target.out_of_range()


def _is_truncated(target: Target, source: _Source, problem: Problem) -> bool:
    """Whether a wrong value is 1265; up to 5.5 the types of column and value decide it."""
    if target.behaviour.moments_have_fractions:
        return reading.Problem.TRUNCATED in problem
    if source.beyond:
        return target.spec.type is ColumnType.DATE
    return moments_before_5_6.is_truncated(target, is_number=source.number, problem=problem)


def _note_cut(target: Target, source: _Source) -> None:
    """A part of the value that the column has no room for."""
    if target.as_error and target.context.strict and (source.number or target.behaviour.moments_have_fractions):
        target.note("ER_TRUNCATED_WRONG_TEMPORAL", _TYPE_NAMES[target.spec.type], source.text)
    else:
        target.note_truncated()


# --- reading --------------------------------------------------------------------------------------------------------


def _read(value: object, target: Target, *, as_time: bool) -> tuple[Parsed, _Source]:
    """A string or number as a temporal value."""
    if isinstance(value, (str, bytes)):
        text = str(value) if isinstance(value, str) else text_of_bytes(value)
        read = texts.characters_of(value)
        parsed = reading.parse_time(read) if as_time else reading.parse_datetime(read)
        if parsed.found if as_time else not _date_problem(parsed, _Source(text), target):
            texts.warn_delimiters(target.context, value, parsed)
        return parsed, _Source(text)
    assert isinstance(value, (int, float, Decimal))
    shown = value
    if not target.behaviour.moments_have_fractions:
        if not as_time and moments_before_5_6.is_beyond(value):
            source = _Source(moments_before_5_6.number_text(float(value)), number=True, beyond=True)
            return reading.Parsed(problem=reading.Problem.OUT_OF_RANGE), source
        value = moments_before_5_6.read_number(value, as_time=as_time)
        shown = (float(shown) if isinstance(shown, Decimal) else shown) if as_time else value
    is_printed = isinstance(shown, float) and not target.behaviour.moments_have_fractions
    text = moments_before_5_6.number_text(float(shown)) if is_printed else value_text(shown, target)
    source = _Source(text, number=True)
    digits = Decimal(real_text(value)) if isinstance(value, float) else Decimal(value)
    if digits.adjusted() > 18:
        beyond = (
            reading.parse_time_number(10**9, negative=digits < 0)
            if as_time
            else reading.Parsed(problem=reading.Problem.OUT_OF_RANGE)
        )
        return beyond, source
    magnitude = abs(digits)
    whole = int(magnitude)
    nanosecond = int((magnitude - whole) * 1_000_000_000)
    if nanosecond and not (whole or as_time):  # a fraction alone is one of the zero date
        if digits < 0:
            return reading.Parsed(problem=reading.Problem.OUT_OF_RANGE), source
        return reading.Parsed("datetime", nanosecond=nanosecond), source
    if as_time:
        return reading.parse_time_number(whole, nanosecond, negative=digits < 0), source
    return reading.parse_datetime_number(-whole if digits < 0 else whole, nanosecond), source


def _rounded(parsed: Parsed, source: _Source, target: Target) -> tuple[int, int]:
    """Nanoseconds rounded to the column's digits: seconds carried (0 or 1), microseconds left."""
    if not target.behaviour.moments_have_fractions and (not source.number or target.spec.type is ColumnType.TIME2):
        return 0, 0
    unit = int(10 ** (6 - target.spec.fsp))
    # twice, to microseconds first (captured: clusters/zones_in_texts)
    microsecond = (_microsecond(parsed, target) + (0 if target.cuts_fractions else unit // 2)) // unit * unit
    return divmod(microsecond, 1_000_000)


def _microsecond(parsed: Parsed, target: Target) -> int:
    return (parsed.nanosecond + (0 if target.cuts_fractions else 500)) // 1000


def _adjusted(value: Any, target: Target) -> Any:
    """A moment or a length of time with as many digits as the column has."""
    cut = target.cuts_fractions or not target.behaviour.moments_have_fractions
    return round_fraction(value, target.spec.fsp, cut=cut)


# --- DATE, DATETIME, TIMESTAMP --------------------------------------------------------------------------------------


def _moment(value: object, target: Target) -> tuple[datetime | IncompleteDate | None, _Source]:
    """The value as a local date and time, rounded and judged; None after a problem was reported."""
    if isinstance(value, timedelta):
        if not target.behaviour.moments_have_fractions:
            if not moments_before_5_6.refuse_length(target):
                _report(target, _Source(format_time(value, 0)), reading.Problem.TRUNCATED)
            return None, _Source("")
        shown = format_time(value, 0) if target.spec.type is ColumnType.DATE else temporal_text(value, target)
        source = _Source(shown)
        target.context.facts.uses_time_zone |= target.spec.type is not ColumnType.DATE
        return _adjusted(current_date(target.context) + value, target), source
    if isinstance(value, datetime):
        local = value if value.tzinfo is None else to_local(value, target.context)
        return _round_datetime(local, target)
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day), _Source(temporal_text(value, target))
    if isinstance(value, IncompleteDate):
        shown = format_datetime(value, value.digits) if isinstance(value, ReadDate) else temporal_text(value, target)
        source = _Source(shown)
        return _judge(texts.parsed_of(value), source, target), source
    parsed, source = _read(value, target, as_time=False)
    if parsed.problem and not (source.number and parsed.found and _date_problem(parsed, source, target)):
        _report(target, source, parsed.problem)
    if not parsed.found:
        return None, source
    return _judge(parsed, source, target), source


def _round_datetime(local: datetime, target: Target) -> tuple[datetime | None, _Source]:
    try:
        rounded: datetime = _adjusted(local, target)
    except OverflowError:
        source = _Source(temporal_text(local.replace(hour=0, minute=0, second=0, microsecond=0), target))
        _overflow(target, source)
        return None, source
    cut = Target(target.spec, target.context, target.as_error, target.spec.fsp if rounded != local else target.decimals)
    return rounded, _Source(temporal_text(rounded, cut))


def _overflow(target: Target, source: _Source) -> None:
    """A carry beyond the year 9999: 1441, and behind it what else the value is refused for, or warned of."""
    if target.as_error:
        error = mysql_error("ER_DATETIME_FUNCTION_OVERFLOW", "datetime")
        if target.behaviour.moments_have_fractions:
            place = (_TYPE_NAMES[target.spec.type], source.text, target.spec.name, target.context.row_number)
            error.later = (mysql_warning("ER_TRUNCATED_WRONG_TEMPORAL", *place, level="Error"),)
        raise error
    target.context.warn("ER_DATETIME_FUNCTION_OVERFLOW", "datetime")
    _report(target, source, reading.Problem.OUT_OF_RANGE)


def _judge(parsed: Parsed, source: _Source, target: Target) -> datetime | IncompleteDate | None:
    """sql_mode's verdict over zero and impossible dates, then rounding and the time zone of the text."""
    problem = _date_problem(parsed, source, target)
    if problem:
        _report(target, source, problem)
        return None
    carried, microsecond = _rounded(parsed, source, target)
    clock = (parsed.hour, parsed.minute, parsed.second)
    if not (parsed.month and parsed.day):
        return _incomplete(parsed, clock, carried, microsecond, source, target)
    if carried:
        parsed.displacement = None  # a server loses it (captured: clusters/zones_in_texts)
    if parsed.displacement is not None and not parsed.year:
        _report(target, source, reading.Problem.OUT_OF_RANGE)
        return None
    if not (carried or parsed.displacement is not None) or not parsed.year:
        try:
            return datetime(parsed.year, parsed.month, parsed.day, *clock, microsecond)
        except ValueError:
            return IncompleteDate(parsed.year, parsed.month, parsed.day, *_carry(clock, carried), microsecond)
    try:  # a day that the month does not have becomes one of the next month
        moment = datetime(parsed.year, parsed.month, 1, *clock, microsecond) + timedelta(parsed.day - 1, carried)
    except OverflowError:
        _overflow(target, source)
        return None
    return moment if parsed.displacement is None else _zoned(parsed, moment, source, target)


def _incomplete(
    parsed: Parsed, clock: tuple[int, int, int], carried: int, microsecond: int, source: _Source, target: Target
) -> IncompleteDate | None:
    """A date without a month or day: nothing can be added to it."""
    if parsed.displacement is not None:
        raise zoned.incomplete(parsed.year, parsed.month, parsed.day, clock, parsed.displacement)
    if carried:
        _report(target, source, reading.Problem.OUT_OF_RANGE)
        return None
    return IncompleteDate(parsed.year, parsed.month, parsed.day, *clock, microsecond)


def _zoned(parsed: Parsed, local: datetime, source: _Source, target: Target) -> datetime | None:
    assert parsed.displacement is not None
    moment = zoned.stored_in_zone(local, parsed.displacement, session_zone(target.context))
    if moment is None:
        _report(target, source, reading.Problem.OUT_OF_RANGE)
    return moment


def _carry(clock: tuple[int, int, int], carried: int) -> tuple[int, int, int]:
    """The time of day a second later; partial dates have no next day, so 23:59:59 stays."""
    hour, minute, second = clock
    total = min(hour * 3600 + minute * 60 + second + carried, 86399)
    return total // 3600, total // 60 % 60, total % 60


def _is_fraction(parsed: Parsed, source: _Source) -> bool:
    """A number below 1, which is a fraction of the zero date."""
    return source.number and not (
        parsed.year or parsed.month or parsed.day or parsed.hour or parsed.minute or parsed.second
    )


def _date_problem(parsed: Parsed, source: _Source, target: Target) -> Problem:
    modes = target.context.has_mode
    timestamp = target.spec.type is ColumnType.TIMESTAMP2
    wrong = reading.Problem.TRUNCATED if source.number else reading.Problem.OUT_OF_RANGE
    year, month, day = parsed.year, parsed.month, parsed.day
    if not (year or month or day):
        nonzero_time = timestamp and not (parsed.is_zero or _is_fraction(parsed, source))
        return reading.Problem.OUT_OF_RANGE if modes("NO_ZERO_DATE") or nonzero_time else reading.Problem.NONE
    if not month or not day:
        return wrong if timestamp or modes("NO_ZERO_IN_DATE") else reading.Problem.NONE
    if day <= calendar.monthrange(year or 4, month)[1]:
        return reading.Problem.NONE
    allowed = modes("ALLOW_INVALID_DATES") and not timestamp
    return reading.Problem.NONE if allowed else wrong


def store_date(value: object, target: Target) -> ColumnValue:
    """Into DATE: a time of day is cut off with a note."""
    if type(value) is date:
        return value
    moment, source = _moment(value, target)
    if moment is None:
        return ZERO_DATE
    if moment.hour or moment.minute or moment.second:
        _note_cut(target, source)
    if isinstance(moment, datetime):
        return moment.date()
    return IncompleteDate(moment.year, moment.month, moment.day)


def store_datetime(value: object, target: Target) -> ColumnValue:
    """Into DATETIME(fsp)."""
    moment, _ = _moment(value, target)
    if moment is None:
        return ZERO_DATE
    if not isinstance(value, (date, IncompleteDate)):
        target.context.text_becomes_datetime()
    return moment


def store_timestamp(value: object, target: Target) -> ColumnValue:
    """Into TIMESTAMP(fsp): local time of the session -> UTC; 1970-01-01 00:00:01 to 2038-01-19 03:14:07 UTC."""
    if isinstance(value, datetime) and value.tzinfo is not None:
        instant: datetime = _adjusted(value.astimezone(UTC), target)
        if TIMESTAMP_FIRST <= instant < TIMESTAMP_END:
            return instant  # nobody asks for the session's time zone
        source = _Source(temporal_text(value, target))
    else:
        moment, source = _moment(value, target)
        if moment is None:
            return ZERO_DATE
        if isinstance(moment, IncompleteDate):
            if moment.month or target.behaviour.zeros_have_zones:
                session_zone(target.context)
            if moment.month and moment.day:  # of the year 0
                _report(target, source, reading.Problem.OUT_OF_RANGE)
            elif moment.microsecond and source.number:
                _report(target, source, reading.Problem.TRUNCATED)
            return ZERO_DATE
        instant = _instant(moment, source, target)
    if not TIMESTAMP_FIRST <= instant < TIMESTAMP_END:
        if target.as_error and not target.context.forgives:
            _report(target, source, reading.Problem.OUT_OF_RANGE)
        else:
            target.out_of_range()
        return ZERO_DATE
    return instant


def _instant(local: datetime, source: _Source, target: Target) -> datetime:
    """The UTC instant of a local time. A time that the clock skips is an error in strict mode, else the gap's end."""
    try:
        instant = zoned.instant_of(local, session_zone(target.context))
    except OverflowError:
        return TIMESTAMP_END  # refused by the caller
    if instant is not None:
        return instant
    _report(target, source, reading.Problem.OUT_OF_RANGE)
    return zoned.end_of_gap(local, session_zone(target.context))


# --- TIME -----------------------------------------------------------------------------------------------------------


def store_time(value: object, target: Target) -> ColumnValue:
    """Into TIME(fsp), -838:59:59 to 838:59:59; a date before it is cut off with a note."""
    if isinstance(value, (timedelta, date, IncompleteDate)):
        return _time_of(value, target)
    parsed, source = _read(value, target, as_time=True)
    if not (source.number or target.behaviour.moments_have_fractions):
        too_long = not parsed.problem and moments_before_5_6.has_too_many_digits(source.text)
        if too_long or moments_before_5_6.is_nothing(source.text, parsed):
            _report(target, source, reading.Problem.TRUNCATED)
    if parsed.problem:
        was_cut = not (source.number or target.behaviour.moments_have_fractions)
        _report(target, source, reading.Problem.TRUNCATED if was_cut else parsed.problem)
    if not parsed.found:
        return timedelta()
    if parsed.displacement is not None:
        moment = _moment_of_zone(parsed, source, target)
        return timedelta() if moment is None else _time_of(moment, target)
    is_date = parsed.kind != "time" and (parsed.year or parsed.month or parsed.day)
    if is_date and not parsed.problem and (source.number or target.behaviour.moments_have_fractions):
        _note_cut(target, source)
    carried, microsecond = _rounded(parsed, source, target)
    whole = timedelta(hours=min(parsed.hour, _BEYOND_HOURS), minutes=parsed.minute, seconds=parsed.second)
    length = whole + timedelta(seconds=carried, microseconds=microsecond)
    if whole == TIME_LIMIT and target.behaviour.moments_have_fractions:
        # a fraction is beyond the limit before it is rounded or cut (captured: clusters/largest_times)
        length = max(length, whole + timedelta(microseconds=_microsecond(parsed, target)))
    return _clipped(-length if parsed.negative else length, source, target, told=bool(parsed.problem))


def _moment_of_zone(parsed: Parsed, source: _Source, target: Target) -> datetime | None:
    """The moment that a text with a time zone is, to the microsecond."""
    clock = (parsed.hour, parsed.minute, parsed.second)
    if not (parsed.month and parsed.day):
        raise zoned.incomplete(parsed.year, parsed.month, parsed.day, clock, parsed.displacement or 0)
    if not parsed.year:
        _report(target, source, reading.Problem.OUT_OF_RANGE)
        return None
    local = datetime(parsed.year, parsed.month, 1, *clock) + timedelta(parsed.day - 1)
    moment = _zoned(parsed, local, source, target)
    if moment is None:
        return None
    _note_cut(target, source)
    return moment + timedelta(microseconds=(parsed.nanosecond + 500) // 1000)


def _time_of(value: timedelta | date | IncompleteDate, target: Target) -> timedelta:
    source = _Source(temporal_text(value, target))
    if isinstance(value, timedelta):
        return _clipped(_adjusted(value, target), source, target, told=False)
    if isinstance(value, datetime) and value.tzinfo is not None:
        value = to_local(value, target.context)
    if not isinstance(value, (datetime, IncompleteDate)):
        return timedelta()
    length = timedelta(hours=value.hour, minutes=value.minute, seconds=value.second, microseconds=value.microsecond)
    return _adjusted(length, target)  # type: ignore[no-any-return]  # 24:00:00 (captured: clusters/midnights_rounded)


def _clipped(length: timedelta, source: _Source, target: Target, *, told: bool) -> timedelta:
    if -TIME_LIMIT <= length <= TIME_LIMIT:
        return length
    if not told:
        _report(target, source, reading.Problem.OUT_OF_RANGE)
    return TIME_LIMIT if length > timedelta() else -TIME_LIMIT
