"""DDL on a session: the implicit commit, the change itself, and its events; temporary tables and their end."""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp

from binwriter.formats.collations import SYSTEM_COLLATION_ID, collation_by_name
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.raw_bytes import kept_bytes, kept_text
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.server.execute import create_select
from binwriter.server.execute.info import of_definition
from binwriter.server.execution import Execution
from binwriter.server.guards.accounts import follow_own_expiry, follow_own_name
from binwriter.server.guards.locked_tables import locks_follow
from binwriter.server.log.temporary_form import note_row_mode, temporary_ddl_state, temporary_form
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.program_definitions import AlterProgram, DropProgram
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.event_context import EventContext
from binwriter.statement.result import StatementResult
from binwriter.statement.temporary_tables import TemporaryTable, session_end_texts, warnings_of_temporary
from binwriter.statement.values import DdlEvent, StatementEffects, StatementProfile

_COMPLETED = frozenset(
    f"{verb}_{kind}" for verb in ("create", "alter") for kind in ("view", "procedure", "function", "trigger", "event")
)


def run_ddl(
    runner: Execution, parsed: ParsedStatement, profile: StatementProfile, context: StatementContext, clock: int
) -> StatementResult:
    """Runs a DDL statement. Raises MySQLError; the transaction that was open is committed all the same."""
    if parsed.command == "create_select":
        return create_select.run_create_select(runner, parsed, profile, context, clock)
    session = runner.session
    if session.seems_in_transaction:
        session.seems_in_transaction = not (profile.implicit_commit and session.in_transaction)
        if session.seems_in_transaction and parsed.command == "truncate":
            raise mysql_error("ER_LOCK_OR_ACTIVE_TRANSACTION")
    if profile.implicit_commit and not _stays_open(runner, parsed, context):
        session.commit()
        runner.locks.before_ddl(parsed, context)
    # before it runs: DROP DATABASE may take the session's own. What earlier statements of a CALL have used stays
    log = session.log_statement_state(clock).by(context.uses())
    had = runner.temporary.created, runner.temporary.dropped
    had_tables, in_force = bool(runner.temporary), temporary_form(runner)
    # what commits implicitly is over with the statement, though autocommit is off
    in_transaction = session.in_transaction and not profile.implicit_commit
    policy = session.server.policy.temporary
    if in_transaction and policy.ddl_survives_in_row and _is_of_temporary(parsed):
        session.log.transaction.keep_for_temporary_ddl()
    open_before = len(list(runner.temporary))
    ran_as = context.definer
    try:
        effects = runner.front_end.run_ddl(parsed, context)
    finally:
        if context.definer != ran_as and not runner.programs.definer:
            follow_own_name(runner, context.definer)
    if parsed.command == "truncate" and _named(parsed, context) == _SIZES:
        session.server.transaction_sizes.clear()
    if parsed.command in ("alter_user", "set_password"):
        follow_own_expiry(runner)
    makes_temporary = isinstance(parsed.node, CreateTableSyntax) and parsed.node.temporary
    if makes_temporary or len(list(runner.temporary)) < open_before:
        runner.programs.note_temporary()
    if runner.locked_tables:
        locks_follow(runner, BoundStatement(parsed, context))
    if session.database is not None and context.database is None:  # DROP DATABASE took it
        session.variables.database_changed(collation_by_name(session.variables.get("collation_server")).id, None)
    session.database = context.database
    if _starts_transaction(parsed):
        _open_with_definition(runner, parsed, effects, log)
    else:
        log_events(runner, parsed, effects.ddl, log, in_force, in_transaction=in_transaction)
    # for the rest of a CALL
    context.facts.thread_specific |= makes_temporary or any(event.thread_specific for event in effects.ddl)
    note_row_mode(runner, made_first=not had_tables)
    if not in_transaction:
        runner.temporary.transaction_ended()
    elif had != (runner.temporary.created, runner.temporary.dropped):
        session.log.transaction.engine_joined = True
    if effects.error is not None:
        raise effects.error
    if _starts_transaction(parsed):
        context.diagnostics.clear()  # captured: tables_of_values
    return StatementResult(
        diagnostics=tuple(context.diagnostics),
        affected=effects.affected,
        columns=effects.columns,
        rows=effects.result,
        info=of_definition(parsed, effects, context),
    )


_SIZES = ("performance_schema", "binary_log_transaction_compression_stats")


def _named(parsed: ParsedStatement, context: StatementContext) -> tuple[str, str]:
    table = parsed.node.expressions[0] if isinstance(parsed.node, exp.TruncateTable) else exp.Table()
    return (table.text("db") or context.database or "").lower(), table.name.lower()


def _stays_open(runner: Execution, parsed: ParsedStatement, context: StatementContext) -> bool:
    """Whether the statement leaves the transaction as it is, for there is no such routine."""
    node, programs = parsed.node, runner.front_end.database.programs
    if runner.session.server.policy.commits_for_missing or not isinstance(node, (AlterProgram, DropProgram)):
        return False
    is_routine = node.kind in (ProgramKind.PROCEDURE, ProgramKind.FUNCTION)
    return is_routine and programs.find(node.kind, node.schema or context.database or "", node.name) is None


def _starts_transaction(parsed: ParsedStatement) -> bool:
    return isinstance(parsed.node, CreateTableSyntax) and parsed.node.options.start_transaction


def _open_with_definition(
    runner: Execution, parsed: ParsedStatement, effects: StatementEffects, log: EventContext
) -> None:
    """CREATE TABLE .. START TRANSACTION: the definition waits in the transaction that it opens (MySQL manual, "Atomic
    Data Definition Statement Support"), and ROLLBACK takes the table away."""
    if effects.error is not None:
        return
    assert isinstance(parsed.node, CreateTableSyntax)
    session, made = runner.session, any(event.atomic for event in effects.ddl)
    name = parsed.node.schema or session.database or "", parsed.node.name
    session.explicit_transaction = True
    session.created_in_transaction = name if made else ("", "")
    if session.variables.settings.sql_log_bin:
        for event in effects.ddl:
            is_anew = event.text != kept_bytes(parsed.text)  # with a key that was generated
            text = event.text if is_anew else runner.spelling.bytes_of(parsed.text)
            session.log.definitions.open_with(replace(event, text=text, atomic=False), log, transactional=made)


def _is_of_temporary(parsed: ParsedStatement) -> bool:
    """CREATE and DROP TEMPORARY TABLE, whatever comes of them."""
    if isinstance(parsed.node, CreateTableSyntax):
        return parsed.node.temporary
    return isinstance(parsed.node, exp.Drop) and bool(parsed.node.args.get("temporary"))


def log_events(
    runner: Execution,
    parsed: ParsedStatement,
    ddl: Iterable[DdlEvent],
    log: EventContext,
    in_force: BinlogFormat | None = None,
    *,
    in_transaction: bool = True,
) -> None:
    """Logs the events, the client's text as its bytes came. in_force: see `temporary_ddl_state`; None for now's.

    in_transaction: False if the statement ends the session's transaction.
    """
    session = runner.session
    if not session.variables.settings.sql_log_bin:
        session.server.changed_past_the_log()
        session.unlogged_ddl = tuple(ddl)
        return
    text, original = runner.spelling.bytes_of(parsed.text), kept_bytes(parsed.text)
    for event in ddl:
        if event.text == original:
            event = replace(event, text=text)
        elif not (event.text.isascii() and runner.spelling.given.isascii()):
            parameters = getattr(parsed.node, "parameters_text", "") if parsed.command in _COMPLETED else None
            event = replace(event, text=runner.spelling.made_bytes(kept_text(event.text), event.kept, parameters))
        elif runner.spelling.remakes(made := event.text.decode()):
            completed = parsed.command in _COMPLETED
            made = runner.spelling.as_completed(made, event.kept) if completed else runner.spelling.as_made(made)
            event = replace(event, text=made.encode())
        if event.temporary is None:
            session.log.definitions.log([event], log)
        else:
            state = temporary_ddl_state(runner, in_force or temporary_form(runner))
            state = replace(state, in_transaction=state.in_transaction and in_transaction)
            session.log.definitions.log_temporary([event], state, log)


def rollback_warnings(runner: Execution, *, incomplete: bool, to_savepoint: bool = False) -> tuple[Diagnostic, ...]:
    """What ROLLBACK and ROLLBACK TO warn of: changes of N-tables, temporary tables made or dropped."""
    warnings = []
    temporary = runner.temporary.created or runner.temporary.dropped
    counts = runner.session.server.policy.temporary.counts_as_n_write
    if incomplete or (to_savepoint and temporary and counts):
        warnings.append(mysql_warning("ER_WARNING_NOT_COMPLETE_ROLLBACK"))
    if runner.session.server.policy.temporary.warns_at_rollback:
        warnings += warnings_of_temporary(made=runner.temporary.created, dropped=runner.temporary.dropped)
    return tuple(warnings)


def drop_temporary_tables(runner: Execution) -> None:
    """The end of a session: its temporary tables go, and the log may say so."""
    session, policy = runner.session, runner.session.server.policy.temporary
    if not runner.temporary or not session.variables.settings.sql_log_bin:
        return
    if not policy.logs_session_end(temporary_form(runner), session.binlog_format):
        return
    log = session.log_statement_state(session.server.chance.clock())
    charset = log.session.charset._replace(client=SYSTEM_COLLATION_ID)  # names are in the server's own character set
    system = replace(log, session=replace(log.session, charset=charset))
    for thread, tables in runner.temporary.by_thread():
        listed = [
            TemporaryTable(data.definition.schema, data.definition.name, data.definition.engine.transactional)
            for data in tables
            if policy.logged_in_mixed or not data.unlogged
        ]
        before: str | None = None
        for schema, text in session_end_texts(policy.session_end, listed):
            event = DdlEvent(text.encode(), schema or session.database or "", thread_specific=True, implicit=True)
            # of a run's two events the second has the client's character set again (seen in captures)
            state = log if schema == before else system
            state = replace(state, session=replace(state.session, thread_id=thread))
            session.log.definitions.log([event], state)
            before = schema


def effective_format(runner: Execution, profile: StatementProfile) -> BinlogFormat:
    """binlog_format as far as temporary tables leave it: MIXED may be row form because of them."""
    form = temporary_form(runner)
    policy = runner.session.server.policy
    loads_rows = profile.command == "load" and policy.loads_as_rows  # without being unsafe (captured: load_data_mixed)
    if form is BinlogFormat.MIXED and loads_rows:
        return BinlogFormat.ROW
    if form is not BinlogFormat.MIXED or policy.temporary.logged_in_mixed:
        return form
    temporary = profile.makes_temporary or any(access.temporary for access in profile.tables)
    return BinlogFormat.ROW if temporary else form
