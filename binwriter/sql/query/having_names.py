"""What the names of HAVING mean: columns of the select list and of GROUP BY, and no others of the tables.

Source: MySQL manual, "SELECT Statement" and "MySQL Handling of GROUP BY"; captured: names_in_having. A name that both
lists have, and mean another column by, is that of GROUP BY, with warning 1052. In an aggregate's brackets and in
subqueries the names are those of the tables.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.expressions.conditions.logic import BARE_CALLS
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.subqueries import LEFT_OF
from binwriter.sql.query.full_group_by import unknown_name
from binwriter.sql.query.group_names import was_merged
from binwriter.sql.query.select_list import SelectItem, own_columns, table_place


def names_tested(
    having: exp.Expression,
    items: Sequence[SelectItem],
    groups: Sequence[exp.Expression],
    aliases: dict[str, exp.Expression],
    scope: Scope,
) -> dict[str, exp.Expression]:
    """What each name without a table stands for; aliases: that of names in places that are not looked at here.

    groups: of GROUP BY, places and aliases resolved. MySQLError ER_BAD_FIELD_ERROR, and ER_NON_UNIQ_ERROR
    for one that columns of several tables in GROUP BY have (captured: clusters/grouped_around_queries).
    """
    names, grouped = dict(aliases), [node for node in groups if isinstance(node, exp.Column)]
    for column in own_columns(having, qualified=True):
        if _is_no_column(column, scope):
            continue
        selected = _selected(column, items, scope)
        called = [node for node in grouped if _is_called(node, column, scope)]
        group = called[0] if called else None
        if any(_differ(called[0], other, scope) for other in called[1:]):
            raise mysql_error("ER_NON_UNIQ_ERROR", unknown_name(column), _clause(column, scope))
        if group is None and selected is None:
            if scope.outer is None or (_is_own(column, scope) and not _is_of_outer(column, scope.outer)):
                raise mysql_error("ER_BAD_FIELD_ERROR", unknown_name(column), _clause(column, scope))
            continue  # of a query around this one, or what nobody knows
        if group is not None and selected is not None and _differ(group, selected, scope):
            scope.context.warn("ER_NON_UNIQ_ERROR", unknown_name(column), "having clause")
        if not column.table:
            meant = group if group is not None else selected
            assert meant is not None
            names[column.name.lower()] = meant
    return names


def warn_of_grouped(node: exp.Expression, items: Sequence[SelectItem], scope: Scope) -> None:
    """An item of GROUP BY that is a column, where the select list has something else of its name: warning 1052."""
    if not isinstance(node, exp.Column) or node.table or not scope.has(node.name):
        return
    if was_merged(node.name.lower(), scope):
        return
    selected = _selected(node, items, scope, unaliased=False)
    if selected is not None and _differ(node, selected, scope):
        scope.context.warn("ER_NON_UNIQ_ERROR", node.name, scope.clause)


def _is_no_column(column: exp.Column, scope: Scope) -> bool:
    """A variable of a program, or a function without its brackets."""
    names = scope.context.program_names
    if names is not None and names.find(column.name, column.text("table") or None) is not None:
        return True
    return not column.table and column.name.upper() in BARE_CALLS and not column.this.args.get("quoted")


def _selected(
    column: exp.Column, items: Sequence[SelectItem], scope: Scope, *, unaliased: bool = True
) -> exp.Expression | None:
    """The item of the select list that is called so: an expression goes before columns, and the name that a column has
    in the list before its own (unaliased)."""
    name, called, behind = column.name.lower(), None, None
    for item in items:
        inner = _inner(item)
        if isinstance(inner, exp.Column) and _is_called(inner, column, scope):
            behind = inner if behind is None else behind
        if column.table or item.name.lower() != name:
            continue
        if not isinstance(inner, exp.Column):
            return inner
        called = inner if called is None else called
    return called if called is not None else behind if unaliased else None


def _inner(item: SelectItem) -> exp.Expression:
    return item.node.this if isinstance(item.node, exp.Alias) else item.node


def _is_called(node: exp.Column, name: exp.Column, scope: Scope) -> bool:
    """Whether a column has the name that is written, and is of the table that is."""
    if node.name.lower() != name.name.lower():
        return False
    return not name.table or table_place(node, scope) == table_place(name, scope) is not None


def _differ(one: exp.Expression, other: exp.Expression, scope: Scope) -> bool:
    places = [table_place(node, scope) if isinstance(node, exp.Column) else None for node in (one, other)]
    return None in places or places[0] != places[1]


def _clause(column: exp.Column, scope: Scope) -> str:
    """Where a server says that it looks for the column."""
    child: exp.Expr = column
    parent = column.parent
    while parent is not None and not isinstance(parent, exp.Query):
        of_query = isinstance(parent, exp.In) and parent.args.get("query") is not None
        of_all = isinstance(parent, exp.Binary) and isinstance(parent.expression, (exp.Any, exp.All))
        if child is parent.this and (of_query or of_all):
            return LEFT_OF
        child, parent = parent, parent.parent
    return scope.clause


def _is_own(column: exp.Column, scope: Scope) -> bool:
    try:
        return scope.place_of(column) is not None
    except MySQLError:  # several tables have it
        return True


def _is_of_outer(column: exp.Column, scope: Scope) -> bool:
    around: Scope | None = scope
    while around is not None:
        if around.place_of(column) is not None or (not column.table and column.name.lower() in around.row_aliases):
            return True
        around = around.outer
    return False
