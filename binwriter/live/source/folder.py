"""A folder of anybody's binary logs as a log that is served: files that grow, and new ones, are followed.

The order is that of the files' numbers; an index, which may name files of another machine, is not needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from uuid import UUID

from binwriter.binlog.files.ends import LogEnd, LogEnds
from binwriter.binlog.files.reader import LogEvent, nested_events, read_events
from binwriter.binlog.files.selection import gtid_of, previous_gtids_of
from binwriter.errors import CorruptLogError, LogFileError, reason_of
from binwriter.formats.constants import BINLOG_MAGIC, ChecksumAlgorithm, EventType, MetadataFieldType
from binwriter.formats.events import FormatDescription, TableMap
from binwriter.formats.header import CHECKSUM_LENGTH
from binwriter.formats.patterns import pattern
from binwriter.live.source.gtid_events import gtids_between
from binwriter.mysql.gtid.state import GtidSet

_NAME = pattern(r"(?P<base>.+)\.(?P<number>[0-9]{6,})")
# so many files, the last ones, and events of each are asked what kind of log it is
_FILES_LOOKED_AT, _LOOKED_AT = 20, 2000
_GTIDS = (EventType.GTID, EventType.GTID_TAGGED)


@dataclass(frozen=True, slots=True)
class LogTraits:
    """What the log says of the server that wrote it; clients trust variables more than the log, so these must fit.

    version: as its format descriptions have it. checksum: of the last file. gtid_mode: ON if groups have GTIDs.
    row_metadata: FULL or MINIMAL. server_uuid: of the first GTID that the server itself gave; None if there is none.
    """

    version: str
    server_id: int
    checksum: ChecksumAlgorithm
    gtid_mode: str
    row_metadata: str
    server_uuid: UUID | None


class FolderLog:
    """The log of a folder. LogFileError if there is none in it, or several, or if it cannot be read.

    basename: which of several. server_uuid, gtid_mode: what the server says that serves it.
    """

    is_strict = False

    def __init__(self, directory: Path | str, basename: str | None = None) -> None:
        self.directory = Path(directory)
        self.basename = basename if basename is not None else self._only_basename()
        self.ends = LogEnds()
        self._names: list[str] = []
        self._folder_time = -1
        self._counted = LogEnd("", 0)  # up to where `_executed` goes
        self._executed = GtidSet()
        self.refresh()
        if not self._names:
            raise LogFileError(f"no binary log {self.basename}.NNNNNN in {self.directory}")
        self.server_id = self.traits.server_id
        self.server_uuid = str(self.traits.server_uuid or "")
        self.gtid_mode = self.traits.gtid_mode

    def _only_basename(self) -> str:
        bases = sorted({match["base"] for match in map(_NAME.fullmatch, _listed(self.directory)) if match})
        if len(bases) != 1:
            what = f"several binary logs ({', '.join(bases)})" if bases else "no binary log"
            raise LogFileError(f"{what} in {self.directory}")
        return bases[0]

    def refresh(self) -> None:
        """Looks whether the log has grown, and tells who follows it. Costs two looks at the file system."""
        try:
            changed = self.directory.stat().st_mtime_ns
            if changed != self._folder_time or not self._names:
                self._folder_time = changed
                self._names = self._listed_names()
            if not self._names:
                return
            last = self._names[-1]
            end = LogEnd(last, (self.directory / last).stat().st_size)
        except OSError as error:
            raise LogFileError(f"cannot read {self.directory}: {reason_of(error)}") from error
        if end != self.ends.current:
            self.ends.announce(*end)

    def _listed_names(self) -> list[str]:
        numbered = []
        for name in _listed(self.directory):
            match = _NAME.fullmatch(name)
            # a file that was just made may have no byte yet
            if match and match["base"] == self.basename and (self.directory / name).stat().st_size >= len(BINLOG_MAGIC):
                numbered.append((int(match["number"]), name))
        return [name for _, name in sorted(numbered)]

    def names(self) -> list[str]:
        return self._names

    def path(self, name: str) -> Path:
        return self.directory / name

    def end(self) -> LogEnd:
        return self.ends.current

    def purged(self) -> GtidSet:
        return previous_gtids_of_file(self.path(self._names[0])) or GtidSet()

    def executed(self) -> GtidSet:
        """It is counted on from where it was counted before."""
        end = self.end()
        if self._counted.name != end.name:
            self._executed = previous_gtids_of_file(self.path(end.name)) or GtidSet()
            self._counted = LogEnd(end.name, len(BINLOG_MAGIC))
        if self._counted.position < end.position:
            path = self.path(end.name)
            for gtid, reached in gtids_between(path, self._counted.position, end.position, footer_of_file(path)):
                if gtid is not None:
                    self._executed.add(gtid)
                self._counted = LogEnd(end.name, reached)
        return self._executed.copy()

    @cached_property
    def traits(self) -> LogTraits:
        """CorruptLogError if the last file cannot be read."""
        description: FormatDescription | None = None
        mode, metadata, uuid, server_id = "", "", None, 0
        for name in self._names[: -_FILES_LOOKED_AT - 1 : -1]:
            for event in islice(_tolerant(self.path(name)), _LOOKED_AT):
                body = event.body if event.type in (EventType.FORMAT_DESCRIPTION, EventType.PREVIOUS_GTIDS) else None
                if isinstance(body, FormatDescription) and description is None:
                    description, server_id = body, event.header.server_id
                previous = previous_gtids_of(event)
                if not mode:
                    anonymous = event.type == EventType.ANONYMOUS_GTID
                    mode = "OFF" if anonymous else "ON" if previous or event.type in _GTIDS else ""
                if uuid is None and event.type in _GTIDS and event.header.server_id == server_id:
                    gtid = gtid_of(event)
                    uuid = gtid.uuid if gtid is not None else None
                metadata = metadata or _metadata_of(event)
                if mode and metadata and (uuid is not None or mode == "OFF"):
                    break
            if mode and metadata and (uuid is not None or mode == "OFF"):
                break
        if description is None:
            raise CorruptLogError(f"{self.directory}: its files have no format description")
        checksum = description.checksum or ChecksumAlgorithm.NONE
        return LogTraits(
            description.server_version, server_id, checksum, mode or "OFF", metadata or "MINIMAL", uuid
        )  # fmt: skip


def _listed(directory: Path) -> list[str]:
    try:
        return [path.name for path in directory.iterdir()]
    except OSError as error:
        raise LogFileError(f"cannot read {directory}: {reason_of(error)}") from error


def _tolerant(path: Path) -> Iterator[LogEvent]:
    """The events as far as they can be read."""
    try:
        yield from read_events(path, verify=False, stop_at_truncation=True)
    except CorruptLogError:
        return


def _metadata_of(event: LogEvent) -> str:
    """Whether a Table_map names its columns; "" for other events."""
    for inner in (event, *nested_events(event)):
        body = inner.body if inner.type == EventType.TABLE_MAP else None
        if isinstance(body, TableMap):
            named = any(item.type == MetadataFieldType.COLUMN_NAME for item in body.optional_metadata)
            return "FULL" if named else "MINIMAL"
    return ""


def footer_of_file(path: Path) -> int:
    """Bytes of the checksums of its events. LogFileError, CorruptLogError."""
    first = next(read_events(path, verify=False), None)
    description = first.body if first is not None else None
    has = isinstance(description, FormatDescription) and description.checksum
    return CHECKSUM_LENGTH if has else 0


def previous_gtids_of_file(path: Path) -> GtidSet | None:
    """What was executed before the file began; None if it does not say. LogFileError, CorruptLogError."""
    for event in islice(read_events(path, verify=False, stop_at_truncation=True), 3):
        stated = previous_gtids_of(event)
        if stated is not None:
            return stated
    return None
