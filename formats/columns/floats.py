"""FLOAT and DOUBLE: IEEE 754, little endian; the metadata is the size in bytes.

Source: MySQL manual, "Floating-Point Types (Approximate Value)"; findings part 7.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Any

import construct as cs

from binwriter.formats.columns.codec import ColumnCodec, Fields
from binwriter.formats.columns.layout import Declaration, struct_format
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType

_FLOATS: dict[ColumnType, Declaration] = {ColumnType.FLOAT: cs.Float32l, ColumnType.DOUBLE: cs.Float64l}
_LARGEST_FLOAT = (2 - 2.0**-23) * 2.0**127


class FloatCodec(ColumnCodec):
    """FLOAT (a value is rounded to the nearest single precision number) and DOUBLE. Neither NaN nor infinity exists."""

    metadata_size = 1

    def __init__(self, spec: ColumnSpec) -> None:
        layout = _FLOATS[spec.type]
        super().__init__(spec, layout, bytes((layout.sizeof(),)))

    @property
    def sql_type(self) -> str:
        return self.spec.type.name + (" UNSIGNED" if self.spec.unsigned else "")

    def encode(self, value: Any) -> bytes:
        if type(value) is not float:
            raise self.wrong_type(value, "float")
        if not math.isfinite(value):
            raise self.error("neither NaN nor infinity can be stored", value)
        if self.spec.unsigned and value < 0:
            raise self.error("the value is negative", value)
        try:
            return self._stored.build(value)
        except OverflowError:
            raise self.out_of_range(value, -_LARGEST_FLOAT, _LARGEST_FLOAT) from None

    def encode_all(self, values: Sequence[Any]) -> list[bytes]:
        plain = set(map(type, values)) == {float} and all(map(math.isfinite, values))
        if not plain or (self.spec.unsigned and min(values) < 0):
            return super().encode_all(values)
        try:
            return list(map(self._stored.build, values))
        except OverflowError:
            return super().encode_all(values)

    def fields(self, values: Sequence[Any], kinds: Collection[type]) -> Fields:
        plain = self.spec.type is ColumnType.DOUBLE and kinds == {float}
        # a sum with NaN or infinity in it is no finite number
        if plain and math.isfinite(sum(values)) and not (self.spec.unsigned and min(values) < 0):
            return Fields(struct_format(self.layout), values)
        return super().fields(values, kinds)

    def decode(self, data: bytes, offset: int) -> tuple[float, int]:
        return self._stored.parse(data, offset)
