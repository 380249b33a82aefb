"""What a client hears, in a form that two servers can be compared in and that is kept as JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pymysql

from binwriter.errors import UnsupportedError
from binwriter.integration.mysql import MySQLServer
from binwriter.live.result_columns import columns_of, renderers_of
from binwriter.mysql.raw_bytes import NamesSent
from binwriter.server.server import Server
from binwriter.statement.result import StatementResult
from tests.reliability.limits.cases import RECONNECT, Scripts

DATABASE = "test"
_STACK_OVERRUN = 1436
_SHOWN = 20  # rows that are compared
_UTF8MB4 = 255  # utf8mb4_0900_ai_ci
_LONGEST = 200  # characters of a text that is kept as it is
Answer = dict[str, Any]


def shortened(text: str) -> str:
    """A text, or its beginning with its length and a checksum."""
    if len(text) <= _LONGEST:
        return text
    checksum = hashlib.blake2b(text.encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()
    return f"{text[:40]}.. ({len(text)}, {checksum})"


def _cell(value: object) -> str | None:
    if value is None:
        return None
    return shortened(value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value))


def _answer(
    sql: str, error: tuple[int, str] | None, warnings: Iterable[tuple[str, int, str]], rows: Sequence[Iterable[object]]
) -> Answer:
    found: Answer = {"sql": shortened(sql)}
    if error is not None and error[0] == _STACK_OVERRUN:
        found["error"] = [_STACK_OVERRUN, "(numbers of bytes)"]
    elif error is not None:
        found["error"] = [error[0], shortened(error[1])]
    if shown := [[level, code, shortened(text)] for level, code, text in warnings]:
        found["warnings"] = shown[:8]
        found["warning_count"] = len(shown)
    if rows:
        found["rows"] = [[_cell(value) for value in row] for row in rows[:_SHOWN]]
        found["row_count"] = len(rows)
    return found


def asked_of_mysql(server: MySQLServer, script: list[str]) -> list[Answer]:
    """The answers of a real server."""
    server.reset()
    server.execute(f"CREATE DATABASE {DATABASE}")
    connection = _connected(server)
    answers = []
    for sql in script:
        if sql == RECONNECT:
            connection.close()
            connection = _connected(server)
            continue
        if not connection.open:
            connection = _connected(server)
        answers.append(_asked(connection, sql))
    with suppress(pymysql.err.Error):
        connection.close()
    return answers


def _connected(server: MySQLServer) -> Any:
    return server.connect(database=DATABASE, conv={}, max_allowed_packet=1 << 30)


def _asked(connection: Any, sql: str) -> Answer:
    error = None
    rows: list[Any] = []
    warnings: list[Any] = []
    with connection.cursor() as cursor:
        try:
            cursor.execute(sql)
            rows = list(cursor.fetchall())
            while cursor.nextset():
                pass
        except pymysql.err.MySQLError as raised:
            error = (int(raised.args[0]), str(raised.args[1]))
        if connection.open and (error is None or not 2000 <= error[0] < 3000):
            with suppress(pymysql.err.MySQLError):
                cursor.execute("SHOW WARNINGS")
                warnings = [(level, int(code), text) for level, code, text in cursor.fetchall()]
    return _answer(sql, error, _without_error(warnings, error), rows)


def _without_error(warnings: list[tuple[str, int, str]], error: tuple[int, str] | None) -> list[tuple[str, int, str]]:
    """SHOW WARNINGS has the error itself too."""
    if error is None:
        return warnings
    return [one for one in warnings if not (one[0] == "Error" and one[1] == error[0])]


@contextmanager
def _fresh(folder: Path) -> Iterator[Server]:
    with Server(folder, {"gtid_mode": "OFF", "enforce_gtid_consistency": "OFF"}) as server:
        yield server


def asked_of_binwriter(folder: Path, script: list[str]) -> Iterator[Answer]:
    """The answers of binwriter, one by one; what is not supported is said, other exceptions go through."""
    with _fresh(folder) as server:
        session = server.connect()
        session.execute(f"CREATE DATABASE {DATABASE}")
        session.close()
        session = server.connect(database=DATABASE)
        for sql in script:
            if sql == RECONNECT:
                session.close()
            if session.closed:
                session = server.connect(database=DATABASE)
            if sql == RECONNECT:
                continue
            try:
                result = session.run(sql)
            except UnsupportedError as error:
                yield {"sql": shortened(sql), "unsupported": error.what}
                continue
            error = None if result.error is None else (result.error.code, result.error.message)
            warnings = [(one.level, one.code, one.message) for one in result.diagnostics]
            yield _answer(sql, error, _without_error(warnings, error), _sent(result))


def _sent(result: StatementResult) -> list[Sequence[object]]:
    """The rows, those that are shown as the text protocol sends them; bytes as they are."""
    if not result.rows:
        return []
    columns, types = columns_of(result, None, _UTF8MB4, (NamesSent.CONVERTED, True))
    renderers = renderers_of(types, columns, str.encode)
    shown: list[Sequence[object]] = [
        [
            value if value is None or isinstance(value, bytes) else render(value).decode("utf-8", "surrogateescape")
            for value, render in zip(row, renderers, strict=True)
        ]
        for row in result.rows[:_SHOWN]
    ]
    return shown + list(result.rows[_SHOWN:])


def captured(server: MySQLServer, scripts: Scripts) -> dict[str, list[Answer]]:
    """All answers of a real server to a subject's scripts."""
    return {name: asked_of_mysql(server, script) for name, script in scripts.items()}
