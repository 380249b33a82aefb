"""What a session counts of its work, by the names that SHOW STATUS has for it, and the flags of its status that each
statement sets.

Source: MySQL manual, "Server Status Variables"; by how much statements raise which (captured: tests/golden/status).
"""

from __future__ import annotations

from collections import Counter

from binwriter.catalog.tables import Table
from binwriter.formats.records import dataclass
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


class StatementFlag:
    """SERVER_*: flags of a session's status that say something of the statement that ran (MySQL source documentation,
    "SERVER_STATUS_flags_enum")."""

    NO_GOOD_INDEX_USED = 1 << 4
    NO_INDEX_USED = 1 << 5
    CURSOR_EXISTS = 1 << 6
    DATABASE_DROPPED = 1 << 8
    WAS_SLOW = 1 << 11


@dataclass(slots=True)
class StatementFlags:
    """Which of these flags the client's statement has set so far, with all that its programs do. planned: those that
    were set before the columns of the result were sent; seen: all. late: how many of the queries and functions run that
    a server runs when it sends rows; unseen: what runs tells nothing of how it is read. elsewhere: a program ran whose
    database is not the default one."""

    planned: int = 0
    seen: int = 0
    late: int = 0
    unseen: int = 0
    elsewhere: bool = False

    def begin(self) -> None:
        self.planned = self.seen = self.late = self.unseen = 0
        self.elsewhere = False

    def comes_to(self, database: str, default: str | None) -> None:
        """A program of that database begins."""
        if database != default:
            self.elsewhere = True

    def scans(self) -> None:
        """A table is read as a whole, and no index has what is asked for."""
        if self.unseen <= 0:
            self.seen |= StatementFlag.NO_INDEX_USED
            if self.late <= 0:
                self.planned |= StatementFlag.NO_INDEX_USED

    def plans(self, flag: int) -> None:
        """Before anything is sent."""
        self.planned |= flag
        self.seen |= flag

    @property
    def told(self) -> tuple[int, int]:
        """Those behind the columns and behind the rows of the result that is sent now."""
        return self.planned, self.seen

    def go_on(self) -> None:
        """A program's next statement begins: what was set before it stands behind the columns of its result, too."""
        self.planned = self.seen


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
