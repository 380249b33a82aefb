"""Geometries as arguments: read from what is stored, with their reference systems, and described in errors.

A stored geometry is four bytes of SRID (little-endian) followed by WKB (MySQL manual, "Internal Geometry Storage
Format"). Of geographic systems (4326 is one) longitudes stand first in the stored bytes, whatever the order of text.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from binwriter.errors import UnsupportedError
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.reference_systems import ReferenceSystem, shipped_system, shipped_systems
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
    little_endian,
)
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.types import CompiledExpression, ExprType, Kind
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.registry import Call, function, strict_null, with_context

GEOGRAPHIC = 4326
_HIGHEST_SRID = (1 << 32) - 1
LONGITUDE_LIMIT, LATITUDE_LIMIT = 180.0, 90.0

Stored = tuple[int, Geometry]
"""SRID and geometry."""


class Srid(int):
    """An SRID, with what is known of its system."""

    system: ReferenceSystem

    def __new__(cls, system: ReferenceSystem) -> Srid:
        made = super().__new__(cls, system.number)
        made.system = system
        return made


_PLANE = Srid(ReferenceSystem("", 0, None, None, ""))


def known_srid(number: int, context: StatementContext | None) -> Srid:
    """Of a system that there is. Raises ER_SRS_NOT_FOUND."""
    if number == 0:
        return _PLANE
    made = context.server.reference_systems if context is not None else {}
    system = made[number] if number in made else shipped_system(number)
    if system is None:
        raise mysql_error("ER_SRS_NOT_FOUND", number)
    return Srid(system)


def _is_known(number: int, context: StatementContext) -> bool:
    made = context.server.reference_systems
    return made[number] is not None if number in made else number in shipped_systems()


def is_geographic(srid: int) -> bool:
    """Whether its coordinates are angles on an ellipsoid."""
    return isinstance(srid, Srid) and srid.system.is_geographic


def latitude_first(srid: int) -> bool:
    """Whether its text has latitudes before longitudes."""
    return isinstance(srid, Srid) and srid.system.latitude_first


_OLD = frozenset(
    (
        *("st_astext", "st_aswkt", "st_aswkb", "st_asbinary", "st_geometrytype", "st_dimension", "st_isempty"),
        *("st_numpoints", "st_isclosed", "st_numgeometries", "st_numinteriorrings", "st_numinteriorring"),
        *("st_startpoint", "st_endpoint", "st_exteriorring", "st_envelope", "st_pointn", "st_geometryn"),
        *("st_interiorringn", "st_centroid", "st_convexhull", "st_swapxy", "st_geohash", "st_asgeojson"),
        "st_makeenvelope",
    )
)
# the system need not be there; what is told then (captured: clusters/geometries_of_no_system)
_BARE: dict[str, str] = {
    "st_asgeojson": "",
    "st_makeenvelope": "",  # both are compared first
    "st_srid": "ER_WARN_SRS_NOT_FOUND",
    **dict.fromkeys(("st_astext", "st_aswkt", "st_aswkb", "st_asbinary"), "ER_WARN_SRS_NOT_FOUND_AXIS_ORDER"),
}
_ORDER_AT = 4
_SHORTEST = 13  # bytes that are looked at: the system, the header, a number


def stored(name: str, *, warns: bool = True) -> Callable[[Any, ExprType, StatementContext], Stored]:
    """What reads an argument of the function of this name: ER_GIS_INVALID_DATA for what is no geometry.

    Most functions refuse coordinates that no place has; old ones (`_OLD`) do not, and take no other byte order
    (captured: tests/golden/spatial/crossing).
    """

    def convert(value: Any, type_: ExprType, context: StatementContext) -> Stored:
        if not isinstance(value, bytes):
            value = as_str(value, type_, context).encode()
        if name not in _OLD and name not in _BARE and len(value) >= _ORDER_AT:
            known_srid(int.from_bytes(value[:_ORDER_AT], "little"), context)
        order = value[_ORDER_AT : _ORDER_AT + 1]
        if name in _OLD and name != "st_asgeojson" and order != b"\1" and len(value) >= _SHORTEST:
            raise mysql_error("ER_GIS_DATA_WRONG_ENDIANESS")
        if order == b"\0":
            if name in _OLD:
                raise mysql_error("ER_GIS_INVALID_DATA", name)
            value = value[:_ORDER_AT] + little_endian(value[_ORDER_AT:])
        try:
            number, geometry = geometry_of_bytes(value)
        except (ValueError, TypeError, struct.error):
            raise mysql_error("ER_GIS_INVALID_DATA", name) from None
        if _lacks_places(geometry):
            raise mysql_error("ER_GIS_INVALID_DATA", name)
        if name in _BARE and not _is_known(number, context):
            if _BARE[name] and warns:
                context.warn(_BARE[name], number)
            return number, geometry
        srid = known_srid(number, context)
        if name not in _OLD:
            if not all(math.isfinite(value) for place in points(geometry) for value in place):
                raise mysql_error("ER_GIS_INVALID_DATA", name)
            if srid.system.is_geographic:
                check_stored_range(srid.system, geometry, name)
        return srid, geometry

    return convert


def _lacks_places(part: Geometry) -> bool:
    if part.kind == POINT:
        return False
    if part.kind == COLLECTION:
        return any(map(_lacks_places, part.parts))
    if part.kind in MULTI.values():
        return not part.parts or any(map(_lacks_places, part.parts))
    if part.kind == LINE:
        return len(part.parts) < 2
    return not part.parts or not all(ring.parts for ring in part.parts)


def check_stored_range(system: ReferenceSystem, geometry: Geometry, name: str) -> None:
    """Raises ER_GEOMETRY_PARAM_LONGITUDE_OUT_OF_RANGE and .._LATITUDE_.."""
    east, north = LONGITUDE_LIMIT * system.degree, LATITUDE_LIMIT * system.degree
    for longitude, latitude in points(geometry):
        if not -east <= longitude <= east:  # whatever the text says of -180
            texts = (f"{value:f}" for value in (longitude, -east, east))
            raise mysql_error("ER_GEOMETRY_PARAM_LONGITUDE_OUT_OF_RANGE", name, *texts)
        if not -north <= latitude <= north:
            texts = (f"{value:f}" for value in (latitude, -north, north))
            raise mysql_error("ER_GEOMETRY_PARAM_LATITUDE_OUT_OF_RANGE", name, *texts)


def refuse_other_types(name: str, argument: str, type_: ExprType) -> None:
    """Raises ER_INCORRECT_TYPE for an argument that can be no geometry, before there is a value."""
    if type_.kind is not Kind.NULL and type_.field is not ColumnType.GEOMETRY and not type_.binary:
        raise mysql_error("ER_INCORRECT_TYPE", argument, name)


def nulls_first(
    call: Call, type_: ExprType, compute: Callable[..., Any], *converters: Callable[..., Any]
) -> CompiledExpression:
    """As `strict_null`, but that no argument is looked at before it is known that none is NULL: what is no geometry is
    no error beside NULL (captured: clusters/geometries_beside_null)."""
    return nulls_first_with_context(call, type_, lambda context, *values: compute(*values), *converters)


def nulls_first_with_context(
    call: Call, type_: ExprType, compute: Callable[..., Any], *converters: Callable[..., Any]
) -> CompiledExpression:
    """As `nulls_first`, for a computation that needs the context."""
    types = [argument.type for argument in call.args]

    def convert_all(context: StatementContext, *values: Any) -> Any:
        converted = []
        for index, (value, given) in enumerate(zip(values, types, strict=True)):
            converted.append(converters[min(index, len(converters) - 1)](value, given, context))
            if converted[-1] is None:
                return None
        return compute(context, *converted)

    return with_context(call, type_, convert_all, lambda value, given, context: value)


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


def checked_srid(value: int, name: str, context: StatementContext | None = None) -> Srid:
    """An SRID that an argument gives. Raises ER_DATA_OUT_OF_RANGE, ER_SRS_NOT_FOUND."""
    if not 0 <= value <= _HIGHEST_SRID:
        raise mysql_error("ER_DATA_OUT_OF_RANGE", "SRID", name)
    return known_srid(value, context)


def check_longitude(value: float, name: str, degree: float = 1.0) -> None:
    """Raises ER_LONGITUDE_OUT_OF_RANGE. degree: in the unit of the value."""
    if not -LONGITUDE_LIMIT * degree <= value <= LONGITUDE_LIMIT * degree:  # whatever the text says of -180
        _refuse("Longitude", value, LONGITUDE_LIMIT * degree, name)


def check_latitude(value: float, name: str, degree: float = 1.0) -> None:
    """Raises ER_LATITUDE_OUT_OF_RANGE. degree: in the unit of the value."""
    if not -LATITUDE_LIMIT * degree <= value <= LATITUDE_LIMIT * degree:
        _refuse("Latitude", value, LATITUDE_LIMIT * degree, name)


def _refuse(what: str, value: float, limit: float, name: str) -> None:
    raise mysql_error(f"ER_{what.upper()}_OUT_OF_RANGE", f"{what} {value:f}", name, f"{-limit:f}", f"{limit:f}")


def check_range(geometry: Geometry, name: str, srid: Srid) -> None:
    """Of a geometry as it is stored: the longitude of a place first, whatever its text has first."""
    degree = srid.system.degree
    for longitude, latitude in points(geometry):
        check_longitude(longitude, name, degree)
        check_latitude(latitude, name, degree)


def same_srid(name: str, one: Stored, other: Stored) -> int:
    """The SRID of both. Raises ER_GIS_DIFFERENT_SRIDS."""
    if one[0] != other[0]:
        raise mysql_error("ER_GIS_DIFFERENT_SRIDS", name, one[0], other[0])
    return one[0]


def refuse_geographic(name: str, srid: int) -> None:
    """UnsupportedError where a server would reckon on an ellipsoid."""
    if is_geographic(srid):
        raise UnsupportedError(f"{name.upper()}() of geometries with SRID {srid}")


def expect_kind(name: str, expected: str, kinds: tuple[int, ...], geometry: Geometry) -> None:
    """Raises ER_UNEXPECTED_GEOMETRY_TYPE. expected: the names of the kinds, as the error has them."""
    if geometry.kind not in kinds:
        raise mysql_error("ER_UNEXPECTED_GEOMETRY_TYPE", expected, class_name(geometry), name)


def not_for(symbol: str, name: str, *geometries: Geometry) -> Exception:
    """ER_NOT_IMPLEMENTED_FOR_CARTESIAN_SRS and its like, with the types of the arguments."""
    return mysql_error(symbol, name, ", ".join(map(class_name, geometries)))


_OPTION = "axis-order"
_AXES = ("lat-long", "long-lat", "srid-defined")
_MARKS = ",="


def axis_order(name: str, text: str) -> str:
    """What the options of a function say of the order of axes: one of `_AXES`. Raises ER_INVALID_OPTION_KEY and kin,
    of all pairs first that they are pairs (captured: clusters/options_of_geometries)."""
    options: dict[str, tuple[str, str]] = {}
    for part in _pairs(name, text.strip()):
        key, equals, value = (word.strip() for word in part.partition("="))
        if not (key and equals and value) or "=" in value:
            raise mysql_error("ER_INVALID_OPTION_KEY_VALUE_PAIR", f"{key}{equals}{value}", "=", name)
        if key.lower() in options:
            raise mysql_error("ER_DUPLICATE_OPTION_KEY", key.lower(), name)
        options[key.lower()] = key, value
    for _, (key, value) in sorted(options.items()):
        if key.lower() != _OPTION:
            raise mysql_error("ER_INVALID_OPTION_KEY", key, name)
        if value.lower() not in _AXES:
            raise mysql_error("ER_INVALID_OPTION_VALUE", value, key, name)
    return options.get(_OPTION, ("", _AXES[-1]))[1].lower()


def _pairs(name: str, text: str) -> list[str]:
    """What stands between commas."""
    if not text:
        return []
    if text[0] in _MARKS:
        raise mysql_error("ER_INVALID_OPTION_START_CHARACTER", name, text[0])
    if text[-1] in _MARKS:
        raise mysql_error("ER_INVALID_OPTION_END_CHARACTER", name, text[-1])
    for mark in _MARKS:
        if mark * 2 in "".join(text.split()):
            raise mysql_error("ER_INVALID_OPTION_CHARACTERS", name, mark * 2)
    return text.split(",")


def in_order(srid: int, geometry: Geometry, order: str) -> Geometry:
    """Between stored coordinates and those of text, either way."""
    if not is_geographic(srid):
        return geometry
    turns = latitude_first(srid) if order == "srid-defined" else order == "lat-long"
    return swapped(geometry) if turns else geometry
