"""SHOW: what a session can see of the log, its variables, databases and tables (MySQL manual, "SHOW Statements")."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from binwriter.catalog.tables import Column, DefaultKind, SpecialKey, Table
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id, default_collation
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execute.binary_logs import show_events
from binwriter.server.execution import Execution
from binwriter.server.guards.locked_tables import require_locked
from binwriter.server.show import lists, objects
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.show_create import CHARACTERS, create_text, shown_default
from binwriter.sql.ddl.table.column_types import sql_type_text
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.logic import truth
from binwriter.sql.expressions.scope import Scope, Source, SourceColumn
from binwriter.sql.expressions.types import INT_TYPE, ExprType, text_type
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.text.digits import whole_number
from binwriter.sql.text.trees import parse_expression
from binwriter.sql.text.words import ParsedStatement, syntax_error

Result = tuple[tuple[str, ...], list[tuple[Any, ...]]]
_SYSTEM_DATABASES = ("information_schema", "mysql", "performance_schema", "sys")


def show(runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext) -> Result:
    """Columns and rows. UnsupportedError for what is not modelled."""
    words = tuple(word for word in syntax.words if word not in ("FULL", "GLOBAL", "SESSION", "EXTENDED", "LOCAL"))
    if runner.session.variables.behaviour.shows_by_master:
        words = _OLD_WORDS.get(words[:2], words)
    for length in (5, 3, 2, 1):
        handler = _SHOWN.get(words[:length])
        if handler is not None:
            liked = _liked(handler(runner, syntax, context), words[:length], syntax)
            return _limited(_where(liked, syntax, context), words)
    first = parsed.text.upper().find(words[0], len("SHOW")) if words and words[0] else -1
    raise syntax_error(parsed.text, first if first >= 0 else len("SHOW"))


def _liked(result: Result, shown: tuple[str, ...], syntax: AdminSyntax) -> Result:
    """LIKE of the lists that do not see to it themselves. It goes by the first column, or by that of the names."""
    if "LIKE" not in syntax.words or shown not in _LIKED:
        return result
    columns, rows = result
    matches = _like(syntax)
    return columns, [row for row in rows if matches(str(row[_LIKED[shown]]))]


def _where(result: Result, syntax: AdminSyntax, context: StatementContext) -> Result:
    """WHERE condition: on the columns of the result."""
    if not syntax.condition:
        return result
    columns, rows = result
    source = Source("", tuple(SourceColumn(name, _shown_type(rows, place)) for place, name in enumerate(columns)))
    text = syntax.condition
    for name in columns:  # some are words of SQL
        text = re.sub(rf"(?<![`'\"\w]){re.escape(name)}(?![`'\"\w])", f"`{name}`", text, flags=re.IGNORECASE)
    condition = truth(compile_expression(parse_expression(text), Scope(context, (source,), clause="where clause")))
    return columns, [row for row in rows if condition(context, (row,))]


def _shown_type(rows: list[tuple[Any, ...]], place: int) -> ExprType:
    return INT_TYPE if any(isinstance(row[place], int) for row in rows) else text_type(0, _SHOWN_COLLATION)


def _limited(result: Result, words: tuple[str, ...]) -> Result:
    """LIMIT [offset,] count | LIMIT count OFFSET offset."""
    if "LIMIT" not in words or words[:1] == ("BINLOG",):
        return result
    numbers = [whole_number(word) for word in words[words.index("LIMIT") + 1 :] if word.isdigit()]
    if not numbers:
        return result
    offset, count = (0, numbers[0]) if len(numbers) == 1 else (numbers[0], numbers[1])
    if "OFFSET" in words:
        offset, count = count, offset
    columns, rows = result
    return columns, rows[offset : offset + count]


_SHOWN_COLLATION = 33  # utf8mb3_general_ci


# What 8.4 took away (MySQL 8.4 release notes), and how it is said since.
_OLD_WORDS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("MASTER", "STATUS"): ("BINARY", "LOG", "STATUS"),
    ("MASTER", "LOGS"): ("BINARY", "LOGS"),
    ("SLAVE", "STATUS"): ("REPLICA", "STATUS"),
    ("SLAVE", "HOSTS"): ("REPLICAS",),
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


def _warnings(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    rows = [(one.level, one.code, one.message) for one in runner.conditions]
    return ("Level", "Code", "Message"), rows


def _errors(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    columns, rows = _warnings(runner, syntax, context)
    return columns, [row for row in rows if row[0] == "Error"]


def _binary_logs(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    server = runner.session.server
    if server.log_is_off:
        raise mysql_error("ER_NO_BINARY_LOGGING")
    rows = [(path.name, path.stat().st_size, "No") for path in server.log_files()]
    last = runner.session.variables.behaviour.shows_encryption
    return _with_last(("Log_name", "File_size", "Encrypted"), rows, last=last)


def _with_last(columns: tuple[str, ...], rows: list[tuple[Any, ...]], *, last: bool) -> Result:
    """last: whether the server has the last column."""
    if not last:
        return columns[:-1], [row[:-1] for row in rows]
    return columns, rows


def _log_status(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    server = runner.session.server
    columns = ("File", "Position", "Binlog_Do_DB", "Binlog_Ignore_DB", "Executed_Gtid_Set")
    last = runner.session.variables.behaviour.shows_executed_gtids
    if server.log_is_off:
        return _with_last(columns, [], last=last)
    name, position = server.position()
    given = server.variables.options
    filters = ",".join(given.binlog_do_db), ",".join(given.binlog_ignore_db)
    return _with_last(columns, [(name, position, *filters, server.gtid_executed)], last=last)


def _variables(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    matches = _like(syntax)
    variables = runner.session.variables
    rows = []
    for name in sorted(variables.table.variables):
        if matches(name) and name not in variables.table.hidden:
            value = variables.get(name)
            shown = ("ON" if value else "OFF") if isinstance(value, bool) else "" if value is None else str(value)
            rows.append((name, shown))
    return ("Variable_name", "Value"), rows


def _tables(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    named = next((name for _, name in syntax.tables), context.database or "")
    schema = runner.front_end.catalog.schema(named)
    matches = _like(syntax)
    names = [name for name in sorted([*schema.tables, *schema.views]) if matches(name)]
    title = f"Tables_in_{named}" + (f" ({syntax.argument})" if "LIKE" in syntax.words else "")
    if "FULL" in syntax.words:
        kinds = [(name, "VIEW" if name in schema.views else "BASE TABLE") for name in names]
        return (title, "Table_type"), list(kinds)
    return (title,), [(name,) for name in names]


def _databases(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    matches = _like(syntax)
    names = sorted({*runner.front_end.catalog.schemas, *_SYSTEM_DATABASES})
    return ("Database",), [(name,) for name in names if matches(name)]


def _table(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Table:
    if not syntax.tables:
        raise mysql_error("ER_PARSE_ERROR", "", 1)
    schema, name = syntax.tables[0]
    return runner.front_end.database_of(context).table(schema or context.database, name).definition


def _create_table(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    if not syntax.tables:
        raise mysql_error("ER_PARSE_ERROR", "", 1)
    schema, name = syntax.tables[0]
    if runner.front_end.database_of(context).view(schema or context.database, name) is not None:
        return objects.view_row(name)
    require_locked(runner, schema or context.database or "", name, write=False)
    data = runner.front_end.database_of(context).table(schema or context.database, name)
    table = data.definition
    counter = data.auto_increment if table.auto_increment_column is not None else 1
    old = runner.session.variables.behaviour.display_widths
    text = create_text(table, auto_increment=counter, display_widths=old)
    return ("Table", "Create Table"), [(table.name, text)]


def _columns(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
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


def _index(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
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
    ordinary = sum(len(key.parts) for key in table.keys if key.unique)
    functional = [key for key in table.special_keys if key.kind == "FUNCTIONAL"]
    unique = [row for key in functional if key.unique for row in _functional_index(table, key, count)]
    rows[ordinary:ordinary] = unique
    rows += [row for key in functional if not key.unique for row in _functional_index(table, key, count)]
    return _INDEX_COLUMNS, rows


def _functional_index(table: Table, key: SpecialKey, count: int) -> Iterator[tuple[Any, ...]]:
    """A key on expressions: its columns that are none have no name."""
    for number, part in enumerate(key.parts, 1):
        column = None if part.startswith("(") else table.columns[table.index_of[part[1:-1].lower()]]
        yield (
            *(table.name, int(not key.unique), key.name, number, None if column is None else column.name),
            *("A", count, None, None, "YES" if column is None or column.spec.nullable else ""),
            *("BTREE", "", "", "YES", part[1:-1] if column is None else None),
        )


def _create_database(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    if not syntax.tables:
        raise mysql_error("ER_PARSE_ERROR", "", 1)
    schema = runner.front_end.catalog.schema(syntax.tables[0][1])
    collation = collation_by_id(schema.collation)
    clause = f"DEFAULT CHARACTER SET {collation.charset}"
    if collation.charset == "utf8mb4" or default_collation(collation.charset).id != collation.id:
        clause += f" COLLATE {collation.name}"
    exists = "/*!32312 IF NOT EXISTS*/ " if "EXISTS" in syntax.words else ""
    encryption = f"/*!80016 DEFAULT ENCRYPTION='{'Y' if schema.encrypted else 'N'}' */"
    text = f"CREATE DATABASE {exists}{quoted(schema.name)} /*!40100 {clause} */ {encryption}"
    text += " /* READ ONLY = 1 */" if schema.read_only else ""
    return ("Database", "Create Database"), [(schema.name, text)]


def _replicas(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    server = runner.session.server
    columns = ("Server_Id", "Host", "Port", "Source_Id", "Replica_UUID")
    return columns, list(server.replicas.rows(int(server.variables.get("server_id"))))


def _nothing(*columns: str) -> Callable[[Execution, AdminSyntax, StatementContext], Result]:
    """What is always empty here: there are no replicas."""
    return lambda runner, syntax, context: (columns, [])


_SHOWN: dict[tuple[str, ...], Callable[[Execution, AdminSyntax, StatementContext], Result]] = {
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
    ("REPLICAS",): _replicas,
    ("REPLICA", "STATUS"): _nothing("Replica_IO_State"),
    ("OPEN", "TABLES"): _nothing("Database", "Table", "In_use", "Name_locked"),
    **lists.SHOWN,
    **objects.SHOWN,
}
# Where LIKE looks.
_LIKED = {
    ("STATUS",): 0,
    ("CHARACTER", "SET"): 0,
    ("CHARSET",): 0,
    ("COLLATION",): 0,
    ("PROCEDURE", "STATUS"): 1,
    ("FUNCTION", "STATUS"): 1,
    ("TRIGGERS",): 2,
    ("EVENTS",): 1,
    ("TABLE", "STATUS"): 0,
}
