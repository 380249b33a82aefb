"""A client that asks for the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pymysql

from tests.golden.dumps.cases import CRC, DUMP, DUMP_GTID, dump, dump_gtid, head_of

NON_BLOCK = 1


def ask(connection: Any, payload: bytes, *before: str, by_gtid: bool = False) -> None:
    """Asks for a dump; checksums are wanted."""
    with connection.cursor() as cursor:
        for statement in (CRC, *before):
            cursor.execute(statement)
    connection._execute_command(DUMP_GTID if by_gtid else DUMP, payload)


def events(connection: Any) -> Iterator[bytes]:
    """The events of a dump until it ends. pymysql's errors."""
    while True:
        packet = connection._read_packet()
        if packet.is_eof_packet():
            return
        data: bytes = packet.get_all_data()
        yield data[head_of(data) :]


def type_of(event: bytes) -> int:
    return event[4]


def run(connection: Any, *statements: str) -> list[tuple[Any, ...]]:
    """The rows of the last one."""
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
        return list(cursor.fetchall())


__all__ = ["NON_BLOCK", "ask", "dump", "dump_gtid", "events", "pymysql", "run", "type_of"]
