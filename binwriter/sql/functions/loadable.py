"""Functions that are there while a component of the server is: what computes them, by name in upper case.

Source: MySQL manual, "Query Attributes"; captured: clusters/query_attributes.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.collations import charset_collation_id
from binwriter.sql.expressions.compile import compile_all
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import Coercibility, CompiledExpression, Kind, Row, text_type

_LENGTH = 1024  # characters


@dataclass(frozen=True)
class Loadable:
    """component: what has to be installed for it."""

    component: str
    build: Callable[[exp.Expression, Scope], CompiledExpression]


def _query_attribute(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """The text of an attribute that the client sent beside the statement that runs; NULL where it sent none."""
    name = node.name.lower()
    arguments = compile_all(node.expressions, scope)
    if len(arguments) != 1:
        raise mysql_error("ER_CANT_INITIALIZE_UDF", name, f"{name}() expects 1 argument")
    (argument,) = arguments
    if argument.type.kind not in (Kind.STRING, Kind.NULL):
        raise mysql_error("ER_CANT_INITIALIZE_UDF", name, f"{name}() expects a string argument")

    def evaluate(context: StatementContext, row: Row) -> str | None:
        wanted = argument.eval(context, row)
        name_of_it = "" if wanted is None else to_text(wanted, argument.type).lower()
        return context.session.query_attributes().get(name_of_it) if name_of_it else None

    type_ = text_type(_LENGTH, charset_collation_id("utf8mb4"), Coercibility.LITERAL)
    return CompiledExpression(type_, evaluate, f"{name}({argument.text})")


def is_loaded(name: str, context: StatementContext) -> bool:
    """Whether there is such a function now."""
    loadable = LOADABLE.get(name.upper())
    return loadable is not None and loadable.component in context.server.components


LOADABLE = {
    "MYSQL_QUERY_ATTRIBUTE_STRING": Loadable("file://component_query_attributes", _query_attribute),
}
