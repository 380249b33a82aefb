"""Spatial functions that make geometries of text, bytes and points.

Source: MySQL manual, "Functions That Create Geometry Values from WKT Values" and its neighbours.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.geometries import (
    COLLECTION,
    LINE,
    MULTI,
    POINT,
    POLYGON,
    Geometry,
    geometry_of_bytes,
    geometry_of_text,
    geometry_to_bytes,
    is_ring,
    little_endian,
)
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_int, to_real
from binwriter.sql.expressions.types import (
    GEOMETRY_TYPE,
    CompiledExpression,
    Kind,
)
from binwriter.sql.functions.converters import as_bytes, as_str
from binwriter.sql.functions.registry import Call, function, strict_null, with_context
from binwriter.sql.functions.spatial.stored import axis_order, check_range, checked_srid, in_order, point, stored

# --- from text and bytes ---


# what errors of 5.7 call them, by whatever name (captured: 5.7.18/spatial_names_of_old_statement)
_BEFORE_8_0 = {
    **dict.fromkeys(("geomfromtext", "geometryfromtext"), "st_geometryfromtext"),
    **dict.fromkeys(("geomfromwkb", "geometryfromwkb"), "st_geometryfromwkb"),
}


def _reader(read: Callable[[Any], Geometry], kind: int | None) -> Callable[[Call], CompiledExpression]:
    def build(call: Call) -> CompiledExpression:
        behaviour = call.scope.context.variables.behaviour
        name, wanted = call.name.lower(), kind
        if not behaviour.checks_geometries:
            name, wanted = _BEFORE_8_0.get(name.removeprefix("st_"), name), None

        def compute(context: StatementContext, value: Any, srid: int = 0, options: str = "") -> bytes:
            try:
                geometry = read(value)
            except (ValueError, struct.error):
                raise mysql_error("ER_GIS_INVALID_DATA", name) from None
            if wanted is not None and geometry.kind != wanted:
                raise mysql_error("ER_GIS_INVALID_DATA", name)
            known = checked_srid(srid, name, context)
            geometry = in_order(known, geometry, axis_order(name, options))
            if known.system.is_geographic:
                check_range(geometry, name, known)
            return geometry_to_bytes(geometry, srid)

        converters = (as_bytes if read is not geometry_of_text else as_str, to_int, as_str)
        return with_context(call, GEOMETRY_TYPE, compute, *converters)

    return build


def _of_wkb(data: bytes) -> Geometry:
    return geometry_of_bytes(bytes(4) + little_endian(data))[1]


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
    return strict_null(call, GEOMETRY_TYPE, lambda *place: point(place), to_real)


def _shown(text: str) -> str:
    """An argument as the error has it: digits of bytes in lower case."""
    return text.lower() if text.startswith("0x") else text


def _builder(name: str, kind: int, part_kind: int | None) -> None:
    @function(name)
    def build(call: Call) -> CompiledExpression:
        for part in call.args:
            if part.type.kind is Kind.NULL or part.type.field is not ColumnType.GEOMETRY:
                raise mysql_error("ER_ILLEGAL_VALUE_FOR_TYPE", "non geometric", _shown(part.text))

        def compute(*parts: tuple[int, Geometry]) -> bytes:
            if kind == LINE and len(parts) < 2:
                raise mysql_error("ER_GIS_INVALID_DATA", call.name.lower())
            if any(part_kind is not None and part.kind != part_kind for _, part in parts):
                raise mysql_error("ER_WRONG_ARGUMENTS", call.name.lower())
            if kind == POLYGON and not all(is_ring(part) for _, part in parts):
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
