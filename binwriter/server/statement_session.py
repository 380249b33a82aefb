"""A session without SQL: it logs statements that somebody else ran, given as profile and effects, or plain rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import field
from typing import Self

from binwriter.binlog.caches.session_log import SessionLog
from binwriter.binlog.events.session_state import events_of_session, log_statement_state, session_state
from binwriter.binlog.gtid_next import OriginalCommit, SessionGtid
from binwriter.binlog.rules.logging_format import LoggingDecision, LoggingFormat, decide_logging_format
from binwriter.binlog.rules.unsafe import TransactionState
from binwriter.binlog.xa import XaBranch, XaState, wrong_state
from binwriter.errors import ClosedError, MySQLError
from binwriter.formats.collations import collation_by_name
from binwriter.formats.records import dataclass, replace
from binwriter.locks.turns import Owner
from binwriter.mysql import interrupts
from binwriter.mysql.interrupts import Kill
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.session_modes import BinlogFormat, Isolation
from binwriter.mysql.variables.scopes import SessionVariables
from binwriter.server.engine_mix import EngineMix
from binwriter.server.in_turn import await_replicas, in_turn
from binwriter.server.log.effects import log_effects, row_statement
from binwriter.server.row_plans import RowPlans
from binwriter.server.row_writing import RowWriting
from binwriter.server.state import ServerState
from binwriter.statement.event_context import EventContext
from binwriter.statement.news import SessionNews
from binwriter.statement.result import StatementResult
from binwriter.statement.row_changes import RowChanges
from binwriter.statement.uses import Uses
from binwriter.statement.values import (
    DdlEvent,
    RowChange,
    StatementEffects,
    StatementProfile,
)
from binwriter.statement.xid import XaId

_ISOLATIONS = {isolation.value: isolation for isolation in Isolation}
_ONE_ROW = StatementResult(affected=1)


@dataclass
class StatementSession(RowWriting):
    """One connection as the log sees it: transactions, the caches, and statements by their profile and effects.

    Attributes a caller may read: thread_id, user, database, variables (its system variables). in_call: statements are
    those of a CALL; used_in_call: what these have used, which COMMIT and ROLLBACK carry too; changed_n_in_call: one of
    them changed an N-table, which a server remembers to its end. host: where the client is; account: the one that it
    is, None where there are no accounts. xa: the open XA transaction. ended_xid: of the last one before.
    """

    server: ServerState
    thread_id: int
    user: str = "root"
    database: str | None = None
    variables: SessionVariables = field(init=False)
    log: SessionLog = field(init=False)
    gtid: SessionGtid = field(init=False)
    engine_mix: EngineMix = field(init=False)
    owner: Owner = field(init=False)
    row_plans: RowPlans = field(init=False)
    explicit_transaction: bool = False
    seems_in_transaction: bool = False  # SET autocommit=1 of a 5.1 ends one, and leaves what says that there is one
    created_in_transaction: tuple[str, str] | None = None  # by CREATE TABLE .. START TRANSACTION; ("", ""): was there
    closed: bool = False
    in_call: bool = False
    changed_n_in_call: bool = False
    used_in_call: Uses | None = None
    reads_timestamp: bool = False  # the statement has read a routine's text in which TIMESTAMP stands
    xa: XaBranch | None = None
    ended_xid: XaId | None = None
    restore_hinted: Callable[[], None] | None = None  # takes back what the running statement's SET_VAR hints set
    host: str = "localhost"
    account: tuple[str, str] | None = None
    gave_password: bool = False
    news: SessionNews | None = None  # for a client that asked to be told of the session
    _events_known: tuple[object, EventContext] | None = None
    unlogged_ddl: tuple[DdlEvent, ...] = ()  # of the last definition that sql_log_bin kept from the log, under a GTID
    failed_log: EventContext | None = None  # of the last statement that failed: its events' session and statement

    def __post_init__(self) -> None:
        self.variables = SessionVariables(self.server.variables, self.server.chance.clock)
        self.log = SessionLog(self.server, self.server.policy)
        self.log.transaction.original = OriginalCommit(self.variables)
        self.log.transaction.server_id = int(self.server.variables.get("server_id"))
        self.gtid = SessionGtid(self.server.gtids, lambda: self.log.transaction.ends)
        self.engine_mix = EngineMix(self.server.policy.warns_of_engine_mix)
        self.row_plans = RowPlans(self)
        self.variables.compute("gtid_owned", lambda: self.gtid.owned_text)
        self.owner = Owner(self.thread_id, lambda name: int(self.variables.get(name)), self.weight)
        self.server.locks.enter(self.owner, self.catch_up_locks)

    # --- rows without SQL

    @in_turn
    def log_changes(self, changes: Iterable[RowChange]) -> StatementResult:
        """Logs row changes as one statement.

        Raises MySQLError when they cannot be logged, EncodeError for bad values.
        """
        self._check_open()
        given = changes if type(changes) is RowChanges else list(changes)
        if len(given) == 1:
            if self.row_plans.log(given[0]):
                return _ONE_ROW
            key = self.row_plans.key(given[0])
        rows = given if type(given) is RowChanges else RowChanges(given)
        changes_parent = self.server.parents.changed(rows.tables().values(), self.server.catalog)
        profile, effects = row_statement(rows, changes_parent=changes_parent)
        start = self.server.chance.clock()
        decision = self.decide(profile)
        if decision.error is not None:
            raise decision.error
        self.log_effects(profile, decision, effects, start)
        if len(rows) == 1:
            self.row_plans.learn(key, profile, decision, effects)
        return StatementResult(affected=len(rows))

    def decide(self, profile: StatementProfile, state: TransactionState | None = None) -> LoggingDecision:
        """Layer 1 for a statement that is about to run here. state: the session's own by default."""
        by_statement = self.binlog_format is BinlogFormat.STATEMENT
        if by_statement and not self.server.logs_database(self.database or ""):
            return LoggingDecision("binlog-do-db, binlog-ignore-db", LoggingFormat.STATEMENT)
        state = state or self.transaction_state()
        key = self.format_of(profile), state
        decision: LoggingDecision | None = profile.decisions.get(key)
        if decision is None:
            decision = decide_logging_format(profile, *key, self.server.policy.unsafe)
            if decision.error is None:  # which is raised, and changes by that
                profile.decisions[key] = decision
        return decision

    def format_of(self, profile: StatementProfile) -> BinlogFormat:
        """The format in which a statement of this profile is logged, as far as the session says."""
        return self.binlog_format

    def log_effects(
        self, profile: StatementProfile, decision: LoggingDecision, effects: StatementEffects, start: int
    ) -> tuple[Diagnostic, ...]:
        """Logs a statement that ran, and ends it; in autocommit its transaction ends with it.

        start: microseconds on the server's clock when it began. Returns the warnings that logging adds. Raises
        EncodeError for values that cannot be logged; then nothing of the statement is.
        """
        return log_effects(self, profile, decision, effects, start)

    @in_turn
    def log_ddl(self, text: str, *, schema: str | None = None) -> None:
        """Logs a DDL statement as given, without running it.

        It commits the open transaction and is a group of its own.
        """
        self._check_open()
        self.commit()
        log = self.log_statement_state(self.server.chance.clock())
        database = self.database or "" if schema is None else schema
        event = DdlEvent(text.encode(), database, (database,), atomic=True, sql_require_primary_key=True)
        self.log.definitions.log([event], log)

    @contextmanager
    def transaction(self) -> Iterator[Self]:
        """BEGIN ... COMMIT around a block; ROLLBACK when it raises. ValueError when the session was closed in it."""
        self.begin()
        try:
            yield self
        except BaseException:
            if not self.closed:
                self.rollback()
            raise
        self.commit()

    # --- turns

    def weight(self) -> tuple[bool, int]:
        """How much the open transaction weighs where a deadlock needs a victim: N-changes, then rows changed."""
        return self.log.transaction.nontransactional_write, 0

    def catch_up_locks(self) -> None:
        """Another session has come: the open transaction's changes are locked from now on. Without SQL none are."""

    def before_commit(self) -> None:
        """COMMIT may have to wait. Without SQL it never does."""

    # --- transactions

    @property
    def in_transaction(self) -> bool:
        """Inside BEGIN, or autocommit is off: statements do not commit by themselves."""
        return self.explicit_transaction or not self.variables.settings.autocommit

    @property
    def in_active_transaction(self) -> bool:
        """Inside BEGIN, or autocommit is off and the transaction has begun (SERVER_STATUS_IN_TRANS)."""
        return (
            self.explicit_transaction
            or self.seems_in_transaction
            or (self.in_transaction and (self.log.transaction.active or self.log.transaction.engine_joined))
        )

    @property
    def xa_state(self) -> XaState:
        """Of its XA transaction, as XA statements change it."""
        return XaState.NONE if self.xa is None else self.xa.state

    def refuse_in_xa(self) -> None:
        """ER_XAER_RMFAIL (1399): an XA transaction ends by XA statements only."""
        if self.xa is not None:
            raise wrong_state(self.xa.state)

    @in_turn
    def begin(self) -> None:
        """BEGIN: commits an open transaction first.

        In captures it leaves the isolation level, unlike COMMIT, as it was for that one, or as SET TRANSACTION set it.
        """
        self._check_open()
        self.refuse_in_xa()
        if self.in_transaction:
            characteristics = dict(self.variables.next_transaction)
            self.commit()
            self.variables.next_transaction.update(characteristics)
        self.explicit_transaction = True
        if self.news is not None:
            self.news.began()

    @in_turn
    def commit(self, *, asked: bool = False) -> None:
        """COMMIT, which is asked for or comes about. ER_XAER_RMFAIL in an XA transaction."""
        self._check_open()
        self.refuse_in_xa()
        try:
            self.before_commit()
        except MySQLError:  # a commit that waited too long is a rollback
            self.rollback()
            raise
        self.log.transaction.commit(self.log_statement_state(self.server.chance.clock()))
        self.gtid.own_nothing()
        self.end_transaction(undo=False, executes=asked or self.in_transaction)

    @in_turn
    def rollback(self) -> bool:
        """ROLLBACK. Returns whether N-changes stay behind (warning 1196). ER_XAER_RMFAIL in an XA transaction."""
        self._check_open()
        self.refuse_in_xa()
        incomplete = self.log.transaction.rollback(self.log_statement_state(self.server.chance.clock()))
        self.gtid.own_nothing()
        self.end_transaction(undo=True)
        return incomplete

    def rollback_with_statement(self) -> tuple[Diagnostic, ...]:
        """A deadlock or a timeout takes the transaction of the statement that failed back, an XA transaction too.

        Its ROLLBACK event is that of the statement (captured: locks_deadlocks_*). Returns the warnings.
        """
        incomplete = self.log.transaction.nontransactional_write
        log = self.failed_log or self.log_statement_state(self.server.chance.clock())
        xid, self.log.transaction.xid = self.log.transaction.xid, None  # it is no XA ROLLBACK
        self.log.transaction.rollback(log)
        self.end_transaction(undo=True)
        if self.xa is not None:
            self.log.transaction.xid, self.explicit_transaction = xid, True
        return (mysql_warning("ER_WARNING_NOT_COMPLETE_ROLLBACK"),) if incomplete else ()

    def end_transaction(self, *, undo: bool, forget_engines: bool = True, executes: bool = True) -> None:
        """What the storage and the session forget when a transaction ends. executes: with the GTID that it owns.
        forget_engines: an engine or the log took part; else SET TRANSACTION waits for the next one, too (captured:
        clusters/transactions_that_none_took_part_in)."""
        self.explicit_transaction, self.gtid.violating = False, None
        if self.news is not None:
            self.news.ended()
        if executes and not undo and not self.server.variables.options.log_bin:
            self.gtid.committed_unlogged()
        if forget_engines:
            if self.variables.next_transaction:
                self.variables.next_transaction.clear()
            self.engine_mix.forget()
        ends = self.server.ends
        if ends.are_awaited and not undo:
            await_replicas(self, are_seen=False)
        self.storage_ended(undo=undo)
        if ends.are_awaited:
            await_replicas(self, are_seen=True)

    def storage_ended(self, *, undo: bool) -> None:
        """What the storage does at the end of a transaction; here there is none."""

    def xa_ended(self) -> None:
        """The end of a session: its XA transaction is kept if it is prepared; without SQL there is none."""

    def session_ended(self) -> None:
        """What a session leaves behind when it ends; without SQL nothing."""

    def close(self) -> None:
        """Disconnects: an open transaction is rolled back. A statement that still runs in another thread is killed."""
        turns = self.server.locks.turns
        with turns.changed:
            if self.closed:
                return
            if self.owner.waiter is not None or self.owner.is_away:
                turns.kill(self.owner, Kill.CONNECTION)
                return
            self.xa_ended()
            self.rollback()
            self.gtid.transaction_ended()
            self.session_ended()
            self._left()

    def vanish(self) -> None:
        """The server is gone: what no commit has written is gone from the tables too, and nothing of it is logged."""
        turns = self.server.locks.turns
        with turns.changed:
            turns.kill(self.owner, Kill.CONNECTION)
            self.xa_ended()
            self.end_transaction(undo=True)
            self.gtid.transaction_ended()
            self._left()

    def _left(self) -> None:
        self.closed = True
        self.server.disconnected(self.thread_id)
        self.server.locks.leave(self.owner)

    def was_killed(self, result: StatementResult) -> StatementResult:
        """After a statement during which KILL came: what the client gets. KILL of the connection closes the session."""
        kill = interrupts.answered(self.owner)
        if kill is not None and kill.ends_session:
            self.close()
            return replace(result, error=mysql_error("CR_SERVER_LOST"), affected=None, insert_id=None)
        return result

    def _check_open(self) -> None:
        if self.closed:
            raise ClosedError(f"session {self.thread_id} is closed")

    # --- what the log sees of this session

    @property
    def binlog_format(self) -> BinlogFormat:
        """@@SESSION.binlog_format."""
        return self.variables.settings.binlog_format

    def statement_time(self, clock: int) -> int:
        """The time a statement runs at, in microseconds since 1970: SET TIMESTAMP wins over the clock."""
        fixed = self.variables.fixed_timestamp
        return clock if fixed is None else fixed

    def transaction_state(self) -> TransactionState:
        """What layer 1 asks of its transaction."""
        settings = self.variables.settings
        return TransactionState(
            self.explicit_transaction or not settings.autocommit,
            not self.log.transaction.trx_cache,
            settings.binlog_direct_non_transactional_updates,
            _ISOLATIONS[self.variables.isolation()],
            self.xa is not None,
        )

    def log_statement_state(
        self,
        start_microseconds: int,
        *,
        effects: StatementEffects | None = None,
        databases: tuple[str, ...] | None = None,
    ) -> EventContext:
        """Both states as the events of a statement that began then carry them."""
        log = log_statement_state(
            self._events(),
            self.database or "",
            start_microseconds,
            self.statement_time(start_microseconds),
            effects,
            databases,
        )
        if self.reads_timestamp:
            log = replace(log, statement=replace(log.statement, timestamp_defaults=True))
        return log if effects is not None or self.used_in_call is None else log.by(self.used_in_call)

    def _events(self) -> EventContext:
        """What all its events share now."""
        collation, variables = self._schema_collation(), self.variables
        stamp = collation, variables.client_collation, *variables.changes
        if self._events_known is None or self._events_known[0] != stamp:
            state = session_state(self.server.profile, self.thread_id, collation, variables)
            self._events_known = stamp, events_of_session(state, variables)
        return self._events_known[1]

    def _schema_collation(self) -> int:
        """The collation that the session's database gives to @@collation_database."""
        entered = self.variables.entered
        if entered is not None and entered[0] == self.database:
            return entered[1]
        schema = self.server.catalog.schemas.get(self.database or "")
        if schema is not None:
            return schema.collation
        return collation_by_name(str(self.variables.get("collation_server"))).id
