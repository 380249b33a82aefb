"""A real MySQL server for tests: one in a container (testcontainers), or one that is given by URL.

The image is made by `docker/build.sh`. Environment:
BINWRITER_MYSQL_URL      mysql://user:password@host:port of a server to use instead of a container, where a server
                         needs no options of its own. It must be one to play with: its databases are dropped and its
                         binary log is reset
BINWRITER_TEST_IMAGE     another image tag
BINWRITER_REQUIRE_MYSQL  1: a missing server is an error, not a reason to skip
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from typing import Any
from urllib.parse import unquote, urlsplit

import pymysql

from binwriter.formats.records import dataclass
from binwriter.integration.binlog_dump import dump_file
from binwriter.integration.machines import (
    DATA_DIRECTORY,
    CommandResult,
    Container,
    Machine,
    Remote,
    ServerUnavailableError,
)
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS

__all__ = ["DEFAULT_OPTIONS", "MySQLServer", "ServerUnavailableError", "running_server", "unavailable_reason"]

IMAGE = os.environ.get("BINWRITER_TEST_IMAGE", "binwriter-mysql:9.7")
_DEFAULT_PORT = 3306
_START_TIMEOUT = 60.0

# What the captures of this project were made with (oracle: "Scenario notation", server).
DEFAULT_OPTIONS = tuple(f"--{option}" for option in DEFAULT_SERVER_OPTIONS)

SYSTEM_DATABASES = frozenset(("mysql", "sys", "information_schema", "performance_schema"))
_SYSTEM_USERS = frozenset(("root", "mysql.sys", "mysql.session", "mysql.infoschema"))
_TABLESPACES = "SELECT name FROM information_schema.innodb_tablespaces WHERE space_type = 'General' AND name <> 'mysql'"
_FOLDER_IS_NOT_EMPTY = 1010  # ER_DB_DROP_RMDIR
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
# A server lets these go from one value to the next one only (error 1788).
_GTID_MODES = ("OFF", "OFF_PERMISSIVE", "ON_PERMISSIVE", "ON")


@dataclass
class MySQLServer:
    """A running server. options: those that its mysqld was started with, empty if it was given by URL."""

    machine: Machine
    user: str = "root"
    password: str = field(default="", repr=False)
    options: tuple[str, ...] = ()
    _globals: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def is_ours(self) -> bool:
        """Whether it runs in a container that nobody else uses."""
        return isinstance(self.machine, Container)

    @property
    def host(self) -> str:
        return self.machine.address()[0]

    @property
    def port(self) -> int:
        """It changes when the server is restarted."""
        return self.machine.address()[1]

    # --- SQL ---

    def connect(self, database: str | None = None, **options: Any) -> pymysql.connections.Connection[Any]:
        """A PyMySQL connection; autocommit is left as the server has it."""
        host, port = self.machine.address()
        given = {"charset": "utf8mb4", "autocommit": None, "user": self.user, "password": self.password, **options}
        return pymysql.connect(host=host, port=port, database=database, **given)

    def execute(self, *statements: str) -> list[tuple[Any, ...]]:
        """Runs statements on a connection of its own; the rows of the last one."""
        with self.connect() as connection, connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
            return list(cursor.fetchall())

    def reset(self) -> None:
        """The server as it was when it started: no databases and users but its own, its global variables, an empty log.

        A prepared XA transaction is rolled back, and in a container all connections are closed.
        """
        with self.connect() as connection, connection.cursor() as cursor:
            if self.is_ours:
                cursor.execute(_OTHER_CONNECTIONS)
                for (thread,) in list(cursor.fetchall()):
                    self._kill(cursor, int(thread))
            cursor.execute("XA RECOVER CONVERT XID")
            for format_id, gtrid, _, data in list(cursor.fetchall()):
                name = data.removeprefix("0x")
                cursor.execute(f"XA ROLLBACK x'{name[: 2 * gtrid]}', x'{name[2 * gtrid :]}', {format_id}")
            cursor.execute("SHOW DATABASES")
            for (database,) in list(cursor.fetchall()):
                if database not in SYSTEM_DATABASES:
                    self._drop(cursor, database)
            cursor.execute(_TABLESPACES)
            for (tablespace,) in list(cursor.fetchall()):
                cursor.execute(f"DROP TABLESPACE `{tablespace}`")
            cursor.execute("SELECT user, host FROM mysql.user")
            for user, host in list(cursor.fetchall()):
                if self.is_ours and user not in _SYSTEM_USERS:
                    cursor.execute("DROP USER %s@%s", (user, host))
            for name, value in self._read_globals(cursor).items() if self._globals else ():
                if (before := self._globals.get(name, value)) != value:
                    for step in _steps(name, value, before):
                        cursor.execute(f"SET GLOBAL {name} = {step if _NUMBER.fullmatch(step) else repr(step)}")
            cursor.execute("RESET BINARY LOGS AND GTIDS")

    def _drop(self, cursor: Any, database: str) -> None:
        """Drops a database, with the files that SELECT .. INTO OUTFILE left in its folder."""
        drop = f"DROP DATABASE `{database.replace('`', '``')}`"
        try:
            cursor.execute(drop)
        except pymysql.err.OperationalError as error:
            if error.args[0] != _FOLDER_IS_NOT_EMPTY or not self.is_ours:
                raise
            self.run(["sh", "-c", 'rm -f "$0"/*', f"{DATA_DIRECTORY}/{database}"])
            cursor.execute(drop)

    @staticmethod
    def _kill(cursor: Any, thread: int) -> None:
        try:
            cursor.execute(f"KILL {thread}")
        except pymysql.err.OperationalError as error:
            if error.args[0] != pymysql.constants.ER.NO_SUCH_THREAD:
                raise

    @staticmethod
    def _read_globals(cursor: Any) -> dict[str, str]:
        """All global variables but those that hold the state of the log."""
        cursor.execute(
            "SELECT variable_name, variable_value FROM performance_schema.global_variables"
            " WHERE variable_name NOT IN ('gtid_executed', 'gtid_purged')"
        )
        return dict(cursor.fetchall())

    # --- its life ---

    def wait_until_ready(self) -> None:
        """Waits until the server answers. ServerUnavailableError with its log's end if it does not."""
        deadline = time.monotonic() + _START_TIMEOUT
        while True:
            try:
                with self.connect() as connection, connection.cursor() as cursor:
                    self._globals = self._globals or self._read_globals(cursor)
                return
            except (pymysql.err.OperationalError, OSError, ServerUnavailableError) as error:
                if time.monotonic() > deadline:
                    message = f"the server does not answer: {error}\n{self.machine.log()}"
                    raise ServerUnavailableError(message) from error
                time.sleep(0.1)

    def restart(self, options: Sequence[str] | None = None) -> None:
        """Shuts down cleanly, unless it is down already, and starts again; options: in place of those it had."""
        if options is not None:
            self.options = tuple(options)
            self._globals = {}
        self.machine.stop()
        self.machine.start(self.options)
        self.wait_until_ready()

    def shutdown(self) -> None:
        """Shuts down cleanly; `restart` starts it again."""
        self.machine.stop()

    def kill(self) -> None:
        """Ends the process as a crash does; `restart` starts it again."""
        self.machine.kill()

    # --- its programs and files ---

    def run(
        self, command: Sequence[str] | str, *, files: Mapping[str, bytes] | None = None, shell: bool = False
    ) -> CommandResult:
        """Runs a command beside the server, in a fresh folder that holds these files; with shell, a line for bash."""
        if shell:
            command = ["bash", "-c", command if isinstance(command, str) else " ".join(command)]
        return self.machine.run([command] if isinstance(command, str) else command, files or {})

    def client_options(self) -> list[str]:
        """How a client program that `run` starts reaches the server."""
        host, port = self.machine.client_address()
        options = [f"--user={self.user}", f"--host={host}", f"--port={port}", "--protocol=TCP"]
        return [*options, f"--password={self.password}"] if self.password else options

    def mysqlbinlog(self, arguments: Sequence[str], files: Mapping[str, bytes]) -> CommandResult:
        """`mysqlbinlog ARGUMENTS FILES` with these files."""
        return self.run(["mysqlbinlog", *arguments, *files], files=files)

    def fetch_file(self, path: str) -> bytes:
        """A file's bytes; a relative path is one in the data directory."""
        return self.machine.fetch_file(path)

    def put_file(self, path: str, data: bytes) -> None:
        """Writes a file in the data directory (for LOAD DATA). A database with such a file in it cannot be dropped."""
        self.machine.put_file(path, data)

    def remove_file(self, path: str) -> None:
        """Removes a file that `put_file` wrote."""
        self.machine.remove_file(path)

    def fetch_binlogs(self) -> dict[str, bytes]:
        """The binary log files by name, in order, as they are on disk.

        From a server given by URL they come over the replication protocol: the last one then has no in-use flag.
        """
        names = [str(row[0]) for row in self.execute("SHOW BINARY LOGS")]
        return {name: self._fetch_binlog(name) for name in names}

    def _fetch_binlog(self, name: str) -> bytes:
        if self.is_ours:
            return self.machine.fetch_file(name)
        with self.connect() as connection:
            return dump_file(connection, name)


_OTHER_CONNECTIONS = (
    "SELECT processlist_id FROM performance_schema.threads"
    " WHERE name = 'thread/sql/one_connection' AND processlist_id <> CONNECTION_ID()"
)


def _steps(name: str, value: str, wanted: str) -> tuple[str, ...]:
    """The values that a global variable has to take one after the other to get from one to another."""
    if name != "gtid_mode":
        return (wanted,)
    start, end = _GTID_MODES.index(value), _GTID_MODES.index(wanted)
    return _GTID_MODES[start + 1 : end + 1] if start < end else _GTID_MODES[end:start][::-1]


def unavailable_reason() -> str | None:
    """Why no real server can be had here; None if one can."""
    return None if os.environ.get("BINWRITER_MYSQL_URL") else _no_container_reason()


def _no_container_reason() -> str | None:
    try:
        from docker.errors import DockerException, ImageNotFound

        from docker import DockerClient  # type: ignore[attr-defined]  # mypy takes the folder docker/ for it
    except ImportError:
        return "the Python packages for Docker are not installed (extra: test)"
    try:
        client = DockerClient.from_env()
        client.images.get(IMAGE)
    except ImageNotFound:
        return f"the image {IMAGE} is not built (docker/build.sh makes it)"
    except DockerException as error:
        return f"no Docker engine answers ({type(error).__name__}), and BINWRITER_MYSQL_URL is not set"
    return None


def server_by_url(url: str) -> MySQLServer:
    """The server of mysql://user:password@host:port. ServerUnavailableError if the text is not such a URL."""
    parts = urlsplit(url)
    if parts.scheme != "mysql" or not parts.hostname:
        raise ServerUnavailableError("BINWRITER_MYSQL_URL is not of the form mysql://user:password@host:port")
    machine = Remote(parts.hostname, parts.port or _DEFAULT_PORT)
    return MySQLServer(machine, unquote(parts.username or "root"), unquote(parts.password or ""))


@contextmanager
def running_server(options: Sequence[str] = DEFAULT_OPTIONS, *, own: bool = False) -> Iterator[MySQLServer]:
    """A server with these options, stopped and removed afterwards.

    options are those of mysqld's command line. A server given by URL serves where they are the usual ones and nobody
    needs a server of his own (own), which is restarted, say.
    Raises ServerUnavailableError with the reason.
    """
    url = os.environ.get("BINWRITER_MYSQL_URL")
    if url and not own and tuple(options) == DEFAULT_OPTIONS:
        server = server_by_url(url)
        server.wait_until_ready()
        yield server
        return
    reason = _no_container_reason()
    if reason is not None:
        raise ServerUnavailableError(reason)
    from testcontainers.core.config import testcontainers_config
    from testcontainers.core.container import DockerContainer

    # its reaper is an image of its own, which cannot be had everywhere; the context manager cleans up
    testcontainers_config.ryuk_disabled = True
    # Programs that connect through the engine's network are root@localhost, too: DEFINER clauses, USER() and privileges
    # are then the same with a container as with a server on this machine.
    account = {"extra_hosts": {"localhost": "host-gateway"}}
    image = DockerContainer(IMAGE).with_kwargs(**account).with_exposed_ports(_DEFAULT_PORT)
    with image.with_command(list(options)) as container:
        server = MySQLServer(Container(container), options=tuple(options))
        server.wait_until_ready()
        yield server
