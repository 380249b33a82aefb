"""Ranges of whole numbers that a WHERE clause asks for and nothing else.

Such a condition neither warns nor fails, so that nobody could notice that rows outside of the range are not looked at.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from binwriter.sql.expressions.conditions.chains import conjuncts, without_not
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query.access.conditions import named_column
from binwriter.sql.store.numbers import INTEGER_BITS

Bounds = tuple[int | None, int | None]  # the lowest and the highest that may come, None without a bound

_ANY: Bounds = (None, None)


def bounds_of(where: exp.Expression | None, scope: Scope) -> dict[int, Bounds]:
    """The bounds of columns; none if the clause asks for anything else."""
    bounds: dict[int, Bounds] = {}
    for node in map(without_not, conjuncts(where)):
        column = named_column(node.this, scope) if isinstance(node.this, exp.Expression) else None
        stored = None if column is None else scope.sources[0].columns[column].column
        bound = _bound(node)
        if column is None or stored is None or stored.spec.type not in INTEGER_BITS or bound is None:
            return {}
        bounds[column] = both(bounds.get(column, _ANY), bound)
    return bounds


def _bound(node: exp.Expression) -> Bounds | None:
    if isinstance(node, exp.Between):
        low, high = _number(node.args["low"]), _number(node.args["high"])
        return None if low is None or high is None else (low, high)
    number = _number(node.expression) if isinstance(node, exp.Binary) else None
    return None if number is None or type(node) not in RANGES else RANGES[type(node)](number)


RANGES: dict[type[exp.Expression], Callable[[int], Bounds]] = {
    exp.EQ: lambda number: (number, number),
    exp.LT: lambda number: (None, number - 1),
    exp.LTE: lambda number: (None, number),
    exp.GT: lambda number: (number + 1, None),
    exp.GTE: lambda number: (number, None),
}


def _number(node: exp.Expression) -> int | None:
    if isinstance(node, exp.Neg):
        number = _number(node.this)
        return None if number is None else -number
    is_whole = isinstance(node, exp.Literal) and not node.is_string and str(node.this).isdecimal()
    return int(str(node.this)) if is_whole and len(str(node.this)) <= DIGITS else None


DIGITS = 18  # more may be a DECIMAL


def both(one: Bounds, other: Bounds) -> Bounds:
    """The range that is in both."""
    lows, highs = (_given(pair) for pair in zip(one, other, strict=True))
    return max(lows, default=None), min(highs, default=None)


def _given(numbers: tuple[int | None, int | None]) -> list[int]:
    return [number for number in numbers if number is not None]
