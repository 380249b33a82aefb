"""GRANT, REVOKE and SET DEFAULT ROLE since 8.0: what they refuse, what they warn of, and their text in the log.

Source: MySQL manual, "GRANT Statement", "REVOKE Statement", "SET DEFAULT ROLE Statement"; the answers of a 9.7.4
(tests/golden/scenarios/grants_and_roles.scn). A statement is checked as a whole before anything is granted or revoked.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING

from binwriter.catalog.grants import GLOBAL, Account, Grants, Level
from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.privileges import ALL, GRANT_OPTION, PROXY, STATIC, USAGE, dynamic_privileges, of_level, split
from binwriter.mysql.versions import REVOKE_TELLS_FROM
from binwriter.sql.accounts import mandatory, old_grants
from binwriter.sql.accounts.log import account_event, event_as_given, own, shown_in_backticks, version_of, with_invoker
from binwriter.sql.binding.accounts import account_of, roles_of_everybody
from binwriter.sql.binding.system_tables import system_table
from binwriter.sql.ddl.views import column_names
from binwriter.sql.syntax.accounts import CURRENT_USER, UserKind, UserSyntax, logged
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.statement.values import DdlEvent

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun

_PRIVATE_SCHEMA = "information_schema"


def grant(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    if syntax.roles:
        return _grant_roles(run, syntax)
    level = _level(run, syntax)
    _check_granted_as(run, syntax, level)
    accounts = [own(run, account) for account, _ in syntax.accounts]
    unknown = any(account not in run.database.catalog.accounts for account in accounts)
    try:
        static, dynamic = _sorted(run, syntax, level)
    except MySQLError as error:  # that the first account is unknown comes before these two
        if accounts[0] not in run.database.catalog.accounts and error.symbol in ("ER_WRONG_USAGE", "ER_SYNTAX_ERROR"):
            raise mysql_error("ER_CANT_CREATE_USER_WITH_GRANT") from None
        raise
    _check_objects(run, level, static)
    grants = run.database.catalog.grants
    if unknown:
        raise mysql_error("ER_CANT_CREATE_USER_WITH_GRANT")
    mandatory.refuse_system_user(run, accounts, dynamic)
    further = syntax.with_grant or GRANT_OPTION in static
    every = dynamic_privileges(version_of(run)) if ALL in static and level == GLOBAL else ()
    held = _held_level(level)
    partial = _partial(run)
    alone = partial is not None and partial.is_of_schema(level)  # nothing but restrictions is lifted
    for account in accounts:
        given = static
        if partial is not None and level == GLOBAL:
            restricted = partial.of_grantor(run, syntax.granted_as, syntax.as_roles)
            partial.granted_for_all(grants, account, static, restricted)
        elif partial is not None and partial.is_of_schema(level):
            given = partial.granted_in_schema(grants, account, level[1], static)
        alone = alone and not given
        if GRANT_OPTION in static and level == GLOBAL:  # those that it has may be granted on as well
            grants.grant_dynamic(account, tuple(grants.of(account).dynamic), further=True)
        grants.grant(account, held, (*given, GRANT_OPTION) if further and (static or not dynamic) else given)
        grants.grant_dynamic(account, (*every, *dynamic), further=further)
        grants.changed(account, held, static, run.context.start_microseconds, account_of(run.context))
    users = ",".join(map(logged, accounts))
    privileges = old_grants.in_privilege_order(_merged(syntax.privileges))
    shown = (PROXY, *own(run, CURRENT_USER)) if syntax.level == CURRENT_USER else level
    text = f"GRANT {', '.join(privileges)} ON {_shown_level(shown)} TO {users}"
    if further:
        text += " WITH GRANT OPTION"
    if syntax.granted_as is not None:
        text += f" AS {logged(own(run, syntax.granted_as))} WITH ROLE {syntax.as_roles}"
    elif partial is not None and level == GLOBAL:
        text += partial.shown_grantor(run, account_of(run.context))
    event = account_event(run, text, schemas=() if alone else _schemas(level))
    invoker = account_of(run.context) if syntax.granted_as is None else own(run, syntax.granted_as)
    return (replace(event, invoker=invoker),)


def revoke(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    if syntax.named_roles:
        return _revoke_roles(run, syntax)
    if syntax.roles:
        return _revoke_everything(run, syntax)
    level = _level(run, syntax)
    grants, known = run.database.catalog.grants, run.database.catalog.accounts
    accounts = [own(run, account) for account, _ in syntax.accounts]
    static, dynamic = _revocable(run, syntax, level, accounts)
    revoked, behaviour = [], run.context.variables.behaviour
    partial, taken = _partial(run), dict[Account, list[str]]()
    alone = partial is not None and partial.is_of_schema(level)  # nothing but restrictions is made
    for account in accounts:
        left = static
        if partial is not None and account in known and partial.is_of_schema(level):
            taken[account], left = partial.revoked_in_schema(grants.of(account), level[1], static)
            alone = alone and not left
        elif partial is not None and level == GLOBAL and run.context.rights is not None:
            partial.refuse_wider(grants, account, static, account_of(run.context), run.context.rights.restricted)
        if account not in known and syntax.ignores_unknown:
            _warn_unknown(run, account)
        elif account in known and (
            _finds(grants, account, _held_level(level), left, is_partial=bool(taken.get(account)))
            or (_is_of_old(run) and old_grants.finds(grants, account, _held_level(level), left))
        ):
            revoked.append(account)
        elif account in known and syntax.exists:
            error = old_grants.no_such_grant(account, level)
            told = Diagnostic("Warning", error.code, error.message)
            run.context.diagnostics.extend([told] * _lacking(run, account, _held_level(level), left))
            revoked.append(account)  # what there is
        elif level == GLOBAL and tuple(static) == (ALL,):
            raise mysql_error("ER_REVOKE_GRANTS")
        else:
            raise old_grants.no_such_grant(account, level)
    for account in revoked:
        _warn_unregistered(run, dynamic)
        if level == GLOBAL and static == (ALL,) and behaviour.revokes_at_all_levels:
            grants.revoke_everything(account)  # (captured: clusters/revoked_at_all_levels, grants_in_order)
            continue
        grants.revoke(account, _held_level(level), static)
        if partial is not None and level == GLOBAL:
            partial.revoked_for_all(grants, account, static)
        elif partial is not None:
            partial.restrict(grants, account, level[1], taken.get(account, ()))
        moment, by = run.context.start_microseconds, account_of(run.context)
        grants.changed(account, _held_level(level), static, moment, by)
        every = dynamic_privileges(version_of(run)) if ALL in static and level == GLOBAL else ()
        grants.revoke_dynamic(account, (*every, *dynamic))
    of_nobody = (
        not revoked and bool(level[1]) and not (level[0] or level[2])
    )  # a database (captured: revoked_from_nobody)
    schemas = () if alone or of_nobody else _schemas(level)
    return (with_invoker(run, account_event(run, run.parsed.text, schemas=schemas)),)


def _revocable(
    run: DdlRun, syntax: UserSyntax, level: Level, accounts: Sequence[Account]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """As `_sorted`; that the first account is unknown is told before what no database grants (captured:
    clusters/privileges_without_objects)."""
    known = run.database.catalog.accounts
    try:
        return _sorted(run, syntax, level)
    except MySQLError as error:
        if error.symbol != "ER_WRONG_USAGE":
            raise
        if accounts[0] not in known and not syntax.ignores_unknown:
            raise old_grants.no_such_grant(accounts[0], level) from None
        if any(account in known for account in accounts):
            raise
        return (), ()


def _is_of_old(run: DdlRun) -> bool:
    """Whether the statement is one of a server's that took no more than what was there without a word (captured:
    clusters/revoked_for_old_servers)."""
    return int(run.context.variables.get("original_server_version")) < REVOKE_TELLS_FROM


def _lacking(run: DdlRun, account: Account, level: Level, privileges: Sequence[str]) -> int:
    """How often IF EXISTS tells of it: once of the level, and once of each column that lacks something."""
    grants = run.database.catalog.grants
    held = grants.of(account).levels.get(level)
    parts = [split(privilege) for privilege in privileges]
    if held is None or not level[2]:
        return 1
    whole = [name for name, columns in parts if not columns]
    of_table = bool(whole) and not _is_of_old(run) and any(grants.lacks(account, level, (name,)) for name in whole)
    of_columns = ((column, f"{name} (`{column}`)") for name, columns in parts for column in columns)
    lacking = {column for column, privilege in of_columns if grants.lacks(account, level, (privilege,))}
    return max(of_table + len(lacking), 1)


def _finds(grants: Grants, account: Account, level: Level, privileges: tuple[str, ...], *, is_partial: bool) -> bool:
    """Whether there is what REVOKE names; a partial revoke may leave nothing of it to look for."""
    return (is_partial and not privileges) or not grants.lacks(account, level, privileges)


def _partial(run: DdlRun) -> ModuleType | None:
    """What knows of partial revokes, where they are made."""
    if not run.context.variables.get("partial_revokes"):
        return None
    from binwriter.sql.accounts import partial_revokes

    return partial_revokes


def _revoke_everything(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    """REVOKE ALL PRIVILEGES, GRANT OPTION FROM."""
    accounts = [own(run, account) for account, _ in syntax.accounts]
    unknown = [account for account in accounts if account not in run.database.catalog.accounts]
    if unknown and not syntax.ignores_unknown:
        raise mysql_error("ER_REVOKE_GRANTS")
    for account in unknown:
        _warn_unknown(run, account)
    for account in accounts:
        run.database.catalog.grants.revoke_everything(account)
    return (with_invoker(run, event_as_given(run)),)


# --- privileges -------------------------------------------------------------------------------------------------------


def _sorted(run: DdlRun, syntax: UserSyntax, level: Level) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Static and dynamic privileges; MySQLError for those that are not of this level."""
    known = {*STATIC, ALL, USAGE, GRANT_OPTION, PROXY}
    static = tuple(granted for granted in syntax.privileges if split(granted)[0] in known)
    dynamic = tuple(granted for granted in syntax.privileges if split(granted)[0] not in known)
    object_type, schema, name = level
    if object_type in ("FUNCTION", "PROCEDURE") and not name:
        raise mysql_error("ER_ILLEGAL_GRANT_FOR_TABLE")
    if dynamic and level != GLOBAL:
        at_wrong_level = "ER_ILLEGAL_PRIVILEGE_LEVEL", name or ",".join(dynamic)
        if not syntax.exists or syntax.kind is UserKind.GRANT:
            raise mysql_error(*at_wrong_level)
        run.context.diagnostics.append(mysql_warning(*at_wrong_level))  # (captured: cluster levels_of_dynamic_rights)
        dynamic = ()
    allowed = {*of_level(*level), ALL, USAGE, GRANT_OPTION, PROXY}
    for granted in static:
        privilege, columns = split(granted)
        if columns and (object_type or not name):
            raise mysql_error("ER_ILLEGAL_GRANT_FOR_TABLE")
        if privilege not in allowed:
            if schema and not name:
                raise mysql_error("ER_WRONG_USAGE", "DB GRANT", "GLOBAL PRIVILEGES")
            raise mysql_error("ER_ILLEGAL_GRANT_FOR_TABLE")
    if "SUPER" in static:
        run.context.diagnostics.append(mysql_warning("ER_WARN_DEPRECATED_SUPER"))
    if syntax.kind is UserKind.GRANT and not set(dynamic) <= dynamic_privileges(version_of(run)):
        raise mysql_error("ER_SYNTAX_ERROR")
    return static, dynamic


def _warn_unregistered(run: DdlRun, dynamic: tuple[str, ...]) -> None:
    registered = dynamic_privileges(version_of(run))
    for granted in (name for name in dynamic if name not in registered):
        run.context.diagnostics.append(mysql_warning("ER_WARN_DA_PRIVILEGE_NOT_REGISTERED", granted))


def _merged(privileges: tuple[str, ...]) -> tuple[str, ...]:
    """Each once; that of the whole table makes those of its columns superfluous. Columns stand in the order in which
    the statement names them first, and so spelt (captured: columns_granted_twice)."""
    spelt: dict[str, str] = {}
    granted: dict[str, set[str]] = {}
    for privilege in privileges:
        name, _, listed = privilege.partition(" (")
        columns = listed[:-1].split(", ")
        for column in columns:
            spelt.setdefault(column.lower(), column)
        granted.setdefault(name, set()).update(map(str.lower, columns))
    return tuple(
        name if "" in on else f"{name} ({', '.join(column for key, column in spelt.items() if key in on)})"
        for name, on in granted.items()
    )


def _check_granted_as(run: DdlRun, syntax: UserSyntax, level: Level) -> None:
    if syntax.granted_as is None:
        return
    if level != GLOBAL:
        raise mysql_error("ER_UNSUPPORTED_USE_OF_GRANT_AS")
    account = own(run, syntax.granted_as)
    if account not in run.database.catalog.accounts:
        run.context.diagnostics.append(mysql_warning("ER_NO_SUCH_USER", *account, level="Error"))
        raise mysql_error("ER_UKNOWN_AUTH_ID_OR_ACCESS_DENIED_FOR_GRANT_AS")


def _level(run: DdlRun, syntax: UserSyntax) -> Level:
    assert syntax.level is not None
    schema, name = syntax.level
    if syntax.object_type == PROXY:
        return PROXY, schema or "", "" if syntax.level == CURRENT_USER else name  # kept as nobody
    if schema is None:
        schema = run.default_schema
        if not schema:
            raise mysql_error("ER_NO_DB_ERROR")
    return syntax.object_type, schema, name


def _held_level(level: Level) -> Level:
    """Names of routines are the same in small and capital letters."""
    object_type, schema, name = level
    return (object_type, schema, name.lower()) if object_type in ("FUNCTION", "PROCEDURE") else level


def _shown_level(level: Level) -> str:
    object_type, schema, name = level
    if object_type == PROXY:
        return logged((schema, name))
    if not schema:
        return "*.*"
    text = f"{quoted(schema)}.{quoted(name) if name else '*'}"
    return f"{object_type} {text}" if object_type else text


def _schemas(level: Level) -> tuple[str, ...]:
    return (level[1],) if level[1] and level[0] != PROXY else ()


def _check_objects(run: DdlRun, level: Level, privileges: tuple[str, ...]) -> None:
    """Tables, columns and routines have to be there, except tables that one may then create; databases need not."""
    object_type, schema, name = level
    if schema.lower() == _PRIVATE_SCHEMA and object_type != PROXY:
        raise mysql_error("ER_DBACCESS_DENIED_ERROR", *account_of(run.context), schema)
    if object_type in ("FUNCTION", "PROCEDURE"):
        known = schema == "sys" or run.database.programs.find(ProgramKind(object_type), schema, name) is not None
        if not known:  # those of sys are not modelled
            raise mysql_error("ER_SP_DOES_NOT_EXIST", object_type, name)
    elif name and object_type != PROXY:
        catalog = run.database.catalog
        table = catalog.find(schema, name)
        if table is None:
            view = catalog.view(schema, name)
            may_miss = not {"CREATE", ALL}.isdisjoint(privileges) or view is not None
            table = None if may_miss else system_table(schema, name, catalog)
            if not may_miss and table is None:
                raise mysql_error("ER_NO_SUCH_TABLE", schema, name)
            if view is None and table is None:
                return
            columns = set(map(str.lower, column_names(view, run.database, run.context))) if view is not None else set()
        if table is not None:
            columns = {column.name.lower() for column in table.columns}
        for column in (column_name for privilege in privileges for column_name in split(privilege)[1]):
            if column not in columns:
                raise mysql_error("ER_BAD_FIELD_ERROR", column, name)


def _warn_unknown(run: DdlRun, account: Account) -> None:
    run.context.diagnostics.append(mysql_warning("ER_USER_DOES_NOT_EXIST", account[0]))


# --- roles ------------------------------------------------------------------------------------------------------------


def _grant_roles(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    grants, known = run.database.catalog.grants, run.database.catalog.accounts
    pairs = [(own(run, account), role) for account, _ in syntax.accounts for role in syntax.named_roles]
    everybodys = roles_of_everybody(run.context.variables, known)
    for account, role in pairs:
        if not account[0]:
            raise mysql_error("ER_CANNOT_GRANT_ROLES_TO_ANONYMOUS_USER")
        for account_or_role in (account, role):
            if not account_or_role[0]:
                raise mysql_error("ER_FAILED_ROLE_GRANT", shown_in_backticks(role), shown_in_backticks(account))
            if account_or_role not in known:
                raise mysql_error("ER_UNKNOWN_AUTHID", shown_in_backticks(account_or_role))
        if grants.reaches(role, account) or account in everybodys:
            raise mysql_error("ER_ROLE_GRANTED_TO_ITSELF", shown_in_backticks(account), shown_in_backticks(role))
    for account, role in pairs:
        grants.grant_role(account, role, further=syntax.with_grant)
    return (event_as_given(run),)


def _revoke_roles(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    grants, known = run.database.catalog.grants, run.database.catalog.accounts
    revoked = []
    roles = mandatory.refuse_loss(run, syntax.named_roles, warns=syntax.exists)
    for account in (own(run, account_or_role) for account_or_role, _ in syntax.accounts):
        if account not in known:
            if not syntax.ignores_unknown:
                raise mysql_error("ER_UNKNOWN_AUTHID", shown_in_backticks(account))
            _warn_unknown(run, account)
            continue
        for role in roles:
            if role in known:
                revoked.append((account, role))
            elif syntax.exists:
                run.context.diagnostics.append(mysql_warning("ER_UNKNOWN_AUTHID", shown_in_backticks(role)))
            else:
                raise mysql_error("ER_UNKNOWN_AUTHID", shown_in_backticks(role))
    for account, role in revoked:
        grants.of(account).roles.pop(role, None)
        grants.of(account).default_roles.discard(role)
    return (event_as_given(run),)


def set_default_role(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    """SET DEFAULT ROLE, and ALTER USER .. DEFAULT ROLE: for all of the accounts, or for none."""
    catalog, wanted = run.database.catalog, []
    for account in (own(run, account_or_role) for account_or_role, _ in syntax.accounts):
        if syntax.role_choice == "ALL" and account not in catalog.accounts:
            run.context.diagnostics.append(mysql_warning("ER_FAILED_DEFAULT_ROLES", level="Error"))
            raise mysql_error("ER_UNKNOWN_AUTHID", shown_in_backticks(account))
        check_granted(run, account, syntax.named_roles)
        held = catalog.grants.of(account)
        every = (*held.roles, *roles_of_everybody(run.context.variables, catalog.accounts))
        wanted.append((held, set(every if syntax.role_choice == "ALL" else syntax.named_roles)))
    for held, roles in wanted:
        held.default_roles = roles
    return (event_as_given(run),)


def check_granted(run: DdlRun, account: Account, roles: tuple[Account, ...]) -> None:
    everybodys = roles_of_everybody(run.context.variables, run.database.catalog.accounts)
    for role in roles:
        if role not in run.database.catalog.grants.of(account).roles and role not in everybodys:
            raise mysql_error("ER_ROLE_NOT_GRANTED", shown_in_backticks(role), shown_in_backticks(account))
