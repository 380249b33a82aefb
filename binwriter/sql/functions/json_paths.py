"""JSON paths as the JSON functions take them: $, .member, ."member", [n], [last-n], [m to n], and .* [*] **.

Source: MySQL manual, "JSON Path Syntax".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from binwriter.messages import mysql_error
from binwriter.sql.digits import whole_number

_LEG = re.compile(
    r"""\s*(?:\.\s*(?:(?P<name>[A-Za-z_$\u0080-\U0010ffff][\w$\u0080-\U0010ffff]*)|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<all>\*))
        |\[\s*(?:(?P<from>{index})\s+to\s+(?P<to>{index})|(?P<index>{index})|(?P<every>\*))\s*\]
        |(?P<deep>\*\*)(?!\s*$))""".replace("{index}", r"(?:\d+|last(?:\s*-\s*\d+)?)"),
    re.VERBOSE,
)

_DIGITS = re.compile(r"\d+")
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
            raise mysql_error("ER_INVALID_JSON_PATH", at)
        if any(whole_number(digits) > _LARGEST for digits in _DIGITS.findall(match[0]) if match[0].lstrip()[0] == "["):
            raise mysql_error("ER_INVALID_JSON_PATH", at + 1 if "last" not in match[0] else at + 6)
        legs.append(_leg(match))
        at = match.end()
    return tuple(legs)


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
    """The values at the path. An index into what is no array takes it for an array of one."""
    found = [value]
    for leg in legs:
        found = [inner for one in found for inner in _inner(one, leg)]
    return found


def _inner(value: Any, leg: Leg) -> list[Any]:
    if leg is ANY_MEMBER:
        return [value[key] for key in sorted_keys(value)] if isinstance(value, dict) else []
    if leg is ANY_ELEMENT:
        return list(value) if isinstance(value, list) else []
    if isinstance(leg, str):
        return [value[leg]] if isinstance(value, dict) and leg in value else []
    if leg is ANY_DEPTH:
        return list(_all_inner(value))
    elements = value if isinstance(value, list) else [value]
    if isinstance(leg, Range):
        return elements[max(0, place(leg.first, len(elements))) : place(leg.last, len(elements)) + 1]
    index = place(leg, len(elements))
    return [elements[index]] if 0 <= index < len(elements) else []


def _all_inner(value: Any) -> Iterator[Any]:
    """The value itself and all that is in it."""
    yield value
    if isinstance(value, dict):
        for key in sorted_keys(value):
            yield from _all_inner(value[key])
    elif isinstance(value, list):
        for one in value:
            yield from _all_inner(one)


def sorted_keys(value: dict[str, Any]) -> list[str]:
    """MySQL's order: the shorter key first, then by bytes."""
    return sorted(value, key=lambda key: (len(key.encode()), key.encode()))
