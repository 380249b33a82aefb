"""The numbers that prepared statements have, and when a server prepares one anew: with a value of another type, or when
what it opens was defined anew or closed.

`python -m tests.golden.wire.prepared_anew --real HOST:PORT` asks a real server and writes prepared_anew.json: by case
and step the answer, Com_stmt_reprepare since the case began, and the number that the next statement gets.
"""

from __future__ import annotations

import argparse
import json
import struct
from contextlib import suppress
from pathlib import Path
from typing import Any

import pymysql

ANSWERS = Path(__file__).with_suffix(".json")
_SETUP = (
    "DROP DATABASE IF EXISTS anew",
    "CREATE DATABASE anew",
    "USE anew",
    "CREATE TABLE t (a INT, b VARCHAR(10))",
    "CREATE VIEW v AS SELECT 1",
    "CREATE VIEW vt AS SELECT * FROM t",
    "CREATE PROCEDURE p() SELECT 1",
    "CREATE FUNCTION f() RETURNS INT DETERMINISTIC RETURN 1",
)
_LONGLONG, _DOUBLE, _STRING = 8, 5, 253
_PREPARE, _EXECUTE, _MORE_RESULTS = 22, 23, 8
# What is prepared, then the steps: a tuple of values executes it, a text is sent.
CASES: dict[str, list[Any]] = {
    "SELECT ? + 1": [(1,), ("x",), (2,), (1.5,), (None,), ("1.5",), (3,)],
    "SELECT ?": [(1,), ("x",), (1,), (None,), (1.5,)],
    "SELECT CONCAT(?, 'a')": [("x",), (1,), ("x",), (1.5,)],
    "SELECT ?, ?": [(1, "x"), ("x", 1), (1, "x"), (None, None)],
    "SELECT a FROM t WHERE a = ?": [(1,), ("1",), ("x",), (1.5,), (1,)],
    "SELECT a FROM t WHERE b = ?": [("1",), (1,), (1.5,), ("x",)],
    "INSERT INTO t VALUES (?, ?)": [(1, "x"), ("1", 1), (1, "x"), (None, None)],
    "UPDATE t SET b = ? WHERE a = ?": [("x", 1), (1, "1"), ("x", 1.5)],
    "DELETE FROM t WHERE b = ? LIMIT ?": [("x", 1), (1, 1), ("x", "1")],
    "SELECT DATE_ADD(?, INTERVAL 1 DAY)": [("2020-01-01",), ("2020-01-01 10:00:00",), (20200101,), ("x",)],
    "SELECT * FROM t": [
        *[(), "ALTER TABLE t ADD c INT", (), (), "CREATE INDEX i ON t (a)", (), "DROP INDEX i ON t", ()],
        *["TRUNCATE t", (), "ANALYZE TABLE t", (), "OPTIMIZE TABLE t", (), "FLUSH TABLES", (), "FLUSH TABLES t", ()],
        *["RENAME TABLE t TO t2, t2 TO t", (), "CREATE TEMPORARY TABLE t (z INT)", (), ()],
        *["DROP TEMPORARY TABLE t", (), "DROP TABLE t", (), "CREATE TABLE t (a INT)", (), "INSERT INTO t VALUES (1)"],
        *[(), "CREATE TABLE other (a INT)", (), "ALTER TABLE other ADD b INT", ()],
    ],
    "SELECT * FROM vt": [
        *[(), "ALTER TABLE t ADD c INT", (), "CREATE OR REPLACE VIEW vt AS SELECT a FROM t", ()],
        *["CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW SET @z = 1", (), "DROP VIEW vt", ()],
        *["CREATE VIEW vt AS SELECT 1", ()],
    ],
    "SELECT * FROM v": [
        (),
        "CREATE OR REPLACE VIEW v AS SELECT 2",
        (),
        "DROP VIEW v",
        (),
        "CREATE TABLE v (a INT)",
        (),
    ],
    "INSERT INTO t VALUES (1, 2)": [
        *[(), "ALTER TABLE t ADD c INT", (), "ALTER TABLE t DROP c", ()],
        *["CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW SET @z = 1", (), "DROP TRIGGER tr", ()],
    ],
    "SELECT f()": [(), "DROP FUNCTION f", "CREATE FUNCTION f() RETURNS INT DETERMINISTIC RETURN 2", ()],
    "CALL p()": [(), "DROP PROCEDURE p", "CREATE PROCEDURE p() SELECT 2", ()],
    "SHOW COLUMNS FROM t": [(), "ALTER TABLE t ADD c INT", ()],
    "SET @x = (SELECT MAX(a) FROM t)": [(), "ALTER TABLE t ADD c INT", ()],
    "DO (SELECT MAX(a) FROM t)": [(), "ALTER TABLE t ADD c INT", ()],
    "SELECT 1": [
        *[(), "FLUSH TABLES", (), "PREPARE s FROM 'SELECT ? + 1'", "SET @a = 1", "EXECUTE s USING @a", "SET @a = 1.5"],
        *["EXECUTE s USING @a", "EXECUTE s USING @a", "PREPARE s FROM 'SELECT 1'", "PREPARE s FROM 'SELECT zz'"],
        *[
            "PREPARE s FROM 'SELECT'",
            "PREPARE s FROM 'LOCK TABLES t READ'",
            "DEALLOCATE PREPARE s",
            "PREPARE s FROM ''",
        ],
    ],
}


def answers_of(connection: pymysql.Connection[Any]) -> dict[str, list[Any]]:
    """What a server answers."""
    return {sql: _case(connection, sql, steps) for sql, steps in CASES.items()}


def _case(connection: pymysql.Connection[Any], sql: str, steps: list[Any]) -> list[Any]:
    for text in _SETUP:
        _sent(connection, text)
    first = _prepared(connection, "SELECT 1")
    number, before = _prepared(connection, sql), _count(connection)
    answers = []
    for step in steps:
        answer = _sent(connection, step) if isinstance(step, str) else _executed(connection, number, step)
        told = _count(connection) - before
        answers.append([str(step), answer, told, _prepared(connection, "SELECT 1") - first])
    return answers


def _prepared(connection: Any, sql: str) -> int:
    connection._execute_command(_PREPARE, sql)
    number, columns, parameters = struct.unpack("<IHH", connection._read_packet().get_all_data()[1:9])
    for count in (parameters, columns):
        for _ in range(count + 1 if count else 0):
            connection._read_packet()
    return int(number)


def _executed(connection: Any, number: int, values: tuple[Any, ...]) -> Any:
    nulls = bytearray((len(values) + 7) // 8)
    types, data = b"", b""
    for place, value in enumerate(values):
        nulls[place // 8] |= (value is None) << place % 8
        kind, packed = _packed(value)
        types, data = types + struct.pack("<H", kind), data + packed
    body = struct.pack("<IBI", number, 0, 1) + (bytes(nulls) + b"\x01" + types + data if values else b"")
    try:
        connection._execute_command(_EXECUTE, body)
        if (first := connection._read_packet()).is_ok_packet():
            return "ok"
        for _ in range(first.get_all_data()[0] + 1):
            connection._read_packet()
        rows = 0
        while not (end := connection._read_packet()).is_eof_packet():
            rows += 1
        if end.get_all_data()[3] & _MORE_RESULTS:  # what CALL ends with
            connection._read_packet()
        return rows
    except pymysql.MySQLError as error:
        return f"error {error.args[0]}"


def _packed(value: Any) -> tuple[int, bytes]:
    if isinstance(value, str):
        return _STRING, bytes([len(value)]) + value.encode()
    if isinstance(value, float):
        return _DOUBLE, struct.pack("<d", value)
    return _LONGLONG, b"" if value is None else struct.pack("<q", value)


def _sent(connection: pymysql.Connection[Any], sql: str) -> str:
    with connection.cursor() as cursor:
        try:
            cursor.execute(sql)
        except pymysql.MySQLError as error:
            return f"error {error.args[0]}"
        return "ok"


def _count(connection: pymysql.Connection[Any]) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SHOW STATUS LIKE 'Com_stmt_reprepare'")
        row = cursor.fetchone()
        assert row is not None
        return int(row[1])


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="tests.golden.wire.prepared_anew", description=__doc__)
    parser.add_argument("--real", metavar="HOST:PORT", required=True)
    host, _, port = parser.parse_args().real.partition(":")
    with pymysql.connect(host=host, port=int(port), user="root", autocommit=True) as connection:
        answers = answers_of(connection)
        with suppress(pymysql.MySQLError):
            _sent(connection, "DROP DATABASE anew")
    lines = ",\n".join(f"{json.dumps(sql)}: {json.dumps(answer)}" for sql, answer in answers.items())
    ANSWERS.write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
