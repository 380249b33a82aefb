"""Grant tables that statements change row by row: their rows are kept until FLUSH PRIVILEGES makes accounts of them.

A server looks at its accounts in memory, too, and reads the tables anew when it is told to.
Source: MySQL manual, "When Privilege Changes Take Effect", "Grant Tables".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from binwriter.catalog.account_options import RESOURCES
from binwriter.catalog.grants import GLOBAL, Account, Grants, Level
from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Table
from binwriter.mysql.privileges import GRANT_OPTION, PROXY
from binwriter.sql.binding.database import Database
from binwriter.sql.binding.system_tables import GRANT_TABLES
from binwriter.sql.system import captured
from binwriter.sql.system.accounts import privilege_of
from binwriter.storage.table_data import TableData

_SCHEMA = "mysql"
_Row = dict[str, Any]
_WHOLE = ""  # beside the names of columns


def keep_rows(database: Database, name: str) -> None:
    """A grant table is about to be changed: its rows stand by themselves from now on."""
    table = captured.definition_in(database.catalog.version, _SCHEMA, name)
    if table is None or database.rows_of is None or database.storage.find(_SCHEMA, name) is not None:
        return
    data = TableData(table)
    for row in database.rows_of(table):
        data.insert(row)
    database.storage.put(data)
    data.born = 0  # as old as the server


def read_anew(database: Database) -> None:
    """Accounts and grants become what the changed tables say."""
    for name, reader in _READERS.items():
        data = database.storage.find(_SCHEMA, name)
        if data is None or database.rows_of is None:
            continue
        table = captured.definition_in(database.catalog.version, _SCHEMA, name)
        assert table is not None
        database.storage.drop(_SCHEMA, name)
        _give_back(database.catalog, name)
        before, after = list(database.rows_of(table)), [row for _, row in data.scan()]
        gone = [_named(table, row) for row in before if row not in after]
        come = [_named(table, row) for row in after if row not in before]
        if gone or come:
            reader(database.catalog, gone, come)
    database.catalog.grants.kept.clear()


def _give_back(catalog: Catalog, name: str) -> None:
    """A grant table that statements had taken over is the server's own again."""
    if (_SCHEMA, name) in catalog.taken:
        catalog.taken.discard((_SCHEMA, name))
        catalog.schema(_SCHEMA).tables.pop(name)


def _named(table: Table, row: Iterable[Any]) -> _Row:
    """A stored row by the names of columns in lower case; members of ENUM and SET as texts."""
    named = {}
    for column, value in zip(table.columns, row, strict=True):
        members = column.spec.members
        if members and isinstance(value, int):
            is_set = column.name.endswith("_priv") and len(members) > 2
            chosen = [member for place, member in enumerate(members) if value >> place & 1]
            value = chosen if is_set else members[value - 1] if value else ""
        named[column.name.lower()] = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    return named


def _users(catalog: Catalog, gone: list[_Row], come: list[_Row]) -> None:
    for row in gone:
        account = (row["user"], row["host"])
        catalog.accounts.drop([account])
        catalog.grants.of(account).levels.pop(GLOBAL, None)
    table = captured.definition(_SCHEMA, "user")
    assert table is not None
    names = [(column.name.lower(), privilege_of(column.name)) for column in table.columns]
    for row in come:
        account = (row["user"], row["host"])
        entry = catalog.accounts.add(account)
        entry.plugin, entry.stored = row["plugin"] or "", row["authentication_string"] or ""
        entry.expired, entry.locked = row["password_expired"] == "Y", row["account_locked"] == "Y"
        entry.lifetime, entry.history = row["password_lifetime"], row["password_reuse_history"]
        entry.reuse_days = row["password_reuse_time"]
        entry.needs_current = {"Y": True, "N": False}.get(row["password_require_current"] or "")
        entry.requires = {"ANY": "SSL"}.get(row["ssl_type"], row["ssl_type"] or "")
        columns = ("max_questions", "max_updates", "max_connections", "max_user_connections")
        entry.limits = {name: row[column] for name, column in zip(RESOURCES, columns, strict=True) if row[column]}
        held = {name: {_WHOLE} for column, name in names if name is not None and row[column] == "Y"}
        _put(catalog.grants, account, GLOBAL, held)


def _put(grants: Grants, account: Account, level: Level, privileges: dict[str, set[str]]) -> None:
    levels = grants.of(account).levels
    levels.pop(level, None)
    if privileges:
        levels[level] = privileges


def _databases(catalog: Catalog, gone: list[_Row], come: list[_Row]) -> None:
    for row in gone:
        catalog.grants.of((row["user"], row["host"])).levels.pop(("", row["db"], ""), None)
    for row in come:
        held = {name: {_WHOLE} for column in row if row[column] == "Y" and (name := privilege_of(_titled(column)))}
        _put(catalog.grants, (row["user"], row["host"]), ("", row["db"], ""), held)


def _titled(column: str) -> str:
    return column[:1].upper() + column[1:]


def _privileges(titles: Iterable[str]) -> set[str]:
    """Of the members of a SET."""
    return {GRANT_OPTION if title_ == "Grant" else title_.upper() for title_ in titles}


def _tables(catalog: Catalog, gone: list[_Row], come: list[_Row]) -> None:
    for row in (*gone, *come):
        level = ("", row["db"], row["table_name"])
        levels = catalog.grants.of((row["user"], row["host"])).levels
        old = {name: columns - {_WHOLE} for name, columns in levels.get(level, {}).items() if columns - {_WHOLE}}
        for name in _privileges(row["table_priv"]) if row in come else ():
            old.setdefault(name, set()).add(_WHOLE)
        _put(catalog.grants, (row["user"], row["host"]), level, old)


def _columns(catalog: Catalog, gone: list[_Row], come: list[_Row]) -> None:
    for row in (*gone, *come):
        level = ("", row["db"], row["table_name"])
        levels = catalog.grants.of((row["user"], row["host"])).levels
        old = {name: columns - {row["column_name"]} for name, columns in levels.get(level, {}).items()}
        for name in _privileges(row["column_priv"]) if row in come else ():
            old.setdefault(name, set()).add(row["column_name"])
        kept = {name: columns for name, columns in old.items() if columns}
        _put(catalog.grants, (row["user"], row["host"]), level, kept)


def _routines(catalog: Catalog, gone: list[_Row], come: list[_Row]) -> None:
    for row in (*gone, *come):
        level = (row["routine_type"], row["db"], row["routine_name"])
        held = {name: {_WHOLE} for name in _privileges(row["proc_priv"])} if row in come else {}
        _put(catalog.grants, (row["user"], row["host"]), level, held)


def _proxies(catalog: Catalog, gone: list[_Row], come: list[_Row]) -> None:
    for row in (*gone, *come):
        level = (PROXY, row["proxied_user"], row["proxied_host"])
        further = {GRANT_OPTION: {_WHOLE}} if row["with_grant"] else {}
        _put(catalog.grants, (row["user"], row["host"]), level, {PROXY: {_WHOLE}, **further} if row in come else {})


def _dynamic(catalog: Catalog, gone: list[_Row], come: list[_Row]) -> None:
    for row in (*gone, *come):
        dynamic = catalog.grants.of((row["user"], row["host"])).dynamic
        dynamic.pop(row["priv"].upper(), None)
        if row in come:
            dynamic[row["priv"].upper()] = row["with_grant_option"] == "Y"


def _edges(catalog: Catalog, gone: list[_Row], come: list[_Row]) -> None:
    for row in (*gone, *come):
        roles = catalog.grants.of((row["to_user"], row["to_host"])).roles
        role = (row["from_user"], row["from_host"])
        roles.pop(role, None)
        if row in come:
            roles[role] = row["with_admin_option"] == "Y"


def _defaults(catalog: Catalog, gone: list[_Row], come: list[_Row]) -> None:
    for row in (*gone, *come):
        roles = catalog.grants.of((row["user"], row["host"])).default_roles
        role = (row["default_role_user"], row["default_role_host"])
        roles.discard(role)
        if row in come:
            roles.add(role)


def _nothing(_catalog: Catalog, _gone: list[_Row], _come: list[_Row]) -> None:
    """What is no privilege."""


_READERS: dict[str, Callable[[Catalog, list[_Row], list[_Row]], None]] = {
    **dict.fromkeys(sorted(GRANT_TABLES), _nothing),
    "user": _users,
    "db": _databases,
    "tables_priv": _tables,
    "columns_priv": _columns,
    "procs_priv": _routines,
    "proxies_priv": _proxies,
    "global_grants": _dynamic,
    "role_edges": _edges,
    "default_roles": _defaults,
}
