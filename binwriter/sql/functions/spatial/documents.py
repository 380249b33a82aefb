"""GeoJSON: documents of geometries, and geometries of documents.

Source: MySQL manual, "Spatial GeoJSON Functions"; captured: tests/golden/clusters/spatial_documents.
"""

from __future__ import annotations

from typing import Any

from binwriter.errors import UnsupportedError
from binwriter.formats.columns.values import JsonDocument, JsonInteger
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.geometries import (
    COLLECTION,
    LINE,
    MULTI,
    POINT,
    POLYGON,
    Geometry,
    geometry_to_bytes,
    is_ring,
)
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_int
from binwriter.sql.expressions.types import GEOMETRY_TYPE, CompiledExpression, ExprType, Kind
from binwriter.sql.functions.json.documents import JSON_TYPE, computed, document_argument
from binwriter.sql.functions.numbers.basic import round_real
from binwriter.sql.functions.registry import Call, function
from binwriter.sql.functions.spatial.stored import (
    GEOGRAPHIC,
    check_latitude,
    check_longitude,
    checked_srid,
    points,
    refuse_other_types,
    stored,
)

_NAMES = {
    POINT: "Point",
    LINE: "LineString",
    POLYGON: "Polygon",
    MULTI[POINT]: "MultiPoint",
    MULTI[LINE]: "MultiLineString",
    MULTI[POLYGON]: "MultiPolygon",
    COLLECTION: "GeometryCollection",
}
_KINDS = {name: kind for kind, name in _NAMES.items()}
_BBOX, _SHORT, _LONG = 1, 2, 4
_MOST_DECIMALS = (1 << 31) - 1

# --- of a geometry ----------------------------------------------------------------------------------------------------


def _coordinates(geometry: Geometry, decimals: int | None) -> list[Any]:
    if geometry.kind == POINT:
        return [value if decimals is None else round_real(value, decimals) for value in geometry.parts]
    return [_coordinates(part, decimals) for part in geometry.parts]


def _document(geometry: Geometry, decimals: int | None, options: int) -> dict[str, Any]:
    document: dict[str, Any] = {"type": _NAMES[geometry.kind]}
    if geometry.kind == COLLECTION:
        document["geometries"] = [_document(part, decimals, options & _BBOX) for part in geometry.parts]
    else:
        document["coordinates"] = _coordinates(geometry, decimals)
    if options & _BBOX and (places := list(points(geometry))):
        xs, ys = zip(*places, strict=True)
        document["bbox"] = [
            value if decimals is None else round_real(value, decimals) for value in (min(xs), min(ys), max(xs), max(ys))
        ]
    return document


def _system(srid: int, options: int) -> dict[str, Any]:
    authority = "EPSG" if srid else "MySQL"
    name = f"urn:ogc:def:crs:{authority}::{srid}" if options & _LONG else f"{authority}:{srid}"
    return {"type": "name", "properties": {"name": name}}


def _option(name: str, what: str, value: int, limits: tuple[int, int]) -> int:
    if not limits[0] <= value <= limits[1]:
        raise mysql_error("ER_WRONG_VALUE_FOR_TYPE", what, value, name)
    return value


@function("ST_ASGEOJSON")
def _as_geojson(call: Call) -> CompiledExpression:
    name = "st_asgeojson"
    types = call.types
    refuse_other_types(name, "geometry", types[0])

    def compute(context: StatementContext, values: list[Any]) -> JsonDocument | None:
        if any(value is None for value in values[1:]):
            return None
        numbers = [to_int(value, type_, context) or 0 for value, type_ in zip(values[1:], types[1:], strict=True)]
        decimals = _option(name, "max decimal digits", numbers[0], (0, _MOST_DECIMALS)) if numbers else None
        options = _option(name, "options", numbers[1], (0, _BBOX | _SHORT | _LONG)) if len(numbers) > 1 else 0
        if values[0] is None:
            return None
        srid, geometry = stored(name)(values[0], types[0], context)
        document = _document(geometry, decimals, options)
        if options & (_SHORT | _LONG):
            document["crs"] = _system(srid, options)
        return JsonDocument(document)

    return computed(call, JSON_TYPE, compute)


# --- of a document ----------------------------------------------------------------------------------------------------

_TWO = 2
_LEAST = {LINE: 2}


class _Reader:
    """name: of the function, for its errors. cuts: whether coordinates behind the second are left out."""

    def __init__(self, name: str, *, cuts: bool) -> None:
        self.name = name
        self.cuts = cuts

    def member(self, document: dict[str, Any], name: str, kind: type, kind_name: str, *, null: bool = False) -> Any:
        """A member, whatever the case of its name. Raises ER_INVALID_GEOJSON_MISSING_MEMBER, .._WRONG_TYPE."""
        for key, value in document.items():
            if key.lower() == name:
                if isinstance(value, kind) or (null and value is None):
                    return value
                raise mysql_error("ER_INVALID_GEOJSON_WRONG_TYPE", self.name, name, kind_name)
        raise mysql_error("ER_INVALID_GEOJSON_MISSING_MEMBER", self.name, name)

    def invalid(self) -> Exception:
        return mysql_error("ER_INVALID_GEOJSON_UNSPECIFIED", self.name)

    def geometry(self, document: Any) -> Geometry | None:
        """None: a Feature without one."""
        if not isinstance(document, dict):
            raise self.invalid()
        kind = self.member(document, "type", str, "string")
        if any(key.lower() == "crs" and value is not None for key, value in document.items()):
            raise UnsupportedError(f"{self.name.upper()}() of documents with a member crs")
        if kind.lower() == "feature":
            self.member(document, "properties", dict, "object", null=True)
            inner = self.member(document, "geometry", dict, "object", null=True)
            return None if inner is None else self.geometry(inner)
        if kind.lower() == "featurecollection":
            return self._collection(self.member(document, "features", list, "array"))
        if kind == _NAMES[COLLECTION]:
            return self._collection(self.member(document, "geometries", list, "array"))
        if kind not in _KINDS:
            raise self.invalid()
        return self._of(_KINDS[kind], self.member(document, "coordinates", list, "array"))

    def _collection(self, documents: list[Any]) -> Geometry:
        parts = map(self.geometry, documents)
        return Geometry(COLLECTION, tuple(part for part in parts if part is not None))

    def _of(self, kind: int, coordinates: Any) -> Geometry:
        if not isinstance(coordinates, list):
            raise mysql_error("ER_INVALID_GEOJSON_WRONG_TYPE", self.name, "coordinates", "array")
        if kind == POINT:
            return self._point(coordinates)
        part = _PARTS[kind]
        parts = tuple(self._of(part, inner) for inner in coordinates)
        if len(parts) < _LEAST.get(kind, 1):
            raise self.invalid()
        if kind == POLYGON and not all(map(is_ring, parts)):
            raise self.invalid()
        return Geometry(kind, parts)

    def _point(self, coordinates: list[Any]) -> Geometry:
        numbers = [value.value if isinstance(value, JsonInteger) else value for value in coordinates]
        for number in numbers:
            if isinstance(number, (str, bool, list, dict)) or number is None:
                raise mysql_error("ER_INVALID_GEOJSON_WRONG_TYPE", self.name, "array coordinate", "number")
        if len(numbers) < _TWO:
            raise self.invalid()
        if len(numbers) > _TWO and not self.cuts:
            raise mysql_error("ER_DIMENSION_UNSUPPORTED", self.name, len(numbers), _TWO)
        return Geometry(POINT, (float(numbers[0]), float(numbers[1])))


_PARTS = {LINE: POINT, POLYGON: LINE, MULTI[POINT]: POINT, MULTI[LINE]: LINE, MULTI[POLYGON]: POLYGON}


@function("ST_GEOMFROMGEOJSON")
def _of_geojson(call: Call) -> CompiledExpression:
    name = "st_geomfromgeojson"
    if call.args[0].type.kind not in (Kind.STRING, Kind.JSON, Kind.NULL):
        raise mysql_error("ER_INCORRECT_TYPE", "geojson", name)
    types: list[ExprType] = call.types

    def compute(context: StatementContext, values: list[Any]) -> bytes | None:
        if any(value is None for value in values):
            return None
        numbers = [to_int(value, type_, context) or 0 for value, type_ in zip(values[1:], types[1:], strict=True)]
        option = _option(name, "option", numbers[0], (1, 4)) if numbers else 1
        srid = checked_srid(numbers[1] if len(numbers) > 1 else GEOGRAPHIC, name, context)
        document = document_argument(call, 0, values[0], context)
        if document is None:
            return None
        geometry = _Reader(name, cuts=option > 1).geometry(document)
        if geometry is None:
            return None
        if srid.system.is_geographic:
            for longitude, latitude in points(geometry):
                check_longitude(longitude, name, srid.system.degree)
                check_latitude(latitude, name, srid.system.degree)
        return geometry_to_bytes(geometry, srid)

    return computed(call, GEOMETRY_TYPE, compute)
