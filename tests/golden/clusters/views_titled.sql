CREATE TABLE tq (a INT PRIMARY KEY, b INT);
INSERT INTO tq VALUES (1,2);
CREATE VIEW pv AS SELECT b, CONCAT('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'), CONCAT(a,'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb') FROM tq;
SELECT * FROM pv;
SELECT VIEW_DEFINITION FROM information_schema.VIEWS WHERE TABLE_NAME IN ('pv');
CREATE VIEW pw (x) AS SELECT CONCAT('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa') FROM tq;
SELECT VIEW_DEFINITION FROM information_schema.VIEWS WHERE TABLE_NAME IN ('pw');
SELECT * FROM pw;
CREATE TABLE ct AS SELECT * FROM pv;
