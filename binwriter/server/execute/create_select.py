"""CREATE TABLE .. SELECT on a session: as a statement, or the definition and then rows (worklogs 2687 and 13355)."""

from __future__ import annotations

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.server.execute import fill_existing
from binwriter.server.execute.info import of_definition
from binwriter.server.execution import Execution
from binwriter.server.guards.gtid_next import check_create_select
from binwriter.server.log.copied_tables import CopiedTable, logged
from binwriter.server.log.temporary_form import note_row_mode
from binwriter.sql.binding.prelocking import with_programs
from binwriter.sql.context import StatementContext
from binwriter.sql.programs.frames import Frame
from binwriter.sql.programs.name_const import stand_alone, substituted
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.policy import CreateSelectLogging, ExistingTableFill
from binwriter.statement.result import StatementResult
from binwriter.statement.values import StatementEffects, StatementKind, StatementProfile

# it fails with these before an engine has to do with it
_BEFORE_LOCKING = frozenset({"ER_TABLE_EXISTS_ERROR", "ER_CANT_UPDATE_TABLE_IN_CREATE_TABLE_SELECT"})


def run_create_select(
    runner: Execution, parsed: ParsedStatement, profile: StatementProfile, context: StatementContext, clock: int
) -> StatementResult:
    """Raises MySQLError; the transaction that was open is committed all the same."""
    syntax, session = parsed.node, runner.session
    assert isinstance(syntax, CreateTableSyntax)
    policy = session.server.policy
    if profile.implicit_commit:
        # what this statement commits counts as its own (captured: mixing_create_select_clock)
        session.log.transaction.forget_write_set()
        session.commit()
        runner.locks.before_ddl(parsed, context)
        runner.locks.before_dml(profile)
    if "UNION" in syntax.options.written:
        raise mysql_error("ER_WRONG_OBJECT", syntax.schema or context.database, syntax.name, "BASE TABLE")
    profile, written = _with_functions(runner, parsed, syntax, profile, context)
    exists = _exists(runner, syntax, context)
    if written and not exists and session.variables.behaviour.refuses_writing_creates:
        raise mysql_error("ER_CANT_UPDATE_TABLE_IN_CREATE_TABLE_SELECT", written[0].name, syntax.name)
    as_dml = replace(profile, kind=StatementKind.DML)
    # the new table is not open yet when the statement is classified, so that it mixes with nothing (seen in captures)
    mixes = policy.temporary.mixes_when_created and syntax.temporary
    alone = replace(session.transaction_state(), in_transaction=session.in_transaction and mixes)
    decision = session.decide(as_dml, alone)
    fills = syntax.if_not_exists and policy.fills_existing is not ExistingTableFill.NOTHING
    is_left = exists and syntax.if_not_exists and not fills  # it writes nothing (cluster tables_left_as_they_are)
    logging = session.variables.settings.sql_log_bin
    if logging:
        if decision.error is not None and (fills or not exists):
            context.diagnostics.extend(decision.warnings)
            raise decision.error
        _check_logging(runner, syntax, as_dml, context, is_left=is_left)
    # before it is run, so that 1105 is told of one that fails, too
    logged_text = context.logged_text or _logged_text(runner, parsed, context)
    engines, conditions = session.engine_mix.mark(), len(context.diagnostics)
    if syntax.temporary and not is_left:
        context.diagnostics.extend(session.engine_mix.note(as_dml))
    try:
        effects = runner.front_end.run_create_select(parsed, context, runner.undo, logged_text, written)
    except MySQLError as error:
        if error.symbol == "ER_TABLE_EXISTS_ERROR" and policy.temporary.refused_copies_decide:
            note_row_mode(runner, decision)
        if error.symbol in _BEFORE_LOCKING:
            session.engine_mix.set_back(engines)
            del context.diagnostics[conditions:]
        elif not session.in_transaction and any(access.engine.two_phase for access in profile.tables):
            session.engine_mix.forget()
        raise
    context.facts.thread_specific |= syntax.temporary  # for the rest of a CALL
    if effects is None:
        if policy.fills_existing is not ExistingTableFill.NOTHING:
            return fill_existing.fill_existing(runner, parsed, as_dml, decision, context, clock)
        session.engine_mix.set_back(engines)  # it was not opened
        return StatementResult(diagnostics=tuple(context.diagnostics))
    if syntax.temporary:
        runner.programs.note_temporary()
    if logging:
        copied = CopiedTable(runner, syntax, as_dml, decision, effects, context, clock)
        context.diagnostics.extend(logged(copied))
    if syntax.temporary:
        _note_temporary(runner, effects)
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


def _logged_text(runner: Execution, parsed: ParsedStatement, context: StatementContext) -> bytes:
    """With values in place of local variables."""
    if not isinstance(context.program_names, Frame):
        return runner.spelling.bytes_of(parsed.text)
    frame, node = context.program_names, parsed.node
    assert isinstance(node, CreateTableSyntax)
    if context.variables.settings.binlog_format is BinlogFormat.STATEMENT and not stand_alone(node, frame, context):
        context.diagnostics.append(mysql_warning("ER_NAME_CONST_ISSUES"))
    made = substituted(parsed.text, node, frame, context)
    return runner.spelling.as_logged(made.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")


def _with_functions(
    runner: Execution,
    parsed: ParsedStatement,
    syntax: CreateTableSyntax,
    profile: StatementProfile,
    context: StatementContext,
) -> tuple[StatementProfile, tuple[Table, ...]]:
    """The profile with what the query's functions use, and the tables that they change."""
    assert isinstance(syntax.select, exp.Expression)
    prelocking = runner.programs.prelock(parsed, (syntax.select,), context)
    if prelocking is None:
        return profile, ()
    if prelocking.grant_tables:
        from binwriter.sql.binding.grant_reads import warn_of_programs

        warn_of_programs(prelocking.grant_tables, context)
    return with_programs(profile, prelocking), prelocking.written


def _check_logging(
    runner: Execution, syntax: CreateTableSyntax, as_dml: StatementProfile, context: StatementContext, *, is_left: bool
) -> None:
    """What the log does not take. is_left: the table is there and stays as it is."""
    session = runner.session
    atomic = session.server.policy.create_select is CreateSelectLogging.ATOMIC and as_dml.written[0].engine.atomic_ddl
    if session.binlog_format is BinlogFormat.ROW and atomic and syntax.foreign_keys:
        raise mysql_error("ER_FOREIGN_KEY_WITH_ATOMIC_CREATE_SELECT")
    if not (syntax.temporary or is_left):
        check_create_select(runner, as_dml.written[0].engine, context)


def _note_temporary(runner: Execution, effects: StatementEffects) -> None:
    """What a filled temporary table is to its transaction, whatever its engine (captured: tests/golden/gtid_texts)."""
    session, transaction = runner.session, runner.session.log.transaction
    policy = session.server.policy.temporary
    if session.in_transaction:
        transaction.engine_joined = True
        transaction.transactional_write |= policy.copies_write and effects.locked[0].engine.two_phase
        if policy.ddl_survives_in_row and policy.select_survives:
            transaction.keep_for_temporary_ddl()
    if effects.nontransactional_write:
        transaction.nontransactional_write = session.in_transaction


def _exists(runner: Execution, syntax: CreateTableSyntax, context: StatementContext) -> bool:
    schema = syntax.schema or context.database or ""
    if syntax.temporary:
        return runner.temporary.find(schema, syntax.name) is not None
    return runner.front_end.database.catalog.find(schema, syntax.name) is not None
