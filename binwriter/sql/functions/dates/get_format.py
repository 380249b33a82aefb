"""GET_FORMAT(): patterns by region, for DATE_FORMAT() and STR_TO_DATE() (MySQL manual, "Date and Time Functions")."""

from __future__ import annotations

from sqlglot import exp

from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression, Row, text_type
from binwriter.sql.functions.registry import node_function

_LONGEST = 17
_FORMATS = {
    "DATE": {
        "USA": "%m.%d.%Y",
        "JIS": "%Y-%m-%d",
        "ISO": "%Y-%m-%d",
        "EUR": "%d.%m.%Y",
        "INTERNAL": "%Y%m%d",
    },
    "DATETIME": {
        "USA": "%Y-%m-%d %H.%i.%s",
        "JIS": "%Y-%m-%d %H:%i:%s",
        "ISO": "%Y-%m-%d %H:%i:%s",
        "EUR": "%Y-%m-%d %H.%i.%s",
        "INTERNAL": "%Y%m%d%H%i%s",
    },
    "TIME": {
        "USA": "%h:%i:%s %p",
        "JIS": "%H:%i:%s",
        "ISO": "%H:%i:%s",
        "EUR": "%H.%i.%s",
        "INTERNAL": "%H%i%s",
    },
}


@node_function("GET_FORMAT")
def _get_format(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """(DATE | TIME | DATETIME | TIMESTAMP, region): NULL for a region that nobody knows."""
    kind = node.expressions[0].name.upper().replace("TIMESTAMP", "DATETIME")
    region = compile_expression(node.expressions[1], scope)
    formats = _FORMATS[kind]

    def evaluate(context: StatementContext, row: Row) -> str | None:
        return formats.get(str(region.eval(context, row)).upper())

    text = f"get_format({kind},{region.text})"
    return CompiledExpression(text_type(_LONGEST, connection_collation(scope)), evaluate, text, region.constant)
