"""Small questions about parsed pieces: the SQL text of one, whether it is a star, what a comparison is turned round."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

# comparisons as they are told from the other operand
TURNED: dict[type, type] = {exp.EQ: exp.EQ, exp.GT: exp.LT, exp.GTE: exp.LTE, exp.LT: exp.GT, exp.LTE: exp.GTE}


def tree_text(node: exp.Expr) -> str:
    """The text of a tree in MySQL's notation. Never an error: a kind of node that has no text gives its name."""
    try:
        return str(node.sql(dialect="mysql"))
    except Exception:  # whatever sqlglot makes of a tree that it does not know, or that is deep
        return " ".join(dict.fromkeys(name for part in (node, node.this) if (name := _name(part))))


def _name(part: object) -> str:
    return part.key.upper() if isinstance(part, exp.Expr) else part if isinstance(part, str) else ""


def is_star(node: exp.Expr) -> bool:
    """* or t.* in a select list. (To sqlglot a query with a star is one, too.)"""
    return isinstance(node, exp.Star) or (isinstance(node, exp.Column) and isinstance(node.this, exp.Star))


def numbered_columns(cells: Sequence[exp.Expression]) -> list[exp.Expression]:
    """The cells of VALUES ROW(..) with the names that a server gives them."""
    names = (exp.to_identifier(f"column_{place}", quoted=True) for place in range(len(cells)))
    return [exp.Alias(this=cell, alias=name) for cell, name in zip(cells, names, strict=True)]
