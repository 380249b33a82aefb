"""Text and numbers -> dates and times, by MySQL's rules (manual, "Date and Time Literals").

Pure functions: they know nothing of columns, sql_mode or time zones. The accepted forms, the delimiters and the
problems reported are those a 9.7.4 was seen to have; the observations are the tables of the tests.
"""

from __future__ import annotations

import re
from dataclasses import field
from enum import IntFlag
from typing import Literal

from binwriter.formats.collations import SPACES
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass

YEAR_PIVOT = 70  # two-digit years below it are 20xx, the others 19xx
TIME_MAX_NUMBER = 8385959

# "error": a date or time with impossible parts; "none": not even the shape of one
Kind = Literal["date", "datetime", "time", "error", "none"]


class Problem(IntFlag):
    """What was wrong with a temporal value. TRUNCATED -> 1265, OUT_OF_RANGE -> 1264 (both 1292 in strict mode)."""

    NONE = 0
    TRUNCATED = 1
    OUT_OF_RANGE = 2


@dataclass(frozen=True, slots=True)
class Delimiter:
    """A delimiter that 8.0.29 and later warn of: standard is '' for a superfluous one. position counts from 0."""

    character: str
    position: int
    standard: str = ""


@dataclass(slots=True)
class Parsed:
    """A temporal value before rounding. hour may exceed 23 for kind "time"; nanosecond is 0 to 999999999.

    displacement: minutes east of UTC when the text ended in a time zone ('+02:00').
    """

    kind: Kind = "none"
    year: int = 0
    month: int = 0
    day: int = 0
    hour: int = 0
    minute: int = 0
    second: int = 0
    nanosecond: int = 0
    negative: bool = False
    displacement: int | None = None
    problem: Problem = Problem.NONE
    delimiters: list[Delimiter] = field(default_factory=list)

    @property
    def found(self) -> bool:
        """Whether there is a value."""
        return self.kind not in ("error", "none")

    @property
    def is_zero(self) -> bool:
        parts = (self.year, self.month, self.day, self.hour, self.minute, self.second, self.nanosecond)
        return not any(parts)


_EXPONENT = pattern(r"[eE][+-]?[0-9]")
# '1 10:11:12': days before a TIME
_DAYS = pattern(r"\d{1,3}\s+\d", re.ASCII)
# behind year, month, day, hour, minute
_STANDARD_DELIMITERS = ("-", "-", " ", ":", ":")
_DAY, _SECOND, _FRACTION = 2, 5, 6
_LARGEST_NUMBER = 2**32 - 1  # in front of a TIME
_DIGITS_READ = 20  # of one number: more only say that it is too large
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_SPACE = frozenset(SPACES)
_DIGITS = frozenset("0123456789")


def full_year(year: int) -> int:
    """A two-digit year as four digits: 70 to 99 -> 19xx, 00 to 69 -> 20xx."""
    return year + (2000 if year < YEAR_PIVOT else 1900)


def parse_datetime(text: str, *, only_datetime: bool = False) -> Parsed:
    """A DATE or DATETIME from text. kind "error" or "none" with a problem when it is not one.

    only_datetime: the text came to a TIME column, where '10:11:12 ...' is no date (delimiters without a space).
    Days that a month does not have are the caller's business, as sql_mode decides over them.
    """
    return _DatetimeText(text, only_datetime).parse()


class _DatetimeText:
    """One walk over a text: digits and delimiters in turn, at most seven parts."""

    def __init__(self, text: str, only_datetime: bool) -> None:
        self.text = text
        self.only_datetime = only_datetime
        self.result = Parsed()
        self.parts: list[int] = []
        self.widths: list[int] = []

    def parse(self) -> Parsed:
        text, result = self.text, self.result
        start = _skip_spaces(text, 0)
        if start:
            result.delimiters.append(Delimiter(text[0], 0))
        if start == len(text) or text[start] not in _DIGITS:
            return _NOT_A_DATE
        digits = start
        while digits < len(text) and (text[digits] in _DIGITS or text[digits] == "T"):
            digits += 1
        compact = digits == len(text) or text[digits] == "."
        first_width = 4 if not compact or (digits - start) in (4, 8) or digits - start >= 14 else 2
        end = self._walk(start, compact, first_width)
        if isinstance(end, Parsed):
            return end
        return self._finish(end, first_width if compact else self.widths[0])

    def _walk(self, position: int, compact: bool, width: int) -> int | Parsed:
        """Collects the parts; the position after the last one, or the failure of a text that cannot be a date."""
        text, length = self.text, len(self.text)
        delimited = spaced = False
        last = position
        while len(self.parts) <= _FRACTION and position < length and text[position] in _DIGITS:
            index = len(self.parts)
            # a run of digits is cut into fields; between delimiters a field takes all its digits, but for the fraction
            limit = width if compact or index == _FRACTION else length
            begin = position
            while position < length and text[position] in _DIGITS and position - begin < limit:
                position += 1
            value = int(text[begin:position][:_DIGITS_READ])
            if value > 999_999:
                return _NOT_A_DATE
            self.parts.append(value)
            self.widths.append(position - begin)
            width = 2
            last = position
            if position == length:
                break
            if index == _DAY and text[position] == "T":
                position += 1
                continue
            if index == _SECOND:
                if text[position] == ".":
                    position += 1
                    last = position
                    width = 6
                    if text[position : position + 1] not in ("+", "-"):
                        continue
                if text[position] in _DIGITS:
                    break
            if index >= _SECOND:
                offset = _displacement(text, position)
                if offset is not None:
                    self.result.displacement = offset
                    last = length
                elif text[position] in "+-":
                    return _NOT_A_DATE if self.only_datetime else _IMPOSSIBLE
                break
            begin = position
            while position < length and (text[position] in _PUNCTUATION or text[position] in _SPACE):
                if text[position] in _SPACE and index != _DAY:
                    return _NOT_A_DATE  # (captured: clusters/bytes_as_moments)
                spaced |= text[position] in _SPACE
                delimited = True
                position += 1
            has_more = index == _DAY and position - begin > 1
            if index >= _DAY and position == length and (has_more or text[begin:].strip(SPACES)):
                last = position  # delimiters behind which nothing stands (captured: delimiters_behind_dates)
            standard = "." if compact and index == _DAY else _STANDARD_DELIMITERS[index]
            self._judge_delimiters(standard, begin, position, read=last)
        if self.only_datetime and delimited and not spaced:
            return _NOT_A_DATE
        return last

    def _judge_delimiters(self, standard: str, begin: int, end: int, *, read: int) -> None:
        """MySQL warns once a value: of the first delimiter that is not the standard one. read: up to where it goes."""
        if begin == end or self.result.delimiters or end == len(self.text) != read:
            return
        if self.text[begin] != standard:
            self.result.delimiters.append(Delimiter(self.text[begin], begin, standard))
        elif end - begin > 1:
            self.result.delimiters.append(Delimiter(self.text[begin + 1], begin + 1))

    def _finish(self, end: int, year_width: int) -> Parsed:
        text, result = self.text, self.result
        count = len(self.parts)
        values = self.parts + [0] * (7 - count)
        year, month, day, hour, minute, second, fraction = values
        nonzero = any(values)
        if count > _FRACTION:
            fraction *= 10 ** (6 - self.widths[_FRACTION])
        nanosecond = fraction * 1000
        if year_width == 2 and nonzero:
            year = full_year(year)
        if count < 3 or year > 9999 or month > 12 or day > 31 or hour > 23 or minute > 59 or second > 59:
            garbage = any(character not in _SPACE for character in text[end:])
            return _IMPOSSIBLE if nonzero or garbage else Parsed("error", problem=Problem.OUT_OF_RANGE)
        if count > _FRACTION and self.widths[_FRACTION] == 6 and end < len(text) and text[end] in _DIGITS:
            nanosecond += 100 * int(text[end])
            while end < len(text) and text[end] in _DIGITS:
                end += 1
        if count > _FRACTION and end < len(text):
            offset = _displacement(text, end)
            if offset is not None:
                result.displacement = offset
                end = len(text)
            elif text[end] in "+-":
                return _NOT_A_DATE if self.only_datetime else _IMPOSSIBLE
        self._judge_rest(end, count)
        result.kind = "date" if count <= 3 else "datetime"
        result.year, result.month, result.day = year, month, day
        result.hour, result.minute, result.second, result.nanosecond = hour, minute, second, nanosecond
        return result

    def _judge_rest(self, end: int, count: int) -> None:
        rest = self.text[end:]
        garbage = any(character not in _SPACE for character in rest)
        # after a date the space counts as the delimiter before a time, although none follows
        superfluous = rest[:1] in _SPACE and (count > 3 or not garbage)
        if rest and superfluous and not self.result.delimiters:
            self.result.delimiters.append(Delimiter(rest[0], end))
        if garbage:
            self.result.problem |= Problem.TRUNCATED


_NOT_A_DATE = Parsed("none", problem=Problem.TRUNCATED)
_IMPOSSIBLE = Parsed("error", problem=Problem.TRUNCATED)
# no TIME, and a column that takes it as zero says nothing: '', '-', '12:34:56e3', '99999999999'
_SILENT = Parsed("error")
_FARTHEST_ZONE = 14 * 60  # minutes


def _skip_spaces(text: str, position: int) -> int:
    while position < len(text) and text[position] in _SPACE:
        position += 1
    return position


def _displacement(text: str, position: int) -> int | None:
    """'+hh:mm' or '-hh:mm' up to blanks or the end of the text, at most 14 hours, in minutes; None if it is not one."""
    rest = text[position:].rstrip(SPACES)
    if len(rest) != 6 or rest[0] not in "+-" or rest[3] != ":" or not (rest[1:3] + rest[4:6]).isdigit():
        return None
    hours, minutes = int(rest[1:3]), int(rest[4:6])
    total = hours * 60 + minutes
    if minutes > 59 or (rest == "-00:00"):
        return None
    return None if total > _FARTHEST_ZONE else -total if rest[0] == "-" else total


def parse_time(text: str) -> Parsed:
    """A TIME from text: '[-][days ]h:m:s[.f]', 'hhmmss', or a whole DATETIME of which the time is taken."""
    result = Parsed(kind="time")
    position = _skip_spaces(text, 0)
    if position:
        result.delimiters.append(Delimiter(text[0], 0))
    if position < len(text) and text[position] == "-":
        result.negative = True
        position += 1
    if position == len(text):
        return Parsed(_SILENT.kind, delimiters=result.delimiters)
    if len(text) - position >= 12 and not _DAYS.match(text, position):
        whole = parse_datetime(text[position:], only_datetime=True)
        if whole.kind != "none":
            return whole
    if text[position] not in _DIGITS and text[position] not in ":." and text[position] not in _SPACE:
        return Parsed(kind=_NOT_A_DATE.kind, problem=_NOT_A_DATE.problem, delimiters=result.delimiters)
    return _parse_clock(text, position, result)


def _parse_clock(text: str, position: int, result: Parsed) -> Parsed:
    value, position = _digits(text, position)
    if value > _LARGEST_NUMBER:
        return _SILENT
    end_of_days = position
    position = _skip_spaces(text, position)
    remaining = len(text) - position
    days = 0
    clock: list[int]
    if remaining > 1 and text[position] in _DIGITS and position != end_of_days:  # '1 2' has no days
        if position - end_of_days > 1:
            result.delimiters.append(Delimiter(text[end_of_days], end_of_days))
        days = value
        clock, position = _clock_fields(text, position, 3)
        clock += [0] * (3 - len(clock))
    elif remaining > 1 and text[position] == ":" and text[position + 1] in _DIGITS:
        clock, position = _clock_fields(text, position + 1, 2)
        clock = [value, *clock] + [0] * (2 - len(clock))
    else:
        position = end_of_days
        clock = [value // 10000, value // 100 % 100, value % 100]
    hour, minute, second = clock
    nanosecond = 0
    if len(text) - position >= 2 and text[position] == "." and text[position + 1] in _DIGITS:
        begin = position + 1
        _, position = _digits(text, begin)
        nanosecond = int(text[begin:position][:7].ljust(9, "0"))
    elif text[position:] == ".":
        position += 1
    if _EXPONENT.match(text, position):
        return _SILENT
    if minute > 59 or second > 59:
        return Parsed(kind="time", problem=result.problem | Problem.OUT_OF_RANGE)
    result.hour, result.minute, result.second, result.nanosecond = hour + days * 24, minute, second, nanosecond
    rest = text[position:]
    if any(character not in _SPACE for character in rest):
        result.problem |= Problem.TRUNCATED
    told = not result.problem or ":" in text[:position]  # not of '1 2'
    if told and rest[:1] in _SPACE and rest and not result.delimiters:
        result.delimiters.append(Delimiter(rest[0], position))
    return result


def _digits(text: str, position: int) -> tuple[int, int]:
    begin = position
    while position < len(text) and text[position] in _DIGITS:
        position += 1
    return int(text[begin:position][:_DIGITS_READ] or 0), position


def _clock_fields(text: str, position: int, limit: int) -> tuple[list[int], int]:
    """At most limit numbers with ':' between them."""
    fields = []
    while True:
        value, position = _digits(text, position)
        fields.append(value)
        more = len(text) - position >= 2 and text[position] == ":" and text[position + 1] in _DIGITS
        if len(fields) == limit or not more:
            return fields, position
        position += 1


def parse_datetime_number(number: int, nanosecond: int = 0) -> Parsed:
    """YYMMDD, YYYYMMDD, YYMMDDhhmmss or YYYYMMDDhhmmss; 0 is the zero date. kind "none" when it is none of these."""
    if not 0 <= number < 10**14:
        return Parsed(problem=Problem.OUT_OF_RANGE)
    if number == 0:
        return Parsed(
            kind="date" if not nanosecond else "none", problem=Problem.TRUNCATED if nanosecond else Problem.NONE
        )
    whole = _fourteen_digits(number)
    if whole is None:
        return Parsed(problem=Problem.TRUNCATED)
    date, clock = divmod(whole, 1_000_000)
    parsed = Parsed(
        kind="datetime" if number >= 101_000_000 else "date",
        year=date // 10000,
        month=date // 100 % 100,
        day=date % 100,
        hour=clock // 10000,
        minute=clock // 100 % 100,
        second=clock % 100,
        nanosecond=nanosecond,
    )
    if parsed.month > 12 or parsed.day > 31 or parsed.hour > 23 or parsed.minute > 59 or parsed.second > 59:
        return Parsed(problem=Problem.TRUNCATED)
    if parsed.kind == "date" and nanosecond:
        parsed.nanosecond = 0
        parsed.problem = Problem.TRUNCATED
    return parsed


# (largest number of this form, smallest number of this form, what to add, what to multiply by after that)
_NUMBER_FORMS = (
    (691231, 101, 20_000_000, 1_000_000),
    (991231, 700101, 19_000_000, 1_000_000),
    (99991231, 0, 0, 1_000_000),  # years below 1000 too: 1010100 is 0101-01-00
    (691231235959, 101000000, 20_000_000_000_000, 1),
    (991231235959, 700101000000, 19_000_000_000_000, 1),
    (10**14 - 1, 10000101000000, 0, 1),
)


def _fourteen_digits(number: int) -> int | None:
    for largest, smallest, add, factor in _NUMBER_FORMS:
        if number <= largest:
            return (number + add) * factor if number >= smallest else None
    return None


def parse_time_number(magnitude: int, nanosecond: int = 0, *, negative: bool = False) -> Parsed:
    """hhmmss, or a DATETIME of twelve or fourteen digits of which the time is taken."""
    if magnitude > TIME_MAX_NUMBER:
        if not negative and magnitude >= 10_000_000_000:
            whole = parse_datetime_number(magnitude, nanosecond)
            if whole.found:
                return whole
        return Parsed(kind="time", hour=838, minute=59, second=59, negative=negative, problem=Problem.OUT_OF_RANGE)
    hour, minute, second = magnitude // 10000, magnitude // 100 % 100, magnitude % 100
    if minute > 59 or second > 59:
        return Parsed(kind="time", problem=Problem.OUT_OF_RANGE)
    return Parsed(kind="time", hour=hour, minute=minute, second=second, nanosecond=nanosecond, negative=negative)
