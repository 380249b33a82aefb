"""Who reads the server's log over the network: what SHOW REPLICAS tells, and which files may not be purged now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from binwriter.formats.records import dataclass


@dataclass(frozen=True, slots=True)
class Replica:
    """As it has registered. uuid: @replica_uuid of its connection, "" if it did not say."""

    server_id: int
    host: str
    port: int
    uuid: str


@dataclass(frozen=True, slots=True)
class LogReader:
    """A dump that runs. file: the name of the one that it reads now. waits: for the log to grow."""

    file: Callable[[], str]
    waits: Callable[[], bool]

    @property
    def state(self) -> str:
        """As in SHOW PROCESSLIST."""
        return _WAITS if self.waits() else _SENDS


_WAITS = "Source has sent all binlog to replica; waiting for more updates"
_SENDS = "Sending to client"


@dataclass
class Replicas:
    """By thread id: those that have registered, and the dumps that run."""

    registered: dict[int, Replica] = field(default_factory=dict)
    readers: dict[int, LogReader] = field(default_factory=dict)

    def rows(self, source_id: int) -> list[tuple[int, str, int, int, str]]:
        """SHOW REPLICAS."""
        known = sorted(self.registered.copy().values(), key=lambda replica: replica.server_id)
        return [
            (known_replica.server_id, known_replica.host, known_replica.port, source_id, known_replica.uuid)
            for known_replica in known
        ]

    def readers_of(self, name: str) -> int:
        """How many dumps read that file."""
        return sum(reader.file() == name for reader in self.readers.copy().values())
