"""What text columns and columns of numbers keep of moments that a client binds.

`python -m tests.golden.wire.moments_kept_as_texts --real HOST:PORT` asks a real server and writes
moments_kept_as_texts.json: by statement and value the rows that it left.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pymysql
from pymysql.constants import FIELD_TYPE

from tests.golden.wire.parameters import Answers, ask
from tests.golden.wire.raw_client import column_definitions

ANSWERS = Path(__file__).with_suffix(".json")
_SETUP = (
    "DROP DATABASE IF EXISTS kept",
    "CREATE DATABASE kept",
    "USE kept",
    "SET TIMESTAMP = 1600000000",
    "CREATE TABLE t (vc VARCHAR(40), c CHAR(12), vl VARCHAR(40) CHARACTER SET latin1, vb VARBINARY(40), tx TEXT,"
    " bl BLOB, i BIGINT, de DECIMAL(30,8), do DOUBLE, dt DATETIME(3), tm TIME(1), j JSON, u VARCHAR(40) UNIQUE)",
)
_COLUMNS = ("vc", "c", "vl", "vb", "tx", "bl", "i", "de", "do", "dt", "tm", "j")
STATEMENTS = (
    *(f"INSERT INTO t ({column}) VALUES (?)" for column in _COLUMNS),
    *(f"UPDATE t SET {column} = ?" for column in _COLUMNS),
    *(f"INSERT INTO t ({column}) SELECT ?" for column in _COLUMNS),
    *(f"INSERT IGNORE INTO t SET {column} = ?" for column in _COLUMNS),
    "INSERT INTO t (vc) VALUES ('x'), (?)",
    "INSERT INTO t (vc) VALUES ((?))",
    "INSERT INTO t (vc) SELECT ? FROM (SELECT 1) d",
    "INSERT INTO t (vc) SELECT (SELECT ?)",
    "INSERT INTO t (vc) SELECT MAX(?)",
    "INSERT INTO t (vc) SELECT IFNULL(?, 'x')",
    "INSERT INTO t (vc) VALUES (CONCAT(?))",
    "INSERT INTO t (vc) VALUES (COALESCE(?))",
    "INSERT INTO t (vc) VALUES (IF(1, ?, 'x'))",
    "REPLACE INTO t (vc, tx) VALUES (?, ?)",
    "INSERT INTO t (u) VALUES ('a') ON DUPLICATE KEY UPDATE vc = ?",
)
_DAY = b"\xe4\x07\x02\x1d"


def _datetime(microseconds: int) -> tuple[int, bytes]:
    return FIELD_TYPE.DATETIME, b"\x0b" + _DAY + b"\x01\x02\x03" + struct.pack("<I", microseconds)


def _time(microseconds: int) -> tuple[int, bytes]:
    return FIELD_TYPE.TIME, b"\x0c\x01" + struct.pack("<I", 1) + b"\x02\x1e\x05" + struct.pack("<I", microseconds)


VALUES = {
    "date": (FIELD_TYPE.DATE, b"\x04" + _DAY),
    "day": (FIELD_TYPE.DATETIME, b"\x04" + _DAY),
    "second": (FIELD_TYPE.DATETIME, b"\x07" + _DAY + b"\x01\x02\x03"),
    "half": _datetime(500000),
    "micro": _datetime(123456),
    "timestamp": (FIELD_TYPE.TIMESTAMP, _datetime(250000)[1]),
    "time": (FIELD_TYPE.TIME, b"\x08\x01" + struct.pack("<I", 1) + b"\x02\x1e\x05"),
    "time_half": _time(500000),
    "time_micro": _time(123450),
    "time_last": _time(1),
}


def answers_of(connection: pymysql.Connection[Any]) -> Answers:
    """By statement and value: the rows, or the error, and the warnings."""
    with connection.cursor() as cursor:
        for sql in _SETUP:
            cursor.execute(sql)
        return {
            f"{sql} <- {name}": _kept(connection, cursor, sql, value)
            for sql in STATEMENTS
            for name, value in VALUES.items()
        }


def _kept(connection: Any, cursor: Any, sql: str, value: tuple[int, bytes]) -> list[Any]:
    cursor.execute("DELETE FROM t")
    if "UPDATE" in sql:
        cursor.execute("INSERT INTO t (u) VALUES ('a')")
    connection._execute_command(22, sql)
    number, columns, parameters = struct.unpack("<IHH", connection._read_packet().get_all_data()[1:9])
    for count in (parameters, columns):
        column_definitions(connection, count)
    head = struct.pack("<IBI", number, 0, 1) + b"\0\1"
    error = None
    connection._execute_command(23, head + struct.pack("<H", value[0]) * parameters + value[1] * parameters)
    try:
        connection._read_packet()
    except pymysql.Error as refused:
        error = list(refused.args)
    cursor.execute("SHOW WARNINGS")
    warnings = [list(row) for row in cursor.fetchall()]
    connection._execute_command(25, struct.pack("<I", number))
    cursor.execute("SELECT * FROM t")
    return [error, warnings, [[str(cell) for cell in row if cell is not None] for row in cursor.fetchall()]]


if __name__ == "__main__":
    ask(__doc__, answers_of, ANSWERS)
