"""COM_QUERY: statements as text, results as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from binwriter.live.connection import Connection
from binwriter.live.registry import answers
from binwriter.live.result_columns import columns_of, renderers_of, types_of
from binwriter.mysql.raw_bytes import bytes_of
from binwriter.statement.result import StatementResult
from binwriter.wire.answers import error_packet
from binwriter.wire.capabilities import Capability
from binwriter.wire.commands import Command
from binwriter.wire.numbers import Reader
from binwriter.wire.results import result_set, text_row


@answers(Command.QUERY)
def query(connection: Connection, payload: bytes) -> Iterable[bytes]:
    """A statement."""
    return answered(connection, connection.session.run(_text_of(connection, payload)))


def _text_of(connection: Connection, payload: bytes) -> str:
    if not connection.capabilities & Capability.QUERY_ATTRIBUTES:
        return payload[1:].decode("utf-8", "surrogateescape")
    if payload[1:3] == b"\x00\x01":
        return payload[3:].decode("utf-8", "surrogateescape")
    reader = Reader(payload, 1)
    count = reader.packed()
    reader.packed()
    assert not count
    return reader.rest().decode("utf-8", "surrogateescape")


def answered(connection: Connection, result: StatementResult) -> Iterator[bytes]:
    """The payloads of an answer."""
    if result.error is not None:
        yield error_packet(result.error)
        return
    if not result.columns:
        yield connection.ok(
            affected=result.affected or 0, insert_id=result.insert_id or 0, warnings=len(result.diagnostics)
        )
        return
    renderers = renderers_of(types_of(result), bytes_of)
    yield from result_set(
        columns_of(result),
        (text_row(row, renderers) for row in result.rows),
        connection.capabilities,
        connection.status(),
        len(result.diagnostics),
        bytes_of,
    )
