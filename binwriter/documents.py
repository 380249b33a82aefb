"""Files that people write or other programs hand over as text are read here: whole, and never more than there may be.

Scripts, scenarios, specifications, schemas, indexes and keyrings have no length that they could be checked against, and
their names may lead to a device or a pipe that never ends. So each kind of file has its room; what is longer is an
OSError whose text says so.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any, BinaryIO

# Bytes. A file is kept two times while it is read, once as text; of a pipe nobody knows how long it is.
LARGEST_FILE = 4 << 30
LARGEST_STREAM = 1 << 30
LARGEST_DEVICE = 1 << 20
_PIECE = 1 << 20
_MOST_LEVELS = 50  # tables and arrays of a TOML document in each other
_TOO_DEEP = f"more than {_MOST_LEVELS} levels of tables and arrays"


def read_document(path: Path | str) -> bytes:
    """The content of a file, pipe or device. A file that grows is read as it was when it was opened.

    OSError as the system has it, and EFBIG where there is more than a text may have (`LARGEST_FILE` and the others).
    ValueError for a name with a NUL.
    """
    with Path(path).open("rb") as file:
        return read_stream(file)


def read_text(path: Path | str) -> str:
    """The same as UTF-8. UnicodeDecodeError where it is none; lines may end as on any system."""
    return read_document(path).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def read_toml(path: Path | str) -> dict[str, Any]:
    """A TOML document. Raises what `read_text` raises, and ValueError (TOMLDecodeError) where it is none, or has more
    levels than anything needs: to read one is a call in another for each."""
    import tomllib  # late: most commands read none

    text = read_text(path)
    try:
        document = tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError(_TOO_DEEP) from None
    level: list[Any] = [document]
    for _ in range(_MOST_LEVELS):
        level = [inner for table in level for inner in (table.values() if isinstance(table, dict) else table)]
        level = [inner for inner in level if isinstance(inner, dict | list)]
        if not level:
            return document
    raise tomllib.TOMLDecodeError(_TOO_DEEP)


def read_stream(file: BinaryIO) -> bytes:
    """What is left in an open file, with the same limits: standard input, for example."""
    try:
        status = os.fstat(file.fileno())
    except (OSError, AttributeError):  # no file of the system
        return _up_to(file, LARGEST_STREAM, "it has no end")
    if stat.S_ISREG(status.st_mode) and status.st_size:
        if status.st_size > LARGEST_FILE:
            raise OSError(errno.EFBIG, f"a text of {status.st_size:,} bytes; {LARGEST_FILE:,} are read at most")
        return file.read(status.st_size)
    if _is_device(status.st_mode) and not os.isatty(file.fileno()):
        return _up_to(file, LARGEST_DEVICE, "a device without an end")
    return _up_to(file, LARGEST_STREAM, "it has no end")


def _is_device(mode: int) -> bool:
    return stat.S_ISCHR(mode) or stat.S_ISBLK(mode)


def _up_to(file: BinaryIO, most: int, reason: str) -> bytes:
    pieces, length = [], 0
    while piece := file.read(_PIECE):
        pieces.append(piece)
        length += len(piece)
        if length > most:
            raise OSError(errno.EFBIG, f"no text: {reason} within {most:,} bytes")
    return b"".join(pieces)
