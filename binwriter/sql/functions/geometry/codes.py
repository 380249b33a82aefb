"""Geohashes and GeoJSON. Source: MySQL manual, "Spatial Geohash Functions", "Spatial GeoJSON Functions"; captured:
tests/golden/spatial."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from binwriter.formats.columns.values import JsonDocument
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.geometries import COLLECTION, LINE, MULTI, POINT, POLYGON, Geometry, geometry_to_bytes
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_int, to_real
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.types import GEOMETRY_TYPE, REAL_TYPE, CompiledExpression, text_type
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.geometry.basic import LATITUDE_FIRST, Stored, checked_srid, points_of, stored
from binwriter.sql.functions.json.documents import JSON_TYPE, computed, document_argument
from binwriter.sql.functions.registry import Call, function, strict_null

_DIGITS = "0123456789bcdefghjkmnpqrstuvwxyz"
_BITS = 5
_LONGEST = 100
_RANGES = ((-180.0, 180.0), (-90.0, 90.0))
_MOST_DIGITS = 20

# --- geohashes


def geohash(longitude: float, latitude: float, length: int) -> str:
    """The cells around a place, each a part of the one before: bits of longitude and latitude by turns."""
    for (low, high), value, what in zip(_RANGES, (longitude, latitude), ("longitude", "latitude"), strict=True):
        if not low <= value <= high:
            raise mysql_error("ER_DATA_OUT_OF_RANGE", what, "st_geohash")
    if not 1 <= length <= _LONGEST:
        raise mysql_error("ER_DATA_OUT_OF_RANGE", "max geohash length", "st_geohash")
    ranges, values, code = [list(each) for each in _RANGES], (longitude, latitude), 0
    for bit in range(length * _BITS):
        sides, value = ranges[bit % 2], values[bit % 2]
        middle = (sides[0] + sides[1]) / 2
        is_above = value >= middle
        sides[not is_above] = middle
        code = code << 1 | is_above
    return "".join(_DIGITS[code >> _BITS * place & 31] for place in range(length - 1, -1, -1))


def place_of(text: str, name: str) -> tuple[float, float]:
    """Longitude and latitude, with as few digits as lie in the cell."""
    ranges, turn = [list(each) for each in _RANGES], 0
    if not text or any(letter not in _DIGITS for letter in text.lower()):
        raise mysql_error("ER_WRONG_VALUE_FOR_TYPE", "geohash", text, name)
    for letter in text.lower():
        code = _DIGITS.index(letter)
        for bit in range(_BITS - 1, -1, -1):
            sides = ranges[turn]
            sides[not code >> bit & 1] = (sides[0] + sides[1]) / 2
            turn = 1 - turn
    return _shortest(*ranges[0]), _shortest(*ranges[1])


def _shortest(low: float, high: float) -> float:
    middle = (low + high) / 2
    for digits in range(_MOST_DIGITS):
        value = round(middle, digits)
        if low <= value <= high:
            return value + 0.0
    return middle


@function("ST_GEOHASH")
def _geohash(call: Call) -> CompiledExpression:
    type_ = text_type(0, connection_collation(call.scope))
    if len(call.args) > 2:
        return strict_null(call, type_, geohash, to_real, to_real, to_int)

    def of_point(found: Stored, length: int) -> str:
        if found[1].kind != POINT:
            raise mysql_error("ER_INCORRECT_TYPE", "point", "st_geohash")
        return geohash(found[1].parts[0], found[1].parts[1], length)

    return strict_null(call, type_, of_point, stored("st_geohash"), to_int)


def _part_of_geohash(name: str, position: int) -> None:
    @function(name)
    def build(call: Call) -> CompiledExpression:
        return strict_null(call, REAL_TYPE, lambda text: place_of(text, name)[position], as_str)


_part_of_geohash("ST_LONGFROMGEOHASH", 0)
_part_of_geohash("ST_LATFROMGEOHASH", 1)


@function("ST_POINTFROMGEOHASH")
def _point_from_geohash(call: Call) -> CompiledExpression:
    def compute(text: str, srid: int) -> bytes:
        place = place_of(text, "ST_POINTFROMGEOHASH")
        return geometry_to_bytes(Geometry(POINT, place), checked_srid(srid, "st_pointfromgeohash"))

    return strict_null(call, GEOMETRY_TYPE, compute, as_str, to_int)


# --- GeoJSON

_NAMES = {
    POINT: "Point",
    LINE: "LineString",
    POLYGON: "Polygon",
    MULTI[POINT]: "MultiPoint",
    MULTI[LINE]: "MultiLineString",
    MULTI[POLYGON]: "MultiPolygon",
}
_KINDS = {name.lower(): kind for kind, name in _NAMES.items()}
_PARTS = {LINE: POINT, POLYGON: LINE, MULTI[POINT]: POINT, MULTI[LINE]: LINE, MULTI[POLYGON]: POLYGON}
_BOX, _SHORT_URN, _LONG_URN = 1, 2, 4
_ROUNDED_UP_TO = 308  # decimals of a number


def _document(geometry: Geometry, rounded: Callable[[float], float], *, box: bool) -> dict[str, Any]:
    document: dict[str, Any] = {}
    places = list(points_of(geometry))
    if box and places:
        xs, ys = zip(*places, strict=True)
        document["bbox"] = [rounded(side) for side in (min(xs), min(ys), max(xs), max(ys))]
    if geometry.kind == COLLECTION:
        parts = [_document(part, rounded, box=box) for part in geometry.parts]
        return document | {"type": "GeometryCollection", "geometries": parts}
    return document | {"type": _NAMES[geometry.kind], "coordinates": _coordinates(geometry, rounded)}


def _coordinates(geometry: Geometry, rounded: Callable[[float], float]) -> list[Any]:
    if geometry.kind == POINT:
        return [rounded(number) for number in geometry.parts]
    return [_coordinates(part, rounded) for part in geometry.parts]


@function("ST_ASGEOJSON")
def _as_geojson(call: Call) -> CompiledExpression:
    read = stored("st_asgeojson")

    def compute(context: StatementContext, values: list[Any]) -> JsonDocument | None:
        if any(value is None for value in values):
            return None
        srid, geometry = read(values[0], call.args[0].type, context)
        digits, options = ([int(value) for value in values[1:]] + [_ROUNDED_UP_TO, 0][len(values) - 1 :])[:2]
        if not 0 <= digits <= 0x7FFFFFFF:
            raise mysql_error("ER_DATA_OUT_OF_RANGE", "max decimal digits", "st_asgeojson")
        if not 0 <= options <= _BOX | _SHORT_URN | _LONG_URN:
            raise mysql_error("ER_DATA_OUT_OF_RANGE", "options", "st_asgeojson")
        document = _document(
            geometry, lambda number: round(number, min(digits, _ROUNDED_UP_TO)), box=bool(options & _BOX)
        )
        if srid and options & (_SHORT_URN | _LONG_URN):
            urn = f"urn:ogc:def:crs:EPSG::{srid}" if options & _LONG_URN else f"EPSG:{srid}"
            document["crs"] = {"type": "name", "properties": {"name": urn}}
        return JsonDocument(document)

    return computed(call, JSON_TYPE, compute)


@function("ST_GEOMFROMGEOJSON")
def _from_geojson(call: Call) -> CompiledExpression:
    def compute(context: StatementContext, values: list[Any]) -> bytes | None:
        if any(value is None for value in values):
            return None
        keeps = int(values[1]) if len(values) > 1 else 1
        srid = int(values[2]) if len(values) > 2 else LATITUDE_FIRST
        geometry = _read(document_argument(call, 0, values[0], context), drops=keeps > 1)
        return None if geometry is None else geometry_to_bytes(geometry, checked_srid(srid, _FROM))

    return computed(call, GEOMETRY_TYPE, compute)


_FROM = "st_geomfromgeojson"


def _member(document: dict[str, Any], name: str, kind: type, shown: str) -> Any:
    value = next((document[key] for key in document if key.lower() == name), _MISSING)
    if value is _MISSING:
        raise mysql_error("ER_INVALID_GEOJSON_MISSING_MEMBER", _FROM, name)
    if not isinstance(value, kind):
        raise mysql_error("ER_INVALID_GEOJSON_WRONG_TYPE", _FROM, name, shown)
    return value


_MISSING = object()


def _read(document: Any, *, drops: bool) -> Geometry | None:
    """Of a feature the geometry."""
    if not isinstance(document, dict):
        raise mysql_error("ER_INVALID_GEOJSON_UNSPECIFIED", _FROM)
    kind = _member(document, "type", str, "string").lower()
    if kind == "feature":
        inner = next((document[key] for key in document if key.lower() == "geometry"), _MISSING)
        if inner is _MISSING:
            raise mysql_error("ER_INVALID_GEOJSON_MISSING_MEMBER", _FROM, "geometry")
        return None if inner is None else _read(inner, drops=drops)
    if kind in ("featurecollection", "geometrycollection"):
        name = "features" if kind.startswith("f") else "geometries"
        parts = [_read(part, drops=drops) for part in _member(document, name, list, "array")]
        return Geometry(COLLECTION, tuple(part for part in parts if part is not None))
    if kind not in _KINDS:
        raise mysql_error("ER_INVALID_GEOJSON_UNSPECIFIED", _FROM)
    return _placed(_KINDS[kind], _member(document, "coordinates", list, "array"), drops=drops)


def _placed(kind: int, coordinates: Any, *, drops: bool) -> Geometry:
    if not isinstance(coordinates, list):
        raise mysql_error("ER_INVALID_GEOJSON_UNSPECIFIED", _FROM)
    if kind != POINT:
        return Geometry(kind, tuple(_placed(_PARTS[kind], part, drops=drops) for part in coordinates))
    if len(coordinates) < 2 or any(isinstance(part, (list, dict, str, bool)) or part is None for part in coordinates):
        raise mysql_error("ER_INVALID_GEOJSON_UNSPECIFIED", _FROM)
    if len(coordinates) > 2 and not drops:
        raise mysql_error("ER_DIMENSION_UNSUPPORTED", _FROM, len(coordinates), 2)
    return Geometry(POINT, (float(coordinates[0]), float(coordinates[1])))
