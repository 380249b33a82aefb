"""SHOW of views, stored programs and accounts: who there is. Texts that only a server makes are NULL here.

Columns and errors: captures of a 9.7.4 (tests/golden/scenarios/show_statements_*.scn).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from binwriter.catalog.grants import number_of_rows
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.server_lists import SYSTEM_FUNCTIONS, SYSTEM_PROCEDURES
from binwriter.server.execution import Execution
from binwriter.sql.accounts.log import shown_in_backticks
from binwriter.sql.binding.accounts import account_of
from binwriter.sql.binding.programs import Program
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.libraries import show_library
from binwriter.sql.ddl.libraries import shown as library_text
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.programs import ProgramKind

Result = tuple[tuple[str, ...], list[tuple[Any, ...]]]
Show = Callable[["Execution", AdminSyntax, StatementContext], Result]
_CHARSETS = ("character_set_client", "collation_connection")
_PROGRAM_CHARSETS = (*_CHARSETS, "Database Collation")
_ROUTINE_STATUS = (
    *("Db", "Name", "Type", "Language", "Definer", "Modified", "Created", "Security_type", "Comment"),
    *_PROGRAM_CHARSETS,
)
_TRIGGERS = (
    *("Trigger", "Event", "Table", "Statement", "Timing", "Created", "sql_mode", "Definer"),
    *_PROGRAM_CHARSETS,
)
_EVENTS = (
    *("Db", "Name", "Definer", "Time zone", "Type", "Execute at", "Interval value", "Interval field", "Starts"),
    *("Ends", "Status", "Originator"),
    *_PROGRAM_CHARSETS,
)
_TABLE_STATUS = (
    *("Name", "Engine", "Version", "Row_format", "Rows", "Avg_row_length", "Data_length", "Max_data_length"),
    *("Index_length", "Data_free", "Auto_increment", "Create_time", "Update_time", "Check_time", "Collation"),
    *("Checksum", "Create_options", "Comment"),
)


def _padded(values: Iterable[Any], columns: tuple[str, ...]) -> tuple[Any, ...]:
    found = tuple(values)
    return (*found, *[None] * (len(columns) - len(found)))


def create_view(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    """SHOW CREATE VIEW."""
    schema, name = syntax.tables[0] if syntax.tables else (None, "")
    schema = schema or context.database
    database = runner.front_end.database_of(context)
    view = database.view(schema, name)
    if view is None:
        database.table(schema, name)
        raise mysql_error("ER_WRONG_OBJECT", schema, name, "VIEW")
    return view_row(name)


def view_row(name: str) -> Result:
    """The one row of SHOW CREATE VIEW; SHOW CREATE TABLE of a view gives it too."""
    columns = ("View", "Create View", *_CHARSETS)
    return columns, [_padded((name,), columns)]


_CREATED: dict[ProgramKind, tuple[str, ...]] = {
    ProgramKind.PROCEDURE: ("Procedure", "sql_mode", "Create Procedure", *_PROGRAM_CHARSETS),
    ProgramKind.FUNCTION: ("Function", "sql_mode", "Create Function", *_PROGRAM_CHARSETS),
    ProgramKind.TRIGGER: ("Trigger", "sql_mode", "SQL Original Statement", *_PROGRAM_CHARSETS, "Created"),
    ProgramKind.EVENT: ("Event", "sql_mode", "time_zone", "Create Event", *_PROGRAM_CHARSETS),
}


def create_program(kind: ProgramKind) -> Show:
    """SHOW CREATE of a stored program."""

    def show(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
        schema, name = syntax.tables[0] if syntax.tables else (None, "")
        programs = runner.front_end.database_of(context).programs
        program = programs.find(kind, schema or context.database, name)
        if program is None:
            if kind is ProgramKind.TRIGGER:
                raise mysql_error("ER_TRG_DOES_NOT_EXIST")
            if kind is ProgramKind.EVENT:
                raise mysql_error("ER_EVENT_DOES_NOT_EXIST", name)
            raise mysql_error("ER_SP_DOES_NOT_EXIST", kind.value, name)
        return _CREATED[kind], [_padded((program.name,), _CREATED[kind])]

    return show


def create_library(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    """SHOW CREATE LIBRARY."""
    schema, name = syntax.tables[0] if syntax.tables else (None, "")
    catalog = runner.front_end.catalog
    library = show_library(catalog.schemas.get(schema or context.database or ""), name)
    text = library_text(library, quoted(library.name))
    return ("Library", "sql_mode", "Create Library"), [(library.name, context.variables.get("sql_mode"), text)]


def routine_status(kind: ProgramKind) -> Show:
    """SHOW PROCEDURE STATUS, SHOW FUNCTION STATUS: those of all databases, sys included."""

    def show(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
        own = sorted((one.schema, one.name) for one in _programs(runner, context) if one.kind is kind)
        of_sys = SYSTEM_PROCEDURES if kind is ProgramKind.PROCEDURE else SYSTEM_FUNCTIONS
        named = [*(("sys", name) for name in of_sys), *own]
        return _ROUTINE_STATUS, [_padded((*pair, kind.value, "SQL"), _ROUTINE_STATUS) for pair in named]

    return show


def _programs(runner: Execution, context: StatementContext) -> Iterable[Program]:
    return runner.front_end.database_of(context).programs


def _schema(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> str:
    """The database that is named, or the session's."""
    named = next((name for _, name in syntax.tables), context.database)
    if not named:
        raise mysql_error("ER_NO_DB_ERROR")
    return runner.front_end.catalog.schema(named).name


def triggers(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    """SHOW TRIGGERS; LIKE goes by the table."""
    schema = _schema(runner, syntax, context)
    programs = runner.front_end.database_of(context).programs
    rows = [
        _padded((one.name, one.event, one.table, None, one.timing), _TRIGGERS)
        for table in sorted(runner.front_end.catalog.schema(schema).tables)
        for one in programs.triggers(schema, table)
    ]
    return _TRIGGERS, rows


def events(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    """SHOW EVENTS."""
    schema = _schema(runner, syntax, context)
    named = sorted(
        one.name for one in _programs(runner, context) if one.kind is ProgramKind.EVENT and one.schema == schema
    )
    return _EVENTS, [_padded((schema, name), _EVENTS) for name in named]


def table_status(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    """SHOW TABLE STATUS: name, engine, number of rows, comment."""
    schema = runner.front_end.catalog.schema(_schema(runner, syntax, context))
    database = runner.front_end.database_of(context)
    rows: list[tuple[Any, ...]] = []
    for name in sorted([*schema.tables, *schema.views]):
        if name in schema.views:
            rows.append((name, *[None] * (len(_TABLE_STATUS) - 2), "VIEW"))
            continue
        data = database.storage.data(schema.name, name)
        empty = [None] * (len(_TABLE_STATUS) - 6)
        table = data.definition
        rows.append((name, table.engine.name, 10, "Dynamic", len(data), *empty, table.comment))
    context.uses_time_zone = True
    return _TABLE_STATUS, rows


def grants(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    """SHOW GRANTS: as many rows as a server's, the first of them with its text; root has three to begin with."""
    user, host = _named_account(syntax) or account_of(context)
    title = (f"Grants for {user}@{host}",)
    if (user, host) not in runner.front_end.catalog.accounts:
        raise mysql_error("ER_NONEXISTING_GRANT", user, host)
    held = runner.front_end.catalog.grants.of((user, host))
    for role in syntax.tables:  # USING; the rows are those without it
        if role not in held.roles:
            own = shown_in_backticks((user, host))
            raise mysql_error("ER_ROLE_NOT_GRANTED", shown_in_backticks((role[0] or "", role[1])), own)
    rows = number_of_rows(held)
    if user == "root":
        return title, [(None,)] * (rows + 2)
    return title, [(f"GRANT USAGE ON *.* TO {quoted(user)}@{quoted(host)}",), *[(None,)] * (rows - 1)]


def create_user(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    """SHOW CREATE USER."""
    user, host = _named_account(syntax) or account_of(context)
    if (user, host) not in runner.front_end.catalog.accounts:
        shown = f"'{user}'@'{host}' (User account does not exist)"
        raise mysql_error("ER_CANNOT_USER", "SHOW CREATE USER", shown)
    return (f"CREATE USER for {user}@{host}",), [(None,)]


def _named_account(syntax: AdminSyntax) -> tuple[str, str] | None:
    """The account behind FOR or CREATE USER, None for CURRENT_USER and where none is named."""
    if not syntax.argument or syntax.argument.upper().startswith("CURRENT_USER"):
        return None
    user, _, host = syntax.argument.rpartition("@") if "@" in syntax.argument else (syntax.argument, "", "%")
    return user, host


SHOWN: dict[tuple[str, ...], Show] = {
    ("CREATE", "VIEW"): create_view,
    ("CREATE", "PROCEDURE"): create_program(ProgramKind.PROCEDURE),
    ("CREATE", "FUNCTION"): create_program(ProgramKind.FUNCTION),
    ("CREATE", "TRIGGER"): create_program(ProgramKind.TRIGGER),
    ("CREATE", "EVENT"): create_program(ProgramKind.EVENT),
    ("CREATE", "LIBRARY"): create_library,
    ("CREATE", "USER"): create_user,
    ("PROCEDURE", "STATUS"): routine_status(ProgramKind.PROCEDURE),
    ("FUNCTION", "STATUS"): routine_status(ProgramKind.FUNCTION),
    ("TRIGGERS",): triggers,
    ("EVENTS",): events,
    ("TABLE", "STATUS"): table_status,
    ("GRANTS",): grants,
}
