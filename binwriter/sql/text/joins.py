"""Which joins stand inside of another one: t JOIN u JOIN v ON .. ON .., where the last ON is that of the first JOIN;
and t, u JOIN v, where JOIN binds closer.

MySQL's grammar lets ON be missing; an ON belongs to the last join in front of it that has none (MySQL manual, "JOIN
Clause").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from binwriter.sql.text.meta_keys import BEHIND_COMMA

STRAIGHT = "straight"  # meta key of a join of an UPDATE or DELETE
JOINS = (TokenType.JOIN, TokenType.STRAIGHT_JOIN)
_CONDITIONS = (TokenType.ON, TokenType.USING)
_ENDS = (
    TokenType.SELECT,
    TokenType.FROM,
    TokenType.WHERE,
    TokenType.GROUP_BY,
    TokenType.HAVING,
    TokenType.ORDER_BY,
    TokenType.LIMIT,
    TokenType.SET,
    TokenType.UNION,
    TokenType.EXCEPT,
    TokenType.INTERSECT,
)
_WORDS_OF_A_JOIN = (TokenType.LEFT, TokenType.RIGHT, TokenType.INNER, TokenType.OUTER)


def without_inner_joins(tokens: Sequence[Token]) -> set[int]:
    """The positions at which no join can begin that stands inside of the one before: that one has no ON behind."""
    waiting: list[list[int]] = [[]]  # by depth of brackets, joins that have no ON yet
    conditions: dict[int, int] = {}
    last: list[int | None] = [None]
    begun: dict[int, int] = {}
    for place, token in enumerate(tokens):
        if last[-1] is not None:
            begun[place] = last[-1]
        kind = token.token_type
        if kind is TokenType.L_PAREN:
            waiting.append([])
            last.append(None)
        elif kind is TokenType.R_PAREN and len(waiting) > 1:
            waiting.pop()
            last.pop()
        elif kind in _ENDS:
            waiting[-1] = []
            last[-1] = None
        elif kind in JOINS and _takes_condition(tokens, place):
            if waiting[-1] and tokens[waiting[-1][-1] - 1].token_type is TokenType.CROSS:
                waiting[-1].pop()  # sqlglot lets no join stand inside of it
            waiting[-1].append(place)
            last[-1] = place
        elif kind in _CONDITIONS and waiting[-1]:
            conditions[waiting[-1].pop()] = place
    return {place for place, join in begun.items() if conditions.get(join, -1) <= place}


def _takes_condition(tokens: Sequence[Token], place: int) -> bool:
    """NATURAL JOIN takes none, and USE INDEX FOR JOIN is no join."""
    before = place - 1
    while before >= 0 and tokens[before].token_type in _WORDS_OF_A_JOIN:
        before -= 1
    return before < 0 or tokens[before].text.upper() not in ("NATURAL", "FOR")


def bound_behind_commas(joins: Sequence[exp.Join]) -> Iterator[exp.Join]:
    """The joins of a FROM clause, those behind a comma in brackets where it matters.

    JOIN binds closer than a comma: `a, b RIGHT JOIN c` joins b and c, and a with what comes of it. It matters for
    RIGHT JOIN, NATURAL and USING; what ON may name, the compiler of FROM knows by the comma itself.
    Source: MySQL manual, "JOIN Clause"; captured (clusters/joins_behind_commas).
    """
    parts: list[list[exp.Join]] = [[]]
    for join in joins:
        if BEHIND_COMMA in join.meta:
            parts.append([])
        parts[-1].append(join)
    yield from parts[0]
    for first, *others in parts[1:]:
        if any(map(_binds, others)):
            _put_into(first, others)
            yield first
        else:
            yield from (first, *others)


def _binds(join: exp.Join) -> bool:
    return bool(join.side == "RIGHT" or join.method == "NATURAL" or join.args.get("using"))


def _put_into(first: exp.Join, others: Sequence[exp.Join]) -> None:
    first.this.set("joins", [*(first.this.args.get("joins") or ()), *others])
    if isinstance(first.this, exp.Table):
        first.set("this", exp.Subquery(this=first.this))


def is_join_in_brackets(node: exp.Expression | None) -> bool:
    """(t JOIN u ON ..), in any number of brackets."""
    while isinstance(node, exp.Subquery) and not node.alias:
        node = node.this
        if isinstance(node, exp.Table):
            return True
    return False
