"""What COM_STMT_PREPARE answers for parameters within expressions of nothing but parameters, and for queries whose rows
a table keeps once they run.

`python -m tests.golden.wire.prepared_results --real HOST:PORT` asks a real server and writes prepared_results.json: by
statement the parameters and the columns.
"""

from __future__ import annotations

from pathlib import Path

import pymysql

from tests.golden.wire.parameters import SETUP, Answers, ask, or_error, told_of

ANSWERS = Path(__file__).with_suffix(".json")
_PROGRAMS = (
    "CREATE FUNCTION fi(a INT) RETURNS INT DETERMINISTIC RETURN a",
    "CREATE PROCEDURE pi(a INT) SELECT a",
    "CREATE PROCEDURE pd(a DATE, b DECIMAL(5,2), OUT c DOUBLE) SELECT a",
)
_INNER = (
    *("COALESCE(?,?)", "IF(?,?,?)", "CASE WHEN ? THEN ? END", "GREATEST(?,?)", "? + ?", "-?", "ABS(?)", "ROUND(?,?)"),
    *("? & ?", "(SELECT ?)", "ANY_VALUE(?)", "FLOOR(?)", "SUM(?)", "NOT ?", "CONCAT(?)", "(?)"),
)
_OUTER = (
    *("SELECT {}", "SELECT ({}) = i FROM e", "SELECT ({}) + ?", "SELECT CAST({} AS DATE)", "SELECT ABS({})"),
    *("SELECT CONCAT({})", "SELECT ({}) IN (1,2)", "SELECT COALESCE(({}), da) FROM e", "SELECT NOT ({})"),
    *(
        "INSERT INTO e (i) VALUES ({})",
        "INSERT INTO e (iu) SELECT {}",
        "UPDATE e SET d = ({}) WHERE 1",
        "SET @a = ({})",
    ),
    *("DO ({})", "CALL pi(({}))", "SELECT fi(({}))", "EXPLAIN SELECT ({})", "CREATE TABLE zz SELECT ({}) a"),
    *("VALUES ROW({})", "SELECT ({}) UNION SELECT 1", "SELECT * FROM (SELECT ({}) x) d WHERE x = 1"),
    *("CALL pd(({}), ?, @x)", "SELECT 1 FROM e WHERE ({})", "SELECT '2020-01-01' + INTERVAL ({}) DAY"),
)
_KEPT = (
    "SELECT 1 UNION SELECT 2",
    "SELECT i FROM e UNION SELECT 'a'",
    "SELECT 'a', 1.5, i, vc, da, js, e, s, y FROM e UNION ALL SELECT 'b', 1.0, i, vc, da, js, e, s, y FROM e",
    "SELECT f, db, d, si, bi, bu, bt, g, tm, dt, ts, ch, vb, bn FROM e "
    "UNION SELECT f, db, d, si, bi, bu, bt, g, tm, dt, ts, ch, vb, bn FROM e",
    "SELECT ti FROM e UNION SELECT si FROM e",
    "SELECT ti, vc, da FROM e UNION SELECT ?, ?, ? FROM e ORDER BY 1",
    "SELECT * FROM (SELECT CAST(NULL AS BINARY(512)) x, CAST(NULL AS CHAR(512)) y, CAST(NULL AS CHAR(513)) z) d",
    "VALUES ROW(? + ?), ROW(1)",
    "SELECT DISTINCT REPEAT(vc, 40) FROM e",
    "SELECT REPEAT(vc, 40) a, COUNT(*) FROM e GROUP BY i",
)
_SHOWN = (
    *("SHOW DATABASES", "SHOW SCHEMAS LIKE 'p%'", "SHOW TABLES", "SHOW FULL TABLES FROM mysql", "SHOW COLUMNS FROM e"),
    *("SHOW FULL COLUMNS FROM e", "SHOW INDEX FROM e", "SHOW CREATE TABLE e", "SHOW VARIABLES LIKE 'port'", "DESC e"),
    *("SHOW GLOBAL VARIABLES WHERE Variable_name = 'port'", "SHOW STATUS LIKE 'Uptime'", "SHOW GLOBAL STATUS"),
    *("SHOW ENGINES", "SHOW PROCESSLIST", "SHOW TABLE STATUS", "SHOW TRIGGERS", "SHOW GRANTS", "SHOW BINARY LOGS"),
    *("SHOW COLLATION", "SHOW CHARACTER SET", "SHOW PLUGINS", "SHOW CREATE DATABASE mysql", "SHOW EVENTS", "DESC e i"),
    *("SHOW PROCEDURE STATUS", "SHOW FUNCTION STATUS", "SHOW TABLES FROM nosuch", "SHOW COLUMNS FROM nosuch"),
    *("SHOW INDEX FROM nosuch", "SHOW WARNINGS", "SHOW ERRORS", "SHOW OPEN TABLES", "SHOW PRIVILEGES"),
    *(
        "SHOW TABLES WHERE nosuch = 1",
        "SHOW TABLES LIKE 'x'",
        "SHOW COLUMNS FROM e WHERE Field = 'i'",
        "SHOW TRIGGERS LIKE 'x'",
    ),
    *("SHOW MASTER STATUS", "SHOW BINARY LOG STATUS", "SHOW REPLICAS", "SHOW REPLICA STATUS", "SHOW PROFILES"),
    *(
        "SHOW BINLOG EVENTS",
        "SHOW CREATE PROCEDURE pi",
        "SHOW CREATE USER",
        "SHOW ENGINE INNODB STATUS",
        "SHOW COUNT(*) WARNINGS",
    ),
)


def answers_of(connection: pymysql.Connection[tuple[object, ...]]) -> Answers:
    """By statement: its parameters and columns."""
    with connection.cursor() as cursor:
        for statement in (*SETUP, *_PROGRAMS):
            cursor.execute(statement)
    asked = [outer.format(inner) for outer in _OUTER for inner in _INNER] + [*_KEPT, *_SHOWN]
    return {sql: or_error(lambda sql=sql: told_of(connection, sql)) for sql in asked}


if __name__ == "__main__":
    ask(__doc__, answers_of, ANSWERS)
