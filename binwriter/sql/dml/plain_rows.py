"""Rows of literals into a table that asks little of them: converted by column, written many at a time.

A row of which some value needs more than a look, or that stands in another's way, takes the exact way when its turn
comes (`RowWriter.write`), with all that a server has to say about it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from binwriter.catalog.tables import Column, DefaultKind
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.dml import call_shapes, column_values, computed_rows, plain_conflicts
from binwriter.sql.dml.auto_increment import AutoIncrement
from binwriter.sql.dml.completed_rows import Given, GivenRow, InsertTarget
from binwriter.sql.dml.keys import orphans
from binwriter.sql.dml.row_writer import RowWriter
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.dml.trigger_nulls import nulls_wait
from binwriter.sql.expressions.assign import assignment_to
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.moments.timezone import session_zone
from binwriter.sql.expressions.scope import Source
from binwriter.sql.store import store
from binwriter.sql.store.plain import Converter, Literals, as_literals, converter_for
from binwriter.sql.text.value_lists import MARK, ValueList, kinds, node_of
from binwriter.statement.values import RowOperation
from binwriter.storage.columns import ColumnRows

_MANY = 10_000  # rows that are written at a time
_AFTER_OTHERS = 16  # rows that are tried behind some in the way of which others were
_IN_VAIN = 64  # rows at most that are not tried in number where those before were in the way
_UNICODE = "utf8mb4"
_REPEATING = frozenset({ColumnType.ENUM, ColumnType.SET, ColumnType.YEAR, ColumnType.BIT})
_MOMENTS = frozenset({ColumnType.DATETIME2, ColumnType.TIMESTAMP2})


_Doubtful = tuple[Sequence[ColumnValue], bool]  # values, and whether some of them may be `NOT_PLAIN`

# In place of a value that the exact way has to make.
NOT_PLAIN: Any = object()


def takes_plain_rows(run: DmlRun, target: InsertTarget) -> bool:
    """Whether nothing but the columns and the unique keys has to do with the rows of an INSERT."""
    data, context = target.data, run.context
    table = data.definition
    asks_more = (
        run.inside
        or not context.server.takes_many
        or run.values.through_view
        or target.on_conflict is not None
        or (context.locking is not None and (table.foreign_keys or not context.locking.goes_alone(data)))
        or context.partial_rows is not None
        or interrupts.ends_some
        or not data.takes_many
        or table.engine.insert_only
        or table.special_keys
        or table.may_outgrow_page
        or table.hidden_columns
        or any(column.generated for column in table.columns)
        or run.has_triggers(table, RowOperation.WRITE)
        or nulls_wait(run, table, RowOperation.WRITE)
        or run.constraints.ask_of_rows(run, table, but_keys=True)
        or not AutoIncrement(data, run, 0).is_plain
    )
    left_out = (column for index, column in enumerate(table.columns) if index not in target.columns)
    kinds = (DefaultKind.EXPRESSION, DefaultKind.NONE, *((DefaultKind.NOW,) if target.names_all else ()))
    late = any(column.default_kind in kinds and not column.counts_left_out for column in left_out)
    return not asks_more and not late


def write_plain_rows(
    writer: RowWriter,
    literals: ValueList,
    compiled: Callable[[int], Given],
    standing: plain_conflicts.Standing | None = None,
) -> None:
    """All rows of a list. compiled: the exact way of one of them, by its number from 0. standing: what becomes of rows
    that are in the way.

    Raises MySQLError; rows done until then stay in `run.changes`.
    """
    target = writer.target
    if len(literals.columns) != len(target.columns):
        raise mysql_error("ER_WRONG_VALUE_COUNT_ON_ROW", 1)
    computed = computed_rows.ComputedCells(writer.run, NOT_PLAIN) if literals.computed else None
    columns, odd = _converted(writer.run, target, literals, computed)
    exact = {number: compiled(number) for number in odd}  # what these rows complain of as they are read comes first
    rows = _Rows(writer, columns, 0, computed, standing=standing)
    _write(rows, len(literals), odd, lambda at: exact[at] if at in exact else rows.given(at))
    writer.end()


def _value(value: ColumnValue, row: Row) -> ColumnValue:
    return value


def write_plain_texts(
    writer: RowWriter,
    fields: dict[int, Sequence[str | None]],
    count: int,
    before: int,
    exact: Callable[[int], GivenRow],
) -> None:
    """Rows of texts, None for NULL, by the index of their columns. before: rows that are written already."""
    run, table = writer.run, writer.target.data.definition
    uses_zone = run.context.facts.uses_time_zone
    reading = Literals(True, lambda: session_zone(run.context))
    columns: dict[int, Sequence[ColumnValue]] = {}
    odd: set[int] = set()
    for index, texts in fields.items():
        column = table.columns[index]
        columns[index], doubtful = _of_texts(texts, column, reading, run)
        odd.update(_odd(columns[index]) if doubtful else ())
    run.context.facts.uses_time_zone = uses_zone
    write_plain_columns(writer, columns, count, sorted(odd), exact, before)


def _of_texts(texts: Sequence[str | None], column: Column, reading: Literals, run: DmlRun) -> _Doubtful:
    if None in texts:
        null = None if column.spec.nullable or column.auto_increment else NOT_PLAIN
        given = [text for text in texts if text is not None]
        values, doubtful = _of_texts(given, column, reading, run) if given else ((), False)
        following = iter(values)
        return [null if text is None else next(following) for text in texts], doubtful or null is NOT_PLAIN
    convert = converter_for(column.spec)
    tried = partial(_text_tried, column, run)
    if convert is not None:
        try:
            return convert(as_literals(texts, column.spec), reading), False  # type: ignore[arg-type]
        except ValueError:
            pass
    known: dict[str, ColumnValue] = {}
    return [known[text] if text in known else known.setdefault(text, tried(text)) for text in texts], True  # type: ignore[arg-type]


def _text_tried(column: Column, run: DmlRun, text: str) -> ColumnValue:
    """A text's value, if there is nothing to complain of."""
    said = len(run.context.diagnostics)
    try:
        stored = store(column, text, run.context, as_error=True)
    except (MySQLError, UnsupportedError):
        stored = None
    if stored is None or len(run.context.diagnostics) > said:
        del run.context.diagnostics[said:]
        return NOT_PLAIN  # type: ignore[no-any-return]
    return stored


def write_plain_columns(
    writer: RowWriter,
    columns: dict[int, Sequence[ColumnValue]],
    count: int,
    odd: Sequence[int],
    exact: Callable[[int], GivenRow],
    before: int = 0,
) -> None:
    """Rows in their order; those that are odd, or stand in another's way, by themselves (exact)."""
    _write(_Rows(writer, columns, before), count, odd, exact)


def _write(rows: _Rows, count: int, odd: Sequence[int], exact: Callable[[int], GivenRow]) -> None:
    writer = rows.writer
    run, table = writer.run, writer.target.data.definition
    if table.foreign_keys and run.context.variables.settings.foreign_key_checks:
        odd = sorted(orphans.with_orphans(run, table, rows.columns, range(count), frozenset(odd)))
    at, room, alone = 0, _MANY, 0
    while at < count:
        if interrupts.asked and at:  # as behind each row of the exact way; whether these still go alone is asked anew
            interrupts.step(sees_kill=False)
        behind = odd[place] if (place := bisect_left(odd, at)) < len(odd) else count
        wanted = min(behind, at + room)
        done = rows.write(at, wanted)
        at += done
        if at < wanted and (changed := rows.change(at, behind)):
            at, room = at + changed, max(_AFTER_OTHERS, 2 * done)
            continue
        room = _MANY if at == wanted else max(1, 2 * done)
        alone = min(2 * alone + 1, _IN_VAIN) if at < wanted and not done else 0
        if at < wanted or at == behind < count:
            for number in range(at, min(at + max(alone, 1), count)):
                writer.uncounted += not writer.write(rows.before + number + 1 - writer.uncounted, exact(number))
                at += 1


@dataclass
class _Rows:
    """The rows as columns of the table. columns: of those that are given, by index. before: rows before these.
    computed: the cells that are no literals. standing: what becomes of rows in the way."""

    writer: RowWriter
    columns: dict[int, Sequence[ColumnValue]]
    before: int
    computed: computed_rows.ComputedCells | None = None
    omitted: dict[int, ColumnValue] | None = None
    standing: plain_conflicts.Standing | None = None

    def given(self, at: int) -> Given:
        """A row that is in another's way: the values that it has already."""
        self._note(at, at + 1)
        return {index: partial(_value, values[at]) for index, values in self.columns.items()}

    def write(self, start: int, stop: int) -> int:
        """Writes rows up to the first that is in another's way. Returns how many."""
        if start == stop:
            return 0
        run, target = self.writer.run, self.writer.target
        parts = self._parts(start, stop)
        counter = self.writer.auto.column
        self._note(start, start + 1)  # the first change looks at what was used by then

        def write(numbers: Sequence[ColumnValue]) -> int:
            rows = ColumnRows(parts)
            if counter is not None:
                parts[counter] = numbers
                rows = ColumnRows(parts if len(numbers) == len(rows) else [part[: len(numbers)] for part in parts])
            return _written(run, target, rows)

        if counter is None:
            done = write(())
        else:
            if not (all(parts[counter]) or run.context.has_mode("NO_AUTO_VALUE_ON_ZERO")):
                parts[counter] = [value or None for value in parts[counter]]
            filled = self.writer.auto.fill_all(parts[counter], write)
            done = 0 if filled is None else filled
        if done:
            self._note(start, start + done)
            run.context.row_number = self.before + start + done
        return done

    def change(self, start: int, stop: int) -> int:
        """Changes rows that are in the way of these, up to the first that none is in the way of. Returns how many."""
        if self.standing is None:
            return 0
        done = self.standing.change(ColumnRows(self._parts(start, stop)))
        if done:
            self._note(start, start + done)
            self.writer.run.context.row_number = self.before + start + done
        return done

    def _parts(self, start: int, stop: int) -> list[Sequence[ColumnValue]]:
        """The values of these rows by the table's columns."""
        run, target = self.writer.run, self.writer.target
        table = target.data.definition
        if self.omitted is None:
            left_out = [(index, column) for index, column in enumerate(table.columns) if index not in self.columns]
            self.omitted = {
                index: None
                if column.counts_left_out
                else column_values.omitted_value(run, column, marked=target.may_update(index))
                for index, column in left_out
            }
        return [
            self.columns[index][start:stop] if index in self.columns else [self.omitted[index]] * (stop - start)
            for index in range(len(table.columns))
        ]

    def _note(self, start: int, stop: int) -> None:
        """A date and time that comes as text asks for the time zone; what computed cells ask for."""
        context, target = self.writer.run.context, self.writer.target
        for index, values in self.columns.items():
            kind = target.data.definition.columns[index].spec.type
            if index in target.copied:
                continue
            if kind in _MOMENTS and any(value is not None for value in values[start:stop]):
                if kind is ColumnType.DATETIME2:
                    context.text_becomes_datetime()
                else:
                    session_zone(context)
        if self.computed is not None:
            self.computed.come_to(stop)


def _written(run: DmlRun, target: InsertTarget, rows: ColumnRows) -> int:
    """How many rows were written: none where they have to be asked for one by one."""
    locking = run.context.locking
    keys = () if locking is None else locking.new_keys(target.data, rows)
    if keys is None:
        return 0
    count = run.write_all(target.data, rows, target.assigned)
    if locking is not None:
        locking.came(target.data, keys, count)
    return count


def _odd(values: Sequence[ColumnValue]) -> Iterator[int]:
    """Which values are not plain."""
    return (number for number, value in enumerate(values) if value is NOT_PLAIN)


def _converted(
    run: DmlRun, target: InsertTarget, literals: ValueList, computed: computed_rows.ComputedCells | None
) -> tuple[dict[int, Sequence[ColumnValue]], list[int]]:
    """The columns by index, and which rows are not plain."""
    context = run.context
    uses_zone = context.facts.uses_time_zone
    source = Source.of_table(target.data.definition.name, target.data.definition)
    charset = collation_by_id(connection_collation(run.scope(source))).charset
    reading = Literals(charset == _UNICODE, lambda: session_zone(context))
    columns: dict[int, Sequence[ColumnValue]] = {}
    odd: set[int] = set()
    calls: call_shapes.CallShapes | None = None
    if computed is not None:
        calls = call_shapes.CallShapes(run, source, lambda column, cell: _tried(column, run, source, cell), NOT_PLAIN)
    for place, (index, cells) in enumerate(zip(target.columns, literals.columns, strict=True)):
        column = target.data.definition.columns[index]
        tried, default = partial(_tried, column, run, source), _default(column, run)
        if computed is not None and calls is not None and MARK in kinds(cells):
            asks = column.spec.type in _MOMENTS
            if asks:
                target.copied |= {index}

            of_literals = partial(_literals, column=column, reading=reading, tried=tried, default=default)
            called = partial(calls.value, column)
            columns[index], doubtful = (
                computed.values(cells, column, place, tried, called, of_literals, asks=asks),
                True,
            )
        else:
            columns[index], doubtful = _column(cells, column, reading, tried, default)
        odd.update(_odd(columns[index]) if doubtful else ())
    if computed is not None:
        computed.arranged()
    context.facts.uses_time_zone = uses_zone
    return columns, sorted(odd)


def _column(
    cells: Sequence[str], column: Column, reading: Literals, tried: Callable[[str], ColumnValue], default: ColumnValue
) -> _Doubtful:
    if "DEFAULT" in cells or "default" in cells:
        given = [cell for cell in cells if cell[0] not in "Dd"]
        values, doubtful = _column(given, column, reading, tried, default) if given else ((), False)
        following = iter(values)
        return [default if cell[0] in "Dd" else next(following) for cell in cells], doubtful or default is NOT_PLAIN
    if "NULL" in cells or "null" in cells:
        null = None if column.spec.nullable or column.auto_increment else NOT_PLAIN
        given = [cell for cell in cells if cell[0] not in "Nn"]
        values, doubtful = _column(given, column, reading, tried, default) if given else ((), False)
        following = iter(values)
        return [null if cell[0] in "Nn" else next(following) for cell in cells], doubtful or null is NOT_PLAIN
    convert = converter_for(column.spec)
    if convert is None:
        if column.spec.type in _REPEATING:
            known = {cell: tried(cell) for cell in set(cells)}
            return [known[cell] for cell in cells], True
        return list(map(tried, cells)), True
    try:
        return convert(cells, reading), False
    except ValueError:
        return [_by_itself(cell, convert, reading, tried) for cell in cells], True


def _literals(
    cells: Sequence[str], column: Column, reading: Literals, tried: Callable[[str], ColumnValue], default: ColumnValue
) -> Sequence[ColumnValue]:
    return _column(cells, column, reading, tried, default)[0]


def _default(column: Column, run: DmlRun) -> ColumnValue:
    """What the word DEFAULT stands for, where that is no work: of a counter 0 (captured: counters_of_zero)."""
    if column.counts_left_out:
        return 0 if run.context.has_mode("NO_AUTO_VALUE_ON_ZERO") else None
    known = column.default_kind is DefaultKind.LITERAL and column.spec.type not in _MOMENTS
    return column.default if known else NOT_PLAIN


def _by_itself(cell: str, convert: Converter, reading: Literals, tried: Callable[[str], ColumnValue]) -> ColumnValue:
    try:
        return convert((cell,), reading)[0]
    except ValueError:
        return tried(cell)


def _tried(column: Column, run: DmlRun, source: Source, cell: str) -> ColumnValue:
    """A value by the exact way, if there is nothing to complain of."""
    context = run.context
    said = len(context.diagnostics)
    try:
        value = assignment_to(run.compile(node_of(cell), source), column.spec)(context, ((),))
        stored = None if value is None else store(column, value, context, as_error=True)
    except (MySQLError, UnsupportedError):
        stored = None
    if stored is None or len(context.diagnostics) > said:
        del context.diagnostics[said:]
        return NOT_PLAIN  # type: ignore[no-any-return]
    return stored
