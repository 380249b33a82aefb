"""What is to be written, as values: the seam between those who make rows (workloads, Spark) and those who encode them.

Rows are Arrow record batches in storage form (`arrow_types`). A batch of transactions says with a few integer arrays how they
are cut into statements and transactions, so that nothing is done per row in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from binwriter.formats.constants import ChecksumAlgorithm
from binwriter.formats.servers import NEWEST, ServerProfile
from binwriter.rules.row_image import RowImage
from binwriter.schema import Table
from binwriter.statement import RowOperation

IntArray = npt.NDArray[np.int64]

# Event headers have 32 bits for a position, and MySQL's own limit of max_binlog_size is 1 GiB.
MAX_BINLOG_SIZE = 1 << 30


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

    before: for UPDATE and DELETE; after: for INSERT and UPDATE; else None. Both hold *all* the table's columns, in the table's
    order and in storage form; the image decides which of them are written. Both have the same length.
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

    rows: one entry a shape. statement_shape[k]: index into `rows`; statement_rows[k]: how many rows statement k takes, at
    least 1, from where the previous statement of that shape stopped. transaction_statements[i]: how many statements
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
    max_event_size: binlog_row_event_max_size in bytes. compression: binlog_transaction_compression, with that zstd level.
    thread_id: of the BEGIN events' session.
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


@dataclass(frozen=True, slots=True)
class StatementText:
    """A DDL statement logged as one Query event with its own GTID. schema: the default database, '' for none.

    databases: updated_db_names. timestamp: microseconds since 1970 UTC.
    """

    text: str
    schema: str
    databases: tuple[str, ...]
    timestamp: int


@dataclass(frozen=True, slots=True)
class FilePlan:
    """One file, fixed before anything of it is encoded; so any worker, retry or order gives the same bytes.

    name: of the file, without folder. next_name: into its Rotate event; None: the last file, which ends with Stop.
    first_gno: GNO of its first transaction (they go on by one); previous_gtids: of all files before it, as an interval
    1 to first_gno - 1. first_xid: of its first Xid event (they go on by one). Sequence numbers begin with 1 in each file.
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
    """What was written. size: bytes. events: all of them, the file's own included. gtids: transactions and statements."""

    name: str
    size: int
    transactions: int
    statements: int
    rows: int
    events: int


def statement_count(batch: TransactionBatch) -> int:
    return len(batch.statement_shape)


def check_batch(batch: TransactionBatch, tables: Sequence[BulkTable]) -> None:
    """Raises EncodeError for a batch whose numbers do not fit together. Cheap: looks at the arrays, not at the rows."""
    raise NotImplementedError
