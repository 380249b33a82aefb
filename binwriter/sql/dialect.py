"""sqlglot's MySQL grammar without its translations between dialects.

sqlglot turns functions into dialect-neutral nodes, and in doing so loses what exact evaluation needs: MONTHNAME(d)
becomes a format call, TO_DAYS(d) a subtraction, DATE_FORMAT's pattern is rewritten for strftime. Here a function call
stays a call: `exp.Anonymous` with its name as written and its arguments in order. Calls with a grammar of their own
(CAST, CONVERT, EXTRACT, TRIM, SUBSTRING .. FROM, POSITION, CHAR .. USING, GROUP_CONCAT, VALUES) keep sqlglot's nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from sqlglot import exp
from sqlglot.dialects.mysql import MySQL
from sqlglot.parsers.mysql import MySQLParser
from sqlglot.tokens import TokenType

_OWN_GRAMMAR = (
    "CAST",
    "CONVERT",
    "CHAR",
    "EXTRACT",
    "GROUP_CONCAT",
    "MATCH",
    "POSITION",
    "SUBSTRING",
    "SUBSTR",
    "TRIM",
)


class PlainMySQL(MySQL):
    """The dialect to parse with: `sqlglot.parse_one(text, read=PlainMySQL)`."""

    class Parser(MySQLParser):
        FUNCTIONS: ClassVar[dict[str, Callable[..., Any]]] = {
            "CURRENT_TIMESTAMP": exp.CurrentTimestamp.from_arg_list,
            "LOCALTIME": exp.CurrentTimestamp.from_arg_list,
            "LOCALTIMESTAMP": exp.CurrentTimestamp.from_arg_list,
        }
        NO_PAREN_FUNCTIONS: ClassVar[dict[TokenType, type[exp.Expression]]] = {
            **MySQLParser.NO_PAREN_FUNCTIONS,
            TokenType.LOCALTIME: exp.CurrentTimestamp,
            TokenType.LOCALTIMESTAMP: exp.CurrentTimestamp,
        }
        FUNCTION_PARSERS: ClassVar[dict[str, Callable[..., Any]]] = {
            **{name: MySQLParser.FUNCTION_PARSERS[name] for name in (*_OWN_GRAMMAR, "VALUES")},
            "MID": MySQLParser.FUNCTION_PARSERS["SUBSTRING"],
        }
        FUNC_TOKENS: ClassVar[set[TokenType]] = {*MySQLParser.FUNC_TOKENS, TokenType.DEFAULT}
