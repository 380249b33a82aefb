"""One SELECT: compiled once, run as often as its outer query asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import UnsupportedError
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.logic import Truth, truth
from binwriter.sql.expressions.scope import Aggregates, Scope, Source
from binwriter.sql.expressions.types import CompiledExpression, ExprType, Row
from binwriter.sql.functions.aggregates import windows
from binwriter.sql.query.access.filesort import (
    dense_ranks,
    key_way,
    numbers_by_index,
    rows_of_a_value,
    selected_numbers,
    sorted_numbers,
)
from binwriter.sql.query.access.locked_order import rows_in_order
from binwriter.sql.query.access.locking import LockedTable
from binwriter.sql.query.access.path import AccessPath, Rows, has_all_columns
from binwriter.sql.query.full_group_by import check_distinct_order, check_grouping
from binwriter.sql.query.joins.partners import equalities, has_outer_join, with_outer_partners, with_partners
from binwriter.sql.query.joins.plan import planned
from binwriter.sql.query.joins.semijoin import subquery_order
from binwriter.sql.query.ordering import Limit, OrderItem, compile_limit, distinct, position_of, ranked
from binwriter.sql.query.sources import FromClause, FromNode, Join, JoinNode, TableNode, TableRows, iterate
from binwriter.sql.query.volatile import is_volatile
from binwriter.sql.text.dialect import TITLE
from binwriter.sql.types import is_aggregate, measured_type

# parts of a SELECT that sqlglot parses and this module does not run
_REFUSED = {
    "into": "SELECT ... INTO",
    "laterals": "LATERAL",
    "qualify": "QUALIFY",
    "pivots": "PIVOT",
    "match": "MATCH_RECOGNIZE",
    "sample": "TABLESAMPLE",
}


@dataclass(frozen=True)
class SelectItem:
    """An item of the select list: the column's name in the result, and its node for aliases and ORDER BY."""

    name: str
    expression: CompiledExpression
    node: exp.Expression


@dataclass(frozen=True)
class Select:
    """A compiled SELECT (a CompiledQuery).

    rollup: the (slot, column) of each GROUP BY column under WITH ROLLUP, else (). sorts_groups: GROUP BY sorts (up to
    5.7, without ORDER BY; MySQL manual 8.0, "What Is New"). nodes: of the items; from_sources:
    of FROM; nullable_sources: those on the inner side of an outer join.
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
    nullable_sources: frozenset[int] = frozenset()
    sorts_groups: bool = False

    @property
    def may_be_merged(self) -> bool:
        """Whether a server merges a view or derived table of this query into the one around it."""
        return not (self.grouped or self.distinct or self.limit.count is not None or self.having is not None)

    # the only table, if its rows are sorted; if an index has them in the order of ORDER BY, which way it is read
    sorted_table: TableRows | None = None
    backwards: bool | None = None
    # rows that are locked, in the order of ORDER BY: those behind LIMIT are not read; None where they are sorted
    in_order: Callable[[StatementContext], Rows | None] | None = None

    @property
    def correlated(self) -> bool:
        """Whether it must run anew for every outer row: it names outer columns, or has side effects."""
        return bool(self.correlation) or self.volatile

    def rows(self, context: StatementContext, outer: Row) -> Iterator[tuple[Any, ...]]:
        """The result's rows for an outer row."""
        if self.limit.count == 0:
            return iter(())
        locked = self.in_order(context) if self.in_order is not None else None
        if locked is not None:
            return self.limit.apply(self._project(context, row) for row in self._filtered(context, outer, locked))
        combined = self._grouped_rows(context, outer) if self.grouped else self._joined_rows(context, outer)
        if self.having is not None:
            having = self.having
            combined = (row for row in combined if having(context, row))
        if self.aggregates.windows:
            combined = self._windowed(context, combined)
        projected = self._ordered(context, combined)
        if self.distinct:
            once = distinct(projected, [type_ for _, type_ in self.columns], context)
            return iter(list(self.limit.apply(once)))  # in a temporary table: functions write before a row is used
        return self.limit.apply(projected)

    def _windowed(self, context: StatementContext, rows: Iterator[Row]) -> Iterator[Row]:
        """The rows with the values of their window functions, in the order of the last window."""
        found: list[Row] = []
        for row in rows:
            kept = windows.SlotValues(row[-1])
            kept.windows = [None] * len(self.aggregates.windows)
            found.append((*row[:-1], kept))
        for position, call in enumerate(self.aggregates.windows):
            found = call.sorted(context, found)
            for row, value in zip(found, call.values(context, found), strict=True):
                row[-1].windows[position] = value  # type: ignore[attr-defined]
        return iter(found)

    def _project(self, context: StatementContext, row: Row) -> tuple[Any, ...]:
        return tuple([item.eval(context, row) for item in self.items])

    def _ordered(self, context: StatementContext, rows: Iterator[Row]) -> Iterator[tuple[Any, ...]]:
        if not self.order:
            return (self._project(context, row) for row in rows)
        if self.order_by_items:  # an item is evaluated once, whether it is shown or sorted by
            pairs = [((*tuple(row), values), values) for row in rows for values in (self._project(context, row),)]
            numbers = self._sorted([row for row, _ in pairs], context)
            return (pairs[number][1] for number in numbers)
        kept = [tuple(row) for row in rows]
        return (self._project(context, kept[number]) for number in self._sorted(kept, context))

    def _sorted(self, rows: Sequence[Row], context: StatementContext) -> list[int]:
        """Numbers of the rows in the order of ORDER BY; those behind LIMIT may be missing."""
        ranks = dense_ranks(([item.rank(context, row) for row in rows], item.descending) for item in self.order)
        varying = any(item.has_varying_key for item in self.order)
        if self.backwards is not None:
            return numbers_by_index(ranks, backwards=self.backwards)
        if self.sorted_table is None or self.limit.count is None or self.distinct or self.grouped:
            return sorted_numbers(ranks, varying=varying)
        count = self.limit.offset + self.limit.count
        return selected_numbers(ranks, count, len(self.sorted_table), varying=varying)

    def _filtered(self, context: StatementContext, outer: Row, locked: Rows) -> Iterator[Row]:
        """Those of the only table's rows that WHERE and HAVING let through."""
        assert isinstance(self.tree, TableNode)
        tree = replace(self.tree, read=lambda _context, _row: (values for _, values in locked))
        rows = self._joined_rows(context, outer, tree)
        having = self.having
        return rows if having is None else (row for row in rows if having(context, row))

    def _joined_rows(self, context: StatementContext, outer: Row, tree: TableNode | None = None) -> Iterator[Row]:
        row: list[Any] = [*tuple(outer)[: self.base], *[()] * (self.base - len(outer)), *[()] * self.sources, ()]
        where = self.where
        node = tree or self.tree
        if node is None:
            if where is None or where(context, row):
                yield tuple(row)
            return
        for _ in iterate(node, context, row):
            if where is None or where(context, row):
                yield tuple(row)

    def _grouped_rows(self, context: StatementContext, outer: Row) -> Iterator[Row]:
        groups: dict[Any, list[Row]] = {}
        for row in self._joined_rows(context, outer):
            key = tuple([ranked(group.eval(context, row), group.type, context) for group in self.groups])
            groups.setdefault(key, []).append(row)
        if self.rollup:
            yield from self._rolled_up(context, groups)
            return
        if not groups and not self.groups:  # no GROUP BY: one group even over no row
            groups[()] = []
        for key in sorted(groups) if self.sorts_groups else groups:
            members = groups[key]
            first = members[0] if members else self._row_of_nulls(outer)
            values = tuple([call.compute(context, members) for call in self.aggregates.calls])
            yield (*first[: self.base + self.sources], values)

    def _rolled_up(self, context: StatementContext, groups: dict[Any, list[Row]]) -> Iterator[Row]:
        """Groups in the order of their values, each level followed by its total, in which the columns are NULL."""
        keys = sorted(groups)
        width = len(self.groups)
        for number, key in enumerate(keys):
            yield self._total(context, groups[key], width)
            behind = keys[number + 1] if number + 1 < len(keys) else None
            for level in range(width - 1, -1, -1):
                if behind is not None and behind[:level] == key[:level]:
                    break
                members = [row for one in keys if one[:level] == key[:level] for row in groups[one]]
                yield self._total(context, members, level)

    def _total(self, context: StatementContext, members: list[Row], level: int) -> Row:
        """A row of the first columns of GROUP BY, as many as level says."""
        slots = list(members[0][: self.base + self.sources])
        for slot, column in self.rollup[level:]:
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


class SelectCompiler:
    """Compiles one exp.Select whose FROM clause is resolved already."""

    def __init__(self, node: exp.Expression, clause: FromClause, scope: Scope) -> None:
        for part, name in _REFUSED.items():
            if node.args.get(part):
                raise UnsupportedError(name, node.sql(dialect="mysql"))
        self._node = node
        self._from = clause
        self._aggregates = Aggregates()
        self._scope = scope.within("field list", sources=clause.sources, aggregates=self._aggregates)

    def compile(self) -> Select:
        node, scope = self._node, self._scope
        where = node.args.get("where")
        condition = (
            truth(compile_expression(where.this, scope.within("where clause", aggregates=None))) if where else None
        )
        items = self._items()
        named = {item.name.lower(): item.node for item in items if isinstance(item.node, exp.Alias)}
        aliases = {name: alias.this for name, alias in named.items()}
        groups = self._groups(items, aliases)
        having = node.args.get("having")
        tested = None
        if having is not None:
            inner = scope.within("having clause", row_aliases=aliases, aliases_first=True)
            tested = truth(compile_expression(having.this, inner))
        order, by_items = self._order(items, aliases)
        self._check_grouping(items, aliases)
        limit, tree = compile_limit(node, scope), self._from.tree
        table = tree.data if order and isinstance(tree, TableNode) else None
        return Select(
            columns=tuple((item.name, self._type(item)) for item in items),
            base=scope.base,
            sources=len(self._from.sources),
            tree=self._access(where),
            items=tuple(item.expression for item in items),
            where=condition,
            grouped=bool(self._aggregates.calls) or node.args.get("group") is not None,
            groups=groups,
            rollup=self._rollup(),
            aggregates=self._aggregates,
            having=tested,
            order=order,
            order_by_items=by_items,
            distinct=node.args.get("distinct") is not None,
            limit=limit,
            correlation=scope.correlation,
            volatile=is_volatile(node),
            nodes=tuple(item.node for item in items),
            from_sources=self._from.sources,
            nullable_sources=frozenset(_inner_slots(self._from.tree)),
            sorts_groups=bool(groups) and not order and self._group_by_sorts(),
            sorted_table=table,
            backwards=self._index_way(table, order, limit.count),
            in_order=self._locked_order(where, limit) if isinstance(table, LockedTable) else None,
        )

    def _locked_order(
        self, where: exp.Expression | None, limit: Limit
    ) -> Callable[[StatementContext], Rows | None] | None:
        plain = not (self._node.args.get("group") or self._node.args.get("distinct") or self._aggregates.calls)
        tree = self._from.tree
        if limit.count is None or not plain or self._aggregates.windows or not isinstance(tree, TableNode):
            return None
        data, count, order = tree.data, limit.count + limit.offset, self._node.args["order"].expressions
        if data is None:
            return None
        path = self._path(data, where)
        return lambda context: rows_in_order(path, data, order, count, context)

    def _path(self, data: TableRows, where: exp.Expression | None) -> AccessPath:
        """The way to the rows of the only table."""
        alone = Scope(self._scope.context, self._from.sources, clause="where clause")
        used = [column for _, column in self._scope.used]
        return AccessPath(data, where.this if where is not None else None, alone, used)

    def _index_way(self, table: TableRows | None, order: Sequence[OrderItem], count: int | None) -> bool | None:
        """The way in which an index is read for ORDER BY: one that has all columns, or the first rows soon."""
        if table is None:
            return None
        table = table.peek() if isinstance(table, LockedTable) else table
        definition = table.definition
        nodes = [ordered.this for ordered in self._node.args["order"].expressions]
        columns = [definition.index_of.get(one.name.lower()) if isinstance(one, exp.Column) else None for one in nodes]
        for key in definition.keys:
            way = key_way(key, columns, [item.descending for item in order])
            if way is not None and (
                has_all_columns(definition, key, [column for _, column in self._scope.used])
                or (count is not None and count < rows_of_a_value(table, key.columns))
            ):
                return way
        return None

    def _check_grouping(self, items: Sequence[SelectItem], aliases: dict[str, exp.Expression]) -> None:
        group = self._node.args.get("group")
        tables = dict(_stored_tables(self._from.tree, self._scope.base))
        shown = [item.node for item in items]
        if group is None and not self._aggregates.calls:
            if self._node.args.get("distinct") is not None:
                check_distinct_order(self._node, self._scope, tables, shown)
            return
        groups = []
        for node in group.expressions if group is not None else ():
            position = position_of(node)
            if position:
                node = items[position - 1].node
            elif isinstance(node, exp.Column) and self._is_alias_only(node):
                node = aliases.get(node.name.lower(), node)
            groups.append(node.this if isinstance(node, exp.Alias) else node)
        check_grouping(self._node, self._scope, tables, shown, groups)

    def _is_alias_only(self, node: exp.Expression) -> bool:
        return not node.text("table") and all(source.index(node.name) is None for source in self._from.sources)

    def _type(self, item: SelectItem) -> ExprType:
        type_ = item.expression.type
        return measured_type(type_, item.node, self._from.sources) if self._scope.context.measures_items else type_

    def _access(self, where: exp.Expression | None) -> FromNode | Join | None:
        """FROM with the index chosen by which a single table is read."""
        tree = self._from.tree
        if isinstance(tree, JoinNode):
            return planned(self._node, self._with_partners(tree, where), self._from.sources, where, self._scope)
        if not isinstance(tree, TableNode) or tree.data is None:
            return tree
        path = self._path(tree.data, where)
        compiler, source = self._scope.compile_query, self._from.sources[0]
        semijoin = None
        if where is not None and where.find(exp.In) is not None:
            semijoin = subquery_order(where.this, tree.data, source.alias, compiler, self._scope.context)
        if semijoin is None or not semijoin.has_key:
            found_by_path = replace(tree, read=lambda context, row: (values for _, values in path.rows(context)))
            if self._scope.outer is None or where is None:
                return found_by_path
            equal = equalities([where.this], self._scope)
            return found_by_path if equal is None else with_outer_partners(found_by_path, self._scope.base, equal)
        order = semijoin

        def read(context: StatementContext, row: Any) -> Iterator[Sequence[Any]]:
            found = list(path.rows(context))
            return (values for _, values in order.sorted(found, len(found), context, update=False))

        return replace(tree, read=read)

    def _with_partners(self, tree: FromNode, where: exp.Expression | None) -> FromNode:
        """The loops in the order of the text, each table on the right asked for partners only."""
        joins = self._node.args.get("joins") or ()
        nested = any(isinstance(join.this, exp.Paren) or join.this.args.get("joins") for join in joins)
        if nested or has_outer_join(tree):
            return tree
        conditions = [join.args.get("on") for join in joins]
        equal = equalities([*conditions, where.this if where is not None else None], self._scope)
        to_the_end = self._scope.outer is None and self._node.args.get("limit") is None
        return tree if equal is None else with_partners(tree, equal, to_the_end=to_the_end)

    def _items(self) -> list[SelectItem]:
        items: list[SelectItem] = []
        for node in self._node.expressions:
            if isinstance(node, exp.Star):
                items += self._all_columns()
            elif isinstance(node, exp.Column) and isinstance(node.this, exp.Star):
                items += self._columns_of(node)
            else:
                expression = compile_expression(node, self._scope)
                items.append(SelectItem(self._named_by_view(node) or _title(node), expression, node))
        return items

    def _named_by_view(self, node: exp.Expression) -> str | None:
        """A column of a view that is merged into the query is called as the view calls it (captured: answers)."""
        inner = without_brackets(node)
        place = self._scope.locate(inner.name, inner.table or None) if isinstance(inner, exp.Column) else None
        if place is None:
            return None
        source = self._from.sources[place[0]]
        is_view = source.table is not None and source.table.schema == "information_schema"
        return source.columns[place[1]].name if is_view or source.is_merged else None

    def _all_columns(self) -> list[SelectItem]:
        if all(not source.columns for source in self._from.sources):  # DUAL has none
            raise mysql_error("ER_NO_TABLES_USED")
        merged = dict.fromkeys(self._from.merged)
        positions: list[tuple[int, int]] = []
        names = {name for _, name in merged}
        for source, name in merged:
            index = self._from.sources[source].index(name)
            if index is not None and (source, index) not in positions:
                positions.append((source, index))
        for position, source_columns in enumerate(self._from.sources):
            for index, column in enumerate(source_columns.columns):
                if column.name.lower() not in names and _visible(column):
                    positions.append((position, index))
        return [self._column_item(position, index) for position, index in positions]

    def _columns_of(self, node: exp.Expression) -> list[SelectItem]:
        table, schema = node.text("table"), node.text("db") or None
        for position, source in enumerate(self._from.sources):
            if source.alias == table and schema in (None, source.schema):
                return [self._column_item(position, i) for i, column in enumerate(source.columns) if _visible(column)]
        raise mysql_error("ER_BAD_TABLE_ERROR", table)

    def _column_item(self, source: int, index: int) -> SelectItem:
        name = self._from.sources[source].columns[index].name
        return SelectItem(name, self._scope.read(source, index), exp.column(name, self._from.sources[source].alias))

    def _group_by_sorts(self) -> bool:
        return self._scope.context.variables.behaviour.sorts_groups and self._node.args.get("order") is None

    def _groups(
        self, items: Sequence[SelectItem], aliases: dict[str, exp.Expression]
    ) -> tuple[CompiledExpression, ...]:
        group = self._node.args.get("group")
        if group is None:
            return ()
        scope = self._scope.within("group statement", row_aliases=aliases, aggregates=None)
        groups = []
        for node in group.expressions:
            position = position_of(node)
            if self._is_selected_aggregate(node, aliases):
                raise mysql_error("ER_WRONG_GROUP_FIELD", _title(node))
            groups.append(self._at(position, items, "group statement") if position else compile_expression(node, scope))
        return tuple(groups)

    def _is_selected_aggregate(self, node: exp.Expression, aliases: dict[str, exp.Expression]) -> bool:
        """Whether an item of GROUP BY is one of the select list that aggregates; a column goes before an alias."""
        if isinstance(node, exp.Column) and (node.table or self._scope.locate(node.name) is not None):
            return False
        selected = aliases.get(node.name.lower(), node) if isinstance(node, exp.Column) else node
        if selected is node and node not in (item.unalias() for item in self._node.expressions):
            return False
        calls = selected.find_all(exp.Anonymous, exp.AggFunc)
        return any(is_aggregate(call) and call.find_ancestor(exp.Select) is self._node for call in calls)

    def _rollup(self) -> tuple[tuple[int, int], ...]:
        """WITH ROLLUP: which columns become NULL. UnsupportedError for other expressions."""
        group = self._node.args.get("group")
        if group is None or not group.args.get("rollup"):
            return ()
        found = []
        for node in group.expressions:
            place = None
            if isinstance(node, exp.Column):
                place = self._scope.locate(node.name, node.text("table") or None)
            if place is None:
                raise UnsupportedError("WITH ROLLUP of what is no column", self._node.sql(dialect="mysql"))
            found.append((self._scope.base + place[0], place[1]))
        return tuple(found)

    def _at(self, position: int, items: Sequence[SelectItem], clause: str) -> CompiledExpression:
        if not 1 <= position <= len(items):
            raise mysql_error("ER_BAD_FIELD_ERROR", position, clause)
        return items[position - 1].expression

    def _order(
        self, items: Sequence[SelectItem], aliases: dict[str, exp.Expression]
    ) -> tuple[tuple[OrderItem, ...], bool]:
        clause = self._node.args.get("order")
        if clause is None:
            return (), False
        scope = self._scope.within("order clause", row_aliases=aliases, aliases_first=True)
        slot = scope.width
        order, by_items = [], False
        for ordered in clause.expressions:
            descending = bool(ordered.args.get("desc"))
            index = _item_index(ordered.this, items)
            if index is None:
                compiled = compile_expression(ordered.this, scope)
                order.append(OrderItem(compiled.eval, compiled.type, descending))
            else:
                by_items = True
                item = self._at(index + 1, items, "order clause")
                order.append(OrderItem(_read_item(slot, index), item.type, descending))
        return tuple(order), by_items


def _stored_tables(tree: FromNode | None, base: int) -> Iterator[tuple[int, Table]]:
    """The stored tables of FROM, by the number of their source."""
    if isinstance(tree, JoinNode):
        yield from _stored_tables(tree.left, base)
        yield from _stored_tables(tree.right, base)
    elif tree is not None and tree.data is not None:
        yield tree.slot - base, tree.data.definition


def _inner_slots(tree: FromNode | None, inner: bool = False) -> Iterator[int]:
    """The sources whose rows an outer join may fill with NULLs."""
    if isinstance(tree, JoinNode):
        yield from _inner_slots(tree.left, inner)
        yield from _inner_slots(tree.right, inner or tree.outer)
    elif tree is not None and inner:
        yield tree.slot


def _read_item(slot: int, index: int) -> Callable[[StatementContext, Row], Any]:
    return lambda context, row: row[slot][index]


def _visible(column: Any) -> bool:
    return column.column is None or column.column.spec.visible


def _title(node: exp.Expression) -> str:
    """The result column's name: the alias, the column's name, or the expression's text."""
    if isinstance(node, exp.Alias):
        return str(node.alias)
    inner = without_brackets(node)
    if isinstance(inner, exp.Column):
        return inner.name
    if isinstance(node, exp.Literal):
        return str(node.this)
    if isinstance(node, exp.Concat) and isinstance(node.expressions[0], exp.Literal):
        return str(node.expressions[0].this)  # 'a' 'b' is one string, called by its beginning
    if isinstance(node, (exp.Null, exp.Boolean)) or TITLE not in node.meta:
        node.meta[TITLE] = node.sql(dialect="mysql")
    return str(node.meta[TITLE])


def without_brackets(node: exp.Expression) -> exp.Expression:
    """(a) is a."""
    while isinstance(node, exp.Paren):
        node = node.this
    return node


def _item_index(node: exp.Expression, items: Sequence[SelectItem]) -> int | None:
    """The select item that an ORDER BY item names by position, alias or the same expression."""
    position = position_of(node)
    if position is not None:
        return position - 1
    for index, item in enumerate(items):
        if isinstance(item.node, exp.Alias):
            if isinstance(node, exp.Column) and not node.table and node.name.lower() == item.name.lower():
                return index
            if not isinstance(node, exp.Column) and item.node.this == node:
                return index
        elif not isinstance(node, exp.Column) and item.node == node:
            return index
    return None
