"""INSERT and REPLACE: VALUES, SET and SELECT sources, AUTO_INCREMENT, defaults, and the conflicts of REPLACE."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence

from sqlglot import exp

from binwriter.catalog.tables import Column, Table
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding import insertable
from binwriter.sql.binding.view_keys import key_teller
from binwriter.sql.binding.views import columns_of_view, through_view, through_views
from binwriter.sql.command_table import changes
from binwriter.sql.dml import behind_errors, column_values, conflicts, keys_at_once, plain_conflicts, selected_rows
from binwriter.sql.dml.completed_rows import Given, GivenRow, InsertTarget
from binwriter.sql.dml.locked import DELETES, UPDATES, Locked, locked_tables
from binwriter.sql.dml.plain_rows import takes_plain_rows, write_plain_rows
from binwriter.sql.dml.row_writer import RowWriter, write_rows
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.dml.trigger_nulls import nulls_wait
from binwriter.sql.expressions.assign import assignment_to
from binwriter.sql.expressions.scope import Source
from binwriter.sql.expressions.types import Eval
from binwriter.sql.store.as_stored import Stays, never
from binwriter.sql.text.insert_lists import is_elsewhere, written
from binwriter.sql.text.meta_keys import LOCKED_TOO
from binwriter.sql.text.trees import is_default_keyword
from binwriter.sql.text.value_lists import LITERALS, node_of
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import RowOperation


@changes("insert", "insert_select", "replace", "replace_select")
def run_insert(parsed: ParsedStatement, run: DmlRun) -> None:
    """Runs an INSERT or REPLACE. Raises MySQLError; rows done until then stay in `run.changes`."""
    if isinstance(parsed.node, exp.Insert) and isinstance(parsed.node.expression, exp.Query):
        key_teller(parsed.node, run.database, run.context)()
    parsed = through_views(parsed, run.database, run.context)
    tree = parsed.node
    assert isinstance(tree, exp.Insert)
    replace = "REPLACE" in parsed.modifiers
    if "DELAYED" in parsed.modifiers and run.context.variables.profile.series == "5.6":  # later: the parser warns
        verb = "REPLACE" if replace else "INSERT"
        run.context.warn("ER_WARN_DEPRECATED_SYNTAX", f"{verb} DELAYED", verb)
    run.ignore = run.context.ignores = "IGNORE" in parsed.modifiers
    run.values.through_view = through_view(tree)
    target = target_of(tree, run)
    taken = run.context.variables.behaviour.takes_delayed
    if "DELAYED" in parsed.modifiers and taken and target.data.definition.engine.name not in taken:
        raise mysql_error("ER_DELAYED_NOT_SUPPORTED", target.alias)
    if run.values.through_view:
        target.assigned = None if target.columns else _marked_by_view(tree, target)
    updates = tree.args.get("conflict") is not None
    events = DELETES if replace else UPDATES if updates else frozenset()
    before, behind = tree.meta.get(LOCKED_TOO, ((), ()))
    run.locked.extend((*before, *locked_tables(run, [Locked(target.data.definition, events)]), *behind))
    if target.assigned is not None:
        if updates:
            target.assigned |= _marked_by_update(tree, target.data.definition)
        target.assigned |= run.marked_by_triggers(target.data.definition, RowOperation.WRITE)
    run.constraints.take_view_checks(run, tree, {target.alias.lower(): target.data.definition}, replaces=replace)
    if not target.data.definition.engine.sorts_keys or run.rehearses:
        _write(tree, target, run, replace=replace, updates=updates)
        return
    with keys_at_once.made_behind(target.data, _row_estimate(tree)):
        _write(tree, target, run, replace=replace, updates=updates)


def _write(tree: exp.Insert, target: InsertTarget, run: DmlRun, *, replace: bool, updates: bool) -> None:
    """What the statement brings, to where it goes."""
    given = tree.args.get("expression")
    target.from_query = isinstance(given, _QUERIES)
    run.context.forgives = run.ignore and target.from_query  # values are another matter (captured: returned_too_long)
    literals = given.meta.get(LITERALS) if isinstance(given, exp.Values) else None
    alias = given.args.get("alias") if isinstance(given, exp.Values) else None
    if (
        literals is not None
        and takes_plain_rows(run, target)
        and (not replace or plain_conflicts.takes_plain_replaces(run, target.data))
        and (alias is None or updates)
    ):
        clause = tree.args["conflict"] if updates and len(literals.columns) == len(target.columns) else None
        if clause is not None:
            named = None if alias is None else conflicts.row_alias(alias, target.columns, target.data, target.alias)
            target.on_conflict = conflicts.compile_on_conflict(
                clause, run, target.data, target.alias, (), named, single_row=len(literals) == 1
            )
        writer = RowWriter(run, target, expected=len(literals), replace=replace)
        compiled = RowCompiler(target, run, single_row=len(literals) == 1)
        standing: plain_conflicts.Standing | None = None
        if clause is not None:
            standing = plain_conflicts.PlainConflicts.of_update(writer, clause.expressions)
        elif replace:
            standing = plain_conflicts.PlainConflicts.of_replace(writer)
        elif run.ignore and not updates:
            standing = plain_conflicts.LeftOut.of(writer)
        with conflicts.values_not_reached(run.context, resolves_rows=True):
            write_plain_rows(writer, literals, lambda row: compiled(list(map(node_of, literals.row(row)))), standing)
        return
    if literals is not None:
        tree.set("expression", exp.Values(expressions=literals.tuples(), alias=alias))
    asks_little = not (replace or updates or run.rehearses) and takes_plain_rows(run, target)
    if asks_little and isinstance(given, _QUERIES):
        selected_rows.write_query(given, target, run)
    else:
        rows = _source_rows(tree, target, run)
        if run.rehearses:  # they are compiled, and that is all
            rows = iter(()) if target.from_query else iter(deque(rows, 0))
        write_rows(run, target, rows, expected=_row_estimate(tree), replace=replace)
    if not isinstance(tree.expression, exp.Values) and (updates or _has_triggers(run, target.data.definition)):
        # INSERT .. SELECT has set its record back by the time it is asked for (captured: foreign_keys_copied_rows)
        run.last_auto_value = 0


def _marked_by_view(tree: exp.Insert, target: InsertTarget) -> frozenset[int]:
    """The columns that `INSERT INTO view () VALUES ()` marks: the view's; with values it is all (captured:
    empty_row_images)."""
    table = target.data.definition
    return always_assigned(table) | {table.index_of[name.lower()] for name in columns_of_view(tree)}


def _marked_by_update(tree: exp.Insert, table: Table) -> frozenset[int]:
    """The columns that ON DUPLICATE KEY UPDATE marks from the start: those it sets, also by itself (captured:
    empty_row_images)."""
    names = {item.this.name.lower() for item in tree.args["conflict"].expressions}
    columns = enumerate(table.columns)
    return frozenset(index for index, column in columns if column.on_update_now or column.name.lower() in names)


def _has_triggers(run: DmlRun, table: Table) -> bool:
    return any(run.has_triggers(table, operation) for operation in RowOperation)


def target_of(tree: exp.Insert, run: DmlRun) -> InsertTarget:
    """The table and the columns that get values. MySQLError where there are none of these names."""
    node = tree.this
    names: Sequence[exp.Expression] | None = None
    if isinstance(node, exp.Schema):
        names, node = node.expressions, node.this
    data = run.database.table_of(node, run.context)
    table = data.definition
    if not names and _has_values(tree):
        visible = tuple(index for index, column in enumerate(table.columns) if column.spec.visible)
        # invisible ones count as written too (captured: images_hidden_columns_row)
        run.values.names_columns = False
        return InsertTarget(data, visible, None, node.alias_or_name, names_all=isinstance(tree.expression, exp.Values))
    columns: list[int] = []
    for name in names or ():
        if name.name.lower() not in table.index_of or is_elsewhere(name, run.context.database):
            insertable.refuse_other_count(tree, len(names or ()), run.context)
            raise mysql_error("ER_BAD_FIELD_ERROR", written(name), "field list")
    for name in names or ():
        index = table.index_of[name.name.lower()]
        if index in columns:
            insertable.refuse_other_count(tree, len(names or ()), run.context)
            raise mysql_error("ER_FIELD_SPECIFIED_TWICE", name.name)
        columns.append(index)
    if not names:
        return InsertTarget(data, (), always_assigned(table), node.alias_or_name)
    return InsertTarget(data, tuple(columns), frozenset(columns) | always_assigned(table), node.alias_or_name)


def _has_values(tree: exp.Insert) -> bool:
    """Whether the first row of VALUES has a value, or the rows come from a query."""
    source = tree.expression
    return not (isinstance(source, exp.Values) and source.expressions and not row_cells(source.expressions[0]))


def always_assigned(table: Table) -> frozenset[int]:
    """Columns that a server marks as written though the list does not name them (findings part 5)."""
    marked = {
        index
        for index, column in enumerate(table.columns)
        if column.default_kind.value in ("now", "expression") or column.generated
    }
    if table.auto_increment_column is not None:
        marked.add(table.auto_increment_column)
    return frozenset(marked)


def _row_estimate(tree: exp.Insert) -> int:
    """How many rows the server expects; 0 when it cannot know."""
    source = tree.expression
    if not isinstance(source, exp.Values):
        return 0
    literals = source.meta.get(LITERALS)
    return len(source.expressions) if literals is None else len(literals)


_QUERIES = (exp.Select, exp.SetOperation, exp.Subquery)


# --- where the rows come from
# ------------------------------------------------------------------------------------------


def _source_rows(tree: exp.Insert, target: InsertTarget, run: DmlRun) -> Iterator[GivenRow]:
    source = tree.expression
    conflict = tree.args.get("conflict")
    if isinstance(source, exp.Values):
        named = None
        if (alias := source.args.get("alias")) is not None:
            _refuse_widths(source, target)
            named = conflicts.row_alias(alias, target.columns, target.data, target.alias)
        if conflict is not None:
            rows = list(_values_rows(source, target, run))
            single_row = len(source.expressions) == 1
            target.on_conflict = conflicts.compile_on_conflict(
                conflict, run, target.data, target.alias, (), named, single_row=single_row
            )
            return iter(rows)
        return _values_rows(source, target, run)
    if isinstance(source, _QUERIES):
        return selected_rows.rows_of_query(source, target, run, conflict)
    raise UnsupportedError(f"INSERT ... {type(source).__name__.upper()}")


class RowCompiler:
    """The cells of one row of VALUES as what makes their values. ER_WRONG_VALUE_COUNT_ON_ROW is the caller's."""

    def __init__(self, target: InsertTarget, run: DmlRun, *, single_row: bool) -> None:
        self._target, self._run, self._single_row = target, run, single_row
        self._table = target.data.definition
        self._source = Source.of_table(self._table.name, self._table)
        self._fires = nulls_wait(run, self._table, RowOperation.WRITE)
        self._before = self._fires and run.has_triggers(self._table, RowOperation.WRITE, "BEFORE")

    def __call__(self, cells: Sequence[exp.Expression]) -> Given:
        return {index: self.cell(index, cell) for index, cell in zip(self._target.columns, cells, strict=False)}

    def cell(self, index: int, cell: exp.Expression) -> Callable[[Row], ColumnValue]:
        """What makes the value of one column."""
        column = self._table.columns[index]
        self._run.refuse_generated(self._table, column, cell)
        return _cell(
            cell,
            self._table,
            column,
            self._source,
            self._run,
            single_row=self._single_row,
            fires=self._fires,
            before=self._before,
        )


def _refuse_widths(values: exp.Values, target: InsertTarget) -> None:
    """ER_WRONG_VALUE_COUNT_ON_ROW for the first row that has not as many values as there are columns."""
    for number, item in enumerate(values.expressions, 1):
        if len(row_cells(item)) != len(target.columns):
            raise mysql_error("ER_WRONG_VALUE_COUNT_ON_ROW", number)


def _values_rows(values: exp.Values, target: InsertTarget, run: DmlRun) -> Iterator[Given]:
    compiler = RowCompiler(target, run, single_row=len(values.expressions) == 1)
    compiled: list[Given] = []
    for number, item in enumerate(values.expressions, 1):
        cells = row_cells(item)
        if len(cells) != len(target.columns):
            raise mysql_error("ER_WRONG_VALUE_COUNT_ON_ROW", number)
        compiled.append(compiler(cells))
    yield from compiled


def row_cells(item: exp.Expression) -> list[exp.Expression]:
    if isinstance(item, exp.Anonymous) and str(item.this).upper() == "ROW":
        return list(item.expressions)
    if isinstance(item, exp.Tuple):
        cells = list(item.expressions)
        if len(cells) == 1 and isinstance(cells[0], exp.Anonymous) and str(cells[0].this).upper() == "ROW":
            return list(cells[0].expressions)
        return cells
    return [item.this if isinstance(item, exp.Paren) else item]


def _cell(
    node: exp.Expression,
    table: Table,
    column: Column,
    source: Source,
    run: DmlRun,
    *,
    single_row: bool,
    fires: bool,
    before: bool,
) -> Callable[[Row], ColumnValue]:
    if is_default_keyword(node):
        if column.counts_left_out and run.context.has_mode("NO_AUTO_VALUE_ON_ZERO"):
            return lambda row: 0  # which is the default, and stays (captured: load_refused)
        # the defaults of these two are made when the row is whole
        return lambda row: (
            None if column.counts_left_out or column.generated else column_values.keyword_value(run, column, table, row)
        )
    lenient = (lambda: run.ignore) if single_row else run.lenient
    told = None if before or column.auto_increment else lenient
    evaluate = assignment_to(run.compile(node, source), column.spec, lenient=told)
    return assigned(evaluate, column, run, single_row=single_row, fires=fires, before=before)


def assigned(
    evaluate: Eval,
    column: Column,
    run: DmlRun,
    *,
    single_row: bool,
    fires: bool,
    before: bool,
    stays: Stays = never,
) -> Callable[[Row], ColumnValue]:
    """What stores the value of a cell. single_row: of the statement; fires: NULL waits for triggers, before: BEFORE.
    stays: which values the column keeps as they are."""
    is_geometry = column.spec.type is ColumnType.GEOMETRY  # its NULL waits for no AFTER trigger

    def value(row: Row) -> ColumnValue:
        try:
            result = evaluate(run.context, (row,))
        except MySQLError as error:
            if single_row and not run.ignore:
                behind_errors.end_with_null(run, error)
            raise
        if stays(result):
            return result  # type: ignore[no-any-return]
        if result is None and (column.auto_increment or (fires and (before or not is_geometry))):
            return None  # triggers may still give it a value
        # a multi-row INSERT turns NULL into the implicit default when not strict; a single row always fails
        alone = single_row and not run.ignore
        return column_values.stored(run, column, result, null_is_error=alone or run.strict(), of_one_row=alone)

    return value
