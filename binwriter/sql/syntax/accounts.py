"""Statements about accounts, as they are written."""

from __future__ import annotations

from enum import Enum

from binwriter.formats.collations import SPACES
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.syntax.session import TableSyntax

Account = tuple[str, str]


CURRENT_USER: Account = ("", "\0")  # as no account can be written
_LONGEST_USER = 32  # characters
_LONGEST_HOST = 255  # bytes


class TrimmedAccount(tuple[str, str]):
    """An account that was written with white space at the ends of its parts."""

    __slots__ = ()


def checked_account(user: str, host: str) -> Account:
    """An account as it is written anywhere, without white space at the ends of its parts; a TrimmedAccount if there was
    any (captured: limits/names, clusters/trimmed_accounts).

    Raises MySQLError ER_WRONG_STRING_LENGTH, ER_MALFORMED_HOSTNAME.
    """
    written, user, host = (user, host), user.strip(SPACES), host.strip(SPACES)
    if len(user) > _LONGEST_USER:
        raise mysql_error("ER_WRONG_STRING_LENGTH", user, "user name", _LONGEST_USER)
    if len(host.encode("utf-8", "surrogateescape")) > _LONGEST_HOST:
        raise mysql_error("ER_WRONG_STRING_LENGTH", host, "host name", _LONGEST_HOST)
    if "@" in host:
        raise mysql_error("ER_MALFORMED_HOSTNAME")
    return (user, host) if written == (user, host) else TrimmedAccount((user, host))


def logged(account: Account) -> str:
    """As texts of the log have it."""
    user, host = (part.replace("\\", "\\\\").replace("'", "\\'") for part in account)
    return f"'{user}'@'{host}'"


class UserKind(Enum):
    """What is done with accounts; the value is how error 1396 names it."""

    CREATE_USER = "CREATE USER"
    ALTER_USER = "ALTER USER"
    DROP_USER = "DROP USER"
    RENAME_USER = "RENAME USER"
    CREATE_ROLE = "CREATE ROLE"
    DROP_ROLE = "DROP ROLE"
    GRANT = "GRANT"
    REVOKE = "REVOKE"
    SET_PASSWORD = "SET PASSWORD"
    DEFAULT_ROLE = "SET DEFAULT ROLE"


@dataclass(frozen=True, slots=True)
class Authentication:
    """IDENTIFIED [WITH plugin] [BY password | AS hash] [REPLACE current] [RETAIN CURRENT PASSWORD].

    random: BY RANDOM PASSWORD, TO RANDOM; the server makes one and sends it to the client.
    """

    plugin: str = ""
    password: str | None = None
    hash: str | None = None
    random: bool = False
    current: str | None = None
    retains: bool = False


@dataclass(frozen=True, slots=True)
class Factor:
    """A further factor of an account. verb: CREATE (AND IDENTIFIED), INITIAL (AUTHENTICATION), ADD, MODIFY, DROP,
    REGISTER or UNREGISTER. number: 2 or 3. plugin: '' where none is named."""

    account: Account
    verb: str
    number: int
    plugin: str = ""


@dataclass(frozen=True, slots=True)
class UserSyntax(TableSyntax):
    """accounts with their authentication; for RENAME USER old and new ones in turn. exists: IF EXISTS, IF NOT EXISTS.

    options: what stands behind the accounts, as the server writes it. privileges: of GRANT, as the server writes
    them; level: (schema, table), '' for *, of PROXY an account; object_type: FUNCTION, PROCEDURE, PROXY or ''.
    with_grant: WITH GRANT OPTION, WITH ADMIN OPTION. roles: GRANT and REVOKE without ON; named_roles: those, and of
    DEFAULT ROLE, SET DEFAULT ROLE; role_choice: ALL, NONE, or LIST for the named ones. ignores_unknown: IGNORE UNKNOWN
    USER. granted_as: AS of GRANT; as_roles: its WITH ROLE, as it is written. factors: behind the first.
    """

    kind: UserKind
    accounts: tuple[tuple[Account, Authentication | None], ...] = ()
    exists: bool = False
    options: str = ""
    privileges: tuple[str, ...] = ()
    level: tuple[str | None, str] | None = None
    object_type: str = ""
    with_grant: bool = False
    roles: bool = False
    named_roles: tuple[Account, ...] = ()
    role_choice: str = ""
    ignores_unknown: bool = False
    granted_as: Account | None = None
    as_roles: str = "NONE"
    factors: tuple[Factor, ...] = ()

    @property
    def written(self) -> tuple[Account, ...]:
        """The accounts in the order in which the parser makes them of what is written."""
        accounts = tuple(account for account, _ in self.accounts)
        level = (self.level,) if isinstance(self.level, TrimmedAccount) else ()
        behind = () if self.granted_as is None else (self.granted_as,)
        first, then = accounts, self.named_roles
        if self.kind is UserKind.DEFAULT_ROLE:
            first, then = then, first
        return (*level, *first, *then, *behind)
