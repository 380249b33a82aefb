"""SHOW: what a session can see of the log, its variables, databases and tables (MySQL manual, "SHOW Statements")."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from binwriter.errors import UnsupportedError
from binwriter.log_commands import show_events
from binwriter.messages import mysql_error
from binwriter.schema import Table
from binwriter.sql.admin_syntax import AdminSyntax
from binwriter.sql.column_types import sql_type_text
from binwriter.sql.context import StatementContext
from binwriter.sql.parse import ParsedStatement
from binwriter.sql.show_create import create_text

if TYPE_CHECKING:
    from binwriter.sql_runner import SqlRunner

Result = tuple[tuple[str, ...], list[tuple[Any, ...]]]
_SYSTEM_DATABASES = ("information_schema", "mysql", "performance_schema", "sys")


def show(runner: SqlRunner, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext) -> Result:
    """Columns and rows. UnsupportedError for what is not modelled."""
    words = tuple(word for word in syntax.words if word not in ("FULL", "GLOBAL", "SESSION", "EXTENDED", "LOCAL"))
    for length in (3, 2, 1):
        handler = _SHOWN.get(words[:length])
        if handler is not None:
            return handler(runner, syntax, context)
    raise UnsupportedError(f"SHOW {' '.join(words[:2])}", parsed.text)


def _like(syntax: AdminSyntax) -> Callable[[str], bool]:
    if "LIKE" not in syntax.words:
        return lambda text: True
    pattern = "".join(
        ".*" if character == "%" else "." if character == "_" else re.escape(character)
        for character in syntax.argument.replace("\\_", "_")
    )
    compiled = re.compile(pattern, re.IGNORECASE | re.DOTALL)
    return lambda text: compiled.fullmatch(text) is not None


def _warnings(runner: SqlRunner, syntax: AdminSyntax, context: StatementContext) -> Result:
    rows = [(one.level, one.code, one.message) for one in runner.conditions]
    return ("Level", "Code", "Message"), rows


def _errors(runner: SqlRunner, syntax: AdminSyntax, context: StatementContext) -> Result:
    columns, rows = _warnings(runner, syntax, context)
    return columns, [row for row in rows if row[0] == "Error"]


def _binary_logs(runner: SqlRunner, syntax: AdminSyntax, context: StatementContext) -> Result:
    rows = [(path.name, path.stat().st_size, "No") for path in runner.session.server.log_files()]
    return ("Log_name", "File_size", "Encrypted"), rows


def _log_status(runner: SqlRunner, syntax: AdminSyntax, context: StatementContext) -> Result:
    server = runner.session.server
    name, position = server.position()
    columns = ("File", "Position", "Binlog_Do_DB", "Binlog_Ignore_DB", "Executed_Gtid_Set")
    return columns, [(name, position, "", "", server.gtid_executed)]


def _variables(runner: SqlRunner, syntax: AdminSyntax, context: StatementContext) -> Result:
    matches = _like(syntax)
    variables = runner.session.variables
    rows = []
    for name in sorted(variables.table.variables):
        if matches(name):
            value = variables.get(name)
            shown = ("ON" if value else "OFF") if isinstance(value, bool) else "" if value is None else str(value)
            rows.append((name, shown))
    return ("Variable_name", "Value"), rows


def _tables(runner: SqlRunner, syntax: AdminSyntax, context: StatementContext) -> Result:
    named = next((name for _, name in syntax.tables), context.database or "")
    schema = runner.front_end.catalog.schema(named)
    matches = _like(syntax)
    rows = [(name,) for name in sorted([*schema.tables, *schema.views]) if matches(name)]
    return (f"Tables_in_{named}",), rows


def _databases(runner: SqlRunner, syntax: AdminSyntax, context: StatementContext) -> Result:
    matches = _like(syntax)
    names = sorted({*runner.front_end.catalog.schemas, *_SYSTEM_DATABASES})
    return ("Database",), [(name,) for name in names if matches(name)]


def _table(runner: SqlRunner, syntax: AdminSyntax, context: StatementContext) -> Table:
    if not syntax.tables:
        raise mysql_error("ER_PARSE_ERROR", "", 1)
    schema, name = syntax.tables[0]
    return runner.front_end.database_of(context).table(schema or context.database, name).definition


def _create_table(runner: SqlRunner, syntax: AdminSyntax, context: StatementContext) -> Result:
    if not syntax.tables:
        raise mysql_error("ER_PARSE_ERROR", "", 1)
    schema, name = syntax.tables[0]
    data = runner.front_end.database_of(context).table(schema or context.database, name)
    table = data.definition
    counter = data.auto_increment if table.auto_increment_column is not None else 1
    return ("Table", "Create Table"), [(table.name, create_text(table, auto_increment=counter))]


def _columns(runner: SqlRunner, syntax: AdminSyntax, context: StatementContext) -> Result:
    table = _table(runner, syntax, context)
    rows = []
    for index, column in enumerate(table.columns):
        key = "PRI" if table.primary_key is not None and index in table.primary_key.columns else ""
        extra = "auto_increment" if column.auto_increment else ""
        nullable = "YES" if column.spec.nullable else "NO"
        rows.append((column.name, sql_type_text(column.spec), nullable, key, None, extra))
    return ("Field", "Type", "Null", "Key", "Default", "Extra"), rows


def _index(runner: SqlRunner, syntax: AdminSyntax, context: StatementContext) -> Result:
    table = _table(runner, syntax, context)
    rows = [
        (table.name, int(not key.unique), key.name, number, table.columns[part.column].name)
        for key in table.keys
        for number, part in enumerate(key.parts, 1)
    ]
    return ("Table", "Non_unique", "Key_name", "Seq_in_index", "Column_name"), rows


_SHOWN: dict[tuple[str, ...], Callable[[SqlRunner, AdminSyntax, StatementContext], Result]] = {
    ("WARNINGS",): _warnings,
    ("ERRORS",): _errors,
    ("BINARY", "LOGS"): _binary_logs,
    ("BINLOG", "EVENTS"): show_events,
    ("BINARY", "LOG", "STATUS"): _log_status,
    ("VARIABLES",): _variables,
    ("TABLES",): _tables,
    ("DATABASES",): _databases,
    ("SCHEMAS",): _databases,
    ("CREATE", "TABLE"): _create_table,
    ("COLUMNS",): _columns,
    ("FIELDS",): _columns,
    ("INDEX",): _index,
    ("INDEXES",): _index,
    ("KEYS",): _index,
}
