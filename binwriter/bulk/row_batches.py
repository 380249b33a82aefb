"""Arrow batches as rows for a session: their images by the bulk encoders, and values only where somebody asks for them.

rows_of(table, batch)     what `StatementSession.insert_rows` logs of a RecordBatch, a Table, or anything that gives
                          itself as one of these (Arrow's PyCapsule interface: DataFrames of pandas and polars, ..)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

import pyarrow as pa

from binwriter.bulk.arrow_values import column_to_values, to_values
from binwriter.bulk.cells.row_images import row_images
from binwriter.bulk.conversion.batch import to_storage
from binwriter.catalog.tables import Table
from binwriter.errors import EncodeError
from binwriter.formats.columns.row_image import RowBytes
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.servers import ServerProfile
from binwriter.storage.columns import ColumnRows, Row

_MANY = 1000  # rows from which on kernels are worth loading
_LONGEST_STRETCH = 4096  # rows that become values at once


def rows_of(table: Table, given: Any) -> list[ArrowRows]:
    """The rows, in as many parts as Arrow has them in. EncodeError for what the table cannot hold: see `to_storage`."""
    arrow_rows, first = [], 0
    try:
        batches = [pa.record_batch(given)] if hasattr(given, "__arrow_c_array__") else _batches(given)
    except (pa.ArrowException, TypeError, ValueError) as error:
        raise EncodeError(f"Arrow cannot take the batch: {error}") from None
    for batch in batches:
        if batch.num_rows:
            arrow_rows.append(ArrowRows(table, to_storage(table, batch, first)))
            first += batch.num_rows
    return arrow_rows


def _batches(given: Any) -> list[pa.RecordBatch]:
    whole = given if isinstance(given, pa.Table) else pa.table(given)
    batches: list[pa.RecordBatch] = whole.combine_chunks().to_batches()
    return batches


class _Columns(Sequence[Sequence[ColumnValue]]):
    """Columns that become values when they are asked for."""

    def __init__(self, table: Table, batch: pa.RecordBatch) -> None:
        self._specs = [column.spec for column in table.columns]
        self._arrays = batch.columns
        self._made: dict[int, Sequence[ColumnValue]] = {}

    def __len__(self) -> int:
        return len(self._specs)

    @overload
    def __getitem__(self, index: int) -> Sequence[ColumnValue]: ...
    @overload
    def __getitem__(self, index: slice) -> list[Sequence[ColumnValue]]: ...
    def __getitem__(self, index: int | slice) -> Sequence[ColumnValue] | list[Sequence[ColumnValue]]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        values = self._made.get(place)
        if values is None:
            values = self._made[place] = column_to_values(self._specs[place], self._arrays[place])
        return values


class ArrowRows(ColumnRows):
    """The rows of a batch in storage form, of which there is one at least."""

    __slots__ = ("_batch", "_table")

    def __init__(self, table: Table, batch: pa.RecordBatch) -> None:
        self._table, self._batch = table, batch
        self.columns = _Columns(table, batch)
        self._count = batch.num_rows

    def __iter__(self) -> Iterator[Row]:
        start, length = 0, 1
        while start < self._count:
            yield from to_values(self._table, self._batch.slice(start, length))
            start, length = start + length, min(2 * length, _LONGEST_STRETCH)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> ColumnRows: ...
    def __getitem__(self, index: int | slice) -> Row | ColumnRows:
        if isinstance(index, slice):
            return super().__getitem__(index)
        return to_values(self._table, self._batch.slice(range(self._count)[index], 1))[0]

    def images(self, columns: Sequence[int], profile: ServerProfile) -> RowBytes:
        kernels = None if self._count >= _MANY else False
        ends, data = row_images(self._table, self._batch, columns, profile, kernels=kernels)
        return RowBytes(ends.tolist(), data.tobytes())
