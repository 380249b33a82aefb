"""Rows that are locked where nobody else has or wants a lock in the table: no one is asked, and no one waited for.

What is locked in the end is what `LockedTable` locks one row after the other: the records, and the gaps between them,
here as one range that grows with the scan.
"""

from __future__ import annotations

from collections.abc import Generator

from binwriter.catalog.tables import Key
from binwriter.formats.columns.values import ColumnValue
from binwriter.locks.row_locks import CLUSTERED, GrowingRange, RowIsLockedError
from binwriter.sql.query.access.ranges import Extent
from binwriter.sql.query.access.taken_locks import LockedRows, TakesLocks
from binwriter.storage.columns import ColumnRows
from binwriter.storage.lock_keys import LockKey, NewKeys
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData

Row = tuple[ColumnValue, ...]


def is_alone(table: LockedRows) -> bool:
    """Whether nobody else is there, and this is the kind of table that is known here."""
    data = table.data
    plain = data.definition.partitioning is None and not data.lent
    return plain and table.locks.quick and data.locks.is_mine(table.locks.owner)


def rows(
    table: LockedRows, key: Key | None, extent: Extent, given: set[RowId], *, gaps: bool, exact: RowId | None
) -> Generator[tuple[RowId, Row], None, bool]:
    """The rows of a range, each locked when it is asked for. Whether all are: others had their turn meanwhile else.

    given: takes those that came. exact: the row in front of which no gap is locked. extent: its low end goes along.
    """
    data, locks, owner, mode = table.data, table.data.locks, table.locks.owner, table.mode
    index, match = data.index_of(key), None if table.locks.locks_gaps else table.match
    keys_of, pauses = data.lock_keys_read_by(key), owner.pauses
    lock = lock_own = growing = None
    for row_id, row in data.still_there(extent.inside):
        if match is not None and not match(row):
            continue
        entry, own = keys_of(row_id, row)
        if owner.pauses != pauses:  # while the row was looked at
            return (yield from _last(table, key, row_id, entry, extent, given))
        if lock is None:
            table.locks.rows.note(owner, locks)
            lock, lock_own = locks.adder(owner, index, mode), locks.adder(owner, CLUSTERED, mode)
        if growing is not None:
            growing.high = entry
        elif gaps and row_id != exact:
            growing = GrowingRange(extent.low[None], entry, mode)
            locks.add_range(owner, index, growing)
        lock(entry)
        if own is not None and lock_own is not None and not table.covered:
            lock_own(own)
        extent.low[None] = entry
        given.add(row_id)
        yield row_id, row
        if owner.pauses != pauses:
            return False
    return True


def new_keys(locking: TakesLocks, data: TableData, rows: ColumnRows) -> NewKeys | None:
    """The keys of rows that are to come; None if the transaction has removed one of them, which closes gaps."""
    keys = data.new_keys(rows)
    unique = {key.name for key in data.definition.keys if key.unique}
    for index, found in keys:
        known = data.locks.changed_before(locking.owner, index) if index in unique else ()
        if known and not set(found).isdisjoint(known):
            return None
    return keys


def _last(
    table: LockedRows, key: Key | None, row_id: RowId, entry: LockKey, extent: Extent, given: set[RowId]
) -> Generator[tuple[RowId, Row], None, bool]:
    """A row that may be another's by now."""
    try:
        if table.lock_entry(key, row_id, None):
            return False
    except RowIsLockedError:
        given.add(row_id)
        return False
    extent.low[None] = entry
    given.add(row_id)
    yield row_id, table.data.row(row_id)
    return False
