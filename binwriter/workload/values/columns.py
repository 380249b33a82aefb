"""Generators of whole columns: rows -> an Arrow array in storage form. What `builders` makes and `source` calls."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.workload.values.number_types import NumberType
from binwriter.workload.values.numbers import NumberSource
from binwriter.workload.values.rows import Rows
from binwriter.workload.values.texts.types import TEXT_TYPES

Mask = npt.NDArray[np.bool_]


class ColumnValues(Protocol):
    """most: bytes of a value at most, without a length in front. fits, distinct: as `NumberSource` has them."""

    @property
    def most(self) -> int: ...
    @property
    def fits(self) -> int | None: ...
    @property
    def distinct(self) -> bool: ...

    def array(self, rows: Rows, mask: Mask | None) -> pa.Array:
        """One value a row; NULL where the mask is False."""
        ...


@dataclass(frozen=True, slots=True)
class NumberColumn:
    """Numbers in units of the column's type."""

    kind: NumberType
    source: NumberSource

    @property
    def most(self) -> int:
        return fixed_bytes(self.kind.spec)

    @property
    def fits(self) -> int | None:
        return self.source.fits

    @property
    def distinct(self) -> bool:
        return self.source.distinct

    def array(self, rows: Rows, mask: Mask | None) -> pa.Array:
        return self.kind.array(self.source.numbers(rows), mask, rows.kernels)


def fixed_bytes(spec: ColumnSpec) -> int:
    """Bytes of a cell of a type whose cells all have the same size."""
    return int(codec_for(spec).layout.sizeof())


def prefix_bytes(spec: ColumnSpec) -> int:
    """Bytes of the length in front of a cell; 0 for a type whose cells all have the same size."""
    codec = codec_for(spec)
    if spec.type in TEXT_TYPES:
        empty: Any = b"" if spec.collation == 63 else ""
        return len(codec.encode(empty))
    if spec.type in (ColumnType.JSON, ColumnType.GEOMETRY, ColumnType.VECTOR):
        return codec.metadata[0]
    return 0
