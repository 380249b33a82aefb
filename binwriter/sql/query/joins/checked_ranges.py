"""Tables of which a join reads a range of a key for each row in front of them ("Range checked for each record").

A server weighs for each combination of the rows before whether a range of one of the keys is cheaper than all rows, and
reads the rows in the key's order then. It plans that where a comparison with the tables before bounds a key of which
constants bound none (as a 9.7.4 answers, clusters ranges_checked_for_each_row, ranges_checked_in_selects); whether
rows of equal columns could be hashed does not matter then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import Any

from sqlglot import exp

from binwriter.catalog.keys import has_order
from binwriter.catalog.tables import Key, Table
from binwriter.formats.records import dataclass, replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.chains import operands
from binwriter.sql.expressions.conditions.logic import Truth, truth
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import Kind
from binwriter.sql.query.access.costs import clustered_key, cost_of_ranges, cost_of_whole, covers
from binwriter.sql.query.joins.conditions import JoinConditions, Place
from binwriter.sql.query.joins.key_order import in_key_order
from binwriter.sql.query.joins.lookups import ReadsByPath
from binwriter.sql.query.loops import FromNode, JoinNode, TableNode, leaves
from binwriter.sql.text.known_trees import has, nodes_in

_ORDERED = (exp.LT, exp.LTE, exp.GT, exp.GTE)
_NUMBERS = frozenset({Kind.INT, Kind.DECIMAL, Kind.REAL})

PlaceOf = Callable[[exp.Expression], Place | None]


@dataclass(frozen=True, slots=True)
class Bound:
    """What bounds one column of a table by the rows of others. needs: these; equal: the most values that it leaves, 0
    for a range; asks_more: it is more than that a column of theirs is equal."""

    column: int
    needs: frozenset[int]
    holds: Truth
    equal: int
    asks_more: bool


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """used: the columns that are read of it, None for all. bounds: of which the rows before have values."""

    slot: int
    table: Table
    used: frozenset[int] | None
    bounds: tuple[Bound, ...]

    def beside(self, earlier: Set[int], constant: Set[int] = frozenset()) -> CheckedTable | None:
        """The same beside these tables; None where it is not read so. constant: those of which one row is known, by
        which the ranges are known from the start."""
        usable = tuple(bound for bound in self.bounds if bound.needs <= earlier)
        if any(bound.needs <= constant for bound in usable):
            return None
        bounded = {bound.column for bound in usable}
        equal = {bound.column for bound in self.bounds if not bound.asks_more}
        begun = {bound.column for bound in self.bounds}
        for key in self.table.keys:
            first = key.columns[0]
            if first in begun and first not in equal and not bounded.isdisjoint(key.columns):
                return replace(self, bounds=usable)
        return None

    def inside(
        self, context: StatementContext, row: list[Any], rows: Sequence[Sequence[Any]]
    ) -> Sequence[Sequence[Any]]:
        """Of all rows, as the table has them, those that a server reads beside the others of the row, in its order."""
        costs = context.variables.behaviour.costs
        best: tuple[float, Sequence[Sequence[Any]], Key | None] = (
            cost_of_whole(self.table, self.used, len(rows), costs),
            rows,
            None,
        )
        own = clustered_key(self.table)
        for key in self.table.keys:
            chosen = self._of_key(key)
            if not chosen or not has_order(self.table, key):
                continue
            found = [values for values in rows if self._hold(context, row, values, chosen)]
            ranges = 1
            for bound in chosen:
                ranges *= max(1, bound.equal)
            is_covered = key is own or covers(self.table, key, self.used, own)
            cost = cost_of_ranges(self.table, len(found), ranges, costs, is_covered=is_covered, is_own=key is own)
            if not found:
                return found
            if round(cost - best[0], 6) < 0:
                best = cost, found, key
        return best[1] if best[2] is None else in_key_order(best[1], self.table, best[2])

    def _of_key(self, key: Key) -> list[Bound]:
        chosen: list[Bound] = []
        for part in key.parts:
            own = [] if part.length else [bound for bound in self.bounds if bound.column == part.column]
            chosen += own
            if not any(bound.equal for bound in own):
                break
        return chosen

    def _hold(self, context: StatementContext, row: list[Any], values: Sequence[Any], chosen: Sequence[Bound]) -> bool:
        row[self.slot] = values
        return all(bound.holds(context, row) for bound in chosen)


@dataclass(eq=False)
class CheckedRanges:
    """Reads the rows of a table by the range that the rows before it leave, if that is what a server does."""

    node: TableNode
    checked: CheckedTable

    def __call__(self, context: StatementContext, row: Sequence[Any]) -> Iterable[Sequence[Any]]:
        rows = list(self.node.read(context, row))
        return self.checked.inside(context, list(row), rows)


def bounds_of(
    terms: Iterable[exp.Expression], slot: int, table: Table, place: PlaceOf, scope: Scope
) -> tuple[Bound, ...]:
    """What these conditions say of a table's columns that begin or continue a key, by the columns of other tables."""
    keyed = {column for key in table.keys for column in key.columns}
    found = list[Bound]()
    told = len(scope.context.diagnostics)
    for term in terms:
        for column, equal, asks_more in _bounded(term, slot, place, scope):
            needs = frozenset(at[0] for node in nodes_in(term, exp.Column) if (at := place(node)) is not None) - {slot}
            if column in keyed and needs:
                found.append(Bound(column, needs, truth(compile_expression(term, scope)), equal, asks_more))
    del scope.context.diagnostics[told:]  # they were compiled before
    return tuple(found)


def _bounded(term: exp.Expression, slot: int, place: PlaceOf, scope: Scope) -> Iterator[tuple[int, int, bool]]:
    """(column, values that it may have or 0 for a range, whether it is more than an equality)."""
    if has(term, exp.Query):
        return
    if isinstance(term, exp.Paren):
        yield from _bounded(term.this, slot, place, scope)
    elif isinstance(term, (*_ORDERED, exp.EQ)):
        pairs = [(term.this, term.expression), (term.expression, term.this)]
        if not scope.context.variables.behaviour.ranges_of_either_side:
            pairs = pairs[:1] if isinstance(term.this, exp.Column) else pairs[1:]
        for own, other in pairs:
            yield from _by(own, [other], slot, place, scope, 1 if isinstance(term, exp.EQ) else 0)
    elif isinstance(term, exp.Between):
        low, high = term.args["low"], term.args["high"]
        yield from _by(term.this, [low, high], slot, place, scope, 0)
        for own in (low, high) if scope.context.variables.behaviour.ranges_of_either_side else ():
            yield from _by(own, [term.this], slot, place, scope, 0)
    elif isinstance(term, exp.In) and term.expressions and not term.args.get("query"):
        yield from _by(term.this, term.expressions, slot, place, scope, len(term.expressions), asks_more=True)
    elif isinstance(term, exp.Or):
        sides = [list(_bounded(side, slot, place, scope)) for side in operands(term, exp.Or)]
        if all(len(side) == 1 for side in sides) and len({side[0][0] for side in sides}) == 1:
            counts = [side[0][1] for side in sides]
            yield sides[0][0][0], sum(counts) if all(counts) else 0, True


def _by(
    own: exp.Expression,
    others: Sequence[exp.Expression],
    slot: int,
    place: PlaceOf,
    scope: Scope,
    equal: int,
    *,
    asks_more: bool = False,
) -> Iterator[tuple[int, int, bool]]:
    at = place(own)
    if at is None or at[0] != slot:
        return
    for other in others:
        if any((of := place(node)) is None or of[0] == slot for node in nodes_in(other, exp.Column)):
            return
    kind = _kind(own, scope)
    if kind is not None and all(_alike(kind, _kind(other, scope)) for other in others):
        yield at[1], equal, asks_more or not equal


def _kind(node: exp.Expression, scope: Scope) -> Kind | None:
    told = len(scope.context.diagnostics)
    kind = compile_expression(node, scope).type.kind
    del scope.context.diagnostics[told:]
    return kind


def _alike(own: Kind, other: Kind | None) -> bool:
    return own is other or (own in _NUMBERS and other in _NUMBERS)


def with_checked_ranges(
    tree: FromNode, conditions: JoinConditions, readers: Sequence[object], whole: Set[int]
) -> FromNode:
    """The same joins, whose tables are read so where it is what a server does. readers: of the tables, by their places.
    whole: the tables that no key finds by the rows before."""
    if not isinstance(tree, JoinNode):
        return tree
    left = with_checked_ranges(tree.left, conditions, readers, whole)
    right, tree = tree.right, replace(tree, left=left) if left is not tree.left else tree
    if not isinstance(right, TableNode):
        return tree
    read: object = right.read
    data = conditions.tables[right.slot]
    if data is None or right.slot not in whole or read is not readers[right.slot] or not isinstance(read, ReadsByPath):
        return tree
    if data.definition.partitioning is not None or read.path.has_ranges:
        return tree
    terms = tree.on if tree.outer else conditions.of_table(right.slot)
    earlier, inside = {leaf.slot for leaf in leaves(tree.left)}, conditions.scope.within("where clause")
    found = bounds_of(terms, right.slot, data.definition, conditions.place, inside)
    checked = CheckedTable(right.slot, data.definition, read.path.used, found).beside(earlier)
    return tree if checked is None else replace(tree, partners=CheckedRanges(right, checked))
