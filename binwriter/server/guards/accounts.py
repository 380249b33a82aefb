"""Who a session is: its account, and what that may do. A session of root asks nobody: its rights are None."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from binwriter.catalog.rights import rights_of
from binwriter.sql.binding.accounts import roles_of_everybody

if TYPE_CHECKING:
    from binwriter.server.execution import Execution


def identify(runner: Execution) -> None:
    """The session's account and rights as it begins. Whoever no account means is one of its own that may do
    everything: rows are written without any accounts."""
    session = runner.session
    name = session.account
    if name is None:
        return
    if name != (session.user, session.host):
        runner.account = "@".join(name)
    held = runner.front_end.catalog.grants.find(name)
    every = bool(session.server.variables.get("activate_all_roles_on_login"))
    own = (held.roles if every else held.default_roles) if held is not None else ()
    with_mandatory = every or bool(session.server.variables.get("activate_mandatory_roles"))
    activate(runner, (*own, *(mandatory_roles(runner) if with_mandatory else ())))


def mandatory_roles(runner: Execution) -> tuple[tuple[str, str], ...]:
    """Roles that everybody has: the system variable, a list of accounts."""
    return roles_of_everybody(runner.session.variables, runner.front_end.catalog.accounts)


def follow_own_expiry(runner: Execution) -> None:
    """Behind ALTER USER and SET PASSWORD: who has let his own password expire has to change it now, and who has
    changed it need not (captured: cluster expired_by_oneself)."""
    account = runner.session.account
    entry = None if account is None else runner.front_end.catalog.accounts.get(account)
    rights = runner.programs.rights
    if entry is not None and entry.expired != (rights is not None and rights.must_change):
        activate(runner, runner.roles)


def follow_own_name(runner: Execution, name: str) -> None:
    """Behind RENAME USER of the session's own account: it is the new one (captured: clusters/renamed_by_oneself)."""
    runner.account = name
    if runner.session.account is not None:
        user, _, host = name.rpartition("@")
        runner.session.account = user, host
        activate(runner, runner.roles)


def activate(runner: Execution, active: tuple[tuple[str, str], ...]) -> None:
    """These are the session's roles from now on."""
    session = runner.session
    runner.roles = tuple(dict.fromkeys(active))
    if session.account is None:
        return
    version = session.server.profile.version_number
    grants = runner.front_end.catalog.grants
    accounts = runner.front_end.catalog.accounts
    entry = accounts.get(session.account)
    rights = rights_of(
        grants,
        session.account,
        session.host,
        runner.roles,
        version,
        gave_password=session.gave_password,
        must_change=entry is not None and accounts.has_expired(entry),
        literal=bool(session.variables.get("partial_revokes")),
        mandatory=partial(mandatory_roles, runner),
    )
    runner.programs.rights = rights.at(session.database) if rights is not None else None
    if rights is not None or (entry is not None and any(entry.limits.values())):
        runner.quick = None  # which asks for no privileges and counts nothing
