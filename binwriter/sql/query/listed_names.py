"""Names that are those of two columns of a select list: ORDER BY, GROUP BY and HAVING cannot say which one is meant.

Captured: clusters/ambiguous_names. A column that is listed twice is one; an expression that has the name is taken
before anything behind it is looked at; expressions before it do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query.select_list import SelectItem
from binwriter.sql.types import is_aggregate


def check_ordered(node: exp.Expression, items: Sequence[SelectItem], scope: Scope) -> None:
    """An item of ORDER BY or GROUP BY; inside of an expression columns of the tables come first. ER_NON_UNIQ_ERROR."""
    for column in _columns(node):
        if column is node or not scope.has(column.name):
            _check(column, items, scope)


def check_tested(node: exp.Expression, items: Sequence[SelectItem], scope: Scope) -> None:
    """HAVING, whose names are those of the list everywhere. ER_NON_UNIQ_ERROR."""
    for column in _columns(node):
        _check(column, items, scope)


def check_united(node: exp.Expression, names: Sequence[str]) -> None:
    """An item of ORDER BY behind a UNION, whose columns differ though they have one name. ER_NON_UNIQ_ERROR."""
    if not isinstance(node, exp.Column) or node.table:
        return
    if sum(name.lower() == node.name.lower() for name in names) > 1:
        raise mysql_error("ER_NON_UNIQ_ERROR", node.name, "order clause")


def _columns(node: exp.Expression) -> Iterator[exp.Column]:
    """The unqualified names of the query's own, outside of aggregate functions and subqueries."""

    def is_another(part: exp.Expr) -> bool:
        return isinstance(part, exp.Query) or (isinstance(part, exp.Anonymous | exp.AggFunc) and is_aggregate(part))

    for part in node.walk(prune=is_another):
        if isinstance(part, exp.Column) and not part.table and isinstance(part.this, exp.Identifier):
            yield part


def _check(column: exp.Column, items: Sequence[SelectItem], scope: Scope) -> None:
    name, meant = column.name.lower(), None
    for item in items:
        if item.name.lower() != name:
            continue
        node = item.node.unalias()
        place = _place(node, scope) if isinstance(node, exp.Column) else None
        if place is None:
            return
        if meant not in (None, place):
            raise mysql_error("ER_NON_UNIQ_ERROR", column.name, scope.clause)
        meant = place


def _place(node: exp.Column, scope: Scope) -> tuple[object, ...] | None:
    """Which column of the tables it is; None for what is none."""
    try:
        return scope.place_of(node)
    except MySQLError:
        return None
