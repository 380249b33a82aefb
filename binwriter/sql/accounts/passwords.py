"""How accounts identify themselves: plugins, and passwords as the log has them.

Texts as a 9.7.4 logs them. The salt of a password and a random password are made from the account, where a server's are
random; both have a real one's length and alphabet.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from binwriter.catalog.account_options import AccountOptions
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.password_hashes import (
    CACHING_SHA2,
    NATIVE,
    SALT_LENGTH,
    SHA256,
    caching_sha2_hash,
    native_hash,
    sha256_hash,
)
from binwriter.mysql.raw_bytes import bytes_of
from binwriter.sql.accounts.factors import default_plugin
from binwriter.sql.binding.accounts import account_of
from binwriter.sql.expressions.moments.timezone import from_microseconds, to_local
from binwriter.sql.syntax.accounts import Account, Authentication

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun

DEFAULT_PLUGIN = CACHING_SHA2
_GENERATED_COLUMNS = ("user", "host", "generated password", "auth_factor")
_MOST_BYTES = 256
_GENERATED_LENGTH = 20  # generated_random_password_length
_ROUNDS = 10_000

Identified = tuple[Account, Authentication | None]


def _salt(account: Account) -> str:
    return base64.b64encode(hashlib.sha256(repr(account).encode()).digest()).decode()[:SALT_LENGTH].replace("+", ".")


# The plugins that a server has without loading any: how each hashes a password.
_HASHES: dict[str, Callable[[Account, str], str]] = {
    CACHING_SHA2: lambda account, password: caching_sha2_hash(password, _salt(account), _ROUNDS),
    SHA256: lambda account, password: sha256_hash(password, _salt(account)),
    NATIVE: lambda account, password: native_hash(password),
}


_FORMATS = {
    # as a 9.7.4 takes them (captured: clusters/hashes_given)
    CACHING_SHA2: pattern(r"\$A\$(?!000)[0-9A-Fa-f]{3}\$.{63}", re.DOTALL),
    SHA256: pattern(r"\$5\$.{0,76}", re.DOTALL),
    NATIVE: pattern(r"\*[0-9A-Fa-f]{40}"),
}


PLUGINS = _HASHES.keys()


def plugin_of_new(run: DdlRun) -> str:
    """Of an account that names none."""
    return default_plugin(run.context.variables, DEFAULT_PLUGIN)


def check_plugins(run: DdlRun, identified: list[Authentication | None]) -> None:
    """ER_PLUGIN_IS_NOT_LOADED for one that the server has not."""
    for how in identified:
        if how is None or not how.plugin:
            continue
        plugin = how.plugin.lower()
        gone = plugin == NATIVE and not run.context.variables.behaviour.has_native_password
        if plugin not in _HASHES or gone:
            raise mysql_error("ER_PLUGIN_IS_NOT_LOADED", how.plugin)
        if how.hash and not _FORMATS[plugin].fullmatch(how.hash):
            raise mysql_error("ER_PASSWORD_FORMAT")


def first_too_long(accounts: list[Identified]) -> Account | None:
    """The first account whose password no plugin hashes: of more than 256 bytes (captured: passwords_too_long)."""
    return next((name for name, how in accounts if how and len(bytes_of(how.password or "")) > _MOST_BYTES), None)


def check_current(run: DdlRun, accounts: list[Identified]) -> None:
    """REPLACE: only of one's own password (MySQL manual, "ALTER USER Statement")."""
    for account, how in accounts:
        if how is None:
            continue
        is_own = account == account_of(run.context)
        if how.current is None:
            if is_own and _needs_current(run, account):
                raise mysql_error("ER_MISSING_CURRENT_PASSWORD")
            continue
        if not is_own:
            raise mysql_error("ER_CURRENT_PASSWORD_NOT_REQUIRED")
        if not run.database.catalog.accounts[account].is_password(bytes_of(how.current)):
            raise mysql_error("ER_INCORRECT_CURRENT_PASSWORD")


def _needs_current(run: DdlRun, account: Account) -> bool:
    """PASSWORD REQUIRE CURRENT, of who may not set everybody's."""
    rights, own = run.context.rights, run.database.catalog.accounts.get(account)
    if rights is None or own is None or rights.may("CREATE USER") or "UPDATE" in rights.in_schema("mysql"):
        return False
    return (
        bool(run.context.variables.get("password_require_current")) if own.needs_current is None else own.needs_current
    )


def check_retained(run: DdlRun, accounts: list[Identified]) -> None:
    """RETAIN CURRENT PASSWORD: neither of the two may be empty, and both are of one plugin."""
    known = run.database.catalog.accounts
    for name, how in accounts:
        if how is None or not how.retains or name not in known:
            continue
        if how.plugin and how.plugin.lower() != known[name].plugin:
            raise mysql_error("ER_PASSWORD_CANNOT_BE_RETAINED_ON_PLUGIN_CHANGE", *name)
        if not known[name].stored:
            raise mysql_error("ER_SECOND_PASSWORD_CANNOT_BE_EMPTY", *name)
        if not (how.password or how.hash is not None or how.random):  # an empty hash is one
            raise mysql_error("ER_CURRENT_PASSWORD_CANNOT_BE_RETAINED", *name)


def check_history(run: DdlRun, accounts: list[Identified], options: str) -> None:
    """ER_CREDENTIALS_CONTRADICT_TO_HISTORY for a password that an account has had (captured: passwords_of_accounts)."""
    known = run.database.catalog.accounts
    for name, how in accounts:
        account = known.get(name)
        if how is None or account is None or not how.password:
            continue
        policy = _policy(run, account, options)
        if account.has_had(bytes_of(how.password), *policy, run.context.start_microseconds):
            raise mysql_error("ER_CREDENTIALS_CONTRADICT_TO_HISTORY", *name)
        moment = run.context.start_microseconds
        if any(policy) and moment in dict(account.former):  # the row of the table has it in its key
            shown = to_local(from_microseconds(moment), run.context)
            entry = f"{name[1]}-{name[0]}-{shown:%Y-%m-%d %H:%M:%S.%f}"
            raise mysql_error("ER_DUP_ENTRY", entry, "password_history.PRIMARY")


def _policy(run: DdlRun, account: AccountOptions, options: str = "") -> tuple[int, int]:
    """How many former passwords, and those of how many days, may not be used again."""
    asked = AccountOptions(history=account.history, reuse_days=account.reuse_days)
    asked.read(options)
    number, days = asked.history, asked.reuse_days
    variables = run.context.variables
    return (
        int(variables.get("password_history")) if number is None else number,
        int(variables.get("password_reuse_interval")) if days is None else days,
    )


def generate(run: DdlRun, accounts: list[Identified], existing: list[Account]) -> None:
    """RANDOM PASSWORD: the client gets a row for each that was made; accounts that exist already get none."""
    rows = tuple(
        (*account, _generated(account), "1")
        for account, how in accounts
        if how is not None and how.random and account not in existing
    )
    if rows:
        run.columns, run.rows, run.affected = _GENERATED_COLUMNS, rows, len(rows)


def keep(run: DdlRun, accounts: list[Identified], options: str = "") -> None:
    """What the accounts are from now on: made, if they were not there."""
    AccountOptions().read(options)  # what is wrong with them is said before anything is kept
    known = run.database.catalog.accounts
    for name, how in accounts:
        is_new = name not in known
        account = known.add(name)
        if is_new:
            account.plugin = plugin_of_new(run)
        if how is not None:
            plugin = how.plugin.lower() or account.plugin
            password = _generated(name) if how.random else how.password
            stored = _HASHES[plugin](name, password) if password else how.hash or ""
            account.identify(plugin, stored, password, retains=how.retains)
            asked = how.random or how.password is not None or how.hash is not None
            account.expired = not asked and not is_new  # ALTER USER .. IDENTIFIED WITH alone
        account.set_options(options)
        if is_new or how is not None:
            account.changed = run.context.start_microseconds
        if how is not None and account.stored and run.context.variables.behaviour.accounts_by_8_0:
            account.remember(run.context.start_microseconds, *_policy(run, account))


def identified(
    run: DdlRun, account: Account, how: Authentication | None, *, creates: bool, exists: bool = False
) -> str:
    """IDENTIFIED WITH .. as it is logged. exists: CREATE USER IF NOT EXISTS of one that is there already."""
    if how is None:
        return f" IDENTIFIED WITH '{plugin_of_new(run)}'" if creates else ""
    kept = run.database.catalog.accounts.get(account) if not creates else None
    plugin = how.plugin or (kept.plugin if kept is not None else plugin_of_new(run))
    text = f" IDENTIFIED WITH '{plugin}'"
    password = _generated(account) if how.random and not exists else how.password
    if password is not None:
        hashed = _HASHES[plugin.lower()](account, password) if password else ""
        if hashed or not creates:
            text += f" AS '{hashed}'"
    elif how.hash or (how.hash is not None and not creates):
        text += f" AS '{how.hash}'"
    return text + (" RETAIN CURRENT PASSWORD" if how.retains else "")


def has_password(accounts: list[Identified], existing: Collection[Account] = ()) -> bool:
    """Whether the event carries the time: with a password that was hashed now, and where a hash becomes that of an
    account. existing: accounts that CREATE USER IF NOT EXISTS leaves alone."""
    return any(
        how is not None and (how.password or how.random or (how.hash and account not in existing))
        for account, how in accounts
    )


def _generated(account: Account) -> str:
    return base64.b85encode(hashlib.sha256(f"random {account}".encode()).digest()).decode()[:_GENERATED_LENGTH]
