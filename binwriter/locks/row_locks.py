"""Row locks of InnoDB tables: record locks, gap locks, insert intentions, and the waits for them.

Source: MySQL manual, "InnoDB Locking", "Locks Set by Different SQL Statements in InnoDB", "Deadlock Detection"; the
victim of a deadlock and the extent of range locks as seen on a 9.7.4 (tests/golden/scenarios/locks_*.scn).

A lock stands for a key of an index, not for a stored record, so that a deleted row stays locked. A gap is a range of
keys; a scan that meets no other session's lock takes one range for all its rows and gaps.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import field
from enum import Enum
from itertools import count
from typing import Any

from binwriter.formats.records import dataclass
from binwriter.locks.turns import Outcome, Owner, Turns, find_cycle
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import mysql_error

Key = tuple[Any, ...]
# The name of the index that holds the rows.
CLUSTERED = ""


class Mode(Enum):
    """Shared or exclusive."""

    S = "S"
    X = "X"

    def admits(self, other: Mode) -> bool:
        return self is Mode.S and other is Mode.S


_ENGINE_ERROR = 203  # HA_ERR_NO_WAIT_LOCK


class Patience(Enum):
    """What a statement does where a row is locked: wait, fail (NOWAIT), or go past it (SKIP LOCKED)."""

    WAIT = "wait"
    NOWAIT = "nowait"
    SKIP = "skip"


class RowIsLockedError(Exception):
    """SKIP LOCKED: another session has the row."""


@dataclass(frozen=True, slots=True)
class Range:
    """Keys between two others, which may be open (None): their gaps, and with `rows` the records in them too.

    includes_high: the record at the upper end belongs to it.
    """

    low: Key | None
    high: Key | None
    mode: Mode
    rows: bool = False
    includes_high: bool = False

    def has_gap_at(self, key: Key) -> bool:
        return (self.low is None or self.low < key) and (self.high is None or key < self.high)

    def has_row(self, key: Key) -> bool:
        return self.rows and (self.has_gap_at(key) or (self.includes_high and key == self.high))


@dataclass(eq=False, slots=True)
class GrowingRange:
    """The gaps between a key and the last one that a scan has come by, whose records are locked one by one: what
    `Range`s that follow one another say, in one that grows with the scan."""

    low: Key | None
    high: Key
    mode: Mode
    rows = False

    def has_gap_at(self, key: Key) -> bool:
        return (self.low is None or self.low < key) and key < self.high


@dataclass(eq=False, slots=True)
class Request:
    """A lock that is asked for. gap: the range before the record that goes with it; intention: for an insert.
    duplicate: a shared one, by who has a row to put there."""

    owner: Owner
    index: str
    key: Key
    mode: Mode
    gap: Range | None = None
    intention: bool = False
    duplicate: bool = False

    @property
    def of_table(self) -> Mode:
        """What it takes to have of the table: who changes rows shares no locks of it."""
        return Mode.X if self.duplicate else self.mode


@dataclass(slots=True)
class _Owned:
    """What one owner has locked of a table. implicit: rows that it has changed; in_order: their keys in order, of the
    indexes that were asked for them. with_rows: those of the ranges that hold records, too: a scan beside others has a
    gap for each row, and few of these. intended: keys of inserts that have waited."""

    records: dict[str, dict[Key, Mode]] = field(default_factory=dict)
    implicit: dict[str, set[Key]] = field(default_factory=dict)
    ranges: dict[str, dict[Range | GrowingRange, None]] = field(default_factory=dict)
    with_rows: dict[str, dict[Range, None]] = field(default_factory=dict)
    in_order: dict[str, list[Key]] = field(default_factory=dict)
    intended: dict[str, dict[Key, None]] = field(default_factory=dict)

    def add_range(self, index: str, range_: Range | GrowingRange) -> None:
        self.ranges.setdefault(index, {})[range_] = None
        if isinstance(range_, Range) and range_.rows:
            self.with_rows.setdefault(index, {})[range_] = None

    def add_row(self, index: str, key: Key, mode: Mode) -> None:
        if self.row_mode(index, key) not in (mode, Mode.X):
            self.records.setdefault(index, {})[key] = mode

    def adder(self, index: str, mode: Mode) -> Callable[[Key], None]:
        """`add_row` of many."""
        records, is_exclusive = self.records.setdefault(index, {}), mode is Mode.X

        def add(key: Key) -> None:
            if self.implicit.get(index) or self.with_rows.get(index):
                self.add_row(index, key, mode)
            elif is_exclusive or key not in records:
                records[key] = mode

        return add

    def row_mode(self, index: str, key: Key) -> Mode | None:
        if key in self.implicit.get(index, ()):
            return Mode.X
        mode = self.records.get(index, {}).get(key)
        if mode is not Mode.X:
            for range_ in self.with_rows.get(index, ()):
                if range_.has_row(key):
                    if range_.mode is Mode.X:
                        return Mode.X
                    mode = range_.mode
        return mode

    def has_gap_at(self, index: str, key: Key) -> bool:
        return any(range_.has_gap_at(key) for range_ in self.ranges.get(index, ()))

    def structures(self, waiting: Iterable[Request], others: Iterable[Request]) -> int:
        """About how many lock structures InnoDB has for it: one for the table and each kind, one for each index and
        kind, where a row and the gap in front of it are one (captured: tests/golden/pairings,
        locks_victims_beside_duplicates).

        waiting: its requests; others: those of others, for whom a changed row gets a lock that is seen.
        """
        kinds = {(index, mode) for index, held in self.records.items() for mode in held.values()}
        kinds |= {(index, held_or_waiting.mode) for index, held in self.ranges.items() for held_or_waiting in held}
        kinds |= {
            (held_or_waiting.index, Mode.X)
            for held_or_waiting in others
            if held_or_waiting.key in self.implicit.get(held_or_waiting.index, ())
        }
        modes = {mode for _, mode in kinds}
        if any(self.implicit.values()):
            modes.add(Mode.X)
        if Mode.X not in modes:  # who may change rows may read them, too
            modes |= {held_or_waiting.of_table for held_or_waiting in waiting}
        return len(modes) + len(kinds)


class TableLocks:
    """The locks of one table. neighbours: the stored keys in front of a key and behind it, of an index."""

    def __init__(self, neighbours: Callable[[str, Key], tuple[Key | None, Key | None]]) -> None:
        self.neighbours = neighbours
        self.owned: dict[Owner, _Owned] = {}
        self.waiting: list[Request] = []

    def structures(self, owner: Owner) -> int:
        """See `_Owned.structures`."""
        waiting = [waiter for waiter in self.waiting if waiter.owner is owner]
        return self.owned[owner].structures(waiting, [waiter for waiter in self.waiting if waiter.owner is not owner])

    def is_mine(self, owner: Owner) -> bool:
        """Whether nobody else has or wants a lock here."""
        return all(holder is owner for holder in self.owned) and all(holder.owner is owner for holder in self.waiting)

    def blockers(self, request: Request) -> list[Owner]:
        """Whom a request must wait for: holders, and those who asked before."""
        mine = self.owned.get(request.owner)
        held = mine.row_mode(request.index, request.key) if mine is not None and not request.intention else None
        if held in (request.mode, Mode.X):
            return []
        owners = [other for other, owned in self.owned.items() if other is not request.owner and _bars(owned, request)]
        for waiter in self.waiting:
            if waiter is request:
                break
            if waiter.owner is request.owner or waiter.owner in owners or not _bars_waiting(waiter, request):
                continue
            # who waits for what this one has already does not bar it (captured: clusters/locks_upgraded)
            if mine is None or request.intention or not _bars(mine, waiter):
                owners.append(waiter.owner)
        return owners

    def mine(self, owner: Owner) -> _Owned:
        owned = self.owned.get(owner)
        if owned is None:
            owned = self.owned[owner] = _Owned()
        return owned

    def add(self, request: Request) -> None:
        if request.intention:
            return
        owned = self.mine(request.owner)
        owned.add_row(request.index, request.key, request.mode)
        if request.gap is not None:
            owned.add_range(request.index, request.gap)

    def adder(self, owner: Owner, index: str, mode: Mode) -> Callable[[Key], None]:
        """What locks a record of the index that nobody else has or wants."""
        return self.mine(owner).adder(index, mode)

    def has_changed(self, owner: Owner, index: str, key: Key) -> bool:
        """Whether the owner has changed a row that has, or had, this key."""
        owned = self.owned.get(owner)
        return owned is not None and key in owned.implicit.get(index, ())

    def add_range(self, owner: Owner, index: str, range_: Range | GrowingRange) -> None:
        self.mine(owner).add_range(index, range_)

    def changed_around(self, owner: Owner, index: str, key: Key) -> tuple[Key | None, Key | None]:
        """The keys in front of this one and behind it of rows that the owner has changed: one that it has removed keeps
        its entry until the end."""
        owned = self.mine(owner)
        if index not in owned.in_order:
            owned.in_order[index] = sorted(owned.implicit.get(index, ()))
        keys = owned.in_order[index]
        before, behind = bisect_left(keys, key), bisect_right(keys, key)
        return keys[before - 1] if before else None, keys[behind] if behind < len(keys) else None

    def removed_around(self, index: str, key: Key) -> tuple[Key | None, Key | None]:
        """The same of whoever has changed rows."""
        around = [self.changed_around(owner, index, key) for owner in list(self.owned)]
        before = [low for low, _ in around if low is not None]
        behind = [high for _, high in around if high is not None]
        return max(before, default=None), min(behind, default=None)

    def add_changed(self, owner: Owner, keys: Iterable[tuple[str, Key]]) -> None:
        owned = self.mine(owner)
        for index, key in keys:
            known = owned.implicit.setdefault(index, set())
            if index in owned.in_order and key not in known:
                insort(owned.in_order[index], key)
            known.add(key)

    def add_all_changed(self, owner: Owner, index: str, keys: Iterable[Key]) -> None:
        """Of many rows."""
        owned = self.mine(owner)
        owned.implicit.setdefault(index, set()).update(keys)
        owned.in_order.pop(index, None)

    def changed_before(self, owner: Owner, index: str) -> Collection[Key]:
        """The keys that rows have, or had, that the owner has changed."""
        owned = self.owned.get(owner)
        return () if owned is None else owned.implicit.get(index, ())


def _bars(owned: _Owned, request: Request) -> bool:
    if request.intention:  # a lock of a record that is gone has become one of its gap
        held = owned.row_mode(request.index, request.key)
        return held is not None or owned.has_gap_at(request.index, request.key)
    mode = owned.row_mode(request.index, request.key)
    return mode is not None and not mode.admits(request.mode)


def _bars_waiting(earlier: Request, request: Request) -> bool:
    if earlier.index != request.index:
        return False
    if request.intention:
        return earlier.gap is not None and earlier.gap.has_gap_at(request.key)
    return not earlier.intention and earlier.key == request.key and not earlier.mode.admits(request.mode)


_WAITS = count(1)


class RowLocks:
    """All row locks of a server. One owner's are released together, at the end of its transaction."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self._tables: dict[Owner, dict[int, TableLocks]] = {}

    def has_any(self, owner: Owner) -> bool:
        """Whether the owner has got locks of rows."""
        return bool(self._tables.get(owner))

    def are_only_of(self, owner: Owner) -> bool:
        """Whether no other one has got locks of rows."""
        return all(known is owner for known in self._tables)

    def note(self, owner: Owner, locks: TableLocks) -> None:
        """The owner has locks there."""
        self._tables.setdefault(owner, {})[id(locks)] = locks

    def acquire(self, locks: TableLocks, request: Request, patience: Patience = Patience.WAIT) -> bool:
        """Gets the lock; whether it had to wait for it.

        MySQLError: ER_LOCK_WAIT_TIMEOUT, ER_LOCK_DEADLOCK, ER_LOCK_NOWAIT, ER_QUERY_INTERRUPTED. RowIsLockedError with
        SKIP LOCKED.
        """
        owner = request.owner
        self.note(owner, locks)
        if not locks.blockers(request):
            locks.add(request)
            return False
        if patience is Patience.SKIP:
            raise RowIsLockedError
        if patience is Patience.NOWAIT:
            refused = mysql_error("ER_LOCK_NOWAIT")
            refused.earlier = (mysql_error("ER_GET_ERRNO", _ENGINE_ERROR, "Do not wait for lock"),)
            raise refused
        locks.waiting.append(request)
        owner.waits_since = next(_WAITS)
        owner.blockers, owner.realm = lambda: locks.blockers(request), RowLocks
        before, owner.state = owner.state, owner.at_rows
        try:
            outcome = self._victimise(owner) if owner.timeout("innodb_deadlock_detect") else None
            if outcome is None:
                outcome = self.turns.wait(owner, owner.timeout("innodb_lock_wait_timeout"))
        finally:
            owner.blockers, owner.state = None, before
            locks.waiting.remove(request)
            self._grant(locks)
        if outcome is Outcome.GRANTED:
            return True
        if outcome is Outcome.KILLED:
            raise interrupts.error_of(owner)
        raise mysql_error(_ERRORS[outcome])

    def _victimise(self, owner: Owner) -> Outcome | None:
        """Breaks the circles that this wait closes: the transaction that has done least gives way, of equals the last
        to come."""
        while cycle := find_cycle(owner):
            victim = min(cycle, key=lambda candidate: (self.weight(candidate), -candidate.waits_since))
            if victim is owner:
                return Outcome.DEADLOCK
            self.turns.decide(victim.waiter, Outcome.DEADLOCK)
            victim.blockers = None
        return None

    def weight(self, owner: Owner) -> tuple[bool, int]:
        """TRX_WEIGHT: a transaction that changed N-tables weighs more than any other, then rows changed and locks."""
        changed_n, changes = owner.weight()
        return changed_n, changes + sum(
            locks.structures(owner) for locks in self._tables.get(owner, {}).values() if owner in locks.owned
        )

    def let_go(self, locks: TableLocks, owner: Owner, index: str, key: Key) -> None:
        """Of one record, before the end of the transaction."""
        locks.mine(owner).records.get(index, {}).pop(key, None)
        self._grant(locks)

    def hand_over(self, owner: Owner, heir: Owner) -> None:
        """All locks of one owner are another's from now on."""
        tables = self._tables.pop(owner, {})
        self._tables.setdefault(heir, {}).update(tables)
        for locks in tables.values():
            if owner in locks.owned:
                locks.owned[heir] = locks.owned.pop(owner)

    def release(self, owner: Owner) -> None:
        """The end of a transaction."""
        for locks in self._tables.pop(owner, {}).values():
            locks.owned.pop(owner, None)
            self._grant(locks)

    def changed_by(self, owner: Owner) -> int:
        """How many index keys of changed rows it has."""
        owned = (locks.owned.get(owner) for locks in self._tables.get(owner, {}).values())
        return sum(len(keys) for own in owned if own is not None for keys in own.implicit.values())

    def recount(self, owner: Owner, changed: Iterator[tuple[TableLocks, str, Key]], *, keeps_gaps: bool) -> None:
        """After a rollback to a savepoint or of a statement: rows that are not changed any more are free.

        keeps_gaps: but the gaps in which inserted rows stood stay closed (seen in captures).
        """
        touched = list(self._tables.get(owner, {}).values())
        before: list[tuple[TableLocks, str, Key]] = []
        for locks in touched:
            if owner in locks.owned:
                implicit = locks.owned[owner].implicit
                before += ((locks, index, key) for index, keys in implicit.items() for key in keys)
                implicit.clear()
        for locks, index, key in changed:
            self.note(owner, locks)
            locks.add_changed(owner, [(index, key)])
        for locks, index, key in before if keeps_gaps else ():
            if key not in locks.owned[owner].implicit.get(index, ()):
                low, high = locks.neighbours(index, key)
                locks.add_range(owner, index, Range(low, high, Mode.X))
        for locks in touched:
            self._grant(locks)

    def _grant(self, locks: TableLocks) -> None:
        for request in list(locks.waiting):
            waiter = request.owner.waiter
            if waiter is not None and waiter.outcome is None and not locks.blockers(request):
                locks.add(request)
                if request.intention:
                    locks.mine(request.owner).intended.setdefault(request.index, {})[request.key] = None
                self.turns.decide(waiter, Outcome.GRANTED)


_ERRORS = {
    Outcome.TIMEOUT: "ER_LOCK_WAIT_TIMEOUT",
    Outcome.DEADLOCK: "ER_LOCK_DEADLOCK",
}
