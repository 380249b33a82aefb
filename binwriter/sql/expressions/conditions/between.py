"""BETWEEN."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.coercion import to_real
from binwriter.sql.expressions.compile import compile_expression, compiles, is_constant
from binwriter.sql.expressions.conditions import texts_beside, zones
from binwriter.sql.expressions.conditions.comparison import compare, text_collation
from binwriter.sql.expressions.conditions.constants import (
    bound_without_moment,
    fold,
    is_fixed,
    names_of,
)
from binwriter.sql.expressions.conditions.keys import is_named_column
from binwriter.sql.expressions.moments.literal_moments import check_moment, name_of, told_when_asked
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import BOOL_TYPE, REAL_TYPE, CompiledExpression, Kind, Row, text_type

_UNASKED = object()
_NUMBERS = (Kind.INT, Kind.DECIMAL, Kind.REAL)


@compiles(exp.Between)
def _between(node: exp.Expression, scope: Scope) -> CompiledExpression:
    operand = compile_expression(node.this, scope)
    low, high = compile_expression(node.args["low"], scope), compile_expression(node.args["high"], scope)
    if is_fixed(operand.type) and node.args["low"] == node.args["high"] and not _is_negated(node):
        return compile_expression(exp.EQ(this=node.this.copy(), expression=node.args["low"].copy()), scope)
    # a newer server takes one bound for = (of 5.6 and 5.7: captured: words_beside_keys_of_moments_statement)
    old = scope.context.variables.behaviour.ranges_tell_of_moments
    told_apart = old or node.args["low"] != node.args["high"]
    for bound, value in ((node.args["low"], low), (node.args["high"], high)):
        if operand.type.kind is Kind.DATETIME:
            zones.note_comparison(node, node.this, operand, bound, value, scope, is_operator=False)
        check_moment(node.this, operand.type, bound, value, scope, ranged=told_apart)
        fold(node, node.this, operand.type, [bound], scope)
    kinds = {part.type.kind for part in (operand, low, high)}
    if Kind.JSON in kinds:
        scope.context.warn("ER_NOT_SUPPORTED_YET", "comparison of JSON in the BETWEEN operator")
        if operand.type.kind is Kind.JSON and node.args["low"] == node.args["high"] and not _is_negated(node):
            return compile_expression(exp.EQ(this=node.this.copy(), expression=node.args["low"].copy()), scope)
        if kinds.intersection(_NUMBERS):
            operand, low, high = (as_number(part) for part in (operand, low, high))
        elif Kind.STRING in kinds and not any(kind.temporal for kind in kinds):
            operand, low, high = (_as_text(part) for part in (operand, low, high))
    if operand.type.kind is Kind.STRING and low.type.kind in _NUMBERS and high.type.kind in _NUMBERS:
        operand = as_number(operand)  # of a text that is none it is said once (captured: numbers_of_each_type)
    collation = text_collation((operand, low, high), scope, "between")
    if _mixes_numbers(operand, low, high):
        operand, low, high = (as_number(part) for part in (operand, low, high))
    ask = operand.eval
    kept: list[Any] = [_UNASKED]
    # its value is asked for once, whatever it does; both comparisons take it from here
    once = replace(operand, eval=lambda context, row: ask(context, row) if kept[0] is _UNASKED else kept[0])
    (lower,), (upper,) = (names_of(node.this, [node.args[bound]]) for bound in ("low", "high"))
    rounds = Kind.DATETIME not in (low.type.kind, high.type.kind)
    is_range = node.args["low"] != node.args["high"]
    once_told = scope.context.variables.behaviour.ranges_tell_of_moments and name_of(node.this, scope) is not None
    forgiving: Callable[[StatementContext, Any], Any] | None = None
    if is_range or once_told:
        forgiving = partial(bound_without_moment, name_of(node.this, scope), operand.type.kind, once=once_told)
    told = told_when_asked(node.this, operand.type.kind, [node.args["low"], node.args["high"]], scope)
    ask_of = partial(compare, scope=scope, collation=collation, rounds=rounds, exact=True)

    def told_beside(bound: str, value: CompiledExpression) -> Callable[[StatementContext, Any], Any] | None:
        if operand.type.kind is not Kind.STRING or not is_range:
            return forgiving
        return texts_beside.told_by_subject(node.args[bound], value, scope) or forgiving

    once = texts_beside.asked_in_rows(once) if low.type.kind.temporal or high.type.kind.temporal else once
    above = ask_of(exp.GTE, once, low, converted=lower, forgiving=told_beside("low", low)).eval
    below = ask_of(exp.LTE, once, high, converted=upper, forgiving=told_beside("high", high)).eval
    is_whole = operand.type.kind is low.type.kind is high.type.kind is Kind.INT and not operand.items
    lowest, highest = (whole_literal(node.args[bound]) if is_whole else None for bound in ("low", "high"))

    def evaluate(context: StatementContext, row: Row) -> int | None:
        for warning in told:
            if warning.message not in context.folded:
                context.folded[warning.message] = None
                context.diagnostics.append(warning)
        value = ask(context, row) if not operand.items else _UNASKED
        if type(value) is int and lowest is not None and highest is not None:  # the quick way of the most common case
            return 1 if lowest <= value <= highest else 0
        kept[0] = value
        first = above(context, row)
        kept[0] = value  # a bound may have run this expression again, in a program
        second = below(context, row)
        kept[0] = _UNASKED
        if first == 0 or second == 0:
            return 0
        return None if first is None or second is None else 1

    text = f"({operand.text} between {low.text} and {high.text})"
    return CompiledExpression(BOOL_TYPE, evaluate, text, is_constant(operand, low, high))


def _is_negated(node: exp.Expression) -> bool:
    """Whether NOT stands in front of it, or of the brackets around it."""
    while isinstance(node.parent, exp.Paren):
        node = node.parent
    return isinstance(node.parent, exp.Not)


def whole_literal(node: exp.Expression) -> int | None:
    """The value of a whole number that is written as such, with or without a sign."""
    if isinstance(node, exp.Neg):
        value = whole_literal(node.this)
        return None if value is None else -value
    is_whole = isinstance(node, exp.Literal) and not node.is_string and str(node.this).isdecimal()
    return int(node.this) if is_whole else None


def _mixes_numbers(operand: CompiledExpression, low: CompiledExpression, high: CompiledExpression) -> bool:
    """A text between a text and a number, or a moment that is no column's: all three are compared as numbers."""
    kinds = {low.type.kind, high.type.kind}
    is_moment = operand.type.kind.temporal and not is_named_column(operand)
    if not (is_moment or operand.type.kind is Kind.STRING) or Kind.STRING not in kinds:
        return False
    return bool(kinds & {Kind.INT, Kind.DECIMAL, Kind.REAL})


def _as_text(part: CompiledExpression) -> CompiledExpression:
    """A document as its text."""
    if part.type.kind is not Kind.JSON:
        return part
    type_ = text_type(0, part.type.collation)
    return replace(part, type=type_, eval=lambda context, row: to_text(part.eval(context, row), part.type))


def as_number(part: CompiledExpression) -> CompiledExpression:
    """An operand as a REAL."""
    return replace(part, type=REAL_TYPE, eval=lambda context, row: to_real(part.eval(context, row), part.type, context))
