"""Which index a query's only table is read by for the sake of its order.

GROUP BY without ranges reads any index that begins with its columns, whatever it costs; ORDER BY one that has all
columns that are asked for, or from which LIMIT takes the first rows soon. Source: captured (order_of_groups).
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from binwriter.catalog.keys import has_order, primary_key_equivalent
from binwriter.catalog.tables import Key, Table
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query.access import filesort
from binwriter.sql.query.access.conditions import named_column
from binwriter.sql.query.access.costs import has_all_columns
from binwriter.sql.query.access.locked_table import LockedTable
from binwriter.sql.query.loops import TableRows
from binwriter.sql.store.numbers import INTEGER_BITS


def index_of_groups(table: Table, columns: Sequence[int | None]) -> Key | None:
    """The index for GROUP BY; None where none has its order, or the table's own is that. columns: of GROUP BY, None for
    an expression."""
    for key in table.keys if columns else ():
        if any(part.descending for part in key.parts) or not has_order(table, key):
            continue
        if filesort.key_way(key, columns, [False] * len(columns)) is not None:
            own = table.engine.name.lower() == "innodb" and table.partitioning is None
            return None if own and key is primary_key_equivalent(table) else key
    return None


def unique_order(
    table: TableRows, select: exp.Expression, descending: Sequence[bool], scope: Scope
) -> tuple[Key, bool] | None:
    """The unique key of whole numbers that alone decides on the order, and whether it is read backwards."""
    definition, nodes = table.definition, [ordered.this for ordered in select.args["order"].expressions]
    renamed = {node.alias.lower() for node in select.expressions if isinstance(node, exp.Alias)}
    if any(node.name.lower() in renamed for node in nodes):
        return None
    columns = [named_column(node, scope) if isinstance(node, exp.Column) else None for node in nodes]
    for key in definition.keys:
        specs = [definition.columns[column].spec for column in key.columns]
        if not key.unique or any(spec.nullable or spec.type not in INTEGER_BITS for spec in specs):
            continue
        width = len(key.columns)
        if any(part.descending for part in key.parts) or tuple(columns[:width]) != tuple(key.columns):
            continue
        if len(set(descending[:width])) == 1:
            return key, descending[0]
    return None


def is_own(table: Table, nodes: Sequence[exp.Expression], descending: Sequence[bool]) -> bool:
    """Whether ORDER BY asks for the order of InnoDB's primary key, one way or the other."""
    key = table.primary_key
    if key is None or not table.engine.two_phase:
        return False
    columns = [table.index_of.get(node.name.lower()) if isinstance(node, exp.Column) else None for node in nodes]
    return filesort.key_way(key, columns, descending) is not None


def index_of_order(
    table: TableRows,
    nodes: Sequence[exp.Expression],
    descending: Sequence[bool],
    count: int | None,
    used: Sequence[int],
) -> tuple[Key, bool] | None:
    """The index for ORDER BY, and whether it is read backwards. nodes: what is ordered by; count: of LIMIT; used: the
    columns that the query reads."""
    table = table.peek() if isinstance(table, LockedTable) else table
    definition = table.definition
    columns = [definition.index_of.get(node.name.lower()) if isinstance(node, exp.Column) else None for node in nodes]
    for key in definition.keys:
        way = filesort.key_way(key, columns, descending)
        if way is not None and (
            has_all_columns(definition, key, used)
            or (count is not None and count < filesort.rows_of_a_value(table, key.columns))
        ):
            return key, way
    return None
