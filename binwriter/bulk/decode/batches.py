"""Batches of changes from the rows events that the walking kernel has found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from binwriter.bulk.cells.reads import read_plan
from binwriter.bulk.decode.change_schema import CHANGE_FIELDS, OPERATIONS, TableName, schema_with_images
from binwriter.bulk.decode.columns import ImpossibleCellError, column_of
from binwriter.bulk.kernels import columns as kernels
from binwriter.bulk.kernels import walk_lines as w
from binwriter.bulk.kernels.walk_lines import Collected
from binwriter.bulk.storage_form import storage_type
from binwriter.errors import CorruptLogError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.records import dataclass

Int64s = npt.NDArray[np.int64]

_MICROSECONDS = 1_000_000
# Arrow's offsets have 31 bits.
_MOST_BYTES = 1 << 29
_APART = 24
_NO_CELLS = np.empty((0, 0), np.int64)
# Cells of one image that are collected at once: 8 bytes each.
_MOST_CELLS = 1 << 22


@dataclass(frozen=True)
class ReadTable:
    """A table whose changes are wanted."""

    name: TableName
    specs: tuple[ColumnSpec, ...]
    plan: Int64s = field(repr=False)

    @classmethod
    def make(cls, name: TableName, specs: tuple[ColumnSpec, ...]) -> ReadTable:
        return cls(name, specs, read_plan(specs))


@dataclass(frozen=True)
class Left:
    """A rows event for the exact way: its line of the records, and how many of its rows have been read."""

    line: int
    rows: int


@dataclass(frozen=True)
class Context:
    """What the lines of records refer to. first: the number of the first line of `transactions`. file: for messages."""

    file: str
    records: Int64s
    transactions: Int64s
    first: int
    sources: pa.Array


def batches(table: ReadTable, chosen: Int64s, context: Context, batch_rows: int) -> Iterator[pa.RecordBatch | Left]:
    """The changes of these records, all of the table; and where among them the exact way must read."""
    records, columns = context.records, len(table.specs)
    room = max(1, min(batch_rows, _MOST_CELLS // max(columns, 1), _most_rows(records, chosen)))
    # beside each other in memory, but not a power of two apart, for the sake of the processor's cache
    cells = np.empty((2, columns, room + _APART), np.int64)
    before, after = (
        cells[index] if records[chosen, side].any() else _NO_CELLS for index, side in enumerate((w.R_BEFORE, w.R_AFTER))
    )
    record_of_row, number_of_row = np.empty((2, room), np.int64)
    state = np.zeros(w.COLLECT, np.int64)
    while True:
        state[w.C_ROWS] = state[w.C_BYTES] = 0
        stop = kernels.collect(
            state, records, chosen, table.plan.ctypes.data, columns, before, after, record_of_row, number_of_row,
            _MOST_BYTES,
        )  # fmt: skip
        rows = int(state[w.C_ROWS])
        if rows:
            images = [
                _image(table, context, chosen, side, cells, record_of_row[:rows], number_of_row[:rows])
                for side, cells in ((w.R_BEFORE, before[:, :rows]), (w.R_AFTER, after[:, :rows]))
            ]
            yield _batch(table, context, chosen, record_of_row[:rows], number_of_row[:rows], images)
        if stop == Collected.ALL:
            return
        if stop == Collected.EXACT:
            yield Left(int(chosen[state[w.C_RECORD]]), int(state[w.C_ROW]))
            state[w.C_RECORD] += 1
            state[w.C_PLACE] = state[w.C_ROW] = 0


def _most_rows(records: Int64s, chosen: Int64s) -> int:
    """A row has a byte at least."""
    return int((records[chosen, w.R_END] - records[chosen, w.R_ROWS]).sum())


def _image(
    table: ReadTable,
    context: Context,
    chosen: Int64s,
    side: int,
    cells: Int64s,
    record_of_row: Int64s,
    number_of_row: Int64s,
) -> tuple[pa.Array, pa.Array]:
    """The struct of one image, and the bitmaps of its columns."""
    rows, columns = len(record_of_row), len(table.specs)
    present = context.records[chosen[record_of_row], side] != 0
    if not present.any():
        empty = pa.struct([pa.field(spec.name, storage_type(spec)) for spec in table.specs])
        return pa.nulls(rows, empty), pa.nulls(rows, pa.binary())
    try:
        arrays = [
            column_of(spec, table.plan[index], np.ascontiguousarray(cells[index]))
            for index, spec in enumerate(table.specs)
        ]
    except ImpossibleCellError as error:
        position = context.records[chosen[record_of_row[error.row]], w.R_POSITION]
        place = f"{context.file}:{position}: row {number_of_row[error.row] + 1}"
        raise CorruptLogError(f"{place}: {error}") from None
    fields = [pa.field(spec.name, array.type) for spec, array in zip(table.specs, arrays, strict=True)]
    mask = None if present.all() else pa.array(~present)
    struct = pa.StructArray.from_arrays(arrays, fields=fields, mask=mask)
    size = (columns + 7) // 8
    bits = np.empty(int(present.sum()) * size, np.uint8)
    kernels.image_bits(context.records, chosen, side, record_of_row, columns, bits)
    offsets = np.zeros(rows + 1, np.int32)
    np.cumsum(present * size, out=offsets[1:])
    missing = rows - int(present.sum())
    valid = pa.array(present).buffers()[1] if missing else None
    buffers = [valid, pa.py_buffer(offsets), pa.py_buffer(bits)]
    return struct, pa.Array.from_buffers(pa.binary(), rows, buffers, missing)


def _batch(
    table: ReadTable,
    context: Context,
    chosen: Int64s,
    record_of_row: Int64s,
    numbers: Int64s,
    images: list[tuple[pa.Array, pa.Array]],
) -> pa.RecordBatch:
    """What is alike in the rows of an event is made once an event."""
    first, last = int(record_of_row[0]), int(record_of_row[-1])
    records = context.records[chosen[first : last + 1]]
    line = records[:, w.R_TRANSACTION]
    is_in = line >= 0
    transaction = context.transactions[np.where(is_in, line, 0)]

    def number(column: int, type_: pa.DataType = _INT64) -> pa.Array:
        values = transaction[:, column]
        return pa.array(values, pa.int64(), mask=~is_in | (values == w.NOTHING)).cast(type_)

    source = transaction[:, w.T_SOURCE]
    operation = np.where(records[:, w.R_BEFORE] == 0, 0, np.where(records[:, w.R_AFTER] == 0, 2, 1)).astype(np.int8)
    by_record = [
        pa.array(records[:, w.R_POSITION]),
        pa.array(records[:, w.R_INNER].astype(np.int32)),
        pa.array(records[:, w.R_TIMESTAMP] * _MICROSECONDS).cast(_MOMENT),
        pa.array(np.where(is_in, line + context.first, -1)),
        pa.DictionaryArray.from_arrays(pa.array(source.astype(np.int32), mask=~is_in | (source < 0)), context.sources),
        number(w.T_GNO),
        number(w.T_COMMITTED),
        number(w.T_SEQUENCE),
        number(w.T_TIME, _MOMENT),
        pa.DictionaryArray.from_arrays(pa.array(operation), pa.array(OPERATIONS)),
    ]
    if len(records) != len(record_of_row):
        indexes = pa.array(record_of_row - first)
        by_record = [column.take(indexes) for column in by_record]
    (before, before_bits), (after, after_bits) = images
    schema = schema_with_images(table.name, before.type, after.type)
    columns = [*by_record[:2], pa.array(numbers.astype(np.int32)), *by_record[2:]]
    return pa.RecordBatch.from_arrays([*columns, before, after, before_bits, after_bits], schema=schema)


_INT64 = pa.int64()
_MOMENT = CHANGE_FIELDS.field("timestamp").type
