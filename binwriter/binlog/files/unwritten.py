"""A log that is off: nothing is written, as with skip-log-bin (MySQL manual, "log_bin")."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from binwriter.binlog.files.ends import LogEnds
from binwriter.binlog.files.writer import LogWriter
from binwriter.errors import LogFileError
from binwriter.formats.constants import ChecksumAlgorithm
from binwriter.formats.header import FileEvent
from binwriter.formats.servers import ServerProfile
from binwriter.mysql.gtid.state import GtidSet


class UnwrittenLog(LogWriter):
    """In the place of a LogWriter, turned off from the start: it has no files, and what lies in the folder stays."""

    def __init__(self, directory: Path, *, profile: ServerProfile, checksum: ChecksumAlgorithm) -> None:
        self.directory = directory
        self.profile = profile
        self.server_id = 0
        self.checksum = checksum
        self.writes_gtids = False
        self.max_binlog_size = 0
        self.sync_binlog = None
        self.encryption = None
        self.ends = LogEnds()
        self.previous_gtids = self.unlogged = GtidSet()
        self.failure = LogFileError("the log is off")

    @property
    def file_name(self) -> str:
        """None is written."""
        return ""

    @property
    def position(self) -> int:
        """None is written."""
        return 0

    @property
    def event_checksum(self) -> ChecksumAlgorithm | None:
        """As events would have it."""
        return self.checksum if self.profile.checksums else None

    def files(self) -> list[Path]:
        """None."""
        return []

    def append(self, events: Sequence[FileEvent], server_id: int | None = None) -> list[int]:
        """Writes nothing."""
        return []

    def set_server_id(self, server_id: int) -> None:
        """SET GLOBAL server_id."""
        self.server_id = server_id

    def close(self, timestamp: int | None = None) -> None:
        """Nothing is open."""

    def abort(self) -> None:
        """Nothing is open."""
