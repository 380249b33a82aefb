"""ORDER BY of a derived table, view or WITH name that is merged: whether the query around it takes it over; and of the
parts of a UNION, INTERSECT or EXCEPT, which have an order for their own LIMIT alone.

Source: captured (order_of_merged_queries, orders_forgotten). A SELECT, UPDATE or DELETE of one table does where nothing
else groups or sorts its rows; INSERT .. SELECT, CREATE TABLE .. SELECT, SET and statements over several tables do not.
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.sql.expressions.scope import CompiledQuery
from binwriter.sql.query.select import Select
from binwriter.sql.query.select_list import COPIED
from binwriter.sql.types import is_aggregate

_SHAPED = ("group", "distinct")


def leaves_order(select: exp.Expression | None, *, above: bool) -> bool:
    """Whether what is merged into this query loses its ORDER BY. above: the query around this one takes none either."""
    if select is None or _copies(select):
        return True
    if select.args.get("order") or select.args.get("joins") or _is_part(select):
        return True
    if any(select.args.get(part) for part in _SHAPED) or _aggregates(select):
        return True
    return above and not select.args.get("limit")


def _is_part(select: exp.Expression) -> bool:
    """Whether it is one of a UNION's, INTERSECT's or EXCEPT's."""
    around = select.parent
    while isinstance(around, exp.Subquery):
        around = around.parent
    return isinstance(around, exp.SetOperation)


def _copies(select: exp.Expression) -> bool:
    """Whether the statement is none of those that take over an order."""
    root = select.root()
    if isinstance(root, exp.Tuple):  # of SET
        return True
    if isinstance(root, exp.Insert):
        return not isinstance(root.expression, exp.Values)
    if isinstance(root, exp.Update):
        return bool(root.this.args.get("joins"))
    if isinstance(root, exp.Delete):
        return bool(root.args.get("tables") or root.args.get("using"))
    return COPIED in root.meta or COPIED in select.meta


def _aggregates(select: exp.Expression) -> bool:
    return any(is_aggregate(node) for item in select.expressions for node in item.walk(prune=_is_query))


def _is_query(node: exp.Expr) -> bool:
    return isinstance(node, exp.Query)


def without_order(query: CompiledQuery) -> CompiledQuery:
    """The same query, in the order in which it finds its rows, if it is merged.

    Subqueries in its list, and assignments to variables in what is around it, keep a table of its own.
    """
    if not isinstance(query, Select) or not query.order or not query.may_be_merged:
        return query
    if any(node.find(exp.Select) for node in query.nodes) or any(_assigns(node) for node in query.nodes[:1]):
        return query
    return _unsorted(query)


def _assigns(node: exp.Expression) -> bool:
    return node.root().find(exp.PropertyEQ) is not None


def as_part(query: CompiledQuery) -> CompiledQuery:
    """A query as a part of a UNION."""
    return _unsorted(query) if isinstance(query, Select) and query.order and query.limit.count is None else query


def _unsorted(query: Select) -> Select:
    forgotten = replace(query, order=(), order_by_items=False, sorted_table=None, backwards=None)
    return replace(forgotten, in_order=None, sorts_first=False)
