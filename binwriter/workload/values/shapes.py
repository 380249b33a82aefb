"""Columns whose values all have the same size: UUIDs, points and other shapes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt
import pyarrow as pa

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
    geometry,
)
from binwriter.formats.records import dataclass
from binwriter.workload.values import settings as s
from binwriter.workload.values.kernels import formulas
from binwriter.workload.values.number_types import bits_of
from binwriter.workload.values.numbers import UniformNumbers
from binwriter.workload.values.rows import Rows
from binwriter.workload.values.texts.types import TextType

Bytes = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]
SLACK = 64

_MICRODEGREES = 10**6
_KEY_BITS = 62
_UUID_CHARACTERS = 36
_MILLISECOND = 1000


def fixed_array(kind: pa.DataType, data: Bytes, width: int, rows: Rows, mask: Mask | None) -> pa.Array:
    """Values of one size as an Arrow array; data may be longer than they are."""
    offsets = np.arange(len(rows) + 1, dtype=np.int32) * np.int32(width)
    buffers = [bits_of(mask, rows.kernels), pa.py_buffer(offsets), pa.py_buffer(data)]
    return pa.Array.from_buffers(kind, len(rows), buffers)


@dataclass(frozen=True)
class UuidBytes:
    """UUIDs of version 4 or 7, as 16 bytes or 36 characters; every key has another one, in any version of the row.

    start: microseconds since 1970 UTC; version 7 counts milliseconds from there, one a row.
    """

    name: str
    texts: TextType
    seed: np.uint64
    version: int
    start: int
    fits: int | None = 1 << _KEY_BITS
    distinct: bool = True

    @property
    def most(self) -> int:
        return 16 if self.texts.binary else len(self.texts.encode("0" * _UUID_CHARACTERS))

    def array(self, rows: Rows, mask: Mask | None) -> pa.Array:
        """One UUID a row; NULL where the mask is False."""
        raw = self._raw(rows)
        if self.texts.binary:
            return fixed_array(self.texts.arrow, raw.reshape(-1), 16, rows, mask)
        text: Bytes = rows.kernels.hyphenated(raw)
        unit = len(self.texts.encode("0"))
        if unit > 1:
            # the character sets of wide letters have the code of ASCII's letters, with zero bytes
            wide = np.frombuffer(b"".join(self.texts.encode(chr(code)) for code in range(128)), np.uint8)
            text = wide.reshape(128, unit)[text]
        return fixed_array(self.texts.arrow, text.reshape(-1), self.most, rows, mask)

    def _raw(self, rows: Rows) -> Bytes:
        """16 bytes a row. RFC 9562: version in the upper half of byte 6, variant in the upper bits of byte 8."""
        upper = formulas.column_word(rows.words, self.seed)
        lower = rows.kernels.permuted(rows.keys, self.seed, 1 << _KEY_BITS)
        if self.version == 7:
            moment = rows.keys + np.uint64(self.start // _MILLISECOND)
            upper = moment << np.uint64(16) | upper & np.uint64(0x0FFF)
        upper = upper & np.uint64(0xFFFFFFFFFFFF0FFF) | np.uint64(self.version << 12)
        lower = lower | np.uint64(1 << 63)
        pair = np.empty((len(rows), 2), ">u8")
        pair[:, 0], pair[:, 1] = upper, lower
        return pair.view(np.uint8).reshape(len(rows), 16)


# Shapes by MySQL's number of the column's type, of one part each: so the positions are the last bytes of the value.
_SHAPES: Mapping[int, Callable[[tuple[Position, ...]], Shape]] = {
    0: lambda positions: Point(*positions[0]),
    1: lambda positions: Point(*positions[0]),
    2: LineString,
    3: lambda positions: Polygon((positions,)),
    4: lambda positions: MultiPoint((Point(*positions[0]),)),
    5: lambda positions: MultiLineString((LineString(positions),)),
    6: lambda positions: MultiPolygon((Polygon((positions,)),)),
    7: lambda positions: GeometryCollection((Point(*positions[0]),)),
}
_POSITION_BYTES = 16
# The corners of lines and areas: so many 10^-6 to the right of and above a point; the last one is the first one again.
_SIDE = 1000
_CORNERS = ((0, 0), (_SIDE, 0), (_SIDE, _SIDE), (0, _SIDE), (0, 0))
_ONE_POSITION = (0, 1, 4, 7)


@dataclass(frozen=True)
class ShapeColumn:
    """Points, and small squares where the column has lines or areas, as our codec lays them out."""

    name: str
    geometry_type: int
    settings: s.Points
    seed_x: np.uint64
    seed_y: np.uint64
    fits: int | None = None
    distinct: bool = False

    @property
    def most(self) -> int:
        return len(self._template)

    @property
    def _corners(self) -> tuple[tuple[int, int], ...]:
        return _CORNERS[:1] if self.geometry_type in _ONE_POSITION else _CORNERS

    @property
    def _template(self) -> bytes:
        positions = tuple(Position(0.0, 0.0) for _ in self._corners)
        return geometry(_SHAPES[self.geometry_type](positions), self.settings.srid)

    def array(self, rows: Rows, mask: Mask | None) -> pa.Array:
        """One shape a row; NULL where the mask is False."""
        template, corners, settings_there = self._template, self._corners, self.settings
        data = np.empty((len(rows), len(template)), np.uint8)
        data[:] = np.frombuffer(template, np.uint8)
        reach = 0 if len(corners) == 1 else _SIDE
        bounds = (
            (settings_there.low_x, settings_there.high_x, self.seed_x),
            (settings_there.low_y, settings_there.high_y, self.seed_y),
        )
        begin = len(template) - _POSITION_BYTES * len(corners)
        half = _POSITION_BYTES // 2
        for axis, (low, high, seed) in enumerate(bounds):
            base = UniformNumbers(low, max(high - reach, low), seed).numbers(rows)
            for number, corner in enumerate(corners):
                place = begin + _POSITION_BYTES * number + half * axis
                values = (base + corner[axis]) / np.float64(_MICRODEGREES)
                data[:, place : place + half] = values.astype("<f8").view(np.uint8).reshape(len(rows), half)
        return fixed_array(pa.binary(), data.reshape(-1), len(template), rows, mask)
