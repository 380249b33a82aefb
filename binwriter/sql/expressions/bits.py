"""The bit operators & | ^ << >> ~: 64 unsigned bits, whatever the operands."""

from __future__ import annotations

from typing import Any

from sqlglot import exp

from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.arithmetic import Operation, each
from binwriter.sql.expressions.coercion import to_bits
from binwriter.sql.expressions.compile import compile_expression, compiles, is_constant
from binwriter.sql.expressions.numbers import (
    UINT64_MASK,
)
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    UINT_TYPE,
    CompiledExpression,
)

_BITS: dict[type[exp.Expression], tuple[str, Operation]] = {
    exp.BitwiseAnd: ("&", lambda left, right: left & right),
    exp.BitwiseOr: ("|", lambda left, right: left | right),
    exp.BitwiseXor: ("^", lambda left, right: left ^ right),
    exp.BitwiseLeftShift: ("<<", lambda left, right: (left << right) & UINT64_MASK if right < 64 else 0),
    exp.BitwiseRightShift: (">>", lambda left, right: left >> right if right < 64 else 0),
}


@compiles(*_BITS)
def _bitwise(node: exp.Expression, scope: Scope) -> CompiledExpression:
    left, right = compile_expression(node.this, scope), compile_expression(node.expression, scope)
    sign, operation = _BITS[type(node)]

    def evaluate(context: StatementContext, row: Any) -> Any:
        first = to_bits(left.eval(context, row), left.type, context)
        second = to_bits(right.eval(context, row), right.type, context)
        return None if first is None or second is None else operation(first, second)

    return CompiledExpression(UINT_TYPE, evaluate, f"({left.text} {sign} {right.text})", is_constant(left, right))


@compiles(exp.BitwiseNot)
def _complement(node: exp.Expression, scope: Scope) -> CompiledExpression:
    operand = compile_expression(node.this, scope)
    evaluate = each(operand, to_bits, lambda value: value ^ UINT64_MASK)
    return CompiledExpression(UINT_TYPE, evaluate, f"~({operand.text})", operand.constant)
