"""What a running statement reads from its session, and what it leaves behind for the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache

from binwriter.catalog.rights import Rights
from binwriter.formats.collations import Collation, default_collation
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.variables.scopes import SessionVariables
from binwriter.sql.binding.temporary import TemporaryTables
from binwriter.sql.hooks import LoggedRows, ProgramNames, Programs, RowLocking, SessionLocks
from binwriter.statement.event_context import EventContext
from binwriter.statement.policy import NEWEST_POLICY, StatementPolicy
from binwriter.statement.uses import Uses
from binwriter.statement.values import StatementProfile
from binwriter.storage.server_files import ServerFiles
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import Change

UserValue = int | float | Decimal | str | bytes | None


@dataclass(slots=True)
class UserVariable:
    """A user variable (@name) and how it travels in a User_var event.

    unsigned matters for integers; collation is the id written for strings. Temporal values are kept as text.
    name: as it was spelled when the variable was first set or read; names are found in any letter case.
    moment: of a client's temporal parameter, the word of its literal.
    """

    value: UserValue
    collation: int = 255
    unsigned: bool = False
    name: str = ""
    moment: str = ""


@dataclass(slots=True)
class RandState:
    """The two seeds of MySQL's RAND() (struct rand_struct), both below 0x3FFFFFFF."""

    seed1: int
    seed2: int


@dataclass(slots=True)
class ForcedInsertId:
    """What SET INSERT_ID has set: the next AUTO_INCREMENT value that any table makes takes it (captured:
    last_insert_id_set_*)."""

    value: int | None = None

    def take(self) -> int | None:
        """The value, which then is gone."""
        value, self.value = self.value, None
        return value


# Warnings of expressions that the parser gives as it reads them, whatever becomes of the statement.
BY_PARSER = frozenset({"ER_DEPRECATED_ASSIGNMENT", "ER_WARN_DEPRECATED_FUNCTION", "ER_WARN_DEPRECATED_SYNTAX"})


@cache
def _modes(sql_mode: str) -> frozenset[str]:
    return frozenset(sql_mode.split(","))


@dataclass(slots=True)
class StatementContext:
    """One statement's view of its session.

    start_microseconds: the statement's clock in microseconds since 1970 UTC (SET TIMESTAMP wins over the server clock);
        NOW() and all its kin answer from it. sysdate: the running clock, for SYSDATE().
    new_uuid: the injected source of UUID(). policy: what the server's era logs, and calls unsafe.
    changes_data: the statement is one of those for which a strict mode turns warnings of expressions (1292, 1365,
    1411 ...)
        into errors: INSERT, REPLACE, UPDATE, DELETE, CREATE TABLE .. SELECT, without IGNORE.
    user: who the client is, as USER() has it; definer: the account whose rights are in force, if that is another one;
    rights: what it may do, None for everything.
    The fields below the line are filled while the statement runs and decide what stands before it in the log:
    user_variables_read in the order of first use (User_var events), rand_used (the seeds before the first RAND()),
    last_insert_id_used (Intvar LAST_INSERT_ID), uses_time_zone and uses_microseconds (status variables 5 and 13),
    thread_specific (the header flag).
    """

    variables: SessionVariables
    user_variables: dict[str, UserVariable]
    database: str | None
    connection_id: int
    user: str
    definer: str = field(default="", kw_only=True)
    rights: Rights | None = field(default=None, kw_only=True)
    start_microseconds: int
    sysdate: Callable[[], int]
    new_uuid: Callable[[], str]
    rand: RandState
    last_insert_id: int
    row_count: int = 0
    found_rows: int = 0
    condition_counts: tuple[int, int] = (0, 0)  # @@warning_count and @@error_count: of the statement before
    new_found_rows: int | None = None  # what the statement makes of it: an UPDATE the number of rows it matched
    forced_insert_id: ForcedInsertId = field(default_factory=ForcedInsertId)  # shared by the session's statements

    diagnostics: list[Diagnostic] = field(default_factory=list)
    user_variables_read: dict[str, UserVariable] = field(default_factory=dict)
    user_variables_set: set[str] = field(default_factory=set)  # by triggers and functions of this statement
    rand_used: tuple[int, int] | None = None
    last_insert_id_used: bool = False
    last_insert_id_logged: int = 0  # what LAST_INSERT_ID() gave when it was first asked
    new_last_insert_id: int | None = None  # set by LAST_INSERT_ID(expr)
    uses_time_zone: bool = False
    uses_microseconds: bool = False
    thread_specific: bool = False  # CONNECTION_ID() was used
    internal_temporary: bool = False  # a program's statement made the server work with a temporary table of its own
    row_number: int = 1
    forgives: bool = False  # IGNORE
    changes_data: bool = False
    earlier_rows_stay: bool = False  # the statement changed rows of an N-table: bad values only warn from now on
    measures_items: bool = False
    policy: StatementPolicy = NEWEST_POLICY
    files: ServerFiles = field(default_factory=ServerFiles)
    client_files: dict[str, bytes] | None = None  # by name, those that a served client has sent; None: it is none
    temporary: TemporaryTables = field(default_factory=TemporaryTables)
    changed: bool = False  # a row for the log was changed: not one of a temporary table
    changed_in: str | None = None  # the database in force when the first row was changed
    used_at_change: Uses | None = None  # what was used by then
    map_at_change: int | None = None  # table_map_for_update of the program's statement that changed it
    is_first_run: Callable[[object], bool] | None = None  # of a program's statement in this session
    parser_warned: bool = False  # of BY_PARSER, before anything of the statement was resolved
    sizes_decimals: bool = False  # values go into user variables: see `decimal_buffers`
    parsed_before: bool = False  # it is EXECUTE's: PREPARE gave the parser's warnings
    capture_state: Callable[[], EventContext] | None = None  # the session as events would carry it now
    state_at_change: EventContext | None = None  # the same when a program changed the first row
    made_temporary: bool = False  # a program made a temporary table, or dropped one: that stays (1751, 1752)
    dropped_temporary: bool = False
    temporary_ddl: int = 0  # how often they did so by a statement for the trx-cache
    databases: list[str] = field(default_factory=list)  # of temporary tables that programs used
    changed_by: bytes | None = None  # the text of the program's statement that changed it
    current_text: bytes | None = None  # of the program's statement that runs
    program_names: ProgramNames | None = None  # local variables, NEW and OLD of the stored program that runs
    note_engines: Callable[[StatementProfile], tuple[Diagnostic, ...]] | None = None  # warning 6414
    programs: Programs | None = None  # stored functions and triggers
    function_failed: bool = False  # a stored function, and with it the statement
    in_procedure: bool = False  # a CALL of the client runs
    row_form: bool = False  # the statement will be logged as rows
    takes_many: bool = True  # rows of plain values go many at a time, which must make no difference
    partial_rows: LoggedRows | None = None  # which rows are logged, where images may lack columns
    uncommitted: Iterable[Change] = ()  # what the session's transaction has changed so far
    locking: RowLocking | None = None  # row locks, where there is another session
    session_locks: SessionLocks | None = None  # GET_LOCK, SLEEP
    on_open: Callable[[TableData], None] | None = None  # see `Database`
    logged_text: bytes | None = None  # of a prepared statement, with the values put in

    def uses(self) -> Uses:
        """What has been used so far."""
        thread_specific = self.thread_specific or self.internal_temporary
        return Uses(self.uses_time_zone, self.uses_microseconds, thread_specific)

    def use_last_insert_id(self) -> None:
        """LAST_INSERT_ID() is asked: an Intvar event carries what it gives the first time."""
        if not self.last_insert_id_used:
            self.last_insert_id_used, self.last_insert_id_logged = True, self.last_insert_id

    def has_mode(self, mode: str) -> bool:
        """Whether sql_mode has this flag, for example NO_ZERO_DATE."""
        return mode in _modes(str(self.variables.get("sql_mode")))

    @property
    def strict(self) -> bool:
        """STRICT_TRANS_TABLES or STRICT_ALL_TABLES is on."""
        return self.has_mode("STRICT_TRANS_TABLES") or self.has_mode("STRICT_ALL_TABLES")

    @property
    def now(self) -> datetime:
        """The statement's time, aware, in UTC."""
        seconds, micros = divmod(self.start_microseconds, 1_000_000)
        return datetime.fromtimestamp(seconds, UTC).replace(microsecond=micros)

    def text_becomes_datetime(self) -> None:
        """A server asks for the time zone, whether the text names an offset or not (seen in captures)."""
        if self.variables.profile.zones_in_text:
            self.uses_time_zone = True

    def default_collation(self, charset: str) -> Collation:
        """A character set's default collation on this server. EncodeError if unknown."""
        return default_collation(charset, self.variables.profile.version_number)

    def warn(self, symbol: str, *arguments: object) -> None:
        """Adds a warning to the statement's diagnostics."""
        self.diagnostics.append(mysql_warning(symbol, *arguments))

    def warn_parsed(self, symbol: str, *arguments: object) -> None:
        """A warning of the parser: the statements of a program were parsed by its CREATE, which gave it."""
        given = self.parsed_before or (self.parser_warned and symbol in BY_PARSER)
        if self.program_names is None and not given:
            self.warn(symbol, *arguments)

    def is_prepared_now(self, node: object) -> bool:
        """Whether this run prepares the statement: in a program only the first one of a session does."""
        if self.program_names is None or self.is_first_run is None:
            return not self.parsed_before
        return self.is_first_run(node)

    def error_or_warning(self, symbol: str, *arguments: object, as_error: bool) -> None:
        """Raises the MySQLError, or keeps it as a warning: what strict mode decides for bad values."""
        if as_error:
            raise mysql_error(symbol, *arguments)
        self.warn(symbol, *arguments)

    @property
    def opens_key_tables(self) -> bool:
        """Whether a statement opens the tables of foreign keys: the server sees to the keys, and they are in force."""
        if not (self.policy.logs_cascades and self.variables.get("foreign_key_checks")):
            return False
        return not self.variables.get("innodb_native_foreign_keys")

    def value_problem(self, symbol: str, *arguments: object) -> None:
        """A warning of an expression; the error itself while data are changed under a strict mode."""
        forgiven = self.earlier_rows_stay and not self.has_mode("STRICT_ALL_TABLES")
        as_error = self.changes_data and self.strict and not forgiven
        self.error_or_warning(symbol, *arguments, as_error=as_error)
