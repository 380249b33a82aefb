"""In which character set a server says that the columns of a result are sent, and how long: SET NAMES and its kin
crossed with kinds of columns, and the collation that a client connects with.

`python -m tests.golden.wire.charsets [HOST:PORT]` asks a real server and writes charsets.json.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pymysql

from tests.golden.wire.raw_client import asked

ANSWERS = Path(__file__).with_suffix(".json")
HANDSHAKES = (8, 33, 45, 46, 47, 63, 224, 255)
# without: as the client has connected
SETTINGS = (
    "",
    "SET NAMES utf8mb4",
    "SET NAMES utf8mb4 COLLATE utf8mb4_bin",
    "SET NAMES utf8mb3 COLLATE utf8mb3_unicode_ci",
    "SET NAMES latin1",
    "SET NAMES latin1 COLLATE latin1_german2_ci",
    "SET NAMES cp932",
    "SET NAMES gb18030 COLLATE gb18030_bin",
    "SET NAMES binary",
    "SET NAMES DEFAULT",
    "SET CHARACTER SET latin2",
    "SET character_set_results = NULL",
    "SET character_set_results = binary",
    "SET character_set_results = utf16",
    "SET character_set_results = utf8mb4",
    "SET collation_connection = utf8mb4_bin",
    "SET collation_connection = latin1_german1_ci",
    "SET collation_connection = utf32_general_ci",
    "SET collation_connection = ucs2_bin",
    "SET collation_connection = 'binary'",
    "SET NAMES utf8mb4 COLLATE utf8mb4_bin, character_set_results = utf8mb4",
    "SET NAMES utf8mb4 COLLATE utf8mb4_bin, character_set_client = utf8mb4",
    "SET NAMES utf8mb4 COLLATE utf8mb4_bin, collation_connection = utf8mb4_general_ci",
    "SET @@session.default_collation_for_utf8mb4 = utf8mb4_general_ci, NAMES utf8mb4",
    "SET @@session.default_collation_for_utf8mb4 = utf8mb4_general_ci; SET NAMES utf8mb4",
    "SET @@session.default_collation_for_utf8mb4 = utf8mb4_general_ci; SET character_set_results = utf8mb4",
    "SET GLOBAL character_set_results = latin5; SET NAMES DEFAULT; SET GLOBAL character_set_results = DEFAULT",
)
SETUP = (
    "CREATE DATABASE charsets CHARACTER SET utf8mb4",
    "USE charsets",
    "CREATE TABLE t (latin CHAR(3) CHARACTER SET latin1, bin VARCHAR(5) COLLATE utf8mb4_bin, wide VARCHAR(5) CHARACTER"
    " SET utf32, short TINYTEXT CHARACTER SET utf16, texts TEXT, old MEDIUMTEXT CHARACTER SET latin1, ucs LONGTEXT"
    " CHARACTER SET ucs2, bytes VARBINARY(5), blobs BLOB, e ENUM('a', 'bc'), s SET('a', 'bc') CHARACTER SET utf32,"
    " doc JSON, n INT, d DECIMAL(5,2), moment DATETIME(3))",
)
QUERIES = (
    "SELECT latin, bin, wide, short, texts, old, ucs, bytes, blobs, e, s, doc, n, d, moment FROM t",
    "SELECT 'abc', _latin1'abc', _utf32 x'00000041', x'41', b'1', 1, 1.5, 2e0, NULL, DATE'2020-01-01', TRUE",
    "SELECT CONCAT(1), CONCAT('a', 1), HEX('abc'), CAST(1 AS CHAR), CONVERT('a' USING latin1), CAST('a' AS BINARY)",
    "SELECT REPEAT('a', 30000), REPEAT(_latin1'a', 70000), REPEAT('a', 5000000), REPEAT(_utf32 x'00000041', 70000)",
    "SELECT HEX(wide), HEX(texts), HEX(old), CONCAT(short), CONCAT(texts), CONCAT(ucs, 'a'), LOWER(old) FROM t",
    "SELECT USER(), DATABASE(), VERSION(), COLLATION('a'), CHARSET(latin), @@character_set_results, @unset",
    "SELECT MAX(latin), MIN(bin), GROUP_CONCAT(bin), GROUP_CONCAT(wide), GROUP_CONCAT(n), MAX(texts), MAX(ucs) FROM t",
    "SELECT latin FROM t UNION SELECT 'b'",
    "SELECT IFNULL(latin, 'a'), COALESCE(bin, latin), IF(n, wide, 'a'), CASE n WHEN 1 THEN ucs ELSE 'a' END FROM t",
    "SELECT x FROM (SELECT CONCAT(texts) AS x FROM t LIMIT 1) AS dt",
    "SELECT JSON_ARRAY(1), JSON_EXTRACT(doc, '$.a'), JSON_UNQUOTE(doc), doc->>'$.a', NOW(), DATE_FORMAT(moment, '%Y'),"
    " DATE_ADD('2020-01-01', INTERVAL 1 DAY), TIMEDIFF(moment, moment), MONTHNAME(moment), INET_NTOA(n) FROM t",
    "SHOW TABLES",
    "SHOW COLUMNS FROM t",
    "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_name = 't' LIMIT 0",
)
Answers = dict[str, Any]


def answers_of(place: dict[str, Any]) -> Answers:
    """By collation of the client, then setting, then query: charset number, length and type of each column."""
    with _client(place, 255) as client, client.cursor() as cursor:
        for statement in SETUP:
            cursor.execute(statement)
    found: Answers = {}
    for collation in HANDSHAKES:
        with _client(place, collation) as client:
            found[str(collation)] = {sql: _columns(client, sql) for sql in ("USE charsets", QUERIES[0], QUERIES[1])}
    for setting in SETTINGS:
        with _client(place, 255) as client, client.cursor() as cursor:
            cursor.execute("USE charsets")
            for statement in filter(None, setting.split("; ")):
                cursor.execute(statement)
            found[setting] = {sql: _columns(client, sql) for sql in QUERIES}
    return found


def _columns(client: Any, sql: str) -> Any:
    try:
        return [column[5:8] for column in asked(client, sql)]
    except pymysql.MySQLError as error:
        return f"error {error.args[0]}"


class _Client(pymysql.connections.Connection):  # type: ignore[type-arg]
    """One whose character set is what its handshake says: it sends no SET NAMES. Texts are read as they came."""

    def set_character_set(self, charset: str, collation: str | None = None) -> None:
        self.encoding = "latin-1"


def _client(place: dict[str, Any], collation: int) -> Any:
    client = _Client(**place, user="root", charset="utf8mb4", autocommit=True, conv={}, defer_connect=True)
    handshake = pymysql.connections.charset_by_name

    def named(name: str) -> Any:
        found = handshake(name)
        return type(found)(collation, found.name, found.collation, found.is_default)

    pymysql.connections.charset_by_name = named  # type: ignore[assignment]
    try:
        client.connect()
    finally:
        pymysql.connections.charset_by_name = handshake
    return client


def main() -> None:
    """The command line."""
    host, _, port = sys.argv[1].partition(":")
    answers = answers_of({"host": host, "port": int(port)})
    lines = (f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in answers.items())
    ANSWERS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
