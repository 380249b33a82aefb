"""What the planner of joins knows of tables: sizes, keys, the ranges that constants leave, what conditions keep.

The shares that conditions are thought to keep are those of EXPLAIN of a 9.7.4 (captured: cluster joined_by_cost).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce

from sqlglot import exp

from binwriter.catalog.keys import has_order
from binwriter.catalog.tables import Key
from binwriter.formats.records import dataclass
from binwriter.sql.context import StatementContext
from binwriter.sql.query.access.costs import clustered_key, cost_of_ranges, cost_of_whole, count_of, covers
from binwriter.sql.query.access.path import AccessPath
from binwriter.sql.query.access.range_estimates import Range, expected_rows, is_bound, range_cost
from binwriter.sql.query.joins.conditions import Place, classes_of, is_pair
from binwriter.sql.query.joins.plan import EQUAL_SHARE, rows_of_a_value, scan_cost
from binwriter.sql.query.joins.planner import Filter, Index, KnownRange, KnownTable
from binwriter.sql.query.loops import TableRows, all_rows, unlocked
from binwriter.sql.text.known_trees import has, nodes_in

ShareOf = Callable[[exp.Expression, float], float]
Leads = Callable[[exp.Expression, exp.Expression], bool]
PlaceOf = Callable[[exp.Expression], Place | None]
_COMPARED = (exp.LT, exp.LTE, exp.GT, exp.GTE, exp.Between, exp.In)
_MADE_PAGES, _MADE_ROWS_OF_PAGE = 10, 20  # of a table made for the query


@dataclass(frozen=True)
class Operand:
    """A table of a join. data: of a stored one; path: the way to its rows; rows: how many are expected. own: the parts
    of ON of the outer join that may make its rows NULL, None where there is none. made: a derived one with rows of its
    own."""

    slot: int
    data: TableRows | None
    path: AccessPath | None
    rows: int
    own: Sequence[exp.Expression] | None = None
    made: bool = False

    @property
    def used(self) -> frozenset[int] | None:
        """The columns that are read, None for all."""
        return None if self.path is None else self.path.used


def known_tables(
    operands: Iterable[Operand],
    terms: Sequence[exp.Expression],
    place: PlaceOf,
    context: StatementContext,
    share_of: ShareOf,
    leads: Leads,
) -> dict[int, KnownTable]:
    """terms: what WHERE and inner joins ask; place: where a column is, by table and number. leads: whether a key of the
    column on the left finds rows by what is on the right."""
    classes = classes_of((place(node.this), place(node.expression)) for node in terms if is_pair(node))
    return {one.slot: _known(one, terms, classes, place, context, share_of, leads) for one in operands}


def _known(
    one: Operand,
    terms: Sequence[exp.Expression],
    classes: Sequence[set[Place]],
    place: PlaceOf,
    context: StatementContext,
    share_of: ShareOf,
    leads: Leads,
) -> KnownTable:
    rows, costs = max(one.rows, 0), context.variables.behaviour.costs
    givers = _givers(one, terms, classes, place, leads)
    if one.data is None:
        scan = costs.page * (_MADE_PAGES + rows / _MADE_ROWS_OF_PAGE if one.made else 1)
        made = [Index(None, (column,), lambda parts: 1.0, single=True) for column in givers] if one.made else []
        return KnownTable(rows, scan, made, _filters(one, terms, classes, place, share_of, {}), givers, {})
    table = one.data.definition
    indexes = list(_indexes(one, one.data))
    by_values = {index.columns[0]: index.found(1) for index in reversed(indexes) if table.engine.two_phase and rows}
    ranges = {known.key.name: known for known in _ranges(one, one.data, terms, place, context)} if one.path else {}
    best = min(ranges.values(), key=lambda known: known.cost, default=None)
    if best is not None and best.cost >= cost_of_whole(table, one.used, rows, costs):
        best = None
    covering = table.engine.two_phase and any(index.covering for index in indexes)
    guesses = context.variables.behaviour.guesses_shares
    filters = _filters(one, terms, classes, place, share_of, by_values) if guesses else []
    scan = scan_cost(table, rows, costs.page)
    compared = _compared(one, terms, place, {key.columns[0] for key in table.keys if key.columns})
    return KnownTable(rows, scan, indexes, filters, givers, ranges, best, covering, table.engine.two_phase, compared)


def _compared(one: Operand, terms: Sequence[exp.Expression], place: PlaceOf, first: set[int]) -> frozenset[int]:
    """The tables that are compared with the first column of a key."""
    found = set[int]()
    for node in terms if one.own is None else one.own:
        if not isinstance(node, _COMPARED) or has(node, exp.Query):
            continue
        sides = [side for name in ("this", "expression", "low", "high") if (side := node.args.get(name)) is not None]
        if any((at := place(side)) is not None and at[0] == one.slot and at[1] in first for side in sides):
            found |= {at[0] for column in nodes_in(node, exp.Column) if (at := place(column)) is not None}
    return frozenset(found - {one.slot})


def _indexes(one: Operand, data: TableRows) -> Iterator[Index]:
    table = data.definition
    own = clustered_key(table)

    def found(key: Key, parts: int) -> float:
        return rows_of_a_value(data, key.columns[:parts], one.rows, lambda: all_rows(data))

    for key in table.keys:
        in_memory = table.engine.name == "MEMORY"
        covering = not in_memory and covers(table, key, one.used, own)
        hashes = not has_order(table, key)
        yield Index(key, key.columns, partial(found, key), key.unique, covering, key is own, hashes)


def _ranges(
    one: Operand, data: TableRows, terms: Sequence[exp.Expression], place: PlaceOf, context: StatementContext
) -> Iterator[KnownRange]:
    """What constants leave of its keys."""
    table, path = data.definition, one.path
    assert path is not None
    own = clustered_key(table)
    asked = terms if one.own is None else one.own
    for key in table.keys:
        chosen = path.conditions_of(key)
        if not chosen:
            continue
        equal = all(condition.equality for condition in chosen)
        bounded = frozenset(condition.column for condition in chosen)
        if not has_order(table, key) and not (equal and bounded == set(key.columns)):
            continue
        first = [node for node in asked if is_bound(node) and place(node.this) == (one.slot, key.columns[0])]
        ranges = 1
        for condition in chosen:
            ranges *= condition.ranges
        if ranges == 1 and equal and key.unique and bounded == set(key.columns):
            rows = 1
        elif first and len(first) == len(chosen) and not table.engine.two_phase:
            keys = [row[key.columns[0]] for row in all_rows(data)]
            wanted = reduce(Range.narrowed, first, Range())
            rows = expected_rows(table.engine, [value for value in keys if isinstance(value, int)], wanted)
        else:
            rows = count_of(unlocked(data), key, chosen, context)
        rows = max(1, rows)
        covering, costs = covers(table, key, one.used, own), context.variables.behaviour.costs
        if ranges == 1 and table.engine.name != "MEMORY":
            cost = range_cost(table.engine, rows, costs, covering=covering, clustered=key is own)
        else:
            cost = cost_of_ranges(table, rows, ranges, costs, is_covered=covering or key is own, is_own=key is own)
        yield KnownRange(key, cost, rows, len(bounded) if equal else 1, bounded)


def _givers(
    one: Operand, terms: Sequence[exp.Expression], classes: Sequence[set[Place]], place: PlaceOf, leads: Leads
) -> dict[int, list[frozenset[int]]]:
    found: dict[int, list[frozenset[int]]] = {}
    for node in terms if one.own is None else one.own:
        if not isinstance(node, exp.EQ) or has(node, exp.Query):
            continue
        for side, other in ((node.this, node.expression), (node.expression, node.this)):
            at = place(side)
            if at is None or at[0] != one.slot:
                continue
            named = [place(column) for column in nodes_in(other, exp.Column)]
            if None in named or any(of is not None and of[0] == one.slot for of in named):
                continue
            by = frozenset(of[0] for of in named if of is not None)
            if leads(side, other):
                found.setdefault(at[1], []).append(by)
    for places in classes if one.own is None else ():
        for slot, column in places:
            if slot == one.slot:
                listed = found.setdefault(column, [])
                listed += [
                    by for other, _ in sorted(places) if other != slot and (by := frozenset({other})) not in listed
                ]
    constant = frozenset[int]()  # what equals a constant is looked for by nothing else
    return {column: [constant] if constant in listed else listed for column, listed in found.items()}


def _filters(
    one: Operand,
    terms: Sequence[exp.Expression],
    classes: Sequence[set[Place]],
    place: PlaceOf,
    share_of: ShareOf,
    by_values: Mapping[int, float],
) -> list[Filter]:
    """by_values: how many rows a value of a column that begins a key is thought to have."""
    least = 1 / max(1, one.rows)
    filters = list[Filter]()

    def of_equal(column: int) -> float:
        if column in by_values:
            return min(1.0, by_values[column] / max(1, one.rows))
        return max(least, EQUAL_SHARE)

    if one.own is None:
        known = {at[1] for node in terms if _is_of_constant(node) and (at := place(node.this)) and at[0] == one.slot}
        for places in classes:
            own = [column for slot, column in places if slot == one.slot and column not in known]
            others = frozenset(slot for slot, _ in places if slot != one.slot)
            if own and others:
                share = min(of_equal(column) for column in own)
                filters.append(Filter(frozenset(own[:1]), others, share, of_any=True))
    for node in terms:
        if is_pair(node) and one.own is None:
            continue
        columns = [place(column) for column in nodes_in(node, exp.Column)]
        own_columns = frozenset(at[1] for at in columns if at is not None and at[0] == one.slot)
        if not own_columns or None in columns or has(node, exp.Query):
            continue
        if _is_never_null(node, one, own_columns):
            continue
        needs = frozenset(at[0] for at in columns if at is not None) - {one.slot}
        share = of_equal(next(iter(own_columns))) if _is_of_constant(node) else share_of(node, least)
        if share < 1.0:
            filters.append(Filter(own_columns, needs, share))
    return filters


def _is_of_constant(node: exp.Expression) -> bool:
    if not isinstance(node, exp.EQ):
        return False
    sides = (node.this, node.expression)
    return any(isinstance(side, exp.Column) for side in sides) and any(isinstance(side, exp.Literal) for side in sides)


def _is_never_null(node: exp.Expression, one: Operand, columns: frozenset[int]) -> bool:
    """`column IS NOT NULL` of one that has no NULL: it is not asked."""
    if not isinstance(node, exp.Not) or not isinstance(node.this, exp.Is) or one.data is None or one.own is not None:
        return False
    return not any(one.data.definition.columns[column].spec.nullable for column in columns)
