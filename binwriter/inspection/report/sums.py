"""Sums whose memory does not grow with what is added to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import field
from typing import Generic, TypeVar

from binwriter.formats.records import dataclass

K = TypeVar("K", bound=Hashable)

# Seconds a bucket of a timeline may have: each is a multiple of the one before. Then by twos.
_WIDTHS = (1, 5, 15, 60, 300, 900, 3600, 10_800, 86_400)


@dataclass
class Sizes:
    """How large things are: counts by powers of two. counts[n] has those from 2^(n-1) to 2^n - 1."""

    counts: Counter[int] = field(default_factory=Counter)
    total: int = 0
    number: int = 0
    largest: int = 0

    def add(self, size: int, times: int = 1) -> None:
        self.counts[size.bit_length()] += times
        self.total += size * times
        self.number += times
        self.largest = max(self.largest, size)

    @property
    def mean(self) -> float:
        return self.total / self.number if self.number else 0.0

    def share(self, share: float) -> int:
        """A bound below which this share of them is: a power of two less one, or the largest."""
        wanted, seen = share * self.number, 0
        for bits in sorted(self.counts):
            seen += self.counts[bits]
            if seen >= wanted:
                return min((1 << bits) - 1, self.largest)
        return self.largest


@dataclass
class Moment:
    """What happened in one bucket of a timeline."""

    events: int = 0
    bytes: int = 0
    rows: int = 0
    transactions: int = 0

    def add(self, other: Moment) -> None:
        self.events += other.events
        self.bytes += other.bytes
        self.rows += other.rows
        self.transactions += other.transactions


@dataclass
class Timeline:
    """Sums by time. width: seconds a bucket; it grows when more than `most` buckets have something in them."""

    most: int = 400
    width: int = 1
    buckets: dict[int, Moment] = field(default_factory=dict)
    first: int = 0
    last: int = 0

    def at(self, second: int) -> Moment:
        """The bucket of a time in seconds since 1970 UTC; to be added to at once, as the next call may widen it."""
        self.first = second if not self.buckets else min(self.first, second)
        self.last = max(self.last, second)
        start = second - second % self.width
        moment = self.buckets.get(start)
        if moment is None:
            if len(self.buckets) >= self.most:
                self._widen()
                return self.at(second)
            moment = self.buckets[start] = Moment()
        return moment

    def _widen(self) -> None:
        self.width = next((width for width in _WIDTHS if width > self.width), 2 * self.width)
        merged: dict[int, Moment] = {}
        for second, moment in self.buckets.items():
            start = second - second % self.width
            if start in merged:
                merged[start].add(moment)
            else:
                merged[start] = moment
        self.buckets = merged

    def __iter__(self) -> Iterator[tuple[int, Moment]]:
        """In order of time."""
        return iter(sorted(self.buckets.items()))


class Frequent(Generic[K]):
    """The keys that come most often, among any number. After Metwally, Agrawal and El Abbadi, "Space-Saving" (2005).

    A count is too large by `floor` at most, and no key that came more often than `floor` is missing. floor is 0 as long
    as there were no more than twice `most` keys.
    """

    def __init__(self, most: int = 3000) -> None:
        self._most = most
        self._counts: dict[K, int] = {}
        self.floor = 0
        self.total = 0

    def add(self, key: K, times: int = 1) -> None:
        self.total += times
        self._counts[key] = self._counts.get(key, self.floor) + times
        if len(self._counts) > 2 * self._most:
            kept = sorted(self._counts.items(), key=lambda entry: -entry[1])
            self.floor = kept[self._most][1]
            self._counts = dict(kept[: self._most])

    def __len__(self) -> int:
        return len(self._counts)

    def top(self, count: int) -> list[tuple[K, int]]:
        """The most frequent ones, those that came first where they are equal."""
        return sorted(self._counts.items(), key=lambda entry: -entry[1])[:count]


class Samples(Generic[K]):
    """Every so-manyth of what is added, evenly over all of it, `most` at most."""

    def __init__(self, most: int = 400) -> None:
        self._most = most
        self._stride = 1
        self.seen = 0
        self.kept: list[K] = []

    @property
    def wants(self) -> bool:
        """Whether the next one is kept; else `skip` says that it was there."""
        return self.seen % self._stride == 0

    def skip(self, count: int = 1) -> None:
        self.seen += count

    def add(self, value: K) -> None:
        if self.wants:
            if len(self.kept) >= self._most:
                self.kept = self.kept[::2]
                self._stride *= 2
            if self.wants:
                self.kept.append(value)
        self.seen += 1
