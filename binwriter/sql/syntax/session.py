"""Statements that steer the session and never reach the storage: transaction control, USE, SET, FLUSH, RESET."""

from __future__ import annotations

from enum import Enum

from sqlglot import exp

from binwriter.formats.records import dataclass


class Scope(Enum):
    """Whose value a SET changes."""

    SESSION = "SESSION"
    GLOBAL = "GLOBAL"
    PERSIST = "PERSIST"  # GLOBAL, and for the next start
    PERSIST_ONLY = "PERSIST_ONLY"  # for the next start


OF_SERVER = (Scope.GLOBAL, Scope.PERSIST)


@dataclass(frozen=True, slots=True)
class Begin:
    """BEGIN, START TRANSACTION. read_only: READ ONLY, READ WRITE; None: as the session says.

    snapshot: WITH CONSISTENT SNAPSHOT.
    """

    read_only: bool | None = None
    snapshot: bool = False


@dataclass(frozen=True, slots=True)
class Commit:
    """COMMIT [AND [NO] CHAIN] [[NO] RELEASE]; None where nothing is said: completion_type decides."""

    chain: bool | None = None
    release: bool | None = None


@dataclass(frozen=True, slots=True)
class Rollback:
    """ROLLBACK [AND [NO] CHAIN] [[NO] RELEASE]; None where nothing is said: completion_type decides."""

    chain: bool | None = None
    release: bool | None = None


@dataclass(frozen=True, slots=True)
class SetSavepoint:
    """SAVEPOINT name. text: the whole statement."""

    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class RollbackToSavepoint:
    """ROLLBACK TO [SAVEPOINT] name. text: the whole statement."""

    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class ReleaseSavepoint:
    """RELEASE SAVEPOINT name."""

    name: str


@dataclass(frozen=True, slots=True)
class Use:
    """USE database."""

    database: str


@dataclass(frozen=True, slots=True)
class SetVariable:
    """One assignment of SET to a system variable; value None stands for DEFAULT.

    next_only: written as @@name, without a scope word (which matters to the transaction_* variables alone).
    """

    scope: Scope
    name: str
    value: exp.Expression | None
    next_only: bool = False


@dataclass(frozen=True, slots=True)
class SetUserVariable:
    """One assignment of SET to @name."""

    name: str
    value: exp.Expression


@dataclass(frozen=True, slots=True)
class SetNames:
    """SET NAMES charset [COLLATE collation]; charset None is DEFAULT. connection_only: SET CHARACTER SET."""

    charset: str | None
    collation: str | None = None
    character_set: bool = False


@dataclass(frozen=True, slots=True)
class SetTransaction:
    """SET [SESSION | GLOBAL] TRANSACTION characteristics; next_only without a scope word.

    level, read_only: ISOLATION LEVEL, READ ONLY or READ WRITE; None where it is not said.
    """

    level: str | None
    read_only: bool | None = None
    scope: Scope = Scope.SESSION
    next_only: bool = False


@dataclass(frozen=True, slots=True)
class Set:
    """A SET statement: its assignments in order."""

    assignments: tuple[SetVariable | SetUserVariable | SetNames | SetTransaction, ...]


@dataclass(frozen=True, slots=True)
class FlushLogs:
    """FLUSH [BINARY] LOGS."""

    local: bool = False


@dataclass(frozen=True, slots=True)
class ResetBinaryLogs:
    """RESET BINARY LOGS AND GTIDS [TO number]: the number of the new first file."""

    number: int = 1


class ProgramSyntax:
    """A statement about stored programs or prepared statements; `sql.programs.syntax` has the kinds."""


class TableSyntax:
    """A statement about tables, views or accounts, or one that administers them, as our own readers read it."""


SessionCommand = (
    Begin
    | Commit
    | Rollback
    | SetSavepoint
    | RollbackToSavepoint
    | ReleaseSavepoint
    | Use
    | Set
    | FlushLogs
    | ResetBinaryLogs
)


@dataclass(frozen=True)
class ReferenceSystemSyntax(TableSyntax):
    """verb: CREATE, DROP. attributes: NAME, DEFINITION ... as far as they are given."""

    verb: str
    number: int
    exists: bool
    replaces: bool
    attributes: tuple[tuple[str, str], ...] = ()

    @property
    def called(self) -> str:
        """As errors name the statement."""
        return f"{self.verb}{' OR REPLACE' * self.replaces} SPATIAL REFERENCE SYSTEM"
