"""The row locks that a statement sets, and what its reads see.

Source: MySQL manual, "Locks Set by Different SQL Statements in InnoDB", "Transaction Isolation Levels";
details as seen on a 9.7.4 (tests/golden/scenarios/locks_*.scn). Modelled: record, gap and insert-intention locks by
index; READ COMMITTED locks only rows that match; UPDATE there passes rows that others have locked if their committed
version does not match (semi-consistent read). Not modelled: page boundaries, and locks of AUTO_INCREMENT
(innodb_autoinc_lock_mode=2 has none to wait for).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Key, Table
from binwriter.formats.columns.values import ColumnValue
from binwriter.locks.row_locks import CLUSTERED, Mode, Patience, Range
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.session_modes import Isolation
from binwriter.sql.command_table import traits_of
from binwriter.sql.query.access import removed_entries, unhindered
from binwriter.sql.query.access.lock_clauses import lock_clause
from binwriter.sql.query.access.locked_table import LockedTable
from binwriter.sql.query.access.taken_locks import TakesLocks
from binwriter.statement.traits import CommandTrait
from binwriter.storage.columns import ColumnRows
from binwriter.storage.lock_keys import NewKeys
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData

Row = tuple[ColumnValue, ...]


class StatementLocks(TakesLocks):
    """What a statement reads and changes, with the locks that it takes."""

    # --- reading ----------------------------------------------------------------------------------------------------

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
            mode = Mode.X if lock.args.get("update") else Mode.S
            return LockedTable(self, data, mode, patience, descends=_descends(select))
        if self._reads_lock():
            return LockedTable(self, data, Mode.S, descends=_descends(select))
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
            if self.is_locked_by_another(data, index, key) and self.acquire(data, index, key, Mode.X):
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
            if rival is not None or (not alone and self.is_locked_by_another(data, index, key)):
                gap = None
                if rival is not None and index != CLUSTERED:
                    gap = Range(removed_entries.neighbours(self, data, index, key)[0], key, mode)
                if self.acquire(data, index, key, mode, gap=gap, duplicate=mode is Mode.S):
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

    # --- changing many rows at a time, where nobody else has or wants a lock in the table (`unhindered`)

    @property
    def waits_for_nobody(self) -> bool:
        """Whether nobody else has locked a row."""
        return self.quick and self.rows.are_only_of(self.owner)

    def goes_alone(self, data: TableData) -> bool:
        """Whether no row of the table that is changed now is asked for or waited for."""
        if not self.locks_rows_of(data.definition):
            return self.quick
        return self.quick and data.definition.partitioning is None and data.locks.is_mine(self.owner)

    def new_keys(self, data: TableData, rows: ColumnRows) -> NewKeys | None:
        """The keys of rows that are to come; None where they have to come one by one."""
        if not self.goes_alone(data):
            return None
        return unhindered.new_keys(self, data, rows) if self.locks_rows_of(data.definition) else ()

    def came(self, data: TableData, keys: NewKeys, count: int) -> None:
        """As `changed`, of so many rows whose keys these are."""
        for index, found in keys:
            self.rows.note(self.owner, data.locks)
            data.locks.add_all_changed(self.owner, index, found[:count])

    def became(
        self, data: TableData, row_ids: Sequence[RowId], before: Sequence[Row], after: Sequence[Row] | None
    ) -> None:
        """As `changed`, of rows that became others in their places, or are about to go (None)."""
        if self.locks_rows_of(data.definition):
            self.came(data, data.changed_keys(row_ids, before, after), 2 * len(row_ids))

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
            elif self.is_locked_by_another(data, index, wanted):
                if not self.acquire(data, index, wanted, Mode.S):
                    return
            else:
                return

    def children(self, data: TableData, key: Key | None, columns: tuple[int, ...], values: Row, mode: Mode) -> None:
        """Waits for rows that referred by these values and that others have deleted or moved (captured:
        clusters/children_of_others), and closes the gaps around those that there are."""
        if key is not None and self.locks_rows_of(data.definition):
            removed_entries.wait_for_children(self, data, key, columns, values, mode)
            if self.locks_gaps:
                removed_entries.lock_gaps_of_children(self, data, key, values, mode, all_of_them=mode is Mode.X)

    def child(self, data: TableData, key: Key | None, row_id: RowId) -> None:
        """Locks the entry of a foreign key's index for a row that is only asked for."""
        if self.locks_rows_of(data.definition):
            while data.has(row_id) and self.acquire(data, data.index_of(key), data.lock_key(key, row_id), Mode.S):
                pass

    def target(self, data: TableData, match: Callable[[Row], bool] | None = None) -> TableData | LockedTable:
        """The table of an UPDATE or DELETE, whose rows are locked as they are found."""
        if not self.locks_rows_of(data.definition):
            return data
        return LockedTable(self, data, Mode.X, match=match, changes=True)


def _descends(select: exp.Expression | None) -> bool:
    """Whether its rows are wanted from the greatest on."""
    order = select.args.get("order") if select is not None else None
    return order is not None and bool(order.expressions) and bool(order.expressions[0].args.get("desc"))
