"""CREATE TABLE -> Table, with the checks and in the order of a server; and the collation of CREATE DATABASE.

Errors, key names and the order of keys were seen on a 9.7.4 (the tables of the tests). Deprecations are not warned of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sqlglot import exp

from binwriter.catalog.innodb_rows import too_large_error, too_large_for_page
from binwriter.catalog.keys import primary_key_equivalent, sort_keys
from binwriter.catalog.limits import check_comment, check_counts, check_row_size, has_too_many_keys
from binwriter.catalog.schemas import Catalog, Schema
from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.errors import MySQLError
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.engines import Engine
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.no_characters import refuse_comments_of_table
from binwriter.sql.ddl.partitions import functions as partition_functions
from binwriter.sql.ddl.reference_systems import refuse_angles
from binwriter.sql.ddl.table import innodb_options
from binwriter.sql.ddl.table.column_types import resolve_collation, server_collation
from binwriter.sql.ddl.table.columns import LARGE_TYPES, ColumnBuilder, check_name
from binwriter.sql.ddl.table.constraints import named_checks, refuse_same_names, refuse_taken_names
from binwriter.sql.ddl.table.engine import refuse_engine, warn_of_substitute
from binwriter.sql.ddl.table.expressions import check_expressions
from binwriter.sql.ddl.table.foreign_keys import (
    keys_in_force,
    refuse_changed_bases,
    refuse_taken_keys,
    with_foreign_keys,
    with_indexes_of_foreign_keys,
)
from binwriter.sql.ddl.table.generated_key import asks_for_generated_key, needs_generated_key, with_generated_key
from binwriter.sql.ddl.table.implicit_timestamps import check_automatic
from binwriter.sql.ddl.table.keys import build_keys
from binwriter.sql.ddl.table.options import OptionCheck, check_key_parts
from binwriter.sql.ddl.table.refused_early import engine_of, refuse_parts, refuse_place
from binwriter.sql.ddl.table.warnings import duplicate_key_warnings
from binwriter.sql.grammar.tables.create_table import read_create_table
from binwriter.sql.syntax.partitions import PartitionBySyntax
from binwriter.sql.syntax.table import (
    CreateTableSyntax,
    ForeignKeySyntax,
    TableOptionsSyntax,
)
from binwriter.sql.text.words import tokenize

__all__ = ["ColumnBuilder", "build_table", "check_table", "database_collation", "sort_keys", "table_from_syntax"]

_NO_GEOMETRY = frozenset({"MEMORY", "CSV", "MRG_MYISAM"})
_NO_LARGE_COLUMNS = frozenset({"MEMORY"})
_NO_NULLABLE_COLUMNS = frozenset({"CSV"})
_NO_COUNTERS = frozenset({"CSV"})


def build_table(
    statement: exp.Expression | None,
    catalog: Catalog,
    context: StatementContext,
    *,
    default_schema: str,
    default_engine: Engine,
    text: str,
) -> Table:
    """The definition that a CREATE TABLE statement makes; the catalog is not changed.

    text: the statement as sent; it alone is read (sqlglot's tree loses too much of it).
    default_schema: of a name without one. Raises MySQLError, UnsupportedError.
    """
    syntax = read_create_table(tokenize(text))
    for _, error in syntax.options.later[:1]:
        raise error
    if syntax.options.engine is not None:
        refuse_engine(syntax.options.engine, context)
        warn_of_substitute(syntax, context, default_engine)
    return table_from_syntax(
        syntax,
        catalog,
        context,
        default_schema=default_schema,
        default_engine=default_engine,
        text=text,
    )


def place_of_new(catalog: Catalog, name: str, context: StatementContext, *, temporary: bool) -> Schema:
    """The database of a new table. ER_BAD_DB_ERROR, but not for a temporary one up to 5.7: only its name counts."""
    if temporary and catalog.place(name) is None and context.variables.behaviour.temporary_anywhere:
        return Schema(name, server_collation(context))
    return catalog.schema(name)


def table_from_syntax(
    syntax: CreateTableSyntax,
    catalog: Catalog,
    context: StatementContext,
    *,
    default_schema: str,
    default_engine: Engine,
    text: str = "",
    partial: bool = False,
    looked_at: bool = False,
    check_added: Callable[[tuple[Column, ...]], None] | None = None,
) -> Table:
    """As `build_table`, from a statement that was already read. partial: a query will add columns. looked_at: what
    `refuse_parts` and `refuse_place` refuse is known. check_added: of the columns that a query adds, by those
    that are declared."""
    schema_name = syntax.schema or default_schema
    if not schema_name:
        raise mysql_error("ER_NO_DB_ERROR")
    check_name(syntax.name, "ER_WRONG_TABLE_NAME")
    if syntax.like is not None:
        source = catalog.table(syntax.like[0] or default_schema, syntax.like[1])
        return replace(source, schema=schema_name, name=syntax.name, temporary=syntax.temporary, auto_increment=1)
    if not looked_at:
        refuse_parts(syntax, catalog, context, schema_name, default_engine, known=not partial)
        refuse_place(syntax, catalog, context, schema_name, default_engine)
    engine = engine_of(syntax, default_engine, context)
    inherited = place_of_new(catalog, schema_name, context, temporary=syntax.temporary).collation
    options = syntax.options
    collation = resolve_collation(options.charset, options.collation, inherited, context).id
    if not partial and asks_for_generated_key(syntax, engine, context):
        syntax = with_generated_key(syntax, syntax.columns)
    refuse_comments_of_table(syntax, schema_name, context)
    told = len(context.diagnostics)
    check_comment(options.comment, syntax.name, "ER_TOO_LONG_TABLE_COMMENT", context)
    del context.diagnostics[told:]  # what is warned of comes behind the columns' (captured: clusters/beyond_utf8mb3)
    late: list[MySQLError] = []
    columns = ColumnBuilder(syntax, collation, context, late, catalog).build()
    if check_added is not None:
        check_added(columns)
    refuse_columns_of_engine(columns, engine, partitioned=syntax.partition_by is not None)
    refuse_angles(columns, catalog, engine)
    in_force = keys_in_force(syntax.foreign_keys, context)
    with_indexes = replace(syntax, keys=with_indexes_of_foreign_keys(syntax.keys, in_force))
    keys, columns, special = build_keys(with_indexes, columns, engine, context, notes=not partial)
    check_key_parts(keys, columns, engine, options.shown, context)
    counts = any(column.auto_increment for column in columns)
    table = Table(
        schema_name,
        syntax.name,
        engine,
        columns,
        keys,
        collation,
        temporary=syntax.temporary,
        comment=check_comment(options.comment, syntax.name, "ER_TOO_LONG_TABLE_COMMENT", context),
        auto_increment=options.auto_increment if not engine.two_phase or counts else 1,
        checks=named_checks(syntax.name, syntax.checks),
        options=tuple(options.shown),
        merges=tuple((schema or schema_name, name) for schema, name in options.union),
        special_keys=special,
        literals=str(context.variables.get("character_set_connection") or "utf8mb4"),
    )
    if syntax.temporary and engine.name == "InnoDB" and any(key.kind == "FULLTEXT" for key in special):
        error = mysql_error("ER_INNODB_NO_FT_TEMP_TABLE")
        error.later = (mysql_warning("ER_ILLEGAL_HA", syntax.name, level="Error"),)
        raise error
    if partial:
        if late:
            raise late[0]
        return table
    if not needs_generated_key(table, context):
        check_has_key(table, context)
    return finished(table, syntax, in_force, catalog, context, late)


def finished(
    table: Table,
    syntax: CreateTableSyntax,
    foreign_keys: list[ForeignKeySyntax],
    catalog: Catalog,
    context: StatementContext,
    late: Sequence[MySQLError] = (),
    *,
    warns: bool = True,
) -> Table:
    """The table with its foreign keys and partitions, and the options that its engine keeps. late: what is wrong with
    values of defaults; warns: of keys that are there already. MySQLError in a server's order (captured: faults)."""
    if warns and not has_too_many_keys(table):
        context.diagnostics.extend(duplicate_key_warnings(table))
    parted = syntax.partition_by
    table = with_foreign_keys(table, foreign_keys, catalog, context, partitioned_too=parted is not None)
    check_table(table, context)
    for error in late[:1]:
        raise error
    if parted is not None:
        partition_functions.check_columns(table, parted, context)
    refuse_taken_keys(table, catalog)
    refuse_same_names(table.checks)
    if not table.temporary:
        refuse_taken_names(table, catalog)
    table = partitioned(table, parted, context)
    check_expressions(table, context, tuple(syntax.checks))
    _refuse_other_document_numbers(table)
    refuse_nulls_of_engine(table, context)
    table = asked_of_engine(table, syntax.options, catalog, context)
    refuse_changed_bases(table)
    return table


def asked_of_engine(table: Table, options: TableOptionsSyntax, catalog: Catalog, context: StatementContext) -> Table:
    """The new table with the options that its engine keeps. MySQLError for those that it refuses."""
    if not (options.shown or options.named or table.options):
        schema = catalog.place(table.schema)
        if schema is None or not schema.encrypted:
            return table
    of_table = table.schema, table.name, table.temporary, table.partitioning is not None
    check = OptionCheck(options, table.engine, catalog, context, *of_table)
    return replace(table, options=innodb_options.check_innodb_options(check, table.options))


def partitioned(table: Table, syntax: PartitionBySyntax | None, context: StatementContext) -> Table:
    """The table with its partitions. MySQLError for what is not allowed."""
    if syntax is None:
        return table
    return replace(table, partitioning=partition_functions.compile_partitioning(table, syntax, context))


# --- the whole table ------------------------------------------------------------------------------------------------

_NO_SUCH = 138  # HA_ERR_UNSUPPORTED
_TOO_BIG_ROW = 139  # HA_ERR_TOO_BIG_ROW


def check_table(table: Table, context: StatementContext, *, in_place: bool = False) -> None:
    """What an engine refuses. in_place: it changes the table as it is. MySQLError."""
    if not any(column.spec.visible for column in table.columns):
        raise mysql_error("ER_TABLE_MUST_HAVE_A_VISIBLE_COLUMN")
    check_counts(table)
    check_automatic(table.columns, context)
    for column in table.columns if not table.engine.computes_columns else ():
        _refuse_computed(column)
    refuse_columns_of_engine(table.columns, table.engine)
    check_row_size(table.columns)
    if (limits := too_large_for_page(table)) is not None:
        _refuse_row_of_page(limits, context, in_place=in_place)


_DOCUMENT_NUMBER = "FTS_DOC_ID"


def _refuse_other_document_numbers(table: Table) -> None:
    """ER_WRONG_COLUMN_NAME for a FTS_DOC_ID that cannot number what FULLTEXT keys have (captured:
    clusters/names_of_hidden_columns)."""
    for column in table.columns if table.engine.two_phase else ():
        spec = column.spec
        numbers = spec.type is ColumnType.LONGLONG and spec.unsigned and not spec.nullable
        if column.name.upper() == _DOCUMENT_NUMBER and not (numbers and column.name == _DOCUMENT_NUMBER):
            raise mysql_error("ER_WRONG_COLUMN_NAME", column.name)


_OF_INNODB = ("DB_ROW_ID", "DB_TRX_ID", "DB_ROLL_PTR")


def refuse_nulls_of_engine(table: Table, context: StatementContext) -> None:
    """ER_CHECK_NOT_IMPLEMENTED of columns that may be NULL, ER_GET_ERRNO of keys of ARCHIVE over what does not count,
    and ER_WRONG_COLUMN_NAME of names that InnoDB's own columns have: the engine says so itself."""
    engine = table.engine.name
    for column in table.columns if table.engine.two_phase else ():
        if column.name.upper() in _OF_INNODB:  # captured: clusters/names_of_hidden_columns
            raise mysql_error("ER_WRONG_COLUMN_NAME", column.name)
    if engine in _NO_NULLABLE_COLUMNS and any(column.spec.nullable for column in table.columns):
        if context.variables.behaviour.names_extension:
            told = mysql_warning("ER_UNSUPPORTED_EXTENSION", table.name, level="Error")
        else:
            told = mysql_warning("ER_CANT_CREATE_TABLE", f"{table.schema}.{table.name}", _NO_SUCH, level="Error")
        context.diagnostics.append(told)
        raise mysql_error("ER_CHECK_NOT_IMPLEMENTED", "nullable columns")
    if table.engine.insert_only and context.variables.behaviour.names_extension:  # captured: clusters/keys_of_archives
        parts = (table.columns[place] for key in table.keys for place in key.columns)
        if any(not column.auto_increment for column in parts):
            raise mysql_error("ER_GET_ERRNO", -1, "Unknown error -1")


def refuse_columns_of_engine(columns: Iterable[Column], engine: Engine, *, partitioned: bool = False) -> None:
    """Types that an engine has not, before keys are looked at. MySQLError."""
    for column in columns:
        if (engine.name in _NO_GEOMETRY or partitioned) and column.spec.type is ColumnType.GEOMETRY:
            raise mysql_error("ER_CHECK_NOT_IMPLEMENTED", "GEOMETRY")
    for column in columns:
        if engine.name in _NO_COUNTERS and column.auto_increment:
            raise mysql_error("ER_TABLE_CANT_HANDLE_AUTO_INCREMENT")
        if engine.name in _NO_LARGE_COLUMNS and column.spec.type in LARGE_TYPES:
            raise mysql_error("ER_TABLE_CANT_HANDLE_BLOB")


def check_has_key(table: Table, context: StatementContext, *, old: Table | None = None) -> None:
    """ER_TABLE_WITHOUT_PK: of a new table, and of each that ALTER TABLE leaves: for that only a primary key counts, and
    a unique one that it adds. old: the table as it was."""
    if not context.variables.get("sql_require_primary_key") or any(key.primary for key in table.keys):
        return
    known = {key.name for key in old.keys} if old is not None else set()
    stands_in = primary_key_equivalent(table)
    if stands_in is None or stands_in.name in known:
        raise mysql_error("ER_TABLE_WITHOUT_PK")


def _refuse_computed(column: Column) -> None:
    """What only some engines have (captured: definitions_warned)."""
    if column.generated:
        raise mysql_error("ER_UNSUPPORTED_ACTION_ON_GENERATED_COLUMN", _ENGINE)
    if column.default_kind is DefaultKind.EXPRESSION:
        raise mysql_error("ER_UNSUPPORTED_ACTION_ON_DEFAULT_VAL_GENERATED", _ENGINE)


_ENGINE = "Specified storage engine"


def _refuse_row_of_page(limits: tuple[int, int], context: StatementContext, *, in_place: bool) -> None:
    error = too_large_error(*limits)
    if not context.variables.get("innodb_strict_mode"):
        context.diagnostics.append(Diagnostic("Warning", _TOO_BIG_ROW, error.message))
        return
    if in_place:
        raise mysql_error("ER_TOO_BIG_ROWSIZE", limits[0])
    context.diagnostics.append(mysql_warning("ER_GET_ERRNO", _TOO_BIG_ROW, "Too big row", level="Error"))
    raise error


# --- CREATE DATABASE ------------------------------------------------------------------------------------------------


def database_collation(statement: exp.Create, context: StatementContext) -> int:
    """The default collation id that CREATE DATABASE gives: as written, else @@collation_server.

    Raises MySQLError for unknown or conflicting names.
    """
    options = TableOptionsSyntax()
    properties = statement.args.get("properties")
    for option in properties.expressions if properties is not None else ():
        if isinstance(option, exp.CharacterSetProperty):
            options.charset = option.this.name
        elif isinstance(option, exp.CollateProperty):
            options.collation = option.this.name
    return resolve_collation(options.charset, options.collation, server_collation(context), context).id
