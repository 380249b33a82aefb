"""Numbers that are read as dates, datetimes and times (captured: numbers_as_moments, edges_of_moments,
times_or_moments).

A number is taken as a signed 64-bit integer and its fraction. Dates, datetimes and times have rules of their own: a
date does not look at the time behind its day, a datetime of fewer than three digits is none, a time beyond 838:59:59 is
none unless it is a datetime of at least eleven digits.
"""

from __future__ import annotations

from datetime import timedelta
from decimal import ROUND_DOWN, ROUND_FLOOR, Decimal
from typing import Any

from binwriter.formats.columns.values import IncompleteDate
from binwriter.mysql.values.real_text import real_text
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import number_text
from binwriter.sql.expressions.coercion import truncated
from binwriter.sql.expressions.moments import temporal
from binwriter.sql.expressions.numbers import as_int64
from binwriter.sql.expressions.types import ExprType

Number = int | float | Decimal

LAST_DATE = 99_991_231  # the largest number that is a date without a time
_LONGEST_TIME = 8_385_959
_MOMENT_AS_TIME = 10_000_000_000  # from here on a TIME is read from a datetime
_MOMENT_AS_SPAN = 10_000_000  # the same where either is asked for
_LARGEST = (1 << 63) - 1
_MILLION = 1_000_000
# (to which number, what is added): two-digit years of dates and of datetimes; None: no date begins so
_YEARS_OF_DATES: tuple[tuple[int, int | None], ...] = ((691_231, 20_000_000), (700_100, None), (991_231, 19_000_000))
_YEARS_OF_MOMENTS: tuple[tuple[int, int | None], ...] = (
    (691_231_235_959, 20_000_000_000_000),
    (700_100_999_999, None),
    (991_231_235_959, 19_000_000_000_000),
)


def split(value: Number) -> tuple[int, int] | None:
    """(the whole number as a signed one, microseconds of the fraction, 1,000,000 where it rounds up to the next
    second); None beyond 64 bits. The fraction has the sign of the number."""
    if isinstance(value, int):
        return as_int64(value), 0
    exact = Decimal(repr(value)) if isinstance(value, float) else value
    if abs(exact) > _LARGEST:
        return None
    whole = int(exact)
    nanoseconds = int(((exact - whole) * 1_000_000_000).copy_abs().to_integral_value(ROUND_FLOOR))
    return whole, (nanoseconds + 500) // 1000


def in_microseconds(value: Number) -> Number:
    """Without the digits behind those of a microsecond."""
    exact = Decimal(repr(value)) if isinstance(value, float) else value
    return exact.quantize(Decimal("1e-6"), ROUND_DOWN) if isinstance(exact, Decimal) else exact


def shown(value: Number, type_: ExprType) -> str:
    """The number in a warning: a large unsigned one is shown as the signed one that it was read as."""
    if isinstance(value, float):
        return real_text(value)  # a FLOAT as the DOUBLE that it is (captured: clusters/floats_as_others)
    return str(as_int64(value)) if isinstance(value, int) and value > _LARGEST else number_text(value, type_)


def date_of(whole: int, *, partial: bool = False) -> Any:
    """YYMMDD, YYYYMMDD, or either with a time that nobody looks at; parts may be zero, 0 is the year 2000. None if it
    is no date. partial: the day may be one that its month has not (captured: clusters/years_as_moments)."""
    if whole < 0:
        return None
    digits = whole // _MILLION if whole > LAST_DATE else whole
    if digits < 1_000_000:
        digits += 20_000_000 if digits < 700_000 else 19_000_000
    year, rest = divmod(digits, 10_000)
    return temporal.build_datetime(year, *divmod(rest, 100), 0, 0, 0, 0, any_day=partial)


def datetime_of(whole: int, micro: int, *, partial: bool) -> Any:
    """YYMMDD, YYYYMMDD, YYMMDDhhmmss or YYYYMMDDhhmmss; None if it is none. 0 is the zero date. partial: the month and
    the day may be zero, and the year as well; or the day may be one that its month has not."""
    digits = _moment_digits(whole)
    if digits is None:
        return None
    if not digits:
        return IncompleteDate()
    day, time = divmod(digits, _MILLION)
    year, rest = divmod(day, 10_000)
    if whole <= LAST_DATE:
        micro = 0
    clock = (time // 10_000, time // 100 % 100, time % 100, micro)
    return temporal.build_datetime(year, *divmod(rest, 100), *clock, any_day=partial)


def moment_of(value: Number) -> Any:
    """The date or datetime that a number means, months and days of zero too; None if it means none."""
    parts = split(value)
    return None if parts is None else datetime_of(*parts, partial=isinstance(value, int))


def _moment_digits(whole: int) -> int | None:
    """All fourteen digits."""
    if whole == 0 or whole >= 10_000_101_000_000:
        return whole if whole < 100 * 10**12 else None
    if whole < 101:
        return None
    if whole <= LAST_DATE:
        for last, added in _YEARS_OF_DATES:
            if whole <= last:
                return None if added is None else (whole + added) * _MILLION
        return whole * _MILLION
    if whole < 101_000_000:
        return None
    for last, added in _YEARS_OF_MOMENTS:
        if whole <= last:
            return None if added is None else whole + added
    return whole


def time_of(whole: int, micro: int) -> timedelta | None:
    """hhmmss, or the time of a datetime; None if it is neither."""
    if whole >= _MOMENT_AS_TIME:
        moment = datetime_of(whole, 0, partial=True)
        return None if moment is None else temporal.time_of(moment) + timedelta(microseconds=micro)
    if abs(whole) > _LONGEST_TIME:
        return None
    hours, rest = divmod(abs(whole), 10_000)
    minutes, seconds = divmod(rest, 100)
    if minutes > 59 or seconds > 59:
        return None
    length = timedelta(hours=hours, minutes=minutes, seconds=seconds, microseconds=micro)
    if length > temporal.MAX_TIME:
        return None
    return -length if whole < 0 else length


def length_of(value: Number) -> timedelta | None:
    """The TIME that a number means; None if it means none."""
    parts = split(value)
    return None if parts is None else _signed(time_of(*parts), value)


def to_time(value: Number, type_: ExprType, context: StatementContext) -> timedelta | None:
    """A number as a TIME; None with 1292 for what is none."""
    length = length_of(in_microseconds(value) if context.cuts_fractions else value)
    if length is None:
        truncated(context, "time", shown(value, type_))
    return length


def _signed(length: timedelta | None, value: Number) -> timedelta | None:
    """-0.5 has a whole number without a sign."""
    return -length if length and value < 0 and length > timedelta() and not isinstance(value, int) else length


def is_moment(value: Number) -> bool:
    """Whether a number is a datetime where a time may be one, too: TIMEDIFF, ADDTIME, TIME_FORMAT."""
    parts = split(value)
    return parts is None or parts[0] >= _MOMENT_AS_SPAN


def fraction_is_lost(value: Number) -> bool:
    """Of a number that is a date without a time."""
    parts = split(value)
    return parts is not None and parts[0] <= LAST_DATE and bool(parts[1])
