"""A file from its first byte to its last: framing is checked here, because it decides where the next event begins.

Unlike `read_events` this goes on behind damage: behind a wrong checksum, an unreadable body, even an unreadable format
description (then headers only are checked). A size that leads nowhere ends the reading.
Source: MySQL internals manual, "Binary log event header"; findings part 7.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import BinaryIO

from binwriter.binlog.files.reader import LogEvent, description_in_force, nested_events
from binwriter.errors import CorruptLogError
from binwriter.formats.constants import BINLOG_MAGIC, ENCRYPTED_BINLOG_MAGIC, ChecksumAlgorithm, EventType, HeaderFlag
from binwriter.formats.encryption import ENCRYPTION_HEADER_LENGTH, describe_encryption
from binwriter.formats.events import ParseContext
from binwriter.formats.header import CHECKSUM_LENGTH, HEADER_LENGTH, EventHeader, checksum_of, unframe
from binwriter.formats.primitives import read_in_pieces
from binwriter.formats.records import dataclass
from binwriter.inspection.verify.description import implausible, knows_type
from binwriter.inspection.verify.facts import LogFacts, Seen, is_early
from binwriter.inspection.verify.finding import Finding
from binwriter.inspection.verify.framing import (
    Body,
    Checksum,
    Description,
    EndPosition,
    KnownType,
    Length,
    Magic,
    Payload,
    Truncated,
)
from binwriter.inspection.verify.leaps import Leaps
from binwriter.inspection.verify.mariadb import MariaDbType

_POSITION_MASK = 0xFFFFFFFF
_LARGE = 1 << 26  # bytes of an event that is not read from a pipe before its end is looked at
# MySQL has types up to 42, MariaDB up to 171 and a few more: a larger one is no header.
_HIGHEST_TYPE = 200
# They stand for a whole group or a file and are never inside a group.
_NEVER_NESTED = frozenset(
    {
        EventType.FORMAT_DESCRIPTION,
        EventType.ROTATE,
        EventType.STOP,
        EventType.PREVIOUS_GTIDS,
        EventType.GTID,
        EventType.ANONYMOUS_GTID,
        EventType.GTID_TAGGED,
        EventType.TRANSACTION_PAYLOAD,
    }
)
_SENT_BY_MASTER = frozenset({EventType.ROTATE, EventType.FORMAT_DESCRIPTION})
_KNOWN_FLAGS = sum(HeaderFlag)
_HEADERS_ONLY = "the events behind it are checked in their headers only"


_MAGIC, _TRUNCATED, _LENGTH, _POSITION = Magic(), Truncated(), Length(), EndPosition()
_CHECKSUM, _DESCRIPTION, _BODY, _PAYLOAD = Checksum(), Description(), Body(), Payload()
_KNOWN_TYPE = KnownType()


@dataclass
class _Frame:
    """A header and where it stands."""

    position: int
    head: bytes
    header: EventHeader

    @property
    def end(self) -> int:
        return self.position + self.header.size


class Scanner:
    """One file's events. Give it to a loop: findings and events come in the order of the file.

    leaps: what may go by as a sum.
    """

    def __init__(
        self,
        stream: BinaryIO,
        log: LogFacts,
        progress: Callable[[int], None] | None = None,
        leaps: Leaps | None = None,
    ) -> None:
        self._stream = stream
        self._log = log
        self._progress = progress
        self._leaps = leaps
        self._context = ParseContext()
        self._checksum: ChecksumAlgorithm | None = None
        self._trusted = False
        self._complained = False
        self._shift = 0  # of end_log_pos, when events before it are missing or too many
        log.size = size_of(stream)

    def __iter__(self) -> Iterator[Seen | Finding]:
        log = self._log
        if (problem := self._magic()) is not None:
            log.is_cut = True
            yield problem
            return
        log.position = len(BINLOG_MAGIC)
        head = read_in_pieces(self._stream, HEADER_LENGTH)
        while head := self._leapt(head):
            if len(head) < HEADER_LENGTH:
                log.is_cut = True
                reason = f"header truncated, {len(head)} of {HEADER_LENGTH} bytes"
                yield _TRUNCATED.error(log, log.position, reason)
                return
            frame = _Frame(log.position, head, EventHeader.parse(head))
            raw, problem = self._whole(frame)
            if problem is not None:
                log.is_cut = True
                yield problem
                return
            head = read_in_pieces(self._stream, HEADER_LENGTH)
            yield from self._event(frame, raw, head)
            if log.is_cut:
                return
            log.position = frame.end
            if self._progress is not None:
                self._progress(log.position)

    def _leapt(self, head: bytes) -> bytes:
        """The beginning of the next event to look at, behind what need not be looked at event by event."""
        log = self._log
        if self._leaps is None or not head or not self._trusted or self._shift:
            return head
        position = self._leaps.leap(log.position, self._progress)
        if position == log.position:
            return head
        log.position = position
        self._stream.seek(position)
        return read_in_pieces(self._stream, HEADER_LENGTH)

    def _magic(self) -> Finding | None:
        magic = read_in_pieces(self._stream, len(BINLOG_MAGIC))
        if magic == BINLOG_MAGIC:
            return None
        if magic == ENCRYPTED_BINLOG_MAGIC:
            header = magic + read_in_pieces(self._stream, ENCRYPTION_HEADER_LENGTH - len(magic))
            return _MAGIC.error(self._log, 0, f"{describe_encryption(header)}: its events cannot be checked")
        return _MAGIC.error(self._log, 0, f"not a binary log: it begins with {magic.hex(' ') or 'nothing'}")

    def _whole(self, frame: _Frame) -> tuple[bytes, Finding | None]:
        """The event's bytes, or why there are none."""
        log, header = self._log, frame.header
        if header.size < HEADER_LENGTH:
            reason = f"size {header.size} is less than the header's {HEADER_LENGTH}: the rest is not read"
            return b"", _LENGTH.error(log, frame.position, reason)
        wanted = header.size - HEADER_LENGTH
        left = None if log.size is None else log.size - frame.position - HEADER_LENGTH
        if left is None and header.size > _LARGE and not self._agrees(frame):
            reason = f"size {header.size} leads to {frame.end}, and end_log_pos is {header.log_pos}"
            return b"", _LENGTH.error(log, frame.position, reason)
        # a damaged size must not make us read the rest of a large file into memory
        rest = b"" if left is not None and left < wanted else read_in_pieces(self._stream, wanted)
        if len(rest) == wanted:
            return frame.head + rest, None
        there = HEADER_LENGTH + (len(rest) if left is None else max(left, 0))
        if self._agrees(frame):
            reason = f"event of type {header.type} truncated, {there} of {header.size} bytes"
            return b"", _TRUNCATED.error(log, frame.position, reason)
        reason = f"size {header.size}, but the file ends after {there} bytes"
        return b"", _LENGTH.error(log, frame.position, reason)

    def _agrees(self, frame: _Frame) -> bool:
        """Whether end_log_pos is right, or cannot be judged."""
        log, header, end = self._log, frame.header, frame.end + self._shift
        if header.type > _HIGHEST_TYPE:
            return False
        if header.log_pos in (end & _POSITION_MASK, frame.end & _POSITION_MASK) or (
            end > _POSITION_MASK and header.log_pos == 0
        ):
            return True
        if log.is_relay or self._context.format_description is None or log.binlog_version < 4:
            return True
        if header.type in _SENT_BY_MASTER and log.events:  # maybe the first sign of a relay log
            return header.log_pos == 0 or bool(header.flags & HeaderFlag.ARTIFICIAL)
        return is_early(log) and header.log_pos < frame.position

    def _leads_on(self, frame: _Frame, following: bytes) -> bool:
        """Whether an event begins where this one ends, judged by its header."""
        if len(following) < HEADER_LENGTH:
            return True
        following_frame = _Frame(frame.end, following, EventHeader.parse(following))
        header = following_frame.header
        fits = self._log.size is None or following_frame.end <= self._log.size
        is_header = header.size >= HEADER_LENGTH and header.type and not header.flags & ~_KNOWN_FLAGS
        return bool(is_header) and fits and self._agrees(following_frame)

    def _moves(self, frame: _Frame, following: bytes) -> bool:
        """Whether the next event's end_log_pos is wrong by as much; then that is how it is from here on."""
        if len(following) < HEADER_LENGTH:
            return False
        kept, self._shift = self._shift, frame.header.log_pos - frame.end
        following_frame = _Frame(frame.end, following, EventHeader.parse(following))
        header = following_frame.header
        if self._shift and header.size >= HEADER_LENGTH and header.log_pos == following_frame.end + self._shift:
            return True
        self._shift = kept
        return False

    def _event(self, frame: _Frame, raw: bytes, following: bytes) -> Iterator[Seen | Finding]:
        log, header, position = self._log, frame.header, frame.position
        agrees = self._agrees(frame)
        moved = not agrees and self._moves(frame, following)
        try:
            _, body, crc = unframe(
                raw,
                checksum=self._checksum,
                position=position,
                verify=False,
                header_length=self._context.header_length if self._trusted else HEADER_LENGTH,
            )
        except CorruptLogError:
            body, crc = raw[HEADER_LENGTH:], None
            if agrees:
                yield _LENGTH.error(log, position, f"size {header.size} has no room for a checksum")
                self._distrust(frame)
                yield self._seen(frame, raw, body, None, intact=False)
                return
        computed = checksum_of(raw[:-CHECKSUM_LENGTH]) if crc is not None else None
        is_right = crc == computed
        if not (agrees and is_right) and not self._leads_on(frame, following):
            log.is_cut = True
            reason = f"size {header.size} leads to {frame.end}, where no event begins"
            if not agrees:
                reason += f"; end_log_pos is {header.log_pos}"
            yield _LENGTH.error(log, position, reason + ": the rest is not read")
            return
        if not is_right:
            reason = f"checksum {crc:#010x}, computed {computed:#010x} (event of type {header.type})"
            if header.type == EventType.FORMAT_DESCRIPTION:
                reason += f": {_HEADERS_ONLY}"
            yield _CHECKSUM.error(log, position, reason)
            self._distrust(frame)
        elif not agrees:
            reason = f"end_log_pos {header.log_pos}, but the event ends at {frame.end}"
            if moved:
                reason += ": events before it are missing or too many"
            yield _POSITION.error(log, position, reason)
        if is_right:
            yield from self._describe(frame, body)
        event = self._seen(frame, raw, body, crc, intact=is_right and self._trusted)
        if not event.intact:
            yield event
            return
        yield from self._parsed(event)

    def _distrust(self, frame: _Frame) -> None:
        if frame.header.type == EventType.FORMAT_DESCRIPTION:
            self._trusted, self._complained = False, True
            self._checksum = None  # nobody knows the algorithm any more

    def _describe(self, frame: _Frame, body: bytes) -> Iterator[Finding]:
        """Takes the description in that this event may be, and says so if there is none for it."""
        header, first = frame.header, frame.position == len(BINLOG_MAGIC)
        if self._complained and header.type != EventType.FORMAT_DESCRIPTION:
            return
        try:
            description = description_in_force(header, body, self._context, first)
        except CorruptLogError as error:
            self._trusted, self._complained = False, True
            yield _DESCRIPTION.error(self._log, frame.position, f"{error}: {_HEADERS_ONLY}")
            return
        if description is None:
            # Rotate before the master's description in a relay log of 4.0
            self._trusted = self._trusted or self._context.format_description is None
            return
        self._context = ParseContext(description)
        self._checksum = description.checksum
        reasons = (
            list(implausible(description, self._log.is_relay)) if header.type == EventType.FORMAT_DESCRIPTION else []
        )
        self._trusted, self._complained = not reasons, bool(reasons)
        if reasons:
            reason = f"format description: {'; '.join(reasons)}: {_HEADERS_ONLY}"
            yield _DESCRIPTION.error(self._log, frame.position, reason)

    def _seen(self, frame: _Frame, raw: bytes, body: bytes, crc: int | None, *, intact: bool) -> Seen:
        event = LogEvent(self._log.file, frame.position, frame.header, raw, body, crc, self._context)
        return Seen(event, None, intact)

    def _parsed(self, seen: Seen) -> Iterator[Seen | Finding]:
        event = seen.event
        if (problem := self._unknown_type(event)) is not None:
            yield problem
            yield Seen(event, None, intact=False)
            return
        try:
            body = event.body
        except CorruptLogError as error:
            yield _BODY.error(self._log, event.position, self._reason(event, error))
            yield Seen(event, None, intact=False)
            return
        yield Seen(event, body)
        if event.type == MariaDbType.START_ENCRYPTION and self._log.is_mariadb:
            self._log.is_cut = True
            yield _MAGIC.note(self._log, event.position, "MariaDB encrypted what follows: it cannot be checked")
        if event.type == EventType.TRANSACTION_PAYLOAD:
            yield from self._nested(event)

    def _unknown_type(self, event: LogEvent) -> Finding | None:
        description, number = event.context.format_description, event.header.type
        if description is None or knows_type(description, number):
            return None
        count = len(description.post_header_lengths)
        reason = f"event type {number}, which {description.server_version} ({count} types) does not know"
        is_ignorable = event.header.flags & HeaderFlag.IGNORABLE
        return (_KNOWN_TYPE.note if is_ignorable else _KNOWN_TYPE.error)(self._log, event.position, reason)

    def _nested(self, event: LogEvent) -> Iterator[Seen | Finding]:
        try:
            for inner in nested_events(event):
                if inner.type in _NEVER_NESTED:
                    reason = f"an event of type {inner.type} inside a Transaction_payload"
                    yield _PAYLOAD.error(self._log, event.position, reason)
                    yield Seen(inner, None, intact=False)
                    return
                if (problem := self._unknown_type(inner)) is not None:
                    yield problem
                    yield Seen(inner, None, intact=False)
                    continue
                try:
                    body = inner.body
                except CorruptLogError as error:
                    yield _BODY.error(self._log, event.position, f"in the payload: {self._reason(event, error)}")
                    yield Seen(inner, None, intact=False)
                    continue
                yield Seen(inner, body)
        except CorruptLogError as error:
            yield _PAYLOAD.error(self._log, event.position, self._reason(event, error))
            yield Seen(event, None, intact=False)

    def _reason(self, event: LogEvent, error: CorruptLogError) -> str:
        """The error's text without the place, which the finding has."""
        return str(error).removeprefix(f"{event.file}:{event.position}: ")


def size_of(stream: BinaryIO) -> int | None:
    """Bytes of a file, None if that is not known beforehand."""
    try:
        if not stream.seekable():
            return None
        if isinstance(stream, io.BytesIO):
            return len(stream.getbuffer())
        place = stream.tell()
        size = stream.seek(0, io.SEEK_END)
        stream.seek(place)
        return size
    except (OSError, AttributeError, ValueError):
        return None


__all__ = ["Scanner", "size_of"]
