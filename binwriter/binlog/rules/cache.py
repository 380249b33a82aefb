"""Layer 2, what all eras share: where events wait, and the values by which a policy answers.

Which of the places an event goes to is a policy of the server's era: `rules.one_cache`, `rules.two_caches`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from enum import Enum

from binwriter.formats.records import dataclass


class CacheKind(Enum):
    """D-log-target: where events wait. The one cache of 5.1 is the trx-cache."""

    __hash__ = object.__hash__  # an enum's own hashes its name

    STMT = "stmt-cache"
    TRX = "trx-cache"
    NONE = "directly to the binary log"


@dataclass(frozen=True, slots=True)
class CacheChoice:
    """A target and the rule that chose it."""

    kind: CacheKind
    rule: str


@dataclass(frozen=True, slots=True)
class CachedEvent:
    """An event as it waits: its body is built, its position and checksum are not known yet.

    row_form: it is part of the row form of changes (table map, rows, rows query, and the wrapping of such groups),
    so that a group of nothing else clears the GTID flag "may have statement-based replication".
    """

    event_type: int
    body: bytes
    timestamp: int
    flags: int = 0
    row_form: bool = False


@dataclass(slots=True)
class BinlogCache:
    """One cache: BEGIN is kept beside the events, since truncating to the beginning takes it away too.

    has_n_write: an event in it made a change that ROLLBACK does not undo (set_cannot_rollback), so that the
    cache must be written even at ROLLBACK (R-log-rollback). emptied: told when its last event goes.
    """

    kind: CacheKind
    begin: CachedEvent | None = None
    events: list[CachedEvent] = field(default_factory=list)
    has_n_write: bool = False
    size: int = 0
    emptied: Callable[[CacheKind], None] | None = field(default=None, repr=False, compare=False)

    def __bool__(self) -> bool:
        return bool(self.events)

    def __iter__(self) -> Iterator[CachedEvent]:
        return iter(self.events)

    def add(self, event: CachedEvent) -> None:
        self.events.append(event)
        self.size += len(event.body)

    def mark(self) -> int:
        """A position to which `truncate` can cut back."""
        return len(self.events)

    def truncate(self, mark: int) -> None:
        for event in self.events[mark:]:
            self.size -= len(event.body)
        had = bool(self.events)
        del self.events[mark:]
        if not self.events:
            self.begin = None
            if had and self.emptied is not None:
                self.emptied(self.kind)

    def clear(self) -> None:
        """R-clear-TC."""
        if self.events and self.emptied is not None:
            self.emptied(self.kind)
        self.begin = None
        self.events.clear()
        self.has_n_write = False
        self.size = 0
