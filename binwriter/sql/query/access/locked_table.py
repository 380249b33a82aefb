"""A table whose rows are locked as a statement reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from binwriter.catalog.tables import Key, Table
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.records import dataclass
from binwriter.locks.row_locks import CLUSTERED, Mode, Patience, Range, RowIsLockedError
from binwriter.sql.query.access import ranges, removed_entries, unhindered
from binwriter.sql.query.access.taken_locks import TakesLocks
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext
    from binwriter.sql.query.access.conditions import Bounds, Condition

Row = tuple[ColumnValue, ...]
_NO_NUMBERS: Mapping[int, Bounds] = MappingProxyType({})


@dataclass(eq=False)
class LockedTable:
    """A table whose rows are locked as a statement reads them (a `TableRows`).

    match: whether a row satisfies WHERE, where that is known; READ COMMITTED keeps no lock on others. sorts: the rows
    are read to be sorted. changes: by UPDATE or DELETE. descends: a server would read an index from its end. covered:
    the index has all that is read, so that a shared lock stays with its entries.
    """

    locks: TakesLocks
    data: TableData
    mode: Mode
    patience: Patience = Patience.WAIT
    match: Callable[[Row], bool] | None = None
    sorts: bool = False
    changes: bool = False
    descends: bool = False
    covered: bool = False

    @property
    def keeps_others(self) -> bool:
        """Whether READ COMMITTED keeps locks on rows that do not satisfy WHERE, too, since nobody knows which ones."""
        return self.match is None and not self.locks.locks_gaps

    @property
    def definition(self) -> Table:
        return self.data.definition

    def peek(self) -> TableData:
        """The rows without a lock: for estimates."""
        return self.data

    def __len__(self) -> int:
        return len(self.data)

    def count(self, key: Key, prefix: tuple[ColumnValue, ...]) -> int:
        """See `TableData.count`; nothing is locked."""
        return self.data.count(key, prefix)

    def scan_equal(self, key: Key, prefix: tuple[ColumnValue, ...]) -> Iterator[tuple[RowId, Row]]:
        """All rows, locked: which are passed over is not decided here."""
        return self.scan()

    def scan(self, key: Key | None = None, prefix: tuple[ColumnValue, ...] = ()) -> Iterator[tuple[RowId, Row]]:
        """All rows, locked."""
        return self.read(key, prefix, (), None)

    def read(
        self,
        key: Key | None,
        prefix: tuple[ColumnValue, ...],
        bounds: Sequence[Condition],
        context: StatementContext | None,
        *,
        backwards: bool = False,
        numbers: Mapping[int, Bounds] = _NO_NUMBERS,
    ) -> Iterator[tuple[RowId, Row]]:
        """Rows by a unique key (prefix: its values) or a range of an index (bounds: the conditions that it serves).

        Each is locked when it is asked for, so that LIMIT leaves the others free. backwards: from the range's end.
        numbers: of columns, if these are all that is asked for.
        """
        if not prefix:
            return self._range(key, bounds, context, numbers if self.locks.quick else None, backwards=backwards)
        while (row_ids := self._point(key, prefix)) is None:
            pass
        return ((row_id, self.data.row(row_id)) for row_id in row_ids)

    # --- one row by a unique key ------------------------------------------------------------------------------------

    def _point(self, key: Key | None, prefix: tuple[ColumnValue, ...]) -> list[RowId] | None:
        """The row's id, or none; None: somebody had to be waited for, look again."""
        assert key is not None
        data, locks = self.data, self.locks
        index, wanted = data.index_of(key), data.prefix_key(key, prefix)
        row_ids = [row_id for row_id, _ in data.scan(key, prefix)]
        try:
            if row_ids:
                waited = self.lock_entry(key, row_ids[0], None)
                return None if waited else row_ids
            if locks.is_locked_by_another(data, index, wanted):  # a row that another has deleted or moved
                return None if locks.acquire(data, index, wanted, self.mode, patience=self.patience) else []
        except RowIsLockedError:
            return []
        if locks.locks_gaps:
            self._lock_gap(index, wanted)
        return []

    def lock_entry(self, key: Key | None, row_id: RowId, gap: Range | None) -> bool:
        """Locks an index entry and the row behind it; whether it had to wait."""
        data, locks = self.data, self.locks
        index = data.index_of(key)
        entry = data.lock_key(key, row_id)
        if locks.acquire(data, index, entry, self.mode, gap=gap, patience=self.patience):
            return True
        if index != CLUSTERED and not self.covered:
            return locks.acquire(data, CLUSTERED, data.lock_key(None, row_id), self.mode, patience=self.patience)
        return False

    def _lock_gap(self, index: str, wanted: tuple[Any, ...]) -> None:
        """The gap in which a key is missing."""
        low, high = removed_entries.neighbours_for_all(self.data, index, wanted)
        self._add_range(index, Range(low, high, self.mode))

    def _add_range(self, index: str, range_: Range) -> None:
        self.locks.rows.note(self.locks.owner, self.data.locks)
        self.data.locks.add_range(self.locks.owner, index, range_)

    # --- a range of an index ----------------------------------------------------------------------------------------

    def _range(
        self,
        key: Key | None,
        bounds: Sequence[Condition],
        context: StatementContext | None,
        numbers: Mapping[int, Bounds] | None,
        *,
        backwards: bool,
    ) -> Iterator[tuple[RowId, Row]]:
        data = self.data
        index = data.index_of(key)
        gaps = self.locks.locks_gaps and not ranges.finds_points(data.definition, key, bounds)
        extent, owner, given = self._extent(key, bounds, context, numbers), self.locks.owner, set[RowId]()
        lows = extent.low
        if not backwards and unhindered.is_alone(self):
            first = ranges.exact_ends(data, key, bounds, extent.inside, context)[0]
            if not (yield from unhindered.rows(self, key, extent, given, gaps=gaps, exact=first)):
                extent = self._extent(key, bounds, context, numbers)
        while True:
            waited, pauses = False, owner.pauses
            inside = extent.inside
            exact = (None, None) if backwards else ranges.exact_ends(data, key, bounds, inside, context)
            taken = removed_entries.removed_entries(self, index, bounds, context)
            removed = sorted(taken, reverse=not backwards)  # the next one comes last
            if backwards and gaps:  # what would come in behind the range is kept out first
                for part, row_id in extent.last.items():
                    self._add_range(index, Range(data.lock_key(key, row_id), extent.high[part], self.mode))
            for row_id in reversed(inside) if backwards else inside:
                if row_id in given or not data.has(row_id) or not self.wants(row_id):
                    continue
                entry = data.lock_key(key, row_id)
                part = data.part_of(data.row(row_id))
                low = data.neighbours(index, entry)[0] if backwards and gaps else lows[part]
                if removed and removed_entries.wait_on_the_way(self, index, removed, entry, backwards=backwards):
                    waited = True
                    break
                gap = Range(low, entry, self.mode) if gaps and row_id != exact[0] else None
                try:
                    waited = self.lock_entry(key, row_id, gap)
                except RowIsLockedError:
                    given.add(row_id)
                    continue
                if waited:
                    break
                lows[part] = entry
                given.add(row_id)
                yield row_id, data.row(row_id)
                if owner.pauses != pauses:  # others had their turn: there may be new rows in front
                    waited = True
                    break
            if waited or self._waits_for_removed(index, bounds, context):
                extent = self._extent(key, bounds, context, numbers)  # as it is by now
                continue
            if not (backwards or self.descends) and self._waits_behind(key, extent, lows, bounds, context):
                extent = self._extent(key, bounds, context, numbers)
                continue
            for part, high in extent.high.items() if gaps else ():
                last = extent.last.get(part)
                if last is None or not (backwards or last == exact[1]):
                    self._add_range(index, Range(lows[part], high, self.mode))
            return

    def _waits_behind(
        self,
        key: Key | None,
        extent: ranges.Extent,
        lows: Mapping[int | None, ranges.LockKey],
        bounds: Sequence[Condition],
        context: StatementContext | None,
    ) -> bool:
        """Locks the entry behind a range, where a scan sees that it is over. Whether it had to wait.

        It stays locked, and who changes rows has read its row, too; READ COMMITTED lets go of both at once. In the
        index of the rows REPEATABLE READ needs the gap alone since 8.0, and UPDATE under READ COMMITTED waits for
        nobody (captured: entries_behind_ranges, rows_behind_ranges_mixed).
        """
        locks, data, index = self.locks, self.data, self.data.index_of(key)
        is_own = index == CLUSTERED
        if all(bound.equality for bound in bounds):
            return False
        of_gap = locks.locks_gaps and (context is None or context.variables.behaviour.ranges_end_in_gaps)
        if is_own and (of_gap or (locks.command == "update" and not locks.locks_gaps)):
            return False
        alone = data.locks.is_mine(locks.owner)
        try:
            for part, high in extent.high.items():
                row_id, low = extent.behind.get(part), lows[part]
                entry = None if row_id is None else high
                if not alone and (
                    removed := removed_entries.next_removed(self, index, part, (low, high), bounds, context)
                ):
                    row_id, entry = None, removed
                if entry is not None and self._stops_at(index, entry, row_id, low):
                    return True
        except RowIsLockedError:
            return False
        return False

    def _stops_at(self, index: str, entry: tuple[Any, ...], row_id: RowId | None, low: ranges.LockKey) -> bool:
        locks, data = self.locks, self.data
        own = data.lock_key(None, row_id) if row_id is not None and self.changes and index != CLUSTERED else None
        if not locks.locks_gaps:
            waited = locks.wait_for(data, index, entry, self.mode, self.patience)
            return waited or (own is not None and locks.wait_for(data, CLUSTERED, own, self.mode, self.patience))
        if locks.acquire(data, index, entry, self.mode, gap=Range(low, entry, self.mode), patience=self.patience):
            return True
        return own is not None and locks.acquire(data, CLUSTERED, own, self.mode, patience=self.patience)

    def _extent(
        self,
        key: Key | None,
        bounds: Sequence[Condition],
        context: StatementContext | None,
        numbers: Mapping[int, Bounds] | None,
    ) -> ranges.Extent:
        extent = ranges.extent_of(self.data, key, bounds, context, numbers)
        if self.locks.locks_gaps and None in extent.low and not self.data.locks.is_mine(self.locks.owner):
            first = self.data.lock_key(key, extent.inside[0]) if extent.inside else extent.high[None]
            if first is not None:
                extent.low[None] = removed_entries.neighbours_for_all(self.data, self.data.index_of(key), first)[0]
        return extent

    def _waits_for_removed(self, index: str, bounds: Sequence[Condition], context: StatementContext | None) -> bool:
        """Waits for rows of the range that others have deleted or moved and not committed; whether there were any."""
        removed = removed_entries.removed_entries(self, index, bounds, context)
        return any(self.locks.acquire(self.data, index, key, self.mode) for key in removed)

    def wants(self, row_id: RowId) -> bool:
        """Whether the row is locked at all. READ COMMITTED: only rows that satisfy WHERE stay locked; UPDATE does not
        wait for one whose committed version does not (semi-consistent read), unless it reads them to sort them."""
        match, locks = self.match, self.locks
        if match is None or locks.locks_gaps:
            return True
        fits = match(self.data.row(row_id))
        if not self._is_barred(row_id):
            return fits
        if locks.command != "update" or self.sorts:
            return True
        committed = locks.versions.as_committed(locks.owner, self.data)
        return committed.has(row_id) and match(committed.row(row_id))

    def _is_barred(self, row_id: RowId) -> bool:
        return self.locks.is_locked_by_another(self.data, CLUSTERED, self.data.lock_key(None, row_id), self.mode)
