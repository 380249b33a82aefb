"""SQL values as values in documents: what JSON has no type for keeps the field type of its expression.

Source: MySQL manual, "The JSON Data Type"; opaque type codes, GeoJSON and refusals as a 9.7.4 gives them (captured:
tests/golden/scenarios/json_of_*.scn).
"""

from __future__ import annotations

import copy
import re
import struct
from datetime import datetime
from decimal import Decimal
from typing import Any

from binwriter.errors import UnsupportedError
from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.formats.columns.json.opaque import json_decimal, json_temporal
from binwriter.formats.columns.values import IncompleteDate, JsonDocument, JsonInteger, JsonOpaque, SizedDecimal
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.geometries import COLLECTION, POINT, Geometry, geometry_of_bytes
from binwriter.sql.expressions import decimal_buffers
from binwriter.sql.expressions.numbers import decimal_scale
from binwriter.sql.expressions.types import BOOL_TYPE, CompiledExpression, ExprType, Kind, MemberText, Whole

# A number, a column of whatever query, a parameter, and what chooses one of its arguments: integers, though the values
# be 1 and 0 (captured: cluster truths_of_queries_in_documents).
_CHOOSING = "if|ifnull|coalesce|nullif|max|min|any_value|elt|least|greatest|interval"
_NO_TRUTH = pattern(rf"[-+\d`?]|(?:{_CHOOSING})\(|\(?case\b|\(select\b|@|\(@[^=]*:=", re.IGNORECASE)
_TRUTH = pattern(r"strcmp\(", re.IGNORECASE)  # what a server holds for a condition, though it be -1
_ZERO = Decimal(0)
UNSIGNED_FROM = 1 << 32  # an integer of JSON text is stored as unsigned from here on
# A function's string of bytes is a VARCHAR up to this length, then a MEDIUMBLOB and a LONGBLOB.
_VARCHAR_LENGTH, _MEDIUM_LENGTH = (1 << 16) - 1, (1 << 24) - 1
_GEOJSON_NAMES = (
    "",
    "Point",
    "LineString",
    "Polygon",
    "MultiPoint",
    "MultiLineString",
    "MultiPolygon",
    "GeometryCollection",
)


def document_value(arg: CompiledExpression, value: Any) -> Any:
    """An SQL value as a value in a document: strings are strings, TRUE and FALSE are what JSON calls so."""
    type_ = arg.type
    if isinstance(value, JsonDocument):
        return copy.deepcopy(value.root)
    if isinstance(value, int) and _TRUTH.match(arg.text):
        return bool(value)
    if isinstance(value, int) and not isinstance(value, bool):
        value = int(value)  # an SRID is one with more to it
    if (type_.bit or type_.field is ColumnType.BIT) and isinstance(value, int):
        return JsonOpaque(ColumnType.BIT, value.to_bytes((type_.length + 7) // 8 or 1, "big"))
    if type_ == BOOL_TYPE and value in (0, 1) and not _NO_TRUTH.match(arg.text):
        return bool(value)
    if isinstance(value, int) and (value < UNSIGNED_FROM) == type_.unsigned:
        return JsonInteger(value, type_.unsigned)  # as JSON text would not store it
    if isinstance(value, Decimal):
        is_chosen = arg.stored is not None and decimal_scale(value) < type_.scale  # it has digits of its own
        return _decimal(value, type_, constant=arg.constant or is_chosen)
    if isinstance(value, bytes):
        return _of_bytes(value, type_)
    if isinstance(value, MemberText):
        return str(value)
    if isinstance(value, IncompleteDate) or (isinstance(value, datetime) and type_.field is ColumnType.TIMESTAMP):
        return _moment(value, type_)
    return in_charset(value) if isinstance(value, str) else value


def _decimal(value: Decimal, type_: ExprType, *, constant: bool) -> Decimal | JsonOpaque:
    """A number with the digits of the buffer in which it was computed; a literal has those it is written with. Up to
    5.7 a product keeps its digits where it is zero, a difference does not (captured: 5.7.18/zeros_in_documents_row)."""
    is_marked = isinstance(value, SizedDecimal) or type_.whole is Whole.DIFFERENCE
    if type_.whole is not None and not isinstance(type_.whole, int):
        value = decimal_buffers.sized(value, type_)
    if decimal_buffers.is_bare_zero(value):
        if is_marked:
            return json_decimal(_ZERO, 1, 0)
        value = decimal_buffers.in_a_word(value)
    if isinstance(value, SizedDecimal):
        scale = -int(value.as_tuple().exponent)
        return json_decimal(value, max(1, value.whole + scale), scale)
    return _of_column(value, type_) if type_.length and not constant else value


def _of_column(value: Decimal, type_: ExprType) -> JsonOpaque:
    """A column's value keeps its scale; its whole digits come in groups of nine, without empty ones in front."""
    whole = type_.length - (2 if type_.scale else 1) - type_.scale
    digits = len(str(abs(int(value)))) if int(value) else 0
    kept = min(whole, -(-digits // 9) * 9)
    return json_decimal(value, max(1, kept + type_.scale), type_.scale)


def _moment(value: datetime | IncompleteDate, type_: ExprType) -> JsonOpaque:
    if type_.field is ColumnType.TIMESTAMP:
        return json_temporal(ColumnType.TIMESTAMP, value)
    return json_temporal(ColumnType.DATE if type_.kind is Kind.DATE else ColumnType.DATETIME, value)


def _of_bytes(value: bytes, type_: ExprType) -> Any:
    if not type_.binary:
        return value.decode("utf-8", "replace")
    if type_.field is ColumnType.GEOMETRY:
        return geojson(value)
    return JsonOpaque(opaque_type(type_, len(value)), bytes(value))


def opaque_type(type_: ExprType, length: int) -> int:
    """The type code with which a string of that many bytes is kept in a document."""
    if type_.field is not None:
        return int(type_.field)
    length = max(length, type_.length)
    if length <= _VARCHAR_LENGTH:
        return int(ColumnType.VARCHAR)
    return int(ColumnType.MEDIUM_BLOB if length <= _MEDIUM_LENGTH else ColumnType.LONG_BLOB)


def geojson(value: bytes) -> dict[str, Any]:
    """A geometry as an object, with its reference system. UnsupportedError where that is not one of EPSG's.

    MySQLError ER_GIS_INVALID_DATA if the bytes are no geometry.
    """
    try:
        srid, geometry = geometry_of_bytes(value)
    except (ValueError, struct.error):
        raise mysql_error("ER_GIS_INVALID_DATA", "st_asgeojson") from None
    if srid > _LAST_OF_EPSG:
        raise UnsupportedError(f"a geometry of reference system {srid} as JSON")
    name = f"urn:ogc:def:crs:EPSG::{srid}" if srid else "urn:ogc:def:crs:MySQL::0"
    return {"crs": {"type": "name", "properties": {"name": name}}, **_object(geometry)}


_LAST_OF_EPSG = 32767


def _object(geometry: Geometry) -> dict[str, Any]:
    name = _GEOJSON_NAMES[geometry.kind]
    if geometry.kind == COLLECTION:
        return {"type": name, "geometries": [_object(part) for part in geometry.parts]}
    return {"type": name, "coordinates": _coordinates(geometry)}


def _coordinates(geometry: Geometry) -> list[Any]:
    if geometry.kind == POINT:
        return [float(number) for number in geometry.parts]
    return [_coordinates(part) for part in geometry.parts]
