"""What a table's own expressions say of a row: generated columns and CHECK constraints, as the SQL engine has them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from binwriter.bulk.arrow_values import column_from_values, column_to_values
from binwriter.catalog.tables import Table
from binwriter.errors import BinwriterError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.records import replace
from binwriter.workload.values.constraints import plain_keys
from binwriter.workload.values.settings import Computed, Generators, Refers
from binwriter.workload.values.settings import Sequence as Counted

if TYPE_CHECKING:
    from binwriter.sql.dml.run import DmlRun
    from binwriter.storage.table_data import TableData

Row = tuple[ColumnValue, ...]


def columns_of(table: Table, expression: str) -> set[int]:
    """The columns that an expression of the table reads, by index."""
    from sqlglot import exp

    from binwriter.sql.text.trees import parse_expression

    names = (node.name.lower() for node in parse_expression(expression).find_all(exp.Column))
    return {table.index_of[name] for name in names if name in table.index_of}


class TableExpressions:
    """The expressions of one table. generated: the indexes of its generated columns."""

    def __init__(self, table: Table, kept: Collection[str] = ()) -> None:
        checks = tuple(check for check in table.checks if check.enforced and check.name not in kept)
        self.table = replace(table, checks=checks)
        self.generated = tuple(index for index, column in enumerate(table.columns) if column.generated)
        self.checks = checks

    @property
    def any(self) -> bool:
        """Whether rows have to be looked at one by one."""
        return bool(self.generated or self.checks)

    @cached_property
    def read(self) -> frozenset[int]:
        """The columns that any of them reads."""
        texts = [self.table.columns[index].generated for index in self.generated]
        texts += [check.expression for check in self.checks]
        return frozenset(column for text in texts for column in columns_of(self.table, text))

    @cached_property
    def checked(self) -> frozenset[int]:
        """The columns that constraints read, those of which generated ones are made included. Updates leave them."""
        read = {column for check in self.checks for column in columns_of(self.table, check.expression)}
        return frozenset(base for column in read for base in self.bases(column))

    def redrawn(self, generators: Generators) -> tuple[int, ...]:
        """Those of them that may have another value: no keys, no references, not what others refer to."""
        keys = {column for key in plain_keys(self.table) for column in key.columns}
        return tuple(
            index
            for index in sorted(self.checked - keys)
            if not isinstance(generators.columns[index].generator, Refers | Counted | Computed)
            and not generators.columns[index].unique
            and not generators.columns[index].referenced
        )

    def complete(self, arrays: list[pa.Array]) -> dict[int, str]:
        """Fills in generated columns; gives what is wrong with rows by their place."""
        columns: list[Any] = [
            column_to_values(column.spec, array) if index in self.read else [None] * len(array)
            for index, (column, array) in enumerate(zip(self.table.columns, arrays, strict=True))
        ]
        bad: dict[int, str] = {}
        made = []
        for place, row in enumerate(zip(*columns, strict=True)):
            whole, wrong = self._complete_row(row)
            made.append(whole)
            if wrong:
                bad[place] = wrong
        for index in self.generated:
            values = [None if place in bad else row[index] for place, row in enumerate(made)]
            spec = self.table.columns[index].spec
            empty = () if spec.nullable or not bad else [value for value in values if value is not None][:1]
            arrays[index] = column_from_values(spec, [empty[0] if empty and cell is None else cell for cell in values])
        return bad

    def bases(self, column: int) -> frozenset[int]:
        """The columns, generated from none, of which a column is made: itself, if it is so."""
        text = self.table.columns[column].generated
        if not text:
            return frozenset((column,))
        return frozenset(base for column_name in columns_of(self.table, text) for base in self.bases(column_name))

    @cached_property
    def _run(self) -> DmlRun:
        from binwriter.catalog.schemas import Catalog
        from binwriter.mysql.variables.scopes import GlobalVariables, SessionVariables
        from binwriter.sql.binding.database import Database
        from binwriter.sql.context import RandState, ServerFacts, SessionFacts, StatementContext
        from binwriter.sql.dml.run import DmlRun
        from binwriter.storage.tables import Storage
        from binwriter.storage.undo import UndoLog

        context = StatementContext(
            SessionFacts(SessionVariables(GlobalVariables()), {}, 1, "root@localhost", RandState(0, 0)),
            ServerFacts(sysdate=lambda: 0, new_uuid=lambda: ""),
            database=self.table.schema,
            start_microseconds=0,
        )
        context.changes_data = True
        return DmlRun(Database(Catalog(), Storage()), context, UndoLog())

    @cached_property
    def _data(self) -> TableData:
        from binwriter.storage.table_data import TableData

        return TableData(self.table)

    def _complete_row(self, row: Sequence[ColumnValue]) -> tuple[Row, str]:
        """(the row with its generated columns, what is wrong with it: the error or the constraint, '' for nothing)."""
        run = self._run
        run.context.diagnostics.clear()
        whole = tuple(row)
        try:
            whole = run.with_generated(self._data, whole)
            name = run.constraints.broken_check(run, self.table, whole) if self.checks else ""
        except BinwriterError as error:
            return whole, str(error)
        return whole, f"CHECK constraint {name}" if name else ""
