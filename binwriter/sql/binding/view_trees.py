"""What a view is: its query, the columns it gives, and whether rows can be changed through it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from typing import TYPE_CHECKING, Any, Protocol

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import MESSAGES, mysql_error
from binwriter.sql.binding.mergeable import is_mergeable
from binwriter.sql.binding.view_queries import refuse_circle, view_tree
from binwriter.sql.text.tree_text import is_star

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database
    from binwriter.sql.context import StatementContext


HIDDEN = frozenset(
    MESSAGES[symbol].code
    for symbol in (
        "ER_NO_SUCH_TABLE",
        "ER_BAD_DB_ERROR",
        "ER_BAD_FIELD_ERROR",
        "ER_SP_DOES_NOT_EXIST",
        "ER_VIEW_INVALID",
    )
)


BESIDE = "tables_beside"
VIEWS_NAMED = "views_named"  # in the meta of a statement of several tables: its views by the names that they have there
CHECKS = "view_checks"  # in the meta of a statement that changes views: what they ask of its rows


@dataclass
class ViewCheck:
    """What WITH CHECK OPTION asks of the rows of one table of a statement.

    name: the view that the statement names, with its database. alias: of the table. conditions: all must not be false;
    their columns are the table's, and those of others that a view joins to it. cascades: whether the conditions of the
    views below count too. shown: what all the views ask, with or without the option: REPLACE deletes no other rows.
    """

    name: str
    alias: str
    conditions: list[exp.Expression] = field(default_factory=list)
    cascades: bool = False
    shown: list[exp.Expression] = field(default_factory=list)


def view_checks(tree: exp.Expression) -> tuple[ViewCheck, ...]:
    """What views ask of the rows of a statement that `through_views` has led to its tables."""
    checks: tuple[ViewCheck, ...] = tree.meta.get(CHECKS, ())
    return checks


def tables_beside(tree: exp.Expression) -> tuple[Table, ...]:
    """Tables that a statement opens because its views do, and that are not in its tree any more."""
    tables: tuple[Table, ...] = tree.meta.get(BESIDE, ())
    return tables


def find_view(database: Database, node: exp.Expression, context: StatementContext) -> View | None:
    """The view that a table node names, if it is one. ER_VIEW_RECURSIVE for one that comes to itself again."""
    schema = node.text("db") or context.database or ""
    if database.temporary.find(schema, node.name) is not None:
        return None
    view = database.catalog.view(schema, node.name)
    if view is not None:
        refuse_circle(view, database.catalog)
    return view


def is_updatable(view: View) -> bool:
    """Whether rows of the view are rows of tables, as WITH CHECK OPTION wants it."""
    tree = view_tree(view)
    is_plain = isinstance(tree, exp.Select) and not tree.args.get("with_")
    return is_plain and view.algorithm != "TEMPTABLE" and may_be_merged(view)


def may_be_merged(view: View) -> bool:
    """Whether ALGORITHM=MERGE can be kept for the view (captured: clusters/views_not_merged)."""
    return is_mergeable(view_tree(view))


def shows_updatable(view: View, database: Database) -> bool:
    """No outer join, some column that is none of an expression, and the same of one that it reads."""
    tree = view_tree(view)
    if view.duality:
        return True
    if view.algorithm == "TEMPTABLE" or not may_be_merged(view) or not isinstance(tree, exp.Select):
        return False
    joins = tree.args.get("joins") or ()
    if joins_outer(tree):
        return False
    shown = (item.unalias() for item in tree.expressions)
    if not any(isinstance(item, exp.Star) or column_behind(item) is not None for item in shown):
        return False
    sources = [source.this for source in (tree.args["from_"], *joins)]
    if not joins and isinstance(sources[0], exp.Table) and _reads(tree, sources[0]):
        return False
    read = (  # a derived table counts as one
        database.catalog.view(source.text("db"), source.name) if isinstance(source, exp.Table) else None
        for source in sources
    )
    return any(inner is None or shows_updatable(inner, database) for inner in read)


def joins_outer(tree: exp.Select) -> bool:
    """Whether an outer join stands in the FROM of a query, within brackets too."""
    roots = [tree, *(join.this for join in tree.args.get("joins") or ()), tree.args["from_"].this]
    while roots:
        root = roots.pop()
        joins = root.args.get("joins") or ()
        if any((join.args.get("side") or "").upper() in ("LEFT", "RIGHT") for join in joins):
            return True
        within = [root.this] if isinstance(root, (exp.Paren, exp.Subquery)) else []
        roots += [*within, *(join.this for join in joins if root is not tree)]
    return False


def is_merged(view: View) -> bool:
    tree = view_tree(view)
    if not is_updatable(view) or tree.args.get("joins"):
        return False
    table = tree.args["from_"].this
    return isinstance(table, exp.Table) and not _reads_its_table_again(tree, table)


def joins_tables(view: View) -> bool:
    tree = view_tree(view)
    return is_updatable(view) and _joins_only_tables(tree)


def joins_derived(view: View) -> bool:
    """Whether one of the tables that it joins is derived: no rows are inserted by way of such a view."""
    tree = view_tree(view)
    joins = tree.args.get("joins") or ()
    return joins_tables(view) and any(isinstance(join.this, exp.Subquery) for join in joins)


def joins_somewhere(view: View, database: Database, context: StatementContext) -> bool:
    """Whether the view joins tables, or shows one that does."""
    if joins_tables(view):
        return True
    below = find_view(database, view_tree(view).args["from_"].this, context) if is_merged(view) else None
    return below is not None and joins_somewhere(below, database, context)


def _joins_only_tables(tree: exp.Expression) -> bool:
    """Whether the query joins tables, and derived ones to the first of them (captured: clusters/views_join_derived)."""
    joins = tree.args.get("joins") or ()
    from_ = tree.args.get("from_")
    if not joins or from_ is None:
        return False
    using = [join for join in joins if join.args.get("using")]
    if using and any(is_star(item) for item in tree.expressions):
        return False
    if any(join.args.get("side") for join in using):
        return False
    if any(str(join.args.get("method") or "").upper() == "NATURAL" for join in joins):
        return False
    if not isinstance(from_.this, exp.Table):
        return False
    derived = [join for join in joins if not isinstance(join.this, exp.Table)]
    return all(map(_is_plain_derived, derived)) and not (derived and joins_outer(tree))  # type: ignore[arg-type]


def _is_plain_derived(join: exp.Expression) -> bool:
    """Whether it joins a derived table that names its columns."""
    derived = join.this
    return (
        isinstance(derived, exp.Subquery)
        and isinstance(derived.this, exp.Query)
        and bool(derived.alias)
        and not (derived.args.get("joins") or join.args.get("using"))
        and "*" not in (derived.alias_column_names or derived.named_selects)
    )


def _reads_its_table_again(tree: exp.Expression, table: exp.Table) -> bool:
    """A subquery of the condition reads the table that the rows are of."""
    where = tree.args.get("where")
    return where is not None and _reads(where, table)


def _reads(tree: exp.Expression, table: exp.Table) -> bool:
    return any((node.db, node.name) == (table.db, table.name) for node in tree.find_all(exp.Table) if node is not table)


def view_columns(view: View, database: Database, context: StatementContext) -> dict[str, exp.Expression]:
    """The view's columns in order, by name in lower case: what they stand for. Of a UNION those of its first query."""
    tree = view_tree(view)
    while isinstance(tree, exp.SetOperation):
        tree = tree.this.unnest()
    from_ = tree.args.get("from_")
    base = None if from_ is None else from_.this
    columns: list[tuple[str, exp.Expression]] = []
    for item in tree.expressions:
        if isinstance(item, exp.Star) and base is not None:
            columns += [(name, exp.column(name)) for name in column_names(base, database, context)]
        else:
            columns.append((item.alias_or_name, item.unalias().unnest()))
    names = view.columns or tuple(name for name, _ in columns)
    return {name.lower(): node for name, (_, node) in zip(names, columns, strict=True)}


def column_behind(node: exp.Expr | None) -> exp.Column | None:
    """The column that is changed where this is assigned to: COLLATE is looked through (captured:
    clusters/collated_columns_of_views)."""
    while isinstance(node, (exp.Paren, exp.Collate)):
        node = node.this
    return node if isinstance(node, exp.Column) else None


def is_assigned(column: exp.Column, changed: exp.Expression) -> bool:
    """Whether an UPDATE, or what stands behind ON DUPLICATE KEY UPDATE, gives the column a value here."""
    return isinstance(column.parent, exp.EQ) and column.parent.parent is changed and column.arg_key == "this"


def in_place_of(column: exp.Column, shown: exp.Expression, changed: exp.Expression) -> exp.Expression:
    """What stands in a statement for a view's column. shown: what that is in the view."""
    target = column_behind(shown) if is_assigned(column, changed) else None
    made: exp.Expression = (shown if target is None else target).copy()
    return made


def column_names(
    node: exp.Expression, database: Database, context: StatementContext, *, hidden: bool = False
) -> list[str]:
    """The columns of the table or view that a table node names, or of a derived table. hidden: the invisible ones,
    too."""
    if isinstance(node, exp.Subquery):
        return list(node.alias_column_names or node.named_selects)
    view = find_view(database, node, context)
    if view is not None:
        return list(view_columns(view, database, context))
    columns = database.table_of(node, context).definition.columns
    return [column.name for column in columns if hidden or column.spec.visible]


def of_tables(node: exp.Expression, items: Mapping[str, exp.Expression]) -> exp.Expression:
    """An expression of a query's columns as one of what they are made of. items: by name, in small letters; other names
    stay."""

    def replaced(part: Any) -> Any:
        item = items.get(part.name.lower()) if isinstance(part, exp.Column) else None
        if item is None:
            return part
        return item.copy() if isinstance(item, exp.Column) else exp.paren(item)

    made: exp.Expression = node.copy().transform(replaced)
    return made


# --- what is told of views that read what is not there ----------------------------------------------------------------


class HasViews(Protocol):
    """What finds a view by its database and name."""

    def view(self, schema: str | None, name: str) -> View | None: ...


def _tells_databases(context: StatementContext | None) -> bool:
    """Whether a database that is gone is told as what it is, as it is found before any view counts: since there is a
    dictionary (captured: clusters/views_of_databases_gone, 5.7.18/views_of_databases_gone_statement)."""
    return context is not None and not context.variables.behaviour.names_tables_below


@contextmanager
def errors_of_view(
    view: View,
    context: StatementContext | None = None,
    database: HasViews | None = None,
    clause: str = "from clause",
    *,
    opens: bool = True,
) -> Iterator[None]:
    """What is wrong below a view is no business of who uses it: ER_VIEW_INVALID of the view that the statement names.

    A server hides so what it does not find: tables, columns, functions (captured: views_refused_*). opens: a statement
    opens the view's tables, for which their databases are looked for before any view counts.
    """
    try:
        yield
    except MySQLError as error:
        if error.code not in HIDDEN:
            raise
        if error.code == _DATABASE_GONE and opens and _tells_databases(context):
            raise
        hiding = mysql_error("ER_VIEW_INVALID", view.schema, view.name)
        behaviour = context.variables.behaviour if context is not None else None
        shows = behaviour is not None and not behaviour.hides_errors_of_views
        shows |= behaviour is not None and behaviour.names_tables_below and error.symbol in _TABLE_GONE
        if error.symbol == hiding.symbol:
            hiding.earlier = error.earlier  # of a view below, once
        elif shows:  # captured: 5.1.54, 5.5.20; views_of_databases_gone_statement
            hiding.earlier = (_named_from_view(error, view, database, clause),)
        raise hiding from None


_DATABASE_GONE = MESSAGES["ER_BAD_DB_ERROR"].code
_TABLE_GONE = ("ER_NO_SUCH_TABLE", "ER_BAD_DB_OF_TABLE")


def _named_from_view(error: MySQLError, view: View, database: HasViews | None, clause: str) -> MySQLError:
    """A column that the view's table has lost, in the words of 5.5 and older."""
    node = next(view_tree(view).find_all(exp.Table), None)
    if error.symbol != "ER_BAD_FIELD_ERROR" or node is None:
        return error
    column = error.message.split("'")[1].rpartition(".")[2]
    of_view = database is not None and database.view(node.text("db"), node.name) is not None
    names = (node.name, column) if of_view else (node.text("db"), node.name, column)
    return mysql_error("ER_BAD_FIELD_ERROR", ".".join(names), _place_in_view(view, column.lower()) or clause)


_PLACES = {"group": "group statement", "order": "order clause"}


def _place_in_view(view: View, column: str) -> str | None:
    """Where the column stands that the view's table has lost: that of a merged view's list is looked for where the
    view is named (captured: views_of_lost_columns_statement)."""
    tree = view_tree(view)
    if not isinstance(tree, exp.Select):
        return None

    def has_it(part: exp.Expression | None) -> bool:
        return part is not None and any(node.name.lower() == column for node in part.find_all(exp.Column))

    is_listed = any(map(has_it, tree.expressions))
    if is_listed or has_it(tree.args.get("where")):
        return None if is_listed and view.algorithm != "TEMPTABLE" and may_be_merged(view) else "field list"
    return next((place for part, place in _PLACES.items() if has_it(tree.args.get(part))), None)
