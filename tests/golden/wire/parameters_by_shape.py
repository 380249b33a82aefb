"""What a server says of prepared statements, by the shape of the statement around a parameter.

`python -m tests.golden.wire.parameters_by_shape --real HOST:PORT` asks a real server and writes
parameters_by_shape.json: of each statement the parameters and the columns, and behind values of these kinds the columns
and rows of its result: correlated queries, windows and their frames, groups, titles, numbers that are known only once a
statement is prepared anew.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pymysql

from tests.golden.wire.parameters import VALUES, Answers, ask, or_error
from tests.golden.wire.raw_client import column_definitions

ANSWERS = Path(__file__).with_suffix(".json")
_SETUP = (
    "DROP DATABASE IF EXISTS shapes",
    "CREATE DATABASE shapes",
    "USE shapes",
    "CREATE TABLE e (i INT, vc VARCHAR(30))",
    "CREATE TABLE u (id INT PRIMARY KEY, n VARCHAR(50), p DECIMAL(8,2), q INT UNSIGNED, c DATETIME)",
    "INSERT INTO e VALUES (1, 'a')",
    "INSERT INTO u VALUES (1, 'a', 1.5, 2, '2020-01-01'), (2, 'b', 2.5, 3, '2020-01-02')",
)
STATEMENTS = (
    "SELECT (SELECT u.id + ?) FROM u",
    "SELECT (SELECT e.i + u.id + ? FROM e LIMIT 1) FROM u",
    "SELECT n FROM u WHERE EXISTS (SELECT 1 FROM e WHERE e.i = u.id - ?)",
    "SELECT (SELECT MAX(i) FROM e WHERE vc = n AND i + id > ?) FROM u",
    "SELECT (SELECT u.p * ? FROM e WHERE i = id) FROM u",
    "SELECT u.n, d.m FROM u, LATERAL (SELECT u.id + ? AS m) d",
    "SELECT u.n, d.m FROM u JOIN LATERAL (SELECT u.q - ? AS m, e.i FROM e) d ON d.i = u.id",
    "UPDATE u SET p = (SELECT MAX(e.i) FROM e WHERE e.i = u.id + ?)",
    "DELETE FROM u WHERE id = (SELECT e.i + u.id + ? FROM e)",
    "WITH RECURSIVE w AS (SELECT 1 AS a UNION ALL SELECT a + ? FROM w WHERE a < 3) SELECT * FROM w",
    "SELECT ? AS x, n FROM u",
    "SELECT * FROM (SELECT ? AS a, n FROM u) d",
    "WITH w AS (SELECT ? AS a) SELECT a FROM w",
    "SELECT ROW_NUMBER() OVER (ORDER BY id + ?) FROM u",
    "SELECT id, RANK() OVER (PARTITION BY ? ORDER BY id) FROM u",
    "SELECT id, RANK() OVER w FROM u WINDOW w AS (PARTITION BY ? ORDER BY id)",
    "SELECT SUM(p + ?) OVER (ORDER BY id) FROM u",
    "SELECT id, SUM(p) OVER (ORDER BY id ROWS BETWEEN ? PRECEDING AND CURRENT ROW) FROM u",
    "SELECT id, COUNT(*) OVER (ORDER BY id ROWS ? PRECEDING) FROM u",
    "SELECT id, MAX(n) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND ? FOLLOWING) FROM u",
    "SELECT q + ? AS k, COUNT(*) FROM u GROUP BY k",
    "SELECT SUM(?), AVG(?), MAX(?) FROM u",
    "SELECT CEIL(?), ABS(?), -?, ?",
    "SELECT ? + ?, ?",
    "SELECT BINARY ? IS NULL",
)
KINDS = ("null", "int", "double", "datetime")


def answers_of(connection: pymysql.Connection[Any]) -> Answers:
    """By statement: its parameters and columns; by statement and kind of value: its results."""
    with connection.cursor() as cursor:
        for sql in _SETUP:
            cursor.execute(sql)
    found: Answers = {}
    for sql in STATEMENTS:
        found[sql] = or_error(lambda sql=sql: _executed(connection, sql, None))
        for kind in KINDS:
            found[f"{sql} <- {kind}"] = or_error(lambda sql=sql, kind=kind: _executed(connection, sql, kind))
    return found


def _executed(connection: Any, sql: str, kind: str | None) -> list[Any]:
    """Prepared; executed with a value of that kind for each parameter, in a transaction that is rolled back."""
    connection._execute_command(22, sql)
    number, columns, parameters = struct.unpack("<IHH", connection._read_packet().get_all_data()[1:9])
    told = [column_definitions(connection, count) for count in (parameters, columns)]
    try:
        if kind is None:
            return told
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")
        return _result(connection, number, kind, parameters)
    finally:
        connection._execute_command(25, struct.pack("<I", number))
        with connection.cursor() as cursor:
            cursor.execute("ROLLBACK")


def _result(connection: Any, number: int, kind: str, parameters: int) -> list[Any]:
    type_, data = VALUES[kind]
    nulls = (1 << parameters) - 1 if kind == "null" else 0
    head = struct.pack("<IBI", number, 0, 1) + nulls.to_bytes((parameters + 7) // 8, "little") + b"\1"
    connection._execute_command(23, head + struct.pack("<H", type_) * parameters + data * parameters)
    first = connection._read_packet()
    if first.is_ok_packet():
        return [first.get_all_data()[1]]
    columns = column_definitions(connection, first.get_all_data()[0])
    rows = []
    while not (packet := connection._read_packet()).is_eof_packet():
        rows.append(packet.get_all_data()[1:].hex())
    return [columns, sorted(rows)]


if __name__ == "__main__":
    ask(__doc__, answers_of, ANSWERS)
