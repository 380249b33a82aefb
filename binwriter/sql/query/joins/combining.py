"""What joins the rows of one table more to those that a join has so far.

A table that a key leads to from those before it is looked up for each combination. Any other is joined by hashing: the
combinations are the hash table and it is read once, so that its rows come in their order, and with each of them its
partners from the last to the first. An outer join hashes the inner table. As `partners` of loops, rows are not asked of
which an equality says that nobody could notice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from binwriter.formats.records import dataclass, replace, worked_out_once
from binwriter.mysql import interrupts
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.logic import Truth
from binwriter.sql.expressions.scope import Source
from binwriter.sql.query.derived import RowReader
from binwriter.sql.query.joins import lookups
from binwriter.sql.query.joins.key_order import has_own_order, in_key_order
from binwriter.sql.query.joins.partners import Equality, Partners
from binwriter.sql.query.joins.silent import Place
from binwriter.sql.query.loops import TableNode, TableRows
from binwriter.storage.table_data import TableData

if TYPE_CHECKING:
    from binwriter.sql.query.joins.checked_ranges import CheckedTable
    from binwriter.sql.query.joins.mixed import MixedEquality
    from binwriter.sql.query.joins.planner import Step

Rows = Sequence[Sequence[Any]]
Combination = tuple[Sequence[Any], ...]


@dataclass(frozen=True)
class PlannedTable:
    """A table of the join. outer: it is the inner one of LEFT JOIN; condition: of its ON, over it and those before.

    share: of its rows that conditions are thought to keep. fixed: columns that equal constants. needs: the tables that
    its condition names. materialised: a derived table that is not merged into the query. equal: the equalities of its
    condition in front of which nothing says anything; says_nothing: nor does any other part of it. checked: how a range
    of it may be read for each row in front of it; whole: reads its rows as the table has them. straight: STRAIGHT_JOIN
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
    equal: tuple[Equality, ...] = ()
    says_nothing: bool = False
    checked: CheckedTable | None = None
    whole: RowReader | None = None
    straight: bool = False


@dataclass(frozen=True)
class Combining:
    """mixed: the equalities of texts with other kinds. counts: the rows are given as they are found. equal: the
    equalities of WHERE in front of which nothing there says anything."""

    tables: tuple[PlannedTable, ...]
    mixed: tuple[MixedEquality, ...] = ()
    counts: bool = False
    equal: tuple[Equality, ...] = ()

    @worked_out_once
    def on_says_nothing(self) -> bool:
        """Whether no ON says anything."""
        return all(table.says_nothing for table in self.tables)

    def finds_partners(self, sequence: Sequence[int], position: int, plan: Mapping[int, Step | None]) -> bool:
        """Whether an equality tells which rows of a table may match those of the sequence. plan: how tables are read;
        ranges that are read anew for each row come in another order."""
        has_ranges = self._checked(sequence, position, plan) is not None
        return not has_ranges and next(self._equal(sequence, position), None) is not None

    def _checked(self, sequence: Sequence[int], position: int, plan: Mapping[int, Step | None]) -> CheckedTable | None:
        """How a range of a table is read for each row of those before."""
        table, step = self.tables[position], plan[position]
        if step is None or step.index is not None or table.checked is None or not sequence:
            return None
        return table.checked.beside(set(sequence), {known for known, read in plan.items() if read is None})

    def slots(self, sequence: Sequence[int]) -> tuple[int, ...]:
        """Where the rows of the tables of a sequence stand in the row."""
        return tuple(self.tables[position].node.slot for position in sequence)

    def joined(
        self,
        context: StatementContext,
        row: list[Any],
        before: list[Combination],
        sequence: Sequence[int],
        position: int,
        rows: list[Rows],
        plan: Mapping[int, Step | None],
    ) -> Iterator[Combination]:
        """The combinations so far, of the tables of the sequence, with the rows of one more table. plan: how tables are
        read."""
        table, slot = self.tables[position], self.tables[position].node.slot
        behaviour = context.variables.behaviour
        holds, nulls = self._test(set(sequence), position), (None,) * table.node.columns
        step, checked = plan[position], self._checked(sequence, position, plan)
        looked_up = step is None or step.index is not None
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
        # behind rows that are read before all others nothing is hashed (captured: clusters/outer_joins_of_one_row)
        hashes = behaviour.joins_by_hashing and any(plan[known] is not None for known in sequence)
        is_buffered = behaviour.buffers_outer_joins and not behaviour.joins_by_hashing
        if table.outer and is_buffered and not (looked_up or checked is not None):
            yield from self._buffered(context, row, before, sequence, position, whole)
            return
        if not (table.outer or looked_up or checked is not None):
            if sequence and not behaviour.joined_tables_by_index and table.whole is not None:
                whole = list(interrupts.stepped(table.whole(context, row)))
            kept = before[::-1] if hashes else before
            yield from self._hashed(context, row, kept, sequence, position, whole)
            return
        partners = None if text or checked else self._partners(context, sequence, position, whole, table.node.data)
        inside: Iterable[Sequence[Any]] = (
            () if partners or text or checked is not None else whole if looked_up or not hashes else whole[::-1]
        )
        slots, given, is_last = self.slots(sequence), 0, self.counts and len(sequence) + 1 == len(self.tables)
        for combination in before:
            fill(row, slots, combination)
            matched = False
            if text is not None:
                value = combination[sequence.index(text.text[0])][text.text[1]]
                inside = [] if value is None else text.found(context, value, whole, 1 + given)
            elif partners is not None:
                inside = partners(context, row)
                inside = inside if looked_up or not hashes else list(inside)[::-1]
            elif checked is not None:
                inside = checked.inside(context, row, whole)
            for values in inside:
                if interrupts.asked:
                    interrupts.step()
                row[slot] = values
                if table.outer and table.condition is not None and not table.condition(context, row):
                    continue
                matched = True
                if holds(context, row):
                    given += is_last
                    yield (*combination, values)
            if table.outer and not matched:
                row[slot] = nulls
                if holds(context, row):
                    given += is_last
                    yield (*combination, nulls)

    def _hashed(
        self,
        context: StatementContext,
        row: list[Any],
        before: list[Combination],
        sequence: Sequence[int],
        position: int,
        rows: Rows,
    ) -> Iterator[Combination]:
        """The combinations, in this order, with each row of a table that is read once."""
        slot, holds = self.tables[position].node.slot, self._test(set(sequence), position)
        equal = next(self._equal(sequence, position), None) if context.server.takes_many else None
        slots = self.slots(sequence)
        groups: dict[Any, list[Combination]] = {}
        column = 0
        if equal is not None:
            column, (other, place), key = equal
            for combination in before:
                fill(row, slots, combination)
                value = row[other][place]
                if value is not None:
                    groups.setdefault(key(value), []).append(combination)
        found = before
        for values in rows:
            if equal is not None:
                value = values[column]
                found = [] if value is None else groups.get(equal[2](value), [])
            for combination in found:
                if interrupts.asked:
                    interrupts.step()
                fill(row, slots, combination)
                row[slot] = values
                if holds(context, row):
                    yield (*combination, values)

    def _buffered(
        self,
        context: StatementContext,
        row: list[Any],
        before: Sequence[Combination],
        sequence: Sequence[int],
        position: int,
        whole: Rows,
    ) -> Iterator[Combination]:
        """An outer join of 5.6 and 5.7: what has no partner comes behind all that has one."""
        table, slot = self.tables[position], self.tables[position].node.slot
        holds, matched = self._test(set(sequence), position), [False] * len(before)
        slots = self.slots(sequence)
        for values in whole:
            for place, combination in enumerate(before):
                fill(row, slots, combination)
                row[slot] = values
                if table.condition is None or table.condition(context, row):
                    matched[place] = True
                    if holds(context, row):
                        yield (*combination, values)
        row[slot] = nulls = (None,) * table.node.columns
        for combination in (one for one, has in zip(before, matched, strict=True) if not has):
            fill(row, slots, combination)
            if holds(context, row):
                yield (*combination, nulls)

    def _partners(
        self,
        context: StatementContext,
        sequence: Sequence[int],
        position: int,
        rows: Rows,
        data: TableRows | None,
    ) -> Partners | None:
        """What gives the rows of a table that may match a combination of those of the sequence; None: all may."""
        equal = next(self._equal(sequence, position), None) if context.server.takes_many else None
        if equal is None:
            return None
        column, at, key = equal
        node = self.tables[position].node
        stored = data if isinstance(data, TableData) else None
        by = (
            lookups.lookup_of(node, stored, column)
            if stored is not None and isinstance(rows, lookups.LazyRows)
            else None
        )
        return Partners(replace(node, read=lambda context, row: rows), stored, column, at, key, by)

    def _equal(self, sequence: Sequence[int], position: int) -> Iterator[tuple[int, Place, Callable[[Any], Any]]]:
        """The columns of a table that equalities name, where the rows before have what they must equal, and what equal
        values have in common: nobody could notice that other pairs are not asked."""
        slot, done = self.tables[position].node.slot, {self.tables[n].node.slot for n in sequence}
        for equality in self._equalities(set(sequence), position):
            for here, there in ((equality.left, equality.right), (equality.right, equality.left)):
                if there[0] == slot and here[0] in done:
                    yield there[1], here, equality.key

    def _equalities(self, done: set[int], position: int) -> Iterator[Equality]:
        """Those in front of which nothing is asked that says anything, when the table is joined with those done."""
        table = self.tables[position]
        if table.outer:
            yield from table.equal
            return
        for asked in self._asked(done, position):
            yield from asked.equal
            if not asked.says_nothing:
                return
        if self.on_says_nothing:
            for other in self.tables:
                yield from other.equal if not other.outer else ()
            yield from self.equal

    def _convert(
        self,
        context: StatementContext,
        before: list[Combination],
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

    def _test(self, done: set[int], position: int) -> Truth:
        """The conditions of inner joins that can be asked once this table is there, and could not before."""
        tests = [table.condition for table in self._asked(done, position) if table.condition is not None]
        return tests[0] if len(tests) == 1 else lambda context, row: all(test(context, row) for test in tests)

    def _asked(self, done: set[int], position: int) -> list[PlannedTable]:
        """The tables of whose inner joins that is true."""
        now = done | {position}
        return [
            table
            for n, table in enumerate(self.tables)
            if table.condition is not None
            and not table.outer
            and table.needs | {n} <= now
            and not table.needs | {n} <= done
        ]


def fill(row: list[Any], slots: Sequence[int], combination: Combination) -> None:
    """Puts the rows of tables into their slots."""
    for slot, values in zip(slots, combination):  # noqa: B905  # as many: it is asked for each pair
        row[slot] = values
