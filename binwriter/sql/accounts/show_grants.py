"""The rows of SHOW GRANTS (MySQL manual, "SHOW GRANTS Statement"); texts as a 9.7.4 writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from binwriter.catalog.accounts import vagueness
from binwriter.catalog.grants import GLOBAL, Account, Grants, Level
from binwriter.catalog.rights import restrictions
from binwriter.mysql.behaviour import Behaviour
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.privileges import ALL, GRANT_OPTION, ORDER, PROXY, USAGE, dynamic_privileges, of_level
from binwriter.mysql.versions import behaviour_of


def shown_grants(
    grants: Grants, account: Account, version: int, roles: tuple[Account, ...] = (), mandatory: tuple[Account, ...] = ()
) -> list[str]:
    """What the account holds, and its active roles, of what a server of that version knows. mandatory: roles that are
    named as well."""
    levels: dict[Level, dict[str, set[str]]] = {GLOBAL: {}}
    dynamic: dict[str, bool] = {}
    held = grants.find(account)
    sources = [held_there for held_there in (held, *map(grants.find, roles)) if held_there is not None]
    for source in sources:
        for level, privileges in source.levels.items():
            kept = levels.setdefault(level, {})
            for name, columns in privileges.items():
                kept[name] = kept.get(name, set()) | columns
        for name, further in source.dynamic.items():
            dynamic[name] = further or dynamic.get(name, False)
    behaviour = behaviour_of(version)
    to = f"TO {_name(account, behaviour)}"
    rows = [f"GRANT {_listed(levels[GLOBAL], GLOBAL, behaviour)} ON *.* {to}{_further(levels[GLOBAL])}"]
    for further in (False, True):
        names = sorted(
            name for name, given in dynamic.items() if given is further and name in dynamic_privileges(version)
        )
        if names:
            rows.append(f"GRANT {','.join(names)} ON *.* {to}{' WITH GRANT OPTION' if further else ''}")
    if not behaviour.has_proxies:
        levels = {level: held for level, held in levels.items() if level[0] != PROXY}
    rows += _of_levels(*_lifted(levels, restrictions(sources)), account, behaviour)
    granted = dict.fromkeys(mandatory, False) | (held.roles if held is not None else {})
    for source in sources:  # what an active role may grant on is shown, too (captured: clusters/roles_granted_on)
        granted |= {role: True for role, further in source.roles.items() if further}
    for further in (False, True):
        names = sorted(_name(role, behaviour) for role, given in granted.items() if given is further)
        if names:
            rows.append(f"GRANT {','.join(names)} {to}{' WITH ADMIN OPTION' if further else ''}")
    return rows


def _lifted(
    levels: dict[Level, dict[str, set[str]]], restricted: Mapping[str, frozenset[str]]
) -> tuple[dict[Level, dict[str, set[str]]], dict[str, frozenset[str]]]:
    """What a role gives in a database is restricted there no more, and is no line (clusters/grants_in_order)."""
    left = {}
    for schema, taken in restricted.items():
        given = levels.get(("", schema, ""), {})
        levels = {**levels, ("", schema, ""): {name: held for name, held in given.items() if name not in taken}}
        if not levels["", schema, ""]:
            del levels["", schema, ""]
        left[schema] = taken - given.keys()
    return levels, {schema: taken for schema, taken in left.items() if taken}


def _of_levels(
    levels: dict[Level, dict[str, set[str]]],
    restricted: Mapping[str, frozenset[str]],
    account: Account,
    behaviour: Behaviour,
) -> Iterator[str]:
    """Databases, then what was revoked from some, tables, routines, and PROXY, each by name."""
    to = f"TO {_name(account, behaviour)}"
    taken = {(_REVOKED, schema, ""): privileges for schema, privileges in restricted.items()}
    for level in sorted((*levels, *taken), key=_rank):
        kind, schema, name = level
        if kind == _REVOKED:
            named = ", ".join(
                privilege for privilege in ORDER if privilege in taken[level] and privilege != GRANT_OPTION
            )
            yield f"REVOKE {named} ON {quoted(schema)}.* FROM {_name(account, behaviour)}"
            continue
        if level == GLOBAL:
            continue
        if kind == PROXY:
            on = f"{PROXY} ON {_name((schema, name), behaviour)}"
        else:
            where = f"{quoted(schema)}.{quoted(name) if name else '*'}"
            on = f"{_listed(levels[level], level, behaviour)} ON {f'{kind} ' if kind else ''}{where}"
        yield f"GRANT {on} {to}{_further(levels[level])}"


_REVOKED = "REVOKE"  # in the place of an object's type


def _rank(level: Level) -> tuple[Any, ...]:
    """Databases whose names have `%` or `_` come behind the others; proxied accounts as they are looked for, the most
    exact host first (captured: clusters/grants_in_order)."""
    kind, schema, name = level
    if kind == PROXY:
        return 6, not name, *vagueness(name), not schema
    order = {"": 2 if name else 0, _REVOKED: 1, "PROCEDURE": 3, "FUNCTION": 4}
    return order.get(kind, 5), not kind and not name and any(wild in schema for wild in "%_"), level


def _listed(held: dict[str, set[str]], level: Level, behaviour: Behaviour) -> str:
    """In MySQL's order. Of the whole server and of routines all are named, but of the server before 8.0."""
    named = [privilege for privilege in ORDER if privilege in held and privilege != GRANT_OPTION]
    if (
        (level != GLOBAL or not behaviour.accounts_by_8_0)
        and not level[0]
        and {privilege for privilege in named if "" in held[privilege]} >= of_level(*level)
    ):
        return ALL
    return ", ".join(part for privilege in named for part in _parts(privilege, held[privilege])) or USAGE


def _parts(privilege: str, columns: set[str]) -> Iterator[str]:
    """What is granted for the whole table, and what was for columns (captured: rights_to_grant)."""
    if "" in columns:
        yield privilege
    if named := sorted(columns - {""}):
        yield f"{privilege} ({', '.join(map(quoted, named))})"


def _further(held: dict[str, set[str]]) -> str:
    return " WITH GRANT OPTION" if GRANT_OPTION in held else ""


def _name(account: Account, behaviour: Behaviour) -> str:
    marked = quoted if behaviour.accounts_by_8_0 else "'{}'".format
    return f"{marked(account[0])}@{marked(account[1])}"
