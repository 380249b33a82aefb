"""Key values as things that compare as an index orders them, and sorted indexes made of them."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from functools import total_ordering
from typing import Any

from binwriter.catalog.tables import Key, KeyPart, Table
from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue, IncompleteDate
from binwriter.mysql.collation.keys import sort_key
from binwriter.mysql.values.temporal_keys import parts_of

Row = tuple[ColumnValue, ...]
RowId = int
KeyPartReader = Callable[[ColumnValue], Any]

_NULL: tuple[int, ...] = (0,)  # NULL sorts before every value


@total_ordering
class _Descending:
    """A value that sorts the other way round."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Descending) and bool(self.value == other.value)

    def __lt__(self, other: _Descending) -> bool:
        return bool(other.value < self.value)

    def __hash__(self) -> int:
        return hash(self.value)


def comparable(value: ColumnValue, spec: ColumnSpec) -> Any:
    """A value other than NULL as MySQL compares it in a key: strings by collation, dates with zero dates among them."""
    if isinstance(value, str):
        return value.encode() if spec.collation == BINARY_COLLATION_ID else sort_key(value, spec.collation)
    if isinstance(value, (date, IncompleteDate)):
        if isinstance(value, datetime) and value.tzinfo is not None:
            value = value.astimezone(UTC)
        return parts_of(value)
    return value


def _part_reader(part: KeyPart, spec: ColumnSpec) -> KeyPartReader:
    length = part.length

    def read(value: ColumnValue) -> Any:
        if value is None:
            return _NULL
        if length and isinstance(value, (str, bytes)):
            value = value[:length]
        return 1, comparable(value, spec)

    return (lambda value: _Descending(read(value))) if part.descending else read


class KeyReader:
    """Rows -> the sortable values of one key."""

    def __init__(self, key: Key, table: Table) -> None:
        self.key = key
        self._columns = key.columns
        self._parts = [_part_reader(part, table.columns[part.column].spec) for part in key.parts]

    def of(self, row: Row) -> tuple[Any, ...]:
        return tuple(read(row[column]) for read, column in zip(self._parts, self._columns, strict=True))

    def prefix(self, values: Sequence[ColumnValue]) -> tuple[Any, ...]:
        """The leading key values that equal these column values."""
        return tuple(read(value) for read, value in zip(self._parts, values, strict=False))

    def has_null(self, row: Row) -> bool:
        return any(row[column] is None for column in self._columns)


class SortedIndex:
    """Entries (key values, place, row id) in order; place decides among equal keys."""

    def __init__(self) -> None:
        self._entries: list[tuple[tuple[Any, ...], Any, RowId]] = []

    def add(self, key: tuple[Any, ...], place: Any, row_id: RowId) -> None:
        entry = (key, place, row_id)
        if not self._entries or self._entries[-1] < entry:
            self._entries.append(entry)  # the usual case: ascending keys
        else:
            insort(self._entries, entry)

    def remove(self, key: tuple[Any, ...], place: Any, row_id: RowId) -> None:
        entry = (key, place, row_id)
        position = bisect_left(self._entries, entry)
        assert self._entries[position] == entry, "a row that the index does not have"
        del self._entries[position]

    def ids(self, prefix: tuple[Any, ...] = ()) -> Iterator[RowId]:
        """Row ids in order, of entries whose key begins with prefix."""
        if not prefix:
            yield from (row_id for _, _, row_id in self._entries)
            return
        position = bisect_left(self._entries, (prefix,))
        while position < len(self._entries) and self._entries[position][0][: len(prefix)] == prefix:
            yield self._entries[position][2]
            position += 1
