"""The rows of a table whose columns ALTER TABLE has changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue, IncompleteDate, ReadDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.events import Intvar
from binwriter.formats.records import replace
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.sql.ddl.alter.clock import reads_generated
from binwriter.sql.ddl.alter.conversions import converted_value
from binwriter.sql.ddl.alter.copied import beyond, copy_whole, sort_rows
from binwriter.sql.ddl.alter.duplicates import duplicate_of_build
from binwriter.sql.ddl.alter.table import Alteration, Slot
from binwriter.sql.ddl.alter.warnings import order_is_ignored
from binwriter.sql.ddl.table.implicit_timestamps import takes_now_for_null
from binwriter.sql.dml import column_values
from binwriter.sql.dml.auto_increment import AutoIncrement
from binwriter.sql.dml.context_events import context_events
from binwriter.sql.dml.duplicates import duplicate_error
from binwriter.sql.dml.rivals import rival
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.expressions.columns import column_type
from binwriter.sql.expressions.copied_texts import marking
from binwriter.sql.store import implicit_default, store
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import UndoLog

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun


Row = tuple[ColumnValue, ...]


def converted(run: DdlRun, data: TableData, table: Table, alteration: Alteration) -> TableData:
    """The rows under the new definition. MySQLError for a value that does not fit, a duplicate, a broken constraint."""
    new = TableData(table)
    same = len(alteration.slots) == len(data.definition.columns)
    if same and all(slot.old == position for position, slot in enumerate(alteration.slots)):
        new.born = data.born  # an index, a default: older snapshots can still read the rows
    order = _columns_of_order(data.definition, alteration)
    dml = DmlRun(run.database, run.context, UndoLog())
    run.context.changes_data = True
    known = {replace(key, name="") for key in data.definition.foreign_keys}
    fresh = [key for key in table.foreign_keys if alteration.affected_counts or replace(key, name="") not in known]
    if alteration.new_foreign_keys and run.context.variables.behaviour.server_checks_foreign_keys:
        fresh.sort(key=lambda key: key.born)  # those it had, then new ones as they are written (foreign_keys_in_copies)
    automatic = table.auto_increment_column
    numbered = automatic is not None and alteration.slots[automatic].old is None
    as_they_are = [_keeps_values(table, alteration, position) for position in range(len(table.columns))]
    # a column that becomes AUTO_INCREMENT gives its NULLs, and its zeros, the next numbers
    counts = not numbered and automatic is not None and _begins_to_count(alteration, automatic)
    # a new column whose DEFAULT is an expression may read the others
    by_expression = [position for position, slot in enumerate(alteration.slots) if _is_computed(slot)]
    asks = counts or numbered or fresh or dml.constraints.ask_of_rows(dml, table) or table.special_keys
    checked = _dates_to_check(run, data, alteration, as_they_are)
    if all(as_they_are) and same and not (asks or checked) and new.takes_many and not interrupts.ends_some:
        places = [slot.old for slot in alteration.slots if slot.old is not None]
        count = copy_whole(data, new, places, order)
        if count is not None:
            run.context.row_number = max(1, count)
            _set_counter(data, new, alteration)
            return new
        born, new = new.born, TableData(table)
        new.born = born
    rows = [row for _, row in interrupts.stepped(data.scan())]
    sort_rows(rows, order, data.definition)
    in_place = data.definition.engine.two_phase and not alteration.affected_counts
    # up to 5.7.3; a key that 5.5 builds in place is refused all the same (captured: 5.5.20)
    ignores = "IGNORE" in run.parsed.modifiers and not (
        in_place and not run.context.variables.behaviour.alters_in_place
    )
    unread = in_place and not reads_generated(data.definition, table)

    def row_values(row: Row) -> list[ColumnValue]:
        """The columns of a row, those left empty that are computed or counted later. All are converted before one's
        error is raised (captured: alters_of_wrong_rows)."""
        values: list[ColumnValue] = []
        wrong: MySQLError | None = None
        for position, as_it_is in enumerate(as_they_are):
            old = alteration.slots[position].old
            value: ColumnValue = None
            try:
                if as_it_is:
                    value = _copied(run, table, position, row[old], check=position in checked)  # type: ignore[index]
                elif not (counts and position == automatic and _asks_for_number(run, row[old])):  # type: ignore[index]
                    value = _value(run, dml, table, alteration, position, row)
            except MySQLError as error:
                wrong = _with_later(wrong, error)
            values.append(value)
        if wrong is not None:
            raise wrong
        return values

    numbers = _numbers(dml, data, new, alteration) if counts or (numbered and not in_place) else None
    made: list[Row] = []
    refused: MySQLError | None = None
    for number, row in enumerate(rows, 1):
        if interrupts.asked:
            interrupts.step()
        run.context.row_number = number
        values = row_values(row)
        if numbered and automatic is not None:
            values[automatic] = _number_in_place(run, alteration, number) if in_place else None
        if numbers is not None:
            numbers.begin_row()
            numbers.fill(values)
        for position in by_expression:
            given = dml.with_generated(new, tuple(values))
            values[position] = column_values.default_value(dml, table.columns[position], table, given)
        changed = _unread(dml, new, tuple(values)) if unread else dml.with_generated(new, tuple(values))
        dml.constraints.check_altered(dml, new, changed, fresh)
        conflict = rival(dml, new, changed)
        if conflict is not None and ignores:
            continue
        if conflict is not None:
            shown = replace(conflict.table, name=data.definition.name)
            refused = refused or duplicate_error(shown, conflict.key, conflict.values, dml.context)
        if in_place:
            made.append(changed)
        if refused is None:
            new.insert(changed)
            if numbers is not None:
                numbers.written()
        elif not in_place:
            raise refused
    if refused is not None:
        raise duplicate_of_build(table, data.definition.name, made, run.context) or refused
    reserved = new.auto_increment
    _set_counter(data, new, alteration)
    if numbers is not None:
        new.auto_increment = max(new.auto_increment, reserved)
        if run.context.variables.behaviour.logs_numbers_of_alter and run.binlog_format is not BinlogFormat.ROW:
            run.numbered = tuple(event for event in context_events(dml) if isinstance(event, Intvar))
    return new


def _unread(dml: DmlRun, new: TableData, values: Row) -> Row:
    """Nobody computes the virtual columns of a table that is altered in place: what is wrong with them is found when
    they are read (captured: clusters/columns_altered_in_place)."""
    context, told = dml.context, len(dml.context.diagnostics)
    as_it_was = dml.ignore, context.changes_data
    dml.ignore, context.changes_data = True, False
    try:
        return dml.with_generated(new, values)
    finally:
        dml.ignore, context.changes_data = as_it_was
        del context.diagnostics[told:]


def _numbers(dml: DmlRun, data: TableData, new: TableData, alteration: Alteration) -> AutoIncrement:
    """Counts a copy's rows as INSERT would, from AUTO_INCREMENT of the statement, or that of a table that had no column
    for it; not that of InnoDB, which keeps none (captured: captured-old/5.6.21/numbered_by_alter_row)."""
    written = alteration.syntax.options
    if "AUTO_INCREMENT" in written.written:
        new.auto_increment = max(1, written.auto_increment)
    else:
        new.auto_increment = 1 if data.definition.engine.two_phase else max(1, data.auto_increment)
    return AutoIncrement(new, dml, len(data))


def _number_in_place(run: DdlRun, alteration: Alteration, number: int) -> int:
    """InnoDB's own series: where it does not go one by one it leaves its first value out."""
    settings, options = run.context.variables.settings, alteration.syntax.options
    first = max(1, options.auto_increment) if "AUTO_INCREMENT" in options.written else 1
    step, offset = settings.auto_increment_increment, settings.auto_increment_offset
    if step > 1 or offset > 1:
        first = max(first - offset, 0) // step * step + step + offset
    return first + (number - 1) * step


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


def _columns_of_order(table: Table, alteration: Alteration) -> list[tuple[int, bool]]:
    """The columns of ORDER BY, and whether they descend. ER_BAD_FIELD_ERROR."""
    order: list[tuple[int, bool]] = []
    if order_is_ignored(alteration, table):
        return order
    for name, descending in reversed(alteration.order_by):
        index = table.index_of.get(name.lower())
        if index is None:
            raise mysql_error("ER_BAD_FIELD_ERROR", name, "order clause")
        order.append((index, descending))
    return order[::-1]


def _dates_to_check(run: DdlRun, data: TableData, alteration: Alteration, as_they_are: Sequence[bool]) -> list[int]:
    """The columns that are copied as they are and have dates that sql_mode may no longer take."""
    if not alteration.affected_counts or not (
        run.context.has_mode("NO_ZERO_DATE") or run.context.has_mode("NO_ZERO_IN_DATE")
    ):
        return []
    columns = enumerate(alteration.slots)
    dates = [place for place, slot in columns if as_they_are[place] and slot.column.spec.type in _DATE_TYPES]
    places = {old for old in (alteration.slots[place].old for place in dates) if old is not None}
    rows = data.scan() if places else ()
    wrong = {old for _, row in rows for old in places if isinstance(row[old], IncompleteDate)}
    return [place for place in dates if alteration.slots[place].old in wrong]


def _copied(run: DdlRun, table: Table, position: int, value: ColumnValue, *, check: bool) -> ColumnValue:
    if check and isinstance(value, IncompleteDate):
        column = table.columns[position]
        is_date = column.spec.type is ColumnType.DATE
        shown = value if is_date else ReadDate.of(value, column.spec.fsp)
        store(column, shown, run.context, as_error=run.context.strict)
    return value


_DATE_TYPES = (ColumnType.DATE, ColumnType.DATETIME2, ColumnType.TIMESTAMP2)


def _keeps_values(table: Table, alteration: Alteration, position: int) -> bool:
    """Whether a column's values stay, whatever they are."""
    slot = alteration.slots[position]
    if slot.column.generated or slot.old is None:
        return False
    before = alteration.table.columns[slot.old].spec
    narrows = before.nullable and not table.columns[position].spec.nullable
    return not narrows and _is_alike(before, slot.column.spec)


def _is_alike(before: ColumnSpec, after: ColumnSpec) -> bool:
    return replace(before, name="", nullable=True) == replace(after, name="", nullable=True)


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
    if value is None and not nullable and takes_now_for_null(column.spec, run.context):
        return column_values.now(dml, column)  # captured: 5.5.20/nulls_of_timestamps_row
    if _is_alike(before.spec, column.spec):
        return value if value is not None or nullable else _no_null(run, column, alteration)
    if value is None:
        return None if nullable else _no_null(run, column, alteration)
    mark = marking(column_type(before.spec), column.spec)
    if mark is not None and (marked := mark(value)) is not value:
        return store(column, marked, run.context, as_error=run.context.strict)
    return converted_value(value, before, column, run.context)


def _no_null(run: DdlRun, column: Column, alteration: Alteration) -> ColumnValue:
    """What becomes of NULL where it may stand no longer; in a strict mode an error, of the engine or of the copy, and
    anywhere if it is a geometry (captured: clusters/geometries_altered)."""
    if column.spec.type is ColumnType.GEOMETRY or (run.context.strict and not alteration.affected_counts):
        raise mysql_error("ER_INVALID_USE_OF_NULL")
    if run.context.strict:
        raise mysql_error("WARN_DATA_TRUNCATED", column.name, run.context.row_number)
    run.context.warn("WARN_DATA_TRUNCATED", column.name, run.context.row_number)
    if column.spec.type is ColumnType.ENUM:  # no member (captured: clusters/nulls_made_members)
        return 0
    return implicit_default(column)


# What NO_ZERO_DATE does not let stand in the rows that are there: the type's word and the value.
_ZERO_DATES = {ColumnType.DATE: ("date", "0000-00-00"), ColumnType.DATETIME2: ("datetime", "0000-00-00 00:00:00")}


def _default(run: DdlRun, dml: DmlRun, column: Column) -> ColumnValue:
    """What the rows that are there get in a new column: the default, or the implicit one."""
    if column.spec.type is ColumnType.GEOMETRY and not column.spec.nullable:
        raise mysql_error("ER_INVALID_USE_OF_NULL")
    if column.default_kind.value == "none":
        if column.spec.type in _ZERO_DATES and run.context.strict and run.context.has_mode("NO_ZERO_DATE"):
            raise mysql_error("ER_TRUNCATED_WRONG_TEMPORAL", *_ZERO_DATES[column.spec.type], column.name, 1)
        return implicit_default(column)
    return column_values.default_value(dml, column)


def _drops_counting(table: Table, alteration: Alteration) -> bool:
    """Whether the column that counts goes, and the counter with it: one that only counts no more leaves it to the table
    (captured: clusters/counters_left)."""
    counted = table.auto_increment_column
    return counted is not None and all(slot.old != counted for slot in alteration.slots)


def _set_counter(data: TableData, new: TableData, alteration: Alteration) -> None:
    table = new.definition
    wanted = alteration.syntax.options.auto_increment if "AUTO_INCREMENT" in alteration.syntax.options.written else 0
    kept = data.auto_increment if not wanted else 1
    if table.auto_increment_column is None:
        kept = 1 if _drops_counting(data.definition, alteration) else kept
        new.auto_increment = 1 if table.engine.two_phase else max(1, wanted, kept)
    else:
        number = table.auto_increment_column
        moved = beyond(new, number, kept)
        if table.engine.two_phase:  # no further than the column goes (captured: clusters/last_numbers_of_counters)
            moved = min(moved, max(kept, column_values.highest_number(table.columns[number])))
        new.auto_increment = max(wanted, kept, moved)
