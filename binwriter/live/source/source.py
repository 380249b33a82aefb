"""The source side of a served Server: its log, the dumps that run, and who waits for the log to grow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from binwriter.live.source.log import LiveLog, ServedLog
from binwriter.live.source.semi_sync import SemiSync
from binwriter.server.replicas import LogReader

if TYPE_CHECKING:
    from binwriter.server.server import Server

_READERS = 4  # threads that look for a dump's beginning


@dataclass(eq=False)
class RunningDump:
    """One client that is being sent the log. replaced: a replica of the same name has come. waits: for the log."""

    thread_id: int
    server_id: int
    uuid: str
    woken: asyncio.Event
    replaced: bool = False
    waits: bool = False

    def is_same_replica(self, other: RunningDump) -> bool:
        """As a server tells: by UUID, or where neither says one, by server id; 0 is nobody's."""
        if self.uuid or other.uuid:
            return self.uuid == other.uuid
        return self.server_id == other.server_id != 0


class Source:
    """One for each served Server: `Source.of`."""

    def __init__(self, server: Server, log: ServedLog | None = None) -> None:
        self.server = server
        self.log: ServedLog = log if log is not None else LiveLog(server)
        self.semi_sync = SemiSync(server)
        self.dumps: dict[int, RunningDump] = {}
        self._threads: ThreadPoolExecutor | None = None
        self._sleepers: set[asyncio.Event] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._awake = True
        self.log.ends.follow(self._grown)
        self.semi_sync.start()

    @classmethod
    def of(cls, server: Server) -> Source:
        """The server's."""
        if server.source is None:
            server.source = cls(server)
        known: Source = server.source
        return known

    @classmethod
    def serve(cls, server: Server, log: ServedLog) -> None:
        """Dumps of that server are of this log, which is not its own."""
        server.source = cls(server, log)

    @property
    def threads(self) -> ThreadPoolExecutor:
        """In the loop: in which the beginnings of dumps are looked for, from the first dump on."""
        if self._threads is None:
            self._threads = ThreadPoolExecutor(_READERS, thread_name_prefix="dump")
        return self._threads

    def end(self) -> None:
        """In the loop, when the server is served no longer; it may be served again."""
        threads, self._threads = self._threads, None
        if threads is not None:
            threads.shutdown(wait=False)

    # --- waiting for the log

    def _grown(self) -> None:
        """In the thread that writes the log. All who sleep are woken at once, and only if somebody does."""
        loop = self._loop
        if loop is None or self._awake:
            return
        self._awake = True
        try:
            loop.call_soon_threadsafe(self.wake_all)
        except RuntimeError:  # the loop has ended
            self._loop = None

    def wake_all(self) -> None:
        """In the loop."""
        self._awake = True
        sleepers, self._sleepers = self._sleepers, set()
        for sleeper in sleepers:
            sleeper.set()

    def sleeps(self, woken: asyncio.Event) -> None:
        """In the loop: `woken` is set when the log grows from now on. Look at the log once more before you wait."""
        self._loop = asyncio.get_running_loop()
        self._sleepers.add(woken)
        self._awake = False

    # --- dumps

    @contextmanager
    def running(self, dump: RunningDump, reader: LogReader) -> Iterator[None]:
        """While the block runs, the dump is known: to a newer one of the same replica, to PURGE and SHOW."""
        for other in self.dumps.values():
            if other.is_same_replica(dump):
                other.replaced = True
                other.woken.set()
        self.dumps[dump.thread_id] = dump
        self.server.replicas.readers[dump.thread_id] = reader
        self.server.when_disconnected[dump.thread_id] = self._waker(dump)
        try:
            yield
        finally:
            del self.dumps[dump.thread_id]
            self._sleepers.discard(dump.woken)
            self.server.replicas.readers.pop(dump.thread_id, None)
            self.server.when_disconnected.pop(dump.thread_id, None)

    @staticmethod
    def _waker(dump: RunningDump) -> Callable[[], None]:
        loop = asyncio.get_running_loop()

        def wake() -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(dump.woken.set)

        return wake
