"""Subqueries that read the table which their statement changes: MySQL has none of them.

Source: MySQL manual, "Subquery Errors"; which name the errors tell as seen on a 9.7.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding import view_subqueries
from binwriter.sql.binding.database import Database
from binwriter.sql.binding.view_queries import is_of_view, view_tree
from binwriter.sql.binding.view_trees import VIEWS_NAMED, find_view, may_be_merged
from binwriter.sql.binding.views import base_tables
from binwriter.sql.context import StatementContext
from binwriter.sql.text.known_trees import has


def refuse_own_subqueries(
    tree: exp.Expression, target: exp.Expression, database: Database, context: StatementContext
) -> None:
    """ER_UPDATE_TABLE_USED (1093); ER_VIEW_PREVENT_UPDATE (1443) where a view is in between.

    The query of INSERT .. SELECT may read the table, and so may a derived table, whose rows are copied first.
    Subqueries of values may read it by another name, and see the rows before theirs (captured:
    own_table_by_another_name).
    """
    changed = next(base_tables(database, target, context), None)
    if changed is None:
        return
    inserts = isinstance(tree, exp.Insert)
    name = next((found.alias_or_name for found, table in _read_by(target, database, context) if table is changed), "")
    for node, found, table in _tables_of_subqueries(tree, database, context):
        if table is changed and not (inserts and found.alias_or_name != name):
            if not inserts:
                _refuse_insert_only(changed)
            _refuse(tree, target, node, database, context)


def refuse_read(
    tree: exp.Expression,
    changed: Table,
    name: str,
    order: Sequence[str],
    database: Database,
    context: StatementContext,
) -> None:
    """ER_UPDATE_TABLE_USED for one of the tables that a statement over several changes; ER_VIEW_PREVENT_UPDATE where a
    view is in between. name: as the join has it; order: of all.

    UPDATE tells of the first table that it names, whichever it changes (captured: cluster
    tables_changed_and_read_by_name)."""
    view_subqueries.refuse_reads(tree, changed, name, order)
    for node, _, table in _tables_of_subqueries(tree, database, context, of_views=False):
        if table is changed:
            _refuse_insert_only(changed)
            told = (name if isinstance(tree, exp.Delete) else order[0]).split(".")[0]
            of_told, view = tree.meta.get(VIEWS_NAMED, {}).get(told, ""), find_view(database, node, context)
            of_read = "" if view is None else f"{view.schema}.{view.name}"
            if of_told != of_read:
                through = told if view is None else node.alias_or_name
                raise mysql_error("ER_VIEW_PREVENT_UPDATE", through, type(tree).__name__.upper(), told)
            raise mysql_error("ER_UPDATE_TABLE_USED", told)


def _refuse_insert_only(table: Table) -> None:
    """ER_ILLEGAL_HA: ARCHIVE refuses the change before anybody asks what it reads (captured:
    values_of_ambiguous_names)."""
    if table.engine.insert_only:
        raise mysql_error("ER_ILLEGAL_HA", table.name)


def _tables_of_subqueries(
    tree: exp.Expression, database: Database, context: StatementContext, *, of_views: bool = True
) -> Iterator[tuple[exp.Expression, exp.Expression, Table]]:
    """The tables that subqueries read, each with how it is named there and, behind views, in the view. of_views: also
    those that stand in views."""
    if not has(tree, exp.Select):
        return
    named = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    for query in _subqueries(tree):
        if not of_views and is_of_view(query):
            continue
        clause = query.args.get("from_")
        sources = [clause.this if clause is not None else None, *(join.this for join in query.args.get("joins") or ())]
        for node in sources:
            if not isinstance(node, exp.Table) or node.name.lower() == "dual":
                continue
            if not node.text("db") and node.name.lower() in named:
                continue
            for found, table in _read_by(node, database, context):
                yield node, found, table


def _read_by(
    node: exp.Expression, database: Database, context: StatementContext
) -> Iterator[tuple[exp.Expression, Table]]:
    """The tables that are read with this one, and where they are named: rows of a view with a table of its own are
    copied first (captured: clusters/names_in_subqueries_of_views)."""
    view = find_view(database, node, context)
    if view is None:
        yield from ((node, table) for table in base_tables(database, node, context))
    elif view.algorithm != "TEMPTABLE" and may_be_merged(view):
        list(base_tables(database, node, context))  # what is wrong below the view
        for inner in view_tree(view).find_all(exp.Table):
            if inner.args.get("db"):
                yield from _read_by(inner, database, context)


def _subqueries(tree: exp.Expression) -> list[exp.Select]:
    """The SELECTs of expressions, not those of derived tables and CTEs, nor any of INSERT .. SELECT."""
    own = tree.args.get("expression") if isinstance(tree, exp.Insert) else None
    copied = None if isinstance(own, exp.Values) else own
    return [query for query in tree.find_all(exp.Select) if not _is_copied(query, tree, copied)]


_BESIDE_TABLES = (exp.From, exp.Join, exp.Update, exp.Delete)


def _is_copied(query: exp.Select, tree: exp.Expression, copied: exp.Expression | None) -> bool:
    """Whether its rows are read before the first one changes."""
    node: Any = query
    while node is not tree and node.parent is not None:
        derived = isinstance(node, exp.Subquery) and isinstance(node.parent, _BESIDE_TABLES)
        if node is copied or derived or isinstance(node, exp.CTE):
            return True
        node = node.parent
    return False


def _refuse(
    tree: exp.Expression,
    target: exp.Expression,
    node: exp.Expression,
    database: Database,
    context: StatementContext,
) -> None:
    views = [find_view(database, target, context), find_view(database, node, context)]
    name = target.alias or target.name
    if views[0] is views[1]:
        raise mysql_error("ER_UPDATE_TABLE_USED", name)
    through = node.alias_or_name if views[1] is not None else target.name
    raise mysql_error("ER_VIEW_PREVENT_UPDATE", through, type(tree).__name__.upper(), name)
