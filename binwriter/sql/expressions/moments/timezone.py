"""The session's time zone: between UTC instants (TIMESTAMP columns, the clock) and local datetimes (expressions)."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlglot import exp

from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.time_zones import name_in_database

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext
    from binwriter.sql.expressions.types import CompiledExpression, Eval, Row

_OFFSET = pattern(r"([+-])(\d{1,2}):(\d{2})", re.ASCII)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@lru_cache(maxsize=64)
def zone_by_name(name: str) -> tzinfo:
    """'+05:30', 'SYSTEM' (the machine that binwriter plays has UTC) or a name of the time zone database.

    Raises MySQLError ER_UNKNOWN_TIME_ZONE.
    """
    if name.upper() in ("SYSTEM", "UTC"):
        return UTC
    match = _OFFSET.fullmatch(name)
    if match:
        offset = timedelta(hours=int(match[2]), minutes=int(match[3]))
        return timezone(-offset if match[1] == "-" else offset)
    try:
        return ZoneInfo(name_in_database(name))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise mysql_error("ER_UNKNOWN_TIME_ZONE", name) from None


def session_zone(context: StatementContext) -> tzinfo:
    """The zone of @@time_zone; marks the statement as depending on it (status variable 5)."""
    context.facts.uses_time_zone = True
    return zone_by_name(context.variables.settings.time_zone)


def to_local(instant: datetime, context: StatementContext) -> datetime:
    """An aware instant as the naive datetime that the session sees."""
    return instant.astimezone(session_zone(context)).replace(tzinfo=None)


def to_instant(local: datetime, context: StatementContext) -> datetime:
    """A naive local datetime as an aware UTC instant; in a gap of the clock the moment after it, as MySQL takes it."""
    return local.replace(tzinfo=session_zone(context)).astimezone(UTC)


def without_zone(node: exp.Expression, compiled: CompiledExpression) -> Eval:
    """Reads a TIMESTAMP column that is only ordered, grouped or copied: nobody asks for the time zone (captured:
    zones_of_copied_moments). Any other expression is read as ever."""
    if compiled.type.field is not ColumnType.TIMESTAMP or not isinstance(node, exp.Column):
        return compiled.eval
    return unasked(compiled.eval)


def unasked(read: Eval) -> Eval:
    """The same, and nobody asks for the time zone."""

    def quietly(context: StatementContext, row: Row) -> Any:
        asked = context.facts.uses_time_zone
        value = read(context, row)
        context.facts.uses_time_zone = asked
        return value

    return quietly


def from_microseconds(micros: int) -> datetime:
    """An aware UTC datetime from microseconds since 1970."""
    return EPOCH + timedelta(microseconds=micros)
