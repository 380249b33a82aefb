"""Literals that are compared with columns of dates: a server reads them before it reads any row (captured:
literals_of_times)."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from sqlglot import exp

from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.sql.expressions.coercion import zero_date_allowed
from binwriter.sql.expressions.moments import temporal
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import ExprType, Kind


def note_moment(column: exp.Expression, type_: ExprType, other: exp.Expression, scope: Scope) -> None:
    """A text that is compared with a DATETIME or TIMESTAMP column asks for the time zone, though no row is read."""
    is_text = isinstance(other, exp.Literal) and other.is_string
    if is_text and type_.kind is Kind.DATETIME and isinstance(column, exp.Column):
        scope.context.text_becomes_datetime()


def check_moment(
    column: exp.Expression, type_: ExprType, other: exp.Expression, scope: Scope, *, ranged: bool = False
) -> None:
    """Refuses a literal that is no date, where data are changed under a strict mode as a column does, else by 1525.

    type_: the column's. ranged: the literal is a bound of BETWEEN, which only warns where nothing is changed.
    """
    note_moment(column, type_, other, scope)
    context = scope.context
    if type_.kind not in (Kind.DATE, Kind.DATETIME, Kind.TIME) or not isinstance(column, exp.Column):
        return
    place = scope.locate(column.name, column.text("table") or None, column.text("db") or None)
    stored = scope.sources[place[0]].columns[place[1]].column if place is not None else None
    changes = context.changes_data and context.strict
    if type_.kind is Kind.TIME:
        if changes and stored is not None and isinstance(other, exp.Literal) and other.is_string and other.name:
            _check_time(other.name, stored.name)
        return
    has_error = context.variables.behaviour.wrong_moment_is_error
    if not changes and not has_error:
        return
    if stored is None or not isinstance(other, exp.Literal) or not (other.is_string or changes):
        return
    try:
        moment: Any
        if other.is_string:
            moment, _, _ = temporal.parse_datetime(other.name)
        else:
            number = Decimal(other.name)
            moment = temporal.datetime_from_number(number) if number else IncompleteDate()
    except ArithmeticError:
        return
    is_zero = not other.is_string and isinstance(moment, IncompleteDate)
    if moment is not None and (is_zero or not isinstance(moment, IncompleteDate) or zero_date_allowed(moment, context)):
        return
    name = {ColumnType.DATE: "DATE", ColumnType.TIMESTAMP2: "TIMESTAMP"}.get(stored.spec.type, "DATETIME")
    word = "date" if name == "DATE" else "datetime"
    field = ("ER_TRUNCATED_WRONG_TEMPORAL", word, other.name, stored.name, 1)
    whole = ("ER_WRONG_VALUE", name, other.name)
    if ranged and not changes:
        return
    if not changes:
        context.diagnostics.append(mysql_warning(*field))
        raise mysql_error(*whole)
    if ranged:
        context.diagnostics.append(mysql_warning(*field))
    elif other.is_string and has_error:
        context.diagnostics.append(mysql_warning(*whole, level="Error"))
    raise mysql_error(*field)


def _check_time(text: str, column: str) -> None:
    """Refuses a text that is no time, or more than one."""
    time, whole = temporal.parse_time(text)
    if time is None or not whole:
        raise mysql_error("ER_TRUNCATED_WRONG_TEMPORAL", "time", text, column, 1)
