"""Temporary tables: made, changed and dropped in each format, in and out of transactions, by programs, over other tables."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import CHANGES, ENDS, SWITCHED, SWITCHES, Topic, three

TOPIC = Topic(
    (
        *three("t", "n", "u"),
        "CREATE PROCEDURE p(x INT) BEGIN {made}; INSERT INTO {tmp} (id, v) VALUES (x, x); {gone}; END",
        "CREATE FUNCTION f(x INT) RETURNS INT DETERMINISTIC BEGIN {funcbody}; RETURN x; END",
        "CREATE TRIGGER r AFTER INSERT ON u FOR EACH ROW INSERT INTO {tmp} (id) VALUES (NEW.id)",
        "CREATE DATABASE d2",
    ),
    (
        "{made}", "{made}", "{made}", "{made}", "{gone}", "{gone}",
        "CREATE TEMPORARY TABLE {t} (id INT PRIMARY KEY, v INT, s VARCHAR(20)) ENGINE={engine}", "CREATE TEMPORARY TABLE d2.{tmp} (id INT)", "DROP TEMPORARY TABLE {if}d2.{tmp}", "INSERT INTO d2.{tmp} VALUES ({d})",
        "INSERT INTO {tmp} (id, v) VALUES ({D}, {safe})", "INSERT INTO {tmp} SELECT * FROM {t}{where}", "INSERT {ignore}INTO {t} SELECT * FROM {tmp}{where}", "UPDATE {tmp} SET v = {safe}{where}", "DELETE FROM {tmp}{where}{order}",
        "UPDATE {t} a JOIN {tmp} b USING (id) SET a.v = b.v, b.s = 'j'", "DELETE a, b FROM {t} a JOIN {tmp} b USING (id)", "REPLACE INTO {tmp} (id, v) SELECT id, v FROM {t}", "INSERT INTO {tmp} VALUES ({d}, {unsafe}, {text})",
        "TRUNCATE {tmp}", "ALTER TABLE {tmp} ADD c{d} INT", "ALTER TABLE {tmp} RENAME TO {tmp}", "ALTER TABLE {tmp} ENGINE={engine}", "RENAME TABLE {tmp} TO {t}", "CREATE INDEX i{d} ON {tmp} (v)", "DROP INDEX i{d} ON {tmp}",
        "CREATE TABLE x{d} SELECT * FROM {tmp}", "CREATE TABLE x{d} LIKE {tmp}", "DROP TABLE {if}x{d}, {tmp}", "DROP TABLE {if}{tmp}, {t}", "CREATE VIEW w{d} AS SELECT * FROM {tmp}", "OPTIMIZE TABLE {tmp}", "ANALYZE TABLE {tmp}", "CHECK TABLE {tmp}, {t}",
        "CALL p({d})", "SELECT f({d})", "INSERT INTO u (id) VALUES ({D})", "INSERT INTO {t} (id) VALUES (f({D}))", "LOCK TABLES {t} WRITE", "UNLOCK TABLES", "SHOW CREATE TABLE {tmp}", "SHOW TABLES", "SELECT * FROM {tmp}",
        "START TRANSACTION READ ONLY", "XA START 'x'", "XA END 'x'", "XA PREPARE 'x'", "XA COMMIT 'x'", "XA ROLLBACK 'x'", "PREPARE s FROM '{made}'", "EXECUTE s", "FLUSH TABLES", "USE d2", "USE test", "USE test",
        *ENDS, *CHANGES, *SWITCHES[:5], "SET binlog_format = {format}", "SET binlog_format = {format}", "SET default_tmp_storage_engine = {engine}", "SET SESSION pseudo_thread_id = {D}", "DROP DATABASE d2",
    ),
    {
        "t": ("t", "n", "u", "t"), "tmp": ("tmp1", "tmp1", "tmp1", "tmp2", "t"), "if": ("", "IF EXISTS "),
        "made": ("CREATE TEMPORARY TABLE {tmp} (id INT PRIMARY KEY, v INT, s VARCHAR(20)) ENGINE={engine}", "CREATE TEMPORARY TABLE IF NOT EXISTS {tmp} SELECT * FROM {t}{where}", "CREATE TEMPORARY TABLE {tmp} LIKE {t}",
                 "CREATE TEMPORARY TABLE {tmp} ENGINE={engine} SELECT * FROM {t}", "CREATE TEMPORARY TABLE IF NOT EXISTS {tmp} LIKE {t}", "CREATE TEMPORARY TABLE {tmp} (id INT AUTO_INCREMENT PRIMARY KEY, v INT, s TEXT) SELECT v, s FROM {t}"),
        "gone": ("DROP TEMPORARY TABLE {if}{tmp}", "DROP TABLE {if}{tmp}", "DROP TEMPORARY TABLE IF EXISTS {tmp}, {tmp}", "TRUNCATE {tmp}"),
        "funcbody": ("CREATE TEMPORARY TABLE tmp2 (id INT)", "DROP TEMPORARY TABLE IF EXISTS tmp2", "INSERT INTO tmp1 (id) VALUES (x)", "UPDATE {t} SET v = x WHERE id = 1"),
        **SWITCHED,
    },
    sessions=2,
    count=(16, 28),
)  # fmt: skip
