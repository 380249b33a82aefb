"""Results that are too long, and other limits, where rows are changed: each function in each place that an expression
may stand in, in a strict mode and without one."""

from __future__ import annotations

from tests.reliability.limits.cases import RECONNECT, Scripts

_SMALL = ["SET GLOBAL max_allowed_packet = 1024", RECONNECT]
_MODES = ("DEFAULT", "''")
# s: a text of 700 characters, n: 1100; the results of all have more than 1024 bytes, or would have
_LONG = {
    "REPEAT": "REPEAT(s, 2)",
    "SPACE": "SPACE(n)",
    "LPAD": "LPAD(s, n, 'x')",
    "RPAD": "RPAD(s, n, 'x')",
    "CONCAT": "CONCAT(s, s)",
    "CONCAT_WS": "CONCAT_WS('-', s, s)",
    "REPLACE": "REPLACE(s, 'a', 'bb')",
    "INSERT": "INSERT(s, 1, 0, s)",
    "EXPORT_SET": "EXPORT_SET(5, s, s, '', 2)",
    "MAKE_SET": "MAKE_SET(3, s, s)",
    "TO_BASE64": "TO_BASE64(RPAD(s, 800, 'b'))",
    "QUOTE": "QUOTE(REPLACE(s, 'a', '\\\\'))",
    "HEX": "HEX(s)",
    "WEIGHT_STRING": "WEIGHT_STRING(s AS CHAR(1100))",
    "UNCOMPRESS": "UNCOMPRESS(x'4C040000789C4B4C1C05A360148C6C00007FA6A2F7')",
    "REGEXP_REPLACE": "REGEXP_REPLACE(s, 'a', 'bb')",
    "AES_ENCRYPT": "AES_ENCRYPT(RPAD(s, 1020, 'b'), 'k')",
    "CAST AS BINARY": "CAST(s AS BINARY(1100))",
    "CONVERT": "CONVERT(s USING utf32)",
    "JSON_ARRAY": "JSON_ARRAY(s, s)",
    "JSON_QUOTE": "JSON_QUOTE(REPLACE(s, 'a', '\"'))",
    "UPPER": "UPPER(CONCAT(s, s))",
    "SUBSTRING": "SUBSTRING(CONCAT(s, s), 1, 10)",
    "IFNULL": "IFNULL(CONCAT(s, s), 'none')",
    "CASE": "CASE WHEN LENGTH(REPEAT(s, 2)) > 5 THEN 'long' ELSE 'none' END",
    "the first one of two": "CONCAT(LEFT(REPEAT(s, 2), 1), SPACE(n))",
}
# where it stands: what is done before, and with each expression
_PLACES: dict[str, tuple[list[str], list[str]]] = {
    "INSERT .. SELECT": ([], ["INSERT INTO t (a) SELECT {} FROM o"]),
    "INSERT IGNORE": ([], ["INSERT IGNORE INTO t (a) SELECT {} FROM o"]),
    "REPLACE": ([], ["REPLACE INTO t (id, a) SELECT 1, {} FROM o"]),
    "ON DUPLICATE KEY UPDATE": (
        ["INSERT INTO t VALUES (1, 'old')"],
        ["INSERT INTO t (id, a) SELECT 1, 'b' FROM o ON DUPLICATE KEY UPDATE a = {}"],
    ),
    "UPDATE": (["UPDATE o SET a = 'old'"], ["UPDATE o SET a = {}"]),
    "UPDATE IGNORE": (["UPDATE o SET a = 'old'"], ["UPDATE IGNORE o SET a = {}"]),
    "UPDATE of two tables": (
        ["INSERT INTO t VALUES (1, 'old')"],
        ["UPDATE t, o SET t.a = {} WHERE t.id = o.id"],
    ),
    "WHERE of DELETE": (["INSERT INTO t VALUES (1, 'old')"], ["DELETE t FROM t, o WHERE {} IS NULL"]),
    "WHERE of UPDATE": ([], ["UPDATE o SET a = 'new' WHERE {} IS NULL"]),
    "a query": ([], ["SELECT LENGTH({0}), {0} IS NULL FROM o"]),
    "CREATE TABLE .. SELECT": ([], ["CREATE TABLE x SELECT {} AS c FROM o", "DROP TABLE IF EXISTS x"]),
    "a variable": ([], ["SELECT {} INTO @v FROM o", "INSERT INTO t (a) VALUES (@v)"]),
    "a prepared statement": (
        ["PREPARE p FROM 'SELECT s, n INTO @s, @n FROM o'", "EXECUTE p"],
        ["SET @q = CONCAT('INSERT INTO t (a) SELECT ', '{quoted}', ' FROM o')", "PREPARE q FROM @q", "EXECUTE q"],
    ),
    "a generated column": (
        [],
        [
            "CREATE TABLE x (s TEXT, n INT, c LONGBLOB AS ({}) STORED)",
            "INSERT INTO x (s, n) VALUES (REPEAT('a', 700), 1100)",
            "INSERT IGNORE INTO x (s, n) VALUES (REPEAT('a', 700), 1100)",
            "UPDATE x SET n = n + 1",
            "SELECT n, LENGTH(c) FROM x",
            "DROP TABLE IF EXISTS x",
        ],
    ),
    "a generated column that is virtual": (
        [],
        [
            "CREATE TABLE x (s TEXT, n INT, c LONGBLOB AS ({}) VIRTUAL)",
            "INSERT INTO x (s, n) VALUES (REPEAT('a', 700), 1100)",
            "UPDATE x SET n = n + 1",
            "SELECT n, LENGTH(c) FROM x",
            "DROP TABLE IF EXISTS x",
        ],
    ),
    "a default": (
        [],
        [
            "CREATE TABLE x (s TEXT, n INT, c LONGBLOB DEFAULT ({}))",
            "INSERT INTO x (s, n) VALUES (REPEAT('a', 700), 1100)",
            "INSERT IGNORE INTO x (s, n) VALUES (REPEAT('a', 700), 1100)",
            "SELECT n, LENGTH(c) FROM x",
            "DROP TABLE IF EXISTS x",
        ],
    ),
    "a check": (
        [],
        [
            "CREATE TABLE x (s TEXT, n INT, CHECK (LENGTH({}) > 5))",
            "INSERT INTO x (s, n) VALUES (REPEAT('a', 700), 1100)",
            "UPDATE x SET n = n + 1",
            "SELECT n FROM x",
            "DROP TABLE IF EXISTS x",
        ],
    ),
    "a trigger": (
        [],
        [
            "CREATE TABLE x (s TEXT, n INT, c LONGBLOB)",
            "CREATE TRIGGER b BEFORE INSERT ON x FOR EACH ROW SET NEW.c = {new}",
            "INSERT INTO x (s, n) VALUES (REPEAT('a', 700), 1100)",
            "INSERT IGNORE INTO x (s, n) VALUES (REPEAT('a', 700), 1100)",
            "SELECT n, LENGTH(c) FROM x",
            "DROP TABLE IF EXISTS x",
        ],
    ),
    "a function": (
        [],
        [
            "CREATE FUNCTION f(s TEXT, n INT) RETURNS LONGTEXT DETERMINISTIC NO SQL RETURN {}",
            "SELECT LENGTH(f(s, n)) FROM o",
            "INSERT INTO t (a) SELECT f(s, n) FROM o",
            "DROP FUNCTION f",
        ],
    ),
    "a local variable": (
        [],
        [
            "CREATE PROCEDURE p(s TEXT, n INT) BEGIN DECLARE v LONGTEXT DEFAULT 'none'; SET v = {};"
            " INSERT INTO t (a) VALUES (v); END",
            "CALL p(REPEAT('a', 700), 1100)",
            "DROP PROCEDURE p",
        ],
    ),
    "a handler": (
        [],
        [
            "CREATE PROCEDURE p(s TEXT, n INT) BEGIN DECLARE CONTINUE HANDLER FOR 1301"
            " INSERT INTO t (a) VALUES ('told'); INSERT INTO t (a) VALUES ({}); END",
            "CALL p(REPEAT('a', 700), 1100)",
            "DROP PROCEDURE p",
        ],
    ),
    "GROUP BY, HAVING, ORDER BY": (
        [],
        [
            "SELECT COUNT(*), LENGTH({0}) FROM o GROUP BY {0} HAVING {0} IS NULL ORDER BY {0}",
            "SELECT LENGTH(MAX({})) FROM o",
        ],
    ),
}


def _script(before: list[str], statements: list[str], mode: str) -> list[str]:
    script = [
        *_SMALL,
        "CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, a LONGBLOB) ENGINE=InnoDB",
        "CREATE TABLE o (id INT PRIMARY KEY, s TEXT, n INT, a LONGBLOB) ENGINE=InnoDB",
        "INSERT INTO o VALUES (1, REPEAT('a', 700), 1100, NULL)",
        f"SET sql_mode = {mode}",
        *before,
    ]
    for expression in _LONG.values():
        new = expression.replace("(s", "(NEW.s").replace(" s", " NEW.s").replace("n)", "NEW.n)").replace("n,", "NEW.n,")
        quoted = expression.replace("'", "''").replace("\\", "\\\\")
        script += [one.format(expression, new=new, quoted=quoted) for one in statements]
    return [*script, "SELECT id, LENGTH(a), LEFT(a, 5) FROM t", "SELECT id, LENGTH(a) FROM o"]


SCRIPTS: Scripts = {
    f"{name}, {'strict' if mode == 'DEFAULT' else 'not strict'}": _script(*place, mode)
    for name, place in _PLACES.items()
    for mode in _MODES
}
