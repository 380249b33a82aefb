"""Asks a server for texts of several statements, of none, and of nothing but comments, and what counts behind each:
`python -m tests.golden.wire.statements_at_once HOST PORT` (root without a password) writes statements_at_once.json."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pymysql
from pymysql.constants import CLIENT

KEPT = Path(__file__).with_suffix(".json")
TEXTS = (
    *(
        "",
        " ",
        ";",
        ";;",
        "\0",
        "-- x",
        "-- x\n",
        "--",
        "#",
        "# x\udcff",
        "/* x */",
        "/* \udcff */",
        "/**/",
        "/*+ x */",
    ),
    *(
        "/*! */",
        "/*! */ -- x",
        "/*!50000 */;",
        "/*!50000 -- */",
        "/*!99999 x */",
        "/*!99999 x */ -- y",
        "/* \0 */",
        "{",
    ),
    *(
        "; -- x",
        "; /* x */",
        "/* x */ ;",
        "/* a && b */",
        "# utf8 ||",
        "/*M! SET a=1 */;",
        "-- x\n;",
        "/* a */;;",
        "/* a */;/* b */",
        "; -- \udcff",
        "SHOW -- x",
    ),
    *(
        ";SELECT 1",
        " ; SELECT 1",
        ";;SELECT 1",
        "-- x\n; SELECT 1",
        "/* x */ SELECT 1;",
        "SELECT 1; -- x",
        "SELECT 1;;",
    ),
    *("SELECT 1; ; SELECT 2", "SELECT 1;; SELECT 2", "SELECT 1; -- x\n; SELECT 2", "SELECT 1; /* x */; SELECT 2;"),
    *("SELECT 1; /*!99999 x */ ; SELECT 3", "SELECT 1; -- x\n;", "SELECT 1;;-- x", "SELECT 1;\n\n;\n", "DO 1;;DO 2"),
    *(
        "SELECT 1; SELECT 2",
        "SELECT 1; SELECT 2;",
        "SELECT 1; DO 2; -- x",
        "SELECT 1; nonsense; SELECT 2",
        "SELECT 1;\n\n nonsense\n",
    ),
)
_BEFORE = ("SELECT CAST('x' AS SIGNED)", "SELECT nosuch")
_COUNTS = ("SHOW WARNINGS", "SELECT ROW_COUNT(), @@warning_count, @@error_count", "SHOW STATUS LIKE 'Com_empty_query'")


def answers(host: str, port: int) -> list[Any]:
    """By whether the client sends several statements at once: of each text what is told of it, and what counts then."""
    given: list[Any] = []
    for flags in (0, CLIENT.MULTI_STATEMENTS):
        with pymysql.connect(host=host, port=port, user="root", client_flag=flags) as connection:
            for number, text in enumerate(TEXTS):
                _answer(connection, _BEFORE[number % 2])
                counts = _COUNTS[number % 3]
                given.append([flags, _answer(connection, text), _answer(connection, counts)])
    return given


def _answer(connection: Any, text: str) -> list[Any]:
    results: list[Any] = []
    with connection.cursor() as cursor:
        try:
            cursor.execute(text.encode("utf-8", "surrogateescape"))
            results.append([cursor.rowcount, [list(row) for row in cursor.fetchall()]])
            while cursor.nextset():
                results.append([cursor.rowcount, [list(row) for row in cursor.fetchall()]])
        except pymysql.MySQLError as error:
            results.append(list(error.args))
    return results


if __name__ == "__main__":
    KEPT.write_text(json.dumps(answers(sys.argv[1], int(sys.argv[2])), indent=1) + "\n", encoding="utf-8")
