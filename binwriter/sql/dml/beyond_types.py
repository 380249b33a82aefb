"""Comparisons with constants that no value of the column's type fulfils: a server folds them to FALSE.

Source: worklog 11935, "Add folding of constants when compared to fields"; captured: scenarios/beyond_types_statement.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import ROUND_DOWN, Decimal
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.sql.expressions.numbers import decimal_of, number_prefix
from binwriter.sql.store.numbers import integer_range
from binwriter.sql.text.tree_text import TURNED

_INTEGERS = frozenset(
    {ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG, ColumnType.YEAR}
)
_TWO_DIGITS, _YEARS = 99, range(1901, 2156)
_LONG = 1 << 63
_EQUAL = (exp.EQ, exp.NullSafeEQ)
_LITERALS = (exp.Literal, exp.HexString, exp.BitString, exp.Boolean)
_OPERATORS = (*_EQUAL, exp.LT, exp.LTE, exp.GT, exp.GTE)


def compared(condition: Any, table: Table) -> tuple[type[Any], ColumnSpec, Any] | None:
    """The comparison, the column and the other side, where a condition compares a column with something."""
    operator: type[Any] = type(condition)
    if isinstance(condition, exp.In) and len(condition.expressions) == 1:
        operator, column, other = exp.EQ, condition.this, condition.expressions[0]
    elif isinstance(condition, _OPERATORS):
        column, other = condition.left, condition.right
        if not isinstance(column, exp.Column):
            operator, column, other = TURNED.get(operator, operator), other, column
    else:
        return None
    spec = _spec(column, table)
    return None if spec is None else (operator, spec, other)


def is_literal(node: exp.Expression) -> bool:
    """What is worked out is not folded."""
    inner = node.unnest()
    return isinstance(inner.this if isinstance(inner, exp.Neg) else inner, _LITERALS)


def ends(condition: Any, table: Table) -> Iterator[tuple[type[Any], ColumnSpec, Any]]:
    """Likewise both ends of a BETWEEN."""
    spec = _spec(condition.this, table) if isinstance(condition, exp.Between) else None
    if spec is not None:
        yield exp.GTE, spec, condition.args["low"]
        yield exp.LTE, spec, condition.args["high"]


def _spec(column: Any, table: Table) -> ColumnSpec | None:
    index = table.index_of.get(column.name.lower()) if isinstance(column, exp.Column) else None
    return None if index is None else table.columns[index].spec


def is_beyond(operator: type[Any], spec: ColumnSpec, value: Any) -> bool:
    """Whether no value of the column is so beside a constant. value: as an expression has it."""
    number = _number(value)
    if number is None or (spec.type is ColumnType.YEAR and isinstance(value, str) and not number):
        return False
    if spec.type in _INTEGERS:
        low, high = _range(spec)
        fits = _is_year(number) if spec.type is ColumnType.YEAR else number == int(number)
    elif spec.type is ColumnType.NEWDECIMAL:
        high = Decimal(10**spec.precision - 1).scaleb(-spec.scale)
        low, fits = -high, isinstance(value, float) or _digits(number) <= spec.scale
        if operator not in _EQUAL:  # what is cut off behind the point does not count
            number = number.quantize(high, rounding=ROUND_DOWN) if abs(number) < _LONG else number
    else:
        return False
    if operator in _EQUAL:
        return not (low <= number <= high and fits)
    if operator in (exp.LT, exp.LTE):
        return number < low or (operator is exp.LT and number == low and spec.type in _INTEGERS)
    return number > high or (operator is exp.GT and number == high and spec.type in _INTEGERS)


def ends_beyond(operator: type[Any], spec: ColumnSpec, value: Any) -> bool:
    """Likewise of an end of BETWEEN, of which only values of the column's own kind are looked at."""
    is_long = type(value) is int and abs(value) < _LONG
    if spec.type in _INTEGERS:
        is_low = operator is exp.LTE and (spec.unsigned or spec.type is ColumnType.YEAR)  # where 0 is the least
        return is_long and not is_low and is_beyond(operator, spec, value)
    is_decimal = isinstance(value, Decimal) or (type(value) is int and not is_long)
    return is_decimal and _digits(Decimal(value)) <= spec.scale and is_beyond(operator, spec, value)


def _digits(number: Decimal) -> int:
    """Behind the point."""
    exponent = number.normalize().as_tuple().exponent
    return -exponent if isinstance(exponent, int) else 0


def _number(value: Any) -> Decimal | None:
    if isinstance(value, bytes):
        return Decimal(int.from_bytes(value))
    if isinstance(value, str):
        return decimal_of(number_prefix(value)[0])
    return Decimal(value) if isinstance(value, int | float | Decimal) else None


def _range(spec: ColumnSpec) -> tuple[Decimal, Decimal]:
    if spec.type is ColumnType.YEAR:
        return Decimal(0), Decimal(_YEARS[-1])
    low, high = integer_range(spec.type, spec.unsigned)
    return Decimal(low), Decimal(high)


def _is_year(number: Decimal) -> bool:
    """Of two digits or of four."""
    return 0 <= number <= _TWO_DIGITS or number in _YEARS
