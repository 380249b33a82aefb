"""Drawn scenarios asked of a connection: of each statement the answer, the warnings, the rows, and its events."""

from __future__ import annotations

from collections.abc import Iterator

from tests.golden.drawn.drawing import Drawn
from tests.golden.images.asking import Connection

_FIRST = "SET sql_log_bin = 0, timestamp = 1700000000"


def ask(connection: Connection, number: int) -> Iterator[tuple[str, list[str], int, int]]:
    """(statement, answer, where its events begin and end in the log)."""
    drawn = Drawn(number)
    database = f"d{number}"
    for statement in (_FIRST, f"CREATE DATABASE {database}", f"USE {database}"):
        connection.run(statement)
    end = _end(connection)
    for place, statement in enumerate((*drawn.setup, *drawn.settings, "SET sql_log_bin = 1", *drawn.statements)):
        answer, rows = connection.run(statement)
        _, warnings = connection.run("SHOW WARNINGS")
        shown = [f"{level} {code} {text}" for level, code, text in warnings]
        own = f"Error {answer.split()[0]} "
        start, end = end, _end(connection)
        told = [answer, *(line for line in shown if not line.startswith(own)), *sorted(repr(row) for row in rows)]
        yield f"{place} {statement}", told, start, end
    connection.run("ROLLBACK")
    connection.run("SET sql_log_bin = 0")
    connection.run("DROP TEMPORARY TABLE IF EXISTS m")
    connection.run(f"DROP DATABASE {database}")


def _end(connection: Connection) -> int:
    _, rows = connection.run("SHOW BINARY LOG STATUS")
    return int(str(rows[0][1]))
