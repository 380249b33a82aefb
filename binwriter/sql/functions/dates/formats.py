"""DATE_FORMAT's patterns, for writing (MySQL manual, DATE_FORMAT()); names come in the session's lc_time_names."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from binwriter.mysql.locale_names import CalendarNames
from binwriter.mysql.values.temporal_keys import parts_of
from binwriter.sql.expressions.moments.days import week_and_year


def _ordinal(day: int) -> str:
    ending = "th" if day // 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"


class _Moment:
    """The parts of a date or time; `day` only where the calendar has it."""

    def __init__(self, value: Any, names: CalendarNames) -> None:
        self.names = names
        if isinstance(value, timedelta):
            total = abs(value)
            seconds = total.days * 86_400 + total.seconds
            self.parts = (0, 0, 0, seconds // 3600, seconds // 60 % 60, seconds % 60, total.microseconds)
        else:
            self.parts = parts_of(value)
        self.value = value

    @property
    def date(self) -> date:
        return date(*self.parts[:3])

    def week(self, mode: int) -> tuple[int, int]:
        return week_and_year(self.date, mode)


def _month(moment: _Moment) -> int:
    if not moment.parts[1]:
        raise ValueError("month 0 has no name")
    return moment.parts[1] - 1


_WRITERS: dict[str, Callable[[_Moment], str]] = {
    "a": lambda m: m.names.short_days[m.date.weekday()],
    "b": lambda m: m.names.short_months[_month(m)],
    "c": lambda m: str(m.parts[1]),
    "D": lambda m: _ordinal(m.parts[2]),
    "d": lambda m: f"{m.parts[2]:02d}",
    "e": lambda m: str(m.parts[2]),
    "f": lambda m: f"{m.parts[6]:06d}",
    "H": lambda m: f"{m.parts[3]:02d}",
    "h": lambda m: f"{(m.parts[3] + 11) % 12 + 1:02d}",
    "I": lambda m: f"{(m.parts[3] + 11) % 12 + 1:02d}",
    "i": lambda m: f"{m.parts[4]:02d}",
    "j": lambda m: f"{m.date.timetuple().tm_yday:03d}",
    "k": lambda m: str(m.parts[3]),
    "l": lambda m: str((m.parts[3] + 11) % 12 + 1),
    "M": lambda m: m.names.months[_month(m)],
    "m": lambda m: f"{m.parts[1]:02d}",
    "p": lambda m: "PM" if m.parts[3] % 24 >= 12 else "AM",
    "r": lambda m: (
        f"{(m.parts[3] + 11) % 12 + 1:02d}:{m.parts[4]:02d}:{m.parts[5]:02d} "
        + ("PM" if m.parts[3] % 24 >= 12 else "AM")
    ),
    "S": lambda m: f"{m.parts[5]:02d}",
    "s": lambda m: f"{m.parts[5]:02d}",
    "T": lambda m: f"{m.parts[3]:02d}:{m.parts[4]:02d}:{m.parts[5]:02d}",
    "U": lambda m: f"{m.week(0)[0]:02d}",
    "u": lambda m: f"{m.week(1)[0]:02d}",
    "V": lambda m: f"{m.week(2)[0]:02d}",
    "v": lambda m: f"{m.week(3)[0]:02d}",
    "W": lambda m: m.names.days[m.date.weekday()],
    "w": lambda m: str(m.date.isoweekday() % 7),
    "X": lambda m: f"{m.week(2)[1]:04d}",
    "x": lambda m: f"{m.week(3)[1]:04d}",
    "Y": lambda m: f"{m.parts[0]:04d}",
    "y": lambda m: f"{m.parts[0] % 100:02d}",
}


_OF_DATES = frozenset("DaWwjUuVvXx")  # what a time has not, whatever date stands beside it


def format_pattern(value: Any, pattern: str, names: CalendarNames, *, is_time: bool = False) -> str | None:
    """The value in a DATE_FORMAT pattern; NULL where a name is asked of a date without month or day, and where a day is
    asked of what is formatted as a time (captured: clusters/times_in_patterns)."""
    moment = _Moment(value, names)
    result = []
    characters = iter(pattern)
    try:
        for character in characters:
            if character != "%":
                result.append(character)
                continue
            letter = next(characters, "%")
            if is_time and letter in _OF_DATES:
                return None
            writer = _WRITERS.get(letter)
            result.append(writer(moment) if writer else letter)
    except ValueError:  # a name of month 0, a weekday of a zero date
        return None
    return "".join(result)
