"""Conditions before 8.0: WHERE, ON and HAVING as a whole ask for an integer, so that 0.4 is false (captured:
conditions_as_integers_statement). What AND, OR and NOT join is asked for its truth, as everywhere since."""

from __future__ import annotations

from typing import Any

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_int
from binwriter.sql.expressions.types import INT_TYPE, CompiledExpression, Row


def as_integer(node: exp.Expression, compiled: CompiledExpression) -> CompiledExpression:
    """The expression, as an integer where it is a whole condition."""
    return integer_of(compiled) if _is_condition(node) else compiled


def integer_of(compiled: CompiledExpression) -> CompiledExpression:
    """What XOR asks of its operands, too."""
    evaluate, type_ = compiled.eval, compiled.type

    def whole(context: StatementContext, row: Row) -> Any:
        return to_int(evaluate(context, row), type_, context)

    return replace(compiled, type=INT_TYPE, eval=whole, as_text=None, as_number=None)


def _is_condition(node: exp.Expression) -> bool:
    """A constant that AND has beside it is taken away before."""
    inner, around = node, node.parent
    while isinstance(around, exp.Paren) or (isinstance(around, exp.And) and _is_true(_other(around, inner))):
        inner, around = around, around.parent
    if isinstance(around, exp.Join):
        return inner is around.args.get("on")
    return isinstance(around, exp.Where | exp.Having)


def _other(both: exp.Expression, one: exp.Expression) -> exp.Expression:
    left, right = both.args["this"], both.args["expression"]
    other: exp.Expression = right if left is one else left
    return other


def _is_true(node: exp.Expression) -> bool:
    return isinstance(node, exp.Literal) and not node.is_string and node.name != "0"
