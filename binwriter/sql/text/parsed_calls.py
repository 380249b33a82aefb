"""Places in calls where MySQL's grammar takes bare numbers or names only.

Digits of a second, sizes of CAST's types, columns of DEFAULT() and VALUES().
Source: captured (tests/reliability/crafted/numbers.sql, hunted.sql).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlglot import exp
from sqlglot.parsers.mysql import MySQLParser
from sqlglot.tokenizer_core import Token, TokenType

from binwriter.sql.text.digits import whole_number
from binwriter.sql.text.words import syntax_error

_NUM_MAX = (1 << 31) - 1  # of MySQL's token NUM; what is longer is another token
# Functions of a moment: how many digits of the second they may be asked for, if any.
_WITH_DIGITS = (
    *("NOW", "CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP", "SYSDATE"),
    *("CURTIME", "CURRENT_TIME", "UTC_TIME", "UTC_TIMESTAMP"),
)
_WITHOUT = ("CURDATE", "CURRENT_DATE", "UTC_DATE")
_OF_SQLGLOT = frozenset({"CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP"})

_NO_NAMES = (TokenType.NULL, TokenType.PARAMETER, TokenType.SESSION_PARAMETER)  # which sqlglot takes for some
_MOST_PARTS = 3  # of a column's name
_LONG_SIZES = frozenset(("CHAR", "VARCHAR", "NCHAR", "BINARY", "VARBINARY", "FLOAT"))


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


def _unexpected(parser: MySQLParser, token: Token | None) -> Exception:
    return syntax_error(parser.sql, token.start if token else len(parser.sql))


def _is_num(token: Token | None) -> bool:
    return (
        token is not None
        and token.token_type is TokenType.NUMBER
        and token.text.isdigit()
        and whole_number(token.text) <= _NUM_MAX
    )


def _is_length(token: Token | None) -> bool:
    """Also a longer number, and one with a point."""
    return token is not None and token.token_type is TokenType.NUMBER and token.text.replace(".", "", 1).isdigit()


def _moment(parser: MySQLParser) -> exp.Expression:
    """What stands in the brackets of NOW and its kin; the closing one stays."""
    name = parser._tokens[parser._index - 2].text
    digits: list[Any] = []
    if parser._curr and parser._curr.token_type is not TokenType.R_PAREN:
        if name.upper() in _WITHOUT or not _is_num(parser._curr):
            raise _unexpected(parser, parser._curr)
        digits.append(parser._parse_primary())
    if parser._curr is None or parser._curr.token_type is not TokenType.R_PAREN:
        raise _unexpected(parser, parser._curr)
    if name.upper() in _OF_SQLGLOT:
        return exp.CurrentTimestamp.from_arg_list(digits)
    return exp.Anonymous(this=name, expressions=digits)


def _with_sizes(name: str) -> Callable[[MySQLParser], Any]:
    """CAST or CONVERT, whose type has sizes that are numbers."""
    parse = MySQLParser.FUNCTION_PARSERS[name]

    def read(parser: MySQLParser) -> Any:
        node = parse(parser)
        to = node.args.get("to") if isinstance(node, exp.Cast) else None
        if isinstance(to, exp.DataType) and parser._prev and parser._prev.text.upper() == "REAL":
            node.set("to", exp.DataType(this=exp.DType.DOUBLE))  # sqlglot takes it for a FLOAT
        if isinstance(to, exp.DataType) and to.expressions and isinstance(to.expressions[0], exp.DataTypeParam):
            _check_sizes(parser)
        return node

    return read


def _check_sizes(parser: MySQLParser) -> None:
    """The parser stands behind a type with brackets. ER_PARSE_ERROR for a size that is no bare number."""
    opened = parser._index - 1
    while opened and parser._tokens[opened].token_type is not TokenType.L_PAREN:
        opened -= 1
    sizes = parser._tokens[opened + 1 :: 2][:2]
    behind = parser._tokens[opened + 2 :: 2][:2]
    is_long = parser._tokens[opened - 1].text.upper() in _LONG_SIZES
    for number, (size, after) in enumerate(zip(sizes, behind, strict=True)):
        is_last = after.token_type is TokenType.R_PAREN
        if not (_is_length(size) if is_long or (is_last and not number) else _is_num(size)):
            has_length = not number and _is_length(size)  # then a bracket was expected behind it
            raise _unexpected(parser, after if has_length else size)
        if is_last:
            return


def _of_column(parser: MySQLParser) -> exp.Expression:
    """DEFAULT(column) and VALUES(column); the closing bracket stays."""
    name, parts = parser._tokens[parser._index - 2].text.upper(), list[Any]()
    while not parts or (len(parts) < _MOST_PARTS and parser._match(TokenType.DOT)):
        is_name = parser._curr is not None and parser._curr.token_type not in _NO_NAMES
        part = parser._parse_id_var(any_token=False) if is_name else None
        if part is None:
            raise _unexpected(parser, parser._curr)
        parts.append(part)
    if parser._curr is None or parser._curr.token_type is not TokenType.R_PAREN:
        raise _unexpected(parser, parser._curr)
    column = exp.Column(**dict(zip(("this", "table", "db"), reversed(parts), strict=False)))
    return exp.Anonymous(this=name, expressions=[column if column.table else column.this])


CALLS: dict[str, Callable[[MySQLParser], Any]] = {
    **dict.fromkeys((*_WITH_DIGITS, *_WITHOUT), _moment),
    "CAST": _with_sizes("CAST"),
    "CONVERT": _with_sizes("CONVERT"),
    "DEFAULT": _of_column,
    "VALUES": _of_column,
}
"""What reads the calls that are checked so, by name: for sqlglot's FUNCTION_PARSERS."""
