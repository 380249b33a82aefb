"""Arguments of calls that have a name, `ABS(1 x)`: the grammar takes them, for loadable functions; others refuse them.

Captured: clusters/arguments_with_names.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot.tokenizer_core import Token, TokenType

from binwriter.errors import MySQLError
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.text.words import tokenize
from binwriter.sql.types.functions import native_function

_DEPTHS = {TokenType.L_PAREN: 1, TokenType.R_PAREN: -1}


def refused_name(text: str, place: int, version: int) -> MySQLError | None:
    """What a server says of a statement that is one but for a name of an argument, which stands at that place: of a
    native function's ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT or ER_WRONG_PARAMETERS_TO_NATIVE_FCT, of another's
    ER_WRONG_PARAMETERS_TO_STORED_FCT. None where no argument of a call is."""
    tokens = tokenize(text, compound=True).tokens
    number = next((number for number, token in enumerate(tokens) if token.start == place), None)
    opening = None if number is None else _opening(tokens, number)
    if not opening:
        return None
    called = tokens[opening - 1]
    function = native_function(called.text.upper(), version)
    if function is None:
        return mysql_error("ER_WRONG_PARAMETERS_TO_STORED_FCT", quoted(called.text))
    if not function.takes(_count(tokens, opening)):
        return mysql_error("ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT", called.text)
    return mysql_error("ER_WRONG_PARAMETERS_TO_NATIVE_FCT", called.text.lower())


def _opening(tokens: Sequence[Token], number: int) -> int | None:
    """The bracket in which a token stands."""
    depth = 0
    for before in range(number - 1, 0, -1):
        depth += _DEPTHS.get(tokens[before].token_type, 0)
        if depth > 0:
            return before
    return None


def _count(tokens: Sequence[Token], opening: int) -> int:
    """Of the arguments in a bracket."""
    depth, count = 0, 1
    for token in tokens[opening:]:
        depth += _DEPTHS.get(token.token_type, 0)
        if not depth:
            break
        count += depth == 1 and token.token_type is TokenType.COMMA
    return count
