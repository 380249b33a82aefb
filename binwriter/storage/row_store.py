"""The rows of a table by their ids; what came in many at a time stays packed until somebody asks for one of them."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from operator import attrgetter

from binwriter.formats.columns.values import ColumnValue
from binwriter.storage.columns import ColumnRows, PackedRows, Row

RowId = int

_MANY = 16  # rows that are worth packing
_first = attrgetter("first")


class _Stretch:
    """Rows that came together, with ids that follow one another. gone: those that have left since.

    place: where the first of them stands, in a table without a clustered index. kept: all that came, once they were
    made to be kept; who changes a row does it there.
    """

    __slots__ = ("_packed", "end", "first", "gone", "kept", "lowest", "place")

    def __init__(self, first: RowId, rows: ColumnRows, place: int) -> None:
        self.first, self.end, self.place = first, first + len(rows), place
        self.gone: set[RowId] = set()
        self.lowest = first  # no row below it is there
        self._packed = PackedRows(rows)
        self.kept: list[Row] | None = None

    def copy(self) -> _Stretch:
        """Of which other rows may leave."""
        copied = _Stretch.__new__(_Stretch)
        copied.first, copied.end, copied.place = self.first, self.end, self.place
        copied.gone, copied._packed, copied.lowest = set(self.gone), self._packed, self.lowest
        copied.kept = None if self.kept is None else list(self.kept)
        return copied

    def __len__(self) -> int:
        return self.end - self.first - len(self.gone)

    def __getitem__(self, row_id: RowId) -> Row:
        return self.made()[row_id - self.first]

    def made(self) -> list[Row]:
        """All that came, from now on at hand."""
        if self.kept is None:
            self.kept = self._packed.rows()
        return self.kept

    def ids(self) -> Iterator[RowId]:
        """Of the rows that are there."""
        gone = self.gone
        while self.lowest in gone:
            self.lowest += 1
        numbers = range(self.lowest, self.end)
        if len(gone) == self.lowest - self.first:
            return iter(numbers)
        return (row_id for row_id in numbers if row_id not in gone)

    def column(self, index: int) -> Sequence[ColumnValue]:
        """A column's values of the rows that are there."""
        values = self._packed.column(index) if self.kept is None else [row[index] for row in self.kept]
        return [values[row_id - self.first] for row_id in self.ids()] if self.gone else values

    def rows(self) -> list[Row]:
        """All that came, not to be kept."""
        return self._packed.rows() if self.kept is None else self.kept


class RowStore(MutableMapping[RowId, Row]):
    """As a dict of rows: they come in the order in which they were put there."""

    def __init__(self) -> None:
        # a stretch stands where its first row came, under that id below zero
        self._rows: dict[RowId, Row | _Stretch] = {}
        self._stretches: list[_Stretch] = []  # by their ids, which only rise
        self._count = 0
        self.moves = 0  # how often rows came, went or changed their places
        self._listed: tuple[int, array[RowId]] = -1, array("q")  # see `listed`

    def __len__(self) -> int:
        return self._count

    def __bool__(self) -> bool:
        return self._count > 0

    def __getitem__(self, row_id: RowId) -> Row:
        try:
            return self._rows[row_id]  # type: ignore[return-value]
        except KeyError:
            stretch = self._stretch(row_id)
            if stretch is None:
                raise
            return stretch[row_id]

    def __contains__(self, row_id: object) -> bool:
        return row_id in self._rows or (bool(self._stretches) and self._stretch(row_id) is not None)  # type: ignore[arg-type]

    def __setitem__(self, row_id: RowId, row: Row) -> None:
        if row_id not in self._rows:
            self.moves += 1
            stretch = self._stretch(row_id)
            if stretch is None:
                self._count += 1
            else:
                stretch.gone.add(row_id)
        self._rows[row_id] = row

    def __delitem__(self, row_id: RowId) -> None:
        self.moves += 1
        if row_id in self._rows:
            del self._rows[row_id]
        else:
            stretch = self._stretch(row_id)
            if stretch is None:
                raise KeyError(row_id)
            stretch.gone.add(row_id)
            if not len(stretch):
                self._drop(stretch)
        self._count -= 1

    def __iter__(self) -> Iterator[RowId]:
        for row_id, row in self._rows.items():
            if type(row) is _Stretch:
                yield from row.ids()
            else:
                yield row_id

    def listed(self) -> array[RowId]:
        """The same, kept as long as no row comes or goes."""
        if self._listed[0] != self.moves:
            self._listed = self.moves, array("q", self.ids())
        return self._listed[1]

    def ids(self) -> list[RowId]:
        """All of `__iter__` at once."""
        found: list[RowId] = [] if self._stretches else list(self._rows)
        for row_id, row in self._rows.items() if self._stretches else ():
            if type(row) is _Stretch:
                found += row.ids()
            else:
                found.append(row_id)
        return found

    def pairs(self) -> Iterator[tuple[RowId, Row]]:
        """As `items`, without keeping what it makes."""
        for row_id, row in self._rows.items():
            if type(row) is _Stretch:
                first, rows = row.first, row.rows()
                yield from ((number, rows[number - first]) for number in row.ids())
            else:
                yield row_id, row  # type: ignore[misc]

    def columns(self, wanted: Iterable[int]) -> dict[int, Sequence[ColumnValue]]:
        """Some columns' values by column, of all rows, in the order of `pairs`."""
        by_place: dict[int, Sequence[ColumnValue]] = {}
        for index in wanted:
            values: list[ColumnValue] = []
            for row in self._rows.values():
                if type(row) is _Stretch:
                    values += row.column(index)
                else:
                    values.append(row[index])  # type: ignore[arg-type]
            by_place[index] = values
        return by_place

    def still_there(self, ids: Sequence[RowId]) -> Iterator[tuple[RowId, Row]]:
        """The rows of these ids, in their order; those that are gone by their turn are left out.

        What is made for a scan of all rows in the order in which they came is not kept.
        """
        rows, first, end = list[Row](), 0, 0
        stretch, gone = None, set[RowId]()
        is_scan = len(ids) >= self._count
        for row_id in ids:
            if first <= row_id < end and stretch is not None:
                if row_id not in gone:
                    made = stretch.kept
                    yield row_id, (rows if made is None else made)[row_id - first]
                    continue
            elif row_id not in self._rows:
                stretch = self._stretch(row_id)
                if stretch is not None:
                    first, end, gone = stretch.first, stretch.end, stretch.gone
                    rows = stretch.rows() if is_scan and row_id == first else stretch.made()
                    yield row_id, rows[row_id - first]
                continue
            row = self._rows.get(row_id)
            if row is not None:
                yield row_id, row  # type: ignore[misc]

    def add_all(self, first: RowId, rows: ColumnRows, place: int) -> bool:
        """New rows, with ids from first on, which is above all that were there. place: see `place_of`.

        Returns whether they are packed; a few are not.
        """
        self._count += len(rows)
        self.moves += 1
        if len(rows) < _MANY:
            self._rows.update(enumerate(rows, first))
            return False
        stretch = _Stretch(first, rows, place)
        self._stretches.append(stretch)
        self._rows[-first] = stretch
        return True

    def reader(self) -> Callable[[RowId], Row]:
        """As `[]`, quick for rows that came one behind the other."""
        rows, gone = self._rows, set[RowId]()
        first = end = 0
        made: list[Row] = []

        def read(row_id: RowId) -> Row:
            nonlocal first, end, made, gone
            if row_id in rows:
                return rows[row_id]  # type: ignore[return-value]
            if not first <= row_id < end or row_id in gone:
                stretch = self._stretch(row_id)
                if stretch is None:
                    raise KeyError(row_id)
                first, end, made, gone = stretch.first, stretch.end, stretch.made(), stretch.gone
            return made[row_id - first]

        return read

    def replace_all(self, row_ids: Sequence[RowId], rows: Sequence[Row]) -> None:
        """Rows become others, each at the place where it is. KeyError for one that is not there."""
        first = end = 0
        made: list[Row] = []
        for row_id, row in zip(row_ids, rows, strict=True):
            if row_id in self._rows:
                self._rows[row_id] = row
                continue
            if not first <= row_id < end:
                stretch = self._stretch(row_id)
                if stretch is None:
                    raise KeyError(row_id)
                first, end, made = stretch.first, stretch.end, stretch.made()
            made[row_id - first] = row

    def discard(self, row_id: RowId) -> None:
        """Removes a row, if it is there."""
        if row_id in self:
            del self[row_id]

    def place_of(self, row_id: RowId) -> int | None:
        """Where a row stands that is still where `add_all` put it; None for any other."""
        stretch = None if row_id in self._rows else self._stretch(row_id)
        return None if stretch is None else stretch.place + row_id - stretch.first

    def take_whole(self, first: RowId, count: int) -> bool:
        """Removes rows that came by one `add_all`, if they are all there and packed."""
        stretch = self._stretch(first)
        if stretch is None or stretch.first != first or len(stretch) != count:
            return False
        self._drop(stretch)
        self._count -= count
        return True

    def copy_from(self, other: RowStore) -> None:
        """Makes this the same as another; what changes in one then does not change in the other."""
        copies = {id(stretch): stretch.copy() for stretch in other._stretches}
        self._rows = {row_id: copies[id(row)] if type(row) is _Stretch else row for row_id, row in other._rows.items()}
        self._stretches = [copies[id(stretch)] for stretch in other._stretches]
        self._count = other._count
        self.moves += 1

    def _stretch(self, row_id: RowId) -> _Stretch | None:
        at = bisect_right(self._stretches, row_id, key=_first) - 1
        if at < 0:
            return None
        stretch = self._stretches[at]
        return stretch if row_id < stretch.end and row_id not in stretch.gone else None

    def _drop(self, stretch: _Stretch) -> None:
        self.moves += 1
        del self._rows[-stretch.first]
        self._stretches.remove(stretch)
