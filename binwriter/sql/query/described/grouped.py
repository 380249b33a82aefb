"""Items of a query whose groups, sorted groups or windows are kept in a temporary table, as clients are told of them
(see `described`)."""

from __future__ import annotations

from sqlglot import exp

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.query.described.computed import INTEGERS, extreme_column
from binwriter.sql.query.described.stored import of_column, of_spec
from binwriter.sql.query.described.temporary import BLOBS, LONG_DIGITS, in_table
from binwriter.sql.query.result_items import ResultItem
from binwriter.sql.types import called
from binwriter.sql.types.functions import is_aggregate
from binwriter.sql.types.kinds import REAL
from binwriter.sql.types.numbers import average
from binwriter.sql.types.record import Role
from binwriter.statement.columns import ColumnFlag, ResultColumn

_OF_KEPT_SUMS = (average, REAL)  # types of aggregates that are kept as sums and counts
_CHOSEN_BY_WINDOWS = {ColumnType.TIMESTAMP2: ColumnType.TIMESTAMP, ColumnType.BIT: ColumnType.BIT}


def in_groups(column: ResultColumn, item: ResultItem) -> ResultColumn:
    """An aggregate in the temporary table of its groups: without a name there, MIN and MAX with no default where the
    column has none, BIT_.. and what is worked out of kept sums binary as it was. What is made of aggregates is worked
    out behind that table (captured: tests/golden/wire)."""
    function, _ = called(item.node)
    if (
        (function is None or function.role is not Role.AGGREGATE)
        and not item.is_window
        and _is_made_of_aggregates(item.node)
    ):
        return column
    if item.is_window:
        return _of_window(column, item)
    if function is None or function.role is not Role.AGGREGATE:
        return in_table(column)
    kept = _aggregate_in_table(column, item, is_extreme=function.choice)
    name = function.names[0]
    binary = ColumnFlag.BINARY if name.startswith("BIT_") or function.type in _OF_KEPT_SUMS else 0
    return replace(kept, original_name="", flags=kept.flags | binary)


def _of_window(column: ResultColumn, item: ResultItem) -> ResultColumn:
    """What a window function gives: MIN and MAX in the types of what is computed, others that choose in their column's
    (captured: tests/golden/wire)."""
    function, arguments = called(item.node)
    kept = in_table(column)
    stored = item.stored(arguments[0]) if function is not None and function.choice and arguments else None
    if function is None or stored is None:
        return kept
    if function.role is not Role.AGGREGATE:
        return replace(kept, type=_CHOSEN_BY_WINDOWS.get(stored.spec.type, kept.type))
    if kept.type == ColumnType.STRING:
        return replace(kept, type=ColumnType.VAR_STRING)
    if kept.type not in INTEGERS:
        return kept
    length = of_spec(stored.spec).length
    return replace(kept, type=ColumnType.LONGLONG if length >= LONG_DIGITS else ColumnType.LONG, length=length)


def behind_groups(column: ResultColumn, item: ResultItem) -> ResultColumn:
    """A column of groups that are put into a table to be sorted: what is made of aggregates is worked out behind it."""
    function, _ = called(item.node)
    if function is not None and function.role is Role.AGGREGATE:
        return _aggregate_in_table(column, item, is_extreme=function.choice)
    return column if _is_made_of_aggregates(item.node) else in_table(column)


def _aggregate_in_table(column: ResultColumn, item: ResultItem, *, is_extreme: bool) -> ResultColumn:
    """Long texts are counted in characters there; MIN and MAX are as their column is, which may have no default."""
    if column.type in BLOBS and column.charset != BINARY_COLLATION_ID:
        column = replace(column, length=column.length // collation_by_id(column.charset).mbmaxlen)
    kept = in_table(column)
    if is_extreme and column.type == ColumnType.VAR_STRING:  # however long, it does not become a BLOB
        kept = replace(in_table(replace(column, length=1)), length=column.length)
    stored = extreme_column(item) if is_extreme else None
    default = 0 if stored is None else of_column(stored, None).flags & ColumnFlag.NO_DEFAULT_VALUE
    return replace(kept, flags=kept.flags | default)


def _is_apart(node: exp.Expr) -> bool:
    """Whether aggregates in it are none of the groups."""
    return isinstance(node, (exp.Query, exp.Window))


def _is_made_of_aggregates(node: exp.Expression | None) -> bool:
    return node is not None and any(is_aggregate(part) for part in node.walk(prune=_is_apart) if not _is_apart(part))
