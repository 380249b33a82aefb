"""New columns beside CONVERT TO: they have its character set, whichever they name (captured: cluster
columns_added_beside_conversions)."""

from __future__ import annotations

from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table.column_types import resolve_collation
from binwriter.sql.ddl.table.columns import names_charset
from binwriter.sql.syntax.alter_table import AlterTableSyntax, ConvertCharset
from binwriter.sql.syntax.table import ColumnSyntax, CreateTableSyntax


def converted(
    scratch: CreateTableSyntax, alter: AlterTableSyntax, collation: int, context: StatementContext
) -> CreateTableSyntax:
    """The definition of one column, without a character set of its own where all columns get another. collation: that
    of the table. ER_COLLATION_CHARSET_MISMATCH of the column's own two."""
    column = scratch.columns[0]
    if not any(isinstance(action, ConvertCharset) for action in alter.actions) or not names_charset(column):
        return scratch
    if _is_binary(column):
        return scratch
    resolve_collation(column.type.charset, column.collation, collation, context)
    plain = replace(column.type, charset=None, national=False)
    return replace(scratch, columns=[replace(column, type=plain, collation=None)])


def _is_binary(column: ColumnSyntax) -> bool:
    return "binary" in ((column.type.charset or "").lower(), (column.collation or "").lower())
