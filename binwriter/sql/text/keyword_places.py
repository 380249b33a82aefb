"""What a keyword is where it stands: a name, a function, a unit, a type, or none of them.

Source: captured (tests/golden/words).
"""

from __future__ import annotations

from typing import Any

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from binwriter.mysql.reserved_words import (
    CALLED_AT_ONCE,
    CAST_TYPES,
    FUNCTION_KEYWORDS,
    KEYWORDS,
    RESERVED_WORDS,
    UNITS,
    WITH_ARGUMENTS,
)
from binwriter.sql.text.words import syntax_error

# Reserved words that sqlglot reads as names and that are none: what they stand for is told apart later.
_READ_AS_NAMES = frozenset({"DEFAULT", "DUAL", "UTC_DATE", "UTC_TIME", "UTC_TIMESTAMP"})
_RESERVED = RESERVED_WORDS - _READ_AS_NAMES
_NO_FUNCTIONS = KEYWORDS - FUNCTION_KEYWORDS
_QUOTED = frozenset({TokenType.IDENTIFIER, TokenType.STRING})


def is_bare(token: Token | None, before: Token | None, text: str) -> bool:
    """Whether a word stands there without quotes, behind no dot and directly before none: then keywords count."""
    if not token or token.token_type in _QUOTED or text[token.end + 1 : token.end + 2] == ".":
        return False
    return not before or before.token_type is not TokenType.DOT


def is_no_name(token: Token | None, before: Token | None, text: str) -> bool:
    """Whether a reserved word stands there that is no name; PRIMARY in brackets is that of an index."""
    if not token or (word := token.text.upper()) not in _RESERVED or not is_bare(token, before, text):
        return False
    return word != "PRIMARY" or not before or before.token_type not in (TokenType.L_PAREN, TokenType.COMMA)


def is_word_behind_dot(token: Token | None, before: Token | None) -> bool:
    """Whether a reserved word stands there that is a name because a dot is in front of it."""
    if not token or not before or before.token_type is not TokenType.DOT:
        return False
    return token.token_type not in _QUOTED and token.text.upper() in _RESERVED


def is_no_function(token: Token | None, before: Token | None, text: str) -> bool:
    """Whether a keyword stands there that is no function's name before a bracket: a syntax error, at the word if it is
    reserved, else at the bracket."""
    return token is not None and token.text.upper() in _NO_FUNCTIONS and is_bare(token, before, text)


_FACTORS = (exp.Mul, exp.Div, exp.IntDiv, exp.Mod, exp.BitwiseXor)


def is_unit(token: Token | None) -> bool:
    """Whether a unit of INTERVAL or EXTRACT stands there: a word without quotes."""
    return token is not None and bool(token) and token.token_type not in _QUOTED and token.text.upper() in UNITS


def must_be_unit(parser: Any) -> None:
    """A syntax error where no unit of INTERVAL or EXTRACT stands."""
    if not is_unit(parser._curr):
        raise syntax_error(parser.sql, parser._curr.start if parser._curr else len(parser.sql))


def is_interval_function(parser: Any) -> bool:
    """Whether INTERVAL(n, n1 ..) stands there, whose name is read then: a comma in its brackets makes it the
    function."""
    tokens, at = parser._tokens, parser._index
    if at + 1 >= len(tokens) or tokens[at].token_type is not TokenType.INTERVAL:
        return False
    depth = 0
    for token in tokens[at + 1 :]:
        depth += (token.token_type is TokenType.L_PAREN) - (token.token_type is TokenType.R_PAREN)
        if not depth:
            return False
        if depth == 1 and token.token_type is TokenType.COMMA:
            parser._advance()
            return True
    return False


def is_added(before: Token) -> bool:
    """Whether what stands behind that token is added or subtracted."""
    return before.token_type in (TokenType.PLUS, TokenType.DASH)


def intervals_first(node: exp.Expr | None) -> exp.Expr | None:
    """A sum in which INTERVAL ends its own sum: d + INTERVAL 1 DAY * 2 is (d + INTERVAL 1 DAY) * 2 (captured:
    clusters/sums_behind_intervals)."""
    if not isinstance(node, exp.Add | exp.Sub):
        return node
    node.set("this", intervals_first(node.this))
    lowest, operand = None, node.expression
    while isinstance(operand, _FACTORS):
        lowest, operand = operand, operand.this
    if lowest is None or not isinstance(operand, exp.Interval) or operand.args.get("unit") is None:
        return node
    product: exp.Expr = node.expression
    node.set("expression", operand)
    lowest.set("this", node)
    return product


def must_have_arguments(token: Token, before: Token | None, text: str) -> bool:
    """Whether a keyword stands there that is no function's name before () either."""
    return token.text.upper() in WITH_ARGUMENTS and is_bare(token, before, text)


def refused_cast_type(tokens: list[Token], end: int) -> Token | None:
    """The word behind the last AS before that token, where it is a keyword that is no type of CAST."""
    for place in range(end - 1, 0, -1):
        if tokens[place].token_type is TokenType.ALIAS:
            word = tokens[place + 1].text.upper().partition(" ")[0]
            return tokens[place + 1] if word in KEYWORDS and word not in CAST_TYPES else None
    return None


def is_of_name(before: Token | None, token: Token | None) -> bool:
    """Whether the token goes on with the name of a user variable: dots and what stands behind them belong to it
    (MySQL manual, "User-Defined Variables")."""
    if (
        before is None
        or token is None
        or token.start != before.end + 1
        or token.end - token.start + 1 != len(token.text)
    ):
        return False
    return token.text.replace(".", "_").replace("$", "_").replace("_", "a").isalnum()


def is_called_apart(here: Token, behind: Token | None) -> bool:
    """Whether a name that is a server's own function with the bracket at once has it behind a space: then the name is
    that of a stored function (MySQL manual, "Function Name Parsing and Resolution")."""
    if behind is None or behind.token_type is not TokenType.L_PAREN or behind.start == here.end + 1:
        return False
    return here.text.upper() in CALLED_AT_ONCE
