"""Definitions in the log: groups of their own, CREATE TABLE .. SELECT with its rows, temporary tables in a cache."""

from __future__ import annotations

from collections.abc import Iterable

from binwriter.binlog.caches.rows import RowLog
from binwriter.binlog.caches.transaction import TERMINATORS, TransactionLog
from binwriter.binlog.clock.logical_clock import WriteSet
from binwriter.binlog.events.queries import boundary_event, context_event, ddl_event
from binwriter.binlog.rules.cache import CachedEvent, CacheKind
from binwriter.binlog.rules.commit import EndPlan, Terminator
from binwriter.binlog.rules.two_caches import flush_stmt_cache
from binwriter.binlog.rules.unsafe import TransactionState
from binwriter.formats.constants import QueryFlags2
from binwriter.formats.records import replace
from binwriter.mysql.engines import Engine
from binwriter.statement.event_context import EventContext
from binwriter.statement.values import DdlEvent, StatementEffects


class DefinitionLog:
    """Takes statements that define something."""

    def __init__(self, transaction: TransactionLog, rows: RowLog) -> None:
        self._transaction = transaction
        self._sink, self._policy = transaction.sink, transaction.policy
        self._rows = rows

    def log(self, events: Iterable[DdlEvent], log: EventContext, kind: CacheKind = CacheKind.STMT) -> None:
        """Each event of a DDL statement is a group of its own, written directly (R-log-commit-statement).

        kind: the cache through which it goes if it is no change of the engine.
        """
        for ddl in events:
            if ddl.incident:
                self._sink.write_incident(log.statement.timestamp, WriteSet(), ddl.incident)
                continue
            if not self._sink.logs_database(ddl.schema):
                continue
            if ddl.autocommits:
                flags2 = log.session.flags2 & ~QueryFlags2.NOT_AUTOCOMMIT
                log = replace(log, session=replace(log.session, flags2=flags2))
            event = ddl_event(log.session, log.statement, ddl, self._sink.next_xid() if ddl.atomic else 0)
            context = tuple(context_event(log.session, log.statement, body) for body in ddl.context)
            group: tuple[CachedEvent, ...] = (*context, event)
            if ddl.in_transaction:
                if ddl.thread_specific:
                    log = replace(log, statement=replace(log.statement, thread_specific=True))
                begin = boundary_event(log.session, log.statement, b"BEGIN")
                end = Terminator.COMMIT if ddl.ends_in_commit else Terminator.XID
                group = (begin, *context, event, TERMINATORS[end](self._sink, log))
            is_engines = ddl.atomic or (ddl.in_transaction and not ddl.ends_in_commit)
            self._transaction.write_alone(group, log, kind=CacheKind.TRX if is_engines else kind)

    def log_with_rows(
        self,
        ddl: DdlEvent,
        effects: StatementEffects,
        log: EventContext,
        *,
        together: bool,
        atomic: bool,
    ) -> None:
        """CREATE TABLE .. SELECT in row form: definition and rows in one transaction, or one after the other.

        atomic: the definition is a change of the engine too; else a group without rows ends in COMMIT (captured: 5.6).
        Rows that are logged apart are when the query has asked for the time zone (captured: zones_of_copied_moments).
        """
        engine = effects.locked[0].engine
        if together:
            cache = self._transaction.cache(self._policy.caches.cache_for_rows(engine).kind)
            if self._sink.logs_database(ddl.schema):
                self._transaction.add(cache, ddl_event(log.session, log.statement, ddl, 0), log)
        else:
            self.log([ddl], log, CacheKind.TRX)
            facts, known = effects.facts, log.statement
            microseconds = log.clock_microseconds if facts.uses_microseconds else known.microseconds
            zoned = known.uses_time_zone or facts.uses_time_zone
            log = log.with_statement(uses_time_zone=zoned, microseconds=microseconds)
        self._rows.log(effects, log)
        by_programs = effects.transactional_write and len(effects.locked) > 1
        self._transaction.transactional_write = by_programs or (engine.two_phase and (atomic or bool(effects.rows)))
        if self._transaction.trx_cache or self._transaction.stmt_cache:
            self._transaction.forget_write_set()  # the definition is no row: nothing runs beside it
        self._transaction.commit(log)

    def open_with(self, ddl: DdlEvent, log: EventContext, *, transactional: bool) -> None:
        """CREATE TABLE .. START TRANSACTION: the definition begins a transaction. transactional: a table was made."""
        log = replace(log, statement=replace(log.statement, databases=ddl.databases))
        if self._sink.logs_database(ddl.schema):
            self._transaction.add(self._transaction.trx_cache, ddl_event(log.session, log.statement, ddl, 0), log)
        self._transaction.transactional_write |= transactional

    def log_with_statement(self, events: Iterable[DdlEvent], engine: Engine, log: EventContext) -> None:
        """CREATE TABLE .. SELECT of a table that is there, in statement form: definition and INSERT in one group."""
        for ddl in events:
            for body in ddl.context:
                self._transaction.add(self._transaction.trx_cache, context_event(log.session, log.statement, body), log)
            self._transaction.add(self._transaction.trx_cache, ddl_event(log.session, log.statement, ddl, 0), log)
        self._transaction.transactional_write = engine.two_phase
        self._transaction.commit(log)

    def log_temporary(
        self,
        events: Iterable[DdlEvent],
        state: TransactionState,
        log: EventContext,
        *,
        survives: bool = True,
        fills: bool = False,
    ) -> None:
        """CREATE and DROP TEMPORARY TABLE: in a transaction they wait in a cache, and ROLLBACK does not undo them.

        survives: ROLLBACK has to write the cache because of them. fills: of CREATE .. SELECT.
        """
        for ddl in events:
            if not self._sink.logs_database(ddl.schema):
                continue
            choice = self._policy.caches.cache_for_temporary_ddl(state, transactional=bool(ddl.temporary), fills=fills)
            if choice.kind is CacheKind.NONE:
                self.log([ddl], log)
                continue
            cache = self._transaction.cache(choice.kind)
            statement = replace(log.statement, databases=ddl.databases, thread_specific=ddl.thread_specific)
            own = replace(log, statement=statement)
            for body in ddl.context:
                self._transaction.add(cache, context_event(log.session, log.statement, body), own)
            self._transaction.add(cache, ddl_event(log.session, log.statement, ddl, 0), own)
            if choice.kind is CacheKind.TRX and survives:
                cache.has_n_write = True
            self._transaction.carry_out(EndPlan(flush_stmt_cache(self._transaction.stmt_cache)), own)
