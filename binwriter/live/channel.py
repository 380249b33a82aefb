"""The bytes of one connection: read and written by the event loop, or by the thread that runs its SQL.

A thread that waits for the next command reads the socket itself, which saves two changes of threads a statement; only
one of both reads at a time, out of one buffer, and through one TLS.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import socket
import ssl
from collections.abc import Callable, Iterable
from typing import Any

from binwriter.live.tls import Encryption
from binwriter.wire.compression import Compression
from binwriter.wire.errors import OutOfOrderError, WireError
from binwriter.wire.packets import PacketReader, framed_all

_BUFFER = 1 << 16
# before the login no packet is larger, and a client cannot make us keep more
LIMIT_BEFORE_LOGIN = 1 << 14
_WRITE_TIMEOUT = 60.0
_IS_POSIX = os.name == "posix"  # where sockets are files


def _written_at_once(own: socket.socket, data: bytes) -> int:
    """How much of it the system has taken without a wait. A socket with a timeout asks before it writes: nearly always
    there is room, and that is one call of the system a statement. OSError."""
    if not _IS_POSIX:
        return 0
    try:
        return os.write(own.fileno(), data)
    except BlockingIOError:
        return 0


class ConnectionEnded(Exception):  # noqa: N818  it is no error
    """The client has gone."""


class Channel(asyncio.BufferedProtocol):
    """The packets of a connection. sequence numbers go on by themselves; `begin` starts anew."""

    def __init__(self, accept: Any) -> None:
        self._accept = accept
        self.loop = asyncio.get_running_loop()
        self.reader = PacketReader(LIMIT_BEFORE_LOGIN)
        self.transport: asyncio.Transport = None  # type: ignore[assignment]
        self.tls: Encryption | None = None
        self.ended = asyncio.Event()  # the client has gone, or was sent away
        self._exact = True  # no byte is read behind the packet that is waited for: TLS may begin there
        self._buffer = memoryview(bytearray(_BUFFER))
        self._waiter: asyncio.Future[None] | None = None
        self._drained: asyncio.Future[None] | None = None
        self._full = False
        self._socket: socket.socket | None = None
        self._timeout: float | None = None  # the socket's, in seconds
        self.compression: Compression | None = None
        self._wrong: WireError | None = None  # what the client has sent
        # in how many seconds a client must have taken something of what it is sent
        self.write_timeout: Callable[[], float] = lambda: _WRITE_TIMEOUT

    # --- called by the loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        first = self.transport is None
        self.transport = transport
        if first:
            transport.pause_reading()
            self._accept(self)

    @property
    def address(self) -> str:
        """Of the client; none where it came in by a socket of the machine."""
        peer = self.transport.get_extra_info("peername")
        return str(peer[0]) if isinstance(peer, tuple) and peer else ""

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._buffer[: min(self.reader.missing, _BUFFER) or 1] if self._is_exact else self._buffer

    @property
    def _is_exact(self) -> bool:
        return self._exact and self.tls is None

    def buffer_updated(self, nbytes: int) -> None:
        try:
            self._feed(self._buffer[:nbytes])
        except WireError as error:
            self._wrong = error
        except ssl.SSLError:
            self._end()
        if self.tls is not None and (said := self.tls.waiting()):
            self.transport.write(said)
        if not self._is_exact or not self.reader.missing:
            self.transport.pause_reading()
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _feed(self, data: bytes | memoryview) -> None:
        """WireError; ssl.SSLError for what is no TLS, and for its end."""
        if self.tls is not None:
            data = self.tls.unpacked(data)
        self.reader.feed(data if self.compression is None else self.compression.unpacked(data))

    def eof_received(self) -> bool:
        self._end()
        return False

    def connection_lost(self, error: Exception | None) -> None:
        self._end()

    def _end(self) -> None:
        self.ended.set()
        for waiter in (self._waiter, self._drained):
            if waiter is not None and not waiter.done():
                waiter.set_result(None)

    def pause_writing(self) -> None:
        self._full = True

    def resume_writing(self) -> None:
        self._full = False
        if self._drained is not None and not self._drained.done():
            self._drained.set_result(None)

    # --- for coroutines

    async def read(self) -> bytes:
        """The next payload. ConnectionEnded; WireError for a packet that is none."""
        while True:
            payload = self.reader.next()
            if payload is not None:
                return payload
            await self._more()

    async def _more(self) -> None:
        """Waits until something has come. ConnectionEnded; WireError for what is wrong."""
        if self._wrong is not None:
            raise self._wrong
        if self.ended.is_set():
            raise ConnectionEnded
        self._waiter = self.loop.create_future()
        self.transport.resume_reading()
        await self._waiter

    def write(self, *payloads: bytes) -> None:
        """Sends these, in the loop's own time."""
        data, self.reader.sequence = framed_all(payloads, self.reader.sequence)
        self.write_framed(data)

    def write_framed(self, data: bytes) -> None:
        """Sends whole packets that carry their sequence numbers already."""
        try:
            self.transport.write(self._packed(data))
        except ssl.SSLError:
            self._end()

    def _packed(self, data: bytes) -> bytes:
        """Packets as they are sent."""
        if self.compression is not None:
            data = self.compression.packed(data)
        return data if self.tls is None else self.tls.packed(data)

    async def listen(self) -> bytes:
        """The next payload of a client that is being sent something meanwhile; each begins anew. As `read`."""
        self.reader.sequence = 0
        return await self.read()

    def stop_listening(self, sequence: int) -> None:
        """Back to commands and answers: the answer goes on with that sequence number."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.pause_reading()
        self.reader.sequence = sequence

    async def drain(self) -> None:
        """Waits until the client has taken enough of what it was sent. ConnectionEnded, for one, too, that takes
        nothing for as long as `write_timeout`."""
        while self._full and not self.ended.is_set():
            self._drained = self.loop.create_future()
            left = self.transport.get_write_buffer_size()
            await asyncio.wait((self._drained,), timeout=self.write_timeout())
            if not self._drained.done() and self.transport.get_write_buffer_size() >= left:
                self.transport.abort()
                self._end()
        if self.ended.is_set():
            raise ConnectionEnded

    async def start_tls(self, context: ssl.SSLContext) -> None:
        """Goes on through TLS. ConnectionEnded for a client that does not."""
        self.tls = Encryption(context)
        while not self.tls.is_established:
            await self._more()

    def logged_in(self, limit: int) -> None:
        """From now on packets are as large as max_allowed_packet, and the thread of the SQL may read."""
        self.reader.limit = limit
        self._exact = False
        own = self.transport.get_extra_info("socket")
        self._socket = socket.socket(fileno=os.dup(own.fileno()))
        self._wait_at_most(self._socket, _WRITE_TIMEOUT)

    # --- for the thread that runs the SQL

    def read_blocking(self, timeout: float, *, begins: bool = True) -> bytes:
        """The next payload. TimeoutError after so many seconds; else as `read`. begins: it is a command."""
        if begins:
            self.reader.sequence = 0
            if self.compression is not None:
                self.reader.feed(self.compression.begins())
        own = self._socket
        if own is None:
            raise ConnectionEnded
        reader = self.reader
        payload = reader.next()
        if payload is None:
            self._wait_at_most(own, timeout)
        while payload is None:
            try:
                data = own.recv(_BUFFER)
                if not data:
                    raise ConnectionEnded
                payload = reader.whole(data) if self.compression is None and self.tls is None else None
                if payload is None:
                    self._feed(data)
                    payload = reader.next()
                    if payload is None and self.compression is not None and self.compression.waits:
                        raise OutOfOrderError  # this command has no end
            except TimeoutError:
                raise
            except OSError:
                raise ConnectionEnded from None
        return payload

    def is_there(self) -> bool:
        """Whether the client has not closed its side; what it has sent by then counts as a sign of it."""
        own = self._socket
        if own is None or self.ended.is_set():
            return False
        if not _IS_POSIX:
            return True
        try:
            asked = select.poll()
            asked.register(own, select.POLLIN)
            return not asked.poll(0) or own.recv(1, socket.MSG_PEEK) != b""
        except OSError:
            return False

    def _wait_at_most(self, own: socket.socket, timeout: float) -> None:
        if self._timeout != timeout:
            own.settimeout(timeout)
            self._timeout = timeout

    def send_blocking(self, payloads: Iterable[bytes], timeout: float | None = None) -> None:
        """Sends these, and waits until the system has them. ConnectionEnded, for a client, too, that takes nothing of
        them for `timeout` seconds (by default `write_timeout`)."""
        self.send_packets(*framed_all(payloads, self.reader.sequence), timeout)

    def send_packets(self, data: bytes, sequence: int, timeout: float | None = None) -> None:
        """The same of whole packets. sequence: of the next one."""
        self.reader.sequence = sequence
        own = self._socket
        if own is None:
            raise ConnectionEnded
        try:
            if self.tls is not None or self.compression is not None:
                data = self._packed(data)
            sent = _written_at_once(own, data)
            if sent < len(data):
                self._wait_at_most(own, self.write_timeout() if timeout is None else timeout)
                rest = memoryview(data)
                while sent < len(data):
                    sent += own.send(rest[sent:])
        except OSError:
            raise ConnectionEnded from None

    # --- the end, from any thread

    def shut(self) -> None:
        """The connection ends; who reads or writes it in whichever thread is woken."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self.loop.call_soon_threadsafe(self._shut_in_loop)

    def _shut_in_loop(self) -> None:
        if self.transport is not None:
            self.transport.close()
        self._end()

    def close(self) -> None:
        """In the loop: what was written is sent yet."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        if self.transport is not None:
            if self.tls is not None and not self.ended.is_set():
                self.transport.write(self.tls.ending())
            self.transport.close()
        self._end()
