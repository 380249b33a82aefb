"""Defaults with zero dates, where sql_mode has NO_ZERO_DATE or NO_ZERO_IN_DATE (MySQL manual, "Server SQL Modes").

Every statement that makes a table, of another or anew, looks at the defaults of all of its columns: under a strict mode
they are an error, else a warning (captured: tests/golden/clusters/zero_dates_as_defaults.sql).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from binwriter.catalog.tables import Column, DefaultKind
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue, IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.store import store

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext

_DATES = frozenset({ColumnType.DATE, ColumnType.DATETIME2, ColumnType.TIMESTAMP2})
_ZERO_MODES = frozenset({"NO_ZERO_DATE", "NO_ZERO_IN_DATE"})


def is_forbidden(column: Column, context: StatementContext) -> bool:
    """Whether the column's default is a zero date, or has a zero in it, that sql_mode does not let in."""
    value = column.default
    if column.default_kind is not DefaultKind.LITERAL or not _has_zero(value):
        return False
    assert isinstance(value, IncompleteDate)
    return context.has_mode("NO_ZERO_IN_DATE" if value.year or value.month or value.day else "NO_ZERO_DATE")


def check_zero_dates(columns: Iterable[Column], context: StatementContext) -> None:
    """ER_INVALID_DEFAULT for columns that are taken as they are; without a strict mode a warning for each.

    A day that its month has not is wrong in any mode but ALLOW_INVALID_DATES (captured: tables_made_beside).
    """
    for column in columns:
        if _is_no_day(column) and not context.has_mode("ALLOW_INVALID_DATES"):
            if not context.strict:
                context.warn("ER_WARN_DATA_OUT_OF_RANGE", column.name, 1)
            raise mysql_error("ER_INVALID_DEFAULT", column.name)
        if is_forbidden(column, context):
            if context.strict:
                raise mysql_error("ER_INVALID_DEFAULT", column.name)
            context.warn("ER_WARN_DATA_OUT_OF_RANGE", column.name, 1)


def zero_date(column: Column, value: object, context: StatementContext) -> ColumnValue:
    """The default that is stored for one that the column does not take: a zero date, with a warning.

    None where it is none, but wrong, or a strict mode is on.
    """
    if context.strict or column.spec.type not in _DATES:
        return None
    spec = column.spec if column.spec.type is ColumnType.DATE else replace(column.spec, type=ColumnType.DATETIME2)
    try:
        given = store(replace(column, spec=spec), value, _Without(context), as_error=True)  # type: ignore[arg-type]
    except MySQLError:
        return None
    if not _has_zero(given) or (value and not isinstance(value, str)):  # a number with zeroes in it is cut, and wrong
        return None
    context.warn("ER_WARN_DATA_OUT_OF_RANGE", column.name, 1)
    return IncompleteDate()


def _is_no_day(column: Column) -> bool:
    value = column.default
    is_date = column.default_kind is DefaultKind.LITERAL and isinstance(value, IncompleteDate)
    return is_date and not _has_zero(value)


def _has_zero(value: object) -> bool:
    return isinstance(value, IncompleteDate) and not (value.month and value.day)


class _Without:
    """A statement's context in whose sql_mode no zero date is forbidden."""

    def __init__(self, context: StatementContext) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def has_mode(self, mode: str) -> bool:
        return mode not in _ZERO_MODES and self._context.has_mode(mode)
