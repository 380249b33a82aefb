"""What a server refuses of a column as soon as it has read it: before tables are opened, and anything is committed.

Which error comes first as a 9.7.4 gives it (captured: definitions).
"""

from __future__ import annotations

from collections.abc import Iterable

from binwriter.errors import MySQLError
from binwriter.formats.collations import default_collation
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table.column_types import TypeRequest, column_spec
from binwriter.sql.ddl.table.expressions import refuse_generated
from binwriter.sql.store.numbers import INTEGER_BITS
from binwriter.sql.syntax.alter_table import AddColumn, AlterTableSyntax, ChangeColumn
from binwriter.sql.syntax.table import ColumnSyntax, CreateTableSyntax, DefaultSyntaxKind

_MOMENTS = ("TIMESTAMP", "DATETIME")
_TYPE_ERRORS = frozenset(
    {
        *("ER_TOO_BIG_DISPLAYWIDTH", "ER_TOO_BIG_PRECISION", "ER_TOO_BIG_SCALE", "ER_M_BIGGER_THAN_D"),
        *("ER_INVALID_YEAR_COLUMN_LENGTH", "ER_WRONG_FIELD_SPEC"),
    }
)


def refuse_added_columns(syntax: CreateTableSyntax | AlterTableSyntax, context: StatementContext) -> None:
    """MySQLError for the first column that a server's parser refuses."""
    if not context.variables.behaviour.checks_expressions:
        return
    for column in _columns(syntax):
        _refuse_default(column)
        spec_type = _refuse_type(column, context)
        default = column.default
        is_given = default is not None and default.kind is DefaultSyntaxKind.LITERAL
        is_blank = default is not None and default.value in ("", b"") and not context.strict
        if is_given and spec_type is ColumnType.BLOB and not is_blank:
            raise mysql_error("ER_BLOB_CANT_HAVE_DEFAULT", column.name)
        if column.auto_increment and not column.generated and spec_type not in (None, *INTEGER_BITS):
            raise mysql_error("ER_WRONG_FIELD_SPEC", column.name)
        if column.generated:
            refuse_generated(column.generated, column.name, context)


def _columns(syntax: CreateTableSyntax | AlterTableSyntax) -> Iterable[ColumnSyntax]:
    if isinstance(syntax, CreateTableSyntax):
        return syntax.columns
    return [action.column for action in syntax.actions if isinstance(action, AddColumn | ChangeColumn)]


def _refuse_default(column: ColumnSyntax) -> None:
    """What does not go with a DEFAULT and ON UPDATE, whatever its value is."""
    default = column.default
    fsp = next(iter(column.type.arguments), 0)
    is_moment = column.type.name in _MOMENTS
    if default is not None and not column.generated:
        match default.kind:
            case DefaultSyntaxKind.NOW:
                valid = is_moment and default.fsp == fsp
            case DefaultSyntaxKind.NULL:
                valid = column.nullable is not False or column.auto_increment
            case DefaultSyntaxKind.LITERAL:
                valid = not column.auto_increment and not default.temporal
            case DefaultSyntaxKind.EXPRESSION:
                valid = not column.auto_increment
        if not valid or column.has_two_defaults:
            raise mysql_error("ER_INVALID_DEFAULT", column.name)
    if column.on_update is not None and not column.generated and not (is_moment and column.on_update == fsp):
        raise mysql_error("ER_INVALID_ON_UPDATE", column.name)


def _refuse_type(column: ColumnSyntax, context: StatementContext) -> ColumnType | None:
    """The column's type; None where something is wrong with it that is said later."""
    before = len(context.diagnostics)
    collation = default_collation("utf8mb4").id
    try:
        return column_spec(TypeRequest(column.name, column.type, True, True, None, collation, context)).type
    except MySQLError as error:
        if error.symbol in _TYPE_ERRORS:
            raise
        return None
    finally:
        del context.diagnostics[before:]
