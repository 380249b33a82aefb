"""Rows that are logged with images that may lack columns (binlog_row_image=MINIMAL or NOBLOB)."""

from __future__ import annotations

from collections.abc import Callable

from binwriter.binlog.rules.row_image import image_columns
from binwriter.formats.records import dataclass
from binwriter.mysql.session_modes import RowImage
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
