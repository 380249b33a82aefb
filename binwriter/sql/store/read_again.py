"""Moments that a server stores anew where it only reads: from the text of CSV, or through a temporary table.

Zero and impossible dates meet the session's sql_mode there (captured: clusters/moments_read_again).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TypeVar

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue, IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.moments.temporal import format_datetime

_MOMENTS = (ColumnType.DATE, ColumnType.DATETIME2, ColumnType.TIMESTAMP2)
_JUDGES_DATES = ("NO_ZERO_IN_DATE", "NO_ZERO_DATE", "ALLOW_INVALID_DATES")
_Id = TypeVar("_Id")


def judges_dates(context: StatementContext) -> bool:
    """Whether sql_mode says anything of dates: DATETIMEs are not copied byte for byte then."""
    return any(map(context.has_mode, _JUDGES_DATES))


def wrong_moment(value: object, name: str, *, date_only: bool, digits: int, context: StatementContext) -> str:
    """What is said of a zero or impossible date that sql_mode refuses: the text of 1292; empty if nothing is."""
    if not isinstance(value, IncompleteDate) or not _is_refused(value, context):
        return ""
    shown = format_datetime(value, digits)
    return shown.split(" ")[0] if date_only else shown


def refusal(shown: str, name: str, row: int, *, date_only: bool) -> MySQLError:
    """1292 of such a moment."""
    return mysql_error("ER_TRUNCATED_WRONG_TEMPORAL", "date" if date_only else "datetime", shown, name, row)


def rows_of_text(
    rows: Iterator[tuple[_Id, tuple[ColumnValue, ...]]],
    table: Table,
    used: Collection[int] | None,
    context: StatementContext,
    named: Collection[int] | None = None,
) -> Iterator[tuple[_Id, tuple[ColumnValue, ...]]]:
    """Rows of a CSV table as a statement reads them; used: the columns of a SELECT, None: all, to change them, or those
    that a DELETE names (captured: csv_deletes_statement, csv_deletes_in_order_row).

    What cannot be stored in its column leaves the table as if it were crashed.
    """
    columns = [
        (index, column.name, column.spec)
        for index, column in enumerate(table.columns)
        if column.spec.type in _MOMENTS and (used is None or index in used) and (named is None or index in named)
    ]
    zoned = used is not None and any(spec.type is not ColumnType.DATE for _, _, spec in columns)
    for number, (row_id, row) in enumerate(rows, 1):
        context.facts.uses_time_zone |= zoned
        for index, name, spec in columns:
            date_only = spec.type is ColumnType.DATE
            shown = wrong_moment(row[index], name, date_only=date_only, digits=spec.fsp, context=context)
            if shown:
                _crash(refusal(shown, name, number, date_only=date_only), table, name, context)
        yield row_id, row


def _crash(error: MySQLError, table: Table, name: str, context: StatementContext) -> None:
    if not context.strict:
        context.warn("ER_WARN_DATA_OUT_OF_RANGE", name, 1)
    elif context.changes_data:
        context.diagnostics.append(mysql_warning("ER_CRASHED_ON_USAGE", table.name, level="Error"))
        raise error
    else:
        context.diagnostics.append(Diagnostic("Warning", error.code, error.message))
    raise mysql_error("ER_CRASHED_ON_USAGE", table.name)


def _is_refused(value: IncompleteDate, context: StatementContext) -> bool:
    """Whether sql_mode has no zero or impossible date like this one."""
    if not (value.year or value.month or value.day):
        return context.has_mode("NO_ZERO_DATE")
    if not value.month or not value.day:
        return context.has_mode("NO_ZERO_IN_DATE")
    return not context.has_mode("ALLOW_INVALID_DATES")
