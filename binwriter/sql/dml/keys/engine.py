"""Foreign keys as InnoDB looks after them: up to 9.5, and with innodb_native_foreign_keys.

Source: MySQL manual, "FOREIGN KEY Constraints". Nothing of it is seen by the server, so that no cascade is logged.
"""

from __future__ import annotations

from functools import partial

from binwriter.catalog.tables import ForeignKey, ForeignKeyAction, Table
from binwriter.errors import MySQLError
from binwriter.mysql import interrupts
from binwriter.sql.binding.foreign_key_tables import CASCADING
from binwriter.sql.dml.change_run import ChangeRun
from binwriter.sql.dml.keys import texts
from binwriter.sql.dml.keys.foreign import KeyKeeper, Row, indexes, is_referenced, key_on, specs_of, values_of
from binwriter.storage.table_data import TableData


class EngineKeys(KeyKeeper):
    """The keys of one statement's rows, kept by the engine."""

    def __init__(self, run: ChangeRun) -> None:
        super().__init__(run)
        self._in_order: dict[int, list[ForeignKey]] = {}

    def before_insert(self, table: Table, row: Row) -> None:
        for key in self._keys_of(table):
            self.require_parent(table, key, row, row)

    def before_update(self, table: Table, before: Row, after: Row) -> None:
        for key in self._keys_of(table):
            columns = indexes(table, key.columns)
            if values_of(before, columns) != values_of(after, columns):
                self.require_parent(table, key, after, after)
        self._refer_whole(table, before, after)

    def before_delete(self, table: Table, before: Row) -> None:
        self._refer_whole(table, before, None)

    def before_replace(self, table: Table, before: Row, after: Row) -> None:
        for child, key in self.children(table):
            columns = indexes(table, key.parent_columns)
            if values_of(before, columns) != values_of(after, columns):
                self._refer_by(table, child, key, before, None, ((table, before),))

    def _keys_of(self, table: Table) -> list[ForeignKey]:
        """A table's own foreign keys as the engine comes to them: index by index, of one index by name (captured:
        5.7.18/parents_missing_of_several_keys_row)."""
        if (keys := self._in_order.get(id(table))) is None:
            keys = self._in_order[id(table)] = sorted(table.foreign_keys, key=partial(_place, table))
        return keys

    def _refer_whole(self, table: Table, before: Row, after: Row | None) -> None:
        """All that refers to the statement's row changes, or nothing does."""
        mark = self._run.undo.mark()
        try:
            self._refer(table, before, after, ())
        except MySQLError:
            self._run.undo.rollback_to(mark)
            raise

    def _refer(self, table: Table, before: Row, after: Row | None, way: tuple[tuple[Table, Row], ...]) -> None:
        """What refers to a row. way: the rows by which a cascade has come to it."""
        for child, key in self.children(table):
            self._refer_by(table, child, key, before, after, (*way, (table, before)))

    def _refer_by(
        self,
        table: Table,
        child: Table,
        key: ForeignKey,
        before: Row,
        after: Row | None,
        way: tuple[tuple[Table, Row], ...],
    ) -> None:
        """What one foreign key asks of the child's rows."""
        parent_columns = indexes(table, key.parent_columns)
        old = values_of(before, parent_columns)
        new = None if after is None else values_of(after, parent_columns)
        if None in old or old == new:
            return
        action = key.on_delete if after is None else key.on_update
        if child is table and after is not None:
            # MySQL manual, "FOREIGN KEY Constraints": it would come back to the table
            action = ForeignKeyAction.RESTRICT
        columns = indexes(child, key.columns)
        data = self._run.database.storage.data(child.schema, child.name)
        asking = specs_of(table, parent_columns)
        for row_id, row in self.children_with(data, columns, old, asking, action):
            if interrupts.asked:
                interrupts.step()
            if action in CASCADING and any(one is child and row == other for one, other in way):
                continue
            if not self.lock(data, row_id, columns, action):
                continue
            if action not in CASCADING:
                raise is_referenced(child, key, self._run.context)
            if new is None and action is ForeignKeyAction.CASCADE:
                self.deleted(data, row_id, row)
                self._refer(child, row, None, way)
            else:
                if action is ForeignKeyAction.SET_NULL:
                    new = None
                taken = new and self._carried(table, parent_columns, child, key, new)
                self._set(data, row_id, row, columns, taken, way)

    def _carried(self, parent: Table, parent_columns: tuple[int, ...], child: Table, key: ForeignKey, new: Row) -> Row:
        """The parent's new values as the child takes them. ER_ROW_IS_REFERENCED_2 if it does not."""
        context = self._run.context
        columns = zip(parent_columns, indexes(child, key.columns), new, strict=True)
        try:
            return tuple(
                texts.carried(parent.columns[source], child.columns[column], value, context)
                for source, column, value in columns
            )
        except ValueError:
            raise is_referenced(child, key, context) from None

    def _set(
        self,
        data: TableData,
        row_id: int,
        row: Row,
        columns: tuple[int, ...],
        new: Row | None,
        way: tuple[tuple[Table, Row], ...],
    ) -> None:
        values = list(row)
        for position, column in enumerate(columns):
            values[column] = None if new is None else new[position]
        after = self._run.with_generated(data, tuple(values))
        self.updated(data, row_id, row, after)
        self._refer(data.definition, row, after, way)


def _place(table: Table, key: ForeignKey) -> int:
    """Which of the table's indexes a foreign key goes by."""
    index = key_on(table, indexes(table, key.columns))
    return -1 if index is None else table.keys.index(index)
