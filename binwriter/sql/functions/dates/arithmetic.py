"""Differences and sums of dates and times: DATEDIFF, TIMEDIFF, ADDTIME, DATE_ADD, TIMESTAMPDIFF and their kin."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.columns.values import IncompleteDate
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import temporal_as_number, text_of_bytes, to_int
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.moments import temporal
from binwriter.sql.expressions.moments.coercion import to_time
from binwriter.sql.expressions.moments.dates import (
    DATE_TEXT_LENGTH,
    Interval,
    NoDayError,
    add_interval_node,
    date_arithmetic,
    moment_text,
    moved,
    unit_name,
)
from binwriter.sql.expressions.moments.days import day_number
from binwriter.sql.expressions.moments.overflows import overflowed
from binwriter.sql.expressions.moments.spans import to_partial_span, to_span
from binwriter.sql.expressions.moments.texts import datetime_in
from binwriter.sql.expressions.numbers import UINT64_MASK, as_int64
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import (
    INT_TYPE,
    CompiledExpression,
    ExprType,
    Kind,
    MomentText,
    datetime_type,
    text_type,
    time_type,
)
from binwriter.sql.functions.converters import whole_date, whole_datetime
from binwriter.sql.functions.dates.basic import clipped_time, literal_scale
from binwriter.sql.functions.registry import Call, function, node_function, strict_null, unknown, with_context

MICROSECOND = timedelta(microseconds=1)


@function("DATEDIFF")
def _datediff(call: Call) -> CompiledExpression:
    return strict_null(call, INT_TYPE, lambda left, right: day_number(left) - day_number(right), whole_date)


@function("TIMEDIFF")
def _timediff(call: Call) -> CompiledExpression:
    scale = max(literal_scale(part, call, as_time=True) for part in call.args)

    def compute(context: StatementContext, left: Any, right: Any) -> timedelta | None:
        if isinstance(left, timedelta) != isinstance(right, timedelta):
            return None
        if isinstance(left, datetime) != isinstance(right, datetime):
            if not context.variables.behaviour.dates_are_moments:
                return None
            left, right = _midnight(left), _midnight(right)
        context.text_becomes_datetime()  # as in ADDTIME (captured: zones_of_functions_statement)
        return clipped_time(left - right, context, digits=scale)

    read = to_partial_span
    if call.scope.context.variables.behaviour.differs_by_types:
        of_days = any(type_.kind in (Kind.DATE, Kind.DATETIME) for type_ in call.types)
        read = _day_or_moment if of_days else _time_or_moment
    return with_context(call, time_type(scale), compute, read)


def _midnight(value: Any) -> Any:
    """Of a date alone; anything else as it is."""
    is_day = isinstance(value, date) and not isinstance(value, datetime)
    return datetime(value.year, value.month, value.day) if is_day else value


def _written_kind(value: Any, context: StatementContext) -> str:
    """What a text is: a date, a moment, or a time; empty of what is no text."""
    if not isinstance(value, (str, bytes)):
        return ""
    found = datetime_in(value if isinstance(value, str) else text_of_bytes(value), context)
    return found.kind if found.found else "time"


def _day_or_moment(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """Up to 5.7, beside a date or a moment: a text without a time is a date, and no moment."""
    read = to_partial_span(value, type_, context)
    is_date = isinstance(read, datetime) and _written_kind(value, context) == "date"
    return read.date() if is_date else read


def _time_or_moment(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """The same without one: a text is a time, if it is no whole moment."""
    is_text = isinstance(value, (str, bytes))
    whole = not is_text or _written_kind(value, context) == "datetime"
    return to_partial_span(value, type_, context) if whole else to_time(value, type_, context)


def _longest(context: StatementContext, time: timedelta, call: Call, *, is_time: bool) -> timedelta | None:
    """The longest TIME in place of a longer one, and what is said of that; in place of a TIME nothing (captured:
    clusters/times_beyond_their_range)."""
    if not context.variables.behaviour.names_overflows:
        return clipped_time(time, context)
    overflowed(context, "TIME", call.text)
    if is_time:
        return None
    return temporal.MAX_TIME if time > timedelta() else -temporal.MAX_TIME


def _add_time(sign: int) -> Callable[[Call], CompiledExpression]:
    def build(call: Call) -> CompiledExpression:
        first = call.types[0]
        scale = max(literal_scale(part, call, as_time=True) for part in call.args)
        if first.kind is Kind.TIME:
            type_ = time_type(scale)
        elif first.kind in (Kind.DATETIME, Kind.DATE):
            type_ = datetime_type(scale)
        else:
            type_ = text_type(DATE_TEXT_LENGTH, connection_collation(call.scope))

        def compute(context: StatementContext, start: Any, span: timedelta) -> Any:
            start = _midnight(start)
            if isinstance(start, datetime):
                context.text_becomes_datetime()
            if isinstance(start, IncompleteDate) and not (start.month and start.day):
                return None
            try:
                result = (
                    start + sign * span if isinstance(start, timedelta) else moved(start, Interval(span=sign * span))
                )
            except NoDayError:
                return None
            except (ValueError, OverflowError):
                return overflowed(context, "DATETIME", call.text, call.name.lower())
            if isinstance(result, timedelta) and abs(result) > temporal.MAX_TIME:
                result = _longest(context, result, call, is_time=type_.kind is Kind.TIME)
            if type_.kind is not Kind.STRING:
                return result
            if not isinstance(result, timedelta):
                return moment_text(result, timed=True)
            digits = 6 if result.microseconds else 0
            number = temporal_as_number(result, time_type(digits))
            return MomentText(temporal.format_time(result, digits), number, result)

        return with_context(call, type_, compute, to_span, to_time)

    return build


function("ADDTIME")(_add_time(1))
function("SUBTIME")(_add_time(-1))


_MONTHS = 12  # of a year
_UNCHECKED_MASK = 0xFFFFFFFF  # months were counted in 32 bits


def _months(value: int) -> int:
    year, month = divmod(value, 100)
    return temporal.full_year(year, 2 if year < 100 else 4) * 12 + month - 1


def _months_of(call: Call) -> Callable[[int], int]:
    """How many months a period is; of 0 none. ER_WRONG_ARGUMENTS for a month that no year has, in newer servers."""

    def checked(value: int) -> int:
        if value <= 0 or not 1 <= value % 100 <= _MONTHS:
            raise mysql_error("ER_WRONG_ARGUMENTS", call.name.lower())
        return _months(value)

    def unchecked(value: int) -> int:
        return _months(value & UINT64_MASK) & UINT64_MASK if value else 0

    return checked if call.scope.context.variables.behaviour.checks_periods else unchecked


@function("PERIOD_ADD")
def _period_add(call: Call) -> CompiledExpression:
    months_of = _months_of(call)
    is_checked = call.scope.context.variables.behaviour.checks_periods
    mask = UINT64_MASK if is_checked else _UNCHECKED_MASK

    def compute(period: int, months: int) -> int:
        if not (period or is_checked):
            return 0
        year, month = divmod((months_of(period) + months) & mask, _MONTHS)
        return as_int64(year * 100 + month + 1)

    return strict_null(call, INT_TYPE, compute, to_int)


@function("PERIOD_DIFF")
def _period_diff(call: Call) -> CompiledExpression:
    months_of = _months_of(call)

    def compute(left: int, right: int) -> int:
        return as_int64(months_of(left) - months_of(right))

    return strict_null(call, INT_TYPE, compute, to_int)


@node_function("DATE_ADD", "DATE_SUB", "ADDDATE", "SUBDATE")
def _date_add(node: exp.Expression, scope: Scope) -> CompiledExpression:
    sign = 1 if node.name.upper() in ("DATE_ADD", "ADDDATE") else -1
    if len(node.expressions) != 2:
        raise mysql_error("ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT", node.name)
    moment = compile_expression(node.expressions[0], scope)
    amount = node.expressions[1]
    if isinstance(amount, exp.Interval):
        return add_interval_node(moment, amount, sign, scope)
    return date_arithmetic(moment, compile_expression(amount, scope), "DAY", sign, scope)


@node_function("TIMESTAMPADD")
def _timestampadd(node: exp.Expression, scope: Scope) -> CompiledExpression:
    unit, amount, moment = _three(node, scope)
    return date_arithmetic(
        compile_expression(moment, scope), compile_expression(amount, scope), unit_name(unit), 1, scope
    )


def _three(node: exp.Expression, scope: Scope) -> tuple[exp.Expression, exp.Expression, exp.Expression]:
    if len(node.expressions) != 3:
        raise unknown(node.name, scope)
    first, second, third = node.expressions
    return first, second, third


_UNIT_MICROSECONDS = {
    "MICROSECOND": 1,
    "SECOND": 1_000_000,
    "MINUTE": 60_000_000,
    "HOUR": 3_600_000_000,
    "DAY": 86_400_000_000,
    "WEEK": 604_800_000_000,
}
_UNIT_MONTHS = {"MONTH": 1, "QUARTER": 3, "YEAR": 12}


@node_function("TIMESTAMPDIFF")
def _timestampdiff(node: exp.Expression, scope: Scope) -> CompiledExpression:
    unit_node, start, end = _three(node, scope)
    unit = unit_name(unit_node)
    if unit not in _UNIT_MONTHS and unit not in _UNIT_MICROSECONDS:
        raise UnsupportedError(f"interval unit {unit}")
    call = Call("TIMESTAMPDIFF", (compile_expression(start, scope), compile_expression(end, scope)), scope)

    def compute(first: datetime, second: datetime) -> int:
        if unit in _UNIT_MONTHS:
            return _whole_months(first, second, _UNIT_MONTHS[unit])
        micros = (second - first) // MICROSECOND
        return abs(micros) // _UNIT_MICROSECONDS[unit] * (-1 if micros < 0 else 1)

    return strict_null(call, INT_TYPE, compute, whole_datetime)


def _whole_months(first: datetime, second: datetime, months: int) -> int:
    sign = 1
    if second < first:
        first, second, sign = second, first, -1
    count = (second.year - first.year) * 12 + second.month - first.month
    if (second.day, second.time()) < (first.day, first.time()):
        count -= 1
    return sign * (count // months)
