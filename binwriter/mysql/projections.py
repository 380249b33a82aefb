"""Which parameters the projections of spatial reference systems must have (`data/projections.txt`)."""

from __future__ import annotations

from functools import cache

from binwriter import data


@cache
def parameter_names() -> dict[int, str]:
    """Of each parameter, by EPSG's number, the name that does as well."""
    return {int(number): rest for number, rest in _lines() if not rest[0].isdigit()}


@cache
def methods() -> dict[int, tuple[int, ...]]:
    """Of each method, by EPSG's number, the parameters that it must have, in the order in which they are asked for."""
    return {int(number): tuple(map(int, rest.split())) for number, rest in _lines() if rest[0].isdigit()}


def _lines() -> list[tuple[str, str]]:
    found = (line.partition("\t") for line in data.lines("projections.txt"))
    return [(number, rest) for number, tab, rest in found if tab]
