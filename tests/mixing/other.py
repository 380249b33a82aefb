"""Further statements of mixed-engine scripts: AUTO_INCREMENT in programs, variables, views, PREPARE."""

from __future__ import annotations

from tests.mixing.script import Command, Script


def configure() -> list[str]:
    """Tables with AUTO_INCREMENT columns, and programs that fill them."""
    found = []
    for prefix, engine in (("nt", "MyISAM"), ("tt", "InnoDB")):
        found += [
            f"CREATE TABLE {prefix}_auto (id INT AUTO_INCREMENT PRIMARY KEY, info VARCHAR(64)) ENGINE={engine}",
            f"CREATE TABLE {prefix}_log (id INT AUTO_INCREMENT PRIMARY KEY, info VARCHAR(64)) ENGINE={engine}",
            f"CREATE TABLE {prefix}_two (a INT PRIMARY KEY, b INT UNIQUE, info VARCHAR(64)) ENGINE={engine}",
            f"CREATE FUNCTION f_{prefix}_log(what VARCHAR(64)) RETURNS INT\n BEGIN\n"
            f"   INSERT INTO {prefix}_log(info) VALUES (what);\n   RETURN LAST_INSERT_ID();\n END",
            f"CREATE PROCEDURE p_{prefix}_auto(IN what VARCHAR(64))\n BEGIN\n"
            f"   INSERT INTO {prefix}_auto(info) VALUES (what);\n   INSERT INTO {prefix}_two(a,info) "
            f"SELECT COALESCE(MAX(a),0)+1, what FROM {prefix}_two;\n END",
            f"CREATE VIEW v_{prefix} AS SELECT a, info FROM {prefix}_two WHERE a > 0",
        ]
    found.append(
        "CREATE TRIGGER tr_auto AFTER INSERT ON tt_auto FOR EACH ROW INSERT INTO nt_log(info) VALUES (NEW.info)"
    )
    return found


_TEXTS = (
    "INSERT INTO PX_auto(info) VALUES ('NUMBER')",
    "INSERT INTO PX_auto(info) VALUES ('NUMBER'),('NUMBER again')",
    "INSERT INTO PX_auto(info) SELECT info FROM PY_two",
    "INSERT INTO PX_auto VALUES (NUMBER000,'fixed')",
    "INSERT INTO PX_auto VALUES (NULL, LAST_INSERT_ID())",
    "SET INSERT_ID=NUMBER0000;; INSERT INTO PX_auto(info) VALUES ('set')",
    "SELECT f_PX_log('NUMBER')",
    "SET @id= f_PX_log('NUMBER');; INSERT INTO PY_auto(info) VALUES (@id)",
    "INSERT INTO PX_two(a,info) VALUES (NUMBER, f_PY_log('x'))",
    "INSERT INTO PX_two(a,b,info) VALUES (NUMBER, f_PX_log('y'), NULL)",
    "CALL p_PX_auto('NUMBER')",
    "SET @v= 'text NUMBER';; CALL p_PX_auto(@v)",
    "SET @v= NUMBER;; INSERT INTO PX_two(a,info) VALUES (@v, @v)",
    "INSERT INTO PX_two(a,info) VALUES (NUMBER, LENGTH(UUID()))",
    "INSERT INTO PX_two(a,info) VALUES (NUMBER, USER())",
    "INSERT INTO PX_two(a,info) VALUES (NUMBER, CONNECTION_ID()>0)",
    "INSERT INTO PX_two(a,info) VALUES (NUMBER, NOW())",
    "INSERT INTO PX_two(a,info) VALUES (NUMBER, @@session.sql_mode)",
    "INSERT INTO PX_two(a,info) VALUES (NUMBER, FOUND_ROWS())",
    "REPLACE INTO PX_two(a,b,info) VALUES (NUMBER,3,'r')",
    "REPLACE INTO PX_two(a,b,info) VALUES (1,NUMBER,'one')",
    "INSERT IGNORE INTO PX_two(a,info) VALUES (NUMBER,'i'),(1,'i')",
    "INSERT INTO PX_two(a,b) VALUES (1,2) ON DUPLICATE KEY UPDATE info= 'NUMBER'",
    "INSERT INTO PX_two(a,info) SELECT a+NUMBER00, info FROM PY_two WHERE a=1",
    "UPDATE PX_two SET info= 'u NUMBER' WHERE a = 1",
    "UPDATE PX_two SET info= 'u NUMBER' WHERE a = 999999999",
    "UPDATE PX_two SET info= CONCAT('u', a) WHERE b = 3",
    "UPDATE PX_two, PY_two SET PX_two.info= 'NUMBER' WHERE PX_two.a = PY_two.a AND PX_two.a = 1",
    "UPDATE PX_two a, PX_two b SET a.info= 'self NUMBER' WHERE a.a = b.a AND b.a = 1",
    "DELETE FROM PX_two WHERE a = NUMBER",
    "DELETE FROM PX_two WHERE b = 3",
    "DELETE PX_two FROM PX_two, PY_two WHERE PX_two.a = PY_two.a AND PX_two.a = 1",
    "DELETE FROM PX_auto LIMIT 1",
    "INSERT INTO v_PX(a,info) VALUES (NUMBER,'view')",
    "UPDATE v_PX SET info= 'view NUMBER' WHERE a = 1",
    "PREPARE s FROM 'INSERT INTO PX_two(a,info) VALUES (?,?)';; SET @v= NUMBER;; EXECUTE s USING @v, @v;; "
    "DEALLOCATE PREPARE s",
    "PREPARE s FROM 'UPDATE PX_two SET info= ? WHERE a= 1';; SET @v= 'p NUMBER';; EXECUTE s USING @v;; "
    "DEALLOCATE PREPARE s",
    "SET @old= @@session.sql_log_bin;; SET sql_log_bin=0;; INSERT INTO PX_two(a,info) VALUES (NUMBER,'hidden');; "
    "SET sql_log_bin=1",
    "SET TIMESTAMP=17000NUMBER;; INSERT INTO PX_two(a,info) VALUES (NUMBER,NOW());; SET TIMESTAMP=1700000000",
    "LOAD DATA INFILE 'pairs.txt' INTO TABLE PX_two FIELDS TERMINATED BY ',' (a, info)",
    "LOAD DATA INFILE 'pairs.txt' IGNORE INTO TABLE PX_two FIELDS TERMINATED BY ',' (a, @i) SET info= CONCAT('l',@i)",
    "SELECT * FROM PX_two WHERE a=1",
    "SELECT COUNT(*) INTO @n FROM PX_two;; INSERT INTO PY_two(a,info) VALUES (NUMBER,@n)",
    "DO f_PX_log('do')",
    "TRUNCATE TABLE PX_log",
)

FILES = {"pairs.txt": "800001,one\\n800002,two\\n"}


def _command(text: str) -> Command:
    def command(script: Script) -> list[str]:
        first, second = ("nt", "tt") if script.source.random() < 0.5 else ("tt", "nt")
        number = f"{10000 + script.next_number()}"
        return [text.replace("PX", first).replace("PY", second).replace("NUMBER", number) for text in text.split(";; ")]

    return command


OTHER: tuple[Command, ...] = tuple(_command(text) for text in _TEXTS)
