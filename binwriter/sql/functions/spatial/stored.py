"""Geometries as arguments: read from what is stored, with their reference systems, and described in errors.

A stored geometry is four bytes of SRID (little-endian) followed by WKB (MySQL manual, "Internal Geometry Storage
Format"). SRID 0 and 3857 are plain planes; 4326 has its latitude first in text, and second in the stored bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
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
    geometry_to_bytes,
)
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.types import CompiledExpression, ExprType, Kind
from binwriter.sql.functions.registry import Call, function, strict_null

PLANES = (0, 3857)
LATITUDE_FIRST = 4326
_LAST_RESERVED, _HIGHEST_SRID = 32767, (1 << 32) - 1
LONGITUDE_LIMIT, LATITUDE_LIMIT = 180.0, 90.0

Stored = tuple[int, Geometry]
"""SRID and geometry."""


def stored(name: str) -> Callable[[Any, ExprType, StatementContext], Stored]:
    """What reads an argument of the function of this name: ER_GIS_INVALID_DATA for what is no geometry."""

    def convert(value: Any, type_: ExprType, context: StatementContext) -> Stored:
        if not isinstance(value, bytes):
            raise mysql_error("ER_GIS_INVALID_DATA", name)
        try:
            return geometry_of_bytes(value)
        except (ValueError, TypeError, struct.error):
            raise mysql_error("ER_GIS_INVALID_DATA", name) from None

    return convert


def refuse_other_types(name: str, argument: str, type_: ExprType) -> None:
    """Raises ER_INCORRECT_TYPE for an argument that can be no geometry, before there is a value."""
    if type_.kind is not Kind.NULL and type_.field is not ColumnType.GEOMETRY and not type_.binary:
        raise mysql_error("ER_INCORRECT_TYPE", argument, name)


def of_geometry(name: str, type_: ExprType, compute: Callable[[int, Geometry], Any]) -> None:
    """Registers a function of one geometry."""

    @function(name)
    def build(call: Call) -> CompiledExpression:
        return strict_null(call, type_, lambda given: compute(*given), stored(name.lower()))


def point(place: Iterable[float], srid: int = 0) -> bytes:
    """A POINT as MySQL stores it."""
    return geometry_to_bytes(Geometry(POINT, tuple(place)), srid)


def line(places: Iterable[tuple[float, ...]]) -> Geometry:
    """A LINESTRING of places."""
    return Geometry(LINE, tuple(Geometry(POINT, tuple(place)) for place in places))


def points(geometry: Geometry) -> Iterator[tuple[float, ...]]:
    """All places of a geometry, in order."""
    if geometry.kind == POINT:
        yield geometry.parts
    else:
        for part in geometry.parts:
            yield from points(part)


def places_of(geometry: Geometry) -> list[tuple[float, ...]]:
    """All places of a geometry."""
    return list(points(geometry))


def single_parts(geometry: Geometry) -> Iterator[Geometry]:
    """A geometry's single geometries, however deep: what is no collection of any kind."""
    if geometry.kind == COLLECTION or geometry.kind in MULTI.values():
        for part in geometry.parts:
            yield from single_parts(part)
    else:
        yield geometry


def is_empty(geometry: Geometry) -> bool:
    """Whether it is a collection of nothing."""
    return next(points(geometry), None) is None


def swapped(geometry: Geometry) -> Geometry:
    """With both coordinates of each place exchanged."""
    if geometry.kind == POINT:
        return Geometry(POINT, geometry.parts[::-1])
    return Geometry(geometry.kind, tuple(map(swapped, geometry.parts)))


def as_in_text(srid: int, geometry: Geometry) -> Geometry:
    """With its coordinates in the order of its reference system."""
    return swapped(geometry) if srid == LATITUDE_FIRST else geometry


def class_name(geometry: Geometry) -> str:
    """What errors and ST_GeometryType call its type."""
    return "GEOMCOLLECTION" if geometry.kind == COLLECTION else NAMES[geometry.kind]


def envelope(srid: int, geometry: Geometry) -> bytes:
    """The least rectangle around a geometry: a POINT, a LINESTRING of two places or a POLYGON."""
    if is_empty(geometry):
        return geometry_to_bytes(geometry, srid)
    xs, ys = zip(*points(geometry), strict=True)
    (left, right), (low, high) = (min(xs), max(xs)), (min(ys), max(ys))
    if left == right and low == high:
        return point((left, low), srid)
    if left == right or low == high:
        return geometry_to_bytes(line([(left, low), (right, high)]), srid)
    ring = line([(left, low), (right, low), (right, high), (left, high), (left, low)])
    return geometry_to_bytes(Geometry(POLYGON, (ring,)), srid)


def checked_srid(value: int, name: str) -> int:
    """An SRID that an argument gives. Raises ER_DATA_OUT_OF_RANGE, ER_SRS_NOT_FOUND; UnsupportedError for most."""
    if not 0 <= value <= _HIGHEST_SRID:
        raise mysql_error("ER_DATA_OUT_OF_RANGE", "SRID", name)
    if value <= _LAST_RESERVED and value not in shipped_systems():
        raise mysql_error("ER_SRS_NOT_FOUND", value)
    if value in (*PLANES, LATITUDE_FIRST):
        return value
    raise UnsupportedError(f"geometries with SRID {value}")


def check_longitude(value: float, name: str) -> None:
    """Raises ER_LONGITUDE_OUT_OF_RANGE."""
    if not -LONGITUDE_LIMIT <= value <= LONGITUDE_LIMIT:
        _refuse("Longitude", value, LONGITUDE_LIMIT, name)


def check_latitude(value: float, name: str) -> None:
    """Raises ER_LATITUDE_OUT_OF_RANGE."""
    if not -LATITUDE_LIMIT <= value <= LATITUDE_LIMIT:
        _refuse("Latitude", value, LATITUDE_LIMIT, name)


def _refuse(what: str, value: float, limit: float, name: str) -> None:
    raise mysql_error(f"ER_{what.upper()}_OUT_OF_RANGE", f"{what} {value:f}", name, f"{-limit:f}", f"{limit:f}")


def check_range(geometry: Geometry, name: str) -> None:
    """Of a geometry whose latitude comes first, as in text."""
    for latitude, longitude in points(geometry):
        check_latitude(latitude, name)
        check_longitude(longitude, name)


def same_srid(name: str, one: Stored, other: Stored) -> int:
    """The SRID of both. Raises ER_GIS_DIFFERENT_SRIDS."""
    if one[0] != other[0]:
        raise mysql_error("ER_GIS_DIFFERENT_SRIDS", name, one[0], other[0])
    return one[0]


def refuse_geographic(name: str, srid: int) -> None:
    """UnsupportedError where a server would reckon on an ellipsoid."""
    if srid not in PLANES:
        raise UnsupportedError(f"{name.upper()}() of geometries with SRID {srid}")


def expect_kind(name: str, expected: str, kinds: tuple[int, ...], geometry: Geometry) -> None:
    """Raises ER_UNEXPECTED_GEOMETRY_TYPE. expected: the names of the kinds, as the error has them."""
    if geometry.kind not in kinds:
        raise mysql_error("ER_UNEXPECTED_GEOMETRY_TYPE", expected, class_name(geometry), name)


def not_for(symbol: str, name: str, *geometries: Geometry) -> Exception:
    """ER_NOT_IMPLEMENTED_FOR_CARTESIAN_SRS and its like, with the types of the arguments."""
    return mysql_error(symbol, name, ", ".join(map(class_name, geometries)))
