"""Definitions whose text a server writes anew, or that log more than their text: CREATE .. SELECT, LIKE, copies, halves."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import SWITCHED, SWITCHES, Topic, three

TOPIC = Topic(
    (
        *three("t", "n"),
        "CREATE TABLE g (id INT PRIMARY KEY, {col}, {gen}, {col2}, {chk}) {opts}",
        "INSERT IGNORE INTO g (id) VALUES (1), (2)",
        "CREATE TEMPORARY TABLE tmp (id INT, {col}, {gen}, {col2})",
        "INSERT IGNORE INTO tmp (id) VALUES (1), (2), (2)",
    ),
    (
        "CREATE TABLE {exists}x{d} LIKE {src}", "CREATE TABLE x{d} LIKE tmp", "CREATE TABLE {exists}x{d} {opts} SELECT {list} FROM {src}",
        "CREATE TABLE x{d} ({col}, {gen}, {col2}) {opts} SELECT id FROM {src}", "CREATE TABLE x{d} ({col}, PRIMARY KEY (id)) {how}SELECT {list} FROM {src}",
        "CREATE TABLE x{d} (id INT PRIMARY KEY) {opts} {how}SELECT {dups} AS id FROM {src}", "CREATE TEMPORARY TABLE y{d} {opts} SELECT {list} FROM {src}",
        "CREATE TABLE x{d} (id INT, {col}) START TRANSACTION", "INSERT INTO x{d} (id) VALUES ({d})", "COMMIT", "ROLLBACK", "BEGIN",
        "CREATE TABLE {exists}x{d} (id INT, {col}, {gen}, {chk}) {opts}", "ALTER TABLE {src} ADD {col3}", "ALTER TABLE {src} ADD {gen3}", "ALTER TABLE {src} MODIFY {col}", "ALTER TABLE {src} DROP g",
        "ALTER TABLE {src} ADD {chk3}", "ALTER TABLE {src} ENGINE={engine}", "ALTER TABLE {src} ADD PRIMARY KEY (id)", "ALTER TABLE {src} ADD {col3}, ADD UNIQUE (id)",
        "TRUNCATE {src}", "TRUNCATE x{d}", "DROP TABLE IF EXISTS x{d}, tmp, y{d}", "DROP TEMPORARY TABLE IF EXISTS y{d}", "SHOW CREATE TABLE x{d}", "SHOW CREATE TABLE {src}", "RENAME TABLE {src} TO r{d}",
        "INSERT INTO {src} (id) VALUES ({D})", "UPDATE {src} SET id = id + {d}", "DELETE FROM {src} LIMIT 1", *SWITCHES[:4],
        "SET sql_generate_invisible_primary_key = {onoff}", "SET show_create_table_skip_secondary_engine = 1", "SET sql_quote_show_create = {onoff}", "SET default_storage_engine = {engine}",
        "SET NAMES {charset}", "SET collation_database = 'latin1_swedish_ci'", "SET show_gipk_in_create_table_and_information_schema = {onoff}", "CREATE TABLE x{d} TABLE {src}", "CREATE TABLE x{d} VALUES ROW(1, 'a'), ROW(2, 'b')",
        "CREATE TABLE x{d} AS SELECT * FROM {src} UNION SELECT * FROM {src}", "CREATE VIEW v{d} AS SELECT {list} FROM {src}", "LOCK TABLES {src} WRITE, x{d} WRITE", "UNLOCK TABLES",
    ),
    {
        "src": ("t", "n", "g", "tmp", "g"),
        "exists": ("", "", "IF NOT EXISTS "), "how": ("", "", "IGNORE ", "REPLACE ", "AS "),
        "dups": ("1", "id", "id DIV 2", "NULL", "id + 1", "1 / (id - 2)"),
        "list": ("*", "id", "id, 1 AS a", "id AS i, NOW() AS n, NULL AS z", "id, CONCAT('ä', id) AS c, id / 3 AS d3", "id, CAST(id AS CHAR(5) CHARACTER SET latin1) AS cc", "MAX(id) AS m, COUNT(*)", "id, JSON_ARRAY(id) AS ja, x'41' AS bx, 1.50 AS de",
                 "id, CAST('2024-01-01' AS DATETIME(2)) AS dd, TIME'10:11:12.5' AS ti", "id, TRUE AS tr, -id AS ne, 1e5 AS fl, 18446744073709551615 AS bi", "id, POINT(id, 1) AS po", "id, nosuch", "id, SUM(id) OVER () AS so", "id, id"),
        "col": ("c BOOL DEFAULT TRUE", "c TINYINT(1) NOT NULL DEFAULT 1", "c INT(6) ZEROFILL", "c YEAR(4)", "c VARCHAR(9) CHARACTER SET latin1 DEFAULT 'é'", "c CHAR(3) BINARY", "c NATIONAL VARCHAR(4)", "c ENUM('a','ä') COLLATE utf8mb4_bin", "c DECIMAL", "c DOUBLE PRECISION DEFAULT 1.50",
                "c TIMESTAMP DEFAULT CURRENT_TIMESTAMP ON UPDATE NOW()", "c BIT DEFAULT b'1'", "c DATETIME(3) DEFAULT NOW(3)", "c TEXT DEFAULT ('x')", "c JSON DEFAULT (JSON_OBJECT('a', 1))", "c VARCHAR(20) DEFAULT (CONCAT('a', _latin1'b', UPPER('c')))", "c INT COMMENT 'it''s'", "c INT INVISIBLE DEFAULT 5",
                "c SERIAL DEFAULT VALUE", "c LONG", "c VARCHAR(70000)", "c FLOAT(7,3) UNSIGNED", "c GEOMETRY SRID 4326", "c POINT NOT NULL SRID 0", "c VECTOR", "c CHARACTER VARYING(5) COLLATE ascii_bin", "c INT DEFAULT (1 + 2)", "c DATE DEFAULT (CURRENT_DATE + INTERVAL 1 DAY)", "c INT CHECK (c > 0)", "c FIXED(5,1)", "c INT UNIQUE COLUMN_FORMAT FIXED STORAGE DISK"),
        "col2": ("d INT", "d VARCHAR(5) DEFAULT NULL", "d DATETIME NULL DEFAULT '2024-01-01'", "d BLOB", "d SET('1','2') DEFAULT '1,2'", "d TIME(1) DEFAULT '10:11:12.5'", "d INT ENGINE_ATTRIBUTE '{}'"),
        "col3": ("k{d} BOOL", "k{d} INT DEFAULT (7)", "k{d} VARCHAR(5) NOT NULL AFTER id", "k{d} DATE DEFAULT '2024-01-01' FIRST", "k{d} TIMESTAMP NOT NULL", "k{d} JSON DEFAULT (JSON_ARRAY(1))", "k{d} DATETIME DEFAULT NOW()"),
        "gen": ("g INT AS (id + 1)", "g INT GENERATED ALWAYS AS (`id` * 2) STORED", "g VARCHAR(30) AS (CONCAT('a', id, _latin1 'b'))", "g INT AS (IF(id > 1, 2, 3)) VIRTUAL NOT NULL", "g JSON AS (JSON_ARRAY(id, 'x'))", "g DATE AS ('2024-01-01' + INTERVAL id DAY)", "g INT AS (CASE id WHEN 1 THEN 2 ELSE 3 END) UNIQUE",
                "g CHAR(9) AS (CAST(id AS CHAR)) STORED INVISIBLE", "g INT AS (id IN (1,2,3))", "g INT AS (id BETWEEN 1 AND 5) COMMENT 'k'", "g DOUBLE AS (ROUND(id / 3, 2))", "g INT AS (nosuch + 1)", "g INT AS (NOT id) VIRTUAL", "g BIGINT AS (id << 2 | 1)", "g VARCHAR(20) AS (LPAD(id, 5, '0')) COLLATE utf8mb4_bin"),
        "gen3": ("m{d} INT AS (id + 1)", "m{d} VARCHAR(9) AS (HEX(id)) STORED", "m{d} INT AS (id DIV 2) VIRTUAL"),
        "chk": ("CHECK (id > 0)", "CONSTRAINT k CHECK (id <> 5) NOT ENFORCED", "CHECK (id IN (1, 2, 3) OR id IS NULL)", "KEY ((id + 1))", "KEY kk ((CAST(id AS CHAR(5)))) INVISIBLE", "INDEX (id) USING BTREE COMMENT 'i'", "CHECK (CONCAT('a', id) LIKE 'a%')", "UNIQUE KEY u (id DESC)", "KEY (nosuch)"),
        "chk3": ("CHECK (id < 1000)", "CONSTRAINT k{d} CHECK (id > 0)", "INDEX ((id * 2))", "CONSTRAINT `a b` CHECK (id > 1)"),
        "opts": ("", "", "ENGINE={engine}", "ENGINE={engine} DEFAULT CHARSET=latin1", "COMMENT='it''s'", "ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=4", "AUTO_INCREMENT=7", "COLLATE utf8mb4_bin STATS_PERSISTENT=0", "PARTITION BY KEY (id) PARTITIONS 2", "CHARSET utf8mb3 CHECKSUM 1 DELAY_KEY_WRITE=1", "AVG_ROW_LENGTH=5 MAX_ROWS 10 MIN_ROWS=1", "INSERT_METHOD=LAST PACK_KEYS=1", "ENGINE=MyISAM AUTO_INCREMENT 3"),
        **SWITCHED,
    },
)
