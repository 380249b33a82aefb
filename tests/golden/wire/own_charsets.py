"""Asks a server for the bytes of texts where results are sent in character sets of their own, and where they are not:
`python -m tests.golden.wire.own_charsets HOST PORT` (root without a password) writes own_charsets.json."""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path

import pymysql

KEPT = Path(__file__).with_suffix(".json")
_SETUP = (
    "CREATE DATABASE own_charsets",
    "USE own_charsets",
    "CREATE TABLE t (id INT, l VARCHAR(10) CHARACTER SET latin1, s VARCHAR(10) CHARACTER SET sjis, u VARCHAR(10)"
    " CHARACTER SET ucs2, m VARCHAR(10) CHARACTER SET utf8mb4, m3 VARCHAR(10) CHARACTER SET utf8mb3, b VARBINARY(10),"
    " x TEXT CHARACTER SET latin1, e ENUM('é', 'b') CHARACTER SET latin1, st SET('é', 'ä') CHARACTER SET latin1,"
    " c CHAR(5) CHARACTER SET latin1, j JSON)",
    "INSERT INTO t VALUES (1, 'é', '日', 'é', 'é😀', 'é', 'b', 'é', 'é', 'é,ä', 'é', '\"é\"'),"
    " (2, 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'b', '', 'a', '1')",
)
_SETTINGS = (
    *("character_set_results = NULL", "character_set_results = binary"),
    *("NAMES binary", "NAMES latin1", "NAMES sjis", "NAMES utf8mb4"),
)
_QUERIES = (
    "SELECT * FROM t",
    "SELECT _latin1 x'E9', _ucs2 x'00E9', N'a', CONCAT(l, 'a'), CONCAT(l, m), UPPER(u), l FROM t",
    "SELECT GROUP_CONCAT(l), MAX(s), MIN(u) FROM t",
    "SELECT l FROM t UNION SELECT l FROM t",
    "SELECT CONVERT(m USING latin1), CAST(l AS CHAR CHARACTER SET utf16), JSON_ARRAY(l) FROM t",
    "SELECT COALESCE(l, m), IF(1, l, l), CASE WHEN 1 THEN s END, IFNULL(u, u) FROM t",
    "SELECT x FROM (SELECT l AS x FROM t) AS d ORDER BY x",
    "SELECT HEX(l), id FROM t",
)
CASES = tuple(product(_SETTINGS, _QUERIES))


def answers(host: str, port: int) -> list[list[list[str | None]]]:
    """Of each case the rows: texts in hexadecimal digits."""
    given = []
    with (
        pymysql.connect(host=host, port=port, user="root", autocommit=True, use_unicode=False) as client,
        client.cursor() as cursor,
    ):
        for sql in _SETUP:
            cursor.execute(sql)
        for setting, query in CASES:
            cursor.execute(f"SET {setting}")
            cursor.execute(query)
            given.append(
                [[one.hex() if isinstance(one, bytes) else str(one) for one in row] for row in cursor.fetchall()]
            )
    return given


if __name__ == "__main__":
    KEPT.write_text(json.dumps(answers(sys.argv[1], int(sys.argv[2])), indent=1) + "\n", encoding="utf-8")
