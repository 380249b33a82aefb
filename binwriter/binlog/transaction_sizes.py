"""What performance_schema.binary_log_transaction_compression_stats counts: the sizes of groups, compressed and not.

A group's size is that of its events without checksums and without the GTID event (captured:
clusters/transaction_sizes_counted). RESET leaves the counts, TRUNCATE of the table begins them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from binwriter.formats.records import dataclass


@dataclass(frozen=True)
class SizedTransaction:
    """One group: its GTID, or ANONYMOUS; its sizes; and when it was committed, in microseconds."""

    name: str
    compressed: int
    uncompressed: int
    time: int


@dataclass
class SizesOfKind:
    """The groups of one kind so far: the first, the last, and all together."""

    first: SizedTransaction
    last: SizedTransaction
    count: int = 0
    compressed: int = 0
    uncompressed: int = 0

    def add(self, transaction: SizedTransaction) -> None:
        self.last = transaction
        self.count += 1
        self.compressed += transaction.compressed
        self.uncompressed += transaction.uncompressed

    @property
    def saved(self) -> int:
        """In percent of what there was; below nought where compressing made more of it."""
        return 100 - round(100 * self.compressed / self.uncompressed) if self.uncompressed else 0


@dataclass
class TransactionSizes:
    """Those of a server since its start, by the kind of compression; the kinds in the order of the table's rows."""

    kinds: dict[str, SizesOfKind] = field(default_factory=dict)

    def note(self, kind: str, transaction: SizedTransaction) -> None:
        if kind not in self.kinds:
            self.kinds[kind] = SizesOfKind(transaction, transaction)
        self.kinds[kind].add(transaction)

    def __iter__(self) -> Iterator[tuple[str, SizesOfKind]]:
        return iter(sorted(self.kinds.items(), reverse=True))  # ZSTD before NONE

    def clear(self) -> None:
        self.kinds.clear()
