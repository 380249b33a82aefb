"""The schedule of an event: read, and checked as CREATE EVENT and ALTER EVENT do (MySQL manual, "CREATE EVENT").

A server looks at the times when it makes an event, and then refuses it, disables it, or drops it at once; when it
runs says `sql.programs.event_times`.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.digits import whole_number
from binwriter.sql.binding.program_usage import functions_in
from binwriter.sql.binding.programs import Schedule
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_int
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.types import ExprType
from binwriter.sql.grammar.programs.body_words import BodyWords
from binwriter.sql.query import query_scope
from binwriter.sql.syntax.program_definitions import EventSchedule
from binwriter.sql.syntax.programs import Expression
from binwriter.sql.text.trees import parse_expression

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database

_UNITS = (
    *("YEAR", "QUARTER", "MONTH", "DAY", "HOUR", "MINUTE", "WEEK", "SECOND", "YEAR_MONTH", "DAY_HOUR", "DAY_MINUTE"),
    *("DAY_SECOND", "HOUR_MINUTE", "HOUR_SECOND", "MINUTE_SECOND", "MICROSECOND", "DAY_MICROSECOND"),
    *("HOUR_MICROSECOND", "MINUTE_MICROSECOND", "SECOND_MICROSECOND"),
)
_AFTER = ("STARTS", "ENDS", "ON", "ENABLE", "DISABLE", "COMMENT", "RENAME", "DO")
_LARGEST_INTERVAL = 2**31 - 1
_COUNTED_TO = 1 << 63  # of one of several


def read_schedule(reader: BodyWords) -> EventSchedule:
    """AT time, or EVERY interval [STARTS time] [ENDS time]."""
    cursor = reader.cursor
    if cursor.accept("AT"):
        return EventSchedule(at=reader.expression(*_AFTER))
    cursor.expect("EVERY")
    every = reader.expression(*_UNITS)
    unit = cursor.next().text.upper()
    if unit not in _UNITS:
        raise cursor.error()
    if unit.endswith("MICROSECOND"):
        raise mysql_error("ER_NOT_SUPPORTED_YET", "MICROSECOND")
    starts = reader.expression(*_AFTER) if cursor.accept("STARTS") else None
    ends = reader.expression(*_AFTER) if cursor.accept("ENDS") else None
    return EventSchedule(every=every, unit=unit, starts=starts, ends=ends)


def read_completion(reader: BodyWords, schedule: EventSchedule) -> EventSchedule:
    """[NOT] PRESERVE, behind ON COMPLETION."""
    negated = reader.cursor.accept("NOT")
    reader.cursor.expect("PRESERVE")
    return replace(schedule, preserve=not negated)


def read_status(reader: BodyWords, schedule: EventSchedule) -> EventSchedule:
    """ENABLE | DISABLE [ON {REPLICA | SLAVE}], and COMMENT."""
    cursor = reader.cursor
    if cursor.accept("ENABLE"):
        schedule = replace(schedule, status="ENABLE")
    elif cursor.accept("DISABLE"):
        schedule = replace(schedule, status="DISABLE")
        if cursor.accept("ON"):
            old = cursor.accept("SLAVE")
            if not old:
                cursor.expect("REPLICA")
            schedule = replace(schedule, status="DISABLE ON REPLICA", old_words=old)
    if cursor.accept("COMMENT"):
        schedule = replace(schedule, comment=cursor.string())
    return schedule


# --- checked
# ----------------------------------------------------------------------------------------------------------------


def refuse_queries(schedule: EventSchedule, schema: str) -> None:
    """ER_QUERY_IN_SCHEDULE (1235) for times with queries or calls of stored functions."""
    for time in (schedule.at, schedule.every, schedule.starts, schedule.ends):
        if time is not None and (time.node.find(exp.Query) or next(functions_in(time.node, schema), None)):
            raise mysql_error("ER_QUERY_IN_SCHEDULE")


def is_past(schedule: EventSchedule, database: Database, context: StatementContext) -> bool:
    """Whether the event's time is over. MySQLError 1542, 1543 and 1525 for what is no schedule."""
    now = context.now.replace(tzinfo=None, microsecond=0)
    if schedule.at is not None:
        return bool(_time("AT", schedule.at, database, context) < _local(now, database, context))
    assert schedule.every is not None
    _check_interval(schedule.every, database, context)
    now = _local(now, database, context)
    starts = now if schedule.starts is None else _time("STARTS", schedule.starts, database, context)
    if schedule.ends is None:
        return False
    try:
        ends = _value(f"CAST(({schedule.ends.text}) AS DATETIME)", database, context)
    except ValueError:
        raise mysql_error("ER_EVENT_ENDS_BEFORE_STARTS") from None
    if ends is None or ends <= starts:
        raise mysql_error("ER_EVENT_ENDS_BEFORE_STARTS")
    return bool(ends < now)


_STATUS = {"ENABLE": "ENABLED", "DISABLE": "DISABLED", "DISABLE ON REPLICA": "REPLICA_SIDE_DISABLED"}


def kept_schedule(
    schedule: EventSchedule,
    database: Database,
    context: StatementContext,
    before: Schedule | None = None,
    *,
    is_past: bool = False,
) -> Schedule:
    """What a server keeps of it. before: the event's schedule until now, of which the rest stays."""
    kept = before or Schedule(context.variables.settings.time_zone)
    if schedule.at is not None:
        at = _time("AT", schedule.at, database, context)
        kept = Schedule(kept.time_zone, at, None, None, None, None, kept.preserve, kept.status, kept.comment)
    elif schedule.every is not None:
        starts = _local(None, database, context)
        if schedule.starts is not None:
            starts = _time("STARTS", schedule.starts, database, context)
        ends = None if schedule.ends is None else _time("ENDS", schedule.ends, database, context)
        amount = compile_expression(schedule.every.node, query_scope(database, context))
        value = amount.eval(context, ())
        every = f"'{value}'" if "_" in schedule.unit else str(_whole(value, amount.type, context))
        kept = replace(kept, at=None, every=every, unit=schedule.unit, starts=starts, ends=ends)
    if schedule.preserve is not None:
        kept = replace(kept, preserve=schedule.preserve)
    if schedule.status is not None or is_past:
        kept = replace(kept, status="DISABLED" if is_past else _STATUS[schedule.status or ""])
    return kept if schedule.comment is None else replace(kept, comment=schedule.comment)


def _whole(value: Any, type_: ExprType, context: StatementContext) -> int:
    """Numbers are rounded, texts cut (captured: clusters/views_as_printed)."""
    if isinstance(value, Decimal):
        return int(value.to_integral_value(ROUND_HALF_UP))
    if isinstance(value, (int, float)):
        return round(value)
    return to_int(value, type_, context) or 0


def _local(now: Any, database: Database, context: StatementContext) -> Any:
    """The statement's time in the session's time zone."""
    return _value("CAST(NOW() AS DATETIME)", database, context)


def _time(word: str, expression: Expression, database: Database, context: StatementContext) -> Any:
    value = _value(f"CAST(({expression.text}) AS DATETIME)", database, context)
    if value is None:
        shown = _value(expression.text, database, context)
        raise mysql_error("ER_WRONG_VALUE", word, "NULL" if shown is None else shown)
    return value


def _value(text: str, database: Database, context: StatementContext) -> Any:
    return compile_expression(parse_expression(text), query_scope(database, context)).eval(context, ())


def _check_interval(expression: Expression, database: Database, context: StatementContext) -> None:
    value = compile_expression(expression.node, query_scope(database, context)).eval(context, ())
    if value is None:
        raise mysql_error("ER_WRONG_VALUE", "INTERVAL", "NULL")
    numbers = [whole_number(part) for part in re.findall(r"\d+", str(value).split(".")[0])]
    if len(numbers) > 1 and max(numbers) >= _COUNTED_TO:
        raise mysql_error("ER_WRONG_VALUE", "INTERVAL", value)
    negative = str(value).lstrip().startswith("-")
    if negative or not any(numbers) or max(numbers) > _LARGEST_INTERVAL:
        raise mysql_error("ER_EVENT_INTERVAL_NOT_POSITIVE_OR_TOO_BIG")
