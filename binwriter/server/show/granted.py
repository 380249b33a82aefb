"""SHOW GRANTS: what an account was granted, written as GRANT statements.

Source: MySQL manual, "SHOW GRANTS Statement"; order and texts as a 9.7.4 gives them (tests/golden/answers).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from binwriter.catalog.grants import GLOBAL, Account, Held, Level
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.privileges import GRANT_OPTION, OF_SCHEMAS, OF_TABLES, PROXY, USAGE, dynamic_privileges
from binwriter.sql.system.accounts import ordered_privileges

_ALL = "ALL PRIVILEGES"


def grant_texts(account: Account, held: Held, roles: Iterable[Held], version: int) -> Iterator[str]:
    """The rows. roles: what those of USING hold, which is added to the account's own.

    root has everything until it is granted or revoked something.
    """
    levels = _merged([held, *roles])
    dynamic = dict(held.dynamic)
    for role in roles:
        dynamic |= {name: further or dynamic.get(name, False) for name, further in role.dynamic.items()}
    if account[0] == "root" and not held.levels and not held.dynamic:
        levels[GLOBAL] = {one: {""} for one in ordered_privileges()}
        dynamic = dict.fromkeys(dynamic_privileges(version), True)
        if account[1] == "localhost":
            levels[PROXY, "", ""] = {PROXY: {""}, GRANT_OPTION: {""}}
    to = f"TO {_name(account)}"
    yield _granted(levels.pop(GLOBAL, {}), "*.*", to, frozenset())
    for further in (False, True):
        names = sorted(name for name, one in dynamic.items() if one is further)
        if names:
            yield f"GRANT {','.join(names)} ON *.* {to}{' WITH GRANT OPTION' if further else ''}"
    yield from _of_objects(levels, to)
    for further in (False, True):
        granted = [_name(role) for role in sorted(held.roles) if held.roles[role] is further]
        if granted:
            yield f"GRANT {','.join(granted)} {to}{' WITH ADMIN OPTION' if further else ''}"


def _merged(holders: Iterable[Held]) -> dict[Level, dict[str, set[str]]]:
    found: dict[Level, dict[str, set[str]]] = {}
    for held in holders:
        for level, privileges in held.levels.items():
            for name, columns in privileges.items():
                found.setdefault(level, {}).setdefault(name, set()).update(columns)
    return found


def _of_objects(levels: dict[Level, dict[str, set[str]]], to: str) -> Iterator[str]:
    schemas = sorted(level for level in levels if not level[0] and not level[2])
    tables = sorted(level for level in levels if not level[0] and level[2])
    routines = sorted(level for level in levels if level[0] not in ("", PROXY))
    for level in schemas:
        yield _granted(levels[level], f"{quoted(level[1])}.*", to, OF_SCHEMAS)
    for level in tables:
        yield _granted(levels[level], f"{quoted(level[1])}.{quoted(level[2])}", to, OF_TABLES)
    for level in routines:
        yield _granted(levels[level], f"{level[0]} {quoted(level[1])}.{quoted(level[2])}", to, frozenset())
    for kind, user, host in sorted(level for level in levels if level[0] == PROXY):
        further = " WITH GRANT OPTION" if GRANT_OPTION in levels[kind, user, host] else ""
        yield f"GRANT PROXY ON {_name((user, host))} {to}{further}"


def _granted(privileges: dict[str, set[str]], place: str, to: str, every: frozenset[str]) -> str:
    whole = {name for name, columns in privileges.items() if "" in columns}
    if every and every <= whole:
        listed = _ALL
    else:
        named = (name for name in ordered_privileges() if name in privileges and name != GRANT_OPTION)
        listed = ", ".join(_with_columns(name, privileges[name]) for name in named) or USAGE
    return f"GRANT {listed} ON {place} {to}{' WITH GRANT OPTION' if GRANT_OPTION in privileges else ''}"


def _with_columns(name: str, columns: set[str]) -> str:
    if "" in columns:
        return name
    return f"{name} ({', '.join(quoted(column) for column in sorted(columns))})"


def _name(account: Account) -> str:
    return f"{quoted(account[0])}@{quoted(account[1])}"
