"""Plans of row images: where a batch's values lie and how they become cells, as numbers for the kernels.

A plan holds addresses of the batch's Arrow buffers (nothing is copied) and the numbers of `plans`. It serves one
image of one batch: the columns of a FULL, MINIMAL or NOBLOB image are chosen when it is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from functools import lru_cache
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from binwriter.binlog.events.rows import row_layout
from binwriter.bulk.arrow_values import column_to_values
from binwriter.bulk.cells import kinds as k
from binwriter.bulk.cells.kinds import Kind
from binwriter.bulk.cells.plans import CellPlan, cell_plan
from binwriter.bulk.storage_form import check_storage, is_cells, null_error, storage_schema, storage_type
from binwriter.catalog.tables import Table
from binwriter.errors import EncodeError
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.row_image import RowFormat, unused_bits
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.primitives import bitmap_size
from binwriter.formats.records import dataclass
from binwriter.formats.servers import NEWEST, ServerProfile

_OFFSET_BYTES = 4
_LARGEST_OFFSET = np.iinfo(np.int32).max
_FEW = 16  # one row in so many may take the careful way


@dataclass(frozen=True, slots=True)
class ColumnSource:
    """One column of an image: its column in the table, how its cells are made, its values."""

    spec: ColumnSpec
    plan: CellPlan
    array: pa.Array


@dataclass(frozen=True, slots=True)
class ImageSource:
    """What an image is made of. last_bitmap_byte: what the NULL bitmap's last byte begins with."""

    columns: tuple[ColumnSource, ...]
    bitmap_bytes: int
    last_bitmap_byte: int
    rows: int


@dataclass(frozen=True, slots=True)
class RowPlan:
    """A plan for `kernels.rows.encode_image`.

    address: of the plan; it lives as long as this object. Only one thread at a time may use it: it remembers dates.
    bound: bytes that an image of the batch takes at most. safe: the first row whose strings must not be over-read.
    source: what it was made of.
    """

    matrix: npt.NDArray[np.int64]
    bound: int
    safe: int
    rows: int
    source: ImageSource
    _kept: tuple[Any, ...] = field(repr=False)  # what the addresses lie in

    @property
    def address(self) -> int:
        return int(self.matrix.ctypes.data)


def image_source(
    batch: pa.RecordBatch, table: Table, columns: Sequence[int], profile: ServerProfile = NEWEST
) -> ImageSource | None:
    """The columns of an image, None if one of them only the exact path can encode.

    batch: in storage form, all the table's columns (EncodeError if not). columns: indexes, ascending.
    """
    usual = check_storage(table, batch)
    layout = row_layout(table, profile)
    plans, given = _usual_plans(layout), batch.columns
    types = None if usual else (storage_schema(table).types, batch.schema.types)
    sources = []
    for column in columns:
        spec, plan = layout.specs[column], plans[column]
        if types is not None and types[0][column] != types[1][column]:
            plan = cell_plan(spec, types[1][column])
            if spec != table.columns[column].spec and is_cells(table.columns[column].spec, types[1][column]):
                plan = None  # cells of today's layout cannot be copied into an older one
        if plan is None:
            return None
        sources.append(ColumnSource(spec, plan, given[column]))
    size = bitmap_size(len(columns))
    last = unused_bits(len(columns)) >> 8 * (size - 1) if size and profile.fills_null_bits else 0
    return ImageSource(tuple(sources), size, last, batch.num_rows)


@lru_cache(maxsize=1024)
def _usual_plans(layout: RowFormat) -> tuple[CellPlan | None, ...]:
    """Of all columns, when they do not come as cells."""
    return tuple(cell_plan(spec, storage_type(spec)) for spec in layout.specs)


def column_plan(
    batch: pa.RecordBatch, table: Table, columns: Sequence[int], profile: ServerProfile = NEWEST
) -> RowPlan | None:
    """The plan of one image; None if only the exact path can encode it (`row_images` does so by itself).

    batch: in storage form, all the table's columns. columns: of the image, indexes, ascending.
    Raises EncodeError for a batch of another form, NULL in a NOT NULL column, strings longer than the column's bytes.
    """
    source = image_source(batch, table, columns, profile)
    return None if source is None else plan_of(source)


def plan_of(source: ImageSource) -> RowPlan:
    """The plan for the kernels. Raises EncodeError as `column_plan` does."""
    matrix = np.zeros((1 + len(source.columns), k.LINE), np.int64)
    matrix[0, k.COLUMNS] = len(source.columns)
    matrix[0, k.BITMAP_BYTES] = source.bitmap_bytes
    matrix[0, k.BITMAP_LAST] = source.last_bitmap_byte
    bound, safe = source.bitmap_bytes, source.rows
    kept: list[Any] = []
    for line, column in zip(matrix[1:], source.columns, strict=True):
        check_nulls(column)
        array, plan = column.array, column.plan
        kept.append(array)
        line[:] = plan.line
        bound += plan.width
        if plan.kind is Kind.NOTHING:
            continue
        buffers = array.buffers()
        if array.null_count:
            line[k.VALIDITY] = 8 * buffers[0].address + array.offset
        if size := plan.value_bytes:
            line[k.VALUES] = (buffers[1].address if buffers[1] else 0) + size * array.offset
            continue
        strings = string_buffers(column, buffers)
        bound += strings.longest
        safe = min(safe, strings.safe)
        kept += [strings.offsets, strings.data]
        line[k.OFFSETS] = strings.offsets.ctypes.data
        line[k.VALUES] = strings.data.ctypes.data
    safe = min(safe, _make_runs(matrix, source))
    return RowPlan(matrix, bound, max(safe, 0), source.rows, source, tuple(kept))


def _make_runs(matrix: npt.NDArray[np.int64], source: ImageSource) -> int:
    """Marks columns that are copied side by side. Gives the first row whose values must not be read as eight bytes."""
    safe, end = source.rows, 1
    for kind, columns in groupby(source.columns, lambda column: column.plan.kind):
        first, end = end, end + len(list(columns))
        if kind is Kind.COPY:
            lines = matrix[first:end]
            lines[0, k.KIND] = Kind.RUN
            lines[0, k.RUN_LINES] = end - first
            lines[0, k.RUN_NULLS] = np.count_nonzero(lines[:, k.VALIDITY])
            safe = min(safe, source.rows - k.WORD_BYTES // int(lines[:, k.STRIDE].min()))
    return safe


def check_nulls(column: ColumnSource) -> None:
    """Raises EncodeError for NULL in a NOT NULL column, naming the row."""
    if column.array.null_count and not column.spec.nullable:
        raise null_error(column.spec, int(np.argmin(valid_rows(column.array))))


def valid_rows(array: pa.Array) -> npt.NDArray[np.bool_]:
    """Which values are not NULL."""
    return np.asarray(array.is_valid())


@dataclass(frozen=True, slots=True)
class Strings:
    """A column of strings: offsets (one more than rows) into data. longest: bytes of the longest.

    safe: the first row behind whose end are fewer than `OVER_READ` bytes.
    """

    offsets: npt.NDArray[np.int32]
    data: npt.NDArray[np.uint8]
    longest: int
    safe: int


def string_buffers(column: ColumnSource, buffers: Sequence[Any] | None = None) -> Strings:
    """The buffers of a column of strings, checked so that nothing is read or written beyond them.

    buffers: the array's, where they have been asked for.

    Raises EncodeError for a string of more bytes than the column takes, or offsets that are none.
    """
    array, rows = column.array, len(column.array)
    _, offset_buffer, data_buffer = buffers or array.buffers()
    data = np.frombuffer(data_buffer, np.uint8) if data_buffer else np.zeros(0, np.uint8)
    if not rows:
        return Strings(np.zeros(1, np.int32), data, 0, 0)
    offsets = np.frombuffer(offset_buffer, np.int32, rows + 1, _OFFSET_BYTES * array.offset)
    lengths = offsets[1:] - offsets[:-1]
    longest = int(lengths.max())
    if lengths.min() < 0 or offsets[0] < 0 or offsets[-1] > len(data):
        raise EncodeError(f"column {column.spec.name!r}: the Arrow array's offsets do not fit its data")
    if longest > column.plan.longest:
        longest = _longest_checked(column, lengths)
    # of the offsets' own type: for another one all of them would be converted
    safe = int(offsets.searchsorted(np.int32(min(len(data) - k.OVER_READ, _LARGEST_OFFSET)), side="right")) - 1
    if rows - safe > max(rows // _FEW, 1):
        # nearly all at the end is empty: a copy with room behind it is quicker than care in so many rows
        padded = np.zeros(len(data) + k.OVER_READ, np.uint8)
        padded[: len(data)] = data
        return Strings(offsets, padded, longest, rows)
    return Strings(offsets, data, longest, max(safe, 0))


def _longest_checked(column: ColumnSource, lengths: npt.NDArray[np.int32]) -> int:
    """Of the strings that count: NULLs may have rubbish behind them, CHAR and BINARY their padding."""
    lengths = np.where(valid_rows(column.array), lengths, 0)
    codec = codec_for(column.spec)
    for row in np.flatnonzero(lengths > column.plan.longest).tolist():
        value, *_ = column_to_values(column.spec, column.array.slice(row, 1))
        try:
            codec.encode(value)
        except EncodeError as error:
            raise EncodeError(f"row {row}: {error}") from None
    return int(lengths.max())
