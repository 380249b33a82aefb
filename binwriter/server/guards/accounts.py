"""Who a session is: its account, and what that may do. A session of root asks nobody: its rights are None."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.catalog.rights import rights_of

if TYPE_CHECKING:
    from binwriter.server.execution import Execution


def identify(runner: Execution) -> None:
    """The session's account and rights as it begins. Whoever no account means is one of its own that may do
    everything: rows are written without any accounts."""
    session = runner.session
    name = session.account
    if name is None or not session.variables.behaviour.accounts_by_8_0:
        return
    if name != (session.user, session.host):
        runner.account = "@".join(name)
    held = runner.front_end.catalog.grants.find(name)
    every = bool(session.server.variables.get("activate_all_roles_on_login"))
    roles = (held.roles if every else held.default_roles) if held is not None else ()
    activate(runner, (*roles, *(mandatory_roles(runner) if every else ())))


def mandatory_roles(runner: Execution) -> tuple[tuple[str, str], ...]:
    """Roles that everybody has: the system variable, a list of accounts."""
    text = str(runner.session.server.variables.get("mandatory_roles") or "")
    found = []
    for one in filter(None, (part.strip() for part in text.split(","))):
        user, _, host = one.partition("@")
        found.append((user.strip(" `'\""), host.strip(" `'\"") or "%"))
    return tuple(found)


def activate(runner: Execution, roles: tuple[tuple[str, str], ...]) -> None:
    """These are the session's roles from now on."""
    session = runner.session
    runner.roles = roles
    if session.account is None:
        return
    version = session.server.profile.version_number
    grants = runner.front_end.catalog.grants
    entry = runner.front_end.catalog.accounts.get(session.account)
    runner.programs.rights = rights_of(
        grants,
        session.account,
        session.host,
        roles,
        version,
        gave_password=session.gave_password,
        must_change=entry is not None and entry.expired,
    )
    if runner.programs.rights is not None:
        runner.quick = None  # which asks for no privileges
