"""What may not be done with roles that everybody has (MySQL manual, "Defining Mandatory Roles").

Captured: tests/golden/clusters/mandatory_roles.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from binwriter.catalog.grants import Account
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.sql.accounts.log import shown_in_backticks

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun

_SYSTEM_USER = "SYSTEM_USER"


def listed(run: DdlRun) -> tuple[Account, ...]:
    """All of them, there or not."""
    text = run.context.variables.get("mandatory_roles")
    if not text:
        return ()
    from binwriter.catalog.roles import listed_roles

    return listed_roles(str(text)) or ()


def refuse_loss(run: DdlRun, roles: Iterable[Account], *, warns: bool = False) -> tuple[Account, ...]:
    """Those of the roles that may be dropped or revoked. ER_MANDATORY_ROLE; warns: it is a warning."""
    mandatory = listed(run)
    left = []
    for role in roles:
        if role not in mandatory:
            left.append(role)
        elif warns:
            run.context.diagnostics.append(mysql_warning("ER_MANDATORY_ROLE", shown_in_backticks(role)))
        else:
            raise mysql_error("ER_MANDATORY_ROLE", shown_in_backticks(role))
    return tuple(left)


def refuse_system_user(run: DdlRun, accounts: Iterable[Account], privileges: Iterable[str]) -> None:
    """ER_CANNOT_GRANT_SYSTEM_PRIV_TO_MANDATORY_ROLE: whoever has them would have it."""
    if _SYSTEM_USER not in privileges:
        return
    mandatory = listed(run)
    for account in accounts:
        if account in mandatory:
            raise mysql_error("ER_CANNOT_GRANT_SYSTEM_PRIV_TO_MANDATORY_ROLE", *account, _SYSTEM_USER)
