"""ORDER BY of a derived table, view or WITH name that is merged: whether the query around it takes it over.

Source: captured (order_of_merged_queries). A SELECT, UPDATE or DELETE of one table does where nothing else groups or
sorts its rows; INSERT .. SELECT, CREATE TABLE .. SELECT, SET and statements over several tables do not.
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.sql.expressions.scope import CompiledQuery
from binwriter.sql.query.select import Select
from binwriter.sql.query.select_list import COPIED
from binwriter.sql.types import is_aggregate

_SHAPED = ("group", "having", "distinct", "limit")


def leaves_order(select: exp.Expression | None, *, above: bool) -> bool:
    """Whether what is merged into this query loses its ORDER BY. above: the query around this one takes none either."""
    if select is None or _copies(select):
        return True
    if select.args.get("order") or select.args.get("joins") or isinstance(select.parent, exp.SetOperation):
        return True
    if any(select.args.get(part) for part in _SHAPED if part != "limit") or _aggregates(select):
        return True
    return above and not select.args.get("limit")


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
    """The same query, in the order in which it finds its rows, if it is merged."""
    if not isinstance(query, Select) or not query.order or not query.may_be_merged:
        return query
    return replace(query, order=(), order_by_items=False, sorted_table=None, backwards=None, in_order=None)
