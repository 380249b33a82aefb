"""The rows that a join comes by where it locks what it reads.

A server looks rows up by a key for each combination of the tables before, and locks those alone; what no key finds it
reads once, as a whole or in a range, when the tables before have rows. Tables of one row are read before anything else,
all of them, even if the first has none. Conditions are asked as soon as their tables have rows: what they leave out
looks nothing up (captured: cluster rows_that_joins_lock).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field
from itertools import islice, takewhile
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Key
from binwriter.formats.records import dataclass, replace
from binwriter.mysql import interrupts
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.logic import Truth, truth
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression, ExprType
from binwriter.sql.query.access.conditions import Condition
from binwriter.sql.query.access.costs import clustered_key, unique_point
from binwriter.sql.query.access.path import AccessPath, PathRows
from binwriter.sql.query.joins.partners import Equality, equalities
from binwriter.sql.query.joins.silent import Place, is_silent, leading, place_of
from binwriter.sql.query.loops import MOST_PAIRS, TableNode
from binwriter.sql.text.known_trees import nodes_in
from binwriter.storage.order import RowId

Row = Sequence[Any]


@dataclass(frozen=True)
class Test:
    """A condition that says nothing. needs: the slots of the tables that it names."""

    needs: frozenset[int]
    holds: Truth


@dataclass(frozen=True)
class Giver:
    """Where a column finds the value that it equals. key: what equal values have in common, as an index has them."""

    place: Place
    type: ExprType
    key: Callable[[Any], Any]


@dataclass(frozen=True)
class Way:
    """How a join comes to the rows of the table in a slot.

    width: how many columns it has; path: of a stored table; made: the rows of another one. key: what finds its rows by
    `columns`, its first ones; givers: where these have their values from, but for constants. is_constant: it is read
    before the join runs. on: what LEFT JOIN asks of it, None of an inner table.
    """

    slot: int
    width: int
    path: AccessPath | None
    made: Sequence[Row] = ()
    key: Key | None = None
    columns: tuple[int, ...] = ()
    givers: Mapping[int, Giver] = field(default_factory=dict)
    is_constant: bool = False
    on: tuple[Test, ...] | None = None

    @property
    def looks_up(self) -> bool:
        """Whether its rows depend on those of the tables before."""
        return self.key is not None and self.path is not None

    def conditions(self, row: Sequence[Row]) -> list[Condition] | None:
        """What bounds the key for the rows before; None where a value is NULL."""
        assert self.path is not None and self.key is not None
        constants = {condition.column: condition for condition in self.path.conditions_of(self.key) if condition.value}
        found: list[Condition] = []
        for column in self.columns:
            giver = self.givers.get(column)
            if giver is None:
                found.append(constants[column])
                continue
            value = row[giver.place[0]][giver.place[1]]
            if value is None:
                return None
            found.append(_equal_to(column, value, giver))
        return found


def _equal_to(column: int, value: Any, giver: Giver) -> Condition:
    """What finds rows by a value that another row gives."""
    key, wanted = giver.key, giver.key(value)
    return Condition(
        column,
        equality=True,
        ranges=1,
        test=lambda _, row: row[0][column] is not None and key(row[0][column]) == wanted,
        value=CompiledExpression(giver.type, lambda _, __: value),
        below=lambda _, row: row[0][column] is None or key(row[0][column]) < wanted,
    )


def _settled(ways: Iterable[Way], context: StatementContext) -> list[Way]:
    """The ways; a table is not read before the join runs where several rows may be found, by a key of another
    collation, or where it is found by what is in such a table."""
    moving, settled = set[int](), []
    for way in ways:
        if way.is_constant and (not _finds_one(way, context) or moving & {one.place[0] for one in way.givers.values()}):
            way = replace(way, is_constant=False)
        if not way.is_constant:
            moving.add(way.slot)
        settled.append(way)
    return settled


def _finds_one(way: Way, context: StatementContext) -> bool:
    if way.path is None:
        return len(way.made) <= 1
    if way.key is not None or way.path.is_point(context):
        return True
    return way.path.locked is None and len(list(islice(way.path.rows(context), 2))) <= 1


def come_by(
    ways: Sequence[Way], tests: Iterable[Test], context: StatementContext, row: list[Any], *, hashes: bool
) -> dict[int, dict[RowId, Row]]:
    """The rows of each slot's stored table that the join reads, locked where they are.

    ways: in the order in which the tables are read, those of one row first. tests: the conditions of inner joins and of
    WHERE. row: is filled, and left with nobody's rows. hashes: what no key finds is joined by hashing, so that nobody
    can let go of a row that has no partner; else it is read anew for each combination.
    """
    return _Visits(_settled(ways, context), list(tests), context, row, hashes).run()


@dataclass
class _Visits:
    ways: Sequence[Way]
    tests: Sequence[Test]
    context: StatementContext
    row: list[Any]
    hashes: bool
    found: dict[int, dict[RowId, Row]] = field(default_factory=dict)

    def run(self) -> dict[int, dict[RowId, Row]]:
        self.found = {way.slot: {} for way in self.ways}
        if not self._constants_hold():
            return self.found
        rest = [way for way in self.ways if not way.is_constant]
        combinations: list[tuple[Row, ...]] = [()]
        while rest and combinations:
            behind = 1 + next((n for n, way in enumerate(rest[1:]) if not way.looks_up), len(rest) - 1)
            segment, rest = rest[:behind], rest[behind:]
            known = [way.slot for way in self.ways if way not in segment and way not in rest and not way.is_constant]
            combinations = self._joined(known, combinations, segment)
        return self.found

    def _constants_hold(self) -> bool:
        """Reads the tables of one row, and asks what may be asked of them."""
        is_there, known = True, set[int]()
        for way in self.ways:
            if not way.is_constant:
                continue
            known.add(way.slot)
            asked = [test for test in self.tests if way.slot in test.needs <= known] if way.on is None else way.on
            read = next((values for values in self._read(way, (way.slot,)) if self._holds_of(way, values, asked)), None)
            self.row[way.slot] = (None,) * way.width if read is None else read
            is_there &= read is not None or way.on is not None
        return is_there and self._hold(test for test in self.tests if test.needs <= known)

    def _holds_of(self, way: Way, values: Row, asked: Iterable[Test]) -> bool:
        self.row[way.slot] = values
        return self._hold(asked)

    def _joined(
        self, known: Sequence[int], before: Sequence[tuple[Row, ...]], segment: Sequence[Way]
    ) -> list[tuple[Row, ...]]:
        """Combinations with the rows of a table that is read by itself, and of those that keys find behind it."""
        first, slots = segment[0], [*known, *(way.slot for way in segment)]
        read: Sequence[Row] | None = None
        if known and not first.looks_up and (self.hashes or not _lets_go(first)):
            read = list(self._read(first, (first.slot,)))
            if len(before) * len(read) > MOST_PAIRS:
                self._read_all(segment[1:])
                return [(*combination, *([()] * len(segment))) for combination in before[:1]]
        joined: list[tuple[Row, ...]] = []
        for combination in before:
            for slot, values in zip(known, combination, strict=True):
                self.row[slot] = values
            joined += (tuple(self.row[slot] for slot in slots) for _ in self._within(segment, 0, set(known), read))
        return joined

    def _read_all(self, ways: Sequence[Way]) -> None:
        for way in ways:
            for _ in self._read(replace(way, key=None), (way.slot,)):
                pass

    def _within(
        self, segment: Sequence[Way], place: int, known: Set[int], read: Sequence[Row] | None
    ) -> Iterator[None]:
        """Fills the slots of a segment's tables from this one on."""
        if place == len(segment):
            yield
            return
        way = segment[place]
        now = self._asked_at(way, known)
        has_partner = False
        for values in self._read(way, known) if read is None else read:
            if interrupts.asked:
                interrupts.step()
            self.row[way.slot] = values
            if way.on is not None and not self._hold(way.on):
                continue
            has_partner = True
            if self._hold(now):
                yield from self._within(segment, place + 1, {*known, way.slot}, None)
        if way.on is not None and not has_partner:
            self.row[way.slot] = (None,) * way.width
            if self._hold(now):
                yield from self._within(segment, place + 1, {*known, way.slot}, None)

    def _asked_at(self, way: Way, known: Set[int]) -> list[Test]:
        """What can be asked once the table has a row, and could not before."""
        done = {*known, *(other.slot for other in self.ways if other.is_constant)}
        now = done | {way.slot}
        return [test for test in self.tests if test.needs <= now and not test.needs <= done]

    def _asked_alone(self, way: Way, known: Set[int]) -> Sequence[Test]:
        """What is asked of a row by itself, beside those that are known."""
        if way.on is None:
            return self._asked_at(way, known)
        done = {*known, *(other.slot for other in self.ways if other.is_constant), way.slot}
        return [test for test in way.on if test.needs <= done]

    def _hold(self, tests: Iterable[Test]) -> bool:
        return all(test.holds(self.context, self.row) for test in tests)

    def _read(self, way: Way, known: Iterable[int]) -> Iterator[Row]:
        """The rows as they are locked; READ COMMITTED lets go of those that conditions leave out."""
        if way.path is None:
            yield from way.made
            return
        path, found = way.path, self.found[way.slot]
        locked = path.locked
        if locked is not None and _lets_go(way):
            before = set(known) if way.looks_up or not self.hashes else set[int]()
            if asked := self._asked_alone(way, before):
                path = path.of(replace(locked, match=self._matching(way, asked)))
        for row_id, values in _entries(way, path, self.context, self.row):
            found[row_id] = values
            yield values

    def _matching(self, way: Way, asked: Sequence[Test]) -> Callable[[Row], bool]:
        def match(values: Row) -> bool:
            self.row[way.slot] = values
            return self._hold(asked)

        return match


def _lets_go(way: Way) -> bool:
    """Whether rows are locked only as long as conditions let them through."""
    return way.path is not None and way.path.locked is not None and way.path.locked.keeps_others


def _entries(way: Way, path: AccessPath, context: StatementContext, row: Sequence[Row]) -> Iterable[tuple[RowId, Row]]:
    """The rows of a stored table that are read when those before are in `row`."""
    if way.key is None:
        return path.rows(context)
    conditions = way.conditions(row)
    if conditions is None:
        return ()
    if path.locked is None:
        return ((row_id, values) for row_id, values in path.rows(context) if _meets(values, conditions, context))
    data, table = path.locked_by(path.locked, way.key, context), path.table
    point = unique_point(table, conditions, context)
    if point is not None:
        found = [row_id for row_id, _ in data.peek().scan(*point)]
        return data.read(*point, (), context) if all(map(data.wants, found)) else ()
    key = None if way.key is clustered_key(table) else way.key
    return data.read(key, (), conditions, context, numbers={})


def _meets(values: Row, conditions: Sequence[Condition], context: StatementContext) -> bool:
    return all(condition.test(context, (values,)) for condition in conditions)


@dataclass(frozen=True)
class LockedLookup:
    """Reads, and locks, the rows of a table that a key finds by those around a query, or before it in a join."""

    way: Way

    def __call__(self, context: StatementContext, row: Sequence[Row]) -> Iterator[Row]:
        assert self.way.path is not None
        return (values for _, values in _entries(self.way, self.way.path, context, row))


# --- what is asked of a join ------------------------------------------------------------------------------------------


def tests_of(terms: Iterable[exp.Expression], scope: Scope) -> list[Test]:
    """Those of the conditions that say nothing, so that nobody notices of how many rows they are asked."""
    diagnostics, found = scope.context.diagnostics, []
    told = len(diagnostics)
    for term in terms:
        if is_silent(term, scope):
            places = (place_of(column, scope) for column in nodes_in(term, exp.Column))
            needs = frozenset(place[0] for place in places if place is not None and place[0] >= scope.base)
            found.append(Test(needs, truth(compile_expression(term, scope))))
    del diagnostics[told:]  # they were compiled before
    return found


def givers_of(
    slot: int, columns: Iterable[int], done: Set[int], equal: Sequence[Equality], scope: Scope
) -> dict[int, Giver]:
    """Where columns of a table have their values from, of those that equal one of a table that is done."""
    found: dict[int, Giver] = {}
    for column in columns:
        own, seen = {(slot, column)}, list(equal)
        while True:  # by way of others, too
            more = [one for one in seen if (one.left in own) != (one.right in own)]
            reached = next((one for one in more if (one.right if one.left in own else one.left)[0] in done), None)
            if reached is not None or not more:
                break
            own |= {place for one in more for place in (one.left, one.right)}
        if reached is not None:
            place = reached.right if reached.left in own else reached.left
            found[column] = Giver(place, scope.sources[slot - scope.base].columns[column].type, reached.key)
    return found


def looked_up_by(key: Key | None, parts: int, givers: Mapping[int, Giver], constants: Set[int]) -> tuple[int, ...]:
    """The first columns of a key that have a value when its rows are looked up; none where one of `parts` has none."""
    columns = () if key is None else key.columns[:parts]
    return columns if all(column in givers or column in constants for column in columns) else ()


def lookup_of(node: TableNode, terms: Iterable[exp.Expression], scope: Scope) -> LockedLookup | None:
    """What looks rows up in the only table of a subquery, whose rows are locked, by those around it; None where no key
    finds them. terms: what is asked of its rows."""
    done, equal = set(range(scope.base)), equalities(leading(terms, scope)[0], scope)
    path = node.read.path if isinstance(node.read, PathRows) else None
    if path is None or path.locked is None:
        return None
    best: Way | None = None
    for key in path.table.keys:
        constants = path.constants_of(key)
        givers = givers_of(node.slot, key.columns, done, equal, scope)
        columns = tuple(takewhile(lambda column: column in givers or column in constants, key.columns))  # noqa: B023
        if not columns or not givers.keys() & set(columns):
            continue
        way = Way(node.slot, node.columns, path, (), key, columns, givers)
        if best is None or _rank(way) > _rank(best):
            best = way
    return None if best is None else LockedLookup(best)


def _rank(way: Way) -> tuple[bool, int]:
    """A key that finds one row at most is taken first, then one of more columns."""
    assert way.key is not None
    return way.key.unique and len(way.columns) == len(way.key.columns), len(way.columns)
