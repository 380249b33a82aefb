"""Who is connected to a server: its clients' sessions and threads of its own; KILL, and the end of them all."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from binwriter.catalog import resources
from binwriter.errors import ClosedError
from binwriter.locks.turns import Turns
from binwriter.mysql import interrupts
from binwriter.mysql.interrupts import Kill
from binwriter.statement.xid import XaId

if TYPE_CHECKING:
    from binwriter.statement.result import StatementResult

ABORTED_CLIENTS, ABORTED_CONNECTS = "Aborted_clients", "Aborted_connects"
TOO_MANY = "Connection_errors_max_connections"


class Connected:
    """sessions: the clients', own_threads: which no client has; by thread id. is_ending: they are being closed. came:
    how many clients each account, a user and a host, has had. most: of clients at once. groups: by SET RESOURCE GROUP,
    in lower case, by thread id. aborted: clients that did not say goodbye, or did not get in, by status variable.
    unsafe: who is told how a client's statement ended, for the error log.
    """

    unsafe: Callable[[StatementResult, str, int], None] | None = None

    def __init__(self, turns: Turns) -> None:
        self.sessions: dict[int, Any] = {}
        self.own_threads: dict[int, Any] = {}
        self.is_ending = False
        self.groups: dict[int, str] = {}
        self.most = 0
        self.aborted: Counter[str] = Counter()
        self._counting = threading.Lock()  # clients go in threads of their own
        self._counted_before: Counter[str] = Counter()  # by sessions that have left
        self.came: Counter[tuple[str, str]] = Counter()
        self._turns = turns

    @cached_property
    def used(self) -> resources.Used:
        """What accounts have asked for, of those that may ask for so much in an hour."""
        return resources.Used()

    def check(self) -> None:
        """ClosedError while all are being closed."""
        if self.is_ending:
            raise ClosedError("the server is shutting down")

    def left(self, thread_id: int) -> None:
        """Nobody is there under that number any more."""
        for threads in (self.sessions, self.own_threads):
            session = threads.pop(thread_id, None)
            if session is not None:
                self._counted_before.update(session.counts)
                self.groups.pop(thread_id, None)

    def came_in(self, session: Any) -> None:
        """A client's session is there."""
        self.sessions[session.thread_id] = session
        self.came[session.user, session.host] += 1
        self.most = max(self.most, len(self.sessions))

    def held_xids(self) -> set[XaId]:
        """The XA transactions that are some client's own."""
        return {session.xa.xid for session in self.sessions.values() if session.xa is not None}

    def owned_gtids(self) -> str:
        """@@GLOBAL.gtid_owned: of transactions under way, each with its thread."""
        owners = ((session.gtid.owned, session.thread_id) for session in self.sessions.values())
        return ",\n".join(f"{gtid}#{thread}" for gtid, thread in owners if gtid is not None)

    def counted(self) -> Counter[str]:
        """What all sessions have counted, those that have left too."""
        total = Counter(self._counted_before)
        for session in self._everybody():
            total.update(session.counts)
        return total

    def forget_status(self, session: Any) -> None:
        """FLUSH STATUS: the session begins anew, what it has counted stays the server's (MySQL manual)."""
        self._counted_before.update(session.counts)
        session.counts.clear()
        self.most = len(self.sessions)
        with self._counting:
            self.aborted[ABORTED_CLIENTS] = 0  # alone of them (captured: tests/binwriter/live/test_aborted.py)

    def has_aborted(self, name: str) -> None:
        """One more client of that status variable."""
        with self._counting:
            self.aborted[name] += 1

    def kill(self, thread_id: int) -> None:
        """KILL: the session is closed, its open transaction rolled back; a statement that waits in it ends first."""
        self._interrupt(thread_id, Kill.CONNECTION)
        with self._turns.mutex:
            if thread_id in self.sessions:
                self.sessions[thread_id].close()

    def kill_query(self, thread_id: int) -> None:
        """KILL QUERY: a statement that runs or waits ends with ER_QUERY_INTERRUPTED."""
        self._interrupt(thread_id, Kill.QUERY)
        with self._turns.mutex:
            if thread_id in self.sessions:
                self._turns.kill(self.sessions[thread_id].owner, Kill.QUERY)

    def _interrupt(self, thread_id: int, kill: Kill) -> None:
        """Ends the statement that another thread runs: who has the turn must be told before it can be waited for."""
        session = self.sessions.get(thread_id)
        if session is not None and session.owner.busy and session.owner.thread != threading.get_ident():
            interrupts.kill(session.owner, kill)

    def end(self) -> None:
        """Closes all; those that wait in other threads are killed, and waited for. Who calls it has the mutex."""
        self.is_ending = True
        try:
            while everybody := self._everybody():
                for session in everybody:
                    session.close()
                if self._everybody():
                    self._turns.changed.wait(0.1)
        finally:
            self.is_ending = False

    def vanish(self) -> None:
        """After a crash. A statement that waits in another thread ends with an error."""
        sessions = self._everybody()
        for session in sessions:
            session.closed = True
        # a statement that waits ends first, with whatever it has done so far: all of that is then taken back
        self._turns.stop_waiting()
        for session in sessions:
            session.vanish()

    def _everybody(self) -> list[Any]:
        return [*self.sessions.values(), *self.own_threads.values()]
