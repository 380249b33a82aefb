"""The v4 common header (19 bytes) and the checksum footer (4 bytes): from body to whole event and back.

Source: findings part 7, "Header 19 bytes" and "FDE body". A format description event always carries a CRC32, whatever
the algorithm, computed as if its in-use flag were clear: the flag is changed in place when the file is closed.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import Protocol, cast

import construct as cs

from binwriter.formats.constants import ChecksumAlgorithm, EventType, HeaderFlag
from binwriter.formats.declaration import Declared, csfield, fixed_packer
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.servers import knows_checksums

HEADER_LENGTH = 19
CHECKSUM_LENGTH = 4

# Where the header has the flags, and where a format description has the server version and the post-header lengths.
_FLAGS_OFFSET = 17
_SERVER_VERSION = slice(HEADER_LENGTH + 2, HEADER_LENGTH + 52)
_POST_HEADER_LENGTHS = HEADER_LENGTH + 57
# Its own post-header length counts all its fields but the checksum byte: 57 bytes and one for each event type.
_FIXED_POST_HEADER = 57
# They are read before anybody knows how long headers are.
_FROZEN_HEADER = frozenset({EventType.FORMAT_DESCRIPTION, EventType.ROTATE})
_AROUND = HEADER_LENGTH + CHECKSUM_LENGTH
_CHECKSUM_PARTS = 1 + CHECKSUM_LENGTH
_FORMAT_DESCRIPTION = int(EventType.FORMAT_DESCRIPTION)


class EventHeader(Declared):
    """The common header, all little endian.

    timestamp: seconds since 1970 UTC. size: of the whole event with header and checksum.
    log_pos: position of the next event in the file (0 for artificial events and inside a payload); in logs of
    version 3 that of the event itself, in relay logs that in the source's file.
    flags: HeaderFlag bits.
    """

    timestamp: int = csfield(cs.Int32ul)
    type: int = csfield(cs.Int8ul)
    server_id: int = csfield(cs.Int32ul)
    size: int = csfield(cs.Int32ul)
    log_pos: int = csfield(cs.Int32ul)
    flags: int = csfield(cs.Int16ul)


_pack_header = cast(Callable[..., bytes], fixed_packer(EventHeader))


def footer_length(checksum: ChecksumAlgorithm | None, event_type: int) -> int:
    """Bytes of checksum after a body. `checksum` None means a server that knows no checksums (before 5.6.1)."""
    if checksum is None:
        return 0
    return CHECKSUM_LENGTH if checksum or event_type == EventType.FORMAT_DESCRIPTION else 0


def framed_size(body_length: int, checksum: ChecksumAlgorithm | None, event_type: int) -> int:
    """Size of the whole event with a body of that many bytes."""
    return HEADER_LENGTH + body_length + footer_length(checksum, event_type)


def checksum_of(event: bytes) -> int:
    """CRC32 of an event given without its footer; in a format description the in-use flag counts as 0."""
    if len(event) >= HEADER_LENGTH and event[4] == EventType.FORMAT_DESCRIPTION:
        flags = event[_FLAGS_OFFSET] & ~HeaderFlag.BINLOG_IN_USE
        event = event[:_FLAGS_OFFSET] + bytes((flags,)) + event[_FLAGS_OFFSET + 1 :]
    return zlib.crc32(event)


def frame(
    event_type: int,
    body: bytes,
    *,
    timestamp: int,
    server_id: int,
    end_log_pos: int,
    flags: int = 0,
    checksum: ChecksumAlgorithm | None = ChecksumAlgorithm.CRC32,
    extra_header: bytes = b"",
) -> bytes:
    """The whole event: header, body, and a CRC32 if the algorithm asks for it or the type is FORMAT_DESCRIPTION.

    extra_header: what stands between header and body where the format description states longer headers than 19.
    Raises EncodeError if a number does not fit its field: all are 32 bits but flags (16) and type (8).
    """
    footer = footer_length(checksum, event_type)
    size = HEADER_LENGTH + len(extra_header) + len(body) + footer
    try:
        event = _pack_header(timestamp, event_type, server_id, size, end_log_pos, flags) + extra_header + body
    except Exception:
        EventHeader(timestamp, event_type, server_id, size, end_log_pos, flags).build()  # names the field
        raise EncodeError(f"cannot frame an event of type {event_type}") from None
    return event + checksum_of(event).to_bytes(CHECKSUM_LENGTH, "little") if footer else event


class FileEvent(Protocol):
    """An event whose place in the file is not known yet.

    body: without header and checksum. timestamp: seconds since 1970 UTC. flags: HeaderFlag bits.
    """

    @property
    def event_type(self) -> int: ...
    @property
    def body(self) -> bytes: ...
    @property
    def timestamp(self) -> int: ...
    @property
    def flags(self) -> int: ...


def framed_sizes(events: Sequence[FileEvent], checksum: ChecksumAlgorithm | None) -> int:
    """The sizes of whole events, together; none is a format description."""
    around = HEADER_LENGTH + footer_length(checksum, EventType.UNKNOWN)
    return sum([len(event.body) for event in events]) + around * len(events)


def framed_group(
    events: Sequence[FileEvent], position: int, server_id: int, checksum: ChecksumAlgorithm | None
) -> tuple[list[bytes], list[int], int]:
    """The events behind one another from a position of a file on: their bytes, their positions, and where they end.

    As `frame` for each of them.
    """
    parts: list[bytes] = []
    positions: list[int] = []
    has_crc, crc32, pack = checksum is ChecksumAlgorithm.CRC32, zlib.crc32, _pack_header
    for event in events:
        positions.append(position)
        kind, body = event.event_type, event.body
        if has_crc and kind != _FORMAT_DESCRIPTION:
            size = _AROUND + len(body)
            position += size
            try:
                head = pack(event.timestamp, kind, server_id, size, position, event.flags)
            except Exception:
                head = b""
            if head:
                parts += head, body, crc32(body, crc32(head)).to_bytes(CHECKSUM_LENGTH, "little")
                continue
        else:
            position += framed_size(len(body), checksum, kind)
        parts.append(
            frame(
                kind,
                body,
                timestamp=event.timestamp,
                server_id=server_id,
                end_log_pos=position,
                flags=event.flags,
                checksum=checksum,
            )
        )
    return parts, positions, position


def parse_header(data: bytes, position: int = 0) -> EventHeader:
    """The header that begins `data`. `position` is its place in the file, for messages.

    Raises CorruptLogError if there are fewer than 19 bytes or the size cannot be.
    """
    if len(data) < HEADER_LENGTH:
        raise CorruptLogError(f"event at {position}: header truncated, {len(data)} of {HEADER_LENGTH} bytes")
    header = EventHeader.parse(data[:HEADER_LENGTH])
    if header.size < HEADER_LENGTH:
        raise CorruptLogError(f"event at {position}: size {header.size} is less than the header's {HEADER_LENGTH}")
    return header


def unframe(
    event: bytes,
    *,
    checksum: ChecksumAlgorithm | None,
    position: int = 0,
    verify: bool = True,
    header_length: int = HEADER_LENGTH,
    header: EventHeader | None = None,
) -> tuple[EventHeader, bytes, int | None]:
    """Header, body and checksum (None if there is none) of one whole event.

    checksum: the algorithm in force, as the file's format description states it. A format description itself
    says by its length and its server version whether it has a CRC, so the argument does not matter for it.
    position: the event's place in the file, for messages. verify: recompute the CRC. header_length: as the format
    description states it, 19 but for patched servers; format descriptions and Rotate events always have 19.
    header: as `parse_header` gives it, if it has been read already.
    Raises CorruptLogError if the event is truncated, longer than its size, or the CRC is wrong.
    """
    header = header or parse_header(event, position)
    if header.size != len(event):
        raise CorruptLogError(f"event at {position}: size {header.size}, but {len(event)} bytes")
    if header.type == EventType.FORMAT_DESCRIPTION:
        checksum = ChecksumAlgorithm.CRC32 if _has_checksum(event) else None
    footer = footer_length(checksum, header.type)
    end = len(event) - footer
    start = HEADER_LENGTH if header.type in _FROZEN_HEADER else header_length
    if end < start:
        raise CorruptLogError(
            f"event at {position}: {len(event)} bytes, its header of {start} and its checksum of {footer} need more"
        )
    if not footer:
        return header, event[start:], None
    if verify:
        check_crc(event, position)
    return header, event[start:end], int.from_bytes(event[end:], "little")


def check_crc(event: bytes, position: int = 0) -> None:
    """Of a whole event that ends with a CRC32. Raises CorruptLogError if it is not that of the bytes before it."""
    body, footer = event[:-CHECKSUM_LENGTH], event[-CHECKSUM_LENGTH:]
    crc, expected = int.from_bytes(footer, "little"), checksum_of(body)
    if crc != expected:
        raise CorruptLogError(f"event at {position}, type {event[4]}: checksum {crc:#010x}, computed {expected:#010x}")


def stated_type_count(post_header_lengths: bytes) -> int | None:
    """How many event types a format description counts by its own entry in that list; None if that cannot be."""
    own = EventType.FORMAT_DESCRIPTION - 1
    count = post_header_lengths[own] - _FIXED_POST_HEADER if len(post_header_lengths) > own else 0
    return count if count > own else None


def _has_checksum(description: bytes) -> bool:
    """Whether this format description has a checksum byte and a CRC: its length says so; if it does not, the version.

    The length comes first, because a damaged version must not turn checksums off.
    """
    lengths = description[_POST_HEADER_LENGTHS:]
    count = stated_type_count(lengths)
    if count is not None and len(lengths) - count in (0, _CHECKSUM_PARTS):
        return len(lengths) > count
    return knows_checksums(description[_SERVER_VERSION].partition(b"\0")[0].decode("ascii", "replace"))
