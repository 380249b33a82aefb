"""Accounts on servers before 8.0: what they do, and log, otherwise than later ones.

Source: MySQL 5.1 to 5.7 manuals, "Account Management Statements", "Passwords and Logging"; release notes of 5.6.3 (the
log has hashes), 5.7.6 (SET PASSWORD is logged as ALTER USER). Up to 5.5 the text is the client's. A list of accounts is
worked through: what could be done is logged, with the error of what could not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from binwriter.catalog.grants import GLOBAL, Level
from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql.behaviour import Behaviour
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.mysql.password_hashes import NATIVE, double_sha1, native_hash
from binwriter.mysql.privileges import ALL, GRANT_OPTION, ORDER, PROXY, STATIC, USAGE, of_level, split
from binwriter.sql.accounts.given_hashes import HASH_LENGTH, check_hashes, is_hash, warn_of_hashes
from binwriter.sql.binding.accounts import account_of
from binwriter.sql.syntax.accounts import CURRENT_USER, Account, Authentication, UserKind, UserSyntax
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.text.words import syntax_error
from binwriter.statement.values import DdlEvent

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun

_SYSTEM_SCHEMA = "mysql"
_PROXY = "PROXY"


def _keep(run: DdlRun, name: Account, how: Authentication | None, options: str = "") -> None:
    """What the account is from now on: made, if it was not there."""
    account = run.database.catalog.accounts.add(name)
    if how is not None:
        plugin = how.plugin or NATIVE
        stored = native_hash(how.password) if how.password is not None else how.hash or ""
        account.identify(plugin, stored, how.password)
    account.set_options(options)


def _behaviour(run: DdlRun) -> Behaviour:
    return run.context.variables.behaviour


def _shown(account: Account) -> str:
    return f"'{account[0]}'@'{account[1]}'"


def _own(run: DdlRun, account: Account) -> Account:
    return account_of(run.context) if account == CURRENT_USER else account


def _event(run: DdlRun, text: str, *, databases: tuple[str, ...] | None = (_SYSTEM_SCHEMA,)) -> DdlEvent:
    error = run.error
    return DdlEvent(
        text.encode(),
        run.default_schema,
        databases=databases,
        error_code=error.code if error is not None else 0,
    )


def _of_privileges(run: DdlRun, text: str, schema: str) -> DdlEvent:
    """GRANT and REVOKE say who ran them, and name the database first (captured: 5.5 to 5.7)."""
    databases = ((schema,) if schema and schema != _SYSTEM_SCHEMA else ()) + (_SYSTEM_SCHEMA,)
    return replace(_event(run, text, databases=databases), invoker=account_of(run.context))


def _is_rewritten(run: DdlRun, syntax: UserSyntax) -> bool:
    """From 5.7 always; in 5.6 a text in which a password stands, unless it names columns (captured: 5.6.24,
    users_statement)."""
    if _behaviour(run).logs_plugins:
        return True
    has_password = any(how is not None and how.password is not None for _, how in syntax.accounts)
    named_columns = any("(" in privilege for privilege in syntax.privileges)
    return _behaviour(run).logs_hashes and has_password and not named_columns


def _failed(kind: UserKind, accounts: list[Account]) -> MySQLError:
    return mysql_error("ER_CANNOT_USER", kind.value, ",".join(map(_shown, accounts)))


def _as_far_as_done(run: DdlRun, kind: UserKind, failed: list[Account], done: int) -> None:
    """Raises if nothing was done; else the error goes into the log with the rest."""
    if failed:
        run.error = _failed(kind, failed)
        if not done:
            raise run.error


def _identified(run: DdlRun, how: Authentication | None, *, shows_plugin: bool = False) -> str:
    by_plugin = _behaviour(run).logs_plugins
    if how is None:
        return f" IDENTIFIED WITH '{NATIVE}'" if shows_plugin and by_plugin else ""
    if not by_plugin and not how.plugin:
        hashed = how.hash if how.password is None else double_sha1(how.password)
        return f" IDENTIFIED BY PASSWORD '{hashed}'" if hashed is not None else ""
    hashed = how.hash if how.password is None else native_hash(how.password)
    plugin = how.plugin or NATIVE
    return f" IDENTIFIED WITH '{plugin}'" + (f" AS '{hashed}'" if hashed else "")


def _listed(run: DdlRun, syntax: UserSyntax, *, shows_plugin: bool = False) -> str:
    return ",".join(
        f"{_shown(_own(run, account))}{_identified(run, how, shows_plugin=shows_plugin)}"
        for account, how in syntax.accounts
    )


# --- accounts ---------------------------------------------------------------------------------------------------------


def _create(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    warn_of_hashes(run, syntax)
    check_hashes(run, syntax, _failed)
    known = run.database.catalog.accounts
    names = [account for account, _ in syntax.accounts]
    existing = [account for place, account in enumerate(names) if account in known or account in names[:place]]
    if syntax.exists:
        for account in existing:
            run.note("ER_USER_ALREADY_EXISTS", _shown(account))
    else:
        _as_far_as_done(run, syntax.kind, existing, len(syntax.accounts) - len(existing))
    for account, how in syntax.accounts:
        if run.error is None or how is None or not how.hash or is_hash(how.hash):
            _keep(run, account, how, syntax.options)
    if not _is_rewritten(run, syntax):
        return (_event(run, run.parsed.text),)
    clause = "IF NOT EXISTS " if syntax.exists else ""
    return (_event(run, f"CREATE USER {clause}{_listed(run, syntax, shows_plugin=True)}{syntax.options}"),)


def _alter(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    accounts = [_own(run, account) for account, _ in syntax.accounts]
    missing = [account for account in accounts if account not in run.database.catalog.accounts]
    if syntax.exists:
        for account in missing:
            run.note("ER_USER_DOES_NOT_EXIST", _shown(account))
    else:
        _as_far_as_done(run, syntax.kind, missing, len(accounts) - len(missing))
    for named, how in syntax.accounts:
        if (account := _own(run, named)) not in missing:
            _keep(run, account, how, syntax.options)
    if not _behaviour(run).logs_plugins:  # PASSWORD EXPIRE is all there is
        return (_event(run, run.parsed.text, databases=None),)
    clause = "IF EXISTS " if syntax.exists else ""
    return (_event(run, f"ALTER USER {clause}{_listed(run, syntax)}{syntax.options}", databases=None),)


def _set_password(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    (named, how) = syntax.accounts[0]
    account = _own(run, named)
    assert how is not None
    plain, known = _behaviour(run).logs_plugins, account in run.database.catalog.accounts
    if not known and _behaviour(run).logs_hashes:
        raise mysql_error("ER_PASSWORD_NO_MATCH")
    if how.hash is not None or plain:
        hashed = how.hash if how.hash is not None else native_hash(how.password or "")
    else:
        hashed = how.password or ""
        if hashed and not is_hash(hashed):
            raise mysql_error("ER_PASSWD_LENGTH", HASH_LENGTH)
    if not known:
        raise mysql_error("ER_PASSWORD_NO_MATCH")
    _keep(run, account, Authentication(hash=hashed))
    if plain:
        if how.hash is not None:
            written = "SET PASSWORD FOR <user> = "
            password = "'<plaintext_password>'"
            run.context.warn("ER_WARN_DEPRECATED_SYNTAX", f"{written}PASSWORD({password})", f"{written}{password}")
        text = f"ALTER USER {_shown(account)} IDENTIFIED WITH '{NATIVE}' AS '{hashed}'"
        return (_event(run, text, databases=None),)
    return (_event(run, f"SET PASSWORD FOR {_shown(account)}='{hashed}'", databases=None),)


def _drop(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    known = run.database.catalog.accounts
    names = [account for account, _ in syntax.accounts]
    missing = [account for place, account in enumerate(names) if account not in known or account in names[:place]]
    if syntax.exists:
        for account in missing:
            run.note("ER_USER_DOES_NOT_EXIST", _shown(account))
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


# --- privileges -------------------------------------------------------------------------------------------------------


def _check_routine(run: DdlRun, syntax: UserSyntax, schema: str) -> None:
    """ER_SP_DOES_NOT_EXIST, from 5.6 on (captured: 5.5 does not look)."""
    if syntax.object_type not in ("FUNCTION", "PROCEDURE") or not _behaviour(run).logs_hashes:
        return
    assert syntax.level is not None
    name = syntax.level[1]
    if run.database.programs.find(ProgramKind[syntax.object_type], schema, name) is None:
        kind = syntax.object_type if _behaviour(run).logs_plugins else "FUNCTION or PROCEDURE"
        raise mysql_error("ER_SP_DOES_NOT_EXIST", kind, name)


def _check_table(run: DdlRun, syntax: UserSyntax, schema: str) -> None:
    """ER_NO_SUCH_TABLE and ER_BAD_FIELD_ERROR: GRANT looks for its table, unless CREATE is granted, and its columns
    (captured: 5.1.54 to 5.6.21)."""
    assert syntax.level is not None
    name = syntax.level[1]
    if syntax.object_type or not name or not schema:
        return
    catalog, created = run.database.catalog, "CREATE" in syntax.privileges
    table = catalog.find(schema, name)
    if table is None:
        if not created and catalog.view(schema, name) is None:
            raise mysql_error("ER_NO_SUCH_TABLE", schema, name)
        return
    columns = {column.name.lower() for column in table.columns}
    for privilege in syntax.privileges:
        for column in privilege.partition("(")[2].rstrip(")").split(","):
            wanted = column.strip().strip("`")
            if wanted and wanted.lower() not in columns:
                raise mysql_error("ER_BAD_FIELD_ERROR", wanted, name)


def _refuse_dynamic(run: DdlRun, syntax: UserSyntax) -> None:
    """ER_PARSE_ERROR: there are no privileges but those that the grammar has."""
    for privilege in syntax.privileges:
        name = privilege.partition(" (")[0]
        if name not in STATIC and name not in (ALL, GRANT_OPTION, USAGE, PROXY):
            match = re.search(rf"\b{re.escape(name.split()[0])}\b", run.parsed.text, re.IGNORECASE)
            raise syntax_error(run.parsed.text, match.start() if match else 0)


def _grant(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    _refuse_dynamic(run, syntax)
    warn_of_hashes(run, syntax)
    known = run.database.catalog.accounts
    level, schema = _level(run, syntax)
    _check_routine(run, syntax, schema)
    _check_table(run, syntax, schema)
    refused = _not_of_level(run, syntax)
    if refused is not None and refused.symbol == "ER_ILLEGAL_GRANT_FOR_TABLE":
        raise refused
    modes = str(run.context.variables.get("sql_mode"))
    for named, how in syntax.accounts:
        account = _own(run, named)
        is_bare = how is None or not (how.password or how.hash or how.plugin)
        if account not in known and is_bare and "NO_AUTO_CREATE_USER" in modes:
            raise mysql_error("ER_PASSWORD_NO_MATCH")
        if _behaviour(run).logs_plugins and (account not in known or how is not None or syntax.options):
            kind = "CHANGES" if account in known else "CREATES"
            run.context.diagnostics.append(mysql_warning(f"ER_WARN_DEPRECATED_GRANT_{kind}"))
        _keep(run, account, how, syntax.options)
        if refused is not None:  # once the account is there
            raise refused
        further = (GRANT_OPTION,) if syntax.with_grant else ()
        run.database.catalog.grants.grant(account, _held_level(run, syntax), (*syntax.privileges, *further))
    if not _is_rewritten(run, syntax):
        return (_of_privileges(run, run.parsed.text, schema),)
    privileges = ", ".join(in_privilege_order(syntax.privileges))
    text = f"GRANT {privileges} ON {level} TO {_listed(run, syntax)}"
    text += f"{syntax.options}{' WITH GRANT OPTION' if syntax.with_grant else ''}"
    return (_of_privileges(run, text, schema),)


def in_privilege_order(privileges: tuple[str, ...]) -> list[str]:
    """As GRANT is written anew; a name that is not in the order comes last."""
    order = {name: number for number, name in enumerate(ORDER)}
    return sorted(privileges, key=lambda privilege: order.get(privilege.partition(" (")[0], len(order)))


def _level(run: DdlRun, syntax: UserSyntax) -> tuple[str, str]:
    assert syntax.level is not None
    schema, table = syntax.level
    if syntax.object_type == _PROXY:
        return _shown((schema or "", table)), ""
    if schema == "":
        return "*.*", ""
    if schema is None:
        schema = run.default_schema
        if not schema:
            raise mysql_error("ER_NO_DB_ERROR")
    shown = f"{quoted(schema)}.{quoted(table) if table else '*'}"
    return (f"{syntax.object_type} {shown}" if syntax.object_type else shown), schema


def _not_of_level(run: DdlRun, syntax: UserSyntax) -> MySQLError | None:
    """The error for privileges that are not of the level they are granted at (captured: 5.1.54, 5.5.20)."""
    object_type, schema, name = _held_level(run, syntax)
    if object_type == PROXY:
        return None
    allowed = {*of_level(object_type, schema, name), ALL, USAGE, GRANT_OPTION}
    if allowed.issuperset(split(privilege)[0] for privilege in syntax.privileges):
        return None
    if name or object_type:
        return mysql_error("ER_ILLEGAL_GRANT_FOR_TABLE")
    return mysql_error("ER_WRONG_USAGE", "DB GRANT", "GLOBAL PRIVILEGES")


def _held_level(run: DdlRun, syntax: UserSyntax) -> Level:
    assert syntax.level is not None
    schema, name = syntax.level
    if syntax.object_type in ("FUNCTION", "PROCEDURE"):
        name = name.lower()
    return syntax.object_type, run.default_schema if schema is None else schema, name


def _take(run: DdlRun, syntax: UserSyntax, account: Account) -> None:
    """Takes privileges away. ER_NONEXISTING_GRANT and its kin where the account has none at all at that level, but that
    of the whole server (captured: 5.1.54, 5.5.20)."""
    grants = run.database.catalog.grants
    if syntax.level is None:
        grants.revoke_everything(account)
        return
    level = _held_level(run, syntax)
    held = grants.find(account)
    if level != GLOBAL and (held is None or not held.levels.get(level)):
        raise no_such_grant(account, level)
    grants.revoke(account, level, syntax.privileges)


def no_such_grant(account: Account, level: Level) -> MySQLError:
    """The error for a REVOKE of what was never granted."""
    object_type, _, name = level
    if object_type in ("FUNCTION", "PROCEDURE"):
        return mysql_error("ER_NONEXISTING_PROC_GRANT", *account, name)
    if name and object_type != PROXY:
        return mysql_error("ER_NONEXISTING_TABLE_GRANT", *account, name)
    return mysql_error("ER_NONEXISTING_GRANT", *account)


def _revoke(run: DdlRun, syntax: UserSyntax) -> tuple[DdlEvent, ...]:
    _refuse_dynamic(run, syntax)
    for account, _ in syntax.accounts:
        if _own(run, account) not in run.database.catalog.accounts:
            if syntax.level is None and not _behaviour(run).logs_hashes:  # logged all the same (captured: 5.5.20)
                run.error = mysql_error("ER_REVOKE_GRANTS")
                break
            if syntax.level is None:
                raise mysql_error("ER_REVOKE_GRANTS")
            raise mysql_error("ER_NONEXISTING_GRANT", *account)
        _take(run, syntax, _own(run, account))
    schema = "" if syntax.level is None else _level(run, syntax)[1]
    return (_of_privileges(run, run.parsed.text, schema),)


RUNNERS: dict[UserKind, Callable[[DdlRun, UserSyntax], tuple[DdlEvent, ...]]] = {
    UserKind.CREATE_USER: _create,
    UserKind.ALTER_USER: _alter,
    UserKind.SET_PASSWORD: _set_password,
    UserKind.DROP_USER: _drop,
    UserKind.RENAME_USER: _rename,
    UserKind.GRANT: _grant,
    UserKind.REVOKE: _revoke,
}
