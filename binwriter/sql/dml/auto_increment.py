"""AUTO_INCREMENT: which values a statement generates, and what Intvar and LAST_INSERT_ID() need of them.

How many values are reserved at a time decides which ones are lost: InnoDB (innodb_autoinc_lock_mode=2) takes as many
as the statement has rows where it can count them, else 1, 2, 4 ... a time; other engines go on behind the highest
value (handler::update_auto_increment).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from binwriter.catalog.tables import Key
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.sql.context import StatementContext
from binwriter.sql.dml.column_values import highest_number
from binwriter.sql.dml.run import DmlRun
from binwriter.storage.counters import counter_before_5_6, counter_behind, last_in_series
from binwriter.storage.table_data import TableData

_MOST_RESERVED = 65535
_REALS = (ColumnType.FLOAT, ColumnType.DOUBLE)
_NO_END = (1 << 64) - 1
_ENGINE_ERROR = 167  # HA_ERR_AUTOINC_ERANGE, which stands where a row is named


class AutoIncrement:
    """Fills the AUTO_INCREMENT column of one statement's rows. rows: how many it expects, 0 if it cannot know."""

    def __init__(self, data: TableData, run: DmlRun, rows: int) -> None:
        self._data = data
        self._run = run
        self.column = data.definition.auto_increment_column
        column = None if self.column is None else data.definition.columns[self.column]
        self._highest = 0 if column is None else highest_number(column)
        self._reserved = _Reservation(data, run.context, _told(rows, data, run), self._highest)
        self._group = _group_key(data, self.column)
        self._keeps_null = column is not None and column.spec.nullable
        self._is_real = column is not None and column.spec.type in _REALS
        self.last_value = 0
        self.generated = 0
        self._any_generated = False
        self._filled = False
        self._next_before = 0

    def begin_row(self) -> None:
        """Nothing is generated for the next row yet."""
        self.generated = 0
        self._filled = False
        self._next_before = self._reserved.to_come

    def see(self, row: list[ColumnValue]) -> None:
        """A value that the statement gives is the last one even if the row is refused (captured:
        foreign_keys_to_itself_alone)."""
        if self.column is not None and isinstance(row[self.column], (int, float)) and row[self.column]:
            self.last_value = int(row[self.column])  # type: ignore[arg-type]

    def before_filled(self, row: Sequence[ColumnValue]) -> tuple[ColumnValue, ...]:
        """The row as WITH CHECK OPTION sees it: a value that the counter will give is 0 (captured:
        clusters/views_of_counters)."""
        if self.column is None or row[self.column] is not None:
            return tuple(row)
        return (*row[: self.column], 0, *row[self.column + 1 :])

    def fill(self, row: list[ColumnValue]) -> None:
        """Replaces NULL, and 0 unless NO_AUTO_VALUE_ON_ZERO is set, by the next value.

        Where the column may be NULL, NULL takes a value, and stays (captured: counters_of_null).
        """
        if self.column is None or self._filled:
            return
        self._filled = True
        value = row[self.column]
        if value is None or (value == 0 and not self._run.context.has_mode("NO_AUTO_VALUE_ON_ZERO")):
            value = self._in_group(row) if self._group is not None else self._reserved.next()
            assert isinstance(value, int)
            value = self._within(value)
            if row[self.column] is not None or not self._keeps_null:
                row[self.column] = float(value) if self._is_real else value
            self.generated = value
            self._any_generated = True
            self._run.first_insert_id = self._run.first_insert_id or value
            # values of a column that does not lead its key are not logged (findings part 3, "not first in a
            # composite key")
            self._run.insert_id_logged = self._group is None
        assert isinstance(value, (int, float))
        self.last_value = int(value)
        self._reserved.explicit(self.last_value)
        self._reserved.row_written()

    def fill_early(self, row: list[ColumnValue]) -> None:
        """`fill`, to look for the parent that the value refers to: the client hears of it in any case."""
        self.fill(row)
        self._run.first_inserted_id = self._run.first_inserted_id or self.generated

    @property
    def is_plain(self) -> bool:
        """Whether values do not go by those of other columns, and all are stored."""
        return self._group is None and not self._keeps_null and not self._is_real

    def fill_all(self, given: Sequence[ColumnValue], write: Callable[[Sequence[ColumnValue]], int]) -> int | None:
        """`fill`, `written` and what is between them for many rows: write takes their values, and says how many rows
        went in. None, and nothing is done, where values are given for some of them alone."""
        assert self.column is not None
        if all(value is None for value in given):
            return self._generate_all(len(given), write)
        if set(map(type, given)) != {int} or min(given) < self._data.counted_by[1]:  # type: ignore[type-var, operator]
            return None
        count = write(given)
        if count:
            numbers: Sequence[int] = given[:count]  # type: ignore[assignment]
            highest = max(numbers)
            self.generated = 0
            self.last_value = numbers[-1]
            self._reserved.explicit(highest)
            self._reserved.row_written(count)
            self._reserved.row_in(highest)
        return count

    def tried(self, row: list[ColumnValue]) -> Callable[[], None] | None:
        """`begin_row`, `see` and `fill` of a row that another may be in the way of. Returns what takes all of it back;
        None, and nothing is done, where there is something to say of it."""
        before, said = self._state(), len(self._run.context.diagnostics)
        value = None if self.column is None else row[self.column]

        def back() -> None:
            self._back_to(before)
            if self.column is not None:
                row[self.column] = value

        self.begin_row()
        self.see(row)
        try:
            self.fill(row)
        except MySQLError:
            back()
            return None
        if len(self._run.context.diagnostics) > said:
            del self._run.context.diagnostics[said:]
            back()
            return None
        return back

    def passed(self, rows: int, last: int, highest: int, *, went_in: bool) -> None:
        """So many rows with values of their own, each of which another row was in the way of. last: what the last of
        those has; went_in: the new ones are there in their place."""
        self.generated = 0
        self._reserved.row_written(rows)
        if self.column is not None:
            self.last_value = last
            if went_in:
                self._reserved.explicit(highest)
                self._reserved.row_in(highest)

    def _generate_all(self, wanted: int, write: Callable[[Sequence[ColumnValue]], int]) -> int:
        before = self._state()
        values = self._generated(wanted)
        count = write(values)
        if count < wanted:
            self._back_to(before)
            self._generated(count)
        if count:
            self._run.first_inserted_id = self._run.first_inserted_id or values[0]
        return count

    def _generated(self, wanted: int) -> list[int]:
        """Values for so many rows that go in; fewer where one fails."""
        values: list[int] = []
        row: list[ColumnValue] = [None] * len(self._data.definition.columns)
        assert self.column is not None
        for _ in range(wanted):
            before = self._state()
            row[self.column] = None
            self.begin_row()
            warnings = len(self._run.context.diagnostics)
            try:
                self.fill(row)
            except MySQLError:
                self._back_to(before)
                break
            if len(self._run.context.diagnostics) > warnings:
                del self._run.context.diagnostics[warnings:]
                self._back_to(before)
                break
            self.written()
            values.append(self.generated)
        return values

    def _state(self) -> tuple[object, ...]:
        run = self._run
        data = self._data
        own = (self.last_value, self.generated, self._any_generated, self._filled, data.auto_increment, data.counted_by)
        return (*own, run.first_insert_id, run.insert_id_logged, self._reserved.state())

    def _back_to(self, state: tuple[Any, ...]) -> None:
        self.last_value, self.generated, self._any_generated, self._filled = state[:4]
        self._data.auto_increment, self._data.counted_by = state[4:6]
        self._run.first_insert_id, self._run.insert_id_logged, reserved = state[6:]
        self._reserved.back_to(reserved)

    def _within(self, value: int) -> int:
        """The value, or the highest one of the column's type where that is passed (captured:
        auto_increment_ends_statement).

        InnoDB's counter stays there; a value that is not in its reach is complained of, and the last one of the series
        takes its place. Once the statement has made a value, and at the end of BIGINT UNSIGNED, it is
        ER_AUTOINC_READ_FAILED.
        """
        assert self.column is not None
        is_cut = self._run.context.variables.behaviour.counters_are_cut
        goes_on = self._any_generated and self._group is None and not is_cut
        if value >= _NO_END or (value > self._highest and goes_on):
            raise mysql_error("ER_AUTOINC_READ_FAILED")
        if value <= self._highest:
            return value
        name, context = self._data.definition.columns[self.column].name, self._run.context
        try:
            context.error_or_warning("ER_WARN_DATA_OUT_OF_RANGE", name, context.row_number, as_error=self._run.strict())
        except MySQLError as error:
            if context.variables.behaviour.counters_name_tables:
                arguments = (self._data.definition.name, _ENGINE_ERROR)
                error.later = (*error.later, mysql_warning("ER_WARN_DATA_OUT_OF_RANGE", *arguments, level="Error"))
            raise
        return self._reserved.last_of_series(self._highest)

    def tried_again(self, times: int) -> None:
        """A REPLACE deleted so many rows, and tried its own once more behind each: InnoDB counts that (captured:
        counters_beside_programs_row)."""
        self._reserved.row_written(times)

    def written(self) -> None:
        """After a row went in: an explicit larger value moves the counter."""
        if self.column is not None and self._data.keeps_rows:
            self._reserved.row_in(self.last_value)

    def refuse_promised(self, row: Sequence[ColumnValue]) -> None:
        """ER_AUTO_INCREMENT_CONFLICT: a clause ON DUPLICATE KEY UPDATE that names the column sets it to a value that
        another row of the statement may get; to its own it may (captured: counters_of_rows_in_the_way)."""
        assert self.column is not None
        value = row[self.column]
        if self.generated and isinstance(value, int) and value != self.generated and self._reserved.promised(value):
            raise mysql_error("ER_AUTO_INCREMENT_CONFLICT")

    def take_back(self) -> None:
        """The row was not inserted: the next one gets what was to come before it, be it that the row had a value of
        its own (handler::restore_auto_increment; captured: clusters/counters_behind_rivals)."""
        if self.column is not None and self._group is None:
            self._reserved.take_back(self._next_before or self.generated)

    def _in_group(self, row: list[ColumnValue]) -> int:
        """One more than the highest value among the rows that share the key's leading columns."""
        assert self._group is not None and self.column is not None
        if (forced := self._reserved.take_forced()) is not None:  # the first row alone (captured: counters_in_keys_row)
            return forced
        place = self._group.columns.index(self.column)
        leading = self._group.columns[:place]
        prefix = tuple(row[column] for column in leading)
        values = [other[self.column] for _, other in self._data.scan(self._group, prefix)]
        highest = max((int(value) for value in values if isinstance(value, (int, float))), default=0)
        return self._reserved.from_value((highest + 1) % (_NO_END + 1))


def _told(rows: int, data: TableData, run: DmlRun) -> int:
    """How many rows the engine is told of: none up to 5.5 where programs may run inside of the statement, or the table
    has triggers of any kind (captured: counters_beside_programs_row)."""
    if run.context.variables.behaviour.tells_rows_beside_programs:
        return rows
    triggers = run.database.programs.triggers(data.definition.schema, data.definition.name)
    return 0 if run.prelocked or triggers else rows


def _group_key(data: TableData, column: int | None) -> Key | None:
    """The key in which the column stands behind others, when it leads none."""
    keys = [key for key in data.definition.keys if column in key.columns]
    return None if column is None or any(key.columns[0] == column for key in keys) else keys[0]


class _Reservation:
    """Values taken from the table's counter, an interval at a time."""

    def __init__(self, data: TableData, context: StatementContext, rows: int, highest: int) -> None:
        self._data, self._highest = data, highest
        self._increment = context.variables.settings.auto_increment_increment
        self._offset = context.variables.settings.auto_increment_offset
        self._counts = data.definition.engine.two_phase
        self._steps_back = context.variables.behaviour.counters_step_back
        self._in_series = context.variables.behaviour.counters_in_series
        # partitioned tables have back what is left of an interval (captured: clusters/counters_of_partitions)
        self._gives_back = self._counts and data.definition.partitioning is not None
        self._rows = rows
        # of an interval behind those that are counted; None: twice the one before
        by_intervals = context.variables.behaviour.reserves_by_intervals
        self._at_once = None if by_intervals else 1 if context.row_form else 2
        self._intervals = 0
        self._to_come = 0
        self._interval_end = 0
        self._next = self._first = 0
        self._counter = 0  # InnoDB's, behind the values that the statement has taken
        self._forced = context.session.forced_insert_id

    def take_forced(self) -> int | None:
        """What SET insert_id gave, once."""
        forced: int | None = self._forced.take()
        return forced

    def next(self) -> int:
        if not self._next or self._next > self._interval_end:
            forced = self.take_forced()
            if forced is not None:
                # the series goes on behind it (THD::force_one_auto_inc_interval)
                self._first, self._interval_end = forced, _NO_END
                self._next = self.from_value(forced + 1)
                return forced
            if not self._data.keeps_rows:  # each statement starts anew: there is no highest value to go on from
                self._data.auto_increment = 1
            self._step_back()
            # CREATE or ALTER TABLE has set it there, or the statement asks for more than the interval before had
            at_end = max(self._data.auto_increment, self._next) > self._highest
            if self._counts and at_end:
                return _NO_END
            self._next = self._data.next_auto_increment(self._increment, self._offset)
            wanted = self._wanted()
            if self._counts:
                self._next = self._take(min(self._next, self._highest), wanted)
            if self._counts or not self._first:  # other engines give all there are at once
                self._first = self._next
            self._interval_end = self._next + wanted * self._increment - 1
            if not self._data.keeps_rows:
                self._interval_end = _NO_END
        value = self._next
        self._next = self.from_value(value + 1)
        return value

    def _step_back(self) -> None:
        """InnoDB's counter goes by the smaller step from the value that was handed out last (5.6, 5.7; captured:
        counters_of_smaller_steps_row)."""
        data, step = self._data, self._data.counted_by[0]
        if self._counts and self._steps_back and step > self._increment:
            data.auto_increment = counter_behind(data.auto_increment - step, 1, self._increment, 1, self._highest)

    def _take(self, first: int, wanted: int) -> int:
        """InnoDB's counter goes behind so many values; the other engines move theirs when a row went in. The first
        value that the server makes of them."""
        data = self._data
        behind, own = (counter_behind, first) if self._in_series else (counter_before_5_6, data.auto_increment)
        self._counter = behind(own, wanted, self._increment, self._offset, self._highest)
        data.auto_increment = max(data.auto_increment, self._counter)
        data.counted_by = (self._increment, self._offset)
        return self.from_value(first)

    def promised(self, value: int) -> bool:
        """Whether the value lies among those that this statement has taken."""
        if not self._counts:
            return value >= self._first
        return self._first <= value <= self._interval_end

    def from_value(self, lowest: int) -> int:
        """The first value of the series that is not below this one."""
        return self._data.next_auto_increment(self._increment, self._offset, lowest)

    def take_back(self, value: int) -> None:
        """The value is handed out again."""
        self._next = value

    def _wanted(self) -> int:
        if not self._counts:
            return 1
        if not self._to_come:
            first = self._rows and not self._intervals
            if first:
                self._to_come = self._rows
            elif self._at_once is None:
                self._to_come = min(1 << self._intervals, _MOST_RESERVED)
            else:
                self._to_come = self._at_once if self._intervals else 1
        self._intervals += 1
        return self._to_come

    @property
    def to_come(self) -> int:
        """The value of the next row; 0 before the first interval."""
        return self._next

    def last_of_series(self, value: int) -> int:
        """The last value of the series that is not above this one."""
        return last_in_series(value, self._increment, self._offset)

    def state(self) -> tuple[int | None, ...]:
        own = (self._intervals, self._to_come, self._interval_end, self._next, self._counter)
        return (*own, self._forced.value)

    def back_to(self, state: tuple[Any, ...]) -> None:
        self._intervals, self._to_come, self._interval_end, self._next, self._counter = state[:5]
        self._forced.value = state[5]

    def row_written(self, rows: int = 1) -> None:
        """InnoDB counts the rows that it was to expect: a later interval is for those still to come (captured:
        counters_reserved)."""
        self._to_come = max(0, self._to_come - rows)

    def row_in(self, value: int) -> None:
        """The counter after a row with this value: InnoDB's goes past one that the statement has not taken, an
        explicit one as well."""
        if not self._counts:
            self._data.auto_increment = max(self._data.auto_increment, value + 1)
        elif value >= self._counter:
            self._data.count_past(value, self._highest, in_series=self._in_series)
        if self._gives_back and self._next and self._data.auto_increment <= self._counter:
            self._data.auto_increment = self._next

    def explicit(self, value: int) -> None:
        """Values already passed by an explicit one are not handed out any more."""
        if self._next and self._next <= value < _NO_END:
            self._next = self.from_value(value + 1)
