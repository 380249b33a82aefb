"""The tables that a statement names itself, for the eye: also those of SELECT and DDL, which layer 1 never asks for."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.mysql.engines import engine_by_name
from binwriter.sql.binding.database import Database
from binwriter.sql.binding.named_tables import CHANGES_TABLE, NamedTable, Use, named_tables
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.binding.views import base_tables
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.programs import SelectInto
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import TableAccess


def accesses(parsed: ParsedStatement, database: Database, context: StatementContext) -> tuple[TableAccess, ...] | None:
    """Base tables, behind views too; tables that do not exist are left out.

    None for a data-changing statement that calls no program: its profile has the same.
    """
    if CommandTrait.CHANGES_ROWS in parsed.traits and not database.programs:
        return None
    node = parsed.node.parsed.node if isinstance(parsed.node, SelectInto) else parsed.node
    try:
        if isinstance(node, exp.Expression) and CommandTrait.DEFINES not in parsed.traits:
            return tuple(dict.fromkeys(_queried(node, database, context)))
        return tuple(dict.fromkeys(_defined(parsed, database, context)))
    except MySQLError:
        return ()  # the statement itself will say so


def _queried(tree: exp.Expression, database: Database, context: StatementContext) -> Iterator[TableAccess]:
    for node in table_nodes(tree):
        for table in base_tables(database, node, context):
            yield TableAccess(table.schema, table.name, table.engine, write=False, temporary=table.temporary)


def _defined(parsed: ParsedStatement, database: Database, context: StatementContext) -> Iterator[TableAccess]:
    named = [table for table in named_tables(parsed) if table.use not in (Use.TAKES, Use.WATCHES)]
    read = [access for table in named for access in _looked_up(table, database, context)]
    if isinstance(parsed.node, CreateTableSyntax):
        yield _made(parsed.node, read, context)
    yield from read


def _looked_up(named: NamedTable, database: Database, context: StatementContext) -> Iterator[TableAccess]:
    if named.use is Use.MAKES:
        return
    try:
        table = database.table(named.schema or context.database, named.name).definition
    except MySQLError:
        return
    yield TableAccess(table.schema, table.name, table.engine, named.use in CHANGES_TABLE, table.temporary)


def _made(syntax: CreateTableSyntax, read: list[TableAccess], context: StatementContext) -> TableAccess:
    """The new table, in the engine that it will have."""
    engine_name = syntax.options.engine
    if syntax.like is not None:
        engine_name = engine_name or (read[0].engine.name if read else None)
    default = "default_tmp_storage_engine" if syntax.temporary else "default_storage_engine"
    engine = engine_by_name(engine_name or str(context.variables.get(default)))
    return TableAccess(syntax.schema or context.database or "", syntax.name, engine, True, syntax.temporary)
