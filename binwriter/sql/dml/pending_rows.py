"""Row images without a column, and the rows events that take no further row because of them.

A server keeps the rows of a statement in a pending event, one for each cache, until one comes that does not fit. An
event whose rows have no bytes so far counts as broken: the next row of the statement for that cache, of whichever
table, fails with error 1534, and nothing forgives that (captured: tests/golden/scenarios/empty_row_images.scn). The
first such row is logged, where it is the last one of its statement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from binwriter.binlog.rules.row_image import RowImage, image_columns
from binwriter.mysql.messages.table import mysql_error
from binwriter.statement.values import RowChange, RowOperation


@dataclass(frozen=True, slots=True)
class PartialRows:
    """Rows that are logged with images that may lack columns. logs_database: whether those of its tables are."""

    row_image: RowImage
    logs_database: Callable[[str], bool]

    def has(self, change: RowChange) -> bool:
        """Whether the change is logged."""
        table = change.table
        return not (table.temporary or table.engine.self_logging) and self.logs_database(table.schema)

    def is_empty(self, change: RowChange) -> bool:
        """Whether nothing of the row is logged: a new row, whose one image has no column."""
        if change.operation is not RowOperation.WRITE or change.assigned is None:
            return False
        after = image_columns(change.table, self.row_image, change.operation, change.assigned).after
        return after is not None and not after.columns


def refuse_behind_empty(change: RowChange, earlier: Sequence[RowChange], logged: PartialRows) -> None:
    """Before a row joins the statement's earlier ones, those behind its last savepoint.

    MySQLError ER_BINLOG_ROW_LOGGING_FAILED.
    """
    if not earlier or not logged.has(change):
        return
    transactional = change.table.engine.transactional
    for one in reversed(earlier):
        if one.table.engine.transactional == transactional and logged.has(one):
            if logged.is_empty(one):
                raise mysql_error("ER_BINLOG_ROW_LOGGING_FAILED")
            return
