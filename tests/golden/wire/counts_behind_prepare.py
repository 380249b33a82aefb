"""What ROW_COUNT() and SHOW WARNINGS say behind COM_STMT_PREPARE, and of what its executions warn.

`python -m tests.golden.wire.counts_behind_prepare --real HOST:PORT` asks a real server, of which the database
`counts_behind` is dropped, and writes counts_behind_prepare.json: by statement [rows counted, warnings of PREPARE,
those of two executions], or the error of PREPARE with what is counted behind it.
"""

from __future__ import annotations

import argparse
import json
import struct
from pathlib import Path
from typing import Any

import pymysql
from pymysql.protocol import OKPacketWrapper

ANSWERS = Path(__file__).with_suffix(".json")
_PREPARE, _EXECUTE, _CLOSE, _MORE = 22, 23, 25, 8
_BEFORE = "INSERT INTO t (a) VALUES (1),(2)"
STATEMENTS = (
    "SELECT 1",
    "DO 1",
    "CALL p()",
    "SELECT nix",
    "SELEC",
    "SET NAMES utf8mb3",
    "SET NAMES utf8mb3 COLLATE utf8mb3_bin",
    "SET NAMES utf8mb4",
    "SET CHARACTER SET utf8mb3",
    "SET character_set_client = utf8mb3",
    "SELECT CAST('a' AS CHAR CHARACTER SET utf8mb3), 1 || 0",
    f"SELECT {'9' * 90}",
    f"INSERT INTO d VALUES ({'9' * 90})",
    "SELECT SQL_CALC_FOUND_ROWS a FROM t",
    "SET @a := @b := 3",
    "SELECT @a := 3",
    "CALL q(@b := 3)",
    "SET @a = FOUND_ROWS()",
    "SELECT 1 FROM t LIMIT 1 INTO @a FOR UPDATE",
    "DROP TABLE IF EXISTS nix",
    "SELECT 1 FROM t WHERE d = 'abc'",
)


def answers_of(host: str, port: int) -> dict[str, list[Any]]:
    """By statement."""
    connection = pymysql.connect(host=host, port=port, user="root", charset="utf8mb4", autocommit=True)
    with connection:
        with connection.cursor() as cursor:
            for text in (
                "DROP DATABASE IF EXISTS counts_behind",
                "CREATE DATABASE counts_behind",
                "USE counts_behind",
                "CREATE TABLE t (a INT, d DATE)",
                "CREATE TABLE d (d DECIMAL(65))",
                "CREATE PROCEDURE p() BEGIN END",
                "CREATE PROCEDURE q(x INT) BEGIN END",
            ):
                cursor.execute(text)
        found = {statement: _asked(connection, statement) for statement in STATEMENTS}
        with connection.cursor() as cursor:
            cursor.execute("DROP DATABASE counts_behind")
    return found


def _asked(connection: Any, statement: str) -> list[Any]:
    number = _prepared(connection, statement)
    counted = _counted(connection)
    if isinstance(number, list):
        return [number, counted]
    connection._execute_command(_CLOSE, struct.pack("<I", number))
    number = _prepared(connection, statement)
    told = _warnings(connection)
    return [counted, told, [_executed(connection, number) for _ in range(2)]]


def _prepared(connection: Any, statement: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(_BEFORE)
    try:
        connection._execute_command(_PREPARE, statement)
        number, columns, parameters = struct.unpack("<IHH", connection._read_packet().get_all_data()[1:9])
    except pymysql.MySQLError as error:
        return list(error.args)
    for count in (parameters, columns):
        for _ in range(count + 1 if count else 0):
            connection._read_packet()
    return number


def _counted(connection: Any) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT ROW_COUNT()")
        return int(cursor.fetchone()[0])


def _warnings(connection: Any) -> list[list[Any]]:
    return [list(warning) for warning in connection.show_warnings()]


def _executed(connection: Any, number: int) -> list[list[Any]]:
    connection._execute_command(_EXECUTE, struct.pack("<IBI", number, 0, 1))
    more = _MORE
    while more:
        first = connection._read_packet()
        if first.is_ok_packet():
            more = OKPacketWrapper(first).server_status & _MORE
            continue
        for _ in range(first.get_all_data()[0] + 1):
            connection._read_packet()
        while not (packet := connection._read_packet()).is_eof_packet():
            pass
        more = struct.unpack("<HH", packet.get_all_data()[1:5])[1] & _MORE
    return _warnings(connection)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", metavar="HOST:PORT", required=True)
    host, _, port = parser.parse_args().real.partition(":")
    answers = answers_of(host, int(port))
    lines = (f"{json.dumps(name)}: {json.dumps(answer)}" for name, answer in answers.items())
    ANSWERS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
