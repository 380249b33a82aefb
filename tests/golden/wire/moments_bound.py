"""What a server makes of moments, texts and numbers that are bound where a moment is asked for: a parameter that is a
DATE becomes a DATETIME for a value that has a time.

`python -m tests.golden.wire.moments_bound --real HOST:PORT` asks a real server and writes moments_bound.json: by
statement and value the type and decimals of the column and the row as it was sent, or affected rows and warnings.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pymysql

from tests.golden.wire.parameters import Answers, ask, or_error
from tests.golden.wire.raw_client import column_definitions

ANSWERS = Path(__file__).with_suffix(".json")
SETUP = (
    "DROP DATABASE IF EXISTS mb",
    "CREATE DATABASE mb",
    "USE mb",
    "CREATE TABLE t (a INT AUTO_INCREMENT PRIMARY KEY, d DATE, dt DATETIME(3), ti TIME)",
)
_ROW = "INSERT INTO t VALUES (1, '2020-01-31', '2020-01-31 10:11:12.5', '10:11:12')"
_PREPARE, _EXECUTE, _CLOSE = 22, 23, 25
_EXPRESSIONS = """\
DATE_ADD(?, INTERVAL 1 DAY)
DATE_SUB(?, INTERVAL 1 MONTH)
? + INTERVAL 1 HOUR
? - INTERVAL 1 DAY
DATE_ADD(?, INTERVAL 1 MICROSECOND)
DATE_ADD(?, INTERVAL '1 1' DAY_HOUR)
ADDDATE(?, 1)
ADDTIME(?, '1:0:0')
TIMESTAMPADD(DAY, 1, ?)
DATE(?)
TIME(?)
TIMESTAMP(?)
LAST_DAY(?)
DATE_FORMAT(?, '%Y-%m-%d %H:%i')
UNIX_TIMESTAMP(?)
TO_DAYS(?)
TIMEDIFF(?, '09:00:00')
TIMESTAMPDIFF(DAY, ?, '2021-01-01')
EXTRACT(HOUR FROM ?)
CAST(? AS DATE)
CAST(? AS DATETIME)
COALESCE(?, DATE '2020-01-01')
IF(1, ?, DATE '2020-01-01')
? > DATE '2020-01-01'
? = TIMESTAMP '2020-01-31 10:11:12'
DATE '2020-01-31' IN (?)
DATE '2020-01-31' BETWEEN ? AND '2020-02-01'
a FROM t WHERE d = ?
a FROM t WHERE d IN (?)
a FROM t WHERE dt = ?
a FROM t WHERE ti = ?
a FROM t WHERE d < ?
""".splitlines()
_CHANGES = (
    "INSERT INTO t (d) VALUES (?)",
    "INSERT INTO t (dt) VALUES (?)",
    "INSERT INTO t (ti) VALUES (?)",
    "INSERT INTO t (d) SELECT DATE_ADD(?, INTERVAL 1 DAY)",
    "UPDATE t SET d = ?",
    "UPDATE t SET dt = ? WHERE a = 1",
    "DELETE FROM t WHERE d = ?",
    "DELETE FROM t WHERE d IN (?, NULL)",
)
# by name: the type as the protocol numbers it, and the value as it stands in COM_STMT_EXECUTE
VALUES = {
    "date as a text": (253, b"\x0a2020-01-31"),
    "datetime as a text": (253, b"\x132020-01-31 10:11:12"),
    "fraction as a text": (253, b"\x152020-01-31 10:11:12.5"),
    "midnight as a text": (253, b"\x132020-01-31 00:00:00"),
    "time as a text": (253, b"\x0810:11:12"),
    "date as a number": (8, struct.pack("<q", 20200131)),
    "datetime as a number": (8, struct.pack("<q", 20200131101112)),
    "date": (10, b"\x04" + struct.pack("<HBB", 2020, 1, 31)),
    "datetime": (12, b"\x07" + struct.pack("<HBBBBB", 2020, 1, 31, 10, 11, 12)),
    "fraction": (12, b"\x0b" + struct.pack("<HBBBBBI", 2020, 1, 31, 10, 11, 12, 500_000)),
    "null": (6, b""),
}


def answers_of(connection: pymysql.Connection[Any]) -> Answers:
    """By statement and value."""
    found: Answers = {}
    with connection.cursor() as cursor:
        for statement in SETUP:
            cursor.execute(statement)
        for sql in (*(f"SELECT {text}" for text in _EXPRESSIONS), *_CHANGES):
            for name in VALUES:
                cursor.execute("DELETE FROM t")
                cursor.execute(_ROW)
                answer = or_error(lambda sql=sql, name=name: _bound(connection, sql, name))
                cursor.execute("SHOW WARNINGS")
                found[f"{sql} <- {name}"] = [answer, [list(row[1:]) for row in cursor.fetchall()]]
                if sql in _CHANGES:
                    cursor.execute("SELECT CONCAT_WS('|', d, dt, ti) FROM t ORDER BY a")
                    found[f"{sql} <- {name}"].append([row[0] for row in cursor.fetchall()])
    return found


def _bound(connection: Any, sql: str, name: str) -> list[Any]:
    connection._execute_command(_PREPARE, sql)
    number, columns, parameters = struct.unpack("<IHH", connection._read_packet().get_all_data()[1:9])
    column_definitions(connection, parameters)
    column_definitions(connection, columns)
    type_, data = VALUES[name]
    head = struct.pack("<IBI", number, 0, 1) + (b"\x01" if name == "null" else b"\0") + b"\x01"
    try:
        connection._execute_command(_EXECUTE, head + struct.pack("<H", type_) + data)
        first = connection._read_packet()
        if first.is_ok_packet():
            return ["changed", first.get_all_data()[1]]
        (column,) = column_definitions(connection, first.get_all_data()[0])
        rows = []
        while not (packet := connection._read_packet()).is_eof_packet():
            rows.append(packet.get_all_data()[1:].hex())
        return [column[7], column[9], rows]
    finally:
        connection._execute_command(_CLOSE, struct.pack("<I", number))


if __name__ == "__main__":
    ask(__doc__, answers_of, ANSWERS)
