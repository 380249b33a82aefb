"""What an index on the first characters of a column is asked for: the beginnings of the constants that the column is
compared with. Both ends of a range belong to it, so that `<>` leaves nothing out, and is no range (scenario
prefix_keys_searched_row).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import takewhile
from typing import Any

from sqlglot import exp

from binwriter.sql.expressions.conditions.chains import operands, without_not

_RELAXED: dict[type[exp.Expression], type[Any]] = {
    exp.EQ: exp.EQ,
    exp.NullSafeEQ: exp.NullSafeEQ,
    exp.GT: exp.GTE,
    exp.GTE: exp.GTE,
    exp.LT: exp.LTE,
    exp.LTE: exp.LTE,
}


def asked_of_prefix(node: exp.Expression, column: exp.Expression | None, length: int) -> exp.Expression | None:
    """The condition of a row in the range of such an index. None where the whole index is its range. column: that may
    be NULL; None where it may not."""
    node = without_not(node.this if isinstance(node, exp.Paren) else node)

    def begin(value: exp.Expression) -> exp.Expression:
        return exp.Anonymous(this="LEFT", expressions=[value.copy(), exp.Literal.number(length)])

    if isinstance(node, exp.Or):
        return _joined(exp.Or, [asked_of_prefix(term, column, length) for term in operands(node, exp.Or)])
    relaxed = _RELAXED.get(type(node))
    if relaxed is not None:
        comparison: exp.Expression = relaxed(this=begin(node.this), expression=begin(node.expression))
        return comparison
    if isinstance(node, exp.In):
        return exp.In(this=begin(node.this), expressions=[begin(item) for item in node.expressions])
    if isinstance(node, exp.Between):
        low, high = begin(node.args["low"]), begin(node.args["high"])
        return exp.Between(this=begin(node.this), low=low, high=high)
    if isinstance(node, exp.Not) and isinstance(around := node.this.unnest(), exp.Between):
        below = exp.LTE(this=begin(around.this), expression=begin(around.args["low"]))
        return exp.Or(this=below, expression=exp.GTE(this=begin(around.this), expression=begin(around.args["high"])))
    if isinstance(node, (exp.NEQ, exp.Not)) and node.find(exp.Null) is None:
        return None if column is None else exp.Not(this=exp.Is(this=column.copy(), expression=exp.Null()))
    if isinstance(node, exp.Like) and isinstance(node.expression, exp.Literal):
        begins = "".join(takewhile(lambda one: one not in "%_\\", node.expression.name))[:length]
        return exp.Like(this=begin(node.this), expression=exp.Literal.string(f"{begins}%"))
    return node.copy()  # IS NULL


def _joined(kind: type[exp.Or], terms: Sequence[exp.Expression | None]) -> exp.Expression | None:
    told = [term for term in terms if term is not None]
    return reduce(lambda left, right: kind(this=left, expression=right), told) if len(told) == len(terms) else None
