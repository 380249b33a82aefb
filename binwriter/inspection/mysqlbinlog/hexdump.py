"""An event's bytes as `mysqlbinlog --hexdump` prints them."""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.binlog.files.reader import LogEvent
from binwriter.formats.header import HEADER_LENGTH

_TITLE = "# Position  Timestamp   Type   Source ID        Size      Source Pos    Flags "
_HEADER_FIELDS = ((0, 4), (4, 5), (5, 9), (9, 13), (13, 17), (17, 19))
_LINE = 16
_HALF = 8


def hexdump(event: LogEvent) -> Iterator[str]:
    """The lines: a title, the header's fields, then the body 16 bytes a line; positions are those in the file.

    The checksum is part of the dump, as it is part of the event.
    """
    position = event.position
    yield _TITLE
    fields = "   ".join(event.raw[start:end].hex(" ") for start, end in _HEADER_FIELDS)
    yield f"# {position:08x} {fields}"
    for start in range(HEADER_LENGTH, len(event.raw), _LINE):
        yield _line(position + start, event.raw[start : start + _LINE])


def _line(position: int, data: bytes) -> str:
    left, right = data[:_HALF].hex(" "), data[_HALF:].hex(" ")
    text = "".join(chr(byte) if chr(byte).isascii() and chr(byte).isalnum() else "." for byte in data)
    return f"# {position:08x} {f'{left}  {right}':<49}|{text}|"
