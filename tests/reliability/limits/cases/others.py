"""Other limits, drawn anew: where rows are changed and in programs."""

from __future__ import annotations

from tests.reliability.limits.cases import Scripts

_HUGE = (
    "2147483648",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999",
    "1e30",
    "-1",
)
_UNITS = (
    "MICROSECOND",
    "SECOND",
    "MINUTE",
    "HOUR",
    "DAY",
    "WEEK",
    "MONTH",
    "QUARTER",
    "YEAR",
    "DAY_SECOND",
    "HOUR_MICROSECOND",
    "YEAR_MONTH",
)
_THREE = ["CREATE TABLE t (id INT PRIMARY KEY, a TEXT) ENGINE=InnoDB", "INSERT INTO t VALUES (1,'a'),(2,'b'),(3,'c')"]
_DEPTHS = (99, 100, 101)


def _nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def _objects(depth: int) -> str:
    return '{"a":' * depth + "1" + "}" * depth


def _points(count: int, power: int = 1) -> str:
    return ",".join(f"{n} {n**power}" for n in range(count))


_ROUTINE = (
    "CREATE PROCEDURE down(n INT) BEGIN INSERT INTO t VALUES (n + 10, 'x'); IF n > 0 THEN CALL down(n - 1); END IF; END"
)
_RECURSIVE = "WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {}) "
SCRIPTS: Scripts = {
    "LIMIT": [
        *_THREE,
        *(
            statement
            for number in _HUGE
            for statement in (
                f"SELECT id FROM t ORDER BY id LIMIT {number}",
                f"SELECT id FROM t ORDER BY id LIMIT {number}, 1",
                f"SELECT id FROM t ORDER BY id LIMIT 1 OFFSET {number}",
                f"UPDATE t SET a = CONCAT(a, 'x') ORDER BY id LIMIT {number}",
                f"DELETE FROM t WHERE id > 5 ORDER BY id LIMIT {number}",
                f"INSERT INTO t SELECT id + 100, a FROM t WHERE id < 3 ORDER BY id LIMIT {number}",
                "DELETE FROM t WHERE id > 100",
                f"(SELECT id FROM t) UNION ALL (SELECT id FROM t LIMIT {number}) ORDER BY 1 LIMIT {number}",
                f"SET @n = {number}",
                "PREPARE p FROM 'SELECT id FROM t ORDER BY id LIMIT ?'",
                "EXECUTE p USING @n",
                "PREPARE p FROM 'UPDATE t SET a = 1 WHERE id = 2 LIMIT ?'",
                "EXECUTE p USING @n",
                f"CREATE PROCEDURE q() BEGIN DECLARE v BIGINT UNSIGNED DEFAULT {number};"
                " SELECT id FROM t ORDER BY id LIMIT v; END",
                "CALL q()",
                "DROP PROCEDURE IF EXISTS q",
            )
        ),
        "SELECT * FROM t ORDER BY id",
    ],
    "INTERVAL": [
        "SET timestamp = 1735689600",
        "CREATE TABLE d (id INT PRIMARY KEY, a DATETIME(6), b DATE, c TIME(6)) ENGINE=InnoDB",
        "INSERT INTO d VALUES (1, '2020-02-29 01:02:03.5', '2020-02-29', '01:02:03.5')",
        *(
            statement
            for unit in _UNITS
            for number in (*_HUGE, "'99999999999 99999999999'", "3652425", "-9223372036854775808", "NULL")
            for statement in (
                f"SELECT a + INTERVAL {number} {unit}, b - INTERVAL {number} {unit},"
                f" c + INTERVAL {number} {unit} FROM d",
                f"INSERT IGNORE INTO d SELECT id + 1, a - INTERVAL {number} {unit}, NULL, NULL FROM d WHERE id = 1",
                f"UPDATE d SET a = a + INTERVAL {number} {unit} WHERE id = 1",
                "SELECT * FROM d",
                "DELETE FROM d WHERE id > 1",
                "UPDATE d SET a = '2020-02-29 01:02:03.5'",
            )
        ),
    ],
    "GROUP_CONCAT": [
        *_THREE,
        "CREATE TABLE g (id INT PRIMARY KEY AUTO_INCREMENT, a TEXT)",
        *(
            statement
            for mode in ("DEFAULT", "''")
            for length in (4, 6, 1024)
            for statement in (
                f"SET sql_mode = {mode}",
                f"SET group_concat_max_len = {length}",
                "INSERT INTO g (a) SELECT GROUP_CONCAT(a, id ORDER BY id) FROM t",
                "INSERT IGNORE INTO g (a) SELECT GROUP_CONCAT(a, id ORDER BY id DESC) FROM t",
                "UPDATE g SET a = (SELECT GROUP_CONCAT(a, '-', id ORDER BY id) FROM t) WHERE id = 1",
                "SET @a = (SELECT GROUP_CONCAT('€', a ORDER BY id) FROM t)",
                "INSERT INTO g (a) VALUES (@a)",
                "CREATE TABLE x SELECT GROUP_CONCAT(a ORDER BY id SEPARATOR '::') AS c FROM t",
                "DROP TABLE IF EXISTS x",
                "CREATE FUNCTION f() RETURNS TEXT READS SQL DATA RETURN (SELECT GROUP_CONCAT(a, a ORDER BY id) FROM t)",
                "INSERT INTO g (a) VALUES (f())",
                "SELECT f()",
                "DROP FUNCTION IF EXISTS f",
                "SELECT GROUP_CONCAT(a ORDER BY id), COUNT(*) FROM t"
                " GROUP BY id > 1 HAVING LENGTH(GROUP_CONCAT(a)) > 1",
                "INSERT INTO g (a) SELECT JSON_ARRAYAGG(a) FROM t",
                "SELECT /*+ SET_VAR(group_concat_max_len=5) */ GROUP_CONCAT(a, a ORDER BY id) FROM t",
            )
        ),
        "SELECT * FROM g",
    ],
    "cte_max_recursion_depth": [
        "CREATE TABLE t (id INT PRIMARY KEY, a TEXT)",
        *(
            statement
            for depth in (0, 1, 5, 1000)
            for count in (1, 2, 5, 6, 7, 1000, 1001, 1002)
            for statement in (
                f"SET cte_max_recursion_depth = {depth}",
                _RECURSIVE.format(count) + "SELECT COUNT(*), MAX(n) FROM c",
                f"INSERT INTO t {_RECURSIVE.format(count)} SELECT n, 'x' FROM c",
                f"{_RECURSIVE.format(count)} UPDATE t, c SET a = 'y' WHERE t.id = c.n",
                f"{_RECURSIVE.format(count)} DELETE t FROM t, c WHERE t.id = c.n",
                f"CREATE TABLE x {_RECURSIVE.format(count)} SELECT n FROM c",
                "SELECT COUNT(*) FROM t",
                "DROP TABLE IF EXISTS x",
                "DELETE FROM t",
            )
        ),
        "SET cte_max_recursion_depth = -1",
        "SET cte_max_recursion_depth = 4294967296",
        "SELECT @@cte_max_recursion_depth",
        "WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n FROM c)"
        " SELECT /*+ SET_VAR(cte_max_recursion_depth=3) */ 1 FROM c",
        "WITH RECURSIVE c (n) AS (SELECT 1 UNION DISTINCT SELECT (n + 1) % 5 FROM c) SELECT * FROM c",
        _RECURSIVE.format(5) + "SELECT /*+ SET_VAR(cte_max_recursion_depth=4) */ COUNT(*) FROM c",
        "CREATE VIEW v AS " + _RECURSIVE.format(20) + "SELECT n FROM c",
        "SET cte_max_recursion_depth = 10",
        "SELECT COUNT(*) FROM v",
        "INSERT INTO t SELECT n, '' FROM v",
        "SELECT n FROM v LIMIT 3",
        _RECURSIVE.format(100) + "SELECT n FROM c LIMIT 3",
        "WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 5) SELECT n FROM c",
        "WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 50) SELECT n FROM c",
    ],
    "max_sp_recursion_depth": [
        "CREATE TABLE t (id INT, a TEXT)",
        _ROUTINE,
        *(
            statement
            for depth in (0, 1, 3, 255)
            for count in (0, 1, 2, 3, 4, 5)
            for statement in (
                f"SET max_sp_recursion_depth = {depth}",
                f"CALL down({count})",
                "SELECT COUNT(*) FROM t",
                "DELETE FROM t",
            )
        ),
        "SET max_sp_recursion_depth = 256",
        "SELECT @@max_sp_recursion_depth",
        "SET max_sp_recursion_depth = -1",
        "CREATE FUNCTION f(n INT) RETURNS INT DETERMINISTIC RETURN IF(n > 0, f(n - 1), 0)",
        "SELECT f(0)",
        "SELECT f(1)",
        "INSERT INTO t VALUES (f(0), 'a'), (f(1), 'b')",
        "CREATE PROCEDURE one() CALL two()",
        "CREATE PROCEDURE two() CALL one()",
        "CALL one()",
        "SET max_sp_recursion_depth = 5",
        "CALL one()",
        "CREATE TABLE u (id INT)",
        "CREATE TRIGGER b AFTER INSERT ON u FOR EACH ROW CALL down(NEW.id)",
        "INSERT INTO u VALUES (1), (7)",
        "SELECT * FROM t",
        "SELECT * FROM u",
        "CREATE PROCEDURE caught() BEGIN DECLARE CONTINUE HANDLER FOR 1456 INSERT INTO t VALUES (0, 'deep');"
        " CALL down(20); END",
        "CALL caught()",
        "SELECT COUNT(*) FROM t WHERE a = 'deep'",
    ],
    "JSON depth": [
        "CREATE TABLE j (id INT PRIMARY KEY AUTO_INCREMENT, a JSON)",
        *(
            statement
            for depth in _DEPTHS
            for document in (_nested(depth), _objects(depth))
            for statement in (
                f"INSERT INTO j (a) VALUES ('{document}')",
                f"INSERT IGNORE INTO j (a) VALUES ('{document}')",
                f"UPDATE j SET a = '{document}' WHERE id = 1",
                f"SELECT JSON_VALID('{document}'), JSON_DEPTH('{document}')",
                f"SELECT CAST('{document}' AS JSON) IS NULL",
                f"INSERT INTO j (a) VALUES (JSON_ARRAY(CAST('{document}' AS JSON)))",
                f"INSERT INTO j (a) VALUES (JSON_OBJECT('k', CAST('{document}' AS JSON)))",
                f"UPDATE j SET a = JSON_SET(a, '$.a', CAST('{document}' AS JSON))",
                f"UPDATE j SET a = JSON_ARRAY_APPEND('[]', '$', CAST('{document}' AS JSON))",
                f"SELECT JSON_DEPTH(JSON_MERGE_PRESERVE('{document}', '{document}'))",
                f"SELECT JSON_DEPTH(JSON_MERGE_PATCH('[1]', '{document}'))",
                f"SELECT JSON_CONTAINS('{document}', '1'), JSON_LENGTH('{document}')",
                f"SELECT JSON_QUOTE('{document}') IS NULL, JSON_UNQUOTE('{document}') IS NULL",
                f"SELECT JSON_DEPTH(JSON_ARRAYAGG(CAST('{document}' AS JSON))) FROM j",
                f"SELECT JSON_DEPTH(JSON_OBJECTAGG('k', CAST('{document}' AS JSON))) FROM j",
                f"SELECT JSON_DEPTH(JSON_INSERT('{{}}', '$.a', JSON_EXTRACT('{document}', '$')))",
                f"SELECT JSON_SCHEMA_VALID('{{}}', '{document}')",
                f"SELECT * FROM JSON_TABLE('{document}', '$' COLUMNS (n FOR ORDINALITY)) AS x",
                f"SELECT ST_GeomFromGeoJSON('{document}') IS NULL",
                f"SET @a = '{document}'",
                "SELECT JSON_DEPTH(@a)",
                "SELECT COUNT(*), MAX(JSON_DEPTH(a)) FROM j",
            )
        ),
        "SELECT JSON_KEYS(JSON_OBJECT(REPEAT('k', 65535), 1)) IS NULL",
        "SELECT JSON_KEYS(JSON_OBJECT(REPEAT('k', 65536), 1)) IS NULL",
        "INSERT INTO j (a) VALUES (JSON_OBJECT(REPEAT('k', 65535), 1))",
        "INSERT INTO j (a) VALUES (JSON_OBJECT(REPEAT('k', 65536), 1))",
        "INSERT INTO j (a) VALUES (CONCAT('{\"', REPEAT('k', 65535), '\":1}'))",
        "INSERT INTO j (a) VALUES (CONCAT('{\"', REPEAT('k', 65536), '\":1}'))",
        "INSERT IGNORE INTO j (a) VALUES (CONCAT('{\"', REPEAT('k', 65536), '\":1}'))",
        "UPDATE j SET a = JSON_SET('{}', CONCAT('$.', REPEAT('k', 65536)), 1) WHERE id = 1",
        "SELECT JSON_VALID(CONCAT('{\"', REPEAT('k', 65536), '\":1}'))",
        "SELECT JSON_LENGTH(CONCAT('{\"', REPEAT('k', 65536), '\":1}'))",
        "SELECT JSON_EXTRACT(CONCAT('{\"', REPEAT('k', 65536), '\":1}'), '$.a')",
        "SELECT JSON_LENGTH(JSON_OBJECTAGG(REPEAT('k', 65536), 1)) FROM j",
        "SELECT JSON_LENGTH(JSON_MERGE_PATCH('{}', CONCAT('{\"', REPEAT('k', 65536), '\":1}')))",
        "CREATE TABLE k AS SELECT JSON_OBJECT(REPEAT('k', 65536), 1) AS a",
        "SELECT COUNT(*), MAX(JSON_DEPTH(a)) FROM j",
    ],
    "max_points_in_geometry": [
        "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, g GEOMETRY)",
        "SET max_points_in_geometry = 3",
        *(
            statement
            for count in (3, 4, 5)
            for statement in (
                f"INSERT INTO p (g) VALUES (ST_GeomFromText('LINESTRING({_points(count)})'))",
                f"INSERT IGNORE INTO p (g) VALUES (ST_GeomFromText('MULTIPOINT({_points(count)})'))",
                f"SELECT ST_NumPoints(ST_Simplify(ST_GeomFromText('LINESTRING({_points(count, 2)})'), 0.1))",
                f"SET @g = ST_GeomFromText('LINESTRING({_points(count)})')",
                "SELECT ST_NumPoints(@g)",
            )
        ),
        "SELECT ST_NumPoints(ST_ExteriorRing(ST_Buffer(POINT(0, 0), 1, ST_Buffer_Strategy('point_circle', 4))))",
        "INSERT INTO p (g) VALUES (ST_Buffer(POINT(0, 0), 1, ST_Buffer_Strategy('point_circle', 4)))",
        "SET max_points_in_geometry = 2",
        "SET max_points_in_geometry = 1048577",
        "SELECT @@max_points_in_geometry",
        "SELECT ST_Buffer_Strategy('point_circle', 1048576) IS NULL",
        "SELECT ST_Buffer_Strategy('point_circle', 1048577) IS NULL",
        "SELECT COUNT(*) FROM p",
    ],
    "max_prepared_stmt_count": [
        "SET GLOBAL max_prepared_stmt_count = 1",
        "PREPARE a FROM 'SELECT 1'",
        "PREPARE b FROM 'SELECT 2'",
        "CREATE TABLE t (id INT)",
        "CREATE PROCEDURE p() BEGIN PREPARE c FROM 'INSERT INTO t VALUES (1)'; EXECUTE c; DEALLOCATE PREPARE c; END",
        "CALL p()",
        "DEALLOCATE PREPARE a",
        "CALL p()",
        "SELECT COUNT(*) FROM t",
        "EXECUTE b",
        "EXECUTE c",
        "PREPARE a FROM 'SELECT nothing'",
        "PREPARE a FROM 'SELECT 1'",
        "PREPARE a FROM 'SELECT nothing'",
        "EXECUTE a",
        "PREPARE b FROM 'SELECT 2'",
        "SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'",
        "SET GLOBAL max_prepared_stmt_count = -1",
        "SET GLOBAL max_prepared_stmt_count = DEFAULT",
        "SELECT @@max_prepared_stmt_count",
    ],
    "max_join_size": [
        "CREATE TABLE m (a INT) ENGINE=MyISAM",
        f"INSERT INTO m VALUES {','.join(f'({number})' for number in range(50))}",
        "CREATE TABLE n (a INT) ENGINE=InnoDB",
        "SET max_join_size = 100",
        "INSERT INTO n SELECT a.a FROM m a, m b",
        "REPLACE INTO n SELECT a.a FROM m a, m b",
        "INSERT INTO n SELECT a FROM m",
        "INSERT INTO n SELECT a FROM m UNION ALL SELECT a FROM m UNION ALL SELECT a FROM m",
        "CREATE PROCEDURE p() INSERT INTO n SELECT a.a FROM m a, m b",
        "CALL p()",
        "CREATE VIEW v AS SELECT a.a FROM m a, m b",
        "SELECT COUNT(*) FROM v",
        "INSERT INTO n SELECT * FROM v",
        "PREPARE q FROM 'SELECT COUNT(*) FROM m a, m b'",
        "EXECUTE q",
        "UPDATE n SET a = (SELECT COUNT(*) FROM m a, m b)",
        "DELETE FROM n WHERE a IN (SELECT a.a FROM m a, m b)",
        "SELECT COUNT(*) FROM n",
        "SELECT /*+ SET_VAR(max_join_size=1000000) */ COUNT(*) FROM m a, m b",
        "SET max_join_size = 0",
        "SET max_join_size = -1",
        "SET max_join_size = 18446744073709551616",
        "SELECT @@max_join_size",
    ],
    "max_execution_time": [
        *_THREE,
        # Long enough to be reached by a slow machine too: how soon a clock is looked at is no matter of this test.
        "SET max_execution_time = 200",
        "SELECT SLEEP(2)",
        "DO SLEEP(0.3)",
        "SELECT 1 FROM t WHERE SLEEP(1)",
        "CREATE PROCEDURE p() BEGIN SELECT SLEEP(0.3); INSERT INTO t VALUES (20, 'y'); END",
        "CALL p()",
        "CREATE FUNCTION f() RETURNS INT NO SQL BEGIN DO SLEEP(0.3); RETURN 1; END",
        "SELECT f()",
        "UPDATE t SET a = SLEEP(0.1)",
        "SET max_execution_time = 0",
        "SELECT id, a FROM t ORDER BY id",
        "SELECT /*+ MAX_EXECUTION_TIME(200) */ SLEEP(2)",
        "INSERT INTO t SELECT /*+ MAX_EXECUTION_TIME(200) */ 30 + SLEEP(0.3), 'z'",
        "SELECT (SELECT /*+ MAX_EXECUTION_TIME(200) */ SLEEP(0.3))",
        "SET max_execution_time = -1",
        "SET max_execution_time = 4294967296",
        "SELECT @@max_execution_time",
    ],
    "tmp_table_size": [
        "SET max_heap_table_size = 16384",
        "CREATE TABLE h (a INT, b VARCHAR(200)) ENGINE=MEMORY",
        f"INSERT INTO h VALUES {','.join(f'({n}, 1)' for n in range(40))}",
        f"INSERT INTO h VALUES {','.join(f'({n}, 1)' for n in range(100))}",
        "SELECT COUNT(*) > 40 FROM h",
        f"INSERT IGNORE INTO h VALUES {','.join(f'({n}, 1)' for n in range(200))}",
        "DELETE FROM h",
        "INSERT INTO h VALUES (1, 'again')",
        "SELECT * FROM h",
        "CREATE TABLE i (a INT PRIMARY KEY, b INT, KEY (b)) ENGINE=MEMORY",
        f"INSERT INTO i VALUES {','.join(f'({n}, 1)' for n in range(20))}",
        f"INSERT INTO i VALUES {','.join(f'({n}, 1)' for n in range(20, 2000))}",
        "SELECT COUNT(*) BETWEEN 20 AND 1999 FROM i",
        "CREATE TABLE l (a INT) ENGINE=MEMORY MAX_ROWS=10",
        f"INSERT INTO l VALUES {','.join(f'({n})' for n in range(100))}",
        "SELECT COUNT(*) FROM l",
    ],
}
