"""LIMIT of a client's statement: its grammar has whole numbers of 64 bits and names, no other literal.

Captured: tests/golden/limits/numbers.json, LIMIT and others. What EXECUTE puts in place of ? is no text of the client.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from sqlglot import Token, TokenType

from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.digits import whole_number
from binwriter.sql.expressions.numbers import UINT64_MAX
from binwriter.sql.text.lexer import code_of
from binwriter.sql.text.words import tokenize

_OPERATORS = "+-*/%&|^<>="
_NUMBER = rf"\d{{1,19}}(?![\w.])(?!\s*[{re.escape(_OPERATORS)}])"
_MAY_BE_WRONG = pattern(rf"\bLIMIT\s+(?!{_NUMBER}(?!\s*,)|{_NUMBER}\s*,\s*{_NUMBER})|\bOFFSET\s+(?!{_NUMBER})", re.I)
_NAMES = (TokenType.VAR, TokenType.IDENTIFIER)
_FILES = ("OUTFILE", "DUMPFILE")
_NO_NUMBER = frozenset(
    {TokenType.STRING, TokenType.HEX_STRING, TokenType.BIT_STRING, TokenType.NULL, TokenType.DASH, TokenType.PLUS}
    | {TokenType.PARAMETER}
)


def check_limit(text: str, is_declared: Callable[[str], bool] = lambda name: False) -> None:
    """MySQLError ER_PARSE_ERROR at a number that LIMIT cannot have; ER_SP_UNDECLARED_VAR at a name that is no variable
    of a program, of INTO as well where that stands in front (captured: clusters/undeclared_in_limits)."""
    if _MAY_BE_WRONG.search(code_of(text)) is None:
        return
    words = tokenize(text, compound=True)
    inside = False  # behind LIMIT, where a comma or OFFSET leads to its second number
    expected = False
    into: str | None = None  # an undeclared variable that a query goes into
    for position, token in enumerate(words.tokens):
        if token.token_type is TokenType.LIMIT:
            inside = expected = True
        elif token.token_type is TokenType.INTO and into is None:
            into = _undeclared_target(words.tokens, position, is_declared)
        elif expected:
            if _is_wrong(token):
                raise words.syntax_error(position)
            following = words.tokens[position + 1 : position + 2]
            if following and following[0].token_type is TokenType.DOT:  # a name is a program's, no column's
                raise words.syntax_error(position + 1)
            if following and following[0].text[:1] in _OPERATORS:
                raise words.syntax_error(position + 1)
            if token.token_type in _NAMES and (into is not None or not is_declared(token.text)):
                raise mysql_error("ER_SP_UNDECLARED_VAR", token.text if into is None else into)
            expected = False
        elif inside:
            inside = expected = token.token_type in (TokenType.COMMA, TokenType.OFFSET)


def _undeclared_target(tokens: Sequence[Token], position: int, is_declared: Callable[[str], bool]) -> str | None:
    """The first of the variables that SELECT .. INTO names which is none."""
    if position == 0 or tokens[position - 1].token_type in (TokenType.INSERT, TokenType.REPLACE):
        return None
    for place in range(position + 1, len(tokens), 2):
        token, behind = tokens[place], tokens[place + 1 : place + 2]
        if token.token_type in _NAMES and token.text.upper() not in _FILES and not is_declared(token.text):
            return token.text
        if not behind or behind[0].token_type is not TokenType.COMMA:
            return None
    return None


def _is_wrong(token: Token) -> bool:
    if token.token_type is TokenType.NUMBER:
        return not token.text.isdigit() or whole_number(token.text) > UINT64_MAX
    return token.token_type in _NO_NUMBER
