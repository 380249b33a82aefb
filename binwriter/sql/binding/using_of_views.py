"""USING and NATURAL JOIN of a statement beside a view that joins tables, as ON: the view is one side, not each of its
tables.

Captured: clusters/views_joined_by_using.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding import view_names
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.binding.view_trees import column_names, find_view

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database
    from binwriter.sql.context import StatementContext

_Sides = list[tuple[str, frozenset[str]]]


def settle(tree: exp.Expression, database: Database, context: StatementContext, *, spells_out: bool) -> None:
    """ER_BAD_FIELD_ERROR for a name that a side does not have. spells_out: there is such a view. What is ambiguous
    stays, and is refused where names are looked up."""
    root = (tree.args.get("using") or [tree.this])[0]
    joins = root.args.get("joins") or []
    if not any(join.args.get("using") or join.args.get("method") == "NATURAL" for join in joins):
        return
    if not all(_has_columns(node, database, context) for node in (root, *(join.this for join in joins))):
        return
    sides: _Sides = [_side(root, database, context)]
    told: dict[str, set[str]] = {}  # by column, the sides that USING makes one of
    conditions: list[list[exp.Expression]] = []
    for join in joins:
        side = _side(join.this, database, context)
        conditions.append([])
        for name in _names(join, sides, side):
            owners = [alias for alias, columns in sides if name in columns]
            if not owners or name not in side[1]:
                raise mysql_error("ER_BAD_FIELD_ERROR", name, "from clause")
            if len(set(owners) - told.get(name, set())) > (name not in told):
                return
            told.setdefault(name, set()).update((*owners, side[0]))
            conditions[-1].append(exp.EQ(this=_column(name, owners[0]), expression=_column(name, side[0])))
        sides.append(side)
    if not spells_out:
        return
    for column in tree.find_all(exp.Column):
        if column.name.lower() in told and not column.text("table") and column.find_ancestor(exp.Select) is None:
            owners = [alias for alias, columns in sides if column.name.lower() in columns]
            if not told[column.name.lower()].issuperset(owners):
                raise mysql_error("ER_NON_UNIQ_ERROR", column.name, view_names.clause_of(column))
            column.set("table", exp.to_identifier(owners[0], quoted=True))
    for join, pairs in zip(joins, conditions, strict=True):
        join.set("using", None)
        if pairs:
            join.set("on", exp.and_(*pairs))
        if join.args.get("method") == "NATURAL":
            join.set("method", None)


def _has_columns(node: exp.Expression, database: Database, context: StatementContext) -> bool:
    """Whether it is a table, or a view of tables: what UNION gives is its query's business."""
    view = find_view(database, node, context) if isinstance(node, exp.Table) else None
    return isinstance(node, exp.Table) and (view is None or view_tree(view).args.get("from_") is not None)


def _side(node: exp.Expression, database: Database, context: StatementContext) -> tuple[str, frozenset[str]]:
    return node.alias_or_name, frozenset(name.lower() for name in column_names(node, database, context))


def _names(join: exp.Expression, sides: _Sides, side: tuple[str, frozenset[str]]) -> list[str]:
    if join.args.get("method") == "NATURAL":
        known = frozenset().union(*(columns for _, columns in sides))
        return sorted(known & side[1])
    return [name.name.lower() for name in join.args.get("using") or ()]


def _column(name: str, alias: str) -> exp.Column:
    return exp.column(name, alias, quoted=True)
