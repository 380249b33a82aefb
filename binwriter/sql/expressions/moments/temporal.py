"""Dates and times as MySQL reads them from text and numbers, writes them, and orders them.

Parsers answer None for what is no date or time; the caller decides on warning or error. A value that `datetime` cannot
hold (zero or partial dates) is an IncompleteDate. Source: MySQL manual, "Date and Time Literals".
"""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from binwriter.formats.columns.values import IncompleteDate
from binwriter.mysql.values import temporal_text
from binwriter.mysql.values.temporal_keys import DateValue, parts_of

if TYPE_CHECKING:
    from binwriter.mysql.values.temporal_text import Parsed

MAX_TIME = timedelta(hours=838, minutes=59, seconds=59)
_BEYOND_HOURS = 10_000  # more only say that the TIME is out of range

_ROUNDED_UP = 999_999_500  # nanoseconds from which on it is the next second
_LAST_SECOND = datetime.max.replace(microsecond=0)


def full_year(year: int, digits: int) -> int:
    """Two-digit years: 70 to 99 are 19xx, 00 to 69 are 20xx."""
    if digits > 2:
        return year
    return year + (1900 if year >= 70 else 2000)


def build_datetime(
    year: int, month: int, day: int, hour: int, minute: int, second: int, micro: int, *, any_day: bool = False
) -> Any:
    """A datetime, an IncompleteDate for zero parts, or None where a part is out of its range. any_day: up to the 31st
    of any month, an IncompleteDate too."""
    if month > 12 or day > 31 or hour > 23 or minute > 59 or second > 59 or year > 9999:
        return None
    carry, micro = divmod(micro, 1_000_000)
    if not (year and month and day):
        if (year or month or day) and month and day > 29 and not _fits(year or 4, month, day):
            return None
        return IncompleteDate(year, month, day, hour, minute, second, micro)
    if not _fits(year, month, day):
        return IncompleteDate(year, month, day, hour, minute, second, micro) if any_day else None
    made = datetime(year, month, day, hour, minute, second, micro)
    if not carry:
        return made
    return None if made.replace(microsecond=0) == _LAST_SECOND else made + timedelta(seconds=carry)


def _fits(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def parse_datetime(text: str, *, any_day: bool = False) -> tuple[Any, bool, bool]:
    """(value, has a time part, was read to the end); value None when the text is no date, aware if it names a zone."""
    parsed = temporal_text.parse_datetime(text)
    return moment_of(parsed, any_day=any_day), parsed.kind == "datetime", not parsed.problem


def moment_of(parsed: Parsed, *, any_day: bool = False) -> Any:
    """What was read as a datetime (aware if the text names a time zone) or IncompleteDate, None if it is none.
    any_day: as in `build_datetime`."""
    if not parsed.found:
        return None
    clock = (parsed.hour, parsed.minute, parsed.second, _micro(parsed))
    made = build_datetime(parsed.year, parsed.month, parsed.day, *clock, any_day=any_day)
    if parsed.displacement is None or not isinstance(made, datetime) or parsed.nanosecond >= _ROUNDED_UP:
        return made  # a second that is carried loses the zone (captured: clusters/zones_in_texts)
    return made.replace(tzinfo=timezone(timedelta(minutes=parsed.displacement)))


def _micro(parsed: Parsed) -> int:
    """Microseconds; a seventh digit rounds (the caller carries 1,000,000)."""
    return (parsed.nanosecond + 500) // 1000


def parse_time(text: str) -> tuple[timedelta | None, bool]:
    """(value, was read to the end): `[-][D ]hh:mm:ss[.f]`, `hh:mm`, `hhmmss`, `ss`. A datetime gives its time part."""
    return length_of(temporal_text.parse_time(text))


def length_of(parsed: Parsed) -> tuple[timedelta | None, bool]:
    """(what was read as a TIME, was it read to the end and within the limits)."""
    if not parsed.found or parsed.problem & temporal_text.Problem.OUT_OF_RANGE:
        return None, False
    hours = min(parsed.hour, _BEYOND_HOURS)
    value = timedelta(hours=hours, minutes=parsed.minute, seconds=parsed.second, microseconds=_micro(parsed))
    if parsed.kind != "time":
        return value % timedelta(days=1), not parsed.problem
    clipped = min(value, MAX_TIME)
    return (-clipped if parsed.negative else clipped), clipped == value and not parsed.problem


def time_of(value: DateValue) -> timedelta:
    """The time of day of a date or datetime."""
    if isinstance(value, (datetime, IncompleteDate)):
        return timedelta(hours=value.hour, minutes=value.minute, seconds=value.second, microseconds=value.microsecond)
    return timedelta()


def date_of(value: DateValue) -> date | IncompleteDate:
    """The date part."""
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, IncompleteDate):
        return IncompleteDate(value.year, value.month, value.day)
    return value


def _fraction(micro: int, scale: int) -> str:
    return f".{micro:06d}"[: scale + 1] if scale else ""


def format_date(value: DateValue) -> str:
    return f"{value.year:04d}-{value.month:02d}-{value.day:02d}"


def format_datetime(value: DateValue, scale: int = 0) -> str:
    """yyyy-mm-dd hh:mm:ss with `scale` digits of the second (cut, not rounded)."""
    year, month, day, hour, minute, second, micro = parts_of(value)
    return f"{year:04d}-{month:02d}-{day:02d} {hour:02d}:{minute:02d}:{second:02d}{_fraction(micro, scale)}"


def format_time(value: timedelta, scale: int = 0) -> str:
    """[-]hh:mm:ss with `scale` digits of the second; hours may have three digits."""
    total = abs(value)
    seconds = total.days * 86_400 + total.seconds
    sign = "-" if value < timedelta() else ""
    return (
        f"{sign}{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}{_fraction(total.microseconds, scale)}"
    )


def total_microseconds(value: timedelta) -> int:
    return (value.days * 86_400 + value.seconds) * 1_000_000 + value.microseconds


def temporal_number(value: DateValue | timedelta) -> tuple[int, int]:
    """The digits as one number and the microseconds.

    20240131 or 20240131235959 or hhmmss (negative for negative times).
    """
    if isinstance(value, timedelta):
        total = abs(total_microseconds(value))
        seconds, micro = divmod(total, 1_000_000)
        number = seconds // 3600 * 10_000 + seconds // 60 % 60 * 100 + seconds % 60
        return (-number, -micro) if value < timedelta() else (number, micro)
    if isinstance(value, date) and not isinstance(value, datetime):
        return value.year * 10_000 + value.month * 100 + value.day, 0
    year, month, day, hour, minute, second, micro = parts_of(value)
    return ((year * 100 + month) * 100 + day) * 1_000_000 + (hour * 100 + minute) * 100 + second, micro


def truncate_fraction(value: datetime | timedelta, scale: int) -> Any:
    """The value with `scale` digits of the second left, the others cut."""
    unit = 10 ** (6 - scale)
    if isinstance(value, datetime):
        return value.replace(microsecond=value.microsecond // unit * unit)
    total = total_microseconds(value)
    return timedelta(microseconds=(abs(total) // unit * unit) * (-1 if total < 0 else 1))


def round_fraction(value: Any, scale: int, *, cut: bool = False) -> Any:
    """The value rounded to `scale` digits of the second, halves up; cut: as TIME_TRUNCATE_FRACTIONAL has it."""
    unit = 10 ** (6 - scale)
    half = 0 if cut else unit // 2
    if isinstance(value, datetime):
        rounded = (value.microsecond + half) // unit * unit
        return value.replace(microsecond=0) + timedelta(microseconds=rounded)
    if isinstance(value, timedelta):
        total = total_microseconds(value)
        rounded = (abs(total) + half) // unit * unit
        return timedelta(microseconds=-rounded if total < 0 else rounded)
    return value
