"""How geometries of a plane lie to each other, and what they measure: by shapely (the extra `gis`).

Source: MySQL manual, "Spatial Relation Functions That Use Object Shapes", "... Minimum Bounding Rectangles"; captured:
tests/golden/spatial.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from binwriter.errors import UnsupportedError
from binwriter.extras import naming_extras
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.geometries import (
    COLLECTION,
    LINE,
    MULTI,
    NAMES,
    POINT,
    POLYGON,
    Geometry,
    geometry_to_bytes,
)
from binwriter.sql.expressions.coercion import to_real
from binwriter.sql.expressions.types import BOOL_TYPE, GEOMETRY_TYPE, REAL_TYPE, CompiledExpression, ExprType
from binwriter.sql.functions.geometry.basic import LATITUDE_FIRST, Stored, envelope, points_of, stored, swapped
from binwriter.sql.functions.registry import Call, function, strict_null

_SHOWN_COLLECTION = "GEOMCOLLECTION"
_EARTH_RADIUS = 6370986.0  # metres
_POINTS = (POINT, MULTI[POINT])


def _shape(geometry: Geometry) -> Any:
    with naming_extras():
        import shapely

    return shapely.from_wkb(geometry_to_bytes(geometry, 0)[4:])


def kind_name(geometry: Geometry) -> str:
    """As errors call it."""
    return _SHOWN_COLLECTION if geometry.kind == COLLECTION else NAMES[geometry.kind]


def _one_srid(name: str, one: Stored, other: Stored) -> None:
    if one[0] != other[0]:
        raise mysql_error("ER_GIS_DIFFERENT_SRIDS", name, one[0], other[0])


def _is_flat(name: str, srid: int) -> None:
    if srid == LATITUDE_FIRST:
        raise UnsupportedError(f"{name.upper()}() on the ellipsoid")


def _dimension(shape: Any) -> int:
    with naming_extras():
        import shapely

    return int(shapely.get_dimensions(shape)) if not hasattr(shape, "geoms") else max(map(_dimension, shape.geoms))


# --- pairs: 1, 0, or NULL


def _touches(one: Any, other: Any) -> int | None:
    return None if _dimension(one) == _dimension(other) == 0 else int(one.touches(other))


def _overlaps(one: Any, other: Any) -> int | None:
    return int(one.overlaps(other)) if _dimension(one) == _dimension(other) else None


def _crosses(one: Any, other: Any) -> int | None:
    return None if _dimension(one) == 2 or _dimension(other) == 0 else int(one.crosses(other))


_RELATIONS: dict[str, Callable[[Any, Any], int | None]] = {
    "CONTAINS": lambda one, other: int(one.contains(other)),
    "WITHIN": lambda one, other: int(one.within(other)),
    "INTERSECTS": lambda one, other: int(one.intersects(other)),
    "DISJOINT": lambda one, other: int(one.disjoint(other)),
    "EQUALS": lambda one, other: int(one.equals(other)),
    "COVERS": lambda one, other: int(one.covers(other)),
    "COVEREDBY": lambda one, other: int(one.covered_by(other)),
    "TOUCHES": _touches,
    "OVERLAPS": _overlaps,
    "CROSSES": _crosses,
}


def _pair(name: str, relation: Callable[[Any, Any], Any], type_: ExprType, *, boxes: bool = False) -> None:
    lower = name.lower()
    equality = name.endswith("EQUALS")

    @function(name)
    def build(call: Call) -> CompiledExpression:
        def compute(one: Stored, other: Stored) -> Any:
            _one_srid(lower, one, other)
            empty = [next(points_of(geometry), None) is None for _, geometry in (one, other)]
            if any(empty):
                return int(all(empty)) if equality else None
            _is_flat(name, one[0])
            shapes = [_shape(envelope(geometry) if boxes else geometry) for _, geometry in (one, other)]
            return relation(*shapes)

        return strict_null(call, type_, compute, stored(lower))


for _name, _relation in _RELATIONS.items():
    if _name not in ("COVERS", "COVEREDBY"):
        _pair(f"ST_{_name}", _relation, BOOL_TYPE)
    if _name == "TOUCHES":
        _pair("MBRTOUCHES", lambda one, other: int(one.touches(other)), BOOL_TYPE, boxes=True)
    elif _name == "OVERLAPS":
        _pair("MBROVERLAPS", lambda one, other: int(one.overlaps(other)), BOOL_TYPE, boxes=True)
    elif _name != "CROSSES":
        _pair(f"MBR{_name}", _relation, BOOL_TYPE, boxes=True)
_pair("ST_DISTANCE", lambda one, other: float(one.distance(other)), REAL_TYPE)


# --- what one geometry is


def _needed(name: str, geometry: Geometry, kinds: tuple[int, ...], shown: str) -> None:
    if geometry.kind not in kinds:
        raise mysql_error("ER_UNEXPECTED_GEOMETRY_TYPE", shown, kind_name(geometry), name)


def _single(name: str, type_: ExprType, compute: Callable[[int, Geometry], Any]) -> None:
    @function(name)
    def build(call: Call) -> CompiledExpression:
        return strict_null(call, type_, lambda found: compute(*found), stored(name.lower()))


def _area(srid: int, geometry: Geometry) -> float:
    _needed("st_area", geometry, (POLYGON, MULTI[POLYGON]), "POLYGON/MULTIPOLYGON")
    _is_flat("st_area", srid)
    return float(_shape(geometry).area)


def _is_simple(srid: int, geometry: Geometry) -> int:
    _is_flat("st_issimple", srid)
    if geometry.kind != COLLECTION:
        return int(_shape(geometry).is_simple)
    if any(not _is_simple(srid, part) for part in geometry.parts):
        return 0
    shapes = [_shape(part) for part in geometry.parts]
    return int(not any(one.intersects(other) for at, one in enumerate(shapes) for other in shapes[at + 1 :]))


def _is_valid(srid: int, geometry: Geometry) -> int:
    _is_flat("st_isvalid", srid)
    return int(_shape(geometry).is_valid)


def _validated(srid: int, geometry: Geometry) -> bytes | None:
    return geometry_to_bytes(geometry, srid) if _is_valid(srid, geometry) else None


def _centroid(srid: int, geometry: Geometry) -> bytes | None:
    _is_flat("st_centroid", srid)
    if next(points_of(geometry), None) is None:
        return None
    place = _shape(geometry).centroid
    return geometry_to_bytes(Geometry(POINT, (place.x, place.y)), srid)


def _interior_rings(srid: int, geometry: Geometry) -> int | None:
    return len(geometry.parts) - 1 if geometry.kind == POLYGON else None


_single("ST_AREA", REAL_TYPE, _area)
_single("ST_ISSIMPLE", BOOL_TYPE, _is_simple)
_single("ST_ISVALID", BOOL_TYPE, _is_valid)
_single("ST_VALIDATE", GEOMETRY_TYPE, _validated)
_single("ST_CENTROID", GEOMETRY_TYPE, _centroid)
_single("ST_SWAPXY", GEOMETRY_TYPE, lambda srid, geometry: geometry_to_bytes(swapped(geometry), srid))
_single("ST_NUMINTERIORRING", BOOL_TYPE, _interior_rings)


@function("ST_INTERIORRINGN")
def _interior_ring(call: Call) -> CompiledExpression:
    def compute(found: Stored, number: float) -> bytes | None:
        srid, geometry = found
        rings = geometry.parts[1:] if geometry.kind == POLYGON else ()
        return geometry_to_bytes(rings[int(number) - 1], srid) if 1 <= number <= len(rings) else None

    return strict_null(call, GEOMETRY_TYPE, compute, stored("st_interiorringn"), to_real)


@function("ST_MAKEENVELOPE")
def _make_envelope(call: Call) -> CompiledExpression:
    def compute(one: Stored, other: Stored) -> bytes:
        _one_srid("st_makeenvelope", one, other)
        if one[1].kind != POINT or other[1].kind != POINT:
            raise mysql_error("ER_WRONG_ARGUMENTS", "st_makeenvelope")
        _is_flat("st_makeenvelope", one[0])
        return geometry_to_bytes(envelope(Geometry(MULTI[POINT], (one[1], other[1]))), one[0])

    return strict_null(call, GEOMETRY_TYPE, compute, stored("st_makeenvelope"))


@function("ST_DISTANCE_SPHERE")
def _distance_sphere(call: Call) -> CompiledExpression:
    name = "st_distance_sphere"

    def compute(one: Stored, other: Stored, radius: float = _EARTH_RADIUS) -> float:
        _one_srid(name, one, other)
        for _, geometry in (one, other):
            _needed(name, geometry, _POINTS, "POINT/MULTIPOINT")
        if radius <= 0:
            raise mysql_error("ER_NONPOSITIVE_RADIUS", name)
        places = [list(points_of(geometry)) for _, geometry in (one, other)]
        return min(_haversine(a, b, radius) for a in places[0] for b in places[1])

    return strict_null(call, REAL_TYPE, compute, stored(name), stored(name), to_real)


def _haversine(one: tuple[float, ...], other: tuple[float, ...], radius: float) -> float:
    (x1, y1), (x2, y2) = (map(math.radians, place) for place in (one, other))
    chord = math.sin((y2 - y1) / 2) ** 2 + math.cos(y1) * math.cos(y2) * math.sin((x2 - x1) / 2) ** 2
    return 2.0 * math.asin(min(1.0, math.sqrt(chord))) * radius


def _geographic(name: str, position: int) -> None:
    lower = name.lower()

    @function(name)
    def build(call: Call) -> CompiledExpression:
        def compute(found: Stored, value: float | None = None) -> Any:
            srid, geometry = found
            if geometry.kind != POINT:
                raise mysql_error("ER_UNEXPECTED_GEOMETRY_TYPE", "POINT", kind_name(geometry), lower)
            if srid != LATITUDE_FIRST:
                raise mysql_error("ER_SRS_NOT_GEOGRAPHIC", lower, srid)
            if value is None:
                return geometry.parts[position]
            both = list(geometry.parts)
            both[position] = value
            return geometry_to_bytes(Geometry(POINT, tuple(both)), srid)

        type_ = REAL_TYPE if len(call.args) == 1 else GEOMETRY_TYPE
        return strict_null(call, type_, compute, stored(lower), to_real)


_geographic("ST_LONGITUDE", 0)
_geographic("ST_LATITUDE", 1)


# --- along a line


def _along(name: str, *, fraction: bool, many: bool = False) -> None:
    lower = name.lower()

    @function(name)
    def build(call: Call) -> CompiledExpression:
        def compute(found: Stored, distance: float) -> bytes:
            srid, geometry = found
            _needed(lower, geometry, (LINE,), "LINESTRING")
            _is_flat(name, srid)
            shape = _shape(geometry)
            end = 1.0 if fraction else shape.length
            if not 0 <= distance <= end or (many and distance == 0):
                raise mysql_error("ER_DATA_OUT_OF_RANGE", "Distance", lower)
            steps = [distance * step for step in range(1, int(end / distance + 1e-9) + 1)] if many else [distance]
            places = [shape.interpolate(step, normalized=fraction) for step in steps]
            made = tuple(Geometry(POINT, (place.x, place.y)) for place in places)
            return geometry_to_bytes(made[0] if len(made) == 1 else Geometry(MULTI[POINT], made), srid)

        return strict_null(call, GEOMETRY_TYPE, compute, stored(lower), to_real)


_along("ST_LINEINTERPOLATEPOINT", fraction=True)
_along("ST_LINEINTERPOLATEPOINTS", fraction=True, many=True)
_along("ST_POINTATDISTANCE", fraction=False)
