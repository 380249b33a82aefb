"""Statements about accounts, as they are written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from binwriter.sql.commands import TableSyntax

Account = tuple[str, str]


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
    """IDENTIFIED [WITH plugin] [BY password | AS hash]."""

    plugin: str = ""
    password: str | None = None
    hash: str | None = None


@dataclass(frozen=True, slots=True)
class UserSyntax(TableSyntax):
    """accounts with their authentication; for RENAME USER old and new ones in turn. exists: IF EXISTS, IF NOT EXISTS.

    options: what stands behind the accounts, as the server writes it. privileges: of GRANT, as the server writes
    them; level: (schema, table), '' for *; object_type: FUNCTION, PROCEDURE or ''. with_grant: WITH GRANT OPTION.
    roles: GRANT and REVOKE without ON.
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
