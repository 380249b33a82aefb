-- TRUNCATE of a table in a database that is not there asks for the table alone.
TRUNCATE nosuch.t;
TRUNCATE TABLE nosuch.t;
TRUNCATE t;
BEGIN;
TRUNCATE nosuch.`a b`;
COMMIT;
CREATE TEMPORARY TABLE t (a INT);
TRUNCATE t;
TRUNCATE nosuch.t;
LOCK TABLES t WRITE;
TRUNCATE nosuch.t;
UNLOCK TABLES;
CREATE PROCEDURE p() TRUNCATE nosuch.t;
CALL p();
