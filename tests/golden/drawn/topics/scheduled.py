"""Events that the scheduler runs: what they do is logged as theirs."""

# ruff: noqa: E501  forms of statements, one beside the other
# fmt: off

from __future__ import annotations

from tests.golden.drawn.topics.shared import CHANGES, SWITCHED, SWITCHES, Topic, three

TOPIC = Topic(
    (*three("t", "n", "u"), "SET GLOBAL event_scheduler = ON", "CREATE TABLE k (id INT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(60)) ENGINE={engine}", "CREATE TRIGGER r AFTER INSERT ON {t} FOR EACH ROW INSERT INTO k (note) VALUES ('r')",
     "CREATE PROCEDURE p(x INT) BEGIN INSERT INTO {t} (id) VALUES (x); UPDATE {t} SET v = x; END", "CREATE FUNCTION f(x INT) RETURNS INT DETERMINISTIC BEGIN INSERT INTO k (note) VALUES (x); RETURN x; END", "CREATE USER a", "GRANT ALL ON test.* TO a"),
    (
        "CREATE {definer}EVENT e{d} ON SCHEDULE AT NOW() + INTERVAL 1 SECOND {keep}DO {body}", "CREATE {definer}EVENT e{d} ON SCHEDULE AT NOW() + INTERVAL 1 SECOND {keep}DO {body}", "CREATE EVENT e{d} ON SCHEDULE EVERY 1 HOUR STARTS NOW() + INTERVAL 1 SECOND DO {body}",
        "SELECT SLEEP(1.7)", "SELECT SLEEP(1.7)", "SELECT SLEEP(1.7)", "ALTER EVENT e{d} {altered}", "DROP EVENT IF EXISTS e{d}", "SELECT EVENT_NAME, STATUS, LAST_EXECUTED IS NULL FROM information_schema.EVENTS ORDER BY 1", "SELECT * FROM k",
        "SET sql_mode = {mode}", "SET time_zone = {zone}", "SET NAMES {charset}", "SET GLOBAL binlog_format = {format}", "SET binlog_format = {format}", *CHANGES[:4], *SWITCHES[:1], "BEGIN", "COMMIT",
    ),
    {
        "t": ("t", "n", "u"), "keep": ("", "ON COMPLETION PRESERVE ", "COMMENT 'ä' "), "definer": ("", "", "DEFINER = a ", "DEFINER = nosuch@x "),
        "altered": ("DISABLE", "ENABLE", "RENAME TO f{d}", "ON SCHEDULE AT NOW() + INTERVAL 1 SECOND", "DO INSERT INTO k (note) VALUES ('altered')"),
        "body": ("{one}", "{one}", "BEGIN {one}; {one}; END", "BEGIN START TRANSACTION; {one}; {one}; COMMIT; END", "BEGIN DECLARE CONTINUE HANDLER FOR SQLEXCEPTION INSERT INTO k (note) VALUES ('h'); {one}; INSERT INTO nosuch VALUES (1); {one}; END", "BEGIN DECLARE i INT DEFAULT 0; WHILE i < 2 DO SET i = i + 1; {one}; END WHILE; END"),
        "one": ("INSERT INTO k (note) VALUES (CURRENT_USER())", "INSERT INTO k (note) VALUES (@@sql_mode)", "INSERT INTO {t} (id) VALUES ({D})", "UPDATE {t} SET v = v + 1", "DELETE FROM {t} WHERE id = {d}", "CALL p({D})", "SELECT f({d}) INTO @x", "CREATE TABLE IF NOT EXISTS x{d} (id INT)", "INSERT INTO k (note) VALUES (@@time_zone), (@@binlog_format)",
                "SET @v = 3", "INSERT INTO k (note) VALUES (@v)", "CREATE TEMPORARY TABLE tmp SELECT * FROM {t}", "INSERT INTO {t} SELECT id + 40, v, 'ev' FROM {t}", "DROP EVENT IF EXISTS e1", "SIGNAL SQLSTATE '45000'", "TRUNCATE {t}", "INSERT INTO k (note) VALUES (RAND() > 2), (UUID() IS NULL)", "SET sql_log_bin = 0", "SELECT 1"),
        **SWITCHED,
    },
    count=(7, 12),
    stopped=False,
)  # fmt: skip
