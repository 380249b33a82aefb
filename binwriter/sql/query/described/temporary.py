"""What a temporary table makes of a column, and which queries fill one (see `described`).

Source: MySQL manual, "Internal Temporary Table Use in MySQL"; captured: tests/golden/wire/calls.txt.
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.formats.collations import collation_by_id
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.expressions.scope import Source
from binwriter.sql.expressions.types import time_type
from binwriter.sql.query.described.stored import DOCUMENT, LONGEST
from binwriter.sql.query.described.system import sorts_in_table
from binwriter.sql.query.result_items import ResultItem
from binwriter.sql.query.select import Select
from binwriter.sql.query.sorted_groups import sorts_groups
from binwriter.sql.types.functions import columns_in, function_of
from binwriter.sql.types.record import Role, Stability
from binwriter.statement.columns import BINARY_CHARSET, ColumnFlag, ResultColumn

_DIGITS = 65  # of a DECIMAL
_LONGEST_TEXT = 512  # characters; a longer one is a BLOB there
LONG_DIGITS = 10  # an integer that shows as many is a BIGINT there
_OF_KEYS = (
    ColumnFlag.PRIMARY_KEY
    | ColumnFlag.UNIQUE_KEY
    | ColumnFlag.MULTIPLE_KEY
    | ColumnFlag.PART_KEY
    | ColumnFlag.AUTO_INCREMENT
    | ColumnFlag.TIMESTAMP
    | ColumnFlag.ON_UPDATE_NOW
)
BLOBS = frozenset((ColumnType.BLOB, ColumnType.MEDIUM_BLOB, ColumnType.LONG_BLOB))
TEXTS = BLOBS | {ColumnType.VAR_STRING, ColumnType.STRING}
_MOMENTS = frozenset((ColumnType.DATE, ColumnType.TIME, ColumnType.DATETIME, ColumnType.TIMESTAMP))


def in_table(column: ResultColumn) -> ResultColumn:
    """A column of a query in the temporary table that keeps its rows; it has the column's name there."""
    if column.original_table and column.schema:
        return replace(column, flags=column.flags & ~_OF_KEYS)
    return replace(_kept(column), original_name=column.name)


def _kept(column: ResultColumn) -> ResultColumn:
    code, flags = column.type, column.flags & ~_OF_KEYS
    not_null = flags & ColumnFlag.NOT_NULL
    if code == ColumnType.NULL:
        return replace(column, type=ColumnType.VAR_STRING, charset=BINARY_CHARSET, decimals=0)
    if code == ColumnType.JSON:
        return replace(
            column, length=LONGEST, charset=BINARY_CHARSET, decimals=0, flags=int(DOCUMENT) | not_null
        )  # fmt: skip
    if code in (ColumnType.GEOMETRY, ColumnType.VECTOR):
        return replace(column, flags=int(DOCUMENT) | not_null)
    if code in BLOBS:
        return replace(column, type=ColumnType.BLOB, decimals=0, flags=flags | ColumnFlag.BLOB)
    if code in TEXTS:
        if column.length <= _LONGEST_TEXT:
            return replace(column, decimals=0, flags=flags)
        size = column.length * collation_by_id(column.charset).mbmaxlen
        return replace(column, type=ColumnType.BLOB, length=size, decimals=0, flags=flags | ColumnFlag.BLOB)
    if code == ColumnType.TIME:
        return replace(column, length=time_type(column.decimals).length, flags=flags)
    if code in _MOMENTS:
        return replace(column, flags=flags)
    flags &= ~(ColumnFlag.BINARY | ColumnFlag.ZEROFILL)
    if code == ColumnType.NEWDECIMAL:  # a sum is told as longer than any column (captured: tests/golden/wire)
        most = _DIGITS + bool(column.decimals) + (not flags & ColumnFlag.UNSIGNED)
        return replace(column, length=min(column.length, most), flags=flags)
    if code in (ColumnType.LONGLONG, ColumnType.YEAR):
        code = ColumnType.LONGLONG if column.length >= LONG_DIGITS else ColumnType.LONG
    return replace(column, type=code, flags=flags)


def is_constant(item: ResultItem) -> bool:
    """Whether an item is the same in all rows: such a one needs no place in a table."""
    node = item.node
    if node is None or item.is_window or next(columns_in(node), None) is not None:
        return False
    for part in node.walk():
        function = function_of(part)
        if function is not None and (function.role is not Role.ROW or function.stability is Stability.ROW):
            return False
        if isinstance(part, exp.Query) or (isinstance(part, exp.Anonymous) and function is None):
            return False
    return True


def is_rolled_up(item: ResultItem, select: Select) -> bool:
    """Whether WITH ROLLUP may make a column NULL."""
    if not select.rollup or item.node is None:
        return False
    if any(grouped == item.node.unalias() for grouped, _ in select.aggregates.rolled):
        return True
    if not isinstance(item.node, exp.Column):
        return False
    places = {(slot - select.base, column) for slot, column in select.rollup}
    for number, source in enumerate(select.from_sources):
        index = source.index(item.node.name) if source.is_named_by(item.node) else None
        if index is not None:
            return (number, index) in places
    return False


def uses_temporary(select: Select) -> bool:
    """Whether the rows of a query go through a temporary table."""
    if not select.from_sources:
        return False
    if select.aggregates.windows:  # of one row that is all there is no table is made
        return bool(select.groups) or not select.grouped
    if select.buffered:
        return True
    if select.groups:
        return not (select.rollup or sorts_groups(select.nodes) or _by_index(select))
    if select.distinct and not select.grouped:
        return not _distinct_by_index(select)
    return bool(select.order) and not select.grouped and (_orders_join(select) or sorts_in_table(select))


def sorts_behind_groups(select: Select) -> bool:
    """Whether groups, which no table was needed for, are put into one to be sorted."""
    return (
        bool(select.groups)
        and not uses_temporary(select)
        and bool(select.order)
        and (select.orders_groups or bool(select.rollup))
    )


def _names(select: Select) -> list[str] | None:
    """The columns that GROUP BY names; None if there is anything else."""
    texts = [group.text for group in select.groups]
    if any(not text.startswith("`") or not text.endswith("`") for text in texts):
        return None
    return [text.strip("`").rpartition("`.`")[2].lower() for text in texts]


def _by_index(select: Select) -> bool:
    names = _names(select)
    return names is not None and len(select.from_sources) == 1 and _begins_key(select.from_sources[0], set(names))


def _begins_key(source: Source, names: set[str], unique: bool = False) -> bool:
    """Whether a key begins with these columns; unique: or they have all of a unique one's."""
    if source.table is None:
        return False
    columns = source.table.columns
    for key in source.table.keys:
        parts = [columns[place].name.lower() for place in key.columns]
        if set(parts[: len(names)]) == names:
            return True
        is_unique = key.unique and not any(columns[place].spec.nullable for place in key.columns)
        if unique and is_unique and set(parts) <= names:
            return True
    return False


def _distinct_by_index(select: Select) -> bool:
    nodes = [node.this if isinstance(node, exp.Alias) else node for node in select.nodes]
    names = {node.name.lower() for node in nodes if isinstance(node, exp.Column)}
    if len(select.from_sources) != 1 or not names:
        return False
    all_columns = all(isinstance(node, exp.Column) for node in nodes)
    source = select.from_sources[0]
    return _begins_key(source, names, unique=True) if all_columns else _has_unique(source, names)


def _has_unique(source: Source, names: set[str]) -> bool:
    if source.table is None:
        return False
    columns = source.table.columns
    return any(
        key.unique
        and not any(columns[place].spec.nullable for place in key.columns)
        and {columns[place].name.lower() for place in key.columns} <= names
        for key in source.table.keys
    )


def _orders_join(select: Select) -> bool:
    """A join without an index is sorted as a whole; one that reads the others by keys, by the first table's columns."""
    return len(select.from_sources) > 1 and not any(
        source.table is not None and source.table.keys for source in select.from_sources[1:]
    )
