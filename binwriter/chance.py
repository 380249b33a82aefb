"""Chance: the one object from which everything comes that a server does not decide by rule.

The clock, UUIDs, thread ids, XIDs, table ids and random seeds. The default is deterministic: the same input
gives the same bytes, always. `system_chance()` is the real world.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import field
from uuid import UUID, uuid1

from binwriter.formats.records import dataclass

Clock = Callable[[], int]

# 2025-01-01 00:00:00 UTC, where the deterministic clock begins.
DEFAULT_START = 1_735_689_600 * 1_000_000
# On a fresh server the first client is connection 8 (the ids before it belong to background threads).
FIRST_THREAD_ID = 8
# Seeds of RAND() stay below this number (MySQL's rand_struct.max_value).
_RAND_LIMIT = 0x3FFFFFFF
_LONGEST_SLEEP = 86400 * 365  # seconds; who sleeps for longer waits for something else


@dataclass(slots=True)
class StepClock:
    """A clock that goes on by `step` microseconds at every look, from `now` microseconds since 1970 UTC."""

    now: int = DEFAULT_START
    step: int = 1000

    def __call__(self) -> int:
        now = self.now
        self.now += self.step
        return now


def system_clock() -> int:
    """The computer's time in microseconds since 1970 UTC."""
    return time.time_ns() // 1000


@dataclass(slots=True)
class Chance:
    """Every source of chance of one server. Deterministic with its default clock: seed decides all else.

    clock: microseconds since 1970 UTC; each look may be later than the one before.
    server_uuid: by default made of the seed. The counters are the next number to be given out.
    """

    seed: int = 0
    clock: Clock = field(default_factory=StepClock)
    server_uuid: UUID | None = None
    thread_id: int = FIRST_THREAD_ID
    xid: int = 1
    table_id: int = 100
    uuid_source: Callable[[], UUID] | None = None
    _uuid_count: int = 0
    _rand_count: int = 0

    def __post_init__(self) -> None:
        if self.server_uuid is None:
            self.server_uuid = UUID(bytes=self._bytes("server"), version=1)

    @property
    def uuid(self) -> UUID:
        """@@server_uuid."""
        assert self.server_uuid is not None
        return self.server_uuid

    def seconds(self) -> int:
        """The clock in whole seconds, as event headers carry it."""
        return self.clock() // 1_000_000

    def pass_time(self, seconds: float) -> None:
        """Somebody sleeps: a clock of our own goes on at once, any other by itself."""
        if isinstance(self.clock, StepClock) and seconds < _LONGEST_SLEEP:
            self.clock.now += int(seconds * 1_000_000)

    def new_uuid(self) -> str:
        """A value for UUID(): a version 1 UUID in lower case."""
        if self.uuid_source is not None:
            return str(self.uuid_source())
        self._uuid_count += 1
        return str(UUID(bytes=self._bytes(f"uuid {self._uuid_count}"), version=1))

    def next_thread_id(self) -> int:
        """A connection's id."""
        number, self.thread_id = self.thread_id, self.thread_id + 1
        return number

    def next_xid(self) -> int:
        """The number in an Xid event."""
        number, self.xid = self.xid, self.xid + 1
        return number

    def next_table_id(self) -> int:
        """The number that a Table_map event gives a table; a table gets a new one when its definition changes."""
        number, self.table_id = self.table_id, self.table_id + 1
        return number

    def rand_seeds(self) -> tuple[int, int]:
        """The two seeds of a connection's RAND(), each below 0x3FFFFFFF."""
        self._rand_count += 1
        data = self._bytes(f"rand {self._rand_count}")
        return int.from_bytes(data[:8], "little") % _RAND_LIMIT, int.from_bytes(data[8:], "little") % _RAND_LIMIT

    def random_bytes(self, length: int, purpose: str) -> bytes:
        """Bytes for RANDOM_BYTES(), password salts and the like; purpose keeps different uses apart."""
        return hashlib.shake_128(f"{self.seed} {purpose}".encode()).digest(length)

    def _bytes(self, purpose: str) -> bytes:
        return self.random_bytes(16, purpose)


def system_chance() -> Chance:
    """The real world: the computer's clock and time-based UUIDs."""
    return Chance(seed=time.time_ns(), clock=system_clock, server_uuid=uuid1(), uuid_source=uuid1)
