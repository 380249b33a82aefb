"""Administration on a session: CHECKSUM TABLE, FLUSH, PURGE, KILL, SHOW.

Which of them commit and which are logged: MySQL manual, "Statements That Cause an Implicit Commit", and captures of a
9.7.4 (tests/golden/scenarios/administration_*.scn).
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.mysql.interrupts import ENDINGS, stepped
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.server.execute.administers import administers
from binwriter.server.execute.binary_logs import purge
from binwriter.server.execute.table_maintenance import log_administration, opened_anew
from binwriter.server.execute.taking_part import lists_dictionary, tables_take_part, takes_part
from binwriter.server.execution import Execution
from binwriter.server.guards.kills import check_kill
from binwriter.server.guards.locked_tables import check_flush, require_locked
from binwriter.server.guards.merged_locks import check_merged, merged_with
from binwriter.server.guards.replicas import check_channel
from binwriter.server.show import show as shows
from binwriter.sql.accounts.changed import read_grants_anew
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_int
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query import query_scope
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.text.trees import parse_expression
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult

Rows = list[tuple[Any, ...]]
_CORRUPT = frozenset({"ER_SCHEMA_READ_ONLY", "ER_CANT_UPDATE_WITH_READLOCK"})  # refused as if the table were broken
_TABLE_COLUMNS = ("Table", "Op", "Msg_type", "Msg_text")


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
            tables_take_part(runner, (data.definition,))
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
        runner.front_end.catalog.accounts.forget_logins()
    if privileges or "USER_RESOURCES" in syntax.words:
        runner.session.server.connected.used.clear()
    if "HOSTS" in syntax.words:  # 8.4 took it away
        context.warn("ER_WARN_DEPRECATED_SYNTAX", "FLUSH HOSTS", "TRUNCATE TABLE performance_schema.host_cache")
    if "RELAY" in syntax.words:
        check_channel(runner, syntax.argument)
    if "STATUS" in syntax.words:
        runner.session.server.cache_uses.clear()
        runner.session.server.connected.forget_status(runner.session)
    for name in syntax.tables:
        require_locked(runner, name[0] or context.database or "", name[1], write=True)
        check_merged(runner, name[0] or context.database or "", name[1])
    if syntax.tables:
        runner.locks.tables.flush([(schema or context.database or "", name) for schema, name in syntax.tables])
    for name in syntax.tables:
        with suppress(MySQLError):  # what is not there has nothing to be closed (captured: commits_before_opening)
            opened_anew(runner, name, context)
    if not syntax.words and not syntax.tables:
        check_flush(runner)
        runner.locks.tables.flush(())
        runner.front_end.database.programs.version += 1  # as if all tables were opened anew
        runner.front_end.database.storage.all_opened_anew()
    if not syntax.local:
        log_administration(runner, parsed, clock, None, uses_time_zone=privileges and _reads_times(runner))
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
    locked = dict.fromkeys(named, "READ")
    runner.locked_tables = merged_with(runner.front_end.database, locked) | locked
    runner.locked_aliases = {}
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
    if lists_dictionary(runner, shows.subject_of(runner, syntax)):
        takes_part(runner)
    return shows.show(runner, parsed, syntax, context)


@administers("empty_query")
def _unlogged(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    return StatementResult(affected=0)
