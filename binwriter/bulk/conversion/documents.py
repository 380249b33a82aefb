"""GEOMETRY and VECTOR over whole arrays. JSON goes value by value."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binwriter.bulk.conversion.strings import is_text
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.vector import MAX_DIMENSIONS, vector

_ENTRY_BYTES = len(vector([0.0]))


def vectors(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    """VECTOR: bytes, or lists of numbers, which are rounded to single precision."""
    most = spec.length or MAX_DIMENSIONS
    if is_text(array.type) and not pa.types.is_string(array.type):
        stored = array.cast(pa.binary())
        sizes = pc.binary_length(stored).drop_null().to_numpy(zero_copy_only=False)
        whole = not (sizes % _ENTRY_BYTES).any()
        return stored if whole and _in_range(sizes // _ENTRY_BYTES, most) else None
    if pa.types.is_fixed_size_list(array.type):
        array = array.cast(pa.list_(array.type.value_type))
    if not pa.types.is_list(array.type):
        return None
    entries, counts = array.flatten(), pc.list_value_length(array)
    if not _in_range(counts.drop_null().to_numpy(zero_copy_only=False), most) or entries.null_count:
        return None
    with np.errstate(over="ignore"):
        numbers = np.asarray(entries.cast(pa.float64())).astype("<f4")
    if not np.isfinite(numbers).all():
        return None
    offsets = np.zeros(len(array) + 1, np.int32)
    np.cumsum(_ENTRY_BYTES * np.asarray(counts.fill_null(0)), out=offsets[1:])
    bits = pa.py_buffer(np.packbits(np.asarray(array.is_valid()), bitorder="little"))
    return pa.Array.from_buffers(pa.binary(), len(array), [bits, pa.py_buffer(offsets), pa.py_buffer(numbers)])


def _in_range(counts: np.ndarray[tuple[int], np.dtype[np.int32]], most: int) -> bool:
    return not len(counts) or bool(counts.min() >= 1 and counts.max() <= most)
