"""Locks with a name of the user's own, and what else waits: GET_LOCK and its kin, SLEEP, waits for GTIDs.

Source: MySQL manual, "Locking Functions".
"""

from __future__ import annotations

from collections.abc import Callable

from binwriter.chance import Chance
from binwriter.locks.metadata_locks import USER, Duration, LockMode
from binwriter.locks.server_locks import ServerLocks
from binwriter.locks.turns import Outcome, Owner, Watch
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import mysql_error

_FOR_EVER = 365 * 86400.0
# What becomes of a wait whose client has gone (tests/binwriter/live/test_gone.py): a lock's is ended by an error, SLEEP
# is over and its statement goes on.
_LOCK_WATCH, _SLEEP_WATCH = Watch(1.0, Outcome.KILLED), Watch(5.0, Outcome.TIMEOUT)
_COLLATION = 33  # utf8mb3_general_ci


def _key(name: str) -> tuple[str, str]:
    """What a lock is of: letters count without their case, and nothing from a zero on (cluster names_of_user_locks)."""
    from binwriter.mysql.collation.letter_cases import changed_case  # not needed by most

    return USER, changed_case(name.partition("\0")[0], _COLLATION, "LOWER")


class NamedLocks:
    """Those of one session."""

    def __init__(self, server: ServerLocks, owner: Owner, chance: Chance) -> None:
        self._server, self._owner, self._chance = server, owner, chance

    def get_lock(self, name: str, timeout: float) -> int | None:
        """GET_LOCK: 1, or 0 when the time is over. ER_USER_LOCK_DEADLOCK. timeout: seconds; below 0 for ever."""
        seconds = timeout if timeout >= 0 else _FOR_EVER
        outcome, _ = self._server.names.acquire(
            self._owner, _key(name), LockMode.EXCLUSIVE, Duration.EXPLICIT, seconds, _LOCK_WATCH
        )
        if outcome is Outcome.DEADLOCK:
            raise mysql_error("ER_USER_LOCK_DEADLOCK")
        if outcome is Outcome.KILLED:
            raise interrupts.error_of(self._owner)
        return int(outcome is Outcome.GRANTED)

    def release_lock(self, name: str) -> int | None:
        """RELEASE_LOCK: 1, 0 for another session's, None for nobody's."""
        held = self._server.names.release_one(self._owner, _key(name))
        return None if held is None else int(held)

    def release_all(self) -> int:
        """RELEASE_ALL_LOCKS: how many there were."""
        return self._server.names.release(self._owner, (Duration.EXPLICIT,), space=USER)

    def lock_holder(self, name: str) -> int | None:
        """IS_USED_LOCK: the connection that has the lock."""
        holders = self._server.names.holders(_key(name))
        return holders[0].number if holders else None

    def wait_for_gtids(self, done: Callable[[], bool], seconds: float | None = None) -> bool:
        """Whether it came true before the time was over; None waits for ever. ER_QUERY_INTERRUPTED."""
        limit = _FOR_EVER if seconds is None or seconds == 0 else seconds
        outcome = self._server.wait_until(self._owner, done, limit)
        if outcome is Outcome.KILLED:
            raise interrupts.error_of(self._owner)
        return outcome is Outcome.GRANTED

    def sleep(self, seconds: float) -> int:
        """SLEEP: 0, or 1 when it was interrupted. It takes no time but a clock's own, a scenario's, and where clients
        wait."""
        steps = self._server.turns.stepper is not None and self._server.in_use
        if seconds <= 0 or not (steps or self._server.turns.sleeps):
            seconds = min(seconds, interrupts.seconds_left(self._owner))
            self._chance.pass_time(seconds)
            return int(interrupts.time_passed(self._owner, seconds))
        self._owner.state = "User sleep"
        try:
            outcome = self._server.turns.wait(self._owner, seconds, _SLEEP_WATCH)
        finally:
            self._owner.state = ""
        self._chance.pass_time(seconds)
        return int(outcome is Outcome.KILLED)
