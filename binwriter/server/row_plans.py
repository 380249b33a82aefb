"""Single rows without SQL that are logged again and again in the same way: what their statements share is made once.

A plan is made of what the exact way decided for a row of the same table and kind (`StatementSession.log_changes`), and
gives up before anything has happened where a row, the session or its transaction is not as it was then.
"""

from __future__ import annotations

from binwriter.binlog.caches.single import RowForm, SingleChange, SingleRow
from binwriter.binlog.events.effect_states import event_states, updated_databases
from binwriter.binlog.rules.logging_format import LoggingDecision, LoggingFormat
from binwriter.binlog.rules.two_caches import TwoCaches
from binwriter.catalog.tables import Table
from binwriter.formats.errors import EncodeError
from binwriter.formats.records import replace
from binwriter.server.log.session import LoggedSession
from binwriter.statement.values import RowChange, RowOperation, StatementEffects, StatementProfile

_MOST = 1000  # tables and sets of columns
Key = tuple[int, RowOperation, frozenset[int] | None, bool, bool, bool]


class RowPlans:
    """The plans of one session. used: how many rows were logged by one."""

    def __init__(self, session: LoggedSession) -> None:
        self._session = session
        self.used = 0
        self._stamp: tuple[object, ...] = ()
        self._usable = False
        self._plans: dict[Key, tuple[Table, SingleChange | None]] = {}

    def log(self, change: RowChange) -> bool:
        """Logs the row as a statement, if there is a plan for it and all is plain; else nothing has happened."""
        session = self._session
        if not self._may():
            return False
        in_transaction, log = session.in_transaction, session.log.transaction
        begun = bool(log.trx_cache.events)
        known = self._plans.get(self._key(change, in_transaction, begun))
        if known is None or known[1] is None or known[0] is not change.table:
            return False
        single = known[1]
        if log.stmt_cache.events or not (in_transaction or single.is_idle()):
            return False
        try:
            image = single.form.image(change.before, change.after)
        except (EncodeError, ValueError):
            return False
        if not single.fits(len(image), in_transaction=in_transaction):
            return False
        clock = session.server.chance.clock()
        seconds = session.statement_time(clock) // 1_000_000
        session.failed_log = None
        exec_time = max(0, clock // 1_000_000 - seconds)
        row = SingleRow(change.before, change.after, image, b"", 0, seconds, exec_time)
        if in_transaction:
            single.add(row)
        else:
            single.commit(row)
            session.end_transaction(undo=False)
        self.used += 1
        return True

    def key(self, change: RowChange) -> Key:
        """What a plan for the row goes by, before it is logged."""
        begun = bool(self._session.log.transaction.trx_cache.events)
        return self._key(change, self._session.in_transaction, begun)

    @staticmethod
    def _key(change: RowChange, in_transaction: bool, begun: bool) -> Key:
        return id(change.table), change.operation, change.assigned, change.read_whole, in_transaction, begun

    def learn(self, key: Key, profile: StatementProfile, decision: LoggingDecision, effects: StatementEffects) -> None:
        """A statement of one row was logged the exact way."""
        change = effects.rows[0]
        if key in self._plans or not self._may():
            return
        if len(self._plans) >= _MOST:
            self._plans.clear()
        self._session.server.definitions.rely_on(change.table.name)
        self._plans[key] = change.table, self._made(profile, decision, effects)

    def _may(self) -> bool:
        """Whether plans may be used now."""
        session, server = self._session, self._session.server
        stamp = (*session.variables.changes, server.definitions.count, server.parents.changes, session.database)
        if stamp != self._stamp:
            self._stamp = stamp
            self._plans.clear()
            self._usable = self._is_usual()
        usual = session.xa is None and session.restore_hinted is None and not session.reads_timestamp
        return self._usable and usual and not (session.in_call or session.used_in_call or session.gtid.is_assigned)

    def _is_usual(self) -> bool:
        """Whether nothing is in force that plans know nothing of."""
        session, server = self._session, self._session.server
        return bool(
            server.plan_cache
            and server.trace is None
            and type(server.policy.caches) is TwoCaches
            and not session.variables.next_transaction
            and session.variables.settings.sql_log_bin
            and not session.variables.settings.binlog_rows_query_log_events
            and not (server.filter.do or server.filter.ignore)
        )

    def _made(
        self, profile: StatementProfile, decision: LoggingDecision, effects: StatementEffects
    ) -> SingleChange | None:
        session, change = self._session, effects.rows[0]
        table, server = change.table, session.server
        engine = table.engine
        asks_more = table.foreign_keys or table.special_keys or table.hidden_columns or table.partitioning
        kept = engine.two_phase and engine.transactional and not (engine.insert_only or engine.self_logging)
        unusual = decision.error is not None or decision.warnings or decision.unsafe or effects.changes_parent
        unusual = unusual or server.parents.may_concern(table, server.catalog)
        if asks_more or table.temporary or not kept or unusual or decision.format is not LoggingFormat.ROW:
            return None
        databases = updated_databases(profile, effects, server.profile, row_form=True)
        state = session.log_statement_state(0, effects=effects, databases=databases)
        state = replace(state, statement=replace(state.statement, timestamp=0, exec_time=0))
        log, end = event_states(state, profile, effects, server.policy, row_form=True)
        if not RowForm.takes(change, log):
            return None
        transaction = session.log.transaction
        return SingleChange(transaction, RowForm(change, log, transaction), log, end)
