"""A change of rows up to its first row: what a server finds wrong with a statement when it prepares it.

It resolves all names, programs and numbers of columns, and asks what a constant condition says; no row is read or
written, no value reckoned (captured: clusters/errors_at_prepare). So the statement runs over the same tables without
their rows.
"""

from __future__ import annotations

import copy
from dataclasses import field, fields

from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import Conditions
from binwriter.sql.binding.database import Database
from binwriter.sql.command_table import changes
from binwriter.sql.context import StatementContext
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.facts import StatementFacts
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import UndoLog


@dataclass(frozen=True)
class EmptyTables(Database):
    """The databases as they are, but for the rows of their tables. emptied: those that were asked for, by what they are
    empty copies of."""

    emptied: dict[int, TableData] = field(default_factory=dict)

    @classmethod
    def of(cls, database: Database) -> EmptyTables:
        return cls(**{item.name: getattr(database, item.name) for item in fields(database)})

    def table(self, schema: str | None, name: str, *, described: bool = False) -> TableData:
        data = Database.table(self, schema, name, described=described)
        known = self.emptied.get(id(data))
        if known is None:
            known = self.emptied[id(data)] = TableData(data.definition)
        return known


def rehearse(parsed: ParsedStatement, database: Database, context: StatementContext) -> StatementContext:
    """MySQLError for what is wrong with a change before it comes to rows; of it nothing stays. The context that it
    had."""
    own = unheard(context)
    own.changes_data = "IGNORE" not in parsed.modifiers and context.variables.behaviour.is_strict(parsed.command)
    changes[parsed.command](parsed, DmlRun(EmptyTables.of(database), own, UndoLog(), rehearses=True))
    return own


def unheard(context: StatementContext) -> StatementContext:
    """The statement's view for what leaves no trace."""
    own = copy.copy(context)
    own.facts, own.diagnostics, own.folded, own.conditions, own.resolved = StatementFacts(), Conditions(), {}, {}, []
    own.locking = own.on_open = own.seen_database = None
    return own
