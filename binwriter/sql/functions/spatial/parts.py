"""Spatial functions that say what a geometry is, and give its parts.

Source: MySQL manual, "Geometry Property Functions"; captured: tests/golden/clusters/spatial_measures.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.geometries import (
    COLLECTION,
    LINE,
    MULTI,
    NAMES,
    POINT,
    POLYGON,
    Geometry,
    geometry_text,
    geometry_to_bytes,
)
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
from binwriter.sql.functions.registry import Call, function, strict_null
from binwriter.sql.functions.spatial.stored import (
    as_in_text,
    checked_srid,
    class_name,
    envelope,
    of_geometry,
    points,
    stored,
    swapped,
)

# --- what a geometry is ---


@function("ST_ASTEXT")
def _as_text(call: Call) -> CompiledExpression:
    type_ = text_type(0, connection_collation(call.scope))
    return strict_null(call, type_, lambda given: geometry_text(as_in_text(*given)), stored(call.name.lower()))


@function("ST_ASWKB")
def _as_wkb(call: Call) -> CompiledExpression:
    return strict_null(call, BINARY_TYPE, lambda found: geometry_to_bytes(found[1], 0)[4:], stored(call.name.lower()))


@function("ST_GEOMETRYTYPE")
def _geometry_type(call: Call) -> CompiledExpression:
    type_ = text_type(0, connection_collation(call.scope))
    return strict_null(call, type_, lambda found: class_name(found[1]), stored("st_geometrytype"))


@function("ST_SRID")
def _st_srid(call: Call) -> CompiledExpression:
    if len(call.args) == 1:
        return strict_null(call, INT_TYPE, lambda found: found[0], stored("st_srid"))

    def with_srid(found: tuple[int, Geometry], srid: int) -> bytes:
        return geometry_to_bytes(found[1], checked_srid(srid, "st_srid"))

    return strict_null(call, GEOMETRY_TYPE, with_srid, stored("st_srid"), to_int)


def _coordinate(name: str, position: int) -> None:
    lower = name.lower()

    @function(name)
    def build(call: Call) -> CompiledExpression:
        def of_point(found: tuple[int, Geometry]) -> tuple[float, ...]:
            if found[1].kind != POINT:
                raise mysql_error("ER_UNEXPECTED_GEOMETRY_TYPE", "POINT", NAMES[found[1].kind], lower)
            return found[1].parts

        if len(call.args) == 1:
            return strict_null(call, REAL_TYPE, lambda found: of_point(found)[position], stored(lower))

        def changed(found: tuple[int, Geometry], value: float) -> bytes:
            both = list(of_point(found))
            both[position] = value
            return geometry_to_bytes(Geometry(POINT, tuple(both)), found[0])

        return strict_null(call, GEOMETRY_TYPE, changed, stored(lower), to_real)


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
of_geometry("ST_ENVELOPE", GEOMETRY_TYPE, envelope)


@function("ST_POINTN", "ST_GEOMETRYN")
def _nth(call: Call) -> CompiledExpression:
    def compute(found: tuple[int, Geometry], number: int) -> bytes | None:
        srid, geometry = found
        if geometry.kind in (POINT, POLYGON) or not 1 <= number <= len(geometry.parts):
            return None
        return geometry_to_bytes(geometry.parts[number - 1], srid)

    return strict_null(call, GEOMETRY_TYPE, compute, stored(call.name.lower()), to_int)


of_geometry("ST_SWAPXY", GEOMETRY_TYPE, lambda srid, geometry: geometry_to_bytes(swapped(geometry), srid))


def _is_closed(geometry: Geometry) -> int:
    lines = (geometry,) if geometry.kind == LINE else geometry.parts
    return int(all(line.parts[0] == line.parts[-1] for line in lines))


of_geometry("ST_ISCLOSED", BOOL_TYPE, _if_kind((LINE, MULTI[LINE]), _is_closed))
for _name in ("ST_NUMINTERIORRINGS", "ST_NUMINTERIORRING"):
    of_geometry(_name, INT_TYPE, _if_kind((POLYGON,), lambda area: len(area.parts) - 1))


@function("ST_INTERIORRINGN")
def _ring(call: Call) -> CompiledExpression:
    def compute(given: tuple[int, Geometry], number: int) -> bytes | None:
        srid, geometry = given
        if geometry.kind != POLYGON or not 1 <= number < len(geometry.parts):
            return None
        return geometry_to_bytes(geometry.parts[number], srid)

    return strict_null(call, GEOMETRY_TYPE, compute, stored("st_interiorringn"), to_int)
