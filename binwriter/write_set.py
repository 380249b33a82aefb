"""Write sets: which keys a row change touches, so that the logical clock can tell dependent transactions apart.

Source: findings part 6 (last_committed/sequence_number).
"""

from __future__ import annotations

from binwriter.formats.columns.values import ColumnValue
from binwriter.key_history import key_hash
from binwriter.logical_clock import WriteSet
from binwriter.rules.row_image import primary_key_equivalent
from binwriter.schema import Key, Table
from binwriter.sql.collation import sort_key
from binwriter.statement import RowChange


def add_row_keys(write_set: WriteSet, change: RowChange) -> None:
    """Adds the unique keys of both images; a table without a PKE key makes the set incomplete."""
    if primary_key_equivalent(change.table) is None:
        write_set.missing_keys = True
        return
    for key in change.table.keys:
        if key.unique:
            for row in (change.before, change.after):
                if row is not None and all(row[column] is not None for column in key.columns):
                    write_set.keys.add(key_hash(_identity(change.table, key, row)))


def _identity(table: Table, key: Key, row: tuple[ColumnValue, ...]) -> tuple[object, ...]:
    values: list[object] = []
    for part in key.parts:
        value: object = row[part.column]
        collation = table.columns[part.column].spec.collation
        if isinstance(value, (str, bytes)):
            value = sort_key(value[: part.length] if part.length else value, collation)
        values.append(value)
    return (table.schema, table.name, key.name, *values)
