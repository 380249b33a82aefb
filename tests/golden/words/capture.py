"""Asks a real server for every cell: `python -m tests.golden.words.capture` writes answers.json.xz."""

from __future__ import annotations

from typing import Any

import pymysql

from binwriter.integration.mysql import running_server
from tests.golden.words.matrix import PLACES, SETUP, answer, cells, statement, write_answers

AFTER = ("UNLOCK TABLES", "ROLLBACK", "USE words")


def _capture(cursor: Any) -> dict[str, dict[str, str]]:
    answers: dict[str, dict[str, str]] = {place: {} for place in PLACES}
    for one in SETUP:
        cursor.execute(one)
    for place, word in cells():
        try:
            cursor.execute(statement(place, word))
            answers[place][word] = "0"
        except pymysql.err.MySQLError as error:
            answers[place][word] = answer(error.args[0], error.args[1])
        else:
            for one in AFTER:
                cursor.execute(one)
    return answers


def main() -> None:
    with running_server() as server, server.connect(autocommit=True) as connection, connection.cursor() as cursor:
        write_answers(_capture(cursor))


if __name__ == "__main__":
    main()
