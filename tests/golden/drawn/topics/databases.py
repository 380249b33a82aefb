"""Statements over several databases, on servers that leave some of them out of their log."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import SWITCHED, SWITCHES, Topic

TOPIC = Topic(
    (
        *(f"CREATE DATABASE d{number}" for number in (1, 2, 3)),
        *(f"CREATE TABLE d{number}.{name} (id INT PRIMARY KEY, v INT, s VARCHAR(20)) ENGINE={engine}" for number in (1, 2, 3) for name, engine in (("t", "InnoDB"), ("n", "MyISAM"))),
        *(f"INSERT INTO d{number}.{name} VALUES (1,10,'a'),(2,20,'b'),(3,30,NULL)" for number in (1, 2, 3) for name in "tn"),
        "CREATE TRIGGER {db}.r AFTER INSERT ON {t} FOR EACH ROW INSERT IGNORE INTO {db}.{t} (id) VALUES (NEW.id + 500)",
        "CREATE PROCEDURE {db}.p(x INT) BEGIN INSERT INTO {db}.{t} (id) VALUES (x); UPDATE {t} SET v = x; END",
        "CREATE FUNCTION {db}.f(x INT) RETURNS INT DETERMINISTIC BEGIN INSERT INTO {db}.{t} (id) VALUES (x + 90); RETURN x; END",
        "CREATE VIEW {db}.w AS SELECT * FROM {db}.{t}",
    ),
    (
        "USE {db}", "USE {db}", "USE {db}", "USE test", "USE nosuch",
        "INSERT {ignore}INTO {p}{t} VALUES ({D}, {safe}, {text})", "INSERT INTO {p}{t} SELECT id + {D}, v, s FROM {p}{t}", "UPDATE {p}{t} SET v = {safe}{where}", "DELETE FROM {p}{t}{where}{order}", "REPLACE INTO {p}{t} VALUES ({d}, 1, 'r')",
        "UPDATE {p}{t} a, {p}{t} b SET a.v = b.v + 1, b.s = {text} WHERE a.id = b.id", "DELETE a, b FROM {p}{t} a JOIN {p}{t} b USING (id) WHERE a.id > {d}", "DELETE FROM {p}{t}, {p}{t} USING {p}{t} JOIN {p}{t} USING (id)",
        "INSERT INTO {p}w VALUES ({D}, 1, 'w')", "UPDATE {db}.w SET v = {d}", "CALL {db}.p({D})", "SELECT {db}.f({d})", "INSERT INTO {p}{t} (id) VALUES ({db}.f({D}))", "INSERT INTO {p}{t} VALUES ({D}, {d}, {unsafe})",
        "CREATE TABLE {p}x{d} (id INT PRIMARY KEY)", "CREATE TABLE {p}x{d} SELECT * FROM {p}{t}", "CREATE TABLE {p}x{d} LIKE {p}{t}", "DROP TABLE {if}{p}x{d}, {p}x{d}, {p}x{d}", "RENAME TABLE {p}x{d} TO {p}x{d}", "ALTER TABLE {p}{t} ADD c{d} INT", "TRUNCATE {p}{t}",
        "CREATE TEMPORARY TABLE {p}tmp (id INT)", "INSERT INTO {p}tmp VALUES ({d})", "INSERT INTO {p}{t} (id) SELECT id + {D} FROM {p}tmp", "DROP TEMPORARY TABLE {if}{p}tmp, {p}tmp", "DROP TABLE {if}{p}tmp, {p}x{d}",
        "CREATE DATABASE {if2}{db}", "DROP DATABASE {if}{db}", "ALTER DATABASE {db} CHARACTER SET latin1", "CREATE VIEW {p}y{d} AS SELECT id FROM {p}{t}", "DROP VIEW {if}{p}y{d}, {p}w", "CREATE INDEX i{d} ON {p}{t} (v)",
        "DROP PROCEDURE {if}{db}.p", "DROP FUNCTION {if}{db}.f", "DROP TRIGGER {if}{db}.r", "CREATE PROCEDURE {p}z{d}() SELECT 1", "CREATE EVENT {p}e{d} ON SCHEDULE EVERY 1 DAY DO SET @x = 1", "DROP EVENT {if}{p}e{d}",
        "CREATE USER {if2}u{d}", "GRANT SELECT ON {db}.* TO u1", "DROP USER {if}u{d}", "FLUSH TABLES {p}{t}", "ANALYZE TABLE {p}{t}", "OPTIMIZE TABLE {p}{t}, {p}{t}", "LOCK TABLES {p}{t} WRITE", "UNLOCK TABLES",
        "BEGIN", "BEGIN", "COMMIT", "COMMIT", "ROLLBACK", "SAVEPOINT s1", "ROLLBACK TO s1", "XA START 'x'", "XA END 'x'", "XA PREPARE 'x'", "XA COMMIT 'x'", "SET @v = {d}", "SET insert_id = {D}", "SET sql_log_bin = {onoff}",
        *SWITCHES[:3], *SWITCHES[:1], *SWITCHES[:1], "INSERT INTO mysql.time_zone (Use_leap_seconds) VALUES ('N')", "SET GLOBAL sort_buffer_size = 262144",
    ),
    {
        "db": ("d1", "d2", "d3"), "p": ("", "", "d1.", "d2.", "d3."), "t": ("t", "t", "n"), "if": ("", "IF EXISTS "), "if2": ("", "IF NOT EXISTS "),
        **SWITCHED,
    },
    count=(16, 28),
    servers=(("binlog-ignore-db=d2",), ("binlog-do-db=d1", "binlog-do-db=d3"), ("binlog-do-db=d1", "binlog-ignore-db=d2")),
)  # fmt: skip
