"""What a server says of a row whose unique key another row has already."""

from __future__ import annotations

from datetime import datetime

from binwriter.catalog.tables import Column, Key, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_text
from binwriter.sql.expressions.columns import member_text, shown_type
from binwriter.sql.expressions.moments.timezone import session_zone

Row = tuple[ColumnValue, ...]


def duplicate_error(table: Table, key: Key, row: Row, context: StatementContext) -> MySQLError:
    """ER_DUP_ENTRY: the key's values and the key as table.name."""
    return mysql_error("ER_DUP_ENTRY", key_text(table, key, row, context), f"{table.name}.{key.name}")


def key_text(table: Table, key: Key, row: Row, context: StatementContext) -> str:
    """A row's values of a key, joined by '-', but where nothing stands before it. A TIMESTAMP is shown in the session's
    time zone, which is asked for."""
    columns = table.columns
    parts = [_part_text(columns[part.column], row[part.column], part.length, context) for part in key.parts]
    while len(parts) > 1 and not parts[0]:
        parts.pop(0)
    return "-".join(parts)


def _part_text(column: Column, value: ColumnValue, prefix: int, context: StatementContext) -> str:
    if value is None:
        return "NULL"
    if column.spec.type is ColumnType.TIMESTAMP2:
        zone = session_zone(context)
        value = value.astimezone(zone).replace(tzinfo=None) if isinstance(value, datetime) else value
    if column.spec.members and isinstance(value, int):
        value = member_text(column.spec, value)
    text = value if isinstance(value, bytes) else to_text(value, shown_type(column, context))
    if isinstance(text, bytes):
        if column.spec.type is ColumnType.STRING:
            text = text.rstrip(b"\0") or text[:1]  # the zeros that fill up a BINARY
        shown = text[:prefix] if prefix else text
        return "".join(chr(byte) if 32 <= byte < 127 else f"\\x{byte:02X}" for byte in shown)
    assert isinstance(text, str)
    return text[:prefix] if prefix else text
