"""Dates and times that go into columns of moments: which are copied as they are, and who asks for the time zone."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from sqlglot import exp

from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.copied_forms import TEMPORAL_TYPES
from binwriter.sql.expressions.moments.temporal import round_fraction
from binwriter.sql.expressions.moments.timezone import session_zone
from binwriter.sql.expressions.types import CompiledExpression, Eval, ExprType, Kind

_ALIKE = {(ColumnType.DATETIME, ColumnType.DATETIME2), (ColumnType.TIMESTAMP, ColumnType.TIMESTAMP2)}
_JUDGES_MOMENTS = ("NO_ZERO_DATE", "NO_ZERO_IN_DATE", "ALLOW_INVALID_DATES")
_LOOKED_AT_IN = ("NO_ZERO_DATE", "NO_ZERO_IN_DATE")


def is_kept_by_zone(type_: ExprType) -> bool:
    """Whether a value asks for the time zone on its way into a table of the server's own. Of a TIMESTAMP nobody asks so
    (captured: zones_of_copied_moments)."""
    return type_.kind is Kind.DATETIME and type_.field is not ColumnType.TIMESTAMP


def gathered_by_zone(
    gathered: Iterable[tuple[exp.Expression, CompiledExpression]], context: StatementContext
) -> tuple[int, ...]:
    """The places of what asks so where an aggregate gathers it in such a table: a column itself is copied, and looked
    at in some modes alone (captured: zones_of_gathered_moments)."""
    copies = not any(map(context.has_mode, _LOOKED_AT_IN))
    return tuple(
        place
        for place, (node, part) in enumerate(gathered)
        if is_kept_by_zone(part.type) and not (copies and isinstance(node, exp.Column))
    )


def note_conversion(value: Any, column: ColumnSpec, context: StatementContext) -> None:
    """A date or time that gets into a DATETIME column asks for the time zone, a DATETIME too (captured:
    assigned_values)."""
    if column.type is ColumnType.DATETIME2 and isinstance(value, (date, IncompleteDate)):
        if not (isinstance(value, datetime) and _is_rounded_beyond(value, column)):
            context.text_becomes_datetime()
    elif column.type is ColumnType.TIMESTAMP2 and isinstance(value, datetime):
        session_zone(context)


def _is_rounded_beyond(value: datetime, column: ColumnSpec) -> bool:
    """Whether no date is left of it, for which nobody asks for the time zone (captured: copied_values)."""
    if value.year < datetime.max.year:
        return False
    try:
        round_fraction(value, column.fsp)
    except OverflowError:
        return True
    return False


def copied_from(
    node: exp.Expression, column: ColumnSpec, place: tuple[int, int], named: tuple[int, int] | None
) -> Eval | None:
    """Reads a date or time that is assigned to its own column: it stays as it is, and nobody asks for the time zone.

    place: source and column that are assigned; known: those that the node names. None for any other assignment.
    """
    if column.type not in TEMPORAL_TYPES or not isinstance(node, exp.Column) or named != place:
        return None
    source, index = place
    return lambda context, row: row[source][index]


def copies_moment(type_: ExprType, column: ColumnSpec, context: StatementContext) -> bool:
    """Whether a DATETIME or TIMESTAMP is copied into another one as it is: sql_mode asks nothing of zeros or days in it
    (captured: copied_values, csv_zones_of_written_rows)."""
    alike = (type_.field, column.type) in _ALIKE and type_.scale == column.fsp
    return alike and not any(map(context.has_mode, _JUDGES_MOMENTS))


def copies_instant(type_: ExprType, column: ColumnSpec, context: StatementContext) -> bool:
    """Whether a TIMESTAMP goes into another one by its bytes, so that nobody asks for the time zone (captured:
    zones_of_copied_moments)."""
    if column.type is not ColumnType.TIMESTAMP2 or not is_instant(type_) or (type_.scale or 0) != column.fsp:
        return False
    if context.variables.behaviour.modes_spare_instants:
        return True
    return copies_moment(type_, column, context)


def is_instant(type_: ExprType) -> bool:
    """Whether it is of a TIMESTAMP column."""
    return type_.field is ColumnType.TIMESTAMP
