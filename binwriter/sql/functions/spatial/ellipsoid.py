"""Lengths on an ellipsoid, by Andoyer's formula, as boost::geometry reckons them (strategy::distance::andoyer)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from binwriter.mysql.reference_systems import ReferenceSystem

Place = tuple[float, ...]
_CLOSE = 2.220446049250313e-16


def distance(system: ReferenceSystem, one: Place, other: Place) -> float:
    """Metres between two places, longitudes first."""
    if one == other:
        return 0.0
    unit, (longer, shorter) = system.unit, system.ellipsoid
    east, north, other_east, other_north = (value * unit for value in (*one, *other))
    turn = other_east - east
    sine, other_sine = math.sin(north), math.sin(other_north)
    cosine = sine * other_sine + math.cos(north) * math.cos(other_north) * math.cos(turn)
    cosine = max(-1.0, min(1.0, cosine))
    angle = math.acos(cosine)
    thrice = 3.0 * math.sin(angle)
    less, more = 1.0 - cosine, 1.0 + cosine
    first = 0.0 if less <= _CLOSE else (angle + thrice) / less
    second = 0.0 if more <= _CLOSE else (angle - thrice) / more
    flattening = (longer - shorter) / longer
    change = -(flattening / 4.0) * (first * (sine - other_sine) ** 2 + second * (sine + other_sine) ** 2)
    return longer * (angle + change)


def length(system: ReferenceSystem, places: Sequence[Place]) -> float:
    """Metres along a line."""
    return sum((distance(system, one, other) for one, other in itertools.pairwise(places)), 0.0)


def nearest(system: ReferenceSystem, here: Iterable[Place], there: Sequence[Place]) -> float:
    """Metres between the places that lie closest."""
    return min(distance(system, one, other) for one in here for other in there)
