"""The rows of a table whose columns ALTER TABLE has changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from binwriter.catalog.tables import ForeignKey, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.events import Intvar
from binwriter.formats.records import replace
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import Wording, mysql_error, mysql_warning
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.sql.ddl.alter.altered_values import ColumnPlan, Row
from binwriter.sql.ddl.alter.clock import reads_generated
from binwriter.sql.ddl.alter.copied import copy_whole, sort_rows
from binwriter.sql.ddl.alter.counters import number_in_place, numbers_of_copy, set_counter
from binwriter.sql.ddl.alter.duplicates import duplicate_of_build
from binwriter.sql.ddl.alter.table import Alteration
from binwriter.sql.ddl.alter.warnings import order_is_ignored
from binwriter.sql.dml import column_values
from binwriter.sql.dml.context_events import context_events
from binwriter.sql.dml.duplicates import duplicate_error
from binwriter.sql.dml.rivals import Rival, rival
from binwriter.sql.dml.run import DmlRun
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import UndoLog

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun


def converted(run: DdlRun, data: TableData, table: Table, alteration: Alteration) -> TableData:
    """The rows under the new definition. MySQLError for a value that does not fit, a duplicate, a broken constraint."""
    same = len(alteration.slots) == len(data.definition.columns)
    # an index, a default: older snapshots can still read the rows
    stays = same and all(slot.old == position for position, slot in enumerate(alteration.slots))
    order = _columns_of_order(data.definition, alteration)
    dml = DmlRun(run.database, run.context, UndoLog())
    run.context.changes_data = True
    run.context.forgives |= "IGNORE" in run.parsed.modifiers
    fresh = _foreign_keys_to_check(run, data, table, alteration)
    plan = ColumnPlan.of(run, dml, data, table, alteration)
    asks = plan.counts or plan.numbered or fresh or dml.constraints.ask_of_rows(dml, table) or table.special_keys
    new = _empty(data, table, stays=stays)
    if all(plan.as_they_are) and same and not (asks or plan.checked) and new.takes_many and not interrupts.ends_some:
        places = [slot.old for slot in alteration.slots if slot.old is not None]
        count = copy_whole(data, new, places, order)
        if count is not None:
            run.context.row_number = max(1, count)
            set_counter(data, new, alteration)
            return new
        new = _empty(data, table, stays=stays)
    rows = [row for _, row in interrupts.stepped(data.scan())]
    sort_rows(rows, order, data.definition)
    return _Copy(plan, data, new, fresh).filled(rows)


def _empty(data: TableData, table: Table, *, stays: bool) -> TableData:
    new = TableData(table)
    if stays:
        new.born = data.born
    return new


def _foreign_keys_to_check(run: DdlRun, data: TableData, table: Table, alteration: Alteration) -> list[ForeignKey]:
    known = {replace(key, name="") for key in data.definition.foreign_keys}
    fresh = [key for key in table.foreign_keys if alteration.affected_counts or replace(key, name="") not in known]
    if alteration.new_foreign_keys and run.context.variables.behaviour.server_checks_foreign_keys:
        fresh.sort(key=lambda key: key.born)  # those it had, then new ones as they are written (foreign_keys_in_copies)
    return fresh


class _Copy:
    """Rows one by one into the new table: by a copy of it, or in place, where all are read before one is refused."""

    def __init__(self, plan: ColumnPlan, data: TableData, new: TableData, fresh: list[ForeignKey]) -> None:
        run, alteration = plan.run, plan.alteration
        self._plan, self._data, self._new, self._fresh = plan, data, new, fresh
        self._in_place = data.definition.engine.two_phase and not alteration.affected_counts
        # up to 5.7.3; a key that 5.5 builds in place is refused all the same (captured: 5.5.20)
        self._ignores = "IGNORE" in run.parsed.modifiers and not (
            self._in_place and not run.context.variables.behaviour.alters_in_place
        )
        self._unread = self._in_place and not reads_generated(data.definition, plan.table)
        counts = plan.counts or (plan.numbered and not self._in_place)
        self._numbers = numbers_of_copy(plan.dml, data, new, alteration) if counts else None

    def filled(self, rows: Iterable[Row]) -> TableData:
        """The new table. MySQLError: ER_DUP_ENTRY and what values and constraints raise."""
        dml, new, run = self._plan.dml, self._new, self._plan.run
        made: list[Row] = []
        refused: MySQLError | None = None
        for number, row in enumerate(rows, 1):
            if interrupts.asked:
                interrupts.step()
            run.context.row_number = number
            changed = self._changed(row, number)
            dml.constraints.check_altered(dml, new, changed, self._fresh)
            conflict = rival(dml, new, changed)
            if conflict is not None and self._ignores:
                continue
            if conflict is not None:
                shown = replace(conflict.table, name=self._data.definition.name)
                refused = refused or self._refused(shown, conflict)
            if self._in_place:
                made.append(changed)
            if refused is None:
                new.insert(changed)
                if self._numbers is not None:
                    self._numbers.written()
            elif not self._in_place:
                raise refused
        if refused is not None:
            raise duplicate_of_build(new.definition, self._data.definition.name, made, run.context) or refused
        self._count()
        return new

    def _refused(self, shown: Table, conflict: Rival) -> MySQLError:
        """A copy tells so where the first key is the one that the server numbers (captured: cluster
        numbers_that_alter_makes_twice)."""
        error = duplicate_error(shown, conflict.key, conflict.values, self._plan.dml.context)
        automatic, first = self._plan.table.auto_increment_column, next(iter(self._new.definition.keys), None)
        if self._in_place or automatic is None or first is None or conflict.key.name != first.name:
            return error
        if first.parts[0].column != automatic or not isinstance(error.message, Wording):
            return error
        return mysql_error("ER_DUP_ENTRY_AUTOINCREMENT_CASE", *error.message.arguments)

    def _changed(self, row: Row, number: int) -> Row:
        plan, dml, new = self._plan, self._plan.dml, self._new
        values, automatic = self._values(row), plan.table.auto_increment_column
        if plan.numbered and automatic is not None:
            values[automatic] = number_in_place(plan.run, plan.alteration, number) if self._in_place else None
        if self._numbers is not None:
            self._numbers.begin_row()
            self._numbers.fill(values)
        for position in plan.by_expression:
            given = dml.with_generated(new, tuple(values))
            values[position] = column_values.default_value(dml, plan.table.columns[position], plan.table, given)
        return _unread(dml, new, tuple(values)) if self._unread else dml.with_generated(new, tuple(values))

    def _values(self, row: Row) -> list[ColumnValue]:
        """A value that fits nowhere ends InnoDB's reading in 5.6, which says so (captured:
        5.6.21/values_that_alter_refuses_row)."""
        try:
            return self._plan.values(row)
        except MySQLError as error:
            ends = self._plan.run.context.variables.behaviour.refused_copies_interrupt
            if ends and self._data.definition.engine.two_phase and not self._in_place:
                error.later = (*error.later, mysql_warning("ER_QUERY_INTERRUPTED", level="Error"))
            raise

    def _count(self) -> None:
        """The counter behind the last row, and the numbers that the log is told."""
        new, run = self._new, self._plan.run
        reserved = new.auto_increment
        set_counter(self._data, new, self._plan.alteration)
        if self._numbers is None:
            return
        new.auto_increment = max(new.auto_increment, reserved)
        if run.context.variables.behaviour.logs_numbers_of_alter and run.binlog_format is not BinlogFormat.ROW:
            run.numbered = tuple(event for event in context_events(self._plan.dml) if isinstance(event, Intvar))


def _unread(dml: DmlRun, new: TableData, values: Row) -> Row:
    """Nobody computes the virtual columns of a table that is altered in place: what is wrong with them is found when
    they are read (captured: clusters/columns_altered_in_place)."""
    context, told = dml.context, len(dml.context.diagnostics)
    as_it_was = dml.ignore, context.changes_data
    dml.ignore, context.changes_data = True, False
    try:
        return dml.with_generated(new, values)
    finally:
        dml.ignore, context.changes_data = as_it_was
        del context.diagnostics[told:]


def _columns_of_order(table: Table, alteration: Alteration) -> list[tuple[int, bool]]:
    """The columns of ORDER BY, and whether they descend. ER_BAD_FIELD_ERROR."""
    order: list[tuple[int, bool]] = []
    if order_is_ignored(alteration, table):
        return order
    for name, descending in reversed(alteration.order_by):
        index = table.index_of.get(name.lower())
        if index is None:
            raise mysql_error("ER_BAD_FIELD_ERROR", name, "order clause")
        order.append((index, descending))
    return order[::-1]
