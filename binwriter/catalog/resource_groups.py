"""Resource groups: threads of the server that share processors and a priority. Here they have names and rules alone.

Source: MySQL manual, "Resource Groups"; captured: clusters/resource_groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from binwriter.formats.records import dataclass, replace
from binwriter.mysql.messages.table import mysql_error

_PROCESSORS = 2  # of the machine that binwriter plays, as in the captured rows of a fresh server
_LONGEST_NAME = 64  # characters
_DEFAULTS = "default resource groups."


@dataclass(frozen=True, slots=True)
class ResourceGroup:
    """processors: by number; priority: 0 to 19 of a user's group, -20 to 0 of a system's."""

    name: str
    is_system: bool = False
    enabled: bool = True
    processors: tuple[int, ...] = tuple(range(_PROCESSORS))
    priority: int = 0

    @property
    def shown_processors(self) -> str:
        """As VCPU_IDS has them: `0-1,3`."""
        runs: list[list[int]] = [
            [number for _, number in run]
            for _, run in groupby(enumerate(self.processors), lambda pair: pair[1] - pair[0])
        ]
        return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a statement says of a group; None where it says nothing. processors: numbers, or pairs for ranges."""

    is_system: bool = False
    enabled: bool | None = None
    processors: tuple[tuple[int, int], ...] = ()
    priority: int | None = None


class ResourceGroups:
    """The groups of a server, by name in any letter case. Those that are always there are not changed."""

    def __init__(self) -> None:
        self._groups: dict[str, ResourceGroup] = {}
        for group in (ResourceGroup("USR_default"), ResourceGroup("SYS_default", is_system=True)):
            self._groups[group.name.lower()] = group
        self._own = frozenset(self._groups)

    def __iter__(self) -> Iterator[ResourceGroup]:
        return iter(self._groups.values())

    def made(self) -> list[ResourceGroup]:
        """Those that statements have made."""
        return [group for key, group in self._groups.items() if key not in self._own]

    def put(self, group: ResourceGroup) -> None:
        """A group as it is."""
        self._groups[group.name.lower()] = group

    def find(self, name: str) -> ResourceGroup:
        """MySQLError ER_RESOURCE_GROUP_NOT_EXISTS."""
        group = self._groups.get(name.lower())
        if group is None:
            raise mysql_error("ER_RESOURCE_GROUP_NOT_EXISTS", name)
        return group

    def create(self, name: str, wanted: Wanted) -> None:
        """MySQLError for a name that is there or too long, and for what is wanted of processors and priority."""
        if len(name) > _LONGEST_NAME:
            raise mysql_error("ER_TOO_LONG_IDENT", name)
        group = ResourceGroup(name, wanted.is_system, wanted.enabled is not False)
        group = _as_wanted(group, wanted)
        if name.lower() in self._groups:
            raise mysql_error("ER_RESOURCE_GROUP_EXISTS", name)
        self.put(group)

    def alter(self, name: str, wanted: Wanted) -> None:
        """A priority that is not given becomes 0; all else stays."""
        group = self.find(name)
        if name.lower() in self._own:
            raise mysql_error("ER_DISALLOWED_OPERATION", "Alter", _DEFAULTS)
        enabled = group.enabled if wanted.enabled is None else wanted.enabled
        self.put(_as_wanted(replace(group, enabled=enabled), wanted))

    def drop(self, name: str) -> None:
        if name.lower() in self._own:
            raise mysql_error("ER_DISALLOWED_OPERATION", "Drop operation ", _DEFAULTS)
        del self._groups[self.find(name).name.lower()]


def _as_wanted(group: ResourceGroup, wanted: Wanted) -> ResourceGroup:
    low, high = (-20, 0) if group.is_system else (0, 19)
    priority = wanted.priority or 0
    if not low <= priority <= high:
        kind = "System" if group.is_system else "User"
        raise mysql_error("ER_INVALID_THREAD_PRIORITY", priority, kind, group.name, low, high)
    return replace(group, priority=priority, processors=_numbers(wanted.processors) or group.processors)


def _numbers(ranges: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    numbers: set[int] = set()
    for first, last in ranges:
        if first > last:
            raise mysql_error("ER_INVALID_VCPU_RANGE", first, last)
        if last >= _PROCESSORS:
            raise mysql_error("ER_INVALID_VCPU_ID", last)
        numbers.update(range(first, last + 1))
    return tuple(sorted(numbers))
