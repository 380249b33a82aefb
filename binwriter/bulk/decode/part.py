"""A part of a file as events, without reading what stands before it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from binwriter.binlog.files.reader import (
    LogEvent,
    description_in_force,
    is_relay_header,
    is_truncated,
    is_unwritten,
    read_events,
    refuse_encrypted,
    truncated_error,
)
from binwriter.errors import CorruptLogError, LogFileError, reason_of
from binwriter.formats.constants import BINLOG_MAGIC
from binwriter.formats.events import ParseContext
from binwriter.formats.header import HEADER_LENGTH, parse_header, unframe
from binwriter.formats.primitives import read_in_pieces

_FIRST = len(BINLOG_MAGIC)


def first_event(path: Path, *, verify: bool = True) -> LogEvent:
    """The event that describes the others. CorruptLogError if there is none, or its checksum is wrong."""
    for event in read_events(path, verify=verify):
        return event
    raise CorruptLogError(f"{path}:{_FIRST}: the file has no events")


def read_part(
    path: Path,
    start: int | None,
    stop: int | None,
    *,
    verify: bool = True,
    context: ParseContext | None = None,
    stop_at_truncation: bool = False,
) -> Iterator[LogEvent]:
    """The events that begin from `start` to before `stop`, by `context` or the description at the file's beginning.

    verify, stop_at_truncation: as of `read_events`.

    Raises CorruptLogError if no event begins at `start` or the bytes cannot be read, LogFileError as `read_events`.
    """
    if start is None or start <= _FIRST:
        for event in read_events(path, verify=verify, stop_at_truncation=stop_at_truncation):
            if stop is not None and event.position >= stop:
                return
            yield event
        return
    first = first_event(path, verify=verify) if context is None or stop_at_truncation else None
    context = context or first.context  # type: ignore[union-attr]
    is_relay = first is not None and is_relay_header(first.header)
    checksum = context.format_description.checksum if context.format_description else None
    try:
        with path.open("rb") as stream:
            stream.seek(start)
            position = start
            while (stop is None or position < stop) and (head := read_in_pieces(stream, HEADER_LENGTH)):
                try:
                    if stop_at_truncation and is_unwritten(head, stream):
                        return
                    if stop_at_truncation and len(head) < HEADER_LENGTH:
                        return
                    header = parse_header(head, position)
                    size = header.size
                    raw = head + read_in_pieces(stream, size - HEADER_LENGTH)
                    if len(raw) < size:
                        if stop_at_truncation and is_truncated(head, position, len(raw), is_relay=is_relay):
                            return
                        raise truncated_error(header, position, len(raw))
                    header, body, crc = unframe(
                        raw, checksum=checksum, position=position, verify=verify, header_length=context.header_length
                    )
                    description = description_in_force(header, body, context, first=False)
                    if description is not None:
                        checksum, context = description.checksum, ParseContext(description)
                except CorruptLogError as error:
                    raise CorruptLogError(f"{path}:{position}: {error}") from error
                yield LogEvent(str(path), position, header, raw, body, crc, context)
                position += size
                refuse_encrypted(header, str(path), position)
    except OSError as error:
        raise LogFileError(f"cannot read {path}: {reason_of(error)}") from error
