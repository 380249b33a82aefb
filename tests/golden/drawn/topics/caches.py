"""XA, savepoints and temporary tables over both kinds of engines, in each format; deep programs with many locals."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import CHANGES, ENDS, SWITCHED, SWITCHES, Topic, three

_DEEP = (
    "CREATE PROCEDURE p(IN a INT, INOUT b VARCHAR(20) CHARACTER SET latin1, OUT c DECIMAL(8,3)) BEGIN DECLARE i, k INT DEFAULT 1; DECLARE s VARCHAR(9) DEFAULT 'lö'; DECLARE e ENUM('x','y') DEFAULT 'y'; DECLARE d DATETIME(3) DEFAULT '2024-05-06 07:08:09.123'; DECLARE j JSON DEFAULT '[1]'; DECLARE f DOUBLE DEFAULT 0.1; DECLARE n INT; {act} {act} {act} SET b = CONCAT(b, s), c = f + a; END",
    "CREATE PROCEDURE q(IN a INT) BEGIN DECLARE done INT DEFAULT 0; DECLARE x, y INT; DECLARE cur CURSOR FOR SELECT id, v FROM {t}; DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = 1; {handler} OPEN cur; l: LOOP FETCH cur INTO x, y; IF done THEN LEAVE l; END IF; {loop} END LOOP; CLOSE cur; END",
    "CREATE FUNCTION f(a INT, b VARCHAR(9)) RETURNS INT {nature} BEGIN DECLARE z INT DEFAULT a; {fact} RETURN z; END",
)
TOPIC = Topic(
    (*three("t", "n", "u"), *_DEEP),
    (
        *CHANGES, *ENDS, *SWITCHES[:4], "SET binlog_format = {format}", "SET SESSION binlog_format = {format}",
        "XA START 'x{e}'", "XA START 'x{e}'", "XA END 'x{e}'", "XA END 'x{e}'", "XA PREPARE 'x{e}'", "XA PREPARE 'x{e}'", "XA COMMIT 'x{e}'", "XA ROLLBACK 'x{e}'", "XA COMMIT 'x{e}' ONE PHASE", "XA RECOVER",
        "CREATE TEMPORARY TABLE {exists}tm{e} (id INT PRIMARY KEY, v INT, s VARCHAR(20)) ENGINE={engine}", "CREATE TEMPORARY TABLE {exists}tm{e} SELECT * FROM {t}", "CREATE TEMPORARY TABLE tm{e} LIKE {t}",
        "DROP TEMPORARY TABLE IF EXISTS tm1, tm2", "DROP TABLE IF EXISTS tm{e}, x1", "INSERT {ignore}INTO tm{e} VALUES ({D}, {d}, {text})", "INSERT {ignore}INTO {t} SELECT * FROM tm{e}", "INSERT INTO {t} (id, v) SELECT id + {D}, v FROM tm{e}",
        "UPDATE tm{e} SET v = v + 1", "UPDATE {t} x JOIN tm{e} y ON x.id = y.id SET x.v = y.v + 1", "DELETE x FROM {t} x JOIN tm{e} y USING (id)", "DELETE FROM tm{e} LIMIT 1", "TRUNCATE tm{e}", "ALTER TABLE tm{e} ADD z INT", "ALTER TABLE tm{e} ENGINE={engine}", "RENAME TABLE tm{e} TO tm2",
        "CALL p({d}, @b, @c)", "CALL q({d})", "SELECT f({d}, {text})", "INSERT INTO {t} VALUES ({D}, f({d}, 'k'), {text})", "SET @b = {text}", "SELECT @b, @c", "DO f({d}, NULL)", "UPDATE {t} SET v = f(id, s){where}",
        "CREATE TABLE x{d} (id INT)", "FLUSH TABLES", "SET GLOBAL binlog_cache_size = 4096", "SET sql_log_bin = {onoff}", "SELECT * FROM {t}{where}",
    ),
    {
        "t": ("t", "n", "u", "t"), "e": ("1", "1", "1", "2"), "exists": ("", "IF NOT EXISTS "),
        "act": ("INSERT INTO {t} VALUES (a + i, k, s);", "INSERT IGNORE INTO {t} (id, v, s) VALUES (a, f * 10, e), (a + 1, i, d);", "UPDATE {t} SET v = i, s = LEFT(b, 3) WHERE id = a;", "DELETE FROM {t} WHERE id = k + a;", "SET i = i + 5, k = (SELECT COUNT(*) FROM {t});", "SELECT v, s INTO n, s FROM {t} WHERE id = 1;",
                "INSERT INTO {t} (id, s) VALUES (a + 40, JSON_EXTRACT(j, '$[0]'));", "WHILE i < 3 DO INSERT INTO {t} (id, v) VALUES (a * 100 + i, n); SET i = i + 1; END WHILE;", "IF a > 4 THEN UPDATE {t} SET s = d WHERE id = 2; ELSE SET f = f * 3; END IF;", "BEGIN DECLARE s INT DEFAULT 9; UPDATE {t} SET v = s WHERE id = 3; END;",
                "SAVEPOINT sp; INSERT INTO {t} (id) VALUES (a + 70); ROLLBACK TO sp;", "SET @dyn = 'INSERT INTO {t} (id, s) VALUES (?, ?)'; SET @x = a + 90; PREPARE st FROM @dyn; EXECUTE st USING @x, @x;", "CREATE TEMPORARY TABLE IF NOT EXISTS tm1 SELECT * FROM {t}; INSERT IGNORE INTO tm1 (id) VALUES (a);", "COMMIT;", "START TRANSACTION;"),
        "loop": ("UPDATE {t} SET v = y + a WHERE id = x;", "INSERT INTO {t} (id, v) VALUES (x + 200, y);", "INSERT IGNORE INTO {t} VALUES (x + a, y, 'cur');", "DELETE FROM {t} WHERE id = x AND v = y;"),
        "handler": ("", "DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; INSERT INTO {t} (id) VALUES (999); END;", "DECLARE CONTINUE HANDLER FOR 1062 SET @dup = 1;", "DECLARE EXIT HANDLER FOR SQLSTATE '23000' RESIGNAL;"),
        "fact": ("INSERT INTO {t} (id, v, s) VALUES (a + 300, z, b);", "UPDATE {t} SET v = z WHERE id = a;", "SET z = (SELECT MAX(id) FROM {t});", "INSERT INTO {t} (id) VALUES (1);", "DELETE FROM {t} WHERE s = b; SET z = ROW_COUNT();"),
        "nature": ("DETERMINISTIC", "READS SQL DATA", "MODIFIES SQL DATA", "NOT DETERMINISTIC"),
        **SWITCHED,
    },
    count=(14, 24),
)
