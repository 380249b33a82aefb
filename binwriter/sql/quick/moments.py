"""Columns that take the second at which their statement has begun: given NOW(), or by themselves."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, tzinfo

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.sql.types.functions import function_of

_Take = Callable[[datetime, tzinfo], datetime]


@dataclass(frozen=True, slots=True)
class Timed:
    """A column takes the statement's second. take: what it keeps of it, in the session's time zone."""

    column: int
    take: _Take


def _instant(second: datetime, zone: tzinfo) -> datetime:
    return second


def _local(second: datetime, zone: tzinfo) -> datetime:
    return second.astimezone(zone).replace(tzinfo=None)


def _instant_of_local(second: datetime, zone: tzinfo) -> datetime:
    """An hour that the clock has twice is the first one of both (`moments.timezone.to_instant`)."""
    return _local(second, zone).replace(tzinfo=zone).astimezone(UTC)


def is_now(node: exp.Expression) -> bool:
    """Whether it is NOW() without a fraction."""
    if type(node) is exp.Anonymous:
        record = function_of(node)
        return record is not None and record.name == "NOW" and not node.expressions
    return type(node) is exp.CurrentTimestamp and node.args.get("this") is None


def told_time(table: Table, index: int) -> Timed:
    """The column is given NOW(). ValueError where a unique key has it, and for other types."""
    return _timed(table, index, {ColumnType.TIMESTAMP2: _instant_of_local, ColumnType.DATETIME2: _local})


def follows_clock(table: Table, index: int) -> Timed:
    """The same of a column that takes the second by itself."""
    if table.columns[index].spec.fsp:
        raise ValueError("more than a second")
    return _timed(table, index, {ColumnType.TIMESTAMP2: _instant, ColumnType.DATETIME2: _local})


def _timed(table: Table, index: int, taken: dict[ColumnType, _Take]) -> Timed:
    take = taken.get(table.columns[index].spec.type)
    if take is None or any(key.unique and index in key.columns for key in table.keys):
        raise ValueError("another type, or a key")
    return Timed(index, take)
