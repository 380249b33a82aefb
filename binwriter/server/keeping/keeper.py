"""When a server writes what it keeps, and how it finds it again.

Written at a clean stop, at the first start, and whenever files of the log go that would be needed to make it anew
(PURGE, RESET): so behind a crash the last state and the log from its place on are all that there was. A table of a
MEMORY engine comes back empty, as after any end of a server.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from binwriter.binlog.files.encrypted import is_encrypted
from binwriter.binlog.files.index import LogIndex
from binwriter.errors import CorruptLogError, LogFileError
from binwriter.formats.encryption import ENCRYPTION_HEADER_LENGTH
from binwriter.mysql.gtid.state import GtidSet
from binwriter.server.keeping import form, identity, loading, replaying
from binwriter.server.keeping.state import state_of
from binwriter.server.state import ServerState
from binwriter.storage.memory_tables import empty_memory_tables

_PATIENCE = 20  # so many times what it took
_WAY_OUT = "to go on without tables, remove {path}; `binwriter serve --read-only-log` serves the log as it is"


class Keeper:
    """Of one server. found: whether there was something to put back. replayed: how many groups of the log were run
    again, since the server before this one did not end in good order. is_behind: something was changed that neither the
    last state nor the log has. changed: a statement has done so since a session last asked."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / form.STATE_FILE
        self.found = False
        self.replayed = 0
        self._head: form.Head | None = None
        self.is_behind = self.changed = False
        self._is_open = False  # all is put back
        self._kept_at = self._cost = 0.0  # seconds

    def identify(self, server: ServerState) -> None:
        """Before the server has variables: its UUID, and those that are persisted, which are written from now on when
        they change. OptionError, LogFileError for files that are none of these."""
        identity.identify(self.path.parent, server)

    def executed(self, server: ServerState) -> GtidSet:
        """What was executed by the last state, before the log is opened. LogFileError for a file that is none."""
        with self._way_out():
            self._head = form.read_head(self.path)
            if self._head is not None and self._head.is_reset and not _is_there(self._head, server):
                self._head = form.Head(None, GtidSet())  # a crash came behind the RESET, before its end was kept
        return self._head.executed if self._head is not None else GtidSet()

    def put_back(self, server: ServerState) -> None:
        """Into a server that has nothing but its log, of which it has just begun a file."""
        head = self._head
        if head is not None:
            with self._way_out():
                loading.load(self.path, server)
                files = _files_before(server)
                is_gone = head.is_end and head.place is not None and head.place[0] not in (path.name for path in files)
                if head.place is not None and not is_gone:  # files that somebody took away from a server that had ended
                    behind = replaying.events_behind(head.place, files, server.keyring)
                    self.replayed = replaying.run_events_again(behind, server)
            self.found = True
            empty_memory_tables(server.front_end.database.storage)
            server.was_restarted = True
        self._is_open = True
        self.keep(server)

    def keep(self, server: ServerState, place: tuple[str, int] | None = None, *, is_reset: bool = False) -> None:
        """Writes what there is now. place: where the log ends, None for that of the open log, else it has ended.

        LogFileError. is_reset: the log is deleted next. What the state stands for is safe against a power cut before
        the state is.
        """
        began = time.monotonic()
        if place is None and server.log is not None:
            server.log.sync()
        where = place if place is not None else server.position()
        is_written = bool(where[0])  # a log that is off has no file
        self._head = form.Head(where if is_written else None, server.gtids.executed, is_reset, place is not None)
        state = state_of(server.front_end, server.variables, server.xa.prepared())
        form.write(self.path, self._head, state)
        self.is_behind, self.changed, self._kept_at = False, False, time.monotonic()
        self._cost = self._kept_at - began

    def catch_up(self, server: ServerState, *, waits: bool) -> None:
        """What the log does not have is kept before it gets anything that may build on it. waits: it has time until
        then, and is kept unless that was done a short while ago, as the time goes that it takes."""
        if (
            self.is_behind
            and self._is_open
            and not (waits and time.monotonic() - self._kept_at < _PATIENCE * self._cost)
        ):
            self.keep(server)

    def forget(self) -> None:
        """As if nothing had been kept: the next start is a first one."""
        self.path.unlink(missing_ok=True)

    def needs(self, names: list[str]) -> bool:
        """Whether the last state cannot do without one of these files of the log."""
        place = self._head.place if self._head is not None else None
        return place is None or place[0] in names

    @contextmanager
    def _way_out(self) -> Iterator[None]:
        try:
            yield
        except (LogFileError, CorruptLogError) as error:
            raise LogFileError(f"{error}; {_WAY_OUT.format(path=self.path)}") from error


def _files_before(server: ServerState) -> list[Path]:
    """Of the log, those from before this start: where the log is off now they are those that were left."""
    if not server.log_is_off:
        return server.log_files()[:-1]
    index = LogIndex(server.directory, server.variables.options.basename)
    return [server.directory / name for name in index.read()] if index.exists() else []


def _is_there(head: form.Head, server: ServerState) -> bool:
    """Whether the log that is to be opened still has the place."""
    index = LogIndex(server.directory, server.variables.options.basename)
    if head.place is None or not index.exists() or head.place[0] not in index.read():
        return False
    path = server.directory / head.place[0]
    if not path.exists():
        return False
    return path.stat().st_size - ENCRYPTION_HEADER_LENGTH * is_encrypted(path) >= head.place[1]
