"""SHOW: what a session can see of the log, its variables, databases and tables (MySQL manual, "SHOW Statements")."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from binwriter.errors import UnsupportedError
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id, default_collation
from binwriter.log_commands import show_events
from binwriter.messages import mysql_error
from binwriter.rules.drop_table import quoted
from binwriter.schema import Column, DefaultKind, Table
from binwriter.sql.admin_syntax import AdminSyntax
from binwriter.sql.column_types import sql_type_text
from binwriter.sql.context import StatementContext
from binwriter.sql.show_create import CHARACTERS, create_text, shown_default
from binwriter.sql.words import ParsedStatement

if TYPE_CHECKING:
    from binwriter.sql_runner import SqlRunner

Result = tuple[tuple[str, ...], list[tuple[Any, ...]]]
_SYSTEM_DATABASES = ("information_schema", "mysql", "performance_schema", "sys")


def show(runner: SqlRunner, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext) -> Result:
    """Columns and rows. UnsupportedError for what is not modelled."""
    words = tuple(word for word in syntax.words if word not in ("FULL", "GLOBAL", "SESSION", "EXTENDED", "LOCAL"))
    if runner.session.server.profile.version_number < _FIRST_WITHOUT_MASTER:
        words = _OLD_WORDS.get(words[:2], words)
    for length in (3, 2, 1):
        handler = _SHOWN.get(words[:length])
        if handler is not None:
            return _where(handler(runner, syntax, context), syntax, parsed.text)
    raise UnsupportedError(f"SHOW {' '.join(words[:2])}", parsed.text)


def _where(result: Result, syntax: AdminSyntax, text: str) -> Result:
    """WHERE column = 'value' or column LIKE 'value'; UnsupportedError for anything else."""
    if "WHERE" not in syntax.words:
        return result
    columns, rows = result
    condition = syntax.words[syntax.words.index("WHERE") + 1 :]
    names = [column.upper() for column in columns]
    if len(condition) != 2 or condition[0] not in names or condition[1] not in ("=", "LIKE"):
        raise UnsupportedError(f"SHOW ... WHERE {' '.join(condition)}", text)
    place = names.index(condition[0])
    if condition[1] == "LIKE":
        matches = _like(syntax)
        return columns, [row for row in rows if matches(str(row[place]))]
    return columns, [row for row in rows if str(row[place]).lower() == syntax.argument.lower()]


# What 8.4 took away (MySQL 8.4 release notes), and how it is said since.
_FIRST_WITHOUT_MASTER = 80400
_OLD_WORDS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("MASTER", "STATUS"): ("BINARY", "LOG", "STATUS"),
    ("MASTER", "LOGS"): ("BINARY", "LOGS"),
}


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
    names = [name for name in sorted([*schema.tables, *schema.views]) if matches(name)]
    title = f"Tables_in_{named}" + (f" ({syntax.argument})" if "LIKE" in syntax.words else "")
    if "FULL" in syntax.words:
        kinds = [(name, "VIEW" if name in schema.views else "BASE TABLE") for name in names]
        return (title, "Table_type"), list(kinds)
    return (title,), [(name,) for name in names]


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
    matches = _like(syntax)
    full = "FULL" in syntax.words
    rows: list[tuple[Any, ...]] = []
    for index, column in enumerate(table.columns):
        if not matches(column.name):
            continue
        nullable = "YES" if column.spec.nullable else "NO"
        tail = (_key_mark(table, index), shown_default(column), _extra(column))
        if full:
            text = column.spec.type in CHARACTERS and column.spec.collation != BINARY_COLLATION_ID
            collation = collation_by_id(column.spec.collation).name if text else None
            privileges = "select,insert,update,references"
            rows.append(
                (column.name, sql_type_text(column.spec), collation, nullable, *tail, privileges, column.comment)
            )
        else:
            rows.append((column.name, sql_type_text(column.spec), nullable, *tail))
    if full:
        names = ("Field", "Type", "Collation", "Null", "Key", "Default", "Extra", "Privileges", "Comment")
        return names, rows
    return ("Field", "Type", "Null", "Key", "Default", "Extra"), rows


def _key_mark(table: Table, index: int) -> str:
    """PRI, UNI for a unique key of this column alone, MUL where it is the first of another one."""
    if table.primary_key is not None and index in table.primary_key.columns:
        return "PRI"
    leading = [key for key in table.keys if key.columns[0] == index]
    if any(key.unique and len(key.parts) == 1 for key in leading):
        return "UNI"
    return "MUL" if leading else ""


def _extra(column: Column) -> str:
    """What else there is to say of a column."""
    found = []
    if column.auto_increment:
        found.append("auto_increment")
    if column.default_kind is DefaultKind.NOW or column.default_kind is DefaultKind.EXPRESSION:
        found.append("DEFAULT_GENERATED")
    if column.on_update_now:
        found.append(f"on update CURRENT_TIMESTAMP{f'({column.spec.fsp})' if column.spec.fsp else ''}")
    if column.generated:
        found.append("STORED GENERATED" if column.stored else "VIRTUAL GENERATED")
    if not column.spec.visible:
        found.append("INVISIBLE")
    return " ".join(found)


_INDEX_COLUMNS = (
    *("Table", "Non_unique", "Key_name", "Seq_in_index", "Column_name", "Collation", "Cardinality", "Sub_part"),
    *("Packed", "Null", "Index_type", "Comment", "Index_comment", "Visible", "Expression"),
)


def _index(runner: SqlRunner, syntax: AdminSyntax, context: StatementContext) -> Result:
    """Cardinality is what statistics would say: here the number of rows."""
    table = _table(runner, syntax, context)
    schema, name = syntax.tables[0]
    count = len(runner.front_end.database_of(context).table(schema or context.database, name))
    rows: list[tuple[Any, ...]] = [
        (
            *(table.name, int(not key.unique), key.name, number, table.columns[part.column].name),
            *("D" if part.descending else "A", count, part.length or None, None),
            "YES" if table.columns[part.column].spec.nullable else "",
            *("BTREE", "", "", "YES", None),
        )
        for key in table.keys
        for number, part in enumerate(key.parts, 1)
    ]
    return _INDEX_COLUMNS, rows


def _create_database(runner: SqlRunner, syntax: AdminSyntax, context: StatementContext) -> Result:
    if not syntax.tables:
        raise mysql_error("ER_PARSE_ERROR", "", 1)
    schema = runner.front_end.catalog.schema(syntax.tables[0][1])
    collation = collation_by_id(schema.collation)
    clause = f"DEFAULT CHARACTER SET {collation.charset}"
    if collation.charset == "utf8mb4" or default_collation(collation.charset).id != collation.id:
        clause += f" COLLATE {collation.name}"
    text = f"CREATE DATABASE {quoted(schema.name)} /*!40100 {clause} */ /*!80016 DEFAULT ENCRYPTION='N' */"
    return ("Database", "Create Database"), [(schema.name, text)]


def _nothing(*columns: str) -> Callable[[SqlRunner, AdminSyntax, StatementContext], Result]:
    """What is always empty here: there are no replicas."""
    return lambda runner, syntax, context: (columns, [])


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
    ("CREATE", "DATABASE"): _create_database,
    ("CREATE", "SCHEMA"): _create_database,
    ("REPLICAS",): _nothing("Server_Id", "Host", "Port", "Source_Id", "Replica_UUID"),
    ("REPLICA", "STATUS"): _nothing("Replica_IO_State"),
    ("PROFILES",): _nothing("Query_ID", "Duration", "Query"),
    ("OPEN", "TABLES"): _nothing("Database", "Table", "In_use", "Name_locked"),
}
