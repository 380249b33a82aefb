"""How EXPLAIN tells a join of stored tables: the order and the keys that the planner chooses, in the words of a server.

Captured: tests/golden/clusters/plans_of_joins (drawn joins of two and three tables). What is not told: derived tables,
partitions, ranges that are checked anew for each row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from sqlglot import exp

from binwriter.catalog.tables import Key, Table
from binwriter.formats.records import dataclass
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.scope import Source
from binwriter.sql.query.access.costs import clustered_key, has_all_columns
from binwriter.sql.query.access.path import PathRows
from binwriter.sql.query.access.told import key_length
from binwriter.sql.query.joins.combining import PlannedTable
from binwriter.sql.query.joins.conditions import Place, equal_by_name
from binwriter.sql.query.joins.equal_columns import Asked, asked_by, places_in
from binwriter.sql.query.joins.plan import PlannedJoin
from binwriter.sql.query.joins.planner import KnownTable, Step

_COMPARED = (exp.EQ, exp.GT, exp.GTE, exp.LT, exp.LTE)
_BOUNDS = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NEQ, exp.Between, exp.In, exp.Like, exp.Is)
BUFFER = "Using join buffer (hash join)"
USES_INDEX = "Using index"
_PUSHES = frozenset({"InnoDB", "MyISAM"})  # engines that ask conditions of index entries


@dataclass(frozen=True)
class JoinedTable:
    """A row of EXPLAIN. refers: what the key's parts equal; rows: that are read; share: kept of these."""

    slot: int
    way: str
    possible: tuple[str, ...]
    rows: int
    share: float = 1.0
    key: Key | None = None
    length: int = 0
    refers: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()


@dataclass(frozen=True)
class JoinConditions:
    """where: what WHERE and inner joins ask; own: the ON of outer ones, by the tables that it may make NULL."""

    sources: Sequence[Source]
    where: Asked
    own: Mapping[int, Asked]

    def place(self, node: exp.Expression) -> Place | None:
        """Where a column is."""
        if not isinstance(node, exp.Column):
            return None
        for n, source in enumerate(self.sources):
            index = source.index(node.name) if source.is_named_by(node) else None
            if index is not None:
                return n, index
        return None

    def asked_of(self, slot: int) -> Asked:
        """What its rows are looked for by."""
        return self.own.get(slot, self.where)


def conditions_of(select: exp.Select, join: PlannedJoin) -> JoinConditions:
    """Those of a join that `shapes.planned` has planned."""
    sources = [table.source for table in join.tables]
    bare = JoinConditions(sources, Asked((), ()), {})
    where = select.args.get("where")
    terms, pairs = list(conjuncts(where.this if where is not None else None)), list[tuple[Place, Place]]()
    given = [None, *(select.args.get("joins") or ())]
    asked = {
        n: (list(conjuncts(one.args.get("on"))), list(equal_by_name(one, n, sources)))
        for n, one in enumerate(given)
        if one is not None
    }
    for n, (on, named) in reversed(asked.items()):  # as a server adds them to WHERE
        if not join.tables[n].outer:
            terms, pairs = [*terms, *on], [*pairs, *named]
    outer = {n for n, one in enumerate(given) if one is not None and one.text("side")}  # as it was read
    inner = asked_by([node for node in terms if not _is_true(node, bare, outer)], pairs, sources, bare.place)
    own = {
        n: asked_by(on, named, sources, bare.place, inner) for n, (on, named) in asked.items() if join.tables[n].outer
    }
    return JoinConditions(sources, inner, own)


def _is_true(node: exp.Expression, asked: JoinConditions, outer: Set[int]) -> bool:
    """IS NOT NULL of a column that has no NULLs."""
    inside = node.this if isinstance(node, exp.Not) else None
    if not isinstance(inside, exp.Is) or not isinstance(inside.expression, exp.Null):
        return False
    place = asked.place(inside.this)
    if place is None or place[0] in outer:
        return False
    column = asked.sources[place[0]].columns[place[1]].column
    return column is not None and not column.spec.nullable


@dataclass(frozen=True)
class ToldJoin:
    """A plan and what is asked where. steps: by the places of tables, in their order; None of those of one row."""

    conditions: JoinConditions
    tables: Sequence[PlannedTable]
    known: Mapping[int, KnownTable]
    steps: Mapping[int, Step | None]
    context: StatementContext

    @property
    def at(self) -> dict[int, int]:
        """The places of tables in the order in which they are read."""
        return {slot: n for n, slot in enumerate(self.steps)}

    @property
    def constants(self) -> frozenset[int]:
        """Tables of which one row is read before."""
        return frozenset(slot for slot, step in self.steps.items() if step is None)

    def rows(self) -> Iterator[JoinedTable]:
        """In the order of the plan."""
        is_first = True
        for slot, step in self.steps.items():
            if step is None:
                yield self._constant(slot)
                continue
            yield self._joined(slot, step, is_first=is_first)
            is_first = False

    # --- one table ----------------------------------------------------------------------------------------------------

    def definition(self, slot: int) -> Table:
        """Of a stored table."""
        data = self.tables[slot].node.data
        assert data is not None
        return data.definition

    def used(self, slot: int) -> frozenset[int]:
        """The columns that are read."""
        read = self.tables[slot].node.read
        columns = read.path.used if isinstance(read, PathRows) else None
        return frozenset(range(len(self.definition(slot).columns))) if columns is None else columns

    def _constant(self, slot: int) -> JoinedTable:
        table = self.definition(slot)
        fixed = {
            column
            for equal in self.conditions.where.equal
            for n, column in equal.places
            if n == slot and (equal.constants or any(other in self.constants for other, _ in equal.places))
        }
        key = next((one for one in table.keys if one.unique and set(one.columns) <= fixed), None)
        if key is None:
            return JoinedTable(slot, "system", self._possible(slot), 1)
        extra = (USES_INDEX,) if self.used(slot) <= set(key.columns) else ()
        parts = len(key.columns)
        length = key_length(table, key, parts)
        return JoinedTable(slot, "const", self._possible(slot), 1, 1.0, key, length, ("const",) * parts, extra)

    def _joined(self, slot: int, step: Step, *, is_first: bool) -> JoinedTable:
        table, known, used = self.definition(slot), self.known[slot], self.used(slot)
        possible = self._possible(slot)
        if step.index is not None and step.index.key is not None:
            key, parts = step.index.key, step.parts
            is_single = key.unique and parts == len(key.columns)
            refers = tuple(self._refers(slot, column) for column in key.columns[:parts])
            way = "eq_ref" if is_single and not any(key_nulls(table, key)) else "ref"
            way = "const" if way == "eq_ref" and set(refers) == {"const"} else way
            left = list(self._left(slot, frozenset(key.columns[:parts])))
            extra = self._without_partners(slot, _by_key(table, key, used, left))
            share = step.fanout / step.found if step.found else 1.0
            length = key_length(table, key, parts)
            return JoinedTable(slot, way, possible, max(1, int(step.found)), share, key, length, refers, extra)
        left = list(self._left(slot, frozenset()))
        if (index_map := self._checked_keys(slot)) and not is_first:
            share = step.fanout / known.found if known.found else 1.0
            text = f"Range checked for each record (index map: {hex(index_map)})"
            return JoinedTable(slot, "ALL", possible, int(known.rows), share, extra=(text,))
        buffer = () if is_first else (BUFFER,)
        share = step.fanout / known.found if known.found else 1.0
        if known.best is not None:
            key, parts = known.best.key, known.best.parts
            extra = (*_by_key(table, key, used, left), *buffer)
            length = key_length(table, key, parts)
            read, rows = self.tables[slot].node.read, max(1, int(known.best.rows))
            found_by = read.path.conditions_of(key) if isinstance(read, PathRows) else ()
            is_point = bool(found_by) and all(one.equality and one.ranges == 1 for one in found_by)
            way, refers = ("ref", ("const",) * parts) if is_point else ("range", ())
            return JoinedTable(slot, way, possible, rows, share, key, length, refers, extra)
        where = self._without_partners(slot, ("Using where",) if left else ())
        whole = _whole_index(table, used)
        rows = max(int(known.rows), int(table.engine.transactional))
        if whole is None:
            return JoinedTable(slot, "ALL", possible, rows, share, extra=(*where, *buffer))
        length = key_length(table, whole, len(whole.parts))
        return JoinedTable(slot, "index", possible, rows, share, whole, length, (), (*where, USES_INDEX, *buffer))

    def _without_partners(self, slot: int, extra: tuple[str, ...]) -> tuple[str, ...]:
        """IS NULL of a column without NULLs: rows of an outer join that have no partner are wanted."""
        for node in self.conditions.where.others if slot in self.conditions.own else ():
            if isinstance(node, exp.Is) and isinstance(node.expression, exp.Null):
                place = self.conditions.place(node.this)
                if place is None or place[0] != slot or self.definition(slot).columns[place[1]].spec.nullable:
                    continue
                late = tuple(word for word in extra if word in (USES_INDEX, BUFFER))
                return (*(word for word in extra if word not in late), "Not exists", *late)
        return extra

    def _possible(self, slot: int) -> tuple[str, ...]:
        table, read = self.definition(slot), self.tables[slot].node.read
        asked = self.conditions.asked_of(slot)
        firsts = {
            column
            for equal in asked.equal
            for n, column in equal.places
            if n == slot and (equal.constants or any(other != slot for other, _ in equal.places))
        }
        for node in asked.others:
            if isinstance(node, _COMPARED):
                for side, other in ((node.this, node.expression), (node.expression, node.this)):
                    place = self.conditions.place(side)
                    if place is not None and place[0] == slot and slot not in {at[0] for at in self._named(other)}:
                        firsts.add(place[1])
        if isinstance(read, PathRows):
            firsts |= {condition.column for key in table.keys for condition in read.path.conditions_of(key)}
        for node in asked.others if slot in self.conditions.own else ():
            place = self.conditions.place(node.this) if isinstance(node, _BOUNDS) else None
            if place is not None and place[0] == slot and len(self._named(node)) == 1:
                firsts.add(place[1])
        return tuple(key.name for key in table.keys if key.columns[0] in firsts)

    def _refers(self, slot: int, column: int) -> str:
        """What a part of a key equals."""
        equal = self.conditions.asked_of(slot).of((slot, column))
        if equal is None:
            outer = [at for node in self._equal_others(slot, column) for at in self._named(node)]
            return "func" if any(at[0] not in self.constants for at in outer) else "const"
        if equal.constants or any(other in self.constants for other, _ in equal.places):
            return "const"
        at = self.at
        first = next(place for place in equal.ordered(at) if at[place[0]] < at[slot])
        return self.written(first)

    def _equal_others(self, slot: int, column: int) -> Iterator[exp.Expression]:
        for node in self.conditions.asked_of(slot).others:
            if isinstance(node, exp.EQ):
                for side, other in ((node.this, node.expression), (node.expression, node.this)):
                    if self.conditions.place(side) == (slot, column):
                        yield other

    def written(self, place: Place) -> str:
        """A column as `ref` names it."""
        source = self.tables[place[0]].source
        return f"{self.definition(place[0]).schema}.{source.alias}.{source.columns[place[1]].name}"

    def _named(self, node: exp.Expression) -> list[Place]:
        return list(places_in(node, self.conditions.place))

    # --- what is asked of it ------------------------------------------------------------------------------------------

    def head(self, place: Place, asked: Asked | None = None) -> Place:
        """The column that stands for all that equal it in WHERE, or in ON: the one that is read first."""
        equal = (self.conditions.where if asked is None else asked).of(place)
        return place if equal is None else equal.ordered(self.at)[0]

    def _left(self, slot: int, found_by: Set[int]) -> Iterator[frozenset[int]]:
        """Of each condition that is asked of a table's rows, its columns there. found_by: those by which they were."""
        at, constants = self.at, self.constants
        for asked in (self.conditions.where, *(own for n, own in self.conditions.own.items() if n == slot)):
            is_own = asked is not self.conditions.where
            for equal in asked.equal:
                places = equal.ordered(at)
                known = bool(equal.constants) or places[0][0] in constants
                for place in places if known else places[1:]:
                    if place[0] == slot and place[1] not in found_by and place not in equal.above:
                        yield frozenset({place[1]})
            for node in asked.others:
                heads = {place if is_own else self.head(place) for place in self._named(node)}
                if not is_own and not heads - {head for head in heads if head[0] in constants}:
                    continue
                if (is_own or max((head[0] for head in heads), key=at.__getitem__) == slot) and not self._is_by_key(
                    node, slot, found_by
                ):
                    yield frozenset(column for n, column in heads if n == slot)
        if slot not in self.conditions.own:
            for column in self._never_null(slot):
                yield frozenset({column})

    def _is_by_key(self, node: exp.Expression, slot: int, found_by: Set[int]) -> bool:
        if not isinstance(node, exp.EQ):
            return False
        for side, other in ((node.this, node.expression), (node.expression, node.this)):
            place = self.conditions.place(side)
            if place is not None and place[0] == slot and place[1] in found_by and not self._named(other):
                return True
        return False

    def _checked_keys(self, slot: int) -> int:
        """The bits of keys of which a range may be read for each row in front; 0 where none is."""
        checked, before = self.tables[slot].checked, {n for n in self.steps if self.at[n] < self.at[slot]}
        beside = None if checked is None or not before else checked.beside(before, set(self.constants))
        if beside is None:
            return 0
        bounded = {bound.column for bound in beside.bounds}
        return sum(1 << n for n, key in enumerate(self.definition(slot).keys) if key.columns[0] in bounded)

    def _never_null(self, slot: int) -> set[int]:
        """The columns by whose values other tables' rows are found, which none are where they are NULL."""
        columns, table = set[int](), self.definition(slot)
        for other, step in self.steps.items():
            if step is None or step.index is None or step.index.key is None or other in self.conditions.own:
                continue
            for column in step.index.key.columns[: step.parts]:
                equal = self.conditions.where.of((other, column))
                if equal is None or equal.constants:
                    continue
                first = equal.ordered(self.at)[0]
                if first[0] == slot and other != slot and table.columns[first[1]].spec.nullable:
                    columns.add(first[1])
        return columns


def key_nulls(table: Table, key: Key) -> Iterator[bool]:
    """Of each of its columns, whether it may be NULL."""
    return (table.columns[part.column].spec.nullable for part in key.parts)


def _by_key(table: Table, key: Key, used: Set[int], left: Sequence[Set[int]]) -> tuple[str, ...]:
    """What is said of rows that a key finds, and what else is asked of them."""
    own = clustered_key(table)
    covers = has_all_columns(table, key, used)
    if key is own:
        return (*(("Using where",) if left else ()), *((USES_INDEX,) if used <= set(key.columns) else ()))
    if covers:
        return ("Using where", USES_INDEX) if left else (USES_INDEX,)
    if table.engine.name not in _PUSHES:
        return ("Using where",) if left else ()
    inside = {*key.columns, *(own.columns if own is not None else ())}
    pushed = [columns for columns in left if columns and columns <= inside]
    return (
        *(("Using index condition",) if pushed else ()),
        *(("Using where",) if len(pushed) < len(left) else ()),
    )


def _whole_index(table: Table, used: Set[int]) -> Key | None:
    """The shortest index that has all columns, where the table need not be read."""
    own = clustered_key(table)
    having = [
        key for key in table.keys if (used <= set(key.columns) if key is own else has_all_columns(table, key, used))
    ]
    return min(having, key=lambda key: (key is own, key_length(table, key, len(key.parts))), default=None)
