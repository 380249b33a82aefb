"""What statements about accounts ask for: CREATE USER or the rows of mysql.user itself, GRANT OPTION, SYSTEM_USER.

Captured: tests/golden/privileges. The kinds that take nothing but CREATE USER have it in `sql.command_table`.
"""

from __future__ import annotations

from binwriter.catalog.accounts import host_matches
from binwriter.catalog.grants import GLOBAL, Account, Grants, Level
from binwriter.catalog.schemas import Catalog
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.mysql.privileges import ALL, GRANT_OPTION, PROXY, STATIC, USAGE, of_level, split
from binwriter.sql.binding.accounts import account_of
from binwriter.sql.command_table import requires
from binwriter.sql.context import StatementContext
from binwriter.sql.privileges.asking import Asking
from binwriter.sql.syntax.accounts import CURRENT_USER, UserKind, UserSyntax
from binwriter.sql.text.words import ParsedStatement

_NEEDED = "CREATE USER"
_SECOND = "CREATE USER or APPLICATION_PASSWORD_ADMIN"
_DISCARDS = " DISCARD OLD PASSWORD"
_GRANTS_ROLES = "WITH ADMIN, ROLE_ADMIN, SUPER"


def _node(asking: Asking) -> UserSyntax:
    node = asking.parsed.node
    assert isinstance(node, UserSyntax)
    return node


def _own(asking: Asking, account: Account) -> Account:
    return account_of(asking.context) if account == CURRENT_USER else account


def _users(asking: Asking, privilege: str) -> None:
    """Who may write mysql.user itself needs no CREATE USER."""
    if privilege not in asking.rights.in_schema("mysql"):
        asking.server(_NEEDED)


def _system_users(asking: Asking) -> None:
    for account, _ in _node(asking).accounts:
        asking.system_user(_own(asking, account))


@requires("create_user", "rename_user", "drop_user")
def _create(asking: Asking) -> None:
    node = _node(asking)
    _users(asking, {"CREATE USER": "INSERT", "DROP USER": "DELETE"}.get(node.kind.value, "UPDATE"))
    _system_users(asking)
    if node.named_roles:
        _grantable(asking, node.named_roles)


@requires("create_role")
def _create_role(asking: Asking) -> None:
    asking.server("CREATE USER, CREATE ROLE")
    _system_users(asking)


@requires("drop_role")
def _drop_role(asking: Asking) -> None:
    asking.server("CREATE USER, DROP ROLE")
    accounts = asking.database.catalog.accounts
    for account, _ in _node(asking).accounts:
        known = accounts.get(account)
        if known is not None and not known.locked:
            asking.server(_NEEDED)  # it is no role
    _system_users(asking)


@requires("alter_user", "set_default_role", "alter_user_default_role")
def _alter(asking: Asking) -> None:
    node = _node(asking)
    own = asking.rights.account
    others = [account for account, _ in node.accounts if _own(asking, account) != own]
    # of oneself: a password and nothing else, and the roles that come with a connection
    only_password = not node.options and all(how is not None for _, how in node.accounts)
    retains = any(how is not None and how.retains for _, how in node.accounts)
    if not others and (node.options == _DISCARDS or retains):
        asking.server(_SECOND)
    elif others or not (only_password or node.role_choice):
        told = len(asking.context.diagnostics)
        if node.role_choice:  # as whom one does not come in (captured: told_beside_errors)
            for user, host in others:
                asking.context.diagnostics.append(
                    mysql_warning("ER_ACCESS_DENIED_ERROR", user, host, "NO", level="Error")
                )
        _users(asking, "UPDATE")
        del asking.context.diagnostics[told:]
    _system_users(asking)


@requires("set_password")
def _set_password(asking: Asking) -> None:
    node = _node(asking)
    if not asking.rights.account[0] and all(account == CURRENT_USER for account, _ in node.accounts):
        raise mysql_error("ER_PASSWORD_ANONYMOUS_USER")
    if any(_own(asking, account) != asking.rights.account for account, _ in node.accounts):
        asking.schema(("UPDATE",), "mysql")
    elif any(how is not None and how.retains for _, how in node.accounts):
        asking.server(_SECOND)
    _system_users(asking)


# --- GRANT, REVOKE ----------------------------------------------------------------------------------------------------


@requires("grant", "revoke")
def _grant(asking: Asking) -> None:
    node = _node(asking)
    if node.named_roles:
        _grantable(asking, node.named_roles)
        _system_users(asking)
    elif node.roles:  # REVOKE ALL PRIVILEGES, GRANT OPTION
        _users(asking, "UPDATE")
        _system_users(asking)
    else:
        _of_level(asking, node)


def _grantable(asking: Asking, roles: tuple[Account, ...]) -> None:
    if asking.rights.may("ROLE_ADMIN", "SUPER"):
        return
    held = {role for source in asking.rights.sources for role, further in source.roles.items() if further}
    if not held.issuperset(roles):
        asking.server(_GRANTS_ROLES)


def _of_level(asking: Asking, node: UserSyntax) -> None:
    assert node.level is not None
    schema, name = node.level
    if node.object_type == PROXY:
        _proxy(asking, (schema or "", name))
        return
    schema = asking.place(None) if schema is None else schema
    level: Level = (node.object_type, schema, name)
    known = {*STATIC, ALL, USAGE, GRANT_OPTION}
    static = [split(privilege)[0] for privilege in node.privileges if split(privilege)[0] in known]
    wanted = set(static) - {ALL, USAGE} | {GRANT_OPTION}
    if level == GLOBAL and static == [ALL] and node.kind is UserKind.REVOKE:
        _users(asking, "UPDATE")
        _system_users(asking)
        return
    if ALL in static:
        wanted |= of_level(*level)
    if not schema:
        if static and not asking.rights.everywhere.issuperset(wanted):
            raise asking.rights.denied_login()
        _system_users(asking)
        for privilege in node.privileges:
            if split(privilege)[0] not in known:
                _dynamic(asking, privilege)
    elif node.object_type:
        own = asking.rights.in_schema(schema) | asking.rights.on_routine(*level)
        missing = wanted - own
        if missing:
            raise asking.routine_denied(_routine_command(missing), schema, name)
    elif name:
        asking.table(wanted, schema, name)
        if node.kind is UserKind.GRANT:
            _as_far_as_held(asking, node, schema, name)
    else:
        asking.schemas(wanted, schema)
    _system_users(asking)


def _as_far_as_held(asking: Asking, node: UserSyntax, schema: str, name: str) -> None:
    """What one has for some columns only is granted for these only. Beside columns a server does not look at what is
    granted for the whole table (captured: rights_to_grant)."""
    has_columns = any(split(privilege)[1] for privilege in node.privileges)
    whole = set() if has_columns else set(node.privileges) - {ALL, USAGE, GRANT_OPTION}
    if missing := asking.rights.missing(whole, schema, name, some_columns=False):
        raise asking.table_denied(missing, name)
    for privilege, columns in map(split, node.privileges):
        allowed = asking.rights.columns_only(privilege, schema, name) if columns else None
        denied = [column for column in columns if allowed is not None and column not in allowed]
        if denied:
            raise asking.column_denied(privilege, denied[0], name)


def _routine_command(missing: set[str]) -> str:
    """What error 1370 says of several: the first that it knows a name for."""
    return "grant" if missing == {GRANT_OPTION} else "alter routine" if "ALTER ROUTINE" in missing else "execute"


def _dynamic(asking: Asking, name: str) -> None:
    """One that may be granted further; who may write all tables writes this one too."""
    if "UPDATE" not in asking.rights.everywhere and not any(
        source.dynamic.get(name) for source in asking.rights.sources
    ):
        raise mysql_error("ER_SPECIFIC_ACCESS_DENIED_ERROR", GRANT_OPTION)


def _may_proxy(client: Account, grants: Grants, wanted: str, account: Account) -> bool:
    """Whether an account's PROXY .. WITH GRANT OPTION means the client (its user, and the host where it is), too. The
    proxied host is held against the client's, and an account without a name is everybody (captured:
    clusters/proxies_and_definers)."""
    user, host = account
    if user not in ("", client[0]) or not host_matches(host, client[1]):
        return False
    held = grants.find(account)
    return held is not None and any(
        kind == PROXY and GRANT_OPTION in given and proxied in ("", wanted) and host_matches(place, client[1])
        for (kind, proxied, place), given in held.levels.items()
    )


def _refuse_proxy(own: Account, client: Account, grants: Grants, proxied: Account) -> None:
    """Of oneself, or of whom one has PROXY .. WITH GRANT OPTION."""
    if proxied not in (own, CURRENT_USER) and not any(
        _may_proxy(client, grants, proxied[0], name) for name in grants.accounts()
    ):
        raise mysql_error("ER_ACCESS_DENIED_NO_PASSWORD_ERROR", *client)


def _proxy(asking: Asking, proxied: Account) -> None:
    rights = asking.rights
    _refuse_proxy(rights.account, (rights.account[0], rights.host), rights.grants, proxied)


def proxies_of_all(parsed: ParsedStatement, catalog: Catalog, context: StatementContext) -> None:
    """As `_proxy`, of who has all privileges, where PROXY is none (captured: clusters/passwords_kept_and_proxies)."""
    node, own = parsed.node, account_of(context)
    if isinstance(node, UserSyntax) and node.object_type == PROXY and node.level is not None:
        host = context.session.user.rpartition("@")[2]
        if own in catalog.accounts:  # others are a server's own sessions
            _refuse_proxy(own, (own[0], host), catalog.grants, (node.level[0] or "", node.level[1]))
