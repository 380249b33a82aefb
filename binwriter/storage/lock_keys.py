"""The keys by which row locks know a table's rows: of each index, the table's own first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from binwriter.catalog.tables import Key, Table
from binwriter.formats.columns.values import ColumnValue
from binwriter.locks.row_locks import CLUSTERED
from binwriter.storage.order import KeyReader, Row, RowId, UniqueIndex
from binwriter.storage.row_store import RowStore


class LockKeys:
    """Shared by tables: see `table_data.TableData`."""

    definition: Table
    _rows: RowStore
    _readers: list[KeyReader]
    _clustered: KeyReader | None
    _unique: dict[str, UniqueIndex]
    _places: dict[RowId, Any]
    _next_place: int

    def scan(self, key: Key | None = None, prefix: tuple[ColumnValue, ...] = ()) -> Iterator[tuple[RowId, Row]]:
        raise NotImplementedError

    def _reader(self, key: Key) -> KeyReader:
        raise NotImplementedError

    def index_of(self, key: Key | None) -> str:
        """The name of a key's index for locks; None and the clustered key are the table itself."""
        if key is None or (self._clustered is not None and self._clustered.key.name == key.name):
            return CLUSTERED
        return key.name

    def lock_keys(self, row: Row, place: Any) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """A row's key in each index, the table's own first."""
        yield CLUSTERED, (place,)
        for reader in self._readers:
            if reader is not self._clustered:
                yield reader.key.name, self._lock_key(reader, row, place)

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
        if self.index_of(key) == CLUSTERED:
            return (self.place_of(row_id),)
        assert key is not None
        return self._lock_key(self._reader(key), self._rows[row_id], self.place_of(row_id))

    def neighbours(self, index: str, wanted: tuple[Any, ...]) -> tuple[tuple[Any, ...] | None, tuple[Any, ...] | None]:
        """The stored keys in front of a key and behind it, None where there is none."""
        key = next((reader.key for reader in self._readers if reader.key.name == index), None)
        if key is None and self._clustered is not None and self.definition.partitioning is not None:
            key = self._clustered.key
        low: tuple[Any, ...] | None = None
        for row_id, _ in self.scan(key):
            near = self.lock_key(key, row_id)
            if near > wanted:
                return low, near
            if near < wanted:
                low = near
        return low, None

    def prefix_key(self, key: Key, values: tuple[ColumnValue, ...]) -> tuple[Any, ...]:
        """Where a row with these values in the key's leading columns stands in the index."""
        return (self._reader(key).prefix(values),)

    def unique_rivals(self, row: Row) -> Iterator[tuple[str, tuple[Any, ...], RowId | None]]:
        """For each unique key in which the row is not NULL: index, key, and the row that has it already."""
        for reader in self._readers:
            if reader.key.unique and not reader.has_null(row):
                values = reader.of(row)
                index = CLUSTERED if reader is self._clustered else reader.key.name
                yield index, (values,), self._unique[reader.key.name].get(values)

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
