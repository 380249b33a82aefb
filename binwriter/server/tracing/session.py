"""A session that is traced: `Server(trace=...)` makes its sessions of this class."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import cast

from binwriter.binlog.caches.session_log import SessionLog
from binwriter.binlog.rules.cache import CacheKind
from binwriter.binlog.rules.commit import CachePolicy
from binwriter.binlog.rules.logging_format import LoggingDecision
from binwriter.binlog.rules.trace import SessionFacts, Trace
from binwriter.binlog.rules.unsafe import TransactionState
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import Diagnostic
from binwriter.server.session import Session
from binwriter.server.tracing.session_trace import SessionTrace
from binwriter.server.tracing.wrappers import TracedCache, TracedPolicy, TracedSink
from binwriter.statement.result import StatementResult
from binwriter.statement.values import RowChange, StatementEffects, StatementProfile


@dataclass
class TracedSession(Session):
    """As `Session`; every statement, and the end of the session, is noted in the server's trace."""

    trace: SessionTrace = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        assert isinstance(self.server.trace, Trace)
        self.trace = trace = SessionTrace(self.server.trace, self.thread_id, self._facts)
        caches = cast(CachePolicy, TracedPolicy(self.server.policy.caches, trace))
        self.log = SessionLog(TracedSink(self.server, trace), replace(self.server.policy, caches=caches))
        self.log.transaction.stmt_cache = TracedCache(CacheKind.STMT, trace)
        self.log.transaction.trx_cache = TracedCache(CacheKind.TRX, trace)

    def _facts(self, waiting: dict[CacheKind, tuple[int, ...]]) -> SessionFacts:
        get = self.variables.get
        return SessionFacts(
            self.in_transaction,
            str(get("binlog_format")),
            str(self.variables.isolation()),
            bool(get("binlog_direct_non_transactional_updates")),
            bool(get("sql_log_bin")),
            not self.server.logs_database(self.database or ""),
            waiting,
        )

    def run(self, sql: str) -> StatementResult:
        with self.trace.statement("statement", sql) as noted:
            result = super().run(sql)
            noted.error, noted.warnings, noted.affected = result.error, result.diagnostics, result.affected
            return result

    def run_inside(self, sql: str) -> StatementResult:
        with self.trace.statement("statement", sql) as noted:
            result = super().run_inside(sql)
            noted.error, noted.warnings, noted.affected = result.error, result.diagnostics, result.affected
            return result

    def run_event(self, schema: str, name: str) -> StatementResult:
        with self.trace.statement("event", f"EVENT {quoted(schema)}.{quoted(name)}") as noted:
            result = super().run_event(schema, name)
            noted.error, noted.warnings, noted.affected = result.error, result.diagnostics, result.affected
            return result

    def decide(self, profile: StatementProfile, state: TransactionState | None = None) -> LoggingDecision:
        decision = super().decide(profile, state)
        self.trace.decided(profile, decision, self.format_of(profile), state or self.transaction_state())
        return decision

    def log_effects(
        self, profile: StatementProfile, decision: LoggingDecision, effects: StatementEffects, start: int
    ) -> tuple[Diagnostic, ...]:
        self.trace.ran(profile, decision, effects)
        return super().log_effects(profile, decision, effects, start)

    # --- what a program calls without SQL; inside a statement it is a part of that

    def log_changes(self, changes: Iterable[RowChange]) -> StatementResult:
        with self.trace.statement("rows", "") as noted:
            result = super().log_changes(changes)
            noted.affected = result.affected
            return result

    def log_ddl(self, text: str, *, schema: str | None = None) -> None:
        with self.trace.statement("ddl", text):
            super().log_ddl(text, schema=schema)

    def begin(self) -> None:
        with self.trace.statement("begin", "BEGIN"):
            super().begin()

    def commit(self, *, asked: bool = False) -> None:
        with self.trace.statement("commit", "COMMIT"):
            super().commit(asked=asked)

    def rollback(self) -> bool:
        with self.trace.statement("rollback", "ROLLBACK"):
            return super().rollback()

    def close(self) -> None:
        if self.closed:
            return
        with self.trace.statement("disconnect", ""):
            super().close()
