"""Accounts: who there is, and the text that a server logs for what is done with them.

Source: findings part 6 (CREATE and ALTER USER carry the hash, SET PASSWORD becomes ALTER USER); texts as a 9.7.4
writes them (tests/golden/scenarios/users_*.scn). What is granted: `grants`; passwords: `passwords`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.accounts import before_8_0, factors, grants, mandatory, old_grants, passwords
from binwriter.sql.accounts.changed import read_grants_anew
from binwriter.sql.accounts.log import account_event, event_as_given, own, shown, shown_in_backticks, tells_invoker
from binwriter.sql.binding.accounts import account_of
from binwriter.sql.command_table import defines
from binwriter.sql.syntax.accounts import CURRENT_USER, Account, UserKind, UserSyntax, logged
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.statement.values import DdlEvent

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun


@defines("create_user", "alter_user", "alter_user_default_role", "drop_user", "rename_user", "set_password")
@defines("create_role", "drop_role", "set_default_role", "grant", "revoke")
def run_user(run: DdlRun) -> tuple[DdlEvent, ...]:
    """Carries the statement out. MySQLError; then no account was changed."""
    syntax = run.parsed.node
    assert isinstance(syntax, UserSyntax)
    _refuse_existing(run, syntax)
    read_grants_anew(run.database)
    if not run.context.variables.behaviour.accounts_by_8_0:
        own_way = before_8_0.RUNNERS.get(syntax.kind) or old_grants.RUNNERS.get(syntax.kind)
        if own_way is not None:
            return own_way(run, syntax)
    invoker = account_of(run.context) if tells_invoker(syntax) else None
    events = _RUNNERS[syntax.kind](run, syntax)
    return events if invoker is None else tuple(replace(event, invoker=invoker) for event in events)


_NO_HASH = "The authentication plugin failed to generate an authentication string, but returned no specific error"


def _refuse_existing(run: DdlRun, syntax: UserSyntax) -> None:
    """ER_CANNOT_USER for CREATE USER of an account that is only known in memory: its row is gone from mysql.user, and
    no FLUSH PRIVILEGES came. The failure has a server read the tables."""
    if syntax.kind is not UserKind.CREATE_USER or syntax.exists or run.database.storage.find("mysql", "user") is None:
        return
    names = [own(run, account) for account, _ in syntax.accounts]
    existing = [name for name in names if name in run.database.catalog.accounts]
    read_grants_anew(run.database)
    if existing:
        raise _failed(run, syntax.kind, existing, "User account already exists")


def _refuse_long(
    run: DdlRun, syntax: UserSyntax, accounts: list[passwords.Identified], existing: list[Account]
) -> None:
    """ER_CANNOT_USER for a password that no plugin hashes, before accounts are looked at."""
    account = passwords.first_too_long(accounts)
    if account is not None:
        raise _failed(run, syntax.kind, [account], _NO_HASH if syntax.exists and account in existing else "")


def _failed(run: DdlRun, kind: UserKind, accounts: list[Account], reason: str = "") -> MySQLError:
    why = f" ({reason})" if reason else ""
    listed = ",".join(shown(account, run.context) + why for account in accounts)
    return mysql_error("ER_CANNOT_USER", kind.value, listed)


# --- CREATE, ALTER, DROP ----------------------------------------------------------------------------------------------


def _create(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    catalog = run.database.catalog
    accounts = [(own(run, account), how) for account, how in syntax.accounts]
    names = [account for account, _ in accounts]
    may_be_anonymous = syntax.kind is not UserKind.CREATE_ROLE and "PASSWORD EXPIRE" not in syntax.options
    if not may_be_anonymous and any(not user for user, _ in names):
        raise mysql_error("ER_CANNOT_USER", syntax.kind.value, "anonymous user")
    _warn_of_definers(run, syntax, [name for name in names if name != account_of(run.context)])
    existing = [name for place, name in enumerate(names) if name in catalog.accounts or name in names[:place]]
    passwords.check_plugins(run, [how for name, how in accounts if not (syntax.exists and name in existing)])
    _refuse_long(run, syntax, accounts, existing)
    if syntax.kind is UserKind.CREATE_USER and not syntax.exists:
        passwords.check_history(run, accounts, "")
    if existing and not syntax.exists:
        raise _failed(run, syntax.kind, existing, "User account already exists")
    factors.refuse_factors(run, syntax, passwords.PLUGINS)
    for role in syntax.named_roles if len(existing) < len(names) else ():
        if role not in catalog.accounts:
            raise mysql_error("ER_USER_DOES_NOT_EXIST", shown_in_backticks(role))
    for account in existing:
        run.note("ER_USER_ALREADY_EXISTS", shown(account, run.context))
    new = [(account, how) for account, how in accounts if account not in existing]
    if syntax.kind is UserKind.CREATE_ROLE:
        passwords.keep(run, new, " PASSWORD EXPIRE ACCOUNT LOCK")
    for account, _ in accounts:
        roles = catalog.grants.of(account).roles
        roles.update({role: roles.get(role, False) for role in syntax.named_roles})
        catalog.grants.of(account).default_roles.update(syntax.named_roles)
    if syntax.kind is UserKind.CREATE_ROLE:
        return (event_as_given(run),)
    for _, how in new:
        factors.check_policy(run, (how.plugin if how is not None else "") or passwords.plugin_of_new(run))
    passwords.generate(run, accounts, existing)
    text = ",".join(
        logged(account) + passwords.identified(run, account, how, creates=True, exists=account in existing)
        for account, how in accounts
    )
    passwords.keep(run, new, syntax.options)
    if syntax.named_roles:
        text += " DEFAULT ROLE " + ",".join(map(shown_in_backticks, sorted(syntax.named_roles)))
    clause = "IF NOT EXISTS " if syntax.exists else ""
    password = passwords.has_password(accounts, existing)
    return (account_event(run, f"CREATE USER {clause}{text}{syntax.options}", password=password),)


def _alter(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    if syntax.role_choice:
        return grants.set_default_role(run, syntax)
    factors.refuse_factors(run, syntax, passwords.PLUGINS)
    accounts = [(own(run, account), how) for account, how in syntax.accounts]
    names = [account for account, _ in accounts]
    passwords.check_plugins(run, [how for _, how in accounts])
    _refuse_long(run, syntax, accounts, [])
    if "PASSWORD EXPIRE" in syntax.options and any(not user for user, _ in names):
        raise mysql_error("ER_PASSWORD_EXPIRE_ANONYMOUS_USER")
    missing = [account for account, _ in accounts if account not in run.database.catalog.accounts]
    if missing and syntax.kind is UserKind.SET_PASSWORD:
        raise mysql_error("ER_PASSWORD_NO_MATCH")
    if missing and not syntax.exists:
        raise _failed(run, UserKind.ALTER_USER, missing, "User account does not exist")
    passwords.check_current(run, accounts)
    passwords.check_retained(run, accounts)
    passwords.check_history(run, accounts, syntax.options)
    for account in missing:
        run.note("ER_USER_DOES_NOT_EXIST", shown(account, run.context))
    passwords.generate(run, accounts, [])
    listed = ",".join(
        logged(account) + passwords.identified(run, account, how, creates=False) for account, how in accounts
    )
    passwords.keep(run, [(account, how) for account, how in accounts if account not in missing], syntax.options)
    clause = "IF EXISTS " if syntax.exists else ""
    password = passwords.has_password(accounts)
    return (account_event(run, f"ALTER USER {clause}{listed}{syntax.options}", password=password),)


def _drop(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    known = run.database.catalog.accounts
    names = [own(run, account) for account, _ in syntax.accounts]
    mandatory.refuse_loss(run, names)
    found = {*known, *run.database.catalog.grants.named()}
    missing = [name for place, name in enumerate(names) if name not in found or name in names[:place]]
    if missing and not syntax.exists:
        raise _failed(run, syntax.kind, missing, "User account does not exist")
    _warn_of_definers(run, syntax, [account for account, _ in syntax.accounts if account != CURRENT_USER])
    for account in missing:
        run.note("ER_USER_DOES_NOT_EXIST", shown(account, run.context))
    known.drop(names)
    for account in names:
        run.database.catalog.grants.drop(account)
    return (event_as_given(run),)


def _rename(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    known = run.database.catalog.accounts
    written = [account for account, _ in syntax.accounts]
    held = run.database.catalog.grants
    pairs, failed, there = list[tuple[Account, Account]](), list[Account](), {*known, *held.named()}
    for old, new in zip(written[::2], written[1::2], strict=True):
        pair = own(run, old), own(run, new)
        pairs.append(pair)
        if pair[0] not in there or pair[1] in there:
            failed.append(pair[0])
            continue
        there = (there - {pair[0]}) | {pair[1]}  # one after the other: a new name is there for the next pair
        if pair[0] == account_of(run.context):
            run.context.definer = "@".join(pair[1])  # the session's from now on, also if another pair fails
    for account in written:
        if account != CURRENT_USER:
            _warn_of_definers(run, syntax, [account])
    if failed:
        raise _failed(run, UserKind.RENAME_USER, failed)
    if any(held.is_role(old) for old, _ in pairs):
        raise mysql_error("ER_RENAME_ROLE")
    for old, new in pairs:
        if old in known:
            known.rename(old, new)
        held.rename(old, new)
    return (event_as_given(run),)


def _warn_of_definers(run: DdlRun, syntax: UserSyntax, accounts: list[Account]) -> None:
    """Objects of this definer lose him, or get another one of his name.

    ER_CANNOT_USER_REFERENCED_AS_DEFINER for who may not make objects of nobody.
    """
    if not run.context.variables.behaviour.warns_of_definers:
        return
    programs = list(run.database.programs)
    rights = run.context.rights
    registers = run.context.variables.behaviour.registers_set_user_id  # 8.0.40's source (sql_user.cc)
    wanted = "SET_USER_ID" if registers else "ALLOW_NONEXISTENT_DEFINER"
    refused = rights is not None and not rights.may(wanted)
    for account in accounts:
        owned = {program.kind for program in programs if program.definer == account}
        schemas = run.database.catalog.every_place()
        definers = {
            "an event": ProgramKind.EVENT in owned,
            "a view": any(view.made_by == account for schema in schemas for view in schema.views.values()),
            "a stored routine": bool(owned & {ProgramKind.PROCEDURE, ProgramKind.FUNCTION}),
            "a trigger": ProgramKind.TRIGGER in owned,
        }
        for where, is_there in definers.items():
            if is_there and refused:
                symbol = "ER_CANNOT_USER_REFERENCED_AS_DEFINER"
                raise mysql_error(symbol, syntax.kind.value, shown(account, run.context), where)
            if is_there:
                run.context.warn("ER_USER_REFERENCED_AS_DEFINER", shown(account, run.context), where)


_RUNNERS: dict[UserKind, Callable[[DdlRun, UserSyntax], tuple[DdlEvent, ...]]] = {
    UserKind.CREATE_USER: _create,
    UserKind.CREATE_ROLE: _create,
    UserKind.ALTER_USER: _alter,
    UserKind.SET_PASSWORD: _alter,
    UserKind.DROP_USER: _drop,
    UserKind.DROP_ROLE: _drop,
    UserKind.RENAME_USER: _rename,
    UserKind.GRANT: grants.grant,
    UserKind.REVOKE: grants.revoke,
    UserKind.DEFAULT_ROLE: grants.set_default_role,
}
