"""What whoever logs statements asks of their session."""

from __future__ import annotations

from typing import Any, Protocol

from binwriter.binlog.caches.session_log import SessionLog
from binwriter.binlog.rules.unsafe import TransactionState
from binwriter.mysql.variables.scopes import SessionVariables
from binwriter.server.state import ServerState
from binwriter.statement.event_context import EventContext
from binwriter.statement.values import StatementEffects


class LoggedSession(Protocol):
    """A session (`binwriter.server.statement_session`) as far as the log of its statements concerns it."""

    server: ServerState
    variables: SessionVariables
    log: SessionLog
    gtid: Any
    database: str | None
    xa: Any
    in_call: bool
    changed_n_in_call: bool
    used_in_call: Any
    reads_timestamp: bool
    restore_hinted: Any
    failed_log: EventContext | None

    @property
    def in_transaction(self) -> bool: ...

    def statement_time(self, clock: int) -> int: ...

    def end_transaction(self, *, undo: bool, forget_engines: bool = True, executes: bool = True) -> None: ...

    def log_statement_state(
        self,
        start_microseconds: int,
        *,
        effects: StatementEffects | None = None,
        databases: tuple[str, ...] | None = None,
    ) -> EventContext: ...

    def transaction_state(self) -> TransactionState: ...
