"""CAST of a geometry as another kind, and ST_Collect.

Source: MySQL manual, "Cast Functions and Operators", "Spatial Aggregate Functions"; captured:
tests/golden/spatial/crossing.
"""

from __future__ import annotations

from typing import Any

from sqlglot import exp

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
    is_ring,
)
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.cast_targets import GEOMETRIES
from binwriter.sql.expressions.compile import compile_all
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import GEOMETRY_TYPE, CompiledExpression, ExprType, Kind
from binwriter.sql.functions.aggregates.basic import Rows, register
from binwriter.sql.functions.registry import node_function
from binwriter.sql.functions.spatial.overlay import ring_towards
from binwriter.sql.functions.spatial.stored import class_name, line, places_of, stored

SINGLE = {many: one for one, many in MULTI.items()}


class _WrongDirectionError(Exception):
    pass


def _one(geometry: Geometry, kind: int) -> Geometry | None:
    """The only part of several, if it is of that kind."""
    if geometry.kind in (MULTI.get(kind), COLLECTION) and len(geometry.parts) == 1 and geometry.parts[0].kind == kind:
        part: Geometry = geometry.parts[0]
        return part
    return None


def _area(rings: tuple[Geometry, ...], srid: int) -> Geometry | None:
    if not all(map(is_ring, rings)):
        return None
    for at, ring in enumerate(rings):
        places = places_of(ring)
        if ring_towards(places, left=not at) != places:
            raise _WrongDirectionError
    return Geometry(POLYGON, rings)


def _cast(geometry: Geometry, kind: int, srid: int) -> Geometry | None:
    """None where there is no such cast."""
    if geometry.kind == kind:
        return geometry
    parts = geometry.parts
    if kind == COLLECTION:
        return Geometry(COLLECTION, parts if geometry.kind in SINGLE else (geometry,))
    if kind in (POINT, LINE, POLYGON) and (only := _one(geometry, kind)) is not None:
        return only
    inner = SINGLE.get(kind)
    if geometry.kind == COLLECTION and inner is not None:
        fits = bool(parts) and all(part.kind == inner for part in parts)
        return Geometry(kind, parts) if fits else None
    if geometry.kind == inner:
        return Geometry(kind, (geometry,))
    made: Geometry | None = None
    match kind, geometry.kind:
        case 2, 4 if len(parts) >= 2:
            made = Geometry(LINE, parts)
        case 2, 3 if len(parts) == 1:
            made = parts[0]
        case 3, 2:
            made = _area((geometry,), srid)
        case 3, 5:
            made = _area(parts, srid)
        case 4, 2:
            made = Geometry(kind, parts)
        case 5, 3:
            made = Geometry(kind, parts)
        case 5, 6 if all(len(area.parts) == 1 for area in parts):
            made = Geometry(kind, tuple(area.parts[0] for area in parts))
        case 6, 5:
            areas = [_area((part,), srid) for part in parts]
            made = None if None in areas else Geometry(kind, tuple(areas))
    return made


def _register(kind: int) -> None:
    target = NAMES[kind]
    shown = "GEOMCOLLECTION" if kind == COLLECTION else target
    read = stored(f"cast_as_{target.lower()}")

    def convert(value: Any, type_: ExprType, context: StatementContext) -> bytes:
        srid, geometry = read(value, type_, context)
        geometry = _left_turning(geometry)
        try:
            converted = _cast(geometry, kind, srid)
        except _WrongDirectionError:
            raise mysql_error("ER_INVALID_CAST_POLYGON_RING_DIRECTION", class_name(geometry), shown) from None
        if converted is None:
            raise mysql_error("ER_INVALID_CAST_TO_GEOMETRY", class_name(geometry), shown)
        return geometry_to_bytes(converted, srid)

    GEOMETRIES[target] = convert


for _kind in range(POINT, COLLECTION + 1):
    _register(_kind)


# --- ST_Collect -------------------------------------------------------------------------------------------------------


def _collected(parts: list[Geometry], srid: int) -> Geometry:
    kinds = {part.kind for part in parts}
    if len(kinds) == 1 and (only := kinds.pop()) in MULTI:
        return Geometry(MULTI[only], tuple(parts))
    return Geometry(COLLECTION, tuple(parts))


def _closed(places: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
    return places if places[0] == places[-1] else [*places, places[0]]


def _left_turning(geometry: Geometry) -> Geometry:
    """With outer rings that turn left, and holes right; all closed."""
    if geometry.kind == POLYGON:
        rings = (line(ring_towards(_closed(places_of(ring)), left=not at)) for at, ring in enumerate(geometry.parts))
        return Geometry(POLYGON, tuple(rings))
    if geometry.kind in (POINT, LINE):
        return geometry
    return Geometry(geometry.kind, tuple(map(_left_turning, geometry.parts)))


@node_function("ST_COLLECT")
def _collect(node: exp.Expression, scope: Scope) -> CompiledExpression:
    name = "st_collect"
    nodes = node.expressions
    distinct = len(nodes) == 1 and isinstance(nodes[0], exp.Distinct)
    if distinct:
        nodes = nodes[0].expressions
    parts = list(compile_all(nodes, scope.inside_aggregate()))
    if len(parts) != 1:
        raise mysql_error("ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT", node.name)
    part = parts[0]
    convert = stored(name)

    def compute(context: StatementContext, rows: Rows) -> bytes | None:
        geometries: list[Geometry] = []
        srid: Any = None
        for row in rows:
            value = part.eval(context, row)
            if value is None or part.type.kind is Kind.NULL:
                continue
            number, geometry = convert(value, part.type, context)
            if srid is not None and srid != number:
                raise mysql_error("ER_GIS_DIFFERENT_SRIDS_AGGREGATION", name, srid, number)
            srid = number
            geometry = _left_turning(geometry)
            if not (distinct and geometry in geometries):
                geometries.append(geometry)
        return geometry_to_bytes(_collected(geometries, srid), srid) if geometries else None

    words = f"{'distinct ' if distinct else ''}{part.text}"
    return register(scope, GEOMETRY_TYPE, f"{name}({words})", compute)
