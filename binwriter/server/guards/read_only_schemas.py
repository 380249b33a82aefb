"""READ ONLY databases (MySQL manual, "ALTER DATABASE Statement", READ ONLY): what changes them is refused.

Which statements, and with which error: captures of a 9.7.4 (tests/golden/scenarios/read_only_schema.scn).
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.named_tables import DEFINES_NAME, Use
from binwriter.sql.ddl.statement import database_name
from binwriter.sql.syntax.program_definitions import AlterProgram, CreateProgram, DropProgram
from binwriter.sql.syntax.table import CreateTableSyntax

_CHANGES = DEFINES_NAME | {Use.LOCKS}


def check_schemas(runner: Execution, statement: BoundStatement) -> None:
    """ER_SCHEMA_READ_ONLY for the first READ ONLY database that the statement would change."""
    schemas = runner.front_end.catalog.schemas
    if not any(schema.read_only for schema in schemas.values()):
        return
    for name in changed_databases(statement):
        if name in schemas and schemas[name].read_only:
            raise mysql_error("ER_SCHEMA_READ_ONLY", name)


def changed_databases(statement: BoundStatement) -> Iterator[str | None]:
    """The databases of what the statement changes; temporary tables that it makes do not count."""
    node, own, profile = statement.parsed.node, statement.context.database, statement.profile
    if isinstance(node, CreateTableSyntax) and node.temporary:
        return
    if isinstance(node, (CreateProgram, AlterProgram, DropProgram)):
        yield node.schema or own
        if isinstance(node, CreateProgram) and node.table is not None and node.table[0]:
            yield node.table[0]
    elif statement.parsed.command == "drop_db" and isinstance(node, exp.Drop):
        yield database_name(node.args["tables"][0] if node.args.get("tables") else node.this)
    else:
        yield from (table.schema or own for table in statement.named if table.use in _CHANGES)
    if isinstance(node, exp.Query):
        yield from (table.text("db") or own for table in statement.targets)
    if profile is not None:
        yield from (access.schema for access in profile.written if not access.temporary)
