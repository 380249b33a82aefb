"""A real MySQL server for tests: one in a container (testcontainers), or one that is given by URL.

The image is made by `docker/build.sh`. Environment:
BINWRITER_MYSQL_URL      mysql://user:password@host:port of a server to use instead of a container
BINWRITER_MYSQL_IMAGE    another image tag
BINWRITER_REQUIRE_MYSQL  1: a missing server is an error, not a reason to skip
"""

from __future__ import annotations

import io
import os
import shlex
import tarfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pymysql

from binwriter.errors import BinwriterError

IMAGE = os.environ.get("BINWRITER_TEST_IMAGE", "binwriter-mysql:9.7")
DATA_DIRECTORY = "/var/lib/binwriter/data"
_PORT = 3306
_START_TIMEOUT = 60.0

# What the captures of this project were made with (oracle: "Scenario notation", server).
DEFAULT_OPTIONS = ("--server-id=1", "--log-bin=binlog", "--gtid-mode=OFF", "--enforce-gtid-consistency=OFF")


class ServerUnavailableError(BinwriterError):
    """No real MySQL server can be had here; the message says why."""


@dataclass(frozen=True)
class CommandResult:
    """What a command in the server's container gave."""

    exit_code: int
    stdout: bytes
    stderr: bytes


@dataclass
class MySQLServer:
    """A running server. container is None for one that was given by URL: then commands and files are out of reach."""

    host: str
    port: int
    user: str = "root"
    password: str = ""
    container: Any = None
    options: tuple[str, ...] = DEFAULT_OPTIONS
    _connections: list[Any] = field(default_factory=list)

    def connect(self, database: str | None = None, **options: Any) -> pymysql.connections.Connection[Any]:
        """A PyMySQL connection; autocommit is left as the server has it."""
        given = {"charset": "utf8mb4", "autocommit": None, "user": self.user, "password": self.password, **options}
        return pymysql.connect(host=self.host, port=self.port, database=database, **given)

    def execute(self, *statements: str) -> list[tuple[Any, ...]]:
        """Runs statements on a connection of its own; the rows of the last one."""
        with self.connect() as connection, connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
            return list(cursor.fetchall())

    def wait_until_ready(self) -> None:
        """Waits until the server answers. ServerUnavailableError with its log's end if it does not."""
        deadline = time.monotonic() + _START_TIMEOUT
        while True:
            try:
                self.connect().close()
                return
            except pymysql.err.OperationalError as error:
                if time.monotonic() > deadline:
                    raise ServerUnavailableError(f"the server does not answer: {error}\n{self._log()}") from error
                time.sleep(0.1)

    def _log(self) -> str:
        if self.container is None:
            return ""
        return str(self.container.get_wrapped_container().logs(tail=20).decode(errors="replace"))

    # --- inside the container
    # ------------------------------------------------------------------------------------------

    def run(
        self, command: Sequence[str] | str, *, files: Mapping[str, bytes] | None = None, shell: bool = False
    ) -> CommandResult:
        """Runs a command in the container, in a fresh folder that holds these files."""
        wrapped = self._wrapped()
        folder = f"/tmp/run-{time.monotonic_ns()}"
        wrapped.exec_run(["mkdir", "-p", folder])
        if files:
            wrapped.put_archive(folder, _tar(files))
        argv = ["bash", "-c", command if isinstance(command, str) else shlex.join(command)] if shell else list(command)
        code, (out, err) = wrapped.exec_run(argv, workdir=folder, demux=True)
        wrapped.exec_run(["rm", "-rf", folder])
        return CommandResult(int(code), out or b"", err or b"")

    def mysqlbinlog(self, arguments: Sequence[str], files: Mapping[str, bytes]) -> CommandResult:
        """`mysqlbinlog ARGUMENTS FILES` with these files."""
        return self.run(["mysqlbinlog", *arguments, *files], files=files)

    def fetch_file(self, path: str) -> bytes:
        """A file's bytes; a relative path is one in the data directory."""
        if not path.startswith("/"):
            path = f"{DATA_DIRECTORY}/{path}"
        stream, _ = self._wrapped().get_archive(path)
        with tarfile.open(fileobj=io.BytesIO(b"".join(stream))) as archive:
            member = archive.extractfile(archive.getmembers()[0])
            assert member is not None
            return member.read()

    def put_file(self, path: str, data: bytes) -> None:
        """Writes a file in the data directory (for LOAD DATA)."""
        folder, _, name = f"{DATA_DIRECTORY}/{path}".rpartition("/")
        self._wrapped().put_archive(folder, _tar({name: data}))

    def fetch_binlogs(self) -> dict[str, bytes]:
        """The binary log files by name, in order, as they are on disk."""
        names = [str(row[0]) for row in self.execute("SHOW BINARY LOGS")]
        return {name: self.fetch_file(name) for name in names}

    def reset(self) -> None:
        """Drops all user databases and starts the binary log anew."""
        system = {"mysql", "sys", "information_schema", "performance_schema"}
        names = [str(row[0]) for row in self.execute("SHOW DATABASES") if row[0] not in system]
        self.execute(*(f"DROP DATABASE `{name}`" for name in names), "RESET BINARY LOGS AND GTIDS")

    def _wrapped(self) -> Any:
        if self.container is None:
            raise ServerUnavailableError("the server was given by URL: its files and programs are out of reach")
        return self.container.get_wrapped_container()


def _tar(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(data), 0o644
            archive.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def unavailable_reason() -> str | None:
    """Why no real server can be had here; None if one can."""
    if os.environ.get("BINWRITER_MYSQL_URL"):
        return None
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


@contextmanager
def running_server(options: Sequence[str] = DEFAULT_OPTIONS) -> Iterator[MySQLServer]:
    """A server with these options, stopped and removed afterwards.

    options are those of mysqld's command line; a server given by URL runs with its own.
    Raises ServerUnavailableError with the reason.
    """
    url = os.environ.get("BINWRITER_MYSQL_URL")
    if url:
        parts = urlsplit(url)
        yield MySQLServer(
            parts.hostname or "localhost", parts.port or _PORT, parts.username or "root", parts.password or ""
        )
        return
    reason = unavailable_reason()
    if reason is not None:
        raise ServerUnavailableError(reason)
    # its reaper is an image of its own, which cannot be had everywhere; the context manager cleans up
    os.environ.setdefault("TESTCONTAINERS_RYUK_DISABLED", "true")
    from testcontainers.core.container import DockerContainer

    container = DockerContainer(IMAGE).with_exposed_ports(_PORT).with_command(list(options))
    with container:
        host, port = container.get_container_host_ip(), int(container.get_exposed_port(_PORT))
        server = MySQLServer(host, port, container=container, options=tuple(options))
        server.wait_until_ready()
        yield server
