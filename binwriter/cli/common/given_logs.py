"""Standard input where a log is read more than once, or must be one that can be sought in."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from binwriter import ending
from binwriter.binlog.files.sources import STDIN
from binwriter.errors import CorruptLogError, LogFileError, reason_of


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
                shutil.copyfileobj(sys.stdin.buffer, file)
        except (OSError, AttributeError) as error:
            reason = reason_of(error) if isinstance(error, OSError) else "it is closed"
            raise LogFileError(f"cannot read standard input: {reason}") from error
        try:
            yield str(copy)
        except (LogFileError, CorruptLogError) as error:
            raise type(error)(str(error).replace(str(copy), "<stdin>")) from error
