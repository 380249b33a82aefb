"""Definitions as a session sees them: the default of a TIMESTAMP is a local time."""

from __future__ import annotations

from datetime import datetime

from binwriter.catalog.tables import Column, Table
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.moments.timezone import to_local


def in_session_zone(table: Table, context: StatementContext) -> Table:
    """The table as the session's statements show it and as a server writes it to the log (captured:
    defaults_in_zones_row)."""
    return replace(table, columns=tuple(_in_zone(column, context) for column in table.columns))


def _in_zone(column: Column, context: StatementContext) -> Column:
    if column.spec.type is not ColumnType.TIMESTAMP2 or not isinstance(column.default, datetime):
        return column
    return replace(column, default=to_local(column.default, context))
