"""Which columns of a query have one value where others have: functional dependence.

Source: MySQL manual, "Detection of Functional Dependence".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.system.captured import described_keys
from binwriter.sql.text.tree_text import tree_text
from binwriter.sql.types import Role, function_of, is_aggregate

_CONSTANTS = (exp.Literal, exp.Parameter, exp.SessionParameter, exp.Null, exp.Boolean, exp.Placeholder)

Place = tuple[int, int]  # source, column


class GroupedColumns:
    """The columns that have one value in each group of a query.

    tables: the stored tables in FROM by the number of their source. groups: the expressions of GROUP BY. present: what
    is no NULL besides. What columns of views and derived tables depend on is asked of their queries (captured:
    clusters/dependence_of_derived_columns).
    """

    def __init__(
        self,
        node: exp.Expression,
        scope: Scope,
        tables: Mapping[int, Table],
        groups: Sequence[exp.Expression],
        present: Sequence[exp.Expression] = (),
    ):
        self._scope = scope
        makers = {number: _maker(source) for number, source in enumerate(scope.sources)}
        self._tables = {number: table for number, table in tables.items() if makers.get(number) is None}
        self._derived = {number: query for number, query in makers.items() if number not in self._tables}
        self._groups = {text_of(group) for group in groups}
        clause = node.args.get("group")
        self._only_whole = clause is not None and bool(clause.args.get("rollup"))
        self._known = {place for group in groups if (place := self._place(group)) is not None}
        self._present = {place for item in present if (place := self._place(item)) is not None}
        if scope.context.variables.behaviour.looks_at_dependence:
            self._grow(node, list(_conjuncts_of(node)))
        else:  # columns are grouped by, or are not (captured: 5.6.21/grouped_by_columns_statement)
            self._only_whole = True

    def _place(self, node: exp.Expression | None) -> Place | None:
        """Of a column of a table in this FROM clause."""
        if not isinstance(node, exp.Column) or isinstance(node.this, exp.Star):
            return None
        try:
            place = self._scope.place_of(node)
        except MySQLError:  # ambiguous: a column that USING merged
            return None
        if place is None or not (place[0] in self._tables or place[0] in self._derived):
            return None
        return place

    def _tested_places(self, node: exp.Expression) -> Iterator[Place]:
        """What is no NULL in a row: of an outer join's ON that is said of the side alone that may be filled up."""
        outer = [join for join in _joins_of(node) if join.text("side") and join.args.get("on") is not None]
        tested = [(condition, column) for condition in _conjuncts_of(node) for column in _all_tested(condition)]
        for condition, column in tested:
            place = self._place(column)
            join = next(
                (join_around for join_around in outer if condition.find_ancestor(exp.Join) is join_around), None
            )
            if place is None:
                continue
            if join is not None:
                is_joined = self._scope.sources[place[0]].alias == join.this.alias_or_name
                if is_joined != (join.text("side").upper() == "LEFT"):
                    continue
            yield place

    def _grow(self, node: exp.Expression, conditions: list[exp.Expression]) -> None:
        """What follows from the columns known so far: by keys, and by equality."""
        pairs = [pair for one in conditions if isinstance(one, exp.EQ) for pair in _equal(one)]
        self._present |= set(self._tested_places(node))
        for left, right in [*pairs, *((right, left) for left, right in pairs)]:
            place = self._place(left)
            if place is not None and isinstance(right, _CONSTANTS):
                self._known.add(place)
        equal = [(one, two) for left, right in pairs if (one := self._place(left)) and (two := self._place(right))]
        equal += self._merged()
        before = -1
        while before != len(self._known):
            before = len(self._known)
            for one, two in equal:
                if one in self._known or two in self._known:
                    self._known |= {one, two}
            for source, query in self._derived.items():
                given = self._of(source, self._known)
                present = self._of(source, self._present if self._scope.sources[source].is_taken_in else ())
                self._known |= {(source, column) for column in dependent_columns(query, given, present)}
            for source, table in self._tables.items():
                keys = table.keys or described_keys(table.schema, table.name)
                if any(self._has_key(source, table, key.columns) for key in keys if key.unique):
                    self._known |= {(source, index) for index in range(len(table.columns))}

    def _of(self, source: int, places: Iterable[Place]) -> frozenset[int]:
        return frozenset(column for number, column in places if number == source)

    def _merged(self) -> Iterator[tuple[Place, Place]]:
        """The columns that USING and NATURAL make equal."""
        sources = self._scope.sources
        for number, source in enumerate(sources):
            for name in source.coalesced:
                own = source.index(name)
                for other, shown in enumerate(sources):
                    index = None if other == number or name in shown.coalesced else shown.index(name)
                    if own is not None and index is not None and {number, other} <= self._tables.keys():
                        yield (number, own), (other, index)

    def _has_key(self, source: int, table: Table, columns: Sequence[int]) -> bool:
        """Whether a unique key is known whole; a column of it that may be NULL is tested by a condition (captured:
        clusters/dependence_by_conditions)."""
        never_null = (
            not table.columns[column].spec.nullable or (source, column) in self._present for column in columns
        )
        whole = bool(columns) and all(never_null)
        return whole and all((source, index) in self._known for index in columns)

    def first_unknown(self, node: exp.Expression) -> str | None:
        """The first column of an expression that may differ within a group, with its database and table.

        Under WITH ROLLUP what is grouped by has to be the whole expression (captured: clusters/rollup_of_expressions).
        """
        if self._is_grouped(node):
            return None
        for column in _outside_of_aggregates(node, _nothing if self._only_whole else self._is_grouped):
            place = self._place(column)
            if place is not None and place not in self._known:
                return full_name(place, self._scope)
        return None

    def _is_grouped(self, node: exp.Expression) -> bool:
        return bool(self._groups) and text_of(node) in self._groups


def dependent_columns(query: object, given: frozenset[int], present: frozenset[int]) -> frozenset[int]:
    """The columns of a derived table that have one value where those that are given have; of a UNION none but these.
    present: those that conditions say not to be NULL."""
    dependence = getattr(query, "dependence", None)
    return given if dependence is None else given | dependence(given, present)


def dependence_of(
    node: exp.Expression,
    scope: Scope,
    tables: Mapping[int, Table],
    items: Sequence[exp.Expression],
    groups: Sequence[exp.Expression],
    given: frozenset[int],
    present: frozenset[int],
) -> frozenset[int]:
    """Of a SELECT. items: its list; groups: of GROUP BY. Where the group is known, or there is but one, all are."""
    shown = [item.this if isinstance(item, exp.Alias) else item for item in items]
    known = GroupedColumns(
        node, scope, tables, [shown[number] for number in given], [shown[number] for number in present]
    )
    gathered = [any(is_aggregate(call) for call in item.walk()) for item in shown]
    if (groups or any(gathered)) and all(known.first_unknown(group) is None for group in groups):
        return frozenset(range(len(shown)))
    alike = [known.first_unknown(item) is None for item in shown]
    return frozenset(number for number in range(len(shown)) if alike[number] and not gathered[number])


def _maker(source: Source) -> object | None:
    """The query that makes a view, a derived table or a CTE; None of other tables."""
    if source.table is not None or not source.columns:
        return None
    made_by = source.columns[0].made_by
    return made_by[0] if made_by is not None else None


def _nothing(node: exp.Expression) -> bool:
    return False


def _outside_of_aggregates(
    node: exp.Expression, is_grouped: Callable[[exp.Expression], bool] = _nothing
) -> Iterator[exp.Column]:
    """The columns of an expression that no aggregate takes in, and no part that is grouped by; of its subqueries those
    that name a table around them."""
    if is_grouped(node):
        return
    if isinstance(node, exp.Window):  # what its function is given, of which a whole that is grouped by is unknown
        for argument in node.this.iter_expressions():
            yield from _outside_of_aggregates(argument)
        return
    if isinstance(node, exp.Query):
        yield from _of_queries_around(node, is_grouped)
        return
    if isinstance(node, exp.Column):
        yield node
        return
    function = function_of(node)
    if function is not None and function.role not in (Role.ROW, Role.WINDOW):
        return
    for child in node.iter_expressions():
        if isinstance(child, exp.Expression):
            yield from _outside_of_aggregates(child, is_grouped)


def _of_queries_around(query: exp.Expression, is_grouped: Callable[[exp.Expression], bool]) -> Iterator[exp.Column]:
    """What a query names of those around it (captured: clusters/grouped_around_queries)."""
    own = {table.alias_or_name.lower() for table in query.find_all(exp.Table, exp.Subquery)}
    own |= {table.alias_or_name.lower() for table in query.find_all(exp.CTE)}
    own.discard("")  # the brackets around it
    for child in query.iter_expressions():
        for column in _outside_of_aggregates(child, is_grouped):
            if column.table.lower() not in own if column.table else not own:
                yield column


def full_name(place: Place, scope: Scope) -> str:
    source = scope.sources[place[0]]
    schema = source.table.schema if source.table is not None else source.view and scope.context.database
    return ".".join(part for part in (schema, source.alias, source.columns[place[1]].name) if part)


def text_of(node: exp.Expression) -> str:
    return tree_text(bare(node)).lower()


def bare(node: exp.Expression) -> exp.Expression:
    while isinstance(node, exp.Paren):
        node = node.this
    return node


def _equal(node: exp.EQ) -> list[tuple[exp.Expression, exp.Expression]]:
    """What an equality compares: rows by their parts."""
    left, right = bare(node.this), bare(node.expression)
    if isinstance(left, exp.Tuple) and isinstance(right, exp.Tuple):
        return [(bare(one), bare(two)) for one, two in zip(left.expressions, right.expressions, strict=False)]
    return [(left, right)]


def _tested(condition: exp.Expression) -> exp.Expression | None:
    """What a condition that holds says not to be NULL; None for other conditions."""
    node = bare(condition)
    if isinstance(node, exp.Not):
        inner = bare(node.this)
        if isinstance(inner, exp.Not):
            below = bare(inner.this)
            is_null = isinstance(below, exp.Is) and isinstance(below.expression, exp.Null)
            return None if is_null else _tested(below)
        if isinstance(inner, exp.Is):
            return bare(inner.this) if isinstance(inner.expression, exp.Null) else None
        return _tested(inner)
    if isinstance(node, exp.Is):
        if not isinstance(node.expression, exp.Boolean):
            return None
        tested = bare(node.this)
        return tested if isinstance(tested, exp.Column) else _tested(tested)
    return bare(node.this) if isinstance(node, _REJECTING) else None


def _all_tested(condition: exp.Expression) -> Iterator[exp.Expression | None]:
    """The same of both sides of an equality."""
    yield _tested(condition)
    node = bare(condition)
    if isinstance(node, exp.EQ):
        yield bare(node.expression)


_REJECTING = (exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.Between, exp.In, exp.Like)


def _conjuncts_of(node: exp.Expression) -> Iterator[exp.Expression]:
    """The conditions of WHERE and ON that hold for every row (those of outer joins where they have a partner)."""
    where = node.args.get("where")
    if where is not None:
        yield from conjuncts(where.this)
    for join in _joins_of(node):
        if join.args.get("on") is not None:
            yield from conjuncts(join.args["on"])


def _joins_of(node: exp.Expression) -> Iterator[exp.Expression]:
    source = node.args.get("from_")
    for holder in (node, source.this if source is not None else None):
        yield from holder.args.get("joins") or () if holder is not None else ()
