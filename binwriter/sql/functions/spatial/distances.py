"""Lengths and distances of geometries in a plane, and places on lines; ST_Distance_Sphere, ST_Latitude, ST_Longitude.

Source: MySQL manual, "LineString and MultiLineString Property Functions", "Spatial Convenience Functions"; captured:
tests/golden/clusters/spatial_measures. The ellipsoid of a geographic system is not modelled.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.geometries import LINE, MULTI, POINT, Geometry, geometry_to_bytes
from binwriter.sql.expressions.coercion import to_real
from binwriter.sql.expressions.types import GEOMETRY_TYPE, REAL_TYPE, CompiledExpression
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.registry import Call, function, strict_null
from binwriter.sql.functions.spatial.ellipsoid import length, nearest
from binwriter.sql.functions.spatial.plane import Place, distance, summed
from binwriter.sql.functions.spatial.plane import length as along
from binwriter.sql.functions.spatial.relations import geos, shape_of
from binwriter.sql.functions.spatial.stored import (
    Srid,
    Stored,
    check_latitude,
    check_longitude,
    class_name,
    expect_kind,
    is_empty,
    is_geographic,
    line,
    not_for,
    nulls_first,
    places_of,
    point,
    points,
    refuse_geographic,
    same_srid,
    single_parts,
    stored,
)
from binwriter.sql.functions.spatial.units import units_of_length

_LINES = (LINE, MULTI[LINE])


# --- lengths and distances --------------------------------------------------------------------------------------------


def in_unit(name: str, srid: int, unit: str | None, measured: float, called: str = "Distance") -> float:
    """A length in another unit. Raises ER_GEOMETRY_IN_UNKNOWN_LENGTH_UNIT, ER_UNIT_NOT_FOUND, ER_DATA_OUT_OF_RANGE.

    called: what the last error calls it.
    """
    if not math.isfinite(measured):
        raise mysql_error("ER_DATA_OUT_OF_RANGE", called, name)
    if unit is None:
        return measured
    if not isinstance(srid, Srid) or srid == 0:
        raise mysql_error("ER_GEOMETRY_IN_UNKNOWN_LENGTH_UNIT", name, unit)
    factor = units_of_length().get(unit.lower())
    if factor is None:
        raise mysql_error("ER_UNIT_NOT_FOUND", unit)
    return measured * ((1.0 if srid.system.is_geographic else srid.system.unit) / factor)


@function("ST_LENGTH")
def _length(call: Call) -> CompiledExpression:
    def compute(given: Stored, unit: str | None = None) -> float | None:
        srid, geometry = given
        if geometry.kind not in _LINES:
            return None
        if isinstance(srid, Srid) and srid.system.is_geographic:
            system = srid.system
            return in_unit(
                "st_length",
                srid,
                unit,
                sum(length(system, places_of(part)) for part in single_parts(geometry)),
                "Length",
            )
        whole = summed(along(places_of(part)) for part in single_parts(geometry))
        return in_unit("st_length", srid, unit, whole, "Length")

    return strict_null(call, REAL_TYPE, compute, stored("st_length"), as_str)


def _apart(one: Geometry, other: Geometry) -> float:
    """GEOS says no number of places that are too near, or too far: those whose squares are beyond DOUBLE."""
    apart = float(geos().distance(shape_of(one), shape_of(other)))
    if math.isfinite(apart):
        return apart
    widest = max(abs(value) for geometry in (one, other) for place in points(geometry) for value in place)
    return 0.0 if widest < 1 else apart


@function("ST_DISTANCE")
def _distance(call: Call) -> CompiledExpression:
    def compute(one: Stored, other: Stored, unit: str | None = None) -> float | None:
        srid = same_srid("st_distance", one, other)
        if is_empty(one[1]) or is_empty(other[1]):
            return None
        if is_geographic(srid) and unit is not None:
            in_unit("st_distance", srid, unit, 0.0)
        if {one[1].kind, other[1].kind} <= {POINT, MULTI[POINT]} and isinstance(srid, Srid) and is_geographic(srid):
            apart = nearest(srid.system, points(one[1]), places_of(other[1]))
            return in_unit("st_distance", srid, unit, apart)
        refuse_geographic("st_distance", srid)
        if one[1].kind == other[1].kind == POINT:
            apart = distance(one[1].parts, other[1].parts)
        else:
            apart = _apart(one[1], other[1])
        if not math.isfinite(apart):
            raise mysql_error("ER_GIS_INVALID_DATA", "st_distance")
        return in_unit("st_distance", srid, unit, apart)

    return nulls_first(call, REAL_TYPE, compute, stored("st_distance"), stored("st_distance"), as_str)


_RADIUS = 6370986.0  # metres, of the sphere of ST_Distance_Sphere (MySQL manual)


def _on_sphere(one: Place, other: Place, degree: float) -> float:
    """The angle between two places, longitudes first, in degrees (haversine)."""
    (east, north), (other_east, other_north) = (tuple(value * degree for value in place) for place in (one, other))
    half = math.sin((other_north - north) / 2) ** 2
    half += math.cos(north) * math.cos(other_north) * math.sin((other_east - east) / 2) ** 2
    return 2 * math.asin(math.sqrt(half))


@function("ST_DISTANCE_SPHERE")
def _sphere(call: Call) -> CompiledExpression:
    name = "st_distance_sphere"

    def compute(one: Stored, other: Stored, radius: float | None = None) -> float:
        srid = same_srid(name, one, other)
        if radius is not None and radius <= 0:
            raise mysql_error("ER_NONPOSITIVE_RADIUS", name)
        kind = "GEOGRAPHIC" if is_geographic(srid) else "PROJECTED" if srid else "CARTESIAN"
        if kind == "PROJECTED" or not {one[1].kind, other[1].kind} <= {POINT, MULTI[POINT]}:
            raise not_for(f"ER_NOT_IMPLEMENTED_FOR_{kind}_SRS", name, one[1], other[1])
        # several places are looked at before one
        turned = one[1].kind == POINT and other[1].kind == MULTI[POINT]
        for east, north in itertools.chain(*map(points, (other[1], one[1]) if turned else (one[1], other[1]))):
            if not is_geographic(srid):
                check_longitude(east, name)
                check_latitude(north, name)
        usual, degree = _RADIUS, math.pi / 180
        if isinstance(srid, Srid) and srid.system.is_geographic:
            longer, shorter = srid.system.ellipsoid
            usual, degree = (2 * longer + shorter) / 3, srid.system.unit
        angle = min(_on_sphere(here, there, degree) for here in points(one[1]) for there in points(other[1]))
        return angle * (radius or usual)

    return nulls_first(call, REAL_TYPE, compute, stored(name), stored(name), to_real)


def _directed(one: Geometry, other: Geometry) -> float:
    """How far the place of one lies from the other's nearest place that lies farthest from it."""
    there = places_of(other)
    return max(min(distance(place, near) for near in there) for place in points(one))


def _hausdorff(one: Geometry, other: Geometry) -> float | None:
    """None where a server has no such distance."""
    kinds = one.kind, other.kind
    if kinds in ((POINT, MULTI[POINT]), (MULTI[POINT], POINT)):
        return _directed(*sorted((one, other), key=lambda geometry: geometry.kind))
    if kinds == (MULTI[POINT], MULTI[POINT]):
        return _directed(one, other)
    if not set(kinds) <= set(_LINES):
        return None
    if kinds == (MULTI[LINE], LINE):
        one, other = other, one
    return max(_directed(here, there) for here in single_parts(one) for there in single_parts(other))


def _frechet(one: Geometry, other: Geometry) -> float | None:
    if not one.kind == other.kind == LINE:
        return None
    here, there = places_of(one), places_of(other)
    row: list[float] = []
    for number, place in enumerate(here):
        before, row = row, []
        for column, near in enumerate(there):
            ways = [row[column - 1]] if column else []
            ways += before[max(0, column - 1) : column + 1] if number else []
            row.append(max(distance(place, near), min(ways, default=0.0)))
    return row[-1]


def _farthest(name: str, called: str, measure: Callable[[Geometry, Geometry], float | None]) -> None:
    @function(name)
    def build(call: Call) -> CompiledExpression:
        lower = name.lower()

        def compute(one: Stored, other: Stored, unit: str | None = None) -> float | None:
            srid = same_srid(lower, one, other)
            if is_empty(one[1]) or is_empty(other[1]):
                return None
            apart = measure(one[1], other[1])
            if apart is None:
                kind = "GEOGRAPHIC" if is_geographic(srid) else "CARTESIAN"
                raise not_for(f"ER_NOT_IMPLEMENTED_FOR_{kind}_SRS", lower, one[1], other[1])
            if is_geographic(srid) and unit is not None:
                in_unit(lower, srid, unit, 0.0)
            refuse_geographic(lower, srid)
            return in_unit(lower, srid, unit, apart, called)

        return nulls_first(call, REAL_TYPE, compute, stored(lower), stored(lower), as_str)


_farthest("ST_HAUSDORFFDISTANCE", "Hausdorff_distance", _hausdorff)
_farthest("ST_FRECHETDISTANCE", "FrechetDistance", _frechet)

# --- places on lines --------------------------------------------------------------------------------------------------


def _along(geometry: Geometry, step: float, *, once: bool) -> list[Place]:
    """The places at each step of a line. step: as long as a line is at most."""
    places = places_of(geometry)
    if step <= 0:
        return places[:1]
    if step >= along(places):
        return places[-1:]
    passed: list[Place] = []
    wanted, walked, here = step, 0.0, places[0]
    for there in places[1:]:
        end = walked + distance(here, there) if here is not there else walked
        while end >= wanted:
            share = (wanted - walked) / (end - walked)
            here = tuple(a * (1 - share) + b * share for a, b in zip(here, there, strict=True))
            passed.append(here)
            if once:
                return passed
            walked, wanted = wanted, wanted + step
        walked, here = end, there
    return passed


def _on_line(name: str, *, many: bool, fraction: bool) -> None:
    lower = name.lower()

    def compute(given: Stored, wanted: Any) -> bytes:
        srid, geometry = given
        expect_kind(lower, "LINESTRING", (LINE,), geometry)
        refuse_geographic(lower, srid)
        whole = along(places_of(geometry))
        if not math.isfinite(whole):
            raise mysql_error("ER_DATA_OUT_OF_RANGE", "Length", "st_length")
        if not 0 <= wanted <= (1 if fraction else whole):
            raise mysql_error("ER_DATA_OUT_OF_RANGE", "Distance", lower)
        places = _along(geometry, wanted * whole if fraction else wanted, once=not many)
        if not many:
            return point(places[0], srid)
        return geometry_to_bytes(Geometry(MULTI[POINT], line(places).parts), srid)

    @function(name)
    def build(call: Call) -> CompiledExpression:
        return nulls_first(call, GEOMETRY_TYPE, compute, stored(lower), to_real)


_on_line("ST_LINEINTERPOLATEPOINT", many=False, fraction=True)
_on_line("ST_LINEINTERPOLATEPOINTS", many=True, fraction=True)
_on_line("ST_POINTATDISTANCE", many=False, fraction=False)

# --- geographic places ------------------------------------------------------------------------------------------------


def _geographic(name: str, position: int, check: Callable[[float, str, float], None]) -> None:
    lower = name.lower()

    def compute(given: Stored, value: float | None = None) -> float | bytes:
        srid, geometry = given
        expect_kind(lower, class_name(Geometry(POINT, ())), (POINT,), geometry)
        if not (isinstance(srid, Srid) and srid.system.is_geographic):
            raise mysql_error("ER_SRS_NOT_GEOGRAPHIC", lower, srid)
        if value is None:
            return float(geometry.parts[position])
        check(value, lower, srid.system.degree)
        both = list(geometry.parts)
        both[position] = value
        return point(both, srid)

    @function(name)
    def build(call: Call) -> CompiledExpression:
        type_ = REAL_TYPE if len(call.args) == 1 else GEOMETRY_TYPE
        return nulls_first(call, type_, compute, stored(lower), to_real)


_geographic("ST_LONGITUDE", 0, check_longitude)
_geographic("ST_LATITUDE", 1, check_latitude)
