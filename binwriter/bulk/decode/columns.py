"""A column of Arrow from where its cells stand, by kernels; one that they do not know goes the exact way by itself."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from binwriter.bulk.arrow_values import column_from_values
from binwriter.bulk.cells import kinds as k
from binwriter.bulk.cells.plans import cell_plan
from binwriter.bulk.kernels import columns as kernels
from binwriter.bulk.kernels import read_lines as r
from binwriter.bulk.kernels.read_lines import Read
from binwriter.bulk.storage_form import cell_type, storage_type
from binwriter.errors import CorruptLogError, EncodeError
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spatial import COLLECTION, COLLECTIONS, SMALLEST
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import StoredCell, plain_value
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace

Int64s = npt.NDArray[np.int64]
Line = npt.NDArray[np.int64]

_LIMB = 8
_TYPE_BYTES = 4  # of a geometry, at the end of its smallest head


class ImpossibleCellError(CorruptLogError):
    """A cell that no value of its column has. row: in the column, from 0."""

    def __init__(self, problem: str, row: int) -> None:
        super().__init__(problem)
        self.row = row


def impossible_bytes(spec: ColumnSpec, stored: bytes) -> str:
    """What errors say of a cell that no value of its type has."""
    return f"column {spec.name!r}: no {spec.type.name} has the bytes {stored[:16].hex(' ')}"


def column_of(spec: ColumnSpec, line: Line, cells: Int64s) -> pa.Array:
    """The column whose line is `line`. cells: addresses, NULL or ABSENT. Raises ImpossibleCellError."""
    kind = int(line[r.KIND])
    convert = _exact if kind == Read.EXACT else _CONVERTERS[spec.type]
    return convert(spec, line, cells)


def _bits(cells: Int64s) -> tuple[pa.Buffer | None, int]:
    """Validity and the number of NULLs."""
    bits = np.empty((len(cells) + 7) // 8, np.uint8)
    missing = int(kernels.validity(cells, bits))
    return (pa.py_buffer(bits) if missing else None), missing


def _array(type_: pa.DataType, cells: Int64s, *buffers: npt.NDArray[Any]) -> pa.Array:
    bits, missing = _bits(cells)
    return pa.Array.from_buffers(type_, len(cells), [bits, *map(pa.py_buffer, buffers)], missing)


def _little(spec: ColumnSpec, line: Line, cells: Int64s) -> pa.Array:
    stored = storage_type(spec)
    size = stored.bit_width // 8
    numbers = np.empty(len(cells) * size, np.uint8)
    signed = pa.types.is_signed_integer(stored)
    kernels.little_numbers(cells, int(line[r.WIDTH]), signed, numbers.ctypes.data, size)
    return _array(stored, cells, numbers)


def _float(spec: ColumnSpec, line: Line, cells: Int64s) -> pa.Array:
    array = _little(spec, line, cells)
    numbers = np.frombuffer(array.buffers()[1], array.type.to_pandas_dtype(), len(cells))
    wrong = ~np.isfinite(numbers)
    if spec.unsigned:
        wrong |= numbers < 0
    _refuse(spec, line, cells, wrong)
    return array


def _refuse(spec: ColumnSpec, line: Line, cells: Int64s, wrong: npt.NDArray[np.bool_]) -> None:
    """Raises what the codec has against the first value that no column of these has, whatever its bytes."""
    for row in np.flatnonzero(wrong & (cells > 0))[:1].tolist():
        codec = codec_for(spec)
        try:
            codec.encode(codec.decode(ctypes.string_at(int(cells[row]), int(line[r.WIDTH])), 0)[0])
        except EncodeError as error:
            raise ImpossibleCellError(str(error), row) from None


def _year(spec: ColumnSpec, line: Line, cells: Int64s) -> pa.Array:
    stored = storage_type(spec)
    plan = cell_plan(spec, stored)
    assert plan is not None
    numbers = np.empty(len(cells), np.uint16)
    kernels.years(cells, int(plan.numbers[k.BASE]), numbers)
    return _array(stored, cells, numbers)


def _big(spec: ColumnSpec, line: Line, cells: Int64s) -> pa.Array:
    numbers = np.empty(len(cells), np.uint64)
    width = int(line[r.WIDTH])
    kernels.big_numbers(cells, width, numbers)
    if spec.length < 8 * width:  # bits that no value has
        wrong = np.flatnonzero((cells > 0) & (numbers >> np.uint64(spec.length) != 0))
        if len(wrong):
            row = int(wrong[0])
            raise ImpossibleCellError(impossible_bytes(spec, ctypes.string_at(int(cells[row]), width)), row)
    return _array(storage_type(spec), cells, numbers)


def _strings(spec: ColumnSpec, line: Line, cells: Int64s) -> pa.Array:
    width = int(line[r.WIDTH])
    offsets = np.empty(len(cells) + 1, np.int32)
    data = np.empty(int(kernels.string_offsets(cells, width, offsets)), np.uint8)
    kernels.strings(cells, width, offsets, data.ctypes.data)
    return _array(storage_type(spec), cells, offsets, data)


def _geometries(spec: ColumnSpec, line: Line, cells: Int64s) -> pa.Array:
    """As they are stored, but for those that no column of this type has."""
    array = _strings(spec, line, cells)
    _, offsets_buffer, data_buffer = array.buffers()
    offsets = np.frombuffer(offsets_buffer, np.int32, len(cells) + 1)
    sizes = np.diff(offsets)
    wrong = (sizes > 0) & (sizes < SMALLEST)
    whole = np.flatnonzero(sizes >= SMALLEST)
    if spec.geometry_type and len(whole):
        data = np.frombuffer(data_buffer, np.uint8)
        places = offsets[whole].astype(np.int64) + SMALLEST - _TYPE_BYTES
        shapes = sum(data[places + place].astype(np.int64) << 8 * place for place in range(_TYPE_BYTES))
        allowed = {spec.geometry_type, *(COLLECTIONS if spec.geometry_type == COLLECTION else ())}
        wrong[whole] |= ~np.isin(shapes, list(allowed))
    codec = codec_for(spec)
    for row in np.flatnonzero(wrong & (cells > 0))[:1].tolist():
        try:
            codec.encode(array[row].as_py())
        except EncodeError as error:
            raise ImpossibleCellError(str(error), row) from None
    return array


def _decimal(spec: ColumnSpec, line: Line, cells: Int64s) -> pa.Array:
    stored = storage_type(spec)
    limbs = stored.bit_width // 8 // _LIMB
    numbers: npt.NDArray[np.uint64] = np.empty((len(cells), limbs), np.uint64)
    kernels.decimals(line.ctypes.data, cells, limbs, numbers)
    if spec.unsigned:
        _refuse(spec, line, cells, numbers[:, -1].view(np.int64) < 0)
    return _array(stored, cells, numbers.reshape(-1))


def _temporal(kernel: Callable[..., Any], dtype: type) -> Callable[[ColumnSpec, Line, Int64s], pa.Array]:
    """As numbers, or as cells if one is in no calendar."""

    def convert(spec: ColumnSpec, line: Line, cells: Int64s) -> pa.Array:
        numbers: npt.NDArray[Any] = np.empty(len(cells), dtype)
        if kernel(line.ctypes.data, cells, numbers):
            return _array(storage_type(spec), cells, numbers)
        width = int(line[r.WIDTH])
        data = np.zeros(len(cells) * width, np.uint8)
        kernels.stored(cells, width, data.ctypes.data)
        return _array(cell_type(spec), cells, data)

    return convert


def _time(spec: ColumnSpec, line: Line, cells: Int64s) -> pa.Array:
    numbers = np.empty(len(cells), np.int64)
    kernels.times(line.ctypes.data, cells, numbers)
    return _array(storage_type(spec), cells, numbers)


def _exact(spec: ColumnSpec, line: Line, cells: Int64s) -> pa.Array:
    codec, width, prefixed = codec_for(spec), int(line[r.WIDTH]), bool(line[r.PREFIXED])
    values: list[Any] = []
    for row, address in enumerate(cells.tolist()):
        if address <= 0:
            values.append(None)
            continue
        head = ctypes.string_at(address, width)
        cell = ctypes.string_at(address, width + int.from_bytes(head, "little")) if prefixed else head
        value, _ = codec.decode_cell(cell, 0)
        if isinstance(value, StoredCell) and value.value is None:
            raise ImpossibleCellError(impossible_bytes(spec, value.stored), row)
        values.append(plain_value(value))
    return column_from_values(replace(spec, nullable=True), values)


_CONVERTERS: dict[ColumnType, Callable[[ColumnSpec, Line, Int64s], pa.Array]] = {
    ColumnType.TINY: _little,
    ColumnType.SHORT: _little,
    ColumnType.INT24: _little,
    ColumnType.LONG: _little,
    ColumnType.LONGLONG: _little,
    ColumnType.YEAR: _year,
    ColumnType.FLOAT: _float,
    ColumnType.DOUBLE: _float,
    ColumnType.BIT: _big,
    ColumnType.NEWDECIMAL: _decimal,
    ColumnType.STRING: _strings,
    ColumnType.VAR_STRING: _strings,
    ColumnType.VARCHAR: _strings,
    ColumnType.BLOB: _strings,
    ColumnType.ENUM: _little,
    ColumnType.SET: _little,
    ColumnType.DATE: _temporal(kernels.dates, np.int32),
    ColumnType.NEWDATE: _temporal(kernels.dates, np.int32),
    ColumnType.DATETIME2: _temporal(kernels.datetimes, np.int64),
    ColumnType.TIMESTAMP2: _temporal(kernels.timestamps, np.int64),
    ColumnType.TIME2: _time,
    ColumnType.JSON: _strings,
    ColumnType.GEOMETRY: _geometries,
    ColumnType.VECTOR: _strings,
}
