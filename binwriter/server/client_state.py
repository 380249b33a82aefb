"""What SHOW PROCESSLIST says of a client."""

from __future__ import annotations

import time
from dataclasses import field

from binwriter.formats.records import dataclass


@dataclass(slots=True)
class ClientState:
    """host: where the client is, with its port. command: of the protocol, "Sleep" between commands; info: the statement
    that runs; since: when the command began, in seconds of time.monotonic(). files: of LOAD DATA LOCAL, by name; None
    where no client can be asked for them."""

    host: str = "localhost"
    command: str = "Sleep"
    info: str | None = None
    since: float = field(default_factory=time.monotonic)
    files: dict[str, bytes] | None = None

    def begins(self, command: str, info: str | None = None) -> None:
        self.command, self.info, self.since = command, info, time.monotonic()

    @property
    def seconds(self) -> int:
        """How long it has been at it."""
        return int(time.monotonic() - self.since)
