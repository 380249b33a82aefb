"""Rows in the log: the maps of the tables that a statement has locked, its rows behind them, savepoints between."""

from __future__ import annotations

from collections.abc import Sequence

from binwriter.binlog.caches.savepoints import quote_of, savepoint_event
from binwriter.binlog.caches.transaction import TransactionLog
from binwriter.binlog.events.queries import (
    MANY_DATABASES,
)
from binwriter.binlog.events.rows import row_event_bodies, rows_event_flags, table_map
from binwriter.binlog.rules.cache import BinlogCache, CachedEvent, CacheKind
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.constants import EventType, HeaderFlag, QueryFlags2, RowsFlag
from binwriter.formats.events import Rows, RowsQuery, build_body
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.sql_mode import sql_mode_bits
from binwriter.statement.event_context import EventContext
from binwriter.statement.row_changes import RowChanges, parts_of
from binwriter.statement.values import (
    InnerSavepoints,
    RowChange,
    StatementEffects,
)

_MOST_HEADS = 256


class RowLog:
    """Puts the rows of statements into the caches of their engines."""

    def __init__(self, transaction: TransactionLog) -> None:
        self._transaction = transaction
        self._sink, self._policy = transaction.sink, transaction.policy
        self._table_maps: dict[tuple[int, bool, bool, bool], bytes] = {}
        self._heads: dict[tuple[object, ...], bytes] = {}

    def log(self, effects: StatementEffects, log: EventContext) -> None:
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
        kinds = self._policy.caches.cache_for_rows
        transactional = tuple(table for table in effects.locked if kinds(table.engine).kind is CacheKind.TRX)
        others = tuple(table for table in effects.locked if kinds(table.engine).kind is not CacheKind.TRX)
        lasting: list[RowChange] = [*savepoints.outlived]
        done, maps = 0, savepoints.cut
        for savepoint in (*savepoints.between, None):
            end = len(effects.rows) if savepoint is None else savepoint.behind
            stretch = [change for change in effects.rows[done:end] if self.is_logged(change.table)]
            done = end
            if stretch:
                maps += 1
                rows = tuple(rows_of for rows_of in stretch if kinds(rows_of.table.engine).kind is CacheKind.TRX)
                lasting += (rows_of for rows_of in stretch if kinds(rows_of.table.engine).kind is not CacheKind.TRX)
                self._log_mapped_rows(replace(effects, rows=rows, locked=transactional), log, at_least=transactional)
            if savepoint is not None and maps > savepoints.cut:
                text = self._policy.savepoints.savepoint(savepoint.name, savepoint.text, quote_of(log))
                event = savepoint_event(self._policy.savepoints, text, log)
                self._transaction.add(self._transaction.trx_cache, event, log)
        if lasting and others:
            self._log_mapped_rows(replace(effects, rows=tuple(lasting), locked=others * maps), log)

    def _log_mapped_rows(self, effects: StatementEffects, log: EventContext, at_least: Sequence[Table] = ()) -> None:
        """The rows behind the maps of all tables locked. at_least: those mapped though no row may be there."""
        by_cache: dict[CacheKind, RowChanges] = {}
        undone_too = effects.tried and (self._policy.caches.logs_undone_rows or effects.temporary_ddl)
        known: dict[int, RowChanges | None] = {}  # by table
        for part in parts_of(effects.tried if undone_too else effects.rows):
            table = part.table
            if id(table) not in known:
                known[id(table)] = None
                if self.is_logged(table):
                    kind = self._policy.caches.cache_for_rows(table.engine).kind
                    known[id(table)] = by_cache.setdefault(kind, RowChanges())
            if (into := known[id(table)]) is not None:
                into.add(part)
        mapped = self._mapped_tables(effects, by_cache) or ({CacheKind.TRX: list(at_least)} if at_least else {})
        first_change = next(iter(effects.tried or effects.rows or effects.undone), None)
        cascades_first = first_change is not None and first_change.by_foreign_key
        for kind, tables in mapped.items():
            cache = self._transaction.cache(kind)
            changes: Sequence[RowChange] = by_cache.get(kind, ())
            if cascades_first:  # BEGIN is made, in both caches, while foreign key checks are off for the cascade
                flags2 = log.session.flags2 | QueryFlags2.NO_FOREIGN_KEY_CHECKS
                first = replace(log, session=replace(log.session, flags2=flags2))
                self._transaction.begin(cache, first)
            if effects.injected and changes:
                self._transaction.begin(cache, _while_injecting(log))
            if log.rows_query and kind is self._cache_of_query(effects, mapped):
                length = len(effects.text) & 0xFF if log.rows.profile.rows_query_length else 0
                body = build_body(RowsQuery(text=effects.text, length=length))
                self._add_row_event(cache, EventType.ROWS_QUERY, body, log, HeaderFlag.IGNORABLE)
            for table in tables:
                body = self._table_map(table, log, effects.facts.outer_joined)
                self._add_row_event(cache, EventType.TABLE_MAP, body, log)
            for rows in row_event_bodies(changes, log.rows, self._sink.table_id):
                flags = rows_event_flags(rows, log.rows.profile)
                try:
                    self._add_row_event(cache, rows.type, self._body(rows), log, flags)
                except MySQLError as error:
                    if not rows.flags & RowsFlag.STMT_END:  # the next row writes it, so that this row failed
                        error.earlier = (mysql_error("ER_BINLOG_ROW_LOGGING_FAILED"),)
                        error.is_fatal = True
                    raise
            self._transaction.note_keys(changes, log)
            if log.collect_write_set:
                self._transaction.write_set.has_parents |= effects.changes_parent

    def _mapped_tables(
        self, effects: StatementEffects, by_cache: dict[CacheKind, RowChanges]
    ) -> dict[CacheKind, list[Table]]:
        """With the first row all tables locked for writing are mapped, each in the cache of its engine."""
        mapped = {kind: list(changes.tables().values()) for kind, changes in by_cache.items()}
        if not effects.locked or not (by_cache or effects.undone):
            return mapped
        tables: dict[CacheKind, list[Table]] = {}
        for table in effects.locked:
            kind = self._policy.caches.cache_for_rows(table.engine).kind
            stays = effects.error is None or effects.temporary_ddl or kind is CacheKind.STMT
            if self.is_logged(table) and (stays or kind in by_cache):
                tables.setdefault(kind, []).append(table)
        return tables

    def events_of(self, effects: StatementEffects, log: EventContext) -> list[CachedEvent]:
        """The rows events of a statement alone, without maps."""
        changes = RowChanges()
        for part in parts_of(effects.rows):
            if self.is_logged(part.table):
                changes.add(part)
        return [
            CachedEvent(
                rows.type, self._body(rows), log.statement.timestamp, rows_event_flags(rows, log.rows.profile), True
            )
            for rows in row_event_bodies(changes, log.rows, self._sink.table_id)
        ]

    def _cache_of_query(self, effects: StatementEffects, mapped: dict[CacheKind, list[Table]]) -> CacheKind:
        """Which cache gets the Rows_query event: that of the table which is mapped first (captured:
        rows_query_of_failures; findings part 5).

        If the statement failed and that table's cache is cut, the event is gone with it.
        """
        first = next((table for table in effects.locked if self.is_logged(table)), None)
        if first is not None:
            return self._policy.caches.cache_for_rows(first.engine).kind
        return CacheKind.TRX if CacheKind.TRX in mapped else CacheKind.STMT

    def is_logged(self, table: Table) -> bool:
        """Whether rows of it are."""
        return not (table.temporary or table.engine.self_logging) and self._sink.logs_database(table.schema)

    def _table_map(self, table: Table, log: EventContext, outer_joined: Sequence[Table]) -> bytes:
        """The Table_map body; kept, since an id stands for one definition of a table."""
        many = log.statement.databases is MANY_DATABASES
        all_null = any(table is other for other in outer_joined)
        key = (self._sink.table_id(table), log.rows.full_metadata, many, all_null)
        body = self._table_maps.get(key)
        if body is None:
            profile, full = log.rows.profile, log.rows.full_metadata
            event = table_map(
                table, key[0], full_metadata=full, profile=profile, many_databases=many, all_null=all_null
            )
            body = self._table_maps[key] = build_body(event)
        return body

    def _body(self, rows: Rows) -> bytes:
        """The event's body. What stands before the rows is kept: many events share it."""
        key = rows.table_id, rows.type, rows.flags, rows.extra, rows.columns_before, rows.columns_after
        head = self._heads.get(key)
        if head is None:
            if len(self._heads) >= _MOST_HEADS:
                self._heads.clear()
            head = self._heads[key] = build_body(replace(rows, rows=b""))
        return head + rows.rows

    def _add_row_event(self, cache: BinlogCache, kind: int, body: bytes, log: EventContext, flags: int = 0) -> None:
        self._transaction.add(cache, CachedEvent(kind, body, log.statement.timestamp, flags, row_form=True), log)


def _while_injecting(log: EventContext) -> EventContext:
    """Rows events are applied under sql_mode NO_AUTO_VALUE_ON_ZERO; BEGIN is made meanwhile (captured:
    row_injections_*)."""
    sql_mode = log.session.sql_mode | sql_mode_bits("NO_AUTO_VALUE_ON_ZERO")
    return replace(log, session=replace(log.session, sql_mode=sql_mode))
