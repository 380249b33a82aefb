"""How accounts identify themselves: plugins, and passwords as the log has them.

Texts as a 9.7.4 logs them. The salt of a password and a random password are made from the account, where a server's are
random; both have a real one's length and alphabet.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.accounts import before_8_0
from binwriter.sql.binding.accounts import account_of
from binwriter.sql.syntax.accounts import Account, Authentication

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun

DEFAULT_PLUGIN = "caching_sha2_password"
_SHA256 = "sha256_password"
_SALT_LENGTH, _HASH_LENGTH = 20, 43
_GENERATED_COLUMNS = ("user", "host", "generated password", "auth_factor")
_GENERATED_LENGTH = 20  # generated_random_password_length

Identified = tuple[Account, Authentication | None]


def _salted(account: Account, password: str) -> tuple[str, str]:
    salt = base64.b64encode(hashlib.sha256(repr(account).encode()).digest()).decode()[:_SALT_LENGTH].replace("+", ".")
    digest = hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), 1)
    return salt, base64.b64encode(digest, b"./").decode()[:_HASH_LENGTH]


def _caching_sha2(account: Account, password: str) -> str:
    """With the 10000 rounds of a server's default."""
    return "$A$00A$" + "".join(_salted(account, password))


def _sha256(account: Account, password: str) -> str:
    return "$5$" + "$".join(_salted(account, password))


def _native(account: Account, password: str) -> str:
    return before_8_0.native_hash(password)


# The plugins that a server has without loading any: how each hashes a password.
_HASHES: dict[str, Callable[[Account, str], str]] = {
    DEFAULT_PLUGIN: _caching_sha2,
    _SHA256: _sha256,
    before_8_0.NATIVE_PLUGIN: _native,
}


def check_plugins(run: DdlRun, identified: list[Authentication | None]) -> None:
    """ER_PLUGIN_IS_NOT_LOADED for one that the server has not."""
    for how in identified:
        if how is None or not how.plugin:
            continue
        plugin = how.plugin.lower()
        gone = plugin == before_8_0.NATIVE_PLUGIN and not run.context.variables.behaviour.has_native_password
        if plugin not in _HASHES or gone:
            raise mysql_error("ER_PLUGIN_IS_NOT_LOADED", how.plugin)


def check_current(run: DdlRun, accounts: list[Identified]) -> None:
    """REPLACE: only of one's own password (MySQL manual, "ALTER USER Statement")."""
    catalog = run.database.catalog
    for account, how in accounts:
        if how is None or how.current is None:
            continue
        if account != account_of(run.context):
            raise mysql_error("ER_CURRENT_PASSWORD_NOT_REQUIRED")
        if how.current != catalog.passwords.get(account, how.current if account in catalog.plugins else ""):
            raise mysql_error("ER_INCORRECT_CURRENT_PASSWORD")


def generate(run: DdlRun, accounts: list[Identified], existing: list[Account]) -> None:
    """RANDOM PASSWORD: the client gets a row for each that was made; accounts that exist already get none."""
    rows = tuple(
        (*account, _generated(account), "1")
        for account, how in accounts
        if how is not None and how.random and account not in existing
    )
    if rows:
        run.columns, run.rows, run.affected = _GENERATED_COLUMNS, rows, len(rows)


def keep(run: DdlRun, accounts: list[Identified]) -> None:
    """What later statements about these accounts need: a plugin that is not the default one, and the password."""
    catalog = run.database.catalog
    for account, how in accounts:
        if how is None:
            continue
        if how.plugin:
            catalog.plugins[account] = how.plugin.lower()
        if how.random or how.password is not None:
            catalog.passwords[account] = how.password if how.password is not None else _generated(account)


def forget(run: DdlRun, account: Account) -> None:
    for kept in (run.database.catalog.plugins, run.database.catalog.passwords):
        kept.pop(account, None)


def rename(run: DdlRun, old: Account, new: Account) -> None:
    for kept in (run.database.catalog.plugins, run.database.catalog.passwords):
        if old in kept:
            kept[new] = kept.pop(old)


def identified(
    run: DdlRun, account: Account, how: Authentication | None, *, creates: bool, exists: bool = False
) -> str:
    """IDENTIFIED WITH .. as it is logged. exists: CREATE USER IF NOT EXISTS of one that is there already."""
    if how is None:
        return f" IDENTIFIED WITH '{DEFAULT_PLUGIN}'" if creates else ""
    plugin = how.plugin or (DEFAULT_PLUGIN if creates else run.database.catalog.plugins.get(account, DEFAULT_PLUGIN))
    text = f" IDENTIFIED WITH '{plugin}'"
    password = _generated(account) if how.random and not exists else how.password
    if password is not None:
        hashed = _HASHES[plugin.lower()](account, password) if password else ""
        if hashed or not creates:
            text += f" AS '{hashed}'"
    elif how.hash:
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
