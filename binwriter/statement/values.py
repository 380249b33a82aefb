"""The seam between whoever runs statements and whoever logs them.

`StatementProfile` is what is known before a statement runs; layer 1 decides from it. `StatementEffects` is what is
known after; the event builder logs it. Above this seam anybody may produce the two values (the SQL front end, a test,
a user's program); below it nobody knows SQL.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from enum import Enum
from typing import Any

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.events import Intvar, Rand, UserVar
from binwriter.formats.records import dataclass, worked_out_once
from binwriter.mysql.engines import Engine
from binwriter.statement.facts import StatementFacts
from binwriter.statement.traits import CommandTrait
from binwriter.statement.uses import Uses

# The command of an expression in a stored procedure (IF, WHILE, SET of a local variable): no SQL statement stands for
# it, so that the functions it calls are logged without a cache (captured: unsafe_programs_*).
EXPRESSION = "expression"


class StatementKind(Enum):
    """What logging must know of a statement's nature."""

    __hash__ = object.__hash__  # an enum's own hashes its name

    DML = "dml"  # can generate row events (sqlcom_can_generate_row_events)
    DDL = "ddl"  # always logged as a statement, commits the open transaction before and after
    OTHER = "other"  # never logged by itself: SELECT, SET, SHOW ...


class UnsafeReason(Enum):
    """Why a statement is unsafe, in the order in which a server issues the warnings (enum_binlog_stmt_unsafe).

    The texts are in `rules.unsafe`.
    """

    __hash__ = object.__hash__  # an enum's own hashes its name

    LIMIT = "limit"
    SYSTEM_TABLE = "system table"
    AUTOINC_COLUMNS = "autoinc columns"
    UDF = "udf"
    SYSTEM_VARIABLE = "system variable"
    SYSTEM_FUNCTION = "system function"
    NONTRANS_AFTER_TRANS = "nontrans after trans"
    MULTIPLE_ENGINES_AND_SELF_LOGGING_ENGINE = "multiple engines and self-logging engine"
    MIXED_STATEMENT = "mixed statement"
    INSERT_IGNORE_SELECT = "insert ignore select"
    INSERT_SELECT_UPDATE = "insert select update"
    WRITE_AUTOINC_SELECT = "write autoinc select"
    REPLACE_SELECT = "replace select"
    CREATE_IGNORE_SELECT = "create ignore select"
    CREATE_REPLACE_SELECT = "create replace select"
    CREATE_SELECT_AUTOINC = "create select autoinc"
    UPDATE_IGNORE = "update ignore"
    INSERT_TWO_KEYS = "insert two keys"
    AUTOINC_NOT_FIRST = "autoinc not first"
    FULLTEXT_PLUGIN = "fulltext plugin"
    SKIP_LOCKED = "skip locked"
    NOWAIT = "nowait"
    XA = "xa"
    DEFAULT_EXPRESSION_IN_SUBSTATEMENT = "default expression in substatement"
    ACL_TABLE_READ = "acl table read in dml/ddl"


@dataclass(frozen=True, slots=True)
class TableAccess:
    """One table that a statement reads or writes (also through views, triggers and functions)."""

    schema: str
    table: str
    engine: Engine
    write: bool
    temporary: bool = False


@dataclass(frozen=True)
class StatementProfile:
    """What is known of a statement before it runs.

    command: MySQL's name of it in lower case with underscores ("insert_select", "drop_table").
    unsafe: the reasons known from the statement alone; those that depend on the transaction are added by layer 1.
    implicit_commit: it commits the open transaction before it runs (MySQL manual, 15.3.3).
    counted: the tables that warning 6414 compares, where they are not all that are written: a server looks at the
        statement's tables in order up to the first that it only reads, a view or a derived table (captured:
        views_in_programs_*).
    counting: it got to the end of the statement's own tables.
    makes_temporary: a program in it makes a temporary table, which no replica has in row form.
    opens_parent: foreign keys refer to one of the tables that it opens, be it to read; then its events name no
        databases (captured: commits_before_opening).
    traits: of its kind of statement.
    """

    kind: StatementKind
    command: str
    tables: tuple[TableAccess, ...] = ()
    unsafe: tuple[UnsafeReason, ...] = ()
    implicit_commit: bool = False
    row_injection: bool = False
    counted: tuple[TableAccess, ...] | None = None
    counting: bool = True
    makes_temporary: bool = False
    opens_parent: bool = False
    traits: CommandTrait = CommandTrait.NONE

    @worked_out_once
    def written(self) -> tuple[TableAccess, ...]:
        return tuple([access for access in self.tables if access.write])

    @worked_out_once
    def decisions(self) -> dict[tuple[object, ...], Any]:
        """How statements of it are logged, by what else decides that (`binlog.rules.logging_format`)."""
        return {}


class RowOperation(Enum):
    """The three kinds of row change."""

    __hash__ = object.__hash__  # an enum's own hashes its name

    WRITE = "write"
    UPDATE = "update"
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class RowChange:
    """One changed row, in the order the server changed it.

    before, after: whole rows, one value a column; None where the operation has no such image.
    assigned: indexes of the columns to which the statement gave a value (the server's write_set), none for a DELETE;
    None means
        that all columns were marked at once, as for an INSERT without a column list and for REPLACE. It decides minimal
        and noblob images.
    by_foreign_key: a cascade made it, not the statement itself.
    functional_keys: of unique keys on expressions, name and values as they are compared, in both images.
    read_whole: all columns were marked as read at once, as of a row that a join reads before it runs.
    """

    table: Table
    operation: RowOperation
    before: tuple[ColumnValue, ...] | None
    after: tuple[ColumnValue, ...] | None
    assigned: frozenset[int] | None = None
    by_foreign_key: bool = False
    functional_keys: tuple[tuple[object, ...], ...] = ()
    read_whole: bool = False


@dataclass(frozen=True, slots=True)
class DdlEvent:
    """One Query event that a DDL statement logs; a statement may log several (DROP TABLE) or none.

    schema: the event's default database; databases: its updated_db_names, None where the server writes none.
    in_transaction: wrapped in BEGIN and Xid (TRUNCATE of an InnoDB table in 5.1), or COMMIT where ends_in_commit
    says that no table of a transactional engine took part. error_code: it failed in part (a DROP TABLE list with a
    missing table, up to 5.7).
    temporary: of CREATE and DROP TEMPORARY TABLE, whether the tables are transactional: inside a transaction such an
    event waits in a cache. context: Intvar, Rand and User_var events before it.
    suppress_use, thread_specific: header flags (findings part 7). implicit: no client asked for it (the end of a
    session), so that it lacks the header flag of statements that 5.1 sets. atomic: carries ddl_logged_with_xid.
    explicit_defaults_for_timestamp, sql_require_primary_key, default_table_encryption: status variables 16, 19, 20.
    autocommits: its flags say so, whatever the session's do.
    kept: how many characters at the end are as the client wrote them, where the server made the rest and knows it.
    invoker: (user, host) of status variable 11. uses_time_zone, microseconds: status variables 5 and 13 are written.
    incident: what an Incident event says that stands in for it: the statement did what the log cannot have.
    """

    text: bytes
    schema: str
    databases: tuple[str, ...] | None = None
    kept: int | None = None
    atomic: bool = False
    in_transaction: bool = False
    ends_in_commit: bool = False
    autocommits: bool = False
    error_code: int = 0
    suppress_use: bool = False
    implicit: bool = False
    thread_specific: bool = False
    explicit_defaults_for_timestamp: bool = False
    sql_require_primary_key: bool = False
    default_table_encryption: bool = False
    invoker: tuple[str, str] | None = None
    uses_time_zone: bool = False
    microseconds: int | None = None
    temporary: bool | None = None
    context: tuple[Intvar | Rand | UserVar, ...] = ()
    incident: bytes = b""


_NOTHING = Uses()


@dataclass(frozen=True, slots=True)
class StatementPart:
    """What a statement did to one table by a statement of its own, which has its own events in row form.

    text: what that statement's Rows_query event has. behind: how many rows were changed by its end. locked: as of
    `StatementEffects`.
    """

    text: bytes
    behind: int
    locked: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A call of a stored function that is logged by itself, as SELECT `db`.`f`(arguments).

    context: the events before it. transactional: rows of T-tables were written by then, which decides on its cache.
    temporary_ddl: it made a temporary T-table or dropped any temporary table, which goes into the trx-cache of a
    transaction (captured: temporary_of_failed_functions_*). uses: by its end.
    """

    text: bytes
    context: tuple[Intvar | Rand | UserVar, ...] = ()
    error: MySQLError | None = None
    transactional: bool = False
    temporary_ddl: bool = False
    uses: Uses = _NOTHING


@dataclass(frozen=True, slots=True)
class InnerSavepoint:
    """A SAVEPOINT of a function or trigger. text: the statement; behind: how many row changes came before it."""

    name: str
    text: str
    behind: int


@dataclass(frozen=True, slots=True)
class InnerSavepoints:
    """What the savepoints of functions and triggers did to a statement's rows.

    between: those still there. outlived: rows of N-tables behind a savepoint that was rolled back to. cut: how many
    stretches of rows it was that were cut away; the N-tables were mapped for each.
    """

    between: tuple[InnerSavepoint, ...]
    outlived: tuple[RowChange, ...] = ()
    cut: int = 0


@dataclass(frozen=True, slots=True)
class LoadedFile:
    """What LOAD DATA needs in statement form: the file in blocks, and the statement as the server writes it.

    number: the file's number in the log. text: the statement; start, end: the bytes of it that name the file.
    duplicates: 0 error, 1 IGNORE, 2 REPLACE. block_size: bytes that are read at a time. longest: of an event. engine:
    of the table that is loaded: it decides in which cache the blocks go. context: the events before the first block,
    where it was logged before the statement's end; None: those of the statement.
    """

    number: int
    content: bytes
    text: str
    start: int
    end: int
    duplicates: int
    block_size: int
    engine: Engine
    longest: int = 1 << 30
    context: tuple[Intvar | Rand | UserVar, ...] | None = None

    @property
    def blocks(self) -> tuple[bytes, ...]:
        return tuple(
            self.content[begin : min(begin + self.longest, read + self.block_size)]
            for read in range(0, len(self.content), self.block_size)
            for begin in range(read, min(read + self.block_size, len(self.content)), self.longest)
        )


@dataclass(frozen=True, slots=True)
class StatementEffects:
    """What is known of a statement after it ran.

    text: the bytes to log in statement form (rewritten where MySQL rewrites).
    context: Intvar, Rand and User_var events that must stand before it, in MySQL's order.
    ddl: the Query events of a DDL statement, each a group of its own.
    rows: row changes in order. undone: those to transactional tables that a failed statement took back; they are not
        logged, but a server leaves their keys in the transaction's write set (seen in captures). tried: of a failed
        statement `rows` and `undone` together, in order; a server with one cache logs them all if N-tables changed.
        transactional_write, nontransactional_write: whether a row of such a table was written (tried or done;
        findings part 1: an UPDATE that matches no row writes nothing, INSERT IGNORE of a duplicate does).
    error: how it ended; rows of transactional tables done by a failed statement are already taken out of `rows`.
    table_map_for_update: bit mask for the status variable (multi-table and single UPDATE).
    facts: what it asked of its session, and did beside its rows. resolved_now: CREATE
    TABLE .. SELECT asked the clock before its first row; asked_zone: it took the time zone by then, as constants beside
    moments do; asked_fractions: those of its time.
    insert_id: what the client gets; generated_id: the first AUTO_INCREMENT value made by the statement, for
    LAST_INSERT_ID().
    impossible: the server saw before running that no row can match (WHERE 1=0, LIMIT 0) and logs nothing in any format.
    ended_untold: its rows ended at an error that nobody is told of; by its text only changes of N-tables are logged.
    locked: the tables locked for writing, each instance, in the statement's order: all of them are mapped as soon as
        one row of the statement is logged (logging-rules part 2); empty means those that got rows.
    changes_parent: a table that foreign keys refer to was changed; such a transaction has no write set.
    is_query: the statement changes nothing but by the functions that it calls; it is not logged itself, but in
        statement form each of `calls` is. program_calls: how many calls there were; each one warns of what is unsafe.
    write_noticed: the statement knows that an N-table was changed. What a function did while a program stored its value
        (SET of a local variable, DECLARE, RETURN) a server forgets (captured: program_sequences_*).
    changed_t: of a statement with programs, whether its own table is a T-table or one was changed; None: as the profile
        says.
    ran_program, ran_program_first: a trigger or function ran, and did so before the first row was changed; a server
        forgets table_map_for_update then.
    savepoints: what programs did with savepoints; None for a statement that failed.
    injected: the rows come from the events of a BINLOG statement.
    parts: of a change through a duality view: what each of its statements did. changes_documents: it is one.
    loaded: of LOAD DATA, what statement form needs; None if the file is empty.
    columns, result: the result set of DDL that has one (RANDOM PASSWORD).
    internal_temporary: the server worked with a temporary table of its own (multi-table DELETE): the thread-specific
        header flag, which in row form only the events after the rows carry.
    """

    text: bytes = b""
    context: tuple[Intvar | Rand | UserVar, ...] = ()
    ddl: tuple[DdlEvent, ...] = ()
    rows: Sequence[RowChange] = ()
    undone: Sequence[RowChange] = ()
    tried: Sequence[RowChange] = ()
    transactional_write: bool = False
    nontransactional_write: bool = False
    write_noticed: bool = True
    error: MySQLError | None = None
    table_map_for_update: int = 0
    facts: StatementFacts = field(default_factory=StatementFacts)
    resolved_now: bool = False
    asked_zone: bool = False
    asked_fractions: bool = False
    impossible: bool = False
    ended_untold: bool = False
    affected: int = 0
    insert_id: int = 0
    generated_id: int = 0
    locked: tuple[Table, ...] = ()
    changes_parent: bool = False
    internal_temporary: bool = False
    calls: tuple[FunctionCall, ...] = ()
    program_calls: int = 0
    is_query: bool = False
    changed_t: bool | None = None
    ran_program: bool = False
    ran_program_first: bool = False
    savepoints: InnerSavepoints | None = None
    injected: bool = False
    parts: tuple[StatementPart, ...] = ()
    changes_documents: bool = False
    loaded: LoadedFile | None = None
    columns: tuple[str, ...] = ()
    result: tuple[tuple[str, ...], ...] = ()

    @property
    def stays(self) -> bool:
        """Whether some of what the statement did cannot be rolled back."""
        return self.nontransactional_write or self.temporary_ddl

    @property
    def temporary_ddl(self) -> bool:
        """Whether its programs made or dropped a temporary table."""
        return self.facts.made_temporary or self.facts.dropped_temporary
