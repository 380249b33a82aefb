"""Whether an UPDATE changes a row is asked in front of its BEFORE triggers.

Then its ON UPDATE CURRENT_TIMESTAMP columns take the time, which the triggers see and may set; they take none for what
triggers alone change.

A row that triggers put back counts as changed for all that: InnoDB finds that it is the same, other engines write it.
Source: as a 9.7.4 answers (cluster values_put_back_by_triggers).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from binwriter.catalog.tables import Column, Table
from binwriter.formats.columns.values import ColumnValue
from binwriter.sql.dml import column_values
from binwriter.sql.dml.change_run import ChangeRun
from binwriter.sql.dml.unread_columns import differs_beneath
from binwriter.sql.store import implicit_default

Row = tuple[ColumnValue, ...]


def moves(table: Table, before: Row, values: Sequence[ColumnValue], assigned: Iterable[int]) -> bool:
    """Whether the statement itself changes the row. values: with what it sets; assigned: these columns. Beneath the
    NULL of a column that is NOT NULL stands the implicit default (captured: nulls_set_by_triggers_*)."""
    if tuple(values) == before:
        return differs_beneath(table, before, assigned)
    filled = (
        implicit_default(column) if value is None and not (column.spec.nullable or column.generated) else value
        for value, column in zip(values, table.columns, strict=True)
    )
    return tuple(filled) != before or differs_beneath(table, before, assigned)


def stamped(run: ChangeRun, values: Sequence[ColumnValue], columns: Iterable[tuple[int, Column]]) -> list[ColumnValue]:
    """The row with the time in these columns."""
    made = list(values)
    for index, column in columns:
        made[index] = column_values.now(run, column)
    return made
