"""The tables that a statement names itself, for the eye: also those of SELECT and DDL, which layer 1 never asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.mysql.engines import engine_by_name
from binwriter.sql.binding.database import Database, schema_of
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.binding.views import base_tables
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.alter_table import AlterTableSyntax, RenameTablesSyntax
from binwriter.sql.syntax.programs import SelectInto
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import TableAccess

Name = tuple[str | None, str]


def named_tables(
    parsed: ParsedStatement, database: Database, context: StatementContext
) -> tuple[TableAccess, ...] | None:
    """Base tables, behind views too; tables that do not exist are left out.

    None for a data-changing statement that calls no program: its profile has the same.
    """
    if CommandTrait.CHANGES_ROWS in parsed.traits and not database.programs:
        return None
    reader = _READERS.get(type(parsed.node), _tree_tables if isinstance(parsed.node, exp.Expression) else None)
    try:
        return tuple(dict.fromkeys(reader(parsed, database, context))) if reader is not None else ()
    except (MySQLError, AttributeError):
        return ()  # the statement itself will say so


def _tree_tables(parsed: ParsedStatement, database: Database, context: StatementContext) -> Iterator[TableAccess]:
    tree = parsed.node
    assert isinstance(tree, exp.Expression)
    changes = CommandTrait.DEFINES in parsed.traits
    nodes = list(tree.find_all(exp.Table)) if changes else table_nodes(tree)
    for node in nodes:
        if changes:
            yield from _found((schema_of(node, context.database), node.name), True, database, context)
            continue
        for table in base_tables(database, node, context):
            yield TableAccess(table.schema, table.name, table.engine, write=False, temporary=table.temporary)


def _found(name: Name, write: bool, database: Database, context: StatementContext) -> Iterator[TableAccess]:
    try:
        table = database.table(name[0] or context.database, name[1]).definition
    except MySQLError:
        return
    yield TableAccess(table.schema, table.name, table.engine, write, table.temporary)


def _created(parsed: ParsedStatement, database: Database, context: StatementContext) -> Iterator[TableAccess]:
    syntax = parsed.node
    assert isinstance(syntax, CreateTableSyntax)
    engine_name = syntax.options.engine
    read: list[TableAccess] = []
    if syntax.like is not None:
        read = list(_found(syntax.like, False, database, context))
        engine_name = engine_name or (read[0].engine.name if read else None)
    default = "default_tmp_storage_engine" if syntax.temporary else "default_storage_engine"
    engine = engine_by_name(engine_name or str(context.variables.get(default)))
    yield TableAccess(syntax.schema or context.database or "", syntax.name, engine, True, syntax.temporary)
    yield from read


def _altered(parsed: ParsedStatement, database: Database, context: StatementContext) -> Iterator[TableAccess]:
    syntax = parsed.node
    assert isinstance(syntax, AlterTableSyntax)
    yield from _found((syntax.schema, syntax.name), True, database, context)


def _renamed(parsed: ParsedStatement, database: Database, context: StatementContext) -> Iterator[TableAccess]:
    syntax = parsed.node
    assert isinstance(syntax, RenameTablesSyntax)
    for old, _ in syntax.pairs:
        yield from _found(old, True, database, context)


def _administered(parsed: ParsedStatement, database: Database, context: StatementContext) -> Iterator[TableAccess]:
    syntax = parsed.node
    assert isinstance(syntax, AdminSyntax)
    for name in syntax.tables:
        yield from _found(name, False, database, context)


def _selected(parsed: ParsedStatement, database: Database, context: StatementContext) -> Iterator[TableAccess]:
    assert isinstance(parsed.node, SelectInto)
    yield from _tree_tables(parsed.node.parsed, database, context)


_READERS: dict[type, Callable[[ParsedStatement, Database, StatementContext], Iterator[TableAccess]] | Any] = {
    CreateTableSyntax: _created,
    AlterTableSyntax: _altered,
    RenameTablesSyntax: _renamed,
    AdminSyntax: _administered,
    SelectInto: _selected,
}
