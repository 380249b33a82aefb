"""What a definition or an administrative statement names: tables, a database, a routine."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.sql.ddl.run import database_name
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.alter_table import AlterDatabaseSyntax, AlterTableSyntax
from binwriter.sql.syntax.programs import AlterProgram, CreateLoadable, CreateProgram, DropProgram
from binwriter.sql.syntax.views import DropViewSyntax
from binwriter.sql.text.words import ParsedStatement


def named_tables(parsed: ParsedStatement) -> Iterator[tuple[str | None, str]]:
    """(database or None, name) in the order of the text."""
    node = parsed.node
    if isinstance(node, AdminSyntax):
        yield from node.tables
    elif isinstance(node, AlterTableSyntax):
        yield node.schema, node.name
    elif isinstance(node, DropViewSyntax):
        yield from node.names
    elif isinstance(node, (exp.Drop, exp.TruncateTable)) and not node.args.get("temporary"):
        yield from ((table.text("db") or None, table.name) for table in node.find_all(exp.Table, bfs=False))


def named_schema(parsed: ParsedStatement) -> str | None:
    """The database of CREATE, ALTER and DROP DATABASE, or the one in which a program is; None for the session's."""
    node = parsed.node
    if isinstance(node, (CreateProgram, AlterProgram, DropProgram)):
        return node.schema
    if isinstance(node, CreateLoadable):
        return "mysql"
    if isinstance(node, AlterDatabaseSyntax):
        return node.name
    if isinstance(node, exp.Create):
        return database_name(node.this)
    if isinstance(node, exp.Drop):
        return database_name((node.args.get("tables") or [node.this])[0])
    return getattr(node, "schema", None)


def named_routine(parsed: ParsedStatement) -> tuple[str, str | None, str]:
    """(kind, database or None, name)."""
    node = parsed.node
    kind = getattr(node, "kind", None)
    return getattr(kind, "value", "LIBRARY"), getattr(node, "schema", None), str(getattr(node, "name", ""))
