"""The undo log of a transaction: what must be taken back at ROLLBACK, in reverse order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from binwriter.catalog.tables import Table


class Reverts(Protocol):
    """The table that takes a change back."""

    @property
    def definition(self) -> Table: ...

    def revert(self, change: Change) -> None: ...

    def revert_new(self, first: int, count: int) -> None: ...

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


class Insertions:
    """Many new rows of a table, whose ids follow one another."""

    __slots__ = ("count", "data", "first")

    def __init__(self, data: Reverts, first: int, count: int) -> None:
        self.data = data
        self.first = first
        self.count = count

    def changes(self) -> Iterator[Change]:
        """One after the other."""
        for row_id in range(self.first, self.first + self.count):
            yield Change(self.data, row_id, None, None)

    def revert(self) -> None:
        """Takes them back, the newest first."""
        self.data.revert_new(self.first, self.count)


class Many(Protocol):
    """Many changes of one statement that are taken back together."""

    @property
    def count(self) -> int: ...

    def changes(self) -> Iterator[Change]: ...

    def revert(self) -> None: ...


class UndoLog:
    """Changes of transactional tables, oldest first.

    A statement takes a `mark` before it runs and goes back to it when it fails; SAVEPOINT does the same.
    """

    def __init__(self) -> None:
        self._entries: list[Change | Many] = []

    def __len__(self) -> int:
        return sum(1 if isinstance(entry, Change) else entry.count for entry in self._entries)

    def __bool__(self) -> bool:
        return bool(self._entries)

    def __iter__(self) -> Iterator[Change]:
        for entry in self._entries:
            if isinstance(entry, Change):
                yield entry
            else:
                yield from entry.changes()

    def add(self, change: Change) -> None:
        """Keeps how to take one change back."""
        self._entries.append(change)

    def add_inserted(self, data: Reverts, first: int, count: int) -> None:
        """Keeps how to take many new rows back."""
        if count:
            self._entries.append(Insertions(data, first, count))

    def add_former(self, rows: Many) -> None:
        """Keeps how to take many changed or removed rows back."""
        if rows.count:
            self._entries.append(rows)

    def mark(self) -> int:
        """The present position, which says nothing of how many changes there were."""
        return len(self._entries)

    def rollback_to(self, mark: int) -> None:
        """Takes back everything after the mark, newest first."""
        while len(self._entries) > mark:
            entry = self._entries.pop()
            if isinstance(entry, Change):
                entry.data.revert(entry)
            else:
                entry.revert()

    def clear(self) -> None:
        """Forgets everything: after COMMIT."""
        self._entries.clear()
