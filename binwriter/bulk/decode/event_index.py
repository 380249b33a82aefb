"""A file's events as arrays of numbers: what stands where, to choose and to split by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from uuid import UUID

import construct as cs
import numpy as np
import numpy.typing as npt

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.binlog.files.selection import gtid_of
from binwriter.bulk.decode.part import first_event
from binwriter.bulk.ways import has_kernels
from binwriter.errors import CorruptLogError
from binwriter.formats.constants import BINLOG_MAGIC, EventType
from binwriter.formats.declaration import Declared, csfield
from binwriter.formats.events import Rows, TableMap
from binwriter.formats.primitives import Uuid
from binwriter.formats.records import dataclass
from binwriter.mysql.gtid.sets import GtidValue

Int64s = npt.NDArray[np.int64]
# Of each GTID event: source, number; and the sources.
Gtids = tuple[Int64s, Int64s, tuple[str, ...]]

NO_TABLE = -1
_TABLE_ID_BYTES = 6
# flags, UUID, number: a GTID event begins with them
_GTID_BYTES = 25
OUTSIDE = -1

_GTIDS = frozenset({EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED})
_BETWEEN = frozenset({EventType.FORMAT_DESCRIPTION, EventType.ROTATE, EventType.STOP, EventType.PREVIOUS_GTIDS})


@dataclass(frozen=True)
class EventIndex:
    """The events of one file, in order; events inside a Transaction_payload are not listed.

    One entry an event: position (bytes), type (as the header has it), timestamp (seconds since 1970 UTC), server_id,
    size (bytes), flags; table_id of Table_map and rows events, else -1; transaction: the number of its transaction in
    this file, from 0, or -1 outside any (a transaction begins with a GTID event; without those the file is one).
    One entry a transaction: source (index into `sources`, -1 for an anonymous one) and gno (0 for an anonymous one).
    sources: `uuid` or `uuid:tag`. size_of_file: bytes that were read: an incomplete event at the end is not counted.
    """

    file: str
    size_of_file: int
    position: Int64s
    type: npt.NDArray[np.uint8]
    timestamp: npt.NDArray[np.uint32]
    server_id: npt.NDArray[np.uint32]
    size: npt.NDArray[np.uint32]
    flags: npt.NDArray[np.uint16]
    table_id: Int64s
    transaction: Int64s
    source: npt.NDArray[np.int32]
    gno: Int64s
    sources: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.position)

    @property
    def transactions(self) -> int:
        """How many transactions begin in the file."""
        return len(self.gno)

    def starts(self) -> Int64s:
        """Where each transaction begins, in bytes."""
        first = np.flatnonzero(np.diff(self.transaction, prepend=OUTSIDE) != 0)
        return self.position[first[self.transaction[first] >= 0]]

    def gtids(self) -> list[str | None]:
        """The GTID of each transaction as text, None for an anonymous one."""
        pairs = zip(self.source.tolist(), self.gno.tolist(), strict=True)
        return [f"{self.sources[source]}:{gno}" if source >= 0 else None for source, gno in pairs]

    def splits(self, size: int) -> list[tuple[int, int]]:
        """The file cut into parts of whole transactions, each of about `size` bytes: (start, stop) for `read_changes`.

        A larger transaction is a part of its own. The events before the first transaction belong to the first part.
        """
        first = int(self.position[0]) if len(self) else self.size_of_file
        cuts = [first]
        for start in self.starts().tolist():
            if start - cuts[-1] >= size:
                cuts.append(start)
        return list(zip(cuts, [*cuts[1:], self.size_of_file], strict=True))


def index_events(path: str | Path, *, verify: bool = True, exact: bool = False) -> EventIndex:
    """The index of a log file. In a log that is in use, or was not closed, an incomplete last event ends the index.

    verify: look at checksums. exact: do not use the fast path.
    Raises CorruptLogError naming file and position for a wrong checksum, a size that leads nowhere, an incomplete last
    event of a log that was closed, or a GTID event too short for a GTID; LogFileError for a file that cannot be read.
    """
    path = Path(path)
    if not exact and has_kernels():
        from binwriter.bulk.decode.fast_index import fast_lines

        lines = fast_lines(path, verify=verify)
        if lines is not None:
            return _index(str(path), *lines)
    first = first_event(path, verify=verify)
    events = read_events(path, verify=verify, stop_at_truncation=first.is_in_use)
    return _index(str(path), *_exact_lines(events))


def _table_id(event: LogEvent) -> int:
    """Of a body that cannot be parsed the first bytes: an index looks at no more, and who reads the event says it."""
    if event.type not in _WITH_TABLE:
        return NO_TABLE
    try:
        body = event.body
    except CorruptLogError:
        begin = event.body_bytes[:_TABLE_ID_BYTES]
        return int.from_bytes(begin, "little") if len(begin) == _TABLE_ID_BYTES else NO_TABLE
    return body.table_id if isinstance(body, TableMap | Rows) else NO_TABLE


def _source_of(event: LogEvent) -> GtidValue | None:
    """As `gtid_of`; of a body that cannot be parsed what its first bytes say."""
    try:
        return gtid_of(event)
    except CorruptLogError:
        begin = event.body_bytes[:_GTID_BYTES]
        if event.type == EventType.GTID_TAGGED or len(begin) < _GTID_BYTES:
            raise
        if event.type == EventType.ANONYMOUS_GTID:
            return None
        beginning = _GtidBeginning.parse(begin)
        return GtidValue(beginning.uuid, "", beginning.gno)


class _GtidBeginning(Declared):
    """The fields of `Gtid` that all its versions begin with."""

    flags: int = csfield(cs.Int8ul)
    uuid: UUID = csfield(Uuid)
    gno: int = csfield(cs.Int64sl)


def _exact_lines(events: Iterator[LogEvent]) -> tuple[Int64s, Gtids, int]:
    """A column of numbers an event; what the GTID events say; where the last event ends."""
    lines: list[tuple[int, ...]] = []
    gtids: list[LogEvent] = []
    end = len(BINLOG_MAGIC)
    for event in events:
        header = event.header
        numbers = (header.timestamp, header.server_id, header.size, header.flags)
        lines.append((event.position, header.type, *numbers, _table_id(event)))
        if event.type in _GTIDS:
            gtids.append(event)
        end = event.end
    return np.array(lines, np.int64).reshape(-1, 7).T, gtid_numbers(gtids), end


def gtid_numbers(gtids: Iterable[LogEvent]) -> Gtids:
    """Source and number of each of these GTID events, and the sources."""
    numbers: list[tuple[int, int]] = []
    sources: dict[str, int] = {}
    for event in gtids:
        gtid = _source_of(event)
        if gtid is None:
            numbers.append((-1, 0))
            continue
        name = f"{gtid.uuid}:{gtid.tag}" if gtid.tag else str(gtid.uuid)
        numbers.append((sources.setdefault(name, len(sources)), gtid.gno))
    source, gno = np.array(numbers, np.int64).reshape(-1, 2).T
    return source, gno, tuple(sources)


def _index(file: str, lines: Int64s, gtids: Gtids, end: int) -> EventIndex:
    position, kinds, timestamp, server_id, size, flags, table_id = lines
    source, gno, sources = gtids
    number = np.cumsum(np.isin(kinds, list(_GTIDS))) - 1
    # the latest event that begins or ends a transaction decides
    marks = np.where(np.isin(kinds, list(_GTIDS)), number, np.where(np.isin(kinds, list(_BETWEEN)), OUTSIDE, _SAME))
    latest = np.maximum.accumulate(np.where(marks == _SAME, 0, np.arange(len(marks)))) if len(marks) else marks
    transaction = np.where(marks[latest] == _SAME, OUTSIDE, marks[latest]) if len(marks) else marks
    return EventIndex(
        file,
        end,
        position.copy(),
        kinds.astype(np.uint8),
        timestamp.astype(np.uint32),
        server_id.astype(np.uint32),
        size.astype(np.uint32),
        flags.astype(np.uint16),
        table_id.copy(),
        transaction.astype(np.int64),
        source.astype(np.int32),
        gno.copy(),
        sources,
    )


_SAME = -2

_WITH_TABLE = frozenset(
    {
        EventType.TABLE_MAP,
        EventType.PRE_GA_WRITE_ROWS,
        EventType.PRE_GA_UPDATE_ROWS,
        EventType.PRE_GA_DELETE_ROWS,
        EventType.WRITE_ROWS_V1,
        EventType.UPDATE_ROWS_V1,
        EventType.DELETE_ROWS_V1,
        EventType.WRITE_ROWS,
        EventType.UPDATE_ROWS,
        EventType.DELETE_ROWS,
        EventType.PARTIAL_UPDATE_ROWS,
    }
)
