"""The schedule of an event: read, and checked as CREATE EVENT and ALTER EVENT do (MySQL manual, "CREATE EVENT").

A server looks at the times when it makes an event, and then refuses it, disables it, or drops it at once; when it
runs says `sql.programs.event_times`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.program_usage import functions_in
from binwriter.sql.binding.programs import Schedule
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.grammar.programs.body_words import BodyWords
from binwriter.sql.programs.event_intervals import interval_text
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


@dataclass(frozen=True, slots=True)
class LookedAt:
    """is_past: the event's time is over. every: how far apart its runs are."""

    is_past: bool = False
    every: str | None = None


def look_at(schedule: EventSchedule, database: Database, context: StatementContext) -> LookedAt:
    """What a schedule says. MySQLError 1542, 1543 and 1525 for what is none."""
    if not schedule.is_given:
        return LookedAt()
    if schedule.at is not None:
        return LookedAt(bool(_time("AT", schedule.at, database, context) < _local(database, context)))
    assert schedule.every is not None
    amount = compile_expression(schedule.every.node, query_scope(database, context))
    every = interval_text(amount.eval(context, ()), amount.type, schedule.unit, context)
    return LookedAt(_has_ended(schedule, database, context), every)


def _has_ended(schedule: EventSchedule, database: Database, context: StatementContext) -> bool:
    now = _local(database, context)
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
    looked_at: LookedAt,
    before: Schedule | None = None,
) -> Schedule:
    """What a server keeps of it. before: the event's schedule until now, of which the rest stays."""
    kept = before or Schedule(context.variables.settings.time_zone)
    if schedule.at is not None:
        at = _time("AT", schedule.at, database, context)
        kept = Schedule(kept.time_zone, at, None, None, None, None, kept.preserve, kept.status, kept.comment)
    elif schedule.every is not None:
        starts = _local(database, context)
        if schedule.starts is not None:
            starts = _time("STARTS", schedule.starts, database, context)
        ends = None if schedule.ends is None else _time("ENDS", schedule.ends, database, context)
        kept = replace(kept, at=None, every=looked_at.every, unit=schedule.unit, starts=starts, ends=ends)
    if schedule.preserve is not None:
        kept = replace(kept, preserve=schedule.preserve)
    if schedule.status is not None or looked_at.is_past:
        kept = replace(kept, status="DISABLED" if looked_at.is_past else _STATUS[schedule.status or ""])
    return kept if schedule.comment is None else replace(kept, comment=schedule.comment)


def _local(database: Database, context: StatementContext) -> Any:
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
