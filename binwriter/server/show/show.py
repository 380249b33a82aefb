"""SHOW: what a session can see of the log, its variables, databases and tables (MySQL manual, "SHOW Statements")."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from binwriter.binlog.files.encrypted import is_encrypted
from binwriter.binlog.files.index import is_file, is_folder
from binwriter.catalog.schemas import Schema
from binwriter.formats.collations import SYSTEM_COLLATION_ID, collation_by_id, default_collation
from binwriter.formats.records import replace
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import in_dictionary_bytewise
from binwriter.mysql.values.digits import whole_number
from binwriter.server.execute.binary_logs import show_events
from binwriter.server.execution import Execution
from binwriter.server.guards.locked_tables import require_shown
from binwriter.server.guards.replicas import check_channel
from binwriter.server.show import created, lists, objects
from binwriter.server.show.created import VIEW_COLUMNS, create_view
from binwriter.server.show.selected import selection_of, show_selected
from binwriter.sql.binding import partition_engine
from binwriter.sql.binding.system_tables import SYSTEM_SCHEMAS
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.show_create import create_text, shown_counter, verbose_row_format
from binwriter.sql.ddl.table.generated_key import SHOWS_GENERATED_KEY, without_generated_key
from binwriter.sql.ddl.table.implicit_timestamps import in_session_zone
from binwriter.sql.expressions.types import ExprType, datetime_type, text_type
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.system import captured
from binwriter.sql.text import spelled
from binwriter.sql.text.modes import ANSI_QUOTES, KEPT
from binwriter.sql.text.words import ParsedStatement, syntax_error
from binwriter.statement.result import StatementResult
from binwriter.statement.status_counts import StatementFlag

Result = tuple[tuple[str, ...], list[tuple[Any, ...]]]
_CREATED_BY = "character_set_client"
_SHOWN_LENGTH = 1024
_OF_HUNDREDTHS = 2  # digits of when a trigger was made


def show(runner: Execution, parsed: ParsedStatement, syntax: AdminSyntax, context: StatementContext) -> StatementResult:
    """What the client gets. UnsupportedError for what is not modelled."""
    words = subject_of(runner, syntax)
    handler = handler_of(words)
    if handler is not None:
        shown = _limited(handler(runner, syntax, context), words)
        return _result(_spelled(shown, words, context) if words[0] in ("CREATE", "GRANTS") else shown, context)
    chosen = selection_of(words)
    if chosen is not None:
        return show_selected(runner, syntax, context, *chosen)
    first = parsed.text.upper().find(words[0], len("SHOW")) if words and words[0] else -1
    raise syntax_error(parsed.text, first if first >= 0 else len("SHOW"))


def subject_of(runner: Execution, syntax: AdminSyntax) -> tuple[str, ...]:
    """The words that say what is shown."""
    words = tuple(word for word in syntax.words if word not in ("FULL", "GLOBAL", "SESSION", "EXTENDED", "LOCAL"))
    return _OLD_WORDS.get(words[:2], words) if runner.session.variables.behaviour.shows_by_master else words


def handler_of(words: tuple[str, ...]) -> Callable[[Execution, AdminSyntax, StatementContext], Result] | None:
    """Who shows that; None for what is a query."""
    found = (_SHOWN.get(words[:length]) for length in (5, 3, 2, 1))
    return next((handler for handler in found if handler is not None), None)


def _spelled(shown: Result, words: tuple[str, ...], context: StatementContext) -> Result:
    """The statements with their names as the session wants to see them; a routine is spelled in its own mode."""
    kind, (columns, rows) = words[1] if len(words) > 1 else "", shown
    bare = not context.variables.get("sql_quote_show_create")
    ansi = ANSI_QUOTES in context.variables.settings.sql_mode and kind not in ("PROCEDURE", "FUNCTION")
    if not (bare or ansi):
        return shown
    named = (name.startswith(("Create ", "CREATE ", "Grants ", "SQL Original")) for name in columns)
    at = next((position for position, is_text in enumerate(named) if is_text), None)
    if at is None:
        return shown
    texts = [spelled.respelled(row[at], kind, bare=bare, ansi=ansi) for row in rows]
    return columns, [(*row[:at], text, *row[at + 1 :]) for row, text in zip(rows, texts, strict=True)]


def _result(shown: Result, context: StatementContext) -> StatementResult:
    columns, rows = shown
    return StatementResult(
        affected=len(rows),
        columns=columns,
        rows=tuple(rows),
        types=_types_of_creation(columns, rows),
        diagnostics=tuple(context.diagnostics),
    )


def _types_of_creation(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> tuple[ExprType, ...]:
    """Of SHOW CREATE of what keeps its character_set_client: the definition is a text in that one, which a client whose
    results are not converted gets (captured: tests/golden/wire/own_charsets). () of other results."""
    if _CREATED_BY not in columns or not rows:
        return ()
    own = default_collation(rows[0][columns.index(_CREATED_BY)]).id
    return tuple(
        datetime_type(_OF_HUNDREDTHS)
        if name == "Created"
        else text_type(_SHOWN_LENGTH, own if _is_definition(name) else SYSTEM_COLLATION_ID)
        for name in columns
    )


def _is_definition(column: str) -> bool:
    return column.startswith(("Create ", "SQL Original"))


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


# What 8.4 took away (MySQL 8.4 release notes), and how it is said since.
_OLD_WORDS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("MASTER", "STATUS"): ("BINARY", "LOG", "STATUS"),
    ("MASTER", "LOGS"): ("BINARY", "LOGS"),
    ("SLAVE", "STATUS"): ("REPLICA", "STATUS"),
    ("SLAVE", "HOSTS"): ("REPLICAS",),
}


def _warnings(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    rows = [(condition.level, condition.code, condition.message) for condition in runner.area.conditions]
    return ("Level", "Code", "Message"), rows


def _errors(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    columns, rows = _warnings(runner, syntax, context)
    return columns, [row for row in rows if row[0] == "Error"]


_SIZE_OF_FOLDER = (1 << 63) - 1  # as a 9.7.4 has it where a folder bears a file's name


def _binary_logs(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    server = runner.session.server
    if server.log_is_off:
        raise mysql_error("ER_NO_BINARY_LOGGING")
    # a file that somebody took away is still listed, with no bytes (so says the suite "binlog" of MySQL)
    rows = [
        (path.name, path.stat().st_size, "Yes" if is_encrypted(path) else "No")
        if is_file(path)
        else (path.name, _SIZE_OF_FOLDER if is_folder(path) else 0, "No")
        for path in server.log_files()
    ]
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


def _create_table(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    if not syntax.tables:
        raise mysql_error("ER_PARSE_ERROR", "", 1)
    schema, name = syntax.tables[0]
    require_shown(runner, schema or context.database or "", name, context)
    if runner.front_end.database_of(context).view(schema or context.database, name, reads=False) is not None:
        return create_view(runner, syntax, context)
    data = runner.front_end.database_of(context).table(schema or context.database, name, described=True)
    table = data.definition
    if table.partitioning is not None:
        partition_engine.open_table(data, context)
    key = captured.key_of(table.schema, table.name)
    if key[0] in SYSTEM_SCHEMAS and captured.definition(*key) is table:
        if (shown := captured.shown(*key)) is not None:
            return VIEW_COLUMNS if len(shown) == len(VIEW_COLUMNS) else ("Table", "Create Table"), [shown]
        return ("Table", "Create Table"), [(table.name, captured.create_text(*key))]
    counter = shown_counter(table, data.auto_increment)
    old = runner.session.variables.behaviour.display_widths
    sql_mode = str(runner.session.variables.get("sql_mode"))
    row_format = verbose_row_format(table, runner.session.variables)
    if table.has_generated_key and not runner.session.variables.get(SHOWS_GENERATED_KEY):
        table, counter = without_generated_key(table), 1
    variables = runner.session.variables
    if variables.table.find(_SKIPS_SECONDARY) is not None and variables.get(_SKIPS_SECONDARY):
        shown_options = tuple(option for option in table.options if not option.startswith("SECONDARY_ENGINE="))
        table = replace(table, options=shown_options)
    table = in_session_zone(table, context)
    text = create_text(table, auto_increment=counter, display_widths=old, sql_mode=sql_mode, row_format=row_format)
    return ("Table", "Create Table"), [(table.name, in_dictionary_bytewise(text.replace(KEPT, "`")))]


_SKIPS_SECONDARY = "show_create_table_skip_secondary_engine"


def _create_database(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    if not syntax.tables:
        raise mysql_error("ER_PARSE_ERROR", "", 1)
    name = syntax.tables[0][1]
    known = runner.front_end.catalog
    schema = known.schema(name) if name in known.schemas or name not in SYSTEM_SCHEMAS else Schema(name)
    if name == "information_schema":
        schema.collation = SYSTEM_COLLATION_ID
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


def _open_tables(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    """It is a query."""
    from binwriter.server.show import opened

    rows = opened.rows_in_use(runner, syntax, context)
    context.new_found_rows = len(rows)
    context.session.flags.plans(StatementFlag.NO_INDEX_USED)
    return opened.COLUMNS, rows


_REPLICA_STATUS = """
Replica_IO_State Source_Host Source_User Source_Port Connect_Retry Source_Log_File Read_Source_Log_Pos
Relay_Log_File Relay_Log_Pos Relay_Source_Log_File Replica_IO_Running Replica_SQL_Running Replicate_Do_DB
Replicate_Ignore_DB Replicate_Do_Table Replicate_Ignore_Table Replicate_Wild_Do_Table Replicate_Wild_Ignore_Table
Last_Errno Last_Error Skip_Counter Exec_Source_Log_Pos Relay_Log_Space Until_Condition Until_Log_File Until_Log_Pos
Source_SSL_Allowed Source_SSL_CA_File Source_SSL_CA_Path Source_SSL_Cert Source_SSL_Cipher Source_SSL_Key
Seconds_Behind_Source Source_SSL_Verify_Server_Cert Last_IO_Errno Last_IO_Error Last_SQL_Errno Last_SQL_Error
Replicate_Ignore_Server_Ids Source_Server_Id Source_UUID Source_Info_File SQL_Delay SQL_Remaining_Delay
Replica_SQL_Running_State Source_Retry_Count Source_Bind Last_IO_Error_Timestamp Last_SQL_Error_Timestamp
Source_SSL_Crl Source_SSL_Crlpath Retrieved_Gtid_Set Executed_Gtid_Set Auto_Position Replicate_Rewrite_DB
Channel_Name Source_TLS_Version Source_public_key_path Get_Source_public_key Network_Namespace
"""


def _replica_status(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    """What replicates is not modelled."""
    if "CHANNEL" in syntax.words:
        check_channel(runner, syntax.argument)
    return tuple(_REPLICA_STATUS.split()), []


_SHOWN: dict[tuple[str, ...], Callable[[Execution, AdminSyntax, StatementContext], Result]] = {
    ("WARNINGS",): _warnings,
    ("ERRORS",): _errors,
    ("BINARY", "LOGS"): _binary_logs,
    ("BINLOG", "EVENTS"): show_events,
    ("BINARY", "LOG", "STATUS"): _log_status,
    ("CREATE", "TABLE"): _create_table,
    ("CREATE", "DATABASE"): _create_database,
    ("CREATE", "SCHEMA"): _create_database,
    ("REPLICAS",): _replicas,
    ("REPLICA", "STATUS"): _replica_status,
    ("OPEN", "TABLES"): _open_tables,
    **lists.SHOWN,
    **objects.SHOWN,
    **created.SHOWN,
}
