"""What IF and CASE are where a text or a number is asked for: they hand the question on to the branch that they chose.

IF(1, zerofilled, 2) is a number without zeros, CONCAT() of it shows them; CASE of a DATE and a DATETIME is the DATE's
eight digits in a sum (captured: clusters/branches_asked). COALESCE and IFNULL compute a value of their own instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.coercion import temporal_as_number, to_number
from binwriter.sql.expressions.conditions.logic import Truth
from binwriter.sql.expressions.numbers import round_decimal
from binwriter.sql.expressions.types import CompiledExpression, Eval, ExprType, Kind, MomentText, Row
from binwriter.sql.expressions.unify import converted

__all__ = ["branch", "first_that_holds", "number_of_chosen", "text_of_chosen"]

_NUMBERS = (Kind.INT, Kind.DECIMAL, Kind.REAL, Kind.YEAR)


def first_that_holds(tests: Sequence[Truth], values: Sequence[Eval]) -> Eval:
    """Evaluates the value of the first test that holds; there is one value more, for when none does."""
    pairs, default = list(zip(tests, values, strict=False)), values[-1]

    def evaluate(context: StatementContext, row: Row) -> Any:
        for test, value in pairs:
            if test(context, row):
                return value(context, row)
        return default(context, row)

    return evaluate


def branch(value: CompiledExpression, type_: ExprType) -> Eval:
    """The value as the type of all has it; a moment among texts keeps its number (captured:
    moments_chosen_as_numbers)."""
    if type_.kind is not Kind.STRING or not value.type.kind.temporal:
        return converted(value, type_, padded=False).eval
    as_text = converted(CompiledExpression(value.type, lambda context, row: row[0]), type_, padded=False).eval

    def evaluate(context: StatementContext, row: Row) -> Any:
        moment = value.eval(context, row)
        text = as_text(context, (moment,))
        return MomentText(text, temporal_as_number(moment, value.type), moment) if isinstance(text, str) else text

    return evaluate


def text_of_chosen(tests: Sequence[Truth], values: Sequence[CompiledExpression], type_: ExprType) -> Eval | None:
    """type_: the one of all. None where the value's own text is the same."""
    if type_.kind not in _NUMBERS or not any(_differs(value, type_) or value.type.zeros for value in values):
        return None
    return first_that_holds(tests, [_text(value) for value in values])


def _differs(value: CompiledExpression, type_: ExprType) -> bool:
    return value.type.kind is not Kind.NULL and (value.type != type_ or value.as_text is not None)


def _text(value: CompiledExpression) -> Eval:
    if value.as_text is not None:
        return value.as_text
    inner, type_ = value.eval, value.type
    return lambda context, row: to_text(inner(context, row), type_)


def number_of_chosen(tests: Sequence[Truth], values: Sequence[CompiledExpression], type_: ExprType) -> Eval | None:
    """As `text_of_chosen`, for numbers."""
    number = next((made for kind, made in _NUMBER_OF.items() if type_.kind in kind), None)
    if number is None or not any(
        _differs(value, type_) or value.as_number or value.type.unquestioned for value in values
    ):
        return None
    return first_that_holds(tests, [value.as_number or number(value, type_) for value in values])


def _of_texts(value: CompiledExpression, type_: ExprType) -> Eval:
    """A text is made a number by who asks, but one of which nothing is told."""
    inner, own = value.eval, value.type
    if own.member:
        return inner
    if own.kind in (Kind.STRING, Kind.JSON, Kind.NULL) and not own.unquestioned:
        return branch(value, type_)
    return lambda context, row: to_number(inner(context, row), own, context)


def _of_moments(value: CompiledExpression, type_: ExprType) -> Eval:
    inner, own, digits = value.eval, value.type, type_.scale

    def evaluate(context: StatementContext, row: Row) -> Any:
        number = to_number(inner(context, row), own, context)
        return number if number is None or not digits else round_decimal(Decimal(number), digits)

    return evaluate


def _of_decimals(value: CompiledExpression, type_: ExprType) -> Eval:
    """With all digits of the type: a sum of 1 and 0.00 has two."""
    return converted(value, type_).eval


_NUMBER_OF: dict[tuple[Kind, ...], Callable[[CompiledExpression, ExprType], Eval]] = {
    (Kind.STRING,): _of_texts,
    (Kind.DATE, Kind.TIME, Kind.DATETIME): _of_moments,
    (Kind.DECIMAL,): _of_decimals,
}
