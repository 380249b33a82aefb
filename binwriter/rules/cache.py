"""Layer 2: the two caches of a session, and to which of them an event goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from binwriter.rules.unsafe import TransactionState, is_mixed_statement_unsafe
from binwriter.schema import Engine
from binwriter.statement import StatementKind, StatementProfile


class CacheKind(Enum):
    """D-log-target: where events wait."""

    STMT = "stmt-cache"
    TRX = "trx-cache"
    NONE = "directly to the binary log"


@dataclass(frozen=True, slots=True)
class CacheChoice:
    """A target and the rule that chose it."""

    kind: CacheKind
    rule: str


@dataclass(frozen=True, slots=True)
class CachedEvent:
    """An event as it waits: its body is built, its position and checksum are not known yet.

    row_form: it is part of the row form of changes (table map, rows, rows query, and the wrapping of such groups),
    so that a group of nothing else clears the GTID flag "may have statement-based replication".
    """

    event_type: int
    body: bytes
    timestamp: int
    flags: int = 0
    row_form: bool = False


@dataclass(slots=True)
class BinlogCache:
    """One cache: BEGIN is kept beside the events, since truncating to the beginning takes it away too.

    has_n_write: an event in it made a change that ROLLBACK does not undo (set_cannot_rollback), so that the
    cache must be written even at ROLLBACK (R-log-rollback).
    transactional_write: a statement that succeeded wrote rows of a transactional engine; the group then ends in Xid.
    """

    kind: CacheKind
    begin: CachedEvent | None = None
    events: list[CachedEvent] = field(default_factory=list)
    has_n_write: bool = False
    size: int = 0

    def __bool__(self) -> bool:
        return bool(self.events)

    def __iter__(self) -> Iterator[CachedEvent]:
        return iter(self.events)

    def add(self, event: CachedEvent) -> None:
        self.events.append(event)
        self.size += len(event.body)

    def mark(self) -> int:
        """A position to which `truncate` can cut back."""
        return len(self.events)

    def truncate(self, mark: int) -> None:
        for event in self.events[mark:]:
            self.size -= len(event.body)
        del self.events[mark:]
        if not self.events:
            self.begin = None

    def clear(self) -> None:
        """R-clear-TC."""
        self.begin = None
        self.events.clear()
        self.has_n_write = False
        self.size = 0


def cache_for_statement(profile: StatementProfile, state: TransactionState) -> CacheChoice:
    """R-log-statement-format, as 9.7 has it (findings part 2, rule 2).

    The stmt-cache takes a statement that writes no T-table when no T-change waits in the trx-cache, and with
    binlog_direct_non_transactional_updates=ON also after one if it touches N-tables only; the trx-cache takes the rest.
    """
    if profile.kind is StatementKind.DDL:
        return CacheChoice(CacheKind.NONE, "R-log-commit-statement")
    if any(access.engine.transactional for access in profile.written):
        return CacheChoice(CacheKind.TRX, "R-log-statement-format: writes a T-table")
    if is_mixed_statement_unsafe(profile, state):
        return CacheChoice(CacheKind.TRX, "R-log-statement-format: M-statement")
    if not state.trx_cache_empty and not state.direct_non_transactional_updates:
        return CacheChoice(CacheKind.TRX, "PR-causality: N-statement after a T-change")
    return CacheChoice(CacheKind.STMT, "PR-durability: N-statement before any T-change or direct")


def cache_for_rows(engine: Engine) -> CacheChoice:
    """R-log-row-format: rows of T-tables wait for the commit, rows of N-tables for the end of the statement."""
    kind = CacheKind.TRX if engine.transactional else CacheKind.STMT
    return CacheChoice(kind, "R-log-row-format")
