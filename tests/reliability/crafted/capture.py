r"""Asks a real server what it answers to crafted statements, and keeps the answers beside them.

    python -m tests.reliability.crafted.capture [NAME.sql ...]

A file NAME.sql holds one statement a line, in which `\xHH` stands for that byte.
`#` starts a comment, an empty line a room of its own: a fresh database with the tables of `hostile.values.SETUP`.
NAME.json gets the rooms, and of each statement: error and its text, warnings, and rows as text.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pymysql

from binwriter.integration.mysql import MySQLServer, running_server
from binwriter.mysql.raw_bytes import bytes_of
from tests.reliability.hostile.values import SETUP

FOLDER = Path(__file__).parent
_ESCAPE = re.compile(r"\\x([0-9a-f]{2})", re.IGNORECASE)


def unescaped(line: str) -> str:
    r"""\xHH is a byte of the text, whether UTF-8 or not; other escapes are the statement's own."""
    data = _ESCAPE.sub(lambda match: chr(0xF700 + int(match[1], 16)), line).encode()
    for code in range(256):
        data = data.replace(chr(0xF700 + code).encode(), bytes([code]))
    return data.decode("utf-8", "surrogateescape")


def rooms(path: Path) -> Iterator[list[str]]:
    """The statements of a file, room by room."""
    inside: list[str] = []
    for line in [*path.read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("#"):
            continue
        if line:
            inside.append(unescaped(line))
        elif inside:
            yield inside
            inside = []


def _text(value: Any) -> str | None:
    if value is None:
        return None
    if not isinstance(value, bytes):
        return str(value)
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.hex()


def _answer(connection: Any, sql: str) -> dict[str, Any]:
    found: dict[str, Any] = {"sql": sql}
    with connection.cursor() as cursor:
        try:
            cursor.execute(bytes_of(sql))
            if cursor.description:
                found["rows"] = [[_text(value) for value in row] for row in cursor.fetchall()]
            while cursor.nextset():
                """Further results are not kept."""
        except pymysql.err.MySQLError as error:
            found["error"] = [int(error.args[0]), str(error.args[1]) if len(error.args) > 1 else ""]
        try:
            cursor.execute("SHOW WARNINGS")
            own = found.get("error", [0])[0]
            shown = [[_text(level), int(code), _text(text)] for level, code, text in cursor.fetchall()]
            shown = [row for row in shown if row[0] != "Error" or row[1] != own]
        except (pymysql.err.OperationalError, pymysql.err.InterfaceError):
            shown = []  # the statement has ended the connection
    return found | ({"warnings": shown} if shown else {})


def _connected(server: MySQLServer) -> Any:
    """A connection that takes texts of any bytes; statements are sent as bytes anyway."""
    connection: Any = server.connect("test", local_infile=True, read_timeout=30, use_unicode=False, conv={})
    connection.encoding = "latin1"
    return connection


def _room(server: MySQLServer, statements: Sequence[str]) -> list[dict[str, Any]]:
    server.reset()
    server.execute("CREATE DATABASE test")
    connection = _connected(server)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET NAMES utf8mb4")
            for statement in SETUP:
                cursor.execute(statement)
        found = []
        for sql in statements:
            if not connection.open:
                connection = _connected(server)
            found.append(_answer(connection, sql))
        return found
    finally:
        if connection.open:
            connection.close()


def main(names: Sequence[str]) -> int:
    paths = [Path(name) for name in names] or sorted(FOLDER.glob("*.sql"))
    with running_server() as server:
        for path in paths:
            found = [_room(server, statements) for statements in rooms(path)]
            text = json.dumps(found, indent=1, ensure_ascii=True)
            path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
            print(f"{path.stem}: {sum(map(len, found))} statements in {len(found)} rooms", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
