"""The index file: the names of the log's files in order, one `./binlog.000001` a line (findings part 7)."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

from binwriter.errors import LogFileError

_LAST_NUMBER = 0x7FFFFFFF


def file_name(basename: str, number: int) -> str:
    """`binlog.000001`; numbers of more than six digits are written in full. LogFileError past 2147483647."""
    if not 0 < number <= _LAST_NUMBER:
        raise LogFileError(f"no binary log file can have the number {number}: the last one is {_LAST_NUMBER}")
    return f"{basename}.{number:06d}"


class LogIndex:
    """The index of one folder. Every change is written as a whole (temporary file, then rename)."""

    def __init__(self, directory: Path, basename: str) -> None:
        self.directory = directory
        self.basename = basename
        self.path = directory / f"{basename}.index"
        self.names: list[str] = []

    def exists(self) -> bool:
        return self.path.exists()

    def read(self) -> list[str]:
        """The names, without folder. LogFileError if the file cannot be read."""
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise LogFileError(f"cannot read the index {self.path}: {error}") from error
        self.names = [line.rpartition("/")[2] for line in lines if line.strip()]
        return self.names

    def write(self, names: list[str], *, sync: bool = True) -> None:
        """Replaces the content. LogFileError if it cannot be written: then the old content stays."""
        temporary = self.path.with_name(self.path.name + ".tmp")
        try:
            with temporary.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(f"./{name}\n" for name in names)
                file.flush()
                if sync:
                    os.fsync(file.fileno())
            temporary.replace(self.path)
        except OSError as error:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise LogFileError(f"cannot write the index {self.path}: {error}") from error
        self.names = list(names)

    def paths(self) -> list[Path]:
        """The files in order."""
        return [self.directory / name for name in self.names]

    def highest_number(self) -> int:
        """The highest number of any file of this base name in the folder, in the index or not; 0 if there is none."""
        pattern = re.compile(re.escape(self.basename) + r"\.(\d{6,})")
        found = (pattern.fullmatch(path.name) for path in self.directory.iterdir())
        return max((int(match[1]) for match in found if match), default=0)


def purge(index: LogIndex, to: str) -> list[str]:
    """PURGE BINARY LOGS TO: takes the files before `to` out of the index, then deletes them. Returns their names.

    LogFileError if `to` is not in the index, or a file cannot be deleted (the index is true even then).
    """
    if to not in index.names:
        raise LogFileError(f"Target log not found in binlog index: {to}")
    place = index.names.index(to)
    gone = index.names[:place]
    index.write(index.names[place:])
    for name in gone:
        try:
            (index.directory / name).unlink(missing_ok=True)
        except OSError as error:
            raise LogFileError(f"cannot delete {index.directory / name}: {error}") from error
    return gone
