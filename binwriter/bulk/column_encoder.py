"""Batches to bytes without numba: rows by numpy and pyarrow (`row_images`), events as columns of sizes and positions.

Whatever varies is computed for all events of a batch at once; what is done one by one is to copy rows and to add up
checksums.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from binwriter.binlog.files.file import MAX_FILE_SIZE
from binwriter.bulk.cells.row_images import RowImages, row_images
from binwriter.bulk.crc import fastest_crc32
from binwriter.bulk.exact import write_group
from binwriter.bulk.file_events import FileEvents, seconds
from binwriter.bulk.gtid_columns import SECOND, Gtids, add_checksums, copies, scatter, set_field
from binwriter.bulk.layout import FileLayout, ShapeTemplates
from binwriter.bulk.progress import Encoder, Progress, Write, begins_late, check_parents, ends_late
from binwriter.bulk.templates import Template
from binwriter.bulk.work import MAX_BINLOG_SIZE, BulkTable, IntArray, ShapeRows, TransactionBatch
from binwriter.formats.records import dataclass

# Transactions of about so many bytes are put together at once.
_PART = 16 << 20


@dataclass(frozen=True)
class _Rows:
    """The encoded rows of a shape: row i lies from offsets[i] to offsets[i + 1]."""

    templates: ShapeTemplates
    offsets: IntArray
    data: memoryview


@dataclass(frozen=True)
class _Events:
    """The events of a batch but for its GTID events, in order.

    template: index into the file's templates. shape, start, end: the bytes of rows in it; an empty range in others.
    transaction: of the batch.
    """

    template: IntArray
    shape: IntArray
    start: IntArray
    end: IntArray
    transaction: IntArray


def column_encoder(events: FileEvents, tables: Sequence[BulkTable], *, kernels: bool = False) -> Encoder:
    """The encoder for a file; it knows everything. kernels: for the rows."""
    return ColumnEncoder(events, tables, kernels=kernels)


class ColumnEncoder:
    """Encodes batch by batch, in parts of whole transactions."""

    def __init__(self, events: FileEvents, tables: Sequence[BulkTable], *, kernels: bool) -> None:
        self._events = events
        self._tables = tables
        self._kernels = kernels
        self._compressed = events.settings.compression
        self._layout = FileLayout(events, tables, nested=self._compressed)
        self._crc32 = fastest_crc32()

    def encode(self, batch: TransactionBatch, progress: Progress, write: Write) -> bool:
        check_parents(batch, progress.groups)
        rows = [self._rows(shape) for shape in batch.rows]
        first = progress.groups
        times = batch.timestamp
        parents = first + np.arange(batch.transactions) if batch.last_committed is None else batch.last_committed
        templates, events = self._enumerate(batch, rows)
        if self._compressed:
            self._write_compressed(rows, templates, events, times, parents, progress, write)
        else:
            self._write_plain(rows, templates, events, times, parents, progress, write)
        progress.rows += sum(shape.count for shape in batch.rows)
        return True

    # --- rows

    def _rows(self, rows: ShapeRows) -> _Rows:
        templates = self._layout.shape_templates(rows.shape)
        table = self._tables[rows.shape.table].table
        profile = self._events.settings.profile
        parts = [
            row_images(table, batch, image.columns, profile, kernels=self._kernels)
            for batch, image in ((rows.before, templates.images.before), (rows.after, templates.images.after))
            if batch is not None and image is not None
        ]
        part = parts[0] if len(parts) == 1 else _joined(*parts)
        return _Rows(templates, part.offsets, np.ascontiguousarray(part.data).data)

    # --- events

    def _enumerate(self, batch: TransactionBatch, rows: Sequence[_Rows]) -> tuple[list[Template], _Events]:
        """Templates: BEGIN, Xid, then Table_map, last and other rows event of each shape."""
        templates = [self._layout.begin, self._layout.xid]
        for shape in rows:
            templates += [shape.templates.table_map, shape.templates.rows, shape.templates.other]
        cut = self._cut(batch, rows)
        statements = len(batch.statement_shape)
        pieces = np.bincount(cut.statement, minlength=statements)
        of_statement = 1 + pieces
        transaction = np.repeat(np.arange(batch.transactions), batch.transaction_statements)
        # an event behind another one: all rows events, Table_maps, BEGINs and Xids in front of it
        map_at = np.cumsum(of_statement) - of_statement + 2 * transaction + 1
        total = int(of_statement.sum()) + 2 * batch.transactions
        kinds, shape_of = np.zeros(total, np.int64), np.zeros(total, np.int64)
        start, end = np.zeros(total, np.int64), np.zeros(total, np.int64)
        kinds[map_at] = 2 + 3 * batch.statement_shape
        first_piece = np.cumsum(pieces) - pieces
        rows_at = map_at[cut.statement] + 1 + np.arange(len(cut.statement)) - first_piece[cut.statement]
        shape_of[rows_at] = batch.statement_shape[cut.statement]
        kinds[rows_at] = 2 + 3 * shape_of[rows_at] + np.where(cut.last, 1, 2)
        start[rows_at], end[rows_at] = cut.start, cut.end
        counts = np.bincount(transaction, weights=of_statement, minlength=batch.transactions).astype(np.int64) + 2
        ends = np.cumsum(counts)
        kinds[ends - counts] = 0
        kinds[ends - 1] = 1
        return templates, _Events(kinds, shape_of, start, end, np.repeat(np.arange(batch.transactions), counts))

    def _cut(self, batch: TransactionBatch, rows: Sequence[_Rows]) -> _Cut:
        """Where statements are cut into rows events."""
        most = self._events.settings.max_event_size
        first_row = np.zeros(len(batch.statement_shape), np.int64)
        for number in range(len(rows)):
            mine = batch.statement_shape == number
            counts = batch.statement_rows[mine]
            first_row[mine] = np.cumsum(counts) - counts
        statement, starts, ends, last = [], [], [], []
        single = np.zeros(len(first_row), bool)
        start, end = np.zeros(len(first_row), np.int64), np.zeros(len(first_row), np.int64)
        for number, shape in enumerate(rows):
            mine = np.flatnonzero(batch.statement_shape == number)
            start[mine] = shape.offsets[first_row[mine]]
            end[mine] = shape.offsets[first_row[mine] + batch.statement_rows[mine]]
            fits = end[mine] - start[mine] <= most - shape.templates.fixed_size
            single[mine] = fits | (batch.statement_rows[mine] == 1)
        for long in np.flatnonzero(~single).tolist():
            shape = rows[batch.statement_shape[long]]
            row, stop = int(first_row[long]), int(first_row[long] + batch.statement_rows[long])
            room = most - shape.templates.fixed_size
            while row < stop:
                following = int(np.searchsorted(shape.offsets, shape.offsets[row] + room, side="right")) - 1
                following = min(max(following, row + 1), stop)
                statement.append(long)
                starts.append(int(shape.offsets[row]))
                ends.append(int(shape.offsets[following]))
                last.append(following == stop)
                row = following
        alone = np.flatnonzero(single)
        places = np.concatenate([alone, np.array(statement, np.int64)])
        order = np.argsort(places, kind="stable")
        return _Cut(
            places[order],
            np.concatenate([start[alone], np.array(starts, np.int64)])[order],
            np.concatenate([end[alone], np.array(ends, np.int64)])[order],
            np.concatenate([np.ones(len(alone), bool), np.array(last, bool)])[order],
        )

    # --- bytes

    def _write_plain(
        self,
        rows: Sequence[_Rows],
        templates: Sequence[Template],
        events: _Events,
        times: IntArray,
        parents: IntArray,
        progress: Progress,
        write: Write,
    ) -> None:
        sizes = np.array([template.size for template in templates])[events.template] + events.end - events.start
        rest = np.bincount(events.transaction, weights=sizes, minlength=len(times)).astype(np.int64)
        counts = np.bincount(events.transaction, minlength=len(times))
        first_event = np.cumsum(counts) - counts
        gtids = Gtids(self._events, self._layout, progress.groups, times, parents, rest)
        lengths = rest + gtids.sizes
        ends = progress.position + np.cumsum(lengths)
        begins = ends - lengths
        for late, error in ((begins >= MAX_BINLOG_SIZE, 0), (ends > MAX_FILE_SIZE, 1)):
            if late.any():
                place = int(late.argmax())
                raise ends_late(int(begins[place]), int(lengths[place])) if error else begins_late(int(begins[place]))
        for low, high in _parts(lengths):
            first, last = int(first_event[low]), int(first_event[high - 1] + counts[high - 1])
            part = slice(first, last)
            own = events.transaction[part] - low
            before = np.cumsum(sizes[part]) - sizes[part]
            at = before + np.cumsum(gtids.sizes[low:high])[own]
            out = np.empty(int(lengths[low:high].sum()), np.uint8)
            base = int(begins[low])
            self._fill(out, rows, templates, events, part, at, sizes[part], base, times, progress.groups)
            gtids.fill(out, low, high, begins[low:high] - base, begins[low:high] + gtids.sizes[low:high], self._crc32)
            write(out.data)
            progress.position = int(ends[high - 1])
            progress.events += last - first + int(np.count_nonzero(gtids.sizes[low:high]))
        progress.groups += len(times)

    def _write_compressed(
        self,
        rows: Sequence[_Rows],
        templates: Sequence[Template],
        events: _Events,
        times: IntArray,
        parents: IntArray,
        progress: Progress,
        write: Write,
    ) -> None:
        sizes = np.array([template.size for template in templates])[events.template] + events.end - events.start
        lengths = np.bincount(events.transaction, weights=sizes, minlength=len(times)).astype(np.int64)
        counts = np.bincount(events.transaction, minlength=len(times))
        first_event = np.cumsum(counts) - counts
        first_group = progress.groups
        for low, high in _parts(lengths):
            part = slice(int(first_event[low]), int(first_event[high - 1] + counts[high - 1]))
            at = np.cumsum(sizes[part]) - sizes[part]
            out = np.empty(int(lengths[low:high].sum()), np.uint8)
            self._fill(out, rows, templates, events, part, at, sizes[part], None, times, first_group)
            plain, end = out.data, 0
            for number in range(low, high):
                start, end = end, end + int(lengths[number])
                time, group = int(times[number]), progress.groups
                pending = [self._events.payload_of(plain[start:end], seconds(time))]
                whole = self._events.with_gtid(group, time, int(parents[number]), pending)
                write_group(whole, self._events, progress, write)

    def _fill(
        self,
        out: npt.NDArray[np.uint8],
        rows: Sequence[_Rows],
        templates: Sequence[Template],
        events: _Events,
        part: slice,
        at: IntArray,
        sizes: IntArray,
        base: int | None,
        times: IntArray,
        first_group: int,
    ) -> None:
        """Puts these events at those places. base: the position of out's first byte; None: all positions are 0."""
        kinds, transactions = events.template[part], events.transaction[part]
        for kind in np.unique(kinds).tolist():
            template = templates[kind]
            mine = kinds == kind
            image = copies(template, int(mine.sum()))
            where, of = at[mine], transactions[mine]
            set_field(image, template, "timestamp", times[of] // SECOND)
            set_field(image, template, "size", sizes[mine])
            if base is not None:
                set_field(image, template, "log_pos", base + where + sizes[mine])
            if kind == 1:
                set_field(image, template, "xid", self._events.plan.first_xid + first_group + of)
            scatter(out, where, image)
        view = out.data
        shapes, starts, ends = events.shape[part], events.start[part], events.end[part]
        heads = np.array([len(template.data) for template in templates])[kinds]
        with_rows = np.flatnonzero(kinds >= 2)
        with_rows = with_rows[(kinds[with_rows] - 2) % 3 > 0]
        data = [shape.data for shape in rows]
        for shape, start, end, place in zip(
            shapes[with_rows].tolist(),
            starts[with_rows].tolist(),
            ends[with_rows].tolist(),
            (at[with_rows] + heads[with_rows]).tolist(),
            strict=True,
        ):
            view[place : place + end - start] = data[shape][start:end]
        footer = self._layout.begin.footer
        if footer:
            add_checksums(out, at, at + sizes - footer, self._crc32)


@dataclass(frozen=True)
class _Cut:
    """Rows events: of which statement, from which byte of its shape's rows to which, and whether it is the last."""

    statement: IntArray
    start: IntArray
    end: IntArray
    last: npt.NDArray[np.bool_]


def _joined(before: RowImages, after: RowImages) -> RowImages:
    """Both images of each row, one behind the other."""
    arrays = [
        pa.Array.from_buffers(
            pa.large_binary(), len(rows.offsets) - 1, [None, pa.py_buffer(rows.offsets), pa.py_buffer(rows.data)]
        )
        for rows in (before, after)
    ]
    joined = pc.binary_join_element_wise(*arrays, pa.scalar(b"", pa.large_binary()))
    _, offsets, data = joined.buffers()
    return RowImages(np.frombuffer(offsets, np.int64, len(joined) + 1), np.frombuffer(data or b"", np.uint8))


def _parts(lengths: IntArray) -> Iterator[tuple[int, int]]:
    """Runs of transactions of about `_PART` bytes."""
    ends, low = np.cumsum(lengths), 0
    while low < len(lengths):
        limit = int(ends[low] - lengths[low]) + _PART
        high = max(int(np.searchsorted(ends, limit, side="right")), low + 1)
        yield low, high
        low = high
