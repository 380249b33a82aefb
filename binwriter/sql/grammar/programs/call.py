"""Reads CALL."""

from __future__ import annotations

from binwriter.sql.syntax.programs import Call, Expression
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.tree_text import tree_text
from binwriter.sql.text.trees import parse_tree


def read_call(cursor: Cursor) -> Call:
    """CALL [schema.]name[(arguments)]."""
    start = cursor.offset
    cursor.expect("CALL")
    name, schema = cursor.name(), None
    end = cursor.ahead(-1).end
    if cursor.accept_symbol("."):
        schema, name = name, cursor.next().text
        end = cursor.ahead(-1).end
    arguments: tuple[Expression, ...] = ()
    if cursor.at_symbol("("):
        inside = cursor.parenthesized()
        end = cursor.ahead(-1).end
        if inside.strip():
            text = f"SELECT {inside}"
            tree = parse_tree(text)
            arguments = tuple(Expression(tree_text(node), node) for node in tree.expressions)
    return Call(schema, name, arguments, cursor.text[start:end])
