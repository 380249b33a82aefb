"""One event of a binary log file, as it is read."""

from __future__ import annotations

from dataclasses import field

from binwriter.errors import CorruptLogError
from binwriter.formats.constants import EventType, HeaderFlag
from binwriter.formats.declaration import Declared
from binwriter.formats.events import ParseContext, parse_body
from binwriter.formats.header import CHECKSUM_LENGTH, HEADER_LENGTH, EventHeader, check_crc
from binwriter.formats.records import dataclass, worked_out_once


@dataclass(frozen=True)
class LogEvent:
    """One event of a file.

    position: where it begins in the file. raw: the whole event. body_bytes: without header and checksum.
    checksum: as written, None if the event has none. context: how its body is parsed.
    payload: the Transaction_payload event that it was in; its position is then that event's.
    """

    file: str
    position: int
    header: EventHeader
    raw: bytes = field(repr=False)
    body_bytes: bytes = field(repr=False)
    checksum: int | None
    context: ParseContext = field(repr=False)
    payload: LogEvent | None = field(default=None, repr=False)

    @worked_out_once
    def type(self) -> int:
        """The type that the header's number means: another one only in logs of early trees of 5.1."""
        return self.context.event_type(self.header.type)

    @property
    def extra_header(self) -> bytes:
        """What the header has behind its 19 bytes: only in logs of patched servers, as the format description says."""
        footer = 0 if self.checksum is None else CHECKSUM_LENGTH
        return self.raw[HEADER_LENGTH : len(self.raw) - len(self.body_bytes) - footer]

    @property
    def end(self) -> int:
        """Where the next event of the file begins."""
        return self.payload.end if self.payload else self.position + len(self.raw)

    def check(self) -> None:
        """Raises CorruptLogError with file and position if the checksum, if there is one, is not that of the bytes."""
        if self.checksum is None:
            return
        try:
            check_crc(self.raw, self.position)
        except CorruptLogError as error:
            raise CorruptLogError(f"{self.file}:{self.position}: {error}") from None

    @property
    def is_in_use(self) -> bool:
        """Whether it is a format description that says: the log is being written, or was not closed."""
        return self.header.type == EventType.FORMAT_DESCRIPTION and bool(self.header.flags & HeaderFlag.BINLOG_IN_USE)

    @worked_out_once
    def body(self) -> Declared:
        """The parsed body. Raises CorruptLogError with file and position if the bytes do not fit its layout."""
        try:
            return parse_body(self.header.type, self.body_bytes, self.context)
        except CorruptLogError as error:
            raise CorruptLogError(f"{self.file}:{self.position}: {error}") from error
