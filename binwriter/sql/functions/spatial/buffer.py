"""ST_Buffer and ST_Buffer_Strategy in a plane.

Source: MySQL manual, "Spatial Operator Functions". The area is GEOS's (the extra `gis`), which sets its corners alike
around places, and close to a server's elsewhere.
"""

from __future__ import annotations

import math
import struct
from typing import Any

from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.geometries import COLLECTION, LINE, MULTI, POINT, POLYGON, Geometry, geometry_to_bytes
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_real
from binwriter.sql.expressions.types import BINARY_TYPE, GEOMETRY_TYPE, CompiledExpression, ExprType
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.registry import Call, function, with_context
from binwriter.sql.functions.spatial.overlay import area_of, many
from binwriter.sql.functions.spatial.relations import geos, shape_of
from binwriter.sql.functions.spatial.stored import (
    Stored,
    class_name,
    is_empty,
    is_geographic,
    line,
    not_for,
    nulls_first,
    refuse_geographic,
    single_parts,
    stored,
)

_NAME, _STRATEGY = "st_buffer", "st_buffer_strategy"
_NAMES = ("end_round", "end_flat", "join_round", "join_miter", "point_circle", "point_square")
_LAYOUT = struct.Struct("<Id")
_BARE = ("end_flat", "point_square")
_USUAL = {"end": ("end_round", 32.0), "join": ("join_round", 32.0), "point": ("point_circle", 32.0)}
# a distance that is no larger is none
_NONE = 1e-12
_ROOM = "max_points_in_geometry"


@function("ST_BUFFER_STRATEGY")
def _buffer_strategy(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, name: str, value: float | None = None) -> bytes:
        lower = name.lower()
        if lower not in _NAMES or (lower in _BARE) != (value is None):
            raise mysql_error("ER_WRONG_ARGUMENTS", _STRATEGY)
        if value is not None and value <= 0:
            raise mysql_error("ER_WRONG_ARGUMENTS", _STRATEGY)
        most = int(context.variables.get(_ROOM))
        if value is not None and lower != "join_miter" and value > most:
            raise mysql_error("ER_GIS_MAX_POINTS_IN_GEOMETRY_OVERFLOWED", "points_per_circle", most, _STRATEGY)
        return _LAYOUT.pack(_NAMES.index(lower) + 1, value or 0.0)

    return with_context(call, BINARY_TYPE, compute, as_str, to_real)


def _strategy(value: Any, type_: ExprType, context: StatementContext) -> tuple[str, float]:
    if not isinstance(value, bytes) or len(value) != _LAYOUT.size:
        raise mysql_error("ER_WRONG_ARGUMENTS", _NAME)
    number, amount = _LAYOUT.unpack(value)
    if not 1 <= number <= len(_NAMES):
        raise mysql_error("ER_WRONG_ARGUMENTS", _NAME)
    return _NAMES[number - 1], amount


def _kinds(geometry: Geometry) -> set[str]:
    """Of which strategies a geometry takes one."""
    if geometry.kind == COLLECTION:
        return {"point", "join", "end"}
    if geometry.kind in (POINT, MULTI[POINT]):
        return {"point"}
    return {"join", "end"} if geometry.kind in (LINE, MULTI[LINE]) else {"join"}


def _around(place: tuple[float, ...], distance: float, strategy: tuple[str, float]) -> Geometry:
    """What lies around one place."""
    x, y = place
    if strategy[0] == "point_square":
        corners = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))
        return Geometry(POLYGON, (line([(x + distance * a, y + distance * b) for a, b in corners]),))
    count = max(3, int(strategy[1]))
    angle = 2.0 * math.pi / count
    places = [(x + distance * math.cos(-at * angle), y + distance * math.sin(-at * angle)) for at in range(count)]
    return Geometry(POLYGON, (line([places[0], *places[:0:-1], places[0]]),))


def _buffered(geometry: Geometry, distance: float, chosen: dict[str, tuple[str, float]]) -> Geometry:
    if geometry.kind == POINT:
        return _around(geometry.parts, distance, chosen["point"])
    join, amount = chosen["join"]
    around = [shape_of(_around(part.parts, distance, chosen["point"])) for part in _places(geometry)]
    others = geos().GeometryCollection([shape_of(part) for part in _not_places(geometry)])
    segments = max(1, math.ceil((amount if join == "join_round" else chosen["end"][1] or 32) / 4))
    wide = geos().buffer(
        others,
        distance,
        quad_segs=segments,
        cap_style="flat" if chosen["end"][0] == "end_flat" else "round",
        join_style="mitre" if join == "join_miter" else "round",
        mitre_limit=amount if join == "join_miter" else 5.0,
    )
    whole = geos().union_all([wide, *around])
    areas = [area_of(part) for part in getattr(whole, "geoms", [whole]) if not part.is_empty]
    return many(POLYGON, areas) if areas else Geometry(COLLECTION, ())


def _places(geometry: Geometry) -> list[Geometry]:
    if geometry.kind == POINT:
        return [geometry]
    if geometry.kind in (MULTI[POINT], COLLECTION):
        return [place for part in geometry.parts for place in _places(part)]
    return []


def _not_places(geometry: Geometry) -> list[Geometry]:
    if geometry.kind == COLLECTION:
        return [place for part in geometry.parts for place in _not_places(part)]
    return [] if geometry.kind in (POINT, MULTI[POINT]) else [geometry]


@function("ST_BUFFER")
def _buffer(call: Call) -> CompiledExpression:
    def compute(given: Stored, distance: float, *strategies: tuple[str, float]) -> bytes:
        srid, geometry = given
        if abs(distance) <= _NONE:
            return geometry_to_bytes(geometry, srid)
        if is_geographic(srid) and geometry.kind != POINT:
            raise not_for("ER_NOT_IMPLEMENTED_FOR_GEOGRAPHIC_SRS", _NAME, geometry)
        chosen: dict[str, tuple[str, float]] = {}
        for strategy in strategies:
            kind = strategy[0].partition("_")[0]
            if kind in chosen or kind not in _kinds(geometry):
                raise mysql_error("ER_WRONG_ARGUMENTS", _NAME)
            chosen[kind] = strategy
        only_areas = class_name(geometry) in ("POLYGON", "MULTIPOLYGON", "GEOMCOLLECTION")
        has_areas = is_empty(geometry) or any(part.kind == POLYGON for part in single_parts(geometry))
        if distance < 0 and not (only_areas and has_areas):
            raise mysql_error("ER_WRONG_ARGUMENTS", _NAME)
        if is_empty(geometry):
            return geometry_to_bytes(geometry, srid)
        refuse_geographic(_NAME, srid)
        try:
            return geometry_to_bytes(_buffered(geometry, distance, _USUAL | chosen), srid)
        except geos().errors.ShapelyError:  # coordinates beyond DOUBLE
            raise mysql_error("ER_GIS_UNKNOWN_ERROR", _NAME) from None

    return nulls_first(call, GEOMETRY_TYPE, compute, stored(_NAME), to_real, _strategy)
