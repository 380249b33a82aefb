"""In which order groups come (MySQL manual, "GROUP BY Optimization"; captured: groups_in_turn_row)."""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp

from binwriter.sql.types import Role, function_of
from binwriter.sql.types.kinds import JSON


def sorts_groups(nodes: Iterable[exp.Expression | None]) -> bool:
    """Whether there are aggregates that need the rows of a group one after the other, for which a server sorts them;
    without such it gives groups as their first rows come. DISTINCT says nothing in MIN and MAX."""
    return any(
        node.find(exp.GroupConcat)
        or any(_makes_document(call) for call in node.find_all(exp.Anonymous, exp.AggFunc))
        or any(_counts_once(part.parent) for part in node.find_all(exp.Distinct))
        for node in nodes
        if node is not None
    )


def _makes_document(call: exp.Expr) -> bool:
    function = function_of(call)
    return function is not None and function.type is JSON and function.role is Role.AGGREGATE


def _counts_once(call: exp.Expr | None) -> bool:
    """Whether it is an aggregate to which it matters."""
    function = function_of(call)
    return function is not None and function.role is Role.AGGREGATE and not function.choice
