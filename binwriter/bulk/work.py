"""What is to be written, as values: the seam between those who make rows (workloads, Spark) and those who encode them.

Rows are Arrow record batches in storage form (`arrow_types`). A batch of transactions says with a few integer arrays
how they are cut into statements and transactions, so that nothing is done per row in Python.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any
from uuid import UUID

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from binwriter.binlog.rules.row_image import Images, image_columns
from binwriter.catalog.tables import Table
from binwriter.errors import EncodeError
from binwriter.formats.constants import ChecksumAlgorithm, EventType
from binwriter.formats.records import dataclass
from binwriter.formats.servers import NEWEST, ServerProfile
from binwriter.mysql.gtid.sets import TAG_PATTERN
from binwriter.mysql.gtid.text import MAX_GNO
from binwriter.mysql.session_modes import RowImage
from binwriter.statement.values import DdlEvent, RowOperation

IntArray = npt.NDArray[np.int64]

# Event headers have 32 bits for a position, and MySQL's own limit of max_binlog_size is 1 GiB.
MAX_BINLOG_SIZE = 1 << 30
# Microseconds: headers have 32 bits for the seconds.
MAX_TIME = (1 << 32) * 1_000_000
# binlog_transaction_compression_level_zstd
MAX_COMPRESSION_LEVEL = 22


@dataclass(frozen=True, slots=True)
class BulkTable:
    """A table and the id that Table_map events give it (0 to 2^48-1)."""

    table: Table
    table_id: int


@dataclass(frozen=True, slots=True)
class RowShape:
    """One kind of statement: all its rows events have this table, this operation and these image columns.

    table: index into the file's tables. assigned: of an UPDATE, the indexes of the columns in its SET list (they
    decide the after image of MINIMAL and NOBLOB); empty for all columns. Of an INSERT the columns it names, likewise.
    """

    table: int
    operation: RowOperation
    assigned: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ShapeRows:
    """The rows of one shape in a batch, in the order in which its statements take them.

    before: for UPDATE and DELETE; after: for INSERT and UPDATE; else None. Both hold *all* the table's columns, in the
    table's order and in storage form; the image decides which of them are written. Both have the same length.
    """

    shape: RowShape
    before: pa.RecordBatch | None
    after: pa.RecordBatch | None

    @property
    def count(self) -> int:
        present = self.after if self.after is not None else self.before
        return 0 if present is None else int(present.num_rows)


@dataclass(frozen=True, slots=True)
class TransactionBatch:
    """Whole transactions, in the order of the log.

    rows: one entry a shape. statement_shape[k]: index into `rows`; statement_rows[k]: how many rows statement k takes,
    at least 1, from where the previous statement of that shape stopped. transaction_statements[i]: how many statements
    transaction i has, at least 1. All rows and statements are used up.
    timestamp[i]: microseconds since 1970 UTC: the commit's; its whole seconds stand in the headers of all its events.
    last_committed: the parent in the logical clock of transaction i; None: each depends on the one before it.
    """

    rows: tuple[ShapeRows, ...]
    statement_shape: IntArray
    statement_rows: IntArray
    transaction_statements: IntArray
    timestamp: IntArray
    last_committed: IntArray | None = None

    @property
    def transactions(self) -> int:
        return len(self.transaction_statements)


@dataclass(frozen=True, slots=True)
class BulkSettings:
    """The server that the files claim to be written by: the same for all files of a job.

    gtid: Gtid events (gtid_mode=ON), else Anonymous_gtid. tag: of the GTIDs, '' for none.
    max_event_size: binlog_row_event_max_size in bytes. compression: binlog_transaction_compression, with that zstd
    level.
    thread_id: of the BEGIN events' session. foreign_key_checks: of that session.
    """

    server_uuid: UUID
    server_id: int = 1
    profile: ServerProfile = NEWEST
    gtid: bool = True
    tag: str = ""
    checksum: ChecksumAlgorithm = ChecksumAlgorithm.CRC32
    image: RowImage = RowImage.FULL
    full_metadata: bool = False
    max_event_size: int = 8192
    compression: bool = False
    compression_level: int = 3
    thread_id: int = 8
    foreign_key_checks: bool = True


@dataclass(frozen=True, slots=True)
class StatementText:
    """A DDL statement logged as one Query event with its own GTID. schema: the default database, '' for none.

    databases: updated_db_names. timestamp: microseconds since 1970 UTC. event: what the SQL front end says of it (its
    text, schema and databases then count); None: as `Session.log_ddl` logs a text. variables: of its session, where
    they differ from a new one's.
    """

    text: str
    schema: str
    databases: tuple[str, ...]
    timestamp: int
    event: DdlEvent | None = None
    variables: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ddl(self) -> DdlEvent:
        """The event as the logger takes it."""
        if self.event is not None:
            return self.event
        return DdlEvent(self.text.encode(), self.schema, self.databases, atomic=True, sql_require_primary_key=True)


@dataclass(frozen=True, slots=True)
class FilePlan:
    """One file, fixed before anything of it is encoded; so any worker, retry or order gives the same bytes.

    name: of the file, without folder. next_name: into its Rotate event; None: the last file, which ends with Stop.
    first_gno: GNO of its first transaction (they go on by one); previous_gtids: of all files before it, as an interval
    1 to first_gno - 1. first_xid: of its first statement or transaction (both take one, by one). Sequence numbers
    begin with 1 in each file. number: 1 for the first file after a server's start, which says when it was made.
    start: microseconds since 1970 UTC, of the file's first events. end: likewise, of the last one.
    """

    number: int
    name: str
    next_name: str | None
    first_gno: int
    first_xid: int
    start: int
    end: int
    statements: tuple[StatementText, ...] = ()


@dataclass(frozen=True, slots=True)
class FileResult:
    """What was written. size: bytes. statements: of the plan. rows: changed ones. events: the file's own included."""

    name: str
    size: int
    transactions: int
    statements: int
    rows: int
    events: int

    @property
    def gtids(self) -> int:
        """How many GTIDs and XIDs the file took."""
        return self.transactions + self.statements


def assigned_columns(shape: RowShape, table: Table) -> frozenset[int] | None:
    """As `RowChange.assigned` has it: None for an INSERT without a column list, none for a DELETE."""
    if shape.operation is RowOperation.DELETE:
        return frozenset()
    if shape.assigned:
        return frozenset(shape.assigned)
    return None if shape.operation is RowOperation.WRITE else frozenset(range(len(table.columns)))


def shape_images(shape: RowShape, table: Table, image: RowImage) -> Images:
    """The columns of the images of a shape's rows."""
    return image_columns(table, image, shape.operation, assigned_columns(shape, table))


def check_batch(batch: TransactionBatch, tables: Sequence[BulkTable]) -> None:
    """Raises EncodeError for a batch whose numbers do not fit together. Cheap: looks at the arrays, not at the rows."""
    for index, rows in enumerate(batch.rows):
        _check_rows(f"shape {index}", rows, tables)
    for name in ("statement_shape", "statement_rows", "transaction_statements", "timestamp", "last_committed"):
        _check_array(name, getattr(batch, name))
    shapes, counts, cuts = batch.statement_shape, batch.statement_rows, batch.transaction_statements
    _refuse_below(counts, 1, "statement_rows")
    _refuse_below(cuts, 1, "transaction_statements")
    _refuse_below(shapes, 0, "statement_shape")
    if len(shapes) and int(shapes.max()) >= len(batch.rows):
        place = int(shapes.argmax())
        raise EncodeError(f"statement_shape[{place}] is {shapes[place]}, but there are {len(batch.rows)} shapes")
    _refuse_unequal("statement_rows", len(counts), "statement_shape", len(shapes))
    _refuse_unequal("the sum of transaction_statements", int(cuts.sum()), "statement_shape", len(shapes))
    _refuse_unequal("timestamp", len(batch.timestamp), "transaction_statements", len(cuts))
    if batch.last_committed is not None:
        _refuse_unequal("last_committed", len(batch.last_committed), "transaction_statements", len(cuts))
    for index, (rows, taken) in enumerate(zip(batch.rows, _taken(batch), strict=True)):
        if taken != rows.count:
            raise EncodeError(f"shape {index} has {rows.count} rows, its statements take {taken}")
    _check_times("timestamp", batch.timestamp)


def _taken(batch: TransactionBatch) -> list[int]:
    """Rows that the statements of each shape take."""
    if len(batch.rows) == 1:
        return [int(batch.statement_rows.sum())]
    counts = np.bincount(batch.statement_shape, weights=batch.statement_rows, minlength=len(batch.rows))
    return [int(count) for count in counts]


def _check_rows(name: str, rows: ShapeRows, tables: Sequence[BulkTable]) -> None:
    shape = rows.shape
    if not 0 <= shape.table < len(tables):
        raise EncodeError(f"{name}: table {shape.table}, but there are {len(tables)} tables")
    columns = len(tables[shape.table].table.columns)
    if any(not 0 <= column < columns for column in shape.assigned):
        raise EncodeError(f"{name}: assigned columns {shape.assigned}, but the table has {columns}")
    wanted = {"before": shape.operation is not RowOperation.WRITE, "after": shape.operation is not RowOperation.DELETE}
    for side, needed in wanted.items():
        batch: pa.RecordBatch | None = getattr(rows, side)
        if (batch is not None) is not needed:
            raise EncodeError(f"{name}: {shape.operation.value} rows {'need' if needed else 'have no'} {side} image")
        if batch is not None and batch.num_columns != columns:
            raise EncodeError(f"{name}: {side} has {batch.num_columns} columns, the table has {columns}")
    if rows.before is not None and rows.after is not None and rows.before.num_rows != rows.after.num_rows:
        raise EncodeError(f"{name}: {rows.before.num_rows} rows before, {rows.after.num_rows} after")


def _check_array(name: str, array: IntArray | None) -> None:
    if array is not None and (array.dtype != np.int64 or array.ndim != 1):
        raise EncodeError(f"{name} is an array of {array.dtype} with {array.ndim} dimensions, not of int64 with one")


def _refuse_below(array: IntArray, least: int, name: str) -> None:
    if len(array) and int(array.min()) < least:
        place = int(array.argmin())
        raise EncodeError(f"{name}[{place}] is {array[place]}, the least is {least}")


def _refuse_unequal(name: str, count: int, other: str, expected: int) -> None:
    if count != expected:
        raise EncodeError(f"{name}: {count}, but {other} has {expected}")


def _check_times(name: str, times: IntArray) -> None:
    _refuse_below(times, 0, name)
    if len(times) and int(times.max()) >= MAX_TIME:
        place = int(times.argmax())
        raise EncodeError(f"{name}[{place}] is {times[place]} microseconds; event headers end at {MAX_TIME - 1}")


def check_plan(plan: FilePlan, settings: BulkSettings) -> None:
    """Raises EncodeError for a plan or settings that no server could have."""
    numbers = {"number": (plan.number, 1), "first_gno": (plan.first_gno, 1), "first_xid": (plan.first_xid, 0)}
    for name, (number, least) in numbers.items():
        if not least <= number <= MAX_GNO:
            raise EncodeError(f"{name} is {number}, it may be {least} to {MAX_GNO}")
    times = [plan.start, plan.end, *(statement.timestamp for statement in plan.statements)]
    _check_times("start, end or a statement's timestamp", np.array(times, np.int64))
    profile = settings.profile
    if settings.tag and not (settings.gtid and profile.gtid_tags and re.fullmatch(TAG_PATTERN, settings.tag)):
        raise EncodeError(f"tag {settings.tag!r}: it needs gtid, a server with tags, and to be a tag")
    if settings.compression and len(profile.post_header_lengths) < EventType.TRANSACTION_PAYLOAD:
        raise EncodeError(f"compression: a server {profile.version} has none")
    if not 1 <= settings.compression_level <= MAX_COMPRESSION_LEVEL:
        raise EncodeError(f"compression_level is {settings.compression_level}, it may be 1 to {MAX_COMPRESSION_LEVEL}")
    for name, number in {"server_id": settings.server_id, "thread_id": settings.thread_id}.items():
        if not 0 <= number < 1 << 32:
            raise EncodeError(f"{name} is {number}, it has 32 bits")
    if settings.max_event_size < 1:
        raise EncodeError(f"max_event_size is {settings.max_event_size}, the least is 1")
