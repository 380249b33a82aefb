"""Numbers of any size where a statement has a number."""

from __future__ import annotations

from tests.reliability.limits.cases import Scripts

_NUMBERS = (
    "0", "1", "-1", "4294967295", "4294967296", "9223372036854775807", "9223372036854775808", "18446744073709551615",
    "18446744073709551616", "9" * 40, "9" * 66, "9" * 400, "1e10", "1e400", "1.5", "0x10", "'5'", "NULL",
    "x'FF'", "1" * 20_000,
)  # fmt: skip
_PLACES = {
    "LIMIT": "SELECT id FROM t LIMIT {}",
    "OFFSET": "SELECT id FROM t LIMIT 1 OFFSET {}",
    "LIMIT of DELETE": "DELETE FROM u LIMIT {}",
    "LIMIT of UPDATE": "UPDATE u SET id = 1 LIMIT {}",
    "literal": "SELECT {}",
    "negative literal": "SELECT -{}",
    "fraction": "SELECT 0.{}",
    "column": "INSERT INTO u VALUES ({})",
    "WHERE": "SELECT COUNT(*) FROM t WHERE id = {}",
    "IN": "SELECT COUNT(*) FROM t WHERE id IN (1, {})",
    "BETWEEN": "SELECT COUNT(*) FROM t WHERE id BETWEEN 0 AND {}",
    "ORDER BY": "SELECT id FROM t ORDER BY {}",
    "GROUP BY": "SELECT COUNT(*) FROM t GROUP BY {}",
    "VARCHAR": "CREATE TABLE x (a VARCHAR({}))",
    "CHAR": "CREATE TABLE x (a CHAR({}))",
    "BINARY": "CREATE TABLE x (a BINARY({}))",
    "VARBINARY": "CREATE TABLE x (a VARBINARY({}))",
    "TEXT": "CREATE TABLE x (a TEXT({}))",
    "BLOB": "CREATE TABLE x (a BLOB({}))",
    "INT": "CREATE TABLE x (a INT({}))",
    "DECIMAL": "CREATE TABLE x (a DECIMAL({}))",
    "DECIMAL scale": "CREATE TABLE x (a DECIMAL(65,{}))",
    "FLOAT": "CREATE TABLE x (a FLOAT({}))",
    "DOUBLE": "CREATE TABLE x (a DOUBLE({},2))",
    "BIT": "CREATE TABLE x (a BIT({}))",
    "TIME": "CREATE TABLE x (a TIME({}))",
    "DATETIME": "CREATE TABLE x (a DATETIME({}))",
    "YEAR": "CREATE TABLE x (a YEAR({}))",
    "VECTOR": "CREATE TABLE x (a VECTOR({}))",
    "SRID": "CREATE TABLE x (a POINT SRID {})",
    "key part": "CREATE TABLE x (a VARCHAR(100), KEY (a({})))",
    "AUTO_INCREMENT": "CREATE TABLE x (a BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY) AUTO_INCREMENT={}",
    "MAX_ROWS": "CREATE TABLE x (a INT) MAX_ROWS={}",
    "AVG_ROW_LENGTH": "CREATE TABLE x (a INT) AVG_ROW_LENGTH={}",
    "KEY_BLOCK_SIZE": "CREATE TABLE x (a INT) KEY_BLOCK_SIZE={}",
    "STATS_SAMPLE_PAGES": "CREATE TABLE x (a INT) STATS_SAMPLE_PAGES={}",
    "PARTITIONS": "CREATE TABLE x (a INT) PARTITION BY HASH(a) PARTITIONS {}",
    "VALUES LESS THAN": "CREATE TABLE x (a INT) PARTITION BY RANGE(a) (PARTITION p VALUES LESS THAN ({}))",
    "VALUES IN": "CREATE TABLE x (a INT) PARTITION BY LIST(a) (PARTITION p VALUES IN ({}))",
    "DEFAULT": "CREATE TABLE x (a BIGINT DEFAULT {})",
    "CAST AS CHAR": "SELECT LENGTH(CAST('a' AS CHAR({})))",
    "CAST AS BINARY": "SELECT LENGTH(CAST('a' AS BINARY({})))",
    "CAST AS DECIMAL": "SELECT CAST(1.5 AS DECIMAL({}))",
    "CAST AS TIME": "SELECT CAST('10:00' AS TIME({}))",
    "NOW": "SELECT NOW({}) IS NOT NULL",
    "SLEEP": "SELECT SLEEP(LEAST({}, 0))",
    "RAND": "SELECT RAND({})",
    "SET TIMESTAMP": "SET timestamp = {}",
    "SET INSERT_ID": "SET insert_id = {}",
    "SET a variable": "SET auto_increment_increment = {}",
    "SET a size": "SET group_concat_max_len = {}",
    "SET a switch": "SET foreign_key_checks = {}",
    "SET a set": "SET sql_mode = {}",
    "SET an isolation": "SET transaction_isolation = {}",
    "KILL": "KILL {}",
    "hint": "SELECT /*+ MAX_EXECUTION_TIME({}) */ 1",
    "hint of a variable": "SELECT /*+ SET_VAR(max_join_size={}) */ 1",
    "SIGNAL": "SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = {}",
    "XA": "XA START 'a', 'b', {}",
    "PURGE": "PURGE BINARY LOGS TO {}",
    "SHOW LIMIT": "SHOW WARNINGS LIMIT {}",
    "window": "SELECT SUM(id) OVER (ORDER BY id ROWS {} PRECEDING) FROM t",
    "NTILE": "SELECT NTILE({}) OVER (ORDER BY id) FROM t",
    "LAG": "SELECT LAG(id, {}) OVER (ORDER BY id) FROM t",
    "NTH_VALUE": "SELECT NTH_VALUE(id, {}) OVER (ORDER BY id) FROM t",
    "JSON path": "SELECT JSON_EXTRACT('[1]', '$[{}]')",
    "JSON number": "SELECT JSON_ARRAY({}), CAST('[{}]' AS JSON)",
    "HANDLER": "HANDLER h READ FIRST LIMIT {}",
    "INTERVAL": "SELECT '2020-01-01' + INTERVAL {} DAY",
    "ALTER": "ALTER TABLE u AUTO_INCREMENT = {}",
    "SRS": "SELECT ST_SRID(ST_GeomFromText('POINT(1 1)', {}))",
    "user variable": "SET @a = {}",
    "event": "CREATE EVENT e ON SCHEDULE EVERY {} DAY DO SELECT 1",
}
_TABLES = [
    "CREATE TABLE t (id INT PRIMARY KEY)",
    "INSERT INTO t VALUES (1),(2)",
    "CREATE TABLE u (id BIGINT UNSIGNED)",
    "HANDLER t OPEN AS h",
]


def _script(form: str) -> list[str]:
    found = list(_TABLES)
    for number in _NUMBERS:
        found.append(form.format(number, number))
        if " x " in form:
            found.append("DROP TABLE IF EXISTS x")
        if form.startswith("XA"):
            found += ["XA END 'a','b'", "XA ROLLBACK 'a','b'"]
        if form.startswith("CREATE EVENT"):
            found.append("DROP EVENT IF EXISTS e")
    return found


SCRIPTS: Scripts = {name: _script(form) for name, form in _PLACES.items()}
