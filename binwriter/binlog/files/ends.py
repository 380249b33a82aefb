"""Where a log ends, told to those who follow it: replicas, and whoever waits for them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import NamedTuple


class LogEnd(NamedTuple):
    """The file that is being written, without folder, and where it ends, in bytes."""

    name: str
    position: int


class LogEnds:
    """The end as it moves. Reading it takes no lock; whoever writes the log announces it.

    generation: how often the log was begun anew (RESET BINARY LOGS AND GTIDS).
    """

    def __init__(self) -> None:
        self.current = LogEnd("", 0)
        self.generation = 0
        self._followers: tuple[Callable[[], None], ...] = ()
        self._own = threading.local()
        # told of each group before others see it; says whether whoever wrote it has to wait
        self.committed: Callable[[LogEnd], bool] | None = None
        # waits for it; the second says whether nobody can wait any more
        self.waits: Callable[[LogEnd, Callable[[], bool]], None] | None = None
        # whether others see a group's changes while whoever wrote it waits
        self.are_seen_first: Callable[[], bool] | None = None
        self.switched: Callable[[], None] | None = None  # waiting for replicas was turned on or off
        self.are_awaited = False  # whether anybody ever had to wait

    def announce(self, name: str, position: int, *, is_group: bool = False) -> None:
        """The log ends here now. is_group: because a transaction was committed. Nobody who is told may wait."""
        end = LogEnd(name, position)
        if is_group and self.committed is not None and self.committed(end):
            self._own.end = end
            self.are_awaited = True
        self.current = end
        for follower in self._followers:
            follower()

    @property
    def is_due(self) -> bool:
        """Whether this thread has written groups for which it has to wait yet."""
        return self.are_awaited and getattr(self._own, "end", None) is not None

    def wait(self, is_over: Callable[[], bool] = lambda: False) -> None:
        """Where this thread has written groups for which somebody has to wait, it waits."""
        if not self.are_awaited:  # nor was anybody ever
            return
        end: LogEnd | None = getattr(self._own, "end", None)
        if end is not None and self.waits is not None:
            self._own.end = None
            self.waits(end, is_over)

    def begin_anew(self) -> None:
        """All files are gone."""
        self.generation += 1

    def follow(self, follower: Callable[[], None]) -> None:
        """Calls it, in the thread that writes, whenever the end has moved."""
        self._followers = (*self._followers, follower)
