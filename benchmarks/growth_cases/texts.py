"""Long statements: literals, comments, lists, nesting."""

from __future__ import annotations

from pathlib import Path

from growth_cases import Work, case, filled, opened, running

_MB = 1_000_000
_BIG = ("max-allowed-packet=1073741824",)
_T = "CREATE TABLE t (a INT PRIMARY KEY, b INT, c LONGTEXT)"


@case("string literal, bytes", 10 * _MB)
def literal(folder: Path, size: int) -> Work:
    return running(opened(folder, _T, options=_BIG), f"INSERT INTO t VALUES (1, 1, '{'x' * size}')")


@case("string literal of escapes, bytes", 2 * _MB)
def escapes(folder: Path, size: int) -> Work:
    text = "\\n''" * (size // 4)
    return running(opened(folder, _T, options=_BIG), f"INSERT INTO t VALUES (1, 1, '{text}')")


@case("string literal in statement format, bytes", 10 * _MB)
def literal_statement(folder: Path, size: int) -> Work:
    session = opened(folder, _T, "SET binlog_format = STATEMENT", options=_BIG)
    return running(session, f"INSERT INTO t VALUES (1, 1, '{'x' * size}')")


@case("string of no UTF-8 bytes, bytes", 2 * _MB)
def raw_literal(folder: Path, size: int) -> Work:
    session = opened(folder, "CREATE TABLE t (a INT PRIMARY KEY, c LONGBLOB)", options=_BIG)
    text = "\udc80\udcff" * (size // 2)
    return running(session, f"INSERT INTO t VALUES (1, _binary'{text}')")


@case("hexadecimal literal, digits", 10 * _MB)
def hexadecimal(folder: Path, size: int) -> Work:
    return running(opened(folder, _T, options=_BIG), f"INSERT INTO t VALUES (1, 1, X'{'41' * (size // 2)}')")


@case("digits of a number", 100_000)
def digits(folder: Path, size: int) -> Work:
    return running(opened(folder, _T, options=_BIG), f"INSERT INTO t VALUES (1, 1, {'7' * size})")


@case("name, characters", 1 * _MB)
def name(folder: Path, size: int) -> Work:
    return running(opened(folder, _T, options=_BIG), f"SELECT {'n' * size} FROM t")


@case("comment, bytes", 10 * _MB)
def comment(folder: Path, size: int) -> Work:
    return running(opened(folder, _T, options=_BIG), f"INSERT /* {'x y ' * (size // 4)} */ INTO t VALUES (1, 1, '')")


@case("comments, number", 100_000)
def comments(folder: Path, size: int) -> Work:
    return running(opened(folder, _T, options=_BIG), f"INSERT {'/* x */ ' * size} INTO t VALUES (1, 1, '')")


@case("comments that run, number", 100_000)
def executable_comments(folder: Path, size: int) -> Work:
    text = " + ".join(["/*! 1 */"] * 500)
    session = opened(folder, _T, options=_BIG)
    values = ",".join(f"(/*!{n}*/,{n},/*!99999 {n} */'x')" for n in range(size))
    return running(session, f"INSERT INTO t VALUES {values}", f"SELECT {text}")


@case("comment lines, number", 100_000)
def comment_lines(folder: Path, size: int) -> Work:
    return running(opened(folder, _T, options=_BIG), "-- x\n" * size + "INSERT INTO t VALUES (1, 1, '')")


@case("spaces, number", 10 * _MB)
def spaces(folder: Path, size: int) -> Work:
    return running(opened(folder, _T, options=_BIG), f"INSERT INTO t{' ' * size}VALUES (1, 1, '')")


@case("parentheses, number", 1 * _MB)
def parentheses(folder: Path, size: int) -> Work:
    return running(opened(folder, _T, options=_BIG), f"SELECT {'(' * size}1{')' * size}")


@case("open parentheses, number", 1 * _MB)
def open_parentheses(folder: Path, size: int) -> Work:
    return running(opened(folder, _T, options=_BIG), "SELECT " + "(" * size)


@case("signs, number", 1 * _MB)
def signs(folder: Path, size: int) -> Work:
    return running(opened(folder, _T, options=_BIG), "SELECT " + "- " * size + "1")


@case("IN list, values", 100_000)
def in_list(folder: Path, size: int) -> Work:
    session = filled(folder, 1000)
    return running(session, f"DELETE FROM t WHERE a IN ({','.join(map(str, range(size)))})")


@case("IN list of a column without key, values", 100_000)
def in_list_scan(folder: Path, size: int) -> Work:
    session = filled(folder, 1000)
    return running(session, f"UPDATE t SET c = 'x' WHERE b IN ({','.join(map(str, range(size)))})")


@case("IN list of texts, values", 100_000)
def in_list_texts(folder: Path, size: int) -> Work:
    values = ",".join(f"'text {n}'" for n in range(size))
    return running(filled(folder, 1000), f"DELETE FROM t WHERE c IN ({values})")


@case("rows in one INSERT", 100_000)
def rows(folder: Path, size: int) -> Work:
    values = ",".join(f"({n},{n},'text {n}')" for n in range(size))
    return running(opened(folder, _T, options=_BIG), f"INSERT INTO t VALUES {values}")


@case("rows in one INSERT, statement format", 100_000)
def rows_statement(folder: Path, size: int) -> Work:
    values = ",".join(f"({n},{n},'text {n}')" for n in range(size))
    session = opened(folder, _T, "SET binlog_format = STATEMENT", options=_BIG)
    return running(session, f"INSERT INTO t VALUES {values}")


@case("rows in one REPLACE", 100_000)
def rows_replace(folder: Path, size: int) -> Work:
    values = ",".join(f"({n % (size // 2 + 1)},{n},'text {n}')" for n in range(size))
    return running(opened(folder, _T, options=_BIG), f"REPLACE INTO t VALUES {values}")


@case("rows in INSERT .. ON DUPLICATE KEY UPDATE", 30_000)
def rows_duplicate(folder: Path, size: int) -> Work:
    values = ",".join(f"({n % (size // 2 + 1)},{n},'text {n}')" for n in range(size))
    sql = f"INSERT INTO t VALUES {values} AS n ON DUPLICATE KEY UPDATE b = n.b + 1"
    return running(opened(folder, _T, options=_BIG), sql)


@case("rows in INSERT IGNORE, each with a warning", 30_000)
def rows_ignore(folder: Path, size: int) -> Work:
    values = ",".join(f"({n // 2},{n},'text {n}')" for n in range(size))
    return running(opened(folder, _T, options=_BIG), f"INSERT IGNORE INTO t VALUES {values}")


@case("rows in INSERT, with functions", 30_000)
def rows_functions(folder: Path, size: int) -> Work:
    values = ",".join(f"({n} + 1, ABS(-{n}), CONCAT('text ', {n}))" for n in range(size))
    return running(opened(folder, _T, options=_BIG), f"INSERT INTO t VALUES {values}")


@case("rows in one INSERT, several sql_mode", 30_000)
def rows_modes(folder: Path, size: int) -> Work:
    values = ",".join(f"({n},NOT {n},'text {n}' || \"x\")" for n in range(size))
    modes = "PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES,HIGH_NOT_PRECEDENCE"
    session = opened(folder, _T, f"SET sql_mode = '{modes}'", options=_BIG)
    return running(session, f"INSERT INTO t VALUES {values}")


@case("numbers like 1e5+1, number", 30_000)
def exponents(folder: Path, size: int) -> Work:
    values = ",".join(f"({n},1e1+1,'')" for n in range(size))
    return running(opened(folder, _T, options=_BIG), f"INSERT INTO t VALUES {values}")


@case("syntax error behind, bytes", 10 * _MB)
def late_error(folder: Path, size: int) -> Work:
    return running(opened(folder, _T, options=_BIG), f"INSERT INTO t VALUES (1, 1, '{'x' * size}') nonsense")


@case("syntax error behind lines, lines", 1 * _MB)
def late_error_lines(folder: Path, size: int) -> Work:
    return running(opened(folder, _T, options=_BIG), f"SELECT 1{chr(10) * size} FROM t WHERE FROM")


@case("AND of terms", 100_000)
def and_terms(folder: Path, size: int) -> Work:
    return running(filled(folder, 3), "DELETE FROM t WHERE " + " AND ".join(f"b <> {n}" for n in range(size)))


@case("AND of terms in an UPDATE", 30_000)
def and_terms_update(folder: Path, size: int) -> Work:
    return running(filled(folder, 3), "UPDATE t SET c = 'y' WHERE " + " AND ".join(f"b <> {n}" for n in range(size)))


@case("AND of terms in a join", 30_000)
def and_terms_join(folder: Path, size: int) -> Work:
    terms = " AND ".join(f"t.b <> {n}" for n in range(size))
    return running(filled(folder, 3), f"SELECT t.a FROM t JOIN (SELECT 1 AS z) AS d ON {terms}")


@case("OR of terms", 100_000)
def or_terms(folder: Path, size: int) -> Work:
    return running(filled(folder, 3), "DELETE FROM t WHERE " + " OR ".join(f"b = {n}" for n in range(size)))


@case("OR of key values", 100_000)
def or_keys(folder: Path, size: int) -> Work:
    return running(filled(folder, 3), "DELETE FROM t WHERE " + " OR ".join(f"a = {n}" for n in range(size)))


@case("AND of ORs", 30_000)
def and_or_terms(folder: Path, size: int) -> Work:
    terms = " AND ".join(f"(b <> {n} OR c = 'x')" for n in range(size))
    return running(filled(folder, 3), f"UPDATE t SET c = 'y' WHERE {terms}")


@case("sum of terms", 100_000)
def sum_terms(folder: Path, size: int) -> Work:
    return running(filled(folder, 3), f"UPDATE t SET b = {'+'.join(['1'] * size)}")


@case("CASE with arms", 10_000)
def case_arms(folder: Path, size: int) -> Work:
    arms = " ".join(f"WHEN {n} THEN {n + 1}" for n in range(size))
    return running(filled(folder, 1), f"UPDATE t SET b = CASE a {arms} ELSE 0 END")


@case("CONCAT of arguments", 100_000)
def concat(folder: Path, size: int) -> Work:
    return running(filled(folder, 1), f"UPDATE t SET c = LEFT(CONCAT({','.join(['a'] * size)}), 10)")


@case("GREATEST of arguments", 30_000)
def greatest(folder: Path, size: int) -> Work:
    return running(filled(folder, 1), f"UPDATE t SET b = GREATEST({','.join(map(str, range(size)))})")


@case("functions in one another", 1000)
def nested_functions(folder: Path, size: int) -> Work:
    return running(filled(folder, 1), f"UPDATE t SET b = {'ABS(' * size}a{')' * size}")


@case("select list", 4096)
def select_list(folder: Path, size: int) -> Work:
    return running(
        filled(folder, 3), f"CREATE TABLE x AS SELECT {','.join(f'a + {n} AS c{n}' for n in range(size // 4))} FROM t"
    )


@case("UNION of queries", 1000)
def union(folder: Path, size: int) -> Work:
    return running(
        filled(folder, 3), "INSERT INTO t " + " UNION ".join(f"SELECT {n + 10}, 1, 'x'" for n in range(size))
    )


@case("UNION ALL of queries", 1000)
def union_all(folder: Path, size: int) -> Work:
    queries = " UNION ALL ".join(f"SELECT a + {n + 1} * 10, 1, 'x' FROM t" for n in range(size))
    return running(filled(folder, 3), "INSERT INTO t " + queries)


@case("VALUES ROW() of rows", 30_000)
def values_rows(folder: Path, size: int) -> Work:
    values = ",".join(f"ROW({n + 10},1,'x')" for n in range(size))
    return running(filled(folder, 3), f"INSERT INTO t VALUES {values}")


@case("derived tables in one another", 60)
def derived(folder: Path, size: int) -> Work:
    sql = (
        "SELECT a + 10, b, c FROM " + "(SELECT a, b, c FROM " * size + "t" + "".join(f") AS x{n}" for n in range(size))
    )
    return running(filled(folder, 3), f"INSERT INTO t {sql}")


@case("queries in one another, in IN", 60)
def in_queries(folder: Path, size: int) -> Work:
    sql = "SELECT b FROM t WHERE a IN (" * size + "SELECT a FROM t" + ")" * size
    return running(filled(folder, 3), f"CREATE TABLE x AS {sql}")


@case("a long list in comparisons with texts in each other", 20)
def in_comparisons(folder: Path, size: int) -> Work:
    listed = ",".join(map(str, range(40 * size)))
    sql = "(" * size + f"a IN ({listed})" + " = 'a')" * size
    return running(filled(folder, 3), f"SELECT {sql} FROM t")


@case("CTEs, each on the one before", 256)
def ctes(folder: Path, size: int) -> Work:
    made = ", ".join([f"c{n} AS (SELECT a, b, c FROM c{n - 1})" for n in range(1, size)])
    sql = f"WITH c0 AS (SELECT a + 10 AS a, b, c FROM t){', ' if made else ''}{made} SELECT * FROM c{size - 1}"
    return running(filled(folder, 3), f"INSERT INTO t {sql}")


@case("tables in DROP TABLE", 5000)
def drop_tables(folder: Path, size: int) -> Work:
    session = opened(folder, *(f"CREATE TABLE t{n} (a INT PRIMARY KEY)" for n in range(size)))
    return running(session, f"DROP TABLE {','.join(f't{n}' for n in range(size))}")


@case("assignments of SET, user variables", 30_000)
def set_variables(folder: Path, size: int) -> Work:
    return running(opened(folder), "SET " + ",".join(f"@v{n} = {n}" for n in range(size)))


@case("prepared OR of parameters", 10_000)
def prepared_or(folder: Path, size: int) -> Work:
    condition = " OR ".join(["a = ?"] * size)
    return running(opened(folder, _T), f"PREPARE s FROM 'SELECT * FROM t WHERE {condition}'")


@case("OR of texts beside numbers", 10_000)
def or_of_texts(folder: Path, size: int) -> Work:
    condition = " OR ".join(f"b = '{number}'" for number in range(size))
    return running(opened(folder, _T), f"SELECT * FROM t WHERE {condition}")


@case("IN of rows, for as many rows", 10_000)
def in_of_rows(folder: Path, size: int) -> Work:
    rows = ",".join(f"({number},{number + 1})" for number in range(size))
    return running(filled(folder, size), f"SELECT COUNT(*) FROM t WHERE (a, b) IN ({rows})")


@case("IS NULL behind each other", 4000)
def is_null(folder: Path, size: int) -> Work:
    return running(filled(folder, 3), f"UPDATE t SET b = a{' IS NULL' * size}")


@case("derived tables in one another that name a column twice", 60)
def doubling(folder: Path, size: int) -> Work:
    made = "SELECT a FROM " + "(SELECT a + a AS a FROM " * size + "t" + "".join(f") AS x{n}" for n in range(size))
    return running(filled(folder, 3), f"CREATE TABLE x AS {made}")


@case("columns of JSON_TABLE", 4000)
def columns_of_json_table(folder: Path, size: int) -> Work:
    columns = ",".join(f"c{n} INT PATH '$'" for n in range(size))
    return running(filled(folder, 3), f"SELECT COUNT(*) FROM JSON_TABLE('[1]', '$[*]' COLUMNS ({columns})) AS j")
