"""Date arithmetic: + INTERVAL, - INTERVAL, and what DATE_ADD and its kin share with them.

Source: MySQL manual, "Date and Time Functions", DATE_ADD(). A result beyond year 9999 is NULL with warning 1441.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.values.digits import whole_number
from binwriter.mysql.values.temporal_keys import parts_of
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.coercion import temporal_as_number, text_of_bytes, to_decimal, to_int, truncated
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.compile import compile_expression, is_constant
from binwriter.sql.expressions.moments import days, temporal
from binwriter.sql.expressions.moments import numbers as moment_numbers
from binwriter.sql.expressions.moments.coercion import at_midnight, incorrect_datetime, to_datetime
from binwriter.sql.expressions.moments.overflows import overflowed
from binwriter.sql.expressions.numbers import INT64_MAX, INT64_MIN, UINT64_MASK, as_int64, decimal_text, integer_prefix
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    DATE_TYPE,
    INT_TYPE,
    VARIABLE_TEXT,
    BinaryLiteral,
    CompiledExpression,
    ExprType,
    Kind,
    MemberText,
    MomentText,
    datetime_type,
    own_digits,
    text_type,
    time_type,
)

# unit -> the fields of its value: m months, D days, h hours, M minutes, s seconds, u microseconds; with a factor
_SINGLE: dict[str, tuple[str, int]] = {
    "MICROSECOND": ("u", 1),
    "SECOND": ("s", 1),
    "MINUTE": ("s", 60),
    "HOUR": ("s", 3600),
    "DAY": ("D", 1),
    "WEEK": ("D", 7),
    "MONTH": ("m", 1),
    "QUARTER": ("m", 3),
    "YEAR": ("m", 12),
}
_COMPOUND: dict[str, tuple[str, ...]] = {
    "SECOND_MICROSECOND": ("SECOND", "MICROSECOND"),
    "MINUTE_MICROSECOND": ("MINUTE", "SECOND", "MICROSECOND"),
    "MINUTE_SECOND": ("MINUTE", "SECOND"),
    "HOUR_MICROSECOND": ("HOUR", "MINUTE", "SECOND", "MICROSECOND"),
    "HOUR_SECOND": ("HOUR", "MINUTE", "SECOND"),
    "HOUR_MINUTE": ("HOUR", "MINUTE"),
    "DAY_MICROSECOND": ("DAY", "HOUR", "MINUTE", "SECOND", "MICROSECOND"),
    "DAY_SECOND": ("DAY", "HOUR", "MINUTE", "SECOND"),
    "DAY_MINUTE": ("DAY", "HOUR", "MINUTE"),
    "DAY_HOUR": ("DAY", "HOUR"),
    "YEAR_MONTH": ("YEAR", "MONTH"),
}
DATE_UNITS = frozenset({"DAY", "WEEK", "MONTH", "QUARTER", "YEAR", "YEAR_MONTH"})

# to what numbers in texts are counted: there the next digit could be one too many
_COUNTED_TO = INT64_MAX // 10 * 10
_BEYOND_MULTIPLIED = {"WEEK": 0xFFFFFFFF // 7, "QUARTER": 0xFFFFFFFF // 3}  # such amounts, and what is above them
# the source of a text that an interval was added to: one that is added to it finds a time in it, midnight or not
MOMENT_TEXT = "date_add_interval"
DATE_TEXT_LENGTH = 29  # characters of what is added to a date that is text


@dataclass(frozen=True, slots=True)
class Interval:
    """A span as MySQL adds it: months first (clipped to the month's last day), then exact time."""

    months: int = 0
    span: timedelta = timedelta()

    def __neg__(self) -> Interval:
        return Interval(-self.months, -self.span)


def unit_name(node: exp.Expression | None) -> str:
    """The name of an interval's unit in upper case. UnsupportedError for an unknown one."""
    name = (node.name if node is not None else "").upper().removeprefix("SQL_TSI_")
    if name not in _SINGLE and name not in _COMPOUND:
        raise UnsupportedError(f"interval unit {name}")
    return name


def make_interval(amounts: dict[str, int]) -> Interval:
    """From unit -> amount. Raises OverflowError for a span that no date can bear."""
    totals = {"m": 0, "D": 0, "s": 0, "u": 0}
    for unit, amount in amounts.items():
        field, factor = _SINGLE[unit]
        totals[field] += amount * factor
    return Interval(totals["m"], timedelta(days=totals["D"], seconds=totals["s"], microseconds=totals["u"]))


def interval_of_text(text: str, unit: str) -> Interval:
    """Of whole numbers of that unit, one or as many as it is composed of. FloatingPointError for more of them, and
    beyond 64 bits (captured: clusters/intervals_of_many_numbers)."""
    units = _COMPOUND.get(unit, (unit,))
    groups = re.findall(r"[0-9]+", text)
    if len(groups) > len(units):
        raise FloatingPointError
    if unit.endswith("_MICROSECOND") and groups:
        groups[-1] = groups[-1].ljust(6, "0")
    amounts = dict(zip(units[len(units) - len(groups) :], map(whole_number, groups), strict=False))
    if any(amount >= _COUNTED_TO for amount in amounts.values()):
        raise FloatingPointError
    interval = make_interval(amounts)
    return -interval if text.lstrip().startswith("-") else interval


def read_interval(value: Any, type_: ExprType, unit: str, context: StatementContext) -> Interval | None:
    """The interval that a value means with this unit."""
    if value is None:
        return None
    if unit in _COMPOUND:
        text = to_text(value, type_)
        return interval_of_text(text_of_bytes(text) if isinstance(text, bytes) else str(text), unit)
    if unit == "SECOND" and type_.kind is not Kind.INT and context.variables.behaviour.moments_have_fractions:
        exact = to_decimal(value, type_, context)
        if exact is not None and abs(exact) > INT64_MAX:
            truncated(context, "DECIMAL", decimal_text(exact))
            if type_.kind is Kind.DECIMAL and not type_.scale:  # a whole number, which is cut
                return _in_reach(INT64_MAX if exact > 0 else INT64_MIN, unit)
            raise FloatingPointError
        return None if exact is None else Interval(0, timedelta(microseconds=int(exact.scaleb(6).to_integral_value())))
    amount = whole_amount(value, type_, context)
    return None if amount is None else _in_reach(as_int64(amount), unit)


def whole_amount(value: Any, type_: ExprType, context: StatementContext) -> int | None:
    """The whole number that an amount is: of a text what it begins with, which is told of."""
    if (
        type_.kind is Kind.STRING
        and isinstance(value, (str, bytes))
        and not isinstance(value, (BinaryLiteral, MemberText))
    ):
        text = value if isinstance(value, str) else text_of_bytes(value)
        return _whole_number(text, type_, context)
    return to_int(value, type_, context)


def _whole_number(text: str, type_: ExprType, context: StatementContext) -> int:
    """The whole number with which a text begins, as many bits of it as there are (captured: amounts_of_intervals)."""
    number, whole = integer_prefix(text)
    if (not whole or abs(number) > INT64_MAX) and not type_.unquestioned and type_.source != VARIABLE_TEXT:
        truncated(context, "INTEGER", text)
    return max(INT64_MIN, min(number, UINT64_MASK))


def _in_reach(amount: int, unit: str) -> Interval:
    """As `make_interval`; FloatingPointError for what the server's own sums cannot hold (6527 in place of 1441)."""
    if amount == INT64_MIN or abs(amount) >= _BEYOND_MULTIPLIED.get(unit, INT64_MAX + 1):
        raise FloatingPointError
    return make_interval({unit: amount})


def add_interval(moment: Any, interval: Interval, kind: Kind, text: str, context: StatementContext) -> Any:
    """moment + interval; None with a warning beyond the calendar."""
    if isinstance(moment, timedelta):
        total = moment + interval.span
        if abs(total) > temporal.MAX_TIME:
            return _overflow(kind, text, context)
        return total
    try:
        return moved(moment, interval)
    except NoDayError:
        context.value_problem("ER_TRUNCATED_WRONG_VALUE", "datetime", temporal.format_date(IncompleteDate()))
        return None
    except (ValueError, OverflowError):
        return _overflow(kind, text, context)


def moved(moment: Any, interval: Interval) -> Any:
    """moment + interval; ValueError or OverflowError beyond the calendar, NoDayError for the day before its first."""
    if interval.months or isinstance(moment, IncompleteDate):
        return _moved_by_parts(moment, interval)
    if not interval.span:
        return moment
    try:
        return moment + interval.span
    except OverflowError:
        if moment.year > 1 or interval.span > timedelta():
            raise
        return _moved_by_parts(moment, interval)


class NoDayError(ValueError):
    """The day before 0000-01-01: neither a date nor beyond what days are counted to."""


def _moved_by_parts(moment: Any, interval: Interval) -> Any:
    """The same where year 0 may be met, which Python's calendar has not: a common year (captured:
    clusters/moments_in_year_0)."""
    year, month, day, *time = parts_of(moment)
    timed = isinstance(moment, datetime) or (isinstance(moment, IncompleteDate) and any(time))
    if interval.months:
        year, month = divmod(year * 12 + month - 1 + interval.months, 12)
        month += 1
        last = calendar.monthrange(year or 1, month)[1] if 0 <= year <= 9999 else 0
        if not last:
            raise ValueError(year)
        day = min(day, last)
    if not interval.span:
        return _whole(year, month, day, time, timed=timed)
    hour, minute, second, micro = time
    total = timedelta(hours=hour, minutes=minute, seconds=second, microseconds=micro) + interval.span
    number = days.day_number_of_parts(year, month, day) + total.days
    if not 0 <= number <= days.MAX_DAYS:
        raise OverflowError(number)
    if not number:
        raise NoDayError
    found = days.from_day_number(number)
    rest = total - timedelta(days=total.days)
    minutes, seconds = divmod(rest.seconds, 60)
    time = [*divmod(minutes, 60), seconds, rest.microseconds]
    return _whole(found.year, found.month, found.day, time, timed=timed)


def _whole(year: int, month: int, day: int, time: Sequence[int], *, timed: bool) -> Any:
    if not year:
        return IncompleteDate(year, month, day, *time)
    if not timed:
        return date(year, month, day)
    hour, minute, second, micro = time
    return datetime(year, month, day, hour, minute, second, micro)


def _is_of_year_0(moment: IncompleteDate) -> bool:
    """Whether it is a whole date, of the year that Python's calendar has not."""
    return not moment.year and bool(moment.month) and 0 < moment.day <= calendar.monthrange(1, moment.month)[1]


def _overflow(kind: Kind, text: str, context: StatementContext) -> None:
    """Warning 6527 for a DATE or TIME, 1441 for a DATETIME or string."""
    if kind in (Kind.DATE, Kind.TIME):
        overflowed(context, kind.name, text, "time" if kind is Kind.TIME else "datetime")
    else:
        context.value_problem("ER_DATETIME_FUNCTION_OVERFLOW", "datetime")


def _shown(value: Any, type_: ExprType) -> str:
    text = value if isinstance(value, (str, bytes)) else moment_numbers.shown(value, type_)
    return text_of_bytes(text) if isinstance(text, bytes) else str(text)


def date_arithmetic(
    moment: CompiledExpression, amount: CompiledExpression, unit: str, sign: int, scope: Scope
) -> CompiledExpression:
    """moment + sign * (INTERVAL amount unit). The result's type follows the moment's; a string stays a string."""
    kind = moment.type.kind
    dated = unit in DATE_UNITS or (kind is Kind.TIME and unit.startswith("DAY_"))
    fractions = scope.context.variables.behaviour.moments_have_fractions
    scale = _scale(moment.type, amount.type if fractions else INT_TYPE, unit)
    if kind is Kind.DATE:
        type_ = DATE_TYPE if dated else datetime_type(scale)
    elif kind is Kind.TIME:
        type_ = datetime_type(scale) if dated else time_type(scale)
    elif kind is Kind.DATETIME:
        type_ = datetime_type(scale)
    else:
        type_ = replace(text_type(DATE_TEXT_LENGTH, connection_collation(scope)), source=MOMENT_TEXT)
    timed = kind is Kind.STRING and moment.type.source == MOMENT_TEXT

    text = f"({moment.text} {'+' if sign > 0 else '-'} interval {amount.text} {unit.lower()})"

    ask = own_digits(moment).eval

    def evaluate(context: StatementContext, row: Any) -> Any:
        value = ask(context, row)
        start = value if type_.kind is Kind.TIME else to_datetime(value, moment.type, context)
        beyond = days.day_beyond_month(start) if isinstance(start, IncompleteDate) else None
        goes_on = beyond is not None and unit != "YEAR" and not (dated and type_.kind is Kind.DATE)
        if isinstance(start, IncompleteDate) and not (goes_on or _is_of_year_0(start)):
            return (  # of a column it is NULL without a word
                None if isinstance(value, IncompleteDate) else incorrect_datetime(context, _shown(value, moment.type))
            )
        if start is None:
            return None
        try:
            interval = read_interval(amount.eval(context, row), amount.type, unit, context)
        except FloatingPointError:
            if type_.kind in (Kind.DATE, Kind.TIME):
                return None
            return overflowed(context, Kind.DATETIME.name, text, "date_add_interval")
        except ArithmeticError:
            return _overflow(type_.kind, text, context)
        if interval is None:
            return None
        if goes_on and not interval.months:
            start = beyond
        if goes_on or ((timed or not dated) and isinstance(start, date)):
            start = at_midnight(start)
        result = add_interval(start, interval if sign > 0 else -interval, type_.kind, text, context)
        result = at_midnight(result) if goes_on and type_.kind is Kind.DATETIME else result
        return moment_text(result, timed=timed or not dated) if type_.kind is Kind.STRING else result

    return CompiledExpression(type_, evaluate, text, is_constant(moment, amount))


def _scale(moment: ExprType, amount: ExprType, unit: str) -> int:
    if unit.endswith("MICROSECOND"):
        return 6
    own = moment.scale if moment.kind.temporal else 0
    if unit == "SECOND" and amount.kind in (Kind.DECIMAL, Kind.REAL, Kind.STRING):
        return max(own, min(6, amount.scale) if amount.kind is Kind.DECIMAL else 6)
    return own


def moment_text(value: Any, *, timed: bool) -> str | None:
    """A text that keeps its number (captured: clusters/moved_texts_as_numbers). timed: one of year 0 has a time, though
    it be midnight."""
    if value is None:
        return None
    if isinstance(value, datetime) or (isinstance(value, IncompleteDate) and (timed or any(parts_of(value)[3:]))):
        digits = 6 if value.microsecond else 0
        number = temporal_as_number(value, datetime_type(digits))
        return MomentText(temporal.format_datetime(value, digits), number, value)
    return MomentText(temporal.format_date(value), temporal_as_number(value, DATE_TYPE), value)


def interval_operand(node: exp.Expression, scope: Scope) -> CompiledExpression | None:
    """d + INTERVAL .., INTERVAL .. + d or d - INTERVAL ..; None when no operand is an interval."""
    left, right = node.this, node.expression
    if isinstance(left, exp.Interval) and isinstance(node, exp.Add) and not isinstance(left.this, exp.Tuple):
        left, right = right, left
        if isinstance(left, exp.Interval) and left.args.get("unit") is None:  # what sqlglot makes of a literal here
            left = left.this
    if not isinstance(right, exp.Interval) or isinstance(right.this, exp.Tuple):  # the function INTERVAL()
        return None
    sign = -1 if isinstance(node, exp.Sub) else 1
    return add_interval_node(compile_expression(left, scope), right, sign, scope)


def add_interval_node(
    moment: CompiledExpression, interval: exp.Expression, sign: int, scope: Scope
) -> CompiledExpression:
    """moment +- an exp.Interval node."""
    amount = compile_expression(interval.this, scope)
    return date_arithmetic(moment, amount, unit_name(interval.args.get("unit")), sign, scope)
