"""INSERT and REPLACE: VALUES, SET and SELECT sources, AUTO_INCREMENT, defaults, and the conflicts of REPLACE."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from sqlglot import exp

from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import MESSAGES, Level, mysql_error, mysql_warning
from binwriter.records import dataclass
from binwriter.sql.binding.join_views import LOCKED_TOO
from binwriter.sql.binding.unsafe_reasons import is_default_keyword
from binwriter.sql.binding.views import columns_of_view, through_view, through_views
from binwriter.sql.command_table import changes
from binwriter.sql.dml.auto_increment import AutoIncrement
from binwriter.sql.dml.conflicts import (
    UpdateOnConflict,
    compile_on_conflict,
    new_row_source,
    refuse_ambiguous,
    with_columns_of_update,
)
from binwriter.sql.dml.locked import DELETES, UPDATES, Locked, locked_tables
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.expressions.assign import assignment_to, selected_value
from binwriter.sql.expressions.scope import Source
from binwriter.sql.query import ResultSet, run_select
from binwriter.sql.store import implicit_default
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import RowOperation
from binwriter.storage.table_data import TableData

# Expressions may read what was given; a missing default is complained of behind the values that are given.
_LATE_DEFAULTS = (DefaultKind.EXPRESSION, DefaultKind.NONE)
_DUPLICATE_CODE = MESSAGES["ER_DUP_ENTRY"].code


@dataclass
class InsertTarget:
    """The table, the columns that get values in order, and what a row image counts as assigned.

    From the first conflict that changes a row on, of a REPLACE too, all columns are marked at once (captured:
    empty_row_images): then
    assigned is None.
    on_conflict: ON DUPLICATE KEY UPDATE. extra: of INSERT .. SELECT, the values for that clause in the current row.
    """

    data: TableData
    columns: tuple[int, ...]
    assigned: frozenset[int] | None
    alias: str = ""
    on_conflict: UpdateOnConflict | None = None
    extra: tuple[object, ...] = ()


@changes("insert", "insert_select", "replace", "replace_select")
def run_insert(parsed: ParsedStatement, run: DmlRun) -> None:
    """Runs an INSERT or REPLACE. Raises MySQLError; rows done until then stay in `run.changes`."""
    parsed = through_views(parsed, run.database, run.context)
    tree = parsed.node
    assert isinstance(tree, exp.Insert)
    replace = "REPLACE" in parsed.modifiers
    if "DELAYED" in parsed.modifiers and run.context.variables.profile.series == "5.6":  # later: the parser warns
        verb = "REPLACE" if replace else "INSERT"
        run.context.warn("ER_WARN_DEPRECATED_SYNTAX", f"{verb} DELAYED", verb)
    run.ignore = "IGNORE" in parsed.modifiers
    run.through_view = through_view(tree)
    target = _target(tree, run)
    if run.through_view:
        target.assigned = None if target.columns else _marked_by_view(tree, target)
    updates = tree.args.get("conflict") is not None
    events = DELETES if replace else UPDATES if updates else frozenset()
    before, behind = tree.meta.get(LOCKED_TOO, ((), ()))
    run.locked.extend((*before, *locked_tables(run, [Locked(target.data.definition, events)]), *behind))
    if target.assigned is not None:
        if updates:
            target.assigned |= _marked_by_update(tree, target.data.definition)
        target.assigned |= run.marked_by_triggers(target.data.definition, RowOperation.WRITE)
    run.constraints.take_view_checks(run, tree, {target.alias.lower(): target.data.definition})
    rows = _source_rows(tree, target, run)
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


def write_rows(run: DmlRun, target: InsertTarget, rows: Iterator[GivenRow], *, expected: int, replace: bool) -> None:
    """Completes and writes row after row. expected: how many, 0 if the server cannot know."""
    auto = AutoIncrement(target.data, run, expected)
    finish = _replace_row if replace else _insert_row
    for number, given in enumerate(rows, 1):
        run.context.row_number = number
        row = _complete_row(given, target, run)
        auto.begin_row()
        try:
            row = _after_triggers(run, target, row)
            _require_given(given, target, run)
            auto.see(row)
            row = list(run.with_generated(target.data, tuple(row)))
            run.constraints.check_views(run, target.data, tuple(row))
            run.constraints.check_row(run, target.data, row, partial(_fill_early, run, auto, row))
            auto.fill(row)
            inserted = finish(run, target, tuple(row))
        except MySQLError as error:
            run.forgive(error)
            if error.code == _DUPLICATE_CODE:
                run.kept(target.data.definition)
            auto.take_back()
            continue
        if interrupts.asked:
            interrupts.step(sees_kill=not expected)
        if inserted is None:
            auto.written()
            run.first_inserted_id = run.first_inserted_id or auto.generated
        else:
            auto.take_back()
            if auto.column is not None:
                auto.last_value = int(inserted[auto.column] or 0)  # type: ignore[arg-type]
    if auto.column is not None and auto.last_value and run.affected:
        run.last_auto_value = auto.last_value % (1 << 64)  # as the client's answer has it


def _fill_early(run: DmlRun, auto: AutoIncrement, row: list[ColumnValue]) -> None:
    """The AUTO_INCREMENT value, taken to look for the parent that it refers to: the client hears of it in any case."""
    auto.fill(row)
    run.first_inserted_id = run.first_inserted_id or auto.generated


def _after_triggers(run: DmlRun, target: InsertTarget, row: list[ColumnValue]) -> list[ColumnValue]:
    """The row as BEFORE INSERT triggers leave it. They see 0 in an AUTO_INCREMENT column that waits for its value."""
    table = target.data.definition
    if not run.has_triggers(table, RowOperation.WRITE):
        return row
    waiting = table.auto_increment_column
    seen = list(row)
    if waiting is not None and seen[waiting] is None:
        seen[waiting] = 0
    new = run.before(table, RowOperation.WRITE, None, tuple(seen))
    assert new is not None
    return run.without_nulls(table, new, null_is_error=not run.ignore or run.strict())


def _target(tree: exp.Insert, run: DmlRun) -> InsertTarget:
    node = tree.this
    names: Sequence[exp.Expression] | None = None
    if isinstance(node, exp.Schema):
        names, node = node.expressions, node.this
    data = run.database.table_of(node, run.context)
    table = data.definition
    if not names and _has_values(tree):
        visible = tuple(index for index, column in enumerate(table.columns) if column.spec.visible)
        # invisible ones count as written too (captured: images_hidden_columns_row)
        return InsertTarget(data, visible, None, node.name)
    columns: list[int] = []
    for name in names or ():
        index = table.index_of.get(name.name.lower())
        if index is None:
            raise mysql_error("ER_BAD_FIELD_ERROR", name.name, "field list")
        if index in columns:
            raise mysql_error("ER_FIELD_SPECIFIED_TWICE", name.name)
        columns.append(index)
    if not names:
        return InsertTarget(data, (), always_assigned(table), node.name)
    return InsertTarget(data, tuple(columns), frozenset(columns) | always_assigned(table), node.name)


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
    return len(source.expressions) if isinstance(source, exp.Values) else 0


# --- where the rows come from
# ------------------------------------------------------------------------------------------


class GivenRow(Protocol):
    """The values of a row by column index, in the order in which they are stored."""

    def __contains__(self, index: object, /) -> bool: ...
    def items(self) -> Iterable[tuple[int, Callable[[Row], ColumnValue]]]: ...


Given = dict[int, Callable[[Row], ColumnValue]]


def _source_rows(tree: exp.Insert, target: InsertTarget, run: DmlRun) -> Iterator[GivenRow]:
    source = tree.expression
    conflict = tree.args.get("conflict")
    if isinstance(source, exp.Values):
        if conflict is not None:
            new_row = new_row_source(source.args.get("alias"), target.columns, target.data)
            single_row = len(source.expressions) == 1
            target.on_conflict = compile_on_conflict(
                conflict, run, target.data, target.alias, new_row, (), single_row=single_row
            )
        return _values_rows(source, target, run)
    if isinstance(source, (exp.Select, exp.SetOperation, exp.Subquery)):
        return _select_rows(source, target, run, conflict)
    raise UnsupportedError(f"INSERT ... {type(source).__name__.upper()}")


def _values_rows(values: exp.Values, target: InsertTarget, run: DmlRun) -> Iterator[Given]:
    table = target.data.definition
    source = Source.of_table(table.name, table)
    fires = run.has_triggers(table, RowOperation.WRITE)
    before = fires and run.has_triggers(table, RowOperation.WRITE, "BEFORE")
    compiled: list[Given] = []
    for number, item in enumerate(values.expressions, 1):
        cells = row_cells(item)
        if len(cells) != len(target.columns):
            raise mysql_error("ER_WRONG_VALUE_COUNT_ON_ROW", number)
        given = {}
        for index, cell in zip(target.columns, cells, strict=False):
            run.refuse_generated(table, table.columns[index], cell)
            given[index] = _cell(
                cell,
                table,
                table.columns[index],
                source,
                run,
                single_row=len(values.expressions) == 1,
                fires=fires,
                before=before,
            )
        compiled.append(given)
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
        # the defaults of these two are made when the row is whole
        return lambda row: None if column.auto_increment or column.generated else run.keyword_value(column, table, row)
    lenient = (lambda: run.ignore) if single_row else run.lenient
    told = None if before or column.auto_increment else lenient
    evaluate = assignment_to(run.compile(node, source), column.spec, lenient=told)

    def value(row: Row) -> ColumnValue:
        result = evaluate(run.context, (row,))
        if result is None and (column.auto_increment or fires):
            return None  # triggers may still give it a value
        # a multi-row INSERT turns NULL into the implicit default when not strict; a single row always fails
        return run.stored(column, result, null_is_error=(single_row and not run.ignore) or run.strict())

    return value


def _select_rows(
    source: exp.Expression, target: InsertTarget, run: DmlRun, conflict: exp.Expression | None = None
) -> Iterator[Given]:
    query: exp.Expression = source
    while isinstance(query, exp.Subquery):
        query = query.this
    further = 0
    if conflict is not None:
        refuse_ambiguous(query, conflict, target.data.definition, run)
        query, conflict, further = with_columns_of_update(query, conflict, target.data.definition, target.alias)
    result = run_select(query, run.database, run.context, lazily=_calls_programs(query, target, run))
    width = len(result.columns) - further
    if width != len(target.columns):
        raise mysql_error("ER_WRONG_VALUE_COUNT_ON_ROW", 1)
    if conflict is not None:
        new_row = new_row_source(None, target.columns, target.data)
        more = result.columns[width:]
        target.on_conflict = compile_on_conflict(conflict, run, target.data, target.alias, new_row, more)
    return _noting_null(_selected_rows(result, width, target, run), query, target, run)


def _noting_null(rows: Iterator[Given], query: exp.Expression, target: InsertTarget, run: DmlRun) -> Iterator[Given]:
    """A stored function that fails gives NULL, which its column complains of before the statement ends."""
    run.context.function_failed = False
    try:
        yield from rows
    except MySQLError:
        programs, columns = run.context.programs, target.data.definition.columns
        if run.context.function_failed and programs is not None:
            for index, item in zip(target.columns, query.expressions, strict=False):
                calls = isinstance(item, exp.Anonymous) and programs.function(None, item.name) is not None
                if calls and not columns[index].spec.nullable:
                    warning = mysql_warning("ER_BAD_NULL_ERROR", columns[index].name)
                    level: Level = "Warning" if run.lenient() else "Error"
                    run.context.diagnostics.append(replace(warning, level=level))
                    break
        raise


def _calls_programs(query: exp.Expression, target: InsertTarget, run: DmlRun) -> bool:
    """Whether the query is read row by row between the rows that are inserted: it calls stored functions, or may wait.

    A query of the target itself goes through a temporary table.
    """
    programs = run.context.programs
    named = {node.name for node in query.find_all(exp.Table)}
    if target.data.definition.name in named:
        return False
    if any(item.find(exp.Subquery) is not None for item in query.expressions):
        return True  # one that gives several rows fails when its turn comes
    if run.context.locking is not None:
        return True  # what was inserted before the query had to wait in vain stays in an N-table
    if programs is None:
        return False
    return any(programs.function(None, node.name) is not None for node in query.find_all(exp.Anonymous))


def _selected_rows(result: ResultSet, width: int, target: InsertTarget, run: DmlRun) -> Iterator[Given]:
    columns = target.data.definition.columns
    types = [type_ for _, type_ in result.columns[:width]]
    fires = run.has_triggers(target.data.definition, RowOperation.WRITE)
    for values in result.rows:
        target.extra = values[width:]
        yield {
            index: constant(
                selected_value(value, type_, columns[index].spec, run.context), columns[index], run, fires=fires
            )
            for index, value, type_ in zip(target.columns, values[:width], types, strict=True)
        }


def constant(value: object, column: Column, run: DmlRun, *, fires: bool = False) -> Callable[[Row], ColumnValue]:
    """A value of a query, as it will be stored. fires: triggers may still give a value in the place of NULL."""
    if value is None and (column.auto_increment or fires):
        return lambda row: None
    return lambda row: run.stored(column, value, null_is_error=run.strict())


def _complete_row(given: GivenRow, target: InsertTarget, run: DmlRun) -> list[ColumnValue]:
    """Defaults first, then the given values in the order of the column list, as a server fills its record."""
    table = target.data.definition
    set_later = run.assigned_by_triggers(table, RowOperation.WRITE)
    row: list[ColumnValue] = [
        _before_given(column)
        if index in given
        else None
        if column.auto_increment or column.generated or column.default_kind in _LATE_DEFAULTS
        else run.omitted_value(column)
        for index, column in enumerate(table.columns)
    ]
    counter = table.auto_increment_column
    for index, value in given.items():
        row[index] = value(_with_counter(row, counter))
    for index, column in _left_out(table, given):
        if column.default_kind is DefaultKind.EXPRESSION:
            row[index] = run.default_value(column, table, tuple(row))
        elif index not in set_later and column.spec.type not in _WITHOUT_DEFAULT:
            row[index] = implicit_default(column)
    return row


def _require_given(given: GivenRow, target: InsertTarget, run: DmlRun) -> None:
    """Columns without a default that neither the statement nor a BEFORE trigger gives a value. ER_NO_DEFAULT_FOR_FIELD.

    A server complains of them when the triggers have run (captured: strictness_inside_of_triggers).
    """
    table = target.data.definition
    set_by_triggers = run.assigned_by_triggers(table, RowOperation.WRITE)
    for index, column in _left_out(table, given):
        if column.default_kind is DefaultKind.NONE and index not in set_by_triggers:
            run.default_value(column)


def _left_out(table: Table, given: GivenRow) -> Iterator[tuple[int, Column]]:
    """The columns without a value that have no default, or an expression."""
    for index, column in enumerate(table.columns):
        late = column.default_kind in _LATE_DEFAULTS and not (column.auto_increment or column.generated)
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
# -----------------------------------------------------------------------------------------------------


def _insert_row(run: DmlRun, target: InsertTarget, row: Row) -> Row | None:
    """The row that was there already and was updated, None if there was none."""
    if target.on_conflict is not None:
        run.touch(target.data.definition)
        lock_rivals(run, target.data, row)
        target.data.check_room()
        conflict = run.rival(target.data, row)
        if conflict is not None:
            run.refuse_rival(target.data.definition)
            if target.on_conflict.run(run, target.data, conflict.row_id, row, target.extra):
                target.assigned = None
                run.affected += 2
            else:
                run.kept(target.data.definition)
            return target.data.row(conflict.row_id)
    run.write(target.data, row, target.assigned)
    run.affected += 1
    return None


def lock_rivals(run: DmlRun, data: TableData, row: Row) -> None:
    """REPLACE and ON DUPLICATE KEY UPDATE: the rows in the way are locked exclusively."""
    if run.context.locking is not None:
        run.context.locking.rivals(data, row)


def _replace_row(run: DmlRun, target: InsertTarget, row: Row) -> None:
    """REPLACE: a conflict on the last unique key is an update in place, any other a delete and another try.

    A table that foreign keys refer to has no updates in place.
    """
    data = target.data
    run.touch(data.definition)  # the row is tried first, also where it turns out to be there already
    lock_rivals(run, data, row)
    data.check_room()
    while (conflict := run.rival(data, row)) is not None:
        row_id = conflict.row_id
        run.refuse_rival(data.definition)
        target.assigned = None
        in_place = conflict.by_last_key and not run.has_triggers(data.definition, RowOperation.DELETE)
        if in_place and not run.is_parent(data.definition):
            run.affected += 1
            # only InnoDB notices that the row stays as it is (HA_ERR_RECORD_IS_THE_SAME)
            if data.row(row_id) != row or not data.definition.engine.transactional:
                run.update(data, row_id, row, target.assigned, as_insert=True)
                run.affected += 1
            return
        run.before(data.definition, RowOperation.DELETE, data.row(row_id), None)
        run.delete(data, row_id, target.assigned, replaced_by=row)
        run.affected += 1
        lock_rivals(run, data, row)  # of the next key; while that waits, others may make more
    run.write(data, row, target.assigned)
    run.affected += 1
