"""The rows of a batch as generators see them: keys, versions, and a hash of them from which all chance is drawn."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

from binwriter.formats.records import dataclass
from binwriter.workload.chance import stream

Words = npt.NDArray[np.uint64]
Versions = npt.NDArray[np.uint32]

_VALUES = 0x76616C756573


@dataclass(frozen=True, slots=True)
class Rows:
    """keys: the rows' numbers in their table. versions: None where they do not count. words: a hash of both.

    kernels: the module that runs over rows (`values.kernels`).
    """

    kernels: Any
    keys: Words
    versions: Versions | None
    words: Words

    def __len__(self) -> int:
        return len(self.keys)


@dataclass(frozen=True, slots=True)
class Seeds:
    """Where the seeds of a column's decisions come from: each purpose has its own."""

    seed: int
    table: int
    column: int = -1

    def of(self, purpose: str) -> np.uint64:
        """The seed of one kind of decision."""
        number = int.from_bytes(hashlib.blake2b(purpose.encode(), digest_size=8).digest(), "little")
        return np.uint64(stream(_VALUES, self.seed, self.table, self.column, number))

    def rows(self, kernels: Any, keys: Words) -> Rows:
        """The rows whatever their version."""
        return Rows(kernels, keys, None, kernels.row_words(keys, Seeds(self.seed, self.table).of("rows")))


def versions_of(rows: Rows, versions: Versions) -> Rows:
    """These versions of the rows."""
    return Rows(rows.kernels, rows.keys, versions, rows.kernels.version_words(rows.words, versions))
