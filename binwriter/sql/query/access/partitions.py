"""Partitions that a SELECT reads one after the other: an index of theirs has its order within each alone.

Where an index finds several values (IN), each value is looked for in all partitions before the next one is. Source:
captured (clusters/partitions_read_in_turn).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from binwriter.catalog.tables import Key
from binwriter.formats.columns.values import ColumnValue

if TYPE_CHECKING:
    from binwriter.sql.query.access.conditions import Condition
    from binwriter.sql.query.loops import TableRows

Rows = Iterator[tuple[int, tuple[ColumnValue, ...]]]


def in_turn(rows: Rows, data: TableRows, key: Key | None, conditions: Sequence[Condition]) -> Rows:
    """The rows of a partitioned table as a SELECT meets them. conditions: those that bound a range of the key."""
    partitioning = data.definition.partitioning
    assert partitioning is not None
    of = partitioning.of
    columns = tuple(_values_of(key, conditions)) if key is not None else ()
    if not columns:
        return iter(sorted(rows, key=lambda entry: of(entry[1])))
    places: dict[tuple[object, ...], int] = {}
    for _, row in data.scan(key):
        places.setdefault(tuple(row[column] for column in columns), len(places))

    def place(row: tuple[ColumnValue, ...]) -> tuple[int, int]:
        return places.get(tuple(row[column] for column in columns), len(places)), of(row)

    return iter(sorted(rows, key=lambda entry: place(entry[1])))


def _values_of(key: Key, conditions: Iterable[Condition]) -> Iterator[int]:
    """The leading columns of which single values are looked for, if those are several."""
    single = {condition.column: condition for condition in conditions if condition.equality}
    columns = []
    for part in key.parts:
        if part.column not in single or part.length:
            break
        columns.append(part.column)
    if any(single[column].ranges > 1 for column in columns):
        yield from columns
