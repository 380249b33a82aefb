"""The variables of a running stored program: what its names mean, and how they take values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from functools import lru_cache
from typing import Any, cast

from binwriter.catalog.tables import Column, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.programs import Program
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.assign import copied, program_value
from binwriter.sql.expressions.columns import column_type, padded_reader, reader, type_of_column
from binwriter.sql.expressions.scope import columns_of_table
from binwriter.sql.expressions.types import CompiledExpression, Eval, ExprType, Row
from binwriter.sql.expressions.unify import common_field
from binwriter.sql.store import implicit_default, store, store_silently
from binwriter.sql.store.as_stored import Stays, stays_in
from binwriter.sql.store.documents import named_without_table
from binwriter.sql.store.numbers import INTEGER_BITS
from binwriter.sql.syntax.programs import CASE_VALUE


@lru_cache(maxsize=1024)
def _type_of(spec: ColumnSpec) -> ExprType:
    type_ = column_type(spec)
    return replace(type_, field=common_field((type_,))) if type_.field is not None else type_


@lru_cache(maxsize=1024)
def _used_type_of(spec: ColumnSpec) -> ExprType:
    """A BIT is a number wherever it is used (captured: functions_types_*)."""
    type_ = replace(_type_of(spec), bit=False)
    return replace(type_, field=ColumnType.BIT) if _type_of(spec).bit else type_  # but in documents


Bound = tuple[ExprType, Eval]
_Seen = tuple[ExprType, Callable[[StatementContext, Any], Any] | None, Stays | None]
# which take what stays in them as it is, whatever expression gives it
_PLAIN = frozenset({*INTEGER_BITS, ColumnType.VARCHAR, ColumnType.STRING})
_MOST = 1024
_columns: dict[int, tuple[Column, _Seen]] = {}  # by identity; the column is kept, so that no other one gets its id


def _seen_as(column: Column) -> _Seen:
    """The type of a variable in expressions, how its value is read, and which values it takes as they are."""
    known = _columns.get(id(column))
    if known is not None and known[0] is column:
        return known[1]
    type_ = replace(_used_type_of(column.spec), zeros=type_of_column(column).zeros)
    seen = type_, reader(column.spec), stays_in(column.spec) if column.spec.type in _PLAIN else None
    if len(_columns) >= _MOST:
        _columns.clear()
    _columns[id(column)] = column, seen
    return seen


def stays_as_it_is(column: Column, value: object) -> bool:
    """Whether the value is what `Cell.assign` makes of it, without a word."""
    stays = _seen_as(column)[2]
    return stays is not None and stays(value)


class Cell:
    """A local variable or parameter: a column, and the value as the column stores it. number: its place among the
    program's parameters and variables, which errors show."""

    __slots__ = ("_seen", "column", "number", "value")

    def __init__(self, column: Column, number: int = 0) -> None:
        self.column, self.value, self.number = column, cast(ColumnValue, None), number
        self._seen = _seen_as(column)

    @property
    def type(self) -> ExprType:
        return _type_of(self.column.spec)

    def assign(
        self,
        value: Any,
        type_: ExprType,
        context: StatementContext,
        *,
        named: bool = True,
        lenient: bool = False,
        row: int = 1,
    ) -> None:
        """Stores an expression's value; what does not fit is an error under a strict sql_mode, if it is not lenient.
        named: see `program_value`. row: which one messages name."""
        stays = self._seen[2]
        if stays is not None and stays(value):
            self.value = value
            return
        stored = program_value(value, type_, self.column.spec, context, named=named)
        if named:
            stored = copied(stored, type_, self.column.spec, context)
        saved = context.row_number
        context.row_number = saved if context.variables.behaviour.programs_count_rows else row
        try:
            self.value = store(self.column, stored, context, as_error=context.strict and not lenient)
        except MySQLError as error:
            raise named_without_table(error, self.column.name) from None
        finally:
            context.row_number = saved

    def assign_silently(self, value: Any, type_: ExprType, context: StatementContext) -> None:
        """Stores what the column makes of a value, without a word of what does not fit."""
        self.value = store_silently(
            self.column, program_value(value, type_, self.column.spec, context, named=False), context
        )

    def read(self, context: StatementContext) -> Any:
        """The value as an expression sees it."""
        convert = reader(self.column.spec)
        return self.value if convert is None or self.value is None else convert(context, self.value)

    def bound(self) -> Bound:
        """Its type in expressions, and how they read it."""
        type_, convert, _ = self._seen
        if convert is None:
            return type_, lambda context, row: self.value
        return type_, lambda context, row: self.read(context)

    def expression(self, name: str) -> CompiledExpression:
        """name: as it is written where it is used (captured: clusters/numbers_of_variables)."""
        return CompiledExpression(*self.bound(), f"{name}@{self.number}")


@dataclass(eq=False)
class TriggerRow:
    """NEW or OLD. values: the row; written: indexes of the columns that the trigger set; passed: those that an OUT
    parameter gave their value at last, of whose NULLs nothing is said (captured: nulls_set_by_triggers_*)."""

    table: Table
    values: list[ColumnValue]
    written: set[int] = field(default_factory=set)
    passed: set[int] = field(default_factory=set)

    def expression(self, name: str, row: str) -> CompiledExpression:
        return CompiledExpression(*self.bound(name, row), f"{row}.{name}")

    def bound(self, name: str, row: str) -> Bound:
        """The type of one of its columns, and how expressions read it."""
        index = self.table.index_of.get(name.lower())
        if index is None:
            raise mysql_error("ER_BAD_FIELD_ERROR", name, row)
        column, values = columns_of_table(self.table)[index], self.values
        convert, padded = column.reader, padded_reader(self.table.columns[index].spec)
        if convert is None and padded is None:
            return column.type, lambda context, _: values[index]

        def read(context: StatementContext, _: Row) -> Any:
            value = values[index]
            used = padded if padded is not None and context.has_mode("PAD_CHAR_TO_FULL_LENGTH") else convert
            return value if used is None or value is None else used(context, value)

        return column.type, read

    def fill_passed(self) -> None:
        """NULLs of OUT parameters become the implicit defaults of columns that are NOT NULL."""
        for index in self.passed:
            column = self.table.columns[index]
            if self.values[index] is None and not (column.spec.nullable or column.auto_increment):
                self.values[index] = implicit_default(column)


@dataclass(eq=False)
class Cursor:
    """A cursor of a block. rows: what is left of its result while it is open."""

    name: str
    query: Any
    columns: tuple[ExprType, ...] = ()
    rows: Iterator[tuple[Any, ...]] | None = None


class Frame:
    """One call of a program: blocks of variables and cursors, innermost last, and the rows of a trigger."""

    def __init__(self, program: Program, old: TriggerRow | None = None, new: TriggerRow | None = None) -> None:
        self.program = program
        self.old = old
        self.new = new
        self.case_value: tuple[Any, ExprType] | None = None
        self._variables: list[dict[str, Cell]] = [{}]
        self._cursors: list[dict[str, Cursor]] = [{}]
        self._bound: dict[tuple[str, str | None], Bound | None] = {}  # of names that mean what they did

    def enter_block(self) -> None:
        """A block's names begin."""
        self._variables.append({})
        self._cursors.append({})
        self._bound = {}

    def leave_block(self) -> None:
        """They are gone; its cursors are closed."""
        self._variables.pop()
        self._cursors.pop()
        self._bound = {}

    @contextmanager
    def outside(self, depth: int) -> Iterator[None]:
        """As seen by a handler of an outer block: what inner blocks declared is hidden."""
        variables, cursors = self._variables, self._cursors
        self._variables, self._cursors, self._bound = variables[:depth], cursors[:depth], {}
        try:
            yield
        finally:
            self._variables, self._cursors, self._bound = variables, cursors, {}

    @property
    def depth(self) -> int:
        return len(self._variables)

    def declare(self, name: str, column: Column, place: int | None = None) -> Cell:
        """A parameter, or a variable: the place of its declaration among the program's."""
        number = len(self._variables[-1]) if place is None else len(self.program.parameters) + place
        cell = self._variables[-1][name.lower()] = Cell(column, number)
        if self._bound:
            self._bound = {}
        return cell

    def declare_cursor(self, name: str, query: Any) -> None:
        self._cursors[-1][name.lower()] = Cursor(name, query)

    def cell(self, name: str) -> Cell | None:
        key = name.lower()
        for variables in reversed(self._variables):
            if key in variables:
                return variables[key]
        return None

    def declared(self, name: str) -> Column | None:
        """The column that a variable or parameter of that name is."""
        cell = self.cell(name)
        return None if cell is None else cell.column

    def cursor(self, name: str) -> Cursor:
        for cursors in reversed(self._cursors):
            if name.lower() in cursors:
                return cursors[name.lower()]
        raise mysql_error("ER_SP_CURSOR_MISMATCH", name)

    def bound(self, name: str, table: str | None) -> Bound | None:
        """The same of a variable, or a column of NEW or OLD, without an expression for it."""
        key = name, table
        if key in self._bound:
            return self._bound[key]
        known = self._bound[key] = self._bind(name, table)
        return known

    def _bind(self, name: str, table: str | None) -> Bound | None:
        if table is None:
            cell = self.cell(name)
            return None if cell is None else cell.bound()
        row = {"NEW": self.new, "OLD": self.old}.get(table.upper())
        return None if row is None else row.bound(name, table.upper())

    def find(self, name: str, table: str | None) -> CompiledExpression | None:
        """The expression that a name stands for here, None if it is none of the program's (see Scope.column)."""
        if name == CASE_VALUE and self.case_value is not None:
            value, type_ = self.case_value
            return CompiledExpression(type_, lambda context, row: value, "case")
        if table is None:
            cell = self.cell(name)
            return cell.expression(name) if cell is not None else None
        row = {"NEW": self.new, "OLD": self.old}.get(table.upper())
        return row.expression(name, table.upper()) if row is not None else None


Reader = Callable[[StatementContext, Any], Any]
