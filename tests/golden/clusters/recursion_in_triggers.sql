-- max_sp_recursion_depth for procedures that triggers and functions call.
DELIMITER //
CREATE TABLE t (id INT, a TEXT) //
CREATE TABLE u (id INT) //
CREATE PROCEDURE down(n INT) BEGIN INSERT INTO t VALUES (n + 10, 'x'); IF n > 0 THEN CALL down(n - 1); END IF; END //
SET max_sp_recursion_depth = 5 //
CREATE TRIGGER b AFTER INSERT ON u FOR EACH ROW CALL down(NEW.id) //
INSERT INTO u VALUES (7) //
SELECT COUNT(*) FROM t //
INSERT INTO u VALUES (5) //
SELECT COUNT(*) FROM t //
CREATE FUNCTION f(n INT) RETURNS INT DETERMINISTIC BEGIN CALL down(n); RETURN 1; END //
SELECT f(7) //
SELECT f(5) //
INSERT INTO t VALUES (f(6), 'f') //
CREATE PROCEDURE caught() BEGIN DECLARE CONTINUE HANDLER FOR 1456 INSERT INTO t VALUES (0, 'deep'); INSERT INTO u VALUES (9); END //
CALL caught() //
SELECT a, COUNT(*) FROM t GROUP BY a //
SELECT * FROM u //
SET max_sp_recursion_depth = 0 //
INSERT INTO u VALUES (0) //
INSERT INTO u VALUES (1) //
SELECT f(0) //
SELECT f(1) //
SELECT * FROM u //
CREATE PROCEDURE outer_one(n INT) BEGIN SELECT f(n); IF n > 0 THEN CALL outer_one(n - 1); END IF; END //
SET max_sp_recursion_depth = 2 //
CALL outer_one(2) //
CALL outer_one(3) //
CREATE PROCEDURE q(n INT) BEGIN IF n > 0 THEN SET @x = g(n); END IF; END //
CREATE FUNCTION g(n INT) RETURNS INT DETERMINISTIC BEGIN CALL q(n - 1); RETURN 1; END //
CALL q(1) //
SELECT g(1) //
SELECT g(3) //
