"""The index of a file's events by a kernel."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Any, BinaryIO
from uuid import UUID

import numpy as np
import numpy.typing as npt

from binwriter.binlog.files.reader import LogEvent, is_relay_header, is_truncated
from binwriter.bulk.decode.blocks import read_block
from binwriter.bulk.decode.part import first_event
from binwriter.bulk.kernels import index as x
from binwriter.bulk.kernels import scan_lines as s
from binwriter.bulk.kernels.checksum import SLACK_IN_FRONT
from binwriter.bulk.kernels.index import Indexed, index_block
from binwriter.bulk.scan import can_scan, layout_numbers
from binwriter.errors import CorruptLogError, LogFileError, reason_of
from binwriter.formats.constants import BINLOG_MAGIC, EventType
from binwriter.formats.events import Gtid, TaggedGtid
from binwriter.formats.header import CHECKSUM_LENGTH, HEADER_LENGTH, EventHeader
from binwriter.formats.places import spans
from binwriter.mysql.gtid.sets import GtidValue

Int64s = npt.NDArray[np.int64]
Gtids = tuple[Int64s, Int64s, tuple[str, ...]]

_OTHER_ROWS = (
    EventType.PRE_GA_WRITE_ROWS,
    EventType.PRE_GA_UPDATE_ROWS,
    EventType.PRE_GA_DELETE_ROWS,
    EventType.PARTIAL_UPDATE_ROWS,
)
_BLOCK = 16 << 20
_MOST = 1 << 18


def fast_lines(path: Path, *, verify: bool) -> tuple[Int64s, Gtids, int] | None:
    """What `event_index` makes an index of; None if the exact way must read this file, or say what is wrong with it."""
    try:
        first = first_event(path, verify=verify)
    except CorruptLogError:
        return None
    description = first.context.format_description
    if description is None or not can_scan(description):
        return None
    try:
        with path.open("rb") as file:
            footer = CHECKSUM_LENGTH if description.checksum else 0
            indexer = _Indexer(file.fileno(), footer, verify=verify)
            lines = indexer.lines()
            is_usable = lines is not None and (lines[2] == indexer.size or _may_end(file, lines[2], first))
            return lines if is_usable else None
    except OSError as error:
        raise LogFileError(f"cannot read {path}: {reason_of(error)}") from error


def _may_end(file: BinaryIO, position: int, first: LogEvent) -> bool:
    """Whether the incomplete event that begins there is the end of a log that is in use."""
    size = os.fstat(file.fileno()).st_size
    file.seek(position)
    head = file.read(HEADER_LENGTH)
    return first.is_in_use and is_truncated(head, position, size - position, is_relay=is_relay_header(first.header))


class _Indexer:
    def __init__(self, descriptor: int, footer: int, *, verify: bool) -> None:
        self.size = os.fstat(descriptor).st_size
        self._descriptor, self._footer = descriptor, footer
        self._layout = layout_numbers(footer)
        for kind in _OTHER_ROWS:  # of which the kernel needs to know that they name a table
            self._layout[s.L_ROWS + kind] = s.BEFORE
        header, gtid = spans(EventHeader, bytes(HEADER_LENGTH)), spans(Gtid, Gtid(0, UUID(int=0), 0).build())
        fields = (header["server_id"], header["flags"], gtid["uuid"], gtid["gno"])
        self._offsets = np.array([span.offset for span in fields], np.int64)
        self._state = np.array([len(BINLOG_MAGIC), 0, verify], np.int64)
        self._found: list[Int64s] = []
        self._tags: dict[int, GtidValue] = {}

    def lines(self) -> tuple[Int64s, Gtids, int] | None:
        wanted = _BLOCK
        while (position := int(self._state[x.X_NEXT])) < self.size:
            block, length = read_block(self._descriptor, position, min(wanted, self.size - position))
            if not self._block(block.ctypes.data + SLACK_IN_FRONT, length, position):
                return None
            wanted = _BLOCK
            if int(self._state[x.X_NEXT]) == position:  # an event that the block does not hold
                head = block[SLACK_IN_FRONT : SLACK_IN_FRONT + min(length, HEADER_LENGTH)].tobytes()
                if len(head) < HEADER_LENGTH or (wanted := EventHeader.parse(head).size) > self.size - position:
                    break
        lines = np.concatenate(self._found, axis=1) if self._found else np.zeros((x.COLUMNS, 0), np.int64)
        return lines[: x.I_LOW], self._gtids(lines), int(self._state[x.X_NEXT])

    def _block(self, address: int, length: int, begin: int) -> bool:
        state = self._state
        while True:
            entries = np.zeros((x.COLUMNS, _MOST), np.int64)
            state[x.X_COUNT] = 0
            stop = index_block(
                address, length, begin, state, self._layout, self._offsets, EventType.FORMAT_DESCRIPTION, entries
            )
            entries = entries[:, : int(state[x.X_COUNT])].copy()
            if stop == Indexed.BAD or (stop == Indexed.DESCRIPTION and entries[x.I_POSITION, -1] != len(BINLOG_MAGIC)):
                return False
            self._found.append(entries)
            tagged_ones = entries[:, entries[x.I_TYPE] == EventType.GTID_TAGGED]
            for position, size in tagged_ones[[x.I_POSITION, x.I_SIZE]].T.tolist():
                body = ctypes.string_at(address + position - begin + HEADER_LENGTH, size - HEADER_LENGTH - self._footer)
                try:
                    tagged = TaggedGtid.parse(body)
                except CorruptLogError:
                    return False
                self._tags[position] = GtidValue(tagged.uuid, tagged.tag, tagged.gno)
            if stop == Indexed.MORE:
                return True

    def _gtids(self, lines: Int64s) -> Gtids:
        """Source and number of each GTID event, and the sources, in the order in which they come."""
        kinds = (EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED)
        gtids = lines[:, np.isin(lines[x.I_TYPE], kinds)]
        kind, gno = gtids[x.I_TYPE], gtids[x.I_GNO].copy()
        halves = np.ascontiguousarray(gtids[[x.I_LOW, x.I_HIGH]].T)
        # the same source comes many times in a row
        starts = np.flatnonzero(np.append(True, (halves[1:] != halves[:-1]).any(axis=1)))[: len(halves)]
        uuids, inverse = np.unique(halves[starts], axis=0, return_inverse=True)
        names = np.repeat(inverse.reshape(-1), np.diff(np.append(starts, len(halves))))
        numbers: dict[str, int] = {}
        texts = [str(UUID(bytes=pair.tobytes())) for pair in uuids]
        plain = kind == EventType.GTID
        order: list[tuple[int, str, npt.NDArray[Any]]] = []
        for number, text in enumerate(texts):
            here = plain & (names == number)
            if here.any():
                order.append((int(np.argmax(here)), text, here))
        for index in np.flatnonzero(kind == EventType.GTID_TAGGED).tolist():
            value = self._tags[int(gtids[x.I_POSITION, index])]
            gno[index] = value.gno
            name = f"{value.uuid}:{value.tag}" if value.tag else str(value.uuid)
            order.append((index, name, np.array([index])))
        source = np.full(len(kind), -1, np.int64)
        for _, name, here in sorted(order, key=lambda each: each[0]):
            source[here] = numbers.setdefault(name, len(numbers))
        gno[source < 0] = 0
        return source, gno, tuple(numbers)
