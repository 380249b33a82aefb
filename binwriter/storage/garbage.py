"""Python's search for circles of objects, put off while many rows are made, and while sessions run SQL."""

from __future__ import annotations

import gc
from threading import Lock

# between two searches; Python's 700 look at all rows of a statement again and again
_ALLOCATIONS = 200_000
# the same between the statements of a session: trees are circles, and it takes some hundred to fill a megabyte
_BETWEEN_STATEMENTS = 30_000


class _Collected:
    """How often circles are looked for, in any thread: as seldom as who asks for the least. Who has turned the search
    off, or made it as seldom, is left alone."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._asked: dict[int, int] = {}
        self._before = self._set = (0, 0, 0)

    def change(self, allocations: int, by: int) -> None:
        """One more asks for so many allocations between two searches, or one less."""
        with self._lock:
            if (now := gc.get_threshold()) != self._set:  # the user's own
                self._before = now
            count = self._asked.get(allocations, 0) + by
            if count:
                self._asked[allocations] = count
            else:
                self._asked.pop(allocations, None)
            first = self._before[0]
            most = max(self._asked, default=0)
            self._set = most if 0 < first < most else first, *self._before[1:]
            gc.set_threshold(*self._set)


_collected = _Collected()


class _SeldomCollected:
    """While one of these blocks runs, in any thread, circles are looked for seldom."""

    def __init__(self, allocations: int) -> None:
        self._allocations = allocations

    def __enter__(self) -> None:
        _collected.change(self._allocations, 1)

    def __exit__(self, *_: object) -> None:
        _collected.change(self._allocations, -1)


seldom_collected = _SeldomCollected(_ALLOCATIONS)
seldom_collected_between_statements = _SeldomCollected(_BETWEEN_STATEMENTS)
"""Of a session that runs SQL, from its first statement to its end."""
