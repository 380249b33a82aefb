"""Spatial functions that make geometries of text, bytes and points, and those that say what a geometry is.

A stored geometry is four bytes of SRID (little-endian) followed by WKB (MySQL manual, "Internal Geometry Storage
Format"). SRID 0 and 3857 are plain planes; 4326 has its latitude first in text, and second in the stored bytes.
"""

from __future__ import annotations

import itertools
import math
import struct
from collections.abc import Callable, Iterator
from typing import Any

from binwriter.errors import UnsupportedError
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.reference_systems import shipped_systems
from binwriter.mysql.values.geometries import (
    COLLECTION,
    LINE,
    MULTI,
    NAMES,
    POINT,
    POLYGON,
    Geometry,
    geometry_of_bytes,
    geometry_of_text,
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
    ExprType,
    Kind,
    text_type,
)
from binwriter.sql.functions.converters import as_bytes, as_str
from binwriter.sql.functions.registry import Call, function, strict_null

_PLANES = (0, 3857)
LATITUDE_FIRST = 4326
_LAST_RESERVED, _HIGHEST_SRID = 32767, (1 << 32) - 1
_LIMITS = (("Latitude", 90.0), ("Longitude", 180.0))


def point(x: float, y: float, srid: int = 0) -> bytes:
    """A POINT as MySQL stores it."""
    return geometry_to_bytes(Geometry(POINT, (x, y)), srid)


def checked_srid(value: int, name: str) -> int:
    """An SRID that is modelled. MySQLError ER_DATA_OUT_OF_RANGE, ER_SRS_NOT_FOUND."""
    if not 0 <= value <= _HIGHEST_SRID:
        raise mysql_error("ER_DATA_OUT_OF_RANGE", "SRID", name)
    if value <= _LAST_RESERVED and value not in shipped_systems():
        raise mysql_error("ER_SRS_NOT_FOUND", value)
    if value in (*_PLANES, LATITUDE_FIRST):
        return value
    raise UnsupportedError(f"geometries with SRID {value}")


def swapped(geometry: Geometry) -> Geometry:
    """With its two numbers the other way round."""
    if geometry.kind == POINT:
        return Geometry(POINT, geometry.parts[::-1])
    return Geometry(geometry.kind, tuple(map(swapped, geometry.parts)))


def _check_range(geometry: Geometry, name: str) -> None:
    for x, y in points_of(geometry):
        for (what, limit), value in zip(_LIMITS, (x, y), strict=True):
            if not -limit <= value <= limit:
                symbol = f"ER_{what.upper()}_OUT_OF_RANGE"
                raise mysql_error(symbol, f"{what} {value:f}", name, f"{-limit:f}", f"{limit:f}")


def points_of(geometry: Geometry) -> Iterator[tuple[float, ...]]:
    """The places that a geometry names."""
    if geometry.kind == POINT:
        yield geometry.parts
    else:
        for part in geometry.parts:
            yield from points_of(part)


Stored = tuple[int, Geometry]  # with its SRID


def stored(name: str) -> Callable[[Any, ExprType, StatementContext], Stored]:
    """What reads an argument of that function. MySQLError ER_GIS_INVALID_DATA."""

    def convert(value: Any, type_: ExprType, context: StatementContext) -> tuple[int, Geometry]:
        if not isinstance(value, bytes):
            raise mysql_error("ER_GIS_INVALID_DATA", name)
        try:
            return geometry_of_bytes(value)
        except (ValueError, TypeError, struct.error):
            raise mysql_error("ER_GIS_INVALID_DATA", name) from None

    return convert


# --- from text and bytes ---


def _reader(read: Callable[[Any], Geometry], kind: int | None) -> Callable[[Call], CompiledExpression]:
    def build(call: Call) -> CompiledExpression:
        name = call.name.lower()

        def compute(value: Any, srid: int = 0, _: Any = None) -> bytes:
            try:
                geometry = read(value)
            except (ValueError, struct.error):
                raise mysql_error("ER_GIS_INVALID_DATA", name) from None
            if kind is not None and geometry.kind != kind:
                raise mysql_error("ER_GIS_INVALID_DATA", name)
            if checked_srid(srid, name) == LATITUDE_FIRST:
                _check_range(geometry, name)
                geometry = swapped(geometry)
            return geometry_to_bytes(geometry, srid)

        converters = (as_bytes if read is not geometry_of_text else as_str, to_int, as_str)
        return strict_null(call, GEOMETRY_TYPE, compute, *converters)

    return build


def _of_wkb(data: bytes) -> Geometry:
    return geometry_of_bytes(bytes(4) + data)[1]


_KINDS: dict[str, int | None] = {
    "GEOM": None,
    "POINT": 1,
    "LINE": 2,
    "POLY": 3,
    "MPOINT": 4,
    "MLINE": 5,
    "MPOLY": 6,
    "GEOMCOLL": 7,
}
for _name, _kind in _KINDS.items():
    for _form, _read in (("TEXT", geometry_of_text), ("WKB", _of_wkb)):
        function(f"ST_{_name}FROM{_form}")(_reader(_read, _kind))


# --- from parts ---


@function("POINT")
def _point(call: Call) -> CompiledExpression:
    return strict_null(call, GEOMETRY_TYPE, point, to_real)


def _builder(name: str, kind: int, part_kind: int | None) -> None:
    @function(name)
    def build(call: Call) -> CompiledExpression:
        for part in call.args:
            if part.type.kind is not Kind.NULL and part.type.field is not ColumnType.GEOMETRY:
                raise mysql_error("ER_ILLEGAL_VALUE_FOR_TYPE", "non geometric", part.text)

        def compute(*parts: tuple[int, Geometry]) -> bytes:
            if kind == LINE and len(parts) < 2:
                raise mysql_error("ER_GIS_INVALID_DATA", call.name.lower())
            if any(part_kind is not None and part.kind != part_kind for _, part in parts):
                raise mysql_error("ER_GIS_INVALID_DATA", call.name.lower())
            return geometry_to_bytes(Geometry(kind, tuple(part for _, part in parts)), 0)

        return strict_null(call, GEOMETRY_TYPE, compute, stored(call.name.lower()))


_builder("LINESTRING", LINE, POINT)
_builder("POLYGON", POLYGON, LINE)
_builder("MULTIPOINT", MULTI[POINT], POINT)
_builder("MULTILINESTRING", MULTI[LINE], LINE)
_builder("MULTIPOLYGON", MULTI[POLYGON], POLYGON)
_builder("GEOMETRYCOLLECTION", COLLECTION, None)
_builder("GEOMCOLLECTION", COLLECTION, None)


# --- what a geometry is ---


def _measure(name: str, type_: ExprType, measure: Callable[[int, Geometry], Any]) -> None:
    @function(name)
    def build(call: Call) -> CompiledExpression:
        return strict_null(call, type_, lambda found: measure(*found), stored(name.lower()))


def _shown(srid: int, geometry: Geometry) -> str:
    return geometry_text(swapped(geometry) if srid == LATITUDE_FIRST else geometry)


@function("ST_ASTEXT")
def _as_text(call: Call) -> CompiledExpression:
    type_ = text_type(0, connection_collation(call.scope))
    return strict_null(call, type_, lambda found: _shown(*found), stored(call.name.lower()))


@function("ST_ASWKB")
def _as_wkb(call: Call) -> CompiledExpression:
    return strict_null(call, BINARY_TYPE, lambda found: geometry_to_bytes(found[1], 0)[4:], stored(call.name.lower()))


@function("ST_GEOMETRYTYPE")
def _geometry_type(call: Call) -> CompiledExpression:
    type_ = text_type(0, connection_collation(call.scope))
    return strict_null(call, type_, lambda found: _type_name(found[1]), stored("st_geometrytype"))


def _type_name(geometry: Geometry) -> str:
    return "GEOMCOLLECTION" if geometry.kind == COLLECTION else NAMES[geometry.kind]


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


def envelope(geometry: Geometry) -> Geometry:
    """The least rectangle around a geometry; a line or point where that has no area."""
    places = list(points_of(geometry))
    if not places:
        return geometry
    xs, ys = zip(*places, strict=True)
    (left, right), (low, high) = (min(xs), max(xs)), (min(ys), max(ys))
    if left == right and low == high:
        return Geometry(POINT, (left, low))
    if left == right or low == high:
        return Geometry(LINE, (Geometry(POINT, (left, low)), Geometry(POINT, (right, high))))
    corners = ((left, low), (right, low), (right, high), (left, high), (left, low))
    return Geometry(POLYGON, (Geometry(LINE, tuple(Geometry(POINT, corner) for corner in corners)),))


def _line_length(geometry: Geometry) -> float:
    if geometry.kind != LINE:
        return sum(map(_line_length, geometry.parts))
    places = [part.parts for part in geometry.parts]
    return sum(math.dist(one, other) for one, other in itertools.pairwise(places))


_measure("ST_DIMENSION", INT_TYPE, lambda srid, geometry: _dimension(geometry))
_measure("ST_ISEMPTY", BOOL_TYPE, lambda srid, geometry: int(next(points_of(geometry), None) is None))
_measure("ST_NUMPOINTS", INT_TYPE, _if_kind((LINE,), lambda line: len(line.parts)))
_measure("ST_ISCLOSED", BOOL_TYPE, _if_kind((LINE,), lambda line: int(line.parts[0] == line.parts[-1])))
_measure("ST_LENGTH", REAL_TYPE, _if_kind((LINE, MULTI[LINE]), _line_length))
_measure("ST_NUMGEOMETRIES", INT_TYPE, _if_kind((4, 5, 6, 7), lambda many: len(many.parts)))
_measure("ST_NUMINTERIORRINGS", INT_TYPE, _if_kind((POLYGON,), lambda one: len(one.parts) - 1))
_measure("ST_STARTPOINT", GEOMETRY_TYPE, _part(LINE, 0))
_measure("ST_ENDPOINT", GEOMETRY_TYPE, _part(LINE, -1))
_measure("ST_EXTERIORRING", GEOMETRY_TYPE, _part(POLYGON, 0))
_measure("ST_ENVELOPE", GEOMETRY_TYPE, lambda srid, geometry: geometry_to_bytes(envelope(geometry), srid))


@function("ST_POINTN", "ST_GEOMETRYN")
def _nth(call: Call) -> CompiledExpression:
    def compute(found: tuple[int, Geometry], number: int) -> bytes | None:
        srid, geometry = found
        if geometry.kind in (POINT, POLYGON) or not 1 <= number <= len(geometry.parts):
            return None
        return geometry_to_bytes(geometry.parts[number - 1], srid)

    return strict_null(call, GEOMETRY_TYPE, compute, stored(call.name.lower()), to_int)
