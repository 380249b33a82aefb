"""Calls that have a grammar of their own, or places where MySQL's takes bare numbers or names only.

JSON_VALUE, WEIGHT_STRING, MATCH; digits of a second, sizes of CAST's types, columns of DEFAULT() and VALUES().
Source: captured (tests/reliability/crafted/numbers.sql, hunted.sql; tests/golden/words).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from sqlglot import exp
from sqlglot.parsers.mysql import MySQLParser
from sqlglot.tokenizer_core import Token, TokenType

from binwriter.mysql.values.digits import whole_number
from binwriter.sql.text import duality_calls
from binwriter.sql.text.keyword_places import must_be_unit
from binwriter.sql.text.meta_keys import WEIGHT_FORM
from binwriter.sql.text.words import syntax_error, worded_parse_error

_NUM_MAX = (1 << 31) - 1  # of MySQL's token NUM; what is longer is another token
# Functions of a moment: how many digits of the second they may be asked for, if any.
_WITH_DIGITS = (
    *("NOW", "CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP", "SYSDATE"),
    *("CURTIME", "CURRENT_TIME", "UTC_TIME", "UTC_TIMESTAMP"),
)
_WITHOUT = ("CURDATE", "CURRENT_DATE", "UTC_DATE")
WITH_FROM = frozenset({"TRIM", "EXTRACT", "SUBSTR", "SUBSTRING", "MID"})  # between their arguments
_OF_SQLGLOT = frozenset({"CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP"})

_ENDS = frozenset({"LEADING", "TRAILING", "BOTH"})
_NO_NAMES = (TokenType.NULL, TokenType.PARAMETER, TokenType.SESSION_PARAMETER)  # which sqlglot takes for some
_MOST_PARTS = 3  # of a column's name
_LARGEST_SIZE = (1 << 64) - 1  # of WEIGHT_STRING
_LONG_SIZES = frozenset(("CHAR", "VARCHAR", "NCHAR", "BINARY", "VARBINARY", "FLOAT"))


def of_column(operator: TokenType) -> Callable[[MySQLParser, exp.Expr, exp.Expr], Any]:
    """-> and ->> take a column and a text, nothing else (captured: clusters/columns_of_right_joins)."""
    parse: Any = MySQLParser.COLUMN_OPERATORS[operator]

    def parsed(parser: MySQLParser, left: exp.Expr, path: exp.Expr) -> Any:
        at = parser._index - 1
        while parser._tokens[at].token_type is not operator:
            at -= 1
        if not isinstance(left, (exp.Column, exp.Dot)):  # the latter is what sqlglot makes of it before a call
            raise syntax_error(parser.sql, parser._tokens[at].start)
        if parser._tokens[at + 1].token_type is not TokenType.STRING:
            raise syntax_error(parser.sql, parser._tokens[at + 1].start)
        return parse(parser, left, path)

    return parsed


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


def _misplaced(parser: MySQLParser) -> exp.Expression:
    """JSON_TABLE( elsewhere than in FROM; the parser has taken the name and the bracket."""
    raise syntax_error(parser.sql, parser._tokens[parser._index - 2].start)


def _json_value(parser: MySQLParser) -> exp.Expression:
    """document, 'path' [RETURNING type] [response ON EMPTY] [response ON ERROR]; the closing bracket stays."""
    document = parser._parse_disjunction()
    if document is None or not parser._match(TokenType.COMMA):
        raise _unexpected(parser, parser._curr)
    node = exp.Anonymous(this="JSON_VALUE", expressions=[document, _text(parser)])
    if parser._match_text_seq("RETURNING"):
        node.meta["returning"] = parser._parse_char_charset(parser._parse_types())
    for key in ("EMPTY", "ERROR"):
        at = parser._index
        response = _response(parser)
        if response is not None and parser._match_text_seq("ON", key):
            node.meta[f"on_{key.lower()}"] = response
        else:
            parser._retreat(at)
    return node


def _text(parser: MySQLParser) -> exp.Expression:
    """A string of one piece or several, with its character set or as N'..' (captured: texts_of_json_paths)."""
    first, text = parser._curr, parser._curr
    if first is not None and first.token_type is TokenType.INTRODUCER:
        text = parser._tokens[parser._index + 1]
    if (
        text is None
        or text.token_type not in (TokenType.STRING, TokenType.NATIONAL_STRING)
        or (text is not first and text.token_type is TokenType.NATIONAL_STRING)
    ):
        raise _unexpected(parser, text)
    node = cast(exp.Expression, parser._parse_primary())
    for pieces in [*node.find_all(exp.Concat)]:
        whole = exp.Literal.string("".join(piece.name for piece in pieces.expressions))
        node = whole if pieces is node else node
        pieces.replace(whole)
    return node


def _weight_string(parser: MySQLParser) -> exp.Expression:
    """text [AS CHAR(n) | AS BINARY(n)], or text, n, n, n; the closing bracket stays."""
    node = exp.Anonymous(this="WEIGHT_STRING", expressions=[parser._parse_disjunction()])
    if parser._match(TokenType.ALIAS):
        form = parser._curr.text.upper() if parser._curr else ""
        if form not in ("CHAR", "BINARY"):
            raise _unexpected(parser, parser._curr)
        parser._advance()
        if not parser._match(TokenType.L_PAREN):
            raise _unexpected(parser, parser._curr)
        if parser._curr is not None and parser._curr.text == "0":
            raise _unexpected(parser, parser._curr)
        node.meta[WEIGHT_FORM] = (form, (_size(parser),))
        if not parser._match(TokenType.R_PAREN):
            raise _unexpected(parser, parser._curr)
    elif parser._match(TokenType.COMMA):
        sizes = [_size(parser)]
        while len(sizes) < 3:
            if not parser._match(TokenType.COMMA):
                raise _unexpected(parser, parser._curr)
            sizes.append(_size(parser))
        node.meta[WEIGHT_FORM] = ("INTERNAL", tuple(sizes))
    return node


def _size(parser: MySQLParser) -> int:
    """A number as it stands, decimal or hexadecimal."""
    token = parser._curr
    if token is None or token.token_type not in (TokenType.NUMBER, TokenType.HEX_STRING):
        raise _unexpected(parser, parser._curr)
    if not token.text or not (token.token_type is TokenType.HEX_STRING or token.text.isdigit()):
        raise _unexpected(parser, parser._curr)
    size = int(token.text, 16) if token.token_type is TokenType.HEX_STRING else whole_number(token.text)
    if size > _LARGEST_SIZE:
        raise worded_parse_error(syntax_error(parser.sql, token.start), "Only integers allowed as number here")
    parser._advance()
    return size


def match_against(parser: MySQLParser) -> exp.Expression:
    """MATCH a, b AGAINST (..), with brackets around its columns or without them; the word has been read."""
    is_bracketed = bool(parser._match(TokenType.L_PAREN))
    node = _match_against(parser, ")" if is_bracketed else "")
    parser._match_r_paren(node)
    return node


def _match_against(parser: MySQLParser, bracket: str = ")") -> exp.Expression:
    """columns) AGAINST (any expression [modifier]; the closing bracket stays."""
    if parser._curr is not None and parser._curr.token_type is TokenType.STRING:
        raise _unexpected(parser, parser._curr)
    columns = parser._parse_csv(parser._parse_column)
    for word in (bracket, "AGAINST", "("):
        if word and not parser._match_text_seq(word):
            raise _unexpected(parser, parser._curr)
    against = parser._parse_term()
    if against is None:
        raise _unexpected(parser, parser._curr)
    modifier = None
    for words in (
        ("IN", "NATURAL", "LANGUAGE", "MODE", "WITH", "QUERY", "EXPANSION"),
        ("IN", "NATURAL", "LANGUAGE", "MODE"),
        ("IN", "BOOLEAN", "MODE"),
        ("WITH", "QUERY", "EXPANSION"),
    ):
        if parser._match_text_seq(*words):
            modifier = " ".join(words)
            break
    if modifier is None and parser._match_text_seq("IN"):
        parser._match_text_seq("BOOLEAN")
        raise _unexpected(parser, parser._curr)
    return exp.MatchAgainst(this=against, expressions=columns, modifier=modifier)


def _response(parser: MySQLParser) -> Any:
    """NULL, ERROR, or DEFAULT with a literal."""
    if parser._match(TokenType.NULL):
        return exp.Null()
    if parser._match_text_seq("ERROR"):
        return "ERROR"
    if not parser._match(TokenType.DEFAULT):
        return None
    start = parser._curr
    value = _text(parser) if start is not None and start.token_type in _TEXTS else parser._parse_unary()
    if value is None or isinstance(value, _NO_LITERALS):
        raise _unexpected(parser, start)
    return value


_TEXTS = frozenset((TokenType.STRING, TokenType.NATIONAL_STRING, TokenType.INTRODUCER))
_NO_LITERALS = (
    exp.Column,
    exp.Identifier,
    exp.Null,
    exp.Parameter,
    exp.SessionParameter,
    exp.Placeholder,
    exp.Anonymous,
    exp.Query,
)


def _get_format(parser: MySQLParser) -> exp.Expression:
    """kind, region; the closing bracket stays. The kind is a word, which no quotes may hold."""
    kind, behind = parser._curr, parser._next
    if kind is None or kind.token_type in (TokenType.STRING, TokenType.IDENTIFIER) or kind.text.upper() not in _KINDS:
        raise _unexpected(parser, kind)
    if behind is None or behind.token_type is not TokenType.COMMA:
        raise _unexpected(parser, behind)
    arguments = [parser._parse_disjunction()]
    parser._match(TokenType.COMMA)
    arguments.append(parser._parse_disjunction())
    if arguments[1] is None or parser._curr is None or parser._curr.token_type is not TokenType.R_PAREN:
        raise _unexpected(parser, parser._curr)
    return exp.Anonymous(this="GET_FORMAT", expressions=arguments)


_KINDS = frozenset({"DATE", "TIME", "DATETIME", "TIMESTAMP"})


def _trim(parser: MySQLParser) -> exp.Expression:
    """TRIM: behind LEADING, TRAILING or BOTH there must be FROM. Its operands are whole expressions."""
    position = None
    if parser._curr and parser._curr.text.upper() in _ENDS:
        has_from = _has_from(parser)
        parser._advance()
        position = parser._prev.text.upper()
        if not has_from:
            parser._parse_disjunction()
            raise _unexpected(parser, parser._curr)
        if parser._match(TokenType.FROM):
            return exp.Trim(this=parser._parse_disjunction(), position=position)
    this, removed = parser._parse_disjunction(), None
    if parser._match(TokenType.FROM):
        this, removed = parser._parse_disjunction(), this
    return exp.Trim(this=this, position=position, expression=removed)


def _extract(parser: MySQLParser) -> exp.Expression:
    """EXTRACT: unit FROM a whole expression (captured: clusters/expressions_between_words)."""
    must_be_unit(parser)
    unit = parser._parse_var(any_token=True, upper=True)
    if not parser._match(TokenType.FROM):
        raise _unexpected(parser, parser._curr)
    return exp.Extract(this=unit, expression=parser._parse_disjunction())


def _position(parser: MySQLParser) -> exp.Expression:
    """POSITION: what is looked for, which takes no comparison, IN a whole expression."""
    looked_for = parser._parse_bitwise()
    if looked_for is None or not parser._match(TokenType.IN):
        raise _unexpected(parser, parser._curr)
    return exp.StrPosition(this=parser._parse_disjunction(), substr=looked_for)


def _substring(parser: MySQLParser) -> exp.Expression:
    """SUBSTRING: text, place[, length], or text FROM place [FOR length]; all are whole expressions."""
    parts: list[Any] = parser._parse_csv(parser._parse_disjunction)
    if len(parts) == 1 and parser._match(TokenType.FROM):
        parts.append(parser._parse_disjunction())
        if parser._match(TokenType.FOR):
            parts.append(parser._parse_disjunction())
    return cast(exp.Expression, parser.validate_expression(exp.Substring.from_arg_list(parts), parts))


def _has_from(parser: MySQLParser) -> bool:
    depth = 0
    for token in parser._tokens[parser._index :]:
        depth += (token.token_type is TokenType.L_PAREN) - (token.token_type is TokenType.R_PAREN)
        if depth < 0 or (token.token_type is TokenType.FROM and not depth):
            return depth == 0
    return False


CALLS: dict[str, Callable[[MySQLParser], Any]] = {
    **dict.fromkeys((*_WITH_DIGITS, *_WITHOUT), _moment),
    "CAST": _with_sizes("CAST"),
    "CONVERT": _with_sizes("CONVERT"),
    "DEFAULT": _of_column,
    "EXTRACT": _extract,
    "GET_FORMAT": _get_format,
    "JSON_ARRAYAGG": lambda parser: duality_calls.json_arrayagg(parser),
    "JSON_DUALITY_OBJECT": lambda parser: duality_calls.duality_object(parser),
    "JSON_TABLE": _misplaced,
    "JSON_VALUE": _json_value,
    "MATCH": _match_against,
    "POSITION": _position,
    **dict.fromkeys(("MID", "SUBSTR", "SUBSTRING"), _substring),
    "TRIM": _trim,
    "VALUES": _of_column,
    "WEIGHT_STRING": _weight_string,
}
"""What reads these calls, by name: for sqlglot's FUNCTION_PARSERS."""
