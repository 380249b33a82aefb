"""What CAST and CONVERT make whole numbers, exact numbers and years of (captured: casts)."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from sqlglot import exp

from binwriter.formats.columns.values import JsonDocument
from binwriter.formats.patterns import pattern
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.digits import whole_number
from binwriter.mysql.values.json_text import json_text
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.coercion import text_of_bytes, to_decimal, to_int, truncated
from binwriter.sql.expressions.moments import temporal
from binwriter.sql.expressions.moments.coercion import current_date
from binwriter.sql.expressions.numbers import (
    DECIMAL_MAX_DIGITS,
    DECIMAL_MAX_SCALE,
    EXACT,
    INT64_MAX,
    INT64_MIN,
    UINT64_MASK,
    as_int64,
    integer_prefix,
    round_decimal,
    shown_precision,
)
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    CAST_AS_YEAR,
    INT_TYPE,
    UINT_TYPE,
    VARIABLE_TEXT,
    BinaryLiteral,
    ChosenLiteral,
    Coercibility,
    CompiledExpression,
    ExprType,
    Kind,
    MemberText,
    MomentText,
    Whole,
    decimal_type,
    text_type,
)
from binwriter.sql.text.meta_keys import TITLE

Conversion = Callable[[Any, StatementContext], Any]
_CHOSEN = pattern(r"(?:if|max|min)\(")
_TEXT = text_type(0, 255)
_YEAR_DIGITS = pattern(r"[ \t]*\+?\d+", re.ASCII)


def signed(
    operand: CompiledExpression, sizes: list[int], to: exp.Expression, scope: Scope
) -> tuple[ExprType, Conversion]:
    cast = _caster(operand, to)

    def convert(value: Any, context: StatementContext) -> int:
        number = cast(value, context)
        is_text = isinstance(value, (str, bytes)) and not isinstance(value, (MemberText, BinaryLiteral))
        if number < 0 and is_text and INT64_MAX < integer_prefix(_as_text(value))[0] <= UINT64_MASK:
            context.warn("ER_CAST_TO_SIGNED_POSITIVE")
        return number - (1 << 64) if number > INT64_MAX else number

    return INT_TYPE, convert


def _as_text(value: str | bytes) -> str:
    return value if isinstance(value, str) else text_of_bytes(value)


def _caster(operand: CompiledExpression, to: exp.Expression) -> Callable[[Any, StatementContext], int]:
    """To a whole number: of a stored DOUBLE it is said what does not fit (captured: casts), of any text that
    is no number (captured: clusters/texts_chosen_as_numbers). A document that was chosen is read as text (captured:
    clusters/negated)."""
    is_positive = to.this is exp.DType.UBIGINT if isinstance(to, exp.DataType) else False
    type_ = replace(operand.type, unsigned=operand.type.unsigned or is_positive)
    type_ = replace(type_, unquestioned=False, computed=False, of_column=False, padded=0)
    if type_.source == VARIABLE_TEXT:
        type_ = replace(type_, source="")
    if type_.kind is Kind.STRING:  # what is no number is told of a column, too, whatever the version
        type_ = replace(type_, coercibility=Coercibility.LITERAL)
    by_text = type_.kind is Kind.JSON and (operand.query is not None or _CHOSEN.match(operand.text) is not None)
    of_double = operand.type.kind is Kind.REAL and isinstance(getattr(to.parent, "this", None), exp.Column)

    def cast(value: Any, context: StatementContext) -> int:
        if by_text and isinstance(value, JsonDocument):
            return _cast_int(json_text(value), _TEXT, context)
        if isinstance(value, ChosenLiteral):
            value = bytes(value)
        elif isinstance(value, MomentText):
            value = str(value)
        if of_double and not -(1 << 63) <= value < (1 << 63):
            if operand.type.single:
                return INT64_MIN  # as the processor has it (captured: cluster floats_beyond_integers)
            truncated(context, "INTEGER", to_text(value, replace(type_, of_column=True)))
        return _cast_int(value, type_, context)

    return cast


def unsigned(
    operand: CompiledExpression, sizes: list[int], to: exp.Expression, scope: Scope
) -> tuple[ExprType, Conversion]:
    cast = _caster(operand, to)

    def convert(value: Any, context: StatementContext) -> int:
        number = cast(value, context)
        if isinstance(value, Decimal) and value > UINT64_MASK:
            return UINT64_MASK
        if number < 0 and isinstance(value, (str, bytes)) and -INT64_MAX - 1 <= integer_prefix(_as_text(value))[0] < 0:
            context.warn("ER_CAST_TO_UNSIGNED_NEGATIVE")
        return number & UINT64_MASK

    return UINT_TYPE, convert


def _cast_int(value: Any, type_: ExprType, context: StatementContext) -> int:
    number = to_int(value, type_, context)
    assert number is not None
    if isinstance(value, (str, bytes)) and not context.variables.behaviour.casts_take_spaces:
        _tell_of_spaces(_as_text(value), context)
    return number


def _tell_of_spaces(text: str, context: StatementContext) -> None:
    """Behind a number they are a rest as any other (captured: texts_as_numbers_statement)."""
    if text[-1:].isspace() and text.strip() and integer_prefix(text)[1]:
        truncated(context, "INTEGER", text)


def decimal(
    operand: CompiledExpression, sizes: list[int], to: exp.Expression, scope: Scope
) -> tuple[ExprType, Conversion]:
    precision = (sizes[0] if sizes else 0) or 10
    scale = sizes[1] if len(sizes) > 1 else 0
    if scale > precision:
        raise mysql_error("ER_M_BIGGER_THAN_D", "")
    if precision > DECIMAL_MAX_DIGITS:
        raise mysql_error("ER_TOO_BIG_PRECISION", shown_precision(precision), operand.text, DECIMAL_MAX_DIGITS)
    if scale > DECIMAL_MAX_SCALE:
        raise mysql_error("ER_TOO_BIG_SCALE", scale, operand.text, DECIMAL_MAX_SCALE)
    text = _item_name(to)
    largest = Decimal("9" * precision).scaleb(-scale, EXACT)

    def convert(value: Any, context: StatementContext) -> Decimal | None:
        exact = to_decimal(value, operand.type, context)
        assert exact is not None
        rounded = round_decimal(exact, scale)
        if rounded.copy_abs() > largest:
            context.value_problem("ER_WARN_DATA_OUT_OF_RANGE", text, 1)
            return largest if rounded > 0 else largest.copy_negate()
        return rounded

    return decimal_type(scale, precision + (2 if scale else 1), whole=Whole.SUM), convert


def _item_name(to: exp.Expression) -> str:
    """What a warning calls the column of a CAST: an item of a select list by its name, a part of one (null)."""
    cast = to.parent
    around = cast.parent if cast is not None else None
    if isinstance(around, exp.Alias):
        return str(around.alias)
    return str(cast.meta.get(TITLE, "(null)")) if cast is not None else "(null)"


def year(
    operand: CompiledExpression, sizes: list[int], to: exp.Expression, scope: Scope
) -> tuple[ExprType, Conversion]:
    def convert(value: Any, context: StatementContext) -> int | None:
        if isinstance(value, (str, bytes)) and not isinstance(value, (MemberText, BinaryLiteral)):
            return _year_of_text(_as_text(value), context)
        if operand.type.kind in (Kind.DATE, Kind.DATETIME):
            number = int(value.year)
        elif operand.type.kind is Kind.TIME:
            number = current_date(context).year
        else:
            number = _cast_int(value, operand.type, context)
        return _checked_year(number, context)

    return ExprType(Kind.YEAR, unsigned=True, length=4, source=CAST_AS_YEAR), convert


def _year_of_text(text: str, context: StatementContext) -> int | None:
    """The whole number with which a text begins; nought is 2000 there (captured: casts)."""
    digits = _YEAR_DIGITS.match(text)
    if digits is None:
        context.warn("ER_WRONG_VALUE", "YEAR", text)
        return None
    number = whole_number(digits[0]) or 2000
    if number > UINT64_MASK:
        context.warn("ER_WRONG_VALUE", "YEAR", text)
        return None
    if digits.end() < len(text):
        truncated(context, "YEAR", text)
    return _checked_year(number, context)


def _checked_year(number: int, context: StatementContext) -> int | None:
    """The year that a number means; None with a warning for one that a YEAR cannot be."""
    if 0 < number < 100:
        number = temporal.full_year(number, 2)
    if number and not 1901 <= number <= 2155:
        truncated(context, "YEAR", as_int64(number))
        return None
    return number
