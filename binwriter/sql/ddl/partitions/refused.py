"""Which expressions a server's parser refuses in PARTITION BY: those whose value no two statements share."""

from __future__ import annotations

from sqlglot import exp

from binwriter.sql.text.trees import parse_expression
from binwriter.sql.types import Place, function_of

# what may not compute columns, and is the same in each statement all the same (captured: faults)
_SAME = frozenset(
    {
        *("NAME_CONST", "ETAG", "STATEMENT_DIGEST", "STATEMENT_DIGEST_TEXT", "JSON_MERGE", "CURRENT_ROLE", "VERSION"),
        *("ICU_VERSION", "ROLES_GRAPHML", "MATCH", "UPDATEXML"),
    }
)


def depends_on_statement(text: str) -> bool:
    """Whether it calls such a function, or one that is stored, or reads a variable."""
    return any(map(_differs, parse_expression(text).walk()))


def _differs(node: exp.Expr) -> bool:
    if isinstance(node, exp.Parameter | exp.SessionParameter):
        return True
    function = function_of(node)
    if function is not None and function.name == "UNIX_TIMESTAMP" and isinstance(node, exp.Anonymous):
        return not node.expressions  # the moment of the statement, or a given one
    if function is None:
        return isinstance(node, exp.Anonymous | exp.Dot)
    return Place.GENERATED in function.barred and function.name not in _SAME
