"""SHOW of views, stored programs and accounts: who there is. Texts that only a server makes are NULL here.

Columns and errors: captures of a 9.7.4 (tests/golden/scenarios/show_statements_*.scn).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution
from binwriter.server.show.granted import grant_texts
from binwriter.sql.accounts.log import shown_in_backticks
from binwriter.sql.binding.accounts import account_of
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
    """SHOW GRANTS [FOR account [USING roles]]."""
    user, host = _named_account(syntax) or account_of(context)
    title = (f"Grants for {user}@{host}",)
    if (user, host) not in runner.front_end.catalog.accounts:
        raise mysql_error("ER_NONEXISTING_GRANT", user, host)
    held = runner.front_end.catalog.grants.of((user, host))
    for role in syntax.tables:  # USING
        if role not in held.roles:
            own = shown_in_backticks((user, host))
            raise mysql_error("ER_ROLE_NOT_GRANTED", shown_in_backticks((role[0] or "", role[1])), own)
    of_roles = [runner.front_end.catalog.grants.of((role or "", host_)) for role, host_ in syntax.tables]
    version = context.variables.profile.version_number
    return title, [(text,) for text in grant_texts((user, host), held, of_roles, version)]


def create_user(runner: Execution, syntax: AdminSyntax, context: StatementContext) -> Result:
    """SHOW CREATE USER."""
    user, host = _named_account(syntax) or account_of(context)
    if (user, host) not in runner.front_end.catalog.accounts:
        shown = f"'{user}'@'{host}' (User account does not exist)"
        raise mysql_error("ER_CANNOT_USER", "SHOW CREATE USER", shown)
    return (f"CREATE USER for {user}@{host}",), [(None,)]


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
