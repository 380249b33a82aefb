"""ST_Simplify: lines and rings with fewer places (Douglas and Peucker), in a plane.

A ring starts anew at the place farthest from its first one, as boost::geometry has it; what keeps too few places is
left out (captured: tests/golden/spatial/crossing).
"""

from __future__ import annotations

from collections.abc import Sequence

from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.geometries import LINE, POINT, POLYGON, Geometry, geometry_to_bytes
from binwriter.sql.expressions.coercion import to_real
from binwriter.sql.expressions.types import GEOMETRY_TYPE, CompiledExpression
from binwriter.sql.functions.registry import Call, function
from binwriter.sql.functions.spatial.overlay import ring_towards
from binwriter.sql.functions.spatial.plane import Place
from binwriter.sql.functions.spatial.stored import (
    Stored,
    class_name,
    is_geographic,
    line,
    nulls_first,
    places_of,
    stored,
)

_NAME = "st_simplify"
_LEAST_OF_RING = 4


def _square(one: Place, other: Place) -> float:
    across, along = one[0] - other[0], one[1] - other[1]
    return across * across + along * along


def _square_to_stretch(place: Place, start: Place, end: Place) -> float:
    """The square of a place's distance from a stretch of line."""
    along = (end[0] - start[0], end[1] - start[1])
    from_start = (place[0] - start[0], place[1] - start[1])
    first = from_start[0] * along[0] + from_start[1] * along[1]
    if first <= 0:
        return _square(place, start)
    second = along[0] * along[0] + along[1] * along[1]
    if second <= first:
        return _square(place, end)
    share = first / second
    return _square(place, (start[0] + share * along[0], start[1] + share * along[1]))


def _kept(places: Sequence[Place], distance: float) -> list[Place]:
    if len(places) <= 2:
        return list(places)
    most = distance * distance
    keep = {0, len(places) - 1}
    waiting = [(0, len(places) - 1)]
    while waiting:
        low, high = waiting.pop()
        farthest, split = -1.0, low
        for at in range(low + 1, high):
            square = _square_to_stretch(places[at], places[low], places[high])
            if square > farthest:
                farthest, split = square, at
        if farthest > most:
            keep.add(split)
            waiting += [(low, split), (split, high)]
    return [places[at] for at in sorted(keep)]


def _ring(places: list[Place], distance: float, *, left: bool) -> list[Place]:
    inner = ring_towards(places, left=left)[:-1]
    start = max(range(len(inner)), key=lambda at: (_square(inner[0], inner[at]), -at))
    turned = [*inner[start:], *inner[:start], inner[start]]
    return _kept(turned, distance)


def _simplified(geometry: Geometry, distance: float) -> Geometry | None:
    if geometry.kind == POINT:
        return geometry
    if geometry.kind == LINE:
        places = _kept(places_of(geometry), distance)
        return None if len(places) == 2 and places[0] == places[1] else line(places)
    if geometry.kind == POLYGON:
        rings = [_ring(places_of(ring), distance, left=not at) for at, ring in enumerate(geometry.parts)]
        outer, *holes = rings
        if len(outer) < _LEAST_OF_RING:
            return None
        return Geometry(POLYGON, tuple(line(ring) for ring in (outer, *holes) if len(ring) >= _LEAST_OF_RING))
    parts = tuple(part for part in (_simplified(part, distance) for part in geometry.parts) if part is not None)
    return Geometry(geometry.kind, parts) if parts else None


@function("ST_SIMPLIFY")
def _simplify(call: Call) -> CompiledExpression:
    def compute(given: Stored, distance: float) -> bytes | None:
        srid, geometry = given
        if distance <= 0:
            raise mysql_error("ER_WRONG_ARGUMENTS", _NAME)
        if is_geographic(srid):
            raise mysql_error("ER_NOT_IMPLEMENTED_FOR_GEOGRAPHIC_SRS", _NAME, f"{class_name(geometry)}, ...")
        simpler = _simplified(geometry, distance)
        if simpler is None:
            return None
        if simpler.kind in (4, 5, 6) and len(simpler.parts) == 1:
            simpler = simpler.parts[0]
        return geometry_to_bytes(simpler, srid)

    return nulls_first(call, GEOMETRY_TYPE, compute, stored(_NAME), to_real)
