"""What a session's log works with: the state of a statement, the groups it hands over, and who takes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Protocol

from binwriter.binlog.clock.logical_clock import WriteSet
from binwriter.binlog.gtid_next import OriginalCommit
from binwriter.binlog.rules.cache import CachedEvent, CacheKind
from binwriter.binlog.rules.cache_limits import CacheRoom
from binwriter.catalog.tables import Table
from binwriter.formats.constants import EventType
from binwriter.formats.records import dataclass

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
