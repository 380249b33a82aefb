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

# A system begins to write back, and then to hold writers up, when a tenth of its memory or so is unwritten.
_CACHED_PART = 8

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


def past_the_cache(size: int, memory: int | None = None) -> bool:
    """Whether a job of so many bytes is written around the page cache (O_DIRECT, where the file system has it).

    memory: bytes of this machine's, asked for if not given. Small jobs are quicker with the cache; large ones only fill
    it, at a fraction of the disk's speed (docs/benchmarks.md).
    """
    if memory is None:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 0
    return 0 < memory < size * _CACHED_PART


def open_writer(
    path: Path, plan: FilePlan, settings: BulkSettings, tables: Sequence[BulkTable], *, direct: bool = False
) -> FileWriter:
    """Begins a file. direct: see `past_the_cache`."""
    if os.environ.get(EXACT) == "1":
        return ExactFileWriter(path, plan, settings, tables)
    return BulkFileWriter(path, plan, settings, tables, direct=direct)
