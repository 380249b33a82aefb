"""Which writer makes a file: the quick one, or the exact one where that is asked for."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from binwriter.bulk.exact import ExactFileWriter
from binwriter.bulk.file import BulkFileWriter
from binwriter.bulk.work import BulkSettings, BulkTable, FilePlan, FileResult, TransactionBatch

# Set to 1, files are written by the exact path: slow, and the same bytes.
EXACT = "BINWRITER_EXACT"


class FileWriter(Protocol):
    """What both writers do; see `ExactFileWriter`."""

    @property
    def position(self) -> int: ...
    def write(self, batch: TransactionBatch) -> None: ...
    def finish(self) -> FileResult: ...
    def abandon(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...


def open_writer(path: Path, plan: FilePlan, settings: BulkSettings, tables: Sequence[BulkTable]) -> FileWriter:
    """Begins a file."""
    if os.environ.get(EXACT) == "1":
        return ExactFileWriter(path, plan, settings, tables)
    return BulkFileWriter(path, plan, settings, tables)
