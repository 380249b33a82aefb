"""GTIDs around a session's statements: what is skipped or refused under gtid_next, and what uses a GTID up.

Source: MySQL manual, "gtid_next"; scenarios gtid_next_* of a 9.7.4.
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.binlog.rules.gtid_consistency import consistency_level, engines_violate
from binwriter.binlog.rules.unsafe import TransactionState
from binwriter.formats.records import replace
from binwriter.mysql.engines import Engine
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.server.execute import row_injection
from binwriter.server.execution import Execution
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.named_tables import is_temporary_ddl
from binwriter.sql.binding.profile import for_update_nodes
from binwriter.sql.binding.program_usage import functions_in
from binwriter.sql.command_table import COMMANDS
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.programs import parts_of
from binwriter.sql.syntax.session import Begin, Commit, Rollback
from binwriter.sql.syntax.xa import XaSyntax, XaVerb
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.event_context import StatementState
from binwriter.statement.policy import CreateSelectLogging
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import DdlEvent, StatementProfile


def skips(runner: Execution, parsed: ParsedStatement, context: StatementContext) -> bool:
    """Whether the statement belongs to a transaction that was executed before. MySQLError 1778, 1837."""
    gtid = runner.session.gtid
    if runner.format_description is not None and not _leaves_open(parsed, context):
        row_injection.determine_gtid_next(runner)
    if not gtid.is_assigned:
        return False
    implicit = _ends_by_itself(parsed) and not is_temporary_ddl(parsed)
    undefined = gtid.owned is None and gtid.undefined
    if not undefined and (implicit or isinstance(parsed.node, Begin)) and runner.session.in_active_transaction:
        raise mysql_error("ER_CANT_DO_IMPLICIT_COMMIT_IN_TRX_WHEN_GTID_NEXT_IS_SET")
    if _runs_always(parsed, context):
        return False
    gtid.check_defined()
    if gtid.skips and implicit:
        gtid.transaction_ended()
        return True
    return gtid.skips


def _leaves_open(parsed: ParsedStatement, context: StatementContext) -> bool:
    """Whether gtid_next stays NOT_YET_DETERMINED (captured: clusters/binlog_appliers)."""
    return not isinstance(parsed.node, (Begin, Commit, Rollback)) and _runs_always(parsed, context)


def _runs_always(parsed: ParsedStatement, context: StatementContext) -> bool:
    """Whether it runs whatever gtid_next says: a query not if it locks rows or calls a function, nor SET that calls one
    (captured: clusters/binlog_appliers)."""
    node = parsed.node
    if parsed.command == "explain" and isinstance(node, AdminSyntax) and node.statement is not None:
        return _runs_always(node.statement, context)
    if CommandTrait.ALWAYS_UNDER_GTID not in parsed.traits:
        return False
    if not isinstance(node, exp.Expression):
        values = (part for part in parts_of(node) if isinstance(part, exp.Expression))
        return not any(_calls(value, context) for value in values)
    return not for_update_nodes(node) and not _calls(node, context)


def _calls(tree: exp.Expression, context: StatementContext) -> bool:
    return next(functions_in(tree, context.database), None) is not None


def ended(runner: Execution, parsed: ParsedStatement, context: StatementContext, clock: int) -> None:
    """After a statement that succeeded: one that ends a transaction uses the GTID up, by an empty group if need be."""
    session, node = runner.session, parsed.node
    gtid, unlogged = session.gtid, session.unlogged_ddl
    session.unlogged_ddl = ()
    if not gtid.is_assigned:
        if _ends_by_itself(parsed):
            gtid.transaction_ended()
        return
    if isinstance(node, Rollback) or (isinstance(node, XaSyntax) and node.verb is XaVerb.ROLLBACK):
        gtid.transaction_ended()
        return
    xa_ends = isinstance(node, XaSyntax) and node.verb in (XaVerb.PREPARE, XaVerb.COMMIT)
    if not (isinstance(node, Commit) or xa_ends or _ends_by_itself(parsed)):
        return
    if gtid.owned is None:
        gtid.transaction_ended()
    elif isinstance(node, Commit) or not session.in_active_transaction:  # COMMIT AND CHAIN is in the next one
        log = session.log_statement_state(clock)
        statement = replace(log.statement, thread_specific=is_temporary_ddl(parsed))
        if unlogged:
            statement = _as_of_definition(statement, unlogged, parsed)
        session.log.transaction.empty_transaction(replace(log, statement=statement))


def _as_of_definition(
    statement: StatementState, unlogged: tuple[DdlEvent, ...], parsed: ParsedStatement
) -> StatementState:
    """What a definition that the session keeps from the log would have said stands in the group that its GTID gets
    (captured: gtid_next_of_unlogged_ddl); views and accounts name their databases only when they are logged."""
    named = [event.databases for event in unlogged if event.databases is not None]
    is_account = COMMANDS[parsed.command].system_table == "user"
    is_named = named and not is_account and parsed.command not in ("create_view", "alter_view")
    return replace(
        statement,
        databases=tuple(name for names in named for name in names) if is_named else None,
        invoker=next((event.invoker for event in unlogged if event.invoker is not None), None),
        uses_time_zone=statement.uses_time_zone or any(event.uses_time_zone for event in unlogged),
        microseconds=next((event.microseconds for event in unlogged if event.microseconds is not None), None),
        timestamp_defaults=any(event.explicit_defaults_for_timestamp for event in unlogged),
    )


def _ends_by_itself(parsed: ParsedStatement) -> bool:
    return CommandTrait.COMMITS_AFTER in parsed.traits


# --- enforce_gtid_consistency
# -----------------------------------------------------------------------------------------


def check_engines(
    runner: Execution, profile: StatementProfile, state: TransactionState, context: StatementContext
) -> None:
    """ER_GTID_UNSAFE_NON_TRANSACTIONAL_TABLE, as an error or a warning. state: of the session's transaction."""
    session = runner.session
    form, policy = session.binlog_format, session.server.policy.temporary
    if form is BinlogFormat.MIXED and policy.logged_in_mixed and not runner.temporary.row_mode:
        form = BinlogFormat.STATEMENT  # temporary tables are logged all the same
    if engines_violate(profile, state, form):
        _violation(runner, "ER_GTID_UNSAFE_NON_TRANSACTIONAL_TABLE", context)


def check_create_select(runner: Execution, engine: Engine, context: StatementContext) -> None:
    """ER_GTID_UNSAFE_CREATE_SELECT: the definition and the rows are not one group."""
    atomic = runner.session.server.policy.create_select is CreateSelectLogging.ATOMIC and engine.atomic_ddl
    if not atomic:
        _violation(runner, "ER_GTID_UNSAFE_CREATE_SELECT", context)


def check_temporary_ddl(runner: Execution, statement: BoundStatement) -> None:
    """CREATE and DROP TEMPORARY TABLE in a transaction, where they are logged."""
    session, context = runner.session, statement.context
    if not (session.in_transaction and is_temporary_ddl(statement.parsed) and session.variables.settings.sql_log_bin):
        return
    if session.server.policy.temporary.violates_gtids_in_any_form:
        _violation(runner, "ER_GTID_UNSAFE_CREATE_DROP_TEMPORARY_TABLE_IN_TRANSACTION", context)
    elif session.binlog_format is BinlogFormat.STATEMENT:
        _violation(runner, "ER_CLIENT_GTID_UNSAFE_CREATE_DROP_TEMP_TABLE_IN_TRX_IN_SBR", context)


def _violation(runner: Execution, symbol: str, context: StatementContext) -> None:
    session = runner.session
    get = session.server.variables.get
    level = consistency_level(str(get("gtid_mode")), session.gtid.wanted, str(get("enforce_gtid_consistency")))
    if level == "Error":
        raise mysql_error(symbol)
    session.gtid.violating = session.gtid.wanted.kind
    if level is not None:
        context.diagnostics.append(mysql_warning(symbol))
