"""Unsafe statements: MySQL's texts for each reason, and the reasons that depend on the transaction.

The reasons that a statement carries by itself (LIMIT, system functions ...) come with its profile. Here are the T/N
access rules of WL#2687: whether a statement that touches N-tables is unsafe at its place in a transaction.
"""

from __future__ import annotations

from enum import Enum

from binwriter.formats.records import dataclass
from binwriter.mysql.session_modes import Isolation
from binwriter.statement.values import StatementProfile, UnsafeReason


@dataclass(frozen=True, slots=True)
class TransactionState:
    """What layers 1 and 2 must know of the session and its transaction.

    in_transaction: inside BEGIN, or autocommit is off (in_multi_stmt_transaction_mode).
    in_xa: the transaction is an XA transaction.
    trx_cache_empty: nothing of this transaction waits in the trx-cache; "before any T-change" means just this
        (findings part 1: only an earlier *change* counts, a SELECT does not).
    tables_locked: LOCK TABLES is in force: no engine is asked for a lock again.
    """

    in_transaction: bool = False
    trx_cache_empty: bool = True
    direct_non_transactional_updates: bool = False
    isolation: Isolation = Isolation.REPEATABLE_READ
    in_xa: bool = False
    tables_locked: bool = False


class _Table(Enum):
    """The kinds of tables that a statement reads and writes."""

    __hash__ = object.__hash__  # an enum's own hashes its name

    T = "transactional"
    N = "non-transactional"
    TEMP_T = "temporary, transactional"
    TEMP_N = "temporary, non-transactional"


@dataclass(frozen=True, slots=True)
class _Access:
    """Which kinds of tables a statement reads and writes."""

    reads: frozenset[_Table]
    writes: frozenset[_Table]

    @classmethod
    def of(cls, profile: StatementProfile) -> _Access:
        kinds = {True: set[_Table](), False: set[_Table]()}
        for access in profile.tables:
            kinds[access.write].add(_KIND[access.engine.transactional, access.temporary])
        return cls(frozenset(kinds[False]), frozenset(kinds[True]))


_KIND = {
    (True, False): _Table.T,
    (False, False): _Table.N,
    (True, True): _Table.TEMP_T,
    (False, True): _Table.TEMP_N,
}


class _Reads(Enum):
    """The second table of a pair is read, or written."""

    READS = "reads"
    WRITES = "writes"


class _When(Enum):
    """The place in the transaction, and binlog_direct_non_transactional_updates, at which a pair is unsafe."""

    __hash__ = object.__hash__

    ALWAYS = "anywhere in a transaction"
    DIRECT = "anywhere in one, with direct=ON"
    AFTER_T = "once the trx-cache holds something"
    AFTER_T_DIRECT = "the same, with direct=ON"
    AFTER_T_INDIRECT = "the same, with direct=OFF"


# What a mixed statement writes, and what else it reads or writes (seed "temporary tables and flush order"; the pairs
# that it does not name were seen on a 9.7.4).
_MIXED = (
    (_Table.T, _Reads.WRITES, _Table.N, _When.ALWAYS),
    (_Table.T, _Reads.READS, _Table.N, _When.ALWAYS),
    (_Table.TEMP_T, _Reads.WRITES, _Table.N, _When.ALWAYS),
    (_Table.TEMP_T, _Reads.READS, _Table.N, _When.ALWAYS),
    (_Table.T, _Reads.WRITES, _Table.TEMP_N, _When.DIRECT),
    (_Table.T, _Reads.READS, _Table.TEMP_N, _When.DIRECT),
    (_Table.TEMP_T, _Reads.WRITES, _Table.TEMP_N, _When.DIRECT),
    (_Table.TEMP_T, _Reads.READS, _Table.TEMP_N, _When.DIRECT),
    (_Table.N, _Reads.READS, _Table.T, _When.AFTER_T),
    (_Table.N, _Reads.READS, _Table.TEMP_T, _When.AFTER_T),
    (_Table.TEMP_N, _Reads.READS, _Table.T, _When.AFTER_T_DIRECT),
    (_Table.TEMP_N, _Reads.READS, _Table.TEMP_T, _When.AFTER_T_DIRECT),
    (_Table.TEMP_N, _Reads.READS, _Table.N, _When.AFTER_T_INDIRECT),
    (_Table.TEMP_N, _Reads.WRITES, _Table.N, _When.AFTER_T_INDIRECT),
)


def is_mixed_statement_unsafe(profile: StatementProfile, state: TransactionState) -> bool:
    """Whether an M-statement is unsafe here (seed: "M-statements are always classified as unsafe").

    9.7 differs from WL#2687 by isolation level and place (findings part 1, logging-rules part 2):
    * writes T and N, or writes T and reads N: unsafe anywhere in a transaction, safe in autocommit;
    * writes N and reads T: unsafe once the trx-cache holds something; under READ COMMITTED and READ UNCOMMITTED always.
    """
    access = _Access.of(profile)
    if _Table.N in access.writes and _Table.T in access.reads and not state.isolation.repeatable:
        return True
    if not state.in_transaction:
        return False
    return any(
        written in access.writes
        and other in (access.reads if how is _Reads.READS else access.writes)
        and _applies(when, state)
        for written, how, other, when in _MIXED
    )


def _applies(when: _When, state: TransactionState) -> bool:
    direct, after_t = state.direct_non_transactional_updates, not state.trx_cache_empty
    return {
        _When.ALWAYS: True,
        _When.DIRECT: direct,
        _When.AFTER_T: after_t,
        _When.AFTER_T_DIRECT: after_t and direct,
        _When.AFTER_T_INDIRECT: after_t and not direct,
    }[when]


def transaction_unsafe_reasons(profile: StatementProfile, state: TransactionState) -> tuple[UnsafeReason, ...]:
    """R-unsafe-nontransactional: the reasons that come from the statement's place in the transaction."""
    xa = (UnsafeReason.XA,) if state.in_xa else ()
    if is_mixed_statement_unsafe(profile, state):
        return (UnsafeReason.MIXED_STATEMENT, *xa)
    n_after_t = (
        state.in_transaction
        and not state.trx_cache_empty
        and not state.direct_non_transactional_updates
        and _Table.N in _Access.of(profile).writes
    )
    return (UnsafeReason.NONTRANS_AFTER_TRANS, *xa) if n_after_t else xa


_ORDER = {reason: position for position, reason in enumerate(UnsafeReason)}


def in_warning_order(reasons: tuple[UnsafeReason, ...]) -> tuple[UnsafeReason, ...]:
    """Each reason once, in the order in which a server warns."""
    return tuple(sorted(set(reasons), key=_ORDER.__getitem__))
