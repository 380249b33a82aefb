"""Functions that take a date or time apart: YEAR, HOUR, WEEK, DAYOFWEEK, TO_DAYS, LAST_DAY, EXTRACT and their kin."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

from sqlglot import exp

from binwriter.formats.columns.values import IncompleteDate
from binwriter.mysql.values.temporal_keys import parts_of
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_int
from binwriter.sql.expressions.compile import compile_expression, compiles
from binwriter.sql.expressions.moments import temporal
from binwriter.sql.expressions.moments.coercion import to_partial_date, to_partial_datetime, to_time, truncated_date
from binwriter.sql.expressions.moments.dates import unit_name
from binwriter.sql.expressions.moments.days import day_number, week_and_year
from binwriter.sql.expressions.moments.spans import to_parts
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import DATE_TYPE, INT_TYPE, UINT_TYPE, CompiledExpression, ExprType
from binwriter.sql.functions.converters import Converter, whole_date, whole_datetime, whole_day
from binwriter.sql.functions.registry import Call, function, strict_null, with_context

DAY = timedelta(days=1)
_COMMON_YEAR = 2001  # as the year 0 is one
_PARTS: dict[str, Callable[[tuple[int, ...]], int]] = {
    "YEAR": lambda parts: parts[0],
    "QUARTER": lambda parts: (parts[1] + 2) // 3,
    "MONTH": lambda parts: parts[1],
    "DAY": lambda parts: parts[2],
}
_TIME_PARTS: dict[str, int] = {"HOUR": 3_600_000_000, "MINUTE": 60_000_000, "SECOND": 1_000_000, "MICROSECOND": 1}
_TIME_MODULUS = {"HOUR": 1 << 40, "MINUTE": 60, "SECOND": 60, "MICROSECOND": 1_000_000}


def _date_part(name: str) -> Callable[[Call], CompiledExpression]:
    part, type_ = _PARTS[name], UINT_TYPE if name == "YEAR" else INT_TYPE
    return lambda call: strict_null(call, type_, lambda moment: part(parts_of(moment)), to_partial_date)


def _time_part(name: str) -> Callable[[Call], CompiledExpression]:
    unit, modulus = _TIME_PARTS[name], _TIME_MODULUS[name]

    def compute(time: timedelta) -> int:
        return abs(temporal.total_microseconds(time)) // unit % modulus

    return lambda call: strict_null(call, INT_TYPE, compute, to_time)


for _name in _PARTS:
    function(_name)(_date_part(_name))
for _name in _TIME_PARTS:
    function(_name)(_time_part(_name))


def _of_date(
    *names: str, type_: ExprType = INT_TYPE, reads: Converter = whole_day
) -> Callable[[Callable[[Any], Any]], None]:
    def register(compute: Callable[[Any], Any]) -> None:
        function(*names)(lambda call: strict_null(call, type_, compute, reads))

    return register


_of_date("DAYOFWEEK")(lambda moment: moment.isoweekday() % 7 + 1)
_of_date("WEEKDAY")(lambda moment: moment.weekday())
_of_date("DAYOFYEAR")(lambda moment: moment.timetuple().tm_yday)
_of_date("WEEKOFYEAR")(lambda moment: moment.isocalendar().week)
_of_date("TO_DAYS", reads=whole_date)(day_number)


@function("LAST_DAY")
def _last_day(call: Call) -> CompiledExpression:
    def compute(moment: date | IncompleteDate) -> date | IncompleteDate:
        days = monthrange(moment.year or _COMMON_YEAR, moment.month)[1]
        return date(moment.year, moment.month, days) if moment.year else IncompleteDate(0, moment.month, days)

    def of_a_month(value: Any, type_: ExprType, context: StatementContext) -> Any:
        moment = to_partial_date(value, type_, context)
        takes_months = context.variables.behaviour.last_days_of_months
        if moment is None or (moment.month and (moment.day or takes_months)):
            return moment
        if isinstance(value, (str, bytes)) or takes_months:
            truncated_date(context, temporal.format_date(moment))
        return None

    return strict_null(call, DATE_TYPE, compute, of_a_month)


@function("TO_SECONDS")
def _to_seconds(call: Call) -> CompiledExpression:
    def compute(moment: datetime) -> int:
        return day_number(moment) * 86_400 + moment.hour * 3600 + moment.minute * 60 + moment.second

    return strict_null(call, INT_TYPE, compute, whole_datetime)


def _week_of(context: StatementContext, moment: date, mode: int | None = None) -> int:
    chosen = int(context.variables.get("default_week_format")) if mode is None else mode
    return week_and_year(moment, chosen)[0]


@function("WEEK")
def _week(call: Call) -> CompiledExpression:
    return with_context(call, INT_TYPE, _week_of, whole_day, to_int)


@function("YEARWEEK")
def _yearweek(call: Call) -> CompiledExpression:
    def compute(moment: date, mode: int = 0) -> int:
        week, year = week_and_year(moment, mode | 2)
        return year * 100 + week

    return strict_null(call, INT_TYPE, compute, whole_day, to_int)


_EXTRACTED: dict[str, str] = {  # digits of the parts, one after the other
    "YEAR_MONTH": "{0}{1:02}",
    "DAY_HOUR": "{2}{3:02}",
    "DAY_MINUTE": "{2}{3:02}{4:02}",
    "DAY_SECOND": "{2}{3:02}{4:02}{5:02}",
    "DAY_MICROSECOND": "{2}{3:02}{4:02}{5:02}{6:06}",
    "HOUR_MINUTE": "{3}{4:02}",
    "HOUR_SECOND": "{3}{4:02}{5:02}",
    "HOUR_MICROSECOND": "{3}{4:02}{5:02}{6:06}",
    "MINUTE_SECOND": "{4}{5:02}",
    "MINUTE_MICROSECOND": "{4}{5:02}{6:06}",
    "SECOND_MICROSECOND": "{5}{6:06}",
}


_CLOCK = {"HOUR": 3, "MINUTE": 4, "SECOND": 5, "MICROSECOND": 6}  # the places of the parts


def _composed(unit: str, parts: tuple[int, ...]) -> int:
    return int(_EXTRACTED[unit].format(*parts))


def _clock_part(unit: str, parts: tuple[int, ...]) -> int:
    return parts[_CLOCK[unit]]


def _of_span(span: Any, part: Callable[[tuple[int, ...]], int]) -> int:
    """Of a time, whose day is 0 and whose hours go on behind 23, with its sign; or of a moment."""
    if not isinstance(span, timedelta):
        return part(parts_of(span))
    seconds, micro = divmod(abs(temporal.total_microseconds(span)), 1_000_000)
    found = part((0, 0, 0, seconds // 3600, seconds // 60 % 60, seconds % 60, micro))
    return -found if span < timedelta() else found


@compiles(exp.Extract)
def _extract(node: exp.Expression, scope: Scope) -> CompiledExpression:
    unit = unit_name(node.this)
    operand = compile_expression(node.expression, scope)
    call = Call(unit, (operand,), scope)
    if unit == "YEAR_MONTH":
        return strict_null(call, INT_TYPE, lambda moment: _composed(unit, parts_of(moment)), to_partial_datetime)
    if unit in _EXTRACTED:
        return strict_null(call, INT_TYPE, lambda span: _of_span(span, partial(_composed, unit)), to_parts)
    if unit == "WEEK":
        return with_context(call, INT_TYPE, _week_of, whole_datetime)
    if unit in _PARTS:
        part = _PARTS[unit]
        return strict_null(call, INT_TYPE, lambda moment: part(parts_of(moment)), to_partial_datetime)
    return strict_null(call, INT_TYPE, lambda span: _of_span(span, lambda parts: _clock_part(unit, parts)), to_parts)
