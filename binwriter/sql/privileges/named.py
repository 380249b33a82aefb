"""What a definition or an administrative statement names: tables, a database, a routine."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.sql.binding.named_tables import Use, named_tables
from binwriter.sql.ddl.statement import database_name
from binwriter.sql.syntax.alter_table import AlterDatabaseSyntax
from binwriter.sql.syntax.program_definitions import AlterProgram, CreateLoadable, CreateProgram, DropProgram
from binwriter.sql.text.words import ParsedStatement

_ASKED = frozenset({Use.MAINTAINS, Use.LOCKS, Use.ALTERS, Use.EMPTIES, Use.REMOVES})


def asked_tables(parsed: ParsedStatement) -> Iterator[tuple[str | None, str]]:
    """(database or None, name) of the tables for each of which the kind's privileges are asked."""
    for table in named_tables(parsed):
        if table.use in _ASKED and not table.temporary:
            yield table.schema, table.name


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
