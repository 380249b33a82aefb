"""Who runs a statement, as the log names him."""

from __future__ import annotations

from collections.abc import Collection

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext


def account_of(context: StatementContext) -> tuple[str, str]:
    """(user, host) of the session's account."""
    user, _, host = context.user.partition("@")
    return user, host


def definer_of(
    context: StatementContext, given: tuple[str, str | None] | None, accounts: Collection[tuple[str, str]]
) -> tuple[str, str] | None:
    """The account whose rights an object has: the one given, or whoever makes it; None for one that nobody made."""
    if given is not None:
        return given[0], given[1] or "%"
    account = account_of(context)
    return account if account in accounts else None


def require_definer(definer: tuple[str, str] | None, accounts: Collection[tuple[str, str]]) -> None:
    """MySQLError ER_NO_SUCH_USER where an object has the rights of an account that does not exist."""
    if definer is not None and definer not in accounts:
        raise mysql_error("ER_NO_SUCH_USER", *definer)


def account_text(definer: tuple[str, str] | None, otherwise: str) -> str:
    """user@host of an account."""
    return otherwise if definer is None else "@".join(definer)
