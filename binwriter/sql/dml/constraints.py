"""What a table asks of its rows: generated columns, CHECK constraints, foreign keys.

Source: MySQL manual, "CREATE TABLE and Generated Columns", "CHECK Constraints"; foreign keys are in `foreign_keys`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.tables import Column, ForeignKey, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace, worked_out_once
from binwriter.mysql.interrupts import ENDINGS
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.mysql.session_modes import RowImage
from binwriter.sql.binding.view_trees import view_checks
from binwriter.sql.ddl.table.functional_keys import CLAUSE, FunctionalKey, as_they_stand, functional_keys
from binwriter.sql.dml import column_values
from binwriter.sql.dml.change_run import ChangeRun
from binwriter.sql.dml.keys.engine import EngineKeys
from binwriter.sql.dml.keys.foreign import KeyKeeper
from binwriter.sql.dml.keys.server import ServerKeys
from binwriter.sql.dml.savepoints import ProgramSavepoints
from binwriter.sql.expressions.assign import assignment_to
from binwriter.sql.expressions.conditions.logic import truth
from binwriter.sql.expressions.scope import Source
from binwriter.sql.expressions.types import Eval
from binwriter.sql.text.known_trees import nodes_in, nodes_outside
from binwriter.sql.text.trees import parse_expression
from binwriter.statement.row_changes import RowChanges
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import UndoLog

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext

Row = tuple[ColumnValue, ...]


@dataclass(frozen=True)
class Computed:
    """A generated column of a row that the statement reads or writes."""

    run: ChangeRun
    column: Column
    evaluate: Eval

    def __call__(self, row: Row, *, keeps_null: bool = False) -> ColumnValue:
        """As the column keeps it. keeps_null: NULL is no error yet, though the column is NOT NULL."""
        value = self.evaluate(self.run.context, (row,))
        if value is None and keeps_null:
            return None
        refuses = self.run.values.refuses_null or self.run.strict()
        return column_values.stored(self.run, self.column, value, null_is_error=refuses)


@dataclass(frozen=True)
class _TableRules:
    """Of one table: how its generated columns are computed, and its checks."""

    generated: tuple[tuple[int, Computed], ...]
    checks: tuple[tuple[str, Callable[[Row], bool]], ...]


@dataclass
class Constraints:
    """The rules of the tables of one statement, compiled when they are first asked for."""

    _rules: dict[int, _TableRules] = field(default_factory=dict)
    _functional: dict[int, list[FunctionalKey]] = field(default_factory=dict)
    _views: list[tuple[Table, str, Callable[[Row], bool]]] = field(default_factory=list)
    _shown: list[tuple[Table, Callable[[Row], bool]]] = field(default_factory=list)
    _keys: KeyKeeper | None = None
    _asked: bool = False  # whether the row that is about to be inserted has kept its checks
    _kept: Row | None = None  # the last one that did

    def take_view_checks(
        self, run: ChangeRun, tree: exp.Expression, tables: Mapping[str, Table], *, replaces: bool = False
    ) -> None:
        """Keeps what the views that a statement writes ask of its rows. tables: by their aliases, in lower case.
        replaces: it is REPLACE."""
        behaviour = run.context.variables.behaviour
        for check in view_checks(tree):
            table = tables.get(check.alias.lower())
            if table is not None:
                source = Source.of_table(check.alias, table)
                for condition in check.conditions:
                    holds = truth(run.compile(condition, source, clause="where clause"))
                    self._views.append((table, check.name, _test(run, holds)))
                for condition in check.shown if replaces and behaviour.refuses_hidden_replaces else ():
                    holds = truth(run.compile(condition, source, clause="where clause"))
                    self._shown.append((table, _test(run, holds)))

    def check_replaced(self, data: TableData, row: Row, last_error: Callable[[], MySQLError]) -> None:
        """MySQLError for a row that REPLACE would delete and the view does not show. last_error: of the engine."""
        if any(table is data.definition and not holds(row) for table, holds in self._shown):
            error, failed = mysql_error("ER_REPLACE_INACCESSIBLE_ROWS"), last_error()
            error.later = (Diagnostic("Error", failed.code, failed.message),)
            raise error

    def check_views(self, run: ChangeRun, data: TableData, row: Row) -> None:
        """WITH CHECK OPTION: MySQLError ER_VIEW_CHECK_FAILED for a row that the view would not show."""
        if self._views:
            whole = self.with_generated(run, data, row)
            for table, name, holds in self._views:
                if table is data.definition and not holds(whole):
                    raise mysql_error("ER_VIEW_CHECK_FAILED", name)

    def _of(self, run: ChangeRun, table: Table) -> _TableRules:
        rules = self._rules.get(id(table))
        if rules is None:
            rules = self._rules[id(table)] = _TableRules(tuple(_generated(run, table)), tuple(_checks(run, table)))
        return rules

    def functional_keys(self, run: ChangeRun, table: Table) -> list[FunctionalKey]:
        """The table's keys on expressions."""
        if not table.special_keys:
            return []
        kept = self._functional.get(id(table))
        if kept is None:
            with run.context.zone_not_asked():
                kept = self._functional[id(table)] = functional_keys(
                    table, run.context, lambda source: run.scope(source, clause=CLAUSE)
                )
        return kept

    def check_functional(self, run: ChangeRun, table: Table, row: Row) -> None:
        """MySQLError for a new row that a key on expressions has no entry for."""
        if table.special_keys:
            for key in as_they_stand(self.functional_keys(run, table)):
                key.new_values(row, run.context)

    def with_generated(self, run: ChangeRun, data: TableData, row: Row, marked: frozenset[int] | None = None) -> Row:
        """The row with its generated columns; marked: only these are computed, None: all."""
        if not data.definition.asks_of_rows:
            return row
        rules = self._of(run, data.definition)
        if not rules.generated:
            return row
        values = list(row)
        for index, compute in rules.generated:
            if marked is None or index in marked:
                values[index] = compute(tuple(values))
        return tuple(values)

    def seen_by_triggers(
        self, run: ChangeRun, table: Table, row: Row, marked: frozenset[int] | None = None
    ) -> list[ColumnValue]:
        """The row as BEFORE triggers see it: NULL in a generated column that is NOT NULL is told behind them (captured:
        cluster nulls_beside_triggers). marked: only these are reckoned."""
        values = list(row)
        for index, compute in self._of(run, table).generated if table.asks_of_rows else ():
            if marked is None or index in marked:
                values[index] = compute(tuple(values), keeps_null=True)
        return values

    def computed(self, run: ChangeRun, table: Table) -> tuple[tuple[int, Computed], ...]:
        """The table's generated columns, and how each is computed."""
        return self._of(run, table).generated

    def read(self, run: ChangeRun, table: Table, row: Row) -> None:
        """A row is read with all its columns: the virtual ones are computed (captured: cluster
        virtual_columns_in_the_way)."""
        for index, computed in self._of(run, table).generated if table.has_virtual else ():
            if not table.columns[index].stored:
                computed(row)

    def with_dependents(self, table: Table, assigned: frozenset[int]) -> frozenset[int]:
        """What an UPDATE marks as written: the assigned columns, the generated ones that are computed from them,
        directly or not, and the virtual ones of keys, which the engine asks for at every change (captured:
        images_virtual_columns_row)."""
        changing = set(assigned)
        changing |= keyed_virtual(table)
        for index, column in enumerate(table.columns):
            if column.generated:
                tree = parse_expression(column.generated)
                read = {table.index_of.get(node.name.lower()) for node in tree.find_all(exp.Column)}
                if read & changing:
                    changing.add(index)
        return frozenset(changing)

    def keys(self, run: ChangeRun) -> KeyKeeper:
        """What looks after the foreign keys of the statement's rows."""
        if self._keys is None:
            in_force = run.context.variables.settings.foreign_key_checks
            keeper = ServerKeys if run.context.opens_key_tables else EngineKeys
            self._keys = (keeper if in_force else KeyKeeper)(run)
        return self._keys

    def before_write(self, run: ChangeRun, data: TableData, row: Row) -> None:
        """Before a row is inserted. MySQLError ER_CHECK_CONSTRAINT_VIOLATED, ER_NO_REFERENCED_ROW_2."""
        if not data.definition.asks_of_rows:
            return
        if not self._asked and row is not self._kept:  # REPLACE writes a row again behind the one it deletes
            self._check(run, data.definition, row)
        self._asked, self._kept = False, row
        self.keys(run).before_insert(data.definition, row)

    def check_row(self, run: ChangeRun, data: TableData, row: list[ColumnValue], fill: Callable[[], None]) -> None:
        """What is asked of a row that is about to be inserted before it gets its AUTO_INCREMENT value: the CHECK
        constraints, and the parents where the server looks for them (captured: generated_before_numbers_*). fill: gives
        it that value.

        The generated columns have theirs, as on a server."""
        table = data.definition
        if not table.asks_of_rows:
            return
        if self._of(run, table).checks:
            self._asked = False
            self._check(run, table, tuple(row))
            self._asked = True
        if table.foreign_keys:
            self.keys(run).before_values(table, lambda: tuple(row), fill)

    def ask_of_rows(self, run: ChangeRun, table: Table, *, but_keys: bool = False) -> bool:
        """Whether a row that is inserted has to pass any of these. but_keys: other than foreign keys."""
        keys = bool(table.foreign_keys) and not but_keys and run.context.variables.settings.foreign_key_checks
        return bool(self._views or keys or self._of(run, table).checks)

    def check_altered(self, run: ChangeRun, data: TableData, row: Row, keys: Iterable[ForeignKey]) -> None:
        """A row of a table that ALTER TABLE copies: its checks, and these foreign keys."""
        self._check(run, data.definition, row)
        if run.context.variables.settings.foreign_key_checks:
            for key in keys:
                temporary = run.context.name_of_copy
                self.keys(run).require_parent(data.definition, key, row, row, shown=temporary)

    def before_update(
        self, run: ChangeRun, data: TableData, before: Row, after: Row, *, as_insert: bool = False
    ) -> None:
        """Before a row is updated: checks, its own parents, and what refers to it. as_insert: by REPLACE, whose row has
        kept its checks."""
        if not as_insert:
            self._check(run, data.definition, after)
        self.keys(run).before_update(data.definition, before, after)

    def before_delete(self, run: ChangeRun, data: TableData, before: Row) -> None:
        """Before a row is deleted: what refers to it goes too, or forbids it (ER_ROW_IS_REFERENCED_2). InnoDB computes
        the virtual columns of its keys once more (captured: cluster virtual_columns_joined)."""
        self.keys(run).before_delete(data.definition, before)
        table = data.definition
        if table.asks_of_rows and table.engine.two_phase:
            keyed = keyed_virtual(table)
            for index, computed in self._of(run, table).generated if keyed else ():
                if index in keyed:
                    computed.evaluate(run.context, (before,))

    def before_replace(self, run: ChangeRun, data: TableData, before: Row, after: Row) -> None:
        """Before REPLACE deletes a row: what refers to it stays where the new row has the same key (captured:
        foreign_keys_circles_of_updates)."""
        self.keys(run).before_replace(data.definition, before, after)

    def broken_check(self, run: ChangeRun, table: Table, row: Row) -> str:
        """The name of the first CHECK constraint that the row does not keep, '' if it keeps all."""
        return next((name for name, holds in self._of(run, table).checks if not holds(row)), "")

    def _check(self, run: ChangeRun, table: Table, row: Row) -> None:
        """A condition that ends in an error is not kept either: the error stands in front (captured:
        clusters/checks_that_fail)."""
        for name, holds in self._of(run, table).checks:
            try:
                with run.context.zone_not_asked():
                    kept = holds(row)
            except MySQLError as error:
                if error.symbol in ENDINGS:
                    raise
                kept = False
                run.context.diagnostics.append(Diagnostic("Error", error.code, error.message))
            if not kept:
                raise mysql_error("ER_CHECK_CONSTRAINT_VIOLATED", name)


class StatementBooks:
    """What a statement that changes rows notes, of which most need nothing (`run.DmlRun`)."""

    changes: RowChanges
    undo: UndoLog

    @worked_out_once
    def constraints(self) -> Constraints:
        """Of the tables whose rows it changes."""
        return Constraints()

    @worked_out_once
    def savepoints(self) -> ProgramSavepoints:
        """Those that programs set."""
        return ProgramSavepoints(self.changes, self.undo)

    @worked_out_once
    def values(self) -> column_values.ValueNotes:
        """Of its columns."""
        return column_values.ValueNotes()

    @worked_out_once
    def _in_front(self) -> dict[TableData, Iterator[int]]:
        """Of tables that have what was changed in front."""
        return {}

    def places_in_front(self, data: TableData) -> int:
        """Where a changed row of such a table goes."""
        if data not in self._in_front:
            self._in_front[data] = data.places_in_front()
        return next(self._in_front[data])


# --- one table's rules ----------------------------------------------------------------------------------------------


def _generated(run: ChangeRun, table: Table) -> Iterator[tuple[int, Computed]]:
    made = [(index, column) for index, column in enumerate(table.columns) if column.generated]
    if not made:
        return
    source = Source.of_definition(table)
    for index, column in made:
        compiled = run.compile_defined(parse_expression(column.generated), source)
        yield index, Computed(run, column, assignment_to(compiled, column.spec))


def _checks(run: ChangeRun, table: Table) -> Iterator[tuple[str, Callable[[Row], bool]]]:
    if not (table.checks and run.context.variables.behaviour.checks_expressions):  # once CHECK is read and forgotten
        return
    source = replace(Source.of_table(table.name, table), schema=None)
    for check in table.checks:
        if check.enforced:
            holds = truth(run.compile_defined(parse_expression(check.expression), source, clause="check constraint"))

            yield check.name, _test(run, holds, unknown=True)


def _test(
    run: ChangeRun, holds: Callable[[StatementContext, tuple[Row, ...]], bool | None], *, unknown: bool = False
) -> Callable[[Row], bool]:
    """unknown: what counts where the condition is NULL."""

    def test(row: Row) -> bool:
        outcome = holds(run.context, (row,))
        return unknown if outcome is None else outcome

    return test


def keyed_virtual(table: Table) -> frozenset[int]:
    """The virtual columns that keys have."""
    keyed = frozenset(column for key in table.keys for column in key.columns)
    return frozenset(i for i in keyed if table.columns[i].virtual)


def virtual_read(tree: exp.Expression, table: Table, names: Collection[str]) -> set[int]:
    """Virtual columns that WHERE, ON or values read: they are computed in the row, and so count as written (captured:
    images_virtual_columns_row).

    names: those by which the statement knows the table.
    """
    parts = [tree.args.get("where"), *(item.expression for item in tree.expressions), *nodes_in(tree, exp.Join)]
    nodes = (node for part in parts if part is not None for node in nodes_outside(part, exp.Select))
    own = (node for node in nodes if isinstance(node, exp.Column) and node.text("table") in ("", *names))
    places = (table.index_of.get(node.name.lower(), -1) for node in own)
    return {i for i in places if i >= 0 and table.columns[i].virtual}


def virtual_of_whole_rows(table: Table, assigned: Collection[int], image: RowImage) -> set[int]:
    """Virtual columns that an UPDATE, of several tables, too, computes in a partitioned one because it reads whole
    rows, so that they count as written: for the image, for want of a key, or because rows may go to another partition
    (captured: tests/golden/images, virtual_columns_of_joined_partitions_row)."""
    partitioning = table.partitioning
    if partitioning is None:
        return set()
    moves = not set(partitioning.columns).isdisjoint(assigned)
    if image is RowImage.MINIMAL and primary_key_equivalent(table) is not None and not moves:
        return set()
    return {index for index, column in enumerate(table.columns) if column.virtual}


def virtual_of_images(table: Table, image: RowImage, *, deletes: bool) -> frozenset[int]:
    """Virtual columns that the row form makes a server compute in each row that it reads, for the image before; a
    DELETE computes those that its image without blobs leaves out, too (captured: zones_of_virtual_columns)."""
    if image is RowImage.MINIMAL and primary_key_equivalent(table) is not None:
        return frozenset()
    without_blobs = image is RowImage.NOBLOB and not deletes
    return frozenset(
        index
        for index, column in enumerate(table.columns)
        if column.virtual and not (without_blobs and column.spec.type is ColumnType.BLOB)
    )


def generated_of_images(table: Table, image: RowImage) -> frozenset[int]:
    """Generated columns that the row form makes a server compute anew in each row that an UPDATE changes, for the image
    after (captured: clusters/generated_columns_that_fail)."""
    if image is RowImage.MINIMAL:
        return frozenset()
    return frozenset(
        index
        for index, column in enumerate(table.columns)
        if column.generated and not (image is RowImage.NOBLOB and column.spec.type is ColumnType.BLOB)
    )


def generated_of_joined(table: Table, image: RowImage, *, read_before: bool) -> set[int]:
    """Generated columns that an UPDATE of several tables marks for itself: all for noblob, blobs too (captured:
    tests/golden/images), and of a table of one row that is read, whole, before the join runs (captured:
    derived_of_one_row)."""
    if image is not RowImage.NOBLOB and not read_before:
        return set()
    return {index for index, column in enumerate(table.columns) if column.generated}
