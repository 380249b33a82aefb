"""Which index a server reads a table by: the order of its rows is the order of row events.

A server estimates what each way costs and takes the cheapest. The formulas reproduce the `cost` figures of a 9.7.4's
optimizer trace for tables of one page (`range_analysis`), with the true number of rows in place of the estimate:

* table scan 2.35 + 0.1 a row (MyISAM 2.6), and 0.25 for each partition behind the first;
* range over an index that lacks columns: 0.01 + 0.25 a range + 0.35 a row; over one that has all, or InnoDB's primary
  key: 0.01 + 0.25 a range + 0.1 a row; a whole index that has all columns: 0.26 + 0.1 a row.

Only ranges over a secondary index change the order: rows of one key value come in table order anyway (InnoDB keeps the
primary key, MyISAM the row pointer behind the key), and merged indexes are read in the order of row ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from math import inf
from types import MappingProxyType
from typing import Any

from sqlglot import exp

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.tables import Key, Table
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.functions import fulltext
from binwriter.sql.query.access import partitions
from binwriter.sql.query.access.bounds import Bounds, bounds_of
from binwriter.sql.query.access.conditions import Condition, behind_nulls
from binwriter.sql.query.access.locking import LockedTable
from binwriter.sql.query.access.usable import usable_conditions
from binwriter.sql.query.sources import TableRows
from binwriter.storage.key_selection import KeySelection, whole
from binwriter.storage.table_data import TableData

_SCAN_BASE = {"innodb": 2.35}
_SCAN_BASE_OTHER = 2.6
_SCAN_ROW, _SCAN_PARTITION = 0.1, 0.25  # each further partition
_SCAN_UNWANTED = 1.0  # a row more, where LIMIT asks for less than all
_COVERED_BASE, COVERED_ROW = 0.26, 0.1
_RANGE_BASE, RANGE_EACH, _RANGE_ROW = 0.01, 0.25, 0.35

_WHOLE = (ColumnType.LONG, ColumnType.LONGLONG, ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24)
_TEXTS = (ColumnType.STRING, ColumnType.VARCHAR)

Rows = Iterator[tuple[int, tuple[ColumnValue, ...]]]


class AccessPath:
    """The way to the rows of one table for a WHERE clause, chosen anew for each run from the rows there are.

    scope: its only source is the table, outer scopes aside. used_columns: those that a SELECT reads, so that an index
    having all of them may serve instead of the table; None for UPDATE and DELETE, which need whole rows. limit: their
    LIMIT; if it is less than the rows there are, a range is taken before the whole table, whatever it costs. joined: a
    join asks other things of the rows before WHERE does. in_order: the order of an index is asked for; a SELECT reads
    partitions one after the other else (captured: clusters/partitions_read_in_turn).
    """

    def __init__(
        self,
        data: TableRows,
        where: exp.Expression | None,
        scope: Scope,
        used_columns: Iterable[int] | None = None,
        limit: int | None = None,
        *,
        joined: bool = False,
        in_order: bool = False,
    ) -> None:
        self._data = data
        self._by_partition = used_columns is not None and not in_order
        self.named: frozenset[int] | None = None  # all that is read of a row to be deleted
        self.by: Key | None = None  # the index whose order is wanted, unless a range is read
        self._ending: tuple[Table, int, list[Key]] | None = None  # see `_keys_ending_in`
        self._limit = limit
        self._used = None if used_columns is None else frozenset(used_columns)
        self._conditions = list(usable_conditions(where, scope)) if where is not None and data.definition.keys else []
        # nothing but `column = constant`: who passes over the other rows evaluates nothing that anybody could notice
        self._only_points = len(self._conditions) == len(conjuncts(where)) and all(
            condition.value for condition in self._conditions
        )
        self._bounds: Mapping[int, Bounds] = bounds_of(where, scope) if self._conditions and not joined else {}
        self._by_match: fulltext.Ordering | None = None
        if used_columns is not None and data.definition.special_keys:  # UPDATE and DELETE do not ask for the order
            self._by_match = fulltext.read_by_match(where, scope)

    def with_constants(self, data: TableData, conditions: list[Condition], bounds: Mapping[int, Bounds]) -> AccessPath:
        """The same way for other constants, of a clause that has nothing but bounds of whole numbers."""
        path = self.of(data)
        path._conditions = conditions if data.definition.keys else []
        path._ending = None
        path._only_points = bool(path._conditions) and all(condition.value for condition in conditions)
        path._bounds = bounds if path._conditions else {}
        return path

    def of(self, data: TableRows) -> AccessPath:
        """The same way to the rows of the table as another statement sees it."""
        path = copy(self)
        path._data = data
        return path

    def rows(self, context: StatementContext) -> Rows:
        """The rows in the order in which a server would read them; WHERE is not applied here."""
        table = self._data.definition
        if self._by_partition and table.partitioning is not None:
            key = None if self.is_point(context) else self._range_key(self._unlocked(), context)
            found = () if key is None else self.conditions_of(key)
            if not found or not context.changes_data:  # which reads ranges in order (captured: ranges_of_partitions)
                return partitions.in_turn(self._rows(context), self._unlocked(), key, found)
        if not table.engine.rows_as_text:
            return self._rows(context)
        from binwriter.sql.store.read_again import rows_of_text

        return rows_of_text(self._rows(context), table, self._used, context, self.named)

    def _rows(self, context: StatementContext) -> Rows:
        if isinstance(self._data, LockedTable):
            return self._locked_rows(self._data, context)
        point = _unique_point(self._data.definition, self._conditions, context)
        if point is not None:
            return self._data.scan(*point)
        if self._by_match is not None:
            return self._by_match(context, self._data.scan())
        key = self._chosen(self._data, context)
        if self._only_points:
            for key_tried in self._data.definition.keys if key is None else (key,):
                prefix = _leading_values(self._data.definition, key_tried, self._conditions, context)
                if prefix:
                    return self._data.scan_equal(key_tried, prefix) if key is None else self._data.scan(key, prefix)
        index = key or _clustered(self._data.definition)
        if index is not None and (rows := _between(self._data, index, self._bounds, context)) is not None:
            return rows
        return self._data.scan() if key is None else self._data.scan(key)

    def extreme(
        self, column: int, greatest: bool, context: StatementContext, data: TableRows | None = None
    ) -> tuple[Any] | None:
        """The least or the greatest value of a column of whole numbers among the rows that WHERE lets through, where
        an index has it at the end of what it finds by constants; None where none has. data: the table as it is now."""
        data = self._data if data is None else data
        table = data.definition
        if type(data) is not TableData or self._by_match is not None or table.partitioning is not None:
            return None
        if not self._only_points or table.engine.rows_as_text or not data.keeps_rows:
            return None
        if not greatest and table.columns[column].spec.nullable:
            return None  # NULL comes first
        for key in self._keys_ending_in(column, table):
            prefix = _leading_values(table, key, self._conditions, context)
            if len(prefix) == len(self._conditions):
                return (data.extreme(key, prefix, column, greatest=greatest),)
        return None

    def locked_extremes(
        self, extremes: Sequence[tuple[int, bool]], context: StatementContext
    ) -> tuple[ColumnValue, ...] | None:
        """The least or greatest values of columns, where all stand first in indexes: of each only the end is locked
        (captured: locks_of_extremes). None where nothing is locked, or one has no index. extremes: column, and whether
        the greatest is asked for."""
        data = self._data
        if not isinstance(data, LockedTable) or data.definition.partitioning is not None:
            return None
        firsts = [(key.parts[0], key) for key in reversed(data.definition.keys) if key.parts]
        keys = {part.column: key for part, key in firsts if not part.length and not part.descending}
        if any(column not in keys for column, _ in extremes):
            return None
        found: list[ColumnValue] = []
        for column, greatest in extremes:
            bounds = () if greatest or not data.definition.columns[column].spec.nullable else (behind_nulls(column),)
            read = data.read(keys[column], (), bounds, context, backwards=greatest)
            found.append(next((row[column] for _, row in read), None))
        return tuple(found)

    def _keys_ending_in(self, column: int, table: Table) -> list[Key]:
        """Those in which the column stands behind as many others as there are conditions, all of them as they are."""
        known = self._ending
        if known is not None and known[0] is table and known[1] == column:
            return known[2]
        count = len(self._conditions)
        keys = [
            key
            for key in table.keys
            if len(key.parts) > count and key.parts[count].column == column
            if not any(part.length or part.descending for part in key.parts[: count + 1])
        ]
        self._ending = table, column, keys
        return keys

    def _cheapest(self, data: TableRows, context: StatementContext) -> Key | None:
        return cheapest_key(data, self._conditions, context, self._used, self._limit, self._bounds)

    def _chosen(self, data: TableRows, context: StatementContext) -> Key | None:
        key = self._cheapest(data, context)
        index = key or _clustered(data.definition)
        return key if self.by is None or (index is not None and self.conditions_of(index)) else self.by

    def reads_all(self, context: StatementContext) -> bool:
        """Whether all rows of the table are read: neither an index nor the primary key narrows them down."""
        return not self.is_point(context) and self.range_key(context) is None

    def range_key(self, context: StatementContext) -> Key | None:
        """The index of which a range is read; None if all rows of the table are."""
        return self._range_key(self._unlocked(), context)

    def _unlocked(self) -> TableRows:
        return self._data.peek() if isinstance(self._data, LockedTable) else self._data

    def _range_key(self, data: TableRows, context: StatementContext) -> Key | None:
        key = self._cheapest(data, context)
        if key is not None:
            return key
        index = _clustered(data.definition)
        return index if index is not None and _key_conditions(index, self._conditions) else None

    def conditions_of(self, key: Key) -> Sequence[Condition]:
        """Those that bound a range of the key."""
        return _key_conditions(key, self._conditions)

    def is_point(self, context: StatementContext) -> bool:
        """Whether a unique key finds the only row, so that nothing is left to be sorted."""
        return _unique_point(self._data.definition, self._conditions, context) is not None

    @property
    def constants(self) -> frozenset[int]:
        """The columns that equal a constant."""
        return frozenset(condition.column for condition in self._conditions if condition.value is not None)

    def _locked_rows(self, data: LockedTable, context: StatementContext) -> Rows:
        """The same, locked on the way: only rows of the range that is read."""
        point = _unique_point(data.definition, self._conditions, context)
        if point is not None:
            return data.read(*point, (), context)
        key = self._chosen(data.peek(), context)
        index = key if key is not None else _clustered(data.definition)
        return data.read(key, (), _key_conditions(index, self._conditions) if index is not None else (), context)


def _unique_point(
    table: Table, conditions: Sequence[Condition], context: StatementContext
) -> tuple[Key, tuple[ColumnValue, ...]] | None:
    """A unique key all of whose columns equal constants of their own kind: at most one row."""
    values = {condition.column: condition.value for condition in conditions if condition.value is not None}
    for key in table.keys:
        if not key.unique or not all(column in values for column in key.columns):
            continue
        if any(part.length or part.descending for part in key.parts):
            continue
        point = tuple(values[column].eval(context, ()) for column in key.columns)
        if all(_stored_alike(table, column, value) for column, value in zip(key.columns, point, strict=True)):
            return key, point
    return None


def _leading_values(
    table: Table, key: Key, conditions: Sequence[Condition], context: StatementContext
) -> tuple[ColumnValue, ...]:
    """The constants that a key's leading columns equal, as far as it finds them as they are."""
    values_of_key: list[ColumnValue] = []
    for part in key.parts:
        wanted = [condition.value for condition in conditions if condition.column == part.column]
        if len(wanted) != 1 or wanted[0] is None or part.length or part.descending:
            break
        value = wanted[0].eval(context, ())
        if not _stored_alike(table, part.column, value):
            break
        values_of_key.append(value)
    return tuple(values_of_key)


def _stored_alike(table: Table, column: int, value: Any) -> bool:
    """Whether the constant has the form in which the column stores it, so that the key finds it as it is."""
    spec = table.columns[column].spec
    if type(value) is int:
        return spec.type in _WHOLE
    return type(value) is str and spec.type in _TEXTS and spec.collation != 63


def cheapest_key(
    data: TableRows,
    conditions: Sequence[Condition],
    context: StatementContext,
    used: frozenset[int] | None,
    limit: int | None = None,
    bounds: Mapping[int, Bounds] = MappingProxyType({}),
) -> Key | None:
    """The secondary key to read by; None for the table's own order. limit: see `AccessPath`. bounds: `bounds_of`."""
    table = data.definition
    clustered = _clustered(whole(table))  # whose columns every key has behind its own
    own_order = _clustered(table) is not None and table.partitioning is None  # it gives the same order
    counts = bool(conditions) and len(table.keys) > own_order
    total = len(data) if counts else 0
    best: Key | None = None
    parts = 1 if table.partitioning is None else len(table.partitioning.names) * table.partitioning.per_partition
    base = _SCAN_BASE.get(table.engine.name.lower(), _SCAN_BASE_OTHER)
    cost = base + _SCAN_PARTITION * (parts - 1) + _SCAN_ROW * total
    cost = inf if isinstance(data, KeySelection) and data.forced else cost
    if limit is not None and limit < total:
        cost += _SCAN_UNWANTED * total
    covering = _shortest_covering(table, used, clustered)
    if covering is not None and (not counts or _COVERED_BASE + COVERED_ROW * total < cost):
        best, cost = covering, _COVERED_BASE + COVERED_ROW * total
    if not counts or (best is None and not _has_choice(table, conditions, clustered if own_order else None)):
        return best
    for key in table.keys:
        chosen = _key_conditions(key, conditions)
        if not chosen or (table.engine.name == "MEMORY" and not all(condition.equality for condition in chosen)):
            continue  # a MEMORY table's hash index finds single values only
        matching = _matching(data, key, chosen, bounds, context)
        ranges = 1
        for condition in chosen:
            ranges *= condition.ranges
        per_row = COVERED_ROW if key is clustered or _covers(table, key, used, clustered) else _RANGE_ROW
        own = _RANGE_BASE + RANGE_EACH * ranges + per_row * max(matching, 1)
        if own < cost:
            best, cost = (None if key is clustered and own_order else key), own
    return best


def _has_choice(table: Table, conditions: Sequence[Condition], own: Key | None) -> bool:
    """Whether the conditions bound a range of another key than that of the table's own order."""
    return any(key is not own and _key_conditions(key, conditions) for key in table.keys)


def _between(data: TableRows, index: Key, bounds: Mapping[int, Bounds], context: StatementContext) -> Rows | None:
    """The rows of a range of the key; None where it may be another."""
    range_ = bounds.get(index.columns[0])
    if range_ is None or not context.server.takes_many or index.parts[0].descending:
        return None
    if type(data) is not TableData or data.definition.partitioning is not None:
        return None
    return data.scan_between(index, *range_)


def _matching(
    data: TableRows,
    key: Key,
    chosen: Sequence[Condition],
    bounds: Mapping[int, Bounds],
    context: StatementContext,
) -> int:
    """How many rows the conditions on a key's leading columns let through."""
    prefix = _leading_values(data.definition, key, chosen, context)
    if len(prefix) == len(chosen):
        return data.count(key, prefix)
    rows = _between(data, key, bounds, context)
    return sum(
        1
        for _, row in (data.scan() if rows is None else rows)
        if all(condition.test(context, (row,)) for condition in chosen)
    )


def _clustered(table: Table) -> Key | None:
    """InnoDB's clustered index."""
    return primary_key_equivalent(table) if table.engine.name.lower() == "innodb" else None


def _key_conditions(key: Key, conditions: Sequence[Condition]) -> list[Condition]:
    """The conditions that bound a range of the key: on its leading columns, up to the first that is no equality."""
    chosen: list[Condition] = []
    for part in key.parts:
        own = [condition for condition in conditions if condition.column == part.column]
        chosen += own
        if not any(condition.equality for condition in own):
            break
    return chosen


def has_all_columns(table: Table, key: Key, used: Iterable[int]) -> bool:
    """Whether the key has all the columns, InnoDB's primary key behind it included."""
    return _covers(table, key, frozenset(used), _clustered(whole(table)))


def _covers(table: Table, key: Key, used: frozenset[int] | None, clustered: Key | None) -> bool:
    if used is None or any(part.length for part in key.parts):
        return False
    return used <= {*key.columns, *(clustered.columns if clustered is not None else ())}


def _shortest_covering(table: Table, used: frozenset[int] | None, clustered: Key | None) -> Key | None:
    """The shortest secondary key that has all the used columns; the first of equal ones."""
    if not used or table.engine.name == "MEMORY":  # a hash index is not read from end to end
        return None
    keys = [key for key in table.keys if key is not clustered and _covers(table, key, used, clustered)]
    return min(keys, key=lambda key: sum(_width(table, column) for column in key.columns), default=None)


_WIDTHS = {"TINY": 1, "YEAR": 1, "SHORT": 2, "INT24": 3, "DATE": 3, "TIME2": 3, "LONG": 4, "FLOAT": 4, "TIMESTAMP2": 4}
_WIDTHS |= {"DATETIME2": 5, "LONGLONG": 8, "DOUBLE": 8, "ENUM": 1, "SET": 1}


def _width(table: Table, column: int) -> int:
    """Bytes of a column in a key, the NULL flag and a length prefix included."""
    spec = table.columns[column].spec
    width = _WIDTHS.get(spec.type.name, spec.length + 2 if spec.type.name == "VARCHAR" else spec.length or 8)
    return width + spec.nullable
