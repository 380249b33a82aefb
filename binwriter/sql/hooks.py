"""What a statement's context holds for others and does not look into: protocols of what comes later in the room.

Whoever evaluates an expression or changes a row reaches them by the context; who they are is decided above.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from sqlglot import exp

from binwriter.catalog.tables import Column, Key, Table
from binwriter.locks.row_locks import Mode
from binwriter.statement.values import RowChange, RowOperation
from binwriter.storage.order import Row, RowId
from binwriter.storage.table_data import TableData


class NamedLocks(Protocol):
    """What functions ask of a session's named locks, and of its waits (`binwriter.server.named_locks`)."""

    def get_lock(self, name: str, timeout: float) -> int | None: ...
    def release_lock(self, name: str) -> int | None: ...
    def release_all(self) -> int: ...
    def lock_holder(self, name: str) -> int | None: ...
    def wait_for_gtids(self, done: Callable[[], bool], seconds: float | None = None) -> bool: ...
    def sleep(self, seconds: float) -> int: ...


class SessionLocks(Protocol):
    """What queries and functions ask of a session's locks (`binwriter.server.session_locks`)."""

    @property
    def named(self) -> NamedLocks: ...
    def reads(self, data: TableData) -> TableData: ...


class ProgramNames(Protocol):
    """The names of a running stored program."""

    def find(self, name: str, table: str | None) -> Any:
        """What the name stands for, a compiled expression; None if it is none of the program's."""

    def declared(self, name: str) -> Column | None:
        """The column that a local variable or parameter of that name is."""

    def bound(self, name: str, table: str | None) -> tuple[Any, Any] | None:
        """The type of that expression and how it is evaluated."""


class LoggedRows(Protocol):
    """Which rows are logged, where images may lack columns (`binwriter.binlog.rules.partial_rows`)."""

    def has(self, change: RowChange) -> bool: ...
    def is_empty(self, change: RowChange) -> bool: ...


class RowLocking(Protocol):
    """The row locks that a statement takes (`binwriter.sql.query.access.locking`)."""

    @property
    def waits_for_nobody(self) -> bool: ...
    def for_query(self, data: Any, select: exp.Expression | None, alias: str) -> Any: ...
    def target(self, data: TableData, match: Callable[[Row], bool] | None = None) -> Any: ...
    def row(self, data: TableData, row_id: RowId, mode: Mode = Mode.X) -> bool: ...
    def before_insert(self, data: TableData, row: Row, *, replaces: bool) -> None: ...
    def before_update(self, data: TableData, row_id: RowId, row: Row, *, replaces: bool = False) -> None: ...
    def before_delete(self, data: TableData, row_id: RowId) -> None: ...
    def rivals(self, data: TableData, row: Row) -> None: ...
    def changed(self, data: TableData, row_id: RowId, before: Row | None, place: Any) -> None: ...
    def goes_alone(self, data: TableData) -> bool: ...
    def new_keys(self, data: TableData, rows: Any) -> Any: ...
    def came(self, data: TableData, keys: Any, count: int) -> None: ...
    def became(
        self, data: TableData, row_ids: Sequence[RowId], before: Sequence[Row], after: Sequence[Row] | None
    ) -> None: ...
    def referenced(self, data: TableData, key: Key | None, values: Row) -> None: ...
    def child(self, data: TableData, key: Key | None, row_id: RowId) -> None: ...
    def children(self, data: TableData, key: Key | None, columns: tuple[int, ...], values: Row, mode: Mode) -> None: ...


class Programs(Protocol):
    """The stored functions and triggers that a statement runs (`binwriter.sql.programs.runtime`).

    top: the client's statement inside of which they run. lenient_arguments: what does not fit a parameter is warned of.
    """

    top: Any
    lenient_arguments: bool

    def function(self, schema: str | None, name: str) -> Any: ...
    def compile_call(
        self,
        program: Any,
        arguments: Sequence[Any],
        clause: str = "",
        node: exp.Expression | None = None,
        *,
        beforehand: bool = False,
    ) -> Any: ...
    def fire(
        self, run: Any, timing: str, table: Table, operation: RowOperation, old: Row | None, new: Row | None
    ) -> Row | None: ...
    def assigned(self, table: Table, operation: RowOperation) -> frozenset[int]: ...
    def marked(self, table: Table, operation: RowOperation) -> frozenset[int]: ...
    def has_triggers(self, table: Table, operation: RowOperation, timing: str = "") -> bool: ...
