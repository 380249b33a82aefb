"""JSON paths as the JSON functions take them: $, .member, ."member", [n], [last-n], [m to n], and .* [*] **.

Source: MySQL manual, "JSON Path Syntax".
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.text.digits import whole_number

_LEG = pattern(
    r"""\s*(?:\.\s*(?:(?P<name>[A-Za-z_$\u0080-\U0010ffff][\w$\u0080-\U0010ffff]*)|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<all>\*))
        |\[\s*(?:(?P<from>{index})\s+to\s+(?P<to>{index})|(?P<index>{index})|(?P<every>\*))\s*\]
        |(?P<deep>\*\*)(?!\s*$))""".replace("{index}", r"(?:\d+|last(?:\s*-\s*\d+)?)"),
    re.VERBOSE,
)

_CELL = pattern(r"\s*\[\s*(?P<number>\d+)?\s*")
_DIGITS = pattern(r"\d+")
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


@lru_cache(maxsize=512)
def parse_path(text: str) -> tuple[Leg, ...]:
    """The legs of a path. ER_INVALID_JSON_PATH with the character at which it goes wrong."""
    stripped = text.strip()
    if not stripped.startswith("$"):
        raise mysql_error("ER_INVALID_JSON_PATH", 1)
    at, legs = 1, list[Leg]()
    while at < len(stripped):
        match = _LEG.match(stripped, at)
        if match is None:
            raise mysql_error("ER_INVALID_JSON_PATH", _where_wrong(stripped, at))
        if any(whole_number(digits) > _LARGEST for digits in _DIGITS.findall(match[0]) if match[0].lstrip()[0] == "["):
            raise mysql_error("ER_INVALID_JSON_PATH", at + 1 if "last" not in match[0] else at + 6)
        legs.append(_leg(match))
        at = match.end()
    return tuple(legs)


def _where_wrong(text: str, at: int) -> int:
    """Where a leg that begins there goes wrong: [ in front of no number, or behind one (captured: limits/numbers)."""
    cell = _CELL.match(text, at)
    if cell is None or cell.end() == len(text) or text[cell.end()] in "lt":  # last, to
        return at
    return cell.end() + (cell["number"] is not None)


def _leg(match: re.Match[str]) -> Leg:
    if match["name"] is not None:
        return match["name"]
    if match["quoted"] is not None:
        return json.loads(match["quoted"])
    if match["index"] is not None:
        return _index(match["index"])
    if match["from"] is not None:
        return Range(_index(match["from"]), _index(match["to"]))
    if match["deep"] is not None:
        return ANY_DEPTH
    return ANY_MEMBER if match["all"] else ANY_ELEMENT


def _index(text: str) -> int:
    _, last, back = text.rpartition("last")
    return FromLast(back.replace("-", "").strip() or 0) if last else int(text)


def has_wildcard(legs: tuple[Leg, ...]) -> bool:
    """Whether the path may mean more than one place."""
    return any(leg in (ANY_MEMBER, ANY_ELEMENT, ANY_DEPTH) or isinstance(leg, Range) for leg in legs)


def place(leg: Leg, length: int) -> int:
    """The index that a leg means in an array of this length; may be outside of it."""
    return length - 1 - int(leg) if isinstance(leg, FromLast) else int(leg)


def find(value: Any, legs: tuple[Leg, ...]) -> list[Any]:
    """The values at the path. An index into what is no array takes it for an array of one.

    With ** several ways may lead to one place, which is found once (captured: json_path_places).
    """
    if ANY_DEPTH in legs:
        return _find_once(value, legs)
    found = [value]
    for leg in legs:
        found = [inner for one in found for _, inner in _inner(one, leg)]
    return found


# Where a value stands in what it was found in: a member's name, an element's index, or in itself.
_Step = str | int | None


def _find_once(value: Any, legs: tuple[Leg, ...]) -> list[Any]:
    """By the number of each place, so that no part of the document is gone through twice for one leg."""
    numbers: dict[tuple[int, str | int], int] = {}
    found = {0: value}
    for leg in legs:
        inner: dict[int, Any] = {}
        for number, one in found.items():
            if leg is ANY_DEPTH:
                _add_all_inner(number, one, inner, numbers)
                continue
            for step, there in _inner(one, leg):
                inner.setdefault(_place_number(number, step, numbers), there)
        found = inner
    return list(found.values())


def _place_number(number: int, step: _Step, numbers: dict[tuple[int, str | int], int]) -> int:
    return number if step is None else numbers.setdefault((number, step), len(numbers) + 1)


def _add_all_inner(number: int, value: Any, found: dict[int, Any], numbers: dict[tuple[int, str | int], int]) -> None:
    """The value itself and all that is in it, in the order of the text; what is there already is there whole."""
    waiting = [(number, value)]
    while waiting:
        number, value = waiting.pop()
        if number not in found:
            found[number] = value
            steps = _members(value) if isinstance(value, dict) else _inner(value, ANY_ELEMENT)
            waiting += [(_place_number(number, step, numbers), one) for step, one in reversed(steps)]


def _members(value: dict[str, Any]) -> list[tuple[_Step, Any]]:
    return [(key, value[key]) for key in sorted_keys(value)]


def _inner(value: Any, leg: Leg) -> list[tuple[_Step, Any]]:
    if leg is ANY_MEMBER:
        return _members(value) if isinstance(value, dict) else []
    if leg is ANY_ELEMENT:
        return list(enumerate(value)) if isinstance(value, list) else []
    if isinstance(leg, str):
        return [(leg, value[leg])] if isinstance(value, dict) and leg in value else []
    length = len(value) if isinstance(value, list) else 1
    if isinstance(leg, Range):
        indexes = range(length)[max(0, place(leg.first, length)) : place(leg.last, length) + 1]
    else:
        index = place(leg, length)
        indexes = range(index, index + 1) if 0 <= index < length else range(0)
    return [(index, value[index]) for index in indexes] if isinstance(value, list) else [(None, value) for _ in indexes]


def sorted_keys(value: dict[str, Any]) -> list[str]:
    """MySQL's order: the shorter key first, then by bytes."""
    return sorted(value, key=lambda key: (len(key.encode()), key.encode()))
