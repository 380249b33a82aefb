"""BIT(n): one big-endian number of (n + 7) / 8 bytes; the metadata is n % 8, then n / 8.

Source: MySQL manual, "Bit-Value Type - BIT"; captured rows (08_types: BIT(12) has metadata 04 01).
"""

from __future__ import annotations

from typing import Any

import construct as cs

from binwriter.formats.columns.codec import ColumnCodec
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import EncodeError

_MAX_BITS = 64


class BitCodec(ColumnCodec):
    """BIT(1) to BIT(64), as int."""

    metadata_size = 2

    def __init__(self, spec: ColumnSpec) -> None:
        if not 1 <= spec.length <= _MAX_BITS:
            raise EncodeError(f"column {spec.name!r}: BIT has 1 to {_MAX_BITS} bits: {spec.length}")
        whole_bytes, more_bits = divmod(spec.length, 8)
        super().__init__(spec, cs.BytesInteger((spec.length + 7) // 8), bytes((more_bits, whole_bytes)))
        self._highest = (1 << spec.length) - 1

    @classmethod
    def spec_fields(cls, wire_type: ColumnType, metadata: bytes) -> dict[str, Any]:
        more_bits, whole_bytes = metadata
        return {"type": wire_type, "length": 8 * whole_bytes + more_bits}

    @property
    def sql_type(self) -> str:
        return f"BIT({self.spec.length})"

    def encode(self, value: Any) -> bytes:
        if type(value) is not int:
            raise self.wrong_type(value, "int")
        if not 0 <= value <= self._highest:
            raise self.out_of_range(value, 0, self._highest)
        return self._stored.build(value)

    def decode(self, data: bytes, offset: int) -> tuple[int, int]:
        return self._stored.parse(data, offset)
