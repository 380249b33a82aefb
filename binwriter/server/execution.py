"""What whoever runs statements, shows or guards asks of the SQL of a session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from sqlglot import exp

from binwriter.binlog.rules.logging_format import LoggingDecision
from binwriter.server.diagnostics_area import DiagnosticsArea
from binwriter.server.session import Session
from binwriter.server.spelling import Spelling
from binwriter.sql.binding.prelocking import Prelocking
from binwriter.sql.binding.programs import Program
from binwriter.sql.binding.temporary import TemporaryTables
from binwriter.sql.context import ForcedInsertId, RandState, ServerFacts, SessionFacts, StatementContext
from binwriter.sql.engine import FrontEnd
from binwriter.sql.text.value_lists import CutStatement
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.facts import UserVariable
from binwriter.statement.result import StatementResult
from binwriter.statement.values import StatementProfile
from binwriter.storage.undo import UndoLog

_Known = TypeVar("_Known")


class Calls(Protocol):
    """The stored programs of a session (`binwriter.server.execute.programs.calls`). state: of the CALL that runs."""

    definer: str

    def call(self, call: Any, context: StatementContext) -> StatementResult: ...
    @property
    def state(self) -> Any: ...
    @property
    def in_row_form(self) -> bool: ...

    rights: Any

    def prelock(
        self,
        parsed: ParsedStatement,
        trees: tuple[exp.Expression, ...],
        context: StatementContext,
        procedure: Program | None = None,
        node: object = None,
    ) -> Prelocking | None: ...
    def run(
        self,
        parsed: ParsedStatement,
        trees: tuple[exp.Expression, ...],
        context: StatementContext,
        clock: int,
        work: Callable[[], Any],
        procedure: Program | None = None,
        *,
        stored: bool = False,
        node: object = None,
    ) -> Any: ...
    def with_kept_reasons(
        self, instruction: object, profile: StatementProfile, context: StatementContext
    ) -> StatementProfile: ...
    def keep_reasons(
        self, instruction: object, profile: StatementProfile, decision: LoggingDecision, context: StatementContext
    ) -> None: ...
    def note_temporary(self) -> None: ...
    def attach(self, context: StatementContext, text: str = "") -> None: ...
    def load(self, program: Program) -> None: ...
    def decided(self, decision: LoggingDecision) -> LoggingDecision: ...
    def is_first_run(self, node: object, use: str = "") -> bool: ...


class Execution(Protocol):
    """The SQL of a session (`binwriter.server.execute.statement.SqlRunner`).

    area: its diagnostics area. format_description: of its BINLOG statements. locked_tables: by LOCK TABLES;
    locked_aliases: with the mode by alias; locked_besides: what triggers and keys lock. handlers: of HANDLER, by name.
    released: COMMIT RELEASE ends the session. seen: what its statements see of session and server. sent: the result
    sets of the CALL that ran. in_substatement: of a function or trigger runs what has no profile.
    """

    session: Session
    front_end: FrontEnd
    user_variables: dict[str, UserVariable]
    rand: RandState
    last_insert_id: int
    forced_insert_id: ForcedInsertId
    row_count: int
    found_rows: int
    undo: UndoLog
    format_description: bytes | None
    temporary: TemporaryTables
    locked_tables: dict[tuple[str, str], str]
    locked_aliases: dict[tuple[str, str], dict[str, str]]
    locked_besides: dict[tuple[str, str], str]
    handlers: dict[str, Any]
    area: DiagnosticsArea
    released: bool
    sent: tuple[StatementResult, ...]
    in_substatement: bool
    spelling: Spelling
    account: str
    quick: Any
    seen: tuple[SessionFacts, ServerFacts] | None
    roles: tuple[tuple[str, str], ...]

    @property
    def programs(self) -> Calls: ...
    @property
    def prepared(self) -> Any: ...
    @property
    def locks(self) -> Any:
        """Its locks (`binwriter.server.session_locks.SessionLocks`)."""

    def admit(self, profile: StatementProfile, context: StatementContext) -> LoggingDecision: ...
    def new_context(self, clock: int) -> StatementContext: ...
    def of_shape(self, name: str, node: object, context: StatementContext, make: Callable[[], _Known]) -> _Known:
        """What is known of that node's statement before it runs: made once for all of its shape, while definitions,
        settings and the database in use are as they were (`alike.AlikeStatements.of_shape`)."""

    def has_shape(self, name: str, node: object, context: StatementContext) -> bool:
        """Whether something is known so (`of_shape`)."""

    def known_of_shape(self, sql: str, cut: CutStatement | None, name: str) -> Any:
        """The statement, and what is known of it so, before it is read; None if there is nothing. cut: of many rows."""

    def hides_tables(self) -> bool:
        """Whether one of the session's temporary tables may be meant where something is kept of another table."""

    def run_in_program(self, parsed: ParsedStatement, context: StatementContext, clock: int) -> StatementResult: ...
