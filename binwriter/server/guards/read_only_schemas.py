"""READ ONLY databases (MySQL manual, "ALTER DATABASE Statement", READ ONLY): what changes them is refused.

Which statements, and with which error: captures of a 9.7.4 (tests/golden/scenarios/read_only_schema.scn).
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.run import database_name
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.alter_table import AlterTableSyntax, RenameTablesSyntax
from binwriter.sql.syntax.programs import AlterProgram, CreateProgram, DropProgram
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.syntax.views import CreateViewSyntax, DropViewSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import StatementProfile

_OF_ONE = (CreateTableSyntax, AlterTableSyntax, CreateViewSyntax, CreateProgram, AlterProgram, DropProgram)


def check_schemas(
    runner: Execution, parsed: ParsedStatement, profile: StatementProfile | None, context: StatementContext
) -> None:
    """ER_SCHEMA_READ_ONLY for the first READ ONLY database that the statement would change."""
    schemas = runner.front_end.catalog.schemas
    if not any(schema.read_only for schema in schemas.values()):
        return
    for name in changed_databases(parsed, profile, context):
        if name in schemas and schemas[name].read_only:
            raise mysql_error("ER_SCHEMA_READ_ONLY", name)


def changed_databases(
    parsed: ParsedStatement, profile: StatementProfile | None, context: StatementContext
) -> Iterator[str | None]:
    """The databases of what the statement changes; temporary tables do not count."""
    node, own = parsed.node, context.database
    if isinstance(node, CreateTableSyntax) and node.temporary:
        return
    if isinstance(node, AdminSyntax):
        if node.command == "lock_tables":
            tables = zip(node.tables, node.modes, strict=True)
            yield from (schema or own for (schema, _), mode in tables if mode == "WRITE")
        return
    if isinstance(node, _OF_ONE):
        yield node.schema or own
    elif isinstance(node, RenameTablesSyntax):
        yield from (schema or own for pair in node.pairs for schema, _ in pair)
    elif isinstance(node, DropViewSyntax):
        yield from (schema or own for schema, _ in node.names)
    elif parsed.command == "drop_db" and isinstance(node, exp.Drop):
        yield database_name(node.args["tables"][0] if node.args.get("tables") else node.this)
    elif parsed.command in ("drop_table", "truncate") and isinstance(node, exp.Expression):
        yield from (table.text("db") or own for table in node.find_all(exp.Table))
    if isinstance(node, exp.Query) and any(lock.args.get("update") for lock in node.find_all(exp.Lock)):
        yield from (table.text("db") or own for table in node.find_all(exp.Table))
    if profile is not None:
        yield from (access.schema for access in profile.written if not access.temporary)
