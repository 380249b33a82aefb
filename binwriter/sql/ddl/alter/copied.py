"""Rows that go into an altered table as they are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from binwriter.catalog.tables import Key, KeyPart, Table
from binwriter.mysql import interrupts
from binwriter.storage.columns import Row
from binwriter.storage.order import KeyReader
from binwriter.storage.table_data import TableData

_MANY = 500  # rows that are copied at a time


def sort_rows(rows: list[Row], order: Sequence[tuple[int, bool]], table: Table) -> None:
    """As ALTER TABLE .. ORDER BY does, by collation (captured: clusters/rows_moved_together). order: columns, the first
    of them first, and whether they descend."""
    for index, descending in reversed(order):
        rows.sort(key=KeyReader(Key("", (KeyPart(index),)), table).of, reverse=descending)


def copy_whole(data: TableData, new: TableData, places: Sequence[int], order: Sequence[tuple[int, bool]]) -> int | None:
    """The rows, with the columns of these places, into a table of which nothing but unique keys is asked.

    Returns how many; None if one has a duplicate key, and then the new table is of no use.
    """
    as_they_are = list(places) == list(range(len(places)))
    if as_they_are and not order and new.take_rows_of(data):
        return len(new)
    rows = (row for _, row in data.scan())
    if order:
        whole = list(rows)
        sort_rows(whole, order, data.definition)
        rows = (row for row in whole)
    while batch := list(islice(rows, _MANY)):
        if interrupts.asked:
            interrupts.step()
        if not as_they_are:
            batch = [tuple(map(row.__getitem__, places)) for row in batch]
        if new.insert_all(batch) < len(batch):
            return None
    return len(new)


def beyond(data: TableData, column: int, counter: int) -> int:
    """The counter of a table, moved beyond the highest number that it has in the column."""
    bound = data.upper_bound(column)
    if bound is not None and bound < counter:
        return counter
    return max(counter, 1, 1 + max((int(row[column] or 0) for _, row in data.scan()), default=0))  # type: ignore[arg-type]
