"""Where a server is: mysql://user:password@host:port/, as `replay`, and the sources of a schema, are given it."""

from __future__ import annotations

import os
from typing import Any, Self
from urllib.parse import parse_qs, unquote, urlsplit

from binwriter.errors import BinwriterError
from binwriter.formats.records import dataclass

_DEFAULT_PORT = 3306
_FORM = "mysql://user:password@host:port/"
# of PyMySQL's parameters, those that stand in a URL behind its question mark
_PARAMETERS = {
    "ssl-ca": "ssl_ca",
    "ssl-cert": "ssl_cert",
    "ssl-key": "ssl_key",
    "connect-timeout": "connect_timeout",
    "unix-socket": "unix_socket",
}


class ServerUrlError(BinwriterError):
    """The URL of a server is not one, or no connection can be made with it."""


@dataclass(frozen=True)
class ServerUrl:
    """A server to connect to. databases: those that it names. parameters: more of PyMySQL's."""

    host: str
    port: int = _DEFAULT_PORT
    user: str = "root"
    password: str = ""
    parameters: tuple[tuple[str, Any], ...] = ()
    databases: tuple[str, ...] = ()

    @classmethod
    def from_url(cls, url: str) -> Self:
        """mysql://user:password@host:port/DATABASE?ssl-ca=FILE. Without a password, MYSQL_PWD has it, as for `mysql`.

        Raises ServerUrlError if the text is not such a URL; the message does not repeat a password.
        """
        try:
            parts = urlsplit(url)
            port = parts.port or _DEFAULT_PORT
        except ValueError as error:
            raise ServerUrlError(f"the server's URL is not of the form {_FORM}: {error}") from None
        if parts.scheme != "mysql" or not parts.hostname:
            raise ServerUrlError(f"the server's URL is not of the form {_FORM}")
        given = parse_qs(parts.query, keep_blank_values=True)
        if unknown := set(given) - set(_PARAMETERS):
            raise ServerUrlError(
                f"{sorted(unknown)[0]}: not a parameter of the URL; those are {', '.join(_PARAMETERS)}"
            )
        parameters = tuple((_PARAMETERS[name], values[-1]) for name, values in given.items())
        numbers = tuple((name, int(value) if name == "connect_timeout" else value) for name, value in parameters)
        password = os.environ.get("MYSQL_PWD", "") if parts.password is None else unquote(parts.password)
        databases = tuple(unquote(name) for name in parts.path.strip("/").split(",") if name)
        return cls(parts.hostname, port, unquote(parts.username or "root"), password, numbers, databases)

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    def options(self) -> dict[str, Any]:
        """What PyMySQL's connect takes."""
        given = dict(self.parameters)
        return {"host": self.host, "port": self.port, "user": self.user, "password": self.password, **given}
