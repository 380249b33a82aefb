"""The registry of expression compilers: sqlglot node class -> function that makes a CompiledExpression."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.late import Later
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.digits import whole_number
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.numbers import UINT64_MAX
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression, ExprType, Kind, Row
from binwriter.sql.expressions.vector_operands import is_vector, refuse_vector
from binwriter.sql.text.meta_keys import PARAMETER, PARAMETER_ITSELF, TYPE_OF
from binwriter.sql.text.tree_text import tree_text

Compiler = Callable[[exp.Expression, Scope], CompiledExpression]

COMPILERS: dict[type[exp.Expression], Compiler] = {}
# what is loaded when an operator or a function is asked for
OPERATOR_MODULES, FUNCTION_MODULES = Later(), Later()


def compiles(*classes: type[exp.Expression]) -> Callable[[Compiler], Compiler]:
    """Registers a compiler for these node classes."""

    def register(compiler: Compiler) -> Compiler:
        COMPILERS.update(dict.fromkeys(classes, compiler))
        return compiler

    return register


_NOT_WHOLE = frozenset((Kind.STRING, Kind.DECIMAL, Kind.REAL))
_SEEN_WHEN_COMPILED = frozenset((Kind.DATE, Kind.TIME, Kind.DATETIME, Kind.INT))


def compile_expression(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """Compiles an expression once; its `eval` is then called for every row.

    Raises MySQLError for unknown columns and functions, UnsupportedError by name for what is not modelled.
    """
    compiled = compile_operand(node, scope)
    if compiled.items:
        raise mysql_error("ER_OPERAND_COLUMNS", 1)
    if compiled.type.kind in _NOT_WHOLE and scope.context.variables.behaviour.conditions_are_integers:
        from binwriter.sql.expressions.conditions.whole_numbers import as_integer  # of older servers alone

        return as_integer(node, compiled)
    return compiled


def compile_operand(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """As `compile_expression`, a row constructor (a, b) allowed."""
    compiler = COMPILERS.get(type(node))
    if compiler is None:
        OPERATOR_MODULES.until(type(node), COMPILERS)
        FUNCTION_MODULES.until(type(node), COMPILERS)
        compiler = COMPILERS.get(type(node))
    if compiler is None:
        raise UnsupportedError(f"expression {node.key.upper()}", tree_text(node))
    compiled = compiler(node, scope)
    if is_vector(compiled):
        refuse_vector(node)
    if scope.aggregates is not None and scope.aggregates.rolled:
        compiled = _rolled_up(node, compiled, scope)
    if compiled.type.kind is Kind.REAL and not scope.context.variables.behaviour.fits_reals:
        compiled = replace(compiled, type=_spelled(node, compiled.type, scope))
    if scope.context.measures_items or (isinstance(node, exp.Func) and compiled.type.kind in _SEEN_WHEN_COMPILED):
        node.meta[TYPE_OF] = compiled.type
    if scope.context.parsed_before and PARAMETER in node.meta:
        compiled = replace(compiled, parameter=True)
        if PARAMETER_ITSELF in node.meta and scope.context.variables.behaviour.types_parameters:
            compiled = _as_parameter(compiled, unsigned=node.meta[PARAMETER_ITSELF])
    return compiled


def _as_parameter(compiled: CompiledExpression, *, unsigned: bool) -> CompiledExpression:
    """What messages call ? has its parameter's sign, not its literal's (captured: clusters/parameters_out_of_range)."""
    if unsigned and compiled.type.kind is Kind.INT:
        return replace(compiled, text="?", type=replace(compiled.type, unsigned=True))
    return replace(compiled, text="?")


def _spelled(node: exp.Expression, type_: ExprType, scope: Scope) -> ExprType:
    """How an older server makes a text of it. Where it prints it, that goes by whether it is a literal, a column, or
    made of such."""
    if isinstance(node, exp.Paren):
        return type_
    if scope.context.variables.behaviour.shortest_reals:
        return replace(type_, wide=True)
    computed = isinstance(node, (exp.Func, exp.Binary, exp.Subquery)) and node.name.upper() != "VALUES"
    is_literal = isinstance(node, (exp.Literal, exp.Pi))
    return replace(type_, printed=True, plain=is_literal, of_column=type_.of_column and not computed)


def _rolled_up(node: exp.Expression, compiled: CompiledExpression, scope: Scope) -> CompiledExpression:
    """An expression of GROUP BY is NULL in the rows of WITH ROLLUP that go over its values."""
    assert scope.aggregates is not None
    place = next((place for grouped, place in scope.aggregates.rolled if grouped == node), None)
    if place is None:
        return compiled
    slot, value = scope.aggregate_slot, compiled.eval

    def evaluate(context: StatementContext, row: Row) -> Any:
        return None if place in getattr(row[slot], "rolled", ()) else value(context, row)

    return replace(compiled, eval=evaluate, constant=False)


def compile_all(nodes: Iterable[exp.Expression], scope: Scope) -> tuple[CompiledExpression, ...]:
    return tuple(compile_expression(node, scope) for node in nodes)


def is_constant(*parts: CompiledExpression) -> bool:
    return all(part.constant for part in parts)


def fold(compiled: CompiledExpression, scope: Scope) -> CompiledExpression:
    """A constant expression evaluated once, for use in a list or a pattern that every row looks at."""
    if not compiled.constant:
        return compiled
    value = compiled.eval(scope.context, ())
    return CompiledExpression(compiled.type, lambda context, row: value, compiled.text, constant=True)


# --- numbers in ORDER BY and GROUP BY that mean items of a list (captured: places_in_group_by)


def position_of(node: exp.Expression) -> int | None:
    """GROUP BY 1, ORDER BY (2): the position of a select item."""
    while isinstance(node, exp.Paren):
        node = node.this
    if not isinstance(node, exp.Literal) or node.is_string or not str(node.this).isdigit():
        return None  # 1.5 is a constant, by which nothing is ordered
    position = whole_number(str(node.this))
    return position if position <= UINT64_MAX else None


def refuse_positions(order: exp.Expression | None) -> None:
    """ER_BAD_FIELD_ERROR for one in the ORDER BY of a statement that has no list."""
    for ordered in order.expressions if order is not None else ():
        if (position := position_of(ordered.this)) is not None:
            raise mysql_error("ER_BAD_FIELD_ERROR", position, "order clause")
