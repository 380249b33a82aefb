"""Asks a real server how its counters of binary log caches move: `python -m tests.golden.cache_counters.capture`.

Formats and engines are crossed with the statements; `counted.txt` keeps, of each statement, by how much
Binlog_cache_use, Binlog_cache_disk_use, Binlog_stmt_cache_use and Binlog_stmt_cache_disk_use have grown. Compared by
`test_cache_counters.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

COUNTED = Path(__file__).with_name("counted.txt")
NAMES = ("Binlog_cache_use", "Binlog_cache_disk_use", "Binlog_stmt_cache_use", "Binlog_stmt_cache_disk_use")
FORMATS, ENGINES = ("ROW", "STATEMENT", "MIXED"), ("InnoDB", "MyISAM")
SETUP = (
    "DROP DATABASE IF EXISTS counted",
    "CREATE DATABASE counted",
    "USE counted",
    "CREATE TABLE other (a INT PRIMARY KEY, b LONGTEXT) ENGINE = {other}",
    "SET SESSION binlog_format = {form}",
)
# a line is a statement; its last word may be a size that is filled in
STATEMENTS = """
CREATE TABLE t (a INT PRIMARY KEY, b LONGTEXT) ENGINE = {engine}
INSERT INTO t VALUES (1, 'x')
INSERT INTO t VALUES (2, 'x'), (3, 'y')
UPDATE t SET b = 'x' WHERE a = 1
UPDATE t SET b = 'z' WHERE a = 1
DELETE FROM t WHERE a = 100
INSERT INTO t VALUES (1, 'again')
INSERT INTO t VALUES (40, 'before'), (1, 'again')
INSERT IGNORE INTO t VALUES (1, 'again')
REPLACE INTO t VALUES (1, 'again')
BEGIN
COMMIT
BEGIN
INSERT INTO t VALUES (4, 'x')
INSERT INTO t VALUES (5, 'x')
COMMIT
BEGIN
INSERT INTO t VALUES (6, 'x')
ROLLBACK
BEGIN
SELECT COUNT(*) FROM t
ROLLBACK
BEGIN
INSERT INTO t VALUES (7, 'x')
SAVEPOINT s
INSERT INTO t VALUES (8, 'x')
ROLLBACK TO s
COMMIT
BEGIN
SAVEPOINT s
INSERT INTO t VALUES (9, 'x')
ROLLBACK TO s
COMMIT
BEGIN
INSERT INTO t VALUES (10, 'x')
INSERT INTO other VALUES (10, 'x')
COMMIT
BEGIN
INSERT INTO t VALUES (11, 'x')
INSERT INTO other VALUES (11, 'x')
ROLLBACK
BEGIN
INSERT INTO other VALUES (12, 'x')
INSERT INTO t VALUES (12, 'x')
ROLLBACK
INSERT INTO t SELECT a + 1000, b FROM other
UPDATE t, other SET t.b = 'j', other.b = 'j' WHERE t.a = other.a
CREATE TABLE made SELECT 1 AS a
CREATE TABLE made_from ENGINE = {engine} SELECT * FROM t
CREATE TABLE like_it LIKE t
CREATE TABLE IF NOT EXISTS like_it LIKE t
CREATE TEMPORARY TABLE passing (a INT) ENGINE = {engine}
INSERT INTO passing VALUES (1)
INSERT INTO t SELECT a + 2000, 'p' FROM passing
BEGIN
CREATE TEMPORARY TABLE passing_too (a INT) ENGINE = {engine}
INSERT INTO passing_too VALUES (1)
DROP TEMPORARY TABLE passing_too
COMMIT
DROP TEMPORARY TABLE passing
ALTER TABLE t ADD COLUMN c INT
TRUNCATE TABLE made_from
DROP TABLE made, made_from
DROP TABLE IF EXISTS nothing
DROP TABLE nothing
RENAME TABLE like_it TO liked
CREATE INDEX i ON t (c)
CREATE VIEW v AS SELECT 1
DROP VIEW v
CREATE PROCEDURE p() INSERT INTO t VALUES (20, 'p', 1)
CALL p()
CREATE TRIGGER tr AFTER INSERT ON t FOR EACH ROW INSERT INTO other VALUES (new.a, 'tr')
INSERT INTO t VALUES (21, 'x', 1)
DROP TRIGGER tr
DROP PROCEDURE p
CREATE USER counted@localhost
GRANT SELECT ON counted.* TO counted@localhost
SET PASSWORD FOR counted@localhost = 'x'
DROP USER counted@localhost
CREATE DATABASE counted_too
DROP DATABASE counted_too
ANALYZE TABLE t
OPTIMIZE TABLE t
FLUSH TABLES
FLUSH NO_WRITE_TO_BINLOG TABLES
XA START 'x'
INSERT INTO t VALUES (22, 'x', 1)
XA END 'x'
XA PREPARE 'x'
XA COMMIT 'x'
XA START 'y'
INSERT INTO t VALUES (23, 'x', 1)
XA END 'y'
XA ROLLBACK 'y'
XA START 'z'
INSERT INTO t VALUES (24, 'x', 1)
XA END 'z'
XA COMMIT 'z' ONE PHASE
SET sql_log_bin = 0
INSERT INTO t VALUES (25, 'x', 1)
SET sql_log_bin = 1
SET @text = REPEAT('b', 30000)
INSERT INTO t VALUES (30, @text, 1)
SET @text = REPEAT('b', 32000)
INSERT INTO t VALUES (31, @text, 1)
SET @text = REPEAT('b', 32700)
INSERT INTO t VALUES (32, @text, 1)
SET @text = REPEAT('b', 33000)
INSERT INTO t VALUES (33, @text, 1)
INSERT INTO t VALUES (34, 'small', 1)
BEGIN
INSERT INTO t VALUES (35, @text, 1)
INSERT INTO t VALUES (36, @text, 1)
COMMIT
BEGIN
INSERT INTO t VALUES (37, @text, 1)
ROLLBACK
BEGIN
INSERT INTO t VALUES (38, 'small', 1)
SAVEPOINT s
INSERT INTO t VALUES (39, @text, 1)
ROLLBACK TO s
INSERT INTO t VALUES (41, 'small', 1)
COMMIT
UPDATE t SET b = @text WHERE a = 34
FLUSH STATUS
INSERT INTO t VALUES (50, 'x', 1)
DROP TABLE t
""".strip().splitlines()


def crossing() -> Iterator[tuple[str, list[str], list[str]]]:
    """Name, setup and statements of each."""
    for form in FORMATS:
        for engine in ENGINES:
            given = {"form": form, "engine": engine, "other": ENGINES[1 - ENGINES.index(engine)]}
            yield (
                f"{form} {engine}",
                [line.format(**given) for line in SETUP],
                [line.format(**given) for line in STATEMENTS],
            )


def lines_of(execute: Callable[[str], None], counters: Callable[[], list[int]]) -> list[str]:
    """What a server does: `growth statement` each. execute swallows errors."""
    lines = []
    for name, setup, statements in crossing():
        lines.append(f"# {name}")
        for sql in setup:
            execute(sql)
        before = counters()
        for sql in statements:
            execute(sql)
            after = counters()
            lines.append(" ".join(str(new - old) for new, old in zip(after, before, strict=True)) + f"  {sql}")
            before = after
    return lines


def main() -> None:
    """Captures."""
    import contextlib

    import pymysql

    from binwriter.integration.mysql import running_server

    with running_server(own=True) as server, server.connect().cursor() as cursor, server.connect().cursor() as other:

        def execute(sql: str) -> None:
            with contextlib.suppress(pymysql.err.MySQLError):
                cursor.execute(sql)

        def counters() -> list[int]:
            other.execute("SHOW GLOBAL STATUS LIKE 'Binlog%cache%use'")
            known = dict(other.fetchall())
            return [int(known[name]) for name in NAMES]

        COUNTED.write_text("\n".join(lines_of(execute, counters)) + "\n")


if __name__ == "__main__":
    main()
