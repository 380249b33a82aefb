"""Tables of a join without the rows that their own conditions leave out: a join costs as much as what is left.

The conditions are asked again of each combination. Only where nobody could notice: see `silent`. Where an index finds
them in the table's order, the other rows are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from sqlglot import exp

from binwriter.formats.records import dataclass, replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.logic import Truth, asked
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query.access.bounds import both, bound, numbers_listed
from binwriter.sql.query.access.conditions import Bounds
from binwriter.sql.query.joins.silent import place_of
from binwriter.sql.query.loops import TableNode, TableScan
from binwriter.sql.store.numbers import INTEGER_BITS
from binwriter.sql.types.functions import columns_in
from binwriter.storage.table_data import TableData

_FEW = 4  # of so many rows one at most, where they have to be sorted


@dataclass(eq=False)
class Filtered:
    """What a table's own conditions let through, kept as long as the table does not change."""

    node: TableNode
    data: TableData
    tests: Sequence[Truth]
    bounds: Mapping[int, Bounds] = field(default_factory=dict)
    points: Mapping[int, Sequence[int]] = field(default_factory=dict)
    _context: StatementContext | None = None
    _version: int = -1
    _rows: list[Sequence[Any]] = field(default_factory=list)

    def __call__(self, context: StatementContext, row: Any) -> Iterable[Sequence[Any]]:
        if self._context is not context or self._version != self.data.version:
            self._rows = list(self._passed(context, row))
            self._context, self._version = context, self.data.version
        return self._rows

    def _passed(self, context: StatementContext, row: Any) -> Iterator[Sequence[Any]]:
        slot = self.node.slot
        narrowed = self._narrowed(context)
        for values in self.node.read(context, row) if narrowed is None else narrowed:
            row[slot] = values
            if all(test(context, row) for test in self.tests):
                yield values

    def _narrowed(self, context: StatementContext) -> Iterator[Sequence[Any]] | None:
        """Those of the rows that a key's bounds or listed numbers leave, in the table's order; None where none does."""
        data, table = self.data, self.data.definition
        if (
            not (self.bounds or self.points)
            or not isinstance(self.node.read, TableScan)
            or not context.server.takes_many
        ):
            return None
        if type(data) is not TableData or table.partitioning is not None or table.engine.in_memory:
            return None
        own = data.clustered_key
        for key in table.keys:
            if not key.columns or key.parts[0].descending:
                continue
            bounds, points = self.bounds.get(key.columns[0]), self.points.get(key.columns[0])
            if points is not None and (key is own or data.count_points(key, points) * _FEW < len(data)):
                in_order = key is own  # which the numbers ascend in
                return (values for _, values in (data.scan_points if in_order else data.scan_equal_to_any)(key, points))
            if bounds is None:
                continue
            if key is own:
                return (values for _, values in data.scan_between(key, *bounds))
            low, high = bounds
            if low is not None and low == high and data.count(key, (low,)) * _FEW < len(data):
                return (values for _, values in data.scan_equal(key, (low,)))
        return None


def with_own_conditions(node: TableNode, conditions: Iterable[exp.Expression], scope: Scope) -> TableNode:
    """conditions: none of which says anything, nor what would be asked of a row before."""
    data: object = node.data
    if not isinstance(data, TableData):
        return node
    own, bounds, points = list[Truth](), dict[int, Bounds](), dict[int, Sequence[int]]()
    for term in conditions:
        slots = {place[0] if (place := place_of(column, scope)) else None for column in columns_in(term)}
        if slots != {node.slot}:
            continue
        own.append(_test(term, scope))
        listed = numbers_listed(term)
        subject = term.this if listed is None else listed[0]
        place = place_of(subject, scope) if isinstance(subject, exp.Expression) else None
        if place is not None and listed is not None and _is_number(data, place[1]):
            points.setdefault(place[1], listed[1])
            continue
        found = None if place is None else bound(term)
        if place is not None and found is not None and _is_number(data, place[1]):
            bounds[place[1]] = both(bounds.get(place[1], (None, None)), found)
    return replace(node, read=Filtered(node, data, own, bounds, points)) if own else node


def _is_number(data: TableData, column: int) -> bool:
    """Whether a column has whole numbers."""
    return data.definition.columns[column].spec.type in INTEGER_BITS


def _test(term: exp.Expression, scope: Scope) -> Truth:
    told = len(scope.context.diagnostics)
    try:
        return asked(compile_expression(term, scope), scope)
    finally:
        del scope.context.diagnostics[told:]  # it was compiled before
