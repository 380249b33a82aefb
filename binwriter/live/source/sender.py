"""A dump: the packets that one client gets, block by block, for as long as the log has more.

Like a server's sender it trusts the sizes in the events' headers and passes the stored bytes on: nothing is parsed but
the types, and GTIDs where the client has some already. Behaviour and texts as captured: tests/golden/dumps.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from dataclasses import dataclass

from binwriter.binlog.files.ends import LogEnd
from binwriter.errors import CorruptLogError, MySQLError
from binwriter.formats.constants import BINLOG_MAGIC, ChecksumAlgorithm, EventType
from binwriter.formats.events import FormatDescription, parse_body
from binwriter.formats.header import CHECKSUM_LENGTH, HEADER_LENGTH, unframe
from binwriter.live.source.gtid_events import OPENERS, gtid_in
from binwriter.live.source.log import ServedLog
from binwriter.live.source.start import Start, dump_error
from binwriter.mysql.messages.table import MESSAGES
from binwriter.wire.dump_events import (
    PLAIN,
    SEMI_SYNC,
    SEMI_SYNC_ACK,
    artificial_rotate,
    heartbeat,
    packet_heads,
    sent_description,
)
from binwriter.wire.dump_requests import DumpFlag, DumpRequest
from binwriter.wire.packets import LARGEST

_FIRST = len(BINLOG_MAGIC)
_SIZE = struct.Struct("<I")
_PLAIN_HEAD = struct.Struct("<IB")  # of a packet, and the zero before an event
_SIZE_PLACE, _TYPE_PLACE = 9, 4
_LARGEST_EVENT = 1 << 30  # the largest max_allowed_packet
_BLOCK = 1 << 18
_SMALL = 1 << 10  # up to here copying an event is quicker than pointing at it
_KEPT = 256  # up to here what stands in front of an event is kept
_NOTHING: frozenset[int] = frozenset()
_ALL_OPENERS = OPENERS | {EventType.ANONYMOUS_GTID}
# which events must not be sent in which gtid_mode
_WRONG: dict[str, frozenset[int]] = {"ON": frozenset({EventType.ANONYMOUS_GTID}), "OFF": OPENERS}


@dataclass(frozen=True)
class DumpSettings:
    """What the client has set before it asked.

    checksum: @source_binlog_checksum; None: it said nothing, and takes no events with checksums.
    semi_sync: @rpl_semi_sync_replica. wants_answer: whether the client's answer for a group that ends there is waited
    for.
    """

    checksum: ChecksumAlgorithm | None = None
    semi_sync: bool = False
    wants_answer: Callable[[LogEnd], bool] = lambda end: False


class _Heads(dict[int, list[bytes]]):
    """What stands in front of an event that is small, by its size, then by the packet's number."""

    def __missing__(self, size: int) -> list[bytes]:
        made = self[size] = [_PLAIN_HEAD.pack(size + 1 | number << 24, 0) for number in range(256)]
        return made


_HEADS = _Heads()  # at most _KEPT of them

# Behind a packet that wants an answer both sides count anew (as a 9.7.4: tests/golden/dumps/semi_sync.py).
_BEHIND_WANTED = 1


class Sender:
    """name, position: where it is in the log. Not for several threads at once; `close` it.

    `block` gives the next packets; b"" where the log ends now. MySQLError 1236 ends the dump.
    """

    def __init__(self, log: ServedLog, request: DumpRequest, start: Start, settings: DumpSettings) -> None:
        self._log, self._request, self._start, self._settings = log, request, start, settings
        self.name, self.position = start.name, start.position
        self.sequence = 1
        self._generation = log.ends.generation
        self._file: int | None = None
        self._prefix = SEMI_SYNC if settings.semi_sync else PLAIN
        self._checksum = settings.checksum or ChecksumAlgorithm.NONE  # of artificial events: that of the last file
        self._skips = False  # the client has the group that is being read
        self._skipped_to = 0  # what it must be told before the next event
        self._last_read = 0  # for messages: end of the last event, last byte
        self._last_byte = 0
        self._huge: list[tuple[bytes, int]] = []  # the packets that are left of an event that is larger than a block
        self._error: MySQLError | None = None  # behind the packets that were given last

    @property
    def server_id(self) -> int:
        return self._log.server_id

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    # --- packets

    def block(self) -> bytes | None:
        """The next packets, about 256 KiB of them; b"" if there was nothing for this client in the last stretch, None
        where the log ends now."""
        if self._error is not None:
            raise self._error
        parts: list[bytes | memoryview] = []
        try:
            goes_on = self._fill(parts)
        except MySQLError as error:
            if not parts:
                raise
            self._error = error  # what was read before it is sent before it
            goes_on = True
        return b"".join(parts) if parts or goes_on else None

    def _fill(self, parts: list[bytes | memoryview]) -> bool:
        """False where the log ends now."""
        if self._huge:
            self._huge_piece(parts)
            return True
        if self._file is None:
            self._open(parts)
        assert self._file is not None
        end = self._log.end()
        if self._generation != self._log.ends.generation:
            if end.name != self.name or self.position < end.position:
                raise self._failed("ER_DUMP_NO_NEXT_FILE")
            return False  # a new file has the name of the one that was read: a server waits for it to get as long
        active = end.name == self.name
        limit = end.position if active else os.fstat(self._file).st_size
        if self.position < limit:
            return self._read(parts, limit, active=active)
        if not active:
            self._next_file()
        return not active

    def heartbeat(self) -> bytes:
        """The packet of a heartbeat for the place that the dump has reached."""
        parts: list[bytes | memoryview] = []
        self._add_heartbeat(parts, self.position)
        return b"".join(parts)

    def _add(self, parts: list[bytes | memoryview], event: bytes | memoryview, prefix: bytes) -> None:
        length = len(event) + len(prefix)
        if length < LARGEST:
            parts.append((length | (self.sequence & 255) << 24).to_bytes(4, "little") + prefix)
            parts.append(event)
            self.sequence += 1
            return
        place = 0
        for head, piece in packet_heads(len(event), prefix, self.sequence):
            parts += (head, event[place : place + piece])
            place += piece
            self.sequence += 1

    def _add_heartbeat(self, parts: list[bytes | memoryview], position: int) -> None:
        version_2 = bool(self._request.flags & DumpFlag.HEARTBEAT_V2)
        event = heartbeat(self.name, position, self.server_id, self._checksum, version_2=version_2)
        self._add(parts, event, self._prefix)

    # --- files

    def _open(self, parts: list[bytes | memoryview]) -> None:
        """The file's name and description."""
        begin = self.position
        self._add(parts, artificial_rotate(self.name, begin, self.server_id, self._checksum), self._prefix)
        try:
            self._file = os.open(self._log.path(self.name), os.O_RDONLY)
            stored = self._read_description(self._file)
        except (OSError, CorruptLogError) as error:
            raise dump_error("ER_DUMP_CANNOT_OPEN") from error
        self._last_read = self._last_byte = _FIRST + len(stored)
        by_set = self._request.gtids is not None
        is_start = not self._start.is_known if by_set else begin == _FIRST
        header, body, _ = unframe(stored, checksum=None, verify=False)
        parsed = parse_body(header.type, body)
        assert isinstance(parsed, FormatDescription)
        if parsed.checksum and self._settings.checksum is None:
            raise self._failed("ER_DUMP_CHECKSUM")
        self._checksum = checksum = parsed.checksum or ChecksumAlgorithm.NONE
        description = sent_description(stored, checksum, is_start=is_start, has_position=by_set or begin == _FIRST)
        self._add(parts, description, self._prefix)
        if begin == _FIRST:
            self.position = _FIRST + len(stored)
        if by_set:
            self._last_read = self._last_byte = self._end_of_previous_gtids(self._file)
        self._skips, self._skipped_to = False, 0

    def _read_description(self, file: int) -> bytes:
        head = os.pread(file, _FIRST + HEADER_LENGTH, 0)
        if len(head) < _FIRST + HEADER_LENGTH or head[:_FIRST] != BINLOG_MAGIC:
            raise CorruptLogError(f"{self.name}: not a binary log")
        (size,) = _SIZE.unpack_from(head, _FIRST + _SIZE_PLACE)
        stored = os.pread(file, min(size, _BLOCK), _FIRST)
        if stored[_TYPE_PLACE] != EventType.FORMAT_DESCRIPTION or len(stored) != size:
            raise CorruptLogError(f"{self.name}: it does not begin with a format description")
        return stored

    def _end_of_previous_gtids(self, file: int) -> int:
        """A server reads that event before it goes to the position that is asked for; messages tell."""
        head = os.pread(file, HEADER_LENGTH, self._last_read)
        if len(head) < HEADER_LENGTH or head[_TYPE_PLACE] != EventType.PREVIOUS_GTIDS:
            return self._last_read
        return self._last_read + int(_SIZE.unpack_from(head, _SIZE_PLACE)[0])

    def _next_file(self) -> None:
        names = self._log.names()
        try:
            following = names[names.index(self.name) + 1]
        except (ValueError, IndexError):
            later = [name for name in names if _number(name) > _number(self.name)]
            if self.name in names or not later or _number(later[0]) != _number(self.name) + 1:
                raise self._failed("ER_DUMP_NO_NEXT_FILE") from None
            following = later[0]
        self.close()
        self.name, self.position = following, _FIRST

    # --- events

    def _read(self, parts: list[bytes | memoryview], limit: int, *, active: bool) -> bool:
        """The whole events of a block; False if the last one is not whole yet."""
        assert self._file is not None
        raw = os.pread(self._file, min(_BLOCK, limit - self.position), self.position)
        data = memoryview(raw)
        count, at, begin = len(raw), 0, self.position
        watched, sequence = self._watched(), self.sequence
        unpack, head, heads, append = _SIZE.unpack_from, _PLAIN_HEAD.pack, _HEADS, parts.append
        always = self._settings.semi_sync
        careful = always or self._skips or self._skipped_to
        last = count - HEADER_LENGTH
        while at <= last:
            (size,) = unpack(raw, at + _SIZE_PLACE)
            end = at + size
            if size < HEADER_LENGTH or end > count:
                break
            if careful or (watched and raw[at + _TYPE_PLACE] in watched):
                self.sequence = sequence
                self._event(parts, data[at:end], raw[at + _TYPE_PLACE], begin + at, begin + end)
                sequence = self.sequence
                careful = always or self._skips or self._skipped_to
            else:
                append(heads[size][sequence & 255] if size < _KEPT else head(size + 1 | (sequence & 255) << 24, 0))
                append(raw[at:end] if size < _SMALL else data[at:end])
                sequence += 1
            at = end
        self.sequence = sequence
        self.position = begin + at
        if at:
            self._last_read = self._last_byte = self.position
        if self.position == limit and self._skips:
            self._skips_end(parts)
        return bool(at) or self._odd(parts, bytes(data[:HEADER_LENGTH]), limit, active=active)

    def _watched(self) -> frozenset[int]:
        """The types of events that are looked at now: those that the client may have, and what gtid_mode forbids."""
        if self._request.gtids is not None:
            return _ALL_OPENERS
        return _WRONG.get(self._log.gtid_mode, _NOTHING) if self._log.is_strict else _NOTHING

    def _skips_end(self, parts: list[bytes | memoryview]) -> None:
        self._add_heartbeat(parts, self.position)
        self._skipped_to = 0

    def _event(
        self, parts: list[bytes | memoryview], event: memoryview, kind: int, begin: int, end: int
    ) -> None:  # fmt: skip
        """One that may be skipped, refused, or want an answer."""
        if kind in _ALL_OPENERS:
            self._check_mode(kind, begin, end)
            gtids = self._request.gtids
            if gtids is not None and kind in OPENERS:
                self._skips = gtid_in(bytes(event), CHECKSUM_LENGTH if self._checksum else 0) in gtids
        elif kind == EventType.ROTATE:
            self._skips = False
        if self._skips:
            self._skipped_to = end
            return
        if self._skipped_to:
            self._add_heartbeat(parts, self._skipped_to)
            self._skipped_to = 0
        prefix = self._prefix
        if self._settings.semi_sync and self._settings.wants_answer(LogEnd(self.name, end)):
            prefix = SEMI_SYNC_ACK
        self._add(parts, event, prefix)
        if prefix is SEMI_SYNC_ACK:
            self.sequence = _BEHIND_WANTED

    def _check_mode(self, kind: int, begin: int, end: int) -> None:
        if not self._log.is_strict and self._request.gtids is None:
            return
        place = f"./{self.name}", begin
        mode = self._log.gtid_mode
        symbol = None
        if kind == EventType.ANONYMOUS_GTID:
            if self._request.gtids is not None:
                symbol = "ER_DUMP_ANONYMOUS_AUTO_POSITION"
            elif mode == "ON":
                symbol = "ER_DUMP_ANONYMOUS"
        elif mode == "OFF":
            symbol = "ER_DUMP_GTID"
        if symbol is not None:
            self._last_read = self._last_byte = end
            raise self._failed(symbol, *place)

    def _odd(self, parts: list[bytes | memoryview], head: bytes, limit: int, *, active: bool) -> bool:
        """No whole event of a block begins here: it is larger, or there is none. False if it is not whole yet."""
        left = limit - self.position
        size = int(_SIZE.unpack_from(head, _SIZE_PLACE)[0]) if len(head) == HEADER_LENGTH else 0
        self._last_byte = self.position + HEADER_LENGTH
        if len(head) == HEADER_LENGTH and size < HEADER_LENGTH:
            raise self._failed("ER_DUMP_BOGUS")
        if size > _LARGEST_EVENT:
            raise self._failed("ER_DUMP_EVENT_TOO_LARGE")
        if len(head) < HEADER_LENGTH or size > left:
            self._last_byte = limit
            if active and not self._log.is_strict:
                return False  # it is being written
            raise self._failed("ER_DUMP_TRUNCATED")
        kind, begin = head[_TYPE_PLACE], self.position
        if self._skips and kind not in _ALL_OPENERS:
            self.position = self._skipped_to = begin + size
            if self.position == limit:
                self._skips_end(parts)
            return True
        if self._skipped_to:
            self._add_heartbeat(parts, self._skipped_to)
            self._skipped_to = 0
        wants = self._settings.semi_sync and self._settings.wants_answer(LogEnd(self.name, begin + size))
        self._huge = packet_heads(size, SEMI_SYNC_ACK if wants else self._prefix, self.sequence)
        self.sequence = _BEHIND_WANTED if wants else self.sequence + len(self._huge)
        return True

    def _huge_piece(self, parts: list[bytes | memoryview]) -> None:
        """The next stretch of an event that is larger than a block."""
        assert self._file is not None
        head, length = self._huge.pop(0)
        taken = min(length, _BLOCK)
        data = os.pread(self._file, taken, self.position)
        if len(data) < taken:
            raise self._failed("ER_DUMP_TRUNCATED")
        self.position += taken
        if length > taken:
            self._huge.insert(0, (b"", length - taken))
        self._last_read = self._last_byte = self.position
        parts += (head, data)

    # --- errors

    def replaced(self) -> MySQLError:
        """The same replica has come again."""
        return self._failed("ER_DUMP_REPLACED")

    def _failed(self, symbol: str, *arguments: object) -> MySQLError:
        first, name = self._request.file, self.name
        place = MESSAGES["ER_DUMP_PLACE"].text % (
            first, self._start.position, name, self._last_read, name, self._last_byte
        )  # fmt: skip
        return dump_error(symbol, *arguments, place=place)


def _number(name: str) -> int:
    digits = name.rpartition(".")[2]
    return int(digits) if digits.isdigit() else -1
