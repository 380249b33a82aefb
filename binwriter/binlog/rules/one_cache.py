"""The cache policies of 5.1: one cache, and statements on N-tables that are written ahead of it as bare events.

Source: old-servers.md sections 1 and 2 (what 5.1.27, 5.1.39 and 5.1.54 wrote), seed "mixing engines" (the history from
the inside). The three differ in what leaves the cache before the transaction ends:

* 5.1.27: whatever a statement left in a cache that was empty before it, if it changed an N-table, mixed statements
  included (BUG#40116); and a statement counts as transactional by its own table alone;
* 5.1.39: nothing. Rows of N-tables wait for the end of the transaction as well ("always write statements inside a
  transaction to the transaction cache");
* 5.1.54: what a statement on N-tables alone left in an empty cache, which can only be rows; and rows of a mixed
  statement that failed.

The table maps and rows of a failed statement on T-tables in 5.1.27 (old-servers.md section 2, case 12a and "bugs of
single versions"): `caches.lost_maps`.
"""

from __future__ import annotations

from enum import Enum

from binwriter.binlog.rules.cache import CacheChoice, CacheKind
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
from binwriter.binlog.rules.unsafe import TransactionState
from binwriter.formats.records import dataclass
from binwriter.mysql.engines import Engine
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import EXPRESSION, StatementKind, StatementProfile

_OF_QUERIES = frozenset({"insert_select", "replace_select"})


class WriteAhead(Enum):
    """Which statements inside a transaction are flushed from the cache when they end, if they found it empty."""

    ANY_N_WRITE = "every statement that changed an N-table"
    NOTHING = "none"
    N_ONLY = "those that changed N-tables alone, and failed ones in row form"


@dataclass(frozen=True, slots=True)
class OneCache:
    """write_ahead: see `WriteAhead`.

    by_own_table: a statement is transactional by the table it names, not by those that its triggers and functions write
    (before BUG#40116 was fixed). direct_option: binlog_direct_non_transactional_updates exists. cuts_later: what
    failed is cut away though it did not come first (not in 5.1.27: case 12a).
    """

    write_ahead: WriteAhead
    by_own_table: bool = False
    direct_option: bool = False
    cuts_later: bool = True
    logs_undone_rows: bool = True

    def cache_for_statement(
        self, profile: StatementProfile, state: TransactionState, *, changed_t: bool | None = None
    ) -> CacheChoice:
        """The cache if the statement is transactional or something waits in it; else the log, as a bare event."""
        if profile.kind is StatementKind.DDL or profile.command == EXPRESSION:
            return CacheChoice(CacheKind.NONE, "R-log-commit-statement")
        # of functions that a query calls each is logged by itself (captured: captured-old/5.1.54/functions_statement)
        by_rows = changed_t is not None and (profile.command == "update_multi" or profile.kind is StatementKind.OTHER)
        if changed_t if by_rows else self._transactional(profile):
            return CacheChoice(CacheKind.TRX, "one cache: writes a T-table")
        if state.trx_cache_empty:
            return CacheChoice(CacheKind.NONE, "one cache: N-statement, the cache is empty")
        if self.direct_option and state.direct_non_transactional_updates:
            return CacheChoice(CacheKind.NONE, "one cache: N-statement, binlog_direct_non_transactional_updates")
        return CacheChoice(CacheKind.TRX, "one cache: N-statement after a T-change")

    def _transactional(self, profile: StatementProfile) -> bool:
        written = profile.written
        if self.by_own_table and CommandTrait.JOINS_TABLES not in profile.traits:
            written = written[:1]
        return any(access.engine.transactional for access in written)

    def cache_for_temporary_ddl(
        self, state: TransactionState, *, transactional: bool, fills: bool = False
    ) -> CacheChoice:
        """Written at once while the cache is empty, but for a T-table that CREATE .. SELECT fills."""
        if not state.in_transaction or (state.trx_cache_empty and not (transactional and fills)):
            return CacheChoice(CacheKind.NONE, "temporary tables: the cache is empty")
        return CacheChoice(CacheKind.TRX, "temporary tables: something waits")

    def cache_for_rows(self, engine: Engine) -> CacheChoice:
        """All rows of a statement stand in one list, maps of T- and N-tables together."""
        return CacheChoice(CacheKind.TRX, "one cache: rows")

    def end_statement(self, log: LogState, end: StatementEnd) -> EndPlan:
        """Flushed ahead, kept, or cut away because it failed without changing an N-table."""
        if log.trx_cache and not log.statement_waits and self._goes_ahead(end):
            terminator = Terminator.ROLLBACK if end.failed else Terminator.COMMIT
            return EndPlan((Flush(CacheKind.TRX, terminator, "one cache: write-ahead"),))
        if end.failed and not (end.nontransactional_write or log.keeps_log) and (self.cuts_later or not end.trx_mark):
            return EndPlan(truncate_trx_to=end.trx_mark)
        return EndPlan()

    def _goes_ahead(self, end: StatementEnd) -> bool:
        if not end.nontransactional_write or self.write_ahead is WriteAhead.NOTHING:
            return False
        if self.write_ahead is WriteAhead.ANY_N_WRITE:
            return True
        return end.row_form if end.failed else not end.transactional_write

    def commit(self, log: LogState) -> EndPlan:
        """R-log-commit."""
        if not log.trx_cache:
            return EndPlan(clear_trx=True)
        return EndPlan((Flush(CacheKind.TRX, terminator_of_commit(log), "R-log-commit"),), clear_trx=True)

    def rollback(self, log: LogState, *, autocommit: bool) -> EndPlan:
        """The whole cache with ROLLBACK if the transaction changed any N-table, also by a statement written ahead."""
        if not (log.trx_cache and (log.nontransactional_write or log.keeps_log)):
            return EndPlan(clear_trx=True)
        return EndPlan((Flush(CacheKind.TRX, Terminator.ROLLBACK, "R-log-rollback"),), clear_trx=True)

    def rollback_to(self, log: LogState, mark: SavepointMark | None) -> SavepointPlan:
        """As 5.5: ROLLBACK TO is written if any N-table was changed, else the SAVEPOINT event is cut away too."""
        if mark is None:
            return SavepointPlan("R-log-rollback", end=self.rollback(log, autocommit=False))
        if log.nontransactional_write or log.keeps_log:
            return SavepointPlan("R-log-rollback-to-savepoint: N-write", write_rollback_to=True)
        return SavepointPlan("R-log-rollback-to-savepoint", truncate_to=mark.before)

    def warns_after_failure(self, profile: StatementProfile, *, logged_in_cache: bool, row_form: bool) -> bool:
        """Only if the log or a T-engine took part, so that there is something to roll back; nor for the rows of a
        query in row form (captured: 5.1.54/queries_that_fail_row)."""
        if row_form and profile.command in _OF_QUERIES:
            return False
        return logged_in_cache or any(access.engine.transactional for access in profile.tables)
