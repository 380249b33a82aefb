"""VECTOR: single precision floats, little endian, behind a length of four bytes; a value is their bytes.

Source: MySQL manual, "The VECTOR Type"; corpus file vector.binlog (9.0.1).
"""

from __future__ import annotations

import math
import reprlib
import struct
from collections.abc import Iterable
from typing import Any

from binwriter.formats.columns.codec import ColumnCodec
from binwriter.formats.columns.layout import prefixed_bytes
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import CorruptLogError, EncodeError

MAX_DIMENSIONS = 16383
# Of a column that CREATE TABLE .. SELECT makes of a choice among vectors (captured: clusters/vectors_chosen).
ANY_DIMENSIONS = (1 << 32) - 1
_LENGTH_BYTES = 4
_ENTRY_BYTES = 4


def vector(entries: Iterable[float]) -> bytes:
    """The column value for these entries. Raises EncodeError if one is not a single precision number."""
    numbers = tuple(entries)
    try:
        if all(map(math.isfinite, numbers)):
            return struct.pack(f"<{len(numbers)}f", *numbers)
        error: Exception | str = "neither NaN nor infinity can be stored"
    except (struct.error, OverflowError, TypeError) as problem:
        error = problem
    raise EncodeError(f"VECTOR: {error}: {reprlib.repr(numbers)}")


def vector_entries(value: bytes) -> tuple[float, ...]:
    """The entries of a column value. Raises CorruptLogError if the bytes are not floats of 4 bytes."""
    if len(value) % _ENTRY_BYTES:
        raise CorruptLogError(f"VECTOR: {len(value)} bytes are not floats of {_ENTRY_BYTES} bytes")
    return struct.unpack(f"<{len(value) // _ENTRY_BYTES}f", value)


class VectorCodec(ColumnCodec):
    """VECTOR(n) with n up to 16383 dimensions (`spec.length`; 0 = not known; or ANY_DIMENSIONS).

    Metadata: the size of the length, 4.
    """

    metadata_size = 1

    def __init__(self, spec: ColumnSpec) -> None:
        if not 0 <= spec.length <= MAX_DIMENSIONS and spec.length != ANY_DIMENSIONS:
            raise EncodeError(f"column {spec.name!r}: VECTOR has at most {MAX_DIMENSIONS} dimensions: {spec.length}")
        super().__init__(spec, prefixed_bytes(_LENGTH_BYTES), bytes((_LENGTH_BYTES,)))
        self._most_entries = min(spec.length or MAX_DIMENSIONS, MAX_DIMENSIONS)

    @classmethod
    def spec_fields(cls, wire_type: ColumnType, metadata: bytes) -> dict[str, Any]:
        # the dimensions stand in the optional metadata
        return {"type": wire_type}

    @property
    def sql_type(self) -> str:
        return f"VECTOR({self._most_entries})"

    def encode(self, value: Any) -> bytes:
        if type(value) is not bytes:
            raise self.wrong_type(value, "bytes (see `vector`)")
        entries, rest = divmod(len(value), _ENTRY_BYTES)
        if rest or entries > self._most_entries:  # none: a NOT NULL column that nobody gave a value
            raise self.error(f"{len(value)} bytes are not 0 to {self._most_entries} floats of 4 bytes", value)
        return self._stored.build(value)

    def decode(self, data: bytes, offset: int) -> tuple[bytes, int]:
        return self._stored.parse(data, offset)
