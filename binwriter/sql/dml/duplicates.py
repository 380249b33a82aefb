"""What a server says of a row whose unique key another row has already."""

from __future__ import annotations

from binwriter.catalog.tables import Column, Key, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.expressions.coercion import to_text
from binwriter.sql.expressions.columns import column_type, member_text

Row = tuple[ColumnValue, ...]


def duplicate_error(table: Table, key: Key, row: Row) -> MySQLError:
    """ER_DUP_ENTRY: the key's values, cut to 64 characters, and the key as table.name."""
    return mysql_error("ER_DUP_ENTRY", key_text(table, key, row)[:64], f"{table.name}.{key.name}")


def key_text(table: Table, key: Key, row: Row) -> str:
    """A row's values of a key, joined by '-'."""
    parts = [_part_text(table.columns[part.column], row[part.column], part.length) for part in key.parts]
    return "-".join(parts)


def _part_text(column: Column, value: ColumnValue, prefix: int) -> str:
    if value is None:
        return "NULL"
    if column.spec.members and isinstance(value, int):
        value = member_text(column.spec, value)
    text = value if isinstance(value, bytes) else to_text(value, column_type(column.spec))
    if isinstance(text, bytes):
        if column.spec.type is ColumnType.STRING:
            text = text.rstrip(b"\0") or text[:1]  # the zeros that fill up a BINARY
        shown = text[:prefix] if prefix else text
        return "".join(chr(byte) if 32 <= byte < 127 else f"\\x{byte:02X}" for byte in shown)
    assert isinstance(text, str)
    return text[:prefix] if prefix else text
