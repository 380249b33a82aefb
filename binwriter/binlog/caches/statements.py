"""Statements that change data: as text or as rows into the caches of their transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from binwriter.binlog.caches.transaction import TransactionLog
from binwriter.binlog.clock.logical_clock import WriteSet
from binwriter.binlog.events.queries import (
    MANY_DATABASES,
    boundary_event,
    context_event,
    load_events,
    plain_statement_event,
    statement_event,
)
from binwriter.binlog.events.rows import row_event_bodies, rows_event_flags, table_map
from binwriter.binlog.group import Group
from binwriter.binlog.rules.cache import BinlogCache, CachedEvent, CacheKind
from binwriter.binlog.rules.logging_format import LoggingDecision, LoggingFormat, decided_as_row
from binwriter.binlog.rules.resolution import joins_engine
from binwriter.binlog.rules.unsafe import TransactionState
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.constants import EventType, HeaderFlag, QueryFlags2, RowsFlag
from binwriter.formats.events import RowsQuery, build_body
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.session_modes import BinlogFormat, RowImage
from binwriter.mysql.sql_mode import sql_mode_bits
from binwriter.statement.event_context import EventContext
from binwriter.statement.row_changes import RowChanges, parts_of
from binwriter.statement.values import (
    InnerSavepoints,
    LoadedFile,
    RowChange,
    RowOperation,
    StatementEffects,
    StatementProfile,
)


@dataclass
class StatementLog(TransactionLog):
    """As `TransactionLog`, and takes statements that change data."""

    def log_statement(
        self,
        profile: StatementProfile,
        decision: LoggingDecision,
        effects: StatementEffects,
        state: TransactionState,
        log: EventContext,
    ) -> bool:
        """Puts a data-changing statement into the caches. Returns whether it was logged in statement form.

        A failed statement is logged only if it changed an N-table (R-log-statement-format 1); its T-rows are
        not among `effects.rows` any more.
        """
        if any(change.table.temporary for change in effects.undone):
            kept = tuple(change for change in effects.undone if not change.table.temporary)
            effects = replace(effects, undone=kept)
        self.nontransactional_write |= effects.nontransactional_write and effects.write_noticed
        self.engine_joined |= joins_engine(profile, effects)
        if decision.format is LoggingFormat.ROW:
            self._note_keys(effects.undone, log)
        if decision.format is LoggingFormat.ROW and effects.undone:
            self._registered = True  # its rows were in the cache before they were cut away, so the log takes part
        if decision.format is LoggingFormat.ROW and effects.undone and effects.locked:
            self._log_rows(effects, log)  # the N-tables were mapped with the first row, and stay so
            return False
        if profile.command == "load" and decision.format is not LoggingFormat.ROW:
            return effects.loaded is not None and self._log_load(profile, effects, effects.loaded, state, log)
        # calls that failed were logged before: what waits in the trx-cache is cut away again (captured:
        # mixing_failed_calls)
        lost = effects.error is not None and not effects.stays and not effects.calls
        if effects.impossible or lost:
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
                transactional_write=call.transactional or (call.temporary_ddl and state.in_transaction),
            )
            self._log_text(profile, one, state, log.by(call.uses))
        return True

    def _marked_early(
        self, profile: StatementProfile, decision: LoggingDecision, effects: StatementEffects, log: EventContext
    ) -> EventContext:
        """5.6 and 5.7 mark the columns of INSERT .. SELECT before they know that MIXED logs rows: those of its list."""
        turned = log.binlog_format is BinlogFormat.MIXED and not decided_as_row(decision)
        late = decision.unsafe and turned and profile.command == "insert_select"
        if not (self.policy.marks_columns_early and late):
            return log
        if any(change.operation is not RowOperation.WRITE for change in effects.rows):
            return log
        return replace(log, rows=replace(log.rows, image=RowImage.MINIMAL))

    def _log_text(
        self, profile: StatementProfile, effects: StatementEffects, state: TransactionState, log: EventContext
    ) -> None:
        """A statement, or a function call, with what must stand before it."""
        events = [context_event(log.session, log.statement, body) for body in effects.context]
        events.append(statement_event(log.session, log.statement, effects, profile.traits))
        changed = effects.transactional_write if effects.is_query else effects.changed_t
        if effects.is_query and profile.command == "set_option" and self.policy.set_calls_wait:
            changed = state.in_transaction or changed
        if self.policy.sees_changed_rows and profile.command == "update_multi":
            rows = (*effects.rows, *effects.undone)
            changed = any(change.table.engine.transactional for change in rows)
        choice = self.policy.caches.cache_for_statement(profile, state, changed_t=changed)
        if choice.kind is CacheKind.NONE:
            self._write_group(Group(tuple(events), self.sink.committed(), WriteSet(), log.gtid_next))
            self._commit_parent = None
            return
        cache = self._cache(choice.kind)
        for event in events:
            self._add(cache, event, log)
        if choice.kind is CacheKind.TRX and effects.stays:
            cache.has_n_write = True

    def _log_load(
        self,
        profile: StatementProfile,
        effects: StatementEffects,
        loaded: LoadedFile,
        state: TransactionState,
        log: EventContext,
    ) -> bool:
        """LOAD DATA: the file's blocks in the cache of the table's engine, then the statement where others go.

        Each has the context events before it (captured: mixing_kept_rivals). A load that failed before its first row
        forgets the file.
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

    def _log_rows(self, effects: StatementEffects, log: EventContext) -> None:
        """The statement's rows. A program's SAVEPOINT ends what was mapped and stands between them."""
        if effects.savepoints is None:
            self._log_mapped_rows(effects, log)
        else:
            self._log_rows_between(effects, effects.savepoints, log)

    def _log_rows_between(self, effects: StatementEffects, savepoints: InnerSavepoints, log: EventContext) -> None:
        """Each stretch of rows has its own maps. The stmt-cache knows of no savepoint: its rows come at the end.

        A SAVEPOINT before the statement's first row is not logged, whatever the transaction did before (captured:
        savepoints_in_programs).
        """
        kinds = self.policy.caches.cache_for_rows
        transactional = tuple(one for one in effects.locked if kinds(one.engine).kind is CacheKind.TRX)
        others = tuple(one for one in effects.locked if kinds(one.engine).kind is not CacheKind.TRX)
        lasting: list[RowChange] = [*savepoints.outlived]
        done, maps = 0, savepoints.cut
        for savepoint in (*savepoints.between, None):
            end = len(effects.rows) if savepoint is None else savepoint.behind
            stretch = [change for change in effects.rows[done:end] if self._is_logged(change.table)]
            done = end
            if stretch:
                maps += 1
                rows = tuple(one for one in stretch if kinds(one.table.engine).kind is CacheKind.TRX)
                lasting += (one for one in stretch if kinds(one.table.engine).kind is not CacheKind.TRX)
                self._log_mapped_rows(replace(effects, rows=rows, locked=transactional), log, at_least=transactional)
            if savepoint is not None and maps > savepoints.cut:
                text = self.policy.savepoints.savepoint(savepoint.name, savepoint.text)
                self._add(self.trx_cache, self._savepoint_event(text, log), log)
        if lasting and others:
            self._log_mapped_rows(replace(effects, rows=tuple(lasting), locked=others * maps), log)

    def _savepoint_event(self, text: bytes, log: EventContext) -> CachedEvent:
        """The client's text is a statement like any other."""
        if self.policy.savepoints.as_given:
            return plain_statement_event(log.session, log.statement, text)
        return boundary_event(log.session, log.statement, text)

    def _log_mapped_rows(self, effects: StatementEffects, log: EventContext, at_least: Sequence[Table] = ()) -> None:
        """The rows behind the maps of all tables locked. at_least: those mapped though no row may be there."""
        by_cache: dict[CacheKind, RowChanges] = {}
        undone_too = effects.tried and (self.policy.caches.logs_undone_rows or effects.temporary_ddl)
        table: Table | None = None
        into: RowChanges | None = None
        for part in parts_of(effects.tried if undone_too else effects.rows):
            if part.table is not table:
                table, into = part.table, None
                if self._is_logged(table):
                    kind = self.policy.caches.cache_for_rows(table.engine).kind
                    into = by_cache.setdefault(kind, RowChanges())
            if into is not None:
                into.add(part)
        mapped = self._mapped_tables(effects, by_cache) or ({CacheKind.TRX: list(at_least)} if at_least else {})
        query_cache = self._cache_of_query(effects, mapped)
        first_change = next(iter(effects.tried or effects.rows or effects.undone), None)
        cascades_first = first_change is not None and first_change.by_foreign_key
        for kind, tables in mapped.items():
            cache = self._cache(kind)
            changes: Sequence[RowChange] = by_cache.get(kind, ())
            if cascades_first:  # BEGIN is made, in both caches, while foreign key checks are off for the cascade
                flags2 = log.session.flags2 | QueryFlags2.NO_FOREIGN_KEY_CHECKS
                first = replace(log, session=replace(log.session, flags2=flags2))
                self._begin(cache, first)
            if effects.injected and changes:
                self._begin(cache, _while_injecting(log))
            if log.rows_query and kind is query_cache:
                length = len(effects.text) & 0xFF if log.rows.profile.rows_query_length else 0
                body = build_body(RowsQuery(text=effects.text, length=length))
                self._add_row_event(cache, EventType.ROWS_QUERY, body, log, HeaderFlag.IGNORABLE)
            for table in tables:
                self._add_row_event(cache, EventType.TABLE_MAP, self._table_map(table, log), log)
            for rows in row_event_bodies(changes, log.rows, self.sink.table_id):
                flags = rows_event_flags(rows, log.rows.profile)
                try:
                    self._add_row_event(cache, rows.type, build_body(rows), log, flags)
                except MySQLError as error:
                    if not rows.flags & RowsFlag.STMT_END:  # the next row writes it, so that this row failed
                        error.earlier = (mysql_error("ER_BINLOG_ROW_LOGGING_FAILED"),)
                        error.is_fatal = True
                    raise
            self._note_keys(changes, log)
            if log.collect_write_set:
                self._write_set.has_parents |= effects.changes_parent

    def _mapped_tables(
        self, effects: StatementEffects, by_cache: dict[CacheKind, RowChanges]
    ) -> dict[CacheKind, list[Table]]:
        """With the first row all tables locked for writing are mapped, each in the cache of its engine."""
        mapped = {kind: list(changes.tables().values()) for kind, changes in by_cache.items()}
        if not effects.locked or not (by_cache or effects.undone):
            return mapped
        found: dict[CacheKind, list[Table]] = {}
        for table in effects.locked:
            kind = self.policy.caches.cache_for_rows(table.engine).kind
            stays = effects.error is None or effects.temporary_ddl or kind is CacheKind.STMT
            if self._is_logged(table) and (stays or kind in by_cache):
                found.setdefault(kind, []).append(table)
        return found

    def _cache_of_query(self, effects: StatementEffects, mapped: dict[CacheKind, list[Table]]) -> CacheKind:
        """Which cache gets the Rows_query event: that of the table which is mapped first (captured:
        rows_query_of_failures; findings part 5).

        If the statement failed and that table's cache is cut, the event is gone with it.
        """
        first = next((table for table in effects.locked if self._is_logged(table)), None)
        if first is not None:
            return self.policy.caches.cache_for_rows(first.engine).kind
        return CacheKind.TRX if CacheKind.TRX in mapped else CacheKind.STMT

    def _is_logged(self, table: Table) -> bool:
        """Whether rows of it are."""
        return not (table.temporary or table.engine.self_logging) and self.sink.logs_database(table.schema)

    def _table_map(self, table: Table, log: EventContext) -> bytes:
        """The Table_map body; kept, since an id stands for one definition of a table."""
        many = log.statement.databases is MANY_DATABASES
        key = (self.sink.table_id(table), log.rows.full_metadata, many)
        body = self._table_maps.get(key)
        if body is None:
            event = table_map(table, key[0], full_metadata=key[1], profile=log.rows.profile, many_databases=many)
            body = self._table_maps[key] = build_body(event)
        return body

    def _add_row_event(self, cache: BinlogCache, kind: int, body: bytes, log: EventContext, flags: int = 0) -> None:
        self._add(cache, CachedEvent(kind, body, log.statement.timestamp, flags, row_form=True), log)


def _inserted_nothing(profile: StatementProfile, effects: StatementEffects) -> bool:
    return profile.command == "insert" and effects.error is None and not effects.affected


def _while_injecting(log: EventContext) -> EventContext:
    """Rows events are applied under sql_mode NO_AUTO_VALUE_ON_ZERO; BEGIN is made meanwhile (captured:
    row_injections_*)."""
    sql_mode = log.session.sql_mode | sql_mode_bits("NO_AUTO_VALUE_ON_ZERO")
    return replace(log, session=replace(log.session, sql_mode=sql_mode))
