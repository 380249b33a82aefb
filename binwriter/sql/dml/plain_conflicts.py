"""Rows in the way of those of a plain list (`plain_rows`), which ON DUPLICATE KEY UPDATE or REPLACE changes many at a
time, and for which IGNORE leaves out many.

What may say a word, or asks for more than the row's values, goes the exact way when its turn comes, as does whatever
comes before the statement's first change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.mysql import interrupts
from binwriter.mysql.values.real_text import is_same_row
from binwriter.sql.dml import column_values, conflicts, duplicates
from binwriter.sql.dml.plain_changes import PlainChanges, looks_elsewhere, takes_plain_changes
from binwriter.sql.dml.row_writer import RowWriter
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.dml.unread_columns import differs_beneath
from binwriter.sql.store.as_stored import stays_in
from binwriter.sql.text import computed_cells
from binwriter.statement.values import RowOperation
from binwriter.storage.row_store import RowId
from binwriter.storage.table_data import TableData

# the row that is there and the new one, as what they become; None for what the exact way has to make
Becomes = Callable[[Row, Row], Row | None]

_TWO = 2  # what a changed row counts as
_PLAIN_CALLS = (exp.Anonymous, exp.Case, exp.If, exp.Connector)


def takes_plain_replaces(run: DmlRun, data: TableData) -> bool:
    """Whether rows of REPLACE become others where they are: by the table's only unique key."""
    keys = [key for key in data.definition.keys if key.unique]
    counts = run.has_triggers(data.definition, RowOperation.DELETE)
    return not counts and takes_plain_changes(run, data, RowOperation.UPDATE) and len(keys) == 1


class Standing(Protocol):
    """What becomes of rows that others are in the way of. change: of these, up to the first that none is in the way
    of, or that has to go the exact way; returns how many were done."""

    def change(self, rows: Iterable[Row]) -> int: ...


class PlainConflicts:
    """What becomes of rows in the way. Made once a statement, by `of_replace` or `of_update`."""

    def __init__(self, writer: RowWriter, becomes: Becomes, *, of_replace: bool) -> None:
        self._writer, self._becomes, self._of_replace = writer, becomes, of_replace

    @classmethod
    def of_replace(cls, writer: RowWriter) -> PlainConflicts:
        """Of a table of which `takes_plain_replaces` says so."""
        only = next(key for key in writer.target.data.definition.keys if key.unique)

        def becomes(before: Row, new: Row) -> Row | None:
            return new if all(before[index] == new[index] for index in only.columns) else None

        return cls(writer, becomes, of_replace=True)

    @classmethod
    def of_update(cls, writer: RowWriter, clause: Iterable[exp.Expression]) -> PlainConflicts | None:
        """Of ON DUPLICATE KEY UPDATE, if it asks for nothing but the two rows. clause: its assignments."""
        run, target = writer.run, writer.target
        table, update = target.data.definition, target.on_conflict
        assert update is not None
        columns = {assignment.column for assignment in update.assignments} | set(update.on_update_now)
        if table.auto_increment_column in columns or any(item.value is None for item in update.assignments):
            return None
        if any(_asks_more(item, run) for item in clause):
            return None
        if not takes_plain_changes(run, target.data, RowOperation.UPDATE, columns):
            return None
        return cls(writer, _updated(run, target.data, update), of_replace=False)

    def change(self, rows: Iterable[Row]) -> int:
        """Changes what is in the way of these rows, up to the first that nothing is in the way of, or that has to go
        the exact way. Returns how many were done."""
        run, target, auto = self._writer.run, self._writer.target, self._writer.auto
        data, counter = target.data, auto.column
        if not run.changes:
            return 0
        kept = PlainChanges(run, data, RowOperation.UPDATE, None)
        row_of, seen = data.reader(), set[RowId]()
        lowest = max(1, data.counted_by[1])
        done = changed = left = highest = filled_ones = 0
        try:
            for new in rows:
                if interrupts.asked:
                    interrupts.step()
                back = None
                given: ColumnValue = 0
                if counter is not None and new[counter] is None and not self._of_replace:
                    filled = list(new)
                    if (back := auto.tried(filled)) is None:
                        break
                    new = tuple(filled)
                elif counter is not None and (type(given := new[counter]) is not int or given < lowest):
                    break
                found = data.duplicate(new)
                if found is None:
                    if back is not None:
                        back()
                    break
                row_id = found[1]
                if row_id in seen:
                    kept.end()
                    kept, seen = PlainChanges(run, data, RowOperation.UPDATE, None), set()
                before = row_of(row_id)
                after = self._becomes(before, new)
                if after is None:
                    if back is not None:
                        back()
                    break
                if after != before:
                    kept.update(row_id, before, after)
                    seen.add(row_id)
                    changed += 1
                if counter is not None:
                    left, highest = before[counter], max(highest, given)  # type: ignore[assignment, type-var]
                if back is not None:
                    auto.take_back()
                    filled_ones += 1
                done += 1
        finally:
            kept.end()
        if done:
            target.assigned = None
            run.context.session.counts.tried(RowOperation.WRITE, done)
            run.affected += done if self._of_replace else changed
            auto.passed(done - filled_ones, left, highest, went_in=self._of_replace)
        return done


class LeftOut:
    """What IGNORE does with rows that others are in the way of: a warning each."""

    def __init__(self, writer: RowWriter) -> None:
        self._writer = writer

    @classmethod
    def of(cls, writer: RowWriter) -> LeftOut | None:
        """Of a table whose rows nobody locks, and of which nothing but keys says a word."""
        run, table = writer.run, writer.target.data.definition
        is_plain = (
            type(writer.target.data) is TableData
            and table.engine.two_phase
            and table.engine.transactional
            and not (table.temporary or table.partitioning or table.merges or table.foreign_keys or table.asks_of_rows)
        )
        return cls(writer) if is_plain and run.context.locking is None else None

    def change(self, rows: Iterable[Row]) -> int:
        """Leaves out those that others are in the way of, up to the first that goes in, or has to go the exact way.
        Returns how many were left out."""
        run, auto = self._writer.run, self._writer.auto
        data, context = self._writer.target.data, run.context
        table, counter, done = data.definition, auto.column, 0
        for new in rows:
            if interrupts.asked:
                interrupts.step()
            back = None
            if counter is not None:
                filled = list(new)
                if filled[counter] == 0 or (back := auto.tried(filled)) is None:
                    break
                new = tuple(filled)
            found = data.duplicate(new)
            if found is None:
                if back is not None:
                    back()
                break
            if not done:
                run.touch(table, anew=True)
            run.forgive(duplicates.duplicate_error(table, found[0], new, context))
            auto.take_back()
            done += 1
        if done:
            context.session.counts.tried(RowOperation.WRITE, done)
        return done


def _asks_more(item: exp.Expression, run: DmlRun) -> bool:
    """Whether an assignment's value asks for more than rows and the statement's time."""
    value = item.expression
    for node in value.find_all(exp.Func):
        if not isinstance(node, _PLAIN_CALLS):
            return True
        if isinstance(node, exp.Anonymous) and not (
            node.name.upper() == "VALUES" or computed_cells.is_taken(f"{node.name}(")
        ):
            return True
    return looks_elsewhere(value, run)


def _updated(run: DmlRun, data: TableData, update: conflicts.UpdateOnConflict) -> Becomes:
    """A row as the clause leaves it."""
    context, table = run.context, data.definition
    said, facts = context.diagnostics, context.facts
    plan = [
        (item.column, table.columns[item.column], item.evaluate, stays_in(item.spec), item.instant)
        for item in update.assignments
        if not item.copied
    ]
    assigned = {item.column for item in update.assignments}
    stamps = [(index, table.columns[index]) for index in update.on_update_now]

    def values_of(before: Row, new: Row) -> Row | None:
        known = len(said)
        behind = (new, ()) if update.named is None else (new, (), tuple([new[index] for index in update.named]))
        values: list[ColumnValue] = list(before)
        seen = before
        try:
            for index, column, evaluate, stays, instant in plan:
                asked = facts.uses_time_zone
                value = evaluate(context, (seen, *behind))
                if value is None:
                    if not column.spec.nullable:
                        return None
                elif not stays(value):
                    value = column_values.stored(run, column, value, null_is_error=True)
                if instant:
                    facts.uses_time_zone = asked
                values[index] = value
                seen = tuple(values)
        except MySQLError:
            del said[known:]
            return None
        if len(said) > known:
            del said[known:]
            return None
        if is_same_row(seen, before):
            return None if differs_beneath(table, before, assigned) else before
        for index, column in stamps:
            values[index] = column_values.now(run, column)
        return tuple(values) if stamps else seen

    return values_of
