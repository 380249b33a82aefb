"""One client: its login, its session, its commands one after the other."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
import traceback
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from binwriter.errors import BinwriterError, CorruptLogError, EncodeError, MySQLError, UnsupportedError
from binwriter.formats.collations import Collation, default_collation
from binwriter.live.channel import Channel, ConnectionEnded
from binwriter.live.login import LoggedIn
from binwriter.live.registry import ANSWERS, STREAMS
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import bytes_of
from binwriter.server.session import Session
from binwriter.wire.answers import error_packet, ok_packet
from binwriter.wire.capabilities import Status
from binwriter.wire.errors import WireError

if TYPE_CHECKING:
    from binwriter.server.server import Server

_IN_SECONDS = "wait_timeout"
_AS_THEY_ARE = ("NULL", "None", "", "binary")
_UTF8 = ("utf8mb4", "utf8mb3", "utf8", *_AS_THEY_ARE)


class Connection:
    """A client that is logged in.

    For handlers: server, session, channel, login (capabilities, attributes), account, `thread_id`, `status()`, `ok()`.
    """

    def __init__(self, server: Server, channel: Channel, who: LoggedIn, session: Session, client: str) -> None:
        self.server, self.channel, self.session, self.client = server, channel, session, client
        self.login, self.account = who.login, who.account
        self.capabilities = who.login.capabilities
        self.thread_id = session.thread_id
        self.command = 0  # that runs; 0 where none does
        self.ends = False  # after the command that runs
        self.attributes: dict[str, Any] = {}  # of the statement that runs
        self.statements: dict[int, Any] = {}  # prepared ones, by number (`binwriter.live.prepared`)
        self.last_statement = 0

    # --- answers

    def status(self) -> int:
        """The status flags of the session."""
        session = self.session
        status = 0
        if session.variables.get("autocommit"):
            status |= Status.AUTOCOMMIT
        if session.in_active_transaction:
            status |= Status.IN_TRANSACTION
        return int(status)

    def ok(self, **told: Any) -> bytes:
        """An OK packet for the session as it is now."""
        return ok_packet(self.capabilities, self.status(), **told)

    # --- texts

    @property
    def results_collation(self) -> int:
        """What texts are sent in: the collation of character_set_results; 0 where they are sent as they are."""
        name = str(self.session.variables.get("character_set_results"))
        return 0 if name in _AS_THEY_ARE else default_collation(name).id

    def encoded(self, text: str) -> bytes:
        """A text in character_set_results."""
        if text.isascii():
            return text.encode()
        name = str(self.session.variables.get("character_set_results"))
        if name not in _UTF8:
            collation = default_collation(name)
            try:
                return collation.encode(text)
            except EncodeError:
                return b"".join(_character(one, collation) for one in text)
        return bytes_of(text)

    def decoded(self, data: bytes) -> str | bytes:
        """A text in character_set_client; bytes that are none as they are."""
        name = str(self.session.variables.get("character_set_client"))
        try:
            return data.decode() if name in _UTF8 else default_collation(name).decode(data)
        except (UnicodeDecodeError, CorruptLogError, EncodeError):
            return data

    # --- in the connection's own thread

    async def serve(self) -> None:
        """Answers commands until the client goes or is sent away."""
        loop, done = asyncio.get_running_loop(), asyncio.Event()

        def talk() -> None:
            try:
                self._talk()
            finally:
                loop.call_soon_threadsafe(done.set)

        threading.Thread(target=talk, name=f"connection {self.thread_id}", daemon=True).start()
        await done.wait()

    def _talk(self) -> None:
        try:
            while not self.ends and not self.session.closed:
                payload = self.channel.read_blocking(float(self.session.variables.get(_IN_SECONDS)))
                self._run(payload)
        except ConnectionEnded:
            pass
        except TimeoutError:
            self._say_last(mysql_error("ER_CLIENT_INTERACTION_TIMEOUT"))
        except WireError as error:
            self._say_last(error.answer)
        finally:
            self.session.close()

    def _say_last(self, error: MySQLError) -> None:
        with contextlib.suppress(ConnectionEnded):
            self.channel.send_blocking((error_packet(error),), timeout=1.0)

    def _run(self, payload: bytes) -> None:
        self.command = payload[0] if payload else -1
        stream = STREAMS.get(self.command)
        if stream is not None:
            asyncio.run_coroutine_threadsafe(self._stream(stream, payload), self.channel.loop).result()
            return
        handler = ANSWERS.get(self.command, _unknown)
        self._send(lambda: handler(self, payload))
        self.command = 0

    def _send(self, answer: Callable[[], Iterable[bytes]]) -> None:
        try:
            payloads = list(answer())
        except (ConnectionEnded, TimeoutError, WireError):
            raise
        except Exception as error:
            payloads = [error_packet(error_of(error))]
        if payloads:
            self.channel.send_blocking(payloads)

    async def _stream(self, stream: Callable[..., Any], payload: bytes) -> None:
        channel = self.channel
        try:
            async for piece in stream(self, payload):
                if isinstance(piece, list):
                    channel.write(*piece)
                else:
                    channel.write(piece)
                await channel.drain()
        except (ConnectionEnded, WireError):
            raise
        except Exception as error:
            channel.write(error_packet(error_of(error)))
            await channel.drain()


def _character(character: str, collation: Collation) -> bytes:
    try:
        return collation.encode(character)
    except EncodeError:
        return b"?"


def error_of(error: Exception) -> MySQLError:
    """What the client is told of an error; a defect of ours is shown on standard error too."""
    if isinstance(error, MySQLError):
        return error
    if isinstance(error, UnsupportedError):
        return mysql_error("ER_NOT_SUPPORTED_YET", error.what)
    told = MySQLError(*_UNKNOWN, f"{type(error).__name__}: {error}")
    if not isinstance(error, BinwriterError):
        traceback.print_exception(error, file=sys.stderr)
    return told


_UNKNOWN = (1105, "HY000", "ER_UNKNOWN_ERROR")


def _unknown(connection: Connection, payload: bytes) -> Iterable[bytes]:
    raise mysql_error("ER_UNKNOWN_COM_ERROR")
