"""Geometries as MySQL stores them: an SRID of four bytes, then well-known binary (WKB), all little endian.

    geometry(LineString((Position(0, 0), Position(1, 1))), srid=4326)   the value of a spatial column
    parse_geometry(value)                                               the way back: SRID and shape

A position is stored as (x, y) whatever the axis order of its reference system: longitude before latitude.
Source: MySQL manual, "Internal Geometry Storage Format", "Well-Known Binary (WKB) Format"; captured rows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import construct as cs

from binwriter.formats.columns.layout import Layout, compiled
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.records import dataclass

MAX_SRID = 2**32 - 1
# Of collections within collections. MySQL has no limit of its own; its reader would run out of stack as ours.
MAX_DEPTH = 100

_LITTLE_ENDIAN = 1
_SRID: Layout = compiled(cs.Int32ul)
_HEADER: Layout = compiled(cs.Sequence(cs.Int8ul, cs.Int32ul))  # byte order, shape's type
_COUNT: Layout = compiled(cs.Int32ul)
_POSITION: Layout = compiled(cs.Sequence(cs.Float64l, cs.Float64l))
_POSITION_BYTES = 16
_HEADER_BYTES = 5
_COUNT_BYTES = 4


class Position(NamedTuple):
    """x and y; for a geographic reference system longitude and latitude, in its unit."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Point:
    """POINT."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class LineString:
    """LINESTRING: two positions or more."""

    positions: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Polygon:
    """POLYGON: the outer ring, then the holes; each ends where it begins."""

    rings: tuple[tuple[Position, ...], ...]


@dataclass(frozen=True, slots=True)
class MultiPoint:
    """MULTIPOINT."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class MultiLineString:
    """MULTILINESTRING."""

    lines: tuple[LineString, ...]


@dataclass(frozen=True, slots=True)
class MultiPolygon:
    """MULTIPOLYGON."""

    polygons: tuple[Polygon, ...]


@dataclass(frozen=True, slots=True)
class GeometryCollection:
    """GEOMETRYCOLLECTION: shapes of any type; the only one that may be empty."""

    geometries: tuple[Shape, ...] = ()


Shape = Point | LineString | Polygon | MultiPoint | MultiLineString | MultiPolygon | GeometryCollection


@dataclass(frozen=True, slots=True)
class Geometry:
    """A shape in the spatial reference system `srid` (0: a plane without units)."""

    shape: Shape
    srid: int = 0


def geometry(shape: Shape, srid: int = 0) -> bytes:
    """The column value of a shape. srid: 0 to 2^32-1.

    Raises EncodeError for a coordinate that is not finite, an empty shape, a shape of another class.
    Whether rings close and the coordinates fit the reference system is not checked.
    """
    if type(srid) is not int or not 0 <= srid <= MAX_SRID:
        raise EncodeError(f"GEOMETRY: the SRID is not in the range 0 to {MAX_SRID}: {srid!r}")
    return _SRID.build(srid) + _build(shape, 0)


def parse_geometry(value: bytes) -> Geometry:
    """The geometry of a column value. Raises CorruptLogError, naming the offset, if the bytes are not one."""
    srid, offset = _SRID.parse(value, 0)
    shape, offset = _parse(value, offset, 0)
    if offset != len(value):
        raise CorruptLogError(f"GEOMETRY: {len(value) - offset} bytes too many at offset {offset}")
    return Geometry(shape, srid)


# ---- shapes -> bytes ----


def _position(position: Any) -> bytes:
    x, y = position
    if not (math.isfinite(x) and math.isfinite(y)):
        raise EncodeError(f"GEOMETRY: a coordinate must be finite: {tuple(position)}")
    return _POSITION.build((x, y))


def _counted(parts: Iterable[bytes], shape: Any) -> bytes:
    items = tuple(parts)
    if not items and type(shape) is not GeometryCollection:
        raise EncodeError(f"GEOMETRY: only a GEOMETRYCOLLECTION may be empty: {shape}")
    return _COUNT.build(len(items)) + b"".join(items)


def _shapes(members: Iterable[Shape], depth: int) -> Iterable[bytes]:
    return (_build(member, depth + 1) for member in members)


_BUILDERS: dict[type, Callable[[Any, int], bytes]] = {
    Point: lambda shape, depth: _position((shape.x, shape.y)),
    LineString: lambda shape, depth: _counted(map(_position, shape.positions), shape),
    Polygon: lambda shape, depth: _counted((_counted(map(_position, ring), ring) for ring in shape.rings), shape),
    MultiPoint: lambda shape, depth: _counted(_shapes(shape.points, depth), shape),
    MultiLineString: lambda shape, depth: _counted(_shapes(shape.lines, depth), shape),
    MultiPolygon: lambda shape, depth: _counted(_shapes(shape.polygons, depth), shape),
    GeometryCollection: lambda shape, depth: _counted(_shapes(shape.geometries, depth), shape),
}
# WKB's type code, which is also the geometry type in a Table_map (where 0 is GEOMETRY: any of them)
SHAPE_TYPES: dict[type, int] = {shape: code for code, shape in enumerate(_BUILDERS, start=1)}


def _build(shape: Shape, depth: int) -> bytes:
    builder = _BUILDERS.get(type(shape))
    if builder is None:
        raise EncodeError(f"GEOMETRY: not a shape: {shape!r} of type {type(shape).__name__}")
    if depth >= MAX_DEPTH:
        raise EncodeError(f"GEOMETRY: collections are nested more than {MAX_DEPTH} levels deep")
    try:
        return _HEADER.build((_LITTLE_ENDIAN, SHAPE_TYPES[type(shape)])) + builder(shape, depth)
    except (TypeError, ValueError) as error:
        raise EncodeError(f"GEOMETRY: {error}: {shape!r}") from error


# ---- bytes -> shapes ----


def _count(data: bytes, offset: int, smallest: int) -> tuple[int, int]:
    """A count, checked against the bytes that are left."""
    count, offset = _COUNT.parse(data, offset)
    if count * smallest > len(data) - offset:
        raise CorruptLogError(f"GEOMETRY: {count} parts announced at offset {offset}, {len(data) - offset} bytes left")
    return count, offset


def _positions(data: bytes, offset: int) -> tuple[tuple[Position, ...], int]:
    count, offset = _count(data, offset, _POSITION_BYTES)
    positions = []
    for _ in range(count):
        pair, offset = _POSITION.parse(data, offset)
        positions.append(Position(*pair))
    return tuple(positions), offset


def _parse_point(data: bytes, offset: int, depth: int) -> tuple[Shape, int]:
    pair, offset = _POSITION.parse(data, offset)
    return Point(*pair), offset


def _parse_line(data: bytes, offset: int, depth: int) -> tuple[Shape, int]:
    positions, offset = _positions(data, offset)
    return LineString(positions), offset


def _parse_polygon(data: bytes, offset: int, depth: int) -> tuple[Shape, int]:
    count, offset = _count(data, offset, _COUNT_BYTES)
    rings = []
    for _ in range(count):
        ring, offset = _positions(data, offset)
        rings.append(ring)
    return Polygon(tuple(rings)), offset


def _parse_several(make: Callable[[Any], Shape], member: type | None) -> Callable[[bytes, int, int], tuple[Shape, int]]:
    """Of shapes of one class, or of any (None)."""

    def parse(data: bytes, offset: int, depth: int) -> tuple[Shape, int]:
        count, offset = _count(data, offset, _HEADER_BYTES)
        shapes = []
        for _ in range(count):
            start = offset
            shape, offset = _parse(data, offset, depth + 1)
            if member is not None and type(shape) is not member:
                raise CorruptLogError(f"GEOMETRY: at offset {start} a {type(shape).__name__}, not a {member.__name__}")
            shapes.append(shape)
        return make(tuple(shapes)), offset

    return parse


_PARSERS: dict[int, Callable[[bytes, int, int], tuple[Shape, int]]] = {
    SHAPE_TYPES[Point]: _parse_point,
    SHAPE_TYPES[LineString]: _parse_line,
    SHAPE_TYPES[Polygon]: _parse_polygon,
    SHAPE_TYPES[MultiPoint]: _parse_several(MultiPoint, Point),
    SHAPE_TYPES[MultiLineString]: _parse_several(MultiLineString, LineString),
    SHAPE_TYPES[MultiPolygon]: _parse_several(MultiPolygon, Polygon),
    SHAPE_TYPES[GeometryCollection]: _parse_several(GeometryCollection, None),
}


def _parse(data: bytes, offset: int, depth: int) -> tuple[Shape, int]:
    if depth >= MAX_DEPTH:
        raise CorruptLogError(f"GEOMETRY: collections are nested more than {MAX_DEPTH} levels deep")
    (order, code), start = _HEADER.parse(data, offset)
    parser = _PARSERS.get(code)
    if order != _LITTLE_ENDIAN or parser is None:
        raise CorruptLogError(f"GEOMETRY: byte order {order} and type {code} at offset {offset} are not MySQL's WKB")
    return parser(data, start, depth)
