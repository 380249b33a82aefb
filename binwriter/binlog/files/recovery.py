"""Opening a log that is there already: after a crash the last file is cut back to its last whole group.

Like mysqld, which looks at the last file only: a clear in-use flag says that it was closed in good order.
"""

from __future__ import annotations

from pathlib import Path

from binwriter import disk
from binwriter.binlog.files.encrypted import is_encrypted, open_to_change
from binwriter.binlog.files.file import set_in_use
from binwriter.binlog.files.index import LogIndex, is_file
from binwriter.binlog.files.keyring import Keyring
from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.binlog.files.selection import previous_gtids_of
from binwriter.errors import CorruptLogError, LogFileError, reason_of
from binwriter.formats.constants import BINLOG_MAGIC, EventType, HeaderFlag
from binwriter.formats.encryption import ENCRYPTION_HEADER_LENGTH
from binwriter.formats.events import FormatDescription, Gtid, Query, TaggedGtid
from binwriter.formats.records import dataclass
from binwriter.formats.servers import version_tuple
from binwriter.mysql.gtid.state import GtidSet, GtidValue

# Events that stand by themselves, outside of groups.
_ALONE = (EventType.FORMAT_DESCRIPTION, EventType.PREVIOUS_GTIDS, EventType.ROTATE, EventType.STOP)
_OPENERS = (EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED)
_CLOSERS = (EventType.XID, EventType.XA_PREPARE, EventType.TRANSACTION_PAYLOAD, EventType.INCIDENT)
_BEGIN = (b"BEGIN", b"XA START")
_END = (b"COMMIT", b"ROLLBACK")
_FIRST_WITH_PREVIOUS_GTIDS = (5, 7, 0)


@dataclass(frozen=True, slots=True)
class FileState:
    """What a scan of a file found.

    in_use: it was not closed in good order. end: position after the last whole group. size: of the file.
    executed: all GTIDs up to there, those of earlier files included.
    """

    in_use: bool
    end: int
    size: int
    executed: GtidSet


class GroupTracker:
    """Follows the groups of a file: after each event, `inside` says whether a group is open.

    A GTID event with a transaction_length (8.0 and later) says where its group ends; without one the group's own
    events do.
    """

    def __init__(self) -> None:
        self.inside = False
        self.gtid: GtidValue | None = None
        self._group_end: int | None = None
        self._in_transaction = False

    def add(self, event: LogEvent) -> None:
        if event.header.type in _ALONE:
            return
        if event.header.type in _OPENERS:
            self._open(event)
        elif self._group_end is not None:
            self.inside = event.end < self._group_end
        else:
            self.inside = self._goes_on(event)

    def _open(self, event: LogEvent) -> None:
        body = event.body
        if not isinstance(body, Gtid | TaggedGtid):  # a post-header that no layout of ours is made for
            raise CorruptLogError(f"{event.file}:{event.position}: a GTID event of an unknown layout")
        self.inside = True
        self.gtid = GtidValue(body.uuid, getattr(body, "tag", ""), body.gno) if body.gno else None
        self._group_end = event.position + body.transaction_length if body.transaction_length else None
        self._in_transaction = False

    def _goes_on(self, event: LogEvent) -> bool:
        """Whether a group without a stated length is open after this event."""
        if event.header.type in _CLOSERS:
            self._in_transaction = False
        elif event.header.type == EventType.QUERY:
            text = event.body.query if isinstance(event.body, Query) else b""
            if text.startswith(_BEGIN):
                self._in_transaction = True
            elif text in _END:
                self._in_transaction = False
        else:
            return True
        return self._in_transaction


def scan(path: Path, keyring: Keyring | None = None) -> FileState:
    """Reads the whole file. Raises CorruptLogError if its beginning is incomplete or it is damaged before its end."""
    tracker = GroupTracker()
    executed = GtidSet()
    end, in_use, complete_head = 0, False, False
    for event in read_events(path, stop_at_truncation=True, keyring=keyring):
        if event.header.type == EventType.FORMAT_DESCRIPTION:
            in_use = bool(event.header.flags & HeaderFlag.BINLOG_IN_USE)
            complete_head = not _begins_with_gtids(event)
        elif (previous := previous_gtids_of(event)) is not None:
            executed, complete_head = previous, True
        tracker.add(event)
        if not tracker.inside:
            end = event.end
            if tracker.gtid is not None:
                executed.add(tracker.gtid)
                tracker.gtid = None
    if not complete_head:
        reason = "the first two events are incomplete, nothing in it can be recovered"
        raise CorruptLogError(f"{path}:{len(BINLOG_MAGIC)}: {reason}")
    header = ENCRYPTION_HEADER_LENGTH if is_encrypted(path) else 0
    return FileState(in_use, end, path.stat().st_size - header, executed)


def _begins_with_gtids(description: LogEvent) -> bool:
    """Whether Previous_gtids is always there: not before 5.7 (5.6 has it with gtid_mode=ON only)."""
    body = description.body
    return not isinstance(body, FormatDescription) or version_tuple(body.server_version) >= _FIRST_WITH_PREVIOUS_GTIDS


def recover(index: LogIndex, keyring: Keyring | None = None) -> FileState | None:
    """Reads the index and sets the last file right if its in-use flag is set; None if the index is empty.

    Raises LogFileError, and changes nothing but what a purge or a rotation had left undone, if the first or the last
    file of the index is missing or the last one is damaged in a way that a crash does not explain.
    """
    index.settle()
    paths = index.paths()
    for path in {*paths[:1], *paths[-1:]}:  # no server looks at what lies between them as it starts
        if not is_file(path):
            raise LogFileError(f"the index {index.path} names {path.name}, but there is no such file")
    if not index.names:
        return None
    last = index.paths()[-1]
    try:
        state = scan(last, keyring)
    except CorruptLogError as error:
        raise LogFileError(f"the last binary log file cannot be recovered: {error}") from error
    if state.in_use:
        _set_right(last, state.end, keyring, sync=index.sync)
    elif state.end != state.size:
        raise LogFileError(
            f"{last}:{state.end}: closed in good order, but {state.size - state.end} bytes after the last whole group"
        )
    return state


def _set_right(path: Path, end: int, keyring: Keyring | None, *, sync: bool) -> None:
    current = disk.current()
    try:
        with open_to_change(path, keyring) as file:
            current.truncate(file, end)
            if sync:
                current.sync(file)  # the flag vouches for what stands there
            set_in_use(file, in_use=False)
            if sync:
                current.sync(file)
    except OSError as error:
        raise LogFileError(f"cannot recover {path}: {reason_of(error)}") from error
