"""Row images without a column, and the rows events that take no further row because of them.

A server keeps the rows of a statement in a pending event, one for each cache, until one comes that does not fit. An
event whose rows have no bytes so far counts as broken: the next row of the statement for that cache, of whichever
table, fails with error 1534, and nothing forgives that (captured: tests/golden/scenarios/empty_row_images.scn). The
first such row is logged, where it is the last one of its statement.
"""

from __future__ import annotations

from collections.abc import Sequence

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.hooks import LoggedRows
from binwriter.statement.values import RowChange


def refuse_behind_empty(change: RowChange, earlier: Sequence[RowChange], logged: LoggedRows) -> None:
    """Before a row joins the statement's earlier ones, those behind its last savepoint.

    MySQLError ER_BINLOG_ROW_LOGGING_FAILED.
    """
    if not earlier or not logged.has(change):
        return
    transactional = change.table.engine.transactional
    for table_before in reversed(earlier):
        if table_before.table.engine.transactional == transactional and logged.has(table_before):
            if logged.is_empty(table_before):
                raise mysql_error("ER_BINLOG_ROW_LOGGING_FAILED")
            return
