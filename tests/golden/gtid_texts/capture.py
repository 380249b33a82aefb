"""Asks a real server what it thinks of texts of GTIDs: `python -m tests.golden.gtid_texts.capture`.

Each way of giving a text is crossed with the texts; `answers.json` keeps the value, or the error. And which statements
make a transaction in which gtid_next cannot be set. Compared by `test_gtid_texts.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

ANSWERS = Path(__file__).with_name("answers.json")
OPTIONS = ("server-id=1", "log-bin=binlog", "gtid-mode=ON_PERMISSIVE", "enforce-gtid-consistency=ON")
_U = "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa"
TEXTS = [
    "", " ", ",", "abc", _U, f"{_U}:", f"{_U}:1", f"{_U}:0", f"{_U}:0-1", f"{_U}:-1", f"{_U}:1-", f"{_U}:1-0",
    f"{_U}:5-2", f"{_U}:1-2-3", f"{_U}:1:2:", f"{_U}::1", f"{_U}:1,", f",{_U}:1", f"{_U}:1,,{_U}:2", f"{_U}:1x",
    f"{_U}:1 2", f" {_U} : 1 - 2 ", f"{_U}:01", f"{_U}:1,xyz", f"{_U.replace('-', '')}:1", f"{{{_U}}}:1",
    f"{_U.upper()}:1", f"{_U}:99999999999999999999", f"{_U}:1-99999999999999999999", f"{_U}:9223372036854775806",
    f"{_U}:9223372036854775807", f"{_U}:1-9223372036854775807", f"{_U}:9223372036854775808", f"{_U}:tag", f"{_U}:tag:1",
    f"{_U}:tag:", f"{_U}:tag:0", f"{_U}:1:tag:2", f"{_U}:tag:1:other:2-3", f"{_U}:TAG:1", f"{_U}:1a:1", f"{_U}:_a:1",
    f"{_U}:a-b:1", f"{_U}:{'t' * 32}:1", f"{_U}:{'t' * 33}:1", f"{_U}:1;", f"{_U[:-1]}:1", f"{_U}0:1", "x" * 300,
    f"{_U}:1," * 5 + f"{_U}:0", "AUTOMATIC", "automatic", "ANONYMOUS", "AUTOMATIC:tag", "AUTOMATIC:", "AUTOMATIC:1",
    "NOT_YET_DETERMINED", f"{_U}:+1", f"{_U}:1.5", f"{_U}\t:\n1", f"'{_U}:1'",
    *("x" * length for length in (24, 25, 26, 27, 28, 29, 30)), *(f"{'a' * 2 * length}x" for length in (4, 5, 6, 7, 8)),
    f"{_U}: x", f"{_U}:1- x", f"{_U} x", f"{_U[:8]}{_U[9:]}:1", f"{_U[:8]} {_U[9:]}:1", f"{{{_U}:1", f"{_U}}}:1",
    f"{{{_U}",
    f"{_U[:12]}", f"{_U[:10]}", f"{_U[:9]}", f"{_U[:8]}", f"{_U}:1-2:3-99999999999999999999",
    f"{_U}:18446744073709551615",
    f"{_U}:18446744073709551616", f"{_U}:1:t-", f"{_U}:t t:1", f"{_U}:1 - 2 : t : 3", f"{_U}:tag,{_U}:1:tag", "a", "ax",
    f"{_U}:5-9223372036854775806", f"{_U}:1-18446744073709551615", f"{_U}:9-1:2", f"+{_U}:1",
    f"{_U}:00000000000000000000001",
]  # fmt: skip
WAYS = (
    "SELECT GTID_SUBSET('{text}', '')",
    "SELECT GTID_SUBSET('', '{text}')",
    "SELECT GTID_SUBTRACT('{text}', '')",
    "SELECT WAIT_FOR_EXECUTED_GTID_SET('{text}', 0.001)",
    "SET SESSION gtid_next = '{text}'",
    "SET GLOBAL gtid_purged = '{text}'",
)
SETUP = (
    "CREATE DATABASE texts",
    "USE texts",
    "CREATE TABLE t (a INT PRIMARY KEY) ENGINE = InnoDB",
    "CREATE TABLE n (a INT PRIMARY KEY) ENGINE = MyISAM",
    "INSERT INTO t VALUES (1)",
    "INSERT INTO n VALUES (1)",
    "CREATE FUNCTION f() RETURNS INT READS SQL DATA RETURN (SELECT MAX(a) FROM t)",
    "CREATE PROCEDURE p() SELECT a FROM t",
    "CREATE PROCEDURE nothing() DO 0",
    "CREATE TEMPORARY TABLE tt (a INT) ENGINE = InnoDB",
    "CREATE TEMPORARY TABLE tn (a INT) ENGINE = MyISAM",
    "SET SESSION binlog_format = {form}",
    "SET SESSION autocommit = 0",
)
BEGINNERS = """
SELECT 1
SELECT a FROM t
SELECT a FROM t WHERE a = 1
SELECT a FROM t WHERE FALSE
SELECT a FROM n
SELECT a FROM tt
SELECT a FROM tn
SELECT f()
DO f()
CALL p()
CALL nothing()
SET @a = (SELECT MAX(a) FROM t)
SET @a = 1
INSERT INTO t VALUES (2)
INSERT INTO t VALUES (1)
INSERT INTO n VALUES (3)
INSERT INTO tt VALUES (2)
INSERT INTO tn VALUES (2)
UPDATE t SET a = 9 WHERE a = 100
UPDATE t SET a = 9 WHERE FALSE
DELETE FROM n WHERE a = 100
CREATE TEMPORARY TABLE made (a INT) ENGINE = InnoDB
CREATE TEMPORARY TABLE made_n (a INT) ENGINE = MyISAM
CREATE TEMPORARY TABLE made_from ENGINE = InnoDB SELECT 1 AS a
CREATE TEMPORARY TABLE made_random ENGINE = InnoDB SELECT RAND() AS a
CREATE TEMPORARY TABLE made_of_t ENGINE = InnoDB SELECT a FROM t
CREATE TEMPORARY TABLE made_n_from ENGINE = MyISAM SELECT 1 AS a
CREATE TEMPORARY TABLE made_n_of_t ENGINE = MyISAM SELECT a FROM t
CREATE TEMPORARY TABLE made_like LIKE t
DROP TEMPORARY TABLE made
DROP TEMPORARY TABLE made_n
TRUNCATE TABLE tt
ALTER TABLE tt ADD COLUMN b INT
SHOW TABLES
SHOW CREATE TABLE t
SELECT COUNT(*) FROM information_schema.tables
EXPLAIN SELECT a FROM t
HANDLER t OPEN
HANDLER t CLOSE
SAVEPOINT s
START TRANSACTION
START TRANSACTION WITH CONSISTENT SNAPSHOT
ANALYZE TABLE t
FLUSH TABLES
LOCK TABLES t WRITE
UNLOCK TABLES
PREPARE s FROM 'SELECT a FROM t'
EXECUTE s
""".strip().splitlines()


def lines_of(answer: Callable[[str], object]) -> Iterator[tuple[str, object]]:
    """What a server answers: statement and value or error."""
    for way in WAYS:
        for text in TEXTS:
            sql = way.format(text=text.replace("'", "''"))
            yield sql, answer(sql)
            if way.startswith("SET SESSION"):
                answer("ROLLBACK")
                answer("SET SESSION gtid_next = 'AUTOMATIC'")
            if way.startswith("SET GLOBAL"):
                answer("RESET BINARY LOGS AND GTIDS")
    for mode in ("OFF", "OFF_PERMISSIVE", "ON_PERMISSIVE"):
        answer("SET SESSION gtid_next = 'AUTOMATIC:tag'")
        sql = f"SET GLOBAL gtid_mode = {mode}"
        yield sql, answer(sql)
        answer("SET SESSION gtid_next = 'AUTOMATIC'")
    for form in ("ROW", "STATEMENT", "MIXED"):
        for sql in SETUP:
            answer(sql.format(form=form))
        for sql in BEGINNERS:
            answer(sql)
            yield f"{form}: {sql}", answer("SET SESSION gtid_next = 'AUTOMATIC'")
            answer("UNLOCK TABLES")
            answer("ROLLBACK")
        answer("DROP DATABASE texts")
        answer("SET SESSION autocommit = 1")
        for name in (
            "made",
            "made_n",
            "made_from",
            "made_random",
            "made_of_t",
            "made_n_from",
            "made_n_of_t",
            "made_like",
        ):
            answer(f"DROP TEMPORARY TABLE IF EXISTS texts.{name}")
        answer("DROP TEMPORARY TABLE IF EXISTS texts.tt, texts.tn")


def main() -> None:
    """Captures."""
    import pymysql

    from binwriter.integration.mysql import running_server

    options = tuple(f"--{option}" for option in OPTIONS)
    with running_server(options, own=True) as server, server.connect().cursor() as cursor:

        def answer(sql: str) -> object:
            try:
                cursor.execute(sql)
            except pymysql.err.MySQLError as error:
                return list(error.args)
            rows = cursor.fetchall()
            while cursor.nextset():
                pass
            return str(rows[0][0]) if rows and len(rows[0]) == 1 else None

        lines = [f"{json.dumps(sql)}: {json.dumps(given)}" for sql, given in lines_of(answer)]
        ANSWERS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
