-- ROW_COUNT() and the rows that CALL tells of, where a function was the last that ran a statement
CREATE TABLE t (a INT NOT NULL);
INSERT INTO t VALUES (1), (2);
delimiter //
CREATE PROCEDURE inner_of() BEGIN END//
CREATE FUNCTION f_one() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DECLARE x INT DEFAULT 1; SELECT a FROM t LIMIT 1 INTO x; RETURN 1; END//
CREATE FUNCTION f_none() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DECLARE x INT DEFAULT 1; SELECT a FROM t WHERE a = 99 INTO x; RETURN 1; END//
CREATE FUNCTION f_exists() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DECLARE x INT DEFAULT 1; SELECT EXISTS (SELECT 1 FROM t) INTO x; RETURN 1; END//
CREATE FUNCTION f_user() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DECLARE x INT DEFAULT 1; SELECT COUNT(*) FROM t INTO @u; RETURN 1; END//
CREATE FUNCTION f_two() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DECLARE x INT DEFAULT 1; INSERT INTO t VALUES (7), (8); RETURN 1; END//
CREATE FUNCTION f_two_set() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DECLARE x INT DEFAULT 1; INSERT INTO t VALUES (7), (8); SET @u = 1; RETURN 1; END//
CREATE FUNCTION f_two_local() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DECLARE x INT DEFAULT 1; INSERT INTO t VALUES (7), (8); SET x = 1; RETURN 1; END//
CREATE FUNCTION f_two_into() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DECLARE x INT DEFAULT 1; INSERT INTO t VALUES (7), (8); SELECT COUNT(*) FROM t INTO x; RETURN 1; END//
CREATE FUNCTION f_two_none() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DECLARE x INT DEFAULT 1; INSERT INTO t VALUES (7), (8); DELETE FROM t WHERE a = 99; RETURN 1; END//
CREATE FUNCTION f_updated() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DECLARE x INT DEFAULT 1; UPDATE t SET a = 8 WHERE a = 7; RETURN 1; END//
CREATE FUNCTION f_done() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DECLARE x INT DEFAULT 1; INSERT INTO t VALUES (7), (8); DO 1; RETURN 1; END//
CREATE FUNCTION f_called() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DECLARE x INT DEFAULT 1; INSERT INTO t VALUES (7), (8); CALL inner_of(); RETURN 1; END//
CREATE FUNCTION f_missed() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DECLARE x INT DEFAULT 1; INSERT INTO t VALUES (7), (8); BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION BEGIN END; INSERT INTO t VALUES (NULL); END; RETURN 1; END//
CREATE FUNCTION f_read() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DECLARE x INT DEFAULT 1; INSERT INTO t VALUES (7), (8); SET x = ROW_COUNT(); RETURN 1; END//
CREATE FUNCTION f_fetched() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DECLARE x INT DEFAULT 1; BEGIN DECLARE c CURSOR FOR SELECT a FROM t; OPEN c; FETCH c INTO x; CLOSE c; END; RETURN 1; END//
CREATE FUNCTION f_temporary() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DECLARE x INT DEFAULT 1; INSERT INTO t VALUES (7), (8); CREATE TEMPORARY TABLE IF NOT EXISTS tt (a INT); RETURN 1; END//
CREATE FUNCTION f_nothing() RETURNS INT DETERMINISTIC MODIFIES SQL DATA BEGIN DECLARE x INT DEFAULT 1;  RETURN 1; END//
CREATE PROCEDURE p_not_taken_one() BEGIN IF NOT f_one() THEN SET @x = 1; END IF; END//
CREATE PROCEDURE p_not_taken_none() BEGIN IF NOT f_none() THEN SET @x = 1; END IF; END//
CREATE PROCEDURE p_not_taken_exists() BEGIN IF NOT f_exists() THEN SET @x = 1; END IF; END//
CREATE PROCEDURE p_not_taken_user() BEGIN IF NOT f_user() THEN SET @x = 1; END IF; END//
CREATE PROCEDURE p_not_taken_two() BEGIN IF NOT f_two() THEN SET @x = 1; END IF; END//
CREATE PROCEDURE p_not_taken_two_set() BEGIN IF NOT f_two_set() THEN SET @x = 1; END IF; END//
CREATE PROCEDURE p_not_taken_two_local() BEGIN IF NOT f_two_local() THEN SET @x = 1; END IF; END//
CREATE PROCEDURE p_not_taken_two_into() BEGIN IF NOT f_two_into() THEN SET @x = 1; END IF; END//
CREATE PROCEDURE p_not_taken_two_none() BEGIN IF NOT f_two_none() THEN SET @x = 1; END IF; END//
CREATE PROCEDURE p_not_taken_updated() BEGIN IF NOT f_updated() THEN SET @x = 1; END IF; END//
CREATE PROCEDURE p_not_taken_done() BEGIN IF NOT f_done() THEN SET @x = 1; END IF; END//
CREATE PROCEDURE p_not_taken_called() BEGIN IF NOT f_called() THEN SET @x = 1; END IF; END//
CREATE PROCEDURE p_not_taken_missed() BEGIN IF NOT f_missed() THEN SET @x = 1; END IF; END//
CREATE PROCEDURE p_not_taken_read() BEGIN IF NOT f_read() THEN SET @x = 1; END IF; END//
CREATE PROCEDURE p_not_taken_fetched() BEGIN IF NOT f_fetched() THEN SET @x = 1; END IF; END//
CREATE PROCEDURE p_not_taken_temporary() BEGIN IF NOT f_temporary() THEN SET @x = 1; END IF; END//
CREATE PROCEDURE p_not_taken_nothing() BEGIN IF NOT f_nothing() THEN SET @x = 1; END IF; END//
CREATE PROCEDURE p_taken_one() BEGIN IF f_one() THEN BEGIN END; END IF; END//
CREATE PROCEDURE p_taken_two() BEGIN IF f_two() THEN BEGIN END; END IF; END//
CREATE PROCEDURE p_taken_two_set() BEGIN IF f_two_set() THEN BEGIN END; END IF; END//
CREATE PROCEDURE p_taken_nothing() BEGIN IF f_nothing() THEN BEGIN END; END IF; END//
CREATE PROCEDURE p_local_one() BEGIN DECLARE v INT; SET v = f_one(); END//
CREATE PROCEDURE p_local_none() BEGIN DECLARE v INT; SET v = f_none(); END//
CREATE PROCEDURE p_local_exists() BEGIN DECLARE v INT; SET v = f_exists(); END//
CREATE PROCEDURE p_local_user() BEGIN DECLARE v INT; SET v = f_user(); END//
CREATE PROCEDURE p_local_two() BEGIN DECLARE v INT; SET v = f_two(); END//
CREATE PROCEDURE p_local_two_set() BEGIN DECLARE v INT; SET v = f_two_set(); END//
CREATE PROCEDURE p_local_two_local() BEGIN DECLARE v INT; SET v = f_two_local(); END//
CREATE PROCEDURE p_local_two_into() BEGIN DECLARE v INT; SET v = f_two_into(); END//
CREATE PROCEDURE p_local_two_none() BEGIN DECLARE v INT; SET v = f_two_none(); END//
CREATE PROCEDURE p_local_updated() BEGIN DECLARE v INT; SET v = f_updated(); END//
CREATE PROCEDURE p_local_done() BEGIN DECLARE v INT; SET v = f_done(); END//
CREATE PROCEDURE p_local_called() BEGIN DECLARE v INT; SET v = f_called(); END//
CREATE PROCEDURE p_local_missed() BEGIN DECLARE v INT; SET v = f_missed(); END//
CREATE PROCEDURE p_local_read() BEGIN DECLARE v INT; SET v = f_read(); END//
CREATE PROCEDURE p_local_fetched() BEGIN DECLARE v INT; SET v = f_fetched(); END//
CREATE PROCEDURE p_local_temporary() BEGIN DECLARE v INT; SET v = f_temporary(); END//
CREATE PROCEDURE p_local_nothing() BEGIN DECLARE v INT; SET v = f_nothing(); END//
CREATE PROCEDURE p_default_one() BEGIN DECLARE v INT DEFAULT f_one(); END//
CREATE PROCEDURE p_default_two() BEGIN DECLARE v INT DEFAULT f_two(); END//
CREATE PROCEDURE p_default_two_set() BEGIN DECLARE v INT DEFAULT f_two_set(); END//
CREATE PROCEDURE p_default_nothing() BEGIN DECLARE v INT DEFAULT f_nothing(); END//
CREATE PROCEDURE p_default_then_one() BEGIN DECLARE v INT DEFAULT f_one(); SET v = 1; END//
CREATE PROCEDURE p_default_then_two() BEGIN DECLARE v INT DEFAULT f_two(); SET v = 1; END//
CREATE PROCEDURE p_default_then_two_set() BEGIN DECLARE v INT DEFAULT f_two_set(); SET v = 1; END//
CREATE PROCEDURE p_default_then_nothing() BEGIN DECLARE v INT DEFAULT f_nothing(); SET v = 1; END//
CREATE PROCEDURE p_cased_one() BEGIN CASE f_one() WHEN 5 THEN SET @x = 1; ELSE BEGIN END; END CASE; END//
CREATE PROCEDURE p_cased_two() BEGIN CASE f_two() WHEN 5 THEN SET @x = 1; ELSE BEGIN END; END CASE; END//
CREATE PROCEDURE p_cased_two_set() BEGIN CASE f_two_set() WHEN 5 THEN SET @x = 1; ELSE BEGIN END; END CASE; END//
CREATE PROCEDURE p_cased_nothing() BEGIN CASE f_nothing() WHEN 5 THEN SET @x = 1; ELSE BEGIN END; END CASE; END//
CREATE PROCEDURE p_looped_one() BEGIN WHILE NOT f_one() DO SET @x = 1; END WHILE; END//
CREATE PROCEDURE p_looped_two() BEGIN WHILE NOT f_two() DO SET @x = 1; END WHILE; END//
CREATE PROCEDURE p_looped_two_set() BEGIN WHILE NOT f_two_set() DO SET @x = 1; END WHILE; END//
CREATE PROCEDURE p_looped_nothing() BEGIN WHILE NOT f_nothing() DO SET @x = 1; END WHILE; END//
CREATE PROCEDURE p_user_one() BEGIN SET @y = f_one(); END//
CREATE PROCEDURE p_user_two() BEGIN SET @y = f_two(); END//
CREATE PROCEDURE p_user_two_set() BEGIN SET @y = f_two_set(); END//
CREATE PROCEDURE p_user_nothing() BEGIN SET @y = f_nothing(); END//
CREATE PROCEDURE p_done_one() BEGIN DO f_one(); END//
CREATE PROCEDURE p_done_none() BEGIN DO f_none(); END//
CREATE PROCEDURE p_done_exists() BEGIN DO f_exists(); END//
CREATE PROCEDURE p_done_user() BEGIN DO f_user(); END//
CREATE PROCEDURE p_done_two() BEGIN DO f_two(); END//
CREATE PROCEDURE p_done_two_set() BEGIN DO f_two_set(); END//
CREATE PROCEDURE p_done_two_local() BEGIN DO f_two_local(); END//
CREATE PROCEDURE p_done_two_into() BEGIN DO f_two_into(); END//
CREATE PROCEDURE p_done_two_none() BEGIN DO f_two_none(); END//
CREATE PROCEDURE p_done_updated() BEGIN DO f_updated(); END//
CREATE PROCEDURE p_done_done() BEGIN DO f_done(); END//
CREATE PROCEDURE p_done_called() BEGIN DO f_called(); END//
CREATE PROCEDURE p_done_missed() BEGIN DO f_missed(); END//
CREATE PROCEDURE p_done_read() BEGIN DO f_read(); END//
CREATE PROCEDURE p_done_fetched() BEGIN DO f_fetched(); END//
CREATE PROCEDURE p_done_temporary() BEGIN DO f_temporary(); END//
CREATE PROCEDURE p_done_nothing() BEGIN DO f_nothing(); END//
CREATE PROCEDURE p_into_one() BEGIN DECLARE v INT; SELECT f_one() INTO v; END//
CREATE PROCEDURE p_into_none() BEGIN DECLARE v INT; SELECT f_none() INTO v; END//
CREATE PROCEDURE p_into_exists() BEGIN DECLARE v INT; SELECT f_exists() INTO v; END//
CREATE PROCEDURE p_into_user() BEGIN DECLARE v INT; SELECT f_user() INTO v; END//
CREATE PROCEDURE p_into_two() BEGIN DECLARE v INT; SELECT f_two() INTO v; END//
CREATE PROCEDURE p_into_two_set() BEGIN DECLARE v INT; SELECT f_two_set() INTO v; END//
CREATE PROCEDURE p_into_two_local() BEGIN DECLARE v INT; SELECT f_two_local() INTO v; END//
CREATE PROCEDURE p_into_two_into() BEGIN DECLARE v INT; SELECT f_two_into() INTO v; END//
CREATE PROCEDURE p_into_two_none() BEGIN DECLARE v INT; SELECT f_two_none() INTO v; END//
CREATE PROCEDURE p_into_updated() BEGIN DECLARE v INT; SELECT f_updated() INTO v; END//
CREATE PROCEDURE p_into_done() BEGIN DECLARE v INT; SELECT f_done() INTO v; END//
CREATE PROCEDURE p_into_called() BEGIN DECLARE v INT; SELECT f_called() INTO v; END//
CREATE PROCEDURE p_into_missed() BEGIN DECLARE v INT; SELECT f_missed() INTO v; END//
CREATE PROCEDURE p_into_read() BEGIN DECLARE v INT; SELECT f_read() INTO v; END//
CREATE PROCEDURE p_into_fetched() BEGIN DECLARE v INT; SELECT f_fetched() INTO v; END//
CREATE PROCEDURE p_into_temporary() BEGIN DECLARE v INT; SELECT f_temporary() INTO v; END//
CREATE PROCEDURE p_into_nothing() BEGIN DECLARE v INT; SELECT f_nothing() INTO v; END//
CREATE PROCEDURE p_then_set_one() BEGIN DECLARE v INT; SET v = f_one(); SET @z = 1; END//
CREATE PROCEDURE p_then_set_two() BEGIN DECLARE v INT; SET v = f_two(); SET @z = 1; END//
CREATE PROCEDURE p_then_set_two_set() BEGIN DECLARE v INT; SET v = f_two_set(); SET @z = 1; END//
CREATE PROCEDURE p_then_set_nothing() BEGIN DECLARE v INT; SET v = f_nothing(); SET @z = 1; END//
CREATE PROCEDURE p_then_prepared_one() BEGIN DECLARE v INT; SET v = f_one(); PREPARE s FROM 'DO 1'; END//
CREATE PROCEDURE p_then_prepared_two() BEGIN DECLARE v INT; SET v = f_two(); PREPARE s FROM 'DO 1'; END//
CREATE PROCEDURE p_then_prepared_two_set() BEGIN DECLARE v INT; SET v = f_two_set(); PREPARE s FROM 'DO 1'; END//
CREATE PROCEDURE p_then_prepared_nothing() BEGIN DECLARE v INT; SET v = f_nothing(); PREPARE s FROM 'DO 1'; END//
CREATE PROCEDURE p_then_freed_one() BEGIN DECLARE v INT; PREPARE s FROM 'DO 1'; SET v = f_one(); DEALLOCATE PREPARE s; END//
CREATE PROCEDURE p_then_freed_two() BEGIN DECLARE v INT; PREPARE s FROM 'DO 1'; SET v = f_two(); DEALLOCATE PREPARE s; END//
CREATE PROCEDURE p_then_freed_two_set() BEGIN DECLARE v INT; PREPARE s FROM 'DO 1'; SET v = f_two_set(); DEALLOCATE PREPARE s; END//
CREATE PROCEDURE p_then_freed_nothing() BEGIN DECLARE v INT; PREPARE s FROM 'DO 1'; SET v = f_nothing(); DEALLOCATE PREPARE s; END//
CREATE PROCEDURE p_asked_one() BEGIN DECLARE v INT; SET v = f_one(); SET @asked = ROW_COUNT(); END//
CREATE PROCEDURE p_asked_none() BEGIN DECLARE v INT; SET v = f_none(); SET @asked = ROW_COUNT(); END//
CREATE PROCEDURE p_asked_exists() BEGIN DECLARE v INT; SET v = f_exists(); SET @asked = ROW_COUNT(); END//
CREATE PROCEDURE p_asked_user() BEGIN DECLARE v INT; SET v = f_user(); SET @asked = ROW_COUNT(); END//
CREATE PROCEDURE p_asked_two() BEGIN DECLARE v INT; SET v = f_two(); SET @asked = ROW_COUNT(); END//
CREATE PROCEDURE p_asked_two_set() BEGIN DECLARE v INT; SET v = f_two_set(); SET @asked = ROW_COUNT(); END//
CREATE PROCEDURE p_asked_two_local() BEGIN DECLARE v INT; SET v = f_two_local(); SET @asked = ROW_COUNT(); END//
CREATE PROCEDURE p_asked_two_into() BEGIN DECLARE v INT; SET v = f_two_into(); SET @asked = ROW_COUNT(); END//
CREATE PROCEDURE p_asked_two_none() BEGIN DECLARE v INT; SET v = f_two_none(); SET @asked = ROW_COUNT(); END//
CREATE PROCEDURE p_asked_updated() BEGIN DECLARE v INT; SET v = f_updated(); SET @asked = ROW_COUNT(); END//
CREATE PROCEDURE p_asked_done() BEGIN DECLARE v INT; SET v = f_done(); SET @asked = ROW_COUNT(); END//
CREATE PROCEDURE p_asked_called() BEGIN DECLARE v INT; SET v = f_called(); SET @asked = ROW_COUNT(); END//
CREATE PROCEDURE p_asked_missed() BEGIN DECLARE v INT; SET v = f_missed(); SET @asked = ROW_COUNT(); END//
CREATE PROCEDURE p_asked_read() BEGIN DECLARE v INT; SET v = f_read(); SET @asked = ROW_COUNT(); END//
CREATE PROCEDURE p_asked_fetched() BEGIN DECLARE v INT; SET v = f_fetched(); SET @asked = ROW_COUNT(); END//
CREATE PROCEDURE p_asked_temporary() BEGIN DECLARE v INT; SET v = f_temporary(); SET @asked = ROW_COUNT(); END//
CREATE PROCEDURE p_asked_nothing() BEGIN DECLARE v INT; SET v = f_nothing(); SET @asked = ROW_COUNT(); END//
CREATE PROCEDURE p_argument(x INT) BEGIN END//
delimiter ;
CALL p_not_taken_one();
SELECT ROW_COUNT();
CALL p_not_taken_none();
SELECT ROW_COUNT();
CALL p_not_taken_exists();
SELECT ROW_COUNT();
CALL p_not_taken_user();
SELECT ROW_COUNT();
CALL p_not_taken_two();
SELECT ROW_COUNT();
CALL p_not_taken_two_set();
SELECT ROW_COUNT();
CALL p_not_taken_two_local();
SELECT ROW_COUNT();
CALL p_not_taken_two_into();
SELECT ROW_COUNT();
CALL p_not_taken_two_none();
SELECT ROW_COUNT();
CALL p_not_taken_updated();
SELECT ROW_COUNT();
CALL p_not_taken_done();
SELECT ROW_COUNT();
CALL p_not_taken_called();
SELECT ROW_COUNT();
CALL p_not_taken_missed();
SELECT ROW_COUNT();
CALL p_not_taken_read();
SELECT ROW_COUNT();
CALL p_not_taken_fetched();
SELECT ROW_COUNT();
CALL p_not_taken_temporary();
SELECT ROW_COUNT();
CALL p_not_taken_nothing();
SELECT ROW_COUNT();
CALL p_taken_one();
SELECT ROW_COUNT();
CALL p_taken_two();
SELECT ROW_COUNT();
CALL p_taken_two_set();
SELECT ROW_COUNT();
CALL p_taken_nothing();
SELECT ROW_COUNT();
CALL p_local_one();
SELECT ROW_COUNT();
CALL p_local_none();
SELECT ROW_COUNT();
CALL p_local_exists();
SELECT ROW_COUNT();
CALL p_local_user();
SELECT ROW_COUNT();
CALL p_local_two();
SELECT ROW_COUNT();
CALL p_local_two_set();
SELECT ROW_COUNT();
CALL p_local_two_local();
SELECT ROW_COUNT();
CALL p_local_two_into();
SELECT ROW_COUNT();
CALL p_local_two_none();
SELECT ROW_COUNT();
CALL p_local_updated();
SELECT ROW_COUNT();
CALL p_local_done();
SELECT ROW_COUNT();
CALL p_local_called();
SELECT ROW_COUNT();
CALL p_local_missed();
SELECT ROW_COUNT();
CALL p_local_read();
SELECT ROW_COUNT();
CALL p_local_fetched();
SELECT ROW_COUNT();
CALL p_local_temporary();
SELECT ROW_COUNT();
CALL p_local_nothing();
SELECT ROW_COUNT();
CALL p_default_one();
SELECT ROW_COUNT();
CALL p_default_two();
SELECT ROW_COUNT();
CALL p_default_two_set();
SELECT ROW_COUNT();
CALL p_default_nothing();
SELECT ROW_COUNT();
CALL p_default_then_one();
SELECT ROW_COUNT();
CALL p_default_then_two();
SELECT ROW_COUNT();
CALL p_default_then_two_set();
SELECT ROW_COUNT();
CALL p_default_then_nothing();
SELECT ROW_COUNT();
CALL p_cased_one();
SELECT ROW_COUNT();
CALL p_cased_two();
SELECT ROW_COUNT();
CALL p_cased_two_set();
SELECT ROW_COUNT();
CALL p_cased_nothing();
SELECT ROW_COUNT();
CALL p_looped_one();
SELECT ROW_COUNT();
CALL p_looped_two();
SELECT ROW_COUNT();
CALL p_looped_two_set();
SELECT ROW_COUNT();
CALL p_looped_nothing();
SELECT ROW_COUNT();
CALL p_user_one();
SELECT ROW_COUNT();
CALL p_user_two();
SELECT ROW_COUNT();
CALL p_user_two_set();
SELECT ROW_COUNT();
CALL p_user_nothing();
SELECT ROW_COUNT();
CALL p_done_one();
SELECT ROW_COUNT();
CALL p_done_none();
SELECT ROW_COUNT();
CALL p_done_exists();
SELECT ROW_COUNT();
CALL p_done_user();
SELECT ROW_COUNT();
CALL p_done_two();
SELECT ROW_COUNT();
CALL p_done_two_set();
SELECT ROW_COUNT();
CALL p_done_two_local();
SELECT ROW_COUNT();
CALL p_done_two_into();
SELECT ROW_COUNT();
CALL p_done_two_none();
SELECT ROW_COUNT();
CALL p_done_updated();
SELECT ROW_COUNT();
CALL p_done_done();
SELECT ROW_COUNT();
CALL p_done_called();
SELECT ROW_COUNT();
CALL p_done_missed();
SELECT ROW_COUNT();
CALL p_done_read();
SELECT ROW_COUNT();
CALL p_done_fetched();
SELECT ROW_COUNT();
CALL p_done_temporary();
SELECT ROW_COUNT();
CALL p_done_nothing();
SELECT ROW_COUNT();
CALL p_into_one();
SELECT ROW_COUNT();
CALL p_into_none();
SELECT ROW_COUNT();
CALL p_into_exists();
SELECT ROW_COUNT();
CALL p_into_user();
SELECT ROW_COUNT();
CALL p_into_two();
SELECT ROW_COUNT();
CALL p_into_two_set();
SELECT ROW_COUNT();
CALL p_into_two_local();
SELECT ROW_COUNT();
CALL p_into_two_into();
SELECT ROW_COUNT();
CALL p_into_two_none();
SELECT ROW_COUNT();
CALL p_into_updated();
SELECT ROW_COUNT();
CALL p_into_done();
SELECT ROW_COUNT();
CALL p_into_called();
SELECT ROW_COUNT();
CALL p_into_missed();
SELECT ROW_COUNT();
CALL p_into_read();
SELECT ROW_COUNT();
CALL p_into_fetched();
SELECT ROW_COUNT();
CALL p_into_temporary();
SELECT ROW_COUNT();
CALL p_into_nothing();
SELECT ROW_COUNT();
CALL p_then_set_one();
SELECT ROW_COUNT();
CALL p_then_set_two();
SELECT ROW_COUNT();
CALL p_then_set_two_set();
SELECT ROW_COUNT();
CALL p_then_set_nothing();
SELECT ROW_COUNT();
CALL p_then_prepared_one();
SELECT ROW_COUNT();
CALL p_then_prepared_two();
SELECT ROW_COUNT();
CALL p_then_prepared_two_set();
SELECT ROW_COUNT();
CALL p_then_prepared_nothing();
SELECT ROW_COUNT();
CALL p_then_freed_one();
SELECT ROW_COUNT();
CALL p_then_freed_two();
SELECT ROW_COUNT();
CALL p_then_freed_two_set();
SELECT ROW_COUNT();
CALL p_then_freed_nothing();
SELECT ROW_COUNT();
CALL p_asked_one();
SELECT ROW_COUNT(), @asked;
CALL p_asked_none();
SELECT ROW_COUNT(), @asked;
CALL p_asked_exists();
SELECT ROW_COUNT(), @asked;
CALL p_asked_user();
SELECT ROW_COUNT(), @asked;
CALL p_asked_two();
SELECT ROW_COUNT(), @asked;
CALL p_asked_two_set();
SELECT ROW_COUNT(), @asked;
CALL p_asked_two_local();
SELECT ROW_COUNT(), @asked;
CALL p_asked_two_into();
SELECT ROW_COUNT(), @asked;
CALL p_asked_two_none();
SELECT ROW_COUNT(), @asked;
CALL p_asked_updated();
SELECT ROW_COUNT(), @asked;
CALL p_asked_done();
SELECT ROW_COUNT(), @asked;
CALL p_asked_called();
SELECT ROW_COUNT(), @asked;
CALL p_asked_missed();
SELECT ROW_COUNT(), @asked;
CALL p_asked_read();
SELECT ROW_COUNT(), @asked;
CALL p_asked_fetched();
SELECT ROW_COUNT(), @asked;
CALL p_asked_temporary();
SELECT ROW_COUNT(), @asked;
CALL p_asked_nothing();
SELECT ROW_COUNT(), @asked;
CALL p_argument(f_one());
SELECT ROW_COUNT();
SET @y = f_one();
SELECT ROW_COUNT();
DO f_one();
SELECT ROW_COUNT();
SELECT f_one();
SELECT ROW_COUNT();
CALL p_argument(f_none());
SELECT ROW_COUNT();
SET @y = f_none();
SELECT ROW_COUNT();
DO f_none();
SELECT ROW_COUNT();
SELECT f_none();
SELECT ROW_COUNT();
CALL p_argument(f_exists());
SELECT ROW_COUNT();
SET @y = f_exists();
SELECT ROW_COUNT();
DO f_exists();
SELECT ROW_COUNT();
SELECT f_exists();
SELECT ROW_COUNT();
CALL p_argument(f_user());
SELECT ROW_COUNT();
SET @y = f_user();
SELECT ROW_COUNT();
DO f_user();
SELECT ROW_COUNT();
SELECT f_user();
SELECT ROW_COUNT();
CALL p_argument(f_two());
SELECT ROW_COUNT();
SET @y = f_two();
SELECT ROW_COUNT();
DO f_two();
SELECT ROW_COUNT();
SELECT f_two();
SELECT ROW_COUNT();
CALL p_argument(f_two_set());
SELECT ROW_COUNT();
SET @y = f_two_set();
SELECT ROW_COUNT();
DO f_two_set();
SELECT ROW_COUNT();
SELECT f_two_set();
SELECT ROW_COUNT();
CALL p_argument(f_two_local());
SELECT ROW_COUNT();
SET @y = f_two_local();
SELECT ROW_COUNT();
DO f_two_local();
SELECT ROW_COUNT();
SELECT f_two_local();
SELECT ROW_COUNT();
CALL p_argument(f_two_into());
SELECT ROW_COUNT();
SET @y = f_two_into();
SELECT ROW_COUNT();
DO f_two_into();
SELECT ROW_COUNT();
SELECT f_two_into();
SELECT ROW_COUNT();
CALL p_argument(f_two_none());
SELECT ROW_COUNT();
SET @y = f_two_none();
SELECT ROW_COUNT();
DO f_two_none();
SELECT ROW_COUNT();
SELECT f_two_none();
SELECT ROW_COUNT();
CALL p_argument(f_updated());
SELECT ROW_COUNT();
SET @y = f_updated();
SELECT ROW_COUNT();
DO f_updated();
SELECT ROW_COUNT();
SELECT f_updated();
SELECT ROW_COUNT();
CALL p_argument(f_done());
SELECT ROW_COUNT();
SET @y = f_done();
SELECT ROW_COUNT();
DO f_done();
SELECT ROW_COUNT();
SELECT f_done();
SELECT ROW_COUNT();
CALL p_argument(f_called());
SELECT ROW_COUNT();
SET @y = f_called();
SELECT ROW_COUNT();
DO f_called();
SELECT ROW_COUNT();
SELECT f_called();
SELECT ROW_COUNT();
CALL p_argument(f_missed());
SELECT ROW_COUNT();
SET @y = f_missed();
SELECT ROW_COUNT();
DO f_missed();
SELECT ROW_COUNT();
SELECT f_missed();
SELECT ROW_COUNT();
CALL p_argument(f_read());
SELECT ROW_COUNT();
SET @y = f_read();
SELECT ROW_COUNT();
DO f_read();
SELECT ROW_COUNT();
SELECT f_read();
SELECT ROW_COUNT();
CALL p_argument(f_fetched());
SELECT ROW_COUNT();
SET @y = f_fetched();
SELECT ROW_COUNT();
DO f_fetched();
SELECT ROW_COUNT();
SELECT f_fetched();
SELECT ROW_COUNT();
CALL p_argument(f_temporary());
SELECT ROW_COUNT();
SET @y = f_temporary();
SELECT ROW_COUNT();
DO f_temporary();
SELECT ROW_COUNT();
SELECT f_temporary();
SELECT ROW_COUNT();
CALL p_argument(f_nothing());
SELECT ROW_COUNT();
SET @y = f_nothing();
SELECT ROW_COUNT();
DO f_nothing();
SELECT ROW_COUNT();
SELECT f_nothing();
SELECT ROW_COUNT();
DELETE FROM t;
INSERT INTO t VALUES (1), (2);
delimiter //
CREATE PROCEDURE c1() BEGIN DECLARE x INT; DECLARE c CURSOR FOR SELECT a FROM t; OPEN c; SET @r1 = ROW_COUNT(); END//
CREATE PROCEDURE c2() BEGIN DECLARE x INT; DECLARE c CURSOR FOR SELECT a FROM t; OPEN c; FETCH c INTO x; SET @r1 = ROW_COUNT(); END//
CREATE PROCEDURE c3() BEGIN DECLARE x INT; DECLARE c CURSOR FOR SELECT a FROM t; INSERT INTO t VALUES (5),(6);  OPEN c; FETCH c INTO x; CLOSE c; SET @r1 = ROW_COUNT(); END//
CREATE PROCEDURE c4() BEGIN DECLARE x INT; DECLARE c CURSOR FOR SELECT a FROM t; INSERT INTO t VALUES (5),(6);  OPEN c; FETCH c INTO x; CLOSE c; END//
CREATE PROCEDURE c5() BEGIN DECLARE x INT; DECLARE c CURSOR FOR SELECT a FROM t;  OPEN c; INSERT INTO t VALUES (5),(6); FETCH c INTO x; CLOSE c; END//
CREATE PROCEDURE c6() BEGIN DECLARE x INT; DECLARE c CURSOR FOR SELECT a FROM t WHERE a = 99;  OPEN c;  CLOSE c; SET @r1 = ROW_COUNT(); END//
CREATE FUNCTION g5() RETURNS INT DETERMINISTIC BEGIN DECLARE x INT; DECLARE c CURSOR FOR SELECT a FROM t;  OPEN c; INSERT INTO t VALUES (5),(6); FETCH c INTO x; CLOSE c; RETURN 1; END//
CREATE FUNCTION g6() RETURNS INT DETERMINISTIC BEGIN DECLARE x INT; DECLARE c CURSOR FOR SELECT a FROM t;  INSERT INTO t VALUES (5),(6); OPEN c; RETURN 1; END//
CREATE PROCEDURE c7() BEGIN IF g5() THEN SET @r1 = ROW_COUNT(); END IF; END//
CREATE PROCEDURE c8() BEGIN IF g6() THEN SET @r1 = ROW_COUNT(); END IF; END//
delimiter ;
CALL c1(); SELECT @r1;
CALL c2(); SELECT @r1;
CALL c3(); SELECT @r1;
CALL c4(); SELECT ROW_COUNT();
CALL c5(); SELECT ROW_COUNT();
CALL c6(); SELECT @r1;
CALL c7(); SELECT @r1;
CALL c8(); SELECT @r1;
