"""Chains of AND and OR: with 100,000 links the tree is as deep, so nobody walks it by calling himself."""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp


def operands(node: exp.Expression, kind: type[exp.Expression]) -> list[exp.Expression]:
    """What a chain of one kind joins, from left to right; parentheses end it."""
    parts: list[exp.Expression] = []
    pending = [node]
    while pending:
        current = pending.pop()
        if type(current) is kind:
            pending += (current.expression, current.this)
        else:
            parts.append(current)
    return parts


def conjuncts(node: exp.Expression | None) -> list[exp.Expression]:
    """What AND joins, from left to right, without parentheses; of a WHERE its condition's."""
    parts: list[exp.Expression] = []
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, exp.And):
            pending += (current.expression, current.this)
        elif isinstance(current, (exp.Paren, exp.Where)):
            pending.append(current.this)
        elif current is not None:
            parts.append(current)
    return parts


_COMPLEMENTS: dict[type, type] = {
    exp.EQ: exp.NEQ,
    exp.NEQ: exp.EQ,
    exp.GT: exp.LTE,
    exp.GTE: exp.LT,
    exp.LT: exp.GTE,
    exp.LTE: exp.GT,
}


def without_not(node: exp.Expression) -> exp.Expression:
    """NOT of a comparison as the comparison that a server makes of it, NOT of NOT as what is in it (captured:
    scenarios/ranges_of_complements_row)."""
    while isinstance(node, exp.Not):
        inner = node.this.unnest()
        if isinstance(inner, exp.Not):
            node = inner.this.unnest()
            continue
        made = _COMPLEMENTS.get(type(inner))
        if made is None:
            break
        complement: exp.Expression = made(this=inner.this.copy(), expression=inner.expression.copy())
        return complement
    return node


_DIGITS = 18  # of a number that is surely whole


def plain_numbers(node: exp.Expression) -> frozenset[int] | None:
    """The members of a list of whole numbers without signs; None if it has any other member."""
    texts = [str(item.this) if type(item) is exp.Literal and not item.is_string else "" for item in node.expressions]
    if not all(text.isdecimal() and text.isascii() and len(text) <= _DIGITS for text in texts):
        return None
    return frozenset(map(int, texts))


def chain_of(conditions: Iterable[exp.Expression]) -> exp.Expression | None:
    """The conditions as one, by AND; None of none."""
    combined: exp.Expression | None = None
    for condition in conditions:
        combined = condition if combined is None else exp.And(this=combined, expression=condition)
    return combined
