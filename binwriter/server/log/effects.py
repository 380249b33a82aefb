"""A statement that ran, given to the log of its session; in autocommit its transaction ends with it."""

from __future__ import annotations

from binwriter.binlog.events.effect_states import event_states, updated_databases
from binwriter.binlog.rules.logging_format import LoggingDecision, LoggingFormat
from binwriter.binlog.rules.resolution import joins_engine
from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import Diagnostic, mysql_warning
from binwriter.server.log.session import LoggedSession
from binwriter.statement.event_context import EventContext
from binwriter.statement.row_changes import RowChanges
from binwriter.statement.temporary_tables import warnings_of_temporary
from binwriter.statement.values import StatementEffects, StatementKind, StatementProfile, TableAccess


def row_statement(rows: RowChanges, *, changes_parent: bool) -> tuple[StatementProfile, StatementEffects]:
    """The statement that row changes without SQL are. changes_parent: foreign keys refer to a table of theirs."""
    tables = rows.tables().values()
    accesses = tuple(TableAccess(table.schema, table.name, table.engine, write=True) for table in tables)
    effects = StatementEffects(
        rows=rows.settled(),
        transactional_write=any(table.engine.two_phase for table in tables),
        nontransactional_write=any(not table.engine.transactional for table in tables),
        affected=len(rows),
        changes_parent=changes_parent,
    )
    return StatementProfile(StatementKind.DML, "rows", accesses, row_injection=True), effects


def log_effects(
    session: LoggedSession, profile: StatementProfile, decision: LoggingDecision, effects: StatementEffects, start: int
) -> tuple[Diagnostic, ...]:
    """See `StatementSession.log_effects`."""
    row_form = decision.format is LoggingFormat.ROW
    if any(access.temporary for access in profile.tables):
        by_block = effects.facts.used_at_block
        if by_block is not None:
            by_block = replace(by_block, thread_specific=True)
        effects = replace(effects, facts=replace(effects.facts, thread_specific=True, used_at_block=by_block))
    server, policy = session.server.profile, session.server.policy
    databases = updated_databases(profile, effects, server, row_form=row_form)
    state = session.log_statement_state(start, effects=effects, databases=databases)
    log, end = event_states(state, profile, effects, policy, row_form=row_form)
    session.failed_log = end if effects.error is not None else None
    if not (effects.write_noticed or row_form):
        effects = replace(effects, nontransactional_write=False)
    transaction = session.log.transaction
    mark = transaction.trx_cache.mark()
    warnings: tuple[Diagnostic, ...] = ()
    if session.variables.settings.sql_log_bin:
        try:
            warnings = _logged(session, profile, decision, effects, log)
        except BaseException as error:
            if isinstance(error, MySQLError) and effects.nontransactional_write:
                transaction.lost_events(decision, effects, log)
            else:
                transaction.discard_statement(mark)
            if isinstance(error, MySQLError) and not session.in_transaction:
                transaction.forget_transaction()
                session.end_transaction(undo=True)
            raise
    else:
        session.server.changed_past_the_log()
        transaction.nontransactional_write |= effects.nontransactional_write
        transaction.engine_joined |= joins_engine(profile, effects)
    if not effects.write_noticed:
        effects = replace(effects, nontransactional_write=False)
    # what hints set is as before when the statement's group ends (captured: hints_set_var)
    if session.restore_hinted is not None:
        session.restore_hinted()
        state = session.log_statement_state(start, effects=effects, databases=databases)
        _, end = event_states(state, profile, effects, policy, row_form=row_form)
    in_transaction, logged = session.in_transaction, transaction.active and not transaction.waits_unjoined
    if effects.nontransactional_write and session.in_call:
        session.changed_n_in_call = True
    transaction.end_statement(effects, in_transaction=in_transaction, row_form=row_form, trx_mark=mark, log=end)
    if in_transaction:
        if transaction.engine_joined and session.variables.behaviour.levels_last_one_statement:
            session.variables.next_transaction.clear()
        return warnings
    return (*warnings, *_end_autocommit(session, profile, effects, logged=logged, row_form=row_form))


def _logged(
    session: LoggedSession,
    profile: StatementProfile,
    decision: LoggingDecision,
    effects: StatementEffects,
    log: EventContext,
) -> tuple[Diagnostic, ...]:
    """Logs it; returns the warnings of unsafe statements."""
    if session.log.statements.log(profile, decision, effects, session.transaction_state(), log):
        return decision.warnings * (effects.program_calls if effects.is_query else 1)
    # each call is warned of, the one that failed too (captured: mixing_failed_calls)
    if decision.format is not LoggingFormat.ROW and effects.is_query:
        return decision.warnings * effects.program_calls
    return ()


def _end_autocommit(
    session: LoggedSession, profile: StatementProfile, effects: StatementEffects, *, logged: bool, row_form: bool
) -> tuple[Diagnostic, ...]:
    """logged: something of it is in a cache."""
    warnings: list[Diagnostic] = []
    # an engine without transactions is not asked to roll back, and then nobody warns of earlier statements
    asks_engine = any(access.engine.two_phase for access in profile.tables)
    earlier = session.changed_n_in_call and asks_engine
    if effects.error is not None and (logged or asks_engine) and session.variables.settings.sql_log_bin:
        # of a load no engine is asked to roll back but one with transactions (captured: loads_that_fail_beside_*)
        loads = profile.command == "load" and session.server.policy.loads_wait and not asks_engine
        incomplete = (effects.nontransactional_write and not loads) or earlier
        caches = session.server.policy.caches
        if incomplete and caches.warns_after_failure(profile, logged_in_cache=logged, row_form=row_form):
            warnings.append(mysql_warning("ER_WARNING_NOT_COMPLETE_ROLLBACK"))
        warnings.extend(
            warnings_of_temporary(made=effects.facts.made_temporary, dropped=effects.facts.dropped_temporary)
        )
    # a statement that leaves no trace in any engine or cache keeps its table noted for warning 6414 (seen in captures)
    executes = effects.error is None or effects.nontransactional_write
    session.end_transaction(undo=False, forget_engines=logged or asks_engine, executes=executes)
    return tuple(warnings)
