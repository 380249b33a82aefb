"""JSON_DUALITY_OBJECT([WITH (tags)] 'key' : value, ..): what a JSON duality view is made of.

Source: MySQL manual, "JSON_DUALITY_OBJECT()"; captured: clusters/duality_views.
"""

from __future__ import annotations

from typing import Any

from sqlglot import exp
from sqlglot.parsers.mysql import MySQLParser
from sqlglot.tokenizer_core import TokenType

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.text.words import syntax_error

DUALITY = "JSON RELATIONAL DUALITY "  # before VIEW, as a server writes it
DUALITY_COLUMNS = ("data",)
DUALITY_OBJECT = "JSON_DUALITY_OBJECT"
TAGS = ("INSERT", "UPDATE", "DELETE")  # in the order in which a server writes them
ROOT = "duality_root"  # meta key of the call that is a duality view's root object
ABSENT = "absent"
WITHIN = "duality_object"  # meta key of all calls within one


def duality_object(parser: MySQLParser) -> Any:
    """What stands between the brackets; the closing one stays. Keys and values by turns; "tags": those that hold."""
    tags = _tags(parser) if parser._match(TokenType.WITH) else None
    parts: list[Any] = []
    while not parts or parser._match(TokenType.COMMA):
        if parser._curr is None or parser._curr.token_type is not TokenType.STRING:
            raise _unexpected(parser)
        parts.append(exp.Literal.string(parser._curr.text))
        parser._advance()
        if not parser._match(TokenType.COLON):
            raise _unexpected(parser)
        value = parser._parse_disjunction()
        if value is None:
            raise _unexpected(parser)
        parts.append(value)
    if parser._curr is None or parser._curr.token_type is not TokenType.R_PAREN:
        raise _unexpected(parser)
    node = exp.Anonymous(this=DUALITY_OBJECT, expressions=parts)
    node.set("tags", tags)
    return node


def json_arrayagg(parser: MySQLParser) -> Any:
    """What stands between the brackets of JSON_ARRAYAGG. "absent": NULL is left out, and no rows are an empty array."""
    parser._match_text_seq("ALL")
    value = parser._parse_disjunction()
    absent = False
    if parser._curr is not None and parser._curr.text.upper() in ("NULL", "ABSENT"):
        absent = parser._curr.text.upper() == "ABSENT"
        parser._advance()
        for word in ("ON", "NULL"):
            if not parser._match_text_seq(word):
                raise _unexpected(parser)
    if value is None or parser._curr is None or parser._curr.token_type is not TokenType.R_PAREN:
        raise _unexpected(parser)
    node = exp.Anonymous(this="JSON_ARRAYAGG", expressions=[value])
    if absent:
        node.set(ABSENT, True)
    return node


def printed_arrayagg(printer: Any, node: exp.Expr) -> str:
    """The call as a view has it."""
    told = " ABSENT ON NULL" if node.args.get(ABSENT) else ""
    return f"json_arrayagg({printer.list(node.expressions)}{told})"


def tags_of(node: exp.Expression) -> frozenset[str]:
    """The changes that an object allows, and with NO in front those that it forbids."""
    return frozenset(written_tags(node))


def written_tags(node: exp.Expr) -> tuple[str, ...]:
    """The tags as a server writes them: first what is allowed."""
    return tuple(node.args.get("tags") or ())


def is_duality_object(node: object) -> bool:
    """Whether it is such a call."""
    return isinstance(node, exp.Anonymous) and str(node.this).upper() == DUALITY_OBJECT


def _tags(parser: MySQLParser) -> tuple[str, ...]:
    """Those in brackets, or one alone."""
    given: dict[str, bool] = {}
    in_brackets = parser._match(TokenType.L_PAREN)
    while True:
        allows = not parser._match_text_seq("NO")
        word = parser._curr.text.upper() if parser._curr is not None else ""
        if word not in TAGS:
            raise _unexpected(parser)
        if word in given:
            raise mysql_error("ER_JDV_INVALID_DEFINITION_WRONG_ANNOTATIONS")
        given[word] = allows
        parser._advance()
        if not in_brackets or parser._match(TokenType.R_PAREN):
            allowed = (tag for tag in TAGS if given.get(tag))
            return (*allowed, *(f"NO {tag}" for tag in TAGS if given.get(tag) is False))
        if not parser._match(TokenType.COMMA):
            raise _unexpected(parser)


def _unexpected(parser: MySQLParser) -> Exception:
    here = parser._curr.start if parser._curr else len(parser.sql)
    return syntax_error(parser.sql, here)
