"""XA transactions in the log: XA PREPARE ends a group, and what ends a prepared transaction is a group of its own."""

from __future__ import annotations

from binwriter.binlog.caches.transaction import TransactionLog
from binwriter.binlog.clock.logical_clock import WriteSet
from binwriter.binlog.events.queries import boundary_event
from binwriter.statement.event_context import EventContext


class XaLog:
    """Ends XA transactions. The session that prepared one still has its keys (seen in captures)."""

    def __init__(self, transaction: TransactionLog) -> None:
        self._transaction = transaction
        self._prepared_write_set = WriteSet()

    def prepare(self, log: EventContext) -> bool:
        """XA PREPARE: the transaction's events so far are a group. Returns whether there were any."""
        transaction = self._transaction
        logged, incomplete = bool(transaction.trx_cache), transaction.nontransactional_write
        write_set = transaction.write_set
        self._end(log, one_phase=False)
        transaction.nontransactional_write = incomplete
        self._prepared_write_set = write_set
        return logged

    def detached(self) -> None:
        """The prepared transaction is no longer the session's."""
        self._prepared_write_set = WriteSet()

    def commit(self, log: EventContext) -> None:
        """XA COMMIT .. ONE PHASE, and XA COMMIT of what XA PREPARE did not log."""
        self._end(log, one_phase=True)

    def end_prepared(self, text: str, log: EventContext) -> None:
        """XA COMMIT and XA ROLLBACK of a prepared transaction are groups of one event."""
        transaction = self._transaction
        event = boundary_event(log.session, log.statement, text.encode())
        if transaction.sink.logs_database(log.statement.schema):
            transaction.write_alone((event,), log, self._prepared_write_set)
        transaction.commit_parent = None
        self._prepared_write_set = WriteSet()
        transaction.end()

    def _end(self, log: EventContext, *, one_phase: bool) -> None:
        transaction = self._transaction
        transaction.xa_one_phase = one_phase
        if transaction.xid is None:
            # the group ends in COMMIT: an Xid event is for the server's own XIDs
            transaction.transactional_write = False
        transaction.commit(log)
        transaction.xid = None
