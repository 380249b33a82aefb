"""The spatial reference systems that a server brings along, and what the definition of one says.

`data/reference_systems.txt` has their numbers; their definitions (`data/reference_systems.xz`) are read when one is
asked for.
"""

from __future__ import annotations

import lzma
import math
from collections.abc import Iterator
from functools import cache, lru_cache

from binwriter import data
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass

_AXIS = pattern(r'AXIS\["[^"]*",\s*(\w+)')
_UNIT = pattern(r'UNIT\["([^"]*)",\s*([-+0-9.eE]+)')
_SPHEROID = pattern(r'SPHEROID\["[^"]*",\s*([-+0-9.eE]+),\s*([-+0-9.eE]+)')
_TOWGS84 = pattern(r"TOWGS84\[([^\]]*)\]")
_ALONG = ("NORTH", "SOUTH")
_SPACES = pattern(r"\s*([\[\],])\s*")
_BRACKETS = str.maketrans("()", "[]")


@dataclass(frozen=True, slots=True)
class ReferenceSystem:
    """One system, as information_schema.ST_SPATIAL_REFERENCE_SYSTEMS has it. definition: its WKT; empty of SRID 0."""

    name: str
    number: int
    organization: str | None
    organization_number: int | None
    definition: str
    description: str | None = None

    @property
    def is_geographic(self) -> bool:
        return self.definition.lstrip().upper().startswith("GEOGCS")

    @property
    def latitude_first(self) -> bool:
        """Whether text has the latitude before the longitude."""
        axis = _AXIS.search(_plain(self.definition))
        return self.is_geographic and axis is not None and axis[1].upper() in _ALONG

    @property
    def unit(self) -> float:
        """Its coordinates' unit, in metres or radians."""
        return float(_UNIT.findall(_plain(self.definition))[-1][1])

    @property
    def degree(self) -> float:
        """A degree, in the unit of its angles."""
        return 1.0 if abs(self.unit * 180 - math.pi) < 1e-12 else math.pi / 180 / self.unit

    @property
    def ellipsoid(self) -> tuple[float, float]:
        """The longer and the shorter half axis, in metres."""
        match = _SPHEROID.search(_plain(self.definition))
        longer, inverse = (float(match[1]), float(match[2])) if match else (0.0, 0.0)
        return longer, longer * (1 - 1 / inverse) if inverse else longer

    @property
    def shift(self) -> tuple[float, ...] | None:
        """TOWGS84: seven numbers; None without the clause."""
        match = _TOWGS84.search(_plain(self.definition))
        return tuple(map(float, match[1].split(","))) if match else None


@lru_cache(maxsize=16)
def _plain(definition: str) -> str:
    """Without blanks, and in one kind of brackets, so far as names have none of these."""
    return _SPACES.sub(r"\1", definition.translate(_BRACKETS)).upper()


@cache
def shipped_systems() -> frozenset[int]:
    """The SRIDs that a server knows from the start; 0 among them."""
    numbers: set[int] = set()
    for line in data.lines("reference_systems.txt"):
        for part in line.split():
            low, _, high = part.partition("-")
            numbers.update(range(int(low), int(high or low) + 1))
    return frozenset(numbers)


@cache
def _lines() -> dict[int, str]:
    lines = lzma.decompress(data.content("reference_systems.xz")).decode("utf-8").splitlines()
    return {int(line.split("\t", 2)[1]): line for line in lines}


@cache
def shipped_system(number: int) -> ReferenceSystem | None:
    """A system that a server brings along, by its SRID."""
    if number == 0:
        return ReferenceSystem("", 0, None, None, "")
    line = _lines().get(number)
    if line is None:
        return None
    name, _, organization, by_it, definition, description = (
        None if part == "NULL" else part for part in line.split("\t")
    )
    return ReferenceSystem(str(name), number, organization, int(by_it or 0), definition or "", description)


def shipped_entries() -> Iterator[ReferenceSystem]:
    """All that a server brings along, in the order of their numbers."""
    for number in sorted(_lines()):
        system = shipped_system(number)
        if system is not None:
            yield system


def written_system(number: int, attributes: dict[str, str]) -> ReferenceSystem:
    """One that CREATE SPATIAL REFERENCE SYSTEM has made. attributes: by their names."""
    by_it = attributes.get("IDENTIFIED BY")
    return ReferenceSystem(
        attributes["NAME"],
        number,
        attributes.get("ORGANIZATION"),
        None if by_it is None else int(by_it),
        attributes["DEFINITION"],
        attributes.get("DESCRIPTION"),
    )
