"""What SHOW PROCESSLIST says of a client."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import field

from binwriter.formats.records import dataclass

_TIMED = ("Query", "Execute")  # the commands whose statements may be slow


@dataclass(slots=True)
class ClientState:
    """host: where the client is, with its port. command: of the protocol, "Sleep" between commands; info: the statement
    that runs; since: when the command began, in seconds of time.monotonic(). files: of LOAD DATA LOCAL, by name; None
    where no client can be asked for them; sends_files: whether it would. attributes: what it said of itself as it
    connected; query_attributes: what it sent beside the statement that runs.
    tls: its connection's version, cipher, and the ciphers that it might have had; None without TLS.
    compression: whether its packets are compressed, how and at which level.
    takes_several: whether it can read more than one result of a statement.
    may_skip_metadata: whether it can read results without their columns' definitions. sends_plain: it is
    connected without TLS. behind_answer: what is done as soon as the client has its answer; None where no client
    waits for one."""

    host: str = "localhost"
    command: str = "Sleep"
    info: str | None = None
    since: float = field(default_factory=time.monotonic)
    files: dict[str, bytes] | None = None
    sends_files: bool = True
    attributes: Mapping[str, str] = field(default_factory=dict)
    query_attributes: Mapping[str, str | None] = field(default_factory=dict)
    may_skip_metadata: bool = False
    takes_several: bool = True
    tls: tuple[str, str, str] | None = None
    compression: tuple[str, str, str] = ("OFF", "", "0")
    sends_plain: bool = False
    behind_answer: list[Callable[[], None]] | None = None

    def does_behind_answer(self, what: Callable[[], None]) -> None:
        """A client that asks for the end of its server is told that it comes, before it comes."""
        if self.behind_answer is None:
            what()
        else:
            self.behind_answer.append(what)

    def begins(self, command: str, info: str | None = None) -> None:
        self.command, self.info, self.since = command, info, time.monotonic()

    def goes_on(self, info: str) -> None:
        """With the next one of the statements that one command has."""
        self.info, self.since = info, time.monotonic()

    @property
    def took(self) -> float:
        """How long, exactly."""
        return time.monotonic() - self.since

    def is_slow(self, limit: float) -> bool:
        """Whether a statement of its own has run that long, in seconds."""
        return self.command in _TIMED and self.took >= limit

    @property
    def seconds(self) -> int:
        """How long it has been at it."""
        return int(time.monotonic() - self.since)
