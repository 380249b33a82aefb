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

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Any, Protocol

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.formats.records import dataclass, replace, worked_out_once
from binwriter.mysql import interrupts
from binwriter.sql.context import StatementContext
from binwriter.sql.query.access.path import PathRows
from binwriter.sql.query.joins import lookups
from binwriter.sql.query.joins.combining import Combination, Combining, PlannedTable, Rows, fill
from binwriter.sql.query.joins.filters import Filtered
from binwriter.sql.query.loops import MOST_PAIRS, FromNode, TableNode, TableRows, TableScan, unlocked
from binwriter.storage.table_data import TableData

if TYPE_CHECKING:
    from binwriter.sql.query.derived import RowReader
    from binwriter.sql.query.joins.locked_selects import Asked
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


def read_without_locks(read: RowReader) -> RowReader:
    """The same rows, none of them locked, of a stored table."""
    return PathRows(read.path.without_locks()) if isinstance(read, PathRows) else read


def _whole_size(read: object, context: StatementContext) -> int | None:
    """How many rows a table has that is read as a whole; None of any other."""
    return read.path.whole_size(context) if isinstance(read, PathRows) else None


@dataclass(frozen=True)
class PlannedJoin:
    """A FROM clause whose order is chosen anew for each run. links: pairs of (table, column) that are equated.
    make_plain: makes the loops in the order of the text. planner_of: makes what chooses the order. where_says_nothing:
    no part of WHERE does. make_filtered: makes the tables without the rows that their own conditions leave out. asked:
    what is asked of the tables, for those whose rows are locked."""

    combining: Combining
    links: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    make_plain: Callable[[], FromNode]
    planner_of: PlannerOf
    where_says_nothing: bool = False
    make_filtered: Callable[[], Sequence[TableNode]] = tuple
    asked: Asked | None = None

    @worked_out_once
    def _filtered(self) -> Sequence[TableNode]:
        """The tables without the rows that their own conditions leave out."""
        return self.make_filtered()

    @property
    def tables(self) -> tuple[PlannedTable, ...]:
        """In the order of the text."""
        return self.combining.tables

    @worked_out_once
    def plain(self) -> FromNode:
        """The same in the order of the text."""
        return self.make_plain()

    @property
    def _says_nothing(self) -> bool:
        """Whether it is all one when rows are read, and which are asked."""
        return self.where_says_nothing and self.combining.on_says_nothing

    def combinations(self, context: StatementContext, row: list[Any]) -> Iterator[None] | None:
        """Fills the row's slots with one combination after the other; None for too many of them."""
        if self.asked is not None and self._locks:
            return self._locked(self.asked, context, row)
        whole = [_whole_size(table.node.read, context) for table in self.tables]  # what needs no look at the rows
        is_lazy = self._says_nothing and context.server.takes_many
        rows: list[Rows] = [
            list(interrupts.stepped(table.node.read(context, row))) if size is None else []
            for table, size in zip(self.tables, whole, strict=True)
        ]
        sizes = [len(read) if size is None else size for read, size in zip(rows, whole, strict=True)]
        is_large = prod(sizes) > MOST_PAIRS
        if is_large and not is_lazy:
            return None
        for n, size in enumerate(whole):
            if size is not None:
                read = partial(self._whole, n, context, row)
                rows[n] = lookups.LazyRows(size, read) if is_lazy else list(read())
        if not is_large:
            return self._run(context, row, rows)
        for n, size in enumerate(whole):
            if size is not None:
                rows[n] = lookups.LazyRows(size, partial(self._own, n, context, row))
        return self._run_large(context, row, rows)

    def _own(self, position: int, context: StatementContext, row: list[Any]) -> Iterable[Sequence[Any]]:
        node, data = self._filtered[position], self.tables[position].node.data
        read, path = node.read, self.tables[position].node.read
        is_plain = isinstance(path, PathRows) and path.path.index_read(context) == (None,)
        if isinstance(read, Filtered) and data is not None and is_plain:  # bounds may narrow the table's own order down
            read = replace(read, node=replace(read.node, read=TableScan(data)))
        return interrupts.stepped(read(context, row))

    def _whole(self, position: int, context: StatementContext, row: list[Any]) -> Iterable[Sequence[Any]]:
        return interrupts.stepped(self.tables[position].node.read(context, row))

    @property
    def _locks(self) -> bool:
        """Whether rows are locked as they are read."""
        reads = (table.node.read for table in self.tables)
        return any(isinstance(read, PathRows) and read.path.locked is not None for read in reads)

    def _locked(self, asked: Asked, context: StatementContext, row: list[Any]) -> Iterator[None]:
        """The combinations of the rows that are locked."""
        from binwriter.sql.query.joins.locked import come_by

        reads = [read_without_locks(table.node.read) for table in self.tables]
        rows: list[Rows] = [list(interrupts.stepped(read(context, row))) for read in reads]
        plan = self._plan(context, rows)
        found = come_by(asked.ways(self, plan, rows), asked.tests(), context, row, hashes=True)
        for n, table in enumerate(self.tables):
            if isinstance(table.node.read, PathRows):
                come_to = found[table.node.slot]
                entries = table.node.read.path.without_locks().rows(context)
                rows[n] = [values for row_id, values in interrupts.stepped(entries) if row_id in come_to]
        return self._run(context, row, rows, plan)

    def _run(
        self,
        context: StatementContext,
        row: list[Any],
        rows: list[Rows],
        plan: dict[int, Step | None] | None = None,
    ) -> Iterator[None]:
        plan = self._plan(context, rows) if plan is None else plan
        order = list(plan)
        self._tell(context, plan)
        combinations: list[Combination] = [()]
        for place, position in enumerate(order):
            before = order[:place]
            combinations = list(self.combining.joined(context, row, combinations, before, position, rows, plan))
        yield from self._filled(row, order, combinations)

    def _run_large(self, context: StatementContext, row: list[Any], rows: list[Rows]) -> Iterator[None] | None:
        """The same where partners are found for all but a few rows; None where they are not."""
        plan = self._plan(context, rows)
        order = list(plan)
        combinations: list[Combination] = [()]
        for place, position in enumerate(order):
            before = order[:place]
            pairs = len(combinations) * len(rows[position])
            if pairs > MOST_PAIRS and not self.combining.finds_partners(before, position, plan):
                return None
            joined = self.combining.joined(context, row, combinations, before, position, rows, plan)
            if place + 1 == len(order):
                self._tell(context, plan)
                return (None for _ in joined)  # the row has been filled for what was asked
            combinations = list(islice(joined, MOST_PAIRS + 1))
            if len(combinations) > MOST_PAIRS:
                return None
        return None

    def _filled(self, row: list[Any], order: Sequence[int], combinations: Iterable[Combination]) -> Iterator[None]:
        slots = self.combining.slots(order)
        for combination in combinations:
            fill(row, slots, combination)
            yield

    def _tell(self, context: StatementContext, plan: Mapping[int, Step | None]) -> None:
        """Which tables are read as a whole, for the status flags."""
        for position, step in plan.items():
            read = self.tables[position].node.read
            if step is not None and step.index is None and isinstance(read, PathRows) and read.path.reads_all(context):
                read.path.tell(context)

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
        data = None if data is None else unlocked(data)
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
        if table.outer or table.straight:
            return False
        if table.node.data is None:
            return table.source.gives_one_row
        definition = table.node.data.definition
        is_counted = definition.engine.name in COUNTS_EXACTLY and definition.partitioning is None
        if is_counted and len(rows[position]) <= 1 and len(rows[position]) == len(table.node.data):
            return True
        fixed = self.fixed_columns(position, constant)
        return any(key.unique and set(key.columns) <= fixed for key in definition.keys)

    def fixed_columns(self, position: int, constant: Container[int] | None = None) -> set[int]:
        """The columns of a table that equal constants, or what is in these tables of one row; in any where None."""
        linked = {own for own, other in self._linked(position) if constant is None or other in constant}
        return set(self.tables[position].fixed) | linked

    def _linked(self, position: int) -> Iterator[tuple[int, int]]:
        """(own column, other table) of each equality with another table."""
        for left, right in self.links:
            for own, other in ((left, right), (right, left)):
                if own[0] == position:
                    yield own[1], other[0]
