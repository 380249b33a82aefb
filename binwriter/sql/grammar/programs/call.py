"""Reads CALL."""

from __future__ import annotations

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.sql.syntax.programs import Call, Expression
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.meta_keys import TITLE
from binwriter.sql.text.tree_text import tree_text
from binwriter.sql.text.trees import parse_tree, refuse_title
from binwriter.sql.text.words import syntax_error


def read_call(cursor: Cursor) -> Call:
    """CALL [schema.]name[(arguments)]."""
    start = cursor.offset
    cursor.expect("CALL")
    name, schema = cursor.name(), None
    end = cursor.ahead(-1).end
    if cursor.accept_symbol("."):
        schema, name = name, cursor.name_behind_dot()
        end = cursor.ahead(-1).end
    arguments: tuple[Expression, ...] = ()
    if cursor.at_symbol("("):
        begin = cursor.offset + 1
        inside = cursor.parenthesized()
        end = cursor.ahead(-1).end
        if inside.strip():
            arguments = _arguments(inside, cursor.text, begin)
    return Call(schema, name, arguments, cursor.text[start:end])


_BEFORE = "SELECT "


def _arguments(inside: str, whole: str, begin: int) -> tuple[Expression, ...]:
    """What stands between the brackets, which begins there in the statement: its errors are the statement's."""
    text = _BEFORE + inside
    try:
        tree = parse_tree(text)
        for node in tree.expressions:
            if isinstance(node, exp.Alias):
                title = node.meta[TITLE]
                refuse_title(node, text, text.index(title) + len(title))
    except MySQLError as error:
        if error.place is None or error.symbol != "ER_PARSE_ERROR":
            raise
        raise syntax_error(whole, begin + error.place - len(_BEFORE)) from None
    return tuple(Expression(tree_text(node), node) for node in tree.expressions)
