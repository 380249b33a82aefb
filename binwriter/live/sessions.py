"""Commands about the session itself, and about others."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator

from binwriter.live.channel import ConnectionEnded
from binwriter.live.connection import Connection
from binwriter.live.queries import answered
from binwriter.live.registry import answers
from binwriter.live.result_columns import sent_in
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.wire.answers import eof_packet
from binwriter.wire.capabilities import Capability
from binwriter.wire.commands import Command
from binwriter.wire.errors import MalformedPacketError
from binwriter.wire.handshake import read_change_user
from binwriter.wire.numbers import Reader
from binwriter.wire.results import Payloads, column_definition

_MULTI_STATEMENTS_ON, _MULTI_STATEMENTS_OFF = 0, 1


@answers(Command.QUIT)
def _quit(connection: Connection, payload: bytes) -> Iterable[bytes]:
    connection.said_goodbye = True
    raise ConnectionEnded


@answers(Command.PING)
def _ping(connection: Connection, payload: bytes) -> Iterable[bytes]:
    return (connection.ok(),)


@answers(Command.INIT_DB)
def _init_db(connection: Connection, payload: bytes) -> Iterable[Payloads]:
    connection.session.client.begins("Init DB")
    name = payload[1:].partition(b"\0")[0].decode("utf-8", "surrogateescape")
    return answered(connection, connection.run(f"USE {quoted(name)}"))


@answers(Command.STATISTICS)
def _statistics(connection: Connection, payload: bytes) -> Iterable[bytes]:
    """A text without any header: of what a server counts, questions are; the scheduler of events is a thread, too."""
    server = connection.server
    threads = len(server.sessions) + (server.variables.get("event_scheduler") == "ON")
    questions, uptime = server.connected.counted()["Questions"], connection.uptime
    text = (
        f"Uptime: {uptime}  Threads: {threads}  Questions: {questions}  Slow queries: 0  "
        f"Opens: 0  Flush tables: 0  Open tables: 0  Queries per second avg: {questions / max(1, uptime):.3f}"
    )
    return (text.encode(),)


@answers(Command.PROCESS_KILL)
def _kill(connection: Connection, payload: bytes) -> Iterable[Payloads]:
    if not connection.session.variables.behaviour.has_kill_command:
        raise mysql_error("ER_UNKNOWN_COM_ERROR")
    return answered(connection, connection.run(f"KILL {Reader(payload, 1).integer(4)}"))


@answers(Command.DEBUG)
def _debug(connection: Connection, payload: bytes) -> Iterable[bytes]:
    """A server writes to its error log; here there is nothing to write."""
    _need(connection, "SUPER")
    return (eof_packet(connection.status()),)


@answers(Command.CLONE)
def _clone(connection: Connection, payload: bytes) -> Iterable[bytes]:
    _need(connection, "BACKUP_ADMIN")
    raise mysql_error("ER_PLUGIN_IS_NOT_LOADED", "clone")


def _need(connection: Connection, privilege: str) -> None:
    """ER_SPECIFIC_ACCESS_DENIED_ERROR for an account that has it not."""
    rights = connection.session.rights
    if rights is not None and not rights.may(privilege):
        raise mysql_error("ER_SPECIFIC_ACCESS_DENIED_ERROR", privilege)


@answers(Command.SET_OPTION)
def _set_option(connection: Connection, payload: bytes) -> Iterable[bytes]:
    option = Reader(payload, 1).integer(2)
    if option == _MULTI_STATEMENTS_ON:
        connection.capabilities |= Capability.MULTI_STATEMENTS
    elif option == _MULTI_STATEMENTS_OFF:
        connection.capabilities &= ~Capability.MULTI_STATEMENTS
    else:
        raise mysql_error("ER_UNKNOWN_COM_ERROR")
    if connection.capabilities & Capability.DEPRECATE_EOF:
        return (connection.ok(ends_rows=True),)
    return (eof_packet(connection.status()),)


@answers(Command.FIELD_LIST)
def _field_list(connection: Connection, payload: bytes) -> Iterator[Payloads]:
    """The columns of a table, each with its default."""
    reader = Reader(payload, 1)
    table = reader.terminated().decode("utf-8", "surrogateescape")
    wild = reader.rest().decode("utf-8", "surrogateescape")
    result = connection.run(f"SELECT * FROM {quoted(table)} LIMIT 0")
    if result.error is not None or result.described is None:
        yield from answered(connection, result)
        return
    matches = re.compile(re.escape(wild).replace("%", ".*").replace("_", "."), re.IGNORECASE)
    for column in result.described():
        if not wild or matches.fullmatch(column.name):
            sent = sent_in(column, connection.texts.results_collation, strict=connection.is_strict)
            yield column_definition(sent, connection.texts.encoded) + b"\xfb"
    yield eof_packet(connection.status())


@answers(Command.RESET_CONNECTION)
def _reset(connection: Connection, payload: bytes) -> Iterable[bytes]:
    """All that the session has made is gone; it is logged in as before."""
    database = connection.session.database
    connection.new_session(connection.session.user, database)
    return (connection.ok(),)


@answers(Command.CHANGE_USER)
def _change_user(connection: Connection, payload: bytes) -> Iterable[bytes]:
    """Another login; what does not succeed ends the connection."""
    try:
        asked = read_change_user(payload, connection.capabilities)
    except MalformedPacketError:
        raise mysql_error("ER_UNKNOWN_COM_ERROR") from None
    work = connection.authenticate(asked.user, asked.plugin, asked.answer)
    try:
        account = asyncio.run_coroutine_threadsafe(work, connection.channel.loop).result()
        connection.account = account
        connection.attributes_of_client = asked.attributes
        connection.new_session(asked.user, asked.database, asked.collation)
    except Exception:
        connection.ends = True
        raise
    return (connection.ok(),)
