"""Subqueries of the views in statements that change several tables: what they read, and which of them a server joins.

Source: as a 9.7.4 answers (cluster views_with_subqueries). A subquery that is joined makes its view one of several
tables, from which nothing is deleted; the others may not read what the statement changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.catalog.tables import Table
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.mergeable import is_mergeable
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.binding.view_trees import BESIDE, ViewCheck, find_view, tables_beside
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.text.brackets import without_brackets
from binwriter.sql.text.known_trees import nodes_of_query
from binwriter.sql.types import is_aggregate

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database
    from binwriter.sql.context import StatementContext

_READS = "view_reads"
_NOT_JOINED = ("group", "having", "limit", "with_")


@dataclass(frozen=True)
class ViewReads:
    """What the subqueries of a view read. alias: of the view. below: another view shows it. joined: by subqueries that
    a server makes joins of; kept: by others of its condition; listed: by those among its columns."""

    alias: str
    below: bool
    joined: tuple[Table, ...] = ()
    kept: tuple[Table, ...] = ()
    listed: tuple[Table, ...] = ()


def note_reads(
    tree: exp.Expression,
    alias: str,
    view: View,
    tables_of: Callable[[exp.Expression], Iterable[Table]],
    *,
    below: bool,
) -> None:
    """Keeps what the subqueries of a view read that takes its tables' place in a statement. tables_of: a node names."""
    whole = view_tree(view)
    made = {id(query) for derived in _made_tables(whole) for query in derived.find_all(exp.Select)}
    queries = [query for query in whole.find_all(exp.Select) if query is not whole and id(query) not in made]
    if not queries:
        return
    joined = [id(node) for query in (*_semijoined(view), *_antijoined(view)) for node in query.find_all(exp.Table)]
    read: dict[str, list[Table]] = {"joined": [], "kept": [], "listed": []}
    for query in queries:
        others = "listed" if query.find_ancestor(exp.Where) is None else "kept"
        for node in query.find_all(exp.Table):
            into = read["joined" if id(node) in joined else others]
            into += tables_of(node) if node.text("db") else ()
    beside = read["listed"] if not isinstance(tree, exp.Insert) else [table for part in read.values() for table in part]
    if beside:
        tree.meta[BESIDE] = (*tables_beside(tree), *beside)
    reads = ViewReads(alias.split(".")[0], below, **{part: tuple(tables) for part, tables in read.items()})
    tree.meta[_READS] = (*view_reads(tree), reads)


def _made_tables(tree: exp.Expression) -> Iterator[exp.Expression]:
    """The derived tables that a view joins and a server makes before it changes anything: what these read may be
    changed (captured: clusters/views_join_derived)."""
    for join in tree.args.get("joins") or ():
        if isinstance(join.this, exp.Subquery) and not is_mergeable(join.this.this):
            yield join.this


def view_reads(tree: exp.Expression) -> tuple[ViewReads, ...]:
    """What was kept of a statement's views."""
    reads: tuple[ViewReads, ...] = tree.meta.get(_READS, ())
    return reads


def joins_subqueries(view: View) -> bool:
    """Whether a server joins subqueries of the view's condition to its table."""
    return next(_semijoined(view), None) is not None


def refuse_unjoined(view: View, name: str) -> None:
    """ER_NON_UPDATABLE_TABLE for DELETE of several tables from a view whose NOT EXISTS is an outer join."""
    if next(_antijoined(view), None) is not None:
        raise mysql_error("ER_NON_UPDATABLE_TABLE", name, "DELETE")


def refuse_reads(tree: exp.Expression, changed: Table, name: str, order: Sequence[str]) -> None:
    """ER_VIEW_PREVENT_UPDATE, or ER_NON_UPDATABLE_TABLE where the view stands in front, for a table that is changed and
    that a view's subqueries read. name: of the table in the join; order: of all."""
    deletes = isinstance(tree, exp.Delete)
    for reads in view_reads(tree):
        if reads.alias == name and not deletes:
            continue
        asked = reads.kept if deletes or reads.below else (*reads.joined, *reads.kept)
        place = next((at for at, alias in enumerate(order) if alias.split(".")[0] == reads.alias), len(order))
        in_front = not deletes and place < order.index(name)
        if not any(table is changed for table in (asked if in_front else (*asked, *reads.listed))):
            continue
        if in_front:
            raise mysql_error("ER_NON_UPDATABLE_TABLE", reads.alias, "UPDATE")
        raise mysql_error("ER_VIEW_PREVENT_UPDATE", reads.alias, "DELETE" if deletes else "UPDATE", name)


def _is_target(tree: exp.Delete, node: exp.Expression) -> bool:
    """Whether a DELETE names this one of its tables."""
    if not _is_of_several(tree):
        return node is tree.this
    listed = tree.args.get("tables") or [tree.this, *(join.this for join in tree.this.args.get("joins") or ())]
    return any(target.name == (node.alias or node.name) for target in listed)


def _is_of_several(tree: exp.Delete) -> bool:
    """Whether a DELETE is one of several tables, by its words."""
    return bool(tree.args.get("tables") or tree.args.get("using"))


def first_named(node: exp.Expression, view: View, checks: Mapping[str, ViewCheck]) -> tuple[str, ...]:
    """The view that a statement names, which may show others, behind its database."""
    known = checks.get(node.alias)
    return (view.schema, view.name) if known is None else tuple(known.name.split(".", 1))


def joins_below(view: View, database: Database, context: StatementContext) -> bool:
    """Whether subqueries are joined in a view that this one shows."""
    from_ = view_tree(view).args.get("from_")
    inner = find_view(database, from_.this, context) if from_ is not None else None
    return inner is not None and (joins_subqueries(inner) or joins_below(inner, database, context))


def refuse_delete(
    tree: exp.Expression, node: exp.Expression, view: View, checks: Mapping[str, ViewCheck], *, joins: bool = False
) -> None:
    """ER_VIEW_DELETE_MERGE_VIEW where subqueries are joined to the view's table: a server takes that for one of several
    tables, of DELETE of one table where another view shows it. joins: the view joins tables."""
    if not isinstance(tree, exp.Delete) or not _is_target(tree, node):
        return
    if joins or (joins_subqueries(view) and (_is_of_several(tree) or node.alias in checks)):
        raise mysql_error("ER_VIEW_DELETE_MERGE_VIEW", *first_named(node, view, checks))
    if _is_of_several(tree):
        refuse_unjoined(view, node.alias or node.name)


def _semijoined(view: View) -> Iterator[exp.Select]:
    for condition in conjuncts(view_tree(view).args.get("where")):
        query: exp.Expression | None = None
        if isinstance(condition, exp.In):
            query = condition.args.get("query")
        elif isinstance(condition, exp.Exists) or (
            isinstance(condition, exp.EQ) and isinstance(condition.expression, exp.Any)
        ):
            query = condition.this if isinstance(condition, exp.Exists) else condition.expression.this
        if (select := _joinable(query)) is not None:
            yield select


def _antijoined(view: View) -> Iterator[exp.Select]:
    for condition in conjuncts(view_tree(view).args.get("where")):
        inner = condition.this if isinstance(condition, exp.Not) else None
        if isinstance(inner, exp.Exists) and (select := _joinable(inner.this)) is not None:
            yield select


def _joinable(query: exp.Expression | None) -> exp.Select | None:
    select = without_brackets(query) if query is not None else None
    if not isinstance(select, exp.Select) or any(select.args.get(part) for part in _NOT_JOINED):
        return None
    asked = any(map(is_aggregate, nodes_of_query(select)))
    return None if asked or select.args.get("from_") is None else select
