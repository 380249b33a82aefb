"""How wide the results of numeric and aggregate functions become."""

from __future__ import annotations

from collections.abc import Callable

from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.expressions.types import Kind
from binwriter.sql.types.kinds import (
    BIGINT,
    REAL,
    Measure,
    as_number,
    constant_at,
    decimal,
    in_arithmetic,
    integer,
    is_literal_of_bytes,
    real,
)
from binwriter.sql.types.merging import joined

_DIVISION = 4  # div_precision_increment
_SUM_DIGITS = 17  # before the digits behind the point of a sum of DOUBLE(M,D)
Arithmetic = Callable[[Measure, Measure], Measure]


def computed_number(exact: Arithmetic, left: Measure, right: Measure) -> Measure:
    one, two = in_arithmetic(left), in_arithmetic(right)
    if Kind.NULL in (left.kind, right.kind):  # captured: clusters/arithmetic_of_nulls
        made = real(one, two, increment=_DIVISION if exact is divide else 0)
        return replace(made, unsigned=exact is modulo and left.unsigned)
    if Kind.REAL in (one.kind, two.kind):
        made = real(left, right, increment=_DIVISION if exact is divide else 0)
        return replace(made, unsigned=exact is modulo and one.unsigned)
    return exact(one, two)


def _exact(precision: int, scale: int, one: Measure, two: Measure) -> Measure:
    if Kind.DECIMAL in (one.kind, two.kind):
        return decimal(precision, scale, one.unsigned and two.unsigned)
    return integer(precision, one.unsigned or two.unsigned)


def add(one: Measure, two: Measure) -> Measure:
    """A DECIMAL is told as longer than it can be, where its operands are that long (as a 9.7.4 tells of `w + 1` of a
    DECIMAL(65,30): 68 characters)."""
    scale = max(one.scale, two.scale)
    precision = max(one.whole, two.whole) + 1 + scale
    made = _exact(precision, scale, one, two)
    over = max(precision - made.precision, 0) if made.kind is Kind.DECIMAL else 0
    return replace(made, length=made.length + over) if over else made


def subtract_signed(one: Measure, two: Measure) -> Measure:
    """Under NO_UNSIGNED_SUBTRACTION: as wide as an unsigned one, its sign among the digits (captured:
    clusters/signed_differences)."""
    return replace(add(one, two), unsigned=False)


def multiply(one: Measure, two: Measure) -> Measure:
    return _exact(one.precision + two.precision, one.scale + two.scale, one, two)


def modulo(one: Measure, two: Measure) -> Measure:
    """As long as with a sign, whatever has one (captured: clusters/remainders_as_long_as_signed)."""
    if Kind.DECIMAL in (one.kind, two.kind):
        made = decimal(max(one.precision, two.precision), max(one.scale, two.scale))
        return replace(made, unsigned=one.unsigned)
    made = integer(max(one.precision, two.precision), one.unsigned)
    return replace(made, length=max(one.precision, two.precision) + 1)


def divide(one: Measure, two: Measure, increment: int = _DIVISION) -> Measure:
    return decimal(one.precision + two.scale + increment, one.scale + increment, one.unsigned and two.unsigned)


def absolute(measures: list[Measure]) -> Measure:
    if measures[0].kind.temporal or measures[0].kind is Kind.NULL:
        return Measure(Kind.REAL, REAL.length, measures[0].scale, fixed=True)
    if is_literal_of_bytes(measures[0]):
        return Measure(Kind.REAL, REAL.length, unsigned=measures[0].unsigned, fixed=True)
    number = as_number(measures[0])
    return real(measures[0]) if number.kind is Kind.REAL else replace(number, literal=False)


def rounded(cuts: bool) -> Callable[[list[Measure]], Measure]:
    def rule(measures: list[Measure]) -> Measure:
        number = as_number(measures[0])
        if measures[0].kind is Kind.NULL or measures[0].kind.temporal or number.kind is Kind.REAL:
            return REAL
        if number.kind is Kind.INT:
            return replace(number, wide=True, literal=False, length=BIGINT.length)
        places = constant_at(measures, 1) if len(measures) > 1 else 0
        if places is None:  # an integer may become a digit longer; none is unsigned (captured: clusters/roundings)
            return decimal(number.precision + (not number.scale and not cuts), number.scale)
        scale = min(max(0, places), number.scale)
        grows = not cuts and (scale < number.scale or len(measures) == 1)
        return decimal(number.whole + scale + grows, scale)

    return rule


_BIGINT_DIGITS = 18
_QUOTIENT_DIGITS = 21  # that DIV shows at most
_DOUBLE_DIGITS = 22


def whole(measures: list[Measure]) -> Measure:
    number = as_number(measures[0])
    if number.kind is Kind.REAL or measures[0].kind.temporal or measures[0].kind is Kind.NULL:
        return REAL
    digits = number.whole + (number.scale > 0)  # what it is rounded to may have one more
    if number.kind is Kind.DECIMAL and digits > _BIGINT_DIGITS:
        return decimal(digits, 0)
    return replace(BIGINT, unsigned=number.kind is Kind.INT and number.unsigned)


def whole_quotient(left: Measure, right: Measure) -> Measure:
    """DIV: an integer of the digits in front of the first one's point and behind the second one's (captured:
    clusters/digits_of_div)."""
    one, two = in_arithmetic(left), in_arithmetic(right)
    digits = min(_digits_before(left, one) + _digits_behind(right, two), _QUOTIENT_DIGITS)
    unsigned = one.unsigned or two.unsigned
    return integer(max(digits, 1) if unsigned else digits, unsigned)


def _digits_before(measure: Measure, number: Measure) -> int:
    if measure.kind is Kind.NULL:
        return 0
    if number.kind is not Kind.REAL:
        return number.whole
    if measure.kind is Kind.STRING:
        return measure.length
    return _DOUBLE_DIGITS - number.scale if number.fixed else _any_digits(number)


def _digits_behind(measure: Measure, number: Measure) -> int:
    if number.kind is not Kind.REAL:
        return number.scale
    if measure.kind is Kind.STRING:
        return measure.length
    return number.scale if number.fixed else _any_digits(number)


def _any_digits(number: Measure) -> int:
    return _DOUBLE_DIGITS if number.literal else number.length


def sum_of(measures: list[Measure]) -> Measure:
    number = in_arithmetic(measures[0])
    is_real = number.kind is Kind.REAL or measures[0].kind is Kind.NULL
    return _summed(real(measures[0])) if is_real else decimal(number.precision + 22, number.scale)


def average(measures: list[Measure], increment: int = _DIVISION) -> Measure:
    number = in_arithmetic(measures[0])
    if number.kind is Kind.REAL or measures[0].kind is Kind.NULL:
        return _summed(real(measures[0], increment=increment))
    return decimal(number.precision + increment, number.scale + increment)


def _summed(measure: Measure) -> Measure:
    return replace(measure, length=_SUM_DIGITS + measure.scale) if measure.fixed else measure


def extreme(measures: list[Measure]) -> Measure:
    measure = measures[0]
    return replace(measure, wide=True, literal=False) if measure.kind is Kind.INT else replace(measure, literal=False)


def as_it_is(measures: list[Measure]) -> Measure:
    one = replace(measures[0], literal=False)
    return replace(one, field=ColumnType.VECTOR) if one.dimensions else one


def chosen(measures: list[Measure]) -> Measure:
    """LAG and LEAD: the value of another row, or the one that stands for it; a VECTOR stays as long as it is."""
    made = joined([measures[0], *measures[2:]])
    return replace(made, field=None) if made.dimensions else made


def first_known(measures: list[Measure]) -> Measure:
    """IFNULL, whose column has the type that holds both, where other choices have one of their kind."""
    return joined(measures)
