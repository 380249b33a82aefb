"""The rows of a joined UPDATE or DELETE as a server comes by them, for those who want to know of each that it reads.

A 9.7.4 joins by nested loops there: a table's rows are looked up by a key for each row of those before, or read anew as
a whole or in a range; a condition is asked as soon as all tables that it names have a row (captured: cluster
virtual_columns_joined).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Key
from binwriter.formats.records import dataclass
from binwriter.mysql import interrupts
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.conditions.logic import Truth, truth
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query.access.path import AccessPath
from binwriter.sql.query.joins.carried import carried
from binwriter.sql.query.joins.conditions import JoinConditions, classes_of, written
from binwriter.sql.query.joins.lookups import ReadsByPath
from binwriter.sql.query.joins.order import JoinOrder
from binwriter.sql.query.loops import FromNode, TableNode, inner_joins, leaves
from binwriter.sql.text.known_trees import has, nodes_in

Told = Callable[[Sequence[Any]], None]


@dataclass(frozen=True)
class _Test:
    """needs: the tables that it names; looks_up: the columns of tables that it says the value of, by other tables."""

    needs: frozenset[int]
    holds: Truth
    looks_up: tuple[tuple[int, int], ...] = ()


@dataclass
class _Visits:
    """told: by the place of a table. found: the key that finds the rows of a table, and its columns that have a value;
    points: where it finds one at most. last: that row, which is not read again for the same values."""

    context: StatementContext
    told: Mapping[int, Told]
    found: Mapping[int, tuple[Key, tuple[int, ...]]]
    points: frozenset[int]
    before: Mapping[int, frozenset[int]]
    row: list[Any]
    tests: Callable[[Sequence[exp.Expression]], Sequence[_Test]]
    last: dict[int, object] = field(default_factory=dict)

    def iterate(self, node: FromNode, level: Sequence[_Test], first: int) -> Iterator[None]:
        """level: what is asked of the combinations; first: the table at which they begin."""
        if isinstance(node, TableNode):
            yield from self._of_table(node, level, first)
        elif not node.outer:
            for _ in self.iterate(node.left, level, first):
                yield from self.iterate(node.right, level, first)
        else:
            right = leaves(node.right)
            slots = frozenset(leaf.slot for leaf in right)
            inside = self.tests([*node.on, *(term for join in inner_joins(node.right) for term in join.on)])
            known = self.before[right[-1].slot] | slots
            behind = [test.holds for test in level if test.needs & slots and test.needs <= known]
            for _ in self.iterate(node.left, level, first):
                has_partner = False
                for _ in self.iterate(node.right, inside, right[0].slot):
                    has_partner = True
                    if self._hold(behind):
                        yield
                if not has_partner:
                    for leaf in right:
                        self.row[leaf.slot] = (None,) * leaf.columns
                    if self._hold(behind):
                        yield

    def _hold(self, tests: Sequence[Truth]) -> bool:
        return all(test(self.context, self.row) for test in tests)

    def _of_table(self, node: TableNode, level: Sequence[_Test], first: int) -> Iterator[None]:
        slot = node.slot
        known = self.before[slot] | {slot}
        now = [test for test in level if test.needs <= known and (slot in test.needs or slot == first)]
        key, columns = self.found.get(slot, (None, ()))
        by_key = [test for test in now if any((slot, column) in test.looks_up for column in columns)]
        others = [test.holds for test in now if test not in by_key]
        read: object = node.read
        path = read.path if isinstance(read, ReadsByPath) else None
        told = self.told.get(slot)
        if path is not None and path.is_covered(key, self.context):  # an index has what is computed
            told = None
        is_read = self._is_read(path if key is None else None, [test.holds for test in by_key])
        for values in list(node.read(self.context, self.row)):
            if interrupts.asked:
                interrupts.step()
            self.row[slot] = values
            if not is_read(values):
                continue
            if told is not None and not (slot in self.points and self.last.get(slot) is values):
                told(values)
            if slot in self.points:
                self.last[slot] = values
            if self._hold(others):
                yield

    def _is_read(self, path: AccessPath | None, by_key: Sequence[Truth]) -> Callable[[Sequence[Any]], bool]:
        """Whether a server comes to a row: one that the key finds, or that is in the range of the index of a path."""
        if path is None:
            return lambda values: self._hold(by_key)
        in_range = path.reading(self.context)
        return lambda values: in_range is None or in_range((tuple(values),))


def rows(
    scope: Scope, conditions: JoinConditions, order: JoinOrder, told: Mapping[int, Told]
) -> Iterator[Sequence[Any]]:
    """The combinations, one after the other. told: of tables, by their places, is given each row that is read."""
    tree, _ = order.ordered()
    before, seen = {}, frozenset[int]()
    for leaf in leaves(tree):
        before[leaf.slot] = seen
        seen |= {leaf.slot}
    found = order.looked_up()
    points = frozenset(slot for slot, (key, used) in found.items() if key.unique and len(used) == len(key.columns))
    row: list[Any] = [()] * len(conditions.tables)

    def tests(terms: Sequence[exp.Expression]) -> list[_Test]:
        return list(_tests(scope, conditions, terms))

    visits = _Visits(scope.context, told, found, points, before, row, tests)
    asked = [part for on in (*conditions.on, conditions.where) for part in conjuncts(on)]
    for _ in visits.iterate(tree, tests(_with_equal(asked, conditions)), leaves(tree)[0].slot):
        yield tuple(row)


def _with_equal(asked: list[exp.Expression], conditions: JoinConditions) -> list[exp.Expression]:
    """What holds by way of equal columns, too: a table may be asked for it before it is joined with the one named."""
    sources = conditions.scope.sources
    more = list(carried(conditions.all_conjuncts(), sources, conditions.place))
    for places in classes_of(conditions.equated()):
        ordered = sorted(places)
        for number, left in enumerate(ordered[:-1]):
            more += [
                exp.EQ(this=written(sources, *left), expression=written(sources, *right))
                for right in ordered[number + 1 :]
                if left[0] != right[0]
            ]
    return [*asked, *more]


def _tests(scope: Scope, conditions: JoinConditions, terms: Sequence[exp.Expression]) -> Iterator[_Test]:
    inside, diagnostics = scope.within("where clause"), scope.context.diagnostics
    told = len(diagnostics)
    for term in terms:
        everywhere = frozenset(range(len(conditions.tables)))
        needs = everywhere if has(term, exp.Query) else _named(term, conditions)
        yield _Test(needs, truth(compile_expression(term, inside)), tuple(_looked_up(term, conditions)))
    del diagnostics[told:]  # they were compiled before


def _named(node: exp.Expression, conditions: JoinConditions) -> frozenset[int]:
    places = (conditions.place(column) for column in nodes_in(node, exp.Column))
    return frozenset(place[0] for place in places if place is not None)


def _looked_up(node: exp.Expression, conditions: JoinConditions) -> Iterator[tuple[int, int]]:
    if isinstance(node, exp.EQ):
        for column, other in ((node.this, node.expression), (node.expression, node.this)):
            place = conditions.place(column)
            if place is not None and place[0] not in _named(other, conditions):
                yield place
