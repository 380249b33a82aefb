"""Reading a binary log event by event, with flat memory: from a path, an open file, or bytes."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from binwriter.binlog.files.encrypted import as_plain
from binwriter.binlog.files.keyring import Keyring
from binwriter.binlog.files.log_event import LogEvent
from binwriter.binlog.files.plain_events import ReadAhead, plain_events
from binwriter.errors import CorruptLogError, LogFileError, reason_of
from binwriter.formats.constants import (
    BINLOG_MAGIC,
    ENCRYPTED_BINLOG_MAGIC,
    START_ENCRYPTION,
    ChecksumAlgorithm,
    EventType,
    HeaderFlag,
)
from binwriter.formats.encryption import ENCRYPTION_HEADER_LENGTH, describe_encryption
from binwriter.formats.events import FormatDescription, ParseContext, StartV3, TransactionPayload
from binwriter.formats.events.parts import payload as payloads
from binwriter.formats.header import (
    HEADER_LENGTH,
    EventHeader,
    footer_length,
    parse_header,
    unframe,
)
from binwriter.formats.primitives import Readable, read_in_pieces

Source = Path | str | bytes | BinaryIO

_START_V3_LENGTH = 56
_VERSION_4 = 4
_PIECE = 1 << 16
_MOST_UNWRITTEN = 1 << 30  # bytes
_LARGE = 1 << 26  # bytes of an event
# 4.0.0 and 4.0.1 called it version 2.
_KNOWN_AS_VERSION_3 = frozenset({2, 3})
_VERSION_3 = FormatDescription.of_version_3(StartV3(3, "4.0", 0))
# What may stand before the first format description.
_BEFORE_DESCRIPTION = frozenset({EventType.ROTATE, EventType.STOP})


__all__ = ["LogEvent", "nested_events", "read_events"]


def read_events(
    source: Source,
    *,
    verify: bool = True,
    stop_at_truncation: bool = False,
    begin: int = len(BINLOG_MAGIC),
    keyring: Keyring | None = None,
) -> Iterator[LogEvent]:
    """The events of a binary log or relay log of version 2 or 3 (MySQL 4.0, 4.1) or 4 (5.0 and later), in order.

    A format description holds, with its checksum algorithm, until the next one: a relay log has several.
    source: a path, `-` for standard input, an open binary file, or the bytes themselves.
    verify: recompute checksums. stop_at_truncation: an incomplete last event, or zeros up to the end, as a crash of the
    machine may leave them, ends the reading instead of raising.
    begin: the position of the first event wanted; the file must be one that can be sought in, and its first event is
    what describes the others.
    keyring: of encrypted logs (binlog_encryption=ON); a file that the caller has opened is to be plain already
    (`encrypted.as_plain`).
    Raises CorruptLogError naming file and position; LogFileError if the file cannot be opened or read.
    """
    name, stream, opened = _open(source)
    try:
        if opened:
            stream = as_plain(stream, name, keyring)
        yield from _events(name, stream, verify, stop_at_truncation, begin)
    except OSError as error:
        raise LogFileError(f"cannot read {name}: {reason_of(error)}") from error
    finally:
        if opened:
            stream.close()


def nested_events(event: LogEvent) -> Iterator[LogEvent]:
    """The events inside a Transaction_payload event, in order; none for an event of another type.

    Their position is that of the payload event, as mysqlbinlog shows it; they have no checksum.
    Raises CorruptLogError naming file and position if the payload is damaged.
    """
    payload = event.body if event.header.type == EventType.TRANSACTION_PAYLOAD else None
    if not isinstance(payload, TransactionPayload):
        return
    try:
        for inner in payloads.payload_events(payload):
            yield LogEvent(
                event.file, event.position, inner.header, inner.raw, inner.body_bytes, None, event.context, event
            )
    except CorruptLogError as error:
        raise CorruptLogError(f"{event.file}:{event.position}: {error}") from error


def _open(source: Source) -> tuple[str, BinaryIO, bool]:
    if isinstance(source, bytes):
        return "<bytes>", io.BytesIO(source), True
    if source == "-":
        return "<stdin>", sys.stdin.buffer, False
    if isinstance(source, Path | str):
        try:
            return str(source), Path(source).open("rb"), True
        except (OSError, ValueError) as error:  # a name with a NUL is a ValueError
            raise LogFileError(f"cannot open {source}: {reason_of(error)}") from error
    return str(getattr(source, "name", "<stream>")), source, False


def _events(name: str, source: BinaryIO, verify: bool, stop_at_truncation: bool, begin: int) -> Iterator[LogEvent]:
    _check_magic(name, source)
    stream = ReadAhead(source)
    position = len(BINLOG_MAGIC)
    checksum: ChecksumAlgorithm | None = None
    context = ParseContext()
    is_relay, is_piped = False, not source.seekable()
    while True:
        if position >= begin and context.format_description is not None and context.header_length == HEADER_LENGTH:
            footer = footer_length(checksum, EventType.UNKNOWN)
            for event in plain_events(name, stream, position, footer, context, verify):
                yield event
                position += event.header.size
        head = read_in_pieces(stream, HEADER_LENGTH)
        if not head or (stop_at_truncation and is_unwritten(head, stream)):
            return
        raw = head
        try:
            header = parse_header(head, position)
            if is_piped and not is_relay:
                _check_large(header, position)
            raw = head + read_in_pieces(stream, header.size - HEADER_LENGTH)
            if len(raw) < header.size:
                raise truncated_error(header, position, len(raw))
        except CorruptLogError as error:
            ends = stop_at_truncation and not read_in_pieces(stream, 1)
            if ends and is_truncated(head, position, len(raw), is_relay=is_relay):
                return
            raise CorruptLogError(f"{name}:{position}: {error}") from None
        try:
            header, body, crc = unframe(
                raw,
                checksum=checksum,
                position=position,
                verify=verify,
                header_length=context.header_length,
                header=header,
            )
            description = description_in_force(header, body, context, first=position == len(BINLOG_MAGIC))
            if description is not None:
                is_relay = is_relay or is_relay_header(header)
                checksum, context = description.checksum, ParseContext(description)
        except CorruptLogError as error:
            raise CorruptLogError(f"{name}:{position}: {error}") from error
        if position >= begin:
            yield LogEvent(name, position, header, raw, body, crc, context)
        elif position + header.size < begin:
            stream.seek(begin)
            position = begin
            continue
        position += header.size
        refuse_encrypted(header, name, position)


def refuse_encrypted(header: EventHeader, name: str, behind: int) -> None:
    """CorruptLogError behind MariaDB's Start_encryption event. behind: its end in the file."""
    if header.type == START_ENCRYPTION:
        raise CorruptLogError(
            f"{name}:{behind}: from here on the events are encrypted (Start_encryption event) and cannot be read"
        )


def description_in_force(
    header: EventHeader, body: bytes, context: ParseContext, first: bool
) -> FormatDescription | None:
    """What describes the events from this one on; None if it is not such an event.

    first: whether it is the file's first event. Raises CorruptLogError if nothing does, or if it cannot be read.
    """
    if header.type != EventType.FORMAT_DESCRIPTION:
        if context.format_description is not None or header.type in _BEFORE_DESCRIPTION:
            return None
        if header.type == EventType.START_V3:
            return _description_of_version_3(body)
        if not first:
            return _VERSION_3  # a relay log of 4.0: it begins with Rotate
        raise CorruptLogError(f"no format description: the first event is of type {header.type}")
    description = _format_description(body)
    if not first and not _is_likely(description):
        raise CorruptLogError("a format description that no server has written: another event's type is damaged")
    if description.header_length < HEADER_LENGTH:
        raise CorruptLogError(f"event headers of {description.header_length} bytes, {HEADER_LENGTH} at least expected")
    return description


def _is_likely(description: FormatDescription) -> bool:
    """Of one behind the first event: a relay log has its source's there, whose checksum may be none that is known."""
    is_text = all(" " <= character <= "~" for character in description.server_version)
    return description.binlog_version == _VERSION_4 and is_text


@lru_cache(maxsize=16)
def _format_description(body: bytes) -> FormatDescription:
    return FormatDescription.parse(body)


def _description_of_version_3(body: bytes) -> FormatDescription:
    if len(body) < _START_V3_LENGTH:
        # headers of 13 bytes: six of the body were taken for the header
        raise CorruptLogError("a binary log of version 1 (MySQL 3.23) cannot be read; versions 2 to 4 can")
    start = StartV3.parse(body)
    if start.binlog_version not in _KNOWN_AS_VERSION_3:
        raise CorruptLogError(f"a binary log of version {start.binlog_version} cannot be read; versions 2 to 4 can")
    return FormatDescription.of_version_3(start)


def _check_large(header: EventHeader, position: int) -> None:
    """Of a pipe nobody knows where it ends: a damaged size is not to be read into memory before anybody looks."""
    if header.size > _LARGE and header.log_pos not in (0, (position + header.size) & 0xFFFFFFFF):
        raise CorruptLogError(
            f"event at {position}, type {header.type}: its size is {header.size}, its end {header.log_pos}"
        )


def is_unwritten(head: bytes, stream: Readable) -> bool:
    """Whether an event's header, and all that the stream has behind it, is zeros. Reads on only if the header is.

    Zeros without an end, of a device or a pipe, are none that a crash leaves.
    """
    if any(head):
        return False
    left = _MOST_UNWRITTEN
    while piece := stream.read(_PIECE):
        left -= len(piece)
        if left < 0 or any(piece):
            return False
    return True


def truncated_error(header: EventHeader, position: int, length: int) -> CorruptLogError:
    """Of an event of which only so many bytes are there."""
    return CorruptLogError(f"event at {position}, type {header.type}: truncated, {length} of {header.size} bytes")


def is_relay_header(header: EventHeader) -> bool:
    """Whether a format description says that it is a relay log's: 5.1 and later."""
    return bool(header.flags & HeaderFlag.RELAY_LOG)


def is_truncated(head: bytes, position: int, length: int, *, is_relay: bool) -> bool:
    """Whether an event of a log that ends here may be one that was not written to its end, and is not damaged.

    So is a short header, or a whole one whose size can be. Not if the event should have ended by now, as end_log_pos
    says: then its size is damaged, and what lies behind the event is there.
    length: of the event, as far as it is there. is_relay: end_log_pos is that of another file.
    """
    if len(head) < HEADER_LENGTH:
        return True
    header = EventHeader.parse(head)
    is_behind = position + HEADER_LENGTH <= header.log_pos <= position + length
    return header.size >= HEADER_LENGTH and (is_relay or not is_behind)


def _check_magic(name: str, stream: BinaryIO) -> None:
    magic = read_in_pieces(stream, len(BINLOG_MAGIC))
    if magic == ENCRYPTED_BINLOG_MAGIC:
        header = magic + read_in_pieces(stream, ENCRYPTION_HEADER_LENGTH - len(magic))
        raise CorruptLogError(f"{name}:0: {describe_encryption(header)}, which cannot be read without its keyring")
    if magic != BINLOG_MAGIC:
        raise CorruptLogError(f"{name}:0: not a binary log: it begins with {magic.hex(' ') or 'nothing'}")
