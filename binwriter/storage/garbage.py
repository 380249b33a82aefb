"""Python's search for circles of objects, put off while many rows are made."""

from __future__ import annotations

import gc
from threading import Lock

_ALLOCATIONS = 200_000  # between two searches; Python's 700 look at all rows of a statement again and again


class _SeldomCollected:
    """While one of these blocks runs, in any thread, circles are looked for seldom. Who has turned the search off, or
    made it as seldom, is left alone."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._depth = 0
        self._before = (0, 0, 0)

    def __enter__(self) -> None:
        with self._lock:
            self._depth += 1
            if self._depth == 1:
                self._before = gc.get_threshold()
                if 0 < self._before[0] < _ALLOCATIONS:
                    gc.set_threshold(_ALLOCATIONS, *self._before[1:])

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._depth -= 1
            if self._depth == 0:
                gc.set_threshold(*self._before)


seldom_collected = _SeldomCollected()
