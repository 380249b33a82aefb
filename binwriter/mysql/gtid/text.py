"""Texts of GTID sets, read by a scanner that says where it stops, as GTID_SUBSET() and GTID_SUBTRACT() of 9.7 do.

The older reader, of gtid_purged and WAIT_FOR_EXECUTED_GTID_SET(), takes fewer spellings of a UUID and more of a number,
and its errors name the whole text. Captured: tests/golden/gtid_texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from binwriter.formats.patterns import pattern
from binwriter.mysql.values.digits import whole_number

MAX_GNO = (1 << 63) - 2
_LARGEST = (1 << 64) - 1
_BLANKS = pattern(r"[ \t\n\r\v\f]*")
_DIGITS = pattern(r"[0-9]+")
_TAG = pattern(r"[a-zA-Z_][a-zA-Z0-9_]*")
_LONGEST_TAG = 32
_HEX = frozenset("0123456789abcdefABCDEF")
_DASHES = frozenset((4, 6, 8, 10))  # bytes before each
_BYTES = 16
# how much of the text an error shows on each side of its place, dots included
_SHOWN_BEFORE, _SHOWN_BEHIND, _DOTS = 14, 28, "..."

Range = tuple[UUID, str, int, int]


class GtidTextError(ValueError):
    """The text is none of a GTID set; str() is what a server says of it."""


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0

    def ranges(self) -> Iterator[Range]:
        self._skip()
        while self._at < len(self._text):
            if not self._takes(","):
                yield from self._of_one_uuid()
                if self._at < len(self._text) and not self._takes(","):
                    raise self._expected('Expected ","')
            self._skip()

    def _of_one_uuid(self) -> Iterator[Range]:
        uuid, tag = self._uuid(), ""
        self._skip()
        while self._takes(":"):
            self._skip()
            if (match := _TAG.match(self._text, self._at)) and len(match[0]) <= _LONGEST_TAG:
                tag, self._at = match[0].lower(), match.end()
            else:
                yield (uuid, tag, *self._interval())
            self._skip()

    def _interval(self) -> tuple[int, int]:
        begin = self._at
        first = last = self._number()
        if not 1 <= first <= MAX_GNO:
            raise self._expected("Interval start out of range", begin)
        end = self._at
        self._skip()
        if self._takes("-"):
            self._skip()
            last = self._number()
            if last > MAX_GNO:
                raise self._expected("Interval end out of range")
        elif self._at == len(self._text):
            self._at = end
        return first, last

    def _number(self) -> int:
        match = _DIGITS.match(self._text, self._at)
        if match is None:
            raise self._expected("Expected number")
        if (number := whole_number(match[0])) > _LARGEST:
            raise self._expected("Number out of range")
        self._at = match.end()
        return number

    def _uuid(self) -> UUID:
        in_braces = self._takes("{")
        digits, has_dashes = "", False
        for count in range(_BYTES):
            if count in _DASHES and (has_dashes or count == min(_DASHES)):
                taken = self._takes("-")
                if has_dashes and not taken:
                    raise self._expected('Expected "-"')
                has_dashes = taken
            pair = self._text[self._at : self._at + 2]
            if len(pair) < 2:
                raise self._expected("Expected at least two hex digits")
            for place, digit in enumerate(pair):
                if digit not in _HEX:
                    raise self._expected("Expected hex digit", self._at + place)
            digits += pair
            self._at += 2
        if in_braces and not self._takes("}"):
            raise self._expected('Expected "}"')
        return UUID(digits)

    def _takes(self, character: str) -> bool:
        if self._text[self._at : self._at + 1] != character:
            return False
        self._at += 1
        return True

    def _skip(self) -> None:
        match = _BLANKS.match(self._text, self._at)
        assert match is not None
        self._at = match.end()

    def _expected(self, what: str, place: int | None = None) -> GtidTextError:
        at = self._at if place is None else place
        before, behind = self._text[:at], self._text[at:]
        if len(before) > _SHOWN_BEFORE:
            before = _DOTS + before[len(_DOTS) - _SHOWN_BEFORE :]
        if len(behind) > _SHOWN_BEHIND:
            behind = behind[: _SHOWN_BEHIND - len(_DOTS)] + _DOTS
        if at == 0:
            return GtidTextError(f'{what} at the beginning of the string: "{behind}"')
        return GtidTextError(f'{what} after {at} characters, marked by [HERE] in: "{before}[HERE]{behind}"')


def ranges_of(text: str) -> Iterator[Range]:
    """(UUID, tag, first, last) of each interval, in the text's order; last may be below first. GtidTextError."""
    return _Scanner(text).ranges()
