"""FOR UPDATE and FOR SHARE of a query."""

from __future__ import annotations

from sqlglot import exp


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
