"""Commands about the session itself."""

from __future__ import annotations

from collections.abc import Iterable

from binwriter.live.channel import ConnectionEnded
from binwriter.live.connection import Connection
from binwriter.live.queries import answered
from binwriter.live.registry import answers
from binwriter.mysql.identifiers import quoted
from binwriter.wire.commands import Command


@answers(Command.QUIT)
def _quit(connection: Connection, payload: bytes) -> Iterable[bytes]:
    raise ConnectionEnded


@answers(Command.PING)
def _ping(connection: Connection, payload: bytes) -> Iterable[bytes]:
    return (connection.ok(),)


@answers(Command.INIT_DB)
def _init_db(connection: Connection, payload: bytes) -> Iterable[bytes]:
    name = payload[1:].decode("utf-8", "surrogateescape")
    return answered(connection, connection.session.run(f"USE {quoted(name)}"))
