"""Whether a statement that runs is to end before it is done, or to let others go first.

KILL, time limits and the end of the whole run end it; a statement that waits for its turn is let in (`locks.turns`).
Every loop that a statement can keep going (rows, joins, loops of programs, rounds of recursion, views in views) passes
`step` between two steps. As long as nobody asks for anything that is one test of a module's variable; loops that turn
quickly write it out: `if interrupts.asked: interrupts.step()`.

Source: MySQL manual, "KILL Statement" (flags that "are checked"), "Server System Variables" (max_execution_time).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Protocol, TypeVar

from binwriter import ending
from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error

_Item = TypeVar("_Item")
_PIECE = 256


class Kill(Enum):
    """Why a statement is to end.

    QUERY: KILL QUERY. CONNECTION: KILL of the session. TIME: max_execution_time is over. RUN: the end of the whole run,
    which is to its sessions what the shutdown of a server is.
    """

    QUERY = "query"
    CONNECTION = "connection"
    TIME = "time"
    RUN = "run"

    @property
    def ends_session(self) -> bool:
        return self in (Kill.CONNECTION, Kill.RUN)


# The error that the statement ends with, which is also the one that its event carries.
_ERRORS = {
    Kill.QUERY: "ER_QUERY_INTERRUPTED",
    Kill.CONNECTION: "ER_SERVER_SHUTDOWN",
    Kill.RUN: "ER_SERVER_SHUTDOWN",
    Kill.TIME: "ER_QUERY_TIMEOUT",
}
# Errors of a statement that was ended from outside: no handler of a program and no IGNORE keeps it going.
ENDINGS = frozenset(_ERRORS.values())


class Interruptible(Protocol):
    """A session as far as it can be stopped (`binwriter.locks.turns.Owner`)."""

    killed: Kill | None

    def let_others(self) -> None:
        """Others that wait for their turn go on, if this statement can stand still here."""


ends_some = False  # whether some statement of this process is to end, or may have to when its time is over
asked = False  # whether `step` has anything to do: some statement is to end, or somebody waits for a turn
_lock = threading.RLock()  # a signal handler may come while its own thread holds it
_running: dict[int, list[Interruptible]] = {}  # by thread, the innermost statement last
_killed: set[Interruptible] = set()
_deadlines: dict[Interruptible, float] = {}  # seconds of time.monotonic()
_waiting = 0  # threads that have waited long for their turn


def step(*, sees_kill: bool = True, lets_others: bool = True) -> None:
    """Between two steps of a statement: raises the MySQLError with which the statement of this thread is to end.

    sees_kill: a server looks here too; else only the end of the run ends it here. lets_others: the statement can stand
    still here; not where it finds its tables, all of which it sees at one moment.
    """
    if asked:
        owners = _running.get(threading.get_ident())
        if owners:
            if _waiting and lets_others and all(owner is owners[0] for owner in owners):
                owners[0].let_others()
            _step_of(owners[-1], sees_kill)


def stepped(items: Iterable[_Item], *, sees_kill: bool = True, lets_others: bool = True) -> Iterator[_Item]:
    """The items, with a step in front of each. The rest: see `step`."""
    for item in items:
        if asked:
            step(sees_kill=sees_kill, lets_others=lets_others)
        yield item


def pieces(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    """The items in pieces, with a step in front of each: for what turns so quickly that a look at each item counts."""
    if len(items) <= _PIECE:
        yield items
        return
    for start in range(0, len(items), _PIECE):
        if asked:
            step()
        yield items[start : start + _PIECE]


@contextmanager
def waits_for_turn() -> Iterator[None]:
    """While the block runs, statements look at each step whether it is them who keep others waiting."""
    global _waiting
    with _lock:
        _waiting += 1
        _ask_again()
    try:
        yield
    finally:
        with _lock:
            _waiting -= 1
            _ask_again()


def _step_of(owner: Interruptible, sees_kill: bool) -> None:
    if owner.killed is None and _deadlines and time.monotonic() >= _deadlines.get(owner, float("inf")):
        kill(owner, Kill.TIME)
    if owner.killed is Kill.RUN or (sees_kill and owner.killed is not None):
        raise error_of(owner)


def error_of(owner: Interruptible) -> MySQLError:
    """The error with which the owner's statement ends: 1317, 1053, 3024."""
    return mysql_error(_ERRORS[owner.killed or Kill.QUERY])


def kill(owner: Interruptible, what: Kill) -> None:
    """The statement that the owner runs ends at its next step. From any thread, and from a signal handler."""
    with _lock:
        if owner.killed is None or not owner.killed.ends_session:
            owner.killed = what
        _killed.add(owner)
        _ask_again()


@ending.stops
def kill_all() -> bool:
    """Ends every statement that runs now in this process, as the shutdown of a server would (signals, --timeout).

    Returns whether some statement of this process is to end.
    """
    with _lock:
        for owners in list(_running.values()):
            for owner in owners:
                kill(owner, Kill.RUN)
    return ends_some


def answered(owner: Interruptible) -> Kill | None:
    """The statement has ended, or never began: what was asked of it, which is forgotten."""
    killed = owner.killed
    if killed is not None:
        owner.killed = None
        with _lock:
            _killed.discard(owner)
            _ask_again()
    return killed


def entered(owner: Interruptible, thread: int) -> None:
    """From now on this thread runs a statement of the owner, until `left`."""
    owners = _running.get(thread)
    if owners is None:
        _running[thread] = [owner]
    else:
        owners.append(owner)


def left(thread: int) -> None:
    """The innermost statement of this thread is over."""
    owners = _running[thread]
    owners.pop()
    if not owners:
        del _running[thread]


@contextmanager
def time_limit(owner: Interruptible, seconds: float) -> Iterator[None]:
    """The block ends with Kill.TIME at the first step after that many seconds."""
    with _lock:
        _deadlines[owner] = time.monotonic() + seconds
        _ask_again()
    try:
        yield
    finally:
        with _lock:
            _deadlines.pop(owner, None)
            _ask_again()


def seconds_left(owner: Interruptible) -> float:
    """Of its statement's time limit; infinite without one."""
    deadline = _deadlines.get(owner)
    return float("inf") if deadline is None else max(deadline - time.monotonic(), 0.0)


def time_passed(owner: Interruptible, seconds: float) -> bool:
    """Time that only the scenario's clock has seen; whether the owner's statement is to end by now."""
    with _lock:
        if owner in _deadlines:
            _deadlines[owner] -= seconds
    if owner.killed is None and seconds_left(owner) <= 0:
        kill(owner, Kill.TIME)
    return owner.killed is not None


def _ask_again() -> None:
    global asked, ends_some
    ends_some = bool(_killed or _deadlines)
    asked = ends_some or _waiting > 0
