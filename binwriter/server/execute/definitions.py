"""DDL on a session: the implicit commit, the change itself, and its events; temporary tables and their end."""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp

from binwriter.binlog.events.effect_states import updated_databases
from binwriter.binlog.rules.cache import CacheKind
from binwriter.binlog.rules.logging_format import LoggingDecision, LoggingFormat
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.collations import SYSTEM_COLLATION_ID, collation_by_name
from binwriter.formats.events import Rand
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.raw_bytes import kept_bytes, kept_text
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.server.execute import fill_existing
from binwriter.server.execute.info import of_definition
from binwriter.server.execution import Execution
from binwriter.server.guards.gtid_next import check_create_select
from binwriter.server.guards.locked_tables import locks_follow
from binwriter.server.log.temporary_form import note_row_mode, temporary_ddl_state, temporary_form
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.prelocking import with_programs
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl import create_select, show_create
from binwriter.sql.ddl.table.defaults import calls_rand
from binwriter.sql.ddl.table.implicit_timestamps import copies_moments_as_texts, has_time_default, in_session_zone
from binwriter.sql.syntax.program_definitions import AlterProgram, DropProgram
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.modes import KEPT
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.event_context import EventContext
from binwriter.statement.policy import CreateSelectLogging, ExistingTableFill
from binwriter.statement.result import StatementResult
from binwriter.statement.temporary_tables import TemporaryTable, session_end_texts, warnings_of_temporary
from binwriter.statement.uses import Uses
from binwriter.statement.values import DdlEvent, StatementEffects, StatementKind, StatementProfile

# CREATE TABLE .. SELECT fails with these before an engine has to do with it.
_COMPLETED = frozenset(
    f"{verb}_{kind}" for verb in ("create", "alter") for kind in ("view", "procedure", "function", "trigger", "event")
)
_BEFORE_LOCKING = frozenset({"ER_TABLE_EXISTS_ERROR", "ER_CANT_UPDATE_TABLE_IN_CREATE_TABLE_SELECT"})


def run_ddl(
    runner: Execution, parsed: ParsedStatement, profile: StatementProfile, context: StatementContext, clock: int
) -> StatementResult:
    """Runs a DDL statement. Raises MySQLError; the transaction that was open is committed all the same."""
    if parsed.command == "create_select":
        return _run_create_select(runner, parsed, profile, context, clock)
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
    effects = runner.front_end.run_ddl(parsed, context)
    if parsed.command == "truncate" and _named(parsed, context) == _SIZES:
        session.server.transaction_sizes.clear()
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


def _run_create_select(
    runner: Execution, parsed: ParsedStatement, profile: StatementProfile, context: StatementContext, clock: int
) -> StatementResult:
    """CREATE TABLE .. SELECT: as a statement, or the definition and then rows."""
    syntax, session = parsed.node, runner.session
    assert isinstance(syntax, CreateTableSyntax)
    logging = session.variables.settings.sql_log_bin
    if profile.implicit_commit:
        # what this statement commits counts as its own (captured: mixing_create_select_clock)
        session.log.transaction.forget_write_set()
        session.commit()
        runner.locks.before_ddl(parsed, context)
        runner.locks.before_dml(profile)
    if "UNION" in syntax.options.written:
        raise mysql_error("ER_WRONG_OBJECT", syntax.schema or context.database, syntax.name, "BASE TABLE")
    assert isinstance(syntax.select, exp.Expression)
    prelocking = runner.programs.prelock(parsed, (syntax.select,), context)  # what its functions use and change
    written = () if prelocking is None else prelocking.written
    if prelocking is not None:
        profile = with_programs(profile, prelocking)
        if prelocking.grant_tables:
            from binwriter.sql.binding.grant_reads import warn_of_programs

            warn_of_programs(prelocking.grant_tables, context)
    exists = _exists(runner, syntax, context)
    if written and not exists and session.variables.behaviour.refuses_writing_creates:
        raise mysql_error("ER_CANT_UPDATE_TABLE_IN_CREATE_TABLE_SELECT", written[0].name, syntax.name)
    as_dml = replace(profile, kind=StatementKind.DML)
    # the new table is not open yet when the statement is classified, so that it mixes with nothing (seen in captures)
    mixes = session.server.policy.temporary.mixes_when_created and syntax.temporary
    alone = replace(session.transaction_state(), in_transaction=session.in_transaction and mixes)
    decision = session.decide(as_dml, alone)
    fills = syntax.if_not_exists and session.server.policy.fills_existing is not ExistingTableFill.NOTHING
    if logging and decision.error is not None and (fills or not exists):
        context.diagnostics.extend(decision.warnings)
        raise decision.error
    by_rows = logging and session.binlog_format is BinlogFormat.ROW
    atomic = session.server.policy.create_select is CreateSelectLogging.ATOMIC and as_dml.written[0].engine.atomic_ddl
    if by_rows and atomic and syntax.foreign_keys:
        raise mysql_error("ER_FOREIGN_KEY_WITH_ATOMIC_CREATE_SELECT")
    is_left = exists and syntax.if_not_exists and not fills  # it writes nothing (cluster tables_left_as_they_are)
    if logging and not (syntax.temporary or is_left):
        check_create_select(runner, as_dml.written[0].engine, context)
    engines, conditions = session.engine_mix.mark(), len(context.diagnostics)
    if syntax.temporary and not is_left:
        context.diagnostics.extend(session.engine_mix.note(as_dml))
    try:
        effects = runner.front_end.run_create_select(
            parsed,
            context,
            runner.undo,
            runner.spelling.bytes_of(parsed.text),
            written,
        )
    except MySQLError as error:
        if error.symbol == "ER_TABLE_EXISTS_ERROR" and session.server.policy.temporary.refused_copies_decide:
            note_row_mode(runner, decision)
        if error.symbol in _BEFORE_LOCKING:
            session.engine_mix.set_back(engines)
            del context.diagnostics[conditions:]
        elif not session.in_transaction and any(access.engine.two_phase for access in profile.tables):
            session.engine_mix.forget()
        raise
    context.facts.thread_specific |= syntax.temporary  # for the rest of a CALL
    if effects is not None and syntax.temporary:
        runner.programs.note_temporary()
    if effects is None and session.server.policy.fills_existing is not ExistingTableFill.NOTHING:
        return fill_existing.fill_existing(runner, parsed, as_dml, decision, context, clock)
    if effects is None:
        session.engine_mix.set_back(engines)  # it was not opened
        return StatementResult(diagnostics=tuple(context.diagnostics))
    if logging:
        try:
            warnings = _log_create_select(runner, syntax, as_dml, decision, effects, context, clock)
        except MySQLError:  # a cache was full
            session.log.transaction.forget_transaction()
            runner.front_end.forget_table(effects.locked[0])
            raise
        if not session.server.policy.repeats_unsafe_warnings:
            context.diagnostics.extend(warnings)
        elif session.binlog_format is BinlogFormat.STATEMENT:  # as SET has it, whatever temporary tables have kept
            context.diagnostics.extend(warnings * 2)
    policy = session.server.policy.temporary
    if syntax.temporary and session.in_transaction:  # whatever its engine is (captured: tests/golden/gtid_texts)
        session.log.transaction.engine_joined = True
        session.log.transaction.transactional_write |= policy.copies_write and effects.locked[0].engine.two_phase
    if syntax.temporary and session.in_transaction and policy.ddl_survives_in_row and policy.select_survives:
        session.log.transaction.keep_for_temporary_ddl()
    if effects.nontransactional_write and syntax.temporary:
        session.log.transaction.nontransactional_write = session.in_transaction
    if not session.in_transaction:  # a temporary table of an engine without transactions goes on counting
        took_part = not syntax.temporary or any(access.engine.two_phase for access in profile.tables)
        session.end_transaction(undo=False, forget_engines=took_part)
    runner.last_insert_id = effects.generated_id or runner.last_insert_id
    return StatementResult(
        diagnostics=tuple(context.diagnostics),
        affected=effects.affected,
        insert_id=effects.insert_id,
        info=of_definition(parsed, effects, context),
    )


def _exists(runner: Execution, syntax: CreateTableSyntax, context: StatementContext) -> bool:
    schema = syntax.schema or context.database or ""
    if syntax.temporary:
        return runner.temporary.find(schema, syntax.name) is not None
    return runner.front_end.database.catalog.find(schema, syntax.name) is not None


def _seeds_of_made(table: Table, context: StatementContext, *, as_rows: bool) -> tuple[Rand, ...]:
    """A default that calls RAND() comes from a table that is copied: it is asked for a row, whoever takes it (captured:
    rand_of_copied_defaults)."""
    if as_rows or not calls_rand(table):
        return ()
    return (Rand(seed1=context.session.rand.seed1, seed2=context.session.rand.seed2),)


def _log_create_select(
    runner: Execution,
    syntax: CreateTableSyntax,
    profile: StatementProfile,
    decision: LoggingDecision,
    effects: StatementEffects,
    context: StatementContext,
    clock: int,
) -> tuple[Diagnostic, ...]:
    """Returns the warnings that logging adds."""
    session = runner.session
    table = effects.locked[0]
    if any(access.temporary for access in profile.tables):
        effects = replace(effects, facts=replace(effects.facts, thread_specific=True))
    as_rows = decision.format is LoggingFormat.ROW
    many = updated_databases(profile, effects, session.server.profile, row_form=True)
    log = session.log_statement_state(clock, effects=effects, databases=many)
    own = session.server.profile
    given = create_select.columns_with_texts(table, syntax)
    by_definition = has_time_default(given, own) or copies_moments_as_texts(table.columns, own)
    if as_rows:  # the definition is logged before the first row is read
        before = session.used_in_call or Uses()
        log = log.by(replace(before, thread_specific=effects.facts.thread_specific))
    uses_time_zone = by_definition or effects.resolved_now or log.statement.uses_time_zone
    timestamps = any(column.type.name == "TIMESTAMP" for column in syntax.columns)
    statement = replace(log.statement, uses_time_zone=uses_time_zone, timestamp_defaults=timestamps)
    log = replace(log, statement=statement)
    event = DdlEvent(
        effects.text,
        session.database or "",
        databases=many or tuple(dict.fromkeys(access.schema for access in profile.tables)),
        atomic=table.engine.atomic_ddl and not table.temporary,
        thread_specific=effects.facts.thread_specific,
        sql_require_primary_key=True,
        temporary=table.engine.transactional if table.temporary else None,
        context=effects.context or _seeds_of_made(table, context, as_rows=as_rows),
    )
    note_row_mode(runner, decision)
    caches, programs = session.server.policy.caches, effects.locked[1:]
    writes_t = any(written.engine.transactional for written in programs)
    as_transaction = table.engine.two_phase or (
        writes_t and caches.cache_for_statement(profile, session.transaction_state()).kind is CacheKind.TRX
    )
    as_transaction = as_transaction and session.server.policy.create_select is CreateSelectLogging.TRANSACTION
    reads_t = any(
        access.engine.transactional and (access.schema, access.table) != (table.schema, table.name)
        for access in profile.tables
    )
    if table.temporary:
        if as_rows:
            return ()
        if as_transaction and not session.in_transaction:  # captured: 5.1.54/created_after_selecting_statement
            event = replace(event, in_transaction=True, ends_in_commit=not (reads_t or writes_t))
        survives = session.server.policy.temporary.select_survives
        state = temporary_ddl_state(runner, BinlogFormat.STATEMENT)
        session.log.definitions.log_temporary([event], state, log, survives=survives, fills=True)
        return decision.warnings
    how = session.server.policy.create_select
    if not as_rows:
        if as_transaction:
            changed = reads_t or writes_t or bool(effects.affected)
            event = replace(event, in_transaction=True, ends_in_commit=not changed)
        session.log.definitions.log([event], log)
        return decision.warnings
    atomic = how is CreateSelectLogging.ATOMIC and table.engine.atomic_ddl
    text = show_create.create_text(
        in_session_zone(table, context),
        written_options=syntax.options.written,
        start_transaction=atomic,
        auto_increment=show_create.shown_counter(table, table.auto_increment),
        schema=session.server.policy.names_database_of_copy and table.schema != (session.database or ""),
        if_not_exists=syntax.if_not_exists,
        display_widths=session.variables.behaviour.display_widths,
        sql_mode=str(session.variables.get("sql_mode")),
        row_format=show_create.verbose_row_format(table, session.variables),
    )
    text = runner.spelling.as_made(text)
    event = replace(event, text=kept_bytes(text), databases=many, atomic=False, context=())
    together = atomic or how in (CreateSelectLogging.TRANSACTION, CreateSelectLogging.ROWS_IN_ONE)
    kept = atomic or (reads_t and not session.server.policy.empty_copies_commit)
    after_query = how is CreateSelectLogging.ATOMIC
    session.log.definitions.log_with_rows(event, effects, log, together=together, atomic=kept, after_query=after_query)
    return ()


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
        return
    text, original = runner.spelling.bytes_of(parsed.text), kept_bytes(parsed.text)
    for event in ddl:
        if event.text == original:
            event = replace(event, text=text)
        elif not (event.text.isascii() and runner.spelling.given.isascii()):
            parameters = getattr(parsed.node, "parameters_text", "") if parsed.command in _COMPLETED else None
            event = replace(event, text=runner.spelling.made_bytes(kept_text(event.text), event.kept, parameters))
        elif runner.spelling.reads_otherwise or runner.spelling.names_are_bare or KEPT.encode() in event.text:
            made = event.text.decode()
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
    session, tables = runner.session, list(runner.temporary)
    policy = session.server.policy.temporary
    if not tables or not session.variables.settings.sql_log_bin:
        return
    if not policy.logs_session_end(temporary_form(runner), session.binlog_format):
        return
    listed = [
        TemporaryTable(data.definition.schema, data.definition.name, data.definition.engine.transactional)
        for data in tables
        if policy.logged_in_mixed or not data.unlogged
    ]
    log = session.log_statement_state(session.server.chance.clock())
    charset = log.session.charset._replace(client=SYSTEM_COLLATION_ID)  # names are in the server's own character set
    system = replace(log, session=replace(log.session, charset=charset))
    before: str | None = None
    for schema, text in session_end_texts(policy.session_end, listed):
        event = DdlEvent(text.encode(), schema or session.database or "", thread_specific=True, implicit=True)
        # of a run's two events the second has the client's character set again (seen in captures)
        session.log.definitions.log([event], log if schema == before else system)
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
