"""What the ways to a table's rows cost, and which index is the cheapest.

A server estimates what each way costs and takes the cheapest. The formulas reproduce the `cost` figures of a 9.7.4's
optimizer trace for tables of one page (`range_analysis`), with the true number of rows in place of the estimate (up to
5.7 by other `Costs`):

* table scan 2.35 + 0.1 a row (MyISAM 2.6), and 0.25 for each partition behind the first;
* range over an index that lacks columns: 0.01 + 0.25 a range + 0.35 a row; over one that has all, or InnoDB's primary
  key: 0.01 + 0.25 a range + 0.1 a row, of the latter 0.25 a row where there are one or two; a whole index that has all
  columns: 0.26 + 0.1 a row;
* a MEMORY table as a whole 4.6 + 0.1125 a row, a range of it 0.26 + 0.1125 a row, however many ranges there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from math import inf
from types import MappingProxyType

from binwriter.catalog.keys import has_order, primary_key_equivalent
from binwriter.catalog.tables import Key, Table
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.mysql.behaviour import Costs
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_bytes
from binwriter.sql.expressions.types import Coercibility, CompiledExpression
from binwriter.sql.query.access import sought
from binwriter.sql.query.access.bounds import both
from binwriter.sql.query.access.conditions import Bounds, Condition
from binwriter.sql.query.access.range_estimates import SCAN_HANDICAP
from binwriter.sql.query.loops import TableRows
from binwriter.storage.key_selection import KeySelection, whole
from binwriter.storage.table_data import TableData

_SCAN_PAGES, _SCAN_PAGES_OTHER, _SCAN_PAGES_MEMORY = 1, 2, 10
_SCAN_UNWANTED = 1.0  # a row more, where LIMIT asks for less than all
_RANGE_BASE = 0.01
_MEMORY_ROWS_OF_PAGE = 20
_FEW_ROWS = 2
_ALIKE_HASHED = 2  # rows of a value that a hash is said to have at least

_WHOLE = (ColumnType.LONG, ColumnType.LONGLONG, ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24)
_TEXTS = (ColumnType.STRING, ColumnType.VARCHAR)

Rows = Iterator[tuple[int, tuple[ColumnValue, ...]]]


def unique_point(
    table: Table, conditions: Sequence[Condition], context: StatementContext
) -> tuple[Key, tuple[ColumnValue, ...]] | None:
    """A unique key all of whose columns equal constants of their own kind: at most one row."""
    values = {condition.column: condition.value for condition in conditions if condition.value is not None}
    for key in table.keys:
        if not key.unique or not all(column in values for column in key.columns):
            continue
        if any(part.length or part.descending for part in key.parts):
            continue
        point = tuple(_as_stored(table, column, values[column], context) for column in key.columns)
        if None not in point:
            return key, point
    return None


def leading_values(
    table: Table, key: Key, conditions: Sequence[Condition], context: StatementContext
) -> tuple[ColumnValue, ...]:
    """The constants that a key's leading columns equal, as far as it finds them as they are."""
    values_of_key: list[ColumnValue] = []
    for part in key.parts:
        wanted = [condition.value for condition in conditions if condition.column == part.column]
        if len(wanted) != 1 or wanted[0] is None or part.length or part.descending:
            break
        value = _as_stored(table, part.column, wanted[0], context)
        if value is None:
            break
        values_of_key.append(value)
    return tuple(values_of_key)


def _as_stored(table: Table, column: int, constant: CompiledExpression, context: StatementContext) -> ColumnValue:
    """The constant in the form in which the column stores it, so that the key finds it; None if it has none."""
    spec, value = table.columns[column].spec, constant.eval(context, ())
    if type(value) is int:
        return value if spec.type in _WHOLE else None
    if spec.type not in _TEXTS or not isinstance(value, (str, bytes)):
        return None
    if spec.collation == BINARY_COLLATION_ID:  # unless the constant says by which collation both are compared
        return None if constant.type.coercibility is Coercibility.EXPLICIT else to_bytes(value, constant.type)
    if isinstance(value, str):
        return value if type(value) is str else None
    try:
        return collation_by_id(spec.collation).decode(bytes(value))
    except (CorruptLogError, EncodeError, UnicodeDecodeError):
        return None


def cheapest_key(
    data: TableRows,
    conditions: Sequence[Condition],
    context: StatementContext,
    used: frozenset[int] | None,
    limit: int | None = None,
    beginnings: Mapping[int, str] = MappingProxyType({}),
) -> Key | None:
    """The secondary key to read by; None for the table's own order. limit: see `AccessPath`. beginnings:
    `beginnings_of`."""
    table = data.definition
    clustered = clustered_key(whole(table))  # whose columns every key has behind its own
    own_order = clustered_key(table) is not None and table.partitioning is None  # it gives the same order
    counts = bool(conditions) and len(table.keys) > own_order
    total = len(data) if counts else 0
    best: Key | None = None
    costs = context.variables.behaviour.costs
    cost = cost_of_all(table, total, costs)
    cost = inf if isinstance(data, KeySelection) and data.forced else cost
    if limit is not None and limit < total:
        cost += _SCAN_UNWANTED * total
    covering = _shortest_covering(table, used, clustered)
    by_covering = _RANGE_BASE + costs.page + costs.row * total
    if covering is not None and (not counts or by_covering < cost):
        best, cost = covering, by_covering
    if not counts or (best is None and not _has_choice(table, conditions, clustered if own_order else None)):
        return best
    for key in table.keys:
        chosen = key_conditions(key, conditions)
        if not chosen or (not has_order(table, key) and not _finds_values(key, chosen)):
            continue
        matching = count_of(data, key, chosen, context, beginnings)
        ranges = 1
        for condition in chosen:
            ranges *= condition.ranges
        if not has_order(table, key):
            matching = ranges * (1 if key.unique else _ALIKE_HASHED)
        is_covered = key is clustered or covers(table, key, used, clustered)
        own = cost_of_ranges(table, matching, ranges, costs, is_covered=is_covered, is_own=key is clustered)
        if own < cost:
            best, cost = (None if key is clustered and own_order else key), own
    return best


def cost_of_all(table: Table, rows: int, costs: Costs) -> float:
    """What it costs to read a table of so many rows as a whole."""
    if table.engine.name == "MEMORY":
        return SCAN_HANDICAP + costs.page * (_SCAN_PAGES_MEMORY + rows / _MEMORY_ROWS_OF_PAGE) + costs.row * rows
    parts = 1 if table.partitioning is None else len(table.partitioning.names) * table.partitioning.per_partition
    pages = (_SCAN_PAGES if table.engine.name == "InnoDB" else _SCAN_PAGES_OTHER) + parts - 1
    return SCAN_HANDICAP + costs.page * pages + costs.row * rows


def cost_of_whole(table: Table, used: frozenset[int] | None, rows: int, costs: Costs) -> float:
    """The same, or what an index costs that has all the columns used."""
    covering = _shortest_covering(table, used, clustered_key(table))
    all_rows = cost_of_all(table, rows, costs)
    return all_rows if covering is None else min(all_rows, _RANGE_BASE + costs.page + costs.row * rows)


def cost_of_ranges(
    table: Table, rows: int, ranges: int, costs: Costs, *, is_covered: bool, is_own: bool = False
) -> float:
    """What ranges of a key with so many rows cost. is_covered: the key has all that is asked, or is InnoDB's own
    (is_own), of which one row or two cost a page each."""
    if table.engine.name == "MEMORY":
        return _RANGE_BASE + costs.page * (1 + rows / _MEMORY_ROWS_OF_PAGE) + costs.row * rows
    of_row = costs.row if is_covered else costs.page + costs.row
    pages = max(rows, 1) if is_own and rows <= _FEW_ROWS else ranges
    return _RANGE_BASE + costs.page * pages + of_row * max(rows, 1)


def _finds_values(key: Key, chosen: Sequence[Condition]) -> bool:
    """Whether a hash finds what is asked for: single values of all its columns."""
    return all(condition.equality for condition in chosen) and {one.column for one in chosen} == set(key.columns)


def _has_choice(table: Table, conditions: Sequence[Condition], own: Key | None) -> bool:
    """Whether the conditions bound a range of another key than that of the table's own order."""
    return any(key is not own and key_conditions(key, conditions) for key in table.keys)


def between(data: TableRows, index: Key, bounds: Mapping[int, Bounds], context: StatementContext) -> Rows | None:
    """The rows of a range of the key; None where it may be another."""
    range_ = bounds.get(index.columns[0])
    if range_ is None or not context.server.takes_many or index.parts[0].descending:
        return None
    if type(data) is not TableData or data.definition.partitioning is not None:
        return None
    return data.scan_between(index, *range_)


def at_points(
    data: TableRows, index: Key, points: Mapping[int, Sequence[int]], context: StatementContext
) -> Rows | None:
    """The rows of some values of the key's first column, as the key has them; None where it may be other rows."""
    listed = points.get(index.columns[0])
    if listed is None or not context.server.takes_many or index.parts[0].descending:
        return None
    if type(data) is not TableData or data.definition.partitioning is not None:
        return None
    if data.definition.engine.in_memory and index.algorithm != "BTREE":
        return None
    return data.scan_points(index, listed)


def beginning(data: TableRows, index: Key, texts: Mapping[int, str], context: StatementContext) -> Rows | None:
    """The rows whose value of the key's first column may begin with a text, as the key has them."""
    text = texts.get(index.columns[0])
    if text is None or not context.server.takes_many or index.parts[0].descending or index.parts[0].length:
        return None
    if type(data) is not TableData or data.definition.partitioning is not None:
        return None
    if data.definition.columns[index.columns[0]].spec.type not in _TEXTS:
        return None
    if data.definition.engine.in_memory and index.algorithm != "BTREE":
        return None
    return data.scan_beginning(index, text)


def count_of(
    data: TableRows,
    key: Key,
    chosen: Sequence[Condition],
    context: StatementContext,
    beginnings: Mapping[int, str] = MappingProxyType({}),
) -> int:
    """How many rows the conditions on a key's leading columns let through: as the key finds them, where it may."""
    prefix = leading_values(data.definition, key, chosen, context)
    if len(prefix) == len(chosen):
        return data.count(key, prefix)
    bounds, points, served = _numbers(key.columns[0], chosen)
    if served == len(chosen) and isinstance(data, TableData):
        if points is not None:
            if at_points(data, key, {key.columns[0]: points}, context) is not None:
                return data.count_points(key, points)
        elif bounds is not None and between(data, key, {key.columns[0]: bounds}, context) is not None:
            return data.count_between(key, *bounds)
    rows = found_by(data, key, chosen, context, beginnings)
    return sum(
        1
        for _, row in (data.scan() if rows is None else rows)
        if all(condition.test(context, (row,)) for condition in chosen)
    )


def found_by(
    data: TableRows,
    key: Key,
    chosen: Sequence[Condition],
    context: StatementContext,
    beginnings: Mapping[int, str] = MappingProxyType({}),
) -> Rows | None:
    """Rows among which all are that the conditions on a key's leading columns let through, in the key's order; None
    where it finds none of them by themselves."""
    column = key.columns[0]
    bounds, points, _ = _numbers(column, chosen)
    rows: Rows | None = None
    if points is not None:
        rows = at_points(data, key, {column: points}, context)
    elif bounds is not None:
        rows = between(data, key, {column: bounds}, context)
    if rows is None and (prefix := leading_values(data.definition, key, chosen, context)):
        rows = data.scan(key, prefix)
    return rows or _sought(data, key, chosen, context) or beginning(data, key, beginnings, context)


def _sought(data: TableRows, key: Key, chosen: Sequence[Condition], context: StatementContext) -> Rows | None:
    """The same by texts, moments and decimals."""
    table = data.definition
    if not context.server.takes_many or type(data) is not TableData or table.partitioning is not None:
        return None
    if key.parts[0].descending or key.parts[0].length or table.engine.in_memory:
        return None
    points = sought.points_of_texts(table, key, chosen, context)
    if points is not None:
        return data.scan_keys(key, points)
    ends = sought.range_of(table, key, chosen, context)
    return None if ends is None else data.scan_range(key, *ends)


def _numbers(column: int, chosen: Sequence[Condition]) -> tuple[Bounds | None, list[int] | None, int]:
    """What conditions on a column of whole numbers leave of it, as a range and as a list, and how many say no more."""
    own = [condition for condition in chosen if condition.column == column]
    ranges = [condition.bounds for condition in own if condition.bounds is not None]
    lists = [condition.points for condition in own if condition.points is not None]
    bounds = reduce(both, ranges) if ranges else None
    if not lists:
        return bounds, None, len(ranges)
    low, high = bounds or (None, None)
    common = set(lists[0]).intersection(*lists[1:])
    points = [n for n in sorted(common) if (low is None or n >= low) and (high is None or n <= high)]
    return bounds, points, len(ranges) + len(lists)


def clustered_key(table: Table) -> Key | None:
    """InnoDB's clustered index."""
    return primary_key_equivalent(table) if table.engine.name.lower() == "innodb" else None


def key_conditions(key: Key, conditions: Sequence[Condition]) -> list[Condition]:
    """The conditions that bound a range of the key: on its leading columns, up to the first that is no equality."""
    chosen: list[Condition] = []
    for part in key.parts:
        own = [condition for condition in conditions if condition.column == part.column]
        if part.length:
            own = [served for condition in own if (served := condition.served_by(part)) is not None]
        chosen += own
        if not any(condition.equality for condition in own):
            break
    return chosen


def has_all_columns(table: Table, key: Key, used: Iterable[int]) -> bool:
    """Whether the key has all the columns, InnoDB's primary key behind it included."""
    return covers(table, key, frozenset(used), clustered_key(whole(table)))


def covers(table: Table, key: Key, used: frozenset[int] | None, clustered: Key | None) -> bool:
    if used is None or any(part.length for part in key.parts):
        return False
    return used <= {*key.columns, *(clustered.columns if clustered is not None else ())}


def _shortest_covering(table: Table, used: frozenset[int] | None, clustered: Key | None) -> Key | None:
    """The shortest secondary key that has all the used columns; the first of equal ones."""
    if not used or table.engine.name == "MEMORY":  # a hash index is not read from end to end
        return None
    keys = [key for key in table.keys if key is not clustered and covers(table, key, used, clustered)]
    return min(keys, key=lambda key: sum(_width(table, column) for column in key.columns), default=None)


_WIDTHS = {"TINY": 1, "YEAR": 1, "SHORT": 2, "INT24": 3, "DATE": 3, "TIME2": 3, "LONG": 4, "FLOAT": 4, "TIMESTAMP2": 4}
_WIDTHS |= {"DATETIME2": 5, "LONGLONG": 8, "DOUBLE": 8, "ENUM": 1, "SET": 1}


def _width(table: Table, column: int) -> int:
    """Bytes of a column in a key, the NULL flag and a length prefix included."""
    spec = table.columns[column].spec
    if spec.type is ColumnType.NEWDECIMAL:
        width = sum(4 * (digits // 9) + (digits % 9 + 1) // 2 for digits in (spec.precision - spec.scale, spec.scale))
        return width + spec.nullable
    width = _WIDTHS.get(spec.type.name, spec.length + 2 if spec.type.name == "VARCHAR" else spec.length or 8)
    return width + spec.nullable
