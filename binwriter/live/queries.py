"""COM_QUERY: statements as text, results as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from binwriter.live.channel import ConnectionEnded
from binwriter.live.connection import Connection
from binwriter.live.registry import answers
from binwriter.live.result_columns import columns_of, encoders_of, renderers_of
from binwriter.statement.columns import ResultColumn
from binwriter.statement.result import StatementResult
from binwriter.wire.answers import error_packet
from binwriter.wire.binary import binary_row
from binwriter.wire.capabilities import Capability, Status
from binwriter.wire.commands import Command
from binwriter.wire.parameters import query_of
from binwriter.wire.results import result_set, text_row

_SERVER_LOST = 2013  # CR_SERVER_LOST: KILL came; the client is told nothing more


@answers(Command.QUERY)
def query(connection: Connection, payload: bytes) -> Iterable[bytes]:
    """A statement, or several."""
    data, connection.attributes = query_of(payload, connection.capabilities, connection.decoded)
    text = data.decode("utf-8", "surrogateescape")
    connection.session.client.begins("Query", text)
    if connection.capabilities & Capability.MULTI_STATEMENTS:
        return _several(connection, connection.session.statements_of(text))
    return answered(connection, connection.run(text))


def _several(connection: Connection, statements: list[str]) -> Iterator[bytes]:
    """One answer behind the other, until one is an error."""
    last = len(statements) - 1
    for place, sql in enumerate(statements):
        result = connection.run(sql)
        yield from answered(connection, result, more=place < last)
        if result.error is not None or connection.session.closed:
            return


def answered(
    connection: Connection, result: StatementResult, *, binary: bool = False, more: bool = False
) -> Iterator[bytes]:
    """The payloads of an answer. binary: in the protocol of prepared statements; more: another answer follows."""
    for one in result.result_sets:
        yield from _rows(connection, one, binary=binary, more=True)
    if result.error is not None:
        if result.error.code == _SERVER_LOST:
            raise ConnectionEnded
        yield error_packet(result.error, text=connection.encoded(result.error.message))
    elif result.columns and not result.result_sets:
        yield from _rows(connection, result, binary=binary, more=more)
    else:
        affected = result.affected or 0
        if result.result_sets:
            affected = 0
        elif result.matched is not None and connection.capabilities & Capability.FOUND_ROWS:
            affected = result.matched
        yield connection.ok(
            more=more,
            affected=affected,
            insert_id=result.insert_id or 0,
            warnings=len(result.diagnostics),
            info=result.info,
        )


def _rows(connection: Connection, result: StatementResult, *, binary: bool, more: bool) -> Iterator[bytes]:
    columns, rows = result_rows(connection, result, binary=binary)
    status = connection.status() | (Status.MORE_RESULTS if more else 0)
    warnings = len(result.diagnostics)
    return result_set(columns, rows, connection.capabilities, status, warnings, connection.encoded)


def result_rows(
    connection: Connection, result: StatementResult, *, binary: bool
) -> tuple[Sequence[ResultColumn], Iterator[bytes]]:
    """The columns of a result, and its rows as they are sent."""
    columns, types = columns_of(result, connection.results_collation)
    renderers = renderers_of(types, connection.encoded)
    if not binary:
        return columns, (text_row(row, renderers) for row in result.rows)
    encoders = encoders_of(columns, renderers)
    return columns, (binary_row(row, encoders) for row in result.rows)
