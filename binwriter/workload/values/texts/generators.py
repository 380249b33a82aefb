"""Texts and bytes put together of pieces of one source: entries of lists, runs of letters or words, digits.

A piece is a start and a length in the source, both found by chance or from the key; `kernels.gather` copies them. So a
letter costs a copied byte, not a hash.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from binwriter.errors import EncodeError
from binwriter.formats.records import dataclass
from binwriter.workload.values.kernels import steps as k
from binwriter.workload.values.kernels.plain import SLACK, permutation_size
from binwriter.workload.values.kernels.room import converted, room
from binwriter.workload.values.number_types import bits_of
from binwriter.workload.values.numbers import Constant, Numbers, NumberSource, PermutedNumbers, UniformNumbers
from binwriter.workload.values.rows import Rows

Piece = tuple[Numbers | int, Numbers | int]
Mask = npt.NDArray[np.bool_]
# Texts are put together in one run over the rows where so many bytes can be set aside for them.
_MOST_ROOM = 1 << 25
_MOST_OFFSET = (1 << 31) - 1  # of Arrow's texts


class Source:
    """The bytes that pieces are cut out of. Lists that were added before are found again."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._lists: dict[tuple[bytes, ...], tuple[Numbers, Numbers]] = {}
        # what `parts` has made of it: runs of the same units share them
        self.pools: dict[Any, Any] = {}

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

    def steps(self) -> list[Numbers] | None:
        """The same as steps of a kernel; None if there are none for it."""
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

    def steps(self) -> list[Numbers] | None:
        return [k.step(k.LITERAL, starts=self.start, width=self.most)]


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

    def steps(self) -> list[Numbers] | None:
        drawn = _drawn(self.number)
        if drawn is None:
            return None
        seed, low, span = drawn
        return [k.step(k.PICK, seed=seed, low=low, span=span, **_tables(self.starts, self.lengths))]


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Units (letters, words) that follow each other in the source: so many from a place on.

    starts: of each unit, in bytes, and one more. width: bytes of each unit if they are all alike, else 0.
    separator: bytes behind each unit that the last one does not keep. fitting: how many units from each place on fit
    the column; None: always as many as `count` says.
    """

    starts: Numbers
    width: int
    place: NumberSource
    count: NumberSource
    separator: int = 0
    fitting: Numbers | None = None
    fits: int | None = None
    distinct: bool = False

    @property
    def most(self) -> int:
        if self.width:
            return self.width * self.count.high
        places = np.arange(self.place.high + 1)
        lengths = self.starts[places + self._counted(places, np.int64(self.count.high))] - self.starts[places]
        return max(int(lengths.max()) - self.separator, 0)

    def _counted(self, place: Numbers, count: Any) -> Any:
        return count if self.fitting is None else np.minimum(count, self.fitting[place])

    def pieces(self, rows: Rows) -> list[Piece]:
        place, count = self.place.numbers(rows), self.count.numbers(rows)
        if self.width:
            return [(place * self.width + int(self.starts[0]), count * self.width)]
        starts = self.starts[place]
        lengths = self.starts[place + self._counted(place, count)] - starts
        return [(starts, np.maximum(lengths - self.separator, 0) if self.separator else lengths)]

    def steps(self) -> list[Numbers] | None:
        drawn, count = _drawn(self.place), _drawn(self.count)
        if drawn is None or count is None:
            return None
        fields = dict(
            zip(("seed", "low", "span", "count_seed", "count_low", "count_span"), (*drawn, *count), strict=True)
        )
        if self.width:
            return [k.step(k.RUN, starts=self.starts[0], width=self.width, **fields)]
        fitting = 0 if self.fitting is None else self.fitting.ctypes.data
        return [k.step(k.WORDS, starts=self.starts.ctypes.data, separator=self.separator, fitting=fitting, **fields)]


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """A number written with a list of entries a place, as a number is with ten digits a place.

    places: (what the number is divided by, entries, their starts, their lengths), from the left to the right.
    """

    number: NumberSource
    places: tuple[tuple[int, int, Numbers, Numbers], ...]

    @property
    def most(self) -> int:
        return sum(int(lengths.max()) for _, _, _, lengths in self.places)

    @property
    def fits(self) -> int | None:
        return self.number.fits

    @property
    def distinct(self) -> bool:
        return self.number.distinct

    def pieces(self, rows: Rows) -> list[Piece]:
        number = self.number.numbers(rows).view(np.uint64)
        drawn: list[Piece] = []
        for divisor, entries, starts, lengths in self.places:
            whole = number if divisor == 1 else number // np.uint64(divisor)
            if divisor * entries <= self.number.high:
                whole = whole % np.uint64(entries)
            entry = whole.astype(np.int64)
            same = int(lengths.max()) == int(lengths.min())
            drawn.append((starts[entry], int(lengths[0]) if same else lengths[entry]))
        return drawn

    def steps(self) -> list[Numbers] | None:
        number = self.number
        if not isinstance(number, PermutedNumbers) or number.low:
            return None
        span = number.high + 1
        mask, shift = permutation_size(span)
        lines = [k.step(k.NUMBER, seed=number.seed, span=span, low=mask, width=shift)]
        for divisor, entries, starts, lengths in self.places:
            lines.append(k.step(k.PLACE, divisor=divisor, entries=entries, **_tables(starts, lengths)))
        return lines


def _drawn(number: NumberSource) -> tuple[int, int, int] | None:
    """Seed, least number and how many there are, of a number that is drawn evenly; None of others."""
    if isinstance(number, Constant):
        return 0, number.value, 1
    if isinstance(number, UniformNumbers):
        return int(number.seed), number.low, number.high - number.low + 1
    return None


def _tables(starts: Numbers, lengths: Numbers) -> dict[str, int]:
    """Fields of a step that takes an entry of a list."""
    same = int(lengths.max()) == int(lengths.min())
    return {"starts": starts.ctypes.data, "lengths": lengths.ctypes.data, "width": int(lengths[0]) if same else -1}


@dataclass(frozen=True, slots=True, eq=False)
class TextSource:
    """The texts of a column. arrow: their type, string or binary. fits, distinct: as `NumberSource` has them."""

    name: str
    arrow: pa.DataType
    source: npt.NDArray[np.uint8]
    parts: tuple[Part, ...]
    most: int = field(init=False)
    _steps: Numbers | None = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "most", sum(part.most for part in self.parts))
        steps = [part.steps() for part in self.parts]
        lines = None if not steps or None in steps else np.stack([line for step in steps for line in step or ()])
        object.__setattr__(self, "_steps", lines)

    @property
    def fits(self) -> int | None:
        fitting = [part.fits for part in self.parts if part.fits is not None]
        return min(fitting) if fitting else None

    @property
    def distinct(self) -> bool:
        return any(part.distinct for part in self.parts)

    def array(self, rows: Rows, mask: Mask | None) -> pa.Array:
        """One text a row; NULL where the mask is False."""
        compose = getattr(rows.kernels, "compose", None)
        if compose is not None and self._steps is not None and self.most * len(rows) <= _MOST_ROOM:
            offsets, data = compose(self.source, self._steps, self.most, rows.keys, rows.words, mask)
            return self._array(rows, mask, offsets, data)
        pieces = [piece for part in self.parts for piece in part.pieces(rows)]
        return self.gathered(rows, mask, pieces)

    def gathered(self, rows: Rows, mask: Mask | None, pieces: list[Piece]) -> pa.Array:
        """The texts of these pieces."""
        starts, lengths = (room(len(pieces) * len(rows), np.int64).reshape(len(pieces), -1) for _ in range(2))
        for line, (start, length) in enumerate(pieces):
            starts[line] = start
            lengths[line] = length
        if self.most * len(rows) > _MOST_OFFSET and int(lengths.sum()) > _MOST_OFFSET:
            raise EncodeError(
                f"column {self.name!r}: {len(rows)} rows have more than {_MOST_OFFSET} bytes; make smaller batches"
            )
        offsets, data = rows.kernels.gather(self.source, starts, lengths, mask)
        return self._array(rows, mask, converted(offsets, np.int32), data)

    def _array(
        self, rows: Rows, mask: Mask | None, offsets: npt.NDArray[np.int32], data: npt.NDArray[np.uint8]
    ) -> pa.Array:
        buffers = [bits_of(mask, rows.kernels), pa.py_buffer(offsets), pa.py_buffer(data)]
        return pa.Array.from_buffers(self.arrow, len(rows), buffers)
