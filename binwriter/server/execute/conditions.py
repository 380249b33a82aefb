"""Statements about conditions and variables outside of programs: SIGNAL, GET DIAGNOSTICS, SELECT ... INTO @name.

Source: MySQL manual, "Condition Handling" and "SELECT ... INTO Statement".
"""

from __future__ import annotations

from typing import Any

from sqlglot import exp

from binwriter.catalog.limits import check_variable_name
from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.server.execute.queries import query_ran, time_limit
from binwriter.server.execution import Execution
from binwriter.sql.command_table import runs
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_int
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.programs.arguments import set_user_variable
from binwriter.sql.programs.signals import diagnostics_items, signalled
from binwriter.sql.query import query_scope
from binwriter.sql.query.outfile import write_outfile
from binwriter.sql.syntax.programs import Expression, GetDiagnostics, SelectInto, Signal
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult


@runs("signal", "resignal")
def run_signal(runner: Execution, parsed: ParsedStatement, context: StatementContext, clock: int) -> StatementResult:
    """SIGNAL: an error, but for a warning's SQLSTATE. RESIGNAL has no handler here that it could pass on."""
    node = parsed.node
    assert isinstance(node, Signal)
    if node.again:
        context.diagnostics.extend(runner.area.as_diagnostics())
        raise mysql_error("ER_RESIGNAL_WITHOUT_ACTIVE_HANDLER")

    def cut(item: str) -> None:
        if context.strict:
            raise mysql_error("ER_COND_ITEM_TOO_LONG", item)
        context.warn("WARN_COND_ITEM_TRUNCATED", item)

    error = signalled(node, None, lambda expression: _value(runner, expression, context), cut)
    if error.sqlstate[:2] != "01":
        raise error
    context.diagnostics.append(Diagnostic("Warning", error.code, error.message))
    return StatementResult(diagnostics=tuple(context.diagnostics))


def _value(runner: Execution, expression: Expression, context: StatementContext) -> Any:
    scope = query_scope(runner.front_end.database_of(context), context)
    return compile_expression(expression.node, scope).eval(context, ())


def _number(runner: Execution, expression: Expression, context: StatementContext) -> int:
    """The number of a condition; what is none is no condition's. The conditions stay as they are."""
    before = len(context.diagnostics)
    scope = query_scope(runner.front_end.database_of(context), context)
    compiled = compile_expression(expression.node, scope)
    number = to_int(compiled.eval(context, ()), compiled.type, context) or 0
    del context.diagnostics[before:]
    return number


@runs("get_diagnostics")
def run_get_diagnostics(
    runner: Execution, parsed: ParsedStatement, context: StatementContext, clock: int
) -> StatementResult:
    """GET DIAGNOSTICS: it reads the conditions of the statement before, and leaves them as they are.

    What goes wrong in it (the wrong number of a condition, an unknown name) is no error: it is one more condition.
    """
    node = parsed.node
    assert isinstance(node, GetDiagnostics)
    if node.stacked:
        raise mysql_error("ER_GET_STACKED_DA_WITHOUT_ACTIVE_HANDLER")
    try:
        number = _number(runner, node.number, context) if node.number is not None else None
        version = context.variables.profile.version_number
        for target, (value, type_) in diagnostics_items(
            node, runner.area.conditions, runner.row_count, number, version
        ):
            set_user_variable(target.name, value, type_, context)
    except MySQLError as error:
        if error.symbol == "ER_ILLEGAL_VALUE_FOR_TYPE":  # which the parser finds
            raise
        runner.area.add(error)
    return StatementResult(diagnostics=tuple(context.diagnostics))


@runs("select_into")
def run_select_into(
    runner: Execution, parsed: ParsedStatement, context: StatementContext, clock: int
) -> StatementResult:
    """SELECT ... INTO @variable."""
    node = parsed.node
    assert isinstance(node, SelectInto)
    for target in node.targets:
        if not target.user:
            raise mysql_error("ER_SP_UNDECLARED_VAR", target.name)
    if node.is_deprecated:
        context.warn_parsed("ER_WARN_DEPRECATED_INNER_INTO")
    tree = node.parsed.node
    assert isinstance(tree, exp.Expression)
    with time_limit(runner, parsed, context):
        rows = runner.programs.run(
            node.parsed, (tree,), context, clock, lambda: runner.front_end.run_select(node.parsed, context)
        )
    for target in node.targets:
        check_variable_name(target.name)
    if node.file is not None:
        types = [type_ for _, type_ in rows.columns]
        files = runner.front_end.database.files
        write_outfile(node.file, types, rows.rows, files, context)
        query_ran(runner, tree, context)
        runner.found_rows = context.rows_found(len(rows.rows))
        return StatementResult(diagnostics=tuple(context.diagnostics), affected=len(rows.rows))
    if len(rows.columns) != len(node.targets):
        raise mysql_error("ER_WRONG_NUMBER_OF_COLUMNS_IN_SELECT")
    query_ran(runner, tree, context)
    runner.found_rows = context.rows_found(len(rows.rows))
    if not rows.rows:
        context.warn("ER_SP_FETCH_NO_DATA")
        return StatementResult(diagnostics=tuple(context.diagnostics), affected=0)
    for target, value, (_, type_) in zip(node.targets, rows.rows[0], rows.columns, strict=True):
        set_user_variable(target.name, value, type_, context)
    if len(rows.rows) > 1:
        raise mysql_error("ER_TOO_MANY_ROWS")
    return StatementResult(diagnostics=tuple(context.diagnostics), affected=1)
