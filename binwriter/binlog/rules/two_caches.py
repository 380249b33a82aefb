"""The cache policy of 5.5 and later (WL#2687): a stmt-cache, flushed at the end of every statement, and a trx-cache.

Non-transactional groups always come before the transactional one (seed "temporary tables and flush order": the deadlock
between a mixed statement and FLUSH LOGS is cured by flushing the stmt-cache first).

5.6 and later are alike (old-servers.md section 1, eras D to F). 5.5 differs in two points: what ROLLBACK writes goes by
binlog_format instead of by what the trx-cache holds, and ROLLBACK TO SAVEPOINT cuts the SAVEPOINT event away too.
"""

from __future__ import annotations

from binwriter.binlog.rules.cache import BinlogCache, CacheChoice, CacheKind
from binwriter.binlog.rules.commit import (
    EndPlan,
    Flush,
    LogState,
    SavepointMark,
    SavepointPlan,
    StatementEnd,
    Terminator,
    terminator_of_commit,
)
from binwriter.binlog.rules.unsafe import TransactionState, is_mixed_statement_unsafe
from binwriter.formats.records import dataclass
from binwriter.mysql.engines import Engine
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.statement.values import EXPRESSION, StatementKind, StatementProfile


@dataclass(frozen=True, slots=True)
class TwoCaches:
    """WL#2687. rollback_by_format, savepoint_event_is_cut: as 5.5 has it."""

    rollback_by_format: bool = False
    savepoint_event_is_cut: bool = False
    logs_undone_rows: bool = False

    def cache_for_statement(
        self, profile: StatementProfile, state: TransactionState, *, changed_t: bool | None = None
    ) -> CacheChoice:
        """R-log-statement-format, as 9.7 has it (findings part 2, rule 2).

        The stmt-cache takes a statement that writes no T-table when no T-change waits in the trx-cache, and with
        binlog_direct_non_transactional_updates=ON also after one if it touches N-tables only; the trx-cache takes the
        rest.
        """
        if profile.kind is StatementKind.DDL or profile.command == EXPRESSION:
            return CacheChoice(CacheKind.NONE, "R-log-commit-statement")
        writes_t = any(access.engine.transactional for access in profile.written)
        if writes_t if changed_t is None else changed_t:
            return CacheChoice(CacheKind.TRX, "R-log-statement-format: writes a T-table")
        if is_mixed_statement_unsafe(profile, state):
            return CacheChoice(CacheKind.TRX, "R-log-statement-format: M-statement")
        if not state.trx_cache_empty and not state.direct_non_transactional_updates:
            return CacheChoice(CacheKind.TRX, "PR-causality: N-statement after a T-change")
        return CacheChoice(CacheKind.STMT, "PR-durability: N-statement before any T-change or direct")

    def cache_for_rows(self, engine: Engine) -> CacheChoice:
        """R-log-row-format: rows of T-tables wait for the commit, rows of N-tables for the end of the statement."""
        return _ROWS_OF_T if engine.transactional else _ROWS_OF_N

    def cache_for_temporary_ddl(
        self, state: TransactionState, *, transactional: bool, fills: bool = False
    ) -> CacheChoice:
        """As a change of such a table: T-tables to the trx-cache, N-tables out at once unless a T-change waits."""
        if not state.in_transaction:
            return CacheChoice(CacheKind.NONE, "R-log-commit-statement")
        if transactional or not (state.trx_cache_empty or state.direct_non_transactional_updates):
            return CacheChoice(CacheKind.TRX, "temporary tables: trx-cache")
        return CacheChoice(CacheKind.STMT, "temporary tables: stmt-cache")

    def end_statement(self, log: LogState, end: StatementEnd) -> EndPlan:
        """R-flush-SC; a failed statement's events stay in the trx-cache only if R-log-statement-format 1 keeps them.

        They stay when it changed an N-table under binlog_format=STATEMENT: that change cannot be rolled back. In row
        form the N rows are in the stmt-cache and the T rows are cut away. They stay in any form when its programs made
        or dropped a temporary table (captured: temporary_of_failed_functions_*).
        """
        by_statement = log.binlog_format is BinlogFormat.STATEMENT
        kept = log.keeps_log or end.temporary_ddl or (end.nontransactional_write and by_statement)
        cut = end.trx_mark if end.failed and not kept else None
        return EndPlan(flush_stmt_cache(log.stmt_cache), truncate_trx_to=cut)

    def commit(self, log: LogState) -> EndPlan:
        """R-log-commit."""
        flushes = flush_stmt_cache(log.stmt_cache)
        if log.trx_cache:
            flushes += (Flush(CacheKind.TRX, terminator_of_commit(log), "R-log-commit"),)
        return EndPlan(flushes, clear_trx=True)

    def rollback(self, log: LogState, *, autocommit: bool) -> EndPlan:
        """R-log-rollback: the trx-cache is written with ROLLBACK only if it holds an N-write.

        5.5: under STATEMENT if the transaction changed any N-table, written ahead or not (WL#2687 table 6.b: "R(T)");
        under MIXED only for a statement in autocommit, rows that were undone too (captured:
        5.5.20/trigger_failures_mixed), or if a non-transactional temporary table was changed (its
        statements are the only N-writes that wait there); under ROW never.
        """
        flushes = flush_stmt_cache(log.stmt_cache)
        keep = self._kept_by_format(log, autocommit) if self.rollback_by_format else log.trx_cache.has_n_write
        if log.trx_cache and keep:
            flushes += (Flush(CacheKind.TRX, Terminator.ROLLBACK, "R-log-rollback"),)
        return EndPlan(flushes, clear_trx=True)

    def _kept_by_format(self, log: LogState, autocommit: bool) -> bool:
        if log.keeps_log:
            return True
        if log.binlog_format is BinlogFormat.MIXED and not autocommit:
            return log.trx_cache.has_n_write
        return log.nontransactional_write and log.binlog_format is not BinlogFormat.ROW

    def rollback_to(self, log: LogState, mark: SavepointMark | None) -> SavepointPlan:
        """R-log-rollback-to-savepoint.

        Without a mark the log joined the transaction after the savepoint, so that for it this is a full rollback.
        With an N-write anywhere in the trx-cache, before or after the savepoint, nothing is cut (Bug#47327,
        logging-rules part 2); in 5.5 an N-write anywhere in the transaction.
        """
        if mark is None:
            return SavepointPlan("R-log-rollback", end=self.rollback(log, autocommit=False))
        written = log.nontransactional_write or log.keeps_log
        n_write = written if self.rollback_by_format else log.trx_cache.has_n_write
        if n_write:
            return SavepointPlan("R-log-rollback-to-savepoint: N-write", write_rollback_to=True)
        cut = mark.before if self.savepoint_event_is_cut else mark.after
        return SavepointPlan("R-log-rollback-to-savepoint", truncate_to=cut)

    def warns_after_failure(self, profile: StatementProfile, *, logged_in_cache: bool, row_form: bool) -> bool:
        """Always: every statement that is logged makes the log take part in its transaction."""
        return True


_ROWS_OF_T, _ROWS_OF_N = (CacheChoice(kind, "R-log-row-format") for kind in (CacheKind.TRX, CacheKind.STMT))


def flush_stmt_cache(stmt_cache: BinlogCache) -> tuple[Flush, ...]:
    """R-flush-SC: at the end of every statement, failed or not."""
    return (Flush(CacheKind.STMT, Terminator.COMMIT, "R-flush-SC"),) if stmt_cache else ()
