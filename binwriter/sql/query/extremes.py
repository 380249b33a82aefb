"""Queries of nothing but the least or greatest values of columns, which an index has at its ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot import exp

from binwriter.sql.expressions.scope import Aggregates, Scope, Source
from binwriter.sql.query.access.conditions import named_column
from binwriter.sql.query.select_list import SelectItem
from binwriter.sql.store.numbers import INTEGER_BITS
from binwriter.sql.types import Role, function_of
from binwriter.sql.types.numbers import extreme

Extreme = tuple[int, bool]  # the column, and whether its greatest value is asked for


def all_extremes(
    items: Sequence[SelectItem], aggregates: Aggregates, sources: Sequence[Source], scope: Scope
) -> list[Extreme] | None:
    """Of each aggregate of a query without groups over one table, in their order, if all are MIN and MAX of columns of
    whole numbers and nothing else of the table is asked for."""
    if len(sources) != 1 or aggregates.windows or not aggregates.calls:
        return None
    calls = [call for item in items for call in _aggregates_in(item.node)]
    if len(calls) != len(aggregates.calls):
        return None
    inside = sum(len(list(call.find_all(exp.Column))) for call in calls)
    if inside != sum(len(list(item.node.find_all(exp.Column))) for item in items):
        return None
    if any(item.node.find(exp.Query) is not None for item in items):
        return None
    found = [_extreme(call, sources[0], scope) for call in calls]
    return None if None in found else [extreme for extreme in found if extreme is not None]


def is_alone(items: Sequence[SelectItem]) -> bool:
    """Whether the query shows one aggregate as it is."""
    return len(items) == 1 and next(_aggregates_in(items[0].node), None) is items[0].node.unalias()


def _aggregates_in(node: exp.Expression) -> Iterator[exp.Anonymous]:
    for part in node.walk(bfs=False):
        if isinstance(part, exp.Anonymous):
            function = function_of(part)
            if function is not None and function.role is Role.AGGREGATE:
                yield part


def _extreme(call: exp.Anonymous, source: Source, scope: Scope) -> Extreme | None:
    function = function_of(call)
    if function is None or function.type is not extreme or len(call.expressions) != 1:
        return None
    column = named_column(call.expressions[0], scope)
    stored = None if column is None else source.columns[column].column
    if column is None or stored is None or stored.spec.type not in INTEGER_BITS or stored.zerofill:
        return None
    return column, function.name == "MAX"
