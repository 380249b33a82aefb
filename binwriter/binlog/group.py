"""What a session's log works with: the state of a statement, the groups it hands over, and who takes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from typing import NamedTuple, Protocol

from binwriter.binlog.clock.logical_clock import WriteSet
from binwriter.binlog.gtid_next import OriginalCommit
from binwriter.binlog.rules.cache import CachedEvent, CacheKind
from binwriter.binlog.rules.cache_limits import CacheRoom
from binwriter.catalog.tables import Table
from binwriter.formats.constants import EventType
from binwriter.formats.records import dataclass
from binwriter.mysql.gtid.state import AssignedGtid, GtidNextKind

_TABLE_MAP = int(EventType.TABLE_MAP)
_OF_ENGINES = frozenset({int(EventType.XID), int(EventType.XA_PREPARE)})
_STATUS_LENGTH, _QUERY_POST_HEADER = 11, 13
# The status variable ddl_logged_with_xid, of eight bytes, and those that may stand behind it (`StatusVarCode`).
_XID_OF_DDL = re.compile(rb"\x11.{8}(?:[\x10\x13-\x15].|\x12..|\x0d...)*\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Group:
    """A finished transaction of the log: events between the GTID event and the end, boundaries included.

    compression_level: of zstd, if the group may be compressed; one with statements is not.
    original: what the session says of where the transaction comes from. server_id: the session's, which it has from
    its beginning; None for the server's. goes_on: the next group of the same commit follows before anybody looks
    whether the file has become too large.
    on_written: told the file's name and the position of each event written, the GTID event's first (see `rules.trace`).
    """

    events: tuple[CachedEvent, ...]
    commit_parent: int
    write_set: WriteSet
    gtid_next: str = "AUTOMATIC"
    compression_level: int | None = None
    original: OriginalCommit | None = None
    server_id: int | None = None
    goes_on: bool = False
    on_written: Callable[[str, Sequence[int]], None] | None = field(default=None, compare=False)

    @property
    def may_have_statements(self) -> bool:
        """GTID flag bit 0: cleared only when there are changes and all are in row form (findings part 7)."""
        has_rows = False
        for event in self.events:
            if not event.row_form:
                return True
            has_rows = has_rows or event.event_type == _TABLE_MAP
        return not has_rows

    @property
    def ends_in_engine(self) -> bool:
        """Whether a transaction of an engine that prepares ends with it: Xid, XA PREPARE, DDL with an XID."""
        last = self.events[-1]
        if last.event_type != EventType.QUERY:
            return last.event_type in _OF_ENGINES
        end = _QUERY_POST_HEADER + int.from_bytes(last.body[_STATUS_LENGTH:_QUERY_POST_HEADER], "little")
        return _XID_OF_DDL.search(last.body[_QUERY_POST_HEADER:end]) is not None


class GroupSink(Protocol):
    """Who gives groups their place in the log."""

    def commit_group(self, group: Group) -> None: ...
    def committed(self) -> int: ...
    def table_id(self, table: Table) -> int: ...
    def next_xid(self) -> int: ...
    def logs_database(self, name: str) -> bool: ...
    def cache_room(self, kind: CacheKind) -> CacheRoom: ...
    def write_incident(self, timestamp: int, write_set: WriteSet, message: bytes = b"") -> None: ...


class SizedTransaction(NamedTuple):
    """One group: its GTID; its sizes; and when it was committed, in microseconds."""

    assigned: AssignedGtid
    compressed: int
    uncompressed: int
    time: int

    @property
    def name(self) -> str:
        """The GTID, or ANONYMOUS; each transaction is noted, and few are asked for theirs."""
        return GtidNextKind.ANONYMOUS.value if self.assigned.anonymous else str(self.assigned.gtid)


@dataclass
class SizesOfKind:
    """The groups of one kind so far: the first, the last, and all together."""

    first: SizedTransaction
    last: SizedTransaction
    count: int = 0
    compressed: int = 0
    uncompressed: int = 0

    @property
    def saved(self) -> int:
        """In percent of what there was; below nought where compressing made more of it."""
        return 100 - round(100 * self.compressed / self.uncompressed) if self.uncompressed else 0


@dataclass
class TransactionSizes:
    """What performance_schema.binary_log_transaction_compression_stats counts since a server's start, by the kind of
    compression; the kinds in the order of the table's rows.

    A group's size is that of its events without checksums and without the GTID event (captured:
    clusters/transaction_sizes_counted). RESET leaves the counts, TRUNCATE of the table begins them anew.
    """

    kinds: dict[str, SizesOfKind] = field(default_factory=dict)

    def note(self, kind: str, transaction: SizedTransaction) -> None:
        if (sizes := self.kinds.get(kind)) is None:
            sizes = self.kinds[kind] = SizesOfKind(transaction, transaction)
        sizes.last = transaction
        sizes.count += 1
        sizes.compressed += transaction.compressed
        sizes.uncompressed += transaction.uncompressed

    def __iter__(self) -> Iterator[tuple[str, SizesOfKind]]:
        return iter(sorted(self.kinds.items(), reverse=True))  # ZSTD before NONE

    def clear(self) -> None:
        self.kinds.clear()
