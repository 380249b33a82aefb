"""The roles of the account that asks, and what those that are active were granted.

Source: MySQL manual, "The INFORMATION_SCHEMA APPLICABLE_ROLES Table" and its kin; captured: tests/golden/system.
"""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.catalog.grants import Account, Held
from binwriter.sql.binding.accounts import account_of, roles_of_everybody
from binwriter.sql.system.accounts import columns_priv, procs_priv, tables_priv
from binwriter.sql.system.schemata import CATALOG
from binwriter.sql.system.sight import Maker, Row, Sight, all_rows_of

_YES = {True: "YES", False: "NO"}
_GRANTOR = ("root", "localhost")


def _edges(sight: Sight) -> Iterator[tuple[Account, Account, bool]]:
    """Who was granted which role, from the account that asks on."""
    grants = sight.database.catalog.grants
    waiting, seen = [account_of(sight.context)], set()
    while waiting:
        account = waiting.pop(0)
        if account in seen:
            continue
        seen.add(account)
        granted = (grants.find(account) or Held()).roles
        for role, further in (
            granted if seen != {account} else dict.fromkeys(_mandatory(sight), False) | granted
        ).items():
            yield account, role, further
            waiting.append(role)


def _mandatory(sight: Sight) -> tuple[Account, ...]:
    return roles_of_everybody(sight.context.variables, sight.database.catalog.accounts)


def _default_roles(sight: Sight) -> set[Account]:
    held = sight.database.catalog.grants.find(account_of(sight.context))
    return set() if held is None else held.default_roles


@all_rows_of("information_schema.APPLICABLE_ROLES")
def applicable_roles(sight: Sight) -> Iterator[Row]:
    """Those that the account may make active, by way of which they came."""
    own, default, mandatory = account_of(sight.context), _default_roles(sight), _mandatory(sight)
    for grantee, role, further in _edges(sight):
        yield (*own, *grantee, *role, _YES[further], _YES[role in default], _YES[role in mandatory])


@all_rows_of("information_schema.ADMINISTRABLE_ROLE_AUTHORIZATIONS")
def administrable_roles(sight: Sight) -> Iterator[Row]:
    """Those of them that it may grant further."""
    return (row for row in applicable_roles(sight) if row[6] == "YES")


def _enabled(sight: Sight) -> tuple[Account, ...]:
    session = sight.server.sessions.get(sight.context.session.connection_id) if sight.server is not None else None
    return () if session is None else tuple(sorted(session.roles))


@all_rows_of("information_schema.ENABLED_ROLES")
def enabled_roles(sight: Sight) -> Iterator[Row]:
    """Those that are active."""
    default, mandatory = _default_roles(sight), _mandatory(sight)
    return ((*role, _YES[role in default], _YES[role in mandatory]) for role in _enabled(sight))


def _granted(sight: Sight, maker: Maker) -> Iterator[tuple[Row, Row]]:
    """Grantor and grantee, and the row of a grant table of mysql, of roles that are active and those that they have."""
    granted = (sight.database.catalog.grants.find(account_of(sight.context)) or Held()).roles
    roles = {role for role in _enabled(sight) if role in granted or role not in _mandatory(sight)}
    waiting = [*roles]
    while waiting:
        within = (sight.database.catalog.grants.find(waiting.pop()) or Held()).roles
        waiting += [role for role in within if role not in roles]
        roles.update(within)
    for row in maker(sight):
        if (row[2], row[0]) in roles:
            yield (*_GRANTOR, row[2], row[0], CATALOG), row


def _listed(privileges: frozenset[str]) -> tuple[frozenset[str], str]:
    """As the column of the grant table has them, and whether they may be granted further."""
    return privileges, _YES[_GRANT in privileges]


_GRANT = "Grant"


@all_rows_of("information_schema.ROLE_TABLE_GRANTS")
def role_table_grants(sight: Sight) -> Iterator[Row]:
    """On tables."""
    for head, row in _granted(sight, tables_priv):
        if row[6]:
            yield (*head, row[1], row[3], *_listed(row[6]))


@all_rows_of("information_schema.ROLE_COLUMN_GRANTS")
def role_column_grants(sight: Sight) -> Iterator[Row]:
    """On columns; those of a table that was granted WITH GRANT OPTION may be granted further."""
    further = {row[:4] for row in tables_priv(sight) if isinstance(row[6], frozenset) and _GRANT in row[6]}
    for head, row in _granted(sight, columns_priv):
        yield (*head, row[1], row[3], row[4], row[6], _YES[row[:4] in further])


@all_rows_of("information_schema.ROLE_ROUTINE_GRANTS")
def role_routine_grants(sight: Sight) -> Iterator[Row]:
    """On routines."""
    for head, row in _granted(sight, procs_priv):
        yield (*head, row[1], row[3], CATALOG, row[1], row[3], *_listed(row[6]))
