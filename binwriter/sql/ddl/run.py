"""DDL carried out: the catalog and storage change, and the Query events that a server logs for it.

What each statement logs (rewritten text, flags, status variables) was seen on a real 9.7.4; findings part 6 has the
rules.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from sqlglot import exp

from binwriter.catalog.limits import check_length
from binwriter.catalog.schemas import Schema
from binwriter.catalog.tables import Check, ForeignKeyAction, Table
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.session_modes import BinlogFormat, Isolation
from binwriter.sql.binding.foreign_key_tables import children_of
from binwriter.sql.binding.system_tables import SYSTEM_SCHEMAS
from binwriter.sql.command_table import defines
from binwriter.sql.ddl import show_create
from binwriter.sql.ddl.drop import refuse_parents
from binwriter.sql.ddl.reference_systems import ReferenceSystemSyntax, change_reference_systems
from binwriter.sql.ddl.statement import DdlRun
from binwriter.sql.ddl.table.column_types import resolve_collation
from binwriter.sql.ddl.table.defaults import seeds_of_defaults
from binwriter.sql.ddl.table.define import check_has_key, database_collation, table_from_syntax
from binwriter.sql.ddl.table.foreign_key_text import foreign_key_text
from binwriter.sql.ddl.table.generated_key import (
    has_been_generated,
    needs_generated_key,
    refuse_partitions,
    with_generated_key,
)
from binwriter.sql.ddl.table.implicit_timestamps import has_time_default
from binwriter.sql.ddl.table.warnings import copied_column_warnings, duplicate_key_warnings, hash_notes
from binwriter.sql.ddl.table.zero_dates import check_zero_dates
from binwriter.sql.ddl.tablespaces import TablespaceSyntax, change_tablespaces
from binwriter.sql.syntax.alter_table import AlterDatabaseSyntax
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.statement.drop_table import GENERATED
from binwriter.statement.values import DdlEvent, StatementEffects
from binwriter.storage.heap_room import room_of
from binwriter.storage.table_data import TableData


def run_ddl(run: DdlRun) -> StatementEffects:
    """Carries the statement out. Raises MySQLError; then nothing was changed and nothing is logged.

    An error among the effects is one of a statement that was carried out in part, and is logged.
    """
    ddl = defines[run.parsed.command](run)
    return StatementEffects(ddl=ddl, affected=run.affected, error=run.error, columns=run.columns, result=run.rows)


def _unless_unlogged(run: DdlRun, event: DdlEvent, *, existed: bool) -> tuple[DdlEvent, ...]:
    """CREATE .. IF NOT EXISTS of what is there already is not logged in every era."""
    return () if existed and not run.context.server.policy.logs_existing else (event,)


def _text(run: DdlRun) -> bytes:
    return run.parsed.text.encode()


# --- databases
# ---------------------------------------------------------------------------------------------------------


_ENCRYPTION = pattern(r"\bENCRYPTION\s*=?\s*['\"](\w)['\"]", re.IGNORECASE)


@defines("create_db")
def _create_db(run: DdlRun) -> tuple[DdlEvent, ...]:
    tree = run.parsed.node
    assert isinstance(tree, exp.Create)
    name = database_name(tree.this)
    check_length(name)
    exists = name in run.database.catalog.schemas or name in SYSTEM_SCHEMAS
    if exists and not tree.args.get("exists"):
        raise mysql_error("ER_DB_CREATE_EXISTS", name)
    written = _ENCRYPTION.search(run.parsed.text)
    if exists:
        run.note("ER_DB_CREATE_EXISTS", name)
    else:
        encrypted = (
            written[1].upper() == "Y" if written else bool(run.context.variables.get("default_table_encryption"))
        )
        run.database.catalog.schemas[name] = Schema(name, database_collation(tree, run.context), encrypted=encrypted)
    run.affected = 1
    event = DdlEvent(
        _text(run),
        name,
        databases=(name,),
        atomic=not exists,
        suppress_use=True,
        default_table_encryption=written is None,
    )
    return _unless_unlogged(run, event, existed=exists)


@defines("alter_db")
def _alter_db(run: DdlRun) -> tuple[DdlEvent, ...]:
    syntax = run.parsed.node
    assert isinstance(syntax, AlterDatabaseSyntax)
    name = syntax.name or run.default_schema
    if not name:
        raise mysql_error("ER_NO_DB_ERROR")
    schema = run.database.catalog.schemas.get(name)
    if schema is None:
        raise mysql_error("ER_NO_SUCH_DB", name)
    only_read_only = (syntax.charset, syntax.collation, syntax.encryption) == (None, None, None)
    if schema.read_only and not only_read_only and syntax.read_only is not False:
        raise mysql_error("ER_SCHEMA_READ_ONLY", name)
    if syntax.encryption is not None:
        schema.encrypted = syntax.encryption.upper() == "Y"
    if syntax.read_only is not None:
        schema.read_only = syntax.read_only
    schema.collation = resolve_collation(syntax.charset, syntax.collation, schema.collation, run.context).id
    if name == run.default_schema:
        run.context.variables.database_changed(schema.collation)
    run.affected = 1
    databases = (name,) if run.context.variables.profile.names_database_altered else None
    return (DdlEvent(_text(run), name, databases=databases, atomic=True, suppress_use=True),)


@defines("create_tablespace", "alter_tablespace", "drop_tablespace")
def _tablespace(run: DdlRun) -> tuple[DdlEvent, ...]:
    syntax = run.parsed.node
    assert isinstance(syntax, TablespaceSyntax)
    change_tablespaces(syntax, run.database.catalog, run.context)
    creates = run.parsed.command == "create_tablespace"
    return (DdlEvent(_text(run), run.default_schema, atomic=True, default_table_encryption=creates),)


@defines("create_srs", "drop_srs")
def _reference_system(run: DdlRun) -> tuple[DdlEvent, ...]:
    syntax = run.parsed.node
    assert isinstance(syntax, ReferenceSystemSyntax)
    before = len(run.context.diagnostics)
    change_reference_systems(syntax, run.database.catalog, run.context)
    changed = not syntax.exists or len(run.context.diagnostics) == before
    return (DdlEvent(_text(run), run.default_schema, atomic=True),) if changed else ()


@defines("drop_db")
def _drop_db(run: DdlRun) -> tuple[DdlEvent, ...]:
    tree = run.parsed.node
    assert isinstance(tree, exp.Drop)
    name = database_name(tree.args["tables"][0] if tree.args.get("tables") else tree.this)
    schema = run.database.catalog.schemas.get(name)
    if schema is None:
        if not tree.args.get("exists"):
            raise mysql_error("ER_DB_DROP_EXISTS", name)
        run.note("ER_DB_DROP_EXISTS", name)
        return (DdlEvent(_text(run), name, databases=_dropped(run, name), suppress_use=True),)
    events = [
        DdlEvent(f"DROP TABLE IF EXISTS {quoted(table.name)} {GENERATED}".encode(), name, databases=(name,))
        for table in sorted(schema.tables.values(), key=lambda table: table.name)
        if not table.engine.atomic_ddl and run.context.server.policy.drop_database_by_table
    ]
    refuse_parents(run, {(table.schema, table.name): table for table in schema.tables.values()})
    had_tables = bool(schema.tables)
    run.affected = len(schema.tables) + len(schema.views)
    for table in list(schema.tables.values()):
        run.forget(table)
    del run.database.catalog.schemas[name]
    run.database.programs.drop_schema(name)
    if run.context.database == name:
        run.context.database = None
    databases = _dropped(run, name, had_tables)
    events.append(DdlEvent(_text(run), name, databases=databases, atomic=True, suppress_use=True))
    return tuple(events)


def _dropped(run: DdlRun, name: str, had_tables: bool = False) -> tuple[str, ...] | None:
    """updated_db_names of DROP DATABASE: before 8.0 only where a table was dropped with it."""
    return (name,) if had_tables or run.context.variables.profile.names_database_dropped else None


def database_name(node: exp.Expression) -> str:
    """The database that CREATE, ALTER and DROP DATABASE name: sqlglot puts it into the table's or the db part."""
    named = node.args.get("db")
    return named.name if named is not None and not node.name else node.name


# --- tables
# ------------------------------------------------------------------------------------------------------------


@defines("create_table")
def _create_table(run: DdlRun) -> tuple[DdlEvent, ...]:
    syntax = run.parsed.node
    assert isinstance(syntax, CreateTableSyntax)
    schema_name = new_table_schema(run, syntax)
    if schema_name is None:
        existing = _existing(run, _schema_of_new(run, syntax), syntax)
        assert existing is not None
        if syntax.temporary:
            # also when it was there already (captured: mixing_existing_temporary)
            run.database.temporary.created = True
        if syntax.temporary and not run.logs_temporary:
            return ()
        event = _table_event(run, existing, atomic=False)
        if syntax.like is not None:
            event = _created(run, syntax, existing, existed=True)[0]
        if syntax.temporary:
            event = replace(event, temporary=False)  # no T-table was made (captured: mixing_existing_temporary)
        return _unless_unlogged(run, event, existed=True)
    table = define_table(run, syntax, schema_name)
    if table.temporary:
        keep_table(run, TableData(table))
    else:
        keep_table(run, TableData(table))
    return _created(run, syntax, table)


def _schema_of_new(run: DdlRun, syntax: CreateTableSyntax) -> Schema:
    schema_name = syntax.schema or run.default_schema
    if not schema_name:
        raise mysql_error("ER_NO_DB_ERROR")
    return run.database.catalog.schema(schema_name)


def new_table_schema(run: DdlRun, syntax: CreateTableSyntax) -> str | None:
    """The database of a new table; None where the table is there already and IF NOT EXISTS says that this is fine."""
    if syntax.like is not None:
        _check_like(run, syntax, *syntax.like)
    schema = _schema_of_new(run, syntax)
    if _existing(run, schema, syntax) is None:
        return schema.name
    if not syntax.if_not_exists:
        raise mysql_error("ER_TABLE_EXISTS_ERROR", syntax.name)
    run.note("ER_TABLE_EXISTS_ERROR", syntax.name)
    return None


def _check_like(run: DdlRun, syntax: CreateTableSyntax, given: str | None, name: str) -> None:
    """The table that LIKE names is opened before the new name is looked up (captured: names_of_themselves_row), and is
    another one."""
    schema = given or run.default_schema
    if (schema, name) == (syntax.schema or run.default_schema, syntax.name):
        raise mysql_error("ER_NONUNIQ_TABLE", name)
    if run.database.view(schema, name) is not None:
        raise mysql_error("ER_WRONG_OBJECT", schema, name, "BASE TABLE")
    if run.database.table(schema, name).definition.partitioning is not None and syntax.temporary:
        raise mysql_error("ER_PARTITION_NO_TEMPORARY")


def keep_table(run: DdlRun, data: TableData) -> None:
    """Puts a new table with its rows where statements find it."""
    table = data.definition
    data.room = room_of(table, run.context.variables.settings.max_heap_table_size)
    if table.temporary:
        data.unlogged = not run.context.variables.settings.sql_log_bin
        run.database.temporary.create(data)
    else:
        run.database.catalog.schemas[table.schema].tables[table.name] = table
        run.database.storage.put(data)


def _existing(run: DdlRun, schema: Schema, syntax: CreateTableSyntax) -> Table | None:
    if syntax.temporary:
        found = run.database.temporary.find(schema.name, syntax.name)
        return None if found is None else found.definition
    if syntax.name in schema.views and not syntax.if_not_exists:
        raise mysql_error("ER_TABLE_EXISTS_ERROR", syntax.name)
    return schema.tables.get(syntax.name)


def define_table(run: DdlRun, syntax: CreateTableSyntax, schema_name: str) -> Table:
    """The table that the statement makes; nothing is changed yet."""
    if syntax.like is not None:
        source = run.database.table(syntax.like[0] or run.default_schema, syntax.like[1]).definition
        run.context.diagnostics.extend(copied_column_warnings(source.columns))
        table = replace(
            source,
            schema=schema_name,
            name=syntax.name,
            temporary=syntax.temporary,
            auto_increment=1,
            foreign_keys=(),
            checks=copied_checks(source, syntax.name),
        )
        check_zero_dates(table.columns, run.context)
    else:
        variables = run.context.variables
        engine = variables.engines.find(str(variables.get("default_storage_engine")))
        has_own_default = "default_tmp_storage_engine" not in variables.table.hidden
        if syntax.temporary and syntax.options.engine is None and has_own_default:
            engine = variables.engines.find(str(variables.get("default_tmp_storage_engine")))
        make = partial(
            table_from_syntax,
            catalog=run.database.catalog,
            context=run.context,
            default_schema=schema_name,
            default_engine=engine,
            text=run.parsed.text,
        )
        if syntax.partition_by is not None:
            refuse_partitions(lambda: make(replace(syntax, partition_by=None)), run.context)
        table = make(syntax)
        if needs_generated_key(table, run.context):
            table = make(with_generated_key(syntax, table))
        run.context.diagnostics.extend(hash_notes(syntax.keys, table.engine))
        run.context.diagnostics.extend(duplicate_key_warnings(table))
    check_has_key(table, run.context)
    return table


def _created(run: DdlRun, syntax: CreateTableSyntax, table: Table, *, existed: bool = False) -> tuple[DdlEvent, ...]:
    event = _table_event(run, table, atomic=table.engine.atomic_ddl and not existed, like=syntax.like is not None)
    if has_been_generated(syntax, table) and not existed:
        text = show_create.create_text(
            table,
            written_options=syntax.options.written,
            schema=table.schema != run.default_schema,
            if_not_exists=syntax.if_not_exists,
            sql_mode=str(run.context.variables.get("sql_mode")),
        )
        event = replace(event, text=text.encode())
    if table.temporary:
        return (event,) if run.logs_temporary else ()
    if syntax.like is not None:
        source = run.database.temporary.find(syntax.like[0] or run.default_schema, syntax.like[1])
        if source is not None:
            event = replace(event, thread_specific=True)
            if not run.logs_temporary:  # the replica may not have the source
                text = show_create.create_text(
                    table,
                    written_options=("ENGINE",) if run.context.server.policy.names_engine_of_copy else (),
                    if_not_exists=syntax.if_not_exists,
                    display_widths=run.context.variables.behaviour.display_widths,
                    sql_mode=str(run.context.variables.get("sql_mode")),
                )
                event = replace(event, text=text.encode())
    return (event,)


def copied_checks(source: Table, name: str) -> tuple[Check, ...]:
    """The CHECK constraints of a copy: they get names anew."""
    return tuple(replace(check, name=f"{name}_chk_{number}") for number, check in enumerate(source.checks, 1))


def _table_event(run: DdlRun, table: Table, *, atomic: bool, like: bool = False) -> DdlEvent:
    timestamps = not like and any(column.spec.type is ColumnType.TIMESTAMP2 for column in table.columns)
    return DdlEvent(
        _text(run),
        run.default_schema,
        databases=None if like else (table.schema,),
        atomic=atomic and not table.temporary,
        thread_specific=table.temporary,
        temporary=table.engine.transactional if table.temporary else None,
        explicit_defaults_for_timestamp=timestamps,
        uses_time_zone=has_time_default(table.columns, run.context.variables.profile),
        sql_require_primary_key=True,
        context=seeds_of_defaults(run, table),
    )


def _refuse_statement_form(run: DdlRun) -> None:
    """Where TRUNCATE is a DELETE inside, the engine refuses it as one: ER_BINLOG_LOGGING_IMPOSSIBLE."""
    isolation, settings = Isolation(run.context.variables.isolation()), run.context.variables.settings
    by_statement = settings.sql_log_bin and settings.binlog_format is BinlogFormat.STATEMENT
    if isolation.repeatable or not by_statement:
        return
    policy = run.context.server.policy.unsafe
    raise policy.refusal("ER_BINLOG_STMT_MODE_AND_ROW_ENGINE", isolation=isolation, by_isolation=True)


@defines("truncate")
def _truncate(run: DdlRun) -> tuple[DdlEvent, ...]:
    tree = run.parsed.node
    assert isinstance(tree, exp.TruncateTable)
    data = run.database.table_of(tree.expressions[0], run.context)
    table = data.definition
    if table.schema == "performance_schema":
        return ()
    if table.engine.insert_only:
        raise mysql_error("ER_ILLEGAL_HA", table.name)
    if run.context.variables.settings.foreign_key_checks:
        for child, key in children_of(table, run.database.catalog):
            if child is not table:
                text = f"CONSTRAINT {quoted(key.name)}"
                if not run.context.variables.behaviour.names_key_only:
                    text = foreign_key_text(replace(key, on_delete=_NOTHING, on_update=_NOTHING), "")
                clause = f"`{child.schema}`.`{child.name}`, {text}"
                raise mysql_error("ER_TRUNCATE_ILLEGAL_FK", clause)
    policy = run.context.server.policy
    if policy.truncate_in_transaction and table.engine.two_phase and not table.temporary:
        _refuse_statement_form(run)
    if policy.truncate_counts and table.engine.two_phase:
        run.affected = max(1, len(data))  # the engine's estimate, which is never 0
    data.truncate()
    if table.temporary and not (run.logs_temporary or policy.temporary.truncates_in_row):
        return ()
    wrapped = table.engine.two_phase and policy.truncate_in_transaction
    if table.temporary:
        wrapped = wrapped and policy.temporary.truncate_is_group
    variables = run.context.variables
    by_engine = table.engine.two_phase and variables.profile.names_truncated
    if table.temporary:
        named = table.engine.two_phase or not variables.profile.names_truncated
    else:
        named = run.in_force is not BinlogFormat.ROW and (by_engine or bool(table.merges))
    return (
        DdlEvent(
            _text(run),
            run.default_schema,
            databases=(table.schema,) if named else None,
            atomic=table.engine.atomic_ddl,
            in_transaction=wrapped,
            commits_temporary=table.temporary,
            thread_specific=table.temporary,
        ),
    )


_NOTHING = ForeignKeyAction.NO_ACTION
