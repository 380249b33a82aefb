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
    given: dict[str, bool] = {}
    if not parser._match(TokenType.L_PAREN):
        raise _unexpected(parser)
    while True:
        allows = not parser._match_text_seq("NO")
        word = parser._curr.text.upper() if parser._curr is not None else ""
        if word not in TAGS:
            raise _unexpected(parser)
        if word in given:
            raise mysql_error("ER_JDV_INVALID_DEFINITION_WRONG_ANNOTATIONS")
        given[word] = allows
        parser._advance()
        if parser._match(TokenType.R_PAREN):
            allowed = (tag for tag in TAGS if given.get(tag))
            return (*allowed, *(f"NO {tag}" for tag in TAGS if given.get(tag) is False))
        if not parser._match(TokenType.COMMA):
            raise _unexpected(parser)


def _unexpected(parser: MySQLParser) -> Exception:
    here = parser._curr.start if parser._curr else len(parser.sql)
    return syntax_error(parser.sql, here)
