"""Constants beside columns in the expressions of a definition: a server converts them when it reads the definition, and
one that is no value of the column's type is an error there, in every sql_mode (captured:
clusters/constants_in_definitions)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.moments import numbers, temporal
from binwriter.sql.printing import constants

_NUMBER = pattern(r"\s*[-+]?(\d+(?:\.\d*)?|\.\d+)(e[-+]?\d+)?\s*", re.ASCII)
_WITH_TIME = (ColumnType.DATETIME2, ColumnType.TIMESTAMP2)
_REALS = (ColumnType.DOUBLE, ColumnType.FLOAT)
_NUMBERS = (
    *(ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG),
    *(ColumnType.NEWDECIMAL, ColumnType.BIT, *_REALS),
)
_MOMENTS = {ColumnType.DATE: "date", ColumnType.TIME2: "time"}
SpecOf = Callable[[str], ColumnSpec | None]


def refuse_constants(tree: exp.Expr, spec_of: SpecOf, context: StatementContext) -> None:
    """MySQLError ER_TRUNCATED_WRONG_VALUE for the first constant that is none of its column's values."""
    for node in tree.walk(bfs=False):
        if isinstance(node, exp.In) and not node.args.get("query"):
            _refuse_in(node, spec_of, context)
        elif isinstance(node, exp.Between):
            low, high = node.args["low"], node.args["high"]
            spec = spec_of(node.this.name) if isinstance(node.this, exp.Column) else None
            texts = all(isinstance(bound, exp.Literal) and bound.is_string for bound in (low, high))
            if spec is not None and not (texts and (spec.type is ColumnType.DATE or spec.type in _WITH_TIME)):
                _refuse_one(node.this, low, spec, context)
                _refuse_one(node.this, high, spec, context)
        elif isinstance(node, constants.COMPARES):
            for column, other in constants.compared(node):
                spec = spec_of(column.name)
                if spec is not None:
                    _refuse_one(column, other, spec, context)


def _refuse_in(node: exp.In, spec_of: SpecOf, context: StatementContext) -> None:
    spec = spec_of(node.this.name) if isinstance(node.this, exp.Column) else None
    items = [item for item in node.expressions if not isinstance(item, exp.Null)]
    if spec is None or not all(isinstance(item, exp.Literal) for item in items):
        return
    if len(node.expressions) == 1:
        for item in items:
            _refuse_one(node.this, item, spec, context)
        return
    texts = [item.name for item in items if item.is_string]
    if texts and len(texts) < len(items) and spec.type not in _REALS:
        return
    if spec.type in _WITH_TIME:
        for item in items:
            if item.is_string:
                _refuse_one(node.this, item, spec, context)
            elif numbers.moment_of(Decimal(item.name)) is None:
                raise mysql_error("ER_INCORRECT_DATETIME_VALUE", "datetime", item.name)
    elif spec.type in _MOMENTS:
        for text in texts:
            if not _is_moment(text, spec):
                raise mysql_error("ER_TRUNCATED_WRONG_VALUE", _MOMENTS[spec.type], text)
    elif spec.type in _NUMBERS:
        for text in texts:
            _refuse_no_number(text)


def _refuse_one(column: exp.Expr, node: exp.Expr, spec: ColumnSpec, context: StatementContext) -> None:
    literal = node.this if isinstance(node, exp.Neg) else node
    if not isinstance(literal, exp.Literal):
        return
    if spec.type is ColumnType.LONGLONG and literal.is_string:
        _refuse_no_number(literal.name)
        return
    if spec.type not in _MOMENTS and spec.type not in _WITH_TIME:
        return
    text = literal.name if literal is node else f"-{literal.name}"
    if literal.is_string and _is_moment(text, spec):
        time = temporal.parse_datetime(text)
        if spec.type is ColumnType.TIME2 and time[0] is not None and time[1]:  # it loses its date
            context.diagnostics.append(
                mysql_warning("ER_TRUNCATED_WRONG_TEMPORAL", "time", text, column.name, 1, level="Note")
            )
        return
    if literal.is_string or not _is_number(Decimal(text), spec):
        raise _incorrect(column, text, spec)


def _incorrect(column: exp.Expr, text: str, spec: ColumnSpec) -> MySQLError:
    kind = _MOMENTS.get(spec.type, "datetime")
    return mysql_error("ER_TRUNCATED_WRONG_TEMPORAL", kind, text, column.name, 1)


def _is_moment(text: str, spec: ColumnSpec) -> bool:
    if spec.type is ColumnType.TIME2:
        time, whole = temporal.parse_time(text)[:2]
        return time is not None and whole
    moment = temporal.parse_datetime(text)[0]
    return _is_day(moment)


def _is_number(number: Decimal, spec: ColumnSpec) -> bool:
    if spec.type is ColumnType.TIME2:
        return numbers.length_of(number) is not None
    return _is_day(numbers.moment_of(number))


def _is_day(moment: object) -> bool:
    if isinstance(moment, IncompleteDate):
        return not (moment.year or moment.month or moment.day)
    return isinstance(moment, date)


def _refuse_no_number(text: str) -> None:
    if not _NUMBER.fullmatch(text.lower()):
        raise mysql_error("ER_TRUNCATED_WRONG_VALUE", "DOUBLE", text)
