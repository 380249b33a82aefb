"""The log state of a transaction: both caches, their flushes, and how the transaction and its statements end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from binwriter.binlog.clock.logical_clock import WriteSet
from binwriter.binlog.clock.write_set import add_many_rows, add_row_keys
from binwriter.binlog.events.queries import boundary_event
from binwriter.binlog.group import Group, GroupSink
from binwriter.binlog.gtid_next import OriginalCommit
from binwriter.binlog.rules.cache import BinlogCache, CachedEvent, CacheKind
from binwriter.binlog.rules.cache_limits import CacheRoom
from binwriter.binlog.rules.commit import EndPlan, Flush, LogState, SavepointMark, StatementEnd, Terminator
from binwriter.binlog.rules.logging_format import LoggingDecision, LoggingFormat
from binwriter.binlog.rules.policies import NEWEST, LoggingPolicy
from binwriter.formats.constants import EventType, QueryFlags2
from binwriter.formats.events import XaPrepare, Xid, build_body
from binwriter.formats.records import dataclass, replace
from binwriter.statement.event_context import EventContext
from binwriter.statement.row_changes import ChangedRows, are_alike, parts_of
from binwriter.statement.savepoint_stack import SavepointStack
from binwriter.statement.values import RowChange, StatementEffects
from binwriter.statement.xid import XaId

_MANY = 4  # rows
_NO_FOREIGN_KEY_CHECKS = int(QueryFlags2.NO_FOREIGN_KEY_CHECKS)  # enums reckon slowly


@dataclass(slots=True)
class Savepoint:
    """trx_mark: the trx-cache around the SAVEPOINT event, None if nothing had been logged by then.

    engine_joined: a statement of the transaction had used a table of a T-engine. Rolling back to before it joined takes
    the engine out of the transaction.
    """

    trx_mark: SavepointMark | None
    engine_joined: bool
    undo_mark: int


@dataclass
class TransactionLog:
    """What a session's log remembers between statements; the parts of `session_log.SessionLog` share it.

    active: something of the current transaction was logged or waits in a cache. engine_joined: a statement has used a
    T-table. keeps_log: what ends badly is written all the same (`keep_for_temporary_ddl`). statement_waits: the last
    statement's events wait in the trx-cache. commit_parent: of the transaction that commits next. xid: the XA
    transaction that the session has open, where this server logs it as such; xa_one_phase: it is ended by ONE PHASE.
    server_id: see `Group`. joined, joined_by_failure, waits_unjoined: the log takes part in the open transaction; it
    does by a statement that failed, and then its end is no Xid; what is in the cache waits for a transaction of which
    it does (5.1.27, `lost_maps`).
    """

    sink: GroupSink
    policy: LoggingPolicy = NEWEST
    stmt_cache: BinlogCache = field(default_factory=lambda: BinlogCache(CacheKind.STMT))
    trx_cache: BinlogCache = field(default_factory=lambda: BinlogCache(CacheKind.TRX))
    transactional_write: bool = False
    nontransactional_write: bool = False
    engine_joined: bool = False
    original: OriginalCommit | None = None
    server_id: int | None = None
    xid: XaId | None = None
    active: bool = False
    statement_waits: bool = False
    keeps_log: bool = False
    commit_parent: int | None = None
    write_set: WriteSet = field(default_factory=WriteSet)
    savepoints: SavepointStack[Savepoint] = field(default_factory=SavepointStack)
    xa_one_phase: bool = False
    joined: bool = False
    joined_by_failure: bool = False
    waits_unjoined: bool = False
    ends: int = 0
    _rooms: dict[CacheKind, CacheRoom] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.stmt_cache.emptied = self.trx_cache.emptied = self.used

    def used(self, kind: CacheKind) -> None:
        """A cache was emptied, or what would have gone through it is written."""
        self.ends += 1
        self.room(kind).used(kind)

    def add(self, cache: BinlogCache, event: CachedEvent, log: EventContext) -> None:
        """Puts an event into a cache. MySQLError 1197 or 1705 if it is full."""
        if cache.begin is None:
            self.begin(cache, log)
            self.joined, self.waits_unjoined = True, False
        cache.add(event)
        self.active = True
        room = self._rooms.get(cache.kind)
        (self.room(cache.kind) if room is None else room).check(cache)

    def room(self, kind: CacheKind) -> CacheRoom:
        """What the server gives a session's cache."""
        room = self._rooms.get(kind)
        if room is None:
            room = self._rooms[kind] = self.sink.cache_room(kind)
        return room

    def begin(self, cache: BinlogCache, log: EventContext) -> None:
        """Puts BEGIN, or XA START, before a cache's first event."""
        if cache.begin is None:
            in_xa = self.xid is not None and cache.kind is CacheKind.TRX
            text = f"XA START {self.xid}".encode() if in_xa else b"BEGIN"
            cache.begin = boundary_event(log.session, log.statement, text)

    def cache(self, kind: CacheKind) -> BinlogCache:
        """The session's cache of a kind."""
        return self.stmt_cache if kind is CacheKind.STMT else self.trx_cache

    def discard_statement(self, trx_mark: int) -> None:
        """Takes a statement's events out again, when logging it failed half-way (a value that cannot be encoded)."""
        self.stmt_cache.clear()
        self.trx_cache.truncate(trx_mark)

    def forget_transaction(self) -> None:
        """The end of an autocommit statement that could not be logged."""
        self.trx_cache.clear()
        self.end()

    def forget_write_set(self) -> None:
        """The transaction so far is no longer known by its rows."""
        self.write_set.clear()

    def keep_for_temporary_ddl(self) -> None:
        """A temporary table is made or dropped, or was to be: what ends badly from now on is written all the same.

        OPTION_KEEP_LOG, up to 5.5 (captured: 5.5.62).
        """
        self.keeps_log = True

    def note_keys(self, changes: Sequence[RowChange], log: EventContext) -> None:
        """Adds the keys of rows that were changed in row form to the transaction's write set, if it has one."""
        if log.collect_write_set:
            checks_keys = not int(log.session.flags2) & _NO_FOREIGN_KEY_CHECKS
            singles: list[RowChange] = []
            for part in parts_of(changes):
                if type(part) is RowChange or not isinstance(part, ChangedRows):
                    singles.append(part)
                elif not add_many_rows(self.write_set, part):
                    singles += part
            if len(singles) >= _MANY and are_alike(singles) and add_many_rows(self.write_set, ChangedRows.of(singles)):
                return
            for change in singles:
                add_row_keys(self.write_set, change, checks_keys=checks_keys)

    def lost_events(self, decision: LoggingDecision, effects: StatementEffects, log: EventContext) -> None:
        """A cache was full when it took a change that cannot be rolled back: what waits is lost, and the log says so.

        The transaction goes on, as far as the log is concerned, from nothing; in 5.5 to 5.7 only the other cache is
        lost.
        """
        if decision.format is LoggingFormat.ROW:
            self.note_keys(effects.rows, log)
        self.stmt_cache.clear()
        if self.policy.keeps_beside_lost:
            self.sink.write_incident(log.statement.timestamp, WriteSet(), self.policy.lost_message)
            return
        self.trx_cache.clear()
        write_set, self.write_set = self.write_set, WriteSet()
        self.commit_parent = None
        self.transactional_write = False
        self.sink.write_incident(log.statement.timestamp, write_set, self.policy.lost_message)

    def end_statement(
        self,
        effects: StatementEffects,
        *,
        in_transaction: bool,
        row_form: bool,
        trx_mark: int,
        log: EventContext,
    ) -> None:
        """Statement end: what need not wait goes out; in autocommit the transaction ends with the statement.

        row_form: the statement's changes are logged as rows. trx_mark: the trx-cache's end before the statement.
        """
        failed = effects.error is not None
        if not failed:
            self.transactional_write |= effects.transactional_write
        if effects.transactional_write and not failed:
            self.commit_parent = self.sink.committed()
        if in_transaction:
            end = StatementEnd(
                failed,
                effects.transactional_write,
                effects.nontransactional_write,
                row_form,
                trx_mark,
                temporary_ddl=effects.temporary_ddl,
            )
            plan = self.policy.caches.end_statement(self.state(log), end)
            if not self.waits_unjoined:
                self.carry_out(plan, log)
            if not failed:
                self.statement_waits = bool(self.trx_cache)
        elif failed:
            self.rollback(log, autocommit=True)
        else:
            self.commit(log)

    def joined_without_change(self) -> None:
        """A statement of the transaction has used a T-table, and changed nothing."""
        self.engine_joined = True
        self.statement_waits = bool(self.trx_cache)

    def state(self, log: EventContext) -> LogState:
        """What the era's rules look at when something ends."""
        return LogState(
            self.stmt_cache,
            self.trx_cache,
            log.binlog_format,
            self.transactional_write and not self.joined_by_failure,
            self.nontransactional_write,
            self.statement_waits,
            self.keeps_log,
        )

    def commit(self, log: EventContext) -> None:
        """COMMIT, implicit commit, or the end of an autocommit statement."""
        if not self.waits_unjoined:
            self.carry_out(self.policy.caches.commit(self.state(log)), log)
        self.end()

    def rollback(self, log: EventContext, *, autocommit: bool = False) -> bool:
        """ROLLBACK, or the end of a failed autocommit statement. Returns whether warning 1196 is due."""
        if not self.waits_unjoined:
            self.carry_out(self.policy.caches.rollback(self.state(log), autocommit=autocommit), log)
        incomplete = self.nontransactional_write
        self.end()
        return incomplete

    def empty_transaction(self, log: EventContext) -> None:
        """What uses up a GTID that the session owns: BEGIN and COMMIT without anything between."""
        events = tuple(boundary_event(log.session, log.statement, text) for text in (b"BEGIN", b"COMMIT"))
        self.write_alone(events, log, WriteSet(empty=log.collect_write_set))

    def write_alone(
        self,
        events: Sequence[CachedEvent],
        log: EventContext,
        write_set: WriteSet | None = None,
        *,
        kind: CacheKind = CacheKind.STMT,
    ) -> None:
        """A group that waits for nothing, whatever the caches hold. write_set: None if nothing is known of its keys.

        kind: the cache through which a server writes it.
        """
        self.used(kind)
        keys = WriteSet() if write_set is None else write_set
        self.write_group(Group(tuple(events), self.sink.committed(), keys, log.gtid_next))
        self.commit_parent = None

    def write_group(self, group: Group) -> None:
        """Hands a group to the server, as the client's own (`original_commit_timestamp`, `server_id`)."""
        self.sink.commit_group(replace(group, original=self.original, server_id=self.server_id))

    def end(self) -> None:
        """The transaction is over: nothing of it is remembered but what the next group needs."""
        used = self.active or self.engine_joined
        self.transactional_write = self.nontransactional_write = self.active = self.engine_joined = False
        self.keeps_log = self.joined = self.joined_by_failure = False
        # but the commit parent stays until a group is written (captured: commit_parent_after_rollback)
        self.statement_waits = False
        self.write_set = WriteSet()
        if used or self.policy.forgets_unused_savepoints:
            self.savepoints.clear()

    def carry_out(self, plan: EndPlan, log: EventContext) -> None:
        """Writes and empties the caches as the rules have decided."""
        for flush in plan.flushes:
            goes_on = self.policy.looks_at_size_once and flush is not plan.flushes[-1]
            self._flush(flush, log, goes_on=goes_on)
        if plan.truncate_trx_to is not None:
            self.trx_cache.truncate(plan.truncate_trx_to)
        if plan.clear_trx:
            self.trx_cache.clear()
            self.joined = self.joined_by_failure = False

    def _flush(self, flush: Flush, log: EventContext, *, goes_on: bool) -> None:
        cache = self.cache(flush.cache)
        assert cache.begin is not None
        if self.xid is not None and flush.cache is CacheKind.TRX:
            ends = self._xa_events(self.xid, flush.terminator, log)
        else:
            ends = (TERMINATORS[flush.terminator](self.sink, log),)
        # Only a transaction that commits goes by its last T-statement; the stmt-cache and ROLLBACK take the newest
        # parent, and so does a transaction after its own stmt-cache was flushed (seen in captures).
        own = flush.cache is CacheKind.TRX and flush.terminator is not Terminator.ROLLBACK
        parent = self.commit_parent if own else None
        if parent is None:
            parent = self.sink.committed()
        begin = cache.begin
        if log.session.profile.begins_at_flush:
            begin = boundary_event(log.session, log.statement, b"BEGIN")
        # a transaction with N-changes is not compressed, and neither are those changes (seen in captures)
        level = log.compression_level if own and not self.nontransactional_write else None
        events = (begin, *cache.events, *ends)
        self.sink.commit_group(
            Group(events, parent, self.write_set, log.gtid_next, level, self.original, self.server_id, goes_on)
        )
        cache.clear()
        self.commit_parent = None
        self.joined = self.joined_by_failure = False

    def _xa_events(self, xid: XaId, end: Terminator, log: EventContext) -> tuple[CachedEvent, ...]:
        """What stands at the end of an XA transaction's group."""
        ended = boundary_event(log.session, log.statement, f"XA END {xid}".encode())
        if end is Terminator.ROLLBACK:
            return ended, boundary_event(log.session, log.statement, f"XA ROLLBACK {xid}".encode())
        format_id = (xid.format_id + (1 << 31)) % (1 << 32) - (1 << 31)
        body = XaPrepare(one_phase=int(self.xa_one_phase), format_id=format_id, gtrid=xid.gtrid, bqual=xid.bqual)
        return ended, CachedEvent(EventType.XA_PREPARE, build_body(body), log.statement.timestamp, row_form=True)


def _xid_event(sink: GroupSink, log: EventContext) -> CachedEvent:
    return CachedEvent(EventType.XID, build_body(Xid(xid=sink.next_xid())), log.statement.timestamp, row_form=True)


def _query_end(text: bytes) -> Callable[[GroupSink, EventContext], CachedEvent]:
    return lambda sink, log: boundary_event(log.session, log.statement, text)


TERMINATORS: dict[Terminator, Callable[[GroupSink, EventContext], CachedEvent]] = {
    Terminator.XID: _xid_event,
    Terminator.COMMIT: _query_end(b"COMMIT"),
    Terminator.ROLLBACK: _query_end(b"ROLLBACK"),
}
