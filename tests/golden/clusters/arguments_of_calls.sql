delimiter //
CREATE PROCEDURE p1(IN a VARCHAR(30), OUT b BIGINT) BEGIN SET b = 1; END//
CREATE PROCEDURE p2(INOUT a VARCHAR(30), OUT b BIGINT) BEGIN SET b = 1; END//
CREATE PROCEDURE p3(a INT) BEGIN SELECT a; END//
CREATE FUNCTION f1() RETURNS INT BEGIN RETURN 1; END//
CALL p1('x', y)//
CALL p1('x', t.y)//
CALL p1(y, z)//
CALL p1(y, 1)//
CALL p1('x', 1+y)//
CALL p1('x', (SELECT 1))//
CALL p1('x', (SELECT y))//
CALL p1('x', (SELECT y FROM nosuch))//
CALL p1('x', nosuchf(1))//
CALL p1('x', f1(1))//
CALL p1('x', @@nosuch)//
CALL p1('x', @@sql_mode)//
CALL p1('x', ABS(y))//
CALL p1('x', ABS(1,2))//
CALL p1('x', NULL)//
CALL p1('x', DEFAULT)//
CALL p1('x', @v)//
CALL p1(1)//
CALL p1(y)//
CALL p2(y, z)//
CALL p2(1, z)//
CALL p2(@a, z)//
CALL p2(z, @a)//
CALL p2(z, 1)//
CALL p3(y)//
CALL p3(y, z)//
CALL p3(@x, z)//
CALL nosuch(y)//
CALL nosuch(1)//
CREATE PROCEDURE q1() CALL p1('x', y)//
CALL q1()//
CREATE PROCEDURE q2() CALL p1('x', 1)//
CALL q2()//
CREATE PROCEDURE q3() CALL p1(y, 1)//
CALL q3()//
CREATE TRIGGER tr BEFORE INSERT ON nosuch FOR EACH ROW CALL p1('x', NEW.a)//
CREATE TABLE t (a INT, y INT)//
CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW CALL p1('x', y)//
INSERT INTO t VALUES (1, 2)//
DROP TRIGGER tr//
CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW CALL p1('x', OLD.y)//
CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW CALL p1('x', NEW.z)//
CREATE TRIGGER tr AFTER INSERT ON t FOR EACH ROW CALL p1('x', NEW.y)//
INSERT INTO t VALUES (1, 2)//
PREPARE s FROM 'CALL p1(1, y)'//
EXECUTE s//
PREPARE s FROM 'CALL p1(1, 2)'//
EXECUTE s//
PREPARE s FROM 'CALL p1(y, ?)'//
EXECUTE s USING @a//
