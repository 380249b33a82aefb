"""Routines, triggers, views, and locks of tables."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import CHANGES, SWITCHED, SWITCHES, Topic, three

TOPIC = Topic(
    (
        *three("t", "n", "u"),
        "CREATE TABLE c (id INT AUTO_INCREMENT PRIMARY KEY, k INT) ENGINE={engine}",
        "CREATE FUNCTION f(x INT) RETURNS INT {nature} BEGIN {body} RETURN x + 1; END",
        "CREATE PROCEDURE p(IN x INT, OUT y INT) BEGIN {body} {body} SET y = x; {handled} END",
        "CREATE TRIGGER r1 {when} {event} ON {t} FOR EACH ROW BEGIN {row} END",
        "CREATE TRIGGER r2 {when} {event} ON {t} FOR EACH ROW BEGIN {row} {row} END",
    ),
    (
        *CHANGES,
        "CALL p({d}, @y)",
        "CALL p({D}, @y)",
        "SELECT f({d})",
        "INSERT INTO {t} VALUES (f({D}), {safe}, {text})",
        "UPDATE {t} SET v = f(v){where}",
        "DELETE FROM {t} WHERE id = f({d})",
        "SET @x = f({d})",
        "PREPARE s FROM 'INSERT INTO {t} VALUES (?, ?, ?)'",
        "EXECUTE s USING @v, @y, @n",
        "PREPARE s FROM 'UPDATE {t} SET v = ? WHERE id = ?'",
        "EXECUTE s USING @v, @v",
        "SET @v = {D}, @y = {d}, @n = {text}",
        "SELECT * FROM {t}{where}",
        "BEGIN",
        "COMMIT",
        "ROLLBACK",
        "SAVEPOINT s1",
        "ROLLBACK TO s1",
        *SWITCHES[:8],
        "INSERT INTO c (k) SELECT f(id) FROM {t}",
        "DEALLOCATE PREPARE s",
        "INSERT INTO {t} (id, s) VALUES ({D}, {unsafe})",
        "SET @v = (SELECT MAX(id) FROM {t})",
        "DO f({D})",
        "SELECT v INTO @v FROM {t} WHERE id = {d}",
        "WITH q AS (SELECT * FROM {t}) UPDATE {t} x JOIN q USING (id) SET x.v = q.v + 1",
        "INSERT INTO {t} WITH q AS (SELECT id + {D} AS i FROM {t}) SELECT i, {safe}, 'w' FROM q",
    ),
    {
        "t": ("t", "n", "u", "t"),
        "when": ("BEFORE", "AFTER"),
        "event": ("INSERT", "UPDATE", "DELETE"),
        "nature": (
            "DETERMINISTIC",
            "READS SQL DATA",
            "NO SQL",
            "MODIFIES SQL DATA",
            "NOT DETERMINISTIC CONTAINS SQL",
        ),
        "body": (
            "INSERT INTO c (k) VALUES (x);",
            "UPDATE {t} SET v = v + x WHERE id = x;",
            "DELETE FROM {t} WHERE id = x + 1;",
            "SET @f = x;",
            "IF x > 5 THEN INSERT INTO {t} (id) VALUES (x + 300); ELSE SET @g = 1; END IF;",
            "INSERT IGNORE INTO {t} (id, s) VALUES (x, 'b'), (x + 1, @n);",
            "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION SET @e = 1; INSERT INTO {t} (id) VALUES (x); END;",
            "BEGIN DECLARE i INT DEFAULT 0; WHILE i < 2 DO INSERT INTO c (k) VALUES (i + x); SET i = i + 1; END WHILE; END;",
            "INSERT INTO c (k) SELECT id FROM {t} WHERE v = x;",
            "SELECT COUNT(*) INTO @k FROM {t};",
        ),
        "handled": (
            "",
            "",
            "START TRANSACTION; INSERT INTO c (k) VALUES (0); COMMIT;",
            "INSERT INTO {t} VALUES (1, 1, 'dup');",
            "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'own';",
            "CREATE TEMPORARY TABLE IF NOT EXISTS pt SELECT * FROM {t}; DROP TEMPORARY TABLE pt;",
            "SELECT x;",
            "SET @q = 'DELETE FROM {t} WHERE id = 7'; PREPARE q FROM @q; EXECUTE q;",
        ),
        "row": (
            "INSERT INTO c (k) VALUES (1);",
            "SET @r = CONCAT_WS(',', @r, 'x');",
            "INSERT IGNORE INTO {t} (id, s) VALUES (777, 'row');",
            "UPDATE {t} SET v = 1 WHERE id = 2;",
            "INSERT INTO c (k) VALUES (LAST_INSERT_ID());",
            "INSERT INTO c (k) SELECT COUNT(*) FROM {t};",
        ),
        **SWITCHED,
    },
)
