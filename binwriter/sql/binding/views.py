"""Views: what their names stand for, and statements that change a table through one.

Source: MySQL manual, "View Processing Algorithms", "Updatable and Insertable Views". A view is read as a derived table;
INSERT, UPDATE and DELETE go through views of one table whose columns are columns (the MERGE algorithm). What WITH CHECK
OPTION asks of the rows is found here, and asked when they are written.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.catalog.tables import Table
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding import (
    insertable,
    join_views,
    using_of_views,
    view_checks,
    view_names,
    view_outer_joins,
    view_subqueries,
)
from binwriter.sql.binding.accounts import require_definer
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.binding.view_trees import (
    VIEWS_NAMED,
    ViewCheck,
    column_behind,
    errors_of_view,
    find_view,
    in_place_of,
    is_merged,
    joins_derived,
    joins_somewhere,
    joins_tables,
    view_columns,
)
from binwriter.sql.syntax.load import LOAD, LoadDataSyntax
from binwriter.sql.text.meta_keys import COPY_OF, LOCKED_TOO
from binwriter.sql.text.trees import MOST_NESTED_QUERIES
from binwriter.sql.text.words import ParsedStatement

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database
    from binwriter.sql.context import StatementContext


_NAMED = "view_named"
_OF_VIEW = "view_columns"


def check_nesting(level: int) -> None:
    """ER_TOO_HIGH_LEVEL_OF_NESTING_FOR_SELECT for a query at this level, the outermost's being 1."""
    if level > MOST_NESTED_QUERIES:
        raise mysql_error("ER_TOO_HIGH_LEVEL_OF_NESTING_FOR_SELECT")


def base_tables(database: Database, node: exp.Expression, context: StatementContext, level: int = 1) -> Iterator[Table]:
    """The tables behind a table node: itself, or all that a view reads, directly or not. level: of the node's query."""
    view = find_view(database, node, context)
    if view is None:
        yield database.table_of(node, context).definition
        return
    check_nesting(level + 1)
    with errors_of_view(view, context, database):
        tables = [
            table
            for inner in view_tree(view).find_all(exp.Table)
            if inner.args.get("db")
            for table in base_tables(database, inner, context, level + 1)
        ]
    yield from tables


def _check_columns(view: View | None, database: Database, context: StatementContext, *, inserts: bool = False) -> None:
    """ER_VIEW_INVALID for a view whose tables are gone, or that has columns which its one table has no more. inserts:
    5.6 names the place of the latter otherwise (captured: 5.6.21/views_of_columns_gone_statement)."""
    if view is None:
        return
    tree = view_tree(view)
    nodes = list(tree.find_all(exp.Table))
    with errors_of_view(view, context, database, "field list" if inserts else "from clause"):
        real = [node for node in nodes if node.args.get("db")]  # the others are its own CTEs
        for node in real:
            _check_columns(find_view(database, node, context), database, context)
        tables = [table for node in real for table in base_tables(database, node, context)]
        below = find_view(database, nodes[0], context) if len(nodes) == 1 else None
        if len(nodes) != 1:
            return
        known = tables[0].index_of if below is None else view_columns(below, database, context)
        titles = {item.alias.lower() for item in tree.expressions}
        for column in tree.find_all(exp.Column):
            name = column.name.lower()
            if name in titles and column.find_ancestor(exp.Order, exp.Group, exp.Having) is not None:
                continue
            if name not in known and column.find_ancestor(exp.Partition) is None:
                raise mysql_error("ER_BAD_FIELD_ERROR", column.name, "field list")


def require_tables(view: View, database: Database, context: StatementContext) -> None:
    """ER_VIEW_INVALID for a view whose tables are gone (captured: clusters/roles_taken_away)."""
    tree = view_tree(view)
    named = {cte.alias for cte in tree.find_all(exp.CTE)}
    with errors_of_view(view, context, database):
        for node in tree.find_all(exp.Table):
            if node.name and node.name not in named:
                list(base_tables(database, node, context))


def first_tables(tree: exp.Expression, database: Database, context: StatementContext) -> dict[int, Table]:
    """The table that each table node of a statement names, or the first one behind a view, by the node's id."""
    from binwriter.sql.binding.table_nodes import table_nodes

    tables: dict[int, Table] = {}
    for node in table_nodes(tree):
        first = next(base_tables(database, node, context), None)
        if first is not None:
            tables[id(node)] = first
    return tables


def has_views(database: Database) -> bool:
    """Whether there is a view at all: most servers have none."""
    return any(schema.views for schema in database.catalog.every_place())


def through_views(parsed: ParsedStatement, database: Database, context: StatementContext) -> ParsedStatement:
    """A data-changing statement with the views that it writes replaced by their tables."""
    tree = parsed.node
    if not isinstance(tree, (exp.Insert, exp.Update, exp.Delete)) or not has_views(database):
        return parsed
    targets = [_insert_target(tree)] if isinstance(tree, exp.Insert) else _from_nodes(tree)
    if all(find_view(database, node, context) is None for node in targets):
        return parsed
    if through_documents(parsed, targets, database, context) is not None:
        return parsed
    deletes = isinstance(tree, exp.Delete) and not context.variables.behaviour.hides_errors_of_views
    for node in targets:
        view = find_view(database, node, context)
        if view is not None and deletes:  # which up to 5.6 asks for none of a list
            require_tables(view, database, context)
        else:
            _check_columns(view, database, context, inserts=isinstance(tree, exp.Insert))
    view_outer_joins.refuse(tree, targets, database, context)
    if isinstance(tree, exp.Insert):
        _refuse_joined(parsed, tree, targets[0], database, context)
    changed = tree.copy()
    changed.meta[VIEWS_NAMED] = {
        node.alias_or_name: f"{view.schema}.{view.name}"
        for node in targets
        if (view := find_view(database, node, context)) is not None
    }
    for node, copied in zip(tree.find_all(exp.Table), changed.find_all(exp.Table), strict=True):
        if find_view(database, node, context) is None:
            copied.meta[COPY_OF] = id(node)
    if isinstance(tree, exp.Insert):
        changed.meta[_NAMED] = (targets[0].text("db") or context.database or "", targets[0].name)
    else:
        seen = (find_view(database, node, context) for node in targets)
        joins = any(view is not None and joins_somewhere(view, database, context) for view in seen)
        using_of_views.settle(changed, database, context, spells_out=joins)
    checks: dict[str, ViewCheck] = {}
    while _replace_one(changed, database, context, checks):
        """A view of a view takes another turn."""
    view_checks.keep(changed, checks, find_view(database, targets[0], context) if LOAD in tree.meta else None)
    command = parsed.command
    if command == "update" and isinstance(changed, exp.Update) and changed.this.args.get("joins"):
        command = "update_multi"
    return replace(parsed, node=changed, command=command)


def _refuse_joined(
    parsed: ParsedStatement, tree: exp.Insert, node: exp.Expression, database: Database, context: StatementContext
) -> None:
    """What INSERT, REPLACE and LOAD may not do with a view that joins tables, itself or one that it shows (captured:
    clusters/views_of_joined_views)."""
    view = find_view(database, node, context)
    if view is None:
        return
    joins = joins_somewhere(view, database, context)
    several = joins or view_subqueries.joins_below(view, database, context)
    if several and LOAD in tree.meta:
        raise mysql_error("ER_NON_UPDATABLE_TABLE", node.name, "LOAD")
    if joins_derived(view):
        raise mysql_error("ER_NON_INSERTABLE_TABLE", node.alias or node.name, "INSERT")
    if several and "REPLACE" in parsed.modifiers:
        raise mysql_error("ER_VIEW_DELETE_MERGE_VIEW", view.schema, view.name)
    if joins and not isinstance(tree.this, exp.Schema):
        raise mysql_error("ER_VIEW_NO_INSERT_FIELD_LIST", view.schema, view.name)


def duality_target(parsed: ParsedStatement, database: Database, context: StatementContext) -> View | None:
    """The JSON duality view that a statement changes documents of."""
    tree = parsed.node
    if not isinstance(tree, (exp.Insert, exp.Update, exp.Delete)) or not has_views(database):
        return None
    targets = [_insert_target(tree)] if isinstance(tree, exp.Insert) else _from_nodes(tree)
    return through_documents(parsed, targets, database, context)


def through_documents(
    parsed: ParsedStatement, targets: list[Any], database: Database, context: StatementContext
) -> View | None:
    """The same. MySQLError for statements that may not name one."""
    found = next((view for node in targets if (view := find_view(database, node, context)) and view.duality), None)
    if found is not None and isinstance(parsed.node, exp.Expression) and LOAD in parsed.node.meta:
        raise mysql_error("ER_JDV_CANNOT_BE_USED_WITH", found.name, "LOAD")
    return found


def through_view(tree: exp.Expression) -> tuple[str, ...]:
    """The view, with its database, that an INSERT names which `through_views` has led to a table; else nothing."""
    names: tuple[str, ...] = tree.meta.get(_NAMED, ())
    return names


def columns_of_view(tree: exp.Expression) -> tuple[str, ...]:
    """The table's columns that such a view has."""
    names: tuple[str, ...] = tree.meta.get(_OF_VIEW, ())
    return names


def _replace_one(
    tree: exp.Expression, database: Database, context: StatementContext, checks: dict[str, ViewCheck]
) -> bool:
    if isinstance(tree, exp.Insert):
        schema = tree.this if isinstance(tree.this, exp.Schema) else None
        node = _insert_target(tree)
        view = _used_view(database, node, context)
        if view is None:
            return False
        if joins_tables(view):
            alias = node.alias or node.name
            joined = join_views.JoinView(view, through_view(tree), alias, database, context)
            owner, place = join_views.insert_through(tree, joined)
            view_checks.of_inserted_join(checks, view, alias, joined, owner)
            tree.meta[LOCKED_TOO] = [
                [table for node in part for table in base_tables(database, node, context)]
                for part in (joined.tables[:place], joined.tables[place + 1 :])
            ]
            return True
        _insert_through(tree, schema, node, view, database, context)
        view_checks.of_view(checks, "", view, database, context, node.alias or node.name)
        return True
    for node in _from_nodes(tree):
        view = _used_view(database, node, context)
        if view is not None and is_merged(view):
            view_subqueries.refuse_delete(tree, node, view, checks)
            _change_through(tree, node, view, database, context, below=node.alias in checks)
            view_checks.of_view(checks, node.alias, view, database, context, node.alias)
            return True
        if view is not None and joins_tables(view):
            view_subqueries.refuse_delete(tree, node, view, checks, joins=True)
            alias, below = node.alias or node.name, bool(checks.get(node.alias))
            view_subqueries.note_reads(tree, alias, view, partial(_tables_of, database, context), below=below)
            named = view_subqueries.first_named(node, view, checks)
            joined = join_views.JoinView(view, named, alias, database, context)
            others = [other for other in view_outer_joins.joined_nodes(tree) if other is not node]
            hidden = view_names.hidden_names(joined.tables, joined.columns, database, context)
            view_names.refuse_hidden_names(_parts(tree), alias, hidden, others, database, context)
            assert isinstance(tree, (exp.Update, exp.Delete))
            join_views.change_through(tree, node, joined)
            view_checks.of_join(checks, alias, view, joined)
            return True
        if view is not None and node is tree.this and not node.args.get("joins"):
            view_names.refuse_unknown_first(tree, node, database, context)
            raise mysql_error("ER_NON_UPDATABLE_TABLE", node.alias_or_name, type(tree).__name__.upper())
    return False


def _tables_of(database: Database, context: StatementContext, node: exp.Expression) -> list[Table]:
    return list(base_tables(database, node, context))


def _used_view(database: Database, node: exp.Expression, context: StatementContext) -> View | None:
    """The view that a table node names, if it is one. MySQLError ER_NO_SUCH_USER where its definer is no account."""
    view = find_view(database, node, context)
    if view is not None:
        require_definer(view.definer, database.catalog.accounts, context.rights)
    return view


def _insert_target(tree: exp.Expression) -> exp.Expression:
    target: exp.Expression = tree.this
    return target.this if isinstance(target, exp.Schema) else target


def _from_nodes(tree: exp.Expression) -> list[exp.Table]:
    """The tables that the statement itself joins, not those of its subqueries."""
    return [node for node in view_outer_joins.joined_nodes(tree) if isinstance(node, exp.Table)]


def _insert_through(
    tree: exp.Expression,
    schema: exp.Expression | None,
    node: exp.Expression,
    view: View,
    database: Database,
    context: StatementContext,
) -> None:
    if not is_merged(view):
        if LOAD in tree.meta:
            raise mysql_error("ER_NON_UPDATABLE_TABLE", node.name, "LOAD")
        raise mysql_error("ER_NON_INSERTABLE_TABLE", node.name, "INSERT")
    columns = view_columns(view, database, context)
    loaded: LoadDataSyntax | None = tree.meta.get(LOAD)
    if schema is not None:
        names = [name.name for name in schema.expressions]
    elif loaded is not None and loaded.targets is not None:
        names = list(loaded.columns)
    else:
        names = list(columns)
    if loaded is None:
        insertable.refuse_early(tree, node.name, columns, None if schema is None else names, context)
    targets = []
    for name in names:
        shown = columns.get(name.lower())
        if shown is None:
            raise mysql_error("ER_BAD_FIELD_ERROR", name, "field list")
        target = column_behind(shown)
        if target is None:
            raise mysql_error("ER_NONUPDATEABLE_COLUMN", name)
        targets.append(exp.to_identifier(target.name, quoted=True))
    if loaded is None:  # of a view that is loaded only what is given must be a table's column
        insertable.require_insertable(node.name, columns)
    tables_of = partial(_tables_of, database, context)
    view_subqueries.note_reads(tree, node.alias or node.name, view, tables_of, below=bool(node.alias))
    given = columns_of_view(tree) or tuple(columns)
    behind = [column_behind(columns.get(name.lower())) for name in given]
    tree.meta[_OF_VIEW] = tuple(column.name for column in behind if column is not None)
    base = view_tree(view).args["from_"].this
    alias = node.alias or node.name
    view_names.read_names_of_view(tree, alias, base, columns, database, context)
    tree.set("this", exp.Schema(this=_plain(base, alias), expressions=targets))


def _change_through(
    tree: exp.Expression,
    node: exp.Expression,
    view: View,
    database: Database,
    context: StatementContext,
    *,
    below: bool,
) -> None:
    """below: another view shows it."""
    columns = view_columns(view, database, context)
    alias = node.alias or node.name
    base = view_tree(view).args["from_"].this
    others = [other for other in view_outer_joins.joined_nodes(tree) if other is not node]
    hidden = view_names.hidden_names([base], columns, database, context)
    view_names.refuse_hidden_names(_parts(tree), alias, hidden, others, database, context)
    for item in tree.expressions if isinstance(tree, exp.Update) else ():
        target = columns.get(item.this.name.lower())
        if target is not None and item.this.text("table") in ("", alias) and column_behind(target) is None:
            raise mysql_error("ER_NONUPDATEABLE_COLUMN", item.this.name)
    for column in list(tree.find_all(exp.Column)):
        if column.name.lower() not in columns or not view_names.is_of(column, alias, database, context):
            continue
        target = in_place_of(column, columns[column.name.lower()], tree)
        for part in [target] if isinstance(target, exp.Column) else list(target.find_all(exp.Column)):
            part.set("table", exp.to_identifier(alias, quoted=True))
        column.replace(target)
    view_subqueries.note_reads(tree, alias, view, partial(_tables_of, database, context), below=below)
    node.set("this", exp.to_identifier(base.name, quoted=True))
    node.set("db", exp.to_identifier(base.text("db"), quoted=True))
    node.set("alias", exp.TableAlias(this=exp.to_identifier(alias, quoted=True)))
    if base.args.get("partition") is not None:
        node.set("partition", base.args["partition"].copy())
    condition = view_tree(view).args.get("where")
    if condition is not None:
        extra = condition.this.copy()
        for part in list(view_names.own_columns(extra, base, database, context)):
            part.set("table", exp.to_identifier(alias, quoted=True))
        view_outer_joins.add_condition(tree, view_outer_joins.join_around(tree, node), extra)


def _parts(tree: exp.Expression) -> list[exp.Expression | None]:
    """What names columns of the tables that are changed."""
    joined = tree.args.get("using") or [tree.args.get("this")]
    return [*joined, *tree.expressions, *(tree.args.get(part) for part in ("where", "order"))]


def _plain(base: exp.Expression, alias: str) -> exp.Table:
    """The table in the place of the view, which goes on being called by its name."""
    names: dict[str, exp.Expression] = {
        "this": exp.to_identifier(base.name, quoted=True),
        "db": exp.to_identifier(base.text("db"), quoted=True),
    }
    names["alias"] = exp.TableAlias(this=exp.to_identifier(alias, quoted=True))
    chosen = base.args.get("partition")
    return exp.Table(**names, **({} if chosen is None else {"partition": chosen.copy()}))
