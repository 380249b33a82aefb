"""GTIDs: given, tagged, automatic, refused; what uses one up."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import CHANGES, SWITCHED, Topic, three

_MODES = ("OFF", "OFF_PERMISSIVE", "ON_PERMISSIVE", "ON")
TOPIC = Topic(
    (*three("t", "n", "u"), "CREATE PROCEDURE p(x INT) BEGIN INSERT INTO {t} (id) VALUES (x); INSERT INTO {t} (id) VALUES (x + 1); END"),
    (
        "SET gtid_next = '{gtid}'", "SET gtid_next = '{gtid}'", "SET gtid_next = '{gtid}'", "SET gtid_next = '{gtid}'", "SET SESSION gtid_next = {auto}", "SET SESSION gtid_next = {auto}", "SET gtid_next = 'ANONYMOUS'",
        *CHANGES, "BEGIN", "BEGIN", "COMMIT", "COMMIT", "ROLLBACK", "SAVEPOINT s1", "ROLLBACK TO s1", "SET autocommit = {onoff}",
        "CREATE TABLE x{d} (id INT)", "CREATE TABLE x{d} SELECT * FROM {t}", "DROP TABLE IF EXISTS x{d}, x{d}", "TRUNCATE {t}", "CREATE TEMPORARY TABLE tmp (id INT)", "DROP TEMPORARY TABLE IF EXISTS tmp", "INSERT INTO tmp VALUES ({d})", "ALTER TABLE {t} ADD c{d} INT",
        "CALL p({D})", "SET GLOBAL gtid_purged = '+{sid}:{d}00'", "SET sql_log_bin = {onoff}", "SET binlog_format = {format}", "FLUSH BINARY LOGS", "FLUSH TABLES", "ANALYZE TABLE {t}", "LOCK TABLES {t} WRITE", "UNLOCK TABLES",
        "SELECT @@gtid_next", "SELECT @@SESSION.gtid_owned", "SELECT @@gtid_owned", "XA START 'x'", "XA END 'x'", "XA PREPARE 'x'", "XA COMMIT 'x'", "XA COMMIT 'x' ONE PHASE", "XA ROLLBACK 'x'", "CREATE USER IF NOT EXISTS u{d}", "DROP USER IF EXISTS u{d}, u{d}",
        "SELECT GTID_SUBSET('{gtid}', @@GLOBAL.gtid_executed)", "SELECT WAIT_FOR_EXECUTED_GTID_SET('{gtid}', 0.1)", "SELECT GTID_SUBTRACT('{sid}:1-5:{tag}:3', '{gtid}')", "SET GLOBAL gtid_mode = {mode}", "SET GLOBAL enforce_gtid_consistency = {consistency}",
        "SET @@SESSION.gtid_next = DEFAULT", "SET TRANSACTION READ ONLY", "START TRANSACTION READ ONLY", "SELECT * FROM {t}{where}", "PREPARE s FROM 'SET gtid_next = ''{gtid}'''", "EXECUTE s",
    ),
    {
        "t": ("t", "n", "u", "t"), "sid": ("3e11fa47-71ca-11e1-9e33-c80aa9429562", "3E11FA47-71CA-11E1-9E33-C80AA9429562", "11111111-2222-3333-4444-555555555555"), "tag": ("tag", "a_1", "Tag"),
        "gtid": ("{sid}:{d}", "{sid}:{d}", "{sid}:{tag}:{d}", "{sid}:{D}", "{sid}:{tag}:1", "{sid}:0", "{sid}:1-3", "nonsense", "{sid}:9223372036854775806"),
        "auto": ("'AUTOMATIC'", "'AUTOMATIC'", "AUTOMATIC", "'AUTOMATIC:{tag}'", "'AUTOMATIC:2bad-tag'"), "mode": _MODES, "consistency": ("ON", "OFF", "WARN"),
        **SWITCHED,
    },
    sessions=2,
    count=(16, 28),
    alone=True,
    servers=(("gtid-mode=ON", "enforce-gtid-consistency=ON"), ("gtid-mode=ON_PERMISSIVE", "enforce-gtid-consistency=ON"), ("gtid-mode=OFF_PERMISSIVE", "enforce-gtid-consistency=WARN")),
)  # fmt: skip
