"""In which query an aggregate function is computed: its own, or one around it.

Source: MySQL manual, "MySQL Handling of GROUP BY"; ISO/IEC 9075-2, "set function specification"; captured:
aggregates_of_outer_queries.
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.sql.expressions.scope import Scope
from binwriter.sql.types import columns_in


def aggregates(scope: Scope) -> bool:
    """Whether an aggregate function may stand here."""
    return scope.aggregates is not None and scope.aggregates.allowed


def aggregating_scope(call: exp.Expression, scope: Scope) -> Scope:
    """The scope of the innermost query whose columns the call names, if it may aggregate there; else the call's own."""
    if scope.outer is None or isinstance(call.parent, exp.Window):
        return scope
    query = call.find_ancestor(exp.Query)
    innermost: Scope | None = None
    for column in columns_in(call):
        if column.find_ancestor(exp.Query) is not query:
            continue
        home = _home(column, scope)
        if home is not None and (innermost is None or home.base > innermost.base):
            innermost = home
    if innermost is None or innermost.base == scope.base or not aggregates(innermost):
        return scope
    scope.note_correlation(innermost)
    return innermost


def _home(column: exp.Column, scope: Scope) -> Scope | None:
    """The scope whose column it is; None for a variable, or what nobody knows."""
    name, table, schema = column.name, column.text("table") or None, column.text("db") or None
    names = scope.context.program_names
    if names is not None and schema is None and names.find(name, table) is not None:
        return None
    around: Scope | None = scope
    while around is not None:
        if around.locate(name, table, schema) is not None:
            return around
        if table is None and (name.lower() in around.row_aliases or name.lower() in around.parameters):
            return around
        around = around.outer
    return None
