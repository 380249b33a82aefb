"""/ DIV and %, with MySQL's result types (manual, "Arithmetic Operators", "Precision Math")."""

from __future__ import annotations

import math
from decimal import ROUND_DOWN, Decimal, InvalidOperation
from typing import Any

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions import decimal_buffers
from binwriter.sql.expressions.arithmetic import (
    check_decimal,
    check_int,
    check_real,
    numeric_type,
    operand_type,
    overflow,
    real_type,
    sized,
)
from binwriter.sql.expressions.coercion import to_decimal, to_int, to_real, truncated
from binwriter.sql.expressions.compile import compile_expression, compiles, is_constant
from binwriter.sql.expressions.numbers import (
    DECIMAL_MAX_SCALE,
    EXACT,
    INT64_MAX,
    INT64_MIN,
    UINT64_MAX,
    decimal_scale,
    in_room,
    round_decimal,
)
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import INT_TYPE, UINT_TYPE, CompiledExpression, Kind, decimal_type, numerical

_DECIMAL_WORD = 9  # digits that MySQL's decimal library keeps together; a quotient is computed to whole words


def division_by_zero(context: StatementContext) -> None:
    """NULL; with ERROR_FOR_DIVISION_BY_ZERO also warning 1365, an error where data are changed under a strict mode."""
    if context.has_mode("ERROR_FOR_DIVISION_BY_ZERO"):
        context.value_problem("ER_DIVISION_BY_ZERO")


def _words(digits: int) -> int:
    return -(-digits // _DECIMAL_WORD)


def _digits_of_quotient(left_scale: int, right_scale: int, increment: int) -> int:
    stored = (_words(left_scale) + _words(right_scale)) * _DECIMAL_WORD
    spare = stored - left_scale - right_scale
    return _words(stored + max(0, increment - spare)) * _DECIMAL_WORD


def quotient(left: Decimal, right: Decimal, left_scale: int, right_scale: int, increment: int) -> Decimal:
    """left / right cut after as many digits as MySQL's decimal library computes: whole words of nine."""
    digits = _digits_of_quotient(left_scale, right_scale, increment)
    return EXACT.divide(left, right).quantize(Decimal(1).scaleb(-digits), rounding=ROUND_DOWN, context=EXACT)


def _is_result(node: exp.Expression) -> bool:
    """Whether it is all that is assigned, or an item of the query whose row is: nothing else computes with it."""
    while isinstance(node.parent, (exp.Paren, exp.Alias)):
        node = node.parent
    if isinstance(node.parent, exp.PropertyEQ):
        return True
    return node.parent is None or (isinstance(node.parent, (exp.Select, exp.Tuple)) and node.parent.parent is None)


def _is_stored(node: exp.Expression) -> bool:
    """Whether it is all that a column or a variable is given."""
    while isinstance(node.parent, exp.Paren):
        node = node.parent
    parent = node.parent
    is_assigned = isinstance(parent, exp.EQ) and isinstance(parent.parent, (exp.Update, exp.SetItem))
    return parent is None or is_assigned or (isinstance(parent, exp.Tuple) and isinstance(parent.parent, exp.Values))


@compiles(exp.Div)
def _divide(node: exp.Expression, scope: Scope) -> CompiledExpression:
    left, right = compile_expression(node.this, scope), compile_expression(node.expression, scope)
    left, right = numerical(left), numerical(right)
    one, two = operand_type(left, scope), operand_type(right, scope)
    text = f"({left.text} / {right.text})"
    left_eval, right_eval, left_type, right_type = left.eval, right.eval, left.type, right.type
    unchanged = is_constant(left, right)
    increment = scope.context.variables.settings.div_precision_increment
    overflows = scope.context.variables.behaviour.numbers_overflow
    if Kind.REAL in (one.kind, two.kind):

        def real(context: StatementContext, row: Any) -> Any:
            first = to_real(left_eval(context, row), left_type, context)
            second = to_real(right_eval(context, row), right_type, context)
            if first is None or second is None:
                return None
            if second == 0:
                return division_by_zero(context)
            value = first / second
            return check_real(value, text) if overflows or math.isfinite(value) else None

        shown = replace(sized(real_type(one, two, increment=increment), scope), overflow=text)
        return CompiledExpression(shown, real, text, unchanged)
    left_scale, right_scale = one.scale, two.scale
    sizes = scope.context.sizes_decimals and _is_result(node)
    keeps_digits = scope.context.variables.behaviour.stores_whole_quotients
    fills_words = scope.context.variables.behaviour.quotients_fill_words
    stays_whole = keeps_digits and _is_stored(node)
    is_bare = scope.context.variables.behaviour.trims_decimals
    stops = left.type.kind is not Kind.NULL

    def decimal(context: StatementContext, row: Any) -> Any:
        first = to_decimal(left_eval(context, row), left_type, context)
        if first is None and stops:
            return None
        second = to_decimal(right_eval(context, row), right_type, context)
        if first is None or second is None:
            return None
        if not second:
            return division_by_zero(context)
        first_scale = decimal_scale(first) if left_scale == DECIMAL_MAX_SCALE else left_scale
        second_scale = decimal_scale(second) if right_scale == DECIMAL_MAX_SCALE else right_scale
        exact = quotient(first, second, first_scale, second_scale, increment)
        if keeps_digits:
            whole = check_decimal(exact, text)
            if not sizes:
                return whole
            if fills_words:
                return decimal_buffers.sized_words(whole, is_zero=True)
            return decimal_buffers.sized_quotient(whole, first, second, is_zero=not exact, is_rounded=False)
        all_digits = scale == DECIMAL_MAX_SCALE and decimal_scale(exact) <= scale
        result = check_decimal(exact if all_digits else round_decimal(*in_room(exact, scale)), text)
        if sizes:
            return decimal_buffers.sized_quotient(result, first, second, is_zero=not exact)
        return result if first or not is_bare else decimal_buffers.bare_zero(result)

    scale = min(left_scale + increment, DECIMAL_MAX_SCALE)
    if stays_whole:
        scale = min(_digits_of_quotient(left_scale, right_scale, increment), DECIMAL_MAX_SCALE)
    return CompiledExpression(decimal_type(scale, unsigned=one.unsigned and two.unsigned), decimal, text, unchanged)


@compiles(exp.IntDiv)
def _integer_divide(node: exp.Expression, scope: Scope) -> CompiledExpression:
    left, right = compile_expression(node.this, scope), compile_expression(node.expression, scope)
    left, right = numerical(left), numerical(right)
    unsigned = numeric_type(left.type).unsigned or numeric_type(right.type).unsigned
    if scope.context.variables.behaviour.quotients_of_integers:
        left, right = _whole(left), _whole(right)
    exact = {numeric_type(left.type).kind, numeric_type(right.type).kind} != {Kind.INT}  # divided as DECIMAL
    stops = not {left.type.kind, right.type.kind} <= {Kind.INT, Kind.YEAR}
    text = f"({left.text} DIV {right.text})"

    def evaluate(context: StatementContext, row: Any) -> Any:
        first = to_decimal(left.eval(context, row), left.type, context)
        if first is None and stops:
            return None
        second = to_decimal(right.eval(context, row), right.type, context)
        if first is None or second is None:
            return None
        if not second:
            return division_by_zero(context)
        try:
            quotient = int(EXACT.divide_int(first, second))
        except InvalidOperation:  # by so little that it is 0 as a DECIMAL (captured: windows_of_times)
            return division_by_zero(context)
        if exact and not (0 if unsigned else INT64_MIN) <= quotient <= (UINT64_MAX if unsigned else INT64_MAX):
            truncated(context, "DECIMAL", quotient)
        if quotient == INT64_MIN and not unsigned:  # it reckons without signs (captured: clusters/negated)
            raise overflow("BIGINT", text)
        return check_int(quotient, unsigned, text)

    return CompiledExpression(UINT_TYPE if unsigned else INT_TYPE, evaluate, text, is_constant(left, right))


def _whole(part: CompiledExpression) -> CompiledExpression:
    type_ = UINT_TYPE if numeric_type(part.type).unsigned else INT_TYPE
    return replace(part, type=type_, eval=lambda context, row: to_int(part.eval(context, row), part.type, context))


@compiles(exp.Mod)
def _modulo(node: exp.Expression, scope: Scope) -> CompiledExpression:
    return modulo(compile_expression(node.this, scope), compile_expression(node.expression, scope), scope)


def modulo(left: CompiledExpression, right: CompiledExpression, scope: Scope) -> CompiledExpression:
    """left % right: the sign of the dividend."""
    left, right = numerical(left), numerical(right)
    one, two = operand_type(left, scope), operand_type(right, scope)
    text = f"({left.text} % {right.text})"
    if Kind.REAL in (one.kind, two.kind):
        type_, convert, operation = sized(real_type(one, two), scope), to_real, math.fmod
    elif Kind.DECIMAL in (one.kind, two.kind):
        type_ = decimal_type(max(one.scale, two.scale), unsigned=one.unsigned)
        convert, operation = to_decimal, EXACT.remainder  # type: ignore[assignment]
    else:
        type_ = UINT_TYPE if one.unsigned else INT_TYPE
        convert, operation = to_int, _integer_remainder  # type: ignore[assignment]
    stops = type_.kind is Kind.DECIMAL and left.type.kind is not Kind.NULL

    def evaluate(context: StatementContext, row: Any) -> Any:
        first = convert(left.eval(context, row), left.type, context)
        if first is None and stops:
            return None
        second = convert(right.eval(context, row), right.type, context)
        if first is None or second is None:
            return None
        if not second:
            return division_by_zero(context)
        rest = operation(first, second)
        if context.sizes_decimals and isinstance(rest, Decimal) and rest:
            in_words = context.variables.behaviour.quotients_fill_words or abs(rest) < 1
            return decimal_buffers.sized_words(rest) if in_words else rest
        if not rest and isinstance(rest, Decimal) and context.variables.behaviour.trims_decimals:
            return decimal_buffers.bare_zero(rest)
        return rest

    made = CompiledExpression(type_, evaluate, text, is_constant(left, right))
    return decimal_buffers.reckoned_with_average(made, (left, right), scope)


def _integer_remainder(left: int, right: int) -> int:
    rest = abs(left) % abs(right)
    return -rest if left < 0 else rest
