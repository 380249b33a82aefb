"""Whose turn it is: one statement of a server runs at a time; one that must wait, or runs long, lets the others go on.

A server's state is guarded by one mutex, which a statement holds from its beginning to its end; only `Turns.wait` and
`Turns.let_others`, between two rows or two statements of a program, give it up in between. So a group reaches the log
whole and in the order of its clock, and nothing waits while it holds what another one needs to go on: the deadlock of
the flush order (seed temporary-tables-and-flush-order) cannot arise. What a statement reads stays as it was meanwhile
(`Reading`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import field
from enum import Enum
from typing import Any, Protocol
from weakref import WeakSet

from binwriter.formats.records import dataclass
from binwriter.mysql import interrupts
from binwriter.mysql.interrupts import Kill

_MOST_PATIENT = 0.2  # seconds until one that waits looks whether it is killed
_SHORT = 0.01  # seconds that a statement may take before it lets others go first, and that these wait before they ask
_LOOKS, _LOOK = 50, 0.0002  # how often, and each how many seconds, one that lets others go looks whether they have


class Mutex:
    """A lock that its own thread may take again. Who waits long for it asks the statement that runs to let him in.

    taken: how often somebody who waited has got it.
    """

    def __init__(self) -> None:
        lock: Any = threading.RLock()
        self._lock = lock
        self._is_owned = lock._is_owned  # what a Condition asks for
        self.release = lock.release
        self.taken = 0

    def acquire(self) -> bool:
        """Waits for it."""
        if not self._lock.acquire(blocking=False):
            self._wait()
        return True

    def _wait(self) -> None:
        if not self._lock.acquire(timeout=_SHORT):
            with interrupts.waits_for_turn():
                self._lock.acquire()
        self.taken += 1

    def locked(self) -> bool:
        """Whether a thread has it (a Condition of Python 3.14 wants to be able to ask)."""
        if self._is_owned() or not self._lock.acquire(blocking=False):
            return True
        self._lock.release()
        return False

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *raised: object) -> None:
        self.release()

    def _release_save(self) -> Any:
        return self._lock._release_save()

    def _acquire_restore(self, state: Any) -> None:
        self.acquire()
        self._lock.release()
        self._lock._acquire_restore(state)

    def lend(self) -> None:
        """Lets somebody who waits have it, and takes it again."""
        before, state = self.taken, self._release_save()
        try:
            for _ in range(_LOOKS):
                time.sleep(_LOOK)
                if self.taken != before:
                    return
        finally:
            self._acquire_restore(state)


class Reading(Protocol):
    """What a statement reads, and others may change while it stands still (`binwriter.storage.table_data`)."""

    def lend(self) -> bool:
        """Others have their turn: what they change must not show. Whether they can change anything of it at all."""

    def take_back(self) -> None:
        """Nobody else changes anything for now. After `lend` that said True."""


class Outcome(Enum):
    """How a wait ends."""

    GRANTED = "granted"
    TIMEOUT = "timeout"
    DEADLOCK = "deadlock"
    KILLED = "killed"


@dataclass(eq=False, slots=True)
class Owner:
    """A session as the locks know it.

    waiter: its wait, if it waits. killed: what KILL asked for while a statement ran. busy: how many statements run in
    it, one inside the other. thread: who ran its last statement. weight: how much its transaction has done, for the
    choice of a deadlock's victim. blockers: whom it waits for. turns: where its statement runs. holds: reasons why its
    statement cannot stand still in the middle. is_away: it lets others go on. until: when it will next, in seconds of
    time.monotonic(); pauses: how often it has. reads: what its statement reads. state: why it waits, in the words of
    PROCESSLIST; at_rows: the same of a wait for a row. has_client: says whether its client is there; None where none
    is.
    """

    number: int
    timeout: Callable[[str], int]
    weight: Callable[[], tuple[bool, int]]
    waiter: Waiter | None = None
    killed: Kill | None = None
    busy: int = 0
    thread: int = 0
    blockers: Callable[[], Iterable[Owner]] | None = None
    realm: object = None
    changes: Any = None  # the undo log of its transaction
    waits_since: int = 0  # the order in which waits for row locks began
    turns: Turns | None = None
    state: str = ""
    at_rows: str = ""
    holds: int = 0
    is_away: bool = False
    until: float = 0.0
    pauses: int = 0
    has_client: Callable[[], bool] | None = None
    reads: WeakSet[Reading] = field(default_factory=WeakSet)

    def let_others(self) -> None:
        """See `Turns.let_others`."""
        if self.turns is not None and not self.holds:
            self.turns.let_others(self)

    def __repr__(self) -> str:
        return f"Owner({self.number})"


@dataclass(frozen=True)
class Watch:
    """How a wait looks whether its client is still there: each so many seconds; without one it comes out like this."""

    seconds: float
    outcome: Outcome


@dataclass(eq=False, slots=True)
class Waiter:
    """A statement that waits. deadline: microseconds on the clock of the turns; decided: its place among those."""

    owner: Owner
    deadline: int
    outcome: Outcome | None = None
    decided: int = 0
    watch: Watch | None = None


class Stepper(Protocol):
    """Who makes time pass where it is not the computer's (`binwriter.scenario.lanes`)."""

    def now(self) -> int: ...

    def wait(self, waiter: Waiter) -> None: ...


@dataclass
class Turns:
    """The mutex of a server, and its waiting statements.

    stepper: None where threads wait as long as they say; a scenario has one, where waiting takes no time.
    sleeps: SLEEP() takes as long as it says: clients of a served server look at the clock. Such a server keeps locks in
    front of what may run long, so that others can come (`server.execute.long_changes`).
    """

    mutex: Mutex = field(default_factory=Mutex)
    away: set[Owner] = field(default_factory=set)
    waiters: list[Waiter] = field(default_factory=list)
    stepper: Stepper | None = None
    sleeps: bool = False
    _decisions: int = 0
    _queued: int = 0  # threads that wait for their session's statement in another thread

    def __post_init__(self) -> None:
        self.changed = threading.Condition(self.mutex)  # type: ignore[arg-type]  # it has all of a lock that is asked

    def statement(self, owner: Owner) -> Turn:
        """The owner's turn, to the end of the `with` block."""
        return Turn(self, owner)

    def begin(self, owner: Owner) -> None:
        """The mutex is held: waits for the owner's statement in another thread."""
        thread = threading.get_ident()
        while owner.busy and owner.thread != thread and self.stepper is None:
            self._queue()
        owner.thread = thread
        if not owner.busy:
            if owner.killed is not None:
                interrupts.answered(owner)  # KILL came when the statement before was over
            owner.turns, owner.until = self, 0.0
        owner.busy += 1
        interrupts.entered(owner, thread)

    def end(self, owner: Owner) -> None:
        """The statement is over."""
        interrupts.left(threading.get_ident())
        owner.busy -= 1
        if self._queued and not owner.busy:
            self.changed.notify_all()

    def _queue(self) -> None:
        """Another thread's statement of the same session waits: a session runs one at a time."""
        self._queued += 1
        try:
            self.changed.wait()
        finally:
            self._queued -= 1

    def wait(self, owner: Owner, seconds: float, watch: Watch | None = None) -> Outcome:
        """Lets others go on until somebody decides, or the time is over. The mutex is held before and after. watch:
        None where it is all one whether the client is there."""
        if owner.killed is not None:
            return Outcome.KILLED
        now = time.monotonic_ns() // 1000 if self.stepper is None else self.stepper.now()
        seconds = min(seconds, interrupts.seconds_left(owner))
        waiter = owner.waiter = Waiter(owner, now + int(seconds * 1_000_000), watch=watch)
        self.waiters.append(waiter)
        lent = [read_view for read_view in owner.reads if read_view.lend()]
        try:
            if self.stepper is not None:
                self.stepper.wait(waiter)
            else:
                self._wait_in_time(waiter)
        finally:
            for read_view in lent:
                read_view.take_back()
            self.waiters.remove(waiter)
            owner.waiter, owner.until = None, 0.0
        assert waiter.outcome is not None
        passed = 0 if self.stepper is None else (self.stepper.now() - now) / 1_000_000
        return Outcome.KILLED if interrupts.time_passed(owner, passed) else waiter.outcome

    def let_others(self, owner: Owner) -> None:
        """Between two steps of the owner's statement: those who wait for a turn have theirs, if it has run for long.

        The mutex is held before and after.
        """
        now = time.monotonic()
        if not owner.until:
            owner.until = now + _SHORT
        if now < owner.until or self.stepper is not None:
            return
        lent = [read_view for read_view in owner.reads if read_view.lend()]
        owner.is_away = True
        owner.pauses += 1
        self.away.add(owner)
        try:
            self.mutex.lend()
        finally:
            self.away.discard(owner)
            owner.is_away = False
            for read_view in lent:
                read_view.take_back()
            owner.until = time.monotonic() + _SHORT

    @contextmanager
    def away_from(self, owner: Owner) -> Iterator[None]:
        """While the block runs, others go on: the owner's statement waits there for something outside of the server.

        The mutex is held before and after. The block has to end soon when the server ends.
        """
        lent = [read_view for read_view in owner.reads if read_view.lend()]
        was_away, owner.is_away = owner.is_away, True
        owner.pauses += 1
        self.away.add(owner)
        state = self.mutex._release_save()
        try:
            yield
        finally:
            self.mutex._acquire_restore(state)
            self.away.discard(owner)
            owner.is_away = was_away
            for read_view in lent:
                read_view.take_back()

    def _wait_in_time(self, waiter: Waiter) -> None:
        watch, has_client = waiter.watch, waiter.owner.has_client
        looked = time.monotonic()
        while waiter.outcome is None:
            if watch is not None and has_client is not None and time.monotonic() - looked >= watch.seconds:
                looked = time.monotonic()
                if not has_client():
                    waiter.outcome = watch.outcome
                    return
            left = waiter.deadline - time.monotonic_ns() // 1000
            if left <= 0 or _is_hopeless(waiter.owner, threading.get_ident()):
                waiter.outcome = Outcome.TIMEOUT
                return
            if waiter.owner.killed is not None:  # by a signal, which cannot wake anybody
                waiter.outcome = Outcome.KILLED
                return
            self.changed.wait(min(left / 1_000_000, _MOST_PATIENT))

    def decide(self, waiter: Waiter | None, outcome: Outcome) -> None:
        """Ends a wait. The first decision counts."""
        if waiter is not None and waiter.outcome is None:
            self._decisions += 1
            waiter.outcome, waiter.decided = outcome, self._decisions
            self.changed.notify_all()

    def stop_waiting(self) -> None:
        """The server has crashed: every statement that waits is killed, also one that has just got its lock.

        Where threads wait in time, they are waited for: afterwards no statement runs.
        """
        while self.waiters or self.away:
            for owner in self.away:
                interrupts.kill(owner, Kill.CONNECTION)
            for waiter in self.waiters:
                waiter.owner.killed = Kill.CONNECTION
                waiter.outcome = Outcome.KILLED
            self.changed.notify_all()
            if self.stepper is not None:
                return
            self.changed.wait(0.1)

    def kill(self, owner: Owner, what: Kill) -> None:
        """KILL of a statement that runs or waits: its wait ends, or it does at its next step (`interrupts`)."""
        if owner.busy:
            interrupts.kill(owner, what)
            self.decide(owner.waiter, Outcome.KILLED)


class Turn:
    """A block in which a statement has its turn. (A class, since every statement has one.)"""

    __slots__ = ("_owner", "_turns")

    def __init__(self, turns: Turns, owner: Owner) -> None:
        self._turns = turns
        self._owner = owner

    def __enter__(self) -> None:
        turns, owner = self._turns, self._owner
        turns.mutex.acquire()
        try:
            turns.begin(owner)
        except BaseException:
            turns.mutex.release()
            raise

    def __exit__(self, *raised: object) -> None:
        try:
            self._turns.end(self._owner)
        finally:
            self._turns.mutex.release()


def _is_hopeless(owner: Owner, thread: int) -> bool:
    """Whether only sessions that this very thread uses could let it go on: then nobody ever will.

    Each session is looked at once: those who wait in a queue wait for all before them, and paths would be too many.
    """
    seen, waiting = {owner}, [owner]
    while waiting:
        current = waiting.pop()
        if current.blockers is None or (current.waiter is not None and current.waiter.outcome is not None):
            return False
        others = list(current.blockers())
        if not others:
            return False
        for other in others:
            if other.waiter is None and other.thread != thread:
                return False
            if other.waiter is not None and other not in seen:
                seen.add(other)
                waiting.append(other)
    return True


def find_cycle(owner: Owner) -> list[Owner]:
    """The owners that wait for each other in a circle through this one, it first; empty if there is no circle."""
    realm = owner.realm
    stack: list[tuple[Owner, list[Owner]]] = [(owner, [owner])]
    seen: set[Owner] = set()
    while stack:
        current, path = stack.pop()
        if current.blockers is None or current.realm is not realm:
            continue
        for other in current.blockers():
            if other is owner:
                return path
            if other not in seen:
                seen.add(other)
                stack.append((other, [*path, other]))
    return []
