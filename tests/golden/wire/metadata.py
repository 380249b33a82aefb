"""What a server says of the columns of results: a crossing of column types, keys, attributes and expressions.

`python -m tests.golden.wire.metadata` asks a real server and writes metadata.json.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pymysql

from binwriter.integration.mysql import running_server
from tests.golden.wire.raw_client import asked, prepared

ANSWERS = Path(__file__).with_suffix(".json")

TYPES = [
    *(f"{name}{sign}" for name in ("TINYINT", "SMALLINT", "MEDIUMINT", "INT", "BIGINT") for sign in ("", " UNSIGNED")),
    "TINYINT(1)", "INT ZEROFILL", "INT(5) ZEROFILL", "BOOL", "BIT", "BIT(9)", "BIT(64)", "YEAR",
    "DECIMAL", "DECIMAL(5)", "DECIMAL(10,2)", "DECIMAL(65,30)", "DECIMAL(10,2) UNSIGNED",
    "FLOAT", "FLOAT UNSIGNED", "FLOAT(7,3)", "DOUBLE", "DOUBLE(10,4)",
    "DATE", "TIME", "TIME(3)", "DATETIME", "DATETIME(6)", "TIMESTAMP", "TIMESTAMP(2)",
    "CHAR", "CHAR(10)", "CHAR(10) CHARACTER SET latin1", "CHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
    "CHAR(10) CHARACTER SET binary", "VARCHAR(0)", "VARCHAR(10)", "VARCHAR(500)", "VARCHAR(20) CHARACTER SET latin1",
    "VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin", "VARCHAR(20) CHARACTER SET utf8mb3",
    "BINARY(5)", "VARBINARY(20)",
    "TINYTEXT", "TEXT", "MEDIUMTEXT", "LONGTEXT", "TEXT CHARACTER SET latin1", "TEXT(100)",
    "TINYBLOB", "BLOB", "MEDIUMBLOB", "LONGBLOB",
    "ENUM('a','long one')", "SET('a','b','é')", "ENUM('x') CHARACTER SET latin1", "JSON", "GEOMETRY", "POINT",
    "VECTOR(3)",
]  # fmt: skip

ATTRIBUTES = {
    "k1": "INT PRIMARY KEY AUTO_INCREMENT",
    "k2": "INT NOT NULL UNIQUE",
    "k3": "VARCHAR(10) UNIQUE",
    "k4": "INT NOT NULL, KEY (k4)",
    "k5": "INT, KEY (k5)",
    "k6": "INT NOT NULL DEFAULT 5",
    "k7": "TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP",
    "k8": "DATETIME NULL ON UPDATE CURRENT_TIMESTAMP",
    "k9": "INT GENERATED ALWAYS AS (k6 + 1) VIRTUAL",
    "k10": "INT, k11 INT, KEY (k10, k11)",
    "k12": "BLOB NOT NULL",
    "k13": "JSON NOT NULL",
    "k14": "TIMESTAMP NOT NULL",
    "k15": "INT NOT NULL, k16 INT NOT NULL, UNIQUE (k15, k16)",
    "k17": "POINT NOT NULL SRID 0, SPATIAL KEY (k17)",
}

SETUP = (
    "DROP DATABASE IF EXISTS meta",
    "CREATE DATABASE meta",
    "USE meta",
    "SET sql_mode = ''",
    "CREATE TABLE t (" + ", ".join(f"c{place} {type_}" for place, type_ in enumerate(TYPES)) + ")",
    "CREATE TABLE n ("
    + ", ".join(f"c{place} {type_} NOT NULL" for place, type_ in enumerate(TYPES))
    + ")",
    "CREATE TABLE k (" + ", ".join(f"{name} {rest}" for name, rest in ATTRIBUTES.items()) + ")",
    "CREATE TABLE pk2 (a INT, b VARCHAR(5), c INT NOT NULL, PRIMARY KEY (a, b))",
    "CREATE VIEW v AS SELECT c6 AS renamed, c31, c6 + 1 AS computed FROM t",
    "CREATE TABLE e (i INT, u INT UNSIGNED, b BIGINT, s SMALLINT NOT NULL, d DECIMAL(10,2), f FLOAT, g DOUBLE,"
    " v VARCHAR(10), l VARCHAR(10) CHARACTER SET latin1, x VARBINARY(7), t TEXT, bl BLOB, dt DATE, ti TIME(2),"
    " da DATETIME(3), ts TIMESTAMP NOT NULL, y YEAR, j JSON, en ENUM('a','bcd'), bi BIT(5), p POINT)",
)  # fmt: skip

EXPRESSIONS = [
    "1", "-1", "0", "1234567890", "12345678901234567890", "1.5", "-1.50", "1e3", "'a'", "''", "'é'", "N'a'", "_latin1'a'",
    "_binary'a'", "x'41'", "b'101'", "NULL", "TRUE", "DATE '2020-01-01'", "TIME '10:00:00.123'",
    "TIMESTAMP '2020-01-01 10:00:00'", "i", "i + 1", "u + 1", "i * b", "i / 3", "i DIV 2", "i % 2", "s + s", "d * d", "d + 1", "d / d",
    "f + 1", "g * 2", "-i", "-d", "i = 1", "i IS NULL", "NOT i", "i AND 1", "i IN (1, 2)", "v LIKE 'a%'", "i BETWEEN 1 AND 2",
    "v", "UPPER(v)", "CONCAT(v, 'abc')", "CONCAT(v, i)", "CONCAT(x, v)", "CONCAT(l, 'a')", "SUBSTRING(v, 1, 3)", "LEFT(t, 5)", "LENGTH(v)",
    "CHAR_LENGTH(v)", "LOCATE('a', v)", "REPEAT(v, 3)", "LPAD(v, 20, 'x')", "REPLACE(v, 'a', 'bb')", "TRIM(v)", "REVERSE(v)",
    "HEX(v)", "HEX(i)", "MD5(v)", "SHA2(v, 256)", "UNHEX(v)", "QUOTE(v)", "ASCII(v)", "BIN(i)", "CONV(i, 10, 16)", "FORMAT(d, 2)",
    "ABS(i)", "ABS(d)", "CEILING(d)", "FLOOR(d)", "ROUND(d)", "ROUND(d, 1)", "ROUND(i)", "TRUNCATE(d, 1)", "SQRT(i)", "POW(i, 2)", "RAND()", "PI()",
    "SIGN(i)", "MOD(i, 3)", "GREATEST(i, b)", "LEAST(d, i)", "COALESCE(i, 0)", "COALESCE(v, 'a')", "COALESCE(i, v)", "IFNULL(i, 1)", "IFNULL(d, i)",
    "NULLIF(i, 1)", "NULLIF(v, 'a')", "IF(i, 1, 2)", "IF(i, v, 'abc')", "IF(i, i, d)", "CASE WHEN i THEN 1 ELSE 2.5 END", "CASE i WHEN 1 THEN v END",
    "NOW()", "NOW(3)", "CURDATE()", "CURTIME()", "CURTIME(2)", "UTC_TIMESTAMP()", "SYSDATE()", "UNIX_TIMESTAMP()", "UNIX_TIMESTAMP(da)", "FROM_UNIXTIME(i)",
    "DATE(da)", "TIME(da)", "YEAR(da)", "MONTH(da)", "DAYNAME(da)", "DATE_FORMAT(da, '%Y')", "DATE_ADD(da, INTERVAL 1 DAY)", "DATE_ADD(dt, INTERVAL 1 HOUR)",
    "DATE_ADD(v, INTERVAL 1 DAY)", "DATEDIFF(da, dt)", "TIMEDIFF(da, da)", "TIMESTAMPDIFF(DAY, da, dt)", "SEC_TO_TIME(i)", "TIME_TO_SEC(ti)", "STR_TO_DATE(v, '%Y')",
    "LAST_DAY(da)", "MAKEDATE(2020, i)", "EXTRACT(YEAR FROM da)", "ADDTIME(ti, '1:00')",
    "COUNT(*)", "COUNT(i)", "SUM(i)", "SUM(d)", "SUM(g)", "AVG(i)", "AVG(d)", "AVG(g)", "MIN(i)", "MAX(v)", "MAX(da)", "MAX(en)", "MIN(j)", "GROUP_CONCAT(v)", "STD(i)",
    "VARIANCE(i)", "BIT_AND(i)", "BIT_OR(i)", "JSON_ARRAYAGG(i)", "JSON_OBJECTAGG(v, i)", "ANY_VALUE(v)",
    "CAST(i AS CHAR)", "CAST(i AS CHAR(5))", "CAST(v AS SIGNED)", "CAST(v AS UNSIGNED)", "CAST(v AS DECIMAL(10,2))", "CAST(v AS DATE)", "CAST(v AS DATETIME(3))",
    "CAST(v AS TIME)", "CAST(v AS JSON)", "CAST(v AS BINARY)", "CAST(v AS BINARY(5))", "CAST(v AS FLOAT)", "CAST(v AS DOUBLE)", "CAST(v AS YEAR)", "CONVERT(v USING latin1)", "BINARY v",
    "i & 1", "i << 2", "~i", "i XOR 1", "x & x", "ROW_COUNT()", "LAST_INSERT_ID()", "CONNECTION_ID()", "DATABASE()", "USER()", "CURRENT_USER()", "VERSION()", "UUID()", "FOUND_ROWS()",
    "CHARSET(v)", "COLLATION(v)", "JSON_OBJECT('a', i)", "JSON_EXTRACT(j, '$.a')", "j -> '$.a'", "j ->> '$.a'", "JSON_UNQUOTE(j)", "JSON_LENGTH(j)", "JSON_TYPE(j)", "JSON_VALID(v)", "JSON_KEYS(j)",
    "@a", "@@autocommit", "@@version", "@@max_allowed_packet", "@@sql_mode", "@@global.server_id", "@@time_zone", "@@long_query_time", "@@server_uuid", "@@character_set_client",
    "(SELECT 1)", "(SELECT i FROM e LIMIT 1)", "(SELECT v FROM e LIMIT 1)", "EXISTS (SELECT 1)", "i + (SELECT 1)", "ST_AsText(p)", "ST_X(p)", "p", "en", "en + 0", "bi", "bi + 0", "y", "y + 1", "j", "bl", "ts",
    "CRC32(v)", "INET_ATON(v)", "INET6_ATON(v)", "AES_ENCRYPT(v, 'k')", "COMPRESS(v)", "UUID_TO_BIN(v)", "FIELD(v, 'a')", "ELT(i, 'a', 'bcd')", "FIND_IN_SET(v, 'a,b')", "INSTR(v, 'a')", "STRCMP(v, 'a')",
    "REGEXP_LIKE(v, 'a')", "REGEXP_REPLACE(v, 'a', 'b')", "SOUNDEX(v)", "SPACE(3)", "INTERVAL(i, 1, 2)", "ROW_NUMBER() OVER ()", "RANK() OVER (ORDER BY i)", "SUM(i) OVER ()", "LAG(v) OVER (ORDER BY i)", "SLEEP(0)",
]  # fmt: skip

QUERIES = [
    *(f"SELECT c{place} FROM {table}" for table in ("t", "n") for place in range(len(TYPES))),
    "SELECT * FROM k", "SELECT * FROM pk2", "SELECT * FROM v", "SELECT a.k1, b.k2 AS two FROM k a LEFT JOIN k b ON a.k1 = b.k1",
    "SELECT x.c6 FROM (SELECT c6 FROM t) x", "SELECT x.z FROM (SELECT c6 + 1 AS z FROM t) x", "WITH w AS (SELECT k1 FROM k) SELECT k1 FROM w",
    "SELECT k1 FROM k UNION SELECT k2 FROM k", "SELECT 1 UNION SELECT 'a'", "SELECT c6 FROM t UNION ALL SELECT c1 FROM t", "SELECT k1 FROM k GROUP BY k1", "SELECT DISTINCT k1 FROM k",
    "SELECT meta.k.k1 FROM meta.k", "SELECT k1 AS `ä` FROM k AS `ü`", "SELECT 1 AS a", "SELECT k1 FROM k ORDER BY k2", "VALUES ROW(1, 'a')", "TABLE pk2",
    *(f"SELECT {text} FROM e" for text in EXPRESSIONS),
    *(f"SELECT {text}" for text in EXPRESSIONS[:21]),
]  # fmt: skip

SHOWS = [
    "SHOW DATABASES", "SHOW TABLES", "SHOW FULL TABLES", "SHOW TABLE STATUS", "SHOW COLUMNS FROM k", "SHOW FULL COLUMNS FROM k", "DESCRIBE k", "SHOW INDEX FROM k", "SHOW CREATE TABLE k",
    "SHOW CREATE VIEW v", "SHOW CREATE DATABASE meta", "SHOW VARIABLES LIKE 'version'", "SHOW STATUS LIKE 'Uptime'", "SHOW WARNINGS", "SHOW ERRORS", "SHOW COUNT(*) WARNINGS", "SHOW ENGINES", "SHOW PLUGINS", "SHOW PROCESSLIST",
    "SHOW FULL PROCESSLIST", "SHOW PRIVILEGES", "SHOW CHARACTER SET", "SHOW COLLATION", "SHOW BINARY LOGS", "SHOW BINARY LOG STATUS", "SHOW BINLOG EVENTS", "SHOW GRANTS", "SHOW REPLICAS", "SHOW REPLICA STATUS", "SHOW TRIGGERS", "SHOW EVENTS",
    "SHOW PROCEDURE STATUS", "SHOW FUNCTION STATUS", "SHOW OPEN TABLES", "SHOW CREATE USER CURRENT_USER()", "EXPLAIN SELECT 1", "EXPLAIN SELECT * FROM k", "CHECK TABLE k", "ANALYZE TABLE k", "CHECKSUM TABLE k", "OPTIMIZE TABLE k", "REPAIR TABLE k",
    "HELP 'contents'", "XA RECOVER", "SHOW PROFILES",
]  # fmt: skip

# with parameters: what a server takes them for
PARAMETERS = [
    "SELECT ?", "SELECT i FROM e WHERE i = ?", "SELECT v FROM e WHERE v = ? AND d > ?", "INSERT INTO e (i, v, d, ts) VALUES (?, ?, ?, ?)", "SELECT ? + 1", "SELECT CONCAT(?, 'a')", "UPDATE e SET v = ? WHERE i = ?", "SELECT i FROM e LIMIT ?",
    "SELECT * FROM pk2", "SELECT 1", "SELECT COUNT(*) FROM e WHERE da < ?", "DELETE FROM e WHERE i IN (?, ?)",
]  # fmt: skip

Answers = dict[str, dict[str, Any]]


def answers_of(connection: pymysql.Connection[Any]) -> Answers:
    """What a server answers. By protocol ("text", "binary": parameters, columns, columns again), then by statement."""
    with connection.cursor() as cursor:
        for statement in SETUP:
            cursor.execute(statement)
    found: Answers = {"text": {}, "binary": {}}
    for sql in (*QUERIES, *SHOWS):
        found["text"][sql] = _or_error(lambda sql=sql: asked(connection, sql))
    for sql in (*QUERIES, *PARAMETERS):
        found["binary"][sql] = _or_error(lambda sql=sql: prepared(connection, sql))
    return found


def _or_error(ask: Any) -> Any:
    try:
        return ask()
    except pymysql.MySQLError as error:
        return f"error {error.args[0]}"


def known() -> Answers:
    """The real server's answers. Where both protocols say the same of a query, it is written once."""
    found: Answers = json.loads(ANSWERS.read_text())
    for sql, answer in found["binary"].items():
        if answer == "same":
            columns = found["text"][sql]
            found["binary"][sql] = columns if isinstance(columns, str) else [[], columns, columns]
    return found


def compact(answers: Answers) -> Answers:
    """As they are kept."""
    binary = {}
    for sql, answer in answers["binary"].items():
        text = answers["text"].get(sql)
        binary[sql] = "same" if text is not None and list(answer) == [[], text, text] else answer
    return {"text": answers["text"], "binary": binary}


def main() -> None:
    with running_server() as server:
        connection = server.connect()
        found = compact(answers_of(connection))
    lines = [
        f"{json.dumps(part)}: {{\n"
        + ",\n".join(f"{json.dumps(sql)}: {json.dumps(answer, ensure_ascii=False)}" for sql, answer in of_part.items())
        + "\n}"
        for part, of_part in found.items()
    ]
    ANSWERS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
