"""ONLY_FULL_GROUP_BY: what stands in a grouped query beside aggregates must be one value a group.

Source: MySQL manual, "MySQL Handling of GROUP BY" and "Detection of Functional Dependence"; errors as a 9.7.4
gives them (tests/golden/scenarios/full_group_by.scn). Of subqueries the columns are looked at that name a table around
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.functions.aggregates.frames import UNNAMED
from binwriter.sql.query.dependence import GroupedColumns, Place, bare, full_name, text_of
from binwriter.sql.query.select_list import names_of
from binwriter.sql.types import columns_in, is_aggregate

_MODE = "ONLY_FULL_GROUP_BY"


def check_grouping(
    node: exp.Expression,
    scope: Scope,
    tables: Mapping[int, Table],
    items: Sequence[exp.Expression],
    groups: Sequence[exp.Expression],
) -> None:
    """MySQLError 1055 or 1140 for an item of a grouped query that has no one value in a group.

    items: the select list, stars resolved. groups: of GROUP BY, positions and aliases resolved; empty without one.
    """
    context = scope.context
    if not _is_asked(context):
        return
    known = GroupedColumns(node, scope, tables, groups)
    for number, item in enumerate(items, 1):
        column = known.first_unknown(item.this if isinstance(item, exp.Alias) else item)
        if column is None:
            continue
        if groups:
            raise mysql_error("ER_WRONG_FIELD_WITH_GROUP", number, "SELECT list", column)
        raise mysql_error("ER_MIX_OF_GROUP_FUNC_AND_FIELDS", number, "SELECT list", column)
    for number, ordered in enumerate(_ordered_by(node, items) if groups else (), 1):
        column = known.first_unknown(ordered) if ordered is not None else None
        if column is not None:
            raise mysql_error("ER_WRONG_FIELD_WITH_GROUP", number, "ORDER BY clause", column)
    having = node.args.get("having") if context.variables.behaviour.looks_at_dependence else None
    for query in _queries_in(having.this) if having is not None else ():
        column = known.first_unknown(query)
        if column is not None and groups:
            raise mysql_error("ER_WRONG_FIELD_WITH_GROUP", 1, "HAVING clause", column)
        if column is not None:
            raise mysql_error("ER_MIX_OF_GROUP_FUNC_AND_FIELDS", 1, "HAVING clause", column)
    _check_windows(node, known, grouped=bool(groups))


def _check_windows(node: exp.Expression, known: GroupedColumns, *, grouped: bool) -> None:
    """The same of what windows part and sort by, be they used or not (captured: clusters/windows_over_groups)."""
    symbol = "ER_WRONG_FIELD_WITH_GROUP" if grouped else "ER_MIX_OF_GROUP_FUNC_AND_FIELDS"
    for name, parts in _windows_of(node):
        for number, part in parts:
            column = known.first_unknown(part)
            if column is not None:
                raise mysql_error(symbol, number, f"PARTITION BY or ORDER BY clause of window '{name}'", column)


def _windows_of(node: exp.Expression) -> Iterator[tuple[str, list[tuple[int, exp.Expression]]]]:
    """The windows of a query, those of its WINDOW clause first: their names and what they part and sort by, each
    numbered for itself."""
    named = [(window.name, window) for window in node.args.get("windows") or ()]
    shown = (*node.expressions, node.args.get("order"))
    walked = (part for item in shown if item is not None for part in item.walk(bfs=False, prune=_is_query))
    for name, window in (*named, *((UNNAMED, part) for part in walked if isinstance(part, exp.Window))):
        ordered = window.args.get("order")
        order = [part.this for part in ordered.expressions] if ordered is not None else []
        yield name, [*enumerate(window.args.get("partition_by") or (), 1), *enumerate(order, 1)]


def _is_query(node: exp.Expr) -> bool:
    return isinstance(node, exp.Query)


def _is_asked(context: StatementContext) -> bool:
    """Not where a view is made: its query is looked at when it is read (captured: clusters/grouped_around_queries)."""
    return context.has_mode(_MODE) and not context.makes_view


def _queries_in(node: exp.Expression) -> Iterator[exp.Expression]:
    if isinstance(node, exp.Query):
        yield node
        return
    for child in node.iter_expressions():
        yield from _queries_in(child)


def unknown_name(column: exp.Expression) -> str:
    """A column as errors name it: with its table and database where they are written."""
    return ".".join(part for part in (column.text("db"), column.text("table"), column.name) if part)


def check_distinct_order(node: exp.Expression, scope: Scope, items: Sequence[exp.Expression]) -> None:
    """MySQLError 3065 where SELECT DISTINCT is sorted by a column that it does not select, 3066 by an aggregate.

    An item of ORDER BY is selected whole, or each of its columns is (captured: distinct_in_order).
    """
    context = scope.context
    if not _is_asked(context) or not context.variables.behaviour.looks_at_dependence:
        return
    inner = [_selected(item) for item in items]
    shown = {text_of(item) for item in inner}
    places = {_located(item, scope) for item in inner if isinstance(bare(item), exp.Column)}
    aliases = names_of([item for item in items if not isinstance(item, exp.Column)])
    for number, ordered in enumerate(_ordered_by(node, items), 1):
        if ordered is None or text_of(ordered) in shown or _located(ordered, scope) in places - {None}:
            continue
        if any(is_aggregate(call) and call.parent_select is node for call in ordered.walk(prune=_is_any_value)):
            raise mysql_error("ER_AGGREGATE_IN_ORDER_NOT_SELECT", number, "DISTINCT")
        for column in columns_in(ordered):
            if _is_in_any_value(column):
                continue
            is_alias = not column.table and column.name.lower() in aliases
            place = _located(column, scope)
            if place is not None and place not in places and not is_alias and _is_of(column, node):
                raise mysql_error("ER_FIELD_IN_ORDER_NOT_SELECT", number, full_name(place, scope))


def _is_any_value(node: exp.Expr) -> bool:
    return isinstance(node, exp.Anonymous) and node.name.upper() == "ANY_VALUE"


def _is_in_any_value(node: exp.Expression) -> bool:
    """Whether it is nobody's business which of several values it has (captured: clusters/orders_of_any_value)."""
    around = node.parent
    while around is not None and not isinstance(around, exp.Query):
        if _is_any_value(around):
            return True
        around = around.parent
    return False


def _selected(item: exp.Expression) -> exp.Expression:
    """An item of the select list without its alias."""
    return item.this if isinstance(item, exp.Alias) else item


def groups_are_shown(groups: Sequence[exp.Expression], items: Sequence[exp.Expression]) -> bool:
    """Whether all that is grouped by is selected: rows are distinct then without more."""
    return {text_of(group) for group in groups} <= {text_of(_selected(item)) for item in items}


def _located(node: exp.Expression, scope: Scope) -> Place | None:
    """The place of a column in this FROM clause; None for what is no column, or in none."""
    node = bare(node)
    if not isinstance(node, exp.Column) or isinstance(node.this, exp.Star):
        return None
    try:
        return scope.place_of(node)
    except MySQLError:  # ambiguous
        return None


def _is_of(column: exp.Column, select: exp.Expression) -> bool:
    """Whether a column in ORDER BY is one of the query's own: in a subquery one that names a table of no other FROM."""
    query = column.parent_select
    while query is not None and query is not select:
        if not column.table or any(table.alias_or_name == column.table for table in query.find_all(exp.Table)):
            return False
        query = query.parent_select
    return True


def _ordered_by(node: exp.Expression, items: Sequence[exp.Expression]) -> Iterator[exp.Expression | None]:
    """The expressions of ORDER BY; None for one that is a position or an alias."""
    order = node.args.get("order")
    aliases = names_of([item for item in items if not isinstance(item, exp.Column)])
    for ordered in order.expressions if order is not None else ():
        inner = ordered.this
        is_alias = isinstance(inner, exp.Column) and not inner.text("table") and inner.name.lower() in aliases
        yield None if is_alias or isinstance(inner, exp.Literal) else inner
