"""Definitions in `mysql` and `sys`: of what SQL makes there, beside the server's own tables, views and programs.

Captured: clusters/definitions_in_mysql. What would change the server's own objects is refused by name.
"""

from __future__ import annotations

from functools import cache

from binwriter.errors import UnsupportedError
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution
from binwriter.server.guards import taken_tables
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.named_tables import CHANGES_TABLE, Use
from binwriter.sql.binding.system_tables import LOG_TABLES, is_view_of_server, refuse_dictionary
from binwriter.sql.syntax.program_definitions import AlterProgram, CreateProgram, DropProgram
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.system import captured

PLACES = frozenset({"mysql", "sys"})
_NEW = frozenset({Use.MAKES, Use.TAKES})


def check_beside(runner: Execution, statement: BoundStatement) -> None:
    """MySQLError for a name that the server has; UnsupportedError for a change of what is the server's."""
    parsed, own = statement.parsed, statement.context.database
    node, catalog = parsed.node, runner.front_end.catalog
    if isinstance(node, (CreateProgram, AlterProgram, DropProgram)):
        _check_program(node, node.schema or own or "", parsed.text)
        return
    for table in statement.named:
        schema, name = table.key(own)
        if schema not in PLACES:
            continue
        refuse_dictionary(schema, name)
        if not is_view_of_server(schema, name):
            continue
        taken = table.use in CHANGES_TABLE and taken_tables.may_be_taken(schema, name)
        if (schema, name) in catalog.taken:
            if taken and catalog.find(schema, name) is not None:
                taken_tables.refuse(runner, parsed, name, table.use)
            continue
        if catalog.find(schema, name) is not None:
            continue
        new = node if isinstance(node, CreateTableSyntax) else None
        if table.use in _NEW and not (new is not None and new.if_not_exists):
            raise mysql_error("ER_TABLE_EXISTS_ERROR", name)
        if new is not None and new.like is not None and table.use is Use.READS:
            if name in LOG_TABLES:  # which InnoDB does not have
                continue
            raise mysql_error("ER_RESERVED_TABLESPACE_NAME", new.name, "mysql")
        if taken:
            taken_tables.refuse(runner, parsed, name, table.use)
            taken_tables.take(runner, statement, name)
        elif table.use in CHANGES_TABLE:
            raise UnsupportedError(f"definitions of the system table {schema}.{name}", parsed.text)


def _check_program(node: CreateProgram | AlterProgram | DropProgram, schema: str, text: str) -> None:
    if isinstance(node, CreateProgram) and node.table is not None and (node.table[0] or schema) == "mysql":
        raise mysql_error("ER_NO_TRIGGERS_ON_SYSTEM_SCHEMA")
    if (schema, node.kind.value, node.name.lower()) not in _programs_of_server():
        return
    if isinstance(node, CreateProgram):
        raise mysql_error("ER_SP_ALREADY_EXISTS", node.kind.value, node.name)
    raise UnsupportedError(f"changes of {schema}.{node.name}", text)


@cache
def _programs_of_server() -> frozenset[tuple[str, str, str]]:
    """The routines of `sys`: (database, kind, name in small letters)."""
    table = captured.definition("information_schema", "routines")
    assert table is not None
    place, kind, name = (table.index_of[f"routine_{part}"] for part in ("schema", "type", "name"))
    kinds = table.columns[kind].spec.members
    return frozenset((row[place], kinds[row[kind] - 1], row[name].lower()) for row in captured.rows(table))
