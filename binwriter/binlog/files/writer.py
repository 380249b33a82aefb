"""The log of a running server: files, positions, index, rotation, fsync policy.

It knows files only: which events there are, their order, GTIDs and logical clock are the caller's business.
Bytes: findings part 7.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from binwriter import disk, ending
from binwriter.binlog.files.encrypted import LogEncryption, is_encrypted
from binwriter.binlog.files.ends import LogEnds
from binwriter.binlog.files.file import FIRST_POSITION, FileHead, LogFile, PendingEvent
from binwriter.binlog.files.index import LogIndex, file_name, purge
from binwriter.binlog.files.keyring import Keyring
from binwriter.binlog.files.recovery import recover
from binwriter.chance import Chance
from binwriter.errors import LogFileError, reason_of
from binwriter.formats.constants import ChecksumAlgorithm, EventType
from binwriter.formats.events import Rotate, Stop, build_body
from binwriter.formats.header import FileEvent
from binwriter.formats.servers import ServerProfile
from binwriter.mysql.gtid.state import GtidSet

_logger = logging.getLogger(__name__)

__all__ = ["LogWriter", "PendingEvent"]

_GIBIBYTE = 1 << 30


class LogWriter:
    """Opens the folder's log and writes groups to it.

    failure: why nothing is written any more (`turn_off`).
    directory: made if missing. A log that is there already is recovered (see `recovery`) and goes on in the next file.
    previous_gtids: all GTIDs logged so far; the writer adds those of the log that is there already, keeps the object,
        and reads it at each rotation. None: a set of its own. unlogged: those of them that no file has, which none
        tells of; what comes with previous_gtids beyond the log that is there joins them.
    checksum: only for servers that know checksums. gtid_mode_on: whether a 5.6 begins files with Previous_gtids.
    sync_binlog: fsync after that many groups; 0 leaves them to the system, but files that are begun or ended and the
        index are safe, as a server's are; None: nothing is synced (a log whose files are synced when all is done).
    start_number: of the first file of a new log. ends: who is told where the log ends.
    keyring: with which an encrypted log that is there is read. encryption: of the files to come; None: plain.
    timestamp arguments are seconds since 1970 UTC and default to the clock of `chance`. On a server, what a statement
    causes (FLUSH BINARY LOGS, reaching max_binlog_size) carries the session's time, SET TIMESTAMP included.
    Raises LogFileError if the folder or its files cannot be used.
    """

    def __init__(
        self,
        directory: Path | str,
        basename: str = "binlog",
        *,
        profile: ServerProfile,
        server_id: int = 1,
        checksum: ChecksumAlgorithm = ChecksumAlgorithm.CRC32,
        gtid_mode_on: bool = True,
        max_binlog_size: int = _GIBIBYTE,
        sync_binlog: int | None = 1,
        chance: Chance | None = None,
        previous_gtids: GtidSet | None = None,
        unlogged: GtidSet | None = None,
        start_number: int = 1,
        timestamp: int | None = None,
        ends: LogEnds | None = None,
        keyring: Keyring | None = None,
        encryption: LogEncryption | None = None,
    ) -> None:
        self.encryption = encryption
        self.ends = ends if ends is not None else LogEnds()
        self.directory = Path(directory)
        self.profile = profile
        self.server_id = server_id
        self.checksum = checksum
        self.writes_gtids = profile.writes_gtids(gtid_mode_on=gtid_mode_on)  # whether groups begin with a GTID event
        self.max_binlog_size = max_binlog_size
        self.sync_binlog = sync_binlog
        self._chance = chance if chance is not None else Chance()
        self._unsynced = 0
        self.failure: LogFileError | None = None
        self._index = LogIndex(self.directory, basename, sync=self._syncs)
        try:
            disk.current().make_folder(self.directory)
            recovered = recover(self._index, keyring)
            number = max(self._index.highest_number() + 1, start_number)
        except OSError as error:
            raise LogFileError(f"cannot use the folder {self.directory}: {reason_of(error)}") from error
        self.previous_gtids = previous_gtids if previous_gtids is not None else GtidSet()
        self.unlogged = unlogged if unlogged is not None else GtidSet()
        if recovered is not None:
            self.unlogged.update(self.previous_gtids - recovered.executed)
            self.previous_gtids.update(recovered.executed)
        self._file = self._first_file(number, timestamp)
        self._announce()

    # --- where it stands -------------------------------------------------------------------------------------------

    @property
    def file_name(self) -> str:
        """Of the file being written, without folder."""
        return self._file.name

    @property
    def position(self) -> int:
        """Where the next event begins."""
        return self._file.position

    @property
    def needs_rotation(self) -> bool:
        """Whether the file has reached max_binlog_size. A server looks after each group, so a group is never split."""
        return self.position >= self.max_binlog_size

    @property
    def _syncs(self) -> bool:
        return self.sync_binlog is not None

    @property
    def event_checksum(self) -> ChecksumAlgorithm | None:
        """That of the file being written; None: the server knows none."""
        return self._file.checksum

    def files(self) -> list[Path]:
        """The files of the log in order."""
        return self._index.paths()

    # --- writing ---------------------------------------------------------------------------------------------------

    def append(self, events: Sequence[FileEvent], server_id: int | None = None) -> list[int]:
        """Writes one group, whole or not at all, and returns its events' positions. server_id: the log's by default.

        LogFileError if it cannot be written (disk full, past 4 GiB): the file then ends with the last whole group.
        """
        with ending.uninterrupted:
            positions = self._file.append(events, server_id)
            self._unsynced += 1
            if self.sync_binlog and self._unsynced >= self.sync_binlog:
                self._file.sync()
                self._unsynced = 0
        self._announce(is_group=True)
        return positions

    def sync(self) -> None:
        """What was written is safe against a power cut, where the log is to be so. LogFileError."""
        if self._syncs and self.failure is None and not self._file.closed:
            self._file.sync()
            self._unsynced = 0

    def rotate(self, timestamp: int | None = None, previous_gtids: GtidSet | None = None) -> None:
        """Ends the file with a Rotate event and goes on in the next one.

        timestamp: of the Rotate event and of the next file's first two (11_gtid: SET TIMESTAMP counts for all three).
        LogFileError if the next file cannot be made: the log then goes on in this one.
        """
        if self.failure is not None:
            return
        seconds = self._seconds(timestamp)
        if previous_gtids is not None:
            self.previous_gtids = previous_gtids
        old, names = self._file, self._index.read_again()
        before, name = old.position, file_name(self._index.basename, self._next_number())
        with ending.uninterrupted, self._index.changing([name]):
            new = self._new_file(name, seconds, create_timestamp=0)
            try:
                body = build_body(Rotate(position=FIRST_POSITION, name=name.encode()))
                old.append([PendingEvent(EventType.ROTATE, body, seconds)])
                # before the index names a next one: whoever opens the log looks at the last file only
                old.finish(sync=self._syncs)
                self._index.write([*names, name])
            except BaseException:
                new.close(in_use=True)
                if old.position != before:
                    old.reopen(before)
                raise
            self._file = new
            self._unsynced = 0
            old.close(in_use=True)  # it is finished already
        self._announce()

    def set_server_id(self, server_id: int) -> None:
        """SET GLOBAL server_id: of the file events to come; groups say their own."""
        self.server_id = self._file.server_id = server_id

    def set_checksum(self, checksum: ChecksumAlgorithm, timestamp: int | None = None) -> None:
        """SET GLOBAL binlog_checksum: a rotation; the old file keeps its algorithm to the end."""
        before, self.checksum = self.checksum, checksum
        try:
            self.rotate(timestamp)
        except LogFileError:
            self.checksum = before
            raise

    def set_encryption(self, encryption: LogEncryption | None, timestamp: int | None = None) -> None:
        """SET GLOBAL binlog_encryption: a rotation; the files that are there stay as they are."""
        before, self.encryption = self.encryption, encryption
        try:
            self.rotate(timestamp)
        except LogFileError:
            self.encryption = before
            raise

    def renew_master_key(self, timestamp: int | None = None) -> None:
        """ALTER INSTANCE ROTATE BINLOG MASTER KEY: a new key, a rotation, and the headers of all files by that key."""
        if self.encryption is None or self.failure is not None:
            return
        self.encryption.make_key()
        self.rotate(timestamp)
        try:
            for path in self.files()[:-1]:
                if is_encrypted(path):
                    self.encryption.renew(path)
        except OSError as error:
            raise LogFileError(f"cannot encrypt {path} by the new master key: {reason_of(error)}") from error
        self.encryption.keys.forget_before()

    def reset(self, previous_gtids: GtidSet | None = None, timestamp: int | None = None, number: int = 1) -> None:
        """RESET BINARY LOGS AND GTIDS: deletes all files and begins anew with this number.

        previous_gtids: the GTIDs that remain; by default the writer's own set, which the caller has emptied.
        """
        if self.failure is not None:
            return
        if previous_gtids is not None:
            self.previous_gtids = previous_gtids
        with ending.uninterrupted:
            self._file.close(in_use=True)  # it will be gone
            with self._index.changing(self._index.names):
                self._index.write([])
            self._unsynced = 0
            self.ends.begin_anew()
            # what could not be deleted before, or was put there, keeps its number
            self._file = self._first_file(max(number, self._next_number()), timestamp)
        self._announce()

    def purge(self, to: str) -> list[str]:
        """PURGE BINARY LOGS TO 'name': deletes the files before it and returns their names."""
        if self.failure is not None:
            return []
        with ending.uninterrupted:
            return purge(self._index, to)

    def close(self, timestamp: int | None = None) -> None:
        """A clean shutdown: Stop event, in-use flag cleared. Closing twice does nothing."""
        if not self._file.closed:
            with ending.uninterrupted:
                self._file.append([PendingEvent(EventType.STOP, build_body(Stop()), self._seconds(timestamp))])
                self._file.finish(sync=self._syncs)
                self._file.close()
            self._announce()

    def turn_off(self, failure: LogFileError) -> None:
        """`failure` has happened, and the server goes on without its log: from now on nothing is written.

        The file ends with its last whole group and keeps its in-use flag.
        """
        self.failure = failure
        self._file.close(in_use=True)

    def abort(self) -> None:
        """As if the process had died: no Stop event, the in-use flag stays set."""
        self._file.close(in_use=True)

    def __enter__(self) -> LogWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _announce(self, *, is_group: bool = False) -> None:
        self.ends.announce(self._file.name, self._file.position, is_group=is_group)

    # --- files -----------------------------------------------------------------------------------------------------

    def _seconds(self, timestamp: int | None) -> int:
        return self._chance.seconds() if timestamp is None else timestamp

    def _next_number(self) -> int:
        return self._index.highest_number() + 1

    def _new_file(self, name: str, timestamp: int, create_timestamp: int) -> LogFile:
        _logger.info("log file %s", name)
        head = FileHead(
            profile=self.profile,
            server_id=self.server_id,
            checksum=self.checksum if self.profile.checksums else None,
            timestamp=timestamp,
            create_timestamp=create_timestamp,
            previous_gtids=self.previous_gtids.to_previous_gtids(self.unlogged) if self.writes_gtids else None,
        )
        file = LogFile(self.directory / name, head, self.encryption)
        if self._syncs:
            try:
                file.sync()
            except LogFileError:
                file.close(in_use=True)
                raise
        return file

    def _first_file(self, number: int, timestamp: int | None) -> LogFile:
        """The first file after a start or reset: it alone states when it was made."""
        seconds = self._seconds(timestamp)
        name = file_name(self._index.basename, number)
        with ending.uninterrupted, self._index.changing([name]):
            file = self._new_file(name, seconds, create_timestamp=seconds)
            try:
                self._index.write([*self._index.names, name])
            except BaseException:
                file.close(in_use=True)
                raise
        return file
