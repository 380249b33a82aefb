"""How many digits a DECIMAL has in front of its point where a server keeps it: what a User_var event writes.

A literal has those it is written with, a column's value those of its type, what is computed whole words of nine digits,
a quotient what its operands make possible. Values are the same; only the event's bytes differ (captured:
user_variables_decimal.scn, digits_of_variables.scn). Up to 5.7 nothing is left out in front of products, and quotients
have whole words (captured: digits_of_variables_statement).
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Any

from binwriter.formats.columns.values import SizedDecimal
from binwriter.formats.records import replace
from binwriter.sql.expressions.numbers import EXACT
from binwriter.sql.expressions.types import AVERAGE, INT_TYPE, CompiledExpression, Eval, ExprType, Kind, Whole

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext
    from binwriter.sql.expressions.scope import Scope
    from binwriter.sql.expressions.types import Row

_WORD = 9
_LOSES_FRACTION = frozenset({Whole.DIFFERENCE, Whole.PRODUCT, Whole.PRODUCT_OF_INTEGER})


def sized(value: Decimal, type_: ExprType) -> Decimal:
    """The value with the digits that an expression of this type gives it."""
    if isinstance(value, SizedDecimal) or type_.whole is None:
        return value
    digits = _whole_digits(value)
    if isinstance(type_.whole, int):
        return SizedDecimal.of(value, _of_column(digits, type_.whole))
    if not value:
        return SizedDecimal.of(value, 1, is_bare=type_.whole in _LOSES_FRACTION)
    least = 0 if type_.whole is Whole.PRODUCT else 1  # words of zeros in front of a product are left out
    return SizedDecimal.of(value, -(-max(digits, least) // _WORD) * _WORD)


def sized_quotient(
    result: Decimal, dividend: Decimal, divisor: Decimal, *, is_zero: bool, is_rounded: bool = True
) -> Decimal:
    """A quotient that is rounded already; is_rounded: not in 5.6 and 5.7, nor an average. is_zero: it was before.

    Where its digits are no whole words, the last word that is not zero may add one: the server looks there for a carry.
    """
    if not result:
        return SizedDecimal.of(result, 1, is_bare=is_zero)
    more = _digits(dividend) >= _digits(divisor)
    whole = max(dividend.adjusted() - divisor.adjusted() + more, 0)
    first = whole % _WORD
    if is_rounded and first and _last_word(result) >= 10**first:
        whole += 1
    return SizedDecimal.of(result, max(whole, _whole_digits(result)))


def sized_words(result: Decimal, *, is_zero: bool = False) -> Decimal:
    """A quotient up to 5.5, or a rest: whole words in front of the point, none where all is behind it."""
    if not result:
        return SizedDecimal.of(result, 1, is_bare=is_zero)
    return SizedDecimal.of(result, -(-_whole_digits(result) // _WORD) * _WORD)


def bare_zero(zero: Decimal) -> SizedDecimal:
    """A zero that was computed: in a text and in a document it has no digits behind its point, whatever its type has
    (captured: cluster zeros_that_are_computed)."""
    return SizedDecimal.of(zero, 1, is_bare=True)


def is_bare_zero(value: Decimal) -> bool:
    """Whether it has lost its fraction."""
    return isinstance(value, SizedDecimal) and value.is_bare


def in_a_word(value: Decimal) -> SizedDecimal:
    """A value below 1 with a whole word of nine digits in front of its point."""
    return SizedDecimal.of(value, _WORD)


def sized_literal(value: Decimal, text: str, *, as_written: bool) -> Decimal:
    """A number as it is written. as_written: with all zeros in front; else the first of several is not read."""
    whole = len(text.partition(".")[0])
    return SizedDecimal.of(value, whole - (not as_written and whole > 1 and text.startswith("0")))


def negative(value: Decimal) -> Decimal:
    """-value, with as many digits in front of the point."""
    turned = EXACT.minus(value)
    return SizedDecimal.of(turned, value.whole) if isinstance(value, SizedDecimal) and value else turned


def _digits(value: Decimal) -> Decimal:
    """The digits as a number from 1 on and below 10."""
    return value.copy_abs().scaleb(-value.adjusted(), EXACT)


def _last_word(value: Decimal) -> int:
    """The last nine digits, counted from the point on, that are not all zero."""
    whole, _, fraction = f"{value.copy_abs():f}".partition(".")
    words = [fraction[at : at + _WORD].ljust(_WORD, "0") for at in range(0, len(fraction), _WORD)]
    words = [whole[max(end - _WORD, 0) : end] for end in range(len(whole), 0, -_WORD)][::-1] + words
    return next(int(word) for word in reversed(words) if int(word))


def _whole_digits(value: Decimal) -> int:
    return max(value.adjusted() + 1, 0) if value else 0


def _of_column(digits: int, whole: int) -> int:
    """Of a column's digits the first ones are left out, a word at a time, as long as they are zeros."""
    left, first = whole, whole % _WORD or _WORD
    while left and digits <= left - first:
        left, first = left - first, _WORD
    return left


def reckoned_with_average(
    made: CompiledExpression, operands: Iterable[CompiledExpression], scope: Scope
) -> CompiledExpression:
    """A number that an operator or a function makes of these: beside an average it has the digits of its type, where
    the average itself has whole words of them (captured: clusters/averages_reckoned_with)."""
    if made.type.kind is not Kind.DECIMAL or not any(part.type.source == AVERAGE for part in operands):
        return made
    if scope.context.variables.behaviour.stores_whole_quotients:
        return made
    type_ = replace(made.type, source=INT_TYPE.source)
    stored = None if made.stored is None else _rounded(made.stored, type_)
    return replace(made, type=type_, eval=_rounded(made.eval, type_), stored=stored)


def chosen_average(made: CompiledExpression, parts: Iterable[CompiledExpression]) -> CompiledExpression:
    """A DECIMAL that IF or CASE takes as it is: it is an average still."""
    if made.type.kind is not Kind.DECIMAL or not any(part.type.source == AVERAGE for part in parts):
        return made
    return replace(made, type=replace(made.type, source=AVERAGE))


def _rounded(inner: Eval, type_: ExprType) -> Eval:
    unit = Decimal(1).scaleb(-type_.scale)

    def evaluate(context: StatementContext, row: Row) -> Any:
        value = inner(context, row)
        if not isinstance(value, Decimal) or int(value.as_tuple().exponent) >= -type_.scale:
            return value
        rounded = value.quantize(unit, ROUND_HALF_UP)
        return (
            SizedDecimal.of(rounded, value.whole, is_bare=value.is_bare) if isinstance(value, SizedDecimal) else rounded
        )

    return evaluate
