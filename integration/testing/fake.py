"""A MySQL server for one test or many: binwriter's own, served in a thread of this process."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote
from uuid import uuid1

from binwriter.chance import Chance, system_chance, system_clock
from binwriter.formats.servers import NEWEST
from binwriter.integration.testing.binlogs import Binlog
from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server
from binwriter.server.session import Session

DEFAULT_PASSWORD = "binwriter"


class FakeMySQL:
    """A server that clients reach over TCP while the block runs, with an empty log and no database.

    options: of mysqld, as {"gtid_mode": "ON"}. version: of MySQL, such as "8.0"; None: the newest. init: SQL that runs
    before clients may come, and after each `reset`. port: 0 for one that is free. tls: offer it, with a certificate
    made for the occasion. deterministic: a clock that begins on 2025-01-01 and counts looks, and the same UUIDs:
    the same SQL, the same bytes. The password is not empty, because some clients take an empty one for none.
    """

    def __init__(
        self,
        options: Mapping[str, str] | None = None,
        *,
        version: str | None = None,
        init: Iterable[str] = (),
        user: str = "root",
        password: str = DEFAULT_PASSWORD,
        host: str = "127.0.0.1",
        port: int = 0,
        tls: bool = False,
        deterministic: bool = False,
    ) -> None:
        self.options, self.version, self.init = dict(options or {}), version or NEWEST.name, tuple(init)
        self.user, self.password, self.host, self.port = user, password, host, port
        self.users = {user: password}
        self._tls, self._deterministic = tls, deterministic
        self._uuid = uuid1()
        self._stack: ExitStack | None = None
        self._server: Server | None = None

    # --- its life

    def start(self) -> FakeMySQL:
        """Clients may come. OSError where the port is taken."""
        if self._stack is None:
            with ExitStack() as stack:
                self._begin(stack)
                self._stack = stack.pop_all()
        return self

    def stop(self) -> None:
        """All connections end, and the log's files go."""
        stack, self._stack, self._server = self._stack, None, None
        if stack is not None:
            stack.close()

    def reset(self) -> None:
        """As it was when it started: the same port, no connections, no databases and accounts, a new log."""
        self.stop()
        self.start()

    def __enter__(self) -> FakeMySQL:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _begin(self, stack: ExitStack) -> None:
        folder = Path(tempfile.mkdtemp(prefix="binwriter-fake-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        server = stack.enter_context(Server(folder / "log", self.options, chance=self._chance(), profile=self.version))
        self._server = server
        self._run(server, self.init)
        context = None
        if self._tls:
            from binwriter.live.tls import own_context

            context = own_context(folder / "tls")
        serving = stack.enter_context(Serving(server, Settings(self.host, self.port, users=self.users, tls=context)))
        # it keeps the port that it got, so that clients find it after a reset
        self.port = serving.port

    def _chance(self) -> Chance:
        if self._deterministic:
            return Chance()
        chance = system_chance()
        return Chance(chance.seed, system_clock, self._uuid, uuid_source=chance.uuid_source)

    # --- for clients

    @property
    def url(self) -> str:
        """mysql://user:password@host:port/, as `binwriter replay` and many tools take it."""
        return self.url_of()

    def url_of(self, database: str = "", dialect: str = "mysql") -> str:
        """The same with a database, and in SQLAlchemy's form with a driver (`mysql+pymysql`)."""
        account = f"{quote(self.user, safe='')}:{quote(self.password, safe='')}"
        return f"{dialect}://{account}@{self.host}:{self.port}/{quote(database, safe='')}"

    @property
    def connection_parameters(self) -> dict[str, Any]:
        """host, port, user and password, as PyMySQL, mysql-connector and python-mysql-replication take them."""
        return {"host": self.host, "port": self.port, "user": self.user, "password": self.password}

    # --- for the test itself

    @property
    def server(self) -> Server:
        """What is served. RuntimeError before `start`."""
        if self._server is None:
            raise RuntimeError("the server is not started")
        return self._server

    def execute(self, *statements: str) -> tuple[tuple[Any, ...], ...]:
        """Runs statements in a session of their own, without a connection; the rows of the last one.

        Raises MySQLError for one that fails, as a client would see it.
        """
        return self._run(self.server, statements)

    @staticmethod
    def _run(server: Server, statements: Iterable[str]) -> tuple[tuple[Any, ...], ...]:
        rows: tuple[tuple[Any, ...], ...] = ()
        session = server.connect()
        try:
            for statement in statements:
                rows = session.execute(statement).rows
        finally:
            session.close()
        return rows

    @contextmanager
    def session(self, database: str | None = None) -> Iterator[Session]:
        """A session of the test's own: `execute`, `run`, rows without SQL. What is open is rolled back at the end."""
        session = self.server.connect(database=database)
        try:
            yield session
        finally:
            session.close()

    @property
    def log(self) -> Binlog:
        """What has been logged by now."""
        return Binlog(tuple(self.server.log_files()))

    @property
    def position(self) -> tuple[str, int]:
        """File and position of the log's end: where a consumer that starts now begins."""
        return self.server.position()
