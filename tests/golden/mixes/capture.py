"""Asks a real server for every cell, and writes both files of answers: `python -m tests.golden.mixes.capture`."""

from __future__ import annotations

from typing import Any

import pymysql

from binwriter.integration.mysql import running_server
from binwriter.mysql.raw_bytes import bytes_of
from tests.golden.mixes import raw
from tests.golden.mixes.matrix import SETUP, answer, cells, write_answers


def _capture(cursor: Any) -> None:
    def ask(sql: str) -> list[tuple[object, ...]] | str:
        try:
            cursor.execute(sql)
            return list(cursor.fetchall())
        except pymysql.err.MySQLError as error:
            return f"!{error.args[0]} {error.args[1]}"

    for statement in SETUP:
        cursor.execute(statement)
    write_answers({name: answer(ask, query) for name, query in cells()})


def _capture_raw(cursor: Any) -> None:
    def ask(sql: str) -> tuple[list[tuple[object, ...]] | str, list[tuple[int, str]]]:
        try:
            cursor.execute(bytes_of(sql))
            rows = [tuple(map(raw.shown, row)) for row in cursor.fetchall()]
        except pymysql.err.MySQLError as error:
            return f"!{error.args[0]} {error.args[1]}", []
        cursor.execute("SHOW WARNINGS")
        return rows, [(int(row[1]), row[2].decode()) for row in cursor.fetchall()]

    for statement in raw.SETUP:
        cursor.execute(statement)
    raw.write_answers({name: raw.answer(ask, query) for name, query in raw.cells()})


def main() -> None:
    with running_server() as server:
        with server.connect() as connection, connection.cursor() as cursor:
            _capture(cursor)
        with server.connect(use_unicode=False, conv={}, autocommit=True) as connection, connection.cursor() as cursor:
            _capture_raw(cursor)


if __name__ == "__main__":
    main()
