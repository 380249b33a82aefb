"""One session's half of the binary log, all of it: what its transaction and statements log, savepoints, and XA.

It carries out what the policy of the server's era decides (`rules.policies`); the sink (the server) gives groups their
GTID and place.
"""

from __future__ import annotations

from binwriter.binlog.caches.definitions import DdlLog
from binwriter.binlog.caches.transaction import Savepoint
from binwriter.binlog.clock.logical_clock import WriteSet
from binwriter.binlog.events.queries import boundary_event
from binwriter.binlog.group import Group
from binwriter.binlog.rules.commit import SavepointMark
from binwriter.formats.records import dataclass
from binwriter.statement.event_context import EventContext


@dataclass
class SessionLog(DdlLog):
    """The log state of one session between statements."""

    def xa_prepare(self, log: EventContext) -> bool:
        """XA PREPARE: the transaction's events so far are a group. Returns whether there were any."""
        logged, incomplete, write_set = bool(self.trx_cache), self.nontransactional_write, self._write_set
        self._xa_end(log, one_phase=False)
        self.nontransactional_write = incomplete
        self._prepared_write_set = write_set
        return logged

    def xa_detached(self) -> None:
        """The prepared transaction is no longer the session's."""
        self._prepared_write_set = WriteSet()

    def xa_commit(self, log: EventContext) -> None:
        """XA COMMIT .. ONE PHASE, and XA COMMIT of what XA PREPARE did not log."""
        self._xa_end(log, one_phase=True)

    def xa_end_prepared(self, text: str, log: EventContext) -> None:
        """XA COMMIT and XA ROLLBACK of a prepared transaction are groups of one event."""
        event = boundary_event(log.session, log.statement, text.encode())
        # the session that prepared it still has its keys (seen in captures)
        if self.sink.logs_database(log.statement.schema):
            self._write_group(Group((event,), self.sink.committed(), self._prepared_write_set, log.gtid_next))
        self._commit_parent = None
        self._prepared_write_set = WriteSet()
        self._end_transaction()

    def _xa_end(self, log: EventContext, *, one_phase: bool) -> None:
        self._xa_one_phase = one_phase
        if self.xa is None:
            self.transactional_write = False  # the group ends in COMMIT: an Xid event is for the server's own XIDs
        self._carry_out(self.policy.caches.commit(self._state(log)), log)
        self._end_transaction()
        self.xa = None

    def savepoint(self, name: str, text: str, undo_mark: int, log: EventContext) -> None:
        """SAVEPOINT. Logged only when something of the transaction was logged before; a name used again moves.

        text: the client's statement.
        """
        self._savepoints.discard(name)
        mark = None
        if self._registered:
            before = self.trx_cache.mark()
            logged = self.policy.savepoints.savepoint(name, text)
            self._add(self.trx_cache, self._savepoint_event(logged, log), log)
            mark = SavepointMark(before, self.trx_cache.mark())
        self._savepoints.set(name, Savepoint(mark, self.engine_joined, undo_mark, self._write_set.mark()))

    def rollback_to(self, name: str, text: str, log: EventContext) -> int:
        """ROLLBACK TO SAVEPOINT; text: the client's statement.

        Returns the storage's undo mark. ER_SP_SAVEPOINT_DOES_NOT_EXIST for an unknown name.
        """
        savepoint = self._savepoints.back_to(name)
        plan = self.policy.caches.rollback_to(self._state(log), savepoint.trx_mark)
        if plan.write_rollback_to:
            logged = self.policy.savepoints.rollback_to(name, text)
            self._add(self.trx_cache, self._savepoint_event(logged, log), log)
        elif plan.truncate_to is not None:
            self.trx_cache.truncate(plan.truncate_to)
        elif plan.end is not None:
            self._carry_out(plan.end, log)
            self._registered = False
        self.transactional_write = self.transactional_write and savepoint.engine_joined
        self.engine_joined = savepoint.engine_joined
        self._write_set.back_to(savepoint.write_set_mark)
        return savepoint.undo_mark

    def release(self, name: str) -> None:
        """RELEASE SAVEPOINT: it and those set after it are gone; nothing is logged."""
        self._savepoints.release(name)

    def has_savepoint(self, name: str) -> bool:
        """Whether the transaction has a savepoint of that name."""
        return name in self._savepoints
