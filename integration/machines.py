"""Where a MySQL server and the client programs run: a container of ours, or somewhere that only a URL is known of.

A machine runs commands in a fresh folder that holds the files they read. With a container these are the container's
programs; for a server given by URL they are those of this machine, and the server's own files are out of reach.
"""

from __future__ import annotations

import io
import shlex
import shutil
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from binwriter.errors import BinwriterError
from binwriter.formats.records import dataclass

# Where the image keeps them (docker/Dockerfile, docker/entrypoint.sh).
DATA_DIRECTORY = "/var/lib/binwriter/data"
_OPTIONS_FILE = "/var/lib/binwriter/options"
_PORT = 3306
# A clean shutdown of a busy server; after that Docker kills it.
_SHUTDOWN_SECONDS = 60
# Docker's client loses the beginning of what a quick command says where it comes together with the answer's headers.
_INTO_FILES = 'exec "$@" >../said/out 2>../said/err'
# What a shell and the container engine answer when there is no such program.
_NOT_FOUND = (126, 127)


class ServerUnavailableError(BinwriterError):
    """No real MySQL server can be had here, or not that part of it; the message says why."""


@dataclass(frozen=True)
class CommandResult:
    """What a command gave."""

    exit_code: int
    stdout: bytes
    stderr: bytes


class Machine(Protocol):
    """What can be done beside talking SQL. ServerUnavailableError for what this machine cannot do."""

    def address(self) -> tuple[str, int]:
        """Host and port of the server for connections from here."""

    def client_address(self) -> tuple[str, int]:
        """Host and port of the server for commands that are given to `run`."""

    def run(self, command: Sequence[str], files: Mapping[str, bytes]) -> CommandResult:
        """Runs a command in a folder of its own that holds these files."""

    def fetch_file(self, path: str) -> bytes:
        """A file's bytes; a relative path is one in the data directory. Also of a server that is down."""

    def put_file(self, path: str, data: bytes) -> None:
        """Writes a file; a relative path is one in the data directory."""

    def remove_file(self, path: str) -> None:
        """Removes a file that `put_file` wrote."""

    def stop(self) -> None:
        """Shuts the server down cleanly."""

    def kill(self) -> None:
        """Ends the server as a crash does."""

    def start(self, options: Sequence[str]) -> None:
        """Starts the server again, after `stop` or `kill`, with these options for mysqld."""

    def log(self) -> str:
        """The end of the server's error log, for messages."""


class Container:
    """A container of the image that docker/build.sh makes. container: testcontainers' DockerContainer, started."""

    def __init__(self, container: Any) -> None:
        self._container = container

    @property
    def _docker(self) -> Any:
        return self._container.get_wrapped_container()

    def address(self) -> tuple[str, int]:
        # the port on the host is another one after each start
        return str(self._container.get_container_host_ip()), int(self._container.get_exposed_port(_PORT))

    def client_address(self) -> tuple[str, int]:
        return "127.0.0.1", _PORT

    def inner_address(self) -> str:
        """Where other containers reach it (port 3306). It may change when the server is restarted."""
        container = self._docker
        container.reload()
        settings = container.attrs["NetworkSettings"]
        return str(settings.get("IPAddress") or next(iter(settings["Networks"].values()))["IPAddress"])

    def run(self, command: Sequence[str], files: Mapping[str, bytes]) -> CommandResult:
        folder = f"/tmp/run-{time.monotonic_ns()}"
        work, said = f"{folder}/work", f"{folder}/said"
        self._docker.exec_run(["mkdir", "-p", work, said])
        try:
            if files:
                self._docker.put_archive(work, _tar(files))
            code, _ = self._docker.exec_run(["sh", "-c", _INTO_FILES, "sh", *command], workdir=work)
            out, err = (self.fetch_file(f"{said}/{name}") for name in ("out", "err"))
        finally:
            self._docker.exec_run(["rm", "-rf", folder])
        return _checked(command, CommandResult(int(code), out, err))

    def fetch_file(self, path: str) -> bytes:
        stream, _ = self._docker.get_archive(str(Path(DATA_DIRECTORY, path)))
        with tarfile.open(fileobj=io.BytesIO(b"".join(stream))) as archive:
            member = archive.extractfile(archive.getmembers()[0])
            assert member is not None
            return member.read()

    def put_file(self, path: str, data: bytes) -> None:
        target = Path(DATA_DIRECTORY, path)
        self._docker.put_archive(str(target.parent), _tar({target.name: data}))

    def remove_file(self, path: str) -> None:
        self._docker.exec_run(["rm", "-f", str(Path(DATA_DIRECTORY, path))])

    def stop(self) -> None:
        self._docker.stop(timeout=_SHUTDOWN_SECONDS)

    def kill(self) -> None:
        self._docker.kill()
        self._docker.wait()

    def start(self, options: Sequence[str]) -> None:
        self.put_file(_OPTIONS_FILE, "".join(f"{option}\n" for option in options).encode())
        self._docker.start()

    def log(self) -> str:
        return str(self._docker.logs(tail=20).decode(errors="replace"))


class Remote:
    """A server somewhere, by its address."""

    def __init__(self, host: str, port: int) -> None:
        self._address = (host, port)

    def address(self) -> tuple[str, int]:
        return self._address

    client_address = address

    def run(self, command: Sequence[str], files: Mapping[str, bytes]) -> CommandResult:
        if shutil.which(command[0]) is None:
            raise ServerUnavailableError(f"{command[0]} is not installed here, and the server was given by URL")
        with tempfile.TemporaryDirectory() as folder:
            for name, data in files.items():
                Path(folder, name).write_bytes(data)
            done = subprocess.run(list(command), cwd=folder, capture_output=True, check=False)
        return _checked(command, CommandResult(done.returncode, done.stdout, done.stderr))

    def fetch_file(self, path: str) -> bytes:
        raise _out_of_reach(f"its file {path}")

    def put_file(self, path: str, data: bytes) -> None:
        raise _out_of_reach(f"its file {path}")

    def remove_file(self, path: str) -> None:
        raise _out_of_reach(f"its file {path}")

    def stop(self) -> None:
        raise _out_of_reach("its shutdown")

    def kill(self) -> None:
        raise _out_of_reach("its process")

    def start(self, options: Sequence[str]) -> None:
        raise _out_of_reach("its start")

    def log(self) -> str:
        return ""


def _out_of_reach(what: str) -> ServerUnavailableError:
    return ServerUnavailableError(f"the server was given by URL: {what} is out of reach")


def _checked(command: Sequence[str], result: CommandResult) -> CommandResult:
    if result.exit_code in _NOT_FOUND:
        reason = (result.stderr or result.stdout).decode(errors="replace").strip()
        raise ServerUnavailableError(f"{shlex.join(command)}: {reason}")
    return result


def _tar(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(data), 0o644
            archive.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()
