"""STR_TO_DATE's patterns (MySQL manual, STR_TO_DATE()): names are English.

Where the text ends before the pattern, what is missing is zero; what the pattern leaves of a text is only warned of
(captured: texts_by_patterns).
"""

from __future__ import annotations

import calendar
from collections.abc import Callable
from datetime import date

from binwriter.formats.collations import SPACES
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.values.temporal_text import full_year
from binwriter.sql.expressions.moments.days import MAX_DAYS, day_number, from_day_number

_LETTERS = pattern(r"(?:[A-Za-z]|[^\x00-\x7f])+")
_NUMBER = pattern(r"[ \t]*\+?[0-9]+")
_MONTHS = tuple(calendar.month_name)
_SHORT_MONTHS = tuple(name[:3] for name in _MONTHS)
_DAYS = ("", *calendar.day_name)  # Monday is 1
_SHORT_DAYS = tuple(name[:3] for name in _DAYS)
_WEEK = 7
_WEEKS = 53


@dataclass(frozen=True, slots=True)
class Reading:
    """The parts that a text has. left: whether more than blanks stands behind what the pattern asks for."""

    year: int
    month: int
    day: int
    hour: int
    minute: int
    second: int
    microsecond: int
    left: bool


class Misfit(Exception):  # noqa: N818 -- the caller tells of it in its own words
    """The text is none of the pattern. time: the part of it that %r or %T were asked for, if that is why."""

    def __init__(self, time: str | None = None) -> None:
        super().__init__(time)
        self.time = time


def read_pattern(text: str, pattern: str) -> Reading:
    """What a text means by a pattern. Misfit where it means nothing."""
    walk = _Walk(text)
    walk.follow(pattern)
    return walk.reading()


class _Walk:
    """One way through a text. parts: the numbers found, by name."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.parts: dict[str, int] = {}
        self.twelve = False

    @property
    def rest(self) -> str:
        return self.text[self.position :]

    def follow(self, pattern: str) -> None:
        """Takes what each letter of the pattern asks for, until the text or the pattern ends."""
        index = 0
        while index < len(pattern):
            self.position += len(self.rest) - len(self.rest.lstrip(SPACES))
            if self.position >= len(self.text):
                return
            character = pattern[index]
            index += 1
            if character == "%" and index < len(pattern):
                take = _TAKES.get(pattern[index])
                if take is None:
                    raise Misfit
                take(self)
                index += 1
            elif character not in SPACES:
                if self.text[self.position] != character:
                    raise Misfit
                self.position += 1

    def number(self, width: int) -> str:
        """The digits at hand, with the sign and blanks before them, all within so many characters."""
        match = _NUMBER.match(self.text, self.position, self.position + width)
        if match is None:
            raise Misfit
        self.position = match.end()
        return match[0]

    def word(self, names: tuple[str, ...]) -> int:
        """The place of a name, or of the only one that begins so."""
        match = _LETTERS.match(self.text, self.position)
        word = match[0].lower() if match else ""
        meant = [at for at, name in enumerate(names) if name and word and name.lower().startswith(word)]
        exact = [at for at in meant if len(names[at]) == len(word)]
        if len(exact or meant) != 1:
            raise Misfit
        self.position += len(word)
        return (exact or meant)[0]

    def skip(self, belongs: Callable[[str], bool]) -> None:
        while self.position < len(self.text) and belongs(self.text[self.position]):
            self.position += 1

    def settle_hour(self) -> None:
        """An hour of twelve becomes one of the day."""
        if not self.twelve:
            return
        hour = self.parts.get("hour", 0)
        if not 1 <= hour <= 12:
            raise Misfit
        self.parts["hour"] = hour % 12 + self.parts.pop("half", 0)
        self.twelve = False

    def reading(self) -> Reading:
        self.settle_hour()
        parts = self.parts
        hour = parts.get("hour", 0)
        year, month, day = self._date(parts.get("year", 0), parts.get("month", 0), parts.get("day", 0))
        minute, second = parts.get("minute", 0), parts.get("second", 0)
        if month > 12 or day > 31 or hour > 23 or minute > 59 or second > 59:
            raise Misfit
        left = bool(self.rest.strip(SPACES))
        return Reading(year, month, day, hour, minute, second, parts.get("microsecond", 0), left)

    def _date(self, year: int, month: int, day: int) -> tuple[int, int, int]:
        parts = self.parts
        if parts.get("yearday", 0) > 0:
            year, month, day = _parts_of_day(_first_day(year) + parts["yearday"] - 1)
        if "week" in parts and parts.get("weekday"):
            return self._date_of_week(year)
        return year, month, day

    def _date_of_week(self, year: int) -> tuple[int, int, int]:
        """%V and %v go with %X and %x, %U and %u with %Y."""
        parts, sunday_first = self.parts, bool(self.parts["sunday_first"])
        own_year = parts.get("year_of_week")
        if parts["strict"]:
            if own_year is None or bool(parts["sunday_first_year"]) != sunday_first:
                raise Misfit
            year = own_year
        elif own_year is not None:
            raise Misfit
        first = _first_day(year)
        begins = (first + 5 + sunday_first) % _WEEK
        early = 0 if sunday_first else 3
        days = first + (0 if begins <= early else _WEEK) - begins + (parts["week"] - 1) * _WEEK
        days += parts["weekday"] % _WEEK if sunday_first else parts["weekday"] - 1
        return _parts_of_day(days)


def _first_day(year: int) -> int:
    """The number of January 1st; of year 0, 1."""
    return day_number(date(year, 1, 1)) if year else 1


def _parts_of_day(number: int) -> tuple[int, int, int]:
    if not 0 < number <= MAX_DAYS:
        raise Misfit
    day = from_day_number(number)
    return day.year, day.month, day.day


def _number(part: str, width: int = 2) -> Callable[[_Walk], None]:
    def take(walk: _Walk) -> None:
        walk.parts[part] = int(walk.number(width))

    return take


def _year(width: int) -> Callable[[_Walk], None]:
    def take(walk: _Walk) -> None:
        digits = walk.number(width)
        walk.parts["year"] = full_year(int(digits)) if len(digits) <= 2 else int(digits)

    return take


def _hour_of_twelve(walk: _Walk) -> None:
    walk.twelve = True
    walk.parts["hour"] = int(walk.number(2))


def _ordinal_day(walk: _Walk) -> None:
    walk.parts["day"] = int(walk.number(2))
    walk.position = min(walk.position + 2, len(walk.text))


def _fraction(walk: _Walk) -> None:
    digits = walk.number(6)
    walk.parts["microsecond"] = int(digits) * 10 ** (6 - len(digits))


def _half(walk: _Walk) -> None:
    half = walk.rest[:2].upper()
    if not walk.twelve or half not in ("AM", "PM"):
        raise Misfit
    walk.parts["half"] = 12 if half == "PM" else 0
    walk.position += 2


def _word(part: str, names: tuple[str, ...]) -> Callable[[_Walk], None]:
    def take(walk: _Walk) -> None:
        walk.parts[part] = walk.word(names)

    return take


def _weekday(walk: _Walk) -> None:
    day = int(walk.number(1))
    if day >= _WEEK:
        raise Misfit
    walk.parts["weekday"] = day or _WEEK


def _week(*, sunday_first: bool, strict: bool) -> Callable[[_Walk], None]:
    def take(walk: _Walk) -> None:
        week = int(walk.number(2))
        if week > _WEEKS or (strict and not week):
            raise Misfit
        walk.parts.update(week=week, sunday_first=sunday_first, strict=strict)

    return take


def _year_of_week(*, sunday_first: bool) -> Callable[[_Walk], None]:
    def take(walk: _Walk) -> None:
        walk.parts.update(year_of_week=int(walk.number(4)), sunday_first_year=sunday_first)

    return take


def _composed(pattern: str) -> Callable[[_Walk], None]:
    """A time, which is judged on its own."""

    def take(walk: _Walk) -> None:
        text, outer = walk.rest, (walk.twelve, walk.parts.pop("half", 0))
        walk.twelve = False
        try:
            walk.follow(pattern)
            walk.settle_hour()
        except Misfit:
            raise Misfit(text) from None
        walk.twelve, walk.parts["half"] = outer

    return take


def _skipped(belongs: Callable[[str], bool]) -> Callable[[_Walk], None]:
    return lambda walk: walk.skip(belongs)


_TAKES: dict[str, Callable[[_Walk], None]] = {
    "Y": _year(4),
    "y": _year(2),
    "m": _number("month"),
    "c": _number("month"),
    "M": _word("month", _MONTHS),
    "b": _word("month", _SHORT_MONTHS),
    "d": _number("day"),
    "e": _number("day"),
    "D": _ordinal_day,
    "h": _hour_of_twelve,
    "I": _hour_of_twelve,
    "l": _hour_of_twelve,
    "H": _number("hour"),
    "k": _number("hour"),
    "i": _number("minute"),
    "s": _number("second"),
    "S": _number("second"),
    "f": _fraction,
    "p": _half,
    "W": _word("weekday", _DAYS),
    "a": _word("weekday", _SHORT_DAYS),
    "w": _weekday,
    "j": _number("yearday", 3),
    "U": _week(sunday_first=True, strict=False),
    "u": _week(sunday_first=False, strict=False),
    "V": _week(sunday_first=True, strict=True),
    "v": _week(sunday_first=False, strict=True),
    "X": _year_of_week(sunday_first=True),
    "x": _year_of_week(sunday_first=False),
    "r": _composed("%I:%i:%S %p"),
    "T": _composed("%H:%i:%S"),
    ".": _skipped(
        lambda character: (
            character.isascii() and character.isprintable() and not character.isalnum() and character != " "
        )
    ),
    "@": _skipped(lambda character: character.isascii() and character.isalpha()),
    "#": _skipped(lambda character: character.isascii() and character.isdigit()),
}
