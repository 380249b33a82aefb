"""Administration on a session: table maintenance, FLUSH, PURGE, KILL, SHOW.

Which of them commit and which are logged: MySQL manual, "Statements That Cause an Implicit Commit", and captures of a
9.7.4 (tests/golden/scenarios/administration_*.scn).
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sqlglot import exp

from binwriter.binlog.events.queries import MANY_DATABASES
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql.interrupts import ENDINGS, stepped
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.raw_bytes import kept_bytes
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.server.execute import histograms
from binwriter.server.execute.administers import administers
from binwriter.server.execute.binary_logs import purge
from binwriter.server.execute.definitions import log_events
from binwriter.server.execute.table_states import (
    OF_STATISTICS,
    RECREATES,
    WITHOUT,
    check_key_cache,
    done,
    knows,
    statistics_kept,
    without_table,
)
from binwriter.server.execution import Execution
from binwriter.server.guards.kills import check_kill
from binwriter.server.guards.locked_tables import check_flush, require_locked
from binwriter.server.show import show as shows
from binwriter.sql.accounts.changed import read_grants_anew
from binwriter.sql.binding import partition_engine
from binwriter.sql.binding.foreign_key_tables import children_of
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.alter.clock import asked_by
from binwriter.sql.ddl.table import equal_members
from binwriter.sql.ddl.table.implicit_timestamps import has_time_default
from binwriter.sql.expressions.coercion import to_int
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query import query_scope
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.system import kept_statistics
from binwriter.sql.text.trees import parse_expression
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult
from binwriter.statement.values import DdlEvent

Rows = list[tuple[Any, ...]]
_CORRUPT = frozenset({"ER_SCHEMA_READ_ONLY", "ER_CANT_UPDATE_WITH_READLOCK"})  # refused as if the table were broken
_TABLE_COLUMNS = ("Table", "Op", "Msg_type", "Msg_text")


def _log(
    runner: Execution,
    parsed: ParsedStatement,
    clock: int,
    databases: tuple[str, ...] | None,
    *,
    uses_time_zone: bool = False,
    **changes: Any,
) -> None:
    log = runner.session.log_statement_state(clock)
    if uses_time_zone:
        log = replace(log, statement=replace(log.statement, uses_time_zone=True))
    event = DdlEvent(kept_bytes(parsed.text), runner.session.database or "", databases=databases, **changes)
    session = runner.session
    if not session.server.policy.administration_commits and session.log.transaction.trx_cache:
        if session.variables.settings.sql_log_bin:  # 5.1 lets it wait (captured: partitions_of_other_kinds_statement)
            session.log.definitions.open_with(event, log, transactional=False)
        return
    log_events(runner, parsed, [event], log)


def _find(runner: Execution, name: tuple[str | None, str], context: StatementContext) -> Table | None:
    database = runner.front_end.database_of(context)
    try:
        return database.table(name[0] or context.database, name[1]).definition
    except MySQLError:
        return None


# --- table maintenance ------------------------------------------------------------------------------------------------


def _told_while_read(syntax: AdminSyntax, context: StatementContext) -> Rows:
    """What the parser warned of are lines of the first table (captured: clusters/emoji_in_names)."""
    schema, name = syntax.tables[0]
    command = syntax.command if syntax.histograms is None else "histogram"
    told = [(f"{schema or context.database}.{name}", command, each.level, each.message) for each in context.diagnostics]
    context.diagnostics.clear()
    return list(told)


@administers("analyze", "optimize", "repair", "check", "assign_to_keycache", "preload_keys")
def _maintain(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """ANALYZE, OPTIMIZE, REPAIR, CHECK, CACHE INDEX, LOAD INDEX: a line or two a table."""
    check_key_cache(syntax, parsed.text)
    rows = _told_while_read(syntax, context)
    named: list[str] = []
    tables: list[Table | None] = []
    form = runner.session.variables.settings.binlog_format
    by_row = form is BinlogFormat.ROW
    reads_times = False
    if syntax.histograms is not None:
        rows += histograms.change_histograms(runner, syntax, syntax.histograms, context)
    for name in syntax.tables if syntax.histograms is None else ():
        schema = name[0] or context.database or ""
        shown = f"{schema}.{name[1]}"
        table = _find(runner, name, context)
        tables.append(table)
        changes = syntax.command in ("optimize", "repair")
        try:
            require_locked(runner, schema, name[1], write=changes)
            if changes and _is_read_only(runner, schema, table):
                raise mysql_error("ER_SCHEMA_READ_ONLY", schema)
            if table is not None and not table.temporary and syntax.command in WITHOUT:
                runner.locks.lock_for_maintenance(schema, table.name, changes=changes)
        except MySQLError as error:
            refused = error.symbol in _CORRUPT
            rows.append((shown, syntax.command, "Error", error.message))
            rows.append((shown, syntax.command, *(("error", "Corrupt") if refused else ("status", "Operation failed"))))
            continue
        if table is None:
            told = without_table(runner, parsed, syntax, (schema, name[1]), context)
            rows += [(shown, syntax.command, *line) for line in told]
            continue
        if syntax.command == "optimize" and (schema, table.name) in OF_STATISTICS:
            rows += [(shown, syntax.command, *line) for line in statistics_kept()]
            context.diagnostics.append(mysql_warning("ER_NOT_ALLOWED_COMMAND", level="Error"))
            continue
        # MIXED has temporary tables in row form, and what follows one (captured: temporary_beside_triggers_mixed)
        by_row |= form is BinlogFormat.MIXED and table.temporary
        repairs_parts = syntax.command == "repair" and table.partitioning is not None
        if not repairs_parts and not knows(table.engine.name, syntax.command):
            text = mysql_error("ER_CHECK_NOT_IMPLEMENTED", syntax.command).message
            rows.append((shown, syntax.command, "note", text))
            named += [schema] if changes and not by_row else []
            named = [""] if changes and _is_parent(runner, table, context) else named
            continue
        inplace = syntax.command == "optimize" and table.engine.two_phase
        # it is made anew, without a word in the log: so is its end (captured: optimize_temporary_statement)
        if inplace and table.temporary:
            runner.front_end.database_of(context).table(schema, table.name).unlogged = True
        if inplace and runner.session.variables.behaviour.tells_of_recreating:
            rows.append((shown, syntax.command, "note", RECREATES))
        data = runner.front_end.database_of(context).table(schema, table.name)
        if changes and not table.temporary and "QUICK" not in syntax.words:
            data.close_ranks()
        rows.append((shown, syntax.command, "status", done(data, syntax.command, syntax.words)))
        if data.definition.partitioning is not None:
            rows += [(shown, syntax.command, *line) for line in partition_engine.lines_of_maintained(data, context)]
        if syntax.command in ("analyze", "optimize"):
            data.analyzed = True
            kept_statistics.count_anew(runner.front_end.database.storage, schema, table.name)
            data.statistics.counted(len(data))
        if changes:
            _opened_anew(runner, name, context)
        if changes and _is_parent(runner, table, context):
            named = [""]
        if inplace or (changes and not by_row):
            named.append(schema)
        if inplace and not context.strict:
            equal_members.tell_of_all_members(
                table.columns, context, times=1 + context.variables.behaviour.tells_twice_of_members
            )
        if inplace:  # what makes the table anew reads its defaults
            asked = asked_by(table.columns)
            reads_times |= asked.time_zone or has_time_default(table.columns, runner.session.server.profile)
            context.facts.uses_microseconds |= asked.microseconds and not table.has_fulltext
    if syntax.local:
        runner.session.server.changed_past_the_log()
    elif syntax.command in ("analyze", "optimize", "repair"):
        temporary = any(opened_table is not None and opened_table.temporary for opened_table in tables)
        _log(
            runner,
            parsed,
            clock,
            MANY_DATABASES if named == [""] else tuple(dict.fromkeys(named)) or None,
            thread_specific=temporary,
            uses_time_zone=reads_times,
            microseconds=context.start_microseconds % 1_000_000 if context.facts.uses_microseconds else None,
        )
    return StatementResult(
        diagnostics=tuple(context.diagnostics), affected=len(rows), columns=_TABLE_COLUMNS, rows=tuple(rows)
    )


def _is_parent(runner: Execution, table: Table, context: StatementContext) -> bool:
    """Whether foreign keys refer to it: a server opens a table without a database for them then, and forgets the
    databases before (captured: parents_optimized)."""
    return context.may_open_key_tables and any(True for _ in children_of(table, runner.front_end.catalog))


def _is_read_only(runner: Execution, schema: str, table: Table | None) -> bool:
    known = runner.front_end.catalog.schemas.get(schema)
    return known is not None and known.read_only and table is not None and not table.temporary


def _opened_anew(runner: Execution, name: tuple[str | None, str], context: StatementContext) -> None:
    """A server reads statements of procedures anew when one of their tables was closed (captured: calls_released)."""
    data = runner.front_end.database_of(context).table(name[0] or context.database, name[1])
    data.truncations += 1
    data.statistics.opened_anew(len(data))
    for handler in runner.handlers.values():
        handler.truncations += handler.data is data  # HANDLER opens it anew (captured: handlers_and_definitions)


@administers("checksum")
def _checksum(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """A table that is not there is an Error among the warnings. QUICK: what MyISAM keeps of itself."""
    from binwriter.sql.store.record_sums import checksum

    database, rows = runner.front_end.database_of(context), list[tuple[str, int | None]]()
    for schema, name in syntax.tables:
        total = None
        try:
            require_locked(runner, schema or context.database or "", name, write=False)
            if database.view(schema or context.database or "", name, reads=False) is not None:
                raise mysql_error("ER_WRONG_OBJECT", schema or context.database, name, "BASE TABLE")
            data = database.table(schema or context.database, name)
            if not data.definition.temporary:
                runner.locks.lock_for_maintenance(data.definition.schema, name, changes=False, sums=True)
            live = data.definition.engine.name == "MyISAM" and "CHECKSUM=1" in map(str.upper, data.definition.options)
            if live or "QUICK" not in syntax.words:
                total = checksum(data.definition, stepped((row for _, row in data.scan()), lets_others=False))
        except MySQLError as error:
            if error.symbol in ENDINGS:
                raise
            context.diagnostics.append(Diagnostic("Error", error.code, error.message))
        rows.append((f"{schema or context.database}.{name}", total))
    return StatementResult(
        diagnostics=tuple(context.diagnostics), affected=len(rows), columns=("Table", "Checksum"), rows=tuple(rows)
    )


# --- FLUSH ------------------------------------------------------------------------------------------------------


def _reads_times(runner: Execution) -> bool:
    return runner.session.variables.behaviour.grant_tables_have_times


@administers("flush")
def _flush(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """Logged as it is written, unless it is LOCAL."""
    privileges = "PRIVILEGES" in syntax.words
    if privileges:
        warning = mysql_warning("ER_WARN_DEPRECATED_NO_REPLACEMENT", "FLUSH PRIVILEGES")
        context.diagnostics.append(warning)
        if runner.locked_tables:
            context.diagnostics.append(mysql_warning("ER_UNKNOWN_ERROR", level="Error"))
            raise mysql_error("ER_TABLE_NOT_LOCKED", "user")
        read_grants_anew(runner.front_end.database_of(context))
        runner.front_end.catalog.accounts.forget_failures()
    if privileges or "USER_RESOURCES" in syntax.words:
        runner.session.server.connected.used.clear()
    if "HOSTS" in syntax.words:  # 8.4 took it away
        context.warn("ER_WARN_DEPRECATED_SYNTAX", "FLUSH HOSTS", "TRUNCATE TABLE performance_schema.host_cache")
    if "STATUS" in syntax.words:
        runner.session.server.cache_uses.clear()
        runner.session.server.connected.forget_status(runner.session)
    for name in syntax.tables:
        require_locked(runner, name[0] or context.database or "", name[1], write=True)
    if syntax.tables:
        runner.locks.tables.flush([(schema or context.database or "", name) for schema, name in syntax.tables])
    for name in syntax.tables:
        with suppress(MySQLError):  # what is not there has nothing to be closed (captured: commits_before_opening)
            _opened_anew(runner, name, context)
    if not syntax.words and not syntax.tables:
        check_flush(runner)
        runner.locks.tables.flush(())
        runner.front_end.database.programs.version += 1  # as if all tables were opened anew
        runner.front_end.database.storage.all_opened_anew()
    if not syntax.local:
        _log(runner, parsed, clock, None, uses_time_zone=privileges and _reads_times(runner))
    return StatementResult(diagnostics=tuple(context.diagnostics))


@administers("flush_tables_locked")
def _flush_locked(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    """FLUSH TABLES [names] WITH READ LOCK: not logged."""
    if runner.locked_tables:
        raise mysql_error("ER_LOCK_OR_ACTIVE_TRANSACTION")
    named = []
    for schema, name in syntax.tables:
        place = schema or context.database or ""
        if runner.front_end.catalog.view(place, name) is not None:
            raise mysql_error("ER_WRONG_OBJECT", place, name, "BASE TABLE")
        table = runner.front_end.catalog.table(place, name)  # temporary ones are not looked at
        if "EXPORT" in syntax.words and not table.engine.two_phase:
            raise mysql_error("ER_ILLEGAL_HA", table.name)
        named.append((schema or context.database or "", name))
    runner.locks.flush_with_read_lock(named)
    if not named:
        runner.front_end.database.storage.all_opened_anew()
    for place, name in named if "EXPORT" not in syntax.words else ():
        runner.front_end.database.storage.opened_anew(place, name)
    runner.locked_tables, runner.locked_aliases = dict.fromkeys(named, "READ"), {}
    return StatementResult()


# --- the rest ---------------------------------------------------------------------------------------------------------


@administers("purge")
def _purge(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    purge(runner, syntax, context)
    return StatementResult(diagnostics=tuple(context.diagnostics), affected=0)


@administers("kill")
def _kill(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    thread = _thread_number(runner, syntax.argument, context)
    if thread == runner.session.thread_id:  # it interrupts itself
        runner.released = not syntax.words
        raise mysql_error("ER_QUERY_INTERRUPTED")
    check_kill(runner, thread)
    if syntax.words:
        runner.session.server.kill_query(thread)
    else:
        runner.session.server.kill(thread)
    return StatementResult()


@administers("lock_instance", "unlock_instance")
def _backup_lock(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    if syntax.command == "lock_instance":
        runner.locks.lock_for_backup()
    else:
        runner.locks.unlock_backup()
    return StatementResult()


_SUBQUERIES = "Usage of subqueries or stored function calls as part of this statement"


def _thread_number(runner: Execution, text: str, context: StatementContext) -> int:
    """The value of KILL's expression; NULL is 0, which no connection has (captured: limits/numbers, KILL)."""
    tree = parse_expression(text)
    if tree.find(exp.Table) is not None:
        raise mysql_error("ER_NOT_SUPPORTED_YET", _SUBQUERIES)
    scope: Scope = query_scope(runner.front_end.database_of(context), context)
    given = compile_expression(tree, scope)
    return to_int(given.eval(context, ()), given.type, context) or 0


@administers("show", "show_triggers", "show_plugins", "show_profiles", "show_relaylog", "show_warnings", "show_errors")
def _show(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    return shows.show(runner, parsed, syntax, context)


@administers("empty_query")
def _unlogged(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    return StatementResult(affected=0)
