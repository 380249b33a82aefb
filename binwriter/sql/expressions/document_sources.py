"""The name under which errors know where a JSON document is from."""

from __future__ import annotations

from sqlglot import exp

from binwriter.formats.patterns import pattern
from binwriter.sql.expressions.coercion import JSON_EXTRACT
from binwriter.sql.text.tree_text import tree_text

# of a column, or of a variable of a program; with the quotes of ANSI_QUOTES, too (captured: clusters/ansi_assignments)
NAME = pattern(r"(?:`[^`]*`\.)*`[^`]*`|(?:\"[^\"]*\"\.)*\"[^\"]*\"|\w+(?:@\d+)?")
NO_COLUMN = "?"  # a document of a subquery that is none of a column
_JSON_CAST = "cast_as_json"
_CALL = pattern(r"(\w+)\s*\(")


def source_name(node: exp.Expression | None) -> str:
    """The name under which errors know where a document of a query is from."""
    if isinstance(node, exp.Column):
        return node.name
    if isinstance(node, exp.Subquery):  # (captured: clusters/negated)
        item = node.unnest().expressions[0].unalias() if node.unnest().expressions else None
        return item.name if isinstance(item, exp.Column) else NO_COLUMN
    return source_of(tree_text(node)) if node is not None else JSON_EXTRACT


def source_of(text: str) -> str:
    """The name under which errors know where a document is from: the column's, or the function's."""
    if NAME.fullmatch(text):
        return text.rpartition(".")[2].strip('`"')
    call = _CALL.match(text)
    if call is None or "->" in text:
        return JSON_EXTRACT
    return _JSON_CAST if call[1].lower() == "cast" else call[1].lower()
