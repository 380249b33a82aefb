"""What the keepers of keys and constraints ask of the statement whose rows they check (`binwriter.sql.dml.run`)."""

from __future__ import annotations

from typing import Any, Protocol

from sqlglot import exp

from binwriter.catalog.tables import Column, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.sql.binding.database import Database
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.expressions.types import CompiledExpression
from binwriter.statement.values import RowChange, RowOperation
from binwriter.storage.order import Row
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import UndoLog


class ChangeRun(Protocol):
    """A statement that changes rows.

    outer: the one that a program's statement is inside of. constraints: its keeper of constraints.
    """

    database: Database
    context: StatementContext
    undo: UndoLog
    constraints: Any

    @property
    def outer(self) -> ChangeRun | None: ...
    def strict(self) -> bool: ...
    def compile(self, node: exp.Expression, *sources: Source, clause: str = "field list") -> CompiledExpression: ...
    def scope(self, *sources: Source, clause: str = "field list") -> Scope: ...
    def stored(self, column: Column, value: object, *, null_is_error: bool) -> ColumnValue: ...
    def cascaded(self, change: RowChange) -> None: ...
    def forgive(self, error: MySQLError) -> None: ...
    def without_nulls(self, table: Table, row: Row, *, null_is_error: bool) -> list[ColumnValue]: ...
    def with_generated(self, data: TableData, row: Row) -> Row: ...
    def has_triggers(self, table: Table, operation: RowOperation, timing: str = "") -> bool: ...
    def fire(
        self, timing: str, table: Table, operation: RowOperation, old: Row | None, new: Row | None
    ) -> Row | None: ...
