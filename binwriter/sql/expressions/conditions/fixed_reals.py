"""REAL numbers with a known number of digits behind the point: FLOAT(M,D), DOUBLE(M,D), and what is reckoned from them.

Two such are equal if they differ by less than half a digit; a constant beside a column FLOAT(M,D) in a condition is
taken as the column would keep it (captured: clusters/floats_of_fixed_digits).
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_real
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import NOT_FIXED_SCALE, REAL_TYPE, CompiledExpression, ExprType, Kind

_NUMBERS = frozenset({Kind.REAL, Kind.DECIMAL, Kind.INT})
_CLAUSES = frozenset({"where clause", "on clause", "having clause"})
Test = Callable[[Any, Any], bool]


def is_fixed(type_: ExprType) -> bool:
    """A REAL with a known number of digits."""
    return type_.kind is Kind.REAL and type_.scale < NOT_FIXED_SCALE


def within_a_digit(left: CompiledExpression, right: CompiledExpression, test: Test) -> Test:
    """The test of a comparison, for two REALs where both have a known number of digits."""
    one, two = left.type, right.type
    if Kind.REAL not in (one.kind, two.kind) or not {one.kind, two.kind} <= _NUMBERS:
        return test
    if max(one.scale, two.scale) >= NOT_FIXED_SCALE or any(side.text.startswith(("@", "(@")) for side in (left, right)):
        return test
    least = 5 / 10 ** (max(one.scale, two.scale) + 1)
    return lambda first, second: test(second, second) if abs(first - second) < least else test(first, second)


def as_kept(
    one: exp.Expression, two: exp.Expression, left: CompiledExpression, right: CompiledExpression, scope: Scope
) -> tuple[CompiledExpression, CompiledExpression]:
    """The operands of a comparison, which are written so: see `as_column_keeps`."""
    return as_column_keeps(right, left, one, scope), as_column_keeps(left, right, two, scope)


def as_column_keeps(
    column: CompiledExpression, constant: CompiledExpression, node: exp.Expression, scope: Scope
) -> CompiledExpression:
    """The constant as a FLOAT of the column's, which is written in a condition; else as it is."""
    type_ = column.type
    if not (type_.single and type_.of_column and is_fixed(type_)) or scope.clause not in _CLAUSES:
        return constant
    literal = node.this if isinstance(node, exp.Neg) else node
    if not isinstance(literal, exp.Literal):
        return constant

    def evaluate(context: StatementContext, row: Any) -> Any:
        value = to_real(constant.eval(context, row), constant.type, context)
        return None if value is None else _single(value)

    return replace(constant, type=REAL_TYPE, eval=evaluate)


def _single(value: float) -> float:
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return value
