"""The rows that an UPDATE or DELETE works on, in the order in which a server visits them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Key
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.records import dataclass
from binwriter.mysql.interrupts import stepped
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.chains import chain_of, conjuncts
from binwriter.sql.expressions.conditions.logic import Truth, asked, truth
from binwriter.sql.expressions.moments.timezone import without_zone
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.query.access import filesort, listed
from binwriter.sql.query.access.costs import Rows
from binwriter.sql.query.access.locked_order import rows_in_order
from binwriter.sql.query.access.locked_table import LockedTable
from binwriter.sql.query.access.path import AccessPath
from binwriter.sql.query.loops import DatabaseView, TableRows, all_rows
from binwriter.sql.query.ordering import OrderItem, limit_count, sort_keys
from binwriter.sql.query.run import query_scope
from binwriter.storage.table_data import TableData

# the row's ids and values, one a source
Entry = tuple[tuple[int, ...], tuple[Any, ...]]


@dataclass
class Visits:
    """What whoever changes the rows of one table has to do with the way to them.

    changes: columns that are changed; told_of: is given each row that is read. Answers: finds_first: whether a server
    finds all rows before it changes one, by an order or a key that is changed; numbers: at which visit a row was found
    of all that are read, by its id, where that matters (counts); read: how many these are.
    """

    changes: frozenset[int] = frozenset()
    told_of: Callable[[tuple[ColumnValue, ...]], None] | None = None
    counts: bool = False
    finds_first: bool = False
    numbers: dict[int, int] = field(default_factory=dict)
    read: int = 0


def matching_rows(
    sources: Sequence[tuple[str, TableRows]],
    where: exp.Expression | None,
    order_by: Sequence[exp.Expression],
    limit: exp.Expression | None,
    database: DatabaseView,
    context: StatementContext,
    visits: Visits | None = None,
    *,
    heap: bool = False,
    merged_by: Key | None = None,
    reads_named: bool = False,
) -> Iterator[tuple[int, ...]]:
    """Row ids, one a source, of the rows that WHERE lets through.

    One source: `access.path` chooses the index, so that the order is a server's; several: nested loops in their order
    (join conditions belong in `where`). order_by: exp.Ordered nodes. Rows come one by one while the caller changes
    the table, unless ORDER BY sorts them. heap: a server keeps the rows of LIMIT in a heap while it reads.
    merged_by: the key in whose order all rows of a partitioned table are read, if nothing narrows them down.
    reads_named: no columns are read but those that WHERE and ORDER BY name.
    """
    scope = query_scope(database, context, [_source(alias, data) for alias, data in sources], of_change=True)
    inside = scope.within("where clause")
    test = asked(compile_expression(where, inside), inside, where) if where is not None else None
    nodes, items = [], []
    for ordered in order_by:
        compiled = compile_expression(ordered.this, scope.within("order clause"))
        nodes.append(ordered)
        items.append(OrderItem(without_zone(ordered.this, compiled), compiled.type, bool(ordered.args.get("desc"))))
    tables = [data for _, data in sources]
    if len(tables) == 1 and isinstance(tables[0], LockedTable) and test is not None:
        tables[0].match = _kept(where, inside, test) if where is not None and tables[0].keeps_others else None

    bound = limit_count(limit, scope)
    path = AccessPath(tables[0], where, scope.within("where clause"), limit=bound.count, in_order=bool(order_by))
    path.named = frozenset(index for source, index in scope.used if not source) if reads_named else None
    numbers: dict[int, int] | None = None
    if visits is not None:
        path.told_of = visits.told_of
        changes_key = bool(visits.changes) and not visits.changes.isdisjoint(path.columns_of_key(context))
        visits.finds_first = bool(order_by) or changes_key
        if visits.counts and not visits.finds_first and path.passes_over(context):
            numbers = visits.numbers

    in_order = rows_in_order(path, tables[0], order_by, bound.count, context) if len(tables) == 1 else None
    if in_order is not None and bound.count != 0 and path.reads_all(context):
        path.tell(context)

    of_list = None
    if len(tables) == 1 and not items and merged_by is None and _begins_with_list(where):
        of_list = listed.listed_rows(tables[0], where, path, inside)

    def found() -> Iterator[Entry] | None:
        """The rows that a subquery lists, counted as if all were read; None where there are none but those."""
        known = None if of_list is None else of_list(context)
        if known is None or visits is None:
            return None
        path.tell(context)
        before, context.row_number = context.row_number, 1 if heap else context.row_number
        try:
            rows = known.rows(context)
        finally:
            context.row_number = before
        return None if rows is None else _counted(rows, known, visits, numbers, test, context)

    def visited() -> Iterator[Entry]:
        if (those := found()) is not None:
            yield from those
            return
        combinations = (
            _combinations(tables, path, context)
            if in_order is None
            else (((row_id,), (row,)) for row_id, row in in_order)
        )
        if merged_by is not None and path.reads_all(context):
            places = {row_id: place for place, (row_id, _) in enumerate(_stored(tables[0]).scan(merged_by))}
            combinations = iter(sorted(combinations, key=lambda entry: places[entry[0][0]]))
        number, is_read = 0, None if numbers is None else path.reading(context)
        for seen, (ids, row) in enumerate(combinations, 1):
            number += is_read is None or is_read(row)
            if visits is not None:
                visits.read = number
            before = context.row_number
            if heap:
                context.row_number = (
                    seen  # in messages it counts what it looks at (captured: clusters/texts_beside_dates)
                )
            try:
                lets_through = test is None or test(context, row)
            finally:
                context.row_number = before
            if lets_through:
                if numbers is not None:
                    numbers[ids[0]] = number
                yield ids, row

    if items and in_order is None:
        order = _Order(tables[0], path, nodes, items, bound.count, context)
        in_order = order.clustered_rows()
        if in_order is not None and bound.count != 0:
            path.tell(context)
        if in_order is not None:  # the first ones are all it looks at; whoever changes them must not meet them again
            return (ids for ids, _ in [*bound.apply(visited())])
        if isinstance(tables[0], LockedTable):
            tables[0].sorts = True
        return (ids for ids, _ in bound.apply(order.sorted(list(visited()), heap=heap)))
    entries: Iterator[Entry] = visited()
    return (ids for ids, _ in bound.apply(entries))


def _begins_with_list(where: exp.Expression | None) -> bool:
    """Whether it begins with IN (SELECT ..)."""
    first = None if where is None else conjuncts(where)[0].unnest()
    return type(first) is exp.In and bool(first.args.get("query"))


def _counted(
    rows: Iterator[tuple[int, int, tuple[ColumnValue, ...]]],
    found: listed.ListedRows,
    visits: Visits,
    numbers: dict[int, int] | None,
    test: Truth | None,
    context: StatementContext,
) -> Iterator[Entry]:
    for place, row_id, row in rows:
        visits.read = place
        if test is None or test(context, (row,)):
            if numbers is not None:
                numbers[row_id] = place
            yield (row_id,), (row,)
    visits.read = len(found.data)


def _kept(where: exp.Expression, scope: Scope, test: Truth) -> Callable[[Any], bool] | None:
    """What keeps a row locked under READ COMMITTED: all that is asked of it but whether a joined subquery has a partner
    for it (captured: cluster rows_that_joins_lock)."""
    context, own = scope.context, [node for node in conjuncts(where) if not _is_joined(node)]
    if len(own) < len(conjuncts(where)):
        alone = chain_of(own)
        if alone is None:
            return None
        told = len(context.diagnostics)
        test = truth(compile_expression(alone, scope))
        del context.diagnostics[told:]  # it was compiled before
    return lambda row: bool(test(context, (row,)))


def _is_joined(node: exp.Expression) -> bool:
    while isinstance(node, (exp.Not, exp.Paren)):
        node = node.this
    return isinstance(node, exp.Exists) or (isinstance(node, exp.In) and node.args.get("query") is not None)


def _source(alias: str, data: TableRows) -> Source:
    return Source.of_table(alias, data.definition, rows=lambda: all_rows(data))


def _stored(data: TableRows) -> TableRows:
    return data.peek() if isinstance(data, LockedTable) else data


class _Order:
    """How a server gets the rows of one table into the order of an UPDATE's or DELETE's ORDER BY.

    By an index that has this order, forwards or backwards: the one whose range it reads, or, with LIMIT, where it
    reads no range, one in which it comes by all it wants before it has seen all rows of one value. Else it sorts.
    """

    def __init__(
        self,
        data: TableRows,
        path: AccessPath,
        nodes: Sequence[exp.Expression],
        items: Sequence[OrderItem],
        count: int | None,
        context: StatementContext,
    ) -> None:
        self._data = _stored(data)
        self._path = path
        self._count = count
        self._context = context
        constants = path.constants
        columns = [self._column(node.this) for node in nodes]
        kept = [place for place, column in enumerate(columns) if column is None or column not in constants]
        self._items = [items[place] for place in kept]
        self._columns = [columns[place] for place in kept]

    def _column(self, node: exp.Expression) -> int | None:
        return self._data.definition.index_of.get(node.name.lower()) if isinstance(node, exp.Column) else None

    def clustered_rows(self) -> Rows | None:
        """The rows as the clustered index has them, one way or the other, where that is the order and LIMIT stops it.

        That is what `sorted` comes to, without all the other rows.
        """
        data, table = self._data, self._data.definition
        primary = table.primary_key
        if self._count is None or primary is None or table.engine.name != "InnoDB" or table.partitioning is not None:
            return None
        if not (self._items and isinstance(data, TableData) and self._path.reads_all(self._context)):
            return None
        backwards = self._backwards(primary)
        return None if backwards is None else data.scan_back() if backwards else data.scan()

    def sorted(self, entries: list[Entry], *, heap: bool) -> Iterator[Entry]:
        """heap: whether LIMIT makes it keep the rows in a heap."""
        if not self._items or self._path.is_point(self._context):
            return iter(entries)
        items, context = self._items, self._context
        varying = any(item.has_varying_key for item in items)
        keys = sort_keys(items, context, (row for _, row in entries))
        ranks = filesort.dense_ranks(
            ([key[place] for key in keys], item.descending) for place, item in enumerate(items)
        )
        ranged = self._path.range_key(context)
        if ranged is not None and (backwards := self._backwards(ranged)) is not None:
            return iter(entries[::-1] if backwards else entries)
        index = self._index_by_limit() if ranged is None else None
        if index is not None:
            key, backwards = index
            if len(key.parts) > len(items):  # what is behind in the key parts equal ones (cluster ties_in_longer_keys)
                found = {row_id: place for place, (row_id, _) in enumerate(self._data.scan(key))}
                return iter(sorted(entries, key=lambda entry: found[entry[0][0]], reverse=backwards))
            return (entries[number] for number in filesort.numbers_by_index(ranks, backwards=backwards))
        if context.variables.behaviour.places_part_equals:
            parted = _references(entries, self._data)
            numbers = sorted(range(len(entries)), key=lambda number: (ranks[number], parted[number]))
            return (entries[number] for number in numbers)
        if heap and self._count is not None:
            references = None if varying else _references(entries, self._data)
            return (
                entries[number] for number in filesort.limited_numbers(ranks, references, self._count, varying=varying)
            )
        return (entries[number] for number in filesort.sorted_numbers(ranks, varying=varying))

    def _backwards(self, key: Key) -> bool | None:
        """Whether the key read backwards has this order; None if it does not have it either way."""
        return filesort.key_way(key, self._columns, [item.descending for item in self._items], self._path.constants)

    def _index_by_limit(self) -> tuple[Key, bool] | None:
        """The index that is read for the first rows, and whether backwards; None if none is."""
        table = self._data.definition
        if self._count is None or table.engine.name == "MEMORY":
            return None
        for key in table.keys:
            backwards = self._backwards(key)
            if backwards is None:
                continue
            if key is table.primary_key and table.engine.name.lower() == "innodb":
                return key, backwards
            if self._count < filesort.rows_of_a_value(self._data, key.columns):
                return key, backwards
        return None


def _references(entries: Sequence[Entry], data: TableRows) -> list[tuple[Any, ...]]:
    """What parts equal rows in a server's sort keys."""
    by_key = [filesort.row_reference(data.definition, row[0]) for _, row in entries]
    found = [reference for reference in by_key if reference is not None]
    if len(found) == len(by_key):
        return found
    places = {row_id: place for place, (row_id, _) in enumerate(data.scan())}
    lying = [(places.get(ids[0], -1),) for ids, _ in entries]
    return [place if reference is None else reference for reference, place in zip(by_key, lying, strict=True)]


def _combinations(
    tables: Sequence[TableRows], path: AccessPath, context: StatementContext
) -> Iterator[tuple[tuple[int, ...], tuple[Any, ...]]]:
    if len(tables) == 1:
        for row_id, row in stepped(path.rows(context), lets_others=False):
            yield (row_id,), (row,)
        return
    yield from _nested(tables, (), ())


def _nested(
    tables: Sequence[TableRows], ids: tuple[int, ...], rows: tuple[Any, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[Any, ...]]]:
    if not tables:
        yield ids, rows
        return
    for row_id, row in tables[0].scan():
        yield from _nested(tables[1:], (*ids, row_id), (*rows, row))
