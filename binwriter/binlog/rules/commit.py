"""Layer 3, what all eras share: what a policy sees of a session's log, and the plans by which it answers.

A plan says what is flushed at statement end, commit, rollback and rollback to savepoint, wrapped in what, in which
order. The policies that make them are in `rules.one_cache` and `rules.two_caches`.
"""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from binwriter.binlog.rules.cache import BinlogCache, CacheChoice, CacheKind
from binwriter.binlog.rules.unsafe import TransactionState
from binwriter.formats.records import dataclass
from binwriter.mysql.engines import Engine
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.statement.values import StatementProfile


class Terminator(Enum):
    """How a group ends."""

    __hash__ = object.__hash__  # an enum's own hashes its name

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
    """What the end of a statement or transaction does: flushes in this order; then what is cut away unwritten.

    truncate_trx_to: a mark of the trx-cache; clear_trx: the whole of it.
    """

    flushes: tuple[Flush, ...] = ()
    clear_trx: bool = False
    truncate_trx_to: int | None = None


@dataclass(frozen=True, slots=True)
class SavepointPlan:
    """What ROLLBACK TO SAVEPOINT does to the trx-cache: one of the three."""

    rule: str
    write_rollback_to: bool = False
    truncate_to: int | None = None
    end: EndPlan | None = None


@dataclass(frozen=True, slots=True)
class LogState:
    """A session's log at the moment of a decision.

    transactional_write: a statement of the transaction that succeeded wrote rows of a T-engine.
    nontransactional_write: a statement of the transaction, failed or not, changed an N-table.
    statement_waits: the trx-cache held something when the last statement of the transaction that succeeded ended
        ("at least one statement committed").
    keeps_log: the transaction made or dropped a temporary table, or tried to, which up to 5.5 keeps all of it
        (OPTION_KEEP_LOG).
    """

    stmt_cache: BinlogCache
    trx_cache: BinlogCache
    binlog_format: BinlogFormat
    transactional_write: bool = False
    nontransactional_write: bool = False
    statement_waits: bool = False
    keeps_log: bool = False


@dataclass(frozen=True, slots=True)
class StatementEnd:
    """How a statement inside a transaction ended.

    transactional_write, nontransactional_write: it changed rows of such tables (tried or done). row_form: its changes
    are logged as rows. trx_mark: the trx-cache's end before it. temporary_ddl: its programs made or dropped a temporary
    table.
    """

    failed: bool
    transactional_write: bool
    nontransactional_write: bool
    row_form: bool
    trx_mark: int
    temporary_ddl: bool = False


@dataclass(frozen=True, slots=True)
class SavepointMark:
    """The trx-cache around a SAVEPOINT event: its end before and after the event."""

    before: int
    after: int


class CachePolicy(Protocol):
    """Layers 2 and 3 of one era.

    logs_undone_rows: of a failed statement that changed N-tables the rows of T-tables are logged as well.
    """

    @property
    def logs_undone_rows(self) -> bool: ...

    def cache_for_statement(
        self, profile: StatementProfile, state: TransactionState, *, changed_t: bool | None = None
    ) -> CacheChoice:
        """Where a statement in statement form goes.

        changed_t: of a function call, whether T-tables were changed; None: as the profile says.
        """

    def cache_for_rows(self, engine: Engine) -> CacheChoice:
        """Where the rows of a table of this engine go."""

    def cache_for_temporary_ddl(
        self, state: TransactionState, *, transactional: bool, fills: bool = False
    ) -> CacheChoice:
        """Where CREATE and DROP TEMPORARY TABLE go."""

    def end_statement(self, log: LogState, end: StatementEnd) -> EndPlan:
        """The end of a statement inside a transaction."""

    def commit(self, log: LogState) -> EndPlan:
        """COMMIT, implicit commit, or the end of an autocommit statement that succeeded."""

    def rollback(self, log: LogState, *, autocommit: bool) -> EndPlan:
        """ROLLBACK; with autocommit the end of a statement that failed."""

    def rollback_to(self, log: LogState, mark: SavepointMark | None) -> SavepointPlan:
        """ROLLBACK TO SAVEPOINT. mark: None when nothing of the transaction had been logged at the SAVEPOINT."""

    def warns_after_failure(self, profile: StatementProfile, *, logged_in_cache: bool, row_form: bool) -> bool:
        """Warning 1196 for an autocommit statement that failed after it had changed an N-table."""


def terminator_of_commit(log: LogState) -> Terminator:
    """A group that changed no row of a T-engine ends in COMMIT instead of Xid (findings part 1; all eras)."""
    return Terminator.XID if log.transactional_write else Terminator.COMMIT
