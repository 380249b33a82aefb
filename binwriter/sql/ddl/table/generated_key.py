"""The invisible primary key that a server gives an InnoDB table without one (sql_generate_invisible_primary_key).

Source: MySQL manual, "Generated Invisible Primary Keys"; captured (scenario generated_invisible_key_*).
"""

from __future__ import annotations

from collections.abc import Callable

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.tables import GENERATED_KEY_COLUMN, Table
from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql.engines import ENGINES
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.sql.context import StatementContext
from binwriter.sql.grammar.tables.create_table import read_create_table
from binwriter.sql.syntax.alter_table import AddKey, AlterTableSyntax, DropColumn, DropKey
from binwriter.sql.syntax.table import CreateTableSyntax
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


def refuse_partitions(unpartitioned: Callable[[], Table], context: StatementContext) -> None:
    """ER_NOT_SUPPORTED_YET: partitioned tables get none. unpartitioned: the table as it were without partitions."""
    if not context.variables.settings.sql_generate_invisible_primary_key:
        return
    told = len(context.diagnostics)
    try:
        needs = needs_generated_key(unpartitioned(), context)
    except MySQLError as error:
        if error.symbol != "ER_TABLE_WITHOUT_PK":  # what is wrong with the partitions is said first
            raise
        needs = False
    del context.diagnostics[told:]
    if needs:
        raise mysql_error("ER_NOT_SUPPORTED_YET", _OF_PARTITIONED)


def with_generated_key(syntax: CreateTableSyntax, table: Table) -> CreateTableSyntax:
    """The statement with the key as if it had been written.

    Errors 4108 and 4109 where the table has a column of its name or another AUTO_INCREMENT column.
    """
    if GENERATED_KEY_COLUMN in (column.name.lower() for column in table.columns):
        raise mysql_error("ER_GIPK_COLUMN_EXISTS", GENERATED_KEY_COLUMN)
    if any(column.auto_increment for column in table.columns):
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
    """What ALTER TABLE may not do to the primary key. MySQLError 1235, 4111."""
    _refuse_loss(old, syntax, context)
    dropped = {action.name.lower() for action in syntax.actions if isinstance(action, DropColumn)}
    drops_key = any(isinstance(action, DropKey) and action.name.upper() == "PRIMARY" for action in syntax.actions)
    if drops_key and old.has_generated_key and GENERATED_KEY_COLUMN not in dropped:
        raise mysql_error("ER_DROP_PK_COLUMN_TO_DROP_GIPK")


def _refuse_loss(old: Table, syntax: AlterTableSyntax, context: StatementContext) -> None:
    """ER_NOT_SUPPORTED_YET: with the variable on, no ALTER TABLE takes away the primary key without giving another."""
    if old.primary_key is None or not context.variables.settings.sql_generate_invisible_primary_key:
        return
    if old.engine is not ENGINES["innodb"] or any(_adds_primary(action) for action in syntax.actions):
        return
    names = {old.columns[index].name.lower() for index in old.primary_key.columns}
    for action in syntax.actions:
        drops = isinstance(action, DropKey) and action.name.upper() == "PRIMARY"
        if drops or (isinstance(action, DropColumn) and action.name.lower() in names):
            raise mysql_error("ER_KEY_OF_GENERATED_LOST")


def _adds_primary(action: object) -> bool:
    return isinstance(action, AddKey) and action.key.kind == "primary"


_OF_PARTITIONED = "generating invisible primary key for the partitioned tables"
