"""Rows of a table that a range of a key's first column has."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from binwriter.catalog.tables import Key, KeyPart, Table
from binwriter.formats.columns.values import ColumnValue
from binwriter.storage.order import KeyReader, Row, RowId, SortedIndex, Stretch, UniqueIndex
from binwriter.storage.row_store import RowStore


class RangeScans:
    """Shared by tables: see `table_data.TableData`."""

    definition: Table
    version: int
    _rows: RowStore
    _clustered: KeyReader | None
    _unique: dict[str, UniqueIndex]
    _counted: tuple[RowStore | None, int, dict[tuple[KeyPart, ...], list[int]]] = None, 0, {}  # see `distinct_values`

    def _reader(self, key: Key) -> KeyReader:
        raise NotImplementedError

    def _index(self, reader: KeyReader) -> SortedIndex:
        raise NotImplementedError

    def _own_order(self) -> SortedIndex:
        raise NotImplementedError

    def _is_in_order(self) -> bool:
        raise NotImplementedError

    def _ids(self, key: Key | None, prefix: tuple[ColumnValue, ...]) -> list[RowId]:
        raise NotImplementedError

    def scan(self, key: Key | None = None, prefix: tuple[ColumnValue, ...] = ()) -> Iterator[tuple[RowId, Row]]:
        raise NotImplementedError

    def place_of(self, row_id: RowId) -> Any:
        raise NotImplementedError

    def scan_some(self, row_ids: Iterable[RowId]) -> Iterator[tuple[RowId, Row]]:
        raise NotImplementedError

    def _ordered_by(self, row: Row, place: Any) -> tuple[Any, ...]:
        raise NotImplementedError

    def first_values(self, key: Key) -> int:
        """How many values there are of a key's first column, NULL being one; of one of whole numbers the index says so,
        which need not be read again behind a change."""
        column, reader = key.columns[0], self._reader(key)
        if not reader.begins_with_number or self.definition.partitioning is not None:
            return len({row[column] for _, row in self.scan()})
        if key.unique and len(key.columns) == 1 and not self.definition.columns[column].spec.nullable:
            return len(self._rows)
        return (self._own_order() if self._clustered is reader else self._index(reader)).values()

    def distinct_values(self, key: Key) -> list[int]:
        """How many different values a key's first columns have, by their number. Counted anew behind a change."""
        rows, version, counted = self._counted
        if rows is not self._rows or version != self.version:
            counted = {}
            self._counted = self._rows, self.version, counted
        if key.parts not in counted:
            read = KeyReader(key, self.definition).of
            values = [read(row) for _, row in self.scan()]
            counted[key.parts] = [len({value[:width] for value in values}) for width in range(1, len(key.parts) + 1)]
        return counted[key.parts]

    def still_there(self, row_ids: Sequence[RowId]) -> Iterator[tuple[RowId, Row]]:
        """The rows of these ids, but for those that are gone by their turn."""
        return self._rows.still_there(row_ids)

    def row_ids(self, key: Key | None) -> list[RowId]:
        """Of all rows, as `scan` has them."""
        return self._ids(key, ())

    def standing(self, key: Key | None, row_id: RowId, row: Row) -> tuple[Any, ...]:
        """What tells whether a row comes before another one in a scan of the key, also once it has gone."""
        place = self.place_of(row_id)
        return self._ordered_by(row, place) if key is None else self._reader(key).of(row), place, row_id

    def key_of(self, key: Key, row: Row) -> tuple[Any, ...]:
        """A row's values in a key, as they are ordered in it."""
        return self._reader(key).of(row)

    def key_beginning(self, key: Key, values: Sequence[ColumnValue]) -> tuple[Any, ...]:
        """The same of a key's first values, as their columns keep them."""
        return self._reader(key).prefix(values)

    def scan_back(self) -> Iterator[tuple[RowId, Row]]:
        """All rows as `scan` has them, the last one first."""
        ids: Sequence[RowId] = self._rows.listed() if self._is_in_order() else self._own_order().ids()
        yield from self._rows.still_there(ids[::-1])

    def scan_between(self, key: Key, low: int | None, high: int | None) -> Iterator[tuple[RowId, Row]]:
        """As `scan` of the key: only rows whose value in its first column, a whole number in ascending order, is from
        low to high; None: without a bound. Of a table without partitions."""
        yield from self._rows.still_there(self._ids_between(key, low, high))

    def scan_along(
        self, key: Key, bounds: tuple[int | None, int | None] | None, most: int | None, *, backwards: bool
    ) -> Iterator[tuple[RowId, Row]]:
        """As `scan` of the key, with bounds as `scan_between`; the last row first, backwards. most: how many are asked
        for. Of a table without partitions."""
        reader = self._reader(key)
        if self._clustered is not reader:
            for some in self._index(reader).ids_along(bounds, most, backwards=backwards):
                yield from self._rows.still_there(some)
            return
        ids = self._ids(key, ()) if bounds is None else self._ids_between(key, *bounds)
        yield from self._rows.still_there(ids[::-1] if backwards else ids)

    def count_between(self, key: Key, low: int | None, high: int | None) -> int:
        """How many rows `scan_between` gives."""
        reader = self._reader(key)
        if self._clustered is not reader:
            return self._index(reader).count_between(low, high)
        return len(self._ids_between(key, low, high))

    def scan_beginning(self, key: Key, text: str) -> Iterator[tuple[RowId, Row]]:
        """The same of rows whose first value, a text in ascending order, has a key that begins so."""
        reader = self._reader(key)
        index = self._own_order() if self._clustered is reader else self._index(reader)
        yield from self._rows.still_there(index.ids_beginning(text))

    def scan_points(self, key: Key, numbers: Sequence[int]) -> Iterator[tuple[RowId, Row]]:
        """The same of rows whose value is one of the numbers, which ascend."""
        yield from self._rows.still_there(self._ids_at(key, numbers))

    def scan_equal_to_any(self, key: Key, numbers: Sequence[int]) -> Iterator[tuple[RowId, Row]]:
        """The same rows in table order."""
        yield from self.scan_some(self._ids_at(key, numbers))

    def scan_keys(self, key: Key, beginnings: Sequence[tuple[Any, ...]]) -> Iterator[tuple[RowId, Row]]:
        """The same of rows whose keys begin with one of these, which ascend (see `order.KeyReader.prefix`)."""
        reader = self._reader(key)
        index = self._own_order() if self._clustered is reader else self._index(reader)
        yield from self._rows.still_there([row_id for beginning in beginnings for row_id in index.ids(beginning)])

    def scan_range(self, key: Key, low: tuple[Any, ...], high: tuple[Any, ...]) -> Iterator[tuple[RowId, Row]]:
        """The same of rows whose keys' first part is from that of low to that of high."""
        reader = self._reader(key)
        index = self._own_order() if self._clustered is reader else self._index(reader)
        yield from self._rows.still_there(index.ids_from_to(low, high))

    def count_points(self, key: Key, numbers: Sequence[int]) -> int:
        """How many rows `scan_points` gives."""
        return len(self._ids_at(key, numbers))

    def _ids_at(self, key: Key, numbers: Sequence[int]) -> list[RowId]:
        if key.unique and len(key.parts) == 1:
            get, reader = self._unique[key.name].get, self._reader(key)
            found = [get(reader.prefix((number,))) for number in numbers]
            return [row_id for row_id in found if row_id is not None]
        return [row_id for number in numbers for row_id in self._ids(key, (number,))]

    def _ids_between(self, key: Key, low: int | None, high: int | None) -> Sequence[RowId]:
        reader = self._reader(key)
        if self._clustered is not reader:
            return self._index(reader).ids_between(low, high)
        if self._is_in_order():
            return self._in_order_between(key.columns[0], low, high)
        return self._own_order().ids_between(low, high)

    def stretch(self, key: Key, prefix: tuple[ColumnValue, ...]) -> Stretch:
        """The rows that a key's leading values find, and those beside them. Of a table without partitions."""
        reader = self._reader(key)
        index = self._own_order() if self._clustered is reader else self._index(reader)
        return index.stretch(reader.prefix(prefix))

    def stretch_between(self, key: Key, low: int | None, high: int | None) -> Stretch:
        """The same of `scan_between`."""
        reader = self._reader(key)
        if self._clustered is not reader:
            return self._index(reader).stretch_between(low, high)
        if not self._is_in_order():
            return self._own_order().stretch_between(low, high)
        ids, start, stop = self._places_between(key.columns[0], low, high)
        before = ids[start - 1] if start else None
        return before, ids[start:stop], ids[stop] if stop < len(ids) else None

    def extreme(self, key: Key, prefix: tuple[ColumnValue, ...], column: int, *, greatest: bool) -> ColumnValue:
        """The value of the key's column behind these values of its first ones, of the last or the first row that has
        them; None if there is none. Of a table without partitions."""
        reader = self._reader(key)
        index = self._own_order() if self._clustered is reader else self._index(reader)
        values = reader.prefix(prefix)
        row_id = index.last(values) if greatest else index.first(values)
        return None if row_id is None else self._rows[row_id][column]

    def _in_order_between(self, column: int, low: int | None, high: int | None) -> Sequence[RowId]:
        ids, start, stop = self._places_between(column, low, high)
        return ids[start:stop]

    def _places_between(self, column: int, low: int | None, high: int | None) -> tuple[array[int], int, int]:
        """All ids, and where those of the range stand among them."""
        ids, read = self._rows.listed(), self._rows.reader()

        def value(row_id: RowId) -> int:
            return read(row_id)[column]  # type: ignore[return-value]

        start = 0 if low is None else bisect_left(ids, low, key=value)
        return ids, start, len(ids) if high is None else max(start, bisect_right(ids, high, key=value))

    def upper_bound(self, column: int) -> int | None:
        """A number that no row passes in this column; None where it is not known without looking at the rows."""
        bounds = (index.upper_bound(column) for index in self._unique.values())
        return min((bound for bound in bounds if bound is not None), default=None)
