"""Keys that follow one another, as those of rows that are loaded do, as one entry for all of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator


class KeyRuns:
    """Runs of keys, which do not overlap, each with the number of the group that wrote it."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._runs: list[tuple[range, int]] = []

    def __bool__(self) -> bool:
        return bool(self._runs)

    def __iter__(self) -> Iterator[range]:
        return (run for run, _ in self._runs)

    def get(self, key: int) -> int:
        """The number of the run that has the key, 0 if none has."""
        at = bisect_right(self._starts, key) - 1
        return self._runs[at][1] if at >= 0 and key < self._runs[at][0].stop else 0

    def newest(self, keys: range) -> int:
        """The highest number of a run that has one of these keys, 0 if none has."""
        highest, at = 0, max(0, bisect_right(self._starts, keys.start) - 1)
        while at < len(self._runs) and self._starts[at] < keys.stop:
            run, number = self._runs[at]
            if run.stop > keys.start:
                highest = max(highest, number)
            at += 1
        return highest

    def cut(self, keys: range) -> int:
        """Takes these keys out of the runs that have them. Returns how many that were."""
        taken, at = 0, max(0, bisect_right(self._starts, keys.start) - 1)
        while at < len(self._runs) and self._starts[at] < keys.stop:
            run, number = self._runs[at]
            start, stop = max(run.start, keys.start), min(run.stop, keys.stop)
            kept = [run]
            if start < stop:
                taken += stop - start
                kept = [part for part in (range(run.start, start), range(stop, run.stop)) if part]
                self._runs[at : at + 1] = [(part, number) for part in kept]
                self._starts[at : at + 1] = [part.start for part in kept]
            at += len(kept)
        return taken

    def add(self, keys: range, number: int) -> None:
        """A run of which no key is there."""
        at = bisect_left(self._starts, keys.start)
        self._starts.insert(at, keys.start)
        self._runs.insert(at, (keys, number))

    def remove(self, keys: range) -> None:
        """Takes a run away that was added as it is."""
        at = bisect_left(self._starts, keys.start)
        del self._starts[at], self._runs[at]
