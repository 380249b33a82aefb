"""The arguments of a CALL: in, and back out."""

from __future__ import annotations

from typing import Any

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.collations import LATIN1_COLLATION_ID
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.sql.binding.programs import Program
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions import variables as variable_expressions
from binwriter.sql.expressions.as_texts import to_bytes
from binwriter.sql.expressions.collations import of_variable
from binwriter.sql.expressions.copied_texts import given_by
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import BINARY_TYPE, ExprType, Kind
from binwriter.sql.programs.frames import Frame
from binwriter.sql.syntax.programs import Call, Sql, parts_of
from binwriter.statement.traits import CommandTrait


def missing_procedure(call: Call, schema: str | None) -> MySQLError:
    name = f"{call.schema or schema}.{call.name}"
    return mysql_error("ER_SP_DOES_NOT_EXIST", "PROCEDURE", name)


def check_recursion(
    procedure: Program, running: int, call: Call, schema: str | None, context: StatementContext
) -> None:
    """MySQLError 1456, and 1305 behind it, as if there were none. running: how many calls of it are under way."""
    limit = int(context.variables.get("max_sp_recursion_depth"))
    if running > limit:
        error, missing = mysql_error("ER_SP_RECURSION_LIMIT", limit, procedure.name), missing_procedure(call, schema)
        error.later = (Diagnostic("Error", missing.code, missing.message),)
        raise error


def check_results(procedure: Program) -> None:
    """MySQLError 1312, for a client that reads one result of a statement: the procedure may have one of its own,
    whether it comes to it or not (captured: tests/golden/wire/one_result.json)."""
    for part in parts_of(procedure.body):
        if isinstance(part, Sql) and (
            CommandTrait.ANSWERS_ROWS in part.parsed.traits or part.parsed.command == "execute"
        ):
            raise mysql_error("ER_SP_BADSELECT", procedure.qualified_name)


def check_number_of_arguments(procedure: Program, call: Call) -> None:
    """MySQLError 1318."""
    if len(call.arguments) != len(procedure.parameters):
        raise mysql_error(
            "ER_SP_WRONG_NO_OF_ARGS",
            "PROCEDURE",
            procedure.qualified_name,
            len(procedure.parameters),
            len(call.arguments),
        )


def bind_arguments(procedure: Program, call: Call, frame: Frame | None, host: Any) -> Frame:
    """The frame of a called procedure with its parameters. MySQLError 1318, 1414."""
    check_number_of_arguments(procedure, call)
    inner = Frame(procedure)
    pairs = list(zip(procedure.parameters, call.arguments, strict=True))
    for number, (parameter, argument) in enumerate(pairs, 1):
        if parameter.mode != "IN" and call.receiver(number - 1) is None and not _is_settable(argument.node, frame):
            # names that mean nothing are told first (captured: clusters/arguments_of_calls)
            host.resolve_arguments([argument.node for argument in call.arguments], frame)
            raise mysql_error("ER_SP_NOT_VAR_ARG", number, procedure.qualified_name)
    nodes = [argument.node for mode_parameter, argument in pairs if mode_parameter.mode != "OUT"]
    given = zip(nodes, host.evaluate_arguments(nodes, frame, procedure), strict=True)
    for parameter, _ in pairs:
        cell = inner.declare(parameter.name, parameter.column)
        if parameter.mode != "OUT":
            node, (value, type_) = next(given)
            cell.assign(value, given_by(node, type_), host.context())
    return inner


def _is_settable(node: exp.Expression, frame: Frame | None) -> bool:
    if isinstance(node, exp.Parameter):
        return True
    if not isinstance(node, exp.Column) or frame is None:
        return False
    table = node.text("table").upper()
    if not table:
        return frame.cell(node.name) is not None
    return table == "NEW" and frame.new is not None and frame.program.timing == "BEFORE"


def return_arguments(procedure: Program, call: Call, inner: Frame, frame: Frame | None, host: Any) -> None:
    """OUT and INOUT parameters go back to the caller's variables."""
    for place, (parameter, argument) in enumerate(zip(procedure.parameters, call.arguments, strict=True)):
        if parameter.mode == "IN":
            continue
        cell = inner.cell(parameter.name)
        assert cell is not None
        context = host.context()
        value = cell.read(context)
        node, receiver = argument.node, call.receiver(place)
        if isinstance(receiver, int):
            host.send_parameter(procedure, parameter, value, cell.type)
        elif isinstance(receiver, str):
            host.set_user_variable(receiver, *_as_parameter(value, cell.type))
        elif isinstance(node, exp.Parameter):
            host.set_user_variable(node.this.name, value, cell.type)
        elif frame is not None and not node.text("table"):
            target = frame.cell(node.name)
            assert target is not None
            target.assign(value, cell.type, context)
        elif frame is not None and frame.new is not None:
            from binwriter.sql.expressions.assign import program_value
            from binwriter.sql.store import store

            index = frame.new.table.index_of[node.name.lower()]
            column = frame.new.table.columns[index]
            stored = program_value(value, cell.type, column.spec, context, named=True)
            frame.new.values[index] = store(column, stored, context, as_error=context.strict)
            frame.new.written.add(index)
            frame.new.passed.add(index)


_NUMBERS = (Kind.INT, Kind.DECIMAL, Kind.REAL, Kind.YEAR)


def _as_parameter(value: Any, type_: ExprType) -> tuple[Any, ExprType]:
    """As a prepared statement's parameter holds it: a number, or bytes (captured: prepared_out_parameters)."""
    return (value, type_) if type_.kind in _NUMBERS or value is None else (to_bytes(value, type_), BINARY_TYPE)


def set_user_variable(name: str, value: Any, type_: ExprType, context: StatementContext) -> None:
    """SELECT ... INTO @name and OUT parameters."""
    collation = LATIN1_COLLATION_ID if type_.kind.temporal else of_variable(type_, Scope(context))
    variable_expressions.assign_user_variable(name, value, type_, context, collation)
