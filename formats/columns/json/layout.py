"""The parts of binary JSON: type bytes, numbers, strings, and the two shapes of containers. All little endian.

A document is a type byte and a value. Objects and arrays hold a count, their size in bytes, (objects: an offset and a
length per key,) a type byte and a slot per value, then the keys and the values. A slot holds the offset of the value
from the container's begin, or the value itself if it is a literal or a small integer. Counts, sizes, offsets and slots
take two bytes ("small"); four ("large") once the container exceeds 65535 bytes or values. Keys are sorted by length,
then by bytes.
Source: MySQL's json_binary.h (the format's description), manual "The JSON Data Type"; corpus files json*.binlog*;
captured documents (tests/golden/json).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

import construct as cs

from binwriter.formats.columns.layout import Declaration, Layout, compiled

MAX_DEPTH = 100  # arrays and objects in each other; a scalar in the last of them is none (captured: limits/others)


class JsonType(IntEnum):
    """Type byte of a value in binary JSON."""

    SMALL_OBJECT = 0
    LARGE_OBJECT = 1
    SMALL_ARRAY = 2
    LARGE_ARRAY = 3
    LITERAL = 4
    INT16 = 5
    UINT16 = 6
    INT32 = 7
    UINT32 = 8
    INT64 = 9
    UINT64 = 10
    DOUBLE = 11
    STRING = 12
    OPAQUE = 15


LITERALS: dict[int, bool | None] = {0: None, 1: True, 2: False}
LITERAL_CODES = {value: code for code, value in LITERALS.items()}

NUMBERS: dict[JsonType, Declaration] = {
    JsonType.LITERAL: cs.Int8ul,
    JsonType.INT16: cs.Int16sl,
    JsonType.UINT16: cs.Int16ul,
    JsonType.INT32: cs.Int32sl,
    JsonType.UINT32: cs.Int32ul,
    JsonType.INT64: cs.Int64sl,
    JsonType.UINT64: cs.Int64ul,
    JsonType.DOUBLE: cs.Float64l,
}
SCALARS: dict[JsonType, Layout] = {kind: compiled(declaration) for kind, declaration in NUMBERS.items()}
SIGNED = (JsonType.INT16, JsonType.INT32, JsonType.INT64)
UNSIGNED = (JsonType.UINT16, JsonType.UINT32, JsonType.UINT64)
LARGEST_SIGNED_FROM_TEXT = 2**32 - 1

# Lengths of strings: seven bits per byte from the lowest on, the top bit set in all but the last.
STRING = compiled(cs.Prefixed(cs.VarInt, cs.GreedyBytes))
TYPE = compiled(cs.Int8ul)


class Shape(NamedTuple):
    """Small or large: the width of counts, sizes, offsets and slots."""

    limit: int  # bytes or members at most
    width: int
    header: Layout  # count, size
    key: Layout  # offset, length
    value: Layout  # type, slot
    inlined: frozenset[int]  # types that fit the slot


def _shape(number: Declaration, inlined: Iterable[JsonType]) -> Shape:
    width = number.sizeof()
    return Shape(
        (1 << (8 * width)) - 1,
        width,
        compiled(cs.Sequence(number, number)),
        compiled(cs.Sequence(number, cs.Int16ul)),
        compiled(cs.Sequence(cs.Int8ul, number)),
        frozenset(inlined),
    )


_INLINED_SMALL = (JsonType.LITERAL, JsonType.INT16, JsonType.UINT16)
SMALL = _shape(cs.Int16ul, _INLINED_SMALL)
LARGE = _shape(cs.Int32ul, (*_INLINED_SMALL, JsonType.INT32, JsonType.UINT32))
