"""What may stand between SELECT and its items, in any order: DISTINCT and the like.

Source: MySQL manual, "SELECT Statement"; captured: clusters/options_of_select.
"""

from __future__ import annotations

from typing import Any

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.text.words import syntax_error

CALC_FOUND_ROWS = "SQL_CALC_FOUND_ROWS"
BIG_RESULT = "SQL_BIG_RESULT"
BUFFER_RESULT = "SQL_BUFFER_RESULT"
_ONCE = ("DISTINCT", "DISTINCTROW")
_OF_ROWS = ("ALL", *_ONCE)
OPTIONS = frozenset(
    {
        *("HIGH_PRIORITY", "STRAIGHT_JOIN", "SQL_SMALL_RESULT", "SQL_BIG_RESULT", "SQL_NO_CACHE"),
        *(BUFFER_RESULT, CALC_FOUND_ROWS, *_OF_ROWS),
    }
)
OUTERMOST = ("HIGH_PRIORITY", BUFFER_RESULT, CALC_FOUND_ROWS)  # of the statement's first SELECT alone
NOT_IN_VIEWS = ("SQL_NO_CACHE", CALC_FOUND_ROWS)  # which SHOW CREATE VIEW does not show
_NAMED = (TokenType.IDENTIFIER, TokenType.STRING)


def in_order(parser: Any) -> None:
    """DISTINCT or ALL, which sqlglot wants first, in front of the other options behind SELECT, once.

    Raises ER_WRONG_USAGE for both, a syntax error where nothing stands behind them.
    """
    tokens, begin = parser._tokens, parser._index
    end = begin
    while end < len(tokens) and tokens[end].text.upper() in OPTIONS and tokens[end].token_type not in _NAMED:
        end += 1
    if begin < end == len(tokens):
        raise syntax_error(parser.sql, len(parser.sql))
    of_rows = [token for token in tokens[begin:end] if token.text.upper() in _OF_ROWS]
    if not of_rows or (len(of_rows) == 1 and tokens[begin] is of_rows[0]):
        return
    if len({token.text.upper() in _ONCE for token in of_rows}) > 1:
        raise mysql_error("ER_WRONG_USAGE", "ALL", "DISTINCT")
    others = [token for token in tokens[begin:end] if token.text.upper() not in _OF_ROWS]
    parser._tokens = [*tokens[:begin], *of_rows[:1], *others, *tokens[end:]]
    parser._tokens_size = len(parser._tokens)
    parser._advance(0)


def options_of(select: exp.Expression) -> frozenset[str]:
    """Its options besides DISTINCT and ALL, in capitals."""
    return frozenset(str(option).upper() for option in select.args.get("operation_modifiers") or ())


def outermost(tree: exp.Expression) -> exp.Expression:
    """The first SELECT of a query, or of a statement that has one."""
    while not isinstance(tree, exp.Select):
        inner = tree.args.get("expression") if isinstance(tree, exp.Insert) else tree.args.get("this")
        if not isinstance(tree, (exp.Insert, exp.SetOperation, exp.Subquery)) or not isinstance(inner, exp.Expression):
            break
        tree = inner
    return tree


def refuse_misplaced(tree: exp.Expression) -> None:
    """ER_CANT_USE_OPTION_HERE for an option of the statement's first SELECT in another one."""
    first = outermost(tree)
    for select in tree.find_all(exp.Select):
        if select is not first:
            for option in OUTERMOST:
                if option in options_of(select):
                    raise mysql_error("ER_CANT_USE_OPTION_HERE", option)
