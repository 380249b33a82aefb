"""ST_Union, ST_Intersection, ST_Difference and ST_SymDifference in a plane.

What belongs to a result is decided by GEOS (the extra `gis`); its parts are put as a 9.7.4 writes them: areas, lines,
points; outer rings against the clock, lines in one piece where nothing is taken from them (captured:
tests/golden/spatial/crossing). Where a ring that was cut starts, is a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.geometries import COLLECTION, LINE, MULTI, POINT, POLYGON, Geometry, geometry_to_bytes
from binwriter.sql.expressions.types import GEOMETRY_TYPE, CompiledExpression
from binwriter.sql.functions.registry import Call, function
from binwriter.sql.functions.spatial.plane import Place, twice_area
from binwriter.sql.functions.spatial.relations import geos, reckoned, shape_of
from binwriter.sql.functions.spatial.stored import (
    Stored,
    is_empty,
    line,
    nulls_first,
    points,
    refuse_geographic,
    same_srid,
    single_parts,
    stored,
)

_NOTHING = Geometry(COLLECTION, ())


# --- what GEOS has, as geometries -------------------------------------------------------------------------------------


def ring_towards(places: Sequence[Place], *, left: bool) -> list[Place]:
    """A ring that turns left or right; as it is where its area is no number."""
    (x, y), *_ = places
    turned = twice_area([(a - x, b - y) for a, b in places])
    return list(places)[::-1] if (turned < 0 if left else turned > 0) else list(places)


def area_of(shape: Any) -> Geometry:
    """A polygon of GEOS: its outer ring turns left, its holes right."""
    rings = [ring_towards(shape.exterior.coords[:], left=True)]
    rings += [ring_towards(hole.coords[:], left=False) for hole in shape.interiors]
    return Geometry(POLYGON, tuple(map(line, rings)))


def many(kind: int, parts: Sequence[Geometry]) -> Geometry:
    """One of a kind, or several."""
    return parts[0] if len(parts) == 1 else Geometry(MULTI[kind], tuple(parts))


def of_parts(areas: Sequence[Geometry], lines: Sequence[Geometry], places: Sequence[Geometry]) -> Geometry:
    """A geometry of these parts, as simple as may be."""
    kinds = [(kind, parts) for kind, parts in ((POLYGON, areas), (LINE, lines), (POINT, places)) if parts]
    if not kinds:
        return _NOTHING
    if len(kinds) == 1:
        return many(*kinds[0])
    return Geometry(COLLECTION, (*areas, *lines, *places))


# --- the parts of an argument -----------------------------------------------------------------------------------------


class _Parts:
    """A geometry's areas, lines and points. areas: as one shape."""

    def __init__(self, name: str, geometry: Geometry) -> None:
        singles = list(single_parts(geometry))
        self.given = [part for part in singles if part.kind == POLYGON]
        self.lines = [list(points(part)) for part in singles if part.kind == LINE]
        self.points = sorted({part.parts for part in singles if part.kind == POINT})
        shapes = [shape_of(part) for part in self.given]
        if not all(geos().is_valid(shape) for shape in shapes):
            raise mysql_error("ER_GIS_INVALID_DATA", name)
        if geometry.kind == COLLECTION or len(shapes) == 1:
            self.areas = geos().union_all(shapes) if shapes else geos().GeometryCollection()
        else:
            self.areas = shape_of(geometry) if shapes else geos().GeometryCollection()
        if not geos().is_valid(self.areas):
            raise mysql_error("ER_GIS_INVALID_DATA", name)

    @property
    def drawn(self) -> Any:
        """The lines, as one shape."""
        return geos().MultiLineString(self.lines)

    @property
    def covered(self) -> Any:
        return geos().union_all([self.areas, self.drawn, geos().MultiPoint(self.points)])


def _areas(shape: Any) -> Iterator[Any]:
    if shape.geom_type == "Polygon":
        if not shape.is_empty:
            yield shape
    elif hasattr(shape, "geoms"):
        for part in shape.geoms:
            yield from _areas(part)


def _rings(geometries: Iterable[Geometry]) -> list[list[Place]]:
    """The rings of areas, outer ones turning left, as the server has them before it reckons."""
    rings = []
    for area in geometries:
        rings += [ring_towards([part.parts for part in ring.parts], left=not at) for at, ring in enumerate(area.parts)]
    return rings


def _bent(ring: list[Place]) -> list[Place]:
    """Without the places at which a ring goes straight on: a ring without its last place."""
    places: list[Place] = []
    for at, (x, y) in enumerate(ring):
        (before_x, before_y), (next_x, next_y) = ring[at - 1], ring[(at + 1) % len(ring)]
        if (x - before_x) * (next_y - y) != (y - before_y) * (next_x - x):
            places.append((x, y))
    return places if len(places) > 2 else ring


def _started(
    places: list[Place], one: list[list[Place]], other: list[list[Place]]
) -> tuple[tuple[int, ...], list[Place]]:
    """A ring from where the server starts it, and where it stands among others."""
    inner = _bent(places[:-1])
    places = [*inner, inner[0]]
    known = set(inner)
    for source, rings in enumerate((one, other)):
        for number, ring in enumerate(rings):
            if known == set(ring) and len(ring) == len(places):
                at = inner.index(ring[0])
                return (source, number), [*inner[at:], *inner[:at], inner[at]]
    first = min(range(len(inner)), key=lambda at: (inner[at][0], -inner[at][1]))
    return (2, 0), [*inner[first:], *inner[:first], inner[first]]


def _area_parts(shape: Any, one: _Parts, other: _Parts) -> list[Geometry]:
    ours, theirs = _rings(one.given), _rings(other.given)
    areas = []
    for area in _areas(shape):
        order: tuple[int, ...] = ()
        rings = []
        for at, ring in enumerate((area.exterior, *area.interiors)):
            place, started = _started(ring_towards(ring.coords[:], left=not at), ours, theirs)
            order = order or place
            rings.append(line(started))
        areas.append((order, Geometry(POLYGON, tuple(rings))))
    return [area for _, area in sorted(areas, key=lambda pair: pair[0])]


def _cut(lines: Iterable[list[Place]], shape: Any, *, keeps: bool) -> list[Geometry]:
    """What of lines lies within a shape (keeps), or without it: pieces that meet stay one."""
    parts_cut: list[Geometry] = []
    for places in lines:
        whole = geos().LineString(places)
        left = (geos().intersection if keeps else geos().difference)(whole, shape)
        pieces = [list(piece.coords) for piece in _pieces(left)]
        if not pieces:
            continue
        if abs(sum(map(_length, pieces)) - _length(places)) <= 1e-12 * _length(places):
            parts_cut.append(line(places))
            continue
        pieces.sort(key=lambda piece: whole.project(geos().Point(piece[len(piece) // 2])))
        corners = set(places)
        joined: list[list[Place]] = []
        for piece in pieces:
            if joined and joined[-1][-1] == piece[0]:
                last = joined[-1]
                joined[-1] = [*(last if last[-1] in corners else last[:-1]), *piece[1:]]
            else:
                joined.append(piece)
        parts_cut += map(line, joined)
    return parts_cut


def _length(places: Sequence[Place]) -> float:
    return float(geos().LineString(places).length)


def _pieces(shape: Any) -> Iterator[Any]:
    if shape.geom_type in ("LineString", "LinearRing"):
        if not shape.is_empty:
            yield shape
    elif hasattr(shape, "geoms"):
        for part in shape.geoms:
            yield from _pieces(part)


def _apart(places: Iterable[Place], shape: Any) -> list[Geometry]:
    return [Geometry(POINT, place) for place in places if not geos().intersects(shape, geos().Point(place))]


# --- the operations ---------------------------------------------------------------------------------------------------


def _union(one: _Parts, other: _Parts) -> Geometry:
    united = geos().union(one.areas, other.areas)
    areas = _area_parts(united, one, other)
    lines = _cut(one.lines, united, keeps=False)
    lines += _cut(other.lines, geos().union_all([united, one.drawn]), keeps=False)
    ground = geos().union_all([united, one.drawn, other.drawn])
    return of_parts(areas, lines, _apart(sorted({*one.points, *other.points}), ground))


def _intersection(one: _Parts, other: _Parts) -> Geometry:
    shared = geos().intersection(one.covered, other.covered)
    areas = _area_parts(geos().intersection(one.areas, other.areas), one, other)
    ground = geos().union_all(list(_areas(shared)))
    theirs = geos().union_all([other.areas, other.drawn])
    lines = list(_cut(one.lines, theirs, keeps=True))
    drawn = geos().union_all([shape_of(part) for part in lines])
    lines += _cut([list(points(part)) for part in _cut(other.lines, one.areas, keeps=True)], drawn, keeps=False)
    edges = geos().intersection(one.areas, other.areas)
    lines += [line(piece.coords[:]) for piece in _pieces(edges)]
    covered = geos().union_all([ground, *(shape_of(part) for part in lines)])
    return of_parts(areas, lines, _apart(sorted(_single_places(shared)), covered))


def _single_places(shape: Any) -> Iterator[Place]:
    if shape.geom_type == "Point":
        if not shape.is_empty:
            yield shape.coords[0]
    elif hasattr(shape, "geoms"):
        for part in shape.geoms:
            yield from _single_places(part)


def _difference(one: _Parts, other: _Parts) -> Geometry:
    areas = _area_parts(geos().difference(one.areas, other.areas), one, other)
    lines = _cut(one.lines, geos().union_all([other.areas, other.drawn]), keeps=False)
    return of_parts(areas, lines, _apart(one.points, other.covered))


def _sym_difference(one: _Parts, other: _Parts) -> Geometry:
    areas = _area_parts(geos().symmetric_difference(one.areas, other.areas), one, other)
    lines = _cut(one.lines, geos().union_all([other.areas, other.drawn]), keeps=False)
    lines += _cut(other.lines, geos().union_all([one.areas, one.drawn]), keeps=False)
    places = [*_apart(one.points, other.covered), *_apart(other.points, one.covered)]
    return of_parts(areas, lines, sorted(places, key=lambda part: part.parts))


def _register(name: str, operate: Callable[[_Parts, _Parts], Geometry]) -> None:
    lower = name.lower()

    def compute(one: Stored, other: Stored) -> bytes:
        srid = same_srid(lower, one, other)
        if is_empty(one[1]) and is_empty(other[1]):
            return geometry_to_bytes(_NOTHING, srid)
        refuse_geographic(lower, srid)
        with reckoned(name):
            return geometry_to_bytes(operate(_Parts(lower, one[1]), _Parts(lower, other[1])), srid)

    @function(name)
    def build(call: Call) -> CompiledExpression:
        return nulls_first(call, GEOMETRY_TYPE, compute, stored(lower))


_register("ST_UNION", _union)
_register("ST_INTERSECTION", _intersection)
_register("ST_DIFFERENCE", _difference)
_register("ST_SYMDIFFERENCE", _sym_difference)
