"""The index file: the names of the log's files in order, one `./binlog.000001` a line (findings part 7).

It is crash-safe as a server's is (MySQL manual, "The Binary Log"): the new content is written whole under another name,
`binlog.index_crash_safe`, and takes the index's place. Before a file is made, or files are deleted, `binlog.~rec~`
names them; whoever opens the log next deletes those of them that the index does not name. So there is no moment at
which index and files disagree for good.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from binwriter import disk, documents
from binwriter.errors import LogFileError, NumbersUsedUpError, reason_of
from binwriter.formats.constants import BINLOG_MAGIC, ENCRYPTED_BINLOG_MAGIC

_LAST_NUMBER = 0x7FFFFFFF
_CRASH_SAFE = "_crash_safe"
_RECORD = ".~rec~"


def file_name(basename: str, number: int) -> str:
    """`binlog.000001`; numbers of more than six digits are written in full. NumbersUsedUpError past 2147483647."""
    if not 0 < number <= _LAST_NUMBER:
        raise NumbersUsedUpError(f"no binary log file can have the number {number}: the last one is {_LAST_NUMBER}")
    return f"{basename}.{number:06d}"


def is_file(path: Path) -> bool:
    """Whether there is such a file. A name that no file can have, too long or with a NUL, is that of none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Whether there is such a folder, as `is_file` has it: what lies in one that is closed to us is none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


class LogIndex:
    """The index of one folder. sync: whether its changes are safe against power loss when they return."""

    def __init__(self, directory: Path, basename: str, *, sync: bool = True) -> None:
        self.directory = directory
        self.basename = basename
        self.sync = sync
        self.path = directory / f"{basename}.index"
        self.names: list[str] = []
        self._paths: list[Path] = []
        self._paths_of: list[str] = []

    def exists(self) -> bool:
        return self.path.exists()

    def read(self) -> list[str]:
        """The names, without folder. LogFileError if the file cannot be read."""
        try:
            self.names = self._names_in(self.path)
        except (OSError, UnicodeDecodeError) as error:
            raise LogFileError(f"cannot read the index {self.path}: {reason_of(error)}") from error
        return self.names

    def read_again(self) -> list[str]:
        """The names that somebody has written there since, which count from the next file on (asked of a 9.7.4 with
        FLUSH LOGS). What cannot be an index of this log is written over."""
        with contextlib.suppress(LogFileError, OSError, UnicodeDecodeError):
            self.names = self._names_in(self.path)
        return self.names

    def write(self, names: list[str]) -> None:
        """Replaces the content. LogFileError if it cannot be written: then the old content stays."""
        try:
            self._write(self.path, names, self._crash_safe)
        except OSError as error:
            raise LogFileError(f"cannot write the index {self.path}: {reason_of(error)}") from error
        self.names = list(names)

    def _write(self, path: Path, names: Iterable[str], temporary: Path | None = None) -> None:
        lines = [f"./{name}\n".encode() for name in names]
        disk.write_whole(path, [b"".join(lines)], temporary=temporary, sync=self.sync)

    def paths(self) -> list[Path]:
        """The files in order."""
        if self._paths_of != self.names:
            self._paths, self._paths_of = [self.directory / name for name in self.names], list(self.names)
        return list(self._paths)

    def highest_number(self) -> int:
        """The highest number of any file of this base name in the folder, in the index or not; 0 if there is none."""
        # names alone: of thousands of files this is asked at each rotation
        number_of = re.compile(re.escape(self.basename) + r"\.(\d{6,})").fullmatch
        names = os.listdir(self.directory)  # noqa: PTH208
        return max((int(match[1]) for match in map(number_of, names) if match), default=0)

    def _names_in(self, path: Path) -> list[str]:
        """LogFileError for an entry that is no file of this log: nobody may have another one deleted or changed so."""
        names = []
        for number, line in enumerate(documents.read_text(path).splitlines(), 1):
            folder, _, name = line.rpartition("/")
            if not line.strip():
                continue
            if not (self._is_here(folder) and (is_log_name(name, self.basename) or self._is_renamed(name))):
                raise LogFileError(
                    f"{path}, line {number}: {line!r} is no file of this log, {self.basename}.NNNNNN here"
                )
            names.append(name)
        return names

    def _is_here(self, folder: str) -> bool:
        """A server writes `./`, and the whole path where log_bin has one."""
        return folder in ("", ".") or (folder.startswith("/") and Path(folder).resolve() == self.directory.resolve())

    def _is_renamed(self, name: str) -> bool:
        """Whether a file of the folder is a binary log, whatever it is called now."""
        path = self.directory / name
        if not name.rpartition(".")[2].isdecimal() or not is_file(path) or path.is_symlink():
            return False
        with path.open("rb") as file:
            return file.read(len(BINLOG_MAGIC)) in (BINLOG_MAGIC, ENCRYPTED_BINLOG_MAGIC)

    # --- files that come and go ------------------------------------------------------------------------------------

    @property
    def _record(self) -> Path:
        return self.directory / f"{self.basename}{_RECORD}"

    @property
    def _crash_safe(self) -> Path:
        return self.path.with_name(self.path.name + _CRASH_SAFE)

    def own_names(self) -> set[str]:
        """Of the index itself, of what a crash has left of its changes, and of the files that were being changed then.

        LogFileError if that cannot be read.
        """
        try:
            noted = self._names_in(self._record) if self._record.exists() else []
        except (OSError, UnicodeDecodeError) as error:
            raise LogFileError(f"cannot read {self._record}: {reason_of(error)}") from error
        parts = self.path, self._record, self._crash_safe, self._record.with_name(self._record.name + ".tmp")
        return {path.name for path in parts if path.exists()} | set(noted)

    @contextmanager
    def changing(self, names: Iterable[str]) -> Iterator[None]:
        """While the block makes or deletes these files, they are noted. LogFileError if that cannot be written.

        What the block leaves undone, also by raising, is done at its end: those files that the index does not name
        are deleted.
        """
        names = list(names)
        try:
            self._write(self._record, names)
        except OSError as error:
            raise LogFileError(f"cannot write {self._record}: {reason_of(error)}") from error
        try:
            yield
        except BaseException:
            with contextlib.suppress(LogFileError):
                self._settle(names)
            raise
        self._settle(names)

    def settle(self) -> None:
        """What whoever had the log before left undone. LogFileError if it cannot be done."""
        try:
            noted = self._names_in(self._record) if self._record.exists() else []
            # a server deletes the index before it renames; a first index that was cut short is nobody's
            if not self.exists() and self._crash_safe.is_file() and self._crash_safe.read_bytes().endswith(b"\n"):
                disk.current().rename(self._crash_safe, self.path)
            disk.current().remove(self._crash_safe)
            self.names = self._names_in(self.path) if self.exists() else []
        except (OSError, UnicodeDecodeError) as error:
            raise LogFileError(f"cannot use the index {self.path}: {reason_of(error)}") from error
        self._settle(noted)

    def _settle(self, noted: list[str]) -> None:
        current, path = disk.current(), self.directory
        try:
            for path in (self.directory / name for name in noted if name not in self.names):
                current.remove(path)
            path = self._record
            if path.exists():
                if self.sync:
                    current.sync_folder(self.directory)  # the files first, then the note of them
                current.remove(path)
        except OSError as error:
            raise LogFileError(f"cannot delete {path}: {reason_of(error)}") from error


def is_log_name(name: str, basename: str) -> bool:
    """Whether a log of that base name calls its files so; none has a folder in it."""
    before, number = name[: len(basename) + 1], name[len(basename) + 1 :]
    return before == f"{basename}." and len(number) >= 6 and number.isascii() and number.isdecimal()


def purge(index: LogIndex, to: str) -> list[str]:
    """PURGE BINARY LOGS TO: takes the files before `to` out of the index, then deletes them. Returns their names.

    LogFileError if `to` is not in the index, or a file cannot be deleted (the index is true even then).
    """
    if to not in index.names:
        raise LogFileError(f"Target log not found in binlog index: {to}")
    place = index.names.index(to)
    gone = index.names[:place]
    if gone:
        with index.changing(gone):
            index.write(index.names[place:])
    return gone
