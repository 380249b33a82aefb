"""Tables of which a join reads a range of a key for each row in front of them ("Range checked for each record").

A server weighs for each combination of the rows before whether a range of one of the keys is cheaper than all rows, and
reads the rows in the key's order then (as a 9.7.4 answers, cluster ranges_checked_for_each_row).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any

from sqlglot import exp

from binwriter.catalog.keys import has_order
from binwriter.catalog.tables import Key
from binwriter.formats.records import dataclass, replace
from binwriter.sql.context import StatementContext
from binwriter.sql.query.access.bounds import Bounds, both
from binwriter.sql.query.access.costs import clustered_key, cost_of_all, cost_of_ranges
from binwriter.sql.query.joins.conditions import JoinConditions, Place
from binwriter.sql.query.joins.lookups import ReadsByPath
from binwriter.sql.query.loops import JoinNode, TableNode, leaves
from binwriter.sql.store.numbers import INTEGER_BITS
from binwriter.storage.table_data import TableData

_TURNED: dict[type[exp.Expression], type[exp.Expression]] = {
    exp.LT: exp.GT,
    exp.LTE: exp.GTE,
    exp.GT: exp.LT,
    exp.GTE: exp.LTE,
}


@dataclass(frozen=True, slots=True)
class _Comparison:
    """column <kind> the value at a place of the rows before."""

    column: int
    kind: type[exp.Expression]
    other: Place

    def bounds(self, value: int) -> Bounds:
        """The values of the column for which it holds."""
        if self.kind in (exp.LT, exp.LTE):
            return None, value - (self.kind is exp.LT)
        return value + (self.kind is exp.GT), None


@dataclass(eq=False)
class CheckedRanges:
    """Reads the rows of a table by the range that the rows before it leave, if that is what a server does."""

    node: TableNode
    data: TableData
    comparisons: tuple[_Comparison, ...]

    def __call__(self, context: StatementContext, row: Sequence[Any]) -> Iterable[Sequence[Any]]:
        rows, found = self.node.read(context, row), self._range(row)
        if found is None:
            return rows
        key, bounds = found
        listed = list(rows)
        known = {getattr(values, "row_id", None): values for values in listed}
        if len(known) == len(listed) and None not in known:
            return [known[row_id] for row_id, _ in self.data.scan_between(key, *bounds) if row_id in known]
        low, high = bounds
        first = key.columns[0]
        inside = (values for values in listed if isinstance(values[first], int))
        return sorted(
            (v for v in inside if (low is None or v[first] >= low) and (high is None or v[first] <= high)),
            key=lambda values: int(values[first]),
        )

    def _range(self, row: Sequence[Any]) -> tuple[Key, Bounds] | None:
        table = self.data.definition
        best, least, own = None, cost_of_all(table, len(self.data)), clustered_key(table)
        for key in table.keys:
            bounds = self._bounds(key.columns[0], row)
            if bounds == (None, None) or key.parts[0].descending or not has_order(table, key):
                continue
            cost = cost_of_ranges(table, self.data.count_between(key, *bounds), 1, is_covered=key is own)
            if cost < least:
                best, least = (key, bounds), cost
        return best

    def _bounds(self, column: int, row: Sequence[Any]) -> Bounds:
        bounds: Bounds = (None, None)
        for comparison in self.comparisons:
            slot, index = comparison.other
            value = row[slot][index] if comparison.column == column else None
            if isinstance(value, int):
                bounds = both(bounds, comparison.bounds(value))
        return bounds


def with_checked_ranges(tree: JoinNode, conditions: JoinConditions, readers: Sequence[object]) -> JoinNode:
    """The same join, whose last table is read so where nothing equates it. readers: of the tables, by their places."""
    node = tree.right
    if not isinstance(node, TableNode) or tree.partners is not None or tree.outer:
        return tree
    read: object = node.read
    if read is not readers[node.slot] or not isinstance(read, ReadsByPath):
        return tree
    data = conditions.tables[node.slot]
    if type(data) is not TableData or data.definition.partitioning is not None:
        return tree
    earlier = {leaf.slot for leaf in leaves(tree.left)}
    found = tuple(_comparisons(conditions, node.slot, earlier, data))
    if not found or read.path.has_ranges:
        return tree
    return replace(tree, partners=CheckedRanges(node, data, found))


def _comparisons(
    conditions: JoinConditions, slot: int, earlier: Container[int], data: TableData
) -> Iterator[_Comparison]:
    for node in conditions.all_conjuncts():
        kind = _TURNED.get(type(node))
        if kind is None:
            continue
        left, right = (conditions.place(side) for side in (node.this, node.expression))
        for place, other, own in ((left, right, type(node)), (right, left, kind)):
            if place is None or other is None or place[0] != slot or other[0] not in earlier:
                continue
            if _is_whole(conditions, place) and _is_whole(conditions, other):
                yield _Comparison(place[1], own, other)


def _is_whole(conditions: JoinConditions, place: Place) -> bool:
    data = conditions.tables[place[0]]
    return data is not None and data.definition.columns[place[1]].spec.type in INTEGER_BITS
