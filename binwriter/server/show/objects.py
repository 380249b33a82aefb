"""SHOW of libraries and accounts.

Columns and errors: captures of a 9.7.4 (tests/golden/scenarios/show_statements_*.scn).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from binwriter.catalog.grants import Held
from binwriter.catalog.rights import with_their_roles
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution
from binwriter.sql.accounts.log import shown as shown_account
from binwriter.sql.accounts.log import shown_in_backticks
from binwriter.sql.accounts.show_grants import shown_grants
from binwriter.sql.accounts.show_user import shown_user
from binwriter.sql.binding.accounts import account_of, roles_of_everybody
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.libraries import show_library
from binwriter.sql.ddl.libraries import shown as library_text
from binwriter.sql.syntax.administration import AdminSyntax

Result = tuple[tuple[str, ...], list[tuple[Any, ...]]]
Show = Callable[["Execution", AdminSyntax, StatementContext], Result]


def create_library(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    """SHOW CREATE LIBRARY."""
    schema, name = syntax.tables[0] if syntax.tables else (None, "")
    catalog = runner.front_end.catalog
    library = show_library(catalog.schemas.get(schema or context.database or ""), name)
    text = library_text(library, quoted(library.name))
    return ("Library", "sql_mode", "Create Library"), [(library.name, context.variables.get("sql_mode"), text)]


def grants(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    """SHOW GRANTS [FOR account [USING roles]]; of oneself with the roles that are active."""
    named = _named_account(syntax)
    user, host = named or account_of(context)
    if (user, host) not in runner.front_end.catalog.accounts:
        raise mysql_error("ER_NONEXISTING_GRANT", user, host)
    known, version = runner.front_end.catalog.grants, runner.session.server.profile.version_number
    held = known.find((user, host)) or Held()
    mandatory = roles_of_everybody(context.variables, runner.front_end.catalog.accounts)
    roles = tuple((role[0] or "", role[1]) for role in syntax.tables)
    for role in roles:
        if role not in held.roles and role not in mandatory:
            raise mysql_error("ER_ROLE_NOT_GRANTED", shown_in_backticks(role), shown_in_backticks((user, host)))
    if named is None and not roles:
        roles = tuple(role for role in context.session.roles() if role in held.roles or role in mandatory)
    active = with_their_roles(known, roles)
    further = mandatory if syntax.words == ("GRANTS",) else ()
    rows = shown_grants(known, (user, host), version, tuple(active), further)
    return (f"Grants for {user}@{host}",), [(text,) for text in rows]


def create_user(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    """SHOW CREATE USER."""
    user, host = _named_account(syntax) or account_of(context)
    catalog = runner.front_end.catalog
    if (user, host) not in catalog.accounts:
        reason = f"{shown_account((user, host), context)} (User account does not exist)"
        raise mysql_error("ER_CANNOT_USER", "SHOW CREATE USER", reason)
    default = (catalog.grants.find((user, host)) or Held()).default_roles
    rights = context.rights
    hides = rights is not None and "SELECT" not in rights.in_schema("mysql")
    text = shown_user((user, host), catalog.accounts[user, host], sorted(default), hides=hides)
    return (f"CREATE USER for {user}@{host}",), [(text,)]


def _named_account(syntax: AdminSyntax) -> tuple[str, str] | None:
    """The account behind FOR or CREATE USER, None for CURRENT_USER and where none is named."""
    if not syntax.argument or syntax.argument.upper().startswith("CURRENT_USER"):
        return None
    user, _, host = syntax.argument.rpartition("@") if "@" in syntax.argument else (syntax.argument, "", "%")
    return user, host


SHOWN: dict[tuple[str, ...], Show] = {
    ("CREATE", "LIBRARY"): create_library,
    ("CREATE", "USER"): create_user,
    ("GRANTS",): grants,
}
