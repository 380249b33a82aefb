"""Rows that INSERT, REPLACE and LOAD DATA give, completed by defaults, before triggers see them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Protocol

from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import Diagnostic, Level, mysql_warning
from binwriter.sql.dml import behind_errors, column_values, conflicts
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.store import implicit_default
from binwriter.statement.values import RowOperation
from binwriter.storage.table_data import TableData

# Expressions may read what was given; a missing default is complained of behind the values that are given.
_LATE_DEFAULTS = (DefaultKind.EXPRESSION, DefaultKind.NONE)


@dataclass
class InsertTarget:
    """The table, the columns that get values in order, and what a row image counts as assigned.

    From the first update of a row in the way on, in place of a REPLACE too, all columns are marked at once (captured:
    empty_row_images): then assigned is None.
    needs_values: a column without a default must be given one; LOAD DATA does not ask (captured: tests/golden/images).
    It asks for the time of defaults behind all its fields.
    from_query: of INSERT .. SELECT. names_all: VALUES without a list of columns, which counts invisible ones as given:
    their defaults are not evaluated (captured: images_invisible_defaults).
    copied: the columns that get dates and times as they are. fed: those that a field of a file gives.
    on_conflict: ON DUPLICATE KEY UPDATE. refuse_counter: what it asks of the row that it leaves. extra: of
    INSERT .. SELECT, the values for that clause in the current row. generated: the number made for it. deleted: the
    rows that a REPLACE deleted for it. reckoned_of_nulls: generated columns are those of NULLs that triggers left,
    until REPLACE finds a row in the way.
    """

    data: TableData
    columns: tuple[int, ...]
    assigned: frozenset[int] | None
    alias: str = ""
    on_conflict: conflicts.UpdateOnConflict | None = None
    extra: tuple[object, ...] = ()
    needs_values: bool = True
    from_query: bool = False
    names_all: bool = False
    copied: frozenset[int] = frozenset()
    fed: Container[int] = ()
    refuse_counter: Callable[[Row], None] | None = None
    generated: int = 0
    deleted: int = 0
    reckoned_of_nulls: bool = False

    def may_update(self, column: int) -> bool:
        """Whether ON DUPLICATE KEY UPDATE sets the column."""
        return self.on_conflict is not None and self.on_conflict.names(column)


class GivenRow(Protocol):
    """The values of a row by column index, in the order in which they are stored."""

    def __contains__(self, index: object, /) -> bool: ...
    def items(self) -> Iterable[tuple[int, Callable[[Row], ColumnValue]]]: ...


Given = dict[int, Callable[[Row], ColumnValue]]


def without_value(target: InsertTarget, given: GivenRow, run: DmlRun) -> list[int]:
    """The columns without a value or a default to which BEFORE triggers give none."""
    if not target.needs_values or run.context.variables.behaviour.asks_defaults_first:
        return []
    set_later = run.assigned_by_triggers(target.data.definition, RowOperation.WRITE)
    return [
        index
        for index, column in left_out(target.data.definition, given)
        if column.default_kind is DefaultKind.NONE and not column.spec.nullable and index not in set_later
    ]


def complete_row(given: GivenRow, target: InsertTarget, run: DmlRun) -> list[ColumnValue]:
    """Defaults first, then the given values in the order of the column list, as a server fills its record."""
    table, facts = target.data.definition, run.context.facts
    set_later = run.assigned_by_triggers(table, RowOperation.WRITE)
    asked = facts.uses_time_zone
    row: list[ColumnValue] = [
        _before_given(column)
        if index in given
        else _unset(column)
        if (target.names_all or not target.needs_values) and column.default_kind is DefaultKind.NOW
        else None
        if column.counts_left_out or column.generated
        else _before_given(column)
        if column.default_kind in _LATE_DEFAULTS
        else column_values.omitted_value(run, column, marked=index in set_later or target.may_update(index))
        for index, column in enumerate(table.columns)
    ]
    counter = table.auto_increment_column
    filled: set[int] = set()
    # a server takes moments as defaults behind the values: a row that fails asks no zone for them (captured:
    # zones_of_failed_statements_*)
    by_defaults, facts.uses_time_zone = facts.uses_time_zone, asked
    try:
        for index, value in given.items():
            filled.add(index)
            row[index] = value(_with_counter(row, counter))
    except MySQLError as error:
        if target.needs_values:  # of a file's row `FieldStore` tells (captured: loads_short_row)
            rest = (value for index, value in given.items() if index not in filled)
            behind_errors.tell_of_values(run, error, rest, row)
            if run.values.names_columns and run.context.variables.behaviour.stores_behind_errors:
                filled.update(index for index, _ in given.items())
        if target.from_query and not run.context.variables.behaviour.asks_defaults_first:
            error.later = (*error.later, *unfilled(filled, table, run))
        raise
    facts.uses_time_zone |= by_defaults
    _reckon_before_defaults(given, target, row, run)
    if not target.needs_values:
        for index, column in enumerate(table.columns):
            if column.default_kind is DefaultKind.NOW and index not in given:
                row[index] = column_values.omitted_value(run, column)
    for index, column in left_out(table, given):
        if column.default_kind is DefaultKind.EXPRESSION and not target.names_all:
            seen_late = run.has_triggers(table, RowOperation.WRITE, "BEFORE")
            read = _as_triggers_wait(target, given, row) if seen_late else row
            row[index] = column_values.evaluate_default(run, column, table, tuple(read), keeps_null=seen_late)
        else:
            row[index] = _unset(column)
    if not target.names_all:  # defaults of others have seen what stands there until a trigger gives it a value
        for index in _waiting(target, given, set_later):
            row[index] = None
    return row


def _waiting(target: InsertTarget, given: Container[int], set_later: Container[int]) -> list[int]:
    """The columns without a value or a default that wait for what BEFORE triggers give them; geometries always do."""
    return [
        index
        for index, column in left_out(target.data.definition, given)
        if column.default_kind is DefaultKind.NONE
        and ((index in set_later and target.needs_values) or column.spec.type is ColumnType.GEOMETRY)
    ]


def beneath_triggers(target: InsertTarget, given: Container[int], row: Sequence[ColumnValue], run: DmlRun) -> Row:
    """The row that generated columns are reckoned from in front of BEFORE triggers: where these see NULL, since nobody
    gave a value yet, the implicit default stands (captured: clusters/defaults_beneath_triggers)."""
    table = target.data.definition
    beneath = list(row)
    for index in _waiting(target, given, run.assigned_by_triggers(table, RowOperation.WRITE)):
        if table.columns[index].spec.type not in _WITHOUT_DEFAULT:
            beneath[index] = _unset(table.columns[index])
    return tuple(beneath)


def _as_triggers_wait(target: InsertTarget, given: Container[int], row: Sequence[ColumnValue]) -> list[ColumnValue]:
    """What the defaults of columns read while BEFORE triggers are to come: a server has the given values beside the
    record until then, but for fields of a file, and their columns have their own defaults (captured:
    defaults_before_triggers_row, loads_of_defaults_row)."""
    return [
        _before_given(column) if index in given and index not in target.fed else row[index]
        for index, column in enumerate(target.data.definition.columns)
    ]


def _reckon_before_defaults(given: GivenRow, target: InsertTarget, row: Sequence[ColumnValue], run: DmlRun) -> None:
    """A server computes generated columns as soon as the given values are in, and anew behind defaults that it works
    out, NOW() and expressions: what the first time says is said (captured: clusters/generated_before_defaults)."""
    table = target.data.definition
    if target.names_all or not table.asks_of_rows or not any(column.generated for column in table.columns):
        return
    if run.has_triggers(table, RowOperation.WRITE, "BEFORE"):  # which have it done in front of them
        return
    late = [
        index
        for index, column in enumerate(table.columns)
        if column.default_kind in _WORKED_OUT and index not in given and not column.generated
    ]
    if late:
        seen = [_before_given(column) if index in late else row[index] for index, column in enumerate(table.columns)]
        run.with_generated(target.data, tuple(seen))


_WORKED_OUT = frozenset({DefaultKind.NOW, DefaultKind.EXPRESSION})


def _unset(column: Column) -> ColumnValue:
    return None if column.spec.nullable else implicit_default(column)


def unfilled(filled: set[int], table: Table, run: DmlRun) -> Iterator[Diagnostic]:
    """INSERT .. SELECT asks for all values before it gives up over one: those behind it are missing then, and the
    generated ones (captured: dialogues/copied, clusters/generated_without_values)."""
    level: Level = "Error" if run.strict() else "Warning"
    for index, column in enumerate(table.columns):
        required = column.default_kind is DefaultKind.NONE and not column.spec.nullable
        if required and not column.counts_left_out and column.spec.type is not ColumnType.ENUM and index not in filled:
            view = run.values.through_view
            symbol = "ER_NO_DEFAULT_FOR_VIEW_FIELD" if view else "ER_NO_DEFAULT_FOR_FIELD"
            missing = mysql_warning(symbol, *(view or (column.name,)))
            never = column.spec.type is ColumnType.GEOMETRY  # no implicit value: an error at any rate
            yield replace(missing, level="Error" if never else level)


def require_given(given: Container[int], target: InsertTarget, run: DmlRun) -> None:
    """Columns without a default that neither the statement nor a BEFORE trigger gives a value. ER_NO_DEFAULT_FOR_FIELD.

    A server complains of them when the triggers have run (captured: strictness_inside_of_triggers), of all of them
    before it gives up (captured: clusters/columns_not_given). Up to 5.6 it asks once, before it looks at any value, and
    no matter what triggers do (the answers of their public tests).
    """
    table = target.data.definition
    asks_first = run.context.variables.behaviour.asks_defaults_first
    set_by_triggers = set() if asks_first else run.assigned_by_triggers(table, RowOperation.WRITE)
    first: MySQLError | None = None
    for index, column in left_out(table, given):
        asks = target.needs_values or column.spec.type is ColumnType.GEOMETRY
        if asks and column.default_kind is DefaultKind.NONE and index not in set_by_triggers:
            first = behind_errors.tried_default(run, column, first)
    if first is not None:
        raise first


def left_out(table: Table, given: Container[int]) -> Iterator[tuple[int, Column]]:
    """The columns without a value that have no default, or an expression."""
    for index, column in enumerate(table.columns):
        late = column.default_kind in _LATE_DEFAULTS and not (column.counts_left_out or column.generated)
        if late and index not in given:
            yield index, column


def _before_given(column: Column) -> ColumnValue:
    """What a value that is computed before this column's own sees in it."""
    if column.auto_increment or column.generated:
        return None
    if column.default_kind is DefaultKind.LITERAL:
        return column.default
    return None if column.spec.nullable or column.spec.type in _WITHOUT_DEFAULT else implicit_default(column)


_WITHOUT_DEFAULT = frozenset({ColumnType.GEOMETRY, ColumnType.VECTOR, ColumnType.JSON})


def _with_counter(row: list[ColumnValue], counter: int | None) -> Row:
    """The row as values see it: an AUTO_INCREMENT column that waits for its value is 0."""
    if counter is None or row[counter] is not None:
        return tuple(row)
    return (*row[:counter], 0, *row[counter + 1 :])
