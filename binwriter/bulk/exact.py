"""The slow, obvious way to a bulk file: one event after the other over `binwriter.events`.

What the others are held against.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from binwriter.bulk.arrow_types import to_values
from binwriter.bulk.file_events import FileEvents, seconds
from binwriter.bulk.work import (
    MAX_BINLOG_SIZE,
    BulkSettings,
    BulkTable,
    FilePlan,
    FileResult,
    RowShape,
    ShapeRows,
    TransactionBatch,
    assigned_columns,
    check_batch,
    check_plan,
)
from binwriter.errors import EncodeError, LogFileError
from binwriter.events import row_event_bodies, rows_event_flags, table_map
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import EventType
from binwriter.formats.events import build_body
from binwriter.log.file import LogFile, PendingEvent
from binwriter.statement import RowChange

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
        values = [_Taken(shape, self.tables[shape.shape.table]) for shape in batch.rows]
        statements = zip(batch.statement_shape.tolist(), batch.statement_rows.tolist(), strict=True)
        for index, count in enumerate(batch.transaction_statements.tolist()):
            time = int(batch.timestamp[index])
            group = len(self.plan.statements) + self._transactions
            parent = group if batch.last_committed is None else int(batch.last_committed[index])
            check_parent(parent, group)
            check_start(self._file.position)
            events = [self._events.begin(seconds(time))]
            for _ in range(count):
                shape, rows = next(statements)
                events += self._statement(values[shape], rows, seconds(time))
            events.append(self._events.xid(group, seconds(time)))
            if self.settings.compression:
                events = [self._events.payload(events)]
            self._append(self._events.with_gtid(group, time, parent, events))
            self._transactions += 1

    def _statement(self, taken: _Taken, count: int, timestamp: int) -> list[PendingEvent]:
        table, rows = taken.table, self._events.rows
        mapped = table_map(table.table, table.table_id, full_metadata=rows.full_metadata, profile=self.settings.profile)
        events = [PendingEvent(EventType.TABLE_MAP, build_body(mapped), timestamp)]
        for body in row_event_bodies(taken.take(count), rows, lambda _: table.table_id):
            flags = rows_event_flags(body, self.settings.profile)
            events.append(PendingEvent(body.type, build_body(body), timestamp, flags))
        self._rows += count
        return events

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
        self._file.path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._file.closed:
            self.abandon()


class _Taken:
    """The rows of a shape, taken statement by statement."""

    def __init__(self, rows: ShapeRows, table: BulkTable) -> None:
        self.table = table
        self.shape: RowShape = rows.shape
        self._before = [] if rows.before is None else to_values(table.table, rows.before)
        self._after = [] if rows.after is None else to_values(table.table, rows.after)
        self._next = 0

    def take(self, count: int) -> list[RowChange]:
        start, self._next = self._next, self._next + count
        assigned = assigned_columns(self.shape, self.table.table)
        return [
            RowChange(
                self.table.table,
                self.shape.operation,
                self._before[row] if self._before else None,
                self._after[row] if self._after else None,
                assigned,
            )
            for row in range(start, self._next)
        ]


def check_parent(parent: int, group: int) -> None:
    """EncodeError unless last_committed is a group of this file before this one, or 0."""
    if not 0 <= parent <= group:
        raise EncodeError(f"last_committed is {parent}, but the transaction has sequence number {group + 1}")


def check_start(position: int) -> None:
    """LogFileError where a server would have begun a new file: only a file's last transaction may pass the limit."""
    if position >= MAX_BINLOG_SIZE:
        raise LogFileError(f"a transaction would begin at {position}, past the limit of {MAX_BINLOG_SIZE} bytes")
