"""Virtual columns, and keys on expressions, of rows that UPDATE and DELETE read: a server computes them anew in each
row that it looks at, also where the condition does not hold, which may tell something, or fail in a strict mode.

An UPDATE is told what the columns make of the values, too; while it only looks for rows (for an order, or by a key that
it changes), or where it is a DELETE, only what the expressions say (cluster virtual_columns_read).
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.records import worked_out_once
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.sql.ddl.table.functional_keys import as_they_stand
from binwriter.sql.dml.constraints import Computed, keyed_virtual, virtual_of_images
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.query import Visits

Row = tuple[ColumnValue, ...]


class VirtualReads:
    """Of one table. marked: columns that the statement reads or writes."""

    def __init__(self, run: DmlRun, table: Table, marked: Iterable[int], visits: Visits) -> None:
        virtual = {i for i in marked if table.columns[i].virtual}
        if run.context.row_form:
            virtual |= virtual_of_images(table, run.row_image, deletes=run.deletes)
        if run.deletes:
            virtual |= keyed_virtual(table)
        self._run, self._table, self._visits, self._virtual, self._count = run, table, visits, virtual, 0
        self._named = frozenset(marked)
        self._keys = run.constraints.functional_keys(run, table)
        if virtual or self._keys:
            visits.told_of = self._looked_at

    @worked_out_once
    def _columns(self) -> list[tuple[int, Computed]]:
        rules = self._run.constraints.computed(self._run, self._table)
        return [rule for rule in rules if rule[0] in self._virtual]

    def _looked_at(self, row: Row) -> None:
        """A row is looked at that may be changed. A DELETE that looks for an order reads no more than that asks."""
        context, visits = self._run.context, self._visits
        self._count += 1
        context.row_number = self._count + context.row_shift
        only = self._named if self._run.deletes and visits.finds_first else None
        self._compute(row, stores=not (visits.finds_first or self._run.deletes), only=only)
        self._tell_of_keys(row)

    def before_change(self, row: Row) -> None:
        """A row is about to be changed: it is read again if it was found before another one was changed."""
        if self._visits.finds_first and self._virtual:
            self._compute(row, stores=not self._run.deletes)

    def _compute(self, row: Row, *, stores: bool, only: Container[int] | None = None) -> None:
        """MySQLError where a strict mode lets a column fail though the row is there (captured:
        clusters/generated_columns_that_fail)."""
        context = self._run.context
        for index, computed in self._columns:
            if only is not None and index not in only:
                continue
            try:
                if stores:
                    computed(row)
                else:
                    computed.evaluate(context, (row,))
            except MySQLError as error:
                raise _beside(error) from None

    def _tell_of_keys(self, row: Row) -> None:
        """A row that goes is looked at twice (captured: rows_under_wrong_keys)."""
        for key in as_they_stand(self._keys) * (2 if self._run.deletes else 1):
            try:
                key.new_values(row, self._run.context)
            except MySQLError as error:
                raise _beside(error) from None


def _beside(error: MySQLError) -> MySQLError:
    """The error, with what an engine says of it."""
    failed = mysql_error("ER_GET_ERRNO", 1, "Operation not permitted")
    error.later = (*error.later, Diagnostic("Error", failed.code, failed.message))
    return error
