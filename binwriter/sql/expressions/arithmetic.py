"""+ - * and the sign, with MySQL's result types (manual, "Arithmetic Operators", "Precision Math")."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions import decimal_buffers
from binwriter.sql.expressions.coercion import to_decimal, to_int, to_real
from binwriter.sql.expressions.compile import compile_expression, compiles, is_constant
from binwriter.sql.expressions.moments import reals
from binwriter.sql.expressions.moments.dates import interval_operand
from binwriter.sql.expressions.numbers import (
    DECIMAL_CALCULATION_MAX,
    DECIMAL_MAX_SCALE,
    EXACT,
    INT64_MAX,
    INT64_MIN,
    UINT64_MAX,
    decimal_scale,
    round_decimal,
)
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    AVERAGE,
    INT_TYPE,
    NOT_FIXED_SCALE,
    REAL_TYPE,
    UINT_TYPE,
    CompiledExpression,
    ExprType,
    Kind,
    Whole,
    constant,
    decimal_type,
    numerical,
)
from binwriter.sql.text.meta_keys import DECIMAL_HERE, SIGNED


def numeric_type(type_: ExprType) -> ExprType:
    """The type of an operand in numeric context: INT, DECIMAL or REAL."""
    if type_.kind in (Kind.INT, Kind.DECIMAL, Kind.REAL):
        return replace(type_, bit=False) if type_.bit else type_
    if type_.kind is Kind.NULL:
        return INT_TYPE
    if type_.kind is Kind.YEAR or (type_.binary and type_.unsigned):  # the latter: a hexadecimal literal
        return INT_TYPE if type_.bits else UINT_TYPE
    if type_.kind.temporal:
        return decimal_type(type_.scale, type_.length) if type_.scale else INT_TYPE
    return REAL_TYPE


def operand_type(operand: CompiledExpression, scope: Scope) -> ExprType:
    """`numeric_type` of an operand, as the session's server has it."""
    if scope.context.variables.behaviour.moments_have_fractions:
        return numeric_type(operand.type)
    return reals.real_of_moment(operand) or numeric_type(operand.type)


def sized(type_: ExprType, scope: Scope) -> ExprType:
    return type_ if scope.context.variables.behaviour.moments_have_fractions else reals.sized_real(type_)


Operation = Callable[[Any, Any], Any]


def overflow(kind: str, text: str) -> Exception:
    return mysql_error("ER_DATA_OUT_OF_RANGE", kind, text)


def check_int(value: int, unsigned: bool, text: str) -> int:
    """The value if it fits a 64-bit integer; else MySQLError ER_DATA_OUT_OF_RANGE with the expression's text."""
    if unsigned:
        if not 0 <= value <= UINT64_MAX:
            raise overflow("BIGINT UNSIGNED", text)
    elif not INT64_MIN <= value <= INT64_MAX:
        raise overflow("BIGINT", text)
    return value


def wrapped(value: int, unsigned: bool) -> int:
    """The value modulo 2^64, as 5.1 computes with integers."""
    value &= UINT64_MAX
    return value if unsigned or value <= INT64_MAX else value - UINT64_MAX - 1


def check_real(value: float, text: str) -> float:
    if math.isinf(value) or math.isnan(value):
        raise overflow("DOUBLE", text)
    return value


def check_decimal(value: Decimal, text: str) -> Decimal:
    if value.copy_abs() > DECIMAL_CALCULATION_MAX:
        raise overflow("DECIMAL", text)
    return value


_INT: dict[type[exp.Expression], Operation] = {
    exp.Add: lambda left, right: left + right,
    exp.Sub: lambda left, right: left - right,
    exp.Mul: lambda left, right: left * right,
}
_DECIMAL: dict[type[exp.Expression], Operation] = {exp.Add: EXACT.add, exp.Sub: EXACT.subtract, exp.Mul: EXACT.multiply}


def _product(left: Decimal, right: Decimal) -> Decimal:
    """With no more digits behind its point than a DECIMAL has (captured: cluster products_of_many_digits)."""
    product = EXACT.multiply(left, right)
    if decimal_scale(product) > DECIMAL_MAX_SCALE:
        product = round_decimal(product, DECIMAL_MAX_SCALE)
    return product or decimal_buffers.bare_zero(product)


def _added(left: Decimal, right: Decimal) -> Decimal:
    total = EXACT.add(left, right)
    return decimal_buffers.bare_zero(total) if left and not total else total


def _difference(left: Decimal, right: Decimal) -> Decimal:
    rest = EXACT.subtract(left, right)
    return rest or decimal_buffers.bare_zero(rest)


_BARE: dict[type[exp.Expression], Operation] = {exp.Add: _added, exp.Sub: _difference, exp.Mul: _product}


_SIGNS: dict[type[exp.Expression], str] = {exp.Add: "+", exp.Sub: "-", exp.Mul: "*"}


@compiles(exp.Add, exp.Sub, exp.Mul)
def _sum(node: exp.Expression, scope: Scope) -> CompiledExpression:
    dated = interval_operand(node, scope)
    if dated is not None:
        return dated
    left, right = compile_expression(node.this, scope), compile_expression(node.expression, scope)
    if isinstance(node, exp.Sub):
        node.meta[SIGNED] = scope.context.has_mode("NO_UNSIGNED_SUBTRACTION")
    return binary_arithmetic(type(node), left, right, scope)


_WHOLE: dict[type[exp.Expression], Whole] = {exp.Add: Whole.SUM, exp.Sub: Whole.DIFFERENCE, exp.Mul: Whole.PRODUCT}


def binary_arithmetic(
    operator: type[exp.Expression], left: CompiledExpression, right: CompiledExpression, scope: Scope
) -> CompiledExpression:
    """left + right, left - right or left * right."""
    left, right = numerical(left), numerical(right)
    one, two = operand_type(left, scope), operand_type(right, scope)
    text = f"({left.text} {_SIGNS[operator]} {right.text})"
    left_eval, right_eval, left_type, right_type = left.eval, right.eval, left.type, right.type
    unchanged = is_constant(left, right)
    overflows = scope.context.variables.behaviour.numbers_overflow
    signed = operator is exp.Sub and scope.context.has_mode("NO_UNSIGNED_SUBTRACTION")
    if Kind.REAL in (one.kind, two.kind):
        operation = _INT[operator]

        def real(context: StatementContext, row: Any) -> Any:
            first = to_real(left_eval(context, row), left_type, context)
            second = to_real(right_eval(context, row), right_type, context)
            if first is None or second is None:
                return None
            value = operation(first, second)
            return check_real(value, text) if overflows or math.isfinite(value) else None

        return CompiledExpression(replace(sized(real_type(one, two), scope), overflow=text), real, text, unchanged)
    if Kind.DECIMAL in (one.kind, two.kind):
        exact, stops = _DECIMAL[operator], left.type.kind is not Kind.NULL  # NULL itself is as a DOUBLE
        scale = one.scale + two.scale if operator is exp.Mul else max(one.scale, two.scale)

        if scope.context.variables.behaviour.trims_decimals:
            exact = _BARE[operator]

        def decimal(context: StatementContext, row: Any) -> Any:
            first = to_decimal(left_eval(context, row), left_type, context)
            if first is None and stops:
                return None
            second = to_decimal(right_eval(context, row), right_type, context)
            return None if first is None or second is None else check_decimal(exact(first, second), text)

        whole = _WHOLE[operator]
        all_words = scope.context.variables.behaviour.stores_whole_quotients
        if whole is Whole.PRODUCT and (all_words or Kind.INT in (one.kind, two.kind)):
            whole = Whole.PRODUCT_OF_INTEGER
        type_ = decimal_type(min(scale, DECIMAL_MAX_SCALE), 0, one.unsigned and two.unsigned and not signed, whole)
        made = CompiledExpression(type_, decimal, text, unchanged)
        if AVERAGE not in (left.type.source, right.type.source):
            return made
        return decimal_buffers.reckoned_with_average(made, (left, right), scope)
    unsigned = (one.unsigned or two.unsigned) and not signed
    integer_operation = _INT[operator]
    low, high = (0, UINT64_MAX) if unsigned else (INT64_MIN, INT64_MAX)

    def integer(context: StatementContext, row: Any) -> Any:
        first = left_eval(context, row)
        if type(first) is not int:
            first = to_int(first, left_type, context)
        second = right_eval(context, row)
        if type(second) is not int:
            second = to_int(second, right_type, context)
        if first is None or second is None:
            return None
        value = integer_operation(first, second)
        if low <= value <= high:
            return value
        return check_int(value, unsigned, text) if overflows else wrapped(value, unsigned)

    return CompiledExpression(UINT_TYPE if unsigned else INT_TYPE, integer, text, unchanged)


def real_type(*operands: ExprType, increment: int = 0) -> ExprType:
    """REAL; with the digits of operands that have a fixed number of them: PI() has six, DOUBLE(M,D) has D."""
    scale = max(type_.scale for type_ in operands)
    return REAL_TYPE if scale == NOT_FIXED_SCALE else replace(REAL_TYPE, scale=min(scale + increment, NOT_FIXED_SCALE))


@compiles(exp.Neg)
def _negate(node: exp.Expression, scope: Scope) -> CompiledExpression:
    operand = numerical(compile_expression(node.this, scope))
    is_literal = operand.type.binary and operand.type.unsigned
    type_, text = replace(REAL_TYPE, scale=0) if is_literal else operand_type(operand, scope), f"-({operand.text})"
    if isinstance(node.this.unnest(), exp.Literal) and type_.kind is Kind.INT:
        value = -int(operand.eval(scope.context, ()))
        if value < INT64_MIN:  # too long for BIGINT: a DECIMAL literal
            return constant(Decimal(value), decimal_type(0, len(operand.text) + 1), text)
        return constant(value, ExprType(Kind.INT, length=len(operand.text) + 1), text)
    if type_.kind is Kind.REAL:
        negated = replace(type_, overflow=text, single=False, of_column=False)
        return CompiledExpression(negated, each(operand, to_real, lambda value: -value), text, operand.constant)
    if type_.kind is Kind.DECIMAL:
        negated = decimal_type(type_.scale, type_.length + 1, whole=type_.whole)
        made = CompiledExpression(negated, each(operand, to_decimal, decimal_buffers.negative), text, operand.constant)
        return decimal_buffers.reckoned_with_average(made, (operand,), scope)
    if operand.constant and type_.kind is Kind.INT and _negated_is_decimal(operand, scope):
        node.meta[DECIMAL_HERE] = True
        shown = decimal_type(0, type_.length, whole=True)
        return CompiledExpression(shown, each(operand, to_decimal, EXACT.minus), text, constant=True)
    overflows = scope.context.variables.behaviour.numbers_overflow

    def negated_int(value: int) -> int:
        return check_int(-value, False, text) if overflows else wrapped(-value, False)

    return CompiledExpression(INT_TYPE, each(operand, to_int, negated_int), text, operand.constant)


def _negated_is_decimal(operand: CompiledExpression, scope: Scope) -> bool:
    """A constant integer that is negative or beyond BIGINT: a server takes no chance with it (captured:
    clusters/negated)."""
    value = to_int(operand.eval(scope.context, ()), operand.type, scope.context)
    return value is not None and not 0 <= value <= INT64_MAX


def each(operand: CompiledExpression, convert: Any, operation: Callable[[Any], Any]) -> Any:
    inner, type_ = operand.eval, operand.type

    def evaluate(context: StatementContext, row: Any) -> Any:
        value = convert(inner(context, row), type_, context)
        return None if value is None else operation(value)

    return evaluate
