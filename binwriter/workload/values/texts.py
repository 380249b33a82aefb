"""Texts and bytes put together of pieces of one source: entries of lists, runs of letters or words, digits.

A piece is a start and a length in the source, both found by chance or from the key; `kernels.gather` copies them. So a
letter costs a copied byte, not a hash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from binwriter.errors import EncodeError, SpecError
from binwriter.workload.values.kernels.plain import SLACK
from binwriter.workload.values.number_types import bits_of
from binwriter.workload.values.numbers import Numbers, NumberSource
from binwriter.workload.values.rows import Rows

Piece = tuple[Numbers | int, Numbers | int]
Mask = npt.NDArray[np.bool_]

# Digits are taken from the source in groups of up to so many.
GROUP_DIGITS = 4
_MOST_OFFSET = (1 << 31) - 1  # of Arrow's texts


class Source:
    """The bytes that pieces are cut out of. Lists that were added before are found again."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._lists: dict[tuple[bytes, ...], tuple[Numbers, Numbers]] = {}

    def add(self, entries: Iterable[bytes]) -> tuple[Numbers, Numbers]:
        """Starts and lengths of the entries."""
        wanted = tuple(entries)
        if wanted not in self._lists:
            lengths = np.array([len(entry) for entry in wanted], np.int64)
            starts = np.cumsum(lengths) - lengths + len(self._data)
            self._data += b"".join(wanted)
            self._lists[wanted] = starts, lengths
        return self._lists[wanted]

    def finish(self) -> npt.NDArray[np.uint8]:
        """All bytes, and the slack that kernels need behind them."""
        return np.frombuffer(bytes(self._data) + bytes(SLACK), np.uint8)


class Part(Protocol):
    """One part of a text. most: its bytes at most. distinct, fits: as `NumberSource` has them."""

    @property
    def most(self) -> int: ...
    @property
    def fits(self) -> int | None: ...
    @property
    def distinct(self) -> bool: ...

    def pieces(self, rows: Rows) -> list[Piece]:
        """Start and length in the source, a row each or the same for all."""
        ...


@dataclass(frozen=True, slots=True)
class Literal:
    """Always the same bytes."""

    start: int
    most: int
    fits: int | None = None
    distinct: bool = False

    def pieces(self, rows: Rows) -> list[Piece]:
        return [(self.start, self.most)]


@dataclass(frozen=True, slots=True, eq=False)
class Pick:
    """An entry of a list, by its number."""

    starts: Numbers
    lengths: Numbers
    number: NumberSource

    @property
    def most(self) -> int:
        return int(self.lengths.max(initial=0))

    @property
    def fits(self) -> int | None:
        return self.number.fits

    @property
    def distinct(self) -> bool:
        return self.number.distinct

    def pieces(self, rows: Rows) -> list[Piece]:
        numbers = self.number.numbers(rows)
        if self.most == self.lengths.min(initial=self.most):
            return [(self.starts[numbers], self.most)]
        return [(self.starts[numbers], self.lengths[numbers])]


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Units (letters, words) that follow each other in the source: so many from a place on.

    starts: of each unit, in bytes, and one more. width: bytes of each unit if they are all alike, else 0.
    separator: bytes behind each unit that the last one does not keep. longest: bytes that are never exceeded.
    """

    starts: Numbers
    width: int
    place: NumberSource
    count: NumberSource
    separator: int = 0
    longest: int | None = None
    fits: int | None = None
    distinct: bool = False

    @property
    def most(self) -> int:
        if self.width:
            return self.width * self.count.high
        reach = self.count.high
        found = int((self.starts[reach:] - self.starts[: len(self.starts) - reach]).max(initial=0)) - self.separator
        return max(found if self.longest is None else min(found, self.longest), 0)

    def pieces(self, rows: Rows) -> list[Piece]:
        place, count = self.place.numbers(rows), self.count.numbers(rows)
        if self.width:
            return [(place * self.width + int(self.starts[0]), count * self.width)]
        starts = self.starts[place]
        lengths = self.starts[place + count] - starts
        if self.separator:
            lengths = np.maximum(lengths - self.separator, 0)
        if self.longest is not None:
            lengths = np.minimum(lengths, self.longest)
        return [(starts, lengths)]


@dataclass(frozen=True, slots=True, eq=False)
class Digits:
    """A number from 0 on in groups of digits, with zeros in front. groups: (divisor, entries, starts, width in bytes)."""

    number: NumberSource
    groups: tuple[tuple[int, int, Numbers, int], ...]

    @property
    def most(self) -> int:
        return sum(width for _, _, _, width in self.groups)

    @property
    def fits(self) -> int | None:
        return self.number.fits

    @property
    def distinct(self) -> bool:
        return self.number.distinct

    def pieces(self, rows: Rows) -> list[Piece]:
        number = self.number.numbers(rows).view(np.uint64)
        found: list[Piece] = []
        for divisor, entries, starts, width in self.groups:
            group = number if divisor == 1 else number // np.uint64(divisor)
            if divisor * entries <= self.number.high:
                group = group % np.uint64(entries)
            found.append((starts[group], width))
        return found


def digits_part(
    source: Source, encode: Callable[[str], bytes], number: NumberSource, digits: int, alphabet: str = "0123456789"
) -> Digits:
    """So many digits of the number, which they must be enough for."""
    base, groups, left = len(alphabet), [], digits
    group_size = GROUP_DIGITS if base <= 10 else 2
    while left:
        size = min(group_size, left)
        left -= size
        names = [""]
        for _ in range(size):
            names = [name + letter for name in names for letter in alphabet]
        starts, lengths = source.add(encode(name) for name in names)
        groups.append((base ** (digits - left - size), base**size, starts, int(lengths[0])))
    return Digits(number, tuple(reversed(groups)))


@dataclass(frozen=True, slots=True, eq=False)
class TextSource:
    """The texts of a column. arrow: their type, string or binary. fits, distinct: as `NumberSource` has them.

    longest: of a column, in bytes: what the parts make is cut off there (only whole letters: parts must see to it).
    """

    name: str
    arrow: pa.DataType
    source: npt.NDArray[np.uint8]
    parts: tuple[Part, ...]
    _distinct: bool | None = None
    most: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "most", sum(part.most for part in self.parts))

    @property
    def fits(self) -> int | None:
        found = [part.fits for part in self.parts if part.fits is not None]
        return min(found) if found else None

    @property
    def distinct(self) -> bool:
        return any(part.distinct for part in self.parts) if self._distinct is None else self._distinct

    def array(self, rows: Rows, mask: Mask | None) -> pa.Array:
        """One text a row; NULL where the mask is False."""
        pieces: list[Piece] = []
        for part in self.parts:
            pieces += part.pieces(rows)
        starts = np.empty((len(pieces), len(rows)), np.int64)
        lengths = np.empty((len(pieces), len(rows)), np.int64)
        for line, (start, length) in enumerate(pieces):
            starts[line] = start
            lengths[line] = length
        return self.gathered(rows, mask, starts, lengths)

    def gathered(self, rows: Rows, mask: Mask | None, starts: Numbers, lengths: Numbers) -> pa.Array:
        """The texts of these pieces: a line a piece, a column a row."""
        if self.most * len(rows) > _MOST_OFFSET and int(lengths.sum()) > _MOST_OFFSET:
            raise EncodeError(
                f"column {self.name!r}: {len(rows)} rows have more than {_MOST_OFFSET} bytes; make smaller batches"
            )
        offsets, data = rows.kernels.gather(self.source, starts, lengths, mask)
        buffers = [bits_of(mask, rows.kernels), pa.py_buffer(offsets.astype(np.int32)), pa.py_buffer(data)]
        return pa.Array.from_buffers(self.arrow, len(rows), buffers)


def same_width(lengths: Sequence[int] | Numbers) -> int:
    """The one width of all, 0 if there are several."""
    found = {int(length) for length in lengths}
    return found.pop() if len(found) == 1 else 0


__all__ = [
    "Digits",
    "Literal",
    "Part",
    "Pick",
    "Run",
    "Source",
    "SpecError",
    "TextSource",
    "digits_part",
]
