"""Runs of plain, healthy groups, found by a kernel at memory speed.

The kernel knows nothing by itself: where fields lie is derived from the declarations, and bodies of GTID events, of
BEGIN and of Table_maps must be like ones that the exact way has found healthy (`learn`). It stops before the first
group that is not plain, not healthy or not known; whoever uses it lets the exact way have that group, and goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import numpy as np
import numpy.typing as npt

from binwriter.binlog.files.reader import LogEvent
from binwriter.binlog.files.rows import MappedTable
from binwriter.binlog.files.runs import EARLIEST_COMMIT, Run
from binwriter.bulk.block_reader import BlockReader
from binwriter.bulk.cells.reads import read_plan
from binwriter.bulk.kernels import scan_lines as s
from binwriter.bulk.kernels.checksum import SLACK_IN_FRONT
from binwriter.bulk.kernels.read_lines import SLACK
from binwriter.bulk.kernels.scan import scan
from binwriter.bulk.kernels.scan_lines import Stop
from binwriter.bulk.known_bodies import KnownBodies, Shapes
from binwriter.bulk.read_ahead import ReadAhead
from binwriter.bulk.templates import PACKED_WIDTHS
from binwriter.formats.constants import ChecksumAlgorithm, EventType, RowsFlag
from binwriter.formats.declaration import layout_of
from binwriter.formats.events import FormatDescription, Gtid, Query, Rows, TableMap, Xid
from binwriter.formats.events.rows import ROWS_V1
from binwriter.formats.header import CHECKSUM_LENGTH, HEADER_LENGTH, EventHeader
from binwriter.formats.places import spans
from binwriter.formats.primitives import PackedInt
from binwriter.formats.servers import NEWEST
from binwriter.mysql.gtid.text import MAX_GNO

Int64s = npt.NDArray[np.int64]

# Bytes read at once, and how large an event may be for the kernel.
_BLOCK = 4 << 20
_LARGEST_EVENT = 256 << 20
# Of a block, what the kernel leaves at its end and looks at again in front of the next one.
_LEFT = 64 << 10
_FRONT = SLACK_IN_FRONT + _LEFT

_MOST_SOURCES = 64
_MOST_INTERVALS = 1024
_IMAGE_COLUMNS = 4096

ROWS_V2 = (EventType.WRITE_ROWS, EventType.UPDATE_ROWS, EventType.DELETE_ROWS)
_ROWS = (*ROWS_V2, *ROWS_V1)
_GTIDS = (EventType.GTID, EventType.ANONYMOUS_GTID)
# Their post-headers must be those of the layouts.
_FIXED_TYPES = (EventType.QUERY, EventType.XID, EventType.TABLE_MAP, *_ROWS)
_QUERIES = {b"BEGIN": s.BEGIN, b"COMMIT": s.COMMIT}


def can_scan(description: FormatDescription) -> bool:
    """Whether events of a log that describes itself so have the layouts that the kernel is told."""
    numbers = description.post_header_lengths
    if description.header_length != HEADER_LENGTH or len(numbers) < EventType.ANONYMOUS_GTID:
        return False
    if any(description.event_types.get(kind, kind) != kind for kind in (*_FIXED_TYPES, *_GTIDS)):
        return False
    newest, known = NEWEST.post_header_lengths, Gtid.post_headers_of(EventType.GTID)
    if known is not None and any(numbers[kind - 1] not in (0, *known) for kind in _GTIDS):
        return False
    return all(numbers[kind - 1] == newest[kind - 1] for kind in _FIXED_TYPES) and description.checksum in (
        ChecksumAlgorithm.CRC32,
        ChecksumAlgorithm.NONE,
    )


def _rows_lines(layout: Int64s) -> None:
    """Which images each rows event has: asked of the declaration."""
    for kind in _ROWS:
        extra = kind not in ROWS_V1
        body = bytes(8) + (b"\2\0" if extra else b"") + b"\1\1\1"
        rows = Rows.parse(body, event_type=kind)
        before = s.BEFORE if rows.columns_before is not None else 0
        after = s.AFTER if rows.columns_after is not None else 0
        layout[s.L_ROWS + kind] = before | after | (s.EXTRA if extra else 0)


def layout_numbers(footer: int, *, rows: bool = True) -> Int64s:
    """`scan_lines.L_*` of a log whose events have so many bytes of checksum. rows: look into rows."""
    layout = np.zeros(s.LAYOUT, np.int64)
    header = spans(EventHeader, bytes(HEADER_LENGTH))
    body = spans(Rows, bytes(8) + b"\2\0\1\1", event_type=EventType.WRITE_ROWS)
    query = spans(Query, Query(0, 0, 0, (), b"", b"").build(), event_type=EventType.QUERY)
    small = min(PACKED_WIDTHS)
    numbers = {
        s.L_HEADER: HEADER_LENGTH,
        s.L_FOOTER: footer,
        s.L_TYPE: header["type"].offset,
        s.L_SIZE: header["size"].offset,
        s.L_LOG_POS: header["log_pos"].offset,
        s.L_GTID: EventType.GTID,
        s.L_ANONYMOUS: EventType.ANONYMOUS_GTID,
        s.L_QUERY: EventType.QUERY,
        s.L_TABLE_MAP: EventType.TABLE_MAP,
        s.L_XID: EventType.XID,
        s.L_ROWS_QUERY: EventType.ROWS_QUERY,
        s.L_XID_SIZE: layout_of(Xid).sizeof(),
        s.L_TABLE_ID: body["table_id"].offset,
        s.L_TABLE_ID_BYTES: body["table_id"].size,
        s.L_FLAGS: body["flags"].offset,
        s.L_EXTRA: body["extra"].offset,
        s.L_END_FLAG: RowsFlag.STMT_END,
        s.L_SMALL_COUNT: PACKED_WIDTHS[small].largest,
        s.L_COUNT_LEAD: PackedInt.encode(PACKED_WIDTHS[small].largest + 1)[0],
        s.L_CHECK_ROWS: rows,
        s.L_EARLIEST: EARLIEST_COMMIT,
        s.L_LARGEST_GNO: MAX_GNO,
        s.L_TIMESTAMP: header["timestamp"].offset,
        s.L_QUERY_FROM: query["exec_time"].offset + query["exec_time"].size,
    }
    for index, number in numbers.items():
        layout[index] = number
    _rows_lines(layout)
    return layout


class PlainScanner:
    """Scans one file. descriptor: of the file; size: its bytes. rows: look into rows, too. known: what one that scans
    events of the same layouts has learnt.

    Memory: blocks of 4 MiB, or of the largest event up to 256 MiB: one, of large files those that are read ahead, too.
    """

    def __init__(
        self,
        descriptor: int,
        size: int,
        description: FormatDescription,
        *,
        rows: bool = True,
        known: PlainScanner | None = None,
    ) -> None:
        self._reader, self._size = BlockReader(descriptor), size
        footer = CHECKSUM_LENGTH if description.checksum else 0
        self._layout = layout_numbers(footer, rows=rows)
        self._shapes: Shapes = Shapes() if known is None else known._shapes
        self._bodies: KnownBodies = KnownBodies() if known is None else known._bodies
        self._sources = np.zeros((_MOST_SOURCES, s.SOURCE), np.int64)
        self._uuids: list[UUID] = []
        self._intervals = np.zeros((_MOST_INTERVALS, s.INTERVAL), np.int64)
        self._scratch = np.zeros(2 * _IMAGE_COLUMNS, np.int64)
        self._state = np.zeros(s.STATE_LENGTH, np.int64)
        self._begin = self._end = 0  # of the file, what the buffer holds
        self._reserve(_BLOCK)

    # --- what is known ------------------------------------------------------------------------------------------------

    def learn(self, event: LogEvent) -> None:
        """Takes in an event that every check has found healthy."""
        kind, body = event.type, event.body
        if isinstance(body, TableMap):
            self._bodies.learn(kind, event.body_bytes, 0, lambda: self._plan(body))
        elif isinstance(body, Query) and body.query in _QUERIES:
            meaning = _QUERIES[body.query]
            self._bodies.learn(kind, event.body_bytes, int(self._layout[s.L_QUERY_FROM]), lambda: (meaning, 0))
        elif kind in _GTIDS and isinstance(body, Gtid):
            self._shapes.learn(event.body_bytes, body)

    def _plan(self, body: TableMap) -> tuple[int, int]:
        specs = MappedTable(body).specs
        plan = read_plan(specs)
        self._bodies.keep(plan)
        return (plan.ctypes.data if len(specs) else 0), len(specs)

    # --- the file -----------------------------------------------------------------------------------------------------

    def _reserve(self, capacity: int) -> None:
        self._ahead = ReadAhead(self._reader, self._size, capacity, _FRONT, SLACK)
        self._buffer = self._ahead.memory()
        self._capacity = capacity
        self._begin = self._end = 0
        self._start = _FRONT  # in the buffer, of what it holds

    def _fill(self, position: int) -> None:
        """The block of the file that begins there; read already if it goes on where the last one ended."""
        left = self._end - position
        goes_on = self._begin < position and 0 <= left <= _LEFT
        block = self._ahead.take(self._end, self._buffer) if goes_on else None
        if block is not None:
            memory, count = block
            place = self._start + position - self._begin
            self._start = _FRONT - left
            memory[self._start : _FRONT] = self._buffer[place : place + left]
            self._buffer, self._begin, self._end = memory, position, self._end + count
        else:
            self._ahead.drop()
            wanted = min(self._capacity, self._size - position)
            target = self._buffer.data[_FRONT : _FRONT + wanted]
            self._start = _FRONT
            self._begin, self._end = position, position + self._reader.read_into(target, position)
        if goes_on:
            self._ahead.go(self._end)

    def _bytes(self, position: int, size: int) -> bytes:
        start = self._start + position - self._begin
        return self._buffer[start : start + size].tobytes()

    def _more(self, position: int) -> bool:
        """Makes more of the file readable from there on; False if there is no more, or not for the kernel."""
        if self._begin <= position <= self._end == self._size:
            return False
        if position != self._begin or self._end == self._begin:
            self._fill(position)
            return self._end > position
        # the block begins with the event and does not hold all of it
        if self._end - position < HEADER_LENGTH:
            return False
        size = int.from_bytes(self._bytes(position + int(self._layout[s.L_SIZE]), 4), "little")
        if not self._capacity < size <= min(_LARGEST_EVENT, self._size - position):
            return False
        self._ahead.drop()
        self._reserve(size)
        self._fill(position)
        return self._end - position >= size

    # --- scanning -----------------------------------------------------------------------------------------------------

    def run(self, position: int, run: Run, progress: Callable[[int], None] | None = None) -> None:
        """Goes on from there, between groups, as long as all is plain and healthy; `run` has what went by.

        progress: called with the bytes that are done, every few megabytes.
        """
        state = self._state
        state[: s.STATE] = 0
        state[s.S_POSITION] = state[s.S_NEXT] = position
        state[s.S_SEQUENCE], state[s.S_TIME] = run.sequence_number, run.commit_timestamp
        self._uuids.clear()
        try:
            self._go(run, progress)
        finally:
            self._ahead.drop()  # the descriptor is the caller's
        self._flush(run)
        run.sequence_number, run.commit_timestamp = int(state[s.S_SEQUENCE]), int(state[s.S_TIME])
        run.events, run.groups = int(state[s.S_EVENTS]), int(state[s.S_GROUPS])
        run.last_type, run.last_position = int(state[s.S_LAST_TYPE]), int(state[s.S_LAST_POSITION])
        run.end = int(state[s.S_POSITION])

    def _go(self, run: Run, progress: Callable[[int], None] | None) -> None:
        state = self._state
        while True:
            stop = self._scan()
            if stop == Stop.MORE:
                if progress is not None:
                    progress(int(state[s.S_POSITION]))
                if not self._more(int(state[s.S_NEXT])):
                    break
            elif stop == Stop.FULL:
                self._flush(run)
            elif stop != Stop.SOURCE or not self._look_up(run):
                break

    def _scan(self) -> int:
        position = int(self._state[s.S_NEXT])
        if not self._begin <= position <= self._end:
            return Stop.MORE
        stop: int = scan(
            self._buffer.ctypes.data + self._start,
            self._end - self._begin,
            self._begin,
            self._state,
            self._layout,
            self._shapes.lines,
            self._shapes.count,
            self._bodies.lines,
            self._sources,
            len(self._uuids),
            self._intervals,
            self._scratch,
        )
        return stop

    # --- GTIDs --------------------------------------------------------------------------------------------------------

    def _flush(self, run: Run) -> None:
        """Gives the run the GTIDs of complete groups."""
        for source, first, end in self._intervals[: self._state[s.S_INTERVALS]].tolist():
            self._add(run, self._uuids[source], first, end)
        self._state[s.S_INTERVALS] = 0
        for uuid, line in zip(self._uuids, self._sources, strict=False):
            if line[s.U_FIRST] != line[s.U_NEXT]:
                self._add(run, uuid, int(line[s.U_FIRST]), int(line[s.U_NEXT]))
                line[s.U_FIRST] = line[s.U_NEXT]

    def _add(self, run: Run, uuid: UUID, first: int, end: int) -> None:
        run.executed.add_range(uuid, "", first, end)
        run.gtids.append((uuid, first, end))

    def _look_up(self, run: Run) -> bool:
        """Which numbers may come now of the source of the GTID event where the scan stopped? False if not its own."""
        self._flush(run)
        at = int(self._state[s.S_STOP_POSITION]) + HEADER_LENGTH + int(self._shapes.lines[0, s.G_UUID])
        raw = self._bytes(at, 16)
        uuid = UUID(bytes=raw)
        gap = run.executed.gap(uuid, "", int(self._state[s.S_GNO]))
        if gap is None:
            return False
        if uuid not in self._uuids:
            if len(self._uuids) == _MOST_SOURCES:
                self._uuids.clear()
            self._uuids.append(uuid)
        halves = np.frombuffer(raw, np.int64)
        self._sources[self._uuids.index(uuid)] = (*halves.tolist(), 0, 0, *gap)
        return True


__all__ = ["PlainScanner", "can_scan"]
