"""The fake server with the face of testcontainers' MySqlContainer: a suite written for it runs without Docker."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from os import environ
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn
from urllib.parse import quote

from binwriter.errors import UnknownServerVersionError
from binwriter.formats.servers import NEWEST, profile_by_name
from binwriter.integration.testing.fake import FakeMySQL
from binwriter.mysql.values.text import identifier, quoted
from binwriter.scenario.script import split_script

_VERSION = re.compile(r"(\d+\.\d+)(?:\.\d+)?")


class MySqlContainer:
    """A MySQL server behind the methods that suites use of `testcontainers.mysql.MySqlContainer`.

    Arguments as there. The tag of the image says the version (`mysql:8.0.36`; one without a number is the newest),
    `with_command` gives mysqld's options. seed: a folder whose .sql files run at the start, in order.
    What only a container has (`exec`, volumes, `get_wrapped_container`) raises NotImplementedError.
    """

    def __init__(
        self,
        image: str = "mysql:latest",
        dialect: str | None = None,
        username: str | None = None,
        root_password: str | None = None,
        password: str | None = None,
        dbname: str | None = None,
        port: int = 3306,
        seed: str | None = None,
        **kwargs: Any,
    ) -> None:
        if dialect is not None and dialect.startswith("mysql+"):
            raise ValueError("Please remove 'mysql+' prefix from dialect parameter")
        self.image, self.port, self.seed = image, port, seed
        self.username = username or environ.get("MYSQL_USER", "test")
        self.root_password = root_password or environ.get("MYSQL_ROOT_PASSWORD", "test")
        self.password = password or environ.get("MYSQL_PASSWORD", "test")
        self.dbname = dbname or environ.get("MYSQL_DATABASE", "test")
        self.dialect = dialect or environ.get("MYSQL_DIALECT")
        if self.username == "root":
            self.root_password = self.password
        self._options: dict[str, str] = {}
        self._wanted_port = 0
        self._fake: FakeMySQL | None = None

    # --- before it starts

    def with_env(self, key: str, value: str) -> MySqlContainer:
        """The MYSQL_ variables of the official image; others say nothing to a server."""
        names = {
            "MYSQL_USER": "username",
            "MYSQL_PASSWORD": "password",
            "MYSQL_ROOT_PASSWORD": "root_password",
            "MYSQL_DATABASE": "dbname",
        }
        if key in names:
            setattr(self, names[key], value)
        return self

    def with_envs(self, **variables: str) -> MySqlContainer:
        for key, value in variables.items():
            self.with_env(key, value)
        return self

    def with_command(self, command: str | list[str]) -> MySqlContainer:
        """Options of mysqld: `--gtid-mode=ON --server-id=5`."""
        words = shlex.split(command) if isinstance(command, str) else command
        for word in words:
            if word.startswith("--"):
                name, _, value = word[2:].partition("=")
                self._options[name.replace("-", "_")] = value or "ON"
        return self

    def with_bind_ports(self, container: int, host: int | None = None) -> MySqlContainer:
        """The port of this machine; without `host` one that is free."""
        self._wanted_port = int(host or 0)
        return self

    def with_exposed_ports(self, *ports: int) -> MySqlContainer:
        return self

    def with_name(self, name: str) -> MySqlContainer:
        return self

    def with_kwargs(self, **kwargs: Any) -> MySqlContainer:
        return self

    # --- its life

    def start(self) -> MySqlContainer:
        """Clients may come. UnknownServerVersionError for a tag with a version that binwriter does not know."""
        if self._fake is None:
            fake = FakeMySQL(
                self._options,
                version=self._version(),
                init=tuple(self._init()),
                password=self.root_password,
                port=self._wanted_port,
            )
            if self.username != "root":
                fake.users[self.username] = self.password
            self._fake = fake.start()
        return self

    def stop(self, force: bool = True, delete_volume: bool = True) -> None:
        fake, self._fake = self._fake, None
        if fake is not None:
            fake.stop()

    def __enter__(self) -> MySqlContainer:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _version(self) -> str:
        match = _VERSION.match(self.image.rpartition(":")[2])
        if match is None:
            return NEWEST.name
        exact, series = match[0], match[1]
        try:
            profile_by_name(exact)
            return exact
        except UnknownServerVersionError:  # of each series one is known
            return profile_by_name(series).name

    def _init(self) -> Iterator[str]:
        """As the official image's: a database, an account for it, then the seed; nothing of it is logged."""
        yield "SET sql_log_bin = 0"
        if self.dbname:
            yield f"CREATE DATABASE IF NOT EXISTS {identifier(self.dbname.encode())}"
        if self.username != "root":
            account = f"{quoted(self.username.encode())}@'%'"
            yield f"CREATE USER IF NOT EXISTS {account} IDENTIFIED BY {quoted(self.password.encode())}"
            if self.dbname:
                yield f"GRANT ALL ON {identifier(self.dbname.encode())}.* TO {account}"
        if self.seed is not None:
            if self.dbname:
                yield f"USE {identifier(self.dbname.encode())}"
            for path in sorted(Path(self.seed).glob("*.sql")):
                yield from (text for _, text in split_script(path.read_text("utf-8")))

    # --- for clients

    @property
    def fake(self) -> FakeMySQL:
        """The server itself: its log, sessions without a connection, `reset`. RuntimeError before `start`."""
        if self._fake is None:
            raise RuntimeError("the container is not started")
        return self._fake

    def get_connection_url(self) -> str:
        """mysql+DIALECT://username:password@host:port/dbname"""
        scheme = "mysql" if self.dialect is None else f"mysql+{self.dialect}"
        host, port = self.get_container_host_ip(), self.get_exposed_port(self.port)
        account = f"{quote(self.username, safe=' +')}:{quote(self.password, safe=' +')}"
        return f"{scheme}://{account}@{host}:{port}/{self.dbname}"

    def get_container_host_ip(self) -> str:
        return self.fake.host

    def get_exposed_port(self, port: int) -> int:
        return self.fake.port

    def get_logs(self) -> tuple[bytes, bytes]:
        return b"", b""

    def exec(self, command: str | list[str]) -> NoReturn:
        raise NotImplementedError("there is no container to run a command in; use .fake")

    def get_wrapped_container(self) -> NoReturn:
        raise NotImplementedError("there is no container; use .fake")
