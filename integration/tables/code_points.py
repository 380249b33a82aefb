"""What is asked of a server about characters: one connection, with a table of bytes and one of all code points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from binwriter.integration.mysql import MySQLServer

_TABLES = (
    "CREATE TABLE bytes (i INT PRIMARY KEY, b BINARY(1))",
    f"INSERT INTO bytes VALUES {','.join(f'({byte}, 0x{byte:02X})' for byte in range(256))}",
    "CREATE TABLE code_points (code INT PRIMARY KEY, c VARCHAR(1) CHARACTER SET utf32)",
    "INSERT INTO code_points SELECT i, CONVERT(UNHEX(LPAD(HEX(i), 8, '0')) USING utf32) FROM"
    " (SELECT p.i * 65536 + q.i * 256 + r.i AS i FROM bytes p, bytes q, bytes r WHERE p.i < 17) numbers"
    " WHERE i NOT BETWEEN 0xD800 AND 0xDFFF",
    "COMMIT",
)


class CodePoints:
    """Use it as a context manager. database: made for it, and dropped again. settings: of its session."""

    database: str
    settings: Sequence[str] = ("sql_mode = ''", "max_error_count = 0")  # thousands are no characters

    def __init__(self, server: MySQLServer) -> None:
        self._connection = server.connect()
        self._cursor = self._connection.cursor()

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows of a statement."""
        self._cursor.execute(sql)
        return list(self._cursor.fetchall())

    def __enter__(self) -> Self:
        self.ask(f"SET {', '.join(self.settings)}")
        for statement in (f"CREATE DATABASE {self.database}", f"USE {self.database}", *_TABLES):
            self.ask(statement)
        return self

    def __exit__(self, *details: object) -> None:
        self.ask(f"DROP DATABASE {self.database}")
        self._connection.close()
