"""Statements that change rows: admitted, run, logged."""

from __future__ import annotations

import re
from collections.abc import Callable

from sqlglot import exp

from binwriter.binlog.rules.logging_format import LoggingDecision, LoggingFormat, warnings_of_row_form
from binwriter.binlog.rules.partial_rows import PartialRows
from binwriter.binlog.rules.resolution import given_by_parser, is_noted_last, tables_were_locked
from binwriter.errors import MySQLError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import Diagnostic, mysql_warning
from binwriter.mysql.session_modes import RowImage
from binwriter.server import followed
from binwriter.server.execute.info import counts_of
from binwriter.server.execution import Execution
from binwriter.server.guards.gtid_next import check_engines
from binwriter.server.guards.locked_tables import write_locked
from binwriter.server.guards.read_only import check_changes
from binwriter.server.guards.system_schemas import check_logged_rows, keep_changed_tables
from binwriter.server.log.temporary_form import note_row_mode
from binwriter.sql.binding.prelocking import Prelocking, with_programs
from binwriter.sql.context import StatementContext
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.programs import name_const
from binwriter.sql.programs.frames import Frame
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import StatementProfile

_DELAYED = pattern(r"\bDELAYED\b", re.IGNORECASE)


def run_changes(
    runner: Execution, parsed: ParsedStatement, profile: StatementProfile, context: StatementContext, clock: int
) -> StatementResult:
    """INSERT, UPDATE, DELETE and their kin: how they are logged is decided, then they run, then they are logged."""
    assert isinstance(parsed.node, exp.Expression)
    prelocking = runner.programs.prelock(parsed, (parsed.node,), context)
    if prelocking is not None:
        profile = with_programs(profile, prelocking)
    check_changes(runner, profile)
    if "DELAYED" in parsed.modifiers:
        from binwriter.server.log.delayed import handed_over

        told = handed_over(runner, parsed, prelocking, context)
        if told is not None:
            return told
    if runner.locks.before_dml(profile):  # while it waited the tables may have changed
        profile = runner.front_end.profile(parsed, context)
        prelocking = runner.programs.prelock(parsed, (parsed.node,), context)
        if prelocking is not None:
            profile = with_programs(profile, prelocking)
    if prelocking is not None and prelocking.grant_tables:
        from binwriter.sql.binding.grant_reads import warn_of_programs

        warn_of_programs(prelocking.grant_tables, context)
    if runner.quick is not None and not context.diagnostics:
        runner.quick.keep_change(parsed, profile, prelocking, context)
    return change_rows(runner, parsed, profile, prelocking, context, clock)


def change_rows(
    runner: Execution,
    parsed: ParsedStatement,
    profile: StatementProfile,
    prelocking: Prelocking | None,
    context: StatementContext,
    clock: int,
    work: Callable[[DmlRun], None] | None = None,
) -> StatementResult:
    """The same once all tables are known and locked. work: see `FrontEnd.run_dml`."""
    session = runner.session
    in_row_form = runner.programs.in_row_form
    profile = runner.programs.with_kept_reasons(parsed, profile, context)
    engines, conditions = session.engine_mix.mark(), len(context.diagnostics)
    decision = admit(runner, profile, context)
    admitted = len(context.diagnostics)
    runner.programs.keep_reasons(parsed, profile, decision, context)
    context.row_form = decision.format is LoggingFormat.ROW
    if context.server.policy.warns_of_blackhole:
        context.diagnostics.extend(warnings_of_row_form(profile, session.binlog_format))
    note_row_mode(runner, decision)
    text = _logged_text(runner, parsed, context, as_given=in_row_form)
    mark = runner.undo.mark()
    effects = runner.front_end.run_dml(parsed, context, runner.undo, text, prelocking, work)
    context.facts.internal_temporary = effects.internal_temporary and context.server.policy.marks_internal_temporary
    if runner.locked_tables and effects.locked:
        held = write_locked(runner, context)
        names = {(table.schema, table.name) for table in held}
        others = (table for table in effects.locked if (table.schema, table.name) not in names)
        effects = replace(effects, locked=(*held, *others))
    locked = tables_were_locked(profile, effects)
    if not locked:
        del context.diagnostics[conditions:admitted]
    _put_first(context.diagnostics, conditions, given_by_parser)
    try:
        context.diagnostics.extend(session.log_effects(profile, decision, effects, clock))
    except MySQLError as error:  # a cache was full
        runner.undo.rollback_to(mark)
        context.diagnostics.extend(decision.warnings)
        context.diagnostics.extend(
            Diagnostic("Error", condition.code, condition.message) for condition in error.earlier
        )
        error.earlier = ()
        if effects.nontransactional_write and not session.in_transaction:
            context.diagnostics.append(mysql_warning("ER_WARNING_NOT_COMPLETE_ROLLBACK"))
        raise
    _put_first(context.diagnostics, conditions, lambda condition: not is_noted_last(condition))
    if not locked:
        session.engine_mix.set_back(engines)
    if effects.generated_id:  # by rows made before it failed too, and after what LAST_INSERT_ID(expression) set
        runner.last_insert_id, context.new_last_insert_id = effects.generated_id, None
    if effects.error is not None:
        raise effects.error
    if parsed.command == "insert_select":
        runner.found_rows = effects.affected or 0
    elif CommandTrait.LEAVES_NO_FOUND_ROWS in parsed.traits:
        runner.found_rows = 0
    elif context.new_found_rows is not None:
        runner.found_rows = context.new_found_rows
    if runner.quick is not None:
        runner.quick.learn_change(parsed, profile, decision, effects, context)
    counts = counts_of(parsed, effects, context)
    return StatementResult(
        raised=0 if effects.ended_untold else None,  # no answer of its own (cluster nulls_of_files)
        diagnostics=tuple(context.diagnostics),
        affected=effects.affected,
        insert_id=effects.insert_id,
        info=counts.info,
        matched=counts.matched,
    )


def admit(runner: Execution, profile: StatementProfile, context: StatementContext) -> LoggingDecision:
    """How the statement will be logged. MySQLError when it cannot be."""
    session = runner.session
    logging = session.variables.settings.sql_log_bin
    state = own = session.transaction_state()
    if runner.locked_tables:
        state = replace(state, tables_locked=True)
    decision = runner.programs.decided(session.decide(profile, state))
    if (news := session.news) is not None and news.follows:
        followed.note_change(runner, profile, decision, logging=logging)
    if runner.programs.state is not None and any(access.temporary for access in profile.tables):
        context.facts.thread_specific = True  # for the rest of the CALL too (captured: programs_multi_and_flags_*)
    if logging and decision.error is not None:
        context.diagnostics.extend(decision.warnings)
        raise decision.error
    context.diagnostics.extend(session.engine_mix.note(profile))
    row_image = session.variables.settings.binlog_row_image
    as_rows = logging and decision.format is LoggingFormat.ROW
    if as_rows:
        check_logged_rows(profile)
    keep_changed_tables(profile, runner.front_end.database_of(context))
    partial = as_rows and row_image is not RowImage.FULL
    context.partial_rows = PartialRows(row_image, session.server.logs_database) if partial else None
    if logging:
        try:
            check_engines(runner, profile, own, context)
        except MySQLError:
            note_row_mode(runner, decision)  # it was decided before (captured: gtid_restrictions_mixed)
            if profile.command == "update_multi" and context.variables.behaviour.joined_errors_are_unknown:
                context.diagnostics.append(mysql_warning("ER_UNKNOWN_ERROR", level="Error"))
            if not session.in_transaction:
                session.end_transaction(undo=False)
            raise
    return decision


def _logged_text(runner: Execution, parsed: ParsedStatement, context: StatementContext, *, as_given: bool) -> bytes:
    """The statement as it is logged: values in place of local variables and of prepared parameters.

    as_given: no values for local variables; a server saves itself the trouble when rows are logged anyway.
    """
    if context.logged_text is not None:
        return context.logged_text
    if isinstance(context.program_names, Frame) and not as_given:
        made = name_const.substituted(parsed.text, parsed.node, context.program_names, context)
        return runner.spelling.as_logged(made.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    text = runner.spelling.as_logged(parsed.text)
    delayed = "DELAYED" in parsed.modifiers and not parsed.command.endswith("_select")
    if delayed and runner.session.server.policy.cuts_delayed:
        text = _DELAYED.sub("", text, count=1)
    return runner.spelling.bytes_of(text)


def _put_first(diagnostics: list[Diagnostic], start: int, chosen: Callable[[Diagnostic], bool]) -> None:
    """Conditions of one kind stand before the others of the statement; start: where these begin."""
    if len(diagnostics) > start + 1:
        diagnostics[start:] = sorted(diagnostics[start:], key=lambda condition: not chosen(condition))
