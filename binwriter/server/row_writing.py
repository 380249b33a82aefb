"""The row API: rows that a session logs without SQL."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from binwriter.catalog.tables import Table
from binwriter.formats.columns.stored_values import InputValue
from binwriter.server import given_rows
from binwriter.statement.result import StatementResult
from binwriter.statement.values import RowChange, RowOperation
from binwriter.storage.garbage import seldom_collected


class RowWriting:
    """What of a session takes rows."""

    def log_changes(self, changes: Iterable[RowChange]) -> StatementResult:
        """Logs row changes as one statement."""
        raise NotImplementedError

    def insert_rows(self, table: Table, rows: given_rows.GivenRows) -> StatementResult:
        """Logs inserted rows. Row format only (error 1666 in STATEMENT).

        rows: sequences of one value a column in the table's order; or dicts by column name, without those columns that
        have a constant default; or an Arrow batch (RecordBatch, Table, whatever has Arrow's PyCapsule interface) with
        columns by name. Values: see `formats.columns.stored_values`, here and for the two below; of Arrow
        `bulk.conversion`.
        """
        return self._log_rows(table, rows, RowOperation.WRITE)

    def update_rows(
        self, table: Table, rows: Iterable[tuple[Sequence[InputValue], Sequence[InputValue]]]
    ) -> StatementResult:
        """Logs updated rows, each as (before, after). The columns that differ count as assigned (minimal images)."""
        return self.log_changes(given_rows.updates_of(table, rows))

    def delete_rows(self, table: Table, rows: given_rows.GivenRows) -> StatementResult:
        """Logs deleted rows, given as for `insert_rows`."""
        return self._log_rows(table, rows, RowOperation.DELETE)

    def _log_rows(self, table: Table, rows: given_rows.GivenRows, operation: RowOperation) -> StatementResult:
        rows = given_rows.kept(rows)
        if isinstance(rows, given_rows.LISTS) and len(rows) < given_rows.MANY:
            return self.log_changes(given_rows.changes_of(table, rows, operation))
        with seldom_collected:
            return self.log_changes(given_rows.changes_of(table, rows, operation))
