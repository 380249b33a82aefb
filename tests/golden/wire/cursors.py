"""Which statements a client may ask to open a cursor for, what it fetches, and what is said of data that were sent for
parameters that are not there.

`python -m tests.golden.wire.cursors --real HOST:PORT` asks a real server and writes cursors.json: by statement how its
execution with a cursor is answered, and one FETCH of two rows. EXPLAIN and SHOW PROCESSLIST are left out: a 9.7.4 ends
with a signal when their rows are fetched; so is DO, which has rows there.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pymysql

from tests.golden.wire.parameters import Answers, ask
from tests.golden.wire.raw_client import column_definitions

ANSWERS = Path(__file__).with_suffix(".json")
_PREPARE, _EXECUTE, _LONG_DATA, _RESET, _FETCH = 22, 23, 24, 26, 28
_CURSOR_EXISTS, _MORE_RESULTS = 64, 8
_SETUP = (
    *("DROP DATABASE IF EXISTS cursors", "CREATE DATABASE cursors", "USE cursors", "CREATE TABLE t (a INT)"),
    *("INSERT INTO t VALUES (1), (2), (3)", "CREATE TABLE k (a INT PRIMARY KEY)", "CREATE PROCEDURE p() SELECT 'p'"),
)
_STATEMENTS = (
    *("SELECT a FROM t", "SELECT 1/0 FROM t", "SELECT 'x'", "SELECT 'a' UNION SELECT 'b'", "VALUES ROW('a'), ROW('b')"),
    *(
        "TABLE t",
        "WITH c AS (SELECT 'q' a) SELECT * FROM c",
        "SELECT a FROM t FOR UPDATE",
        "SELECT a FROM t WHERE a > 9",
    ),
    *(
        "SELECT 1 INTO @a",
        "SELECT a FROM t LIMIT 1 INTO @a",
        "SHOW TABLES",
        "SHOW COLUMNS FROM t",
        "SHOW STATUS LIKE 'x'",
    ),
    *("SHOW CREATE TABLE t", "SHOW CREATE DATABASE cursors", "SHOW REPLICAS", "SHOW PROFILES", "CALL p()"),
    *(
        "INSERT INTO k VALUES (1)",
        "REPLACE INTO k VALUES (1)",
        "UPDATE t SET a = 1 WHERE 0",
        "DELETE FROM k WHERE a = 7",
    ),
    *(
        "INSERT INTO k SELECT 8",
        "REPLACE INTO k SELECT 8",
        "UPDATE t, k SET t.a = 1 WHERE 0",
        "DELETE t FROM t, k WHERE 0",
    ),
    *(
        "COMMIT",
        "ROLLBACK",
        "SET @x = 1",
        "CREATE TABLE n (a INT)",
        "CREATE TABLE n SELECT 1",
        "ALTER TABLE t ADD b INT",
    ),
    *("TRUNCATE k", "RENAME TABLE k TO l", "CREATE INDEX i ON t (a)", "DROP TABLE k", "CREATE VIEW v AS SELECT 1"),
    *("FLUSH STATUS", "GRANT SELECT ON *.* TO root", "CREATE USER cursor_user", "CREATE DATABASE cursors_n"),
    *("ANALYZE TABLE t", "OPTIMIZE TABLE t", "REPAIR TABLE t", "CHECKSUM TABLE t"),
)
_KINDS = {"cursor of kind 2": 2, "cursor of kind 4": 4, "cursor of kinds 1 and 2": 3}


def answers_of(connection: pymysql.Connection[Any]) -> Answers:
    """What a server answers."""
    with connection.cursor() as cursor:
        for statement in _SETUP:
            cursor.execute(statement)
    found: Answers = {sql: _opened(connection, sql, 1) for sql in _STATEMENTS}
    found |= {name: _opened(connection, "SELECT a FROM t", kind) for name, kind in _KINDS.items()}
    found["sent for no parameter"] = _sent_for_none(connection)
    return found


def _opened(connection: Any, sql: str, kind: int) -> list[Any]:
    number = _prepared(connection, sql)
    connection._execute_command(_EXECUTE, struct.pack("<IBI", number, kind, 1))
    answer = _answer(connection)
    connection._execute_command(_FETCH, struct.pack("<II", number, 2))
    try:
        rows = 0
        while not (packet := connection._read_packet()).is_eof_packet():
            rows += 1
        return [answer, rows, packet.get_all_data().hex()]
    except pymysql.MySQLError as error:
        return [answer, error.args[0]]


def _prepared(connection: Any, sql: str) -> int:
    connection._execute_command(_PREPARE, sql)
    number, columns, parameters = struct.unpack("<IHH", connection._read_packet().get_all_data()[1:9])
    column_definitions(connection, parameters), column_definitions(connection, columns)
    return int(number)


def _answer(connection: Any) -> Any:
    try:
        first = connection._read_packet()
        if first.is_ok_packet():
            return "ok"
        for _ in range(first.get_all_data()[0]):
            connection._read_packet()
        end = connection._read_packet().get_all_data()
        if end[3] & _CURSOR_EXISTS:
            return ["cursor", int.from_bytes(end[1:3], "little")]
        while not (packet := connection._read_packet()).is_eof_packet():
            pass
        if packet.get_all_data()[3] & _MORE_RESULTS:
            connection._read_packet()
        return "rows"
    except pymysql.MySQLError as error:
        return list(error.args)


def _sent_for_none(connection: Any) -> list[Any]:
    """Executions of a statement without parameters: after data for its first, again, and after a reset."""
    number = _prepared(connection, "SELECT 1")
    connection._execute_command(_LONG_DATA, struct.pack("<IH", number, 0) + b"x")
    answers = []
    for _ in range(2):
        connection._execute_command(_EXECUTE, struct.pack("<IBI", number, 0, 1))
        answers.append(_answer(connection))
    connection._execute_command(_RESET, struct.pack("<I", number))
    connection._read_packet()
    connection._execute_command(_EXECUTE, struct.pack("<IBI", number, 0, 1))
    return [*answers, _answer(connection)]


if __name__ == "__main__":
    ask(__doc__, answers_of, ANSWERS)
