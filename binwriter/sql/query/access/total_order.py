"""The first rows of an order, as LIMIT takes them: from an index that has it, between the numbers that WHERE lets
through, where nobody could notice that others are not looked at.

Of an order that leaves nothing open between any two rows sorting gives these, whichever index is read. Of any other it
has to be the index by which a server reads them.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.tables import Key, Table
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query.access.bounds import ANY, hull_of
from binwriter.sql.query.access.conditions import Bounds, named_column
from binwriter.sql.query.access.costs import Rows
from binwriter.sql.query.access.path import AccessPath
from binwriter.sql.query.loops import TableRows
from binwriter.sql.store.numbers import INTEGER_BITS
from binwriter.storage.table_data import TableData

# what indexes sort as ORDER BY does, whatever the session's zone and its collation
_SORTED = frozenset({*INTEGER_BITS, ColumnType.NEWDECIMAL, ColumnType.DATE, ColumnType.DATETIME2})
_READ = _SORTED | {ColumnType.VARCHAR, ColumnType.STRING}


@dataclass(frozen=True, slots=True)
class TotalOrder:
    """key: has the order, with the primary key, `own`, behind its columns. bounds: of its first column. as_read: what
    the order leaves open is as the index has it. most: how many rows are asked for, where WHERE lets all through."""

    data: TableData
    path: AccessPath
    key: Key
    own: Key
    backwards: bool
    bounds: Bounds
    as_read: bool = False
    most: int | None = None

    def __call__(self, context: StatementContext) -> Rows | None:
        """The rows in order, those that WHERE lets through among them; None where a range is read, which is sorted."""
        path, data = self.path, self.data
        read = path.index_read(context)
        if read is None or not context.server.takes_many or path.told_of is not None or path.is_point(context):
            return None
        if self.as_read and (read[0] or self.own) != self.key:
            return None
        if read[0] != self.key and path.conditions_of(read[0] or self.own):
            return None
        if read[0] is None and path.tells:
            path.tell(context)
        bounds = None if self.bounds == ANY else self.bounds
        return data.scan_along(self.key, bounds, self.most, backwards=self.backwards)


def total_order(
    table: TableRows,
    path: AccessPath,
    select: exp.Expression,
    descending: Sequence[bool],
    where: exp.Expression | None,
    scope: Scope,
    count: int,
    by: tuple[Key, bool] | None = None,
) -> TotalOrder | None:
    """What finds the rows of the query's only table so; None where no index has the order. where: says nothing (see
    `joins.silent`). count: of LIMIT. by: the index for this order, if a server reads one, and whether backwards."""
    definition = table.definition
    if type(table) is not TableData or not definition.engine.two_phase or definition.partitioning is not None:
        return None
    own = primary_key_equivalent(definition)
    nodes = [ordered.this for ordered in select.args["order"].expressions]
    renamed = {node.alias.lower() for node in select.expressions if isinstance(node, exp.Alias)}
    if own is None or any(node.name.lower() in renamed for node in nodes):
        return None
    columns = tuple([named_column(node, scope) if isinstance(node, exp.Column) else None for node in nodes])
    for key in definition.keys:
        as_read = by is not None and by[0] is key
        wanted = _sorted_by(definition, key, own, as_read=as_read)
        if wanted is None or len(set(descending[: len(wanted)])) != 1:
            continue
        if columns[: len(wanted)] != (wanted[: len(columns)] if as_read else wanted):
            continue
        is_number = definition.columns[wanted[0]].spec.type in INTEGER_BITS
        bounds = hull_of(where, wanted[0], scope) if where is not None and is_number else ANY
        as_read = len(columns) < len(wanted)
        return TotalOrder(table, path, key, own, descending[0], bounds, as_read, None if where is not None else count)
    return None


def _sorted_by(table: Table, key: Key, own: Key, *, as_read: bool) -> tuple[int, ...] | None:
    """The columns that the key's entries are sorted by, up to what tells any two of them apart; None for a key that
    sorts otherwise than ORDER BY. as_read: only that of its own columns is asked for."""
    parts = (*key.parts, *own.parts)
    columns = tuple(dict.fromkeys(part.column for part in parts))
    if any(part.descending or part.length for part in parts) or key.algorithm not in (None, "", "BTREE"):
        return None
    if as_read:
        return columns if all(table.columns[column].spec.type in _READ for column in key.columns) else None
    return columns if all(table.columns[column].spec.type in _SORTED for column in columns) else None
