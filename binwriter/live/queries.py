"""COM_QUERY: statements as text, results as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from binwriter.live.connection import Connection
from binwriter.live.registry import answers
from binwriter.live.result_columns import columns_of, encoders_of, renderers_of
from binwriter.statement.columns import ResultColumn
from binwriter.statement.result import StatementResult
from binwriter.wire.answers import error_packet
from binwriter.wire.binary import binary_row
from binwriter.wire.commands import Command
from binwriter.wire.parameters import query_of
from binwriter.wire.results import result_set, text_row


@answers(Command.QUERY)
def query(connection: Connection, payload: bytes) -> Iterable[bytes]:
    """A statement."""
    text, connection.attributes = query_of(payload, connection.capabilities, connection.decoded)
    return answered(connection, connection.session.run(text.decode("utf-8", "surrogateescape")))


def answered(connection: Connection, result: StatementResult, *, binary: bool = False) -> Iterator[bytes]:
    """The payloads of an answer. binary: in the protocol of prepared statements."""
    if result.error is not None:
        yield error_packet(result.error, text=connection.encoded(result.error.message))
        return
    if not result.columns:
        yield connection.ok(
            affected=result.affected or 0, insert_id=result.insert_id or 0, warnings=len(result.diagnostics)
        )
        return
    columns, rows = result_rows(connection, result, binary=binary)
    warnings = len(result.diagnostics)
    yield from result_set(columns, rows, connection.capabilities, connection.status(), warnings, connection.encoded)


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
