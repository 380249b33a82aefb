"""One client: its login, its session, its commands one after the other."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from binwriter.errors import (
    BinwriterError,
    ClosedError,
    CorruptLogError,
    EncodeError,
    LogStoppedError,
    MySQLError,
    UnsupportedError,
)
from binwriter.formats.collations import collation_by_id, default_collation
from binwriter.live.accounts import Account, client_name
from binwriter.live.channel import Channel, ConnectionEnded
from binwriter.live.login import Check, LoggedIn
from binwriter.live.registry import ANSWERS, STREAMS
from binwriter.live.texts import ClientTexts, attribute_text
from binwriter.live.tls import KeyPair
from binwriter.live.tracking import Tracker
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.sql_mode import STRICT_MODES
from binwriter.mysql.variables.settings import Settings
from binwriter.server.connected import ABORTED_CLIENTS
from binwriter.server.guards.kills import check_online
from binwriter.server.session import Session
from binwriter.sql.programs.nesting import DeepCalls
from binwriter.statement.result import StatementResult
from binwriter.wire.answers import error_packet, ok_packet
from binwriter.wire.authentication import CACHING_SHA2
from binwriter.wire.capabilities import Capability, Status
from binwriter.wire.errors import OutOfOrderError, WireError
from binwriter.wire.packets import Packets
from binwriter.wire.results import Payloads

if TYPE_CHECKING:
    from binwriter.server.server import Server

_MOST_WAITING = 1 << 18  # bytes of an answer that are sent together
_FILE_REQUEST = b"\xfb"


class Authority(Protocol):
    """What a connection asks of who serves it (`binwriter.live.serving.Serving`)."""

    keys: Mapping[str, KeyPair]
    began: float

    def find(self, user: str, client: str, address: str) -> Account | None: ...


def _use(session: Session, database: str) -> None:
    """MySQLError for one that is not there, or not for this account."""
    if session.rights is not None and session.rights.must_change:  # no statement runs, but this is none
        session.begin_in(database)
        return
    session.client.begins("Connect")
    used = session.run(f"USE {quoted(database)}")
    if used.error is not None:
        raise used.error
    session.client.begins("Sleep")


class Connection:
    """A client that is logged in.

    For handlers: server, session, channel, login (capabilities, attributes), account, `thread_id`, `status()`, `ok()`,
    `run()`. capabilities: what the client and the server have agreed on.
    """

    def __init__(
        self, server: Server, channel: Channel, who: LoggedIn, thread_id: int, client: str, host: Authority
    ) -> None:
        self.server, self.channel, self.client, self.host = server, channel, client, host
        self.login, self.account = who.login, who.account
        self.capabilities = who.login.capabilities
        self.thread_id = thread_id
        self.collation = who.login.collation
        self.began = time.monotonic()
        self.command = 0  # that runs; 0 where none does
        self.ends = False  # after the command that runs
        self.said_goodbye = False
        self.attributes_of_client = who.login.attributes
        self.statements: dict[int, Any] = {}  # prepared ones, by number (`binwriter.live.prepared`)
        self.forms: dict[int, Any] = {}  # of results, by the id of their description (`binwriter.live.queries`)
        self.thread = 0  # that runs its commands
        self._behind_answer: list[Callable[[], None]] = []
        self._waiting: list[bytes] = []  # payloads of the answer that were not sent yet
        self._status_of: tuple[Settings | None, int] = (None, 0)  # what settings alone say in `status`
        self.tracker: Tracker | None = None
        self.session = self._connected(who.login.user, who.login.database)

    # --- the session

    def _connected(self, user: str, database: str | None) -> Session:
        """MySQLError for a database that is not there."""
        named = self.account.named if self.account is not None else None
        host = client_name(self.client)
        session = self.server.connect(user, None, self.thread_id, host=host, account=named)
        session.gave_password = self.account is not None and bool(self.account.entry.stored)
        session.shows_as_utf8 = False
        session.client.host = self.client
        session.client.attributes = self.attributes_of_client
        session.client.behind_answer = self._behind_answer
        session.client.sends_plain = not self.login.capabilities & Capability.SSL
        session.client.tls = self.channel.tls.described if self.channel.tls is not None else None
        if self.channel.compression is not None:
            session.client.compression = self.channel.compression.described
        session.client.may_skip_metadata = bool(self.capabilities & Capability.OPTIONAL_RESULTSET_METADATA)
        session.client.takes_several = bool(self.capabilities & Capability.MULTI_RESULTS)
        session.when_closed = self._session_closed
        session.owner.has_client = self.channel.is_there
        with contextlib.suppress(CorruptLogError, EncodeError, KeyError):  # one that this server does not know
            collation = collation_by_id(self.collation)
            # who names what the server's clients have by default gets what was set for them (as a 9.7.4)
            ours = default_collation(str(session.variables.get_global("character_set_client")))
            if collation.name != ours.name:
                session.variables.set_names(collation.charset, collation.name)
        if self.capabilities & Capability.IGNORE_SPACE:  # as a 9.7.4, until the session sets another mode
            session.variables.set("sql_mode", f"{session.variables.get('sql_mode')},IGNORE_SPACE")
            session.variables.touched.discard("sql_mode")
        try:
            check_online(session)
            if database is not None:
                _use(session, database)
        except MySQLError:
            session.when_closed = None
            session.close()
            raise
        self.texts = ClientTexts(session)
        if self.capabilities & Capability.SESSION_TRACK:
            behind_rows = bool(self.capabilities & Capability.DEPRECATE_EOF)
            self.tracker = Tracker(session, tells_behind_rows=behind_rows)
        return session

    def _session_closed(self) -> None:
        """KILL, from another connection or from a program: who waits for this client is woken."""
        if threading.get_ident() != self.thread:
            self.channel.shut()

    def new_session(self, user: str, database: str | None, collation: int | None = None) -> None:
        """The session ends, and another one begins on the same connection."""
        self.session.when_closed = None
        self.session.close()
        self.statements.clear()
        self.collation = collation or self.collation
        number = self.session.statement_number
        self.session = self._connected(user, database)
        self.session.statement_number = number

    def run(self, sql: str) -> StatementResult:
        """A statement of the client's; LOAD DATA LOCAL asks the client for its file."""
        files: dict[str, bytes] = {}
        self.session.client.files = files
        self.session.client.sends_files = bool(self.capabilities & Capability.LOCAL_FILES)
        if self.session.client.sends_files:
            name = self.session.local_file(sql)
            if name is not None:
                files[name] = self._file_of_client(name)
        result = self.session.run(sql)
        if result.diagnostics and (tell := self.server.connected.unsafe) is not None:
            tell(result, sql, self.thread_id)
        return result

    def _file_of_client(self, name: str) -> bytes:
        """It comes in packets, of which the last one is empty."""
        self._waiting.append(_FILE_REQUEST + self.texts.encoded(name))
        self.flush()
        timeout = float(self.session.variables.get("net_read_timeout"))
        pieces = []
        while piece := self.channel.read_blocking(timeout, begins=False):
            pieces.append(piece)
        return b"".join(pieces)

    def sent_beside(self, attributes: Mapping[str, Any]) -> None:
        """The attributes of the statement that comes, as texts."""
        client = self.session.client
        if attributes or client.query_attributes:
            texts: dict[str, str | None] = {}
            for name, value in attributes.items():
                texts.setdefault(name.lower(), attribute_text(value))
            client.query_attributes = texts

    @property
    def uptime(self) -> int:
        """Of the server, in seconds."""
        return int(time.monotonic() - self.host.began)

    async def authenticate(self, user: str, plugin: str, answer: bytes) -> Account:
        """Asks the client for another user's password (COM_CHANGE_USER)."""
        account = self.host.find(user, self.client, self.channel.address)
        changes = bool(self.capabilities & Capability.CAN_HANDLE_EXPIRED_PASSWORDS)
        check = Check(self.channel, self.host.keys, client_name(self.client), self.server.catalog.accounts, changes)
        method = account.entry.plugin if account is not None else CACHING_SHA2
        await check.judge(account, user, method, *await check.asked(method))
        assert account is not None
        return account

    # --- answers

    def status(self) -> int:
        """The status flags of the session."""
        session = self.session
        settings = session.variables.settings
        if settings is not self._status_of[0]:
            status = Status.AUTOCOMMIT if settings.autocommit else 0
            if "NO_BACKSLASH_ESCAPES" in settings.sql_mode:
                status |= Status.NO_BACKSLASH_ESCAPES
            self._status_of = settings, int(status)
        status = self._status_of[1]
        if (session.explicit_transaction or not settings.autocommit) and session.in_active_transaction:
            status |= Status.IN_TRANSACTION
            if session.variables.read_only():
                status |= Status.IN_READ_ONLY_TRANSACTION
        return int(status)

    def slow(self) -> int:
        """The flag of a statement that has run for long_query_time, which is told behind it: in an OK packet, or
        behind its rows, not behind their columns (asked of a 9.7.4: tests/golden/wire/slow_statements.json)."""
        is_slow = self.session.client.is_slow(self.session.variables.settings.long_query_time)
        return Status.WAS_SLOW if is_slow else 0

    @property
    def skips_metadata(self) -> bool:
        """Whether results go without the definitions of their columns."""
        asked = self.capabilities & Capability.OPTIONAL_RESULTSET_METADATA
        return bool(asked) and self.session.variables.get("resultset_metadata") == "NONE"

    def ok(self, *, more: bool = False, flags: int = 0, **told: Any) -> bytes:
        """An OK packet for the session as it is now. more: another answer follows; flags: what its statement set."""
        status = self.status() | self.slow() | flags | (Status.MORE_RESULTS if more else 0)
        tracked = self.tracker.changes() if self.tracker is not None else b""
        return ok_packet(status, tracked=tracked, **told)

    @property
    def is_silent(self) -> bool:
        """Whether nothing is to be said of the session behind rows."""
        return self.tracker is None or not self.tracker.tells_behind_rows or self.tracker.is_silent

    def behind_rows(self) -> bytes:
        """What is said there (session state changes)."""
        return b"" if self.tracker is None or self.is_silent else self.tracker.behind_rows()

    def behind_program_rows(self) -> bytes:
        """The same, behind the next result of a program."""
        return self.tracker.behind_program_rows() if self.tracker is not None else b""

    @property
    def is_strict(self) -> bool:
        """Whether the session's sql_mode refuses values that do not fit."""
        return not STRICT_MODES.isdisjoint(self.session.variables.settings.sql_mode)

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
        self.thread = threading.get_ident()
        timeout = "interactive_timeout" if self.capabilities & Capability.INTERACTIVE else "wait_timeout"
        self.session.variables.assign("wait_timeout", int(self.session.variables.get(timeout)))
        try:
            while not self.ends and not self.session.closed:
                payload = self.channel.read_blocking(float(self.session.variables.get("wait_timeout")))
                self._run(payload)
                self.session.client.begins("Sleep")
        except ConnectionEnded:
            pass
        except TimeoutError:
            self._say_last(mysql_error("ER_CLIENT_INTERACTION_TIMEOUT"))
        except OutOfOrderError as error:
            self.said_goodbye = True  # it counts as if (captured: tests/binwriter/live/test_aborted.py)
            self._say_last(error.answer)
        except WireError as error:
            self._say_last(error.answer)
        finally:
            self.session.close()
            self.server.gtids.assigned_by.pop(self.thread, None)  # the next thread may have the same number
            if not self.said_goodbye:
                self.server.connected.has_aborted(ABORTED_CLIENTS)

    def _say_last(self, error: MySQLError) -> None:
        with contextlib.suppress(ConnectionEnded):
            self.channel.send_blocking((error_packet(error),), timeout=1.0)

    def _run(self, payload: bytes) -> None:
        self.command = command = payload[0] if payload else -1
        handler = ANSWERS.get(command)
        if handler is None:
            stream = STREAMS.get(command)
            if stream is not None:
                asyncio.run_coroutine_threadsafe(self._stream(stream, payload), self.channel.loop).result()
                return
            handler = _unknown
        try:
            with DeepCalls():  # what is deep is described behind its statement
                self._answer(handler, payload)
        finally:
            while self._behind_answer:
                self._behind_answer.pop()()
        self.command = 0

    def _answer(self, handler: Callable[..., Any], payload: bytes) -> None:
        pieces: Iterable[Payloads]
        try:
            made = handler(self, payload)
            if isinstance(made, Packets):
                self.server.ends.wait()
                self.channel.send_packets(made.data, made.sequence)
                return
            pieces = made
        except (ConnectionEnded, TimeoutError, WireError):
            raise
        except Exception as error:
            pieces = (self._refused(error),)
        self._send(pieces)

    def _refused(self, error: Exception) -> bytes:
        told = error_of(error)
        return error_packet(told, text=self.texts.encoded(told.message))

    def _send(self, made: Iterable[Payloads]) -> None:
        """Sends the answer to a command as it is made."""
        waiting, size = self._waiting, 0
        try:
            for payload in made:
                if isinstance(payload, list):
                    waiting += payload
                    size += sum(map(len, payload))
                else:
                    waiting.append(payload)
                    size += len(payload)
                if size > _MOST_WAITING:
                    self.flush()
                    size = 0
        except (ConnectionEnded, TimeoutError, WireError):
            raise
        except Exception as error:
            waiting.append(self._refused(error))
        self.flush()

    def flush(self) -> None:
        """Sends what of the answer is there; not before replicas have what they must have of a commit."""
        self.server.ends.wait()
        if self._waiting:
            self.channel.send_blocking(self._waiting)
            self._waiting.clear()

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


def error_of(error: Exception) -> MySQLError:
    """What the client is told of an error; a defect of ours is shown on standard error too."""
    if isinstance(error, MySQLError):
        return error
    if isinstance(error, UnsupportedError):
        return mysql_error("ER_NOT_SUPPORTED_YET", error.what)
    if isinstance(error, LogStoppedError) and isinstance(error.told, MySQLError):
        return error.told
    if isinstance(error, ClosedError):
        return mysql_error("ER_SERVER_SHUTDOWN")  # as a server answers whom KILL or its own end has taken away
    told = MySQLError(*_UNKNOWN, f"{type(error).__name__}: {error}")
    if not isinstance(error, BinwriterError):
        traceback.print_exception(error, limit=-_MOST_FRAMES_TOLD, file=sys.stderr)
    return told


_MOST_FRAMES_TOLD = 40  # the innermost
_UNKNOWN = (1105, "HY000", "ER_UNKNOWN_ERROR")


def _unknown(connection: Connection, payload: bytes) -> Iterable[bytes]:
    raise mysql_error("ER_UNKNOWN_COM_ERROR")
