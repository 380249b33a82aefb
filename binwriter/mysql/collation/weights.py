"""The weights of characters in collations, as WEIGHT_STRING() of a 9.7.4 answered them for every code point.

`binwriter/data/collation/weights.zip` holds a member for each level of each table (`binwriter.integration.
collation_capture` makes it): "uca900.1" has the primary weights of UCA 9.0.0, "da900.1" how Danish differs from them.
A member is little-endian: the number of runs and of entries (u32 each), then of all runs the first code points (u32),
the counts (u32), the kinds (u8, `Kind`) and the values (u16); then of all entries the numbers of units (u8); then all
units (u16). Code points in no run weigh as in the table that this one is made from, or nothing.

`single_byte.txt` has the 256 weights of each collation whose characters are bytes.
"""

from __future__ import annotations

import json
import struct
import sys
import unicodedata
from array import array
from bisect import bisect_right
from enum import IntEnum
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zipfile import ZipFile

DIRECTORY = Path(__file__).parents[2] / "data" / "collation"
ARCHIVE = DIRECTORY / "weights.zip"
SINGLE_BYTE_FILE = DIRECTORY / "single_byte.txt"
# What a table is made from; tables of nothing else stand for themselves.
_MOST_LEVELS = 4
_BASES = {"400": "uca400", "520": "uca520", "900": "uca900"}


class Kind(IntEnum):
    """How a run of code points weighs."""

    EXPLICIT = 0  # an entry each
    SAME = 1  # one entry for all
    STEP = 2  # one entry for the first; the last unit grows by one from each to the next
    SHIFTED = 3  # the units of the base, each with the value added
    PREFIXED = 4  # the units of the base, each behind the value
    HANGUL = 5  # what the syllable decomposes into


class WeightTable:
    """One level of one table: code point -> units of 16 bits, as the characters of a str."""

    def __init__(self, data: bytes, base: WeightTable | None) -> None:
        self._base = base
        runs, entries = struct.unpack_from("<II", data)
        position = 8

        def read(code: str, count: int) -> array[int]:
            nonlocal position
            column: array[int] = array(code)
            size = count * column.itemsize
            column.frombytes(data[position : position + size])
            position += size
            if sys.byteorder == "big":
                column.byteswap()
            return column

        self._starts, self._counts = read("I", runs), read("I", runs)
        self._kinds, self._values = read("B", runs), read("H", runs)
        lengths = read("B", entries)
        self._units = read("H", sum(lengths))
        self._ends = array("I", accumulate(lengths, initial=0))
        taken = (count if kind == Kind.EXPLICIT else kind in (Kind.SAME, Kind.STEP) for kind, count in self._sizes())
        self._entries = array("I", accumulate(taken, initial=0))

    def _sizes(self) -> zip[tuple[int, int]]:
        return zip(self._kinds, self._counts, strict=True)

    def _entry(self, number: int) -> array[int]:
        return self._units[self._ends[number] : self._ends[number + 1]]

    def weights(self, code: int) -> str:
        """The units of one code point; "" if it weighs nothing at this level."""
        run = bisect_right(self._starts, code) - 1
        if run < 0 or code - self._starts[run] >= self._counts[run]:
            return self._base.weights(code) if self._base else ""
        offset, kind, value = code - self._starts[run], self._kinds[run], self._values[run]
        if kind == Kind.HANGUL:
            return "".join(self.weights(ord(part)) for part in unicodedata.normalize("NFD", chr(code)))
        if kind in (Kind.SHIFTED, Kind.PREFIXED):
            assert self._base is not None
            units = self._base.weights(code)
            if kind == Kind.SHIFTED:
                return "".join(chr(ord(unit) + value & 0xFFFF) for unit in units)
            return "".join(chr(value) + unit for unit in units)
        entry = self._entry(self._entries[run] + (offset if kind == Kind.EXPLICIT else 0))
        if kind == Kind.STEP:
            entry[-1] += offset
        return "".join(map(chr, entry))


_NO_WEIGHTS = WeightTable(bytes(8), None)


@cache
def _archive() -> ZipFile:
    from zipfile import ZipFile  # many runs compare nothing by these weights

    return ZipFile(ARCHIVE)


@cache
def _members() -> frozenset[str]:
    return frozenset(_archive().namelist())


def base_of(table: str) -> str | None:
    """The table that this one is told by its differences from."""
    base = _BASES.get(table[-3:])
    return None if base == table else base


def highest_level(table: str) -> int:
    """How many levels a table has, with those of its base."""
    names = {name for name in (table, base_of(table)) if name}
    return max(level for level in range(1, _MOST_LEVELS + 1) if any(f"{name}.{level}" in _members() for name in names))


@cache
def weight_table(table: str, level: int) -> WeightTable:
    """The weights of a table at a level from 1; those of its base where it has none of its own."""
    base = base_of(table)
    name = f"{table}.{level}"
    if name not in _members():
        return weight_table(base, level) if base else _NO_WEIGHTS
    return WeightTable(_archive().read(name), weight_table(base, level) if base else None)


@cache
def contractions(table: str) -> dict[str, tuple[str, ...]]:
    """Sequences of characters that weigh as one, and their units at each of four levels."""
    name = f"{table}.contractions"
    if name not in _members():
        return {}
    known = json.loads(_archive().read(name)).items()
    return {text: (*levels, *[""] * (_MOST_LEVELS - len(levels))) for text, levels in known}


@cache
def single_byte_weights() -> dict[str, bytes]:
    """Collation -> the weight of each byte of its character set."""
    lines = SINGLE_BYTE_FILE.read_text("ascii").splitlines()
    return {name: bytes.fromhex(digits) for name, _, digits in (line.partition(" ") for line in lines)}
