"""Names, comments and other texts of 64, 65 and other lengths at their limit."""

from __future__ import annotations

from tests.reliability.limits.cases import Scripts

_PLACES = {
    "database": (64, "CREATE DATABASE `{}`"),
    "USE": (64, "USE `{}`"),
    "table": (64, "CREATE TABLE `{}` (a INT)"),
    "column": (64, "CREATE TABLE x (`{}` INT)"),
    "key": (64, "CREATE TABLE x (a INT, KEY `{}` (a))"),
    "CHECK": (64, "CREATE TABLE x (a INT, CONSTRAINT `{}` CHECK (a > 0))"),
    "foreign key": (64, "CREATE TABLE x (a INT, CONSTRAINT `{}` FOREIGN KEY (a) REFERENCES t (id))"),
    "partition": (64, "CREATE TABLE x (a INT) PARTITION BY HASH(a) (PARTITION `{}`)"),
    "tablespace": (64, "CREATE TABLESPACE `{}` ADD DATAFILE 'a.ibd'"),
    "view": (64, "CREATE VIEW `{}` AS SELECT 1"),
    "view's column": (64, "CREATE OR REPLACE VIEW w (`{}`) AS SELECT 1"),
    "procedure": (64, "CREATE PROCEDURE `{}`() SELECT 1"),
    "function": (64, "CREATE FUNCTION `{}`() RETURNS INT DETERMINISTIC RETURN 1"),
    "trigger": (64, "CREATE TRIGGER `{}` BEFORE INSERT ON t FOR EACH ROW SET @a = 1"),
    "event": (64, "CREATE EVENT `{}` ON SCHEDULE EVERY 1 DAY DO SELECT 1"),
    "parameter": (64, "CREATE PROCEDURE p(IN `{}` INT) SELECT 1"),
    "local variable": (64, "CREATE PROCEDURE p() BEGIN DECLARE `{}` INT; END"),
    "cursor": (64, "CREATE PROCEDURE p() BEGIN DECLARE `{}` CURSOR FOR SELECT 1; END"),
    "condition": (64, "CREATE PROCEDURE p() BEGIN DECLARE `{}` CONDITION FOR 1051; END"),
    "label": (16, "CREATE PROCEDURE p() `{}`: BEGIN END"),
    "CALL": (64, "CALL `{}`()"),
    "table's alias": (256, "SELECT 1 FROM t AS `{}`"),
    "column's alias": (256, "SELECT 1 AS `{}`"),
    "column's alias as text": (256, "SELECT 1 AS '{}'"),
    "view's alias": (64, "CREATE OR REPLACE VIEW w AS SELECT 1 AS `{}`"),
    "CTE": (64, "WITH `{}` AS (SELECT 1) SELECT * FROM `{}`"),
    "window": (64, "SELECT SUM(id) OVER `{}` FROM t WINDOW `{}` AS ()"),
    "user variable": (64, "SET @`{}` = 1"),
    "user variable that is read": (64, "SELECT @`{}`"),
    "system variable": (64, "SELECT @@`{}`"),
    "savepoint": (64, "SAVEPOINT `{}`"),
    "prepared statement": (64, "PREPARE `{}` FROM 'SELECT 1'"),
    "user": (32, "CREATE USER '{}'@'localhost'"),
    "host": (255, "CREATE USER 'u'@'{}'"),
    "role": (32, "CREATE ROLE '{}'"),
    "definer": (32, "CREATE DEFINER='{}'@'localhost' VIEW v AS SELECT 1"),
    "DROP USER": (32, "DROP USER IF EXISTS '{}'@'localhost'"),
    "lock": (64, "SELECT GET_LOCK('{}', 0)"),
    "lock released": (64, "SELECT RELEASE_LOCK('{}')"),
    "lock asked for": (64, "SELECT IS_FREE_LOCK('{}')"),
    "XA gtrid": (64, "XA START '{}'"),
    "XA bqual": (64, "XA START 'a', '{}'"),
    "HANDLER": (64, "HANDLER t OPEN AS `{}`"),
    "unknown table": (64, "SELECT * FROM `{}`"),
    "unknown column": (64, "SELECT `{}`"),
    "unknown database": (64, "SELECT * FROM `{}`.t"),
    "unknown function": (64, "SELECT `{}`(1)"),
    "LOCK TABLES": (64, "LOCK TABLES `{}` READ"),
    "RENAME": (64, "RENAME TABLE t TO `{}`"),
    "ALTER ADD": (64, "ALTER TABLE t ADD COLUMN `{}` INT"),
    "DROP TABLE": (64, "DROP TABLE IF EXISTS `{}`"),
    "index hint": (64, "SELECT * FROM t USE INDEX (`{}`)"),
    "column comment": (1024, "CREATE TABLE x (a INT COMMENT '{}')"),
    "table comment": (2048, "CREATE TABLE x (a INT) COMMENT='{}'"),
    "key comment": (1024, "CREATE TABLE x (a INT, KEY (a) COMMENT '{}')"),
    "partition comment": (1024, "CREATE TABLE x (a INT) PARTITION BY HASH(a) (PARTITION p COMMENT '{}')"),
    "ENUM member": (255, "CREATE TABLE x (a ENUM('{}'))"),
    "SET member": (255, "CREATE TABLE x (a SET('{}'))"),
    "engine": (64, "CREATE TABLE x (a INT) ENGINE=`{}`"),
    "character set": (64, "SET NAMES '{}'"),
    "collation": (64, "SELECT 'a' COLLATE `{}`"),
    "time zone": (64, "SET time_zone = '{}'"),
    "sql_mode": (64, "SET sql_mode = '{}'"),
    "gtid_next": (32, "SET gtid_next = 'AUTOMATIC:{}'"),
    "GTID tag": (32, "SET gtid_next = '3e11fa47-71ca-11e1-9e33-c80aa9429562:{}:1'"),
    "connection attribute": (256, "SET character_set_client = '{}'"),
    "password": (255, "CREATE USER IF NOT EXISTS pw IDENTIFIED BY '{}'"),
    "server": (64, "CREATE SERVER `{}` FOREIGN DATA WRAPPER mysql OPTIONS (HOST 'h')"),
    "SIGNAL text": (128, "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '{}'"),
    "SIGNAL name": (64, "SIGNAL SQLSTATE '45000' SET TABLE_NAME = '{}'"),
    "GENERATED column": (64, "CREATE TABLE x (a INT, `{}` INT AS (a) STORED)"),
    "default database": (64, "CREATE TABLE `{}`.x (a INT)"),
}


def _script(length: int, form: str) -> list[str]:
    found = ["CREATE TABLE t (id INT PRIMARY KEY)"]
    for name in ("a" * length, "a" * (length + 1), "é" * length, "é" * (length + 1), "a" * 3000, "", " ", "a "):
        found.append(form.format(name, name))
        if " x " in form:
            found.append("DROP TABLE IF EXISTS x")
        if form.startswith("XA"):
            found.append(form.replace("START", "END").format(name))
            found.append(form.replace("START", "ROLLBACK").format(name))
        if form.startswith("LOCK"):
            found.append("UNLOCK TABLES")
        if form.startswith("USE"):
            found.append("USE test")
        if form.startswith("CREATE PROCEDURE p("):
            found.append("DROP PROCEDURE IF EXISTS p")
    return [*found, "SET gtid_next = 'AUTOMATIC'"] if "gtid_next" in form else found


SCRIPTS: Scripts = {name: _script(*place) for name, place in _PLACES.items()}
