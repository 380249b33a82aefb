"""Foreign keys while rows change: what looks for parents and children, whoever does it, and how it finds them.

Source: MySQL manual, "FOREIGN KEY Constraints". From 9.6 on the server sees to the keys (`server`), before and
with innodb_native_foreign_keys the engine (`engine`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from binwriter.catalog.tables import ForeignKey, ForeignKeyAction, Key, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.records import replace
from binwriter.locks.row_locks import Mode
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.foreign_key_tables import CASCADING, children_of
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.programs.origin import written_in_mode
from binwriter.sql.ddl.table import foreign_key_text
from binwriter.sql.dml.change_run import ChangeRun
from binwriter.sql.dml.keys import kept_bytes, texts
from binwriter.statement.values import RowChange, RowOperation
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData

Row = tuple[ColumnValue, ...]


class KeyKeeper:
    """Looks after the foreign keys of the rows that one statement changes; this one with foreign_key_checks = 0."""

    def __init__(self, run: ChangeRun) -> None:
        self._run = run
        self._children: dict[int, tuple[tuple[Table, ForeignKey], ...]] = {}

    def before_values(self, table: Table, row: Callable[[], Row], fill: Callable[[], None]) -> None:
        """Before a row that is to be inserted gets its AUTO_INCREMENT value, and before its rivals are looked for.

        row: as it is by then. fill: gives it that value. MySQLError ER_NO_REFERENCED_ROW_2.
        """

    def before_insert(self, table: Table, row: Row) -> None:
        """Before a row goes in. MySQLError ER_NO_REFERENCED_ROW_2."""

    def before_update(self, table: Table, before: Row, after: Row) -> None:
        """Before a row changes: its own parents, and what refers to it."""

    def before_delete(self, table: Table, before: Row) -> None:
        """Before a row is deleted: what refers to it goes too, or forbids it (ER_ROW_IS_REFERENCED_2)."""

    def before_replace(self, table: Table, before: Row, after: Row) -> None:
        """Before REPLACE deletes a row: what refers to it stays where the new row has the same key (captured:
        foreign_keys_circles_of_updates)."""

    def children(self, table: Table) -> tuple[tuple[Table, ForeignKey], ...]:
        """The foreign keys that refer to the table, with their tables."""
        keys_of_children = self._children.get(id(table))
        if keys_of_children is None:
            keys_of_children = self._children[id(table)] = tuple(children_of(table, self._run.database.catalog))
        return keys_of_children

    def children_with(
        self,
        data: TableData,
        columns: tuple[int, ...],
        values: Row,
        asking: Sequence[ColumnSpec],
        action: ForeignKeyAction,
    ) -> list[tuple[RowId, Row]]:
        """The child's rows that refer by these values; those that others may bring back are waited for.

        asking: the parent's columns from which the values are.
        """
        if self._run.context.locking is not None:
            mode, key = Mode.X if action in CASCADING else Mode.S, key_on(data.definition, columns)
            for candidate in islice(candidates(data.definition, columns, values, asking), 1):
                self._run.context.locking.children(data, key, columns, candidate, mode)
        return list(matching(data, columns, values, asking))

    def lock(self, data: TableData, row_id: RowId, columns: tuple[int, ...], action: ForeignKeyAction) -> bool:
        """Locks a child's row as the key's action needs it: one that only stands in the way by its entry in the index.
        Whether it is still there."""
        locking = self._run.context.locking
        if locking is not None and action in CASCADING:
            locking.row(data, row_id)
        elif locking is not None:
            locking.child(data, key_on(data.definition, columns), row_id)
        return data.has(row_id)

    def deleted(self, data: TableData, row_id: RowId, row: Row) -> None:
        """A child's row goes, as a cascade wants it."""
        if self._run.context.locking is not None:
            self._run.context.locking.before_delete(data, row_id)
        place = data.place_of(row_id)
        data.delete(row_id, self._run.undo)
        self._changed(data, row_id, place, RowChange(data.definition, RowOperation.DELETE, row, None, None, True))

    def updated(self, data: TableData, row_id: RowId, row: Row, after: Row) -> None:
        """A child's row changes, as a cascade wants it."""
        if self._run.context.locking is not None:
            self._run.context.locking.before_update(data, row_id, after)
        place = data.place_of(row_id)
        data.update(row_id, after, self._run.undo)
        self._changed(data, row_id, place, RowChange(data.definition, RowOperation.UPDATE, row, after, None, True))

    def _changed(self, data: TableData, row_id: RowId, place: object, change: RowChange) -> None:
        if self._run.context.locking is not None:
            self._run.context.locking.changed(data, row_id, change.before, place)
        self._run.cascaded(change)

    def is_null(self, table: Table, columns: tuple[int, ...], row: Row) -> bool:
        """Whether a row refers to nothing by these columns, and nothing to it."""
        return None in values_of(row, columns)

    def require_parent(
        self, table: Table, key: ForeignKey, row: Row, own: Row | None = None, shown: str | None = None
    ) -> None:
        """own: a row of the table that counts as there. shown: the name of the table in the error.

        ER_NO_REFERENCED_ROW_2.
        """
        columns = indexes(table, key.columns)
        values = values_of(row, columns)
        if self.is_null(table, columns, row):
            return
        parent = self._run.database.catalog.find(*key.parent)
        if parent is not None:
            columns = indexes(parent, key.parent_columns)
            if parent is table and own is not None and values_of(own, columns) == values:
                return
            data, asking = self._run.database.storage.data(*key.parent), specs_of(table, indexes(table, key.columns))
            if self._run.context.locking is not None:
                for candidate in islice(candidates(parent, columns, values, asking), 1):
                    self._run.context.locking.referenced(data, key_on(parent, columns), candidate)
            if any(True for _ in matching(data, columns, values, asking)):
                return
        raise no_parent(table, key, self._run.context, shown)


def no_parent(table: Table, key: ForeignKey, context: StatementContext, shown: str | None = None) -> MySQLError:
    """ER_NO_REFERENCED_ROW_2. shown: the name of the table in it."""
    return mysql_error("ER_NO_REFERENCED_ROW_2", _shown_key(table, key, context, shown or table.name))


def is_referenced(child: Table, key: ForeignKey, context: StatementContext) -> MySQLError:
    """ER_ROW_IS_REFERENCED_2."""
    return mysql_error("ER_ROW_IS_REFERENCED_2", _shown_key(child, key, context, child.name))


def _shown_key(table: Table, key: ForeignKey, context: StatementContext, name: str) -> str:
    """Names are quoted as the session's sql_mode has it (captured: names_of_keys_and_defaults_given); SET DEFAULT,
    which is no action, is not shown."""
    actions = (key.on_delete, key.on_update)
    if ForeignKeyAction.SET_DEFAULT in actions:
        on_delete, on_update = (
            ForeignKeyAction.NO_ACTION if action is ForeignKeyAction.SET_DEFAULT else action for action in actions
        )
        key = replace(key, on_delete=on_delete, on_update=on_update)
    quoted_name = f"`{name}`"
    if name == context.name_of_copy and not context.variables.behaviour.server_checks_foreign_keys:
        # what has no name has the copy's (captured: keys_of_itself_statement)
        key = replace(key, name=re.sub(f"^{re.escape(table.name)}(?=_ibfk_)", name, key.name))
        if not context.variables.behaviour.says_foreign:  # and up to 5.5 nobody can read that back
            quoted_name = f"<result 2 when explaining filename '{name}'>"
    shown = f"`{table.schema}`.{quoted_name}, {foreign_key_text.foreign_key_text(key, table.schema)}"
    context.session.refused_key = written_in_mode(shown, context)
    return context.session.refused_key


def matching(
    data: TableData, columns: tuple[int, ...], values: Row, asking: Sequence[ColumnSpec]
) -> Iterator[tuple[RowId, Row]]:
    """The rows that have these values, by an index that begins with the columns if there is one. asking: the columns
    from which the values are."""
    key = key_on(data.definition, columns)
    for candidate in candidates(data.definition, columns, values, asking):
        if key is not None:
            yield from data.scan(key, candidate)
            continue
        for row_id, row in data.scan():
            if values_of(row, columns) == candidate:
                yield row_id, row


def candidates(
    table: Table, columns: tuple[int, ...], values: Row, asking: Sequence[ColumnSpec]
) -> Iterable[tuple[ColumnValue, ...]]:
    """The values of the columns for which rows are searched."""
    asked = specs_of(table, columns)
    if all(one is other or kept_bytes.are_alike(one, other) for one, other in zip(asking, asked, strict=True)):
        return (values,)
    return texts.sought(asking, asked, values)


def specs_of(table: Table, columns: tuple[int, ...]) -> tuple[ColumnSpec, ...]:
    """The types of columns."""
    return tuple(table.columns[column].spec for column in columns)


def key_on(table: Table, columns: tuple[int, ...]) -> Key | None:
    """A key that begins with these columns."""
    return next((key for key in table.keys if key.columns[: len(columns)] == columns), None)


def indexes(table: Table, names: tuple[str, ...]) -> tuple[int, ...]:
    """The columns with these names."""
    return tuple(table.index_of[name.lower()] for name in names)


def values_of(row: Row, columns: tuple[int, ...]) -> Row:
    """The row's values in these columns."""
    return tuple(row[column] for column in columns)
