"""What a report says of a log. The same for every version of log, however it was read."""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from heapq import heappush, heappushpop
from typing import NamedTuple

from binwriter.formats.records import dataclass
from binwriter.inspection.report.sums import Frequent, Samples, Sizes, Timeline

OPERATIONS = ("insert", "update", "delete")
# Tables of which keys and values are kept, and columns of each.
MOST_DETAILED = 64
MOST_COLUMNS = 40
MOST_TABLES = 4096
_MOST_LARGE = 10


@dataclass(frozen=True)
class Value:
    """One cell of a sample. text: as a client would see it, cut; number: of numbers; length: characters or bytes."""

    text: str | None
    number: float | None = None
    length: int = 0

    @property
    def is_cut(self) -> bool:
        """Whether `text` is only its beginning."""
        return self.text is not None and self.number is None and self.length > len(self.text)


@dataclass
class Measured:
    """Rows that were counted, and their bytes, for an estimate of those that were not."""

    bytes: int = 0
    rows: int = 0

    def add(self, size: int, rows: int) -> None:
        self.bytes += size
        self.rows += rows

    @property
    def bytes_a_row(self) -> float:
        return self.bytes / self.rows if self.rows else 1.0


@dataclass
class TableSums:
    """One table. rows: by operation; bytes: of its Table_map and rows events; statements: with rows of it.

    key: the columns that `keys` are of. columns: names. sample: rows as they came to be, a Value a column.
    """

    name: str
    rows: Counter[str] = field(default_factory=Counter)
    bytes: int = 0
    events: int = 0
    key: tuple[str, ...] = ()
    keys: Frequent[str] = field(default_factory=Frequent)
    columns: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    sample: Samples[tuple[Value | None, ...]] = field(default_factory=Samples)
    measured: dict[str, Measured] = field(default_factory=lambda: {name: Measured() for name in OPERATIONS})

    @property
    def all_rows(self) -> int:
        return sum(self.rows.values())


class Large(NamedTuple):
    """A transaction among the largest ones. time: seconds since 1970 UTC."""

    bytes: int
    rows: int
    file: str
    position: int
    gtid: str
    time: int
    tables: tuple[str, ...]


@dataclass
class FileSums:
    """One file. version: of the server that wrote it, as it calls itself. bytes, events: as far as it was read."""

    name: str
    version: str = ""
    bytes: int = 0
    events: int = 0


@dataclass
class LogSummary:
    """Of all files together.

    types, type_bytes: by event type, those inside Transaction_payload events included with their own sizes.
    statements: by kind, those that only begin or end transactions left out. writers: rows and statements by (writer,
    table); sources: transactions by GTID source. is_estimated: row counts are, for some tables, from a sample.
    problems: where the reading ended before the log did, and why.
    """

    files: list[FileSums] = field(default_factory=list)
    types: Counter[str] = field(default_factory=Counter)
    type_bytes: Counter[str] = field(default_factory=Counter)
    statements: Counter[str] = field(default_factory=Counter)
    tables: dict[str, TableSums] = field(default_factory=dict)
    writers: Frequent[tuple[str, str]] = field(default_factory=lambda: Frequent(2000))
    sources: Frequent[str] = field(default_factory=Frequent)
    timeline: Timeline = field(default_factory=Timeline)
    transaction_bytes: Sizes = field(default_factory=Sizes)
    transaction_rows: Sizes = field(default_factory=Sizes)
    largest: list[Large] = field(default_factory=list)
    is_estimated: bool = False
    problems: list[str] = field(default_factory=list)

    def table(self, name: str) -> TableSums:
        """The sums of a table; of all tables beyond the first MOST_TABLES together."""
        sums = self.tables.get(name)
        if sums is None:
            name = name if len(self.tables) < MOST_TABLES else "(other tables)"
            sums = self.tables.setdefault(name, TableSums(name))
        return sums

    def is_detailed(self, table: TableSums) -> bool:
        """Whether its keys and values are kept: of the first tables that have rows."""
        if table.columns:
            return True
        return sum(1 for known in self.tables.values() if known.columns) < MOST_DETAILED

    def transaction(self, large: Large) -> None:
        """Takes in a transaction."""
        self.transaction_bytes.add(large.bytes)
        self.transaction_rows.add(large.rows)
        self.keep_large(large)

    def keep_large(self, large: Large) -> None:
        """Keeps it if it is among the largest."""
        if len(self.largest) < _MOST_LARGE:
            heappush(self.largest, large)
        elif large > self.largest[0]:
            heappushpop(self.largest, large)

    @property
    def events(self) -> int:
        return sum(file.events for file in self.files)

    @property
    def bytes(self) -> int:
        return sum(file.bytes for file in self.files)

    @property
    def rows(self) -> int:
        return sum(table.all_rows for table in self.tables.values())

    @property
    def seconds(self) -> int:
        """Of log time, from the first event to the last one's end."""
        return self.timeline.last - self.timeline.first + 1 if self.timeline.buckets else 0
