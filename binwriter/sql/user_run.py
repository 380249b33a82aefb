"""Accounts: who there is, and the text that a server logs for what is done with them.

Source: findings part 6 (CREATE and ALTER USER carry the hash, SET PASSWORD becomes ALTER USER); texts as a 9.7.4
writes them (tests/golden/scenarios/users_*.scn). Privileges are not kept: nobody is refused anything. The salt of a
password is made from the account, where a server's is random.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from binwriter.errors import MySQLError
from binwriter.messages import mysql_error
from binwriter.rules.drop_table import quoted
from binwriter.sql import user_run_old
from binwriter.sql.accounts import account_of
from binwriter.sql.user_syntax import Account, Authentication, UserKind, UserSyntax
from binwriter.statement import DdlEvent

if TYPE_CHECKING:
    from binwriter.sql.ddl_run import DdlRun

_PLUGIN = "caching_sha2_password"
_PREFIX = "$A$00A$"  # caching_sha2_password with 10000 rounds
_FIRST_WITH_SHA2, _FIRST_WITHOUT_NATIVE = 80000, 90000
_SALT_LENGTH, _HASH_LENGTH = 20, 43
_SYSTEM_SCHEMA = "mysql"


def run_user(run: DdlRun) -> tuple[DdlEvent, ...]:
    """Carries the statement out. MySQLError; then no account was changed."""
    syntax = run.parsed.node
    assert isinstance(syntax, UserSyntax)
    if _version(run) < _FIRST_WITH_SHA2 and syntax.kind in user_run_old.RUNNERS:
        return user_run_old.RUNNERS[syntax.kind](run, syntax)
    return _RUNNERS[syntax.kind](run, syntax)


def _shown(account: Account) -> str:
    return f"'{account[0]}'@'{account[1]}'"


def _own(run: DdlRun, account: Account) -> Account:
    """CURRENT_USER stands as two empty words."""
    return account_of(run.context) if account == ("", "") else account


def _failed(kind: UserKind, accounts: list[Account], reason: str = "") -> MySQLError:
    shown = f" ({reason})" if reason else ""
    return mysql_error("ER_CANNOT_USER", kind.value, ",".join(_shown(account) + shown for account in accounts))


def _event(run: DdlRun, text: str, *, password: bool = False, schemas: tuple[str, ...] = ()) -> DdlEvent:
    return DdlEvent(
        text.encode(),
        run.default_schema,
        databases=(*schemas, _SYSTEM_SCHEMA),
        atomic=True,
        uses_time_zone=password,
        microseconds=run.context.start_microseconds % 1_000_000 if password else None,
    )


def _version(run: DdlRun) -> int:
    return run.context.variables.profile.version_number


def _as_given(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    return (_event(run, run.parsed.text),)


# --- CREATE, ALTER, DROP ----------------------------------------------------------------------------------------------


def _create(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    _check_plugins(run, syntax)
    known = run.database.catalog.accounts
    existing = [account for account, _ in syntax.accounts if account in known]
    if existing and not syntax.exists:
        raise _failed(syntax.kind, existing, "User account already exists")
    for account in existing:
        run.note("ER_USER_ALREADY_EXISTS", _shown(account))
    known.update(account for account, _ in syntax.accounts)
    if syntax.kind is UserKind.CREATE_ROLE:
        return _as_given(run, syntax)
    listed = ",".join(f"{_shown(account)}{_identified(account, how, True)}" for account, how in syntax.accounts)
    clause = "IF NOT EXISTS " if syntax.exists else ""
    return (_event(run, f"CREATE USER {clause}{listed}{syntax.options}", password=_has_password(syntax)),)


def _check_plugins(run: DdlRun, syntax: UserSyntax) -> None:
    for _, how in syntax.accounts:
        if how is not None and how.plugin == user_run_old.NATIVE_PLUGIN and _version(run) >= _FIRST_WITHOUT_NATIVE:
            raise mysql_error("ER_PLUGIN_IS_NOT_LOADED", how.plugin)


def _alter(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    _check_plugins(run, syntax)
    accounts = [(_own(run, account), how) for account, how in syntax.accounts]
    missing = [account for account, _ in accounts if account not in run.database.catalog.accounts]
    if missing and not syntax.exists:
        raise _failed(UserKind.ALTER_USER, missing, "User account does not exist")
    for account in missing:
        run.note("ER_USER_DOES_NOT_EXIST", _shown(account))
    listed = ",".join(f"{_shown(account)}{_identified(account, how, False)}" for account, how in accounts)
    clause = "IF EXISTS " if syntax.exists else ""
    return (_event(run, f"ALTER USER {clause}{listed}{syntax.options}", password=_has_password(syntax)),)


def _has_password(syntax: UserSyntax) -> bool:
    return any(how is not None and how.password for _, how in syntax.accounts)


def _identified(account: Account, how: Authentication | None, creates: bool) -> str:
    if how is None:
        return f" IDENTIFIED WITH '{_PLUGIN}'" if creates else ""
    plugin = how.plugin or _PLUGIN
    if how.password is not None:
        native = plugin == user_run_old.NATIVE_PLUGIN
        hashed = user_run_old.native_hash(how.password) if native else _hash(account, how.password)
        if hashed or not creates:
            return f" IDENTIFIED WITH '{plugin}' AS '{hashed}'"
    if how.hash is not None:
        return f" IDENTIFIED WITH '{plugin}' AS '{how.hash}'"
    return f" IDENTIFIED WITH '{plugin}'"


def _hash(account: Account, password: str) -> str:
    """Of the length and alphabet of a real one; nothing of an empty password."""
    if not password:
        return ""
    salt = base64.b64encode(hashlib.sha256(repr(account).encode()).digest()).decode()[:_SALT_LENGTH]
    digest = hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), 1)
    return _PREFIX + salt.replace("+", ".") + base64.b64encode(digest, b"./").decode()[:_HASH_LENGTH]


def _drop(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    known = run.database.catalog.accounts
    missing = [account for account, _ in syntax.accounts if account not in known]
    if missing and not syntax.exists:
        raise _failed(syntax.kind, missing, "User account does not exist")
    for account in missing:
        run.note("ER_USER_DOES_NOT_EXIST", _shown(account))
    known.difference_update(account for account, _ in syntax.accounts)
    return _as_given(run, syntax)


def _rename(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    known = run.database.catalog.accounts
    names = [account for account, _ in syntax.accounts]
    pairs = zip(names[::2], names[1::2], strict=True)
    failed = [old for old, new in pairs if old not in known or new in known]
    if failed:
        raise _failed(UserKind.RENAME_USER, failed)
    for old, new in zip(names[::2], names[1::2], strict=True):
        known.discard(old)
        known.add(new)
    return _as_given(run, syntax)


# --- privileges -------------------------------------------------------------------------------------------------------


def _grant(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    if syntax.roles:
        return _as_given_role(run, syntax)
    for account, _ in syntax.accounts:
        if _own(run, account) not in run.database.catalog.accounts:
            raise mysql_error("ER_CANT_CREATE_USER_WITH_GRANT")
    level, schemas = _level(run, syntax)
    users = ",".join(_shown(_own(run, account)) for account, _ in syntax.accounts)
    text = f"GRANT {', '.join(user_run_old.in_privilege_order(syntax.privileges))} ON {level} TO {users}"
    if syntax.with_grant:
        text += " WITH GRANT OPTION"
    return (_with_invoker(run, _event(run, text, schemas=schemas)),)


def _revoke(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    if syntax.roles:
        return _as_given_role(run, syntax)
    for account, _ in syntax.accounts:
        if _own(run, account) not in run.database.catalog.accounts and not syntax.exists:
            raise mysql_error("ER_NONEXISTING_GRANT", *account)
    _, schemas = _level(run, syntax)
    return (_with_invoker(run, _event(run, run.parsed.text, schemas=schemas)),)


def _as_given_role(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    event = _event(run, run.parsed.text)
    revokes_all = syntax.kind is UserKind.REVOKE and "ALL" in run.parsed.text.upper().split()
    if not syntax.exists and any(_own(run, one) not in run.database.catalog.accounts for one, _ in syntax.accounts):
        raise mysql_error("ER_REVOKE_GRANTS")
    return (_with_invoker(run, event) if revokes_all else event,)


def _with_invoker(run: DdlRun, event: DdlEvent) -> DdlEvent:
    return replace(event, invoker=account_of(run.context))


def _level(run: DdlRun, syntax: UserSyntax) -> tuple[str, tuple[str, ...]]:
    assert syntax.level is not None
    schema, table = syntax.level
    if schema == "":
        return "*.*", ()
    if schema is None:
        schema = run.default_schema
        if not schema:
            raise mysql_error("ER_NO_DB_ERROR")
    shown = f"{quoted(schema)}.{quoted(table) if table else '*'}"
    return (f"{syntax.object_type} {shown}" if syntax.object_type else shown), (schema,)


_RUNNERS: dict[UserKind, Callable[[DdlRun, UserSyntax], tuple[DdlEvent, ...]]] = {
    UserKind.CREATE_USER: _create,
    UserKind.CREATE_ROLE: _create,
    UserKind.ALTER_USER: _alter,
    UserKind.SET_PASSWORD: _alter,
    UserKind.DROP_USER: _drop,
    UserKind.DROP_ROLE: _drop,
    UserKind.RENAME_USER: _rename,
    UserKind.GRANT: _grant,
    UserKind.REVOKE: _revoke,
    UserKind.DEFAULT_ROLE: _as_given,
}
