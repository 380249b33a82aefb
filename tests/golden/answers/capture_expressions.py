"""How a server prints expressions: `python -m tests.golden.answers.capture_expressions` writes `expressions.json`.

Of each line of `expressions.txt`: as GENERATION_EXPRESSION of a generated column and as it stands in SHOW CREATE TABLE,
and in the definition of a view; null where a server refuses it.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from pymysql.err import MySQLError

from tests.golden.answers.capture import HERE, statements

PRINTED = HERE / "expressions.json"
COLUMNS = (
    "a INT, b VARCHAR(10), c DECIMAL(5,2), d DATETIME, e ENUM('x','y'), f DOUBLE, g DATE, j JSON,"
    " l VARCHAR(5) CHARACTER SET latin1, u INT UNSIGNED"
)


def in_table(cursor: Any, expression: str) -> str | None:
    """The expression in SHOW CREATE TABLE."""
    cursor.execute("DROP TABLE IF EXISTS made")
    try:
        cursor.execute(f"CREATE TABLE made ({COLUMNS}, x LONGTEXT AS ({expression}))")
    except MySQLError:
        return None
    cursor.execute("SHOW CREATE TABLE made")
    (line,) = (line for line in cursor.fetchone()[1].splitlines() if line.startswith("  `x` "))
    return str(line[line.index(" AS (") + 5 : line.rindex(") VIRTUAL")])


def in_view(cursor: Any, expression: str) -> str | None:
    """The expression in SHOW CREATE VIEW."""
    try:
        cursor.execute(f"CREATE OR REPLACE VIEW seen AS SELECT {expression} AS x FROM t")
        cursor.execute("SHOW CREATE VIEW seen")  # a server cannot read all that it prints
    except MySQLError:
        return None
    text = str(cursor.fetchone()[1])
    return text[text.index(" AS select ") + 11 : text.rindex(" AS `x` from `t`")]


def main() -> int:
    """The command line."""
    from binwriter.integration.mysql import running_server

    with running_server() as server, server.connect() as connection, connection.cursor() as cursor:
        cursor.execute("CREATE DATABASE printed")
        cursor.execute("USE printed")
        cursor.execute(f"CREATE TABLE t ({COLUMNS})")
        lines = [
            f"{json.dumps(one)}: {json.dumps([in_table(cursor, one), in_view(cursor, one)])}"
            for one in statements("expressions.txt")
        ]
    PRINTED.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
