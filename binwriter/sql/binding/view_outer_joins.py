"""Views and outer joins: what may not be done with views that join tables by one, and views that are the side of one
that may be NULL (captured: clusters/views_of_outer_joins)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.binding.view_trees import find_view, is_updatable, joins_outer
from binwriter.sql.syntax.load import LOAD

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database
    from binwriter.sql.context import StatementContext


def refuse(
    tree: exp.Insert | exp.Update | exp.Delete,
    targets: Sequence[exp.Expression],
    database: Database,
    context: StatementContext,
) -> None:
    """ER_NON_INSERTABLE_TABLE, ER_NON_UPDATABLE_TABLE for a view with outer joins that is the one target, or that rows
    are deleted from."""
    if isinstance(tree, exp.Update) and tree.this.args.get("joins"):
        return
    named = {node.alias_or_name.lower() for node in tree.args.get("tables") or () if isinstance(tree, exp.Delete)}
    for node in targets:
        view = find_view(database, node, context)
        if view is None or (named and node.alias_or_name.lower() not in named):
            continue
        if not _shows_outer_join(view, database, context):
            continue
        inserts = isinstance(tree, exp.Insert) and LOAD not in tree.meta
        verb = "LOAD" if LOAD in tree.meta else type(tree).__name__.upper()
        symbol = "ER_NON_INSERTABLE_TABLE" if inserts else "ER_NON_UPDATABLE_TABLE"
        raise mysql_error(symbol, node.alias_or_name, verb)


def _shows_outer_join(view: View, database: Database, context: StatementContext) -> bool:
    """Whether the view joins tables by an outer join, or one that it shows does: it is no place for rows, but several
    tables at once may be updated through it."""
    tree = view_tree(view)
    if not isinstance(tree, exp.Select) or not is_updatable(view):
        return False
    if joins_outer(tree):
        return True
    sources = [node.this for node in (tree.args["from_"], *(tree.args.get("joins") or ()))]
    below = (find_view(database, node, context) for node in sources if isinstance(node, exp.Table))
    return any(inner is not None and _shows_outer_join(inner, database, context) for inner in below)


def joined_nodes(tree: exp.Expression) -> list[exp.Expression]:
    """The tables and queries that a statement joins, also within brackets, not those of its subqueries."""
    roots = tree.args.get("using") or [tree.this]
    return [node for root in roots for node in _nodes_of(root)]


def _nodes_of(root: exp.Expression) -> list[exp.Expression]:
    is_in_brackets = isinstance(root, exp.Subquery) and isinstance(root.this, (exp.Table, exp.Subquery))
    nodes = _nodes_of(root.this) if is_in_brackets and not root.alias else [root]
    for join in root.args.get("joins") or ():
        nodes += _nodes_of(join.this)
    return nodes


def join_around(tree: exp.Expression, node: exp.Expression) -> exp.Expression | None:
    """The join that may leave the node's columns NULL: what a view there asks of its rows is asked ON it."""
    own = node.parent if isinstance(node.parent, exp.Join) else None
    if own is not None and own.text("side").upper() == "LEFT":
        return own
    root = own.parent if own is not None else node
    joins = [] if root is None else list(root.args.get("joins") or ())
    later = joins[joins.index(own) + 1 :] if own is not None else joins
    right = next((join for join in later if join.text("side").upper() == "RIGHT"), None)
    if right is not None or root is None or not isinstance(root.parent, exp.Subquery):
        return right
    return join_around(tree, root.parent)


def add_condition(tree: exp.Expression, join: exp.Expression | None, condition: exp.Expression) -> None:
    """Asks it ON that join, or of all rows."""
    if join is not None:
        on = join.args.get("on")
        join.set("on", condition if on is None else exp.and_(on.copy(), condition))
        return
    where = tree.args.get("where")
    both = condition if where is None else exp.and_(where.this.copy(), condition)
    tree.set("where", exp.Where(this=both))
