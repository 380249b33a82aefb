"""What a server says of statements whose parameters stand beside texts of another collation than the client's.

`python -m tests.golden.wire.parameters_beside_texts [--real HOST:PORT]` asks a real server and writes
parameters_beside_texts.json: by the client's collation and statement, its parameters and columns, or the error.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pymysql

from tests.golden.wire.parameters import Answers, ask, or_error, told_of

ANSWERS = Path(__file__).with_suffix(".json")
SETUP = (
    "DROP DATABASE IF EXISTS pb",
    "CREATE DATABASE pb",
    "USE pb",
    "CREATE TABLE t (a INT, v VARCHAR(10), l VARCHAR(10) CHARACTER SET latin1, b VARCHAR(10) COLLATE utf8mb4_bin,"
    " y VARBINARY(9), x TEXT, e ENUM('a', 'b'))",
)
_CLIENTS = (
    "utf8mb4_0900_ai_ci",
    "utf8mb4_general_ci",
    "utf8mb4_bin",
    "utf8mb3_general_ci",
    "latin1_swedish_ci",
    "latin1_bin",
)
_COLUMNS = "vlbyxe"
_STATEMENTS = (
    "SELECT a FROM t WHERE {} = ?",
    "SELECT {} FROM t WHERE ? < {}",
    "SELECT a FROM t WHERE {} LIKE ?",
    "SELECT a FROM t WHERE {} IN (?, 'x', ?)",
    "SELECT a FROM t WHERE {} BETWEEN ? AND 'x'",
    "SELECT CONCAT({}, ?) FROM t",
    "SELECT COALESCE(?, {}) FROM t",
    "SELECT IF(a, {}, ?) FROM t",
    "SELECT CASE {} WHEN ? THEN 1 END FROM t",
    "SELECT REPLACE({}, ?, 'b') FROM t",
    "SELECT FIND_IN_SET(?, {}), INSTR({}, ?), STRCMP({}, ?) FROM t",
    "SELECT MAX({}) FROM t GROUP BY a HAVING MAX({}) = ?",
    "SELECT {} FROM t UNION SELECT ?",
    "SELECT p.a FROM t p JOIN t q ON p.{} = q.{} AND p.{} > ?",
    "SELECT a FROM t WHERE {} REGEXP ?",
    "SELECT NULLIF({}, ?), GREATEST(?, {}) FROM t",
    "UPDATE t SET a = 1 WHERE {} = ?",
)


def answers_of(connection: pymysql.Connection[Any]) -> Answers:
    """By the client's collation and statement: its parameters and columns."""
    found: Answers = {}
    with connection.cursor() as cursor:
        for statement in SETUP:
            cursor.execute(statement)
        for collation in _CLIENTS:
            cursor.execute(f"SET NAMES {collation.partition('_')[0]} COLLATE {collation}")
            for text in _STATEMENTS:
                for column in _COLUMNS:
                    sql = text.replace("{}", column)
                    found[f"{collation}: {sql}"] = or_error(lambda sql=sql: told_of(connection, sql))
    return found


if __name__ == "__main__":
    ask(__doc__, answers_of, ANSWERS)
