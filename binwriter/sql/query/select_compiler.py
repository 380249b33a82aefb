"""From a SELECT as written to one that runs: its clauses compiled, and the way to its rows chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.catalog.tables import Key
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions import resolved
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.conditions.logic import asked
from binwriter.sql.expressions.moments.timezone import without_zone
from binwriter.sql.expressions.scope import Aggregates, Scope
from binwriter.sql.expressions.types import ExprType, Row
from binwriter.sql.query import merged, window_order
from binwriter.sql.query.access import in_order, listed, total_order, virtual
from binwriter.sql.query.access.costs import Rows
from binwriter.sql.query.access.locked_order import rows_in_order
from binwriter.sql.query.access.locked_table import LockedTable
from binwriter.sql.query.access.path import AccessPath, PathRows
from binwriter.sql.query.extremes import all_extremes, is_alone
from binwriter.sql.query.joins import partners, shapes, silent
from binwriter.sql.query.joins import semijoin as semijoins
from binwriter.sql.query.loops import FromNode, Join, JoinNode, TableNode, TableRows, inner_slots, stored_tables
from binwriter.sql.query.name_order import first_of
from binwriter.sql.query.ordering import FixedColumns, Limit, OrderItem, compile_limit
from binwriter.sql.query.select import Dependence, Select
from binwriter.sql.query.select_list import (
    COPIED,
    SelectItem,
    SelectList,
    check_ordered,
    check_tested,
    copied,
    is_of_exists,
    item_at,
    item_index,
    names_of,
)
from binwriter.sql.query.sorted_groups import sorts_groups
from binwriter.sql.query.sources import FromClause
from binwriter.sql.query.volatile import is_volatile
from binwriter.sql.text.select_options import BIG_RESULT, BUFFER_RESULT, options_of
from binwriter.sql.text.tree_text import tree_text
from binwriter.sql.types import is_aggregate, measured_type

# parts of a SELECT that sqlglot parses and this module does not run
_REFUSED = {
    "into": "SELECT ... INTO",
    "laterals": "LATERAL",
    "pivots": "PIVOT",
    "match": "MATCH_RECOGNIZE",
    "sample": "TABLESAMPLE",
}
_PLAIN = (exp.Column, exp.Literal, exp.Null, exp.Boolean, exp.Count)  # of which nothing is told
_EXPRESSION = -1  # where the source of a column stands

if TYPE_CHECKING:
    from binwriter.sql.query.group_by import GroupBy
    from binwriter.sql.query.reset_extremes import Beginnings
    from binwriter.sql.query.told_rows import Grouping


def _refuse_qualify(node: exp.Expression, scope: Scope) -> None:
    """QUALIFY runs in another optimizer than that of community servers (captured: clusters/qualified_queries)."""
    if not scope.context.makes_view:
        raise mysql_error("ER_SUPPORTED_ONLY_WITH_HYPERGRAPH", "QUALIFY clause")
    if node.find(exp.Window) is None:
        raise mysql_error("ER_QUALIFY_WITHOUT_WINDOW_FUNCTION")
    raise UnsupportedError("QUALIFY", tree_text(node))


class SelectCompiler:
    """Compiles one exp.Select whose FROM clause is resolved already."""

    def __init__(self, node: exp.Expression, clause: FromClause, scope: Scope) -> None:
        for part, name in _REFUSED.items():
            if node.args.get(part):
                raise UnsupportedError(name, tree_text(node))
        if node.args.get("qualify"):
            _refuse_qualify(node, scope)
        self._node = node
        self._from = clause
        self._aggregates = Aggregates()
        self._way: AccessPath | None = None
        self._by: Key | None = None
        self._in_own_order = False
        self._grouped_by: Sequence[exp.Expression] = ()
        self._scope = scope.within("field list", sources=clause.sources, aggregates=self._aggregates, listed={})
        self._group: GroupBy | None = None
        if node.args.get("group") is not None:
            from binwriter.sql.query.group_by import GroupBy

            self._group = GroupBy(node, self._scope)

    def compile(self) -> Select:
        node, scope = self._node, self._scope
        where, begin = node.args.get("where"), len(scope.context.diagnostics)
        inside = scope.within("where clause", aggregates=None, listed={})
        try:
            condition = asked(compile_expression(where.this, inside), inside, where.this) if where else None
        except MySQLError as error:
            raise first_of(error, SelectList(node, self._from, scope).items) from None
        told = [*self._from.told]
        if scope.context.resolved:
            told = [*resolved.taken_out(scope.context, begin), *told]
        if self._group is not None:
            self._aggregates.rolled.extend(self._group.rolled_expressions())
        items = SelectList(node, self._from, scope).items()
        scope.context.diagnostics.extend(told)
        if COPIED in node.meta:
            items = [replace(result_item, expression=copied(result_item, node)) for result_item in items]
        if self._from.failure is not None:
            raise self._from.failure
        aliases = names_of([item.node for item in items], [item.name for item in items])
        groups = () if self._group is None else self._group.compiled(items, aliases)
        having = node.args.get("having")
        tested = None
        if having is not None:
            inner = scope.within("having clause", row_aliases=aliases, aliases_first=True)
            check_tested(having.this, items, inner)
            from binwriter.sql.query.having_names import names_tested

            grouped = self._named_by_group(items, aliases)
            names = names_tested(having.this, items, grouped, aliases, inner)
            inner = replace(inner, row_aliases=names)
            tested = asked(compile_expression(having.this, inner), inner, having.this)
        order, by_items = self._order(items, aliases)
        self._check_grouping(items, aliases)
        limit, tree = compile_limit(node, scope), self._from.tree
        unsorted = not any(node.args.get(part) for part in ("group", "having", "order", "distinct"))
        extremes = all_extremes(items, self._aggregates, self._from.sources, scope) if unsorted else None
        extreme_of = extremes[0] if extremes and is_alone(items) else None
        shown = [item.node for item in items]
        table = tree.data if order and isinstance(tree, TableNode) else None
        by = self._order_index(table, order, limit.count)
        self._by = by[0] if by is not None else None
        self._grouped_by = self._named_by_group(items, aliases)
        grouping = self._grouping(items) if groups else None
        return Select(
            columns=tuple((item.name, self._type(item)) for item in items),
            base=scope.base,
            sources=len(self._from.sources),
            tree=self._access(where),
            items=tuple(item.expression for item in items) if grouping is None else grouping.kept(items),
            where=condition,
            grouped=bool(self._aggregates.calls) or node.args.get("group") is not None,
            groups=groups,
            rollup=() if self._group is None else self._group.rollup(shown, aliases),
            aggregates=self._aggregates,
            having=tested,
            order=order,
            order_by_items=by_items,
            orders_groups=bool(groups and order) and self._orders_groups(items),
            distinct=node.args.get("distinct") is not None,
            limit=limit,
            correlation=scope.correlation,
            volatile=is_volatile(node),
            nodes=tuple(shown),
            from_sources=self._from.sources,
            outer_sources=scope.outer.sources if scope.outer is not None else (),
            nullable_sources=frozenset(inner_slots(self._from.tree)),
            sorts_groups=bool(groups)
            and (
                (not order and self._group_by_sorts())
                or (BIG_RESULT in options_of(node) and len(self._from.sources) == 1)
                or sorts_groups((*(item.node for item in items), having))
            ),
            buffered=BUFFER_RESULT in options_of(node),
            where_node=where.this if where is not None else None,
            grouping=grouping,
            begin=self._beginnings() if groups and not node.args.get("distinct") else None,
            dependence=self._dependence(tree, shown),
            sorted_table=table,
            backwards=by[1] if by is not None else None,
            sorts_first=bool(order and self._aggregates.windows)
            and window_order.sorts_before_windows(node, tree, self._aggregates, items),
            in_order=self._locked_order(where, limit)
            if isinstance(table, LockedTable)
            else self._first_rows(table, where, order, limit, by),
            path=self._way,
            extreme_of=extreme_of,
            extreme=partial(self._way.extreme, *extreme_of) if extreme_of and self._way is not None else None,
            extremes=extremes if where is None and self._way is not None else None,
            ends=partial(self._way.extremes, extremes)
            if extremes and where is None and self._way is not None
            else None,
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

    def _first_rows(
        self,
        table: TableRows | None,
        where: exp.Expression | None,
        order: Sequence[OrderItem],
        limit: Limit,
        by: tuple[Key, bool] | None,
    ) -> Callable[[StatementContext], Rows | None] | None:
        """The same of rows that are not locked, where an index has their order and nobody could notice that others are
        not looked at. by: that of the order."""
        asks_more = any(self._node.args.get(clause) for clause in ("group", "distinct", "having"))
        if table is None or self._way is None or limit.count is None or asks_more:
            return None
        if self._aggregates.calls or self._aggregates.windows:
            return None
        if where is not None and not silent.are_silent([where.this], self._scope):
            return None
        found = in_order.unique_order(table, self._node, [item.descending for item in order], self._scope)
        if found is not None:
            return partial(self._way.in_order_of, *found)
        asked = None if where is None else where.this
        descending = [item.descending for item in order]
        count = limit.count + limit.offset
        return total_order.total_order(table, self._way, self._node, descending, asked, self._scope, count, by)

    def _path(self, data: TableRows, where: exp.Expression | None) -> AccessPath:
        """The way to the rows of the only table."""
        alone = Scope(self._scope.context, self._from.sources, clause="where clause")
        used = [column for _, column in self._scope.used]
        path = AccessPath(data, where.this if where is not None else None, alone, used, in_order=self._has_order)
        path.by, path.in_own_order = self._by, self._in_own_order
        if path.by is None and self._grouped_by:
            columns = merged.columns_named(self._grouped_by, self._from.sources[0])
            path.by = in_order.index_of_groups(data.definition, columns)
        if data.definition.has_virtual:
            path.told_of = virtual.told_of(path, data, used, self._scope.context)
        return path

    @property
    def _has_order(self) -> bool:
        return any(self._node.args.get(clause) is not None for clause in ("group", "order", "distinct"))

    def _order_index(
        self, table: TableRows | None, order: Sequence[OrderItem], count: int | None
    ) -> tuple[Key, bool] | None:
        if table is None:
            return None
        nodes = [ordered.this for ordered in self._node.args["order"].expressions]
        used = [column for _, column in self._scope.used]
        down = [item.descending for item in order]
        self._in_own_order = in_order.is_own(table.definition, nodes, down)
        return in_order.index_of_order(table, nodes, down, count, used)

    def _named_by_group(
        self, items: Sequence[SelectItem], aliases: Mapping[str, exp.Expression]
    ) -> list[exp.Expression]:
        return [] if self._group is None else self._group.named([item.node for item in items], aliases)

    def _orders_groups(self, items: Sequence[SelectItem]) -> bool:
        indexes = [(item.this, item_index(item.this, items)) for item in self._node.args["order"].expressions]
        nodes = [node if index is None else items[index].node.unalias() for node, index in indexes]
        return nodes != [*self._grouped_by][: len(nodes)]

    def _check_grouping(self, items: Sequence[SelectItem], aliases: dict[str, exp.Expression]) -> None:
        shown, having = [item.node for item in items], self._node.args.get("having")
        is_distinct = self._node.args.get("distinct") is not None
        if is_of_exists(self._node):
            is_distinct = False
            if having is None and not (self._aggregates.calls or self._aggregates.windows):
                return  # its groups are not made
        gathers = self._group is not None or bool(self._aggregates.calls)
        windowed = bool(self._aggregates.windows or self._node.args.get("windows"))
        alone = self._group is None and having is None and all(is_aggregate(node.unalias()) for node in shown)
        if not is_distinct and ((alone and not windowed) or not gathers):  # no column stands beside aggregates
            return
        from binwriter.sql.query.full_group_by import check_distinct_order, check_grouping, groups_are_shown

        groups = self._named_by_group(items, aliases)
        is_rolled = self._group is not None and self._group.is_rolled
        is_shown = self._group is not None and groups_are_shown(groups, shown) and not is_rolled
        if is_distinct and not is_shown and (self._group is not None or not gathers):
            check_distinct_order(self._node, self._scope, shown)
        if gathers:
            tables = dict(stored_tables(self._from.tree, self._scope.base))
            check_grouping(self._node, self._scope, tables, shown, groups)

    def _dependence(self, tree: FromNode | None, shown: Sequence[exp.Expression]) -> Dependence:
        def dependent(given: frozenset[int], present: frozenset[int]) -> frozenset[int]:
            from binwriter.sql.query.dependence import dependence_of

            tables = dict(stored_tables(tree, self._scope.base))
            return dependence_of(self._node, self._scope, tables, shown, self._grouped_by, given, present)

        return dependent

    def _type(self, item: SelectItem) -> ExprType:
        type_ = item.expression.type
        return measured_type(type_, item.node, self._from.sources) if self._scope.context.measures_items else type_

    def _access(self, where: exp.Expression | None) -> FromNode | Join | None:
        """FROM with the index chosen by which a single table is read."""
        tree = self._from.tree
        if isinstance(tree, JoinNode):
            make = partial(self._with_partners, tree, where)
            planned = shapes.planned(self._node, tree, make, self._from.sources, where, self._scope)
            return make() if planned is None else planned
        if not isinstance(tree, TableNode):
            return tree
        if tree.data is None:
            return merged.read_within(
                tree, self._from.sources[0], where, self._scope, self._grouped_by, in_order=self._has_order
            )
        path = self._path(tree.data, where)
        compiler, source = self._scope.compile_query, self._from.sources[0]
        semijoin = None
        if where is not None and where.find(exp.In) is not None:
            semijoin = semijoins.subquery_order(where.this, tree.data, source.alias, compiler, self._scope)
        if semijoin is None or not semijoin.has_key:
            self._way = path
            if where is not None:
                listed.listed_for_query(tree.data, where.this, path, self._scope)
            found_by_path = replace(tree, read=PathRows(path))
            if self._scope.outer is None or where is None:
                return found_by_path
            equal = partners.equalities(conjuncts(where.this), self._scope)
            own = {place[1] for one in equal for place in (one.left, one.right) if place[0] == self._scope.base}
            path.tells = not any(key.columns[0] in own for key in tree.data.definition.keys if key.columns)
            if isinstance(tree.data, LockedTable):
                from binwriter.sql.query.joins.locked import lookup_of  # beside other sessions

                looked_up = lookup_of(found_by_path, [where.this], self._scope)
                if looked_up is not None:
                    return replace(found_by_path, read=looked_up)
            return partners.with_partners(found_by_path, [where.this], self._scope, to_the_end=False, filters=False)
        order = semijoin

        def read(context: StatementContext, row: Any) -> Iterator[Sequence[Any]]:
            entries = list(path.rows(context))
            return (values for _, values in order.sorted(entries, len(entries), context, update=False))

        return replace(tree, read=read)

    def _with_partners(self, tree: FromNode, where: exp.Expression | None) -> FromNode:
        """The loops in the order of the text, each table on the right asked for partners only."""
        if not partners.on_sees_all(self._node.args.get("joins") or (), tree, self._scope):
            return tree
        to_the_end = self._scope.outer is None and self._node.args.get("limit") is None
        inner = self._scope.within("where clause", aggregates=None, listed={})
        return partners.with_partners(tree, [None if where is None else where.this], inner, to_the_end=to_the_end)

    def _group_by_sorts(self) -> bool:
        return self._scope.context.variables.behaviour.sorts_groups and self._node.args.get("order") is None

    def _beginnings(self) -> Beginnings | None:
        resets = self._scope.context.variables.behaviour.groups_begin_with_zeros
        is_sorted = BIG_RESULT in options_of(self._node) or (self._group is not None and self._group.is_rolled)
        if not resets or is_sorted or not any(call.extreme is not None for call in self._aggregates.calls):
            return None
        from binwriter.sql.query.reset_extremes import Beginnings  # seldom needed

        where = self._node.args.get("where")
        return Beginnings(self._grouped_by, where.this if where is not None else None)

    def _grouping(self, items: Sequence[SelectItem]) -> Grouping | None:
        """How a temporary table gets the groups, if something may be told of what it asks for."""
        nodes = (*(item.node.unalias() for item in items), *self._grouped_by)
        if all(isinstance(node, _PLAIN) for node in nodes) or self._node.args["group"].args.get("rollup"):
            return None
        from binwriter.sql.query.told_rows import grouping_of

        return grouping_of(self._node, items, self._grouped_by, self._aggregates)

    def _order(
        self, items: Sequence[SelectItem], aliases: dict[str, exp.Expression]
    ) -> tuple[tuple[OrderItem, ...], bool]:
        clause = self._node.args.get("order")
        if clause is None:
            return (), False
        scope = self._scope.within("order clause", row_aliases=aliases, aliases_first=True)
        slot = scope.width
        order, by_items, varies = [], False, False
        where = self._node.args.get("where")
        fixed = FixedColumns(where.this if where is not None else None, self._scope)
        calls, groups = self._aggregates.calls, self._node.args.get("group")
        is_one_row = bool(calls) and groups is None
        for number, ordered in enumerate(clause.expressions, 1):
            descending = bool(ordered.args.get("desc"))
            check_ordered(ordered.this, items, scope)
            index = item_index(ordered.this, items)
            if index is None:
                compiled = compile_expression(ordered.this, scope)
                order.append(OrderItem(without_zone(ordered.this, compiled), compiled.type, descending))
            else:
                by_items = True
                item = item_at(index + 1, items, "order clause")
                compiled = item.expression
                place = None if compiled.constant else index
                order.append(OrderItem(_read_item(slot, index), compiled.type, descending, place))
            if calls and groups is None and not is_one_row:
                raise mysql_error("ER_AGGREGATE_ORDER_NON_AGG_QUERY", number)
            varies = varies or not fixed.has(ordered.this if index is None else items[index].node, compiled)
        return (tuple(order), by_items) if varies and not is_one_row else ((), False)


def _read_item(slot: int, index: int) -> Callable[[StatementContext, Row], Any]:
    return lambda context, row: row[slot][index]
