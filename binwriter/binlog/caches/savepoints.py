"""Savepoints in the log: SAVEPOINT as an event of the trx-cache, ROLLBACK TO as an event or as a cut."""

from __future__ import annotations

from binwriter.binlog.caches.transaction import Savepoint, TransactionLog
from binwriter.binlog.events.queries import boundary_event, plain_statement_event
from binwriter.binlog.rules.cache import CachedEvent
from binwriter.binlog.rules.commit import SavepointMark
from binwriter.binlog.rules.savepoints import SavepointTexts
from binwriter.mysql.sql_mode import ANSI_QUOTES
from binwriter.statement.event_context import EventContext


class SavepointLog:
    """Takes the savepoint statements of a session's transaction."""

    def __init__(self, transaction: TransactionLog) -> None:
        self._transaction = transaction
        self._texts = transaction.policy.savepoints

    def set(self, name: str, text: str, undo_mark: int, log: EventContext) -> None:
        """SAVEPOINT. Logged only when something of the transaction was logged before; a name used again moves.

        text: the client's statement.
        """
        transaction = self._transaction
        transaction.savepoints.discard(name)
        mark = None
        if transaction.active:
            before = transaction.trx_cache.mark()
            self._add(self._texts.savepoint(name, text, quote_of(log)), log)
            mark = SavepointMark(before, transaction.trx_cache.mark())
        transaction.savepoints.set(name, Savepoint(mark, transaction.engine_joined, undo_mark))
        transaction.write_set.set_savepoint(name)

    def rollback_to(self, name: str, text: str, log: EventContext) -> int:
        """ROLLBACK TO SAVEPOINT; text: the client's statement.

        Returns the storage's undo mark. ER_SP_SAVEPOINT_DOES_NOT_EXIST for an unknown name.
        """
        transaction = self._transaction
        savepoint = transaction.savepoints.back_to(name)
        plan = transaction.policy.caches.rollback_to(transaction.state(log), savepoint.trx_mark)
        if plan.write_rollback_to:
            self._add(self._texts.rollback_to(name, text, quote_of(log)), log)
        elif plan.truncate_to is not None:
            transaction.trx_cache.truncate(plan.truncate_to)
        elif plan.end is not None:
            transaction.carry_out(plan.end, log)
            transaction.active = False
        transaction.transactional_write = transaction.transactional_write and savepoint.engine_joined
        transaction.engine_joined = savepoint.engine_joined
        transaction.write_set.back_to(name)
        return savepoint.undo_mark

    def release(self, name: str) -> None:
        """RELEASE SAVEPOINT: it and those set after it are gone; nothing is logged."""
        self._transaction.savepoints.release(name)
        self._transaction.write_set.release(name)

    def __contains__(self, name: str) -> bool:
        return name in self._transaction.savepoints

    def _add(self, text: bytes, log: EventContext) -> None:
        self._transaction.add(self._transaction.trx_cache, savepoint_event(self._texts, text, log), log)


def quote_of(log: EventContext) -> str:
    """What stands around the names in a statement that the server makes."""
    return '"' if log.session.sql_mode & ANSI_QUOTES else "`"


def savepoint_event(texts: SavepointTexts, text: bytes, log: EventContext) -> CachedEvent:
    """SAVEPOINT or ROLLBACK TO in the log. Where the client's text is logged, it is a statement like any other."""
    if texts.as_given:
        return plain_statement_event(log.session, log.statement, text)
    return boundary_event(log.session, log.statement, text)
