"""Values of system variables that accounts and their grants do not allow.

Captured: tests/golden/clusters/mandatory_roles, partial_revokes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from binwriter.catalog.roles import listed_roles
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution
from binwriter.sql.binding.accounts import has_system_user


def _mandatory_roles(runner: Execution, value: Any) -> None:
    """ER_WRONG_VALUE_FOR_VAR, ER_DA_AUTH_ID_WITH_SYSTEM_USER_PRIV_IN_MANDATORY_ROLES."""
    roles = listed_roles(str(value or ""))
    if roles is None:
        raise mysql_error("ER_WRONG_VALUE_FOR_VAR", "mandatory_roles", value)
    for role in roles:
        if has_system_user(role, runner.front_end.catalog):
            raise mysql_error("ER_DA_AUTH_ID_WITH_SYSTEM_USER_PRIV_IN_MANDATORY_ROLES", *role, "SYSTEM_USER")


def _partial_revokes(runner: Execution, value: Any) -> None:
    """ER_PARTIAL_REVOKES_EXIST."""
    grants = runner.front_end.catalog.grants
    if not value and any(
        held.restrictions for account in grants.accounts() if (held := grants.find(account)) is not None
    ):
        raise mysql_error("ER_PARTIAL_REVOKES_EXIST")


REFUSED: dict[str, Callable[[Execution, Any], None]] = {
    "mandatory_roles": _mandatory_roles,
    "partial_revokes": _partial_revokes,
}


def check_new_value(runner: Execution, name: str, before: Any) -> None:
    """Called with the value set; it is as before if that is refused."""
    variables = runner.session.server.variables
    try:
        REFUSED[name](runner, variables.get(name))
    except Exception:
        variables.assign(name, before)
        raise
