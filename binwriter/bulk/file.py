"""`BulkFileWriter`: one file, written as its plan says, by the quickest way there is for each batch."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Self

from binwriter.binlog.files.file import MAX_FILE_SIZE, PendingEvent
from binwriter.bulk.exact import ExactEncoder, framed, write_group
from binwriter.bulk.file_events import FileEvents
from binwriter.bulk.progress import Encoder, Progress
from binwriter.bulk.sink import Sink, open_sink
from binwriter.bulk.ways import has_kernels
from binwriter.bulk.work import (
    BulkSettings,
    BulkTable,
    FilePlan,
    FileResult,
    TransactionBatch,
    check_batch,
    check_plan,
)
from binwriter.errors import LogFileError
from binwriter.formats.constants import BINLOG_MAGIC


class Way(Enum):
    """How batches become bytes; all give the same. BEST: kernels if numba is there, else columns."""

    BEST = "best"
    KERNELS = "kernels"
    COLUMNS = "columns"
    EXACT = "exact"


class BulkFileWriter:
    """One file: its own events, the plan's DDL statements, then the batches that are written.

    path: the file, which must not be there yet (LogFileError). direct: O_DIRECT, for files much larger than memory.
    sync: fsync at the end. way: for tests and measurements; what a way does not know goes the exact one by itself.
    EncodeError for a plan or settings that cannot be. After an error the file can only be abandoned; leaving the writer
    as a context manager without `finish` abandons it: it is deleted.
    """

    def __init__(
        self,
        path: Path,
        plan: FilePlan,
        settings: BulkSettings,
        tables: Sequence[BulkTable],
        *,
        direct: bool = False,
        sync: bool = False,
        way: Way = Way.BEST,
    ) -> None:
        check_plan(plan, settings)
        self.plan = plan
        self.settings = settings
        self.tables = tuple(tables)
        self._sync = sync
        self._events = FileEvents(plan, settings)
        self._progress = Progress()
        self._exact = ExactEncoder(self._events, self.tables)
        self._encoder = _encoder(way, self._events, self.tables) or self._exact
        self._sink: Sink | None = open_sink(path, direct=direct)
        try:
            self._begin()
        except BaseException:
            self.abandon()
            raise

    def _begin(self) -> None:
        head = self._events.head().events()
        data = BINLOG_MAGIC + framed(head, self._events, len(BINLOG_MAGIC))
        self._open().write(memoryview(data))
        self._progress.position = len(data)
        self._progress.events = len(head)
        for number in range(len(self.plan.statements)):
            write_group(self._events.statement(number), self._events, self._progress, self._open().write)

    @property
    def position(self) -> int:
        """Where the next event begins: the file's size so far."""
        return self._progress.position

    def write(self, batch: TransactionBatch) -> None:
        """Writes whole transactions.

        EncodeError for values or numbers that do not fit (nothing of the batch is written by the quick ways then),
        LogFileError if the disk is full, or a transaction would begin past 1 GiB or end past 4 GiB.
        """
        sink = self._open()
        check_batch(batch, self.tables)
        if self._asks_row_by_row(batch) or not self._encoder.encode(batch, self._progress, sink.write):
            self._exact.encode(batch, self._progress, sink.write)

    def _asks_row_by_row(self, batch: TransactionBatch) -> bool:
        """Whether rows events of it say in which partition their rows are, or groups of it end without Xid: only the
        exact way asks row by row."""
        named = self.settings.profile.names_partitions
        tables = [self.tables[rows.shape.table].table for rows in batch.rows]
        return any(not table.engine.two_phase or (named and table.partitioning is not None) for table in tables)

    def finish(self) -> FileResult:
        """Ends the file with Rotate or Stop, cuts it to its size, clears its in-use flag and closes it."""
        sink, progress = self._open(), self._progress
        last: list[PendingEvent] = [self._events.last()]
        data = framed(last, self._events, progress.position)
        if progress.position + len(data) > MAX_FILE_SIZE:
            raise LogFileError(f"{self.plan.name}: no room for its last event at {progress.position}")
        sink.write(memoryview(data))
        sink.finish(sync=self._sync)
        self._sink = None
        return FileResult(
            name=self.plan.name,
            size=progress.position + len(data),
            transactions=progress.groups - len(self.plan.statements),
            statements=len(self.plan.statements),
            rows=progress.rows,
            events=progress.events + 1,
        )

    def abandon(self) -> None:
        """Closes and deletes the file."""
        if self._sink is not None:
            self._sink.abandon()
            self._sink = None

    def _open(self) -> Sink:
        if self._sink is None:
            raise ValueError(f"{self.plan.name} is closed")
        return self._sink

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.abandon()


def _encoder(way: Way, events: FileEvents, tables: Sequence[BulkTable]) -> Encoder | None:
    """None: the exact way."""
    if way is Way.EXACT:
        return None
    kernels = has_kernels() if way is Way.BEST else way is Way.KERNELS
    if kernels:
        from binwriter.bulk.kernel_encoder import kernel_encoder

        encoder = kernel_encoder(events, tables)
        if encoder is not None:
            return encoder
    from binwriter.bulk.column_encoder import column_encoder

    return column_encoder(events, tables, kernels=kernels)
