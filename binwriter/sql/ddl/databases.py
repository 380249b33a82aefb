"""CREATE, ALTER and DROP DATABASE, tablespaces and spatial reference systems: the definitions that are no tables."""

from __future__ import annotations

import re

from sqlglot import exp

from binwriter.catalog.limits import check_length
from binwriter.catalog.schemas import Schema
from binwriter.formats.patterns import pattern
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.system_tables import SYSTEM_SCHEMAS
from binwriter.sql.command_table import defines
from binwriter.sql.ddl.drop import refuse_parents
from binwriter.sql.ddl.reference_systems import change_reference_systems
from binwriter.sql.ddl.statement import DdlRun, database_name
from binwriter.sql.ddl.table.column_types import resolve_collation
from binwriter.sql.ddl.table.define import database_collation
from binwriter.sql.ddl.tablespaces import TablespaceSyntax, change_tablespaces
from binwriter.sql.syntax.alter_table import AlterDatabaseSyntax
from binwriter.sql.syntax.session import ReferenceSystemSyntax
from binwriter.statement.drop_table import GENERATED
from binwriter.statement.status_counts import StatementFlag
from binwriter.statement.values import DdlEvent

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
    written = _ENCRYPTION.search(run.parsed.words_text)
    if exists:
        run.note("ER_DB_CREATE_EXISTS", name)
    else:
        encrypted = (
            written[1].upper() == "Y" if written else bool(run.context.variables.get("default_table_encryption"))
        )
        run.database.catalog.schemas[name] = Schema(name, database_collation(tree, run.context), encrypted=encrypted)
    run.affected = int(not exists or run.context.variables.behaviour.counts_existing_databases)
    event = DdlEvent(
        run.text,
        name,
        databases=(name,),
        atomic=not exists,
        suppress_use=True,
        default_table_encryption=written is None,
    )
    return run.unless_unlogged(event, existed=exists)


@defines("alter_db")
def _alter_db(run: DdlRun) -> tuple[DdlEvent, ...]:
    syntax = run.parsed.node
    assert isinstance(syntax, AlterDatabaseSyntax)
    name = syntax.name or run.default_schema
    if not name:
        raise mysql_error("ER_NO_DB_ERROR")
    schema = run.database.catalog.schemas.get(name)
    if schema is None and not run.context.variables.behaviour.names_missing_database:
        raise mysql_error("EE_CANTCREATEFILE", f"./{name}/db.opt")
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
        run.context.variables.database_changed(schema.collation, name)
    run.affected = 1
    databases = (name,) if run.context.variables.profile.names_database_altered else None
    return (DdlEvent(run.text, name, databases=databases, atomic=True, suppress_use=True),)


@defines("create_tablespace", "alter_tablespace", "drop_tablespace")
def _tablespace(run: DdlRun) -> tuple[DdlEvent, ...]:
    syntax = run.parsed.node
    assert isinstance(syntax, TablespaceSyntax)
    change_tablespaces(syntax, run.database, run.context)
    creates = run.parsed.command == "create_tablespace"
    return (DdlEvent(run.text, run.default_schema, atomic=True, default_table_encryption=creates),)


@defines("create_srs", "drop_srs")
def _reference_system(run: DdlRun) -> tuple[DdlEvent, ...]:
    syntax = run.parsed.node
    assert isinstance(syntax, ReferenceSystemSyntax)
    before = len(run.context.diagnostics)
    change_reference_systems(syntax, run.database.catalog, run.context)
    changed = not syntax.exists or len(run.context.diagnostics) == before
    return (DdlEvent(run.text, run.default_schema, atomic=True),) if changed else ()


@defines("drop_db")
def _drop_db(run: DdlRun) -> tuple[DdlEvent, ...]:
    tree = run.parsed.node
    assert isinstance(tree, exp.Drop)
    name = database_name(tree.args["tables"][0] if tree.args.get("tables") else tree.this)
    schema = run.database.catalog.schemas.get(name)
    if schema is None and not tree.args.get("exists"):
        raise mysql_error("ER_DB_DROP_EXISTS", name)
    run.context.session.flags.plans(StatementFlag.DATABASE_DROPPED)
    if schema is None:
        run.note("ER_DB_DROP_EXISTS", name)
        return (DdlEvent(run.text, name, databases=_dropped(run, name), suppress_use=True),)
    events = [
        DdlEvent(f"DROP TABLE IF EXISTS {quoted(table.name)} {GENERATED}".encode(), name, databases=(name,))
        for table in sorted(schema.tables.values(), key=lambda table: table.name)
        if not table.engine.atomic_ddl and run.context.server.policy.drop_database_by_table
    ]
    refuse_parents(run, {(table.schema, table.name): table for table in schema.tables.values()})
    had_tables = bool(schema.tables or schema.views)
    run.affected = len(schema.tables) + len(schema.views)
    for table in list(schema.tables.values()):
        run.forget(table)
    del run.database.catalog.schemas[name]
    run.database.programs.drop_schema(name)
    if run.context.database == name:
        run.context.database = None
    databases = _dropped(run, name, had_tables)
    events.append(DdlEvent(run.text, name, databases=databases, atomic=True, suppress_use=True))
    return tuple(events)


def _dropped(run: DdlRun, name: str, had_tables: bool = False) -> tuple[str, ...] | None:
    """updated_db_names of DROP DATABASE: before 8.0 only where a table or view was dropped with it."""
    return (name,) if had_tables or run.context.variables.profile.names_database_dropped else None
