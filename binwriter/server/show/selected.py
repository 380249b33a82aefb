"""SHOW of what tables of information_schema and performance_schema hold: each is a query of them, as on a server.

Columns, their types and LIKE and WHERE are then those of the tables (MySQL manual, "Extensions to SHOW Statements");
names and orders as a 9.7.4 gives them (tests/golden/answers).
"""

from __future__ import annotations

import re
from functools import partial

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution
from binwriter.sql.binding.partition_engine import open_table
from binwriter.sql.binding.system_tables import SYSTEM_SCHEMAS
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table.generated_key import SHOWS_GENERATED_KEY
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.query import run_select
from binwriter.sql.query.described.result_columns import described
from binwriter.sql.query.ordering import as_many_as_wanted
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.text.trees import parse_tree
from binwriter.sql.text.value_lists import string_literal
from binwriter.statement.result import StatementResult
from binwriter.statement.status_counts import StatementFlag
from binwriter.storage.table_data import TableData

_OF_TABLES = "information_schema.TABLES"
_OF_SCHEMATA = "information_schema.SCHEMATA"
_OWN_SCHEMA = "information_schema"
_PLAIN = pattern(r"[A-Za-z0-9.]*")  # characters that are themselves in a pattern of LIKE


@dataclass(frozen=True, slots=True)
class Selection:
    """What a SHOW reads. columns: (name shown, column of the table); full: those of SHOW FULL.

    liked: the column that LIKE is about. within: the columns that hold the database, and the table, that FROM names.
    where: a condition besides.

    What the status flags of the answer tell (captured: tests/golden/wire/status_flags.json): scans: a server reads all
    of a table for it, unless a condition gives the value of one of keys (names that are shown), or LIKE its beginning,
    where by_prefix, or there is any condition, where by_any; forgets: it does not know of it any more behind the rows.
    untold: PREPARE tells of no columns.
    """

    table: str
    columns: tuple[tuple[str, str], ...]
    liked: str
    order: str = ""
    within: tuple[str, ...] = ()
    where: str = ""
    full: tuple[tuple[str, str], ...] = ()
    titled: bool = False
    scans: bool = False
    keys: tuple[str, ...] = ()
    by_prefix: bool = False
    by_any: bool = False
    forgets: bool = False
    untold: bool = False


def _columns(text: str) -> tuple[tuple[str, str], ...]:
    """`Shown name=COLUMN, ...`; a name alone is that of the column in capitals with _ for blanks."""
    pairs = []
    for part in text.split(","):
        shown, _, column = part.strip().partition("=")
        pairs.append((shown, column or shown.upper().replace(" ", "_")))
    return tuple(pairs)


_CREATION = "character_set_client, collation_connection, Database Collation"
_COLUMN_HEAD = "Field=COLUMN_NAME, Type=COLUMN_TYPE"
_COLUMN_TAIL = "Null=IS_NULLABLE, Key=COLUMN_KEY, Default=COLUMN_DEFAULT, Extra"
_COLUMN = Selection(
    "information_schema.COLUMNS",
    _columns(f"{_COLUMN_HEAD}, {_COLUMN_TAIL}"),
    "COLUMN_NAME",
    "ORDINAL_POSITION",
    ("TABLE_SCHEMA", "TABLE_NAME"),
    full=_columns(f"{_COLUMN_HEAD}, Collation=COLLATION_NAME, {_COLUMN_TAIL}, Privileges, Comment=COLUMN_COMMENT"),
)
_INDEX = Selection(
    "information_schema.STATISTICS",
    _columns(
        "Table=TABLE_NAME, Non_unique, Key_name=INDEX_NAME, Seq_in_index, Column_name, Collation, Cardinality,"
        " Sub_part, Packed, Null=NULLABLE, Index_type, Comment, Index_comment, Visible=IS_VISIBLE, Expression"
    ),
    "INDEX_NAME",
    "",
    ("TABLE_SCHEMA", "TABLE_NAME"),
)
_TABLES = Selection(
    _OF_TABLES,
    (("Tables_in_", "TABLE_NAME"),),
    "TABLE_NAME",
    "TABLE_NAME",
    ("TABLE_SCHEMA",),
    full=(("Tables_in_", "TABLE_NAME"), ("Table_type", "TABLE_TYPE")),
    titled=True,
)
_DATABASES = Selection(
    _OF_SCHEMATA,
    (("Database", "SCHEMA_NAME"),),
    "SCHEMA_NAME",
    "SCHEMA_NAME",
    titled=True,
    scans=True,
    keys=("Database",),
)
_ROUTINE = Selection(
    "information_schema.ROUTINES",
    _columns(
        "Db=ROUTINE_SCHEMA, Name=ROUTINE_NAME, Type=ROUTINE_TYPE, Language=EXTERNAL_LANGUAGE, Definer,"
        f" Modified=LAST_ALTERED, Created, Security_type, Comment=ROUTINE_COMMENT, {_CREATION}"
    ),
    "ROUTINE_NAME",
    "ROUTINE_SCHEMA, ROUTINE_NAME",
    scans=True,
    by_any=True,
)
_CHARSETS = Selection(
    "information_schema.CHARACTER_SETS",
    _columns("Charset=CHARACTER_SET_NAME, Description, Default collation=DEFAULT_COLLATE_NAME, Maxlen"),
    "CHARACTER_SET_NAME",
    "CHARACTER_SET_NAME",
    scans=True,
    keys=("Charset",),
    by_prefix=True,
)
_ENGINES = Selection(
    "information_schema.ENGINES",
    _columns("Engine, Support, Comment, Transactions, XA, Savepoints"),
    "ENGINE",
    scans=True,
    untold=True,
)
SELECTIONS: dict[tuple[str, ...], Selection] = {
    ("TABLES",): _TABLES,
    **dict.fromkeys((("DATABASES",), ("SCHEMAS",)), _DATABASES),
    **dict.fromkeys((("COLUMNS",), ("FIELDS",)), _COLUMN),
    **dict.fromkeys((("INDEX",), ("INDEXES",), ("KEYS",)), _INDEX),
    ("TABLE", "STATUS"): Selection(
        _OF_TABLES,
        _columns(
            "Name=TABLE_NAME, Engine, Version, Row_format, Rows=TABLE_ROWS, Avg_row_length, Data_length,"
            " Max_data_length, Index_length, Data_free, Auto_increment, Create_time, Update_time, Check_time,"
            " Collation=TABLE_COLLATION, Checksum, Create_options, Comment=TABLE_COMMENT"
        ),
        "TABLE_NAME",
        "TABLE_NAME",
        ("TABLE_SCHEMA",),
    ),
    ("TRIGGERS",): Selection(
        "information_schema.TRIGGERS",
        _columns(
            "Trigger=TRIGGER_NAME, Event=EVENT_MANIPULATION, Table=EVENT_OBJECT_TABLE, Statement=ACTION_STATEMENT,"
            f" Timing=ACTION_TIMING, Created, sql_mode, Definer, {_CREATION}"
        ),
        "EVENT_OBJECT_TABLE",
        "EVENT_OBJECT_TABLE, EVENT_MANIPULATION, ACTION_TIMING, ACTION_ORDER",
        ("TRIGGER_SCHEMA",),
        scans=True,
    ),
    ("EVENTS",): Selection(
        "information_schema.EVENTS",
        _columns(
            "Db=EVENT_SCHEMA, Name=EVENT_NAME, Definer, Time zone, Type=EVENT_TYPE, Execute at, Interval value,"
            f" Interval field, Starts, Ends, Status, Originator, {_CREATION}"
        ),
        "EVENT_NAME",
        "EVENT_SCHEMA, EVENT_NAME",
        ("EVENT_SCHEMA",),
        scans=True,
    ),
    ("LIBRARY", "STATUS"): Selection(
        "information_schema.LIBRARIES",
        _columns(
            "Db=LIBRARY_SCHEMA, Name=LIBRARY_NAME, Language, Creator, Modified=LAST_ALTERED, Created,"
            " Comment=LIBRARY_COMMENT"
        ),
        "LIBRARY_NAME",
        "LIBRARY_SCHEMA, LIBRARY_NAME",
    ),
    ("PROCEDURE", "STATUS"): _ROUTINE,
    ("FUNCTION", "STATUS"): _ROUTINE,
    ("CHARACTER", "SET"): _CHARSETS,
    ("CHARSET",): _CHARSETS,
    ("COLLATION",): Selection(
        "information_schema.COLLATIONS",
        _columns(
            "Collation=COLLATION_NAME, Charset=CHARACTER_SET_NAME, Id, Default=IS_DEFAULT, Compiled=IS_COMPILED,"
            " Sortlen, Pad_attribute"
        ),
        "COLLATION_NAME",
        "COLLATION_NAME",
        scans=True,
        keys=("Collation",),
    ),
    ("ENGINES",): _ENGINES,
    ("STORAGE", "ENGINES"): _ENGINES,
    ("PLUGINS",): Selection(
        "information_schema.PLUGINS",
        _columns(
            "Name=PLUGIN_NAME, Status=PLUGIN_STATUS, Type=PLUGIN_TYPE, Library=PLUGIN_LIBRARY, License=PLUGIN_LICENSE"
        ),
        "PLUGIN_NAME",
        scans=True,
        untold=True,
    ),
    ("VARIABLES",): Selection(
        "performance_schema.session_variables",
        _columns("Variable_name, Value=VARIABLE_VALUE"),
        "VARIABLE_NAME",
        "VARIABLE_NAME",
        scans=True,
        keys=("Variable_name",),
    ),
    ("STATUS",): Selection(
        "performance_schema.session_status",
        _columns("Variable_name, Value=VARIABLE_VALUE"),
        "VARIABLE_NAME",
        scans=True,
        keys=("Variable_name",),
        forgets=True,
    ),
}


def selection_of(words: tuple[str, ...]) -> tuple[tuple[str, ...], Selection] | None:
    """The words that SHOW begins with, and what they read; None for what is no query."""
    for length in (2, 1):
        selection = SELECTIONS.get(words[:length])
        if selection is not None:
            return words[:length], selection
    return None


def show_selected(
    runner: Execution, syntax: AdminSyntax, context: StatementContext, words: tuple[str, ...], chosen: Selection
) -> StatementResult:
    """Runs the query. MySQLError for a database or table that is not there."""
    place = _place(runner, syntax, context, chosen)
    if "LIKE" in syntax.words and chosen.table == _OF_TABLES and place == (_OWN_SCHEMA,):
        # as its tables are called (captured: clusters/shown_by_pattern)
        syntax = replace(syntax, argument=syntax.argument.upper())
    only = _object(runner, context, *place) if len(place) == _SCHEMA_AND_TABLE else None
    if "EXTENDED" in syntax.words and chosen in (_COLUMN, _INDEX) and isinstance(only, TableData):
        from binwriter.server.show.extended import with_hidden  # seldom needed

        hides = not context.variables.get(SHOWS_GENERATED_KEY)
        chosen = replace(chosen, table=with_hidden(chosen.table, only.definition, hides_generated=hides))
    if chosen.table == _INDEX.table:
        chosen = replace(chosen, columns=chosen.columns[: context.variables.behaviour.columns_of_keys])
    tree = parse_tree(query_text(syntax, place, words, chosen))
    beginning = _beginning(syntax.argument) if "LIKE" in syntax.words else ""
    database = runner.front_end.database_with(context, only, shows=True, beginning=beginning)
    result = run_select(tree, database, context)
    context.new_found_rows = len(result.rows)
    if isinstance(only, View) and chosen == _COLUMN:
        invalid = mysql_error("ER_VIEW_INVALID", only.schema, only.name)
        if any(condition.code == invalid.code for condition in context.diagnostics):
            context.diagnostics.clear()
            raise invalid
    _flag(syntax, tree, context, chosen, only)
    rows = as_many_as_wanted(result.rows, context)
    if context.rows_warn:
        from binwriter.sql.system.invalid_views import warn_of_rows  # late: of few system tables

        warn_of_rows(rows, context)
    return StatementResult(
        affected=len(rows),
        columns=tuple(name for name, _ in result.columns),
        rows=rows,
        types=tuple(type_ for _, type_ in result.columns),
        described=partial(described, result.query) if result.query is not None else None,
        diagnostics=tuple(context.diagnostics),
    )


def _beginning(pattern: str) -> str:
    """What all names begin with that a pattern of LIKE lets through, in lower case."""
    plain = _PLAIN.match(pattern)
    return plain[0].lower() if plain is not None else ""


def _flag(
    syntax: AdminSyntax,
    tree: exp.Expression,
    context: StatementContext,
    chosen: Selection,
    only: TableData | View | None,
) -> None:
    flags, scans = context.session.flags, chosen.scans
    if chosen.by_any:
        scans = "LIKE" not in syntax.words and not syntax.condition
    elif "LIKE" in syntax.words and chosen.by_prefix:
        scans = syntax.argument[:1] in ("", *_WILDCARDS)
    elif syntax.condition and chosen.keys:
        keys = {name.lower() for name in chosen.keys}
        terms = conjuncts(tree.args["where"].this)
        scans = not any(isinstance(term, exp.EQ) and term.this.name.lower() in keys for term in terms)
    if isinstance(only, TableData):  # which the dictionary has not
        scans = context.session.temporary.find(only.definition.schema, only.definition.name) is not None
    flags.begin()
    if scans:
        flags.plans(StatementFlag.NO_INDEX_USED)
    if chosen.forgets:
        flags.seen = 0


_SCHEMA_AND_TABLE = 2
_WILDCARDS = "%_"


def _object(runner: Execution, context: StatementContext, schema: str, name: str) -> TableData | View | None:
    """The table or view that is asked about; None for a server's own."""
    database = runner.front_end.database_of(context)
    view = database.view(schema, name, reads=False)
    if view is not None:
        return view
    system = schema.lower() in SYSTEM_SCHEMAS and schema not in database.catalog.schemas
    return None if system else database.table(schema, name, described=True)


def query_text(syntax: AdminSyntax, place: tuple[str, ...], words: tuple[str, ...], chosen: Selection) -> str:
    """The query of a database or table that its place names."""
    columns = chosen.full if chosen.full and "FULL" in syntax.words else chosen.columns
    title = _title(syntax, place) if chosen.titled else ""
    named = [
        (f"{shown}{title}" if chosen.titled and number == 0 else shown, column)
        for number, (shown, column) in enumerate(columns)
    ]
    table = chosen.table
    if "GLOBAL" in syntax.words:
        table = table.replace("session_", "global_")
    conditions = [f"{column} = {string_literal(value)}" for column, value in zip(chosen.within, place, strict=True)]
    if words in (("PROCEDURE", "STATUS"), ("FUNCTION", "STATUS")):
        conditions.append(f"ROUTINE_TYPE = '{words[0]}'")
    if "LIKE" in syntax.words:
        any_letters = chosen.table == _OF_SCHEMATA and syntax.argument.lower() == _OWN_SCHEMA
        conditions.append(f"{chosen.liked} LIKE {string_literal(_OWN_SCHEMA if any_letters else syntax.argument)}")
    items = ", ".join(f"{quoted(column)} AS {quoted(shown)}" for shown, column in named)
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    order = f" ORDER BY {chosen.order}" if chosen.order else ""
    text = f"SELECT {items} FROM {table}{where}{order}"
    if not syntax.condition:
        return text
    condition = with_names(syntax.condition, [shown for shown, _ in named])
    return f"SELECT * FROM ({text}) AS {quoted(chosen.table.rpartition('.')[2].rpartition(' ')[2])} WHERE {condition}"


def _title(syntax: AdminSyntax, place: tuple[str, ...]) -> str:
    return "".join(place) + (f" ({syntax.argument})" if "LIKE" in syntax.words else "")


def with_names(condition: str, names: list[str]) -> str:
    """Names of columns that are words of SQL are put in backquotes."""
    for name in names:
        if name.isidentifier():
            pattern = rf"(?<![`'\"\w.]){re.escape(name)}(?![`'\"\w(])"
            condition = re.sub(pattern, f"`{name}`", condition, flags=re.IGNORECASE)
    return condition


def _place(runner: Execution, syntax: AdminSyntax, context: StatementContext, chosen: Selection) -> tuple[str, ...]:
    """The database, or the database and the table, that are named or meant."""
    named = named_place(syntax, context, chosen)
    if len(named) < _SCHEMA_AND_TABLE:
        # there need not be one of events
        return named if "EVENTS" in syntax.words else tuple(_database(runner, name) for name in named)
    schema, name = named
    database = runner.front_end.database_of(context)
    if database.view(schema, name, reads=False) is not None:
        return schema, name
    data = database.table(schema, name, described=True)
    open_table(data, context)
    table = data.definition
    return table.schema, table.name


def named_place(syntax: AdminSyntax, context: StatementContext, chosen: Selection) -> tuple[str, ...]:
    """The same as they are written, be they there or not."""
    if not chosen.within:
        return ()
    if len(chosen.within) == 1:
        name = next((name for _, name in syntax.tables), context.database)
        if not name:
            raise mysql_error("ER_NO_DB_ERROR")
        return (name,)
    if not syntax.tables:
        raise mysql_error("ER_PARSE_ERROR", "", 1)
    schema, name = syntax.tables[0]
    return (syntax.tables[1][1] if len(syntax.tables) > 1 else schema or context.database) or "", name


def _database(runner: Execution, name: str) -> str:
    if name.lower() in SYSTEM_SCHEMAS and name not in runner.front_end.catalog.schemas:
        return name.lower() if name.lower() == "information_schema" else name
    return runner.front_end.catalog.schema(name).name
