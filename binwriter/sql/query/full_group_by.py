"""ONLY_FULL_GROUP_BY: what stands in a grouped query beside aggregates must be one value a group.

Source: MySQL manual, "MySQL Handling of GROUP BY" and "Detection of Functional Dependence"; errors as a 9.7.4
gives them (tests/golden/scenarios/full_group_by.scn). Columns of views and derived tables are not looked at: what they
depend on is known to their own queries. Of subqueries the columns are looked at that name a table around them; windows
are not looked at. In which order groups come: "GROUP BY Optimization"; tests/golden/scenarios/groups_in_turn_row.scn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.system.captured import described_keys
from binwriter.sql.text.tree_text import tree_text
from binwriter.sql.types import Role, columns_in, function_of, is_aggregate
from binwriter.sql.types.kinds import JSON

_MODE = "ONLY_FULL_GROUP_BY"
_CONSTANTS = (exp.Literal, exp.Parameter, exp.SessionParameter, exp.Null, exp.Boolean, exp.Placeholder)

Place = tuple[int, int]  # source, column


class GroupedColumns:
    """The columns that have one value in each group of a query.

    tables: the stored tables in FROM by the number of their source. groups: the expressions of GROUP BY.
    """

    def __init__(
        self, node: exp.Expression, scope: Scope, tables: Mapping[int, Table], groups: Sequence[exp.Expression]
    ):
        self._scope, self._tables = scope, tables
        self._groups = {_text(group) for group in groups}
        clause = node.args.get("group")
        self._only_whole = clause is not None and bool(clause.args.get("rollup"))
        self._known = {place for group in groups if (place := self._place(group)) is not None}
        if scope.context.variables.behaviour.looks_at_dependence:
            self._grow(node, list(_conjuncts_of(node)))
        else:  # columns are grouped by, or are not (captured: 5.6.21/grouped_by_columns_statement)
            self._only_whole = True

    def _place(self, node: exp.Expression | None) -> Place | None:
        """Of a column of a stored table in this FROM clause."""
        if not isinstance(node, exp.Column) or isinstance(node.this, exp.Star):
            return None
        try:
            place = self._scope.place_of(node)
        except MySQLError:  # ambiguous: a column that USING merged
            return None
        return place if place is not None and place[0] in self._tables else None

    def _tested_places(self, node: exp.Expression) -> Iterator[Place]:
        """What is no NULL in a row: of an outer join's ON that is said of the side alone that may be filled up."""
        outer = [join for join in _joins_of(node) if join.text("side") and join.args.get("on") is not None]
        for condition in _conjuncts_of(node):
            place = self._place(_tested(condition))
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
        self._present = set(self._tested_places(node))
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
            for source, table in self._tables.items():
                keys = table.keys or described_keys(table.schema, table.name)
                if any(self._has_key(source, table, key.columns) for key in keys if key.unique):
                    self._known |= {(source, index) for index in range(len(table.columns))}

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
                table = self._tables[place[0]]
                return f"{table.schema}.{self._scope.sources[place[0]].alias}.{table.columns[place[1]].name}"
        return None

    def _is_grouped(self, node: exp.Expression) -> bool:
        return bool(self._groups) and _text(node) in self._groups


def check_grouping(
    node: exp.Expression,
    scope: Scope,
    tables: Mapping[int, Table],
    items: Sequence[exp.Expression],
    groups: Sequence[exp.Expression],
) -> None:
    """MySQLError 1055 or 1140 for an item of a grouped query that has no one value in a group.

    items: the select list, stars resolved. groups: of GROUP BY, positions and aliases resolved; empty without one.
    """
    context = scope.context
    if not _is_asked(context):
        return
    known = GroupedColumns(node, scope, tables, groups)
    for number, item in enumerate(items, 1):
        column = known.first_unknown(item.this if isinstance(item, exp.Alias) else item)
        if column is None:
            continue
        if groups:
            raise mysql_error("ER_WRONG_FIELD_WITH_GROUP", number, "SELECT list", column)
        raise mysql_error("ER_MIX_OF_GROUP_FUNC_AND_FIELDS", number, "SELECT list", column)
    having = node.args.get("having") if context.variables.behaviour.looks_at_dependence else None
    for query in _queries_in(having.this) if having is not None else ():
        column = known.first_unknown(query)
        if column is not None and groups:
            raise mysql_error("ER_WRONG_FIELD_WITH_GROUP", 1, "HAVING clause", column)
        if column is not None:
            raise mysql_error("ER_MIX_OF_GROUP_FUNC_AND_FIELDS", 1, "HAVING clause", column)
    for number, ordered in enumerate(_ordered_by(node, items) if groups else (), 1):
        column = known.first_unknown(ordered) if ordered is not None else None
        if column is not None:
            raise mysql_error("ER_WRONG_FIELD_WITH_GROUP", number, "ORDER BY clause", column)


def _is_asked(context: StatementContext) -> bool:
    """Not where a view is made: its query is looked at when it is read (captured: clusters/grouped_around_queries)."""
    return context.has_mode(_MODE) and not context.makes_view


def _nothing(node: exp.Expression) -> bool:
    return False


def _outside_of_aggregates(
    node: exp.Expression, is_grouped: Callable[[exp.Expression], bool] = _nothing
) -> Iterator[exp.Column]:
    """The columns of an expression that no aggregate takes in, and no part that is grouped by; of its subqueries those
    that name a table around them."""
    if isinstance(node, exp.Window) or is_grouped(node):
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


def _queries_in(node: exp.Expression) -> Iterator[exp.Expression]:
    if isinstance(node, exp.Query):
        yield node
        return
    for child in node.iter_expressions():
        yield from _queries_in(child)


def unknown_name(column: exp.Expression) -> str:
    """A column as errors name it: with its table and database where they are written."""
    return ".".join(part for part in (column.text("db"), column.text("table"), column.name) if part)


def check_distinct_order(node: exp.Expression, scope: Scope, items: Sequence[exp.Expression]) -> None:
    """MySQLError 3065 where SELECT DISTINCT is sorted by a column that it does not select, 3066 by an aggregate.

    An item of ORDER BY is selected whole, or each of its columns is (captured: distinct_in_order).
    """
    context = scope.context
    if not _is_asked(context) or not context.variables.behaviour.looks_at_dependence:
        return
    inner = [_selected(item) for item in items]
    shown = {_text(item) for item in inner}
    places = {_located(item, scope) for item in inner if isinstance(_bare(item), exp.Column)}
    aliases = {item.alias.lower() for item in items if isinstance(item, exp.Alias)}
    for number, ordered in enumerate(_ordered_by(node, items), 1):
        if ordered is None or _text(ordered) in shown or _located(ordered, scope) in places - {None}:
            continue
        if any(is_aggregate(call) and call.parent_select is node for call in ordered.walk(prune=_is_any_value)):
            raise mysql_error("ER_AGGREGATE_IN_ORDER_NOT_SELECT", number, "DISTINCT")
        for column in columns_in(ordered):
            if _is_in_any_value(column):
                continue
            is_alias = not column.table and column.name.lower() in aliases
            place = _located(column, scope)
            if place is not None and place not in places and not is_alias and _is_of(column, node):
                raise mysql_error("ER_FIELD_IN_ORDER_NOT_SELECT", number, _full_name(place, scope))


def _is_any_value(node: exp.Expr) -> bool:
    return isinstance(node, exp.Anonymous) and node.name.upper() == "ANY_VALUE"


def _is_in_any_value(node: exp.Expression) -> bool:
    """Whether it is nobody's business which of several values it has (captured: clusters/orders_of_any_value)."""
    around = node.parent
    while around is not None and not isinstance(around, exp.Query):
        if _is_any_value(around):
            return True
        around = around.parent
    return False


def _selected(item: exp.Expression) -> exp.Expression:
    """An item of the select list without its alias."""
    return item.this if isinstance(item, exp.Alias) else item


def groups_are_shown(groups: Sequence[exp.Expression], items: Sequence[exp.Expression]) -> bool:
    """Whether all that is grouped by is selected: rows are distinct then without more."""
    return {_text(group) for group in groups} <= {_text(_selected(item)) for item in items}


def _located(node: exp.Expression, scope: Scope) -> Place | None:
    """The place of a column in this FROM clause; None for what is no column, or in none."""
    node = _bare(node)
    if not isinstance(node, exp.Column) or isinstance(node.this, exp.Star):
        return None
    try:
        return scope.place_of(node)
    except MySQLError:  # ambiguous
        return None


def _is_of(column: exp.Column, select: exp.Expression) -> bool:
    """Whether a column in ORDER BY is one of the query's own: in a subquery one that names a table of no other FROM."""
    query = column.parent_select
    while query is not None and query is not select:
        if not column.table or any(table.alias_or_name == column.table for table in query.find_all(exp.Table)):
            return False
        query = query.parent_select
    return True


def _full_name(place: Place, scope: Scope) -> str:
    source = scope.sources[place[0]]
    schema = source.table.schema if source.table is not None else source.view and scope.context.database
    return ".".join(part for part in (schema, source.alias, source.columns[place[1]].name) if part)


def _ordered_by(node: exp.Expression, items: Sequence[exp.Expression]) -> Iterator[exp.Expression | None]:
    """The expressions of ORDER BY; None for one that is a position or an alias."""
    order = node.args.get("order")
    aliases = {item.alias.lower() for item in items if isinstance(item, exp.Alias)}
    for ordered in order.expressions if order is not None else ():
        inner = ordered.this
        is_alias = isinstance(inner, exp.Column) and not inner.text("table") and inner.name.lower() in aliases
        yield None if is_alias or isinstance(inner, exp.Literal) else inner


def _text(node: exp.Expression) -> str:
    return tree_text(_bare(node)).lower()


def _bare(node: exp.Expression) -> exp.Expression:
    while isinstance(node, exp.Paren):
        node = node.this
    return node


def _equal(node: exp.EQ) -> list[tuple[exp.Expression, exp.Expression]]:
    """What an equality compares: rows by their parts."""
    left, right = _bare(node.this), _bare(node.expression)
    if isinstance(left, exp.Tuple) and isinstance(right, exp.Tuple):
        return [(_bare(one), _bare(two)) for one, two in zip(left.expressions, right.expressions, strict=False)]
    return [(left, right)]


def _tested(condition: exp.Expression) -> exp.Expression | None:
    """What a condition that holds says not to be NULL; None for other conditions."""
    node = _bare(condition)
    if isinstance(node, exp.Not):
        inner = _bare(node.this)
        if isinstance(inner, exp.Not):
            below = _bare(inner.this)
            is_null = isinstance(below, exp.Is) and isinstance(below.expression, exp.Null)
            return None if is_null else _tested(below)
        if isinstance(inner, exp.Is):
            return _bare(inner.this) if isinstance(inner.expression, exp.Null) else None
        return _tested(inner)
    if isinstance(node, exp.Is):
        if not isinstance(node.expression, exp.Boolean):
            return None
        tested = _bare(node.this)
        return tested if isinstance(tested, exp.Column) else _tested(tested)
    return _bare(node.this) if isinstance(node, _REJECTING) else None


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


def sorts_groups(nodes: Iterable[exp.Expression | None]) -> bool:
    """Whether there are aggregates that need the rows of a group one after the other, for which a server sorts them;
    without such it gives groups as their first rows come. DISTINCT says nothing in MIN and MAX."""
    return any(
        node.find(exp.GroupConcat)
        or any(_makes_document(call) for call in node.find_all(exp.Anonymous, exp.AggFunc))
        or any(_counts_once(part.parent) for part in node.find_all(exp.Distinct))
        for node in nodes
        if node is not None
    )


def _makes_document(call: exp.Expr) -> bool:
    function = function_of(call)
    return function is not None and function.type is JSON and function.role is Role.AGGREGATE


def _counts_once(call: exp.Expr | None) -> bool:
    """Whether it is an aggregate to which it matters."""
    function = function_of(call)
    return function is not None and function.role is Role.AGGREGATE and not function.choice
