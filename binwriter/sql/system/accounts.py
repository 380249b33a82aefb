"""The grant tables of mysql.

The accounts that a server is made with stand as captured; those of CREATE USER as their grants say.
Source: MySQL manual, "Grant Tables".
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from binwriter.catalog.account_options import CERTIFICATE, RESOURCES
from binwriter.catalog.accounts import SERVERS_OWN
from binwriter.catalog.accounts import Account as Entry
from binwriter.catalog.grants import GLOBAL, Account, Held, Level
from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.formats.columns.json.documents import sorted_keys
from binwriter.formats.columns.values import JsonDocument
from binwriter.mysql.privileges import GRANT_OPTION, PROXY
from binwriter.sql.system import captured
from binwriter.sql.system.sight import Row, Sight, all_rows_of

# Names of columns that are no privilege's with _ for blanks.
_COLUMNS = {
    "Grant": GRANT_OPTION,
    "Show_db": "SHOW DATABASES",
    "Create_tmp_table": "CREATE TEMPORARY TABLES",
    "Repl_slave": "REPLICATION SLAVE",
    "Repl_client": "REPLICATION CLIENT",
}
_SUFFIX = "_priv"
_ROOT = "root"


def fresh(schema: str, name: str) -> tuple[Table, tuple[Row, ...]]:
    """A system table and its rows as a server is made with them."""
    table = captured.definition(schema, name)
    assert table is not None
    return table, captured.rows(table)


def privilege_of(column: str) -> str | None:
    """The privilege for which a column of mysql.user or mysql.db stands."""
    if not column.endswith(_SUFFIX):
        return None
    name = column.removesuffix(_SUFFIX)
    return _COLUMNS.get(name, name.replace("_", " ").upper())


def ordered_privileges() -> list[str]:
    """Static privileges in the order of mysql.user."""
    table, _ = fresh("mysql", "user")
    return [privilege for privilege in (privilege_of(column.name) for column in table.columns) if privilege is not None]


def is_fresh(sight: Sight, account: Account) -> bool:
    """Whether an account still is what a server was made with."""
    return account in SERVERS_OWN or (account[0] == _ROOT and sight.database.catalog.grants.has_everything(account))


def made(sight: Sight) -> list[tuple[Account, Held]]:
    """The other accounts with what they hold, by name."""
    catalog = sight.database.catalog
    return [
        (account, catalog.grants.find(account) or Held())
        for account in sorted(catalog.accounts)
        if not is_fresh(sight, account)
    ]


def _holding(sight: Sight) -> list[tuple[Account, Held]]:
    """As `made`, with what is left to those that are no accounts any more: rows of mysql.user went alone."""
    catalog = sight.database.catalog
    names = sorted({*catalog.accounts, *catalog.grants.accounts()})
    return [(account, catalog.grants.find(account) or Held()) for account in names if not is_fresh(sight, account)]


def _kept(sight: Sight, schema: str, name: str, place: int) -> Iterator[Row]:
    """Rows of a fresh server that are still true. place: of the account's name, its host before or behind it."""
    table, rows = fresh(schema, name)
    host = 1 - place if table.columns[1 - place].name.upper() == "HOST" else 0
    accounts, own = sight.database.catalog.accounts, sight.context.variables.behaviour.own_accounts
    for row in rows:
        account = (str(row[place]), str(row[host]))
        if account[0] in own if account in SERVERS_OWN else account in accounts and is_fresh(sight, account):
            yield row


def _default(column: Column) -> Any:
    return column.default if column.default_kind is DefaultKind.LITERAL else b""


_SSL_TYPES = {"": "", "SSL": "ANY"}
_RESOURCES = dict(
    zip(("max_questions", "max_updates", "max_connections", "max_user_connections"), RESOURCES, strict=True)
)
_MOST_IN_SMALLINT = 65535
_FURTHER = {True: "Y", False: "N", None: None}


def _entry(sight: Sight, account: Entry | None, held: Held) -> dict[str, Any]:
    """What mysql.user has of an account beside its privileges."""
    if account is None:
        return {"password_last_changed": sight.start}
    demands = {name: account.certificate.get(name, "").encode() for name in CERTIFICATE}
    return {
        "ssl_type": _SSL_TYPES.get(account.requires, account.requires),
        "ssl_cipher": demands["CIPHER"],
        "x509_issuer": demands["ISSUER"],
        "x509_subject": demands["SUBJECT"],
        **{column: account.limits.get(name, 0) for column, name in _RESOURCES.items()},
        "plugin": account.plugin,
        "authentication_string": account.stored,
        "password_expired": "Y" if account.expired else "N",
        "password_last_changed": sight.timestamp(account.changed or sight.started),
        "password_lifetime": account.lifetime,
        "account_locked": "Y" if account.locked else "N",
        "Password_reuse_history": _fitting(account.history),
        "Password_reuse_time": _fitting(account.reuse_days),
        "Password_require_current": _FURTHER[account.needs_current],
        "User_attributes": _attributes(account, held),
    }


def _fitting(number: int | None) -> int | None:
    """As far as a SMALLINT UNSIGNED goes (captured: clusters/passwords_kept_long)."""
    return None if number is None else min(number, _MOST_IN_SMALLINT)


def _attributes(account: Entry, held: Held) -> JsonDocument | None:
    parts: dict[str, Any] = {} if account.metadata is None else {"metadata": account.metadata}
    if account.attempts or account.lock_days:
        locking = {"failed_login_attempts": account.attempts, "password_lock_time_days": account.lock_days}
        parts["Password_locking"] = locking
    if held.restrictions:
        parts["Restrictions"] = [
            {
                "Database": schema,
                "Privileges": [privilege for privilege in ordered_privileges() if privilege in privileges],
            }
            for schema, privileges in reversed(held.restrictions.items())
        ]
    if account.second is not None:
        parts["additional_password"] = account.second[0]
    return JsonDocument({key: parts[key] for key in sorted_keys(parts)}) if parts else None


@all_rows_of("mysql.user")
def user(sight: Sight) -> Iterator[Row]:
    """A row an account."""
    table, _ = fresh("mysql", "user")
    yield from _kept(sight, "mysql", "user", 1)
    catalog = sight.database.catalog
    for account, held in made(sight):
        privileges = held.levels.get(GLOBAL, {})
        special: dict[str, Any] = {
            "Host": account[1],
            "User": account[0],
            **_entry(sight, catalog.accounts.get(account), held),
        }
        yield tuple(
            "Y"
            if privilege_of(column.name) in privileges
            else special[column.name]
            if column.name in special
            else _default(column)
            for column in table.columns
        )


@all_rows_of("mysql.db")
def db(sight: Sight) -> Iterator[Row]:
    """Privileges for a database."""
    table, rows = fresh("mysql", "db")
    yield from rows
    for account, held in _holding(sight):
        for (kind, schema, name), privileges in held.levels.items():
            if not kind and schema and not name:
                flags = ("Y" if privilege_of(column.name) in privileges else "N" for column in table.columns[3:])
                yield (account[1], schema, account[0], *flags)


def title(privilege: str) -> str:
    """As the SETs of grant tables spell it."""
    if privilege == GRANT_OPTION:
        return "Grant"
    return _spaced(privilege) if " " in privilege else privilege.capitalize()


def _spaced(privilege: str) -> str:
    first, _, rest = privilege.partition(" ")
    return f"{first.capitalize()} {rest.lower() if first == 'SHOW' else rest.capitalize()}"


def _when(sight: Sight, held: Held, level: Level, column: str = "") -> datetime:
    return sight.timestamp(held.moments.get((level, column), sight.started))


def _by(held: Held, level: Level) -> str:
    """Who granted it last."""
    return "@".join(held.grantors.get(level, (_ROOT, "localhost")))


@all_rows_of("mysql.tables_priv")
def tables_priv(sight: Sight) -> Iterator[Row]:
    """Privileges for a table; those for columns of it are listed besides."""
    yield from fresh("mysql", "tables_priv")[1]
    for account, held in _holding(sight):
        for level, privileges in held.levels.items():
            kind, schema, name = level
            if not kind and name:
                whole = frozenset(title(privilege) for privilege, columns in privileges.items() if "" in columns)
                parts = frozenset(title(privilege) for privilege, columns in privileges.items() if columns - {""})
                yield account[1], schema, account[0], name, _by(held, level), _when(sight, held, level), whole, parts


@all_rows_of("mysql.columns_priv")
def columns_priv(sight: Sight) -> Iterator[Row]:
    """Privileges for a column."""
    for account, held in _holding(sight):
        for level, privileges in held.levels.items():
            kind, schema, name = level
            named = sorted({column for columns in privileges.values() for column in columns if column})
            for column in named if not kind else ():
                which = frozenset(title(privilege) for privilege, columns in privileges.items() if column in columns)
                yield account[1], schema, account[0], name, column, _when(sight, held, level, column), which


@all_rows_of("mysql.procs_priv")
def procs_priv(sight: Sight) -> Iterator[Row]:
    """Privileges for a routine."""
    for account, held in _holding(sight):
        for level, privileges in held.levels.items():
            kind, schema, name = level
            if kind in ("PROCEDURE", "FUNCTION") and name:
                which = frozenset(
                    "Alter Routine" if privilege == "ALTER ROUTINE" else title(privilege) for privilege in privileges
                )
                yield account[1], schema, account[0], name, kind, _by(held, level), which, _when(sight, held, level)


@all_rows_of("mysql.proxies_priv")
def proxies_priv(sight: Sight) -> Iterator[Row]:
    """Who may be whom."""
    yield from _kept(sight, "mysql", "proxies_priv", 1)
    for account, held in _holding(sight):
        for level, privileges in held.levels.items():
            kind, user_, host = level
            if kind == PROXY:
                further = int(GRANT_OPTION in privileges)
                yield account[1], account[0], host, user_, further, _by(held, level), _when(sight, held, level)


@all_rows_of("mysql.global_grants")
def global_grants(sight: Sight) -> Iterator[Row]:
    """Dynamic privileges."""
    yield from _kept(sight, "mysql", "global_grants", 0)
    for account, held in _holding(sight):
        for name, further in sorted(held.dynamic.items()):
            yield account[0], account[1], name, "Y" if further else "N"


@all_rows_of("mysql.default_roles")
def default_roles(sight: Sight) -> Iterator[Row]:
    """Roles that are active from the start."""
    for account in sorted(sight.database.catalog.accounts):
        for role in sorted(sight.database.catalog.grants.of(account).default_roles):
            yield account[1], account[0], role[1], role[0]


@all_rows_of("mysql.role_edges")
def role_edges(sight: Sight) -> Iterator[Row]:
    """Roles that were granted."""
    for account in sorted(sight.database.catalog.accounts):
        for role, further in sorted(sight.database.catalog.grants.of(account).roles.items()):
            yield role[1], role[0], account[1], account[0], "Y" if further else "N"


@all_rows_of("performance_schema.temporary_account_locks")
def temporary_account_locks(sight: Sight) -> Iterator[Row]:
    """Accounts that too many failed logins may lock."""
    accounts = sight.database.catalog.accounts
    for name in sorted(accounts):
        entry = accounts[name]
        if entry.attempts and entry.lock_days:
            locked = entry.failures >= entry.attempts
            left = max(0, entry.attempts - entry.failures)
            days = _FOREVER if entry.lock_days < 0 else entry.lock_days
            yield *name, "YES" if locked else "NO", entry.attempts, left, days, None, None


_FOREVER = (1 << 31) - 1


@all_rows_of("mysql.password_history")
def password_history(sight: Sight) -> Iterator[Row]:
    """Former passwords, where a policy asks for them."""
    accounts = sight.database.catalog.accounts
    for user_, host in sorted(accounts, key=lambda account: account[::-1]):
        for moment, stored in reversed(accounts[user_, host].former):
            yield host, user_, sight.timestamp(moment), stored
