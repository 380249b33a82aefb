"""The order in which rows that wait to be deleted go: that of what a server refers to them by."""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData


def by_reference(data: TableData) -> Iterator[RowId]:
    """All rows in the order of what a server refers to them by: of partitions by the key, whichever they are in
    (captured: tests/golden/images), of MEMORY tables by their addresses."""
    if data.definition.engine.name == "MEMORY":
        from binwriter.storage.heap_room import reference_of  # late: few tables are such ones

        reference = reference_of(data.definition)
        return iter(sorted((row_id for row_id, _ in data.scan()), key=lambda row_id: reference(data.place_of(row_id))))
    if data.definition.partitioning is None:
        return (row_id for row_id, _ in data.scan())
    key = primary_key_equivalent(data.definition)
    if key is not None:
        return (row_id for row_id, _ in data.scan(key))
    return iter(sorted((row_id for row_id, _ in data.scan()), key=data.place_of))
