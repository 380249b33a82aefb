"""What the columns of a row get whose definitions ALTER TABLE has changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue, IncompleteDate, ReadDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.sql.ddl.alter.conversions import converted_value
from binwriter.sql.ddl.alter.limits import ZERO_DATES
from binwriter.sql.ddl.alter.table import Alteration, Slot
from binwriter.sql.ddl.table.implicit_timestamps import takes_now_for_null
from binwriter.sql.dml import column_values
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.expressions.columns import column_type
from binwriter.sql.expressions.copied_texts import altered_marking, marking
from binwriter.sql.store import implicit_default, store
from binwriter.storage.table_data import TableData

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun

Row = tuple[ColumnValue, ...]

_DATE_TYPES = (ColumnType.DATE, ColumnType.DATETIME2, ColumnType.TIMESTAMP2)


@dataclass(frozen=True)
class ColumnPlan:
    """Where each column's values come from.

    as_they_are: whether a column's values stay; checked: columns among them with dates that sql_mode may no longer
    take; numbered: the column that counts is new; counts: an old one becomes AUTO_INCREMENT, and gives its NULLs, and
    its zeros, the next numbers; by_expression: new columns whose DEFAULT is an expression, which may read the others.
    """

    run: DdlRun
    dml: DmlRun
    table: Table
    alteration: Alteration
    as_they_are: tuple[bool, ...]
    checked: tuple[int, ...]
    numbered: bool
    counts: bool
    by_expression: tuple[int, ...]

    @classmethod
    def of(cls, run: DdlRun, dml: DmlRun, data: TableData, table: Table, alteration: Alteration) -> ColumnPlan:
        automatic = table.auto_increment_column
        numbered = automatic is not None and alteration.slots[automatic].old is None
        as_they_are = tuple(_keeps_values(table, alteration, position) for position in range(len(table.columns)))
        return cls(
            run=run,
            dml=dml,
            table=table,
            alteration=alteration,
            as_they_are=as_they_are,
            checked=_dates_to_check(run, data, alteration, as_they_are),
            numbered=numbered,
            counts=not numbered and automatic is not None and _begins_to_count(alteration, automatic),
            by_expression=tuple(position for position, slot in enumerate(alteration.slots) if _is_computed(slot)),
        )

    def values(self, row: Row) -> list[ColumnValue]:
        """The columns of a row, those left empty that are computed or counted later. MySQLError; all are converted
        before one's error is raised (captured: alters_of_wrong_rows)."""
        values: list[ColumnValue] = []
        wrong: MySQLError | None = None
        for position in range(len(self.as_they_are)):
            value: ColumnValue = None
            try:
                value = self._value(position, row)
            except MySQLError as error:
                wrong = _with_later(wrong, error)
            values.append(value)
        if wrong is not None:
            raise wrong
        return values

    def _value(self, position: int, row: Row) -> ColumnValue:
        old = self.alteration.slots[position].old
        if self.as_they_are[position]:
            assert old is not None
            return _copied(self.run, self.table, position, row[old], check=position in self.checked)
        counted = self.counts and position == self.table.auto_increment_column
        if counted and old is not None and _asks_for_number(self.run, row[old]):
            return None
        return _value(self.run, self.dml, self.table, self.alteration, position, row)


def _with_later(first: MySQLError | None, error: MySQLError) -> MySQLError:
    """A row's columns are all converted before a server gives up over one (captured: alters_of_wrong_rows)."""
    if first is None:
        return error
    first.later = (*first.later, Diagnostic("Error", error.code, error.message))
    return first


def _is_computed(slot: Slot) -> bool:
    return slot.old is None and slot.column.default_kind is DefaultKind.EXPRESSION


def _begins_to_count(alteration: Alteration, automatic: int) -> bool:
    old = alteration.slots[automatic].old
    return old is not None and not alteration.table.columns[old].auto_increment


def _asks_for_number(run: DdlRun, value: ColumnValue) -> bool:
    return value is None or (value == 0 and not run.context.has_mode("NO_AUTO_VALUE_ON_ZERO"))


def _dates_to_check(
    run: DdlRun, data: TableData, alteration: Alteration, as_they_are: Sequence[bool]
) -> tuple[int, ...]:
    """The columns that are copied as they are and have dates that sql_mode may no longer take."""
    if not alteration.affected_counts or not (
        run.context.has_mode("NO_ZERO_DATE") or run.context.has_mode("NO_ZERO_IN_DATE")
    ):
        return ()
    columns = enumerate(alteration.slots)
    dates = [place for place, slot in columns if as_they_are[place] and slot.column.spec.type in _DATE_TYPES]
    places = {old for old in (alteration.slots[place].old for place in dates) if old is not None}
    rows = data.scan() if places else ()
    wrong = {old for _, row in rows for old in places if isinstance(row[old], IncompleteDate)}
    return tuple(place for place in dates if alteration.slots[place].old in wrong)


def _copied(run: DdlRun, table: Table, position: int, value: ColumnValue, *, check: bool) -> ColumnValue:
    if check and isinstance(value, IncompleteDate):
        column = table.columns[position]
        is_date = column.spec.type is ColumnType.DATE
        shown = value if is_date else ReadDate.of(value, column.spec.fsp)
        store(column, shown, run.context, as_error=run.context.strict)
    return value


def _keeps_values(table: Table, alteration: Alteration, position: int) -> bool:
    """Whether a column's values stay, whatever they are."""
    slot = alteration.slots[position]
    if slot.column.generated or slot.old is None:
        return False
    before = alteration.table.columns[slot.old].spec
    narrows = before.nullable and not table.columns[position].spec.nullable
    return not narrows and _is_alike(before, slot.column.spec)


def _is_alike(before: ColumnSpec, after: ColumnSpec) -> bool:
    return before is after or replace(before, name="", nullable=True) == replace(after, name="", nullable=True)


def _value(run: DdlRun, dml: DmlRun, table: Table, alteration: Alteration, position: int, row: Row) -> ColumnValue:
    slot = alteration.slots[position]
    column = slot.column
    if column.generated or _is_computed(slot):
        return None
    if slot.old is None:
        return _default(run, dml, column)
    before = alteration.table.columns[slot.old]
    value = row[slot.old]
    nullable = table.columns[position].spec.nullable  # a new primary key makes it NOT NULL too
    in_place = run.context.strict and not alteration.affected_counts  # where InnoDB refuses them
    if value is None and not nullable and not in_place and takes_now_for_null(column.spec, run.context):
        return column_values.now(dml, column)  # captured: 5.5.20/nulls_of_timestamps_row
    if _is_alike(before.spec, column.spec):
        return value if value is not None or nullable else _no_null(run, column, alteration)
    if value is None:
        return None if nullable else _no_null(run, column, alteration)
    is_rounded = isinstance(value, float) and alteration.affected_counts
    mark = altered_marking(before.spec, column.spec)
    if mark is None and not is_rounded:
        mark = marking(column_type(before.spec), column.spec)
    if mark is not None and (marked := mark(value)) is not value:
        return store(column, marked, run.context, as_error=run.context.strict)
    return converted_value(value, before, column, run.context)


def _no_null(run: DdlRun, column: Column, alteration: Alteration) -> ColumnValue:
    """What becomes of NULL where it may stand no longer; in a strict mode an error, of the engine or of the copy, and
    anywhere if it is a geometry (captured: clusters/geometries_altered)."""
    in_place = not alteration.affected_counts and run.context.variables.behaviour.alters_in_place
    if column.spec.type is ColumnType.GEOMETRY or (run.context.strict and in_place):
        raise mysql_error("ER_INVALID_USE_OF_NULL")
    if run.context.strict:
        raise mysql_error("WARN_DATA_TRUNCATED", column.name, run.context.row_number)
    run.context.warn("WARN_DATA_TRUNCATED", column.name, run.context.row_number)
    if column.spec.type is ColumnType.ENUM:  # no member (captured: clusters/nulls_made_members)
        return 0
    return implicit_default(column)


def _default(run: DdlRun, dml: DmlRun, column: Column) -> ColumnValue:
    """What the rows that are there get in a new column: the default, or the implicit one."""
    if column.spec.type is ColumnType.GEOMETRY and not column.spec.nullable:
        raise mysql_error("ER_INVALID_USE_OF_NULL")
    if column.default_kind.value == "none":
        if column.spec.type in ZERO_DATES and run.context.strict and run.context.has_mode("NO_ZERO_DATE"):
            raise mysql_error("ER_TRUNCATED_WRONG_TEMPORAL", *ZERO_DATES[column.spec.type], column.name, 1)
        return implicit_default(column)
    if column.default_kind is DefaultKind.NOW and not run.context.variables.behaviour.alter_asks_clock:
        return None if column.spec.nullable else implicit_default(column)  # captured: timestamps_added_row
    return column_values.default_value(dml, column)
