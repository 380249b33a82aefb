"""Who runs a statement, as the log names him."""

from __future__ import annotations

from collections.abc import Collection, Container
from typing import cast

from binwriter.catalog.rights import Rights, rights_of, with_their_roles
from binwriter.catalog.schemas import Catalog
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.variables.scopes import SessionVariables
from binwriter.sql.context import StatementContext


def account_of(context: StatementContext) -> tuple[str, str]:
    """(user, host) of the session's account, or of whoever's rights the program has that runs."""
    user, _, host = (context.definer or context.session.user).rpartition("@")
    return user, host


def rights_of_definer(definer: tuple[str, str], catalog: Catalog, context: StatementContext) -> Rights | None:
    """What an object may do that has the rights of this account; None for everything. Only default roles count."""
    grants = catalog.grants
    if definer in grants.kept:
        return cast("Rights | None", grants.kept[definer])
    held = grants.find(definer)
    roles = held.default_roles if held is not None else ()
    literal, version = bool(context.variables.get("partial_revokes")), context.variables.profile.version_number
    everybodys = roles_of_everybody(context.variables, catalog.accounts)
    rights = rights_of(grants, definer, definer[1], roles, version, literal=literal, mandatory=lambda: everybodys)
    grants.kept[definer] = rights
    return rights


def roles_of_everybody(
    variables: SessionVariables, accounts: Container[tuple[str, str]]
) -> tuple[tuple[str, str], ...]:
    """The mandatory roles that are there."""
    text = variables.get("mandatory_roles")
    if not text:
        return ()
    from binwriter.catalog.roles import mandatory_roles

    return mandatory_roles(text, accounts)


def has_system_user(account: tuple[str, str], catalog: Catalog) -> bool:
    """Whether an account has SYSTEM_USER, by its roles too."""
    held = catalog.grants.find(account)
    if held is None:
        return False
    others = (catalog.grants.find(role) for role in with_their_roles(catalog.grants, held.roles))
    return any("SYSTEM_USER" in role_held.dynamic for role_held in (held, *others) if role_held is not None)


def definer_of(
    context: StatementContext, given: tuple[str, str | None] | None, accounts: Collection[tuple[str, str]]
) -> tuple[str, str] | None:
    """The account whose rights an object has: the one given, or whoever makes it; None for one that nobody made."""
    if given is not None:
        return given[0], given[1] or "%"
    account = account_of(context)
    return account if account in accounts else None


def require_definer(
    definer: tuple[str, str] | None, accounts: Collection[tuple[str, str]], asks: Rights | None = None
) -> None:
    """MySQLError ER_NO_SUCH_USER where an object has the rights of an account that does not exist. asks: of whoever
    reads a view; without SUPER he is told ER_ACCESS_DENIED_ERROR (captured: definers_that_are_gone)."""
    if definer is None or definer in accounts:
        return
    if asks is not None and not asks.may("SUPER"):
        raise asks.denied_login()
    raise mysql_error("ER_NO_SUCH_USER", *definer)


def account_text(definer: tuple[str, str] | None, otherwise: str) -> str:
    """user@host of an account."""
    return otherwise if definer is None else "@".join(definer)
