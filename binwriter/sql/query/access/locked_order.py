"""ORDER BY .. LIMIT over rows that a statement locks: read by an index that has the order, the others stay unlocked.

Source: MySQL manual, "LIMIT Query Optimization" and "Locks Set by Different SQL Statements in InnoDB"; as a 9.7.4
does it (captured: tests/golden/scenarios/locks_of_limit.scn).
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from binwriter.catalog.tables import Key, KeyPart, Table
from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.query.access import filesort
from binwriter.sql.query.access.costs import Rows
from binwriter.sql.query.access.locked_table import LockedTable
from binwriter.sql.query.access.path import AccessPath
from binwriter.sql.query.loops import TableRows


def rows_in_order(
    path: AccessPath, data: TableRows, order_by: Sequence[exp.Expression], count: int | None, context: StatementContext
) -> Rows | None:
    """The rows of a locked table in the order of ORDER BY, each locked when it is asked for; None where it is sorted.

    order_by: exp.Ordered nodes. count: LIMIT with its offset; without one all rows are locked in any case.
    """
    if not isinstance(data, LockedTable) or count is None or path.is_point(context):
        return None
    columns = [_column(ordered.this, data.definition) for ordered in order_by]
    wanted = [(column, bool(order_term.args.get("desc"))) for column, order_term in zip(columns, order_by, strict=True)]
    wanted = [(column, down) for column, down in wanted if column is None or column not in path.constants]
    ranged = path.range_key(context)
    if ranged is not None and not path.conditions_of(ranged):
        ranged = None  # it was chosen for having all columns; the order comes before that
    way = _by_range(data, ranged, wanted, path) if ranged is not None else _by_limit(data, wanted, count, path)
    if way is None:
        return None
    key, backwards = way
    # partitions one after the other have no order of their own: the index merges them
    clustered = key is not None and key is data.definition.primary_key and data.definition.partitioning is None
    bounds = path.conditions_of(key) if key is not None else ()
    return data.read(None if clustered else key, (), bounds, context, backwards=backwards)


_Wanted = Sequence[tuple[int | None, bool]]


def _by_range(data: LockedTable, key: Key, wanted: _Wanted, path: AccessPath) -> tuple[Key | None, bool] | None:
    backwards = _way(data.definition, key, wanted, path) if wanted else False
    return None if backwards is None else (key, backwards)


def _by_limit(data: LockedTable, wanted: _Wanted, count: int, path: AccessPath) -> tuple[Key | None, bool] | None:
    """The clustered index, or one in which the first rows are soon found."""
    table = data.definition
    if not wanted:
        return table.primary_key, False
    ways = [(key, _way(table, key, wanted, path)) for key in table.keys]
    for key, backwards in ways:
        if backwards is not None and key is table.primary_key:
            return key, backwards
    for key, backwards in ways:
        if backwards is None:
            continue
        # of a key that goes on behind the order only what is found within one value (captured: ties_in_longer_keys)
        of_exact = len(data) if len(key.parts) <= len(wanted) else 0
        if count < max(of_exact, filesort.rows_of_a_value(data.peek(), key.columns)):
            return key, backwards
    return None


def _way(table: Table, key: Key, wanted: _Wanted, path: AccessPath) -> bool | None:
    columns, descending = [column for column, _ in wanted], [down for _, down in wanted]
    return filesort.key_way(_with_primary(table, key), columns, descending, path.constants)


def _with_primary(table: Table, key: Key) -> Key:
    """The key as InnoDB stores it: equal entries stand in the order of the primary key."""
    primary = table.primary_key
    if primary is None or primary is key:
        return key
    behind = tuple(KeyPart(column) for column in primary.columns if column not in key.columns)
    return replace(key, parts=(*key.parts, *behind))


def _column(node: exp.Expression, table: Table) -> int | None:
    return table.index_of.get(node.name.lower()) if isinstance(node, exp.Column) else None
