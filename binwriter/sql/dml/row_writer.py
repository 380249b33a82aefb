"""One row after the other into a table.

Defaults, triggers, constraints, AUTO_INCREMENT, and the conflicts of REPLACE and ON DUPLICATE KEY UPDATE.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from functools import partial
from typing import Protocol

from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import MESSAGES, Diagnostic, Level, mysql_warning
from binwriter.sql.dml import behind_errors, column_values, conflicts
from binwriter.sql.dml.auto_increment import AutoIncrement
from binwriter.sql.dml.rivals import last_error, refuse_made, refuse_rival, rival
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.dml.trigger_nulls import without_nulls
from binwriter.sql.store import implicit_default
from binwriter.statement.values import RowOperation
from binwriter.storage.table_data import TableData

# Expressions may read what was given; a missing default is complained of behind the values that are given.
_LATE_DEFAULTS = (DefaultKind.EXPRESSION, DefaultKind.NONE)
_DUPLICATE_CODE = MESSAGES["ER_DUP_ENTRY"].code


@dataclass
class InsertTarget:
    """The table, the columns that get values in order, and what a row image counts as assigned.

    From the first update of a row in the way on, in place of a REPLACE too, all columns are marked at once (captured:
    empty_row_images): then assigned is None.
    needs_values: a column without a default must be given one; LOAD DATA does not ask (captured: tests/golden/images).
    It asks for the time of defaults behind all its fields.
    from_query: of INSERT .. SELECT. names_all: VALUES without a list of columns, which counts invisible ones as given:
    their defaults are not evaluated (captured: images_invisible_defaults).
    copied: the columns that get dates and times as they are. fed: those that a field of a file gives.
    on_conflict: ON DUPLICATE KEY UPDATE. refuse_counter: what it asks of the row that it leaves. extra: of
    INSERT .. SELECT, the values for that clause in the current row. generated: the number made for it. deleted: the
    rows that a REPLACE deleted for it.
    """

    data: TableData
    columns: tuple[int, ...]
    assigned: frozenset[int] | None
    alias: str = ""
    on_conflict: conflicts.UpdateOnConflict | None = None
    extra: tuple[object, ...] = ()
    needs_values: bool = True
    from_query: bool = False
    names_all: bool = False
    copied: frozenset[int] = frozenset()
    fed: Container[int] = ()
    refuse_counter: Callable[[Row], None] | None = None
    generated: int = 0
    deleted: int = 0

    def may_update(self, column: int) -> bool:
        """Whether ON DUPLICATE KEY UPDATE sets the column."""
        return self.on_conflict is not None and self.on_conflict.names(column)


_UNCOUNTED = ("ER_CHECK_CONSTRAINT_VIOLATED", "ER_NO_REFERENCED_ROW_2", "ER_VIEW_CHECK_FAILED")


class GivenRow(Protocol):
    """The values of a row by column index, in the order in which they are stored."""

    def __contains__(self, index: object, /) -> bool: ...
    def items(self) -> Iterable[tuple[int, Callable[[Row], ColumnValue]]]: ...


Given = dict[int, Callable[[Row], ColumnValue]]


class RowWriter:
    """Completes and writes the rows of a statement. expected: how many, 0 if the server cannot know."""

    def __init__(self, run: DmlRun, target: InsertTarget, *, expected: int, replace: bool) -> None:
        self.run = run
        self.target = target
        self.auto = AutoIncrement(target.data, run, expected)
        self.uncounted = 0  # rows that are left out, and no row for those behind them
        self._expected = expected
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
        row = _complete_row(given, target, run)
        auto.begin_row()
        try:
            row = _after_triggers(run, target, given, row, self._expected)
            if not self._asks_first:
                require_given(given, target, run)
            auto.see(row)
            row = list(run.with_generated(target.data, tuple(row)))
            run.constraints.check_functional(run, target.data.definition, tuple(row))
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
    writer.end()


def _after_triggers(
    run: DmlRun, target: InsertTarget, given: GivenRow, row: list[ColumnValue], expected: int
) -> list[ColumnValue]:
    """The row as BEFORE INSERT triggers leave it. They see 0 in an AUTO_INCREMENT column that waits for its value, and
    NULL in one that is not given and has no default (captured: clusters/nulls_seen_by_triggers).

    A geometry that nobody gave is missing, not NULL (captured: clusters/geometries_left_out).
    """
    table = target.data.definition
    if not run.has_triggers(table, RowOperation.WRITE):
        return row
    waiting = table.auto_increment_column
    seen = list(row)
    if waiting is not None and seen[waiting] is None and waiting not in target.fed:
        seen[waiting] = 0
    if run.has_triggers(table, RowOperation.WRITE, "BEFORE"):  # they see what is reckoned until then
        seen = list(run.with_generated(target.data, tuple(seen)))
    missing = _missing(target, given, run)
    for index in missing:
        seen[index] = None
    new = run.before(table, RowOperation.WRITE, None, tuple(seen))
    assert new is not None
    if missing:
        for values in (seen, left := list(new)):
            for index in missing:
                values[index] = row[index]
        new = tuple(left)
    waits = waiting is not None and row[waiting] is None and not new[waiting]
    set_by_triggers = run.assigned_by_triggers(table, RowOperation.WRITE)
    if waits and waiting not in set_by_triggers:
        assert waiting is not None
        new = (*new[:waiting], None, *new[waiting + 1 :])  # 0 would stay under NO_AUTO_VALUE_ON_ZERO
    if any(value is None and table.columns[at].spec.type is ColumnType.GEOMETRY for at, value in enumerate(new)):
        require_given(given, target, run)
    refuses = run.strict() or (expected == 1 and not run.ignore)
    goes_on = target.needs_values and not expected
    assigned = None if target.needs_values else set_by_triggers
    waited = [index for index, _ in _left_out(table, given)] if None in new and target.needs_values else []
    return without_nulls(
        run, table, new, null_is_error=refuses, goes_on=goes_on, assigned=assigned, fed=target.fed, left_out=waited
    )


def _missing(target: InsertTarget, given: GivenRow, run: DmlRun) -> list[int]:
    """The columns without a value or a default to which BEFORE triggers give none."""
    if not target.needs_values or run.context.variables.behaviour.asks_defaults_first:
        return []
    set_later = run.assigned_by_triggers(target.data.definition, RowOperation.WRITE)
    return [
        index
        for index, column in _left_out(target.data.definition, given)
        if column.default_kind is DefaultKind.NONE and not column.spec.nullable and index not in set_later
    ]


def _complete_row(given: GivenRow, target: InsertTarget, run: DmlRun) -> list[ColumnValue]:
    """Defaults first, then the given values in the order of the column list, as a server fills its record."""
    table = target.data.definition
    set_later = run.assigned_by_triggers(table, RowOperation.WRITE)
    row: list[ColumnValue] = [
        _before_given(column)
        if index in given
        else _unset(column)
        if (target.names_all or not target.needs_values) and column.default_kind is DefaultKind.NOW
        else None
        if column.counts_left_out or column.generated
        else _before_given(column)
        if column.default_kind in _LATE_DEFAULTS
        else column_values.omitted_value(run, column, marked=index in set_later or target.may_update(index))
        for index, column in enumerate(table.columns)
    ]
    counter = table.auto_increment_column
    filled: set[int] = set()
    try:
        for index, value in given.items():
            filled.add(index)
            row[index] = value(_with_counter(row, counter))
    except MySQLError as error:
        if target.needs_values:  # of a file's row `FieldStore` tells (captured: loads_short_row)
            rest = (value for index, value in given.items() if index not in filled)
            behind_errors.tell_of_values(run, error, rest, row)
        if target.from_query:
            error.later = (*error.later, *_unfilled(filled, table, run))
        raise
    if not target.needs_values:
        for index, column in enumerate(table.columns):
            if column.default_kind is DefaultKind.NOW and index not in given:
                row[index] = column_values.omitted_value(run, column)
    for index, column in _left_out(table, given):
        if column.default_kind is DefaultKind.EXPRESSION and not target.names_all:
            row[index] = column_values.default_value(run, column, table, tuple(row))
        elif target.names_all:
            row[index] = _unset(column)
        else:
            waits = (index in set_later and target.needs_values) or column.spec.type is ColumnType.GEOMETRY
            row[index] = None if waits else _unset(column)
    return row


def _unset(column: Column) -> ColumnValue:
    return None if column.spec.nullable else implicit_default(column)


def _unfilled(filled: set[int], table: Table, run: DmlRun) -> Iterator[Diagnostic]:
    """INSERT .. SELECT asks for all values before it gives up over one: those behind it are missing then (captured:
    dialogues/copied)."""
    level: Level = "Error" if run.strict() else "Warning"
    for index, column in enumerate(table.columns):
        required = column.default_kind is DefaultKind.NONE and not (column.spec.nullable or column.generated)
        if required and not column.counts_left_out and column.spec.type is not ColumnType.ENUM and index not in filled:
            view = run.values.through_view
            symbol = "ER_NO_DEFAULT_FOR_VIEW_FIELD" if view else "ER_NO_DEFAULT_FOR_FIELD"
            missing = mysql_warning(symbol, *(view or (column.name,)))
            never = column.spec.type is ColumnType.GEOMETRY  # no implicit value: an error at any rate
            yield replace(missing, level="Error" if never else level)


def require_given(given: Container[int], target: InsertTarget, run: DmlRun) -> None:
    """Columns without a default that neither the statement nor a BEFORE trigger gives a value. ER_NO_DEFAULT_FOR_FIELD.

    A server complains of them when the triggers have run (captured: strictness_inside_of_triggers), of all of them
    before it gives up (captured: clusters/columns_not_given). Up to 5.6 it asks once, before it looks at any value, and
    no matter what triggers do (the answers of their public tests).
    """
    table = target.data.definition
    asks_first = run.context.variables.behaviour.asks_defaults_first
    set_by_triggers = set() if asks_first else run.assigned_by_triggers(table, RowOperation.WRITE)
    first: MySQLError | None = None
    for index, column in _left_out(table, given):
        asks = target.needs_values or column.spec.type is ColumnType.GEOMETRY
        if asks and column.default_kind is DefaultKind.NONE and index not in set_by_triggers:
            first = behind_errors.tried_default(run, column, first)
    if first is not None:
        raise first


def _left_out(table: Table, given: Container[int]) -> Iterator[tuple[int, Column]]:
    """The columns without a value that have no default, or an expression."""
    for index, column in enumerate(table.columns):
        late = column.default_kind in _LATE_DEFAULTS and not (column.counts_left_out or column.generated)
        if late and index not in given:
            yield index, column


def _before_given(column: Column) -> ColumnValue:
    """What a value that is computed before this column's own sees in it."""
    if column.auto_increment or column.generated:
        return None
    if column.default_kind is DefaultKind.LITERAL:
        return column.default
    return None if column.spec.nullable or column.spec.type in _WITHOUT_DEFAULT else implicit_default(column)


_WITHOUT_DEFAULT = frozenset({ColumnType.GEOMETRY, ColumnType.VECTOR, ColumnType.JSON})


def _with_counter(row: list[ColumnValue], counter: int | None) -> Row:
    """The row as values see it: an AUTO_INCREMENT column that waits for its value is 0."""
    if counter is None or row[counter] is not None:
        return tuple(row)
    return (*row[:counter], 0, *row[counter + 1 :])


# --- writing a row


def _insert_row(run: DmlRun, target: InsertTarget, row: Row) -> Row | None:
    """The row that was there already and was updated, None if there was none."""
    if target.on_conflict is not None:
        run.touch(target.data.definition, anew=True)
        lock_rivals(run, target.data, row)
        target.data.check_room()
        conflict = rival(run, target.data, row)
        if conflict is not None:
            refuse_rival(target.data.definition)
            run.context.session.counts.tried(RowOperation.WRITE)
            changed, left = target.on_conflict.run(run, target, conflict.row_id, row)
            if changed:
                run.affected += 2
            else:
                run.kept(target.data.definition)
            return left
    run.write(target.data, row, target.assigned)
    run.affected += 1
    return None


def lock_rivals(run: DmlRun, data: TableData, row: Row) -> None:
    """REPLACE and ON DUPLICATE KEY UPDATE: the rows in the way are locked exclusively."""
    if run.context.locking is not None:
        run.context.locking.rivals(data, row)


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
        refuse_rival(data.definition)
        run.context.session.counts.tried(RowOperation.WRITE)
        refuse_made(run, data, conflict, target.generated)
        run.constraints.check_replaced(data, data.row(row_id), partial(last_error, run, conflict))
        assigned = None
        in_place = conflict.by_last_key and not run.has_triggers(data.definition, RowOperation.DELETE)
        if in_place and not run.is_parent(data.definition):
            run.affected += 1
            target.assigned = None
            # only InnoDB notices that the row stays as it is (HA_ERR_RECORD_IS_THE_SAME)
            if data.row(row_id) != row or not data.definition.engine.transactional:
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
    run.write(data, row, assigned)
    run.affected += 1
