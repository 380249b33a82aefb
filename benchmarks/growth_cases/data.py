"""Many rows: changes, keys, sorting, joining, undo; and long documents."""

from __future__ import annotations

import random
from pathlib import Path

from growth_cases import Work, case, filled, opened, running

_BIG = ("max-allowed-packet=1073741824",)


@case("UPDATE by key range, rows", 100_000)
def update_range(folder: Path, size: int) -> Work:
    return running(filled(folder, size), f"UPDATE t SET b = b + 1 WHERE a BETWEEN 1 AND {size}")


@case("UPDATE by scan, rows", 100_000)
def update_scan(folder: Path, size: int) -> Work:
    return running(filled(folder, size), "UPDATE t SET b = b + 1 WHERE b < 2000")


@case("UPDATE of the primary key, rows", 100_000)
def update_key(folder: Path, size: int) -> Work:
    return running(filled(folder, size), "UPDATE t SET a = a + 1000000")


@case("UPDATE backwards of the primary key, rows", 100_000)
def update_key_back(folder: Path, size: int) -> Work:
    return running(filled(folder, size), "UPDATE t SET a = -a ORDER BY a DESC")


@case("DELETE by key range, rows", 100_000)
def delete_range(folder: Path, size: int) -> Work:
    return running(filled(folder, size), f"DELETE FROM t WHERE a BETWEEN 1 AND {size}")


@case("DELETE by scan, rows", 100_000)
def delete_scan(folder: Path, size: int) -> Work:
    return running(filled(folder, size), "DELETE FROM t WHERE b < 2000")


@case("DELETE with LIMIT 1 from the front, statements", 10_000)
def delete_front(folder: Path, size: int) -> Work:
    return running(filled(folder, size), *(["DELETE FROM t ORDER BY a LIMIT 1"] * size))


@case("DELETE with LIMIT 1 from the end, statements", 10_000)
def delete_end(folder: Path, size: int) -> Work:
    return running(filled(folder, size), *(["DELETE FROM t ORDER BY a DESC LIMIT 1"] * size))


@case("DELETE by key, statements", 10_000)
def delete_keys(folder: Path, size: int) -> Work:
    return running(filled(folder, size), *(f"DELETE FROM t WHERE a = {n + 1}" for n in range(size)))


@case("UPDATE by key, statements", 10_000)
def update_keys(folder: Path, size: int) -> Work:
    return running(filled(folder, size), *(f"UPDATE t SET b = 0 WHERE a = {n + 1}" for n in range(size)))


@case("UPDATE by second key, statements", 10_000)
def update_second_keys(folder: Path, size: int) -> Work:
    session = filled(folder, size, "ALTER TABLE t ADD KEY (c)")
    return running(session, *(f"UPDATE t SET b = 0 WHERE c = 'text {n}'" for n in range(size)))


@case("rows inserted by random keys", 100_000)
def random_keys(folder: Path, size: int) -> Work:
    chance = random.Random(1)
    keys = chance.sample(range(10 * size), size)
    session = opened(folder, "CREATE TABLE t (a INT PRIMARY KEY, b INT, UNIQUE (b), KEY (b, a))", options=_BIG)
    return running(session, f"INSERT INTO t VALUES {','.join(f'({n},{n * 7})' for n in keys)}")


@case("rows inserted by descending keys", 100_000)
def descending_keys(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT PRIMARY KEY, b INT, UNIQUE (b))", options=_BIG)
    return running(session, f"INSERT INTO t VALUES {','.join(f'({n},{n * 7})' for n in range(size, 0, -1))}")


@case("INSERTs of one row, statements", 10_000)
def inserts(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT PRIMARY KEY, b INT, UNIQUE (b))")
    return running(session, *(f"INSERT INTO t VALUES ({n}, {n})" for n in range(size)))


@case("INSERTs of one row in one transaction", 10_000)
def inserts_one_transaction(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT PRIMARY KEY, b INT, UNIQUE (b))")
    return running(session, "BEGIN", *(f"INSERT INTO t VALUES ({n}, {n})" for n in range(size)), "COMMIT")


@case("INSERTs in statement format in one transaction", 10_000)
def inserts_statement(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT PRIMARY KEY, b INT)", "SET binlog_format = STATEMENT")
    return running(session, "BEGIN", *(f"INSERT INTO t VALUES ({n}, {n})" for n in range(size)), "COMMIT")


@case("INSERTs beside another session's transaction", 10_000)
def inserts_beside(folder: Path, size: int) -> Work:
    session = filled(folder, 3)
    other = session.server.connect(database="d")
    other.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    other.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT")
    other.execute("INSERT INTO t VALUES (-1, 1, 'x')")
    made = running(session, *(f"INSERT INTO t VALUES ({n + 10}, {n}, 'x')" for n in range(size)))
    read = running(other, "SELECT COUNT(*) FROM t", "COMMIT")
    return lambda: (made(), read())


@case("AUTO_INCREMENT rows", 30_000)
def auto_increment(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT PRIMARY KEY AUTO_INCREMENT, b INT)")
    return running(session, f"INSERT INTO t (b) VALUES {','.join(['(1)'] * size)}")


@case("rows deleted and inserted in MyISAM", 30_000)
def myisam(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT PRIMARY KEY, c VARCHAR(100)) ENGINE=MyISAM")
    rows = ",".join(f"({n},REPEAT('x', {n % 90}))" for n in range(size))
    return running(
        session, f"INSERT INTO t VALUES {rows}", "DELETE FROM t WHERE a % 3 = 0", f"INSERT IGNORE INTO t VALUES {rows}"
    )


@case("INSERT .. SELECT, rows", 100_000)
def insert_select(folder: Path, size: int) -> Work:
    session = filled(folder, size, "CREATE TABLE u LIKE t")
    return running(session, "INSERT INTO u SELECT * FROM t")


@case("undo: ROLLBACK of rows", 100_000)
def rollback(folder: Path, size: int) -> Work:
    session = filled(folder, size)
    return running(session, "BEGIN", "UPDATE t SET b = b + 1", "DELETE FROM t WHERE a % 2", "ROLLBACK")


@case("undo: a statement that fails at its end, rows", 100_000)
def failing(folder: Path, size: int) -> Work:
    return running(filled(folder, size), f"UPDATE t SET a = IF(a = {size}, 1 - 1000000, a - 1000000)")


@case("undo: a statement that fails at its end beside another session, rows", 100_000)
def failing_beside_another(folder: Path, size: int) -> Work:
    session = filled(folder, size)
    session.server.connect()
    return running(session, "BEGIN", f"UPDATE t SET a = IF(a = {size}, 1 - 1000000, a - 1000000)", "COMMIT")


@case("statements that fail behind many changes beside another session", 10_000)
def failing_behind_changes(folder: Path, size: int) -> Work:
    session = filled(folder, size)
    session.server.connect()
    failing = ["INSERT INTO t VALUES (1, 1, 'x')"] * size
    return running(session, "BEGIN", "UPDATE t SET b = b + 1", *failing, "COMMIT")


@case("ORDER BY, rows", 100_000)
def order_by(folder: Path, size: int) -> Work:
    session = filled(folder, size, "CREATE TABLE u LIKE t")
    return running(session, "INSERT INTO u SELECT * FROM t ORDER BY c DESC, b")


@case("GROUP BY, rows", 100_000)
def group_by(folder: Path, size: int) -> Work:
    session = filled(folder, size, "CREATE TABLE u (a INT, b INT)")
    return running(session, "INSERT INTO u SELECT a DIV 2, COUNT(*) FROM t GROUP BY a DIV 2")


@case("DISTINCT, rows", 100_000)
def distinct(folder: Path, size: int) -> Work:
    session = filled(folder, size, "CREATE TABLE u (a VARCHAR(30))")
    return running(session, "INSERT INTO u SELECT DISTINCT c FROM t")


@case("COUNT(DISTINCT), rows", 100_000)
def count_distinct(folder: Path, size: int) -> Work:
    session = filled(folder, size, "CREATE TABLE u (a INT)")
    return running(session, "INSERT INTO u SELECT COUNT(DISTINCT c) FROM t")


@case("UNION, rows", 100_000)
def union_rows(folder: Path, size: int) -> Work:
    session = filled(folder, size, "CREATE TABLE u LIKE t")
    return running(session, "INSERT INTO u SELECT * FROM t UNION SELECT * FROM t")


@case("INTERSECT and EXCEPT, rows", 30_000)
def intersect(folder: Path, size: int) -> Work:
    session = filled(folder, size, "CREATE TABLE u LIKE t")
    return running(
        session, "INSERT INTO u SELECT * FROM t INTERSECT SELECT * FROM t EXCEPT SELECT * FROM t WHERE a % 2"
    )


@case("GROUP_CONCAT, rows", 100_000)
def group_concat(folder: Path, size: int) -> Work:
    session = filled(folder, size, "CREATE TABLE u (a LONGTEXT)", "SET group_concat_max_len = 100000000")
    return running(session, "INSERT INTO u SELECT GROUP_CONCAT(c ORDER BY a DESC) FROM t")


@case("GROUP_CONCAT(DISTINCT), rows", 30_000)
def group_concat_distinct(folder: Path, size: int) -> Work:
    session = filled(folder, size, "CREATE TABLE u (a LONGTEXT)", "SET group_concat_max_len = 100000000")
    return running(session, "INSERT INTO u SELECT GROUP_CONCAT(DISTINCT c) FROM t")


@case("self-join by key, rows", 100_000)
def self_join(folder: Path, size: int) -> Work:
    session = filled(folder, size, "CREATE TABLE u LIKE t")
    return running(session, "INSERT INTO u SELECT x.* FROM t AS x JOIN t AS y ON x.a = y.a")


@case("join by a column without key, rows", 3000)
def join_scan(folder: Path, size: int) -> Work:
    session = filled(folder, size, "CREATE TABLE u LIKE t")
    return running(session, "INSERT INTO u SELECT x.* FROM t AS x JOIN t AS y ON x.c = y.c")


@case("UPDATE of a join by key, rows", 30_000)
def update_join(folder: Path, size: int) -> Work:
    session = filled(folder, size, "CREATE TABLE u LIKE t", "INSERT INTO u SELECT * FROM t")
    return running(session, "UPDATE t JOIN u ON t.a = u.a SET t.b = u.b + 1")


@case("IN (SELECT ..), rows", 30_000)
def in_subquery(folder: Path, size: int) -> Work:
    session = filled(folder, size, "CREATE TABLE u LIKE t", "INSERT INTO u SELECT * FROM t WHERE a % 2")
    return running(session, "DELETE FROM t WHERE a IN (SELECT a FROM u)")


@case("EXISTS (SELECT .. by key), rows", 30_000)
def exists(folder: Path, size: int) -> Work:
    session = filled(folder, size, "CREATE TABLE u LIKE t", "INSERT INTO u SELECT * FROM t WHERE a % 2")
    return running(session, "DELETE FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a)")


@case("window functions, rows", 30_000)
def window(folder: Path, size: int) -> Work:
    session = filled(folder, size, "CREATE TABLE u (a INT, b DECIMAL(30,0))")
    return running(session, "INSERT INTO u SELECT ROW_NUMBER() OVER (ORDER BY b), SUM(b) OVER (ORDER BY a) FROM t")


@case("frames that move on, rows", 30_000)
def moving_frames(folder: Path, size: int) -> Work:
    """Whatever their width: a tenth of all rows, and what is left of them."""
    session = filled(folder, size)
    wide = f"ROWS BETWEEN {size // 10} PRECEDING AND CURRENT ROW"
    rest = "ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING"
    calls = ("SUM(b)", "MAX(b)", "COUNT(*)", "BIT_XOR(b)")
    each = ", ".join(f"{call} OVER (ORDER BY a {frame})" for call in calls for frame in (wide, rest))
    return running(session, f"SELECT {each} FROM t")


@case("deviations and bits of growing frames, rows", 30_000)
def growing_frames(folder: Path, size: int) -> Work:
    session = filled(folder, size)
    return running(session, "SELECT STDDEV(b) OVER (ORDER BY a), BIT_OR(b) OVER (ORDER BY a) FROM t")


@case("ranks of equal rows", 30_000)
def equal_ranks(folder: Path, size: int) -> Work:
    calls = ("RANK()", "DENSE_RANK()", "PERCENT_RANK()", "CUME_DIST()", "SUM(b)")
    each = ", ".join(f"{call} OVER (ORDER BY b - b)" for call in calls)
    return running(filled(folder, size), f"SELECT {each} FROM t")


@case("recursive CTE, rows", 30_000)
def recursive(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE u (a INT)", "SET cte_max_recursion_depth = 10000000")
    step = f"SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < {size}"
    return running(session, f"INSERT INTO u WITH RECURSIVE c AS ({step}) SELECT n FROM c")


@case("ALTER TABLE with a copy, rows", 100_000)
def alter(folder: Path, size: int) -> Work:
    return running(filled(folder, size), "ALTER TABLE t MODIFY b BIGINT, ALGORITHM=COPY")


@case("ADD UNIQUE KEY, rows", 100_000)
def add_unique(folder: Path, size: int) -> Work:
    return running(filled(folder, size), "ALTER TABLE t ADD UNIQUE (c)")


@case("CREATE TABLE .. SELECT, rows", 100_000)
def create_select(folder: Path, size: int) -> Work:
    return running(filled(folder, size), "CREATE TABLE u SELECT * FROM t")


@case("LOAD DATA, rows", 100_000)
def load(folder: Path, size: int) -> Work:
    columns = "a INT PRIMARY KEY, b INT, c VARCHAR(30)"
    session = opened(folder, f"CREATE TABLE t ({columns})", files=folder)
    path = folder / "rows.txt"
    path.write_text("".join(f"{n}\t{n}\ttext {n}\n" for n in range(size)), "utf-8")
    return running(session, f"LOAD DATA INFILE '{path}' INTO TABLE t")


@case("FULLTEXT, rows", 10_000)
def fulltext(folder: Path, size: int) -> Work:
    session = filled(folder, size, "ALTER TABLE t ADD FULLTEXT (c)")
    return running(session, "DELETE FROM t WHERE MATCH (c) AGAINST ('text')")


@case("LIKE, percent signs", 256)
def like(folder: Path, size: int) -> Work:
    session = filled(folder, 3)
    return running(session, f"UPDATE t SET b = REPEAT('a', 1000) LIKE '{'%a' * size}b'")


@case("LIKE, characters of the text", 1_000_000)
def like_text(folder: Path, size: int) -> Work:
    session = filled(folder, 3, "SET @x = ''")
    return running(session, f"UPDATE t SET b = REPEAT('ab', {size // 2}) LIKE '%ac%b'")


@case("REGEXP, characters of the text", 1_000_000)
def regexp(folder: Path, size: int) -> Work:
    return running(filled(folder, 3), f"UPDATE t SET b = REPEAT('ab', {size // 2}) REGEXP 'a.*c'")


@case("REGEXP_REPLACE, matches", 100_000)
def regexp_replace(folder: Path, size: int) -> Work:
    return running(filled(folder, 1), f"UPDATE t SET b = LENGTH(REGEXP_REPLACE(REPEAT('ab', {size}), 'a', 'xy'))")


@case("REPLACE, SUBSTRING_INDEX, FIND_IN_SET, characters", 1_000_000)
def string_functions(folder: Path, size: int) -> Work:
    text = f"REPEAT('ab,', {size // 3})"
    sql = f"UPDATE t SET b = LENGTH(REPLACE({text}, ',', ';')) + LENGTH(SUBSTRING_INDEX({text}, ',', -{size // 6}))"
    return running(filled(folder, 1), f"{sql} + FIND_IN_SET('x', {text})")


@case("JSON document, bytes", 10_000_000)
def json_bytes(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT PRIMARY KEY, j JSON)", options=_BIG)
    return running(session, f"INSERT INTO t VALUES (1, '[\"{'x' * size}\"]')")


@case("JSON members", 100_000)
def json_members(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT PRIMARY KEY, j JSON)", options=_BIG)
    members = ",".join(f'"key{n}":{n}' for n in range(size))
    return running(session, f"INSERT INTO t VALUES (1, '{{{members}}}')")


@case("JSON elements, changed", 30_000)
def json_elements(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT PRIMARY KEY, j JSON)", options=_BIG)
    session.execute(f"INSERT INTO t VALUES (1, '[{','.join(map(str, range(size)))}]')")
    return running(session, f"UPDATE t SET j = JSON_SET(j, '$[{size - 1}]', 'x'), a = JSON_LENGTH(j)")


@case("JSON arguments of JSON_ARRAY", 30_000)
def json_array(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT PRIMARY KEY, j JSON)", options=_BIG)
    return running(session, f"INSERT INTO t VALUES (1, JSON_ARRAY({','.join(map(str, range(size)))}))")


@case("JSON paths of JSON_SET", 3000)
def json_set(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT PRIMARY KEY, j JSON)", options=_BIG)
    pairs = ",".join(f"'$.k{n}', {n}" for n in range(size))
    return running(session, f"INSERT INTO t VALUES (1, JSON_SET('{{}}', {pairs}))")


@case("JSON_ARRAYAGG, rows", 30_000)
def json_arrayagg(folder: Path, size: int) -> Work:
    session = filled(folder, size, "CREATE TABLE u (j JSON)")
    return running(
        session, "INSERT INTO u SELECT JSON_ARRAYAGG(c) FROM t", "INSERT INTO u SELECT JSON_OBJECTAGG(a, c) FROM t"
    )


@case("JSON_TABLE, rows", 30_000)
def json_table(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT)")
    document = f"[{','.join(map(str, range(size)))}]"
    return running(
        session, f"INSERT INTO t SELECT a FROM JSON_TABLE('{document}', '$[*]' COLUMNS (a INT PATH '$')) AS x"
    )


@case("JSON_MERGE, JSON_CONTAINS, JSON_OVERLAPS, elements", 10_000)
def json_contains(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT, b INT, c INT)")
    one, two = (f"'[{','.join(str(start + n) for n in range(size))}]'" for start in (0, size))
    merged, contained = f"JSON_MERGE_PRESERVE({one}, {two})", f"JSON_CONTAINS({one}, {one})"
    return running(session, f"INSERT INTO t VALUES (JSON_LENGTH({merged}), {contained}, JSON_OVERLAPS({one}, {two}))")


def _deep(levels: int) -> str:
    return '{"a":' * levels + "1" + "}" * levels


@case("** in a JSON path, number (document of 99 levels)", 16)
def json_wildcards(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT)")
    path = "$" + "**.a" * size
    return running(session, f"INSERT INTO t VALUES (JSON_LENGTH(JSON_EXTRACT('{_deep(90)}', '{path}')))")


@case("five ** in a JSON path, members of the document", 4096)
def json_wildcards_members(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT)")
    branch = '{"a":{"a":{"a":{"a":{"a":{"a":1}}}}}}'
    document = "[" + ",".join([branch] * (size // 6 + 1)) + "]"
    return running(session, f"INSERT INTO t VALUES (JSON_LENGTH(JSON_EXTRACT('{document}', '$**.a**.a**.a**.a**.a')))")


@case("JSON_SEARCH, members", 30_000)
def json_search(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT)", options=_BIG)
    document = "{" + ",".join(f'"k{n}":"text"' for n in range(size)) + "}"
    return running(session, f"INSERT INTO t VALUES (JSON_LENGTH(JSON_SEARCH('{document}', 'all', 'text')))")


@case("points of a geometry", 10_000)
def geometry(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (g GEOMETRY)", options=_BIG)
    points = ",".join(f"{n} {n % 7}" for n in range(size + 2))
    return running(session, f"INSERT INTO t VALUES (ST_GeomFromText('LINESTRING({points})'))")
