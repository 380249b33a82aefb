"""What a server says of a row whose unique key another row has already."""

from __future__ import annotations

from datetime import datetime

from binwriter.catalog.tables import Column, Key, Table
from binwriter.errors import MySQLError
from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
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
    counts = context.variables.behaviour.counts_shown_prefixes
    parts = [
        _part_text(columns[part.column], row[part.column], _shown(columns[part.column], part.length, counts), context)
        for part in key.parts
    ]
    while len(parts) > 1 and not parts[0]:
        parts.pop(0)
    return "-".join(parts)


_POINTER = 8  # bytes


def _shown(column: Column, prefix: int, counts_characters: bool) -> int:
    """Characters that are shown of a value, 0: all.

    Of a text of one byte a character, or of bytes, that stands beside the row a server shows the whole where the prefix
    is as long as what the row has of it, a length and a pointer (captured: clusters/duplicates_of_long_texts).
    counts_characters: up to 5.1 so of any text, whose bytes are cut (captured:
    5.1.54/duplicates_of_long_texts_statement).
    """
    spec = column.spec
    if spec.type is not ColumnType.BLOB or not prefix:
        return prefix
    width = collation_by_id(spec.collation).mbmaxlen
    if width > 1 and counts_characters:
        return prefix
    return 0 if prefix * width >= spec.length + _POINTER else prefix * width


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
