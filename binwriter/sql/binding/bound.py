"""A statement with what its names mean, as guards, locks and whoever runs it take it."""

from __future__ import annotations

from functools import cached_property

from sqlglot import exp

from binwriter.formats.records import dataclass
from binwriter.sql.binding.named_tables import DEFINES_NAME, NamedTable, Use, named_tables
from binwriter.sql.binding.targets import target_nodes
from binwriter.sql.context import StatementContext
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import StatementProfile


@dataclass(frozen=True)
class BoundStatement:
    """profile: None while its tables have not been looked up, and for a statement that opens none."""

    parsed: ParsedStatement
    context: StatementContext
    profile: StatementProfile | None = None

    @cached_property
    def named(self) -> tuple[NamedTable, ...]:
        """What a definition or an administrative statement names."""
        return named_tables(self.parsed)

    @property
    def defined(self) -> set[tuple[str, str]]:
        """The tables and views that a DDL statement names, but those that it reads and new temporary ones."""
        named = (table for table in self.named if table.use in DEFINES_NAME)
        return {table.key(self.context.database) for table in named if not (table.temporary and table.use is Use.MAKES)}

    @cached_property
    def targets(self) -> list[exp.Table]:
        """What a query or a change of rows means to change."""
        node = self.parsed.node
        return target_nodes(node) if isinstance(node, exp.Expression) else []
