"""performance_schema.data_locks and data_lock_waits: the row locks of open transactions as InnoDB's own structures.

A range of keys is told as what InnoDB has for it: one lock for each entry and the gap in front of it. Numbers of
transactions, of locks and of places in memory are made up. Source: MySQL manual, "The data_locks Table"; captured:
tests/golden/clusters/row_locks_shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any
from zlib import crc32

from binwriter.catalog.tables import Key, Table
from binwriter.formats.records import dataclass
from binwriter.locks.row_locks import CLUSTERED, Mode, Range, Request, TableLocks
from binwriter.locks.turns import Owner
from binwriter.sql.functions.server.state import THREADS_BEFORE
from binwriter.sql.query.access.costs import clustered_key
from binwriter.sql.system.sight import Row, Sight, all_rows_of
from binwriter.storage.table_data import TableData
from binwriter.storage.versions import Versions

_ENGINE = "INNODB"
_FIRST_TRANSACTION = 2000  # of the numbers that are made up
_SUPREMUM = "supremum pseudo-record"
_UNNAMED = "GEN_CLUST_INDEX"
_ROW_ID_DIGITS = 12
_WITH_GAPS = ("REPEATABLE-READ", "SERIALIZABLE")
_GRANTED, _WAITING = "GRANTED", "WAITING"
Entry = tuple[tuple[Any, ...], str]  # the key of locks, and how it is shown


@dataclass(frozen=True)
class _Lock:
    """A row of data_locks. data: None of the table itself."""

    owner: Owner
    table: Table
    index: str | None
    mode: str
    data: str | None = None
    part: int | None = None
    status: str = _GRANTED

    @property
    def transaction(self) -> int:
        return _FIRST_TRANSACTION + self.owner.number

    @property
    def place(self) -> int:
        """In memory: the same in each run."""
        return crc32(repr((self.transaction, self.table.schema, self.table.name, self.index, self.mode)).encode())

    @property
    def number(self) -> str:
        """ENGINE_LOCK_ID."""
        return f"{self.place}:{self.transaction}:{self.data or 'table'}:{self.status}"

    def row(self) -> Row:
        partition = subpartition = None
        partitioning = self.table.partitioning
        if partitioning is not None and self.part is not None:
            partition = partitioning.names[self.part // max(1, partitioning.per_partition)]
        kind = "TABLE" if self.data is None else "RECORD"
        of = (self.table.schema, self.table.name, partition, subpartition, self.index, self.place)
        return (_ENGINE, self.number, *self._by, *of, kind, self.mode, self.status, self.data)

    @property
    def _by(self) -> tuple[int, int, int]:
        return self.transaction, self.owner.number + THREADS_BEFORE, 1


@all_rows_of("performance_schema.data_locks")
def data_locks(sight: Sight) -> Iterator[Row]:
    """Those of tables that the account sees."""
    return (lock.row() for lock in _locks(sight))


@all_rows_of("performance_schema.data_lock_waits")
def data_lock_waits(sight: Sight) -> Iterator[Row]:
    """Who waits for whom."""
    locks = list(_locks(sight))
    for lock in locks:
        if lock.status == _WAITING:
            blockers = set(lock.owner.blockers() if lock.owner.blockers is not None else ())
            for other in locks:
                same = (other.table, other.index, other.data) == (lock.table, lock.index, lock.data)
                if same and other.owner in blockers and other.status == _GRANTED:
                    yield (_ENGINE, *_asked(lock), *_asked(other))


def _asked(lock: _Lock) -> tuple[Any, ...]:
    number, transaction, thread = lock.number, lock.transaction, lock.owner.number + THREADS_BEFORE
    return number, transaction, thread, 1, lock.place


def _locks(sight: Sight) -> Iterator[_Lock]:
    if sight.server is None:
        return
    sight.server.locks.keep_from_now_on()
    for table in sight.tables():
        if table.engine.name == "InnoDB":
            data = sight.data(table).stored
            if data.locks.owned or data.locks.waiting:
                yield from _of_table(data, sight.server.front_end.versions, partial(_locks_gaps, sight))


def _locks_gaps(sight: Sight, owner: Owner) -> bool:
    """Whether the isolation of the session asks for gaps."""
    session = sight.server.sessions.get(owner.number)
    return session is None or session.variables.get("transaction_isolation") in _WITH_GAPS


def _of_table(data: TableData, versions: Versions, gaps: Callable[[Owner], bool]) -> Iterator[_Lock]:
    locks, table = data.locks, data.definition
    shared = {key.name for key in table.keys if not key.unique}
    entries = _entries(data, versions)
    owners = dict.fromkeys([*locks.owned, *(waiter.owner for waiter in locks.waiting)])
    for owner in owners:
        waiting = [waiter for waiter in locks.waiting if waiter.owner is owner]
        for part in data.parts():
            for mode in _of_whole(locks, owner, waiting, part):
                yield _Lock(owner, table, None, mode, None, part)
        for index, sorted_entries in entries.items():
            name = _name(table, index)
            for part in data.parts():
                own = [entry for entry in sorted_entries if _is_in(entry[0], part)]
                for mode, shown in _of_index(locks, owner, index, own, part):
                    yield _Lock(owner, table, name, mode, shown, part)
                for request in waiting:
                    if request.index == index and _is_in(request.key, part):
                        has_gap = request.gap is not None or (index in shared and gaps(owner))
                        yield _Lock(owner, table, name, *_asked_for(request, own, has_gap=has_gap), part, _WAITING)


def _of_whole(locks: TableLocks, owner: Owner, waiting: Sequence[Request], part: int | None) -> tuple[str, ...]:
    """The intention locks of the table, or of a partition: who may change rows may read them, too."""
    owned = locks.owned.get(owner)
    held = {request.of_table for request in waiting if _is_in(request.key, part)}
    for keys in owned.records.values() if owned is not None else ():
        held |= {mode for key, mode in keys.items() if _is_in(key, part)}
    for ranges in owned.ranges.values() if owned is not None else ():
        held |= {one.mode for one in ranges if _is_in(one.high if one.low is None else one.low, part)}
    for changed in owned.implicit.values() if owned is not None else ():
        held |= {Mode.X for key in changed if _is_in(key, part)}
    return ("IX",) if Mode.X in held else ("IS",) if held else ()


def _is_in(key: tuple[Any, ...] | None, part: int | None) -> bool:
    """Whether it is a key of this partition."""
    return part is None or (key is not None and key[0] == part)


def _of_index(
    locks: TableLocks, owner: Owner, index: str, entries: Sequence[Entry], part: int | None
) -> Iterator[tuple[str, str]]:
    """Modes and entries. Rows that the owner has changed have locks that nobody sees until somebody waits for one."""
    owned = locks.owned.get(owner)
    if owned is None:
        return
    ranges, seen = list(owned.ranges.get(index, ())), owned.records.get(index, {})
    awaited = {waiter.key for waiter in locks.waiting if waiter.owner is not owner and waiter.index == index}
    before: tuple[Any, ...] | None = None if part is None else (part,)
    for key, shown in entries:
        rows = {one.mode for one in ranges if isinstance(one, Range) and one.has_row(key)}
        rows |= {seen[key]} if key in seen else set()
        rows |= {Mode.X} if key in awaited and key in owned.implicit.get(index, ()) else set()
        rows = {Mode.X} if Mode.X in rows else rows
        gaps = {one.mode for one in ranges if _covers(one.low, one.high, before, key)}
        for mode in (Mode.X, Mode.S):
            if mode in rows or mode in gaps:
                yield mode.value + ("" if mode in rows & gaps else ",REC_NOT_GAP" if mode in rows else ",GAP"), shown
        before = key
    for intended in owned.intended.get(index, ()):
        if _is_in(intended, part):
            yield _intention(intended, entries)
    for mode in (Mode.X, Mode.S):
        if any(one.mode is mode and _is_open(one.high, part) and not _ends_at(one, before) for one in ranges):
            yield mode.value, _SUPREMUM


def _covers(low: Any, high: Any, before: Any, key: Any) -> bool:
    """Whether a range between two keys has the gap in front of this one, which is behind the entry before."""
    return (low is None or low < key) and (high is None or before is None or before < high)


def _is_open(high: Any, part: int | None) -> bool:
    return high is None or (part is not None and high == (part + 1,))


def _ends_at(one: Any, last: Any) -> bool:
    return one.low is not None and last is not None and one.low > last and one.high is not None


def _asked_for(request: Request, entries: Sequence[Entry], *, has_gap: bool) -> tuple[str, str]:
    """What a session waits for: the mode and the entry. has_gap: with the gap in front of it."""
    mode = request.mode.value
    shown = next((text for key, text in entries if key == request.key), None)
    if request.intention:
        return _intention(request.key, entries)
    return mode + ("" if has_gap else ",REC_NOT_GAP"), shown or _SUPREMUM


def _intention(intended: tuple[Any, ...], entries: Sequence[Entry]) -> tuple[str, str]:
    """The lock of the gap that an insert comes to: of the entry behind it."""
    behind = next((text for key, text in entries if key > intended), None)
    return ("X,INSERT_INTENTION", _SUPREMUM) if behind is None else ("X,GAP,INSERT_INTENTION", behind)


# --- entries of indexes -----------------------------------------------------------------------------------------------


def _entries(data: TableData, versions: Versions) -> Mapping[str, Sequence[Entry]]:
    """By index, in order: of rows that are there, and of what open transactions have removed."""
    keys = {key.name: key for key in data.definition.keys}
    found: dict[str, dict[tuple[Any, ...], str]] = {}
    stored = ((row, data.place_of(row_id)) for row_id, row in data.scan())
    changed = ((row, place) for _, row, place in versions.changed_by_others(None, data))
    for row, place in chain(stored, changed):
        for index, key in data.lock_keys(row, place):
            found.setdefault(index, {}).setdefault(key, _shown(data.definition, keys.get(index), row, place))
    return {index: sorted(entries.items()) for index, entries in found.items()}


def _name(table: Table, index: str) -> str:
    own = clustered_key(table)
    return index if index != CLUSTERED else _UNNAMED if own is None else own.name


def _shown(table: Table, key: Key | None, row: Sequence[Any], place: Any) -> str:
    """The columns of an index, and those of the table's own that it has not."""
    own = clustered_key(table)
    columns = () if key is None else key.columns
    behind = () if own is None else tuple(column for column in own.columns if column not in columns)
    shown = [_value(row[column]) for column in (*columns, *behind)]
    if own is None:
        shown.append(f"0x{int(place):0{_ROW_ID_DIGITS}X}")
    return ", ".join(shown)


def _value(value: Any) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f"0x{value.hex().upper()}"
    return str(value) if isinstance(value, int) else f"'{value}'"
