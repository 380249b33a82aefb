"""The files that `inspect` and `replay` are given, and what is said of them."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO, cast

from binwriter.binlog.files.encrypted import as_plain
from binwriter.binlog.files.keyring import Keyring
from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.binlog.files.sources import STDIN, all_log_paths
from binwriter.cli.inspecting.views import RefusedLogError
from binwriter.errors import CorruptLogError, LogFileError, reason_of
from binwriter.formats.constants import HeaderFlag
from binwriter.formats.header import HEADER_LENGTH, EventHeader

_MAGIC_LENGTH = 4


class LogFiles:
    """The events of each file, in order. verify: look at checksums; force: go on behind a wrong one.
    keyring: of encrypted logs. takes_open: those that are in use, too.

    notes: what the user should know that is no damage. damages: the wrong checksums behind which reading went on.

    A log that is in use may end within an event, as mysqlbinlog allows it; any other may not.
    """

    def __init__(
        self,
        names: Sequence[str],
        *,
        verify: bool,
        force: bool = False,
        keyring: Keyring | None = None,
        takes_open: bool = True,
    ) -> None:
        self._names, self._keyring, self._takes_open = names, keyring, takes_open
        self._verify, self._force = verify, force
        self.notes: list[str] = []
        self.damages: list[str] = []

    def __iter__(self) -> Iterator[Iterator[LogEvent]]:
        for path in all_log_paths(self._names):
            yield self._events(path)

    def _events(self, path: str) -> Iterator[LogEvent]:
        with _open(path) as file, as_plain(cast(BinaryIO, file), path, self._keyring) as stream:
            in_use = _is_in_use(path, stream)
            if in_use and not self._takes_open:
                raise RefusedLogError(
                    f"Attempting to dump binlog '{path}', which was not closed properly. Most probably, mysqld is still"
                    " writing it, or it crashed. Rerun with --force-if-open to ignore this problem."
                )
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
    if path == STDIN:
        return nullcontext(cast(io.BufferedReader, sys.stdin.buffer))
    try:
        return Path(path).open("rb")
    except (OSError, ValueError) as error:
        raise LogFileError(f"cannot open {path}: {reason_of(error)}") from error


def _is_in_use(path: str, stream: BinaryIO) -> bool:
    try:
        end = _MAGIC_LENGTH + HEADER_LENGTH
        head = cast(io.BufferedReader, stream).peek(end)[_MAGIC_LENGTH:end]
    except OSError as error:
        raise LogFileError(f"cannot read {path}: {reason_of(error)}") from error
    return len(head) == HEADER_LENGTH and bool(EventHeader.parse(head).flags & HeaderFlag.BINLOG_IN_USE)
