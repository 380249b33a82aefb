"""INSERT and REPLACE: VALUES, SET and SELECT sources, AUTO_INCREMENT, defaults, and the conflicts of REPLACE."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.columns.values import ColumnValue
from binwriter.messages import mysql_error
from binwriter.schema import Column, Table
from binwriter.sql.dml.auto_increment import AutoIncrement
from binwriter.sql.dml.run import DmlRun, Row, is_default_keyword
from binwriter.sql.expressions.assign import assigned_value, assignment_to
from binwriter.sql.expressions.scope import Source
from binwriter.sql.parse import ParsedStatement
from binwriter.sql.query import run_select
from binwriter.sql.storage import TableData

_REFUSED = {"IGNORE": "INSERT IGNORE", "HIGH_PRIORITY": "", "LOW_PRIORITY": "", "DELAYED": "INSERT DELAYED"}


@dataclass
class _Target:
    """The table, the columns that get values in order, and what a row image counts as assigned.

    From the first conflict of a REPLACE on a server marks all columns, for later rows too: then assigned is None.
    """

    data: TableData
    columns: tuple[int, ...]
    assigned: frozenset[int] | None


def run_insert(parsed: ParsedStatement, run: DmlRun) -> None:
    """Runs an INSERT or REPLACE. Raises MySQLError; rows done until then stay in `run.changes`."""
    tree = parsed.node
    assert isinstance(tree, exp.Insert)
    replace = "REPLACE" in parsed.modifiers
    _refuse_unsupported(parsed, tree)
    target = _target(tree, run)
    rows = _source_rows(tree, target, run)
    auto = AutoIncrement(target.data, run, _row_estimate(tree))
    finish = _replace_row if replace else _insert_row
    for number, given in enumerate(rows, 1):
        run.context.row_number = number
        row = _complete_row(given, target, run)
        auto.fill(row)
        finish(run, target, tuple(row))
        auto.written()
    if auto.column is not None and auto.last_value:
        run.last_auto_value = auto.last_value


def _refuse_unsupported(parsed: ParsedStatement, tree: exp.Insert) -> None:
    for modifier in parsed.modifiers & _REFUSED.keys():
        if _REFUSED[modifier]:
            raise UnsupportedError(_REFUSED[modifier], parsed.text)
    if tree.args.get("conflict"):
        raise UnsupportedError("INSERT ... ON DUPLICATE KEY UPDATE", parsed.text)
    table = tree.find(exp.Table)
    if table is not None and table.args.get("partition"):
        raise UnsupportedError("INSERT ... PARTITION", parsed.text)


def _target(tree: exp.Insert, run: DmlRun) -> _Target:
    node = tree.this
    names: Sequence[exp.Expression] | None = None
    if isinstance(node, exp.Schema):
        names, node = node.expressions, node.this
    data = run.database.table_of(node, run.context)
    table = data.definition
    if names is None:
        return _Target(data, tuple(range(len(table.columns))), None)
    columns: list[int] = []
    for name in names:
        index = table.index_of.get(name.name.lower())
        if index is None:
            raise mysql_error("ER_BAD_FIELD_ERROR", name.name, "field list")
        if index in columns:
            raise mysql_error("ER_FIELD_SPECIFIED_TWICE", name.name)
        columns.append(index)
    if not names:
        return _Target(data, (), _always_assigned(table))
    return _Target(data, tuple(columns), frozenset(columns) | _always_assigned(table))


def _always_assigned(table: Table) -> frozenset[int]:
    """Columns that a server marks as written though the list does not name them (findings part 5)."""
    marked = {index for index, column in enumerate(table.columns) if column.default_kind.value in ("now", "expression")}
    if table.auto_increment_column is not None:
        marked.add(table.auto_increment_column)
    return frozenset(marked)


def _row_estimate(tree: exp.Insert) -> int:
    """How many rows the server expects; 0 when it cannot know."""
    source = tree.expression
    return len(source.expressions) if isinstance(source, exp.Values) else 0


# --- where the rows come from
# ------------------------------------------------------------------------------------------

Given = dict[int, Callable[[Row], ColumnValue]]


def _source_rows(tree: exp.Insert, target: _Target, run: DmlRun) -> Iterator[Given]:
    source = tree.expression
    if isinstance(source, exp.Values):
        return _values_rows(source, target, run)
    if isinstance(source, (exp.Select, exp.SetOperation, exp.Subquery)):
        return _select_rows(source, target, run)
    raise UnsupportedError(f"INSERT ... {type(source).__name__.upper()}")


def _values_rows(values: exp.Values, target: _Target, run: DmlRun) -> Iterator[Given]:
    table = target.data.definition
    source = Source.of_table(table.name, table)
    compiled: list[Given] = []
    for number, item in enumerate(values.expressions, 1):
        cells = _row_cells(item)
        empty = not cells and (not target.columns or len(target.columns) == len(table.columns))
        if len(cells) != len(target.columns) and not empty:
            raise mysql_error("ER_WRONG_VALUE_COUNT_ON_ROW", number)
        given = {}
        for index, cell in zip(target.columns, cells, strict=False):
            given[index] = _cell(cell, table.columns[index], source, run, single_row=len(values.expressions) == 1)
        compiled.append(given)
    yield from compiled


def _row_cells(item: exp.Expression) -> list[exp.Expression]:
    if isinstance(item, exp.Anonymous) and str(item.this).upper() == "ROW":
        return list(item.expressions)
    if isinstance(item, exp.Tuple):
        cells = list(item.expressions)
        if len(cells) == 1 and isinstance(cells[0], exp.Anonymous) and str(cells[0].this).upper() == "ROW":
            return list(cells[0].expressions)
        return cells
    return [item.this if isinstance(item, exp.Paren) else item]


def _cell(
    node: exp.Expression, column: Column, source: Source, run: DmlRun, *, single_row: bool
) -> Callable[[Row], ColumnValue]:
    if is_default_keyword(node):
        return lambda row: run.default_value(column)
    evaluate = assignment_to(run.compile(node, source), column.spec)

    def value(row: Row) -> ColumnValue:
        result = evaluate(run.context, (row,))
        if result is None and column.auto_increment:
            return None
        # a multi-row INSERT turns NULL into the implicit default when not strict; a single row always fails
        return run.stored(column, result, null_is_error=single_row or run.strict())

    return value


def _select_rows(source: exp.Expression, target: _Target, run: DmlRun) -> Iterator[Given]:
    query: exp.Expression = source
    while isinstance(query, exp.Subquery):
        query = query.this
    result = run_select(query, run.database, run.context)
    if len(result.columns) != len(target.columns):
        raise mysql_error("ER_WRONG_VALUE_COUNT_ON_ROW", 1)
    columns = target.data.definition.columns
    types = [type_ for _, type_ in result.columns]
    for values in result.rows:
        yield {
            index: _constant(assigned_value(value, type_, columns[index].spec), columns[index], run)
            for index, value, type_ in zip(target.columns, values, types, strict=True)
        }


def _constant(value: object, column: Column, run: DmlRun) -> Callable[[Row], ColumnValue]:
    if value is None and column.auto_increment:
        return lambda row: None
    return lambda row: run.stored(column, value, null_is_error=run.strict())


def _complete_row(given: Given, target: _Target, run: DmlRun) -> list[ColumnValue]:
    """Defaults first, then the given values in the order of the column list, as a server fills its record."""
    row: list[ColumnValue] = [
        None if index in given or column.auto_increment else run.default_value(column)
        for index, column in enumerate(target.data.definition.columns)
    ]
    for index, value in given.items():
        row[index] = value(tuple(row))
    return row


# --- writing a row
# -----------------------------------------------------------------------------------------------------


def _insert_row(run: DmlRun, target: _Target, row: Row) -> None:
    run.write(target.data, row, target.assigned)
    run.affected += 1


def _replace_row(run: DmlRun, target: _Target, row: Row) -> None:
    """REPLACE: a conflict on the last unique key is an update in place, any other a delete and another try."""
    data = target.data
    run.touch(data.definition)  # the row is tried first, also where it turns out to be there already
    unique = [key for key in data.definition.keys if key.unique]
    while (conflict := data.duplicate(row)) is not None:
        key, row_id = conflict
        target.assigned = None
        if key is unique[-1]:
            run.affected += 1
            # only InnoDB notices that the row stays as it is (HA_ERR_RECORD_IS_THE_SAME)
            if data.row(row_id) != row or not data.definition.engine.transactional:
                run.update(data, row_id, row, target.assigned)
                run.affected += 1
            return
        run.delete(data, row_id, target.assigned)
        run.affected += 1
    run.write(data, row, target.assigned)
    run.affected += 1
