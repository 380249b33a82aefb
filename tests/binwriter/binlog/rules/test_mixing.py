"""The T/N access rules, layer 2 and layer 3, on the cases of WL#2687 and of the findings (9.7.4)."""

from __future__ import annotations

import pytest

from binwriter.binlog.rules.cache import BinlogCache, CachedEvent, CacheKind
from binwriter.binlog.rules.commit import LogState, SavepointMark, Terminator
from binwriter.binlog.rules.policies import NEWEST
from binwriter.binlog.rules.unsafe import TransactionState, transaction_unsafe_reasons
from binwriter.mysql.engines import ENGINES
from binwriter.mysql.session_modes import BinlogFormat, Isolation
from binwriter.statement.values import StatementKind, StatementProfile, TableAccess, UnsafeReason

T, N = ENGINES["innodb"], ENGINES["myisam"]
READ_COMMITTED = Isolation.READ_COMMITTED


def statement(*, writes: str = "", reads: str = "") -> StatementProfile:
    engines = {"T": T, "N": N}
    tables = [TableAccess("test", f"w{kind}", engines[kind], write=True) for kind in writes]
    tables += [TableAccess("test", f"r{kind}", engines[kind], write=False) for kind in reads]
    return StatementProfile(StatementKind.DML, "insert", tuple(tables))


AUTOCOMMIT = TransactionState()
FIRST = TransactionState(in_transaction=True)
AFTER_T = TransactionState(in_transaction=True, trx_cache_empty=False)
AFTER_T_DIRECT = TransactionState(in_transaction=True, trx_cache_empty=False, direct_non_transactional_updates=True)
MIXED = (UnsafeReason.MIXED_STATEMENT,)
N_AFTER_T = (UnsafeReason.NONTRANS_AFTER_TRANS,)


@pytest.mark.parametrize(
    ("writes", "reads", "state", "reasons"),
    [
        ("N", "", AUTOCOMMIT, ()),
        ("N", "", FIRST, ()),
        ("N", "", AFTER_T, N_AFTER_T),
        ("N", "", AFTER_T_DIRECT, ()),
        ("T", "", AFTER_T, ()),
        ("TN", "", AUTOCOMMIT, ()),  # differs from WL#2687 table line 5 (findings part 1)
        ("TN", "", FIRST, MIXED),
        ("TN", "", AFTER_T_DIRECT, MIXED),
        ("T", "N", AUTOCOMMIT, ()),
        ("T", "N", FIRST, MIXED),
        ("N", "T", FIRST, ()),
        ("N", "T", AFTER_T, MIXED),
        ("N", "T", AFTER_T_DIRECT, MIXED),
        ("N", "T", TransactionState(isolation=READ_COMMITTED), MIXED),
        ("N", "T", TransactionState(in_transaction=True, isolation=READ_COMMITTED), MIXED),
    ],
)
def test_unsafe_by_place(writes: str, reads: str, state: TransactionState, reasons: tuple[UnsafeReason, ...]) -> None:
    assert transaction_unsafe_reasons(statement(writes=writes, reads=reads), state) == reasons


@pytest.mark.parametrize(
    ("writes", "reads", "state", "kind"),
    [
        ("N", "", FIRST, CacheKind.STMT),
        ("N", "", AFTER_T, CacheKind.TRX),
        ("N", "", AFTER_T_DIRECT, CacheKind.STMT),
        ("N", "T", FIRST, CacheKind.STMT),
        ("N", "T", AFTER_T_DIRECT, CacheKind.TRX),
        ("T", "", FIRST, CacheKind.TRX),
        ("TN", "", FIRST, CacheKind.TRX),
    ],
)
def test_cache_of_a_statement(writes: str, reads: str, state: TransactionState, kind: CacheKind) -> None:
    assert NEWEST.caches.cache_for_statement(statement(writes=writes, reads=reads), state).kind is kind


def test_rows_go_by_engine() -> None:
    assert NEWEST.caches.cache_for_rows(T).kind is CacheKind.TRX
    assert NEWEST.caches.cache_for_rows(N).kind is CacheKind.STMT


def cache(kind: CacheKind, events: int, *, n_write: bool = False) -> BinlogCache:
    filled = BinlogCache(kind, has_n_write=n_write)
    for _ in range(events):
        filled.add(CachedEvent(2, b"x", 0))
    return filled


def log_state(trx_cache: BinlogCache, *, n_events: int = 0, transactional_write: bool = False) -> LogState:
    return LogState(cache(CacheKind.STMT, n_events), trx_cache, BinlogFormat.STATEMENT, transactional_write)


def test_n_groups_are_flushed_before_the_transaction() -> None:
    plan = NEWEST.caches.commit(log_state(cache(CacheKind.TRX, 1), n_events=1, transactional_write=True))
    assert [(flush.cache, flush.terminator) for flush in plan.flushes] == [
        (CacheKind.STMT, Terminator.COMMIT),
        (CacheKind.TRX, Terminator.XID),
    ]


def test_a_group_that_changed_no_t_row_ends_in_commit() -> None:
    plan = NEWEST.caches.commit(log_state(cache(CacheKind.TRX, 1)))
    assert [flush.terminator for flush in plan.flushes] == [Terminator.COMMIT]


def test_rollback_writes_only_what_cannot_be_undone() -> None:
    assert NEWEST.caches.rollback(log_state(cache(CacheKind.TRX, 2)), autocommit=False).flushes == ()
    kept = NEWEST.caches.rollback(log_state(cache(CacheKind.TRX, 2, n_write=True)), autocommit=False)
    assert [flush.terminator for flush in kept.flushes] == [Terminator.ROLLBACK]


def test_rollback_to_savepoint_cuts_or_writes_or_rolls_back_all() -> None:
    mark = SavepointMark(before=1, after=2)
    plain, with_n_write = log_state(cache(CacheKind.TRX, 3)), log_state(cache(CacheKind.TRX, 3, n_write=True))
    assert NEWEST.caches.rollback_to(plain, mark).truncate_to == 2
    assert NEWEST.caches.rollback_to(with_n_write, mark).write_rollback_to
    before_the_log = NEWEST.caches.rollback_to(with_n_write, None)
    assert before_the_log.end is not None
    assert [flush.terminator for flush in before_the_log.end.flushes] == [Terminator.ROLLBACK]


def test_truncating_to_the_beginning_takes_begin_away() -> None:
    filled = cache(CacheKind.TRX, 2)
    filled.begin = CachedEvent(2, b"BEGIN", 0)
    filled.truncate(0)
    assert not filled
    assert filled.begin is None
    assert filled.size == 0
