"""What a client is sent, in the binary protocol, of a parameter that an execution made a moment and that is none now.

Its column is still a moment's, and a server makes one of the value as it sends the row (captured:
tests/golden/wire/values_in_turn.json). As texts (EXECUTE .. USING) such values are sent as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import date, timedelta
from typing import Any

from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.moments.coercion import incorrect_datetime, to_zoneless_time
from binwriter.sql.expressions.moments.numbers import date_of, shown, split
from binwriter.sql.expressions.types import ExprType
from binwriter.statement.result import StatementResult

Maker = Callable[[Any, ExprType, StatementContext], Any]
_NO_DATE = IncompleteDate(16383, 15, 31)  # what a packed date of all bits says
_MOMENTS = (date, timedelta, IncompleteDate)


def _date(value: Any, type_: ExprType, context: StatementContext) -> Any:
    if isinstance(value, str | bytes):
        context.warn("ER_TRUNCATED_WRONG_VALUE", "date", to_text(value, type_))
        return _NO_DATE
    parts = split(value)
    made = None if parts is None else date_of(parts[0])
    if made is None:
        incorrect_datetime(context, shown(value, type_))
    return _NO_DATE if made is None else made


def _datetime(value: Any, type_: ExprType, context: StatementContext) -> Any:
    incorrect_datetime(context, to_text(value, type_) if isinstance(value, str | bytes) else shown(value, type_))
    return IncompleteDate()


def _time(value: Any, type_: ExprType, context: StatementContext) -> Any:
    made = to_zoneless_time(value, type_, context)
    return timedelta() if made is None else made


_MAKERS: dict[int, Maker] = {
    ColumnType.DATE: _date,
    ColumnType.DATETIME: _datetime,
    ColumnType.TIME: _time,
}


def with_moments(result: StatementResult, plain: Collection[int], context: StatementContext) -> StatementResult:
    """The result with moments where its columns say so. plain: the items that are a parameter; others are NULL where
    it is no moment."""
    described = result.described() if result.described is not None else ()
    makers = {place: _MAKERS[column.type] for place, column in enumerate(described) if column.type in _MAKERS}
    if not makers:
        return result
    before = len(context.diagnostics)

    def made(place: int, value: Any) -> Any:
        if value is None or place not in makers or isinstance(value, _MOMENTS):
            return value
        told = len(context.diagnostics)
        moment = makers[place](value, result.types[place], context)
        return moment if place in plain or len(context.diagnostics) == told else None

    rows = tuple(tuple(made(place, value) for place, value in enumerate(row)) for row in result.rows)
    told = (*result.diagnostics, *context.diagnostics[before:])
    return replace(result, rows=rows, diagnostics=told, described=lambda: described)
