"""One row after the other into a table.

Defaults, triggers, constraints, AUTO_INCREMENT, and the conflicts of REPLACE and ON DUPLICATE KEY UPDATE.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from binwriter.catalog.tables import DefaultKind
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import MESSAGES
from binwriter.mysql.values.real_text import is_same_row
from binwriter.sql.dml.auto_increment import AutoIncrement
from binwriter.sql.dml.completed_rows import (
    GivenRow,
    InsertTarget,
    beneath_triggers,
    complete_row,
    left_out,
    require_given,
    unfilled,
    without_value,
)
from binwriter.sql.dml.rivals import last_error, refuse_made, refuse_rival, rival
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.dml.trigger_nulls import nulls_remain, nulls_wait, without_nulls
from binwriter.statement.values import RowOperation
from binwriter.storage.table_data import TableData

_DUPLICATE_CODE = MESSAGES["ER_DUP_ENTRY"].code


_UNCOUNTED = ("ER_CHECK_CONSTRAINT_VIOLATED", "ER_NO_REFERENCED_ROW_2", "ER_VIEW_CHECK_FAILED")


class RowWriter:
    """Completes and writes the rows of a statement. expected: how many, 0 if the server cannot know."""

    def __init__(self, run: DmlRun, target: InsertTarget, *, expected: int, replace: bool) -> None:
        self.run = run
        self.target = target
        self.auto = AutoIncrement(target.data, run, expected)
        self.uncounted = 0  # rows that are left out, and no row for those behind them
        self._expected = expected
        run.values.refuses_null = expected == 1 and not run.ignore
        self._finish = _replace_row if replace else _insert_row
        self._asks_first = run.context.variables.behaviour.asks_defaults_first
        if self._asks_first and target.from_query:  # be there rows or not
            require_given(target.columns, target, run)
        self._counts_all = target.from_query and target.data.definition.engine.two_phase
        self._sets_counter = target.on_conflict is not None and target.on_conflict.names(self.auto.column)
        if self._sets_counter:
            target.refuse_counter = self.auto.refuse_promised

    def write(self, number: int, given: GivenRow) -> bool:
        """One row. number: from 1. Whether it counts: none does that a CHECK or a view refuses under IGNORE."""
        run, target, auto = self.run, self.target, self.auto
        run.context.begin_row(number)
        if self._asks_first and number == 1 and not target.from_query:
            require_given(given, target, run)
        row = complete_row(given, target, run)
        auto.begin_row()
        if target.from_query:
            run.values.refuses_null = False
        try:
            row, reckoned = _after_triggers(run, target, given, row, self._expected)
            target.reckoned_of_nulls = reckoned
            if reckoned:
                run.constraints.check_functional(run, target.data.definition, tuple(row))
            else:
                row = self._with_generated(given, tuple(row))
            if not self._asks_first:
                require_given(given, target, run)
            auto.see(row)
            run.constraints.check_views(run, target.data, auto.before_filled(row))
            run.constraints.check_row(run, target.data, row, partial(auto.fill_early, row))
            auto.fill(row)
            run.row_is_in = False
            target.generated, target.deleted = auto.generated, 0
            inserted = self._finish(run, target, tuple(row))
            auto.tried_again(target.deleted)
        except MySQLError as error:
            # what its trigger could not do takes the row away, the counter stays; so does that of a row of a query that
            # another one has the key of (captured: clusters/counters_of_queries)
            if run.row_is_in or (error.code == _DUPLICATE_CODE and self._counts_all):
                auto.written()
            if run.row_is_in:  # captured: clusters/counters_behind_failing_triggers
                run.first_inserted_id = run.first_inserted_id or auto.generated
            run.forgive(error)
            if error.code == _DUPLICATE_CODE:
                run.kept(target.data.definition)
            auto.take_back()
            return target.from_query or error.symbol not in _UNCOUNTED
        if interrupts.asked:
            interrupts.step(sees_kill=not self._expected)
        if inserted is None:
            auto.written()
            run.first_inserted_id = run.first_inserted_id or auto.generated
        else:
            if self._counts_all and not auto.generated:
                auto.written()
            if not self._sets_counter or inserted[auto.column or 0] != auto.generated:
                auto.take_back()
            if auto.column is not None:
                auto.last_value = int(inserted[auto.column] or 0)  # type: ignore[arg-type]
        return True

    def _with_generated(self, given: GivenRow, row: Row) -> list[ColumnValue]:
        """A row of a query is given up as a whole if one of them cannot be computed."""
        run, target = self.run, self.target
        with _given_up_whole(run, target, given):
            whole = run.with_generated(target.data, row)
            run.constraints.check_functional(run, target.data.definition, whole)
            return list(whole)

    def end(self) -> None:
        """Behind the last row."""
        if self.auto.column is not None and self.auto.last_value and self.run.affected:
            self.run.last_auto_value = self.auto.last_value % (1 << 64)  # as the client's answer has it


def write_rows(run: DmlRun, target: InsertTarget, rows: Iterator[GivenRow], *, expected: int, replace: bool) -> None:
    """Completes and writes row after row. expected: see `RowWriter`."""
    writer = RowWriter(run, target, expected=expected, replace=replace)
    if not run.context.row_begun:
        run.context.await_row(1)
    number = 1
    for given in rows:
        number += writer.write(number, given)
        run.context.await_row(number)
    run.context.end_row()
    run.context.rows_done(number - 1, anew=target.from_query)
    writer.end()


@contextmanager
def _given_up_whole(run: DmlRun, target: InsertTarget, given: GivenRow) -> Iterator[None]:
    """While generated columns are reckoned: of a row of a query that is given up all that is missing is told."""
    try:
        yield
    except MySQLError as error:
        if target.from_query:
            filled = {index for index, _ in given.items()}
            error.later = (*error.later, *unfilled(filled, target.data.definition, run))
        raise


def _after_triggers(
    run: DmlRun, target: InsertTarget, given: GivenRow, row: list[ColumnValue], expected: int
) -> tuple[list[ColumnValue], bool]:
    """The row as BEFORE INSERT triggers leave it. They see 0 in an AUTO_INCREMENT column that waits for its value, and
    NULL in one that is not given and has no default (captured: clusters/nulls_seen_by_triggers).

    A geometry that nobody gave is missing, not NULL (captured: clusters/geometries_left_out). And whether generated
    columns are reckoned already (`nulls_remain`).
    """
    table = target.data.definition
    if not (
        run.has_triggers(table, RowOperation.WRITE) or (None in row and nulls_wait(run, table, RowOperation.WRITE))
    ):
        return row, False
    waiting = table.auto_increment_column
    seen = list(row)
    if waiting is not None and seen[waiting] is None and waiting not in target.fed:
        seen[waiting] = 0
    fires_before = run.has_triggers(table, RowOperation.WRITE, "BEFORE")
    if fires_before:  # they see what is reckoned until then
        reckoned = run.constraints.seen_by_triggers(run, table, beneath_triggers(target, given, seen, run))
        seen = [
            new if column.generated else old for old, new, column in zip(seen, reckoned, table.columns, strict=True)
        ]
    missing = without_value(target, given, run)
    for index in missing:
        seen[index] = None
    new = run.before(table, RowOperation.WRITE, None, tuple(seen))
    assert new is not None
    if reckoned_now := fires_before and table.asks_of_rows and nulls_remain(table, new):
        with _given_up_whole(run, target, given):
            new = tuple(run.constraints.seen_by_triggers(run, table, new))
    if missing:
        left = list(new)
        for index in missing:
            left[index] = row[index]
        new = tuple(left)
    waits = waiting is not None and row[waiting] is None and not new[waiting]
    set_by_triggers = run.assigned_by_triggers(table, RowOperation.WRITE)
    if waits and waiting not in set_by_triggers:
        assert waiting is not None
        new = (*new[:waiting], None, *new[waiting + 1 :])  # 0 would stay under NO_AUTO_VALUE_ON_ZERO
    geometries = [
        index
        for index, column in (left_out(table, given) if None in new else ())
        if new[index] is None and column.spec.type is ColumnType.GEOMETRY
    ]
    refuses = run.strict() or (expected == 1 and not run.ignore)
    goes_on = target.needs_values and not expected
    assigned = None if target.needs_values else set_by_triggers
    waited = [index for index, _ in left_out(table, given)] if None in new and target.needs_values else []
    filled = without_nulls(
        run,
        table,
        new,
        null_is_error=refuses,
        goes_on=goes_on,
        assigned=assigned,
        fed=target.fed,
        left_out=waited,
        passed=geometries,
        reckoned=reckoned_now,
    )
    if geometries:
        require_given(given, target, run)
    if target.on_conflict is not None and fires_before:
        target.on_conflict.tell_of_written(run, target, without_value(target, given, run))
    return filled, reckoned_now


# --- writing a row


def _insert_row(run: DmlRun, target: InsertTarget, row: Row) -> Row | None:
    """The row that was there already and was updated, None if there was none."""
    if target.on_conflict is not None:
        run.touch(target.data.definition, anew=True)
        lock_rivals(run, target.data, row)
        target.data.check_room()
        conflict = rival(run, target.data, row)
        if conflict is not None:
            refuse_rival(target.data.definition, conflict)
            run.context.session.counts.tried(RowOperation.WRITE)
            table, before = target.data.definition, target.data.row(conflict.row_id)
            _refuse_null_of_query(run, target, row)
            for read in (row, before) if table.engine.two_phase else (before,):  # InnoDB looks for it by the new row
                run.constraints.read(run, table, read)
            changed, left = target.on_conflict.run(run, target, conflict.row_id, row)
            if changed:
                run.affected += 2
            else:
                run.kept(target.data.definition)
            return left
    run.write(target.data, row, target.assigned, of_nulls=target.reckoned_of_nulls)
    run.affected += 1
    return None


def _refuse_null_of_query(run: DmlRun, target: InsertTarget, row: Row) -> None:
    """Once a row of a query meets another one, NULL in a generated column that must not be is an error: of all that is
    computed from there on, and in InnoDB of the row itself (captured: clusters/generated_without_values)."""
    table = target.data.definition
    never_null = any(column.generated and not column.spec.nullable for column in table.columns)
    if not (target.from_query and never_null) or run.ignore:
        return
    run.values.refuses_null = True
    if table.engine.two_phase:
        run.with_generated(target.data, row)


def lock_rivals(run: DmlRun, data: TableData, row: Row) -> None:
    """REPLACE and ON DUPLICATE KEY UPDATE: the rows in the way are locked exclusively."""
    if run.context.locking is not None:
        run.context.locking.rivals(data, row)


def _keeps_times(target: InsertTarget) -> bool:
    """Whether an update takes the time in the row's TIMESTAMP where the insert does: else there is none in place."""
    columns = enumerate(target.data.definition.columns)
    timed = [(index, column) for index, column in columns if column.spec.type is ColumnType.TIMESTAMP2]
    inserted = any(column.default_kind is DefaultKind.NOW and index not in target.columns for index, column in timed)
    return not target.needs_values or inserted is any(column.on_update_now for _, column in timed)


def _replace_row(run: DmlRun, target: InsertTarget, row: Row) -> None:
    """REPLACE: a conflict on the last unique key is an update in place, any other a delete and another try.

    A table that foreign keys refer to has no updates in place. Deleted and tried again, only this row counts as
    written in all columns: a server sets its bitmaps back, but not behind an update in place (captured:
    tests/golden/images).
    """
    data = target.data
    run.touch(data.definition, anew=True)  # the row is tried first, also where it turns out to be there already
    lock_rivals(run, data, row)
    data.check_room()
    assigned = target.assigned
    while (conflict := rival(run, data, row)) is not None:
        row_id = conflict.row_id
        refuse_rival(data.definition, conflict)
        run.context.session.counts.tried(RowOperation.WRITE)
        refuse_made(run, data, conflict, target.generated)
        _refuse_null_of_query(run, target, row)
        if target.reckoned_of_nulls:
            row, target.reckoned_of_nulls = run.with_generated(data, row), False
        run.constraints.read(run, data.definition, data.row(row_id))
        run.constraints.check_replaced(data, data.row(row_id), partial(last_error, run, conflict))
        assigned = None
        in_place = conflict.by_last_key and not run.has_triggers(data.definition, RowOperation.DELETE)
        in_place &= not run.context.variables.behaviour.replaces_by_times or _keeps_times(target)
        if in_place and not run.is_parent(data.definition):
            run.affected += 1
            target.assigned = None
            # only InnoDB notices that the row stays as it is (HA_ERR_RECORD_IS_THE_SAME)
            if not is_same_row(row, data.row(row_id)) or not data.definition.engine.transactional:
                run.update(data, row_id, row, None, as_insert=True)
                run.affected += 1
            else:  # the same row again: triggers fire all the same (captured: replaced_alike_row)
                run.fire("AFTER", data.definition, RowOperation.WRITE, None, row)
            return
        before = data.row(row_id)
        run.before(data.definition, RowOperation.DELETE, before, None)
        # an engine that looks after keys itself refuses to delete a parent, whatever comes in its place
        replaced_by = row if run.context.server.policy.logs_cascades else None
        run.delete(data, row_id, None, before=before, replaced_by=replaced_by)
        run.affected += 1
        target.deleted += 1
        lock_rivals(run, data, row)  # of the next key; while that waits, others may make more
    run.write(data, row, assigned, of_nulls=target.reckoned_of_nulls)
    run.affected += 1
