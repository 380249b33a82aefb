"""The keys by which row locks know a table's rows: of each index, the table's own first.

Each partition has indexes of its own, so its number comes first in a key, and gaps end where it ends (captured:
clusters/gaps_of_partitions).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from binwriter.catalog.tables import Key, Table
from binwriter.formats.columns.values import ColumnValue
from binwriter.locks.row_locks import CLUSTERED
from binwriter.storage.columns import ColumnRows
from binwriter.storage.order import KeyReader, Row, RowId, SortedIndex, UniqueIndex
from binwriter.storage.row_store import RowStore

LockKey = tuple[Any, ...]
NewKeys = Sequence[tuple[str, Sequence[LockKey]]]  # by index


def ends_of(part: int | None) -> tuple[tuple[Any, ...] | None, tuple[Any, ...] | None]:
    """What is below and above all keys of a partition; None, None in a table without."""
    return (None, None) if part is None else ((part,), (part + 1,))


class LockKeys:
    """Shared by tables: see `table_data.TableData`."""

    definition: Table
    _rows: RowStore
    _readers: list[KeyReader]
    _named: dict[str, KeyReader]
    _clustered: KeyReader | None
    _unique: dict[str, UniqueIndex]
    _places: dict[RowId, Any]
    _next_place: int

    def scan(self, key: Key | None = None, prefix: tuple[ColumnValue, ...] = ()) -> Iterator[tuple[RowId, Row]]:
        raise NotImplementedError

    def _reader(self, key: Key) -> KeyReader:
        raise NotImplementedError

    def _index(self, reader: KeyReader) -> SortedIndex:
        raise NotImplementedError

    def _own_order(self) -> SortedIndex:
        raise NotImplementedError

    def index_of(self, key: Key | None) -> str:
        """The name of a key's index for locks; None and the clustered key are the table itself."""
        if key is None or (self._clustered is not None and self._clustered.key.name == key.name):
            return CLUSTERED
        return key.name

    def lock_keys(self, row: Row, place: Any) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """A row's key in each index, the table's own first."""
        part = self._part_in_key(row)
        yield CLUSTERED, (*part, place)
        for reader in self._readers:
            if reader is not self._clustered:
                yield reader.key.name, part + self._lock_key(reader, row, place)

    def removed_keys(self, row_id: RowId, after: Row | None) -> list[tuple[str, tuple[Any, ...]]]:
        """The keys in secondary indexes that go when the row becomes another, or when it is deleted (None)."""
        place = self.place_of(row_id)
        kept: set[tuple[str, tuple[Any, ...]]] = set()
        if after is not None:
            kept.update(self.lock_keys(after, place if self._clustered is None else self._clustered.of(after)))
        keys = self.lock_keys(self._rows[row_id], place)
        return [entry for entry in keys if entry[0] != CLUSTERED and entry not in kept]

    def _lock_key(self, reader: KeyReader, row: Row, place: Any) -> tuple[Any, ...]:
        values = reader.of(row)
        return (values,) if reader.key.unique and not reader.has_null(row) else (values, place)

    def lock_key(self, key: Key | None, row_id: RowId) -> tuple[Any, ...]:
        """A stored row's key in an index."""
        row, place = self._rows[row_id], self.place_of(row_id)
        part = self._part_in_key(row)
        if self.index_of(key) == CLUSTERED:
            return (*part, place)
        assert key is not None
        return part + self._lock_key(self._reader(key), row, place)

    def new_keys(self, rows: ColumnRows) -> NewKeys:
        """The keys of rows that are to come at the end, in a table without partitions."""
        clustered = self._clustered
        first = self._next_place
        places = range(first, first + len(rows)) if clustered is None else clustered.of_all(rows.columns)
        found: list[tuple[str, Sequence[LockKey]]] = [(CLUSTERED, [(place,) for place in places])]
        for reader in self._readers:
            if reader is not clustered:
                found.append((reader.key.name, self._keys_of(reader, rows, reader.of_all(rows.columns), places)))
        return found

    def changed_keys(self, row_ids: Sequence[RowId], before: Sequence[Row], after: Sequence[Row] | None) -> NewKeys:
        """The keys of rows that become others in their places, or go: those that they have only before or after it, and
        that of the row itself."""
        places = list(map(self._place_in, row_ids, before))
        found: list[tuple[str, Sequence[LockKey]]] = [(CLUSTERED, [(place,) for place in places])]
        for reader in self._readers:
            if reader is not self._clustered:
                keys = self._keys_of(reader, before, map(reader.of, before), places)
                if after is not None:
                    new = self._keys_of(reader, after, map(reader.of, after), places)
                    keys = [key for old, key in zip(keys, new, strict=True) if old != key for key in (old, key)]
                found.append((reader.key.name, keys))
        return found

    def _keys_of(
        self, reader: KeyReader, rows: Iterable[Row], values: Iterable[Any], places: Iterable[Any]
    ) -> Sequence[LockKey]:
        if not reader.key.unique:
            return list(zip(values, places, strict=True))
        has_null = reader.has_null
        return [
            (value, place) if has_null(row) else (value,)
            for row, value, place in zip(rows, values, places, strict=True)
        ]

    def lock_keys_read_by(self, key: Key | None) -> Callable[[RowId, Row], tuple[LockKey, LockKey | None]]:
        """What gives a stored row's key in an index, and in the table itself where that is another one. Of a table
        without partitions."""
        place_in = self._place_in
        if self.index_of(key) == CLUSTERED:
            return lambda row_id, row: ((place_in(row_id, row),), None)
        assert key is not None
        reader = self._reader(key)

        def read(row_id: RowId, row: Row) -> tuple[LockKey, LockKey | None]:
            place = place_in(row_id, row)
            return self._lock_key(reader, row, place), (place,)

        return read

    def _part_in_key(self, row: Row) -> tuple[int, ...]:
        partitioning = self.definition.partitioning
        return () if partitioning is None else (partitioning.of(row),)

    def part_of(self, row: Row) -> int | None:
        """The partition that a row is in; None in a table without."""
        partitioning = self.definition.partitioning
        return None if partitioning is None else partitioning.of(row)

    def parts(self) -> Iterable[int | None]:
        """The partitions that can be seen: one, None, of a table without."""
        partitioning = self.definition.partitioning
        return (None,) if partitioning is None else range(len(partitioning.names) * partitioning.per_partition)

    def neighbours(self, index: str, wanted: tuple[Any, ...]) -> tuple[tuple[Any, ...] | None, tuple[Any, ...] | None]:
        """The stored keys in front of a key and behind it, None where there is none; in a partition its ends."""
        part = None if self.definition.partitioning is None else wanted[0]
        low, high = ends_of(part)
        key = None if index == CLUSTERED else self._named[index].key
        for row_id in self._around(key, part, wanted):
            if row_id is not None and self.part_of(self._rows[row_id]) == part:
                near = self.lock_key(key, row_id)
                low, high = (near, high) if near < wanted else (low, near)
        return low, high

    def _around(self, key: Key | None, part: int | None, wanted: tuple[Any, ...]) -> tuple[RowId | None, RowId | None]:
        if key is None:
            return self._own_order().around(wanted, lambda row_id: self.lock_key(None, row_id))
        if part is None:
            return self._index(self._reader(key)).around(wanted, lambda row_id: self.lock_key(key, row_id))
        before = None  # an index has the partitions among each other
        for row_id, row in self.scan(key):
            if self.part_of(row) == part:
                near = self.lock_key(key, row_id)
                if wanted < near:
                    return before, row_id
                before = row_id if near < wanted else before
        return before, None

    def prefix_key(self, key: Key, values: tuple[ColumnValue, ...]) -> tuple[Any, ...]:
        """Where a row with these values in the key's leading columns stands in the index; of a partitioned table those
        of all columns that its partitions go by."""
        wanted = (self._reader(key).prefix(values),)
        if self.definition.partitioning is None:
            return wanted
        row: list[ColumnValue] = [None] * len(self.definition.columns)
        for column, value in zip(key.columns, values, strict=False):
            row[column] = value
        return self._part_in_key(tuple(row)) + wanted

    def unique_rivals(self, row: Row) -> Iterator[tuple[str, tuple[Any, ...], RowId | None]]:
        """For each unique key in which the row is not NULL: index, key, and the row that has it already."""
        for reader in self._readers:
            if reader.key.unique and not reader.has_null(row):
                values = reader.of(row)
                index = CLUSTERED if reader is self._clustered else reader.key.name
                yield index, (*self._part_in_key(row), values), self._unique[reader.key.name].get(values)

    def moves(self, row_id: RowId, row: Row) -> bool:
        """Whether the stored row would stand elsewhere in its partition if it were `row`."""
        stored = self._rows[row_id]
        if self._clustered is None or self._clustered.of(row) == self._clustered.of(stored):
            return False
        return self.part_of(row) == self.part_of(stored)

    def place_of(self, row_id: RowId) -> Any:
        """Where the row stands in the table's order."""
        return self._place_in(row_id, self._rows[row_id])

    def _place_in(self, row_id: RowId, row: Row) -> Any:
        if self._clustered is not None:
            return self._clustered.of(row)
        place = self._places.get(row_id)
        return self._rows.place_of(row_id) if place is None else place

    def place_for(self, row: Row) -> Any:
        """Where a new row would stand."""
        return self._next_place if self._clustered is None else self._clustered.of(row)
