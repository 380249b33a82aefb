"""The files that `inspect` is given: logs, index files, standard input."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import cast

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.errors import CorruptLogError, LogFileError
from binwriter.formats.constants import HeaderFlag
from binwriter.formats.header import HEADER_LENGTH, EventHeader

_MAGIC_LENGTH = 4
_STDIN = "-"


class LogFiles:
    """The events of each file, in order. verify: look at checksums; force: go on behind a wrong one.

    notes: what the user should know that is no damage. damages: the wrong checksums behind which reading went on.

    A log that is in use may end within an event, as mysqlbinlog allows it; any other may not.
    """

    def __init__(self, names: Sequence[str], *, verify: bool, force: bool = False) -> None:
        self._names = names
        self._verify, self._force = verify, force
        self.notes: list[str] = []
        self.damages: list[str] = []

    def __iter__(self) -> Iterator[Iterator[LogEvent]]:
        for name in self._names:
            for path in log_paths(name):
                yield self._events(path)

    def _events(self, path: str) -> Iterator[LogEvent]:
        with _open(path) as stream:
            in_use = _is_in_use(path, stream)
            end = _MAGIC_LENGTH
            stops = self._verify and not self._force
            for event in read_events(stream, verify=stops, stop_at_truncation=in_use):
                if self._verify and self._force:
                    self._check(event)
                yield event
                end = event.end
            if in_use and stream.seekable() and stream.seek(0, io.SEEK_END) > end:
                self.notes.append(f"{path}:{end}: the last event is incomplete; the log is in use or was not closed")

    def _check(self, event: LogEvent) -> None:
        try:
            event.check()
        except CorruptLogError as error:
            self.damages.append(str(error))


def _open(path: str) -> AbstractContextManager[io.BufferedReader]:
    if path == _STDIN:
        return nullcontext(cast(io.BufferedReader, sys.stdin.buffer))
    try:
        return Path(path).open("rb")
    except (OSError, ValueError) as error:
        raise LogFileError(f"cannot open {path}: {error}") from error


def _is_in_use(path: str, stream: io.BufferedReader) -> bool:
    try:
        head = stream.peek(_MAGIC_LENGTH + HEADER_LENGTH)[_MAGIC_LENGTH : _MAGIC_LENGTH + HEADER_LENGTH]
    except OSError as error:
        raise LogFileError(f"cannot read {path}: {error}") from error
    return len(head) == HEADER_LENGTH and bool(EventHeader.parse(head).flags & HeaderFlag.BINLOG_IN_USE)


def log_paths(name: str) -> list[str]:
    """The file itself, or those that an index file names (`*.index`; relative names stand in its folder)."""
    if not name.endswith(".index"):
        return [name]
    index = Path(name)
    try:
        lines = index.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LogFileError(f"cannot read the index {name}: {error}") from error
    return [str(index.parent / line) for line in lines if line.strip()]
