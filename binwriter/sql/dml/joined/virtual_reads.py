"""Virtual columns of the rows that an UPDATE or DELETE of several tables reads: a server computes them anew in each row
that it looks at, in each table and as often as it does, which may tell something, or fail in a strict mode (captured:
cluster virtual_columns_joined).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.sql.dml.constraints import Computed, keyed_virtual, virtual_of_images
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.query.joins.rows import JoinedRows
from binwriter.storage.table_data import TableData


class JoinedReads:
    """Of the tables of a join. tree: the statement; marked: by the places of tables that it changes, the columns that
    count as written."""

    def __init__(
        self, run: DmlRun, join: JoinedRows, tree: exp.Expression, marked: Mapping[int, frozenset[int]]
    ) -> None:
        self._run, self._join = run, join
        self._columns: dict[int, list[tuple[int, Computed]]] = {}
        for slot, table in enumerate(join.tables):
            if isinstance(table.data, TableData):
                definition = table.data.definition
                read = join.conditions.named(slot, tree) | self._of_changed(slot, definition, marked)
                rules = run.constraints.computed(run, definition)
                columns = [(i, rule) for i, rule in rules if i in read and not definition.columns[i].stored]
                if columns:
                    self._columns[slot] = columns

    def _of_changed(self, slot: int, table: Table, marked: Mapping[int, frozenset[int]]) -> frozenset[int]:
        run = self._run
        if slot not in marked:
            return frozenset()
        if slot in self._join.order.constants():  # read before its columns are marked: whole
            return frozenset(range(len(table.columns)))
        of_images = (
            virtual_of_images(table, run.row_image, deletes=run.deletes) if run.context.row_form else frozenset()
        )
        return marked[slot] | of_images | (keyed_virtual(table) if run.deletes else frozenset())

    def combinations(self) -> Iterator[Sequence[Any]]:
        """Those of the join, while the statement's rows are counted."""
        context, number = self._run.context, 0
        told: dict[int, Callable[[Sequence[Any]], None]] = {slot: self._told(slot) for slot in self._columns}
        context.row_number = 1
        for number, row in enumerate(self._join.visited(told), 1):
            context.row_number = number
            yield row
            context.row_number = number + 1
        context.row_number = number

    def _told(self, slot: int) -> Callable[[Sequence[Any]], None]:
        return lambda values: self.read(slot, values)

    def read(self, slot: int, values: Sequence[Any]) -> None:
        """A row of a table is read. MySQLError where a strict mode lets a column fail though the row is there."""
        context, row = self._run.context, tuple(values)
        for _, computed in self._columns.get(slot, ()):
            try:
                if self._run.deletes:
                    computed.evaluate(context, (row,))
                else:
                    computed(row)
            except MySQLError as error:
                failed = mysql_error("ER_GET_ERRNO", 1, "Operation not permitted")
                error.later = (*error.later, Diagnostic("Error", failed.code, failed.message))
                raise

    @property
    def any(self) -> bool:
        """Whether there is a column that is computed."""
        return bool(self._columns)
