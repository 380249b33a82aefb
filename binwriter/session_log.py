"""One session's half of the binary log: its transaction, both caches, savepoints, and when they are flushed.

It carries out what the policy of the server's era decides (`rules.policies`); the sink (the server) gives groups their
GTID and place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from binwriter.events import (
    MANY_DATABASES,
    RowSettings,
    SessionState,
    StatementState,
    boundary_event,
    context_event,
    ddl_event,
    load_events,
    plain_statement_event,
    row_event_bodies,
    rows_event_flags,
    statement_event,
    table_map,
)
from binwriter.formats.constants import EventType, HeaderFlag, QueryFlags2
from binwriter.formats.events import RowsQuery, XaPrepare, Xid, build_body
from binwriter.logical_clock import WriteSet
from binwriter.messages import mysql_error
from binwriter.rules.cache import BinlogCache, CachedEvent, CacheKind
from binwriter.rules.cache_limits import check_room
from binwriter.rules.commit import EndPlan, Flush, LogState, SavepointMark, StatementEnd, Terminator
from binwriter.rules.logging_format import BinlogFormat, LoggingDecision, LoggingFormat
from binwriter.rules.policies import NEWEST, LoggingPolicy
from binwriter.rules.row_image import RowImage
from binwriter.rules.two_caches import flush_stmt_cache
from binwriter.rules.unsafe import TransactionState
from binwriter.schema import Engine, Table
from binwriter.session_gtid import OriginalCommit
from binwriter.sql_mode import sql_mode_bits
from binwriter.statement import DdlEvent, LoadedFile, RowChange, RowOperation, StatementEffects, StatementProfile, Uses
from binwriter.write_set import add_row_keys
from binwriter.xa import XaId


@dataclass(frozen=True, slots=True)
class Group:
    """A finished transaction of the log: events between the GTID event and the end, boundaries included.

    compression_level: of zstd, if the group may be compressed; one with statements is not.
    original: what the session says of where the transaction comes from.
    on_written: told the file's name and the position of each event written, the GTID event's first (see `rules.trace`).
    """

    events: tuple[CachedEvent, ...]
    commit_parent: int
    write_set: WriteSet
    gtid_next: str = "AUTOMATIC"
    compression_level: int | None = None
    original: OriginalCommit | None = None
    on_written: Callable[[str, Sequence[int]], None] | None = field(default=None, compare=False)

    @property
    def may_have_statements(self) -> bool:
        """GTID flag bit 0: cleared only when there are changes and all are in row form (findings part 7)."""
        has_rows = any(event.event_type == EventType.TABLE_MAP for event in self.events)
        return not (has_rows and all(event.row_form for event in self.events))


class GroupSink(Protocol):
    """Who gives groups their place in the log."""

    def commit_group(self, group: Group) -> None: ...
    def committed(self) -> int: ...
    def table_id(self, table: Table) -> int: ...
    def next_xid(self) -> int: ...
    def logs_database(self, name: str) -> bool: ...
    def cache_capacity(self, kind: CacheKind) -> int: ...
    def write_incident(self, timestamp: int, write_set: WriteSet) -> None: ...


@dataclass(frozen=True, slots=True)
class LogStatement:
    """The states of a session and of one of its statements, as its events carry them, with its row settings."""

    session: SessionState
    statement: StatementState
    rows: RowSettings
    binlog_format: BinlogFormat = BinlogFormat.ROW
    rows_query: bool = False
    collect_write_set: bool = True
    gtid_next: str = "AUTOMATIC"
    compression_level: int | None = None
    clock_microseconds: int = 0

    def by(self, uses: Uses) -> LogStatement:
        """The same at a moment when the statement had used no more than this."""
        statement = replace(
            self.statement,
            uses_time_zone=uses.time_zone,
            microseconds=self.clock_microseconds if uses.microseconds else None,
            thread_specific=uses.thread_specific,
        )
        return replace(self, statement=statement)


@dataclass(slots=True)
class _Savepoint:
    """trx_mark: the trx-cache around the SAVEPOINT event, None if nothing had been logged by then.

    engine_joined: a statement of the transaction had used a table of a T-engine. Rolling back to before it joined takes
    the engine out of the transaction.
    """

    name: str
    trx_mark: SavepointMark | None
    engine_joined: bool
    undo_mark: int
    write_set_keys: frozenset[int]


@dataclass
class SessionLog:
    """The log state of one session between statements.

    xa: the XA transaction that the session has open, where this server logs it as such.
    """

    sink: GroupSink
    policy: LoggingPolicy = NEWEST
    stmt_cache: BinlogCache = field(default_factory=lambda: BinlogCache(CacheKind.STMT))
    trx_cache: BinlogCache = field(default_factory=lambda: BinlogCache(CacheKind.TRX))
    transactional_write: bool = False
    nontransactional_write: bool = False
    engine_joined: bool = False
    original: OriginalCommit | None = None
    xa: XaId | None = None
    _registered: bool = False
    _statement_waits: bool = False
    _commit_parent: int | None = None
    _write_set: WriteSet = field(default_factory=WriteSet)
    _savepoints: list[_Savepoint] = field(default_factory=list)
    _xa_one_phase: bool = False
    _capacities: dict[CacheKind, int] = field(default_factory=dict)
    _prepared_write_set: WriteSet = field(default_factory=WriteSet)
    _table_maps: dict[tuple[int, bool, bool], bytes] = field(default_factory=dict)

    @property
    def active(self) -> bool:
        """Something of the current transaction was logged or waits in a cache."""
        return self._registered

    # --- statements
    # ----------------------------------------------------------------------------------------------------

    def log_statement(
        self,
        profile: StatementProfile,
        decision: LoggingDecision,
        effects: StatementEffects,
        state: TransactionState,
        log: LogStatement,
    ) -> bool:
        """Puts a data-changing statement into the caches. Returns whether it was logged in statement form.

        A failed statement is logged only if it changed an N-table (R-log-statement-format 1); its T-rows are
        not among `effects.rows` any more.
        """
        self.nontransactional_write |= effects.nontransactional_write and effects.write_noticed
        self.engine_joined |= any(access.engine.two_phase for access in profile.tables)
        if decision.format is LoggingFormat.ROW and log.collect_write_set:
            for change in effects.undone:
                add_row_keys(self._write_set, change)
        if decision.format is LoggingFormat.ROW and effects.undone:
            self._registered = True  # its rows were in the cache before they were cut away, so the log takes part
        if decision.format is LoggingFormat.ROW and effects.undone and effects.locked:
            self._log_rows(effects, log)  # the N-tables were mapped with the first row, and stay so
            return False
        if profile.command == "load" and decision.format is not LoggingFormat.ROW:
            return effects.loaded is not None and self._log_load(profile, effects, effects.loaded, state, log)
        if effects.impossible or (effects.error is not None and not effects.nontransactional_write):
            return False
        if decision.format is LoggingFormat.ROW:
            self._log_rows(effects, self._marked_early(profile, decision, effects, log))
            return False
        if not self.sink.logs_database(log.statement.schema):
            return False
        if not self.policy.logs_insert_of_no_row and _inserted_nothing(profile, effects):
            return False
        if not effects.is_query:
            self._log_text(profile, effects, state, log)
            return True
        for call in effects.calls:
            one = replace(
                effects,
                text=call.text,
                context=call.context,
                error=call.error,
                transactional_write=call.transactional,
            )
            self._log_text(profile, one, state, log.by(call.uses))
        return True

    def _marked_early(
        self, profile: StatementProfile, decision: LoggingDecision, effects: StatementEffects, log: LogStatement
    ) -> LogStatement:
        """5.6 and 5.7 mark the columns of INSERT .. SELECT before they know that MIXED logs rows: those of its list."""
        late = decision.unsafe and log.binlog_format is BinlogFormat.MIXED and profile.command == "insert_select"
        if not (self.policy.marks_columns_early and late):
            return log
        if any(change.operation is not RowOperation.WRITE for change in effects.rows):
            return log
        return replace(log, rows=replace(log.rows, image=RowImage.MINIMAL))

    def _log_text(
        self, profile: StatementProfile, effects: StatementEffects, state: TransactionState, log: LogStatement
    ) -> None:
        """A statement, or a function call, with what must stand before it."""
        events = [context_event(log.session, log.statement, body) for body in effects.context]
        events.append(statement_event(log.session, log.statement, effects, profile.command))
        changed = effects.transactional_write if effects.is_query else None
        choice = self.policy.caches.cache_for_statement(profile, state, changed_t=changed)
        if choice.kind is CacheKind.NONE:
            self._write_group(Group(tuple(events), self.sink.committed(), WriteSet(), log.gtid_next))
            self._commit_parent = None
            return
        cache = self._cache(choice.kind)
        for event in events:
            self._add(cache, event, log)
        if choice.kind is CacheKind.TRX and effects.nontransactional_write:
            cache.has_n_write = True

    def _log_load(
        self,
        profile: StatementProfile,
        effects: StatementEffects,
        loaded: LoadedFile,
        state: TransactionState,
        log: LogStatement,
    ) -> bool:
        """LOAD DATA: the file's blocks in the cache of the table's engine, then the statement where others go.

        Each has the context events before it (captured). A load that failed before its first row forgets the file.
        Nobody is warned of what is unsafe in it: it counts as not logged.
        """
        if effects.error is not None and not effects.nontransactional_write and loaded.engine.transactional:
            return False
        error_code = effects.error.code if effects.error is not None else 0
        blocks, load, forget = load_events(log.session, log.statement, loaded, error_code)
        context = [context_event(log.session, log.statement, body) for body in effects.context]
        cache = self._cache(self.policy.caches.cache_for_rows(loaded.engine).kind)
        forgets = effects.error is not None and not effects.nontransactional_write
        choice = self.policy.caches.cache_for_statement(profile, state, changed_t=None)
        if choice.kind is CacheKind.NONE:
            events = [event for block in blocks for event in (*context, block)]
            events += [forget] if forgets else [*context, load]
            self._write_group(Group(tuple(events), self.sink.committed(), WriteSet(), log.gtid_next))
            self._commit_parent = None
            return False
        for block in blocks:
            for event in (*context, block):
                self._add(cache, event, log)
        if forgets:
            self._add(cache, forget, log)
            return False
        chosen = self._cache(choice.kind)
        for event in (*context, load):
            self._add(chosen, event, log)
        if choice.kind is CacheKind.TRX and effects.nontransactional_write:
            chosen.has_n_write = True
        return False

    def discard_statement(self, trx_mark: int) -> None:
        """Takes a statement's events out again, when logging it failed half-way (a value that cannot be encoded)."""
        self.stmt_cache.clear()
        self.trx_cache.truncate(trx_mark)

    def forget_transaction(self) -> None:
        """The end of an autocommit statement that could not be logged."""
        self.trx_cache.clear()
        self._end_transaction()

    def lost_events(self, decision: LoggingDecision, effects: StatementEffects, log: LogStatement) -> None:
        """A cache was full when it took a change that cannot be rolled back: what waits is lost, and the log says so.

        The transaction goes on, as far as the log is concerned, from nothing.
        """
        if decision.format is LoggingFormat.ROW and log.collect_write_set:
            for change in effects.rows:
                add_row_keys(self._write_set, change)
        self.stmt_cache.clear()
        self.trx_cache.clear()
        write_set, self._write_set = self._write_set, WriteSet()
        self._commit_parent = None
        self.transactional_write = False
        self.sink.write_incident(log.statement.timestamp, write_set)

    def _log_rows(self, effects: StatementEffects, log: LogStatement) -> None:
        by_cache: dict[CacheKind, list[RowChange]] = {}
        undone_too = self.policy.caches.logs_undone_rows and effects.tried
        for change in effects.tried if undone_too else effects.rows:
            if self._is_logged(change.table):
                kind = self.policy.caches.cache_for_rows(change.table.engine).kind
                by_cache.setdefault(kind, []).append(change)
        mapped = self._mapped_tables(effects, by_cache)
        # Only the group of the table that is mapped first has the Rows_query event (captured; findings part 5).
        query_cache = CacheKind.TRX if CacheKind.TRX in mapped else CacheKind.STMT
        if effects.locked and mapped:
            query_cache = next(iter(mapped))
        for kind, tables in mapped.items():
            cache = self._cache(kind)
            changes = by_cache.get(kind, [])
            if changes and changes[0].by_foreign_key:  # BEGIN is made while foreign key checks are off for the cascade
                flags2 = log.session.flags2 | QueryFlags2.NO_FOREIGN_KEY_CHECKS
                first = replace(log, session=replace(log.session, flags2=flags2))
                self._begin(cache, first)
            if effects.injected and changes:
                self._begin(cache, _while_injecting(log))
            if log.rows_query and kind is query_cache:
                body = build_body(RowsQuery(text=effects.text))
                self._add_row_event(cache, EventType.ROWS_QUERY, body, log, HeaderFlag.IGNORABLE)
            for table in tables:
                self._add_row_event(cache, EventType.TABLE_MAP, self._table_map(table, log), log)
            for rows in row_event_bodies(changes, log.rows, self.sink.table_id):
                self._add_row_event(cache, rows.type, build_body(rows), log, rows_event_flags(rows, log.rows.profile))
            if log.collect_write_set:
                self._write_set.has_parents |= effects.changes_parent
                for change in changes:
                    add_row_keys(self._write_set, change)

    def _mapped_tables(
        self, effects: StatementEffects, by_cache: dict[CacheKind, list[RowChange]]
    ) -> dict[CacheKind, list[Table]]:
        """With the first row all tables locked for writing are mapped, each in the cache of its engine."""
        mapped = {kind: _tables_of(changes) for kind, changes in by_cache.items()}
        if not effects.locked or not (by_cache or effects.undone):
            return mapped
        found: dict[CacheKind, list[Table]] = {}
        for table in effects.locked:
            kind = self.policy.caches.cache_for_rows(table.engine).kind
            if self._is_logged(table) and (effects.error is None or kind in by_cache or kind is CacheKind.STMT):
                found.setdefault(kind, []).append(table)
        return found

    def _is_logged(self, table: Table) -> bool:
        """Whether rows of it are."""
        return not (table.temporary or table.engine.self_logging) and self.sink.logs_database(table.schema)

    def _table_map(self, table: Table, log: LogStatement) -> bytes:
        """The Table_map body; kept, since an id stands for one definition of a table."""
        many = log.statement.databases is MANY_DATABASES
        key = (self.sink.table_id(table), log.rows.full_metadata, many)
        body = self._table_maps.get(key)
        if body is None:
            event = table_map(table, key[0], full_metadata=key[1], profile=log.rows.profile, many_databases=many)
            body = self._table_maps[key] = build_body(event)
        return body

    def _add_row_event(self, cache: BinlogCache, kind: int, body: bytes, log: LogStatement, flags: int = 0) -> None:
        self._add(cache, CachedEvent(kind, body, log.statement.timestamp, flags, row_form=True), log)

    def _add(self, cache: BinlogCache, event: CachedEvent, log: LogStatement) -> None:
        self._begin(cache, log)
        cache.add(event)
        self._registered = True
        room = self._capacities.get(cache.kind)
        if room is None:
            room = self._capacities[cache.kind] = self.sink.cache_capacity(cache.kind)
        check_room(cache, room)

    def _begin(self, cache: BinlogCache, log: LogStatement) -> None:
        if cache.begin is None:
            in_xa = self.xa is not None and cache.kind is CacheKind.TRX
            text = f"XA START {self.xa}".encode() if in_xa else b"BEGIN"
            cache.begin = boundary_event(log.session, log.statement, text)

    def _cache(self, kind: CacheKind) -> BinlogCache:
        return self.stmt_cache if kind is CacheKind.STMT else self.trx_cache

    def end_statement(
        self,
        effects: StatementEffects,
        *,
        in_transaction: bool,
        row_form: bool,
        trx_mark: int,
        log: LogStatement,
    ) -> None:
        """Statement end: what need not wait goes out; in autocommit the transaction ends with the statement.

        row_form: the statement's changes are logged as rows. trx_mark: the trx-cache's end before the statement.
        """
        failed = effects.error is not None
        if not failed:
            self.transactional_write |= effects.transactional_write
        if effects.transactional_write and not failed:
            self._commit_parent = self.sink.committed()
        if in_transaction:
            end = StatementEnd(failed, effects.transactional_write, effects.nontransactional_write, row_form, trx_mark)
            self._carry_out(self.policy.caches.end_statement(self._state(log), end), log)
            if not failed:
                self._statement_waits = bool(self.trx_cache)
        elif failed:
            self.rollback(log, autocommit=True)
        else:
            self.commit(log)

    def _state(self, log: LogStatement) -> LogState:
        return LogState(
            self.stmt_cache,
            self.trx_cache,
            log.binlog_format,
            self.transactional_write,
            self.nontransactional_write,
            self._statement_waits,
        )

    def log_ddl(self, events: Iterable[DdlEvent], log: LogStatement) -> None:
        """Each event of a DDL statement is a group of its own, written directly (R-log-commit-statement)."""
        for ddl in events:
            if not self.sink.logs_database(ddl.schema):
                continue
            event = ddl_event(log.session, log.statement, ddl, self.sink.next_xid() if ddl.atomic else 0)
            context = tuple(context_event(log.session, log.statement, body) for body in ddl.context)
            group: tuple[CachedEvent, ...] = (*context, event)
            if ddl.in_transaction:
                if ddl.commits_temporary:
                    log = replace(log, statement=replace(log.statement, thread_specific=True))
                begin = boundary_event(log.session, log.statement, b"BEGIN")
                end = Terminator.COMMIT if ddl.commits_temporary else Terminator.XID
                group = (begin, *context, event, _TERMINATORS[end](self.sink, log))
            self._write_group(Group(group, self.sink.committed(), WriteSet(), log.gtid_next))
            self._commit_parent = None

    def log_create_and_rows(
        self, ddl: DdlEvent, effects: StatementEffects, log: LogStatement, *, together: bool
    ) -> None:
        """CREATE TABLE .. SELECT in row form: definition and rows in one transaction, or one after the other."""
        engine = effects.locked[0].engine
        if together:
            cache = self._cache(self.policy.caches.cache_for_rows(engine).kind)
            if self.sink.logs_database(ddl.schema):
                self._add(cache, ddl_event(log.session, log.statement, ddl, 0), log)
        else:
            self.log_ddl([ddl], log)
        self._log_rows(effects, log)
        self.transactional_write = engine.two_phase
        if self.trx_cache or self.stmt_cache:
            self._write_set.clear()  # the definition is no row: nothing runs beside it
        self.commit(log)

    def log_create_and_statement(self, events: Iterable[DdlEvent], engine: Engine, log: LogStatement) -> None:
        """CREATE TABLE .. SELECT of a table that is there, in statement form: definition and INSERT in one group."""
        for ddl in events:
            for body in ddl.context:
                self._add(self.trx_cache, context_event(log.session, log.statement, body), log)
            self._add(self.trx_cache, ddl_event(log.session, log.statement, ddl, 0), log)
        self.transactional_write = engine.two_phase
        self.commit(log)

    def keep_for_temporary_ddl(self) -> None:
        """A temporary table was made or dropped without an event: ROLLBACK has to write the cache all the same."""
        self.trx_cache.has_temporary_ddl = True

    def log_temporary_ddl(
        self, events: Iterable[DdlEvent], state: TransactionState, log: LogStatement, *, survives: bool = True
    ) -> None:
        """CREATE and DROP TEMPORARY TABLE: in a transaction they wait in a cache, and ROLLBACK does not undo them.

        survives: ROLLBACK has to write the cache because of them.
        """
        for ddl in events:
            if not self.sink.logs_database(ddl.schema):
                continue
            choice = self.policy.caches.cache_for_temporary_ddl(state, transactional=bool(ddl.temporary))
            if choice.kind is CacheKind.NONE:
                self.log_ddl([ddl], log)
                continue
            cache = self._cache(choice.kind)
            statement = replace(log.statement, databases=ddl.databases, thread_specific=True)
            own = replace(log, statement=statement)
            for body in ddl.context:
                self._add(cache, context_event(log.session, log.statement, body), own)
            self._add(cache, ddl_event(log.session, log.statement, ddl, 0), own)
            if choice.kind is CacheKind.TRX and survives:
                cache.has_n_write = cache.has_temporary_ddl = True
            self._carry_out(EndPlan(flush_stmt_cache(self.stmt_cache)), own)

    # --- transactions
    # --------------------------------------------------------------------------------------------------

    def commit(self, log: LogStatement) -> None:
        """COMMIT, implicit commit, or the end of an autocommit statement."""
        self._carry_out(self.policy.caches.commit(self._state(log)), log)
        self._end_transaction()

    def rollback(self, log: LogStatement, *, autocommit: bool = False) -> bool:
        """ROLLBACK, or the end of a failed autocommit statement. Returns whether warning 1196 is due."""
        self._carry_out(self.policy.caches.rollback(self._state(log), autocommit=autocommit), log)
        incomplete = self.nontransactional_write
        self._end_transaction()
        return incomplete

    def empty_transaction(self, log: LogStatement, *, thread_specific: bool = False) -> None:
        """What uses up a GTID that the session owns: BEGIN and COMMIT without anything between."""
        if thread_specific:
            log = replace(log, statement=replace(log.statement, thread_specific=True))
        events = tuple(boundary_event(log.session, log.statement, text) for text in (b"BEGIN", b"COMMIT"))
        nothing = WriteSet(empty=log.collect_write_set)
        self._write_group(Group(events, self.sink.committed(), nothing, log.gtid_next))
        self._commit_parent = None

    def _write_group(self, group: Group) -> None:
        self.sink.commit_group(replace(group, original=self.original))

    # --- XA
    # -----------------------------------------------------------------------------------------------------------

    def xa_prepare(self, log: LogStatement) -> bool:
        """XA PREPARE: the transaction's events so far are a group. Returns whether there were any."""
        logged, incomplete, write_set = bool(self.trx_cache), self.nontransactional_write, self._write_set
        self._xa_end(log, one_phase=False)
        self.nontransactional_write = incomplete
        self._prepared_write_set = write_set
        return logged

    def xa_detached(self) -> None:
        """The prepared transaction is no longer the session's."""
        self._prepared_write_set = WriteSet()

    def xa_commit(self, log: LogStatement) -> None:
        """XA COMMIT .. ONE PHASE, and XA COMMIT of what XA PREPARE did not log."""
        self._xa_end(log, one_phase=True)

    def xa_end_prepared(self, text: str, log: LogStatement) -> None:
        """XA COMMIT and XA ROLLBACK of a prepared transaction are groups of one event."""
        event = boundary_event(log.session, log.statement, text.encode())
        # the session that prepared it still has its keys (seen in captures)
        if self.sink.logs_database(log.statement.schema):
            self._write_group(Group((event,), self.sink.committed(), self._prepared_write_set, log.gtid_next))
        self._commit_parent = None
        self._prepared_write_set = WriteSet()
        self._end_transaction()

    def _xa_end(self, log: LogStatement, *, one_phase: bool) -> None:
        self._xa_one_phase = one_phase
        if self.xa is None:
            self.transactional_write = False  # the group ends in COMMIT: an Xid event is for the server's own XIDs
        self._carry_out(self.policy.caches.commit(self._state(log)), log)
        self._end_transaction()
        self.xa = None

    def _xa_events(self, xid: XaId, end: Terminator, log: LogStatement) -> tuple[CachedEvent, ...]:
        """What stands at the end of an XA transaction's group."""
        ended = boundary_event(log.session, log.statement, f"XA END {xid}".encode())
        if end is Terminator.ROLLBACK:
            return ended, boundary_event(log.session, log.statement, f"XA ROLLBACK {xid}".encode())
        format_id = (xid.format_id + (1 << 31)) % (1 << 32) - (1 << 31)
        body = XaPrepare(one_phase=int(self._xa_one_phase), format_id=format_id, gtrid=xid.gtrid, bqual=xid.bqual)
        return ended, CachedEvent(EventType.XA_PREPARE, build_body(body), log.statement.timestamp, row_form=True)

    def _end_transaction(self) -> None:
        self.transactional_write = self.nontransactional_write = self._registered = self.engine_joined = False
        self._statement_waits = False  # but the commit parent stays until a group is written (captured)
        self._write_set = WriteSet()
        self._savepoints.clear()

    def _carry_out(self, plan: EndPlan, log: LogStatement) -> None:
        for flush in plan.flushes:
            self._flush(flush, log)
        if plan.truncate_trx_to is not None:
            self.trx_cache.truncate(plan.truncate_trx_to)
        if plan.clear_trx:
            self.trx_cache.clear()

    def _flush(self, flush: Flush, log: LogStatement) -> None:
        cache = self._cache(flush.cache)
        assert cache.begin is not None
        if self.xa is not None and flush.cache is CacheKind.TRX:
            ends = self._xa_events(self.xa, flush.terminator, log)
        else:
            ends = (_TERMINATORS[flush.terminator](self.sink, log),)
        # Only a transaction that commits goes by its last T-statement; the stmt-cache and ROLLBACK take the newest
        # parent, and so does a transaction after its own stmt-cache was flushed (seen in captures).
        own = flush.cache is CacheKind.TRX and flush.terminator is not Terminator.ROLLBACK
        parent = self._commit_parent if own else None
        if parent is None:
            parent = self.sink.committed()
        begin = cache.begin
        if log.session.profile.begins_at_flush:
            begin = boundary_event(log.session, log.statement, b"BEGIN")
        # a transaction with N-changes is not compressed, and neither are those changes (seen in captures)
        level = log.compression_level if own and not self.nontransactional_write else None
        group = Group((begin, *cache.events, *ends), parent, self._write_set, log.gtid_next, level)
        self._write_group(group)
        cache.clear()
        self._commit_parent = None

    # --- savepoints
    # ----------------------------------------------------------------------------------------------------

    def savepoint(self, name: str, text: str, undo_mark: int, log: LogStatement) -> None:
        """SAVEPOINT. Logged only when something of the transaction was logged before; a name used again moves.

        text: the client's statement.
        """
        self._savepoints = [kept for kept in self._savepoints if kept.name != name.lower()]
        mark = None
        if self._registered:
            before = self.trx_cache.mark()
            logged = self.policy.savepoints.savepoint(name, text)
            self._add(self.trx_cache, self._savepoint_event(logged, log), log)
            mark = SavepointMark(before, self.trx_cache.mark())
        self._savepoints.append(
            _Savepoint(name.lower(), mark, self.engine_joined, undo_mark, frozenset(self._write_set.keys))
        )

    def rollback_to(self, name: str, text: str, log: LogStatement) -> int:
        """ROLLBACK TO SAVEPOINT; text: the client's statement.

        Returns the storage's undo mark. ER_SP_SAVEPOINT_DOES_NOT_EXIST for an unknown name.
        """
        savepoint = self._find(name)
        plan = self.policy.caches.rollback_to(self._state(log), savepoint.trx_mark)
        if plan.write_rollback_to:
            logged = self.policy.savepoints.rollback_to(name, text)
            self._add(self.trx_cache, self._savepoint_event(logged, log), log)
        elif plan.truncate_to is not None:
            self.trx_cache.truncate(plan.truncate_to)
        elif plan.end is not None:
            self._carry_out(plan.end, log)
            self._registered = False
        self.transactional_write = self.transactional_write and savepoint.engine_joined
        self.engine_joined = savepoint.engine_joined
        self._write_set.keys = set(savepoint.write_set_keys)
        del self._savepoints[self._savepoints.index(savepoint) + 1 :]
        return savepoint.undo_mark

    def _savepoint_event(self, text: bytes, log: LogStatement) -> CachedEvent:
        """The client's text is a statement like any other."""
        if self.policy.savepoints.as_given:
            return plain_statement_event(log.session, log.statement, text)
        return boundary_event(log.session, log.statement, text)

    def release(self, name: str) -> None:
        """RELEASE SAVEPOINT: it and those set after it are gone; nothing is logged."""
        del self._savepoints[self._savepoints.index(self._find(name)) :]

    def _find(self, name: str) -> _Savepoint:
        for savepoint in self._savepoints:
            if savepoint.name == name.lower():
                return savepoint
        raise mysql_error("ER_SP_SAVEPOINT_DOES_NOT_EXIST", name)


def _inserted_nothing(profile: StatementProfile, effects: StatementEffects) -> bool:
    return profile.command == "insert" and effects.error is None and not effects.affected


def _while_injecting(log: LogStatement) -> LogStatement:
    """Rows events are applied under sql_mode NO_AUTO_VALUE_ON_ZERO; BEGIN is made meanwhile (captured)."""
    sql_mode = log.session.sql_mode | sql_mode_bits("NO_AUTO_VALUE_ON_ZERO")
    return replace(log, session=replace(log.session, sql_mode=sql_mode))


def _tables_of(changes: Sequence[RowChange]) -> list[Table]:
    return list({id(change.table): change.table for change in changes}.values())


def _xid_event(sink: GroupSink, log: LogStatement) -> CachedEvent:
    return CachedEvent(EventType.XID, build_body(Xid(xid=sink.next_xid())), log.statement.timestamp, row_form=True)


def _query_end(text: bytes) -> Callable[[GroupSink, LogStatement], CachedEvent]:
    return lambda sink, log: boundary_event(log.session, log.statement, text)


_TERMINATORS: dict[Terminator, Callable[[GroupSink, LogStatement], CachedEvent]] = {
    Terminator.XID: _xid_event,
    Terminator.COMMIT: _query_end(b"COMMIT"),
    Terminator.ROLLBACK: _query_end(b"ROLLBACK"),
}
