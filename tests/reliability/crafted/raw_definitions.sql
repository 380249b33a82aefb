# bytes that are no characters in definitions, programs and variables
SET @a = 'x\xffy'
SELECT HEX(@a), LENGTH(@a), CHAR_LENGTH(@a)
SET @b = CONCAT('\xc3', 'z'), @c = '\xe4'
SELECT HEX(@b), @c
CREATE TABLE r_t (s VARCHAR(20), b VARBINARY(20))
INSERT INTO r_t (b) VALUES (@a)
INSERT INTO r_t (s) VALUES (@a)
INSERT IGNORE INTO r_t (s) VALUES (@a)
SELECT HEX(s), HEX(b) FROM r_t
CREATE VIEW v AS SELECT HEX('a\xffb') x
SELECT * FROM v
CREATE VIEW v2 AS SELECT * FROM r_t WHERE b = '\xff'
CREATE TABLE t5 (b VARBINARY(10) DEFAULT '\xff')
INSERT INTO t5 VALUES ()
SELECT HEX(b) FROM t5
CREATE TABLE t6 (s VARCHAR(10) CHARACTER SET latin1 DEFAULT '\xff')
CREATE TABLE t7 (s VARCHAR(10) DEFAULT ('\xff'))
CREATE TABLE t8 (s VARBINARY(10) AS (CONCAT('\xff', 'a')))
CREATE TABLE t9 (a INT, CHECK (a <> '\xff'))
CREATE TABLE t11 (e ENUM('a', '\xff'))
CREATE TABLE t12 AS SELECT HEX('\xff') a
SELECT * FROM t12
CREATE PROCEDURE p() SELECT HEX('a\xffb')
CREATE PROCEDURE p2() BEGIN DECLARE x VARCHAR(10) DEFAULT '\xff'; SELECT HEX(x); END
CALL p2()
CREATE PROCEDURE p3() BEGIN INSERT INTO r_t (b) VALUES ('\xff'); SET @z = '\xff'; END
SELECT HEX(@z)
CREATE FUNCTION f() RETURNS VARBINARY(9) DETERMINISTIC RETURN '\xff'
SELECT HEX(f())
CREATE TRIGGER tr BEFORE INSERT ON r_t FOR EACH ROW SET NEW.b = CONCAT(NEW.b, '\xfe')
INSERT INTO r_t (b) VALUES ('a')
SELECT HEX(b) FROM r_t
DO '\xff'
DO LENGTH('\xff'), '\xfe'
ALTER TABLE r_t COMMENT 'a\xff'
CREATE TABLE t13 (a INT COMMENT 'a\xffb')
ALTER TABLE t13 ADD b VARBINARY(5) DEFAULT 'q\xff'
KILL '\xff'
SHOW VARIABLES LIKE '\xff'
CALL p('\xff')
SELECT '\xff' INTO @y
SELECT HEX(@y)
SET SESSION sql_mode = '\xff'
SET SESSION time_zone = '\xff'
SET SESSION time_zone = 'a\xffb'
SET character_set_client = '\xff'
SET NAMES '\xff'
SET NAMES 'a\xc3'
SET SESSION default_storage_engine = 'In\xff'
SET SESSION max_error_count = '\xff'
SET SESSION binlog_format = '\xff'
SET GLOBAL init_connect = 'a\xffb'
SET SESSION lc_messages = 'x\xff'
SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'a\xffb'
