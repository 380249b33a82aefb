"""The rows that an UPDATE or DELETE works on, in the order in which a server visits them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlglot import exp

from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.logic import truth
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.locking import LockedTable
from binwriter.sql.query.access_path import AccessPath
from binwriter.sql.query.ordering import OrderItem, limit_count, sort_rows
from binwriter.sql.query.run import query_scope
from binwriter.sql.query.sources import DatabaseView, TableRows


def matching_rows(
    sources: Sequence[tuple[str, TableRows]],
    where: exp.Expression | None,
    order_by: Sequence[exp.Expression],
    limit: exp.Expression | None,
    database: DatabaseView,
    context: StatementContext,
    visits: dict[int, int] | None = None,
) -> Iterator[tuple[int, ...]]:
    """Row ids, one a source, of the rows that WHERE lets through.

    One source: `access_path` chooses the index, so that the order is a server's; several: nested loops in their order
    (join conditions belong in `where`). order_by: exp.Ordered nodes. Rows come one by one while the caller changes
    the table, unless ORDER BY sorts them. visits: where all rows are read, gets by its id
    at which visit a row of the one source was found.
    """
    scope = query_scope(database, context, [Source.of_table(alias, data.definition) for alias, data in sources])
    test = truth(compile_expression(where, scope.within("where clause"))) if where is not None else None
    items = []
    for ordered in order_by:
        compiled = compile_expression(ordered.this, scope.within("order clause"))
        items.append(OrderItem(compiled.eval, compiled.type, bool(ordered.args.get("desc"))))
    tables = [data for _, data in sources]
    if len(tables) == 1 and isinstance(tables[0], LockedTable) and test is not None:
        tables[0].match = lambda row: bool(test(context, (row,)))

    counts = visits is not None and AccessPath(tables[0], where, scope.within("where clause")).reads_all(context)

    def visited() -> Iterator[tuple[tuple[int, ...], tuple[Any, ...]]]:
        for number, (ids, row) in enumerate(_combinations(tables, where, scope.within("where clause")), 1):
            if test is None or test(context, row):
                if counts and visits is not None:
                    visits[ids[0]] = number
                yield ids, row

    found: Iterator[tuple[tuple[int, ...], tuple[Any, ...]]] = visited()
    if items and not (isinstance(tables[0], LockedTable) and _is_table_order(tables[0], order_by, where)):
        kept = list(found)
        sort_rows(kept, items, context, lambda entry: entry[1])
        found = iter(kept)
    return (ids for ids, _ in limit_count(limit, scope).apply(found))


def _is_table_order(data: LockedTable, order_by: Sequence[exp.Expression], where: exp.Expression | None) -> bool:
    """Whether the rows of the table come in this order anyway, so that with LIMIT the others stay unlocked."""
    primary = data.definition.primary_key
    if primary is None or where is not None or any(ordered.args.get("desc") for ordered in order_by):
        return False
    names = [ordered.this.name.lower() for ordered in order_by if isinstance(ordered.this, exp.Column)]
    columns = [data.definition.columns[column].name.lower() for column in primary.columns]
    return len(names) == len(order_by) and names == columns[: len(names)]


def _combinations(
    tables: Sequence[TableRows], where: exp.Expression | None, scope: Scope
) -> Iterator[tuple[tuple[int, ...], tuple[Any, ...]]]:
    if len(tables) == 1:
        for row_id, row in AccessPath(tables[0], where, scope).rows(scope.context):
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
