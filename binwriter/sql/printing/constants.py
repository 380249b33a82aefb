"""Constants that are compared with a column of dates, of YEAR or of BIGINT: a server makes them values of the column
when it reads the definition, and prints those (captured: clusters/constants_of_definitions)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from sqlglot import exp

from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.sql.expressions.moments import numbers, temporal

COMPARES = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NullSafeEQ)
_INTEGER = pattern(r"-?\d{1,18}", re.ASCII)
_YEAR = pattern(r"(\d{1,4})(?!\d)", re.ASCII)
_CENTURY = 100
_MOMENTS = (ColumnType.DATE, ColumnType.DATETIME2, ColumnType.TIMESTAMP2)
_OWN_TEXTS = (
    *(ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB, ColumnType.ENUM, ColumnType.SET, ColumnType.BIT),
    *(ColumnType.JSON, ColumnType.GEOMETRY, ColumnType.VECTOR, ColumnType.LONGLONG, ColumnType.TIME2),
)


def with_constants(tree: exp.Expr, spec_of: Callable[[str], ColumnSpec | None]) -> exp.Expr:
    """A copy of the tree in which such constants stand as they are printed. spec_of: of a column by its name."""
    around = exp.Paren(this=tree.copy())  # the whole may be another expression
    for node in list(around.walk()):
        if isinstance(node, exp.Between):
            _convert_bounds(node, spec_of)
        elif isinstance(node, exp.In) and not node.args.get("query"):
            spec = spec_of(node.this.name) if isinstance(node.this, exp.Column) else None
            items = node.expressions
            texts = all(isinstance(item, exp.Literal) and item.is_string for item in items)
            if len(items) == 1 or (spec is not None and spec.type is ColumnType.LONGLONG and texts):
                for item in items:
                    _convert(node.this, item, spec_of)
        elif isinstance(node, COMPARES):
            for column, other in compared(node):
                _convert(column, other, spec_of)
    for column in [truth for node in list(around.walk()) for truth in _truths(node)]:
        _compare(column, spec_of)
    whole: exp.Expr = around.this
    return whole


def _truths(node: exp.Expr) -> list[exp.Column]:
    """Columns of which a truth is wanted: they are compared with 0."""
    match node:
        case exp.Not():
            operands = [node.this]
        case exp.And() | exp.Or() | exp.Xor():
            operands = [node.this, node.expression]
        case exp.Is() if isinstance(node.expression, exp.Boolean):
            operands = [node.this]
        case _:
            return []
    return [column for operand in operands if isinstance(column := operand.unnest(), exp.Column)]


def _compare(column: exp.Column, spec_of: Callable[[str], ColumnSpec | None]) -> None:
    """That comparison, if the 0 is made a value of the column (captured: clusters/truths_of_moments)."""
    spec = spec_of(column.name)
    if spec is None or spec.type not in (*_MOMENTS, ColumnType.TIME2):
        return
    negated = next((above for above in (column.parent, _above(column)) if isinstance(above, exp.Not)), None)
    kind: type[exp.Binary] = exp.NEQ if negated is None else exp.EQ
    zero = exp.Var(this=_printed(spec, exp.Literal.number(0), between=False))
    (negated or column).replace(kind(this=zero, expression=column.copy()))


def _above(column: exp.Column) -> exp.Expr | None:
    """What stands around a column in brackets."""
    above = column.parent
    while isinstance(above, exp.Paren):
        above = above.parent
    return above


def compared(node: exp.Expr) -> list[tuple[exp.Expr, exp.Expr]]:
    """Columns and what a comparison compares them with; = goes through rows."""
    pairs = [(node.this, node.expression)]
    if isinstance(node, exp.EQ) and all(isinstance(side, exp.Tuple) for side in pairs[0]):
        pairs = list(zip(node.this.expressions, node.expression.expressions, strict=False))
    both = (pair for left, right in pairs for pair in ((left, right), (right, left)))
    return [(column, other) for column, other in both if isinstance(column, exp.Column)]


def reads_number_as_moment(node: exp.Expr, spec_of: Callable[[str], ColumnSpec | None]) -> bool:
    """Whether a comparison, with 0 for a truth, too, makes a number a date and time, which asks for the session's time
    zone (captured: truths_of_moments)."""

    def is_moment(column: exp.Expr) -> bool:
        spec = spec_of(column.name) if isinstance(column, exp.Column) else None
        return spec is not None and spec.type in (ColumnType.DATETIME2, ColumnType.TIMESTAMP2)

    match node:
        case exp.Between():
            pairs = [(node.this, node.args["low"]), (node.this, node.args["high"])]
        case exp.In() if len(node.expressions) == 1:
            pairs = [(node.this, node.expressions[0])]
        case _ if isinstance(node, COMPARES):
            pairs = compared(node)
        case _:
            return any(map(is_moment, _truths(node)))
    return any(is_moment(column) and isinstance(other, exp.Literal) and not other.is_string for column, other in pairs)


def _convert_bounds(node: exp.Between, spec_of: Callable[[str], ColumnSpec | None]) -> None:
    """Texts alone are compared as texts, or as dates, beside a column of dates."""
    bounds = node.args["low"], node.args["high"]
    spec = spec_of(node.this.name) if isinstance(node.this, exp.Column) else None
    if spec is None:
        return
    texts = all(isinstance(bound, exp.Literal) and bound.is_string for bound in bounds)
    if not texts or spec.type not in _MOMENTS:
        for bound in bounds:
            _convert(node.this, bound, spec_of, between=True)
    for bound in bounds if texts and spec.type not in _OWN_TEXTS else ():
        if bound.parent is not None and bound.name.isascii():
            bound.replace(exp.Introducer(this="_latin1", expression=bound.copy()))


def _convert(
    column: exp.Expr, other: exp.Expr, spec_of: Callable[[str], ColumnSpec | None], *, between: bool = False
) -> None:
    spec = spec_of(column.name) if isinstance(column, exp.Column) else None
    text = None if spec is None else _printed(spec, other, between)
    if text is not None:
        other.replace(exp.Var(this=text))


def _printed(spec: ColumnSpec, node: exp.Expr, between: bool) -> str | None:
    """The constant as the column's value; None where it stays as it is written."""
    literal = node.this if isinstance(node, exp.Neg) else node
    if not isinstance(literal, exp.Literal):
        return None
    sign = "-" if literal is not node else ""
    number = None if literal.is_string else Decimal(f"{sign}{literal.name}")
    match spec.type:
        case ColumnType.LONGLONG:
            return str(int(literal.name)) if number is None and _INTEGER.fullmatch(literal.name) else None
        case ColumnType.YEAR:
            return _year(literal.name if number is None else number)
        case ColumnType.TIME2:
            time = temporal.parse_time(literal.name)[0] if number is None else numbers.length_of(number)
            return None if time is None else f"TIME'{_time_text(time, spec.fsp)}'"
        case ColumnType.DATE | ColumnType.DATETIME2 | ColumnType.TIMESTAMP2 if number is not None or between:
            moment = temporal.parse_datetime(literal.name)[0] if number is None else numbers.moment_of(number)
            return _moment(moment, spec)
    return None


def _year(value: str | Decimal) -> str | None:
    if isinstance(value, str):
        found = _YEAR.match(value)
        if found is None:
            return None
        value = found[1]
    number = int(value) if isinstance(value, str) else int(value.to_integral_value(ROUND_HALF_UP))
    if number >= _CENTURY and isinstance(value, str):
        return str(number)
    if number >= _CENTURY or number < 0 or (number == 0 and not isinstance(value, str)):
        return None
    return str(number + (2000 if number < 70 else 1900))


def _moment(moment: Any, spec: ColumnSpec) -> str | None:
    if isinstance(moment, IncompleteDate) and (moment.year or moment.month or moment.day):
        return None
    zero = isinstance(moment, IncompleteDate)
    if spec.type is ColumnType.DATE:
        return "DATE'0000-00-00'" if zero else f"DATE'{moment:%Y-%m-%d}'" if isinstance(moment, date) else None
    if not zero and not isinstance(moment, datetime):
        return None
    fraction = f".{(0 if zero else moment.microsecond):06d}"[: spec.fsp + 1] if spec.fsp else ""
    return f"'{'0000-00-00 00:00:00' if zero else f'{moment:%Y-%m-%d %H:%M:%S}'}{fraction}'"


def _time_text(time: timedelta, fsp: int) -> str:
    unit = 10 ** (6 - fsp)
    micro = (abs(time) // timedelta(microseconds=1) + unit // 2) // unit * unit
    seconds, micro = divmod(micro, 1_000_000)
    fraction = f".{micro:06d}"[: fsp + 1] if fsp else ""
    sign = "-" if time < timedelta(0) else ""
    return f"{sign}{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}{fraction}"
