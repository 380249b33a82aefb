"""Reading a binary log event by event, with flat memory: from a path, an open file, or bytes."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from binwriter.errors import CorruptLogError, LogFileError
from binwriter.formats.constants import BINLOG_MAGIC, ENCRYPTED_BINLOG_MAGIC, ChecksumAlgorithm, EventType
from binwriter.formats.declaration import Declared
from binwriter.formats.events import FormatDescription, ParseContext, parse_body
from binwriter.formats.header import HEADER_LENGTH, EventHeader, parse_header, unframe

Source = Path | str | bytes | BinaryIO

# A size field may lie; a large event is read in pieces, so that a lie costs no memory.
_PIECE = 1 << 20


@dataclass(frozen=True)
class LogEvent:
    """One event of a file.

    position: where it begins in the file. raw: the whole event. body_bytes: without header and checksum.
    checksum: as written, None if the event has none. context: how its body is parsed.
    """

    file: str
    position: int
    header: EventHeader
    raw: bytes = field(repr=False)
    body_bytes: bytes = field(repr=False)
    checksum: int | None
    context: ParseContext = field(repr=False)

    @property
    def end(self) -> int:
        """Where the next event begins in the file."""
        return self.position + len(self.raw)

    @cached_property
    def body(self) -> Declared:
        """The parsed body. Raises CorruptLogError with file and position if the bytes do not fit its layout."""
        try:
            return parse_body(self.header.type, self.body_bytes, self.context)
        except CorruptLogError as error:
            raise CorruptLogError(f"{self.file}:{self.position}: {error}") from error


def read_events(source: Source, *, verify: bool = True, stop_at_truncation: bool = False) -> Iterator[LogEvent]:
    """The events of a binary log, in order.

    source: a path, `-` for standard input, an open binary file, or the bytes themselves.
    verify: recompute checksums. stop_at_truncation: an incomplete last event ends the reading instead of raising.
    Raises CorruptLogError naming file and position; LogFileError if the file cannot be opened or read.
    """
    name, stream, opened = _open(source)
    try:
        yield from _events(name, stream, verify, stop_at_truncation)
    except OSError as error:
        raise LogFileError(f"cannot read {name}: {error}") from error
    finally:
        if opened:
            stream.close()


def _open(source: Source) -> tuple[str, BinaryIO, bool]:
    if isinstance(source, bytes):
        return "<bytes>", io.BytesIO(source), True
    if source == "-":
        return "<stdin>", sys.stdin.buffer, False
    if isinstance(source, Path | str):
        try:
            return str(source), Path(source).open("rb"), True
        except OSError as error:
            raise LogFileError(f"cannot open {source}: {error}") from error
    return str(getattr(source, "name", "<stream>")), source, False


def _events(name: str, stream: BinaryIO, verify: bool, stop_at_truncation: bool) -> Iterator[LogEvent]:
    _check_magic(name, _read(stream, len(BINLOG_MAGIC)))
    position = len(BINLOG_MAGIC)
    checksum: ChecksumAlgorithm | None = None
    context = ParseContext()
    while head := _read(stream, HEADER_LENGTH):
        try:
            header = parse_header(head, position)
            raw = head + _read(stream, header.size - HEADER_LENGTH)
            if len(raw) < header.size:
                raise CorruptLogError(
                    f"event at {position}, type {header.type}: truncated, {len(raw)} of {header.size} bytes"
                )
        except CorruptLogError as error:
            if stop_at_truncation and not _read(stream, 1) and _is_truncated(head):
                return
            raise CorruptLogError(f"{name}:{position}: {error}") from None
        try:
            header, body, crc = unframe(raw, checksum=checksum, position=position, verify=verify)
            if header.type == EventType.FORMAT_DESCRIPTION:
                description = FormatDescription.parse(body)
                checksum, context = description.checksum, ParseContext(description)
        except CorruptLogError as error:
            raise CorruptLogError(f"{name}:{position}: {error}") from error
        yield LogEvent(name, position, header, raw, body, crc, context)
        position += header.size


def _is_truncated(head: bytes) -> bool:
    """A short header, or a whole one whose size can be: not one that is nonsense."""
    return len(head) < HEADER_LENGTH or EventHeader.parse(head).size >= HEADER_LENGTH


def _check_magic(name: str, magic: bytes) -> None:
    if magic == ENCRYPTED_BINLOG_MAGIC:
        raise CorruptLogError(f"{name}:0: an encrypted binary log (binlog_encryption=ON) cannot be read")
    if magic != BINLOG_MAGIC:
        raise CorruptLogError(f"{name}:0: not a binary log: it begins with {magic.hex(' ') or 'nothing'}")


def _read(stream: BinaryIO, length: int) -> bytes:
    """`length` bytes, or fewer at the end of the stream."""
    parts = []
    while length and (part := stream.read(min(length, _PIECE))):
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
