"""What may not be done to the system databases, and what binwriter does not know enough for.

Source: captures of a 9.7.4 (tests/golden/scenarios/system_tables_refused.scn); MySQL manual, "The mysql System Schema",
"Performance Schema General Table Characteristics". Rows of system tables are logged as others are; those of the grant
tables are made of accounts here: a statement that would log some is refused by name.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution
from binwriter.server.guards.read_only_schemas import changed_databases
from binwriter.sql.binding.system_tables import (
    SYSTEM_SCHEMAS,
    is_kept_by_name,
    is_view_of_server,
    logs_rows_of,
)
from binwriter.sql.context import StatementContext
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import StatementProfile

_LOG_TABLES = frozenset({"general_log", "slow_log"})
_UPDATED = frozenset(
    {"setup_consumers", "setup_instruments", "setup_threads", "setup_meters", "setup_loggers", "threads"}
)
_CHANGED = frozenset({"setup_actors", "setup_objects"})
_DATABASES = tuple(sorted(SYSTEM_SCHEMAS))


def check_system_tables(runner: Execution, parsed: ParsedStatement, context: StatementContext) -> None:
    """MySQLError for what a server refuses of changes of system tables; UnsupportedError for DDL of them."""
    text = parsed.text.lower()
    if context.database not in SYSTEM_SCHEMAS and not any(name in text for name in _DATABASES):
        return
    if not isinstance(parsed.node, (exp.Insert, exp.Update, exp.Delete)):
        _check_definition(runner, parsed, context)
        return
    for verb, node in _targets(parsed.node, replaces="REPLACE" in parsed.modifiers):
        schema = (node.text("db") or context.database or "").lower()
        if schema in SYSTEM_SCHEMAS and schema not in runner.front_end.catalog.schemas:
            _check_change(runner, verb, schema, node.name)


def _targets(tree: exp.Expression, *, replaces: bool) -> Iterator[tuple[str, exp.Expression]]:
    """The tables that are changed, as far as that is seen at first sight, and by what."""
    target = tree.this.this if isinstance(tree.this, exp.Schema) else tree.this
    if isinstance(tree, exp.Insert):
        yield "INSERT, DELETE" if replaces else "INSERT", target
    elif isinstance(tree, exp.Update) and isinstance(target, exp.Table) and not target.args.get("joins"):
        yield "UPDATE", target
    elif isinstance(tree, exp.Delete):
        yield from (("DELETE", node) for node in tree.args.get("tables") or [target] if isinstance(node, exp.Table))


def _check_change(runner: Execution, verb: str, schema: str, name: str) -> None:
    user = runner.session.user
    if schema == "information_schema":
        raise mysql_error("ER_DBACCESS_DENIED_ERROR", user, "localhost", schema)
    if schema == "performance_schema":
        allowed = name in _CHANGED or (verb == "UPDATE" and name in _UPDATED)
        if not allowed and is_view_of_server(schema, name):
            raise mysql_error("ER_TABLEACCESS_DENIED_ERROR", verb, user, "localhost", name)
    elif schema == "mysql" and name in _LOG_TABLES:
        raise mysql_error("ER_CANT_LOCK_LOG_TABLE")
    elif schema == "sys" and name != "sys_config" and is_view_of_server(schema, name):
        symbol = "ER_NON_INSERTABLE_TABLE" if verb.startswith("INSERT") else "ER_NON_UPDATABLE_TABLE"
        raise mysql_error(symbol, name, verb.partition(",")[0])


def _check_definition(runner: Execution, parsed: ParsedStatement, context: StatementContext) -> None:
    for schema in changed_databases(parsed, None, context):
        schema = (schema or "").lower()
        if schema not in SYSTEM_SCHEMAS or schema in runner.front_end.catalog.schemas:
            continue
        if schema == "information_schema" or (schema == "performance_schema" and parsed.command != "truncate"):
            if schema == "performance_schema" and parsed.command == "drop_table":
                raise UnsupportedError("DROP TABLE of tables of performance_schema", parsed.text)
            raise mysql_error("ER_DBACCESS_DENIED_ERROR", runner.session.user, "localhost", schema)
        if parsed.command not in ("truncate", "drop_db", "lock_tables"):
            raise UnsupportedError(f"definitions in the system database {schema}", parsed.text)


def check_logged_rows(profile: StatementProfile) -> None:
    """UnsupportedError for a statement that would log rows of a system table that is a view of something here."""
    for access in profile.written:
        if access.schema in SYSTEM_SCHEMAS and logs_rows_of(access.schema, access.table):
            if is_kept_by_name(access.schema, access.table):
                continue
            raise UnsupportedError(f"rows of the system table {access.schema}.{access.table} in row form")
