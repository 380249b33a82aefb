"""Spatial functions that say what a geometry is, and give its parts.

Source: MySQL manual, "Geometry Property Functions"; captured: tests/golden/clusters/spatial_measures.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.geometries import (
    COLLECTION,
    LINE,
    MULTI,
    POINT,
    POLYGON,
    Geometry,
    geometry_text,
    geometry_to_bytes,
)
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_int, to_real
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.types import (
    BINARY_TYPE,
    BOOL_TYPE,
    GEOMETRY_TYPE,
    INT_TYPE,
    REAL_TYPE,
    CompiledExpression,
    text_type,
)
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.registry import Call, function, strict_null
from binwriter.sql.functions.spatial.stored import (
    Srid,
    axis_order,
    check_latitude,
    check_longitude,
    check_stored_range,
    checked_srid,
    class_name,
    envelope,
    in_order,
    is_geographic,
    latitude_first,
    not_for,
    nulls_first,
    nulls_first_with_context,
    of_geometry,
    points,
    stored,
    swapped,
)

# --- what a geometry is ---


@function("ST_ASTEXT")
def _as_text(call: Call) -> CompiledExpression:
    type_ = text_type(0, connection_collation(call.scope))
    name = call.name.lower()

    def compute(given: tuple[int, Geometry], options: str = "") -> str | None:
        if not all(math.isfinite(value) for place in points(given[1]) for value in place):
            return None
        return geometry_text(in_order(*given, axis_order(name, options)))

    return strict_null(call, type_, compute, stored(name), as_str)


@function("ST_ASWKB")
def _as_wkb(call: Call) -> CompiledExpression:
    name = call.name.lower()

    def compute(given: tuple[int, Geometry], options: str = "") -> bytes:
        return geometry_to_bytes(in_order(*given, axis_order(name, options)), 0)[4:]

    return strict_null(call, BINARY_TYPE, compute, stored(name), as_str)


@function("ST_GEOMETRYTYPE")
def _geometry_type(call: Call) -> CompiledExpression:
    type_ = text_type(0, connection_collation(call.scope))
    return strict_null(call, type_, lambda given: class_name(given[1]), stored("st_geometrytype"))


@function("ST_SRID")
def _st_srid(call: Call) -> CompiledExpression:
    if len(call.args) == 1:
        return strict_null(call, INT_TYPE, lambda given: given[0], stored("st_srid"))

    def with_srid(context: StatementContext, given: tuple[int, Geometry], srid: int) -> bytes:
        known = checked_srid(srid, "st_srid", context)
        if known.system.is_geographic:
            check_stored_range(known.system, given[1], "st_srid")
        return geometry_to_bytes(given[1], known)

    return nulls_first_with_context(call, GEOMETRY_TYPE, with_srid, stored("st_srid", warns=False), to_int)


def _coordinate(name: str, position: int) -> None:
    lower = name.lower()

    @function(name)
    def build(call: Call) -> CompiledExpression:
        def of_point(given: tuple[int, Geometry]) -> tuple[float, ...]:
            if given[1].kind != POINT:
                raise mysql_error("ER_UNEXPECTED_GEOMETRY_TYPE", "POINT", class_name(given[1]), lower)
            return given[1].parts

        def place_of(srid: int) -> int:
            """Of the first or the second coordinate of text."""
            return 1 - position if latitude_first(srid) else position

        if len(call.args) == 1:
            return strict_null(call, REAL_TYPE, lambda given: of_point(given)[place_of(given[0])], stored(lower))

        def changed(given: tuple[int, Geometry], value: float) -> bytes:
            both = list(of_point(given))
            place = place_of(given[0])
            if isinstance(given[0], Srid) and given[0].system.is_geographic:
                (check_latitude if place else check_longitude)(value, lower, given[0].system.degree)
            both[place] = value
            return geometry_to_bytes(Geometry(POINT, tuple(both)), given[0])

        return nulls_first(call, GEOMETRY_TYPE, changed, stored(lower), to_real)


_coordinate("ST_X", 0)
_coordinate("ST_Y", 1)
_DIMENSIONS = {1: 0, 2: 1, 3: 2, 4: 0, 5: 1, 6: 2}


def _dimension(geometry: Geometry) -> int | None:
    if geometry.kind == COLLECTION:
        return max((_dimension(part) or 0 for part in geometry.parts), default=None)
    return _DIMENSIONS[geometry.kind]


def _if_kind(kinds: tuple[int, ...], measure: Callable[[Geometry], Any]) -> Callable[[int, Geometry], Any]:
    return lambda srid, geometry: measure(geometry) if geometry.kind in kinds else None


def _part(kind: int, place: int) -> Callable[[int, Geometry], Any]:
    return lambda srid, geometry: geometry_to_bytes(geometry.parts[place], srid) if geometry.kind == kind else None


of_geometry("ST_DIMENSION", INT_TYPE, lambda srid, geometry: _dimension(geometry))
of_geometry("ST_ISEMPTY", BOOL_TYPE, lambda srid, geometry: int(next(points(geometry), None) is None))
of_geometry("ST_NUMPOINTS", INT_TYPE, _if_kind((LINE,), lambda line: len(line.parts)))
of_geometry("ST_NUMGEOMETRIES", INT_TYPE, _if_kind((4, 5, 6, 7), lambda many: len(many.parts)))
of_geometry("ST_STARTPOINT", GEOMETRY_TYPE, _part(LINE, 0))
of_geometry("ST_ENDPOINT", GEOMETRY_TYPE, _part(LINE, -1))
of_geometry("ST_EXTERIORRING", GEOMETRY_TYPE, _part(POLYGON, 0))


def _envelope(srid: int, geometry: Geometry) -> bytes:
    if is_geographic(srid):
        raise not_for("ER_NOT_IMPLEMENTED_FOR_GEOGRAPHIC_SRS", "st_envelope", geometry)
    return envelope(srid, geometry)


of_geometry("ST_ENVELOPE", GEOMETRY_TYPE, _envelope)


@function("ST_POINTN", "ST_GEOMETRYN")
def _nth(call: Call) -> CompiledExpression:
    takes = call.name == "ST_POINTN"
    wanted = (LINE,) if takes else (POINT, LINE, POLYGON)

    def compute(given: tuple[int, Geometry], number: int) -> bytes | None:
        srid, geometry = given
        if (geometry.kind in wanted) is not takes or not 1 <= number <= len(geometry.parts):
            return None
        return geometry_to_bytes(geometry.parts[number - 1], srid)

    return nulls_first(call, GEOMETRY_TYPE, compute, stored(call.name.lower()), to_int)


of_geometry("ST_SWAPXY", GEOMETRY_TYPE, lambda srid, geometry: geometry_to_bytes(swapped(geometry), srid))


def _is_closed(geometry: Geometry) -> int:
    lines = (geometry,) if geometry.kind == LINE else geometry.parts
    return int(all(line.parts[0] == line.parts[-1] for line in lines))


def _closed(srid: int, geometry: Geometry) -> int | None:
    if is_geographic(srid):
        raise not_for("ER_NOT_IMPLEMENTED_FOR_GEOGRAPHIC_SRS", "st_isclosed", geometry)
    return _is_closed(geometry) if geometry.kind in (LINE, MULTI[LINE]) else None


of_geometry("ST_ISCLOSED", BOOL_TYPE, _closed)
for _name in ("ST_NUMINTERIORRINGS", "ST_NUMINTERIORRING"):
    of_geometry(_name, INT_TYPE, _if_kind((POLYGON,), lambda area: len(area.parts) - 1))


@function("ST_INTERIORRINGN")
def _ring(call: Call) -> CompiledExpression:
    def compute(given: tuple[int, Geometry], number: int) -> bytes | None:
        srid, geometry = given
        if geometry.kind != POLYGON or not 1 <= number < len(geometry.parts):
            return None
        return geometry_to_bytes(geometry.parts[number], srid)

    return nulls_first(call, GEOMETRY_TYPE, compute, stored("st_interiorringn"), to_int)
