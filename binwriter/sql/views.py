"""Views: what their names stand for, and statements that change a table through one.

Source: MySQL manual, "View Processing Algorithms", "Updatable and Insertable Views". A view is read as a derived table;
INSERT, UPDATE and DELETE go through views of one table whose columns are columns (the MERGE algorithm). CHECK OPTION is
kept and not enforced.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.messages import mysql_error
from binwriter.schema import Table, View
from binwriter.sql.trees import parse_tree
from binwriter.sql.words import ParsedStatement

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext
    from binwriter.sql.database import Database

_NOT_MERGED = ("group", "having", "distinct", "limit", "with_")


@lru_cache(maxsize=512)
def view_tree(view: View) -> exp.Expression:
    """The view's query; names of tables are given the database that the view was made in. Not to be changed."""
    tree = parse_tree(view.query)
    named = {cte.alias for cte in tree.find_all(exp.CTE)}
    for node in tree.find_all(exp.Table):
        if not node.args.get("db") and node.name not in named and node.name.lower() != "dual":
            node.set("db", exp.to_identifier(view.schema))
    return tree


def find_view(database: Database, node: exp.Expression, context: StatementContext) -> View | None:
    """The view that a table node names, if it is one."""
    schema = node.text("db") or context.database or ""
    if database.temporary.find(schema, node.name) is not None:
        return None
    return database.catalog.view(schema, node.name)


def base_tables(database: Database, node: exp.Expression, context: StatementContext) -> Iterator[Table]:
    """The tables behind a table node: itself, or all that a view reads, directly or not."""
    view = find_view(database, node, context)
    if view is None:
        yield database.table_of(node, context).definition
        return
    for inner in view_tree(view).find_all(exp.Table):
        if inner.args.get("db"):
            yield from base_tables(database, inner, context)


def first_tables(tree: exp.Expression, database: Database, context: StatementContext) -> dict[int, Table]:
    """The table that each table node of a statement names, or the first one behind a view, by the node's id."""
    from binwriter.sql.analyse import table_nodes

    found: dict[int, Table] = {}
    for node in table_nodes(tree):
        first = next(base_tables(database, node, context), None)
        if first is not None:
            found[id(node)] = first
    return found


def has_views(database: Database) -> bool:
    """Whether there is a view at all: most servers have none."""
    return any(schema.views for schema in database.catalog.schemas.values())


def through_views(parsed: ParsedStatement, database: Database, context: StatementContext) -> ParsedStatement:
    """A data-changing statement with the views that it writes replaced by their tables."""
    tree = parsed.node
    if not isinstance(tree, (exp.Insert, exp.Update, exp.Delete)) or not has_views(database):
        return parsed
    targets = [_insert_target(tree)] if isinstance(tree, exp.Insert) else _from_nodes(tree)
    if all(find_view(database, node, context) is None for node in targets):
        return parsed
    changed = tree.copy()
    while _replace_one(changed, database, context):
        """A view of a view takes another turn."""
    return replace(parsed, node=changed)


def _replace_one(tree: exp.Expression, database: Database, context: StatementContext) -> bool:
    if isinstance(tree, exp.Insert):
        schema = tree.this if isinstance(tree.this, exp.Schema) else None
        node = _insert_target(tree)
        view = find_view(database, node, context)
        if view is None:
            return False
        _insert_through(tree, schema, node, view, database, context)
        return True
    for node in _from_nodes(tree):
        view = find_view(database, node, context)
        if view is not None and _is_merged(view):
            _change_through(tree, node, view, database, context)
            return True
        if view is not None and node is tree.this:
            raise mysql_error("ER_NON_UPDATABLE_TABLE", node.name, type(tree).__name__.upper())
    return False


def _insert_target(tree: exp.Expression) -> exp.Expression:
    target: exp.Expression = tree.this
    return target.this if isinstance(target, exp.Schema) else target


def _from_nodes(tree: exp.Expression) -> list[exp.Table]:
    """The tables that the statement itself joins, not those of its subqueries."""
    roots = [tree.this, *(tree.args.get("using") or ())]
    found = []
    for root in roots:
        if isinstance(root, exp.Table):
            found.append(root)
            found += [join.this for join in root.args.get("joins") or () if isinstance(join.this, exp.Table)]
    return found


def _is_merged(view: View) -> bool:
    tree = view_tree(view)
    if view.algorithm == "TEMPTABLE" or not isinstance(tree, exp.Select):
        return False
    if any(tree.args.get(part) for part in _NOT_MERGED) or tree.args.get("joins"):
        return False
    clause = tree.args.get("from_")
    return clause is not None and isinstance(clause.this, exp.Table) and not tree.find(exp.AggFunc)


def _columns(view: View, database: Database, context: StatementContext) -> dict[str, exp.Expression]:
    """The view's columns in order, by name in lower case: what they stand for."""
    tree = view_tree(view)
    base = tree.args["from_"].this
    found: list[tuple[str, exp.Expression]] = []
    for item in tree.expressions:
        if isinstance(item, exp.Star):
            found += [(name, exp.column(name)) for name in column_names(base, database, context)]
        else:
            inner = item.this if isinstance(item, exp.Alias) else item
            found.append((item.alias_or_name, inner))
    names = view.columns or tuple(name for name, _ in found)
    return {name.lower(): node for name, (_, node) in zip(names, found, strict=True)}


def column_names(node: exp.Expression, database: Database, context: StatementContext) -> list[str]:
    """The columns of the table or view that a table node names."""
    view = find_view(database, node, context)
    if view is not None:
        return list(_columns(view, database, context))
    return [column.name for column in database.table_of(node, context).definition.columns if column.spec.visible]


def _insert_through(
    tree: exp.Expression,
    schema: exp.Expression | None,
    node: exp.Expression,
    view: View,
    database: Database,
    context: StatementContext,
) -> None:
    if not _is_merged(view):
        raise mysql_error("ER_NON_INSERTABLE_TABLE", node.name, "INSERT")
    columns = _columns(view, database, context)
    names = [name.name for name in schema.expressions] if schema is not None else list(columns)
    targets = []
    for name in names:
        target = columns.get(name.lower())
        if target is None:
            raise mysql_error("ER_BAD_FIELD_ERROR", name, "field list")
        if not isinstance(target, exp.Column):
            raise mysql_error("ER_NONUPDATEABLE_COLUMN", name)
        targets.append(exp.to_identifier(target.name, quoted=True))
    base = view_tree(view).args["from_"].this
    tree.set("this", exp.Schema(this=_plain(base), expressions=targets))
    conflict = tree.args.get("conflict")
    if conflict is not None:
        raise UnsupportedError("ON DUPLICATE KEY UPDATE through a view")


def _change_through(
    tree: exp.Expression, node: exp.Expression, view: View, database: Database, context: StatementContext
) -> None:
    columns = _columns(view, database, context)
    alias = node.alias or node.name
    base = view_tree(view).args["from_"].this
    for column in list(tree.find_all(exp.Column)):
        if column.text("table") not in ("", alias) or column.name.lower() not in columns:
            continue
        target = columns[column.name.lower()].copy()
        for part in [target] if isinstance(target, exp.Column) else list(target.find_all(exp.Column)):
            part.set("table", exp.to_identifier(alias, quoted=True))
        column.replace(target)
    node.set("this", exp.to_identifier(base.name, quoted=True))
    node.set("db", exp.to_identifier(base.text("db"), quoted=True))
    node.set("alias", exp.TableAlias(this=exp.to_identifier(alias, quoted=True)))
    condition = view_tree(view).args.get("where")
    if condition is not None:
        extra = condition.this.copy()
        for part in extra.find_all(exp.Column):
            part.set("table", exp.to_identifier(alias, quoted=True))
        where = tree.args.get("where")
        joined = extra if where is None else exp.and_(where.this.copy(), extra)
        tree.set("where", exp.Where(this=joined))


def _plain(base: exp.Expression) -> exp.Table:
    return exp.Table(this=exp.to_identifier(base.name, quoted=True), db=exp.to_identifier(base.text("db"), quoted=True))
