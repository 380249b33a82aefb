"""What is known of each system variable of 9.7.4: the tables, read into `VARIABLES`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

from binwriter import variable_table, variable_table_other
from binwriter.messages import mysql_error

# bool for ON and OFF, int, float, str (enums as MySQL prints them; sets as comma lists); None only for
# character_set_results.
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
    """One system variable; see `variable_table` for the meaning of the flags.

    low, high: of an int; block: values are cut to a multiple of it. members: of an enum or set, in MySQL's order.
    """

    name: str
    scope: Scope
    kind: Kind
    default: Value
    low: int = 0
    high: int = 0
    block: int = 1
    members: tuple[str, ...] = ()
    flags: frozenset[str] = frozenset()
    replacement: str = ""

    @property
    def has_session(self) -> bool:
        return self.scope is not Scope.GLOBAL

    @property
    def has_global(self) -> bool:
        return self.scope is not Scope.SESSION

    @property
    def read_only(self) -> bool:
        return "read_only" in self.flags


_LIMITS = re.compile(r"(-?\d+)\.\.(\d+)(?:/(\d+))?")
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
    low, high, block = 0, 0, 1
    if kind is Kind.INT and (found := _LIMITS.fullmatch(limits)):
        low, high, block = int(found[1]), int(found[2]), int(found[3] or 1)
    words = flags.split()
    return Variable(
        name=name,
        scope=Scope(scope),
        kind=kind,
        default=_DEFAULTS[kind](default),
        low=low,
        high=high,
        block=block,
        members=tuple(limits.split(",")) if kind in (Kind.ENUM, Kind.SET) and limits else (),
        flags=frozenset(words),
        replacement=next((word[4:] for word in words if word.startswith("use=")), ""),
    )


def _lines(table: str) -> Iterator[str]:
    """The table's lines, continuations joined, comments and blank lines left out."""
    for line in table.replace("\n    ", "").splitlines():
        if line and not line.startswith("#"):
            yield line


VARIABLES: dict[str, Variable] = {
    variable.name: variable
    for table in (variable_table.VARIABLES, variable_table_other.VARIABLES)
    for variable in map(_variable, _lines(table))
}
# Two names of one value.
ALIASES = {"identity": "last_insert_id", "pseudo_slave_mode": "pseudo_replica_mode"}


def variable_by_name(name: str) -> Variable:
    """The variable of that name, any letter case. MySQLError ER_UNKNOWN_SYSTEM_VARIABLE (1193) if there is none."""
    try:
        return VARIABLES[name.lower()]
    except KeyError:
        raise mysql_error("ER_UNKNOWN_SYSTEM_VARIABLE", name) from None
