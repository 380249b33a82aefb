"""Rows of a query into a table that asks little of them: converted by column, written many at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from binwriter.catalog.tables import Column
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.columns.values import ColumnValue
from binwriter.sql.dml import column_values
from binwriter.sql.dml.plain_rows import NOT_PLAIN, write_plain_columns
from binwriter.sql.dml.row_writer import Given, RowWriter
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.expressions.assign import copies_moment, selected_value
from binwriter.sql.expressions.types import ExprType
from binwriter.sql.query import ResultSet
from binwriter.sql.store.as_stored import stays_in


def write_selected_rows(writer: RowWriter, result: ResultSet, exact: Callable[[Sequence[Any]], Given]) -> None:
    """All rows of the result, where `takes_plain_rows` says so. exact: the exact way of one of them.

    Raises MySQLError; rows done until then stay in `run.changes`.
    """
    run, target, rows = writer.run, writer.target, result.rows
    if not rows:
        return
    uses_zone = run.context.facts.uses_time_zone
    columns: dict[int, Sequence[ColumnValue]] = {}
    odd: set[int] = set()
    for index, values, (_, type_) in zip(target.columns, zip(*rows, strict=True), result.columns, strict=True):
        columns[index] = stored = _stored(values, type_, target.data.definition.columns[index], run)
        if stored is not values:
            odd.update(number for number, value in enumerate(stored) if value is NOT_PLAIN)
    run.context.facts.uses_time_zone = uses_zone
    specs = [column.spec for column in target.data.definition.columns]
    kinds = zip(target.columns, result.columns, strict=True)
    target.copied = frozenset(at for at, (_, type_) in kinds if copies_moment(type_, specs[at], run.context))
    write_plain_columns(writer, columns, len(rows), sorted(odd), lambda at: exact(rows[at]))
    writer.end()


def _stored(values: Sequence[Any], type_: ExprType, column: Column, run: DmlRun) -> Sequence[ColumnValue]:
    """The values as the column has them, NOT_PLAIN for those that need more than that."""
    stays = stays_in(column.spec)
    if all(map(stays, values)):
        return values
    null = None if column.spec.nullable or column.auto_increment else NOT_PLAIN
    return [null if value is None else value if stays(value) else _tried(value, type_, column, run) for value in values]


def _tried(value: Any, type_: ExprType, column: Column, run: DmlRun) -> ColumnValue:
    """A value's exact way, if there is nothing to complain of."""
    said = len(run.context.diagnostics)
    try:
        stored = column_values.stored(
            run, column, selected_value(value, type_, column.spec, run.context), null_is_error=True
        )
    except (MySQLError, UnsupportedError):
        stored = None
    if stored is None or len(run.context.diagnostics) > said:
        del run.context.diagnostics[said:]
        return NOT_PLAIN  # type: ignore[no-any-return]
    return stored
