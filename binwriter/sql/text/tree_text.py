"""Small questions about parsed pieces: the SQL text of one, whether it is a star, what a comparison is turned round."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from sqlglot import exp

from binwriter.formats.patterns import pattern

# comparisons as they are told from the other operand
TURNED: dict[type, type] = {exp.EQ: exp.EQ, exp.GT: exp.LT, exp.GTE: exp.LTE, exp.LT: exp.GT, exp.LTE: exp.GTE}


def tree_text(node: exp.Expr) -> str:
    """The text of a tree in MySQL's notation. Never an error: a kind of node that has no text gives its name."""
    plain = _plain_text(node)
    if plain is not None:
        return plain
    try:
        return str(node.sql(dialect="mysql"))
    except Exception:  # whatever sqlglot makes of a tree that it does not know, or that is deep
        return " ".join(dict.fromkeys(name for part in (node, node.this) if (name := _name(part))))


# neither what is escaped nor what is stripped
_PLAIN = pattern(r"[\w.,:;!?()<>=+*/%&|@$#~^{}\[\]-](?:[\w .,:;!?()<>=+*/%&|@$#~^{}\[\]-]*)", re.ASCII)
_PARTS = ("db", "table", "this")  # of a column's name


def _plain_text(node: exp.Expr) -> str | None:
    """The same of columns and literals without anything to escape, which most questions are about, without a generator
    of their own; None of others."""
    if node.comments:
        return None
    arguments, kind = node.args, type(node)
    if kind is exp.Literal:
        text = arguments["this"]
        if not isinstance(text, str) or _PLAIN.fullmatch(text) is None:
            return None
        return f"'{text}'" if arguments.get("is_string") else text.rstrip()
    if kind is not exp.Column or any(arguments.get(name) for name in arguments if name not in _PARTS):
        return None
    parts = [part for name in _PARTS if (part := arguments.get(name)) is not None]
    if any(type(part) is not exp.Identifier or part.comments or not part.name.isidentifier() for part in parts):
        return None
    return ".".join([_identifier_text(part.name, bool(part.args.get("quoted"))) for part in parts])


@lru_cache(1024)
def _identifier_text(name: str, quoted: bool) -> str:
    return str(exp.Identifier(this=name, quoted=quoted).sql(dialect="mysql"))


def _name(part: object) -> str:
    return part.key.upper() if isinstance(part, exp.Expr) else part if isinstance(part, str) else ""


def is_star(node: exp.Expr) -> bool:
    """* or t.* in a select list. (To sqlglot a query with a star is one, too.)"""
    return isinstance(node, exp.Star) or (isinstance(node, exp.Column) and isinstance(node.this, exp.Star))


def numbered_columns(cells: Sequence[exp.Expression]) -> list[exp.Expression]:
    """The cells of VALUES ROW(..) with the names that a server gives them."""
    names = (exp.to_identifier(f"column_{place}", quoted=True) for place in range(len(cells)))
    return [exp.Alias(this=cell, alias=name) for cell, name in zip(cells, names, strict=True)]
