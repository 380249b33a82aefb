"""INSERT .. SELECT, UPDATE and LOAD between character sets, time zones and types; several rows with several warnings."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import SWITCHED, Topic

TOPIC = Topic(
    (
        "CREATE TABLE a (id INT AUTO_INCREMENT PRIMARY KEY, {a1}, {a2}, {a3}, {a4}) ENGINE={engine}",
        "CREATE TABLE b (id INT AUTO_INCREMENT PRIMARY KEY, {a1}, {a2}, {a3}, {a4}) ENGINE={engine}",
        "INSERT IGNORE INTO a (s, n, d, u) VALUES ({sv}, {nv}, {dv}, {sv}), ({sv}, {nv}, {dv}, {sv}), ({sv}, {nv}, {dv}, {sv})",
        "INSERT IGNORE INTO b (s, n, d, u) VALUES ({sv}, {nv}, {dv}, {sv}), ({sv}, {nv}, {dv}, {sv})",
    ),
    (
        "INSERT {ignore}INTO {t} (s, n, d, u) SELECT {c}, {c}, {c}, {c} FROM {t}{where}",
        "INSERT {ignore}INTO {t} ({c0}) SELECT {e} FROM {t}{where}",
        "INSERT {ignore}INTO {t} (s, n, d, u) VALUES ({sv}, {nv}, {dv}, {sv}), ({any}, {any}, {any}, {any})",
        "INSERT {ignore}INTO {t} (s, n, d, u) VALUES ({any}, {any}, {any}, {any}), ({any}, {any}, {any}, {any}), ({any}, {any}, {any}, {any})",
        "INSERT {ignore}INTO {t} (n, d) VALUES ({nv}, {dv}), ({any}, {any})",
        "UPDATE {ignore}{t} SET {c0} = {c}{where}",
        "UPDATE {ignore}{t} SET {c0} = {e}, {c0} = {any}{where}",
        "UPDATE {ignore}{t} x JOIN {t} y ON x.id = y.id SET x.{c0} = y.{c0}, x.{c0} = {any}",
        "REPLACE INTO {t} SELECT id, {c}, {c}, {c}, {c} FROM {t}",
        "DELETE FROM {t} WHERE {c0} = {any}",
        "SELECT id, HEX(CONCAT({c0})) FROM {t}",
        "INSERT INTO {t} () VALUES ()",
        "CREATE TABLE y{d} SELECT {e} AS x, {c} AS y FROM {t}", "INSERT INTO y{d} SELECT {e}, {c} FROM {t}",
        "ALTER TABLE {t} MODIFY {a1}", "ALTER TABLE {t} MODIFY {a2}", "ALTER TABLE {t} MODIFY {a3}",
        "SET NAMES {charset}", "SET time_zone = {zone}", "SET timestamp = {stamp}", "SET sql_mode = {allmodes}", "SET sql_mode = {allmodes}",
        "SET binlog_format = {format}", "SET binlog_row_image = {image}", "BEGIN", "COMMIT", "ROLLBACK",
        "SET @v = {any}", "UPDATE {t} SET {c0} = @v{where}", "PREPARE q FROM 'INSERT INTO {t} ({c0}, {c0}) VALUES (?, ?)'", "EXECUTE q USING @v, @v",
    ),
    {
        "t": ("a", "b"), "c0": ("s", "n", "d", "u"), "c": ("s", "n", "d", "u", "s", "n", "d", "u", "id"),
        "e": ("CONCAT(s, n)", "s + 1", "d + 0", "d + INTERVAL 1 DAY", "UPPER(u)", "CONVERT(s USING latin1)", "CAST(d AS CHAR(7))", "n * 1000", "n / 3", "CAST(s AS DECIMAL(6,2))", "IFNULL(u, d)", "GREATEST(n, id)", "COALESCE(d, n)",
              "CAST(n AS UNSIGNED)", "CAST(d AS TIME)", "CAST(s AS DATETIME(2))", "UNIX_TIMESTAMP(d)", "CONVERT_TZ(d, '+00:00', '+05:30')", "HEX(s)", "s COLLATE utf8mb4_bin", "LEFT(u, 2)", "JSON_QUOTE(s)", "-n", "NOT n", "DATE_FORMAT(d, '%W')", "FROM_UNIXTIME(n)"),
        "a1": ("s VARCHAR(6)", "s CHAR(5) CHARACTER SET latin1", "s VARCHAR(8) CHARACTER SET cp1251 NOT NULL", "s TEXT CHARACTER SET utf16", "s VARCHAR(7) CHARACTER SET sjis", "s CHAR(4) CHARACTER SET ascii", "s TINYTEXT", "s VARCHAR(5) CHARACTER SET koi8r DEFAULT 'k'", "s VARBINARY(6)", "s BLOB", "s CHAR(3) CHARACTER SET ucs2"),
        "a2": ("n TINYINT", "n INT UNSIGNED NOT NULL", "n DECIMAL(5,2)", "n FLOAT", "n BIT(7)", "n YEAR", "n BIGINT NOT NULL DEFAULT 4", "n DOUBLE UNSIGNED", "n DECIMAL(3,0) NOT NULL", "n SMALLINT ZEROFILL", "n BOOL NOT NULL", "n DOUBLE(6,2)"),
        "a3": ("d DATE", "d TIME", "d DATETIME(2)", "d TIMESTAMP NULL", "d TIMESTAMP(3) NOT NULL", "d DATETIME NOT NULL", "d TIME(3) NOT NULL", "d DATE NOT NULL", "d TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP", "d YEAR NOT NULL"),
        "a4": ("u ENUM('a','b','7')", "u SET('a','b','c') NOT NULL", "u JSON", "u VARCHAR(10)", "u VARCHAR(4) NOT NULL", "u ENUM('x','ä') CHARACTER SET latin1 NOT NULL", "u VARCHAR(20) CHARACTER SET gbk", "u TINYBLOB", "u CHAR(10) CHARACTER SET utf8mb3"),
        "sv": ("'a'", "'abc'", "'é'", "'я'", "'日本'", "''", "'7'", "'a,b'", "_latin1 x'e9'", "x'ff'", "'🐬'", "'far too long a text'", "NULL", "'[1]'"),
        "nv": ("1", "0", "-1", "127", "300", "1.555", "99999", "NULL", "2024", "b'11'", "1e10", "'12x'", "-0.5"),
        "dv": ("'2024-05-06'", "'2024-05-06 07:08:09.987'", "'10:11:12.56'", "NULL", "NOW()", "20240506070809", "'2024-02-30'", "'0000-00-00'", "'1969-12-31 23:59:59'", "'2038-01-19 03:14:08'", "'2024-03-31 02:30:00'", "NOW(3)"),
        "any": ("{sv}", "{sv}", "{nv}", "{nv}", "{dv}", "{dv}", "DEFAULT", "NULL", "1/0", "CAST('[1]' AS JSON)", "POINT(1,1)", "DATE'2024-01-02'", "TIME'-10:00:00'", "@v", "18446744073709551615", "-9999999999.99", "TRUE"),
        "where": ("", "", " WHERE id < 3", " WHERE id = {d}", " WHERE n = {nv}"),
        "allmodes": ("DEFAULT", "''", "''", "'TRADITIONAL'", "'STRICT_ALL_TABLES'", "'ALLOW_INVALID_DATES'", "'TIME_TRUNCATE_FRACTIONAL'", "'STRICT_TRANS_TABLES,NO_ZERO_DATE'", "'NO_ZERO_IN_DATE,NO_ZERO_DATE'", "'PAD_CHAR_TO_FULL_LENGTH'"),
        **SWITCHED,
        "zone": ("'+02:00'", "'SYSTEM'", "'-05:30'", "'+00:00'"),
    },
)
