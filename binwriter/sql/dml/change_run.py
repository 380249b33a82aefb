"""What the keepers of keys and constraints ask of the statement whose rows they check (`binwriter.sql.dml.run`)."""

from __future__ import annotations

from typing import Any, Protocol

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.sql.binding.database import Database
from binwriter.sql.dml.column_values import Statement
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.statement.values import RowChange, RowOperation
from binwriter.storage.order import Row
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import UndoLog


class ChangeRun(Statement, Protocol):
    """A statement that changes rows.

    outer: the one that a program's statement is inside of. constraints: its keeper of constraints.
    """

    database: Database
    undo: UndoLog
    nulled: frozenset[int]

    @property
    def constraints(self) -> Any: ...
    @property
    def outer(self) -> ChangeRun | None: ...
    def scope(self, *sources: Source, clause: str = "field list") -> Scope: ...
    def cascaded(self, change: RowChange) -> None: ...
    def forgive(self, error: MySQLError) -> None: ...
    def with_generated(self, data: TableData, row: Row, marked: frozenset[int] | None = None) -> Row: ...
    def has_triggers(self, table: Table, operation: RowOperation, timing: str = "") -> bool: ...
    def fire(
        self, timing: str, table: Table, operation: RowOperation, old: Row | None, new: Row | None
    ) -> Row | None: ...
