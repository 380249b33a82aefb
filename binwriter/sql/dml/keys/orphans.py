"""Rows of an INSERT of many that have no parent: each parent is looked for once, before the first row goes in.

Such a row takes the exact way when its turn comes, which may find its parent among the rows before it, or says what a
server says. Only without other sessions: parents are locked row by row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat

from binwriter.catalog.tables import ForeignKey, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.mysql.interrupts import ENDINGS
from binwriter.sql.dml import column_values
from binwriter.sql.dml.keys.foreign import KeyKeeper, indexes, key_on
from binwriter.sql.dml.run import DmlRun

Columns = Mapping[int, Sequence[ColumnValue]]


def with_orphans(run: DmlRun, table: Table, columns: Columns, rows: range, odd: frozenset[int]) -> set[int]:
    """The rows that are odd by now, whose values may be none, and those of which a parent was not found.

    columns: the values that are given, by index."""
    keeper, found = run.constraints.keys(run), set(odd)
    for key in table.foreign_keys:
        found.update(_of_key(run, keeper, table, key, columns, rows, odd))
    return found


def _of_key(
    run: DmlRun, keeper: KeyKeeper, table: Table, key: ForeignKey, columns: Columns, rows: range, odd: frozenset[int]
) -> Iterator[int]:
    own = indexes(table, key.columns)
    index = key_on(table, own)  # all of its columns say whether there is NULL
    needed = own if index is None else tuple(dict.fromkeys((*own, *index.columns)))
    if table.auto_increment_column in needed:
        yield from rows
        return
    given = [columns[column] if column in columns else _omitted(run, table, column, len(rows)) for column in needed]
    known: dict[tuple[ColumnValue, ...], bool] = {}
    row: list[ColumnValue] = [None] * len(table.columns)
    for number, values in enumerate(zip(*given, strict=True)):
        if number in odd:
            continue
        missing = known.get(values)
        if missing is None:
            for column, value in zip(needed, values, strict=True):
                row[column] = value
            missing = known[values] = _is_missing(keeper, table, key, tuple(row))
        if missing:
            yield number


def _omitted(run: DmlRun, table: Table, column: int, count: int) -> Sequence[ColumnValue]:
    return list(repeat(column_values.omitted_value(run, table.columns[column]), count))


def _is_missing(keeper: KeyKeeper, table: Table, key: ForeignKey, row: tuple[ColumnValue, ...]) -> bool:
    try:
        keeper.require_parent(table, key, row)
    except MySQLError as error:
        if error.symbol in ENDINGS:
            raise
        return True
    return False
