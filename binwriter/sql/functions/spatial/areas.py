"""Areas, centres, hulls and rectangles of geometries in a plane, and whether they are simple and valid.

Source: MySQL manual, "Polygon and MultiPolygon Property Functions", "Functions That Create New Geometries from Existing
Ones"; captured: tests/golden/clusters/spatial_measures.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.geometries import COLLECTION, LINE, MULTI, POINT, POLYGON, Geometry, geometry_to_bytes
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.types import BOOL_TYPE, GEOMETRY_TYPE, REAL_TYPE, CompiledExpression
from binwriter.sql.functions.registry import Call, function
from binwriter.sql.functions.spatial.plane import Place, distance, is_none, twice_area
from binwriter.sql.functions.spatial.relations import geos, shape_of
from binwriter.sql.functions.spatial.stored import (
    Stored,
    envelope,
    expect_kind,
    is_empty,
    is_geographic,
    known_srid,
    line,
    not_for,
    nulls_first_with_context,
    of_geometry,
    places_of,
    point,
    points,
    refuse_geographic,
    same_srid,
    single_parts,
    stored,
)

_AREAS = (POLYGON, MULTI[POLYGON])


def _area_of(area: Geometry) -> float:
    outer, *holes = (twice_area(places_of(ring)) / 2 for ring in area.parts)
    sign = -1.0 if outer < 0 else 1.0
    return sign * outer - sum(abs(hole) for hole in holes)


def _area(srid: int, geometry: Geometry) -> float:
    expect_kind("st_area", "POLYGON/MULTIPOLYGON", _AREAS, geometry)
    refuse_geographic("st_area", srid)
    area = sum((_area_of(part) for part in single_parts(geometry)), 0.0)
    if not math.isfinite(area):
        raise mysql_error("ER_DATA_OUT_OF_RANGE", "Result", "st_area")
    return area


of_geometry("ST_AREA", REAL_TYPE, _area)


Weight = tuple[float, float, float]


def _of_line(part: Geometry) -> list[Weight]:
    """Of each stretch its length, and that by its middle."""
    sums = []
    for (x, y), (next_x, next_y) in itertools.pairwise(places_of(part)):
        length = distance((x, y), (next_x, next_y))
        sums.append((length, length * ((x + next_x) / 2), length * ((y + next_y) / 2)))
    return sums


def _of_area(part: Geometry, first: Place) -> list[Weight]:
    """Of each ring its area thrice and doubled, holes against it, and that by its centre (Bashein and Detmer).

    first: where all is measured from.
    """
    sums = []
    for number, ring in enumerate(part.parts):
        places = [(x - first[0], y - first[1]) for x, y in points(ring)]
        doubled, x_sum, y_sum = 0.0, 0.0, 0.0
        for (x, y), (next_x, next_y) in itertools.pairwise(places):
            turned = x * next_y - next_x * y
            doubled += turned
            x_sum += turned * (x + next_x)
            y_sum += turned * (y + next_y)
        sign = 1.0 if (doubled > 0) == (number == 0) else -1.0
        sums.append((3 * doubled * sign, x_sum * sign, y_sum * sign))
    return sums


def _is_flat(ring: Geometry) -> bool:
    """Whether a ring turns nowhere."""
    places = places_of(ring)
    around = zip(places, places[1:], (*places[2:], places[1]), strict=False)
    return not any(
        (other[0] - one[0]) * (third[1] - one[1]) - (third[0] - one[0]) * (other[1] - one[1])
        for one, other, third in around
    )


def _weighed(weights: Sequence[Weight]) -> Place | None:
    """None where the weights come to nothing, or to what is no number."""
    total = sum(weight for weight, _, _ in weights)
    if not 0 < abs(total) < math.inf:
        return None
    return sum(x for _, x, _ in weights) / total, sum(y for _, _, y in weights) / total


def _centre(singles: Sequence[Geometry], kind: int) -> Place:
    """Of geometries of one kind; their first place where they have none."""
    first = next(place for part in singles for place in points(part))
    if kind == POINT:
        return first if len(singles) == 1 else _weighed([(1.0, *part.parts) for part in singles]) or first
    if kind == LINE:
        weights = [weight for part in singles for weight in _of_line(part)]
        return first if is_none(sum(weight for weight, _, _ in weights)) else _weighed(weights) or first
    weights = [weight for part in singles for weight in _of_area(part, first)]
    if is_none(sum(weight for weight, _, _ in weights) / 3):
        return first
    centre = _weighed(weights)
    return first if centre is None else (centre[0] + first[0], centre[1] + first[1])


def _centroid(srid: int, geometry: Geometry) -> bytes | None:
    if is_geographic(srid):
        raise not_for("ER_NOT_IMPLEMENTED_FOR_GEOGRAPHIC_SRS", "st_centroid", geometry)
    singles = list(single_parts(geometry))
    if not singles:
        return None
    if any(_is_flat(ring) for part in singles if part.kind == POLYGON for ring in part.parts):
        raise mysql_error("ER_GIS_INVALID_DATA", "st_centroid")
    highest = max(part.kind for part in singles)
    centre = _centre([part for part in singles if part.kind == highest], highest)
    return point(centre, srid) if all(map(math.isfinite, centre)) else None


of_geometry("ST_CENTROID", GEOMETRY_TYPE, _centroid)


def _half(places: Sequence[Place]) -> list[Place]:
    """The lower half of a hull, of places in order."""
    hull: list[Place] = []
    for place in places:
        while len(hull) > 1 and twice_area((hull[-2], hull[-1], place, hull[-2])) <= 0:
            hull.pop()
        hull.append(place)
    return hull


def _hull(srid: int, geometry: Geometry) -> bytes | None:
    if is_geographic(srid):
        raise not_for("ER_NOT_IMPLEMENTED_FOR_GEOGRAPHIC_SRS", "st_convexhull", geometry)
    places = sorted(set(points(geometry)))
    if not places:
        return None
    if len(places) == 1:
        return point(places[0], srid)
    ring = _half(places)[:-1] + _half(places[::-1])
    if len(ring) == 3:  # there and back
        return geometry_to_bytes(line([places[0], places[-1]]), srid)
    return geometry_to_bytes(Geometry(POLYGON, (line(ring),)), srid)


of_geometry("ST_CONVEXHULL", GEOMETRY_TYPE, _hull)
of_geometry("ST_ISSIMPLE", BOOL_TYPE, lambda srid, geometry: int(_is_simple(geometry)))


def _is_simple(geometry: Geometry) -> bool:
    if geometry.kind == COLLECTION:
        singles = [shape_of(part) for part in geometry.parts]
        apart = all(
            geos().disjoint(one, other) or geos().touches(one, other)
            for one, other in itertools.combinations(singles, 2)
        )
        return apart and all(map(_is_simple, geometry.parts))
    if geometry.kind in _AREAS:
        return not any(_repeats(ring) for part in single_parts(geometry) for ring in part.parts)
    if any(_repeats(part) for part in single_parts(geometry) if part.kind == LINE):
        return False
    return bool(geos().is_simple(shape_of(geometry)))


def _repeats(run: Geometry) -> bool:
    """Whether a place stands there twice in a row: all that makes an area not simple, and enough for a line."""
    return any(place == after for place, after in itertools.pairwise(places_of(run)))


def _is_valid(srid: int, geometry: Geometry) -> int:
    """Of a geographic system, too, as if in a plane."""
    return int(is_empty(geometry) or bool(geos().is_valid(shape_of(geometry))))


of_geometry("ST_ISVALID", BOOL_TYPE, _is_valid)
of_geometry(
    "ST_VALIDATE",
    GEOMETRY_TYPE,
    lambda srid, geometry: geometry_to_bytes(geometry, srid) if _is_valid(srid, geometry) else None,
)


@function("ST_MAKEENVELOPE")
def _make_envelope(call: Call) -> CompiledExpression:
    name = "st_makeenvelope"

    def compute(context: StatementContext, one: Stored, other: Stored) -> bytes:
        srid = known_srid(same_srid(name, one, other), context)
        if not one[1].kind == other[1].kind == POINT:
            raise mysql_error("ER_WRONG_ARGUMENTS", name)
        if is_geographic(srid):
            raise not_for("ER_NOT_IMPLEMENTED_FOR_GEOGRAPHIC_SRS", name, one[1], other[1])
        return envelope(srid, line([one[1].parts, other[1].parts]))

    return nulls_first_with_context(call, GEOMETRY_TYPE, compute, stored(name))
