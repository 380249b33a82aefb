"""Standard input where a log is read more than once, or must be one that can be sought in."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, cast

from binwriter import ending
from binwriter.binlog.files.reader import read_events
from binwriter.binlog.files.sources import STDIN
from binwriter.errors import CorruptLogError, LogFileError, reason_of

_PIECE = 1 << 20
_MOST_UNKNOWN = 1 << 30  # bytes that are copied behind damage


@contextmanager
def as_one_log(name: str) -> Iterator[str]:
    """The name; `-` becomes a file of the same bytes for as long as the block runs. LogFileError if it is not there."""
    if name != STDIN:
        yield name
        return
    with ending.temporary_folder("binwriter-stdin-") as folder:
        copy = Path(folder) / "<stdin>"
        try:
            with copy.open("wb") as file:
                _copy(sys.stdin.buffer, file)
        except (OSError, AttributeError) as error:
            reason = reason_of(error) if isinstance(error, OSError) else "it is closed"
            raise LogFileError(f"cannot read standard input: {reason}") from error
        try:
            yield str(copy)
        except (LogFileError, CorruptLogError) as error:
            raise type(error)(str(error).replace(str(copy), "<stdin>")) from error


def _copy(source: BinaryIO, target: BinaryIO) -> None:
    """A log; of what is none, or of what stands behind its damage, no more than those need who read the copy."""
    copied = _Copied(source, target)
    with suppress(CorruptLogError):
        for _ in read_events(cast(BinaryIO, copied), verify=False):
            pass
    left = _MOST_UNKNOWN
    while left and (piece := copied.read(min(left, _PIECE))):
        left -= len(piece)


class _Copied(io.RawIOBase):
    """A pipe; what is read from it is written into a file as well."""

    def __init__(self, source: BinaryIO, target: BinaryIO) -> None:
        super().__init__()
        self._source, self._target = source, target

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        piece = self.read(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)

    def read(self, size: int = -1) -> bytes:
        piece = self._source.read(size)
        self._target.write(piece)
        return piece
