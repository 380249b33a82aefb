"""Keys over every type: what is searched by them, which rows meet, and which columns an image keeps."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import SWITCHED, SWITCHES, Topic

TOPIC = Topic(
    (
        "CREATE TABLE t (k {type} NOT NULL, v INT, b {wide}, s VARCHAR(20), {key}) ENGINE={engine} {part}",
        "CREATE TABLE n (k {type}, v INT DEFAULT 3, b {wide}, s VARCHAR(20) NOT NULL DEFAULT 'q', {nkey}) ENGINE={engine}",
        "CREATE TABLE p (v INT, k {type}, x INT AS (v * 2) {kept}, s VARCHAR(20) INVISIBLE, b {wide}) ENGINE=InnoDB",
        "INSERT IGNORE INTO t (k, v, s) VALUES ({x}, 1, 'a'), ({x}, 2, 'b'), ({x}, 3, NULL)",
        "INSERT IGNORE INTO n (k, v, s) VALUES ({x}, 1, 'a'), ({x}, 2, 'b'), ({x}, 3, 'c'), (NULL, 4, 'd')",
        "INSERT IGNORE INTO p (k, v, s) VALUES ({x}, 1, 'a'), ({x}, 2, 'b'), ({x}, 5, 'c')",
    ),
    (
        "INSERT {ignore}INTO {t} (k, v) VALUES ({x}, {d}), ({x}, {d})",
        "INSERT {ignore}INTO {t} (k, v, s) VALUES ({x}, {d}, {text}) ON DUPLICATE KEY UPDATE v = v + {d}, s = {text}",
        "INSERT INTO {t} (v, k) VALUES ({d}, {x}) ON DUPLICATE KEY UPDATE k = {x}",
        "REPLACE INTO {t} (k, v) VALUES ({x}, {d}), ({x}, {D})",
        "REPLACE INTO {t} (k, v, s) SELECT k, v + {d}, 'r' FROM {t}",
        "UPDATE {ignore}{t} SET v = {d}, s = {text}{where}",
        "UPDATE {ignore}{t} SET k = {x}{where}{order}",
        "UPDATE {t} SET b = {blob}{where}",
        "DELETE FROM {t}{where}{order}",
        "UPDATE {ignore}{t} a JOIN {t} c ON a.v = c.v SET a.k = c.k, c.s = 'j'",
        "UPDATE {t} a JOIN {t} c ON a.k = c.k SET a.v = c.v + 1",
        "DELETE a FROM {t} a JOIN {t} c ON a.k = c.k WHERE c.v > {d}",
        "INSERT {ignore}INTO {t} (k, v) SELECT k, v + 10 FROM {t}{where}",
        "SELECT HEX(CONCAT(k)), v FROM {t}{where} ORDER BY v, k",
        "SET binlog_row_image = {image}", "SET binlog_format = {format}", "BEGIN", "COMMIT", "ROLLBACK",
        "ALTER TABLE {t} ADD INDEX i{d} (v)", "ALTER TABLE {t} ADD UNIQUE u{d} (v, k)", "ALTER TABLE {t} MODIFY v BIGINT NOT NULL",
        "SET sql_mode = {mode}", *SWITCHES[5:7], "CREATE TABLE y{d} LIKE {t}", "CREATE TABLE z{d} SELECT * FROM {t}",
        "ALTER TABLE {t} DROP PRIMARY KEY", "CREATE INDEX f{d} ON {t} ((v + 1))", "SET sql_generate_invisible_primary_key = {onoff}",
        "CREATE TABLE h{d} (k {type}, v INT)", "INSERT INTO h{d} (k, v) VALUES ({x}, {d})", "UPDATE h{d} SET v = {D}", "DELETE FROM h{d} LIMIT 1",
    ),
    {
        "t": ("t", "t", "n", "n", "p"),
        "type": ("BIT(9)", "ENUM('a','b','c')", "SET('x','y','z')", "YEAR", "DATE", "TIME(2)", "DATETIME(3)", "TIMESTAMP(1)", "DECIMAL(6,2)", "FLOAT", "DOUBLE",
                 "CHAR(4)", "VARCHAR(6) CHARACTER SET latin1", "BINARY(3)", "VARBINARY(5)", "VARCHAR(10) COLLATE utf8mb4_bin", "BIGINT UNSIGNED", "TINYINT(1)", "CHAR(3) CHARACTER SET utf16", "MEDIUMINT ZEROFILL", "VARCHAR(5) COLLATE utf8mb4_0900_as_cs"),
        "wide": ("BLOB", "TEXT", "JSON", "VECTOR(2)", "GEOMETRY", "TINYTEXT CHARACTER SET latin1", "LONGBLOB"),
        "key": ("PRIMARY KEY (k)", "PRIMARY KEY (k, v)", "UNIQUE KEY (k)", "KEY (k)", "UNIQUE KEY (v, k)", "UNIQUE KEY (v), UNIQUE KEY (k)", "PRIMARY KEY (k DESC), KEY (v)", "UNIQUE KEY (k, s(2))"),
        "nkey": ("UNIQUE KEY (k)", "KEY (k)", "UNIQUE KEY (k, v)", "UNIQUE KEY (v)", "UNIQUE KEY (s, k)", "KEY (v, k)", "UNIQUE KEY (s(1))"),
        "part": ("",), "kept": ("VIRTUAL", "STORED"),
        "blob": ("'x'", "NULL", "DEFAULT", "'{\"a\": 1}'", "POINT(1,2)", "TO_VECTOR('[1,2]')", "REPEAT('z', 300)"),
        "x": ("1", "2", "3", "0", "b'11'", "'a'", "'b'", "'c'", "'A'", "'x'", "'y,z'", "2024", "1999", "'2024-05-06'", "'2024-05-06 07:08:09.25'", "'10:11:12.5'", "20240506", "1.25", "12.5",
              "'ab'", "'ab '", "x'4100'", "'é'", "NULL", "DEFAULT", "NOW()", "300"),
        "where": ("", " WHERE k = {x}", " WHERE k = {x}", " WHERE v = {d}", " WHERE v < {d}", " WHERE k > {x}", " WHERE k IN ({x}, {x})", " WHERE k IS NULL"),
        "order": ("", "", " ORDER BY k", " ORDER BY k DESC LIMIT 2", " ORDER BY v DESC", " LIMIT 1"),
        **SWITCHED,
    },
)
