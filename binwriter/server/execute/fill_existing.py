"""CREATE TABLE IF NOT EXISTS .. SELECT of a table that is there: up to 5.1 the rows go into it.

Source: old-servers.md section 3 ("CREATE TABLE .. SELECT"), samples o_create_select_*: 5.1.27 logs an INSERT's rows, or
the statement as given; 5.1.39 puts the table's definition before the rows; 5.1.54 also splits the statement form into
definition and INSERT .. SELECT. Values go to the last columns of the table, by position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.binlog.rules.logging_format import LoggingDecision, LoggingFormat
from binwriter.formats.records import replace
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import kept_bytes
from binwriter.server.execution import Execution
from binwriter.sql.binding.prelocking import with_programs
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl import show_create
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.policy import ExistingTableFill
from binwriter.statement.result import StatementResult
from binwriter.statement.values import DdlEvent, StatementProfile

if TYPE_CHECKING:
    from binwriter.catalog.tables import Table


def fill_existing(
    runner: Execution,
    parsed: ParsedStatement,
    profile: StatementProfile,
    decision: LoggingDecision,
    context: StatementContext,
    clock: int,
) -> StatementResult:
    """Runs and logs the statement. profile, decision: of CREATE TABLE .. SELECT. Raises MySQLError as INSERT does."""
    syntax, session = parsed.node, runner.session
    assert isinstance(syntax, CreateTableSyntax) and syntax.select_offset is not None
    schema = syntax.schema or session.database or ""
    data = runner.front_end.database_of(context).table(schema, syntax.name)
    table = data.definition
    insert = _insert(runner, parsed, syntax, table, context)
    prelocking = runner.programs.prelock(insert, (insert.node,), context)  # type: ignore[arg-type]
    if prelocking is not None:
        profile = with_programs(profile, prelocking)
    policy, as_rows = session.server.policy.fills_existing, decision.format is LoggingFormat.ROW
    context.row_form = as_rows
    text = runner.spelling.bytes_of(parsed.text)
    effects = runner.front_end.run_dml(insert, context, runner.undo, text, prelocking)
    apart = policy is ExistingTableFill.WITH_DEFINITION or (
        policy is ExistingTableFill.DEFINITION_BEFORE_ROWS and as_rows
    )
    if not apart or effects.error is not None or table.temporary:
        context.diagnostics.extend(session.log_effects(profile, decision, effects, clock))
    elif session.variables.settings.sql_log_bin:
        log = session.log_statement_state(clock, effects=effects)
        definition = show_create.create_text(
            table,
            written_options=("AUTO_INCREMENT",),
            schema=schema != session.database,
            if_not_exists=True,
            display_widths=True,
            auto_increment=show_create.shown_counter(table, data.auto_increment),
        )
        create = DdlEvent(kept_bytes(definition), session.database or "", thread_specific=effects.facts.thread_specific)
        if as_rows:
            session.log.definitions.log_with_rows(create, effects, log, together=True, atomic=True)
        else:
            filled = replace(create, text=insert.text.encode(), context=effects.context)
            create = replace(create, context=effects.context)  # captured: 5.1.54/created_after_selecting_statement
            session.log.definitions.log_with_statement((create, filled), table.engine, log)
            context.diagnostics.extend(decision.warnings)
    if effects.error is not None:
        raise effects.error
    if not table.temporary:
        session.commit()
    runner.last_insert_id = effects.generated_id or runner.last_insert_id
    return StatementResult(
        diagnostics=tuple(context.diagnostics), affected=effects.affected, insert_id=effects.insert_id
    )


def _insert(
    runner: Execution, parsed: ParsedStatement, syntax: CreateTableSyntax, table: Table, context: StatementContext
) -> ParsedStatement:
    """INSERT INTO the table's last columns, as 5.1.54 logs it."""
    query = parsed.text[syntax.select_offset :]
    selected = runner.front_end.parse(query)
    count = len(runner.front_end.column_names(selected, context))
    if count > len(table.columns):
        raise mysql_error("ER_WRONG_VALUE_COUNT_ON_ROW", 1)
    names = ",".join(quoted(column.name) for column in table.columns[len(table.columns) - count :])
    verb = {"": "INSERT", "IGNORE": "INSERT IGNORE", "REPLACE": "REPLACE"}[syntax.duplicates]
    return runner.front_end.parse(f"{verb} INTO {quoted(table.schema)}.{quoted(table.name)} ({names}) {query}")
