"""What a consistent read sees: others' uncommitted changes are hidden, and under REPEATABLE READ later ones too.

Source: MySQL manual, "Consistent Nonlocking Reads", "Transaction Isolation Levels". Rows are stored once, as they are
now; an older state is made by taking back what the undo logs of other transactions hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from binwriter.locks.row_locks import TableLocks
from binwriter.locks.turns import Owner
from binwriter.storage.table_data import BIRTHS, TableData
from binwriter.storage.undo import Change, UndoLog


class Versions:
    """The open transactions of a server with their undo logs, and committed changes that some snapshot must not see."""

    def __init__(self) -> None:
        self._open: dict[Owner, Callable[[], UndoLog]] = {}
        self._committed: list[tuple[int, list[Change]]] = []
        self._views: dict[Owner, int] = {}
        self._births: dict[Owner, int] = {}  # which tables were there when the snapshot was taken
        self._number = 0

    def enter(self, owner: Owner, undo: Callable[[], UndoLog]) -> None:
        """A session and the undo log of its transactions."""
        self._open[owner] = undo

    def leave(self, owner: Owner) -> None:
        self._open.pop(owner, None)
        self.ended(owner)

    def committed(self, owner: Owner, undo: UndoLog) -> None:
        """Before a transaction's undo log is cleared: kept where a snapshot is older than the commit."""
        if not len(undo):
            return
        self._number += 1
        if any(other is not owner for other in self._views):
            self._committed.append((self._number, list(undo)))

    def ended(self, owner: Owner) -> None:
        """A transaction is over, and its snapshot with it."""
        self._views.pop(owner, None)
        self._births.pop(owner, None)
        if self._committed:
            oldest = min(self._views.values(), default=self._number)
            self._committed = [entry for entry in self._committed if entry[0] > oldest]

    def take_view(self, owner: Owner) -> None:
        """The transaction's snapshot, if it has none yet."""
        if owner not in self._views:
            self._views[owner] = self._number
            self._births[owner] = next(BIRTHS)

    def is_newer(self, owner: Owner, data: TableData) -> bool:
        """Whether the table was made or rebuilt after the owner's snapshot."""
        return data.born > self._births.get(owner, data.born)

    def drop_view(self, owner: Owner) -> None:
        """READ COMMITTED: each statement has a snapshot of its own."""
        self._views.pop(owner, None)

    def as_seen(self, owner: Owner, data: TableData) -> TableData:
        """The table as the owner's snapshot shows it; the table itself where that is the same."""
        hidden = list(self._hidden(owner, data.stored))
        return data.without(hidden) if hidden else data

    def as_committed(self, owner: Owner | None, data: TableData) -> TableData:
        """The table as of now without what others than the owner have not committed."""
        others = (self._open[other]() for other in self._open if other is not owner)
        hidden = [change for undo in others for change in self._of(undo, data.stored)]
        return data.without(hidden) if hidden else data

    def _hidden(self, owner: Owner, data: TableData) -> Iterator[Change]:
        for other, undo in self._open.items():
            if other is not owner and len(undo()):
                yield from self._of(undo(), data)
        if not self._committed:
            return
        view = self._views.get(owner, self._number)
        own = {change.row_id for change in self._changes(owner) if change.data is data}
        for number, changes in reversed(self._committed):
            if number > view:
                for change in reversed(changes):
                    if change.data is data and change.row_id not in own:
                        yield change

    def _changes(self, owner: Owner) -> Iterable[Change]:
        undo = self._open.get(owner)
        return undo() if undo is not None else ()

    def changed_keys(self, owner: Owner) -> Iterator[tuple[TableLocks, str, tuple[Any, ...]]]:
        """The index keys of all rows that the owner's transaction has changed."""
        for change in self._changes(owner):
            data = change.data
            if not isinstance(data, TableData) or data.definition.temporary or not data.definition.engine.two_phase:
                continue
            if change.before is not None:
                for index, key in data.lock_keys(change.before, change.place):
                    yield data.locks, index, key
            if data.has(change.row_id):
                for index, key in data.lock_keys(data.row(change.row_id), data.place_of(change.row_id)):
                    yield data.locks, index, key

    def changed_by_others(self, owner: Owner | None, data: TableData) -> list[tuple[int, tuple[Any, ...], Any]]:
        """Row id, row and place as they were before others, who have not committed, updated or deleted them."""
        return [
            (change.row_id, change.before, change.place)
            for other, undo in self._open.items()
            if other is not owner
            for change in self._of(undo(), data.stored)
            if change.before is not None
        ]

    def _of(self, undo: UndoLog, data: TableData) -> list[Change]:
        return [change for change in undo if change.data is data][::-1]
