"""The spatial reference systems that a server brings along (`data/reference_systems.txt`)."""

from __future__ import annotations

from functools import cache

from binwriter import data


@cache
def shipped_systems() -> frozenset[int]:
    """The SRIDs that a server knows from the start; 0 among them."""
    found: set[int] = set()
    for line in data.lines("reference_systems.txt"):
        for part in line.split():
            low, _, high = part.partition("-")
            found.update(range(int(low), int(high or low) + 1))
    return frozenset(found)
