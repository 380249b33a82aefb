"""Asks a server for the bytes of texts where results are sent in character sets of their own, and where they are not,
also in such in which ASCII is other bytes:
`python -m tests.golden.wire.own_charsets HOST PORT` (root without a password) writes own_charsets.json."""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path

import pymysql

KEPT = Path(__file__).with_suffix(".json")
_DEFINER = "DEFINER=root@localhost"
_SETUP = (
    "CREATE DATABASE own_charsets",
    "USE own_charsets",
    "CREATE TABLE t (id INT, l VARCHAR(10) CHARACTER SET latin1, s VARCHAR(10) CHARACTER SET sjis, u VARCHAR(10)"
    " CHARACTER SET ucs2, m VARCHAR(10) CHARACTER SET utf8mb4, m3 VARCHAR(10) CHARACTER SET utf8mb3, b VARBINARY(10),"
    " x TEXT CHARACTER SET latin1, e ENUM('é', 'b') CHARACTER SET latin1, st SET('é', 'ä') CHARACTER SET latin1,"
    " c CHAR(5) CHARACTER SET latin1, j JSON)",
    "INSERT INTO t VALUES (1, 'é', '日', 'é', 'é😀', 'é', 'b', 'é', 'é', 'é,ä', 'é', '\"é\"'),"
    " (2, 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'b', '', 'a', '1')",
    "CREATE TABLE n (i INT, z INT(5) ZEROFILL, d DECIMAL(5, 2), f FLOAT, t TIME, y YEAR, b BIT(9), `ключ` CHAR(2))",
    "INSERT INTO n VALUES (1, 2, 3.5, 4.5, '01:02:03', 2020, 257, 'é')",
    "SET NAMES koi8r",
    f"CREATE {_DEFINER} VIEW v AS SELECT 'тест' AS `тест`, `ключ` FROM n".encode("koi8-r"),
    f"CREATE {_DEFINER} PROCEDURE p() SELECT 'тест', `ключ` FROM n".encode("koi8-r"),
    f"CREATE {_DEFINER} FUNCTION f() RETURNS INT DETERMINISTIC RETURN LENGTH('тест')".encode("koi8-r"),
    f"CREATE {_DEFINER} EVENT e ON SCHEDULE AT '2037-01-01 00:00:00' DISABLE DO SELECT 'тест'".encode("koi8-r"),
)
_SETTINGS = (
    *("character_set_results = NULL", "character_set_results = binary"),
    *("NAMES binary", "NAMES latin1", "NAMES sjis", "NAMES utf8mb4"),
    *("character_set_results = ucs2", "character_set_results = utf16le", "character_set_results = utf32"),
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
    "SELECT i, z, d, f, t, y, b FROM n",
    "SELECT 1, 1.5, d + 1, 1e0, DATE'2020-01-01', i + 1, CONCAT(i), NULL FROM n",
    *("SHOW CREATE VIEW v", "SHOW CREATE TABLE v", "SHOW CREATE TABLE n"),
    *("SHOW CREATE PROCEDURE p", "SHOW CREATE FUNCTION f", "SHOW CREATE EVENT e"),
    "SHOW WARNINGS",
    "SHOW VARIABLES LIKE 'autocommit'",
)
CASES = tuple(product(_SETTINGS, _QUERIES))


def answers(host: str, port: int) -> list[list[list[str | None]]]:
    """Of each case the titles and the rows, in hexadecimal digits."""
    given = []
    with (
        pymysql.connect(host=host, port=port, user="root", autocommit=True, use_unicode=False, conv={}) as client,
        client.cursor() as cursor,
    ):
        for sql in _SETUP:
            cursor.execute(sql)
        for setting, query in CASES:
            cursor.execute(f"SET {setting}")
            cursor.execute(query)
            titles = [field[0].encode("utf-8", "surrogateescape") for field in cursor.description]
            given.append([[one if one is None else one.hex() for one in row] for row in (titles, *cursor.fetchall())])
    return given


if __name__ == "__main__":
    KEPT.write_text(json.dumps(answers(sys.argv[1], int(sys.argv[2])), indent=1) + "\n", encoding="utf-8")
