USE mysql;
DROP TABLE IF EXISTS `columns_priv`;
DROP TABLE IF EXISTS `columns_priv`;
SHOW CREATE TABLE columns_priv;
SELECT * FROM columns_priv;
SHOW TABLES LIKE 'col%';
SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'mysql' AND TABLE_NAME LIKE 'col%';
DROP TABLE IF EXISTS `columns_priv`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `columns_priv` (
  `Host` char(255) CHARACTER SET ascii COLLATE ascii_general_ci NOT NULL DEFAULT '',
  `Db` char(64) COLLATE utf8mb3_bin NOT NULL DEFAULT '',
  `User` char(32) COLLATE utf8mb3_bin NOT NULL DEFAULT '',
  `Table_name` char(64) COLLATE utf8mb3_bin NOT NULL DEFAULT '',
  `Column_name` char(64) COLLATE utf8mb3_bin NOT NULL DEFAULT '',
  `Timestamp` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  `Column_priv` set('Select','Insert','Update','References') CHARACTER SET utf8mb3 COLLATE utf8mb3_general_ci NOT NULL DEFAULT '',
  PRIMARY KEY (`Host`,`User`,`Db`,`Table_name`,`Column_name`)
) /*!50100 TABLESPACE `mysql` */ ENGINE=InnoDB DEFAULT CHARSET=utf8mb3 COLLATE=utf8mb3_bin STATS_PERSISTENT=0 ROW_FORMAT=DYNAMIC COMMENT='Column privileges';
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `columns_priv`
--

LOCK TABLES `columns_priv` WRITE;
/*!40000 ALTER TABLE `columns_priv` DISABLE KEYS */;
/*!40000 ALTER TABLE `columns_priv` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Table structure for table `component`
--
SHOW CREATE TABLE columns_priv;
SELECT TABLE_NAME, ENGINE, CREATE_OPTIONS, TABLE_COMMENT FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'mysql' AND TABLE_NAME LIKE 'col%';
DROP TABLE servers;
CREATE SERVER s1 FOREIGN DATA WRAPPER mysql OPTIONS (HOST 'h');
DROP TABLE time_zone, time_zone_name;
SELECT * FROM time_zone;
CREATE TABLE time_zone (x INT);
SHOW CREATE TABLE time_zone;
INSERT INTO time_zone VALUES (1);
SELECT * FROM time_zone;
DROP TABLE time_zone;
ALTER TABLE plugin ADD COLUMN more INT;
SHOW CREATE TABLE plugin;
INSERT INTO plugin VALUES ('a', 'b', 3);
SELECT * FROM plugin;
ALTER TABLE plugin DROP COLUMN more;
SELECT * FROM plugin;
SHOW CREATE TABLE plugin;
RENAME TABLE func TO func2;
SELECT * FROM func2;
SELECT * FROM func;
RENAME TABLE func2 TO func;
SHOW CREATE TABLE func;
CREATE INDEX i ON func (dl);
DROP INDEX i ON func;
CREATE TABLE help_topic (a INT);
CREATE TABLE test.copy LIKE mysql.func;
SHOW CREATE TABLE test.copy;
CREATE TABLE mysql.copy2 LIKE mysql.func;
ALTER TABLE slow_log ENGINE = MyISAM;
ALTER TABLE slow_log ENGINE = InnoDB;
ALTER TABLE user ENGINE = MyISAM;
ALTER TABLE user ADD COLUMN x INT;
CREATE USER zoe;
ALTER TABLE user DROP COLUMN x;
CREATE USER zoe;
DROP TABLE tables;
DROP TABLE IF EXISTS tables;
ALTER TABLE tables ADD x INT;
DROP TABLE innodb_index_stats;
ALTER TABLE innodb_table_stats ADD x INT;
DROP TABLE gtid_executed;
TRUNCATE TABLE gtid_executed;
ALTER TABLE gtid_executed ADD x INT;
TRUNCATE TABLE component;
DROP TABLE component;
DROP TABLE role_edges;
GRANT root TO zoe;
CREATE ROLE rr;
GRANT rr TO zoe;
DROP TABLE db;
GRANT SELECT ON test.* TO zoe;
FLUSH PRIVILEGES;
DROP TABLE user;
CREATE USER zoe2;
FLUSH PRIVILEGES;
SELECT 1;
