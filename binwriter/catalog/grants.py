"""What was granted to whom: privileges by level, dynamic privileges, roles. What follows from it: `catalog.rights`.

Source: MySQL manual, "GRANT Statement", "REVOKE Statement", "Using Roles"; the answers of a 9.7.4
(tests/golden/scenarios/grants_and_roles.scn).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from binwriter.formats.records import dataclass
from binwriter.mysql.privileges import (
    ALL,
    EVERY_DYNAMIC,
    GRANT_OPTION,
    OF_ROUTINES,
    OF_SCHEMAS,
    PROXY,
    USAGE,
    of_level,
    split,
)

Account = tuple[str, str]
# Object type ('' for tables, PROXY: the other two are an account), schema, table or routine; '' for all of them.
Level = tuple[str, str, str]
GLOBAL: Level = ("", "", "")
_EVERYBODY: Account = ("", "%")
_WHOLE = ""  # beside the names of columns
_BOOT: Account = ("boot", "")  # who makes what a fresh server has


@dataclass(slots=True)
class Held:
    """What one account was granted. dynamic and roles: with whether it may grant them further."""

    levels: dict[Level, dict[str, set[str]]] = field(default_factory=dict)
    dynamic: dict[str, bool] = field(default_factory=dict)
    roles: dict[Account, bool] = field(default_factory=dict)
    default_roles: set[Account] = field(default_factory=set)
    restrictions: dict[str, set[str]] = field(default_factory=dict)  # partial revokes, by database
    moments: dict[tuple[Level, str], int] = field(default_factory=dict)  # when a level or a column of it was changed
    grantors: dict[Level, Account] = field(default_factory=dict)  # who changed it last


_OF_EACH = ("AUDIT_ABORT_EXEMPT", "FIREWALL_EXEMPT", "SYSTEM_USER")
_OF_SESSIONS = """
AUTHENTICATION_POLICY_ADMIN BACKUP_ADMIN CLONE_ADMIN CONNECTION_ADMIN PERSIST_RO_VARIABLES_ADMIN
SESSION_VARIABLES_ADMIN SYSTEM_VARIABLES_ADMIN
"""
_OF_SERVERS_OWN: dict[str, tuple[dict[Level, tuple[str, ...]], tuple[str, ...]]] = {
    "mysql.infoschema": ({GLOBAL: ("SELECT",)}, ()),
    "mysql.session": (
        {
            GLOBAL: ("SHUTDOWN", "SUPER"),
            ("", "performance_schema", ""): ("SELECT",),
            ("", "mysql", "user"): ("SELECT",),
        },
        tuple(_OF_SESSIONS.split()),
    ),
    "mysql.sys": ({("", "sys", ""): ("TRIGGER",), ("", "sys", "sys_config"): ("SELECT",)}, ()),
}


class Grants:
    """The grants of all accounts of a server."""

    def __init__(self) -> None:
        self._held: dict[Account, Held] = {}
        self._granted: dict[tuple[Account, Account], None] = {}  # roles, in the order of their grants
        self.kept: dict[object, object] = {}  # what was worked out from the grants as they are

    def find(self, account: Account) -> Held | None:
        """What the account holds, if it was ever granted anything."""
        return self._held.get(account)

    def of(self, account: Account) -> Held:
        """What the account holds, to be changed."""
        self.kept.clear()
        return self._held.setdefault(account, Held())

    def accounts(self) -> Iterable[Account]:
        """Who holds anything, or has held it."""
        return self._held

    def named(self) -> set[Account]:
        """Who stands in a grant table beside mysql.user, global_grants and those of roles: DROP and RENAME USER find
        them (captured: clusters/accounts_of_grant_tables)."""
        return {
            account
            for account, held in self._held.items()
            if any(held.levels[at] for at in held.levels if at != GLOBAL)
        }

    # --- accounts ---

    def drop(self, account: Account) -> None:
        """The account is gone, and as a role it is nobody's any more."""
        self.kept.clear()
        self._held.pop(account, None)
        for held in self._held.values():
            held.roles.pop(account, None)
            held.default_roles.discard(account)

    def rename(self, old: Account, new: Account) -> None:
        self.kept.clear()
        if old in self._held:
            self._held[new] = self._held.pop(old)

    def drop_routine(self, kind: str, schema: str, name: str) -> None:
        """What was granted on a routine goes with it."""
        self.kept.clear()
        for held in self._held.values():
            for level in [
                level_held
                for level_held in held.levels
                if level_held[:2] == (kind, schema) and level_held[2].lower() == name.lower()
            ]:
                del held.levels[level]

    # --- privileges ---

    def grant(self, account: Account, level: Level, privileges: Iterable[str]) -> None:
        """privileges: as UserSyntax has them, static ones, ALL PRIVILEGES, GRANT OPTION or PROXY."""
        held = self.of(account).levels.setdefault(level, {})
        for privilege in privileges:
            name, columns = split(privilege)
            for each in _expanded(name, level):
                held.setdefault(each, set()).update(columns or (_WHOLE,))
        if level[0] == PROXY and GRANT_OPTION in privileges:  # a server sets the account's own flag
            self.of(account).levels.setdefault(GLOBAL, {})[GRANT_OPTION] = {_WHOLE}
        elif level[0] == PROXY:  # and takes that of the row back
            held.pop(GRANT_OPTION, None)
        self._tidy(account, level)

    def changed(self, account: Account, level: Level, privileges: Iterable[str], moment: int, by: Account) -> None:
        """Notes when a GRANT or REVOKE changed the level, in microseconds, and who did it."""
        columns = {column for privilege in privileges for column in split(privilege)[1]}
        held = self.of(account)
        held.moments.update({(level, column): moment for column in (_WHOLE, *columns)})
        if level[0] != PROXY or level not in held.grantors:  # whose row keeps its first one
            held.grantors[level] = by

    def grant_everything(self, account: Account) -> None:
        """What root has to begin with."""
        self.grant(account, GLOBAL, (ALL, GRANT_OPTION))
        self.grant_dynamic(account, EVERY_DYNAMIC, further=True)
        self.grant(account, (PROXY, "", ""), (PROXY, GRANT_OPTION))
        self.of(account).grantors[PROXY, "", ""] = _BOOT

    def open_test(self) -> None:
        """What everybody has on a fresh server up to 5.7.6 (mysql_system_tables_data.sql of 5.1 to 5.6)."""
        for name in ("test", "test\\_%"):
            self.grant(_EVERYBODY, ("", name, ""), sorted(OF_SCHEMAS - OF_ROUTINES))

    def grant_to_servers_own(self, account: Account) -> None:
        """What one of the accounts has that a server makes for itself (SHOW GRANTS of a 9.7.4)."""
        levels, dynamic = _OF_SERVERS_OWN[account[0]]
        for level, privileges in levels.items():
            self.grant(account, level, privileges)
        self.grant_dynamic(account, (*_OF_EACH, *dynamic), further=False)

    def has_everything(self, account: Account) -> bool:
        """Whether it holds what `grant_everything` gives, and no more; roles do not matter."""
        fresh = Grants()
        fresh.grant_everything(account)
        mine, all_ = self._held.get(account, Held()), fresh.of(account)
        return (mine.levels, mine.dynamic, mine.restrictions) == (all_.levels, all_.dynamic, all_.restrictions)

    def grant_dynamic(self, account: Account, names: Iterable[str], *, further: bool) -> None:
        dynamic = self.of(account).dynamic
        for name in names:
            dynamic[name] = further or dynamic.get(name, False)

    def lacks(self, account: Account, level: Level, privileges: Sequence[str]) -> bool:
        """Whether REVOKE finds something that is not there; it then revokes nothing. ALL wants anything at all."""
        held = self.of(account).levels.get(level)
        if held is None:
            return not (level == GLOBAL or (not level[2] and tuple(privileges) in ((USAGE,), ())))
        if level == GLOBAL:
            return False
        for privilege in privileges:
            name, columns = split(privilege)
            if name not in (ALL, USAGE) and not (name in held and held[name].issuperset(columns)):
                return True
        return False

    def revoke(self, account: Account, level: Level, privileges: Iterable[str]) -> None:
        """A privilege of the whole table goes with those of its columns; PROXY with its GRANT OPTION."""
        if level[0] == PROXY:
            self.of(account).levels.pop(level, None)
        held = self.of(account).levels.get(level, {})
        for privilege in privileges:
            name, columns = split(privilege)
            for each in _expanded(name, level):
                if columns and each in held:
                    held[each].difference_update(columns)
                else:
                    held.pop(each, None)
        self._tidy(account, level)

    def revoke_dynamic(self, account: Account, names: Iterable[str]) -> None:
        for name in names:
            self.of(account).dynamic.pop(name, None)

    def revoke_everything(self, account: Account) -> None:
        """REVOKE ALL PRIVILEGES, GRANT OPTION: roles and PROXY stay."""
        held = self.of(account)
        held.levels = {level: granted for level, granted in held.levels.items() if level[0] == PROXY}
        held.dynamic = {}
        held.restrictions = {}

    def _tidy(self, account: Account, level: Level) -> None:
        levels = self.of(account).levels
        if level in levels:
            levels[level] = {name: columns for name, columns in levels[level].items() if columns}
            if not levels[level]:
                del levels[level]

    # --- roles ---

    def grant_role(self, account: Account, role: Account, *, further: bool) -> None:
        """further: WITH ADMIN OPTION, which stays where it was given once."""
        roles = self.of(account).roles
        roles[role] = further or roles.get(role, False)
        self._granted.setdefault((account, role), None)

    def edges(self) -> list[tuple[Account, Account, bool]]:
        """(account, role, WITH ADMIN OPTION), in the order in which they were granted."""
        there = [(name, role, further) for name, held in self._held.items() for role, further in held.roles.items()]
        order = {pair: place for place, pair in enumerate(self._granted)}
        return sorted(there, key=lambda edge: order.get(edge[:2], len(order)))

    def is_role(self, account: Account) -> bool:
        """Whether it was granted to anybody."""
        return any(account in held.roles for held in self._held.values())

    def reaches(self, account: Account, role: Account) -> bool:
        """Whether the role is among those of the account, or of its roles."""
        return account == role or any(self.reaches(granted, role) for granted in (self.find(account) or Held()).roles)


def _expanded(name: str, level: Level) -> Iterable[str]:
    if name == ALL:
        return of_level(*level)
    return () if name == USAGE else (name,)
