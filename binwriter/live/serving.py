"""A served Server: who listens, and who is connected. `Serving` runs it in a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from binwriter.errors import BinwriterError, MySQLError
from binwriter.formats.records import dataclass
from binwriter.live.accounts import Account, account_of, client_name, keep_given
from binwriter.live.channel import Channel, ConnectionEnded
from binwriter.live.connection import Connection
from binwriter.live.login import Host, log_in
from binwriter.live.modules import MODULES
from binwriter.live.source.source import Source
from binwriter.live.tls import KeyPair
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.connected import ABORTED_CONNECTS, TOO_MANY
from binwriter.wire.answers import error_packet
from binwriter.wire.compression import agreed
from binwriter.wire.errors import WireError

if TYPE_CHECKING:
    from binwriter.server.server import Server

assert MODULES  # they register with `answers` and `streams`

_logger = logging.getLogger(__name__)
_BACKLOG = 151
_WITH_KEYS = ("caching_sha2_password", "sha256_password")
_LOCAL = "localhost"
_LOOPBACK = ("127.0.0.1", "::1")
# a client that has gone, or did not say enough in time
_GONE = (ConnectionEnded, ConnectionError, TimeoutError, ssl.SSLError)
_STOP_SECONDS = 2.0
_EVENTS_EVERY = 0.5  # seconds
_WAITING_ROOMS = 8  # threads in which sessions begin and are ended: that may have to wait for their turn


@dataclass(frozen=True)
class Settings:
    """Where a server listens, and whom it lets in.

    port: 0 for one that is free. socket_path: of a Unix socket; None for none. users: passwords by user name, beside
    the accounts that SQL makes. tls: None where none is offered; plain_from_anywhere: clients of other machines may
    come without it.
    """

    host: str = "127.0.0.1"
    port: int = 0
    socket_path: Path | None = None
    users: dict[str, str] = field(default_factory=lambda: {"root": ""}, repr=False)
    tls: ssl.SSLContext | None = None
    plain_from_anywhere: bool = False


class Serving:
    """A Server that clients reach, as a context manager: it is there in the block, in a thread of its own.

    Attributes: host, port, socket_path, user, password; `address` for messages. The Server stays the caller's: it is
    not shut down with the block.
    """

    def __init__(self, server: Server, settings: Settings | None = None) -> None:
        self.server = server
        self.settings = settings if settings is not None else Settings()
        self.host, self.port = self.settings.host, self.settings.port
        self.socket_path = self.settings.socket_path
        self.user, self.password = next(iter(self.settings.users.items()), ("", ""))
        self.connections: dict[int, Connection] = {}  # by thread id
        self.keys: Mapping[str, KeyPair] = _keys(server)
        self.began = time.monotonic()
        self._tasks: set[asyncio.Task[None]] = set()
        self._channels: set[Channel] = set()
        self._threads = ThreadPoolExecutor(_WAITING_ROOMS, thread_name_prefix="session")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped: asyncio.Event | None = None
        self._thread: threading.Thread | None = None

    # --- the thread

    def start(self) -> Serving:
        """Listens from now on. OSError where it cannot."""
        self.server.locks.turns.sleeps = True
        Source.of(self.server)
        keep_given(self.server.catalog, self.settings.users)
        ready = threading.Event()
        failed: list[BaseException] = []

        def run() -> None:
            try:
                asyncio.run(self._main(ready))
            except BaseException as error:
                failed.append(error)
            finally:
                ready.set()

        self._thread = threading.Thread(target=run, name="binwriter serve", daemon=True)
        self._thread.start()
        ready.wait()
        if failed:
            self._thread.join()
            raise failed[0]
        return self

    def stop(self) -> None:
        """All connections end; who listens does no more."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        assert self._loop is not None
        assert self._stopped is not None
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._stopped.set)
        thread.join()

    def __enter__(self) -> Serving:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    # --- in the loop

    async def _main(self, ready: threading.Event) -> None:
        self._loop, self._stopped = asyncio.get_running_loop(), asyncio.Event()
        listeners = [
            await self._loop.create_server(
                lambda: Channel(self._accept), self.host, self.port, backlog=_BACKLOG, reuse_address=True
            )
        ]
        self.port = listeners[0].sockets[0].getsockname()[1]
        if self.socket_path is not None:
            listeners.append(
                await self._loop.create_unix_server(lambda: Channel(self._accept), self.socket_path, backlog=_BACKLOG)
            )
        ready.set()
        events = asyncio.create_task(self._run_events())
        await self._stopped.wait()
        events.cancel()
        for listener in listeners:
            listener.close()
        await self._end_all()
        if self.socket_path is not None:
            self.socket_path.unlink(missing_ok=True)

    async def _run_events(self) -> None:
        """CREATE EVENT: what is due is run, as often as a second allows."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(_EVENTS_EVERY)
            if self.server.has_events:
                try:
                    await loop.run_in_executor(self._threads, self.server.run_events)
                except BinwriterError as error:  # the log cannot be written: who commits next is told
                    _logger.warning("events: %s", error)

    async def _end_all(self) -> None:
        Source.of(self.server).semi_sync.stop()
        loop = asyncio.get_running_loop()
        kills = [loop.run_in_executor(self._threads, self.server.kill_query, number) for number in self.connections]
        if kills:
            await asyncio.wait(kills, timeout=_STOP_SECONDS)
        for channel in list(self._channels):
            channel.shut()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_STOP_SECONDS)
        for task in list(self._tasks):
            task.cancel()
        self._threads.shutdown(wait=False)
        Source.of(self.server).end()

    def _accept(self, channel: Channel) -> None:
        task = asyncio.get_running_loop().create_task(self._client(channel))
        self._tasks.add(task)
        self._channels.add(channel)
        task.add_done_callback(self._tasks.discard)

    async def _client(self, channel: Channel) -> None:
        try:
            with contextlib.suppress(*_GONE):
                await self._talk(channel)
        finally:
            self._channels.discard(channel)
            channel.close()

    async def _talk(self, channel: Channel) -> None:
        variables = self.server.variables
        timeout = float(variables.get("connect_timeout"))
        is_full = len(self._channels) - 1 > int(variables.get("max_connections"))
        try:
            if is_full:
                raise mysql_error("ER_CON_COUNT_ERROR")
            thread_id = self.server.chance.next_thread_id()
            client = self._client_host(channel)
            requires_tls = client_name(client) != _LOCAL and not self.settings.plain_from_anywhere
            requires_tls |= bool(variables.get("require_secure_transport")) and not _is_unix(channel)
            host = Host(str(variables.get("version")), self.settings.tls, requires_tls, timeout, self.keys)
            known = self.server.catalog.accounts
            find = functools.partial(self.find, client=client, address=channel.address)
            login = log_in(channel, host, thread_id, client_name(client), find, known)
            who = await asyncio.wait_for(login, timeout)
            begin = functools.partial(Connection, self.server, channel, who, thread_id, client, self)
            connection = await asyncio.get_running_loop().run_in_executor(self._threads, begin)
        except (MySQLError, WireError, *_GONE) as error:
            self.server.connected.has_aborted(TOO_MANY if is_full else ABORTED_CONNECTS)
            if isinstance(error, MySQLError):
                channel.write(error_packet(error, named=channel.reader.sequence > 1))
            elif isinstance(error, WireError):
                channel.write(error_packet(error.answer))
            return
        self.connections[connection.thread_id] = connection
        try:
            channel.logged_in(connection.session.variables.settings.max_allowed_packet)
            channel.write_timeout = lambda: float(connection.session.variables.get("net_write_timeout"))
            channel.write(connection.ok())
            channel.compression = agreed(connection.capabilities, who.login.level)
            if channel.compression is not None:
                connection.session.client.compression = channel.compression.described
            await connection.serve()
        finally:
            del self.connections[connection.thread_id]

    def _client_host(self, channel: Channel) -> str:
        """Where the client is, with its port, as SHOW PROCESSLIST has it."""
        address = channel.address
        if not address:
            return _LOCAL
        port = channel.transport.get_extra_info("peername")[1]
        return f"{_LOCAL if address in _LOOPBACK else address}:{port}"

    def find(self, user: str, client: str, address: str) -> Account | None:
        """The account of a client of that name: its host's name or its address may be the account's host."""
        return account_of(self.server.catalog, self.settings.users, user, client_name(client), address)


def _keys(server: Server) -> Mapping[str, KeyPair]:
    """The key of each method that asks for one: that of a file named by its whole path, or one of its own."""
    paths = {name: Path(str(server.variables.get(f"{name}_private_key_path"))) for name in _WITH_KEYS}
    return {name: KeyPair(path if path.is_absolute() else None) for name, path in paths.items()}


def _is_unix(channel: Channel) -> bool:
    return bool(channel.transport.get_extra_info("socket").family == socket.AF_UNIX)
