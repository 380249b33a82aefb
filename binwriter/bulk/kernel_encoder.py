"""Batches to bytes by the compiled kernels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from binwriter.binlog.files.file import MAX_FILE_SIZE
from binwriter.bulk.cells.row_plan import RowPlan, column_plan
from binwriter.bulk.exact import write_group
from binwriter.bulk.file_events import FileEvents, seconds
from binwriter.bulk.kernels import lines as k
from binwriter.bulk.kernels.checksum import SLACK_IN_FRONT, TABLES
from binwriter.bulk.kernels.transactions import (
    SLACK,
    encode_piece,
    encode_transactions,
    transaction_length,
)
from binwriter.bulk.layout import FileLayout
from binwriter.bulk.own_code.choice import OwnCode
from binwriter.bulk.progress import Encoder, Progress, Write, begins_late, check_parents, ends_late
from binwriter.bulk.work import BulkSettings, BulkTable, ShapeRows, TransactionBatch
from binwriter.errors import EncodeError

BUFFER_SIZE = 1 << 20
# A transaction that does not fit a buffer of this size is measured, then written in pieces.
LARGEST_BUFFER = 64 << 20
_GROWTH = 4


class Buffer:
    """Memory that kernels write to, with the slack they need around it."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self._memory = np.empty(SLACK_IN_FRONT + capacity + SLACK, np.uint8)
        self.address = int(self._memory.ctypes.data) + SLACK_IN_FRONT
        self._view = self._memory.data[SLACK_IN_FRONT:]

    def part(self, start: int, end: int) -> memoryview:
        """The bytes between two addresses."""
        return self._view[start - self.address : end - self.address]


class _Work:
    """A batch as the kernels take it: `job` holds numbers and the addresses of everything else."""

    def __init__(self, batch: TransactionBatch, layout: FileLayout, plans: Sequence[list[RowPlan]]) -> None:
        self._events, self.shapes, self.job = layout.matrices([rows.shape for rows in batch.rows])
        for line, images in zip(self.shapes, plans, strict=True):
            line[k.S_BOUND] = sum(plan.bound for plan in images)
            for number, plan in enumerate(images):
                line[k.S_PLAN + number * k.S_NEXT_IMAGE] = plan.address
                line[k.S_SAFE + number * k.S_NEXT_IMAGE] = plan.safe
        self.ends = np.empty(batch.transactions, np.int64)
        arrays = {
            k.J_EVENTS: self._events,
            k.J_GTIDS: layout.gtid_numbers,
            k.J_SHAPES: self.shapes,
            k.J_CURSORS: np.zeros(len(batch.rows), np.int64),
            k.J_STATEMENT_SHAPE: np.ascontiguousarray(batch.statement_shape),
            k.J_STATEMENT_ROWS: np.ascontiguousarray(batch.statement_rows),
            k.J_TRANSACTION_STATEMENTS: np.ascontiguousarray(batch.transaction_statements),
            k.J_TIMESTAMPS: np.ascontiguousarray(batch.timestamp),
            k.J_ENDS: self.ends,
        }
        if batch.last_committed is not None:
            arrays[k.J_PARENTS] = np.ascontiguousarray(batch.last_committed)
        for place, array in arrays.items():
            self.job[place] = array.ctypes.data
        self.job[k.J_TRANSACTIONS] = batch.transactions
        self.job[k.J_CRC_KEYS : k.J_CRC_ZEROS + 1] = TABLES
        self._kept = (arrays, plans)  # what the addresses lead to
        self.address = int(self.job.ctypes.data)

    def fill(self, buffer: Buffer) -> int:
        """Whole transactions; returns the address of their end."""
        end: int = encode_transactions(self.address, buffer.address, buffer.capacity)
        return end

    def length(self) -> int:
        """Of the next transaction."""
        length: int = transaction_length(self.address)
        return length

    def piece(self, buffer: Buffer, length: int) -> int:
        """The next events of the next transaction; returns the address of their end."""
        end: int = encode_piece(self.address, length, buffer.address, buffer.capacity)
        return end


class KernelEncoder:
    """Encodes into one buffer that is used again and again, and writes it whenever it is full."""

    def __init__(self, layout: FileLayout, settings: BulkSettings, tables: Sequence[BulkTable]) -> None:
        self._layout = layout
        self._settings = settings
        self._tables = tables
        self._buffer = Buffer(BUFFER_SIZE)
        self._gtid_size = 0
        self._code = OwnCode(layout)

    def encode(self, batch: TransactionBatch, progress: Progress, write: Write) -> bool:
        check_parents(batch, progress.groups)
        work = self._work(batch)
        if work is None:
            return False
        job = work.job
        job[k.J_POSITION], job[k.J_GROUP], job[k.J_EVENT_COUNT] = progress.position, progress.groups, progress.events
        for part in self._filled(work, batch.transactions):
            write(part)
            progress.position, progress.groups = int(job[k.J_POSITION]), int(job[k.J_GROUP])
        progress.events = int(job[k.J_EVENT_COUNT])
        progress.rows += sum(rows.count for rows in batch.rows)
        return True

    def payloads(self, batch: TransactionBatch, progress: Progress) -> Iterator[memoryview] | None:
        """The plain events of each transaction, by a layout of nested events; None if not this way.

        Each part is good until the next one is asked for.
        """
        work = self._work(batch)
        if work is None:
            return None
        work.job[k.J_GROUP] = progress.groups
        return self._payloads(work, batch.transactions)

    def _payloads(self, work: _Work, transactions: int) -> Iterator[memoryview]:
        done = 0
        while done < transactions:
            if work.fill(self._buffer) == self._buffer.address:
                self._grow(self._buffer.capacity * _GROWTH)
                continue
            start = self._buffer.address
            for end in work.ends[done : int(work.job[k.J_TRANSACTION])].tolist():
                yield self._buffer.part(start, end)
                start = end
            done = int(work.job[k.J_TRANSACTION])

    def _work(self, batch: TransactionBatch) -> _Work | None:
        plans = []
        for rows in batch.rows:
            images = self._plans(rows)
            if images is None:
                return None
            plans.append(images)
        work = _Work(batch, self._layout, plans)
        work.job[k.J_GTID_SIZE] = self._gtid_size
        self._code.enter(work.job, work.shapes, batch, plans)
        return work

    def _plans(self, rows: ShapeRows) -> list[RowPlan] | None:
        images = self._layout.shape_templates(rows.shape).images
        table = self._tables[rows.shape.table].table
        plans = []
        for batch, image in ((rows.before, images.before), (rows.after, images.after)):
            if batch is not None and image is not None:
                plan = column_plan(batch, table, image.columns, self._settings.profile)
                if plan is None:
                    return None
                plans.append(plan)
        return plans

    def _filled(self, work: _Work, transactions: int) -> Iterator[memoryview]:
        """The batch's bytes, buffer by buffer."""
        job = work.job
        while job[k.J_TRANSACTION] < transactions:
            end = work.fill(self._buffer)
            if end != self._buffer.address:
                yield self._buffer.part(self._buffer.address, end)
            if job[k.J_STATUS] == k.BEGINS_LATE:
                raise begins_late(int(job[k.J_POSITION]))
            if job[k.J_STATUS] == k.ENDS_LATE:
                raise ends_late(int(job[k.J_POSITION]), work.length())
            if job[k.J_STATUS] != k.DONE and end == self._buffer.address:
                if self._buffer.capacity < LARGEST_BUFFER:
                    self._grow(self._buffer.capacity * _GROWTH)
                else:
                    yield from self._pieces(work)
        self._gtid_size = int(job[k.J_GTID_SIZE])

    def _pieces(self, work: _Work) -> Iterator[memoryview]:
        """The next transaction, which is larger than the buffer."""
        length = work.length()
        if int(work.job[k.J_POSITION]) + length > MAX_FILE_SIZE:
            raise ends_late(int(work.job[k.J_POSITION]), length)
        while True:
            end = work.piece(self._buffer, length)
            if end == self._buffer.address:
                self._grow(self._buffer.capacity * _GROWTH)  # not one event fits
                continue
            yield self._buffer.part(self._buffer.address, end)
            if work.job[k.J_STATUS] == k.DONE:
                return

    def _grow(self, capacity: int) -> None:
        if capacity > MAX_FILE_SIZE:
            raise EncodeError(f"one event or compressed transaction needs more than {self._buffer.capacity} bytes")
        self._buffer = Buffer(capacity)


def kernel_encoder(events: FileEvents, tables: Sequence[BulkTable]) -> Encoder | None:
    """The encoder for a file; None if kernels cannot write it: tagged GTID events without compression."""
    if events.settings.compression:
        return CompressingEncoder(
            KernelEncoder(FileLayout(events, tables, nested=True), events.settings, tables), events
        )
    if events.writes_gtids and events.settings.tag:
        return None
    return KernelEncoder(FileLayout(events, tables), events.settings, tables)


class CompressingEncoder:
    """Each transaction is a GTID event and a Transaction_payload with its events, compressed by zstd."""

    def __init__(self, inner: KernelEncoder, events: FileEvents) -> None:
        self._inner = inner
        self._events = events

    def encode(self, batch: TransactionBatch, progress: Progress, write: Write) -> bool:
        check_parents(batch, progress.groups)
        payloads = self._inner.payloads(batch, progress)
        if payloads is None:
            return False
        for index, plain in enumerate(payloads):
            time, group = int(batch.timestamp[index]), progress.groups
            parent = group if batch.last_committed is None else int(batch.last_committed[index])
            pending = [self._events.payload_of(plain, seconds(time))]
            write_group(self._events.with_gtid(group, time, parent, pending), self._events, progress, write)
        progress.rows += sum(rows.count for rows in batch.rows)
        return True
