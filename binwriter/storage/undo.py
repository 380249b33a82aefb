"""The undo log of a transaction: what must be taken back at ROLLBACK, in reverse order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from binwriter.catalog.tables import Table


class Reverts(Protocol):
    """The table that takes a change back."""

    @property
    def definition(self) -> Table: ...

    def revert(self, change: Change) -> None: ...

    def has(self, row_id: int) -> bool: ...

    def row(self, row_id: int) -> tuple[Any, ...]: ...


class Change:
    """One change of a row: what stood there before, None for nothing, and at which place."""

    __slots__ = ("before", "data", "place", "row_id")

    def __init__(self, data: Reverts, row_id: int, before: tuple[Any, ...] | None, place: Any) -> None:
        self.data = data
        self.row_id = row_id
        self.before = before
        self.place = place


class UndoLog:
    """Changes of transactional tables, oldest first.

    A statement takes a `mark` before it runs and goes back to it when it fails; SAVEPOINT does the same.
    """

    def __init__(self) -> None:
        self._entries: list[Change] = []

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Change]:
        return iter(self._entries)

    def add(self, change: Change) -> None:
        """Keeps how to take one change back."""
        self._entries.append(change)

    def add_all(self, changes: Iterable[Change]) -> None:
        """Keeps how to take many back, oldest first."""
        self._entries.extend(changes)

    def mark(self) -> int:
        """The present position."""
        return len(self._entries)

    def rollback_to(self, mark: int) -> None:
        """Takes back everything after the mark, newest first."""
        while len(self._entries) > mark:
            change = self._entries.pop()
            change.data.revert(change)

    def clear(self) -> None:
        """Forgets everything: after COMMIT."""
        self._entries.clear()
