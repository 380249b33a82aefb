"""The bit operators & | ^ << >> ~: 64 unsigned bits; from 8.0 on strings of bytes bit by bit.

Source: MySQL manual, "Bit Functions and Operators": an operand is a string of bytes if it is no literal like x'4D'.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import and_, or_, xor
from typing import Any

from sqlglot import exp

from binwriter.mysql.messages.table import mysql_error
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
    ExprType,
    text_type,
)

_BINARY = 63

_BITS: dict[type[exp.Expression], tuple[str, Operation]] = {
    exp.BitwiseAnd: ("&", and_),
    exp.BitwiseOr: ("|", or_),
    exp.BitwiseXor: ("^", xor),
}
_SHIFTS: dict[type[exp.Expression], tuple[str, Operation]] = {
    exp.BitwiseLeftShift: ("<<", lambda left, right: (left << right) & UINT64_MASK if right < 64 else 0),
    exp.BitwiseRightShift: (">>", lambda left, right: left >> right if right < 64 else 0),
}


def is_bytes(type_: ExprType, scope: Scope) -> bool:
    """Whether bit operators take the value as a string of bytes; a literal in hexadecimal is a number to them."""
    return scope.context.variables.behaviour.bits_of_bytes and type_.binary and not type_.unsigned


def on_bytes(values: list[bytes], combine: Operation) -> bytes:
    """The bytes combined bit by bit. ER_INVALID_BITWISE_OPERANDS_SIZE for strings of different lengths."""
    if len({len(value) for value in values}) > 1:
        raise mysql_error("ER_INVALID_BITWISE_OPERANDS_SIZE")
    return bytes(reduce(combine, together) for together in zip(*values, strict=True))


@compiles(*_BITS)
def _bitwise(node: exp.Expression, scope: Scope) -> CompiledExpression:
    left, right = compile_expression(node.this, scope), compile_expression(node.expression, scope)
    sign, operation = _BITS[type(node)]
    text = f"({left.text} {sign} {right.text})"
    if left.type.binary and right.type.binary and (is_bytes(left.type, scope) or is_bytes(right.type, scope)):

        def join(context: StatementContext, row: Any) -> bytes | None:
            first = left.eval(context, row)
            second = None if first is None else right.eval(context, row)
            return None if second is None else on_bytes([bytes(first), bytes(second)], operation)

        length = max(left.type.length, right.type.length)
        return CompiledExpression(text_type(length, _BINARY), join, text, is_constant(left, right))
    return CompiledExpression(UINT_TYPE, _on_numbers(left, right, operation), text, is_constant(left, right))


def _on_numbers(
    left: CompiledExpression, right: CompiledExpression, operation: Operation
) -> Callable[[StatementContext, Any], Any]:
    def evaluate(context: StatementContext, row: Any) -> Any:
        first = to_bits(left.eval(context, row), left.type, context)
        if first is None:
            return None
        second = to_bits(right.eval(context, row), right.type, context)
        return None if second is None else operation(first, second)

    return evaluate


@compiles(*_SHIFTS)
def _shift(node: exp.Expression, scope: Scope) -> CompiledExpression:
    left, right = compile_expression(node.this, scope), compile_expression(node.expression, scope)
    sign, operation = _SHIFTS[type(node)]
    text = f"({left.text} {sign} {right.text})"
    if is_bytes(left.type, scope):
        is_left = sign == "<<"

        def shift(context: StatementContext, row: Any) -> bytes | None:
            value = left.eval(context, row)
            count = None if value is None else to_bits(right.eval(context, row), right.type, context)
            if count is None:
                return None
            size = len(value)
            count = min(count, 8 * size)
            number = int.from_bytes(value, "big")
            number = number << count if is_left else number >> count
            return (number & ((1 << 8 * size) - 1)).to_bytes(size, "big")

        type_ = text_type(left.type.length, _BINARY)
        return CompiledExpression(type_, shift, text, is_constant(left, right))
    return CompiledExpression(UINT_TYPE, _on_numbers(left, right, operation), text, is_constant(left, right))


@compiles(exp.BitwiseNot)
def _complement(node: exp.Expression, scope: Scope) -> CompiledExpression:
    operand = compile_expression(node.this, scope)
    text = f"~({operand.text})"
    if is_bytes(operand.type, scope):

        def invert(context: StatementContext, row: Any) -> bytes | None:
            value = operand.eval(context, row)
            return None if value is None else bytes(byte ^ 0xFF for byte in value)

        return CompiledExpression(text_type(operand.type.length, _BINARY), invert, text, operand.constant)
    evaluate = each(operand, to_bits, lambda value: value ^ UINT64_MASK)
    return CompiledExpression(UINT_TYPE, evaluate, text, operand.constant)
