"""One binary log file that is being written: whole groups or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from binwriter import disk
from binwriter.binlog.files.encrypted import LogEncryption
from binwriter.errors import LogFileError, reason_of
from binwriter.formats.constants import BINLOG_MAGIC, ChecksumAlgorithm, EventType, HeaderFlag
from binwriter.formats.errors import EncodeError
from binwriter.formats.events import FormatDescription, PreviousGtids, build_body
from binwriter.formats.header import FileEvent, framed_group, framed_sizes
from binwriter.formats.records import dataclass
from binwriter.formats.servers import ServerProfile

FIRST_POSITION = len(BINLOG_MAGIC)
# end_log_pos has 32 bits
MAX_FILE_SIZE = 0xFFFFFFFF
# where a file's format description event has its flags
_FLAGS_POSITION = FIRST_POSITION + 17


@dataclass(frozen=True, slots=True)
class PendingEvent:
    """An event whose place in the file is not known yet.

    body: without header and checksum. timestamp: seconds since 1970 UTC. flags: HeaderFlag bits.
    """

    event_type: int
    body: bytes
    timestamp: int
    flags: int = 0


@dataclass(frozen=True, slots=True)
class FileHead:
    """What the first two events of a file say.

    timestamp: of both headers. create_timestamp: of the format description's body, 0 in a file made by rotation.
    checksum, previous_gtids: None where the server writes none.
    """

    profile: ServerProfile
    server_id: int
    checksum: ChecksumAlgorithm | None
    timestamp: int
    create_timestamp: int
    previous_gtids: PreviousGtids | None

    def events(self) -> list[PendingEvent]:
        """Format_description (in use) and, from servers that have GTIDs, Previous_gtids."""
        description = FormatDescription.of(self.profile, self.create_timestamp, self.checksum or ChecksumAlgorithm.NONE)
        events = [
            PendingEvent(
                EventType.FORMAT_DESCRIPTION, build_body(description), self.timestamp, HeaderFlag.BINLOG_IN_USE
            )
        ]
        if self.previous_gtids is not None:
            body = build_body(self.previous_gtids)
            flags = HeaderFlag.IGNORABLE if self.profile.previous_gtids_ignorable else HeaderFlag.NONE
            events.append(PendingEvent(EventType.PREVIOUS_GTIDS, body, self.timestamp, flags))
        return events


class LogFile:
    """An open file. position: where the next event goes; everything before it is whole and handed to the system.

    Writes are not buffered in the process, so nothing is lost if it dies; `sync` makes it safe against power loss too.
    """

    def __init__(self, path: Path, head: FileHead, encryption: LogEncryption | None = None) -> None:
        """Makes the file with its first two events. LogFileError if that fails: then there is no file.

        encryption: None for a plain file.
        """
        self.path, self.name = path, path.name
        self.checksum = head.checksum
        self.server_id = head.server_id
        self.position = 0
        try:
            self._file = open_new(path)
        except OSError as error:
            raise LogFileError(f"cannot create {path}: {reason_of(error)}") from error
        try:
            if encryption is not None:
                self._encrypt(encryption)
            self._write(BINLOG_MAGIC)
            self.append(head.events())
        except BaseException:
            self._file.close()
            disk.current().remove(path)
            raise

    def _encrypt(self, encryption: LogEncryption) -> None:
        try:
            self._file = encryption.begin(self._file)
        except OSError as error:
            raise LogFileError(f"{self.path}: cannot write its encryption header: {reason_of(error)}") from error

    @property
    def closed(self) -> bool:
        return self._file.closed

    def append(self, events: Sequence[FileEvent], server_id: int | None = None) -> list[int]:
        """Writes a group with one buffer and returns the events' positions. server_id: the file's own by default.

        Raises LogFileError if it cannot be written whole; the file then ends where it ended before.
        """
        number = self.server_id if server_id is None else server_id
        try:
            parts, positions, end = framed_group(events, self.position, number, self.checksum)
        except EncodeError:  # of a position, perhaps
            end = self.position + framed_sizes(events, self.checksum)
            if end <= MAX_FILE_SIZE:
                raise
        if end > MAX_FILE_SIZE:
            raise LogFileError(f"{self.path}: events at {self.position} would end past 4 GiB")
        self._write(b"".join(parts))
        return positions

    def _write(self, data: bytes) -> None:
        try:
            disk.current().write(self._file, data)
        except OSError as error:
            self._take_back(error)
        self.position += len(data)

    def _take_back(self, cause: OSError) -> None:
        """Cuts a half-written group off again."""
        try:
            self._file.seek(self.position)
            disk.current().truncate(self._file, self.position)
        except OSError as error:
            raise LogFileError(
                f"{self.path}: writing at {self.position} failed ({cause}), and so did cutting the rest off: {error}"
            ) from error
        raise LogFileError(f"{self.path}: cannot write at {self.position}: {cause}") from cause

    def sync(self) -> None:
        """fsync. LogFileError if the system reports that data was lost."""
        try:
            disk.current().sync(self._file)
        except OSError as error:
            raise LogFileError(f"cannot sync {self.path}: {reason_of(error)}") from error

    def finish(self, *, sync: bool) -> None:
        """Ends the file in good order: its in-use flag is cleared. It stays open, so that `reopen` can take that back.

        sync: it is safe against power loss when this returns. LogFileError if it cannot be.
        """
        if sync:
            self.sync()  # what the flag vouches for comes first
        self._flag("clear", in_use=False)
        if sync:
            self.sync()

    def reopen(self, position: int) -> None:
        """Takes back what was written from `position` on, and `finish`. LogFileError if it cannot be."""
        self._flag("set", in_use=True)
        self.position = position
        try:
            disk.current().truncate(self._file, position)
            self._file.seek(position)
        except OSError as error:
            raise LogFileError(f"{self.path}: cannot cut it off at {position}: {reason_of(error)}") from error

    def _flag(self, what: str, *, in_use: bool) -> None:
        try:
            set_in_use(self._file, in_use=in_use)
            self._file.seek(self.position)
        except OSError as error:
            raise LogFileError(f"cannot {what} the in-use flag of {self.path}: {reason_of(error)}") from error

    def close(self, *, in_use: bool = False) -> None:
        """Closes the file; unless in_use is to stay (a crash), clears the flag in its first event."""
        if self._file.closed:
            return
        try:
            if not in_use:
                self._flag("clear", in_use=False)
        finally:
            self._file.close()


def open_new(path: Path) -> BinaryIO:
    """A new file without a buffer in this process; FileExistsError if there is one."""
    return disk.current().create(path)


def set_in_use(file: BinaryIO, *, in_use: bool) -> None:
    """Sets or clears the in-use flag; the event's checksum counts it as 0 anyway."""
    file.seek(_FLAGS_POSITION)
    flags = int.from_bytes(file.read(2), "little")
    wanted = flags | HeaderFlag.BINLOG_IN_USE if in_use else flags & ~HeaderFlag.BINLOG_IN_USE
    if wanted != flags:
        file.seek(_FLAGS_POSITION)
        disk.current().write(file, wanted.to_bytes(2, "little"))
