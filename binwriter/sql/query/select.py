"""One SELECT: compiled once, run as often as its outer query asks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.formats.records import dataclass, replace, worked_out_once
from binwriter.mysql import interrupts
from binwriter.sql.binding.mergeable import is_worked_out
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions import keys as key_forms
from binwriter.sql.expressions.conditions.logic import Truth
from binwriter.sql.expressions.copied_moments import is_instant, is_kept_by_zone
from binwriter.sql.expressions.moments.timezone import unasked
from binwriter.sql.expressions.scope import Aggregates, Source
from binwriter.sql.expressions.types import CompiledExpression, ExprType, Row
from binwriter.sql.functions.aggregates import windows
from binwriter.sql.query.access import filesort
from binwriter.sql.query.access.costs import Rows
from binwriter.sql.query.access.path import AccessPath
from binwriter.sql.query.loops import FromNode, Join, TableNode, TableRows, iterate
from binwriter.sql.query.ordering import Limit, OrderItem, distinct, sort_keys

if TYPE_CHECKING:
    from binwriter.sql.query.told_rows import Grouping


# which columns of a query have one value where those do that are given, and those that are present are no NULLs
Dependence = Callable[[frozenset[int], frozenset[int]], frozenset[int]]


@dataclass(frozen=True)
class Select:
    """A compiled SELECT (a CompiledQuery).

    rollup: the (slot, column) of each GROUP BY column under WITH ROLLUP, (-1, number) of what is no column, else ().
    sorts_groups: GROUP BY sorts (up to 5.7, without ORDER BY; MySQL manual 8.0, "What Is New"). orders_groups: ORDER BY
    wants another order than that of groups that are sorted. nodes: of the items; from_sources: of FROM; outer_sources:
    those of the query around it; nullable_sources: those on the inner side of an outer join.
    """

    columns: tuple[tuple[str, ExprType], ...]
    base: int
    sources: int
    tree: FromNode | Join | None
    items: tuple[CompiledExpression, ...]
    where: Truth | None
    grouped: bool
    groups: tuple[CompiledExpression, ...]
    rollup: tuple[tuple[int, int], ...]
    aggregates: Aggregates
    having: Truth | None
    order: tuple[OrderItem, ...]
    order_by_items: bool
    distinct: bool
    limit: Limit
    correlation: set[int]
    volatile: bool
    nodes: tuple[exp.Expression, ...] = ()
    from_sources: tuple[Source, ...] = ()
    outer_sources: tuple[Source, ...] = ()
    nullable_sources: frozenset[int] = frozenset()
    sorts_groups: bool = False
    orders_groups: bool = False
    buffered: bool = False  # SQL_BUFFER_RESULT
    where_node: exp.Expression | None = None  # as it is written
    tells_apart: bool = False  # its rows are `ToldRow`s
    grouping: Grouping | None = None  # by a temporary table, and something may be told of it
    dependence: Dependence | None = None
    # what is told of the first rows of groups that a temporary table keeps
    begin: Callable[[Select, StatementContext, Sequence[Row]], None] | None = None

    @property
    def may_be_merged(self) -> bool:
        """Whether a server merges a view or derived table of this query into the one around it."""
        return not (
            self.grouped
            or self.distinct
            or self.limit.count is not None
            or self.having is not None
            or self.aggregates.windows
            or not self.from_sources
            or is_worked_out(self.nodes)
        )

    @property
    def gives_one_row(self) -> bool:
        """Whether a server knows before it plans that there is one row at most, and makes a derived table of it then:
        the query around it knows its values (as EXPLAIN of a 9.7.4 says `system`; captured: derived_of_one_row)."""
        return (self.grouped and not self.groups) or not self.from_sources or self.limit.count == 1

    @worked_out_once
    def asked_for_any(self) -> Select:
        """As EXISTS asks: it computes no item, and looks for no order (captured: clusters/items_of_exists)."""
        nothing = tuple(replace(item, eval=lambda context, row: None) for item in self.items)
        asked = replace(self, items=nothing, order=(), distinct=False, tells_apart=False)
        if self.having is not None or self.aggregates.calls or self.aggregates.windows or not self.groups:
            return asked
        return replace(asked, grouped=False, groups=(), rollup=(), grouping=None)

    @worked_out_once
    def merged_rows(self) -> Callable[[StatementContext, Row], Iterator[tuple[Any, ...]]]:
        """What gives its rows to a query that takes it in: a TIMESTAMP that is not read there asks for no zone."""
        if not any(is_instant(item.type) for item in self.items):
            return self.rows
        items = (replace(item, eval=unasked(item.eval)) if is_instant(item.type) else item for item in self.items)
        return replace(self, items=tuple(items)).rows

    # the only table, if its rows are sorted; if an index has them in the order of ORDER BY, which way it is read
    sorted_table: TableRows | None = None
    backwards: bool | None = None
    sorts_first: bool = False  # before its windows are computed
    # rows that are locked, in the order of ORDER BY: those behind LIMIT are not read; None where they are sorted
    in_order: Callable[[StatementContext], Rows | None] | None = None
    # the way by which the only table is read, where nothing but WHERE decides on it
    path: AccessPath | None = None
    # of a query of the least or the greatest value of one column alone: the column, and whether it is the greatest;
    # and what finds it by an index, or nothing
    extreme_of: tuple[int, bool] | None = None
    extreme: Callable[[StatementContext], tuple[Any] | None] | None = None
    # without WHERE, and beside other columns' too: what is looked for at the ends of indexes where rows are locked
    extremes: Sequence[tuple[int, bool]] | None = None
    ends: Callable[[StatementContext], tuple[Any, ...] | None] | None = None  # the same where none are locked

    @property
    def correlated(self) -> bool:
        """Whether it must run anew for every outer row: it names outer columns, or has side effects."""
        return bool(self.correlation) or self.volatile

    def rows(self, context: StatementContext, outer: Row) -> Iterator[tuple[Any, ...]]:
        """The result's rows for an outer row."""
        if self.asks_no_table:
            around = (*tuple(outer)[: self.base], *[()] * (self.base - len(outer)), ())
            return (self._project(context, row) for row in (around,))
        if self.limit.count == 0:
            return iter(())
        locked = self.in_order(context) if self.in_order is not None else None
        if locked is not None:
            return self.limit.apply(self._project(context, row) for row in self._filtered(context, outer, locked))
        combined = self._grouped_rows(context, outer) if self.grouped else self._joined_rows(context, outer)
        if self.having is not None:
            having = self.having
            combined = (row for row in combined if having(context, row))
        if self.sorts_first:
            in_order = self._windowed(context, self._sorted_first(context, combined))
            return self.limit.apply(self._project(context, row) for row in in_order)
        if self.aggregates.windows:
            combined = self._windowed(context, combined)
        projected = self._ordered(context, combined)
        if self.distinct:
            once = distinct(projected, [type_ for _, type_ in self.columns], context)
            return iter(list(self.limit.apply(once)))  # in a temporary table: functions write before a row is used
        return self.limit.apply(projected)

    def has_one_row(self, context: StatementContext) -> bool:
        """Whether a server knows before it runs that there is one row at most."""
        alone = self.grouped and not self.groups and not self.rollup
        if alone or self.tree is None or (self.limit.count is not None and self.limit.count <= 1):
            return True
        return self.path is not None and self.path.is_point(context)

    @worked_out_once
    def asks_no_table(self) -> bool:
        """Whether it gives one row of its items whatever there is."""
        asks = self.tree is not None or self.where is not None or self.grouped or self.having is not None
        shaped = self.order or self.distinct or self.aggregates.windows or self.limit.count is not None
        return not (asks or shaped or self.limit.offset or self.in_order is not None)

    def _sorted_first(self, context: StatementContext, rows: Iterator[Row]) -> Iterator[Row]:
        """See `window_order`."""
        kept = [self._with_slots(row) for row in rows]
        keyed = [(*row, self._project(context, row)) for row in kept] if self.order_by_items else kept
        return (kept[number] for number in self.sorted_numbers(keyed, context, behind_limit=True))

    def _with_slots(self, row: Row) -> Row:
        """The row with places for the values of its window functions."""
        kept = windows.SlotValues(row[-1])
        kept.rolled = getattr(row[-1], "rolled", kept.rolled)
        kept.windows = [None] * len(self.aggregates.windows)
        return (*row[:-1], kept)

    def _windowed(self, context: StatementContext, rows: Iterator[Row]) -> Iterator[Row]:
        """The rows with the values of their window functions, in the order of the last window."""
        numbered = [self._with_slots(row) for row in rows]
        for position in windows.in_turn(self.aggregates.windows):
            call = self.aggregates.windows[position]
            numbered = call.sorted(context, numbered)
            for row, value in zip(numbered, call.values(context, numbered), strict=True):
                row[-1].windows[position] = value
        return iter(numbered)

    def _project(self, context: StatementContext, row: Row) -> tuple[Any, ...]:
        if self.tells_apart:
            from binwriter.sql.query.told_rows import told_apart

            return told_apart(self.items, context, row)
        return tuple([item.eval(context, row) for item in self.items])

    def _ordered(self, context: StatementContext, rows: Iterator[Row]) -> Iterator[tuple[Any, ...]]:
        if not self.order:
            return (self._project(context, row) for row in rows)
        if self.order_by_items and self.is_sorted_before_items(context):
            from binwriter.sql.query.told_rows import in_sorted_order

            return in_sorted_order(self, context, rows)
        if self.order_by_items:  # an item is evaluated once, whether it is shown or sorted by
            pairs = [((*tuple(row), values), values) for row in rows for values in (self._project(context, row),)]
            numbers = self.sorted_numbers([row for row, _ in pairs], context)
            return (pairs[number][1] for number in numbers)
        kept = [tuple(row) for row in rows]
        return (self._project(context, kept[number]) for number in self.sorted_numbers(kept, context))

    def is_sorted_before_items(self, context: StatementContext) -> bool:
        """Whether rows of the only table are sorted and then read again for the items: no temporary table has those."""
        if not isinstance(self.tree, TableNode) or self.sources != 1 or self.grouped or self.distinct:
            return False
        has_one_row = self.path is not None and self.path.is_point(context)
        return not (self.aggregates.windows or self.buffered or has_one_row)

    def sorted_numbers(
        self, rows: Sequence[Row], context: StatementContext, *, behind_limit: bool = False
    ) -> list[int]:
        """Numbers of the rows in the order of ORDER BY; those behind LIMIT may be missing, if not asked for."""
        keys = sort_keys(self.order, context, rows, of_table=self.is_sorted_before_items(context))
        ranks = filesort.dense_ranks(
            ([key[place] for key in keys], item.descending) for place, item in enumerate(self.order)
        )
        varying = any(item.has_varying_key for item in self.order)
        if self.backwards is not None:
            return filesort.numbers_by_index(ranks, backwards=self.backwards)
        if behind_limit or self.sorted_table is None or self.limit.count is None or self.distinct or self.grouped:
            return filesort.sorted_numbers(ranks, varying=varying)
        count = self.limit.offset + self.limit.count
        return filesort.selected_numbers(ranks, count, len(self.sorted_table), varying=varying)

    def _filtered(self, context: StatementContext, outer: Row, locked: Rows) -> Iterator[Row]:
        """Those of the only table's rows that WHERE and HAVING let through."""
        assert isinstance(self.tree, TableNode)
        tree = replace(self.tree, read=lambda _context, _row: (values for _, values in locked))
        rows = self._joined_rows(context, outer, tree)
        having = self.having
        return rows if having is None else (row for row in rows if having(context, row))

    def _joined_rows(self, context: StatementContext, outer: Row, tree: TableNode | None = None) -> Iterator[Row]:
        rows = self._combinations(context, outer, tree)
        return self._untold(rows, context) if self.is_told_before else rows

    def _untold(self, rows: Iterator[Row], context: StatementContext) -> Iterator[Row]:
        flags = context.session.flags
        flags.unseen += 1
        try:
            yield from rows
        finally:
            flags.unseen -= 1

    def _combinations(self, context: StatementContext, outer: Row, tree: TableNode | None) -> Iterator[Row]:
        row: list[Any] = [*tuple(outer)[: self.base], *[()] * (self.base - len(outer)), *[()] * self.sources, ()]
        where = self.where
        node = tree or self.tree
        if node is None:
            if where is None or where(context, row):
                yield tuple(row)
            return
        if isinstance(node, TableNode):  # as `iterate`, without a generator between
            slot = node.slot
            for values in node.read(context, row):
                if interrupts.asked:
                    interrupts.step()
                row[slot] = values
                if where is None or where(context, row):
                    yield tuple(row)
            return
        for _ in iterate(node, context, row):
            if where is None or where(context, row):
                yield tuple(row)

    @worked_out_once
    def is_told_before(self) -> bool:
        """Whether a server reads no table for it: COUNT(*) of one table, or WHERE that no row fulfils."""
        if isinstance(self.where_node, exp.Literal):
            return not self.where_node.is_string and self.where_node.name == "0"
        stored = isinstance(self.tree, TableNode) and self.tree.data is not None
        return stored and self.where is None and self.grouped and self.counts and not self.having

    def _grouped_rows(self, context: StatementContext, outer: Row) -> Iterator[Row]:
        if self.extreme is not None and (values := self.extreme(context)) is not None:
            yield (*self._row_of_nulls(outer)[: self.base + self.sources], values)
            return
        if self.extremes is not None and self.path is not None:
            ends = self.path.locked_extremes(self.extremes, context)
            if ends is None and self.ends is not None:
                ends = self.ends(context)
            if ends is not None:
                yield (*self._row_of_nulls(outer)[: self.base + self.sources], ends)
                return
        if self.counts:
            first, count = self._counted(context, outer)
            row = first or self._row_of_nulls(outer)
            yield (*row[: self.base + self.sources], (count,) * len(self.aggregates.calls))
            return
        if self.grouping is not None:
            from binwriter.sql.query.told_rows import grouped_rows

            found = grouped_rows(self, self.grouping, context, self._joined_rows(context, outer))
            self._ask_for_zone(context, [key for key, _, _ in found])
            self._begin_groups(context, [first for _, first, _ in found])
            for _, first, values in sorted(found, key=itemgetter(0)) if self.sorts_groups else found:
                yield (*first[: self.base + self.sources], values)
            return
        groups: dict[Any, list[Row]] = {}
        keyed = [(group, key_forms.order_key(group.type)) for group in self.groups]
        for row in self._joined_rows(context, outer):
            key = tuple(
                [
                    (0,) if (value := group.eval(context, row)) is None else (1, key_of(context, value))
                    for group, key_of in keyed
                ]
            )
            groups.setdefault(key, []).append(row)
        self._ask_for_zone(context, groups)
        self._begin_groups(context, [members[0] for members in groups.values()])
        if self.rollup:
            if groups:
                yield from self._rolled_up(context, groups)
            else:
                yield self._total(context, [], 0, self._row_of_nulls(outer))
            return
        if not groups and not self.groups:  # no GROUP BY: one group even over no row
            groups[()] = []
        for key in sorted(groups) if self.sorts_groups else groups:
            members = groups[key]
            first = members[0] if members else self._row_of_nulls(outer)
            yield (*first[: self.base + self.sources], self._aggregated(context, members))

    def _ask_for_zone(self, context: StatementContext, keys: Collection[tuple[Any, ...]]) -> None:
        """Of groups that are kept. See `kept_rows`."""
        for place, group in enumerate(self.groups):
            if is_kept_by_zone(group.type) and any(key[place] != (0,) for key in keys):
                context.facts.uses_time_zone |= context.variables.behaviour.moments_ask_for_zone

    def _begin_groups(self, context: StatementContext, firsts: Sequence[Row]) -> None:
        """Of groups that are kept: what is told of dates with which they begin."""
        if self.begin is not None and context.has_mode("NO_ZERO_DATE"):
            self.begin(self, context, firsts)

    def _aggregated(self, context: StatementContext, members: list[Row]) -> tuple[Any, ...]:
        if len(self.aggregates.calls) < 2 or not members:
            return tuple([call.compute(context, members) for call in self.aggregates.calls])
        from binwriter.sql.query.told_rows import aggregated

        values, told = aggregated(self.aggregates.calls, context, members)
        for conditions in told:
            context.diagnostics.extend(conditions)
        return values

    @worked_out_once
    def counts(self) -> bool:
        """Whether the number of its rows is all that is asked of them."""
        return not (self.groups or self.rollup) and all(call.counts for call in self.aggregates.calls)

    def _counted(self, context: StatementContext, outer: Row) -> tuple[Row | None, int]:
        """The first row and how many there are: no other is kept."""
        rows = self._joined_rows(context, outer)
        first = next(rows, None)
        return first, 0 if first is None else 1 + sum(1 for _ in rows)

    def _rolled_up(self, context: StatementContext, groups: dict[Any, list[Row]]) -> Iterator[Row]:
        """Groups in the order of their values, each level followed by its total, in which the columns are NULL."""
        keys = sorted(groups)
        width = len(self.groups)
        totalled: list[list[Row]] = [[] for _ in range(width)]  # by level: the rows since its last total
        for number, key in enumerate(keys):
            yield self._total(context, groups[key], width)
            for rows in totalled:
                rows.extend(groups[key])
            behind = keys[number + 1] if number + 1 < len(keys) else None
            for level in range(width - 1, -1, -1):
                if behind is not None and behind[:level] == key[:level]:
                    break
                yield self._total(context, totalled[level], level)
                totalled[level] = []

    def _total(self, context: StatementContext, members: list[Row], level: int, nulls: Row | None = None) -> Row:
        """A row of the first columns of GROUP BY, as many as level says. nulls: where there is no row at all."""
        slots = list((members[0] if nulls is None else nulls)[: self.base + self.sources])
        for slot, column in self.rollup[level:] if nulls is None else ():
            if slot < 0:
                continue
            values = list(slots[slot])
            values[column] = None
            slots[slot] = tuple(values)
        totals = windows.SlotValues(call.compute(context, members) for call in self.aggregates.calls)
        totals.rolled = frozenset(self.rollup[level:])
        return (*slots, totals)

    def _row_of_nulls(self, outer: Row) -> tuple[Any, ...]:
        nulls = _Nulls()
        return (*tuple(outer)[: self.base], *[()] * (self.base - len(outer)), *[nulls] * self.sources, ())


class _Nulls(tuple[None, ...]):
    """A row all of whose columns are NULL: what columns beside an aggregate over no row read."""

    def __getitem__(self, index: Any) -> Any:
        return None
