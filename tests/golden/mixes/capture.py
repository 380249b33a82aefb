"""Asks a real server for every cell, and writes answers.txt: `python -m tests.golden.mixes.capture`."""

from __future__ import annotations

import pymysql

from binwriter.integration.mysql import running_server
from tests.golden.mixes.matrix import SETUP, answer, cells, write_answers


def main() -> None:
    with running_server() as server, server.connect() as connection, connection.cursor() as cursor:

        def ask(sql: str) -> list[tuple[object, ...]] | str:
            try:
                cursor.execute(sql)
                return list(cursor.fetchall())
            except pymysql.err.MySQLError as error:
                return f"!{error.args[0]} {error.args[1]}"

        for statement in SETUP:
            cursor.execute(statement)
        write_answers({name: answer(ask, query) for name, query in cells()})


if __name__ == "__main__":
    main()
