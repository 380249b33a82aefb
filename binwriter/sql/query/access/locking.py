"""The row locks that a statement sets, and what its reads see.

Source: MySQL manual, "Locks Set by Different SQL Statements in InnoDB", "Transaction Isolation Levels";
details as seen on a 9.7.4 (tests/golden/scenarios/locks_*.scn). Modelled: record, gap and insert-intention locks by
index; READ COMMITTED locks only rows that match; UPDATE there passes rows that others have locked if their committed
version does not match (semi-consistent read). Not modelled: which columns an index that covers a query has, page
boundaries, and locks of AUTO_INCREMENT (innodb_autoinc_lock_mode=2 has none to wait for).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.catalog.tables import Key, Table
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.records import dataclass
from binwriter.locks.row_locks import CLUSTERED, Mode, Patience, Range, Request, RowIsLockedError, RowLocks
from binwriter.locks.turns import Owner
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.session_modes import Isolation
from binwriter.sql.command_table import traits_of
from binwriter.sql.query.access import ranges, removed_entries
from binwriter.sql.query.access.lock_clauses import lock_clause
from binwriter.statement.traits import CommandTrait
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData
from binwriter.storage.versions import Versions

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext
    from binwriter.sql.query.access.conditions import Condition

Row = tuple[ColumnValue, ...]
_LOW_ISOLATION = frozenset({Isolation.READ_COMMITTED, Isolation.READ_UNCOMMITTED})


@dataclass(eq=False)
class StatementLocks:
    """One statement's way to the row locks of the server.

    command: MySQL's name of the client's statement. in_transaction: it does not commit by itself.
    """

    owner: Owner
    rows: RowLocks
    versions: Versions
    isolation: Isolation
    command: str
    in_transaction: bool

    # --- reading ----------------------------------------------------------------------------------------------------

    @property
    def locks_gaps(self) -> bool:
        return self.isolation not in _LOW_ISOLATION

    def locks_rows_of(self, table: Table) -> bool:
        """Whether the table's engine has row locks."""
        return table.engine.two_phase and not table.temporary

    def for_query(self, data: TableData, select: exp.Expression | None, alias: str) -> TableData | LockedTable:
        """The table as a query reads it: locked, as a snapshot shows it, or as it is."""
        if not self.locks_rows_of(data.definition):
            return data
        lock = lock_clause(select, alias)
        if lock is not None:
            patience = {None: Patience.WAIT, True: Patience.NOWAIT, False: Patience.SKIP}[lock.args.get("wait")]
            return LockedTable(self, data, Mode.X if lock.args.get("update") else Mode.S, patience)
        if self._reads_lock():
            return LockedTable(self, data, Mode.S)
        if self.isolation is Isolation.READ_UNCOMMITTED:
            return data
        if self.isolation is Isolation.READ_COMMITTED:
            return self.versions.as_committed(self.owner, data)
        self.versions.take_view(self.owner)
        if self.versions.is_newer(self.owner, data):
            raise mysql_error("ER_TABLE_DEF_CHANGED")
        return self.versions.as_seen(self.owner, data)

    def _reads_lock(self) -> bool:
        if self.isolation is Isolation.SERIALIZABLE and self.in_transaction:
            return True
        traits = traits_of(self.command)
        if CommandTrait.QUERIES in traits:
            return False
        return self.locks_gaps or CommandTrait.READS_WITHOUT_LOCKS not in traits

    # --- changing ---------------------------------------------------------------------------------------------------

    def acquire(
        self,
        data: TableData,
        index: str,
        key: tuple[Any, ...],
        mode: Mode,
        *,
        gap: Range | None = None,
        intention: bool = False,
        patience: Patience = Patience.WAIT,
    ) -> bool:
        """Gets one lock; whether it had to wait."""
        request = Request(self.owner, index, key, mode, gap, intention)
        return self.rows.acquire(data.locks, request, patience)

    def row(self, data: TableData, row_id: RowId, mode: Mode = Mode.X) -> bool:
        """Locks a stored row that was found by another way than a scan; it may be gone then. Whether it had to wait."""
        waited = False
        if self.locks_rows_of(data.definition):
            while data.has(row_id) and self.acquire(data, CLUSTERED, data.lock_key(None, row_id), mode):
                waited = True
        return waited

    def before_insert(self, data: TableData, row: Row, *, replaces: bool) -> None:
        """Waits for whoever has one of the row's unique keys, and for gaps that others keep closed.

        replaces: REPLACE and ON DUPLICATE KEY UPDATE lock the row in the way exclusively.
        """
        mode = Mode.X if replaces else Mode.S
        while self.locks_rows_of(data.definition) and self._waits_to_insert(data, row, mode, None):
            pass

    def before_update(self, data: TableData, row_id: RowId, row: Row, *, replaces: bool = False) -> None:
        """Before a row that is locked becomes another: old entries and the places of new ones must be free."""
        mode = Mode.X if replaces else Mode.S
        if self.locks_rows_of(data.definition):
            while self._waits_to_remove(data, row_id, row) or self._waits_to_insert(data, row, mode, row_id):
                pass

    def before_delete(self, data: TableData, row_id: RowId) -> None:
        """Before a row that is locked goes: its index entries must be free."""
        while self.locks_rows_of(data.definition) and self._waits_to_remove(data, row_id, None):
            pass

    def _waits_to_remove(self, data: TableData, row_id: RowId, after: Row | None) -> bool:
        """Waits for who has locked an entry of a secondary index that goes, and not the row behind it.

        A duplicate is locked so, and whoever looks for the row by that index comes to its entry first. Without the wait
        he would find nothing, though a ROLLBACK brings the row back (captured: locks_of_entries).
        """
        if data.locks.is_mine(self.owner):
            return False
        for index, key in data.removed_keys(row_id, after):
            if self._is_locked_by_another(data, index, key) and self.acquire(data, index, key, Mode.X):
                return True
        return False

    def rivals(self, data: TableData, row: Row) -> None:
        """REPLACE and ON DUPLICATE KEY UPDATE lock the rows in the way exclusively: all that are there in the end."""
        waited = True
        while waited:
            self.before_insert(data, row, replaces=True)
            stored_rivals = [rival for _, _, rival in data.unique_rivals(row) if rival is not None]
            waited = sum(self.row(data, rival) for rival in stored_rivals) > 0

    def _waits_to_insert(self, data: TableData, row: Row, mode: Mode, ignore: RowId | None) -> bool:
        alone = data.locks.is_mine(self.owner)
        for index, key, rival in data.unique_rivals(row):
            if rival is not None and rival == ignore:
                if data.moves(rival, row) and removed_entries.waits_around(self, data, index, key, mode):
                    return True
                continue
            if rival is not None or (not alone and self._is_locked_by_another(data, index, key)):
                gap = None
                if rival is not None and index != CLUSTERED:
                    gap = Range(removed_entries.neighbours(self, data, index, key)[0], key, mode)
                if self.acquire(data, index, key, mode, gap=gap):
                    return True
            if rival is not None:  # a duplicate; later indexes are not looked at
                if ignore is None and self.locks_gaps:
                    removed_entries.lock_gaps_of_removed(self, data, row, index)
                return False
            again = data.locks.has_changed(self.owner, index, key)  # it has removed such an entry
            if again and removed_entries.waits_around(self, data, index, key, mode):
                return True
        if alone:
            return False
        place = data.place_for(row)
        old = dict(data.lock_keys(data.row(ignore), data.place_of(ignore))) if ignore is not None else {}
        for index, key in data.lock_keys(row, place):
            if old.get(index) != key and self.acquire(data, index, key, Mode.X, intention=True):
                return True
        return False

    def _is_locked_by_another(self, data: TableData, index: str, key: tuple[Any, ...], mode: Mode = Mode.X) -> bool:
        return bool(data.locks.blockers(Request(self.owner, index, key, mode)))

    def changed(self, data: TableData, row_id: RowId, before: Row | None, place: Any) -> None:
        """After a row was changed: it is locked by that. before, place: as it was."""
        if not self.locks_rows_of(data.definition):
            return
        keys = dict.fromkeys(data.lock_keys(before, place)) if before is not None else {}
        if data.has(row_id):
            new = dict.fromkeys(data.lock_keys(data.row(row_id), data.place_of(row_id)))
            # an update leaves the entries of other indexes alone
            keys = {key: None for key in (*keys, *new) if before is None or key not in keys or key not in new}
            keys[CLUSTERED, data.lock_key(None, row_id)] = None
        self.rows.note(self.owner, data.locks)
        data.locks.add_changed(self.owner, keys)

    def referenced(self, data: TableData, key: Key | None, values: Row) -> None:
        """Locks the parent row that a foreign key looks up, or the gap where it is missing."""
        if key is None or not self.locks_rows_of(data.definition):
            return
        index, wanted = data.index_of(key), data.prefix_key(key, values)
        while True:
            referred = next((row_id for row_id, _ in data.scan(key, values)), None)
            if referred is not None:
                if not self.acquire(data, index, data.lock_key(key, referred), Mode.S):
                    return
            elif self._is_locked_by_another(data, index, wanted):
                if not self.acquire(data, index, wanted, Mode.S):
                    return
            else:
                return

    def children(self, data: TableData, key: Key | None, columns: tuple[int, ...], values: Row, mode: Mode) -> None:
        """Waits for rows that referred by these values and that others have deleted or moved (captured:
        clusters/children_of_others)."""
        if key is not None and self.locks_rows_of(data.definition):
            removed_entries.wait_for_children(self, data, key, columns, values, mode)

    def target(self, data: TableData, match: Callable[[Row], bool] | None = None) -> TableData | LockedTable:
        """The table of an UPDATE or DELETE, whose rows are locked as they are found."""
        if not self.locks_rows_of(data.definition):
            return data
        return LockedTable(self, data, Mode.X, match=match)


@dataclass(eq=False)
class LockedTable:
    """A table whose rows are locked as a statement reads them (a `TableRows`).

    match: whether a row satisfies WHERE, where that is known; READ COMMITTED keeps no lock on others.
    """

    locks: StatementLocks
    data: TableData
    mode: Mode
    patience: Patience = Patience.WAIT
    match: Callable[[Row], bool] | None = None

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
    ) -> Iterator[tuple[RowId, Row]]:
        """Rows by a unique key (prefix: its values) or a range of an index (bounds: the conditions that it serves).

        Each is locked when it is asked for, so that LIMIT leaves the others free. backwards: from the range's end.
        """
        if not prefix:
            return self._range(key, bounds, context, backwards=backwards)
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
                waited = self._lock_entry(key, row_ids[0], None)
                return None if waited else row_ids
            if locks._is_locked_by_another(data, index, wanted):  # a row that another has deleted or moved
                return None if locks.acquire(data, index, wanted, self.mode, patience=self.patience) else []
        except RowIsLockedError:
            return []
        if locks.locks_gaps:
            self._lock_gap(index, wanted)
        return []

    def _lock_entry(self, key: Key | None, row_id: RowId, gap: Range | None) -> bool:
        """Locks an index entry and the row behind it; whether it had to wait."""
        data, locks = self.data, self.locks
        index = data.index_of(key)
        entry = data.lock_key(key, row_id)
        if locks.acquire(data, index, entry, self.mode, gap=gap, patience=self.patience):
            return True
        if index != CLUSTERED:
            return locks.acquire(data, CLUSTERED, data.lock_key(None, row_id), self.mode, patience=self.patience)
        return False

    def _lock_gap(self, index: str, wanted: tuple[Any, ...]) -> None:
        """The gap in which a key is missing."""
        low, high = self.data.neighbours(index, wanted)
        self._add_range(index, Range(low, high, self.mode))

    def _add_range(self, index: str, range_: Range) -> None:
        self.locks.rows.note(self.locks.owner, self.data.locks)
        self.data.locks.add_range(self.locks.owner, index, range_)

    # --- a range of an index ----------------------------------------------------------------------------------------

    def _range(
        self, key: Key | None, bounds: Sequence[Condition], context: StatementContext | None, *, backwards: bool
    ) -> Iterator[tuple[RowId, Row]]:
        data = self.data
        index = data.index_of(key)
        gaps = self.locks.locks_gaps and not ranges.finds_points(data.definition, key, bounds)
        extent, owner, given = ranges.extent_of(data, key, bounds, context), self.locks.owner, set[RowId]()
        lows = extent.low
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
                if row_id in given or not data.has(row_id) or not self._wants(row_id):
                    continue
                entry = data.lock_key(key, row_id)
                part = data.part_of(data.row(row_id))
                low = data.neighbours(index, entry)[0] if backwards and gaps else lows[part]
                if removed and removed_entries.wait_on_the_way(self, index, removed, entry, backwards=backwards):
                    waited = True
                    break
                gap = Range(low, entry, self.mode) if gaps and row_id != exact[0] else None
                try:
                    waited = self._lock_entry(key, row_id, gap)
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
                extent = ranges.extent_of(data, key, bounds, context)  # as it is by now
                continue
            for part, high in extent.high.items() if gaps else ():
                last = extent.last.get(part)
                if last is None or not (backwards or last == exact[1]):
                    self._add_range(index, Range(lows[part], high, self.mode))
            return

    def _waits_for_removed(self, index: str, bounds: Sequence[Condition], context: StatementContext | None) -> bool:
        """Waits for rows of the range that others have deleted or moved and not committed; whether there were any."""
        removed = removed_entries.removed_entries(self, index, bounds, context)
        return any(self.locks.acquire(self.data, index, key, self.mode) for key in removed)

    def _wants(self, row_id: RowId) -> bool:
        """Whether the row is locked at all. READ COMMITTED: only rows that satisfy WHERE stay locked; UPDATE does not
        wait for one whose committed version does not (semi-consistent read)."""
        match, locks = self.match, self.locks
        if match is None or locks.locks_gaps:
            return True
        fits = match(self.data.row(row_id))
        if not self._is_barred(row_id):
            return fits
        if locks.command != "update":
            return True
        committed = locks.versions.as_committed(locks.owner, self.data)
        return committed.has(row_id) and match(committed.row(row_id))

    def _is_barred(self, row_id: RowId) -> bool:
        return self.locks._is_locked_by_another(self.data, CLUSTERED, self.data.lock_key(None, row_id), self.mode)
