"""FOR UPDATE and FOR SHARE of a query."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.sql.query.volatile import is_volatile

if TYPE_CHECKING:
    from binwriter.sql.expressions.scope import Scope


def reads_for_change(node: object) -> bool:
    """Whether a statement is a query FOR UPDATE or FOR SHARE."""
    return isinstance(node, exp.Select) and bool(node.args.get("locks"))


def lock_clause(select: exp.Expression | None, alias: str) -> exp.Expression | None:
    """FOR UPDATE or FOR SHARE, as far as it is for this table."""
    for lock in (select.args.get("locks") if select is not None else None) or ():
        named = lock.args.get("expressions")
        if not named or any(node.name == alias for node in named):
            clause: exp.Expression = lock
            return clause
    return None


def matching(where: exp.Expression, scope: Scope) -> Callable[[Any], bool] | None:
    """Whether a row of the one table satisfies WHERE: READ COMMITTED keeps no lock on others (cluster
    locks_of_others_passed). None where that cannot be asked once more without anybody noticing."""
    context = scope.context
    if scope.outer is not None or where.find(exp.Query) is not None or is_volatile(where):
        return None
    from binwriter.sql.expressions.compile import compile_expression
    from binwriter.sql.expressions.conditions.logic import truth

    test = truth(compile_expression(where, scope))

    def matches(row: Any) -> bool:
        told = len(context.diagnostics)
        try:
            return bool(test(context, (row,)))
        finally:
            del context.diagnostics[told:]

    return matches
