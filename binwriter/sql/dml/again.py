"""INSERT .. VALUES of a few rows that is run again with other literals: where each goes is found out once.

Only what is asked of the statement's text and of definitions is kept: the table, which columns get values, which cells
are plain literals of their columns. Cells of other kinds are compiled each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sqlglot import exp

from binwriter.catalog.tables import DefaultKind, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.mysql import interrupts
from binwriter.sql.binding.system_tables import SYSTEM_SCHEMAS
from binwriter.sql.binding.views import has_views
from binwriter.sql.dml import behind_errors
from binwriter.sql.dml.completed_rows import Given, InsertTarget
from binwriter.sql.dml.insert import RowCompiler, row_cells, target_of
from binwriter.sql.dml.locked import Locked, locked_tables
from binwriter.sql.dml.row_writer import write_rows
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.quick.literals import Converter, converter
from binwriter.sql.store.numbers import INTEGER_BITS
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import RowOperation
from binwriter.storage.table_data import TableData

_MOST_ROWS = 16
# whose values ask for nothing of the session
_PLAIN = frozenset({*INTEGER_BITS, ColumnType.NEWDECIMAL, ColumnType.VARCHAR, ColumnType.STRING})


class Literals(Protocol):
    """A statement that is alike (`server.execute.shapes.alike.AlikeStatement`). literals: as they are written."""

    literals: list[str]

    def number_of(self, node: exp.Expression) -> int | None: ...
    def filled(self, part: exp.Expression) -> exp.Expression: ...


class _Constant:
    """A value that is known before there is a row."""

    __slots__ = ("_value",)

    def __init__(self, value: ColumnValue) -> None:
        self._value = value

    def __call__(self, row: Row) -> ColumnValue:
        return self._value


@dataclass(frozen=True, slots=True)
class _Cell:
    """What stands for a column's value. literal: its number; None where the node is no literal, or not converted."""

    column: int
    node: exp.Expression
    literal: int | None
    convert: Converter | None

    def plain(self, literals: Sequence[str]) -> _Constant | None:
        """Its value, if that is plain."""
        if self.convert is None or self.literal is None:
            return None
        text = literals[self.literal]
        try:
            return _Constant(self.convert(f"'{text[1:-1]}'" if text[0] == '"' else text))
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class InsertAgain:
    """See the module. locked: the tables that it locks for writing. defaults: see `plain_defaults`."""

    data: TableData
    columns: tuple[int, ...]
    assigned: frozenset[int] | None
    alias: str
    names_all: bool
    names_columns: bool
    locked: tuple[Table, ...]
    rows: tuple[tuple[_Cell, ...], ...]
    defaults: Row | None

    def run(self, statement: Literals, run: DmlRun) -> None:
        """As `insert.run_insert`. Raises MySQLError; rows done until then stay in `run.changes`."""
        target = InsertTarget(self.data, self.columns, self.assigned, self.alias, names_all=self.names_all)
        run.values.names_columns = self.names_columns
        run.locked.extend(self.locked)
        compiler, rows = RowCompiler(target, run, single_row=len(self.rows) == 1), []
        for cells in self.rows:
            given: Given = {}
            for cell in cells:
                value = cell.plain(statement.literals)
                given[cell.column] = compiler.cell(cell.column, statement.filled(cell.node)) if value is None else value
            rows.append(given)
        if self.defaults is None or run.context.partial_rows is not None:
            write_rows(run, target, iter(rows), expected=len(rows), replace=False)
        else:
            write_known(run, self.data, self.assigned, self.defaults, rows)


def write_known(
    run: DmlRun, data: TableData, assigned: frozenset[int] | None, defaults: Row, rows: Sequence[Given]
) -> None:
    """As `row_writer.write_rows`, of rows that need nothing but the values given and `plain_defaults`."""
    context = run.context
    if not context.row_begun:
        context.await_row(1)
    for number, given in enumerate(rows, 1):
        context.begin_row(number)
        row = list(defaults)
        values = iter(given.items())
        try:
            for index, value in values:
                row[index] = value(tuple(row))
        except MySQLError as error:
            behind_errors.tell_of_values(run, error, (value for _, value in values), row)
            raise
        run.write(data, tuple(row), assigned)
        run.affected += 1
        if interrupts.asked:
            interrupts.step(sees_kill=False)
        context.await_row(number + 1)
    context.end_row()
    context.rows_done(len(rows))


def plain_defaults(target: InsertTarget, run: DmlRun) -> Row | None:
    """What the columns have that are given no value, of a table that asks for nothing more; None for others.

    Nothing is generated, checked, or changed by BEFORE triggers, and no default depends on anything.
    """
    table = target.data.definition
    engine = table.engine
    computed = table.asks_of_rows or table.hidden_columns or table.auto_increment_column is not None
    if computed or engine.insert_only or engine.rows_as_text or run.has_triggers(table, RowOperation.WRITE, "BEFORE"):
        return None
    given = set(target.columns)
    for index, column in enumerate(table.columns):
        is_moment = column.spec.type is ColumnType.TIMESTAMP2
        late = target.names_all or is_moment or column.default_kind is not DefaultKind.LITERAL
        if index not in given and late:
            return None
    return tuple([None if index in given else column.default for index, column in enumerate(table.columns)])


def insert_again(parsed: ParsedStatement, statement: Literals, run: DmlRun) -> InsertAgain | None:
    """How statements like this one are run; None for those of other kinds. parsed: with marks (`outline`)."""
    tree = parsed.node
    if parsed.command != "insert" or parsed.modifiers or not isinstance(tree, exp.Insert) or has_views(run.database):
        return None
    values = tree.args.get("expression")
    if tree.args.get("conflict") is not None or tree.meta or not isinstance(values, exp.Values) or values.meta:
        return None
    if values.args.get("alias") is not None or not 0 < len(values.expressions) <= _MOST_ROWS:
        return None
    target = target_of(tree, run)
    data, table = target.data, target.data.definition
    if type(data) is not TableData or table.schema in SYSTEM_SCHEMAS or table.temporary or table.merges:
        return None
    if data is not run.database.storage.data(table.schema, table.name):
        return None
    cells = [row_cells(item) for item in values.expressions]
    if any(len(row) != len(target.columns) or not all(map(_is_known, row)) for row in cells):
        return None
    rows = tuple(_cells(row, target, statement) for row in cells)
    assigned = target.assigned
    if assigned is not None:
        assigned |= run.marked_by_triggers(table, RowOperation.WRITE)
    locked = tuple(locked_tables(run, [Locked(table)]))
    names = run.values.names_columns
    defaults = plain_defaults(target, run)
    return InsertAgain(data, target.columns, assigned, target.alias, target.names_all, names, locked, rows, defaults)


def _is_known(node: exp.Expression) -> bool:
    """Whether it means the same wherever it stands: a literal, or a function of literals."""
    if type(node) is exp.Anonymous:
        return all(type(argument) is exp.Literal for argument in node.expressions)
    return type(node) in (exp.Literal, exp.Null)


def _cells(nodes: Sequence[exp.Expression], target: InsertTarget, statement: Literals) -> tuple[_Cell, ...]:
    return tuple(_cell(index, node, target, statement) for index, node in zip(target.columns, nodes, strict=False))


def _cell(index: int, node: exp.Expression, target: InsertTarget, statement: Literals) -> _Cell:
    column, number = target.data.definition.columns[index], statement.number_of(node)
    is_plain = number is not None and column.spec.type in _PLAIN and not column.generated
    return _Cell(index, node, number, converter(column.spec) if is_plain else None)
