"""A query of a view that joins tables, as one of these tables: where the view has columns alone, and no literal."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.text.tree_text import is_star

_OF_VIEW = frozenset({"expressions", "from_", "joins", "where"})
_OF_QUERY = frozenset({"expressions", "from_", "where", "order", "limit"})


def query_of_tables(tree: exp.Expression, view: View) -> exp.Select | None:
    """The query with the view's tables in its place; None where one of both has other parts. Items have no titles."""
    inner = view_tree(view)
    if type(tree) is not exp.Select or type(inner) is not exp.Select or view.duality or view.algorithm == "TEMPTABLE":
        return None
    if _has_others(inner, _OF_VIEW) or _has_others(tree, _OF_QUERY) or not inner.args.get("joins"):
        return None
    if inner.find(exp.Literal) is not None:  # which stands nowhere in the statement
        return None
    columns = {
        name.lower(): item.unalias()
        for name, item in zip(view.columns or inner.named_selects, inner.expressions, strict=False)
    }
    is_plain = all(type(node) is exp.Column and not is_star(node) for node in columns.values())
    if not is_plain or len(columns) != len(inner.expressions):
        return None
    try:
        return _merged(tree, inner, columns, partial(_in_place, columns, tree.args["from_"].this.alias_or_name))
    except ValueError:
        return None


def _has_others(tree: exp.Expression, parts: frozenset[str]) -> bool:
    return any(value and name not in parts for name, value in tree.args.items())


def _in_place(columns: dict[str, Any], alias: str, node: Any) -> Any:
    """What stands for a part of the query. ValueError for a column that the view has not."""
    if type(node) is not exp.Column:
        return node
    shown = columns.get(node.name.lower())
    if shown is None or node.text("table") not in ("", alias) or node.text("db"):
        raise ValueError("no column of the view")
    return shown.copy()


def _merged(tree: exp.Select, inner: exp.Select, columns: dict[str, Any], in_place: Callable[[Any], Any]) -> exp.Select:
    items = list[Any]()
    for item in tree.expressions:
        if type(item) is exp.Star and not _has_others(item, frozenset()):
            items += [node.copy() for node in columns.values()]
        else:
            items.append(item.unalias().copy().transform(in_place))
    parts = {name: tree.args[name].copy().transform(in_place) for name in ("where", "order") if tree.args.get(name)}
    conditions = [clause.this for clause in (inner.args.get("where"), parts.get("where")) if clause is not None]
    made = exp.Select(
        expressions=items, from_=inner.args["from_"].copy(), joins=[join.copy() for join in inner.args["joins"]]
    )
    if conditions:
        made.set("where", exp.Where(this=exp.and_(*conditions)))
    if "order" in parts:
        made.set("order", parts["order"])
    if tree.args.get("limit") is not None:
        made.set("limit", tree.args["limit"].copy())
    return made
