"""One table's rows in memory, in the order in which its engine would hand them out."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import count as count_from
from typing import TYPE_CHECKING, Any

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.tables import Key, Table
from binwriter.formats.columns.values import ColumnValue, JsonDocument
from binwriter.locks.row_locks import TableLocks
from binwriter.mysql.messages.table import mysql_error
from binwriter.storage.counters import counter_before_5_6, counter_behind, in_series
from binwriter.storage.dynamic_file import DynamicFile, RowLengths
from binwriter.storage.lent_rows import LentRows
from binwriter.storage.maintained import Maintained, Statistics
from binwriter.storage.many_changes import ManyChanges
from binwriter.storage.order import KeyReader, Row, RowId, SortedIndex, UniqueIndex
from binwriter.storage.range_scans import RangeScans
from binwriter.storage.row_store import RowStore
from binwriter.storage.text_rows import kept_as_text
from binwriter.storage.undo import Change, UndoLog

if TYPE_CHECKING:
    from binwriter.storage.heap_room import HeapRoom

# A new row takes the place of the row deleted last (seen on 9.7.4); the other engines append.
_REUSES_PLACES = frozenset({"MyISAM", "MEMORY", "MRG_MYISAM"})
_HAS_DYNAMIC_FILE = "MyISAM"
_KEEPS_NOTHING = frozenset({"BLACKHOLE"})

BIRTHS = count_from(1)


class TableData(LentRows, ManyChanges, RangeScans):
    """Rows, indexes and the AUTO_INCREMENT counter of one table.

    Transactional engines keep rows in the order of the clustered index (PRIMARY, else the first NOT NULL unique key,
    else as inserted), the others in file order.

    auto_increment: the next value the counter gives; counted_by: the increment and the offset that it last gave one by.
    ROLLBACK takes neither back. locks: of its rows. truncations: how often it was truncated, which to statements of
    programs is another definition.
    emptied: the server's end took its rows, and the log has not been told yet. room: of a MEMORY table.
    unlogged: a temporary table whose CREATE or last ALTER was kept from the log by sql_log_bin, as its DROP will be.
    analyzed: ANALYZE TABLE or OPTIMIZE TABLE counted its keys' values: only then MyISAM knows them; maintained: when.
    version: how often its rows have changed; untouched: the version that it was made, or made anew, with.
    created: when it was made or altered, in microseconds. discarded: its tablespace.
    free_places: left by rows, for others. file: of a MyISAM table whose rows have different lengths.
    born: the order in which tables were made, rebuilt and truncated; a snapshot that is older cannot read the table.
    """

    def __init__(self, definition: Table) -> None:
        self.definition = definition
        self.locks = TableLocks(self.neighbours)
        self.emptied = self.unlogged = self.analyzed = self.discarded = False
        self.histograms: dict[str, JsonDocument] = {}  # by column
        self.maintained, self.statistics = Maintained(), Statistics()
        self.version = self.untouched = self.created = self.truncations = 0
        self.room: HeapRoom | None = None
        self.born = next(BIRTHS)
        self.auto_increment = max(1, definition.auto_increment)
        self.counted_by: tuple[int, int] = (1, 0)
        self._readers = [KeyReader(key, definition) for key in definition.keys]
        self._named: dict[str, KeyReader] = {reader.key.name: reader for reader in self._readers}
        self._clustered: KeyReader | None = None
        if definition.engine.two_phase:
            clustered = primary_key_equivalent(definition)
            self._clustered = next((reader for reader in self._readers if reader.key is clustered), None)
        self._clear()

    def redefine(self, definition: Table) -> None:
        """Another definition of the same columns and keys: names and constraints."""
        self.definition = definition

    def _clear(self) -> None:
        self._rows = RowStore()
        self._places: dict[RowId, Any] = {}  # of a table without a clustered index
        # of partitions at once, which a row has to have
        self._order: SortedIndex | None = None if self.definition.partitioning is None else SortedIndex()
        self._unique = {
            reader.key.name: UniqueIndex(reader, self._rows) for reader in self._readers if reader.key.unique
        }
        self._indexes: dict[str, SortedIndex] = {}
        self.start_over()
        self._next_id = 1

    def start_over(self) -> None:
        """The data file is empty and as short as a new one."""
        self.free_places: list[int] = []
        self._next_place, self._first_place = 1, 0
        columns = [column.spec for column in self.definition.columns]
        is_dynamic = self.definition.engine.name == _HAS_DYNAMIC_FILE and RowLengths.differ(columns)
        self.file = DynamicFile() if is_dynamic else None
        self._lengths = RowLengths(columns, self._virtual()) if is_dynamic else None

    def _virtual(self) -> frozenset[int]:
        columns = enumerate(self.definition.columns)
        return frozenset(index for index, column in columns if column.virtual)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def clustered_key(self) -> Key | None:
        """The key in whose order the rows are kept."""
        return None if self._clustered is None else self._clustered.key

    # --- reading ----------------------------------------------------------------------------------------------------

    def scan(self, key: Key | None = None, prefix: tuple[ColumnValue, ...] = ()) -> Iterator[tuple[RowId, Row]]:
        """Rows in table order, or in the key's order.

        prefix: values of the key's leading columns; only rows that equal them by collation come. Changes during the
        iteration are safe: it goes over the rows as they were, without those deleted since, with their new values.
        """
        all_in_order = key is None and type(self) is TableData and self._is_in_order()
        yield from self._rows.still_there(self._rows.listed() if all_in_order else self._ids(key, prefix))

    def count(self, key: Key, prefix: tuple[ColumnValue, ...]) -> int:
        """How many rows `scan` gives for a key's leading values."""
        return len(self._ids(key, prefix))

    def scan_equal(self, key: Key, prefix: tuple[ColumnValue, ...]) -> Iterator[tuple[RowId, Row]]:
        """The rows that a key's leading values find, in table order: as `scan()`, without the others."""
        row_ids = self._ids(key, prefix)
        if len(row_ids) > 1 and (self._clustered is None or self._clustered.key.name != key.name):
            yield from self.scan_some(row_ids)
        else:
            yield from self._rows.still_there(row_ids)

    def scan_some(self, row_ids: Iterable[RowId]) -> Iterator[tuple[RowId, Row]]:
        """The rows of these ids in table order."""
        in_order = sorted(
            row_ids,
            key=lambda row_id: (
                self._ordered_by(self._rows[row_id], self.place_of(row_id)),
                self.place_of(row_id),
                row_id,
            ),
        )
        yield from self._rows.still_there(in_order)

    def ids_of(self, key: Key, prefix: tuple[ColumnValue, ...]) -> list[RowId]:
        """Which rows a key's leading values find, in the key's order."""
        return self._ids(key, prefix)

    def placed(self, row_ids: Container[RowId]) -> Iterator[tuple[int, RowId, Row]]:
        """Rows of these ids, and at which place in table order each stands, from 1."""
        places = [(place, row_id) for place, row_id in enumerate(self._ids(None, ()), 1) if row_id in row_ids]
        rows = self._rows
        return ((place, row_id, rows[row_id]) for place, row_id in places)

    def _ids(self, key: Key | None, prefix: tuple[ColumnValue, ...]) -> list[RowId]:
        if key is None:
            return self._rows.ids() if self._is_in_order() else self._own_order().ids()
        reader = self._reader(key)
        if key.unique and len(prefix) == len(key.parts) and None not in prefix:
            row_id = self._unique[key.name].get(reader.prefix(prefix))
            return [] if row_id is None else [row_id]
        if self._clustered is reader and self.definition.partitioning is None:
            return self._own_order().ids(reader.prefix(prefix))
        row_ids = self._index(reader).ids(reader.prefix(prefix))
        hashed = self.definition.engine.in_memory and key.algorithm != "BTREE" and len(prefix) == len(key.parts)
        return row_ids[::-1] if hashed else row_ids  # the newest first (captured: clusters/rows_of_hashed_keys)

    def _reader(self, key: Key) -> KeyReader:
        return self._named[key.name]

    def _index(self, reader: KeyReader) -> SortedIndex:
        """The sorted index of a key; made when it is first asked for, kept up to date from then on."""
        index = self._indexes.get(reader.key.name)
        if index is None:
            ids, clustered = self._rows.ids(), self._clustered
            wanted = {*reader.key.columns, *(() if clustered is None else clustered.key.columns)}
            columns = self._rows.columns(wanted)
            if clustered is None:
                places: Iterable[Any] = map(self._place_in, ids, (row for _, row in self._rows.pairs()))
            else:
                places = clustered.of_all(columns)
            entries: Iterable[Any] = zip(reader.of_all(columns), places, ids, strict=True)
            if self.definition.engine.in_memory and reader.key.algorithm == "BTREE":
                from binwriter.storage.heap_room import TreeOfAddresses  # late: few tables have one

                index = self._indexes[reader.key.name] = TreeOfAddresses(entries, self.definition)
                return index
            numbers = reader.numbers(columns) if self._is_in_order() else None
            if numbers is not None:  # those of equal keys stay as they came
                in_place = list(entries)
                entries = [in_place[at] for at in sorted(range(len(ids)), key=numbers.__getitem__)]
            index = self._indexes[reader.key.name] = SortedIndex(entries, is_sorted=numbers is not None)
        return index

    def _is_in_order(self) -> bool:
        """Whether a scan gives the rows as they came."""
        clustered = self._clustered
        return self._order is None and clustered is not None and self._unique[clustered.key.name].ascends

    def _own_order(self) -> SortedIndex:
        """The order of a scan; made as the index of a key is."""
        if self._order is None and self.lender is not None and self.lender._rows is self._rows:
            self._order = self.lender._own_order()
        if self._order is None:
            places = ((row_id, row, self._place_in(row_id, row)) for row_id, row in self._rows.pairs())
            self._order = SortedIndex((self._ordered_by(row, place), place, row_id) for row_id, row, place in places)
        return self._order

    def check_partition(self, row: Row) -> None:
        """ER_NO_PARTITION_FOR_GIVEN_VALUE for a row that no partition takes."""
        if self.definition.partitioning is not None:
            self.definition.partitioning.of(row)

    def row(self, row_id: RowId) -> Row:
        """The row with this id. KeyError if it is gone."""
        return self._rows[row_id]

    def has(self, row_id: RowId) -> bool:
        """Whether the row is still there."""
        return row_id in self._rows

    def duplicate(self, row: Row, ignore: RowId | None = None) -> tuple[Key, RowId] | None:
        """The first unique key, in key order, in which another row has the same values; NULLs never are the same."""
        for reader in self._readers:
            if not reader.key.unique or reader.has_null(row):
                continue
            if ignore is not None and reader.are_alike(self._rows[ignore], row):
                continue
            rival = self._unique[reader.key.name].get(reader.of(row))
            if rival is not None and rival != ignore:
                return reader.key, rival
        return None

    # --- changing ---------------------------------------------------------------------------------------------------

    def check_room(self) -> None:
        """ER_RECORD_FILE_FULL (1114) if the table takes no more rows."""
        if self.room is not None and not self.free_places and self.room.is_full(len(self._rows)):
            raise mysql_error("ER_RECORD_FILE_FULL", self.definition.name)

    def insert(self, row: Row, undo: UndoLog | None = None) -> RowId:
        """Adds a row that `duplicate` has no objection to."""
        self.own_rows()
        row_id = self._next_id
        self._next_id += 1
        if not self.keeps_rows:
            return row_id
        self._put(row_id, tuple(row), self._place(row_id, row))
        if undo is not None:
            undo.add(Change(self, row_id, None, None))
        return row_id

    def update(self, row_id: RowId, row: Row, undo: UndoLog | None = None, to: int | None = None) -> None:
        """Replaces a row. to: its new place; None: where it stands. KeyError if it is gone."""
        self.own_rows()
        old = self._rows[row_id]
        place = self._replaced_in_place(row_id, old, tuple(row)) if to is None else None
        if place is None:
            old, place = self._take(row_id)
            self._put(row_id, tuple(row), self._place_after(old, tuple(row), place) if to is None else to)
        if undo is not None:
            undo.add(Change(self, row_id, old, place))
        if self.file is not None:
            self.file.update(place, self._length(row))

    def _place_after(self, before: Row, after: Row, place: Any) -> Any:
        """Where an updated row stands: a row that goes to another partition is new there."""
        if self._clustered is not None:
            return self._clustered.of(after)
        partitioning = self.definition.partitioning
        if partitioning is None or partitioning.of(before) == partitioning.of(after):
            return place
        self._next_place += 1
        return self._next_place - 1

    def delete(self, row_id: RowId, undo: UndoLog | None = None) -> None:
        """Removes a row. KeyError if it is gone."""
        self.own_rows()
        old, place = self._take(row_id)
        if self.file is not None:
            self.file.delete(place)
        elif self.definition.engine.name in _REUSES_PLACES:
            self.free_places.append(place)
        if undo is not None:
            undo.add(Change(self, row_id, old, place))

    @property
    def keeps_rows(self) -> bool:
        """Whether the engine does: BLACKHOLE takes rows and forgets them."""
        return self.definition.engine.name not in _KEEPS_NOTHING

    def truncate(self) -> None:
        """Removes all rows and sets the counter back to 1."""
        self._clear()
        self.version += 1
        self.untouched = self.version
        self.maintained, self.statistics = Maintained(self.version, self.version), Statistics()
        self.emptied = False
        self.truncations += 1
        self.born = next(BIRTHS)
        self.auto_increment = 1

    def close_ranks(self) -> None:
        """The data file is written anew, without room between the rows (OPTIMIZE and REPAIR of MyISAM; captured:
        clusters/rows_moved_together)."""
        has_room = bool(self.free_places) if self.file is None else self.file.is_fragmented
        if self.definition.engine.name != _HAS_DYNAMIC_FILE or not has_room:
            return
        rows = list(self.scan())
        for row_id, _ in rows:
            self.delete(row_id)
        self.start_over()
        for _, row in rows:
            self.insert(row)

    def next_auto_increment(self, increment: int = 1, offset: int = 1, lowest: int | None = None) -> int:
        """The smallest offset + k * increment that is not below the counter, or `lowest`; neither is moved."""
        return in_series(self.auto_increment if lowest is None else lowest, increment, offset)

    def count_past(self, value: int, highest: int, *, in_series: bool = True) -> None:
        """InnoDB's counter goes past this value of a row, in the series that it last went by; up to 5.5 by steps."""
        if value >= 0:
            behind = counter_behind if in_series else counter_before_5_6
            self.auto_increment = max(self.auto_increment, behind(value, 1, *self.counted_by, highest))

    def _place(self, row_id: RowId, row: Row) -> Any:
        """Where a new row stands in the table's order."""
        if self._clustered is not None:
            return self._clustered.of(row)
        if self.file is not None:
            return self.file.insert(self._length(row))
        if self.free_places:
            return self.free_places.pop()
        self._next_place += 1
        return self._next_place - 1

    def _length(self, row: Row) -> int:
        assert self._lengths is not None
        return self._lengths.of(row)

    def _ordered_by(self, row: Row, place: Any) -> tuple[Any, ...]:
        """What the table's own order goes by: the partition first, then the clustered index."""
        own = place if self._clustered is not None else ()
        partitioning = self.definition.partitioning
        return own if partitioning is None else (partitioning.of(row), *own)

    def _put(self, row_id: RowId, row: Row, place: Any) -> None:
        self.version += 1
        self._rows[row_id] = kept_as_text(row, self.definition) if self.definition.engine.rows_as_text else row
        if self._clustered is None:
            self._places[row_id] = place
        if self._order is not None:
            self._order.add(self._ordered_by(row, place), place, row_id)
        for reader in self._readers:
            name = reader.key.name
            values = reader.of(row) if reader.key.unique or name in self._indexes else ()
            if reader.key.unique and not reader.has_null(row):
                self._unique[name].put(values, row_id)
            if name in self._indexes:
                self._indexes[name].add(values, place, row_id)

    def take_rows_of(self, other: TableData) -> bool:
        """Makes the rows of another table those of this empty one, which has the same columns.

        False, and nothing is done, where keys or places would have to be looked at.
        """
        mine, its = self.definition, other.definition
        alike = mine.keys == its.keys and mine.engine is its.engine and type(other) is type(self) is TableData
        if not (alike and self._is_in_order() and other._is_in_order()):
            return False
        self.own_rows()
        self._rows.copy_from(other._rows)
        self._next_id = other._next_id
        for name, index in self._unique.items():
            index.take_over(other._unique[name])
        self.version += 1
        return True

    @property
    def takes_many(self) -> bool:
        """Whether nothing but unique keys stands in the way of rows, and they come behind one another."""
        own_places = self._clustered is None and (self.file is not None or self.free_places)
        return (
            self.keeps_rows and self.room is None and not own_places and self.definition.partitioning is None
        ) and type(self) is TableData

    def _take(self, row_id: RowId) -> tuple[Row, Any]:
        self.version += 1
        row = self._rows[row_id]
        place = self._place_in(row_id, row)
        del self._rows[row_id]
        self._places.pop(row_id, None)
        if self._order is not None:
            self._order.remove(self._ordered_by(row, place), place, row_id)
        for reader in self._readers:
            name = reader.key.name
            values = reader.of(row) if reader.key.unique or name in self._indexes else ()
            if reader.key.unique and not reader.has_null(row):
                self._unique[name].remove(values, row_id)
            if name in self._indexes:
                self._indexes[name].remove(values, place, row_id)
        return row, place

    def revert(self, change: Change) -> None:
        """Takes a change back."""
        self.own_rows()
        if change.row_id in self._rows:
            self._take(change.row_id)
            self.statistics.unknown -= 1
        if change.before is not None:
            self._put(change.row_id, change.before, change.place)
            self.statistics.unknown += 1

    @property
    def stored(self) -> TableData:
        """The table itself, of what a statement reads of it."""
        return self.lender.stored if isinstance(self.lender, TableData) else self

    def for_reading(self) -> TableData:
        """The table as a statement reads it: the same rows and indexes, until others change them in the middle of it
        (a `binwriter.locks.turns.Reading`)."""
        read = object.__new__(TableData)
        read.__dict__.update(self.__dict__, lender=self, lent=0)
        return read

    # --- what locks and snapshots need ------------------------------------------------------------------------------

    def without(self, changes: Iterable[Change]) -> TableData:
        """A copy as it was before these changes, which come newest first."""
        copy = TableData(self.definition)
        rows, places = copy._rows, copy._places
        rows.copy_from(self._rows)
        places.update(self._places)
        for change in changes:
            if change.before is None:
                rows.discard(change.row_id)
                places.pop(change.row_id, None)
            else:
                rows[change.row_id] = change.before
                if self._clustered is None:
                    places[change.row_id] = change.place
        for index in copy._unique.values():
            index.rows_changed()
        copy._forget_order()
        copy.auto_increment = self.auto_increment
        return copy
