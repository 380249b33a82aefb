"""In which order a server joins the tables of a SELECT: the order of its rows is the order of row events.

A 9.7.4 (its EXPLAIN FORMAT=TREE) tries all orders and takes the cheapest. A table that a key leads to from those before
it is looked up for each row; any other is joined by hashing: the rows so far are the hash table and it is read once, so
that its rows come in their order, and with each of them its partners from the last to the first. An outer join hashes
the inner table. Costs, for tables of one page: 0.25 for a scan (more for other engines than InnoDB), 0.1 for each pair
of rows, 0.35 for each row looked up.

A SELECT of one table is `access.path`'s; what is not flat (joins in parentheses, STRAIGHT_JOIN, LATERAL) is read in the
order of its text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import permutations
from math import prod
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.formats.records import dataclass
from binwriter.mysql import interrupts
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.logic import Truth
from binwriter.sql.expressions.scope import Source
from binwriter.sql.query.access.path import PathRows
from binwriter.sql.query.joins import lookups
from binwriter.sql.query.loops import FromNode, TableNode, TableRows
from binwriter.storage.table_data import TableData

if TYPE_CHECKING:
    from binwriter.sql.query.joins.mixed import MixedEquality

PAIR, LOOKUP = 0.1, 0.35
_PAGE = 0.25
_BLOCK_LENGTH, _ROW_LENGTH = 4096, 20  # of a MyISAM file; the shortest block of a row of varying length
EQUAL_SHARE = 0.1  # of the rows that an equality without a key is thought to keep
SHARES: dict[type[exp.Expression], float] = {
    exp.EQ: EQUAL_SHARE,
    exp.Between: 0.1111,
    **dict.fromkeys((exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Like), 0.3333),
    exp.NEQ: 0.9,
}
_NOT_UNIQUE = 0.001
_LEAST_GUESS, _GUESSED_SHARE, _MOST_GUESSED_OF = 2.0, 0.12, 101
_MOST_TABLES = 5
_MOST_PAIRS = 200_000  # beyond, the rows are found in the order of the text

Rows = Sequence[Sequence[Any]]


def scan_cost(table: Table | None, rows: int) -> float:
    """What it costs to read a table of so many rows once, without looking at them (captured: EXPLAIN of a 9.7.4).

    InnoDB has one page a partition; MEMORY and CSV say ten pages and one more for twenty rows; the others two blocks
    and what the rows fill. table None: a derived one.
    """
    if table is None or table.engine.two_phase:
        parts = None if table is None else table.partitioning
        return _PAGE if parts is None else _PAGE * len(parts.names) * parts.per_partition
    engine = table.engine
    if engine.name in ("MEMORY", "CSV"):
        return _PAGE * (10 + rows / 20)
    return _PAGE * (2 + rows * _ROW_LENGTH / _BLOCK_LENGTH)


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
    return max(_LEAST_GUESS, _GUESSED_SHARE * min(count, _MOST_GUESSED_OF))


def _whole_size(read: object, context: StatementContext) -> int | None:
    """How many rows a table has that is read as a whole; None of any other."""
    return read.path.whole_size(context) if isinstance(read, PathRows) else None


@dataclass(frozen=True)
class PlannedTable:
    """A table of the join. outer: it is the inner one of LEFT JOIN; condition: of its ON, over it and those before.

    share: of its rows that conditions are thought to keep. fixed: columns that equal constants. needs: the tables that
    its condition names. materialised: a derived table that is not merged into the query. equal: its columns of whole
    numbers, and what they must equal: other pairs need not be asked, since nobody could notice.
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


@dataclass(frozen=True)
class PlannedJoin:
    """A FROM clause whose order is chosen anew for each run. links: pairs of (table, column) that are equated;
    mixed: those of texts with other kinds. counts: its rows are given as they are found. is_quiet: what it asks of rows
    does nothing but compare, so that it is all one when they are read."""

    tables: tuple[PlannedTable, ...]
    links: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    plain: FromNode
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
        order = self._cheapest(rows)
        self._tell(context, order, rows)
        combinations: list[tuple[Sequence[Any], ...]] = [()]
        for place, position in enumerate(order):
            before = order[:place]
            combinations = list(self._joined(context, row, combinations, before, position, rows))
        for combination in combinations:
            self._fill(row, order, combination)
            yield

    def _tell(self, context: StatementContext, order: Sequence[int], rows: list[Rows]) -> None:
        """Which tables are read as a whole, for the status flags."""
        constant: list[int] = []
        for place, position in enumerate(order):
            node = self.tables[position].node
            if len(constant) == place and self._is_constant(position, constant):
                constant.append(position)
                continue
            looked_up = self._looked_up(position, order[:place], rows) is not None
            if not looked_up and isinstance(node.read, PathRows) and node.read.path.reads_all(context):
                node.read.path.tell(context)

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
    ) -> Iterator[tuple[Sequence[Any], ...]]:
        """The combinations so far, of the tables of the sequence, with the rows of one more table."""
        table, slot = self.tables[position], self.tables[position].node.slot
        tests, nulls = self._tests(set(sequence), position), (None,) * table.node.columns
        looked_up = self._looked_up(position, sequence, rows) is not None
        if not looked_up:
            self._convert(context, before, sequence, position, rows)
        text = self._text_sought(position, sequence) if looked_up else None
        if table.outer or looked_up:
            partners = self._partners(context, sequence, position, rows[position]) if looked_up and not text else None
            inside: Iterable[Sequence[Any]] = (
                () if partners or text else rows[position] if looked_up else rows[position][::-1]
            )
            given, is_last = 0, self.counts and len(sequence) + 1 == len(self.tables)
            for combination in before:
                self._fill(row, sequence, combination)
                matched = False
                if text is not None:
                    value = combination[sequence.index(text.text[0])][text.text[1]]
                    inside = [] if value is None else text.found(context, value, rows[position], 1 + given)
                elif partners is not None:
                    inside = partners(combination)
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
        backwards = before[::-1]
        for values in rows[position]:
            for combination in backwards:
                if interrupts.asked:
                    interrupts.step()
                self._fill(row, sequence, combination)
                row[slot] = values
                if all(test(context, row) for test in tests):
                    yield (*combination, values)

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

    def _cheapest(self, rows: list[Rows]) -> list[int]:
        constant: list[int] = []
        while True:
            more = [n for n in range(len(self.tables)) if n not in constant and self._is_constant(n, constant)]
            if not more:
                break
            constant += more
        rest = sorted((n for n in range(len(self.tables)) if n not in constant), key=lambda n: self._known(n, rows))
        possible = (order for order in permutations(rest) if self._is_possible((*constant, *order)))
        if len(rest) > _MOST_TABLES:
            return [*constant, *sorted(rest)]
        return [*constant, *min(possible, key=lambda order: round(self._cost(constant, order, rows), 6))]

    def _known(self, position: int, rows: list[Rows]) -> int:
        """How many rows the server expects: of a whole InnoDB table those that its statistics know of."""
        data, count = self.tables[position].node.data, len(rows[position])
        whole = isinstance(data, TableData) and data.definition.engine.two_phase and len(data) == count
        return data.statistics.rows(count) if isinstance(data, TableData) and whole else count

    def _is_possible(self, order: Sequence[int]) -> bool:
        """An outer join's inner table comes behind those that its condition names."""
        return all(self.tables[n].needs <= set(order[:place]) for place, n in enumerate(order) if self.tables[n].outer)

    def _is_constant(self, position: int, constant: Sequence[int]) -> bool:
        """At most one row: a unique key all of whose columns equal constants."""
        table = self.tables[position]
        if table.node.data is None or table.outer:
            return False
        fixed = set(table.fixed) | {own for own, other in self._linked(position) if other in constant}
        return any(key.unique and set(key.columns) <= fixed for key in table.node.data.definition.keys)

    def _linked(self, position: int) -> Iterator[tuple[int, int]]:
        """(own column, other table) of each equality with another table."""
        for left, right in self.links:
            for own, other in ((left, right), (right, left)):
                if own[0] == position:
                    yield own[1], other[0]

    def _not_led_to(self, position: int) -> set[int]:
        """Its texts that equal columns of other kinds: no key of texts leads to them."""
        return {mixed.text[1] for mixed in self.mixed if mixed.text[0] == position}

    def _looked_up(self, position: int, done: set[int] | Sequence[int], rows: list[Rows]) -> float | None:
        """How many rows a key finds for each row before it; None without such a key."""
        table = self.tables[position]
        linked = {own for own, other in self._linked(position) if other in done} - self._not_led_to(position)
        if table.node.data is None:  # a materialised table gets a key for this
            return 1.0 if table.materialised and linked else None
        fixed = linked | table.fixed
        best: float | None = None
        for key in table.node.data.definition.keys:
            if key.columns[0] not in fixed or not linked & set(key.columns):
                continue
            if key.unique and set(key.columns) <= fixed:
                return 1.0
            used = []
            for column in key.columns:
                if column not in fixed:
                    break
                used.append(column)
            share = rows_of_a_value(table.node.data, used, len(rows[position]), lambda: rows[position])
            best = share if best is None else min(best, share)
        return best

    def _cost(self, constant: Sequence[int], order: Sequence[int], rows: list[Rows]) -> float:
        total, sofar, done = 0.0, 1.0, list(constant)
        for position in order:
            table, count = self.tables[position], self._known(position, rows)
            data = table.node.data
            scan = scan_cost(None if data is None else data.definition, count) + PAIR * sofar * count
            expected = self._looked_up(position, done, rows)
            if expected is not None and LOOKUP * sofar * expected <= scan:
                total += LOOKUP * sofar * expected
                sofar *= expected * table.share
            else:
                total += scan
                linked = sum(1 for _, other in self._linked(position) if other in done)
                sofar *= count * table.share * max(EQUAL_SHARE, 1 / max(1, count)) ** linked
            done.append(position)
        return total
