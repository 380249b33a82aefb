"""Who reads the server's log over the network: what SHOW REPLICAS tells, and which files may not be purged now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Replica:
    """As it has registered. uuid: @replica_uuid of its connection, "" if it did not say."""

    server_id: int
    host: str
    port: int
    uuid: str


@dataclass
class Replicas:
    """By thread id: those that have registered, and the name of the file that each dump reads now."""

    registered: dict[int, Replica] = field(default_factory=dict)
    readers: dict[int, Callable[[], str]] = field(default_factory=dict)

    def rows(self, source_id: int) -> list[tuple[int, str, int, int, str]]:
        """SHOW REPLICAS."""
        known = sorted(self.registered.copy().values(), key=lambda replica: replica.server_id)
        return [(one.server_id, one.host, one.port, source_id, one.uuid) for one in known]

    def readers_of(self, name: str) -> int:
        """How many dumps read that file."""
        return sum(reader() == name for reader in self.readers.copy().values())
