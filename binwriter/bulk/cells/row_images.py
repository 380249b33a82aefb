"""The row images of a whole batch, by whichever way there is: kernels, numpy and Arrow, or one row after the other.

All three give the same bytes. The kernels need numba (the extra `fast`); the environment variable BINWRITER_KERNELS=off
does without them. Columns of a type or form that `plans` does not know go the exact way by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from binwriter.binlog.events.rows import row_layout
from binwriter.bulk.arrow_values import to_values
from binwriter.bulk.cells import kinds as k
from binwriter.bulk.cells.columns import COLUMN_CELLS, Cells
from binwriter.bulk.cells.kinds import Kind
from binwriter.bulk.cells.plans import CellPlan
from binwriter.bulk.cells.row_plan import (
    ColumnSource,
    ImageSource,
    check_nulls,
    image_source,
    plan_of,
    string_buffers,
    valid_rows,
)
from binwriter.bulk.ways import has_kernels
from binwriter.catalog.tables import Table
from binwriter.errors import EncodeError
from binwriter.formats.records import replace
from binwriter.formats.servers import NEWEST, ServerProfile

_MOST_BYTES = 1 << 30  # of images that Arrow joins at once; its offsets have 31 bits

# Bytes of memory up to which the kernels are given more than they use: what is not written to costs nothing.
_ROOM = 1 << 28

Mask = npt.NDArray[np.bool_]


class RowImages(NamedTuple):
    """The images of some rows: image n is data[offsets[n] : offsets[n + 1]]."""

    offsets: npt.NDArray[np.int64]
    data: npt.NDArray[np.uint8]


def row_images(
    table: Table,
    batch: pa.RecordBatch,
    columns: Sequence[int],
    profile: ServerProfile = NEWEST,
    *,
    kernels: bool | None = None,
) -> RowImages:
    """The images of all rows of a batch.

    batch: in storage form (`storage_form`), all the table's columns. columns: of the image, indexes, ascending.
    profile: the server whose layout it is. kernels: None uses them if `has_kernels`.
    Raises EncodeError for a batch of another form, NULL in a NOT NULL column, strings longer than the column's bytes.
    """
    source = image_source(batch, table, columns, profile)
    if source is None:
        return exact_images(table, batch, columns, profile)
    if has_kernels() if kernels is None else kernels:
        return _by_kernels(source)
    return column_images(source)


def exact_images(
    table: Table, batch: pa.RecordBatch, columns: Sequence[int], profile: ServerProfile = NEWEST
) -> RowImages:
    """One row after the other: what the other ways are held against."""
    layout, present = row_layout(table, profile), tuple(columns)
    images = []
    for number, row in enumerate(to_values(table, batch)):
        try:
            images.append(layout.encode(row, present))
        except EncodeError as error:
            raise EncodeError(f"row {number}: {error}") from None
    return RowImages(_ends([len(image) for image in images]), np.frombuffer(b"".join(images), np.uint8))


def _ends(sizes: Sequence[int] | npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    offsets = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return offsets


def _by_kernels(source: ImageSource) -> RowImages:
    from binwriter.bulk.kernels.rows import encode_images, images_size

    plan = plan_of(source)
    offsets = np.zeros(plan.rows + 1, np.int64)
    room = plan.bound * plan.rows
    if room > _ROOM:
        room = images_size(plan.address, 0, plan.rows)
    data = np.empty(room + k.SLACK, np.uint8)
    encode_images(plan.address, 0, plan.rows, plan.safe, data.ctypes.data, offsets[1:])
    return RowImages(offsets, data[: offsets[-1]])


# --- numpy and Arrow --------------------------------------------------------------------------------------------------


def column_images(source: ImageSource) -> RowImages:
    """Each column's cells made at once, then joined row by row by Arrow."""
    bound = source.bitmap_bytes
    for column in source.columns:
        check_nulls(column)
        bound += column.plan.width
        if not column.plan.value_bytes and column.plan.kind is not Kind.NOTHING:
            bound += string_buffers(column).longest
    step = max(_MOST_BYTES // max(bound, 1), 1)
    parts = [_joined(_slice(source, start, step)) for start in range(0, source.rows, step)]
    if not parts:
        return RowImages(np.zeros(1, np.int64), np.zeros(0, np.uint8))
    if len(parts) == 1:
        return parts[0]
    sizes = np.concatenate([np.diff(part.offsets) for part in parts])
    return RowImages(_ends(sizes), np.concatenate([part.data for part in parts]))


def _slice(source: ImageSource, start: int, rows: int) -> ImageSource:
    columns = tuple(replace(column, array=column.array.slice(start, rows)) for column in source.columns)
    return replace(source, columns=columns, rows=min(rows, source.rows - start))


def _joined(source: ImageSource) -> RowImages:
    valid = [_valid(column) for column in source.columns]
    parts = [_Part(_bitmaps(source, valid))]
    for column, mask in zip(source.columns, valid, strict=True):
        parts += _PARTS.get(column.plan.kind, _fixed)(column, None if mask.all() else mask)
    arrays = [_as_array(part) for part in _merged(parts)]
    joined = pc.binary_join_element_wise(*arrays, b"", null_handling="skip") if len(arrays) > 1 else arrays[0]
    _, offsets, data = joined.buffers()
    ends = np.frombuffer(offsets, np.int32, source.rows + 1).astype(np.int64)
    content = np.frombuffer(data, np.uint8) if data is not None else np.zeros(0, np.uint8)
    return RowImages(ends, content[: ends[-1]])


class _Part(NamedTuple):
    """Bytes of every row. cells: of one size, or strings by offsets. mask: the rows that have them; None: all."""

    cells: Cells
    offsets: npt.NDArray[np.int32] | None = None
    mask: Mask | None = None


def _merged(parts: Sequence[_Part]) -> Iterator[_Part]:
    """Neighbours of a fixed size in all rows become one, for Arrow joins part by part."""
    for fixed, group in groupby(parts, lambda part: part.offsets is None and part.mask is None):
        if fixed:
            yield _Part(np.hstack([part.cells for part in group]))
        else:
            yield from group


def _as_array(part: _Part) -> pa.Array:
    offsets, data = part.offsets, part.cells
    if offsets is None:
        rows, width = data.shape
        offsets = np.arange(rows + 1, dtype=np.int32) * np.int32(width)
    bits = None if part.mask is None else pa.py_buffer(np.packbits(part.mask, bitorder="little"))
    buffers = [bits, pa.py_buffer(np.ascontiguousarray(offsets)), pa.py_buffer(np.ascontiguousarray(data))]
    return pa.Array.from_buffers(pa.binary(), len(offsets) - 1, buffers)


def _valid(column: ColumnSource) -> Mask:
    if column.plan.kind is Kind.NOTHING:
        return np.zeros(len(column.array), np.bool_)
    return valid_rows(column.array)


def _bitmaps(source: ImageSource, valid: Sequence[Mask]) -> Cells:
    if not valid:
        return np.zeros((source.rows, 0), np.uint8)
    bitmaps = np.packbits(~np.column_stack(valid), axis=1, bitorder="little")
    bitmaps[:, -1] |= source.last_bitmap_byte
    return bitmaps


def _fixed(column: ColumnSource, mask: Mask | None) -> list[_Part]:
    return [_Part(COLUMN_CELLS[column.plan.kind](column), mask=mask)]


def _prefixes(lengths: npt.NDArray[np.integer[Any]], width: int) -> Cells:
    return lengths.astype("<u4").view(np.uint8).reshape(-1, 4)[:, :width]


def _strings(column: ColumnSource, mask: Mask | None) -> list[_Part]:
    buffers = string_buffers(column)
    prefixes = _prefixes(np.diff(buffers.offsets), column.plan.width)
    return [_Part(prefixes, mask=mask), _Part(buffers.data, buffers.offsets, mask)]


def _padded_strings(column: ColumnSource, mask: Mask | None) -> list[_Part]:
    buffers = string_buffers(column)
    starts, sizes = buffers.offsets[:-1].astype(np.int64), np.diff(buffers.offsets).astype(np.int64)
    if mask is not None:
        sizes = np.where(mask, sizes, 0)
    lengths = unpadded(starts, sizes, buffers.data, column.plan)
    if (lengths == sizes).all():
        return _strings(column, mask)
    offsets = _ends(lengths)
    places = np.repeat(starts - offsets[:-1], lengths) + np.arange(offsets[-1])
    prefixes = _Part(_prefixes(lengths, column.plan.width), mask=mask)
    return [prefixes, _Part(buffers.data[places], offsets.astype(np.int32), mask)]


def unpadded(
    starts: npt.NDArray[np.int64], lengths: npt.NDArray[np.int64], data: npt.NDArray[np.uint8], plan: CellPlan
) -> npt.NDArray[np.int64]:
    """The lengths of strings without the padding at their end."""
    size = int(plan.line[k.PAD_BYTES])
    pad = int(plan.line[k.PAD]).to_bytes(size, "little")
    lengths = lengths.copy()
    rows = np.flatnonzero(lengths >= size)
    while len(rows):
        ends = starts[rows] + lengths[rows]
        for index in range(size):
            same = data[ends - size + index] == pad[index]
            rows, ends = rows[same], ends[same]
        lengths[rows] -= size
        rows = rows[lengths[rows] >= size]
    return lengths


_PARTS: dict[Kind, Callable[[ColumnSource, Mask | None], list[_Part]]] = {
    Kind.BYTES: _strings,
    Kind.PADDED: _padded_strings,
    Kind.NOTHING: lambda column, mask: [],
}
