"""Sessions in each other's way: rows, tables, names of locks, the whole server; who is ended while he waits."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import CHANGES, SWITCHED, Topic, three

TOPIC = Topic(
    (
        *three("t", "u", "n"),
        "ALTER TABLE u ADD KEY (v), ADD UNIQUE (s, v)",
        "CREATE TABLE k (id INT PRIMARY KEY, ref INT, FOREIGN KEY (ref) REFERENCES t (id) ON DELETE {action} ON UPDATE {action})",
        "INSERT INTO k VALUES (1, 1), (2, 2), (3, NULL)",
        "CREATE TABLE h (id INT, v INT, s VARCHAR(20)) ENGINE=InnoDB PARTITION BY HASH (id) PARTITIONS 2",
        "INSERT INTO h VALUES (1, 1, 'a'), (2, 2, 'b'), (3, 3, NULL)",
        "CREATE FUNCTION f(x INT) RETURNS INT DETERMINISTIC BEGIN UPDATE {t} SET v = v + 1 WHERE id = x; RETURN x; END",
        "CREATE PROCEDURE p(x INT) BEGIN UPDATE {t} SET v = x WHERE id = x; DELETE FROM {t} WHERE id > 6; END",
        "CREATE TRIGGER r1 AFTER UPDATE ON u FOR EACH ROW INSERT IGNORE INTO {t} (id) VALUES (NEW.id + 400)",
        *(f"ANALYZE TABLE {name}" for name in "tukh"),
    ),
    (
        *CHANGES, *CHANGES,
        "BEGIN", "BEGIN", "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT s1", "ROLLBACK TO s1", "SET autocommit = {onoff}",
        "SELECT * FROM {t}{where} {share}", "SELECT * FROM {t}{where} {share}", "SELECT * FROM {t} WHERE id = {d} {share}",
        "SELECT a.id FROM {t} a JOIN {t} b USING (id) WHERE a.id < {d} FOR UPDATE OF a {skip}",
        "INSERT INTO k VALUES ({D}, {d})", "UPDATE k SET ref = {d} WHERE id = {d}", "DELETE FROM t WHERE id = {d}", "UPDATE t SET id = id + 20 WHERE id = {d}",
        "SELECT f({d})", "CALL p({d})", "INSERT INTO {t} (id, v) VALUES (f({d}) + {D}, 1)",
        "LOCK TABLES {t} {lock}", "LOCK TABLES {t} {lock}, {t} AS a {lock}", "UNLOCK TABLES", "UNLOCK TABLES",
        "FLUSH TABLES WITH READ LOCK", "FLUSH TABLES {t} WITH READ LOCK", "FLUSH TABLES {t} FOR EXPORT", "FLUSH TABLES", "FLUSH TABLES {t}",
        "LOCK INSTANCE FOR BACKUP", "UNLOCK INSTANCE", "SET GLOBAL read_only = {off}", "SET GLOBAL super_read_only = 0",
        "SELECT GET_LOCK('{name}', {zero})", "SELECT RELEASE_LOCK('{name}')", "SELECT IS_FREE_LOCK('{name}'), IS_USED_LOCK('{name}') IS NULL", "SELECT RELEASE_ALL_LOCKS()",
        "TRUNCATE {t}", "ALTER TABLE {t} ADD c{d} INT", "ALTER TABLE {t} ADD KEY (v), ALGORITHM=INPLACE, LOCK=NONE", "ALTER TABLE {t} ENGINE=InnoDB, ALGORITHM=COPY",
        "RENAME TABLE {t} TO z{d}", "RENAME TABLE z{d} TO {t}", "DROP TABLE IF EXISTS z{d}, {t}", "CREATE TABLE z{d} SELECT * FROM {t}", "CREATE TABLE z{d} LIKE {t}",
        "CREATE TRIGGER q{d} BEFORE INSERT ON {t} FOR EACH ROW SET @q = 1", "DROP TRIGGER IF EXISTS r1", "CREATE OR REPLACE VIEW w AS SELECT * FROM {t}", "DROP VIEW IF EXISTS w",
        "UPDATE w SET v = {d} WHERE id = {d}", "OPTIMIZE TABLE {t}", "ANALYZE TABLE {t}", "HANDLER {t} OPEN", "HANDLER {t} READ FIRST", "HANDLER {t} CLOSE",
        "DROP PROCEDURE IF EXISTS p", "DROP FUNCTION IF EXISTS f",
        "XA START 'x{d}'", "XA END 'x{d}'", "XA PREPARE 'x{d}'", "XA COMMIT 'x{d}'", "XA ROLLBACK 'x{d}'", "XA COMMIT 'x{d}' ONE PHASE",
        "SET SESSION transaction_isolation = {level}", "SET binlog_format = {format}", "SET innodb_lock_wait_timeout = 2",
        "SELECT GET_LOCK('con{who}', 0)", "SET @id = IS_USED_LOCK('con{who}')", "SET @id = IS_USED_LOCK('con{who}')", "KILL QUERY @id", "KILL QUERY @id", "KILL @id",
        "SELECT SLEEP(0.1)", "START TRANSACTION WITH CONSISTENT SNAPSHOT", "START TRANSACTION READ ONLY", "INSERT DELAYED INTO {t} VALUES ({D}, 1, 'd')",
        "INSERT INTO {t} SELECT id + {D}, v, NULL FROM {t}{where} FOR SHARE {skip}", "SELECT @@in_transaction", "SHOW TABLES",
    ),
    {
        "t": ("t", "t", "t", "u", "n", "h", "k"),
        "action": ("CASCADE", "SET NULL", "RESTRICT"),
        "share": ("FOR UPDATE", "FOR SHARE", "LOCK IN SHARE MODE", "FOR UPDATE NOWAIT", "FOR UPDATE SKIP LOCKED", "FOR SHARE NOWAIT", "FOR SHARE SKIP LOCKED", ""),
        "skip": ("", "NOWAIT", "SKIP LOCKED"),
        "lock": ("READ", "WRITE", "READ LOCAL", "LOW_PRIORITY WRITE"),
        "name": ("l", "l", "m"), "zero": ("0", "1"), "off": ("0", "0", "1"), "who": ("1", "2", "3"),
        **SWITCHED,
    },
    sessions=3,
    count=(14, 24),
)  # fmt: skip
