"""All locks of one server, and when they are kept at all: from the second session on."""

from __future__ import annotations

from collections.abc import Callable

from binwriter.locks.metadata_locks import Duration, MetadataLocks, Name
from binwriter.locks.row_locks import RowLocks
from binwriter.locks.turns import Outcome, Owner, Turns
from binwriter.mysql import interrupts


class ServerLocks:
    """turns: who runs. rows, names: the locks. in_use: whether there is anybody to lock out. flushed: tables that were
    to be closed and that a session keeps open: nobody else opens them before it has closed them.
    """

    def __init__(self) -> None:
        self.turns = Turns()
        self.rows = RowLocks(self.turns)
        self.names = MetadataLocks(self.turns)
        self.in_use = False
        self.flushed: set[Name] = set()
        self._owners: dict[Owner, Callable[[], None]] = {}
        self._watchers: list[Owner] = []

    def enter(self, owner: Owner, catch_up: Callable[[], None]) -> None:
        """A new session. catch_up: records what a session's open transaction would have locked."""
        self._owners[owner] = catch_up
        if len(self._owners) > 1:
            self.keep_from_now_on()

    def let_pass(self, owner: Owner) -> bool:
        """Whether the owner's next statement can wait for nobody: no other one has a lock, or waits for one."""
        if not self.in_use:
            return True
        return not self.turns.waiters and self.names.are_only_of(owner) and self.rows.are_only_of(owner)

    def keep_from_now_on(self) -> None:
        """Locks are kept from now on, for what open transactions have changed before too."""
        if not self.in_use:
            self.in_use = True
            for catch_up in self._owners.values():
                catch_up()

    def leave(self, owner: Owner) -> None:
        """The end of a session: all its locks go."""
        self._owners.pop(owner, None)
        self.rows.release(owner)
        self.names.release(owner, Duration)
        self.names.release(owner, Duration, space="user")
        interrupts.answered(owner)

    def wait_until(self, owner: Owner, done: Callable[[], bool], seconds: float) -> Outcome:
        """Waits for something that `gtids_changed` may bring: GRANTED when it has come, TIMEOUT where nobody can."""

        def others() -> list[Owner]:
            return [other for other in self._owners if other is not owner]

        while not done():
            if not others():
                return Outcome.TIMEOUT
            self._watchers.append(owner)
            owner.blockers, owner.realm = others, ServerLocks
            try:
                outcome = self.turns.wait(owner, seconds)
            finally:
                owner.blockers = None
                self._watchers.remove(owner)
            if outcome is not Outcome.GRANTED:
                return outcome
        return Outcome.GRANTED

    def gtids_changed(self) -> None:
        """A GTID was executed or is free again: those who wait for one look again."""
        for owner in self._watchers:
            self.turns.decide(owner.waiter, Outcome.GRANTED)

    def hand_over(self, owner: Owner, heir: Owner) -> None:
        """XA PREPARE: the transaction's locks are its own from now on."""
        self.rows.hand_over(owner, heir)
        self.names.hand_over(owner, heir)

    def transaction_ended(self, owner: Owner) -> None:
        """COMMIT and ROLLBACK: row locks go, and metadata locks of the transaction."""
        if self.in_use:
            self.rows.release(owner)
            self.names.release(owner, (Duration.TRANSACTION,))

    def statement_ended(self, owner: Owner) -> None:
        """Table locks of N-tables go with the statement."""
        if self.in_use:
            self.names.release(owner, (Duration.STATEMENT,))
