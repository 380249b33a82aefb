"""What somebody may do at one moment: an account's grants and those of its active roles, level by level.

Source: MySQL manual, "Privileges Provided by MySQL", "When Privilege Changes Take Effect", "Using Roles". Privileges of
the whole server are those of the moment when the session began (or set its roles); those of other levels are looked up.
A session that may do everything has no Rights at all (None), so that nobody asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import field
from itertools import chain

from binwriter.catalog.accounts import host_matches, vagueness
from binwriter.catalog.grants import GLOBAL, Account, Grants, Held, Level
from binwriter.errors import MySQLError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.privileges import GRANT_OPTION, OF_COLUMNS, OF_SCHEMAS, ORDER, STATIC, dynamic_privileges

_Means = Callable[[str, str], bool]
_PLAIN = pattern(r"[^%_\\]*")
_LITERAL = pattern(r"(?:[^%_\\]|\\.)*", re.DOTALL)


@dataclass(frozen=True, slots=True, eq=False)
class Rights:
    """account: whose. host: as messages about tables and columns name it: where the client is. at_login: its static
    privileges of the whole server. grants: where it is looked up what the account and its roles hold now. roles: the
    active ones. must_change: the password had expired when the session began. everybodys: what rows of mysql.db
    without a user's name give to each account of its host (manual, "Grant Tables"; captured: changed_grant_tables).
    mandatory: roles that everybody has.
    literal: with partial_revokes `%` and `_` in the name of a grant's database are themselves. current: the session's
    database and its privileges there by grants on databases: those of the moment when it came to it (captured:
    accounts_in_their_database).
    """

    account: Account
    host: str
    at_login: frozenset[str]
    grants: Grants
    roles: tuple[Account, ...] = ()
    restricted: Mapping[str, frozenset[str]] = field(default_factory=dict)
    gave_password: bool = False
    must_change: bool = False
    everybodys: tuple[Held, ...] = ()
    literal: bool = False
    current: tuple[str, frozenset[str]] = ("", frozenset())
    mandatory: Callable[[], Collection[Account]] = tuple

    @property
    def sources(self) -> tuple[Held, ...]:
        """What the account and each active role holds. Roles count as long as they are granted, with those that are
        granted to them now (captured: clusters/roles_taken_away)."""
        roles: Collection[Account] = self.roles
        if roles:
            own = self.grants.find(self.account)
            granted = {*(own.roles if own is not None else ()), *self.mandatory()}
            roles = with_their_roles(self.grants, [role for role in roles if role in granted])
        held = map(self.grants.find, (self.account, *roles))
        return tuple(held_one for held_one in held if held_one is not None)

    @property
    def _ranked(self) -> list[tuple[Held, ...]]:
        """The sources, together those of which the first counts that has anything for a place: without active roles
        grants to accounts of the same name whose hosts mean the client, the least vague host first (MySQL manual,
        "Access Control, Stage 2"; captured: clusters/grants_of_other_hosts)."""
        if self.roles:
            return [(held,) for held in self.sources]
        known = self.grants.kept.get((self.account, self.host))
        if not isinstance(known, tuple):
            user, own = self.account[0], self.account
            named = [
                name
                for name in self.grants.accounts()
                if name == own or (name[0] == user and host_matches(name[1], self.host))
            ]
            named.sort(key=lambda name: vagueness(name[1]))
            known = tuple(held for name in named if (held := self.grants.find(name)) is not None)
            self.grants.kept[self.account, self.host] = known
        return [known]

    def at(self, schema: str | None) -> Rights:
        """The same rights of a session that comes to a database, or to none."""
        return replace(self, current=(schema, self._now_in_schema(schema)) if schema else ("", frozenset()))

    @property
    def everywhere(self) -> frozenset[str]:
        """Its privileges for the whole server: static ones as they were when it logged in or took its roles, dynamic
        ones as they are (captured: clusters/dynamic_rights_at_once)."""
        sources = self.sources
        now = (held.levels.get(GLOBAL, ()) for held in sources) if self.roles else ()
        return self.at_login.union(*(held.dynamic for held in sources), *now)

    def may(self, *alternatives: str) -> bool:
        """Whether it has one of these for the whole server. SUPER is none of the dynamic ones."""
        return not self.everywhere.isdisjoint(alternatives)

    def denied_login(self) -> MySQLError:
        """ER_ACCESS_DENIED_ERROR, as if the client had not come in."""
        given = "YES" if self.gave_password else "NO"
        return mysql_error("ER_ACCESS_DENIED_ERROR", *self.account, given)

    def in_schema(self, schema: str) -> frozenset[str]:
        """Its privileges for everything in a database."""
        held_here = self.everywhere - self.restricted.get(schema, frozenset())
        return held_here | (self.current[1] if schema == self.current[0] else self._now_in_schema(schema))

    def in_schemas(self, pattern: str) -> frozenset[str]:
        """Its privileges for all databases that the name of a grant means (captured: clusters/grants_on_patterns)."""
        given = (held for _, held in self._of_schema(pattern, covers))
        return (self.everywhere - self.restricted.get(pattern, frozenset())).union(*given)

    def _now_in_schema(self, schema: str) -> frozenset[str]:
        """Its privileges by grants on that very database, looked up."""
        return frozenset[str]().union(*(held for _, held in self._of_schema(schema)))

    def _of_schema(self, schema: str, means: _Means | None = None) -> Iterator[tuple[Level, frozenset[str]]]:
        own = [
            found
            for ranked in self._ranked
            for found in next(filter(None, ([*self._most_exact(held, schema, means)] for held in ranked)), ())
        ]
        yield from own or (given for source in self.everybodys for given in self._most_exact(source, schema, means))

    def _most_exact(self, source: Held, schema: str, means: _Means | None) -> Iterator[tuple[Level, frozenset[str]]]:
        """The one of its grants on databases that counts for this one, if any means it."""
        if self.literal:
            level = ("", schema, "")
            return iter([(level, frozenset(source.levels[level]))] if level in source.levels else ())
        return _most_exact(source, schema, means or matches)

    def on_table(self, schema: str, table: str) -> dict[str, set[str]]:
        """Privileges by grants on a table, each with the columns for which it is; an empty name is all of them."""
        columns_of: dict[str, set[str]] = {}
        for given in self._given(("", schema, table)):
            for privilege, columns in given.items():
                columns_of.setdefault(privilege, set()).update(columns)
        return columns_of

    def _given(self, level: Level) -> Iterator[Mapping[str, set[str]]]:
        """What grants on a table or routine give."""
        for ranked in self._ranked:
            yield next((given for held in ranked if (given := held.levels.get(level))), {})

    def on_routine(self, kind: str, schema: str, name: str) -> set[str]:
        """Privileges by grants on a routine."""
        return {privilege for given in self._given((kind, schema, name.lower())) for privilege in given}

    def missing(self, wanted: Collection[str], schema: str, table: str, *, some_columns: bool = True) -> list[str]:
        """Those of the wanted privileges that it lacks, in MySQL's order. some_columns: one for a column will do."""
        lacking = set(wanted) - self.in_schema(schema)
        if not lacking:
            return []
        own = self.on_table(schema, table)
        return [
            privilege
            for privilege in ORDER
            if privilege in lacking and not (own.get(privilege) if some_columns else "" in own.get(privilege, ()))
        ]

    def columns_only(self, privilege: str, schema: str, table: str) -> set[str] | None:
        """The columns, in small letters, for which it has the privilege; None if it is for all of them."""
        if privilege in self.in_schema(schema):
            return None
        columns = self.on_table(schema, table).get(privilege, set())
        return None if "" in columns else columns

    def touches_schema(self, schema: str) -> bool:
        """Whether it has any privilege in a database: then it may use it, and sees it."""
        if not self.everywhere.isdisjoint(OF_SCHEMAS - self.restricted.get(schema, frozenset())):
            return True
        if any(True for _ in self._of_schema(schema)):
            return True
        return any(level[1] == schema and level[2] for held in chain(*self._ranked) for level in held.levels)

    def touches_table(self, schema: str, table: str) -> bool:
        """Whether it has any privilege for a table: then it sees it."""
        return not (OF_SCHEMAS - {"EXECUTE", "CREATE ROUTINE", "ALTER ROUTINE", "EVENT", "LOCK TABLES"}).isdisjoint(
            self.in_schema(schema)
        ) or bool(self.on_table(schema, table))

    def touches_column(self, schema: str, table: str, column: str) -> bool:
        """Whether it may see a column of a table that it sees."""
        if not OF_COLUMNS.isdisjoint(self.in_schema(schema)):
            return True
        granted = [columns for privilege, columns in self.on_table(schema, table).items() if privilege in OF_COLUMNS]
        return any("" in columns or column.lower() in columns for columns in granted)

    def touches_routine(self, kind: str, schema: str, name: str) -> bool:
        """Whether it may see that a routine is there."""
        wanted = {"EXECUTE", "ALTER ROUTINE", "CREATE ROUTINE", "SHOW_ROUTINE"}
        return not wanted.isdisjoint(self.in_schema(schema)) or bool(self.on_routine(kind, schema, name))


def matches(pattern: str, schema: str) -> bool:
    """Whether the database of a grant means this one: `%` and `_` are wild, behind a backslash they are themselves."""
    if _PLAIN.fullmatch(pattern):
        return pattern == schema
    parts = re.split(r"(\\.|%|_)", pattern)
    wild = {"%": ".*", "_": "."}
    text = "".join(
        wild.get(character) or re.escape(character.removeprefix("\\") if len(character) == 2 else character)
        for character in parts
    )
    return re.fullmatch(text, schema) is not None


def covers(pattern: str, other: str) -> bool:
    """Whether the database of a grant means all that another grant's means: `_` of the one is any one part of the
    other but `%`, what is behind a backslash is so in both."""
    parts, others = (re.findall(r"\\.|.", text, re.DOTALL) for text in (pattern, other))
    reached = {0}  # how many of the other's parts the pattern's parts so far may mean
    for part in parts:
        if part == "%":
            reached = set(range(min(reached, default=len(others) + 1), len(others) + 1))
        else:
            fits = {part} if part != "_" else {*others} - {"%"}
            reached = {at + 1 for at in reached if at < len(others) and others[at] in fits}
    return len(others) in reached


def _most_exact(source: Held, schema: str, means: _Means) -> Iterator[tuple[Level, frozenset[str]]]:
    """The one of its grants on databases that counts for this one, if any means it."""
    fitting = [level for level in source.levels if level[1] and not (level[0] or level[2]) and means(level[1], schema)]
    if fitting:
        best = max(fitting, key=lambda level: _exactness(level[1]))
        yield best, frozenset(source.levels[best])


def _exactness(pattern: str) -> tuple[bool, int]:
    """Of several grants that mean a database the most exact one counts."""
    plain = _LITERAL.match(pattern)
    assert plain is not None
    return plain.end() == len(pattern), plain.end()


def rights_of(
    grants: Grants,
    account: Account,
    host: str,
    roles: Collection[Account],
    version: int,
    *,
    gave_password: bool = False,
    must_change: bool = False,
    literal: bool = False,
    mandatory: Callable[[], Collection[Account]] = tuple,
) -> Rights | None:
    """What the account may do with these roles; None for everything. The others: see `Rights`."""
    active = tuple(with_their_roles(grants, roles))
    sources = tuple(held for source in (account, *active) if (held := grants.find(source)) is not None)
    static = {privilege for held in sources for privilege in held.levels.get(GLOBAL, ())}
    everywhere = frozenset(static.union(*(held.dynamic for held in sources)))
    own = grants.find(account)
    at_login = frozenset() if active or own is None else frozenset(own.levels.get(GLOBAL, ()))
    restricted = restrictions(sources)
    if (
        not restricted
        and not must_change
        and everywhere.issuperset({*STATIC, GRANT_OPTION})
        and everywhere.issuperset(dynamic_privileges(version))
    ):
        return None
    everybodys = tuple(
        held
        for name in list(grants.accounts())
        if not name[0] and account[0] and host_matches(name[1], host) and (held := grants.find(name)) is not None
    )
    return Rights(
        account,
        host,
        at_login,
        grants,
        tuple(roles),
        restricted,
        gave_password,
        must_change,
        everybodys,
        literal,
        mandatory=mandatory,
    )


def restrictions(sources: Collection[Held]) -> dict[str, frozenset[str]]:
    """By database, which privileges of the whole server do not count there: none of the sources has it unrestricted."""
    taken_of = {}
    for schema in {schema for held in sources for schema in held.restrictions}:
        free = {
            privilege
            for held in sources
            for privilege in held.levels.get(GLOBAL, ())
            if privilege not in held.restrictions.get(schema, ())
        }
        if taken := {privilege for held in sources for privilege in held.restrictions.get(schema, ())} - free:
            taken_of[schema] = frozenset(taken)
    return taken_of


def with_their_roles(grants: Grants, roles: Collection[Account]) -> list[Account]:
    """Roles, and those that were granted to them."""
    accounts: list[Account] = []
    waiting = list(roles)
    while waiting:
        role = waiting.pop(0)
        if role not in accounts:
            accounts.append(role)
            held = grants.find(role)
            waiting += held.roles if held is not None else ()
    return accounts
