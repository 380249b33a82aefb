"""Geometries for spatial functions: MySQL's stored form (SRID and WKB) and WKT, both ways.

Source: MySQL manual, "Internal Geometry Storage Format", "Supported Spatial Data Formats".
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from typing import Any

from binwriter.formats.columns.geometry import (
    GeometryCollection,
    LineString,
    MultiLineString,
    MultiPoint,
    MultiPolygon,
    Point,
    Polygon,
    Position,
    Shape,
    parse_geometry,
)
from binwriter.formats.columns.geometry import geometry as stored_geometry
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.values.real_text import real_text

NAMES = (
    "GEOMETRY",
    "POINT",
    "LINESTRING",
    "POLYGON",
    "MULTIPOINT",
    "MULTILINESTRING",
    "MULTIPOLYGON",
    "GEOMETRYCOLLECTION",
)
POINT, LINE, POLYGON, COLLECTION = 1, 2, 3, 7
MULTI = {POINT: 4, LINE: 5, POLYGON: 6}
_SINGLE = {many: one for one, many in MULTI.items()}
_LEAST_OF_RING = 4
_LEAST_OF_LINE = 2
_MAX_DEPTH = 100


@dataclass(frozen=True, slots=True)
class Geometry:
    """kind: the code in WKB. parts: two numbers of a POINT; else geometries (the rings of a POLYGON are LINEs)."""

    kind: int
    parts: tuple[Any, ...]


def is_ring(line: Geometry) -> bool:
    """Whether a LINE may be a ring of a POLYGON: it is closed, and has four places."""
    return len(line.parts) >= _LEAST_OF_RING and line.parts[0] == line.parts[-1]


# --- bytes ------------------------------------------------------------------------------------------------------------


def _shape(geometry: Geometry) -> Shape:
    """As the codec of spatial columns takes it."""
    parts = geometry.parts
    match geometry.kind:
        case 1:
            return Point(*parts)
        case 2:
            return LineString(_positions(geometry))
        case 3:
            return Polygon(tuple(map(_positions, parts)))
    shapes: tuple[Any, ...] = tuple(map(_shape, parts))
    make: Callable[..., Shape] = _MANY[geometry.kind]
    return make(shapes)


_MANY: dict[int, Any] = {4: MultiPoint, 5: MultiLineString, 6: MultiPolygon, 7: GeometryCollection}


def _positions(line: Geometry) -> tuple[Position, ...]:
    return tuple(Position(*part.parts) for part in line.parts)


def _line(positions: Iterable[Position]) -> Geometry:
    return Geometry(LINE, tuple(Geometry(POINT, tuple(position)) for position in positions))


def _geometry(shape: Shape) -> Geometry:
    """The other way."""
    match shape:
        case Point():
            return Geometry(POINT, (shape.x, shape.y))
        case LineString():
            return _line(shape.positions)
        case Polygon():
            return Geometry(POLYGON, tuple(map(_line, shape.rings)))
        case MultiPoint():
            return Geometry(MULTI[POINT], tuple(map(_geometry, shape.points)))
        case MultiLineString():
            return Geometry(MULTI[LINE], tuple(map(_geometry, shape.lines)))
        case MultiPolygon():
            return Geometry(MULTI[POLYGON], tuple(map(_geometry, shape.polygons)))
        case GeometryCollection():
            return Geometry(COLLECTION, tuple(map(_geometry, shape.geometries)))


def geometry_to_bytes(geometry: Geometry, srid: int) -> bytes:
    """As MySQL stores it. Raises ValueError for what cannot be stored."""
    try:
        return stored_geometry(_shape(geometry), int(srid))
    except EncodeError as error:
        raise ValueError(str(error)) from None


def geometry_of_bytes(data: bytes) -> tuple[int, Geometry]:
    """SRID and geometry of what MySQL stores. Raises ValueError for anything else."""
    try:
        parsed = parse_geometry(data)
    except CorruptLogError as error:
        raise ValueError(str(error)) from None
    return parsed.srid, _geometry(parsed.shape)


_POINT_BYTES = 16


def little_endian(wkb: bytes) -> bytes:
    """WKB of any byte order in MySQL's. What is no WKB stays as it is from there on."""
    made = bytearray(wkb)
    _turn(made, 0, 0)
    return bytes(made)


def _turn(data: bytearray, at: int, depth: int) -> int:
    """Turns the geometry at this place; the place behind it."""
    big, inner = not data[at : at + 1] > b"\0", at + 5
    if len(data) < inner or depth > _MAX_DEPTH:
        return len(data)

    def turned(start: int, size: int) -> None:
        if big:
            data[start : start + size] = data[start : start + size][::-1]

    def counted(start: int) -> int:
        turned(start, 4)
        return int.from_bytes(data[start : start + 4], "little")

    def places(start: int, count: int) -> int:
        for _ in range(min(count, len(data) // _POINT_BYTES)):
            turned(start, 8)
            turned(start + 8, 8)
            start += _POINT_BYTES
        return start

    data[at] = 1
    kind = counted(at + 1)
    if kind == POINT:
        return places(inner, 1)
    if kind == LINE:
        return places(inner + 4, counted(inner))
    count, inner = counted(inner), inner + 4
    for _ in range(count):
        if inner >= len(data):
            break
        inner = places(inner + 4, counted(inner)) if kind == POLYGON else _turn(data, inner, depth + 1)
    return inner


# --- text -------------------------------------------------------------------------------------------------------------

_TOKEN = pattern(r"\s*([A-Za-z]+|[(),]|[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)", re.ASCII)
_KINDS = {name: kind for kind, name in enumerate(NAMES)} | {"GEOMCOLLECTION": COLLECTION}


class _Text:
    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        at, text = 0, text.rstrip()
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise ValueError(f"no WKT: {text[at : at + 20]!r}")
            self.tokens.append(match[1])
            at = match.end()
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1] if self.at <= len(self.tokens) else ""

    def expect(self, wanted: str) -> None:
        if self.next() != wanted:
            raise ValueError(f"no WKT: {wanted} expected")

    def whole(self, depth: int = 0) -> Geometry:
        kind = _KINDS.get(self.next().upper(), 0)
        if not kind or depth > _MAX_DEPTH:
            raise ValueError("no WKT: the name of a geometry expected")
        if kind == COLLECTION:
            return Geometry(kind, self._collection(depth))
        return Geometry(POINT, self._numbers_in_parens()) if kind == POINT else self._of(kind)

    def _collection(self, depth: int) -> tuple[Geometry, ...]:
        if self.peek().upper() == "EMPTY":
            self.next()
            return ()
        self.expect("(")
        if self.peek() == ")":
            self.next()
            return ()
        return self._listed(lambda: self.whole(depth + 1))

    def _listed(self, read: Any) -> tuple[Geometry, ...]:
        """What stands behind an opening parenthesis, up to the closing one."""
        items = [read()]
        while self.peek() == ",":
            self.next()
            items.append(read())
        self.expect(")")
        return tuple(items)

    def _of(self, kind: int) -> Geometry:
        self.expect("(")
        if kind == LINE:
            parts = self._listed(self._point)
            if len(parts) < _LEAST_OF_LINE:
                raise ValueError("no WKT: a line of one point")
            return Geometry(LINE, parts)
        if kind == POLYGON:
            return Geometry(POLYGON, self._listed(self._ring))
        single = _SINGLE[kind]
        read = self._point_of_many if single == POINT else lambda: self._of(single)
        return Geometry(kind, self._listed(read))

    def _ring(self) -> Geometry:
        ring = self._of(LINE)
        if not is_ring(ring):
            raise ValueError("no WKT: a ring that is not closed")
        return ring

    def _point(self) -> Geometry:
        return Geometry(POINT, (_coordinate(self.next()), _coordinate(self.next())))

    def _point_of_many(self) -> Geometry:
        return Geometry(POINT, self._numbers_in_parens()) if self.peek() == "(" else self._point()

    def _numbers_in_parens(self) -> tuple[float, float]:
        self.expect("(")
        both = _coordinate(self.next()), _coordinate(self.next())
        self.expect(")")
        return both


def geometry_of_text(text: str) -> Geometry:
    """The geometry of a WKT. Raises ValueError."""
    reader = _Text(text)
    geometry = reader.whole()
    if reader.peek():
        raise ValueError(f"no WKT: {reader.peek()!r} behind a geometry")
    return geometry


def _coordinate(text: str) -> float:
    """A number of a WKT. ValueError for what is none, or none that a DOUBLE has: names of infinity and NaN are none."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"no WKT: {text!r} is no coordinate")
    return value


def _parts_text(geometry: Geometry) -> str:
    if geometry.kind == POINT:
        return " ".join(map(real_text, geometry.parts))
    if geometry.kind == COLLECTION:
        return ",".join(map(geometry_text, geometry.parts))
    if geometry.kind == LINE:
        return ",".join(map(_parts_text, geometry.parts))
    return ",".join(f"({_parts_text(part)})" for part in geometry.parts)


def geometry_text(geometry: Geometry) -> str:
    """WKT as ST_AsText writes it."""
    if geometry.kind == COLLECTION and not geometry.parts:
        return "GEOMETRYCOLLECTION EMPTY"
    return f"{NAMES[geometry.kind]}({_parts_text(geometry)})"
