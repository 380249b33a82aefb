# Bytes that are no UTF-8 in strings, names, comments, options and bodies.

SELECT 'x\xff'
SELECT _binary 'x\xff'
SELECT _latin1 'x\xff'
SELECT _utf8mb4 'x\xff'
SELECT N'x\xff'
SELECT `x\xff`
SELECT a AS `x\xff` FROM t
SELECT 1 /* \xff */
SELECT 1 -- \xff
INSERT INTO n (b) VALUES ('x\xff')
INSERT INTO n (b) VALUES (_binary 'x\xff')
INSERT INTO n (c) VALUES ('x\xff')
INSERT INTO n (c) VALUES (_binary 'x\xff')
INSERT INTO n (b) VALUES ('a') /* \xff */
INSERT INTO `n\xff` (b) VALUES ('a')
CREATE TABLE `t\xff` (a INT)
CREATE TABLE c1 (`a\xff` INT)
CREATE TABLE c1 (a INT COMMENT 'x\xff')
CREATE TABLE c1 (a INT) COMMENT 'x\xff'
CREATE TABLE c1 (a VARCHAR(10) DEFAULT 'x\xff')
CREATE TABLE c1 (a VARBINARY(10) DEFAULT 'x\xff')
CREATE TABLE c1 (a VARBINARY(10) DEFAULT _binary 'x\xff')
CREATE TABLE c1 (a ENUM('x\xff'))
CREATE TABLE c1 (a INT) /* \xff */
DROP TABLE IF EXISTS c1 /* \xff */
DROP TABLE IF EXISTS `c1\xff`
ALTER TABLE n COMMENT 'x\xff'
ALTER TABLE n COMMENT = 'x' /* \xff */
CREATE DATABASE `d\xff`
CREATE VIEW v3 AS SELECT 'x\xff'
CREATE VIEW v3 AS SELECT _binary 'x\xff'
CREATE VIEW `v\xff` AS SELECT 1
CREATE PROCEDURE p3() SELECT 'x\xff'
CREATE PROCEDURE p3() SELECT 1 /* \xff */
CREATE PROCEDURE `p\xff`() SELECT 1
CREATE PROCEDURE p4() COMMENT 'x\xff' SELECT 1
CREATE FUNCTION f3() RETURNS INT DETERMINISTIC RETURN 'x\xff'
CREATE TRIGGER tr3 BEFORE UPDATE ON u FOR EACH ROW SET NEW.c = 'x\xff'
CREATE EVENT e3 ON SCHEDULE EVERY 1 DAY STARTS '2037-01-01' DO SELECT 'x\xff'
CREATE EVENT e4 ON SCHEDULE EVERY 1 DAY STARTS '2037-01-01' COMMENT 'x\xff' DO SELECT 1
LOAD DATA INFILE 'f1' INTO TABLE n FIELDS TERMINATED BY 'x\xff'
LOAD DATA INFILE 'x\xff' INTO TABLE n
LOAD DATA INFILE 'f1' INTO TABLE n FIELDS ENCLOSED BY '\xff'
LOAD DATA INFILE 'f1' INTO TABLE n LINES TERMINATED BY '\xff'
SET @x = 'x\xff'
SET @x = _binary 'x\xff'
SET @`x\xff` = 1
SET NAMES 'x\xff'
SET sql_mode = 'x\xff'
SET `x\xff` = 1
PREPARE s2 FROM 'SELECT \xff'
PREPARE `s\xff` FROM 'SELECT 1'
EXECUTE `s\xff`
SAVEPOINT `s\xff`
ROLLBACK TO `s\xff`
USE `d\xff`
CALL `p\xff`()
SHOW TABLES LIKE 'x\xff'
SHOW CREATE TABLE `x\xff`
CREATE USER 'u\xff'@'localhost'
CREATE USER 'u2'@'localhost' IDENTIFIED BY 'x\xff'
CREATE ROLE 'r\xff'
GRANT SELECT ON t TO 'u\xff'
SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'x\xff'
SIGNAL SQLSTATE '4\xff000'
DO 'x\xff'
DELETE FROM n WHERE b = 'x\xff'
UPDATE n SET b = 'x\xff'
UPDATE n SET c = _binary 'x\xff'
REPLACE INTO u VALUES (5, 5, 'x\xff')
SELECT 'x\xff' INTO @y
SELECT a FROM t INTO OUTFILE '/tmp/x\xff'
SELECT a FROM t INTO OUTFILE '/tmp/o' FIELDS TERMINATED BY '\xff'
HANDLER `t\xff` OPEN
FLUSH TABLES `t\xff`
KILL 'x\xff'
BINLOG 'x\xff'
CREATE SERVER `s\xff` FOREIGN DATA WRAPPER mysql OPTIONS (HOST 'x\xff')
EXPLAIN SELECT 'x\xff'
ANALYZE TABLE `t\xff`
LOCK TABLES `t\xff` READ
\xff
SELECT \xff
\xff SELECT 1

SET NAMES latin1
SELECT 'x\xff'
INSERT INTO n (b) VALUES ('x\xff')
INSERT INTO n (c) VALUES ('x\xff')
CREATE TABLE `t\xff` (a INT COMMENT 'x\xff')
DROP TABLE `t\xff`
CREATE PROCEDURE p3() SELECT 'x\xff'
XA START '\xff'
XA END '\xff'
XA ROLLBACK '\xff'
SELECT nosuch\xff
SET @x = 'x\xff'
LOAD DATA INFILE 'f1' INTO TABLE n FIELDS TERMINATED BY '\xff'
SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'x\xff'

SET NAMES binary
SELECT 'x\xff'
INSERT INTO n (b) VALUES ('x\xff')
INSERT INTO n (c) VALUES ('x\xff')
SET @x = 'x\xff'
CREATE PROCEDURE p3() SELECT 'x\xff'
SELECT nosuch\xff

-- x\xff
/* x\xff */
/*! */ -- \xff
; -- \xff
SHOW -- \xff
