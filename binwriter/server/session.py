"""A session: one connection to the fake server. It runs SQL, or logs rows without any SQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized
from dataclasses import field
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cached_property, partial
from typing import Any, Protocol

from binwriter.catalog.rights import Rights
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.mysql.raw_bytes import bytes_of
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.server import general_log, slow_log
from binwriter.server.client_state import ClientState
from binwriter.server.client_text import as_received, sent_back
from binwriter.server.in_turn import await_replicas
from binwriter.server.shown import Shown
from binwriter.server.statement_session import StatementSession
from binwriter.statement.columns import ResultColumn
from binwriter.statement.result import CursorUse, StatementResult
from binwriter.statement.status_counts import StatementFlags, StatusCounts
from binwriter.statement.values import StatementProfile
from binwriter.storage.garbage import seldom_collected_between_statements

_SMALLEST_BUFFER = 1024  # bytes, of net_buffer_length

__all__ = ["ParameterValue", "PreparedStatement", "Session", "StatementResult"]

# bool is TRUE or FALSE; times without a zone; bytes are a string of bytes
ParameterValue = None | bool | int | float | Decimal | str | bytes | date | datetime | timedelta


class SqlSide(Protocol):
    """The SQL of a session (`binwriter.server.execute.statement.SqlRunner`).

    row_count: ROW_COUNT(). released: COMMIT RELEASE has ended the session. locks: `server.session_locks.SessionLocks`.
    """

    user_variables: dict[str, Any]
    row_count: int
    released: bool

    @property
    def undo(self) -> Sized: ...
    @property
    def temporary(self) -> object: ...
    @property
    def prepared(self) -> Any: ...
    @property
    def locks(self) -> Any: ...
    def run(self, sql: str) -> StatementResult: ...
    def statements_of(self, text: str) -> list[str]: ...
    def local_file(self, text: str) -> str | None: ...
    def prepare(self, name: str, sql: str) -> StatementResult: ...
    def parameters(self, values: Sequence[ParameterValue]) -> tuple[Any, ...]: ...
    def execute_prepared(self, name: str, values: tuple[Any, ...]) -> StatementResult: ...
    def deallocate(self, name: str) -> StatementResult: ...
    def may_use(self, database: str) -> None: ...
    @property
    def rights(self) -> Rights | None: ...

    @property
    def roles(self) -> tuple[tuple[str, str], ...]: ...
    def check_commit(self) -> None: ...
    def end_transaction(self, *, undo: bool) -> None: ...
    def xa_ended(self) -> None: ...
    def run_event(self, schema: str, name: str) -> StatementResult: ...
    def session_ended(self) -> None: ...
    def format_of(self, profile: StatementProfile) -> BinlogFormat: ...


@dataclass
class Session(StatementSession, metaclass=Shown):
    """One connection. Make it with `Server.connect`.

    What users call: SQL by `execute`, `run`, `prepare`; transactions by `begin`, `commit`, `rollback`, `transaction`;
    rows without SQL by `insert_rows`, `update_rows`, `delete_rows`, `log_changes`, `log_ddl`; `close` at the end. The
    rest is asked by the server itself.

    Attributes a caller may read: thread_id, user, database, variables (its system variables), user_variables.
    shows_as_utf8: texts of results are as a client shows them that takes their bytes for UTF-8; else they are texts.
    when_closed: called at the end of the session, in whichever thread that comes. client: what it does and where it
    is, for SHOW PROCESSLIST. counts: for SHOW STATUS. flags: of the statement that runs.
    is_delayed: it writes what INSERT DELAYED of others asks for.
    """

    for_users = (
        *("execute", "run", "prepare", "begin", "commit", "rollback", "transaction", "close"),
        *("insert_rows", "update_rows", "delete_rows", "log_changes", "log_ddl"),
    )

    shows_as_utf8: bool = True
    when_closed: Callable[[], None] | None = None
    client: ClientState = field(default_factory=ClientState)
    counts: StatusCounts = field(default_factory=StatusCounts)
    flags: StatementFlags = field(default_factory=StatementFlags)
    is_delayed: bool = False
    statement_number: int = 0  # of what was prepared last
    _is_past_the_log: bool = False  # what it changed is in no log, and not kept yet

    @cached_property
    def _sql(self) -> SqlSide:
        side: SqlSide = self.server.sql_side(self)
        seldom_collected_between_statements.__enter__()
        return side

    def may_use(self, database: str) -> None:
        """ER_DBACCESS_DENIED_ERROR unless its account has any privilege there."""
        self._sql.may_use(database)

    def begin_in(self, database: str) -> None:
        """The database that a client names as it comes in, which is no statement. ER_DBACCESS_DENIED_ERROR,
        ER_BAD_DB_ERROR."""
        if self.server.has_catalog:
            self.may_use(database)
            self.variables.database_changed(self.server.catalog.schema(database).collation, database)
        self.database = database

    @property
    def rights(self) -> Rights | None:
        """What its account may do; None for everything."""
        return self._sql.rights

    @property
    def roles(self) -> tuple[tuple[str, str], ...]:
        """The roles that are active."""
        return self._sql.roles

    @property
    def user_variables(self) -> dict[str, Any]:
        """User variables by name in lower case."""
        return self._sql.user_variables

    @property
    def prepared_statements(self) -> int:
        """How many the session has."""
        return len(self._sql.prepared) if "_sql" in self.__dict__ else 0

    def run(self, sql: str) -> StatementResult:
        """Runs one statement as a client would see it: a MySQL error comes back in the result.

        Raises UnsupportedError for SQL outside binwriter's surface (nothing of it is logged), LogFileError when
        the log cannot be written.
        """
        return self._answer(sql, lambda: self._sql.run(as_received(sql, self.variables)))

    def run_inside(self, sql: str) -> StatementResult:
        """As `run`, while the statement of another session runs that waits for it."""
        try:
            return self._sql.run(sql)
        finally:
            self._sql.locks.statement_ended()

    def run_characters(self, sql: str) -> StatementResult:
        """As `run`, of a text that is characters already, whatever character_set_client says."""
        return self._answer(sql, lambda: self._sql.run(sql))

    def statements_of(self, text: str) -> list[str]:
        """The statements of a text that may hold several (CLIENT_MULTI_STATEMENTS)."""
        return [text] if ";" not in text.rstrip("; \t\n\v\f\r") else self._sql.statements_of(text)

    def local_file(self, text: str) -> str | None:
        """The file of the client's that a statement loads (LOAD DATA LOCAL); None for any other."""
        if "local" not in text.lower() or not self.server.variables.get("local_infile"):
            return None
        return self._sql.local_file(text)

    def run_event(self, schema: str, name: str) -> StatementResult:
        """Runs what an event does (`Server.run_events`); a MySQL error comes back in the result."""
        return self._answer("", lambda: self._sql.run_event(schema, name))

    def prepare(self, sql: str) -> PreparedStatement:
        """Prepares a statement as a client's library does (COM_STMT_PREPARE). MySQLError when it cannot be."""
        name = f"\0{self.statement_number + 1}"  # which no SQL can name
        text = as_received(sql, self.variables)
        result = self._answer(sql, lambda: self._sql.prepare(name, text), is_question=False)
        if result.error is not None:
            raise result.error
        return PreparedStatement(self, name, result.diagnostics, *self._sql.prepared.shape(name))

    def _keep_up(self, keeper: Any) -> None:
        """A transaction's changes past the log are kept when it ends, though others may have kept a state meanwhile."""
        if keeper.changed or not self.variables.settings.sql_log_bin:  # whatever it was: queries are few there
            self._is_past_the_log, keeper.changed = True, False
        if self._is_past_the_log and not self.in_active_transaction:
            keeper.is_behind, self._is_past_the_log = True, False
        if keeper.is_behind and not self.in_active_transaction:
            keeper.catch_up(self.server, waits=True)

    def _answer(self, sql: str, work: Callable[[], StatementResult], *, is_question: bool = True) -> StatementResult:
        turns = self.server.locks.turns
        with turns.statement(self.owner):
            self._check_open()
            self.counts["Questions"] += is_question
            self.counts["Queries"] += 1
            if self._is_too_large(sql):
                self.close()
                return StatementResult(mysql_error("ER_NET_PACKET_TOO_LARGE"), (), None, None)
            keeper = self.server.keeper
            if keeper is not None and keeper.is_behind and self.variables.settings.sql_log_bin:
                keeper.catch_up(self.server, waits=False)
            noted = self._noted(sql) if is_question and self.server.variables.get("general_log") else None
            try:
                result = work()
                if noted is not None and result.error is not None:
                    noted.failed(result.error.code)
                if is_question and self.server.variables.get("slow_query_log"):
                    slow_log.note(self, sql, result)
                if self.shows_as_utf8:
                    result = sent_back(result, self.variables)
            finally:
                await_replicas(self, are_seen=True)
                self._sql.locks.statement_ended()
            if keeper is not None:
                self._keep_up(keeper)
            if self.server.table_files is not None:
                self.server.table_files.follow()
            if self.server.log_error is not None:
                result = StatementResult(self.server.log_error, affected=None)
                self.server.log_error = None
            if self.owner.killed is not None:
                result = self.was_killed(result)
            if self._sql.released:
                self.close()
        return result

    def _noted(self, sql: str) -> general_log.Noted | None:
        """The statement in the general log, where it goes into its table."""
        return general_log.note(self, sql) if general_log.is_on(self) else None

    def _is_too_large(self, sql: str) -> bool:
        """Whether the packet of the statement is: the command's byte, then the text. Its connection ends then."""
        if len(sql) * 4 < _SMALLEST_BUFFER:
            return False
        room = max(int(self.variables.get(name)) for name in ("max_allowed_packet", "net_buffer_length"))
        return len(sql) * 4 >= room and len(bytes_of(sql)) + 1 >= room

    def warnings_were_asked(self) -> None:
        """The client has sent SHOW WARNINGS: it leaves the diagnostics area as it is, and ROW_COUNT() up to 5.7."""
        if self.server.policy.show_warnings_counts_rows:
            self._sql.row_count = -1

    def execute(self, sql: str) -> StatementResult:
        """As `run`, but a MySQL error is raised as MySQLError."""
        result = self.run(sql)
        if result.error is not None:
            raise result.error
        return result

    def weight(self) -> tuple[bool, int]:
        changed_n, _ = super().weight()
        return changed_n, len(self._sql.undo) if "_sql" in self.__dict__ else 0

    def catch_up_locks(self) -> None:
        if "_sql" in self.__dict__:
            self._sql.locks.catch_up()

    def before_commit(self) -> None:
        if "_sql" in self.__dict__:
            self._sql.check_commit()
            self._sql.locks.before_commit()

    def storage_ended(self, *, undo: bool) -> None:
        if "_sql" in self.__dict__:
            self._sql.end_transaction(undo=undo)

    def xa_ended(self) -> None:
        if "_sql" in self.__dict__:
            self._sql.xa_ended()

    def session_ended(self) -> None:
        if "_sql" in self.__dict__:
            self._sql.session_ended()

    def _left(self) -> None:
        if "_sql" in self.__dict__:
            self._sql.locks.versions.leave(self.owner)
            seldom_collected_between_statements.__exit__()
        super()._left()
        if self.when_closed is not None:
            self.when_closed()
        if self.server.keeper is not None and self.server.log is not None:
            self.server.keeper.catch_up(self.server, waits=False)

    def format_of(self, profile: StatementProfile) -> BinlogFormat:
        if "_sql" not in self.__dict__:
            return self.binlog_format
        return self._sql.format_of(profile)

    @property
    def has_temporary_tables(self) -> bool:
        """Whether one is open; then binlog_format cannot be changed."""
        return "_sql" in self.__dict__ and bool(self._sql.temporary)


@dataclass(frozen=True)
class PreparedStatement:
    """A statement of `Session.prepare`. parameters: how many it takes; described: the columns of its result, columns:
    their names. described_parameters: as clients are told of them; none by servers that do not know their types.
    cursor: what becomes of a client's wish for one.

    warnings: what preparing it warned of. EXECUTE in SQL names others (MySQL manual, "Prepared Statements").
    """

    session: Session
    name: str
    warnings: tuple[Diagnostic, ...]
    parameters: int
    described: tuple[ResultColumn, ...]
    described_parameters: tuple[ResultColumn, ...] = ()
    cursor: CursorUse = CursorUse.OPENED

    @property
    def number(self) -> int:
        """By which its client knows it; those of a connection count what is prepared in SQL and anew, too."""
        return int(self.name[1:])

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.described)

    def run(self, parameters: Sequence[ParameterValue] = ()) -> StatementResult:
        """Runs it with these values, one for each `?`; a MySQL error comes back in the result (`Session.run`).

        The log has the statement with the values put in, as a server writes it. ER_WRONG_ARGUMENTS for too many values
        or too few.
        """
        session = self.session
        result = session._answer(
            "", lambda: session._sql.execute_prepared(self.name, session._sql.parameters(parameters))
        )
        if len(result.columns) != len(self.described) or result.columns == self.columns or not result.columns:
            return result
        return replace(result, columns=self.columns, described=partial(self._named, result.described))

    def _named(self, described: Callable[[], tuple[ResultColumn, ...]] | None) -> tuple[ResultColumn, ...]:
        """The columns of a result under the names that have ? where its values stood."""
        columns = described() if described is not None else self.described
        return tuple(replace(column, name=name) for column, name in zip(columns, self.columns, strict=True))

    def execute(self, parameters: Sequence[ParameterValue] = ()) -> StatementResult:
        """As `run`, but a MySQL error is raised as MySQLError."""
        result = self.run(parameters)
        if result.error is not None:
            raise result.error
        return result

    def close(self) -> None:
        """Forgets it (COM_STMT_CLOSE)."""
        session = self.session
        session._answer("", lambda: session._sql.deallocate(self.name), is_question=False)
