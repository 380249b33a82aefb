"""Which table of a join a server reads first, and what that is thought to cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cmp_to_key, reduce
from itertools import islice, permutations, takewhile
from typing import NamedTuple

from sqlglot import exp

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.tables import Key
from binwriter.formats.records import dataclass, replace, worked_out_once
from binwriter.mysql.behaviour import Costs
from binwriter.sql.expressions.conditions.logic import Truth
from binwriter.sql.query.access.range_estimates import SCAN_HANDICAP, Range, expected_rows, is_bound, range_cost
from binwriter.sql.query.joins import search
from binwriter.sql.query.joins.conditions import JoinConditions
from binwriter.sql.query.joins.plan import rows_of_a_value, scan_cost
from binwriter.sql.query.joins.shapes import of_constants
from binwriter.sql.query.loops import FromNode, JoinNode, TableRows, inner_joins, joins_in, leaves
from binwriter.sql.text.known_trees import nodes_in
from binwriter.storage.table_data import TableData

_MOST_TABLES = 5  # of which all orders are tried
_ROWS_MADE = 2  # are expected of JSON_TABLE
# Engines that know how many rows a table has: one of at most one row is read before the join is planned.
_COUNTS_EXACTLY = frozenset({"MyISAM", "MEMORY", "ARCHIVE"})


class _KeyRange(NamedTuple):
    """What a range of a key costs, and how many rows are expected in it."""

    cost: float
    rows: int
    key: Key


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
    def _costs(self) -> Costs:
        return self.conditions.scope.context.variables.behaviour.costs

    @property
    def _lookup(self) -> float:
        return self._costs.page + self._costs.row

    def in_text(self) -> Sequence[int]:
        """The tables as the text has them, what is on the right of RIGHT JOIN first (as a 9.7.4 answers, cluster
        values_that_wait)."""
        return [node.slot for node in leaves(self.tree)]

    def driving_slot(self) -> int:
        """The table that the join reads first.

        Of those that may come first it is the one that a constant finds by a unique key, else the one from which the
        join is cheapest; the text's order decides between equals.
        """
        return self._best[0]

    def constants(self) -> tuple[int, ...]:
        """The tables of which one row at most is read before the join runs."""
        return self._constants

    def read_first(self) -> tuple[int, ...]:
        """The tables of which one row at most is read before the join runs, and the first of the others."""
        return self._best[: len(self._constants) + 1]

    def whole(self) -> Iterator[int]:
        """The tables in which no key finds the partners of those before."""
        done = set(self._constants)
        for slot in self._best[len(self._constants) :]:
            found, _ = self._found_for_each(slot, self._size(slot), done)
            if found is None:
                yield slot
            done.add(slot)

    def looked_up(self) -> dict[int, tuple[Key, tuple[int, ...]]]:
        """The key by which a server finds a table's rows for each combination of those before, and its columns that
        have a value then; of a constant one the key that constants equal. A table that it reads as a whole, or in a
        range, is not there."""
        taken: dict[int, Key | None] = {}
        constant, rest = self._constants, self._best[len(self._constants) :]
        sizes = {slot: self._size(slot) for slot in rest}
        ranges = {slot: list(self._ranges(slot)) for slot in rest}
        if rest:
            self._cost(rest, constant, sizes, ranges, taken)
        found: dict[int, tuple[Key, tuple[int, ...]]] = {}
        for place, slot in enumerate(self._best):
            data, equal = self.conditions.tables[slot], self.conditions.equal_columns(slot, set(self._best[:place]))
            if data is None:
                continue
            key = taken.get(slot)
            if slot in constant:
                key = next((key for key in data.definition.keys if key.unique and set(key.columns) <= equal), None)
            if key is not None:
                found[slot] = key, tuple(takewhile(equal.__contains__, key.columns))
        return found

    def ordered(self) -> tuple[FromNode, Truth | None]:
        """The tree in the best order, and what is to be asked of its rows beside WHERE."""
        if list(self._best) == self.in_text():
            return self.tree, None
        leaf_of = {node.slot: node for node in leaves(self.tree)}
        outer = {
            frozenset(leaf.slot for leaf in leaves(node.right)): node for node in joins_in(self.tree) if node.outer
        }
        tree, inner = _placed(self._best, outer, leaf_of), _condition(self.tree)
        if inner is not None and isinstance(tree, JoinNode) and not tree.outer:
            return replace(tree, condition=inner), None
        return tree, inner

    @worked_out_once
    def _needs(self) -> dict[int, set[int]]:
        """The tables in front of which one cannot be read: those that the ON of its outer join names, or the one in
        front of it in the text, which STRAIGHT_JOIN asks for, too."""
        slots = self.in_text()
        needs = {slot: set(slots[:place]) if slot in self.behind else set[int]() for place, slot in enumerate(slots)}
        for join in joins_in(self.tree):
            right, last = {leaf.slot for leaf in leaves(join.right)}, leaves(join.left)[-1].slot
            wanted = {last} if join.straight else set()
            if join.outer:
                columns = (column for term in join.on for column in nodes_in(term, exp.Column))
                named = {place[0] for column in columns if (place := self.conditions.place(column)) is not None}
                wanted |= (named - right) or {last}
            for slot in right:
                needs[slot] |= wanted
        for _ in needs:
            for own in needs.values():
                own |= {far for near in own for far in needs[near]}
        return needs

    @worked_out_once
    def _nests(self) -> list[frozenset[int]]:
        """Tables that an outer join makes NULL together: nothing else is read between them."""
        joined = (frozenset(leaf.slot for leaf in leaves(join.right)) for join in joins_in(self.tree) if join.outer)
        return [slots for slots in joined if len(slots) > 1]

    def _is_possible(self, order: Sequence[int]) -> bool:
        if any(not self._needs[slot] <= set(order[:place]) for place, slot in enumerate(order)):
            return False
        places = {slot: place for place, slot in enumerate(order)}
        spans = ([places[slot] for slot in nest if slot in places] for nest in self._nests)
        return all(not span or max(span) - min(span) + 1 == len(span) for span in spans)

    @worked_out_once
    def _constants(self) -> tuple[int, ...]:
        slots, found = self.in_text(), list[int]()
        while True:
            more = (slot for slot in slots if slot not in found and self._is_constant(slot, found))
            slot = next(more, None)
            if slot is None:
                return tuple(found)
            found.append(slot)

    def _is_constant(self, slot: int, known: Sequence[int]) -> bool:
        data = self.conditions.tables[slot]
        if not self._needs[slot] <= set(known):
            return False
        if data is None:
            return not self.conditions.is_inner(slot) and self.conditions.scope.sources[slot].gives_one_row
        exact = data.definition.engine.name in _COUNTS_EXACTLY and len(data) <= 1
        return (exact and not self.conditions.is_inner(slot)) or self.conditions.is_constant(slot, data, set(known))

    @worked_out_once
    def _best(self) -> tuple[int, ...]:
        """All tables in the cheapest order."""
        slots, constant = self.in_text(), self._constants
        rest = [slot for slot in slots if slot not in constant]
        sizes = {slot: -1 if slot in constant else self._size(slot) for slot in slots}
        ranges = {slot: list(self._ranges(slot)) for slot in rest}
        tried = self._tried(rest, sizes, ranges)
        orders = permutations(tried) if len(rest) <= _MOST_TABLES else [tuple(tried)]
        possible = list(islice((order for order in orders if self._is_possible((*constant, *order))), 2))
        if len(possible) < 2 or len(rest) > _MOST_TABLES:
            return (*constant, *(possible[0] if possible else rest))
        return (
            *constant,
            *search.cheapest(
                tried,
                lambda order: self._is_possible((*constant, *order)),
                self.conditions.finds_by_key,
                lambda order: self._cost(order, constant, sizes, ranges),
            ),
        )

    def _tried(self, slots: Sequence[int], sizes: dict[int, int], ranges: dict[int, list[_KeyRange]]) -> list[int]:
        """The tables in the order in which a server tries them: those that a key finds by another's values come behind
        it, then the smaller ones come first (captured: clusters/joins_of_uncounted_rows)."""
        found = {slot: self.conditions.finds_by_key(slot) for slot in slots}
        read = {slot: min([sizes[slot], *(known.rows for known in ranges[slot])]) for slot in slots}

        def compared(left: int, right: int) -> int:
            needed = (right in self._needs[left]) - (left in self._needs[right])
            behind = (right in found[left]) - (left in found[right])
            return needed or behind or read[left] - read[right]

        return sorted(slots, key=cmp_to_key(compared))

    def _cost(
        self,
        order: Sequence[int],
        constant: Sequence[int],
        sizes: dict[int, int],
        ranges: dict[int, list[_KeyRange]],
        taken: dict[int, Key | None] | None = None,
    ) -> tuple[float, float]:
        """And how many rows are thought to stay. taken: is told by which keys tables are looked up."""
        shares = {slot: self._share(slot, sizes[slot], self.conditions.standing_alone()) for slot in order[1:]}
        begun = self._cost_of_first(order[0], sizes[order[0]], ranges[order[0]])
        found, key = self._found_for_each(order[0], sizes[order[0]], set(constant)) if constant else (None, None)
        if found is not None and self._lookup * found <= begun[0]:
            begun = self._lookup * found, found
            if taken is not None:
                taken[order[0]] = key
        return self._cost_behind(begun, order, constant, sizes, shares, ranges, taken)

    def _cost_behind(
        self,
        begun: tuple[float, float],
        order: Sequence[int],
        constant: Sequence[int],
        sizes: dict[int, int],
        shares: dict[int, float],
        ranges: dict[int, list[_KeyRange]],
        taken: dict[int, Key | None] | None = None,
    ) -> tuple[float, float]:
        """begun: what the first table costs, and how many of its rows stay."""
        total, combinations = begun
        for place, slot in enumerate(order[1:], 1):
            scan = self._scan_cost(slot, sizes[slot]) + self._costs.row * combinations * sizes[slot]
            found, key = self._found_for_each(slot, sizes[slot], {*constant, *order[:place]})
            has_range = any(known.key is key for known in ranges[slot])  # then a scan is not thought of
            if found is not None and (has_range or self._lookup * combinations * found <= scan):
                total += self._lookup * combinations * found
                combinations *= found
                if taken is not None:
                    taken[slot] = key
            else:
                total += scan
                combinations = max(combinations, sizes[slot])
            combinations *= 1 if self.conditions.is_inner(slot) else shares[slot]
        return total, combinations

    def _found_for_each(self, slot: int, size: int, done: Set[int]) -> tuple[float | None, Key | None]:
        """How many rows a key is thought to find for each combination of those done, and which one; None without such a
        key."""
        data = self.conditions.tables[slot]
        if data is None:
            return (1.0 if self.conditions.is_found_by_key(slot) else None), None
        best: tuple[float, Key] | None = None
        equal = self.conditions.equal_columns(slot, done)
        for key in data.definition.keys:
            used = tuple(takewhile(equal.__contains__, key.columns))
            if key.unique and len(used) == len(key.columns):
                return 1.0, key
            if used:
                found = rows_of_a_value(data, used, size, lambda: (row for _, row in data.scan()))
                best = (found, key) if best is None or found < best[0] else best
        return best or (None, None)

    def _cost_of_first(self, slot: int, size: int, ranges: Sequence[_KeyRange]) -> tuple[float, float]:
        """What it costs to read a table first, and how many of its rows are thought to stay. ranges: of its keys."""
        cost = self._scan_cost(slot, size) + self._costs.row * size
        if (found := self._found_by_equal(slot, size)) is not None and self._lookup * found < cost:
            return self._lookup * found, found
        if not ranges:
            return cost, size * self._share(slot, size, self.conditions.all_conjuncts())
        by_key, expected, key = min(ranges, key=lambda known: known[:2])
        if by_key < cost + SCAN_HANDICAP:
            cost = by_key + self._costs.row * expected
        place = slot, key.columns[0]  # the range has it, it is not asked once more
        others = [
            node
            for node in self.conditions.standing_alone()
            if not (is_bound(node) and self.conditions.place(node.this) == place)
        ]
        return cost, expected * self._share(slot, size, others)

    def _found_by_equal(self, slot: int, size: int) -> float | None:
        """How many rows a key is thought to find whose first column equals a column that equals a constant."""
        data = self.conditions.tables[slot]
        if data is None:
            return None
        fixed = self.conditions.fixed_by_others(slot)
        keys = {key.columns[0]: key for key in data.definition.keys if key.columns and key.columns[0] in fixed}
        counts = [size / max(1, _values_of(data, key)) for key in keys.values()]
        return min(counts, default=None)

    def _ranges(self, slot: int) -> Iterator[_KeyRange]:
        """Of bounds for a key or for what equals it."""
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
                for node in self.conditions.of_table(slot)
                if is_bound(node) and self.conditions.place(node.this) in places
            ]
            if bounds:
                wanted = reduce(Range.narrowed, bounds, Range())
                values = [row[key.columns[0]] for _, row in data.scan()]
                keys = [value for value in values if isinstance(value, int)]
                expected = expected_rows(engine, keys, wanted)
                covering, clustered = named <= set(key.columns), engine.two_phase and key is own
                yield _KeyRange(
                    range_cost(engine, expected, self._costs, covering=covering, clustered=clustered), expected, key
                )

    def _named_columns(self, slot: int) -> set[int]:
        """The columns of a table that the statement names."""
        named = self._named.get(slot)
        if named is None:
            source = self.conditions.scope.sources[slot]
            named = self._named[slot] = (
                set(range(len(source.columns)))
                if self.statement is None
                else self.conditions.named(slot, self.statement)
            )
        return named

    @worked_out_once
    def _named(self) -> dict[int, set[int]]:
        return {}

    def _share(self, slot: int, size: int, conditions: list[exp.Expression]) -> float:
        """The share of a table's rows that its own conditions are thought to keep."""
        if not self.conditions.scope.context.variables.behaviour.guesses_shares:
            return 1.0
        return of_constants(conditions, slot, self.conditions.scope.sources, size)[1]

    def _scan_cost(self, slot: int, size: int) -> float:
        data = self.conditions.tables[slot]
        return scan_cost(None if data is None else data.definition, size, self._costs.page)

    def is_empty(self, slot: int) -> bool:
        """Whether the table has no row, and its engine knows it, and no outer join makes one of it."""
        data = self.conditions.tables[slot]
        if data is None or data.definition.engine.name not in _COUNTS_EXACTLY:
            return False
        return not self.conditions.is_inner(slot) and isinstance(data, TableData) and not len(data)

    def sizes(self) -> list[int]:
        """How many rows each stored table has."""
        return [len(data) for data in self.conditions.tables if isinstance(data, TableData)]

    def _size(self, slot: int) -> int:
        data = self.conditions.tables[slot]
        if data is None:
            return _ROWS_MADE if slot in self.free | self.behind else 1 << 30
        count = len(data) if isinstance(data, TableData) else sum(1 for _ in data.scan())
        if isinstance(data, TableData) and data.definition.engine.two_phase:
            return data.statistics.rows(count)
        return count


def _values_of(data: TableRows, key: Key) -> int:
    """How many values a key's first column has."""
    if type(data) is TableData:
        return data.first_values(key)
    return len({row[key.columns[0]] for _, row in data.scan()})


def _placed(
    order: Sequence[int], outer: Mapping[frozenset[int], JoinNode], leaf_of: Mapping[int, FromNode]
) -> FromNode:
    """The tables joined in this order, without the conditions of inner joins. outer: by the tables that they make
    NULL."""
    tree: FromNode | None = None
    place = 0
    while place < len(order):
        widest = max((slots for slots in outer if order[place] in slots), key=len, default=None)
        if widest is None or tree is None:
            tree = leaf_of[order[place]] if tree is None else JoinNode(tree, leaf_of[order[place]])
            place += 1
            continue
        inside = {slots: join for slots, join in outer.items() if slots < widest}
        right = _placed(order[place : place + len(widest)], inside, leaf_of)
        join = outer[widest]
        tree = replace(join, left=tree, right=right, condition=both(join.condition, _condition(join.right)))
        place += len(widest)
    assert tree is not None
    return tree


def _condition(tree: FromNode) -> Truth | None:
    """What its inner joins ask."""
    condition: Truth | None = None
    for join in inner_joins(tree):
        condition = both(condition, join.condition)
    return condition


def both(first: Truth | None, second: Truth | None) -> Truth | None:
    """Either test may be missing."""
    if first is None or second is None:
        return first or second
    return lambda context, row: first(context, row) and second(context, row)
