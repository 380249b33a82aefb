"""The log that dumps are made of, as they see it: its files in order, where it ends, its GTIDs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from binwriter.binlog.files.ends import LogEnd, LogEnds
from binwriter.mysql.gtid.state import GtidSet

if TYPE_CHECKING:
    from binwriter.server.server import Server


class ServedLog(Protocol):
    """What a dump asks. ends: where the log ends, and who is told when it has grown."""

    ends: LogEnds
    # whether a dump stops at groups that do not fit gtid_mode; a folder of anybody's files has them mixed
    is_strict: bool

    @property
    def server_id(self) -> int:
        """That artificial events carry."""

    @property
    def server_uuid(self) -> str:
        """Whose GTIDs nobody can have more of than the source."""

    @property
    def gtid_mode(self) -> str:
        """As @@gtid_mode."""

    def names(self) -> list[str]:
        """The files in order."""

    def path(self, name: str) -> Path:
        """Where a file is."""

    def end(self) -> LogEnd:
        """The file that is being written, and where it ends."""

    def executed(self) -> GtidSet:
        """All GTIDs of the log, and those that were purged."""

    def purged(self) -> GtidSet:
        """Those that are in no file any more."""


class LiveLog:
    """The log of a running Server. Nothing waits for the server's mutex."""

    is_strict = True

    def __init__(self, server: Server) -> None:
        self._server = server
        self.ends = server.ends

    @property
    def server_id(self) -> int:
        return int(self._server.variables.get("server_id"))

    @property
    def server_uuid(self) -> str:
        return str(self._server.gtids.server_uuid)

    @property
    def gtid_mode(self) -> str:
        return str(self._server.variables.get("gtid_mode"))

    def names(self) -> list[str]:
        return [path.name for path in self._server.log_files()]

    def path(self, name: str) -> Path:
        return self._server.directory / name

    def end(self) -> LogEnd:
        return self.ends.current

    def executed(self) -> GtidSet:
        return _copied(self._server.gtids.executed)

    def purged(self) -> GtidSet:
        return _copied(self._server.gtids.purged)


def _copied(gtids: GtidSet) -> GtidSet:
    """A set that another thread may change meanwhile: waiting for that one's statement to end could take long."""
    while True:
        try:
            return gtids.copy()
        except RuntimeError:  # it got a new source while it was walked through
            continue
