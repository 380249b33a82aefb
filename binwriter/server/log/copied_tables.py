"""What CREATE TABLE .. SELECT logs: the statement, or the definition it made and then rows (worklogs 2687, 13355)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from binwriter.binlog.events.effect_states import updated_databases
from binwriter.binlog.rules.cache import CacheKind
from binwriter.binlog.rules.logging_format import LoggingDecision, LoggingFormat
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.events import Rand
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import Diagnostic
from binwriter.mysql.raw_bytes import kept_bytes
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.server.execution import Execution
from binwriter.server.log.temporary_form import note_row_mode, temporary_ddl_state
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl import show_create
from binwriter.sql.ddl.create_select import columns_with_texts
from binwriter.sql.ddl.table.defaults import calls_rand
from binwriter.sql.ddl.table.implicit_timestamps import copies_moments_as_texts, has_time_default, in_session_zone
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.statement.event_context import EventContext
from binwriter.statement.policy import CreateSelectLogging
from binwriter.statement.uses import Uses
from binwriter.statement.values import DdlEvent, StatementEffects, StatementProfile


@dataclass(frozen=True)
class CopiedTable:
    """A table that was made and filled, and what its statement's events are made of.

    decision: the form of its rows, with the warnings that logging adds; clock: microseconds since the epoch at which it
    began.
    """

    runner: Execution
    syntax: CreateTableSyntax
    profile: StatementProfile
    decision: LoggingDecision
    done: StatementEffects
    context: StatementContext
    clock: int

    @property
    def table(self) -> Table:
        return self.done.locked[0]

    @property
    def as_rows(self) -> bool:
        return self.decision.format is LoggingFormat.ROW

    @cached_property
    def effects(self) -> StatementEffects:
        """With the mark of a thread's own tables, if it reads or writes one."""
        if any(access.temporary for access in self.profile.tables):
            return replace(self.done, facts=replace(self.done.facts, thread_specific=True))
        return self.done

    @cached_property
    def databases(self) -> tuple[str, ...] | None:
        """Those that are named beside it, if there are several."""
        return updated_databases(self.profile, self.effects, self.runner.session.server.profile, row_form=True)

    @property
    def reads_t(self) -> bool:
        """A T-table beside the new one."""
        made = self.table.schema, self.table.name
        return any(
            access.engine.transactional and (access.schema, access.table) != made for access in self.profile.tables
        )

    @property
    def writes_t(self) -> bool:
        """Functions that it calls change a T-table."""
        return any(written.engine.transactional for written in self.effects.locked[1:])

    @property
    def as_transaction(self) -> bool:
        """The statement is logged between BEGIN and an end, as up to 5.7."""
        session = self.runner.session
        if session.server.policy.create_select is not CreateSelectLogging.TRANSACTION:
            return False
        caches = session.server.policy.caches
        return self.table.engine.two_phase or (
            self.writes_t
            and caches.cache_for_statement(self.profile, session.transaction_state()).kind is CacheKind.TRX
        )


def logged(copied: CopiedTable) -> tuple[Diagnostic, ...]:
    """Logs it. Returns the warnings that come with that; the table is gone where a cache was full (MySQLError)."""
    runner, session = copied.runner, copied.runner.session
    try:
        warnings = _log(copied)
    except MySQLError:
        session.log.transaction.forget_transaction()
        runner.front_end.forget_table(copied.table)
        raise
    if not session.server.policy.repeats_unsafe_warnings:
        return warnings
    # as SET has the form, whatever temporary tables have kept
    return warnings * 2 if session.binlog_format is BinlogFormat.STATEMENT else ()


def _log(copied: CopiedTable) -> tuple[Diagnostic, ...]:
    log, event = _event_context(copied), _definition(copied)
    note_row_mode(copied.runner, copied.decision)
    if copied.table.temporary:
        return _log_temporary(copied, event, log)
    if copied.as_rows:
        _log_with_rows(copied, event, log)
        return ()
    if copied.as_transaction:
        changed = copied.reads_t or copied.writes_t or bool(copied.effects.affected)
        event = replace(event, in_transaction=True, ends_in_commit=not changed)
    copied.runner.session.log.definitions.log([event], log)
    return copied.decision.warnings


def _event_context(copied: CopiedTable) -> EventContext:
    session, syntax, effects = copied.runner.session, copied.syntax, copied.effects
    log = session.log_statement_state(copied.clock, effects=effects, databases=copied.databases)
    own = session.server.profile
    given = columns_with_texts(copied.table, syntax)
    by_definition = has_time_default(given, own) or copies_moments_as_texts(copied.table.columns, own)
    if copied.as_rows:  # the definition is logged before the first row is read
        before, facts = session.used_in_call or Uses(), effects.facts
        fractions = before.microseconds or effects.asked_fractions
        fractions |= effects.resolved_now and facts.uses_microseconds
        log = log.by(replace(before, microseconds=fractions, thread_specific=facts.thread_specific))
    uses_time_zone = by_definition or effects.resolved_now or effects.asked_zone or log.statement.uses_time_zone
    timestamps = any(column.type.name == "TIMESTAMP" for column in syntax.columns)
    return replace(log, statement=replace(log.statement, uses_time_zone=uses_time_zone, timestamp_defaults=timestamps))


def _definition(copied: CopiedTable) -> DdlEvent:
    table, effects = copied.table, copied.effects
    return DdlEvent(
        effects.text,
        copied.runner.session.database or "",
        databases=copied.databases or tuple(dict.fromkeys(access.schema for access in copied.profile.tables)),
        atomic=table.engine.atomic_ddl and not table.temporary,
        thread_specific=effects.facts.thread_specific,
        sql_require_primary_key=True,
        temporary=table.engine.transactional if table.temporary else None,
        context=effects.context or _seeds_of_made(copied),
    )


def _seeds_of_made(copied: CopiedTable) -> tuple[Rand, ...]:
    """A default that calls RAND() comes from a table that is copied: it is asked for a row, whoever takes it (captured:
    rand_of_copied_defaults)."""
    if copied.as_rows or not calls_rand(copied.table):
        return ()
    seeds = copied.context.session.rand
    return (Rand(seed1=seeds.seed1, seed2=seeds.seed2),)


def _log_temporary(copied: CopiedTable, event: DdlEvent, log: EventContext) -> tuple[Diagnostic, ...]:
    """Rows of it are never logged, and in row form neither is its definition."""
    session = copied.runner.session
    if copied.as_rows:
        return ()
    if copied.as_transaction and not session.in_transaction:  # captured: 5.1.54/created_after_selecting_statement
        event = replace(event, in_transaction=True, ends_in_commit=not (copied.reads_t or copied.writes_t))
    survives = session.server.policy.temporary.select_survives
    state = temporary_ddl_state(copied.runner, BinlogFormat.STATEMENT)
    session.log.definitions.log_temporary([event], state, log, survives=survives, fills=True)
    return copied.decision.warnings


def _log_with_rows(copied: CopiedTable, event: DdlEvent, log: EventContext) -> None:
    runner, session, table = copied.runner, copied.runner.session, copied.table
    policy, how = session.server.policy, session.server.policy.create_select
    atomic = how is CreateSelectLogging.ATOMIC and table.engine.atomic_ddl
    text = show_create.create_text(
        in_session_zone(table, copied.context),
        written_options=copied.syntax.options.written,
        start_transaction=atomic,
        auto_increment=show_create.shown_counter(table, table.auto_increment),
        schema=policy.names_database_of_copy and table.schema != (session.database or ""),
        if_not_exists=copied.syntax.if_not_exists,
        display_widths=session.variables.behaviour.display_widths,
        sql_mode=str(session.variables.get("sql_mode")),
        row_format=show_create.verbose_row_format(table, session.variables),
    )
    made = kept_bytes(runner.spelling.as_made(text))
    event = replace(event, text=made, databases=copied.databases, atomic=False, context=())
    together = atomic or how in (CreateSelectLogging.TRANSACTION, CreateSelectLogging.ROWS_IN_ONE)
    kept = atomic or (copied.reads_t and not policy.empty_copies_commit)
    session.log.definitions.log_with_rows(event, copied.effects, log, together=together, atomic=kept)
