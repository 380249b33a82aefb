"""Geohashes: a place's longitude and latitude, halved in turn, in letters and digits.

Source: MySQL manual, "Spatial Geohash Functions"; captured: tests/golden/clusters/spatial_documents.
"""

from __future__ import annotations

from typing import Any

from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.geometries import POINT
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_int, to_real
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.types import GEOMETRY_TYPE, REAL_TYPE, CompiledExpression, ExprType, Kind, text_type
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.numbers.basic import round_real
from binwriter.sql.functions.registry import Call, function, strict_null, with_context
from binwriter.sql.functions.spatial.stored import (
    GEOGRAPHIC,
    LATITUDE_LIMIT,
    LONGITUDE_LIMIT,
    Stored,
    checked_srid,
    nulls_first,
    point,
    refuse_other_types,
    stored,
)

_DIGITS = "0123456789bcdefghjkmnpqrstuvwxyz"
_BITS = (16, 8, 4, 2, 1)
_LONGEST = 100
_MOST_DECIMALS = 15


def _hash(longitude: float, latitude: float, length: int) -> str:
    """A geohash of at most so many digits; it ends where it says the place exactly."""
    ranges = [[-LONGITUDE_LIMIT, LONGITUDE_LIMIT], [-LATITUDE_LIMIT, LATITUDE_LIMIT]]
    place = (longitude, latitude)
    digits: list[str] = []
    turn = 0
    while len(digits) < length:
        digit = 0
        for bit in _BITS:
            low, high = ranges[turn]
            middle = (low + high) / 2
            upper = place[turn] >= middle
            ranges[turn][0 if upper else 1] = middle
            digit |= bit if upper else 0
            turn ^= 1
        digits.append(_DIGITS[digit])
        if all((low + high) / 2 == value for (low, high), value in zip(ranges, place, strict=True)):
            break
    return "".join(digits)


def _shortest(low: float, high: float) -> float:
    """The middle of a range, with as few decimals as still lie in it."""
    middle, width, decimals = (low + high) / 2, high - low, 0
    while 0 < width <= 0.1 and decimals <= _MOST_DECIMALS:
        decimals += 1
        width *= 10
    value = round_real(middle, decimals)
    while not low <= value <= high and decimals <= _MOST_DECIMALS:
        decimals += 1
        value = round_real(middle, decimals)
    return value + 0.0


def _place(text: str, name: str) -> tuple[float, float]:
    """Longitude and latitude. Raises ER_WRONG_VALUE_FOR_TYPE."""
    ranges = [[-LONGITUDE_LIMIT, LONGITUDE_LIMIT], [-LATITUDE_LIMIT, LATITUDE_LIMIT]]
    turn = 0
    for letter in text.lower() or "?":
        digit = _DIGITS.find(letter)
        if digit < 0:
            raise mysql_error("ER_WRONG_VALUE_FOR_TYPE", "geohash", text, name)
        for bit in _BITS:
            middle = sum(ranges[turn]) / 2
            ranges[turn][0 if digit & bit else 1] = middle
            turn ^= 1
    (west, east), (south, north) = ranges
    return _shortest(west, east), _shortest(south, north)


@function("ST_GEOHASH")
def _geohash(call: Call) -> CompiledExpression:
    name = "st_geohash"
    of_point = len(call.args) == 2

    if of_point:
        refuse_other_types(name, "point", call.args[0].type)

    def of_place(value: Any, type_: ExprType, context: StatementContext) -> Stored:
        given = stored(name)(value, type_, context)
        if given[1].kind != POINT:
            raise mysql_error("ER_INCORRECT_TYPE", "point", name)
        return given

    def compute(*values: Any) -> str:
        *place, length = values
        if of_point and place[0][0] not in (0, GEOGRAPHIC):
            raise mysql_error("ER_ONLY_IMPLEMENTED_FOR_SRID_0_AND_4326", name)
        longitude, latitude = place[0][1].parts if of_point else place
        for what, value, limit in (("longitude", longitude, LONGITUDE_LIMIT), ("latitude", latitude, LATITUDE_LIMIT)):
            if not -limit <= value <= limit:
                raise mysql_error("ER_DATA_OUT_OF_RANGE", what, name)
        if not 1 <= length <= _LONGEST:
            raise mysql_error("ER_DATA_OUT_OF_RANGE", "max geohash length", name)
        return _hash(longitude, latitude, length)

    type_ = text_type(0, connection_collation(call.scope))
    converters = (of_place, to_int) if of_point else (to_real, to_real, to_int)
    return nulls_first(call, type_, compute, *converters)


def _geohash_text(call: Call, name: str) -> Any:
    type_ = call.args[0].type
    if type_.kind not in (Kind.STRING, Kind.NULL):
        raise mysql_error("ER_INCORRECT_TYPE", "geohash", name)
    return as_str


def _coordinate(name: str, position: int) -> None:
    @function(name)
    def build(call: Call) -> CompiledExpression:
        convert = _geohash_text(call, name)
        return strict_null(call, REAL_TYPE, lambda text: _place(text, name)[position], convert)


_coordinate("ST_LONGFROMGEOHASH", 0)
_coordinate("ST_LATFROMGEOHASH", 1)


@function("ST_POINTFROMGEOHASH")
def _point(call: Call) -> CompiledExpression:
    name = "st_pointfromgeohash"

    def compute(context: StatementContext, text: str, srid: int) -> bytes:
        checked_srid(srid, name, context)
        return point(_place(text, name), srid)

    return with_context(call, GEOMETRY_TYPE, compute, _geohash_text(call, name), to_int)
