-- rows of a query that are stored item by item: what each item is warned of stands before its column's warning
CREATE DATABASE d;
USE d;
SET sql_mode='';
CREATE TABLE src (i INT, b BIGINT, s VARCHAR(10)) ENGINE=InnoDB;
INSERT INTO src VALUES (201013, 20100230, 'x'), (0, 500, 'y'), (12, 600, 'z');
CREATE TABLE r1 (a TINYINT, b TINYINT);
INSERT INTO r1 SELECT b, s+1 FROM src;
INSERT INTO r1 SELECT s+1, b FROM src;
CREATE TABLE r2 (a TINYINT, b INT) SELECT b AS a, s+1 AS b FROM src;
INSERT INTO r1 SELECT b, s+1 FROM src ORDER BY i;
INSERT INTO r1 SELECT b, s+1 FROM src ORDER BY s+1;
INSERT INTO r1 SELECT DISTINCT b, s+1 FROM src;
INSERT INTO r1 SELECT b, s+1 FROM src UNION SELECT b+1, s+2 FROM src;
INSERT INTO r1 VALUES (500,'x'+1),('y'+1,600);
REPLACE INTO r1 SELECT b, s+1 FROM src WHERE s+1;
UPDATE r1, src SET r1.a=src.b+r1.a, r1.b=s+1 WHERE r1.b=src.i;
UPDATE r1 SET b='q'+900;
