"""How far a bulk file is, shared by the ways of encoding that take turns in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from binwriter.binlog.files.file import MAX_FILE_SIZE
from binwriter.bulk.work import MAX_BINLOG_SIZE, TransactionBatch
from binwriter.errors import EncodeError, LogFileError
from binwriter.formats.records import dataclass

Write = Callable[[memoryview], None]


@dataclass
class Progress:
    """position: of the next event. groups: statements and transactions so far. events: all of them, also the file's."""

    position: int = 0
    groups: int = 0
    events: int = 0
    rows: int = 0


class Encoder(Protocol):
    """One way of encoding batches."""

    def encode(self, batch: TransactionBatch, progress: Progress, write: Write) -> bool:
        """Writes the batch and moves the progress on; False, and nothing is written, if this way cannot."""


def check_parents(batch: TransactionBatch, first: int) -> None:
    """EncodeError unless each last_committed is 0 or a group of this file before its own. first: the batch's first."""
    if batch.last_committed is None or not len(batch.last_committed):
        return
    groups = first + np.arange(len(batch.last_committed))
    wrong = (batch.last_committed < 0) | (batch.last_committed > groups)
    if wrong.any():
        place = int(wrong.argmax())
        raise EncodeError(
            f"last_committed[{place}] is {batch.last_committed[place]}, "
            f"but the transaction has sequence number {groups[place] + 1}"
        )


def begins_late(position: int) -> LogFileError:
    """A server would have begun a new file: only a file's last transaction may pass the limit."""
    return LogFileError(f"a transaction would begin at {position}, past the limit of {MAX_BINLOG_SIZE} bytes")


def ends_late(position: int, length: int) -> LogFileError:
    return LogFileError(f"a transaction of {length} bytes at {position} would end past {MAX_FILE_SIZE} bytes (4 GiB)")
