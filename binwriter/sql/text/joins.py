"""Which joins stand inside of another one: t JOIN u JOIN v ON .. ON .., where the last ON is that of the first JOIN.

MySQL's grammar lets ON be missing; an ON belongs to the last join in front of it that has none (MySQL manual, "JOIN
Clause").
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import Token, TokenType

_JOINS = (TokenType.JOIN, TokenType.STRAIGHT_JOIN)
_CONDITIONS = (TokenType.ON, TokenType.USING)
_ENDS = (
    TokenType.SELECT,
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


def inner_joins(tokens: Sequence[Token]) -> frozenset[int]:
    """The positions of tokens behind which a join may go on that began before and whose ON comes later."""
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
        elif kind in _JOINS and _takes_condition(tokens, place):
            waiting[-1].append(place)
            last[-1] = place
        elif kind in _CONDITIONS and waiting[-1]:
            conditions[waiting[-1].pop()] = place
    return frozenset(place for place, join in begun.items() if conditions.get(join, -1) > place)


def _takes_condition(tokens: Sequence[Token], place: int) -> bool:
    """NATURAL JOIN takes none, and USE INDEX FOR JOIN is no join."""
    before = place - 1
    while before >= 0 and tokens[before].token_type in _WORDS_OF_A_JOIN:
        before -= 1
    return before < 0 or tokens[before].text.upper() not in ("NATURAL", "FOR")
