"""The variables of a running stored program: what its names mean, and how they take values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from functools import lru_cache
from typing import Any

from binwriter.catalog.tables import Column, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.programs import Program
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.assign import program_value
from binwriter.sql.expressions.columns import column_type, padded_reader, reader, type_of_column
from binwriter.sql.expressions.types import CompiledExpression, ExprType, Row
from binwriter.sql.expressions.unify import common_field
from binwriter.sql.store import store
from binwriter.sql.syntax.programs import CASE_VALUE


@lru_cache(maxsize=1024)
def _type_of(spec: ColumnSpec) -> ExprType:
    type_ = column_type(spec)
    return replace(type_, field=common_field((type_,))) if type_.field is not None else type_


@lru_cache(maxsize=1024)
def _used_type_of(spec: ColumnSpec) -> ExprType:
    """A FLOAT is a DOUBLE, and a BIT a number, wherever it is used (captured: functions_types_*)."""
    type_ = replace(_type_of(spec), single=False, bit=False)
    return replace(type_, field=ColumnType.BIT) if _type_of(spec).bit else type_  # but in documents


@dataclass(eq=False)
class Cell:
    """A local variable or parameter: a column, and the value as the column stores it."""

    column: Column
    value: ColumnValue = None

    @property
    def type(self) -> ExprType:
        return _type_of(self.column.spec)

    def assign(
        self, value: Any, type_: ExprType, context: StatementContext, *, named: bool = True, lenient: bool = False
    ) -> None:
        """Stores an expression's value; what does not fit is an error under a strict sql_mode, if it is not lenient.
        named: see `program_value`."""
        stored = program_value(value, type_, self.column.spec, context, named=named)
        saved, context.row_number = context.row_number, 1
        try:
            self.value = store(self.column, stored, context, as_error=context.strict and not lenient)
        finally:
            context.row_number = saved

    def read(self, context: StatementContext) -> Any:
        """The value as an expression sees it."""
        convert = reader(self.column.spec)
        return self.value if convert is None or self.value is None else convert(context, self.value)

    def expression(self) -> CompiledExpression:
        type_ = replace(_used_type_of(self.column.spec), zeros=type_of_column(self.column).zeros)
        return CompiledExpression(type_, lambda context, row: self.read(context), self.column.name)


@dataclass(eq=False)
class TriggerRow:
    """NEW or OLD. values: the row; written: indexes of the columns that the trigger set."""

    table: Table
    values: list[ColumnValue]
    written: set[int] = field(default_factory=set)

    def expression(self, name: str, row: str) -> CompiledExpression:
        index = self.table.index_of.get(name.lower())
        if index is None:
            raise mysql_error("ER_BAD_FIELD_ERROR", name, row)
        spec = self.table.columns[index].spec
        convert, padded = reader(spec), padded_reader(spec)
        values = self.values

        def read(context: StatementContext, _: Row) -> Any:
            value = values[index]
            used = padded if padded is not None and context.has_mode("PAD_CHAR_TO_FULL_LENGTH") else convert
            return value if used is None or value is None else used(context, value)

        return CompiledExpression(type_of_column(self.table.columns[index]), read, f"{row}.{name}")


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

    @contextmanager
    def block(self) -> Iterator[None]:
        """A block's names; its cursors are closed when it ends."""
        self._variables.append({})
        self._cursors.append({})
        try:
            yield
        finally:
            self._variables.pop()
            self._cursors.pop()

    @contextmanager
    def outside(self, depth: int) -> Iterator[None]:
        """As seen by a handler of an outer block: what inner blocks declared is hidden."""
        variables, cursors = self._variables, self._cursors
        self._variables, self._cursors = variables[:depth], cursors[:depth]
        try:
            yield
        finally:
            self._variables, self._cursors = variables, cursors

    @property
    def depth(self) -> int:
        return len(self._variables)

    def declare(self, name: str, column: Column) -> Cell:
        cell = self._variables[-1][name.lower()] = Cell(column)
        return cell

    def declare_cursor(self, name: str, query: Any) -> None:
        self._cursors[-1][name.lower()] = Cursor(name, query)

    def cell(self, name: str) -> Cell | None:
        for variables in reversed(self._variables):
            if name.lower() in variables:
                return variables[name.lower()]
        return None

    def cursor(self, name: str) -> Cursor:
        for cursors in reversed(self._cursors):
            if name.lower() in cursors:
                return cursors[name.lower()]
        raise mysql_error("ER_SP_CURSOR_MISMATCH", name)

    def find(self, name: str, table: str | None) -> CompiledExpression | None:
        """The expression that a name stands for here, None if it is none of the program's (see Scope.column)."""
        if name == CASE_VALUE and self.case_value is not None:
            value, type_ = self.case_value
            return CompiledExpression(type_, lambda context, row: value, "case")
        if table is None:
            cell = self.cell(name)
            return cell.expression() if cell is not None else None
        row = {"NEW": self.new, "OLD": self.old}.get(table.upper())
        return row.expression(name, table.upper()) if row is not None else None


Reader = Callable[[StatementContext, Any], Any]
