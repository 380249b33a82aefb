"""Which tables and views a definition or an administrative statement names, and what it does to each.

Read from the statement as it is written, before anything is looked up; guards, locks, privileges, handlers and the
trace ask it. The tables of queries and changes of rows: `table_nodes`, `targets`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

from sqlglot import exp

from binwriter.formats.records import dataclass
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.syntax.administration import AdminSyntax, KeyCacheSyntax
from binwriter.sql.syntax.alter_table import AlterTableSyntax, RenameTable, RenameTablesSyntax
from binwriter.sql.syntax.program_definitions import CreateProgram
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.syntax.views import CreateViewSyntax, DropViewSyntax
from binwriter.sql.text.words import ParsedStatement


class Use(Enum):
    """What a statement does to a table that it names. TAKES: the new name of one that it renames."""

    MAKES = "makes"
    ALTERS = "alters"
    EMPTIES = "empties"
    REMOVES = "removes"
    RENAMES = "renames"
    TAKES = "takes"
    READS = "reads"
    MAINTAINS = "maintains"
    LOCKS = "locks for writing"
    WATCHES = "has a trigger on"


CHANGES_TABLE = frozenset({Use.ALTERS, Use.EMPTIES, Use.REMOVES, Use.RENAMES})
DEFINES_NAME = CHANGES_TABLE | {Use.MAKES, Use.TAKES}


@dataclass(frozen=True, slots=True)
class NamedTable:
    """schema: None where the session's database is meant. temporary, view: the statement says that it is one."""

    schema: str | None
    name: str
    use: Use
    temporary: bool = False
    view: bool = False

    def key(self, database: str | None) -> tuple[str, str]:
        """(schema, name); database: the session's."""
        return self.schema or database or "", self.name


def named_tables(parsed: ParsedStatement) -> tuple[NamedTable, ...]:
    """In the order of the text; none for a statement of another kind."""
    return tables_named_in(parsed.node)


def tables_named_in(node: object) -> tuple[NamedTable, ...]:
    """The same of a statement in a program's body."""
    reader = _READERS.get(type(node))
    return tuple(reader(node)) if reader is not None else ()


def is_temporary_ddl(parsed: ParsedStatement) -> bool:
    """CREATE and DROP TEMPORARY TABLE commit nothing."""
    if isinstance(parsed.node, CreateTableSyntax):
        return parsed.node.temporary
    return isinstance(parsed.node, exp.Drop) and bool(parsed.node.args.get("temporary"))


def _created(node: CreateTableSyntax) -> Iterator[NamedTable]:
    yield NamedTable(node.schema, node.name, Use.MAKES, node.temporary)
    if node.like is not None:
        yield NamedTable(*node.like, Use.READS)
    if isinstance(node.select, exp.Expression):
        for table in table_nodes(node.select):
            yield NamedTable(table.text("db") or None, table.name, Use.READS)


def _altered(node: AlterTableSyntax) -> Iterator[NamedTable]:
    yield NamedTable(node.schema, node.name, Use.ALTERS)
    for action in node.actions:
        if isinstance(action, RenameTable):
            yield NamedTable(action.schema, action.name, Use.TAKES)


def _renamed(node: RenameTablesSyntax) -> Iterator[NamedTable]:
    for old, new in node.pairs:
        yield NamedTable(*old, Use.RENAMES)
        yield NamedTable(*new, Use.TAKES)


def _dropped(node: exp.Drop) -> Iterator[NamedTable]:
    if node.args.get("kind") in (None, "TABLE", "VIEW"):
        yield from _nodes(node, Use.REMOVES, temporary=bool(node.args.get("temporary")))


def _administered(node: AdminSyntax) -> Iterator[NamedTable]:
    for position, name in enumerate(node.tables):
        locks = node.command == "lock_tables" and node.modes[position] == "WRITE"
        yield NamedTable(*name, Use.LOCKS if locks else Use.MAINTAINS)


def _watched(node: CreateProgram) -> Iterator[NamedTable]:
    if node.table is not None:
        schema, name = node.table
        yield NamedTable(schema or node.schema, name, Use.WATCHES)


def _nodes(tree: exp.Expression, use: Use, *, temporary: bool = False) -> Iterator[NamedTable]:
    for node in tree.find_all(exp.Table, bfs=False):
        yield NamedTable(node.text("db") or None, node.name, use, temporary)


_READERS: dict[type, Callable[[Any], Iterator[NamedTable]]] = {
    CreateTableSyntax: _created,
    AlterTableSyntax: _altered,
    RenameTablesSyntax: _renamed,
    exp.Drop: _dropped,
    exp.TruncateTable: lambda node: _nodes(node, Use.EMPTIES),
    CreateViewSyntax: lambda node: iter((NamedTable(node.schema, node.name, Use.MAKES, view=True),)),
    DropViewSyntax: lambda node: (NamedTable(schema, name, Use.REMOVES, view=True) for schema, name in node.names),
    AdminSyntax: _administered,
    KeyCacheSyntax: _administered,
    CreateProgram: _watched,
}
