"""Which order of a join's tables a server takes, and by which key it finds the rows of each.

A server goes through orders one table after the other, thinks of each what it costs to read and how many combinations
stay, and passes over what neither costs less nor leaves fewer than what it tried in the same place. Source: MySQL
manual, "Controlling Query Plan Evaluation" and "The Optimizer Cost Model"; the figures as EXPLAIN of a 9.7.4 shows
them (captured: cluster joined_by_cost, scenario joined_orders_passed_over_row).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import cmp_to_key
from itertools import takewhile
from math import inf
from typing import NamedTuple

from binwriter.catalog.tables import Key
from binwriter.formats.records import dataclass
from binwriter.mysql.behaviour import Costs

IsPossible = Callable[[Sequence[int]], bool]
_LEAST_ROWS = 0.05  # that conditions are thought to leave of what is found
_CHEAPER = 0.001  # a later plan has to be by so much
_WORST_PAGES = 2.0
_SCANS_OF_WORST, _ROWS_OF_SEEK = 3.0, 10
_ONE_OR_TWO, _FEW_ROWS = 2.0, 2.0
_NOT_SINGLE = 0.001  # of equal ones the key that finds one row is taken (as a 9.7.4 answers, cluster joined_within)
_KEYS_OF_PAGE = {True: 250.0, False: 52.0}  # of short keys: InnoDB, others


class KnownRange(NamedTuple):
    """What constants leave of a key. parts: how many of its columns they bound."""

    key: Key
    cost: float
    rows: float
    parts: int
    columns: frozenset[int]


@dataclass(frozen=True)
class Index:
    """A key that may find rows. key None: made for a derived table. found: how many rows values of so many of its
    first columns are thought to find; single: it finds one at most, by values of all of them."""

    key: Key | None
    columns: tuple[int, ...]
    found: Callable[[int], float]
    single: bool = False
    covering: bool = False
    clustered: bool = False
    needs_all: bool = False


@dataclass(frozen=True)
class Filter:
    """The share of a table's rows that a condition is thought to keep. needs: the tables that it names beside this one,
    any of which is enough where `of_any`."""

    columns: frozenset[int]
    needs: frozenset[int]
    share: float
    of_any: bool = False

    def is_asked(self, done: Set[int]) -> bool:
        """Whether it can be, once these tables have rows."""
        return not self.needs or (bool(self.needs & done) if self.of_any else self.needs <= done)


@dataclass(frozen=True)
class KnownTable:
    """A table as the planner knows it. rows, scan: how many, and what it costs to read all. givers: the tables whose
    rows give a value to one of its columns, none of them for a constant. ranges: what constants bound, by the names of
    keys; best: the one that is read rather than all. compared: the tables whose
    values bound the first column of a key. scans_keys: its rows lie in a key, and one has all that is
    asked, so that it is not read as a whole where a key finds rows.
    """

    rows: float
    scan: float
    indexes: Sequence[Index]
    filters: Sequence[Filter]
    givers: Mapping[int, Sequence[frozenset[int]]]
    ranges: Mapping[str, KnownRange]
    best: KnownRange | None = None
    scans_keys: bool = False
    two_phase: bool = True
    compared: frozenset[int] = frozenset()

    @property
    def found(self) -> float:
        """How many rows are expected when it is read first."""
        return self.rows if self.best is None else self.best.rows

    @property
    def read_cost(self) -> float:
        """What that costs."""
        return self.scan if self.best is None else self.best.cost

    @property
    def found_by(self) -> frozenset[int]:
        """The tables by whose values a key may find its rows, in a range too."""
        found: set[int] = set(self.compared)
        for index in self.indexes:
            for column in takewhile(self.givers.__contains__, index.columns):
                found = found.union(*self.givers[column])
        return frozenset(found)

    def share(self, done: Set[int] | None, found: float, ignored: Set[int] = frozenset()) -> float:
        """Of so many rows, the share that conditions keep. done: the tables that have rows, None: constants only.
        ignored: the columns by which they were found."""
        kept, used = 1.0, set(ignored) | (self.best.columns if self.best is not None and not ignored else frozenset())
        for range_ in self.ranges.values():
            if range_.columns.isdisjoint(used) and range_.columns:
                kept *= min(1.0, range_.rows / max(1.0, self.rows))
                used |= range_.columns
        for one in self.filters:
            if (one.is_asked(done) if done is not None else not one.needs) and not one.columns & used:
                kept *= one.share
        kept = max(kept, 1 / max(1.0, self.rows))
        return max(kept, _LEAST_ROWS / found) if found > 0 else kept


@dataclass(frozen=True, slots=True)
class Step:
    """One table of a plan. index: what finds its rows by so many parts, None where it is read by itself.

    cost, rows: of all up to here. read: what reading it costs; found: of each combination, before conditions are asked;
    fanout: behind them. depends: on whose rows the key's values depend.
    """

    slot: int
    index: Index | None
    parts: int
    cost: float
    rows: float
    found: float
    read: float
    fanout: float
    depends: frozenset[int] = frozenset()

    @property
    def is_single(self) -> bool:
        """Whether a key finds one row for each combination."""
        return self.index is not None and self.found <= 1.0


@dataclass
class Planner:
    """tables: by their places. constants: those of which one row is known. is_possible: whether an order may begin so.
    needs: in front of which tables one may not stand."""

    tables: Mapping[int, KnownTable]
    constants: frozenset[int]
    is_possible: IsPossible
    needs: Mapping[int, Set[int]]
    costs: Costs
    _best: tuple[float, list[Step]] = (inf, [])

    def plan(self) -> list[Step]:
        """The cheapest, behind the constants; none where no order is possible."""
        self._best = inf, []
        self._extend([], self._tried())
        return self._best[1]

    def costs_of(self, order: Sequence[int]) -> list[Step]:
        """How a server would read the tables in this order."""
        steps: list[Step] = []
        for slot in order:
            steps.append(self._step(steps, slot))
        return steps

    def _tried(self) -> list[int]:
        """What a key finds by another's values comes behind it, then the smaller ones come first."""

        def compared(left: int, right: int) -> int:
            needed = (right in self.needs.get(left, ())) - (left in self.needs.get(right, ()))
            behind = (right in self.tables[left].found_by) - (left in self.tables[right].found_by)
            one, other = self.tables[left].found, self.tables[right].found
            return needed or behind or (one > other) - (one < other)

        return sorted((slot for slot in self.tables if slot not in self.constants), key=cmp_to_key(compared))

    def _extend(self, steps: list[Step], others: Sequence[int]) -> None:
        """Tries each of the others behind these."""
        least, fewest, extended = inf, inf, frozenset[int]()
        for slot in others:
            if slot in extended or not self._may_follow(steps, slot):
                continue
            step = self._step(steps, slot)
            if step.cost >= self._best[0]:
                continue
            if fewest <= step.rows and least <= step.cost:
                continue
            waits = not self.tables[slot].found_by.isdisjoint(others)
            if fewest >= step.rows and least >= step.cost and (not waits or step.found < _ONE_OR_TWO):
                least, fewest = step.cost, step.rows
            rest = [other for other in others if other != slot]
            if not rest:
                self._consider([*steps, step])
            elif not step.is_single:
                self._extend([*steps, step], rest)
            elif not extended:
                extended = frozenset({slot}) | self._extend_singles([*steps, step], rest)
                if extended >= set(others):
                    return

    def _extend_singles(self, steps: list[Step], others: Sequence[int]) -> frozenset[int]:
        """Puts tables behind these of which a key finds one row likewise, whose order does not matter, and tries the
        others behind them. Gives those tables."""
        last = steps[-1]
        for slot in others:
            before = {*self.constants, *(step.slot for step in steps)}
            if not self._may_follow(steps, slot) or self.tables[slot].found_by.isdisjoint(before):
                continue
            step = self._step(steps, slot)
            if step.index is None or (step.read, step.found) != (last.read, last.found):
                continue
            if step.cost >= self._best[0]:
                return frozenset({slot})
            rest = [other for other in others if other != slot]
            if rest:
                return frozenset({slot}) | self._extend_singles([*steps, step], rest)
            self._consider([*steps, step])
            return frozenset({slot})
        self._extend(steps, others)
        return frozenset()

    def _consider(self, steps: list[Step]) -> None:
        """Takes a plan if it is cheaper."""
        if steps[-1].cost < self._best[0]:
            self._best = steps[-1].cost - _CHEAPER, steps

    def _may_follow(self, steps: Sequence[Step], slot: int) -> bool:
        return self.is_possible((*self.constants, *(step.slot for step in steps), slot))

    def _step(self, steps: Sequence[Step], slot: int) -> Step:
        table = self.tables[slot]
        before, so_far = (steps[-1].rows, steps[-1].cost) if steps else (1.0, 0.0)
        done = {*self.constants, *(step.slot for step in steps)}
        row = self.costs.row
        way = self._by_key(table, steps, before)
        if way is None or not self._is_never_scanned(table, way):
            cost, kept = self._scan(table, before, first=not steps)
            if way is None or cost + row * before * kept < way.read + row * before * way.found:
                full = table.share(done, table.found)
                share = min(1.0, table.found * full / kept) if kept > 0 else 1.0
                total = so_far + cost + row * before * kept
                return Step(slot, None, 0, total, before * kept * share, kept, cost, kept * share)
        share = table.share(done, way.found, set(way.by.columns[: way.parts]))
        total, fanout = so_far + way.read + row * before * way.found, way.found * share
        return Step(slot, way.by, way.parts, total, before * fanout, way.found, way.read, fanout, way.depends)

    def _by_key(self, table: KnownTable, steps: Sequence[Step], before: float) -> _Way | None:
        done = {*self.constants, *(step.slot for step in steps)}
        best: _Way | None = None
        page, row = self.costs.page, self.costs.row
        worst = max(page * _WORST_PAGES, min(page * table.found / _ROWS_OF_SEEK, _SCANS_OF_WORST * table.read_cost))
        has_single = False
        for index in table.indexes:
            depends, parts = frozenset[int](), 0
            for column in index.columns:
                given = [by - self.constants for by in table.givers.get(column, ()) if by <= done]
                if not given:
                    break
                depends |= min(given, key=lambda by: (_distinct(steps, depends | by), len(by)))
                parts += 1
            whole = parts == len(index.columns)
            if not parts or (index.needs_all and not whole) or (has_single and not (index.single and whole)):
                continue
            if index.single and whole:
                way = _Way(page * _distinct(steps, depends), 1.0, index, parts, depends)
                has_single = True
            else:
                found = index.found(parts)
                known = table.ranges.get("" if index.key is None else index.key.name)
                if not depends and known is not None and known.parts == parts:
                    found = known.rows
                way = _Way(before * _cost(table, index, found, worst, page), found, index, parts, depends)
            if best is None or way.read + row * before * way.found < best.read + row * before * best.found:
                best = way
        return best

    @staticmethod
    def _is_never_scanned(table: KnownTable, way: _Way) -> bool:
        if way.found < table.found and way.read <= table.read_cost:
            return True
        if table.best is not None:
            return table.best.key is way.by.key and way.parts >= table.best.parts
        return table.scans_keys

    def _scan(self, table: KnownTable, before: float, *, first: bool) -> tuple[float, float]:
        """What it costs to read it by itself, and how many rows are asked about further."""
        kept = table.found * table.share(None, table.found)
        if table.best is not None:
            return before * (table.best.cost + self.costs.row * (table.best.rows - kept)), kept
        return (before if first else 1.0) * (table.scan + self.costs.row * (table.rows - kept)), kept


class _Way(NamedTuple):
    """What finding a table's rows by a key costs."""

    read: float
    found: float
    by: Index
    parts: int
    depends: frozenset[int]


def _distinct(steps: Sequence[Step], depends: frozenset[int]) -> float:
    """How many different values the tables give on which they depend."""
    found, wanted = 1.0, depends
    for step in reversed(steps):
        if step.slot in wanted:
            wanted |= step.depends
            found *= step.fanout if step.found > 0 else 1.0
        elif step.fanout < 1.0:
            found *= step.fanout
    return found


def _cost(table: KnownTable, index: Index, found: float, worst: float, page: float) -> float:
    if index.clustered:
        return page * (found if found <= _FEW_ROWS else 1.0)
    if index.covering:
        keys = _KEYS_OF_PAGE[table.two_phase]
        return page * (found + keys - 1) / keys + _NOT_SINGLE
    return min(page * found, worst)
