"""Which table of a join a server reads first, and what that is thought to cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import cmp_to_key, reduce
from itertools import permutations, takewhile

from sqlglot import exp

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.formats.records import dataclass, replace, worked_out_once
from binwriter.sql.expressions.conditions.logic import Truth
from binwriter.sql.query.access.range_estimates import SCAN_HANDICAP, Range, expected_rows, is_bound, range_cost
from binwriter.sql.query.joins.conditions import JoinConditions, columns_of
from binwriter.sql.query.joins.plan import LOOKUP, PAIR, rows_of_a_value, scan_cost
from binwriter.sql.query.joins.shapes import of_constants
from binwriter.sql.query.loops import FromNode, JoinNode, TableNode
from binwriter.sql.text.joins import STRAIGHT
from binwriter.storage.table_data import TableData

_MOST_TABLES = 5  # of which all orders are tried
_ROWS_MADE = 2  # are expected of JSON_TABLE
# Engines that know how many rows a table has: one of at most one row is read before the join is planned.
_COUNTS_EXACTLY = frozenset({"MyISAM", "MEMORY", "ARCHIVE"})


@dataclass(frozen=True)
class JoinOrder:
    """Of the tables of `tree`. statement: the whole UPDATE or DELETE. free, behind: JSON_TABLEs that ask no other
    table, and what is made anew of each row of others (captured: joined_with_made_tables_row)."""

    conditions: JoinConditions
    tree: FromNode
    statement: exp.Expression | None
    free: frozenset[int] = frozenset()
    behind: frozenset[int] = frozenset()

    @property
    def _is_straight(self) -> bool:
        """Whether the text's order is that of the join (captured: parents_beside_children_row)."""
        return self.statement is not None and STRAIGHT in self.statement.meta

    def in_text(self) -> Sequence[int]:
        """The tables as the text has them, what is on the right of RIGHT JOIN first (as a 9.7.4 answers, cluster
        values_that_wait)."""
        return _leaves(self.tree)

    def driving_slot(self) -> int:
        """The table that the join reads first.

        Of tables joined in any order it is the one that a constant finds by a unique key, else the one from which the
        join is cheapest; the text's order decides between equals.
        """
        slots = _leaves(self.tree)
        if any(isinstance(node, JoinNode) and node.outer for node in _nodes(self.tree)):
            return slots[0]
        sizes = {slot: self._size(slot) for slot in slots}
        constant = [slot for slot in slots if sizes[slot] < 0]
        if constant:
            return constant[0]
        costs = {} if self._is_straight else self._costs(slots, sizes)
        return min(costs, key=lambda slot: costs[slot]) if costs else slots[0]

    def constants(self) -> tuple[int, ...]:
        """The tables of which one row at most is read before the join runs."""
        if any(isinstance(node, JoinNode) and node.outer for node in _nodes(self.tree)):
            return ()
        return tuple(slot for slot in _leaves(self.tree) if self._size(slot) < 0)

    def read_first(self) -> tuple[int, ...]:
        """The tables of which one row at most is read before the join runs, and the first of the others."""
        slots = _leaves(self.tree)
        if any(isinstance(node, JoinNode) and node.outer for node in _nodes(self.tree)):
            return (slots[0],)
        sizes = {slot: self._size(slot) for slot in slots}
        constant = tuple(slot for slot in slots if sizes[slot] < 0)
        others = [slot for slot in slots if slot not in constant]
        if self._is_straight:
            return (*constant, *others[:1])
        costs = self._costs(others, sizes)
        return (*constant, min(costs, key=lambda slot: costs[slot])) if costs else constant

    def ordered(self) -> FromNode:
        """The tree with the driving table outermost, where the order is free."""
        first = self.driving_slot()
        slots = _leaves(self.tree)
        if first == slots[0] or any(isinstance(node, JoinNode) and node.outer for node in _nodes(self.tree)):
            return self.tree
        leaves = {node.slot: node for node in _nodes(self.tree) if isinstance(node, TableNode)}
        conditions = [
            node.condition for node in _nodes(self.tree) if isinstance(node, JoinNode) and node.condition is not None
        ]
        tree: FromNode = leaves[first]
        for slot in slots:
            if slot != first:
                tree = JoinNode(tree, leaves[slot])
        assert isinstance(tree, JoinNode)
        return replace(tree, condition=_all(conditions)) if conditions else tree

    def _costs(self, slots: Sequence[int], sizes: dict[int, int]) -> dict[int, float]:
        """What the join costs from each table, in the order in which a server tries them: those that a key finds by
        another's values come behind it, then the smaller ones come first (captured: clusters/joins_of_uncounted_rows).
        """
        found = {slot: self.conditions.finds_by_key(slot) for slot in slots}
        ranges = {slot: list(self._ranges(slot)) for slot in slots}
        read = {slot: min([sizes[slot], *(rows for _, rows in ranges[slot])]) for slot in slots}

        def compared(left: int, right: int) -> int:
            behind = (right in found[left]) - (left in found[right])
            return behind or read[left] - read[right]

        tried = sorted((slot for slot in slots if slot not in self.behind), key=cmp_to_key(compared))
        return {slot: round(self._cost_from(slot, sizes, ranges[slot]), 6) for slot in tried}

    def _cost_from(self, first: int, sizes: dict[int, int], ranges: Sequence[tuple[float, int]]) -> float:
        """What the join costs that reads this table first, the others in their best order."""
        rest = [slot for slot in sizes if slot != first]
        orders = permutations(rest) if len(rest) < _MOST_TABLES else [tuple(rest)]
        begun = self._cost_of_first(first, sizes[first], ranges)
        shares = {slot: self._share(slot, sizes[slot], self.conditions.standing_alone()) for slot in rest}
        return min(self._cost_behind(begun, (first, *order), sizes, shares) for order in orders)

    def _cost_behind(
        self, begun: tuple[float, float], order: Sequence[int], sizes: dict[int, int], shares: dict[int, float]
    ) -> float:
        """begun: what the first table costs, and how many of its rows stay."""
        total, combinations = begun
        for place, slot in enumerate(order[1:], 1):
            scan = self._scan_cost(slot, sizes[slot]) + PAIR * combinations * sizes[slot]
            found = self._found_for_each(slot, sizes[slot], set(order[:place]))
            if found is not None and LOOKUP * combinations * found <= scan:
                total += LOOKUP * combinations * found
                combinations *= found
            else:
                total += scan
                combinations = max(combinations, sizes[slot])
            combinations *= shares[slot]
        return total

    def _found_for_each(self, slot: int, size: int, done: Set[int]) -> float | None:
        """How many rows a key is thought to find for each combination of those done; None without such a key."""
        data = self.conditions.tables[slot]
        if data is None:
            return 1.0 if self.conditions.is_found_by_key(slot) else None
        best, equal = None, self.conditions.equal_columns(slot, done)
        for key in data.definition.keys:
            used = tuple(takewhile(equal.__contains__, key.columns))
            if key.unique and len(used) == len(key.columns):
                return 1.0
            if used:
                found = rows_of_a_value(data, used, size, lambda: (row for _, row in data.scan()))
                best = found if best is None else min(best, found)
        return best

    def _cost_of_first(self, slot: int, size: int, ranges: Sequence[tuple[float, int]]) -> tuple[float, float]:
        """What it costs to read a table first, and how many of its rows are thought to stay. ranges: of its keys."""
        cost = self._scan_cost(slot, size) + PAIR * size
        if (found := self._found_by_equal(slot, size)) is not None and LOOKUP * found < cost:
            return LOOKUP * found, found
        if not ranges:
            return cost, size * self._share(slot, size, self.conditions.all_conjuncts())
        by_key, expected = min(ranges)
        if by_key < cost + SCAN_HANDICAP:
            cost = by_key + PAIR * expected
        return cost, expected * self._share(slot, size, self.conditions.standing_alone())

    def _found_by_equal(self, slot: int, size: int) -> float | None:
        """How many rows a key is thought to find whose first column equals a column that equals a constant."""
        data = self.conditions.tables[slot]
        if data is None:
            return None
        columns = {key.columns[0] for key in data.definition.keys if key.columns} & self.conditions.fixed_by_others(
            slot
        )
        counts = [size / max(1, len({row[column] for _, row in data.scan()})) for column in columns]
        return min(counts, default=None)

    def _ranges(self, slot: int) -> Iterator[tuple[float, int]]:
        """What a range costs and how many rows are expected in it, of bounds for a key or for what equals it."""
        data = self.conditions.tables[slot]
        if data is None or data.definition.engine.name == "MEMORY":
            return
        engine, named = data.definition.engine, self._named_columns(slot)
        own = primary_key_equivalent(data.definition)
        for key in data.definition.keys:
            places: set[tuple[int, int] | None] = {(slot, key.columns[0])} if key.columns else set()
            for left, right in self.conditions.equated():
                if left in places or right in places:
                    places |= {left, right}
            bounds = [
                node
                for node in self.conditions.all_conjuncts()
                if is_bound(node) and self.conditions.place(node.this) in places
            ]
            if bounds:
                wanted = reduce(Range.narrowed, bounds, Range())
                values = [row[key.columns[0]] for _, row in data.scan()]
                keys = [value for value in values if isinstance(value, int)]
                expected = expected_rows(engine, keys, wanted)
                covering, clustered = named <= set(key.columns), engine.two_phase and key is own
                yield range_cost(engine, expected, covering=covering, clustered=clustered), expected

    def _named_columns(self, slot: int) -> set[int]:
        """The columns of a table that the statement names."""
        named = self._named.get(slot)
        if named is None:
            source = self.conditions.scope.sources[slot]
            named = self._named[slot] = (
                set(range(len(source.columns))) if self.statement is None else columns_of(source, self.statement)
            )
        return named

    @worked_out_once
    def _named(self) -> dict[int, set[int]]:
        return {}

    def _share(self, slot: int, size: int, conditions: list[exp.Expression]) -> float:
        """The share of a table's rows that its own conditions are thought to keep."""
        return of_constants(conditions, slot, self.conditions.scope.sources, size)[1]

    def _scan_cost(self, slot: int, size: int) -> float:
        data = self.conditions.tables[slot]
        return scan_cost(None if data is None else data.definition, size)

    def is_empty(self, slot: int) -> bool:
        """Whether the table has no row, and its engine knows it, and no outer join makes one of it."""
        data = self.conditions.tables[slot]
        if data is None or data.definition.engine.name not in _COUNTS_EXACTLY:
            return False
        inner = not any(isinstance(node, JoinNode) and node.outer for node in _nodes(self.tree))
        return inner and isinstance(data, TableData) and not len(data)

    def _size(self, slot: int) -> int:
        data = self.conditions.tables[slot]
        if data is None:
            return _ROWS_MADE if slot in self.free | self.behind else 1 << 30
        count = len(data) if isinstance(data, TableData) else sum(1 for _ in data.scan())
        exact = data.definition.engine.name in _COUNTS_EXACTLY and count <= 1
        if exact or self.conditions.is_constant(slot, data):
            return -1
        if isinstance(data, TableData) and data.definition.engine.two_phase:
            return data.statistics.rows(count)
        return count


def _nodes(tree: FromNode) -> Iterator[FromNode]:
    yield tree
    if isinstance(tree, JoinNode):
        yield from _nodes(tree.left)
        yield from _nodes(tree.right)


def _leaves(tree: FromNode) -> list[int]:
    return [node.slot for node in _nodes(tree) if isinstance(node, TableNode)]


def _all(conditions: Sequence[Truth]) -> Truth:
    return lambda context, row: all(condition(context, row) for condition in conditions)
