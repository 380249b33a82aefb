"""Locks on names: metadata locks of tables, the global read lock, GET_LOCK, and the table locks of N-tables.

Source: MySQL manual, "Metadata Locking", "LOCK TABLES and UNLOCK TABLES Statements", "FLUSH TABLES WITH READ LOCK",
"Locking Functions"; the modes and which of them wait for each other as in the server's documentation of MDL.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field
from enum import Enum

from binwriter.formats.records import dataclass
from binwriter.locks.turns import Outcome, Owner, Turns, Watch, find_cycle
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import mysql_error

Name = tuple[str, ...]

# The name spaces: a name's first part.
TABLE, PROGRAM, GLOBAL, COMMIT, USER, ROWS, BACKUP, OPENED = (
    *("table", "program", "global", "commit", "user", "rows", "backup", "opened"),
)


def program_name(kind: str, schema: str, name: str) -> Name:
    """A stored program's; kind: its word."""
    return (PROGRAM, kind, schema, name.lower())


class LockMode(Enum):
    """How a name is locked."""

    READ = "SHARED_READ"
    WRITE = "SHARED_WRITE"
    UPGRADABLE = "SHARED_UPGRADABLE"
    READ_ONLY = "SHARED_READ_ONLY"
    NO_READ_WRITE = "SHARED_NO_READ_WRITE"
    EXCLUSIVE = "EXCLUSIVE"
    INTENTION = "INTENTION_EXCLUSIVE"
    SHARED = "SHARED"


_M = LockMode
# Held by one session -> what another one may not have at the same time.
_BARS: dict[LockMode, frozenset[LockMode]] = {
    _M.READ: frozenset({_M.NO_READ_WRITE, _M.EXCLUSIVE}),
    _M.WRITE: frozenset({_M.READ_ONLY, _M.NO_READ_WRITE, _M.EXCLUSIVE}),
    _M.UPGRADABLE: frozenset({_M.UPGRADABLE, _M.NO_READ_WRITE, _M.EXCLUSIVE}),
    _M.READ_ONLY: frozenset({_M.WRITE, _M.NO_READ_WRITE, _M.EXCLUSIVE}),
    _M.NO_READ_WRITE: frozenset(_M) - {_M.INTENTION, _M.SHARED},
    _M.EXCLUSIVE: frozenset(_M),
    _M.INTENTION: frozenset({_M.SHARED, _M.EXCLUSIVE}),
    _M.SHARED: frozenset({_M.INTENTION, _M.EXCLUSIVE}),
}
# Asked for and not yet granted -> what may not overtake it. Who has locked the table for writing defines it beside
# others who wait to do so (captured: locks_waited_for_under_lock_tables).
_BARS_WAITING: dict[LockMode, frozenset[LockMode]] = {
    _M.EXCLUSIVE: frozenset(_M) - {_M.EXCLUSIVE},
    _M.NO_READ_WRITE: frozenset({_M.READ, _M.WRITE, _M.READ_ONLY, _M.UPGRADABLE}),
    _M.WRITE: frozenset({_M.READ_ONLY}),
    _M.SHARED: frozenset({_M.INTENTION}),
}
_DDL = frozenset({_M.UPGRADABLE, _M.READ_ONLY, _M.NO_READ_WRITE, _M.EXCLUSIVE})
# What PROCESSLIST says of who waits for one (asked of a 9.7.4).
_STATES = {
    TABLE: "Waiting for table metadata lock",
    GLOBAL: "Waiting for global read lock",
    COMMIT: "Waiting for commit lock",
    BACKUP: "Waiting for backup lock",
    OPENED: "Waiting for table flush",
    USER: "User lock",
}
_COUNTED = frozenset({USER, OPENED})  # spaces where an owner's locks on a name are counted
_USER_WEIGHT, _DDL_WEIGHT = 50, 100


class Duration(Enum):
    """Until when a lock is kept."""

    __hash__ = object.__hash__  # an Enum's own is a function of Python's, and each statement asks for it

    STATEMENT = "statement"
    TRANSACTION = "transaction"
    EXPLICIT = "explicit"
    HANDLER = "handler"


@dataclass(eq=False, slots=True)
class _Request:
    owner: Owner
    name: Name
    mode: LockMode
    duration: Duration


@dataclass(slots=True)
class _Book:
    """The locks of one name. held: how often each owner has a mode, for how long."""

    held: dict[Owner, dict[tuple[LockMode, Duration], int]] = field(default_factory=dict)
    waiting: list[_Request] = field(default_factory=list)

    def blockers(self, request: _Request) -> list[Owner]:
        owners = [
            other
            for other, modes in self.held.items()
            if other is not request.owner and any(request.mode in _BARS[mode] for mode, _ in modes)
        ]
        for waiter in self.waiting:
            if waiter is request:
                break
            if waiter.owner is not request.owner and request.mode in _BARS_WAITING.get(waiter.mode, ()):
                owners.append(waiter.owner)
        return owners

    def add(self, request: _Request) -> None:
        modes = self.held.setdefault(request.owner, {})
        key = (request.mode, request.duration)
        modes[key] = modes.get(key, 0) + 1


def _holds_stronger(held: Mapping[tuple[LockMode, Duration], int] | None, wanted: LockMode) -> bool:
    """Whether an owner has a lock that bars all that the wanted one bars: it does not wait for others who do."""
    bars = _BARS[wanted]
    return held is not None and any(_BARS[mode] >= bars for mode, _ in held)


class MetadataLocks:
    """All locks on names of a server."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self._books: dict[Name, _Book] = {}
        self._names: dict[Owner, set[Name]] = {}

    def are_only_of(self, owner: Owner) -> bool:
        """Whether no other one has a lock."""
        return all(known is owner or not names for known, names in self._names.items())

    def acquire(
        self,
        owner: Owner,
        name: Name,
        mode: LockMode,
        duration: Duration,
        timeout: float | None = None,
        watch: Watch | None = None,
    ) -> tuple[Outcome, bool]:
        """How it came out, and whether it had to wait. timeout: seconds; lock_wait_timeout by default. watch: for a
        client that goes."""
        book = self._books.get(name)
        if book is None:
            book = self._books[name] = _Book()
        request = _Request(owner, name, mode, duration)
        held = book.held.get(owner)
        if held is not None and (mode, duration) in held and name[0] not in _COUNTED:
            return Outcome.GRANTED, False
        if _holds_stronger(held, mode) or not book.blockers(request):
            self._add(book, request)
            return Outcome.GRANTED, False
        book.waiting.append(request)
        owner.blockers = lambda: book.blockers(request)
        owner.realm = ROWS if name[0] is ROWS else MetadataLocks
        owner.state = _state(name)
        try:
            outcome = self._victimise(owner, request)
            if outcome is None:
                limit = owner.timeout("lock_wait_timeout") if timeout is None else timeout
                outcome = self.turns.wait(owner, limit, watch)
        finally:
            owner.blockers, owner.state = None, ""
            book.waiting.remove(request)
            self._grant(book)
            self._forget_empty(name, book)
        return outcome, True

    def lock(self, owner: Owner, name: Name, mode: LockMode, duration: Duration) -> bool:
        """Gets the lock; whether it had to wait. MySQLError: ER_LOCK_WAIT_TIMEOUT, ER_LOCK_DEADLOCK,
        ER_QUERY_INTERRUPTED."""
        outcome, waited = self.acquire(owner, name, mode, duration)
        if outcome is not Outcome.GRANTED:
            if outcome is Outcome.KILLED:
                raise interrupts.error_of(owner)
            raise mysql_error(_ERRORS[outcome])
        return waited

    def _victimise(self, owner: Owner, request: _Request) -> Outcome | None:
        while cycle := find_cycle(owner):
            victim = min(cycle, key=lambda candidate: (self._weight(candidate, request), candidate is not owner))
            if victim is owner:
                return Outcome.DEADLOCK
            self.turns.decide(victim.waiter, Outcome.DEADLOCK)
            victim.blockers = None
        return None

    def _weight(self, owner: Owner, request: _Request) -> int:
        wanted = request if request.owner is owner else self._wanted(owner)
        if wanted is None:
            return 0
        if wanted.name[0] is USER:
            return _USER_WEIGHT
        return _DDL_WEIGHT if wanted.mode in _DDL else 0

    def _wanted(self, owner: Owner) -> _Request | None:
        for book in self._books.values():
            for request in book.waiting:
                if request.owner is owner:
                    return request
        return None

    def _add(self, book: _Book, request: _Request) -> None:
        book.add(request)
        self._names.setdefault(request.owner, set()).add(request.name)

    def _grant(self, book: _Book) -> None:
        for request in list(book.waiting):
            waiter = request.owner.waiter
            if waiter is not None and waiter.outcome is None and not book.blockers(request):
                self._add(book, request)
                self.turns.decide(waiter, Outcome.GRANTED)

    def hand_over(self, owner: Owner, heir: Owner) -> None:
        """The locks of one owner's transaction are another's from now on."""
        for name in list(self._names.get(owner, ())):
            book = self._books[name]
            modes = book.held.get(owner, {})
            for key in [key for key in modes if key[1] is Duration.TRANSACTION]:
                book.held.setdefault(heir, {})[key] = modes.pop(key)
                self._names.setdefault(heir, set()).add(name)
            if not modes:
                self._let_go(owner, name, book)

    def held_by_others(self, owner: Owner, space: str) -> list[Name]:
        """The names of a space that other owners have locks on."""
        books = self._books.items()
        return sorted(
            name for name, book in books if name[0] == space and any(holder is not owner for holder in book.held)
        )

    def uses(self, space: str) -> Counter[Name]:
        """How often each name of a space is held, by all owners."""
        held = ((name, book.held) for name, book in self._books.items() if name[0] == space)
        return Counter({name: sum(sum(modes.values()) for modes in owners.values()) for name, owners in held})

    def names_of(self, owner: Owner) -> frozenset[Name]:
        """What the owner has locks on."""
        return frozenset(self._names.get(owner, ()))

    def release(
        self,
        owner: Owner,
        durations: Iterable[Duration],
        space: str | None = None,
        *,
        but: Collection[Name] = (),
    ) -> int:
        """Gives back all locks of these durations: of a name space, else of all but GET_LOCK's. Returns how many.

        but: names whose locks stay.
        """
        ended, freed = set(durations), 0
        for name in list(self._names.get(owner, ())):
            if name in but:
                continue
            if name[0] != space if space is not None else name[0] == USER:
                continue
            book = self._books[name]
            modes = book.held.get(owner, {})
            for key in [key for key in modes if key[1] in ended]:
                freed += modes.pop(key)
            if not modes:
                self._let_go(owner, name, book)
            self._grant(book)
            self._forget_empty(name, book)
        return freed

    def _let_go(self, owner: Owner, name: Name, book: _Book) -> None:
        """The owner has no lock on the name any more; of an owner without locks nothing is kept."""
        book.held.pop(owner, None)
        names = self._names.get(owner)
        if names is not None:
            names.discard(name)
            if not names:
                del self._names[owner]

    def _forget_empty(self, name: Name, book: _Book) -> None:
        """A name that nobody has or wants has no book."""
        if not book.held and not book.waiting and self._books.get(name) is book:
            del self._books[name]

    def release_name(self, owner: Owner, name: Name, duration: Duration) -> None:
        """Gives back an owner's locks of this duration on one name."""
        self.release(owner, (duration,), name[0], but=self.names_of(owner) - {name})

    def is_wanted(self, owner: Owner, name: Name) -> bool:
        """Whether somebody waits for what the owner has locked."""
        book = self._books.get(name)
        return book is not None and any(waiter.owner is not owner for waiter in book.waiting)

    def release_one(self, owner: Owner, name: Name, duration: Duration | None = None) -> bool | None:
        """RELEASE_LOCK: whether it was this owner's; None if nobody had it. duration: of the one, by default any."""
        book = self._books.get(name)
        if book is None or not book.held:
            return None
        modes = book.held.get(owner, {})
        key = next((key for key in modes if duration in (None, key[1])), None)
        if key is None:
            return False
        modes[key] -= 1
        if not modes[key]:
            del modes[key]
            if not modes:
                self._let_go(owner, name, book)
            self._grant(book)
            self._forget_empty(name, book)
        return True

    def holders(self, name: Name, wanted: LockMode | None = None) -> list[Owner]:
        """Who has a lock on the name, of this mode if one is given."""
        book = self._books.get(name)
        held = book.held.items() if book is not None else ()
        return [owner for owner, modes in held if wanted is None or any(mode is wanted for mode, _ in modes)]

    def holds(self, owner: Owner, name: Name) -> bool:
        book = self._books.get(name)
        return book is not None and owner in book.held


_ERRORS = {
    Outcome.TIMEOUT: "ER_LOCK_WAIT_TIMEOUT",
    Outcome.DEADLOCK: "ER_LOCK_DEADLOCK",
}


def _state(name: Name) -> str:
    if name[0] is PROGRAM:
        return f"Waiting for stored {name[1].lower()} metadata lock"
    return _STATES.get(name[0], "")
