"""The plans of INSERT, UPDATE and DELETE of one row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from datetime import UTC, datetime
from typing import Any

from binwriter.binlog.caches.single import RowForm, SingleChange, SingleRow, StatementForm
from binwriter.binlog.events.effect_states import event_states, updated_databases
from binwriter.binlog.rules.logging_format import LoggingDecision, LoggingFormat
from binwriter.catalog.tables import Key
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.records import dataclass, replace
from binwriter.locks.row_locks import Mode
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.mysql.values.real_text import is_same_row
from binwriter.server.execute.info import FOUND_NONE, UPDATED_NONE, UPDATED_ONE
from binwriter.server.execute.quick.computed import computing
from binwriter.server.execute.quick.plans import Plan, Row, Text, own_table
from binwriter.server.execute.quick.samples import does_the_same, is_all
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.moments.timezone import zone_by_name
from binwriter.sql.query.access.locked_table import LockedTable
from binwriter.sql.query.access.locking import StatementLocks
from binwriter.sql.quick.moments import Timed
from binwriter.sql.quick.shapes import InsertShape, KeyShape, shape_of
from binwriter.sql.store.numbers import INTEGER_BITS, integer_range
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import RowOperation, StatementEffects, StatementProfile
from binwriter.storage.table_data import TableData

_SOME_SECOND = datetime(2000, 1, 1, tzinfo=UTC)
_UNCHANGED = StatementResult(info=UPDATED_NONE.info, matched=UPDATED_NONE.matched)
_NOT_FOUND = {
    RowOperation.UPDATE: StatementResult(info=FOUND_NONE.info, matched=FOUND_NONE.matched),
    RowOperation.DELETE: StatementResult(),
}


@dataclass
class ChangePlan:
    """One row is changed. found_rows: what FOUND_ROWS() is behind it, None for what it was."""

    runner: Execution
    profile: StatementProfile
    effects: StatementEffects
    row_form: bool
    data: TableData
    shape: Any
    found_rows: int | None
    locking: StatementLocks | None = None
    counted_as: str = ""
    _logs: dict[tuple[bool, bool], SingleChange | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.session = self.runner.session
        self.server = self.session.server
        self.needs_text = not self.row_form or self.session.variables.settings.binlog_rows_query_log_events
        self.engine = self.data.definition.engine.name
        self.operation = self.effects.rows[0].operation
        self.result = StatementResult(affected=1)

    def logs(self, in_transaction: bool) -> SingleChange:
        """How it is logged in the transaction as it is. ValueError where plans do not log."""
        log = self.session.log.transaction
        key = in_transaction, not log.trx_cache.events
        if key not in self._logs:
            self._logs[key] = self._new_log()
        single = self._logs[key]
        if single is None or log.stmt_cache.events or not (in_transaction or single.is_idle()):
            raise ValueError("logged in another way")
        return single

    def _new_log(self) -> SingleChange | None:
        session = self.session
        decision = session.decide(self.profile)
        unsafe = decision.unsafe and session.binlog_format is not BinlogFormat.ROW
        unusual = decision.error is not None or decision.warnings or unsafe
        if unusual or (decision.format is LoggingFormat.ROW) is not self.row_form:
            return None
        databases = updated_databases(self.profile, self.effects, self.server.profile, row_form=self.row_form)
        state = session.log_statement_state(0, effects=self.effects, databases=databases)
        state = replace(state, statement=replace(state.statement, timestamp=0, exec_time=0))
        log, end = event_states(state, self.profile, self.effects, self.server.policy, row_form=self.row_form)
        form: RowForm | StatementForm
        if self.row_form and not RowForm.takes(self.effects.rows[0], log):
            return None
        if self.row_form:
            form = RowForm(self.effects.rows[0], log, session.log.transaction)
        else:
            form = StatementForm(self.effects, self.profile.traits, log)
        return SingleChange(session.log.transaction, form, log, end)

    def begin(
        self,
        before: Row | None,
        after: Row | None,
        text: Text,
        generated: int,
        more: tuple[tuple[Row, Row | None], ...] = (),
    ) -> tuple[Any, ...]:
        """Everything that may still say that the statement is not plain; then the clock, and what is logged. more:
        further rows, which no locks are asked for."""
        session, server, runner = self.session, self.server, self.runner
        in_transaction = session.in_transaction
        single = self.logs(in_transaction)
        logged = text.logged() if self.needs_text else b""
        image = single.form.image(before, after)
        if more:
            image = b"".join([image, *(single.form.image(*row) for row in more)])
            if len(image) > single.form.room:
                raise ValueError("several events")
        if not single.fits(len(image) + len(logged), in_transaction=in_transaction):
            raise ValueError("a cache may be full")
        if not session.engine_mix.goes_on_with(self.engine):
            raise ValueError("another engine")
        # without a transaction all locks would go with the statement, and nobody is there to wait for them
        self.locking = None
        if in_transaction and server.locks.in_use:
            runner.locks.before_dml(self.profile)
            self.locking = runner.locks.statement(self.profile.command)
        clock = server.chance.clock()
        seconds = session.statement_time(clock) // 1_000_000
        runner.spelling.given = text.given
        session.reads_timestamp = False
        session.failed_log = None
        row = SingleRow(before, after, image, logged, generated, seconds, max(0, clock // 1_000_000 - seconds), more)
        return single, in_transaction, row

    def put_second(self, timed: Sequence[Timed], row: list[ColumnValue], second: datetime = _SOME_SECOND) -> None:
        """What the columns take of a second; without one of another, which takes as many bytes. ValueError where the
        session's clock stands."""
        variables = self.session.variables
        if variables.fixed_timestamp is not None:
            raise ValueError("SET timestamp")
        zone = zone_by_name(variables.settings.time_zone)
        for column in timed:
            row[column.column] = column.take(second, zone)

    def at_its_second(self, timed: Sequence[Timed], log: tuple[Any, ...]) -> tuple[Any, ...]:
        """What `begin` gave, with the second at which the statement has begun in its row."""
        single, in_transaction, begun = log
        row = list(begun.after)
        self.put_second(timed, row, datetime.fromtimestamp(begun.timestamp, UTC))
        after = tuple(row)
        return single, in_transaction, replace(begun, after=after, image=single.form.image(begun.before, after))

    def nothing(self, text: Text, found: int = 1) -> StatementResult:
        """The row stays as it is, or there is none, and the row form logs nothing."""
        session, runner, server = self.session, self.runner, self.server
        in_transaction = session.in_transaction
        self.logs(in_transaction)
        if not self.row_form or server.locks.in_use or not session.engine_mix.goes_on_with(self.engine):
            raise ValueError("it is logged, or locks")
        server.chance.clock()
        runner.spelling.given = text.given
        session.reads_timestamp = False
        session.failed_log = None
        if in_transaction:
            session.engine_mix.note(self.profile)
            session.log.transaction.joined_without_change()
        else:
            session.end_transaction(undo=False)
        runner.row_count = 0
        runner.area.clear()
        if self.found_rows is not None:
            runner.found_rows = min(self.found_rows, found)
        return _UNCHANGED if found else _NOT_FOUND[self.operation]

    def end(self, single: SingleChange, in_transaction: bool, row: SingleRow, rows: int = 1) -> None:
        """Logs the change that was made. rows: how many it is."""
        runner, session = self.runner, self.session
        if in_transaction:
            session.engine_mix.note(self.profile)
            single.add(row)
        else:
            single.commit(row)
            session.end_transaction(undo=False)
        session.counts.changed(self.data.definition, self.operation, rows)
        runner.row_count = rows
        runner.area.clear()
        if self.found_rows is not None:
            runner.found_rows = self.found_rows


class InsertPlan(ChangePlan):
    """INSERT .. VALUES of one row."""

    shape: InsertShape

    def __post_init__(self) -> None:
        super().__post_init__()
        counter = self.shape.counter
        if counter is not None:
            spec = self.data.definition.columns[counter].spec
            if spec.type not in INTEGER_BITS:
                raise ValueError("a counter of another type")
            self.highest = integer_range(spec.type, spec.unsigned)[1]

    def run(self, literals: Sequence[str], text: Text) -> StatementResult:
        values, data, runner = self.shape.row(literals), self.data, self.runner
        counter, generated, inserted = self.shape.counter, 0, 0
        if counter is not None:
            if runner.forced_insert_id.value is not None:
                raise ValueError("SET INSERT_ID")
            if self.shape.generates and data.counted_by[0] <= 1:
                inserted = generated = data.auto_increment
                data.counted_by = (1, 1)
                values[counter] = inserted
            else:
                inserted = values[counter]  # type: ignore[assignment]
            if data.counted_by[0] > 1 or not 0 < inserted < self.highest:
                raise ValueError("0, the end of the counter, or a counter with steps")
        timed = self.shape.timed
        if timed:
            self.put_second(timed, values)
        row = tuple(values)
        if data.duplicate(row) is not None:
            raise ValueError("a key that is there")
        log = self.begin(None, row, text, generated)
        if timed:
            log = self.at_its_second(timed, log)
            row = log[2].after
        if self.locking is not None:
            self.locking.before_insert(data, row, replaces=False)
        if inserted >= data.auto_increment:
            data.auto_increment = inserted + 1
        row_id = data.insert(row, runner.undo)
        if self.locking is not None:
            self.locking.changed(data, row_id, None, None)
        self.end(*log)
        if generated:
            runner.last_insert_id = generated
        return StatementResult(affected=1, insert_id=inserted) if inserted else self.result


class UpdatePlan(ChangePlan):
    """UPDATE of the row that a unique key finds."""

    shape: KeyShape

    def __post_init__(self) -> None:
        super().__post_init__()
        table = self.data.definition
        self.counter = table.auto_increment_column
        changed = {change.column for change in self.shape.changes}
        self.result = StatementResult(affected=1, info=UPDATED_ONE.info, matched=UPDATED_ONE.matched)
        self.moving = self.shape.timed + self.shape.following
        self.changes_key = any(not changed.isdisjoint(key.columns) for key in table.keys)

    def run(self, literals: Sequence[str], text: Text) -> StatementResult:
        data = self.data
        row_id, before = _row(data, self.shape, literals)
        if before is None:
            return self.nothing(text, 0)
        after = self.shape.changed(before, literals)
        if is_same_row(after, before):
            if self.shape.timed:
                raise ValueError("it changes if the second is another")
            return self.nothing(text)
        if self.moving:
            values = list(after)
            self.put_second(self.moving, values)
            after = tuple(values)
        if self.changes_key and data.duplicate(after, row_id) is not None:
            raise ValueError("a key that is there")
        if self.counter is not None and before[self.counter] >= data.auto_increment:  # type: ignore[operator]
            raise ValueError("the counter moves")
        log = self.begin(before, after, text, 0)
        if self.moving:
            log = self.at_its_second(self.moving, log)
            after = log[2].after
        locking = self.locking
        if locking is None:
            data.update(row_id, after, self.runner.undo)
        else:
            _lock(locking, data, self.shape.key, before)
            locking.row(data, row_id)
            locking.before_update(data, row_id, after)
            place = data.place_of(row_id)
            data.update(row_id, after, self.runner.undo)
            locking.changed(data, row_id, before, place)
        self.end(*log)
        return self.result


class DeletePlan(ChangePlan):
    """DELETE of the row that a unique key finds."""

    shape: KeyShape

    def run(self, literals: Sequence[str], text: Text) -> StatementResult:
        row_id, before = _row(self.data, self.shape, literals)
        if before is None:
            return self.nothing(text, 0)
        log = self.begin(before, None, text, 0)
        data, locking = self.data, self.locking
        if locking is None:
            data.delete(row_id, self.runner.undo)
        else:
            _lock(locking, data, self.shape.key, before)
            locking.before_delete(data, row_id)
            place = data.place_of(row_id)
            data.delete(row_id, self.runner.undo)
            locking.changed(data, row_id, before, place)
        self.end(*log)
        return self.result


def _row(data: TableData, shape: KeyShape, literals: Sequence[str]) -> tuple[int, Row | None]:
    for row_id, row in data.scan(shape.key, shape.values(literals)):
        if not shape.tests or shape.lets_through(row, literals):
            return row_id, row
    return 0, None


def _lock(locking: StatementLocks, data: TableData, key: Key, row: Row) -> None:
    """The row as a statement locks it that finds it by a unique key."""
    for _ in LockedTable(locking, data, Mode.X).scan(key, tuple([row[column] for column in key.columns])):
        pass


_PLANS: dict[RowOperation, type[ChangePlan]] = {
    RowOperation.WRITE: InsertPlan,
    RowOperation.UPDATE: UpdatePlan,
    RowOperation.DELETE: DeletePlan,
}
CHANGES_OF = {"insert": RowOperation.WRITE, "update": RowOperation.UPDATE, "delete": RowOperation.DELETE}


def plan_of_change(
    runner: Execution,
    parsed: ParsedStatement,
    profile: StatementProfile,
    decision: LoggingDecision,
    effects: StatementEffects,
    context: StatementContext,
    literals: Sequence[str],
) -> Plan | None:
    """The plan of a statement that has changed one row; None if it cannot have one."""
    operation = CHANGES_OF.get(parsed.command)
    if operation is None or parsed.modifiers or len(effects.rows) != 1 or len(profile.tables) != 1:
        return None
    change = effects.rows[0]
    table = change.table
    data = own_table(runner, parsed, table, context)
    if runner.session.server.policy.counts_lost_maps:
        return None
    if data is None or change.operation is not operation or not is_all(effects, profile, decision):
        return None
    compute = computing(runner, table, context) if operation is RowOperation.UPDATE else None
    shape = shape_of(parsed.node, table, literals, compute)  # type: ignore[arg-type]
    if shape is None or not does_the_same(shape, change, effects, literals):
        return None
    found_rows = 0 if CommandTrait.LEAVES_NO_FOUND_ROWS in parsed.traits else context.new_found_rows
    row_form = decision.format is LoggingFormat.ROW
    try:
        plan: Any = _PLANS[operation](runner, profile, effects, row_form, data, shape, found_rows)
    except ValueError:
        return None
    return plan  # type: ignore[no-any-return]
