"""GEOMETRY, POINT and the other spatial types: a length of four bytes, then SRID and well-known binary (WKB).

A value is the bytes of SRID and WKB together, as MySQL stores them; `geometry` makes and reads them.
Source: MySQL manual, "Internal Geometry Storage Format"; captured rows (08_types).
"""

from __future__ import annotations

from typing import Any

from binwriter.formats.columns.geometry import SHAPE_TYPES, Point, geometry
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.strings import BlobCodec

_LENGTH_BYTES = 4
SMALLEST = 9  # SRID, byte order, geometry type
_ANY = 0  # the geometry type of GEOMETRY itself
# the MULTI types are collections, too (captured: multitudes_in_collections)
COLLECTION, COLLECTIONS = 7, (4, 5, 6, 7)
_NAMES = {_ANY: "GEOMETRY", **{code: shape.__name__.upper() for shape, code in SHAPE_TYPES.items()}}


def point(x: float, y: float, srid: int = 0) -> bytes:
    """The column value of POINT(x, y) in the spatial reference system `srid` (0 to 2^32-1)."""
    return geometry(Point(x, y), srid)


class GeometryCodec(BlobCodec):
    """Every spatial type; which one it is stands in the Table_map's optional metadata (`spec.geometry_type`)."""

    def __init__(self, spec: ColumnSpec) -> None:
        super().__init__(spec, _LENGTH_BYTES)
        self.one_form = False

    @property
    def sql_type(self) -> str:
        return _NAMES.get(self.spec.geometry_type, _NAMES[_ANY])

    def encode(self, value: Any) -> bytes:
        data = self._data(value)
        if not data:  # NULL that IGNORE lets into a column that is NOT NULL (captured: geometries_left_empty_row)
            return self._stored.build(data)
        if len(data) < SMALLEST:
            raise self.error("a geometry is an SRID of 4 bytes followed by well-known binary", value)
        shape = int.from_bytes(data[SMALLEST - 4 : SMALLEST], "little")
        is_collection = self.spec.geometry_type == COLLECTION and shape in COLLECTIONS
        if not is_collection and self.spec.geometry_type not in (_ANY, shape):
            raise self.error(f"the value is a {_NAMES.get(shape, f'geometry of type {shape}')}", value)
        return self._stored.build(data)
