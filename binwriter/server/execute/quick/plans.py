"""Plans: how statements of one shape run, compiled from what one of them did the exact way; and how long they are kept.

A plan raises ValueError (or EncodeError) for a statement that is not plain, before it changes anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from binwriter.catalog.tables import Table
from binwriter.formats.columns.values import ColumnValue
from binwriter.server.execution import Execution
from binwriter.sql.binding.system_tables import SYSTEM_SCHEMAS
from binwriter.sql.context import StatementContext
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult
from binwriter.statement.values import RowOperation
from binwriter.storage.table_data import TableData

Row = tuple[ColumnValue, ...]


class Text:
    """A statement as the client gave it, and as it is logged."""

    __slots__ = ("given",)

    def __init__(self, given: str) -> None:
        self.given = given

    def logged(self) -> bytes:
        """In statement form."""
        return self.given.encode()


class Plan(Protocol):
    """How a statement runs. literals: its own, as they are written; text: what is run. counted_as: in SHOW STATUS."""

    counted_as: str

    def run(self, literals: Sequence[str], text: Text) -> StatementResult: ...


_State = TypeVar("_State")
_Kept = TypeVar("_Kept")
_MOST_STATES = 5


class OfStates(dict[_State, _Kept]):
    """What belongs to the last states that a session was in: a client that sets a variable around each of its
    transactions comes back to either."""

    def come_to(self, state: _State, fresh: _Kept) -> _Kept:
        """What belongs to the state that the session is in from now on; by default what is fresh."""
        kept = self[state] = self.pop(state, fresh)
        if len(self) > _MOST_STATES:
            del self[next(iter(self))]
        return kept


def own_table(runner: Execution, parsed: ParsedStatement, table: Table, context: StatementContext) -> TableData | None:
    """The rows of the table that the statement names, if it is a base table without triggers."""
    node: Any = parsed.node
    target = node.args["from_"].this if parsed.command == "select" else node.this
    target = getattr(target, "this", target) if type(target).__name__ == "Schema" else target
    if (target.text("db") or context.database) != table.schema or table.schema in SYSTEM_SCHEMAS:
        return None
    database = runner.front_end.database
    if database.catalog.find(table.schema, table.name) is not table:
        return None
    programs = context.programs
    if programs is not None and any(programs.has_triggers(table, operation) for operation in RowOperation):
        return None
    data = database.storage.data(table.schema, table.name)
    return data if data.definition is table and not data.discarded else None


def table_named(runner: Execution, node: Any, context: StatementContext) -> TableData | None:
    """The rows of the base table that a node of FROM names; None for anything else."""
    catalog, database = runner.front_end.catalog, runner.front_end.database
    schema = node.text("db") or context.database or ""
    table = catalog.find(schema, node.name)
    if table is None or table.schema in SYSTEM_SCHEMAS or catalog.view(table.schema, table.name) is not None:
        return None
    if schema != table.schema or database.catalog.find(table.schema, table.name) is not table:
        return None
    data = database.storage.data(table.schema, table.name)
    return data if data.definition is table and not data.discarded else None


def alike(row: Row, other: Row | None) -> bool:
    """Whether the values are equal, of the same types, and look alike."""
    return other is not None and list(map(repr, row)) == list(map(repr, other))
