"""What is known of a file while its events go by, and what is known of each event: the common ground of all checks."""

from __future__ import annotations

from dataclasses import field

from binwriter.binlog.files.reader import LogEvent
from binwriter.binlog.files.runs import Run
from binwriter.formats.constants import ChecksumAlgorithm, EventType, HeaderFlag
from binwriter.formats.declaration import Declared
from binwriter.formats.events import FormatDescription
from binwriter.formats.records import dataclass
from binwriter.formats.servers import is_mariadb, version_tuple
from binwriter.mysql.gtid.sets import GtidSet

# From here on every group of a MySQL server begins with a GTID or Anonymous_gtid event.
_ALWAYS_GTID = (5, 7, 6)


@dataclass(frozen=True, slots=True)
class Seen:
    """One event as it was found.

    body: None if it cannot be trusted (checksum) or parsed. intact: header and checksum are right.
    """

    event: LogEvent
    body: Declared | None
    intact: bool = True

    @property
    def position(self) -> int:
        """Where it (or the Transaction_payload that it is in) begins."""
        return self.event.position

    @property
    def type(self) -> int:
        """Its EventType."""
        return self.event.type

    @property
    def is_nested(self) -> bool:
        """Whether it is inside a Transaction_payload."""
        return self.event.payload is not None


@dataclass
class Group:
    """One group. start, end: bytes. gtid: the event that opened it, if one did. begun: BEGIN or XA START has come.

    events: of the file, those inside a Transaction_payload not counted.
    """

    start: int
    gtid: Declared | None = None
    begun: bool = False
    events: int = 0
    end: int = 0


@dataclass
class LogFacts:
    """One file.

    size: bytes, None if that is not known beforehand (standard input). description: the one in force.
    is_relay: a relay log; its events' end_log_pos are positions of another file. in_use: the flag of the first event.
    is_cut: the reading ended before the file did. has_damage: some event could not be read.
    previous: the file before this one, if it was given and its number is the one before. groups: complete ones.
    group: the one that is open; ended: the one that the latest event ended. previous_gtids: as the file states them;
    own_gtids: of its groups. unclear_tables: table ids whose Table_map
    contradicts itself.
    """

    file: str
    size: int | None = None
    description: FormatDescription | None = None
    is_relay: bool = False
    in_use: bool = False
    is_cut: bool = False
    has_damage: bool = False
    previous: LogFacts | None = field(default=None, repr=False)
    events: int = 0
    groups: int = 0
    position: int = 0
    last_type: int | None = None
    last_position: int = 0
    group: Group | None = None
    ended: Group | None = None
    previous_gtids: GtidSet | None = field(default=None, repr=False)
    unclear_tables: set[int] = field(default_factory=set, repr=False)
    own_gtids: GtidSet = field(default_factory=GtidSet, repr=False)
    _version: tuple[int, int, int] = field(default=(0, 0, 0), repr=False)

    def learn(self, seen: Seen) -> None:
        """Takes in an event before the checks see it."""
        header = seen.event.header
        self.has_damage = self.has_damage or not seen.intact
        if seen.is_nested:
            return
        if seen.type == EventType.FORMAT_DESCRIPTION:
            if self.description is None and self.events == 0:
                self.in_use = bool(header.flags & HeaderFlag.BINLOG_IN_USE)
                self.is_relay = bool(header.flags & HeaderFlag.RELAY_LOG)
            else:
                self.is_relay = True
            self.description = seen.event.context.format_description
            self._version = version_tuple(self.description.server_version) if self.description else (0, 0, 0)
        elif seen.event.context.format_description is not self.description:  # version 3 has no such event
            self.description = seen.event.context.format_description
        if seen.type == EventType.ROTATE and (header.log_pos == 0 or header.flags & HeaderFlag.ARTIFICIAL):
            self.is_relay = True
        self.events += 1
        self.last_type, self.last_position = seen.type, seen.position

    def skip(self, run: Run) -> None:
        """Takes in what a run has found."""
        self.events += run.events
        self.groups += run.groups
        self.last_type, self.last_position = run.last_type, run.last_position

    @property
    def binlog_version(self) -> int:
        """4; 3 for logs of MySQL 4.x; 0 before any description."""
        return self.description.binlog_version if self.description else 0

    @property
    def version(self) -> tuple[int, int, int]:
        """Of the server whose events these are; zeros if it is not known."""
        return self._version

    @property
    def server_version(self) -> str:
        """As the server called itself; empty before any description."""
        return self.description.server_version if self.description else ""

    @property
    def is_mariadb(self) -> bool:
        """Whether a MariaDB wrote these events."""
        return is_mariadb(self.server_version)

    @property
    def always_gtid(self) -> bool:
        """Whether this server puts a GTID or Anonymous_gtid event before every group."""
        return self._version >= _ALWAYS_GTID and not self.is_mariadb

    @property
    def checksum(self) -> ChecksumAlgorithm | None:
        """The algorithm in force."""
        return self.description.checksum if self.description else None


_FIRST_SETTLED = (5, 1, 23)
# In the version of the trees in which row-based replication was developed.
EARLY_TREES = "a_drop"


def is_early(log: LogFacts) -> bool:
    """Whether the writer is older than 5.1's releases.

    Then positions within transactions may be relative, and an Xid may end a statement that had no BEGIN.
    """
    return log.version < _FIRST_SETTLED or EARLY_TREES in log.server_version


def is_early_version(server_version: str) -> bool:
    """The same of a server that calls itself so."""
    return version_tuple(server_version) < _FIRST_SETTLED or EARLY_TREES in server_version
