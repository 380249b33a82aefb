"""What changes the rows of one table of an UPDATE of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.mysql.values.real_text import is_same_row
from binwriter.sql.dml import trigger_stamps
from binwriter.sql.dml.constraints import generated_of_images
from binwriter.sql.dml.joined.asked_by_views import as_changed
from binwriter.sql.dml.joined.updated_table import UpdatedTable
from binwriter.sql.dml.plain_changes import PlainChanges
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.dml.trigger_nulls import as_read, moves_null, nulls_remain, without_nulls
from binwriter.sql.dml.unread_columns import differs_beneath
from binwriter.sql.query.joins.rows import JoinedRows
from binwriter.statement.values import RowOperation
from binwriter.storage.order import RowId

if TYPE_CHECKING:
    from binwriter.sql.dml.joined.virtual_reads import JoinedReads


class Changer:
    """Changes the rows of one table. plain: whether they go many at a time, behind the first."""

    def __init__(
        self, run: DmlRun, item: UpdatedTable, join: JoinedRows, *, plain: bool, reads: JoinedReads | None = None
    ) -> None:
        self._run, self._item, self._join, self._data = run, item, join, item.data
        table = item.data.definition
        self._on_update = [(index, table.columns[index]) for index in sorted(item.changed - item.assigned)]
        self._fires_before = item.fires and run.has_triggers(table, RowOperation.UPDATE, "BEFORE")
        touched = item.changed | run.marked_by_triggers(table, RowOperation.UPDATE)
        self._marked = run.with_dependents(table, frozenset(touched) | item.virtual)
        self._reads = reads
        images = generated_of_images(table, run.row_image) if run.context.row_form else frozenset[int]()
        self._computed = item.written(run) | item.read | images
        self._many = PlainChanges(run, item.data, RowOperation.UPDATE, self._marked) if plain else None
        self._read_whole = item.slot in join.order.constants()
        self._begun = False
        self.waited = False  # its rows come from where they waited
        self._row_of = item.data.reader() if plain else item.data.row
        self.only: int | None = None  # the column that alone changes, once many rows are gathered

    def change(self, row_id: RowId, values: tuple[ColumnValue, ...], found: Sequence[Any] = ()) -> None:
        """A row gets the values of the SET clause. found: what the join has beside it, where views ask for that."""
        if self.only is not None and self._many is not None:
            row, (value,), at = self._row_of(row_id), values, self.only
            if value is not row[at] and value != row[at]:
                self._many.update(row_id, row, (*row[:at], value, *row[at + 1 :]))
                return
        run, item, data, table = self._run, self._item, self._data, self._data.definition
        if item.fires and not data.has(row_id):  # a cascade that a trigger set off took it
            return
        before = self._row_of(row_id)
        if self._reads is not None and self.waited:
            self._reads.read(item.slot, before)
        after = list(before)
        for assignment, value in zip(item.assignments, values, strict=True):
            after[assignment.index] = value
        changed, moved, stamps_first = tuple(after), False, False
        reckoned = False
        behaviour = run.context.variables.behaviour
        if self._many is None:
            # those that wait are compared behind their triggers
            stamps_first = self._fires_before and not self.waited and behaviour.compares_before_triggers
            if self._fires_before:
                changed = run.with_generated(data, changed, self._computed)
                if stamps_first and trigger_stamps.moves(table, before, changed, item.assigned):
                    changed, moved = tuple(trigger_stamps.stamped(run, changed, self._on_update)), True
            new = run.before(table, RowOperation.UPDATE, before, changed)
            assert new is not None
            moved |= item.fires and not self.waited and moves_null(table, changed, new)
            if item.fires or item.keeps_null:
                is_error = run.strict(behind_triggers=True)
                if reckoned := self._fires_before and nulls_remain(table, new):
                    new = tuple(run.constraints.seen_by_triggers(run, table, new, self._computed))
                nulls = without_nulls(run, table, new, null_is_error=is_error, updates=True, reckoned=reckoned)
                new = tuple(nulls)
            changed = new if reckoned else run.with_generated(data, new, self._computed)
        if is_same_row(as_read(run, table, changed) if reckoned else changed, before) and not (
            moved and stamps_first and not table.engine.two_phase
        ):
            given = run.assigned_by_triggers(table, RowOperation.UPDATE) if self._fires_before else ()
            again = differs_beneath(table, before, item.assigned.union(given))
            if item.unread or moved or again:
                run.touch(table)
            if stamps_first or not (again and self._on_update):
                if self._many is None:
                    run.unchanged(table, before)
                return
        if self._on_update and not stamps_first:
            changed = tuple(trigger_stamps.stamped(run, changed, self._on_update))
            if changed == before:
                return
        if self._many is not None and self._begun:
            self._many.update(row_id, before, changed)
            return
        try:
            for check in item.checks:
                check(as_changed(self._join, found, item.slot, changed))
            whole = self._read_whole
            run.update(data, row_id, changed, self._marked, before=before, read_whole=whole, of_nulls=reckoned)
        except MySQLError as error:
            run.forgive(error, joined=True)
            run.affected += self.waited and behaviour.counts_refused_updates
            return
        self._begun = True
        if len(item.assignments) == 1 and not self._on_update:
            self.only = item.assignments[0].index
        run.affected += 1

    @property
    def is_plain(self) -> bool:
        """Whether rows are gathered, behind the first that changes."""
        return self._many is not None

    def gather(self, row_id: RowId, before: Row, after: Row) -> None:
        """A row becomes another, once `only` says so."""
        assert self._many is not None
        self._many.update(row_id, before, after)

    def end(self) -> None:
        """Changes the rows that wait."""
        if self._many is not None:
            self._many.end()
