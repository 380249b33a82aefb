"""GEOMETRY, POINT and the other spatial types: a length of four bytes, then SRID and well-known binary (WKB).

A value is the bytes of SRID and WKB together, as MySQL stores them.
Source: MySQL manual, "Internal Geometry Storage Format"; captured rows (08_types).
"""

from __future__ import annotations

from typing import Any

import construct as cs

from binwriter.formats.columns.layout import compiled
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.strings import BlobCodec

_LENGTH_BYTES = 4
_LITTLE_ENDIAN = 1
_WKB_POINT = 1
_SMALLEST = 9  # SRID, byte order, geometry type

# SRID, byte order, geometry type, X, Y
_POINT = compiled(cs.Sequence(cs.Int32ul, cs.Int8ul, cs.Int32ul, cs.Float64l, cs.Float64l))


def point(x: float, y: float, srid: int = 0) -> bytes:
    """The column value of POINT(x, y) in the spatial reference system `srid` (0 to 2^32-1)."""
    return _POINT.build((srid, _LITTLE_ENDIAN, _WKB_POINT, x, y))


class GeometryCodec(BlobCodec):
    """Every spatial type; which one it is stands in the Table_map's optional metadata (`spec.geometry_type`)."""

    def __init__(self, spec: ColumnSpec) -> None:
        super().__init__(spec, _LENGTH_BYTES)

    @property
    def sql_type(self) -> str:
        return "GEOMETRY"

    def encode(self, value: Any) -> bytes:
        data = self._data(value)
        if len(data) < _SMALLEST:
            raise self.error("a geometry is an SRID of 4 bytes followed by well-known binary", value)
        return self._stored.build(data)
