"""The spatial functions that tests need to fill geometry columns: points and WKT of points.

A stored geometry is four bytes of SRID (little-endian) followed by WKB (MySQL manual, "Internal Geometry Storage
Format").
"""

from __future__ import annotations

import re
import struct
from typing import Any

from binwriter.errors import UnsupportedError
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.coercion import to_int, to_real
from binwriter.sql.expressions.types import BINARY_TYPE, REAL_TYPE, CompiledExpression, ExprType
from binwriter.sql.functions.converters import as_str
from binwriter.sql.functions.registry import Call, function, strict_null

_POINT = re.compile(r"\s*POINT\s*\(\s*(\S+)\s+(\S+?)\s*\)\s*", re.IGNORECASE)


def point(x: float, y: float, srid: int = 0) -> bytes:
    """A POINT as MySQL stores it."""
    return struct.pack("<IBIdd", srid, 1, 1, x, y)


@function("POINT", least=2)
def _point(call: Call) -> CompiledExpression:
    return strict_null(call, BINARY_TYPE, point, to_real)


@function("ST_GEOMFROMTEXT", "ST_GEOMETRYFROMTEXT", "ST_POINTFROMTEXT", least=1, most=2)
def _from_text(call: Call) -> CompiledExpression:
    def compute(text: str, srid: int = 0) -> bytes:
        match = _POINT.fullmatch(text)
        if match is None or srid:
            raise UnsupportedError(f"geometry {text!r} with SRID {srid}")
        return point(float(match[1]), float(match[2]))

    return strict_null(call, BINARY_TYPE, compute, as_str, to_int)


def _coordinate(position: int) -> Any:
    def build(call: Call) -> CompiledExpression:
        return strict_null(call, REAL_TYPE, lambda data: struct.unpack_from("<dd", data, 9)[position], _stored)

    return build


def _stored(value: Any, type_: ExprType, context: StatementContext) -> bytes:
    return bytes(value)


function("ST_X", least=1)(_coordinate(0))
function("ST_Y", least=1)(_coordinate(1))
