"""What a table asks of its rows: generated columns, CHECK constraints, foreign keys with their cascades.

Source: MySQL manual, "CREATE TABLE and Generated Columns", "CHECK Constraints", "FOREIGN KEY Constraints"; the order
of cascaded rows as seen on a 9.7.4, where foreign keys are handled above the engine: the rows of a child come before
its parent's, and those that hang on a cascaded row behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.locks.row_locks import Mode
from binwriter.messages import mysql_error
from binwriter.schema import ForeignKey, ForeignKeyAction, Key, Table
from binwriter.sql.expressions.assign import assignment_to
from binwriter.sql.expressions.logic import truth
from binwriter.sql.expressions.scope import Source
from binwriter.sql.foreign_key_tables import CASCADING, change_of_child, goes_on
from binwriter.sql.foreign_key_text import foreign_key_text
from binwriter.sql.functional_keys import CLAUSE, FunctionalKey, functional_keys
from binwriter.sql.storage import RowId, TableData
from binwriter.sql.trees import parse_expression
from binwriter.sql.views import view_checks
from binwriter.statement import RowChange, RowOperation

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext
    from binwriter.sql.dml.run import DmlRun

Row = tuple[ColumnValue, ...]


# how many rows may hang on one another; an engine has its own limit
_MAX_DEPTH = 15


class _CascadeError(Exception):
    """A foreign key further down forbids what a cascade does. error: its error."""

    def __init__(self, error: MySQLError) -> None:
        super().__init__(str(error))
        self.error = error


@dataclass(frozen=True)
class _TableRules:
    """Of one table: how its generated columns are computed, its checks, and the tables that refer to it."""

    generated: tuple[tuple[int, Callable[[Row], ColumnValue]], ...]
    checks: tuple[tuple[str, Callable[[Row], bool]], ...]
    children: tuple[tuple[Table, ForeignKey], ...]


@dataclass
class Constraints:
    """The rules of the tables of one statement, compiled when they are first asked for."""

    _rules: dict[int, _TableRules] = field(default_factory=dict)
    _functional: dict[int, list[FunctionalKey]] = field(default_factory=dict)
    _views: list[tuple[Table, str, Callable[[Row], bool]]] = field(default_factory=list)
    _changing: list[tuple[Table, Row]] = field(default_factory=list)  # the rows whose children are being looked after

    def take_view_checks(self, run: DmlRun, tree: exp.Expression, tables: Mapping[str, Table]) -> None:
        """Keeps what the views that a statement writes ask of its rows. tables: by their aliases, in lower case."""
        for check in view_checks(tree):
            table = tables.get(check.alias.lower())
            if table is not None:
                source = Source.of_table(check.alias, table)
                for condition in check.conditions:
                    holds = truth(run.compile(condition, source, clause="where clause"))
                    self._views.append((table, check.name, _test(run, holds)))

    def check_views(self, run: DmlRun, data: TableData, row: Row) -> None:
        """WITH CHECK OPTION: MySQLError ER_VIEW_CHECK_FAILED for a row that the view would not show."""
        if self._views:
            whole = self.with_generated(run, data, row)
            for table, name, holds in self._views:
                if table is data.definition and not holds(whole):
                    raise mysql_error("ER_VIEW_CHECK_FAILED", name)

    def _of(self, run: DmlRun, table: Table) -> _TableRules:
        rules = self._rules.get(id(table))
        if rules is None:
            rules = self._rules[id(table)] = _TableRules(
                tuple(_generated(run, table)), tuple(_checks(run, table)), tuple(children_of(run, table))
            )
        return rules

    def functional_keys(self, run: DmlRun, table: Table) -> list[FunctionalKey]:
        """The table's keys on expressions."""
        if not table.special_keys:
            return []
        found = self._functional.get(id(table))
        if found is None:
            found = self._functional[id(table)] = functional_keys(
                table, run.context, lambda source: run.scope(source, clause=CLAUSE)
            )
        return found

    def with_generated(self, run: DmlRun, data: TableData, row: Row) -> Row:
        rules = self._of(run, data.definition)
        if not rules.generated:
            return row
        values = list(row)
        for index, compute in rules.generated:
            values[index] = compute(tuple(values))
        return tuple(values)

    def with_dependents(self, table: Table, assigned: frozenset[int]) -> frozenset[int]:
        """The assigned columns and the generated ones that are computed from them, directly or not."""
        found = set(assigned)
        for index, column in enumerate(table.columns):
            if column.generated:
                tree = parse_expression(column.generated)
                read = {table.index_of.get(node.name.lower()) for node in tree.find_all(exp.Column)}
                if read & found:
                    found.add(index)
        return frozenset(found)

    def before_write(self, run: DmlRun, data: TableData, row: Row) -> None:
        """Before a row is inserted. MySQLError ER_CHECK_CONSTRAINT_VIOLATED, ER_NO_REFERENCED_ROW_2."""
        self._check(run, data.definition, row)
        for key in _keys_in_force(run, data.definition):
            _require_parent(run, data.definition, key, row, row)

    def check_row(self, run: DmlRun, data: TableData, row: Row) -> None:
        """What is asked of a row that is about to be inserted before it gets its AUTO_INCREMENT value: the CHECK
        constraints, and the parents where the server, not the engine, looks for them (captured)."""
        table = data.definition
        if self._of(run, table).checks:
            self._check(run, table, self.with_generated(run, data, row))
        counter = table.auto_increment_column
        if counter is not None and table.foreign_keys and run.context.opens_key_tables:
            whole = self.with_generated(run, data, row)
            for key in table.foreign_keys:
                if counter not in _indexes(table, key.columns):
                    _require_parent(run, table, key, whole, whole)

    def check_altered(self, run: DmlRun, data: TableData, row: Row, keys: Iterable[ForeignKey]) -> None:
        """A row of a table that ALTER TABLE copies: its checks, and the foreign keys that are new."""
        self._check(run, data.definition, row)
        if run.context.variables.get("foreign_key_checks"):
            for key in keys:
                temporary = f"#sql-1_{run.context.connection_id:x}"
                _require_parent(run, data.definition, key, row, row, shown=temporary)

    def before_update(self, run: DmlRun, data: TableData, before: Row, after: Row) -> None:
        """Before a row is updated: checks, its own parents, and what refers to it."""
        table = data.definition
        self._check(run, table, after)
        for key in _keys_in_force(run, table):
            columns = _indexes(table, key.columns)
            if any(before[column] != after[column] for column in columns):
                # the server looks among the rows that are there, an engine also at the row as it will be (captured)
                own = before if run.context.opens_key_tables else after
                _require_parent(run, table, key, after, own)
        self._refer(run, table, before, after)

    def before_delete(self, run: DmlRun, data: TableData, before: Row) -> None:
        """Before a row is deleted: what refers to it goes too, or forbids it (ER_ROW_IS_REFERENCED_2)."""
        self._refer(run, data.definition, before, None)

    def before_replace(self, run: DmlRun, data: TableData, before: Row, after: Row) -> None:
        """Before REPLACE deletes a row: what refers to it stays where the new row has the same key (captured)."""
        if not run.context.variables.get("foreign_key_checks"):
            return
        for child, key in self._of(run, data.definition).children:
            columns = _indexes(data.definition, key.parent_columns)
            if any(before[column] != after[column] for column in columns):
                try:
                    self._refer_by(run, data.definition, child, key, before, None)
                except _CascadeError as ended:
                    raise ended.error from None

    def _check(self, run: DmlRun, table: Table, row: Row) -> None:
        for name, holds in self._of(run, table).checks:
            if not holds(row):
                raise mysql_error("ER_CHECK_CONSTRAINT_VIOLATED", name)

    def _refer(self, run: DmlRun, table: Table, before: Row, after: Row | None, *, nested: bool = False) -> None:
        """nested: by a cascade. What forbids that ends it for one child; with IGNORE others go on (captured)."""
        if not run.context.variables.get("foreign_key_checks"):
            return
        if len(self._changing) == _MAX_DEPTH and run.context.opens_key_tables:
            raise mysql_error("ER_FK_DEPTH_EXCEEDED", _MAX_DEPTH)
        self._changing.append((table, before))
        try:
            self._refer_by_all(run, table, before, after, nested=nested)
        finally:
            self._changing.pop()

    def _refer_by_all(self, run: DmlRun, table: Table, before: Row, after: Row | None, *, nested: bool) -> None:
        for child, key in self._of(run, table).children:
            try:
                self._refer_by(run, table, child, key, before, after)
            except _CascadeError as ended:
                if nested:
                    raise
                run.forgive(ended.error)
            except MySQLError as error:
                if nested:
                    raise _CascadeError(error) from error
                raise

    def _refer_by(
        self, run: DmlRun, table: Table, child: Table, key: ForeignKey, before: Row, after: Row | None
    ) -> None:
        """What one foreign key asks of the child's rows."""
        parent_columns = _indexes(table, key.parent_columns)
        old = tuple(before[column] for column in parent_columns)
        new = None if after is None else tuple(after[column] for column in parent_columns)
        if None in old or old == new:
            return
        action = key.on_delete if after is None else key.on_update
        if child is table and after is not None:
            action = (
                ForeignKeyAction.RESTRICT
            )  # MySQL manual, "FOREIGN KEY Constraints": it would come back to the table
        self._apply(run, child, key, action, old, new, itself=before if child is table else None)

    def _apply(
        self,
        run: DmlRun,
        child: Table,
        key: ForeignKey,
        action: ForeignKeyAction,
        old: Row,
        new: Row | None,
        *,
        itself: Row | None,
    ) -> None:
        """itself: the parent's row where child and parent are one table. It is its own child only where the server, not
        the engine, looks for children, and never when it goes by CASCADE (captured)."""
        data = run.database.storage.data(child.schema, child.name)
        columns = _indexes(child, key.columns)
        for row_id, row in list(_matching(data, columns, old)):
            goes = new is None and action is ForeignKeyAction.CASCADE
            if row == itself and (goes or not run.context.opens_key_tables):
                continue
            if itself is None and any(child is table and row == before for table, before in self._changing):
                continue  # over other tables a cascade has come back to the row
            if run.context.locking is not None:
                run.context.locking.row(data, row_id, Mode.X if action in CASCADING else Mode.S)
                if not data.has(row_id):
                    continue
            if action not in CASCADING:
                raise mysql_error("ER_ROW_IS_REFERENCED_2", f"`{child.schema}`.`{child.name}`, {_text(child, key)}")
            if action is ForeignKeyAction.CASCADE and new is None:
                self._cascade_delete(run, data, row_id, row)
            else:
                values = list(row)
                for position, column in enumerate(columns):
                    values[column] = None if action is ForeignKeyAction.SET_NULL or new is None else new[position]
                self._cascade_update(run, data, row_id, row, tuple(values))

    def _cascade_delete(self, run: DmlRun, data: TableData, row_id: RowId, row: Row) -> None:
        place = data.place_of(row_id)
        data.delete(row_id, run.undo)
        if run.context.locking is not None:
            run.context.locking.changed(data, row_id, row, place)
        run.cascaded(RowChange(data.definition, RowOperation.DELETE, row, None, None, by_foreign_key=True))
        self._refer(run, data.definition, row, None, nested=True)

    def _cascade_update(self, run: DmlRun, data: TableData, row_id: RowId, row: Row, values: Row) -> None:
        after = self.with_generated(run, data, values)
        place = data.place_of(row_id)
        data.update(row_id, after, run.undo)
        if run.context.locking is not None:
            run.context.locking.changed(data, row_id, row, place)
        run.cascaded(RowChange(data.definition, RowOperation.UPDATE, row, after, None, by_foreign_key=True))
        self._refer(run, data.definition, row, after, nested=True)


# --- one table's rules ----------------------------------------------------------------------------------------------


def _generated(run: DmlRun, table: Table) -> Iterator[tuple[int, Callable[[Row], ColumnValue]]]:
    source = Source.of_table(table.name, table)
    for index, column in enumerate(table.columns):
        if column.generated:
            evaluate = assignment_to(run.compile(parse_expression(column.generated), source), column.spec)

            def compute(row: Row, evaluate=evaluate, column=column) -> ColumnValue:  # type: ignore[no-untyped-def]
                return run.stored(column, evaluate(run.context, (row,)), null_is_error=run.strict())

            yield index, compute


# Before 8.0.16 CHECK is read and forgotten (MySQL 8.0 manual, "CHECK Constraints").
_FIRST_WITH_CHECKS = 80016


def _checks(run: DmlRun, table: Table) -> Iterator[tuple[str, Callable[[Row], bool]]]:
    if run.context.variables.profile.version_number < _FIRST_WITH_CHECKS:
        return
    source = Source.of_table(table.name, table)
    for check in table.checks:
        if check.enforced:
            holds = truth(run.compile(parse_expression(check.expression), source, clause="check constraint"))

            yield check.name, _test(run, holds, unknown=True)


def _test(
    run: DmlRun, holds: Callable[[StatementContext, tuple[Row, ...]], bool | None], *, unknown: bool = False
) -> Callable[[Row], bool]:
    """unknown: what counts where the condition is NULL."""

    def test(row: Row) -> bool:
        found = holds(run.context, (row,))
        return unknown if found is None else found

    return test


def children_of(run: DmlRun, table: Table) -> Iterator[tuple[Table, ForeignKey]]:
    """The foreign keys that refer to a table."""
    if table.temporary or not table.engine.two_phase:
        return
    yield from run.database.catalog.children(table.schema, table.name)


@dataclass(frozen=True)
class Locked:
    """A table that a statement writes, and how: rows deleted, rows updated. route: the tables that led to it."""

    table: Table
    deletes: bool = False
    updates: bool = False
    route: tuple[Table, ...] = ()


def locked_tables(run: DmlRun, tables: Iterable[Locked]) -> list[Table]:
    """The tables that a statement locks for writing: its own, then level by level those that cascades may reach.

    A table that two ways lead to is there twice (seen in captures).
    """
    pending = list(tables)
    found = []
    for locked in pending:
        found.append(locked.table)
        found += [run.database.table(*child).definition for child in locked.table.merges]
    if not run.context.opens_key_tables:
        return found
    while pending:
        parent = pending.pop(0)
        route = (*parent.route, parent.table)
        for child, key in children_of(run, parent.table):
            removes, changes = change_of_child(key, updates=parent.updates, deletes=parent.deletes)
            if (removes or changes) and goes_on(child, route):
                found.append(child)
                pending.append(Locked(child, removes, changes, route))
    return found


# --- foreign keys ---------------------------------------------------------------------------------------------------


def _keys_in_force(run: DmlRun, table: Table) -> tuple[ForeignKey, ...]:
    if not table.foreign_keys or not run.context.variables.get("foreign_key_checks"):
        return ()
    return table.foreign_keys


def _require_parent(run: DmlRun, table: Table, key: ForeignKey, row: Row, own: Row, shown: str | None = None) -> None:
    """shown: the name of the table in the error."""
    values = tuple(row[column] for column in _indexes(table, key.columns))
    if None in values:
        return
    parent = run.database.catalog.find(*key.parent)
    if parent is not None:
        columns = _indexes(parent, key.parent_columns)
        if parent is table and tuple(own[column] for column in columns) == values:
            return
        data = run.database.storage.data(*key.parent)
        if run.context.locking is not None:
            run.context.locking.referenced(data, _key_on(data, columns), values)
        if any(True for _ in _matching(data, columns, values)):
            return
    name = table.name if shown is None else shown
    raise mysql_error("ER_NO_REFERENCED_ROW_2", f"`{table.schema}`.`{name}`, {_text(table, key)}")


def _matching(data: TableData, columns: tuple[int, ...], values: Row) -> Iterator[tuple[RowId, Row]]:
    """The rows that have these values, by an index that begins with the columns if there is one."""
    key = _key_on(data, columns)
    if key is not None:
        yield from data.scan(key, values)
        return
    for row_id, row in data.scan():
        if tuple(row[column] for column in columns) == values:
            yield row_id, row


def _key_on(data: TableData, columns: tuple[int, ...]) -> Key | None:
    """A key that begins with these columns."""
    return next((key for key in data.definition.keys if key.columns[: len(columns)] == columns), None)


def _indexes(table: Table, names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(table.index_of[name.lower()] for name in names)


def _text(table: Table, key: ForeignKey) -> str:
    return foreign_key_text(key, table.schema)
