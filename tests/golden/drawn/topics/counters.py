"""AUTO_INCREMENT in all ways of getting a value."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import SWITCHED, SWITCHES, Topic

TOPIC = Topic(
    (
        "CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, v INT UNIQUE, s VARCHAR(9) DEFAULT 'd') ENGINE={engine} AUTO_INCREMENT={D}",
        "CREATE TABLE u (a INT, id {int} AUTO_INCREMENT, v INT, PRIMARY KEY (a, id), KEY (id)) ENGINE={engine}",
        "CREATE TABLE n (a INT NOT NULL, id INT AUTO_INCREMENT, v INT, PRIMARY KEY (a, id)) ENGINE=MyISAM",
        "CREATE TABLE w (id INT AUTO_INCREMENT PRIMARY KEY, k INT) ENGINE={engine}",
        "CREATE TRIGGER r AFTER INSERT ON {tr} FOR EACH ROW INSERT INTO w (k) VALUES (NEW.id)",
    ),
    (
        "INSERT {ignore}INTO t (v) VALUES ({d}), ({d}), ({D})",
        "INSERT {ignore}INTO t VALUES ({id}, {d}, {text}), ({id}, {D}, 'y'), ({id}, {d}, 'z')",
        "INSERT INTO {tr} (a, v) VALUES ({d}, {d}), ({d}, {D})",
        "INSERT INTO t (v) SELECT v + {D} FROM {tr}{where}",
        "INSERT {ignore}INTO {tr} (id, a, v) VALUES ({id}, {d}, {d}), ({id}, {d}, 2)",
        "INSERT INTO t (v) VALUES ({d}), ({D}) ON DUPLICATE KEY UPDATE s = 'o', id = LAST_INSERT_ID(id)",
        "INSERT INTO t (v) VALUES ({d}) ON DUPLICATE KEY UPDATE id = id + {D}",
        "REPLACE INTO t (v, s) VALUES ({d}, {text}), ({d}, 'r')",
        "REPLACE INTO t SELECT NULL, v, 'q' FROM {tr}",
        "UPDATE t SET id = {D}{where}",
        "UPDATE {tr} SET id = id + 1{order}",
        "DELETE FROM {tr}{where}",
        "TRUNCATE {tr}",
        "ALTER TABLE {tr} AUTO_INCREMENT = {D}",
        "SET auto_increment_increment = {d}",
        "SET auto_increment_offset = {d}",
        "SET insert_id = {D}",
        "SET last_insert_id = {d}",
        "SELECT LAST_INSERT_ID(), @@insert_id",
        "INSERT INTO w VALUES (LAST_INSERT_ID() + {D}, {d})",
        "SELECT * FROM {tr}",
        "SELECT * FROM t WHERE id IS NULL",
        "SET sql_auto_is_null = {onoff}",
        "BEGIN",
        "COMMIT",
        "ROLLBACK",
        "INSERT INTO t SELECT * FROM t ON DUPLICATE KEY UPDATE s = {text}",
        "INSERT INTO t () VALUES (), ()",
        "CREATE TABLE x{d} (id INT AUTO_INCREMENT PRIMARY KEY) SELECT v FROM t",
        "ALTER TABLE {tr} ADD y{d} INT",
        "ALTER TABLE t ENGINE={engine}",
        *SWITCHES[:3],
    ),
    {
        "tr": ("t", "u", "n", "w"),
        "int": ("INT", "TINYINT", "BIGINT UNSIGNED", "TINYINT UNSIGNED", "FLOAT"),
        "id": ("NULL", "0", "{d}", "{D}", "DEFAULT", "-{d}", "'7x'", "254", "126"),
        "where": ("", "", " WHERE v < {d}", " WHERE id = {d}"),
        "order": ("", " ORDER BY id DESC"),
        **SWITCHED,
    },
)
