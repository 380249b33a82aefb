"""FOR UPDATE and FOR SHARE of a view: the rows of the tables behind it are locked, if it is merged into the query, or
is an aggregate of all rows.

What WHERE says of the view's columns is asked of its tables then, so that no more of their rows are locked (captured:
clusters/views_that_are_locked).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.binding.view_trees import may_be_merged, of_tables
from binwriter.sql.query.access.lock_clauses import lock_clause
from binwriter.sql.types import Role, function_of


def view_as_locked(view: View, select: exp.Expression | None, alias: str, names: Sequence[str]) -> exp.Expression:
    """The view's query as a query reads it. alias, names: of the view and its columns there."""
    tree = view_tree(view)
    lock = lock_clause(select, alias)
    if lock is None or select is None or view.algorithm == "TEMPTABLE":
        return tree
    if not isinstance(tree, exp.Select) or tree.args.get("locks") or not (may_be_merged(view) or _is_one_row(tree)):
        return tree
    copied = tree.copy()
    alike = lock.copy()
    alike.set("expressions", None)
    copied.set("locks", [alike])
    titles = names or view.columns or [item.alias_or_name for item in tree.expressions]
    items = {title.lower(): item.unalias() for title, item in zip(titles, tree.expressions, strict=False)}
    asked = [] if _is_one_row(tree) else [of_tables(one, items) for one in _of_view(select, alias, items)]
    where = copied.args.get("where")
    if asked:
        parts = asked if where is None else [exp.paren(where.this, copy=False), *asked]
        copied.set("where", exp.Where(this=exp.and_(*parts, copy=False)))
    return copied


def _is_one_row(tree: exp.Select) -> bool:
    """An aggregate of all rows, which is reckoned when the query around it is planned."""
    if any(tree.args.get(clause) for clause in ("group", "having", "distinct", "limit")):
        return False
    return any(_aggregates(node) for item in tree.expressions for node in item.find_all(exp.Anonymous, exp.AggFunc))


def _aggregates(node: exp.Expression) -> bool:
    function = function_of(node) if isinstance(node, exp.Anonymous) else None
    return isinstance(node, exp.AggFunc) or (function is not None and function.role is Role.AGGREGATE)


def _of_view(select: exp.Expression, alias: str, items: Mapping[str, exp.Expression]) -> Iterator[Any]:
    """The conditions of a query on columns of the view alone."""
    where = select.args.get("where")
    is_alone = not select.args.get("joins")
    for condition in where.this.flatten() if where is not None and isinstance(where.this, exp.And) else _one(where):
        columns = list(condition.find_all(exp.Column))
        if (
            columns
            and condition.find(exp.Query) is None
            and all(
                column.name.lower() in items and (column.table == alias or (is_alone and not column.table))
                for column in columns
            )
        ):
            yield condition


def _one(where: exp.Expression | None) -> Iterator[exp.Expression]:
    if where is not None:
        yield where.this
