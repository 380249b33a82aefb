"""Layer 3: what is flushed at statement end, commit, rollback and rollback to savepoint, wrapped in what, in which
order.

Non-transactional groups always come before the transactional one (seed "temporary tables and flush order": the deadlock
between a mixed statement and FLUSH LOGS is cured by flushing the stmt-cache first).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from binwriter.rules.cache import BinlogCache, CacheKind


class Terminator(Enum):
    """How a group ends."""

    XID = "Xid"
    COMMIT = "COMMIT"
    ROLLBACK = "ROLLBACK"


@dataclass(frozen=True, slots=True)
class Flush:
    """Write this cache as one group BEGIN ... terminator, then clear it."""

    cache: CacheKind
    terminator: Terminator
    rule: str


@dataclass(frozen=True, slots=True)
class EndPlan:
    """What the end of a statement or transaction does: flushes in this order; then caches to clear unwritten."""

    flushes: tuple[Flush, ...] = ()
    clear_trx: bool = False


def flush_stmt_cache(stmt_cache: BinlogCache) -> tuple[Flush, ...]:
    """R-flush-SC: at the end of every statement, failed or not."""
    return (Flush(CacheKind.STMT, Terminator.COMMIT, "R-flush-SC"),) if stmt_cache else ()


def commit_transaction(stmt_cache: BinlogCache, trx_cache: BinlogCache, *, transactional_write: bool) -> EndPlan:
    """R-log-commit. A group that changed no row of a T-engine ends in COMMIT instead of Xid (findings part 1)."""
    flushes = flush_stmt_cache(stmt_cache)
    if trx_cache:
        terminator = Terminator.XID if transactional_write else Terminator.COMMIT
        flushes += (Flush(CacheKind.TRX, terminator, "R-log-commit"),)
    return EndPlan(flushes, clear_trx=True)


def rollback_transaction(stmt_cache: BinlogCache, trx_cache: BinlogCache) -> EndPlan:
    """R-log-rollback: the trx-cache is written with ROLLBACK only if it holds an N-write."""
    flushes = flush_stmt_cache(stmt_cache)
    if trx_cache and trx_cache.has_n_write:
        flushes += (Flush(CacheKind.TRX, Terminator.ROLLBACK, "R-log-rollback"),)
    return EndPlan(flushes, clear_trx=True)


@dataclass(frozen=True, slots=True)
class SavepointPlan:
    """What ROLLBACK TO SAVEPOINT does to the trx-cache: one of the three."""

    rule: str
    write_rollback_to: bool = False
    truncate_to: int | None = None
    end: EndPlan | None = None


def rollback_to_savepoint(stmt_cache: BinlogCache, trx_cache: BinlogCache, mark: int | None) -> SavepointPlan:
    """R-log-rollback-to-savepoint.

    mark: the trx-cache's end when the savepoint was set (just after its SAVEPOINT event); None when nothing of the
    transaction had been logged by then: the log joined the transaction after the savepoint, so that for it this is a
    full rollback. With an N-write anywhere in the cache, before or after the savepoint, nothing is cut (Bug#47327,
    logging-rules part 2).
    """
    if mark is None:
        return SavepointPlan("R-log-rollback", end=rollback_transaction(stmt_cache, trx_cache))
    if trx_cache.has_n_write:
        return SavepointPlan("R-log-rollback-to-savepoint: N-write", write_rollback_to=True)
    return SavepointPlan("R-log-rollback-to-savepoint", truncate_to=mark)


def keep_failed_statement(*, nontransactional_write: bool, statement_format: bool) -> bool:
    """Whether a failed statement's events stay in the trx-cache inside a transaction.

    They stay when it changed an N-table and is logged by statement: that change cannot be rolled back
    (R-log-statement-format 1). In row form the N rows are in the stmt-cache and the T rows are cut away.
    """
    return nontransactional_write and statement_format
