"""Rows of a table that come, become others or go many at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import count as count_from
from typing import Any

from binwriter.storage.columns import ColumnRows
from binwriter.storage.lock_keys import LockKeys
from binwriter.storage.maintained import Statistics
from binwriter.storage.order import KeyReader, Row, RowId, SortedIndex
from binwriter.storage.undo import Change, UndoLog

_ROWS_OF_ONE = 1 << 40  # more than a statement changes


class FormerRows:
    """Undo of many rows of a table that became others, or went. places: where they stood; None: where they say."""

    __slots__ = ("data", "places", "row_ids", "rows")

    def __init__(self, data: ManyChanges, row_ids: Sequence[RowId], rows: Sequence[Row], places: Any) -> None:
        self.data, self.row_ids, self.rows, self.places = data, row_ids, rows, places

    @property
    def count(self) -> int:
        return len(self.row_ids)

    def changes(self) -> Iterator[Change]:
        """One after the other."""
        places = map(self.data.place_for, self.rows) if self.places is None else self.places
        for row_id, row, place in zip(self.row_ids, self.rows, places, strict=True):
            yield Change(self.data, row_id, row, place)

    def revert(self) -> None:
        """Takes them back, the newest first."""
        for change in reversed(list(self.changes())):
            self.data.revert(change)


class ManyChanges(LockKeys):
    """Shared by tables: see `table_data.TableData`."""

    version: int
    statistics: Statistics
    _order: SortedIndex | None
    _indexes: dict[str, SortedIndex]
    _named: dict[str, KeyReader]
    _next_id: int
    _first_place: int

    def own_rows(self) -> None:
        raise NotImplementedError

    def revert(self, change: Change) -> None:
        raise NotImplementedError

    def has(self, row_id: RowId) -> bool:
        raise NotImplementedError

    def row(self, row_id: RowId) -> Row:
        raise NotImplementedError

    def _ordered_by(self, row: Row, place: Any) -> tuple[Any, ...]:
        raise NotImplementedError

    def reader(self) -> Callable[[RowId], Row]:
        """As `row`, for many rows."""
        return self._rows.reader()

    def replaces_many(self, columns: Collection[int]) -> bool:
        """Whether rows may get other values in these columns without going to another place, or into another's way."""
        return not any(
            reader.key.unique and not set(reader.key.columns).isdisjoint(columns) for reader in self._readers
        )

    def _replaced_in_place(self, row_id: RowId, before: Row, after: Row) -> Any:
        """The row's place, if it stays there as another that stands in nobody's way; else None, and nothing is done."""
        if self.definition.partitioning is not None:
            return None
        if any(reader.key.unique and not reader.are_alike(before, after) for reader in self._readers):
            return None
        self._rows.replace_all((row_id,), (after,))
        return self._move_entries((row_id,), (before,), (after,))[0]

    def replace_all(self, row_ids: Sequence[RowId], before: Sequence[Row], after: Sequence[Row], undo: UndoLog) -> None:
        """Rows become others, in columns of which `replaces_many` says so."""
        self.own_rows()
        self._rows.replace_all(row_ids, after)
        self._end_many(row_ids, before, undo, after)

    def remove_all(self, row_ids: Sequence[RowId], before: Sequence[Row], undo: UndoLog) -> None:
        """Rows go."""
        self.own_rows()
        if self._order is not None:
            for row_id, row in zip(row_ids, before, strict=True):
                place = self._place_in(row_id, row)
                self._order.remove(self._ordered_by(row, place), place, row_id)
        self._end_many(row_ids, before, undo, None)
        for row_id in row_ids:
            del self._rows[row_id]
            self._places.pop(row_id, None)
        for reader in self._readers:
            if reader.key.unique:
                self._unique[reader.key.name].remove_all(before, row_ids)

    def _end_many(
        self, row_ids: Sequence[RowId], before: Sequence[Row], undo: UndoLog, after: Sequence[Row] | None
    ) -> None:
        places = self._move_entries(row_ids, before, after)
        undo.add_former(FormerRows(self, row_ids, before, places if self._clustered is None else None))

    def _move_entries(
        self, row_ids: Sequence[RowId], before: Sequence[Row], after: Sequence[Row] | None
    ) -> Sequence[Any]:
        """Brings the sorted indexes up to date. Returns the rows' places."""
        self.version += len(row_ids)
        places: Sequence[Any]
        if self._clustered is None:
            places = list(map(self._place_in, row_ids, before))
        elif self._indexes or len(row_ids) == 1:
            places = list(map(self._clustered.of, before))
        else:
            return ()
        for reader in self._readers:
            index = self._indexes.get(reader.key.name)
            if index is None:
                continue
            for at, row_id in enumerate(row_ids):
                old, new = reader.of(before[at]), None if after is None else reader.of(after[at])
                if old != new:
                    index.remove(old, places[at], row_id)
                    if new is not None:
                        index.add(new, places[at], row_id)
        return places

    def places_in_front(self) -> Iterator[int]:
        """Where the rows go that a statement changes, if the engine writes them first into its new file, and the others
        behind them: CSV does (as a 9.7.4 answers, cluster rows_of_text_changed)."""
        self._first_place -= _ROWS_OF_ONE
        return count_from(self._first_place)

    def insert_all(self, rows: Sequence[Row], undo: UndoLog | None = None) -> int:
        """Adds rows up to the first for which `duplicate` has a key. Returns how many.

        For tables of which `takes_many` says so.
        """
        if not rows:
            return 0
        self.own_rows()
        new = ColumnRows.of(rows)
        unique = [(index, *index.free(new)) for index in self._unique.values()]
        count = min((free for _, free, _ in unique), default=len(new))
        if not count:
            return 0
        if count < len(new):
            new = new[:count]
            unique = [(index, *index.free(new)) for index in self._unique.values()]
        first = self._next_id
        self._next_id += count
        self.version += count
        for index, _, keys in unique:
            index.put_all(keys, new, first)
        packed = self._rows.add_all(first, new, self._next_place)
        if self._clustered is None:
            if not packed:
                self._places.update(zip(range(first, first + count), count_from(self._next_place), strict=False))
            self._next_place += count
        if self._order is not None or self._indexes:
            for row_id, row in enumerate(new, first):
                place = self._place_in(row_id, row)
                if self._order is not None:
                    self._order.add(self._ordered_by(row, place), place, row_id)
                for name, waiting in self._indexes.items():
                    waiting.add(self._named[name].of(row), place, row_id)
        if undo is not None:
            undo.add_inserted(self, first, count)
        return count

    def revert_new(self, first: RowId, count: int) -> None:
        """Takes many new rows back, the newest first."""
        self.own_rows()
        packed = self._order is None and not self._indexes and not any(index.is_made for index in self._unique.values())
        if packed and self._rows.take_whole(first, count):
            self.version += count
            self.statistics.unknown -= count
            return
        for row_id in range(first + count - 1, first - 1, -1):
            self.revert(Change(self, row_id, None, None))
