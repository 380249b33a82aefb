"""Which index a server reads a table by: the order of its rows is the order of row events.

Only ranges over a secondary index change the order: rows of one key value come in table order anyway (InnoDB keeps the
primary key, MyISAM the row pointer behind the key), and merged indexes are read in the order of row ids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Key, Table
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.records import dataclass, replace
from binwriter.locks.row_locks import Mode
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.functions import fulltext
from binwriter.sql.query.access import partitions, unions
from binwriter.sql.query.access.bounds import beginnings_of, bounds_of, points_of
from binwriter.sql.query.access.conditions import Bounds, Condition, behind_nulls
from binwriter.sql.query.access.costs import (
    Rows,
    at_points,
    beginning,
    between,
    cheapest_key,
    clustered_key,
    covers,
    found_by,
    key_conditions,
    leading_values,
    unique_point,
)
from binwriter.sql.query.access.lock_clauses import matching
from binwriter.sql.query.access.locked_table import LockedTable
from binwriter.sql.query.access.usable import usable_conditions, variables_of_ranges, within
from binwriter.sql.query.loops import TableRows
from binwriter.sql.query.volatile import is_volatile
from binwriter.sql.text.known_trees import has
from binwriter.storage.table_data import TableData

_OWN_SCHEMA = "information_schema"
# of information_schema, those that a server reads by indexes even as a whole (asked of a 9.7.4)
_BY_INDEX = """
COLLATION_CHARACTER_SET_APPLICABILITY COLUMNS COLUMNS_EXTENSIONS INNODB_FIELDS INNODB_FOREIGN_COLS JSON_DUALITY_VIEWS
JSON_DUALITY_VIEW_COLUMNS JSON_DUALITY_VIEW_LINKS JSON_DUALITY_VIEW_TABLES KEYWORDS LIBRARIES ROUTINE_LIBRARIES
ST_GEOMETRY_COLUMNS ST_UNITS_OF_MEASURE TABLES_EXTENSIONS VIEWS VIEW_TABLE_USAGE
"""


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
        if isinstance(data, LockedTable) and data.keeps_others and where is not None and not joined:
            data.match = matching(where, scope)
        self.tells = not joined  # joins say themselves how they read their tables
        self.in_own_order = False  # the order of the primary key is asked for
        behaviour = scope.context.variables.behaviour
        self._ordered_changes = not behaviour.changes_read_partitions_in_turn
        self._by_partition = not in_order and not (used_columns is None and self._ordered_changes)
        self.named: frozenset[int] | None = None  # all that is read of a row to be deleted
        self.told_of: Callable[[tuple[ColumnValue, ...]], None] | None = None  # each row that a server reads
        self.listed: Callable[[StatementContext], Rows | None] | None = None  # rows that a subquery lists
        self.by: Key | None = None  # the index whose order is wanted, unless a range is read
        self._ending: tuple[Table, int, list[Key]] | None = None  # see `_keys_ending_in`
        self._limit = limit
        self._used = None if used_columns is None else frozenset(used_columns)
        self._conditions = list(usable_conditions(where, scope)) if where is not None and data.definition.keys else []
        # nothing but `column = constant`: who passes over the other rows evaluates nothing that anybody could notice
        self._asked = len(conjuncts(where))
        self._only_points = len(self._conditions) == self._asked and all(
            condition.value for condition in self._conditions
        )
        alone = used_columns is not None
        narrows = bool(self._conditions) and not joined
        self._bounds: Mapping[int, Bounds] = bounds_of(where, scope, alone=alone) if narrows else {}
        self._points: Mapping[int, Sequence[int]] = (
            points_of(where, scope, alone=alone) if narrows and not self._bounds else {}
        )
        self._beginnings = beginnings_of(where, scope, alone=alone) if narrows else {}
        self._asks_more = bool(self._conditions) and not joined and self._asked > 1
        by_either = bool(data.definition.keys) and isinstance(where, exp.Expression) and type(where.unnest()) is exp.Or
        self._either = unions.either(where, scope) if by_either and not (self._conditions or joined) else ()
        self._narrows = narrows and where is not None and not is_volatile(where)
        asks = where is not None and bool(self._conditions) and alone and has(where, exp.Parameter)
        self._asks = variables_of_ranges(where, scope) if asks and where is not None else None
        self._by_match: fulltext.Ordering | None = None
        if used_columns is not None and data.definition.special_keys:  # UPDATE and DELETE do not ask for the order
            self._by_match = fulltext.read_by_match(where, scope)

    def with_constants(
        self,
        data: TableData,
        conditions: list[Condition],
        bounds: Mapping[int, Bounds],
        points: Mapping[int, Sequence[int]],
    ) -> AccessPath:
        """The same way for other constants, of a clause that has nothing but bounds and lists of whole numbers."""
        path = self.of(data)
        path._conditions = conditions if data.definition.keys else []
        path._ending = None
        path._only_points = len(path._conditions) == len(conditions) and all(
            condition.value for condition in conditions
        )
        path._bounds, path._points, path._beginnings = bounds, points, {}
        if not path._conditions:
            path._bounds, path._points = {}, {}
        return path

    def of(self, data: TableRows) -> AccessPath:
        """The same way to the rows of the table as another statement sees it."""
        path = copy(self)
        path._data = data
        return path

    def rows(self, context: StatementContext) -> Rows:
        """The rows in the order in which a server would read them; WHERE is not applied here. Where it asks more than
        an index finds, rows beyond the range are not asked (captured: cluster equalities_asked_first)."""
        if self._asks is not None and not self.is_point(context):
            self._asks(context)
        if self.told_of is not None:
            return self._told(context, self.told_of)
        rows, is_read = self._read(context), self.reading(context) if self._asks_more else None
        return rows if is_read is None else within(rows, is_read, context)

    def _told(self, context: StatementContext, told_of: Callable[[tuple[ColumnValue, ...]], None]) -> Rows:
        """Those of them that a server reads: what is beyond the range of the index is not there."""
        is_read = self.reading(context)
        for row_id, row in self._read(context):
            if is_read is None or is_read((row,)):
                told_of(row)
                yield row_id, row

    def passes_over(self, context: StatementContext) -> bool:
        """Whether a server may read rows for which WHERE does not hold."""
        key = self.range_key(context)
        return key is None or len(self.conditions_of(key)) < self._asked

    def reading(self, context: StatementContext) -> Callable[[tuple[tuple[ColumnValue, ...], ...]], bool] | None:
        """Whether a server comes to a row: where it reads a range, the row has to be in it. None: it comes to all."""
        key = self.range_key(context)
        bounds = () if key is None else self.conditions_of(key)
        return (lambda row: all(bound.test(context, row) for bound in bounds)) if bounds else None

    def _read(self, context: StatementContext) -> Rows:
        table = self._data.definition
        if self._by_partition and table.partitioning is not None:
            key = None if self.is_point(context) else self._range_key(self._unlocked(), context)
            found = () if key is None else self.conditions_of(key)
            # which reads ranges in order
            changes = self._ordered_changes and (context.changes_data or context.forgives)
            if not found or not changes:  # (captured: clusters/ranges_of_partitions, ignored_ranges_of_partitions)
                return partitions.in_turn(self._rows(context), self._unlocked(), key, found)
        if not table.engine.rows_as_text:
            return self._rows(context)
        from binwriter.sql.store.read_again import rows_of_text

        return rows_of_text(self._rows(context), table, self._used, context, self.named)

    def _rows(self, context: StatementContext) -> Rows:
        if isinstance(self._data, LockedTable):
            return self._locked_rows(self._data, context)
        point = unique_point(self._data.definition, self._conditions, context)
        if point is not None:
            return self._data.scan(*point)
        if self._by_match is not None:
            return self._by_match(context, self._data.scan())
        key = self._chosen(self._data, context)
        if key is None and self.tells:
            self.tell(context)
        if self._only_points and self.told_of is None:
            for key_tried in self._data.definition.keys if key is None else (key,):
                prefix = leading_values(self._data.definition, key_tried, self._conditions, context)
                if prefix:
                    return self._data.scan_equal(key_tried, prefix) if key is None else self._data.scan(key, prefix)
        index = key or clustered_key(self._data.definition)
        if index is not None and (rows := between(self._data, index, self._bounds, context)) is not None:
            return rows
        if index is not None and (rows := at_points(self._data, index, self._points, context)) is not None:
            return rows
        if index is not None and (rows := beginning(self._data, index, self._beginnings, context)) is not None:
            return rows
        rows = self._narrowed(self._data, index, context) if self._narrows and index is not None else None
        if rows is None and key is None and self._either:
            rows = self._found_by_any(self._data, context)
        if rows is None and key is None and self.listed is not None:
            rows = self.listed(context)
        if rows is not None:
            return rows
        return self._data.scan() if key is None else self._data.scan(key)

    def _found_by_any(self, data: TableRows, context: StatementContext) -> Rows | None:
        table = data.definition
        plain = type(data) is TableData and table.partitioning is None and self.told_of is None
        if not plain or table.engine.in_memory or table.engine.rows_as_text:
            return None
        assert isinstance(data, TableData)
        return unions.rows_of_any(data, self._either, context)

    def _narrowed(self, data: TableRows, index: Key, context: StatementContext) -> Rows | None:
        """The rows of the range that is read, as the index finds them: who asks for rows drops all others, and asks
        nothing of them that anybody could notice. None where it does not find them so."""
        table = data.definition
        if type(data) is not TableData or not context.server.takes_many or table.partitioning is not None:
            return None
        if table.engine.in_memory or table.engine.rows_as_text:  # hashes have the newest first
            return None
        chosen = self.conditions_of(index)
        return found_by(data, index, chosen, context, self._beginnings) if chosen else None

    def tell(self, context: StatementContext) -> None:
        """No secondary index is read: the status flags tell of it, unless it is a range of the primary key, or an index
        has all that is asked for, or the order."""
        table = self._data.definition
        index = clustered_key(table)
        if self.in_own_order or (index is not None and self.conditions_of(index)):
            return
        if self._used is not None and table.engine.name != "MEMORY":
            primary = table.primary_key
            if table.keys and (not self._used or (primary is not None and self._used.issubset(primary.columns))):
                return
        if table.schema != _OWN_SCHEMA or table.name.upper() not in _BY_INDEX.split():
            context.session.flags.scans()

    def index_read(self, context: StatementContext) -> tuple[Key | None] | None:
        """The index in whose order rows come, None for the table's own order; no tuple where it is another order."""
        data, table = self._data, self._data.definition
        if type(data) is not TableData or self._by_match is not None:
            return None
        if table.partitioning is not None or table.engine.rows_as_text:
            return None
        point = unique_point(table, self._conditions, context)
        return (self._chosen(data, context) if point is None else point[0],)

    def whole_size(self, context: StatementContext) -> int | None:
        """How many rows are read where that is all that the table has; None where it may be less."""
        data = self._data
        if (
            type(data) is not TableData
            or (self._only_points and self._conditions)
            or self._bounds
            or self._points
            or self._beginnings
        ):
            return None
        if self._by_partition and data.definition.partitioning is not None:
            return None
        return None if self.is_point(context) else len(data)

    def in_order_of(self, key: Key, backwards: bool, context: StatementContext) -> Rows | None:
        """The rows as an index has them, one way or the other, if that is the one they are read by, or any other order
        would be sorted into this one; None where it is not."""
        data, read = self._data, self.index_read(context)
        if read is None or not isinstance(data, TableData):
            return None
        own = clustered_key(data.definition)
        if (read[0] or own) != key:
            return None
        if backwards and key == own and not self.conditions_of(key):
            return data.scan_back()
        is_read = self.reading(context) if self._asks_more else None
        rows = self._rows(context) if is_read is None else within(self._rows(context), is_read, context)
        return iter(list(rows)[::-1]) if backwards else rows

    def extremes(self, wanted: Sequence[tuple[int, bool]], context: StatementContext) -> tuple[Any, ...] | None:
        """`extreme` of several columns, if it knows each."""
        found = [self.extreme(column, greatest, context) for column, greatest in wanted]
        return None if None in found else tuple([value for one in found if one is not None for value in one])

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
            prefix = leading_values(table, key, self._conditions, context)
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
        return cheapest_key(data, self._conditions, context, self._used, self._limit, self._beginnings)

    def _chosen(self, data: TableRows, context: StatementContext) -> Key | None:
        key = self._cheapest(data, context)
        index = key or clustered_key(data.definition)
        return key if self.by is None or (index is not None and self.conditions_of(index)) else self.by

    def reads_all(self, context: StatementContext) -> bool:
        """Whether all rows of the table are read: neither an index nor the primary key narrows them down."""
        return not self.is_point(context) and self.range_key(context) is None

    def columns_of_key(self, context: StatementContext) -> Sequence[int]:
        """The columns of the index that is read, be it as a whole as InnoDB reads its rows."""
        key = self.range_key(context) or clustered_key(self._data.definition)
        return () if key is None else key.columns

    def is_covered(self, key: Key | None, context: StatementContext) -> bool:
        """Whether an index has all columns that are read: this one, None for the one that is chosen."""
        table = self._data.definition
        key = key or self._chosen(self._unlocked(), context)
        return self._used is not None and key is not None and covers(table, key, self._used, clustered_key(table))

    @property
    def table(self) -> Table:
        """Whose rows they are."""
        return self._data.definition

    @property
    def used(self) -> frozenset[int] | None:
        """The columns that are read of the table, None for all."""
        return self._used

    @property
    def has_ranges(self) -> bool:
        """Whether constants bound a range of some key, be it read or not."""
        return any(key_conditions(key, self._conditions) for key in self._data.definition.keys)

    def range_key(self, context: StatementContext) -> Key | None:
        """The index of which a range is read; None if all rows of the table are."""
        return self._range_key(self._unlocked(), context)

    def _unlocked(self) -> TableRows:
        return self._data.peek() if isinstance(self._data, LockedTable) else self._data

    def _range_key(self, data: TableRows, context: StatementContext) -> Key | None:
        key = self._cheapest(data, context)
        if key is not None:
            return key
        index = clustered_key(data.definition)
        return index if index is not None and key_conditions(index, self._conditions) else None

    def conditions_of(self, key: Key) -> Sequence[Condition]:
        """Those that bound a range of the key."""
        return key_conditions(key, self._conditions)

    def is_point(self, context: StatementContext) -> bool:
        """Whether a unique key finds the only row, so that nothing is left to be sorted."""
        return unique_point(self._data.definition, self._conditions, context) is not None

    @property
    def locked(self) -> LockedTable | None:
        """The table, if its rows are locked as they are read."""
        return self._data if isinstance(self._data, LockedTable) else None

    def without_locks(self) -> AccessPath:
        """The same way to the rows as they are."""
        return self.of(self._unlocked())

    def constants_of(self, key: Key | None) -> frozenset[int]:
        """The columns of a key that equal a constant, as far as the key serves it."""
        conditions = () if key is None else self.conditions_of(key)
        return frozenset(condition.column for condition in conditions if condition.value is not None)

    @property
    def constants(self) -> frozenset[int]:
        """The columns that equal a constant."""
        return frozenset(condition.column for condition in self._conditions if condition.value is not None)

    def _locked_rows(self, data: LockedTable, context: StatementContext) -> Rows:
        """The same, locked on the way: only rows of the range that is read."""
        point = unique_point(data.definition, self._conditions, context)
        if point is not None:
            return self.locked_by(data, point[0], context).read(*point, (), context)
        key = self._chosen(data.peek(), context)
        if key is None and self.tells:
            self.tell(context)
        index = key if key is not None else clustered_key(data.definition)
        bounds = key_conditions(index, self._conditions) if index is not None else ()
        return self.locked_by(data, key, context).read(key, (), bounds, context, numbers=self._bounds)

    def locked_by(self, data: LockedTable, key: Key | None, context: StatementContext) -> LockedTable:
        """The table, read by a key: a shared lock reaches no further than an index that has all that is asked for
        (captured: cluster rows_that_joins_lock)."""
        shares = (
            data.mode is Mode.S and key not in (None, clustered_key(data.definition)) and self.is_covered(key, context)
        )
        return replace(data, covered=True) if shares else data


@dataclass(frozen=True)
class PathRows:
    """Reads the rows of a table by a path."""

    path: AccessPath

    def __call__(self, context: StatementContext, row: object) -> Iterator[tuple[ColumnValue, ...]]:
        return (values for _, values in self.path.rows(context))

    def given(self, row_id: int, values: tuple[ColumnValue, ...]) -> tuple[ColumnValue, ...]:
        """A row as it comes when it is read."""
        return values
