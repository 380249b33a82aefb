"""What stands at a JSON path in a document.

Source: MySQL manual, "JSON Path Syntax".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from binwriter.formats.columns.json.documents import sorted_keys
from binwriter.sql.functions.json.path_text import (
    ANY_DEPTH,
    ANY_ELEMENT,
    ANY_MEMBER,
    FromLast,
    Leg,
    Range,
)


def has_wildcard(legs: tuple[Leg, ...]) -> bool:
    """Whether the path may mean more than one place."""
    return any(leg in (ANY_MEMBER, ANY_ELEMENT, ANY_DEPTH) or isinstance(leg, Range) for leg in legs)


def place(leg: Leg, length: int) -> int:
    """The index that a leg means in an array of this length; may be outside of it."""
    return length - 1 - int(leg) if isinstance(leg, FromLast) else int(leg)


def find(value: Any, legs: tuple[Leg, ...], *, wraps: bool = True) -> list[Any]:
    """The values at the path. An index into what is no array takes it for an array of one, if it wraps.

    With ** several ways may lead to one place, which is found once (captured: json_path_places).
    """
    if ANY_DEPTH in legs:
        return _find_once(value, legs)
    values = [value]
    for leg in legs:
        values = [inner for member in values for _, inner in _inner(member, leg, wraps)]
    return values


def find_places(value: Any, legs: tuple[Leg, ...]) -> list[tuple[tuple[Leg, ...], Any]]:
    """The values at the path, each with the members and elements that lead to it. What is no array has none."""
    places: dict[tuple[Leg, ...], Any] = {(): value}
    for leg in legs:
        inner: dict[tuple[Leg, ...], Any] = {}
        for path, member in places.items():
            if leg is ANY_DEPTH:
                for deep, there in _all_below(path, member):
                    inner.setdefault(deep, there)
            else:
                inner |= {(*path, step): there for step, there in _inner(member, leg, wraps=False)}
        places = inner
    return list(places.items())


def _all_below(path: tuple[Leg, ...], value: Any) -> Iterator[tuple[tuple[Leg, ...], Any]]:
    """The value itself and all that is in it, in the order of the text."""
    yield path, value
    for step, member in _members(value) if isinstance(value, dict) else _inner(value, ANY_ELEMENT):
        yield from _all_below((*path, step), member)


# Where a value stands in what it was found in: a member's name, an element's index, or in itself.
_Step = str | int | None


def _find_once(value: Any, legs: tuple[Leg, ...]) -> list[Any]:
    """By the number of each place, so that no part of the document is gone through twice for one leg."""
    numbers: dict[tuple[int, str | int], int] = {}
    values = {0: value}
    for leg in legs:
        inner: dict[int, Any] = {}
        for number, member in values.items():
            if leg is ANY_DEPTH:
                _add_all_inner(number, member, inner, numbers)
                continue
            for step, there in _inner(member, leg):
                inner.setdefault(_place_number(number, step, numbers), there)
        values = inner
    return list(values.values())


def _place_number(number: int, step: _Step, numbers: dict[tuple[int, str | int], int]) -> int:
    return number if step is None else numbers.setdefault((number, step), len(numbers) + 1)


def _add_all_inner(number: int, value: Any, values: dict[int, Any], numbers: dict[tuple[int, str | int], int]) -> None:
    """The value itself and all that is in it, in the order of the text; what is there already is there whole."""
    waiting = [(number, value)]
    while waiting:
        number, value = waiting.pop()
        if number not in values:
            values[number] = value
            steps = _members(value) if isinstance(value, dict) else _inner(value, ANY_ELEMENT)
            waiting += [(_place_number(number, step, numbers), member) for step, member in reversed(steps)]


def _members(value: dict[str, Any]) -> list[tuple[_Step, Any]]:
    return [(key, value[key]) for key in sorted_keys(value)]


def _inner(value: Any, leg: Leg, wraps: bool = True) -> list[tuple[_Step, Any]]:
    if leg is ANY_MEMBER:
        return _members(value) if isinstance(value, dict) else []
    if leg is ANY_ELEMENT:
        return list(enumerate(value)) if isinstance(value, list) else []
    if isinstance(leg, str):
        return [(leg, value[leg])] if isinstance(value, dict) and leg in value else []
    if not wraps and not isinstance(value, list):
        return []
    length = len(value) if isinstance(value, list) else 1
    if isinstance(leg, Range):
        indexes = range(length)[max(0, place(leg.first, length)) : place(leg.last, length) + 1]
    else:
        index = place(leg, length)
        indexes = range(index, index + 1) if 0 <= index < length else range(0)
    return [(index, value[index]) for index in indexes] if isinstance(value, list) else [(None, value) for _ in indexes]
