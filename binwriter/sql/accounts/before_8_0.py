"""Accounts on servers before 8.0: what they do, and log, otherwise than later ones.

Source: MySQL 5.1 to 5.7 manuals, "Account Management Statements", "Passwords and Logging"; release notes of 5.6.3 (the
log has hashes), 5.7.6 (SET PASSWORD is logged as ALTER USER). Up to 5.5 the text is the client's. A list of accounts is
worked through: what could be done is logged, with the error of what could not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql.behaviour import Behaviour
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.password_hashes import NATIVE, double_sha1, native_hash
from binwriter.mysql.raw_bytes import kept_bytes
from binwriter.sql.accounts.given_hashes import (
    HASH_LENGTH,
    check_hashes,
    check_lengths,
    check_plugins,
    is_hash,
    is_kept,
    warn_of_hashes,
)
from binwriter.sql.binding.accounts import account_of
from binwriter.sql.syntax.accounts import CURRENT_USER, Account, Authentication, UserKind, UserSyntax
from binwriter.statement.values import DdlEvent

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun

_SYSTEM_SCHEMA = "mysql"
_PROXY = "PROXY"


def keep_account(run: DdlRun, name: Account, how: Authentication | None, options: str = "") -> None:
    """What the account is from now on: made, if it was not there."""
    account = run.database.catalog.accounts.add(name)
    if how is not None:
        plugin = how.plugin or NATIVE
        stored = native_hash(how.password) if how.password is not None else how.hash or ""
        account.identify(plugin, stored, how.password)
    account.set_options(options)


def behaviour_in(run: DdlRun) -> Behaviour:
    return run.context.variables.behaviour


def shown(account: Account) -> str:
    return f"'{account[0]}'@'{account[1]}'"


def own_account(run: DdlRun, account: Account) -> Account:
    return account_of(run.context) if account == CURRENT_USER else account


def _event(run: DdlRun, text: str, *, databases: tuple[str, ...] | None = (_SYSTEM_SCHEMA,)) -> DdlEvent:
    error = run.error
    return DdlEvent(
        kept_bytes(text),
        run.default_schema,
        databases=databases,
        error_code=error.code if error is not None else 0,
    )


def of_privileges(run: DdlRun, text: str, schema: str) -> DdlEvent:
    """GRANT and REVOKE say who ran them, and name the database first (captured: 5.5 to 5.7)."""
    databases = ((schema,) if schema and schema != _SYSTEM_SCHEMA else ()) + (_SYSTEM_SCHEMA,)
    return replace(_event(run, text, databases=databases), invoker=account_of(run.context))


def is_rewritten(run: DdlRun, syntax: UserSyntax) -> bool:
    """From 5.7 always; in 5.6 a text in which a password stands, unless it grants on a table (captured: 5.6.24,
    users_statement; 5.6.21, routines_granted_statement)."""
    if behaviour_in(run).logs_plugins:
        return True
    has_password = any(how is not None and how.password is not None for _, how in syntax.accounts)
    of_table = syntax.level is not None and bool(syntax.level[1]) and not syntax.object_type
    return behaviour_in(run).logs_hashes and has_password and not of_table


def _failed(kind: UserKind, accounts: list[Account]) -> MySQLError:
    return mysql_error("ER_CANNOT_USER", kind.value, ",".join(map(shown, accounts)))


def _as_far_as_done(run: DdlRun, kind: UserKind, failed: list[Account], done: int) -> None:
    """Raises if nothing was done; else the error goes into the log with the rest."""
    if failed:
        run.error = _failed(kind, failed)
        if not done:
            raise run.error


def _identified(run: DdlRun, how: Authentication | None, *, shows_plugin: bool = False) -> str:
    by_plugin = behaviour_in(run).logs_plugins
    if how is None:
        return f" IDENTIFIED WITH '{NATIVE}'" if shows_plugin and by_plugin else ""
    if not by_plugin and not how.plugin:
        hashed = how.hash if how.password is None else double_sha1(how.password)
        return f" IDENTIFIED BY PASSWORD '{hashed}'" if hashed is not None else ""
    hashed = how.hash if how.password is None else native_hash(how.password)
    plugin = how.plugin or NATIVE
    return f" IDENTIFIED WITH '{plugin}'" + (f" AS '{hashed}'" if hashed else "")


def listed(
    run: DdlRun, syntax: UserSyntax, *, shows_plugin: bool = False, but: Collection[Account] = frozenset()
) -> str:
    """but: accounts that IF EXISTS and IF NOT EXISTS pass over, which the log does not have (captured:
    grants_rewritten_statement)."""
    return ",".join(
        f"{shown(own_account(run, account))}{_identified(run, how, shows_plugin=shows_plugin)}"
        for account, how in syntax.accounts
        if own_account(run, account) not in but
    )


# --- accounts ---------------------------------------------------------------------------------------------------------


def _create(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    check_lengths(run, syntax)
    warn_of_hashes(run, syntax)
    check_hashes(run, syntax, _failed)
    check_plugins(run, syntax, _failed)
    known = run.database.catalog.accounts
    names = [account for account, _ in syntax.accounts]
    existing = [account for place, account in enumerate(names) if account in known or account in names[:place]]
    if syntax.exists:
        for account in existing:
            run.note("ER_USER_ALREADY_EXISTS", shown(account))
    else:
        _as_far_as_done(run, syntax.kind, existing, len(syntax.accounts) - len(existing))
    for account, how in syntax.accounts:
        if is_kept(run, how):
            keep_account(run, account, how, syntax.options)
    if not is_rewritten(run, syntax):
        return (_event(run, run.parsed.text),)
    if syntax.exists and len(existing) == len(names):
        return ()
    made = listed(run, syntax, shows_plugin=True, but=existing if syntax.exists else ())
    clause = "IF NOT EXISTS " if syntax.exists else ""
    return (_event(run, f"CREATE USER {clause}{made}{syntax.options}"),)


def _alter(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    check_plugins(run, syntax, _failed)
    accounts = [own_account(run, account) for account, _ in syntax.accounts]
    missing = [account for account in accounts if account not in run.database.catalog.accounts]
    if syntax.exists:
        for account in missing:
            run.note("ER_USER_DOES_NOT_EXIST", shown(account))
    else:
        _as_far_as_done(run, syntax.kind, missing, len(accounts) - len(missing))
    for named, how in syntax.accounts:
        if (account := own_account(run, named)) not in missing:
            keep_account(run, account, how, syntax.options)
    if not behaviour_in(run).logs_plugins:  # PASSWORD EXPIRE is all there is
        return (_event(run, run.parsed.text, databases=None),)
    if syntax.exists and len(missing) == len(accounts):
        return ()
    clause, changed = ("IF EXISTS ", listed(run, syntax, but=missing)) if syntax.exists else ("", listed(run, syntax))
    return (_event(run, f"ALTER USER {clause}{changed}{syntax.options}", databases=None),)


def _set_password(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    (named, how) = syntax.accounts[0]
    account = own_account(run, named)
    assert how is not None
    plain, known = behaviour_in(run).logs_plugins, account in run.database.catalog.accounts
    if plain and how.hash is not None:
        written = "SET PASSWORD FOR <user> = "
        password = "'<plaintext_password>'"
        run.context.warn("ER_WARN_DEPRECATED_SYNTAX", f"{written}PASSWORD({password})", f"{written}{password}")
    if not known and behaviour_in(run).logs_hashes:
        raise mysql_error("ER_PASSWORD_NO_MATCH")
    if how.hash is not None or plain:
        hashed = how.hash if how.hash is not None else native_hash(how.password or "")
    else:
        hashed = how.password or ""
        if hashed and not is_hash(hashed):
            raise mysql_error("ER_PASSWD_LENGTH", HASH_LENGTH)
    if not known:
        raise mysql_error("ER_PASSWORD_NO_MATCH")
    keep_account(run, account, Authentication(hash=hashed))
    if plain:
        text = f"ALTER USER {shown(account)} IDENTIFIED WITH '{NATIVE}' AS '{hashed}'"
        return (_event(run, text, databases=None),)
    return (_event(run, f"SET PASSWORD FOR {shown(account)}='{hashed}'", databases=None),)


def _drop(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    known = run.database.catalog.accounts
    names = [account for account, _ in syntax.accounts]
    missing = [account for place, account in enumerate(names) if account not in known or account in names[:place]]
    if syntax.exists:
        for account in missing:
            run.note("ER_USER_DOES_NOT_EXIST", shown(account))
    else:
        _as_far_as_done(run, syntax.kind, missing, len(syntax.accounts) - len(missing))
    known.drop(account for account, _ in syntax.accounts)
    for account, _ in syntax.accounts:
        run.database.catalog.grants.drop(account)
    return (_event(run, run.parsed.text),)


def _rename(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    known = run.database.catalog.accounts
    names = [account for account, _ in syntax.accounts]
    failed, done = [], 0
    for old, new in zip(names[::2], names[1::2], strict=True):
        if old not in known or new in known:
            failed.append(old)
            continue
        known.rename(old, new)
        run.database.catalog.grants.rename(old, new)
        done += 1
    _as_far_as_done(run, syntax.kind, failed, done)
    return (_event(run, run.parsed.text),)


RUNNERS: dict[UserKind, Callable[[DdlRun, UserSyntax], tuple[DdlEvent, ...]]] = {
    UserKind.CREATE_USER: _create,
    UserKind.ALTER_USER: _alter,
    UserKind.SET_PASSWORD: _set_password,
    UserKind.DROP_USER: _drop,
    UserKind.RENAME_USER: _rename,
}
