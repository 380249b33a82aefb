"""Prepared statements: parameters and user variables as the log writes them."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import CHANGES, SWITCHED, SWITCHES, Topic, three

TOPIC = Topic(
    (
        *three("t", "n", "u"),
        "CREATE TABLE c (id INT AUTO_INCREMENT PRIMARY KEY, a {type}, b {type}) ENGINE={engine}",
        "INSERT IGNORE INTO c (a, b) VALUES ({value}, {value}), ({value}, NULL)",
        "CREATE PROCEDURE p(IN x {type}, OUT y {type}, INOUT z INT) BEGIN SET y = x; INSERT IGNORE INTO c (a) VALUES (x); SET z = z + 1; END",
        "CREATE FUNCTION f(x {type}) RETURNS {type} DETERMINISTIC BEGIN SET @f = x; INSERT IGNORE INTO c (b) VALUES (x); RETURN x; END",
    ),
    (
        "PREPARE s{n} FROM '{prepared}'", "PREPARE s{n} FROM '{prepared}'", "PREPARE s{n} FROM '{prepared}'",
        "EXECUTE s{n} USING {var}, {var}", "EXECUTE s{n} USING {var}, {var}", "EXECUTE s{n} USING {var}, {var}", "EXECUTE s{n} USING {var}", "EXECUTE s{n}",
        "SET {var} = {value}", "SET {var} = {value}, {var} = {value}", "SET {var} := (SELECT {column} FROM c LIMIT 1)", "SELECT {column}, id INTO {var}, {var} FROM c WHERE id = {d}",
        "SET @q = CONCAT('{prepared}')", "PREPARE s{n} FROM @q", "DEALLOCATE PREPARE s{n}",
        "INSERT {ignore}INTO c (a, b) VALUES ({var}, {var} + 1)", "UPDATE c SET a = {var}, b = CONCAT({var}, 'x') WHERE id = {d}", "DELETE FROM c WHERE a = {var}",
        "INSERT INTO c (a) SELECT {var} FROM t{where}", "UPDATE c SET b = ({var} := a) WHERE id = {d}", "INSERT INTO c (a, b) VALUES ({var} := {value}, {var})",
        "INSERT INTO t (id, s) VALUES (({var} := {D}), HEX({var}))", "REPLACE INTO c (id, a) VALUES ({d}, {var} COLLATE utf8mb4_bin)",
        "CALL p({var}, {var}, {var})", "CALL p({value}, @o, @i)", "SET @x = f({var})", "INSERT INTO t (id) VALUES (f({var}))",
        "SELECT @a, HEX(@b), CHARSET(@a), COLLATION(@b)", "DO f({value})", "BEGIN", "COMMIT", "ROLLBACK",
        "CREATE TABLE x{d} AS SELECT {var} AS a, {var} AS b", "DROP TABLE IF EXISTS x{d}, x{d}", "ALTER TABLE c MODIFY a {type}",
        *CHANGES[:6], *SWITCHES[:1], *SWITCHES[:1], *SWITCHES[2:3], *SWITCHES[5:9], "SET NAMES {charset}", "SET SESSION binlog_format = {format}", "SET sql_mode = {mode}",
        "LOAD DATA INFILE 'few.txt' IGNORE INTO TABLE c (@a, @b) SET a = @b, b = {var}",
    ),
    {
        "t": ("t", "n", "u"), "n": ("1", "2"), "var": ("@a", "@b", "@a", "@b", "@`x y`", "@'ü'", "@Z"), "column": ("a", "b", "id"),
        "type": ("INT", "BIGINT UNSIGNED", "DECIMAL(10,4)", "DOUBLE", "VARCHAR(20)", "VARCHAR(20) CHARACTER SET latin1", "VARBINARY(20)", "DATE", "DATETIME(3)", "TIME", "JSON", "YEAR", "TEXT", "BIT(8)", "ENUM('a','b')"),
        "value": ("1", "-1", "18446744073709551615", "1.50", "-0.0001", "1e10", "-2.5e-3", "'a'", "'it''s'", "'ä€'", "''", "NULL", "x'00FF41'", "b'101'", "_latin1'é'", "_binary'bin'", "NOW()", "CURDATE()",
                  "DATE'2024-05-06'", "TIME'10:11:12'", "TIMESTAMP'2024-05-06 07:08:09.5'", "CAST('[1, 2]' AS JSON)", "TRUE", "CAST(5 AS UNSIGNED)", "'a\\\\b'", "RAND(3)", "UUID_SHORT() > 0", "'2024-01-01'", "N'n'", "'12abc'"),
        "prepared": ("INSERT {ignore}INTO c (a, b) VALUES (?, ?)", "UPDATE c SET a = ? WHERE id = ?", "DELETE FROM c WHERE a = ? OR b = ?", "SELECT ?, ? + 1", "INSERT INTO t (id, s) VALUES (?, ?)",
                     "REPLACE INTO {t} (id, s) VALUES (?, ?)", "UPDATE {t} SET s = ? LIMIT ?", "DELETE FROM {t} ORDER BY id LIMIT ?", "INSERT INTO c (a, b) SELECT ?, s FROM {t} LIMIT ?", "CREATE TABLE x{d} AS SELECT ? AS a, ? AS b",
                     "SET @a = ?, @b = ?", "CALL p(?, @o, @i)", "CALL p(?, ?, @i)", "INSERT INTO c (a) VALUES (?), (@a)", "DO f(?)", "SELECT s INTO @b FROM {t} WHERE id = ?", "INSERT INTO c (a, b) VALUES (@b, ? + 0)",
                     "TRUNCATE {t}", "DROP TABLE IF EXISTS x{d}", "CREATE TEMPORARY TABLE IF NOT EXISTS tmp (a INT)", "INSERT INTO c VALUES (NULL, ?, ?) ON DUPLICATE KEY UPDATE b = VALUES(a)", "ALTER TABLE c ADD k{d} INT", "XA RECOVER", "SHOW TABLES LIKE ?"),
        **SWITCHED,
    },
    count=(14, 26),
    files=("few.txt 1\\t2\\n3\\tabc\\n",),
)  # fmt: skip
