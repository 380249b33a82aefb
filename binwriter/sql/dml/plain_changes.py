"""Rows of one table that are updated or deleted many at a time, where nothing but the table has to do with them.

The first row that changes goes the exact way (`DmlRun.update`, `DmlRun.delete`), and with it all that a statement's
first change says of the statement. Of the others only what may differ from row to row is asked for each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Column, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.mysql import interrupts
from binwriter.mysql.values.real_text import is_same_row
from binwriter.sql.dml import behind_errors, column_values
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.dml.standing_rows import settled
from binwriter.sql.dml.trigger_nulls import nulls_wait
from binwriter.sql.expressions.types import Eval
from binwriter.sql.store.as_stored import Stays
from binwriter.sql.text.known_trees import has, nodes_in
from binwriter.statement.row_changes import ChangedRows
from binwriter.statement.values import RowOperation
from binwriter.storage.columns import ColumnRows
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData


@dataclass(frozen=True, slots=True)
class Assignment:
    """SET of one column. value: None for the word DEFAULT. takes: which values the column keeps as they are. stays: it
    is the column's own value, which stays. instant: another TIMESTAMP's bytes, see `copies_instant`."""

    index: int
    column: Column
    value: Eval | None
    takes: Stays
    stays: bool = False
    instant: bool = False


def takes_plain_changes(
    run: DmlRun,
    data: TableData,
    operation: RowOperation,
    changed: Collection[int] = frozenset(),
    *,
    locked: bool = False,
) -> bool:
    """Whether nothing but the table's own columns has to do with its rows. changed: the columns that are. locked: who
    finds the rows locks them."""
    context, table = run.context, data.definition
    engine = table.engine
    is_plain = (
        context.server.takes_many
        and type(data) is TableData
        and engine.two_phase
        and engine.transactional
        and not engine.insert_only
        and not (table.temporary or table.partitioning or table.special_keys or table.hidden_columns or table.merges)
        and not (table.may_outgrow_page or any(column.generated for column in table.columns))
    )
    if not is_plain or run.inside or context.partial_rows is not None:
        return False
    if context.locking is not None and not (locked and context.locking.goes_alone(data)):
        return False
    if run.has_triggers(table, operation) or nulls_wait(run, table, operation):
        return False
    if interrupts.ends_some or run.constraints.ask_of_rows(run, table):
        return False
    return not run.is_parent(table) and data.replaces_many(changed)


def calls_programs(tree: exp.Expression, run: DmlRun) -> bool:
    """Whether looking for rows and changing them may see one another: by user variables and stored functions."""
    programs = run.context.programs
    return has(tree, exp.PropertyEQ) or (
        programs is not None
        and any(programs.function(None, node.name) is not None for node in nodes_in(tree, exp.Anonymous))
    )


def looks_elsewhere(tree: exp.Expression, run: DmlRun) -> bool:
    """Whether a row's new values may depend on rows that were changed before."""
    return has(tree, exp.Query) or calls_programs(tree, run)


class PlainChanges:
    """The rows that a statement changes, kept until there are some. assigned: see `RowChange`."""

    def __init__(self, run: DmlRun, data: TableData, operation: RowOperation, assigned: frozenset[int] | None) -> None:
        self._run, self._data, self._operation, self._assigned = run, data, operation, assigned
        self._row_of = data.reader()
        self._ids: list[RowId] = []
        self._before: list[Row] = []
        self._after: list[Row] = []

    def update(self, row_id: RowId, before: Row, after: Row) -> None:
        """A row becomes another. It must not be among those that are kept."""
        self._ids.append(row_id)
        self._before.append(before)
        self._after.append(after)

    def delete(self, row_id: RowId) -> None:
        """A row goes."""
        self._ids.append(row_id)
        self._before.append(self._row_of(row_id))

    def end(self) -> None:
        """Changes the rows that are kept."""
        run, table, operation, assigned = self._run, self._data.definition, self._operation, self._assigned
        locking = run.context.locking
        if not self._ids:
            return
        if locking is not None and not locking.goes_alone(self._data):
            self._end_one_by_one()
            return
        if locking is not None:
            after_rows = self._after if operation is RowOperation.UPDATE else None
            locking.became(self._data, self._ids, self._before, after_rows)
        if operation is RowOperation.UPDATE:
            has_documents = any(column.spec.type is ColumnType.JSON for column in table.columns)
            kept = list(map(settled, self._after)) if has_documents else self._after
            self._data.replace_all(self._ids, self._before, kept, run.undo)
            after = ColumnRows.of(self._after)
            self._move_counter(table.auto_increment_column)
        else:
            self._data.remove_all(self._ids, self._before, run.undo)
            after = None
        run.context.session.counts.changed(table, operation, len(self._ids))
        run.changes.add(ChangedRows(table, assigned, before=ColumnRows.of(self._before), after=after))
        run.affected += len(self._ids)

    def _end_one_by_one(self) -> None:
        """The same where others have or want locks by now."""
        run = self._run
        for at, row_id in enumerate(self._ids):
            if self._operation is RowOperation.UPDATE:
                run.update(self._data, row_id, self._after[at], self._assigned)
            else:
                run.delete(self._data, row_id, self._assigned)
            run.affected += 1

    def _move_counter(self, column: int | None) -> None:
        for before, row in zip(self._before, self._after, strict=True) if column is not None else ():
            column_values.move_counter(self._run, self._data, before, row)


def delete_plain_rows(run: DmlRun, data: TableData, rows: Iterable[RowId], marked: frozenset[int] | None) -> None:
    """DELETE of these rows, which are all there."""
    visited = iter(rows)
    for row_id in visited:
        run.delete(data, row_id, marked)
        run.affected += 1
        break
    removed = PlainChanges(run, data, RowOperation.DELETE, marked)
    try:
        for row_id in visited:
            if interrupts.asked:
                interrupts.step()
            removed.delete(row_id)
    finally:
        removed.end()


def update_plain_rows(
    run: DmlRun,
    data: TableData,
    rows: Iterator[tuple[int, RowId]],
    assignments: list[Assignment],
    on_update: list[tuple[int, Column]],
    assigned: frozenset[int],
    numbers: dict[RowId, int],
    *,
    tried_unseen: bool,
) -> None:
    """The rows of an UPDATE behind the first that it changed, which come with their numbers. numbers: see `run_update`;
    tried_unseen: the engine is asked to write rows that stay as they are."""
    context, changes = run.context, PlainChanges(run, data, RowOperation.UPDATE, assigned)
    values_of = new_values(run, data, [assignment for assignment in assignments if not assignment.stays])
    now = [(index, column_values.now(run, column)) for index, column in on_update]
    row_of, changed = data.reader(), changes.update
    try:
        for number, row_id in rows:
            context.new_found_rows = number
            if interrupts.asked:
                interrupts.step()
            context.row_number = (numbers.get(row_id, number) if numbers else number) + context.row_shift
            before = row_of(row_id)
            after = values_of(before)
            if is_same_row(after, before):
                if tried_unseen:
                    run.touch(data.definition)
                continue
            if now:
                values = list(after)
                for index, moment in now:
                    values[index] = moment
                after = tuple(values)
            changed(row_id, before, after)
    finally:
        changes.end()


def exact_values(
    run: DmlRun, table: Table, assignments: Iterable[Assignment], before: Row, *, fires: bool
) -> list[ColumnValue]:
    """A row after the SET clause, and what is said on the way. fires: triggers may still give a value to NULL."""
    values = list(before)
    following = iter(assignments)
    try:
        for assignment in following:
            _set(run, table, assignment, values, fires=fires)
    except MySQLError as error:
        rest = (partial(_set, run, table, assignment, values, fires=fires) for assignment in following)
        behind_errors.tell_of_rest(run.context, error, rest)
        raise
    return values


def _set(run: DmlRun, table: Table, assignment: Assignment, values: list[ColumnValue], *, fires: bool = False) -> None:
    if assignment.stays:
        return
    if assignment.value is None:
        values[assignment.index] = column_values.keyword_value(run, assignment.column, table, tuple(values))
        return
    asked = run.context.facts.uses_time_zone
    result = assignment.value(run.context, (tuple(values),))
    waits = fires and result is None
    values[assignment.index] = None if waits else column_values.updated(run, assignment.column, result)
    if assignment.instant:
        run.context.facts.uses_time_zone = asked


def new_values(run: DmlRun, data: TableData, assignments: list[Assignment]) -> Callable[[Row], Row]:
    """A row after the SET clause."""
    context, table = run.context, data.definition
    if len(assignments) == 1 and assignments[0].value is not None:
        return _new_value(run, assignments[0], assignments[0].value)
    plain = [(assignment, assignment.index, assignment.value, assignment.takes) for assignment in assignments]

    def values_of(before: Row) -> Row:
        values: list[ColumnValue] = list(before)
        seen = before
        following = iter(plain)
        try:
            for assignment, index, evaluate, stays in following:
                if evaluate is None:
                    values[index] = column_values.keyword_value(run, assignment.column, table, seen)
                else:
                    value: Any = evaluate(context, (seen,))
                    if not stays(value):
                        value = column_values.updated(run, assignment.column, value)
                    values[index] = value
                seen = tuple(values)
        except MySQLError as error:
            rest = (partial(_set, run, table, assignment, values) for assignment, *_ in following)
            behind_errors.tell_of_rest(context, error, rest)
            raise
        return seen

    return values_of


def _new_value(run: DmlRun, only: Assignment, evaluate: Eval) -> Callable[[Row], Row]:
    """The same of one assignment."""
    context, index, behind, takes = run.context, only.index, only.index + 1, only.takes

    def values_of(before: Row) -> Row:
        value: Any = evaluate(context, (before,))
        if not takes(value):
            value = column_values.updated(run, only.column, value)
        return (*before[:index], value, *before[behind:])

    return values_of
