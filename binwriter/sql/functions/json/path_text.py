"""JSON paths as they are written: $, .member, ."member", [n], [last-n], [m to n], .*, [*] and **.

Source: MySQL manual, "JSON Path Syntax"; where a broken one breaks, as a 9.7.4 says (captured: paths_of_documents).
"""

from __future__ import annotations

import json
import unicodedata
from functools import lru_cache
from typing import Any

from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.digits import whole_number
from binwriter.mysql.values.json_errors import half_a_pair

_SPACES = " \t\n\r"
_DIGITS = frozenset("0123456789")
_LARGEST = (1 << 32) - 1  # place in an array
ANY_MEMBER, ANY_ELEMENT, ANY_DEPTH = object(), object(), object()


class FromLast(int):
    """[last-n]: counted from the end of an array."""


@dataclass(frozen=True)
class Range:
    """[first to last], both included."""

    first: int
    last: int


Leg = Any  # str: a member; int: an element; FromLast; Range; ANY_MEMBER; ANY_ELEMENT; ANY_DEPTH

_STARTS = frozenset(("Lu", "Ll", "Lt", "Lm", "Lo", "Nl"))  # of letters
_GOES_ON = _STARTS | {"Mn", "Mc", "Nd", "Pc"}


@lru_cache(maxsize=512)
def read_path(text: str) -> tuple[Leg, ...]:
    """The legs of a path. ER_INVALID_JSON_PATH with the byte at which it goes wrong."""
    reader = _Reader(text)
    legs = reader.legs()
    if legs is None:
        raise mysql_error("ER_INVALID_JSON_PATH", len(text[: reader.at].encode("utf-8", "surrogatepass")))
    return tuple(legs)


class _Reader:
    """at: how far it has come. What a method cannot read is None, and at is where it stood."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def _here(self) -> str:
        return self.text[self.at : self.at + 1]

    def _next(self) -> str:
        character = self._here()
        self.at += len(character)
        return character

    def _skip_spaces(self) -> None:
        while self._here() and self._here() in _SPACES:
            self.at += 1

    def legs(self) -> list[Leg] | None:
        self._skip_spaces()
        if self._next() != "$":
            return None
        read_legs: list[Leg] = []
        self._skip_spaces()
        while self._here():
            read = {"[": self._cell, ".": self._member, "*": self._ellipsis}.get(self._here())
            leg = None if read is None else read()
            if leg is None:
                return None
            read_legs.append(leg)
            self._skip_spaces()
        return read_legs

    def _ellipsis(self) -> Leg:
        self.at += 1
        if self._next() != "*" or self._here() in ("", "*"):
            return None
        return ANY_DEPTH

    def _member(self) -> Leg:
        self.at += 1
        self._skip_spaces()
        if self._here() in ("", "*"):
            return ANY_MEMBER if self._next() else None
        begin = self.at
        if self._here() != '"':
            while self._here() and self._here() not in _SPACES + ".[*":
                self.at += 1
            return name if _is_name(name := self.text[begin : self.at]) else None
        self.at += 1
        while self._here() and self._here() != '"':
            self.at += 2 if self._here() == "\\" else 1
        self.at = min(self.at + 1, len(self.text))
        name = self.text[begin : self.at]
        try:
            return None if half_a_pair(name) else json.loads(name, strict=False)
        except ValueError:
            return None

    def _cell(self) -> Leg:
        self.at += 1
        self._skip_spaces()
        leg: Leg
        if self._here() == "*":
            self.at += 1
            leg = ANY_ELEMENT
        elif (leg := self._index()) is None or (leg := self._range(leg)) is None:
            return None
        self._skip_spaces()
        return leg if self._next() == "]" else None

    def _range(self, first: int) -> Leg:
        """The index, or the range that it begins; one that can hold nothing is an error."""
        self._skip_spaces()
        behind = self.text[self.at + 2 : self.at + 3]
        if (
            self.text[self.at - 1] not in _SPACES
            or self.text[self.at : self.at + 2] != "to"
            or not behind
            or behind not in _SPACES
        ):
            return first
        self.at += 3
        self._skip_spaces()
        if (last := self._index()) is None:
            return None
        if isinstance(first, FromLast) is isinstance(last, FromLast):
            empty = int(first) < int(last) if isinstance(first, FromLast) else int(last) < int(first)
            if empty:
                return None
        return Range(first, last)

    def _index(self) -> int | None:
        from_last = self.text.startswith("last", self.at)
        if from_last:
            self.at += len("last")
            self._skip_spaces()
            if self._here() != "-":
                return FromLast(0)
            self.at += 1
            self._skip_spaces()
        end = self.at
        while self.text[end : end + 1] in _DIGITS:
            end += 1
        number = whole_number(self.text[self.at : end]) if end > self.at else _LARGEST + 1
        if number > _LARGEST:
            return None
        self.at = end
        return FromLast(number) if from_last else number


def _is_name(text: str) -> bool:
    """Whether it may stand without quotes: an identifier of ECMAScript."""
    return bool(text) and all(
        character in "$_\u200c\u200d" or unicodedata.category(character) in (_GOES_ON if place else _STARTS)
        for place, character in enumerate(text)
    )
