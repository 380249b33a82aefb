"""What a table keeps of a changed row: over what stands there by then, which its own triggers may have changed.

A BEFORE trigger cannot change the table of its statement, yet the foreign keys of what it changes can: by then the
statement's row may be another one, or gone. InnoDB writes into what stands there those columns that the statement's two
images differ in, which brings a row back that a cascade took (captured: rows_gone_in_triggers).
"""

from __future__ import annotations

from binwriter.formats.columns.values import ColumnValue, JsonDocument
from binwriter.formats.records import replace
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import UndoLog

Row = tuple[ColumnValue, ...]


def write_over(data: TableData, row_id: RowId, before: Row, after: Row, undo: UndoLog | None, to: int | None) -> RowId:
    """Changes the row. before: as the statement read it; to: see `TableData.update`. Returns where it is then."""
    after = settled(after)
    if not data.has(row_id):
        return data.insert(after, undo)
    standing = data.row(row_id)
    if standing is not before:
        columns = zip(standing, before, after, strict=True)
        after = tuple(stands if old == new else new for stands, old, new in columns)
    data.update(row_id, after, undo, to)
    return row_id


def settled(row: Row) -> Row:
    """The row as the table keeps it: how its documents were made is past."""
    if not any(type(value) is JsonDocument and value.changes is not None for value in row):
        return row
    return tuple(replace(value, changes=None) if type(value) is JsonDocument else value for value in row)
