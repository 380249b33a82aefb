"""WITH CHECK OPTION in an UPDATE of several tables: its condition may ask all that the join has.

Source: as a 9.7.4 answers (cluster checks_of_joined_views).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlglot import exp

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.view_trees import view_checks
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.expressions.conditions.logic import truth
from binwriter.sql.query.joins.rows import JoinedRows, LocatedRow
from binwriter.storage.table_data import TableData

RowCheck = Callable[[Sequence[Any]], None]


def checks_of(tree: exp.Expression, alias: str, join: JoinedRows, run: DmlRun) -> tuple[RowCheck, ...]:
    """What views ask of the rows of the table with this alias; each raises MySQLError ER_VIEW_CHECK_FAILED."""
    return tuple(
        _check(check.name, condition, join, run)
        for check in view_checks(tree)
        if check.alias.lower() == alias.lower()
        for condition in check.conditions
    )


def _check(name: str, condition: exp.Expression, join: JoinedRows, run: DmlRun) -> RowCheck:
    holds = truth(run.compile_in(condition, join.scope.within("where clause")))

    def check(row: Sequence[Any]) -> None:
        if not holds(run.context, tuple(row)):
            raise mysql_error("ER_VIEW_CHECK_FAILED", name)

    return check


def as_changed(join: JoinedRows, row: Sequence[Any], slot: int, changed: Row) -> list[Any]:
    """A row of the join when one of its tables gets this row: the others as they are by now."""
    seen = list(row)
    for at, (located, table) in enumerate(zip(row, join.tables, strict=True)):
        data = table.data
        if isinstance(located, LocatedRow) and isinstance(data, TableData) and data.has(located.row_id):
            seen[at] = LocatedRow.of(data.row(located.row_id), located.row_id)
    seen[slot] = changed
    return seen
