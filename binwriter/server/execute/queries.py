"""SELECT and DO on a session: what their tables mean for the open transaction."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import partial

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import Diagnostic
from binwriter.server.execute.taking_part import tables_of, tables_take_part
from binwriter.server.execution import Execution
from binwriter.server.log.temporary_form import note_unsafe_query
from binwriter.sql.binding.system_tables import PERFORMANCE_SCHEMA
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.scope import CompiledQuery
from binwriter.sql.query.access import told_of_server
from binwriter.sql.query.described import result_columns
from binwriter.sql.query.ordering import as_many_as_wanted
from binwriter.sql.text.hints import read_hints
from binwriter.sql.text.known_trees import has
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.columns import ResultColumn
from binwriter.statement.result import StatementResult
from binwriter.statement.values import StatementKind, StatementProfile, TableAccess

__all__ = ["query_ran", "run_query", "time_limit"]


def run_query(
    runner: Execution, parsed: ParsedStatement, profile: StatementProfile, context: StatementContext, clock: int
) -> StatementResult:
    assert isinstance(parsed.node, exp.Expression)
    _check_locking_read(runner, parsed.node, context)
    context.function_failed = False
    try:
        with time_limit(runner, parsed, context):
            result = runner.programs.run(
                parsed, (parsed.node,), context, clock, lambda: runner.front_end.run_select(parsed, context)
            )
    except MySQLError as error:
        forgives = parsed.command == "do" and context.variables.behaviour.do_forgives
        if error.is_fatal or not (forgives and context.function_failed):
            raise
        context.diagnostics.append(Diagnostic("Error", error.code, error.message))
        return StatementResult(diagnostics=tuple(context.diagnostics))
    _forget_unset(context)
    query_ran(runner, parsed.node, context)
    note_unsafe_query(runner, parsed)
    if parsed.command == "do":
        runner.found_rows = 1
        return StatementResult(diagnostics=tuple(context.diagnostics))
    columns = tuple(name for name, _ in result.columns)
    rows = tuple(result.rows) if parsed.node.args.get("limit") else as_many_as_wanted(result.rows, context)
    if context.rows_warn:
        from binwriter.sql.system.invalid_views import warn_of_rows  # late: of few system tables

        warn_of_rows(rows, context)
    return StatementResult(
        diagnostics=tuple(context.diagnostics),
        affected=len(rows),
        columns=columns,
        rows=rows,
        types=tuple(type_ for _, type_ in result.columns),
        described=partial(_described, result.query) if result.query is not None else None,
    )


def _forget_unset(context: StatementContext) -> None:
    """Up to 5.7 a query does not make the variables that it reads; a statement that is logged does."""
    if context.variables.behaviour.unset_variables_vary:
        variables = context.session.user_variables
        for name in context.facts.user_variables_made.intersection(variables):
            if not variables[name].assigned:
                del variables[name]


def _described(query: CompiledQuery) -> tuple[ResultColumn, ...]:
    return result_columns.described(query)


def time_limit(runner: Execution, parsed: ParsedStatement, context: StatementContext) -> AbstractContextManager[None]:
    """max_execution_time, or its hint: of a client's SELECT alone, not of one in a program (MySQL manual)."""
    hinted = read_hints(parsed.text).milliseconds
    milliseconds = hinted or runner.session.variables.settings.max_execution_time
    is_limited = parsed.command in ("select", "select_into")
    if not milliseconds or not is_limited or runner.session.in_call or context.program_names is not None:
        return nullcontext()
    return interrupts.time_limit(runner.session.owner, milliseconds / 1000)


def _check_locking_read(runner: Execution, tree: exp.Expression, context: StatementContext) -> None:
    """FOR UPDATE counts as a write: it is refused where writes cannot be logged (error 1665; captured)."""
    if not _locks_for_update(tree):
        return
    decision = runner.session.decide(_written(tables_of(runner, tree, context)))
    if decision.error is not None and runner.session.variables.settings.sql_log_bin:
        context.diagnostics.extend(decision.warnings)
        raise decision.error


def query_ran(runner: Execution, tree: exp.Expression, context: StatementContext) -> None:
    """A query's tables take part in the transaction; those that it locks count for warning 6414."""
    tables = tables_of(runner, tree, context)
    if _locks_for_update(tree):
        context.diagnostics.extend(runner.session.engine_mix.note(_written(tables)))
    if len(tables) == 1 and isinstance(tree, exp.Select) and tables[0].schema == PERFORMANCE_SCHEMA:
        where = tree.args.get("where")
        context.session.counts["Handler_read_key"] += told_of_server.looks_up(tables[0], where and where.this)
    tables_take_part(runner, tables)


def _locks_for_update(tree: exp.Expression) -> bool:
    return has(tree, exp.Lock) and any(lock.args.get("update") for lock in tree.find_all(exp.Lock))


def _written(tables: Iterable[Table]) -> StatementProfile:
    accesses = tuple(TableAccess(table.schema, table.name, table.engine, write=True) for table in tables)
    return StatementProfile(StatementKind.OTHER, "select", accesses)
