"""In which order a server joins the tables of a SELECT: the order of its rows is the order of row events.

A 9.7.4 (its EXPLAIN FORMAT=TREE) tries all orders and takes the cheapest. A table that a key leads to from those before
it is looked up for each row; any other is joined by hashing: the rows so far are the hash table and it is read once, so
that its rows come in their order, and with each of them its partners from the last to the first. An outer join hashes
the inner table. Costs, for tables of one page: 0.25 for a scan (more for other engines than InnoDB), 0.1 for each pair
of rows, 0.35 for each row looked up.

A SELECT of one table is `access.path`'s; what is not flat (joins in parentheses, LATERAL) is read in the order of its
text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any, Protocol

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.formats.records import dataclass
from binwriter.mysql import interrupts
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.logic import Truth
from binwriter.sql.expressions.scope import Source
from binwriter.sql.query.access.path import PathRows
from binwriter.sql.query.derived import RowReader
from binwriter.sql.query.joins import lookups
from binwriter.sql.query.joins.key_order import has_own_order, in_key_order
from binwriter.sql.query.loops import FromNode, TableNode, TableRows
from binwriter.storage.table_data import TableData

if TYPE_CHECKING:
    from binwriter.sql.query.joins.checked_ranges import CheckedTable
    from binwriter.sql.query.joins.mixed import MixedEquality
    from binwriter.sql.query.joins.planner import Planner, Step

_BLOCK_LENGTH, _ROW_LENGTH = 4096, 20  # of a MyISAM file; the shortest block of a row of varying length
EQUAL_SHARE = 0.1  # of the rows that an equality without a key is thought to keep
SHARES: dict[type[exp.Expression], float] = {
    exp.EQ: EQUAL_SHARE,
    **dict.fromkeys((exp.Between, exp.Like), 0.1111),
    **dict.fromkeys((exp.GT, exp.GTE, exp.LT, exp.LTE), 0.3333),
    exp.NEQ: 0.9,
}
_NOT_UNIQUE = 0.001
_LEAST_GUESS, _VALUES_OF_KEY, _VALUES_OF_BEGINNING, _MOST_GUESSED_OF = 2.0, 9, 10, 100
_MOST_TABLES = 5
_MOST_PAIRS = 200_000  # beyond, the rows are found in the order of the text

Rows = Sequence[Sequence[Any]]
COUNTS_EXACTLY = frozenset({"MyISAM", "MEMORY", "ARCHIVE"})
"""Engines that know how many rows a table has: one of at most one row is read before the join is planned."""


class PlannerOf(Protocol):
    """Makes what chooses the order, for the rows that there are and tables of one row."""

    def __call__(
        self, join: PlannedJoin, context: StatementContext, rows: list[Rows], constants: frozenset[int]
    ) -> Planner: ...


def scan_cost(table: Table | None, rows: int, page: float) -> float:
    """What it costs to read a table of so many rows once, without looking at them (captured: EXPLAIN of a 9.7.4).

    InnoDB has one page a partition; MEMORY and CSV say ten pages and one more for twenty rows; the others two blocks
    and what the rows fill. table None: a derived one. page: what one costs.
    """
    if table is None or table.engine.two_phase:
        parts = None if table is None else table.partitioning
        return page if parts is None else page * len(parts.names) * parts.per_partition
    engine = table.engine
    if engine.name in ("MEMORY", "CSV"):
        return page * (10 + rows / 20)
    return page * (2 + rows * _ROW_LENGTH / _BLOCK_LENGTH)


def rows_of_a_value(
    data: TableRows, columns: Sequence[int], count: int, rows: Callable[[], Iterable[Sequence[Any]]]
) -> float:
    """How many rows a key that is not unique is thought to find by values of its first columns: as statistics say, and
    as a server guesses without any (seen in EXPLAIN of a 9.7.4 over MyISAM tables of 1 to 384 rows, and MEMORY;
    captured: joins_by_name_myisam_row). count: how many rows there are; rows: these, where they are to be counted."""
    engine = data.definition.engine
    if isinstance(data, TableData) and engine.two_phase:

        def distinct() -> int:
            return len({tuple(values[column] for column in columns) for values in rows()})

        # of two that find one row the unique key is the cheaper one (captured: clusters/joined_within)
        return data.statistics.rows_of_a_value(columns, len(data), distinct) + _NOT_UNIQUE
    if engine.name == "MEMORY":
        return _LEAST_GUESS
    if isinstance(data, TableData) and data.statistics.are_counted:
        return data.statistics.whole_rows_of_a_value(columns, len(data), lambda: distinct_of(rows(), columns))
    count = min(count, _MOST_GUESSED_OF)
    if any(key.columns == tuple(columns) for key in data.definition.keys):
        return max(_LEAST_GUESS, count / _VALUES_OF_KEY)
    return max(_LEAST_GUESS, 1 + count / _VALUES_OF_BEGINNING)


def distinct_of(rows: Iterable[Sequence[Any]], columns: Sequence[int]) -> int:
    """How many values there are of some columns; each that has a NULL is another one (myisam_stats_method)."""
    values, others = set(), 0
    for row in rows:
        value = tuple(row[column] for column in columns)
        if None in value:
            others += 1
        else:
            values.add(value)
    return len(values) + others


def _whole_size(read: object, context: StatementContext) -> int | None:
    """How many rows a table has that is read as a whole; None of any other."""
    return read.path.whole_size(context) if isinstance(read, PathRows) else None


@dataclass(frozen=True)
class PlannedTable:
    """A table of the join. outer: it is the inner one of LEFT JOIN; condition: of its ON, over it and those before.

    share: of its rows that conditions are thought to keep. fixed: columns that equal constants. needs: the tables that
    its condition names. materialised: a derived table that is not merged into the query. equal: its columns of whole
    numbers, and what they must equal: other pairs need not be asked, since nobody could notice. checked: how a range of
    it may be read for each row in front of it; whole: reads its rows as the table has them. straight: STRAIGHT_JOIN
    stands before it.
    """

    node: TableNode
    source: Source
    condition: Truth | None
    outer: bool
    share: float = 1.0
    fixed: frozenset[int] = frozenset()
    needs: frozenset[int] = frozenset()
    materialised: bool = False
    equal: tuple[tuple[int, tuple[int, int]], ...] = ()
    checked: CheckedTable | None = None
    whole: RowReader | None = None
    straight: bool = False


@dataclass(frozen=True)
class PlannedJoin:
    """A FROM clause whose order is chosen anew for each run. links: pairs of (table, column) that are equated;
    mixed: those of texts with other kinds. planner_of: makes what chooses the order. counts: its rows are given as they
    are found. is_quiet: what it asks of rows does nothing but compare, so that it is all one when they are read."""

    tables: tuple[PlannedTable, ...]
    links: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    plain: FromNode
    planner_of: PlannerOf
    mixed: tuple[MixedEquality, ...] = ()
    counts: bool = False
    is_quiet: bool = False

    def combinations(self, context: StatementContext, row: list[Any]) -> Iterator[None] | None:
        """Fills the row's slots with one combination after the other; None for too many of them."""
        whole = [_whole_size(table.node.read, context) for table in self.tables]  # what needs no look at the rows
        rows: list[Rows] = [
            list(interrupts.stepped(table.node.read(context, row))) if size is None else []
            for table, size in zip(self.tables, whole, strict=True)
        ]
        if prod(len(read) if size is None else size for read, size in zip(rows, whole, strict=True)) > _MOST_PAIRS:
            return None
        is_lazy = self.is_quiet and context.server.takes_many
        for n, size in enumerate(whole):
            if size is not None:
                read = partial(self._whole, n, context, row)
                rows[n] = lookups.LazyRows(size, read) if is_lazy else list(read())
        return self._run(context, row, rows)

    def _whole(self, position: int, context: StatementContext, row: list[Any]) -> Iterable[Sequence[Any]]:
        return interrupts.stepped(self.tables[position].node.read(context, row))

    def _run(self, context: StatementContext, row: list[Any], rows: list[Rows]) -> Iterator[None]:
        plan = self._plan(context, rows)
        order = list(plan)
        self._tell(context, plan)
        combinations: list[tuple[Sequence[Any], ...]] = [()]
        for place, position in enumerate(order):
            before = order[:place]
            combinations = list(self._joined(context, row, combinations, before, position, rows, plan))
        for combination in combinations:
            self._fill(row, order, combination)
            yield

    def _tell(self, context: StatementContext, plan: Mapping[int, Step | None]) -> None:
        """Which tables are read as a whole, for the status flags."""
        for position, step in plan.items():
            read = self.tables[position].node.read
            if step is not None and step.index is None and isinstance(read, PathRows) and read.path.reads_all(context):
                read.path.tell(context)

    def _fill(self, row: list[Any], sequence: Sequence[int], combination: Sequence[Sequence[Any]]) -> None:
        for position, values in zip(sequence, combination, strict=True):
            row[self.tables[position].node.slot] = values

    def _joined(
        self,
        context: StatementContext,
        row: list[Any],
        before: list[tuple[Sequence[Any], ...]],
        sequence: Sequence[int],
        position: int,
        rows: list[Rows],
        plan: Mapping[int, Step | None],
    ) -> Iterator[tuple[Sequence[Any], ...]]:
        """The combinations so far, of the tables of the sequence, with the rows of one more table."""
        table, slot = self.tables[position], self.tables[position].node.slot
        behaviour = context.variables.behaviour
        tests, nulls = self._tests(set(sequence), position), (None,) * table.node.columns
        step, constant = plan[position], {known for known, read in plan.items() if read is None}
        looked_up = step is None or step.index is not None
        checked = None
        if not looked_up and table.checked is not None and sequence:
            checked = table.checked.beside(set(sequence), constant)
        if not looked_up:
            self._convert(context, before, sequence, position, rows)
        text = self._text_sought(position, sequence) if looked_up else None
        whole, data = rows[position], table.node.data
        key = None if step is None or step.index is None else step.index.key
        is_sorted = key is not None and data is not None and step is not None and has_own_order(key, step.parts, data)
        if is_sorted and key is not None and data is not None:
            whole = in_key_order(whole, data.definition, key)
        if checked is not None and table.whole is not None:
            whole = list(interrupts.stepped(table.whole(context, row)))
        hashes = behaviour.joins_by_hashing
        if table.outer and behaviour.buffers_outer_joins and not (hashes or looked_up or checked is not None):
            yield from self._buffered(context, row, before, sequence, position, whole)
            return
        if table.outer or looked_up or checked is not None:
            partners = self._partners(context, sequence, position, whole) if looked_up and not text else None
            inside: Iterable[Sequence[Any]] = (
                () if partners or text or checked is not None else whole if looked_up or not hashes else whole[::-1]
            )
            given, is_last = 0, self.counts and len(sequence) + 1 == len(self.tables)
            for combination in before:
                self._fill(row, sequence, combination)
                matched = False
                if text is not None:
                    value = combination[sequence.index(text.text[0])][text.text[1]]
                    inside = [] if value is None else text.found(context, value, whole, 1 + given)
                elif partners is not None:
                    inside = partners(combination)
                elif checked is not None:
                    inside = checked.inside(context, row, whole)
                for values in inside:
                    if interrupts.asked:
                        interrupts.step()
                    row[slot] = values
                    if table.outer and table.condition is not None and not table.condition(context, row):
                        continue
                    matched = True
                    if all(test(context, row) for test in tests):
                        given += is_last
                        yield (*combination, values)
                if table.outer and not matched:
                    row[slot] = nulls
                    if all(test(context, row) for test in tests):
                        given += is_last
                        yield (*combination, nulls)
            return
        kept = before[::-1] if hashes else before
        if sequence and not behaviour.joined_tables_by_index and table.whole is not None:
            whole = list(interrupts.stepped(table.whole(context, row)))
        for values in whole:
            for combination in kept:
                if interrupts.asked:
                    interrupts.step()
                self._fill(row, sequence, combination)
                row[slot] = values
                if all(test(context, row) for test in tests):
                    yield (*combination, values)

    def _buffered(
        self,
        context: StatementContext,
        row: list[Any],
        before: Sequence[tuple[Sequence[Any], ...]],
        sequence: Sequence[int],
        position: int,
        whole: Rows,
    ) -> Iterator[tuple[Sequence[Any], ...]]:
        """An outer join of 5.6 and 5.7: what has no partner comes behind all that has one."""
        table, slot = self.tables[position], self.tables[position].node.slot
        tests, matched = self._tests(set(sequence), position), [False] * len(before)
        for values in whole:
            for place, combination in enumerate(before):
                self._fill(row, sequence, combination)
                row[slot] = values
                if table.condition is None or table.condition(context, row):
                    matched[place] = True
                    if all(test(context, row) for test in tests):
                        yield (*combination, values)
        row[slot] = nulls = (None,) * table.node.columns
        for combination in (one for one, has in zip(before, matched, strict=True) if not has):
            self._fill(row, sequence, combination)
            if all(test(context, row) for test in tests):
                yield (*combination, nulls)

    def _partners(
        self, context: StatementContext, sequence: Sequence[int], position: int, rows: Rows
    ) -> Callable[[tuple[Sequence[Any], ...]], Iterable[Sequence[Any]]] | None:
        """What gives the rows of a table that may match a combination of those of the sequence; None: all may."""
        node = self.tables[position].node
        for column, other in self.tables[position].equal if context.server.takes_many else ():
            if other[0] in sequence:
                at, place = sequence.index(other[0]), other[1]
                data = node.data if isinstance(rows, lookups.LazyRows) else None
                lookup = lookups.lookup_of(node, data, column) if isinstance(data, TableData) else None
                found = lookups.finder(lookup, rows, column, context)
                return lambda combination: found(combination[at][place])
        return None

    def _convert(
        self,
        context: StatementContext,
        before: list[tuple[Sequence[Any], ...]],
        sequence: Sequence[int],
        position: int,
        rows: list[Rows],
    ) -> None:
        """Texts are hashed once: those of the rows that are kept for the join first, then those that look for them."""
        own = [mixed for mixed in self.mixed if mixed.text[0] == position and mixed.other[0] in sequence]
        others = [mixed for mixed in self.mixed if mixed.other[0] == position and mixed.text[0] in sequence]
        if not (own or others):
            return
        is_outer = self.tables[position].outer
        if before and (rows[position] or is_outer):
            for mixed in others if not is_outer else ():
                mixed.convert(context, (combination[sequence.index(mixed.text[0])] for combination in before))
            for mixed in own:
                mixed.convert(context, rows[position])
            for mixed in others if is_outer and rows[position] else ():
                mixed.convert(context, (combination[sequence.index(mixed.text[0])] for combination in before))

    def _text_sought(self, position: int, sequence: Sequence[int]) -> MixedEquality | None:
        """The equality by which a key finds a table's rows by a text."""
        data = self.tables[position].node.data
        keyed = {key.columns[0] for key in data.definition.keys} if data is not None else set()
        for mixed in self.mixed:
            if mixed.other[0] == position and mixed.other[1] in keyed and mixed.text[0] in sequence:
                return mixed
        return None

    def _tests(self, done: set[int], position: int) -> list[Truth]:
        """The conditions of inner joins that can be asked once this table is there, and could not before."""
        now = done | {position}
        return [
            table.condition
            for n, table in enumerate(self.tables)
            if table.condition is not None
            and not table.outer
            and table.needs | {n} <= now
            and not table.needs | {n} <= done
        ]

    # --- the order ----------------------------------------------------------------------------------------------------

    def _plan(self, context: StatementContext, rows: list[Rows]) -> dict[int, Step | None]:
        """The tables in the order in which they are read, and how; nothing is said of those of one row."""
        return self._planned(context, rows)[1]

    def told(self, context: StatementContext) -> tuple[Planner, dict[int, Step | None], list[Rows]]:
        """What the planner knows, its choice as `_plan` has it, and the rows that there are, for EXPLAIN."""
        row: list[Any] = [()] * (1 + max(table.node.slot for table in self.tables))
        rows: list[Rows] = [list(interrupts.stepped(table.node.read(context, row))) for table in self.tables]
        return *self._planned(context, rows), rows

    def _planned(self, context: StatementContext, rows: list[Rows]) -> tuple[Planner, dict[int, Step | None]]:
        constant: list[int] = []
        while more := [
            n for n in range(len(self.tables)) if n not in constant and self._is_constant(n, constant, rows)
        ]:
            constant += more[:1]
        planner = self.planner_of(self, context, rows, frozenset(constant))
        steps = planner.plan() if len(planner.tables) <= _MOST_TABLES else planner.costs_of(sorted(planner.tables))
        return planner, {**dict.fromkeys(constant), **{step.slot: step for step in steps}}

    def expected_rows(self, position: int, rows: list[Rows]) -> int:
        """How many rows the server expects: of a whole InnoDB table those that its statistics know of."""
        data, count = self.tables[position].node.data, len(rows[position])
        whole = isinstance(data, TableData) and data.definition.engine.two_phase and len(data) == count
        return data.statistics.rows(count) if isinstance(data, TableData) and whole else count

    def is_possible(self, order: Sequence[int]) -> bool:
        """An outer join's inner table comes behind those that its condition names, that of STRAIGHT_JOIN behind all
        that stand before it."""
        return all(self.behind(n) <= set(order[:place]) for place, n in enumerate(order))

    def behind(self, position: int) -> set[int] | frozenset[int]:
        """The tables in front of which one may not be read."""
        table = self.tables[position]
        if table.straight:
            return set(range(position)) | (table.needs if table.outer else frozenset())
        return table.needs if table.outer else frozenset()

    def _is_constant(self, position: int, constant: Sequence[int], rows: list[Rows]) -> bool:
        """At most one row: a unique key all of whose columns equal constants, or an engine that counts rows exactly."""
        table = self.tables[position]
        if table.node.data is None or table.outer or table.straight:
            return False
        definition = table.node.data.definition
        is_counted = definition.engine.name in COUNTS_EXACTLY and definition.partitioning is None
        if is_counted and len(rows[position]) <= 1 and len(rows[position]) == len(table.node.data):
            return True
        fixed = set(table.fixed) | {own for own, other in self._linked(position) if other in constant}
        return any(key.unique and set(key.columns) <= fixed for key in definition.keys)

    def _linked(self, position: int) -> Iterator[tuple[int, int]]:
        """(own column, other table) of each equality with another table."""
        for left, right in self.links:
            for own, other in ((left, right), (right, left)):
                if own[0] == position:
                    yield own[1], other[0]
