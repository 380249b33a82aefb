"""What is known of each system variable, from `data/variables`: `VARIABLES` (9.7.4) and `variables_of` (a version)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from enum import Enum
from functools import lru_cache

from binwriter import data
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass, replace
from binwriter.formats.servers import PROFILES
from binwriter.mysql.messages.table import mysql_error

# bool for ON and OFF, int, float, str (enums as MySQL prints them; sets as comma lists); None for character_set_results
# and what is called `null`.
Value = bool | int | float | str | None


class Scope(Enum):
    """Which of the two values a variable has."""

    GLOBAL = "global"
    SESSION = "session"
    BOTH = "both"


class Kind(Enum):
    """The type of a variable's value."""

    BOOL = "bool"
    INT = "int"
    REAL = "real"
    ENUM = "enum"
    SET = "set"
    STRING = "string"


@dataclass(frozen=True, slots=True)
class Variable:
    """One system variable; see `data/variables/9.7.txt` for the meaning of the flags.

    same_as: the variable of which this is another name; told: the name that messages have, where it is not that. low,
    high: of a number; block: an int's values are cut to a multiple of it. members: of an enum or set, in MySQL's order.
    form: the pattern of a string; empty, any will do.
    """

    name: str
    scope: Scope
    kind: Kind
    default: Value
    low: float = 0
    high: float = 0
    block: int = 1
    members: tuple[str, ...] = ()
    form: str = ""
    flags: frozenset[str] = frozenset()
    replacement: str = ""
    same_as: str = ""
    told: str = ""

    @property
    def has_session(self) -> bool:
        return self.scope is not Scope.GLOBAL

    @property
    def has_global(self) -> bool:
        return self.scope is not Scope.SESSION

    def refuse_scope(self, *, of_session: bool) -> None:
        """ER_GLOBAL_VARIABLE, ER_LOCAL_VARIABLE for a SET of what the variable has no value of."""
        if not (self.has_session if of_session else self.has_global):
            raise mysql_error("ER_GLOBAL_VARIABLE" if of_session else "ER_LOCAL_VARIABLE", self.name)

    @property
    def until(self) -> str:
        """The version that shall have it no more, of what 5.5 says so of every SET; else empty."""
        return next((flag[6:] for flag in self.flags if flag.startswith("until=")), "")

    @property
    def read_only(self) -> bool:
        return "read_only" in self.flags


_LIMITS = pattern(r"(-?[\d.]*\d)\.\.([\d.e]+)(?:/(\d+))?")
_NUMBERS: dict[Kind, Callable[[str], float]] = {Kind.INT: int, Kind.REAL: float}
_DEFAULTS: dict[Kind, Callable[[str], Value]] = {
    Kind.BOOL: lambda text: text == "ON",
    Kind.INT: int,
    Kind.REAL: float,
    Kind.ENUM: str,
    Kind.SET: str,
    Kind.STRING: str,
}


def _variable(line: str) -> Variable:
    fields = ["" if field == "-" else field for field in line.split(" | ")]
    name, scope, kind_name, default, limits, flags = (*fields, "", "", "")[:6]
    kind = Kind(kind_name)
    low: float = 0
    high: float = 0
    block = 1
    if kind in _NUMBERS and (match := _LIMITS.fullmatch(limits)):
        low, high, block = _NUMBERS[kind](match[1]), _NUMBERS[kind](match[2]), int(match[3] or 1)
    words = flags.split()
    return Variable(
        name=name,
        scope=Scope(scope),
        kind=kind,
        default=None if "null" in words and not default else _DEFAULTS[kind](default),
        low=low,
        high=high,
        block=block,
        members=tuple(limits.split(",")) if kind in (Kind.ENUM, Kind.SET) and limits else (),
        form=limits.replace("\u00a6", "|") if kind is Kind.STRING else "",
        flags=frozenset(words),
        replacement=next((word[4:] for word in words if word.startswith("use=")), ""),
    )


def _read(name: str) -> dict[str, Variable]:
    return {variable.name: variable for variable in map(_variable, data.lines(f"variables/{name}.txt"))}


VARIABLES: dict[str, Variable] = _read("9.7")
# Two names of one value: the old names of what replicas have, too.
_OLD_NAMES = {name: variable.replacement for name, variable in VARIABLES.items() if variable.replacement in VARIABLES}
ALIASES = {"identity": "last_insert_id", **_OLD_NAMES}
VARIABLES |= {name: replace(VARIABLES[name], same_as=key) for name, key in _OLD_NAMES.items()}
# A plugin that is at hand: its variables begin with its name.
SEMI_SYNC, SEMI_SYNC_LIBRARY = "rpl_semi_sync_source", "semisync_source.so"
_DEPRECATIONS = frozenset(("deprecated", "off_deprecated", "update_deprecated"))


@dataclass(frozen=True, slots=True, eq=False)
class VariableTable:
    """The variables of one server version.

    variables: by name, those too that only other versions have: binwriter works with their values.
    hidden: the names that this version does not know. aliases: other names of a variable.
    options: names that an option has and no variable, with their variable's. structured: a name may have two parts, of
    which the second is the variable, or is told not to be one of several (captured: 5.7.18/dotted_variables_statement).
    """

    variables: Mapping[str, Variable]
    hidden: frozenset[str] = frozenset()
    aliases: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    structured: bool = False

    def find(self, name: str) -> Variable | None:
        """The variable that statements may name so, in letters of either case, of any key cache."""
        name = name.lower()
        if "." in name and (of_cache := parts_of_cache(name)) is not None:
            name = of_cache[1]
        return None if name in self.hidden else self.variables.get(name)

    def with_plugin(self, name: str) -> VariableTable:
        """With the variables of a plugin, which all begin with its name, too."""
        return replace(
            self, hidden=frozenset(name_hidden for name_hidden in self.hidden if not name_hidden.startswith(f"{name}_"))
        )

    def without_plugin(self, name: str) -> VariableTable:
        """As before the plugin was there."""
        own = (variable for variable in self.variables if variable.startswith(f"{name}_"))
        return replace(self, hidden=self.hidden.union(own))

    def by_name(self, name: str) -> Variable:
        """The variable of that name, any letter case. MySQLError ER_UNKNOWN_SYSTEM_VARIABLE (1193) if there is none."""
        variable = self.find(name)
        if variable is None and self.structured and "." in name:
            name = name.split(".")[1]
            if (whole := self.find(name)) is not None:
                raise mysql_error("ER_VARIABLE_IS_NOT_STRUCT", whole.name)
        if variable is None:
            raise mysql_error("ER_UNKNOWN_SYSTEM_VARIABLE", name)
        return variable

    def key(self, name: str) -> str:
        """The name under which the value is kept."""
        return self.aliases.get(name, name)


DEFAULT_CACHE = "default"
OF_KEY_CACHES = ("key_buffer_size", "key_cache_block_size", "key_cache_division_limit", "key_cache_age_threshold")


def parts_of_cache(name: str) -> tuple[str, str] | None:
    """The cache, as it is spelled, and which of its variables `CACHE.VARIABLE` is; None if it is none of those."""
    cache, dot, part = name.rpartition(".")
    return (cache, part.lower()) if dot and part.lower() in OF_KEY_CACHES else None


def folded(name: str) -> str:
    """A variable's name in lower case, without the cache's that it may begin with."""
    named = parts_of_cache(name)
    return name.lower() if named is None else ".".join(named)


_STRUCTURED_UNTIL = "5.7"  # behind it the first part of a name is a component
_QUIET_UNTIL = "5.1.54"  # a number that no block ends at is cut without a word (captured: 5.1.54/numbers_set_statement)


@lru_cache
def variables_of(profile: str) -> VariableTable:
    """The variables of a server profile. KeyError if there is no such profile."""
    newest, *older = reversed(PROFILES)
    hidden = _read("gone") | _read("plugins")
    table = VariableTable(VARIABLES | hidden, frozenset(hidden), ALIASES)
    applied: list[str] = []
    if profile != newest:
        for name in older[: older.index(PROFILES[profile].name) + 1]:
            table = _changed(table, data.lines(f"variables/{name}.txt"))
            applied.append(name)
    if not applied:
        return table
    flags = frozenset({"quiet_blocks"} if _QUIET_UNTIL in applied else ())
    told = {name: _told(variable, table.hidden, flags) for name, variable in table.variables.items()}
    return replace(table, variables=told, structured=_STRUCTURED_UNTIL in applied)


def _told(variable: Variable, hidden: frozenset[str], flags: frozenset[str]) -> Variable:
    """By its own name where the other one is not there yet; with flags that all variables of the version have."""
    told = variable.name if variable.same_as in hidden else variable.told
    return replace(variable, told=told, flags=variable.flags | flags)


def _not_deprecated(variable: Variable) -> Variable:
    return replace(variable, flags=variable.flags - _DEPRECATIONS, replacement="")


def _changed(table: VariableTable, changes: Iterable[str]) -> VariableTable:
    variables, aliases, options = dict(table.variables), dict(table.aliases), dict(table.options)
    hidden = set(table.hidden)
    for line in changes:
        word, _, rest = line.partition(" ")
        if word == "-":
            hidden.update(rest.split())
        elif word == "alias":
            old, name, *use = rest.split()
            aliases[old] = name
            variables[old] = replace(variables[name], name=old, same_as=name, replacement="".join(use)[4:])
            hidden.discard(old)
        elif word == "option":
            options[rest] = rest
        elif line == "nothing deprecated":
            variables = {name: _not_deprecated(variable) for name, variable in variables.items()}
        else:
            variable = _variable(line)
            variables[variable.name] = variable
            hidden.discard(variable.name)
            aliases.pop(variable.name, None)
    unknown = hidden - variables.keys()
    assert not unknown, f"no such variables: {sorted(unknown)}"
    return VariableTable(variables, frozenset(hidden), aliases, options)
