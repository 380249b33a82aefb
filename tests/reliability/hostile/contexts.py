"""Statements of the other hunts where they are seldom: in programs, views, prepared, explained, under locks and in XA.

The modes and character sets of the session, its transaction and the log's format change in between.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count

from tests.reliability.hostile import crafted, mutation, typed

_STATES = (
    "SET NAMES sjis", "SET NAMES gbk", "SET NAMES latin1", "SET NAMES utf8mb4", "SET NAMES cp932", "SET NAMES binary",
    "SET collation_connection=ucs2_general_ci", "SET collation_connection=utf32_bin", "SET character_set_client=big5",
    "SET character_set_results=utf16", "SET character_set_results=NULL", "SET collation_database=tis620_thai_ci",
    "SET sql_mode=''", "SET sql_mode=DEFAULT", "SET sql_mode='ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT'",
    "SET sql_mode='IGNORE_SPACE,REAL_AS_FLOAT,NO_AUTO_VALUE_ON_ZERO,NO_ZERO_DATE'", "SET autocommit=0",
    "SET autocommit=1", "SET sql_log_bin=0", "SET sql_log_bin=1", "SET binlog_format=STATEMENT", "SET binlog_format=ROW",
    "SET binlog_format=MIXED", "SET binlog_row_image=MINIMAL", "SET binlog_row_image=NOBLOB", "SET sql_require_primary_key=1",
    "SET binlog_row_value_options=PARTIAL_JSON", "SET binlog_rows_query_log_events=1", "SET binlog_transaction_compression=1",
    "SET GLOBAL binlog_row_metadata=FULL", "SET completion_type=1", "SET completion_type=0", "SET sql_safe_updates=1",
    "SET foreign_key_checks=0", "SET unique_checks=0", "SET sql_select_limit=1", "SET sql_select_limit=DEFAULT",
    "SET transaction_read_only=1", "SET transaction_read_only=0", "SET big_tables=1", "SET sql_quote_show_create=0",
    "SET group_concat_max_len=4", "SET max_sort_length=4", "SET default_storage_engine=MyISAM", "SET lc_time_names=zh_CN",
    "SET default_storage_engine=ARCHIVE", "SET default_storage_engine=MEMORY", "SET timestamp=1e10", "SET timestamp=0",
    "SET insert_id=5", "SET gtid_next=AUTOMATIC", "SET explicit_defaults_for_timestamp=0", "SET lc_messages=de_DE",
    "SET sql_generate_invisible_primary_key=1", "SET optimizer_switch='derived_merge=off'", "SET session_track_gtids=OWN_GTID",
    "SET auto_increment_increment=65535, auto_increment_offset=65535", "SET max_allowed_packet=DEFAULT", "SET time_zone='+14:00'",
    "BEGIN", "START TRANSACTION READ ONLY", "SAVEPOINT a", "ROLLBACK TO a", "COMMIT", "ROLLBACK", "COMMIT AND CHAIN",
    "XA START 'x'", "XA END 'x'", "XA PREPARE 'x'", "XA COMMIT 'x'", "XA ROLLBACK 'x'", "LOCK TABLES t WRITE, n READ",
    "LOCK TABLES every WRITE, u READ, t AS q READ", "UNLOCK TABLES", "FLUSH TABLES WITH READ LOCK", "LOCK INSTANCE FOR BACKUP",
    "UNLOCK INSTANCE", "FLUSH TABLES t FOR EXPORT", "USE test", "USE mysql", "USE information_schema", "DROP DATABASE test",
    "CREATE DATABASE test", "DROP TABLE t", "RESET CONNECTION", "SET ROLE ALL", "FLUSH BINARY LOGS", "SET GLOBAL read_only=1",
    "SET GLOBAL read_only=0", "ALTER DATABASE test CHARACTER SET ucs2", "ALTER TABLE t CONVERT TO CHARACTER SET utf16",
    "ALTER TABLE t ENGINE=MyISAM", "ALTER TABLE t DROP PRIMARY KEY, MODIFY a INT", "CREATE TEMPORARY TABLE t (a INT, b INT)",
    "DROP TEMPORARY TABLE t", "RENAME TABLE t TO q", "RENAME TABLE q TO t", "ALTER TABLE every DROP dt", "TRUNCATE TABLE t",
    "ALTER TABLE t RENAME COLUMN b TO bb2", "DROP VIEW v1", "DROP PROCEDURE p1", "DROP FUNCTION f1", "DROP TRIGGER tr1",
)  # fmt: skip


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"


_Numbers = Iterator[int]
_PLACES: tuple[Callable[[str, str, int], tuple[str, ...]], ...] = (
    lambda one, two, n: (one,),
    lambda one, two, n: (f"CREATE PROCEDURE c{n}() {one}", f"CALL c{n}()", f"SHOW CREATE PROCEDURE c{n}"),
    lambda one, two, n: (f"CREATE PROCEDURE c{n}() BEGIN {one}; {two}; END", f"CALL c{n}()", f"CALL c{n}()"),
    lambda one, two, n: (
        f"CREATE PROCEDURE c{n}(a INT, INOUT b JSON, OUT x BLOB) BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN "
        f"GET DIAGNOSTICS CONDITION 1 @m = MESSAGE_TEXT; {two}; END; {one}; END",
        f"CALL c{n}(1, @j, @b)",
    ),
    lambda one, two, n: (
        f"CREATE PROCEDURE c{n}() BEGIN DECLARE x CURSOR FOR {one}; DECLARE EXIT HANDLER FOR NOT FOUND SELECT 1; OPEN x; "
        f"LOOP FETCH x INTO @a; {two}; END LOOP; END",
        f"CALL c{n}()",
    ),
    lambda one, two, n: (f"CREATE FUNCTION c{n}() RETURNS INT BEGIN {one}; RETURN 1; END", f"SELECT c{n}(), c{n}()"),
    lambda one, two, n: (
        f"CREATE FUNCTION c{n}() RETURNS TEXT DETERMINISTIC BEGIN {one}; {two}; RETURN 'x'; END",
        f"INSERT INTO n (b) SELECT c{n}() FROM t",
    ),
    lambda one, two, n: (
        f"CREATE TRIGGER c{n} AFTER INSERT ON n FOR EACH ROW BEGIN {one}; END",
        "INSERT INTO n VALUES (1,'b','c'),(2,'b','c')",
        f"DROP TRIGGER c{n}",
    ),
    lambda one, two, n: (
        f"CREATE TRIGGER c{n} BEFORE UPDATE ON t FOR EACH ROW {one}",
        "UPDATE t SET b = 'y'",
        f"DROP TRIGGER c{n}",
    ),
    lambda one, two, n: (f"CREATE VIEW c{n} AS {one}", f"SELECT * FROM c{n}", f"DELETE FROM c{n}", f"SHOW CREATE VIEW c{n}"),
    lambda one, two, n: (f"CREATE EVENT c{n} ON SCHEDULE EVERY 1 DAY DO {one}", f"SHOW CREATE EVENT c{n}"),
    lambda one, two, n: (f"PREPARE c FROM {_quoted(one)}", "EXECUTE c", "EXECUTE c USING @s", "EXECUTE c USING @s, @n"),
    lambda one, two, n: (f"PREPARE c FROM {_quoted(one)}", two, "EXECUTE c", "DEALLOCATE PREPARE c"),
    lambda one, two, n: (f"EXPLAIN {one}", f"EXPLAIN FORMAT=JSON {one}", f"EXPLAIN ANALYZE {one}"),
    lambda one, two, n: (f"EXPLAIN FORMAT=TREE {one}", f"DESCRIBE {one}", f"EXPLAIN FORMAT=JSON INTO @x {one}"),
    lambda one, two, n: (f"CREATE TABLE c{n} {one}", f"SHOW CREATE TABLE c{n}", f"INSERT INTO c{n} {two}"),
    lambda one, two, n: (f"INSERT INTO n {one}", f"REPLACE INTO every {two}"),
    lambda one, two, n: (f"SELECT * FROM ({one}) AS q", f"SELECT 1 IN ({one}), EXISTS ({two})", f"SET @x = ({one})"),
    lambda one, two, n: (f"WITH q AS ({one}) {two}", f"({one}) UNION ({two}) LIMIT 1", f"WITH t AS ({one}) SELECT * FROM t"),
    lambda one, two, n: (f"{one} INTO @x", f"{one} FOR UPDATE SKIP LOCKED", f"{one} LIMIT ?"),
    lambda one, two, n: (f"/*! {one} */", f"/*!80000 {one} */ {two}", f"/*+ MAX_EXECUTION_TIME(1) */ {one}"),
    lambda one, two, n: (f"{one}; {two}", f"BEGIN {one}; END", f"IF 1 THEN {one}; END IF"),
    lambda one, two, n: (f"CREATE DEFINER=nobody@x PROCEDURE c{n}() SQL SECURITY DEFINER {one}", f"CALL c{n}()"),
    lambda one, two, n: (one, "SHOW WARNINGS", "GET DIAGNOSTICS @c = NUMBER", "GET DIAGNOSTICS CONDITION 1 @m = MESSAGE_TEXT"),
    lambda one, two, n: (one, "ROLLBACK", two, "COMMIT"),
    lambda one, two, n: (one, "SHOW CREATE TABLE t", "SHOW FULL COLUMNS FROM t", "SHOW TABLE STATUS", "SHOW KEYS FROM t"),
    lambda one, two, n: (one, "SELECT * FROM information_schema.columns", "CHECKSUM TABLE t, n, u, every"),
)  # fmt: skip


def _statement(chance: random.Random, pool: tuple[str, ...], expressions: Iterator[str]) -> str:
    match chance.randrange(6):
        case 0:
            return next(expressions)
        case 1 | 2:
            return chance.choice(pool)
        case 3:
            return mutation.mutated(chance.choice(pool), pool, chance)
        case 4:
            return crafted.at_random(chance.choice(crafted.templates()), chance)
        case _:
            return f"SELECT {typed.expression(chance, 1)} FROM every"


def all_in_contexts(chance: random.Random) -> Iterator[str]:
    """An endless stream."""
    pool = mutation.golden_statements()
    expressions = typed.all_typed(chance)
    for number in count():
        if chance.random() < 0.4:
            yield chance.choice(_STATES)
        one, two = (_statement(chance, pool, expressions) for _ in range(2))
        yield from chance.choice(_PLACES)(one, two, number)
