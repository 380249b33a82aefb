"""What stands in the brackets of an aggregate or another function that the grammar knows by name.

Source: MySQL manual, "Aggregate Function Descriptions"; captured: arguments_of_aggregates, arguments_by_grammar.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlglot import exp
from sqlglot.errors import ParseError
from sqlglot.tokenizer_core import Token, TokenType

from binwriter.errors import MySQLError
from binwriter.mysql.reserved_words import COUNTS_BY_GRAMMAR, KEYWORDS
from binwriter.sql.text.keyword_places import is_bare, must_have_arguments
from binwriter.sql.text.words import syntax_error

# the words that may stand in front of the argument, by name
_WORDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("COUNT", "SUM", "AVG", "MIN", "MAX", "ST_COLLECT"), ("DISTINCT", "ALL")),
    "GROUP_CONCAT": ("DISTINCT",),
    **dict.fromkeys(("STD", "STDDEV", "STDDEV_POP", "STDDEV_SAMP", "VAR_POP", "VAR_SAMP", "VARIANCE"), ("ALL",)),
    **dict.fromkeys(("BIT_AND", "BIT_OR", "BIT_XOR", "JSON_ARRAYAGG", "JSON_OBJECTAGG"), ("ALL",)),
}


def _check_call(parser: Any, at: int) -> None:
    """A syntax error in the brackets behind the name at that place: of an aggregate, or of a keyword that does not take
    empty ones."""
    tokens: list[Token] = parser._tokens
    if at + 2 >= len(tokens) or tokens[at + 1].token_type is not TokenType.L_PAREN:
        return
    wrong = wrong_argument(tokens, at)
    is_empty = tokens[at + 2].token_type is TokenType.R_PAREN
    if wrong is None and is_empty and must_have_arguments(tokens[at], parser._prev, parser.sql):
        wrong = tokens[at + 2]
    if tokens[at].token_type is TokenType.EXISTS and tokens[at + 2].text.upper() not in _BEGIN_QUERIES:
        wrong = tokens[at + 2]
    if wrong is not None:
        raise syntax_error(parser.sql, wrong.start)


_BEGIN_QUERIES = ("SELECT", "WITH", "TABLE", "VALUES", "(")


def read_call(parser: Any, at: int, read: Callable[[], exp.Expr | None]) -> exp.Expr | None:
    """What is read of a call, whose name stands at that place.

    A syntax error where an aggregate has a wrong argument or a keyword empty brackets, or where the grammar gives the
    function another number of arguments; what is wrong in front of that is said first.
    """
    _check_call(parser, at)
    wrong = _wrongly_many(parser, at)
    if wrong is None:
        return read()
    try:
        read()
    except MySQLError as error:
        if error.place is not None and error.place < wrong.start:
            raise
    except ParseError:
        if parser._curr and parser._curr.start < wrong.start:
            raise
    raise syntax_error(parser.sql, wrong.start)


def _wrongly_many(parser: Any, at: int) -> Token | None:
    """The comma or bracket at which the grammar fails, of a function that it gives another number of arguments."""
    tokens: list[Token] = parser._tokens
    if at + 2 >= len(tokens) or tokens[at + 1].token_type is not TokenType.L_PAREN:
        return None
    name = tokens[at].text.upper()
    counts = COUNTS_BY_GRAMMAR.get(name)
    adjoins = tokens[at + 1].start == tokens[at].end + 1
    if counts is None or not is_bare(tokens[at], parser._prev, parser.sql) or not (adjoins or name in KEYWORDS):
        return None
    fewest, most = counts
    closing = parser.closing_brackets()
    count, place = 1, at + 1
    while (place := place + 1) < len(tokens):
        token = tokens[place]
        if token.token_type is TokenType.L_PAREN:
            place = closing.get(place, len(tokens))
        elif token.token_type is TokenType.R_PAREN:
            is_empty = place == at + 2
            return token if (0 if is_empty else count) < fewest else None
        elif not most or (token.token_type is TokenType.COMMA and count == most):
            return token
        elif token.token_type is TokenType.COMMA:
            count += 1
        elif token.token_type is TokenType.FROM:  # SUBSTRING(text FROM place)
            return None
    return None


def wrong_argument(tokens: list[Token], at: int) -> Token | None:
    """The token at which the grammar fails in the brackets behind the name at that place; None where it does not, or
    where no aggregate stands."""
    name = tokens[at].text.upper()
    allowed = _WORDS.get(name)
    if allowed is None or tokens[at + 1].start != tokens[at].end + 1:  # a name with a space behind it is no aggregate
        return None
    place = at + 2
    word = tokens[place].text.upper() if place < len(tokens) else ""
    many = name == "GROUP_CONCAT"
    if word in ("DISTINCT", "ALL") and tokens[place].token_type is not TokenType.IDENTIFIER:
        if word not in allowed:
            return tokens[place]
        many, place = many or (name == "COUNT" and word == "DISTINCT"), place + 1
    if place >= len(tokens):
        return None
    first = tokens[place]
    if first.token_type is TokenType.R_PAREN:
        return first
    if first.token_type is TokenType.STAR:
        return None if name == "COUNT" and word not in ("DISTINCT", "ALL") else first
    if name == "GROUP_CONCAT":
        from binwriter.sql.text.call_forms import wrong_in_group_concat

        return wrong_in_group_concat(tokens, place)
    return None if many else _behind_first(tokens, place, pair=name == "JSON_OBJECTAGG")


def _behind_first(tokens: list[Token], place: int, *, pair: bool) -> Token | None:
    """The comma behind the first argument; of a pair, the bracket where the second one is missing."""
    depth = 0
    for token in tokens[place:]:
        if token.token_type is TokenType.L_PAREN:
            depth += 1
        elif token.token_type is TokenType.R_PAREN:
            depth -= 1
            if depth < 0:
                return token if pair else None
        elif token.token_type is TokenType.COMMA and not depth:
            if not pair:
                return token
            pair = False
    return None
