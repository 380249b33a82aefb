"""The invisible primary key that a server gives an InnoDB table without one (sql_generate_invisible_primary_key).

Source: MySQL manual, "Generated Invisible Primary Keys"; captured (scenario generated_invisible_key_*).
"""

from __future__ import annotations

from collections.abc import Iterable

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.tables import GENERATED_KEY_COLUMN, Column, Table
from binwriter.formats.records import replace
from binwriter.mysql.engines import ENGINES, Engine
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.sql.context import StatementContext
from binwriter.sql.grammar.tables.create_table import read_create_table
from binwriter.sql.syntax.alter_table import (
    AddKey,
    AlterTableSyntax,
    ChangeColumn,
    DropColumn,
    DropKey,
    RenameColumn,
    SetDefault,
)
from binwriter.sql.syntax.table import ColumnSyntax, CreateTableSyntax
from binwriter.sql.text.words import tokenize

_DEFINITION = (
    f"CREATE TABLE t ({GENERATED_KEY_COLUMN} BIGINT UNSIGNED NOT NULL AUTO_INCREMENT INVISIBLE, "
    f"PRIMARY KEY ({GENERATED_KEY_COLUMN}))"
)


def needs_generated_key(table: Table, context: StatementContext) -> bool:
    """Whether a server adds the key to this new table."""
    if table.engine is not ENGINES["innodb"] or primary_key_equivalent(table) is not None:
        return False
    return context.variables.settings.sql_generate_invisible_primary_key


def asks_for_generated_key(syntax: CreateTableSyntax, engine: Engine, context: StatementContext) -> bool:
    """Whether the statement as it is written has neither a primary key nor a unique one that stands in for it: a server
    gives it one before it looks at anything else (captured: clusters/keys_in_order). No virtual column may stand in."""
    if engine is not ENGINES["innodb"] or not context.variables.settings.sql_generate_invisible_primary_key:
        return False
    columns = [column for column in syntax.columns if not column.virtual]
    counts = (column for column in columns if column.auto_increment and column.nullable is not True)
    filled = {column.name.lower() for column in (*counts, *(one for one in columns if one.nullable is False))}
    return not any(
        key.kind == "primary"
        or (key.kind == "unique" and all(part.column.lower() in filled and part.length is None for part in key.parts))
        for key in syntax.keys
    )


def with_generated_key(
    syntax: CreateTableSyntax, columns: Iterable[ColumnSyntax] | Iterable[Column]
) -> CreateTableSyntax:
    """The statement with the key as if it had been written. columns: all that the table is to have.

    ER_NOT_SUPPORTED_YET: partitioned tables get none. Errors 4108 and 4109 where the table has a column of its name or
    another AUTO_INCREMENT column.
    """
    if syntax.partition_by is not None:
        raise mysql_error("ER_NOT_SUPPORTED_YET", _OF_PARTITIONED)
    for column in columns:
        if column.name.lower() == GENERATED_KEY_COLUMN:
            raise mysql_error("ER_GIPK_COLUMN_EXISTS", GENERATED_KEY_COLUMN)
        if column.auto_increment:
            raise mysql_error("ER_GIPK_FAILED_AUTOINC_COLUMN_EXISTS")
    added = read_create_table(tokenize(_DEFINITION))
    return replace(syntax, columns=[*added.columns, *syntax.columns], keys=[*added.keys, *syntax.keys])


SHOWS_GENERATED_KEY = "show_gipk_in_create_table_and_information_schema"


def without_generated_key(table: Table) -> Table:
    """The table as it is shown without its generated key, which is its first column."""
    keys = tuple(
        replace(key, parts=tuple(replace(part, column=part.column - 1) for part in key.parts))
        for key in table.keys
        if not key.primary
    )
    return replace(table, columns=table.columns[1:], keys=keys)


def has_been_generated(syntax: CreateTableSyntax, table: Table) -> bool:
    """Whether the key of this new table is the server's; then the server writes the whole definition to the log."""
    named = any(column.name.lower() == GENERATED_KEY_COLUMN for column in syntax.columns)
    return syntax.like is None and table.has_generated_key and not named


def check_create_select_key(context: StatementContext) -> None:
    """ER_GIPK_CREATE_SELECT (4112): in statement form a replica might number the rows otherwise."""
    variables = context.variables
    if variables.settings.binlog_format is BinlogFormat.STATEMENT and variables.settings.sql_log_bin:
        raise mysql_error("ER_CREATE_SELECT_WITH_GIPK_DISALLOWED_IN_SBR")


def check_altered_key(old: Table, syntax: AlterTableSyntax, context: StatementContext) -> None:
    """What ALTER TABLE may not do to a primary key that was generated. MySQLError."""
    dropped = {action.name.lower() for action in syntax.actions if isinstance(action, DropColumn)}
    if old.has_generated_key and GENERATED_KEY_COLUMN not in dropped and any(map(_changes_key, syntax.actions)):
        raise mysql_error("ER_GIPK_COLUMN_ALTER_NOT_ALLOWED")


def _changes_key(action: object) -> bool:
    """Whether it makes another column of the generated one, whose visibility alone may change (captured:
    clusters/generated_keys_altered)."""
    if isinstance(action, RenameColumn):
        return action.old_name.lower() == GENERATED_KEY_COLUMN
    if isinstance(action, SetDefault):
        return action.name.lower() == GENERATED_KEY_COLUMN and not action.visible
    if not isinstance(action, ChangeColumn) or action.old_name.lower() != GENERATED_KEY_COLUMN:
        return False
    column, type_ = action.column, action.column.type
    alike = column.name.lower() == GENERATED_KEY_COLUMN and type_.name == "BIGINT" and type_.unsigned
    return not (alike and column.auto_increment and not column.nullable) or bool(action.after)


def refuse_loss(old: Table, syntax: AlterTableSyntax, engine: Engine, context: StatementContext) -> None:
    """ER_NOT_SUPPORTED_YET: a table with a generated key gets no partitions, and with the variable on no ALTER TABLE
    takes away the primary key without giving another (captured: clusters/generated_keys_lost)."""
    _refuse_loss(old, syntax, engine, context)
    dropped = {action.name.lower() for action in syntax.actions if isinstance(action, DropColumn)}
    if not old.has_generated_key or GENERATED_KEY_COLUMN in dropped:
        return
    if any(isinstance(action, DropKey) and action.name.upper() == "PRIMARY" for action in syntax.actions):
        raise mysql_error("ER_DROP_PK_COLUMN_TO_DROP_GIPK")
    if syntax.partition_by is not None:
        raise mysql_error("ER_NOT_SUPPORTED_YET", _PARTITIONS)


def _refuse_loss(old: Table, syntax: AlterTableSyntax, engine: Engine, context: StatementContext) -> None:
    if old.primary_key is None or not context.variables.settings.sql_generate_invisible_primary_key:
        return
    if engine is not ENGINES["innodb"] or any(_adds_primary(action) for action in syntax.actions):
        return
    names = {old.columns[index].name.lower() for index in old.primary_key.columns}
    for action in syntax.actions:
        drops = isinstance(action, DropKey) and action.name.upper() == "PRIMARY"
        if drops or (isinstance(action, DropColumn) and action.name.lower() in names):
            raise mysql_error("ER_KEY_OF_GENERATED_LOST")


def _adds_primary(action: object) -> bool:
    return isinstance(action, AddKey) and action.key.kind == "primary"


_PARTITIONS = "partitioning table with generated invisible primary key"
_OF_PARTITIONED = "generating invisible primary key for the partitioned tables"
