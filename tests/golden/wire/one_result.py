"""Asks a server what it answers a client that can read one result of a statement, whose procedures may have more:
`python -m tests.golden.wire.one_result HOST PORT` (root without a password) writes one_result.json."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pymysql
from pymysql.constants import CLIENT

KEPT = Path(__file__).with_suffix(".json")
_SEVERAL = CLIENT.MULTI_RESULTS | CLIENT.MULTI_STATEMENTS | CLIENT.PS_MULTI_RESULTS
BODIES = (
    "SELECT 1",
    "SELECT 1 INTO @a",
    "CALL shown()",
    "CALL silent()",
    "BEGIN PREPARE s FROM 'SET @a = 1'; EXECUTE s; END",
    "BEGIN IF 0 THEN SELECT 1; END IF; END",
    "BEGIN DECLARE c CURSOR FOR SELECT 1; OPEN c; CLOSE c; END",
    "BEGIN DECLARE CONTINUE HANDLER FOR NOT FOUND SELECT 1; END",
    "BEGIN DECLARE x INT; SET x = (SELECT 1); END",
    "SHOW TABLES",
    "ANALYZE TABLE t",
    "EXPLAIN SELECT 1",
    "INSERT INTO t VALUES (1)",
)
_OTHERS = ("SELECT 1; SELECT 2", "CALL nosuch()", "PREPARE s FROM 'CALL p0()'", "EXECUTE s")
CASES = (*BODIES, *_OTHERS)


def answers(host: str, port: int) -> list[Any]:
    """Of each case: the rows, or the error."""
    connection = pymysql.connect(host=host, port=port, user="root", autocommit=True)
    with connection, connection.cursor() as cursor:
        for sql in ("CREATE DATABASE one_result", "USE one_result", "CREATE TABLE t (a INT)",
                    "CREATE PROCEDURE shown() SELECT 1", "CREATE PROCEDURE silent() BEGIN END",
                    *(f"CREATE PROCEDURE p{number}() {body}" for number, body in enumerate(BODIES))):  # fmt: skip
            cursor.execute(sql)
    client = pymysql.connect(host=host, port=port, user="root", database="one_result", defer_connect=True)
    client.client_flag &= ~_SEVERAL
    with patch.object(CLIENT, "MULTI_RESULTS", 0):  # which the driver asks for whatever it is told
        client.connect()
    given: list[Any] = []
    with client, client.cursor() as cursor:
        for sql in (*(f"CALL p{number}()" for number in range(len(BODIES))), *_OTHERS):
            try:
                cursor.execute(sql)
                given.append([list(row) for row in cursor.fetchall()])
            except pymysql.MySQLError as error:
                given.append(list(error.args))
    return given


if __name__ == "__main__":
    KEPT.write_text(json.dumps(answers(sys.argv[1], int(sys.argv[2])), indent=1) + "\n", encoding="utf-8")
