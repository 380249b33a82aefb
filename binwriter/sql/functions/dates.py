"""Functions of dates and times that do not read the clock (MySQL manual, "Date and Time Functions")."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlglot import exp

from binwriter.formats.columns.values import IncompleteDate
from binwriter.messages import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions import temporal
from binwriter.sql.expressions.coercion import (
    to_date,
    to_decimal,
    to_full_datetime,
    to_int,
    to_text,
    to_time,
)
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.compile import compile_expression, compiles
from binwriter.sql.expressions.dates import add_interval_node, date_arithmetic, unit_name
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.timezone import EPOCH, from_microseconds, to_instant, to_local, zone_by_name
from binwriter.sql.expressions.types import (
    DATE_TYPE,
    INT_TYPE,
    CompiledExpression,
    ExprType,
    Kind,
    datetime_type,
    decimal_type,
    text_type,
    time_type,
)
from binwriter.sql.functions.calendar import day_number, from_day_number, week_and_year
from binwriter.sql.functions.date_format import format_pattern, parse_pattern
from binwriter.sql.functions.registry import Call, function, node_function, strict_null, unknown, with_context

DAY = timedelta(days=1)
MICROSECOND = timedelta(microseconds=1)

# --- parts of a date --------------------------------------------------------------------------------------------------

_PARTS: dict[str, Callable[[tuple[int, ...]], int]] = {
    "YEAR": lambda parts: parts[0],
    "QUARTER": lambda parts: (parts[1] + 2) // 3,
    "MONTH": lambda parts: parts[1],
    "DAY": lambda parts: parts[2],
    "DAYOFMONTH": lambda parts: parts[2],
}
_TIME_PARTS: dict[str, int] = {"HOUR": 3_600_000_000, "MINUTE": 60_000_000, "SECOND": 1_000_000, "MICROSECOND": 1}
_TIME_MODULUS = {"HOUR": 1 << 40, "MINUTE": 60, "SECOND": 60, "MICROSECOND": 1_000_000}


def _date_part(name: str) -> Callable[[Call], CompiledExpression]:
    part = _PARTS[name]
    return lambda call: strict_null(call, INT_TYPE, lambda moment: part(temporal.parts_of(moment)), to_date)


def _time_part(name: str) -> Callable[[Call], CompiledExpression]:
    unit, modulus = _TIME_PARTS[name], _TIME_MODULUS[name]

    def compute(time: timedelta) -> int:
        return abs(temporal.total_microseconds(time)) // unit % modulus

    return lambda call: strict_null(call, INT_TYPE, compute, to_time)


for _name in _PARTS:
    function(_name, least=1)(_date_part(_name))
for _name in _TIME_PARTS:
    function(_name, least=1)(_time_part(_name))


def whole_date(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """A date that the calendar has; None for zero and partial dates."""
    moment = to_date(value, type_, context)
    return None if isinstance(moment, IncompleteDate) else moment


def _of_date(*names: str, type_: ExprType = INT_TYPE) -> Callable[[Callable[[Any], Any]], None]:
    def register(compute: Callable[[Any], Any]) -> None:
        function(*names, least=1)(lambda call: strict_null(call, type_, compute, whole_date))

    return register


_of_date("DAYOFWEEK")(lambda moment: moment.isoweekday() % 7 + 1)
_of_date("WEEKDAY")(lambda moment: moment.weekday())
_of_date("DAYOFYEAR")(lambda moment: moment.timetuple().tm_yday)
_of_date("WEEKOFYEAR")(lambda moment: moment.isocalendar().week)
_of_date("TO_DAYS")(day_number)
_of_date("LAST_DAY", type_=DATE_TYPE)(
    lambda moment: (
        (date(moment.year + moment.month // 12, moment.month % 12 + 1, 1) - DAY)
        if (moment.year, moment.month) != (9999, 12)
        else date(9999, 12, 31)
    )
)


@function("TO_SECONDS", least=1)
def _to_seconds(call: Call) -> CompiledExpression:
    def compute(moment: datetime) -> int:
        return day_number(moment) * 86_400 + moment.hour * 3600 + moment.minute * 60 + moment.second

    return strict_null(call, INT_TYPE, compute, _whole_datetime)


def _whole_datetime(value: Any, type_: ExprType, context: StatementContext) -> Any:
    moment = to_full_datetime(value, type_, context)
    return None if isinstance(moment, IncompleteDate) else moment


@function("WEEK", least=1, most=2)
def _week(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, moment: date, mode: int | None = None) -> int:
        chosen = int(context.variables.get("default_week_format")) if mode is None else mode
        return week_and_year(moment, chosen)[0]

    return with_context(call, INT_TYPE, compute, whole_date, to_int)


@function("YEARWEEK", least=1, most=2)
def _yearweek(call: Call) -> CompiledExpression:
    def compute(moment: date, mode: int = 0) -> int:
        week, year = week_and_year(moment, mode | 2)
        return year * 100 + week

    return strict_null(call, INT_TYPE, compute, whole_date, to_int)


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


@compiles(exp.Extract)
def _extract(node: exp.Expression, scope: Scope) -> CompiledExpression:
    unit = unit_name(node.this)
    operand = compile_expression(node.expression, scope)
    call = Call(unit, (operand,), scope)
    pattern = _EXTRACTED.get(unit)
    if pattern is not None:
        return strict_null(
            call, INT_TYPE, lambda moment: int(pattern.format(*temporal.parts_of(moment))), to_full_datetime
        )
    if unit == "WEEK":
        return _week(call)
    return (_date_part if unit in _PARTS else _time_part)(unit)(call)


# --- conversions ------------------------------------------------------------------------------------------------------


def _only_date(value: Any, type_: ExprType, context: StatementContext) -> Any:
    moment = to_date(value, type_, context)
    return None if moment is None else temporal.date_of(moment)


@function("DATE", least=1)
def _date(call: Call) -> CompiledExpression:
    return strict_null(call, DATE_TYPE, lambda value: value, _only_date)


def _value_scale(type_: ExprType) -> int:
    """Digits of the second that a time made of this value shows."""
    if type_.kind.temporal or type_.kind is Kind.DECIMAL:
        return min(6, type_.scale)
    return 0 if type_.kind in (Kind.INT, Kind.YEAR) else 6


def _literal_scale(part: CompiledExpression, call: Call) -> int:
    """As `_value_scale`; a literal string has as many digits as it shows."""
    if part.constant and part.type.kind is Kind.STRING:
        text = str(to_text(part.eval(call.scope.context, ()), part.type))
        return min(6, len(text.partition(".")[2]))
    return _value_scale(part.type)


@function("TIME", least=1)
def _time(call: Call) -> CompiledExpression:
    return strict_null(call, time_type(_literal_scale(call.args[0], call)), lambda value: value, to_time)


@function("TIMESTAMP", least=1, most=2)
def _timestamp(call: Call) -> CompiledExpression:
    def compute(moment: datetime, *times: timedelta) -> datetime:
        return sum(times, start=timedelta()) + moment

    scale = max(_literal_scale(part, call) for part in call.args)
    return strict_null(call, datetime_type(scale), compute, to_full_datetime, to_time)


@function("MAKEDATE", least=2)
def _makedate(call: Call) -> CompiledExpression:
    def compute(year: int, day: int) -> date | None:
        if not 0 <= year <= 9999 or day < 1:
            return None
        return from_day_number(day_number(date(temporal.full_year(year, 2 if year < 100 else 4), 1, 1)) + day - 1)

    return strict_null(call, DATE_TYPE, compute, to_int)


@function("MAKETIME", least=3)
def _maketime(call: Call) -> CompiledExpression:
    scale = _value_scale(call.types[2])

    def compute(hour: int, minute: int, second: Decimal) -> timedelta | None:
        if not 0 <= minute <= 59 or not 0 <= second < 60:
            return None
        time = timedelta(hours=abs(hour), minutes=minute, microseconds=int(second.scaleb(6)))
        return min(time, temporal.MAX_TIME) * (-1 if hour < 0 else 1)

    return strict_null(call, time_type(scale), compute, to_int, to_int, to_decimal)


@function("FROM_DAYS", least=1)
def _from_days(call: Call) -> CompiledExpression:
    return strict_null(call, DATE_TYPE, from_day_number, to_int)


@function("SEC_TO_TIME", least=1)
def _sec_to_time(call: Call) -> CompiledExpression:
    def compute(seconds: Decimal) -> timedelta:
        time = timedelta(microseconds=int(seconds.scaleb(6).to_integral_value()))
        return max(-temporal.MAX_TIME, min(time, temporal.MAX_TIME))

    return strict_null(call, time_type(_value_scale(call.types[0])), compute, to_decimal)


@function("TIME_TO_SEC", least=1)
def _time_to_sec(call: Call) -> CompiledExpression:
    def compute(time: timedelta) -> int:
        total = temporal.total_microseconds(time)
        return abs(total) // 1_000_000 * (-1 if total < 0 else 1)

    return strict_null(call, INT_TYPE, compute, to_time)


@function("UNIX_TIMESTAMP", least=0, most=1)
def _unix_timestamp(call: Call) -> CompiledExpression:
    if not call.args:
        return CompiledExpression(INT_TYPE, lambda context, row: context.start_microseconds // 1_000_000, call.text)
    scale = _literal_scale(call.args[0], call)

    def compute(context: StatementContext, moment: Any) -> Any:
        if isinstance(moment, IncompleteDate):
            return 0
        micros = (to_instant(moment, context) - EPOCH) // MICROSECOND
        if not 0 <= micros < 32_536_771_200_000_000:  # 3001-01-19, where 64-bit servers end
            return 0
        return Decimal(micros).scaleb(-6).quantize(Decimal(1).scaleb(-scale)) if scale else micros // 1_000_000

    return with_context(call, decimal_type(scale, 11 + scale) if scale else INT_TYPE, compute, to_full_datetime)


@function("FROM_UNIXTIME", least=1, most=2)
def _from_unixtime(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, seconds: Decimal, pattern: str | None = None) -> Any:
        if not 0 <= seconds < 32_536_771_200:
            return None
        moment = to_local(from_microseconds(int(seconds.scaleb(6).to_integral_value())), context)
        return moment if pattern is None else format_pattern(moment, pattern)

    if len(call.args) == 2:
        return with_context(call, text_type(0, connection_collation(call.scope)), compute, to_decimal, _text)
    return with_context(call, datetime_type(_value_scale(call.types[0])), compute, to_decimal)


def _text(value: Any, type_: ExprType, context: StatementContext) -> str:
    text = to_text(value, type_)
    return text if isinstance(text, str) else text.decode("utf-8", "replace")


@function("DATE_FORMAT", least=2)
def _date_format(call: Call) -> CompiledExpression:
    type_ = text_type(0, connection_collation(call.scope))
    return strict_null(call, type_, format_pattern, to_full_datetime, _text)


@function("TIME_FORMAT", least=2)
def _time_format(call: Call) -> CompiledExpression:
    def compute(time: timedelta, pattern: str) -> str:
        return format_pattern(time, pattern)

    return strict_null(call, text_type(0, connection_collation(call.scope)), compute, to_time, _text)


@function("DAYNAME", least=1)
def _dayname(call: Call) -> CompiledExpression:
    return strict_null(
        call, text_type(9, connection_collation(call.scope)), lambda day: format_pattern(day, "%W"), whole_date
    )


@function("MONTHNAME", least=1)
def _monthname(call: Call) -> CompiledExpression:
    type_ = text_type(9, connection_collation(call.scope))
    return strict_null(call, type_, lambda day: format_pattern(day, "%M") if day.month else None, to_date)


@function("STR_TO_DATE", least=2)
def _str_to_date(call: Call) -> CompiledExpression:
    pattern = call.args[1]
    known = (
        _text(pattern.eval(call.scope.context, ()), pattern.type, call.scope.context)
        if pattern.constant
        else "%Y %H %f"
    )
    timed = any(f"%{letter}" in known for letter in "HhIiklprSsTf")
    dated = any(f"%{letter}" in known for letter in "YymcdejMbDaWUuVvXx")
    scale = 6 if "%f" in known else 0
    type_ = (datetime_type(scale) if dated else time_type(scale)) if timed else DATE_TYPE

    def compute(context: StatementContext, text: str, wanted: str) -> Any:
        moment = parse_pattern(text, wanted)
        if moment is None:
            context.value_problem("ER_WRONG_VALUE_FOR_TYPE", "datetime", text, "str_to_date")
            return None
        if type_.kind is Kind.TIME:
            return temporal.time_of(moment)
        return moment if type_.kind is Kind.DATETIME else temporal.date_of(moment)

    return with_context(call, type_, compute, _text)


@function("CONVERT_TZ", least=3)
def _convert_tz(call: Call) -> CompiledExpression:
    def compute(moment: datetime, source: str, target: str) -> datetime | None:
        if isinstance(moment, IncompleteDate):
            return None
        return moment.replace(tzinfo=zone_by_name(source)).astimezone(zone_by_name(target)).replace(tzinfo=None)

    return strict_null(call, datetime_type(_value_scale(call.types[0]) % 6), compute, to_full_datetime, _text)


# --- differences ------------------------------------------------------------------------------------------------------


@function("DATEDIFF", least=2)
def _datediff(call: Call) -> CompiledExpression:
    return strict_null(call, INT_TYPE, lambda left, right: day_number(left) - day_number(right), whole_date)


def _as_span(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """TIME or DATETIME, whichever the value is: what TIMEDIFF and ADDTIME work on."""
    if isinstance(value, (date, timedelta)) or value is None:
        return value
    text = to_text(value, type_)
    if isinstance(text, str) and "-" in text.lstrip()[1:]:
        return to_full_datetime(value, type_, context)
    return to_time(value, type_, context)


@function("TIMEDIFF", least=2)
def _timediff(call: Call) -> CompiledExpression:
    scale = max(_literal_scale(part, call) for part in call.args)

    def compute(left: Any, right: Any) -> timedelta | None:
        if isinstance(left, timedelta) != isinstance(right, timedelta):
            return None
        return max(-temporal.MAX_TIME, min(left - right, temporal.MAX_TIME))

    return strict_null(call, time_type(scale), compute, _as_span)


def _add_time(sign: int) -> Callable[[Call], CompiledExpression]:
    def build(call: Call) -> CompiledExpression:
        first = call.types[0]
        scale = max(_literal_scale(part, call) for part in call.args)
        if first.kind is Kind.TIME:
            type_ = time_type(scale)
        elif first.kind in (Kind.DATETIME, Kind.DATE):
            type_ = datetime_type(scale)
        else:
            type_ = text_type(26, connection_collation(call.scope))

        def compute(start: Any, span: timedelta) -> Any:
            if isinstance(start, date) and not isinstance(start, datetime):
                start = datetime(start.year, start.month, start.day)
            result = start + sign * span
            if isinstance(result, timedelta):
                result = max(-temporal.MAX_TIME, min(result, temporal.MAX_TIME))
            if type_.kind is not Kind.STRING:
                return result
            digits = 6 if result - temporal.truncate_fraction(result, 0) else 0
            shown = temporal.format_time if isinstance(result, timedelta) else temporal.format_datetime
            return shown(result, digits)  # type: ignore[operator]

        return strict_null(call, type_, compute, _as_span, to_time)

    return build


function("ADDTIME", least=2)(_add_time(1))
function("SUBTIME", least=2)(_add_time(-1))


def _months(value: int) -> int:
    year, month = divmod(value, 100)
    return temporal.full_year(year, 2 if year < 100 else 4) * 12 + month - 1


@function("PERIOD_ADD", least=2)
def _period_add(call: Call) -> CompiledExpression:
    def compute(period: int, months: int) -> int:
        year, month = divmod(_months(period) + months, 12)
        return year * 100 + month + 1

    return strict_null(call, INT_TYPE, compute, to_int)


@function("PERIOD_DIFF", least=2)
def _period_diff(call: Call) -> CompiledExpression:
    return strict_null(call, INT_TYPE, lambda left, right: _months(left) - _months(right), to_int)


# --- with a unit ------------------------------------------------------------------------------------------------------


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
    call = Call("TIMESTAMPDIFF", (compile_expression(start, scope), compile_expression(end, scope)), scope)

    def compute(first: datetime, second: datetime) -> int:
        if unit in _UNIT_MONTHS:
            return _whole_months(first, second, _UNIT_MONTHS[unit])
        micros = (second - first) // MICROSECOND
        return abs(micros) // _UNIT_MICROSECONDS[unit] * (-1 if micros < 0 else 1)

    return strict_null(call, INT_TYPE, compute, _whole_datetime)


def _whole_months(first: datetime, second: datetime, months: int) -> int:
    sign = 1
    if second < first:
        first, second, sign = second, first, -1
    count = (second.year - first.year) * 12 + second.month - first.month
    if (second.day, second.time()) < (first.day, first.time()):
        count -= 1
    return sign * (count // months)
