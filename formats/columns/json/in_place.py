"""Changing a part of binary JSON where it stands, as InnoDB's documents are changed: what becomes free stays as a gap.

A value goes into the slot of its container, into the place of the old value, or into free space around that place;
where there is no room the document must be written anew. Removing moves the entries behind the removed one.
Source: MySQL manual, "Partial Updates of JSON Values"; format: `layout`; captured rows (scenario partial_json).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from binwriter.formats.columns.json.layout import LARGE, SIGNED, SMALL, STRING, JsonType, Shape

# a member's name; an element's index; a negative index counts from the array's end (-1: the last)
Leg = str | int

_OBJECTS = {JsonType.SMALL_OBJECT: SMALL, JsonType.LARGE_OBJECT: LARGE}
_ARRAYS = {JsonType.SMALL_ARRAY: SMALL, JsonType.LARGE_ARRAY: LARGE}
_FIXED = {
    JsonType.INT32: 4,
    JsonType.UINT32: 4,
    JsonType.INT64: 8,
    JsonType.UINT64: 8,
    JsonType.DOUBLE: 8,
}


class InPlace(Enum):
    """What came of an attempt. DONE: changed; SAME: nothing to do; NO_ROOM: the document must be written anew."""

    DONE = "done"
    SAME = "same"
    NO_ROOM = "no room"


class _Container(NamedTuple):
    """An object or array in a document: where it starts, and what its header says. Offsets count from `start`."""

    start: int
    shape: Shape
    is_object: bool
    members: int
    size: int

    def key_entry(self, index: int) -> int:
        return 2 * self.shape.width + index * (self.shape.width + 2)

    def value_entry(self, index: int) -> int:
        keys = self.members * (self.shape.width + 2) if self.is_object else 0
        return 2 * self.shape.width + keys + index * (1 + self.shape.width)


def _container(data: bytes | bytearray, kind: int, start: int) -> _Container | None:
    shape = _OBJECTS.get(kind) or _ARRAYS.get(kind)  # type: ignore[call-overload]
    if shape is None:
        return None
    (count, size), _ = shape.header.parse(bytes(data[start : start + 2 * shape.width]), 0)
    return _Container(start, shape, kind in _OBJECTS, count, size)


def _number(data: bytes | bytearray, offset: int, width: int) -> int:
    return int.from_bytes(data[offset : offset + width], "little")


def _key(data: bytes | bytearray, inside: _Container, index: int) -> tuple[int, int]:
    """Where a key begins and ends."""
    entry, width = inside.start + inside.key_entry(index), inside.shape.width
    begin = _number(data, entry, width)
    return begin, begin + _number(data, entry + width, 2)


def _element(data: bytes | bytearray, inside: _Container, index: int) -> tuple[int, int] | None:
    """Where an element's value begins and ends; None if it stands in its slot."""
    entry = inside.start + inside.value_entry(index)
    kind = data[entry]
    if kind in inside.shape.inlined:
        return None
    begin = _number(data, entry + 1, inside.shape.width)
    place = inside.start + begin
    if kind in _FIXED:
        return begin, begin + _FIXED[JsonType(kind)]
    inner = _container(data, kind, place)
    if inner is not None:
        return begin, begin + inner.size
    if kind == JsonType.OPAQUE:
        place += 1
    _, end = STRING.parse(bytes(data), place)
    return begin, end - inside.start


def _index(data: bytes | bytearray, inside: _Container, leg: Leg) -> int | None:
    """The position of what a leg names, None if it is not there."""
    if inside.is_object:
        if not isinstance(leg, str):
            return None
        name = leg.encode()
        for index in range(inside.members):
            begin, end = _key(data, inside, index)
            if bytes(data[inside.start + begin : inside.start + end]) == name:
                return index
        return None
    if isinstance(leg, str):
        return None
    index = leg if leg >= 0 else inside.members + leg
    return index if 0 <= index < inside.members else None


def _parent(data: bytes | bytearray, legs: Sequence[Leg]) -> tuple[bool, _Container | None]:
    """The value at the path without its last leg: whether there is one, and the container that it is, if it is one."""
    if not data:  # the default of a column that is NOT NULL, which reads as null
        return len(legs) == 1, None
    kind, place = data[0], 1
    for leg in legs[:-1]:
        inside = _container(data, kind, place)
        index = _index(data, inside, leg) if inside is not None else None
        if inside is None or index is None:
            return False, None
        entry = inside.start + inside.value_entry(index)
        kind = data[entry]
        place = (
            entry + 1 if kind in inside.shape.inlined else inside.start + _number(data, entry + 1, inside.shape.width)
        )
    return True, _container(data, kind, place)


def part_at(data: bytes, legs: Sequence[Leg]) -> bytes | None:
    """The object or array at the path as it stands, with its gaps: a document of its own. None where there is none."""
    if not legs or not data:
        return None
    inside = _parent(data, legs)[1]
    index = _index(data, inside, legs[-1]) if inside is not None else None
    if inside is None or index is None:
        return None
    entry = inside.start + inside.value_entry(index)
    kind = data[entry]
    if kind not in _OBJECTS and kind not in _ARRAYS:
        return None
    place = inside.start + _number(data, entry + 1, inside.shape.width)
    part = _container(data, kind, place)
    return None if part is None else data[entry : entry + 1] + data[place : place + part.size]


def _room(data: bytes | bytearray, inside: _Container, index: int, needed: int) -> int | None:
    """Where a value of `needed` bytes fits: at the old value, behind it up to the next one, or from the one before."""
    last_key = _key(data, inside, inside.members - 1)[1] if inside.is_object else 0
    first = last_key or inside.value_entry(inside.members)
    if needed > inside.size - first:
        return None
    old = _element(data, inside, index)
    if old is not None and old[1] - old[0] >= needed:
        return old[0]
    behind = (_element(data, inside, other) for other in range(index + 1, inside.members))
    end = next((place[0] for place in behind if place is not None), inside.size)
    if old is not None and end - old[0] >= needed:
        return old[0]
    ahead = (_element(data, inside, other) for other in range(index - 1, -1, -1))
    begin = next((place[1] for place in ahead if place is not None), first)
    return begin if first <= begin and end - begin >= needed else None


def replace_in_place(data: bytearray, legs: Sequence[Leg], value: bytes, *, inserts: bool) -> InPlace:
    """Puts a value where the path leads; changes `data` only if it can.

    data: a document in binary JSON. legs: of the path, at least one but for the document itself (NO_ROOM).
    value: in binary JSON. inserts: a value that is not there would be made (JSON_SET), for which there is no room.
    """
    if not legs:
        return InPlace.NO_ROOM
    has_parent, inside = _parent(data, legs)
    if not has_parent:
        return InPlace.SAME
    missing = InPlace.NO_ROOM if inserts else InPlace.SAME
    leg = legs[-1]
    if inside is None:  # in a scalar there is nothing; an element of it would make an array of it
        return InPlace.SAME if isinstance(leg, str) else missing
    if not inside.is_object and isinstance(leg, str):
        return InPlace.SAME
    index = _index(data, inside, leg)
    if index is None:
        return missing
    shape, kind, payload = inside.shape, value[0], value[1:]
    entry = inside.start + inside.value_entry(index)
    if kind in shape.inlined:
        number = int.from_bytes(payload, "little", signed=kind in SIGNED)
        slot, changed = number & shape.limit, False
    else:
        room = _room(data, inside, index, len(payload))
        if room is None:
            return InPlace.NO_ROOM
        slot, place = room, inside.start + room
        changed = data[place : place + len(payload)] != payload
        data[place : place + len(payload)] = payload
    written = shape.value.build((kind, slot))
    changed |= data[entry : entry + len(written)] != written
    data[entry : entry + len(written)] = written
    return InPlace.DONE if changed else InPlace.SAME


def remove_in_place(data: bytearray, legs: Sequence[Leg]) -> bool:
    """Takes out what the path leads to; whether there was something."""
    inside = _parent(data, legs)[1] if legs else None
    index = _index(data, inside, legs[-1]) if inside is not None else None
    if inside is None or index is None:
        return False
    start, width = inside.start, inside.shape.width
    value, end = start + inside.value_entry(index), start + inside.value_entry(inside.members)
    behind = bytes(data[value + 1 + width : end])
    if inside.is_object:
        key = start + inside.key_entry(index)
        between = bytes(data[key + width + 2 : value])
        data[key : key + len(between)] = between
        value = key + len(between)
    data[value : value + len(behind)] = behind
    data[start : start + width] = (inside.members - 1).to_bytes(width, "little")
    return True
