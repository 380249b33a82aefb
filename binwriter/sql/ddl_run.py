"""DDL carried out: the catalog and storage change, and the Query events that a server logs for it.

What each statement logs (rewritten text, flags, status variables) was seen on a real 9.7.4; findings part 6 has the
rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlglot import exp

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.constants import ColumnType
from binwriter.messages import mysql_error, mysql_warning
from binwriter.rules.drop_table import GENERATED, DroppedTable, drop_table_events, quoted
from binwriter.rules.row_image import primary_key_equivalent
from binwriter.schema import ENGINES, Schema, Table, engine_by_name
from binwriter.sql.context import StatementContext
from binwriter.sql.database import Database, schema_of
from binwriter.sql.ddl import database_collation, table_from_syntax
from binwriter.sql.ddl_warnings import create_table_warnings
from binwriter.sql.parse import ParsedStatement
from binwriter.sql.table_syntax import CreateTableSyntax
from binwriter.statement import DdlEvent, StatementEffects


@dataclass
class DdlRun:
    """A DDL statement with what it works on. default_schema is the session's database ('' for none).

    affected: what the client gets: 1 for a new database, the number of tables of a dropped one. error: with which it
    ends although it was carried out in part.
    """

    parsed: ParsedStatement
    database: Database
    context: StatementContext
    affected: int = 0
    error: MySQLError | None = None

    @property
    def default_schema(self) -> str:
        return self.context.database or ""

    def note(self, symbol: str, *arguments: object) -> None:
        self.context.diagnostics.append(mysql_warning(symbol, *arguments, level="Note"))


def run_ddl(run: DdlRun) -> StatementEffects:
    """Carries the statement out. Raises MySQLError; then nothing was changed and nothing is logged.

    An error among the effects is one of a statement that was carried out in part, and is logged.
    """
    ddl = _RUNNERS[run.parsed.command](run)
    return StatementEffects(ddl=ddl, affected=run.affected, error=run.error)


def _unless_unlogged(run: DdlRun, event: DdlEvent, *, existed: bool) -> tuple[DdlEvent, ...]:
    """CREATE .. IF NOT EXISTS of what is there already is not logged in every era."""
    return () if existed and not run.context.policy.logs_existing else (event,)


def _text(run: DdlRun) -> bytes:
    return run.parsed.text.encode()


# --- databases
# ---------------------------------------------------------------------------------------------------------


def _create_db(run: DdlRun) -> tuple[DdlEvent, ...]:
    tree = run.parsed.node
    assert isinstance(tree, exp.Create)
    name = _database_name(tree.this)
    exists = name in run.database.catalog.schemas
    if exists and not tree.args.get("exists"):
        raise mysql_error("ER_DB_CREATE_EXISTS", name)
    if exists:
        run.note("ER_DB_CREATE_EXISTS", name)
    else:
        run.database.catalog.schemas[name] = Schema(name, database_collation(tree, run.context))
    run.affected = 1
    event = DdlEvent(
        _text(run),
        name,
        databases=(name,),
        atomic=not exists,
        suppress_use=True,
        default_table_encryption=True,
    )
    return _unless_unlogged(run, event, existed=exists)


def _drop_db(run: DdlRun) -> tuple[DdlEvent, ...]:
    tree = run.parsed.node
    assert isinstance(tree, exp.Drop)
    name = _database_name(tree.args["tables"][0] if tree.args.get("tables") else tree.this)
    schema = run.database.catalog.schemas.get(name)
    if schema is None:
        if not tree.args.get("exists"):
            raise mysql_error("ER_DB_DROP_EXISTS", name)
        run.note("ER_DB_DROP_EXISTS", name)
        return (DdlEvent(_text(run), name, databases=_dropped(run, name), suppress_use=True),)
    events = [
        DdlEvent(f"DROP TABLE IF EXISTS {quoted(table.name)} {GENERATED}".encode(), name, databases=(name,))
        for table in sorted(schema.tables.values(), key=lambda table: table.name)
        if not table.engine.atomic_ddl and run.context.policy.drop_database_by_table
    ]
    run.affected = len(schema.tables)
    for table in list(schema.tables.values()):
        _forget(run, table)
    del run.database.catalog.schemas[name]
    if run.context.database == name:
        run.context.database = None
    events.append(DdlEvent(_text(run), name, databases=_dropped(run, name), atomic=True, suppress_use=True))
    return tuple(events)


def _dropped(run: DdlRun, name: str) -> tuple[str, ...] | None:
    """updated_db_names of DROP DATABASE."""
    return (name,) if run.context.variables.profile.names_database_dropped else None


def _database_name(node: exp.Expression) -> str:
    """sqlglot puts a database's name into the table's or the db part, by keyword."""
    named = node.args.get("db")
    return named.name if named is not None and not node.name else node.name


# --- tables
# ------------------------------------------------------------------------------------------------------------


def _create_table(run: DdlRun) -> tuple[DdlEvent, ...]:
    syntax = run.parsed.node
    assert isinstance(syntax, CreateTableSyntax)
    schema_name = syntax.schema or run.default_schema
    if not schema_name:
        raise mysql_error("ER_NO_DB_ERROR")
    schema = run.database.catalog.schema(schema_name)
    existing = schema.tables.get(syntax.name)
    if existing is not None:
        if not syntax.if_not_exists:
            raise mysql_error("ER_TABLE_EXISTS_ERROR", syntax.name)
        run.note("ER_TABLE_EXISTS_ERROR", syntax.name)
        return _unless_unlogged(run, _table_event(run, existing, atomic=False), existed=True)
    run.context.diagnostics.extend(create_table_warnings(syntax))
    engine = engine_by_name(str(run.context.variables.get("default_storage_engine")))
    table = table_from_syntax(
        syntax,
        run.database.catalog,
        run.context,
        default_schema=schema_name,
        default_engine=engine,
        text=run.parsed.text,
    )
    if primary_key_equivalent(table) is None:
        _check_keyless(run, table, is_copy=syntax.like is not None)
    schema.tables[table.name] = table
    run.database.storage.create(table)
    return (_table_event(run, table, atomic=table.engine.atomic_ddl, like=syntax.like is not None),)


def _check_keyless(run: DdlRun, table: Table, *, is_copy: bool) -> None:
    """What the variables say to a table without a primary key or its equivalent (seen on 9.7.4).

    CREATE TABLE ... LIKE gets no generated key.
    """
    variables = run.context.variables
    is_innodb = table.engine is ENGINES["innodb"]
    if is_innodb and not is_copy and variables.get("sql_generate_invisible_primary_key"):
        raise UnsupportedError("sql_generate_invisible_primary_key=ON for a table without PRIMARY KEY", run.parsed.text)
    if variables.get("sql_require_primary_key"):
        raise mysql_error("ER_TABLE_WITHOUT_PK")


def _table_event(run: DdlRun, table: Table, *, atomic: bool, like: bool = False) -> DdlEvent:
    timestamps = any(column.spec.type is ColumnType.TIMESTAMP2 for column in table.columns)
    return DdlEvent(
        _text(run),
        run.default_schema,
        databases=None if like else (table.schema,),
        atomic=atomic,
        explicit_defaults_for_timestamp=timestamps,
        sql_require_primary_key=True,
    )


def _drop_table(run: DdlRun) -> tuple[DdlEvent, ...]:
    tree = run.parsed.node
    assert isinstance(tree, exp.Drop)
    if_exists = bool(tree.args.get("exists"))
    names: list[tuple[str, str]] = []
    for node in tree.args["tables"]:
        schema = schema_of(node, run.context.database)
        if not schema:
            raise mysql_error("ER_NO_DB_ERROR")
        if (schema, node.name) in names:
            raise mysql_error("ER_NONUNIQ_TABLE", node.name)
        names.append((schema, node.name))
    found = {name: run.database.catalog.find(*name) for name in names}
    missing = [name for name in names if found[name] is None]
    error = _missing(run, missing, if_exists=if_exists, all_missing=len(missing) == len(names)) if missing else None
    listed = [DroppedTable(*name, _is_atomic(table), exists=table is not None) for name, table in found.items()]
    for table in found.values():
        if table is not None:
            _forget(run, table)
    policy = run.context.policy
    events = drop_table_events(
        policy.drop_table, listed, if_exists=if_exists, current=run.default_schema, text=run.parsed.text
    )
    run.error = error
    return tuple(
        DdlEvent(
            event.text.encode(),
            run.default_schema,
            databases=event.schemas,
            atomic=event.atomic,
            thread_specific=event.thread_specific,
            error_code=error.code if error else 0,
        )
        for event in events
    )


def _missing(run: DdlRun, names: list[tuple[str, str]], *, if_exists: bool, all_missing: bool) -> MySQLError | None:
    """Tables that are not there: notes with IF EXISTS, else the error; returned where the others are still dropped."""
    if if_exists:
        for schema, name in names:
            run.note("ER_BAD_TABLE_ERROR", f"{schema}.{name}")
        return None
    error = mysql_error("ER_BAD_TABLE_ERROR", ",".join(f"{schema}.{name}" for schema, name in names))
    if all_missing or not run.context.policy.drops_what_exists:
        raise error
    return error


def _is_atomic(table: Table | None) -> bool:
    return table is not None and table.engine.atomic_ddl


def _forget(run: DdlRun, table: Table) -> None:
    del run.database.catalog.schema(table.schema).tables[table.name]
    run.database.storage.drop(table.schema, table.name)


def _truncate(run: DdlRun) -> tuple[DdlEvent, ...]:
    tree = run.parsed.node
    assert isinstance(tree, exp.TruncateTable)
    data = run.database.table_of(tree.expressions[0], run.context)
    table = data.definition
    run.database.storage.truncate(table.schema, table.name)
    wrapped = table.engine.two_phase and run.context.policy.truncate_in_transaction
    variables = run.context.variables
    in_statement_form = table.engine.two_phase and variables.get("binlog_format") != "ROW"
    named = variables.profile.names_truncated and in_statement_form
    return (
        DdlEvent(
            _text(run),
            run.default_schema,
            databases=(table.schema,) if named else None,
            atomic=table.engine.atomic_ddl,
            in_transaction=wrapped,
        ),
    )


_RUNNERS: dict[str, Callable[[DdlRun], tuple[DdlEvent, ...]]] = {
    "create_db": _create_db,
    "drop_db": _drop_db,
    "create_table": _create_table,
    "drop_table": _drop_table,
    "truncate": _truncate,
}
