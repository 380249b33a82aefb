"""The cases of one type asked of a connection."""

from __future__ import annotations

from collections.abc import Iterator

from tests.golden.images.asking import Connection
from tests.golden.values.cases import cases, setup

_TIME = 1700000000


def prepare(connection: Connection) -> None:
    """Makes what all types share. ValueError if that fails."""
    for statement in (f"SET sql_log_bin = 0, timestamp = {_TIME}, time_zone = '+00:00'", *setup()):
        answer, _ = connection.run(statement)
        if not answer.startswith("affected"):
            raise ValueError(f"{statement}: {answer}")


def ask(connection: Connection, type_: str) -> Iterator[tuple[str, list[str], int, int]]:
    """(case, answer, where its events begin and end in the log)."""
    for statement in ("SET sql_log_bin = 0", "DROP TABLE IF EXISTS v", f"CREATE TABLE v (v {type_})"):
        connection.run(statement)
    connection.run("SET sql_log_bin = 1")
    end = _end(connection)
    for name, mode, statement in cases(type_):
        connection.run(f"SET sql_mode = {mode}")
        answer, _ = connection.run(statement)
        _, warnings = connection.run("SHOW WARNINGS")
        start, end = end, _end(connection)
        yield name, [answer, *(f"{level} {code} {text}" for level, code, text in warnings)], start, end


def _end(connection: Connection) -> int:
    _, rows = connection.run("SHOW BINARY LOG STATUS")
    return int(str(rows[0][1]))
