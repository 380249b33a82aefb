"""DATE_FORMAT's patterns, for writing and for reading (MySQL manual, DATE_FORMAT(), STR_TO_DATE()).

Names that are read are English (en_US); those that are written come in the session's lc_time_names.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

from binwriter.mysql.locale_names import CalendarNames
from binwriter.mysql.values.temporal_keys import parts_of
from binwriter.sql.expressions.moments import temporal
from binwriter.sql.functions.dates.calendar import week_and_year

_BLANKS = " \t\n\v\f\r"
_MONTHS = list(calendar.month_name)
_DAYS = list(calendar.day_name)


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


def format_pattern(value: Any, pattern: str, names: CalendarNames) -> str | None:
    """The value in a DATE_FORMAT pattern; NULL where a name is asked of a date without month or day."""
    moment = _Moment(value, names)
    result = []
    characters = iter(pattern)
    try:
        for character in characters:
            if character != "%":
                result.append(character)
                continue
            letter = next(characters, "%")
            writer = _WRITERS.get(letter)
            result.append(writer(moment) if writer else letter)
    except ValueError:  # a name of month 0, a weekday of a zero date
        return None
    return "".join(result)


_NUMBER = {"c": "month", "d": "day", "e": "day", "H": "hour", "k": "hour", "i": "minute", "m": "month"}
_NUMBER.update({"S": "second", "s": "second", "h": "hour12", "I": "hour12", "l": "hour12", "j": "yearday"})
_COMPOSED = {"r": "%h:%i:%s %p", "T": "%H:%i:%s"}
_WIDTHS = {"yearday": 3}


def parse_pattern(text: str, pattern: str) -> Any:
    """The datetime that a text means by a STR_TO_DATE pattern; None when it does not fit it."""
    for letter, whole in _COMPOSED.items():
        pattern = pattern.replace(f"%{letter}", whole)
    parts: dict[str, int] = {}
    position = index = 0
    while index < len(pattern):
        character = pattern[index]
        index += 1
        if character.isspace():
            position += len(text) - position - len(text[position:].lstrip(_BLANKS))
        elif character != "%" or index == len(pattern):
            if text[position : position + 1] != character:
                return None
            position += 1
        else:
            taken = _read_part(pattern[index], text[position:], parts)
            index += 1
            if taken is None:
                return None
            position += taken
    return _assembled(parts)


def _read_part(letter: str, rest: str, parts: dict[str, int]) -> int | None:
    """Reads one part from the beginning of `rest` into `parts`; how many characters it took."""
    blanks = len(rest) - len(rest.lstrip(_BLANKS))
    rest = rest[blanks:]
    if letter in "Yy":
        match = re.match(r"[0-9]{1,4}" if letter == "Y" else r"[0-9]{1,2}", rest)
        if match:
            parts["year"] = temporal.full_year(int(match[0]), len(match[0]))
    elif letter in "Mb":
        names = _MONTHS if letter == "M" else [name[:3] for name in _MONTHS]
        month = next((at for at, name in enumerate(names) if at and rest.lower().startswith(name.lower())), 0)
        parts["month"] = month
        return blanks + len(names[month]) if month else None
    elif letter in "Wa":
        names = _DAYS if letter == "W" else [name[:3] for name in _DAYS]
        name = next((name for name in names if rest.lower().startswith(name.lower())), None)
        return blanks + len(name) if name else None
    elif letter == "p":
        if rest[:2].upper() not in ("AM", "PM"):
            return None
        parts["pm"] = int(rest[:2].upper() == "PM")
        return blanks + 2
    elif letter == "f":
        match = re.match(r"[0-9]{1,6}", rest)
        if match:
            parts["micro"] = int(match[0].ljust(6, "0"))
    elif letter == "D":
        match = re.match(r"([0-9]{1,2})[a-z]{2}", rest)
        if match:
            parts["day"] = int(match[1])
    else:
        part = _NUMBER.get(letter)
        if part is None:
            return None
        match = re.match(rf"[0-9]{{1,{_WIDTHS.get(part, 2)}}}", rest)
        if match:
            parts[part] = int(match[0])
    return blanks + match.end() if match else None


def _assembled(parts: dict[str, int]) -> Any:
    hour = parts.get("hour", 0)
    if "hour12" in parts:
        if not 1 <= parts["hour12"] <= 12:
            return None
        hour = parts["hour12"] % 12 + 12 * parts.get("pm", 0)
    year, month, day = parts.get("year", 0), parts.get("month", 0), parts.get("day", 0)
    if "yearday" in parts and year:
        start = datetime(year, 1, 1) + timedelta(days=parts["yearday"] - 1)
        month, day = start.month, start.day
    return temporal.build_datetime(
        year, month, day, hour, parts.get("minute", 0), parts.get("second", 0), parts.get("micro", 0)
    )
