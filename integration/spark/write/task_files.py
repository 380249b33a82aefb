"""The files of one task: written under temporary names, named and published when the whole job is done.

A task knows neither how many files the tasks before it write nor whether its last file is the log's last one: the
first and the last event of a file are written again at publication. Everything else is final.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from uuid import uuid5

import numpy as np
import pyarrow as pa

from binwriter.binlog.events.rows import table_map
from binwriter.binlog.files.file import FIRST_POSITION
from binwriter.binlog.files.index import file_name
from binwriter.bulk.file import BulkFileWriter
from binwriter.bulk.file_events import FileEvents
from binwriter.bulk.work import (
    BulkSettings,
    BulkTable,
    FilePlan,
    FileResult,
    IntArray,
    ShapeRows,
    StatementText,
    TransactionBatch,
)
from binwriter.errors import EncodeError, LogFileError
from binwriter.formats.events import build_body
from binwriter.formats.header import frame, framed_size
from binwriter.formats.records import dataclass
from binwriter.integration.spark.write.options import Numbering, WriteOptions
from binwriter.mysql.gtid.text import MAX_GNO

# A server's table ids begin about there; one table needs one.
_TABLE_ID = 100
# Most bytes of a transaction besides its rows and Table_maps, and of a rows event besides its rows.
_TRANSACTION_BYTES, _EVENT_BYTES = 512, 128
# Most bytes of a cell beyond those that its value has in Arrow.
_CELL_BYTES = 8


@dataclass(frozen=True)
class Base:
    """Where a publication goes on: its number from 0, and the next file's number, GNO and XID."""

    publication: int = 0
    file_number: int = 1
    gno: int = 1
    xid: int = 1

    @property
    def is_first(self) -> bool:
        return self.publication == 0


@dataclass(frozen=True)
class WrittenFile:
    """A file under its temporary name, with the plan it was written by. end: microseconds, of its last event."""

    path: str
    plan: FilePlan
    settings: BulkSettings
    result: FileResult
    end: int


def task_settings(options: WriteOptions, base: Base, task: int) -> BulkSettings:
    """The settings of a task: a tag or a UUID of its own where the numbering says so."""
    settings = options.server.settings
    if options.numbering is Numbering.TAG:
        return replace(settings, tag=f"{settings.tag or 'task'}_{base.publication}_{task}")
    if options.numbering is Numbering.UUID:
        return replace(settings, server_uuid=uuid5(settings.server_uuid, f"{base.publication}/{task}"))
    return settings


def first_numbers(options: WriteOptions, base: Base, task: int) -> tuple[int, int]:
    """A task's first GNO and XID. EncodeError if the numbers end."""
    if options.numbering is Numbering.COUNTS:
        counts = options.counts or ()
        if task >= len(counts):
            raise EncodeError(f"task {task} has no count: {len(counts)} tasks were counted")
        ddl = len(options.ddl) if base.is_first and task else 0
        offset = sum(counts[:task]) + ddl
    else:
        offset = task * options.stride
    gno = 1 if options.numbering in (Numbering.TAG, Numbering.UUID) else base.gno + offset
    if max(gno, base.xid + offset) > MAX_GNO:
        raise EncodeError(f"task {task}: GTIDs end at {MAX_GNO}; option gtid_stride is {options.stride}")
    return gno, base.xid + offset


class TaskFiles:
    """Writes the files of one task. As a context manager it deletes them if an exception ends it."""

    def __init__(self, options: WriteOptions, base: Base, task: int, folder: Path, attempt: str) -> None:
        self.written: list[WrittenFile] = []
        self.options = options
        self.settings = task_settings(options, base, task)
        self._base, self._task, self._folder, self._attempt = base, task, folder, attempt
        self._gno, self._xid = first_numbers(options, base, task)
        self._numbers = 0
        self._writer: BulkFileWriter | None = None
        self._end = options.start
        self._tables = (BulkTable(options.table, _TABLE_ID),)
        self._map_bytes = self._table_map_bytes()
        if base.is_first and task == 0 and options.ddl:
            self._open(options.start)

    def write(self, batch: TransactionBatch) -> None:
        """Writes whole transactions; a file that has reached max_binlog_size is followed by another one."""
        limit = self.options.server.max_file_size
        writer = self._writer
        if writer is not None and writer.position >= limit:
            self._close(writer)
            writer = None
        if writer is None:
            writer = self._open(int(batch.timestamp[0]))
        if batch.transactions > 1 and writer.position + self._most_bytes(batch) > limit:
            for half in halves(batch):
                self.write(half)
            return
        writer.write(batch)
        self._end = int(batch.timestamp[-1])

    def finish(self) -> None:
        """Ends the last file. EncodeError if the task had more transactions than there are numbers for it."""
        if self._writer is not None:
            self._close(self._writer)
        options = self.options
        if options.numbering is Numbering.STRIDE and self._numbers > options.stride:
            raise EncodeError(
                f"task {self._task}: {self._numbers} transactions; option gtid_stride is {options.stride}"
            )
        if options.numbering is Numbering.COUNTS:
            ddl = len(options.ddl) if self._base.is_first and self._task == 0 else 0
            counted, given = (options.counts or ())[self._task], self._numbers - ddl
            if counted != given:
                raise EncodeError(
                    f"task {self._task}: {given} transactions, but {counted} were counted: the DataFrame changes"
                )

    def _open(self, start: int) -> BulkFileWriter:
        number = len(self.written)
        is_first = number == 0 and self._task == 0
        statements: tuple[StatementText, ...] = ()
        if is_first and self._base.is_first:
            statements = tuple(StatementText("", "", (), start, event) for event in self.options.ddl)
        basename = self.options.server.basename
        plan = FilePlan(
            number=1 if is_first else 2,
            name=file_name(basename, 1),
            next_name=file_name(basename, 2),
            first_gno=self._gno + self._numbers,
            first_xid=self._xid + self._numbers,
            start=start,
            end=start,
            statements=statements,
        )
        path = self._folder / f"{self._task:06d}-{number:06d}.{self._attempt}"
        self._end = start
        self._writer = BulkFileWriter(path, plan, self.settings, self._tables)
        return self._writer

    def _close(self, writer: BulkFileWriter) -> None:
        self._writer = None
        plan = writer.plan
        path = self._folder / f"{self._task:06d}-{len(self.written):06d}.{self._attempt}"
        result = writer.finish()
        self._numbers += result.gtids
        self.written.append(WrittenFile(str(path), plan, self.settings, result, self._end))

    def abandon(self) -> None:
        """Deletes what was written."""
        if self._writer is not None:
            self._writer.abandon()
        for file in self.written:
            Path(file.path).unlink(missing_ok=True)

    def __enter__(self) -> TaskFiles:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is not None:
            self.abandon()

    def _table_map_bytes(self) -> int:
        given, settings = self._tables[0], self.settings
        body = table_map(given.table, given.table_id, full_metadata=settings.full_metadata, profile=settings.profile)
        return len(build_body(body)) + _EVENT_BYTES

    def _most_bytes(self, batch: TransactionBatch) -> int:
        """More than the batch takes in the file."""
        columns = len(self.options.table.columns)
        images = [image for rows in batch.rows for image in (rows.before, rows.after) if image is not None]
        data = sum(image.nbytes + image.num_rows * columns * _CELL_BYTES for image in images)
        rows = sum(shape.count for shape in batch.rows)
        events = rows * (_EVENT_BYTES + columns) + len(batch.statement_rows) * self._map_bytes
        return int(data + events + batch.transactions * _TRANSACTION_BYTES)


# --- batches in halves ------------------------------------------------------------------------------------------------


def halves(batch: TransactionBatch) -> tuple[TransactionBatch, TransactionBatch]:
    """The first half of the transactions, and the rest."""
    middle = batch.transactions // 2
    cut = int(batch.transaction_statements[:middle].sum())
    count = len(batch.rows)
    used = np.bincount(batch.statement_shape[:cut], weights=batch.statement_rows[:cut], minlength=count).astype(
        np.int64
    )
    first = _piece(batch, slice(None, middle), slice(None, cut), used, first=True)
    return first, _piece(batch, slice(middle, None), slice(cut, None), used, first=False)


def _piece(
    batch: TransactionBatch, transactions: slice, statements: slice, used: IntArray, *, first: bool
) -> TransactionBatch:
    rows: list[ShapeRows] = []
    renumbered = np.full(len(batch.rows), -1, np.int64)
    for number, shape in enumerate(batch.rows):
        taken = int(used[number])
        start, length = (0, taken) if first else (taken, shape.count - taken)
        if length:
            renumbered[number] = len(rows)
            rows.append(
                replace(shape, before=_slice(shape.before, start, length), after=_slice(shape.after, start, length))
            )
    return replace(
        batch,
        rows=tuple(rows),
        statement_shape=renumbered[batch.statement_shape[statements]],
        statement_rows=batch.statement_rows[statements],
        transaction_statements=batch.transaction_statements[transactions],
        timestamp=batch.timestamp[transactions],
        last_committed=None if batch.last_committed is None else batch.last_committed[transactions],
    )


def _slice(rows: pa.RecordBatch | None, start: int, length: int) -> pa.RecordBatch | None:
    return None if rows is None else rows.slice(start, length)


# --- the first and the last event -------------------------------------------------------------------------------------


def settle(file: WrittenFile, number: int, name: str, next_name: str | None) -> FileResult:
    """Gives the file its place in the log: number (1: the first after the server's start), name, next file.

    Returns the result with the size it has now. LogFileError if it cannot be written.
    """
    plan = replace(file.plan, number=number, name=name, next_name=next_name, end=file.end)
    written, wanted = FileEvents(file.plan, file.settings), FileEvents(plan, file.settings)
    old, new = written.last(), wanted.last()
    checksum, server_id = wanted.checksum, file.settings.server_id
    start = file.result.size - framed_size(len(old.body), checksum, old.event_type)
    end = start + framed_size(len(new.body), checksum, new.event_type)
    description = wanted.head().events()[0]
    after_description = FIRST_POSITION + framed_size(len(description.body), checksum, description.event_type)
    changes = [(FIRST_POSITION, after_description, replace(description, flags=0)), (start, end, new)]
    try:
        with Path(file.path).open("r+b") as stream:
            if os.fstat(stream.fileno()).st_size != file.result.size:
                raise LogFileError(f"{file.path}: it has not the {file.result.size} bytes that its task wrote")
            for position, end_position, event in changes:
                stream.seek(position)
                stream.write(
                    frame(
                        event.event_type,
                        event.body,
                        timestamp=event.timestamp,
                        server_id=server_id,
                        end_log_pos=end_position,
                        flags=event.flags,
                        checksum=checksum,
                    )
                )
            stream.truncate(end)
    except OSError as error:
        raise LogFileError(f"cannot finish {file.path}: {error}") from error
    return replace(file.result, name=name, size=end)


__all__ = ["Base", "TaskFiles", "WrittenFile", "first_numbers", "halves", "settle"]
