"""What ALTER TABLE refuses of the columns that there are, one by one in the table's order (captured: faults)."""

from __future__ import annotations

from binwriter.catalog.tables import Column, ForeignKey, Table
from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.ddl.alter.readers import refuse_read
from binwriter.sql.ddl.alter.table import Alteration
from binwriter.sql.ddl.table.columns import LARGE_TYPES, ColumnBuilder
from binwriter.sql.ddl.table.expressions import refuse_default
from binwriter.sql.syntax.alter_table import ChangeColumn, DropColumn, RenameColumn, SetDefault
from binwriter.sql.syntax.table import CreateTableSyntax, DefaultSyntax, DefaultSyntaxKind


def refuse_by_columns(alter: Alteration) -> None:
    """MySQLError for the first column that cannot be dropped, changed, renamed or given that default."""
    dropped = {action.name.lower() for action in alter.syntax.actions if isinstance(action, DropColumn)}
    changes = {action.old_name.lower(): action for action in alter.syntax.actions if isinstance(action, ChangeColumn)}
    for column in alter.table.columns:
        name = column.name.lower()
        if name in dropped:
            refuse_read(alter, column.name, alter.table.columns, dropped)
        elif (change := changes.get(name)) is not None:
            _refuse_change(alter, column, change, dropped)
        else:
            _refuse_single(alter, column, dropped)


def _refuse_change(alter: Alteration, column: Column, change: ChangeColumn, dropped: set[str]) -> None:
    if column.virtual != change.column.virtual:
        raise mysql_error("ER_UNSUPPORTED_ACTION_ON_GENERATED_COLUMN", "Changing the STORED status")
    if change.column.name.lower() != column.name.lower():
        refuse_read(alter, column.name, alter.table.columns, dropped)


def _refuse_single(alter: Alteration, column: Column, dropped: set[str]) -> None:
    """RENAME COLUMN and ALTER COLUMN."""
    for action in alter.syntax.actions:
        if isinstance(action, RenameColumn) and action.old_name.lower() == column.name.lower():
            refuse_read(alter, column.name, alter.table.columns, dropped)
        elif isinstance(action, SetDefault) and action.name.lower() == column.name.lower():
            if action.default is not None:
                _refuse_default(alter, column, action.default)
            return


def _refuse_default(alter: Alteration, column: Column, default: DefaultSyntax) -> None:
    if default.kind is DefaultSyntaxKind.EXPRESSION and not column.generated:
        refuse_default(default.text, column.name, alter.context)
    is_null = default.kind is DefaultSyntaxKind.NULL
    if column.spec.type in LARGE_TYPES and (
        is_null or (column.generated and default.kind is DefaultSyntaxKind.LITERAL)
    ):
        raise mysql_error("ER_BLOB_CANT_HAVE_DEFAULT", column.name)
    told = len(alter.context.diagnostics)
    builder = ColumnBuilder(CreateTableSyntax(alter.table.name), alter.collation, alter.context, [])
    try:
        builder.with_default(column, default)
    except MySQLError as error:  # values come behind names (captured: clusters/defaults_set_by_alter)
        if error.symbol != "ER_INVALID_DEFAULT":
            raise
    del alter.context.diagnostics[told:]


def refuse_in_foreign_keys(alter: Alteration) -> None:
    """Dropped columns that foreign keys need. ER_FK_COLUMN_CANNOT_DROP_CHILD, ER_FK_COLUMN_CANNOT_DROP."""
    gone = {getattr(action, "name", "").lower() for action in alter.syntax.actions}
    dropped = {action.name.lower() for action in alter.syntax.actions if isinstance(action, DropColumn)}
    columns = [column.name for column in alter.table.columns if column.name.lower() in dropped]
    for name in columns:
        _refuse_with_index(alter, name, gone)
    own = (alter.table.schema, alter.table.name)
    for key in alter.table.foreign_keys:  # one after the other, those to the table itself from both sides
        if key.name.lower() not in gone:
            for name in (column for column in key.columns if column.lower() in dropped):
                raise mysql_error("ER_FK_COLUMN_CANNOT_DROP", name, key.name)
            if key.parent == own:
                _refuse_parent_columns(alter.table, key, dropped)
    for child, key in alter.children:
        if child is not alter.table:
            _refuse_parent_columns(child, key, dropped)


def _refuse_parent_columns(child: Table, key: ForeignKey, dropped: set[str]) -> None:
    for name in (column for column in key.parent_columns if column.lower() in dropped):
        raise mysql_error("ER_FK_COLUMN_CANNOT_DROP_CHILD", name, key.name, child.name)


def _refuse_with_index(alter: Alteration, name: str, gone: set[str]) -> None:
    """5.6 and 5.7 name the index that goes with the column. ER_DROP_INDEX_FK (captured:
    captured-old/5.6.21/columns_of_foreign_keys_statement)."""
    behaviour, table = alter.context.variables.behaviour, alter.table
    if behaviour.server_checks_foreign_keys or not behaviour.says_foreign:
        return
    needed = [key.parent_columns for _, key in alter.children]
    needed += [key.columns for key in table.foreign_keys if key.name.lower() not in gone]
    for key in table.keys:
        columns = [table.columns[index].name.lower() for index in key.columns]
        if key.primary or name.lower() not in columns or not gone.issuperset(columns):
            continue
        if any([column.lower() for column in names] == columns[: len(names)] for names in needed):
            raise mysql_error("ER_DROP_INDEX_FK", key.name)
