"""ANALYZE, OPTIMIZE, REPAIR and CHECK TABLE, CACHE INDEX and LOAD INDEX: a line or more a table, an event for them all
(captures of a 9.7.4: dialogues/maintained, clusters/tables_maintained, tests/golden/scenarios/administration_*).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from binwriter.binlog.events.queries import MANY_DATABASES
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.mysql.raw_bytes import kept_bytes
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.server.execute import histograms
from binwriter.server.execute.administers import administers
from binwriter.server.execute.definitions import log_events
from binwriter.server.execute.table_states import (
    OF_STATISTICS,
    RECREATES,
    WITHOUT,
    check_key_cache,
    done,
    knows,
    refuse_keys,
    statistics_kept,
    without_table,
)
from binwriter.server.execution import Execution
from binwriter.server.guards.locked_tables import require_locked
from binwriter.sql.binding import partition_engine
from binwriter.sql.binding.foreign_key_tables import children_of
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.alter.clock import asked_by
from binwriter.sql.ddl.table import equal_members
from binwriter.sql.ddl.table.implicit_timestamps import has_time_default
from binwriter.sql.ddl.table.innodb_options import warn_of_file_format
from binwriter.sql.syntax.administration import AdminSyntax, KeyCacheSyntax
from binwriter.sql.system import kept_statistics
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult
from binwriter.statement.values import DdlEvent
from binwriter.storage.table_data import TableData

__all__ = ["log_administration", "opened_anew"]

_CORRUPT = frozenset({"ER_SCHEMA_READ_ONLY", "ER_CANT_UPDATE_WITH_READLOCK"})  # refused as if the table were broken
_COLUMNS = ("Table", "Op", "Msg_type", "Msg_text")
_CHANGING = ("optimize", "repair")
_LOGGED = ("analyze", "optimize", "repair")

Rows = list[tuple[Any, ...]]


@dataclass
class _Databases:
    """Which databases the event names.

    nameless: a server has opened a table without a database, and has forgotten those before; alone that is as if there
    were too many to be named (captured: parents_optimized).
    """

    named: list[str] = field(default_factory=list)
    nameless: bool = False

    def open_nameless(self) -> None:
        self.named, self.nameless = [], True

    def of_event(self) -> tuple[str, ...] | None:
        if self.nameless and not self.named:
            return MANY_DATABASES
        return tuple(dict.fromkeys(["", *self.named] if self.nameless else self.named)) or None


@dataclass
class _Maintained:
    """What one statement has come to; a table after the other adds to it.

    by_row: the statement is in row form, where no database is named. reads_times: defaults of a table that is made
    anew ask for the time zone. thread_specific: one of the tables is temporary.
    """

    runner: Execution
    parsed: ParsedStatement
    syntax: AdminSyntax
    context: StatementContext
    by_row: bool
    rows: Rows
    databases: _Databases = field(default_factory=_Databases)
    reads_times: bool = False
    thread_specific: bool = False

    def tell(self, shown: str, *line: str) -> None:
        self.rows.append((shown, self.syntax.command, *line))

    def table(self, name: tuple[str | None, str]) -> None:
        """name: database, if one is named, and table."""
        runner, syntax, context = self.runner, self.syntax, self.context
        schema = name[0] or context.database or ""
        shown = f"{schema}.{name[1]}"
        data = _find(runner, name, context)
        table = None if data is None else data.definition
        if refused := self._refused(schema, name, table):
            cannot = refused.symbol in _CORRUPT
            self.tell(shown, "Error", refused.message)
            self.tell(shown, *(("error", "Corrupt") if cannot else ("status", "Operation failed")))
        elif data is None:
            for line in without_table(runner, self.parsed, syntax, (schema, name[1]), context):
                self.tell(shown, *line)
        elif syntax.command == "optimize" and (schema, data.definition.name) in OF_STATISTICS:
            for line in statistics_kept():
                self.tell(shown, *line)
            context.diagnostics.append(mysql_warning("ER_NOT_ALLOWED_COMMAND", level="Error"))
        else:
            self._found(shown, schema, name, data)
        self.thread_specific |= table is not None and table.temporary

    def _refused(self, schema: str, given: tuple[str | None, str], table: Table | None) -> MySQLError | None:
        """The error that is a line of the result. table: None where there is none."""
        runner, changes = self.runner, self.syntax.command in _CHANGING
        try:
            require_locked(runner, schema, given[1], write=changes)
            if changes and _is_read_only(runner, schema, table):
                raise mysql_error("ER_SCHEMA_READ_ONLY", schema)
            if table is not None and not table.temporary and self.syntax.command in WITHOUT:
                runner.locks.lock_for_maintenance(schema, table.name, changes=changes)
            if table is not None and isinstance(self.syntax, KeyCacheSyntax):
                refuse_keys(self.syntax, given, table)
        except MySQLError as error:
            return error
        return None

    def _found(self, shown: str, schema: str, name: tuple[str | None, str], data: TableData) -> None:
        runner, syntax, context, table = self.runner, self.syntax, self.context, data.definition
        changes = syntax.command in _CHANGING
        # MIXED has temporary tables in row form, and what follows one (captured: temporary_beside_triggers_mixed)
        form = runner.session.variables.settings.binlog_format
        self.by_row |= form is BinlogFormat.MIXED and table.temporary
        repairs_parts = syntax.command == "repair" and table.partitioning is not None
        if not repairs_parts and not knows(table.engine.name, syntax.command):
            self.tell(shown, "note", mysql_error("ER_CHECK_NOT_IMPLEMENTED", syntax.command).message)
            self.databases.named += [schema] if changes and not self.by_row else []
            if changes and _is_parent(runner, table, context):
                self.databases.open_nameless()
            return
        is_made_anew = syntax.command == "optimize" and table.engine.two_phase
        # it is made anew, without a word in the log: so is its end (captured: optimize_temporary_statement)
        if is_made_anew:
            data.untouched = data.version
        if is_made_anew and table.temporary:
            data.unlogged = True
        if is_made_anew and runner.session.variables.behaviour.tells_of_recreating:
            self.tell(shown, "note", RECREATES)
        if changes and not table.temporary and "QUICK" not in syntax.words:
            data.close_ranks()
        self.tell(shown, "status", done(data, syntax.command, syntax.words, context.start_microseconds))
        if table.partitioning is not None:
            for line in partition_engine.lines_of_maintained(data, context):
                self.tell(shown, *line)
        if syntax.command in ("analyze", "optimize"):
            data.analyzed = True
            kept_statistics.count_anew(runner.front_end.database.storage, schema, table.name)
            data.statistics.counted(len(data))
        if changes:
            opened_anew(runner, name, context)
            if _is_parent(runner, table, context):
                self.databases.open_nameless()
        if is_made_anew or (changes and not self.by_row):
            self.databases.named.append(schema)
        if is_made_anew:
            self._copied(table)

    def _copied(self, table: Table) -> None:
        """What a server reads and tells where it makes a table anew."""
        behaviour, context = self.context.variables.behaviour, self.context
        if behaviour.innodb_asks_file_format:
            warn_of_file_format(context, table.options)
        if not context.strict:
            equal_members.tell_of_all_members(table.columns, context, times=1 + behaviour.tells_twice_of_members)
        asked = asked_by(table.columns)
        self.reads_times |= asked.time_zone or has_time_default(table.columns, self.runner.session.server.profile)
        context.facts.uses_microseconds |= asked.microseconds and not table.has_fulltext


@administers("analyze", "optimize", "repair", "check", "assign_to_keycache", "preload_keys")
def _maintain(
    runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext, clock: int
) -> StatementResult:
    if isinstance(syntax, KeyCacheSyntax):
        check_key_cache(runner, syntax)
    by_row = runner.session.variables.settings.binlog_format is BinlogFormat.ROW
    work = _Maintained(runner, parsed, syntax, context, by_row, _told_while_read(syntax, context))
    if syntax.histograms is not None:
        work.rows += histograms.change_histograms(runner, syntax, syntax.histograms, context)
    else:
        for name in syntax.tables:
            work.table(name)
    if syntax.local:
        runner.session.server.changed_past_the_log()
    elif syntax.command in _LOGGED:
        log_administration(
            runner,
            parsed,
            clock,
            work.databases.of_event(),
            thread_specific=work.thread_specific,
            uses_time_zone=work.reads_times,
            microseconds=context.start_microseconds % 1_000_000 if context.facts.uses_microseconds else None,
        )
    return StatementResult(
        diagnostics=tuple(context.diagnostics), affected=len(work.rows), columns=_COLUMNS, rows=tuple(work.rows)
    )


def _told_while_read(syntax: AdminSyntax, context: StatementContext) -> Rows:
    """What the parser warned of are lines of the first table (captured: clusters/emoji_in_names)."""
    schema, name = syntax.tables[0]
    command = syntax.command if syntax.histograms is None else "histogram"
    told = [(f"{schema or context.database}.{name}", command, each.level, each.message) for each in context.diagnostics]
    context.diagnostics.clear()
    return list(told)


def log_administration(
    runner: Execution,
    parsed: ParsedStatement,
    clock: int,
    databases: tuple[str, ...] | None,
    *,
    uses_time_zone: bool = False,
    **changes: Any,
) -> None:
    """Logs the statement's text; databases: those that its event names."""
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


def _find(runner: Execution, name: tuple[str | None, str], context: StatementContext) -> TableData | None:
    database = runner.front_end.database_of(context)
    try:
        return database.table(name[0] or context.database, name[1])
    except MySQLError:
        return None


def _is_parent(runner: Execution, table: Table, context: StatementContext) -> bool:
    """Whether foreign keys refer to it: a server opens a table without a database for them then, and forgets the
    databases before (captured: parents_optimized)."""
    return context.may_open_key_tables and any(True for _ in children_of(table, runner.front_end.catalog))


def _is_read_only(runner: Execution, schema: str, table: Table | None) -> bool:
    known = runner.front_end.catalog.schemas.get(schema)
    return known is not None and known.read_only and table is not None and not table.temporary


def opened_anew(runner: Execution, name: tuple[str | None, str], context: StatementContext) -> None:
    """A server reads statements of procedures anew when one of their tables was closed (captured: calls_released)."""
    data = runner.front_end.database_of(context).table(name[0] or context.database, name[1])
    data.truncations += 1
    data.statistics.opened_anew(len(data))
    for handler in runner.handlers.values():
        handler.truncations += handler.data is data  # HANDLER opens it anew (captured: handlers_and_definitions)
