"""Statements of every kind that scripts of two engines use, with small keys, so that many of them collide.

In a text PX and PY are the two engines' tables, in either order; KEY is one of few keys, OTHER another, NUMBER a number
that was not there before. `;; ` parts the statements of one command.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from tests.mixing.script import Script

_KEYS = 30
_KEY = re.compile(r"\b(KEY|OTHER)\b(?= ?[,)]| *=| WHERE|$)")
_ENGINES = {"nt": "MyISAM", "tt": "InnoDB"}


def _of_engine(prefix: str, engine: str) -> list[str]:
    """Tables, views and programs of one engine."""
    return [
        f"CREATE TABLE {prefix}_1 (a INT PRIMARY KEY, b INT, c VARCHAR(64)) ENGINE={engine}",
        f"CREATE TABLE {prefix}_2 (a INT, b INT, c VARCHAR(64), PRIMARY KEY (a, b)) ENGINE={engine}",
        f"CREATE TABLE {prefix}_auto (id INT AUTO_INCREMENT PRIMARY KEY, c VARCHAR(64)) ENGINE={engine}",
        f"CREATE TABLE {prefix}_log (id INT AUTO_INCREMENT PRIMARY KEY, c VARCHAR(64)) ENGINE={engine}",
        f"CREATE TABLE {prefix}_u (a INT PRIMARY KEY, b INT UNIQUE, c VARCHAR(10) NOT NULL DEFAULT 'd') "
        f"ENGINE={engine}",
        f"CREATE TABLE {prefix}_trg (a INT PRIMARY KEY, b INT, c VARCHAR(64)) ENGINE={engine}",
        f"CREATE TABLE {prefix}_second (a INT PRIMARY KEY, c VARCHAR(64)) ENGINE={engine}",
        f"CREATE VIEW v_{prefix} AS SELECT a, b, c FROM {prefix}_1 WHERE a > 0",
        f"CREATE FUNCTION f_{prefix}_ins(x INT) RETURNS INT\n BEGIN\n   INSERT INTO {prefix}_1 VALUES (x, 1, 'f');\n"
        "   RETURN x;\n END",
        f"CREATE FUNCTION f_{prefix}_log(x VARCHAR(64)) RETURNS VARCHAR(64)\n BEGIN\n"
        f"   INSERT INTO {prefix}_log(c) VALUES (x);\n   RETURN x;\n END",
        f"CREATE FUNCTION f_{prefix}_upd(x INT, y INT) RETURNS INT\n BEGIN\n"
        f"   UPDATE {prefix}_1 SET b= y WHERE a= x;\n   RETURN ROW_COUNT();\n END",
        f"CREATE FUNCTION f_{prefix}_read(x INT) RETURNS VARCHAR(64)\n BEGIN\n   DECLARE found VARCHAR(64);\n"
        f"   SELECT c INTO found FROM {prefix}_1 WHERE a= x;\n   RETURN COALESCE(found, 'none');\n END",
        f"CREATE PROCEDURE p_{prefix}_ins(IN x INT, IN y VARCHAR(64))\n BEGIN\n"
        f"   INSERT INTO {prefix}_1 VALUES (x, 2, y);\n   UPDATE {prefix}_auto SET c= y WHERE id= x;\n END",
        f"CREATE PROCEDURE p_{prefix}_max(IN x INT)\n BEGIN\n   DECLARE next INT;\n"
        f"   SELECT max(b) INTO next FROM {prefix}_2 WHERE a= x;\n"
        "   SELECT COALESCE(greatest(next + 1, x), 1) INTO next;\n"
        f"   INSERT INTO {prefix}_2(a, b) VALUES (x, next);\n"
        f"   INSERT INTO {prefix}_2(a, b) VALUES (x, next + 1);\n END",
        f"CREATE PROCEDURE p_{prefix}_handler(IN x INT)\n BEGIN\n"
        f"   DECLARE CONTINUE HANDLER FOR 1062 SET @caught= x;\n   INSERT INTO {prefix}_1 VALUES (x, 3, 'h');\n"
        f"   INSERT INTO {prefix}_log(c) VALUES ('after');\n END",
        f"CREATE PROCEDURE p_{prefix}_loop(IN x INT)\n BEGIN\n   DECLARE i INT DEFAULT 0;\n"
        f"   WHILE i < 3 DO\n     INSERT INTO {prefix}_log(c) VALUES (CONCAT('loop', i, x));\n     SET i= i + 1;\n"
        "   END WHILE;\n END",
    ]


def configure() -> list[str]:
    """Everything the statements use."""
    found = [statement for prefix, engine in _ENGINES.items() for statement in _of_engine(prefix, engine)]
    found += [
        "CREATE TABLE parent (a INT PRIMARY KEY, b INT) ENGINE=InnoDB",
        "CREATE TABLE child (a INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES parent(a) ON DELETE CASCADE "
        "ON UPDATE CASCADE) ENGINE=InnoDB",
        "CREATE VIEW v_both AS SELECT tt_1.a, tt_1.c, nt_1.c AS d FROM tt_1, nt_1 WHERE tt_1.a = nt_1.a",
        "CREATE FUNCTION f_both(x INT) RETURNS INT\n BEGIN\n   INSERT INTO nt_log(c) VALUES (x);\n"
        "   INSERT INTO tt_log(c) VALUES (x);\n   RETURN x;\n END",
        "CREATE FUNCTION f_both_2(x INT) RETURNS INT\n BEGIN\n   INSERT INTO tt_second VALUES (x, 'f');\n"
        "   INSERT INTO nt_second VALUES (x, 'f');\n   RETURN x;\n END",
        "CREATE PROCEDURE p_both(IN x INT, IN y VARCHAR(64))\n BEGIN\n   INSERT INTO tt_1 VALUES (x, 5, y);\n"
        "   INSERT INTO nt_1 VALUES (x, 5, y);\n   INSERT INTO tt_log(c) VALUES (y);\n END",
        "CREATE PROCEDURE p_transaction(IN x INT)\n BEGIN\n   START TRANSACTION;\n"
        "   INSERT INTO tt_log(c) VALUES (x);\n   INSERT INTO nt_log(c) VALUES (x);\n"
        "   INSERT INTO tt_log(c) VALUES (x + 1);\n"
        "   IF x % 2 = 0 THEN\n     COMMIT;\n   ELSE\n     ROLLBACK;\n   END IF;\n END",
        "CREATE PROCEDURE p_savepoint(IN x INT)\n BEGIN\n   SAVEPOINT inner_point;\n"
        "   INSERT INTO tt_log(c) VALUES (x);\n   ROLLBACK TO inner_point;\n   INSERT INTO tt_log(c) VALUES (x);\n END",
        "CREATE TRIGGER tr_tt_ai AFTER INSERT ON tt_trg FOR EACH ROW INSERT INTO nt_second VALUES (NEW.a, NEW.c)",
        "CREATE TRIGGER tr_nt_ai AFTER INSERT ON nt_trg FOR EACH ROW\n BEGIN\n   DECLARE found INTEGER;\n"
        "   SELECT max(a) INTO found FROM tt_second WHERE a= NEW.a;\n"
        "   INSERT INTO tt_second VALUES (COALESCE(found, NEW.a), NEW.c);\n END",
        "CREATE TRIGGER tr_tt_bu BEFORE UPDATE ON tt_trg FOR EACH ROW\n BEGIN\n   SET NEW.c= CONCAT(NEW.c, '!');\n"
        "   UPDATE tt_second SET c= NEW.c WHERE a= NEW.a;\n END",
        "CREATE TRIGGER tr_nt_au AFTER UPDATE ON nt_trg FOR EACH ROW UPDATE nt_second SET c= NEW.c WHERE a= OLD.a",
        "CREATE TRIGGER tr_tt_ad AFTER DELETE ON tt_trg FOR EACH ROW DELETE FROM tt_second WHERE a= OLD.a",
        "CREATE TRIGGER tr_nt_bd BEFORE DELETE ON nt_trg FOR EACH ROW INSERT INTO tt_log(c) VALUES (OLD.a)",
        "INSERT INTO parent VALUES (1,1),(2,2),(3,3)",
        "INSERT INTO child VALUES (1,1),(2,1),(3,2)",
    ]
    for prefix in _ENGINES:
        found += [
            f"INSERT INTO {prefix}_1 VALUES (1,1,'one'),(2,2,'two'),(3,3,'three')",
            f"INSERT INTO {prefix}_u VALUES (1,1,'one'),(2,2,'two')",
            f"INSERT INTO {prefix}_2 VALUES (1,1,'one')",
            f"INSERT INTO {prefix}_auto(c) VALUES ('one'),('two')",
        ]
    return found


FILES = {"good.txt": "901,1,one\\n902,2,two\\n", "bad.txt": "903,1,one\\n1,2,two\\n904,3,three\\n", "empty.txt": "\\n"}

_CHANGES = (
    "INSERT INTO PX_1 VALUES (KEY, 1, 'NUMBER')",
    "INSERT INTO PX_1 VALUES (KEY, 1, 'NUMBER')",
    "INSERT INTO PX_1 VALUES (KEY, 1, 'x'), (OTHER, 2, 'y')",
    "INSERT INTO PX_1(a, c) VALUES (KEY, 'x'), (1, 'y')",
    "INSERT INTO PX_1 SET a= KEY, c= 'set'",
    "INSERT INTO PX_1 VALUES (KEY, NULL, NULL)",
    "INSERT INTO PX_2 VALUES (KEY, OTHER, 'two'), (NUMBER, 1, 'x')",
    "INSERT INTO PX_auto(c) VALUES ('NUMBER')",
    "INSERT INTO PX_auto VALUES (NULL, 'a'), (KEY, 'b')",
    "INSERT INTO PX_auto(c) VALUES (LAST_INSERT_ID())",
    "SET INSERT_ID= NUMBER;; INSERT INTO PX_auto(c) VALUES ('given')",
    "INSERT INTO PX_trg VALUES (KEY, 1, 't')",
    "INSERT INTO PX_trg VALUES (KEY, 1, 't'), (OTHER, 2, 'u')",
    "UPDATE PX_trg SET c= 'NUMBER' WHERE a= KEY",
    "UPDATE PX_trg SET b= b + 1",
    "DELETE FROM PX_trg WHERE a= KEY",
    "INSERT INTO PX_1 VALUES (KEY, f_PY_ins(OTHER), 'f')",
    "INSERT INTO PX_1 VALUES (KEY, 7, f_PY_log('NUMBER'))",
    "INSERT INTO PX_1 VALUES (KEY, 7, f_PX_log('NUMBER')), (OTHER, 7, f_PY_log('NUMBER'))",
    "INSERT INTO PX_1 VALUES (KEY, 8, f_PY_read(OTHER))",
    "INSERT INTO PX_2 VALUES (KEY, f_both(OTHER), 'b')",
    "INSERT INTO PX_2 VALUES (KEY, f_both_2(OTHER), 'b')",
    "SELECT f_PX_ins(KEY)",
    "SELECT f_PX_upd(KEY, NUMBER)",
    "SELECT f_PX_log('NUMBER'), f_PY_log('NUMBER')",
    "SELECT f_PX_read(KEY)",
    "SELECT f_both(KEY)",
    "SELECT f_both_2(KEY)",
    "SET @v= f_PX_ins(KEY)",
    "SET @v= f_PX_log('NUMBER')",
    "SET @v= f_PX_read(KEY)",
    "SET @v= f_both(NUMBER)",
    "DO f_PX_log('NUMBER')",
    "SELECT COUNT(*) FROM PX_1 WHERE a = f_PY_ins(KEY)",
    "CALL p_PX_ins(KEY, 'NUMBER')",
    "CALL p_PX_max(KEY)",
    "CALL p_PX_handler(KEY)",
    "CALL p_PX_loop(KEY)",
    "CALL p_both(KEY, 'NUMBER')",
    "SET @a= KEY;; CALL p_PX_ins(@a, CONCAT('v', @a))",
    "CALL p_PX_ins(f_PY_ins(KEY), 'arg')",
    "INSERT INTO PX_1 SELECT KEY, 1, COUNT(*) FROM PY_1",
    "INSERT INTO PX_1(a, b, c) SELECT KEY, OTHER, COUNT(*) FROM PY_1 UNION SELECT 1, 2, COUNT(*) FROM PY_1",
    "INSERT INTO PX_2 SELECT a, NUMBER, c FROM PY_1 WHERE a = 1",
    "INSERT INTO PX_2 SELECT a, NUMBER, USER() FROM PY_1 WHERE a = 2",
    "INSERT INTO PX_2 SELECT 1, 1, c FROM PY_1 WHERE a = 1",
    "INSERT INTO PX_log(c) SELECT c FROM PY_1 WHERE a = KEY",
    "INSERT IGNORE INTO PX_1 SELECT KEY, 2, c FROM PY_1 WHERE a = 1",
    "INSERT IGNORE INTO PX_1 VALUES (KEY, 1, 'i'), (1, 1, 'i')",
    "INSERT INTO PX_1 VALUES (KEY, 1, 'd') ON DUPLICATE KEY UPDATE b= NUMBER",
    "INSERT INTO PX_u VALUES (KEY, OTHER, 'd') ON DUPLICATE KEY UPDATE b= NUMBER",
    "INSERT INTO PX_1 SELECT KEY, 1, c FROM PY_1 WHERE a = 1 ON DUPLICATE KEY UPDATE b= NUMBER",
    "REPLACE INTO PX_1 VALUES (KEY, 2, 'r')",
    "REPLACE INTO PX_u(a, b) VALUES (KEY, OTHER)",
    "REPLACE INTO PX_1 SELECT KEY, 2, c FROM PY_1 WHERE a = 1",
    "UPDATE PX_1 SET b= NUMBER WHERE a = KEY",
    "UPDATE PX_1 SET c= 'NUMBER' WHERE a = 1",
    "UPDATE PX_1 SET a= OTHER WHERE a = KEY",
    "UPDATE PX_1 SET b= b WHERE a = 1",
    "UPDATE PX_1 SET b= NUMBER WHERE a = 99999",
    "UPDATE PX_1 SET c= f_PY_log('u') WHERE a = KEY",
    "UPDATE PX_1 SET b= (SELECT COUNT(*) FROM PY_1) WHERE a = 1",
    "UPDATE PX_auto SET c= 'NUMBER' WHERE id = KEY",
    "UPDATE IGNORE PX_1 SET a= 1 WHERE a = KEY",
    "UPDATE PX_1, PY_1 SET PX_1.c= 'NUMBER', PY_1.c= 'NUMBER' WHERE PX_1.a = PY_1.a AND PY_1.a = 1",
    "UPDATE PX_1, PY_1 SET PX_1.c= 'NUMBER' WHERE PX_1.a = PY_1.a AND PX_1.a = KEY",
    "UPDATE PX_1 x, PX_1 y SET x.c= 'NUMBER' WHERE x.a = y.a AND y.a = 1",
    "UPDATE PX_1 JOIN PX_u ON PX_1.a = PX_u.a SET PX_1.b= NUMBER, PX_u.c= 'j' WHERE PX_1.a = 2",
    "UPDATE v_PX SET c= 'NUMBER' WHERE a = 1",
    "INSERT INTO PX_log(c) SELECT CONCAT(c, d) FROM v_both WHERE a = 1",
    "INSERT INTO v_PX VALUES (KEY, 1, 'v')",
    "DELETE FROM v_PX WHERE a = KEY",
    "DELETE FROM PX_1 WHERE a = KEY",
    "DELETE FROM PX_1 WHERE a = 99999",
    "DELETE FROM PX_2 WHERE a = KEY",
    "DELETE PX_1, PY_1 FROM PX_1, PY_1 WHERE PX_1.a = PY_1.a AND PX_1.a = KEY",
    "DELETE PX_1 FROM PX_1 JOIN PY_1 ON PX_1.a = PY_1.a WHERE PX_1.a = KEY",
    "DELETE FROM PX_1 USING PX_1, PY_1 WHERE PX_1.a = PY_1.a AND PY_1.a = KEY",
    "DELETE FROM PX_log",
    "DELETE FROM PX_log ORDER BY id LIMIT 1",
    "UPDATE PX_log SET c= 'l' ORDER BY id LIMIT 1",
    "SET @v= 'NUMBER';; INSERT INTO PX_1 VALUES (KEY, @v, @v)",
    "SET @x= KEY, @y= 'NUMBER';; UPDATE PX_1 SET c= @y WHERE a = @x",
    "SELECT COUNT(*) INTO @n FROM PX_1;; INSERT INTO PY_log(c) VALUES (@n)",
    "SELECT c FROM PX_1 WHERE a = 1 INTO @c;; UPDATE PY_1 SET c= @c WHERE a = 2",
    "PREPARE s FROM 'INSERT INTO PX_1 VALUES (?, ?, ?)';; SET @a= KEY, @b= 'p';; EXECUTE s USING @a, @a, @b;; "
    "DEALLOCATE PREPARE s",
    "PREPARE s FROM 'UPDATE PX_1, PY_1 SET PX_1.c= ? WHERE PX_1.a = PY_1.a AND PX_1.a = 1';; SET @b= 'NUMBER';; "
    "EXECUTE s USING @b;; DEALLOCATE PREPARE s",
    "PREPARE s FROM 'SELECT f_PX_log(?)';; SET @b= 'NUMBER';; EXECUTE s USING @b;; EXECUTE s USING @b",
    "PREPARE s FROM 'CALL p_PX_ins(?, ?)';; SET @a= KEY, @b= 'c';; EXECUTE s USING @a, @b",
    "INSERT INTO PX_log(c) VALUES (LENGTH(UUID()))",
    "INSERT INTO PX_log(c) VALUES (RAND(3) > 2)",
    "INSERT INTO PX_log(c) VALUES (NOW())",
    "INSERT INTO PX_log(c) VALUES (USER())",
    "INSERT INTO PX_log(c) VALUES (@@session.auto_increment_increment)",
    "INSERT INTO PX_log(c) VALUES (@@global.max_connections > 0)",
    "INSERT INTO PX_log(c) SELECT c FROM PY_1 LIMIT 1",
    "DELETE FROM PX_log LIMIT 1",
    "INSERT INTO PX_u VALUES (KEY, 1, 'much too long for it')",
    "INSERT INTO PX_u VALUES (NUMBER, NULL, NULL)",
    "INSERT INTO PX_u VALUES (NUMBER, NULL, 'ok'), (NUMBER1, NULL, NULL)",
    "INSERT INTO PX_u VALUES (NUMBER, NULL, 'ok'), (NUMBER1, NULL, 'much too long for it')",
    "INSERT INTO PX_missing VALUES (1)",
    "INSERT INTO PX_1 VALUES (1)",
    "INSERT INTO PX_1(z) VALUES (1)",
    "UPDATE PX_1 SET z= 1",
    "LOAD DATA INFILE 'good.txt' INTO TABLE PX_1 FIELDS TERMINATED BY ',';; DELETE FROM PX_1 WHERE a > 900",
    "LOAD DATA INFILE 'bad.txt' INTO TABLE PX_1 FIELDS TERMINATED BY ','",
    "LOAD DATA INFILE 'bad.txt' INTO TABLE PX_2 FIELDS TERMINATED BY ',' (a, b, @c) SET c= CONCAT(@c, 'NUMBER')",
    "LOAD DATA INFILE 'bad.txt' IGNORE INTO TABLE PX_1 FIELDS TERMINATED BY ','",
    "LOAD DATA INFILE 'bad.txt' REPLACE INTO TABLE PX_1 FIELDS TERMINATED BY ','",
    "LOAD DATA INFILE 'good.txt' INTO TABLE PX_trg FIELDS TERMINATED BY ','",
    "INSERT INTO parent VALUES (KEY, 1)",
    "INSERT INTO child VALUES (KEY, OTHER)",
    "UPDATE parent SET a= a + 100 WHERE a = KEY",
    "DELETE FROM parent WHERE a = KEY",
    "DELETE FROM child WHERE a = KEY",
)

_CONTROL = (
    "BEGIN",
    "BEGIN",
    "BEGIN",
    "START TRANSACTION",
    "START TRANSACTION WITH CONSISTENT SNAPSHOT",
    "COMMIT",
    "COMMIT",
    "COMMIT",
    "COMMIT WORK",
    "ROLLBACK",
    "ROLLBACK",
    "COMMIT AND CHAIN",
    "ROLLBACK AND CHAIN",
    "SAVEPOINT s1",
    "SAVEPOINT s1",
    "SAVEPOINT s2",
    "SAVEPOINT `s 3`",
    "ROLLBACK TO s1",
    "ROLLBACK TO SAVEPOINT s1",
    "ROLLBACK WORK TO SAVEPOINT s2",
    "ROLLBACK TO `s 3`",
    "RELEASE SAVEPOINT s1",
    "RELEASE SAVEPOINT s2",
    "SET autocommit= 0",
    "SET autocommit= 1",
    "SET autocommit= 1",
    "CALL p_transaction(NUMBER)",
    "CALL p_savepoint(NUMBER)",
)

_SETTINGS = (
    "SET SESSION binlog_format= STATEMENT",
    "SET SESSION binlog_format= ROW",
    "SET SESSION binlog_format= MIXED",
    "SET GLOBAL binlog_format= MIXED;; SET GLOBAL binlog_format= ROW",
    "SET SESSION binlog_direct_non_transactional_updates= ON",
    "SET SESSION binlog_direct_non_transactional_updates= OFF",
    "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ",
    "SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE",
    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
    "SET sql_log_bin= 0;; INSERT INTO PX_log(c) VALUES ('hidden');; SET sql_log_bin= 1",
    "SET TIMESTAMP=17000NUMBER",
    "SET TIMESTAMP=1700000000",
    "SET auto_increment_increment= 3;; INSERT INTO PX_auto(c) VALUES ('three');; SET auto_increment_increment= 1",
    "SET foreign_key_checks= 0;; INSERT INTO child VALUES (KEY, 1);; SET foreign_key_checks= 1",
    "SET sql_mode= '';; INSERT INTO PX_u VALUES (NUMBER, NULL, NULL), (NUMBER1, NULL, 'much too long for it');; "
    "SET sql_mode= DEFAULT",
    "SHOW BINLOG EVENTS FROM 4 LIMIT 2",
    "SHOW BINLOG EVENTS FROM 11",
    "SHOW BINARY LOG STATUS",
    "FLUSH BINARY LOGS",
    "SHOW WARNINGS",
    "SELECT * FROM PX_1 WHERE a = 1",
    "SELECT * FROM PX_1 WHERE a = 1 FOR UPDATE",
)

_DEFINITIONS = (
    "CREATE TABLE PX_new (a INT PRIMARY KEY, b INT, c VARCHAR(64)) ENGINE=EX;; INSERT INTO PX_new SELECT * FROM PY_1;; "
    "DROP TABLE PX_new",
    "CREATE TABLE PX_new ENGINE=EX SELECT * FROM PY_1",
    "CREATE TABLE PX_new (PRIMARY KEY (a)) ENGINE=EX SELECT a, c FROM PX_1",
    "CREATE TABLE PX_new (PRIMARY KEY (b)) ENGINE=EX SELECT 1 AS b, c FROM PY_1",
    "CREATE TABLE PX_new (UNIQUE (b)) ENGINE=EX SELECT 1 AS b, c FROM PY_1 WHERE a < 2",
    "CREATE TABLE IF NOT EXISTS PX_new ENGINE=EX SELECT * FROM PY_1",
    "CREATE TABLE IF NOT EXISTS PX_new (a INT) ENGINE=EX",
    "CREATE TABLE PX_new LIKE PY_1",
    "INSERT INTO PX_new SELECT * FROM PX_1",
    "TRUNCATE TABLE PX_new",
    "TRUNCATE PX_log",
    "DROP TABLE PX_new",
    "DROP TABLE IF EXISTS PX_new",
    "DROP TABLE IF EXISTS nt_new, tt_new",
    "DROP TABLE IF EXISTS missing, tt_new, nt_new",
    "DROP TABLE tt_new, nt_new",
    "ALTER TABLE PX_new ADD COLUMN z INT",
    "ALTER TABLE PX_new ENGINE=EX",
    "RENAME TABLE PX_new TO PX_newer;; RENAME TABLE PX_newer TO PX_new",
    "CREATE INDEX ix ON PX_new(a);; DROP INDEX ix ON PX_new",
    "CREATE TEMPORARY TABLE PX_tmp (a INT, c VARCHAR(64)) ENGINE=EX",
    "CREATE TEMPORARY TABLE IF NOT EXISTS PX_tmp (a INT, c VARCHAR(64)) ENGINE=EX",
    "CREATE TEMPORARY TABLE PX_tmp ENGINE=EX SELECT a, c FROM PY_1",
    "CREATE TEMPORARY TABLE PX_tmp (PRIMARY KEY (a)) ENGINE=EX SELECT 1 AS a, c FROM PY_1",
    "INSERT INTO PX_tmp(a, c) VALUES (KEY, 'NUMBER')",
    "INSERT INTO PX_tmp(a, c) SELECT a, c FROM PY_1",
    "INSERT INTO PX_log(c) SELECT c FROM PY_tmp",
    "INSERT INTO PX_log(c) SELECT COUNT(*) FROM PX_tmp",
    "UPDATE PX_tmp SET c= 'NUMBER' WHERE a = KEY",
    "UPDATE PX_1, PY_tmp SET PX_1.c= 'tmp' WHERE PX_1.a = PY_tmp.a AND PX_1.a = 1",
    "DELETE FROM PX_tmp WHERE a = KEY",
    "TRUNCATE TABLE PX_tmp",
    "ALTER TABLE PX_tmp ADD COLUMN z INT",
    "DROP TEMPORARY TABLE PX_tmp",
    "DROP TEMPORARY TABLE IF EXISTS PX_tmp",
    "DROP TEMPORARY TABLE IF EXISTS nt_tmp, tt_tmp",
    "DROP TEMPORARY TABLE nt_tmp, tt_tmp",
    "DROP TABLE PX_tmp",
    "DROP TABLE IF EXISTS PX_tmp, PY_new, missing",
    "DROP TABLE PX_tmp, PX_new",
    "CREATE DATABASE d2;; CREATE TABLE d2.x (a INT) ENGINE=EX;; INSERT INTO d2.x VALUES (1);; DROP DATABASE d2",
    "CREATE USER u@localhost;; GRANT SELECT ON *.* TO u@localhost;; DROP USER u@localhost",
    "ANALYZE TABLE PX_1",
    "FLUSH TABLES",
    "CREATE VIEW v AS SELECT 1;; DROP VIEW v",
    "CREATE TRIGGER t_new BEFORE INSERT ON PX_1 FOR EACH ROW SET NEW.b= 9;; INSERT INTO PX_1 VALUES (KEY, 1, 'x');; "
    "DROP TRIGGER t_new",
    "CREATE PROCEDURE p_new() INSERT INTO PX_log(c) VALUES ('new');; CALL p_new();; DROP PROCEDURE p_new",
    "LOCK TABLES PX_1 WRITE, PY_log WRITE;; INSERT INTO PX_1 VALUES (KEY, 1, 'l');; "
    "INSERT INTO PY_log(c) VALUES ('l');; UPDATE PX_1 SET b= NUMBER WHERE a = 1;; "
    "INSERT INTO PX_1 VALUES (1, 1, 'l');; UNLOCK TABLES",
    "LOCK TABLES PX_1 WRITE, PY_1 READ;; BEGIN;; INSERT INTO PX_1 SELECT KEY, 1, c FROM PY_1 WHERE a = 1;; COMMIT;; "
    "UNLOCK TABLES",
    "LOCK TABLES PX_1 READ;; INSERT INTO PX_1 VALUES (KEY, 1, 'l');; UNLOCK TABLES",
)


def _filled(script: Script, text: str) -> Iterator[str]:
    source = script.source
    first, second = source.choice((("nt", "tt"), ("tt", "nt")))
    number = 1000 + script.next_number()
    for statement in text.split(";; "):
        found = statement.replace("PX", first).replace("PY", second).replace("=EX", "=" + _ENGINES[first])
        found = found.replace("NUMBER1", f"{number + 50000}").replace("NUMBER", f"{number}")
        if not found.startswith(("CREATE", "ALTER")):
            found = _KEY.sub(lambda _: f"{source.randint(1, _KEYS)}", found)
        yield found


def statements(source: random.Random, count: int) -> Iterator[str]:
    """That many commands, transaction borders and settings between them."""
    script = Script(source)
    kinds = (_CHANGES, _CONTROL, _SETTINGS, _DEFINITIONS)
    for _ in range(count):
        kind = source.choices(kinds, (58, 26, 5, 11))[0]
        yield from _filled(script, source.choice(kind))
    yield "COMMIT"
