"""TIMESTAMP columns where explicit_defaults_for_timestamp is OFF, as it is by default up to 5.7.

Such a column is NOT NULL unless the definition says NULL, takes the current time for NULL, and has a default without
being given one: the table's first one the current time, also on update, any other '0000-00-00 00:00:00'.
Source: MySQL 5.7 manual, "Server System Variables", explicit_defaults_for_timestamp; MySQL 5.5 manual, "Automatic
Initialization and Updating for TIMESTAMP": one column of a table, and no DATETIME, up to 5.6.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlglot import exp

from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.formats.servers import ServerProfile
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.versions import behaviour_of
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.moments.timezone import to_local
from binwriter.sql.printing import constants
from binwriter.sql.store.temporal import ZERO_DATE
from binwriter.sql.syntax.table import ColumnSyntax, DefaultSyntax, DefaultSyntaxKind
from binwriter.sql.text.meta_keys import TYPED_LITERAL
from binwriter.sql.text.trees import parse_expression

_VARIABLE = "explicit_defaults_for_timestamp"
_TYPES = (ColumnType.TIMESTAMP, ColumnType.TIMESTAMP2)
IMPLICIT_ZERO = DefaultSyntax(DefaultSyntaxKind.LITERAL, "0000-00-00 00:00:00")


def are_implicit(context: StatementContext) -> bool:
    """Whether the session's tables have implicit defaults; a server without the variable knows no other way."""
    return _VARIABLE in context.variables.table.hidden or not context.variables.get(_VARIABLE)


def may_be_automatic(spec: ColumnSpec, context: StatementContext) -> bool:
    """Whether the current time may be this column's default, or set on update."""
    if spec.type in _TYPES:
        return True
    return spec.type is ColumnType.DATETIME2 and context.variables.behaviour.any_column_is_automatic


def check_automatic(columns: Sequence[Column], context: StatementContext) -> None:
    """ER_TOO_MUCH_AUTO_TIMESTAMP_COLS: a second column that takes the current time by itself."""
    if context.variables.behaviour.any_column_is_automatic:
        return
    if sum(column.default_kind is DefaultKind.NOW or column.on_update_now for column in columns) > 1:
        raise mysql_error("ER_TOO_MUCH_AUTO_TIMESTAMP_COLS")


def takes_now_for_null(spec: ColumnSpec, context: StatementContext) -> bool:
    """Whether NULL stands for the current time in this column."""
    return spec.type in _TYPES and not spec.nullable and are_implicit(context)


def with_implicit_defaults(columns: Sequence[ColumnSyntax], context: StatementContext) -> list[ColumnSyntax]:
    """The columns of a table as the server completes them."""
    if not are_implicit(context):
        return list(columns)
    resulting, is_first = [], True
    for column in columns:
        if column.type.name == "TIMESTAMP":
            column = _completed(column, is_first=is_first)
            is_first = False
        resulting.append(column)
    return resulting


def _completed(column: ColumnSyntax, *, is_first: bool) -> ColumnSyntax:
    if column.nullable:
        return column
    column = replace(column, nullable=False)
    if column.default is not None or column.generated:
        return column
    if is_first and column.on_update is None:
        fsp = next(iter(column.type.arguments), 0)
        return replace(column, default=DefaultSyntax(DefaultSyntaxKind.NOW, fsp=fsp), on_update=fsp)
    return replace(column, default=IMPLICIT_ZERO)


def copies_moments_as_texts(columns: Iterable[Column], server: ServerProfile) -> bool:
    """Up to 5.5 ALTER TABLE reads the default of a TIMESTAMP that it keeps as a text, by the session's time zone
    (captured: 5.1.54, 5.5.20)."""
    if behaviour_of(server.version_number).copies_default_now:
        return False
    return any(
        column.spec.type is ColumnType.TIMESTAMP2 and column.default_kind is DefaultKind.LITERAL
        for column in columns
        if column.default is not None
    )


def names_moment(table: Table) -> bool:
    """Whether an expression of the table is a constant date and time, or makes one of a number: a server asks for the
    session's time zone when it reads the definition (captured: definitions_with_moments, zones_of_definitions)."""
    columns = table.columns
    texts = [column.default_sql for column in columns if column.default_kind is DefaultKind.EXPRESSION]
    texts += [column.generated for column in columns if column.generated]
    texts += [check.expression for check in table.checks]
    texts += [part[1:-1] for key in table.special_keys for part in key.parts if part.startswith("(")]

    def spec_of(name: str) -> ColumnSpec | None:
        index = table.index_of.get(name.lower())
        return None if index is None else columns[index].spec

    return any(
        _is_moment(node) or constants.reads_number_as_moment(node, spec_of)
        for text in texts
        for node in parse_expression(text).walk()
    )


def _is_moment(node: exp.Expr) -> bool:
    if isinstance(node, exp.Cast):
        return bool(node.meta.get(TYPED_LITERAL)) and node.to.is_type(*_MOMENTS)
    return isinstance(node, exp.Anonymous) and node.name.upper() == "FROM_UNIXTIME"


_MOMENTS = (exp.DType.TIMESTAMPTZ, exp.DType.TIMESTAMP, exp.DType.DATETIME)


def has_time_default(columns: Iterable[Column], server: ServerProfile, *, like: bool = False) -> bool:
    """Whether a TIMESTAMP has a literal as its default, or a DATETIME where text may name an offset.

    To read it takes the session's time zone (captured: time_defaults). like: CREATE TABLE .. LIKE does.
    """
    behaviour = behaviour_of(server.version_number)
    if like and behaviour.likes_copy_files:
        return False
    types = (ColumnType.TIMESTAMP2, *((ColumnType.DATETIME2,) if server.zones_in_text else ()))
    reads_zeros = behaviour.likes_read_zeros if like else behaviour.zeros_have_zones
    without_zone = (None,) if reads_zeros else (None, ZERO_DATE)
    return any(
        column.spec.type in types and column.default_kind is DefaultKind.LITERAL and column.default not in without_zone
        for column in columns
    )


def reads_moments(old: Table, new: Table, server: ServerProfile) -> bool:
    """Whether ALTER TABLE asks for the time zone to make the new definition of the old one."""
    own = {id(column) for column in new.columns}
    kept = [column for column in old.columns if id(column) in own]
    return has_time_default(new.columns, server) or names_moment(new) or copies_moments_as_texts(kept, server)


def reads_partition_moments(table: Table, server: ServerProfile) -> bool:
    """Whether the bounds of its partitions are dates with times, which are read anew whenever the table is opened
    (captured: scenarios/zones_of_partitions)."""
    partitioning = table.partitioning
    return (
        server.zones_in_text
        and partitioning is not None
        and partitioning.text.partition("(")[0].endswith(" COLUMNS")
        and any(table.columns[place].spec.type is ColumnType.DATETIME2 for place in partitioning.columns)
    )


def in_session_zone(table: Table, context: StatementContext) -> Table:
    """The table as the session's statements show it and as a server writes it to the log (captured:
    defaults_in_zones_row)."""
    return replace(table, columns=tuple(_in_zone(column, context) for column in table.columns))


def _in_zone(column: Column, context: StatementContext) -> Column:
    if column.spec.type is not ColumnType.TIMESTAMP2 or not isinstance(column.default, datetime):
        return column
    return replace(column, default=to_local(column.default, context))
