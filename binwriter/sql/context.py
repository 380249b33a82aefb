"""What a running statement reads from its session, and what it leaves behind for the log."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from datetime import UTC, datetime
from typing import Any

from binwriter.catalog.rights import Rights
from binwriter.catalog.schemas import ReferenceSystems
from binwriter.catalog.tables import Column
from binwriter.formats.collations import Collation, collation_by_name, default_collation
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import Conditions, Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.sql_mode import STRICT_MODES
from binwriter.mysql.variables.scopes import SessionVariables
from binwriter.sql.binding.temporary import TemporaryTables
from binwriter.sql.hooks import LoggedRows, ProgramNames, Programs, RowLocking, SessionLocks
from binwriter.statement.event_context import EventContext
from binwriter.statement.facts import StatementFacts, UserVariable
from binwriter.statement.policy import NEWEST_POLICY, StatementPolicy
from binwriter.statement.status_counts import StatementFlags, StatusCounts
from binwriter.statement.uses import Uses
from binwriter.statement.values import StatementProfile
from binwriter.storage.server_files import ServerFiles
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import Change

_OF_UTF8MB4 = "default_collation_for_utf8mb4"


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


@dataclass(slots=True)
class ServerFacts:
    """What statements see of their server.

    policy: what its era logs, and calls unsafe. sysdate: the running clock, for SYSDATE(). new_uuid: the injected
    source of UUID(). takes_many: rows of plain values go many at a time, which must make no difference.
    reference_systems: those that statements have made. components: the URNs of those that are installed.
    roles_graph: ROLES_GRAPHML() for whoever has these rights.
    """

    sysdate: Callable[[], int]
    new_uuid: Callable[[], str]
    policy: StatementPolicy = NEWEST_POLICY
    files: ServerFiles = field(default_factory=ServerFiles)
    takes_many: bool = True
    components: Collection[str] = ()
    reference_systems: ReferenceSystems = field(default_factory=dict)
    roles_graph: Callable[[Rights | None], str] = lambda rights: ""


@dataclass(slots=True)
class SessionFacts:
    """What statements see of their session: one record as long as it lasts.

    user: who the client is, as USER() has it. roles: those that are active. temporary: its temporary tables.
    forced_insert_id: shared by its statements. client_files: by name, those that a served client has sent; None: it
    is none. uncommitted: what its transaction has changed so far. locks: for GET_LOCK and SLEEP. note_engines:
    warning 6414. is_first_run: of a program's statement in this session. kept_queries: those of programs
    (`binwriter.sql.query.kept`), kept_inserts: `binwriter.sql.programs.known_inserts`, kept_variables:
    those of blocks as columns. definitions: a number that is
    another whenever some may be. allowed_rows: the parts of triggers that read NEW and OLD with the right to, by id,
    and the version of the programs at the time. query_attributes: what the client sent beside its statement.
    counts: for SHOW STATUS. flags: of the client's statement that runs.
    refused_key: the foreign key that refused a row of this statement, as errors show it.
    """

    variables: SessionVariables
    user_variables: dict[str, UserVariable]
    connection_id: int
    user: str
    rand: RandState
    forced_insert_id: ForcedInsertId = field(default_factory=ForcedInsertId)
    temporary: TemporaryTables = field(default_factory=TemporaryTables)
    client_files: Callable[[], dict[str, bytes] | None] = lambda: None
    uncommitted: Callable[[], Iterable[Change]] = tuple
    locks: SessionLocks | None = None
    note_engines: Callable[[StatementProfile], tuple[Diagnostic, ...]] | None = None
    is_first_run: Callable[[object, str], bool] | None = None
    kept_queries: dict[tuple[object, ...], object] = field(default_factory=dict)
    kept_inserts: dict[tuple[object, ...], object] = field(default_factory=dict)
    kept_variables: dict[int, tuple[object, object, Column]] = field(default_factory=dict)
    definitions: Callable[[], int | None] | None = None
    allowed_rows: dict[int, tuple[int, object]] = field(default_factory=dict)
    roles: Callable[[], tuple[tuple[str, str], ...]] = tuple
    query_attributes: Callable[[], Mapping[str, str | None]] = dict
    counts: StatusCounts = field(default_factory=StatusCounts)
    flags: StatementFlags = field(default_factory=StatementFlags)
    refused_key: str = ""


@dataclass(slots=True)
class StatementContext:
    """One statement's view: of its session and its server, how it runs, and the facts that it leaves for the log.

    refused_before: `refused_key` of the statement before, which InnoDB remembers (captured:
        keys_without_action_statement).
    start_microseconds: the statement's clock in microseconds since 1970 UTC (SET TIMESTAMP wins over the server clock);
        NOW() and all its kin answer from it.
    definer: the account whose rights are in force, if that is not the client's; rights: what it may do, None for
    everything.
    last_insert_id, row_count, found_rows, condition_counts (@@warning_count and @@error_count): what the statement
    before left; new_last_insert_id (set by LAST_INSERT_ID(expr); tells_insert_id: the client hears of
    it, unless a program ran behind it) and new_found_rows (an UPDATE: the rows it matched; a
    query: None if they are those that it gives):
    what this one makes of them.
    row_number: of the row that messages name. row_begun: the row that is being given values, 0 outside of
    one, negative while a query makes it;
    row_shift: what subqueries have made of the count (`begin_row`).
    changes_data: the statement is one of those for which a strict mode turns warnings of expressions (1292, 1365,
    1411 ...)
        into errors: INSERT, REPLACE, UPDATE, DELETE, CREATE TABLE .. SELECT, without IGNORE.
    """

    session: SessionFacts
    server: ServerFacts
    database: str | None
    start_microseconds: int
    last_insert_id: int = 0
    row_count: int = 0
    found_rows: int = 0
    refused_before: str = ""
    condition_counts: tuple[int, int] = (0, 0)
    definer: str = ""
    rights: Rights | None = None
    facts: StatementFacts = field(default_factory=StatementFacts)

    diagnostics: list[Diagnostic] = field(default_factory=Conditions)
    folded: dict[str, object] = field(default_factory=dict)  # constants that were converted for columns, by comparison
    # terms of conditions, by their id: the clause that they are in
    conditions: dict[int, tuple[object, Any]] = field(default_factory=dict)
    new_found_rows: int | None = None
    new_last_insert_id: int | None = None
    tells_insert_id: bool = False
    row_number: int = 1
    row_begun: int = 0
    row_shift: int = 0
    forgives: bool = False  # IGNORE
    ignores: bool = False  # the same, of rows that are given, too
    rows_warn: bool = False  # of a system table: see system/invalid_views
    changes_data: bool = False
    earlier_rows_stay: bool = False  # the statement changed rows of an N-table: bad values only warn from now on
    measures_items: bool = False
    parser_warned: bool = False  # of BY_PARSER, before anything of the statement was resolved
    sizes_decimals: bool = False  # values go into user variables: see `decimal_buffers`
    parsed_before: bool = False  # it is EXECUTE's: PREPARE gave the parser's warnings
    executed_before: bool = False  # and not the first one of the statement
    capture_state: Callable[[], EventContext] | None = None  # the session as events would carry it now
    current_text: bytes | None = None  # of the program's statement that runs
    program_names: ProgramNames | None = None  # local variables, NEW and OLD of the stored program that runs
    programs: Programs | None = None  # stored functions and triggers
    # what constant conditions told as they were resolved, with their texts (see `conditions.resolved`); the texts of
    # those that PREPARE told of
    resolved: list[tuple[str, Diagnostic]] = field(default_factory=list)
    resolved_before: Collection[str] = ()
    function_failed: bool = False  # a stored function, and with it the statement
    makes_view: bool = False  # the query of CREATE or ALTER VIEW is resolved
    in_procedure: bool = False  # a CALL of the client runs
    row_form: bool = False  # the statement will be logged as rows
    partial_rows: LoggedRows | None = None  # which rows are logged, where images may lack columns
    locking: RowLocking | None = None  # row locks, where there is another session
    on_open: Callable[[TableData], None] | None = None  # see `Database`
    seen_database: Any = None  # how `FrontEnd.database_of` has it see the databases
    logged_text: bytes | None = None  # of a prepared statement, with the values put in

    def rows_found(self, given: int) -> int:
        """What FOUND_ROWS() is behind a query. given: how many rows it gave."""
        return given if self.new_found_rows is None else self.new_found_rows

    @property
    def variables(self) -> SessionVariables:
        """The session's variables."""
        return self.session.variables

    def uses(self) -> Uses:
        """What has been used so far."""
        return self.facts.uses()

    def use_last_insert_id(self) -> None:
        """LAST_INSERT_ID() is asked: an Intvar event carries what it gives the first time."""
        if not self.facts.last_insert_id_used:
            self.facts.last_insert_id_used, self.facts.last_insert_id_logged = True, self.last_insert_id

    def begin_row(self, number: int) -> None:
        """A row is given values now: the so-manieth of the statement, from 1.

        A subquery that is run meanwhile begins the count of rows anew and adds those that it gave; the statement goes
        on from there (captured: clusters/rows_counted_by_subqueries).
        """
        self.row_begun = number
        self.row_number = number + self.row_shift

    def rows_done(self, rows: int, *, anew: bool = False) -> None:
        """A program's statement has done with so many: the one around it counts them, too, in 5.1 (captured:
        5.1.54/rows_of_triggers_row). anew: a query has begun the count of rows anew."""
        if self.program_names is not None and self.variables.behaviour.programs_share_rows:
            self.row_shift = rows - 1 if anew else self.row_shift + rows
            self.row_number = self.row_shift + 1

    def end_row(self) -> None:
        """What is run from now on is for no row."""
        self.row_begun = 0

    def await_row(self, number: int) -> None:
        """A query gives the row now that will be the so-manieth of the statement."""
        self.row_begun = -number

    def ran_subquery(self, rows: int, *, may_join: bool = False) -> None:
        """A subquery, no mere item, has given so many rows: see `begin_row`. may_join: in a query it may be a join."""
        if self.row_begun > 0 or (self.row_begun and not may_join):
            self.row_number = 1 + rows
            self.row_shift = self.row_number - abs(self.row_begun)
        elif self.row_begun:
            self.row_number = abs(self.row_begun) + self.row_shift

    def has_mode(self, mode: str) -> bool:
        """Whether sql_mode has this flag, for example NO_ZERO_DATE."""
        return mode in self.session.variables.settings.sql_mode

    @property
    def cuts_fractions(self) -> bool:
        """Whether sql_mode has fractions of a second cut and not rounded (captured: moments_cut, fractions_cut_off)."""
        return self.has_mode("TIME_TRUNCATE_FRACTIONAL")

    @property
    def strict(self) -> bool:
        """STRICT_TRANS_TABLES or STRICT_ALL_TABLES is on."""
        return not STRICT_MODES.isdisjoint(self.session.variables.settings.sql_mode)

    @property
    def now(self) -> datetime:
        """The statement's time, aware, in UTC."""
        seconds, micros = divmod(self.start_microseconds, 1_000_000)
        return datetime.fromtimestamp(seconds, UTC).replace(microsecond=micros)

    def text_becomes_datetime(self) -> None:
        """A server asks for the time zone, whether the text names an offset or not (seen in captures)."""
        if self.variables.profile.zones_in_text:
            self.facts.uses_time_zone = True

    def default_collation(self, charset: str) -> Collation:
        """A character set's default collation on this server. EncodeError if unknown."""
        chosen = default_collation(charset, self.variables.profile.version_number)
        if chosen.charset != "utf8mb4" or self.variables.table.find(_OF_UTF8MB4) is None:
            return chosen
        return collation_by_name(str(self.variables.get(_OF_UTF8MB4)))

    def warn(self, symbol: str, *arguments: object) -> None:
        """Adds a warning to the statement's diagnostics."""
        self.diagnostics.append(mysql_warning(symbol, *arguments))

    def warn_parsed(self, symbol: str, *arguments: object) -> None:
        """A warning of the parser: the statements of a program were parsed by its CREATE, which gave it."""
        given = self.parsed_before or (self.parser_warned and symbol in BY_PARSER)
        if self.program_names is None and not given:
            self.warn(symbol, *arguments)

    @property
    def name_of_copy(self) -> str:
        """The name of the table that ALTER TABLE makes to take the place of another: of the process and the thread."""
        return f"#sql-1_{self.session.connection_id:x}"

    @contextmanager
    def zone_not_asked(self) -> Iterator[None]:
        """What is done here asks for no time zone on the statement's account."""
        asked = self.facts.uses_time_zone
        try:
            yield
        finally:
            self.facts.uses_time_zone = asked

    def is_prepared_now(self, node: object, use: str = "") -> bool:
        """Whether this run prepares the statement: in a program only the first one of a session does. use: what is
        asked for of the node, where that is more than one thing."""
        if self.program_names is None or self.session.is_first_run is None:
            return not self.parsed_before
        return self.session.is_first_run(node, use)

    def error_or_warning(self, symbol: str, *arguments: object, as_error: bool) -> None:
        """Raises the MySQLError, or keeps it as a warning: what strict mode decides for bad values."""
        if as_error:
            raise mysql_error(symbol, *arguments)
        self.warn(symbol, *arguments)

    @property
    def opens_key_tables(self) -> bool:
        """Whether a statement opens the tables of foreign keys: the server sees to the keys, and they are in force."""
        return self.variables.settings.foreign_key_checks and self.may_open_key_tables

    @property
    def may_open_key_tables(self) -> bool:
        """The same, were the keys in force."""
        return self.server.policy.logs_cascades and not self.variables.settings.innodb_native_foreign_keys

    def value_problem(self, symbol: str, *arguments: object) -> None:
        """A warning of an expression; the error itself while data are changed under a strict mode."""
        forgiven = self.earlier_rows_stay and not self.has_mode("STRICT_ALL_TABLES")
        as_error = self.changes_data and self.strict and not forgiven
        if symbol in self.variables.behaviour.problems_of_level_error and not as_error:
            self.diagnostics.append(mysql_warning(symbol, *arguments, level="Error"))
            return
        self.error_or_warning(symbol, *arguments, as_error=as_error)
