"""Whole numbers by key and chance, from which every value is made: a column's value, a text's length, a list's entry.

Numbers are int64; those of an unsigned column over 2^63 - 1 are their bits. `low` and `high` are the true bounds.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from binwriter.formats.records import dataclass
from binwriter.workload.values.rows import Rows

Numbers = npt.NDArray[np.int64]

_WORD = (1 << 64) - 1


def wrapped(number: int) -> np.uint64:
    """The number's 64 bits."""
    return np.uint64(number & _WORD)


class NumberSource(Protocol):
    """low, high: bounds, both included.

    fits: how many keys (from 0 on) there is a number for; None: any. distinct: whether those keys have different
    numbers, whatever the versions.
    """

    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...
    @property
    def fits(self) -> int | None: ...
    @property
    def distinct(self) -> bool: ...

    def numbers(self, rows: Rows) -> Numbers:
        """One a row."""
        ...


@dataclass(frozen=True, slots=True)
class Constant:
    """Always the same."""

    value: int
    fits: int | None = None
    distinct: bool = False

    @property
    def low(self) -> int:
        return self.value

    @property
    def high(self) -> int:
        return self.value

    def numbers(self, rows: Rows) -> Numbers:
        return np.full(len(rows), wrapped(self.value)).view(np.int64)


@dataclass(frozen=True, slots=True)
class SequenceNumbers:
    """start, start + step, ... by the key. Each number `repeat` times; after `cycle` numbers (0: never) from the start.

    limit: how many numbers the column has from start on.
    """

    start: int
    step: int
    repeat: int
    cycle: int
    limit: int

    @property
    def count(self) -> int:
        """How many different numbers there are."""
        return min(self.cycle or self.limit, self.limit)

    @property
    def low(self) -> int:
        return min(self.start, self.start + self.step * (self.count - 1))

    @property
    def high(self) -> int:
        return max(self.start, self.start + self.step * (self.count - 1))

    @property
    def fits(self) -> int | None:
        return None if self.cycle and not self.distinct else self.count * self.repeat

    @property
    def distinct(self) -> bool:
        return self.repeat == 1 and self.step != 0 and not self.cycle

    def numbers(self, rows: Rows) -> Numbers:
        place = rows.keys
        if self.repeat > 1:
            place = place // np.uint64(self.repeat)
        if self.cycle:
            place = place % np.uint64(self.cycle)
        if self.step != 1:
            place = place * wrapped(self.step)
        return (place + wrapped(self.start)).view(np.int64)


@dataclass(frozen=True, slots=True)
class UniformNumbers:
    """Each number from low to high as likely as the others."""

    low: int
    high: int
    seed: np.uint64
    fits: int | None = None
    distinct: bool = False

    def numbers(self, rows: Rows) -> Numbers:
        span = min(self.high - self.low + 1, _WORD)
        drawn: Numbers = rows.kernels.uniform(rows.words, self.seed, wrapped(self.low), np.uint64(span))
        return drawn


@dataclass(frozen=True, slots=True)
class PermutedNumbers:
    """Every number from low to high once, in an order by chance: different for each key, whatever the version."""

    low: int
    high: int
    seed: np.uint64
    distinct: bool = True

    @property
    def fits(self) -> int | None:
        return min(self.high - self.low + 1, _WORD)

    def numbers(self, rows: Rows) -> Numbers:
        drawn: Any = rows.kernels.permuted(rows.keys, self.seed, self.fits)
        return (drawn + wrapped(self.low)).view(np.int64)  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True, eq=False)
class HistogramNumbers:
    """Intervals with weights: see `histograms`, which makes them. The arrays have an entry an interval."""

    low: int
    high: int
    seed: np.uint64
    thresholds: npt.NDArray[np.uint64]
    aliases: Numbers
    bases: Numbers
    spans: npt.NDArray[np.uint64]
    fits: int | None = None
    distinct: bool = False

    def numbers(self, rows: Rows) -> Numbers:
        drawn: Numbers = rows.kernels.histogram(
            rows.words, self.seed, self.thresholds, self.aliases, self.bases, self.spans
        )
        return drawn


@dataclass(frozen=True, slots=True)
class WalkNumbers:
    """Times that grow with the key: by `step`, and up to `jitter` by chance; each new version adds `update`.

    All in microseconds, first and last (of the range) too; the numbers are whole units of so many microseconds.
    Behind the last one it begins again.
    """

    first: int
    last: int
    unit: int
    step: int
    jitter: int
    update: int
    seed: np.uint64
    fits: int | None = None
    distinct: bool = False

    @property
    def low(self) -> int:
        return self.first // self.unit

    @property
    def high(self) -> int:
        return self.last // self.unit

    def numbers(self, rows: Rows) -> Numbers:
        moves = np.uint64(self.step), np.uint64(self.jitter), np.uint64(self.update)
        drawn: Numbers = rows.kernels.walked(
            rows.keys, rows.versions, rows.words, self.seed, self.first, self.last - self.first + 1, self.unit, moves
        )
        return drawn
