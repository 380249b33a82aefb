"""The privileges that information_schema tells of accounts.

Source: MySQL manual, "INFORMATION_SCHEMA General Table Reference".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from binwriter.catalog.grants import GLOBAL, Account
from binwriter.formats.columns.values import JsonDocument
from binwriter.mysql.privileges import GRANT_OPTION, USAGE
from binwriter.mysql.values.json_text import json_text
from binwriter.sql.binding.accounts import has_system_user
from binwriter.sql.system.accounts import fresh, is_fresh, made, ordered_privileges
from binwriter.sql.system.schemata import CATALOG
from binwriter.sql.system.sight import Row, Sight, all_rows_of


def _grantee(account: Account) -> str:
    return f"'{account[0]}'@'{account[1]}'"


def _of_oneself(maker: Callable[[Sight], Iterator[Row]]) -> Callable[[Sight], Iterator[Row]]:
    """What others hold is told to who may read all of `mysql` (captured: clusters/grantees_seen)."""

    def rows(sight: Sight) -> Iterator[Row]:
        rights = sight.context.rights
        if rights is None or "SELECT" in rights.in_schema("mysql"):
            return maker(sight)
        own = _grantee(rights.account)
        return (row for row in maker(sight) if row[0] == own)

    return rows


@all_rows_of("information_schema.USER_PRIVILEGES")
@_of_oneself
def user_privileges(sight: Sight) -> Iterator[Row]:
    """Privileges for everything; USAGE of who has no static one."""
    _, rows = fresh("information_schema", "user_privileges")
    untouched = {_grantee(account) for account in sight.database.catalog.accounts if is_fresh(sight, account)}
    yield from (row for row in rows if row[0] in untouched)
    for account, held in made(sight):
        privileges = held.levels.get(GLOBAL, {})
        grantable = "YES" if GRANT_OPTION in privileges else "NO"
        static = [
            privilege for privilege in ordered_privileges() if privilege in privileges and privilege != GRANT_OPTION
        ]
        yield from ((_grantee(account), CATALOG, privilege, grantable) for privilege in static or [USAGE])
        yield from (
            (_grantee(account), CATALOG, privilege, "YES" if more else "NO") for privilege, more in held.dynamic.items()
        )


@all_rows_of("information_schema.SCHEMA_PRIVILEGES")
@_of_oneself
def schema_privileges(sight: Sight) -> Iterator[Row]:
    """Privileges for a database."""
    yield from fresh("information_schema", "schema_privileges")[1]
    for account, held in made(sight):
        for (kind, schema, name), privileges in held.levels.items():
            if not kind and schema and not name:
                yield from _listed(account, (schema,), privileges)


@all_rows_of("information_schema.TABLE_PRIVILEGES")
@_of_oneself
def table_privileges(sight: Sight) -> Iterator[Row]:
    """Privileges for a whole table."""
    yield from fresh("information_schema", "table_privileges")[1]
    for account, held in made(sight):
        for (kind, schema, name), privileges in held.levels.items():
            if not kind and name:
                whole = {privilege: columns for privilege, columns in privileges.items() if "" in columns}
                if whole.keys() != {GRANT_OPTION} or whole.keys() == privileges.keys():  # else it is of the columns
                    yield from _listed(account, (schema, name), whole)


def _listed(account: Account, place: tuple[str, ...], privileges: dict[str, set[str]]) -> Iterator[Row]:
    """USAGE of who may only grant further."""
    grantable = "YES" if GRANT_OPTION in privileges else "NO"
    named = [privilege for privilege in ordered_privileges() if privilege in privileges and privilege != GRANT_OPTION]
    if not named and GRANT_OPTION in privileges:
        named = [USAGE]
    yield from ((_grantee(account), CATALOG, *place, privilege, grantable) for privilege in named)


@all_rows_of("information_schema.COLUMN_PRIVILEGES")
@_of_oneself
def column_privileges(sight: Sight) -> Iterator[Row]:
    """Privileges for columns."""
    for account, held in made(sight):
        for (kind, schema, name), privileges in held.levels.items():
            grantable = "YES" if GRANT_OPTION in privileges else "NO"
            for privilege in ordered_privileges() if not kind and name else ():
                for column in sorted(privileges.get(privilege, ())):
                    if column:
                        yield _grantee(account), CATALOG, schema, name, column, privilege, grantable


def _sees(sight: Sight, account: Account) -> bool:
    """Oneself, and others: who may read the accounts, or make them; who has SYSTEM_USER is seen by his like."""
    rights = sight.context.rights
    if rights is None or account == rights.account or not {"SELECT", "UPDATE"}.isdisjoint(rights.in_schema("mysql")):
        return True
    if not rights.may("CREATE USER"):
        return False
    return rights.may("SYSTEM_USER") or not has_system_user(account, sight.database.catalog)


@all_rows_of("information_schema.USER_ATTRIBUTES")
def user_attributes(sight: Sight) -> Iterator[Row]:
    """ATTRIBUTE and COMMENT of accounts."""
    accounts = sight.database.catalog.accounts
    for name in sorted(filter(partial(_sees, sight), accounts), key=lambda account: account[::-1]):
        entry = accounts.get(name)
        yield *name, None if entry is None or entry.metadata is None else json_text(JsonDocument(entry.metadata))
