"""Ranges of whole numbers that a WHERE clause asks for.

Where it asks for nothing else, it neither warns nor fails, so that nobody could notice that rows outside of the range
are not looked at; a change does not look at them whatever else is asked (captured: ranges_beside_texts_row).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Column
from binwriter.sql.expressions.conditions.chains import conjuncts, operands, without_not
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query.access.conditions import Bounds, named_column
from binwriter.sql.store.numbers import INTEGER_BITS

ANY: Bounds = (None, None)


def bounds_of(where: exp.Expression | None, scope: Scope, *, alone: bool = True) -> dict[int, Bounds]:
    """The bounds of columns; alone: none if the clause asks for anything else."""
    bounds: dict[int, Bounds] = {}
    for node in map(without_not, conjuncts(where)):
        column = named_column(node.this, scope) if isinstance(node.this, exp.Expression) else None
        stored = None if column is None else scope.sources[0].columns[column].column
        found = bound(node)
        if column is None or stored is None or stored.spec.type not in INTEGER_BITS or found is None:
            if alone:
                return {}
            continue
        bounds[column] = both(bounds.get(column, ANY), found)
    return bounds


def points_of(where: exp.Expression | None, scope: Scope, *, alone: bool = True) -> dict[int, list[int]]:
    """The whole numbers that columns are asked to be one of, in ascending order; alone: none if the clause asks for
    anything but such lists and bounds."""
    points: dict[int, list[int]] = {}
    for node in map(without_not, conjuncts(where)):
        listed = numbers_listed(node)
        subject = node.this if listed is None else listed[0]
        column = named_column(subject, scope) if isinstance(subject, exp.Expression) else None
        stored = None if column is None else scope.sources[0].columns[column].column
        if column is None or stored is None or stored.spec.type not in INTEGER_BITS:
            if alone:
                return {}
            continue
        if listed is not None:
            points.setdefault(column, listed[1])
        elif alone and bound(node) is None:
            return {}
    return points


def hull_of(where: exp.Expression, column: int, scope: Scope) -> Bounds:
    """Between which whole numbers the column is of each row that a condition lets through."""
    inner: Any = where.unnest()
    node = without_not(inner)
    if isinstance(node, exp.And):
        return reduce(both, [hull_of(term, column, scope) for term in operands(node, exp.And)])
    if isinstance(node, exp.Or):
        lows, highs = zip(*[hull_of(term, column, scope) for term in operands(node, exp.Or)], strict=True)
        return None if None in lows else min(lows), None if None in highs else max(highs)
    listed = numbers_listed(node)
    if listed is not None:
        return (listed[1][0], listed[1][-1]) if named_column(listed[0], scope) == column else ANY
    if type(node) in _LOOSE and isinstance(node.this, exp.Tuple) and isinstance(node.expression, exp.Tuple):
        number, is_named = _number(node.expression.expressions[0]), named_column(node.this.expressions[0], scope)
        return RANGES[_LOOSE[type(node)]](number) if number is not None and is_named == column else ANY
    found = bound(node) if isinstance(node.this, exp.Expression) else None
    return found if found is not None and named_column(node.this, scope) == column else ANY


def numbers_of(node: exp.Expression, column: Column | None) -> tuple[Bounds | None, Sequence[int] | None]:
    """The bounds of a column of whole numbers, or the numbers, that one condition on it asks for and nothing else."""
    if column is None or column.spec.type not in INTEGER_BITS:
        return None, None
    node = without_not(node)
    listed = numbers_listed(node)
    return bound(node), None if listed is None else listed[1]


def beginnings_of(where: exp.Expression | None, scope: Scope, *, alone: bool = True) -> dict[int, str]:
    """What keys of columns begin with by LIKE 'text%'; alone: none if the clause asks for anything but such patterns,
    bounds and lists."""
    nodes = [*map(without_not, conjuncts(where))]
    if not scope.context.server.takes_many or not any(type(node) is exp.Like for node in nodes):
        return {}
    from binwriter.sql.expressions.conditions.patterns import beginning_of  # not needed by most

    found: dict[int, str] = {}
    for node in nodes:
        column = named_column(node.this, scope) if isinstance(node.this, exp.Expression) else None
        text = beginning_of(node, scope) if column is not None and type(node) is exp.Like else None
        if column is not None and text is not None:
            found.setdefault(column, text)
        elif alone and not bounds_of(node, scope) and not points_of(node, scope):
            return {}
    return found


def numbers_listed(node: exp.Expression) -> tuple[exp.Expression, list[int]] | None:
    """The subject and the numbers of `column IN (1, 2)`, and of `column = 1 OR column = 2`."""
    if isinstance(node, exp.In) and node.args.get("query") is None and node.expressions:
        subject, listed = node.this, [_number(item) for item in node.expressions]
    elif isinstance(node, exp.Or):
        terms = operands(node, exp.Or)
        subject = terms[0].this
        if any(not isinstance(term, exp.EQ) or term.this != subject for term in terms):
            return None
        listed = [_number(term.expression) for term in terms]
    else:
        return None
    numbers = {number for number in listed if number is not None}
    return None if None in listed else (subject, sorted(numbers))


def bound(node: exp.Expression) -> Bounds | None:
    """Of a comparison with whole numbers, whatever is compared with them."""
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


# what (a, b) > (1, 2) and its kin ask of the first ones
_LOOSE: dict[type[exp.Expression], type[exp.Expression]] = {
    exp.LT: exp.LTE,
    exp.LTE: exp.LTE,
    exp.GT: exp.GTE,
    exp.GTE: exp.GTE,
    exp.EQ: exp.EQ,
}

DIGITS = 18  # more may be a DECIMAL


def both(one: Bounds, other: Bounds) -> Bounds:
    """The range that is in both."""
    lows, highs = (_given(pair) for pair in zip(one, other, strict=True))
    return max(lows, default=None), min(highs, default=None)


def _given(numbers: tuple[int | None, int | None]) -> list[int]:
    return [number for number in numbers if number is not None]
