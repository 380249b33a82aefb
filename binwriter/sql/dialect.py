"""sqlglot's MySQL grammar without its translations between dialects.

sqlglot turns functions into dialect-neutral nodes, and in doing so loses what exact evaluation needs: MONTHNAME(d)
becomes a format call, TO_DAYS(d) a subtraction, DATE_FORMAT's pattern is rewritten for strftime. Here a function call
stays a call: `exp.Anonymous` with its name as written and its arguments in order. Calls with a grammar of their own
(CAST, CONVERT, EXTRACT, TRIM, SUBSTRING .. FROM, POSITION, CHAR .. USING, GROUP_CONCAT, VALUES) keep sqlglot's nodes.

What the trees still do not tell apart: BINARY x and CAST(x AS BINARY), !x and NOT x (the server warns of the first of
each).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar

from sqlglot import exp
from sqlglot.dialects.dialect import DialectType
from sqlglot.dialects.mysql import MySQL
from sqlglot.parsers.mysql import MySQLParser
from sqlglot.tokenizer_core import Token, TokenType

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


TYPED_LITERAL = "typed_literal"  # meta key of a Cast that was written DATE '2024-01-31'


def _typed_literal(parser: MySQLParser, literal: exp.Expression, to: exp.Expression) -> exp.Expression:
    node = parser.expression(exp.Cast(this=literal, to=to))
    node.meta[TYPED_LITERAL] = True
    return node


# sqlglot's tokenizer takes the sign after 1e5 in `1e5+1` for a part of the number
_SIGN_AFTER_EXPONENT = re.compile(r"(?:\d+\.?\d*|\.\d+)[eE][+-]?\d+(?=[+-])")


class PlainMySQL(MySQL):
    """The dialect to parse with: `sqlglot.parse_one(text, read=PlainMySQL)`."""

    SUPPORTS_VALUES_DEFAULT = False  # else DEFAULT(column) in VALUES is taken for the bare word

    def tokenize(self, sql: str, dialect: DialectType = None) -> list[Token]:
        """The tokens, with their offsets in `sql`."""
        tokens = super().tokenize(sql, dialect)
        for token in tokens:
            match = _SIGN_AFTER_EXPONENT.match(sql, token.start) if sql[token.start].isdigit() else None
            if match and token.end >= match.end():
                return self._tokenize_apart(sql, match.end())
        return tokens

    def _tokenize_apart(self, sql: str, at: int) -> list[Token]:
        """The tokens as if a space stood at this place."""
        tokens = self.tokenize(f"{sql[:at]} {sql[at:]}")
        for token in tokens:
            if token.start >= at:
                token.start -= 1
                token.end -= 1
        return tokens

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
        TYPE_LITERAL_PARSERS: ClassVar[dict[exp.DType, Callable[..., Any]]] = {
            **MySQLParser.TYPE_LITERAL_PARSERS,
            **dict.fromkeys((exp.DType.DATE, exp.DType.TIME, exp.DType.TIMESTAMPTZ), _typed_literal),
        }

        def _parse_session_parameter(self) -> exp.SessionParameter:
            """@@[scope.]name: also names that sqlglot takes for keywords after the dot (@@session.timestamp)."""
            kind = None
            this = self._parse_id_var(any_token=True) or self._parse_primary()
            if this and self._match(TokenType.DOT):
                kind = this.name
                this = self._parse_id_var(any_token=True) or self._parse_primary()
            return self.expression(exp.SessionParameter(this=this, kind=kind))

        FUNC_TOKENS: ClassVar[set[TokenType]] = {*MySQLParser.FUNC_TOKENS, TokenType.DEFAULT}
