"""What a server refuses of a column as soon as it has read it: before tables are opened, and anything is committed.

Which error comes first as a 9.7.4 gives it (captured: definitions).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from binwriter.catalog.limits import check_length
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.collations import BINARY_COLLATION_ID, default_collation
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table.column_types import (
    BLOB_SIZES,
    MAX_VARCHAR_BYTES,
    TypeRequest,
    column_spec,
    named_collation,
    resolve_collation,
)
from binwriter.sql.ddl.table.columns import LARGE_TYPES, may_count
from binwriter.sql.ddl.table.engine import refuse_engine, warn_of_substitute
from binwriter.sql.ddl.table.expressions import refuse_default, refuse_generated
from binwriter.sql.syntax.alter_table import AddColumn, AlterTableSyntax, ChangeColumn, RenameTable
from binwriter.sql.syntax.table import ColumnSyntax, CreateTableSyntax, DefaultSyntaxKind, TableOptionsSyntax
from binwriter.sql.types.kinds import GEOMETRY_NAMES

_ALL = 1 << 16  # more than a statement has columns
_MOMENTS = ("TIMESTAMP", "DATETIME")
_OF_BYTES = frozenset({"BINARY", "VARBINARY", *GEOMETRY_NAMES, *(f"{size}BLOB" for size in BLOB_SIZES)})
_READS_ON = "ER_PK_INDEX_CANT_BE_INVISIBLE"
_TYPE_ERRORS = frozenset(
    {
        *("ER_TOO_BIG_DISPLAYWIDTH", "ER_TOO_BIG_PRECISION", "ER_TOO_BIG_SCALE", "ER_M_BIGGER_THAN_D"),
        "ER_WRONG_FIELD_SPEC",
    }
)


def refuse_as_read(syntax: CreateTableSyntax | AlterTableSyntax, context: StatementContext) -> None:
    """MySQLError for the first part of a definition that a server's parser refuses: columns and keys, then options,
    then partitions (captured: faults)."""
    if isinstance(syntax, AlterTableSyntax):
        for action in syntax.actions:
            if isinstance(action, RenameTable):
                check_length(action.name)
    passed: list[MySQLError] = []
    try:
        _refuse_in_order(syntax, context, passed)
    except MySQLError as error:
        if not passed:
            raise
        first = passed[0]
        first.later = (Diagnostic("Error", error.code, error.message),)
        raise first from None
    for first in passed[:1]:
        raise first
    if isinstance(syntax, CreateTableSyntax):
        warn_of_substitute(syntax, context)


def refuse_while_read(columns: Iterable[ColumnSyntax], context: StatementContext) -> None:
    """The same of columns up to 5.7, whose parser looks at each when it has read it, whatever stands behind it
    (captured: 5.1.54 to 5.7.18, columns_as_read_statement)."""
    for column in columns:
        _refuse_default(column, context)
        _refuse_typed(column, context)


def refuse_lock(syntax: AlterTableSyntax, context: StatementContext) -> None:
    """ER_WRONG_USAGE, but not of what is done with partitions, and not of programs (clusters/locks_of_alters)."""
    asks = syntax.algorithm == "INSTANT" and syntax.lock and syntax.partitions is None
    if asks and context.variables.behaviour.instant_alter:
        raise mysql_error("ER_WRONG_USAGE", "ALGORITHM=INSTANT", "LOCK=NONE/SHARED/EXCLUSIVE")


def _refuse_in_order(
    syntax: CreateTableSyntax | AlterTableSyntax, context: StatementContext, passed: list[MySQLError]
) -> None:
    """passed: takes an error behind which a server reads on: what is wrong there stands beside it (faults)."""
    _refuse_columns(syntax, context, passed)
    refused = syntax.partition_by.refused if syntax.partition_by is not None else ()
    if isinstance(syntax, AlterTableSyntax) and syntax.partitions is not None:
        refused = syntax.partitions.refused
    for refusal in refused[:1]:
        raise refusal.error


def _refuse_options(options: TableOptionsSyntax, context: StatementContext, columns: Sequence[int]) -> None:
    """Engines that are not there, and collations of other character sets. columns: behind how many of them."""
    for behind, given in options.in_order:
        if behind not in columns:
            continue
        if isinstance(given, MySQLError):
            raise given
        if isinstance(given, str):
            refuse_engine(given, context)
        elif None not in given:
            resolve_collation(*given, BINARY_COLLATION_ID, context)


def _refuse_columns(
    syntax: CreateTableSyntax | AlterTableSyntax, context: StatementContext, passed: list[MySQLError]
) -> None:
    later = syntax.options.later
    if not context.variables.behaviour.checks_expressions:
        _refuse_later(later, None, passed)
        _refuse_options(syntax.options, context, range(_ALL))
        return
    if isinstance(syntax, AlterTableSyntax):
        _refuse_clauses(syntax, context)
    columns = _columns(syntax)
    for number, column in enumerate(columns):
        _refuse_later(later, number, passed)
        _refuse_options(syntax.options, context, (number,))
        check_length(column.name)
        _refuse_default(column, context)
        default = column.default
        if column.generated:
            refuse_generated(column.generated, column.name, context)
        elif default is not None and default.kind is DefaultSyntaxKind.EXPRESSION:
            refuse_default(default.text, column.name, context)
        _refuse_typed(column, context)
    _refuse_later(later, None, passed)
    _refuse_options(syntax.options, context, range(len(columns), _ALL))


def _refuse_typed(column: ColumnSyntax, context: StatementContext) -> None:
    """What is wrong with the type, or does not go with it."""
    default = column.default
    spec_type = _refuse_type(column, context)
    if column.srid is not None and spec_type not in (None, ColumnType.GEOMETRY):
        raise mysql_error("ER_WRONG_USAGE", "SRID", "non-geometry column")
    is_given = not column.generated and default is not None and default.kind is DefaultSyntaxKind.LITERAL
    is_blank = spec_type is ColumnType.BLOB and default is not None and default.value in ("", b"")
    if is_given and spec_type in LARGE_TYPES and not (is_blank and not context.strict):
        raise mysql_error("ER_BLOB_CANT_HAVE_DEFAULT", column.name)
    counts = spec_type is None or may_count(spec_type, context)
    if column.auto_increment and not column.generated and not counts:
        raise mysql_error("ER_WRONG_FIELD_SPEC", column.name)


def _refuse_later(later: Iterable[tuple[int, MySQLError]], columns: int | None, passed: list[MySQLError]) -> None:
    """What stands behind so many columns, or anywhere (None)."""
    for behind, error in later:
        if columns is None or behind <= columns:
            if error.symbol != _READS_ON:
                raise error
            passed.append(mysql_error(_READS_ON))


def _refuse_clauses(syntax: AlterTableSyntax, context: StatementContext) -> None:
    """What does not go with ALTER TABLE at all."""
    columns = any(isinstance(action, AddColumn | ChangeColumn) for action in syntax.actions)
    if syntax.validates is not None and not columns:
        raise mysql_error("ER_WRONG_USAGE", "ALTER", "WITH VALIDATION")
    if syntax.options.start_transaction:
        raise mysql_error("ER_NOT_ALLOWED_WITH_START_TRANSACTION", "with ALTER TABLE command.")


def _columns(syntax: CreateTableSyntax | AlterTableSyntax) -> list[ColumnSyntax]:
    if isinstance(syntax, CreateTableSyntax):
        return syntax.columns
    return [action.column for action in syntax.actions if isinstance(action, AddColumn | ChangeColumn)]


def _refuse_default(column: ColumnSyntax, context: StatementContext) -> None:
    """What does not go with a DEFAULT and ON UPDATE, whatever its value is."""
    default = column.default
    fsp = next(iter(column.type.arguments), 0)
    is_moment = column.type.name in _MOMENTS[: 2 if context.variables.behaviour.any_column_is_automatic else 1]
    if default is not None and not column.generated:
        match default.kind:
            case DefaultSyntaxKind.NOW:
                counts = column.auto_increment and context.variables.behaviour.parser_checks_columns
                valid = is_moment and default.fsp == fsp and not counts
            case DefaultSyntaxKind.NULL:
                valid = column.nullable is not False or column.auto_increment
            case DefaultSyntaxKind.LITERAL:
                valid = not column.auto_increment and not default.temporal
            case DefaultSyntaxKind.EXPRESSION:
                valid = not column.auto_increment and not (column.null_by_default and column.nullable is False)
        if not valid or column.has_two_defaults:
            raise mysql_error("ER_INVALID_DEFAULT", column.name)
    if column.on_update is not None and not column.generated and not (is_moment and column.on_update == fsp):
        raise mysql_error("ER_INVALID_ON_UPDATE", column.name)


def _refuse_collation(column: ColumnSyntax, context: StatementContext) -> None:
    """COLLATE of what has no character set, or another one. ER_COLLATION_CHARSET_MISMATCH."""
    if column.collation is None:
        return
    if column.type.charset is not None:
        resolve_collation(column.type.charset, column.collation, BINARY_COLLATION_ID, context)
    if column.type.name not in _OF_BYTES:
        return
    collation = named_collation(column.collation)
    if collation.id != BINARY_COLLATION_ID:
        raise mysql_error("ER_COLLATION_CHARSET_MISMATCH", collation.name, "binary")


def _has_value(column: ColumnSyntax) -> bool:
    return column.default is not None and column.default.kind is DefaultSyntaxKind.LITERAL


def _refuse_length(column: ColumnSyntax) -> None:
    """ER_TOO_BIG_FIELDLENGTH of a VARCHAR beyond the longest of all, whose value by default no TEXT can have: whatever
    its character set is, and the sql_mode (captured: clusters/defaults_cut)."""
    varies = column.type.name in ("VARCHAR", "VARBINARY") and column.type.arguments[0] > MAX_VARCHAR_BYTES
    if varies and _has_value(column):
        raise mysql_error("ER_TOO_BIG_FIELDLENGTH", column.name, MAX_VARCHAR_BYTES)


def _refuse_type(column: ColumnSyntax, context: StatementContext) -> ColumnType | None:
    """The column's type; None where something is wrong with it that is said later."""
    before = len(context.diagnostics)
    collation = default_collation("utf8mb4").id
    _refuse_collation(column, context)
    _refuse_length(column)
    try:
        request = TypeRequest(column.name, column.type, True, True, None, collation, context, _has_value(column))
        return column_spec(request).type
    except UnsupportedError:  # of a type that the server does not have
        if context.variables.behaviour.checks_expressions:
            raise
        return None
    except MySQLError as error:
        may_be_text = column.type.name in ("VARCHAR", "VARBINARY")
        if error.symbol in _TYPE_ERRORS or (error.symbol == "ER_TOO_BIG_FIELDLENGTH" and not may_be_text):
            raise
        return None
    finally:
        del context.diagnostics[before:]
