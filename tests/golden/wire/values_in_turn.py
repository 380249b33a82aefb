"""Prepared statements that are executed with a value of one type, then with one of another: the types of the result's
columns and its rows. A time behind a date is left out: it has the day of the capture.

`python -m tests.golden.wire.values_in_turn --real HOST:PORT` asks a real server and writes values_in_turn.json: by
statement and values, of each execution the columns, the rows and the count of warnings, or the error.
"""

from __future__ import annotations

import itertools
import struct
from pathlib import Path
from typing import Any

import pymysql

from tests.golden.wire.parameters import SETUP, VALUES, Answers, ask
from tests.golden.wire.raw_client import column_definitions

ANSWERS = Path(__file__).with_suffix(".json")
_PREPARE, _EXECUTE, _CLOSE = 22, 23, 25
_NULL = 6
_GIVEN = VALUES | {
    "negative": (8, struct.pack("<q", -3)),
    "digits": (253, b"\x0212"),
    "decimal text": (253, b"\x0412.5"),
    "date text": (253, b"\x0a2020-01-02"),
    "empty": (253, b"\x00"),
}
_DATES = ("date", "datetime")
_MOMENTS = (*_DATES, "time")
_CASES = {
    **dict.fromkeys(
        ("SELECT ?", "SELECT (SELECT ?)", "VALUES ROW(?)", "SELECT COALESCE(?)", "SELECT IF(1, ?, ?)"), _MOMENTS
    ),
    **dict.fromkeys(
        ("SELECT ? + 1", "SELECT NOT ?", "SELECT ? = 1", "SELECT HEX(?)", "SELECT LENGTH(?)"), ("int", "string")
    ),
    "SELECT 1 LIMIT ?": ("int", "string"),
    "SELECT ? UNION ALL SELECT 1": ("int", "string", "double"),
    "SELECT * FROM (SELECT ? + 1 a) x": ("int", "string"),
}


def answers_of(connection: pymysql.Connection[Any]) -> Answers:
    """By statement and values."""
    with connection.cursor() as cursor:
        for statement in SETUP:
            cursor.execute(statement)
    return {
        f"{sql} <- {first}, {second}": _executed(connection, sql, (first, second))
        for sql, firsts in _CASES.items()
        for first, second in itertools.product(firsts, _GIVEN)
        if first not in _DATES or second != "time"
    }


def _executed(connection: Any, sql: str, names: tuple[str, ...]) -> list[Any]:
    connection._execute_command(_PREPARE, sql)
    number, columns, parameters = struct.unpack("<IHH", connection._read_packet().get_all_data()[1:9])
    column_definitions(connection, parameters), column_definitions(connection, columns)
    told = []
    for name in names:
        type_, data = _GIVEN[name]
        nulls = (2**parameters - 1 if type_ == _NULL else 0).to_bytes((parameters + 7) // 8, "little")
        types = struct.pack("<H", type_) * parameters
        head = struct.pack("<IBI", number, 0, 1)
        try:
            connection._execute_command(_EXECUTE, head + nulls + b"\x01" + types + data * parameters)
            found = column_definitions(connection, connection._read_packet().get_all_data()[0])
            rows = []
            while not (packet := connection._read_packet()).is_eof_packet():
                rows.append(packet.get_all_data().hex())
            told.append([[one[3:] for one in found], rows, int.from_bytes(packet.get_all_data()[1:3], "little")])
        except pymysql.MySQLError as error:
            told.append(list(error.args))
    connection._execute_command(_CLOSE, struct.pack("<I", number))
    return told


if __name__ == "__main__":
    ask(__doc__, answers_of, ANSWERS)
