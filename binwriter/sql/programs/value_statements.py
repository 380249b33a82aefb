"""Statements of a program that give its variables values: SET, SELECT ... INTO, cursors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlglot import exp

from binwriter.catalog.limits import check_variable_name
from binwriter.errors import MySQLError
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.sql.expressions.copied_texts import given_by, kept_in_between
from binwriter.sql.expressions.types import ExprType
from binwriter.sql.privileges.check import check_row
from binwriter.sql.programs.frames import Frame
from binwriter.sql.programs.host import Host, Running, Value
from binwriter.sql.syntax.programs import (
    CloseCursor,
    FetchCursor,
    OpenCursor,
    Return,
    SelectInto,
    SetLocal,
    SetNew,
    SetOther,
    Target,
)
from binwriter.statement.status_counts import StatementFlag


def set_local(interpreter: Running, statement: SetLocal) -> None:
    cell = interpreter.frame.cell(statement.name)
    assert cell is not None
    if statement.value is None:
        cell.value = None
        return
    value, type_ = interpreter.host.evaluate(statement.value.node, interpreter.frame, "set_option", stored=True)
    cell.assign(value, type_, interpreter.host.context(), named=isinstance(statement.value.node, exp.Column))


def set_new(interpreter: Running, statement: SetNew) -> None:
    new = interpreter.frame.new
    assert new is not None
    index = new.table.index_of.get(statement.column.lower(), -1)
    if index < 0:  # the table has lost it
        raise mysql_error("ER_BAD_FIELD_ERROR", statement.column, "NEW")
    column = new.table.columns[index]
    context = interpreter.host.context()
    program = interpreter.frame.program
    if statement.value is None:
        check_row(program, (column.name,), "UPDATE", context.rights)
        new.values[index] = column.default
    else:
        from binwriter.sql.expressions.assign import copied, program_value
        from binwriter.sql.store import store, store_silently
        from binwriter.sql.store.documents import named_with_table

        value, type_ = interpreter.host.evaluate(statement.value.node, interpreter.frame, stored=True)
        check_row(program, (column.name,), "UPDATE", context.rights)
        named = isinstance(statement.value.node, exp.Column)
        stored = program_value(value, type_, column.spec, context, named=named)
        if named:
            stored = copied(stored, type_, column.spec, context)
        if not context.variables.behaviour.programs_count_rows:
            context.row_number = 1
        forgives, context.forgives = context.forgives, False  # IGNORE is the statement's (fractions_as_moments)
        try:
            new.values[index] = store(column, stored, context, as_error=context.strict)
        except MySQLError as error:
            # a handler that goes on finds what the column made of it (captured: clusters/diagnostics_that_do_not_fit)
            new.values[index] = store_silently(column, stored, context)
            new.written.add(index)
            raise named_with_table(error, column.name, new.table.name) from None
        finally:
            context.forgives = forgives
    new.written.add(index)
    new.passed.discard(index)


def set_other(interpreter: Running, statement: SetOther) -> None:
    interpreter.host.set_other(statement, interpreter.frame)


def assign(
    interpreter: Running,
    targets: Sequence[Target],
    values: Sequence[Any],
    types: Sequence[ExprType],
    *,
    silently: bool = False,
) -> None:
    """Gives variables their values. silently: what does not fit is cut without a word, as GET DIAGNOSTICS does
    (captured: clusters/diagnostics_that_do_not_fit)."""
    for target, value, type_ in zip(targets, values, types, strict=True):
        if target.user:
            interpreter.host.set_user_variable(target.name, value, type_)
            continue
        cell = interpreter.frame.cell(target.name)
        if cell is None:
            raise mysql_error("ER_SP_UNDECLARED_VAR", target.name)
        context = interpreter.host.context()
        if silently:
            cell.assign_silently(value, type_, context)
        else:
            cell.assign(value, type_, context)


def select_into(interpreter: Running, statement: SelectInto) -> None:
    tree = statement.parsed.node
    assert isinstance(tree, exp.Expression)
    stored = tree.args.get("from_") is None and any(not target.user for target in statement.targets)
    known = interpreter.host.known_row(statement.parsed, stored=stored) if statement.file is None else None
    if known is not None and len(known[1]) == len(statement.targets):
        _check_names(statement.targets)
        interpreter.host.row_count = 1
        assign(interpreter, statement.targets, known[0], _types_given(tree, known[1]))
        return
    result = interpreter.host.query(statement.parsed, interpreter.frame, stored=stored)
    _check_names(statement.targets)
    if statement.file is not None:
        interpreter.host.write_file(statement.file, result)
        interpreter.host.row_count = len(result.rows)
        return
    alone = interpreter.host.context().variables.behaviour.counts_changes_alone
    interpreter.host.row_count = -1 if alone else min(len(result.rows), 1)
    if len(result.columns) != len(statement.targets):
        raise mysql_error("ER_WRONG_NUMBER_OF_COLUMNS_IN_SELECT")
    if not result.rows:
        message = mysql_error("ER_SP_FETCH_NO_DATA")
        interpreter.host.tell(Diagnostic("Warning", message.code, message.message))
        return
    assign(interpreter, statement.targets, result.rows[0], _types_given(tree, result.columns))
    if len(result.rows) > 1:
        raise mysql_error("ER_TOO_MANY_ROWS")


def _types_given(query: exp.Expression, columns: Sequence[tuple[str, ExprType]]) -> list[ExprType]:
    nodes = query.expressions if isinstance(query, exp.Select) else ()
    if len(nodes) != len(columns):  # a star, or several queries
        return [type_ for _, type_ in columns]
    return [given_by(node, type_) for node, (_, type_) in zip(nodes, columns, strict=True)]


def _check_names(targets: Sequence[Target]) -> None:
    for target in targets:
        if target.user:
            check_variable_name(target.name)


def open_cursor(interpreter: Running, statement: OpenCursor) -> None:
    """ROW_COUNT() stays as it was, unlike that of SELECT .. INTO (captured: clusters/rows_counted_in_functions)."""
    cursor = interpreter.frame.cursor(statement.name)
    if cursor.rows is not None:
        raise mysql_error("ER_SP_CURSOR_ALREADY_OPEN")
    result = interpreter.host.query(cursor.query, interpreter.frame)
    interpreter.host.context().session.flags.seen |= StatementFlag.CURSOR_EXISTS
    cursor.columns = tuple(kept_in_between(type_) for _, type_ in result.columns)
    cursor.rows = iter(list(result.rows))


def fetch_cursor(interpreter: Running, statement: FetchCursor) -> None:
    cursor = interpreter.frame.cursor(statement.name)
    if cursor.rows is None:
        raise mysql_error("ER_SP_CURSOR_NOT_OPEN")
    if len(cursor.columns) != len(statement.targets):
        raise mysql_error("ER_SP_WRONG_NO_OF_FETCH_ARGS")
    row = next(cursor.rows, None)
    if row is None:
        raise mysql_error("ER_SP_FETCH_NO_DATA")
    assign(interpreter, statement.targets, row, cursor.columns)


def close_cursor(interpreter: Running, statement: CloseCursor) -> None:
    cursor = interpreter.frame.cursor(statement.name)
    if cursor.rows is None:
        raise mysql_error("ER_SP_CURSOR_NOT_OPEN")
    cursor.rows = None


def returned(host: Host, frame: Frame, statement: Return, store: Callable[[Value], Value] | None) -> Value:
    """What a function gives. store: into the type that it returns."""
    node = statement.value.node
    value, type_ = host.evaluate(node, frame, stored=True)
    interrupts.step()  # a SLEEP that was interrupted has a value, and its function has none
    given = value, given_by(node, type_)
    return given if store is None else store(given)
