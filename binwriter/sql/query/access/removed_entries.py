"""Entries of an index that were removed: who reads those of others that have not committed waits, for they may come
back, and where one's own were taken back the gap stays closed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from binwriter.catalog.tables import Key
from binwriter.locks.row_locks import CLUSTERED, Mode, Patience, Range
from binwriter.sql.query.access.ranges import is_below
from binwriter.sql.query.access.taken_locks import LockedRows, TakesLocks
from binwriter.storage.table_data import TableData

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext
    from binwriter.sql.query.access.conditions import Condition

Neighbours = tuple[tuple[Any, ...] | None, tuple[Any, ...] | None]


def removed_entries(
    table: LockedRows, index: str, bounds: Sequence[Condition], context: StatementContext | None
) -> Iterator[Any]:
    """The entries of rows of the range that others have deleted or moved and not committed."""
    data, locks = table.data, table.locks
    if table.patience is not Patience.WAIT or data.locks.is_mine(locks.owner):
        return
    for row_id, row, place in locks.versions.changed_by_others(locks.owner, data):
        if data.part_of(row) not in data.parts():
            continue
        key = dict(data.lock_keys(row, place))[index]
        if data.has(row_id) and dict(data.lock_keys(data.row(row_id), data.place_of(row_id)))[index] == key:
            continue
        if table.match is not None and not locks.locks_gaps and not table.match(row):
            continue
        if all(bound.test(context, (row,)) for bound in bounds):  # type: ignore[arg-type]
            yield key


def wait_on_the_way(table: LockedRows, index: str, removed: list[Any], entry: Any, *, backwards: bool) -> bool:
    """Waits for what was removed in front of an entry, which LIMIT takes first if it comes back (captured:
    tests/golden/pairings). Whether it had to. removed: the next one comes last."""
    while removed and (removed[-1] > entry if backwards else removed[-1] < entry):
        if table.locks.acquire(table.data, index, removed.pop(), table.mode):
            return True
    return False


def next_removed(
    table: LockedRows, index: str, part: int | None, between: Neighbours, bounds: Sequence[Condition], context: Any
) -> tuple[Any, ...] | None:
    """The first entry between two others, and outside of a range, that others have removed and not committed."""
    data, (low, high) = table.data, between
    found: list[tuple[Any, ...]] = []
    for row_id, row, place in table.locks.versions.changed_by_others(table.locks.owner, data):
        if data.part_of(row) != part or is_below(row, bounds, context):
            continue
        if all(bound.test(context, (row,)) for bound in bounds):
            continue
        entry = dict(data.lock_keys(row, place))[index]
        if data.has(row_id) and dict(data.lock_keys(data.row(row_id), data.place_of(row_id)))[index] == entry:
            continue
        if (low is None or low < entry) and (high is None or entry < high):
            found.append(entry)
    return min(found, default=None)


def wait_for_children(
    locks: TakesLocks, data: TableData, key: Key, columns: tuple[int, ...], values: tuple[Any, ...], mode: Mode
) -> None:
    """Waits for the entries of a foreign key's index that others have removed and not committed. values: of the
    parent; columns: of the child."""
    index, waited = data.index_of(key), True
    while waited and not data.locks.is_mine(locks.owner):
        waited = False
        for row_id, row, place in locks.versions.changed_by_others(locks.owner, data):
            entry = dict(data.lock_keys(row, place))[index]
            if tuple(row[column] for column in columns) != values:
                continue
            if data.has(row_id) and dict(data.lock_keys(data.row(row_id), data.place_of(row_id)))[index] == entry:
                continue
            if locks.acquire(data, index, entry, mode):
                waited = True
                break


def lock_gaps_of_children(
    locks: TakesLocks, data: TableData, key: Key, values: tuple[Any, ...], mode: Mode, *, all_of_them: bool
) -> None:
    """The gaps around a foreign key's entries for a parent: in front of the first one, and where all of them change up
    to what stands behind the last (captured: clusters/gaps_of_children). A row of a unique key has none around it."""
    entries = [data.lock_key(key, row_id) for row_id, _ in data.scan(key, values)]
    if entries and key.unique and len(values) == len(key.parts):
        return
    index, place = data.index_of(key), data.prefix_key(key, values)
    low, high = neighbours(locks, data, index, place)
    if entries:
        high = neighbours(locks, data, index, max(entries))[1] if all_of_them else min(entries)
    locks.rows.note(locks.owner, data.locks)
    data.locks.add_range(locks.owner, index, Range(low, high, mode))


def neighbours(locks: TakesLocks, data: TableData, index: str, key: tuple[Any, ...]) -> Neighbours:
    """The entries beside a key: stored ones, and those that this transaction has removed."""
    return _beside(data, index, key, data.locks.changed_around(locks.owner, index, key))


def neighbours_for_all(data: TableData, index: str, key: tuple[Any, ...]) -> Neighbours:
    """The same, and those that others have removed and not committed: they stand between the gaps beside them
    (captured: cluster gaps_beside_removed_rows)."""
    return _beside(data, index, key, data.locks.removed_around(index, key))


def _beside(data: TableData, index: str, key: tuple[Any, ...], removed: Neighbours) -> Neighbours:
    before, behind = data.neighbours(index, key)
    low, high = removed
    low = before if low is None or (before is not None and low < before) else low
    high = behind if high is None or (behind is not None and behind < high) else high
    return low, high


def waits_around(locks: TakesLocks, data: TableData, index: str, key: tuple[Any, ...], mode: Mode) -> bool:
    """Who makes an entry of a unique index anew that this transaction has removed, or moves the row that has it to
    another place of the table, keeps both gaps beside it closed, at every isolation level. Whether it had to wait.

    mode: X of REPLACE and ON DUPLICATE KEY UPDATE, which lock the entry behind, too (captured:
    clusters/rows_replaced_beside_others, locks_of_entries_made_anew).
    """
    if index == CLUSTERED:
        return False
    low, high = neighbours(locks, data, index, key)
    data.locks.add_range(locks.owner, index, Range(low, key, mode))
    data.locks.add_range(locks.owner, index, Range(key, high, mode))
    if mode is Mode.S or high is None or len(high) == (data.definition.partitioning is not None):  # the end
        return False
    return locks.acquire(data, index, high, mode)


def lock_gaps_of_removed(locks: TakesLocks, data: TableData, row: tuple[Any, ...], refused: str) -> None:
    """The gaps where a row's entries stood that were made before one was refused as a duplicate: they are taken back
    (captured: locks_of_duplicates). refused: its index."""
    locks.rows.note(locks.owner, data.locks)
    for index, key in data.lock_keys(row, data.place_for(row)):
        if index == refused:
            return
        data.locks.add_range(locks.owner, index, Range(*data.neighbours(index, key), Mode.X))
