"""What a server computes before it looks at any row: constants of WHERE that its optimizer asks for."""

from __future__ import annotations

from sqlglot import exp

from binwriter.sql.expressions.scope import Scope

_COMPARISONS = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NullSafeEQ, exp.Between, exp.In)


def is_asked_beforehand(node: exp.Expression, scope: Scope) -> bool:
    """Whether a constant is part of a condition without columns, or compared with the first column of a key (captured:
    events_schedules).

    Elsewhere it is computed when there is a row.
    """
    if scope.clause != "where clause":
        return False
    comparison = node.find_ancestor(*_COMPARISONS)
    if comparison is None:
        return False
    columns = list(comparison.find_all(exp.Column))
    return not columns or any(
        column.parent is comparison and scope.begins_key(column.name, column.text("table") or None)
        for column in columns
    )
