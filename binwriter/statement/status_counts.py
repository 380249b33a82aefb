"""What a session counts of its work, by the names that SHOW STATUS has for it.

Source: MySQL manual, "Server Status Variables"; by how much statements raise which (captured: tests/golden/status).
"""

from __future__ import annotations

from collections import Counter

from binwriter.catalog.tables import Table
from binwriter.statement.values import RowChange, RowOperation

_HANDLERS = {
    RowOperation.WRITE: "Handler_write",
    RowOperation.UPDATE: "Handler_update",
    RowOperation.DELETE: "Handler_delete",
}
_STORED = {
    RowOperation.WRITE: "Innodb_rows_inserted",
    RowOperation.UPDATE: "Innodb_rows_updated",
    RowOperation.DELETE: "Innodb_rows_deleted",
}
_COUNTS_ROWS = "InnoDB"
# What is told of the whole server only, whichever session asks.
OF_SERVER = frozenset({"Queries", *_STORED.values()})


class StatusCounts(Counter[str]):
    """How often what was done, by the name of the status variable."""

    def changed(self, table: Table, operation: RowOperation, rows: int = 1) -> None:
        """Rows came, became others, or went."""
        self[_HANDLERS[operation]] += rows
        if table.engine.name == _COUNTS_ROWS:
            self[_STORED[operation]] += rows

    def row(self, change: RowChange) -> None:
        """One row; of one that goes to another partition the old one goes, and the new one comes."""
        table, parts = change.table, change.table.partitioning
        if parts is None or change.before is None or change.after is None:
            self.changed(table, change.operation)
        elif parts.of(change.before) == parts.of(change.after):
            self.changed(table, RowOperation.UPDATE)
        else:
            self.changed(table, RowOperation.DELETE)
            self.changed(table, RowOperation.WRITE)

    def tried(self, operation: RowOperation, rows: int = 1) -> None:
        """An engine was asked to change rows, and others were in the way."""
        self[_HANDLERS[operation]] += rows
