"""JSON text, GEOMETRY and VECTOR over whole arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from binwriter.bulk.arrow_values import column_from_values
from binwriter.bulk.conversion.plain import RefusedValueError, plain_value
from binwriter.bulk.conversion.strings import is_text
from binwriter.bulk.storage_form import storage_type
from binwriter.bulk.ways import has_kernels
from binwriter.errors import EncodeError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.vector import MAX_DIMENSIONS, vector

_FEW = 3000  # documents up to which the kernel is not worth loading
_ENTRY_BYTES = len(vector([0.0]))


def vectors(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    """VECTOR: bytes, or lists of numbers, which are rounded to single precision."""
    most = min(spec.length or MAX_DIMENSIONS, MAX_DIMENSIONS)
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


def documents(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    """JSON: texts by a kernel; what is unusual in them value by value."""
    if not pa.types.is_string(array.type) or len(array) <= _FEW or not has_kernels():
        return None
    array.validate(full=True)
    texts = pa.concat_arrays([array])  # offsets from 0
    made, left_out = _by_kernel(texts)
    if len(left_out):
        mask = np.zeros(len(array), np.bool_)
        mask[left_out] = True
        made = pc.replace_with_mask(made, pa.array(mask), _value_by_value(spec, texts, left_out.tolist()))
    return made


def _value_by_value(spec: ColumnSpec, texts: pa.Array, rows: Sequence[int]) -> pa.Array:
    values = []
    for row in rows:
        try:
            values.append(column_from_values(spec, [plain_value(spec, texts[row].as_py())])[0])
        except EncodeError as error:
            raise RefusedValueError(row, str(error).removeprefix("row 0: ")) from None
    return pa.array(values, storage_type(spec))


def _by_kernel(texts: pa.Array) -> tuple[pa.Array, npt.NDArray[np.int64]]:
    """Binary JSON, and the rows that the kernel left out, which are NULL."""
    from binwriter.bulk.kernels.json_documents import LONGEST_TEXT, ROOM, ROOM_BESIDES, convert_texts
    from binwriter.bulk.kernels.json_nodes import NODE

    _, offset_buffer, data_buffer = texts.buffers()
    offsets = np.frombuffer(offset_buffer, np.int32, len(texts) + 1)
    data = np.frombuffer(data_buffer, np.uint8) if data_buffer else np.zeros(1, np.uint8)
    valid = np.asarray(texts.is_valid())
    longest = min(int(np.diff(offsets).max()), LONGEST_TEXT)
    nodes, order = np.empty((longest + 2, NODE), np.int64), np.empty(longest + 2, np.int64)
    room = np.empty(ROOM * int(offsets[-1]) + ROOM_BESIDES * (len(texts) + 1), np.uint8)
    ends = np.zeros(len(texts), np.int64)
    convert_texts(valid, offsets, data.ctypes.data, nodes, order, room.ctypes.data, ends)
    left_out = np.flatnonzero(ends < 0)
    ends = np.maximum.accumulate(np.maximum(ends, 0))
    size = int(ends[-1])
    if size >= 1 << 31:
        raise pa.ArrowInvalid("more bytes than Arrow's offsets reach")
    starts = np.zeros(len(texts) + 1, np.int32)
    starts[1:] = ends
    valid[left_out] = False
    buffers = [
        pa.py_buffer(np.packbits(valid, bitorder="little")),
        pa.py_buffer(starts),
        pa.py_buffer(room[:size].copy()),
    ]
    return pa.Array.from_buffers(pa.binary(), len(texts), buffers), left_out
