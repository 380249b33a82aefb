"""The slow, obvious way to a bulk file: one event after the other over `binwriter.binlog.events.queries`.

What the others are held against.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from binwriter import disk
from binwriter.binlog.events.rows import row_event_bodies, rows_event_flags, table_map
from binwriter.binlog.files.file import MAX_FILE_SIZE, LogFile, PendingEvent
from binwriter.bulk.arrow_values import to_values
from binwriter.bulk.file_events import FileEvents, seconds
from binwriter.bulk.progress import Progress, Write, begins_late, check_parents, ends_late
from binwriter.bulk.work import (
    MAX_BINLOG_SIZE,
    BulkSettings,
    BulkTable,
    FilePlan,
    FileResult,
    ShapeRows,
    TransactionBatch,
    assigned_columns,
    check_batch,
    check_plan,
)
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import EventType
from binwriter.formats.events import build_body
from binwriter.formats.header import frame, framed_size
from binwriter.statement.values import RowChange

_Row = tuple[ColumnValue, ...]


class ExactFileWriter:
    """One file, written as its plan says; the same interface as `BulkFileWriter`.

    path: the file, which must not be there yet (LogFileError). EncodeError for a plan or settings that cannot be.
    Leaving it as a context manager by an exception, or without `finish`, abandons the file.
    """

    def __init__(self, path: Path, plan: FilePlan, settings: BulkSettings, tables: Sequence[BulkTable]) -> None:
        check_plan(plan, settings)
        self.plan = plan
        self.settings = settings
        self.tables = tuple(tables)
        self._events = FileEvents(plan, settings)
        head = self._events.head()
        self._file = LogFile(path, head)
        self._event_count = len(head.events())
        self._transactions = self._rows = 0
        try:
            for number in range(len(plan.statements)):
                self._append(self._events.statement(number))
        except BaseException:
            self.abandon()
            raise

    @property
    def position(self) -> int:
        """Where the next event begins."""
        return self._file.position

    def write(self, batch: TransactionBatch) -> None:
        """Writes whole transactions. EncodeError for values or numbers that do not fit, LogFileError if it cannot."""
        check_batch(batch, self.tables)
        first = len(self.plan.statements) + self._transactions
        check_parents(batch, first)
        for events in exact_groups(batch, self.tables, self._events, first):
            if self._file.position >= MAX_BINLOG_SIZE:
                raise begins_late(self._file.position)
            self._append(events)
            self._transactions += 1
        self._rows += sum(rows.count for rows in batch.rows)

    def _append(self, events: Sequence[PendingEvent]) -> None:
        self._file.append(events)
        self._event_count += len(events)

    def finish(self) -> FileResult:
        """Ends the file with Rotate or Stop, clears its in-use flag and closes it."""
        self._append([self._events.last()])
        size = self._file.position
        self._file.close()
        return FileResult(
            name=self.plan.name,
            size=size,
            transactions=self._transactions,
            statements=len(self.plan.statements),
            rows=self._rows,
            events=self._event_count,
        )

    def abandon(self) -> None:
        """Closes and deletes the file."""
        self._file.close(in_use=True)
        disk.current().remove(self._file.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._file.closed:
            self.abandon()


def exact_groups(
    batch: TransactionBatch, tables: Sequence[BulkTable], events: FileEvents, first: int
) -> Iterator[list[PendingEvent]]:
    """The groups of a batch, GTID events included. first: the number of its first group in the file."""
    shapes = [_ShapeEvents(rows, tables[rows.shape.table], events) for rows in batch.rows]
    statements = zip(batch.statement_shape.tolist(), batch.statement_rows.tolist(), strict=True)
    for index, count in enumerate(batch.transaction_statements.tolist()):
        time, group = int(batch.timestamp[index]), first + index
        parent = group if batch.last_committed is None else int(batch.last_committed[index])
        pending = [events.begin(seconds(time))]
        two_phase = False
        for _ in range(count):
            shape, rows = next(statements)
            two_phase |= tables[batch.rows[shape].shape.table].table.engine.two_phase
            pending += shapes[shape].statement(rows, seconds(time))
        pending.append(events.xid(group, seconds(time)) if two_phase else events.commit(seconds(time)))
        if events.settings.compression:
            pending = [events.payload(pending)]
        yield events.with_gtid(group, time, parent, pending)


class _ShapeEvents:
    """The rows of a shape, taken statement by statement."""

    def __init__(self, rows: ShapeRows, table: BulkTable, events: FileEvents) -> None:
        self._table = table
        self._events = events
        self._operation = rows.shape.operation
        self._assigned = assigned_columns(rows.shape, table.table)
        self._before = [] if rows.before is None else to_values(table.table, rows.before)
        self._after = [] if rows.after is None else to_values(table.table, rows.after)
        self._next = 0

    def statement(self, count: int, timestamp: int) -> list[PendingEvent]:
        """Table_map and rows events of the next so many rows. timestamp: seconds."""
        given, settings = self._table, self._events.rows
        mapped = table_map(given.table, given.table_id, full_metadata=settings.full_metadata, profile=settings.profile)
        pending = [PendingEvent(EventType.TABLE_MAP, build_body(mapped), timestamp)]
        for body in row_event_bodies(self._changes(count), settings, lambda _: given.table_id):
            flags = rows_event_flags(body, settings.profile)
            pending.append(PendingEvent(body.type, build_body(body), timestamp, flags))
        return pending

    def _changes(self, count: int) -> list[RowChange]:
        start, self._next = self._next, self._next + count
        return [
            RowChange(
                self._table.table,
                self._operation,
                self._before[row] if self._before else None,
                self._after[row] if self._after else None,
                self._assigned,
            )
            for row in range(start, self._next)
        ]


class ExactEncoder:
    """The same in a file of `BulkFileWriter`: for what the quicker ways do not know."""

    def __init__(self, events: FileEvents, tables: Sequence[BulkTable]) -> None:
        self._events = events
        self._tables = tables

    def encode(self, batch: TransactionBatch, progress: Progress, write: Write) -> bool:
        check_parents(batch, progress.groups)
        for pending in exact_groups(batch, self._tables, self._events, progress.groups):
            write_group(pending, self._events, progress, write)
        progress.rows += sum(rows.count for rows in batch.rows)
        return True


def write_group(pending: Sequence[PendingEvent], events: FileEvents, progress: Progress, write: Write) -> None:
    """Writes one group whole, or raises LogFileError before anything of it is written."""
    if progress.position >= MAX_BINLOG_SIZE:
        raise begins_late(progress.position)
    data = framed(pending, events, progress.position)
    if progress.position + len(data) > MAX_FILE_SIZE:
        raise ends_late(progress.position, len(data))
    write(memoryview(data))
    progress.position += len(data)
    progress.groups += 1
    progress.events += len(pending)


def framed(pending: Sequence[PendingEvent], events: FileEvents, position: int) -> bytes:
    """The events' bytes, the first of them at that position."""
    parts = []
    for event in pending:
        position += framed_size(len(event.body), events.checksum, event.event_type)
        parts.append(
            frame(
                event.event_type,
                event.body,
                timestamp=event.timestamp,
                server_id=events.settings.server_id,
                end_log_pos=position & MAX_FILE_SIZE,
                flags=event.flags,
                checksum=events.checksum,
            )
        )
    return b"".join(parts)
