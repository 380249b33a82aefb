"""What is known of the columns of a query beyond their types: which stored column they show, and whether NULL.

For CREATE TABLE .. SELECT; as a 9.7.4 makes its columns (tests/golden/scenarios/create_types.scn).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from sqlglot import exp

from binwriter.catalog.tables import Column, DefaultKind
from binwriter.formats.records import replace
from binwriter.sql.expressions.scope import Source, SourceColumn
from binwriter.sql.expressions.types import CompiledExpression, Kind
from binwriter.sql.query.select import Select
from binwriter.sql.query.setops import Filtered
from binwriter.sql.text.meta_keys import RETURNED
from binwriter.sql.text.trees import without_parentheses
from binwriter.sql.types import Measure, NullRules, function_of, is_aggregate, lookup_in, may_be_null, measure
from binwriter.sql.types.kinds import before_5_5

__all__ = ["NullRules", "ResultItem", "result_items"]


# by the id of a query below: the query, which keeps the id its own, and its items, those taken and those to come
KnownItems = dict[int, tuple[object, Iterator["ResultItem"], list["ResultItem"]]]


_NEWEST = NullRules()
_CATALOG = "information_schema"


class ResultItem:
    """What is known of an item of the select list beyond its type.

    expression: None in a UNION, whose further queries are in others.
    """

    def __init__(
        self,
        expression: CompiledExpression | None,
        node: exp.Expression | None,
        select: Select | None,
        rules: NullRules = _NEWEST,
        others: tuple[ResultItem, ...] = (),
        known: KnownItems | None = None,
    ) -> None:
        self._known = {} if known is None else known
        self._behind: tuple[Column | None, bool] | None = None
        self.others = others  # of a UNION's further queries
        self.parts_answer: Callable[[Iterator[bool]], bool] = any  # from the queries' answers to that of the whole
        self.rules = rules
        self.expression = expression
        node = node.this if isinstance(node, exp.Alias) else node
        self.node = without_parentheses(node) if node is not None else None
        self.is_window = isinstance(self.node, exp.Window)
        if isinstance(self.node, exp.Window):  # has the type of its function
            self.node = self.node.this
        self.select = select

    def stored(self, node: exp.Expression | None) -> Column | None:
        """The stored column that a node reads, or the one that a stored function has for what it returns."""
        if node is not None and (returned := node.meta.get(RETURNED)) is not None:
            assert isinstance(returned, Column)
            return returned
        if node is self.node and self._is_rolled(node):
            return None
        source = self._source(node)
        return None if source is None else source[0]

    def rolled_up(self) -> Column | None:
        """The stored column that a place of WITH ROLLUP shows, which may be NULL there."""
        if self.node is None or not self._is_rolled(self.node):
            return None
        source = self._source(self.node)
        return None if source is None else source[0]

    def is_direct(self, node: exp.Expression | None) -> bool:
        """Whether a node reads a stored column itself, not through a view or derived table."""
        column = self._place(node)
        return column is not None and column[0].made_by is None

    def _source(self, node: exp.Expression | None) -> tuple[Column | None, bool] | None:
        place = self._place(node)
        return None if place is None else self._shown(*place)

    def _place(self, node: exp.Expression | None) -> tuple[SourceColumn, bool] | None:
        """The column of a source that a node reads, and whether an outer join may make it NULL."""
        if self.select is None or not isinstance(node, exp.Column):
            return None
        for position, source in enumerate(self.select.from_sources):
            if not source.is_named_by(node):
                continue
            index = source.index(node.name)
            if index is not None:
                return self._of_source(source, index), position in self.select.nullable_sources
        for source in self.select.outer_sources:
            if source.is_named_by(node) and (index := source.index(node.name)) is not None:
                return self._of_source(source, index), False
        return None

    def _of_source(self, source: Source, index: int) -> SourceColumn:
        """A column of a source. What functions make in views of information_schema may be NULL where strings may
        (captured: clusters/copies_of_system_views)."""
        column = source.columns[index]
        if source.schema != _CATALOG or not self.rules.strings or source.table is None or column.column is None:
            return column
        from binwriter.sql.query.described.system import system_column  # seldom needed

        known = system_column(_CATALOG, source.table.name, column.column.name, in_table=False)
        if known is None or not known.not_in_strict:
            return column
        spec = replace(column.column.spec, nullable=True)
        changed = replace(column.column, spec=spec, default_kind=DefaultKind.LITERAL, default=None)
        return replace(column, column=changed)

    def _shown(self, column: SourceColumn, nullable: bool) -> tuple[Column | None, bool]:
        """The stored column behind a source's, and whether it may be NULL. A view and a derived table have items."""
        if column.made_by is None:
            return column.column, nullable or column.column is None or column.column.spec.nullable
        stored, made_null = self._made(column).shown()
        return stored, nullable or made_null

    def shown(self) -> tuple[Column | None, bool]:
        """The stored column that the item is, and whether it may be NULL; found out once (views stand on views)."""
        if self._behind is None:
            made_null = self.may_be_null()
            self._behind = self.stored(self.node) if self.expression is not None else None, made_null
        return self._behind

    def _made(self, column: SourceColumn) -> ResultItem:
        assert column.made_by is not None
        query, index = column.made_by
        kept = self._known.get(id(query))
        if kept is None:
            kept = self._known[id(query)] = query, result_items(query, rules=self.rules, known=self._known), []
        _, items, made_items = kept
        made_items += islice(items, index + 1 - len(made_items)) if index >= len(made_items) else ()
        return made_items[index]

    def behind(self, node: exp.Expression | None) -> ResultItem | None:
        """The item of the view or derived table whose column a node reads."""
        place = self._place(node)
        return None if place is None or place[0].made_by is None else self._made(place[0])

    def made_apart(self, node: exp.Expression | None) -> ResultItem | None:
        """The same, of one that is not merged into the query but has rows of its own; None for what ROLLUP made."""
        if self.select is None or not isinstance(node, exp.Column):
            return None
        for source in self.select.from_sources:
            if source.is_named_by(node) and (index := source.index(node.name)) is not None:
                query, _ = source.columns[index].made_by or (None, 0)
                is_merged = getattr(query, "may_be_merged", False) and not source.is_stored
                behind = None if is_merged else self.behind(node)
                return None if behind is None or behind._is_rolled(behind.node) else behind
        return None

    def has_own_collation(self, node: exp.Expression | None) -> bool:
        """Whether a node reads a column whose collation is not that of its table."""
        if (behind := self.behind(node)) is not None:
            return behind.has_own_collation(behind.node)
        if self.select is None or not isinstance(node, exp.Column):
            return False
        for source in self.select.from_sources:
            if source.table is not None and source.is_named_by(node) and (index := source.index(node.name)) is not None:
                column = source.columns[index].column
                return column is not None and column.spec.collation != source.table.collation
        return False

    def measured(self, node: exp.Expression) -> Measure | None:
        """The measure of a column."""
        if self.select is None:
            return None
        found = lookup_in((*self.select.from_sources, *self.select.outer_sources))(node)
        return before_5_5(found) if found is not None and self.rules.one_length else found

    def may_be_null(self) -> bool:
        """Whether the column may be NULL, its further queries considered."""
        return self.parts_answer(part.nullable(part.node) for part in (self, *self.others))

    def nullable(self, node: exp.Expression | None) -> bool:
        """Whether the value may be NULL, as far as a server says so: WITH ROLLUP all that GROUP BY names."""
        if self.select is not None and self.select.rollup and node is not None and node is self.node:
            below = node.walk(prune=lambda part: function_of(part) is not None and is_aggregate(part))
            if any(self._is_rolled(part) for part in below):
                return True
        return may_be_null(node, self)

    def _is_rolled(self, node: object) -> bool:
        """Whether WITH ROLLUP makes it NULL in some rows."""
        if self.select is None or not self.select.rollup:
            return False
        if any(node == grouped for grouped, _ in self.select.aggregates.rolled):
            return True
        if not isinstance(node, exp.Column):
            return False
        places = (
            (self.select.base + position, source.index(node.name))
            for position, source in enumerate(self.select.from_sources)
            if source.is_named_by(node)
        )
        return any(place in self.select.rollup for place in places)

    def column_may_be_null(self, node: exp.Column) -> bool:
        source = self._source(node)
        return source is None or source[1]

    def compiled_kind(self, node: exp.Expression) -> Kind | None:
        return self.expression.type.kind if self.expression is not None and node is self.node else None


def _selects(parts: Iterable[object]) -> list[Select]:
    """The queries of a UNION, those of the UNIONs that stand in it among them."""
    selects: list[Select] = []
    for part in parts:
        selects += [part] if isinstance(part, Select) else _selects(getattr(part, "parts", ()))
    return selects


def measure_of_first(query: Callable[[], object]) -> Measure | None:
    """The measure of a query's first column, if the query is still there and something is known of it."""
    compiled = query()
    item = next(result_items(compiled, rules=_NEWEST), None) if isinstance(compiled, Select) else None
    known = None if item is None else measure(item.node, item.measured)
    if known is None or known.dimensions:  # which becomes a BLOB (captured: clusters/vectors_chosen)
        return None
    return replace(known, literal=False, value=None)


def result_items(compiled: object, *, rules: NullRules, known: KnownItems | None = None) -> Iterator[ResultItem]:
    """The items of a query, in order; endlessly, where nothing is known of them.

    known: the items of the views and derived tables below that were asked for before.
    """
    known = {} if known is None else known
    if isinstance(compiled, Select):
        for expression, node in zip(compiled.items, compiled.nodes, strict=True):
            yield ResultItem(expression, node, compiled, rules, known=known)
        return
    parts = getattr(compiled, "parts", None)
    if (seed := getattr(compiled, "seed", None)) is not None:  # a recursive CTE has its seed's types, and NULL
        parts = (seed,)
    first, *further = _selects(parts or ()) or (None,)
    if first is not None:
        for position, node in enumerate(first.nodes):
            others = tuple(ResultItem(None, part.nodes[position], part, rules, known=known) for part in further)
            others += (ResultItem(None, None, None),) if seed is not None else ()
            item = ResultItem(None, node, first, rules, others, known)
            if isinstance(compiled, Filtered):  # a row of INTERSECT stands in all queries, one of EXCEPT in the first
                item.parts_answer = all if compiled.keep else next
            yield item
        return
    while True:
        yield ResultItem(None, None, None)
