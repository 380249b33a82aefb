"""COM_STMT_*: prepared statements, their parameters in the binary protocol, cursors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Any

from binwriter.formats.records import dataclass
from binwriter.live.connection import Connection
from binwriter.live.queries import at_once, result_rows
from binwriter.live.registry import answers
from binwriter.live.result_columns import sent_in
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.session import PreparedStatement
from binwriter.statement.columns import ResultColumn
from binwriter.statement.result import CursorUse
from binwriter.wire.answers import eof_packet
from binwriter.wire.binary import prepared_ok
from binwriter.wire.capabilities import Capability, Status
from binwriter.wire.commands import Command
from binwriter.wire.errors import MalformedPacketError
from binwriter.wire.numbers import Reader
from binwriter.wire.packets import Packets
from binwriter.wire.parameters import Executions
from binwriter.wire.results import Payloads, column_definition, rows_end

# bytes behind the command: number, flags and iterations; number and rows
_LEAST: dict[int, int] = {Command.STMT_EXECUTE: 9, Command.STMT_FETCH: 8}
_PARAMETER = ResultColumn("?", flags=128)
_NONE: dict[str, Any] = {}  # attributes of an execution


@dataclass
class Statement:
    """A client's prepared statement. rows: of its open cursor, those to come. is_wrong: what was sent beforehand is for
    a parameter that it has not; so it stays until it is reset."""

    prepared: PreparedStatement
    executions: Executions
    long_data: dict[int, bytes] = field(default_factory=dict)
    rows: Iterator[bytes] | None = None
    is_wrong: bool = False


@answers(Command.STMT_PREPARE)
def _prepare(connection: Connection, payload: bytes) -> Iterable[bytes]:
    text = payload[1:].decode("utf-8", "surrogateescape")
    connection.session.client.begins("Prepare", text)
    prepared = connection.session.prepare(text)
    number = prepared.number
    connection.statements[number] = Statement(prepared, Executions(prepared.parameters))
    collation = connection.texts.results_collation
    strict = connection.is_strict
    columns = [sent_in(column, collation, strict=strict) for column in prepared.described]
    told = bool(connection.capabilities & Capability.OPTIONAL_RESULTSET_METADATA)
    bare = connection.skips_metadata
    yield prepared_ok(
        number, len(columns), prepared.parameters, len(prepared.warnings), metadata=not bare if told else None
    )
    if bare:
        return
    parameters = [sent_in(column, collation, strict=strict) for column in prepared.described_parameters]
    for definitions in (parameters or [_PARAMETER] * prepared.parameters, columns):
        if not definitions:
            continue
        for column in definitions:
            yield column_definition(column, connection.texts.encoded)
        if not connection.capabilities & Capability.DEPRECATE_EOF:
            yield eof_packet(connection.status())


def _statement(connection: Connection, payload: bytes) -> Statement:
    """MySQLError: ER_MALFORMED_PACKET for less than the command has, ER_UNKNOWN_STMT_HANDLER (as a 9.7.4 words it)."""
    if len(payload) <= _LEAST.get(payload[0], 0):
        raise mysql_error("ER_MALFORMED_PACKET")
    number = int.from_bytes(payload[1:5], "little")
    statement: Statement | None = connection.statements.get(number)
    if statement is None:
        raise mysql_error("ER_UNKNOWN_STMT_HANDLER", str(number), "mysql_stmt_precheck")
    return statement


@answers(Command.STMT_EXECUTE)
def _execute(connection: Connection, payload: bytes) -> Iterable[Payloads] | Packets:
    statement = _statement(connection, payload)
    if statement.is_wrong:
        raise mysql_error("ER_WRONG_ARGUMENTS", "mysql_stmt_precheck")
    statement.rows = None
    if not statement.long_data and (values := statement.executions.numbers(payload)) is not None:
        connection.sent_beside(_NONE)
        connection.session.client.begins("Execute")
        return at_once(connection, statement.prepared.run(values), binary=True)
    long_data, statement.long_data = statement.long_data, {}
    try:
        execution = statement.executions.read(payload, long_data, connection.capabilities, connection.texts.decoded)
    except MalformedPacketError as error:  # which does not end the connection
        raise error.answer from None
    connection.sent_beside(execution.attributes)
    connection.session.client.begins("Execute")
    use = statement.prepared.cursor
    if execution.cursor and (refused := use.error) is not None:
        raise refused
    result = statement.prepared.run(execution.values)
    fetched = execution.cursor and use is CursorUse.OPENED
    if not fetched or result.error is not None or not result.columns or result.result_sets:
        return at_once(connection, result, binary=True)
    return _open_cursor(connection, statement, result)


def _open_cursor(connection: Connection, statement: Statement, result: Any) -> Iterator[bytes]:
    """The columns alone: the rows are fetched."""
    form, rows = result_rows(connection, result, binary=True)
    statement.rows = iter(rows)
    yield from form.head
    status = connection.status() | Status.CURSOR_EXISTS | result.flags[1]
    yield rows_end(connection.capabilities, status, result.warning_count)


@answers(Command.STMT_FETCH)
def _fetch(connection: Connection, payload: bytes) -> Iterable[bytes]:
    connection.session.counts["Com_stmt_fetch"] += 1
    statement = _statement(connection, payload)
    if statement.rows is None:
        raise mysql_error("ER_STMT_HAS_NO_OPEN_CURSOR", Reader(payload, 1).integer(4))
    status = connection.status() | Status.CURSOR_EXISTS
    for _ in range(Reader(payload, 5).integer(4)):
        row = next(statement.rows, None)
        if row is None:
            status = connection.status() | Status.LAST_ROW_SENT
            statement.rows = None
            break
        yield row
    yield rows_end(connection.capabilities, status, 0)


@answers(Command.STMT_SEND_LONG_DATA)
def _send_long_data(connection: Connection, payload: bytes) -> Iterable[bytes]:
    """It has no answer; what is wrong with it is said when the statement is executed."""
    connection.session.counts["Com_stmt_send_long_data"] += 1
    reader = Reader(payload, 1)
    statement = connection.statements.get(reader.integer(4))
    place = reader.integer(2)
    if statement is None:
        return ()
    if place >= statement.prepared.parameters:
        statement.is_wrong = True
    else:
        statement.long_data[place] = statement.long_data.get(place, b"") + reader.rest()
    return ()


@answers(Command.STMT_RESET)
def _reset(connection: Connection, payload: bytes) -> Iterable[bytes]:
    connection.session.counts["Com_stmt_reset"] += 1
    statement = _statement(connection, payload)
    statement.rows, statement.is_wrong = None, False
    statement.long_data.clear()
    return (connection.ok(),)


@answers(Command.STMT_CLOSE)
def _close(connection: Connection, payload: bytes) -> Iterable[bytes]:
    """It has no answer."""
    statement = connection.statements.pop(Reader(payload, 1).integer(4), None)
    if statement is not None:
        connection.session.client.begins("Close stmt")
        statement.prepared.close()
    return ()
