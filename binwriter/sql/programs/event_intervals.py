"""How far apart the runs of an event are, as a server keeps it: a number in the smallest of its unit's parts, shown by
all of them (captured: clusters/intervals_of_events)."""

from __future__ import annotations

from typing import Any

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.moments.dates import Interval, read_interval
from binwriter.sql.expressions.types import ExprType

_LARGEST = 1_000_000_000  # of the smallest part
_PER_YEAR, _PER_QUARTER, _PER_DAY, _PER_WEEK = 12, 3, 86_400, 7
_SECONDS = {"DAY": _PER_DAY, "WEEK": _PER_DAY, "HOUR": 3600, "MINUTE": 60, "SECOND": 1}
_COUNTED_TWICE = {"QUARTER": _PER_QUARTER, "WEEK": _PER_WEEK}  # kept as months and days, shown as they were written
# by the smallest part: how many make one of the next, and what stands between the two
_CARRIES = {"MONTH": (_PER_YEAR, "-"), "HOUR": (24, " "), "MINUTE": (60, ":"), "SECOND": (60, ":")}
_ABOVE = {"MONTH": "YEAR", "HOUR": "DAY", "MINUTE": "HOUR", "SECOND": "MINUTE"}


def interval_text(value: Any, type_: ExprType, unit: str, context: StatementContext) -> str:
    """What SHOW CREATE EVENT has behind EVERY. ER_WRONG_VALUE for NULL and too many numbers,
    ER_EVENT_INTERVAL_NOT_POSITIVE_OR_TOO_BIG for what is nothing, less, or beyond what there can be."""
    try:
        interval = read_interval(value, type_, unit, context)
        if interval is None:
            raise mysql_error("ER_WRONG_VALUE", "INTERVAL", "NULL")
        count = _counted(interval, unit)
    except OverflowError:
        count = 0
    except FloatingPointError:
        raise mysql_error("ER_WRONG_VALUE", "INTERVAL", value) from None
    if not 0 < count <= _LARGEST:
        raise mysql_error("ER_EVENT_INTERVAL_NOT_POSITIVE_OR_TOO_BIG")
    first, _, last = unit.partition("_")
    return f"'{_by_parts(count, first, last)}'" if last else str(count // _COUNTED_TWICE.get(unit, 1))


def _counted(interval: Interval, unit: str) -> int:
    """In the smallest part, cut."""
    smallest = unit.rpartition("_")[2]
    if smallest == "YEAR":
        return interval.months // _PER_YEAR
    if smallest in ("MONTH", "QUARTER"):
        return interval.months
    seconds = interval.span.days * _PER_DAY + interval.span.seconds
    return seconds // _SECONDS[smallest]


def _by_parts(count: int, first: str, part: str) -> str:
    if part == first:
        return str(count)
    size, between = _CARRIES[part]
    rest, here = divmod(count, size)
    return f"{_by_parts(rest, first, _ABOVE[part])}{between}{here}"
