"""Partial revokes: what GRANT and REVOKE do to the restrictions of accounts while partial_revokes is on.

Source: MySQL manual, "Privilege Restriction Using Partial Revokes"; captured: tests/golden/clusters/partial_revokes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from binwriter.catalog.grants import GLOBAL, Account, Grants, Held, Level
from binwriter.catalog.rights import restrictions, with_their_roles
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.privileges import ALL, USAGE, of_level, split
from binwriter.sql.syntax.accounts import logged

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun

Restrictions = Mapping[str, Collection[str]]
_NOTHING: Restrictions = {}


def is_of_schema(level: Level) -> bool:
    """Whether it is a database: all that partial revokes are made for."""
    kind, schema, name = level
    return bool(schema) and not kind and not name


def of_grantor(run: DdlRun, granted_as: Account | None, roles: str) -> Restrictions:
    """What whoever grants cannot give. granted_as: of GRANT .. AS, with its WITH ROLE."""
    if granted_as is None:
        return run.context.rights.restricted if run.context.rights is not None else _NOTHING
    grants = run.database.catalog.grants
    held = grants.find(granted_as) or Held()
    chosen = {"DEFAULT": held.default_roles, "ALL": held.roles, "NONE": ()}.get(roles)
    if chosen is None:
        named = [role for role in held.roles if logged(role) in roles]
        chosen = [role for role in held.roles if role not in named] if roles.startswith("ALL") else named
    sources = (held, *map(grants.find, with_their_roles(grants, tuple(chosen))))
    return restrictions([role for role in sources if role is not None])


def shown_grantor(run: DdlRun, account: Account) -> str:
    """As the log has who granted for the whole server."""
    roles = ",".join(map(logged, run.context.session.roles())) or "NONE"
    return f" AS {logged(account)} WITH ROLE {roles}"


def granted_for_all(grants: Grants, account: Account, privileges: Iterable[str], grantors: Restrictions) -> None:
    """Before a GRANT ON *.*: what the account had already stays restricted only where the grantor is restricted too."""
    held = grants.of(account)
    had = held.levels.get(GLOBAL, {})
    for privilege in _expanded(privileges):
        for schema in {*held.restrictions, *grantors}:
            restricted = privilege in grantors.get(schema, ()) and (
                privilege not in had or privilege in held.restrictions.get(schema, ())
            )
            _mark(held, schema, privilege, restricted)


def revoked_for_all(grants: Grants, account: Account, privileges: Iterable[str]) -> None:
    """After a REVOKE ON *.*."""
    held = grants.of(account)
    for privilege in _expanded(privileges):
        for schema in list(held.restrictions):
            _mark(held, schema, privilege, False)


def refuse_wider(
    grants: Grants, account: Account, privileges: Iterable[str], grantor: Account, grantors: Restrictions
) -> None:
    """ER_DB_ACCESS_DENIED: the account has a privilege where whoever revokes it has not."""
    held = grants.find(account) or Held()
    for schema, taken in grantors.items():
        for privilege in _expanded(privileges):
            has = privilege in held.levels.get(GLOBAL, ()) and privilege not in held.restrictions.get(schema, ())
            if privilege in taken and has:
                raise mysql_error("ER_DB_ACCESS_DENIED", *grantor, schema)


def granted_in_schema(grants: Grants, account: Account, schema: str, privileges: Collection[str]) -> tuple[str, ...]:
    """What a GRANT ON schema.* gives there: what was restricted is no more, and needs no grant of its own."""
    held = grants.of(account)
    lifted = [
        privilege for privilege in _expanded(privileges, schema) if privilege in held.restrictions.get(schema, ())
    ]
    for privilege in lifted:
        _mark(held, schema, privilege, False)
    return (
        tuple(privilege for privilege in _expanded(privileges, schema) if privilege not in lifted)
        if lifted
        else tuple(privileges)
    )


def revoked_in_schema(held: Held, schema: str, privileges: Collection[str]) -> tuple[list[str], tuple[str, ...]]:
    """The privileges of the whole server that a REVOKE ON schema.* takes there, and what is left to be revoked of what
    the account has in the database itself."""
    own = held.levels.get(("", schema, ""), {})
    everywhere = held.levels.get(GLOBAL, {})
    wanted = _expanded(privileges, schema)
    taken = [privilege for privilege in wanted if privilege in everywhere and privilege not in own]
    left = [privilege for privilege in wanted if privilege not in taken]
    if ALL in privileges and own:
        left = [privilege for privilege in left if privilege in own]
    return taken, tuple(left)


def restrict(grants: Grants, account: Account, schema: str, privileges: Iterable[str]) -> None:
    """These are taken in the database."""
    for privilege in privileges:
        _mark(grants.of(account), schema, privilege, True)


def _expanded(privileges: Iterable[str], schema: str = "") -> list[str]:
    expanded = (
        of_level("", schema, "") if privilege == ALL else (split(privilege)[0],)
        for privilege in privileges
        if privilege != USAGE
    )
    return [privilege for each in expanded for privilege in each]


def _mark(held: Held, schema: str, privilege: str, is_taken: bool) -> None:
    taken = held.restrictions.get(schema, set())
    if is_taken:
        held.restrictions.setdefault(schema, taken).add(privilege)
    elif privilege in taken:
        taken.discard(privilege)
        if not taken:
            del held.restrictions[schema]
