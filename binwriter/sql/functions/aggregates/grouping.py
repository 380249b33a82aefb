"""GROUPING(): which rows WITH ROLLUP has made."""

from __future__ import annotations

from sqlglot import exp

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import INT_TYPE, CompiledExpression, Row
from binwriter.sql.functions.aggregates import windows
from binwriter.sql.functions.aggregating import aggregates
from binwriter.sql.functions.registry import node_function
from binwriter.sql.text.tree_text import tree_text


@node_function("GROUPING")
def _grouping(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """1 where WITH ROLLUP has made a column NULL; of several columns, a bit each.

    ER_WRONG_ARGUMENTS of constants without a table, ER_INVALID_GROUP_FUNC_USE without GROUP BY,
    ER_FIELD_IN_GROUPING_NOT_GROUP_BY; what the names in it raise (captured: clusters/stray_tokens).
    """
    select = node.find_ancestor(exp.Select)
    group = select.args.get("group") if select is not None else None
    has_tables = select is not None and select.args.get("from_") is not None
    if not has_tables and all(isinstance(argument, exp.Literal) for argument in node.expressions):
        raise mysql_error("ER_WRONG_ARGUMENTS", "GROUPING function")
    found = [scope.place_of(argument) for argument in node.expressions]
    for argument, place in zip(node.expressions, found, strict=True):
        if place is None:
            compile_expression(argument, scope)
    if group is None or not aggregates(scope):
        raise mysql_error("ER_INVALID_GROUP_FUNC_USE")
    grouped = [scope.place_of(part) for part in group.expressions]
    rolled = scope.aggregates.rolled if scope.aggregates is not None else ()
    places = []
    for number, (argument, place) in enumerate(zip(node.expressions, found, strict=True), 1):
        if place is not None and place in grouped:
            places.append((scope.base + place[0], place[1]))
            continue
        expression = next((known for part, known in rolled if part == argument), None)
        if expression is None:
            raise mysql_error("ER_FIELD_IN_GROUPING_NOT_GROUP_BY", number)
        places.append(expression)
    slot = scope.aggregate_slot

    def evaluate(context: StatementContext, row: Row) -> int:
        values = row[slot]
        rolled = values.rolled if isinstance(values, windows.SlotValues) else frozenset()
        return sum((place in rolled) << bit for bit, place in enumerate(reversed(places)))

    return CompiledExpression(INT_TYPE, evaluate, tree_text(node).lower())
