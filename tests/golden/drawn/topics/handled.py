"""Programs with cursors, handlers, conditions, loops and diagnostics: what they changed, and how they ended."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import CHANGES, SWITCHED, SWITCHES, Topic, three

_DECLARED = "DECLARE done INT DEFAULT 0; DECLARE i, j INT DEFAULT {d}; DECLARE w VARCHAR(10); DECLARE dup CONDITION FOR {cond}; DECLARE c CURSOR FOR SELECT id, s FROM {t}{where}; DECLARE {kind} HANDLER FOR {for} {does};"
TOPIC = Topic(
    (
        *three("t", "n", "u"),
        "CREATE TABLE k (id INT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(60)) ENGINE={engine}",
        f"CREATE PROCEDURE p(x INT) BEGIN {_DECLARED} {{body}} {{body}} END",
        f"CREATE PROCEDURE q(x INT) BEGIN {_DECLARED} {{body}} {{body}} CALL p(x + 1); {{body}} END",
        f"CREATE FUNCTION f(x INT) RETURNS INT DETERMINISTIC BEGIN {_DECLARED} {{inner}} {{inner}} RETURN i; END",
        "CREATE TRIGGER r {when} {event} ON {t} FOR EACH ROW BEGIN DECLARE {kind} HANDLER FOR {for} {does}; {inrow} END",
    ),
    (
        "CALL p({d})", "CALL p({d})", "CALL q({d})", "CALL q({D})", "SELECT f({d})", "SET @r = f({d})", "INSERT INTO {t} (id, v) VALUES (f({d}) + {D}, 1)", "DO f({D})", "UPDATE {t} SET v = f(id){where}",
        *CHANGES, "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT s1", "ROLLBACK TO s1", "SHOW WARNINGS", "GET DIAGNOSTICS @a = NUMBER, @b = ROW_COUNT", "GET DIAGNOSTICS CONDITION 1 @s = RETURNED_SQLSTATE, @m = MESSAGE_TEXT",
        "SELECT @e, @m, @s, @g", "SIGNAL SQLSTATE '{state}' SET MESSAGE_TEXT = 'm', MYSQL_ERRNO = {errno}", "RESIGNAL", "SELECT * FROM k", "SET max_sp_recursion_depth = {d}", "SET sql_mode = {mode}", *SWITCHES[:5], *SWITCHES[:1],
    ),
    {
        "t": ("t", "n", "u", "t"), "when": ("BEFORE", "AFTER"), "event": ("INSERT", "UPDATE", "DELETE"), "kind": ("CONTINUE", "EXIT", "CONTINUE"), "state": ("45000", "01000", "02000", "23000"), "errno": ("1062", "9999", "1644"),
        "cond": ("1062", "SQLSTATE '23000'", "1146", "SQLSTATE '45000'"), "for": ("SQLEXCEPTION", "NOT FOUND", "SQLWARNING", "1062", "SQLSTATE '23000'", "SQLSTATE '45000'", "NOT FOUND, SQLEXCEPTION", "1048, 1146"),
        "does": ("SET @e = 1", "INSERT INTO k (note) VALUES ('handled')", "BEGIN GET DIAGNOSTICS CONDITION 1 @m = MESSAGE_TEXT; INSERT INTO k (note) VALUES (LEFT(@m, 30)); END", "BEGIN END", "SET @g = 1, @e = @e + 1",
                 "BEGIN RESIGNAL; END", "RESIGNAL SET MESSAGE_TEXT = 'again'", "BEGIN GET STACKED DIAGNOSTICS @g = NUMBER; SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'own'; END", "DELETE FROM {t} WHERE id = 1"),
        "body": ("{inner}", "{inner}", "{inner}", "SELECT x, i;", "COMMIT;", "ROLLBACK;", "START TRANSACTION; INSERT INTO {t} (id) VALUES (x + 50); ROLLBACK;", "CREATE TABLE IF NOT EXISTS made (id INT);", "SET @q = 'INSERT INTO k (note) VALUES (?)'; PREPARE q FROM @q; EXECUTE q USING @e; DEALLOCATE PREPARE q;",
                 "SAVEPOINT a; INSERT INTO {t} (id) VALUES (x + 70); ROLLBACK TO a;", "TRUNCATE k;"),
        "inner": ("INSERT INTO {t} VALUES (x, i, 'in');", "INSERT INTO {t} VALUES (1, 1, 'dup'); INSERT INTO k (note) VALUES ('behind');", "UPDATE {t} SET v = v + i WHERE id = x;", "DELETE FROM {t} WHERE id = x + 1;",
                  "SIGNAL SQLSTATE '{state}' SET MESSAGE_TEXT = 'x';", "SIGNAL dup;", "SELECT v INTO j FROM {t} WHERE id = 77;", "SELECT id INTO j FROM {t};", "INSERT INTO nosuch VALUES (1);", "SET i = 'abc';",
                  "BEGIN DECLARE done INT DEFAULT 0; DECLARE a INT; DECLARE b VARCHAR(20); DECLARE cc CURSOR FOR SELECT id, s FROM {t}{where}; DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = 1; OPEN cc; l: LOOP FETCH cc INTO a, b; IF done THEN LEAVE l; END IF; INSERT INTO k (note) VALUES (CONCAT(a, b)); END LOOP; CLOSE cc; END;",
                  "OPEN c; FETCH c INTO i, w; INSERT INTO k (note) VALUES (w); CLOSE c;", "OPEN c; FETCH c INTO i; CLOSE c;", "FETCH c INTO i, w;", "CASE i WHEN 1 THEN SET j = 1; WHEN 2 THEN INSERT INTO k (note) VALUES ('two'); END CASE;", "CASE WHEN i > 3 THEN DELETE FROM k; ELSE BEGIN END; END CASE;",
                  "REPEAT SET j = j + 1; INSERT IGNORE INTO {t} (id) VALUES (j + 200); UNTIL j > 10 END REPEAT;", "WHILE i > 0 DO SET i = i - 1; UPDATE {t} SET v = i WHERE id = i; END WHILE;", "a: BEGIN IF x > 2 THEN LEAVE a; END IF; INSERT INTO k (note) VALUES ('small'); END;",
                  "INSERT INTO k (note) VALUES (CONCAT(x, '-', i, '-', IFNULL(w, 'n')));", "INSERT INTO {t} (id, v) SELECT id + 300, i FROM {t}{where};", "UPDATE {t} SET s = REPEAT('w', 30);", "INSERT INTO k VALUES (NULL, @e), (NULL, ROW_COUNT());"),
        "inrow": ("INSERT INTO k (note) VALUES ('row');", "INSERT INTO nosuch VALUES (1);", "SIGNAL SQLSTATE '{state}';", "INSERT INTO k VALUES (1, 'one');", "UPDATE u SET v = 1 WHERE id = 2;"),
        **SWITCHED,
    },
    count=(12, 20),
)  # fmt: skip
