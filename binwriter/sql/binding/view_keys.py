"""Statements with LIMIT that change a view which does not show a whole key of its table.

Source: MySQL manual, "updatable_views_with_limit"; as a 9.7.4 answers (cluster views_with_limit).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.binding.view_trees import column_behind, find_view, is_merged, view_columns

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database
    from binwriter.sql.context import StatementContext


def key_teller(tree: exp.Expression, database: Database, context: StatementContext) -> Callable[[], None]:
    """What tells of it (note 1355), or refuses it (ER_NON_UPDATABLE_TABLE, ER_NON_INSERTABLE_TABLE) where the variable
    says so. tree: the statement as it names the view."""
    query = tree.args.get("expression") if isinstance(tree, exp.Insert) else tree
    node = tree.this.this if isinstance(tree.this, exp.Schema) else tree.this
    if not isinstance(query, exp.Expression) or not query.args.get("limit") or not isinstance(node, exp.Table):
        return _nothing
    found = _shown(node, database, context)
    if found is None or _is_whole(*found):
        return _nothing
    inserts = isinstance(tree, exp.Insert)
    kind = "INSERT" if inserts else type(tree).__name__.upper()

    def tell() -> None:
        if context.variables.get("updatable_views_with_limit") == "NO":
            symbol = "ER_NON_INSERTABLE_TABLE" if inserts else "ER_NON_UPDATABLE_TABLE"
            raise mysql_error(symbol, node.alias_or_name, kind)
        if context.is_prepared_now(tree):
            context.diagnostics.append(mysql_warning("ER_WARN_VIEW_WITHOUT_KEY", level="Note"))

    return tell


def _nothing() -> None:
    """There is nothing to tell."""


def _shown(node: exp.Expression, database: Database, context: StatementContext) -> tuple[Table, dict[str, str]] | None:
    """The view's table, and its columns by the names that the view has for them; None where it is none of one table."""
    view = find_view(database, node, context)
    if view is None or not is_merged(view):
        return None
    columns = {
        name: column.name.lower()
        for name, target in view_columns(view, database, context).items()
        if (column := column_behind(target)) is not None
    }
    base = view_tree(view).args["from_"].this
    if find_view(database, base, context) is None:
        return database.table_of(base, context).definition, columns
    below = _shown(base, database, context)
    if below is None:
        return None
    return below[0], {name: below[1][inner] for name, inner in columns.items() if inner in below[1]}


def _is_whole(table: Table, columns: dict[str, str]) -> bool:
    """Whether a key without NULL, or else all of the table, is shown."""
    shown = {table.index_of[name] for name in columns.values() if name in table.index_of}
    for key in table.keys:
        whole = not any(part.length for part in key.parts) and shown.issuperset(key.columns)
        if key.unique and whole and not any(table.columns[column].spec.nullable for column in key.columns):
            return True
    return len(shown) == len(table.columns)
