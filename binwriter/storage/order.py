"""Key values as things that compare as an index orders them, and sorted indexes made of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import total_ordering
from itertools import islice, repeat
from operator import lt
from typing import Any

from binwriter.catalog.tables import Key, KeyPart, Table
from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue, IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.mysql.collation.keys import first_level, sort_key
from binwriter.mysql.values.temporal_keys import parts_of
from binwriter.storage.columns import ColumnRows
from binwriter.storage.columns import Row as Row
from binwriter.storage.row_store import RowId as RowId
from binwriter.storage.row_store import RowStore

Columns = Sequence[Sequence[Any]] | Mapping[int, Sequence[Any]]  # the rows' values by column
KeyPartReader = Callable[[ColumnValue], Any]

_NULL: tuple[int, ...] = (0,)  # NULL sorts before every value
_BEHIND_ALL = (2,)  # and this behind every value of a part that rises
_AS_THEY_ARE = frozenset(
    {ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG, ColumnType.NEWDECIMAL}
)


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
    if spec.type in _AS_THEY_ARE:
        return _descending_number if part.descending else _number
    length = part.length

    def read(value: ColumnValue) -> Any:
        if value is None:
            return _NULL
        if length and isinstance(value, (str, bytes)):
            value = value[:length]
        return 1, comparable(value, spec)

    return (lambda value: _Descending(read(value))) if part.descending else read


def _number(value: ColumnValue) -> Any:
    return _NULL if value is None else (1, value)


def _descending_number(value: ColumnValue) -> Any:
    return _Descending(_NULL if value is None else (1, value))


def _reading(parts: Sequence[KeyPartReader], columns: Sequence[int]) -> Callable[[Row], tuple[Any, ...]]:
    if len(parts) == 1:
        (part,), (at,) = parts, columns
        return lambda row: (part(row[at]),)
    if len(parts) == 2 and parts[0] is parts[1] is _number:
        return _two_numbers(*columns)
    pairs = tuple(zip(parts, columns, strict=True))
    return lambda row: tuple([read(row[column]) for read, column in pairs])


def _two_numbers(first: int, second: int) -> Callable[[Row], tuple[Any, ...]]:
    """As `_number` of both."""

    def read(row: Row) -> tuple[Any, ...]:
        one, other = row[first], row[second]
        return (_NULL if one is None else (1, one), _NULL if other is None else (1, other))

    return read


class KeyReader:
    """Rows -> the sortable values of one key."""

    def __init__(self, key: Key, table: Table) -> None:
        self.key = key
        self._columns = key.columns
        self._parts = [_part_reader(part, table.columns[part.column].spec) for part in key.parts]
        self.takes_null = any(table.columns[part.column].spec.nullable for part in key.parts)
        plain = len(key.parts) == 1 and self._parts[0] is _number and not self.takes_null
        self.number_at = self._columns[0] if plain else None
        self.of = _reading(self._parts, self._columns)

    def prefix(self, values: Sequence[ColumnValue]) -> tuple[Any, ...]:
        """The leading key values that equal these column values."""
        return tuple([read(value) for read, value in zip(self._parts, values, strict=False)])

    @property
    def begins_with_number(self) -> bool:
        """Whether what stands for values of the first column is alike for equal numbers alone."""
        return self._parts[0] in (_number, _descending_number)

    def has_null(self, row: Row) -> bool:
        return self.takes_null and any(row[column] is None for column in self._columns)

    def are_alike(self, row: Row, other: Row) -> bool:
        """Whether two rows have the very same values in the key's columns."""
        return all(row[column] is other[column] or row[column] == other[column] for column in self._columns)

    def of_all(self, columns: Columns) -> list[tuple[Any, ...]]:
        """The key values of many rows."""
        numbers = self.numbers(columns)
        if numbers is not None:
            return list(zip(zip(repeat(1), numbers, strict=False), strict=True))  # as `_number` has them
        parts = zip(self._parts, self._columns, strict=True)
        return list(zip(*([read(value) for value in columns[column]] for read, column in parts), strict=True))

    def numbers(self, columns: Columns) -> Sequence[Any] | None:
        """The key's values, if it is one that rises, of whole numbers, none of them NULL: they sort as its keys do."""
        if len(self._parts) != 1 or self._parts[0] is not _number:
            return None
        numbers = columns[self._columns[0]]
        return numbers if set(map(type, numbers)) == {int} else None

    def ends_if_rising(self, rows: ColumnRows) -> list[tuple[Any, ...]] | None:
        """The first key and the last of many rows, if it is a number that rises from row to row."""
        if self.number_at is None:
            return None
        numbers: Sequence[Any] = rows.columns[self.number_at]
        if set(map(type, numbers)) != {int} or not all(map(lt, numbers, islice(numbers, 1, None))):
            return None
        return [(_number(numbers[0]),), (_number(numbers[-1]),)]


Entry = tuple[tuple[Any, ...], Any, RowId]
Stretch = tuple[RowId | None, Sequence[RowId], RowId | None]  # the row in front of some, these, and the one behind

_FEW, _MANY = 16, 2048  # that are read at a time, at first and at most
_ONE_BY_ONE = 16  # that many times the changes that wait must an index have, to take them one after the other


class SortedIndex:
    """Entries (key values, place, row id) in order; place decides among equal keys.

    Changes wait until somebody reads: many of them are then brought in by one sort.
    """

    def __init__(self, entries: Iterable[Entry] = (), *, is_sorted: bool = False) -> None:
        self._entries: list[Entry] = list(entries) if is_sorted else sorted(entries)
        self._waiting: dict[Entry, bool] = {}  # whether the entry is to come or to go
        self._values: int | None = None  # see `values`

    def values(self) -> int:
        """How many values the keys' first part has, NULL being one; counted once, and kept up to date from then on."""
        if self._waiting:
            self._settle()
        if self._values is None:
            self._values = len({entry[0][0] for entry in self._entries})
        return self._values

    def _is_alone(self, position: int) -> bool:
        """Whether no other entry has the value of the first part of the one there."""
        entries, value = self._entries, self._entries[position][0][0]
        behind = position + 1 < len(entries) and entries[position + 1][0][0] == value
        return not behind and (position == 0 or entries[position - 1][0][0] != value)

    def add(self, key: tuple[Any, ...], place: Any, row_id: RowId) -> None:
        entry = (key, place, row_id)
        if not self._waiting and (not self._entries or self._entries[-1] < entry):
            self._entries.append(entry)  # the usual case: ascending keys
            if self._values is not None:
                self._values += self._is_alone(len(self._entries) - 1)
        elif self._waiting.get(entry) is False:
            del self._waiting[entry]
        else:
            self._waiting[entry] = True

    def remove(self, key: tuple[Any, ...], place: Any, row_id: RowId) -> None:
        entry = (key, place, row_id)
        if self._waiting.get(entry):
            del self._waiting[entry]
        else:
            self._waiting[entry] = False

    def ids(self, prefix: tuple[Any, ...] = ()) -> list[RowId]:
        """Row ids in order, of entries whose key begins with prefix."""
        if self._waiting:
            self._settle()
        entries = self._entries
        if not prefix:
            return [row_id for _, _, row_id in entries]
        position, width, row_ids = bisect_left(entries, (prefix,)), len(prefix), []
        while position < len(entries) and entries[position][0][:width] == prefix:
            row_ids.append(entries[position][2])
            position += 1
        return row_ids

    def last(self, prefix: tuple[Any, ...] = ()) -> RowId | None:
        """The last of `ids`, without the others, in an index in which values that rise stand behind the prefix."""
        if self._waiting:
            self._settle()
        entries, behind = self._entries, len(self._entries)
        if prefix:
            behind = bisect_left(entries, ((*prefix, _BEHIND_ALL),))
        if not behind or entries[behind - 1][0][: len(prefix)] != prefix:
            return None
        return entries[behind - 1][2]

    def first(self, prefix: tuple[Any, ...] = ()) -> RowId | None:
        """The first of `ids`, without the others."""
        if self._waiting:
            self._settle()
        position = bisect_left(self._entries, (prefix,)) if prefix else 0
        if position == len(self._entries) or self._entries[position][0][: len(prefix)] != prefix:
            return None
        return self._entries[position][2]

    def around(self, wanted: Any, key_of: Callable[[RowId], Any]) -> tuple[RowId | None, RowId | None]:
        """The rows in front of a key and behind it, None where there is none. key_of: rises from row to row here."""
        if self._waiting:
            self._settle()
        entries = self._entries
        low = bisect_left(entries, wanted, key=lambda entry: key_of(entry[2]))
        high = bisect_right(entries, wanted, lo=low, key=lambda entry: key_of(entry[2]))
        return entries[low - 1][2] if low else None, entries[high][2] if high < len(entries) else None

    def ids_between(self, low: int | None, high: int | None) -> list[RowId]:
        """The same of entries whose key begins with a number from low to high, without NULLs."""
        if self._waiting:
            self._settle()
        start, stop = self._ends_between(low, high)
        return [row_id for _, _, row_id in self._entries[start:stop]]

    def count_between(self, low: int | None, high: int | None) -> int:
        """How many `ids_between` are."""
        if self._waiting:
            self._settle()
        start, stop = self._ends_between(low, high)
        return max(0, stop - start)

    def ids_along(
        self, bounds: tuple[int | None, int | None] | None, most: int | None, *, backwards: bool
    ) -> Iterator[list[RowId]]:
        """The first ones, at most so many, of `ids_between`, or without bounds of `ids`; or the last ones, backwards: a
        few at first, then more and more at a time."""
        if self._waiting:
            self._settle()
        start, stop = (0, len(self._entries)) if bounds is None else self._ends_between(*bounds)
        if most is not None:
            start, stop = (max(start, stop - most), stop) if backwards else (start, min(stop, start + most))
        entries = self._entries[start:stop]
        if backwards:
            entries.reverse()
        begin, many = 0, _FEW
        while begin < len(entries):
            yield [row_id for _, _, row_id in entries[begin : begin + many]]
            begin, many = begin + many, min(many * 4, _MANY)

    def ids_from_to(self, low: tuple[Any, ...], high: tuple[Any, ...]) -> list[RowId]:
        """The same of entries whose key's first part is from that of low to that of high."""
        if self._waiting:
            self._settle()
        start = bisect_left(self._entries, (low,))
        stop = bisect_right(self._entries, high[0], lo=start, key=lambda entry: entry[0][0])
        return [row_id for _, _, row_id in self._entries[start:stop]]

    def ids_beginning(self, text: str) -> list[RowId]:
        """The same of entries whose first value is a key of characters that begins so."""
        if self._waiting:
            self._settle()

        def beginning(entry: Entry) -> str:
            return "" if entry[0][0] == _NULL else first_level(entry[0][0][1])[: len(text)]

        start = bisect_left(self._entries, text, key=beginning)
        stop = bisect_right(self._entries, text, lo=start, key=beginning)
        return [row_id for _, _, row_id in self._entries[start:stop]]

    def stretch(self, prefix: tuple[Any, ...]) -> Stretch:
        """`ids`, with the rows beside them."""
        if self._waiting:
            self._settle()
        entries, width = self._entries, len(prefix)
        start = bisect_left(entries, (prefix,))
        return self._cut(start, bisect_right(entries, prefix, lo=start, key=lambda entry: entry[0][:width]))

    def stretch_between(self, low: int | None, high: int | None) -> Stretch:
        """`ids_between`, with the rows beside them."""
        if self._waiting:
            self._settle()
        return self._cut(*self._ends_between(low, high))

    def _cut(self, start: int, stop: int) -> Stretch:
        entries = self._entries
        before = entries[start - 1][2] if start else None
        behind = entries[stop][2] if stop < len(entries) else None
        return before, [row_id for _, _, row_id in entries[start:stop]], behind

    def _ends_between(self, low: int | None, high: int | None) -> tuple[int, int]:
        first = ((1,) if low is None else (1, low),)
        behind = ((2,) if high is None else (1, high + 1),)
        return bisect_left(self._entries, (first,)), bisect_left(self._entries, (behind,))

    def _settle(self) -> None:
        waiting, self._waiting = self._waiting, {}
        if len(waiting) * _ONE_BY_ONE > len(self._entries):
            kept = [entry for entry in self._entries if entry not in waiting]
            self._entries = kept + [entry for entry, comes in waiting.items() if comes]
            self._entries.sort()
            self._values = None
            return
        for entry, comes in waiting.items():
            position = bisect_left(self._entries, entry)
            if comes:
                self._entries.insert(position, entry)
                if self._values is not None:
                    self._values += self._is_alone(position)
            else:
                assert self._entries[position] == entry, "a row that the index does not have"
                if self._values is not None:
                    self._values -= self._is_alone(position)
                del self._entries[position]


class UniqueIndex:
    """Which row has which values in a unique key; rows with NULL in it do not stand here.

    As long as rows come in ascending order, as those of a dump do, the highest key says that a new one is not there,
    and the index is not made. rows: the table's.
    """

    def __init__(self, reader: KeyReader, rows: RowStore) -> None:
        self._reader = reader
        self._rows = rows
        self._ids: dict[tuple[Any, ...], RowId] | None = None
        self._highest: tuple[Any, ...] | None = None  # no key in the table is higher
        self._ascends = not rows

    def rows_changed(self) -> None:
        """The table has other rows than those that came and went here."""
        self._ids, self._ascends = None, False

    def take_over(self, other: UniqueIndex) -> None:
        """The table has the same rows as another's."""
        self._highest, self._ascends = other._highest, other._ascends
        self._ids = None if other._ids is None else dict(other._ids)

    def upper_bound(self, column: int) -> int | None:
        """A number that no row passes in a column, if this is the key of it alone and knows one."""
        if not self._ascends or self._highest is None or self._reader.number_at != column:
            return None
        highest = self._highest[0][1]
        return highest if isinstance(highest, int) else None

    def get(self, values: tuple[Any, ...]) -> RowId | None:
        """The row with these values."""
        return None if self._is_beyond(values) else self._made().get(values)

    def put(self, values: tuple[Any, ...], row_id: RowId) -> None:
        """Before the row is among the table's, or behind it."""
        if self._is_beyond(values):
            self._highest = values
            if self._ids is not None:
                self._ids[values] = row_id
        else:
            self._ascends = False
            self._made()[values] = row_id

    def remove(self, values: tuple[Any, ...], row_id: RowId) -> None:
        """Once the row is not among the table's any more."""
        if self._ids is not None and self._ids.get(values) == row_id:
            del self._ids[values]

    def remove_all(self, rows: Sequence[Row], row_ids: Sequence[RowId]) -> None:
        """The same of many rows."""
        if self._ids is not None:
            for row, row_id in zip(rows, row_ids, strict=True):
                if not self._reader.has_null(row):
                    self.remove(self._reader.of(row), row_id)

    def free(self, rows: ColumnRows) -> tuple[int, Sequence[tuple[Any, ...]]]:
        """How many of these new rows come before the first whose key another row has, of the table or of them.

        With what `put_all` needs of their keys.
        """
        ends = self._reader.ends_if_rising(rows)
        if ends is not None and self._is_beyond(ends[0]):
            return len(rows), ends
        keys = self._reader.of_all(rows.columns)
        nullable = (
            any(None in rows.columns[at] for at in self._reader.key.columns) if self._reader.takes_null else False
        )
        if not nullable and self._is_beyond(keys[0]) and all(map(lt, keys, islice(keys, 1, None))):
            return len(keys), keys
        ids, new = self._made(), set()
        for count, key in enumerate(keys):
            if nullable and self._reader.has_null(rows[count]):
                continue
            if key in ids or key in new:
                return count, keys
            new.add(key)
        return len(keys), keys

    def put_all(self, keys: Sequence[tuple[Any, ...]], rows: ColumnRows, first: RowId) -> None:
        """New rows, whose ids begin with first and whose keys are free. keys: as `free` gave them."""
        rises = not self._reader.takes_null and self._ascends
        if rises and self._ids is None:
            self._highest = keys[-1] if len(keys) <= len(rows) else keys[len(rows) - 1]
            return
        if len(keys) < len(rows):
            keys = self._reader.of_all(rows.columns)
        for row_id, key in enumerate(keys[: len(rows)], first):
            if not (self._reader.takes_null and self._reader.has_null(rows[row_id - first])):
                self.put(key, row_id)

    def _is_beyond(self, values: tuple[Any, ...]) -> bool:
        """Whether rows came in ascending order, and this key is higher than all."""
        return self._ascends and (self._highest is None or values > self._highest)

    @property
    def is_made(self) -> bool:
        """Whether it knows of each row."""
        return self._ids is not None

    @property
    def ascends(self) -> bool:
        """Whether the table has its rows in the order of this key."""
        return self._ascends

    def _made(self) -> dict[tuple[Any, ...], RowId]:
        if self._ids is None:
            of, has_null = self._reader.of, self._reader.has_null
            self._ids = {of(row): row_id for row_id, row in self._rows.pairs() if not has_null(row)}
        return self._ids
